//! JavaScript binding of the desk, whose state the caller keeps as a text.

use question_core::{About, BranchNeeded};
use wasm_bindgen::prelude::*;

use crate::shapes::Handled;
use crate::{read, write};

/// Handles an event at the desk. `desk` is the text that the last event has returned, empty at first. Returns undefined if
/// the branch is needed, with which `Branch.desk` handles the event.
#[wasm_bindgen(unchecked_return_type = "Handled | undefined")]
pub fn desk(
    desk: &str,
    #[wasm_bindgen(unchecked_param_type = "DeskEvent")] event: JsValue,
    #[wasm_bindgen(unchecked_param_type = "Scene")] scene: JsValue,
) -> Result<JsValue, JsError> {
    handle(desk, &event, &scene, About::default())
}

pub(crate) fn handle(desk: &str, event: &JsValue, scene: &JsValue, about: About<'_>) -> Result<JsValue, JsError> {
    let mut state = read::desk(desk)?;
    Ok(match state.handle(read::desk_event(event)?, &read::scene(scene)?, about) {
        Ok(orders) => write::json(&Handled { desk: write::text(&state), orders }),
        Err(BranchNeeded) => JsValue::UNDEFINED,
    })
}
