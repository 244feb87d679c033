//! The text of the pending file: reading it, and adding the questions of a call.
//!
//! This module must not know the session or the disk. Questions are added after the existing ones, and what a person
//! has written stays as it is.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use ts_rs::TS;

use crate::answer::fault::AnswerFault;
use crate::call::option::RECOMMENDED_SUFFIX;
use crate::call::questionnaire::{Question, QuestionOption, Questionnaire, unique_ids};
use crate::json::{self, Fields, Lenient as _};
use crate::later::item::FileItem;
use crate::words::Words;

/// Maximum length of a session's id, in bytes. Those of pi have 36.
const MAX_ID: usize = 100;

/// Command that puts the pending file aside.
pub(super) const CLEAR: &str = "/questions clear";

/// Fields of the file that the tool writes. Any other is a person's, and stays as it is.
const FIELDS: [&str; 3] = ["sessionId", "timestamp", "questions"];

/// A pending file.
#[derive(Clone, Debug)]
pub struct PendingFile {
    session: String,
    /// Fields that a person has written beside the questions, each with its name.
    beside: Vec<(String, Box<RawValue>)>,
    pub(super) items: Vec<FileItem>,
}

/// The tool call that asks the questions.
#[derive(Clone, Debug, Default, Deserialize, TS)]
#[serde(default)]
pub struct Origin {
    /// Id of the session.
    pub session: String,
    /// Key of the questions: a random text of the host's, which the result of the call holds as well. Nothing that was in
    /// a file before the call can have it.
    pub key: String,
    /// Time of the call, as the host writes it.
    pub timestamp: String,
}

impl PendingFile {
    /// Reads the text of a file.
    ///
    /// # Errors
    ///
    /// Fails if the text is not a pending file.
    pub fn read(text: &str) -> Result<Self, AnswerFault> {
        let json = json::read(text)?;
        let session = json.field("sessionId").text().to_owned();
        if session.is_empty() {
            return Err(AnswerFault::Missing("sessionId"));
        }
        let (own, beside): (Vec<_>, Vec<_>) =
            json::fields(text).into_iter().partition(|(name, _)| FIELDS.contains(&name.as_str()));
        let is_twice = |name: &&str| own.iter().filter(|(own, _)| own == name).count() > 1;
        if let Some(name) = FIELDS.into_iter().find(is_twice) {
            return Err(AnswerFault::Twice(name.to_owned()));
        }
        let questions = own.iter().find(|(name, _)| name == "questions");
        let questions = questions.map(|(_, questions)| json::items(questions.get())).unwrap_or_default();
        let items = json.field("questions").list().iter().zip(questions);
        let items: Vec<FileItem> = items.map(|(json, raw)| FileItem { json: json.clone(), raw }).collect();
        if items.is_empty() {
            return Err(AnswerFault::Missing("questions"));
        }
        Ok(Self { session, beside, items })
    }

    /// Returns the id of the session that asked the questions.
    #[must_use]
    pub fn session(&self) -> &str {
        &self.session
    }

    /// Returns the id of the session if it can be one. Only then may it be part of a command that the user is shown.
    pub(super) fn known_session(&self) -> Option<&str> {
        let is_id = |id: &&str| {
            id.len() <= MAX_ID
                && id.chars().all(|char| char.is_ascii_alphanumeric() || "-_.".contains(char))
                && !id.starts_with('-')
        };
        Some(self.session.as_str()).filter(is_id)
    }

    /// Adds to a text how to continue the session of the file.
    pub(super) fn with_command(&self, text: &str) -> String {
        match self.known_session() {
            Some(id) => format!("{text} (pi --session {id})"),
            None => text.to_owned(),
        }
    }

    /// Says that the questions of the file with this name wait for another session, and how to open that.
    pub(super) fn waits_elsewhere(&self, name: &str) -> String {
        let how = self.known_session().map(|id| format!(": /resume or pi --session {id} opens it")).unwrap_or_default();
        format!("{} in another session of this folder ({name}){how}.", waits(self.items.len()))
    }

    /// Returns whether a person has answered any of the questions.
    pub(super) fn is_answered(&self) -> bool {
        self.items.iter().any(FileItem::is_answered)
    }
}

impl Questionnaire {
    /// Returns the text of a pending file with these questions after those of the existing file, one of the same
    /// session.
    ///
    /// # Errors
    ///
    /// Fails if the existing file cannot be read.
    pub fn pending_text(&self, existing: Option<&str>, origin: &Origin) -> Result<String, String> {
        let file = existing.map(|text| PendingFile::read(text).map_err(|fault| fault.in_english())).transpose()?;
        let (beside, earlier) = file.map(|file| (file.beside, file.items)).unwrap_or_default();
        // Ids are unique in the file.
        let own = self.questions().iter().map(|question| Some(question.id.clone()));
        let ids = unique_ids(&earlier.iter().map(FileItem::id).chain(own).collect::<Vec<_>>());
        let own = self.questions().iter().zip(ids.iter().skip(earlier.len()));
        let added = own.map(|(question, id)| raw(&written(question, id, &origin.key))).collect::<Vec<_>>();
        let questions: Vec<Box<RawValue>> = earlier.into_iter().map(|item| item.raw).chain(added).collect();
        let head = [("sessionId", raw(&origin.session)), ("timestamp", raw(&origin.timestamp))];
        let fields = head.into_iter().map(|(name, value)| (name.to_owned(), value)).chain(beside);
        Ok(json::pretty(&Fields(fields.chain([("questions".to_owned(), raw(&questions))]).collect())))
    }
}

/// Says how many questions wait, in English.
pub(super) fn waits(count: usize) -> String {
    let words = Words::english();
    words.count(words.questions_wait, count)
}

fn raw(value: &impl Serialize) -> Box<RawValue> {
    serde_json::value::to_raw_value(value).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

/// Returns a question as it is written. Fields with default values are left out, and the answer is null, to be replaced
/// by a person.
fn written(question: &Question, id: &str, call: &str) -> Value {
    let fields = [
        ("id", id.into()),
        ("call", call.into()),
        ("header", question.own_label().into()),
        ("question", question.prompt.as_str().into()),
        ("mode", json::name_of(&question.mode).into()),
        ("options", question.options.iter().map(written_option).collect()),
        ("allowCustom", Some(false).filter(|_| !question.allow_custom).into()),
        ("allowEmpty", Some(question.allow_empty).filter(|_| question.allow_empty || question.at_least_one).into()),
        ("defaultValue", question.default_value.as_deref().into()),
        ("defaultValues", question.default_values.iter().map(String::as_str).collect()),
        ("secret", question.secret.into()),
        ("placeholder", question.placeholder.as_deref().into()),
    ];
    filled(fields).chain([("answer", Value::Null)]).collect()
}

/// Returns an option as it is written. The label of a recommended option has its suffix.
fn written_option(option: &QuestionOption) -> Value {
    let suffix = if option.is_recommended { RECOMMENDED_SUFFIX } else { "" };
    filled([
        ("label", format!("{}{suffix}", option.label).into()),
        ("value", option.value.as_str().into()),
        ("description", option.description.as_deref().into()),
        ("preview", option.preview.as_deref().into()),
    ])
    .collect()
}

/// Returns the fields that are neither null nor an empty list.
fn filled<const N: usize>(fields: [(&str, Value); N]) -> impl Iterator<Item = (&str, Value)> {
    fields.into_iter().filter(|(_, value)| !value.is_null() && value.as_array().is_none_or(|items| !items.is_empty()))
}
