//! Usages: what can be done on a page, with the keys for it. They have one order on every page, those that are needed
//! most first. The line of hints names the first ones, the page of keys names all.

use std::ops::RangeInclusive;

use super::Screen;
use super::command::Command;
use super::keys::{Digits, KeyName, Keys};
use super::layout::Layout;
use super::{preview, window, zoom};
use crate::answer::given::Row;
use crate::call::request::Mode;
use crate::form::page::{Base, Field, OwnQuestion, Page};
use crate::form::{Focus, Form};

/// What can be done on the current page, and how.
pub(super) struct Usage<'a> {
    pub(super) trigger: Trigger<'a>,
    pub(super) does: &'static str,
    /// Whether the line of hints names the usage if there is room. Otherwise only the page of keys does.
    pub(super) is_hint: bool,
}

/// What the user presses.
pub(super) enum Trigger<'a> {
    /// Keys of one command, or of two that form a pair.
    Keys([&'a [KeyName]; 2]),
    /// The digits of these numbers, as far as they choose options.
    Digits(Digits, RangeInclusive<usize>),
    /// Any keys that type.
    Typing,
}

/// Values of `is_hint`.
const HINT: bool = true;
const KEYS_PAGE_ONLY: bool = false;

/// Usages of a page under construction. A usage without a bound key is left out.
struct Usages<'a> {
    keys: &'a Keys,
    focus: Focus,
    all: Vec<Usage<'a>>,
}

impl<'a> Usages<'a> {
    /// Adds the keys of one command, or of two that form a pair.
    fn add(&mut self, is_hint: bool, commands: &[Command], does: &'static str) {
        let keys = |at: usize| commands.get(at).map_or(&[][..], |command| self.keys.all(self.focus, *command));
        self.add_keys(is_hint, [keys(0), keys(1)], does);
    }

    fn add_keys(&mut self, is_hint: bool, keys: [&'a [KeyName]; 2], does: &'static str) {
        if keys.iter().any(|keys| !keys.is_empty()) {
            self.all.push(Usage { trigger: Trigger::Keys(keys), does, is_hint });
        }
    }

    /// Adds the digits for the numbers of a range.
    fn add_digits(&mut self, is_hint: bool, numbers: RangeInclusive<usize>, does: &'static str) {
        let digits = self.keys.digits(self.focus);
        if numbers.clone().any(|number| digits.can_type(number)) {
            self.all.push(Usage { trigger: Trigger::Digits(digits, numbers), does, is_hint });
        }
    }
}

/// Returns the usages of the current page. The last one leads to the page of keys.
pub(super) fn all<'a>(screen: &'a Screen, layout: &Layout) -> Vec<Usage<'a>> {
    let (form, keys) = (&screen.form, &screen.keys);
    let (page, words) = (form.page(), form.words());
    let (is_base, is_zoomed) = (matches!(page, Page::Base(_)), matches!(page, Page::Zoom(..)));
    let is_leaving = matches!(page, Page::Own(OwnQuestion::Leave(_), _));
    let listed = form.listed_entry().map(|(_, entry)| entry);
    let list = listed.filter(|entry| entry.question.mode.has_options());
    let is_multi = list.is_some_and(|entry| entry.question.mode.has_boxes());
    let row = listed.map(|entry| entry.row(form.highlight()));
    let begun = begun(form);
    let mut usages = Usages { keys, focus: form.focus(), all: Vec::with_capacity(24) };

    if let Some(does) = does_confirm(form) {
        let is_text = matches!(page, Page::Field(_));
        let confirm = if is_text { &keys.submit } else { keys.all(usages.focus, Command::Confirm) };
        usages.add_keys(HINT, [confirm, &[]], does);
    }
    if form.is_editing() && form.is_finding() {
        usages.add(HINT, &[Command::CursorUp, Command::CursorDown], words.to_move);
    }
    if let Some(entry) = list {
        if is_multi && row != Some(Row::Custom) {
            usages.add(HINT, &[Command::Toggle], words.to_check);
        }
        let range = numbers(begun, entry.question.options.len());
        usages.add_digits(begun.is_some(), range, if is_multi { words.to_check } else { words.to_choose });
    }
    if page == Page::Base(Base::Review) {
        usages.add_digits(begun.is_some(), numbers(begun, form.entries().len()), words.to_edit);
    }
    if listed.is_some() {
        let has_preview = form.highlighted().is_some_and(|(at, _)| form.preview(at).is_some());
        let is_option_cut = || form.highlighted().is_some() && window::is_highlight_cut(screen, layout);
        let is_cut = has_preview || layout.head.is_cut() || is_option_cut();
        usages.add(is_cut, &[Command::Zoom], if has_preview { words.to_preview } else { words.to_read });
    }
    let cancel: &[Command] = match page {
        // Confirming goes back as well.
        Page::Zoom(..) => &[Command::Confirm, Command::Cancel],
        _ => &[Command::Cancel],
    };
    usages.add(HINT, cancel, if form.leaves(form.unfinished()) { words.to_cancel } else { words.to_go_back });
    if let Page::Own(asked, _) = page {
        usages.add_digits(KEYS_PAGE_ONLY, 1..=asked.choices().len(), words.to_choose);
    }
    if is_leaving {
        usages.add(HINT, &[Command::Leave], words.to_keep_for_later);
    }
    if list.is_some_and(|entry| entry.question.allow_custom) && row != Some(Row::Custom) {
        usages.add_digits(KEYS_PAGE_ONLY, 0..=0, words.to_type);
    }
    usages.add(HINT, &[Command::Yes, Command::No], words.yes_no);
    if let Some(entry) = list.filter(|_| is_base) {
        let is_own = entry.question.allow_custom;
        let is_hint = begun.is_none();
        let does = if is_own { words.just_type } else { words.to_find };
        usages.all.push(Usage { trigger: Trigger::Typing, does, is_hint });
    }
    add_switch(form, &mut usages);
    if let Page::Field(field) = page {
        add_editing(form, field, layout, &mut usages);
    }
    if is_base {
        usages.add(HINT, &[Command::Discuss], words.to_discuss);
        if listed.is_some() || form.highlight() < form.entries().len() {
            usages.add(HINT, &[Command::Note], words.to_note);
        }
    }
    if listed.is_some() && preview::scrolled(screen, layout).is_some_and(|shown| shown.view.is_cut()) {
        usages.add(HINT, &[Command::PreviewUp, Command::PreviewDown], words.to_scroll);
    }
    let moves = match page {
        Page::Zoom(at, zoomed) => zoom::scrolled(screen, layout, (at, zoomed)).view.is_cut(),
        _ => !form.is_editing() && form.rows() != Some(0),
    };
    if moves {
        let does = if is_zoomed { words.to_scroll } else { words.to_move };
        usages.add(HINT, &[Command::CursorUp, Command::CursorDown], does);
        let does = if layout.head.scrolls() { words.to_read } else { words.to_page };
        usages.add(KEYS_PAGE_ONLY, &[Command::PageUp, Command::PageDown], does);
        usages.add(KEYS_PAGE_ONLY, &[Command::First, Command::Last], words.to_ends);
    }
    if is_multi {
        usages.add(KEYS_PAGE_ONLY, &[Command::ToggleAll], words.to_check_all);
    }
    if let Some(Row::Typed(_)) = row {
        usages.add(KEYS_PAGE_ONLY, &[Command::Edit], words.to_edit);
    }
    if is_zoomed {
        usages.add(KEYS_PAGE_ONLY, &[Command::Zoom], words.to_go_back);
    }
    if is_base {
        usages.add(KEYS_PAGE_ONLY, &[Command::Undo], words.to_undo);
        usages.add(KEYS_PAGE_ONLY, &[Command::Redo], words.to_redo);
    }
    if !is_leaving {
        usages.add(KEYS_PAGE_ONLY, &[Command::Leave], words.to_leave);
    }
    usages.add(KEYS_PAGE_ONLY, &[Command::Fold], words.to_fold);
    usages.add(HINT, &[Command::Help], words.to_help);
    usages.all
}

/// Adds what can be done in the text editor, besides submitting and leaving its text.
fn add_editing(form: &Form, field: Field, layout: &Layout, usages: &mut Usages<'_>) {
    let words = form.words();
    if layout.head.scrolls() {
        usages.add(HINT, &[Command::ReadUp, Command::ReadDown], words.to_read);
    }
    usages.add_keys(HINT, [&usages.keys.new_line, &[]], words.to_new_line);
    usages.add(HINT, &[Command::External], words.to_edit_outside);
    if matches!(field, Field::Answer(_)) {
        usages.add(KEYS_PAGE_ONLY, &[Command::DiscussText], words.to_discuss);
    }
}

/// Describes what confirming does on the current page; in a text editor, what submitting the text does.
fn does_confirm(form: &Form) -> Option<&'static str> {
    let words = form.words();
    let mode = form.shown_entry().map_or(Mode::Single, |(_, entry)| entry.question.mode);
    let choose = if mode.has_boxes() { words.to_check } else { words.to_choose };
    Some(match form.page() {
        Page::Base(Base::Review) => {
            let is_submit = form.highlight() == form.submit_row();
            if is_submit { words.to_submit } else { words.to_edit }
        }
        Page::Options(_) => choose,
        Page::Base(Base::Question(at)) => {
            let entry = form.entry(at).filter(|entry| entry.row_count() > 0)?;
            // Confirming a checkbox goes on, unless a number has been typed.
            let goes_on = mode.has_boxes() && begun(form).is_none();
            match entry.row(form.highlight()) {
                Row::Custom if !goes_on || entry.draft().has_words() => words.to_type,
                _ if goes_on => words.to_next,
                _ => choose,
            }
        }
        Page::Zoom(..) => return None,
        Page::Own(..) => words.to_choose,
        Page::Field(Field::Note(..) | Field::Added(..)) => words.to_keep,
        Page::Field(field @ Field::Answer(_)) if form.names_option(field) => choose,
        // Words that mean no option do nothing in a list without own answers.
        Page::Field(field) if form.list_beside(field).is_some_and(|entry| !entry.question.allow_custom) => return None,
        Page::Field(Field::Answer(_)) if mode.has_boxes() && form.text().is_empty() => words.to_next,
        Page::Field(Field::Answer(_)) if mode.has_boxes() => words.to_add,
        Page::Field(Field::Answer(_)) if form.has_review() => words.to_next,
        Page::Field(Field::Answer(_)) => words.to_submit,
        Page::Field(Field::Discussion(_)) => words.to_send,
    })
}

/// Returns the numbers up to `last` that can be typed, or that the next digit completes.
fn numbers(begun: Option<usize>, last: usize) -> RangeInclusive<usize> {
    begun.map_or(1..=last, |begun| begun * 10..=(begun * 10 + 9).min(last))
}

/// Returns the number of an option or an answer that may get more digits.
pub(super) fn begun(form: &Form) -> Option<usize> {
    form.unfinished()?.number()
}

/// Adds the keys that switch tabs, or texts on the whole terminal. In a text editor they are keys that type nothing.
fn add_switch(form: &Form, usages: &mut Usages<'_>) {
    let does = form.words().to_switch;
    let is_input = |field| matches!(field, Field::Answer(at) if form.starts_in_editor(at));
    match form.page() {
        Page::Base(_) if form.has_review() => usages.add(form.has_tabs(), &[Command::PrevTab, Command::NextTab], does),
        Page::Zoom(..) => usages.add(HINT, &[Command::PrevTab, Command::NextTab], does),
        Page::Field(field) if form.has_tabs() && is_input(field) => usages.add(HINT, &[Command::NextTab], does),
        Page::Field(_) if form.has_tabs() && form.text().is_empty() => {
            usages.add(KEYS_PAGE_ONLY, &[Command::NextTab], does);
        }
        Page::Base(_) | Page::Field(_) | Page::Options(_) | Page::Own(..) => {}
    }
}

/// Returns whether the keys for a long text are bound as the text of its question names them.
pub(super) fn has_keys_of_long(keys: &Keys) -> bool {
    [(Command::Yes, "y"), (Command::No, "n")]
        .into_iter()
        .all(|(command, key)| keys.of(Focus::Confirm, command).text().as_str() == key)
}
