//! The tool's lines in the transcript: its call, and its result. Both are drawn from JSON of any age: arguments that
//! are still streaming in, and details that another version of the tool, or another tool, has written.

use serde_json::Value;

use super::frame::{Frame, Line, Role};
use super::seen::{self, Asked};
use super::transcript_lines::Lines;
use crate::answer::content;
use crate::answer::result::Outcome;
use crate::call::naming::{self, own_label};
use crate::call::request::{QuestionRequest, Request};
use crate::call::settings::Settings;
use crate::json::{self, Lenient};
use crate::text::{Clean, Renderer, truncate};

/// The call: the tool's name, how many questions, and what they are called as far as that fits.
#[must_use]
pub fn call(arguments: &Value, settings: &Settings, columns: usize) -> Frame<'static> {
    let request = Request::read(arguments);
    let count = match request.questions.len() {
        0 => String::new(), // not yet
        count => settings.words.count(&settings.words.questions, count),
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
    let labels = names.iter().map(Clean::as_str).collect::<Vec<_>>().join(settings.words.comma);
    let mut line =
        Line::of(Role::Tool, settings.dialect.name()).with(Role::Tool, " ").with(Role::Muted, Clean::composed(count));
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
    // What the model has read of a text is not to be taken for kept from it.
    let unfinished = if content::tells_unfinished(content) { words.unfinished_text } else { words.not_sent };
    let mut lines = Lines { columns: columns.max(1), all: Vec::new(), words, renderer, unfinished, is_expanded };
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
    let submitted = answers.iter().filter(|answer| answer.is_submitted()).count();
    let is_partial =
        !is_final && is_chosen && details.field("changed").is_null() && asked.lines.len() > 1 && submitted > 0;
    let sent = is_partial.then(|| words.sent(submitted, asked.lines.len()));
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
            lines.push(Line::of(Role::Warning, words.cancelled));
        }
        Some(Outcome::Answered | Outcome::Cancelled) | None => {
            if !details.field("changed").list().is_empty() {
                lines.push(Line::of(Role::Muted, words.changed));
            } else if answers.is_empty() {
                lines.push_text(0, Role::Text, Clean::text(content));
            }
        }
    }
    if let Some(sent) = sent {
        lines.push(Line::of(Role::Muted, Clean::composed(sent)));
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
    if outcome == Some(Outcome::Answered) && !message.is_empty() {
        let said = [words.discuss_first, words.colon, message].concat();
        lines.push_whole_or_begun(0, Role::Muted, &said);
    }
    if !is_final {
        // What is no part of an answer is nowhere else.
        for line in content.lines().skip_while(|line| !line.starts_with("Unsent")) {
            let text = match content::unsent(line) {
                Some((Some(question), text)) => format!("{}{question}{}{text}", words.unfinished_text, words.colon),
                Some((None, text)) => format!("{}{text}", words.unfinished_text),
                None => line.to_owned(),
            };
            lines.push_whole_or_begun(0, Role::Muted, &text);
        }
    }
    Frame { lines: lines.all, ..Frame::default() }
}
