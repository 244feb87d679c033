//! What the model is told: the result of a call, with its text and its details.

mod alike;
mod dialects;
pub(crate) mod text;

use crate::answer::fault::AnswerFault;
use crate::answer::left::Asked;
use crate::answer::opening::Opening;
use crate::answer::outcome::{Circumstances, Ended, Ending};
use crate::answer::pictures::Attachment;
use crate::answer::replies::Replies;
use crate::answer::result::{Host, Outcome, Record};
use crate::call::dialect::Dialect;
use crate::call::questionnaire::Questionnaire;
use crate::call::refusal::Refusal;
use crate::form::Form;

pub use dialects::{AskUserAnswer, AskUserDetails, AskUserQuestionDetails, DialectDetails, DialectResult};

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

impl ToolResult {
    /// Returns the pictures in the text for the model. A result that the host waits for in order to end is not delayed by them.
    pub(crate) fn pictures(&self) -> Vec<Attachment> {
        if self.details.outcome.is_by_user() { self.details.attachments() } else { Vec::new() }
    }
}

impl From<Ended> for ToolResult {
    fn from(Ended { record, circumstances, is_said }: Ended) -> Self {
        Self { content: text::of(&record, &circumstances), details: record, is_said }
    }
}

impl Form {
    /// Returns the result of a form that has ended, or `None` before that.
    #[must_use]
    pub fn result(&self, host: Host) -> Option<ToolResult> {
        let ending = self.ending()?;
        let has_result = !matches!(ending, Ending::Unshown(_)) || self.has_input();
        has_result.then(|| self.entered().ended(ending, host).into())
    }
}

impl Asked {
    /// Returns the result of a form that has failed for this reason, and its dialect. `asked` and `left` are what it would
    /// leave, as JSON texts, the latter only if something may have been entered. Returns `None` if a text is another one.
    #[must_use]
    pub fn failed(asked: &str, left: Option<&str>, reason: String) -> Option<(ToolResult, Dialect)> {
        Self::ended(asked, left, reason).map(|(ended, dialect)| (ended.into(), dialect))
    }
}

impl Opening {
    /// Returns the result of questions that end like this before their form has opened.
    #[must_use]
    pub fn result(&self, questionnaire: &Questionnaire, ending: &Ending, host: Host) -> ToolResult {
        self.ended(&Replies::default(), questionnaire, ending, host).into()
    }

    /// Returns the result of answering all questions with `answers`, a JSON text, and the answers that came with the
    /// questions.
    ///
    /// # Errors
    ///
    /// Fails if an answer has a fault or is missing.
    pub fn answered(
        &self,
        questionnaire: &Questionnaire,
        answers: Option<&str>,
        host: Host,
    ) -> Result<ToolResult, AnswerFault> {
        let new = answers.map(|answers| Replies::parse(answers, questionnaire)).transpose()?;
        let replies = new.unwrap_or_default().or_else_from(&self.known_answers()).complete(questionnaire)?;
        Ok(self.ended(&replies, questionnaire, &Ending::Answered, host).into())
    }
}

impl Refusal {
    /// Ends the call with the outcome `invalid`, and the problems as the text for the model.
    #[must_use]
    pub fn result(&self, host: Host) -> ToolResult {
        let details = Record::new(Vec::new(), Vec::new(), Outcome::Invalid, host, Some(self.to_string()));
        unasked(details)
    }
}

impl Questionnaire {
    /// Returns the result for a host without a user interface. `reason` is why the questions could not be saved either.
    #[must_use]
    pub fn unavailable(&self, host: Host, reason: Option<String>) -> ToolResult {
        unasked(self.unasked(Outcome::Unavailable, host, reason))
    }

    /// Returns the result for a session that another one has started, in which nobody can be asked. `why` is the reason
    /// if there was somebody.
    #[must_use]
    pub fn unasked_inside(&self, host: Host, why: Option<String>) -> ToolResult {
        let why = why.unwrap_or_else(|| text::INSIDE.to_owned());
        let details = self.unasked(Outcome::Unavailable, host, Some(why));
        ToolResult { content: text::inside(&details), details, is_said: false }
    }

    /// Returns the result for questions saved to a pending file. `call` is the [`Origin::key`] that they have there,
    /// `remark` an earlier error.
    ///
    /// [`Origin::key`]: crate::Origin::key
    #[must_use]
    pub fn pending(&self, host: Host, file: String, call: String, remark: Option<String>) -> ToolResult {
        let details = self.unasked(Outcome::Pending, host, remark);
        let details = Record { pending_file: Some(file), pending_key: Some(call), ..details };
        unasked(details)
    }

    fn unasked(&self, outcome: Outcome, host: Host, message: Option<String>) -> Record {
        Record { title: self.title.clone(), ..Record::of(self, Vec::new(), outcome, host, message) }
    }
}

/// Returns the result of a call that nobody was asked.
fn unasked(details: Record) -> ToolResult {
    ToolResult { content: text::of(&details, &Circumstances::default()), details, is_said: false }
}
