//! What the core gives → JavaScript values.

use js_sys::{Object, Reflect};
use serde::Serialize;
use serde_json::Value;
use wasm_bindgen::prelude::*;

/// A JSON value as JavaScript has it: plain objects and arrays.
pub(crate) fn json(value: &Value) -> JsValue {
    js_sys::JSON::parse(&value.to_string()).unwrap_or_default()
}

/// An object of these fields.
pub(crate) fn object(fields: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        set(&object, name, value);
    }
    object.into()
}

/// What came of checking something: an object with the value under its name, or with what is the `problem`.
pub(crate) fn checked(name: &str, value: Result<JsValue, String>) -> JsValue {
    match value {
        Ok(value) => object(&[(name, value)]),
        Err(problem) => object(&[("problem", problem.into())]),
    }
}

/// A small value of a declared type.
pub(crate) fn value<T: Serialize>(value: &T) -> Result<JsValue, JsError> {
    serde_wasm_bindgen::to_value(value).map_err(|error| JsError::new(&error.to_string()))
}

fn set(object: &Object, name: &str, value: &JsValue) {
    // A plain object takes any field.
    let _ = Reflect::set(object, &JsValue::from_str(name), value);
}
