//! What is in sight of a text, or of a list, that has more rows than there is room for; and the row that says how much is
//! hidden.
//!
//! Rows count from 0. Where a text scrolls, rows that say what is hidden stand in place of rows of the text.

use std::ops::Range;

use super::frame::{Line, Role, Slot};
use super::keys::KeyName;
use crate::text::{Clean, truncate, width};
use crate::words::Words;

/// Rows below which one row says what is hidden on both sides.
const MIN_ROWS_WITH_TWO_MARKS: usize = 6;
/// Rows that the wheel scrolls.
const WHEEL_ROWS: usize = 3;

/// A way to move on the screen.
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

/// The rows that are in sight of a text that scrolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Viewport {
    all: usize,
    rows: usize,
    /// The first row of the text that is in sight.
    offset: usize,
}

impl Viewport {
    /// `rows` rows for a text of `all` rows, of which those from `offset` on are in sight, or the last where that are fewer
    /// than have room.
    pub(super) fn new(all: usize, rows: usize, offset: usize) -> Self {
        let view = Self { all, rows, offset };
        view.at(offset)
    }

    /// The same from another row on. A mark above never stands for a single row, which has room in its place.
    fn at(self, offset: usize) -> Self {
        let offset = offset.min(self.max_offset());
        Self { offset: if offset == 1 && self.has_two_marks() { 0 } else { offset }, ..self }
    }

    /// Whether some of the text is hidden.
    pub(super) fn is_cut(self) -> bool {
        self.all > self.rows
    }

    fn has_two_marks(self) -> bool {
        self.rows >= MIN_ROWS_WITH_TWO_MARKS
    }

    /// The row from which the end of the text is in sight, below one mark.
    fn max_offset(self) -> usize {
        if self.is_cut() { self.all - self.room_beside_mark() } else { 0 }
    }

    /// Rows of the text where one row says what is hidden on both sides. The text comes before that.
    fn room_beside_mark(self) -> usize {
        self.rows.saturating_sub(1).max(self.rows.min(1))
    }

    /// The rows of the text that are in sight.
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

    /// Rows of the text that are hidden above and below.
    pub(super) fn hidden(self) -> (usize, usize) {
        let text = self.text();
        (text.start, self.all - text.end)
    }

    /// The first row in sight afterwards.
    pub(super) fn scrolled(self, scroll: Scroll) -> usize {
        let page_up = self.rows.saturating_sub(if self.has_two_marks() { 2 } else { 1 }).max(1);
        let page_down = self.text().len().max(1);
        let up = |rows: usize| self.offset.saturating_sub(rows);
        let offset = match scroll {
            Scroll::First => 0,
            Scroll::Last => self.max_offset(),
            Scroll::Up => up(1),
            Scroll::WheelUp => up(WHEEL_ROWS.min(page_up)),
            Scroll::PageUp | Scroll::PreviewUp => up(page_up),
            // The row that a mark takes from the first one.
            Scroll::Down => self.offset + 1 + usize::from(self.offset == 0 && self.has_two_marks()),
            Scroll::WheelDown => self.offset + WHEEL_ROWS.min(page_down),
            Scroll::PageDown | Scroll::PreviewDown => self.offset + page_down,
        };
        self.at(offset).offset
    }

    /// Where among the rows on the screen the `rows` of the text stand: below a mark, where there is one above them.
    pub(super) fn slot(self, rows: usize) -> Slot {
        let (above, _) = self.hidden();
        Slot { row: usize::from(above > 0 && self.has_two_marks()), first: above, rows }
    }

    /// The rows on the screen: those of `text`, which are in sight, and what `mark` makes of the rows that are hidden.
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

/// The row that says how many are hidden above and below, and the key that shows them and what it does; as much of that as
/// has room in `columns`, and nothing but numbers where `is_brief`.
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
        /// Down to the end and back to the start, each row is in sight once; and no more rows are shown than there are.
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

        /// What is scrolled further than there is stands at its end.
        #[test]
        fn an_offset_is_never_too_large(all in 0_usize..60, rows in 0_usize..20, offset in 0_usize..200) {
            let text = Viewport::new(all, rows, offset).text();
            prop_assert!(text.end <= all && text.start <= text.end);
        }
    }
}
