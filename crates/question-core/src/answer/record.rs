//! Answers in the shapes of other tools.

use serde_json::{Map, Value};

use crate::answer::result::{Answer, Pick, Picks};
use crate::call::dialect::Dialect;
use crate::json::object::Object;

/// What a record of answers has no place for: the notes, under the names that the answers have in it.
pub(crate) fn annotations(answers: &[Answer]) -> Option<Value> {
    let note = |(name, answer): (String, &Answer)| {
        let note = Object::default().text("notes", answer.note.as_ref()?).json();
        Some((name, note))
    };
    let notes: Map<_, _> = named(answers).filter_map(note).collect();
    (!notes.is_empty()).then_some(Value::Object(notes))
}

/// The answers with the names that they have in a record: their prompts; of two questions with the same one, the second
/// is told apart by its id.
fn named(answers: &[Answer]) -> impl Iterator<Item = (String, &Answer)> {
    answers.iter().enumerate().map(|(at, answer)| {
        let is_taken = answers.iter().take(at).any(|earlier| earlier.prompt == answer.prompt);
        let name = if is_taken { format!("{} ({})", answer.prompt, answer.id) } else { answer.prompt.clone() };
        (name, answer)
    })
}

/// The answers of a result.
pub(crate) fn answers(answers: &[Answer], dialect: Dialect) -> Value {
    match dialect {
        Dialect::AskUser => Value::Array(answers.iter().map(ask_user_answer).collect()),
        Dialect::Question | Dialect::AskUserQuestion => {
            let entry = |(name, answer)| (name, Value::String(labels(answer).join(", ")));
            Value::Object(named(answers).map(entry).collect())
        }
    }
}

/// The labels that were joined for a record: those of options, in their order, then what was typed.
pub(crate) fn parts<'a>(text: &'a str, labels: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut parts = Vec::new();
    let mut rest = text;
    for label in labels {
        let after = rest.strip_prefix(label).filter(|after| after.is_empty() || after.starts_with(", "));
        if let (Some(after), false) = (after, label.is_empty()) {
            parts.push(label);
            rest = after.strip_prefix(", ").unwrap_or(after);
        }
    }
    parts.extend((!rest.is_empty()).then_some(rest));
    parts
}

fn ask_user_answer(answer: &Answer) -> Value {
    let labels = labels(answer);
    let object = Object::default().text("question", &answer.prompt);
    let object = match &answer.picks {
        Picks::One(pick) => object
            .text("answer", &pick.label)
            .some("selectedOption", pick.index.map(|_| Value::from(pick.label.as_str()))),
        Picks::Many(_) => object.with("answer", Value::Array(labels.into_iter().map(Value::from).collect())),
    };
    let was_custom = answer.picks.all().iter().any(Pick::was_custom);
    object.flag("wasCustom", was_custom).some_text("note", answer.note.as_ref()).json()
}

fn labels(answer: &Answer) -> Vec<&str> {
    answer.picks.all().iter().map(|pick| pick.label.as_str()).collect()
}
