//! The boundary as JavaScript meets it: names, and which fields an object has, hold together what `types.d.ts` declares
//! and what the core serializes; and no value that JavaScript can pass leaves the module unusable.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used)] // everything here is a test

use js_sys::{Array, Function, JSON, Object, Reflect};
use question_wasm::{Command, JsForm, JsQuestionnaire, JsStep, Palette, call_view, prepare_arguments, result_view};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

const ROLES: [&str; 11] =
    ["text", "muted", "dim", "accent", "heading", "success", "warning", "error", "border", "tab", "tool"];
const FULL: &str = r#"{"questions": [{"id": "db", "label": "Database", "prompt": "Which?",
    "options": [{"value": "pg", "label": "PostgreSQL", "description": "the usual"}]}]}"#;
const SHORT: &str = r#"{"questions": [{"prompt": "Which?", "options": [{"label": "a"}]}]}"#;

fn parse(json: &str) -> JsValue {
    JSON::parse(json).unwrap()
}

fn js(code: &str) -> JsValue {
    js_sys::eval(code).unwrap()
}

/// What is found along a path of keys and positions.
fn at(value: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(value.clone(), |value, key| Reflect::get(&value, &key.into()).unwrap())
}

fn text(value: &JsValue, path: &str) -> String {
    at(value, path).as_string().unwrap()
}

/// The names of an object's own fields, in their order; a field that holds `undefined` counts.
fn fields(value: &JsValue, path: &str) -> String {
    let object = if path.is_empty() { value.clone() } else { at(value, path) };
    Object::keys::<Object>(object.unchecked_ref()).join(" ").into()
}

/// Calls a method by its JavaScript name.
fn call(object: &JsValue, method: &str, arguments: &[JsValue]) -> Result<JsValue, JsValue> {
    at(object, method).unchecked_into::<Function>().apply(object, &arguments.iter().collect::<Array>())
}

/// Makes another object of the same class with `new`.
fn construct(like: &JsValue, arguments: &[JsValue]) -> Result<JsValue, JsValue> {
    Reflect::construct(at(like, "constructor").unchecked_ref::<Function>(), &arguments.iter().collect::<Array>())
}

fn message(thrown: Result<JsValue, JsValue>) -> String {
    text(&thrown.unwrap_err(), "message")
}

fn questionnaire(json: &str) -> JsValue {
    JsQuestionnaire::new(parse(json)).into()
}

fn form(json: &str) -> JsValue {
    JsForm::new(&JsQuestionnaire::new(parse(json)), JsValue::UNDEFINED).ok().unwrap().into()
}

fn update(form: &JsValue, command: Command, given: &str) -> JsValue {
    call(form, "update", &[command.into(), given.into()]).unwrap()
}

fn colors() -> JsValue {
    let colors = Object::new();
    for role in ROLES {
        Reflect::set(&colors, &role.into(), &parse(r#"["<", ">"]"#)).unwrap();
    }
    colors.into()
}

fn palette() -> Palette {
    Palette::new(colors()).ok().unwrap()
}

fn host() -> JsValue {
    parse(r#"{"mode": "tui", "now": 1700000000000}"#)
}

/// The module still does what it is for.
fn assert_works() {
    let form = form(SHORT);
    assert_eq!(update(&form, Command::Digit, "1"), JsValue::from(JsStep::Finish));
    assert_eq!(text(&call(&form, "result", &[host()]).unwrap(), "details.answers.0.value"), "a");
}

#[wasm_bindgen_test]
fn prepared_arguments_have_no_field_that_was_not_sent() {
    let full = prepare_arguments(parse(FULL));
    assert_eq!(fields(&full, ""), "questions");
    assert_eq!(fields(&full, "questions.0"), "id label prompt options");
    assert_eq!(fields(&full, "questions.0.options.0"), "value label description");
    let short = prepare_arguments(parse(SHORT));
    assert_eq!(fields(&short, "questions.0"), "prompt options");
    assert_eq!(fields(&short, "questions.0.options.0"), "label");
    let nothing_said =
        r#"({questions: [{id: null, label: undefined, prompt: "?", options: [{value: null, label: "a"}]}]})"#;
    let short = prepare_arguments(js(nothing_said));
    assert_eq!(fields(&short, "questions.0"), "prompt options");
    assert_eq!(fields(&short, "questions.0.options.0"), "label");
}

#[wasm_bindgen_test]
fn numbers_and_flags_are_read_as_they_are_written() {
    for (code, written) in [
        ("3.11", "3.11"),
        ("5432", "5432"),
        ("-1", "-1"),
        ("1e21", "1e+21"),
        ("0.1 + 0.2", "0.30000000000000004"),
        ("2 ** 53", "9007199254740992"),
        ("2 ** 63", "9223372036854776000"),
        ("true", "true"),
        ("'text'", "text"),
    ] {
        let prepared = prepare_arguments(js(&format!("({{questions: [{{prompt: {code}, options: []}}]}})")));
        assert_eq!(text(&prepared, "questions.0.prompt"), written, "{code}");
    }
}

#[wasm_bindgen_test]
fn no_argument_is_too_odd() {
    for code in [
        "undefined",
        "null",
        "7n",
        "NaN",
        "Symbol()",
        "() => 1",
        "''",
        "[]",
        "new Map([[1, 2]])",
        "new Date(NaN)",
        "Object.create(null)",
        "({questions: {length: 3}})",
        "({questions: [null, 1, 'a', [], {prompt: {}, options: 'none'}]})",
        "(() => { const a = {prompt: '?'}; a.questions = [a]; return a })()",
        "(() => { const a = []; a.push(a); return {questions: a} })()",
        "(() => { let a = []; for (let i = 0; i < 50000; i++) a = [a]; return {questions: a} })()",
        "({questions: [{prompt: '\\ud800', options: [{label: '\\udfff'}]}]})",
    ] {
        assert_eq!(fields(&prepare_arguments(js(code)), ""), "questions", "{code}");
        let questionnaire = JsValue::from(JsQuestionnaire::new(js(code)));
        let result = call(&questionnaire, "unavailable", &[host()]).unwrap();
        assert!(!text(&result, "content").is_empty(), "{code}");
        call_view(&palette(), js(code), 20);
        result_view(&palette(), js(code), "", true, 20);
        assert_works();
    }
}

#[wasm_bindgen_test]
fn every_ending_has_the_fields_that_are_declared() {
    const COMMON: &str = "questions answers cancelled outcome mode";
    /// Outcome, what leads to it, fields of its own, and whether there is an answer.
    type Case = (&'static str, &'static [(Command, &'static str)], &'static str, bool);
    let cases: [Case; 6] = [
        ("answered", &[(Command::Confirm, "")], " answeredAt", true),
        ("answered", &[(Command::Digit, "0"), (Command::Submit, "mine")], " answeredAt", true),
        ("cancelled", &[(Command::Cancel, "")], "", false),
        ("aborted", &[(Command::Abort, "")], "", false),
        ("aborted", &[(Command::Digit, "0"), (Command::Draft, "half"), (Command::Abort, "")], "", true),
        ("failed", &[(Command::Fail, "why")], " message", false),
    ];
    for (outcome, commands, own, has_answer) in cases {
        let form = form(FULL);
        assert_eq!(call(&form, "result", &[host()]).unwrap(), JsValue::UNDEFINED);
        let is_typed = commands.iter().any(|&(command, _)| matches!(command, Command::Submit | Command::Draft));
        let steps: Vec<_> = commands.iter().map(|&(command, given)| update(&form, command, given)).collect();
        assert_eq!(steps.last(), Some(&JsValue::from(JsStep::Finish)));
        let result = call(&form, "result", &[host()]).unwrap();
        assert_eq!(fields(&result, ""), "content details");
        assert_eq!(fields(&result, "details"), format!("{COMMON}{own}"), "{outcome}");
        assert_eq!(text(&result, "details.outcome"), outcome);
        assert_eq!(text(&result, "details.mode"), "tui");
        assert_eq!(at(&result, "details.cancelled"), JsValue::from(outcome != "answered"));
        assert_eq!(fields(&result, "details.questions.0"), "id label prompt mode options");
        assert_eq!(fields(&result, "details.questions.0.options.0"), "value label description");
        assert_eq!(at(&result, "details.answers.length"), JsValue::from(u32::from(has_answer)));
        if has_answer {
            let index = if is_typed { "" } else { " index" };
            assert_eq!(fields(&result, "details.answers.0"), format!("id mode prompt value label wasCustom{index}"));
            assert_eq!(at(&result, "details.answers.0.wasCustom"), JsValue::from(is_typed));
        }
        match outcome {
            "answered" => {
                assert_eq!(at(&result, "details.answeredAt"), JsValue::from(1_700_000_000_000_f64));
                let undated = call(&form, "result", &[parse(r#"{"mode": "json"}"#)]).unwrap();
                assert_eq!(fields(&undated, "details"), COMMON);
            }
            "failed" => assert_eq!(text(&result, "details.message"), "why"),
            _ => {}
        }
    }
}

#[wasm_bindgen_test]
fn results_without_a_form() {
    let asked = questionnaire(SHORT);
    assert_eq!(call(&asked, "refusal", &[host()]).unwrap(), JsValue::UNDEFINED);
    let unavailable = call(&asked, "unavailable", &[parse(r#"{"mode": "rpc", "now": 1}"#)]).unwrap();
    assert_eq!(fields(&unavailable, "details"), "questions answers cancelled outcome mode");
    assert_eq!(text(&unavailable, "details.outcome"), "unavailable");
    assert_eq!(fields(&unavailable, "details.questions.0.options.0"), "value label");
    for method in ["refusal", "unavailable"] {
        let refused = call(&questionnaire("{}"), method, &[host()]).unwrap();
        assert_eq!(fields(&refused, "details"), "questions answers cancelled outcome mode message");
        assert_eq!(text(&refused, "details.outcome"), "invalid");
        assert_eq!(text(&refused, "content"), "Error: No questions provided");
    }
}

#[wasm_bindgen_test]
fn what_the_declarations_rule_out_throws_and_names_it() {
    for role in ROLES {
        let colors = colors();
        Reflect::delete_property::<Object>(colors.unchecked_ref(), &role.into()).unwrap();
        let thrown = message(construct(&palette().into(), &[colors]));
        assert!(thrown.contains(role), "{role}: {thrown}");
    }
    for mode in [r#"{"mode": "web"}"#, "{}", "null"] {
        let refusal = message(call(&questionnaire(SHORT), "refusal", &[parse(mode)]));
        assert!(refusal.contains("mode"), "{mode}: {refusal}");
        let form = form(SHORT);
        update(&form, Command::Abort, "");
        assert_eq!(message(call(&form, "result", &[parse(mode)])), refusal);
    }
    let refused = message(construct(&form(SHORT), &[questionnaire("{}"), parse("{}")]));
    assert_eq!(refused, "Error: No questions provided");
    let form = form(SHORT);
    call(&form, "update", &[99.into()]).unwrap_err();
    call(&form, "view", &[form.clone(), 40.into(), 20.into(), 0.into(), 0.into()]).unwrap_err();
    assert_eq!(update(&form, Command::Digit, "1"), JsValue::from(JsStep::Finish));
    assert_works();
}

#[wasm_bindgen_test]
fn a_form_while_it_goes_on() {
    let (form, palette) = (form(SHORT), JsValue::from(palette()));
    let view = |editor: u32| {
        let size = [palette.clone(), 40.into(), 30.into(), editor.into(), 0.into()];
        call(&form, "view", &size).unwrap().as_string().unwrap()
    };
    assert!(view(0).contains("<Which?>"));
    assert_eq!(at(&form, "slot"), JsValue::UNDEFINED);
    assert_eq!(at(&form, "isEditing"), JsValue::FALSE);
    for (given, step) in [("", JsStep::Idle), ("x", JsStep::Idle), ("7", JsStep::Idle), ("0", JsStep::Edit)] {
        assert_eq!(update(&form, Command::Digit, given), JsValue::from(step), "{given}");
    }
    assert_eq!(call(&form, "update", &[Command::Draft.into(), JsValue::NULL]).unwrap(), JsValue::from(JsStep::Redraw));
    assert_eq!(update(&form, Command::Draft, "ümlaut\n日本"), JsValue::from(JsStep::Redraw));
    assert_eq!(text(&form, "draft"), "ümlaut\n日本");
    assert_eq!(at(&form, "isEditing"), JsValue::TRUE);
    let rows = view(3).split('\n').count();
    assert_eq!(fields(&form, "slot"), "row first rows");
    assert_eq!(at(&form, "slot.rows"), JsValue::from(3));
    assert!(at(&form, "slot.row").as_f64().unwrap() <= f64::from(u32::try_from(rows).unwrap()));
    assert_eq!(update(&form, Command::Cancel, ""), JsValue::from(JsStep::Redraw));
    view(0);
    assert_eq!(at(&form, "slot"), JsValue::UNDEFINED);
}

#[wasm_bindgen_test]
fn what_was_freed_throws_and_harms_nothing_else() {
    let (freed, kept) = (form(SHORT), form(SHORT));
    let view = |form: &JsValue, palette: &JsValue| {
        call(form, "view", &[palette.clone(), 40.into(), 20.into(), 0.into(), 0.into()])
    };
    let (lost, palette) = (JsValue::from(palette()), JsValue::from(palette()));
    for object in [&freed, &lost] {
        call(object, "free", &[]).unwrap();
    }
    for _ in 0..3 {
        call(&freed, "update", &[Command::Confirm.into()]).unwrap_err();
        call(&freed, "result", &[host()]).unwrap_err();
        view(&freed, &palette).unwrap_err();
        view(&kept, &lost).unwrap_err();
        let gone = questionnaire(SHORT);
        call(&gone, "free", &[]).unwrap();
        construct(&freed, &[gone, parse("{}")]).unwrap_err();
    }
    view(&kept, &palette).unwrap();
    assert_eq!(update(&kept, Command::Confirm, ""), JsValue::from(JsStep::Finish));
    assert_works();
}
