//! What becomes of the files that questions wait in: whose they are, when they are removed, and that no word of a
//! person's is lost with them.

use super::history::{
    Does, FILE, History, NOTHING, SESSION, TIMESTAMP, all_beginnings, begun, both_left, check, facts, found, given,
    left, open, prompted, says, sends, start, two_questions,
};
use crate::common::damage::{anything, damaged};
use crate::common::dialogs::{PlainDialogs, replied, seen};
use crate::common::{Json, asked, json, written};
use proptest::prelude::*;
use question_core::HostMode::{Print, Tui};
use question_core::{DialogStyle, Event, FoundFile, Origin, Session, Settings};

const UNSENT: &str = "it holds text that was not sent";
const REVISE: &str = "it holds text that was not sent (/questions revise)";
const ELSEWHERE: &str = "it holds the questions of another session (pi --session t-1)";
const OTHER_BRANCH: &str = "not asked on this branch of the session";

/// Whether the file may go by itself; and why `/questions clear` asks before it removes it.
fn removal(session: &Session) -> (bool, Option<String>) {
    let cleared = session.plan(&Event::Clear).remove.expect("there is a file");
    (session.plan(&Event::Delivered).remove.is_some(), cleared.doubt)
}

/// Names and texts.
type Files<'a> = &'a [(&'a str, &'a str)];

#[test]
fn a_session_takes_its_own_file_among_others() {
    let own = left().file(&[("a", "\"yes\"")]);
    let [other, odd] = ["t-1", "t; rm -rf ~"].map(|id| own.replace(SESSION, id));
    let unanswered = other.replace("\"yes\"", "null");
    let sends = Does { sends: &["a = yes"], closes: &["a"], goes_on: true, ..NOTHING };
    let waits = Does { says: &["1 question waits. /questions answer opens the form."], ..NOTHING };
    let unknown = "it holds the questions of another session";
    let broken = "it is not JSON (line 1)";
    // the files → which one counts, what the session begins with, and why not to remove it
    let rows: [(Files<'_>, &str, Does<'_>, &str); 7] = [
        (&[("F", &own)], "F", sends, UNSENT),
        // In a fork the questions of the branch are asked, and the file stays with the session that it belongs to.
        (&[("F", &unanswered)], "F", waits, ELSEWHERE),
        (&[("F", &other)], "F", Does { warns: &[&format!("F: {ELSEWHERE}")], ..waits }, ELSEWHERE),
        (&[("F", &odd)], "F", Does { warns: &[&format!("F: {unknown}")], ..waits }, unknown),
        (&[("F", &other), ("G", &own)], "G", sends, UNSENT),
        (&[("F", "{"), ("G", &own)], "G", sends, UNSENT),
        (&[("F", &other), ("G", "{")], "G", Does { warns: &[&format!("G: {broken}")], ..waits }, broken),
    ];
    for (files, name, begins, doubt) in rows {
        let files = files.iter().map(|(name, text)| FoundFile { name: (*name).to_owned(), ..found(text) });
        let session = left().session(files.collect());
        check(name, &begun(&session, &start(Tui)), &begins);
        assert_eq!(session.plan(&Event::Clear).remove.map(|removal| removal.name).as_deref(), Some(name));
        assert_eq!(removal(&session), (false, Some(doubt.to_owned())));
    }
}

#[test]
fn a_file_is_removed_once_all_that_stands_in_it_stands_in_the_session() {
    let both = both_left();
    let file = |a: &str, b: &str| both.file(&[("a", a), ("b", b)]);
    let todo = file("null", "null").replacen('{', "{\"todo\": \"ask Ann\", ", 1);
    let none = file("null", "null");
    let one = both.clone().told(&["a"], &["yes"]);
    let told = one.clone().told(&["b"], &["no"]);
    let sent = both.clone().after_plan(&begun(&both.with_file(&file("\"yes\"", "\"no\"")), &start(Tui)));
    let words = |text: &str| both.clone().answered_in_words(&["a", "b"], text);
    // → whether it may go by itself, and why /questions clear asks
    let rows = [
        ("nothing was answered", &both, none.clone(), (false, None)),
        ("an answer", &both, file("\"yes\"", "null"), (false, Some(UNSENT))),
        ("a blank one", &both, file("null", "\"\""), (false, Some(UNSENT))),
        ("a slip", &both, file("null, \"anwser\": \"yes\"", "null"), (false, Some(UNSENT))),
        ("a note", &both, file("null", "null, \"note\": \"ask Ann\""), (false, Some(UNSENT))),
        ("a word beside the questions", &both, todo.clone(), (false, Some(UNSENT))),
        ("an answer above its null", &both, file("\"yes\", \"answer\": null", "null"), (false, Some(UNSENT))),
        ("the same for a call that is closed", &told, file("\"x\", \"answer\": null", "null"), (false, Some(REVISE))),
        ("an answer to one of two that is closed", &one, file("\"no\"", "null"), (false, Some(REVISE))),
        ("one was answered", &one, none.clone(), (false, None)),
        ("all was answered elsewhere", &told, none.clone(), (true, None)),
        ("its answers were sent", &sent, file("\"yes\"", "\"no\""), (true, None)),
        ("the same, laid out otherwise", &sent, file(" \"yes\"\n", " \"no\""), (true, None)),
        ("they were sent for the other question each", &sent, file("\"no\"", "\"yes\""), (false, Some(REVISE))),
        ("the same were given elsewhere", &told, file("\"yes\"", "\"no\""), (false, Some(REVISE))),
        ("another one", &told, file("\"yes\"", "\"yes\""), (false, Some(REVISE))),
        ("a note beside the same", &told, file("\"yes\", \"note\": \"x\"", "\"no\""), (false, Some(REVISE))),
        ("a faulty one", &told, file("[1, 2]", "null"), (false, Some(REVISE))),
        ("a word beside answered questions", &told, todo.clone(), (false, Some(UNSENT))),
        ("it was brought with words", &words(&todo), todo.clone(), (true, None)),
        ("it was brought, and edited since", &words(&none), file("null", "\"no\""), (false, Some(REVISE))),
        ("half of it is another branch's", &left().told(&["a"], &["yes"]), none.clone(), (false, Some(OTHER_BRANCH))),
        ("it is another branch's", &History::new().prompt(), none.clone(), (false, Some(OTHER_BRANCH))),
        ("it is another session's", &told, none.replace(SESSION, "t-1"), (false, Some(ELSEWHERE))),
        ("it cannot be read", &told, "{}".to_owned(), (false, Some("\"sessionId\" is missing"))),
        (
            "there is another list of questions",
            &told,
            none.replacen('{', "{\"questions\": [{\"answer\": \"mine\"}], ", 1),
            (false, Some("\"questions\" is there twice")),
        ),
    ];
    for (why, history, text, (settles, doubt)) in rows {
        assert_eq!(removal(&history.with_file(&text)), (settles, doubt.map(str::to_owned)), "{why}");
    }
    assert_eq!(both.alone().plan(&Event::Clear).remove, None, "there is no file");
}

/// What the session has of one call's file is not what a person writes into that of another call, even if it is the
/// same.
#[test]
fn equal_words_in_the_file_of_a_later_call_are_not_sent_yet() {
    let arguments = json!({"questions": [{"id": "db", "prompt": "Which?", "options": ["yes", "no"]}]});
    let asks = |history: History, call: &str| history.prompt().asks_with(call, arguments.clone()).left(call);
    let filled = |history: &History, call: &str| {
        let origin = Origin { session: SESSION.to_owned(), call: history.name(call), timestamp: TIMESTAMP.to_owned() };
        let text = asked(&arguments).pending_text(None, &origin).unwrap();
        text.replace("null", "\"yes\"").replacen('{', "{\"todo\": \"ask Ann\", ", 1)
    };
    let first = asks(History::new(), "a");
    let sent = first.clone().after_plan(&begun(&first.with_file(&filled(&first, "a")), &start(Tui)));
    assert_eq!(removal(&sent.with_file(&filled(&first, "a"))), (true, None));
    let again = asks(sent, "b");
    let session = again.with_file(&filled(&again, "b"));
    assert_eq!(removal(&session), (false, Some(UNSENT.to_owned())));
    let delivery = begun(&session, &start(Tui)).delivery.expect("it is sent");
    assert!(delivery.more.ends_with("\"todo\": \"ask Ann\""), "{}", delivery.more);
}

/// What a person writes into a question or beside an answer is not always a field of its own.
#[test]
fn words_in_the_fields_of_a_question_are_sent_as_text() {
    let arguments = json!({"questions": [{"id": "db", "label": "DB",
        "prompt": "Which?", "options": [{"label": "pg", "description": "usual"}, "lite"], "defaultValue": "pg"}]});
    let history = History::new().prompt().asks_with("a", arguments.clone()).left("a");
    let origin = Origin { session: SESSION.to_owned(), call: history.name("a"), timestamp: TIMESTAMP.to_owned() };
    let text = asked(&arguments).pending_text(None, &origin).unwrap();
    assert_eq!(removal(&history.with_file(&text)), (false, None), "nothing is written");
    // Where it is written, and what is sent.
    let rows = [
        (
            "/questions/0/options/0/note",
            json!("if HA"),
            r#"db: "options": [ { "label": "pg", "value": "pg", "description": "usual", "note": "if HA" }, { "label": "lite", "value": "lite" } ]"#,
        ),
        (
            "/questions/0/options/0/label",
            json!("PG 17"),
            r#"db: "options": [ { "label": "PG 17", "value": "pg", "description": "usual" }, { "label": "lite", "value": "lite" } ]"#,
        ),
        (
            "/questions/0/options/2",
            json!("ask Bob"),
            r#"db: "options": [ { "label": "pg", "value": "pg", "description": "usual" }, { "label": "lite", "value": "lite" }, "ask Bob" ]"#,
        ),
        ("/questions/0/options", json!("none"), r#"db: "options": "none""#),
        ("/questions/0/options", json!([]), r#"db: "options": []"#),
        ("/questions/0/header", json!("Store"), r#"db: "header": "Store""#),
        ("/questions/0/defaultValue", json!("x"), r#"db: "defaultValue": "x""#),
        ("/questions/0/placeholder", json!("x"), r#"db: "placeholder": "x""#),
        ("/questions/0/id", json!({"x": 1}), r#""Which?": "id": { "x": 1 }"#),
        ("/questions/0/id", json!("use pg"), r#"use pg: "id": "use pg""#),
        ("/questions/0/id", json!("db-2"), ""),
        ("/timestamp", json!("use pg"), r#""timestamp": "use pg""#),
        ("/timestamp", json!("2"), r#""timestamp": "2""#),
        ("/timestamp", json!("2026-11-24T18:00:00.000Z"), ""),
        ("/title", json!("Do not"), r#""title": "Do not""#),
        ("/metadata", json!({"from": "me"}), r#""metadata": { "from": "me" }"#),
        ("/title", json!(null), ""),
    ];
    for (at, value, sent) in rows {
        let mut file = crate::common::sent(&text);
        let (parent, name) = at.rsplit_once('/').unwrap();
        match file.pointer_mut(parent).unwrap() {
            Json::Array(items) => items.push(value),
            object => object[name] = value,
        }
        let begun_file = written(&file);
        assert_eq!(
            removal(&history.with_file(&begun_file)).1.as_deref(),
            Some(UNSENT).filter(|_| !sent.is_empty()),
            "{at}"
        );
        file["questions"][0]["answer"] = json!("pg");
        let text = written(&file);
        let plan = begun(&history.with_file(&text), &start(Tui));
        let more = plan.delivery.as_ref().unwrap_or_else(|| panic!("{at}")).more.clone();
        let head = format!("\n\nThe user has also written into {FILE}:\n  ");
        assert_eq!(more, if sent.is_empty() { String::new() } else { head + sent }, "{at}");
        assert!(removal(&history.clone().after_plan(&plan).with_file(&text)).0, "{at}: the session has it");
    }
}

/// A person may write more into an answer than it takes.
#[test]
fn an_answer_that_says_more_than_a_choice_and_a_note_is_sent_as_text_too() {
    let history = left();
    let rows = [
        (r#"{ "answer": "yes", "label": "with replicas" }"#, true),
        (r#"{ "answer": "yes", "question": "is it free?" }"#, true),
        (r#"{ "answer": "yes", "why": { "because": "x" } }"#, true),
        (r#"{ "id": "a", "mode": "single", "value": "yes", "label": "yes", "wasCustom": false, "index": 1 }"#, true),
        (r#"{ "value": "yes", "note": "y", "why": null }"#, false),
    ];
    for (answer, is_told) in rows {
        let session = history.with_file(&history.file(&[("a", answer)]));
        let plan = begun(&session, &start(Tui));
        let told = format!("\n\nThe user has also written into {FILE}:\n  a: \"answer\": {answer}");
        assert_eq!(sends(&plan), ["a = yes"], "{answer}");
        assert_eq!(plan.delivery.expect("it is sent").more, if is_told { told } else { String::new() }, "{answer}");
    }
}

/// An answer that was edited after it was sent is not sent again.
#[test]
fn what_is_written_after_an_answer_was_sent_is_told_of_and_stays() {
    let [yes, no] = ["\"yes\"", "\"no\""].map(|answer| left().file(&[("a", answer)]));
    let edited = left().after_plan(&begun(&left().with_file(&yes), &start(Tui))).with_file(&no);
    let said = format!("{FILE}: {REVISE}");
    check("edited", &begun(&edited, &start(Tui)), &Does { warns: &[&said], ..NOTHING });
    assert_eq!(removal(&edited), (false, Some(REVISE.to_owned())));
}

#[test]
fn the_form_says_beside_its_question_what_is_wrong_with_an_answer_in_the_file() {
    let history = History::new().prompt().asks_with("a", two_questions()).left("a");
    for (answer, what) in [
        ("\"\"", "the answer is blank"),
        ("[\"x\", \"y\"]", "takes exactly one answer"),
        ("null, \"anwser\": \"yes\"", "\"anwser\" is no field of an answer; there are \"answer\" and \"note\""),
        ("null, \"note\": 5", "\"note\" has to be a text"),
    ] {
        let session = history.with_file(&history.file(&[("a", answer), ("why", "\"long text\"")]));
        let form = session.open_call("a").expect("it is open").form(&Settings::default());
        let form = PlainDialogs::of(form, DialogStyle::Numbers);
        let title = form.dialog().expect("it is open").title;
        assert!(title.starts_with(what), "{title}");
        let done = replied(form, &["1", "", ""]);
        assert!(seen(&done).contains("why? → long text"), "{}", seen(&done));
        // The command line adds what is missing; what was not taken goes to the model as text.
        let plan = begun(&session, &given(prompted(Print), "{\"a\": \"yes\"}"));
        assert_eq!(sends(&plan), ["a = yes", "q2 = long text"]);
        let more = plan.delivery.expect("it is sent").more;
        assert!(more.contains("  a: \""), "{answer}: {more}");
    }
}

#[test]
fn a_file_is_for_the_call_of_a_repeated_id_that_it_names() {
    let first = History::new().prompt().asks_about("call_0", "First?").left("call_0").reply();
    let [waits, answered] = ["null", "\"yes\""].map(|answer| first.file(&[("First", answer)]));
    let both = first.clone().asks_about("call_0", "Second?").answered("call_0", "no").reply();
    let opens = Does { says: &["1 question waits (.pi/q.json). /questions answer opens the form."], ..NOTHING };
    check("the first waits", &begun(&both.with_file(&waits), &start(Tui)), &opens);
    assert_eq!(removal(&both.with_file(&waits)), (false, None));
    let plan = begun(&both.with_file(&answered), &start(Tui));
    assert_eq!(plan.delivery.as_ref().map(|sent| sent.effects.closes.clone()), Some(vec!["e2/call_0".to_owned()]));
    assert!(removal(&both.after_plan(&plan).with_file(&answered)).0);
    // A form that was cut off, with the file of an earlier call.
    let cut_off = first.asks_about("call_0", "Second?").aborted("call_0", &[]);
    let asked = begun(&cut_off.with_file(&waits), &start(Tui)).ask;
    assert_eq!(asked, ["e5/call_0"]);
}

proptest! {
    /// Sessions and files may come from anywhere.
    #[test]
    fn nothing_in_a_session_is_too_odd(
        entries_damage in anything(),
        file_damage in anything(),
        answers in prop::option::of("\\PC{0,10}"),
    ) {
        let history = History::new().prompt().asks(&["a", "b", "c"]).answered("a", "yes").left("b").aborted("c", &[]);
        let history = history.told(&["b"], &["no"]).draft("c", &["yes"]);
        let text = damaged(&history.file(&[("a", "\"yes\""), ("b", "\"yes\"")]), &file_damage);
        let entries = damaged(&history.entries(), &entries_damage);
        let session = Session::read(&entries, facts(vec![found(&text)]), &Settings::default());
        for mut beginning in all_beginnings() {
            beginning.answers.clone_from(&answers);
            let plan = begun(&session, &beginning);
            let is_open = |name: &String| session.open_call(name).is_some();
            prop_assert!(plan.ask.iter().all(is_open));
        }
        prop_assert!(!session.listing(30).is_empty());
        for event in [Event::Answer(Tui), Event::Revise(Tui)] {
            let plan = session.plan(&event);
            prop_assert!(!plan.ask.is_empty() || !plan.say.is_empty());
        }
        let _ = (session.plan(&Event::Clear), session.plan(&Event::Prompted), open(&session));
    }
}

/// What was sent is not called unsent.
#[test]
fn a_file_whose_answers_were_sent_is_not_said_to_hold_unsent_ones() {
    let text = both_left().file(&[("a", "\"yes\""), ("b", "null")]);
    let sent = left().after_plan(&begun(&left().with_file(&text), &prompted(Print)));
    assert_eq!(says(&begun(&sent.with_file(&text), &prompted(Print))), [""; 0]);
}
