//! What the form itself asks: what becomes of what was entered, and whether a long text is meant.

use strum::VariantArray as _;

use super::list::{Indent, Lead};
use crate::answer::draft::Draft;
use crate::form::Form;
use crate::form::page::{LeaveChoice, LongChoice};
use crate::screen::frame::{Line, Role};
use crate::text::Clean;
use crate::words::fill;

pub(super) fn push_leaving<'a>(
    form: &'a Form,
    at: usize,
    is_highlighted: bool,
    indent: Indent,
    rows: &mut Vec<Line<'a>>,
) {
    push(is_highlighted, Clean::composed(leaving_text(form, at)), indent, rows);
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

pub(super) fn push_long<'a>(form: &'a Form, at: usize, is_highlighted: bool, indent: Indent, rows: &mut Vec<Line<'a>>) {
    let text = match LongChoice::VARIANTS.get(at) {
        Some(LongChoice::Send) => form.words().long_yes,
        Some(LongChoice::Edit) => form.words().long_no,
        None => return,
    };
    push(is_highlighted, text.into(), indent, rows);
}

fn push<'a>(is_highlighted: bool, text: Clean<'a>, indent: Indent, rows: &mut Vec<Line<'a>>) {
    let role = if is_highlighted { Role::Accent } else { Role::Text };
    indent.push_item(is_highlighted, Lead::default(), role, text, rows);
}

/// How many answers there are to send, and how many texts stay behind.
fn amount(form: &Form) -> String {
    let words = form.words();
    let answered = form.drafts().filter(|draft| draft.is_answered()).count();
    let unsent = form.drafts().map(Draft::count_unsent).sum::<usize>() + usize::from(form.has_talk());
    let answered = words.count(words.answered, answered);
    if unsent == 0 { answered } else { [&answered, words.comma, &words.count(words.texts_not_sent, unsent)].concat() }
}
