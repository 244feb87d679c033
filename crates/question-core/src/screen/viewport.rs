//! The viewport of a text that scrolls, and marks: rows that state how many rows are hidden above and below.
//!
//! Rows are 0-based. A mark takes the place of a row of the text.

use std::ops::Range;

use super::frame::{Line, Role, Slot};
use super::keys::KeyName;
use crate::text::{Clean, truncate, width};
use crate::words::Words;

/// Minimum rows of a viewport with separate marks above and below. A smaller one has a single mark for both.
const MIN_ROWS_WITH_TWO_MARKS: usize = 6;
/// Rows that the mouse wheel scrolls.
const WHEEL_ROWS: usize = 3;

/// A scrolling movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scroll {
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

/// The visible rows of a text that scrolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Viewport {
    all: usize,
    rows: usize,
    /// First visible row of the text.
    offset: usize,
}

impl Viewport {
    /// Creates a viewport of `rows` rows for a text of `all` rows. An `offset` beyond the end is reduced.
    pub(super) fn new(all: usize, rows: usize, offset: usize) -> Self {
        let view = Self { all, rows, offset };
        view.at(offset)
    }

    /// Creates a viewport with some rows of the text in its middle, unless that would leave rows blank.
    pub(super) fn around(all: usize, rows: usize, focus: &Range<usize>) -> Self {
        let above = Self::sure_rows(rows).saturating_sub(focus.len()) / 2;
        Self::new(all, rows, focus.start.saturating_sub(above))
    }

    /// Returns how many rows of a text are certainly visible in `rows` rows, with all marks.
    pub(super) fn sure_rows(rows: usize) -> usize {
        rows.saturating_sub(if rows >= MIN_ROWS_WITH_TWO_MARKS { 2 } else { 1 }).max(1)
    }

    /// Moves the viewport to an offset. An offset of 1 becomes 0, because the mark above would take the place of the
    /// only row that it hides.
    fn at(self, offset: usize) -> Self {
        let offset = offset.min(self.max_offset());
        Self { offset: if offset == 1 && self.has_two_marks() { 0 } else { offset }, ..self }
    }

    /// Returns whether some rows are hidden.
    pub(super) fn is_cut(self) -> bool {
        self.all > self.rows
    }

    fn has_two_marks(self) -> bool {
        self.rows >= MIN_ROWS_WITH_TWO_MARKS
    }

    /// Returns the largest offset, at which the end of the text is visible.
    fn max_offset(self) -> usize {
        if self.is_cut() { self.all - self.room_beside_mark() } else { 0 }
    }

    /// Rows of the text where one row says what is hidden on both sides. The text comes before that.
    fn room_beside_mark(self) -> usize {
        self.rows.saturating_sub(1).max(self.rows.min(1))
    }

    /// Returns the range of visible rows of the text.
    pub(super) fn text(self) -> Range<usize> {
        let room = if !self.is_cut() {
            self.rows
        } else if self.has_two_marks() {
            let below_mark = self.rows - usize::from(self.offset > 0);
            below_mark - usize::from(self.offset + below_mark < self.all)
        } else {
            self.room_beside_mark()
        };
        self.offset..(self.offset + room).min(self.all)
    }

    /// Returns the numbers of hidden rows above and below.
    pub(super) fn hidden(self) -> (usize, usize) {
        let text = self.text();
        (text.start, self.all - text.end)
    }

    /// Returns the offset after a movement.
    pub(super) fn scrolled(self, scroll: Scroll) -> usize {
        let page_up = Self::sure_rows(self.rows);
        let page_down = self.text().len().max(1);
        let up = |rows: usize| self.offset.saturating_sub(rows);
        let offset = match scroll {
            Scroll::First => 0,
            Scroll::Last => self.max_offset(),
            Scroll::Up => up(1),
            Scroll::WheelUp => up(WHEEL_ROWS.min(page_up)),
            Scroll::PageUp | Scroll::PreviewUp => up(page_up),
            // Leaving the start adds a mark above, so one more row has to be scrolled.
            Scroll::Down => self.offset + 1 + usize::from(self.offset == 0 && self.has_two_marks()),
            Scroll::WheelDown => self.offset + WHEEL_ROWS.min(page_down),
            Scroll::PageDown | Scroll::PreviewDown => self.offset + page_down,
        };
        self.at(offset).offset
    }

    /// Returns the rows of the viewport that show the text, below the upper mark if there is one.
    pub(super) fn slot(self, rows: usize) -> Slot {
        let (above, _) = self.hidden();
        Slot { row: usize::from(above > 0 && self.has_two_marks()), first: above, rows }
    }

    /// Combines the visible rows with the marks that `mark` draws for the hidden rows.
    pub(super) fn lines<'a>(self, text: Vec<Line<'a>>, mark: impl Fn((usize, usize)) -> Line<'a>) -> Vec<Line<'a>> {
        let (above, below) = self.hidden();
        if !self.is_cut() || self.rows < 2 {
            return text;
        }
        if !self.has_two_marks() {
            return text.into_iter().chain([mark((above, below))]).collect();
        }
        let first = (above > 0).then(|| mark((above, 0)));
        let last = (below > 0).then(|| mark((0, below)));
        first.into_iter().chain(text).chain(last).collect()
    }
}

/// Draws a mark: the numbers of hidden rows above and below, and a key with its description. Shortens it to fit into
/// `columns` columns, in the end to the numbers alone.
pub(super) fn mark(
    words: &Words,
    what: &str,
    (above, below): (usize, usize),
    key: Option<(&KeyName, &str)>,
    columns: usize,
) -> Line<'static> {
    let said = |is_brief: bool, separator: &str| {
        let counts = [("↑", above), ("↓", below)].into_iter().filter(|&(_, count)| count > 0);
        let said = counts.map(|(arrow, count)| {
            let count = if is_brief { words.number(count) } else { words.count(what, count) };
            format!("{arrow} {count}")
        });
        said.collect::<Vec<_>>().join(separator)
    };
    let whole = said(false, "  ");
    let keyed = key.filter(|(key, _)| key.text().columns() > 0);
    let keyed = keyed.map(|(key, does)| format!("{whole} • {} {does}", key.text().as_str()));
    let text = keyed.into_iter().chain([whole]).find(|text| width(text) <= columns);
    let text = text.unwrap_or_else(|| said(true, " "));
    Line::of(Role::Dim, truncate(Clean::composed(text), columns))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::{Scroll, Viewport};

    proptest! {
        /// Scrolling to the end and back shows each row in both directions, and never more rows than the viewport has.
        #[test]
        fn no_row_is_left_out(all in 1_usize..60, rows in 1_usize..20, by in 0_usize..3) {
            let ways = [(Scroll::Down, Scroll::Up), (Scroll::PageDown, Scroll::PageUp), (Scroll::WheelDown, Scroll::WheelUp)];
            let Some((down, up)) = ways.get(by).copied() else { return Ok(()) };
            let mut offset = 0;
            for way in [down, up] {
                let mut seen = BTreeSet::new();
                loop {
                    let view = Viewport::new(all, rows, offset);
                    let text = view.text();
                    let (above, below) = view.hidden();
                    prop_assert_eq!(above + text.len() + below, all);
                    prop_assert!(text.len() <= rows && !text.is_empty());
                    prop_assert!(view.lines(vec![super::Line::default(); text.len()], |_| super::Line::default()).len() <= rows);
                    seen.extend(text);
                    let next = view.scrolled(way);
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
            let text = Viewport::new(all, rows, offset).text();
            prop_assert!(text.end <= all && text.start <= text.end);
        }
    }
}
