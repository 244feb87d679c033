//! Form → result: how a call ended, as the model and the session get it.

use std::rc::Rc;

use serde::Serialize;

use crate::content;
use crate::form::{Ending, Entry, Form, Given};
use crate::questionnaire::{Mode, Question, Questionnaire};
use crate::refusal::Refusal;

/// What the tool returns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ToolResult {
    /// What the model reads.
    pub content: String,
    /// What the session keeps and the transcript is drawn from.
    pub details: Details,
}

/// The structured half of a result.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Details {
    /// The questions as they were asked.
    pub questions: Vec<Rc<Question>>,
    /// The answers in question order.
    pub answers: Vec<Answer>,
    /// True for every outcome but `answered`.
    pub cancelled: bool,
    /// How the call ended.
    pub outcome: Outcome,
    /// The mode of the host that the call ran in.
    pub mode: HostMode,
    /// When it was answered, in milliseconds since 1970, as told by the host.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered_at: Option<f64>,
    /// Why, for the outcomes that need a reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Every question has its answer.
    Answered,
    /// The user left the form.
    Cancelled,
    /// There is no user interface to ask in.
    Unavailable,
    /// The request could not be asked.
    Invalid,
    /// The run was aborted or the session closed.
    Aborted,
    /// The form could not go on.
    Failed,
}

/// The answer to one question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// Id of the question.
    pub id: String,
    /// How it was answered.
    pub mode: Mode,
    /// The question's prompt.
    pub prompt: String,
    /// The option's value, or the typed text.
    pub value: String,
    /// The option's label, or the typed text.
    pub label: String,
    /// Whether the user typed it.
    pub was_custom: bool,
    /// Position among the options, from 1; `None` for typed text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
}

/// What the host knows about the call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Host {
    /// The mode that it runs in.
    pub mode: HostMode,
    /// The time, in milliseconds since 1970.
    pub now: Option<f64>,
}

/// A mode of pi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum HostMode {
    /// The terminal user interface.
    Tui,
    /// Driven by another program.
    Rpc,
    /// One prompt, text out.
    Print,
    /// One prompt, JSON events out.
    Json,
}

impl HostMode {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tui => "tui",
            Self::Rpc => "rpc",
            Self::Print => "print",
            Self::Json => "json",
        }
    }
}

impl Form {
    /// The result of a form that has ended; `None` while it goes on.
    #[must_use]
    pub fn result(&self, host: Host) -> Option<ToolResult> {
        let (outcome, is_shared, message) = match self.ending.as_ref()? {
            Ending::Answered => (Outcome::Answered, true, None),
            Ending::Cancelled { share } => (Outcome::Cancelled, *share, None),
            Ending::Aborted => (Outcome::Aborted, true, None),
            Ending::Failed(reason) => (Outcome::Failed, true, Some(reason.clone())),
        };
        let answers = if is_shared { self.entries.iter().filter_map(Entry::to_answer).collect() } else { Vec::new() };
        let questions = self.entries.iter().map(|entry| Rc::clone(&entry.question)).collect();
        Some(ToolResult::new(questions, answers, outcome, host, message))
    }
}

impl Entry {
    /// The answer; where none was given, the text that was typed so far, so that no ending loses it.
    fn to_answer(&self) -> Option<Answer> {
        let question = &self.question;
        let (value, label, index) = match &self.answer {
            Some(Given::Option(at)) => {
                let option = question.options.get(*at)?;
                (&option.value, &option.label, Some(at + 1))
            }
            Some(Given::Typed(text)) => (text, text, None),
            None if self.draft.trim().is_empty() => return None,
            None => (&self.draft, &self.draft, None),
        };
        Some(Answer {
            id: question.id.clone(),
            mode: question.mode,
            prompt: question.prompt.clone(),
            value: value.clone(),
            label: label.clone(),
            was_custom: index.is_none(),
            index,
        })
    }
}

impl Refusal {
    /// The result of a request that cannot be asked.
    #[must_use]
    pub fn result(&self, host: Host) -> ToolResult {
        ToolResult::new(Vec::new(), Vec::new(), Outcome::Invalid, host, Some(self.to_string()))
    }
}

impl Questionnaire {
    /// The result where there is no user interface to ask in.
    #[must_use]
    pub fn unavailable(&self, host: Host) -> ToolResult {
        ToolResult::new(self.questions().to_vec(), Vec::new(), Outcome::Unavailable, host, None)
    }
}

impl ToolResult {
    fn new(
        questions: Vec<Rc<Question>>,
        answers: Vec<Answer>,
        outcome: Outcome,
        host: Host,
        message: Option<String>,
    ) -> Self {
        let details = Details {
            questions,
            answers,
            cancelled: outcome != Outcome::Answered,
            outcome,
            mode: host.mode,
            answered_at: host.now.filter(|_| outcome == Outcome::Answered),
            message,
        };
        Self { content: content::of(&details), details }
    }
}
