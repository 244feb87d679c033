//! What the core gives → JavaScript values.

use js_sys::JSON;
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// A shape, by way of its JSON text.
pub(crate) fn json(shape: &impl Serialize) -> JsValue {
    // All of them can be written, and JavaScript reads whatever is.
    serde_json::to_string(shape).ok().and_then(|text| JSON::parse(&text).ok()).unwrap_or_default()
}
