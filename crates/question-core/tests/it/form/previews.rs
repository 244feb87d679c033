//! Previews scroll, can be zoomed, and start at their top.

use crate::common::{Action, Played, after, draft, form, frame, json, seen, submit, typed};
use Action::{
    Cancel, Confirm, CursorDown, CursorUp, Digit, Last, NextTab, No, Note, PrevTab, PreviewDown, PreviewUp, ReadDown,
    ReadUp, Toggle, WheelDown, WheelUp, Yes, Zoom,
};
use question_core::{Editor, Line, Step, Target};

/// Returns a form with a preview of 30 lines, an option without one, and a short one.
fn previews(mode: &str) -> Played {
    let text = (1..=30).map(|line| format!("line {line}")).collect::<Vec<_>>().join("\n");
    form(&json!({"questions": [{"id": "db", "prompt": "Which?", "mode": mode, "options": [
        {"label": "A", "preview": text}, {"label": "B"}, {"label": "C", "preview": "short"}]}]}))
}

/// Returns which part of the preview is shown.
fn place(form: &Played) -> &'static str {
    let frame = frame(form);
    let shows = |text: &str| frame.lines.iter().any(|line| line.text().trim_end().ends_with(text));
    // Zoomed, it stands below the label.
    let has_label = |label: &str| {
        let is_it = |line: &Line| line.text().trim() == label || line.item.is_some() && line.text().contains(label);
        frame.lines.iter().any(is_it)
    };
    match () {
        () if shows(" line 1") && has_label("1. A") || shows(" short") && has_label("3. C") => "from the top",
        () if (2..=30).any(|line| shows(&format!(" line {line}"))) => "further down",
        () => "none",
    }
}

#[test]
fn the_mouse_means_the_preview_where_its_text_is() {
    for (columns, rows, is_zoomed) in [(100, 24, false), (60, 40, false), (100, 24, true)] {
        let form = after(previews("single").sized(columns, rows), if is_zoomed { &[Zoom] } else { &[] });
        let lines = frame(&form).lines;
        let rows: Vec<usize> = (0..lines.len()).filter(|row| lines[*row].text().contains(" line ")).collect();
        assert!(rows.len() > 5, "{columns} columns");
        let expected = if is_zoomed { Target::Nothing } else { Target::Preview };
        for row in rows {
            assert_eq!(form.target(Editor::default(), row, columns - 1), expected, "row {row}, {columns} columns");
        }
    }
}

/// Beside a preview, the list is narrow.
#[test]
fn words_of_ones_own_are_seen_beside_a_preview() {
    let text = |form: &Played| frame(form).lines.iter().map(Line::text).collect::<Vec<_>>().join("\n");
    for rows in [24, 14] {
        let kept = after(previews("single").sized(80, rows), &[Digit(0), draft("xy"), Cancel]);
        assert!(text(&kept).contains("✎ xy"), "{}", text(&kept));
    }
}

/// What an option answers is in sight where one reads it.
#[test]
fn an_option_is_read_with_the_question() {
    let zoomed = after(previews("single").sized(40, 20), &[Zoom]);
    let lines = frame(&zoomed).lines;
    let asked = lines.iter().position(|line| line.text().trim() == "Which?").expect("it is there");
    assert_eq!(lines[asked + 1].text().trim(), "→ 1. A   2. B   3. C");
}

#[test]
fn previews_scroll_and_fill_the_form() {
    for (actions, expected) in [
        (vec![], "→ 1. A, from the top"),
        (vec![Zoom], ", from the top"),
        (vec![Zoom, CursorDown], ", further down"),
        (vec![Zoom, CursorDown, CursorUp, CursorUp], ", from the top"),
        (vec![Zoom, WheelDown(Target::Nothing)], ", further down"),
        (vec![Zoom, CursorDown, Zoom], "→ 1. A, from the top"),
        (vec![Zoom, Cancel], "→ 1. A, from the top"),
        (vec![Zoom, Confirm], "→ 1. A, from the top"),
        (vec![Zoom, draft("x"), submit("x"), Yes, No], ", from the top"),
        // numbers, notes and talk are what they are in the list, and letters are nothing
        (vec![Zoom, Digit(2)], "answered: db=B (2), none"),
        (vec![Zoom, Digit(9)], "! There is no option 9., from the top"),
        (vec![Zoom, typed("x")], "! Nothing can be typed here., from the top"),
        (vec![Zoom, Note, submit("why")], "→ 1. A, from the top"),
        (vec![Zoom, Action::Discuss, submit("why")], "discuss:, none"),
        // through the options, which are highlighted, and to the prompt before them; Enter goes back as Esc does
        (vec![Zoom, NextTab, Cancel], "→ 2. B, none"),
        (vec![Zoom, NextTab, NextTab, Zoom], "→ 3. C, from the top"),
        (vec![Zoom, NextTab, NextTab, NextTab, Confirm], "→ 3. C, from the top"),
        // from the prompt, the highlighted option comes first
        (vec![CursorDown, CursorDown, Zoom, PrevTab, PrevTab, PrevTab, NextTab, Confirm], "→ 1. A, from the top"),
        (vec![CursorDown, CursorDown, Zoom, PrevTab, PrevTab, PrevTab, Confirm], "→ 1. A, from the top"),
        (vec![Zoom, PrevTab, Confirm], "→ 1. A, from the top"),
        (vec![Zoom, PrevTab, PrevTab, NextTab, Confirm], "→ 1. A, from the top"),
        // Space opens it, too, and turns its pages
        (vec![Toggle], ", from the top"),
        (vec![Toggle, Toggle], ", further down"),
        (vec![CursorDown, CursorDown, Toggle, Toggle], ", from the top"),
        // from a text, which is kept, it shows the prompt, and the option before
        (vec![Digit(0), draft("mine"), Zoom], ", none"),
        (vec![CursorDown, CursorDown, Digit(0), draft("mine"), Zoom, NextTab], ", from the top"),
        (vec![Digit(0), draft("mine"), Zoom, Cancel], "→ 0. Something else…, from the top"),
        (vec![Note, draft("why"), Zoom, Zoom], "→ 1. A, from the top"),
        // the preview of the last option stays on the row for words, and scrolls above a text
        (vec![Last], "→ 0. Something else…, from the top"),
        (vec![Last, PreviewDown], "→ 0. Something else…, further down"),
        (vec![CursorDown, CursorDown, Last], "→ 0. Something else…, from the top"),
        (vec![Note, ReadDown, ReadUp, Cancel], "→ 1. A, from the top"),
        (vec![Note, ReadDown, Cancel], "→ 1. A, further down"),
        // each text keeps its scroll position
        (vec![Zoom, CursorDown, NextTab, PrevTab], ", further down"),
        (vec![Zoom, CursorDown, Cancel, Zoom], ", further down"),
        (vec![PreviewDown, CursorDown, CursorUp], "→ 1. A, further down"),
        (vec![CursorDown], "→ 2. B, none"),
        (vec![WheelDown(Target::Preview), WheelUp(Target::Preview)], "→ 1. A, from the top"),
        (vec![PreviewDown, PreviewUp], "→ 1. A, from the top"),
        (vec![Zoom, Cancel, Confirm], "answered: db=A (1), none"),
    ] {
        let form = after(previews("single"), &actions);
        let place = if form.is_ended() { "none" } else { place(&form) };
        assert_eq!(format!("{}, {place}", seen(&form)), expected, "{actions:?}");
    }
}

/// Also in boxes, Space turns a page, and types nothing. From a text that is the whole form, one goes back to it.
#[test]
fn reading_changes_nothing() {
    for (actions, expected) in [(vec![Zoom, Toggle], ", further down"), (vec![CursorDown, Zoom, Toggle], ", none")] {
        let form = after(previews("multi"), &actions);
        assert_eq!(format!("{}, {}", seen(&form), place(&form)), expected, "{actions:?}");
    }
    let mut form = form(&json!({"questions": [{"prompt": "Which name?"}]}));
    assert_eq!(after(form.clone(), &[draft("orders"), Zoom, Toggle]).update(Cancel), Step::Edit);
    form = after(form, &[draft("orders"), Zoom, Cancel]);
    assert_eq!((form.is_editing(), form.draft()), (true, "orders"));
}

#[test]
fn keys_of_previews_leave_the_prompt_where_it_is() {
    let context = (1..=60).map(|line| format!("line {line}")).collect::<Vec<_>>().join("\n");
    let options = json!(["A", {"label": "B", "preview": "short"}]);
    let mut form = form(&json!({"questions": [{"prompt": (context + "\n\nWhich?"), "options": options}]}));
    assert!(frame(&form).lines.iter().any(|line| line.text().contains("more lines")), "the prompt scrolls");
    for key in [PreviewDown, PreviewUp] {
        assert_eq!(form.update(key.clone()), Step::Idle, "{key:?}");
    }
}
