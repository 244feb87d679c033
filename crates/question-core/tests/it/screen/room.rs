//! One rule of room: a form takes the rows that it needs, all but those of others and three of the transcript. A plan is
//! read above its options, and the question stands once.

use crate::common::{Json, Played, form, frame, json, most, shown};
use proptest::prelude::*;
use question_core::{Line, Size};

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

#[test]
fn a_plan_is_read_above_its_options() {
    let plan: String = (1..=80).map(|at| format!("{at}. Step number {at} of the plan")).collect::<Vec<_>>().join("\n");
    let plan = asked(&format!("{plan}\n\nShall I go on like this?"), 4);
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

proptest! {
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
        let blank = |rows: &[String]| rows.iter().filter(|row| row.trim().is_empty()).count();
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
