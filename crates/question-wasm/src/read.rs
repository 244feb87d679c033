//! JavaScript values → what the core takes. Written out by hand, as is the way back: serde's costs a third of the module,
//! most of it for messages about types that the declarations rule out.

use js_sys::{Array, Number, Reflect};
use question_core::{Host, HostMode, Json};
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

use crate::paint::Colors;

/// Levels below which a value counts as null. Tool calls and results have six; a cycle has no end.
const MAX_DEPTH: usize = 64;
/// Values after which the rest counts as null: more than any call holds, few enough to end soon where cycles branch.
const MAX_VALUES: usize = 1_000_000;

// An exception that went through the frames of the module would leave what they have borrowed borrowed for ever.
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = Array, js_name = isArray)]
    fn is_array(value: &JsValue) -> Result<bool, JsValue>;
    #[wasm_bindgen(catch, js_namespace = Object)]
    fn entries(value: &JsValue) -> Result<Array, JsValue>;
}

/// Any value as JSON, null for what JSON does not know and for what throws when it is looked at.
#[inline(never)]
pub(crate) fn json(value: &JsValue) -> Json {
    json_below(value, MAX_DEPTH, &mut { MAX_VALUES })
}

fn json_below(value: &JsValue, depth: usize, budget: &mut usize) -> Json {
    /// Largest whole number that JavaScript holds exactly.
    const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

    *budget = budget.saturating_sub(1);
    if let Some(text) = value.as_string() {
        Json::Text(text)
    } else if let Some(flag) = value.as_bool() {
        Json::Bool(flag)
    } else if let Some(number) = value.as_f64() {
        if number.fract() == 0.0 && number.abs() <= MAX_SAFE_INTEGER {
            #[allow(clippy::cast_possible_truncation)] // just ruled out
            Json::Number(number as i64)
        } else {
            let text = Number::from(number).to_string_with_radix(10);
            Json::Decimal(number, text.map_or_else(|_| String::new(), String::from))
        }
    } else if depth == 0 || *budget == 0 || !value.is_object() {
        Json::Null
    } else if is_array(value).unwrap_or_default() {
        let length = Reflect::get(value, &JsValue::from("length")).ok().and_then(|length| length.as_f64());
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a length is a u32
        let length = (length.unwrap_or_default() as u32).min(*budget as u32);
        let item = |at| Reflect::get_u32(value, at).map_or(Json::Null, |item| json_below(&item, depth - 1, budget));
        Json::List((0..length).map(item).collect())
    } else {
        let field = |pair: JsValue| {
            let pair: Array = pair.unchecked_into();
            Some((pair.get(0).as_string()?, json_below(&pair.get(1), depth - 1, budget)))
        };
        Json::Object(entries(value).unwrap_or_default().iter().filter_map(field).collect())
    }
}

pub(crate) fn host(value: &JsValue) -> Result<Host, JsError> {
    let value = json(value);
    let mode = match value.field("mode").text() {
        "tui" => HostMode::Tui,
        "rpc" => HostMode::Rpc,
        "print" => HostMode::Print,
        "json" => HostMode::Json,
        mode => return Err(JsError::new(&["host: no mode ", mode].concat())),
    };
    Ok(Host { mode, now: value.field("now").number() })
}

/// Pairs of a file's name and its text.
pub(crate) fn files(value: &Json) -> Vec<(String, String)> {
    let file = |pair: &Json| match pair.list() {
        [name, text] => Some((name.text().to_owned(), text.text().to_owned())),
        _ => None,
    };
    value.list().iter().filter_map(file).collect()
}

/// A small value of a declared type; throws where it is another.
pub(crate) fn value<T: DeserializeOwned>(value: JsValue) -> Result<T, JsError> {
    serde_wasm_bindgen::from_value(value).map_err(|error| JsError::new(&error.to_string()))
}

/// What goes before and after a text of each role; throws where one is missing.
pub(crate) fn colors(colors: JsValue) -> Result<Colors, JsError> {
    Colors::new(&value(colors)?).map_err(|role| JsError::new(&format!("palette: no role {role:?}")))
}
