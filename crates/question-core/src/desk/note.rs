//! What the entries of the desk hold: results, who has asked, and what follows for questions that wait. It must not decide
//! when one is written.

use serde_json::{Value, json};

use super::event::{Asker, PlaceResult};
use super::order::Order;
use crate::json::compact;
use crate::later::log::ASIDE;
use crate::later::plan::Effects;

/// Bytes of what is noted about the questions of another session before the user has entered anything, at most.
pub(super) const MAX_UNENTERED: usize = 64 * 1024;

/// Field of a record that says which subagent has asked.
const SUBAGENT: &str = "subagent";

/// Returns the entry about what was entered at a place whose result does not count.
pub(super) fn note_by(asker: &Asker, result: &PlaceResult) -> Option<Order> {
    let record = Some(&result.record).filter(|record| record.is_object())?;
    let data = with_field(record.clone(), ASIDE, true.into());
    let data = match asker {
        Asker::Session { subagent, .. } => with_field(data, SUBAGENT, subagent.clone()),
        Asker::Call(_) | Asker::Sequence(_) => data,
    };
    Some(Order::Note { data })
}

/// Returns the entry about what another session has asked, if there is to be one. What goes on to the next session with
/// nothing entered has no end here. Without anything entered, it is bounded.
pub(super) fn note_of(result: &PlaceResult, subagent: &Value, is_here: bool) -> Option<Order> {
    let PlaceResult { record, is_said, is_entered, .. } = result;
    let is_entered = *is_said || *is_entered;
    let is_noted = record.is_object() && (is_here || is_entered) && record.get("shown") != Some(&Value::Bool(false));
    if !is_noted {
        return None;
    }
    let data = with_field(record.clone(), SUBAGENT, subagent.clone());
    Some(Order::Note { data: if is_entered { data } else { bounded(data) } })
}

/// Returns a record with a field, in place of its own of that name.
fn with_field(mut record: Value, name: &str, value: Value) -> Value {
    if let Some(fields) = record.as_object_mut() {
        fields.insert(name.to_owned(), value);
    }
    record
}

/// Returns a note of questions that nobody has answered, without those that are too long to be noted.
fn bounded(note: Value) -> Value {
    let size = |value: &Value| compact(value).len();
    if size(&note) <= MAX_UNENTERED {
        return note;
    }
    let field = |name: &str| note.get(name).cloned().unwrap_or_default();
    let rest = ["answers", "cancelled", "outcome", "mode", SUBAGENT].map(|name| (name.to_owned(), field(name)));
    let mut rest = Value::from_iter(rest);
    let mut room = MAX_UNENTERED.saturating_sub(size(&rest) + size(&json!({"questions": []})));
    let mut questions = field("questions").as_array().cloned().unwrap_or_default();
    questions.retain(|question| {
        let bytes = size(question) + 1;
        let fits = bytes <= room;
        room -= if fits { bytes } else { 0 };
        fits
    });
    if let Some(fields) = rest.as_object_mut() {
        fields.insert("questions".to_owned(), Value::Array(questions));
    }
    rest
}

/// Returns the record of a form whose answers were not sent for this reason: the next form begins with what was entered.
pub(super) fn not_sent(record: &Value, reason: &str) -> Value {
    let failed = [("outcome", "failed".into()), ("cancelled", true.into()), ("message", reason.into())];
    failed.into_iter().fold(record.clone(), |record, (name, value)| with_field(record, name, value))
}

/// Returns the entry about what follows for questions that wait, without a result.
pub(super) fn noted(effects: &Effects) -> Order {
    Order::Note { data: with_effects(&Value::Null, effects) }
}

/// Returns a record with the effects of an entry.
pub(super) fn with_effects(record: &Value, Effects { closes, part }: &Effects) -> Value {
    let calls = [("closes", closes), ("part", part)].into_iter().filter(|(_, calls)| !calls.is_empty());
    let record = if record.is_null() { json!({}) } else { record.clone() };
    calls.fold(record, |record, (name, calls)| with_field(record, name, calls.clone().into()))
}

/// Returns an entry with the subagent that has asked: the own model does not read what it holds.
pub(super) fn told(noted: Value, subagent: Value) -> Value {
    with_field(noted, SUBAGENT, subagent)
}

/// Returns the entry that stands for a message to the own model until a run has taken it in.
pub(super) fn kept(noted: Value, id: &str, content: String) -> Value {
    with_field(with_field(noted, "id", id.into()), "content", content.into())
}
