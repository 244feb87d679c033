//! The file in which questions wait where nobody can be asked: its text, what a person has written into it, and what is
//! wrong with one that cannot be used.

use super::history::{self, FILE, History, begun, facts, found, prompted, says, sends};
use crate::common::any::{nasty, question};
use crate::common::damage::{anything, damaged};
use crate::common::filled::alike;
use crate::common::json::{Parts, encoded, object, taken};
use crate::common::sheet::{Sheet, snapshot};
use crate::common::{self, Action, Json, Played, after, asked, check_all, json, played, result, sent, written};
use proptest::prelude::*;
use proptest::sample::Index;
use question_core::{
    Branch, Dialect, Event, Host, HostMode, Mode, OpenQuestions, OptionRequest, Origin, PendingFile, Question,
    QuestionRequest, Questionnaire, Request, Response, SessionFacts, Settings,
};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The session that has asked.
const ASKED_IN: &str = "abc123";

fn origin(key: &str) -> Origin {
    let [session, key, timestamp] = [ASKED_IN, key, history::TIMESTAMP].map(str::to_owned);
    Origin { session, key, timestamp }
}

/// A session whose calls have left these questions in a file with this text.
fn session(calls: &[(&str, &Questionnaire)], text: &str) -> Branch {
    session_in(ASKED_IN, Dialect::Question, calls, text)
}

fn session_in(id: &str, dialect: Dialect, calls: &[(&str, &Questionnaire)], text: &str) -> Branch {
    let host = Host { mode: HostMode::Print, now: None };
    let left = |history: History, (call, asked): &(&str, &Questionnaire)| {
        let details = asked.pending(host, FILE.to_owned(), (*call).to_owned(), None).details;
        history.asks(&[call]).result(call, taken(&details.in_dialect(dialect)))
    };
    let history = calls.iter().fold(History::new().prompt(), left);
    history.session_in(SessionFacts { id: id.to_owned(), ..facts(vec![found(text)]) }, &Settings::default())
}

/// The questions of a call that has asked, with a file with these entries.
fn open(asked: &Questionnaire, entries: &str) -> OpenQuestions {
    let text = history::file_of(ASKED_IN, entries);
    session(&[("1", asked)], &text).open_call("1").expect("it is open")
}

/// All that can be said of a question of every mode.
fn full() -> Questionnaire {
    asked(&sent(
        r##"{"title": "Setup", "metadata": {"from": 1.50}, "questions": [
            {"id": "db", "label": "Database", "prompt": "Which database\nshould we use?", "recommended": "pg",
                "defaultValue": "lite", "options": [
                {"value": "pg", "label": "PostgreSQL", "description": "The \"usual\".", "preview": "# pg\n\t- one"},
                {"value": "lite", "label": "SQLite"}]},
            {"prompt": "With what?", "mode": "multi", "options": ["Login", "REST"], "allowCustom": false,
                "allowEmpty": true, "defaultValues": ["REST"]},
            {"id": "name", "prompt": "What should we name this service?", "defaultValue": "shop"}]}"##,
    ))
}

fn short() -> Questionnaire {
    asked(&sent(r#"[{"id": "db", "prompt": "Which \u001b[2J\u202edatabase?", "options": ["PostgreSQL"]}, "Why?"]"#))
}

fn file_of(questionnaire: &Questionnaire) -> String {
    questionnaire.pending_text(None, &origin("call_1")).expect("there is no file that could be in the way")
}

/// What a person has made of the file.
fn filled() -> String {
    let edits = [
        ("\"answer\": null", "\"answer\": \"postgresql\",\n      \"note\": \"for now\",\n      \"weight\": 1.50"),
        (
            "\"answer\": null",
            "\"answer\": [\"Login\", 1e400, 12345678901234567890, -0.0],\n\"mine\": {\"a\": [], \"b\": {}}",
        ),
    ];
    edits.into_iter().fold(file_of(&full()), |text, (from, to)| text.replacen(from, to, 1))
}

#[test]
fn the_text_of_the_file() {
    let mut sheet = Sheet::default();
    sheet.add("all that can be said", &file_of(&full()));
    sheet.add("nothing that has to be said", &file_of(&asked(&sent(r#"["Why?"]"#))));
    let second = Origin { timestamp: "2026-02-04T23:00:00.000Z".to_owned(), ..origin("call_2") };
    let added = short().pending_text(Some(&filled()), &second).expect("the file can take them");
    sheet.add("a second call, behind what a person has begun to fill in", &added);
    snapshot!("pending_file", sheet);
}

/// A person's file keeps what they have written beside the questions.
#[test]
fn nothing_is_lost_when_questions_are_added() {
    let begun = filled().replacen('{', "{ \"todo\": \"ask Ann\", \"by\": [1.0, {\"x\": null}],", 1);
    let added = short().pending_text(Some(&begun), &origin("call_1")).expect("the file can take them");
    assert_eq!(kept(&begun, &added), Ok(()), "{added}");
}

/// Whether a file still has all of another, but for its time.
fn kept(before: &str, after: &str) -> Result<(), String> {
    // An editor may have written a byte order mark.
    let (before, after) = (sent(before.trim_start_matches('\u{feff}')), sent(after));
    let (questions, all) = (before.at("questions").items(), after.at("questions").items());
    if all.get(..questions.len()) != Some(questions) || all.len() == questions.len() {
        return Err("the questions have changed".to_owned());
    }
    let (before, after) = (before.fields(), after.fields());
    let is_other = |(name, _): &&(&str, &Json)| *name != "questions" && *name != "timestamp";
    let lost = before.iter().filter(is_other).find(|field| !after.contains(field));
    lost.map_or(Ok(()), |(name, value)| Err(format!("lost: {name:?}: {}", written(value))))
}

#[test]
fn an_id_stands_for_one_question_of_the_file() {
    // the ids of three calls → those of the file
    let rows = [
        (r#"["a"]"#, r#"["b"]"#, "[null]", r#"["a","b","q1"]"#),
        (r#"["a"]"#, r#"["a"]"#, r#"["a-2"]"#, r#"["a","a-2","a-2-2"]"#),
        (r#"["a", "a-2"]"#, r#"["a", "a"]"#, "[null]", r#"["a","a-2","a-3","a-2-2","q1"]"#),
        (r#"["a"]"#, r#"["a-2", "a"]"#, r#"["a"]"#, r#"["a","a-2","a-3","a-4"]"#),
        ("[null]", "[null, null]", "[null]", r#"["q1","q1-2","q2","q1-3"]"#),
    ];
    check_all(rows.map(|(first, second, third, expected)| {
        let add = |text: Option<String>, ids: &str| {
            let question = |id: &Json| json!({"id": (id.clone()), "prompt": "Why?"});
            let questions = asked(&json!(sent(ids).items().iter().map(question).collect::<Vec<_>>()));
            Some(questions.pending_text(text.as_deref(), &origin("1")).unwrap())
        };
        let text = [first, second, third].into_iter().fold(None, add).unwrap();
        let ids: Vec<Json> = sent(&text).at("questions").items().iter().map(|entry| entry.at("id").clone()).collect();
        (format!("{first} {second} {third}"), written(&json!(ids)), expected.to_owned())
    }));
}

/// Which question an entry is for is told by its call and its text, never by what else stands in it.
#[test]
fn an_entry_answers_the_question_that_it_has_the_text_of() {
    let first = asked(&sent(r#"[{"id": "db", "prompt": "Which?", "options": ["a", "b"]}]"#));
    let second = asked(&sent(r#"[{"id": "name", "prompt": "Which?"}]"#));
    let whys = asked(&sent(r#"[{"id": "y1", "prompt": "Why?"}, {"id": "y2", "prompt": "Why?"}]"#));
    let why = |rest: &str| format!(r#"{{"call": "3", "question": "Why?", {rest}}}"#);
    let which = |rest: &str| format!(r#"{{"question": "Which?", {rest}}}"#);
    // entries → what is sent, and what is named as of no question here
    let rows: [(String, &[&str], &[&str]); 17] = [
        (which(r#""call": "1", "answer": "A""#), &["db = a"], &[]),
        (which(r#""call": "2", "answer": "A""#), &["name = A"], &[]),
        // without its call, it stands beside the tool's own, and is not taken for that
        (
            [r#""answer": "x""#, r#""call": "2", "answer": "A""#].map(which).join(", "),
            &["name = A"],
            &["1 (\"Which?\")"],
        ),
        (
            [r#""call": null, "answer": "A""#, r#""call": "", "answer": "A""#].map(which).join(", "),
            &[],
            &["1 (\"Which?\")", "2 (\"Which?\")"],
        ),
        ([r#""id": "y2", "answer": "x""#, r#""answer": "y""#].map(why).join(", "), &["y1 = y", "y2 = x"], &[]),
        ([r#""id": "other", "answer": "x""#, r#""answer": "y""#].map(why).join(", "), &["y1 = x", "y2 = y"], &[]),
        // what the file says of it beside that is not what was asked
        (
            which(r#""call": "1", "mode": "multi", "options": [{"label": "rm", "value": "a"}], "answer": "a""#),
            &["db = a"],
            &[],
        ),
        (which(r#""call": "1", "options": "none", "kind": 5, "answer": "a""#), &["db = a"], &[]),
        (which(r#""call": "4", "answer": "a""#), &[], &["1 (\"Which?\")"]),
        (which(r#""call": 1, "answer": "a""#), &[], &["1 (\"Which?\")"]),
        (r#"{"call": "1", "question": "which?", "answer": "a"}"#.to_owned(), &[], &["1 (\"which?\")"]),
        (r#"{"call": "1", "question": "Which? ", "note": "a"}"#.to_owned(), &[], &["1 (\"Which? \")"]),
        (r#"{"prompt": "Which?", "id": "db"}"#.to_owned(), &[], &[]),
        (r#"{"id": "db", "call": "1", "answer": "a"}"#.to_owned(), &[], &["1 (\"db\")"]),
        (
            format!(r#"{{"question": "Push?", "answer": "x"}}, {}"#, which(r#""call": "2", "answer": "so""#)),
            &["name = so"],
            &["1 (\"Push?\")"],
        ),
        (r#""Which?", null, 5, {}, {"question": "Push?", "todo": "x"}"#.to_owned(), &[], &[]),
        (r#"{"question": "a\u001b[2Jb", "answer": "x"}"#.to_owned(), &[], &["1 (\"a␛[2Jb\")"]),
    ];
    for (entries, answers, others) in rows {
        let calls = [("3", &whys), ("1", &first), ("2", &second)];
        let session = session(&calls, &history::file_of(ASKED_IN, &entries));
        let plan = begun(&session, &prompted(HostMode::Tui));
        let said = says(&plan).concat();
        let named: Vec<&str> = said.split(": question ").flat_map(|said| said.split("; question ")).skip(1).collect();
        let named = named.into_iter().filter_map(|fault| {
            let (name, what) = fault.split_once("): ")?;
            let is_of_none = what.contains("not asked") || what.contains("the session does not know its \"call\"");
            is_of_none.then(|| format!("{name})"))
        });
        let said: Vec<String> = named.collect();
        assert_eq!(
            (sends(&plan), said),
            (
                answers.iter().map(|&answer| answer.to_owned()).collect(),
                others.iter().map(|&other| other.to_owned()).collect()
            ),
            "{entries}"
        );
    }
}

#[test]
fn what_is_wrong_with_a_file() {
    let (json, id, questions) = ("it is not JSON (line 1)", "\"sessionId\" is missing", "\"questions\" is missing");
    let other = "it holds the questions of another session (pi --session b-2.c)";
    let unknown = "it holds the questions of another session";
    let deep = format!(r#"{{"sessionId": "abc123", "questions": [{}1{}]}}"#, "[".repeat(128), "]".repeat(128));
    let asked = r#""questions": [{"question": "Why?"}]"#;
    let [long, longer] = [100, 101].map(|length| "b".repeat(length));
    let other_long = format!("{unknown} (pi --session {long})");
    let rows = [
        ("", json),
        ("abc123", json),
        (r#"{"sessionId": "abc123", "questions": [{"question": "Why?"}]"#, json),
        (&deep, json),
        ("null", id),
        ("[]", id),
        (&format!("{{{asked}}}"), id),
        (&format!(r#"{{"sessionId": "", {asked}}}"#), id),
        (&format!(r#"{{"sessionId": 5, {asked}}}"#), id),
        (r#"{"sessionId": "abc123"}"#, questions),
        (r#"{"sessionId": "abc123", "questions": []}"#, questions),
        (r#"{"sessionId": "abc123", "questions": {"question": "Why?"}}"#, questions),
        (&format!(r#"{{"sessionId": "b-2.c", {asked}}}"#), other),
        // what is no id of a session is no part of a command
        (&format!(r#"{{"sessionId": "b\u001b[2J\u202ec", {asked}}}"#), unknown),
        (&format!(r#"{{"sessionId": "x; touch /tmp/pwned #", {asked}}}"#), unknown),
        (&format!(r#"{{"sessionId": "--help", {asked}}}"#), unknown),
        (&format!(r#"{{"sessionId": "{long}", {asked}}}"#), &other_long),
        (&format!(r#"{{"sessionId": "{longer}", {asked}}}"#), unknown),
        (&format!("\u{feff} {{\"sessionId\": \"abc123\", {asked}}}\n"), "none"),
    ];
    check_all(rows.iter().flat_map(|(text, expected)| {
        let listing = session(&[], text).listing(200);
        let read = listing.strip_prefix(".pi/q.json: ").unwrap_or("none");
        // A file without a fault has a question that nobody has asked.
        let read = read.replace("not asked on this branch of the session", "none");
        let added = short().pending_text(Some(text), &origin("call_1")).err().unwrap_or_else(|| "none".to_owned());
        // The host adds to the files of its session alone.
        let is_its = !expected.starts_with(unknown);
        [Some(("read", read)), is_its.then_some(("added to", added))]
            .into_iter()
            .flatten()
            .map(move |(how, actual)| (format!("{how}: {text:.90}"), actual, (*expected).to_owned()))
    }));
}

#[test]
fn what_is_wrong_with_the_answers() {
    let asked = asked(&sent(
        r#"[{"prompt": "Which?", "options": ["a", {"label": "b", "value": "c"}], "allowCustom": false},
            {"id": "n", "prompt": "Why?"}]"#,
    ));
    let which = r#""question": "Which?", "call": "1""#;
    let rows = [
        (format!(r#"[{{{which}, "answer": "B"}}]"#), ""),
        // what the file offers is not what was asked
        (
            format!(r#"[{{{which}, "options": ["d"], "allowCustom": true, "answer": "d"}}]"#),
            "question 1 (\"Which?\"): \"d\" is none of its options: a, b",
        ),
        (
            format!(
                r#"[{{{which}, "answer": ["a", "b"]}}, {{"id": "n", "call": "1", "question": "Why?", "answer": ""}}]"#
            ),
            "question 1 (\"Which?\"): takes exactly one answer; question 2 (n): the answer is blank",
        ),
        (
            format!(r#"[{{{which}, "answer": {{"a": true}}}}]"#),
            "question 1 (\"Which?\"): an answer has to be a text, or for mode multi a list of texts",
        ),
        // a note inside the answer is one, but not both
        (format!(r#"[{{{which}, "answer": {{"answer": "a", "note": "why"}}}}]"#), ""),
        (
            format!(r#"[{{{which}, "note": "x", "answer": {{"answer": "a", "note": "why"}}}}]"#),
            "question 1 (\"Which?\"): \"note\" is there twice",
        ),
        (
            format!(r#"[{{{which}, "answer": {{"answer": "a", "remark": "why"}}}}]"#),
            "question 1 (\"Which?\"): \"remark\" is no field of an answer; there are \"answer\" and \"note\"",
        ),
    ];
    let fault = |entries: &str| open(&asked, entries).fault().map(|fault| fault.in_english()).unwrap_or_default();
    check_all(
        rows.map(|(entries, expected)| (entries.clone(), fault(entries.trim_matches(['[', ']'])), expected.to_owned())),
    );
}

#[test]
fn answers_stand_by_their_questions() {
    // the same text twice, and no answer
    let three = asked(&sent(r#"["Why?", "Why?", "How?"]"#));
    let entries = r#"{"call": "1", "question": "Why?", "answer": {"value": "x", "note": "inside"}},
        {"call": "1", "question": "Why?", "answer": 5, "note": "about"}, {"call": "1", "question": "How?"}"#;
    let questions = open(&three, entries);
    let missing = "question 3 (\"How?\"): not answered".to_owned();
    let complete = questions.replies().complete(questions.questionnaire());
    assert_eq!(complete.map(|_| ()).map_err(|fault| fault.in_english()), Err(missing));
    let form = Played::of_open(&questions, &Settings::default());
    let shown = common::shown(&common::frame(&after(form, &[Action::NextTab])));
    for line in ["Why? → (wrote) x", "Note: inside", "Why? (2) → (wrote) 5", "Note: about"] {
        assert!(shown.contains(line), "{line}:\n{shown}");
    }
    let none = r#"{"call": "1", "question": "How?"}, {"call": "1", "question": "Why?", "answer": null}"#;
    assert!(open(&three, none).replies().are_none());
}

/// Questions with ids of any kind.
fn questionnaire() -> impl Strategy<Value = Questionnaire> {
    let one = (prop_oneof![2 => question(), 1 => alike()], prop::option::of(prop_oneof![nasty(), "[a-c]"]));
    let named = one.prop_map(|(question, id)| QuestionRequest { id, ..question });
    prop::collection::vec(named, 1..=4).prop_map(questionnaire_of)
}

fn questionnaire_of(questions: Vec<QuestionRequest>) -> Questionnaire {
    Questionnaire::new(Request { questions, ..Request::default() }, &Settings::default()).expect("it can be asked")
}

/// A question whose options have almost no names.
fn hardly_named() -> impl Strategy<Value = QuestionRequest> {
    const NAMES: [&str; 9] = ["", " ", "\t", "\u{ad}", "\u{ad}\t", "\t\u{ad}", "\u{ad} (Recommended)", "a", "A\t"];
    let name = || prop::sample::select(NAMES.to_vec()).prop_map(str::to_owned);
    let option = (name(), prop::option::of(name())).prop_map(|(label, value)| OptionRequest {
        label: if label.trim().is_empty() { "a".to_owned() } else { label },
        value,
        ..OptionRequest::default()
    });
    (question(), prop::collection::vec(option, 1..5)).prop_map(|(question, options)| QuestionRequest {
        options: if question.mode == Some(Mode::Input) { Vec::new() } else { options },
        ..question
    })
}

/// What a terminal or an editor would obey.
fn is_harmful(char: char) -> bool {
    (char.is_control() && char != '\n')
        || matches!(char, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

proptest! {
    #[test]
    fn what_is_written_reads_back(
        first in questionnaire(),
        second in questionnaire(),
        nasty in nasty(),
        dialect in prop::sample::select(vec![Dialect::Question, Dialect::AskUser, Dialect::AskUserQuestion]),
    ) {
        let id = format!("s{nasty}");
        let key = "1";
        let origin = Origin { session: id.clone(), ..origin(key) };
        let text = first.pending_text(None, &origin).unwrap();
        let text = second.pending_text(Some(&text), &Origin { key: "2".to_owned(), ..origin }).unwrap();
        prop_assert!(!text.contains(is_harmful), "{text:?}");
        let session = session_in(&id, dialect, &[(key, &first), ("2", &second)], &text);
        prop_assert!(session.plan(&Event::Clear).retire.is_some());
        let open = [key, "2"].map(|call| session.open_call(call).expect("it is open"));
        for (open, asked) in open.iter().zip([&first, &second]) {
            prop_assert!(open.replies().are_none());
            prop_assert_eq!(open.questionnaire().questions(), asked.questions());
        }
    }

    /// Unless several options have the same name, but for blanks around it, capitals and the mark.
    #[test]
    fn an_option_is_chosen_by_its_value_or_its_label(
        question in prop_oneof![question(), alike(), hardly_named()],
        at in any::<Index>(),
        field in prop::sample::select(vec!["label", "value"]),
    ) {
        let asked = questionnaire_of(vec![question]);
        let mut json = sent(&file_of(&asked));
        let entry = &mut json.items_mut("questions")[0];
        let options = entry.at("options").items().to_vec();
        let name = if options.is_empty() { json!("own") } else { at.get(&options).at(field).clone() };
        entry.set("answer", name.clone());
        let open = session(&[("call_1", &asked)], &encoded(&json)).open_call("call_1").expect("it is open");
        let unmarked = |name: &str| name.trim_end_matches(" (Recommended)").trim().to_lowercase();
        let is_called = |option: &&Json| {
            ["label", "value"].iter().any(|field| unmarked(option.at(field).string()) == unmarked(name.string()))
        };
        let values: BTreeSet<&str> = options.iter().filter(is_called).map(|option| option.at("value").string()).collect();
        if let Some(fault) = open.fault() {
            prop_assert!(values.len() > 1, "{name:?}: {}", fault.in_english());
            return Ok(());
        }
        let response = Response::answered(open.replies(), open.questionnaire()).expect("it is answered");
        let answers = result(&played(open.questionnaire()).responded(response)).details.answers;
        let [pick] = answers[0].picks.as_slice() else { panic!("{answers:?}") };
        let option = pick.number().and_then(|index| options.get(index - 1));
        prop_assert!(option.as_ref().map_or(options.is_empty(), is_called), "{name:?} is not {option:?}");
    }

    #[test]
    fn any_value_reads_back(json in any_json()) {
        let text = encoded(&json);
        prop_assert!(!text.contains(is_harmful), "{text:?}");
        prop_assert_eq!(sent(&text), json);
    }

    #[test]
    fn no_damage_panics_or_loses_anything(damages in anything()) {
        let text = damaged(&short().pending_text(Some(&filled()), &origin("call_1")).unwrap(), &damages);
        let read = PendingFile::read(&text);
        if let Some(open) = session(&[("call_1", &full())], &text).open_call("call_1") {
            for question in open.questionnaire().questions() {
                let is_own = |own: &Rc<Question>| own.prompt == question.prompt && own.options == question.options;
                prop_assert!(full().questions().iter().any(is_own), "{question:?} was not asked");
            }
        }
        match (read.map_err(|fault| fault.in_english()), short().pending_text(Some(&text), &origin("call_1"))) {
            // The host adds to the files of its session alone.
            (Ok(file), _) if file.session() != ASKED_IN => {}
            (Ok(_), Err(_)) => prop_assert!(false, "{text} takes no others"),
            (_, Ok(added)) => prop_assert_eq!(kept(&text, &added), Ok(()), "{} {}", text, added),
            (Err(fault), Err(_)) => prop_assert!(!fault.trim().is_empty()),
        }
    }
}

fn any_json() -> impl Strategy<Value = Json> {
    let number = prop_oneof!["-?[1-9][0-9]{0,20}", "-?(0|[1-9][0-9]{0,3})\\.[0-9]{1,4}([eE][+-]?[0-9]{1,3})?"];
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(|flag| json!(flag)),
        number.prop_map(|text| sent(&text)),
        prop_oneof![nasty(), "\\PC{0,4}"].prop_map(|text| json!(text)),
    ];
    leaf.prop_recursive(4, 40, 5, |inner| {
        let fields = prop::collection::vec((nasty(), inner.clone()), 0..5);
        prop_oneof![prop::collection::vec(inner, 0..5).prop_map(|items| json!(items)), fields.prop_map(object),]
    })
}
