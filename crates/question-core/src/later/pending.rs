//! Questionnaire ↔ the pending file: questions that wait for their answers where nobody can be asked.
//!
//! The shape of the file, in both directions. Where it is and how it is written is the host's business. What a person
//! has written into it is never changed here: questions are added behind those that are there.

use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use ts_rs::TS;

use crate::answer::fault::AnswerFault;
use crate::answer::read::{Gathered, twice, unknown};
use crate::call::naming::RECOMMENDED_MARK;
use crate::call::questionnaire::{Question, QuestionOption, Questionnaire, unique_ids};
use crate::call::request::{Kind, Mode};
use crate::call::sent::own_text;
use crate::json::{self, Fields, Lenient};
use crate::later::late::Late;
use crate::later::session::CLEAR;
use crate::text::{Clean, shortened};
use crate::words::{Words, fill};

/// Bytes of a file beyond which it is not read: that takes long, and nobody means it.
const MAX_LENGTH: usize = 20_000_000;

/// Bytes of the id of a session: pi's own have 36.
const MAX_ID: usize = 100;

/// A pending file that has been read.
#[derive(Clone, Debug)]
pub struct PendingFile {
    json: Value,
    /// Its questions as they are written.
    raw: Vec<Box<RawValue>>,
}

/// What a pending file holds of the questions of calls.
#[derive(Clone, Debug)]
pub struct Read {
    /// Those that were asked, with the answers that stand in the file; `None` where there are none.
    pub late: Option<Late>,
    /// What else stands in the file as a question.
    pub unasked: Vec<Unasked>,
}

/// An entry of a pending file that is none of the questions that were asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unasked {
    /// Its number, from 1.
    pub number: usize,
    /// What it is called, to be shown.
    pub name: String,
    /// Whether anything is said of it.
    pub has_words: bool,
}

/// The tool call that questions come from.
#[derive(Clone, Copy, Debug, Default, Deserialize, TS)]
#[serde(default)]
#[ts(concrete(Text = String))]
pub struct Origin<Text = String> {
    /// The session of the call.
    pub session: Text,
    /// The id of the tool call.
    pub call: Text,
    /// When it was made, as the host writes times.
    pub timestamp: Text,
}

impl Origin {
    /// The entry, borrowed from this one.
    #[must_use]
    pub fn borrowed(&self) -> Origin<&str> {
        let Self { session, call, timestamp } = self;
        Origin { session, call, timestamp }
    }
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
        if json.field("sessionId").text().is_empty() {
            return Err(AnswerFault::Missing("sessionId"));
        }
        let questions = json.field("questions").list();
        if questions.is_empty() {
            return Err(AnswerFault::Missing("questions"));
        }
        Ok(Self { json, raw: Kept::read(text).questions })
    }

    /// Whether a person has written anything into it.
    pub(super) fn has_words(&self) -> bool {
        let whole = fields(&self.json, &|name| !FILE_FIELDS.contains(&name));
        self.questions().iter().any(is_said) || !whole.is_empty()
    }

    /// Whether a text is JSON that does not carry the id of this session.
    #[must_use]
    pub fn is_of_other(text: &str, session: &str) -> bool {
        match Self::read(text) {
            Ok(file) => file.session() != session,
            Err(fault) => fault == AnswerFault::Missing("sessionId"),
        }
    }

    /// The session that the questions were asked in.
    #[must_use]
    pub fn session(&self) -> &str {
        self.json.field("sessionId").text()
    }

    /// Says where the file belongs, if that is not the session.
    ///
    /// # Errors
    ///
    /// What to do about it.
    pub fn of_session(self, session: &str) -> Result<Self, String> {
        if self.session() == session { Ok(self) } else { Err(self.elsewhere_advice(Words::english())) }
    }

    /// That the file is of another session, and how to go on with that.
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

    /// The session that the file names; what is no id of a session is no part of a command.
    pub(super) fn known_session(&self) -> Option<&str> {
        let is_id = |id: &&str| {
            id.len() <= MAX_ID
                && id.chars().all(|char| char.is_ascii_alphanumeric() || "-_.".contains(char))
                && !id.starts_with('-')
        };
        Some(self.session()).filter(is_id)
    }

    /// The ids of the calls that the questions come from.
    #[must_use]
    pub fn calls(&self) -> Vec<&str> {
        let calls = self.questions().iter().map(|question| question.field("call").text());
        let mut met = HashSet::new();
        calls.filter(|call| !call.is_empty() && met.insert(*call)).collect()
    }

    /// Whether the file names no call for one of its questions.
    pub(super) fn leaves_out_calls(&self) -> bool {
        self.questions().iter().any(|question| question.field("call").is_null())
    }

    /// The questions of the file that `asked` has, with the answers that stand in the file: `asked` are calls, the oldest
    /// first, and their questions. `mark` is what the text of the file is known by, and `is_passed` says of which calls
    /// the user has gone on without answers.
    ///
    /// Of a question the file says only which one it is, by its text and by the call where that is given, and what it is
    /// called. Whoever has changed anything else of it has not changed what was asked.
    #[must_use]
    pub fn of_calls(&self, asked: &[(String, Questionnaire)], mark: String, is_passed: &dyn Fn(&str) -> bool) -> Read {
        let found = self.found(asked);
        let mut unasked = Vec::new();
        for ((number, entry), found) in (1..).zip(self.questions()).zip(&found) {
            if found.is_none() {
                unasked.push(Unasked { number, name: name_of(entry), has_words: is_said(entry) });
            }
        }
        let kept = |at: usize| found.get(at).is_some_and(Option::is_some);
        let late = if unasked.is_empty() {
            self.late(asked, &found, mark, is_passed)
        } else {
            self.only(&kept).late(asked, &found, mark, is_passed)
        };
        Read { late, unasked }
    }

    /// For each question of the file, the call and the place in it, from 0, that it has in `asked`.
    fn found(&self, asked: &[(String, Questionnaire)]) -> Vec<Option<(usize, usize)>> {
        let mut free: HashMap<(&str, &str), VecDeque<(usize, usize)>> = HashMap::new();
        let mut ids = HashSet::new();
        // Of calls with one id, the last is meant.
        for (nth, (call, questionnaire)) in asked.iter().enumerate().rev() {
            for (at, question) in questionnaire.questions().iter().enumerate() {
                free.entry((call, &question.prompt)).or_default().push_back((nth, at));
                ids.insert(question.id.as_str());
            }
        }
        let found = self.questions().iter().map(|entry| {
            let (prompt, id) = (entry.field("question").as_str()?, entry.field("id").text());
            let mut take = |call| {
                let places = free.get_mut(&(call, prompt))?;
                // Of two questions with one text, that of the same id, else the first.
                let is_called = |&(nth, at): &(usize, usize)| {
                    let question = asked.get(nth).and_then(|(_, questionnaire)| questionnaire.questions().get(at));
                    question.is_some_and(|question| question.id == id)
                };
                let place = ids.contains(id).then(|| places.iter().position(is_called)).flatten();
                places.remove(place.unwrap_or(0))
            };
            match entry.field("call") {
                Value::Null => asked.iter().rev().find_map(|(call, _)| take(call)),
                call => take(call.as_str()?),
            }
        });
        found.collect()
    }

    /// The questions of a file without others than these.
    fn late(
        &self,
        asked: &[(String, Questionnaire)],
        found: &[Option<(usize, usize)>],
        mark: String,
        is_passed: &dyn Fn(&str) -> bool,
    ) -> Option<Late> {
        let (mut calls, mut origins, mut questions) = (Vec::<String>::new(), Vec::new(), Vec::new());
        let mut sources = HashSet::new();
        for &(nth, at) in found.iter().flatten() {
            let (call, questionnaire) = asked.get(nth)?;
            questions.push(questionnaire.questions().get(at)?.clone());
            origins.push(call.clone());
            if sources.insert(nth) && !calls.contains(call) {
                calls.push(call.clone());
            }
        }
        // What a call says of all its questions is not said of others.
        let alone = sources.iter().next().filter(|_| sources.len() == 1).and_then(|nth| asked.get(*nth));
        let (title, metadata) =
            alone.map(|(_, alone)| (alone.title.clone(), alone.metadata.clone())).unwrap_or_default();
        // A question is called as it is in the file: that is what its answer is given by on the command line.
        let ids = self.questions().iter().zip(&questions);
        let ids: Vec<_> =
            ids.map(|(entry, question)| own_text(entry.field("id")).or_else(|| Some(question.id.clone()))).collect();
        for (question, id) in questions.iter_mut().zip(unique_ids(&ids)) {
            if question.id != id {
                Rc::make_mut(question).id = id;
            }
        }
        let mut questionnaire = Questionnaire { title, questions, metadata, reading_notes: Vec::new() };
        questionnaire.number();
        let Gathered { replies, faults } = self.gather(&questionnaire);
        let passed = calls.iter().filter(|call| is_passed(call)).cloned().collect();
        let besides =
            // A note without an answer goes with none.
            self.besides(&questionnaire, &|at| {
                faults.binary_search_by_key(&at, |(faulty, _)| *faulty).is_ok() || replies.is_only_note(at)
            });
        let words = self.besides(&questionnaire, &|_| true);
        let file = Some(mark);
        (!calls.is_empty()).then_some(Late {
            calls,
            file,
            questionnaire,
            replies,
            talk: None,
            faults,
            besides,
            words,
            origins,
            passed,
        })
    }

    /// The answers that fit, and what is wrong with the others.
    fn gather(&self, questionnaire: &Questionnaire) -> Gathered {
        let mut gathered = Gathered::default();
        // By position: a question's text may stand twice.
        for ((at, question), entry) in (0..).zip(questionnaire.questions()).zip(self.questions()) {
            let (answer, note) = (entry.field("answer"), entry.field("note"));
            let inner = answer.field("note");
            let written = match (note.is_null(), inner.is_null()) {
                (false, false) => Err(AnswerFault::Twice("note")),
                (true, _) => Ok((answer, inner)),
                (false, true) => Ok((answer, note)),
            };
            gathered.push(self.misplaced(at).map_or(written, Err), question);
        }
        gathered
    }

    /// What is wrong with how the answer of a question is written.
    fn misplaced(&self, at: usize) -> Option<AnswerFault> {
        let raw = self.raw.get(at)?.get();
        let own = || json::fields(raw).into_iter().find(|(name, _)| name == "answer");
        let of_answer = || own().and_then(|(_, answer)| twice(answer.get()).or_else(|| unknown(answer.get())));
        if let Some(fault) = twice(raw).or_else(of_answer) {
            return Some(fault);
        }
        let question = self.questions().get(at)?;
        let is_answered = *question.field("answer") != Value::Null;
        let (name, _) = besides(question).into_iter().find(|(_, value)| is_text(value) && !is_answered)?;
        Some(AnswerFault::NoField(name))
    }

    /// What a person has written that is no answer: further fields, by the id of their question and of the whole file
    /// under no id, and the answers to those questions of which the position, from 0, is of the kind.
    fn besides(&self, questionnaire: &Questionnaire, is_kind: &dyn Fn(usize) -> bool) -> Option<String> {
        let mut found = Map::new();
        let is_own = |name: &str| !FILE_FIELDS.contains(&name);
        let whole = fields(&self.json, &is_own);
        let all = (0..).zip(questionnaire.questions()).zip(self.questions()).zip(&self.raw);
        for (((at, question), written), raw) in all {
            let mut own = besides(written);
            if is_kind(at) {
                // As it is written: what stands there twice is there but once in a value.
                let all = json::fields(raw.get()).into_iter().filter(|(name, _)| ["answer", "note"].contains(&&**name));
                let said = all.filter(|(_, value)| value.get() != "null");
                own.extend(said.enumerate().map(|(nth, (name, value))| {
                    (if nth == 0 { name } else { format!("{name} {}", nth + 1) }, Value::from(value.get()))
                }));
            }
            if !own.is_empty() {
                found.insert(question.id.clone(), Value::Object(own));
            }
        }
        if !whole.is_empty() {
            found.insert(String::new(), Value::Object(whole));
        }
        (!found.is_empty()).then(|| Value::Object(found).to_string())
    }

    /// The same file with those questions of which the position, from 0, is to be kept.
    fn only(&self, is_kept: &dyn Fn(usize) -> bool) -> Self {
        let kept = |at: &usize| is_kept(*at);
        let questions = (0..).zip(self.questions()).filter(|(at, _)| kept(at)).map(|(_, question)| question.clone());
        let raw = (0..).zip(&self.raw).filter(|(at, _)| kept(at)).map(|(_, raw)| raw.clone()).collect();
        let own = self.json.as_object().into_iter().flatten().filter(|(name, _)| *name != "questions");
        let mut fields: Map<String, Value> = own.map(|(name, value)| (name.clone(), value.clone())).collect();
        fields.insert("questions".to_owned(), Value::Array(questions.collect()));
        Self { json: Value::Object(fields), raw }
    }

    pub(super) fn questions(&self) -> &[Value] {
        self.json.field("questions").list()
    }
}

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

/// Whether a person has written anything into a question of a file.
fn is_said(question: &Value) -> bool {
    ["answer", "note"].iter().any(|name| !question.field(name).is_null()) || !besides(question).is_empty()
}

/// What an entry of a file is called that is none of the questions of a session.
fn name_of(entry: &Value) -> String {
    let text = ["question", "id"].iter().find_map(|name| own_text(entry.field(name))).unwrap_or_default();
    format!("\"{}\"", shortened(Clean::line(&text), MAX_NAME).as_str())
}

/// Columns of the name of such an entry.
const MAX_NAME: usize = 60;

/// What somebody has written into a question beside its answer and the note.
fn besides(question: &Value) -> Map<String, Value> {
    fields(question, &|name| !QUESTION_FIELDS.contains(&name))
}

/// Those fields of an object that say something and are of this kind.
fn fields(object: &Value, is_kind: &dyn Fn(&str) -> bool) -> Map<String, Value> {
    let fields = object.as_object().into_iter().flatten();
    let own = fields.filter(|(name, value)| is_kind(name) && !value.is_null());
    own.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// Whether a value may be meant as an answer.
fn is_text(value: &Value) -> bool {
    match value {
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(items) => items.iter().any(is_text),
        _ => false,
    }
}

impl Questionnaire {
    /// The text of a pending file with these questions behind those of the file that is there, if any.
    ///
    /// # Errors
    ///
    /// Why the file that is there cannot take them; it is then left as it is.
    pub fn pending_text(&self, existing: Option<&str>, origin: Origin<&str>) -> Result<String, String> {
        let file = existing.map(|text| PendingFile::read(text).map_err(|fault| fault.in_english())).transpose()?;
        let file = file.map(|file| file.of_session(origin.session)).transpose()?;
        let earlier = file.as_ref().map(PendingFile::questions).unwrap_or_default();
        // An id stands for one question of the whole file.
        let ids = earlier.iter().map(|question| own_text(question.field("id")));
        let own = self.questions().iter().map(|question| Some(question.id.clone()));
        let ids = unique_ids(&ids.chain(own).collect::<Vec<_>>());
        let own = self.questions().iter().zip(ids.iter().skip(earlier.len()));
        let added = own.map(|(question, id)| Entry::Added(PendingQuestion::new(question, id, origin.call)));
        let Kept { fields, questions } = existing.map(Kept::read).unwrap_or_default();
        let is_new = file.is_none();
        Ok(json::pretty(&PendingFileShape {
            session_id: origin.session,
            timestamp: origin.timestamp,
            // What a call says of all its questions has room for one call.
            title: self.title.as_deref().filter(|_| is_new),
            metadata: self.metadata.as_ref().filter(|_| is_new),
            kept: fields,
            questions: questions.into_iter().map(Entry::Kept).chain(added).collect(),
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
    questions: Vec<Entry<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Entry<'a> {
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
