//! Request → arguments as the tools declare them, by which pi validates them. Ours are the request itself.

use serde::Serialize;
use serde_json::Value;
use serde_with::skip_serializing_none;

use crate::call::dialect::Dialect;
use crate::call::options;
use crate::call::request::{Mode, OptionRequest, QuestionRequest, Request};
use crate::call::types::Kind;

/// The arguments of the tool of a dialect.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Arguments<'a> {
    /// Of this tool.
    Own(&'a Request),
    /// Of one that is known from elsewhere.
    Other(OtherRequest<'a>),
}

/// What a tool from elsewhere declares, and what its schema does not have under our names.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OtherRequest<'a> {
    title: Option<&'a str>,
    questions: Vec<OtherQuestion<'a>>,
    metadata: Option<&'a Value>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    reading_notes: &'a [String],
    unread: Option<&'a str>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct OtherQuestion<'a> {
    question: &'a str,
    header: Option<&'a str>,
    id: Option<&'a str>,
    options: Option<&'a [OptionRequest]>,
    recommended: Option<Recommended<'a>>,
    recommended_index: Option<usize>,
    multi: Option<bool>,
    multi_select: Option<bool>,
    mode: Option<Mode>,
    allow_custom: Option<bool>,
    custom_label: Option<&'a str>,
    allow_empty: Option<bool>,
    default_value: Option<&'a str>,
    default_values: Option<&'a [String]>,
    kind: Option<Kind>,
    secret: Option<bool>,
    placeholder: Option<&'a str>,
    unread: Option<&'a str>,
}

/// The option to recommend.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum Recommended<'a> {
    /// Position of the recommended option, from 0.
    Index(usize),
    /// Value of the recommended option.
    Value(&'a str),
}

impl Request {
    /// The arguments as the tool of a dialect declares them.
    #[must_use]
    pub fn in_dialect(&self, dialect: Dialect) -> Arguments<'_> {
        let questions = self.questions.iter();
        let questions = match dialect {
            Dialect::Question => return Arguments::Own(self),
            Dialect::AskUserQuestion => questions.map(OtherQuestion::of_ask_user_question).collect(),
            Dialect::AskUser => questions.map(OtherQuestion::of_ask_user).collect(),
        };
        Arguments::Other(OtherRequest {
            title: self.title.as_deref(),
            questions,
            metadata: self.metadata.as_ref(),
            reading_notes: &self.reading_notes,
            unread: self.unread.as_deref(),
        })
    }
}

impl<'a> OtherQuestion<'a> {
    /// The tool's options are not optional, and what it recommends is an index.
    fn of_ask_user_question(question: &'a QuestionRequest) -> Self {
        let (multi, mode) = flag_or_mode(question.mode);
        let recommended = question.recommended_option();
        // Another option may have that number for its value.
        let is_clear = !options::are_numbers(&question.options);
        Self {
            options: Some(&question.options),
            recommended: recommended.filter(|_| is_clear).map(Recommended::Index),
            recommended_index: recommended.filter(|_| !is_clear),
            multi,
            mode,
            ..Self::of(question)
        }
    }

    fn of_ask_user(question: &'a QuestionRequest) -> Self {
        let (multi_select, mode) = flag_or_mode(question.mode);
        Self {
            options: Some(question.options.as_slice()).filter(|options| !options.is_empty()),
            recommended: question.recommended.as_deref().map(Recommended::Value),
            multi_select,
            mode,
            ..Self::of(question)
        }
    }

    fn of(question: &'a QuestionRequest) -> Self {
        Self {
            question: &question.prompt,
            header: question.label.as_deref(),
            id: question.id.as_deref(),
            options: None,
            recommended: None,
            recommended_index: None,
            multi: None,
            multi_select: None,
            mode: None,
            allow_custom: question.allow_custom,
            custom_label: question.custom_label.as_deref(),
            allow_empty: question.allow_empty,
            default_value: question.default_value.as_deref(),
            default_values: question.default_values.as_deref(),
            kind: question.kind,
            secret: question.secret,
            placeholder: question.placeholder.as_deref(),
            unread: question.unread.as_deref(),
        }
    }
}

/// Other tools have a flag for boxes; the other modes are ours.
fn flag_or_mode(mode: Option<Mode>) -> (Option<bool>, Option<Mode>) {
    match mode {
        Some(Mode::Multi) => (Some(true), None),
        Some(Mode::Single | Mode::Input) | None => (None, mode),
    }
}
