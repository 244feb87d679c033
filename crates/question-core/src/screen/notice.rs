//! The line above the hints: why nothing happened, or what belongs to the question that is shown.

use super::Screen;
use super::command::Command;
use super::frame::{Line, Role};
use super::layout::Layout;
use super::{review, tally};
use crate::form::page::{Base, Notice, Page};
use crate::form::{Form, Unfinished};
use crate::text::{Clean, Wrap, start_of};
use crate::words::{fill, fill_all};

/// Characters of a note that are laid out.
const MAX_CHARS: usize = 20_000;

/// Why nothing happened; `confirm` is the key that takes what is highlighted, where there is one.
pub(crate) fn trouble(form: &Form, confirm: Option<&str>) -> Option<String> {
    let words = form.words();
    if form.unfinished() == Some(Unfinished::None) {
        return Some(
            confirm.map_or_else(|| words.nothing_confirmed.to_owned(), |key| fill(words.nothing_checked, key)),
        );
    }
    let Some(notice) = form.notice() else {
        // What was answered elsewhere, and does not fit.
        let (_, entry) = form.shown_entry().filter(|_| matches!(form.page(), Page::Base(_) | Page::Field(_)))?;
        return Some(format!("✗ {}", Clean::line(entry.fault()?).as_str()));
    };
    Some(match notice {
        Notice::BlankText => words.blank.to_owned(),
        Notice::Unreadable => fill(words.unreadable, Clean::line(form.unreadable()).as_str()),
        Notice::Unanswered => {
            let (_, entry) = form.shown_entry()?;
            fill(words.unanswered, entry.shown.label.as_str())
        }
        Notice::NoSuchNumber(number) => fill(words.not_a_choice, &number.to_string()),
        Notice::Undone | Notice::Redone => return None,
    })
}

/// The same with the keys that help.
fn trouble_with_keys(screen: &Screen) -> Option<String> {
    if screen.form.unfinished() == Some(Unfinished::None) {
        return Some(nothing_checked(screen));
    }
    trouble(&screen.form, None)
}

fn nothing_checked(screen: &Screen) -> String {
    let key = |command| screen.keys.of(command).text().as_str();
    let (words, check, confirm) = (screen.form.words(), key(Command::Toggle), key(Command::Confirm));
    if check.is_empty() {
        return fill(words.nothing_checked, confirm);
    }
    fill_all(words.nothing_checked_keys, &[check, confirm])
}

/// The rows of the notice, at most `max` of them. In a single row, which is that of the hints, it tells only what a key came to.
pub(super) fn lines<'a>(screen: &'a Screen, layout: &Layout, max: usize) -> Vec<Line<'a>> {
    let is_told = screen.form.notice().is_some() || screen.form.unfinished() == Some(Unfinished::None);
    match notice(screen).filter(|_| max > 1 || is_told) {
        Some((role @ Role::Warning, text)) => {
            Wrap::new(text, layout.text_columns()).take(max).map(|row| Line::of(role, row)).collect()
        }
        // Notes and the like can be read elsewhere.
        Some((role, text)) => vec![Line::of(role, text)],
        None => Vec::new(),
    }
}

/// The line as it is drawn: why nothing happened or happens yet, else what the filter has come to, else the note on the question.
fn notice(screen: &Screen) -> Option<(Role, Clean<'_>)> {
    let form = &screen.form;
    if let Some(trouble) = trouble_with_keys(screen) {
        return Some((Role::Warning, Clean::composed(trouble)));
    }
    if form.is_waiting_for_silence() {
        return Some((Role::Muted, form.words().waiting.into()));
    }
    let undone = |words| Some((Role::Muted, Clean::composed(fill(words, form.undone()))));
    match form.notice() {
        Some(Notice::Undone) => return undone(form.words().undone),
        Some(Notice::Redone) => return undone(form.words().redone),
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
