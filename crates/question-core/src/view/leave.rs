//! What becomes of what was entered, when a form is left before it was submitted.

use super::list::Indent;
use crate::form::{Form, LeaveChoice};
use crate::frame::{Line, Role};
use crate::text::Clean;

pub(super) fn push_item(form: &Form, at: usize, is_highlighted: bool, indent: Indent, rows: &mut Vec<Line<'_>>) {
    let text = match LeaveChoice::ALL.get(at) {
        Some(LeaveChoice::Keep) => "Keep answering".into(),
        Some(LeaveChoice::Send) => Clean::composed(format!("Send what I have ({})", amount(form))),
        Some(LeaveChoice::Discard) => "Discard".into(),
        None => return,
    };
    let role = if is_highlighted { Role::Accent } else { Role::Text };
    indent.push_item(is_highlighted, Clean::default(), role, text, rows);
}

/// How much there is to send: answers, and texts that were typed but not submitted.
fn amount(form: &Form) -> String {
    let answers = form.entries.iter().filter(|entry| entry.answer.is_some()).count();
    let drafts = form.entries.iter().filter(|entry| entry.answer.is_none() && !entry.draft.trim().is_empty()).count();
    let count = |number: usize, name: &str| format!("{number} {name}{}", if number == 1 { "" } else { "s" });
    match (answers, drafts) {
        (_, 0) => count(answers, "answer"),
        (0, _) => count(drafts, "unfinished text"),
        _ => format!("{}, {}", count(answers, "answer"), count(drafts, "unfinished text")),
    }
}
