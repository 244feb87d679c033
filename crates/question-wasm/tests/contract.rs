//! The boundary as JavaScript sees it: the names and fields of objects are those that are declared, and no value that
//! JavaScript can pass leaves the module unusable.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used)] // everything here is a test

mod js;

use js::{
    ABORT, CLICK, DIGIT, FAIL, FULL, MULTI, ROLES, SHORT, SUBMIT, WRITE, assert_works, at, call, colors, construct,
    dialogs, fields, form, form_with, get, host, js, json, message, palette, palette_with, parse, questionnaire,
    settings, settings_of, text, update, update_at, view,
};
use js_sys::{Function, Object, Reflect};
use question_wasm::{JsForm, JsQuestionnaire, JsSettings, call_view, prepare_arguments, result_view};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn prepared_arguments_have_no_field_that_was_not_sent() {
    let prepare = |arguments| prepare_arguments(&settings(), arguments);
    let full = prepare(parse(FULL));
    assert_eq!(fields(&full, ""), "title questions metadata");
    let question = "id label prompt options recommended mode allowCustom customLabel allowEmpty defaultValue";
    assert_eq!(fields(&full, "questions.0"), question);
    assert_eq!(fields(&full, "questions.0.options.0"), "value label description preview");
    assert_eq!(at(&full, "metadata.a.0"), JsValue::from(1));
    assert_eq!(fields(&prepare(parse(MULTI)), "questions.0"), "prompt options mode defaultValues");
    let short = prepare(parse(SHORT));
    assert_eq!(fields(&short, "questions.0"), "prompt options");
    assert_eq!(fields(&short, "questions.0.options.0"), "label");
    let nothing_said =
        r#"({questions: [{id: null, label: undefined, prompt: "?", options: [{value: null, label: "a"}]}]})"#;
    let short = prepare(js(nothing_said));
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
        let prepared =
            prepare_arguments(&settings(), js(&format!("({{questions: [{{prompt: {code}, options: []}}]}})")));
        assert_eq!(text(&prepared, "questions.0.prompt"), written, "{code}");
    }
}

#[wasm_bindgen_test]
fn no_argument_breaks_the_module() {
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
        for dialect in ["question", "AskUserQuestion", "ask_user"] {
            let settings = settings_of(&format!(r#"{{"dialect": "{dialect}"}}"#));
            assert_eq!(settings.dialect(), dialect);
            let read = fields(&prepare_arguments(&settings, js(code)), "");
            assert!(
                ["questions", "questions readingNotes", "questions problems"].contains(&read.as_str()),
                "{code}: {read}"
            );
        }
        let questionnaire = JsValue::from(JsQuestionnaire::new(&settings(), js(code)));
        let result = call(&questionnaire, "unavailable", &[host()]).unwrap();
        assert!(!text(&result, "content").is_empty(), "{code}");
        call_view(&palette(), &settings(), js(code), 20);
        result_view(&palette(), &settings(), js(code), "", true, 20);
        JsSettings::new(js(code), "", None);
        assert_works();
    }
}

#[wasm_bindgen_test]
fn every_ending_has_the_fields_that_are_declared() {
    const COMMON: &str = "title questions answers cancelled outcome mode";
    /// Outcome, commands that lead to it, its own fields before and after `metadata`, and whether there is an answer.
    type Case = (&'static str, &'static [(&'static str, &'static str)], &'static str, &'static str, bool);
    let cases: [Case; 8] = [
        ("answered", &[("Confirm", "")], " answeredAt", "", true),
        ("answered", &[(DIGIT, "0"), (SUBMIT, "mine")], " answeredAt", "", true),
        ("cancelled", &[("Cancel", "")], "", "", false),
        ("discuss", &[("Discuss", ""), (SUBMIT, "first")], "", " message", false),
        ("discuss", &[("Discuss", ""), (SUBMIT, "")], "", "", false),
        ("aborted", &[(ABORT, "")], "", "", false),
        ("aborted", &[(DIGIT, "0"), (WRITE, "half"), (ABORT, "")], "", " unsent", false),
        ("failed", &[(FAIL, "why")], "", " message", false),
    ];
    let asked = FULL.replace(r#""defaultValue": "pg", "#, "");
    for (outcome, commands, own, tail, has_answer) in cases {
        let form = form(&asked);
        assert_eq!(call(&form, "result", &[host()]).unwrap(), JsValue::UNDEFINED);
        let is_typed = has_answer && commands.iter().any(|&(command, _)| matches!(command, SUBMIT | WRITE));
        let steps: Vec<_> = commands.iter().map(|&(command, given)| update(&form, command, given)).collect();
        assert_eq!(steps.last(), Some(&"Finish".into()));
        let result = call(&form, "result", &[host()]).unwrap();
        assert_eq!(fields(&result, ""), "content details isSaid");
        assert_eq!(fields(&result, "details"), format!("{COMMON}{own} metadata{tail}"), "{outcome}");
        assert_eq!(text(&result, "details.outcome"), outcome);
        assert_eq!(text(&result, "details.mode"), "tui");
        assert_eq!(at(&result, "details.cancelled"), JsValue::from(outcome != "answered"));
        let question = "id label prompt mode options allowCustom customLabel allowEmpty recommended";
        assert_eq!(fields(&result, "details.questions.0"), question);
        assert_eq!(fields(&result, "details.questions.0.options.0"), "value label description preview recommended");
        assert_eq!(at(&result, "details.metadata.a.0"), JsValue::from(1));
        assert_eq!(at(&result, "details.answers.length"), JsValue::from(u32::from(has_answer)));
        if has_answer {
            let more = if is_typed { "" } else { " index" };
            assert_eq!(fields(&result, "details.answers.0"), format!("id mode prompt value label wasCustom{more}"));
            assert_eq!(at(&result, "details.answers.0.wasCustom"), JsValue::from(is_typed));
        }
        match outcome {
            "answered" => {
                assert_eq!(at(&result, "details.answeredAt"), JsValue::from(1_700_000_000_000_f64));
                let undated = call(&form, "result", &[parse(r#"{"mode": "json"}"#)]).unwrap();
                assert_eq!(fields(&undated, "details"), format!("{COMMON} metadata"));
            }
            "failed" => assert_eq!(text(&result, "details.message"), "why"),
            _ => {}
        }
    }
}

#[wasm_bindgen_test]
fn several_answers_have_arrays_of_one_length() {
    let form = form(MULTI);
    for (command, given) in
        [(DIGIT, "1"), (DIGIT, "0"), (SUBMIT, "mine"), ("Note", ""), (SUBMIT, "why"), ("Confirm", ""), ("Confirm", "")]
    {
        update(&form, command, given);
    }
    let result = call(&form, "result", &[host()]).unwrap();
    assert_eq!(fields(&result, "details.answers.0"), "id mode prompt value label wasCustom index note");
    for (path, first, last) in [
        ("value", "a".into(), "mine".into()),
        ("label", "a".into(), "mine".into()),
        ("wasCustom", JsValue::FALSE, JsValue::TRUE),
        ("index", 1.into(), JsValue::NULL),
    ] {
        assert_eq!(at(&result, &format!("details.answers.0.{path}.length")), JsValue::from(3), "{path}");
        assert_eq!(at(&result, &format!("details.answers.0.{path}.0")), first, "{path}");
        assert_eq!(at(&result, &format!("details.answers.0.{path}.2")), last, "{path}");
    }
    assert_eq!(at(&result, "details.questions.0.defaultValues.length"), JsValue::from(1));
}

#[wasm_bindgen_test]
fn dialects_have_results_of_their_own_shape() {
    let result = |dialect: &str| {
        let form = form_with(&settings_of(&format!(r#"{{"dialect": "{dialect}"}}"#)), SHORT);
        update(&form, DIGIT, "1");
        call(&form, "result", &[host()]).unwrap()
    };
    let record = result("AskUserQuestion");
    assert_eq!(fields(&record, "details.answers"), "Which?");
    assert_eq!(at(&record, "details.answers.Which?"), JsValue::from("a"));
    let proto = prepare_arguments(&settings(), parse(r#"{"questions": [], "metadata": {"__proto__": {"a": 1}}}"#));
    assert_eq!(fields(&proto, "metadata"), "__proto__", "a field, not a prototype");
    let list = result("ask_user");
    assert_eq!(fields(&list, "details"), "answered answers cancelled outcome record");
    assert_eq!(fields(&list, "details.record"), "questions answers cancelled outcome mode answeredAt");
    assert_eq!(fields(&list, "details.answers.0"), "question answer selectedOption wasCustom");
}

#[wasm_bindgen_test]
fn settings_are_read_and_their_faults_named() {
    let plain = JsValue::from(settings());
    assert_eq!(text(&plain, "dialect"), "question");
    assert_eq!(text(&plain, "notify"), "off");
    assert_eq!(at(&plain, "accessible"), JsValue::FALSE);
    assert_eq!(at(&plain, "problems.length"), JsValue::from(0));
    for notify in ["off", "bell", "terminal"] {
        let read = JsValue::from(settings_of(&format!(r#"{{"notify": "{notify}", "accessible": true}}"#)));
        assert_eq!(text(&read, "notify"), notify);
        assert_eq!(at(&read, "accessible"), JsValue::TRUE);
    }
    // A tool that is registered keeps its dialect.
    let other =
        |dialect: &str| JsSettings::new(js(r#"[["a", '{"dialect": "ask_user"}']]"#), "", Some(dialect.to_owned()));
    assert_eq!(other("question").dialect(), "question");
    assert_eq!(other("no such").dialect(), "ask_user");
    let bad = JsValue::from(settings_of(r#"{"dialect": "ask_user", "colour": 1, "softLimit": -1}"#));
    assert_eq!(text(&bad, "dialect"), "ask_user", "what is right beside a fault counts");
    assert_eq!(at(&bad, "problems.length"), JsValue::from(1));
    for fault in ["question.json", "colour", "softLimit"] {
        assert!(text(&bad, "problems.0").contains(fault), "{fault}");
    }
    for code in ["[1, 'a', ['only a name'], [1, 2], ['a', '{}', 'b']]", "({length: 2})", "'text'"] {
        JsSettings::new(js(code), "de_DE.UTF-8", None);
    }
    let german =
        JsValue::from(JsQuestionnaire::new(&JsSettings::new(JsValue::UNDEFINED, "de_DE.UTF-8", None), parse(SHORT)));
    let result = call(&german, "unavailable", &[host()]).unwrap();
    assert_ne!(text(&result, "details.questions.0.customLabel"), "Something else…");
}

#[wasm_bindgen_test]
fn results_without_a_form() {
    let asked = questionnaire(SHORT);
    assert_eq!(call(&asked, "refusal", &[host()]).unwrap(), JsValue::UNDEFINED);
    let unavailable = call(&asked, "unavailable", &[parse(r#"{"mode": "rpc", "now": 1}"#)]).unwrap();
    assert_eq!(fields(&unavailable, "details"), "questions answers cancelled outcome mode");
    assert_eq!(text(&unavailable, "details.outcome"), "unavailable");
    assert_eq!(fields(&unavailable, "details.questions.0.options.0"), "value label");
    assert_eq!(
        fields(&unavailable, "details.questions.0"),
        "id label prompt mode options allowCustom customLabel allowEmpty"
    );
    for method in ["refusal", "unavailable"] {
        let refused = call(&questionnaire("{}"), method, &[host()]).unwrap();
        assert_eq!(fields(&refused, "details"), "questions answers cancelled outcome mode message");
        assert_eq!(text(&refused, "details.outcome"), "invalid");
        assert_eq!(text(&refused, "content"), "Error: No questions provided");
    }
}

#[wasm_bindgen_test]
fn undeclared_values_throw_and_are_named() {
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
        update(&form, ABORT, "");
        assert_eq!(message(call(&form, "result", &[parse(mode)])), refusal);
    }
    let refused = message(construct(&form(SHORT), &[questionnaire("{}"), parse("{}"), 0.into()]));
    assert_eq!(refused, "Error: No questions provided");
    let refused = message(construct(&dialogs(SHORT), &[questionnaire("{}"), JsValue::TRUE]));
    assert_eq!(refused, "Error: No questions provided");
    let form = form(SHORT);
    call(&form, "press", &["NoSuch".into(), 0.into()]).unwrap_err();
    view(&form, &form, 0).unwrap_err();
    for time in [JsValue::UNDEFINED, f64::NAN.into(), f64::INFINITY.into(), "text".into()] {
        call(&form, "press", &["CursorDown".into(), time]).unwrap();
    }
    assert_eq!(update(&form, DIGIT, "1"), "Finish");
    assert_works();
}

#[wasm_bindgen_test]
fn an_open_form_takes_texts_and_reports_its_editor() {
    let (form, palette) = (form(SHORT), JsValue::from(palette()));
    let drawn = |editor: u32| view(&form, &palette, editor).unwrap().as_string().unwrap();
    let focus = |focus: &str| assert_eq!(at(&form, "focus"), focus);
    assert!(drawn(0).contains("<Which?>"));
    assert_eq!(at(&form, "slot"), JsValue::UNDEFINED);
    focus("List");
    for (given, step) in [("7", "Idle"), ("0", "Edit")] {
        assert_eq!(update(&form, DIGIT, given), JsValue::from(step), "{given}");
    }
    call(&form, WRITE, &[JsValue::NULL, 0.into()]).unwrap_err();
    assert_eq!(update(&form, WRITE, "ümlaut\n日本"), "Redraw");
    assert_eq!(text(&form, "text"), "ümlaut\n日本");
    focus("Editor");
    let rows = drawn(3).split('\n').count();
    assert_eq!(fields(&form, "slot"), "row first rows");
    assert_eq!(at(&form, "slot.rows"), JsValue::from(3));
    assert!(at(&form, "slot.row").as_f64().unwrap() <= f64::from(u32::try_from(rows).unwrap()));
    assert_eq!(update(&form, "Cancel", ""), "Redraw");
    drawn(0);
    assert_eq!(at(&form, "slot"), JsValue::UNDEFINED);
    assert_eq!(update(&form, "Filter", ""), "Edit");
    focus("Line");
    drawn(1);
    assert_eq!(at(&form, "slot.rows"), JsValue::from(1));
    assert_eq!(update(&form, WRITE, "a"), "Redraw");
    assert!(drawn(1).contains("<a>"));
}

#[wasm_bindgen_test]
fn a_long_text_is_a_question_of_its_own() {
    let form = form_with(&settings_of(r#"{"softLimit": 3}"#), SHORT);
    update(&form, DIGIT, "0");
    assert_eq!(update(&form, SUBMIT, "long"), "Redraw");
    assert_eq!(at(&form, "focus"), "Confirm");
    assert_eq!(update(&form, "No", ""), "Edit");
    assert_eq!(text(&form, "text"), "long");
    update(&form, SUBMIT, "long");
    assert_eq!(update(&form, "Yes", ""), "Finish");
}

#[wasm_bindgen_test]
fn code_has_the_colors_of_the_host() {
    let asked = r#"{"questions": [{"prompt": "```ts\nlet a\n```\n\n```\nls\n```\n\nRun it?"}]}"#;
    let colors = "return language === 'ts' ? `{${code}}` : undefined";
    let throws = "throw new Error('no such language')";
    for (body, shown) in [(colors, "{let a}"), (throws, "<let a>")] {
        let palette = palette_with(&Function::new_with_args("code, language", body));
        let painted = view(&form(asked), &palette, 0).unwrap().as_string().unwrap();
        assert!(painted.contains(shown) && painted.contains("<ls>"), "{painted}");
    }
}

#[wasm_bindgen_test]
fn targets_under_the_mouse_can_be_clicked() {
    let two = r#"{"questions": [{"prompt": "Which?", "options": ["a", "b"]}, {"prompt": "Own?"}]}"#;
    let (form, palette) = (form(two), JsValue::from(palette()));
    let painted = view(&form, &palette, 0).unwrap().as_string().unwrap();
    let target = |row: usize, column: u32| {
        let row = u32::try_from(row).unwrap();
        json(&get(&form, "target", &[row.into(), column.into()]))
    };
    let row = painted.split('\n').position(|line| line.contains("2. ")).unwrap();
    assert_eq!(target(row, 5), r#"{"item":1}"#);
    assert_eq!(target(1, 5), r#"{"tab":0}"#);
    assert_eq!(target(999, 999), r#""nothing""#);
    for odd in [r#"{"item": 99}"#, r#"{"tab": 99}"#, r#""preview""#, r#""nothing""#] {
        let other = self::form(two);
        view(&other, &palette, 0).unwrap();
        update(&other, CLICK, odd);
        for is_up in [true, false] {
            get(&other, "wheel", &[parse(odd), is_up.into(), 0.into()]);
        }
        view(&other, &palette, 3).unwrap();
    }
    for odd in ["null", "7", "{}", r#""item""#, r#"{"item": -1}"#, r#"{"item": 4294967296}"#] {
        call(&form, CLICK, &[parse(odd), 0.into()]).unwrap_err();
    }
    assert_eq!(update(&form, CLICK, r#"{"item": 1}"#), "Edit", "the next takes only text");
}

#[wasm_bindgen_test]
fn keys_before_the_quiet_period_answer_nothing() {
    let questionnaire = JsQuestionnaire::new(&settings(), parse(SHORT));
    let form: JsValue = JsForm::new(&questionnaire, JsValue::UNDEFINED).ok().unwrap().into();
    call(&form, "guard", &[900.into(), false.into()]).unwrap();
    assert_eq!(call(&form, "quietIn", &[1_000.into()]).unwrap().as_f64(), Some(f64::INFINITY));
    assert_eq!(update_at(&form, DIGIT, 5_000.0, "1"), "Idle", "it is not painted");
    call(&form, "painted", &[5_100.into()]).unwrap();
    assert_eq!(update_at(&form, "Confirm", 5_499.0, ""), "Idle");
    assert_eq!(update_at(&form, "Confirm", 5_899.0, ""), "Finish");
}

#[wasm_bindgen_test]
fn plain_dialogs_ask() {
    let asked = dialogs(SHORT);
    let dialog = call(&asked, "dialog", &[]).unwrap();
    assert_eq!(fields(&dialog, ""), "title options");
    assert!(text(&dialog, "title").contains("Which?"));
    assert_eq!(call(&asked, "result", &[host()]).unwrap(), JsValue::UNDEFINED);
    call(&asked, "reply", &["1".into()]).unwrap();
    assert_eq!(call(&asked, "dialog", &[]).unwrap(), JsValue::UNDEFINED);
    let result = call(&asked, "result", &[host()]).unwrap();
    assert_eq!(text(&result, "details.outcome"), "answered");
    assert_eq!(text(&result, "details.answers.0.value"), "a");
    for (method, given, outcome) in [("abort", "", "aborted"), ("fail", "why", "failed")] {
        let ended = dialogs(SHORT);
        call(&ended, method, &[given.into()]).unwrap();
        assert_eq!(text(&call(&ended, "result", &[host()]).unwrap(), "details.outcome"), outcome);
    }
}

#[wasm_bindgen_test]
fn freed_objects_throw_and_harm_no_other() {
    let (freed, kept, asked) = (form(SHORT), form(SHORT), dialogs(SHORT));
    let (lost, palette, unset) = (JsValue::from(palette()), JsValue::from(palette()), JsValue::from(settings()));
    for object in [&freed, &lost, &asked, &unset] {
        call(object, "free", &[]).unwrap();
    }
    for _ in 0..3 {
        call(&freed, "press", &["Confirm".into(), 0.into()]).unwrap_err();
        call(&freed, "result", &[host()]).unwrap_err();
        call(&asked, "dialog", &[]).unwrap_err();
        view(&freed, &palette, 0).unwrap_err();
        view(&kept, &lost, 0).unwrap_err();
        let gone = questionnaire(SHORT);
        construct(&gone, &[unset.clone(), parse(SHORT)]).unwrap_err();
        call(&gone, "free", &[]).unwrap();
        construct(&freed, &[gone, parse("{}"), 0.into()]).unwrap_err();
    }
    view(&kept, &palette, 0).unwrap();
    assert_eq!(update(&kept, "Confirm", ""), "Finish");
    assert_works();
}
