//! What the branch of a session holds: which calls are open, what was entered, and what was typed.

use super::history::{History, asks, begun, facts, given, left, open, start, two_questions};
use crate::common::json::{Parts as _, taken};
use crate::common::play::{self, answers};
use crate::common::{Action, Json, Played, after, draft, fail, form, json, kept, result, sent, submit, typed_answer};
use question_core::{Branch, Event, HostMode, REVISION, SessionFacts, Settings};

/// Checks which calls are open, with a star those with something entered, and which are asked when pi starts again.
fn check(rows: &[(&str, History, &[&str], &[&str])]) {
    for (why, history, open_calls, asked) in rows {
        let session = history.alone();
        assert_eq!(open(&session), *open_calls, "{why}");
        assert_eq!(asks(&begun(&session, &start(HostMode::Tui))), *asked, "{why}");
    }
}

#[test]
fn a_call_is_open_until_it_has_an_answer() {
    let one = || History::new().prompt().asks(&["a"]);
    let two = || History::new().prompt().asks(&["a", "b"]);
    let stopped = || json!({"outcome": "aborted", "shown": false});
    check(&[
        ("nothing was asked", History::new().prompt().reply(), &[], &[]),
        ("pi was killed", one(), &["a"], &["a"]),
        ("pi was killed in the first of two", two(), &["a", "b"], &["a", "b"]),
        ("pi was killed in the second", two().answered("a", "yes"), &["b"], &["b"]),
        ("the terminal was closed", one().aborted("a", &[]), &["a"], &["a"]),
        ("the terminal was closed after an answer", one().aborted("a", &["yes"]), &["a*"], &["a"]),
        ("the program went away", one().ended("a", &[Action::Disconnect]), &["a"], &["a"]),
        (
            "it went away, and the model's reply failed",
            one().ended("a", &[Action::Disconnect]).breaks_off("error"),
            &["a"],
            &["a"],
        ),
        ("the user has answered", one().answered("a", "yes"), &[], &[]),
        ("the user has left the form", one().cancelled("a").reply(), &[], &[]),
        ("the user would rather talk", one().ended("a", &[Action::Discuss, submit("why?")]), &[], &[]),
        ("the form has failed", one().ended("a", &[fail()]), &[], &[]),
        (
            "the program has aborted the run",
            one().result_with("a", json!({"outcome": "aborted", "mode": "rpc"})),
            &[],
            &[],
        ),
        ("the user has stopped the run before the form was shown", one().result_with("a", stopped()), &[], &[]),
        ("the same, and then pi was killed", two().result_with("a", stopped()).aborted("b", &[]), &["b"], &["b"]),
        (
            "pi has written a result of its own for the second, as its program went away",
            two().ended("a", &[Action::Disconnect]).not_begun("b").breaks_off("aborted"),
            &["a", "b"],
            &["a", "b"],
        ),
        ("pi was ended while another tool ran", one().not_begun("a"), &["a"], &["a"]),
        (
            "the user has aborted the run",
            two().result_with("a", stopped()).not_begun("b").own_entry(json!({"closes": ["b"]})),
            &[],
            &[],
        ),
        ("pi has refused the call", one().result("a", json!({})), &[], &[]),
        ("the call was not complete", History::new().prompt().asks_ending_in("length", "a"), &[], &[]),
        ("pi has run it all the same", History::new().prompt().asks_ending_in("stop", "a").left("a"), &["a"], &[]),
        ("the call waits in the file", left(), &["a"], &[]),
        ("it was answered later", left().told(&["a"], &["yes"]), &[], &[]),
        ("it was answered in words", left().answered_in_words(&["a"]), &[], &[]),
        ("both were answered in words", two().answered_in_words(&["a", "b"]), &[], &[]),
        ("another was answered later", two().told(&["b"], &["yes"]), &["a"], &["a"]),
        ("something was entered later", left().draft("a", &["yes"]), &["a*"], &[]),
        ("something was entered in a form again", one().aborted("a", &[]).draft("a", &["yes"]), &["a*"], &["a"]),
        ("something was entered after the answer", left().told(&["a"], &["yes"]).draft("a", &["no"]), &[], &[]),
    ]);
}

#[test]
fn a_form_that_was_cut_off_is_asked_again_by_itself_until_the_user_goes_on() {
    let one = || History::new().prompt().asks(&["a"]);
    let both = [Action::Digit(1), submit("so"), Action::Confirm];
    check(&[
        ("the user has gone on", one().prompt(), &["a"], &[]),
        (
            "another extension has an entry with the same fields",
            one().entry(json!({"type": "custom", "customType": "another", "data": {"closes": ["a"]}})),
            &["a"],
            &["a"],
        ),
        ("the model has gone on", one().reply(), &["a"], &["a"]),
        ("pi has told the model of a tool", one().message(json!({"role": "system"})), &["a"], &["a"]),
        ("the model's reply was aborted", one().breaks_off("aborted"), &["a"], &["a"]),
        ("the last one alone", one().prompt().asks(&["b"]), &["a", "b"], &["b"]),
        (
            "an answer to another one does not close it",
            one().aborted("a", &[]).asks(&["b"]).answered("b", "yes"),
            &["a"],
            &["a"],
        ),
        (
            "an answer to an equal one of the same message does not close it",
            History::new()
                .prompt()
                .calls("toolUse", vec![("a", two_questions()), ("b", two_questions())])
                .ended("a", &both),
            &["b"],
            &["b"],
        ),
        (
            "an answer when it was asked again closes it",
            one().aborted("a", &[]).asks(&["a"]).answered("a", "yes"),
            &[],
            &[],
        ),
        (
            "an answer to an earlier one does not",
            one().answered("a", "yes").asks(&["b"]).aborted("b", &[]),
            &["b"],
            &["b"],
        ),
        (
            "a later answer when it was asked again closes it",
            one().aborted("a", &[]).asks_and_leaves(&["a"]).told(&["a"], &["yes"]),
            &[],
            &[],
        ),
        (
            "but not one that was left for later",
            History::new().asks_and_leaves(&["a"]).asks(&["b"]).answered("b", "no"),
            &["a"],
            &[],
        ),
    ]);
}

/// A run answers for the calls that it makes; what waited before it is late.
#[test]
fn the_calls_of_a_run_are_not_late_while_it_goes_on() {
    let rows: [(&str, History, &[&str]); 5] = [
        ("the call is being asked", History::new().prompt().asks(&["a"]), &[]),
        ("one of two has an answer", History::new().prompt().asks(&["a", "b"]).answered("a", "yes"), &[]),
        ("another was left before", left().prompt().asks(&["b"]), &["a"]),
        ("another was cut off before", History::new().prompt().asks(&["a"]).prompt().asks(&["b"]), &["a"]),
        ("the model has not asked yet", History::new().prompt().asks(&["a"]).prompt(), &["a"]),
    ];
    for (why, history, expected) in rows {
        let running = SessionFacts { is_running: true, ..facts(Vec::new()) };
        assert_eq!(open(&history.session_in(running, &Settings::default())), expected, "{why}");
    }
}

/// An entry keeps a message until a run takes it in. Both count as one.
#[test]
fn an_answer_that_a_run_has_not_taken_in_counts_once() {
    let before = left().prompt();
    let told = before.clone().told(&["a"], &["yes"]).entries.pop().expect("it is there");
    let mut details = told.at("details").clone();
    details["id"] = json!("m1");
    let mut data = details.clone();
    data["content"] = json!("told later");
    let kept = before.own_entry(data);
    let both = kept.clone().own_message(details);
    let listing = kept.alone().listing(80);
    assert!(listing.contains("yes"), "{listing}");
    assert_eq!(both.alone().listing(80), listing);
    for history in [kept, both] {
        assert_eq!(open(&history.alone()), [""; 0], "the call is closed");
        assert_eq!(history.alone().plan(&Event::Revise(HostMode::Tui)).ask.len(), 1, "it can be revised");
    }
}

/// Some providers call each first call of a message `call_0`.
#[test]
fn calls_with_the_same_id_are_told_apart() {
    let first = || History::new().prompt().asks_about("call_0", "First?");
    let both_left = || first().left("call_0").asks_about("call_0", "Second?").left("call_0");
    let second = |history: History| history.asks_about("call_0", "Second?");
    let runs = json!({"role": "assistant", "stopReason": "toolUse", "content": [{"type": "toolCall", "id": "call_0"}]});
    let ran = json!({"role": "toolResult", "toolName": "bash", "toolCallId": "call_0", "content": "done"});
    let rows: [(&str, History, &[&str]); 9] = [
        ("both wait", both_left(), &["First?", "Second?"]),
        ("the second was answered", second(first().left("call_0")).answered("call_0", "yes"), &["First?"]),
        ("the first was cut off", second(first()).cancelled("call_0"), &["First?"]),
        ("the first was answered", second(first().answered("call_0", "yes")), &["Second?"]),
        ("the first was answered later", both_left().told(&["e2/call_0"], &["yes"]), &["Second?"]),
        ("another tool ran", first().left("call_0").message(runs).message(ran), &["First?"]),
        (
            "pi has failed a later call that was not complete",
            first().left("call_0").asks_ending_in("length", "call_0").result("call_0", json!({})),
            &["First?"],
        ),
        (
            "pi has failed a call of a message that was aborted",
            first().left("call_0").asks_ending_in("aborted", "call_0").result("call_0", json!({})),
            &["First?"],
        ),
        ("an id alone means the last", both_left().own_entry(json!({"closes": ["call_0"]})), &["First?"]),
    ];
    for (why, history, expected) in rows {
        let session = history.alone();
        let open = ["e2/call_0", "e3/call_0", "e4/call_0"].iter().filter_map(|name| session.open_call(name));
        let prompts: Vec<String> = open.map(|open| open.questionnaire().questions()[0].prompt.clone()).collect();
        assert_eq!(prompts, expected, "{why}");
    }
    let both = second(first().aborted("call_0", &["yes"])).left("call_0").alone();
    let are_none = |name: &str| both.open_call(name).map(|open| open.replies().are_none());
    let found = ["e2/call_0", "e4/call_0", "call_0", "e9/call_0", "e2/a"].map(are_none);
    assert_eq!(found, [Some(false), Some(true), Some(true), None, None], "what was entered stays with its call");
}

/// What lies too deep in an entry is left out, and nothing else.
#[test]
fn an_entry_that_is_nested_deeply_hides_nothing() {
    let asked = || History::new().prompt().asks(&["a"]).left("a").reply();
    let call = json!({"questions": ["Why?"], "metadata": {"of": "DEEP"}});
    let rows = [
        ("a call", asked().asks_with("deep", call), vec!["a", "deep"]),
        ("the result of another tool", asked().message(json!({"role": "toolResult", "details": "DEEP"})), vec!["a"]),
        ("an entry of another extension", asked().entry(json!({"type": "custom", "data": "DEEP"})), vec!["a"]),
        ("a message of this tool", asked().own_message(json!({"closes": ["a"], "metadata": "DEEP"})), vec![]),
        ("a message of the model", asked().message(json!({"role": "assistant", "content": "DEEP"})), vec!["a"]),
    ];
    for (what, history, expected) in rows {
        for levels in [120, 200, 50_000] {
            let deep = ["[".repeat(levels), "]".repeat(levels)].concat();
            let session = read(&history.entries().replace("\"DEEP\"", &deep));
            assert_eq!(open(&session), expected, "{what}, {levels} levels");
        }
    }
    let null = json!({"role": "assistant", "stopReason": "aborted", "content": null});
    assert_eq!(open(&asked().message(null).alone()), ["a"], "a message without content");
}

fn read(entries: &str) -> Branch {
    Branch::read(entries, facts(Vec::new()), &Settings::default())
}

#[test]
fn what_was_typed_before_is_offered_again() {
    let asked = json!([{"id": "q", "prompt": "Which?", "options": ["yes"]}]);
    let boxes = json!([{"id": "q", "prompt": "Which?", "options": ["yes"], "mode": "multi"}]);
    let secret = json!([{"id": "q", "prompt": "Which?", "options": ["yes"], "secret": true}]);
    let option = json!({"id": "q", "mode": "single", "prompt": "Which?", "value": "yes", "label": "yes", "wasCustom": false, "index": 1});
    let several = json!({"id": "q", "mode": "multi", "prompt": "Which?", "value": ["yes", "a, b", "c"], "label": ["yes", "a, b", "c"],
        "wasCustom": [false, true, true], "index": [1, null, null]});
    let unsent = json!([{"id": "q", "text": "a", "note": "b", "unchecked": ["c"]}, {"text": "d"}]);
    let mine = || json!([typed_answer("q", "mine")]);
    let rows = [
        ("an answer", kept(&asked, json!({"answers": (mine())})), vec!["mine"]),
        ("an option", kept(&asked, json!({"answers": [option]})), vec![]),
        ("texts among boxes", kept(&boxes, json!({"answers": [several]})), vec!["a, b", "c"]),
        ("drafts", kept(&asked, json!({"unsent": (unsent.clone())})), vec!["a\nc", "b", "d"]),
        ("both", kept(&asked, json!({"answers": (mine()), "unsent": unsent})), vec!["mine", "a\nc", "b", "d"]),
        (
            "a secret",
            kept(&secret, json!({"answers": (mine()), "unsent": [{"id": "q", "text": "a"}, {"text": "b"}]})),
            vec!["b"],
        ),
        (
            "another dialect",
            json!({"answers": {"Which?": "mine"}, "record": (kept(&asked, json!({"answers": (mine())})))}),
            vec!["mine"],
        ),
        ("another tool", json!({"answers": [{"question": "?", "answer": "mine", "wasCustom": true}]}), vec![]),
        ("no details", json!(null), vec![]),
    ];
    for (what, details, expected) in rows {
        assert_eq!(History::new().asks(&["a"]).result("a", details).alone().typed(), expected, "{what}");
    }
    let text = |at: usize| kept(&asked, json!({"answers": [typed_answer("q", &format!("t{at}"))]}));
    let many = (0..150).fold(History::new(), |history, at| history.own_message(text(at))).alone().typed();
    assert_eq!(
        (many.first().map(String::as_str), many.last().map(String::as_str)),
        (Some("t50"), Some("t149")),
        "the last hundred"
    );
}

#[test]
fn what_was_entered_is_there_again_where_the_same_is_asked_again() {
    use Action::{Abort, Cancel, Confirm, CursorDown, Digit, Discuss, Leave, NextTab, Note, Toggle};
    let asked = json!({"questions": [
        {"id": "db", "label": "DB", "prompt": "Which?", "options": ["A", "B"]},
        {"id": "on", "label": "On", "prompt": "Where?", "options": ["C", "D"], "mode": "multi"},
        {"id": "name", "label": "Name", "prompt": "Name?"},
    ]});
    let entered = [Digit(2), Toggle, Digit(0), submit("E"), NextTab, draft("shop")];
    let all = r#"db=B (2) on=[C (1), "E" (typed)]"#;
    let ways: [(&str, &[Action], &str); 7] = [
        ("aborted", &[Abort], all),
        ("discussed", &[Cancel, Discuss, submit("Wait")], all),
        ("left with what there is", &[Cancel, Cancel, CursorDown, Confirm], all),
        ("left at once", &[Leave, Leave], all),
        ("discarded", &[Cancel, Cancel, CursorDown, CursorDown, CursorDown, Confirm], ""),
        ("answered", &[submit("shop"), Confirm], ""),
        ("aborted, with a note", &[Cancel, Note, submit("short"), Abort], all),
    ];
    for (how, way, expected) in ways {
        let result = result(&after(form(&asked), &[entered.as_slice(), way].concat()));
        let session = History::new().asks_with("a", asked.clone()).result("a", taken(&result.details)).alone();
        let again = |arguments: &Json| form(arguments).opened(session.entered(&crate::common::asked(arguments), None));
        assert_eq!(answers(&again(&asked)).join(" "), expected, "{how}");
        let drafts = play::kept(&play::abort(&again(&asked)));
        assert_eq!(drafts.contains("shop"), !expected.is_empty(), "{how}: {drafts}");
        let others = json!({"questions": [{"prompt": "Which?", "options": ["A", "B", "C"]}, {"prompt": "Named?"}]});
        assert_eq!(answers(&again(&others)), [""; 0], "{how}");
    }
}

/// Two questions of a call may have the same prompt.
#[test]
fn what_was_entered_is_restored_once_and_to_the_question_with_the_same_id() {
    use Action::{Abort, NextTab};
    let asked = |ids: &[&str]| json!({"questions": ids.iter().map(|id| json!({"id": (*id), "prompt": "Name?"})).collect::<Vec<_>>()});
    let first =
        History::new().asks_with("a", asked(&["old", "new"])).ended("a", &[draft("A"), NextTab, draft("B"), Abort]);
    // An earlier call has asked the same, once.
    let before = History::new().asks_with("a", asked(&["old"])).ended("a", &[draft("A"), Abort]);
    let both = before.asks_with("b", asked(&["new"])).ended("b", &[draft("B"), Abort]);
    let rows = [
        ("both again", &first, &["old", "new"][..], &["old: A", "new: B"][..]),
        ("in another order", &first, &["new", "old"], &["new: B", "old: A"]),
        ("with other ids", &first, &["x", "y"], &["x: A", "y: B"]),
        ("one more", &first, &["x", "new", "old"], &["new: B", "old: A"]),
        ("one alone", &first, &["new"], &["new: B"]),
        ("from two calls", &both, &["old", "new"], &["old: A", "new: B"]),
    ];
    for (why, history, ids, expected) in rows {
        let asked = asked(ids);
        let form = form(&asked).opened(history.alone().entered(&crate::common::asked(&asked), None));
        let details = taken(&result(&after(form, &[Abort])).details);
        let text = |entered: &Json, name: &str| format!("{}: {}", entered.at("id").string(), entered.at(name).string());
        let answers = details.at("answers").items().iter().map(|answer| text(answer, "value"));
        let texts = answers.chain(details.at("unsent").items().iter().map(|unsent| text(unsent, "text")));
        assert_eq!(texts.collect::<Vec<_>>(), expected, "{why}");
    }
}

/// The same prompt with another way to answer it is another question.
#[test]
fn what_was_entered_is_not_restored_to_another_question() {
    let asked = json!({"prompt": "Which?", "options": ["A", "B"]});
    let session = History::new()
        .asks_with("a", json!([asked]))
        .ended("a", &[Action::Digit(0), draft("half"), Action::Abort])
        .alone();
    let rows = [
        ("the same", json!({}), true),
        ("another prompt", json!({"prompt": "Which one?"}), false),
        ("other options", json!({"options": ["A", "C"]}), false),
        ("several choices", json!({"mode": "multi"}), false),
        ("no free text", json!({"allowCustom": false}), false),
    ];
    for (what, changes, is_restored) in rows {
        let fields = [&asked, &changes].into_iter().filter_map(|fields| fields.as_object().cloned()).flatten();
        let again = crate::common::asked(&json!([fields.collect::<Json>()]));
        assert_eq!(!session.entered(&again, None).drafts.are_none(), is_restored, "{what}");
    }
}

/// A message about a call belongs to the last form with any of its questions.
#[test]
fn the_message_that_was_not_sent_is_that_of_the_last_form_with_a_question() {
    use Action::{Abort, Discuss};
    let said = |history: History, call: &str, questions: &Json, text: &str| {
        history.asks_with(call, questions.clone()).ended(call, &[Discuss, draft(text), Abort])
    };
    let asks = |prompt: &str| json!({"prompt": prompt, "options": ["yes", "no"]});
    let [old, new, both] = [json!([asks("Old?")]), json!([asks("New?")]), json!([asks("Old?"), asks("New?")])];
    let history = said(said(History::new(), "a", &old, "earlier"), "b", &new, "later");
    let rows =
        [(&old, Some("earlier")), (&new, Some("later")), (&both, Some("later")), (&json!([asks("Another?")]), None)];
    for (questions, expected) in rows {
        let entered = history.alone().entered(&crate::common::asked(questions), None);
        assert_eq!(entered.discussion.as_deref(), expected, "{questions}");
    }
}

/// A draft brings its picture into the next form with the question, whatever its id; other texts get none.
#[test]
fn the_pictures_of_a_session_are_known_in_its_next_form() {
    let asks = |id: &str, prompt: &str| json!({"questions": [{"id": id, "prompt": prompt}]});
    let text = "as [picture 1: a.png]";
    let history = History::new().asks_with("a", asks("q", "Why?"));
    let history = history.ended("a", &[Action::Attach("/a.png".to_owned()), draft(text), Action::Abort]);
    for (arguments, expected, number) in
        [(asks("q", "Why?"), 1, 2), (asks("other", "Why?"), 1, 2), (asks("q", "How?"), 0, 2)]
    {
        let opening = history.alone().entered(&crate::common::asked(&arguments), None);
        let next = after(form(&arguments).opened(opening), &[Action::Type, Action::Attach("/b.png".to_owned())]);
        assert_eq!(next.to_form().marker("/b.png"), Some(format!("[picture {number}: b.png]")), "{arguments}");
        let sent = result(&after(next, &[submit(text)])).details.pictures.unwrap_or_default();
        assert_eq!(sent.len(), expected, "{arguments}");
    }
}

/// A call that showed no form says nothing about what was entered before it.
#[test]
fn what_was_entered_is_there_again_in_every_form_until_the_user_ends_one() {
    use Action::{Abort, Cancel, Confirm, CursorDown, Digit, Disconnect};
    let asked = json!({"questions": [{"prompt": "Which?", "options": ["A", "B"]}, {"prompt": "Name?"}]});
    let leave = [Digit(2), draft("half"), Cancel, Cancel, CursorDown, Confirm];
    let left = || History::new().asks_with("a", asked.clone()).ended("a", &leave).prompt();
    let again = || left().asks_with("b", asked.clone());
    let unasked = |ending: Action| again().ended("b", &[ending]);
    let stopped = json!({"outcome": "aborted", "shown": false});
    let unavailable = json!({"outcome": "unavailable", "mode": "print"});
    let discarded = &[Digit(2), Cancel, Cancel, CursorDown, CursorDown, CursorDown, Confirm];
    let rows = [
        ("it was killed", again(), true),
        ("it waits in the file", again().left("b"), true),
        ("it was stopped before it was shown", again().result_with("b", stopped), true),
        ("pi was ending", unasked(Abort), true),
        ("the program had gone", unasked(Disconnect), true),
        ("nobody could be asked", again().result_with("b", unavailable), true),
        ("it was discarded", again().ended("b", discarded), false),
    ];
    let kept = |form: &Played| {
        let details = play::abort(form).details;
        (details.answers, details.unsent)
    };
    let expected = kept(&after(form(&asked), &[Digit(2), draft("half")]));
    for (how, history, is_kept) in rows {
        let live = form(&asked).opened(history.alone().entered(&crate::common::asked(&asked), None));
        assert_eq!(kept(&live) == expected, is_kept, "{how}: {:?}", kept(&live));
        // What comes later begins with the same, and nothing of it is sent unless the form is.
        let session = history.alone();
        if let Some(open) = session.open_call("b") {
            assert_eq!(kept(&Played::of_open(&open, &Settings::default())), expected, "{how}, later");
            let plan = begun(&session, &given(start(HostMode::Tui), "{\"q2\": \"shop\"}"));
            assert!(plan.delivery.is_none(), "{how}");
        }
    }
}

#[test]
fn the_answers_that_were_given_last_are_revised() {
    let one = || History::new().prompt().asks(&["a"]);
    let answered = || one().answered("a", "no");
    let rows = [
        ("nothing was answered", one().cancelled("a"), None),
        ("a call waits", one().left("a"), None),
        ("it was answered in words", one().left("a").answered_in_words(&["a"]), None),
        ("a call was answered", answered(), Some("a?")),
        ("another was left without an answer", answered().asks(&["b"]).cancelled("b"), Some("a?")),
        ("another was answered", answered().asks(&["b"]).answered("b", "yes"), Some("b?")),
        ("it was answered later", one().left("a").reply().told(&["a"], &["yes"]), Some("a?")),
        ("what was entered so far", one().aborted("a", &["yes"]), Some("a?")),
    ];
    for (why, history, expected) in rows {
        let revision = history.alone().inquiry(REVISION);
        let prompt = revision.map(|(questionnaire, ..)| questionnaire.questions()[0].prompt.clone());
        assert_eq!(prompt.as_deref(), expected, "{why}");
    }
}

#[test]
fn shapes_that_nobody_has_written_hold_nothing() {
    let calls = r#"[null, {"type": "toolCall", "name": "question", "id": "c"},
        {"type": "toolCall", "name": "bash", "id": "e", "arguments": {"questions": ["?"]}}]"#;
    let assistant = |content| json!({"role": "assistant", "stopReason": "toolUse", "content": (content)});
    let histories = [
        History::new().own_message(json!({"closes": "c", "drafts": [7, null, "/", ""], "file": 5})),
        History::new().own_entry(json!([["c"]])),
        History::new().entry(json!({"type": "message"})),
        History::new().message(json!({"role": "toolResult", "toolName": "question"})),
        History::new().message(assistant(json!("text"))),
        History::new().message(assistant(sent(calls))),
    ];
    let texts = ["null", "7", "{}", "[null, 7, [], {}]", ""].map(str::to_owned);
    for text in histories.iter().map(History::entries).chain(texts) {
        let session = read(&text);
        assert_eq!(open(&session), [""; 0], "{text}");
        assert!(session.typed().is_empty() && session.inquiry(REVISION).is_none(), "{text}");
    }
}

/// What has no `/` stands for the whole id of a tool call.
#[test]
fn an_id_with_a_slash_is_not_taken_for_the_name_of_another_call() {
    let history = History::new().prompt().asks_about("x/a", "First?").asks_about("a", "Second?");
    let open = history.alone().open_call("x/a").expect("it is open");
    assert_eq!(open.questionnaire().questions()[0].prompt, "First?");
}
