//! Snapshots of what a person sees, with the host's editor and preview in their places and no roles: what these pages
//! tell, they tell without color.

use crate::common::play::is_preview;
use crate::common::sheet::{Sheet, snapshot};
use crate::common::{Action, Json, Played, after, cap, draft, form, form_with, json, sent, settings, submit, typed};
use Action::{
    Cancel, Confirm, CursorDown, CursorUp, Digit, Discuss, NextTab, Note, PrevTab, PreviewDown, Toggle, ToggleAll, Zoom,
};
use question_core::Editor;
use question_core::{Focus, Size, width};

/// The whole form as the host puts it together.
fn screen(form: &Played, columns: usize, rows: usize) -> String {
    assert!(!form.is_ended(), "nobody sees a form that has ended");
    let mut form = form.clone();
    form.resize(Size { columns, rows, taken: 0 });
    let field = field(&form, columns);
    let cursor = field.iter().position(|line| line.contains('█')).unwrap_or(0);
    let frame = form.drawn(form.editor(Editor { rows: field.len(), cursor }));
    let mut lines: Vec<String> = frame.lines.iter().map(question_core::Line::text).collect();
    if let Some(slot) = frame.slot {
        let shown = field.iter().skip(slot.first).take(slot.rows).cloned();
        lines.splice(slot.row..slot.row, shown);
    }
    let all = if is_preview(&form) { rows.saturating_sub(3) } else { 0 };
    let cap = all.max(cap(rows, 70));
    assert!(lines.len() <= cap, "{} lines of {cap}", lines.len());
    let line = |line: &String| {
        assert!(width(line) <= columns, "{line:?} is wider than {columns}");
        line.trim_end().to_owned() + "\n"
    };
    lines.iter().map(line).collect()
}

/// What pi's editor draws.
fn field(form: &Played, columns: usize) -> Vec<String> {
    match form.focus() {
        Focus::Editor | Focus::Options => {
            let rule = "═".repeat(columns);
            let text = folded(&format!("{}█", form.draft()), columns);
            [vec![rule.clone()], text, vec![rule]].concat()
        }
        Focus::List | Focus::Confirm | Focus::Help | Focus::Folded => Vec::new(),
    }
}

/// The lines of a text, cut after so many characters.
fn folded(text: &str, columns: usize) -> Vec<String> {
    let line = |line: &str| {
        let chars: Vec<char> = line.chars().collect();
        chars.chunks(columns.max(1)).map(|chunk| chunk.iter().collect()).collect::<Vec<String>>()
    };
    let or_blank = |lines: Vec<String>| if lines.is_empty() { vec![String::new()] } else { lines };
    text.split('\n').flat_map(|text| or_blank(line(text))).collect()
}

/// Adds a form to a sheet, as it looks at each of these sizes.
pub(super) fn add_all(sheet: &mut Sheet, name: &str, form: &Played, sizes: &[(usize, usize)]) {
    for &(columns, rows) in sizes {
        add(sheet, name, form, columns, rows);
    }
}

pub(super) fn add(sheet: &mut Sheet, name: &str, form: &Played, columns: usize, rows: usize) {
    sheet.add(&format!("{name}, {columns} × {rows}"), &screen(form, columns, rows));
}

/// One multi question with a title.
fn features() -> Played {
    form(&json!({"title": "Feature Selection", "questions": [{"label": "Features", "mode": "multi",
        "prompt": "Which features should we include?", "defaultValues": ["auth"], "options": [
            {"value": "auth", "label": "Authentication", "description": "OAuth2 + JWT"},
            {"label": "REST API", "description": "OpenAPI spec included"},
            {"label": "Admin Dashboard"},
            {"label": "Audit log, kept for ten years and searchable by tenant, user and time"}]}]}))
}

/// Questions of all three modes.
fn setup() -> Json {
    json!({"title": "Project setup", "questions": [
        {"label": "Database", "prompt": "Which database should we use?", "recommended": "pg", "options": [
            {"value": "lite", "label": "SQLite", "description": "One file"},
            {"value": "pg", "label": "PostgreSQL", "description": "Battle-tested relational DB"},
            {"label": "MongoDB"}]},
        {"label": "Service Name", "prompt": "What should we name this service?"},
        {"label": "Features", "mode": "multi", "prompt": "Which features should we include?", "options": [
            {"label": "Authentication"}, {"label": "REST API"}, {"label": "Admin Dashboard"}]}]})
}

/// One question whose options have previews, but for the last.
fn previews() -> Played {
    let lines = |name: &str, count: usize| {
        let lines: Vec<String> = (1..=count).map(|at| format!("{name} {at}")).collect();
        format!("# {name}\n{}", lines.join("\n"))
    };
    let wide = "a line of the preview that is a good deal wider than the room there is beside the list ".repeat(2);
    form(&json!({"questions": [{"label": "Layout", "prompt": "Which layout should the dashboard have?", "options": [
        {"label": "Grid", "description": "Cards of one size, in rows that fill the width", "preview": (lines("Grid", 6))},
        {"label": "Sidebar and content", "preview": (lines("Sidebar", 30))},
        {"label": "Wide", "preview": wide},
        {"label": "Whatever is quickest", "description": "I do not mind"}]}]}))
}

#[test]
fn multi() {
    let mut sheet = Sheet::default();
    add_all(&mut sheet, "at first", &features(), &[(40, 24), (80, 24), (120, 24), (80, 12), (80, 8), (30, 10)]);
    let typed = after(features(), &[Digit(0), submit("Single sign-on")]);
    add(&mut sheet, "a text added", &typed, 80, 24);
    add(&mut sheet, "and unchecked", &after(typed.clone(), &[Toggle]), 80, 24);
    add(&mut sheet, "all", &after(typed.clone(), &[ToggleAll]), 80, 24);
    add_all(&mut sheet, "opened again", &after(typed.clone(), &[Action::Edit]), &[(80, 24), (40, 24)]);
    add(&mut sheet, "in the editor", &after(features(), &[Digit(0), draft("Single sign-on")]), 80, 24);
    let kept = after(features(), &[Digit(0), draft("Single sign-on"), Cancel]);
    add(&mut sheet, "a draft", &kept, 80, 24);
    let nothing = after(features(), &[Digit(1), Confirm]);
    add_all(&mut sheet, "nothing checked", &nothing, &[(80, 24), (40, 24), (80, 10)]);
    add(&mut sheet, "the same confirmed", &after(nothing, &[Confirm]), 80, 24);
    add(&mut sheet, "review", &after(typed, &[Confirm]), 80, 24);
    snapshot!("multi", sheet);
}

#[test]
fn input() {
    let alone = |more: &str| {
        let question =
            format!(r#"{{"title":"Service Setup","questions":[{{"prompt":"What should we name it?"{more}}}]}}"#);
        form(&sent(&question))
    };
    let mut sheet = Sheet::default();
    add_all(&mut sheet, "empty", &alone(""), &[(60, 24), (60, 8), (20, 10)]);
    add(&mut sheet, "typed", &after(alone(""), &[draft("order-processor")]), 60, 24);
    add(&mut sheet, "blank", &after(alone(""), &[submit(" ")]), 60, 24);
    add(&mut sheet, "blank", &after(alone(""), &[submit(" ")]), 60, 8);
    add(&mut sheet, "default", &alone(r#","defaultValue":"orders""#), 60, 24);
    add(&mut sheet, "leaving", &after(alone(""), &[draft("order"), Cancel]), 60, 24);
    let long = "many words ".repeat(60);
    add_all(&mut sheet, "much text", &after(alone(""), &[draft(&long)]), &[(60, 24), (60, 10)]);
    let tab = after(form(&setup()), &[Digit(2)]);
    add_all(&mut sheet, "among others", &tab, &[(80, 24), (40, 24), (80, 8)]);
    add(&mut sheet, "left", &after(tab.clone(), &[draft("orders"), Cancel]), 80, 24);
    add(&mut sheet, "answered and left", &after(tab, &[submit("orders"), PrevTab]), 80, 24);
    snapshot!("input", sheet);
}

#[test]
fn notes_and_discuss() {
    let mut sheet = Sheet::default();
    let noting = after(form(&setup()), &[Digit(2), PrevTab, Note, draft("only if ops agrees")]);
    add_all(&mut sheet, "a note", &noting, &[(80, 24), (40, 24), (80, 10), (80, 8)]);
    let noted = after(noting, &[submit("only if ops agrees")]);
    add_all(&mut sheet, "kept", &noted, &[(80, 24), (40, 24), (80, 10)]);
    let several =
        after(noted.clone(), &[Note, submit("first\nsecond line of a note that goes on for longer than a line")]);
    add_all(&mut sheet, "of several lines", &several, &[(80, 24), (40, 24)]);
    let boxes = after(features(), &[Note, submit("auth first"), Confirm, CursorUp]);
    add(&mut sheet, "in the review", &boxes, 60, 24);
    let talk = after(noted, &[Discuss, draft("why not one database for both?")]);
    add_all(&mut sheet, "discuss", &talk, &[(80, 24), (40, 24), (80, 10), (80, 8)]);
    add(&mut sheet, "not sent", &after(talk, &[Cancel, Cancel]), 80, 24);
    snapshot!("notes", sheet);
}

#[test]
fn a_long_answer() {
    let long = "words ".repeat(475);
    let mut sheet = Sheet::default();
    let form = after(form(&setup()), &[Digit(0), submit(long.trim_end())]);
    add_all(&mut sheet, "asked", &form, &[(80, 24), (40, 24), (80, 8), (20, 10)]);
    add(&mut sheet, "the other", &after(form.clone(), &[CursorDown]), 80, 24);
    add(&mut sheet, "back in the editor", &after(form.clone(), &[Action::No]), 80, 24);
    let taken = after(form.clone(), &[Action::Yes, NextTab, NextTab]);
    add_all(&mut sheet, "review", &taken, &[(80, 24), (40, 12)]);
    add(&mut sheet, "on it", &after(taken, &[CursorUp, CursorUp, CursorUp]), 80, 24);
    add(&mut sheet, "its list", &after(form, &[Action::Yes, PrevTab]), 80, 24);
    snapshot!("long_answer", sheet);
}

#[test]
fn words() {
    let names =
        ["Express.js", "Fastify", "Hono", "Koa", "NestJS", "hapi", "Restify", "AdonisJS", "Sails", "Polka", "日本語"];
    let list: Vec<Json> = names.iter().map(|name| json!({"label": (*name), "description": "A framework"})).collect();
    let question = json!({"label": "Framework", "prompt": "Which framework should we use?", "options": list});
    let one = form(&json!({"questions": [(question.clone())]}));
    let mut sheet = Sheet::default();
    add_all(&mut sheet, "before", &one, &[(80, 24), (80, 12)]);
    add_all(&mut sheet, "some", &after(one.clone(), &[typed("a")]), &[(80, 24), (40, 12), (80, 8)]);
    add(&mut sheet, "named", &after(one.clone(), &[typed("express.js")]), 80, 24);
    add(&mut sheet, "moved up", &after(one.clone(), &[typed("js"), CursorUp]), 80, 24);
    add(&mut sheet, "Esc", &after(one.clone(), &[typed("js"), Cancel]), 80, 24);
    add_all(&mut sheet, "none", &after(one, &[typed("quart")]), &[(80, 24), (40, 24), (80, 10)]);
    let closed = json!({"prompt": "Which?", "options": ["a", "b"], "allowCustom": false});
    let closed = form(&json!({"questions": [closed, (question.clone())]}));
    add(&mut sheet, "none, without a custom row", &after(closed, &[typed("x"), submit("x")]), 80, 24);
    add(&mut sheet, "boxes", &after(features(), &[typed("a")]), 80, 24);
    add(&mut sheet, "boxes, Enter", &after(features(), &[typed("rest"), submit("rest")]), 80, 24);
    add(&mut sheet, "previews", &after(previews(), &[typed("si")]), 120, 24);
    let many: Vec<Json> = (1..=120).map(|at| json!({"label": (format!("Option number {at}"))})).collect();
    let many = form(&json!({"questions": [{"prompt": "Which of these?", "options": many}]}));
    for (name, text) in [("many", "number"), ("a blank behind", "12 "), ("none of many", "zz")] {
        add(&mut sheet, name, &after(many.clone(), &[typed(text)]), 24, 24);
    }
    snapshot!("words", sheet);
}

#[test]
fn preview() {
    let mut sheet = Sheet::default();
    add_all(
        &mut sheet,
        "short",
        &previews(),
        &[(100, 24), (120, 40), (200, 24), (99, 40), (80, 24), (40, 30), (80, 14), (100, 10)],
    );
    let long = after(previews(), &[CursorDown]);
    add_all(&mut sheet, "long", &long, &[(120, 24), (80, 24), (80, 60), (80, 12)]);
    add(&mut sheet, "wide", &after(long.clone(), &[CursorDown]), 120, 24);
    add(&mut sheet, "none", &after(long.clone(), &[CursorDown, CursorDown]), 120, 24);
    add(&mut sheet, "none", &after(long.clone(), &[CursorDown, CursorDown]), 80, 24);
    let mut scrolled = long;
    scrolled.resize(Size { columns: 120, rows: 24, taken: 0 });
    add(&mut sheet, "scrolled", &after(scrolled.clone(), &[PreviewDown]), 120, 24);
    add(&mut sheet, "to its end", &after(scrolled.clone(), &vec![PreviewDown; 9]), 120, 24);
    let full = after(scrolled, &[Zoom]);
    add_all(&mut sheet, "full", &full, &[(120, 24), (40, 24), (80, 8)]);
    add(&mut sheet, "full, scrolled", &after(full, &[CursorDown, CursorDown]), 120, 24);
    add(&mut sheet, "full, short", &after(previews(), &[Zoom]), 80, 24);
    add(&mut sheet, "editing", &after(previews(), &[Digit(0)]), 120, 24);
    snapshot!("preview", sheet);
}

#[test]
fn titles_and_rows() {
    let ask = |more: &str| {
        let list =
            r#"[{"value":"a","label":"An option whose label is long enough to be wrapped at forty columns"},"b"]"#;
        let question = format!(r#"{{"questions":[{{"prompt":"Which?","options":{list}{more}}}]}}"#);
        form(&sent(&question))
    };
    let mut sheet = Sheet::default();
    add(&mut sheet, "no label", &ask(""), 40, 24);
    add(&mut sheet, "its label", &ask(r#","label":"Short name""#), 40, 24);
    add(&mut sheet, "a long label", &ask(r#","label":"A name that is too long for a line of forty columns""#), 40, 24);
    add(&mut sheet, "no custom row", &ask(r#","allowCustom":false"#), 40, 24);
    add(
        &mut sheet,
        "custom label",
        &ask(r#","customLabel":"Tell me what you would rather have, in your own words""#),
        40,
        24,
    );
    add(&mut sheet, "recommended", &ask(r#","recommended":"a""#), 40, 24);
    add(&mut sheet, "recommended, second", &ask(r#","recommended":1"#), 40, 24);
    add(&mut sheet, "default", &ask(r#","defaultValue":"a","recommended":"a""#), 40, 24);
    add(&mut sheet, "typed default", &ask(r#","defaultValue":"something of its own""#), 40, 24);
    let custom = after(ask(r#","defaultValue":"a""#), &[Digit(0), draft("mine")]);
    add(&mut sheet, "editing", &custom, 40, 24);
    add(&mut sheet, "edited", &after(custom, &[Cancel]), 40, 24);
    add(&mut sheet, "after a note", &after(ask(""), &[Note, submit("x"), Cancel]), 40, 24);
    let three = form(&setup());
    add_all(&mut sheet, "form and tabs", &three, &[(80, 24), (40, 24), (12, 24), (80, 12), (80, 10), (80, 8)]);
    snapshot!("titles", sheet);
}

#[test]
fn languages() {
    let mut sheet = Sheet::default();
    for locale in ["de", "ja", "ru"] {
        let settings = settings(&format!(r#"{{"locale": "{locale}", "softLimit": 9}}"#));
        let new = || form_with(&setup(), &settings);
        for (page, actions) in [
            ("question", &[] as &[Action]),
            ("editor", &[Digit(0)]),
            ("too long", &[Digit(0), submit("more than nine"), CursorDown]),
            ("input", &[Digit(1), submit(" ")]),
            ("boxes", &[Digit(1), submit("a"), Confirm]),
            ("review", &[Digit(1), submit("a"), Note, submit("why"), PrevTab, PrevTab, PrevTab]),
            ("words", &[typed("zz")]),
            ("leave", &[Digit(1), draft("x"), Cancel, Cancel]),
            ("discuss", &[Discuss]),
        ] {
            add(&mut sheet, &format!("{locale}, {page}"), &after(new(), actions), 80, 24);
            if matches!(page, "question" | "boxes" | "leave") {
                add(&mut sheet, &format!("{locale}, {page}"), &after(new(), actions), 40, 24);
            }
        }
    }
    snapshot!("languages", sheet);
}
