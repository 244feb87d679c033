//! What a reader sees at a glance: the question itself, Markdown, previews as tall as they are, and pages no taller
//! than that.

use crate::common::sheet::{Sheet, snapshot};
use crate::common::{Action, EDITOR, Json, Played, after, draft, form, frame, json, shown, submit, three};
use Action::{
    Cancel, Confirm, CursorDown, Digit, Discuss, DiscussText, Last, NextTab, Note, PageDown, PreviewDown, PreviewUp,
    ReadDown, ReadUp, Zoom,
};

/// Sizes of terminals that are judged by eye.
const SIZES: [(usize, usize); 5] = [(60, 24), (80, 24), (100, 40), (140, 60), (40, 24)];

fn add_all(sheet: &mut Sheet, name: &str, form: &Played, sizes: &[(usize, usize)]) {
    assert!(!form.is_ended(), "nobody sees a form that has ended");
    for &(columns, rows) in sizes {
        let form = form.clone().sized(columns, rows);
        sheet.add(&format!("{name}, {columns} × {rows}"), &shown(&frame(&form)));
    }
}

const PLAN: &str = "The `orders` table is **too large** for an in-place migration, and I looked at three ways:\n\n\
    | approach | downtime |\n|---|---|\n| in place | 40 min |\n| shadow table | none |\n\n\
    1. The first needs a window on *Sunday*.\n2. The second needs `pg_repack`.\n\n\
    ```sh\nsudo apt-get install postgresql-16-repack\n```\n\n> Ops said: nothing on Fridays.\n\nHow should I proceed?";

fn plan(more: &Json) -> Played {
    let list = json!([
        {"label": "In place, `--lock`", "description": "Simple, but needs a **window** of *40* minutes"},
        {"label": "Shadow table", "description": "`pg_repack` does it"},
        {"label": "**Dual** write"}]);
    form(&json!({"questions": [{"label": "The `orders`", "prompt": PLAN, "options": list}, more.clone()]}))
}

#[test]
fn the_question_itself_is_on_the_screen() {
    let mut sheet = Sheet::default();
    let long = plan(&json!({"prompt": "Name?"}));
    add_all(&mut sheet, "as sent", &long, &SIZES);
    let read = after(long.clone().sized(80, 24), &[PageDown]);
    add_all(&mut sheet, "read on", &read, &[(80, 24)]);
    add_all(&mut sheet, "above a note", &after(long.clone(), &[Note]), &[(80, 24), (60, 24), (80, 12)]);
    let mut noting = after(read, &[Note]);
    noting.set_editor_rows(3);
    add_all(&mut sheet, "above a note, where it was read", &noting, &[(80, 24)]);
    add_all(&mut sheet, "above a text of one's own", &after(long.clone(), &[Digit(0)]), &[(80, 24)]);
    add_all(&mut sheet, "zoomed", &after(long.clone(), &[Zoom]), &[(80, 24), (40, 12)]);
    add_all(&mut sheet, "zoomed, an option", &after(long.clone(), &[Zoom, NextTab]), &[(80, 24)]);
    let first = json!({"questions": [{"prompt": "Which one?\n\nThese are the facts:\n\nOne.\n\nTwo.\n\nThree.\n\nFour.",
        "options": ["a", "b", "c", "d"]}]});
    add_all(&mut sheet, "asked first", &form(&first), &[(80, 24), (80, 14)]);
    let list = "- a format with a line of its own\n".repeat(14);
    let prompt = format!("I compared them.\n\nWhich of these should the export have?\n\n{list}");
    let within = form(&json!({"questions": [{"prompt": prompt, "options": ["a", "b"]}, {"prompt": "Why?"}]}));
    add_all(&mut sheet, "asked in the middle", &within, &[(80, 24), (80, 14)]);
    snapshot!("question_in_sight", sheet);
}

#[test]
fn markdown() {
    let mut sheet = Sheet::default();
    let questions = json!({"questions": [
        {"label": "Lead", "prompt": "Use **one** of `a_b` or *that*.\n\nWhich?", "options": [
            {"label": "`a_b`", "description": "**Strong**, *light* and `code` in a description that is wrapped at last"},
            {"label": "snake_case and 2*3*4", "description": "[a link](https://example.org) stays as it is"}]},
        {"prompt": "- one\n- two", "options": ["a"]}]});
    add_all(&mut sheet, "of one line", &form(&questions), &[(80, 24), (40, 24)]);
    add_all(&mut sheet, "not highlighted", &after(form(&questions), &[CursorDown]), &[(80, 24)]);
    let blocks = plan(&json!({"prompt": "- one\n- two", "options": ["`a`"]}));
    add_all(&mut sheet, "blocks", &blocks, &[(80, 24), (80, 60)]);
    add_all(&mut sheet, "a list that asks", &after(blocks.clone(), &[NextTab]), &[(80, 24)]);
    let answered = after(blocks, &[CursorDown, CursorDown, Confirm, Confirm]);
    add_all(&mut sheet, "in the review", &answered, &[(80, 24)]);
    snapshot!("markdown", sheet);
}

#[test]
fn discuss() {
    let mut sheet = Sheet::default();
    let long = plan(&json!({"label": "Name", "prompt": "What should we *name* it?"}));
    let talk = after(long.clone(), &[CursorDown, Discuss, draft("why not both?")]);
    add_all(&mut sheet, "a list", &talk, &[(80, 24), (60, 24), (140, 60), (80, 10)]);
    add_all(&mut sheet, "an input", &after(long.clone(), &[NextTab, DiscussText]), &[(80, 24)]);
    add_all(&mut sheet, "the review", &after(long, &[Action::PrevTab, Discuss]), &[(80, 24)]);
    let alone = form(&json!({"questions": [{"prompt": "What should we name it?"}]}));
    add_all(&mut sheet, "alone", &alone, &[(80, 24)]);
    let talk = after(alone, &[draft("orders"), DiscussText, draft("what is it for?")]);
    add_all(&mut sheet, "alone, discussed", &talk, &[(80, 24)]);
    add_all(&mut sheet, "and back", &after(talk, &[Cancel]), &[(80, 24)]);
    snapshot!("discuss", sheet);
}

#[test]
fn pages_take_what_they_need() {
    let lines = (1..=40).map(|line| format!("line {line}")).collect::<Vec<_>>().join("\n");
    let list = json!([{"label": "A", "preview": lines}, {"label": "B"}]);
    let boxes = json!({"label": "Boxes", "prompt": "Which of these?", "mode": "multi", "options": ["a", "b"]});
    let questions = json!({"questions": [{"label": "Long", "prompt": "Which?", "options": list}, boxes,
        {"label": "Name", "prompt": "Name?"}]});
    let form = form(&questions);
    let mut sheet = Sheet::default();
    for size in [(80, 24), (100, 40)] {
        for (page, turns) in ["preview", "boxes", "input", "review"].iter().zip(0..) {
            add_all(&mut sheet, page, &after(form.clone(), &vec![NextTab; turns]), &[size]);
        }
    }
    let short = |rows| json!({"label": "A", "preview": (vec!["x"; rows].join("\n"))});
    let five = json!({"questions": [{"prompt": "Which?", "options": [(short(5)), (short(2)), {"label": "B"}]}]});
    let five = crate::common::form(&five);
    add_all(&mut sheet, "five lines of preview", &five, &[(80, 24), (80, 40), (60, 24), (40, 24), (140, 40)]);
    add_all(&mut sheet, "the same on two lines", &after(five, &[CursorDown]), &[(80, 40), (140, 40)]);
    snapshot!("page_rows", sheet);
}

/// The row for one's own text stays below a list that scrolls, and a key leads to the preview that found no room.
#[test]
fn a_preview_leaves_the_list_its_rows() {
    for (count, rows, columns) in (2..=12)
        .flat_map(|count| (22..40).flat_map(move |rows| [40, 60, 80, 120].map(|columns| (count, rows, columns))))
    {
        let option =
            |at| json!({"label": (format!("Server {at}")), "description": "two words", "preview": "x\n\n".repeat(9)});
        let options: Vec<Json> = (0..count).map(option).collect();
        let form = form(&json!({"questions": [{"prompt": "Which server?", "options": options}]})).sized(columns, rows);
        let frame = frame(&form);
        let text = shown(&frame);
        let is_seen = |text: &str| frame.lines.iter().any(|line| line.text().contains(text));
        assert!(is_seen("0. Something else…"), "{count} options in {columns} × {rows}:\n{text}");
        // What is cut is read over the whole terminal.
        let mut lines = frame.lines.iter().map(question_core::Line::text);
        let is_cut = lines.any(|line| line.contains("1. Server 0") && line.contains('…'));
        assert!(
            is_cut || is_seen("1. Server 0") && is_seen("two words"),
            "{count} options in {columns} × {rows}:\n{text}"
        );
        assert!(is_seen("p read") || is_seen(" x"), "{count} options in {columns} × {rows}:\n{text}");
    }
}

/// A preview that is cut fills its rows, and no row of the form is blank beside it. The form is as tall for each of them. The
/// list is as wide as its labels, where these are short.
#[test]
fn previews_share_their_rows() {
    let preview = |rows: usize| vec!["x"; rows].join("\n");
    for heights in [vec![9, 40], vec![25, 25, 25], vec![0, 60], vec![3, 12, 30], vec![5; 6]] {
        let option =
            |(at, rows): (usize, &usize)| json!({"label": (format!("Layout {at}")), "preview": (preview(*rows))});
        let options: Vec<Json> = heights.iter().enumerate().map(option).collect();
        let asked = form(&json!({"questions": [{"prompt": "Which layout?", "options": options}]}));
        for (columns, rows) in [(120, 40), (80, 24), (60, 24), (60, 40), (200, 60), (90, 16)] {
            let mut form = asked.clone().sized(columns, rows);
            let tall = frame(&form).lines.len();
            for height in &heights {
                let frame = frame(&form);
                let lines: Vec<String> = frame.lines.iter().map(question_core::Line::text).collect();
                let about = format!("{heights:?}, on {height} in {columns} × {rows}: {lines:#?}");
                assert_eq!(lines.len(), tall, "{about}");
                let is_cut = lines.iter().any(|line| line.contains(" more line"));
                assert!(!is_cut || lines.iter().all(|line| !line.trim().is_empty()), "{about}");
                if let Some(column) = lines.iter().find_map(|line| line.find(" │ ")) {
                    assert!(column <= 25, "{about}");
                }
                form.update(CursorDown);
            }
        }
    }
}

/// What one writes about stays in sight: the preview of the option that was highlighted last stands beside words of the
/// user's own, a note, and a message to talk first.
#[test]
fn a_preview_stays_beside_what_is_written() {
    let options = json!([{"label": "REST", "preview": "GET /orders"}, {"label": "gRPC", "preview": "rpc Orders()"}]);
    let asked =
        form(&json!({"questions": [{"label": "API", "prompt": "Which?", "options": options}, {"prompt": "Why?"}]}));
    for open in [Action::Type, Note, Discuss] {
        for (columns, rows) in [(100, 34), (80, 24), (60, 30)] {
            let form = after(asked.clone(), &[CursorDown, open.clone()]).sized(columns, rows);
            let text = shown(&frame(&form));
            assert!(text.contains("rpc Orders()"), "{open:?} in {columns} × {rows}:\n{text}");
        }
    }
}

/// Above a message about all of them, the answers stand as in the review. Enter sends the message, so none is highlighted, and
/// a click takes none.
#[test]
fn the_answers_stay_above_a_message() {
    let open = [Digit(1), Note, submit("as ever"), Action::PrevTab, Action::PrevTab, Discuss, draft("why three?")];
    for (columns, rows) in [(80, 24), (120, 40), (40, 20)] {
        let mut form = after(three().sized(columns, rows), &open);
        for _ in 0..2 {
            let text = shown(&frame(&form));
            for said in ["Discuss it first. Message (optional)", "DB → PostgreSQL", "as ever", "Name → not", "Go → not"]
            {
                assert!(text.contains(said), "{said} in {columns} × {rows}:\n{text}");
            }
            assert!(!text.contains("→ 1.") && !text.contains("Submit ("), "{text}");
            form.update(Action::Click(question_core::Target::Item(1)));
        }
        assert_eq!(form.draft(), "why three?");
    }
    // Of a list that scrolls, the part with the answer that was highlighted.
    let many = (1..=30).map(|at| json!({"label": (format!("Area {at}")), "prompt": "Which?", "options": ["a", "b"]}));
    let many = form(&json!({"questions": many.collect::<Vec<Json>>()})).sized(40, 20);
    let many = after(many, &[Action::PrevTab, Action::CursorUp, Action::CursorUp, Action::CursorUp, Discuss]);
    assert!(shown(&frame(&many)).contains("28. □ Area 28"), "{}", shown(&frame(&many)));
}

/// However few rows a preview has, keys that turn over its page leave none out: in the list, on the row for words, above a
/// text, and on the whole terminal. The row that counts the hidden ones names the key.
#[test]
fn every_line_of_a_preview_is_reached() {
    let all: Vec<String> = (1..=12).map(|line| format!("line {line}")).collect();
    let option = |at| json!({"label": (format!("Option {at}")), "preview": (all.join("\n\n"))});
    let options: Vec<Json> = (0..5).map(option).collect();
    let form = form(&json!({"questions": [{"prompt": "Which?", "options": options}]}));
    let lines_in = |form: &Played| -> Vec<usize> {
        let lines: Vec<String> = frame(form).lines.iter().map(question_core::Line::text).collect();
        let is_seen = |text: &String| lines.iter().any(|line| line.trim_end().ends_with(&format!(" {text}")));
        (0..all.len()).filter(|at| is_seen(&all[*at])).collect()
    };
    for (columns, rows) in [40, 60, 80, 120].into_iter().flat_map(|columns| (8..40).map(move |rows| (columns, rows))) {
        let (list, text) = ([PreviewDown, PreviewUp], [ReadDown, ReadUp]);
        for (before, ways, key) in [
            (&[][..], &list, "ctrl+d scroll"),
            (&[Last], &list, "ctrl+d scroll"),
            (&[Zoom], &list, ""),
            (&[Note], &text, "PgDn scroll"),
            (&[Digit(0)], &text, "PgDn scroll"),
        ] {
            let mut form = after(form.clone().sized(columns, rows), before);
            form.set_editor_rows(EDITOR.rows);
            if lines_in(&form).is_empty() {
                continue;
            }
            let counts =
                frame(&form).lines.iter().map(question_core::Line::text).find(|line| line.contains("more line"));
            assert!(counts.is_none_or(|counts| counts.trim_end().ends_with(key)), "{before:?} in {columns} × {rows}");
            for way in ways {
                let mut seen = std::collections::BTreeSet::new();
                let mut before = String::new();
                while before != shown(&frame(&form)) {
                    before = shown(&frame(&form));
                    seen.extend(lines_in(&form));
                    form.update(way.clone());
                }
                assert_eq!(seen.len(), all.len(), "{way:?} in {columns} × {rows} shows only {seen:?}");
            }
        }
    }
}
