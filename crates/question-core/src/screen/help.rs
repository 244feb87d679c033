//! The page of keys, over the page that they belong to: all that can be done there, with every key as it is bound. A key
//! that moves scrolls it where it does not fit; any other goes back.

use super::frame::{Frame, Line, Role};
use super::layout::{self, Layout};
use super::scroll::Scroll;
use super::usage::{self, Usage};
use super::{Input, Screen, draw};
use crate::form::Focus;
use crate::form::action::Step;
use crate::screen::command::{Command, Meaning};
use crate::text::{Clean, Wrap, width};

/// Columns between keys and what they do, and between two columns of that.
const GAP_COLUMNS: usize = 2;
/// Columns that keys get before a column of them is too narrow.
const MIN_KEYS_COLUMNS: usize = 12;

/// The page in its viewport.
#[allow(clippy::struct_excessive_bools)] // parts come and go independently of each other
struct Sheet {
    rows: Vec<Line<'static>>,
    /// Rows that are shown at a time.
    room: usize,
    has_borders: bool,
    has_gaps: bool,
    has_heading: bool,
    has_hints: bool,
    columns: usize,
    margin: usize,
}

impl Sheet {
    fn of(screen: &Screen) -> Self {
        let page = Layout::of(screen, screen.form.page(), 0);
        let (has_borders, has_gaps, has_hints) = (page.has_borders, page.has_gaps, page.has_hints);
        let cap = layout::height_cap(screen);
        let has_heading = cap > 1;
        let once = [has_heading, has_hints].into_iter().map(usize::from).sum::<usize>();
        let twice = [has_borders, has_gaps].into_iter().map(usize::from).sum::<usize>();
        let room = cap.saturating_sub(once + 2 * twice).max(1);
        let usages = usage::of(screen, &page);
        let columns = page.columns - page.margin;
        // As few columns as hold them all, if any do.
        let tried = (1..=3).map(|count| rows(&usages, columns, count));
        let fits = tried.clone().flatten().find(|rows| rows.len() <= room);
        let rows = fits.or_else(|| tried.flatten().last()).unwrap_or_default();
        let (columns, margin) = (page.columns, page.margin);
        Self { rows, room, has_borders, has_gaps, has_heading, has_hints, columns, margin }
    }

    fn max_skip(&self) -> usize {
        self.rows.len().saturating_sub(self.room)
    }
}

/// The rows in so many columns, each as wide as what stands in it; `None` where those are too narrow. Keys have the room
/// they need, as far as there is any: only the widest are broken, and what one column leaves to the words breaks those.
fn rows(usages: &[Usage<'_>], columns: usize, count: usize) -> Option<Vec<Line<'static>>> {
    let groups: Vec<&[Usage]> = usages.chunks(usages.len().div_ceil(count).max(1)).collect();
    let does = |group: &[Usage]| group.iter().map(|usage| width(usage.does)).max().unwrap_or(0);
    let keys = |group: &[Usage]| group.iter().map(|usage| keys_of(usage).columns()).max().unwrap_or(0);
    let mut widths: Vec<(usize, usize)> = groups.iter().map(|group| (keys(group), does(group))).collect();
    let all: usize = widths.iter().map(|(keys, does)| keys + does + 2 * GAP_COLUMNS).sum();
    let excess = all.saturating_sub(columns + GAP_COLUMNS);
    if let Some((keys, does)) = widths.iter_mut().max_by_key(|(keys, _)| *keys).filter(|_| excess > 0) {
        let least = if count > 1 { MIN_KEYS_COLUMNS } else { (*keys).min(columns / 2) };
        if count > 1 && *keys < least + excess {
            return None;
        }
        *keys = keys.saturating_sub(excess).max(least);
        *does = (*does).min(columns.saturating_sub(*keys + GAP_COLUMNS));
    }
    let mut rows: Vec<Line> = Vec::new();
    let mut left = 0_usize;
    for (group, (keys, does)) in groups.into_iter().zip(widths) {
        for (at, line) in group.iter().flat_map(|usage| cell(usage, keys, does)).enumerate() {
            if at == rows.len() {
                rows.push(Line::default());
            }
            if let Some(row) = rows.get_mut(at) {
                let missing = left.saturating_sub(row.width());
                let blank = std::mem::take(row).with(Role::Text, Clean::blank(missing));
                *row = line.spans.into_iter().fold(blank, |row, span| row.with(span.role, span.text));
            }
        }
        left += keys + does + 2 * GAP_COLUMNS;
    }
    Some(rows)
}

/// The keys, and what they do beside the first rows of them.
fn cell(usage: &Usage<'_>, keys: usize, does: usize) -> Vec<Line<'static>> {
    let mut names = Wrap::new(keys_of(usage), keys);
    let mut words = Wrap::new(usage.does.into(), does);
    let mut rows = Vec::new();
    loop {
        let (name, word) = (names.next(), words.next());
        if name.is_none() && word.is_none() {
            return rows;
        }
        let name = name.unwrap_or_default();
        let gap = Clean::blank((keys + GAP_COLUMNS).saturating_sub(name.columns()));
        rows.push(Line::of(Role::Text, name).with(Role::Text, gap).with(Role::Muted, word.unwrap_or_default()));
    }
}

/// All keys, those of a second thing behind a slash.
fn keys_of(usage: &Usage<'_>) -> Clean<'static> {
    let names =
        |keys: &[super::keys::KeyName]| keys.iter().map(|key| key.text().as_str()).collect::<Vec<_>>().join(" ");
    let parts: Vec<String> = usage.keys.iter().map(|keys| names(keys)).filter(|names| !names.is_empty()).collect();
    if parts.is_empty() { usage.digits.borrowed().into_owned() } else { Clean::composed(parts.join(" / ")) }
}

/// Draws the page, from row `skip` on.
pub(super) fn frame(screen: &Screen, skip: usize) -> Frame<'static> {
    let sheet = Sheet::of(screen);
    let words = screen.form.words();
    let skip = skip.min(sheet.max_skip());
    let hidden = sheet.max_skip() - skip;
    let mut lines: Vec<Line> = Vec::new();
    let border = || Line::of(Role::Border, Clean::rule(sheet.columns));
    let blank = |is_wanted: bool| is_wanted.then(Line::default);
    lines.extend(sheet.has_borders.then(border));
    lines.extend(sheet.has_heading.then(|| Line::of(Role::Heading, words.keys).indented(sheet.margin)));
    lines.extend(blank(sheet.has_gaps));
    let first = lines.len();
    lines.extend(sheet.rows.iter().skip(skip).take(sheet.room).cloned().map(|row| row.indented(sheet.margin)));
    let arrow = |arrow: &str, count: usize| {
        let text = Clean::composed(format!("{arrow} {}", words.lines_hidden(count)));
        Line::of(Role::Dim, text).indented(sheet.margin)
    };
    // An arrow stands in the row of a line that it counts.
    if skip > 0
        && sheet.room > 2
        && let Some(line) = lines.get_mut(first)
    {
        *line = arrow("↑", skip + 1);
    }
    if hidden > 0
        && sheet.room > 1
        && let Some(line) = lines.last_mut()
    {
        *line = arrow("↓", hidden + 1);
    }
    // The form keeps the height of the page below.
    let missing = screen.rows_below_help().saturating_sub(lines.len() + 2 + usize::from(sheet.has_gaps));
    lines.extend((0..missing).filter(|_| sheet.has_gaps).map(|_| Line::default()));
    lines.extend(blank(sheet.has_gaps));
    lines.extend(sheet.has_hints.then(|| Line::of(Role::Dim, hint(screen, &sheet)).indented(sheet.margin)));
    lines.extend(sheet.has_borders.then(border));
    Frame { lines: lines.into_iter().map(|line| line.fit(sheet.columns)).collect(), ..Frame::default() }
}

/// How the page is left, and first how it is scrolled, where it has to be.
fn hint(screen: &Screen, sheet: &Sheet) -> Clean<'static> {
    let words = screen.form.words();
    let key = |command| screen.keys.of(command).text().as_str();
    let scroll = format!("{}{} {} • ", key(Command::CursorUp), key(Command::CursorDown), words.to_scroll);
    let whole = Clean::composed(scroll + words.any_key);
    let fits = sheet.max_skip() > 0 && whole.columns() + sheet.margin <= sheet.columns;
    if fits { whole } else { words.any_key.into() }
}

impl Screen {
    /// What comes while the page of keys is shown; `None` where it is the form's all the same.
    pub(super) fn update_help(&mut self, input: &Input) -> Option<Step> {
        let skip = self.help?;
        let scroll = match input {
            Input::Press(command) => match command.meaning() {
                Meaning::Scroll(scroll) => Some(scroll),
                Meaning::Action(_) => None,
            },
            Input::WheelUp(_) => Some(Scroll::Up),
            Input::WheelDown(_) => Some(Scroll::Down),
            Input::Digit(_) | Input::Click(_) | Input::Aim(_) => None,
            // Nothing is open that holds a text.
            Input::Write(_) | Input::Submit(_) | Input::Unreadable(_) => return Some(Step::Idle),
            Input::Abort | Input::Fail(_) => return None,
        };
        let is_wheel = matches!(input, Input::WheelUp(_) | Input::WheelDown(_));
        let sheet = Sheet::of(self);
        let max = sheet.max_skip();
        let Some(scroll) = scroll.filter(|_| max > 0 || is_wheel) else {
            self.help = None;
            let has_text = matches!(self.form.focus(), Focus::Editor | Focus::Line);
            return Some(if has_text { Step::Edit } else { Step::Redraw });
        };
        let (skip, page) = (skip.min(max), sheet.room.saturating_sub(2).max(1));
        let after = match scroll {
            Scroll::Up => skip.saturating_sub(1),
            Scroll::Down => skip + 1,
            Scroll::PageUp | Scroll::PreviewUp | Scroll::ReadUp => skip.saturating_sub(page),
            Scroll::PageDown | Scroll::PreviewDown | Scroll::ReadDown => skip + page,
            Scroll::First => 0,
            Scroll::Last => max,
        };
        self.help = Some(after.min(max));
        Some(if self.help == Some(skip) { Step::Idle } else { Step::Redraw })
    }

    /// Rows of the page that the keys belong to.
    fn rows_below_help(&self) -> usize {
        let layout = Layout::of(self, self.form.page(), 0);
        layout.rows().max(draw::kept_height(self, &layout)).min(layout::height_cap(self))
    }
}
