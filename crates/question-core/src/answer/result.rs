//! The result of a call: text for the model, details for the session.

use std::rc::Rc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with::skip_serializing_none;
use ts_rs::TS;

use crate::answer::content;
use crate::answer::content::Circumstances;
use crate::answer::picks::Answer;
use crate::answer::pictures::{Picture, read_lenient};
use crate::answer::sheet::Unsent;
use crate::call::questionnaire::{Question, Questionnaire};
use crate::call::refusal::Refusal;

/// The result of a call of the tool.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolResult {
    /// Text for the model.
    pub content: String,
    /// Details for the session and the transcript.
    pub details: Record,
    /// Whether the user said anything: an answer, a note, or a message.
    pub is_said: bool,
}

/// The record of a call: the details of a result in the shape of this tool.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "Details", optional_fields)]
pub struct Record {
    /// Title of the form.
    pub title: Option<String>,
    /// The questions as they were asked.
    pub questions: Vec<Rc<Question>>,
    /// The answers, in question order.
    pub answers: Vec<Answer>,
    /// Whether the outcome is any other than `answered`.
    pub cancelled: bool,
    /// How the call ended.
    pub outcome: Outcome,
    /// Mode of the host during the call.
    pub mode: HostMode,
    /// Time of the answer according to the host, in milliseconds since 1970.
    #[ts(as = "Option<f64>")]
    pub answered_at: Option<i64>,
    /// Metadata of the call, unchanged.
    #[ts(optional, type = "unknown")]
    pub metadata: Option<Value>,
    /// For "discuss", the user's message; for "invalid", "unavailable" and "failed", the reason; for "pending", an
    /// earlier error.
    pub message: Option<String>,
    /// For "pending", the path of the pending file relative to the project's folder.
    pub pending_file: Option<String>,
    /// For "pending", the random key by which the questions are found in the file.
    #[serde(rename = "pendingCall")]
    pub pending_key: Option<String>,
    /// False if the user stopped the run before the form opened. Such questions are not asked again.
    pub shown: Option<bool>,
    /// Remarks for the model on what its call could not have.
    pub remarks: Option<Vec<String>>,
    /// Texts that were typed and not submitted, unless the user discarded them. They are restored when the same
    /// questions are asked again.
    pub unsent: Option<Vec<Unsent>>,
    /// Answers that a user who left the form at once neither sent nor discarded, or those of a revision that was not
    /// submitted. They are restored in the same way. Absent for any other ending.
    pub unsent_answers: Option<Vec<Answer>>,
    /// Pictures whose markers stand in texts of this record.
    #[serde(default, deserialize_with = "read_lenient")]
    pub pictures: Option<Vec<Picture>>,
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The user submitted the form. Questions that they left open have no answer.
    Answered,
    /// The user left the form.
    Cancelled,
    /// The user asked to talk first.
    Discuss,
    /// The host has no user interface to ask in.
    Unavailable,
    /// The request could not be asked.
    Invalid,
    /// The questions wait in the pending file.
    Pending,
    /// The run was aborted or the session was closed.
    Aborted,
    /// The program that asked the user disconnected.
    ConnectionLost,
    /// The form failed.
    Failed,
}

impl Outcome {
    pub(crate) fn is_by_user(self) -> bool {
        matches!(self, Self::Answered | Self::Cancelled | Self::Discuss)
    }
}

/// The reason why a form is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Occasion {
    /// A tool call waits for the result.
    #[default]
    Call,
    /// The call ended without answers; they are sent to the model as a message.
    Later,
    /// The model has these answers already. It is sent all of them as they are now, if any has changed.
    Revision,
}

/// Facts of the host about a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, TS)]
#[ts(optional_fields)]
pub struct Host {
    /// Mode of the host.
    pub mode: HostMode,
    /// Current time in milliseconds since 1970.
    #[ts(as = "Option<f64>")]
    pub now: Option<i64>,
}

/// Mode of pi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum HostMode {
    /// Terminal user interface.
    Tui,
    /// Control by another program over RPC.
    Rpc,
    /// One prompt, with text output.
    Print,
    /// One prompt, with JSON events as output.
    Json,
}

impl HostMode {
    /// Returns whether the user can be asked.
    pub(crate) fn has_ui(self) -> bool {
        matches!(self, Self::Tui | Self::Rpc)
    }
}

impl Refusal {
    /// Ends the call with the outcome `invalid`, and the problems as the text for the model.
    #[must_use]
    pub fn result(&self, host: Host) -> ToolResult {
        ToolResult::new(Vec::new(), Vec::new(), Outcome::Invalid, host, Some(self.to_string()))
    }
}

impl Questionnaire {
    /// Returns the result for a host without a user interface. `reason` is why the questions could not be saved either.
    #[must_use]
    pub fn unavailable(&self, host: Host, reason: Option<String>) -> ToolResult {
        self.unasked(Outcome::Unavailable, host, reason, None, None)
    }

    /// Returns the result for a session that another one has started, in which nobody can be asked. `why` is the reason
    /// if there was somebody.
    #[must_use]
    pub fn unasked_inside(&self, host: Host, why: Option<String>) -> ToolResult {
        let why = why.unwrap_or_else(|| content::INSIDE.to_owned());
        let text = content::unavailable(&why);
        self.unasked(Outcome::Unavailable, host, Some(why), None, Some(text))
    }

    /// Returns the result for questions saved to a pending file. `call` is the [`Origin::key`] that they have there,
    /// `remark` an earlier error.
    ///
    /// [`Origin::key`]: crate::Origin::key
    #[must_use]
    pub fn pending(&self, host: Host, file: String, call: String, remark: Option<String>) -> ToolResult {
        self.unasked(Outcome::Pending, host, remark, Some((file, call)), None)
    }

    fn unasked(
        &self,
        outcome: Outcome,
        host: Host,
        message: Option<String>,
        place: Option<(String, String)>,
        text: Option<String>,
    ) -> ToolResult {
        let mut result = ToolResult::new(self.questions().to_vec(), Vec::new(), outcome, host, message);
        result.details.title.clone_from(&self.title);
        result.details.metadata.clone_from(&self.metadata);
        (result.details.pending_file, result.details.pending_key) = place.unzip();
        result.content = text.unwrap_or_else(|| content::content_of(&result.details, Circumstances::default()));
        content::push_remarks(&mut result, &self.remarks);
        result
    }
}

impl Record {
    pub(super) fn new(
        questions: Vec<Rc<Question>>,
        answers: Vec<Answer>,
        outcome: Outcome,
        host: Host,
        message: Option<String>,
    ) -> Self {
        Self {
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
            pending_key: None,
            shown: None,
            remarks: None,
            unsent: None,
            unsent_answers: None,
            pictures: None,
        }
    }
}

impl ToolResult {
    pub(super) fn new(
        questions: Vec<Rc<Question>>,
        answers: Vec<Answer>,
        outcome: Outcome,
        host: Host,
        message: Option<String>,
    ) -> Self {
        let details = Record::new(questions, answers, outcome, host, message);
        let is_said = matches!(outcome, Outcome::Answered | Outcome::Discuss) || !details.answers.is_empty();
        Self { content: content::content_of(&details, Circumstances::default()), details, is_said }
    }
}
