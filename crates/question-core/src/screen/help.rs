//! The page of keys, over the page that they belong to: all that can be done there, with every key as it is bound. A key
//! that moves scrolls it where it does not fit; any other goes back.

use super::frame::{Line, Role};
use super::layout::{Layout, Part, height_cap};
use super::usage::{self, Usage};
use super::viewport::{self, Scroll, Viewport};
use super::{Input, Screen};
use crate::form::Focus;
use crate::form::action::Step;
use crate::screen::command::{Command, Meaning};
use crate::text::{Clean, Wrap, width};

/// Columns between keys and what they do, and between two columns of that.
const GAP_COLUMNS: usize = 2;
/// Columns that keys get before a column of them is too narrow.
const MIN_KEYS_COLUMNS: usize = 12;

/// The page: as tall as the form below it, or as all keys need.
pub(super) fn layout(screen: &Screen) -> Layout {
    // Of a page over the whole terminal, it takes the form's share.
    let below = Layout::of(screen, screen.form.page(), 0).height().min(height_cap(screen));
    let layout = Layout::of_text(screen, height_cap(screen), 1);
    let text = text(screen, &layout).len().min(layout.rows(Part::Body));
    let other = layout.height() - layout.rows(Part::Body);
    layout.with_body(text.max(below.saturating_sub(other)))
}

/// All rows, in as few columns as hold them all, if any do.
fn text(screen: &Screen, layout: &Layout) -> Vec<Line<'static>> {
    let usages = usage::of(screen, &Layout::of(screen, screen.form.page(), 0));
    let tried = (1..=3).map(|count| rows(&usages, layout.text_columns(), count));
    let fits = tried.clone().flatten().find(|rows| rows.len() <= layout.rows(Part::Body));
    fits.or_else(|| tried.flatten().last()).unwrap_or_default()
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

/// What is in sight of a page of so many rows.
fn view(screen: &Screen, layout: &Layout, rows: usize) -> Viewport {
    Viewport::new(rows, layout.rows(Part::Body), screen.help.unwrap_or(0))
}

/// The rows that are in sight.
pub(super) fn lines(screen: &Screen, layout: &Layout) -> Vec<Line<'static>> {
    let rows = text(screen, layout);
    let view = view(screen, layout, rows.len());
    let text = view.text();
    let text = rows.into_iter().skip(text.start).take(text.len()).collect();
    let words = screen.form.words();
    let mark = |hidden| viewport::mark(words, words.lines, hidden, None, layout.text_columns());
    view.lines(text, mark).into_iter().map(|line| line.indented(layout.margin)).collect()
}

/// How the page is left, and first how it is scrolled, where it has to be.
pub(super) fn hint(screen: &Screen, layout: &Layout) -> Line<'static> {
    let words = screen.form.words();
    let key = |command| screen.keys.of(Focus::Help, command).text().as_str();
    let scroll = format!("{}{} {} • ", key(Command::CursorUp), key(Command::CursorDown), words.to_scroll);
    let whole = Clean::composed(scroll + words.any_key);
    let is_cut = view(screen, layout, text(screen, layout).len()).is_cut();
    Line::of(Role::Dim, if is_cut && whole.fits(layout.text_columns()) { whole } else { words.any_key.into() })
}

impl Screen {
    /// What comes while the page of keys is shown; `None` where it is the form's all the same.
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
            // Nothing is open that holds a text.
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
