//! Questions → a `_pi-question/question_request`, for clients that show questions in a way of their own, and its response
//! → what was said.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use ts_rs::TS;

use super::{Elicitation, Reply, Said, described, filled};
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
const FIELDS: [&str; 5] = ["id", INDEX, INDICES, "customText", "note"];

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
        let described = shown().map(|option| described(option).unwrap_or_default());
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
    pub(super) fn read_response(&self, reply: &Value) -> Result<Option<Reply>, String> {
        let Value::Object(fields) = reply else {
            return Err("the response has to be an object with \"answers\", or with \"cancelled\": true".to_owned());
        };
        if let Some(name) = unknown(fields, &["answers", "cancelled"]) {
            return Err(format!("\"{name}\" is no field of the response; there are \"answers\" and \"cancelled\""));
        }
        match reply.field("cancelled") {
            Value::Bool(true) => return Ok(None),
            Value::Null | Value::Bool(false) => {}
            _ => return Err("\"cancelled\" has to be true or false".to_owned()),
        }
        let Value::Array(answers) = reply.field("answers") else {
            return Err("\"answers\" has to be a list".to_owned());
        };
        let asked: HashMap<&str, (usize, &Entry)> =
            self.asked().map(|(at, entry)| (entry.question.id.as_str(), (at, entry))).collect();
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for answer in answers {
            *counts.entry(answer.field("id").text()).or_default() += 1;
        }
        let mut all = Reply::default();
        for (number, answer) in (1..).zip(answers) {
            let Value::String(id) = answer.field("id") else {
                all.faults.push(format!("answer {number} has to be an object with the \"id\" of its question"));
                continue;
            };
            let name = Clean::line(id);
            let Some((at, entry)) = asked.get(id.as_str()) else {
                all.faults.push(format!("\"{}\" was not asked", name.as_str()));
                continue;
            };
            // Of two, nobody knows which is meant.
            match counts.insert(id, 0) {
                Some(1) => {}
                Some(0) => continue,
                _ => {
                    all.faults.push(format!("\"{}\" has more than one answer", name.as_str()));
                    continue;
                }
            }
            let mut own = Reply::default();
            let said = read(answer, entry, &mut own);
            all.faults.extend(own.faults.into_iter().map(|what| format!("{}: {what}", name.as_str())));
            all.said.push((*at, said));
        }
        Ok(Some(all))
    }
}

/// The name of a field that an object should not have. `_meta` is the protocol's.
fn unknown(fields: &Map<String, Value>, known: &[&str]) -> Option<String> {
    let is_unknown = |(name, value): &(&String, &Value)| {
        **value != Value::Null && *name != "_meta" && !known.contains(&name.as_str())
    };
    fields.iter().find(is_unknown).map(|(name, _)| Clean::line(name).as_str().to_owned())
}

/// What is said; what does not fit is taken down.
fn read(answer: &Value, entry: &Entry, reply: &mut Reply) -> Said {
    let question = &entry.question;
    if let Some(name) = answer.as_object().and_then(|fields| unknown(fields, &FIELDS)) {
        let known = FIELDS.map(|name| format!("\"{name}\"")).join(", ");
        reply.faults.push(format!("\"{name}\" is no field of an answer; there are {known}"));
    }
    let text = filled(answer.field("customText"), "customText").and_then(|text| match text {
        Some(_) if !question.allow_custom => Err("takes no text of the user's own".to_owned()),
        text => Ok(text),
    });
    let text = reply.fits(text);
    let options = reply.fits(options(answer, entry));
    Said {
        is_none: options.as_ref().is_some_and(Vec::is_empty),
        options: options.unwrap_or_default(),
        text,
        note: reply.fits(filled(answer.field("note"), "note")),
    }
}

fn options(answer: &Value, entry: &Entry) -> Result<Option<Vec<usize>>, String> {
    let is_multi = entry.question.mode.takes_many();
    Ok(match (answer.field(INDEX), answer.field(INDICES)) {
        (Value::Null, Value::Null) => None,
        (one, Value::Null) => Some(vec![index(one, entry)?]),
        (Value::Null, Value::Array(all)) if is_multi => {
            Some(all.iter().map(|one| index(one, entry)).collect::<Result<_, _>>()?)
        }
        _ if is_multi => return Err(format!("takes \"{INDICES}\", a list")),
        _ => return Err(format!("takes \"{INDEX}\", one number")),
    })
}

fn index(value: &Value, entry: &Entry) -> Result<usize, String> {
    let index = value.as_u64().and_then(|index| usize::try_from(index).ok());
    let count = entry.question.options.len();
    index.filter(|at| *at < count).ok_or_else(|| format!("has no option {value}: there are {count}, counted from 0"))
}
