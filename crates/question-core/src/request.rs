//! Arguments → request: reads whatever a model sent into the declared shape.
//!
//! Reading never fails. What is missing or of another type is left empty here, and `questionnaire` says what is wrong
//! with it; so a model reads one kind of complaint, whatever it got wrong.

use serde::Serialize;

use crate::json::Json;

/// The arguments in the declared shape, which pi's own validation accepts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Request {
    /// The questions in the order they are asked.
    pub questions: Vec<QuestionRequest>,
}

/// One question as the model sent it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct QuestionRequest {
    /// Name of the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Short name for tabs and review.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The full question; empty where none was sent.
    pub prompt: String,
    /// The options; empty where none were sent.
    pub options: Vec<OptionRequest>,
}

/// One option as the model sent it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OptionRequest {
    /// What the model gets back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// What the user reads; empty where none was sent.
    pub label: String,
    /// A line of help below the label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

impl Request {
    /// Reads the arguments of a tool call, complete or still streaming in.
    #[must_use]
    pub fn read(arguments: &Json) -> Self {
        Self { questions: arguments.field("questions").list().iter().map(QuestionRequest::read).collect() }
    }
}

impl QuestionRequest {
    fn read(question: &Json) -> Self {
        Self {
            id: text(question, "id"),
            label: text(question, "label"),
            prompt: text(question, "prompt").unwrap_or_default(),
            options: question.field("options").list().iter().map(OptionRequest::read).collect(),
        }
    }
}

impl OptionRequest {
    fn read(option: &Json) -> Self {
        Self {
            value: text(option, "value"),
            label: text(option, "label").unwrap_or_default(),
            description: text(option, "description"),
        }
    }
}

/// A text field. Numbers and booleans count as the text they are written as, which is how models send ports and flags.
fn text(object: &Json, field: &str) -> Option<String> {
    match object.field(field) {
        Json::Text(text) => Some(text.clone()),
        Json::Number(number) => Some(number.to_string()),
        Json::Bool(flag) => Some(flag.to_string()),
        _ => None,
    }
}
