//! Questions and answers that cross the boundary as messages: of calls that have ended, in the pending file, and
//! between the tool and a program. As in `contract.rs`, names and fields are those that are declared. A refused message
//! changes nothing, and no text or value leaves the module unusable.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used)] // everything here is a test

mod js;

use js::{
    ANSWERS, DIGIT, DOWN_TO_SUBMIT, FULL, SHORT, THREE, answered, assert_works, at, call, details_in, dialogs, fields,
    get, host, in_dialect, js, json, message, module, new, parse, questionnaire, revision, sent_off, settings, text,
};
use js_sys::{Array, Error, Function};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

const COMMON: &str = "questions answers cancelled outcome mode";
const DIALECTS: [&str; 3] = ["question", "AskUserQuestion", "ask_user"];

fn pending_text(questionnaire: &JsValue, existing: Option<&str>, call: &str) -> JsValue {
    let origin = format!(r#"{{"session": "s", "call": "{call}", "timestamp": "t"}}"#);
    get(questionnaire, "pendingText", &[existing.into(), parse(&origin)])
}

/// Returns a session with two calls and a pending file of this text.
fn with_pending(text: &str) -> JsValue {
    let facts = parse(r#"{"id": "s", "kind": "a", "file": "F", "files": [{"name": "F", "text": ""}]}"#);
    js_sys::Reflect::set(&at(&facts, "files.0"), &"text".into(), &text.into()).unwrap();
    let call =
        |(id, asked)| format!(r#"{{"type": "toolCall", "id": "{id}", "name": "question", "arguments": {asked}}}"#);
    let calls = [("c1", THREE), ("c2", SHORT)].map(call).join(", ");
    let message = format!(r#"{{"role": "assistant", "stopReason": "toolUse", "content": [{calls}]}}"#);
    let asked = format!(r#"[{{"type": "message", "id": "e", "message": {message}}}]"#);
    new("Session", &[settings().into(), asked.into(), facts]).unwrap()
}

fn response(rest: &str) -> String {
    format!(r#"{{"type": "ask_user_response", "requestId": "r"{rest}}}"#)
}

#[wasm_bindgen_test]
fn every_object_has_the_fields_that_are_declared() {
    let asked = questionnaire(FULL);
    let (file, remark) = (JsValue::from("f.json"), JsValue::from("why"));
    let outgoing = pending_text(&asked, None, "c");
    let entries = parse(&text(&outgoing, "text"));
    let incoming = answered(&asked, Some(r#"["pg"]"#));
    let request = get(&dialogs(FULL), "request", &["r".into()]);
    for (value, path, expected) in [
        (&get(&asked, "pending", &[host(), file.clone()]), "", "content details isSaid"),
        (&get(&asked, "pending", &[host(), file.clone()]), "details", "title COMMON metadata pendingFile"),
        (
            &get(&asked, "pending", &[host(), file, remark.clone()]),
            "details",
            "title COMMON metadata message pendingFile",
        ),
        (&get(&asked, "unavailable", &[host()]), "details", "title COMMON metadata"),
        (&get(&asked, "unavailable", &[host(), remark]), "details", "title COMMON metadata message"),
        (&outgoing, "", "text"),
        (&entries, "", "sessionId timestamp questions"),
        (&entries, "questions.0", "id call header question mode options defaultValue answer"),
        (&entries, "questions.0.options.0", "label value description preview"),
        (&pending_text(&asked, Some("{}"), "c"), "", "problem"),
        (&incoming, "", "result"),
        (&incoming, "result", "content details isSaid"),
        (&incoming, "result.details", "title COMMON answeredAt metadata"),
        (&answered(&asked, Some("[]")), "", "problem told"),
        (&answered(&asked, None), "", "problem told"),
        (&request, "", "type requestId title questions metadata"),
        (
            &request,
            "questions.0",
            "id label prompt mode options allowCustom customLabel allowEmpty defaultValue recommended",
        ),
        (&request, "questions.0.options.0", "value label description preview recommended"),
        (&get(&dialogs(SHORT), "request", &["r".into()]), "", "type requestId questions"),
    ] {
        assert_eq!(fields(value, path), expected.replace("COMMON", COMMON), "{path} of {}", json(value));
    }
    let pending = ("pending", host(), "f".into());
    for (method, first, second) in [pending, ("pendingText", "".into(), parse("{}")), ("answered", "".into(), host())] {
        let refused = call(&questionnaire("{}"), method, &[first, second]);
        assert_eq!(message(refused), "Error: No questions provided", "{method}");
    }
}

#[wasm_bindgen_test]
fn a_response_ends_the_questions_or_changes_nothing() {
    let answers = ["[]", r#"["a", "b"]"#, r#"{"b": "a"}"#, "[{}]", r#"["a"], "cancelled": "no""#];
    let wrong = answers.map(|answers| response(&format!(r#", "answers": {answers}"#)));
    let wrong = [&wrong[..], &["", "null", r#"{"answers": ["a"]}"#, &response("")].map(str::to_owned)].concat();
    for (rest, outcome, own, answers) in [
        (r#", "answers": ["a"]"#, "answered", " answeredAt", 1),
        (r#", "answers": ["a"], "message": "first""#, "discuss", " message", 1),
        (r#", "cancelled": true"#, "cancelled", "", 0),
        ("", "connection_lost", "", 0),
    ] {
        let asked = dialogs(SHORT);
        let state = || ["dialog", "request"].map(|method| json(&get(&asked, method, &["r".into()])));
        let before = state();
        for message in &wrong {
            assert_ne!(get(&asked, "respond", &[message.into()]).as_string().unwrap(), "", "{message}");
            assert_eq!(state(), before, "{message}");
            assert_eq!(get(&asked, "result", &[host()]), JsValue::UNDEFINED, "{message}");
        }
        let end = if rest.is_empty() { "disconnect" } else { "respond" };
        assert_eq!(get(&asked, end, &[response(rest).into()]), JsValue::UNDEFINED);
        assert_eq!(get(&asked, "dialog", &[]), JsValue::UNDEFINED);
        let result = get(&asked, "result", &[host()]);
        assert_eq!(text(&result, "details.outcome"), outcome);
        assert_eq!(fields(&result, "details"), format!("{COMMON}{own}"));
        assert_eq!(at(&result, "details.answers.length"), JsValue::from(answers));
        // A form that has ended does not change.
        get(&asked, "respond", &[response(r#", "answers": ["b"]"#).into()]);
        get(&asked, "disconnect", &[]);
        assert_eq!(json(&get(&asked, "result", &[host()])), json(&result));
    }
}

#[wasm_bindgen_test]
fn a_response_finds_its_request() {
    let (found, none) = (response(""), JsValue::UNDEFINED);
    let stray = |message: &str, answered: &str, open: &str| {
        call(&module(), "strayResponse", &[message.into(), parse(answered), parse(open)])
    };
    for (message, id, answered, open, told) in [
        (found.as_str(), &"r".into(), r#"["q", "r"]"#, "[]", "request r has ended; the response came too late"),
        (&found, &"r".into(), "[]", "[]", "request r is not known; no request waits for one"),
        (&found, &"r".into(), r#"["q"]"#, r#"["s", "日本"]"#, "request r is not known; waiting: s, 日本"),
        ("{", &none, "[]", "[]", "it is not JSON (line 1)"),
        ("{}", &none, "[]", "[]", r#""type" has to be "ask_user_response""#),
    ] {
        assert_eq!(&get(&module(), "requestId", &[message.into()]), id, "{message}");
        assert_eq!(stray(message, answered, open).unwrap(), JsValue::from(told));
    }
    assert!(message(stray("{", "[]", "[7]")).contains("wrong type"));
    assert_works();
}

#[wasm_bindgen_test]
fn questions_come_back_from_the_pending_file_with_their_answers() {
    let first = text(&pending_text(&questionnaire(THREE), None, "c1"), "text");
    let both = text(&pending_text(&questionnaire(SHORT), Some(&first), "c2"), "text");
    let answer = |text: String, given: &&str| text.replacen(r#""answer": null"#, &format!(r#""answer": {given}"#), 1);
    for (answers, has_answers, came_to) in [
        (&[][..], false, "problem told"),
        (&[r#""pg""#, r#"["REST"]"#], true, "problem told"),
        (&["{}"], true, "problem told"),
        (&[r#""pg""#, r#"["REST"]"#, r#""shop""#, r#""a""#], true, "result"),
    ] {
        let session = with_pending(&answers.iter().fold(both.clone(), answer));
        let doubt = has_answers.then_some("it holds answers that were not sent");
        assert_eq!(at(&plan(&session, "clear"), "remove.doubt").as_string().as_deref(), doubt, "{answers:?}");
        let asks = plan(&session, r#"{"answer": {"hasUI": true}}"#);
        assert_eq!(["ask.0.call", "ask.1.call"].map(|call| text(&asks, call)), ["e/c1", "e/c2"]);
        let asked = get(&session, "questionnaire", &[at(&asks, "ask.0.call")]);
        let request = get(&new("Dialogs", &[asked.clone(), true.into()]).unwrap(), "request", &["r".into()]);
        let prompts = [0, 1, 2].map(|at| text(&request, &format!("questions.{at}.prompt")));
        assert_eq!(prompts, ["Which?", "With what?", "Name?"]);
        get(&session, "free", &[]);
        let incoming = answered(&asked, None);
        assert_eq!(fields(&incoming, ""), came_to, "{answers:?}");
        if came_to == "result" {
            assert!(text(&incoming, "result.content").starts_with("The user has answered the pending questions:\n"));
            assert_eq!(json(&sent_off(&asked, &[DOWN_TO_SUBMIT])), json(&at(&incoming, "result")));
        }
        let given = answered(&asked, Some(r#"["SQLite", [], "cart"]"#));
        assert_eq!(text(&given, "result.details.answers.0.value"), "SQLite", "what is given now counts instead");
    }
    let other = with_pending(&both.replace(r#""sessionId": "s""#, r#""sessionId": "t""#));
    assert!(text(&plan(&other, "clear"), "remove.doubt").starts_with("it holds the questions of another session"));
    for bad in ["", "null", r#"{"sessionId": "s"}"#, r#"{"sessionId": "s", "questions": [{"options": [{}]}]}"#] {
        let session = with_pending(bad);
        assert!(!text(&plan(&session, "clear"), "remove.doubt").is_empty(), "{bad}");
        let none = call(&session, "questionnaire", &["e/c3".into()]);
        assert_eq!(message(none), "there are no such questions", "{bad}");
        let asked = questionnaire(THREE);
        // Questions that cannot be asked stay in the file, because a person may repair them.
        assert_eq!(fields(&pending_text(&asked, Some(bad), "c"), "") == "text", bad.contains("{}"), "{bad}");
        assert_eq!(text(&pending_text(&asked, None, "c1"), "text"), first, "{bad}");
    }
}

/// Returns the plan of a session for an event, given as its name or JSON text.
fn plan(session: &JsValue, event: &str) -> JsValue {
    let event = if event.starts_with('{') { parse(event) } else { event.into() };
    get(session, "plan", &[event])
}

#[wasm_bindgen_test]
fn a_result_of_any_dialect_opens_again_with_its_answers() {
    for (kept, spoken) in DIALECTS.iter().flat_map(|kept| DIALECTS.map(|spoken| (kept, spoken))) {
        let revision = revision(in_dialect(spoken), &details_in(kept, ANSWERS));
        let (same, expected) = (sent_off(&revision, &[DOWN_TO_SUBMIT]), details_in(spoken, ANSWERS));
        assert_eq!(json(&at(&same, "details.answers")), json(&at(&expected, "answers")), "{kept} in {spoken}");
        let changed_in = |result: &JsValue| {
            let details = at(result, "details");
            let record = Some(at(&details, "record")).filter(JsValue::is_object).unwrap_or(details);
            json(&at(&record, "changed"))
        };
        assert_eq!(changed_in(&same), "[]");
        let changed = at(&answered(&revision, Some(&ANSWERS.replace("SQLite", "pg"))), "result");
        assert_eq!(changed_in(&changed), r#"["db"]"#, "{kept} in {spoken}");
        assert!(text(&changed, "content").contains("PostgreSQL") && !text(&changed, "content").contains("shop"));
        let left = new("Dialogs", &[revision, JsValue::TRUE]).unwrap();
        get(&left, "abort", &[]);
        assert_eq!(changed_in(&get(&left, "result", &[host()])), "[]");
    }
}

#[wasm_bindgen_test]
fn a_result_opens_again_with_its_notes() {
    let noted = ANSWERS.replace(r#""SQLite""#, r#"{"value": "SQLite", "note": "for now"}"#);
    for dialect in DIALECTS {
        let details = details_in(dialect, &noted);
        let same = at(&sent_off(&revision(in_dialect(dialect), &details), &[DOWN_TO_SUBMIT]), "details");
        for part in ["answers", "annotations"] {
            assert_eq!(json(&at(&same, part)), json(&at(&details, part)), "{dialect}");
        }
    }
}

#[wasm_bindgen_test]
fn an_answer_without_boxes_keeps_the_others_in_a_revision() {
    for dialect in DIALECTS {
        let details = details_in(dialect, &ANSWERS.replace(r#""Login", "REST""#, ""));
        let revision = revision(in_dialect(dialect), &details);
        let result = sent_off(&revision, &[("NextTab", ""), ("NextTab", ""), (DIGIT, "1"), ("Confirm", "")]);
        assert!(!result.is_undefined(), "{dialect}: other answers are missing");
        assert!(json(&result).contains(r#""changed":["with"]"#), "{dialect}");
    }
}

/// Calls that take a text, in JavaScript; `odd` is the text.
const OF_TEXT: &str =
    "new core.Session(settings, odd, facts).typed; new core.Session(settings, '[]', facts).listing(odd.length);
    new core.Session(settings, '[]', {...facts, files: [{name: odd, text: odd}]}).plan('clear');
    asked.pending(host, odd); asked.pending(host, 'f', odd); asked.pendingText(odd, {}); asked.answered(odd, host);
    asked.unavailable(host, odd); dialogs.request(odd); dialogs.respond(odd); core.requestId(odd); core.isOfOther(odd, odd);
    core.strayResponse(odd, [odd], [odd])";
/// Calls that take any value, and never throw.
const OF_ANYTHING: &str = "new core.Questionnaire(settings, odd); core.Questionnaire.ofRequest(settings, odd); core.prepareArguments(settings, odd); asked.pendingText(undefined, odd)";
/// Calls that throw an error if the value is not of the declared type.
const OF_OBJECT: &str =
    "asked.pending(odd, 'f'); asked.answered('[]', odd); asked.unavailable(odd); dialogs.result(odd);
    new core.Session(settings, '[]', odd); new core.Session(settings, '[]', facts).plan(odd)";

/// Makes each call with each of the odd values, a list in JavaScript. If `may_throw`, calls may throw errors, but
/// nothing else. All objects that took part stay usable, so that they can be freed.
fn with_odd(calls: &str, odd: &str, may_throw: bool) {
    let file = r#"{"sessionId": "s", "questions": ["?"]}"#;
    let facts = js(&format!("({{id: 's', kind: 'a', file: 'F', files: [{{name: 'F', text: {file:?}}}]}})"));
    for (at, odd) in js(odd).unchecked_into::<Array>().iter().enumerate() {
        for code in calls.split(';') {
            let parts = [settings().into(), questionnaire(SHORT), dialogs(SHORT)];
            let given = [module(), host(), facts.clone(), odd.clone()].into_iter().chain(parts.clone());
            let run = js(&["(core, host, facts, odd, settings, asked, dialogs) => ", code].concat());
            let came = run.unchecked_into::<Function>().apply(&JsValue::NULL, &given.collect::<Array>());
            let freed = parts.map(|part| call(&part, "free", &[]).map_err(|thrown| text(&thrown, "message")));
            assert!(freed.iter().all(Result::is_ok), "{code}, odd value {at}: {freed:?}");
            let is_fine = |thrown: &JsValue| may_throw && thrown.is_instance_of::<Error>();
            assert!(came.as_ref().err().is_none_or(is_fine), "{code}, odd value {at}: {came:?}");
            assert_works();
        }
    }
}

#[wasm_bindgen_test]
fn no_text_breaks_the_module() {
    let texts =
        r#"["", "\0", "\ud800", "\ufeff{}", '["\\ud800"]', "日".repeat(1e5), "[".repeat(1e6), '{"a":'.repeat(1e4)]"#;
    with_odd(OF_TEXT, texts, false);
    let request = get(&dialogs(SHORT), "request", &[js(r"'a\ud800'")]);
    assert_eq!(text(&request, "requestId"), "a\u{fffd}");
}

#[wasm_bindgen_test]
fn no_value_breaks_the_module() {
    let values = r"[undefined, null, 7, 7n, NaN, Symbol(), () => 1, [], new Map([[1, 2]]), Object.create(null),
        new Proxy([], {}), {mode: 'web', session: 7, questions: [null], answers: 7}, {questions: '?', answers: {a: {}}},
        {questions: [{prompt: '\ud800'}], answers: ['\udfff'], '\ud800': 1},
        (() => { const a = {prompt: '?'}; a.questions = [a]; return a })(),
        (() => { const a = {questions: ['?']}; a.answers = a; return a })(),
        (() => { let a = []; for (let i = 0; i < 50000; i++) a = [a]; return {questions: ['?'], answers: a} })()]";
    with_odd(OF_ANYTHING, values, false);
    with_odd(OF_OBJECT, values, true);
    with_odd(OF_TEXT, values, true);
}

#[wasm_bindgen_test]
fn a_value_that_throws_when_it_is_read_harms_nothing() {
    let values = "[{get mode() { throw new Error('own') }}, new Proxy({}, {ownKeys() { throw new Error('own') }}),
        {questions: ['?'], answers: [{get value() { throw 'no error' }}]},
        (() => { const { proxy, revoke } = Proxy.revocable([], {}); revoke(); return proxy })()]";
    with_odd(OF_OBJECT, values, true);
    with_odd(OF_ANYTHING, values, false);
}

#[wasm_bindgen_test]
fn freed_objects_throw_and_harm_no_other() {
    let session = with_pending(r#"{"sessionId": "s", "questions": [{"question": "Name?"}]}"#);
    let (unset, lost) = (JsValue::from(settings()), questionnaire(SHORT));
    let kept = get(&session, "questionnaire", &["e/c1".into()]);
    for object in [&session, &unset, &lost] {
        get(object, "free", &[]);
    }
    call(&session, "questionnaire", &["e/c1".into()]).unwrap_err();
    call(&lost, "answered", &["[]".into(), host()]).unwrap_err();
    new("Session", &[unset, "".into(), parse("{}")]).unwrap_err();
    assert_eq!(fields(&answered(&kept, Some(r#"["pg", [], "so"]"#)), ""), "result");
    assert_works();
}
