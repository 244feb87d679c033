//! Requests in the declared schema of each dialect.
//!
//! The dialects differ in the names of some fields of a question. Fields that a dialect's schema does not have are
//! written under the names of this tool, so that no field is lost when the request is read again.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with::skip_serializing_none;

use crate::call::dialect::Dialect;
use crate::call::request::{Kind, Mode, OptionRequest, QuestionRequest, Request};

/// Arguments in the schema of a dialect.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Arguments<'a> {
    /// Arguments of this tool.
    Own(&'a Request),
    /// Arguments of another tool.
    Other(OtherRequest),
}

/// Arguments of `AskUserQuestion` or `ask_user`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OtherRequest {
    title: Option<String>,
    message: Option<String>,
    questions: Vec<OtherQuestion>,
    metadata: Option<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reading_notes: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    problems: Vec<String>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct OtherQuestion {
    question: String,
    header: Option<String>,
    id: Option<String>,
    options: Option<Vec<OptionRequest>>,
    /// Index of the recommended option, 0-based.
    recommended: Option<usize>,
    /// Name of the `multi` flag in `AskUserQuestion`.
    multi: Option<bool>,
    /// Name of the `multi` flag in `ask_user`.
    multi_select: Option<bool>,
    mode: Option<Mode>,
    allow_custom: Option<bool>,
    custom_label: Option<String>,
    allow_empty: Option<bool>,
    default_value: Option<String>,
    default_values: Option<Vec<String>>,
    kind: Option<Kind>,
    secret: Option<bool>,
    placeholder: Option<String>,
}

impl Request {
    /// Returns the arguments in the schema of a dialect.
    #[must_use]
    pub fn in_dialect(&self, dialect: Dialect) -> Arguments<'_> {
        if dialect == Dialect::Question {
            return Arguments::Own(self);
        }
        let Self { title, message, questions, metadata, reading_notes, problems } = self.clone();
        let questions = questions.into_iter().map(|question| OtherQuestion::of(question, dialect)).collect();
        Arguments::Other(OtherRequest { title, message, questions, metadata, reading_notes, problems })
    }
}

impl OtherQuestion {
    fn of(question: QuestionRequest, dialect: Dialect) -> Self {
        let recommended = question.recommended_option();
        // Both dialects have a flag for `multi`. Their schemas have no field for the other modes.
        let is_multi = (question.mode == Some(Mode::Multi)).then_some(true);
        // `AskUserQuestion` requires `options`.
        let has_options = dialect == Dialect::AskUserQuestion || !question.options.is_empty();
        Self {
            question: question.prompt,
            header: question.label,
            id: question.id,
            options: has_options.then_some(question.options),
            recommended,
            multi: is_multi.filter(|_| dialect == Dialect::AskUserQuestion),
            multi_select: is_multi.filter(|_| dialect == Dialect::AskUser),
            mode: question.mode.filter(|_| is_multi.is_none()),
            allow_custom: question.allow_custom,
            custom_label: question.custom_label,
            allow_empty: question.allow_empty,
            default_value: question.default_value,
            default_values: question.default_values,
            kind: question.kind,
            secret: question.secret,
            placeholder: question.placeholder,
        }
    }
}

/// A question in the declared schema of any dialect.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct DeclaredQuestion {
    id: Option<String>,
    #[serde(alias = "header")]
    label: Option<String>,
    #[serde(alias = "question")]
    prompt: String,
    options: Option<Vec<OptionRequest>>,
    /// Value of the option; in `AskUserQuestion`, its index, 0-based.
    recommended: Option<Value>,
    mode: Option<Mode>,
    #[serde(alias = "multiSelect")]
    multi: Option<bool>,
    allow_custom: Option<bool>,
    custom_label: Option<String>,
    allow_empty: Option<bool>,
    default_value: Option<String>,
    default_values: Option<Vec<String>>,
    kind: Option<Kind>,
    secret: Option<bool>,
    placeholder: Option<String>,
}

impl TryFrom<DeclaredQuestion> for QuestionRequest {
    type Error = &'static str;

    fn try_from(declared: DeclaredQuestion) -> Result<Self, Self::Error> {
        let mut question = Self {
            id: declared.id,
            label: declared.label,
            prompt: declared.prompt,
            options: declared.options.unwrap_or_default(),
            recommended: None,
            mode: if declared.multi == Some(true) { Some(Mode::Multi) } else { declared.mode },
            allow_custom: declared.allow_custom,
            custom_label: declared.custom_label,
            allow_empty: declared.allow_empty,
            default_value: declared.default_value,
            default_values: declared.default_values,
            kind: declared.kind,
            secret: declared.secret,
            placeholder: declared.placeholder,
        };
        match declared.recommended {
            None => {}
            Some(Value::String(name)) => question.recommended = Some(name),
            Some(Value::Number(position)) => {
                let at = position.as_u64().and_then(|at| usize::try_from(at).ok());
                match at.filter(|at| *at < question.options.len()) {
                    Some(at) => question.recommend(at),
                    // A position without an option is kept as a name without an option, which causes a note for the
                    // model.
                    None => question.recommended = Some(position.to_string()),
                }
            }
            Some(_) => return Err("no value and no position"),
        }
        Ok(question)
    }
}
