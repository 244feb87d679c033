//! What a page has to tell whatever its layout: what is highlighted, what is cut off, and all that was answered.

use super::glance::hints;
use crate::common::{
    self, Action, Played, after, draft, form, frame, highlighted, json, seen, shown, submit, tab, three,
};
use Action::{Cancel, Confirm, CursorDown, CursorUp, Digit, Discuss, Filter, NextTab, Note, PrevTab, Toggle, Zoom};
use question_core::Editor;
use question_core::width;

/// One question with a prompt of some lines; each option has a description.
fn long_prompt(lines: usize) -> Played {
    let prompt = (1..=lines).map(|at| format!("line {at}")).collect::<Vec<_>>().join("\n");
    let list = json!([{"label": "Yes", "description": "as it is"}, {"label": "No", "description": "wait"}]);
    form(&json!({"questions": [{"prompt": prompt, "options": list}]}))
}

#[test]
fn a_cut_prompt_says_how_much_is_hidden() {
    for (lines, rows) in [(60, 24), (30, 16), (30, 10)] {
        let form = long_prompt(lines).sized(60, rows);
        let text = shown(&frame(&form));
        let seen = (1..=lines).filter(|at| text.contains(&format!("line {at}⟨/⟩\n"))).count();
        let mark = format!("↓ {} more lines • PgDn read", lines - seen);
        assert!(seen > 0 && text.contains(&mark), "{lines} lines in {rows} rows, not {mark:?}:\n{text}");
    }
}

#[test]
fn no_row_is_left_empty_while_the_prompt_is_cut() {
    let form = after(long_prompt(30), &[Digit(0)]).sized(60, 11);
    let frame = form.drawn(Editor { rows: 3, cursor: 0 });
    let height = frame.lines.len() + frame.slot.map_or(0, |slot| slot.rows);
    assert_eq!(height, 8, "rows used of 8:\n{}", shown(&frame));
}

#[test]
fn a_mark_without_its_letter_takes_its_columns() {
    // pi stops on a line that it measures wider than the terminal, and it measures whole lines
    for label in ["\u{93e}\u{941} 0Aa0aaaaaaaaa", "\u{903}\u{903}\u{941}aaaaaaaaaaaaaaa"] {
        let form = form(&json!({"questions": [{"prompt": (format!("?\n{label}")), "options": [{"label": label}]}]}));
        for columns in 12..30 {
            let form = form.clone().sized(columns, 24);
            for line in frame(&form).lines {
                let text = line.text();
                assert!(width(&text) <= columns, "{text:?} takes {} of {columns} columns", width(&text));
            }
        }
    }
}

#[test]
fn an_edited_answer_shows_the_edit() {
    let typed = [Digit(0), submit("orders"), PrevTab, Digit(0), draft("orders and returns"), Cancel];
    let row = seen(&after(three(), &typed));
    assert!(row.contains("returns"), "the text that was not submitted is not to be seen: {row}");
}

#[test]
fn a_label_is_one_line_in_the_review_too() {
    let question = json!({"label": "two\nlines", "prompt": "?", "options": [{"label": "a\nb"}]});
    let form = after(form(&json!({"questions": [(question.clone()), (question.clone())]})), &[Digit(1), PrevTab]);
    assert_eq!(tab(&frame(&form)), Some("[■ two lines]".to_owned()));
    let review = after(form, &[PrevTab, CursorUp, CursorUp]);
    assert_eq!(highlighted(&frame(&review)), Some("✓ two lines → a b".to_owned()));
}

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
        (&[], "p preview", Zoom),
        (&[NextTab, Cancel], "c discuss", Discuss),
        (&[NextTab, Cancel], "n note", Note),
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
    is_silent(&after(boxes(), &[CursorDown]), "p preview");
    is_silent(&boxes(), "u undo");
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
            assert!(text.contains("(Recommended)") && text.contains('✓'), "{length} in {columns} columns:\n{text}");
        }
    }
}

#[test]
fn notices_are_whole() {
    let nothing = after(boxes(), &[Confirm]);
    let blank = after(three(), &[Digit(0), submit(" ")]);
    let none = after(boxes(), &[Filter, draft("zzz")]);
    let closed = json!({"prompt": "?", "options": ["a", "b"], "allowCustom": false});
    let closed = after(form(&json!({"questions": [closed]})), &[Filter, draft("zzz")]);
    assert!(!shown(&frame(&closed)).contains("own answer"), "there is none:\n{}", shown(&frame(&closed)));
    for (form, end) in [(nothing, "none of these."), (blank, "Nothing typed yet."), (none, "Nothing matches.")] {
        for columns in [40, 80] {
            let text = shown(&frame(&form.clone().sized(columns, 24)));
            let text = text.replace("⟨/⟩", "").split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(text.contains(end), "{end:?} is cut in {columns} columns: {text}");
        }
    }
}

/// A name, a form, and the ways to two of its states.
type Pair<'a> = (&'a str, fn() -> Played, &'a [Action], &'a [Action]);

#[test]
fn no_state_is_told_by_color_alone() {
    // Without the hints, which tell of "undo" after any change.
    let text = |form: &Played| {
        let hints = hints(form).join(" • ");
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

#[test]
fn a_row_says_what_it_is() {
    let rows = |form: &Played| {
        let frame = frame(form);
        let lines = frame.lines.iter().filter(|line| line.item.is_some());
        lines.map(|line| line.text().replace('>', " ").trim_end().to_owned()).collect::<Vec<_>>()
    };
    let changes: [Pair<'_>; 3] = [
        ("checked", boxes, &[], &[Toggle]),
        ("chosen", three, &[], &[Digit(1), PrevTab]),
        ("unchecked text", boxes, &[Digit(0), submit("x")], &[Digit(0), submit("x"), Toggle]),
    ];
    for (what, new, one, other) in changes {
        assert_ne!(rows(&after(new(), one)), rows(&after(new(), other)), "{what}");
    }
}

#[test]
fn hostile_text_is_shown_but_harmless() {
    const EVIL: &str = "a\u{1b}]52;c;aGk=\u{7}\u{202e}b\u{9b}2J\u{2066}\r\nc\u{7f}";
    let list = json!([{"label": EVIL, "description": EVIL, "preview": EVIL}, {"label": "b"}]);
    let question = json!({"label": EVIL, "prompt": EVIL, "mode": "multi", "options": list, "customLabel": EVIL});
    let form = form(&json!({"title": EVIL, "questions": [(question.clone()), (question.clone())]}));
    let is_harmful =
        |char: char| char.is_control() || matches!(char, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    for (what, actions) in [
        ("the list", &[] as &[Action]),
        ("the custom row", &[Digit(0), draft(EVIL), Cancel]),
        ("an added text", &[Digit(0), submit(EVIL)]),
        ("a note", &[Note, submit(EVIL)]),
        ("the review", &[Digit(1), Digit(0), submit(EVIL), Note, submit(EVIL), PrevTab]),
        ("a filter", &[Filter, draft(EVIL)]),
        ("the preview", &[Zoom]),
        ("unanswered", &[PrevTab, Confirm]),
        ("leaving", &[Digit(0), draft(EVIL), Cancel, Cancel]),
    ] {
        for columns in [120, 60, 20] {
            let form = after(form.clone(), actions).sized(columns, 60);
            for line in frame(&form).lines {
                assert!(!line.text().contains(is_harmful), "{what}: {:?}", line.text());
            }
        }
    }
    let preview = frame(&form.clone().sized(120, 40)).preview;
    assert!(preview.is_some(), "nothing was seen of it");
    let title = frame(&form.sized(120, 40)).lines[0].text();
    assert!(title.contains("a␛]52;c;aGk=␇b"), "{title}");
}

/// And what it is about.
#[test]
fn a_note_says_that_it_is_one() {
    for (rows, (opening, says)) in [24, 12, 10, 9]
        .into_iter()
        .flat_map(|rows| [(Note, "A note on"), (Discuss, "Talk about it")].map(|way| (rows, way)))
    {
        let form = after(three(), &[opening]).sized(80, rows);
        let text = shown(&form.drawn(Editor { rows: 3, cursor: 1 }));
        assert!(text.contains(says) && text.contains("⟨prompt⟩Which database?"), "{rows} rows:\n{text}");
    }
}

#[test]
fn what_the_user_would_rather_have_said_stands_in_the_review_as_not_sent() {
    let form = after(three(), &[Discuss, draft("half of it"), Cancel, Digit(1), Digit(1), Digit(1)]);
    let text = shown(&frame(&form));
    assert!(text.contains("Submit") && text.contains("✎ Not sent: half of it"), "{text}");
}

/// Over the whole terminal, all are shown in as many rows.
#[test]
fn what_is_zoomed_takes_all_rows_but_the_hosts() {
    let asked = json!({"questions": [{"prompt": "Which?", "options": [
        {"label": "a", "preview": "1\n2\n3\n4"}, {"label": "b", "preview": "1"}]}]});
    let rows = |before: &[Action]| {
        let form = after(form(&asked), &[before, &[Zoom]].concat()).sized(80, 40);
        frame(&form).lines.len()
    };
    assert_eq!((rows(&[]), rows(&[CursorDown])), (37, 37));
    let keys = after(form(&asked), &[Zoom, Action::Help]).sized(80, 40);
    assert_eq!(frame(&keys).lines.len(), 28, "its keys take the form's share");
}
