//! What the core gives → JavaScript values.

use js_sys::JSON;
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// A shape of any size, by way of its JSON text.
pub(crate) fn json(shape: &impl Serialize) -> JsValue {
    // All of them can be written, and JavaScript reads whatever is.
    serde_json::to_string(shape).ok().and_then(|text| JSON::parse(&text).ok()).unwrap_or_default()
}

/// A small shape without numbers as they were written, which are only known to JSON.
pub(crate) fn value(shape: &impl Serialize) -> JsValue {
    // All of them can be written.
    serde_wasm_bindgen::to_value(shape).unwrap_or_default()
}
