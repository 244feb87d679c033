//! JavaScript values → what the core takes, by way of their JSON text: that is what models and sessions mean by them, and
//! quicker than asking for every field.

use js_sys::{JSON, JsString};
use question_core::{AcpScope, BoundKeys, Event, Host, MAX_CALL, Origin, Request, SessionFacts, Target};
use serde::de::DeserializeOwned;
use serde_json::Value;
use wasm_bindgen::prelude::*;

use crate::shapes::Colors;

/// The arguments of a call. What JSON cannot write is a request with a problem.
pub(crate) fn call(value: &JsValue) -> Request {
    if value.is_undefined() {
        return Request::default();
    }
    match stringified(value) {
        // Of a longer one, not even the text is copied into the module.
        Some(text) if text.length() as usize > MAX_CALL => Request::too_long(),
        Some(text) => Request::parse(&String::from(text)),
        None => Request::unwritable(),
    }
}

/// The JSON text of a value; `None` where there is none.
fn stringified(value: &JsValue) -> Option<JsString> {
    // It catches: an exception that went through the frames of the module would leave what they have borrowed borrowed
    // for ever.
    JSON::stringify(value).ok().filter(|text| text.is_string())
}

/// Any value; null for one that has no text.
pub(crate) fn json(value: &JsValue) -> Value {
    shape(value).unwrap_or_default()
}

/// The JSON text of a value; empty for what JSON does not know, what throws when it is looked at, and what is longer than
/// any call.
pub(crate) fn text(value: &JsValue) -> String {
    let text = stringified(value).filter(|text| text.length() as usize <= MAX_CALL);
    String::from(&text.unwrap_or_default())
}

/// A value of a declared shape; what is wrong with it, where it is another.
fn shape<T: DeserializeOwned>(value: &JsValue) -> Result<T, String> {
    question_core::parse(&text(value)).map_err(|error| error.to_string())
}

/// The same; throws, and says `what` was wanted.
fn shaped<T: DeserializeOwned>(value: &JsValue, what: &str) -> Result<T, JsError> {
    shape(value).map_err(|error| JsError::new(&format!("{what}: {error}")))
}

pub(crate) fn host(value: &JsValue) -> Result<Host, JsError> {
    shaped(value, "host { mode, now }")
}

pub(crate) fn facts(value: &JsValue) -> Result<SessionFacts, JsError> {
    shaped(value, "facts { id, kind, file, files }")
}

pub(crate) fn event(value: &JsValue) -> Result<Event, JsError> {
    shaped(value, "event { type, … }")
}

pub(crate) fn scope(value: &JsValue) -> Result<AcpScope, JsError> {
    shaped(value, "scope { requestId, sessionId, toolCallId }")
}

/// What is not named is bound to nothing.
pub(crate) fn keys(value: &JsValue) -> BoundKeys {
    shape(value).unwrap_or_default()
}

pub(crate) fn target(value: &JsValue) -> Result<Target, JsError> {
    shaped(value, "target")
}

pub(crate) fn colors(value: &JsValue) -> Result<Colors, JsError> {
    shaped(value, "colors")
}

/// Where questions come from is only told on: what is missing is not.
pub(crate) fn origin(value: &JsValue) -> Origin {
    shape(value).unwrap_or_default()
}

/// Pairs of a file's name and its text; none where they are something else.
pub(crate) fn files(value: &JsValue) -> Vec<(String, String)> {
    shape(value).unwrap_or_default()
}
