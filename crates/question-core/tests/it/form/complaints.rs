//! What people complain about in other question tools, each once: it must not happen here. The issues are those that
//! FIELD.md names.

use crate::common::play::kept;
use crate::common::{
    Action, Played, TUI, after, ask, check, draft, fail, form, json, one, result, seen, submit, three,
};
use Action::{
    Abort, Cancel, Confirm, CursorDown, CursorUp, Digit, Discuss, Filter, NextTab, Note, PageDown, PrevTab, Toggle,
    ToggleAll,
};
use question_core::{Focus, Host, HostMode, Outcome, Step};

/// Esc, and "Send what I have".
const SEND: [Action; 3] = [Cancel, CursorDown, Confirm];

fn boxes() -> Played {
    form(&json!({"questions": [
        {"id": "db", "label": "DB", "prompt": "Which?", "mode": "multi", "options": ["PostgreSQL", "SQLite", "MySQL"]},
        {"id": "go", "label": "Go", "prompt": "Go?", "options": ["Yes", "No"]},
    ]}))
}

/// What is kept after each way in which a form can end early without the user discarding anything: what the model reads,
/// and what waits to be asked again.
fn early_ends(new: fn() -> Played, actions: &[Action]) -> Vec<(String, String)> {
    let ways: [&[Action]; 4] = [&SEND, &[Abort], &[fail()], &[Discuss, submit("Wait")]];
    let end = |way: &&[Action]| {
        let form = after(new(), &[actions, way].concat());
        assert!(form.is_ended(), "{actions:?} {way:?} shows {}", seen(&form));
        (format!("{way:?}"), kept(&result(&form)))
    };
    ways.iter().map(end).collect()
}

/// claude-code#71028, #56890, #72222, #62905, #86177, #77570, copilot#4738, #4866, vimcode#78
#[test]
fn never_loses_text_on_esc() {
    let text = "several hundred words";
    let editor = |row: &str| format!("> {row} editor {text:?}");
    check(one, &[(&[Digit(0), draft(text), Cancel, Digit(0)], &editor("0. Something else… ✎"))]);
    check(one, &[(&[Note, draft(text), Cancel, Note], &editor("1. PostgreSQL"))]);
    check(one, &[(&[Discuss, draft(text), Cancel, Discuss], &format!("> 1. PostgreSQL editor {text:?}"))]);
    check(one, &[(&[Filter, draft("lite"), Cancel, Filter], r#"> 2. SQLite editor "lite""#)]);
    // one Esc too many asks first, and its default keeps all
    check(one, &[(&[Digit(0), draft(text), Cancel, Cancel, Confirm, Digit(0)], &editor("0. Something else… ✎"))]);
    check(one, &[(&[Digit(0), draft(text), Cancel, Cancel, Cancel, Digit(0)], &editor("0. Something else… ✎"))]);
}

/// claude-code#92788
#[test]
fn never_loses_text_on_the_way_to_another_option() {
    let moves = [CursorUp, CursorUp, PageDown, NextTab, NextTab, NextTab, PrevTab, PrevTab, PrevTab, NextTab, PrevTab];
    let typed = [Digit(0), draft("many words"), Cancel];
    check(
        three,
        &[(&[&typed, moves.as_slice(), &[Digit(0)]].concat(), r#"[□ DB] > 0. Something else… ✎ editor "many words""#)],
    );
}

/// claude-code#92788, #72222: what was typed and not sent is still the user's when the form ends early
#[test]
fn never_loses_what_stands_beside_an_answer() {
    type Row<'a> = (fn() -> Played, &'a [Action], &'a [&'a str]);
    let rows: [Row; 8] = [
        (three, &[Digit(0), draft("my own"), Cancel, Digit(1)], &["my own", "PostgreSQL"]),
        (three, &[Digit(0), submit("first"), PrevTab, Digit(0), draft("second"), Cancel], &["first", "second"]),
        (three, &[Digit(1), PrevTab, Note, draft("but cheap"), Cancel], &["but cheap", "PostgreSQL"]),
        (three, &[Note, submit("cheap"), Note, draft("cheap and good"), Cancel], &["cheap and good"]),
        (boxes, &[Toggle, Digit(0), draft("CSV"), Cancel], &["CSV", "PostgreSQL"]),
        (boxes, &[Digit(0), submit("CSV"), Toggle, CursorUp, Toggle], &["CSV", "MySQL"]),
        (boxes, &[Confirm, Confirm, PrevTab, Digit(0), draft("CSV"), Cancel], &["CSV"]),
        (three, &[Digit(1), Discuss, draft("Is it paid?"), Cancel], &["PostgreSQL"]),
    ];
    let mut lost = Vec::new();
    for (new, actions, texts) in rows {
        for (way, content) in early_ends(new, actions) {
            let missing = texts.iter().filter(|text| !content.contains(**text));
            lost.extend(missing.map(|text| format!("{text:?} is lost after {actions:?} {way}:\n{content}")));
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

/// claude-code#53249
#[test]
fn sends_partial_answers_on_cancel() {
    for (way, content) in early_ends(three, &[Digit(2), Digit(0), draft("half"), Cancel]) {
        assert!(content.contains("SQLite") && content.contains("half"), "{way}: {content}");
        assert!(!content.contains("Deploy now?"), "{way} answers what was not asked yet: {content}");
    }
    check(three, &[(&[&[Digit(2)], SEND.as_slice()].concat(), "cancelled: db=lite (2)")]);
    // only the user drops them
    check(three, &[(&[Digit(2), Cancel, CursorDown, CursorDown, Confirm], "cancelled:")]);
}

/// claude-code#91867, #59550, #26885, copilot#1542
#[test]
fn asks_back_before_answering_and_keeps_the_answers() {
    let end = [Digit(1), Digit(0), draft("half"), Cancel, Discuss, submit("Who pays?")];
    check(three, &[(&end, "discuss: db=pg (1)")]);
    let result = result(&after(three(), &end));
    assert_eq!((result.details.outcome, result.details.message.as_deref()), (Outcome::Discuss, Some("Who pays?")));
    for text in ["Who pays?", "PostgreSQL"] {
        assert!(result.content.contains(text), "{text:?} is not in {}", result.content);
    }
    assert!(!result.content.contains("half") && kept(&result).contains("half"), "{}", result.content);
    // and back out of it the options are as they were
    check(three, &[(&[CursorDown, Discuss, draft("Who"), Cancel], "[□ DB] > 2. SQLite")]);
}

/// #30320, #9854, #29904, claude-code#73324, #73393, #73408, #73891
#[test]
fn makes_no_answer_up() {
    let defaults = || {
        form(&json!({"questions": [
        {"prompt": "Which?", "options": ["A", "B"], "defaultValue": "B", "recommended": "A"}, {"prompt": "Why?", "defaultValue": "so"}]}))
    };
    check(defaults, &[(&[Abort], "aborted:"), (&[Cancel], "cancelled:"), (&[Discuss, submit("?")], "discuss:")]);
    // a note is no answer, neither a blank one nor "none of these"
    for new in [boxes, three] {
        for (way, content) in early_ends(new, &[Note, submit("hard to say")]) {
            let is_honest = !content.contains("(none)") && !content.contains("(blank)") && !content.contains("(typed)");
            assert!(content.contains("hard to say") && is_honest, "{way}: {content}");
        }
    }
    // nothing typed is nothing answered
    check(one, &[(&[Digit(0), submit(" ")], r#"> 0. Something else… ✎ editor " " ! Nothing typed yet."#)]);
}

/// codex#28551, claude-code#45374, oh-my-pi#5717, #7734
#[test]
fn keys_meant_for_the_prompt_do_not_answer() {
    for new in [one, boxes, three] {
        let mut form = new();
        let before = seen(&form);
        form.guard(Some(950.0), false);
        form.painted(1_000.0);
        for (now, action) in
            [(1_010.0, Toggle), (1_100.0, Digit(1)), (1_300.0, Digit(2)), (1_650.0, Confirm), (2_000.0, ToggleAll)]
        {
            assert_eq!(form.update_at(action.clone(), now), Step::Idle, "{action:?}");
        }
        assert_eq!(seen(&form), before);
        form.update_at(Digit(1), 2_400.0);
        assert_ne!(seen(&form), before, "after a silence");
    }
}

/// opencode#17108, #39410, #48820, claude-code#70882, #80781, kimi-code#3497, rpiv#113, #182, gentle-pi#1356
#[test]
fn takes_a_note_on_the_chosen_option() {
    check(
        three,
        &[
            (&[Digit(1), PrevTab, Note, submit("but managed"), Abort], r#"aborted: db=pg (1) note "but managed""#),
            (&[Note, submit("but managed"), Digit(1), Abort], r#"aborted: db=pg (1) note "but managed""#),
        ],
    );
    check(
        boxes,
        &[(
            &[Toggle, Note, submit("both"), Digit(2), Abort],
            r#"aborted: db=[PostgreSQL (1), SQLite (2)] note "both""#,
        )],
    );
    let content = result(&after(one(), &[Note, submit("but managed"), Digit(1)])).content;
    assert!(content.contains("PostgreSQL") && content.contains("but managed"), "{content}");
}

/// opencode#9830, rpiv#118, #194, pi-ask-user#7
#[test]
fn no_user_interface_is_not_a_refusal() {
    let questionnaire = ask(&json!({"questions": [{"prompt": "Why?"}]})).expect("it can be asked");
    let unavailable = questionnaire.unavailable(Host { mode: HostMode::Print, now: None }, None);
    let declined = result(&after(one(), &[Cancel]));
    assert_ne!(unavailable.details.outcome, declined.details.outcome);
    assert!(unavailable.content.contains("UI is unavailable") && !unavailable.content.contains("by user"));
}

/// opencode#11471, #12296, oh-my-pi#8252, #12521, PostHog/wizard#507
#[test]
fn enter_with_nothing_checked_asks() {
    let asks = "[□ DB] > 1. [ ] PostgreSQL ! Nothing checked yet. Check with space, or enter again for none of these.";
    check(
        boxes,
        &[
            (&[Confirm], asks),
            (&[Confirm, Confirm], "[□ Go] > 1. Yes"),
            (&[Confirm, Confirm, Abort], "aborted: db=[]"),
            // Enter confirms and never checks; Space checks and never confirms
            (&[Toggle, Confirm], "[□ Go] > 1. Yes"),
            (&[CursorDown, Toggle], "[■ DB] > 2. [x] SQLite"),
            (&[Toggle, CursorDown, Confirm, Abort], "aborted: db=[PostgreSQL (1)]"),
        ],
    );
}

/// rpiv#163, PR#189, pi-ask-user PR#41, qwen PR#3407
#[test]
fn digits_choose_in_a_list() {
    check(one, &[(&[Digit(2)], "answered: db=lite (2)")]);
    check(boxes, &[(&[Digit(2)], "[■ DB] > 2. [x] SQLite")]);
}

/// claude-code#25624, #29654, #20591, stakpak#589
#[test]
fn digits_are_text_in_text() {
    let places: [(&[Action], Focus); 4] =
        [(&[Digit(0)], Focus::Editor), (&[Note], Focus::Editor), (&[Discuss], Focus::Editor), (&[Filter], Focus::Line)];
    for new in [one, boxes] {
        for (place, focus) in places {
            let mut form = after(new(), &[place, &[draft("1")]].concat());
            // by this the host knows that keys are text
            assert_eq!(form.focus(), focus, "{place:?}");
            let before = seen(&form);
            for action in [Digit(1), Digit(0), Toggle, ToggleAll, Note, Filter, Discuss] {
                assert_eq!(form.update(action.clone()), Step::Idle, "{action:?} after {place:?}");
            }
            assert_eq!(seen(&form), before, "{place:?}");
        }
    }
}

/// claude-code#10848, #60482, #46063, #82768, copilot#3722, oh-my-pi#506
#[test]
fn text_has_as_many_lines_as_the_user_wants() {
    let text = "first\n\nthird\n";
    check(one, &[(&[Digit(0), draft(text)], &format!("> 0. Something else… ✎ editor {text:?}"))]);
    let result = result(&after(one(), &[Digit(0), draft(text), submit(text)]));
    assert_eq!(result.details.answers[0].picks.all()[0].value, text);
    assert!(result.content.contains("\n  first\n  \n  third"), "{}", result.content);
}

/// Claude Code before 2.1.181, rpiv's state-reducer.ts:211
#[test]
fn custom_text_is_kept_with_checked_boxes() {
    let expected = r#"aborted: db=[PostgreSQL (1), SQLite (2), "CSV" (typed)]"#;
    check(
        boxes,
        &[
            (&[Digit(1), Digit(0), submit("CSV"), Digit(2), Abort], expected),
            (&[Digit(2), Digit(1), Digit(0), submit("CSV"), Confirm, Abort], expected),
        ],
    );
}

/// opencode#12536
#[test]
fn a_draft_stays_in_its_question() {
    let on_name = |actions: &[Action]| [&[Digit(0), draft("for db"), Cancel, NextTab], actions].concat();
    check(
        three,
        &[
            (&on_name(&[Digit(0)]), r#"[□ Name] > 0. Something else… ✎ editor """#),
            (&on_name(&[Note]), r#"[□ Name] > 1. shop editor """#),
            (&on_name(&[PrevTab, Note]), r#"[□ DB] > 0. Something else… ✎ for db editor """#),
            (&on_name(&[Filter]), r#"[□ Name] > 1. shop editor """#),
            (&on_name(&[Abort]), "aborted:"),
        ],
    );
}

/// qwen PR#9665, gooey-pi#205, grok-app#964: pi ends, and the session has all that was entered
#[test]
fn a_restart_loses_nothing() {
    let mut form = after(three(), &[Digit(1), Digit(0), draft("half"), Cancel, NextTab, Note, draft("not yet"), Abort]);
    let kept_before = kept(&result(&form));
    for text in ["PostgreSQL", "half", "not yet"] {
        assert!(kept_before.contains(text), "{text:?} is not in {kept_before}");
    }
    assert_eq!(form.update(Cancel), Step::Idle);
    assert!(form.result(TUI).is_some_and(|result| kept(&result) == kept_before));
}
