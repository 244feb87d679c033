//! The file in which questions wait where nobody can be asked: its text, what a person has written into it, and what is
//! wrong with one that cannot be used.

use crate::common::any::{nasty, question};
use crate::common::damage::{anything, damaged};
use crate::common::filled::alike;
use crate::common::json::{Parts, encoded, object, taken};
use crate::common::sheet::{Sheet, snapshot};
use crate::common::{self, Action, Json, after, asked, check_all, json, played, result, sent, written};
use proptest::prelude::*;
use proptest::sample::Index;
use question_core::{
    AnswerFault, Details, Dialect, Host, HostMode, Mode, Origin, PendingFile, Question, QuestionOption,
    QuestionRequest, Questionnaire, Read, Replies, Request, Response, Settings,
};
use std::collections::BTreeSet;
use std::rc::Rc;

const ORIGIN: Origin<&'static str> =
    Origin { session: "abc123", call: "call_1", timestamp: "2026-02-04T22:16:32.000Z" };

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
    questionnaire.pending_text(None, ORIGIN).expect("there is no file that could be in the way")
}

/// What a person has made of the file.
fn begun() -> String {
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
    let second = Origin { call: "call_2", timestamp: "2026-02-04T23:00:00.000Z", ..ORIGIN };
    let added = short().pending_text(Some(&begun()), second).expect("the file can take them");
    sheet.add("a second call, behind what a person has begun to fill in", &added);
    snapshot!("pending_file", sheet);
    assert_eq!(PendingFile::read(&added).unwrap().calls(), ["call_1", "call_2"]);
}

/// A person's file keeps what they have written beside the questions.
#[test]
fn nothing_is_lost_when_questions_are_added() {
    let begun = begun().replacen('{', "{ \"todo\": \"ask Ann\", \"by\": [1.0, {\"x\": null}],", 1);
    let added = short().pending_text(Some(&begun), ORIGIN).expect("the file can take them");
    assert_eq!(kept(&begun, &added), Ok(()), "{added}");
}

/// Whether a file still has all of another, but for its time.
fn kept(before: &str, after: &str) -> Result<(), String> {
    let (before, after) = (sent(before), sent(after));
    let (questions, all) = (before.at("questions").items(), after.at("questions").items());
    if all.get(..questions.len()) != Some(questions) || all.len() == questions.len() {
        return Err("the questions have changed".to_owned());
    }
    let (before, after) = (before.fields(), after.fields());
    let is_other = |(name, _): &&(&str, &Json)| *name != "questions" && *name != "timestamp";
    let lost = before.iter().filter(is_other).find(|field| !after.contains(field));
    lost.map_or(Ok(()), |(name, value)| Err(format!("lost: {name:?}: {}", written(value))))
}

/// The questions of a file that these calls have asked.
fn of_calls(text: &str, calls: &[(&str, &Questionnaire)]) -> Read {
    let calls: Vec<(String, Questionnaire)> =
        calls.iter().map(|(call, asked)| ((*call).to_owned(), (*asked).clone())).collect();
    PendingFile::read(text).expect("it can be read").of_calls(&calls, "mark".to_owned(), &|_| false)
}

#[test]
fn an_id_stands_for_one_question_of_the_file() {
    let questions = |ids: &str| {
        let ids = sent(ids);
        let question = |id: &Json| json!({"id": (id.clone()), "prompt": "Why?"});
        asked(&json!(ids.items().iter().map(question).collect::<Vec<_>>()))
    };
    // the ids of three calls → those of the file
    let rows = [
        (r#"["a"]"#, r#"["b"]"#, "[null]", r#"["a","b","q1"]"#),
        (r#"["a"]"#, r#"["a"]"#, r#"["a-2"]"#, r#"["a","a-2","a-2-2"]"#),
        (r#"["a", "a-2"]"#, r#"["a", "a"]"#, "[null]", r#"["a","a-2","a-3","a-2-2","q1"]"#),
        (r#"["a"]"#, r#"["a-2", "a"]"#, r#"["a"]"#, r#"["a","a-2","a-3","a-4"]"#),
        ("[null]", "[null, null]", "[null]", r#"["q1","q1-2","q2","q1-3"]"#),
    ];
    check_all(rows.iter().map(|(first, second, third, expected)| {
        let calls = [("1", &questions(first)), ("2", &questions(second)), ("3", &questions(third))];
        let add = |text: Option<String>, (call, asked): &(&str, &Questionnaire)| {
            Some(asked.pending_text(text.as_deref(), Origin { call, ..ORIGIN }).unwrap())
        };
        let text = calls.iter().fold(None, add).unwrap();
        let Read { late, unasked } = of_calls(&text, &calls);
        assert_eq!(unasked, []);
        let ids: Vec<Json> =
            late.unwrap().questionnaire.questions().iter().map(|question| json!(question.id.as_str())).collect();
        // What is asked is called the same in the file as in its answers.
        let written: Vec<Json> =
            sent(&text).at("questions").items().iter().map(|entry| entry.at("id").clone()).collect();
        assert_eq!(ids, written);
        (format!("{first} {second} {third}"), common::written(&json!(ids)), (*expected).to_owned())
    }));
}

/// Which question an entry is for is told by its text and, where that is given, its call; never by what else stands in it.
#[test]
fn which_question_an_entry_is_for() {
    let first = asked(&sent(r#"[{"id": "db", "prompt": "Which?", "options": ["a", "b"]}, "Why?", "Why?"]"#));
    let second = asked(&sent(r#"[{"id": "name", "prompt": "Which?"}]"#));
    // entries → the calls and the modes of their questions, and what is none of them
    let rows = [
        (r#"{"question": "Which?", "call": "1"}"#, "1: single"),
        (r#"{"question": "Which?", "call": "2"}"#, "2: input"),
        // without a call, the last that has asked it
        (r#"{"question": "Which?"}"#, "2: input"),
        (r#"{"question": "Which?", "call": null}, {"question": "Which?"}"#, "2+1: input single"),
        (
            r#"{"question": "Which?"}, {"question": "Which?"}, {"question": "Which?"}"#,
            "2+1: input single | 3 \"Which?\"",
        ),
        (r#"{"question": "Why?", "id": "q3"}, {"question": "Why?"}"#, "1: q3 q2"),
        (r#"{"question": "Why?", "id": "other"}"#, "1: other"),
        // what the file says of it beside that is not what was asked
        (
            r#"{"question": "Which?", "call": "1", "mode": "multi", "options": [{"label": "rm -rf /", "value": "a"}]}"#,
            "1: single",
        ),
        (r#"{"question": "Which?", "call": "1", "options": "none", "kind": 5}"#, "1: single"),
        (r#"{"question": "Which?", "call": "3"}"#, " | 1 \"Which?\""),
        (r#"{"question": "Which?", "call": 1}"#, " | 1 \"Which?\""),
        (r#"{"question": "which?", "call": "1"}"#, " | 1 \"which?\""),
        (r#"{"question": "Which? ", "call": "1"}"#, " | 1 \"Which? \""),
        (r#"{"prompt": "Which?", "id": "db"}"#, " | 1 \"db\" *"),
        (r#"{"id": "db", "call": "1", "answer": "a"}"#, " | 1 \"db\" *"),
        (r#"{"question": "Push?", "answer": "yes"}, {"question": "Why?", "answer": "so"}"#, "1: q2 so | 1 \"Push?\" *"),
        (
            r#"{"question": "Push?", "todo": "x"}, {"question": "Drop?", "note": "x"}"#,
            " | 1 \"Push?\" *, 2 \"Drop?\" *",
        ),
        (r#""Which?", null, 5, {}"#, " | 1 \"\", 2 \"\", 3 \"\", 4 \"\""),
        (r#"{"question": "a\u001b[2Jb"}"#, " | 1 \"a␛[2Jb\""),
    ];
    check_all(rows.iter().map(|(entries, expected)| {
        let text = format!(r#"{{"sessionId": "abc123", "questions": [{entries}]}}"#);
        let Read { late, unasked } = of_calls(&text, &[("1", &first), ("2", &second)]);
        let mut found: Vec<String> = Vec::new();
        if let Some(late) = &late {
            found.push(format!("{}:", late.calls.join("+")));
            for question in late.questionnaire.questions() {
                found.push(match (question.prompt.as_str(), question.mode) {
                    ("Why?", _) => question.id.clone(),
                    (_, mode) => format!("{mode:?}").to_lowercase(),
                });
            }
            found.extend(format!("{:?}", late.replies).contains("\"so\"").then(|| "so".to_owned()));
        }
        let mark = |has_words: bool| if has_words { " *" } else { "" };
        let others: Vec<String> =
            unasked.iter().map(|one| format!("{} {}{}", one.number, one.name, mark(one.has_words))).collect();
        let others = if others.is_empty() { String::new() } else { format!(" | {}", others.join(", ")) };
        ((*entries).to_owned(), format!("{}{others}", found.join(" ")), (*expected).to_owned())
    }));
}

/// What a person has written beside a question is none of it, whatever it would be in a call.
#[test]
fn what_is_said_of_a_question_is_no_part_of_it() {
    let own = asked(&sent(r#"["Why?", "How?"]"#));
    let (asked, _) = read(
        &own,
        r#"[{"question": "Why?", "note": "Ask Ann.", "answer": "So"}, {"question": "How?", "answer": ["a"]}]"#,
    )
    .unwrap();
    let prompts: Vec<&str> = asked.questions().iter().map(|question| question.prompt.as_str()).collect();
    assert_eq!(prompts, ["Why?", "How?"]);
    assert!(asked.questions().iter().all(|question| question.options.is_empty()));
}

#[test]
fn what_is_wrong_with_a_file() {
    let (json, session, questions) =
        ("it is not JSON (line 1)", "\"sessionId\" is missing", "\"questions\" is missing");
    let other = "it holds the questions of another session (pi --session b-2.c). Remove the \
                 file with: /questions clear";
    let unknown = "it holds the questions of another session. Remove the file with: /questions clear";
    let deep = format!(r#"{{"sessionId": "abc123", "questions": [{}1{}]}}"#, "[".repeat(128), "]".repeat(128));
    let asked = r#""questions": [{"question": "Why?"}]"#;
    let rows = [
        ("", json),
        ("abc123", json),
        (r#"{"sessionId": "abc123", "questions": [{"question": "Why?"}]"#, json),
        (&deep, json),
        ("null", session),
        ("[]", session),
        (&format!("{{{asked}}}"), session),
        (&format!(r#"{{"sessionId": "", {asked}}}"#), session),
        (&format!(r#"{{"sessionId": 5, {asked}}}"#), session),
        (r#"{"sessionId": "abc123"}"#, questions),
        (r#"{"sessionId": "abc123", "questions": []}"#, questions),
        (r#"{"sessionId": "abc123", "questions": {"question": "Why?"}}"#, questions),
        (&format!(r#"{{"sessionId": "b-2.c", {asked}}}"#), other),
        // what is no id of a session is no part of a command
        (&format!(r#"{{"sessionId": "b\u001b[2J\u202ec", {asked}}}"#), unknown),
        (&format!(r#"{{"sessionId": "x; touch /tmp/pwned #", {asked}}}"#), unknown),
        (&format!(r#"{{"sessionId": "--help", {asked}}}"#), unknown),
        (&format!("\u{feff} {{\"sessionId\": \"abc123\", {asked}}}\n"), "none"),
    ];
    check_all(rows.iter().flat_map(|(text, expected)| {
        let fault = |fault: Option<String>| fault.unwrap_or_else(|| "none".to_owned());
        let read =
            PendingFile::read(text).map_err(|fault| fault.in_english()).and_then(|file| file.of_session("abc123"));
        [("read", fault(read.err())), ("added to", fault(short().pending_text(Some(text), ORIGIN).err()))]
            .map(|(how, actual)| (format!("{how}: {text:.90}"), actual, (*expected).to_owned()))
    }));
    assert_eq!(PendingFile::read(&format!(r#"{{"sessionId": "b", {asked}}}"#)).unwrap().session(), "b");
}

/// The questions and the answers of a file with these entries, for a call that has asked; or what is wrong with them.
fn read(asked: &Questionnaire, entries: &str) -> Result<(Questionnaire, Replies), AnswerFault> {
    let text = format!(r#"{{"sessionId": "abc123", "questions": {entries}}}"#);
    answers(of_calls(&text, &[("1", asked)]))
}

fn answers(Read { late, unasked }: Read) -> Result<(Questionnaire, Replies), AnswerFault> {
    assert_eq!(unasked, []);
    let late = late.expect("it was asked");
    late.fault().map_or(Ok((late.questionnaire, late.replies)), Err)
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
            format!(r#"[{{{which}, "answer": ["a", "b"]}}, {{"id": "n", "question": "Why?", "answer": ""}}]"#),
            "question 1 (\"Which?\"): takes exactly one answer; question 2 (n): the answer is blank",
        ),
        (format!(r#"[{{{which}, "answer": {{"a": true}}}}]"#), "question 1 (\"Which?\"): \"answer\" is missing"),
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
    let fault = |entries: &str| read(&asked, entries).err().map(|fault| fault.in_english()).unwrap_or_default();
    check_all(rows.map(|(entries, expected)| (entries.clone(), fault(&entries), expected.to_owned())));
}

#[test]
fn answers_stand_by_their_questions() {
    // the same text twice, and no answer
    let three = asked(&sent(r#"["Why?", "Why?", "How?"]"#));
    let (questionnaire, replies) = read(
        &three,
        r#"[{"question": "Why?", "answer": {"value": "x", "note": "inside"}}, {"question": "Why?", "answer": 5, "note": "about"}, {"question": "How?"}]"#,
    )
    .unwrap();
    assert!(!replies.are_none());
    let missing = "question 3 (\"How?\"): not answered".to_owned();
    assert_eq!(replies.clone().complete(&questionnaire).map(|_| ()).map_err(|fault| fault.in_english()), Err(missing));
    let form = played(&questionnaire).later(replies);
    let shown = common::shown(&common::frame(&after(form, &[Action::NextTab])));
    for line in ["Why? → (wrote) x", "Note: inside", "Why? (2) → (wrote) 5", "Note: about"] {
        assert!(shown.contains(line), "{line}:\n{shown}");
    }
    assert!(read(&three, r#"[{"question": "How?"}, {"question": "Why?", "answer": null}]"#).unwrap().1.are_none());
}

#[test]
fn numbers_stay_as_they_are_written() {
    for number in
        ["0", "-7", "9007199254740993", "1.50", "-0.0", "1E3", "2e+07", "1e999", "1e-999", "0e999", "-0.00e310"]
    {
        let begun = begun().replacen("\"weight\": 1.50", &format!("\"weight\": {number}"), 1);
        let added = short().pending_text(Some(&begun), ORIGIN).expect("the file can take them");
        assert!(added.contains(&format!("\"weight\": {number}\n")), "{number}: {added}");
        let answered = begun.replacen("\"postgresql\"", number, 1);
        assert!(PendingFile::read(&answered).is_ok(), "{number} is no number");
    }
}

/// Questions with ids of any kind.
fn questionnaire() -> impl Strategy<Value = Questionnaire> {
    let one = (prop_oneof![2 => question(), 1 => alike()], prop::option::of(prop_oneof![nasty(), "[a-c]"]));
    let named = one.prop_map(|(question, id)| QuestionRequest { id, ..question });
    prop::collection::vec(named, 1..=4).prop_map(|questions| {
        Questionnaire::new(Request { questions, ..Request::default() }, &Settings::default()).expect("it can be asked")
    })
}

/// What the file says of a question, as far as it can be told from it. A mark stands behind a label without the blanks at its end.
fn told(question: &Question) -> impl PartialEq + std::fmt::Debug + use<> {
    let Question { id, prompt, mode, allow_custom, allow_empty, .. } = question.clone();
    let label = question.has_own_label.then(|| question.label.clone());
    let option = |option: QuestionOption| {
        let QuestionOption { value, label, description, preview, is_recommended } = option;
        let label = if is_recommended { label.trim_end().to_owned() } else { label };
        (value, label, description, preview, is_recommended)
    };
    let options: Vec<_> = question.options.iter().cloned().map(option).collect();
    // Blanks around a default do not count where it names an option.
    let trimmed = |text: &String| text.trim().to_owned();
    let default_values: Vec<String> = question.default_values.iter().map(trimmed).collect();
    let defaults = (question.default_value.as_ref().map(trimmed), default_values);
    ((id, label, prompt, mode, options), (allow_custom, allow_empty, defaults))
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
        session in nasty(),
        dialect in prop::sample::select(vec![Dialect::Question, Dialect::AskUser, Dialect::AskUserQuestion]),
    ) {
        let session = format!("s{session}");
        let origin = Origin { session: session.as_str(), call: &session, timestamp: &session };
        let text = first.pending_text(None, origin).unwrap();
        let text = second.pending_text(Some(&text), Origin { call: "2", ..origin }).unwrap();
        prop_assert!(!text.contains(is_harmful), "{text:?}");
        let file = PendingFile::read(&text).unwrap().of_session(&session).unwrap();
        prop_assert_eq!(file.calls(), [session.as_str(), "2"]);
        // As the session has them.
        let [kept_first, kept_second] = [&first, &second].map(|asked| {
            let host = Host { mode: HostMode::Print, now: None };
            let details = taken(&asked.pending(host, "F".to_owned(), None).details.in_dialect(dialect));
            Details::read(&details).and_then(|record| record.questionnaire()).expect("it was asked before")
        });
        let (read, replies) = answers(of_calls(&text, &[(&session, &kept_first), ("2", &kept_second)])).unwrap();
        prop_assert!(replies.are_none());
        let all = || kept_first.questions().iter().chain(kept_second.questions());
        prop_assert_eq!(read.questions().len(), all().count());
        for (at, (read, written)) in read.questions().iter().zip(all()).enumerate() {
            let id = if at < first.questions().len() { written.id.clone() } else { read.id.clone() };
            prop_assert_eq!(told(read), told(&Question { id, ..Question::clone(written) }));
        }
    }

    #[test]
    fn an_option_is_chosen_by_its_value_or_its_label(asked in questionnaire(), at in any::<Index>(), by_label: bool) {
        let mut json = sent(&file_of(&asked));
        let mut names = Vec::new();
        for question in json.items_mut("questions") {
            let options = question.at("options").items();
            let option = if options.is_empty() { sent(r#"{"label": "own", "value": "own"}"#) } else { at.get(options).clone() };
            let name = option.at(if by_label { "label" } else { "value" }).clone();
            question.set("answer", name.clone());
            names.push((name.string().to_owned(), question.at("options").items().to_vec()));
        }
        let (questionnaire, replies) = match answers(of_calls(&encoded(&json), &[(ORIGIN.call, &asked)])) {
            Ok((questionnaire, replies)) => (questionnaire, Ok(replies)),
            Err(fault) => (asked.clone(), Err(fault)),
        };
        // A label of several options means none of them.
        let values = |options: &[Json], name: &str| {
            let unmarked = |name: &str| name.trim_end_matches(" (Recommended)").trim_end().to_lowercase();
            let called = options.iter().filter(|option| unmarked(option.at("label").string()) == unmarked(name));
            called.map(|option| option.at("value").string().to_owned()).collect::<BTreeSet<_>>().len()
        };
        if by_label && names.iter().any(|(name, options)| values(options, name) > 1) {
            return Ok(());
        }
        let response = replies.and_then(|replies| Response::answered(replies, &questionnaire));
        let response = response.map_err(|fault| TestCaseError::fail(fault.in_english()))?;
        let form = played(&questionnaire);
        for (answer, (name, options)) in result(&form.responded(response)).details.answers.iter().zip(names) {
            let [pick] = answer.picks.all() else { panic!("{answer:?}") };
            let Some(option) = pick.index.and_then(|index| options.get(index - 1)) else {
                prop_assert_eq!((answer.picks.mode(), name.as_str()), (Mode::Input, "own"));
                continue;
            };
            let unmarked = |name: &str| name.trim_end_matches(" (Recommended)").trim_end().to_owned();
            let is_named = |field: &&str| unmarked(option.at(field).string()) == unmarked(&name);
            prop_assert!(["value", "label"].iter().any(is_named), "{name:?} is not {option:?}");
        }
    }

    #[test]
    fn any_value_reads_back(json in any_json()) {
        let text = encoded(&json);
        prop_assert!(!text.contains(is_harmful), "{text:?}");
        prop_assert_eq!(sent(&text), json);
    }

    #[test]
    fn no_damage_panics_or_loses_anything(damages in anything()) {
        let text = damaged(&short().pending_text(Some(&begun()), ORIGIN).unwrap(), &damages);
        let read = PendingFile::read(&text).map_err(|fault| fault.in_english()).and_then(|file| {
            let asked = [(ORIGIN.call.to_owned(), full())];
            let Read { late, unasked } = file.of_calls(&asked, "mark".to_owned(), &|_| false);
            for question in late.iter().flat_map(|late| late.questionnaire.questions()) {
                let is_own = |own: &&Rc<Question>| told(&Question { id: question.id.clone(), ..Question::clone(own) }) == told(question);
                assert!(asked[0].1.questions().iter().any(|own| is_own(&own)), "{question:?} was not asked");
            }
            file.of_session(ORIGIN.session)?;
            Ok((late, unasked))
        });
        match (read, short().pending_text(Some(&text), ORIGIN)) {
            (Ok(read), Err(_)) => prop_assert!(false, "{read:?} takes no others"),
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
