//! Which rows of a head are shown in the rows that a layout has for it: all, the first and what asks with a mark for what is
//! left out, or those that the user reads.

use std::ops::Range;

use super::Screen;
use super::frame::Line;
use super::head::Head;
use super::layout::Layout;
use super::reel::Reel;
use super::window;

/// Rows of a head below which two arrows would leave too little of it.
pub(super) const MIN_ROWS_WITH_ARROWS: usize = 6;

impl Layout {
    /// The rows of the prompt or heading that stay put: where not all of it fits, its first rows and what asks.
    pub(super) fn head<'a>(&self, screen: &'a Screen) -> Vec<Line<'a>> {
        if !self.has_mark {
            // The one row there is shows what asks.
            let is_cut = self.has_lead() || self.is_one_of_more(screen);
            let kept = if is_cut { self.kept_head_rows(screen, usize::MAX) } else { 0 };
            let skip = if kept > 0 { self.kept_head_end(screen).saturating_sub(kept) } else { 0 };
            return self.head_lines(screen, skip, self.head_rows);
        }
        let rows = self.all_head_rows(screen);
        if let Some(spot) = screen.head_spot().filter(|_| self.is_reading) {
            let window = self.head_window(rows);
            let skip = spot.skip().min(rows.saturating_sub(window));
            return window::scrolled_head(self.head_lines(screen, skip, window), skip, rows, self, screen);
        }
        let tail = self.tail(screen);
        let first = self.head_page() - tail.len();
        let mut lines = self.head_lines(screen, 0, first);
        let left_out = rows.saturating_sub(first + tail.len());
        lines.push(window::lines_left_out(left_out, tail.len(), self, screen));
        lines.extend(self.head_lines(screen, tail.start, tail.len()));
        lines
    }

    /// How a head that is cut is scrolled above a text, where it has the rows of `reading` then.
    pub(super) fn reel(&self, reading: &Self, screen: &Screen) -> Reel {
        let (rows, tail) = (self.all_head_rows(screen), self.tail(screen));
        let (window, has_arrows) = (reading.head_window(rows), reading.has_head_arrows());
        Reel { rows, window, has_arrows, first: self.head_page() - tail.len(), tail }
    }

    /// Whether the head has one row, and more to say.
    fn is_one_of_more(&self, screen: &Screen) -> bool {
        self.head_rows == 1 && !self.is_reading && Head::shown(screen).count(self.columns - self.margin, 2) > 1
    }

    /// The rows that a cut head shows behind those it leaves out: the question, or as much of its end as leaves room for the
    /// first row. None, where it is among the first rows. What comes right before the question is not: it would begin
    /// anywhere, in a sentence or in a table.
    fn tail(&self, screen: &Screen) -> Range<usize> {
        let (page, end) = (self.head_page(), self.kept_head_end(screen));
        if end <= page {
            return 0..0;
        }
        let kept = self.kept_head_rows(screen, page + 1);
        // All of the question, if that is just what fits.
        let rows = if kept == page { page } else { kept.min(page - 1).max(1) };
        end - rows..end
    }

    fn kept_head_rows(&self, screen: &Screen, limit: usize) -> usize {
        Head::shown(screen).kept_rows(self.columns - self.margin, limit)
    }

    /// The row behind those of the question, where it comes behind others.
    fn kept_head_end(&self, screen: &Screen) -> usize {
        Head::shown(screen).kept_end(self.columns - self.margin)
    }

    /// Rows of a cut head beside its mark.
    fn head_page(&self) -> usize {
        self.head_rows.saturating_sub(1).max(1)
    }

    /// Whether a head that is scrolled has arrows in place of its first and its last row, or a mark for both.
    pub(super) fn has_head_arrows(&self) -> bool {
        self.head_rows >= MIN_ROWS_WITH_ARROWS
    }

    /// Rows of a head that is scrolled, and has `rows` in all: with its arrows, but without a mark.
    pub(super) fn head_window(&self, rows: usize) -> usize {
        if self.has_head_arrows() || rows <= self.head_rows { self.head_rows } else { self.head_page() }
    }

    /// How many rows the prompt or heading has; all of it has to be gone through for that.
    pub(super) fn all_head_rows(&self, screen: &Screen) -> usize {
        Head::shown(screen).count(self.columns - self.margin, usize::MAX)
    }

    /// At most `count` rows of the prompt below the head, where it is cut, from row `skip` of those on.
    pub(super) fn rest<'a>(&self, screen: &'a Screen, skip: usize, count: usize) -> Vec<Line<'a>> {
        if self.is_head_cut { self.head_lines(screen, self.head_rows + skip, count) } else { Vec::new() }
    }

    /// How many rows of the prompt there are below the head; all of the prompt has to be gone through for it.
    pub(super) fn rest_rows(&self, screen: &Screen) -> usize {
        if !self.is_head_cut {
            return 0;
        }
        self.all_head_rows(screen).saturating_sub(self.head_rows)
    }

    /// Lines of the prompt that the row above the list stands for.
    pub(super) fn lead_lines(&self, screen: &Screen) -> usize {
        if self.has_lead() { self.rest_rows(screen) } else { 0 }
    }

    fn head_lines<'a>(&self, screen: &'a Screen, skip: usize, count: usize) -> Vec<Line<'a>> {
        Head::shown(screen).lines(self.columns - self.margin, (skip, count), self.margin)
    }
}
