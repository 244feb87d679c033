//! Converts results of the core to JavaScript values.

use js_sys::JSON;
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// Converts a shape of any size, by way of its JSON text.
pub(crate) fn json(shape: &impl Serialize) -> JsValue {
    // Neither conversion fails: every shape can be written as JSON, and JavaScript reads all JSON.
    serde_json::to_string(shape).ok().and_then(|text| JSON::parse(&text).ok()).unwrap_or_default()
}

/// Converts a small shape directly. It must not hold raw numbers, which only JSON text can represent.
pub(crate) fn value(shape: &impl Serialize) -> JsValue {
    // The conversion fails for no shape.
    serde_wasm_bindgen::to_value(shape).unwrap_or_default()
}
