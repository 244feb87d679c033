//! JavaScript values → what the core takes, by way of their JSON text: that is what models and sessions mean by them, and
//! quicker than asking for every field.

use std::cell::RefCell;

use js_sys::{JSON, JsString};
use question_core::{AcpScope, Beginning, BoundKeys, Dialect, Host, Origin, Refusal, Request, SessionFacts, Target};
use serde::de::DeserializeOwned;
use serde_json::Value;
use wasm_bindgen::prelude::*;

use crate::shapes::Colors;

/// Characters. A longer text is no call and no result, and its parts might not fit into the module's memory.
const MAX_LENGTH: u32 = 1 << 24;

thread_local! {
    /// The call that was last found to be as declared, with its text: that is asked next, mostly as it was.
    static PREPARED: RefCell<Option<(JsString, Request)>> = const { RefCell::new(None) };
}

/// The arguments of a call.
pub(crate) fn call(value: &JsValue) -> Result<Request, Refusal> {
    let Some(text) = stringified(value) else { return Ok(Request::default()) };
    if text.length() > MAX_LENGTH {
        return Err(Refusal::TooLong);
    }
    let prepared = PREPARED.take().filter(|(prepared, _)| *prepared == text);
    Ok(prepared.map_or_else(|| Request::read(&parsed(&String::from(text))), |(_, request)| request))
}

/// The arguments of a call as the tool of a dialect declares them.
pub(crate) fn prepared(value: JsValue, dialect: Dialect) -> JsValue {
    let text = stringified(&value).filter(|text| text.length() <= MAX_LENGTH).unwrap_or_default();
    let sent = String::from(&text);
    let request = Request::read(&parsed(&sent));
    match serde_json::to_string(&request.in_dialect(dialect)) {
        // Most calls are as declared.
        Ok(declared) if declared == sent => {
            PREPARED.set(Some((text, request)));
            value
        }
        declared => declared.ok().and_then(|text| JSON::parse(&text).ok()).unwrap_or_default(),
    }
}

/// Any value; null for what JSON does not know, and for what throws when it is looked at.
pub(crate) fn json(value: &JsValue) -> Value {
    stringified(value)
        .filter(|text| text.length() <= MAX_LENGTH)
        .map(|text| parsed(&String::from(text)))
        .unwrap_or_default()
}

fn parsed(text: &str) -> Value {
    question_core::parse(text).unwrap_or_default()
}

/// The JSON text of a value; `None` where there is none.
fn stringified(value: &JsValue) -> Option<JsString> {
    // It catches: an exception that went through the frames of the module would leave what they have borrowed borrowed
    // for ever.
    JSON::stringify(value).ok().filter(|text| text.is_string())
}

/// A value of a declared shape; throws where it is another, and says `what` was wanted.
fn shape<T: DeserializeOwned>(value: &JsValue, what: &str) -> Result<T, JsError> {
    question_core::typed(&json(value)).map_err(|error| JsError::new(&format!("{what}: {error}")))
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
    question_core::typed(&json(value)).unwrap_or_default()
}

pub(crate) fn target(value: &JsValue) -> Result<Target, JsError> {
    shape(value, "target")
}

pub(crate) fn colors(value: &JsValue) -> Result<Colors, JsError> {
    shape(value, "colors")
}

/// Where questions come from is only told on: what is missing is not.
pub(crate) fn origin(value: &JsValue) -> Origin {
    question_core::typed(&json(value)).unwrap_or_default()
}

/// Pairs of a file's name and its text; none where they are something else.
pub(crate) fn files(value: &JsValue) -> Vec<(String, String)> {
    question_core::typed(&json(value)).unwrap_or_default()
}
