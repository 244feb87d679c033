//! The review: every answer with its note, and Submit below them.

use super::list::{Indent, Lead};
use crate::answer::content::listed;
use crate::answer::given::{Choice, Given};
use crate::form::Form;
use crate::form::entry::Entry;
use crate::screen::frame::{Line, Role};
use crate::text::Clean;
use crate::words::Words;

pub(super) fn push_item<'a>(form: &'a Form, at: usize, is_highlighted: bool, indent: Indent, rows: &mut Vec<Line<'a>>) {
    let words = form.words();
    let highlight = |role| if is_highlighted { Role::Accent } else { role };
    let text = Clean::text(&text(form, at)).into_owned();
    let Some(entry) = form.entry(at) else {
        let role = if form.first_unanswered().is_none() { Role::Success } else { Role::Dim };
        return indent.push_item(is_highlighted, Lead::default(), highlight(role), text, rows);
    };
    let (role, sign) = if entry.draft().is_answered() { (Role::Text, "✓ ") } else { (Role::Warning, "□ ") };
    let lead = Lead { sign, sign_columns: 2, ..Lead::default() };
    let lead_columns = lead.columns();
    indent.push_item(is_highlighted, lead, highlight(role), text, rows);
    // What was typed, but is not sent.
    for unsent in entry.draft().unsent_texts() {
        let unsent = format!("✎ {unsent}");
        indent.push_below(lead_columns, Role::Muted, Clean::text(&unsent).into_owned(), rows);
    }
    if let Some(note) = &entry.draft().note {
        let note = format!("{}{note}", words.note);
        indent.push_below(lead_columns, Role::Muted, Clean::text(&note).into_owned(), rows);
    }
}

/// A question's label and answer; behind the last question, Submit.
pub(crate) fn text(form: &Form, at: usize) -> String {
    let words = form.words();
    if let Some(entry) = form.entry(at) {
        return format!("{}{}{}", entry.shown.label.as_str(), words.colon, answer(entry, words));
    }
    match form.drafts().filter(|draft| !draft.is_answered()).count() {
        0 => words.submit.to_owned(),
        missing => words.count(&words.submit_after, missing),
    }
}

/// What a question was answered with.
fn answer(entry: &Entry, words: &Words) -> String {
    let label = |option: usize| entry.shown.option(option).map_or("", |option| option.label.as_str()).to_owned();
    let wrote = |text: &str| format!("{}{text}", words.wrote);
    match &entry.draft().given {
        _ if !entry.draft().is_answered() => words.not_answered.to_owned(),
        Given::Single(Some(Choice::Option(option))) => label(*option),
        Given::Single(Some(Choice::Typed(text))) | Given::Input(Some(text)) => wrote(text),
        Given::Single(None) | Given::Input(None) => String::new(),
        Given::Multi(boxes) => {
            let typed = boxes.typed.iter().filter(|typed| typed.is_checked);
            let typed = typed.map(|typed| wrote(&listed(typed.text.clone())));
            let all: Vec<String> = boxes.checked().map(|option| listed(label(option))).chain(typed).collect();
            if all.is_empty() { words.none.to_owned() } else { all.join(words.comma) }
        }
    }
}
