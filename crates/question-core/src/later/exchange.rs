//! Questionnaire → request, and response → replies: the messages between this tool and a program that asks its user in
//! its own way.
//!
//! A response answers one request, as a whole, or not at all: what is wrong with it is said, and changes nothing.

use std::rc::Rc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with::skip_serializing_none;
use ts_rs::TS;

use crate::answer::fault::AnswerFault;
use crate::answer::picks::Answer;
use crate::answer::record::complete;
use crate::answer::replies::{Replies, Response, ResponseKind};
use crate::call::questionnaire::{Question, Questionnaire};
use crate::json::{self, Lenient};
use crate::text::Clean;

/// What a program is sent that asks its user in its own way.
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
    /// For questions that are asked again, the answers that stand. A response may leave those out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Answer>>")]
    answers: Vec<Answer>,
    #[ts(optional, type = "unknown")]
    metadata: Option<Value>,
}

impl AskUserRequest {
    /// The questions of a request, as its JSON text has it, and the answers that stand; `None` where it is none.
    #[must_use]
    pub fn read(text: &str) -> Option<(Questionnaire, Replies)> {
        let Self { title, mut questions, answers, metadata, .. } = json::parse(text).ok()?;
        complete(&mut questions);
        let questionnaire = Questionnaire::of_record(title, questions, metadata)?;
        let replies = Replies::of_record(&answers, &[], &questionnaire);
        Some((questionnaire, replies))
    }
}

/// The type of a message that answers a request.
pub(crate) const RESPONSE: &str = "ask_user_response";
/// Beside `"cancelled": true`, that the user has left without an answer what has none.
pub(crate) const UNANSWERED: &str = "unanswered";

impl Questionnaire {
    /// The message that asks the questions; `answers` are those that stand from before.
    #[must_use]
    pub fn request(&self, request_id: &str, answers: Vec<Answer>) -> AskUserRequest {
        AskUserRequest {
            r#type: "ask_user_request".to_owned(),
            request_id: request_id.to_owned(),
            title: self.title.clone(),
            questions: self.questions.clone(),
            answers,
            metadata: self.metadata.clone(),
        }
    }
}

impl Response {
    /// The request that a message answers.
    ///
    /// # Errors
    ///
    /// Why the message is no response.
    pub fn request_id(message: &str) -> Result<String, String> {
        read(message).map(|response| response.field("requestId").text().to_owned())
    }

    /// Reads the response to a request for these questions.
    ///
    /// `{"type", "requestId", "answers"}`, with the answers as [`Replies::parse`] has them; with `"cancelled": true` for
    /// a user who left, and with `"unanswered": true` beside that for one who has left the rest without an answer; with a
    /// `"message"` for one who would rather talk. Then with as many answers as there are. Of `standing`, which the request
    /// brought along, those count that are not answered anew.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn read(message: &str, questionnaire: &Questionnaire, standing: &Replies) -> Result<Self, String> {
        let response = read(message)?;
        let said = match response.field("message") {
            Value::Null => "",
            Value::String(said) => said.trim(),
            _ => return Err("\"message\" has to be a text".to_owned()),
        };
        let kind = match response.field("cancelled") {
            Value::Null | Value::Bool(_) if !said.is_empty() => ResponseKind::Discussed(said.to_owned()),
            Value::Bool(true) if response.field(UNANSWERED).is_true() => ResponseKind::Unanswered,
            Value::Bool(true) => ResponseKind::Cancelled,
            Value::Null | Value::Bool(false) => ResponseKind::Answered,
            _ => return Err("\"cancelled\" has to be true or false".to_owned()),
        };
        let replies = match response.field("answers") {
            Value::Null if kind == ResponseKind::Answered => return Err("\"answers\" is missing".to_owned()),
            Value::Null => Replies::default(),
            Value::Array(answers) if answers.is_empty() && kind != ResponseKind::Answered => Replies::default(),
            _ => {
                // As they are written, so that a question that has two is noticed.
                let fields = json::fields(message);
                let answers = fields.iter().rfind(|(name, _)| name == "answers");
                Replies::parse(answers.map_or("", |(_, answers)| answers.get()), questionnaire)
                    .map_err(|fault| fault.in_english())?
            }
        };
        match kind {
            ResponseKind::Answered => {
                Self::answered(replies.over(standing), questionnaire).map_err(|fault| fault.in_english())
            }
            kind => Ok(Self { replies, kind }),
        }
    }
}

/// The response, as far as it names a request.
fn read(message: &str) -> Result<Value, String> {
    let response = json::read(message).map_err(|fault| AnswerFault::from(fault).in_english())?;
    // What is no object has no type either.
    if response.field("type").text() != RESPONSE {
        return Err(format!("\"type\" has to be \"{RESPONSE}\""));
    }
    if response.field("requestId").text().is_empty() {
        return Err("\"requestId\" is missing".to_owned());
    }
    Ok(response)
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
