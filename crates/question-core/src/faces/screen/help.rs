//! The page of keys, shown in place of the current page: everything that can be done there, with all keys as they are
//! bound, and what the signs there mean.
//!
//! If the page does not fit, keys that move scroll it. Any other key goes back.

use super::allot::Part;
use super::keys::KeyName;
use super::layout::{Layout, max_height};
use super::list::List;
use super::usage::{self, Trigger, Usage};
use super::viewport::{self, Movement, Viewport};
use super::{Input, Screen, tabs};
use crate::faces::frame::{Line, Role};
use crate::form::Focus;
use crate::form::action::{Action, Step};
use crate::form::command::Command;
use crate::text::{Clean, Wrap, width};

/// Maximum width of keys, in columns. More of them stand in several rows.
const MAX_KEYS_COLUMNS: usize = 20;

/// Width of the gap between keys and their description, and between two columns of the page, in columns.
const GAP_COLUMNS: usize = 2;

/// Keys or a sign, and what they do or mean.
type Told = (Clean<'static>, &'static str);

/// Lays out the page: as tall as the page it covers, or taller if all keys need that.
pub(super) fn layout(screen: &Screen) -> Layout {
    page(screen).0
}

/// Lays out the page, and draws all its rows in two columns, or in three if that makes them fit; in one if two are too wide.
fn page(screen: &Screen) -> (Layout, Vec<Line<'static>>) {
    let covered = Layout::of(screen, screen.editor_rows);
    // A page on the whole terminal counts with the height limit of a form.
    let tall = covered.height().min(max_height(screen));
    let of_rows = |rows| Layout::of_text(screen, max_height(screen), 1, rows, [0, 0], 1);
    let layout = of_rows(usize::MAX);
    let room = layout.rows(Part::Body);
    let usages = usage::all(screen, &covered);
    let told: Vec<Told> =
        usages.iter().map(|usage| (keys_of(usage), usage.does)).chain(signs(screen, &covered)).collect();
    let in_columns = |count| rows(&told, layout.text_columns(), count);
    let several = [2, 3].into_iter().filter_map(in_columns);
    let several = several.reduce(|fewer, more| if fewer.len() <= room { fewer } else { more });
    let rows = several.or_else(|| in_columns(1)).unwrap_or_default();
    let layout = of_rows(rows.len());
    let room = layout.rows(Part::Body);
    let least = tall.saturating_sub(layout.height() - room);
    (layout.with_body(rows.len().min(room).max(least)), rows)
}

/// Draws the rows in `count` columns, or returns `None` if several do not fit side by side. In a single column, texts
/// wrap.
fn rows(told: &[Told], columns: usize, count: usize) -> Option<Vec<Line<'static>>> {
    let mut rows: Vec<Line> = Vec::new();
    let mut left = 0_usize;
    for group in told.chunks(told.len().div_ceil(count).max(1)) {
        let widest = |width: fn(&Told) -> usize| group.iter().map(width).max().unwrap_or(0);
        let (mut keys, mut does) = (widest(|(keys, _)| widest_row(keys)), widest(|(_, does)| width(does)));
        if count == 1 {
            keys = keys.min(columns.saturating_sub(does + GAP_COLUMNS).max(columns / 2));
            does = does.min(columns.saturating_sub(keys + GAP_COLUMNS));
        }
        for (at, line) in group.iter().flat_map(|told| cell(told, keys, does)).enumerate() {
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
    (left <= columns + GAP_COLUMNS || count == 1).then_some(rows)
}

/// Returns the width of keys, which may have several rows, in columns.
fn widest_row(keys: &Clean<'static>) -> usize {
    Wrap::new(keys.borrowed(), MAX_KEYS_COLUMNS).map(|row| row.columns()).max().unwrap_or(0)
}

/// Draws keys, with their description beside the first rows.
fn cell((name, text): &Told, keys: usize, does: usize) -> Vec<Line<'static>> {
    let mut names = Wrap::new(name.clone(), keys);
    let mut words = Wrap::new((*text).into(), does);
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

/// Says which keys go back.
pub(super) fn way_back(screen: &Screen) -> Line<'static> {
    let ((layout, rows), words) = (page(screen), screen.form.words());
    let is_cut = view(screen, &layout, rows.len()).is_cut();
    Line::of(Role::Muted, if is_cut { words.any_other_key } else { words.any_key })
}

/// Returns all keys of a usage. A slash separates those of its second command.
fn keys_of(usage: &Usage<'_>) -> Clean<'static> {
    let names = |keys: &[KeyName]| keys.iter().map(|key| key.name().as_str()).collect::<Vec<_>>().join(" ");
    match &usage.trigger {
        Trigger::Typing => "a-z".into(),
        Trigger::Digits(digits, numbers) => digits.range(numbers.clone()),
        Trigger::Keys(commands) => {
            let commands = commands.iter().filter(|keys| !keys.is_empty());
            let all: Vec<String> = commands.map(|keys| names(keys)).collect();
            let row = Clean::composed(all.join(" / "));
            if row.columns() <= MAX_KEYS_COLUMNS { row } else { Clean::text(&all.join(" /\n")).into_owned() }
        }
    }
}

/// Returns the meanings of the signs on the page that is covered.
fn signs(screen: &Screen, covered: &Layout) -> impl Iterator<Item = Told> + use<> {
    let (form, words) = (&screen.form, screen.form.words());
    let tabs = form.entries().iter().filter(|_| form.has_tabs());
    let tabs = tabs.map(|entry| tabs::sign(entry.sheet().standing()));
    let shown = List::of(screen, covered).all_signs(words) + &tabs.collect::<String>();
    let signs = [
        ("■", words.sign_decided),
        ("✓", words.sign_decided),
        ("□", words.not_answered),
        ("◪", words.by_default),
        ("✎", words.not_sent),
        ("▤", words.preview),
        ("[+]", words.sign_add),
    ];
    // Some of the meanings stand before a text elsewhere, one of them in parentheses.
    let meaning = |means: &'static str| means.trim_matches([' ', '\u{a0}', ':', '：', '(', ')', '（', '）']);
    let signs = signs.into_iter().filter(|(sign, _)| shown.contains(sign)).map(|(sign, means)| (sign, meaning(means)));
    // Signs of one meaning share a row.
    let mut told: Vec<(String, &'static str)> = Vec::new();
    for (sign, means) in signs {
        match told.last_mut().filter(|(_, last)| *last == means) {
            Some((signs, _)) => signs.extend([" ", sign]),
            None => told.push((sign.to_owned(), means)),
        }
    }
    told.into_iter().map(|(signs, means)| (Clean::composed(signs), means))
}

fn view(screen: &Screen, layout: &Layout, rows: usize) -> Viewport {
    Viewport::new(rows, layout.rows(Part::Body), screen.help.unwrap_or(0))
}

/// Draws the visible rows.
pub(super) fn lines(screen: &Screen) -> Vec<Line<'static>> {
    let (layout, rows) = page(screen);
    let view = view(screen, &layout, rows.len());
    let text = view.visible_rows();
    let text = rows.into_iter().skip(text.start).take(text.len()).collect();
    let words = screen.form.words();
    let counts = |(above, below)| {
        let command = if below > 0 { Command::CursorDown } else { Command::CursorUp };
        let key = Some((screen.keys.first(Focus::Help, command), words.to_scroll));
        viewport::counts(words, words.lines, (above, below), key, layout.text_columns())
    };
    view.lines(text, counts).into_iter().map(|line| line.indented(layout.margin)).collect()
}

impl Screen {
    /// Handles input while the page of keys is shown. Returns `None` if the form has to handle it as well.
    pub(super) fn update_help(&mut self, input: &Input) -> Option<Step> {
        let offset = self.help?;
        let (layout, rows) = page(self);
        let view = view(self, &layout, rows.len());
        let after = match input {
            Input::Act(Action::End(_)) => return None,
            // No text editor is open.
            Input::Act(Action::Write(_) | Action::Submit(_) | Action::Attach(_) | Action::Unreadable(_)) => {
                Some(offset)
            }
            Input::Act(Action::Do(command)) if view.is_cut() => {
                Movement::by(*command).map(|movement| view.offset_after(movement))
            }
            Input::WheelUp(_) => Some(view.offset_after(Movement::WheelUp)),
            Input::WheelDown(_) => Some(view.offset_after(Movement::WheelDown)),
            Input::Act(_) | Input::Click(_) => None,
        };
        self.help = after;
        if matches!(input, Input::Act(Action::Do(Command::Leave | Command::Later | Command::Queue))) {
            return None;
        }
        let has_text = self.form.page().field().is_some();
        Some(match after {
            Some(after) if after == offset => Step::Idle,
            None if has_text => Step::Edit,
            Some(_) | None => Step::Redraw,
        })
    }
}
