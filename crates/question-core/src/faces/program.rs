//! Messages between this tool and a program that asks its user in its own way: requests, and the responses to them.
//!
//! A response is accepted as a whole or not at all.

use std::rc::Rc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with::skip_serializing_none;
use ts_rs::TS;

use crate::answer::fault::AnswerFault;
use crate::answer::opening::Opening;
use crate::answer::picks::Answer;
use crate::answer::replies::{Replies, Response, ResponseKind};
use crate::answer::result::Occasion;
use crate::call::questionnaire::{Question, Questionnaire};
use crate::form::Form;
use crate::form::action::{Action, Step};
use crate::json::{self, Lenient};
use crate::text::Clean;

/// A request to a program that asks its user in its own way.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct AskUserRequest {
    #[ts(type = r#""ask_user_request""#)]
    r#type: String,
    request_id: String,
    title: Option<String>,
    questions: Vec<Rc<Question>>,
    /// Answers that the questions already have. A response may leave these out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Answer>>")]
    answers: Vec<Answer>,
    #[ts(optional, type = "unknown")]
    metadata: Option<Value>,
}

impl AskUserRequest {
    /// Reads the questions of a request, a JSON text, and what their form begins with: the answers that they already have.
    /// Returns `None` if the text is not a request.
    #[must_use]
    pub fn read(text: &str) -> Option<(Questionnaire, Opening)> {
        // Records are read from values as well, so these shapes are read from nothing else.
        let request: Value = json::parse(text).ok()?;
        let Self { title, questions, answers, metadata, .. } = Self::deserialize(&request).ok()?;
        let questionnaire = Questionnaire::of_record(title, questions, metadata)?;
        let given = Replies::of_record(answers.iter(), &[], &questionnaire);
        let drafts = given.clone();
        Some((questionnaire, Opening { occasion: Occasion::Later, given, drafts, ..Opening::default() }))
    }
}

/// Type of a response.
pub(crate) const RESPONSE: &str = "ask_user_response";

impl Form {
    /// Returns the request that asks the questions of a program with a user interface of its own, with the answers that
    /// came with them as they are now.
    #[must_use]
    pub fn request(&self, request_id: &str) -> AskUserRequest {
        let Questionnaire { title, questions, metadata, .. } = self.questionnaire().clone();
        let (r#type, request_id) = ("ask_user_request".to_owned(), request_id.to_owned());
        let known = self.entries().iter().zip(&self.known().0).filter(|(_, reply)| reply.is_some());
        let answers = known.filter_map(|(entry, _)| entry.sheet().answer(&entry.question)).collect();
        AskUserRequest { r#type, request_id, title, questions, answers, metadata }
    }

    /// Reads a program's response to that request.
    ///
    /// # Errors
    ///
    /// Fails if the response or any answer has a fault.
    pub fn response(&self, message: &str) -> Result<Response, String> {
        Response::read(message, self.questionnaire(), self.known())
    }

    /// Handles a program's response to that request, which ends the form.
    ///
    /// # Errors
    ///
    /// Fails like [`Self::response`], and changes nothing.
    pub fn respond(&mut self, message: &str) -> Result<Step, String> {
        self.response(message).map(|response| self.update(Action::Respond(response)))
    }

    /// Enters the answers of a program's response to that request without ending the form.
    ///
    /// # Errors
    ///
    /// Fails like [`Self::response`], and changes nothing.
    pub fn enter(&mut self, message: &str) -> Result<Step, String> {
        self.response(message).map(|response| self.update(Action::Enter(response.replies)))
    }
}

impl Response {
    /// Returns the id of the request that a message answers.
    ///
    /// # Errors
    ///
    /// Fails if the message is not a response.
    pub fn request_id(message: &str) -> Result<String, String> {
        read(message).map(|response| response.field("requestId").text().to_owned())
    }

    /// Reads the response to a request for these questions.
    ///
    /// The response is an object with `type`, `requestId` and `answers`, in the notation of [`Replies::parse`]. It may
    /// answer only some of the questions if the user left (`"cancelled": true`), answers later (`"later": true`) or asked to
    /// talk first (`message`).
    /// `known` are the answers in the request; they count for questions without a new answer.
    ///
    /// # Errors
    ///
    /// Fails if the response or any answer has a fault.
    pub fn read(message: &str, questionnaire: &Questionnaire, known: &Replies) -> Result<Self, String> {
        let response = read(message)?;
        let said = match response.field("message") {
            Value::Null => "",
            Value::String(said) => said.trim(),
            _ => return Err("\"message\" has to be a text".to_owned()),
        };
        let is_said = |name: &str| match response.field(name) {
            Value::Null => Ok(false),
            Value::Bool(is_said) => Ok(*is_said),
            _ => Err(format!("\"{name}\" has to be true or false")),
        };
        let kind = match (is_said("later")?, is_said("cancelled")?) {
            (true, true) => return Err("it is either \"later\" or \"cancelled\"".to_owned()),
            (true, false) => ResponseKind::Later,
            _ if !said.is_empty() => ResponseKind::Discussed(said.to_owned()),
            (false, true) => ResponseKind::Cancelled,
            (false, false) => ResponseKind::Answered,
        };
        let replies = match response.field("answers") {
            Value::Null if kind == ResponseKind::Answered => return Err("\"answers\" is missing".to_owned()),
            Value::Null => Replies::default(),
            Value::Array(answers) if answers.is_empty() && kind != ResponseKind::Answered => Replies::default(),
            _ => {
                // The raw field keeps a name that occurs twice.
                let fields = json::fields(message);
                let answers = fields.iter().rfind(|(name, _)| name == "answers");
                Replies::parse(answers.map_or("", |(_, answers)| answers.get()), questionnaire)
                    .map_err(|fault| fault.in_english())?
            }
        };
        match kind {
            ResponseKind::Answered => {
                Self::answered(replies.or_else_from(known), questionnaire).map_err(|fault| fault.in_english())
            }
            kind => Ok(Self { replies, kind }),
        }
    }
}

/// Reads a response as far as its request id.
fn read(message: &str) -> Result<Value, String> {
    let response = json::read(message).map_err(|fault| AnswerFault::from(fault).in_english())?;
    // Only objects have a type.
    if response.field("type").text() != RESPONSE {
        return Err(format!("\"type\" has to be \"{RESPONSE}\""));
    }
    if response.field("requestId").text().is_empty() {
        return Err("\"requestId\" is missing".to_owned());
    }
    Ok(response)
}

/// Returns the fault in a message that no request waits for. `answered` are the ids of requests that have ended, `open`
/// those of requests that wait.
#[must_use]
pub fn stray_response(message: &str, answered: &[String], open: &[String]) -> String {
    let id = match Response::request_id(message) {
        Ok(id) => id,
        Err(problem) => return problem,
    };
    let request = format!("request {}", Clean::line(&id).as_str());
    if answered.contains(&id) {
        return format!("{request} has ended; the response came too late");
    }
    let open =
        if open.is_empty() { "no request waits for one".to_owned() } else { format!("waiting: {}", open.join(", ")) };
    format!("{request} is not known; {open}")
}
