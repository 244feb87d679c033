//! Questions whose call is over, wherever they are known from, and answers to them that come without a form.

use crate::answer::reply::{Replies, Response};
use crate::answer::result::{Host, ToolResult};
use crate::call::questionnaire::Questionnaire;
use crate::call::settings::Settings;
use crate::form::Form;
use crate::form::action::Action;

/// Questions that can be answered though their call is over.
#[derive(Clone, Debug)]
pub struct Late {
    /// The ids of the calls that they come from.
    pub calls: Vec<String>,
    /// For those of the pending file, what its text is known by.
    pub file: Option<String>,
    /// The questions.
    pub questionnaire: Questionnaire,
    /// The answers so far, or what is wrong with them.
    pub replies: Result<Replies, String>,
}

impl Late {
    /// Whether an answer stands with the questions, fitting or not.
    #[must_use]
    pub fn has_answers(&self) -> bool {
        self.replies.as_ref().map_or(true, |replies| !replies.are_none())
    }

    /// Whether some of the questions are of the same call.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.calls.iter().any(|call| other.calls.contains(call))
    }

    /// The result of a form that is answered with these answers, a JSON text, and those so far.
    ///
    /// # Errors
    ///
    /// What is wrong with the answers, to be read behind the name of where they came from.
    pub fn answered(&self, answers: Option<&str>, host: Host, settings: &Settings) -> Result<ToolResult, String> {
        let standing = self.replies.clone();
        let replies = match answers {
            Some(answers) => Replies::parse(answers, &self.questionnaire)?.over(&standing.unwrap_or_default()),
            None => standing?,
        };
        let response = Response::answered(replies, &self.questionnaire)?;
        let mut form = Form::new(self.questionnaire.clone(), settings).later(self.replies.clone().unwrap_or_default());
        form.update(Action::Respond(response));
        form.result(host).ok_or_else(|| "the form has not ended".to_owned())
    }
}
