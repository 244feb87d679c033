//! What a session begins with, and what the commands make of what waits in it: the branch and the pending file together.

use super::branch::{ANSWERS, calls, entries};
use crate::common::json::{Parts, encoded, taken};
use crate::common::{check_all, json, kept, sent, typed_answer};
use question_core::{
    Beginning, Delivery, Exit, FoundFile, Host, HostMode, Plan, Session, SessionFacts, Settings, Start, Tone,
};

/// The text of a pending file with the questions of calls, answered or not.
pub(super) fn file(calls: &str, answer: &str) -> String {
    let question = |call: &str| {
        format!(
            r#"{{"id": "{call}", "call": "{call}", "question": "{call}?", "options": ["yes"], "answer": {answer}}}"#
        )
    };
    let questions = calls.split_whitespace().map(question).collect::<Vec<_>>().join(", ");
    format!(r#"{{"sessionId": "s", "timestamp": "t", "questions": [{questions}]}}"#)
}

pub(super) fn found(name: &str, text: &str) -> FoundFile {
    let [name, text, mark] = [name, text, "f1"].map(str::to_owned);
    FoundFile { name, text: Some(text), mark: Some(mark), problem: None }
}

/// What the host knows of the session "s" with these files.
pub(super) fn facts(files: Vec<FoundFile>) -> SessionFacts {
    SessionFacts {
        id: "s".to_owned(),
        answers: ANSWERS.to_owned(),
        file: "F".to_owned(),
        files,
        ..SessionFacts::default()
    }
}

fn session(all: &str, pending: Option<&str>) -> Session {
    let read = |text: &str| match text.strip_prefix("unreadable: ") {
        Some(problem) => FoundFile { name: "F".to_owned(), problem: Some(problem.to_owned()), ..FoundFile::default() },
        None => found("F", text),
    };
    Session::read(&entries(all), facts(pending.map(read).into_iter().collect()), &Settings::default())
}

/// What a plan comes to.
pub(super) fn brief(plan: &Plan) -> String {
    let said = plan.say.iter().map(|said| {
        let mark = if said.tone == Tone::Warning { "! " } else { "" };
        format!("{mark}{}", said.text)
    });
    let removes = plan.is_delivered.then(|| "remove".to_owned());
    let delivers = plan.delivery.as_ref().map(|Delivery { result, late, goes_on }| {
        let goes_on = if *goes_on { " and go on" } else { "" };
        let file = late.file.as_deref().map(|_| " of the file").unwrap_or_default();
        let answers = taken(&result.details);
        let labels: Vec<&str> =
            answers.at("answers").items().iter().map(|answer| answer.at("label").string()).collect();
        format!("send {} for {}{file}{goes_on}", labels.join(" "), late.calls.join("+"))
    });
    let is_revision = plan.ask.iter().any(|late| late.calls.is_empty());
    let asks = (!plan.ask.is_empty() && !is_revision).then(|| format!("ask {}", calls(&plan.ask)));
    let revises = is_revision.then(|| "revise".to_owned());
    let lost = plan.lost.as_ref().map(|id| format!("note that {id} is lost"));
    let used = plan.is_used.then(|| "--answers are used".to_owned());
    let ends = match plan.exit {
        Exit::Own => None,
        Exit::Failed => Some("fail".to_owned()),
        Exit::AtOnce => Some("end".to_owned()),
    };
    let all =
        removes.into_iter().chain(said).chain(delivers).chain(asks).chain(revises).chain(lost).chain(used).chain(ends);
    all.collect::<Vec<_>>().join("; ")
}

/// The ways in which a session begins: `p` print, `j` json, `r` rpc, `t` the terminal; then what pi was started with:
/// `s` nothing that matters, `c` a command of this tool, `+` a prompt, `@` a prompt with the pending file, and without any a session of a pi that runs.
pub(super) fn beginning(how: &str, answers: Option<&str>) -> Beginning {
    let mode = match how.get(..1).unwrap_or_default() {
        "p" => HostMode::Print,
        "j" => HostMode::Json,
        "r" => HostMode::Rpc,
        _ => HostMode::Tui,
    };
    let start = how.get(1..2).map(|start| Start {
        has_prompt: ["+", "@"].contains(&start),
        has_command: start == "c",
        answers_pending_file: start == "@",
    });
    let has_ui = matches!(mode, HostMode::Rpc | HostMode::Tui);
    Beginning { answers: answers.map(str::to_owned), start, has_ui, host: Host { mode, now: Some(0) } }
}

const CUT_OFF: &str = "A question was cut off. pi -c asks it again; --answers answers it on the command line.";
const LEFT: &str = "The model has not acted on the answers that it was sent. Go on with: pi -c -p \"go on\"";
const SILENT: &str = "json mode shows nothing of a run without a prompt. Add one: pi --mode json -c \"go on\"";

/// Entries, the pending file, the ways in which the session begins, `--answers`, and what happens.
type Row<'a> = (&'a str, Option<&'a str>, &'a str, Option<&'a str>, &'a str);

fn check_beginnings(rows: &[Row]) {
    check_all(rows.iter().flat_map(|&(all, pending, ways, answers, expected)| {
        let session = session(all, pending);
        ways.split_whitespace().map(move |how| {
            let found = brief(&session.resume(&beginning(how, answers)));
            (format!("{all} + {pending:?}, {how} {answers:?}"), found, expected.to_owned())
        })
    }));
}

#[test]
fn what_a_session_begins_with() {
    let (open, yes, bad) = (file("a", "null"), file("a", "\"yes\""), file("a", "{}"));
    let two = file("a b", "null");
    let (open, yes, bad, two) = (Some(open.as_str()), Some(yes.as_str()), Some(bad.as_str()), Some(two.as_str()));
    let broken = Some("{}");
    let waiting = "user, ask a, pending a, assistant";
    let waits = "1 question waits (F). None has an answer yet.";
    let opens = "1 question waits. /questions answer opens the form.";
    let alone = "1 question waits. Answer with: pi -c -p --answers '[…]'";
    let both = "user, ask a b, pending a, pending b, assistant";
    let end = |said: &str| format!("{said}; end");
    let rows: &[Row] = &[
        // A new session has nothing to begin with.
        ("", yes, "ts rs t p+", Some("[\"no\"]"), ""),
        ("user, assistant", None, "ts ps js rs t r t+ p+ t@", None, ""),
        // Interrupted: asked again where somebody can be asked, unless a prompt comes next.
        ("user, ask a", None, "ts rs t r", None, "ask a"),
        ("user, ask a, begun a", None, "ts t", None, "ask a*"),
        ("user, ask a", None, "t+ p+ j+ t@ p@", None, ""),
        ("user, ask a", None, "ps", None, &end(CUT_OFF)),
        ("user, ask a", None, "js", None, &format!("{CUT_OFF}; fail")),
        ("user, ask a, user", None, "ts ps rs t", None, ""),
        // The file, without answers.
        (waiting, open, "ts t+ rs t r", None, "1 question waits (F). /questions answer opens the form."),
        (waiting, open, "p+ p pc", None, waits),
        // A script without a prompt sees that nothing came of it, and not the last reply.
        (waiting, open, "ps", None, &end(waits)),
        (waiting, open, "js", None, &format!("{waits}; fail")),
        (both, two, "p+", None, "2 questions wait (F). None has an answer yet."),
        // Of calls that this branch has not made, it knows nothing.
        (waiting, two, "p+", None, waits),
        ("user, assistant", open, "ts p+ rs", None, ""),
        ("user, assistant", open, "ps", None, &end(&format!("! F: {ELSEWHERE}"))),
        ("user, assistant", open, "js", None, &format!("! F: {ELSEWHERE}; fail")),
        (waiting, open, "t@ p@ j@", None, ""),
        (
            &format!("{waiting}, ask b"),
            open,
            "ts t",
            None,
            "1 question waits (F). /questions answer opens the form.; ask b",
        ),
        (&format!("{waiting}, ask b"), open, "ps", None, &end(&format!("{waits}; {CUT_OFF}"))),
        // The file, with answers: the model goes on with them, where that surprises nobody.
        (waiting, yes, "ts ps t p", None, "send yes for a of the file and go on"),
        (waiting, yes, "rs r t+ p+ j+", None, "send yes for a of the file"),
        (waiting, yes, "js", None, &format!("F: {SILENT}; fail")),
        (waiting, yes, "j", None, "send yes for a of the file and go on"),
        (waiting, yes, "t@ p@", None, ""),
        (&format!("{waiting}, ask b"), yes, "ts", None, "send yes for a of the file; ask b"),
        (&format!("{waiting}, ask b"), yes, "ps", None, "send yes for a of the file and go on"),
        // pi ended between the file and the result.
        ("user, ask a", yes, "ts", None, "send yes for a of the file and go on"),
        (waiting, bad, "ps", None, &end("! F: question 1 (a): \"answer\" is missing")),
        (
            waiting,
            bad,
            "ts",
            None,
            "! F: question 1 (a): \"answer\" is missing. \
             /questions answer opens the form.",
        ),
        // The file is of no use.
        (waiting, broken, "p+", None, "! F: \"sessionId\" is missing"),
        (waiting, broken, "ts", None, &format!("! F: \"sessionId\" is missing; {opens}")),
        (waiting, broken, "ps", None, &end(&format!("! F: \"sessionId\" is missing; {alone}"))),
        (waiting, Some("unreadable: it is a folder"), "ts", None, &format!("! F: it is a folder; {opens}")),
        ("user, ask a", broken, "ts", None, "! F: \"sessionId\" is missing; ask a"),
        // Its answers stand in the session.
        (&format!("{waiting}, delivered"), yes, "ts p+ r", None, "remove"),
        (&format!("{waiting}, delivered"), yes, "ps", None, &end(&format!("remove; {LEFT}"))),
        (&format!("{waiting}, delivered"), yes, "p@", None, ""),
        ("user, ask a, pending a, assistant, later a", None, "ps", None, &end(LEFT)),
        ("user, ask a, pending a, assistant, later a", None, "js", None, &format!("{LEFT}; fail")),
        ("user, ask a, pending a, assistant, later a", None, "ts rs p+ t", None, ""),
    ];
    check_beginnings(rows);
}

const ELSEWHERE: &str = "not asked on this branch of the session";

const UNUSED: &str = "! --answers was not used: no question waits here. Continue the session that has asked with pi -c or \
                      pi --session";

fn end_used(said: &str) -> String {
    format!("{said}; --answers are used; end")
}

#[test]
fn what_the_command_line_brings() {
    let (open, yes) = (file("a", "null"), file("a", "\"yes\""));
    let two = file("a b", "null");
    let (open, yes, two) = (Some(open.as_str()), Some(yes.as_str()), Some(two.as_str()));
    let waiting = "user, ask a, pending a, assistant";
    let both = "user, ask a b, pending a, pending b, assistant";
    let passed = "user, ask a, pending a, assistant, user, ask b, pending b, assistant";
    let one = file("a b", "@@").replacen("@@", "null", 1).replacen("@@", "\"yes\"", 1);
    let one = Some(one.as_str());
    let rows: &[Row] = &[
        // The command line comes before the file, and before the prompt with it.
        (waiting, open, "ts ps", Some("[\"yes\"]"), "send yes for a of the file and go on; --answers are used"),
        (waiting, yes, "p@ p+", Some("[\"mine\"]"), "send mine for a of the file; --answers are used"),
        (waiting, yes, "ps", Some("{}"), "send yes for a of the file and go on; --answers are used"),
        // A list fits the last call, or all that wait; what the user has passed over needs no answer.
        (both, two, "ps", Some("[\"yes\"]"), "send yes for b of the file and go on; --answers are used"),
        (both, two, "ps", Some("[\"yes\", \"no\"]"), "send yes no for a+b of the file and go on; --answers are used"),
        (both, None, "ps", Some("[\"yes\", \"no\"]"), "send yes no for a+b and go on; --answers are used"),
        (both, two, "p+", Some("[1, 2, 3]"), "! --answers: answers: 3, questions: 2; --answers are used; fail"),
        (
            both,
            two,
            "p+",
            Some("{\"b\": \"x\"}"),
            "! --answers: question 1 (a): not answered; --answers are used; fail",
        ),
        (passed, two, "ps", Some("[\"yes\"]"), "send yes for a+b of the file and go on; --answers are used"),
        (passed, two, "ps", Some("{\"b\": \"x\"}"), "send x for a+b of the file and go on; --answers are used"),
        (passed, one, "ps", None, "send yes for a+b of the file and go on"),
        (waiting, open, "p+", Some("{"), "! --answers: it is not JSON (line 1); --answers are used; fail"),
        (waiting, open, "ps", Some("{"), "! --answers: it is not JSON (line 1); --answers are used; end"),
        (waiting, open, "js", Some("[\"yes\"]"), &format!("--answers: {SILENT}; --answers are used; fail")),
        (waiting, None, "ps", Some("[\"no\"]"), "send no for a and go on; --answers are used"),
        ("user, ask a", None, "ps", Some("[\"no\"]"), "send no for a and go on; --answers are used"),
        ("user, ask a", None, "p+", Some("[\"no\"]"), "send no for a; --answers are used"),
        ("user, ask a", None, "ts", Some("[]"), "! --answers: answers: 0, questions: 1; ask a; --answers are used"),
        (
            "user, ask a",
            None,
            "ps",
            Some("[]"),
            &format!("! --answers: answers: 0, questions: 1; {CUT_OFF}; --answers are used; end"),
        ),
        ("user, ask a b", None, "ts", Some("[\"no\"]"), "send no for b; ask a; --answers are used"),
        ("user, ask a b", None, "ps", Some("[\"no\"]"), "send no for b and go on; --answers are used"),
        // They are kept for the first questions of the run; where there is none, nothing came of them.
        ("user, assistant", None, "p+ ts", Some("[\"no\"]"), ""),
        ("user, assistant", None, "ps", Some("[\"no\"]"), &end_used(UNUSED)),
        ("user, assistant", None, "js", Some("[\"no\"]"), &format!("{UNUSED}; --answers are used; fail")),
        ("user, ask a, answered a, assistant", None, "ps", Some("[\"no\"]"), &end_used(UNUSED)),
        ("", None, "ps", Some("[\"no\"]"), &end_used(UNUSED)),
        ("", None, "p+ ts", Some("[\"no\"]"), ""),
    ];
    check_beginnings(rows);
}

#[test]
fn what_the_commands_come_to() {
    let (open, yes, broken) = (file("a", "null"), file("a", "\"yes\""), "{}".to_owned());
    let waiting = "user, ask a, pending a";
    // entries, pending file → /questions answer; revise; why not to remove the file, with and without a user
    let rows = [
        ("user", None, ["No questions are pending.", "No answers in this session yet.", "none"]),
        ("user, ask a", None, ["ask a", "No answers in this session yet.", "none"]),
        (waiting, Some(&open), ["ask a", "No answers in this session yet.", "none"]),
        (waiting, Some(&yes), ["ask a*", "No answers in this session yet.", "it holds answers that were not sent"]),
        (
            waiting,
            Some(&broken),
            ["! F: \"sessionId\" is missing; ask a", "No answers in this session yet.", "\"sessionId\" is missing"],
        ),
        ("user, ask a, answered a, ask b c", Some(&open), ["ask a", "revise", "none"]),
        ("user, ask a, answered a, ask b c", None, ["ask b c", "revise", "none"]),
    ];
    check_all(rows.iter().map(|(all, pending, expected)| {
        let session = session(all, pending.map(String::as_str));
        let doubt = session.doubt().unwrap_or_else(|| "none".to_owned());
        let found = [brief(&session.answer(true)), brief(&session.revise(true)), doubt].join(" / ");
        (format!("{all} + {pending:?}"), found, expected.join(" / "))
    }));
    let alone = session(&format!("{waiting}, ask b, answered b"), Some(&open));
    assert_eq!(brief(&alone.answer(false)), "! Nobody can be asked here. Answer the questions in F.");
    let without = session(waiting, Some(&broken)).answer(false);
    let said = "Nobody can be asked here. Answer with: pi -c -p --answers '[…]'";
    assert_eq!(brief(&without), format!("! F: \"sessionId\" is missing; ! {said}"));
    assert_eq!(brief(&alone.revise(false)), "! Nobody can be asked here.");
}

#[test]
fn answers_whose_questions_are_lost_cannot_be_opened_again() {
    let asked = json!([{"prompt": "A?", "options": ["x"]}]);
    let mut details = kept(&asked, json!({"answers": [typed_answer("q1", "a")], "calls": ["a"]}));
    *details.pointer_mut("/questions/0/prompt").expect("it has a prompt") = json!("");
    let told = json!({"type": "custom_message", "customType": ANSWERS, "content": "told", "details": details});
    let facts = || SessionFacts { answers: ANSWERS.to_owned(), ..SessionFacts::default() };
    let session = Session::read(&json!([told]), facts(), &Settings::default());
    let said = "! These answers cannot be opened again.";
    assert_eq!(brief(&session.revise(true)), said);
    assert!(session.revision().is_none());
}

#[test]
fn the_listing() {
    let listing = |all: &str, pending: Option<&str>| session(all, pending).listing(40);
    assert_eq!(listing("user", None), "No questions in this session.");
    let answered = listing("user, ask a, answered a, ask b, cancelled b, ask c, pending c", None);
    let [heading, first, second, waiting] = answered.split("\n\n").collect::<Vec<_>>()[..] else {
        panic!("{answered}")
    };
    assert_eq!(heading, "Questions of this session:");
    assert!(first.contains("no") && second.contains("ancelled"), "{answered}");
    assert_eq!(waiting, "Waiting for answers (/questions answer):\n  c?\n    yes, no");
    let pending = file("a", "null");
    assert_eq!(
        listing("user, ask a, pending a, ask b", Some(&pending)),
        "Waiting for answers (/questions answer):\n  b?\n    yes, no\n\nWaiting for answers (F, /questions answer):\n  a?\n    yes, no"
    );
    assert_eq!(listing("user", Some("{}")), "F: \"sessionId\" is missing");
    let unasked = pending.replace("\"answer\": null", "\"answer\": \"yes\"").replace("a?", "a\\u001b[2J\\n?");
    let said = "F: question 1 (\"a␛[2J ?\"): not asked on this branch of the session";
    assert_eq!(listing("user", Some(&unasked)), said);
    let prompt = "# Orders\n\nThe `orders` table, [as it is](x).\n\n**Which** database?";
    let listed = |prompt: &str, options: &str| {
        let arguments = json!({"questions": [{"prompt": prompt, "options": (sent(options))}]});
        let call = json!({"type": "toolCall", "name": "question", "id": "a", "arguments": arguments});
        let asked = json!({"type": "message",
            "message": {"role": "assistant", "stopReason": "toolUse", "content": [call]}});
        let entry = json!({"call": "a", "question": prompt, "answer": null});
        let text = encoded(&json!({"sessionId": "s", "questions": [entry]}));
        Session::read(&json!([asked]), facts(vec![found("F", &text)]), &Settings::default()).listing(40)
    };
    assert_eq!(
        listed(prompt, r#"["**In** place", {"label": "Another, much slower way"}, "none"]"#),
        "Waiting for answers (F, /questions answer):\n  Which database?\n    In place, Another, much slower way,…"
    );
    assert_eq!(
        listed("a\u{1b}[2J\n?", r#"["yes"]"#),
        "Waiting for answers (F, /questions answer):\n  a␛[2J ?\n    yes"
    );
}
