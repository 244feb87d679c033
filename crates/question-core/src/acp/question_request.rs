//! The `_pi-question/question_request`, for clients that show questions in a way of their own, and its response.

use std::collections::BTreeMap;

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with::skip_serializing_none;
use ts_rs::TS;

use super::{Elicitation, Reading, Said, described, filled, label};
use crate::form::entry::Entry;
use crate::json::Lenient;
use crate::text::Clean;

/// The parameters of a `_pi-question/question_request`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct AcpQuestionRequest<'a> {
    session_id: &'a str,
    tool_call_id: Option<&'a str>,
    /// The request, among all that the client is asked.
    id: &'a str,
    /// The heading.
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
    /// The options; empty where only a text is an answer.
    options: Vec<String>,
    /// The description of each option, if any has one; may have several lines.
    descriptions: Option<Vec<String>>,
    /// Whether several options can be chosen.
    multi_select: bool,
    /// Whether a text of the user's own is an answer.
    allow_custom: bool,
    /// The name of the field for such a text.
    custom_label: Option<&'a str>,
    /// Further remarks, one line each.
    remarks: Vec<String>,
}

/// What a client replies.
#[derive(Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct AcpQuestionResponse {
    /// One for each question that the user has answered. What is missing is asked for again.
    #[ts(as = "Option<Vec<AcpAnswer>>")]
    pub answers: Option<Vec<Value>>,
    /// Whether the user has left.
    pub cancelled: Option<bool>,
    #[serde(rename = "_meta")]
    #[ts(skip)]
    _meta: Option<IgnoredAny>,
}

/// An answer: one option, or several, or a text. A text is added to several options, and replaces a single one.
#[derive(Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
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
    /// A note on the answer.
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
            questions: self.asked().map(|(at, entry)| self.question(at, entry)).collect(),
        }
    }

    fn question<'a>(&self, at: usize, entry: &'a Entry) -> AcpQuestion<'a> {
        let question = &entry.question;
        let shown = || (0..question.options.len()).filter_map(|at| entry.shown.option(at));
        let descriptions: Vec<String> = shown().map(|option| described(option).unwrap_or_default()).collect();
        let has_custom_row = question.allow_custom && question.mode.has_options();
        AcpQuestion {
            id: &question.id,
            label: entry.shown.label.as_str(),
            title: entry.shown.prompt.plain().as_str(),
            options: shown().map(label).collect(),
            descriptions: Some(descriptions).filter(|all| all.iter().any(|text| !text.is_empty())),
            multi_select: question.mode.takes_many(),
            allow_custom: question.allow_custom,
            custom_label: has_custom_row.then_some(entry.shown.custom.label.as_str()),
            remarks: self.remarks(at, entry),
        }
    }

    /// Reads the answers; false where the user left. Each of them counts as a whole.
    pub(super) fn read_response(&self, reply: &Value, reading: &mut Reading) -> Result<bool, String> {
        let AcpQuestionResponse { answers, cancelled, .. } = shaped(reply)?;
        if cancelled == Some(true) {
            return Ok(false);
        }
        let mut by_id: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        for answer in answers.ok_or("\"answers\" is missing")? {
            by_id.entry(answer.field("id").text().to_owned()).or_default().push(answer);
        }
        for (at, entry) in self.asked() {
            let name = Clean::line(&entry.question.id);
            let Some(answers) = by_id.remove(&entry.question.id) else { continue };
            let said = match answers.as_slice() {
                [answer] => shaped(answer).and_then(|answer| read(answer, entry)),
                _ => Err("there is more than one answer".to_owned()),
            };
            let said = reading.fits(said.map_err(|what| format!("{}: {what}", name.as_str())));
            reading.keep(at, said, &entry.question);
        }
        let unknown = by_id.keys().map(|id| match id.as_str() {
            "" => "an answer has to be an object with the \"id\" of its question".to_owned(),
            id => format!("\"{}\" was not asked", Clean::line(id).as_str()),
        });
        reading.faults.extend(unknown);
        Ok(true)
    }
}

/// A value of a declared shape, or what is wrong with it.
fn shaped<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
    if !value.is_object() {
        // serde takes a list for the fields of a struct.
        return Err("it has to be an object".to_owned());
    }
    T::deserialize(value).map_err(|error| Clean::line(&error.to_string()).as_str().to_owned())
}

fn read(answer: AcpAnswer, entry: &Entry) -> Result<Said, String> {
    let AcpAnswer { selected_index, selected_indices, custom_text, note, .. } = answer;
    let question = &entry.question;
    let count = question.options.len();
    let options = match (selected_index, selected_indices) {
        (None, None) => None,
        (Some(one), None) => Some(vec![one]),
        (None, Some(all)) if question.mode.takes_many() => Some(all),
        _ if question.mode.takes_many() => return Err("takes \"selectedIndices\", a list".to_owned()),
        _ => return Err("takes \"selectedIndex\", one number".to_owned()),
    };
    if let Some(at) = options.iter().flatten().find(|at| **at >= count) {
        return Err(format!("has no option {at}: there are {count}, counted from 0"));
    }
    let text = filled(&custom_text.unwrap_or_default(), "customText")?;
    if text.is_some() && !question.allow_custom {
        return Err("takes no text of the user's own".to_owned());
    }
    Ok(Said { options, text, note: filled(&note.unwrap_or_default(), "note")? })
}
