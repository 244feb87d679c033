//! Entries of the session about what other sessions have asked, and about what was entered at places whose results do not
//! count.

use serde_json::{Value, json};

use super::event::{Asker, PlaceResult};
use super::order::Order;
use crate::json::compact;
use crate::later::log::ASIDE;

/// Bytes of what is noted about the questions of another session before the user has entered anything, at most.
pub(super) const MAX_UNENTERED: usize = 64 * 1024;

/// Returns the entry about what was entered at a place whose result does not count.
pub(super) fn note_by(asker: &Asker, result: &PlaceResult) -> Option<Order> {
    let subagent = if let Asker::Session { subagent, .. } = asker { Some(subagent.clone()) } else { None };
    let mut data = result.record.clone();
    let fields = data.as_object_mut()?;
    fields.insert(ASIDE.to_owned(), Value::Bool(true));
    fields.extend(subagent.map(|subagent| ("subagent".to_owned(), subagent)));
    Some(Order::Note { data })
}

/// Returns the entry about what another session has asked, if there is to be one. What goes on to the next session with
/// nothing entered has no end here. Without anything entered, it is bounded.
pub(super) fn note_of(result: &PlaceResult, subagent: &Value, is_here: bool) -> Option<Order> {
    let PlaceResult { record, is_said, is_entered, .. } = result;
    let is_entered = *is_said || *is_entered;
    if !(is_here || is_entered) || record.get("shown") == Some(&Value::Bool(false)) {
        return None;
    }
    let mut data = record.clone();
    data.as_object_mut()?.insert("subagent".to_owned(), subagent.clone());
    Some(Order::Note { data: if is_entered { data } else { bounded(data) } })
}

/// Returns a note of questions that nobody has answered, without those that are too long to be noted.
fn bounded(note: Value) -> Value {
    let size = |value: &Value| compact(value).len();
    if size(&note) <= MAX_UNENTERED {
        return note;
    }
    let field = |name: &str| note.get(name).cloned().unwrap_or_default();
    let rest = ["answers", "cancelled", "outcome", "mode", "subagent"].map(|name| (name.to_owned(), field(name)));
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
