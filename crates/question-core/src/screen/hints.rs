//! The line that names the keys, as the user has bound them. Where it does not fit, the least needed go first.

use super::Screen;
use super::command::Command;
use super::layout::Layout;
use super::question::DIGITS;
use crate::answer::given::Row;
use crate::form::Form;
use crate::form::entry::Entry;
use crate::form::page::{Base, Field, Page};
use crate::screen::frame::{Line, Role};
use crate::screen::keys::KeyName;
use crate::text::{Clean, width};

const SEPARATOR: &str = " • ";
const SEPARATOR_COLUMNS: usize = 3;
/// What the digits choose from, by the number of options; with the custom row, and without.
const RANGES: [[&str; DIGITS + 1]; 2] = [
    ["0", "0-1", "0-2", "0-3", "0-4", "0-5", "0-6", "0-7", "0-8", "0-9"],
    ["", "1", "1-2", "1-3", "1-4", "1-5", "1-6", "1-7", "1-8", "1-9"],
];

/// What a key or two do, and how much the user needs to be told: the lowest goes first. No two of a page are equal.
struct Hint<'a> {
    need: u8,
    key: &'a str,
    /// A slash, unless both keys are one symbol, and the second key; empty where there is one key.
    slash: &'static str,
    other: &'a str,
    does: &'static str,
    columns: usize,
}

impl<'a> Hint<'a> {
    fn new(need: u8, key: &'a str, key_columns: usize, does: &'static str) -> Option<Self> {
        let columns = key_columns + 1 + if does.is_ascii() { does.len() } else { width(does) };
        (key_columns > 0).then_some(Self { need, key, slash: "", other: "", does, columns })
    }

    /// A hint for a key; `None` where it is not bound.
    fn of(need: u8, key: &'a KeyName, does: &'static str) -> Option<Self> {
        Self::new(need, key.text().as_str(), key.text().columns(), does)
    }

    /// A hint for those of two keys that are bound.
    fn pair(need: u8, one: &'a KeyName, two: &'a KeyName, does: &'static str) -> Option<Self> {
        let Some(mut hint) = Self::of(need, one, does) else { return Self::of(need, two, does) };
        let columns = two.text().columns();
        if columns > 0 {
            hint.slash = if one.text().columns() > 1 || columns > 1 { "/" } else { "" };
            hint.other = two.text().as_str();
            hint.columns += hint.slash.len() + columns;
        }
        Some(hint)
    }
}

pub(super) fn line<'a>(screen: &'a Screen, layout: &Layout) -> Line<'a> {
    let mut hints = of(screen, layout);
    let room = layout.columns - layout.margin + SEPARATOR_COLUMNS;
    let mut columns: usize = hints.iter().map(|hint| hint.columns + SEPARATOR_COLUMNS).sum();
    while columns > room && hints.len() > 1 {
        let Some(least) = (0..hints.len()).min_by_key(|&at| hints.get(at).map(|hint| hint.need)) else { break };
        columns -= hints.remove(least).columns + SEPARATOR_COLUMNS;
    }
    let mut text = String::with_capacity(columns * 2);
    for hint in hints {
        if !text.is_empty() {
            text.push_str(SEPARATOR);
        }
        text.extend([hint.key, hint.slash, hint.other, " ", hint.does]);
    }
    Line::of(Role::Dim, Clean::joined(text, columns.saturating_sub(SEPARATOR_COLUMNS)))
}

/// The hints of a page, as far as there is a key for them.
struct Hints<'a>(Vec<Hint<'a>>);

impl<'a> Hints<'a> {
    fn add(&mut self, hint: Option<Hint<'a>>) {
        self.0.extend(hint);
    }
}

/// The hints of a page, in the order shown.
fn of<'a>(screen: &'a Screen, layout: &Layout) -> Vec<Hint<'a>> {
    let (form, keys) = (&screen.form, &screen.keys);
    let words = form.words();
    let mut hints = Hints(Vec::with_capacity(10));
    let moving = |does| Hint::pair(10, keys.of(Command::CursorUp), keys.of(Command::CursorDown), does);
    let tabs = || {
        if form.has_tabs() {
            Hint::pair(7, keys.of(Command::PrevTab), keys.of(Command::NextTab), words.to_switch)
        } else {
            None
        }
    };
    let confirm = |does| Hint::of(12, keys.of(Command::Confirm), does);
    let cancel = |does| Hint::of(11, keys.of(Command::Cancel), does);
    match form.page() {
        Page::Field(field) => {
            hints.add(Hint::of(12, keys.submit(), does_submit(form, field)));
            let reading = Hint::pair(9, keys.of(Command::ReadUp), keys.of(Command::ReadDown), words.to_read);
            hints.add(reading.filter(|_| layout.has_mark));
            hints.add(Hint::of(5, keys.new_line(), words.to_new_line));
            let is_input = matches!(field, Field::Answer(at) if form.is_input(at));
            if is_input && form.has_tabs() {
                hints.add(Hint::of(7, keys.leave_text(), words.to_switch));
            }
            hints.add(Hint::of(3, keys.external(), words.to_edit_outside));
            let discuss = Hint::of(6, keys.of(Command::DiscussText), words.to_discuss);
            hints.add(discuss.filter(|_| is_input && !form.has_tabs()));
            hints.add(cancel(if is_input && !form.has_tabs() { words.to_cancel } else { words.to_go_back }));
        }
        Page::Filter(at) => {
            if let Some(entry) = form.entry(at).filter(|entry| entry.row_count() > 0) {
                let is_on_text = entry.row(entry.filter.highlight()) == Row::Custom;
                let check = if entry.is_multi() { words.to_check } else { words.to_select };
                hints.add(moving(words.to_move));
                hints.add(confirm(if is_on_text { words.to_type } else { check }));
            }
            hints.add(cancel(words.to_go_back));
        }
        Page::Preview(_) => {
            hints.add(moving(words.to_scroll));
            let is_multi = form.shown_entry().is_some_and(|(_, entry)| entry.is_multi());
            hints.add(confirm(if is_multi { words.to_check } else { words.to_select }));
            hints.add(cancel(words.to_close));
        }
        Page::Base(Base::Question(_)) if screen.is_reading() => {
            hints.add(moving(words.to_read));
            hints.add(confirm(words.to_the_list));
            hints.add(cancel(words.to_cancel));
        }
        Page::Base(Base::Question(at)) => {
            hints.add(moving(words.to_move));
            hints.add(tabs());
            if let Some(entry) = form.entry(at) {
                add_list_hints(screen, layout, at, entry, &mut hints);
            }
            hints.add(cancel(words.to_cancel));
            hints.add(Hint::of(6, keys.of(Command::Discuss), words.to_discuss));
            hints.add(Hint::of(1, keys.of(Command::Undo), words.to_undo).filter(|_| form.can_undo()));
        }
        Page::Base(Base::Review) => {
            hints.add(moving(words.to_move));
            hints.add(tabs());
            hints.add(confirm(match (form.highlight() < form.entries().len(), form.first_unanswered()) {
                (true, _) => words.to_change,
                (false, None) => words.to_submit,
                (false, Some(_)) => words.to_unanswered,
            }));
            hints.add(cancel(words.to_cancel));
            hints.add(Hint::of(6, keys.of(Command::Discuss), words.to_discuss));
            hints.add(Hint::of(1, keys.of(Command::Undo), words.to_undo).filter(|_| form.can_undo()));
        }
        Page::Long { .. } => {
            hints.add(moving(words.to_move));
            hints.add(confirm(words.to_choose));
            hints.add(cancel(words.to_go_back));
        }
        Page::Leave { .. } => {
            hints.add(moving(words.to_move));
            hints.add(confirm(words.to_choose));
            hints.add(cancel(words.to_keep_answering));
        }
    }
    hints.0
}

/// What Enter does with the text of the editor.
fn does_submit(form: &Form, field: Field) -> &'static str {
    match field {
        Field::Answer(at) if is_multi(form, at) => form.words().to_add,
        Field::Answer(_) => form.words().to_submit,
        Field::Note(_) => form.words().to_keep,
        Field::Discussion(_) => form.words().to_send,
    }
}

fn is_multi(form: &Form, at: usize) -> bool {
    form.entry(at).is_some_and(Entry::is_multi)
}

/// What can be done with the list of a question.
fn add_list_hints<'a>(screen: &'a Screen, layout: &Layout, at: usize, entry: &'a Entry, hints: &mut Hints<'a>) {
    let (form, keys) = (&screen.form, &screen.keys);
    let words = form.words();
    let is_on_text = entry.row(entry.highlight()) == Row::Custom;
    let options = entry.question.options.len();
    if entry.is_input() {
        hints.add(Hint::of(12, keys.of(Command::Confirm), words.to_type));
        return hints.add(Hint::of(3, keys.of(Command::Note), words.to_note));
    }
    if entry.is_multi() {
        hints.add(Hint::of(9, keys.of(Command::Toggle), words.to_check).filter(|_| !is_on_text));
        hints.add(Hint::of(12, keys.of(Command::Confirm), if is_on_text { words.to_type } else { words.to_confirm }));
        hints.add(Hint::of(4, keys.of(Command::ToggleAll), words.to_check_all));
    } else {
        let [with_custom, without] = &RANGES;
        let ranges = if entry.question.allow_custom { with_custom } else { without };
        let range = ranges.get(options.min(DIGITS)).copied().unwrap_or_default();
        hints.add(Hint::new(4, range, range.len(), words.to_choose));
        hints.add(Hint::of(12, keys.of(Command::Confirm), if is_on_text { words.to_type } else { words.to_select }));
    }
    hints.add(Hint::of(8, keys.of(Command::Preview), words.to_preview).filter(|_| form.preview(at).is_some()));
    let is_cut = layout.preview.is_some_and(|pane| pane.rows < screen.preview_rows(pane.columns));
    hints.add(
        Hint::of(0, keys.of(Command::PreviewDown), words.to_scroll).filter(|_| is_cut && form.preview(at).is_some()),
    );
    // A short list is seen at a glance.
    hints.add(Hint::of(if options > DIGITS { 5 } else { 2 }, keys.of(Command::Filter), words.to_filter));
    hints.add(Hint::of(3, keys.of(Command::Note), words.to_note));
}
