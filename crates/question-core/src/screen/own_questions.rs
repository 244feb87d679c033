//! What the form itself asks: what becomes of what was entered, and whether a long text is meant.

use strum::VariantArray as _;

use crate::answer::draft::Draft;
use crate::form::Form;
use crate::form::page::{LeaveChoice, LongChoice, Page};
use crate::words::fill;

/// What a choice of the page is called.
pub(super) fn text(form: &Form, at: usize) -> String {
    match (form.page(), LongChoice::VARIANTS.get(at)) {
        (Page::Long { .. }, Some(LongChoice::Send)) => form.words().long_yes.to_owned(),
        (Page::Long { .. }, Some(LongChoice::Edit)) => form.words().long_no.to_owned(),
        _ => leaving_text(form, at),
    }
}

/// What a way out is called.
pub(crate) fn leaving_text(form: &Form, at: usize) -> String {
    let words = form.words();
    match LeaveChoice::VARIANTS.get(at) {
        // The model has answers already: what is discarded are changes to those.
        Some(LeaveChoice::Discard) if form.is_revision() => words.keep_answers.to_owned(),
        Some(LeaveChoice::Keep) => words.keep.to_owned(),
        Some(LeaveChoice::Send) => fill(words.send, &amount(form)),
        Some(LeaveChoice::Discard) => words.discard.to_owned(),
        None => String::new(),
    }
}

/// How many answers there are to send, and how many texts stay behind.
fn amount(form: &Form) -> String {
    let words = form.words();
    let answered = form.drafts().filter(|draft| draft.is_answered()).count();
    let unsent = form.drafts().map(Draft::count_unsent).sum::<usize>() + usize::from(form.has_talk());
    let answered = words.count(words.answered, answered);
    if unsent == 0 { answered } else { [&answered, words.comma, &words.count(words.texts_not_sent, unsent)].concat() }
}
