//! What a page has to tell whatever its layout: what is highlighted, what is cut off, and all that was answered.

use super::glance::hints;
use crate::common::{self, Action, Played, after, draft, form, frame, json, shown, submit, three};
use Action::{Cancel, CursorDown, Digit, Discuss, NextTab, Note, PrevTab, Toggle, Zoom};

/// One question that several boxes answer.
fn boxes() -> Played {
    let list =
        json!([{"label": "Authentication", "preview": "# OAuth2"}, {"label": "REST API"}, {"label": "Dashboard"}]);
    form(&json!({"title": "Features", "questions": [
        {"label": "Features", "mode": "multi", "prompt": "Which features?", "options": list},
        {"label": "Name", "prompt": "Which name?"}]}))
}

#[test]
fn a_hint_is_of_use() {
    // what the key does, does something
    let said = |form: &Played, hint: &str| hints(&form.clone().sized(200, 24)).iter().any(|own| own.contains(hint));
    let rows: [(&[Action], &str, Action); 4] = [
        (&[], "space check", Toggle),
        (&[], "ctrl+p read", Zoom),
        (&[NextTab, Cancel], "ctrl+t discuss", Discuss),
        (&[NextTab, Cancel], "ctrl+n note", Note),
    ];
    for (before, hint, action) in rows {
        let form = after(boxes(), before);
        assert!(said(&form, hint), "{hint:?} is not in {:?}", hints(&form.clone().sized(200, 24)));
        assert_ne!(form.clone().update(action), question_core::Step::Idle, "{hint:?} does nothing");
    }
    let short = boxes().sized(200, 24);
    let is_silent = |form: &Played, hint: &str| {
        assert!(!said(form, hint), "{hint:?} is in {:?}", hints(&form.clone().sized(200, 24)));
    };
    is_silent(&short, "scroll");
    is_silent(&after(boxes(), &[CursorDown]), "ctrl+p read");
    is_silent(&boxes(), "ctrl+- undo");
    is_silent(&common::one(), "switch");
    is_silent(&after(boxes(), &[CursorDown, CursorDown, CursorDown]), "space");
    is_silent(&form(&json!({"questions": [{"prompt": "?", "options": ["a", "b"], "allowCustom": false}]})), "0-");
    is_silent(&form(&json!({"questions": [{"prompt": "?", "mode": "multi", "options": ["a", "b"]}]})), "switch");
}

#[test]
fn marks_are_whole_where_they_fit() {
    for length in 1..=60 {
        let label = "x".repeat(length);
        let list = json!([{"value": "a", "label": label}, {"label": "b"}]);
        let form =
            form(&json!({"questions": [{"prompt": "?", "options": list, "recommended": "a", "defaultValue": "a"}]}));
        for columns in [24, 30, 40, 80] {
            let form = form.clone().sized(columns, 60);
            let text = shown(&frame(&form));
            assert!(
                text.contains("(Recommended)") && text.contains("◪ (default)"),
                "{length} in {columns} columns:\n{text}"
            );
        }
    }
}

/// A name, a form, and the ways to two of its states.
type Pair<'a> = (&'a str, fn() -> Played, &'a [Action], &'a [Action]);

#[test]
fn no_state_is_told_by_color_alone() {
    // Without the hints, which tell of "undo" after any change.
    let text = |form: &Played| {
        let hints = hints(form).join(" · ");
        let texts = frame(form).lines.iter().map(question_core::Line::text).collect::<Vec<_>>();
        texts.into_iter().filter(|text| text.trim() != hints).collect::<Vec<_>>().join("\n")
    };
    let states: [Pair<'_>; 8] = [
        ("highlighted", boxes, &[], &[CursorDown]),
        ("answered", three, &[], &[Digit(1), PrevTab]),
        ("a draft", boxes, &[], &[Digit(0), draft("x"), Cancel]),
        ("a note", boxes, &[], &[Note, submit("x")]),
        ("the tab", three, &[], &[NextTab]),
        ("complete", three, &[PrevTab], &[Digit(1), Digit(1), Digit(1)]),
        ("note or answer", three, &[Note], &[Digit(0)]),
        ("note or message", three, &[Note], &[Discuss]),
    ];
    for (what, new, one, other) in states {
        let (one, other) = (after(new(), one), after(new(), other));
        assert_ne!(text(&one), text(&other), "{what}");
        let few = |form: &Played| text(&form.clone().sized(80, 10));
        assert!(few(&one) != few(&other) || what == "a note", "{what} in few rows:\n{}", few(&one));
    }
}
