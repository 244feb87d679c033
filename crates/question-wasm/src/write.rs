//! What the core gives → JavaScript values.

use js_sys::{Array, Object, Reflect};
use question_core::Json;
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// A JSON value as JavaScript has it: plain objects and arrays.
pub(crate) fn json(value: &Json) -> JsValue {
    match value {
        Json::Null => JsValue::NULL,
        Json::Bool(flag) => JsValue::from_bool(*flag),
        // JavaScript has no other numbers; those that came from there are exact.
        #[allow(clippy::cast_precision_loss)]
        Json::Number(number) => JsValue::from_f64(*number as f64),
        Json::Decimal(number, _) => JsValue::from_f64(*number),
        Json::Text(text) => JsValue::from_str(text),
        Json::List(items) => items.iter().map(json).collect::<Array>().into(),
        Json::Object(fields) => {
            let object = Object::new();
            for (name, value) in fields {
                set(&object, name, &json(value));
            }
            object.into()
        }
    }
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
    let name = JsValue::from_str(name);
    if name == "__proto__" {
        // Setting it would set the prototype, and not a field.
        let descriptor = Object::new();
        for (part, value) in [("value", value), ("enumerable", &JsValue::TRUE), ("writable", &JsValue::TRUE)] {
            let _ = Reflect::set(&descriptor, &JsValue::from_str(part), value);
        }
        let _ = Reflect::define_property(object, &name, &descriptor);
        return;
    }
    // A plain object takes any field.
    let _ = Reflect::set(object, &name, value);
}
