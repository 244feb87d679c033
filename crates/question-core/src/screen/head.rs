//! What stands above the list of a page: the prompt of its question, or a heading.

use super::Screen;
use super::frame::{Line, Role};
use super::layout::question_of;
use super::usage;
use crate::form::page::{Base, Field, Page};
use crate::form::prompt::{Part, Prompt};
use crate::text::markdown::Row;
use crate::text::{Clean, Wrap};

/// The text above a list.
pub(super) enum Head<'a> {
    /// The prompt of a question, which may be long and is read on.
    Prompt(&'a Prompt),
    /// What the form says of a page by itself.
    Heading(Clean<'a>),
}

impl<'a> Head<'a> {
    /// The head of a page.
    pub(super) fn of(screen: &'a Screen, page: Page) -> Self {
        let (form, words) = (&screen.form, screen.form.words());
        Self::Heading(match page {
            Page::Base(Base::Review) => words.review.into(),
            Page::Leave { .. } if form.is_revision() => words.leave_revision.into(),
            Page::Leave { .. } => words.leave.into(),
            Page::Field(Field::Discussion(Base::Review)) => words.discuss_heading.into(),
            Page::Long { field, .. } => Clean::composed(long(screen, field)),
            Page::Preview(at) => form.highlighted_label(at),
            page => match question_of(page).and_then(|at| form.entry(at)) {
                Some(entry) => return Self::Prompt(&entry.shown.prompt),
                None => Clean::default(),
            },
        })
    }

    /// The head of the page that is shown.
    pub(super) fn shown(screen: &'a Screen) -> Self {
        Self::of(screen, screen.form.page())
    }

    /// How many rows of `columns` it takes, counted up to `limit`.
    pub(super) fn count(&self, columns: usize, limit: usize) -> usize {
        match self {
            Self::Prompt(prompt) => prompt.count(columns, limit),
            Self::Heading(text) => Wrap::new(text.borrowed(), columns).take(limit).count(),
        }
    }

    /// How many rows are to be kept in sight, counted up to `limit`.
    pub(super) fn kept_rows(&self, columns: usize, limit: usize) -> usize {
        match self {
            Self::Prompt(prompt) => prompt.kept_rows(columns, limit),
            Self::Heading(_) => 0,
        }
    }

    /// The row behind those.
    pub(super) fn kept_end(&self, columns: usize) -> usize {
        match self {
            Self::Prompt(prompt) => prompt.kept_end(columns),
            Self::Heading(_) => 0,
        }
    }

    /// At most `count` of the rows, from row `skip` on, behind `margin` blank columns.
    pub(super) fn lines(&self, columns: usize, (skip, count): (usize, usize), margin: usize) -> Vec<Line<'a>> {
        match self {
            Self::Prompt(prompt) => {
                let rows = prompt.rows(columns, skip, count).into_iter();
                rows.map(|row| prompt_line(row).indented(margin)).collect()
            }
            Self::Heading(text) => {
                let rows = Wrap::new(text.clone(), columns).skip(skip).take(count);
                rows.map(|row| Line::of(Role::Heading, row).indented(margin)).collect()
            }
        }
    }
}

/// What the form asks of a long text. It names the keys that answer, as long as they are those.
fn long(screen: &Screen, field: Field) -> String {
    let (asked, _) = screen.form.long(field);
    if usage::has_keys_of_long(&screen.keys) {
        return asked;
    }
    asked.trim_end_matches("[Y/n]").trim_end().to_owned()
}

fn prompt_line((part, row): (Part, Row<'_>)) -> Line<'_> {
    Line::default().with_text(if part == Part::Question { Role::Prompt } else { Role::Text }, row)
}
