//! One rule of room: a form takes the rows that it needs, all but those of others and three of the transcript. A plan is
//! read above its options, and the question stands once.

use std::collections::BTreeSet;

use crate::common::{
    Action, EDITOR, Json, Played, after, draft, form, frame, json, most, shown, submit, tokens, words, words_of,
};
use proptest::prelude::*;
use question_core::{Editor, Line, Size, Step};

fn list(count: usize) -> Json {
    (1..=count).map(|at| json!({"label": (format!("Option {at}"))})).collect()
}

fn asked(prompt: &str, options: usize) -> Played {
    form(&json!({"questions": [{"prompt": prompt, "options": (list(options))}]}))
}

/// Returns the rows of a form without borders.
fn rows(form: &Played) -> Vec<String> {
    let is_rule = |row: &String| row.starts_with('─') && row.ends_with('─');
    frame(form).lines.iter().map(Line::text).filter(|row| !is_rule(row)).collect()
}

fn blank(rows: &[String]) -> usize {
    rows.iter().filter(|row| row.trim().is_empty()).count()
}

/// A plan of 80 steps, one a line.
fn plan() -> Played {
    let plan: String = (1..=80).map(|at| format!("{at}. Step number {at} of the plan")).collect::<Vec<_>>().join("\n");
    asked(&format!("{plan}\n\nShall I go on like this?"), 4)
}

#[test]
fn a_plan_is_read_above_its_options() {
    let plan = plan();
    for (columns, height, wanted) in [(80, 24, 10), (120, 40, 24)] {
        let rows = rows(&plan.clone().sized(columns, height));
        let above = rows.iter().take_while(|row| !row.contains("Shall I go on like this?")).count();
        assert!(above >= wanted, "{above} rows at {columns} × {height}:\n{}", rows.join("\n"));
        assert!(rows.iter().any(|row| row.contains("Option 4")), "{rows:?}");
    }
}

#[test]
fn what_is_to_be_approved_is_in_sight_and_the_question_stands_once() {
    for before in 0..=40 {
        let lines: String = (0..before).map(|at| format!("- resource {at}\n")).collect::<Vec<_>>().concat();
        let prompt = format!(
            "The plan shows {before} to destroy:\n\n{lines}\nShall I run this?\n\n```sh\nterraform apply -auto-approve\n```"
        );
        let text = shown(&frame(&asked(&prompt, 3).sized(80, 24)));
        assert!(text.contains("terraform apply"), "{before} lines before:\n{text}");
        assert_eq!(text.matches("Shall I run this?").count(), 1, "{before} lines before:\n{text}");
    }
}

/// On the whole terminal, too, wherever one reads; and reading leaves no line out.
#[test]
fn the_question_stands_once_where_a_plan_is_read() {
    for (columns, height) in [(80, 24), (40, 20), (120, 40), (60, 14)] {
        let mut read = after(plan().sized(columns, height), &[Action::Zoom]);
        for way in [Action::PageDown, Action::PageUp] {
            let mut seen = BTreeSet::new();
            loop {
                let text = shown(&frame(&read));
                let about = format!("{way:?} in {columns} × {height}:\n{text}");
                assert_eq!(text.matches("Shall I go on like this?").count(), 1, "{about}");
                assert!(text.contains("1. Option 1") && text.contains("4. Option 4"), "{about}");
                seen.extend((1..=80).filter(|at| text.contains(&format!("Step number {at} of"))));
                if read.update(way.clone()) == Step::Idle {
                    break;
                }
            }
            assert_eq!(seen.len(), 80, "{way:?} in {columns} × {height}");
        }
    }
}

/// Beside an open text, the question and the text come before a piece of what leads up to the question.
#[test]
fn the_question_is_whole_beside_a_text() {
    let prompt = format!("{}\n\nWhich {}?", words("before", 60), words("asked", 20));
    let form = after(asked(&prompt, 3).sized(40, 24), &[Action::Digit(0)]);
    let frame = form.drawn(Editor { rows: 6, cursor: 4 });
    let (seen, text) = (words_of(&frame), shown(&frame));
    assert!((0..19).all(|at| seen.contains(&format!("asked{at}"))), "{text}");
    assert_eq!(frame.slot.map(|slot| slot.rows), Some(6), "{text}");
}

/// Of a paragraph that goes on after its question, too.
#[test]
fn a_question_that_a_paragraph_begins_with_stands_once() {
    let prompt = format!("Which database? {}", words("w", 60));
    for (columns, height) in [(80, 14), (40, 20), (40, 30), (60, 16), (120, 12)] {
        for actions in [&[][..], &[Action::Note], &[Action::Discuss], &[Action::Digit(0), draft("x")]] {
            let form = after(asked(&prompt, 3).sized(columns, height), actions);
            let text = shown(&frame(&form));
            assert_eq!(text.matches("Which database?").count(), 1, "{actions:?} in {columns} × {height}:\n{text}");
        }
    }
}

/// A note or a message about a text stands below it.
#[test]
fn a_text_stays_in_sight_beside_a_note() {
    for open in [Action::Note, Action::Discuss] {
        let new = || form(&json!({"questions": [{"prompt": "Which name?"}, {"prompt": "Go?"}]}));
        let answered = after(new(), &[submit("order-processor"), Action::PrevTab, open.clone()]);
        let drafted = after(new(), &[draft("order-processor"), Action::NextTab, Action::PrevTab, open.clone()]);
        for form in [answered, drafted] {
            let rows = rows(&form.sized(80, 24));
            assert!(rows.iter().any(|row| row.contains("order-processor")), "{open:?}: {rows:#?}");
        }
        let rows = rows(&after(new(), std::slice::from_ref(&open)));
        assert!(!rows.iter().any(|row| row.contains("Type your answer")), "{open:?}: {rows:#?}");
    }
}

/// Lines of an open text that are hidden leave a sign, and rules of the editor none.
#[test]
fn a_text_that_is_cut_says_so() {
    let form = after(asked("Which?", 3), &[Action::Digit(0)]);
    for (height, rows) in (8..30).flat_map(|height| (3..16).map(move |rows| (height, rows))) {
        for cursor in 1..rows - 1 {
            let form = form.clone().sized(40, height);
            let frame = form.drawn(Editor { rows, cursor });
            let slot = frame.slot.expect("the editor is open");
            let text = shown(&frame);
            // The editor of pi has a text of so many rows scroll, and its rules say so.
            let scrolls = rows >= (height * 3 / 10).max(5) + 2 && slot.rows < rows;
            let hides = scrolls || slot.first > 1 || slot.first + slot.rows + 1 < rows;
            let is_told = text.contains("↑ …") || text.contains("↓ …");
            // Fewer rows than a text of one line has are all of the text.
            let is_least = slot.rows < EDITOR.rows && !is_told;
            assert!(is_told == hides || is_least, "{rows} rows, at {cursor}, in {height}:\n{text}");
        }
    }
}

proptest! {
    /// What the person has entered is cut no sooner than other texts.
    #[test]
    fn what_was_entered_is_not_cut_while_there_is_room(
        count in 1_usize..150,
        open in prop::sample::select(vec![Action::Note, Action::Digit(0)]),
        is_reviewed in any::<bool>(),
        columns in 40_usize..130,
        height in 12_usize..50,
    ) {
        let text = words("w", count);
        let mut questions = vec![json!({"prompt": "Which?", "options": (list(3))}); 2];
        questions.truncate(if is_reviewed { 2 } else { 1 });
        let mut form = after(form(&json!({"questions": questions})), &[open, draft(&text), Action::Cancel]);
        if is_reviewed {
            form.update(Action::PrevTab);
        }
        let form = form.sized(columns, height);
        let (rows, frame) = (rows(&form), frame(&form));
        let seen = words_of(&frame);
        let is_full = (blank(&rows), frame.lines.len()) == (0, most(Size { columns, rows: height, taken: 0 }));
        prop_assert!(is_full || tokens(&text).iter().all(|word| seen.contains(word)), "{}", rows.join("\n"));
    }

    /// No text is cut while a row is blank, or while the transcript has more than its three rows.
    #[test]
    fn no_text_is_cut_while_there_is_room(
        words in 1_usize..400,
        descriptions in prop::collection::vec(0_usize..40, 1..12),
        columns in 40_usize..130,
        height in 12_usize..50,
        taken in 0_usize..6,
    ) {
        let options: Json = descriptions.iter().zip(1..).map(|(words, at)| {
            let description = (*words > 0).then(|| "about this ".repeat(*words));
            json!({"label": (format!("Option {at}")), "description": description})
        }).collect();
        let prompt = format!("{}so which?", "a word ".repeat(words));
        let mut form = form(&json!({"questions": [{"prompt": prompt, "options": options}]}));
        let size = Size { columns, rows: height, taken };
        form.resize(size);
        let letters = |rows: &[String]| rows.concat().replace(' ', "");
        let (drawn, whole) = (rows(&form), rows(&form.unrolled(columns)));
        let needed = whole.len() - blank(&whole);
        // Two rows are for the borders.
        if needed + 2 <= most(size) {
            prop_assert_eq!(letters(&drawn), letters(&whole), "{}", drawn.join("\n"));
        } else {
            prop_assert_eq!((blank(&drawn), frame(&form).lines.len()), (0, most(size)), "{}", drawn.join("\n"));
        }
    }
}
