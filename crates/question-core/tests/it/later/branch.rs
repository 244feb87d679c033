//! What the branch of a session holds: late questions, what was typed, and what it ends in.

use crate::common::json::taken;
use crate::common::play::{self, answers};
use crate::common::{Action, Json, after, check_all, draft, form, json, kept, result, sent, submit, typed_answer};
use question_core::{Branch, Late, Settings};

pub(super) const ANSWERS: &str = "question-answers";

fn asked(call: &str) -> Json {
    json!({"questions": [{"id": "q", "prompt": format!("{call}?"), "options": ["yes", "no"]}]})
}

/// The details of a result, as a call or a later message has them.
pub(super) fn details(outcome: &str, call: &str) -> Json {
    let answer = json!({"id": "q", "mode": "single", "prompt": "?", "value": "no", "label": "no", "wasCustom": false, "index": 2});
    let answers = if ["answered", "begun"].contains(&outcome) { vec![answer] } else { Vec::new() };
    let (outcome, mode, shown) = match outcome {
        "begun" => ("aborted", "tui", Json::Null),
        "rpc" => ("aborted", "rpc", Json::Null),
        "stopped" => ("aborted", "tui", json!(false)),
        outcome => (outcome, "tui", Json::Null),
    };
    kept(&asked(call), json!({"outcome": outcome, "mode": mode, "answers": answers, "shown": shown}))
}

/// An object with further fields.
fn with(object: Json, more: Json) -> Json {
    let fields = |object: Json| match object {
        Json::Object(fields) => fields,
        other => panic!("no object: {other}"),
    };
    fields(object).into_iter().chain(fields(more)).collect()
}

fn message(role: &str, more: Json) -> Json {
    json!({"type": "message", "message": with(json!({"role": role}), more)})
}

pub(super) fn later(details: Json, calls: Json) -> Json {
    json!({"type": "custom_message", "customType": ANSWERS, "content": "told later", "details": with(details, calls)})
}

/// The entries of a session, each in a word or two:
/// `ask CALLS` and `broken CALLS` a message of the model with calls, run or not; `OUTCOME CALL` a result, in the mode tui
/// but for `rpc CALL`, which was aborted in rpc mode, and `stopped CALL`, before it was shown; `later CALLS`, `begun CALLS` and `words CALLS` what came of a call
/// when it was over, `delivered` what came of the file with the mark f1; a role alone a message.
pub(super) fn entries(all: &str) -> Json {
    let entry = |entry: &str| {
        let (kind, rest) = entry.split_once(' ').unwrap_or((entry, ""));
        let calls: Vec<&str> = rest.split_whitespace().collect();
        let call = calls.first().copied().unwrap_or_default();
        let part = |id: &&str| json!({"type": "toolCall", "name": "question", "id": id, "arguments": asked(id)});
        let parts: Vec<Json> = calls.iter().map(part).collect();
        let told = json!([{"type": "text", "text": "told"}]);
        match kind {
            "ask" => message("assistant", json!({"stopReason": "toolUse", "content": parts})),
            "broken" => message("assistant", json!({"stopReason": "length", "content": parts})),
            "assistant" => message("assistant", json!({"stopReason": "stop", "content": [{}]})),
            "nothing" => message("assistant", json!({"stopReason": "aborted", "content": []})),
            "failure" => message("assistant", json!({"stopReason": "error", "content": []})),
            "later" => later(details("answered", call), json!({"calls": calls})),
            "begun" => later(details("begun", call), json!({"begun": calls})),
            "words" => json!({"type": "custom", "customType": ANSWERS, "data": {"calls": calls}}),
            "lost" => json!({"type": "custom", "customType": ANSWERS, "data": {"lost": call}}),
            "delivered" => json!({"type": "custom_message", "customType": ANSWERS, "details": {"file": "f1"}}),
            "other" => json!({"type": "custom_message", "customType": "another"}),
            "user" | "system" => message(kind, json!({})),
            outcome => message(
                "toolResult",
                json!({"toolCallId": call, "toolName": "question", "content": told, "details": details(outcome, call)}),
            ),
        }
    };
    json!(all.split(", ").filter(|entry| !entry.is_empty()).map(entry).collect::<Vec<_>>())
}

fn branch(all: &str) -> Branch {
    Branch::read(&entries(all), "question", ANSWERS)
}

/// The calls, those with answers so far marked.
pub(super) fn calls(late: &[Late]) -> String {
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
        ("user, ask a, connection_lost a", "a | a"),
        ("user, ask a, connection_lost a, failure", "a | a"),
        // The user stopped the run before it was shown.
        ("user, ask a, stopped a", " | "),
        ("user, ask a b, stopped a, aborted b", "b | b"),
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
        let last = branch.last_answered().map_or("none", |record| record.questions[0].prompt.as_str());
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
    assert_eq!(["f1", "f2"].map(|mark| branch.holds_file(mark, "c")), [true, false]);
}

#[test]
fn what_was_typed_before() {
    let asked = json!([{"id": "q", "prompt": "Which?", "options": ["yes"]}]);
    let boxes = json!([{"id": "q", "prompt": "Which?", "options": ["yes"], "mode": "multi"}]);
    let secret = json!([{"id": "q", "prompt": "Which?", "options": ["yes"], "secret": true}]);
    let option = json!({"id": "q", "mode": "single", "prompt": "Which?", "value": "yes", "label": "yes", "wasCustom": false, "index": 1});
    let several = json!({"id": "q", "mode": "multi", "prompt": "Which?", "value": ["yes", "a, b", "c"], "label": ["yes", "a, b", "c"],
        "wasCustom": [false, true, true], "index": [1, null, null]});
    let unsent = json!([{"id": "q", "text": "a", "note": "b", "unchecked": ["c"]}, {"text": "d"}]);
    let rows = [
        (kept(&asked, json!({"answers": [typed_answer("q", "mine")]})), "mine"),
        (kept(&asked, json!({"answers": [option]})), ""),
        (kept(&boxes, json!({"answers": [several]})), "a, b|c"),
        (kept(&asked, json!({"unsent": (unsent.clone())})), "a|b|c|d"),
        (kept(&asked, json!({"answers": [typed_answer("q", "mine")], "unsent": unsent})), "mine|a|b|c|d"),
        // what is nobody else's business
        (
            kept(
                &secret,
                json!({"answers": [typed_answer("q", "mine")], "unsent": [{"id": "q", "text": "a"}, {"text": "b"}]}),
            ),
            "b",
        ),
        // in another dialect, and of another tool
        (
            json!({"answers": {"Which?": "mine"}, "record": kept(&asked, json!({"answers": [typed_answer("q", "mine")]}))}),
            "mine",
        ),
        (json!({"answers": [{"question": "?", "answer": "mine", "wasCustom": true}]}), ""),
        (json!(null), ""),
    ];
    let result = |details: &Json| message("toolResult", json!({"toolName": "question", "details": details}));
    check_all(rows.into_iter().map(|(details, expected)| {
        let typed = Branch::read(&json!([result(&details)]), "question", ANSWERS).typed().join("|");
        (details.to_string(), typed, expected.to_owned())
    }));
    let text = |at: usize| kept(&asked, json!({"answers": [typed_answer("q", &format!("t{at}"))]}));
    let many: Vec<Json> = (0..150).map(|at| later(text(at), json!({}))).collect();
    let branch = Branch::read(&json!(many), "question", ANSWERS);
    assert_eq!(branch.typed().first().map(String::as_str), Some("t50"), "the last hundred");
    assert_eq!(branch.typed().last().map(String::as_str), Some("t149"));
}

#[test]
fn what_was_entered_is_there_again_where_the_same_is_asked_again() {
    use Action::{Abort, Cancel, Confirm, CursorDown, Digit, Discuss, NextTab, Note, Toggle};
    let asked = json!({"questions": [
        {"id": "db", "label": "DB", "prompt": "Which?", "options": ["A", "B"]},
        {"id": "on", "label": "On", "prompt": "Where?", "options": ["C", "D"], "mode": "multi"},
        {"id": "name", "label": "Name", "prompt": "Name?"},
    ]});
    let entered = [Digit(2), Toggle, Digit(0), submit("E"), NextTab, draft("shop")];
    let all = r#"db=B (2) on=[C (1), "E" (typed)]"#;
    let ways: [(&[Action], &str); 6] = [
        (&[Abort], all),
        (&[Cancel, Discuss, submit("Wait")], all),
        (&[Cancel, Cancel, CursorDown, Confirm], all),
        // Discarded.
        (&[Cancel, Cancel, CursorDown, CursorDown, Confirm], ""),
        // Answered.
        (&[submit("shop"), Confirm], ""),
        (&[Cancel, Note, submit("short"), Abort], all),
    ];
    for (way, expected) in ways {
        let result = result(&after(form(&asked), &[entered.as_slice(), way].concat()));
        let told = message("toolResult", json!({"toolName": "question", "details": taken(&result.details)}));
        let branch = Branch::read(&json!([told]), "question", ANSWERS);
        let again = |arguments: &Json| form(arguments).with_drafts(branch.drafts(&crate::common::asked(arguments)));
        assert_eq!(answers(&again(&asked)).join(" "), expected, "{way:?}");
        let drafts = play::kept(&play::abort(&again(&asked)));
        assert_eq!(drafts.contains("shop"), !expected.is_empty(), "{way:?}: {drafts}");
        let others = json!({"questions": [{"prompt": "Which?", "options": ["A", "B", "C"]}, {"prompt": "Named?"}]});
        assert_eq!(answers(&again(&others)), [""; 0], "{way:?}");
    }
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
