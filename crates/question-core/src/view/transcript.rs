//! The tool's lines in the transcript: its call, and its result. Both are drawn from JSON of any age: arguments that
//! are still streaming in, and details that another version of the tool, or another tool, has written.

use crate::frame::{Frame, Line, Role};
use crate::json::Json;
use crate::request::Request;
use crate::text::{Clean, Wrap, truncate};

/// The call: the tool's name, how many questions, and their labels as far as they fit.
#[must_use]
pub fn call(arguments: &Json, columns: usize) -> Frame<'static> {
    let request = Request::read(arguments);
    let count = match request.questions.len() {
        0 => String::new(), // not yet
        1 => "1 question".to_owned(),
        count => format!("{count} questions"),
    };
    let mut labels = String::new();
    for question in &request.questions {
        let label = question.label.as_deref().unwrap_or(&question.prompt);
        if !label.trim().is_empty() {
            labels.push_str(if labels.is_empty() { "" } else { ", " });
            labels.push_str(label);
        }
    }
    let mut line = Line::of(Role::Tool, "question ").with(Role::Muted, Clean::composed(count));
    if !labels.is_empty() {
        let room = columns.saturating_sub(line.width() + 3);
        let labels = truncate(Clean::composed(labels), room);
        line = line.with(Role::Dim, Clean::composed(format!(" ({labels})")));
    }
    Frame { lines: vec![line.fit(columns)], slot: None }
}

/// The result: a line for each answer; with `is_expanded` also prompts, values and the options not taken. `content` is
/// what the model was told; it stands in where the details say nothing.
#[must_use]
pub fn result<'a>(details: &'a Json, content: &'a str, is_expanded: bool, columns: usize) -> Frame<'a> {
    let mut lines = Lines { columns: columns.max(1), lines: Vec::new() };
    let answers = details.field("answers").list();
    let outcome = details.field("outcome").text();
    let is_final = outcome == "answered" || (outcome.is_empty() && !details.field("cancelled").is_true());
    match outcome {
        "invalid" | "unavailable" => lines.push_text(0, Role::Error, Clean::text(content)),
        // The answers that follow in it are drawn below.
        "failed" => lines.push_text(0, Role::Error, Clean::text(content.lines().next().unwrap_or_default())),
        "aborted" => lines.push(Line::of(Role::Warning, "Aborted")),
        _ if !is_final => lines.push(Line::of(Role::Warning, "Cancelled")),
        _ if !answers.iter().any(is_readable) => lines.push_text(0, Role::Text, Clean::text(content)),
        _ => {}
    }
    for answer in answers.iter().filter(|answer| is_readable(answer)) {
        push_answer(details, answer, is_final, is_expanded, &mut lines);
    }
    Frame { lines: lines.lines, slot: None }
}

/// Whether an answer has something to show; details of other tools may not.
fn is_readable(answer: &Json) -> bool {
    !answer.field("label").text().is_empty()
}

fn push_answer<'a>(details: &'a Json, answer: &'a Json, is_final: bool, is_expanded: bool, lines: &mut Lines<'a>) {
    let id = answer.field("id").text();
    let question = details.field("questions").list().iter().find(|question| question.field("id").text() == id);
    let question = question.unwrap_or(&Json::Null);
    let label = or(question.field("label").text(), id);
    let (role, mark) = if is_final { (Role::Success, "✓ ") } else { (Role::Dim, "• ") };
    let wrote = if answer.field("wasCustom").is_true() { "(wrote) " } else { "" };
    let head = Line::of(role, mark)
        .with(Role::Accent, truncate(Clean::composed(format!("{label}: ")), (lines.columns / 2).max(8)))
        .with(Role::Muted, wrote);
    let room = lines.columns.saturating_sub(head.width());
    let text = answer.field("label").text();
    if !is_expanded {
        lines.push(head.with(Role::Text, truncate(Clean::line(text), room)));
        return;
    }
    let shown = Clean::text(text);
    if shown.fits(room) {
        lines.push(head.with(Role::Text, shown));
    } else {
        lines.push(head);
        lines.push_text(INDENT, Role::Text, shown);
    }
    let value = answer.field("value").text();
    if !value.is_empty() && value != text {
        lines.push_text(INDENT, Role::Muted, Clean::composed(format!("value: {value}")));
    }
    let prompt = or(answer.field("prompt").text(), question.field("prompt").text());
    lines.push_text(INDENT, Role::Muted, Clean::text(prompt));
    let taken = answer.field("index").number();
    let mut others = String::new();
    for (option, index) in question.field("options").list().iter().zip(1..) {
        if Some(index) != taken {
            others.push_str(if others.is_empty() { "not taken: " } else { ", " });
            others.push_str(option.field("label").text());
        }
    }
    lines.push_text(INDENT, Role::Dim, Clean::composed(others));
}

/// Columns before what is said about an answer, below its mark.
const INDENT: usize = 2;

/// The lines of an entry, cut to the width of the transcript.
struct Lines<'a> {
    columns: usize,
    lines: Vec<Line<'a>>,
}

impl<'a> Lines<'a> {
    fn push(&mut self, line: Line<'a>) {
        self.lines.push(line.fit(self.columns));
    }

    /// A text on as many lines as it needs; none where it is empty.
    fn push_text(&mut self, indent: usize, role: Role, text: Clean<'a>) {
        if !text.as_str().is_empty() {
            Wrap::new(text, self.columns.saturating_sub(indent))
                .for_each(|row| self.push(Line::of(role, row).indented(indent)));
        }
    }
}

fn or<'a>(text: &'a str, other: &'a str) -> &'a str {
    if text.is_empty() { other } else { text }
}
