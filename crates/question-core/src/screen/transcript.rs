//! The tool's lines in the transcript: its call, and its result. Both are drawn from JSON of any age: arguments that
//! are still streaming in, and details that another version of the tool, or another tool, has written.

use serde_json::Value;

use super::frame::{Frame, Line, Role};
use super::review::PEN;
use super::seen::{self, Asked};
use super::transcript_lines::Lines;
use crate::answer::draft::Unsent;
use crate::answer::result::Outcome;
use crate::call::naming::{self, own_label};
use crate::call::request::{QuestionRequest, Request};
use crate::call::settings::Settings;
use crate::json::{self, Lenient};
use crate::text::cost::MAX_COST;
use crate::text::{Clean, Renderer, truncate};

/// The call: the tool's name, how many questions where there are several, and their names as far as they fit.
#[must_use]
pub fn call(arguments: &Value, settings: &Settings, columns: usize) -> Frame<'static> {
    let request = Request::read(arguments);
    let words = settings.words;
    let count = match request.questions.len() {
        // None has come in yet, or its name says as much.
        0 | 1 => String::new(),
        count => [words.colon, &words.count(&words.questions, count)].concat(),
    };
    let said = |question: &QuestionRequest| {
        let label = question.label.as_deref().unwrap_or_default();
        !question.prompt.trim().is_empty() || !label.trim().is_empty()
    };
    let questions = (1..).zip(&request.questions).filter(|(_, question)| said(question));
    let names = naming::names(questions.map(|(number, question)| {
        let label = question.label.as_deref().and_then(|label| own_label(label, number));
        (label, question.prompt.as_str())
    }));
    let labels = names.iter().map(Clean::as_str).collect::<Vec<_>>().join(words.comma);
    let mut line = Line::of(Role::Tool, settings.dialect.name()).with(Role::Muted, Clean::composed(count));
    if !labels.is_empty() {
        let room = columns.saturating_sub(line.width() + 3);
        let labels = truncate(Clean::composed(labels), room);
        line = line.with(Role::Dim, Clean::composed(format!(" ({})", labels.as_str())));
    }
    Frame { lines: vec![line.fit(columns)], ..Frame::default() }
}

/// The result: a line for each question with its answer, and its note; with `is_expanded` all of them, values, the
/// options not taken, and the questions without an answer with all their options. Where not all was answered, how much
/// was sent.
/// `content` is what the model was told; it stands in where the details say nothing. What the `renderer` cannot lay out
/// is shown without its marks.
#[must_use]
pub fn result<'a>(
    details: &'a Value,
    content: &'a str,
    settings: &Settings,
    is_expanded: bool,
    columns: usize,
    renderer: &Renderer,
) -> Frame<'a> {
    let words = &settings.words;
    let mut lines = Lines { columns: columns.max(1), all: Vec::new(), words, renderer, is_expanded, left: MAX_COST };
    let asked = Asked::of(details.field("questions").list());
    let answers = seen::answers(details, &asked);
    let named = details.field("outcome").text();
    let outcome = json::named::<Outcome>(named);
    let is_left = details.field("cancelled").is_true() || *details.field("answered") == Value::Bool(false);
    let is_final = outcome == Some(Outcome::Answered) || (named.is_empty() && !is_left);
    // Where the user has ended it: of what else stops a form, they have sent nothing.
    let is_chosen = match outcome {
        Some(Outcome::Answered | Outcome::Cancelled | Outcome::Discuss) => true,
        Some(_) => false,
        None => !details.field("connectionLost").is_true(),
    };
    let count = answers.len();
    let is_partial = !is_final && is_chosen && details.field("changed").is_null() && asked.lines.len() > 1 && count > 0;
    let mut left_with = is_partial.then(|| words.left_with(count, asked.lines.len()));
    let message = details.field("message").text();
    let first_line = || Clean::text(content.lines().next().unwrap_or_default());
    match outcome {
        Some(Outcome::Invalid | Outcome::Unavailable) => lines.push_text(0, Role::Error, Clean::text(content)),
        // The answers that follow in it are drawn below.
        Some(Outcome::Failed) => lines.push_text(0, Role::Error, first_line()),
        Some(Outcome::Aborted) => lines.push(Line::of(Role::Warning, words.aborted)),
        Some(Outcome::Pending) => lines.push(Line::of(Role::Warning, words.pending)),
        Some(Outcome::ConnectionLost) => lines.push(Line::of(Role::Warning, words.connection_lost)),
        // What it is about comes first, where that is shown.
        Some(Outcome::Discuss) if is_expanded => {}
        Some(Outcome::Discuss) => lines.push_talk(message),
        None if named.is_empty() && details.field("connectionLost").is_true() => {
            lines.push(Line::of(Role::Warning, words.connection_lost));
        }
        Some(Outcome::Answered | Outcome::Cancelled) | None if !is_final => {
            let cancelled = || words.cancelled.into();
            lines.push(Line::of(Role::Warning, left_with.take().map_or_else(cancelled, Clean::composed)));
        }
        Some(Outcome::Answered | Outcome::Cancelled) | None => {
            if !details.field("changed").list().is_empty() {
                lines.push(Line::of(Role::Muted, words.changed));
            } else if answers.is_empty() {
                lines.push_text(0, Role::Text, Clean::text(content));
            }
        }
    }
    if let Some(left_with) = left_with {
        lines.push(Line::of(Role::Muted, Clean::composed(left_with)));
    }
    let has_open = is_expanded && !is_final && details.field("changed").is_null();
    let mut open = asked.without(&answers).filter(|_| has_open).peekable();
    for answer in &answers {
        while let Some(open) = open.next_if(|open| answer.at.is_some_and(|answered| open.at < Some(answered))) {
            lines.push_open(&open);
        }
        lines.push_answer(answer, is_final);
    }
    open.for_each(|open| lines.push_open(&open));
    if is_expanded && outcome == Some(Outcome::Discuss) {
        lines.push_talk(message);
    }
    let mut unsent_count = 0;
    for unsent in Unsent::all(details) {
        unsent_count += unsent.count();
        let line = asked.find_line(unsent.id.as_deref().unwrap_or_default());
        lines.push_beside(line, unsent);
    }
    if !is_expanded && !is_final && unsent_count > 0 {
        let count = [PEN, &words.count(&words.texts_not_sent, unsent_count)].concat();
        lines.push(Line::of(Role::Muted, Clean::composed(count)));
    }
    Frame { lines: lines.all, ..Frame::default() }
}
