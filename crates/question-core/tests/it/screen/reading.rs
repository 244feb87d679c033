//! A prompt that has too few rows is read in place: its question stays in sight, and what leads up to it scrolls.

use std::collections::HashSet;

use crate::common::any::{new, viewport};
use crate::common::play::{highlighted_item, is_preview};
use crate::common::{
    self, Action, Json, Played, after, draft, form, frame, json, shown, tokens, typed, words, words_of,
};
use Action::{Cancel, CursorDown, CursorUp, First, Last, NextTab, Note, PageDown, PageUp, PrevTab, ReadDown, Zoom};
use proptest::prelude::*;
use question_core::{Editor, Frame, Line, OptionRequest, QuestionRequest, Target};

/// Whether a row with an arrow counts something, and there are such rows as one looks for.
fn has_mark(frame: &Frame, arrow: &str) -> bool {
    frame.lines.iter().map(Line::text).filter(|text| !text.starts_with(" ←") && !text.contains("move")).any(|text| {
        let rest = text.split_once(arrow).map(|(_, rest)| rest.trim_start().to_owned());
        rest.is_some_and(|rest| rest.starts_with(|char: char| char.is_ascii_digit()))
    })
}

/// A plan of so many lines, and a question with four options, before another one.
fn plan(lines: usize) -> Played {
    let plan: Vec<String> = (1..=lines).map(|at| format!("line {at}.")).collect();
    let options: Vec<Json> = (1..=4).map(|at| json!({"label": (format!("Way {at}")), "description": "why"})).collect();
    form(&json!({"questions": [
        {"label": "Plan", "prompt": (format!("{}\n\nIs this plan good?", plan.join("\n\n"))), "options": options},
        {"label": "Name", "prompt": "Which name?"}]}))
}

/// A prompt has one position, in place and zoomed. Over a list that is whole, the wheel reads on.
#[test]
fn a_prompt_opens_where_it_was_read() {
    let first = |form: &Played| lines_of(form).into_iter().next();
    let read = after(plan(80).sized(80, 24), &[PageDown, PageDown]);
    let zoomed = after(read.clone(), &[Zoom]);
    assert!(first(&read).is_some_and(|line| line != "line 1."));
    assert_eq!(first(&zoomed), first(&read));
    let read_on = after(zoomed, &[PageDown]);
    assert_ne!(first(&read_on), first(&read));
    assert_eq!(first(&after(read_on.clone(), &[Cancel])), first(&read_on));
    let read_to_the_end = after(read_on, &[Last, Cancel]);
    assert_eq!(lines_of(&read_to_the_end).last().map(String::as_str), Some("line 80."));
    let turned = after(read.clone(), &[Action::WheelDown(Target::Item(1))]);
    assert_eq!(highlighted_item(&frame(&turned)), highlighted_item(&frame(&read)));
    assert_ne!(first(&turned), first(&read));
}

/// In another width, the text that was read stays at the top, in place and zoomed, and beside a list as a preview.
#[test]
fn a_resize_keeps_the_place() {
    let plan: Vec<String> = (0..40).map(|at| words(&format!("p{at}x"), 30)).collect();
    let table = "| a | b |\n|---|---|\n| x | y |";
    let text = format!("{}\n\n{table}\n\n- {}", plan.join("\n\n"), plan.join("\n- "));
    let options = json!([{"label": "A", "preview": (text.clone())}, "B"]);
    let asked = json!({"questions": [{"prompt": (format!("{text}\n\nGood?")), "options": options}]});
    let first = |form: &Played, is_beside: bool| {
        let lines = frame(form).lines;
        let row = if is_beside { lines.iter().position(|line| line.item.is_some()).unwrap_or(0) } else { 1 };
        tokens(&lines[row].text())
    };
    for (open, way, is_beside) in [
        (vec![], PageDown, false),
        (vec![Zoom, NextTab, PrevTab], PageDown, false),
        (vec![], Action::PreviewDown, true),
    ] {
        let mut form = after(form(&asked).sized(100, 24), &open);
        for _ in 0..7 {
            form.update(way.clone());
            let top = first(&form, is_beside).first().cloned();
            for (columns, rows) in [(100, 40), (82, 20), (140, 30)] {
                let seen = first(&form.clone().sized(columns, rows), is_beside);
                assert!(top.iter().all(|word| seen.contains(word)), "{top:?} in {seen:?}, {columns} × {rows}");
            }
            assert_eq!(first(&form.clone().sized(82, 20).sized(100, 24), is_beside).first().cloned(), top);
        }
    }
}

/// The lines of the plan that are in sight.
fn lines_of(form: &Played) -> Vec<String> {
    common::rows_of(form).into_iter().filter(|line| line.starts_with("line ")).collect()
}

proptest! {
    /// Keys and the wheel show all of a prompt, in a list and above a text, and nothing of it is hidden without a mark.
    /// Meanwhile the frame is as tall as it was, the highlight and the text stay, and so does the question.
    #[test]
    fn a_prompt_is_read_in_place(
        (before, asked, behind) in (1_usize..300, 0_usize..20, 0_usize..80),
        questions in 1_usize..=2,
        options in 0_usize..4,
        opening in prop::sample::select(vec![None, Some(Action::Digit(0)), Some(Note), Some(Action::Discuss)]),
        rows in 1_usize..20,
        typed in "[a-z]{0,3}",
        size in viewport(24, 14),
    ) {
        let mut prompt = words("p", before);
        if asked > 0 {
            prompt = format!("{prompt}.\n\n{}?", words("q", asked));
        }
        if asked > 0 && behind > 0 {
            prompt = format!("{prompt}\n\n{}.", words("b", behind));
        }
        let option = |at: usize| OptionRequest { label: format!("o{at}"), ..OptionRequest::default() };
        let options: Vec<OptionRequest> = (0..options).map(option).collect();
        let question = QuestionRequest { prompt: prompt.clone(), options, ..QuestionRequest::default() };
        let mut form = new(vec![question; questions]);
        form.resize(size);
        if let Some(opening) = opening.filter(|_| !form.is_editing()) {
            form.update(opening);
            form.update(draft(&typed));
        }
        form.set_editor_rows(rows);
        let editor = Editor { rows, cursor: 0 };
        let height = |frame: &Frame| frame.lines.len() + frame.slot.map_or(0, |slot| slot.rows);
        let drawn = |form: &Played| form.drawn(form.editor(editor)).lines.iter().map(Line::text).collect::<Vec<_>>();
        let (wheel_down, wheel_up) = (Action::WheelDown(Target::Prompt), Action::WheelUp(Target::Prompt));
        let keys = if form.is_editing() { (ReadDown, Action::ReadUp) } else { (PageDown, PageUp) };
        let targets = (0..size.rows).map(|row| form.target(form.editor(editor), row, 0));
        if targets.filter(|target| *target == Target::Prompt).count() == 0 {
            return Ok(());
        }
        for (down, up) in [keys, (wheel_down, wheel_up)] {
            let mut form = form.clone();
            let start = drawn(&form);
            let (tall, focus) = {
                let frame = form.drawn(form.editor(editor));
                (height(&frame), highlighted_item(&frame))
            };
            let mut seen = HashSet::new();
            for way in [&down, &up] {
                loop {
                    let before = drawn(&form);
                    let frame = form.drawn(form.editor(editor));
                    let about = shown(&frame);
                    prop_assert_eq!(height(&frame), tall, "{}", about);
                    prop_assert_eq!(highlighted_item(&frame), focus, "{}", about);
                    let shown = words_of(&frame);
                    prop_assert!(asked == 0 || shown.contains("q0") || shown.contains("q0?"), "{about}");
                    if !shown.contains("p0") && !shown.contains("p0.") {
                        prop_assert!(has_mark(&frame, "↑"), "cut above without a mark:\n{about}");
                    }
                    seen.extend(shown);
                    form.update(way.clone());
                    if drawn(&form) == before {
                        break;
                    }
                }
            }
            let missing: Vec<String> = tokens(&prompt).into_iter().filter(|token| !seen.contains(token)).collect();
            // A question that is cut itself is read over the whole terminal.
            prop_assert!(missing.iter().all(|token| token.starts_with('q')), "never shown by {down:?}: {missing:?}");
            // A prompt that goes on after its question begins there.
            let begins = asked == 0 || behind == 0 || !has_mark(&form.drawn(form.editor(editor)), "↓");
            prop_assert!(!begins || drawn(&form) == start, "not back by {up:?}");
        }
    }
}

#[test]
fn nothing_but_its_keys_moves_a_prompt() {
    let mut form = after(plan(80).sized(80, 24), &[PageDown, PageDown]);
    form.set_editor_rows(3);
    let read = lines_of(&form);
    assert!(!read.is_empty() && !read.contains(&"line 1.".to_owned()), "{read:?}");
    let start = |lines: Vec<String>| lines.first().cloned();
    let ways: [&[Action]; 8] = [
        &[CursorDown],
        &[Last, CursorUp],
        &[First],
        &[NextTab, PrevTab],
        &[typed("x")],
        &[Note, draft("why not")],
        &[Action::Digit(0), draft("my own words"), Cancel],
        &[Action::Digit(2), PrevTab],
    ];
    for way in ways {
        let after = after(form.clone(), way);
        let seen = lines_of(&after);
        assert_eq!(start(seen), start(read.clone()), "{way:?}:\n{}", shown(&frame(&after)));
    }
}

/// Where all of the prompt is in sight, the keys that read it turn over the list.
#[test]
fn page_keys_belong_to_the_prompt_before_the_list() {
    let options: Vec<String> = (1..=40).map(|at| format!("Option {at}")).collect();
    let ask =
        |prompt: &str| form(&json!({"questions": [{"prompt": prompt, "options": (options.clone())}]})).sized(80, 24);
    let short = after(ask("Which?"), &[PageDown]);
    assert!(highlighted_item(&frame(&short)).is_some_and(|item| item > 3));
    let long = after(ask(&format!("{}\n\nWhich?", ["A line."; 40].join("\n\n"))), &[PageDown]);
    assert_eq!(highlighted_item(&frame(&long)), Some(0));
    assert_eq!(highlighted_item(&frame(&after(long, &[Last]))), Some(40));
}

/// What `p` shows is what the page has no room for.
#[test]
fn zoom_shows_what_is_cut() {
    let top = |form: Played| {
        let form = after(form, &[Zoom]);
        assert!(is_preview(&form), "{}", shown(&frame(&form)));
        frame(&form).lines[1].text().trim().to_owned()
    };
    let description = "a description that goes on and on ".repeat(30);
    let cut = form(&json!({"questions": [{"prompt": "Which?", "options": [
        {"label": "One", "description": description}, {"label": "Two"}]}]}));
    assert_eq!(top(plan(80)), "line 1.");
    assert_eq!(top(cut.clone().sized(40, 16)), "1. One");
    // An option that has nothing more than its label.
    assert_eq!(top(after(cut.sized(40, 16), &[CursorDown])), "Which?");
}

/// The options stand by name below a text that is zoomed: each on one row, if it fits there, and all of them before more rows
/// are blank than that below the text and that above the hints.
#[test]
fn names_of_options_are_whole() {
    let names: Vec<String> = (1..=12).map(|at| format!("Rule {at} of long-list")).collect();
    let asked = json!({"questions": [{"prompt": "Which rules?", "mode": "multi", "options": (names.clone())}]});
    for (columns, rows) in [30, 40, 60, 100].into_iter().flat_map(|columns| (4..30).map(move |rows| (columns, rows))) {
        let form = after(form(&asked).sized(columns, rows), &[Zoom, PrevTab]);
        let lines = common::rows_of(&form);
        let seen = names.iter().filter(|name| lines.iter().any(|line| line.contains(&format!("[ ] {name}")))).count();
        let blank = lines.iter().filter(|line| line.is_empty()).count();
        let about = format!("{columns} × {rows}: {lines:#?}");
        assert!(seen == 12 || blank <= 2, "{about}");
        assert!(
            lines.iter().all(|line| !line.contains("] Rule") || line.contains("list") || line.contains('…')),
            "{about}"
        );
    }
}

/// An option whose preview has no room says that it has one.
#[test]
fn a_preview_without_room_leaves_a_mark() {
    let option = |at: usize| json!({"label": (format!("Way {at}")), "preview": "x\n\ny\n\nz"});
    let options: Vec<Json> = (1..=6).map(option).chain([json!({"label": "None"})]).collect();
    let form = form(&json!({"questions": [{"prompt": "Which?", "options": options}]}));
    for rows in 6..40 {
        let form = form.clone().sized(60, rows);
        let frame = frame(&form);
        let has_preview = frame.lines.iter().any(|line| line.text().trim_end().ends_with(" x"));
        for line in frame.lines.iter().filter(|line| line.item.is_some()) {
            let text = line.text();
            let is_marked = text.contains('▤');
            assert_eq!(is_marked, !has_preview && text.contains("Way "), "{rows} rows:\n{}", shown(&frame));
        }
    }
}
