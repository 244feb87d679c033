//! JavaScript for the tests of the boundary: values, paths into them, calls by name, and forms made from JSON.

use js_sys::{Array, Function, JSON, Object, Reflect};
use question_wasm::{JsDialogs, JsForm, JsQuestionnaire, JsSettings, Palette};
use wasm_bindgen::prelude::*;

pub(crate) const ROLES: [&str; 21] = [
    "text",
    "subagent",
    "prompt",
    "strong",
    "code",
    "codeblock",
    "title",
    "link",
    "quote",
    "sign",
    "muted",
    "key",
    "accent",
    "match",
    "heading",
    "success",
    "warning",
    "error",
    "border",
    "tab",
    "tool",
];
pub(crate) const FULL: &str = r##"{"title": "Setup", "questions": [{"id": "db", "label": "Database", "prompt": "Which?", "mode": "single",
    "options": [{"value": "pg", "label": "PostgreSQL", "description": "the usual", "preview": "# pg"}],
    "allowCustom": true, "customLabel": "Mine", "allowEmpty": false, "defaultValue": "pg", "recommended": "pg"}],
    "metadata": {"a": [1]}}"##;
pub(crate) const SHORT: &str = r#"{"questions": [{"prompt": "Which?", "options": [{"label": "a"}]}]}"#;

pub(crate) fn parse(json: &str) -> JsValue {
    JSON::parse(json).unwrap()
}

pub(crate) fn js(code: &str) -> JsValue {
    js_sys::eval(code).unwrap()
}

/// Returns the value as JSON; empty for undefined.
pub(crate) fn json(value: &JsValue) -> String {
    JsValue::from(JSON::stringify(value).unwrap()).as_string().unwrap_or_default()
}

/// Returns the value at a path of keys and indices.
pub(crate) fn at(value: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(value.clone(), |value, key| Reflect::get(&value, &key.into()).unwrap())
}

pub(crate) fn text(value: &JsValue, path: &str) -> String {
    at(value, path).as_string().unwrap()
}

/// Returns the names of an object's own fields, in order, including fields that hold `undefined`.
pub(crate) fn fields(value: &JsValue, path: &str) -> String {
    let object = if path.is_empty() { value.clone() } else { at(value, path) };
    Object::keys::<Object>(object.unchecked_ref()).join(" ").into()
}

/// Calls a method by its JavaScript name.
pub(crate) fn call(object: &JsValue, method: &str, arguments: &[JsValue]) -> Result<JsValue, JsValue> {
    at(object, method).unchecked_into::<Function>().apply(object, &arguments.iter().collect::<Array>())
}

/// Calls a method that does not throw, and returns its result.
pub(crate) fn get(object: &JsValue, method: &str, arguments: &[JsValue]) -> JsValue {
    call(object, method, arguments).unwrap()
}

/// Makes another object of the same class with `new`.
pub(crate) fn construct(like: &JsValue, arguments: &[JsValue]) -> Result<JsValue, JsValue> {
    Reflect::construct(at(like, "constructor").unchecked_ref::<Function>(), &arguments.iter().collect::<Array>())
}

/// Returns the classes and functions that the module exports.
pub(crate) fn module() -> JsValue {
    js("process.mainModule.children.map(child => child.exports).find(own => own.Questionnaire)")
}

pub(crate) fn message(thrown: Result<JsValue, JsValue>) -> String {
    text(&thrown.unwrap_err(), "message")
}

pub(crate) fn settings() -> JsSettings {
    JsSettings::new(JsValue::UNDEFINED, "", None, None)
}

/// Returns the settings of one file with this text.
pub(crate) fn settings_of(text: &str) -> JsSettings {
    let file: Array = [JsValue::from("question.json"), text.into()].iter().collect();
    JsSettings::new(Array::of1(&file).into(), "", None, None)
}

pub(crate) fn questionnaire(json: &str) -> JsValue {
    JsQuestionnaire::new(&settings(), parse(json)).into()
}

pub(crate) fn form(json: &str) -> JsValue {
    let questionnaire = JsQuestionnaire::new(&settings(), parse(json));
    JsForm::new(&questionnaire, JsValue::UNDEFINED, None).ok().unwrap().into()
}

/// Calls a method that takes this argument and a time.
pub(crate) fn update(form: &JsValue, method: &str, given: &JsValue) -> JsValue {
    get(form, method, &[given.clone(), 0.into()])
}

/// Draws for a terminal of 40 × 30, with an editor of this many rows.
pub(crate) fn view(form: &JsValue, palette: &JsValue, editor: u32) -> Result<JsValue, JsValue> {
    call(form, "resize", &[40.into(), 30.into(), 0.into(), 0.into()])?;
    call(form, "view", &[palette.clone(), editor.into(), 0.into(), "".into()])
}

pub(crate) fn colors() -> JsValue {
    let colors = Object::new();
    for role in ROLES {
        Reflect::set(&colors, &role.into(), &parse(r#"["<", ">"]"#)).unwrap();
    }
    colors.into()
}

pub(crate) fn palette() -> Palette {
    Palette::new(colors(), JsValue::UNDEFINED, None).ok().unwrap()
}

/// Returns a palette with a function that colors code.
pub(crate) fn palette_with(highlight: &Function) -> JsValue {
    Palette::new(colors(), JsValue::UNDEFINED, Some(highlight.clone())).ok().unwrap().into()
}

pub(crate) fn host() -> JsValue {
    parse(r#"{"mode": "tui", "now": 1700000000000}"#)
}

/// Checks that the module still works.
pub(crate) fn assert_works() {
    let form = form(SHORT);
    assert_eq!(update(&form, "type", &"1".into()), "Finish");
    assert_eq!(text(&get(&form, "result", &[host()]), "details.answers.0.value"), "a");
}

pub(crate) fn dialogs(json: &str) -> JsValue {
    JsDialogs::new(&JsQuestionnaire::new(&settings(), parse(json)), false, true, None, None).ok().unwrap().into()
}
