//! What the tests share: terse JSON, forms made of it, and what a person sees of a form.

#![allow(dead_code, unused_imports, unused_macros)] // no test needs all of it
#![allow(clippy::expect_used, clippy::panic)] // which are allowed in tests, but not in what they share

pub(crate) mod any;

use question_core::view::{self, Editor};
use question_core::{
    Action, Answer, Form, Frame, Host, HostMode, Json, KeyName, Keys, Line, Outcome, Questionnaire, Refusal, Request,
    Role, Slot, ToolResult,
};

/// A [`Json`] as it is written: `json!({"questions": [{"prompt": "Why?", "options": ["no object"]}]})`.
macro_rules! json {
    (null) => { question_core::Json::Null };
    ([$($item:tt),* $(,)?]) => { question_core::Json::List(vec![$(json!($item)),*]) };
    ({$($name:literal: $value:tt),* $(,)?}) => {
        question_core::Json::Object(vec![$(($name.to_owned(), json!($value))),*])
    };
    ($value:expr) => { crate::common::IntoJson::into_json($value) };
}
pub(crate) use json;

/// What [`json!`] takes as a value.
pub(crate) trait IntoJson {
    fn into_json(self) -> Json;
}

impl IntoJson for &str {
    fn into_json(self) -> Json {
        Json::Text(self.to_owned())
    }
}

impl IntoJson for String {
    fn into_json(self) -> Json {
        Json::Text(self)
    }
}

impl IntoJson for bool {
    fn into_json(self) -> Json {
        Json::Bool(self)
    }
}

impl IntoJson for i64 {
    fn into_json(self) -> Json {
        Json::Number(self)
    }
}

impl IntoJson for Vec<Json> {
    fn into_json(self) -> Json {
        Json::List(self)
    }
}

impl IntoJson for Json {
    fn into_json(self) -> Json {
        self
    }
}

/// The call came from the terminal interface, at this time.
pub(crate) const TUI: Host = Host { mode: HostMode::Tui, now: Some(1_700_000_000_000.0) };
/// The editor of a form that has it open, unless a test wants another.
pub(crate) const EDITOR: Editor = Editor { rows: 3, cursor: 1 };

pub(crate) fn ask(arguments: &Json) -> Result<Questionnaire, Refusal> {
    Questionnaire::try_from(Request::read(arguments))
}

pub(crate) fn asked(arguments: &Json) -> Questionnaire {
    ask(arguments).unwrap_or_else(|refusal| panic!("{arguments:?} is refused: {refusal}"))
}

pub(crate) fn form(arguments: &Json) -> Form {
    Form::new(asked(arguments), keys())
}

/// pi's own keys.
pub(crate) fn keys() -> Keys {
    Keys {
        cursor_up: KeyName::of("up"),
        cursor_down: KeyName::of("down"),
        prev_tab: KeyName::of("left"),
        next_tab: KeyName::of("right"),
        confirm: KeyName::of("enter"),
        cancel: KeyName::of("escape"),
        submit: KeyName::of("enter"),
        new_line: KeyName::of("shift+enter"),
    }
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
    view::form(form, if form.is_editing() { EDITOR } else { Editor::default() })
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
            Outcome::Aborted => "aborted",
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

fn given(Answer { id, value, index, was_custom, .. }: &Answer) -> String {
    match index {
        Some(index) if !was_custom => format!("{id}={value} ({index})"),
        None if *was_custom => format!("{id}={value:?} (typed)"),
        _ => panic!("the answer to {id} has index {index:?} and wasCustom {was_custom}"),
    }
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
