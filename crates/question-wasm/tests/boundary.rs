//! The boundary as JavaScript sees it: names and fields of objects are those that are declared, and no value that
//! JavaScript can pass leaves the module unusable. What the calls do is tested in the core and through the extension.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used)] // everything here is a test

mod js;

use js::{
    FULL, ROLES, SHORT, assert_works, at, call, colors, construct, dialogs, fields, form, get, host, js, json, message,
    module, palette, palette_with, parse, questionnaire, settings, settings_of, text, update, view,
};
use js_sys::{Array, Error, Function, Object, Reflect};
use question_wasm::{JsBranch, JsSettings, prepare_arguments};
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
    let short = prepare(js(
        r#"({questions: [{id: null, label: undefined, prompt: "?", options: [{value: null, label: "a"}]}]})"#,
    ));
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
fn every_object_has_the_fields_that_are_declared() {
    let asked = questionnaire(FULL);
    let session = || {
        let facts = parse(r#"{"id": "s", "kind": "a", "file": "F", "ownFile": "G", "files": []}"#);
        JsBranch::new(&settings(), "[]", facts).unwrap()
    };
    let finish = |with| get(&asked, "finish", &[parse(with), host()]);
    let told = |desk: JsValue, event| {
        let call = r#"({host: {mode: "print"}, timestamp: "t", clock: "12:00", key: "c", session: "s", isKept: true, isNested: false,
            isRunning: false, isGone: false})"#;
        get(&asked, "desk", &[session().into(), desk, parse(event), js(call)])
    };
    let prepared = told("".into(), r#"{"asked": {"ticket": 1, "asker": {"call": "c"}}}"#);
    let outgoing = told(at(&prepared, "desk"), r#"{"prepared": 1}"#);
    let entries = parse(&text(&outgoing, "orders.0.text"));
    let incoming = finish(r#"{"answers": "[\"pg\"]"}"#);
    let request = get(&dialogs(FULL), "request", &["r".into()]);
    for (value, path, expected) in [
        (&finish(r#"{"unavailable": null}"#), "details", "title COMMON metadata"),
        (&finish(r#"{"unavailable": "why"}"#), "details", "title COMMON metadata message"),
        (
            &finish(r#"{"pending": {"file": "f", "key": "c"}}"#),
            "details",
            "title COMMON metadata pendingFile pendingCall",
        ),
        (
            &finish(r#"{"pending": {"file": "f", "key": "c", "remark": "why"}}"#),
            "details",
            "title COMMON metadata message pendingFile pendingCall",
        ),
        (&prepared, "", "desk orders"),
        (&outgoing, "orders.0", "type ticket name text"),
        (&entries, "", "sessionId timestamp questions"),
        (&entries, "questions.0", "id call header question mode options defaultValue answer"),
        (&entries, "questions.0.options.0", "label value description preview"),
        (&incoming, "", "content details isSaid isEntered isByUser pictures"),
        (&incoming, "details", "title COMMON answeredAt metadata"),
        (&incoming, "details.answers.0", "id mode prompt value label wasCustom index"),
        (&request, "", "type requestId title questions metadata"),
        (
            &request,
            "questions.0",
            "id label prompt mode options allowCustom customLabel allowEmpty defaultValue recommended",
        ),
        (&request, "questions.0.options.0", "value label description preview recommended"),
        (&get(&dialogs(SHORT), "request", &["r".into()]), "", "type requestId questions"),
    ] {
        assert_eq!(
            fields(value, path),
            expected.replace("COMMON", "questions answers cancelled outcome mode"),
            "{path} of {}",
            json(value)
        );
    }
    let refused = get(&questionnaire("{}"), "finish", &[parse(r#"{"unavailable": null}"#), host()]);
    assert_eq!(text(&refused, "content"), "Error: No questions provided");
    let refused = call(&questionnaire("{}"), "desk", &[session().into(), "".into(), "settled".into(), host()]);
    assert_eq!(message(refused), "Error: No questions provided");
}

/// Questions are answered from elsewhere, or what waits for them is answered first.
#[wasm_bindgen_test]
fn who_waits_and_who_answers_from_elsewhere() {
    let asked = questionnaire(SHORT);
    assert_eq!(fields(&get(&asked, "request", &["r".into()]), ""), "type requestId questions");
    assert_eq!(json(&get(&asked, "asker", &["/".into()])), r#"{"folder":"/"}"#);
    let place = |is_below: bool| get(&module(), "answeredFrom", &["page".into(), JsValue::UNDEFINED, is_below.into()]);
    assert_eq!(json(&place(false)), r#"["the page",null]"#);
    assert!(at(&place(true), "0").is_null() && at(&place(true), "1").is_string());
    let attached = get(&module(), "attached", &["text".into(), parse("[]")]);
    assert_eq!(json(&attached), r#"["text",null]"#);
    let response = r#"{"later": true}"#;
    let result = get(&asked, "respond", &[response.into(), "a terminal".into(), host()]);
    assert_eq!(text(&result, "details.answeredFrom"), "a terminal");
    let refused = get(&asked, "respond", &["{}".into(), "a terminal".into(), host()]);
    assert!(refused.is_string(), "{}", json(&refused));

    let form = form(SHORT);
    let waiting =
        r#"[{"ticket": 7, "about": "Which?", "since": "12:00", "subagent": {"name": "scout", "cwd": "/", "pid": 1}}]"#;
    get(&form, "setWaiting", &[parse(waiting), 0.into()]);
    assert_eq!(update(&form, "press", &"Queue".into()), "Redraw");
    let palette = construct(&palette().into(), &[colors()]).unwrap();
    assert!(view(&form, &palette, 0).unwrap().as_string().unwrap().contains("scout (/) asks"));
    assert_eq!(update(&form, "type", &"2".into()), "Queue");
    assert_eq!(json(&get(&form, "takeQueueAct", &[])), r#"{"first":7}"#);
    assert!(get(&form, "takeQueueAct", &[]).is_undefined());
    message(call(&form, "setWaiting", &[parse("[{}]"), 0.into()]));
    assert_works();
}

/// A session whose user answers later begins: the row above the prompt, and the file, for which no call waits.
#[wasm_bindgen_test]
fn orders_about_what_waits_have_the_fields_that_are_declared() {
    let form = form(SHORT);
    update(&form, "press", &"Later".into());
    let result = json(&get(&form, "result", &[host()]));
    let entries = format!(
        r#"[{{"type": "message", "id": "e", "message": {{"role": "assistant", "stopReason": "toolUse",
            "content": [{{"type": "toolCall", "name": "question", "id": "c", "arguments": {SHORT}}}]}}}},
            {{"type": "message", "id": "r", "message": {{"role": "toolResult", "toolCallId": "c",
            "toolName": "question", "content": [], "details": DETAILS}}}}]"#
    )
    .replace("DETAILS", &json(&at(&parse(&result), "details")));
    let facts = parse(r#"{"id": "s", "kind": "a", "file": "F", "ownFile": "G", "files": []}"#);
    let session: JsValue = JsBranch::new(&settings(), &entries, facts).unwrap().into();
    let scene = js(
        "({host: {mode: 'tui'}, timestamp: 't', clock: '12:00', key: 'k', session: 's', isKept: true, isNested: false, \
        isRunning: false, isGone: false})",
    );
    let began = get(
        &session,
        "desk",
        &["".into(), parse(r#"{"begun": {"line": {"hasPrompt": false, "commands": 0, "files": []}}}"#), scene.clone()],
    );
    let orders: Vec<String> =
        at(&began, "orders").unchecked_into::<Array>().iter().map(|order| fields(&order, "")).collect();
    assert_eq!(orders, ["type text severity isAtStart", "type text", "type name text"], "{}", json(&began));
    let off = get(&session, "desk", &["".into(), parse(r#"{"command": "off"}"#), scene]);
    assert_eq!(fields(&off, "orders.0"), "type isOffered");
    let event = r#"{"brought": {"ticket": 1, "id": "i", "bytes": 1, "persons": [{"host": 1, "isRunning": true}]}}"#;
    let received = get(&module(), "receive", &["".into(), parse(event), 0.into()]);
    assert_eq!(fields(&received, ""), "state orders");
    assert_eq!(fields(&received, "orders.0"), "ticket act");
    assert_eq!(fields(&received, "orders.0.act.ask"), "host isShared");
    let known = get(&module(), "receive", &[at(&received, "state"), parse(r#"{"elapsed": 1}"#), 0.into()]);
    assert_eq!(text(&known, "state"), text(&received, "state"), "it is still asked");
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
        get(&form, "end", &["abort".into()]);
        assert_eq!(message(call(&form, "result", &[parse(mode)])), refusal);
    }
    let refused = message(construct(&form(SHORT), &[questionnaire("{}"), parse("{}"), JsValue::UNDEFINED]));
    assert_eq!(refused, "Error: No questions provided");
    let refused = message(construct(&dialogs(SHORT), &[questionnaire("{}"), JsValue::TRUE, JsValue::TRUE]));
    assert_eq!(refused, "Error: No questions provided");
    let form = form(SHORT);
    assert_eq!(update(&form, "press", &"NoSuch".into()), "Idle");
    view(&form, &form, 0).unwrap_err();
    for time in [JsValue::UNDEFINED, f64::NAN.into(), f64::INFINITY.into(), "text".into()] {
        call(&form, "press", &["CursorDown".into(), time]).unwrap();
    }
    assert_eq!(update(&form, "type", &"1".into()), "Finish");
    assert_works();
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
fn a_registered_tool_keeps_its_dialect_and_faults_are_named() {
    let other = |dialect: &str| {
        JsSettings::new(js(r#"[["a", '{"dialect": "ask_user"}']]"#), "", Some(dialect.to_owned()), None)
    };
    assert_eq!(other("question").dialect(), "question");
    assert_eq!(other("no such").dialect(), "ask_user");
    let bad = settings_of(r#"{"accessible": true, "colour": 1}"#);
    assert_eq!(bad.guidance(), None);
    let guided = settings_of(r#"{"guidance": "Ask little."}"#);
    assert_eq!(guided.guidance().as_deref(), Some("Ask little."));
    assert!(bad.accessible() && bad.problems().concat().contains("question.json, line 1: \"colour\""));
}

#[wasm_bindgen_test]
fn a_target_can_be_clicked_and_no_other_value_breaks_the_form() {
    let two = r#"{"questions": [{"prompt": "Which?", "options": ["a", "b"]}, {"prompt": "Own?"}]}"#;
    let (form, palette) = (form(two), JsValue::from(palette()));
    let painted = view(&form, &palette, 0).unwrap().as_string().unwrap();
    let row = u32::try_from(painted.split('\n').position(|line| line.contains("2. ")).unwrap()).unwrap();
    for fine in [r#"{"item": 99}"#, r#"{"tab": 99}"#, r#""preview""#, r#""nothing""#] {
        update(&form, "click", &parse(fine));
        get(&form, "wheel", &[parse(fine), true.into(), 0.into()]);
    }
    for odd in ["null", "7", "{}", r#""item""#, r#"{"item": -1}"#, r#"{"item": 4294967296}"#] {
        call(&form, "click", &[parse(odd), 0.into()]).unwrap_err();
    }
    let target = get(&form, "target", &[row.into(), 5.into()]);
    assert_eq!(json(&target), r#"{"item":1}"#);
    assert_eq!(update(&form, "click", &target), "Edit", "the next takes only text");
}

/// Calls that take a text, in JavaScript; `odd` is the text.
const OF_TEXT: &str =
    "new core.Branch(settings, odd, facts).typed; new core.Branch(settings, '[]', facts).listing(odd.length);
    new core.Branch(settings, '[]', {...facts, files: [{name: odd, text: odd}]}).desk('', {command: odd}, scene);
    asked.finish({pending: {file: odd, key: odd, remark: odd}}, host); asked.finish({inside: odd}, host);
    asked.finish({unavailable: odd}, host); asked.asker(odd); dialogs.request(odd); dialogs.respond(odd);
    core.desk('', {responded: odd}, scene); core.desk('', {unopened: {sequence: 1, problem: odd}}, scene);
    core.lateResponse(odd); core.answeredFrom(odd, odd, false, odd); core.unanswered(odd); core.receive(odd, {left: 1}, 0); dialogs.hostFailed(odd, 0);
    new core.ClosedForm(odd, 0).withholds(true, odd, 1); core.attached(odd, [{marker: odd, path: odd, fault: odd}], [{path: odd}], odd); new core.Dialogs(asked, true, true, true, odd);
    core.receive('', {brought: {ticket: 1, id: odd, bytes: 1, persons: []}}, 0)";
/// Calls that take the texts of a form that has failed, and throw an error if they are none.
const OF_LEFT: &str = "core.failed(odd, undefined, 'why'); core.failed(dialogs.asked(host), odd, 'why');
    core.failed(dialogs.asked(host), dialogs.left(), odd, odd, odd); core.desk(odd, 'replying', scene);
    asked.finish({answers: odd}, host)";
/// Calls that take any value, and never throw.
const OF_ANYTHING: &str =
    "new core.Questionnaire(settings, odd); core.Questionnaire.ofRequest(settings, odd); new core.Settings(odd, '');
    core.prepareArguments(settings, odd); core.callView(palette, settings, odd, 20);
    core.resultView(palette, settings, odd, '', true, 20); core.resultText(settings, odd, 20);
    dialogs.hostReplied(odd, 0); core.attached('', odd, odd)";
/// Calls that throw an error if the value is not of the declared type.
const OF_OBJECT: &str =
    "asked.finish(odd, host); asked.finish({unavailable: null}, odd); dialogs.result(odd); dialogs.asked(odd);
    core.desk('', odd, scene); core.desk('', 'settled', odd); new core.Branch(settings, '[]', odd);
    new core.Branch(settings, '[]', facts).desk('', odd, scene); core.receive('', odd, 0);
    core.receive('', {left: 1}, odd)";

/// Makes each call with each of the odd values, a list in JavaScript. If `may_throw`, calls may throw errors, but
/// nothing else. All objects that took part stay usable, so that they can be freed.
fn with_odd(calls: &str, odd: &str, may_throw: bool) {
    let file = r#"{"sessionId": "s", "questions": ["?"]}"#;
    let facts =
        js(&format!("({{id: 's', kind: 'a', file: 'F', ownFile: 'G', files: [{{name: 'F', text: {file:?}}}]}})"));
    let scene = js(
        "({host: {mode: 'tui'}, timestamp: 't', clock: '12:00', key: 'k', session: 's', isKept: true, isNested: false, \
        isRunning: false, isGone: false})",
    );
    for (at, odd) in js(odd).unchecked_into::<Array>().iter().enumerate() {
        for code in calls.split(';') {
            let parts = [settings().into(), palette().into(), questionnaire(SHORT), dialogs(SHORT)];
            let given = [module(), host(), facts.clone(), scene.clone(), odd.clone()].into_iter().chain(parts.clone());
            let run = js(&["(core, host, facts, scene, odd, settings, palette, asked, dialogs) => ", code].concat());
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
    with_odd(OF_LEFT, texts, true);
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
    with_odd(OF_LEFT, values, true);
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
    assert_eq!(update(&kept, "press", &"Confirm".into()), "Finish");
    assert_works();
}
