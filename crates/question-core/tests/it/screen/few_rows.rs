//! Terminals of few rows: what asks is what is highlighted, and a way to all that is left out.

use std::collections::BTreeSet;

use crate::common::played::Played;
use crate::common::{Action, Json, after, form, frame, has_marker, json, rows_of, shown};
use Action::{Confirm, Digit, Help, Note, PageDown, ReadDown, Submit, Zoom};
use question_core::{Command, Editor, Step};

const ROWS: [usize; 8] = [4, 5, 6, 8, 10, 12, 16, 24];

/// Lines of so many words that are found again, each by its number.
fn lines(name: &str, count: usize) -> String {
    (1..=count).map(|at| format!("{name}{at}.")).collect::<Vec<_>>().join("\n")
}

/// Questions with a prompt that fits nowhere, in paragraphs, of which the last asks.
fn long_prompt(questions: usize) -> Played {
    let prompt = format!("{}\n\nHow should it be done?", lines("line ", 30).replace('\n', "\n\n"));
    let question = json!({"label": "Way", "prompt": prompt, "options": ["fast", "slow"]});
    form(&json!({"questions": (vec![question; questions])}))
}

/// In any number of rows the question is in sight, and a key that the page names shows all that leads up to it.
#[test]
fn what_asks_is_seen_and_how_to_read_on() {
    for (questions, columns, rows) in (1..=2)
        .flat_map(|questions| [40, 80].map(|columns| (questions, columns)))
        .flat_map(|(questions, columns)| ROWS.map(|rows| (questions, columns, rows)))
    {
        let form = long_prompt(questions).sized(columns, rows);
        let text = shown(&frame(&form));
        let about = format!("{questions} questions in {columns} × {rows}:\n{text}");
        assert!(text.contains("⟨prompt⟩How should it be done?"), "{about}");
        assert!(frame(&form).lines.iter().any(has_marker), "{about}");
        let reads_in_place = text.contains("PgDn read");
        assert!(reads_in_place || text.contains("p read") || text.contains("p⟨/⟩⟨muted⟩ read"), "no way: {about}");
        let mut read = if reads_in_place { form } else { after(form, &[Zoom]) };
        let mut seen = BTreeSet::new();
        loop {
            let frame = frame(&read);
            let of_prompt = frame.lines.iter().filter(|line| line.text().trim_start().starts_with("line "));
            let numbers: BTreeSet<String> = of_prompt.map(question_core::Line::text).collect();
            let has_text = !numbers.is_empty() || shown(&frame).contains("How should");
            assert!(has_text, "only blank rows: {about}{}", shown(&frame));
            seen.extend(numbers);
            if read.update(PageDown) == Step::Idle {
                break;
            }
        }
        assert_eq!(seen.len(), 30, "{about}");
    }
}

/// Where what leads up to the question is hidden, something on the screen says so: a row that says how much that is, or
/// an ellipsis behind the question or above it. Where there is room for three hints, one names its key.
#[test]
fn what_is_hidden_of_a_prompt_leaves_a_sign() {
    let prompt = format!("{}\n\nGo?", lines("line ", 12));
    for (options, questions) in [(2, 1), (4, 1), (2, 2), (4, 2)] {
        let labels: Vec<String> = (1..=options).map(|at| format!("o{at}")).collect();
        let question = json!({"prompt": (prompt.clone()), "options": labels});
        let form = form(&json!({"questions": (vec![question; questions])}));
        for (columns, rows) in
            [10, 12, 15, 20, 24, 30, 40, 80].into_iter().flat_map(|columns| (3..20).map(move |rows| (columns, rows)))
        {
            for actions in [&[][..], &[Digit(0)], &[Note], &[crate::common::typed("o")]] {
                let form = after(form.clone().sized(columns, rows), actions);
                let text = shown(&form.drawn(form.editor(Editor { rows: 3, cursor: 0 })));
                let about =
                    format!("{options} options, {questions} questions in {columns} × {rows}, {actions:?}:\n{text}");
                if !text.contains("⟨prompt⟩Go?") {
                    continue;
                }
                let above = text.lines().take_while(|row| !row.contains("⟨prompt⟩Go?")).last().unwrap_or_default();
                let is_told = text.contains("Go?…") || above.contains(['↓', '…']);
                assert!(is_told || text.contains("line 12"), "{about}");
                let names_key = text.contains("p⟨/⟩⟨muted⟩ read") || text.contains(" p read");
                assert!(!text.contains("Go?…") || names_key || columns < 40 || !actions.is_empty(), "{about}");
            }
        }
    }
}

/// In a terminal of a single row, a text that is read is seen, and neither a mark nor a blank row in its place.
#[test]
fn a_text_is_read_in_a_single_row() {
    let mut read = after(long_prompt(1).sized(40, 1), &[Zoom]);
    let mut seen = Vec::new();
    loop {
        let row = shown(&frame(&read)).trim().to_owned();
        seen.push(row);
        if read.update(PageDown) == Step::Idle {
            break;
        }
    }
    assert_eq!((seen.len(), seen.first().map(String::as_str)), (31, Some("line 1.")), "{seen:?}");
}

/// While the prompt above it is read, a text keeps its rows, and at least that with the cursor.
#[test]
fn a_text_keeps_its_rows_while_the_prompt_is_read() {
    for (questions, opening, rows) in (1..=2)
        .flat_map(|questions| [Digit(0), Note].map(|opening| (questions, opening)))
        .flat_map(|(questions, opening)| (8..=18).map(move |rows| (questions, opening.clone(), rows)))
    {
        let mut form = after(long_prompt(questions).sized(80, rows), std::slice::from_ref(&opening));
        form.set_editor_rows(3);
        let before = frame(&form).slot;
        form.update(ReadDown);
        let frame = form.frame_with(Editor { rows: 3, cursor: 1 });
        let text = shown(&frame);
        assert_eq!(frame.slot, before, "{questions}, {opening:?}, {rows}:\n{text}");
        assert!(frame.slot.is_some_and(|slot| slot.rows >= if rows > 14 { 3 } else { 1 }), "{rows}:\n{text}");
        assert!(text.contains("line ") && text.contains("How should"), "{questions}, {opening:?}, {rows}:\n{text}");
    }
}

/// Above a text of one's own, no choice is hidden for the sake of blank rows.
#[test]
fn a_list_above_a_text_fills_its_rows() {
    let description = "a description that takes two rows of a terminal, or three, because it goes on and on for long";
    let option = |at: usize| json!({"label": (format!("Choice {at}")), "description": (description.repeat(2))});
    for (count, rows) in (2..9).flat_map(|count| (16..40).map(move |rows| (count, rows))) {
        let options: Vec<Json> = (0..count).map(option).collect();
        let form = form(&json!({"questions": [{"prompt": "Which?", "options": options}]})).sized(80, rows);
        let form = after(form, &[Digit(0)]);
        let frame = frame(&form);
        let Some(own) = frame.lines.iter().position(has_marker) else { continue };
        let editor = frame.slot.map_or(0, |slot| slot.row);
        let is_cut = frame.lines.iter().any(|line| line.text().contains('↑'));
        assert!(!is_cut || editor - own <= 2, "{count} in {rows} rows:\n{}", shown(&frame));
    }
}

/// Beside a preview, which has at least five rows, the prompt has all the rows that it needs.
#[test]
fn a_preview_beside_a_list_leaves_the_prompt_its_rows() {
    for (prompt, rows) in [(12, 13), (14, 14), (35, 20), (14, 3), (3, 12)] {
        let option = |at: usize| json!({"label": (format!("Layout {at}")), "preview": "x\n".repeat(rows)});
        let options: Vec<Json> = (0..3).map(option).collect();
        let asked = format!("{}\n\nWhich layout?", lines("line ", prompt));
        let form = form(&json!({"questions": [{"prompt": asked, "options": options}]})).sized(100, 40);
        let frame = frame(&form);
        let text = shown(&frame);
        let seen = (1..=prompt).filter(|line| text.contains(&format!("line {line}."))).count();
        let preview = frame.lines.iter().filter(|line| line.text().trim_end().ends_with(" x")).count();
        // The last row may count those that are hidden.
        assert!(preview >= rows.min(4), "{prompt} lines, {rows} of preview:\n{text}");
        assert!(seen == prompt || seen >= 10, "{prompt} lines, {rows} of preview:\n{text}");
    }
}

/// A message that is cut ends in an ellipsis. In a review of few rows, one stands for a note.
#[test]
fn what_is_left_out_has_a_sign() {
    let list = json!(["a", "b", "c", "d", "e", "f"]);
    let asked = json!({"questions": [{"prompt": "Which?", "mode": "multi", "options": list}, {"prompt": "Why?"}]});
    let told = shown(&frame(&after(form(&asked).sized(40, 12), &[Confirm])));
    assert!(told.contains("⟨warning⟩Nothing checked yet.") && told.contains("…⟨/⟩"), "{told}");
    let noted = [Action::Toggle, Note, Submit("important".to_owned()), Action::PrevTab];
    let review = shown(&frame(&after(form(&asked).sized(40, 9), &noted)));
    assert!(review.contains("→ a⟨muted⟩ …⟨/⟩"), "{review}");
}

/// The question about a long text names its keys only if they are bound as it says.
#[test]
fn keys_of_a_long_text_are_named_as_they_are_bound() {
    let asked = after(long_prompt(1), &[Digit(0), Submit("x".repeat(3_000))]).sized(80, 24);
    assert!(shown(&frame(&asked)).contains("[Y/n]"), "{}", shown(&frame(&asked)));
    for (unbound, wanted) in [(Command::No, "y⟨/⟩⟨muted⟩ yes/no"), (Command::Yes, "n⟨/⟩⟨muted⟩ yes/no")]
    {
        let text = shown(&frame(&asked.clone().without(unbound)));
        assert!(text.contains(wanted) && !text.contains("[Y/n]"), "{unbound:?}:\n{text}");
    }
}

/// A digit that the user has bound to a command chooses nothing, and no hint says so.
#[test]
fn digits_are_named_as_they_are_bound() {
    let ask = || form(&json!({"questions": [{"prompt": "Which?", "options": ["a", "b", "c", "d"]}]})).sized(200, 24);
    for (command, key, wanted, not) in [
        (Command::Undo, "9", "1-4 ", ","),
        (Command::Undo, "2", "1, 3-4 ", "1-4"),
        (Command::Discuss, "0", "⟨key⟩0⟨/⟩⟨muted⟩ discuss", "⟨muted⟩ type"),
    ] {
        let form = ask().bound(command, &[key]);
        let text = shown(&frame(&form)) + &shown(&frame(&after(form.clone(), &[Help])));
        assert!(text.contains(wanted) && !text.contains(not), "{command:?} on {key:?}:\n{text}");
    }
}

/// The sentence that asks stays in sight if its paragraph does not fit, and if text follows it. The prompt is read in
/// its own order.
#[test]
fn the_question_stays_in_sight_wherever_it_is() {
    let long = "This is a sentence of a long paragraph about the files. ".repeat(12);
    let list = "- an item that belongs to the question\n".repeat(20);
    for prompt in [
        format!("{long}Which one should I use?"),
        format!("Which one should I use? {long}"),
        format!("Which one should I use?\n\n{list}"),
    ] {
        let options = json!([{"label": "A", "description": "why"}, "B", "C", "D"]);
        let asked = json!({"questions": [{"prompt": (prompt.clone()), "options": options}, {"prompt": "Why?"}]});
        for (columns, rows) in [(80, 20), (60, 14), (40, 12)] {
            let form = form(&asked).sized(columns, rows);
            let text = rows_of(&form);
            assert!(text.iter().any(|row| row.contains("Which one should I use?")), "{columns} × {rows}: {text:#?}");
            let begins = text.iter().any(|row| row.len() > 9 && prompt.starts_with(row.trim_end_matches('…')));
            assert!(begins || rows < 20, "the prompt is read from its beginning, {columns} × {rows}: {text:#?}");
        }
    }
}

/// In a page that is full, a notice takes the place of the hints, and the borders stay.
#[test]
fn a_notice_takes_the_row_of_the_hints() {
    let option = |at: usize| json!({"label": (format!("Choice {at}")), "description": "why"});
    let options: Vec<Json> = (0..12).map(option).collect();
    let asked =
        json!({"questions": [{"prompt": "Which ways?", "mode": "multi", "options": options}, {"prompt": "Why?"}]});
    let full = after(form(&asked).sized(80, 16), &[Confirm]);
    let rows = rows_of(&full);
    assert!(
        matches!(&*rows, [top, .., notice, bottom]
        if notice.starts_with("Nothing checked yet. Confirm again") && [top, bottom].iter().all(|row| row.starts_with("──"))),
        "{rows:#?}"
    );
}
