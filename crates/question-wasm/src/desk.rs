//! JavaScript binding of the desk and the reception, whose states the caller keeps as texts.

use question_core::{About, BranchNeeded};
use serde_json::Value;
use wasm_bindgen::prelude::*;

use crate::shapes::{Handled, Received};
use crate::{read, write};

/// Handles an event at the desk. `desk` is the text that the last event has returned, empty at first. If the branch is
/// needed, with which `Branch.desk` handles the event, returns which pending files it has to know: those of the session, or
/// all in its folder.
#[wasm_bindgen(unchecked_return_type = "Handled | \"own\" | \"all\"")]
pub fn desk(
    desk: &str,
    #[wasm_bindgen(unchecked_param_type = "DeskEvent")] event: JsValue,
    #[wasm_bindgen(unchecked_param_type = "Scene")] scene: JsValue,
) -> Result<JsValue, JsError> {
    handle(desk, &event, &scene, About::default())
}

pub(crate) fn handle(desk: &str, event: &JsValue, scene: &JsValue, about: About<'_>) -> Result<JsValue, JsError> {
    let mut state = read::desk(desk)?;
    let event = read::desk_event(event)?;
    let files = if event.needs_all_files() { "all" } else { "own" };
    Ok(match state.handle(event, &read::scene(scene)?, about) {
        Ok(orders) => write::json(&Handled { desk: write::text(&state), orders }),
        Err(BranchNeeded) => JsValue::from_str(files),
    })
}

/// Returns where an answer from elsewhere is given, as the user reads it, or why it must not count. `kind` says who has entered
/// it in a process, which is asked with `name` as its terminal; without one, it is by another extension, that calls itself so.
/// `isBelow`: the process is the one that asks, or below it; if that is unknown, `fault` says why.
#[wasm_bindgen(js_name = answeredFrom, unchecked_return_type = "[by: string, problem: null] | [by: null, problem: string]")]
pub fn answered_from(
    kind: Option<String>,
    name: Option<String>,
    #[wasm_bindgen(js_name = isBelow)] is_below: Option<bool>,
    fault: Option<String>,
) -> JsValue {
    let place = question_core::answered_from(kind.as_deref(), name, is_below, fault.as_deref());
    let (by, problem) = place.map_or_else(|problem| (None, Some(problem)), |by| (Some(by), None));
    write::json(&Value::from(vec![Value::from(by), Value::from(problem)]))
}

/// Tells the model why the person above has not answered.
#[wasm_bindgen]
pub fn unanswered(#[wasm_bindgen(unchecked_param_type = "Unanswered")] how: &str) -> String {
    question_core::unanswered(how).to_owned()
}

/// Handles an event at the reception of a process. `state` is the text that the last event has returned, empty at first. One
/// that another version has written is a new one. `now` is in milliseconds of a clock that never goes back; it may wrap around.
#[wasm_bindgen(unchecked_return_type = "Received")]
pub fn receive(
    state: &str,
    #[wasm_bindgen(unchecked_param_type = "ReceptionEvent")] event: JsValue,
    now: u32,
) -> Result<JsValue, JsError> {
    let mut reception = read::reception(state);
    let orders = reception.handle(read::reception_event(&event)?, now);
    Ok(write::json(&Received { state: write::text(&reception), orders }))
}
