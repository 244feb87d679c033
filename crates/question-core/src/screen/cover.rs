//! A page that covers the form: a text that scrolls, in borders, with the hints below it.

use super::Screen;
use super::frame::{Frame, Line, Role, Slot};
use super::layout::{self, MIN_ROWS_WITH_BORDERS, MIN_ROWS_WITH_GAPS, MIN_ROWS_WITH_HINTS};
use super::viewport::{self, Viewport};
use crate::text::Clean;

/// The rows and columns of such a page.
#[allow(clippy::struct_excessive_bools)] // parts come and go independently of each other
pub(super) struct Cover {
    pub(super) columns: usize,
    /// Blank columns on the left.
    pub(super) margin: usize,
    /// Rows of the text.
    pub(super) rows: usize,
    has_borders: bool,
    has_heading: bool,
    has_gaps: bool,
    has_hints: bool,
}

/// What stands on such a page.
pub(super) struct Content<'a> {
    /// The line above it.
    pub(super) border: Line<'a>,
    pub(super) heading: Option<Line<'a>>,
    pub(super) view: Viewport,
    /// The rows of the text that are in sight.
    pub(super) text: Vec<Line<'a>>,
    pub(super) hints: Line<'a>,
    /// Rows that the page has at least, where its text has fewer.
    pub(super) min_rows: usize,
}

impl Cover {
    /// A page of at most `height` rows.
    pub(super) fn new(screen: &Screen, height: usize, has_heading: bool) -> Self {
        let columns = screen.size.columns.max(1);
        let has_borders = height >= MIN_ROWS_WITH_BORDERS;
        let has_gaps = height >= MIN_ROWS_WITH_GAPS;
        let has_heading = has_heading && height > 1;
        let has_hints = height >= MIN_ROWS_WITH_HINTS;
        let mut cover =
            Self { columns, margin: layout::margin(columns), rows: 0, has_borders, has_heading, has_gaps, has_hints };
        cover.rows = height.saturating_sub(cover.fixed_rows()).max(1);
        cover
    }

    fn fixed_rows(&self) -> usize {
        let heading = usize::from(self.has_heading) * (1 + usize::from(self.has_gaps));
        heading + 2 * usize::from(self.has_borders) + usize::from(self.has_hints) * (1 + usize::from(self.has_gaps))
    }

    /// Columns of the text.
    pub(super) fn text_columns(&self) -> usize {
        self.columns - self.margin
    }

    /// Draws the page.
    pub(super) fn frame<'a>(&self, screen: &Screen, content: Content<'a>) -> Frame<'a> {
        let Content { border, heading, view, text, hints, min_rows } = content;
        let gap = || self.has_gaps.then(Line::default);
        let mut lines = Vec::with_capacity(min_rows.max(16));
        lines.extend(self.has_borders.then_some(border));
        if self.has_heading {
            lines.extend(heading.map(|line| line.indented(self.margin)));
            lines.extend(gap());
        }
        let (above, _) = view.hidden();
        let first = Slot { row: lines.len(), first: above, rows: text.len() };
        let mark =
            |hidden| viewport::mark(screen.form.words(), screen.form.words().lines, hidden, None, self.text_columns());
        let rows = view.lines(text, mark);
        let missing = min_rows.saturating_sub(self.fixed_rows() + rows.len());
        // The first row of the text stands below a mark.
        let has_mark_above = above > 0 && rows.len() > first.rows && self.rows >= viewport::MIN_ROWS_WITH_TWO_MARKS;
        let preview = Some(Slot { row: first.row + usize::from(has_mark_above), ..first });
        lines.extend(rows.into_iter().map(|line| line.indented(self.margin)));
        lines.extend((0..missing).map(|_| Line::default()));
        if self.has_hints {
            lines.extend(gap());
            lines.push(hints.indented(self.margin));
        }
        lines.extend(self.has_borders.then(|| Line::of(Role::Border, Clean::rule(self.columns))));
        Frame { lines: lines.into_iter().map(|line| line.fit(self.columns)).collect(), preview, ..Frame::default() }
    }
}
