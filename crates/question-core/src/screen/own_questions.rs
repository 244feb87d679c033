//! Questions of the form itself: how to leave it, and whether to accept a long text.

use strum::VariantArray as _;

use crate::answer::draft::Draft;
use crate::form::Form;
use crate::form::page::{LeaveChoice, LongChoice, Page};
use crate::words::fill;

/// Returns the label of a choice on the page; `at` is 0-based.
pub(super) fn text(form: &Form, at: usize) -> String {
    match (form.page(), LongChoice::VARIANTS.get(at)) {
        (Page::Long { .. }, Some(LongChoice::Send)) => form.words().long_yes.to_owned(),
        (Page::Long { .. }, Some(LongChoice::Edit)) => form.words().long_no.to_owned(),
        _ => leaving_text(form, at),
    }
}

/// Returns the label of a way to leave the form; `at` is 0-based.
pub(crate) fn leaving_text(form: &Form, at: usize) -> String {
    let words = form.words();
    match LeaveChoice::VARIANTS.get(at) {
        // In a revision the model already has answers, so only the changes to them are discarded.
        Some(LeaveChoice::Discard) if form.is_revision() => words.keep_answers.to_owned(),
        Some(LeaveChoice::Keep) => words.keep.to_owned(),
        Some(LeaveChoice::Send) => {
            amount(form).map_or(words.send_nothing.to_owned(), |amount| fill(words.send, &amount))
        }
        Some(LeaveChoice::Discard) => words.discard.to_owned(),
        None => String::new(),
    }
}

/// Describes how many answers would be sent, whether a note without an answer would be, and how many texts would not.
/// Returns `None` if nothing would be sent.
fn amount(form: &Form) -> Option<String> {
    let words = form.words();
    let (answered, open): (Vec<&Draft>, Vec<&Draft>) = form.drafts().partition(|draft| draft.is_answered());
    let answered = (!answered.is_empty()).then(|| words.count(words.answered, answered.len()));
    let note = open.iter().any(|draft| draft.note.is_some()).then(|| words.to_note.to_owned());
    let sent: Vec<String> = answered.into_iter().chain(note).collect();
    let unsent = form.drafts().map(Draft::count_unsent).sum::<usize>() + usize::from(form.has_talk());
    let unsent = (unsent > 0).then(|| words.count(words.texts_not_sent, unsent));
    (!sent.is_empty()).then(|| sent.into_iter().chain(unsent).collect::<Vec<_>>().join(words.comma))
}
