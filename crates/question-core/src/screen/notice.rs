//! The line above the hints: why nothing happened, or what belongs to the question that is shown.

use super::Screen;
use super::command::Command;
use super::frame::Role;
use crate::form::Form;
use crate::form::page::{Base, Notice, Page};
use crate::text::Clean;
use crate::words::fill;

/// Why nothing happened; `confirm` is the key, or what else there is, that takes what is highlighted.
pub(crate) fn trouble(form: &Form, confirm: &str) -> Option<String> {
    let words = form.words();
    let Some(notice) = form.notice() else {
        // What was answered elsewhere, and does not fit.
        let (_, entry) = form.shown_entry().filter(|_| matches!(form.page(), Page::Base(_) | Page::Field(_)))?;
        return Some(format!("✗ {}", Clean::line(entry.fault()?).as_str()));
    };
    Some(match notice {
        Notice::BlankText => words.blank.to_owned(),
        Notice::NothingChecked => fill(words.nothing_checked, confirm),
        Notice::Unanswered => {
            let (_, entry) = form.shown_entry()?;
            fill(words.unanswered, entry.shown.label.as_str())
        }
    })
}

/// What a key on a page may lead to: Enter on boxes of which none is checked.
pub(super) fn expected(form: &Form, page: Page, confirm: &str) -> Option<String> {
    let Page::Base(Base::Question(at)) = page else { return None };
    form.entry(at).filter(|entry| entry.is_multi()).map(|_| fill(form.words().nothing_checked, confirm))
}

/// The line as it is drawn: why nothing happened or happens yet, else what the filter has come to, else the note on the question.
pub(super) fn notice(screen: &Screen) -> Option<(Role, Clean<'_>)> {
    let form = &screen.form;
    if let Some(trouble) = trouble(form, screen.keys.of(Command::Confirm).text().as_str()) {
        return Some((Role::Warning, Clean::composed(trouble)));
    }
    if form.is_waiting_for_silence() {
        return Some((Role::Muted, form.words().waiting.into()));
    }
    let (_, entry) = form.shown_entry()?;
    match form.page() {
        Page::Filter(_) if entry.filter.is_without_match() => Some((Role::Muted, form.words().no_match.into())),
        Page::Base(_) => {
            let note = entry.draft().note.as_ref()?;
            Some((Role::Muted, Clean::composed(format!("{}{note}", form.words().note))))
        }
        _ => None,
    }
}
