//! The messages between the tool and a program that asks its user in its own way: the request, what a response comes
//! to, and why one is refused.

use crate::common::damage::{anything, damaged};
use crate::common::dialogs::{CLOSE, PlainDialogs, replied, seen};
use crate::common::json::{encoded, json};
use crate::common::sheet::{Sheet, snapshot};
use crate::common::{Json, TUI, asked, check_all, form, played, sent};
use proptest::prelude::*;
use question_core::{
    AskUserRequest, DialogStyle, Occasion, Opening, Outcome, Questionnaire, Replies, Response, Subagent, ToolResult,
    stray_response,
};

const BOTH: [DialogStyle; 2] = [DialogStyle::Select, DialogStyle::Numbers];
const ANSWERED: &str = r#"{"type":"ask_user_response","requestId":"req-1","answers":["lite",["A"],"shop"]}"#;

fn questions() -> Json {
    sent(
        r#"{"title": "Setup", "metadata": {"from": 1.50}, "questions": [
            {"id": "db", "label": "DB", "prompt": "Which database?", "recommended": "pg", "options": [
                {"value": "pg", "label": "PostgreSQL", "description": "the usual"}, {"value": "lite", "label": "SQLite"}]},
            {"id": "with", "prompt": "With what?", "mode": "multi", "options": ["A", "B"], "allowCustom": false},
            {"id": "name", "prompt": "Which name?", "defaultValue": "shop", "allowEmpty": true}]}"#,
    )
}

fn questionnaire() -> Questionnaire {
    asked(&questions())
}

fn walk(style: DialogStyle) -> PlainDialogs {
    PlainDialogs::new(&form(&questions()), style)
}

/// A response with these fields.
fn response(fields: &str) -> String {
    format!(r#"{{"type": "ask_user_response", "requestId": "req-1", {fields}}}"#)
}

fn responded(mut walk: PlainDialogs, message: &str) -> Result<PlainDialogs, String> {
    walk.respond(message).map(|()| walk)
}

fn result(walk: &PlainDialogs) -> Option<ToolResult> {
    walk.result(TUI)
}

/// Answers that stand from before: not to the second question.
fn standing() -> Replies {
    Replies::parse(r#"[{"value": "lite", "note": "for now"}, null, "cart"]"#, &questionnaire()).expect("they fit")
}

#[test]
fn what_a_response_leaves_out_stands_as_it_was() {
    let rows = [
        (
            r#""answers": {"with": []}"#,
            "Which database? → SQLite (value: lite) (note: for now)\nWith what? → (none of these)\nWhich name? → cart (typed)",
        ),
        (
            r#""answers": ["pg", "B", null]"#,
            "Which database? → PostgreSQL (value: pg)\nWith what? → B\nWhich name? → cart (typed)",
        ),
        (r#""answers": {"db": "pg"}"#, "question 2 (with): not answered"),
        (r#""cancelled": true"#, "Question was cancelled by user."),
    ];
    check_all(rows.map(|(fields, expected)| {
        let mut walk = PlainDialogs::new(&form(&questions()).with_replies(standing()), DialogStyle::Select);
        let actual = walk.respond(&response(fields)).map(|()| seen(&walk));
        (fields.to_owned(), actual.unwrap_or_else(|fault| fault), expected.to_owned())
    }));
}

#[test]
fn answers_without_a_form_count_together_with_those_that_came_with_the_questions() {
    let read = |answers: &str| Replies::parse(answers, &questionnaire()).expect("they fit");
    let call = Opening { given: standing(), ..Opening::default() };
    let (given, drafts) = (read(r#"["lite", "A", "cart"]"#), read(r#"{"name": "mall"}"#));
    let revision = Opening { occasion: Occasion::Revision, given, drafts, ..Opening::default() };
    let rows = [
        (&call, None, "question 2 (with): not answered"),
        (&call, Some("{"), "it is not JSON (line 1)"),
        (
            &call,
            Some(r#"{"with": "B"}"#),
            "Which database? → SQLite (value: lite) (note: for now)\nWith what? → B\nWhich name? → cart (typed)",
        ),
        (
            &revision,
            None,
            "The user revised earlier answers:\nWhich database? → SQLite (value: lite)\nWith what? → A\nWhich name? → mall (typed)",
        ),
    ];
    check_all(rows.map(|(opening, answers, expected)| {
        let answered = opening.answered(&questionnaire(), answers, TUI);
        let actual = answered.map_or_else(|fault| fault.in_english(), |result| result.content);
        (format!("{answers:?}"), actual, expected.to_owned())
    }));
}

#[test]
fn the_request() {
    let mut sheet = Sheet::default();
    let request = |questionnaire: &Questionnaire, id, standing: &Replies| {
        let form = played(questionnaire).later(standing.clone());
        encoded(&PlainDialogs::new(&form, DialogStyle::Select).request(id))
    };
    sheet.add("all that can be said", &request(&questionnaire(), "req-1", &standing()));
    sheet.add("nothing that has to be said", &request(&asked(&sent(r#"["Why?"]"#)), "2", &Replies::default()));
    snapshot!("request", sheet);
}

#[test]
fn a_request_is_read_with_the_answers_that_came_with_it() {
    let request =
        encoded(&PlainDialogs::new(&played(&questionnaire()).later(standing()), DialogStyle::Select).request("1"));
    let (again, opening) = AskUserRequest::read(&request).expect("it is a request");
    assert_eq!(again, questionnaire());
    let walk = PlainDialogs::new(&played(&again).opened(opening), DialogStyle::Select);
    assert_eq!(
        seen(&responded(walk, &response(r#""answers": {"with": []}"#)).unwrap()),
        "The user has answered the pending questions:\nWhich database? → SQLite (value: lite) (note: for now)\n\
         With what? → (none of these)\nWhich name? → cart (typed)"
    );
    for text in ["", "null", "{}", "[]", ANSWERED] {
        assert!(AskUserRequest::read(text).is_none(), "{text}");
    }
}

#[test]
fn what_a_user_has_changed_before_they_left_a_revision_counts() {
    let before = Replies::parse(r#"["lite", "A", "cart"]"#, &questionnaire()).expect("they fit");
    let walk = PlainDialogs::new(&form(&questions()).revision(before), DialogStyle::Select);
    let left = responded(walk, &response(r#""cancelled": true, "answers": {"name": "mall"}"#)).unwrap();
    let expected = "The user revised earlier answers:\nWhich database? → SQLite (value: lite)\nWith what? → A\nWhich name? → mall (typed)";
    assert_eq!(seen(&left), expected);
}

#[test]
fn what_a_response_comes_to() {
    let all = "Which database? → SQLite (value: lite)\nWith what? → A\nWhich name? → shop (your default)";
    let cancelled = "Question was cancelled by user.";
    let so_far = |answer: &str| format!("The user left the form.\nEntered so far, not final:\n{answer}");
    let talk = "The user would rather discuss this before answering. Nothing is decided: answer them in your reply, and end your turn. They say: why now?";
    let rows = [
        (ANSWERED.to_owned(), all.to_owned()),
        (format!(" {ANSWERED}\n"), all.to_owned()),
        (
            response(
                r#""answers": {"name": "shop", "with": "A", "db": "SQLite"}, "cancelled": false, "message": null"#,
            ),
            all.to_owned(),
        ),
        (response(r#""answers": ["lite", "A", "shop"], "message": " ""#), all.to_owned()),
        (
            response(
                r#""answers": [{"id": "name", "value": ""}, {"id": "with", "value": []}, {"id": "db", "value": "x", "note": "y"}]"#,
            ),
            "Which database? → x (typed) (note: y)\nWith what? → (none of these)\nWhich name? → (blank)".to_owned(),
        ),
        // a user who left, with or without answers
        (response(r#""cancelled": true"#), cancelled.to_owned()),
        (response(r#""cancelled": true, "answers": []"#), cancelled.to_owned()),
        (response(r#""cancelled": true, "answers": {}"#), cancelled.to_owned()),
        (
            response(r#""cancelled": true, "answers": {"with": "B"}"#),
            so_far("With what? → B\nNot answered yet: DB, \"Which name?\""),
        ),
        (
            response(r#""cancelled": true, "answers": [null, null, "shop"]"#),
            so_far("Which name? → shop (your default)\nNot answered yet: DB, \"With what?\""),
        ),
        // one who would rather talk
        (response(r#""message": " why now? ""#), talk.to_owned()),
        (response(r#""message": "why now?", "answers": []"#), talk.to_owned()),
        (response(r#""cancelled": true, "message": "why now?""#), talk.to_owned()),
        (
            response(r#""message": "why now?", "answers": [{"question": "Which database?", "answer": "pg"}]"#),
            format!(
                "{talk}\nEntered so far, not final:\nWhich database? → PostgreSQL (value: pg)\nNot answered yet: \"With what?\", \"Which name?\""
            ),
        ),
    ];
    check_all(rows.iter().flat_map(|(message, expected)| {
        BOTH.map(|style| {
            let actual = responded(walk(style), message).map_or_else(|fault| fault, |walk| seen(&walk));
            (format!("{style:?} {message}"), actual, expected.clone())
        })
    }));
    // From elsewhere, without dialogs, it comes to the same, without its type and id, too, and says where it is from.
    let bare = |message: &str| message.replace(r#""type": "ask_user_response", "requestId": "req-1", "#, "");
    let from_elsewhere =
        rows.iter().flat_map(|(message, expected)| [message.clone(), bare(message)].map(|it| (it, expected)));
    check_all(from_elsewhere.map(|(message, expected)| {
        let from = "another\nterminal";
        assert!(Opening::default().problems(&questionnaire(), &message).is_none(), "{message}");
        let result = Opening::default().responded(&questionnaire(), (&message, from), TUI).expect("it fits");
        assert_eq!(result.details.answered_from.as_deref(), Some("another terminal"));
        (message, result.content, expected.clone())
    }));
    for (message, fault) in [
        (response(r#""answers": ["x"]"#).as_str(), "answers: 1, questions: 3"),
        ("null", "\"answers\" is missing"),
        ("[7]", "\"answers\" is missing"),
        (r#"{"type": "another"}"#, "\"answers\" is missing"),
        ("", "it is not JSON (line 1)"),
    ] {
        let result = Opening::default().responded(&questionnaire(), (message, ""), TUI);
        assert_eq!(result.map(|result| result.content), Err(fault.to_owned()), "{message}");
    }
    let details = |message: &str| result(&responded(walk(DialogStyle::Select), message).unwrap()).unwrap().details;
    assert_eq!((details(ANSWERED).outcome, details(ANSWERED).answered_at), (Outcome::Answered, TUI.now));
    assert_eq!(details(&response(r#""cancelled": true"#)).outcome, Outcome::Cancelled);
    let talk = details(&response(r#""message": " why now? ""#));
    assert_eq!(
        (talk.outcome, talk.message.as_deref(), talk.metadata),
        (Outcome::Discuss, Some("why now?"), Some(sent(r#"{"from": 1.50}"#)))
    );
}

/// Messages that are no response to the request, and what is said of them.
fn refusals() -> Vec<(String, &'static str)> {
    let (json, kind, id) =
        ("it is not JSON (line 1)", "\"type\" has to be \"ask_user_response\"", "\"requestId\" is missing");
    let flag = "\"cancelled\" has to be true or false";
    let list = "the answers have to be a list, or an object of question id → answer";
    let none = "question 1 (db): not answered; question 2 (with): not answered; question 3 (name): not answered";
    let fields = [
        ("", "it is not JSON (line 1)"),
        (r#""cancelled": false"#, "\"answers\" is missing"),
        (r#""answers": null"#, "\"answers\" is missing"),
        (r#""message": 5"#, "\"message\" has to be a text"),
        (r#""cancelled": true, "message": ["why?"]"#, "\"message\" has to be a text"),
        (r#""answers": [], "cancelled": "yes""#, flag),
        (r#""answers": [], "cancelled": 1"#, flag),
        (r#""answers": "lite""#, list),
        (r#""answers": []"#, "answers: 0, questions: 3"),
        (r#""answers": ["lite"]"#, "answers: 1, questions: 3"),
        (r#""answers": {}"#, none),
        (r#""answers": [null, null, null]"#, none),
        (r#""answers": ["lite", null, "shop"]"#, "question 2 (with): not answered"),
        (r#""answers": ["lite", "C", "shop"]"#, "question 2 (with): \"C\" is none of its options: A, B"),
        (r#""answers": {"database": "pg"}"#, "\"database\" is no question; there are: db, with, name"),
        // with what is wrong, not even a user who left is believed
        (
            r#""cancelled": true, "answers": ["lite", "C", "shop"]"#,
            "question 2 (with): \"C\" is none of its options: A, B",
        ),
        (r#""cancelled": true, "answers": ["lite"]"#, "answers: 1, questions: 3"),
        (
            r#""message": "why?", "answers": {"database": "pg"}"#,
            "\"database\" is no question; there are: db, with, name",
        ),
    ];
    let others = [
        ("", json),
        ("lite", json),
        (r#"{"type": "ask_user_response", "requestId": "req-1", "answers": ["lite", "A""#, json),
        (r#"["lite", ["A"], "shop"]"#, kind),
        (r#"{"requestId": "req-1", "answers": ["lite", "A", "shop"]}"#, kind),
        (r#"{"type": "ask_user_request", "requestId": "req-1", "answers": ["lite", "A", "shop"]}"#, kind),
        (r#"{"type": "ask_user_response", "answers": ["lite", "A", "shop"]}"#, id),
        (r#"{"type": "ask_user_response", "requestId": "", "cancelled": true}"#, id),
        (r#"{"type": "ask_user_response", "requestId": 1, "cancelled": true}"#, id),
    ];
    let others = others.map(|(message, fault)| (message.to_owned(), fault));
    fields.map(|(fields, fault)| (response(fields), fault)).into_iter().chain(others).collect()
}

/// Ways into a form: replies to its dialogs.
const WAYS: [&[&str]; 6] =
    [&[], &["2"], &["0", "CSV"], &["0", CLOSE, "n", "for now"], &["1", CLOSE], &["no such choice"]];

#[test]
fn what_is_refused_changes_nothing() {
    let refused = refusals();
    check_all(refused.iter().map(|(message, fault)| {
        (message.clone(), responded(walk(DialogStyle::Select), message).err().unwrap_or_default(), (*fault).to_owned())
    }));
    for (style, way) in BOTH.into_iter().flat_map(|style| WAYS.map(|way| (style, way))) {
        let before = replied(walk(style), way);
        let mut after = before.clone();
        for (message, _) in &refused {
            after.respond(message).unwrap_err();
            assert_eq!((after.dialog(), result(&after)), (before.dialog(), None), "{style:?} {way:?} {message}");
        }
        // what was entered before counts as it did
        let [mut before, mut after] = [before, after];
        for walk in [&mut before, &mut after] {
            walk.abort();
        }
        assert_eq!(result(&after), result(&before), "{style:?} {way:?}");
    }
}

#[test]
fn the_whole_answer_comes_from_one_side() {
    let all = "Which database? → SQLite (value: lite)\nWith what? → A\nWhich name? → shop (your default)";
    for (style, way) in BOTH.into_iter().flat_map(|style| WAYS.map(|way| (style, way))) {
        let walk = responded(replied(walk(style), way), ANSWERED).unwrap();
        assert_eq!((seen(&walk), walk.dialog()), (all.to_owned(), None), "{style:?} {way:?}");
    }
    // but what was entered in the dialogs is not lost where the program brings no answers
    let begun = || replied(walk(DialogStyle::Numbers), &["2"]);
    let left = responded(begun(), &response(r#""cancelled": true"#)).unwrap();
    let so_far = "The user left the form.\nEntered so far, not final:\nWhich database? → SQLite (value: lite)";
    assert_eq!(seen(&left), format!("{so_far}\nNot answered yet: \"With what?\", \"Which name?\""));
    let both = responded(begun(), &response(r#""cancelled": true, "answers": {"with": "B"}"#)).unwrap();
    assert_eq!(seen(&both), format!("{so_far}\nWith what? → B\nNot answered yet: \"Which name?\""));
}

type End<'a> = &'a dyn Fn(&mut PlainDialogs);

#[test]
fn the_first_answer_wins() {
    let late = response(r#""answers": ["pg", ["B"], "cart"]"#);
    let ends: [(&str, End); 4] = [
        ("dialogs", &|walk| *walk = replied(walk.clone(), &["1", "2", "cart", "0"])),
        ("response", &|walk| walk.respond(ANSWERED).unwrap()),
        ("abort", &PlainDialogs::abort),
        ("disconnect", &PlainDialogs::disconnect),
    ];
    for (name, end) in ends {
        let mut walk = walk(DialogStyle::Numbers);
        end(&mut walk);
        let first = result(&walk);
        assert!(first.is_some(), "{name}");
        let _ = walk.respond(&late);
        walk.reply(Some("1"));
        walk.disconnect();
        assert_eq!((result(&walk), walk.dialog()), (first, None), "{name}");
    }
}

#[test]
fn a_response_that_no_request_waits_for() {
    let ids = |ids: &[&str]| ids.iter().map(|&id| id.to_owned()).collect::<Vec<_>>();
    let rows: [(&str, &[&str], &[&str], &str); 5] = [
        ("a", &["a", "b"], &[], "request a has ended; the response came too late"),
        ("a", &["a"], &["c"], "request a has ended; the response came too late"),
        ("x", &["a"], &["b", "c"], "request x is not known; waiting: b, c"),
        ("x", &["a"], &[], "request x is not known; no request waits for one"),
        ("\u{1b}[2J\n\u{202e}", &[], &[], "request ␛[2J  is not known; no request waits for one"),
    ];
    check_all(rows.map(|(id, answered, open, expected)| {
        let message = json!({"type": "ask_user_response", "requestId": id}).to_string();
        (id.to_owned(), stray_response(&message, &ids(answered), &ids(open)), expected.to_owned())
    }));
    assert_eq!(Response::request_id(ANSWERED), Ok("req-1".to_owned()));
    for (message, fault) in refusals().iter().rev().take(9) {
        let problem = Response::request_id(message).map_err(|fault| fault.in_english());
        assert_eq!(problem, Err((*fault).to_owned()), "{message}");
        assert_eq!(stray_response(message, &[], &[]), *fault, "{message}");
    }
}

proptest! {
    #[test]
    fn no_damage_ends_a_form_by_halves(damages in anything(), is_cancelled: bool, way in prop::sample::select(WAYS.to_vec())) {
        let flag = format!("\"cancelled\":{is_cancelled},\"answers\"");
        let message = damaged(&ANSWERED.replace("\"answers\"", &flag), &damages);
        let before = replied(walk(DialogStyle::Numbers), way);
        let mut after = before.clone();
        match after.respond(&message) {
            Ok(()) => {
                prop_assert!(after.dialog().is_none() && Response::request_id(&message).is_ok(), "{message}");
                let details = result(&after).expect("it has ended").details;
                prop_assert!(details.outcome != Outcome::Answered || details.answers.len() == 3, "{message}");
            }
            Err(fault) => {
                prop_assert!(!fault.is_empty());
                prop_assert_eq!((after.dialog(), result(&after)), (before.dialog(), None));
            }
        }
    }
}

/// Other places are told who asks, in which folder, and, by another extension, under which id.
#[test]
fn what_other_places_see_of_who_asks() {
    let (name, ask) = (Some("scout".to_owned()), Some("a1".to_owned()));
    let scout = Subagent { name, cwd: "/s".to_owned(), ask, ..Subagent::default() };
    let extension = Subagent { is_extension: Some(true), ..scout.clone() };
    let nameless = Subagent { name: None, ..scout.clone() };
    for (subagent, expected) in [
        (None, json!({"folder": "/here"})),
        (Some(scout), json!({"from": "scout", "folder": "/s"})),
        (Some(nameless), json!({"from": "a subagent", "folder": "/s"})),
        (Some(extension), json!({"from": "scout", "folder": "/s", "ask": "a1"})),
    ] {
        assert_eq!(Opening { subagent, ..Opening::default() }.asker("/here"), expected);
    }
}
