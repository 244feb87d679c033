//! The extension request `_pi-question/question_request`, for clients with an interface for questions, and its
//! response.

use std::collections::BTreeMap;

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with::skip_serializing_none;
use ts_rs::TS;

use super::entered::{FieldValues, ReadReply, filled};
use super::{Elicitation, described, options};
use crate::call::called::NamesFor;
use crate::form::entry::Entry;
use crate::json::Lenient;
use crate::text::Clean;

/// Parameters of a `_pi-question/question_request`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct AcpQuestionRequest<'a> {
    session_id: &'a str,
    tool_call_id: Option<&'a str>,
    /// Id of the request, which the response repeats.
    id: &'a str,
    /// Heading of the form.
    message: String,
    questions: Vec<AcpQuestion<'a>>,
}

/// A question. Its texts hold no control characters.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct AcpQuestion<'a> {
    id: &'a str,
    /// Short name.
    label: &'a str,
    /// The full question, on one or more lines.
    title: &'a str,
    /// Labels of the options; empty if the answer is a text.
    options: Vec<String>,
    /// Description of each option, on one or more lines; absent if no option has one.
    descriptions: Option<Vec<String>>,
    /// Whether several options can be chosen.
    multi_select: bool,
    /// Whether a typed text is accepted.
    allow_custom: bool,
    /// Label of the field for a typed text.
    custom_label: Option<&'a str>,
    /// Remarks, one line each.
    remarks: Vec<String>,
}

/// Response of a client.
#[derive(Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct AcpQuestionResponse {
    /// Answers of the user. Questions without one are asked again.
    #[ts(as = "Option<Vec<AcpAnswer>>")]
    pub answers: Option<Vec<Value>>,
    /// Whether the user left.
    pub cancelled: Option<bool>,
    #[serde(rename = "_meta")]
    #[ts(skip)]
    _meta: Option<IgnoredAny>,
}

/// An answer: options, a text, or both. Beside a single option, a text is a note on it.
#[derive(Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields, rename_all = "camelCase")]
pub struct AcpAnswer {
    /// Id of the question.
    pub id: String,
    /// Index of the chosen option, 0-based.
    pub selected_index: Option<usize>,
    /// Indices of the chosen options, 0-based; empty if none of them is the answer.
    pub selected_indices: Option<Vec<usize>>,
    /// Text that the user typed.
    pub custom_text: Option<String>,
    /// Note on the answer.
    pub note: Option<String>,
    #[serde(rename = "_meta")]
    #[ts(skip)]
    _meta: Option<IgnoredAny>,
}

impl Elicitation {
    pub(super) fn question_request(&self) -> AcpQuestionRequest<'_> {
        AcpQuestionRequest {
            session_id: &self.scope.session_id,
            tool_call_id: self.scope.tool_call_id.as_deref(),
            id: &self.scope.request_id,
            message: self.message(),
            questions: self.asked().map(|(at, asked)| self.question(at, asked)).collect(),
        }
    }

    fn question<'a>(&self, at: usize, asked: &'a Entry) -> AcpQuestion<'a> {
        let question = &asked.question;
        let descriptions: Vec<String> = options(asked).map(|row| described(&row).unwrap_or_default()).collect();
        let has_custom_row = question.allow_custom && question.mode.has_options();
        AcpQuestion {
            id: &question.id,
            label: asked.shown.name.as_str(),
            title: asked.shown.prompt.plain().as_str(),
            options: options(asked).map(|row| row.title()).collect(),
            descriptions: Some(descriptions).filter(|all| all.iter().any(|text| !text.is_empty())),
            multi_select: question.mode.is_list(),
            allow_custom: question.allow_custom,
            custom_label: has_custom_row.then_some(asked.shown.custom_label.as_str()),
            remarks: self.remarks(at, asked),
        }
    }

    /// Reads the answers. Returns false if the user left. An answer with a fault is left out as a whole.
    pub(super) fn read_response(&self, reply: &Value, reading: &mut ReadReply) -> Result<bool, String> {
        let AcpQuestionResponse { answers, cancelled, .. } = shaped(reply)?;
        if cancelled == Some(true) {
            return Ok(false);
        }
        let mut by_id: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        for answer in answers.ok_or("\"answers\" is missing")? {
            by_id.entry(answer.field("id").text().to_owned()).or_default().push(answer);
        }
        for (at, asked) in self.asked() {
            let name = Clean::line(&asked.question.id);
            let Some(answers) = by_id.remove(&asked.question.id) else { continue };
            let said = match answers.as_slice() {
                [answer] => shaped(answer).and_then(|answer| read(answer, asked)),
                _ => Err("there is more than one answer".to_owned()),
            };
            let said = reading.fits(said.map_err(|what| format!("{}: {what}", name.as_str())));
            reading.keep(at, said, &asked.question, NamesFor::Models, self.words);
        }
        let unknown = by_id.keys().map(|id| match id.as_str() {
            "" => "an answer has to be an object with the \"id\" of its question".to_owned(),
            id => format!("\"{}\" was not asked", Clean::line(id).as_str()),
        });
        reading.faults.extend(unknown);
        Ok(true)
    }
}

/// Reads a value of a declared shape.
///
/// # Errors
///
/// Returns the fault on one line.
fn shaped<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
    if !value.is_object() {
        // serde would also accept a list with the fields in order.
        return Err("it has to be an object".to_owned());
    }
    T::deserialize(value).map_err(|error| Clean::line(&error.to_string()).as_str().to_owned())
}

fn read(answer: AcpAnswer, asked: &Entry) -> Result<FieldValues, String> {
    let AcpAnswer { selected_index, selected_indices, custom_text, note, .. } = answer;
    let question = &asked.question;
    let count = question.options.len();
    let options = match (selected_index, selected_indices) {
        (None, None) => None,
        (Some(one), None) => Some(vec![one]),
        (None, Some(all)) if question.mode.is_list() => Some(all),
        _ if question.mode.is_list() => return Err("takes \"selectedIndices\", a list".to_owned()),
        _ => return Err("takes \"selectedIndex\", one number".to_owned()),
    };
    if let Some(at) = options.iter().flatten().find(|at| **at >= count) {
        return Err(format!("has no option {at}: there are {count}, counted from 0"));
    }
    let text = filled(&custom_text.unwrap_or_default(), "customText")?;
    Ok(FieldValues { options, text, note: filled(&note.unwrap_or_default(), "note")? })
}
