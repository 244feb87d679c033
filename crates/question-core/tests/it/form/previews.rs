//! Previews scroll, fill the form, and start at their top.

use crate::common::{Action, Played, after, draft, form, frame, json, seen, submit};
use Action::{
    Cancel, Confirm, CursorDown, CursorUp, Digit, Filter, NextTab, No, Note, Preview, PreviewDown, PreviewUp, Toggle,
    WheelDown, WheelUp, Yes,
};
use question_core::{Step, Target, Viewport};

/// A question with previews of 30 lines; the second option has none.
fn previews() -> Played {
    let text = (1..=30).map(|line| format!("line {line}")).collect::<Vec<_>>().join("\n");
    form(&json!({"questions": [{"id": "db", "prompt": "Which?", "options": [
        {"label": "A", "preview": text}, {"label": "B"}, {"label": "C", "preview": "short"}]}]}))
}

/// How much of the preview is shown.
fn place(form: &Played) -> &'static str {
    match frame(form).preview {
        None => "none",
        Some(slot) if slot.first == 0 => "from the top",
        Some(_) => "further down",
    }
}

#[test]
fn previews_scroll_and_fill_the_form() {
    for (actions, expected) in [
        (vec![], "> 1. A, from the top"),
        (vec![Preview], ", from the top"),
        (vec![Preview, CursorDown], ", further down"),
        (vec![Preview, CursorDown, CursorUp, CursorUp], ", from the top"),
        (vec![Preview, WheelDown(Target::Preview)], ", further down"),
        (vec![Preview, CursorDown, CursorDown, CursorUp], ", further down"),
        (vec![Preview, CursorDown, Preview], "> 1. A, from the top"),
        (vec![Preview, Cancel], "> 1. A, from the top"),
        (vec![Preview, Confirm], "answered: db=A (1), none"),
        (vec![Preview, Digit(2), Toggle, Note, NextTab, draft("x"), submit("x"), Yes, No], ", from the top"),
        (vec![CursorDown], "> 2. B, none"),
        (vec![CursorDown, Preview], "> 2. B, none"),
        (vec![WheelDown(Target::Preview), WheelUp(Target::Preview)], "> 1. A, from the top"),
        (vec![PreviewDown, PreviewUp], "> 1. A, from the top"),
        (vec![PreviewUp], "> 1. A, from the top"),
        // another option's preview starts at its top
        (vec![PreviewDown, CursorDown, CursorUp], "> 1. A, from the top"),
        (vec![Preview, Cancel, Cancel], "cancelled:, none"),
        (vec![Preview, Cancel, Confirm], "answered: db=A (1), none"),
    ] {
        let form = after(previews(), &actions);
        let place = if form.is_ended() { "none" } else { place(&form) };
        assert_eq!(format!("{}, {place}", seen(&form)), expected, "{actions:?}");
    }
    for size in [Viewport { columns: 80, rows: 40 }, Viewport { columns: 120, rows: 24 }] {
        for start in [vec![], vec![Preview], vec![Filter]] {
            let mut form = previews();
            form.resize(size);
            let mut form = after(form, &start);
            let mut lines = Vec::new();
            loop {
                let slot = frame(&form).preview.unwrap_or_else(|| panic!("no preview at {size:?} after {start:?}"));
                lines.extend(slot.first..slot.first + slot.rows);
                if form.update(PreviewDown) == Step::Idle {
                    break;
                }
            }
            lines.dedup();
            lines.sort_unstable();
            lines.dedup();
            assert_eq!(lines, (0..30).collect::<Vec<_>>(), "at {size:?} after {start:?}");
            assert!(form.update(PreviewUp) != Step::Idle || lines.is_empty());
        }
    }
}
