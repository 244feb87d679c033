//! The text of the pending file: reading it, and adding the questions of a call.
//!
//! This module must not know the session or the disk. Questions are added after the existing ones, and what a person has
//! written stays as it is.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use serde_with::skip_serializing_none;
use ts_rs::TS;

use crate::answer::fault::AnswerFault;
use crate::answer::read::{ANSWER, Gathered, twice, unknown};
use crate::call::naming::RECOMMENDED_MARK;
use crate::call::questionnaire::{Question, QuestionOption, Questionnaire, unique_ids};
use crate::call::request::{Kind, Mode};
use crate::call::sent::own_text;
use crate::json::{self, Fields, Lenient};
use crate::text::{Clean, harmless, shortened};
use crate::words::{Words, fill};

/// Maximum length of a file that is read, in bytes. A longer one takes too long.
const MAX_LENGTH: usize = 20_000_000;
/// Maximum length of a session's id, in bytes. Those of pi have 36.
const MAX_ID: usize = 100;
/// Maximum width of the name of an entry whose question was not asked, in columns.
const MAX_NAME: usize = 60;

/// Command that removes the pending file.
pub(super) const CLEAR: &str = "/questions clear";

/// Fields of the file that are written anew when questions are added.
const FILE_FIELDS: [&str; 3] = ["sessionId", "timestamp", "questions"];

/// Fields of the file that come from the first call.
const CALL_FIELDS: [&str; 2] = ["title", "metadata"];

/// Fields of an entry that the tool writes, as in [`PendingQuestion`], and the note. Any other is a person's, and so are
/// those that [`Entry::compare`] finds changed.
const ENTRY_FIELDS: [&str; 15] = [
    "id",
    "call",
    "header",
    "question",
    "mode",
    "options",
    "allowCustom",
    "allowEmpty",
    "defaultValue",
    "defaultValues",
    "kind",
    "secret",
    "placeholder",
    "answer",
    "note",
];

/// A field as it is written.
type Field = (String, Box<RawValue>);

/// A pending file.
#[derive(Clone, Debug)]
pub struct PendingFile {
    session: String,
    /// Fields other than [`FILE_FIELDS`].
    fields: Vec<Field>,
    /// Those of `fields` that a person has added or changed.
    beside: Vec<Field>,
    pub(super) entries: Vec<Entry>,
}

/// A question in a pending file, with the answer that a person has written.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) json: Value,
    raw: Box<RawValue>,
    /// The answer and the note, unless they are null. Either may occur twice.
    answers: Vec<Field>,
    /// Fields that a person has added or changed, unless they are null.
    beside: Vec<Field>,
}

/// The tool call that asks the questions.
#[derive(Clone, Debug, Default, Deserialize, TS)]
#[serde(default)]
pub struct Origin {
    /// Id of the session.
    pub session: String,
    /// Name of the call: the id of its entry in the session, a slash, and the id of the tool call.
    pub call: String,
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
        if text.len() > MAX_LENGTH {
            return Err(AnswerFault::FileTooLong(MAX_LENGTH));
        }
        let json = json::read(text)?;
        let session = json.field("sessionId").text().to_owned();
        if session.is_empty() {
            return Err(AnswerFault::Missing("sessionId"));
        }
        let (own, fields): (Vec<_>, Vec<_>) =
            json::fields(text).into_iter().partition(|(name, _)| FILE_FIELDS.contains(&name.as_str()));
        // Of a field that occurs twice, the parsed object has the last.
        let questions = own.iter().rfind(|(name, _)| name == "questions");
        let questions = questions.map(|(_, questions)| json::items(questions.get())).unwrap_or_default();
        let entries = json.field("questions").list().iter().zip(questions);
        let entries: Vec<Entry> = entries.map(|(json, raw)| Entry::new(json.clone(), raw)).collect();
        if entries.is_empty() {
            return Err(AnswerFault::Missing("questions"));
        }
        let is_added = |(name, value): &&Field| !CALL_FIELDS.contains(&name.as_str()) && value.get() != "null";
        let beside = fields.iter().filter(is_added).cloned().collect();
        Ok(Self { session, fields, beside, entries })
    }

    /// Returns the id of the session that asked the questions.
    #[must_use]
    pub fn session(&self) -> &str {
        &self.session
    }

    /// Returns whether a text is JSON that lacks the id of this session.
    #[must_use]
    pub fn is_of_other(text: &str, session: &str) -> bool {
        match Self::read(text) {
            Ok(file) => file.session != session,
            Err(fault) => fault == AnswerFault::Missing("sessionId"),
        }
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

    /// Says that the file belongs to another session, and how to continue that one.
    pub(super) fn is_elsewhere(&self, words: &Words) -> String {
        match self.known_session() {
            Some(id) => format!("{} (pi --session {id})", words.other_session),
            None => words.other_session.to_owned(),
        }
    }

    /// Says the same as [`Self::is_elsewhere`], and how to remove the file.
    pub(super) fn elsewhere_advice(&self, words: &Words) -> String {
        [self.is_elsewhere(words), fill(words.remove_file, CLEAR)].concat()
    }

    /// Returns whether a person has written anything into the file.
    pub(super) fn has_words(&self) -> bool {
        !self.beside.is_empty() || self.entries.iter().any(Entry::has_words)
    }

    /// Counts the title and the metadata as a person's if none of these calls has them.
    pub(super) fn compare(&mut self, calls: &[Questionnaire]) {
        let titles = calls.iter().map(|call| call.title.as_deref().into());
        let all: Vec<Value> = titles.chain(calls.iter().filter_map(|call| call.metadata.clone())).collect();
        let is_changed = |(name, value): &&Field| {
            let value = json::parse_bounded(value.get());
            CALL_FIELDS.contains(&name.as_str()) && !value.is_null() && !all.contains(&value)
        };
        self.beside.extend(self.fields.iter().filter(is_changed).cloned());
    }

    /// Returns the fields that a person has added or changed, outside the entries.
    pub(super) fn beside(&self) -> impl Iterator<Item = String> {
        self.beside.iter().map(shown)
    }
}

impl Entry {
    fn new(json: Value, raw: Box<RawValue>) -> Self {
        let mut fields = json::fields(raw.get());
        fields.retain(|(_, value)| value.get() != "null");
        let (own, beside): (Vec<_>, Vec<_>) =
            fields.into_iter().partition(|(name, _)| ENTRY_FIELDS.contains(&name.as_str()));
        let answers = own.into_iter().filter(|(name, _)| ["answer", "note"].contains(&name.as_str())).collect();
        Self { json, raw, answers, beside }
    }

    /// Counts fields that the tool has written as a person's if they differ from the question; of a list, the items that do.
    pub(super) fn compare(&mut self, question: &Question) {
        let written = serde_json::to_value(PendingQuestion::new(question, "", "")).unwrap_or_default();
        let changed = json::fields(self.raw.get()).into_iter().filter_map(|(name, raw)| {
            let written = match name.as_str() {
                // The entry is found by them, and the id may differ from that of the question.
                "id" | "call" if own_text(self.json.field(&name)).is_some() => self.json.field(&name),
                "answer" | "note" => return None,
                name => written.field(name),
            };
            let is_own = ENTRY_FIELDS.contains(&name.as_str()) && raw.get() != "null";
            Some((name, changed(raw, written).filter(|_| is_own)?))
        });
        let changed: Vec<Field> = changed.collect();
        self.beside.extend(changed);
    }

    /// Returns the prompt of the question.
    pub(super) fn prompt(&self) -> Option<&str> {
        self.json.field("question").as_str()
    }

    /// Returns the id of the question in the file.
    pub(super) fn id(&self) -> Option<String> {
        own_text(self.json.field("id"))
    }

    /// Returns the answer and the note.
    ///
    /// # Errors
    ///
    /// Fails if one of them occurs twice, if the answer may have been written into another field, or if it has fields that
    /// are not read.
    pub(super) fn answer(&self, question: &Question) -> Result<(&Value, &Value), AnswerFault> {
        let own = self.answers.iter().find(|(name, _)| name == "answer");
        let of_answer = || own.and_then(|(_, answer)| twice(answer.get()).or_else(|| unknown(answer.get())));
        if let Some(fault) = twice(self.raw.get()).or_else(of_answer) {
            return Err(fault);
        }
        let (answer, note) = (self.json.field("answer"), self.json.field("note"));
        let is_misplaced = |(name, _): &&Field| {
            answer.is_null() && !ENTRY_FIELDS.contains(&name.as_str()) && is_text(self.json.field(name))
        };
        let misplaced = self.beside.iter().find(is_misplaced).map(|(name, _)| name);
        if let Some(name) = misplaced.or_else(|| self.unread(question)) {
            return Err(AnswerFault::NoField(name.clone()));
        }
        match (note, answer.field("note")) {
            (note, inner) if !note.is_null() && !inner.is_null() => Err(AnswerFault::Twice("note")),
            (Value::Null, inner) => Ok((answer, inner)),
            (note, _) => Ok((answer, note)),
        }
    }

    /// Returns the name of a field in the answer that is not read, unless a result of this tool has the same there.
    fn unread(&self, question: &Question) -> Option<&String> {
        let answer = self.json.field("answer").as_object()?;
        let read = |is_meant: &dyn Fn(&str) -> bool| {
            let fields = answer.iter().filter(|(name, _)| is_meant(name));
            let answer: Value = fields.map(|(name, value)| (name.clone(), value.clone())).collect();
            let mut read = Gathered::default();
            read.push(Ok((&answer, &Value::Null)), question);
            read.replies.0.pop().flatten()
        };
        let is_answer = |name: &str| ANSWER.contains(&name);
        let is_read = |name: &str, value: &Value| match name {
            // The label of the option that the answer chooses.
            "label" => {
                let of_label = read(&|name| name == "label" || !is_answer(name));
                of_label.is_some() && of_label == read(&|_| true)
            }
            "id" => own_text(value) == self.id(),
            "prompt" | "question" => value.text() == question.prompt,
            "mode" => value.text() == json::name_of(&question.mode),
            "wasCustom" | "index" => !is_text(value) && !value.is_object(),
            name => name == "note" || is_answer(name),
        };
        let is_unread = |(name, value): &(&String, &Value)| !value.is_null() && !is_read(name, value);
        // The missing answer is reported as a fault by itself.
        answer.keys().find(|name| is_answer(name))?;
        answer.iter().find(is_unread).map(|(name, _)| name)
    }

    /// Returns whether a person has written anything into the entry.
    pub(super) fn has_words(&self) -> bool {
        !self.answers.is_empty() || !self.beside.is_empty()
    }

    /// Returns the fields that a person has added to the entry or changed in it.
    pub(super) fn beside(&self) -> impl Iterator<Item = String> {
        self.beside.iter().map(shown)
    }

    /// Returns the fields that a person has added or changed, and also the answer and the note if `with_answer`, in one
    /// line.
    pub(super) fn words(&self, with_answer: bool) -> String {
        let answers = self.answers.iter().filter(|(_, value)| with_answer && !is_blank(value));
        self.beside().chain(answers.map(shown)).collect::<Vec<_>>().join(", ")
    }

    /// Returns a name for an entry whose question was not asked.
    pub(super) fn name(&self) -> String {
        let text = ["question", "id"].iter().find_map(|name| own_text(self.json.field(name))).unwrap_or_default();
        format!("\"{}\"", shortened(Clean::line(&text), MAX_NAME).as_str())
    }
}

/// Returns a field in one line, safe to show.
fn shown((name, value): &Field) -> String {
    // Lines of JSON end only between its parts.
    let value: Vec<&str> = value.get().lines().map(str::trim).collect();
    harmless(format!("{}: {}", Value::from(name.as_str()), value.join(" ")))
}

/// Returns a value unless it was written so. Of a list, returns the items that were not.
fn changed(raw: Box<RawValue>, written: &Value) -> Option<Box<RawValue>> {
    let value = json::parse_bounded(raw.get());
    if value == *written {
        return None;
    }
    if !value.is_array() {
        return Some(raw);
    }
    let known: HashSet<String> = written.list().iter().map(Value::to_string).collect();
    let mut changed = json::items(raw.get());
    changed.retain(|item| !known.contains(&json::parse_bounded(item.get()).to_string()));
    serde_json::value::to_raw_value(&changed).ok().filter(|_| !changed.is_empty())
}

/// Returns whether a value is a string of white space.
fn is_blank(value: &RawValue) -> bool {
    value.get().trim_matches('"').trim().is_empty()
}

/// Returns whether a value may be meant as an answer.
fn is_text(value: &Value) -> bool {
    match value {
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(items) => items.iter().any(is_text),
        _ => false,
    }
}

impl Questionnaire {
    /// Returns the text of a pending file with these questions after those of the existing file.
    ///
    /// # Errors
    ///
    /// Fails if the existing file cannot be read or belongs to another session. It should then stay as it is.
    pub fn pending_text(&self, existing: Option<&str>, origin: &Origin) -> Result<String, String> {
        let file = existing.map(|text| PendingFile::read(text).map_err(|fault| fault.in_english())).transpose()?;
        if let Some(file) = file.as_ref().filter(|file| file.session != origin.session) {
            return Err(file.elsewhere_advice(Words::english()));
        }
        // The title and the metadata of a call are those of the file if it is the first.
        let is_first = file.is_none();
        let (fields, earlier) = file.map(|file| (file.fields, file.entries)).unwrap_or_default();
        // Ids are unique in the file.
        let own = self.questions().iter().map(|question| Some(question.id.clone()));
        let ids = unique_ids(&earlier.iter().map(Entry::id).chain(own).collect::<Vec<_>>());
        let own = self.questions().iter().zip(ids.iter().skip(earlier.len()));
        let added = own.map(|(question, id)| Item::Added(PendingQuestion::new(question, id, &origin.call)));
        let kept = earlier.iter().map(|entry| Item::Kept(&entry.raw));
        Ok(json::pretty(&PendingFileShape {
            session_id: &origin.session,
            timestamp: &origin.timestamp,
            title: self.title.as_deref().filter(|_| is_first),
            metadata: self.metadata.as_ref().filter(|_| is_first),
            fields: Fields(fields),
            questions: kept.chain(added).collect(),
        }))
    }
}

/// The file as it is written.
#[skip_serializing_none]
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PendingFileShape<'a> {
    session_id: &'a str,
    timestamp: &'a str,
    title: Option<&'a str>,
    metadata: Option<&'a Value>,
    #[serde(flatten)]
    fields: Fields<Box<RawValue>>,
    questions: Vec<Item<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Item<'a> {
    Kept(&'a RawValue),
    Added(PendingQuestion<'a>),
}

/// A question as it is written. Fields with default values are left out.
#[skip_serializing_none]
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PendingQuestion<'a> {
    id: &'a str,
    call: &'a str,
    header: Option<&'a str>,
    question: &'a str,
    mode: Mode,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    options: Vec<PendingOption<'a>>,
    allow_custom: Option<bool>,
    allow_empty: Option<bool>,
    default_value: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    default_values: &'a [String],
    kind: Option<Kind>,
    secret: Option<bool>,
    placeholder: Option<&'a str>,
    /// Null, to be replaced by a person.
    answer: (),
}

#[skip_serializing_none]
#[derive(Serialize)]
struct PendingOption<'a> {
    /// Label, with the mark of a recommended option.
    label: String,
    value: &'a str,
    description: Option<&'a str>,
    preview: Option<&'a str>,
}

impl<'a> PendingQuestion<'a> {
    fn new(question: &'a Question, id: &'a str, call: &'a str) -> Self {
        Self {
            id,
            call,
            header: question.has_own_label.then_some(&question.label),
            question: &question.prompt,
            mode: question.mode,
            options: question.options.iter().map(PendingOption::from).collect(),
            allow_custom: (!question.allow_custom).then_some(false),
            allow_empty: question.allow_empty.then_some(true),
            default_value: question.default_value.as_deref(),
            default_values: &question.default_values,
            kind: question.kind,
            secret: question.secret,
            placeholder: question.placeholder.as_deref(),
            answer: (),
        }
    }
}

impl<'a> From<&'a QuestionOption> for PendingOption<'a> {
    fn from(option: &'a QuestionOption) -> Self {
        let mark = if option.is_recommended { RECOMMENDED_MARK } else { "" };
        Self {
            label: format!("{}{mark}", option.label),
            value: &option.value,
            description: option.description.as_deref(),
            preview: option.preview.as_deref(),
        }
    }
}
