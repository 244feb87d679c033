//! What the form itself asks: what becomes of what was entered, whether a long text is meant, and whether a text that is no
//! part of an answer is sent as well.

use super::list::{Indent, Lead};
use crate::answer::draft::Draft;
use crate::form::Form;
use crate::form::page::{LeaveChoice, LongChoice, Page, UnsentChoice};
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
    match LeaveChoice::ALL.get(at) {
        // The model has answers already; what is left or sent are changes to those.
        Some(LeaveChoice::Keep) if form.is_revision() => words.keep_changing.to_owned(),
        Some(LeaveChoice::Send) if form.is_revision() => words.send_changes.to_owned(),
        Some(LeaveChoice::Discard) if form.is_revision() => words.keep_answers.to_owned(),
        Some(LeaveChoice::Keep) => words.keep.to_owned(),
        Some(LeaveChoice::Send) => fill(words.send, &amount(form)),
        Some(LeaveChoice::Discard) => words.discard.to_owned(),
        None => String::new(),
    }
}

pub(super) fn push_long<'a>(form: &'a Form, at: usize, is_highlighted: bool, indent: Indent, rows: &mut Vec<Line<'a>>) {
    let text = match LongChoice::ALL.get(at) {
        Some(LongChoice::Send) => match form.page() {
            Page::Long { field, .. } => form.long(field).1,
            _ => return,
        },
        Some(LongChoice::Edit) => form.words().long_no,
        None => return,
    };
    push(is_highlighted, text.into(), indent, rows);
}

pub(super) fn push_unsent<'a>(
    form: &'a Form,
    at: usize,
    is_highlighted: bool,
    indent: Indent,
    rows: &mut Vec<Line<'a>>,
) {
    push(is_highlighted, unsent_text(form, at).into(), indent, rows);
}

/// What a way to submit is called, where texts are no part of the answers.
pub(crate) fn unsent_text(form: &Form, at: usize) -> &'static str {
    match UnsentChoice::ALL.get(at) {
        Some(UnsentChoice::Include) => form.words().unsent_yes,
        Some(UnsentChoice::Omit) => form.words().unsent_no,
        Some(UnsentChoice::Back) => form.words().unsent_back,
        None => "",
    }
}

fn push<'a>(is_highlighted: bool, text: Clean<'a>, indent: Indent, rows: &mut Vec<Line<'a>>) {
    let role = if is_highlighted { Role::Accent } else { Role::Text };
    indent.push_item(is_highlighted, Lead::default(), role, text, rows);
}

/// How much there is to send: answers, and what was entered but is no answer yet.
fn amount(form: &Form) -> String {
    let counts = |draft: &&Draft| form.has_to_share(draft, true);
    let answered = form.drafts().filter(|draft| counts(draft) && draft.is_answered()).count();
    let unfinished = form.drafts().filter(|draft| draft.has_input() && !draft.is_answered()).count()
        + usize::from(!form.discussion().trim().is_empty());
    let mut amounts = Vec::new();
    if answered > 0 || unfinished == 0 {
        amounts.push(form.words().count(&form.words().answered, answered));
    }
    if unfinished > 0 {
        amounts.push(form.words().count(&form.words().unfinished, unfinished));
    }
    amounts.join(form.words().comma)
}
