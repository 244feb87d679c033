//! Questions of the form itself: how to leave it, and whether to accept a long text.

use crate::answer::draft::{Draft, Standing};
use crate::form::Form;
use crate::form::page::{OwnChoice, OwnQuestion};
use crate::words::fill;

/// Returns the label of a choice.
pub(crate) fn label(form: &Form, asked: OwnQuestion, choice: OwnChoice) -> String {
    let words = form.words();
    let label = match (asked, choice) {
        (OwnQuestion::Leave(_), OwnChoice::Back) => words.keep,
        (OwnQuestion::Long(_), OwnChoice::Back) => words.long_no,
        (_, OwnChoice::Accept) => words.long_yes,
        (_, OwnChoice::Send) => match amount(form) {
            Some(amount) => return fill(words.send, &amount),
            None => words.send_nothing,
        },
        // In a revision the model already has answers, so only the changes to them are discarded.
        (_, OwnChoice::Discard) if form.is_revision() => words.discard_changes,
        (_, OwnChoice::Discard) => words.discard,
    };
    label.to_owned()
}

/// Describes how many answers would be sent and taken back, whether a note without an answer would be sent, and how many
/// defaults and texts would not.
/// Returns `None` if nothing would be sent.
fn amount(form: &Form) -> Option<String> {
    let words = form.words();
    let (answered, open): (Vec<&Draft>, Vec<&Draft>) = form.drafts().partition(|draft| draft.given.is_decided());
    let defaults = form.count(Standing::Proposed);
    let defaults = (defaults > 0).then(|| words.count(words.defaults_not_sent, defaults));
    let answered = (!answered.is_empty()).then(|| words.count(words.answered, answered.len()));
    let taken_back = form.taken_back().count();
    let taken_back = (taken_back > 0).then(|| words.count(words.taken_back, taken_back));
    let note = open.iter().any(|draft| draft.note.is_some()).then(|| words.to_note.to_owned());
    let sent: Vec<String> = answered.into_iter().chain(taken_back).chain(note).collect();
    let unsent = form.drafts().map(Draft::count_unsent).sum::<usize>() + usize::from(form.has_discussion());
    let unsent = (unsent > 0).then(|| words.count(words.texts_not_sent, unsent));
    (!sent.is_empty()).then(|| sent.into_iter().chain(defaults).chain(unsent).collect::<Vec<_>>().join(words.comma))
}
