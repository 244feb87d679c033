//! Complaints about other question tools that no other test covers. Each test names the issues.

use crate::common::play::kept;
use crate::common::{Action, Played, after, check, draft, fail, form, json, one, result, seen, submit, three};
use Action::{
    Abort, Cancel, Confirm, CursorDown, CursorUp, Digit, Discuss, Filter, NextTab, Note, PrevTab, Toggle, ToggleAll,
};
use question_core::{Focus, Step};

fn boxes() -> Played {
    form(&json!({"questions": [
        {"id": "db", "label": "DB", "prompt": "Which?", "mode": "multi", "options": ["PostgreSQL", "SQLite", "MySQL"]},
        {"id": "go", "label": "Go", "prompt": "Go?", "options": ["Yes", "No"]},
    ]}))
}

/// Returns what is kept after each way to end a form early without discarding: what the model reads, and the unsent
/// texts.
fn early_ends(new: fn() -> Played, actions: &[Action]) -> Vec<(String, String)> {
    // Esc, and "Send what I have"
    let send: &[Action] = &[Cancel, CursorDown, Confirm];
    let ways: [&[Action]; 4] = [send, &[Abort], &[fail()], &[Discuss, submit("Wait")]];
    let end = |way: &&[Action]| {
        let form = after(new(), &[actions, way].concat());
        assert!(form.is_ended(), "{actions:?} {way:?} shows {}", seen(&form));
        (format!("{way:?}"), kept(&result(&form)))
    };
    ways.iter().map(end).collect()
}

/// claude-code#92788, #72222: typed and unsent texts are kept when the form ends early
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

/// #30320, #9854, #29904, claude-code#73324, #73393, #73408, #73891
#[test]
fn never_invents_an_answer() {
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
    // an empty text is no answer
    check(one, &[(&[Digit(0), submit(" ")], r#"> 0. Something else… ✎ editor " " ! Nothing typed yet."#)]);
}

/// claude-code#25624, #29654, #20591, stakpak#589
#[test]
fn digits_are_text_in_text() {
    let places: [(&[Action], Focus); 4] =
        [(&[Digit(0)], Focus::Editor), (&[Note], Focus::Editor), (&[Discuss], Focus::Editor), (&[Filter], Focus::Line)];
    for new in [one, boxes] {
        for (place, focus) in places {
            let mut form = after(new(), &[place, &[draft("1")]].concat());
            // the focus tells the host that keys are text
            assert_eq!(form.focus(), focus, "{place:?}");
            let before = seen(&form);
            for action in [Digit(1), Digit(0), Toggle, ToggleAll, Note, Filter, Discuss] {
                assert_eq!(form.update(action.clone()), Step::Idle, "{action:?} after {place:?}");
            }
            assert_eq!(seen(&form), before, "{place:?}");
        }
    }
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
