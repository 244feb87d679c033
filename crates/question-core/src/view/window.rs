//! The part of a list that is on the screen, around its highlight.

use super::layout::Layout;
use super::list::{self, List};
use crate::form::{Cursor, Form};
use crate::frame::{Line, Role};
use crate::text::Clean;

/// Rows below which the arrows that count what is hidden would leave too few for the list itself.
const MIN_ROWS_WITH_ARROWS: usize = 3;

/// The rows of the page's list that are shown.
pub(super) fn visible<'a>(form: &'a Form, layout: &Layout) -> Vec<Line<'a>> {
    let list = List::of(form, layout);
    let rows = layout.list_rows;
    match list::cursor(form) {
        Cursor::Prompt { skip } => reading(&list, layout.rest(form), skip, rows, layout.margin),
        Cursor::Row { row, skip } => {
            Window::around(&list, row, skip, rows, layout.is_head_cut).lines(&list, layout.margin)
        }
    }
}

/// Rows that are sure to show text of one item, however much there is above and below it.
pub(super) fn sure_rows(rows: usize) -> usize {
    if rows < MIN_ROWS_WITH_ARROWS { rows.max(1) } else { rows - 2 }
}

/// The rest of a cut prompt, and the list from its start below that.
fn reading<'a>(list: &List<'a>, rest: Vec<Line<'a>>, skip: usize, rows: usize, margin: usize) -> Vec<Line<'a>> {
    let has_arrows = rows >= MIN_ROWS_WITH_ARROWS;
    let mut lines: Vec<Line<'a>> = rest.into_iter().skip(skip).take(rows).collect();
    let rest_rows = lines.len();
    let mut ends = Vec::new();
    while lines.len() < rows && ends.len() < list.len() {
        list.push_item(ends.len(), false, &mut lines);
        ends.push(lines.len());
    }
    let is_cut = lines.len() > rows || ends.len() < list.len() || rest_rows == rows;
    lines.truncate(rows);
    if has_arrows
        && skip > 0
        && let Some(first) = lines.first_mut()
    {
        *first = arrow("↑", skip + 1, Unit::Lines, margin);
    }
    if has_arrows
        && is_cut
        && let Some(last) = lines.last_mut()
    {
        let shown = ends.iter().filter(|&&end| end < rows).count();
        *last = arrow("↓", list.len() - shown, Unit::Items, margin);
    }
    lines
}

/// The rows that are shown of a list. Rows count from the first of the items that were measured.
struct Window {
    /// For each measured item its position in the list and the row behind its last.
    ends: Vec<(usize, usize)>,
    items: usize,
    focus: usize,
    /// First row shown, and how many are.
    top: usize,
    count: usize,
    is_more_above: bool,
    is_more_below: bool,
}

impl Window {
    /// The window of `count` rows around item `focus`, `skip` rows of which are scrolled off.
    fn around(list: &List<'_>, focus: usize, skip: usize, count: usize, is_more_above: bool) -> Self {
        let items = list.len();
        let mut first = focus;
        let mut above = Vec::new();
        let mut rows_above = 0;
        while first > 0 && rows_above < count {
            first -= 1;
            above.push(list.height(first));
            rows_above += list.height(first);
        }
        let height = list.height(focus);
        let skip = skip.min(height.saturating_sub(1));
        let (focus_row, focus_rows) = (rows_above + skip, height - skip);
        let mut ends = Vec::new();
        let mut rows = 0;
        for (item, height) in (first..).zip(above.into_iter().rev().chain([height])) {
            rows += height;
            ends.push((item, rows));
        }
        let mut next = focus + 1;
        while next < items && rows < focus_row + focus_rows + count {
            rows += list.height(next);
            ends.push((next, rows));
            next += 1;
        }
        let has_arrows = count >= MIN_ROWS_WITH_ARROWS;
        let top = if rows <= count && first == 0 && next == items {
            0
        } else if has_arrows {
            // In the middle, but with room for an arrow above, and without blank rows below the end.
            let lead = (count.saturating_sub(focus_rows) / 2).max(1);
            focus_row.saturating_sub(lead).min(rows.saturating_sub(count))
        } else {
            focus_row
        };
        Self {
            is_more_above: first > 0 || top > 0 || (is_more_above && rows > count),
            is_more_below: next < items || top + count < rows,
            ends,
            items,
            focus,
            top,
            count,
        }
    }

    /// The rows that are shown; only the items they belong to are laid out.
    fn lines<'a>(&self, list: &List<'a>, margin: usize) -> Vec<Line<'a>> {
        let mut lines = Vec::with_capacity(self.count);
        let mut start = 0;
        for &(item, end) in &self.ends {
            if end > self.top && start < self.top + self.count {
                list.push_item(item, item == self.focus, &mut lines);
                // Of the first item shown, the rows above the window.
                lines.drain(..self.top.saturating_sub(start).min(lines.len()));
            }
            start = end;
        }
        lines.truncate(self.count);
        let has_arrows = self.count >= MIN_ROWS_WITH_ARROWS;
        if has_arrows
            && self.is_more_above
            && let Some(first) = lines.first_mut()
        {
            *first = self.above(margin);
        }
        if has_arrows
            && self.is_more_below
            && let Some(last) = lines.last_mut()
        {
            *last = self.below(margin);
        }
        lines
    }

    fn item_of(&self, row: usize) -> Option<usize> {
        self.ends.iter().find(|&&(_, end)| row < end).map(|&(item, _)| item)
    }

    /// The arrow on the first row: how many items are not wholly shown above, or how many rows of the highlighted one.
    fn above<'a>(&self, margin: usize) -> Line<'a> {
        let shown = self.item_of(self.top + 1).unwrap_or(self.focus);
        let is_whole = shown == self.focus || self.item_of(self.top) != Some(shown);
        match if is_whole { shown } else { shown + 1 } {
            0 => arrow("↑", self.top + 1, Unit::Lines, margin),
            items => arrow("↑", items, Unit::Items, margin),
        }
    }

    /// The arrow on the last row.
    fn below<'a>(&self, margin: usize) -> Line<'a> {
        let last = (self.top + self.count).saturating_sub(2);
        let shown = self.item_of(last).unwrap_or(self.focus);
        let is_whole = shown == self.focus || self.item_of(last + 1) != Some(shown);
        let rows = self.ends.last().map_or(0, |&(_, end)| end);
        match self.items - shown - usize::from(is_whole) {
            0 => arrow("↓", rows.saturating_sub(last + 1), Unit::Lines, margin),
            items => arrow("↓", items, Unit::Items, margin),
        }
    }
}

#[derive(Clone, Copy)]
enum Unit {
    Items,
    Lines,
}

fn arrow<'a>(arrow: &str, count: usize, unit: Unit, margin: usize) -> Line<'a> {
    let unit = match (unit, count) {
        (Unit::Items, _) => "",
        (Unit::Lines, 1) => " line",
        (Unit::Lines, _) => " lines",
    };
    Line::of(Role::Dim, Clean::composed(format!("  {arrow} {count} more{unit}"))).indented(margin)
}
