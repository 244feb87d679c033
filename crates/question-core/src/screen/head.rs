//! What stands above the list of a page: the prompt of its question, or a heading.

use super::Screen;
use super::frame::{Line, Role};
use super::layout::question_of;
use super::list::Indent;
use super::{review, usage};
use crate::form::Form;
use crate::form::page::{Base, Field, Page};
use crate::form::prompt::{Part, Prompt};
use crate::text::prose::ProseRow;
use crate::text::{Clean, Renderer, Wrap};

/// The text above a list.
pub(super) enum Head<'a> {
    /// The prompt of a question, which may be long and is read on.
    Prompt(&'a Prompt, &'a Renderer),
    /// What the form says of a page by itself.
    Heading(Clean<'a>),
    /// What it asks about texts that are no part of the answers, and these.
    Unsent(&'a Form),
}

impl<'a> Head<'a> {
    /// The head of a page.
    pub(super) fn of(screen: &'a Screen, page: Page) -> Self {
        let (form, words) = (&screen.form, screen.form.words());
        Self::Heading(match page {
            Page::Base(Base::Review) => words.review.into(),
            Page::Leave { .. } if form.is_revision() => words.leave_revision.into(),
            Page::Leave { .. } => words.leave.into(),
            Page::Unsent(_) => return Self::Unsent(form),
            Page::Field(Field::Discussion(Base::Review)) => words.discuss_heading.into(),
            Page::Long { field, .. } => Clean::composed(long(screen, field)),
            Page::Preview(at) => form.highlighted_label(at),
            page => match question_of(page).and_then(|at| form.entry(at)) {
                Some(entry) => return Self::Prompt(&entry.shown.prompt, &screen.renderer),
                None => Clean::default(),
            },
        })
    }

    /// The head of the page that is shown.
    pub(super) fn shown(screen: &'a Screen) -> Self {
        Self::of(screen, screen.form.page())
    }

    /// Whether it asks what becomes of texts, and has these below that.
    pub(super) fn is_about_texts(&self) -> bool {
        matches!(self, Self::Unsent(_))
    }

    /// How many rows of `columns` it takes, counted up to `limit`.
    pub(super) fn count(&self, columns: usize, limit: usize) -> usize {
        match self {
            Self::Prompt(prompt, renderer) => prompt.count(columns, limit, renderer),
            Self::Heading(text) => Wrap::new(text.borrowed(), columns).take(limit).count(),
            Self::Unsent(form) => unsent(form, columns, usize::MAX).len().min(limit),
        }
    }

    /// How many rows it asks for, counted up to `limit`: of long texts, their first rows and the mark.
    pub(super) fn wanted(&self, columns: usize, limit: usize) -> usize {
        match self {
            Self::Unsent(form) => {
                let first = unsent(form, columns, review::MAX_ROWS).len() + 1;
                self.count(columns, limit).min(first)
            }
            Self::Prompt(..) | Self::Heading(_) => self.count(columns, limit),
        }
    }

    /// How many rows are to be kept in sight, counted up to `limit`.
    pub(super) fn kept_rows(&self, columns: usize, limit: usize) -> usize {
        match self {
            Self::Prompt(prompt, renderer) => prompt.kept_rows(columns, limit, renderer),
            Self::Unsent(form) => asked_of_unsent(form, columns).take(limit).count(),
            Self::Heading(_) => 0,
        }
    }

    /// The row behind those.
    pub(super) fn kept_end(&self, columns: usize) -> usize {
        match self {
            Self::Prompt(prompt, renderer) => prompt.kept_end(columns, renderer),
            Self::Unsent(form) => asked_of_unsent(form, columns).count(),
            Self::Heading(_) => 0,
        }
    }

    /// At most `count` of the rows, from row `skip` on, behind `margin` blank columns; with `brief`, of texts as much as they
    /// show in so many rows.
    pub(super) fn lines(
        &self,
        columns: usize,
        (skip, count): (usize, usize),
        margin: usize,
        brief: Option<usize>,
    ) -> Vec<Line<'a>> {
        match self {
            Self::Prompt(prompt, renderer) => {
                let rows = prompt.rows(columns, skip, count, renderer).into_iter();
                rows.map(|row| prompt_line(row).indented(margin)).collect()
            }
            Self::Unsent(form) => {
                let rows =
                    brief.map_or_else(|| unsent(form, columns, usize::MAX), |room| unsent_in(form, columns, room));
                rows.into_iter().skip(skip).take(count).map(|row| row.indented(margin)).collect()
            }
            Self::Heading(text) => {
                let rows = Wrap::new(text.clone(), columns).skip(skip).take(count);
                rows.map(|row| Line::of(Role::Heading, row).indented(margin)).collect()
            }
        }
    }
}

/// What the form asks about texts, in rows.
fn asked_of_unsent(form: &Form, columns: usize) -> Wrap<'_> {
    Wrap::new(form.words().unsent.into(), columns)
}

/// That, and below it the texts, at most `max` rows of each.
fn unsent(form: &Form, columns: usize, max: usize) -> Vec<Line<'_>> {
    let asked = asked_of_unsent(form, columns);
    let mut rows: Vec<Line> = asked.map(|row| Line::of(Role::Heading, row)).collect();
    review::push_unsent(form, max, Indent { margin: 0, columns }, &mut rows);
    rows
}

/// The same for so many rows: all of the texts, or as many rows of each as fit. Where not even one does, those of several
/// are told by a row each, and only one is shown from its start.
fn unsent_in(form: &Form, columns: usize, room: usize) -> Vec<Line<'_>> {
    let of = |max| unsent(form, columns, max);
    let whole = of(usize::MAX);
    let is_one = || review::unsent(form, |_| "").len() == 1;
    match [review::MAX_ROWS, 1].map(of).into_iter().find(|rows| rows.len() < room) {
        _ if whole.len() <= room || is_one() => whole,
        Some(rows) => rows,
        None => of(0),
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

fn prompt_line(row: Option<(Part, ProseRow<'_>)>) -> Line<'_> {
    match row {
        Some((part, row)) => row.into_line(if part == Part::Question { Role::Prompt } else { Role::Text }),
        None => Line::default(),
    }
}

impl<'a> ProseRow<'a> {
    /// The line that it makes; its role is that of a text without marks.
    pub(super) fn into_line(self, role: Role) -> Line<'a> {
        match self {
            Self::Own(row) => Line::default().with_row(role, row),
            Self::Host(markdown, row) => Line { host: Some((markdown, row)), ..Line::default() },
        }
    }
}
