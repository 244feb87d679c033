//! What a session begins with: what goes to the model, what is asked again, and what the user is told.

use super::history::{
    Does, FILE, History, NOTHING, SESSION, begun, both_left, brought, check, facts, found, given, left, prompted,
    start, turned_to, two_questions,
};
use crate::common::json;
use question_core::HostMode::{Json, Print, Rpc, Tui};
use question_core::{Branch, Event, Exit, FoundFile, SessionFacts, SessionStart, Settings};

/// Checks what a session begins with in each of these ways.
fn begins(why: &str, session: &Branch, ways: &[SessionStart], expected: &Does<'_>) {
    for way in ways {
        check(&format!("{why}: {way:?}"), &begun(session, way), expected);
    }
}

/// Checks what it begins with where pi is started for nothing: a script sees how that ends.
fn ends(why: &str, session: &Branch, expected: &Does<'_>) {
    begins(why, session, &[start(Print)], &Does { exit: Exit::AtOnce, ..*expected });
    begins(why, session, &[start(Json)], &Does { exit: Exit::Failed, ..*expected });
}

/// The session beside a file with these answers.
fn with(history: &History, answers: &[(&str, &str)]) -> Branch {
    history.with_file(&history.file(answers))
}

const YES: &[(&str, &str)] = &[("a", "\"yes\"")];
const EMPTY: &[(&str, &str)] = &[("a", "null")];
const SENDS: Does<'_> = Does { sends: &["a = yes"], closes: &["a"], retires: true, ..NOTHING };
const USED: Does<'_> = Does { is_used: true, ..NOTHING };

const CUT_OFF: &str = "A question was cut off. pi -c asks it again; --answers answers it on the command line.";
const UNHEARD: &str = "The model has not acted on the answers that it was sent. Go on with: pi -c -p \"go on\"";
const SILENT: &str = "json mode shows nothing of a run without a prompt. Add one: pi --mode json -c \"go on\"";
const CORRECT: &str = ". The call still waits; correct the file, then run: pi -c -p";
const OPENS: &str = "1 question waits (.pi/q.json). /questions answer opens the form.";
const OPENS_WITHOUT_FILE: &str = "1 question waits. /questions answer opens the form.";
const NO_ANSWER_YET: &str =
    "1 question waits (.pi/q.json). Write the answers into it, or answer with: pi -c -p --answers '[…]'";
const WITHOUT_FILE: &str = "1 question waits. Answer with: pi -c -p --answers '[…]'";

#[test]
fn a_session_without_questions_begins_with_nothing() {
    let ways = [start(Tui), start(Rpc), prompted(Print), brought(Tui), turned_to(Tui)];
    begins("a new session", &History::new().with_file(&left().file(YES)), &ways, &NOTHING);
    let talk = History::new().prompt().reply().alone();
    begins("no questions", &talk, &[ways.as_slice(), &[start(Print), start(Json)]].concat(), &NOTHING);
}

#[test]
fn a_form_that_was_cut_off_is_asked_where_the_user_can_be_asked() {
    let session = History::new().prompt().asks(&["a"]).alone();
    let ways = [start(Tui), start(Rpc), turned_to(Tui), turned_to(Rpc)];
    begins("pi goes on", &session, &ways, &Does { asks: &["a"], ..NOTHING });
    begins("a prompt", &session, &[prompted(Tui), prompted(Print), prompted(Json), brought(Tui)], &NOTHING);
    ends("a script", &session, &Does { says: &[CUT_OFF], ..NOTHING });
}

#[test]
fn questions_that_wait_in_the_file_are_told_of() {
    let session = with(&left(), EMPTY);
    let opens = Does { says: &[OPENS], ..NOTHING };
    begins("a user", &session, &[start(Tui), prompted(Tui), start(Rpc), turned_to(Tui)], &opens);
    let waits = Does { says: &[NO_ANSWER_YET], ..NOTHING };
    begins("nobody is there", &session, &[prompted(Print), turned_to(Print)], &waits);
    ends("a script", &session, &waits);
    begins("the prompt answers it", &session, &[brought(Tui), brought(Print)], &NOTHING);
    let two = Does {
        says: &["2 questions wait (.pi/q.json). Write the answers into it, or answer with: pi -c -p --answers '[…]'"],
        ..NOTHING
    };
    let file = both_left().file(&[("a", "null"), ("b", "null")]);
    begins("two", &both_left().with_file(&file), &[prompted(Print)], &two);
    begins("one of them is another branch's", &left().with_file(&file), &[prompted(Print)], &waits);
    let cut_off = with(&left().asks(&["b"]), EMPTY);
    begins("another was cut off", &cut_off, &[start(Tui), turned_to(Tui)], &Does { asks: &["b"], ..opens });
    ends("another was cut off", &cut_off, &Does { says: &[NO_ANSWER_YET, CUT_OFF], ..NOTHING });
    begins("the file is gone", &left().alone(), &[start(Tui)], &Does { says: &[OPENS_WITHOUT_FILE], ..NOTHING });
    begins("the file is gone, and the user has gone on", &left().prompt().alone(), &[start(Tui)], &NOTHING);
}

#[test]
fn complete_answers_in_the_file_go_to_the_model() {
    let session = with(&left(), YES);
    let goes_on = Does { goes_on: true, ..SENDS };
    let ways = [start(Tui), start(Print), turned_to(Tui), turned_to(Json)];
    begins("nothing else is to be done", &session, &ways, &goes_on);
    // A program is not surprised by a run that it has not started.
    let ways = [start(Rpc), turned_to(Rpc), prompted(Tui), prompted(Print), prompted(Json)];
    begins("with the next prompt", &session, &ways, &SENDS);
    begins("the prompt answers it", &session, &[brought(Tui), brought(Print)], &NOTHING);
    let silent = format!("{FILE}: {SILENT}");
    begins("unseen", &session, &[start(Json)], &Does { says: &[&silent], exit: Exit::Failed, ..NOTHING });
    let unknown = format!("{FILE}: question 1 (\"a?\"): the session does not know its \"call\", so it answers nothing");
    let asks = Does { asks: &["a"], warns: &[&unknown], ..NOTHING };
    begins("pi ended before the result", &with(&History::new().prompt().asks(&["a"]), YES), &[start(Tui)], &asks);
    let cut_off = with(&left().asks(&["b"]), YES);
    begins("another was cut off", &cut_off, &[start(Tui)], &Does { asks: &["b"], ..SENDS });
    begins("another was cut off", &cut_off, &[start(Print)], &Does { says: &[CUT_OFF], ..goes_on });

    let question = json!({"prompt": "a?", "allowEmpty": true});
    let blank = History::new().asks_with("a", json!({"questions": [question]})).left("a");
    begins("a blank answer", &with(&blank, &[("a", "\"\"")]), &[prompted(Print)], &Does { sends: &["q1 = "], ..SENDS });

    let delivery = begun(&session, &start(Print)).delivery.expect("it is sent");
    let content = delivery.result.expect("it has answers").result.content;
    assert_eq!(content, "The user has answered the pending questions:\na? → yes");
}

/// One bad answer hides no good one.
#[test]
fn complete_answers_are_sent_beside_others_that_are_not() {
    let begin = |a: &str, b: &str| begun(&with(&both_left(), &[("a", a), ("b", b)]), &prompted(Print));
    let sends = Does { sends: &["b = long text"], closes: &["b"], ..NOTHING };
    for (answer, what) in [
        ("\"\"", "the answer is blank"),
        ("[\"x\", \"y\"]", "takes exactly one answer"),
        ("{}", "\"answer\" is missing"),
        ("\"x\", \"answer\": \"y\"", "\"answer\" is there twice"),
        ("\"x\", \"answer\": null", "\"answer\" is there twice"),
        ("null, \"note\": 5", "\"note\" has to be a text"),
        ("\"x\", \"note\": 5", "\"note\" has to be a text"),
        ("null, \"note\": \"ask Ann\"", "not answered"),
    ] {
        let said = format!("{FILE}: question 1 (a): {what}{CORRECT}");
        check(answer, &begin(answer, "\"long text\""), &Does { warns: &[&said], ..sends });
        check(answer, &begin(answer, "null"), &Does { warns: &[&said], ..NOTHING });
    }
    check("no answer yet", &begin("null", "\"long text\""), &Does { says: &[NO_ANSWER_YET], ..sends });
    // A fault has the number of its question in the file.
    let said = format!("{FILE}: question 2 (b): takes exactly one answer{CORRECT}");
    check("the second", &begin("\"yes\"", "[1, 2]"), &Does { warns: &[&said], retires: false, ..SENDS });
    // Of one call, all is sent or nothing.
    let history = History::new().prompt().asks_with("a", two_questions()).left("a").reply();
    let said = format!("{FILE}: question 1 (a): not answered. /questions answer opens the form.");
    let session = with(&history, &[("a", "null"), ("why", "\"so\"")]);
    begins("half of a call", &session, &[start(Tui)], &Does { warns: &[&said], ..NOTHING });
}

#[test]
fn a_question_that_was_deleted_from_the_file_has_no_answer() {
    let said = format!("{FILE}: question 2 (\"why?\"): not answered{CORRECT}");
    let session = with(&History::new().asks_with("a", two_questions()).left("a"), YES);
    begins("half of a call", &session, &[prompted(Print)], &Does { warns: &[&said], ..NOTHING });
    begins("a call", &with(&both_left(), YES), &[prompted(Print)], &SENDS);
}

#[test]
fn a_file_that_cannot_be_read_is_told_of() {
    let warns = Does { warns: &[".pi/q.json: \"sessionId\" is missing"], ..NOTHING };
    let session = left().with_file("{}");
    begins("a prompt", &session, &[prompted(Print)], &warns);
    begins("a user", &session, &[start(Tui)], &Does { says: &[OPENS_WITHOUT_FILE], ..warns });
    ends("a script", &session, &Does { says: &[WITHOUT_FILE], ..warns });
    let cut_off = History::new().prompt().asks(&["a"]).with_file("{}");
    begins("a form was cut off", &cut_off, &[start(Tui)], &Does { asks: &["a"], ..warns });
    let problem = Some("it is a folder".to_owned());
    let folder = left().session(vec![FoundFile { name: FILE.to_owned(), problem, ..FoundFile::default() }]);
    let warns = Does { warns: &[".pi/q.json: it is a folder"], ..NOTHING };
    begins("a folder", &folder, &[start(Tui)], &Does { says: &[OPENS_WITHOUT_FILE], ..warns });
}

#[test]
fn a_file_that_was_not_renamed_when_its_answers_were_sent_is_renamed_later() {
    let sent = left().after_plan(&begun(&with(&left(), YES), &start(Print)));
    let session = with(&sent, YES);
    begins("sent", &session, &[start(Tui), prompted(Print), turned_to(Rpc)], &Does { retires: true, ..NOTHING });
    begins("the prompt has it", &session, &[brought(Print)], &NOTHING);
    let unheard = Does { says: &[UNHEARD], ..NOTHING };
    ends("a script", &session, &Does { retires: true, ..unheard });
    ends("a script, without the file", &sent.alone(), &unheard);
    begins("without the file", &sent.alone(), &[start(Tui), start(Rpc), prompted(Print)], &NOTHING);
    for heard in [
        sent.clone().reply(),
        sent.clone().prompt(),
        sent.clone().entry(json!({"type": "custom_message", "customType": "another", "details": {"closes": ["a"]}})),
    ] {
        begins("something has come since", &heard.alone(), &[start(Print)], &NOTHING);
    }
    ends("pi has told the model of a tool", &sent.clone().message(json!({"role": "system"})).alone(), &unheard);
    ends("the reply was aborted", &sent.clone().breaks_off("aborted").alone(), &unheard);
    let begun = json!({"role": "assistant", "stopReason": "aborted", "content": [{"type": "text", "text": "I w"}]});
    ends("the reply was aborted in a word", &sent.message(begun).alone(), &unheard);
    // The form of a late question was cancelled: the model was sent no answers.
    let cancelled = left().own_message(json!({"closes": [left().name("a")], "outcome": "cancelled"}));
    begins("cancelled", &cancelled.alone(), &[start(Print)], &NOTHING);
}

#[test]
fn answers_of_the_command_line_come_before_those_of_the_file() {
    let [empty, yes] = [EMPTY, YES].map(|answers| with(&left(), answers));
    let sends = Does { is_used: true, ..SENDS };
    let goes_on = Does { goes_on: true, ..sends };
    begins("no answer yet", &empty, &[start(Tui), start(Print)].map(|way| given(way, "[\"yes\"]")), &goes_on);
    let mine = Does { sends: &["a = mine"], ..sends };
    begins("another answer", &yes, &[brought(Print), prompted(Print)].map(|way| given(way, "[\"mine\"]")), &mine);
    begins("none of them", &yes, &[given(start(Print), "{}")], &goes_on);
    let cut_off = History::new().prompt().asks(&["a"]).alone();
    for session in [&left().alone(), &cut_off] {
        begins("no file", session, &[given(start(Print), "[\"yes\"]")], &Does { retires: false, ..goes_on });
        begins("no file", session, &[given(prompted(Print), "[\"yes\"]")], &Does { retires: false, ..sends });
    }
    // What is wrong is told, and they are not tried again.
    let bad = Does { warns: &["--answers: it is not JSON (line 1)"], ..USED };
    begins("no JSON", &empty, &[given(prompted(Print), "{")], &Does { exit: Exit::Failed, ..bad });
    begins("no JSON", &empty, &[given(start(Print), "{")], &Does { exit: Exit::AtOnce, ..bad });
    let count = Does { warns: &["--answers: answers: 0, questions: 1"], ..USED };
    begins("too few", &cut_off, &[given(start(Tui), "[]")], &Does { asks: &["a"], ..count });
    let script = Does { says: &[CUT_OFF], exit: Exit::AtOnce, ..count };
    begins("too few", &cut_off, &[given(start(Print), "[]")], &script);
    let silent = format!("--answers: {SILENT}");
    let unseen = Does { says: &[&silent], exit: Exit::Failed, ..USED };
    begins("unseen", &empty, &[given(start(Json), "[\"yes\"]")], &unseen);
}

#[test]
fn answers_of_the_command_line_are_for_the_last_call_or_for_all() {
    let all = Does { sends: &["a = yes", "b = no"], closes: &["a", "b"], goes_on: true, ..USED };
    let last = Does { sends: &["b = yes"], closes: &["b"], ..all };
    let failed = Does { exit: Exit::Failed, ..USED };
    let sessions =
        [(with(&both_left(), &[("a", "null"), ("b", "null")]), NO_ANSWER_YET), (both_left().alone(), WITHOUT_FILE)];
    for (session, waits) in sessions {
        let says = [waits];
        let last = Does { says: &says, ..last };
        let retires = session.plan(&Event::Clear).retire.is_some();
        begins("all", &session, &[given(start(Print), "[\"yes\", \"no\"]")], &Does { retires, ..all });
        begins("the last", &session, &[given(start(Print), "[\"yes\"]")], &last);
        let count = Does { warns: &["--answers: answers: 3, questions: 2"], ..failed };
        begins("too many", &session, &[given(prompted(Print), "[1, 2, 3]")], &count);
        begins("one by its id", &session, &[given(start(Print), "{\"b\": \"yes\"}")], &last);
        let missing = ["--answers: question 1 (a): not answered; question 2 (b): not answered"];
        begins("none", &session, &[given(prompted(Print), "{}")], &Does { warns: &missing, ..failed });
    }
    let cut_off = History::new().prompt().asks(&["a", "b"]).alone();
    let asks = Does { asks: &["a"], goes_on: false, ..last };
    begins("cut off", &cut_off, &[given(start(Tui), "[\"yes\"]")], &asks);
    begins("cut off", &cut_off, &[given(start(Print), "[\"yes\"]")], &Does { says: &[CUT_OFF], ..last });
    // Where two calls have the same id, that of the second is another one.
    let asks = |prompt: &str| json!({"questions": [{"id": "name", "prompt": prompt}]});
    let session = History::new().prompt().asks_with("1", asks("First?")).left("1");
    let session = session.asks_with("2", asks("Second?")).left("2").reply().alone();
    let sends = Does { sends: &["name = x", "name-2 = y"], closes: &["1", "2"], ..all };
    begins("equal ids", &session, &[given(start(Print), "{\"name-2\": \"y\", \"name\": \"x\"}")], &sends);
    // Of one call, all is sent or nothing.
    let half = Does { warns: &["--answers: question 2 (\"why?\"): not answered"], ..failed };
    let session = History::new().prompt().asks_with("a", two_questions()).left("a").reply().alone();
    begins("half of a call", &session, &[given(prompted(Print), "{\"a\": \"yes\"}")], &half);
}

/// The calls of one message share a list, in the order of their questions.
#[test]
fn answers_of_the_command_line_are_divided_between_the_calls_of_a_message() {
    let history = History::new().prompt().asks(&["z"]).answered("z", "no");
    let asking = history.calls("toolUse", vec![("a", two_questions()), ("x", json!({})), ("b", json!(["b?"]))]).alone();
    let rows: [(&str, &str, &str, Option<&str>); 8] = [
        ("a", r#"["yes", "so", "late"]"#, r#"["yes", "so"]"#, Some(r#"["late"]"#)),
        ("a", r#"["yes", "so"]"#, r#"["yes", "so"]"#, None),
        ("a", r#"{"q1": "late", "a": "yes", "q2": "so"}"#, r#"["yes", "so"]"#, Some(r#"["late"]"#)),
        ("a", r#"{"a": "yes"}"#, r#"{"a": "yes"}"#, None),
        ("b", r#"["late"]"#, r#"["late"]"#, None),
        // What does not fit is left whole, and its fault is named.
        ("a", r#"["yes", "so", "late", "more"]"#, r#"["yes", "so", "late", "more"]"#, None),
        ("a", "[", "[", None),
        ("none", r#"["yes", "so", "late"]"#, r#"["yes", "so", "late"]"#, None),
    ];
    for (call, answers, own, rest) in rows {
        assert_eq!(asking.divide(call, answers), (own.to_owned(), rest.map(str::to_owned)), "{call}: {answers}");
    }
}

/// What a script is told at its end.
#[test]
fn what_a_run_has_left_and_what_no_run_has_heard_is_told() {
    let left = |history: &History| {
        let text = both_left().file(&[("a", "null"), ("b", "null")]);
        history.with_file(&text).plan(&Event::RunLeftQuestions)
    };
    let two = "2 questions wait (.pi/q.json). Write the answers into it, or answer with: pi -c -p --answers '[…]'";
    check("left", &left(&both_left()), &Does { says: &[two], ..NOTHING });
    check("answered", &left(&both_left().told(&["a"], &["yes"]).told(&["b"], &["no"])), &NOTHING);
    let sent = both_left().told(&["a"], &["yes"]);
    let unheard = Does { says: &[UNHEARD], exit: Exit::Failed, ..NOTHING };
    check("unheard", &sent.alone().plan(&Event::Unheard { is_appended: false }), &unheard);
    check("heard", &sent.reply().alone().plan(&Event::Unheard { is_appended: false }), &NOTHING);
}

/// A fault has the name of its source: an answer in the file is not one of the command line.
#[test]
fn a_fault_is_named_as_where_it_stands() {
    // Two calls ask a question with the same id, and only the second is in the file.
    let asks = |call: &str, prompt: &str| json!({"questions": [{"id": "name", "prompt": prompt}, {"id": (call), "prompt": "Why?"}]});
    let history = History::new().prompt().asks_with("1", asks("x", "First?")).left("1");
    let history = history.asks_with("2", asks("y", "Second?")).left("2").reply();
    let session = with(&history, &[("Second", "[1, 2]"), ("Why", "null")]);
    let said = format!("{FILE}: question 1 (name): takes exactly one answer; question 2 (y): not answered{CORRECT}");
    begins("a file", &session, &[prompted(Print)], &Does { warns: &[&said], ..NOTHING });
    let said = format!("{FILE}: question 1 (name): takes exactly one answer{CORRECT}");
    let failed = Does { exit: Exit::Failed, ..USED };
    begins("--answers", &session, &[given(prompted(Print), "{\"y\": \"so\"}")], &Does { warns: &[&said], ..failed });
    let answers = "{\"x\": \"so\", \"name\": \"mine\", \"y\": null}";
    let sends = Does { sends: &["name = mine", "x = so"], closes: &["1"], is_used: true, ..NOTHING };
    let said = said.replace(CORRECT, &format!("; question 2 (y): not answered{CORRECT}"));
    begins("both", &session, &[given(prompted(Print), answers)], &Does { warns: &[&said], ..sends });
}

#[test]
fn answers_of_the_command_line_that_nothing_waits_for_are_kept_for_the_run_or_refused() {
    let unused = "--answers was not used: no question waits here. Continue the session that has asked with pi -c or pi \
                  --session";
    let answered = History::new().prompt().asks(&["a"]).answered("a", "yes").reply();
    let refused = Does { warns: &[unused], ..USED };
    for history in [History::new().prompt().reply(), answered] {
        let ways = [start(Tui), prompted(Tui), brought(Tui), start(Rpc)].map(|way| given(way, "[\"no\"]"));
        begins("nothing is open", &history.alone(), &ways, &refused);
        let ways = [prompted(Print), prompted(Json)].map(|way| given(way, "[\"no\"]"));
        begins("nothing is open", &history.alone(), &ways, &Does { exit: Exit::Failed, ..refused });
        begins("pi has reloaded", &history.alone(), &[given(turned_to(Tui), "[\"no\"]")], &NOTHING);
    }
    let ways = [prompted(Print), start(Tui), brought(Tui)].map(|way| given(way, "[\"no\"]"));
    begins("a new session", &History::new().alone(), &ways, &NOTHING);
    for history in [History::new(), History::new().prompt().reply()] {
        let ends = Does { exit: Exit::AtOnce, ..refused };
        begins("nothing is to be done", &history.alone(), &[given(start(Print), "[\"no\"]")], &ends);
    }
}

/// What is of no use here is not passed over in silence where a person has written something into it.
#[test]
fn answers_that_are_of_no_use_here_are_told_of() {
    let (new, talk) = (History::new(), History::new().prompt().reply());
    let [answered, empty] = [YES, EMPTY].map(|answers| left().file(answers));
    let [other, other_empty] = [&answered, &empty].map(|text| text.replace(SESSION, "t-1"));
    let said = [
        "it holds the questions of another session (pi --session t-1)",
        "question 1 (\"a?\"): not asked on this branch of the session",
        "not asked on this branch of the session",
        "no session of this folder has asked its questions (pi --session t-1). Put the file aside with: /questions clear",
    ];
    let said = said.map(|what| format!("{FILE}: {what}"));
    let [elsewhere, branch, unasked, gone] = said.each_ref().map(|what| [what.as_str()]);
    let [elsewhere, branch, unasked] = [&elsewhere, &branch, &unasked].map(|warns| Does { warns, ..NOTHING });
    let gone = Does { says: &gone, ..NOTHING };
    let (known, lost) = ("1_t-1.jsonl", "1_s-1.jsonl");
    // the file, the sessions that there are → where pi is started for nothing, and wherever else
    let rows = [
        (&talk, &other, known, elsewhere, elsewhere),
        (&talk, &other_empty, known, elsewhere, NOTHING),
        (&talk, &answered, known, branch, branch),
        (&talk, &empty, known, unasked, NOTHING),
        (&talk, &other, lost, gone, gone),
        (&talk, &other_empty, lost, gone, gone),
    ];
    for (history, file, sessions, alone, told) in rows {
        let facts =
            |sessions: &str| SessionFacts { sessions: Some(vec![sessions.to_owned()]), ..facts(vec![found(file)]) };
        let session = history.session_in(facts(sessions), &Settings::default());
        ends(file, &session, &alone);
        let ways = [start(Tui), start(Rpc), prompted(Tui), prompted(Print), prompted(Json)];
        begins(file, &session, &ways, &told);
        // Whoever brings the file along answers it.
        begins(file, &session, &[brought(Tui), brought(Print)], &NOTHING);
    }
    begins("a new session", &new.with_file(&other), &[start(Print), start(Json), start(Tui)], &NOTHING);
}
