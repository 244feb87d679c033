//! The tool's entries in the transcript: a call, drawn from arguments that may still be streamed, and its result, drawn
//! from the record in its details. A result of another tool is shown by its text.

mod lines;

use std::collections::HashMap;

use serde::Deserialize as _;
use serde_json::Value;

use crate::answer::picks::Answer;
use crate::answer::result::{Outcome, Record};
use crate::call::naming;
use crate::call::reading::Reading;
use crate::call::request::QuestionRequest;
use crate::call::settings::Settings;
use crate::call::subagent::Subagent;
use crate::faces::frame::{Frame, Line, Role};
use crate::json::Lenient as _;
use crate::text::is_seen;
use crate::text::{Clean, truncate};
use crate::view::{AnswerView, PUT_OFF, UNSENT};
use crate::words::{fill, fill_all};
use lines::Lines;

/// Draws a call: the name of the tool, the number of questions if there are several, and as many of their names as fit.
#[must_use]
pub fn call(arguments: &Value, settings: &Settings, columns: usize) -> Frame<'static> {
    let request = Reading::of(arguments).request;
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
    let questions = request.questions.iter().filter(|question| said(question));
    let labels = joined_names(
        questions.map(|question| (question.label.as_deref().filter(|label| is_seen(label)), question.prompt.as_str())),
        settings,
    );
    let mut line = Line::of(Role::Tool, settings.dialect.name()).with(Role::Muted, Clean::composed(count));
    if !labels.is_empty() {
        let room = columns.saturating_sub(line.width() + 3);
        let labels = truncate(Clean::composed(labels), room);
        line = line.with(Role::Muted, Clean::composed(format!(" ({})", labels.as_str())));
    }
    Frame { lines: vec![line.fit(columns)], ..Frame::default() }
}

/// Returns the names of questions, given by their labels and prompts, in one text.
fn joined_names<'a>(questions: impl Iterator<Item = (Option<&'a str>, &'a str)>, settings: &Settings) -> String {
    naming::names(questions).iter().map(Clean::as_str).collect::<Vec<_>>().join(settings.words.comma)
}

/// Draws a result: a line for each question with its answer, and its note. A partial result also shows how many answers
/// were sent.
///
/// If `is_expanded`, nothing is cut: each pick has rows of its own below its question, and values, options not taken,
/// and unanswered questions with their options are added. `content` is the text for the model, which is shown for
/// results of other tools.
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
    match Record::read(details) {
        Some(record) => {
            if let Ok(subagent) = Subagent::deserialize(details.field("subagent")) {
                let texts = record.questions.iter().map(|question| (question.own_label(), question.prompt.as_str()));
                let names = joined_names(texts, settings);
                let line = Line::of(Role::Subagent, subagent.asks(words));
                lines.push(line.with(Role::Muted, Clean::composed(format!(" ({names})"))).fit(lines.columns));
            }
            push_record(&mut lines, &record, content);
        }
        None => lines.push_text(0, Role::Text, Clean::text(content)),
    }
    Frame { lines: lines.all, ..Frame::default() }
}

fn push_record<'a>(lines: &mut Lines<'a, '_>, record: &Record, content: &'a str) {
    let (words, is_expanded) = (lines.words, lines.is_expanded);
    let questions = &record.questions;
    let answers: HashMap<&str, &Answer> = record.answers.iter().map(|answer| (answer.id.as_str(), answer)).collect();
    let is_final = record.outcome == Outcome::Answered;
    // The count of answers is shown only for a user who ends the form.
    let is_left = matches!(record.outcome, Outcome::Cancelled | Outcome::Discuss);
    let unsent = record.unsent.as_deref().unwrap_or_default();
    let notes = unsent.iter().filter(|unsent| unsent.note.is_some()).count();
    // Who left the form at once has sent no note either.
    let are_notes_sent = record.unsent_answers.is_none();
    let is_partial = (is_left && questions.len() > 1 && !answers.is_empty())
        || (record.outcome == Outcome::Cancelled && answers.is_empty() && are_notes_sent && notes > 0);
    match record.outcome {
        Outcome::Invalid | Outcome::Unavailable if is_expanded => lines.push_text(0, Role::Error, Clean::text(content)),
        // What follows is for the model, or drawn below.
        Outcome::Invalid | Outcome::Unavailable | Outcome::Failed => {
            let first = content.lines().next().unwrap_or_default();
            lines.push_text(0, Role::Error, Clean::text(first.trim_end_matches(':')));
        }
        Outcome::Aborted => lines.push(Line::of(Role::Warning, words.aborted)),
        _ if record.is_put_off() => {
            let kept = record.unsent_answers.as_ref().map_or(0, Vec::len);
            let kept = (kept > 0).then(|| [words.comma, &words.count(words.answers_kept, kept)].concat());
            let text = [PUT_OFF, words.put_off, kept.as_deref().unwrap_or_default()].concat();
            lines.push(Line::of(Role::Warning, Clean::composed(text)));
        }
        Outcome::Pending => lines.push(Line::of(Role::Warning, words.pending)),
        Outcome::ConnectionLost => lines.push(Line::of(Role::Warning, words.connection_lost)),
        Outcome::Discuss => lines.push_discussion(record.message.as_deref().unwrap_or_default()),
        Outcome::Cancelled if is_partial => {}
        Outcome::Cancelled => lines.push(Line::of(Role::Warning, words.cancelled)),
        Outcome::Answered => {}
    }
    if record.revised == Some(true) {
        lines.push(Line::of(Role::Muted, words.revised));
    }
    if is_partial {
        let left_with = fill_all(words.left_with, &[&words.number(answers.len()), &words.number(questions.len())]);
        lines.push(Line::of(Role::Muted, Clean::composed(left_with)));
    }
    if let Some(from) = &record.answered_from {
        let from = Clean::line(from);
        lines.push(Line::of(Role::Muted, Clean::composed(fill(words.answered_from, from.as_str()))));
    }
    let texts = questions.iter().map(|question| (question.own_label(), question.prompt.as_str()));
    let in_one_line = naming::one_line_each(texts);
    for (question, line) in questions.iter().zip(&in_one_line) {
        let answer = AnswerView::of_record(line.borrowed(), answers.get(question.id.as_str()).copied());
        let kept = record.unsent_answers.iter().flatten().find(|answer| answer.id == question.id);
        if let Some(kept) = kept.filter(|_| is_expanded && answer.picks.is_none()) {
            lines.push_kept(question, &AnswerView::of_record(line.borrowed(), Some(kept)));
        } else if is_expanded || is_final || answer.picks.is_some() {
            lines.push_answer(question, &answer);
        }
    }
    let attached = record.attachments();
    if !attached.is_empty() {
        lines.push(Line::of(Role::Muted, Clean::composed(words.count(words.pictures, attached.len()))));
    }
    for picture in record.pictures.iter().flatten() {
        let fault = picture.fault.as_ref().filter(|_| attached.iter().any(|it| it.path == picture.path));
        if let Some(fault) = fault {
            lines.push_text(0, Role::Warning, Clean::composed([&picture.marker(), ": ", fault].concat()));
        }
    }
    let ids: HashMap<&str, &Clean> = questions.iter().map(|question| question.id.as_str()).zip(&in_one_line).collect();
    for unsent in unsent {
        lines.push_beside(unsent.id.as_deref().and_then(|id| ids.get(id).copied()), unsent, are_notes_sent);
    }
    let texts = unsent.iter().filter(|unsent| unsent.text.is_some()).count();
    let count = texts + if are_notes_sent { 0 } else { notes };
    if !is_expanded && count > 0 {
        let count = [UNSENT, &words.count(words.texts_not_sent, count)].concat();
        lines.push(Line::of(Role::Muted, Clean::composed(count)));
    }
}
