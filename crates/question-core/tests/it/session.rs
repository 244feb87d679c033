//! What waits in a session: the late questions of its branch and of the pending file, what the commands make of them, and
//! what a session begins with.

use crate::common::damage::{anything, damaged};
use crate::common::json::taken;
use crate::common::{Json, check_all, json, sent, written};
use proptest::prelude::*;
use question_core::{Beginning, Branch, Host, HostMode, Late, Place, Plan, ReadFile, Session, Settings, Start, Tone};

const ANSWERS: &str = "question-answers";

fn asked(call: &str) -> Json {
    json!({"questions": [{"id": "q", "prompt": format!("{call}?"), "options": ["yes", "no"]}]})
}

/// An answer of a result, as a call or a later message has it.
fn details(outcome: &str, call: &str) -> Json {
    let is_answered = outcome == "answered" || outcome == "begun";
    let answer = json!({"id": "q", "mode": "single", "prompt": "?", "value": "no", "label": "no", "wasCustom": false});
    let answers = if is_answered { vec![answer] } else { Vec::new() };
    let mut details = asked(call);
    details["outcome"] = json!(if outcome == "begun" { "aborted" } else { outcome });
    details["answers"] = json!(answers);
    details["mode"] = json!("tui");
    details
}

fn message(role: &str, more: Json) -> Json {
    let mut message = json!({"role": role});
    message.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    json!({"type": "message", "message": message})
}

fn later(mut details: Json, name: &str, calls: &[&str]) -> Json {
    details[name] = json!(calls);
    json!({"type": "custom_message", "customType": ANSWERS, "content": "told later", "details": details})
}

/// The entries of a session, each in a word or two:
/// `ask CALLS` and `broken CALLS` a message of the model with calls, run or not; `OUTCOME CALL` a result, in the mode tui
/// but for `rpc CALL`, which was aborted in rpc mode; `later CALLS`, `begun CALLS` and `words CALLS` what came of a call
/// when it was over; a role alone a message.
fn entries(all: &str) -> Json {
    let entry = |entry: &str| {
        let (kind, rest) = entry.split_once(' ').unwrap_or((entry, ""));
        let calls: Vec<&str> = rest.split_whitespace().collect();
        let call = calls.first().copied().unwrap_or_default();
        let part = |id: &&str| json!({"type": "toolCall", "name": "question", "id": id, "arguments": asked(id)});
        let parts: Vec<Json> = calls.iter().map(part).collect();
        let result = |details: Json| {
            let about = json!({"toolCallId": call, "toolName": "question", "content": [{"type": "text", "text": "told"}]});
            let mut entry = message("toolResult", about);
            entry["message"]["details"] = details;
            entry
        };
        match kind {
            "ask" => message("assistant", json!({"stopReason": "toolUse", "content": parts})),
            "broken" => message("assistant", json!({"stopReason": "length", "content": parts})),
            "assistant" => message("assistant", json!({"stopReason": "stop", "content": [{}]})),
            "nothing" => message("assistant", json!({"stopReason": "aborted", "content": []})),
            "later" => later(details("answered", call), "calls", &calls),
            "begun" => later(details("begun", call), "begun", &calls),
            "words" => json!({"type": "custom", "customType": ANSWERS, "data": {"calls": calls}}),
            "other" => json!({"type": "custom_message", "customType": "another"}),
            "rpc" => {
                let mut details = details("aborted", call);
                details["mode"] = json!("rpc");
                result(details)
            }
            "user" | "system" => message(kind, json!({})),
            outcome => result(details(outcome, call)),
        }
    };
    json!(all.split(", ").filter(|entry| !entry.is_empty()).map(entry).collect::<Vec<_>>())
}

fn branch(all: &str) -> Branch {
    Branch::read(&entries(all), "question", ANSWERS)
}

/// The calls, those with answers so far marked.
fn calls(late: &[Late]) -> String {
    let brief = |late: &Late| format!("{}{}", late.calls.join("+"), if late.has_answers() { "*" } else { "" });
    late.iter().map(brief).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_late_questions_of_a_branch() {
    // entries → all late questions | those of the model's last message
    let rows = [
        ("", " | "),
        ("user, assistant", " | "),
        ("user, ask a", "a | a"),
        ("user, ask a b", "a b | a b"),
        ("user, broken a", " | "),
        ("user, ask a, answered a", " | "),
        ("user, ask a, cancelled a, assistant", " | "),
        ("user, ask a b, answered a", "b | b"),
        // Only pi itself closes a form in the terminal; an abort in rpc mode is the program's own.
        ("user, ask a, aborted a", "a | a"),
        ("user, ask a, begun a", "a* | a*"),
        ("user, ask a, rpc a", " | "),
        ("user, ask a, connection_lost a", " | "),
        ("user, ask a, failed a", " | "),
        ("user, ask a, aborted a, ask b, answered b", " | "),
        ("user, ask a, answered a, ask b, aborted b", "b | b"),
        ("user, ask a, later a", " | "),
        ("user, ask a, later b", "a | a"),
        ("user, ask a, words a", " | "),
        ("user, ask a b, words a b", " | "),
        ("user, ask a, aborted a, begun a", "a* | a*"),
        ("user, ask a, aborted a, begun b", "a | a"),
        // What was passed over is still known.
        ("user, ask a, user", "a | "),
        ("user, ask a, assistant", "a | "),
        ("user, ask a, system", "a | a"),
        ("user, ask a, nothing", "a | a"),
        ("user, ask a, user, ask b", "a b | b"),
        // Those in the pending file are the file's to be asked from, as long as there is one.
        ("user, ask a, pending a", "a | "),
        ("user, ask a, pending a, assistant, later a", " | "),
        ("user, ask a, pending a, assistant, words a", " | "),
        ("user, ask a b, pending a", "a b | b"),
    ];
    check_all(rows.map(|(all, expected)| {
        let (branch, settings) = (branch(all), Settings::default());
        let found = [branch.known(&settings), branch.last_interrupted(&settings)];
        (all.to_owned(), found.map(|late| calls(&late)).join(" | "), expected.to_owned())
    }));
}

#[test]
fn what_was_answered_last_and_what_the_branch_ends_in() {
    // entries → the prompt that was answered last, the number of results that are told, whether it ends in answers
    let rows = [
        ("", "none 0 false"),
        ("user, ask a, cancelled a", "none 1 false"),
        ("user, ask a, pending a", "none 0 false"),
        ("user, ask a, answered a", "a? 1 false"),
        ("user, ask a, answered a, ask b, cancelled b", "a? 2 false"),
        ("user, ask a b, answered a, answered b", "b? 2 false"),
        ("user, ask a, pending a, assistant, later a", "a? 1 true"),
        ("user, ask a, aborted a, begun a", "a? 2 true"),
        ("user, ask a, later a, assistant", "a? 1 false"),
        ("user, ask a, later a, user", "a? 1 false"),
        ("user, ask a, later a, nothing", "a? 1 true"),
        ("user, ask a, later a, words b", "a? 1 true"),
        ("user, ask a, later a, other", "a? 1 false"),
        ("user, ask a, words a", "none 0 false"),
    ];
    check_all(rows.map(|(all, expected)| {
        let branch = branch(all);
        let last = branch.last_answered().map_or("none", |details| details["questions"][0]["prompt"].as_str().unwrap());
        let found = format!("{last} {} {}", branch.answered().count(), branch.ends_in_answers());
        (all.to_owned(), found, expected.to_owned())
    }));
}

#[test]
fn a_branch_without_messages() {
    for (all, has_messages) in [("", false), ("other", false), ("words a", false), ("user", true), ("nothing", true)] {
        assert_eq!(branch(all).has_messages(), has_messages, "{all}");
    }
}

#[test]
fn messages_and_files_that_stand_in_the_branch() {
    let entries = sent(
        r#"[{"type": "custom_message", "customType": "question-answers", "details": {"id": "m1", "file": "f1"}},
            {"type": "custom_message", "customType": "another", "details": {"id": "m2", "file": "f2"}},
            {"type": "message", "message": {"role": "toolResult", "toolName": "question", "toolCallId": "c",
                "details": {"id": "m3"}}}]"#,
    );
    let branch = Branch::read(&entries, "question", ANSWERS);
    assert_eq!(["m1", "m2", "m3"].map(|id| branch.holds_message(id)), [true, false, false]);
    assert_eq!(["f1", "f2"].map(|mark| branch.holds_file(mark)), [true, false]);
}

#[test]
fn what_was_typed_before() {
    let own = |value: &str, custom: &str| {
        format!(r#"{{"answers": [{{"id": "q", "value": {value}, "label": {value}, "wasCustom": {custom}}}]}}"#)
    };
    let options = r#""questions": [{"prompt": "Which?", "mode": "single", "options": [{"label": "yes"}]},
        {"prompt": "With?", "mode": "multi", "options": [{"label": "A"}]}]"#;
    let rows = [
        (own(r#""mine""#, "true"), "mine"),
        (own(r#""yes""#, "false"), ""),
        (own(r#"["A", "mine", "B"]"#, "[false, true, false]"), "mine"),
        // Another tool of the kind says it once for all.
        (own(r#"["one", "two"]"#, "true"), "one|two"),
        (own(r#"["one", "two"]"#, "[true]"), "one|two"),
        (own("7", "true"), ""),
        (own(r#""mine""#, r#""true""#), ""),
        (r#"{"answers": [{"question": "?", "answer": "mine", "wasCustom": true}]}"#.to_owned(), "mine"),
        (r#"{"answers": [{"question": "?", "answer": ["A", "mine"], "wasCustom": [false, true]}]}"#.to_owned(), "mine"),
        (format!(r#"{{{options}, "answers": [{{"value": "yes", "wasCustom": true}}]}}"#), ""),
        (format!(r#"{{{options}, "answers": {{"Which?": "mine", "With?": "A, mine"}}}}"#), "mine"),
        (format!(r#"{{{options}, "answers": {{"Which?": "yes"}}}}"#), ""),
        (format!(r#"{{{options}, "answers": {{"Which?": 7, "__proto__": "mine"}}}}"#), "mine"),
        // Without questions, nobody knows whether it was typed.
        (r#"{"answers": {"Which?": "mine"}}"#.to_owned(), ""),
        (r#"{"answers": "mine"}"#.to_owned(), ""),
        ("null".to_owned(), ""),
    ];
    check_all(rows.into_iter().flat_map(|(details, expected)| {
        ["question", "another_tool"].map(|tool| {
            let text = format!(
                r#"[{{"type": "message", "message": {{"role": "toolResult", "toolName": "{tool}", "details": {details}}}}}]"#
            );
            let typed = Branch::read(&sent(&text), "question", ANSWERS).typed().join("|");
            (format!("{tool} {details}"), typed, expected.to_owned())
        })
    }));
    let many: Vec<Json> = (0..150)
        .map(|at| later(json!({"answers": [{"value": format!("t{at}"), "wasCustom": true}]}), "calls", &[]))
        .collect();
    let branch = Branch::read(&json!(many), "question", ANSWERS);
    assert_eq!(branch.typed().first().map(String::as_str), Some("t50"), "the last hundred");
    assert_eq!(branch.typed().last().map(String::as_str), Some("t149"));
}

#[test]
fn shapes_that_nobody_has_written_hold_nothing() {
    for text in [
        "null",
        "7",
        "{}",
        "[null, 7, [], {}]",
        r#"[{"type": "message"}]"#,
        r#"[{"type": "message", "message": {"role": "toolResult", "toolName": "question"}}]"#,
        r#"[{"type": "message", "message": {"role": "assistant", "stopReason": "toolUse", "content": "text"}}]"#,
        r#"[{"type": "message", "message": {"role": "assistant", "stopReason": "toolUse", "content": [null,
            {"type": "toolCall", "name": "question", "id": "c"},
            {"type": "toolCall", "name": "question", "id": "d", "arguments": {"questions": "?"}},
            {"type": "toolCall", "name": "bash", "id": "e", "arguments": {"questions": ["?"]}}]}}]"#,
        r#"[{"type": "custom_message", "customType": "question-answers", "details": {"calls": "c", "begun": [7]}}]"#,
        r#"[{"type": "custom", "customType": "question-answers", "data": [["c"]]}]"#,
    ] {
        let branch = Branch::read(&sent(text), "question", ANSWERS);
        let settings = Settings::default();
        let known: Vec<Late> = [branch.known(&settings), branch.last_interrupted(&settings)].concat();
        let known: Vec<_> = known.into_iter().filter(|late| late.calls != ["d"]).collect();
        assert_eq!(calls(&known), "", "{text}");
        assert_eq!((branch.typed().len(), branch.last_answered()), (0, None), "{text}");
    }
}

/// The text of a pending file with the questions of calls, answered or not.
fn file(calls: &str, answer: &str) -> String {
    let question = |call: &str| {
        format!(r#"{{"id": "{call}", "call": "{call}", "question": "{call}?", "options": ["yes"], "answer": {answer}}}"#)
    };
    let questions = calls.split_whitespace().map(question).collect::<Vec<_>>().join(", ");
    format!(r#"{{"sessionId": "s", "timestamp": "t", "questions": [{questions}]}}"#)
}

fn session(all: &str, pending: Option<&str>) -> Session {
    let read = |text: &str| match text.strip_prefix("unreadable: ") {
        Some(problem) => ReadFile::Problem { problem: problem.to_owned() },
        None => ReadFile::Text { text: text.to_owned(), mark: "f1".to_owned() },
    };
    let place = Place { id: "s".to_owned(), answers: ANSWERS.to_owned(), file: "F".to_owned(), pending: pending.map(read) };
    let delivered = json!({"type": "custom_message", "customType": ANSWERS, "details": {"file": "f1"}});
    let mut entries = entries(&all.replace(", delivered", ""));
    if all.ends_with(", delivered") {
        entries.as_array_mut().unwrap().push(delivered);
    }
    Session::read(&entries, place, &Settings::default())
}

/// What a plan comes to.
fn brief(plan: &Plan) -> String {
    let said = plan.say.iter().map(|said| {
        let mark = if said.tone == Tone::Warning { "! " } else { "" };
        format!("{mark}{}", said.text)
    });
    let removes = plan.is_delivered.then(|| "remove".to_owned());
    let delivers = plan.delivery.as_ref().map(|(result, late)| {
        let goes_on = if plan.goes_on { " and go on" } else { "" };
        let file = late.file.as_deref().map(|_| " of the file").unwrap_or_default();
        let answers = taken(&result.details);
        let labels: Vec<&str> = answers["answers"].as_array().unwrap().iter().map(|answer| answer["label"].as_str().unwrap()).collect();
        format!("send {} for {}{file}{goes_on}", labels.join(" "), late.calls.join("+"))
    });
    let asks = (!plan.ask.is_empty()).then(|| format!("ask {}", calls(&plan.ask)));
    let revises = plan.revises.then(|| "revise".to_owned());
    let used = plan.is_used.then(|| "--answers are used".to_owned());
    let all = removes.into_iter().chain(said).chain(delivers).chain(asks).chain(revises).chain(used);
    all.collect::<Vec<_>>().join("; ")
}

/// The ways in which a session begins: `p` print, `j` json, `r` rpc, `t` the terminal; then what pi was started with:
/// `s` nothing that matters, `+` a prompt, `@` a prompt with the pending file, and without any a session of a pi that runs.
fn beginning(how: &str, answers: Option<&str>) -> Beginning {
    let mode = match &how[..1] {
        "p" => HostMode::Print,
        "j" => HostMode::Json,
        "r" => HostMode::Rpc,
        _ => HostMode::Tui,
    };
    let start = how.get(1..2).map(|start| Start { has_prompt: start != "s", answers_pending_file: start == "@" });
    let has_ui = matches!(mode, HostMode::Rpc | HostMode::Tui);
    Beginning { answers: answers.map(str::to_owned), start, has_ui, host: Host { mode, now: Some(0) } }
}

const CUT_OFF: &str = "A question was cut off. pi -c asks it again; --answers answers it on the command line.";
const LEFT: &str = "The model has not acted on the answers that it was sent. Go on with: pi -c -p \"go on\"";
const SILENT: &str = "json mode shows nothing of a run without a prompt. Add one: pi --mode json -c \"go on\"";

#[test]
fn what_a_session_begins_with() {
    let (open, yes, bad) = (file("a", "null"), file("a", "\"yes\""), file("a", "7"));
    let two = file("a b", "null");
    let (open, yes, bad, two) = (Some(open.as_str()), Some(yes.as_str()), Some(bad.as_str()), Some(two.as_str()));
    let broken = Some("{}");
    let waiting = "user, ask a, pending a, assistant";
    let waits = "1 question waits in F. None has an answer yet.";
    // entries, pending file, the ways in which it begins, --answers → what happens
    let rows: &[(&str, Option<&str>, &str, Option<&str>, &str)] = &[
        // A new session has nothing to begin with.
        ("", yes, "ts ps rs t", Some("[\"no\"]"), ""),
        ("user, assistant", None, "ts ps js rs t r t+ p+ t@", None, ""),
        // Interrupted: asked again where somebody can be asked, unless a prompt comes next.
        ("user, ask a", None, "ts rs t r", None, "ask a"),
        ("user, ask a, begun a", None, "ts t", None, "ask a*"),
        ("user, ask a", None, "t+ p+ j+ t@ p@", None, ""),
        ("user, ask a", None, "ps js", None, CUT_OFF),
        ("user, ask a, user", None, "ts ps rs t", None, ""),
        // The file, without answers.
        (waiting, open, "ts t+ rs t r", None, "1 question waits in F. /questions answer opens them."),
        (waiting, open, "ps js p+", None, waits),
        (waiting, two, "ps", None, "2 questions wait in F. None has an answer yet."),
        (waiting, open, "t@ p@ j@", None, ""),
        (&format!("{waiting}, ask b"), open, "ts t", None, "1 question waits in F. /questions answer opens them.; ask b"),
        (&format!("{waiting}, ask b"), open, "ps", None, &format!("{waits}; {CUT_OFF}")),
        // The file, with answers: the model goes on with them, where that surprises nobody.
        (waiting, yes, "ts ps t p", None, "send yes for a of the file and go on"),
        (waiting, yes, "rs r t+ p+ j+", None, "send yes for a of the file"),
        (waiting, yes, "js", None, &format!("F: {SILENT}")),
        (waiting, yes, "j", None, "send yes for a of the file and go on"),
        (waiting, yes, "t@ p@", None, ""),
        (&format!("{waiting}, ask b"), yes, "ts", None, "send yes for a of the file; ask b"),
        (&format!("{waiting}, ask b"), yes, "ps", None, "send yes for a of the file and go on"),
        // pi ended between the file and the result.
        ("user, ask a", yes, "ts", None, "send yes for a of the file and go on"),
        (waiting, bad, "ps", None, "! F: q1 \"a?\": 7 is not one of the options"),
        // The file is of no use.
        (waiting, broken, "ts ps", None, "! F: \"sessionId\" is missing"),
        (waiting, Some("unreadable: it is a folder"), "ts", None, "! F: it is a folder"),
        ("user, ask a", broken, "ts", None, "! F: \"sessionId\" is missing; ask a"),
        // Its answers stand in the session.
        (&format!("{waiting}, delivered"), yes, "ts p+ r", None, "remove"),
        (&format!("{waiting}, delivered"), yes, "ps", None, &format!("remove; {LEFT}")),
        (&format!("{waiting}, delivered"), yes, "p@", None, ""),
        ("user, ask a, pending a, assistant, later a", None, "ps js", None, LEFT),
        ("user, ask a, pending a, assistant, later a", None, "ts rs p+ t", None, ""),
        // The command line comes before the file, and before the prompt with it.
        (waiting, open, "ts ps", Some("[\"yes\"]"), "send yes for a of the file and go on; --answers are used"),
        (waiting, yes, "p@ p+", Some("[\"mine\"]"), "send mine for a of the file; --answers are used"),
        (waiting, yes, "ps", Some("{}"), "send yes for a of the file and go on; --answers are used"),
        (waiting, two, "ps", Some("[\"yes\"]"), "! --answers: 1 answer for 2 questions; --answers are used"),
        (waiting, open, "ps", Some("{"), "! --answers: it is not JSON (line 1); --answers are used"),
        (waiting, open, "js", Some("[\"yes\"]"), &format!("--answers: {SILENT}; --answers are used")),
        (waiting, None, "ps", Some("[\"no\"]"), "send no for a and go on; --answers are used"),
        ("user, ask a", None, "ps", Some("[\"no\"]"), "send no for a and go on; --answers are used"),
        ("user, ask a", None, "p+", Some("[\"no\"]"), "send no for a; --answers are used"),
        ("user, ask a", None, "ts", Some("[]"), "! --answers: 0 answers for 1 question; ask a; --answers are used"),
        ("user, ask a", None, "ps", Some("[]"), &format!(
            "! --answers: 0 answers for 1 question; {CUT_OFF}; --answers are used"
        )),
        ("user, ask a b", None, "ts", Some("[\"no\"]"), "send no for a; ask b; --answers are used"),
        ("user, ask a b", None, "ps", Some("[\"no\"]"), "send no for a and go on; --answers are used"),
        // They are kept for the first questions of the run.
        ("user, assistant", None, "ps ts", Some("[\"no\"]"), ""),
    ];
    check_all(rows.iter().flat_map(|&(all, pending, ways, answers, expected)| {
        let session = session(all, pending);
        ways.split_whitespace().map(move |how| {
            let found = brief(&session.resume(&beginning(how, answers)));
            (format!("{all} + {pending:?}, {how} {answers:?}"), found, expected.to_owned())
        })
    }));
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
        (waiting, Some(&yes), ["ask a*", "No answers in this session yet.", "answers stand in it that were not sent"]),
        (
            waiting,
            Some(&broken),
            ["! F: \"sessionId\" is missing", "No answers in this session yet.", "\"sessionId\" is missing"],
        ),
        ("user, ask a, answered a, ask b c", Some(&open), ["ask a", "revise", "none"]),
        ("user, ask a, answered a, ask b c", None, ["ask b c", "revise", "none"]),
    ];
    check_all(rows.iter().map(|(all, pending, expected)| {
        let session = session(all, pending.map(String::as_str));
        let doubt = session.doubt().unwrap_or("none").to_owned();
        let found = [brief(&session.answer(true)), brief(&session.revise(true)), doubt].join(" / ");
        (format!("{all} + {pending:?}"), found, expected.join(" / "))
    }));
    let alone = session(&format!("{waiting}, ask b, answered b"), Some(&open));
    assert_eq!(brief(&alone.answer(false)), "! Nobody can be asked here. Answer the questions in F.");
    assert_eq!(brief(&alone.revise(false)), "! Nobody can be asked here.");
}

#[test]
fn answers_whose_questions_are_lost_cannot_be_opened_again() {
    let told = later(json!({"answers": [{"id": "q", "value": "a"}], "questions": []}), "calls", &["a"]);
    let place = || Place { answers: ANSWERS.to_owned(), ..Place::default() };
    let session = Session::read(&json!([told]), place(), &Settings::default());
    let said = "! These answers cannot be opened again. Error: No questions provided";
    assert_eq!(brief(&session.revise(true)), said);
    assert!(session.revision().is_none());
}

#[test]
fn the_listing() {
    let listing = |all: &str, pending: Option<&str>| session(all, pending).listing(40);
    assert_eq!(listing("user", None), "No questions in this session.");
    let answered = listing("user, ask a, answered a, ask b, cancelled b, ask c, pending c", None);
    let [first, second, waiting] = answered.split("\n\n").collect::<Vec<_>>()[..] else { panic!("{answered}") };
    assert!(first.contains("no") && second.contains("ancelled"), "{answered}");
    assert_eq!(waiting, "Waiting for answers (/questions answer):\n  c?");
    let pending = file("a", "null");
    assert_eq!(
        listing("user, ask a, pending a, ask b", Some(&pending)),
        "Waiting for answers (/questions answer):\n  b?\n\nWaiting in F (/questions answer):\n  a?"
    );
    assert_eq!(listing("user", Some("{}")), "F: \"sessionId\" is missing");
    let hostile = file("a\\u001b[2J\\n", "null");
    assert_eq!(listing("user", Some(&hostile)), "Waiting in F (/questions answer):\n  a?");
}

#[test]
fn the_questions_of_another_session_are_not_asked_here() {
    let place = Place {
        id: "here".to_owned(),
        file: "F".to_owned(),
        pending: Some(ReadFile::Text { text: file("a", "\"yes\""), mark: "f1".to_owned() }),
        ..Place::default()
    };
    let session = Session::read(&entries("user"), place, &Settings::default());
    let plan = brief(&session.resume(&beginning("ts", None)));
    assert!(plan.starts_with("! F: it holds the questions of another session. Continue that one with: pi --session s."));
    assert_eq!((session.pending().is_some(), session.is_delivered()), (false, false));
}

proptest! {
    /// Sessions and files may come from anywhere.
    #[test]
    fn nothing_in_a_session_is_too_odd(
        entries_damage in anything(),
        file_damage in anything(),
        answers in prop::option::of("\\PC{0,10}"),
    ) {
        let all = written(&entries("user, ask a b c, answered a, pending b, aborted c, later b, begun c"));
        let all = question_core::parse(&damaged(&all, &entries_damage)).unwrap_or_default();
        let text = damaged(&file("a b", "\"yes\""), &file_damage);
        let pending = Some(ReadFile::Text { text, mark: String::new() });
        let place = Place { id: "s".to_owned(), answers: ANSWERS.to_owned(), file: "F".to_owned(), pending };
        let session = Session::read(&all, place, &Settings::default());
        for how in ["ts", "ps", "r"] {
            let plan = session.resume(&beginning(how, answers.as_deref()));
            prop_assert!(plan.ask.iter().all(|late| !late.questionnaire.questions().is_empty()));
        }
        session.answer(true);
        session.revise(true);
        session.listing(30);
    }
}
