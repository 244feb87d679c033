//! JavaScript values → what the core takes, by way of their JSON text: that is what models and sessions mean by them, and
//! quicker than asking for every field.

use js_sys::JSON;
use question_core::{AcpScope, Beginning, BoundKeys, Host, Origin, Refusal, SessionFacts, Target};
use serde::de::DeserializeOwned;
use serde_json::Value;
use wasm_bindgen::prelude::*;

use crate::shapes::Colors;

/// Characters. A longer text is no call and no result, and its parts might not fit into the module's memory.
const MAX_LENGTH: u32 = 1 << 24;

/// The arguments of a call.
pub(crate) fn call(value: &JsValue) -> Result<Value, Refusal> {
    let text = JSON::stringify(value).ok().filter(|text| text.is_string());
    if text.as_ref().is_some_and(|text| text.length() > MAX_LENGTH) { Err(Refusal::TooLong) } else { Ok(json(value)) }
}

/// Any value; null for what JSON does not know, and for what throws when it is looked at.
pub(crate) fn json(value: &JsValue) -> Value {
    text(value).and_then(|text| question_core::parse(&text).ok()).unwrap_or_default()
}

/// The JSON text of a value; `None` where there is none.
pub(crate) fn text(value: &JsValue) -> Option<String> {
    // It catches: an exception that went through the frames of the module would leave what they have borrowed borrowed
    // for ever.
    let text = JSON::stringify(value).ok().filter(|text| text.is_string() && text.length() <= MAX_LENGTH);
    text.and_then(|text| text.as_string())
}

/// A value of a declared shape; throws where it is another, and says `what` was wanted.
fn shape<T: DeserializeOwned>(value: &JsValue, what: &str) -> Result<T, JsError> {
    question_core::typed(json(value)).map_err(|error| JsError::new(&format!("{what}: {error}")))
}

pub(crate) fn host(value: &JsValue) -> Result<Host, JsError> {
    shape(value, "host { mode, now }")
}

pub(crate) fn facts(value: &JsValue) -> Result<SessionFacts, JsError> {
    shape(value, "facts { id, answers, file, files }")
}

pub(crate) fn beginning(value: &JsValue) -> Result<Beginning, JsError> {
    shape(value, "beginning { answers, start, hasUI, host }")
}

pub(crate) fn scope(value: &JsValue) -> Result<AcpScope, JsError> {
    shape(value, "scope { requestId, sessionId, toolCallId }")
}

/// What is not named is bound to nothing.
pub(crate) fn keys(value: &JsValue) -> BoundKeys {
    question_core::typed(json(value)).unwrap_or_default()
}

pub(crate) fn target(value: &JsValue) -> Result<Target, JsError> {
    shape(value, "target")
}

pub(crate) fn colors(value: &JsValue) -> Result<Colors, JsError> {
    shape(value, "colors")
}

/// Where questions come from is only told on: what is missing is not.
pub(crate) fn origin(value: &JsValue) -> Origin {
    question_core::typed(json(value)).unwrap_or_default()
}

/// Pairs of a file's name and its text; none where they are something else.
pub(crate) fn files(value: &JsValue) -> Vec<(String, String)> {
    question_core::typed(json(value)).unwrap_or_default()
}
