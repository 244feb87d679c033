//! Messages between this tool and a program that asks its user in its own way: requests, and the responses to them.
//!
//! A response is accepted as a whole or not at all.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use serde_with::skip_serializing_none;
use ts_rs::TS;

use crate::answer::answers::answers_of;
use crate::answer::fault::AnswerFault;
use crate::answer::opening::Opening;
use crate::answer::outcome::Ending;
use crate::answer::picks::Answer;
use crate::answer::replies::{Replies, Response, ResponseKind};
use crate::answer::result::{Host, Occasion};
use crate::call::questionnaire::{Question, Questionnaire};
use crate::call::subagent::Subagent;
use crate::faces::model::ToolResult;
use crate::form::Form;
use crate::form::action::{Action, Step};
use crate::json::{self, Lenient};
use crate::text::{Clean, truncate};

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
    fn of(questionnaire: &Questionnaire, request_id: &str, answers: Vec<Answer>) -> Self {
        let Questionnaire { title, questions, metadata, .. } = questionnaire.clone();
        let (r#type, request_id) = ("ask_user_request".to_owned(), request_id.to_owned());
        Self { r#type, request_id, title, questions, answers, metadata }
    }

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

/// What is wrong with a response.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Problems {
    /// All in all.
    pub problem: String,
    /// What is wrong with the answers to questions, by their ids.
    pub questions: BTreeMap<String, String>,
}

/// Width of the place where an answer was given, in columns, at most.
const MAX_FROM: usize = 60;

/// What a session that has no name is called.
const NAMELESS: &str = "a subagent";

/// Type of a response.
pub(crate) const RESPONSE: &str = "ask_user_response";

impl Form {
    /// Returns the request that asks the questions of a program with a user interface of its own, with the answers that
    /// came with them as they are now.
    #[must_use]
    pub fn request(&self, request_id: &str) -> AskUserRequest {
        let known = self.entries().iter().zip(&self.known().0).filter(|(_, reply)| reply.is_some());
        let answers = known.filter_map(|(entry, _)| entry.sheet().answer(&entry.question)).collect();
        AskUserRequest::of(self.questionnaire(), request_id, answers)
    }

    /// Reads a program's response to that request.
    ///
    /// # Errors
    ///
    /// Fails if the response or any answer has a fault.
    pub fn response(&self, message: &str) -> Result<Response, String> {
        Response::read(message, self.questionnaire(), self.known()).map_err(|fault| fault.in_english())
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

impl Opening {
    /// Returns the request that asks these questions of other programs, with the answers that came with them.
    #[must_use]
    pub fn request(&self, questionnaire: &Questionnaire, request_id: &str) -> AskUserRequest {
        AskUserRequest::of(questionnaire, request_id, answers_of(questionnaire, &self.known_answers()))
    }

    /// Returns what other places see of who asks these questions: the `folder`, which is that of the session unless another one
    /// asks, the name of that one, as `from`, and, as `ask`, the id under which another extension does.
    #[must_use]
    pub fn asker(&self, folder: &str) -> Value {
        let Some(Subagent { name, cwd, ask, is_extension, .. }) = &self.subagent else {
            return json!({"folder": folder});
        };
        let mut asker = json!({"from": name.as_deref().unwrap_or(NAMELESS), "folder": cwd});
        if let (Some(fields), Some(ask), Some(true)) = (asker.as_object_mut(), ask, is_extension) {
            fields.insert("ask".to_owned(), json!(ask));
        }
        asker
    }

    fn response(&self, questionnaire: &Questionnaire, message: &str) -> Result<Response, AnswerFault> {
        Response::to_known(message, &json::read(message)?, questionnaire, &self.known_answers())
    }

    /// Returns what is wrong with a response to that request, or `None` if it would be accepted. It needs no type and no id,
    /// because it is known what it answers.
    #[must_use]
    pub fn problems(&self, questionnaire: &Questionnaire, message: &str) -> Option<Problems> {
        let fault = self.response(questionnaire, message).err()?;
        let id = |number: usize| questionnaire.questions().get(number.checked_sub(1)?).map(|one| one.id.clone());
        let questions = fault.of_questions().into_iter().filter_map(|(at, what)| Some((id(at)?, what.in_english())));
        Some(Problems { problem: fault.in_english(), questions: questions.collect() })
    }

    /// Returns the result of such a response, `from` where it was given. What was entered before does not count.
    ///
    /// # Errors
    ///
    /// Fails if the response or any answer has a fault.
    pub fn responded(
        &self,
        questionnaire: &Questionnaire,
        (message, from): (&str, &str),
        host: Host,
    ) -> Result<ToolResult, String> {
        let response = self.response(questionnaire, message);
        let Response { replies, kind } = response.map_err(|fault| fault.in_english())?;
        let (ending, discussion) = match kind {
            ResponseKind::Answered => (Ending::Answered, None),
            ResponseKind::Cancelled if replies.are_none() => (Ending::Cancelled { share: false }, None),
            ResponseKind::Cancelled => (Ending::Undecided, None),
            ResponseKind::Later => (Ending::Later, None),
            ResponseKind::Discussed(message) => (Ending::Discussed, Some(message)),
        };
        let opening = Self { drafts: Replies::default(), discussion, ..self.clone() };
        let mut result = ToolResult::from(opening.ended(&replies, questionnaire, &ending, host));
        result.details.answered_from = Some(truncate(Clean::line(from), MAX_FROM).as_str().to_owned());
        Ok(result)
    }
}

impl Response {
    /// Returns the id of the request that a message answers.
    ///
    /// # Errors
    ///
    /// Fails if the message is not a response.
    pub fn request_id(message: &str) -> Result<String, AnswerFault> {
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
    pub fn read(message: &str, questionnaire: &Questionnaire, known: &Replies) -> Result<Self, AnswerFault> {
        Self::to_known(message, &read(message)?, questionnaire, known)
    }

    /// Reads a response, the text of a message and its value, as [`Self::read`] does, whatever its type and its id.
    fn to_known(
        message: &str,
        response: &Value,
        questionnaire: &Questionnaire,
        known: &Replies,
    ) -> Result<Self, AnswerFault> {
        let not_response = |reason: &str| AnswerFault::NotResponse(reason.to_owned());
        let said = match response.field("message") {
            Value::Null => "",
            Value::String(said) => said.trim(),
            _ => return Err(not_response("\"message\" has to be a text")),
        };
        let is_said = |name: &str| match response.field(name) {
            Value::Null => Ok(false),
            Value::Bool(is_said) => Ok(*is_said),
            _ => Err(AnswerFault::NotResponse(format!("\"{name}\" has to be true or false"))),
        };
        let kind = match (is_said("later")?, is_said("cancelled")?) {
            (true, true) => return Err(not_response("it is either \"later\" or \"cancelled\"")),
            (true, false) => ResponseKind::Later,
            _ if !said.is_empty() => ResponseKind::Discussed(said.to_owned()),
            (false, true) => ResponseKind::Cancelled,
            (false, false) => ResponseKind::Answered,
        };
        let replies = match response.field("answers") {
            Value::Null if kind == ResponseKind::Answered => return Err(not_response("\"answers\" is missing")),
            Value::Null => Replies::default(),
            Value::Array(answers) if answers.is_empty() && kind != ResponseKind::Answered => Replies::default(),
            _ => {
                // The raw field keeps a name that occurs twice.
                let fields = json::fields(message);
                let answers = fields.iter().rfind(|(name, _)| name == "answers");
                Replies::parse(answers.map_or("", |(_, answers)| answers.get()), questionnaire)?
            }
        };
        match kind {
            ResponseKind::Answered => Self::answered(replies.or_else_from(known), questionnaire),
            kind => Ok(Self { replies, kind }),
        }
    }
}

/// Reads a response as far as its request id.
fn read(message: &str) -> Result<Value, AnswerFault> {
    let response = json::read(message)?;
    // Only objects have a type.
    if response.field("type").text() != RESPONSE {
        return Err(AnswerFault::NotResponse(format!("\"type\" has to be \"{RESPONSE}\"")));
    }
    if response.field("requestId").text().is_empty() {
        return Err(AnswerFault::NotResponse("\"requestId\" is missing".to_owned()));
    }
    Ok(response)
}

/// Returns the fault in a response to a request that has ended.
#[must_use]
pub fn late_response(message: &str) -> String {
    let id = Response::request_id(message).unwrap_or_default();
    stray_response(message, &[id], &[])
}

/// Returns the fault in a message that no request waits for. `answered` are the ids of requests that have ended, `open`
/// those of requests that wait.
#[must_use]
pub fn stray_response(message: &str, answered: &[String], open: &[String]) -> String {
    let id = match Response::request_id(message) {
        Ok(id) => id,
        Err(problem) => return problem.in_english(),
    };
    let request = format!("request {}", Clean::line(&id).as_str());
    if answered.contains(&id) {
        return format!("{request} has ended; the response came too late");
    }
    let open =
        if open.is_empty() { "no request waits for one".to_owned() } else { format!("waiting: {}", open.join(", ")) };
    format!("{request} is not known; {open}")
}
