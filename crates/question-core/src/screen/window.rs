//! The rows of a list that are on the screen: all of them, folded as far as needed, or labels around the highlight. The row
//! for the user's own text stays below a list that scrolls.

use std::iter;

use super::Screen;
use super::command::Command;
use super::fold::Fold;
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
    match scroll::clamped(screen, layout) {
        Place::Prompt { skip } => reading(&list, layout.rest(screen, skip, rows), skip, layout, screen),
        Place::Row(row) if layout.is_list_whole() => whole(&list, row, layout, screen),
        Place::Row(row) => {
            let own = own_text(&list, layout);
            let items = own.map_or(list.len(), |own| own.at);
            let (is_on_own, focus) = (row >= items, row.min(items - 1));
            let window =
                Window { items, focus, is_highlighted: !is_on_own, rows: rows - own.map_or(0, |own| own.rows) };
            let mut lines = window.lines(&list, layout, screen);
            if let Some(OwnText { at, .. }) = own {
                list.push_item(at, Fold::Label, is_on_own, &mut lines);
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

/// The row for the user's own text, where the list scrolls and has enough rows beside it.
pub(super) fn own_text(list: &List<'_>, layout: &Layout) -> Option<OwnText> {
    let min = if list.is_own_text_open() { MIN_ROWS_WITH_OPEN_TEXT } else { MIN_ROWS_WITH_OWN_TEXT };
    if layout.is_list_whole() || layout.list_rows < min {
        return None;
    }
    let at = list.own_text().filter(|&at| at > 0)?;
    let rows = list.height(at, layout.list_rows).whole;
    (rows <= layout.list_rows / 3).then_some(OwnText { at, rows })
}

/// All items, folded but for the highlighted one.
fn whole<'a>(list: &List<'a>, highlight: usize, layout: &Layout, screen: &Screen) -> Vec<Line<'a>> {
    let mut lines = lead(layout, screen);
    (0..list.len()).for_each(|at| list.push_item(at, layout.fit.fold(), at == highlight, &mut lines));
    lines
}

/// The row above a list that stands for what is missing of the prompt, where there is one.
fn lead<'a>(layout: &Layout, screen: &Screen) -> Vec<Line<'a>> {
    let has_lead = layout.has_lead() && layout.list_rows >= MIN_ROWS_WITH_ARROWS;
    let lead = has_lead.then(|| arrow("↑", Count::Lines(layout.lead_lines(screen)), layout, screen));
    lead.into_iter().collect()
}

/// Rows of a window beside its arrows, however much there is above and below it.
pub(super) fn sure_rows(rows: usize) -> usize {
    if rows < MIN_ROWS_WITH_ARROWS { rows.max(1) } else { rows - 2 }
}

/// Rows of a prompt that is read beside its arrows.
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
        list.push_item(ends.len(), layout.fit.fold(), false, &mut lines);
        ends.push(lines.len());
    }
    let is_cut = lines.len() > rows || ends.len() < list.len() || rest_rows == rows;
    lines.truncate(rows);
    if rows >= MIN_ROWS_WITH_ARROWS && !has_arrows {
        if skip > 0 || is_cut {
            lines.truncate(rows - 1);
            let all = layout.rest_rows(screen) + list.rows(layout.fit.fold());
            lines.push(lines_hidden(skip, all.saturating_sub(skip + rows - 1), layout, screen));
        }
        return lines;
    }
    let above = (has_arrows && skip > 0).then(|| arrow("↑", Count::Lines(skip + 1), layout, screen));
    let below = (has_arrows && is_cut).then(|| {
        // An item starts where the one above it, or the prompt, ends.
        let starts = iter::once(rest_rows).chain(ends.iter().copied());
        let shown = starts.filter(|&start| start + 1 < rows).count().min(list.len());
        // All that is shown, but for the arrow's row, is of the prompt, and may not be the end of it.
        let of_prompt = (layout.rest_rows(screen) + 1).saturating_sub(skip + rows);
        let count = match of_prompt {
            0 if shown < list.len() => Count::Choices(list.len() - shown),
            0 => Count::Lines((rest_rows + list.rows(layout.fit.fold()) + 1).saturating_sub(rows)),
            lines => Count::Lines(lines + list.rows(layout.fit.fold())),
        };
        arrow("↓", count, layout, screen)
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

/// The part of a list that scrolls: an item in focus and the labels around it.
struct Window {
    /// How many of the items scroll, from the first.
    items: usize,
    focus: usize,
    /// Whether the item in focus has the highlight.
    is_highlighted: bool,
    rows: usize,
}

impl Window {
    /// The rows that are shown; only the items they belong to are laid out. The first and the last of them count what is
    /// hidden.
    fn lines<'a>(&self, list: &List<'a>, layout: &Layout, screen: &Screen) -> Vec<Line<'a>> {
        let has_arrows = self.rows >= MIN_ROWS_WITH_ARROWS;
        let lead_rows = usize::from(layout.has_lead() && has_arrows);
        let (all_above, all_below) = (lead_rows + self.focus, self.items - self.focus - 1);
        // Each side keeps a row for its arrow.
        let kept = |all: usize| if has_arrows { all.min(1) } else { 0 };
        let mut focused = Vec::new();
        let most = self.rows - kept(all_above) - kept(all_below);
        list.push_cut(self.focus, most, self.is_highlighted, &mut focused);
        // The highlight stands in the middle, but for rows that would stay blank.
        let room = self.rows.saturating_sub(focused.len());
        let above = all_above.min((room / 2).max(kept(all_above)));
        let below = all_below.min(room - above);
        let above = all_above.min(room - below);
        let first = if all_above > above { self.focus - (above - kept(above)) } else { 0 };
        let end = self.focus + 1 + if all_below > below { below - kept(below) } else { below };
        let mut lines = match first {
            0 if has_arrows => lead(layout, screen),
            _ if !has_arrows => Vec::new(),
            // The prompt is no item.
            _ if lead_rows > 0 => vec![arrow("↑", Count::Lines(first + layout.lead_lines(screen)), layout, screen)],
            _ => vec![arrow("↑", Count::items(list, first), layout, screen)],
        };
        (first..self.focus).for_each(|at| list.push_cut(at, 1, false, &mut lines));
        lines.append(&mut focused);
        (self.focus + 1..end).for_each(|at| list.push_cut(at, 1, false, &mut lines));
        if has_arrows && end < self.items {
            lines.push(arrow("↓", Count::items(list, self.items - end), layout, screen));
        }
        lines
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
        let above = (skip > 0).then(|| arrow("↑", Count::Lines(skip + 1), layout, screen));
        let below = (hidden > 0).then(|| arrow("↓", Count::Lines(hidden + 1), layout, screen));
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

fn arrow<'a>(arrow: &str, count: Count, layout: &Layout, screen: &Screen) -> Line<'a> {
    let words = screen.form.words();
    let more = match count {
        Count::Choices(count) | Count::Entries(count) | Count::Lines(count) if layout.margin == 0 => {
            return Line::of(Role::Dim, Clean::composed(format!("{arrow} {}", words.number(count))));
        }
        Count::Choices(count) => words.choices_hidden(count),
        Count::Entries(count) => words.entries_hidden(count),
        Count::Lines(count) => words.lines_hidden(count),
    };
    Line::of(Role::Dim, Clean::composed(format!("  {arrow} {more}"))).indented(layout.margin)
}
