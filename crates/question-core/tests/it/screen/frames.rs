//! Snapshots of what is drawn: pages at many sizes, text of many kinds.

use crate::common::sheet::{Sheet, snapshot};
use crate::common::{Action, Played, after, draft, form, frame, json, shown, submit, three};
use Action::{Cancel, Confirm, CursorDown, CursorUp, Digit, NextTab, PageDown, PrevTab};
use question_core::{Size, Step};

fn at(form: Played, columns: usize, rows: usize) -> String {
    assert!(!form.is_ended(), "nobody sees a form that has ended");
    shown(&form.sized(columns, rows).frame())
}

fn described() -> Played {
    form(&json!({"questions": [{"id": "db", "label": "Database", "prompt":
        "Which database should the order service use? It has to hold about two million orders, and nobody wants to run it.",
        "options": [
            {"value": "pg", "label": "PostgreSQL", "description": "Boring in the best way; the team knows it, backups exist."},
            {"value": "lite", "label": "SQLite", "description": "One file.\nNo server."},
            {"label": "MySQL"}]}]}))
}

fn many(questions: usize) -> Played {
    let labels = ["Database", "Name", "Deployment target", "Log level", "License"];
    let question = |(at, label): (usize, &&str)| {
        json!({"label": (format!("{label} {}", at + 1)), "prompt": "Which one?",
            "options": [{"label": "This"}, {"label": "That"}]})
    };
    form(&json!({"questions": (labels.iter().cycle().enumerate().take(questions).map(question).collect::<Vec<_>>())}))
}

#[test]
fn one_question() {
    let mut sheet = Sheet::default();
    for columns in [20, 40, 80, 200] {
        sheet.add(&format!("{columns} columns, 24 rows"), &at(described(), columns, 24));
    }
    for rows in [10, 60] {
        sheet.add(&format!("40 columns, {rows} rows"), &at(described(), 40, rows));
    }
    sheet.add("a draft", &at(after(described(), &[Digit(0), draft("DuckDB,\nmaybe"), Cancel]), 40, 24));
    snapshot!("one_question", sheet);
}

#[test]
fn tabs() {
    let mut sheet = Sheet::default();
    for (questions, columns) in [(5, 80), (5, 40), (30, 80), (30, 40), (5, 12)] {
        let middle = after(many(questions), &vec![Digit(2); questions / 2]);
        sheet.add(&format!("{questions} questions, {columns} columns, middle"), &at(middle, columns, 10));
    }
    sheet.add("30 questions, 40 columns, review", &at(after(many(30), &[PrevTab]), 40, 10));
    snapshot!("tabs", sheet);
}

#[test]
fn review() {
    let mut sheet = Sheet::default();
    let complete = after(three(), &[Digit(1), Digit(0), submit("orders,\nall of them"), Digit(2)]);
    sheet.add("complete", &at(complete.clone(), 80, 24));
    sheet.add("on an answer", &at(after(complete.clone(), &[CursorUp, CursorUp]), 80, 24));
    sheet.add("narrow", &at(complete, 20, 24));
    let incomplete = after(three(), &[NextTab, Digit(2), Digit(0), draft("not before noon"), Cancel, NextTab]);
    sheet.add("incomplete", &at(incomplete.clone(), 80, 24));
    sheet.add("submitted too early", &at(after(incomplete.clone(), &[Confirm]), 80, 24));
    sheet.add("the same, in few rows", &at(after(incomplete, &[Confirm]), 80, 8));
    sheet.add("30 questions", &at(after(many(30), &[Digit(1), Digit(2), PrevTab, PrevTab, PrevTab]), 40, 14));
    snapshot!("review", sheet);
}

#[test]
fn an_option_taller_than_the_window() {
    let tall = "One option that goes on and on. ".repeat(16);
    let list = json!([{"label": "Short"}, {"label": tall}, {"label": "After", "description": "it"}]);
    let mut form = form(&json!({"questions": [{"prompt": "Which?", "options": list}]}));
    form.resize(Size { columns: 40, rows: 14, taken: 0 });
    let mut sheet = Sheet::default();
    for step in 0..3 {
        sheet.add(&format!("{step} down"), &shown(&frame(&form)));
        form.update(CursorDown);
    }
    snapshot!("tall_option", sheet);
}

#[test]
fn a_long_prompt() {
    let prompt = (1..=60).map(|at| format!("line {at}")).collect::<Vec<_>>().join("\n");
    let list = json!([{"label": "Yes", "description": "as it is"}, {"label": "No"}]);
    let mut form = form(&json!({"questions": [{"prompt": prompt, "options": list}]}));
    form.resize(Size { columns: 60, rows: 24, taken: 0 });
    let mut sheet = Sheet::default();
    sheet.add("at first", &shown(&frame(&form)));
    form.update(PageDown);
    sheet.add("page down", &shown(&frame(&form)));
    while form.update(PageDown) == Step::Redraw {}
    sheet.add("at its end", &shown(&frame(&form)));
    form.update(Confirm);
    sheet.add("enter", &shown(&frame(&form)));
    snapshot!("long_prompt", sheet);
}

#[test]
fn scripts_and_escapes() {
    let list = json!([
        {"label": "日本語のとても長い選択肢", "description": "全角文字、半角ｶﾅ、混ぜて mixed"},
        {"label": "👩‍👩‍👧‍👦 family 👍🏽 🇩🇪 1️⃣", "description": "e\u{301} a\u{308}o\u{308} नि"},
        {"label": "שלום עולם", "description": "مرحبا بالعالم"},
        {"label": "safe \u{202e}evil\u{202c} \u{1b}[31mred\u{1b}[0m", "description": "a\tb\r\nc\u{7}\u{9b}2J"},
        {"label": "two\nlines", "description": "\u{1b}]52;c;aGVsbG8=\u{7}"}]);
    let question = json!({"label": "\u{1b}[1m見出し\n2", "prompt": "\u{1b}]0;title\u{7}どれ?\n\n👀", "options": list});
    let form = form(&json!({"questions": [(question.clone()), (question.clone())]}));
    let mut sheet = Sheet::default();
    for columns in [80, 24] {
        sheet.add(&format!("{columns} columns"), &at(form.clone(), columns, 60));
    }
    let answered = after(form, &[Digit(4), Digit(0), submit("\u{1b}[2Jmine\n日本")]);
    sheet.add("review", &at(answered, 40, 40));
    snapshot!("scripts", sheet);
}

#[test]
fn tiny_terminals() {
    let mut sheet = Sheet::default();
    for (columns, rows) in [(10, 4), (1, 24), (3, 8), (10, 1), (80, 1), (80, 3)] {
        let name = |page: &str| format!("{columns} columns, {rows} rows, {page}");
        sheet.add(&name("question"), &at(three(), columns, rows));
        sheet.add(&name("review"), &at(after(three(), &[PrevTab]), columns, rows));
        sheet.add(&name("editor"), &at(after(three(), &[Digit(0)]), columns, rows));
        sheet.add(&name("leaving"), &at(after(three(), &[Digit(1), Cancel]), columns, rows));
    }
    snapshot!("tiny", sheet);
}
