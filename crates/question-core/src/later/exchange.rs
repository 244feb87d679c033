//! Questionnaire → request, and response → replies: the messages between this tool and a program that asks its user in
//! its own way.
//!
//! A response answers one request, as a whole, or not at all: what is wrong with it is said, and changes nothing.

use serde_json::Value;

use crate::answer::reply::{Replies, Response, ResponseKind};
use crate::answer::result::Answer;
use crate::answer::wire::answer;
use crate::call::declared::question;
use crate::call::questionnaire::Questionnaire;
use crate::json::object::Object;
use crate::json::{self, Lenient};
use crate::text::Clean;

const REQUEST: &str = "ask_user_request";
const RESPONSE: &str = "ask_user_response";

impl Questionnaire {
    /// The message that asks the questions; `answers` are those that stand from before.
    pub(crate) fn request(&self, request_id: &str, answers: &[Answer]) -> Value {
        Object::default()
            .text("type", REQUEST)
            .text("requestId", request_id)
            .some_text("title", self.title.as_ref())
            .with("questions", Value::Array(self.questions().iter().map(|asked| question(asked)).collect()))
            .filled("answers", answers.iter().map(answer).collect())
            .some("metadata", self.metadata.clone())
            .json()
    }
}

impl Response {
    /// The request that a message answers.
    ///
    /// # Errors
    ///
    /// Why the message is no response.
    pub fn request_id(message: &str) -> Result<String, String> {
        read(message).map(|json| json.field("requestId").text().to_owned())
    }

    /// Reads the response to a request for these questions.
    ///
    /// `{"type", "requestId", "answers"}`, with the answers as [`Replies::read`] has them; with `"cancelled": true` for
    /// a user who left, with a `"message"` for one who would rather talk, and then with as many answers as there are.
    /// Of `standing`, which the request brought along, those count that are not answered anew.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn read(message: &str, questionnaire: &Questionnaire, standing: &Replies) -> Result<Self, String> {
        let json = read(message)?;
        let said = match json.field("message") {
            Value::Null => "",
            Value::String(said) => said.trim(),
            _ => return Err("\"message\" has to be a text".to_owned()),
        };
        let kind = match json.field("cancelled") {
            Value::Null | Value::Bool(_) if !said.is_empty() => ResponseKind::Discussed(said.to_owned()),
            Value::Bool(true) => ResponseKind::Cancelled,
            Value::Null | Value::Bool(false) => ResponseKind::Answered,
            _ => return Err("\"cancelled\" has to be true or false".to_owned()),
        };
        let replies = match json.field("answers") {
            Value::Null if kind == ResponseKind::Answered => return Err("\"answers\" is missing".to_owned()),
            Value::Null => Replies::default(),
            Value::Array(answers) if answers.is_empty() && kind != ResponseKind::Answered => Replies::default(),
            answers => Replies::read(answers, questionnaire)?,
        };
        match kind {
            ResponseKind::Answered => Self::answered(replies.over(standing), questionnaire),
            kind => Ok(Self { replies, kind }),
        }
    }
}

fn read(message: &str) -> Result<Value, String> {
    let json: Value = json::read(message)?;
    if json.field("type").text() != RESPONSE {
        return Err(format!("\"type\" has to be \"{RESPONSE}\""));
    }
    if json.field("requestId").text().is_empty() {
        return Err("\"requestId\" is missing".to_owned());
    }
    Ok(json)
}

/// What is told of a response that no request waits for. `answered` are those that have had theirs, `open` those that
/// still wait.
#[must_use]
pub fn stray_response(request_id: &str, answered: &[String], open: &[String]) -> String {
    let request = format!("request {}", Clean::line(request_id).as_str());
    if answered.iter().any(|id| id == request_id) {
        return format!("{request} has ended; the response came too late");
    }
    let open =
        if open.is_empty() { "no request waits for one".to_owned() } else { format!("waiting: {}", open.join(", ")) };
    format!("{request} is not known; {open}")
}
