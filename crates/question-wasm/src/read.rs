//! Converts JavaScript values for the core.
//!
//! Values are converted by way of JSON text, which is how models and sessions represent them, and faster than reading
//! each property.

use js_sys::{JSON, JsString};
use question_core::{
    AcpScope, BoundKeys, Desk, DeskEvent, Finish, Host, HostReply, MAX_CALL, Reading, Reception, ReceptionEvent, Scene,
    SessionFacts, Shape, Subagent, Target, Waiter,
};
use serde::Deserialize;
use serde_json::Value;
use wasm_bindgen::prelude::*;

use crate::shapes::Colors;

/// Reads the arguments of a call. A value that JSON cannot represent is a problem.
pub(crate) fn call(value: &JsValue) -> Reading {
    if value.is_undefined() {
        return Reading::default();
    }
    match stringified(value) {
        // A text that is too long is not copied into the module.
        Some(text) if text.length() as usize > MAX_CALL => Reading::too_long(),
        Some(text) => Reading::parse(&String::from(text)),
        None => Reading::unwritable(),
    }
}

/// Returns the JSON text of a value, or `None` if it has none.
fn stringified(value: &JsValue) -> Option<JsString> {
    // The binding catches exceptions. One that unwound through the module's frames would leave borrowed objects
    // borrowed.
    JSON::stringify(value).ok().filter(|text| text.is_string())
}

/// Reads any value; null if it has no JSON text.
pub(crate) fn json(value: &JsValue) -> Value {
    question_core::parse(&json_text(value)).unwrap_or_default()
}

/// Gives an empty text if JSON cannot represent the value, reading it throws, or it is longer than the limit of a call.
pub(crate) fn json_text(value: &JsValue) -> String {
    let text = stringified(value).filter(|text| text.length() as usize <= MAX_CALL);
    String::from(&text.unwrap_or_default())
}

/// Reads a value of a declared shape.
///
/// # Errors
///
/// Returns how the value differs from the shape.
fn shape<T: Shape>(value: &JsValue) -> Result<T, String> {
    T::of_value(&json(value)).map_err(|error| error.to_string())
}

/// Reads a value of a declared shape. Throws with `what` as the name of the expected value.
fn shaped<T: Shape>(value: &JsValue, what: &str) -> Result<T, JsError> {
    shape(value).map_err(|error| JsError::new(&format!("{what}: {error}")))
}

pub(crate) fn host(value: &JsValue) -> Result<Host, JsError> {
    shaped(value, "host { mode, now }")
}

pub(crate) fn facts(value: &JsValue) -> Result<SessionFacts, JsError> {
    shaped(value, "facts { id, kind, file, ownFile, files }")
}

/// Reads a desk that was written before; the empty text is a new one.
pub(crate) fn desk(text: &str) -> Result<Desk, JsError> {
    if text.is_empty() {
        return Ok(Desk::default());
    }
    let read = question_core::parse(text).and_then(|desk| Desk::of_value(&desk));
    read.map_err(|error| JsError::new(&format!("desk: {error}")))
}

/// Reads a reception that was written before. One that cannot be read is a new one.
pub(crate) fn reception(text: &str) -> Reception {
    let read = question_core::parse(text).and_then(|reception| Reception::of_value(&reception));
    read.unwrap_or_default()
}

pub(crate) fn reception_event(value: &JsValue) -> Result<ReceptionEvent, JsError> {
    shaped(value, "event { type, … }")
}

pub(crate) fn desk_event(value: &JsValue) -> Result<DeskEvent, JsError> {
    shaped(value, "event { type, … }")
}

pub(crate) fn scene(value: &JsValue) -> Result<Scene, JsError> {
    shaped(value, "scene { host, session, … }")
}

pub(crate) fn waiting(value: &JsValue) -> Result<Vec<Waiter>, JsError> {
    shaped(value, "waiting [{ ticket, since }]")
}

pub(crate) fn finish(value: &JsValue) -> Result<Finish, JsError> {
    shaped(value, "finish { type, … }")
}

pub(crate) fn subagent(value: &JsValue) -> Result<Subagent, JsError> {
    shaped(value, "subagent { name, task, cwd, pid }")
}

/// Reads what a host has replied to a dialog.
pub(crate) fn host_reply(value: &JsValue) -> HostReply {
    if value.is_undefined() || value.is_null() {
        return HostReply::Closed;
    }
    let is_simple = value.as_f64().is_some() || value.as_bool().is_some();
    let simple = || stringified(value).filter(|_| is_simple).map(|text| String::from(&text));
    value.as_string().or_else(simple).map_or(HostReply::Odd, HostReply::Text)
}

pub(crate) fn scope(value: &JsValue) -> Result<AcpScope, JsError> {
    shaped(value, "scope { requestId, sessionId, toolCallId }")
}

/// Reads bound keys. A binding that is missing has its default keys.
pub(crate) fn keys(value: &JsValue) -> BoundKeys {
    shape(value).unwrap_or_default()
}

pub(crate) fn target(value: &JsValue) -> Result<Target, JsError> {
    shaped(value, "target")
}

impl Shape for Colors {
    fn of_value(value: &Value) -> serde_json::Result<Self> {
        Self::deserialize(value)
    }
}

pub(crate) fn colors(value: &JsValue) -> Result<Colors, JsError> {
    shaped(value, "colors")
}

/// Reads the strings around the parts of a link, if there are any.
pub(crate) fn link(value: &JsValue) -> Result<Option<[String; 3]>, JsError> {
    if value.is_undefined() { Ok(None) } else { shaped(value, "link").map(Some) }
}

/// Reads pairs of a file's name and text; none if the value has another shape.
pub(crate) fn files(value: &JsValue) -> Vec<(String, String)> {
    shape(value).unwrap_or_default()
}
