//! The tool's entries in the transcript: a call, drawn from arguments that may still be streamed, and its result, drawn
//! from the record in its details. A result of another tool is shown by its text.

use serde_json::Value;

use super::frame::{Frame, Line, Role};
use super::review::PEN;
use super::seen::{self, Asked};
use super::transcript_lines::Lines;
use crate::answer::draft::Unsent;
use crate::answer::result::{Details, Outcome};
use crate::call::naming::{self, own_label};
use crate::call::request::{QuestionRequest, Request};
use crate::call::settings::Settings;
use crate::text::{Clean, truncate};
use crate::words::fill_all;

/// Draws a call: the name of the tool, the number of questions if there are several, and as many of their names as fit.
#[must_use]
pub fn call(arguments: &Value, settings: &Settings, columns: usize) -> Frame<'static> {
    let request = Request::read(arguments);
    let words = settings.words;
    let count = match request.questions.len() {
        // No question has been received yet, or its name is enough.
        0 | 1 => String::new(),
        count => [words.colon, &words.count(words.questions, count)].concat(),
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

/// Draws a result: a line for each question with its answer, and its note. A partial result also shows how many answers
/// were sent.
///
/// If `is_expanded`, lines are not cut, and values, options not taken, and unanswered questions with their options are
/// added. `content` is the text for the model, which is shown for results of other tools.
#[must_use]
pub fn result<'a>(
    details: &Value,
    content: &'a str,
    settings: &Settings,
    is_expanded: bool,
    columns: usize,
) -> Frame<'a> {
    let words = &settings.words;
    let mut lines = Lines { columns: columns.max(1), all: Vec::new(), words, is_expanded };
    match Details::read(details) {
        Some(record) => push_record(&mut lines, &record, content),
        None => lines.push_text(0, Role::Text, Clean::text(content)),
    }
    Frame { lines: lines.all, ..Frame::default() }
}

fn push_record<'a>(lines: &mut Lines<'a, '_>, record: &Details, content: &'a str) {
    let (words, is_expanded) = (lines.words, lines.is_expanded);
    let asked = Asked::of(&record.questions);
    let answers = seen::answers(record, &asked);
    let is_final = record.outcome == Outcome::Answered;
    let is_revised = record.changed.is_some();
    // Only a user who ends the form leaves with some of the answers. Other outcomes send none.
    let is_chosen = matches!(record.outcome, Outcome::Cancelled | Outcome::Discuss);
    let count = answers.len();
    let is_partial = is_chosen && !is_revised && asked.lines.len() > 1 && count > 0;
    let mut left_with =
        is_partial.then(|| fill_all(words.left_with, &[&words.number(count), &words.number(asked.lines.len())]));
    let message = record.message.as_deref().unwrap_or_default();
    match record.outcome {
        Outcome::Invalid | Outcome::Unavailable => lines.push_text(0, Role::Error, Clean::text(content)),
        // The answers in the message are drawn below.
        Outcome::Failed => {
            lines.push_text(0, Role::Error, Clean::text(content.lines().next().unwrap_or_default()));
        }
        Outcome::Aborted => lines.push(Line::of(Role::Warning, words.aborted)),
        Outcome::Pending => lines.push(Line::of(Role::Warning, words.pending)),
        Outcome::ConnectionLost => lines.push(Line::of(Role::Warning, words.connection_lost)),
        // In an expanded entry, the questions precede the message.
        Outcome::Discuss if is_expanded => {}
        Outcome::Discuss => lines.push_talk(message),
        Outcome::Cancelled => {
            let cancelled = || words.cancelled.into();
            lines.push(Line::of(Role::Warning, left_with.take().map_or_else(cancelled, Clean::composed)));
        }
        Outcome::Answered if record.changed.as_ref().is_some_and(|changed| !changed.is_empty()) => {
            lines.push(Line::of(Role::Muted, words.changed));
        }
        Outcome::Answered if answers.is_empty() => lines.push_text(0, Role::Text, Clean::text(content)),
        Outcome::Answered => {}
    }
    if let Some(left_with) = left_with {
        lines.push(Line::of(Role::Muted, Clean::composed(left_with)));
    }
    let has_open = is_expanded && !is_final && !is_revised;
    let mut open = asked.without(&answers).filter(|_| has_open).peekable();
    for answer in &answers {
        while let Some(open) = open.next_if(|open| answer.at.is_some_and(|answered| open.at < Some(answered))) {
            lines.push_open(&open);
        }
        lines.push_answer(answer, is_final);
    }
    open.for_each(|open| lines.push_open(&open));
    if is_expanded && record.outcome == Outcome::Discuss {
        lines.push_talk(message);
    }
    let unsent = record.unsent.as_deref().unwrap_or_default();
    for unsent in unsent {
        lines.push_beside(asked.find_line(unsent.id.as_deref().unwrap_or_default()), unsent);
    }
    let count: usize = unsent.iter().map(Unsent::count).sum();
    if !is_expanded && !is_final && count > 0 {
        let count = [PEN, &words.count(words.texts_not_sent, count)].concat();
        lines.push(Line::of(Role::Muted, Clean::composed(count)));
    }
}
