//! The tool's lines in the transcript: its call, and its result. Both are drawn from JSON of any age: arguments that
//! are still streaming in, and details that another version of the tool, or another tool, has written.

use super::list::Indent;
use crate::frame::{Frame, Line, Role};
use crate::json::Json;
use crate::request::Request;
use crate::text::{Clean, Wrap, truncate};

/// The call: the tool's name, how many questions, and their labels as far as they fit.
#[must_use]
pub fn call(arguments: &Json, columns: usize) -> Frame<'static> {
    let request = Request::read(arguments);
    let count = match request.questions.len() {
        1 => "1 question".to_owned(),
        count => format!("{count} questions"),
    };
    let labels: Vec<String> = request
        .questions
        .iter()
        .map(|question| question.label.clone().unwrap_or_else(|| question.prompt.clone()))
        .filter(|label| !label.trim().is_empty())
        .collect();
    let mut line = Line::of(Role::Tool, "question ").with(Role::Muted, Clean::composed(count));
    if !labels.is_empty() {
        let room = columns.saturating_sub(line.width() + 3);
        let labels = truncate(Clean::composed(labels.join(", ")), room);
        line = line.with(Role::Dim, Clean::composed(format!(" ({labels})")));
    }
    Frame { lines: vec![line.fit(columns)], slot: None }
}

/// The result: a line for each answer; with `is_expanded` also prompts, values and the options not taken. `content` is
/// what the model was told; it stands in where the details say nothing.
#[must_use]
pub fn result<'a>(details: &'a Json, content: &'a str, is_expanded: bool, columns: usize) -> Frame<'a> {
    let columns = columns.max(1);
    let answers = details.field("answers").list();
    let mut lines: Vec<Line<'a>> = Vec::new();
    let outcome = details.field("outcome").text();
    let is_cancelled = details.field("cancelled").is_true();
    match outcome {
        "cancelled" => lines.push(Line::of(Role::Warning, "Cancelled")),
        "aborted" => lines.push(Line::of(Role::Warning, "Aborted")),
        "invalid" | "unavailable" | "failed" => lines.extend(paragraph(Role::Error, content, columns)),
        "" if is_cancelled => lines.push(Line::of(Role::Warning, "Cancelled")),
        _ if answers.is_empty() => lines.extend(paragraph(Role::Text, content, columns)),
        _ => {}
    }
    for answer in answers {
        lines.extend(answer_lines(details, answer, outcome == "answered" || outcome.is_empty(), is_expanded, columns));
    }
    Frame { lines: lines.into_iter().map(|line| line.fit(columns)).collect(), slot: None }
}

fn answer_lines<'a>(
    details: &'a Json,
    answer: &'a Json,
    is_final: bool,
    is_expanded: bool,
    columns: usize,
) -> Vec<Line<'a>> {
    let id = answer.field("id").text();
    let question = details.field("questions").list().iter().find(|question| question.field("id").text() == id);
    let question = question.unwrap_or(&Json::Null);
    let label = match question.field("label").text() {
        "" => id,
        label => label,
    };
    let is_typed = answer.field("wasCustom").is_true();
    let text = answer.field("label").text();
    let mark = if is_final { "✓ " } else { "• " };
    let head = Line::of(if is_final { Role::Success } else { Role::Dim }, mark)
        .with(Role::Accent, truncate(Clean::composed(format!("{label}: ")), (columns / 2).max(8)))
        .with(Role::Muted, if is_typed { "(wrote) " } else { "" });
    let room = columns.saturating_sub(head.width()).max(1);
    if !is_expanded {
        return vec![head.with(Role::Text, truncate(Clean::line(text), room))];
    }
    let indent = 2;
    let mut rows = Wrap::new(Clean::text(text), room);
    let mut lines = vec![head.with(Role::Text, rows.next().unwrap_or_default())];
    lines.extend(rows.map(|row| Line::of(Role::Text, row).indented(indent)));
    let below = Indent { margin: 0, columns };
    let mut note = |role, text: Clean<'a>| below.push_below(0, role, text, &mut lines);
    if !answer.field("value").text().is_empty() && answer.field("value").text() != answer.field("label").text() {
        note(Role::Muted, Clean::composed(format!("value: {}", answer.field("value").text())));
    }
    let prompt = match answer.field("prompt").text() {
        "" => question.field("prompt").text(),
        prompt => prompt,
    };
    note(Role::Muted, Clean::text(prompt));
    let taken = answer.field("index").number();
    let others: Vec<&str> = question
        .field("options")
        .list()
        .iter()
        .zip(1..)
        .filter(|&(_, index)| Some(index) != taken)
        .map(|(option, _)| option.field("label").text())
        .collect();
    if !others.is_empty() {
        note(Role::Dim, Clean::composed(format!("not taken: {}", others.join(", "))));
    }
    lines
}

fn paragraph(role: Role, text: &str, columns: usize) -> Vec<Line<'_>> {
    Wrap::new(Clean::text(text), columns).map(|row| Line::of(role, row)).collect()
}
