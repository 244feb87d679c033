//! Results in the shape of other dialects.
//!
//! The fields of a dialect are written beside the record of this tool, for programs that look for them. They are never
//! read back.

use std::collections::HashSet;

use serde::Serialize;
use serde_json::Value;
use serde_with::skip_serializing_none;
use ts_rs::TS;

use super::ToolResult;
use crate::answer::picks::{Answer, Pick};
use crate::answer::pictures::Attachment;
use crate::answer::result::{Outcome, Record};
use crate::call::dialect::Dialect;
use crate::json::Fields;

/// A result as the host gets it.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "ToolResult")]
pub struct DialectResult<'a> {
    /// Text for the model.
    content: &'a str,
    /// Details for the session.
    details: DialectDetails<'a>,
    /// Whether the user said anything: an answer, a note, or a message.
    is_said: bool,
    /// Whether it holds anything that the user entered: an answer, or what was not sent.
    is_entered: bool,
    /// Whether the user ended the form.
    is_by_user: bool,
    /// Pictures in the text for the model, in its order. The host attaches them; none to a result without the user.
    pictures: Vec<Attachment>,
}

/// Details of a result in the shape of a dialect.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(untagged)]
pub enum DialectDetails<'a> {
    /// Details of this tool.
    Question(&'a Record),
    /// Details of `AskUserQuestion`.
    AskUserQuestion(AskUserQuestionDetails<'a>),
    /// Details of `ask_user`.
    AskUser(AskUserDetails<'a>),
}

/// Details of a result of `AskUserQuestion`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, TS)]
#[ts(optional_fields)]
pub struct AskUserQuestionDetails<'a> {
    /// Answer text by question text; several labels are joined by commas.
    #[ts(type = "Record<string, string>")]
    answers: Fields<String>,
    /// Notes by the keys of `answers`.
    #[ts(optional, type = "Record<string, { notes: string }>")]
    annotations: Option<Fields<Annotation<'a>>>,
    cancelled: bool,
    outcome: Outcome,
    #[ts(optional, type = "unknown")]
    metadata: Option<&'a Value>,
    /// The record of this tool.
    record: &'a Record,
}

/// A note on an answer.
#[derive(Clone, Debug, Serialize)]
struct Annotation<'a> {
    notes: &'a str,
}

/// Details of a result of `ask_user`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct AskUserDetails<'a> {
    answered: bool,
    answers: Vec<AskUserAnswer<'a>>,
    cancelled: bool,
    outcome: Outcome,
    pending_file: Option<&'a str>,
    #[ts(optional, type = "unknown")]
    metadata: Option<&'a Value>,
    /// The record of this tool.
    record: &'a Record,
}

/// An answer in a result of `ask_user`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct AskUserAnswer<'a> {
    question: &'a str,
    #[ts(type = "string | string[]")]
    answer: Value,
    /// Label of the chosen option, if the answer is an option.
    selected_option: Option<&'a str>,
    was_custom: bool,
    note: Option<&'a str>,
}

impl ToolResult {
    /// Puts the details into the shape of a dialect; the text for the model is the same in all.
    #[must_use]
    pub fn in_dialect(&self, dialect: Dialect) -> DialectResult<'_> {
        let Self { content, details, is_said } = self;
        DialectResult {
            content,
            details: details.in_dialect(dialect),
            is_said: *is_said,
            is_entered: details.is_entered(),
            is_by_user: details.is_by_user(),
            pictures: self.pictures(),
        }
    }
}

impl Record {
    /// Puts the record beside the fields of another dialect; in that of this tool, the details are the record.
    #[must_use]
    pub fn in_dialect(&self, dialect: Dialect) -> DialectDetails<'_> {
        let Self { answers, cancelled, outcome, metadata, pending_file, .. } = self;
        let (cancelled, outcome, metadata) = (*cancelled, *outcome, metadata.as_ref());
        match dialect {
            Dialect::Question => DialectDetails::Question(self),
            Dialect::AskUserQuestion => DialectDetails::AskUserQuestion(AskUserQuestionDetails {
                answers: Fields(keyed(answers).map(|(name, answer)| (name, labels(answer).join(", "))).collect()),
                annotations: annotations(answers),
                cancelled,
                outcome,
                metadata,
                record: self,
            }),
            Dialect::AskUser => DialectDetails::AskUser(AskUserDetails {
                answered: outcome == Outcome::Answered,
                answers: answers.iter().map(AskUserAnswer::from).collect(),
                cancelled,
                outcome,
                pending_file: pending_file.as_deref(),
                metadata,
                record: self,
            }),
        }
    }
}

fn annotations(answers: &[Answer]) -> Option<Fields<Annotation<'_>>> {
    let all: Vec<_> = keyed(answers)
        .filter_map(|(name, answer)| Some((name, Annotation { notes: answer.note.as_deref()? })))
        .collect();
    (!all.is_empty()).then_some(Fields(all))
}

/// Returns each answer with its key in the dialect's `answers`: its prompt, followed by its id if an earlier answer has the same
/// prompt.
fn keyed(answers: &[Answer]) -> impl Iterator<Item = (String, &Answer)> {
    let mut prompts = HashSet::new();
    answers.iter().map(move |answer| {
        let is_taken = !prompts.insert(answer.prompt.as_str());
        let name = if is_taken { format!("{} ({})", answer.prompt, answer.id) } else { answer.prompt.clone() };
        (name, answer)
    })
}

impl<'a> From<&'a Answer> for AskUserAnswer<'a> {
    fn from(answer: &'a Answer) -> Self {
        let labels = labels(answer);
        let only = answer.picks.first().filter(|_| !answer.mode.is_list());
        Self {
            question: &answer.prompt,
            answer: only.map_or_else(|| labels.into(), |pick| pick.label.as_str().into()),
            selected_option: only.filter(|pick| pick.number().is_some()).map(|pick| pick.label.as_str()),
            was_custom: answer.picks.iter().any(Pick::was_custom),
            note: answer.note.as_deref(),
        }
    }
}

fn labels(answer: &Answer) -> Vec<&str> {
    answer.picks.iter().map(|pick| pick.label.as_str()).collect()
}
