//! Questions and answers that cross the boundary as messages: of calls that are over, in the pending file, and between
//! the tool and a program. As `contract.rs` does it for the form, this holds the names and fields that JavaScript meets to
//! what `types.d.ts` declares, and sees to it that no text and no value leaves the module unusable.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used)] // everything here is a test

mod js;

use js::{
    FULL, SHORT, assert_works, at, call, construct, exported, fields, host, js, message, palette, parse, questionnaire,
    settings, settings_of, text, update, walk,
};
use js_sys::{Error, Function, JSON};
use question_wasm::{Command, JsQuestionnaire, JsSettings, result_view};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

const ORIGIN: &str = r#"{"session": "s", "call": "c1", "timestamp": "2026-02-04T22:16:32.000Z"}"#;
const THREE: &str = r#"{"questions": [{"id": "db", "prompt": "Which?", "options": [{"value": "pg", "label": "PostgreSQL"}, "SQLite"]},
    {"id": "with", "prompt": "With what?", "mode": "multi", "options": ["Login", "REST"]}, {"id": "name", "prompt": "Name?"}]}"#;
const ANSWERS: &str = r#"{"db": "SQLite", "with": ["Login", "REST"], "name": "shop"}"#;
const DIALECTS: [&str; 3] = ["question", "AskUserQuestion", "ask_user"];

fn in_dialect(dialect: &str) -> JsSettings {
    settings_of(&format!(r#"{{"dialect": "{dialect}"}}"#))
}

fn json(value: &JsValue) -> String {
    JSON::stringify(value).unwrap().into()
}

/// A questionnaire for something else than a call.
fn made(method: &str, settings: JsSettings, given: JsValue) -> JsValue {
    call(&exported("Questionnaire"), method, &[settings.into(), given]).unwrap()
}

/// What came of answers: from elsewhere, or those that came with the questions.
fn answered(questionnaire: &JsValue, answers: Option<&str>) -> JsValue {
    call(questionnaire, "answered", &[answers.into(), host()]).unwrap()
}

fn pending_text(questionnaire: &JsValue, existing: Option<&str>) -> JsValue {
    call(questionnaire, "pendingText", &[existing.into(), parse(ORIGIN)]).unwrap()
}

fn pending_file(text: &str) -> JsValue {
    construct(&at(&exported("PendingFile"), "prototype"), &[settings().into(), text.into(), "s".into()]).unwrap()
}

/// The form of these questions, sent off as it opens.
fn sent_off(questionnaire: &JsValue) -> JsValue {
    let form = construct(&at(&exported("Form"), "prototype"), &[questionnaire.clone(), parse("{}"), 0.into()]).unwrap();
    update(&form, Command::PrevTab, "");
    update(&form, Command::Confirm, "");
    call(&form, "result", &[host()]).unwrap()
}

fn response(rest: &str) -> String {
    format!(r#"{{"type": "ask_user_response", "requestId": "r"{rest}}}"#)
}

#[wasm_bindgen_test]
fn every_object_has_the_fields_that_are_declared() {
    let (asked, walked, short) = (questionnaire(FULL), walk(FULL), walk(SHORT));
    let get = |object: &JsValue, method, given: &[JsValue]| call(object, method, given).unwrap();
    let (file, remark) = (JsValue::from("f.json"), JsValue::from("why"));
    let outgoing = pending_text(&asked, None);
    let file_text = parse(&text(&outgoing, "text"));
    let details = "questions answers cancelled outcome mode";
    let question = "id label prompt mode options allowCustom customLabel allowEmpty defaultValue recommended";
    let entry = "id call header question mode options defaultValue answer";
    for (value, path, expected) in [
        (&get(&asked, "pending", &[host(), file.clone()]), "", "content details"),
        (&get(&asked, "pending", &[host(), file.clone()]), "details", &format!("{details} metadata pendingFile")),
        (&get(&asked, "pending", &[host(), file, remark.clone()]), "details", &format!("{details} metadata message pendingFile")),
        (&get(&asked, "unavailable", &[host()]), "details", &format!("{details} metadata")),
        (&get(&asked, "unavailable", &[host(), remark]), "details", &format!("{details} metadata message")),
        (&outgoing, "", "text"),
        (&file_text, "", "sessionId timestamp questions"),
        (&file_text, "questions.0", entry),
        (&file_text, "questions.0.options.0", "label value description preview"),
        (&pending_text(&asked, Some("{}")), "", "problem"),
        (&answered(&asked, Some(r#"["pg"]"#)), "", "result"),
        (&answered(&asked, Some(r#"["pg"]"#)), "result", "content details"),
        (&answered(&asked, Some(r#"["pg"]"#)), "result.details", &format!("{details} answeredAt metadata")),
        (&answered(&asked, Some("[]")), "", "problem"),
        (&answered(&asked, None), "", "problem"),
        (&get(&walked, "request", &["r".into()]), "", "type requestId title questions metadata"),
        (&get(&walked, "request", &["r".into()]), "questions.0", question),
        (&get(&walked, "request", &["r".into()]), "questions.0.options.0", "value label description preview"),
        (&get(&short, "request", &["r".into()]), "", "type requestId questions"),
    ] {
        assert_eq!(fields(value, path), expected, "{path} of {}", json(value));
    }
    let refused = questionnaire("{}");
    for (method, given) in [("pending", [host(), "f".into()]), ("pendingText", [JsValue::NULL, parse(ORIGIN)]), ("answered", ["[]".into(), host()])] {
        assert_eq!(message(call(&refused, method, &given)), "Error: No questions provided", "{method}");
    }
}

#[wasm_bindgen_test]
fn a_response_ends_the_questions_or_changes_nothing() {
    const COMMON: &str = "questions answers cancelled outcome mode";
    let wrong = ["", "null", "[]", "\u{feff}", r#"{"type": "ask_user_response"}"#];
    let wrong_rest = ["", r#", "answers": []"#, r#", "answers": ["a", "b"]"#, r#", "answers": {"b": "a"}"#, r#", "answers": [{}]"#, r#", "answers": ["a"], "cancelled": "no""#];
    let wrong: Vec<String> = wrong.map(String::from).into_iter().chain(wrong_rest.map(response)).collect();
    for (rest, outcome, own, answers) in [
        (r#", "answers": ["a"]"#, "answered", " answeredAt", 1),
        (r#", "answers": ["a"], "message": "first""#, "discuss", " message", 1),
        (r#", "cancelled": true"#, "cancelled", "", 0),
    ] {
        let asked = walk(SHORT);
        let state = || ["dialog", "request"].map(|method| json(&call(&asked, method, &["r".into()]).unwrap()));
        let before = state();
        for message in &wrong {
            let problem = call(&asked, "respond", &[message.into()]).unwrap();
            assert!(problem.as_string().is_some_and(|problem| !problem.is_empty()), "{message}");
            assert_eq!(state(), before, "{message}");
            assert_eq!(call(&asked, "result", &[host()]).unwrap(), JsValue::UNDEFINED, "{message}");
        }
        assert_eq!(call(&asked, "respond", &[response(rest).into()]).unwrap(), JsValue::UNDEFINED);
        assert_eq!(call(&asked, "dialog", &[]).unwrap(), JsValue::UNDEFINED);
        let result = call(&asked, "result", &[host()]).unwrap();
        assert_eq!(text(&result, "details.outcome"), outcome);
        assert_eq!(fields(&result, "details"), format!("{COMMON}{own}"));
        assert_eq!(at(&result, "details.answers.length"), JsValue::from(answers));
        // What has ended stays as it is.
        call(&asked, "respond", &[response(r#", "answers": ["b"]"#).into()]).unwrap();
        call(&asked, "disconnect", &[]).unwrap();
        assert_eq!(json(&call(&asked, "result", &[host()]).unwrap()), json(&result));
    }
    let lost = walk(SHORT);
    call(&lost, "disconnect", &[]).unwrap();
    let result = call(&lost, "result", &[host()]).unwrap();
    assert_eq!((text(&result, "details.outcome"), fields(&result, "details")), ("connection_lost".into(), COMMON.into()));
}

#[wasm_bindgen_test]
fn a_response_finds_its_request() {
    let id = |message: &str| call(&exported("requestId"), "call", &[JsValue::NULL, message.into()]).unwrap();
    assert_eq!(id(&response("")), JsValue::from("r"));
    for message in ["", "null", "[]", "{}", r#"{"type": "ask_user_response", "requestId": 7}"#] {
        assert_eq!(id(message), JsValue::UNDEFINED, "{message}");
    }
    let stray = |message: &str, answered: &str, open: &str| {
        call(&exported("strayResponse"), "call", &[JsValue::NULL, message.into(), parse(answered), parse(open)])
    };
    for (message, answered, open, told) in [
        (response("").as_str(), r#"["q", "r"]"#, "[]", "request r has ended; the response came too late"),
        (&response(""), "[]", "[]", "request r is not known; no request waits for one"),
        (&response(""), r#"["q"]"#, r#"["s", "日本"]"#, "request r is not known; waiting: s, 日本"),
        ("{", "[]", "[]", "it is not JSON"),
    ] {
        assert_eq!(stray(message, answered, open).unwrap(), JsValue::from(told));
    }
    assert!(message(stray("{", "[]", "[7]")).contains("wrong type"));
    assert_works();
}

#[wasm_bindgen_test]
fn questions_come_back_from_the_pending_file_with_their_answers() {
    let first = text(&pending_text(&made("later", settings(), parse(THREE)), None), "text");
    let second = r#"{"session": "s", "call": "c2", "timestamp": "t"}"#;
    let both = call(&questionnaire(SHORT), "pendingText", &[first.as_str().into(), parse(second)]).unwrap();
    let both = text(&both, "text");
    let filled = |answers: &[&str]| answers.iter().fold(both.clone(), |text, answer| text.replacen("\"answer\": null", &format!("\"answer\": {answer}"), 1));
    let all = [r#""pg""#, r#"["REST"]"#, r#""shop""#, r#""a""#];
    for (answers, has_answers, outcome) in [(&[][..], false, ""), (&all[..2], true, ""), (&all, true, "answered"), (&["7", "{}"], true, "")] {
        let file = pending_file(&filled(answers));
        assert_eq!(at(&file, "problem"), JsValue::UNDEFINED);
        assert_eq!(json(&at(&file, "calls")), r#"["c1","c2"]"#);
        assert_eq!(json(&at(&file, "prompts")), r#"["Which?","With what?","Name?","Which?"]"#);
        assert_eq!(at(&file, "hasAnswers"), JsValue::from(has_answers), "{answers:?}");
        let asked = call(&file, "questionnaire", &[settings().into()]).unwrap();
        call(&file, "free", &[]).unwrap();
        let incoming = answered(&asked, None);
        assert_eq!(fields(&incoming, ""), if outcome.is_empty() { "problem" } else { "result" }, "{answers:?}");
        // Answers that are given now count instead.
        let given = answered(&asked, Some(r#"["SQLite", [], "cart", "a"]"#));
        assert_eq!(text(&given, "result.details.answers.0.value"), "SQLite");
        if !outcome.is_empty() {
            assert_eq!(json(&sent_off(&asked)), json(&at(&incoming, "result")));
            assert_eq!(text(&incoming, "result.details.outcome"), outcome);
            assert!(text(&incoming, "result.content").starts_with("The user has answered the pending questions:\n"));
        }
    }
    for bad in ["", "null", "{}", r#"{"sessionId": "s", "questions": [{}]}"#, &both.replace("\"sessionId\": \"s\"", "\"sessionId\": \"t\"")] {
        let file = pending_file(bad);
        assert_eq!(["calls", "prompts", "hasAnswers"].map(|name| json(&at(&file, name))), ["[]", "[]", "false"], "{bad}");
        assert_eq!(message(call(&file, "questionnaire", &[settings().into()])), text(&file, "problem"), "{bad}");
        let asked = questionnaire(THREE);
        assert_eq!(pending_text(&asked, Some(bad)).is_object(), true);
        assert_eq!(text(&pending_text(&asked, None), "text"), first, "{bad}");
    }
}

/// Details as the tool of a dialect leaves them, for answers.
fn details_in(dialect: &str, answers: &str) -> JsValue {
    let asked = JsQuestionnaire::new(&in_dialect(dialect), parse(THREE)).into();
    at(&answered(&asked, Some(answers)), "result.details")
}

#[wasm_bindgen_test]
fn a_revision_begins_with_the_answers_in_whatever_dialect_they_are() {
    for (kept, spoken) in DIALECTS.iter().flat_map(|kept| DIALECTS.map(|spoken| (kept, spoken))) {
        let revision = made("revision", in_dialect(spoken), details_in(kept, ANSWERS));
        let same = sent_off(&revision);
        let expected = details_in(spoken, ANSWERS);
        assert_eq!(json(&at(&same, "details.answers")), json(&at(&expected, "answers")), "{kept} in {spoken}");
        assert_eq!(fields(&same, "details"), format!("{} changed", fields(&expected, "")));
        assert_eq!(json(&at(&same, "details.changed")), "[]");
        let changed = answered(&revision, Some(&ANSWERS.replace("SQLite", "pg").replace(", \"REST\"", "")));
        assert_eq!(json(&at(&changed, "result.details.changed")), r#"["db","with"]"#, "{kept} in {spoken}");
        assert!(text(&changed, "result.content").contains("PostgreSQL"));
        assert!(!text(&changed, "result.content").contains("shop"), "only what has changed");
    }
    let left = construct(&walk(SHORT), &[made("revision", settings(), details_in("question", ANSWERS)), JsValue::TRUE]).unwrap();
    call(&left, "abort", &[]).unwrap();
    assert_eq!(at(&call(&left, "result", &[host()]).unwrap(), "details.changed"), JsValue::UNDEFINED);
}

#[wasm_bindgen_test]
fn a_revision_keeps_notes_and_what_stands_beside_an_empty_answer() {
    for dialect in DIALECTS {
        for answers in [ANSWERS.replace(r#""SQLite""#, r#"{"value": "SQLite", "note": "for now"}"#), ANSWERS.replace(r#""Login", "REST""#, "")] {
            let details = details_in(dialect, &answers);
            let same = sent_off(&made("revision", in_dialect(dialect), details.clone()));
            for part in ["answers", "annotations"] {
                assert_eq!(at(&same, "details").is_object().then(|| json(&at(&same, &format!("details.{part}")))), Some(json(&at(&details, part))), "{dialect}: {answers}");
            }
        }
    }
}

#[wasm_bindgen_test]
fn a_result_in_plain_lines_is_what_is_drawn() {
    for dialect in DIALECTS {
        for (details, content) in [(details_in(dialect, ANSWERS), "told"), (JsValue::UNDEFINED, "a\nb\u{1b}[2J")] {
            let drawn = result_view(&palette(), &in_dialect(dialect), details.clone(), content, false, 40);
            let plain = call(&exported("resultText"), "call", &[JsValue::NULL, in_dialect(dialect).into(), details, content.into(), 40.into()]);
            assert_eq!(plain.unwrap().as_string().unwrap(), drawn.replace(['<', '>'], ""));
        }
    }
}
