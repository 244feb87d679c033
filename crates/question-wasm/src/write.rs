//! Converts results of the core to JavaScript values.

use js_sys::JSON;
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// Converts a shape of any size, by way of its JSON text.
pub(crate) fn json(shape: &impl Serialize) -> JsValue {
    // JavaScript reads all JSON.
    JSON::parse(&text(shape)).unwrap_or_default()
}

/// Writes a shape as JSON, for which the host has no other use than to pass it back.
pub(crate) fn text(shape: &impl Serialize) -> String {
    // Every shape can be written.
    serde_json::to_string(shape).unwrap_or_default()
}

/// Converts a small shape directly. It must not hold raw numbers, which only JSON text can represent.
pub(crate) fn value(shape: &impl Serialize) -> JsValue {
    // The conversion fails for no shape.
    serde_wasm_bindgen::to_value(shape).unwrap_or_default()
}
