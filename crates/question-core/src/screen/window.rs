//! The part of a list that is on the screen, around its highlight.

use super::Screen;
use super::layout::Layout;
use super::list::List;
use super::scroll::{self, Place};
use crate::screen::frame::{Line, Role};
use crate::text::Clean;
use crate::words::fill;

/// Rows below which the arrows that count what is hidden would leave too few for the list itself.
const MIN_ROWS_WITH_ARROWS: usize = 3;

/// The rows of the page's list that are shown.
pub(super) fn visible<'a>(screen: &'a Screen, layout: &Layout) -> Vec<Line<'a>> {
    let list = List::of(screen, screen.form.page(), layout);
    let rows = layout.list_rows;
    if rows == 0 {
        return Vec::new();
    }
    match scroll::clamped(screen, &list, layout) {
        Place::Prompt { skip } => reading(&list, layout.rest(screen, skip, rows), skip, layout, screen),
        Place::Row { row, skip } => {
            Window::around(&list, row, skip, rows, layout.is_head_cut).lines(&list, layout, screen)
        }
    }
}

/// Rows that are sure to show text of one item, however much there is above and below it.
pub(super) fn sure_rows(rows: usize) -> usize {
    if rows < MIN_ROWS_WITH_ARROWS { rows.max(1) } else { rows - 2 }
}

/// The shown rows of the rest of a cut prompt, and the list from its start below that.
fn reading<'a>(list: &List<'a>, rest: Vec<Line<'a>>, skip: usize, layout: &Layout, screen: &Screen) -> Vec<Line<'a>> {
    let rows = layout.list_rows;
    let has_arrows = rows >= MIN_ROWS_WITH_ARROWS;
    let mut lines = rest;
    let rest_rows = lines.len();
    let mut ends = Vec::new();
    while lines.len() < rows && ends.len() < list.len() {
        list.push_item(ends.len(), false, &mut lines);
        ends.push(lines.len());
    }
    let is_cut = lines.len() > rows || ends.len() < list.len() || rest_rows == rows;
    lines.truncate(rows);
    let above = (has_arrows && skip > 0).then(|| arrow("↑", skip + 1, false, layout, screen));
    let below = (has_arrows && is_cut).then(|| {
        let shown = ends.iter().filter(|&&end| end < rows).count();
        arrow("↓", list.len() - shown, false, layout, screen)
    });
    with_arrows(lines, above, below)
}

/// The lines with arrows in place of the first and the last.
fn with_arrows<'a>(mut lines: Vec<Line<'a>>, above: Option<Line<'a>>, below: Option<Line<'a>>) -> Vec<Line<'a>> {
    if let (Some(first), Some(arrow)) = (lines.first_mut(), above) {
        *first = arrow;
    }
    if let (Some(last), Some(arrow)) = (lines.last_mut(), below) {
        *last = arrow;
    }
    lines
}

/// The rows that are shown of a list. Rows count from the first of the items that were measured, or from the row above
/// the list that stands for the rest of a cut prompt.
struct Window {
    /// For each measured item its position in the list and the row behind its last.
    ends: Vec<(usize, usize)>,
    items: usize,
    focus: usize,
    /// First row shown, and how many are.
    top: usize,
    count: usize,
    /// 1 where a row for the rest of the prompt comes before the items.
    lead: usize,
    is_more_above: bool,
    is_more_below: bool,
}

impl Window {
    /// The window of `count` rows around item `focus`, `skip` rows of which are scrolled off.
    fn around(list: &List<'_>, focus: usize, skip: usize, count: usize, is_head_cut: bool) -> Self {
        let items = list.len();
        let has_arrows = count >= MIN_ROWS_WITH_ARROWS;
        let mut first = focus;
        let mut above = Vec::new();
        let mut rows_above = 0;
        while first > 0 && rows_above < count {
            first -= 1;
            let height = list.height(first);
            above.push(height);
            rows_above += height;
        }
        let lead = usize::from(is_head_cut && first == 0 && has_arrows);
        let height = list.height(focus);
        let skip = skip.min(height.saturating_sub(1));
        let (focus_row, focus_rows) = (lead + rows_above + skip, height - skip);
        let mut ends = Vec::new();
        let mut rows = lead;
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
        let top = if rows <= count && first == 0 && next == items {
            0
        } else if has_arrows {
            // In the middle, but with room for an arrow above, and without blank rows below the end.
            let room = (count.saturating_sub(focus_rows) / 2).max(1);
            focus_row.saturating_sub(room).min(rows.saturating_sub(count))
        } else {
            focus_row.min(rows.saturating_sub(count))
        };
        let is_more_above = first > 0 || top > 0 || lead > 0;
        let is_more_below = next < items || top + count < rows;
        Self { ends, items, focus, top, count, lead, is_more_above, is_more_below }
    }

    /// The rows that are shown; only the items they belong to are laid out.
    fn lines<'a>(&self, list: &List<'a>, layout: &Layout, screen: &Screen) -> Vec<Line<'a>> {
        let mut lines = Vec::with_capacity(self.count);
        // Stands where the arrow to the prompt goes.
        lines.extend((self.top < self.lead).then(Line::default));
        let mut start = self.lead;
        for &(item, end) in &self.ends {
            if end > self.top && start < self.top + self.count {
                let shown = lines.len();
                list.push_item(item, item == self.focus, &mut lines);
                // Of the first item shown, the rows above the window.
                lines.drain(shown..(shown + self.top.saturating_sub(start)).min(lines.len()));
            }
            start = end;
        }
        lines.truncate(self.count);
        let has_arrows = self.count >= MIN_ROWS_WITH_ARROWS;
        let above = (has_arrows && self.is_more_above).then(|| self.above(layout, screen));
        let below = (has_arrows && self.is_more_below).then(|| self.below(layout, screen));
        with_arrows(lines, above, below)
    }

    fn item_of(&self, row: usize) -> Option<usize> {
        self.ends.iter().find(|&&(_, end)| row < end).map(|&(item, _)| item)
    }

    /// The arrow on the first row: how many items are not wholly shown above, or how many rows of the highlighted one
    /// and the prompt. It carries the marker where the row with the marker is scrolled off.
    fn above<'a>(&self, layout: &Layout, screen: &Screen) -> Line<'a> {
        let shown = self.item_of(self.top + 1).unwrap_or(self.focus);
        let is_cut = self.item_of(self.top) == Some(shown) && self.top >= self.lead;
        let marks_focus = is_cut && shown == self.focus;
        match if is_cut && shown != self.focus { shown + 1 } else { shown } {
            0 if marks_focus => {
                arrow("↑", self.top + 1 - self.lead + layout.rest_rows(screen), marks_focus, layout, screen)
            }
            0 => arrow("↑", layout.rest_rows(screen), false, layout, screen),
            items => arrow("↑", items, marks_focus, layout, screen),
        }
    }

    /// The arrow on the last row.
    fn below<'a>(&self, layout: &Layout, screen: &Screen) -> Line<'a> {
        let last = (self.top + self.count).saturating_sub(2);
        let shown = self.item_of(last).unwrap_or(self.focus);
        let is_whole = shown == self.focus || self.item_of(last + 1) != Some(shown);
        let rows = self.ends.last().map_or(0, |&(_, end)| end);
        match self.items - shown - usize::from(is_whole) {
            0 => arrow("↓", rows.saturating_sub(last + 1), false, layout, screen),
            items => arrow("↓", items, false, layout, screen),
        }
    }
}

fn arrow<'a>(arrow: &str, count: usize, is_marked: bool, layout: &Layout, screen: &Screen) -> Line<'a> {
    let (role, marker) = if is_marked { (Role::Accent, "> ") } else { (Role::Dim, "  ") };
    if layout.margin == 0 {
        return Line::of(role, Clean::composed(format!("{arrow} {count}")));
    }
    let more = fill(screen.form.words().more, &screen.form.words().number(count));
    Line::of(role, Clean::composed(format!("{marker}{arrow} {more}"))).indented(layout.margin)
}
