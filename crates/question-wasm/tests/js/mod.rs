//! JavaScript for the tests of the boundary: values, paths into them, calls by name, and forms made from JSON.

#![allow(dead_code)] // no test needs all of it

use js_sys::{Array, Function, JSON, Object, Reflect};
use question_wasm::{JsDialogs, JsForm, JsQuestionnaire, JsSettings, Palette};
use wasm_bindgen::prelude::*;

pub(crate) const ROLES: [&str; 22] = [
    "text",
    "prompt",
    "strong",
    "code",
    "codeblock",
    "title",
    "link",
    "quote",
    "sign",
    "muted",
    "dim",
    "key",
    "accent",
    "match",
    "heading",
    "success",
    "warning",
    "error",
    "border",
    "tab",
    "answered",
    "tool",
];
pub(crate) const FULL: &str = r##"{"title": "Setup", "questions": [{"id": "db", "label": "Database", "prompt": "Which?", "mode": "single",
    "options": [{"value": "pg", "label": "PostgreSQL", "description": "the usual", "preview": "# pg"}],
    "allowCustom": true, "customLabel": "Mine", "allowEmpty": false, "defaultValue": "pg", "recommended": "pg"}],
    "metadata": {"a": [1]}}"##;
pub(crate) const MULTI: &str =
    r#"{"questions": [{"prompt": "Which?", "mode": "multi", "options": ["a", "b"], "defaultValues": ["b"]}]}"#;
pub(crate) const SHORT: &str = r#"{"questions": [{"prompt": "Which?", "options": [{"label": "a"}]}]}"#;
pub(crate) const THREE: &str = r#"{"questions": [
    {"id": "db", "prompt": "Which?", "options": [{"value": "pg", "label": "PostgreSQL"}, "SQLite"]},
    {"id": "with", "prompt": "With what?", "mode": "multi", "options": ["Login", "REST"]},
    {"id": "name", "prompt": "Name?"}]}"#;
pub(crate) const ANSWERS: &str = r#"{"db": "SQLite", "with": ["Login", "REST"], "name": "shop"}"#;

/// Inputs besides commands, which are named by themselves.
pub(crate) const DIGIT: &str = "digit";
pub(crate) const WRITE: &str = "write";
pub(crate) const SUBMIT: &str = "submit";
pub(crate) const CLICK: &str = "click";
pub(crate) const WHEEL: &str = "wheel";
pub(crate) const ABORT: &str = "abort";
pub(crate) const FAIL: &str = "fail";

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

/// Makes an object of an exported class with `new`.
pub(crate) fn new(class: &str, arguments: &[JsValue]) -> Result<JsValue, JsValue> {
    construct(&at(&module(), &format!("{class}.prototype")), arguments)
}

pub(crate) fn message(thrown: Result<JsValue, JsValue>) -> String {
    text(&thrown.unwrap_err(), "message")
}

pub(crate) fn settings() -> JsSettings {
    JsSettings::new(JsValue::UNDEFINED, "", None)
}

/// Returns the settings of one file with this text.
pub(crate) fn settings_of(text: &str) -> JsSettings {
    let file: Array = [JsValue::from("question.json"), text.into()].iter().collect();
    JsSettings::new(Array::of1(&file).into(), "", None)
}

pub(crate) fn in_dialect(dialect: &str) -> JsSettings {
    settings_of(&format!(r#"{{"dialect": "{dialect}"}}"#))
}

pub(crate) fn questionnaire(json: &str) -> JsValue {
    JsQuestionnaire::new(&settings(), parse(json)).into()
}

/// Returns the questions for a revision of answers in a session; `details` are those of the message with the answers.
pub(crate) fn revision(settings: JsSettings, details: &JsValue) -> JsValue {
    let entry = parse(r#"{"type": "custom_message", "customType": "a"}"#);
    Reflect::set(&entry, &"details".into(), details).unwrap_or_default();
    let facts = parse(r#"{"id": "s", "kind": "a", "file": "F", "files": []}"#);
    let entries = json(&Array::of1(&entry).into());
    let session = new("Session", &[settings.into(), entries.into(), facts]).unwrap();
    get(&session, "questionnaire", &[JsValue::UNDEFINED])
}

/// Returns the result of answers from outside the form, or of those that came with the questions.
pub(crate) fn answered(questionnaire: &JsValue, answers: Option<&str>) -> JsValue {
    get(questionnaire, "answered", &[answers.into(), host()])
}

/// Returns the details of answers to [`THREE`] in a dialect.
pub(crate) fn details_in(dialect: &str, answers: &str) -> JsValue {
    let asked = JsQuestionnaire::new(&in_dialect(dialect), parse(THREE)).into();
    at(&answered(&asked, Some(answers)), "result.details")
}

/// The command that leads to Submit from the first answer of a review.
pub(crate) const DOWN_TO_SUBMIT: (&str, &str) = ("Last", "");

/// Returns the result of a form that is submitted after these commands, which lead to Submit.
pub(crate) fn sent_off(questionnaire: &JsValue, commands: &[(&str, &str)]) -> JsValue {
    let form = new("Form", &[questionnaire.clone(), parse("{}")]).unwrap();
    for &(command, given) in commands.iter().chain(&[("Confirm", "")]) {
        update(&form, command, given);
    }
    get(&form, "result", &[host()])
}

pub(crate) fn form(json: &str) -> JsValue {
    form_with(&settings(), json)
}

pub(crate) fn form_with(settings: &JsSettings, json: &str) -> JsValue {
    let questionnaire = JsQuestionnaire::new(settings, parse(json));
    JsForm::new(&questionnaire, JsValue::UNDEFINED).ok().unwrap().into()
}

pub(crate) fn update(form: &JsValue, what: &str, given: &str) -> JsValue {
    update_at(form, what, 0.0, given)
}

/// Updates a form, and returns the step of the host.
pub(crate) fn update_at(form: &JsValue, what: &str, now: f64, given: &str) -> JsValue {
    let (given, now) = (JsValue::from(given), JsValue::from(now));
    match what {
        WRITE | SUBMIT => get(form, what, &[given, now]),
        DIGIT | CLICK => get(form, what, &[parse(&given.as_string().unwrap()), now]),
        ABORT | FAIL => {
            get(form, what, &[given]);
            "Finish".into()
        }
        command => get(form, "press", &[command.into(), now]),
    }
}

/// Draws for a terminal of 40 × 30, with an editor of this many rows.
pub(crate) fn view(form: &JsValue, palette: &JsValue, editor: u32) -> Result<JsValue, JsValue> {
    call(form, "resize", &[40.into(), 30.into()])?;
    call(form, "view", &[palette.clone(), editor.into(), 0.into()])
}

pub(crate) fn colors() -> JsValue {
    let colors = Object::new();
    for role in ROLES {
        Reflect::set(&colors, &role.into(), &parse(r#"["<", ">"]"#)).unwrap();
    }
    colors.into()
}

pub(crate) fn palette() -> Palette {
    Palette::new(colors(), None).ok().unwrap()
}

/// Returns a palette with a function that colors code.
pub(crate) fn palette_with(highlight: &Function) -> JsValue {
    Palette::new(colors(), Some(highlight.clone())).ok().unwrap().into()
}

pub(crate) fn host() -> JsValue {
    parse(r#"{"mode": "tui", "now": 1700000000000}"#)
}

/// Checks that the module still works.
pub(crate) fn assert_works() {
    let form = form(SHORT);
    assert_eq!(update(&form, DIGIT, "1"), "Finish");
    assert_eq!(text(&call(&form, "result", &[host()]).unwrap(), "details.answers.0.value"), "a");
}

pub(crate) fn dialogs(json: &str) -> JsValue {
    JsDialogs::new(&JsQuestionnaire::new(&settings(), parse(json)), true).ok().unwrap().into()
}
