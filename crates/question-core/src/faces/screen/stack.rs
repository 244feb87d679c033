//! Texts below each other, with a blank row between two: the prompt of a question, a preview, or an option on the whole
//! terminal.
//!
//! Rows are 0-based.

use std::ops::Range;

use crate::faces::frame::{Line, Role};
use crate::form::prompt::Passage;
use crate::text::markdown::{Markdown, Position};
use crate::text::{Clean, Wrap};

/// A text with a role.
#[derive(Clone, Debug)]
pub(super) enum Text<'a> {
    Markdown(Role, &'a Markdown),
    Plain(Role, Clean<'a>),
}

/// Texts below each other.
#[derive(Clone, Debug)]
pub(super) struct Stack<'a> {
    texts: Vec<Text<'a>>,
}

/// A place in a stack that does not depend on the width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Anchor {
    /// Index of the text.
    text: usize,
    /// Position in the text; `None` for the blank row above it.
    position: Option<Position>,
}

impl<'a> Text<'a> {
    /// Returns the number of rows at a width of `columns`.
    pub(super) fn count(&self, columns: usize) -> usize {
        match self {
            Self::Markdown(_, text) => text.count(columns),
            Self::Plain(_, text) => Wrap::new(text.borrowed(), columns).count(),
        }
    }

    /// Appends at most `max` rows from row `skip` on.
    pub(super) fn push(&self, columns: usize, skip: usize, max: usize, lines: &mut Vec<Line<'a>>) {
        match self {
            Self::Markdown(role, text) => {
                text.each_row(columns, skip, max, |row| lines.push(Line::of_row(*role, row)));
            }
            Self::Plain(role, text) => {
                let rows = Wrap::new(text.clone(), columns).skip(skip).take(max);
                lines.extend(rows.map(|row| Line::of(*role, row)));
            }
        }
    }

    fn position(&self, columns: usize, row: usize) -> Position {
        match self {
            Self::Markdown(_, text) => text.position(columns, row),
            Self::Plain(_, text) => Position::at_byte(starts(text, columns).nth(row).unwrap_or(0)),
        }
    }

    fn row(&self, columns: usize, position: Position) -> usize {
        match self {
            Self::Markdown(_, text) => text.row(columns, position),
            Self::Plain(_, text) => {
                starts(text, columns).skip(1).take_while(|start| Position::at_byte(*start) <= position).count()
            }
        }
    }
}

/// Returns the byte offsets of the rows of a text.
fn starts(text: &Clean<'_>, columns: usize) -> impl Iterator<Item = usize> {
    let mut rows = Wrap::new(text.borrowed(), columns);
    std::iter::from_fn(move || rows.next_with_start().map(|(start, _)| start))
}

/// Returns the number of rows of passages of a prompt at a width of `columns`.
pub(super) fn count(passages: &[(Passage, Markdown)], columns: usize) -> usize {
    below_each_other(passages.iter().map(|(_, text)| text.count(columns))).saturating_sub(1)
}

/// Returns the row that follows texts of so many rows each, with a blank row below each.
fn below_each_other(texts: impl Iterator<Item = usize>) -> usize {
    texts.map(|rows| rows + 1).sum()
}

impl<'a> Stack<'a> {
    pub(super) fn new(texts: impl IntoIterator<Item = Text<'a>>) -> Self {
        Self { texts: texts.into_iter().collect() }
    }

    /// Stacks passages of a prompt.
    pub(super) fn of(passages: &'a [(Passage, Markdown)]) -> Self {
        let text = |(passage, text): &'a (Passage, Markdown)| {
            Text::Markdown(if *passage == Passage::Question { Role::Prompt } else { Role::Text }, text)
        };
        Self { texts: passages.iter().map(text).collect() }
    }

    /// Adds a text below the others, if there is one.
    pub(super) fn and(mut self, text: Option<Text<'a>>) -> Self {
        self.texts.extend(text);
        self
    }

    /// Returns the number of rows at a width of `columns`.
    pub(super) fn count(&self, columns: usize) -> usize {
        self.first_row(columns, self.texts.len()).saturating_sub(1)
    }

    /// Returns the first row of the text at index `at`.
    pub(super) fn first_row(&self, columns: usize, at: usize) -> usize {
        below_each_other(self.texts.iter().take(at).map(|text| text.count(columns)))
    }

    /// Draws a range of rows.
    pub(super) fn lines(&self, columns: usize, range: Range<usize>) -> Vec<Line<'a>> {
        let mut lines = Vec::with_capacity(range.len().min(64));
        let mut skip = range.start;
        for (at, text) in self.texts.iter().enumerate() {
            if lines.len() == range.len() {
                break;
            }
            if at > 0 && skip == 0 {
                lines.push(Line::default());
            } else if at > 0 {
                skip -= 1;
            }
            // Rows outside the range are counted, but not drawn.
            let count = text.count(columns);
            if skip < count {
                text.push(columns, skip, range.len() - lines.len(), &mut lines);
            }
            skip = skip.saturating_sub(count);
        }
        lines
    }

    pub(super) fn anchor(&self, columns: usize, row: usize) -> Anchor {
        let mut skip = Some(row);
        for (at, text) in self.texts.iter().enumerate() {
            let count = text.count(columns);
            match skip {
                None => return Anchor { text: at, position: None },
                Some(skip) if skip < count => {
                    return Anchor { text: at, position: Some(text.position(columns, skip)) };
                }
                Some(rows) => skip = (rows - count).checked_sub(1),
            }
        }
        Anchor::default()
    }

    /// Returns the row of a place.
    pub(super) fn row(&self, columns: usize, anchor: Anchor) -> usize {
        let first = self.first_row(columns, anchor.text);
        match (self.texts.get(anchor.text), anchor.position) {
            (Some(text), Some(position)) => first + text.row(columns, position),
            _ => first.saturating_sub(1),
        }
    }
}
