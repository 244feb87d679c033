//! The part of a list that is on the screen, around its highlight. The row for the user's own text stays below it.

use std::iter;

use super::Screen;
use super::command::Command;
use super::layout::Layout;
use super::list::List;
use super::scroll::{self, Place};
use crate::form::page::Page;
use crate::screen::frame::{Line, Role};
use crate::text::{Clean, width};

/// Rows below which the arrows that count what is hidden would leave too few for the list itself.
pub(super) const MIN_ROWS_WITH_ARROWS: usize = 3;

/// Rows of a prompt that is read below which one row says how much there is above and below, instead of an arrow for each.
const MIN_ROWS_WITH_TWO_ARROWS: usize = 6;

/// Rows of a list below which the row for the user's own text scrolls like any other; fewer where that text is open, as the
/// rows are for the others then.
const MIN_ROWS_WITH_OWN_TEXT: usize = 6;
const MIN_ROWS_WITH_OPEN_TEXT: usize = 4;

/// The rows of the page's list that are shown.
pub(super) fn visible<'a>(screen: &'a Screen, layout: &Layout) -> Vec<Line<'a>> {
    let list = List::of(screen, screen.form.page(), layout);
    let rows = layout.list_rows;
    if rows == 0 || list.len() == 0 {
        return Vec::new();
    }
    match scroll::clamped(screen, &list, layout) {
        Place::Prompt { skip } => reading(&list, layout.rest(screen, skip, rows), skip, layout, screen),
        Place::Row { row, skip } => {
            let own = own_text(&list, layout);
            let items = own.map_or(list.len(), |own| own.at);
            let is_on_own = row >= items;
            let (focus, count) = (if is_on_own { items - 1 } else { row }, rows - own.map_or(0, |own| own.rows));
            let around = Window::around(&list, items, focus, skip, count, (layout.has_lead(), !is_on_own));
            let mut lines = around.lines(&list, layout, screen);
            if let Some(OwnText { at, .. }) = own {
                list.push_item(at, is_on_own, &mut lines);
            }
            lines
        }
    }
}

/// The row for the user's own text, where it stays below a list that scrolls.
#[derive(Clone, Copy)]
pub(super) struct OwnText {
    /// Its position in the list, behind all that scrolls.
    pub(super) at: usize,
    pub(super) rows: usize,
}

pub(super) fn own_text(list: &List<'_>, layout: &Layout) -> Option<OwnText> {
    let min = if list.is_own_text_open() { MIN_ROWS_WITH_OPEN_TEXT } else { MIN_ROWS_WITH_OWN_TEXT };
    if layout.is_list_whole || layout.list_rows < min {
        return None;
    }
    let at = list.own_text().filter(|&at| at > 0)?;
    let rows = list.height(at);
    (rows <= layout.list_rows / 3).then_some(OwnText { at, rows })
}

/// Rows that are sure to show text of one item, however much there is above and below it.
pub(super) fn sure_rows(rows: usize) -> usize {
    if rows < MIN_ROWS_WITH_ARROWS { rows.max(1) } else { rows - 2 }
}

/// The same of a prompt that is read.
pub(super) fn sure_rows_of_prompt(rows: usize) -> usize {
    match rows {
        MIN_ROWS_WITH_ARROWS..MIN_ROWS_WITH_TWO_ARROWS => rows - 1,
        _ => sure_rows(rows),
    }
}

/// The shown rows of the rest of a cut prompt, and the list from its start below that.
fn reading<'a>(list: &List<'a>, rest: Vec<Line<'a>>, skip: usize, layout: &Layout, screen: &Screen) -> Vec<Line<'a>> {
    let rows = layout.list_rows;
    let has_arrows = rows >= MIN_ROWS_WITH_TWO_ARROWS;
    let mut lines = rest;
    let rest_rows = lines.len();
    let mut ends = Vec::new();
    while lines.len() < rows && ends.len() < list.len() {
        list.push_item(ends.len(), false, &mut lines);
        ends.push(lines.len());
    }
    let is_cut = lines.len() > rows || ends.len() < list.len() || rest_rows == rows;
    lines.truncate(rows);
    if rows >= MIN_ROWS_WITH_ARROWS && !has_arrows {
        if skip > 0 || is_cut {
            lines.truncate(rows - 1);
            let all = layout.rest_rows(screen) + list.count_rows(usize::MAX);
            lines.push(lines_hidden(skip, all.saturating_sub(skip + rows - 1), layout, screen));
        }
        return lines;
    }
    let above = (has_arrows && skip > 0).then(|| arrow("↑", Count::Lines(skip + 1), false, layout, screen));
    let below = (has_arrows && is_cut).then(|| {
        // An item starts where the one above it, or the prompt, ends.
        let starts = iter::once(rest_rows).chain(ends.iter().copied());
        let shown = starts.filter(|&start| start + 1 < rows).count().min(list.len());
        // All that is shown, but for the arrow's row, is of the prompt, and may not be the end of it.
        let of_prompt = (layout.rest_rows(screen) + 1).saturating_sub(skip + rows);
        let count = match of_prompt {
            0 if shown < list.len() => Count::Choices(list.len() - shown),
            0 => Count::Lines(rest_rows + list.count_rows(usize::MAX) + 1 - rows),
            lines => Count::Lines(lines + list.count_rows(usize::MAX)),
        };
        arrow("↓", count, false, layout, screen)
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
    /// Whether the item in focus has the highlight.
    is_highlighted: bool,
}

impl Window {
    /// The window of `count` rows around item `focus` of the first `items`, `skip` rows of which are scrolled off.
    fn around(
        list: &List<'_>,
        items: usize,
        focus: usize,
        skip: usize,
        count: usize,
        (has_lead, is_highlighted): (bool, bool),
    ) -> Self {
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
        let lead = usize::from(has_lead && first == 0 && has_arrows);
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
        // What stands first is the first row of an item, or of the rest of the highlighted one.
        let is_more = |top: usize| first > 0 || top > 0 || lead > 0 || skip > 0;
        let arrow = usize::from(has_arrows && is_more(top));
        let starts = iter::once(lead).chain(ends.iter().map(|&(_, end)| end));
        let mut starts = starts.filter(|&start| start <= focus_row);
        let before = starts.clone().take_while(|&start| start <= top + arrow).last();
        let start = starts.find(|&start| start >= top + arrow).unwrap_or(focus_row);
        let is_filled = start - arrow + count <= rows + 1;
        let top = match before {
            // Where none is highlighted, more of them are shown. Above the first there is no arrow.
            Some(0) if !is_highlighted && !is_filled && !is_more(0) => 0,
            Some(start) if !is_highlighted && !is_filled && start >= arrow => start - arrow,
            // All of a highlighted item is shown, though rows stay blank below the last.
            _ => start - arrow,
        };
        let is_more_above = is_more(top);
        let is_more_below = next < items || top + count < rows;
        Self { ends, items, focus, top, count, lead, is_more_above, is_more_below, is_highlighted }
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
                list.push_item(item, self.is_highlighted && item == self.focus, &mut lines);
                // Of the first item shown, the rows above the window.
                lines.drain(shown..(shown + self.top.saturating_sub(start)).min(lines.len()));
            }
            start = end;
        }
        lines.truncate(self.count);
        let has_arrows = self.count >= MIN_ROWS_WITH_ARROWS;
        let above = (has_arrows && self.is_more_above).then(|| self.above(list, layout, screen));
        let below = (has_arrows && self.is_more_below).then(|| self.below(list, layout, screen));
        with_arrows(lines, above, below)
    }

    fn item_of(&self, row: usize) -> Option<usize> {
        self.ends.iter().find(|&&(_, end)| row < end).map(|&(item, _)| item)
    }

    /// The arrow on the first row: how many items are above; lines, where those are not whole items, because of the
    /// prompt or of the highlighted one. It carries the marker where the row with the marker is scrolled off.
    fn above<'a>(&self, list: &List<'a>, layout: &Layout, screen: &Screen) -> Line<'a> {
        let row = self.top + 1;
        let shown = self.item_of(row).unwrap_or(self.focus);
        let start = self.start_of(shown);
        let count = if layout.has_lead() || row > start {
            let first = self.ends.first().map_or(0, |&(item, _)| item);
            Count::Lines(list.rows_of(0..first, usize::MAX) + row - self.lead + layout.lead_lines(screen))
        } else {
            Count::items(list, shown)
        };
        arrow("↑", count, row > start, layout, screen)
    }

    /// The arrow on the last row: how many items are below; lines, where only such are missing of what is shown, or where
    /// the highlighted item is cut.
    fn below<'a>(&self, list: &List<'a>, layout: &Layout, screen: &Screen) -> Line<'a> {
        let row = (self.top + self.count).saturating_sub(2);
        let shown = self.item_of(row).unwrap_or(self.focus);
        let is_cut = self.item_of(row + 1) == Some(shown);
        let count = match self.items - shown - 1 {
            hidden if hidden > 0 && !(is_cut && shown == self.focus) => Count::items(list, hidden),
            _ => {
                let &(item, rows) = self.ends.last().unwrap_or(&(shown, row + 1));
                Count::Lines(rows.saturating_sub(row + 1) + list.rows_of(item + 1..self.items, usize::MAX))
            }
        };
        arrow("↓", count, false, layout, screen)
    }

    /// The row that an item starts in.
    fn start_of(&self, item: usize) -> usize {
        self.ends.iter().take_while(|&&(other, _)| other < item).last().map_or(self.lead, |&(_, end)| end)
    }
}

/// What is hidden: an arrow counts one thing.
#[derive(Clone, Copy)]
enum Count {
    /// Items of a list to choose from of which nothing is shown.
    Choices(usize),
    /// The same of the review.
    Entries(usize),
    Lines(usize),
}

impl Count {
    fn items(list: &List<'_>, count: usize) -> Self {
        if matches!(list, List::Review(..)) { Self::Entries(count) } else { Self::Choices(count) }
    }
}

/// The row that stands for lines of a prompt between its first rows and its `last`, and the key that goes there.
pub(super) fn lines_left_out<'a>(count: usize, last: usize, layout: &Layout, screen: &Screen) -> Line<'a> {
    let words = screen.form.words();
    let said = |text: String| Line::of(Role::Dim, Clean::composed(text)).indented(layout.margin);
    let room = layout.columns - layout.margin;
    let bare = format!("… {}", words.number(count));
    if layout.margin == 0 {
        return said(bare);
    }
    let lines = format!("… {}", words.lines_hidden(count));
    let key = |command| screen.keys.of(command).text().as_str();
    let keys = match last {
        _ if !layout.is_head_cut && last == 0 => key(Command::ReadDown).to_owned(),
        _ if !layout.is_head_cut => key(Command::ReadUp).to_owned(),
        // From the first row of the list on. In a filter, the key that goes there is the text's.
        _ if screen.form.highlight() == 0 => key(Command::CursorUp).to_owned(),
        _ if matches!(screen.form.page(), Page::Filter(_)) => String::new(),
        _ => match (key(Command::First), key(Command::CursorUp)) {
            ("", _) | (_, "") => String::new(),
            (first, up) => format!("{first} {up}"),
        },
    };
    let told = format!("{lines} • {keys} {}", words.to_read);
    [told, lines]
        .into_iter()
        .skip(usize::from(keys.is_empty()))
        .find(|text| width(text) <= room)
        .map_or_else(|| said(bare), said)
}

/// The shown rows of a head that is scrolled by `skip` of its `rows`: arrows stand in the rows of lines that they count;
/// where there are too few rows, one more for both.
pub(super) fn scrolled_head<'a>(
    mut lines: Vec<Line<'a>>,
    skip: usize,
    rows: usize,
    layout: &Layout,
    screen: &Screen,
) -> Vec<Line<'a>> {
    let window = layout.head_window(rows);
    let hidden = rows.saturating_sub(skip + window);
    if window == layout.head_rows {
        let above = (skip > 0).then(|| arrow("↑", Count::Lines(skip + 1), false, layout, screen));
        let below = (hidden > 0).then(|| arrow("↓", Count::Lines(hidden + 1), false, layout, screen));
        return with_arrows(lines, above, below);
    }
    lines.push(lines_hidden(skip, hidden, layout, screen));
    lines
}

/// The row that stands for lines of a text above and below those that are shown.
fn lines_hidden<'a>(above: usize, below: usize, layout: &Layout, screen: &Screen) -> Line<'a> {
    let words = screen.form.words();
    let counts = [("↑", above), ("↓", below)].into_iter().filter(|&(_, count)| count > 0);
    let said: Vec<String> =
        counts.clone().map(|(arrow, count)| format!("{arrow} {}", words.lines_hidden(count))).collect();
    let text = Clean::composed(format!("  {}", said.join("  ")));
    let room = layout.columns - layout.margin;
    if layout.margin > 0 && text.columns() <= room {
        return Line::of(Role::Dim, text).indented(layout.margin);
    }
    let bare: Vec<String> = counts.map(|(arrow, count)| format!("{arrow} {}", words.number(count))).collect();
    Line::of(Role::Dim, Clean::composed(bare.join(" "))).indented(layout.margin)
}

fn arrow<'a>(arrow: &str, count: Count, is_marked: bool, layout: &Layout, screen: &Screen) -> Line<'a> {
    let (role, marker) = if is_marked { (Role::Accent, "> ") } else { (Role::Dim, "  ") };
    let words = screen.form.words();
    let more = match count {
        Count::Choices(count) | Count::Entries(count) | Count::Lines(count) if layout.margin == 0 => {
            return Line::of(role, Clean::composed(format!("{arrow} {}", words.number(count))));
        }
        Count::Choices(count) => words.choices_hidden(count),
        Count::Entries(count) => words.entries_hidden(count),
        Count::Lines(count) => words.lines_hidden(count),
    };
    Line::of(role, Clean::composed(format!("{marker}{arrow} {more}"))).indented(layout.margin)
}
