//! The visible rows of a list: all items, folded as far as needed, or a window of labels around the highlight. Below a
//! window, the custom row stays in place.

use super::Screen;
use super::allot::Part;
use super::layout::Layout;
use super::list::List;
use super::viewport;
use crate::faces::frame::{Line, Role, Span};
use crate::text::{Clean, truncate};
use crate::words::Words;

/// Minimum rows of a scrolling list in which the custom row stays in place.
const MIN_ROWS_WITH_CUSTOM: usize = 4;
/// Minimum width of a list that says how many items are hidden, in columns.
const MIN_COLUMNS_WITH_COUNTS: usize = 12;

/// Draws the visible rows of the list.
pub(super) fn visible<'a>(screen: &'a Screen, layout: &Layout) -> Vec<Line<'a>> {
    let list = List::of(screen, layout);
    let (highlight, rows) = (list.highlight(), layout.rows(Part::Body));
    if rows > 0 && list.len() == 0 && layout.is_narrowed {
        let line = Line::of(Role::Muted, truncate(screen.form.words().no_match.into(), layout.text_columns()));
        return vec![line.indented(layout.margin)];
    }
    if rows == 0 || list.len() == 0 {
        return Vec::new();
    }
    let Some(shares) = &layout.shares else { return window(screen.form.words(), layout, &list, highlight) };
    let mut lines = Vec::with_capacity(rows);
    shares.iter().enumerate().for_each(|(at, &most)| list.push(at, most, Some(at) == highlight, &mut lines));
    lines
}

/// Returns the item at a row and column of the list; none on a count.
pub(super) fn item_at(screen: &Screen, layout: &Layout, row: usize, column: usize) -> Option<usize> {
    let lines = visible(screen, layout);
    let line = lines.get(row)?;
    // The end of a row, after blanks; see `counted`. Signs after a label begin with a blank.
    let count = match line.spans.as_slice() {
        [.., Span { role: Role::Text, .. }, count @ Span { role: Role::Muted, .. }] => Some(count),
        _ => None,
    };
    let count = count.filter(|count| count.text.as_str().starts_with(['↑', '↓']));
    let is_count = count.is_some_and(|count| column + count.text.columns() >= line.width());
    line.item.filter(|_| layout.shares.is_some() || !is_count)
}

/// Draws a window in which each item that is not highlighted has one row. Only visible items are laid out. The first
/// row says how many items are hidden above, and the last one how many below; if one of them is the highlighted item's,
/// the other says both.
fn window<'a>(words: &Words, layout: &Layout, list: &List<'a>, highlight: Option<usize>) -> Vec<Line<'a>> {
    let (rows, items) = scrolling(list, layout.rows(Part::Body));
    let is_custom = highlight.is_some_and(|highlight| highlight >= items);
    let focus = list.focus().min(items - 1);
    let mut focused = Vec::new();
    let is_highlighted = highlight == Some(focus);
    list.push(focus, if is_custom { 1 } else { focus_rows(items, rows) }, is_highlighted, &mut focused);
    let others = rows.saturating_sub(focused.len());
    // The focused item is in the middle, unless that would leave rows blank.
    let first = focus.saturating_sub(others / 2).min((items - 1).saturating_sub(others));
    let end = (first + others + 1).min(items);
    let mut lines = Vec::with_capacity(rows + 1);
    (first..focus).for_each(|at| list.push(at, 1, false, &mut lines));
    lines.append(&mut focused);
    (focus + 1..end).for_each(|at| list.push(at, 1, false, &mut lines));
    let end_row = lines.len() - 1;
    let top = if first < focus { 0 } else { end_row };
    let bottom = if focus + 1 < end { end_row } else { 0 };
    let (above, below) = (first, items - end);
    let columns = layout.list_columns();
    let counts =
        if top == bottom { vec![(top, (above, below))] } else { vec![(top, (above, 0)), (bottom, (0, below))] };
    for (row, hidden) in counts {
        lines.get_mut(row).into_iter().for_each(|line| *line = counted(words, columns, std::mem::take(line), hidden));
    }
    if items < list.len() {
        list.push(items, 1, is_custom, &mut lines);
    }
    lines
}

/// Ends a row in the count of hidden items, which takes at most a third of it.
pub(super) fn counted<'a>(words: &Words, columns: usize, line: Line<'a>, hidden: (usize, usize)) -> Line<'a> {
    if hidden == (0, 0) || columns < MIN_COLUMNS_WITH_COUNTS {
        return line;
    }
    let count = viewport::counts(words, words.more, hidden, None, columns / 3);
    let room = columns - count.width();
    let line = line.fit(room - 1);
    let blank = Clean::blank(room - line.width());
    count.spans.into_iter().fold(line.with(Role::Text, blank), |line, span| line.with(span.role, span.text))
}

/// Returns the maximum height of the focused item in rows: half of those that show items, so that others stay in sight,
/// or those that a row of each other item leaves.
fn focus_rows(items: usize, rows: usize) -> usize {
    rows.div_ceil(2).max((rows + 1).saturating_sub(items))
}

/// Returns the rows and the number of items that scroll. The custom row stays below them, unless that leaves too
/// few.
fn scrolling(list: &List<'_>, rows: usize) -> (usize, usize) {
    let items = list.len();
    if list.ends_in_custom() && items > 1 && rows >= MIN_ROWS_WITH_CUSTOM {
        (rows - 1, items - 1)
    } else {
        (rows, items)
    }
}

/// Returns how many items a page of a scrolling list has, with one that stays in sight.
pub(super) fn items_of_page(list: &List<'_>, layout: &Layout) -> usize {
    scrolling(list, layout.rows(Part::Body)).0.saturating_sub(1).max(1)
}

pub(super) fn is_highlight_cut(screen: &Screen, layout: &Layout) -> bool {
    let list = List::of(screen, layout);
    let Some(highlight) = list.highlight() else { return false };
    let (rows, items) = scrolling(&list, layout.rows(Part::Body));
    let share = match &layout.shares {
        Some(shares) => shares.get(highlight).copied(),
        None => (rows > 0).then(|| if highlight < items { focus_rows(items, rows) } else { 1 }),
    };
    share.is_some_and(|share| share < list.height(highlight, usize::MAX).whole)
}
