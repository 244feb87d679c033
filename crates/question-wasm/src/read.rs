//! JavaScript values → what the core takes.

use question_core::{Host, HostMode};
use serde::de::DeserializeOwned;
use serde_json::Value;
use wasm_bindgen::prelude::*;

use crate::paint::Colors;

/// Any value as JSON has it; null for what JSON does not know, and for what throws when it is looked at.
pub(crate) fn json(value: &JsValue) -> Value {
    let text = js_sys::JSON::stringify(value).ok().and_then(|text| text.as_string());
    text.and_then(|text| question_core::parse(&text).ok()).unwrap_or_default()
}

pub(crate) fn host(value: &JsValue) -> Result<Host, JsError> {
    let value = json(value);
    let mode = match value["mode"].as_str().unwrap_or_default() {
        "tui" => HostMode::Tui,
        "rpc" => HostMode::Rpc,
        "print" => HostMode::Print,
        "json" => HostMode::Json,
        mode => return Err(JsError::new(&["host: no mode ", mode].concat())),
    };
    Ok(Host { mode, now: value["now"].as_i64() })
}

/// A small value of a declared type; throws where it is another.
pub(crate) fn value<T: DeserializeOwned>(value: JsValue) -> Result<T, JsError> {
    serde_wasm_bindgen::from_value(value).map_err(|error| JsError::new(&error.to_string()))
}

/// What goes before and after a text of each role; throws where one is missing.
pub(crate) fn colors(colors: JsValue) -> Result<Colors, JsError> {
    Colors::new(&value(colors)?).map_err(|role| JsError::new(&format!("palette: no role {role:?}")))
}
