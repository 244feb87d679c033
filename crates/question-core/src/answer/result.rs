//! The record of a call: how it ended, and with which answers.

use std::rc::Rc;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_with::skip_serializing_none;
use ts_rs::TS;

use crate::answer::picks::Answer;
use crate::answer::pictures::{Picture, read_lenient};
use crate::answer::sheet::Unsent;
use crate::call::questionnaire::{Question, Questionnaire};

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
    /// Answers that a user who answers later has entered so far, or those of a revision that was not submitted. They are
    /// restored in the same way. Absent for any other ending.
    pub unsent_answers: Option<Vec<Answer>>,
    /// Whether the questions wait in the session of the person above, who has put them off, and not in the one that has asked.
    pub waits_above: Option<bool>,
    /// Whether these are answers that the model has had before, as the user has changed them.
    #[serde(default, deserialize_with = "is_true")]
    pub revised: Option<bool>,
    /// Where the questions were answered, if it was not in a form or dialogs of the session: "another terminal, pts/3".
    pub answered_from: Option<String>,
    /// Pictures whose markers stand in texts of this record.
    #[serde(default, deserialize_with = "read_lenient")]
    pub pictures: Option<Vec<Picture>>,
}

/// Reads a flag. Any other value is none, and costs no record.
fn is_true<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<bool>, D::Error> {
    Ok(Value::deserialize(deserializer)?.as_bool().filter(|is_true| *is_true))
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
    /// The questions wait: in the pending file, or, without one, for a user who answers later.
    Pending,
    /// The run was aborted or the session was closed.
    Aborted,
    /// The program that asked the user disconnected.
    ConnectionLost,
    /// The form failed.
    Failed,
}

impl Outcome {
    /// Returns whether the user has ended the form, and not put it off.
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

impl Record {
    pub(crate) fn new(
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
            waits_above: None,
            revised: None,
            answered_from: None,
            pictures: None,
        }
    }

    /// Creates the record of a questionnaire, without its title.
    pub(crate) fn of(
        questionnaire: &Questionnaire,
        answers: Vec<Answer>,
        outcome: Outcome,
        host: Host,
        message: Option<String>,
    ) -> Self {
        let remarks = Some(questionnaire.remarks.clone()).filter(|remarks| !remarks.is_empty());
        let metadata = questionnaire.metadata.clone();
        Self { metadata, remarks, ..Self::new(questionnaire.questions.clone(), answers, outcome, host, message) }
    }

    /// Returns whether the record holds anything that the user entered: an answer, or what was not sent.
    pub(crate) fn is_entered(&self) -> bool {
        !self.answers.is_empty() || self.unsent.is_some() || self.unsent_answers.is_some()
    }

    /// Returns whether the user answers later. Versions before 0.4 called a form that was left like this cancelled.
    pub(crate) fn is_put_off(&self) -> bool {
        let was_kept = self.outcome == Outcome::Cancelled && self.unsent_answers.is_some();
        was_kept || (self.outcome == Outcome::Pending && self.pending_file.is_none())
    }

    /// Returns whether the user has ended the form, or put it off.
    pub(crate) fn is_by_user(&self) -> bool {
        self.outcome.is_by_user() || self.is_put_off()
    }

    /// Returns whether the user said anything, notes aside.
    pub(super) fn is_said(&self) -> bool {
        matches!(self.outcome, Outcome::Answered | Outcome::Discuss) || !self.answers.is_empty()
    }
}
