//! Arguments as the tools declare them: requests that are sent so, and requests as pi validates them. Ours are the request
//! itself; what reading adds to a call has names of its own in all of them, so that it is read back as it was written.

use std::borrow::Cow;

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_with::skip_serializing_none;

use crate::call::dialect::Dialect;
use crate::call::question::Notes;
use crate::call::request::{Mode, OptionRequest, QuestionRequest, Request};
use crate::call::types::Kind;
use crate::json::{Lenient as _, typed};

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
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OtherRequest<'a> {
    title: Option<Cow<'a, str>>,
    questions: Vec<OtherQuestion<'a>>,
    #[serde(default, deserialize_with = "passed_on")]
    metadata: Option<Cow<'a, Value>>,
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    reading_notes: Cow<'a, [String]>,
    unread: Option<Cow<'a, str>>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct OtherQuestion<'a> {
    question: Cow<'a, str>,
    header: Option<Cow<'a, str>>,
    id: Option<Cow<'a, str>>,
    options: Option<Cow<'a, [OptionRequest]>>,
    /// Position of the recommended option, from 0.
    recommended: Option<usize>,
    multi: Option<bool>,
    multi_select: Option<bool>,
    mode: Option<Mode>,
    allow_custom: Option<bool>,
    custom_label: Option<Cow<'a, str>>,
    allow_empty: Option<bool>,
    default_value: Option<Cow<'a, str>>,
    default_values: Option<Cow<'a, [String]>>,
    kind: Option<Kind>,
    secret: Option<bool>,
    placeholder: Option<Cow<'a, str>>,
    unread: Option<Cow<'a, str>>,
}

/// Skips what is taken from the arguments as it stands there.
pub(super) fn passed_on<'de, D: Deserializer<'de>, T>(sent: D) -> Result<Option<T>, D::Error> {
    IgnoredAny::deserialize(sent).map(|_| None)
}

impl Request {
    /// The request of arguments that fit what one of the tools declares, as it was sent; `None` for any others.
    pub(super) fn declared(sent: &Value) -> Option<Self> {
        // Tools call the list of questions the same, and what is asked differently.
        let questions = sent.field("questions").as_array()?;
        let is_other = questions.first().is_some_and(|question| !question.field("question").is_null());
        let mut request =
            if is_other { typed::<OtherRequest<'_>>(sent).ok()?.into() } else { typed::<Self>(sent).ok()? };
        request.metadata = Some(sent.field("metadata")).filter(|metadata| !metadata.is_null()).cloned();
        let mut notes = Notes(std::mem::take(&mut request.reading_notes));
        for (number, question) in (1..).zip(&request.questions) {
            question.note_recommended(&format!("Question {number}"), &mut notes);
        }
        request.reading_notes = notes.0;
        Some(request)
    }

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
            title: self.title.as_deref().map(Cow::Borrowed),
            questions,
            metadata: self.metadata.as_ref().map(Cow::Borrowed),
            reading_notes: Cow::Borrowed(&self.reading_notes),
            unread: self.unread.as_deref().map(Cow::Borrowed),
        })
    }
}

impl From<OtherRequest<'_>> for Request {
    fn from(sent: OtherRequest<'_>) -> Self {
        Self {
            title: sent.title.map(Cow::into_owned),
            questions: sent.questions.into_iter().map(QuestionRequest::from).collect(),
            metadata: None,
            reading_notes: sent.reading_notes.into_owned(),
            unread: sent.unread.map(Cow::into_owned),
        }
    }
}

impl From<OtherQuestion<'_>> for QuestionRequest {
    fn from(sent: OtherQuestion<'_>) -> Self {
        let is_multi = sent.multi == Some(true) || sent.multi_select == Some(true);
        let mut question = Self {
            id: sent.id.map(Cow::into_owned),
            label: sent.header.map(Cow::into_owned),
            prompt: sent.question.into_owned(),
            options: sent.options.map(Cow::into_owned).unwrap_or_default(),
            recommended: None,
            mode: if is_multi { Some(Mode::Multi) } else { sent.mode },
            allow_custom: sent.allow_custom,
            custom_label: sent.custom_label.map(Cow::into_owned),
            allow_empty: sent.allow_empty,
            default_value: sent.default_value.map(Cow::into_owned),
            default_values: sent.default_values.map(Cow::into_owned),
            kind: sent.kind,
            secret: sent.secret,
            placeholder: sent.placeholder.map(Cow::into_owned),
            unread: sent.unread.map(Cow::into_owned),
        };
        match sent.recommended {
            Some(at) if at < question.options.len() => question.recommend(at),
            // The model is told that there is none.
            at => question.recommended = at.map(|at| at.to_string()),
        }
        question
    }
}

impl<'a> OtherQuestion<'a> {
    /// The tool's options are not optional.
    fn of_ask_user_question(question: &'a QuestionRequest) -> Self {
        let (multi, mode) = flag_or_mode(question.mode);
        Self { options: Some(Cow::Borrowed(&question.options)), multi, mode, ..Self::of(question) }
    }

    fn of_ask_user(question: &'a QuestionRequest) -> Self {
        let (multi_select, mode) = flag_or_mode(question.mode);
        Self {
            options: Some(question.options.as_slice()).filter(|options| !options.is_empty()).map(Cow::Borrowed),
            multi_select,
            mode,
            ..Self::of(question)
        }
    }

    fn of(question: &'a QuestionRequest) -> Self {
        let text = |text: &'a Option<String>| text.as_deref().map(Cow::Borrowed);
        Self {
            question: Cow::Borrowed(&question.prompt),
            header: text(&question.label),
            id: text(&question.id),
            options: None,
            recommended: question.recommended_option(),
            multi: None,
            multi_select: None,
            mode: None,
            allow_custom: question.allow_custom,
            custom_label: text(&question.custom_label),
            allow_empty: question.allow_empty,
            default_value: text(&question.default_value),
            default_values: question.default_values.as_deref().map(Cow::Borrowed),
            kind: question.kind,
            secret: question.secret,
            placeholder: text(&question.placeholder),
            unread: text(&question.unread),
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
