//! Usages: what can be done on a page, with the keys for it. The line of hints shows those needed most, the page of
//! keys shows all.

use super::Screen;
use super::command::Command;
use super::keys::{KeyName, Keys};
use super::layout::Layout;
use super::window;
use crate::answer::given::Row;
use crate::call::request::Mode;
use crate::form::entry::Entry;
use crate::form::page::{Base, Field, Page, Zoomed};
use crate::form::{Focus, Form, Unfinished};
use crate::text::Clean;

/// A description of what some keys do on the current page.
pub(super) struct Usage<'a> {
    /// Priority in the line of hints; the lowest is left out first. Priorities on a page are distinct, except for 0,
    /// which only the page of keys shows.
    pub(super) need: u8,
    /// Keys of one command, or of two that form a pair.
    pub(super) keys: [&'a [KeyName]; 2],
    /// Digits that do the same.
    pub(super) digits: Clean<'static>,
    pub(super) does: &'static str,
}

const OWN_TEXT: u8 = 16;
const SEND: u8 = 16;
const CANCEL: u8 = 17;
/// High priority, because nothing else shows that there is a preview.
const HIDDEN_PREVIEW: u8 = 18;
const CHECK: u8 = 20;
/// High priority, because it leads to all other keys.
const HELP: u8 = 21;
const CONFIRM: u8 = 22;
/// Highest priority, because nothing else shows that part of the prompt is hidden.
const READ: u8 = 23;
/// Lower priority of checking and confirming while the notice names their keys.
const TOLD_CHECK: u8 = 13;
const TOLD_CONFIRM: u8 = 14;
/// Number of options from which filtering is worth a hint.
const MANY_OPTIONS: usize = 10;

/// Usages of a page under construction. A usage without a bound key is left out.
struct Usages<'a> {
    keys: &'a Keys,
    focus: Focus,
    /// Whether to leave out usages of priority 0.
    is_for_hints: bool,
    all: Vec<Usage<'a>>,
}

impl<'a> Usages<'a> {
    fn add_keys(&mut self, need: u8, keys: [&'a [KeyName]; 2], does: &'static str) {
        let is_wanted = need > 0 || !self.is_for_hints;
        if is_wanted && keys.iter().any(|keys| !keys.is_empty()) {
            self.all.push(Usage { need, keys, digits: Clean::EMPTY, does });
        }
    }

    fn add(&mut self, need: u8, command: Command, does: &'static str) {
        self.add_keys(need, [self.keys.all(self.focus, command), &[]], does);
    }

    fn add_pair(&mut self, need: u8, one: Command, two: Command, does: &'static str) {
        self.add_keys(need, [self.keys.all(self.focus, one), self.keys.all(self.focus, two)], does);
    }

    fn add_digits(&mut self, need: u8, digits: Clean<'static>, does: &'static str) {
        if digits.columns() > 0 && (need > 0 || !self.is_for_hints) {
            self.all.push(Usage { need, keys: [&[], &[]], digits, does });
        }
    }
}

/// Returns all usages of the current page, in the order of the hints.
pub(super) fn of<'a>(screen: &'a Screen, layout: &Layout) -> Vec<Usage<'a>> {
    all(screen, layout, false)
}

/// Returns the usages of the current page for the line of hints.
pub(super) fn of_hints<'a>(screen: &'a Screen, layout: &Layout) -> Vec<Usage<'a>> {
    all(screen, layout, true)
}

fn all<'a>(screen: &'a Screen, layout: &Layout, is_for_hints: bool) -> Vec<Usage<'a>> {
    let (form, keys) = (&screen.form, &screen.keys);
    let words = form.words();
    let mut usages = Usages { keys, focus: form.focus(), is_for_hints, all: Vec::with_capacity(20) };
    let page = form.page();
    match page {
        Page::Field(field) => add_text(form, field, layout, &mut usages),
        Page::Filter(at) => {
            if let Some(entry) = form.entry(at).filter(|entry| entry.row_count() > 0) {
                usages.add_pair(1, Command::CursorUp, Command::CursorDown, words.to_move);
                usages.add_pair(0, Command::PageUp, Command::PageDown, words.to_page);
                usages.add(CONFIRM, Command::Confirm, does_choose(form, entry, form.highlight()));
            }
            if form.has_tabs() && form.text().is_empty() {
                usages.add(0, Command::NextTab, words.to_switch);
            }
            usages.add(CANCEL, Command::Cancel, words.to_go_back);
        }
        Page::Zoom(at, zoomed) => {
            usages.add_pair(2, Command::CursorUp, Command::CursorDown, words.to_scroll);
            usages.add_pair(0, Command::PageUp, Command::PageDown, words.to_page);
            usages.add_pair(0, Command::First, Command::Last, words.to_ends);
            usages.add_pair(9, Command::PrevTab, Command::NextTab, words.to_switch);
            match (zoomed, form.entry(at).map(|entry| entry.question.mode)) {
                (Zoomed::Prompt, _) => usages.add_pair(CANCEL, Command::Confirm, Command::Cancel, words.to_go_back),
                (Zoomed::Option(_), mode) => {
                    let takes_many = mode == Some(Mode::Multi);
                    usages.add(CONFIRM, Command::Confirm, if takes_many { words.to_check } else { words.to_choose });
                    usages.add(CANCEL, Command::Cancel, words.to_go_back);
                }
            }
            usages.add(0, Command::Zoom, words.to_go_back);
        }
        Page::Base(base) => add_base(screen, layout, base, &mut usages),
        Page::Long { .. } | Page::Leave { .. } => {
            usages.add_pair(1, Command::CursorUp, Command::CursorDown, words.to_move);
            if let Page::Long { .. } = page {
                add_yes_no(if has_keys_of_long(keys) { 0 } else { 8 }, form, &mut usages);
            }
            usages.add(CONFIRM, Command::Confirm, words.to_choose);
            usages.add(CANCEL, Command::Cancel, words.to_go_back);
        }
    }
    match page {
        Page::Leave { .. } => usages.add(SEND, Command::Leave, words.to_send),
        _ => usages.add(0, Command::Leave, words.to_leave),
    }
    usages.add(HELP, Command::Help, words.to_help);
    usages.all
}

/// Returns whether the keys for a long text are bound as the text of its question names them.
pub(super) fn has_keys_of_long(keys: &Keys) -> bool {
    [(Command::Yes, "y"), (Command::No, "n")]
        .into_iter()
        .all(|(command, key)| keys.of(Focus::Confirm, command).text().as_str() == key)
}

/// Adds the keys that answer yes and no, as a pair or, if only one of them is bound, alone.
fn add_yes_no(need: u8, form: &Form, usages: &mut Usages<'_>) {
    let both = form.words().yes_no;
    let (yes, no) = both.split_once('/').unwrap_or((both, both));
    let has = |command| !usages.keys.all(usages.focus, command).is_empty();
    match (has(Command::Yes), has(Command::No)) {
        (true, false) => usages.add(need, Command::Yes, yes),
        (false, true) => usages.add(need, Command::No, no),
        _ => usages.add_pair(need, Command::Yes, Command::No, both),
    }
}

/// Adds the usages of a text editor.
fn add_text<'a>(form: &'a Form, field: Field, layout: &Layout, usages: &mut Usages<'a>) {
    let (keys, words) = (usages.keys, form.words());
    usages.add_keys(CONFIRM, [&keys.submit, &[]], does_submit(form, field));
    if layout.head.scrolls() {
        usages.add_pair(9, Command::ReadUp, Command::ReadDown, words.to_read);
    }
    usages.add_keys(5, [&keys.new_line, &[]], words.to_new_line);
    let is_input = matches!(field, Field::Answer(at) if form.starts_in_editor(at));
    if form.has_tabs() && (is_input || form.text().is_empty()) {
        usages.add(if is_input { 7 } else { 0 }, Command::NextTab, words.to_switch);
    }
    usages.add_keys(3, [&keys.external, &[]], words.to_edit_outside);
    if !matches!(field, Field::Discussion(_)) {
        usages.add(0, Command::DiscussText, words.to_discuss);
    }
    usages.add(CANCEL, Command::Cancel, if is_input && !form.has_tabs() { words.to_cancel } else { words.to_go_back });
}

/// Returns the description of submitting the editor's text.
fn does_submit(form: &Form, field: Field) -> &'static str {
    let words = form.words();
    match field {
        Field::Answer(at) => match form.entry(at).map(|entry| entry.question.mode) {
            Some(Mode::Multi) => words.to_keep,
            Some(Mode::Single | Mode::Input) | None if form.has_review() => words.to_next,
            Some(Mode::Single | Mode::Input) | None => words.to_submit,
        },
        Field::Discussion(_) => words.to_submit,
        Field::Note(..) | Field::Added(..) => words.to_keep,
    }
}

/// Returns the description of choosing a row of a list.
fn does_choose(form: &Form, entry: &Entry, row: usize) -> &'static str {
    match (entry.row(row), entry.question.mode) {
        (Row::Custom, _) => form.words().to_type,
        (_, Mode::Multi) => form.words().to_check,
        (_, Mode::Single | Mode::Input) => form.words().to_choose,
    }
}

/// Adds the usages of a page with a tab.
fn add_base<'a>(screen: &'a Screen, layout: &Layout, base: Base, usages: &mut Usages<'a>) {
    let form = &screen.form;
    let words = form.words();
    usages.add_pair(1, Command::CursorUp, Command::CursorDown, words.to_move);
    // The mark in the prompt also names the key.
    let (need, does) = if layout.head.scrolls() { (4, words.to_read) } else { (0, words.to_page) };
    usages.add_pair(need, Command::PageUp, Command::PageDown, does);
    usages.add_pair(0, Command::First, Command::Last, words.to_ends);
    if form.has_review() {
        let need = if form.has_tabs() { 9 } else { 0 };
        usages.add_pair(need, Command::PrevTab, Command::NextTab, words.to_switch);
    }
    match (base, form.shown_entry()) {
        (Base::Question(_), Some((_, entry))) => add_list(screen, layout, entry, usages),
        _ => add_review(form, form.highlight(), usages),
    }
    usages.add(CANCEL, Command::Cancel, words.to_cancel);
    usages.add(7, Command::Discuss, words.to_discuss);
    usages.add(0, Command::Undo, words.to_undo);
    usages.add(0, Command::Redo, words.to_redo);
}

/// Adds the usages of the review.
fn add_review(form: &Form, highlight: usize, usages: &mut Usages<'_>) {
    let words = form.words();
    let does = match (highlight < form.submit_row(), form.first_unanswered()) {
        (true, _) => words.to_edit,
        (false, None) => words.to_submit,
        (false, Some(_)) => words.to_next,
    };
    usages.add(CONFIRM, Command::Confirm, does);
    if highlight < form.entries().len() {
        usages.add(6, Command::Note, words.to_note);
    }
}

/// Adds the usages of a question's list.
fn add_list<'a>(screen: &'a Screen, layout: &Layout, entry: &'a Entry, usages: &mut Usages<'a>) {
    let form = &screen.form;
    let words = form.words();
    let row = entry.row(form.highlight());
    let options = entry.question.options.len();
    let begun = match form.unfinished() {
        Some(Unfinished::Number(number)) => Some(number),
        Some(Unfinished::None) | None => None,
    };
    let (first, last) = begun.map_or((1, options), |begun| (begun * 10, (begun * 10 + 9).min(options)));
    let range = usages.keys.digits(usages.focus).range(first, last);
    let digits = if begun.is_some() { 15 } else { 5 };
    let is_yes_no = form.focus() == Focus::YesNo;
    let (confirm, enter) = match entry.question.mode {
        Mode::Input => {
            usages.add(CONFIRM, Command::Confirm, words.to_type);
            return usages.add(6, Command::Note, words.to_note);
        }
        Mode::Single => {
            if is_yes_no {
                add_yes_no(12, form, usages);
            }
            usages.add_digits(if is_yes_no { 0 } else { digits }, range, words.to_choose);
            (CONFIRM, does_choose(form, entry, form.highlight()))
        }
        Mode::Multi => {
            let is_told = form.unfinished() == Some(Unfinished::None);
            usages.add_digits(if begun.is_some() { digits } else { 0 }, range, words.to_check);
            if row != Row::Custom {
                usages.add(if is_told { TOLD_CHECK } else { CHECK }, Command::Toggle, words.to_check);
            }
            // Confirming a checkbox goes on, unless a number has been typed.
            let confirms = row != Row::Custom && begun.is_none();
            (
                if is_told { TOLD_CONFIRM } else { CONFIRM },
                if confirms { words.to_next } else { does_choose(form, entry, form.highlight()) },
            )
        }
    };
    usages.add(confirm, Command::Confirm, enter);
    if entry.question.allow_custom && row != Row::Custom {
        usages.add_digits(
            if begun.is_some() { 0 } else { OWN_TEXT },
            usages.keys.digits(usages.focus).range(0, 0),
            words.to_type,
        );
    }
    match row {
        Row::Typed(_) => usages.add(0, Command::Edit, words.to_edit),
        Row::Option(_) | Row::Custom => {}
    }
    match entry.question.mode {
        Mode::Multi => usages.add(0, Command::ToggleAll, words.to_check_all),
        Mode::Single | Mode::Input => {}
    }
    add_zoom(screen, layout, row, entry, usages);
    // In a short list, the options can be compared at a glance.
    usages.add(if options >= MANY_OPTIONS { 11 } else { 0 }, Command::Filter, words.to_filter);
    usages.add(6, Command::Note, words.to_note);
}

/// Adds the key for showing a text on the whole terminal. Its priority depends on how much is hidden here.
fn add_zoom<'a>(screen: &'a Screen, layout: &Layout, row: Row, entry: &'a Entry, usages: &mut Usages<'a>) {
    let words = screen.form.words();
    let option = if let Row::Option(option) = row { entry.shown.option(option) } else { None };
    if option.is_some_and(|option| option.preview.is_some()) {
        let need = if layout.pane.is_some() { 10 } else { HIDDEN_PREVIEW };
        usages.add(need, Command::Zoom, words.to_preview);
        if screen.preview_view(layout).is_some_and(|(_, view)| view.is_cut()) {
            // One key is enough for the line of hints; the page of keys lists both.
            usages.add(1, Command::PreviewDown, words.to_scroll);
        }
        return;
    }
    let need = if layout.head.hides_context() {
        READ
    } else if window::is_highlight_cut(screen, layout) {
        8
    } else {
        0
    };
    usages.add(need, Command::Zoom, words.to_read);
}
