//! Snapshots of what a person sees at a glance: where they are, what keys do, what they have done so far.

use super::pages::{add, add_all};
use super::words::{in_language, pages};
use crate::common::sheet::{Sheet, snapshot};
use crate::common::{
    Action, Json, Played, after, asked, draft, form, form_with, json, played, settings, shown, submit, typed,
};
use Action::{
    Cancel, Confirm, CursorDown, CursorUp, Digit, First, Help, Last, Leave, NextTab, Note, PageDown, PrevTab, Redo,
    Toggle, Undo,
};
use question_core::{Focus, Replies, Role, Step, Words, width};

fn labels(count: usize) -> Vec<Json> {
    (1..=count).map(|at| json!({"label": (format!("Option number {at}"))})).collect()
}

fn list(count: usize, mode: &str) -> Json {
    json!({"label": "Choice", "prompt": "Which of these?", "mode": mode, "options": labels(count)})
}

fn alone(question: &Json) -> Played {
    form(&json!({"questions": [(question.clone())]}))
}

/// One of each kind.
fn kinds() -> Json {
    json!({"title": "Project setup", "questions": [
        (list(3, "single")),
        {"label": "Features", "prompt": "Which features?", "mode": "multi", "options": ["Login", "REST", "Audit log"]},
        {"label": "Name", "prompt": "Which name?"}]})
}

#[test]
fn numbers_and_long_lists() {
    let mut sheet = Sheet::default();
    let twelve = alone(&list(12, "single"));
    add_all(&mut sheet, "twelve", &twelve, &[(60, 24), (100, 40)]);
    add(&mut sheet, "1", &after(twelve.clone(), &[Digit(1)]), 60, 24);
    add(&mut sheet, "1 and 3", &after(twelve, &[Digit(1), Digit(3)]), 60, 24);
    let boxes = alone(&list(12, "multi"));
    add(&mut sheet, "boxes, 1", &after(boxes.clone(), &[Digit(1)]), 80, 40);
    add(&mut sheet, "boxes, 1 and 3", &after(boxes, &[Digit(1), Digit(3)]), 80, 40);
    let forty = alone(&list(40, "single"));
    for (name, actions) in [
        ("forty", vec![]),
        ("a page down", vec![PageDown]),
        ("the last option", vec![Last, CursorUp]),
        ("the end", vec![Last]),
        ("and home", vec![Last, First]),
        ("with a text", vec![Digit(0), draft("my own"), Cancel, First]),
    ] {
        add(&mut sheet, name, &after(forty.clone(), &actions), 60, 24);
    }
    snapshot!("glance_numbers", sheet);
}

#[test]
fn help() {
    let mut sheet = Sheet::default();
    let page = |actions: &[Action]| after(form(&kinds()), &[actions, &[Help]].concat());
    add_all(&mut sheet, "a list", &page(&[]), &[(80, 24), (40, 24), (120, 40), (40, 60), (24, 16), (80, 10)]);
    add(&mut sheet, "scrolled", &after(page(&[]).sized(40, 24), &[CursorDown, CursorDown]), 40, 24);
    add(&mut sheet, "to its end", &after(page(&[]).sized(40, 24), &[Last]), 40, 24);
    add(&mut sheet, "boxes", &page(&[NextTab]), 80, 40);
    add(&mut sheet, "a text", &page(&[Digit(0)]), 80, 24);
    add(&mut sheet, "above a text", &page(&[typed("a"), CursorUp]), 80, 24);
    add(&mut sheet, "the review", &page(&[PrevTab]), 80, 24);
    add(&mut sheet, "leaving", &page(&[Digit(1), Cancel]), 80, 24);
    let german = form_with(&kinds(), &settings(r#"{"locale": "de"}"#));
    add_all(&mut sheet, "boxes, in German", &after(german, &[NextTab, Help]), &[(80, 24), (40, 40)]);
    snapshot!("glance_help", sheet);
}

#[test]
fn help_names_the_signs_of_the_review() {
    let unsent = [Digit(1), PrevTab, Digit(0), draft("mine"), Cancel, PrevTab, Help];
    let helped = after(form(&kinds()), &unsent);
    let rows = helped.frame().lines.iter().map(question_core::Line::text).collect::<Vec<_>>().join("\n");
    assert!(rows.contains("■ ✓") && rows.contains("answered"), "{rows}");
    assert!(rows.contains("✎") && rows.contains("Not sent"), "{rows}");
}

#[test]
fn help_has_two_columns_where_they_fit() {
    for (page, form) in pages(&in_language("en")).into_iter().filter(|(_, form)| form.focus() != Focus::Help) {
        let helped = after(form.sized(120, 40), &[Help]);
        let frame = helped.frame();
        let told = |line: &question_core::Line| line.spans.iter().filter(|span| span.role == Role::Muted).count();
        assert_eq!(frame.lines.iter().map(told).max(), Some(2), "{page}:\n{}", shown(&frame));
    }
}

#[test]
fn any_key_leads_back_from_help() {
    for (page, form) in pages(&in_language("en")).into_iter().filter(|(_, form)| form.focus() != Focus::Help) {
        let form = form.sized(100, 60);
        for key in [Help, Confirm, Cancel, Toggle, Digit(2), CursorDown] {
            let mut helped = after(form.clone(), &[Help]);
            assert_eq!(helped.focus(), Focus::Help);
            let step = helped.update(key.clone());
            let is_text = form.has_text();
            assert_eq!(step, if is_text { Step::Edit } else { Step::Redraw }, "{key:?} on {page}");
            // What a notice told is told.
            let before = shown(&after(form.clone(), &[Help, Help]).frame());
            assert_eq!((shown(&helped.frame()), helped.draft()), (before, form.draft()), "{key:?} on {page}");
        }
    }
}

/// The hints of a page, from the left.
pub(super) fn hints(form: &Played) -> Vec<String> {
    let frame = form.frame();
    let is_hint = |line: &&question_core::Line| {
        let mut roles = line.spans.iter().map(|span| span.role);
        roles.clone().all(|role| matches!(role, Role::Muted | Role::Key)) && roles.any(|role| role == Role::Key)
    };
    let lines = frame.lines.iter().filter(is_hint).filter(|line| line.item.is_none());
    lines.flat_map(|line| line.text().trim().split(" · ").map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// In fewer columns the last ones are left out, but for the way to the page of keys. The first is always named.
#[test]
fn hints_are_whole_in_every_language() {
    let mut sheet = Sheet::default();
    let mut wrong = Vec::new();
    for (code, _) in Words::all() {
        let new = || form_with(&kinds(), &settings(&format!(r#"{{"locale": "{code}"}}"#)));
        for (page, form) in pages(&in_language(code)).into_iter().filter(|(_, form)| form.focus() != Focus::Help) {
            let all = hints(&form.clone().sized(400, 24));
            assert!(all.len() <= 6, "{code} {page}: {all:?}");
            for columns in 40..=120 {
                let shown = hints(&form.clone().sized(columns, 24));
                let fits = |count: usize| {
                    let (first, help) = (all.iter().take(count), all.last().filter(|_| count < all.len()));
                    first.chain(help).eq(&shown)
                };
                if !(1..=all.len()).any(fits) && shown != all[..1] {
                    wrong.push(format!("{code} {columns} {page}: {shown:?} of {all:?}"));
                }
            }
        }
        for (name, actions) in [
            ("list", vec![]),
            ("boxes", vec![NextTab]),
            ("review", vec![PrevTab]),
            ("leaving", vec![Digit(1), Cancel]),
            ("nothing checked", vec![NextTab, Confirm]),
            ("list with a note", vec![Note, submit("why")]),
            ("boxes with a note", vec![NextTab, Note, submit("why")]),
        ] {
            let lines = lines_of(&after(new().sized(40, 24), &actions));
            sheet.add(&format!("{code}, {name}, 40 columns"), &(lines + "\n"));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
    snapshot!("glance_hints", sheet);
}

/// The lines of the hints.
fn lines_of(form: &Played) -> String {
    let all = hints(form);
    let frame = form.frame();
    let lines = frame.lines.iter().map(question_core::Line::text);
    let is_hint =
        |line: &String| line.trim().split(" · ").next().is_some_and(|first| all.iter().any(|hint| hint == first));
    let lines: Vec<String> = lines.filter(is_hint).inspect(|line| assert!(width(line) <= 40)).collect();
    lines.join("\n")
}

#[test]
fn a_review_at_a_glance() {
    let paste: Vec<String> = (1..=200).map(|at| format!("line {at} of what was pasted")).collect();
    let paste = paste.join("\n");
    let mut sheet = Sheet::default();
    let long =
        [Digit(0), submit(&paste), Action::Yes, Digit(1), Note, submit(&paste), Action::Yes, Confirm, submit("shop")];
    let full = after(form(&kinds()), &long);
    add_all(&mut sheet, "two hundred lines", &full, &[(80, 40), (40, 40), (80, 24)]);
    add(&mut sheet, "on the long answer", &after(full, &[First]), 80, 40);
    let unsent = after(
        form(&kinds()),
        &[
            Digit(0),
            draft("my own words"),
            Cancel,
            First,
            Digit(1),
            Toggle,
            Note,
            draft("why"),
            Cancel,
            Confirm,
            submit("shop"),
        ],
    );
    add_all(&mut sheet, "not sent", &unsent, &[(80, 24), (40, 24)]);
    let much = [
        Digit(0),
        draft(&paste),
        Cancel,
        First,
        Digit(1),
        Toggle,
        Note,
        draft(&paste),
        Cancel,
        Confirm,
        submit("shop"),
    ];
    add_all(&mut sheet, "much not sent", &after(form(&kinds()), &much), &[(80, 24), (80, 15), (24, 10), (80, 5)]);
    snapshot!("glance_review", sheet);
}

/// Answers that are to be changed.
fn revised() -> Played {
    let questionnaire = asked(&kinds());
    let answers = r#"["Option number 2", ["Login", "Single sign-on"], "shop"]"#;
    played(&questionnaire).revision(Replies::parse(answers, &questionnaire).expect("they fit"))
}

#[test]
fn ways_out_and_back() {
    let mut sheet = Sheet::default();
    add(&mut sheet, "revise", &revised(), 80, 24);
    let opened = after(revised(), &[Confirm]);
    add(&mut sheet, "an answer opened", &opened, 80, 24);
    let changed = after(opened, &[Digit(3)]);
    add(&mut sheet, "and changed", &changed, 80, 24);
    add_all(&mut sheet, "leaving a revise", &after(changed, &[Cancel]), &[(80, 24), (40, 24)]);
    add(&mut sheet, "leaving", &after(form(&kinds()), &[Digit(1), Leave]), 80, 24);
    let answered = after(form(&kinds()), &[Digit(2), Toggle]);
    add(&mut sheet, "undone", &after(answered.clone(), &[Undo]), 80, 24);
    add(&mut sheet, "undone, on its page", &after(answered.clone(), &[Undo, Undo]), 80, 24);
    add(&mut sheet, "made again", &after(answered, &[Undo, Undo, Redo]), 80, 24);
    snapshot!("glance_ways", sheet);
}
