//! What the tests share: terse JSON, forms made of it, and what a person sees of a form.

#![allow(dead_code, unused_imports, unused_macros)] // no test needs all of it
#![allow(clippy::expect_used, clippy::panic)] // which are allowed in tests, but not in what they share

pub(crate) mod any;
pub(crate) mod damage;
pub(crate) mod filled;
pub(crate) mod play;
pub(crate) mod sheet;
pub(crate) mod walked;

use question_core::screen::{self, Editor};
use question_core::{
    Action, Answer, Dialect, Form, Frame, Host, HostMode, Keys, Line, Mode, Outcome, Pick, Picks, Question,
    QuestionOption, Questionnaire, Refusal, Request, Role, Settings, Slot, ToolResult,
};
use serde_json::Value;

pub(crate) use serde_json::json;

/// The call came from the terminal interface, at this time.
pub(crate) const TUI: Host = Host { mode: HostMode::Tui, now: Some(1_700_000_000_000) };
/// The editor of a form that has it open, unless a test wants another.
pub(crate) const EDITOR: Editor = Editor { rows: 3, cursor: 1 };

pub(crate) fn ask(arguments: &Value) -> Result<Questionnaire, Refusal> {
    Questionnaire::new(Request::read(arguments), &Settings::default())
}

pub(crate) fn asked(arguments: &Value) -> Questionnaire {
    ask(arguments).unwrap_or_else(|refusal| panic!("{arguments:?} is refused: {refusal}"))
}

pub(crate) fn form(arguments: &Value) -> Form {
    Form::new(asked(arguments), keys(), &Settings::default())
}

/// Settings as a settings file gives them.
pub(crate) fn settings(file: &str) -> Settings {
    let (settings, problems) = Settings::read(&[("question.json".to_owned(), file.to_owned())], "C");
    assert_eq!(problems, Vec::<String>::new());
    settings
}

/// A form under other settings than the default ones.
pub(crate) fn form_with(arguments: &Value, settings: &Settings) -> Form {
    let questionnaire = Questionnaire::new(Request::read(arguments), settings).expect("it can be asked");
    Form::new(questionnaire, keys(), settings)
}

/// The keys of pi and of the form, unless the user has set others.
pub(crate) fn keys() -> Keys {
    Keys::named(&|command| {
        let key = match command {
            "cursorUp" => "up",
            "cursorDown" => "down",
            "prevTab" => "left",
            "nextTab" => "right",
            "confirm" | "submit" => "enter",
            "cancel" => "escape",
            "newLine" => "shift+enter",
            "leaveText" => "tab",
            "toggle" => "space",
            "toggleAll" => "a",
            "note" => "n",
            "filter" => "/",
            "discuss" => "c",
            "undo" => "u",
            "preview" => "p",
            "previewDown" => "ctrl+d",
            "external" => "ctrl+g",
            other => panic!("no key for {other}"),
        };
        key.to_owned()
    })
}

/// One question.
pub(crate) fn one() -> Form {
    form(&json!({"questions": [
        {"id": "db", "label": "DB", "prompt": "Which database?", "options": [
            {"value": "pg", "label": "PostgreSQL"}, {"value": "lite", "label": "SQLite"}, {"label": "MySQL"}]},
    ]}))
}

/// Three questions, with tabs and a review.
pub(crate) fn three() -> Form {
    form(&json!({"questions": [
        {"id": "db", "label": "DB", "prompt": "Which database?", "options": [
            {"value": "pg", "label": "PostgreSQL"}, {"value": "lite", "label": "SQLite"}]},
        {"id": "name", "label": "Name", "prompt": "Which name?", "options": [{"label": "shop"}, {"label": "cart"}]},
        {"id": "go", "label": "Go", "prompt": "Deploy now?", "options": [{"label": "Yes"}, {"label": "No"}]},
    ]}))
}

pub(crate) fn fail() -> Action {
    Action::Fail("trap".to_owned())
}

pub(crate) fn after(mut form: Form, actions: &[Action]) -> Form {
    for action in actions {
        form.update(action.clone());
    }
    form
}

pub(crate) fn result(form: &Form) -> ToolResult {
    form.result(TUI).expect("the form has ended")
}

pub(crate) fn draft(text: &str) -> Action {
    Action::Draft(text.to_owned())
}

pub(crate) fn submit(text: &str) -> Action {
    Action::Submit(text.to_owned())
}

pub(crate) fn frame(form: &Form) -> Frame<'_> {
    screen::form(form, editor_of(form, EDITOR))
}

/// The editor that a form has: the one given while it is editing, else none.
pub(crate) fn editor_of(form: &Form, editor: Editor) -> Editor {
    if form.is_editing() { editor } else { Editor::default() }
}

/// The line of the highlighted row, from behind its marker.
pub(crate) fn highlighted(frame: &Frame) -> Option<String> {
    let line = frame.lines.iter().find(|line| has_marker(line))?;
    line.text().trim_start().strip_prefix("> ").map(str::to_owned)
}

pub(crate) fn has_marker(line: &Line) -> bool {
    line.spans.first().is_some_and(|span| span.text.as_str() == "> ")
}

/// What stands in brackets in the tab bar.
pub(crate) fn tab(frame: &Frame) -> Option<String> {
    let bar = frame.lines.iter().find(|line| line.text().starts_with(" ←"))?.text();
    let (_, rest) = bar.split_once('[')?;
    rest.split_once(']').map(|(tab, _)| format!("[{tab}]"))
}

/// The line that says why nothing happened.
pub(crate) fn notice(frame: &Frame) -> Option<String> {
    let is_notice = |line: &&Line| line.spans.len() == 1 && line.spans.iter().all(|span| span.role == Role::Warning);
    frame.lines.iter().find(is_notice).map(|line| line.text().trim().to_owned())
}

/// What a person sees, in brief: the tab, the highlighted row, the text in the editor, the notice; after the end, how
/// it ended and with which answers.
pub(crate) fn seen(form: &Form) -> String {
    if let Some(ToolResult { details, .. }) = form.result(TUI) {
        let outcome = match details.outcome {
            Outcome::Answered => "answered",
            Outcome::Cancelled => "cancelled",
            Outcome::Discuss => "discuss",
            Outcome::Aborted => "aborted",
            Outcome::Pending => "pending",
            Outcome::ConnectionLost => "connection_lost",
            Outcome::Failed => "failed",
            Outcome::Unavailable | Outcome::Invalid => "not asked",
        };
        let answers = details.answers.iter().map(|answer| format!(" {}", given(answer)));
        return std::iter::once(format!("{outcome}:")).chain(answers).collect();
    }
    let frame = frame(form);
    let parts = [
        tab(&frame),
        highlighted(&frame).map(|row| format!("> {row}")),
        frame.slot.map(|_| format!("editor {:?}", form.draft())),
        notice(&frame).map(|notice| format!("! {notice}")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Checks every row of a table, and lists all that differ.
pub(crate) fn check(new: impl Fn() -> Form, rows: &[(&[Action], &str)]) {
    let wrong: Vec<String> = rows
        .iter()
        .map(|(actions, expected)| (actions, seen(&after(new(), actions)), expected))
        .filter(|(_, actual, expected)| actual != *expected)
        .map(|(actions, actual, expected)| format!("{actions:?}\n  shows {actual}\n  not   {expected}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn given(Answer { id, picks, note, .. }: &Answer) -> String {
    let pick = |Pick { value, index, .. }: &Pick| match index {
        Some(index) => format!("{value} ({index})"),
        None => format!("{value:?} (typed)"),
    };
    let picks = match picks {
        Picks::One(one) => pick(one),
        Picks::Many(all) => format!("[{}]", all.iter().map(pick).collect::<Vec<_>>().join(", ")),
    };
    let note = note.as_ref().map(|note| format!(" note {note:?}")).unwrap_or_default();
    format!("{id}={picks}{note}")
}

/// A frame as text, with every change of role and the editor's place.
pub(crate) fn shown(frame: &Frame) -> String {
    let mut text = String::new();
    for line in &frame.lines {
        text.push_str(&" ".repeat(line.indent));
        let mut role = Role::Text;
        for span in line.spans.iter().filter(|span| !span.text.as_str().is_empty()) {
            if span.role != role {
                text.push_str(if role == Role::Text { "" } else { "⟨/⟩" });
                role = span.role;
                let name = Role::ALL.iter().find(|(other, _)| *other == role).map_or("?", |(_, name)| name);
                if role != Role::Text {
                    text.extend(["⟨", name, "⟩"]);
                }
            }
            text.push_str(span.text.as_str());
        }
        text.push_str(if role == Role::Text { "\n" } else { "⟨/⟩\n" });
    }
    if let Some(Slot { row, first, rows }) = frame.slot {
        let place = format!("editor before line {row}: {rows} rows from {first}\n");
        text.push_str(&place);
    }
    text
}

/// What a model sent, as it is written.
pub(crate) fn sent(text: &str) -> Value {
    question_core::parse(text).unwrap_or_else(|fault| panic!("no JSON, {fault}: {text}"))
}

/// The items of an array; none where it is something else.
pub(crate) fn items(json: &Value) -> &[Value] {
    json.as_array().map_or(&[], Vec::as_slice)
}

/// Checks every row of a table: what it is about, what is there and what is expected. Lists all that differ.
pub(crate) fn check_all(rows: impl IntoIterator<Item = (String, String, String)>) {
    let differs = |(about, actual, expected): (String, String, String)| {
        (actual != expected).then(|| format!("{about}\n  is  {actual}\n  not {expected}"))
    };
    let wrong: Vec<String> = rows.into_iter().filter_map(differs).collect();
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// All questions in brief, or the refusal: `q1 Q1 single "Why?": value=label* (description) {preview}, label; free text`.
/// The star marks what is recommended; behind the options stands what is not as it is by default.
pub(crate) fn brief(asked: &Result<Questionnaire, Refusal>) -> String {
    match asked {
        Ok(asked) => asked.questions().iter().map(|question| brief_question(question)).collect::<Vec<_>>().join(" | "),
        Err(refusal) => refusal.to_string(),
    }
}

fn brief_question(question: &Question) -> String {
    let option = |option: &QuestionOption| {
        let value = if option.value == option.label { String::new() } else { format!("{}=", option.value) };
        let star = if option.is_recommended { "*" } else { "" };
        let description = option.description.as_ref().map(|text| format!(" ({text})")).unwrap_or_default();
        let preview = option.preview.as_ref().map(|text| format!(" {{{text}}}")).unwrap_or_default();
        format!("{value}{}{star}{description}{preview}", option.label)
    };
    let mode = match question.mode {
        Mode::Single => "single",
        Mode::Multi => "multi",
        Mode::Input => "input",
    };
    let options = question.options.iter().map(option).collect::<Vec<_>>().join(", ");
    let custom_label = Some(&question.custom_label).filter(|label| *label != "Something else…");
    let extras = [
        (!question.allow_custom).then(|| "no free text".to_owned()),
        custom_label.map(|label| format!("free text {label}")),
        question.allow_empty.then(|| "may be empty".to_owned()),
        question.default_value.as_ref().map(|value| format!("default {value}")),
        (!question.default_values.is_empty()).then(|| format!("defaults {}", question.default_values.join("+"))),
    ];
    let head = format!("{} {} {mode} {:?}", question.id, question.label, question.prompt);
    let options = if options.is_empty() { String::new() } else { format!(": {options}") };
    let extras = extras.into_iter().flatten().map(|extra| "; ".to_owned() + &extra);
    head + &options + &extras.collect::<String>()
}

/// A value as it is written without blanks, strings with only what has to be escaped in them.
pub(crate) fn written(json: &Value) -> String {
    let list = |items: &[Value]| items.iter().map(written).collect::<Vec<_>>().join(",");
    match json {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => format!("{text:?}"),
        Value::Array(items) => format!("[{}]", list(items)),
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| format!("{name:?}:{}", written(value));
            format!("{{{}}}", fields.iter().map(field).collect::<Vec<_>>().join(","))
        }
    }
}
