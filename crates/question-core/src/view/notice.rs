//! Warnings: why input had no effect, or why an answer was refused.

use crate::form::page::{Notice, Page};
use crate::form::{Form, Unfinished};
use crate::text::Clean;
use crate::words::fill;

/// Returns the warning on the page: about the last input, or about a refused answer.
pub(crate) fn trouble(form: &Form) -> Option<String> {
    let words = form.words();
    match form.unfinished() {
        Some(Unfinished::NoneChecked) => return Some(words.nothing_checked.to_owned()),
        Some(Unfinished::Submit) => return Some(fill(words.submit_without, &missing(form))),
        Some(Unfinished::HostCommand) => return Some(words.no_host_command.to_owned()),
        Some(Unfinished::Number(_) | Unfinished::Erasing) | None => {}
    }
    let Some(notice) = form.notice() else {
        // The fault of an answer from outside the form.
        let (_, entry) = form.shown_entry().filter(|_| matches!(form.page(), Page::Tab(_) | Page::Field(_)))?;
        return Some(format!("✗ {}", Clean::line(entry.fault()?).as_str()));
    };
    Some(match notice {
        Notice::BlankText => words.blank.to_owned(),
        Notice::NeedsOne => words.check_one.to_owned(),
        Notice::Unreadable(file) => fill(words.unreadable, Clean::line(file).as_str()),
        Notice::NoText => words.no_text.to_owned(),
        Notice::NotOne => words.not_one_option.to_owned(),
        Notice::NoSuchNumber(number) => fill(words.not_a_choice, &number.to_string()),
        Notice::Undone(_) | Notice::TakenBack(_) | Notice::Redone(_) => return None,
    })
}

/// Names the questions that need an answer and have none. Those beyond a limit are counted.
fn missing(form: &Form) -> String {
    /// Maximum number of names.
    const MAX: usize = 12;
    let names: Vec<&str> = form.missing().map(|(_, entry)| entry.shown.name.as_str()).collect();
    let more = names.len().checked_sub(MAX).filter(|more| *more > 0);
    let more = more.map(|more| form.words().count(form.words().more, more));
    names.into_iter().take(MAX).chain(more.as_deref()).collect::<Vec<_>>().join(form.words().comma)
}
