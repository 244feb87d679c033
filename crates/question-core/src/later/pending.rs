//! The shape of the pending file, in both directions: questions that wait where nobody can be asked, and what a person has
//! written beside them.
//!
//! It knows neither the session nor the disk. What a person has written stays as it is: questions are added behind those
//! that are there.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use serde_with::skip_serializing_none;
use ts_rs::TS;

use crate::answer::fault::AnswerFault;
use crate::answer::read::{twice, unknown};
use crate::call::naming::RECOMMENDED_MARK;
use crate::call::questionnaire::{Question, QuestionOption, Questionnaire, unique_ids};
use crate::call::request::{Kind, Mode};
use crate::call::sent::own_text;
use crate::json::{self, Fields, Lenient};
use crate::text::{Clean, harmless, shortened};
use crate::words::{Words, fill};

/// Bytes of a file beyond which it is not read: that takes long, and nobody means it.
const MAX_LENGTH: usize = 20_000_000;
/// Bytes of the id of a session: pi's own have 36.
const MAX_ID: usize = 100;
/// Columns of the name of an entry that is none of the session's questions.
const MAX_NAME: usize = 60;

/// A pending file that has been read.
#[derive(Clone, Debug)]
pub struct PendingFile {
    session: String,
    pub(super) entries: Vec<Entry>,
    /// Fields of the file that are not its own, as they are written.
    more: Vec<(String, Box<RawValue>)>,
}

/// A question in a pending file.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) json: Value,
    raw: Box<RawValue>,
}

/// The tool call that questions come from.
#[derive(Clone, Debug, Default, Deserialize, TS)]
#[serde(default)]
pub struct Origin {
    /// The id of the session.
    pub session: String,
    /// The name of the call in the session: the id of its entry, a slash, and the id of the tool call.
    pub call: String,
    /// When it was made, as the host writes times.
    pub timestamp: String,
}

impl PendingFile {
    /// Reads the text of the file.
    ///
    /// # Errors
    ///
    /// What is wrong with it, to be read behind its name.
    pub fn read(text: &str) -> Result<Self, AnswerFault> {
        if text.len() > MAX_LENGTH {
            return Err(AnswerFault::FileTooLong(MAX_LENGTH));
        }
        let json = json::read(text)?;
        let session = json.field("sessionId").text().to_owned();
        if session.is_empty() {
            return Err(AnswerFault::Missing("sessionId"));
        }
        let Kept { fields: Fields(fields), questions } = Kept::read(text);
        if questions.is_empty() {
            return Err(AnswerFault::Missing("questions"));
        }
        let entries = json.field("questions").list().iter().zip(questions);
        let entries = entries.map(|(json, raw)| Entry { json: json.clone(), raw }).collect();
        let is_own = |name: &str| FILE_FIELDS.contains(&name);
        let more = fields.into_iter().filter(|(name, value)| !is_own(name) && value.get() != "null").collect();
        Ok(Self { session, entries, more })
    }

    /// The session that the questions were asked in.
    #[must_use]
    pub fn session(&self) -> &str {
        &self.session
    }

    /// Whether a text is JSON that does not carry the id of this session.
    #[must_use]
    pub fn is_of_other(text: &str, session: &str) -> bool {
        match Self::read(text) {
            Ok(file) => file.session != session,
            Err(fault) => fault == AnswerFault::Missing("sessionId"),
        }
    }

    /// The session that the file names, where that can be the id of one; anything else is no part of a command.
    pub(super) fn known_session(&self) -> Option<&str> {
        let is_id = |id: &&str| {
            id.len() <= MAX_ID
                && id.chars().all(|char| char.is_ascii_alphanumeric() || "-_.".contains(char))
                && !id.starts_with('-')
        };
        Some(self.session.as_str()).filter(is_id)
    }

    /// That the file belongs to another session, and how to go on with that.
    pub(super) fn is_elsewhere(&self, words: &Words) -> String {
        match self.known_session() {
            Some(id) => format!("{} (pi --session {id})", words.other_session),
            None => words.other_session.to_owned(),
        }
    }

    /// The same, and how to be rid of the file.
    pub(super) fn elsewhere_advice(&self, words: &Words) -> String {
        [self.is_elsewhere(words), fill(words.remove_file, CLEAR)].concat()
    }

    /// Whether a person has written anything into it.
    pub(super) fn has_words(&self) -> bool {
        self.has_more() || self.entries.iter().any(Entry::has_words)
    }

    /// Whether a person has written anything beside the questions.
    pub(super) fn has_more(&self) -> bool {
        !self.more.is_empty()
    }

    /// What a person has written beside the questions: fields as they are written.
    pub(super) fn more(&self) -> impl Iterator<Item = String> {
        self.more.iter().map(written)
    }
}

impl Entry {
    /// The prompt of its question.
    pub(super) fn prompt(&self) -> Option<&str> {
        self.json.field("question").as_str()
    }

    /// The id of its question in the file.
    pub(super) fn id(&self) -> Option<String> {
        own_text(self.json.field("id"))
    }

    /// Its answer and its note, or what is wrong with how they are written.
    pub(super) fn answer(&self) -> Result<(&Value, &Value), AnswerFault> {
        let raw = self.raw.get();
        let own = || json::fields(raw).into_iter().find(|(name, _)| name == "answer");
        let of_answer = || own().and_then(|(_, answer)| twice(answer.get()).or_else(|| unknown(answer.get())));
        if let Some(fault) = twice(raw).or_else(of_answer) {
            return Err(fault);
        }
        let (answer, note) = (self.json.field("answer"), self.json.field("note"));
        let misplaced = self.beside().find(|(name, _)| answer.is_null() && is_text(self.json.field(name)));
        if let Some((name, _)) = misplaced {
            return Err(AnswerFault::NoField(name));
        }
        match (note, answer.field("note")) {
            (note, inner) if !note.is_null() && !inner.is_null() => Err(AnswerFault::Twice("note")),
            (Value::Null, inner) => Ok((answer, inner)),
            (note, _) => Ok((answer, note)),
        }
    }

    /// Whether a person has written anything into it.
    pub(super) fn has_words(&self) -> bool {
        // As they are written: a field may stand there twice.
        let fields = json::fields(self.raw.get());
        let is_said = |(name, value): &(String, Box<RawValue>)| {
            value.get() != "null" && (["answer", "note"].contains(&name.as_str()) || is_beside(name))
        };
        fields.iter().any(is_said)
    }

    /// What a person has written beside the answer and the note: fields as they are written.
    pub(super) fn fields_beside(&self) -> impl Iterator<Item = String> {
        self.beside().map(|field| written(&field))
    }

    /// What a person has written beside the answer and the note, and those as well where the answer `is_refused`; empty
    /// where that is nothing.
    pub(super) fn more(&self, is_refused: bool) -> String {
        let own = json::fields(self.raw.get()).into_iter();
        let own =
            own.filter(|(name, value)| !is_blank(value) && is_refused && ["answer", "note"].contains(&name.as_str()));
        self.beside().chain(own).map(|field| written(&field)).collect::<Vec<_>>().join(", ")
    }

    fn beside(&self) -> impl Iterator<Item = (String, Box<RawValue>)> {
        let fields = json::fields(self.raw.get()).into_iter();
        fields.filter(|(name, value)| value.get() != "null" && is_beside(name))
    }

    /// What it is called where it is none of the questions of the session.
    pub(super) fn name(&self) -> String {
        let text = ["question", "id"].iter().find_map(|name| own_text(self.json.field(name))).unwrap_or_default();
        format!("\"{}\"", shortened(Clean::line(&text), MAX_NAME).as_str())
    }
}

/// A field as it is written.
fn written((name, value): &(String, Box<RawValue>)) -> String {
    harmless(format!("{}: {}", Value::from(name.as_str()), value.get()))
}

/// Whether a value says nothing: it is null, or a text of blanks.
fn is_blank(value: &RawValue) -> bool {
    value.get() == "null" || value.get().trim_matches('"').trim().is_empty()
}

/// Whether a field of an entry is neither one of its question nor an answer or a note.
fn is_beside(name: &str) -> bool {
    !QUESTION_FIELDS.contains(&name)
}

/// Whether a value may be meant as an answer.
fn is_text(value: &Value) -> bool {
    match value {
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(items) => items.iter().any(is_text),
        _ => false,
    }
}

/// What removes the pending file.
pub(super) const CLEAR: &str = "/questions clear";

/// Fields of the file.
const FILE_FIELDS: [&str; 5] = ["sessionId", "timestamp", "questions", "title", "metadata"];

/// Fields that a question has in the file: those of [`PendingQuestion`], and the note.
const QUESTION_FIELDS: [&str; 15] = [
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

impl Questionnaire {
    /// The text of a pending file with these questions behind those of the file that is there, if any.
    ///
    /// # Errors
    ///
    /// Why the file that is there cannot take them; it is then left as it is.
    pub fn pending_text(&self, existing: Option<&str>, origin: &Origin) -> Result<String, String> {
        let file = existing.map(|text| PendingFile::read(text).map_err(|fault| fault.in_english())).transpose()?;
        if let Some(file) = file.as_ref().filter(|file| file.session != origin.session) {
            return Err(file.elsewhere_advice(Words::english()));
        }
        let earlier = file.as_ref().map_or(&[][..], |file| file.entries.as_slice());
        // An id stands for one question of the whole file.
        let ids = earlier.iter().map(Entry::id);
        let own = self.questions().iter().map(|question| Some(question.id.clone()));
        let ids = unique_ids(&ids.chain(own).collect::<Vec<_>>());
        let own = self.questions().iter().zip(ids.iter().skip(earlier.len()));
        let added = own.map(|(question, id)| Item::Added(PendingQuestion::new(question, id, &origin.call)));
        let Kept { fields, questions } = existing.map(Kept::read).unwrap_or_default();
        let is_new = file.is_none();
        Ok(json::pretty(&PendingFileShape {
            session_id: &origin.session,
            timestamp: &origin.timestamp,
            // What a call says of all its questions has room for one call.
            title: self.title.as_deref().filter(|_| is_new),
            metadata: self.metadata.as_ref().filter(|_| is_new),
            kept: fields,
            questions: questions.into_iter().map(Item::Kept).chain(added).collect(),
        }))
    }
}

/// What stands in a file that takes further questions, as a person has written it.
#[derive(Default)]
struct Kept {
    fields: Fields<Box<RawValue>>,
    questions: Vec<Box<RawValue>>,
}

impl Kept {
    fn read(text: &str) -> Self {
        let is_own = |name: &str| ["sessionId", "timestamp", "questions"].contains(&name);
        let (own, fields): (Vec<_>, Vec<_>) = json::fields(text).into_iter().partition(|(name, _)| is_own(name));
        // Of those that stand twice, the last has been read.
        let questions = own.iter().rfind(|(name, _)| name == "questions");
        let questions = questions.map(|(_, questions)| json::items(questions.get())).unwrap_or_default();
        Self { fields: Fields(fields), questions }
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
    /// What a person has added stays.
    #[serde(flatten)]
    kept: Fields<Box<RawValue>>,
    questions: Vec<Item<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Item<'a> {
    Kept(Box<RawValue>),
    Added(PendingQuestion<'a>),
}

/// A question in the file. What is as it would be without being said is not said.
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
    /// Null, for a person to put the answer there.
    answer: (),
}

#[skip_serializing_none]
#[derive(Serialize)]
struct PendingOption<'a> {
    /// Marked as people know it, where it is recommended.
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
