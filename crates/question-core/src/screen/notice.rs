//! The line above the hints: why nothing happened, or what belongs to the question that is shown.

use super::Screen;
use super::command::Command;
use super::frame::Role;
use super::{review, tally};
use crate::call::request::Mode;
use crate::form::page::{Base, Notice, Page};
use crate::form::{Focus, Form, Unfinished};
use crate::text::{Clean, start_of};
use crate::words::{fill, fill_all};

/// Characters of a note that are laid out.
const MAX_CHARS: usize = 20_000;

/// Why nothing happened, where there are no keys.
pub(crate) fn trouble(form: &Form) -> Option<String> {
    let words = form.words();
    if form.unfinished() == Some(Unfinished::None) {
        return Some(words.nothing_checked.to_owned());
    }
    let Some(notice) = form.notice() else {
        // What was answered elsewhere, and does not fit.
        let (_, entry) = form.shown_entry().filter(|_| matches!(form.page(), Page::Base(_) | Page::Field(_)))?;
        return Some(format!("✗ {}", Clean::line(entry.fault()?).as_str()));
    };
    Some(match notice {
        Notice::BlankText => words.blank.to_owned(),
        Notice::Unreadable(file) => fill(words.unreadable, Clean::line(file).as_str()),
        Notice::Unanswered => {
            let (_, entry) = form.shown_entry()?;
            fill(words.unanswered, entry.shown.label.as_str())
        }
        Notice::NoSuchNumber(number) => fill(words.not_a_choice, &number.to_string()),
        Notice::Undone(_) | Notice::Redone(_) => return None,
    })
}

/// The same with the keys that help.
pub(super) fn trouble_with_keys(screen: &Screen) -> Option<String> {
    if screen.form.unfinished() == Some(Unfinished::None) {
        return Some(nothing_checked(screen));
    }
    trouble(&screen.form)
}

fn nothing_checked(screen: &Screen) -> String {
    let key = |command| screen.keys.of(Focus::List, command).text().as_str();
    let (words, check, confirm) = (screen.form.words(), key(Command::Toggle), key(Command::Confirm));
    if check.is_empty() {
        return words.nothing_checked.to_owned();
    }
    fill_all(words.nothing_checked_keys, &[check, confirm])
}

/// What a key on a page may lead to: Enter on boxes of which none is checked.
pub(super) fn expected(screen: &Screen, page: Page) -> Option<String> {
    match screen.form.entry(page.list()?)?.question.mode {
        Mode::Multi => Some(nothing_checked(screen)),
        Mode::Single | Mode::Input => None,
    }
}

/// What stands after undo or redo: the answer of a question with the texts beside it, or what the user would rather say.
fn standing(form: &Form, at: Option<usize>) -> String {
    let words = form.words();
    let text = if let Some((at, entry)) = at.and_then(|at| Some((at, form.entry(at)?))) {
        let asides = review::asides(entry, start, words).map(|(_, shown)| shown);
        std::iter::once(review::shortened(form, at, &start)).chain(asides).collect::<Vec<_>>().join("  ")
    } else {
        let talk = if form.has_talk() { start(form.discussion().trim()) } else { words.blank_answer };
        [words.to_discuss, review::ARROW, talk].concat()
    };
    Clean::line(start(&text)).as_str().to_owned()
}

/// As much of a text as is worth a row.
fn start(text: &str) -> &str {
    start_of(text, 400)
}

/// The line as it is drawn: why nothing happened or happens yet, else what the filter has come to, else the note on the question.
pub(super) fn notice(screen: &Screen) -> Option<(Role, Clean<'_>)> {
    let form = &screen.form;
    if let Some(trouble) = trouble_with_keys(screen) {
        return Some((Role::Warning, Clean::composed(trouble)));
    }
    if form.is_waiting_for_silence() {
        return Some((Role::Muted, form.words().waiting.into()));
    }
    let changed = |words, at| Some((Role::Muted, Clean::composed(fill(words, &standing(form, at)))));
    match form.notice() {
        Some(Notice::Undone(at)) => return changed(form.words().undone, *at),
        Some(Notice::Redone(at)) => return changed(form.words().redone, *at),
        _ => {}
    }
    let (_, entry) = form.shown_entry()?;
    match form.page() {
        // Where there is no room for it beside the filter.
        Page::Filter(_) if entry.filter.is_without_match() && tally::beside_filter(screen).is_none() => {
            Some((Role::Muted, form.words().no_match.into()))
        }
        Page::Base(Base::Question(_)) => {
            let (draft, words) = (entry.draft(), form.words());
            let kept = draft.note.as_deref().map(|note| [words.note, start_of(note, MAX_CHARS)].concat());
            let begun = draft.unsent_note().map(|note| review::unsent_note(start_of(note, MAX_CHARS), words));
            let told: Vec<String> = kept.into_iter().chain(begun).collect();
            (!told.is_empty()).then(|| (Role::Muted, Clean::composed(told.join("  "))))
        }
        _ => None,
    }
}

/// Whether a page shows a note on its question above the hints.
pub(super) fn has_note(screen: &Screen, page: Page) -> bool {
    let entry = page.list().and_then(|at| screen.form.entry(at));
    entry.is_some_and(|entry| entry.draft().note.is_some() || entry.draft().unsent_note().is_some())
}
