//! Questions → a `_pi-question/question_request`, for clients that show questions in a way of their own, and its response
//! → what was said.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::Value;
use serde_with::skip_serializing_none;
use ts_rs::TS;

use super::{Elicitation, Said, filled};
use crate::form::entry::Entry;
use crate::json::Lenient;
use crate::text::Clean;
use crate::text::prose::Prose;

/// The parameters of a `_pi-question/question_request`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct AcpQuestionRequest<'a> {
    session_id: &'a str,
    tool_call_id: Option<&'a str>,
    /// For this one among all that the client is asked.
    id: &'a str,
    /// What stands above the questions.
    message: String,
    questions: Vec<AcpQuestion<'a>>,
}

/// A question. All texts are in the user's language and hold no control characters.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct AcpQuestion<'a> {
    id: &'a str,
    /// A short name.
    label: &'a str,
    /// The full question; may have several lines.
    title: &'a str,
    /// What can be chosen; empty where only a text is an answer.
    options: Vec<String>,
    /// What is said of each option, where anything is said of one; may have several lines.
    descriptions: Option<Vec<String>>,
    /// Whether several options can be chosen.
    multi_select: bool,
    /// Whether a text of the user's own is an answer.
    allow_custom: bool,
    /// What the way to such a text is called.
    custom_label: Option<&'a str>,
    /// What else there is to say, a line each.
    remarks: Vec<String>,
}

/// What a client replies.
#[derive(TS)]
#[ts(optional_fields)]
pub struct AcpQuestionResponse {
    /// One for each question that the user has answered; what is missing is asked for again.
    pub answers: Option<Vec<AcpAnswer>>,
    /// The user has left.
    pub cancelled: Option<bool>,
}

/// An answer: one option, or several, or a text; a text goes with several options, and takes the place of one.
#[derive(TS)]
#[ts(optional_fields, rename_all = "camelCase")]
pub struct AcpAnswer {
    /// The id of the question.
    pub id: String,
    /// From 0.
    pub selected_index: Option<usize>,
    /// From 0. An empty list says that none of them is the answer.
    pub selected_indices: Option<Vec<usize>>,
    /// A text of the user's own.
    pub custom_text: Option<String>,
    /// What the user has to say about the answer.
    pub note: Option<String>,
}

const INDEX: &str = "selectedIndex";
const INDICES: &str = "selectedIndices";

impl Elicitation {
    pub(super) fn question_request(&self) -> AcpQuestionRequest<'_> {
        AcpQuestionRequest {
            session_id: &self.scope.session_id,
            tool_call_id: self.scope.tool_call_id.as_deref(),
            id: &self.scope.request_id,
            message: self.message(),
            questions: self.asked().map(|(at, entry)| self.question(at, entry)).collect(),
        }
    }

    fn question<'a>(&self, at: usize, entry: &'a Entry) -> AcpQuestion<'a> {
        let question = &entry.question;
        let shown = || (0..question.options.len()).filter_map(|at| entry.shown.option(at));
        let label = |mark: Option<&str>, label: &str| format!("{label}{}", mark.unwrap_or_default());
        let described = shown().map(|option| {
            let description = option.description.as_ref().map(|text| text.text().as_str());
            let texts = description.into_iter().chain(option.preview.as_ref().map(Prose::text));
            texts.collect::<Vec<_>>().join("\n\n")
        });
        AcpQuestion {
            id: &question.id,
            label: entry.shown.label.as_str(),
            title: entry.shown.prompt.plain().as_str(),
            options: shown()
                .map(|option| label(option.mark.as_ref().map(Clean::as_str), option.label.as_str()))
                .collect(),
            descriptions: Some(described.collect::<Vec<_>>()).filter(|all| all.iter().any(|text| !text.is_empty())),
            multi_select: question.mode.takes_many(),
            allow_custom: question.allow_custom,
            custom_label: (question.allow_custom && question.mode.has_options())
                .then_some(entry.shown.custom.label.as_str()),
            remarks: self.remarks(at, entry),
        }
    }

    /// What the user has said; `None` where they left.
    pub(super) fn read_response(&self, reply: &Value) -> Result<Option<Vec<(usize, Said)>>, String> {
        match reply.field("cancelled") {
            Value::Bool(true) => return Ok(None),
            Value::Null | Value::Bool(false) => {}
            _ => return Err("\"cancelled\" has to be true or false".to_owned()),
        }
        let Value::Array(answers) = reply.field("answers") else {
            return Err("\"answers\" has to be a list".to_owned());
        };
        let mut asked: HashMap<&str, (usize, &Entry)> =
            self.asked().map(|(at, entry)| (entry.question.id.as_str(), (at, entry))).collect();
        let mut all: Vec<(usize, Said)> = Vec::new();
        for answer in answers {
            let id = answer.field("id").text();
            let Some((at, entry)) = asked.remove(id) else {
                return Err(format!("\"{}\" was not asked, or has two answers", Clean::line(id).as_str()));
            };
            let said = read(answer, entry).map_err(|what| format!("{}: {what}", Clean::line(id).as_str()))?;
            all.push((at, said));
        }
        Ok(Some(all))
    }
}

fn read(answer: &Value, entry: &Entry) -> Result<Said, String> {
    let question = &entry.question;
    let is_multi = question.mode.takes_many();
    let text = filled(answer.field("customText"), "customText")?;
    if text.is_some() && !question.allow_custom {
        return Err("takes no text of the user's own".to_owned());
    }
    let options = match (answer.field(INDEX), answer.field(INDICES)) {
        (Value::Null, Value::Null) => None,
        (one, Value::Null) => Some(vec![index(one, entry)?]),
        (Value::Null, Value::Array(all)) if is_multi => {
            Some(all.iter().map(|one| index(one, entry)).collect::<Result<_, _>>()?)
        }
        _ if is_multi => return Err(format!("takes \"{INDICES}\", a list")),
        _ => return Err(format!("takes \"{INDEX}\", one number")),
    };
    Ok(Said {
        is_none: options.as_ref().is_some_and(Vec::is_empty),
        options: options.unwrap_or_default(),
        text,
        note: filled(answer.field("note"), "note")?,
    })
}

fn index(value: &Value, entry: &Entry) -> Result<usize, String> {
    let index = value.as_u64().and_then(|index| usize::try_from(index).ok());
    let count = entry.question.options.len();
    index.filter(|at| *at < count).ok_or_else(|| format!("has no option {value}: there are {count}, counted from 0"))
}
