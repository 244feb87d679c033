//! The visible rows of a list: all items, folded as far as needed, or a window of labels around the highlight. Below a
//! window, the row for free text stays in place.

use super::Screen;
use super::fold::Fold;
use super::layout::{Layout, Part};
use super::list::List;
use super::viewport;
use crate::screen::frame::Line;

/// Minimum rows of a list with marks for hidden items.
const MIN_ROWS_WITH_MARKS: usize = 3;

/// Minimum rows of a list in which the row for free text does not scroll: in general, and while its text is edited.
/// Fewer rows are enough then, because the other items cannot be chosen.
const MIN_ROWS_WITH_OWN_TEXT: usize = 6;
const MIN_ROWS_WITH_OPEN_TEXT: usize = 4;

/// Width of the marker before an item, in columns. Marks are indented by it.
const MARKER_COLUMNS: usize = 2;

/// Draws the visible rows of the list.
pub(super) fn visible<'a>(screen: &'a Screen, layout: &Layout) -> Vec<Line<'a>> {
    let list = List::of(screen, screen.form.page(), layout);
    if layout.rows(Part::Body) == 0 || list.len() == 0 {
        return Vec::new();
    }
    let highlight = screen.form.highlight();
    if let Some(fold) = layout.fold {
        return whole(&list, highlight, fold, layout.rows(Part::Body));
    }
    let window = Window::of(&list, highlight, layout);
    let mut lines = window.lines(&list, layout, screen);
    if let Some(at) = window.own {
        list.push_item(at, Fold::Label, highlight >= at, &mut lines);
    }
    lines
}

/// Draws all items folded, except that the highlighted one gets the rows that are left.
fn whole<'a>(list: &List<'a>, highlight: usize, fold: Fold, rows: usize) -> Vec<Line<'a>> {
    let mut lines = Vec::with_capacity(rows);
    (0..highlight).for_each(|at| list.push_item(at, fold, false, &mut lines));
    let mut below = Vec::new();
    (highlight + 1..list.len()).for_each(|at| list.push_item(at, fold, false, &mut below));
    let room = rows.saturating_sub(lines.len() + below.len());
    list.push_cut(highlight, room.max(1), true, &mut lines);
    lines.append(&mut below);
    lines
}

/// Returns whether part of the highlighted item is hidden.
pub(super) fn is_highlight_cut(screen: &Screen, layout: &Layout) -> bool {
    if matches!(layout.fold, Some(Fold::Whole | Fold::Brief)) || layout.rows(Part::Body) == 0 {
        return false;
    }
    let list = List::of(screen, screen.form.page(), layout);
    let highlight = screen.form.highlight();
    if highlight >= list.len() {
        return false;
    }
    let (mut rows, mut cut) = (Vec::new(), Vec::new());
    list.push_item(highlight, Fold::Whole, true, &mut rows);
    if let Some(fold) = layout.fold {
        let all = whole(&list, highlight, fold, layout.rows(Part::Body));
        cut.extend(all.into_iter().filter(|line| line.item == Some(highlight)));
    } else {
        let window = Window::of(&list, highlight, layout);
        list.push_cut(highlight, window.focus_rows(), true, &mut cut);
    }
    cut.len() < rows.len()
}

/// Returns how many items of a scrolling list are visible if there are marks above and below.
pub(super) fn sure_items(list: &List<'_>, layout: &Layout) -> usize {
    let rows = Window::of(list, 0, layout).rows;
    if rows < MIN_ROWS_WITH_MARKS { rows.max(1) } else { rows - 2 }
}

/// The scrolling part of a list: the focused item and the labels around it.
struct Window {
    /// Number of items that scroll. They are the first items of the list.
    items: usize,
    focus: usize,
    /// Whether the focused item is highlighted.
    is_highlighted: bool,
    rows: usize,
    /// Index of the row for free text, if that stays below the window.
    own: Option<usize>,
}

impl Window {
    fn of(list: &List<'_>, highlight: usize, layout: &Layout) -> Self {
        let min = if list.is_own_text_open() { MIN_ROWS_WITH_OPEN_TEXT } else { MIN_ROWS_WITH_OWN_TEXT };
        let own = list.own_text().filter(|&at| at > 0 && layout.rows(Part::Body) >= min);
        let own = own.map(|at| (at, list.height(at, layout.rows(Part::Body)).whole));
        let own = own.filter(|(_, rows)| *rows <= layout.rows(Part::Body) / 3);
        let items = own.map_or(list.len(), |(at, _)| at);
        Self {
            items,
            focus: highlight.min(items.saturating_sub(1)),
            is_highlighted: highlight < items,
            rows: layout.rows(Part::Body) - own.map_or(0, |(_, rows)| rows),
            own: own.map(|(at, _)| at),
        }
    }

    /// Returns the rows of the marks above and below.
    fn marks(&self) -> (usize, usize) {
        let mark = |hidden: usize| usize::from(hidden > 0 && self.rows >= MIN_ROWS_WITH_MARKS);
        (mark(self.focus), mark(self.items - self.focus - 1))
    }

    /// Returns the maximum height of the focused item in rows: half of the rows, so that others stay in sight beside it.
    fn focus_rows(&self) -> usize {
        let (above, below) = self.marks();
        let room = self.rows - above - below;
        if self.items > 1 { room.min(self.rows.div_ceil(2)) } else { room }
    }

    /// Draws the visible rows. Only visible items are laid out. Marks count the hidden items above and below.
    fn lines<'a>(&self, list: &List<'a>, layout: &Layout, screen: &Screen) -> Vec<Line<'a>> {
        let (all_above, all_below) = (self.focus, self.items - self.focus - 1);
        let (mark_above, mark_below) = self.marks();
        let mut focused = Vec::new();
        list.push_cut(self.focus, self.focus_rows(), self.is_highlighted, &mut focused);
        // The focused item is centered, unless that would leave rows blank.
        let room = self.rows.saturating_sub(focused.len());
        let above = all_above.min((room / 2).max(mark_above));
        let below = all_below.min(room - above);
        let above = all_above.min(room - below);
        let first = if all_above > above { self.focus - (above - mark_above) } else { 0 };
        let end = self.focus + 1 + if all_below > below { below - mark_below } else { below };
        let mark = |hidden| {
            let indent = layout.margin + if layout.margin > 0 { MARKER_COLUMNS } else { 0 };
            let columns = layout.list_columns().saturating_sub(indent);
            viewport::mark(screen.form.words(), screen.form.words().more, hidden, None, columns).indented(indent)
        };
        let has_marks = self.rows >= MIN_ROWS_WITH_MARKS;
        let mut lines = Vec::with_capacity(self.rows + 1);
        lines.extend((has_marks && first > 0).then(|| mark((first, 0))));
        (first..self.focus).for_each(|at| list.push_cut(at, 1, false, &mut lines));
        lines.append(&mut focused);
        (self.focus + 1..end).for_each(|at| list.push_cut(at, 1, false, &mut lines));
        lines.extend((has_marks && end < self.items).then(|| mark((0, self.items - end))));
        lines
    }
}
