//! The page of keys, over the page that they belong to: all that can be done there, with every key as it is bound. A key
//! that moves scrolls it where it does not fit; any other goes back.

use super::cover::{Content, Cover};
use super::frame::{Frame, Line, Role};
use super::layout::{self, Layout};
use super::usage::{self, Usage};
use super::viewport::{Scroll, Viewport};
use super::{Input, Screen, draw};
use crate::form::Focus;
use crate::form::action::Step;
use crate::screen::command::{Command, Meaning};
use crate::text::{Clean, Wrap, width};

/// Columns between keys and what they do, and between two columns of that.
const GAP_COLUMNS: usize = 2;
/// Columns that keys get before a column of them is too narrow.
const MIN_KEYS_COLUMNS: usize = 12;

/// The page of keys.
struct Sheet {
    cover: Cover,
    rows: Vec<Line<'static>>,
}

impl Sheet {
    fn of(screen: &Screen) -> Self {
        let cover = Cover::new(screen, layout::height_cap(screen), true);
        let usages = usage::of(screen, &Layout::of(screen, screen.form.page(), 0));
        // As few columns as hold them all, if any do.
        let tried = (1..=3).map(|count| rows(&usages, cover.text_columns(), count));
        let fits = tried.clone().flatten().find(|rows| rows.len() <= cover.rows);
        let rows = fits.or_else(|| tried.flatten().last()).unwrap_or_default();
        Self { cover, rows }
    }

    fn view(&self, offset: usize) -> Viewport {
        Viewport::new(self.rows.len(), self.cover.rows, offset)
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

/// Draws the page from row `offset` on.
pub(super) fn frame(screen: &Screen, offset: usize) -> Frame<'static> {
    let Sheet { cover, rows } = Sheet::of(screen);
    let view = Viewport::new(rows.len(), cover.rows, offset);
    let text = view.text();
    let below = Layout::of(screen, screen.form.page(), 0);
    let content = Content {
        border: Line::of(Role::Border, Clean::rule(cover.columns)),
        heading: Some(Line::of(Role::Heading, screen.form.words().keys)),
        view,
        text: rows.into_iter().skip(text.start).take(text.len()).collect(),
        hints: Line::of(Role::Dim, hint(screen, view, &cover)),
        // The form keeps the height of the page below.
        min_rows: below.rows().max(draw::kept_height(screen, &below)).min(layout::height_cap(screen)),
    };
    Frame { preview: None, ..cover.frame(screen, content) }
}

/// How the page is left, and first how it is scrolled, where it has to be.
fn hint(screen: &Screen, view: Viewport, cover: &Cover) -> Clean<'static> {
    let words = screen.form.words();
    let key = |command| screen.keys.of(Focus::Help, command).text().as_str();
    let scroll = format!("{}{} {} • ", key(Command::CursorUp), key(Command::CursorDown), words.to_scroll);
    let whole = Clean::composed(scroll + words.any_key);
    if view.is_cut() && whole.columns() <= cover.text_columns() { whole } else { words.any_key.into() }
}

impl Screen {
    /// What comes while the page of keys is shown; `None` where it is the form's all the same.
    pub(super) fn update_help(&mut self, input: &Input) -> Option<Step> {
        let offset = self.help?;
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
        let view = Sheet::of(self).view(offset);
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
