//! What stands above the list of a page: the prompt of its question, or a heading.

use super::Screen;
use super::frame::{Line, Role};
use crate::form::page::{Base, Field, Page};
use crate::text::{Block, Clean, Wrap};

/// The text above a list.
pub(super) enum Head<'a> {
    /// The prompt of a question, which may be long and is read on.
    Prompt(&'a Block),
    /// What the form says of a page by itself.
    Heading(Clean<'a>),
}

impl<'a> Head<'a> {
    /// The head of a page. `has_caption`: another line says what the editor of a note is for; without it, nothing else
    /// tells that this is not the answer.
    pub(super) fn of(screen: &'a Screen, page: Page, has_caption: bool) -> Self {
        let (form, words) = (&screen.form, screen.form.words());
        Self::Heading(match page {
            Page::Base(Base::Review) => words.review.into(),
            Page::Leave { .. } if form.is_revision() => words.leave_revision.into(),
            Page::Leave { .. } => words.leave.into(),
            Page::Unsent(_) => words.unsent.into(),
            Page::Field(Field::Discussion(_)) => words.discuss_heading.into(),
            Page::Field(Field::Note(_)) if !has_caption => words.note_heading.into(),
            Page::Long { field, .. } => Clean::composed(form.long(field).0),
            Page::Preview(at) => form.highlighted_label(at),
            Page::Base(Base::Question(at))
            | Page::Field(Field::Answer(at) | Field::Added(at, _) | Field::Note(at))
            | Page::Filter(at) => match form.entry(at) {
                Some(entry) => return Self::Prompt(&entry.shown.prompt),
                None => Clean::default(),
            },
        })
    }

    /// How many rows of `columns` it takes, counted up to `limit`.
    pub(super) fn count(&self, columns: usize, limit: usize) -> usize {
        match self {
            Self::Prompt(prompt) => prompt.count(columns, limit),
            Self::Heading(text) => Wrap::new(text.borrowed(), columns).take(limit).count(),
        }
    }

    /// At most `count` of the rows, from row `skip` on, behind `margin` blank columns.
    pub(super) fn lines(self, columns: usize, skip: usize, count: usize, margin: usize) -> Vec<Line<'a>> {
        let (role, rows) = match self {
            Self::Prompt(prompt) => (Role::Text, prompt.rows(columns, skip, count)),
            Self::Heading(text) => (Role::Heading, Wrap::new(text, columns).skip(skip).take(count).collect()),
        };
        rows.into_iter().map(|row| Line::of(role, row).indented(margin)).collect()
    }
}
