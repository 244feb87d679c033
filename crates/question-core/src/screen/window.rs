//! The visible rows of a list: all items, folded as far as needed, or a window of labels around the highlight. Below a
//! window, the row for free text stays in place.

use super::Screen;
use super::allot::Part;
use super::fold::Fold;
use super::item::MARKER_COLUMNS;
use super::layout::Layout;
use super::list::List;
use super::viewport::{self, Viewport};
use crate::screen::frame::Line;

/// Minimum rows of a scrolling list in which the row for free text stays in place.
const MIN_ROWS_WITH_OWN_TEXT: usize = 4;

/// Draws the visible rows of the list.
pub(super) fn visible<'a>(screen: &'a Screen, layout: &Layout) -> Vec<Line<'a>> {
    let list = List::of(screen, screen.form.page(), layout);
    let (highlight, rows) = (list.highlight(), layout.rows(Part::Body));
    if rows == 0 || list.len() == 0 {
        return Vec::new();
    }
    match layout.fold {
        Some(fold) => whole(&list, highlight, fold, rows),
        None => window(&list, highlight, rows, |hidden| {
            let indent = layout.margin + if layout.margin > 0 { MARKER_COLUMNS } else { 0 };
            let columns = layout.list_columns().saturating_sub(indent);
            viewport::counts(screen.form.words(), screen.form.words().more, hidden, None, columns).indented(indent)
        }),
    }
}

/// Draws all items folded, except that the highlighted one gets the rows that are left.
fn whole<'a>(list: &List<'a>, highlight: usize, fold: Fold, rows: usize) -> Vec<Line<'a>> {
    let mut lines = Vec::with_capacity(rows);
    (0..highlight).for_each(|at| list.push(at, fold, false, &mut lines));
    let mut below = Vec::new();
    (highlight + 1..list.len()).for_each(|at| list.push(at, fold, false, &mut below));
    let room = rows.saturating_sub(lines.len() + below.len());
    list.push_highlighted(highlight, room.max(1), &mut lines);
    lines.append(&mut below);
    lines
}

/// Draws a viewport in which each item that is not highlighted has one row. Only visible items are laid out. The
/// counts are those of the hidden items above and below.
fn window<'a>(
    list: &List<'a>,
    highlight: usize,
    rows: usize,
    counts: impl Fn((usize, usize)) -> Line<'a>,
) -> Vec<Line<'a>> {
    let (rows, items) = scrolling(list, rows);
    let is_own_text = highlight >= items;
    let focus = highlight.min(items - 1);
    let mut focused = Vec::new();
    if is_own_text {
        list.push(focus, Fold::Label, false, &mut focused);
    } else {
        list.push_highlighted(focus, focus_rows(items, rows), &mut focused);
    }
    let focus_end = focus + focused.len();
    let view = Viewport::around(items - 1 + focused.len(), rows, &(focus..focus_end));
    let text = view.text();
    let mut lines = Vec::with_capacity(rows + 1);
    (text.start..focus).for_each(|at| list.push(at, Fold::Label, false, &mut lines));
    lines.append(&mut focused);
    (focus + 1..focus + 1 + text.end - focus_end).for_each(|at| list.push(at, Fold::Label, false, &mut lines));
    let mut lines = view.lines(lines, counts);
    if items < list.len() {
        list.push(items, Fold::Label, is_own_text, &mut lines);
    }
    lines
}

/// Returns the maximum height of the focused item in rows: half of those that show items, so that others stay in sight,
/// or those that a row of each other item leaves.
fn focus_rows(items: usize, rows: usize) -> usize {
    Viewport::rows_beside_counts(rows).div_ceil(2).max((rows + 1).saturating_sub(items))
}

/// Returns the rows and the number of items that scroll. The row for free text stays below them, unless that leaves too
/// few.
fn scrolling(list: &List<'_>, rows: usize) -> (usize, usize) {
    let items = list.len();
    if list.ends_in_own_text() && items > 1 && rows >= MIN_ROWS_WITH_OWN_TEXT {
        (rows - 1, items - 1)
    } else {
        (rows, items)
    }
}

/// Returns how many items of a scrolling list are certainly visible.
pub(super) fn sure_items(list: &List<'_>, layout: &Layout) -> usize {
    Viewport::rows_beside_counts(scrolling(list, layout.rows(Part::Body)).0).max(1)
}

/// Returns whether part of the highlighted item is hidden.
pub(super) fn is_highlight_cut(screen: &Screen, layout: &Layout) -> bool {
    let list = List::of(screen, screen.form.page(), layout);
    let highlight = list.highlight();
    let rows = match (layout.fold, layout.rows(Part::Body)) {
        (Some(Fold::Whole | Fold::Brief), _) | (_, 0) => return false,
        (Some(Fold::Label), _) => {
            visible(screen, layout).iter().filter(|line| line.item == Some(list.row(highlight))).count()
        }
        (None, rows) => {
            let (rows, items) = scrolling(&list, rows);
            focus_rows(items, rows)
        }
    };
    rows < list.height(highlight, usize::MAX).whole
}
