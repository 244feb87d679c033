//! Arguments as the tools declare them: requests that are sent so, and requests as pi validates them. Ours are the request
//! itself; what reading adds to a call has the same names in all of them, so that it is read back as it was written.

use std::borrow::Cow;

use serde::de::{DeserializeOwned, Error as _, IgnoredAny};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;

use crate::call::dialect::Dialect;
use crate::call::question::Notes;
use crate::call::request::{Mode, OptionRequest, QuestionRequest, Request};
use crate::call::types::Kind;
use crate::json::{self, Lenient as _, typed};

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
    /// Position of the recommended option, from 0.
    recommended: Option<usize>,
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

/// Skips what is taken from the arguments as it stands there.
pub(super) fn passed_on<'de, D: Deserializer<'de>>(sent: D) -> Result<Option<Value>, D::Error> {
    IgnoredAny::deserialize(sent).map(|_| None)
}

/// Reads the name of a variant. That takes less code than a variant that may hold something.
pub(super) fn named<'de, D: Deserializer<'de>, T: DeserializeOwned>(sent: D) -> Result<Option<T>, D::Error> {
    let Some(name) = Option::<String>::deserialize(sent)? else { return Ok(None) };
    json::named(&name).map(Some).ok_or_else(|| D::Error::custom("has to be declared"))
}

impl Request {
    /// The request of arguments that fit what one of the tools declares, as it was sent; `None` for any others.
    #[inline(never)]
    pub(super) fn declared(sent: &Value) -> Option<Self> {
        let mut sent = Cow::Borrowed(sent);
        // Tools call the list of questions the same, and what is asked differently.
        let questions = sent.field("questions").as_array()?;
        let mut recommended: Vec<Option<usize>> = Vec::new();
        if questions.first().is_some_and(|question| !question.field("question").is_null()) {
            for question in sent.to_mut().get_mut("questions")?.as_array_mut()? {
                take_our_names(question.as_object_mut()?, &mut recommended)?;
            }
        }
        let mut request: Self = typed(&sent).ok()?;
        for (question, at) in request.questions.iter_mut().zip(recommended) {
            match at {
                Some(at) if at < question.options.len() => question.recommend(at),
                // The model is told that there is none.
                at => question.recommended = at.map(|at| at.to_string()),
            }
        }
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
            title: self.title.as_deref(),
            questions,
            metadata: self.metadata.as_ref(),
            reading_notes: &self.reading_notes,
            unread: self.unread.as_deref(),
        })
    }
}

impl<'a> OtherQuestion<'a> {
    /// The tool's options are not optional.
    fn of_ask_user_question(question: &'a QuestionRequest) -> Self {
        let (multi, mode) = flag_or_mode(question.mode);
        Self { options: Some(&question.options), multi, mode, ..Self::of(question) }
    }

    fn of_ask_user(question: &'a QuestionRequest) -> Self {
        let (multi_select, mode) = flag_or_mode(question.mode);
        Self {
            options: Some(question.options.as_slice()).filter(|options| !options.is_empty()),
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
            recommended: question.recommended_option(),
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

/// Gives the fields of a question of a tool from elsewhere our names, and takes the position of the option that it
/// recommends out of them; `None` where it does not fit.
fn take_our_names(question: &mut Map<String, Value>, recommended: &mut Vec<Option<usize>>) -> Option<()> {
    for (name, own) in [("question", "prompt"), ("header", "label")] {
        if let Some(value) = question.remove(name)
            && question.insert(own.to_owned(), value).is_some()
        {
            return None;
        }
    }
    for name in ["multi", "multiSelect"] {
        let is_multi = question.remove(name).map_or(Some(false), |value| value.as_bool())?;
        if is_multi {
            question.insert("mode".to_owned(), Value::from("multi"));
        }
    }
    recommended.push(match question.remove("recommended") {
        Some(at) => Some(usize::try_from(at.as_u64()?).ok()?),
        None => None,
    });
    Some(())
}
