//! The viewport of a text that scrolls, and its counts: a row below the text that states how much is hidden above and
//! below.
//!
//! Rows are 0-based.

use std::ops::Range;

use super::keys::KeyName;
use crate::faces::frame::{Line, Role};
use crate::form::command::Command;
use crate::text::{Clean, truncate, width};
use crate::words::Words;

/// Rows that the mouse wheel scrolls.
const WHEEL_ROWS: usize = 3;

/// A movement: it scrolls a text, or moves the highlight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Movement {
    Up,
    Down,
    PageUp,
    PageDown,
    First,
    Last,
    PreviewUp,
    PreviewDown,
    WheelUp,
    WheelDown,
}

impl Movement {
    /// Returns the movement of a command, or `None` if the command is the form's.
    pub(super) fn by(command: Command) -> Option<Self> {
        Some(match command {
            Command::CursorUp => Self::Up,
            Command::CursorDown => Self::Down,
            Command::PageUp | Command::ReadUp => Self::PageUp,
            Command::PageDown | Command::ReadDown => Self::PageDown,
            Command::First => Self::First,
            Command::Last => Self::Last,
            Command::PreviewUp => Self::PreviewUp,
            Command::PreviewDown => Self::PreviewDown,
            _ => return None,
        })
    }
}

/// The visible rows of a text that scrolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Viewport {
    all: usize,
    rows: usize,
    /// First visible row of the text.
    offset: usize,
    /// Rows that a page key and the wheel scroll by at most.
    page: usize,
}

impl Viewport {
    /// Creates a viewport of `rows` rows for a text of `all` rows. An `offset` beyond the end is reduced.
    pub(super) fn new(all: usize, rows: usize, offset: usize) -> Self {
        let view = Self { all, rows, offset, page: Self::rows_beside_counts(rows) };
        Self { offset: offset.min(view.max_offset()), ..view }
    }

    /// Makes pages short enough for a viewport of `rows` rows, to which this one may shrink.
    pub(super) fn shrinking_to(self, rows: usize) -> Self {
        Self { page: self.page.min(Self::rows_beside_counts(rows)), ..self }
    }

    /// Returns how many rows of a text are visible beside the counts. A single row belongs to the text.
    fn rows_beside_counts(rows: usize) -> usize {
        rows.saturating_sub(1).max(rows.min(1))
    }

    pub(super) fn is_cut(self) -> bool {
        self.all > self.rows
    }

    /// Returns the largest offset, at which the end of the text is visible.
    fn max_offset(self) -> usize {
        if self.is_cut() { self.all - Self::rows_beside_counts(self.rows) } else { 0 }
    }

    pub(super) fn visible_rows(self) -> Range<usize> {
        let room = if self.is_cut() { Self::rows_beside_counts(self.rows) } else { self.all };
        self.offset..self.offset + room
    }

    /// Returns the numbers of hidden rows above and below.
    pub(super) fn hidden(self) -> (usize, usize) {
        let text = self.visible_rows();
        (text.start, self.all - text.end)
    }

    pub(super) fn offset_after(self, movement: Movement) -> usize {
        let page = self.page.max(1);
        let up = |rows: usize| self.offset.saturating_sub(rows);
        let offset = match movement {
            Movement::First => 0,
            Movement::Last => self.max_offset(),
            Movement::Up => up(1),
            Movement::Down => self.offset + 1,
            Movement::WheelUp => up(WHEEL_ROWS.min(page)),
            Movement::WheelDown => self.offset + WHEEL_ROWS.min(page),
            Movement::PageUp | Movement::PreviewUp => up(page),
            Movement::PageDown | Movement::PreviewDown => self.offset + page,
        };
        offset.min(self.max_offset())
    }

    /// Combines the visible rows with the line that `counts` draws for the hidden rows.
    pub(super) fn lines<'a>(
        self,
        mut text: Vec<Line<'a>>,
        counts: impl Fn((usize, usize)) -> Line<'a>,
    ) -> Vec<Line<'a>> {
        if self.is_cut() && self.rows > 1 {
            text.push(counts(self.hidden()));
        }
        text
    }
}

/// Draws the counts: the numbers of hidden rows above and below, and a key with its description. Shortens it to fit
/// into `columns` columns: to the counts, to one word behind both, in the end to the numbers alone.
pub(super) fn counts(
    words: &Words,
    what: &str,
    (above, below): (usize, usize),
    key: Option<(&KeyName, &str)>,
    columns: usize,
) -> Line<'static> {
    let said = |numbers: usize, separator: &str| {
        let counts = [("↑", above), ("↓", below)].into_iter().filter(|&(_, count)| count > 0);
        let said = counts.enumerate().map(|(at, (arrow, count))| {
            let count = if at < numbers { words.number(count) } else { words.count(what, count) };
            format!("{arrow} {count}")
        });
        said.collect::<Vec<_>>().join(separator)
    };
    let whole = said(0, "  ");
    let keyed = key.filter(|(key, _)| key.name().columns() > 0);
    let keyed = keyed.map(|(key, does)| format!("{whole} · {} {does}", key.name().as_str()));
    let text = keyed.into_iter().chain([whole, said(1, " ")]).find(|text| width(text) <= columns);
    let text = text.unwrap_or_else(|| said(2, " "));
    Line::of(Role::Muted, truncate(Clean::composed(text), columns))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::{Movement, Viewport};

    proptest! {
        /// Scrolling to the end and back shows each row in both directions, and never more rows than the viewport has.
        #[test]
        fn no_row_is_left_out(all in 1_usize..60, rows in 1_usize..20, by in 0_usize..3) {
            let ways = [(Movement::Down, Movement::Up), (Movement::PageDown, Movement::PageUp), (Movement::WheelDown, Movement::WheelUp)];
            let Some((down, up)) = ways.get(by).copied() else { return Ok(()) };
            let mut offset = 0;
            for way in [down, up] {
                let mut seen = BTreeSet::new();
                loop {
                    let view = Viewport::new(all, rows, offset);
                    let text = view.visible_rows();
                    let (above, below) = view.hidden();
                    prop_assert_eq!(above + text.len() + below, all);
                    prop_assert!(text.len() <= rows && !text.is_empty());
                    prop_assert!(view.lines(vec![super::Line::default(); text.len()], |_| super::Line::default()).len() <= rows);
                    seen.extend(text);
                    let next = view.offset_after(way);
                    if next == offset {
                        break;
                    }
                    offset = next;
                }
                prop_assert_eq!(seen.len(), all);
            }
            prop_assert_eq!(offset, 0);
        }

        /// An offset beyond the end shows the end.
        #[test]
        fn an_offset_is_never_too_large(all in 0_usize..60, rows in 0_usize..20, offset in 0_usize..200) {
            let text = Viewport::new(all, rows, offset).visible_rows();
            prop_assert!(text.end <= all && text.start <= text.end);
        }
    }
}
