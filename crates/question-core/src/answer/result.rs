//! How a call ended, as the model and the session get it.

use std::rc::Rc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with::skip_serializing_none;
use ts_rs::TS;

use crate::answer::content;
use crate::answer::draft::Unsent;
use crate::answer::picks::Answer;
use crate::call::questionnaire::{Question, Questionnaire};
use crate::call::refusal::Refusal;

/// What the tool returns.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolResult {
    /// What the model reads.
    pub content: String,
    /// What the session keeps and the transcript is drawn from.
    pub details: Details,
    /// Whether the user has said anything: an answer, a note, a wish to talk.
    pub is_said: bool,
}

/// What a session keeps of a call: the record of this tool.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct Details {
    /// The heading of the form.
    pub title: Option<String>,
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
    #[ts(as = "Option<f64>")]
    pub answered_at: Option<i64>,
    /// What the model sent along, untouched.
    #[ts(optional, type = "unknown")]
    pub metadata: Option<Value>,
    /// What the user would rather say first; why, for "invalid", "unavailable" and "failed"; what went wrong before, for
    /// "pending".
    pub message: Option<String>,
    /// For "pending": the file that the questions wait in, as it is named from the project's folder.
    pub pending_file: Option<String>,
    /// Where answers were changed: the ids of the questions.
    pub changed: Option<Vec<String>>,
    /// False where the user stopped the run before they were asked: then they are not asked again.
    pub shown: Option<bool>,
    /// What was left out or guessed when the call was read.
    pub reading_notes: Option<Vec<String>>,
    /// What was being written and is neither an answer nor a note, unless the user has thrown it away: it stands in its
    /// texts again where the questions are asked again.
    pub unsent: Option<Vec<Unsent>>,
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Every question has its answer.
    Answered,
    /// The user left the form.
    Cancelled,
    /// The user would rather talk first.
    Discuss,
    /// There is no user interface to ask in.
    Unavailable,
    /// The request could not be asked.
    Invalid,
    /// The questions wait in a file.
    Pending,
    /// The run was aborted or the session closed.
    Aborted,
    /// The program that asked the user went away.
    ConnectionLost,
    /// The form could not go on.
    Failed,
}

/// What a form is shown for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Occasion {
    /// A tool call that waits for its result.
    Call,
    /// A call that has been without answers; they go to the model as a message.
    Later,
    /// Answers that the model has had already, as they were; it is told what has changed.
    Revision(Vec<Answer>),
}

/// What the host knows about a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, TS)]
#[ts(optional_fields)]
pub struct Host {
    /// The mode that it runs in.
    pub mode: HostMode,
    /// The time, in milliseconds since 1970.
    #[ts(as = "Option<f64>")]
    pub now: Option<i64>,
}

/// A mode of pi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
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

impl Refusal {
    /// The result of a request that cannot be asked.
    #[must_use]
    pub fn result(&self, host: Host) -> ToolResult {
        ToolResult::of(Vec::new(), Vec::new(), Outcome::Invalid, host, Some(self.to_string()))
    }
}

impl Questionnaire {
    /// The result where there is no user interface to ask in, and `reason` is why the questions cannot wait either.
    #[must_use]
    pub fn unavailable(&self, host: Host, reason: Option<String>) -> ToolResult {
        self.unasked(Outcome::Unavailable, host, reason, None)
    }

    /// The result where the questions wait in a file; `remark` is what went wrong before.
    #[must_use]
    pub fn pending(&self, host: Host, file: String, remark: Option<String>) -> ToolResult {
        self.unasked(Outcome::Pending, host, remark, Some(file))
    }

    fn unasked(&self, outcome: Outcome, host: Host, message: Option<String>, file: Option<String>) -> ToolResult {
        let mut result = ToolResult::of(self.questions().to_vec(), Vec::new(), outcome, host, message);
        result.details.title.clone_from(&self.title);
        result.details.metadata.clone_from(&self.metadata);
        result.details.pending_file = file;
        result.content = content::of(&result.details);
        content::push_reading_notes(&mut result, &self.reading_notes);
        result
    }
}

impl ToolResult {
    pub(crate) fn of(
        questions: Vec<Rc<Question>>,
        answers: Vec<Answer>,
        outcome: Outcome,
        host: Host,
        message: Option<String>,
    ) -> Self {
        let details = Details {
            title: None,
            questions,
            answers,
            cancelled: outcome != Outcome::Answered,
            outcome,
            mode: host.mode,
            answered_at: host.now.filter(|_| outcome == Outcome::Answered),
            metadata: None,
            message,
            pending_file: None,
            changed: None,
            shown: None,
            reading_notes: None,
            unsent: None,
        };
        let is_said = matches!(outcome, Outcome::Answered | Outcome::Discuss) || !details.answers.is_empty();
        Self { content: content::of(&details), details, is_said }
    }
}
