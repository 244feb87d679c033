//! The page of keys, shown in place of the current page: everything that can be done there, with all keys as they are
//! bound.
//!
//! If the page does not fit, keys that move scroll it. Any other key goes back.

use super::frame::{Line, Role};
use super::layout::{Layout, Part, height_cap};
use super::usage::{self, Usage};
use super::viewport::{self, Scroll, Viewport};
use super::{Input, Screen};
use crate::form::Focus;
use crate::form::action::Step;
use crate::screen::command::{Command, Meaning};
use crate::text::{Clean, Wrap, width};

/// Width of the gap between keys and their description, and between two columns of the page, in columns.
const GAP_COLUMNS: usize = 2;
/// Minimum width of a column of keys.
const MIN_KEYS_COLUMNS: usize = 12;

/// Lays out the page: as tall as the page it covers, or taller if all keys need that.
pub(super) fn layout(screen: &Screen) -> Layout {
    // A page on the whole terminal counts with the height limit of a form.
    let below = Layout::of(screen, screen.editor_rows).height().min(height_cap(screen));
    let layout = Layout::of_text(screen, height_cap(screen), 1);
    let text = text(screen, &layout).len().min(layout.rows(Part::Body));
    let other = layout.height() - layout.rows(Part::Body);
    layout.with_body(text.max(below.saturating_sub(other)))
}

/// Draws all rows, in the fewest columns that make them fit, if any do.
fn text(screen: &Screen, layout: &Layout) -> Vec<Line<'static>> {
    let usages = usage::of(screen, &Layout::of(screen, screen.editor_rows));
    let tried = (1..=3).map(|count| rows(&usages, layout.text_columns(), count));
    let fits = tried.clone().flatten().find(|rows| rows.len() <= layout.rows(Part::Body));
    fits.or_else(|| tried.flatten().last()).unwrap_or_default()
}

/// Draws the rows in `count` columns, or returns `None` if they do not fit side by side.
///
/// Keys get the width they need if there is enough; otherwise the widest keys are wrapped. In a single column,
/// descriptions wrap in the remaining width.
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

/// Draws keys, with their description beside the first rows.
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

/// Returns all keys of a usage. A slash separates those of its second command.
fn keys_of(usage: &Usage<'_>) -> Clean<'static> {
    let names =
        |keys: &[super::keys::KeyName]| keys.iter().map(|key| key.text().as_str()).collect::<Vec<_>>().join(" ");
    let parts: Vec<String> = usage.keys.iter().map(|keys| names(keys)).filter(|names| !names.is_empty()).collect();
    if parts.is_empty() { usage.digits.borrowed().into_owned() } else { Clean::composed(parts.join(" / ")) }
}

/// Returns the viewport of the page, for a text of `rows` rows.
fn view(screen: &Screen, layout: &Layout, rows: usize) -> Viewport {
    Viewport::new(rows, layout.rows(Part::Body), screen.help.unwrap_or(0))
}

/// Draws the visible rows.
pub(super) fn lines(screen: &Screen, layout: &Layout) -> Vec<Line<'static>> {
    let rows = text(screen, layout);
    let view = view(screen, layout, rows.len());
    let text = view.text();
    let text = rows.into_iter().skip(text.start).take(text.len()).collect();
    let words = screen.form.words();
    let mark = |hidden| viewport::mark(words, words.lines, hidden, None, layout.text_columns());
    view.lines(text, mark).into_iter().map(|line| line.indented(layout.margin)).collect()
}

/// Draws the hint that tells how to go back and, if the page scrolls, how to scroll.
pub(super) fn hint(screen: &Screen, layout: &Layout) -> Line<'static> {
    let words = screen.form.words();
    let key = |command| screen.keys.of(Focus::Help, command).text().as_str();
    let scroll = format!("{}{} {} • ", key(Command::CursorUp), key(Command::CursorDown), words.to_scroll);
    let whole = Clean::composed(scroll + words.any_key);
    let is_cut = view(screen, layout, text(screen, layout).len()).is_cut();
    Line::of(Role::Dim, if is_cut && whole.fits(layout.text_columns()) { whole } else { words.any_key.into() })
}

impl Screen {
    /// Handles input while the page of keys is shown. Returns `None` if the form has to handle it as well.
    pub(super) fn update_help(&mut self, input: &Input) -> Option<Step> {
        let offset = self.help?;
        let layout = layout(self);
        let scroll = match input {
            Input::Press(command) => match command.meaning() {
                Meaning::Scroll(scroll) => Some(scroll),
                Meaning::Action(_) | Meaning::Zoom => None,
            },
            Input::WheelUp(_) => Some(Scroll::WheelUp),
            Input::WheelDown(_) => Some(Scroll::WheelDown),
            Input::Digit(_) | Input::Click(_) | Input::Aim(_) => None,
            // No text editor is open.
            Input::Write(_) | Input::Submit(_) | Input::Unreadable(_) => return Some(Step::Idle),
            Input::Abort | Input::Fail(_) => return None,
        };
        let is_wheel = matches!(input, Input::WheelUp(_) | Input::WheelDown(_));
        let view = view(self, &layout, text(self, &layout).len());
        let Some(scroll) = scroll.filter(|_| view.is_cut() || is_wheel) else {
            self.help = None;
            let has_text = matches!(self.form.focus(), Focus::Editor | Focus::Line);
            return Some(if has_text { Step::Edit } else { Step::Redraw });
        };
        let after = view.scrolled(scroll);
        self.help = Some(after);
        Some(if after == offset { Step::Idle } else { Step::Redraw })
    }
}
