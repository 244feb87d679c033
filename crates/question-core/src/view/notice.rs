//! Notices: why input had no effect, what undo has changed, and texts that no row of the page shows.

use super::answer::{ARROW, AnswerView};
use super::aside::{Aside, AsideKind};
use super::start;
use crate::form::entry::Entry;
use crate::form::page::{Notice, Page};
use crate::form::{Form, Unfinished};
use crate::text::Clean;
use crate::words::fill;

/// Returns what the page says about the last input: a warning or a fault, else that keys apply after a pause, else what was
/// undone.
pub(crate) fn notice(form: &Form) -> Option<Aside<'static>> {
    let words = form.words();
    let warning = match (form.unfinished(), form.notice()) {
        (Some(Unfinished::NoneChecked), _) => words.nothing_checked.to_owned(),
        (Some(Unfinished::Submit), _) => fill(words.submit_without, &missing(form)),
        (Some(Unfinished::HostCommand), _) => words.no_host_command.to_owned(),
        (_, Some(Notice::BlankText)) => words.blank.to_owned(),
        (_, Some(Notice::NeedsOne)) => words.check_one.to_owned(),
        (_, Some(Notice::Unreadable(file))) => fill(words.unreadable, Clean::line(file).as_str()),
        (_, Some(Notice::NoText)) => words.no_text.to_owned(),
        (_, Some(Notice::NobodyWaits)) => words.nobody_waits.to_owned(),
        (_, Some(Notice::NotOne)) => words.not_one_option.to_owned(),
        (_, Some(Notice::NoSuchNumber(number))) => fill(words.not_a_choice, &number.to_string()),
        (_, Some(Notice::Undone(_) | Notice::Redone(_) | Notice::TakenBack(_) | Notice::Restored) | None) => {
            return fault(form).or_else(|| Some(Aside::new(AsideKind::News, news(form)?)));
        }
    };
    Some(Aside::new(AsideKind::Warning, warning))
}

/// Returns that keys apply after a pause, else what was restored or undone.
fn news(form: &Form) -> Option<String> {
    let words = form.words();
    Some(match form.notice() {
        _ if form.asks_to_pause() => words.waiting.to_owned(),
        Some(Notice::Restored) => words.restored.to_owned(),
        Some(Notice::Undone(at)) => fill(words.undone, &state(form, *at)),
        Some(Notice::Redone(at)) => fill(words.redone, &state(form, *at)),
        Some(Notice::TakenBack(text)) => fill(words.taken_back_text, Clean::line(start(text.trim())).as_str()),
        _ => return None,
    })
}

/// Returns the fault of an answer from outside the form.
fn fault(form: &Form) -> Option<Aside<'static>> {
    let is_about_answer =
        matches!(form.notice(), None | Some(Notice::Restored)) && matches!(form.page(), Page::Tab(_) | Page::Field(_));
    let (_, entry) = form.shown_entry().filter(|_| is_about_answer)?;
    Some(Aside::new(AsideKind::Fault, Clean::line(entry.fault()?).as_str().to_owned()))
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

/// Describes the state after undo or redo: the answer to the question at index `at` with its notes, or the message
/// about the call.
fn state(form: &Form, at: Option<usize>) -> String {
    let words = form.words();
    let text = if let Some(entry) = at.and_then(|at| form.entry(at)) {
        let answer = AnswerView::of(entry, start);
        let asides = answer.asides.iter().map(|aside| aside.line(words));
        std::iter::once(answer.line(words)).chain(asides).collect::<Vec<_>>().join("  ")
    } else {
        let discussion = if form.has_discussion() { start(form.discussion().trim()) } else { words.blank_answer };
        [words.to_discuss, ARROW, discussion].concat()
    };
    Clean::line(start(&text)).as_str().to_owned()
}

/// Returns the texts that no row of a question's list shows: words that were typed where there is no row for them, its note,
/// and an unsent message about the call.
pub(crate) fn beside<'a>(
    form: &'a Form,
    entry: &'a Entry,
    shorten: fn(&str) -> &str,
) -> impl Iterator<Item = Aside<'a>> {
    let has_no_row = !entry.question.allow_custom && entry.question.mode.has_options();
    let left =
        entry.sheet().draft().filter(|_| has_no_row).map(|text| Aside::new(AsideKind::Unsent, shorten(text.trim())));
    let note = entry.sheet().note().map(|note| Aside::new(AsideKind::Note, shorten(note)));
    let discussion = form.has_discussion().then(|| Aside::new(AsideKind::Discussion, shorten(form.discussion())));
    left.into_iter().chain(note).chain(discussion)
}
