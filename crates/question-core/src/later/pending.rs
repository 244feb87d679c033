//! Questionnaire ↔ the pending file: questions that wait for their answers where nobody can be asked.
//!
//! The shape of the file, in both directions. Where it is and how it is written is the host's business. What a person
//! has written into it is never changed here: questions are added behind those that are there.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use ts_rs::TS;

use crate::answer::fault::AnswerFault;
use crate::answer::reply::Replies;
use crate::answer::sorted::{Gathered, told};
use crate::answer::written::{Written, noted, twice};
use crate::call::fields::own_text;
use crate::call::names::DECLARED;
use crate::call::naming::is_seen;
use crate::call::options::RECOMMENDED_MARK;
use crate::call::questionnaire::{Question, QuestionOption, Questionnaire, unique_ids};
use crate::call::request::{Mode, Request};
use crate::call::settings::Settings;
use crate::call::types::Kind;
use crate::json::{self, Fields, Lenient};
use crate::later::late::Late;
use crate::later::session::CLEAR;
use crate::words::{Words, fill};

/// Bytes of a file beyond which it is not read: that takes long, and nobody means it.
const MAX_LENGTH: usize = 20_000_000;

/// A pending file that has been read.
#[derive(Clone, Debug)]
pub struct PendingFile {
    json: Value,
    /// Its questions as they are written.
    raw: Vec<Box<RawValue>>,
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
        let questions = json.field("questions").list();
        // A person may have written it anew, to say nothing but the answers.
        let is_answered = |question: &Value| !question.field("answer").is_null();
        let is_own = json.field("sessionId").is_null() && !questions.is_empty() && questions.iter().all(is_answered);
        if json.field("sessionId").text().is_empty() && !is_own {
            return Err(AnswerFault::Missing("sessionId"));
        }
        if questions.is_empty() {
            return Err(AnswerFault::Missing("questions"));
        }
        Ok(Self { json, raw: Kept::read(text).questions })
    }

    /// Whether a person has written anything into it.
    pub(super) fn has_words(&self) -> bool {
        let is_said = |question: &Value| {
            ["answer", "note"].iter().any(|name| !question.field(name).is_null()) || !besides(question).is_empty()
        };
        let whole = fields(&self.json, &|name| !FILE_FIELDS.contains(&name));
        self.questions().iter().any(is_said) || !whole.is_empty()
    }

    /// Whether a text is the file of another session than this.
    #[must_use]
    pub fn is_of_other(text: &str, session: &str) -> bool {
        Self::read(text).is_ok_and(|file| file.session() != session)
    }

    /// The session that the questions were asked in; empty where the file says no more than the answers.
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
        if self.session() == session || self.session().is_empty() {
            Ok(self)
        } else {
            Err(self.elsewhere_advice(Words::english()))
        }
    }

    /// That the file is of another session, and how to go on with that.
    pub(super) fn is_elsewhere(&self, words: &Words) -> String {
        match self.known_session() {
            Some(id) => fill(words.other_session_named, &format!("pi --session {id}")),
            None => words.other_session.to_owned(),
        }
    }

    /// The same, and how to be rid of the file.
    pub(super) fn elsewhere_advice(&self, words: &Words) -> String {
        let how = if self.known_session().is_some() { words.or_remove_file } else { words.remove_file };
        [self.is_elsewhere(words), fill(how, CLEAR)].concat()
    }

    /// The session that the file names; what is no id of a session is no part of a command.
    fn known_session(&self) -> Option<&str> {
        let is_id = |id: &&str| {
            id.chars().all(|char| char.is_ascii_alphanumeric() || "-_.".contains(char)) && !id.starts_with('-')
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

    /// The questions of the file, as they can be asked.
    ///
    /// # Errors
    ///
    /// What is wrong with them, to be read behind the file's name.
    pub fn questionnaire(&self, settings: &Settings) -> Result<Questionnaire, AnswerFault> {
        // What the model has to be told was told when it asked.
        let mut request = Request { reading_notes: Vec::new(), ..Request::read(&asked(&self.json)) };
        for (nth, question) in (1..).zip(&mut request.questions) {
            if !is_seen(&question.prompt) {
                // A person has written it, and means its name.
                let mut names = [&question.label, &question.id].into_iter().flatten();
                let name = names.find(|name| !name.trim().is_empty());
                question.prompt = name.cloned().unwrap_or_else(|| format!("Question {nth}"));
            }
        }
        Questionnaire::new(request, settings).map_err(AnswerFault::Refused)
    }

    /// The answers that stand in the file.
    ///
    /// # Errors
    ///
    /// As [`Self::questionnaire`].
    pub fn replies(&self, questionnaire: &Questionnaire) -> Result<Replies, AnswerFault> {
        let Gathered { replies, faults } = self.gather(questionnaire);
        if faults.is_empty() { Ok(replies) } else { Err(told(&faults, questionnaire)) }
    }

    /// The answers that fit, and what is wrong with the others.
    fn gather(&self, questionnaire: &Questionnaire) -> Gathered {
        // By position: a question's text may stand twice.
        let answers: Vec<Value> =
            self.questions().iter().map(|question| noted(question.field("answer"), question.field("note"))).collect();
        let written = (0..).zip(&answers).map(|(at, answer)| Some(Written { answer, fault: self.misplaced(at) }));
        Gathered::read(written.collect(), questionnaire).bounded()
    }

    /// What is wrong with how the answer of a question is written.
    fn misplaced(&self, at: usize) -> Option<AnswerFault> {
        let raw = self.raw.get(at)?.get();
        let own = || json::fields(raw).into_iter().find(|(name, _)| name == "answer");
        if let Some(fault) = twice(raw).or_else(|| twice(own()?.1.get())) {
            return Some(fault);
        }
        let question = self.questions().get(at)?;
        let is_answered = *question.field("answer") != Value::Null;
        let (name, _) = besides(question).into_iter().find(|(_, value)| is_text(value) && !is_answered)?;
        Some(AnswerFault::Misplaced(name))
    }

    /// The questions of the file with the answers that stand in it; `mark` is what its text is known by. `is_passed` says
    /// of which calls the user has gone on without answers.
    ///
    /// # Errors
    ///
    /// As [`Self::questionnaire`].
    pub fn late(
        &self,
        mark: String,
        settings: &Settings,
        is_passed: &dyn Fn(&str) -> bool,
    ) -> Result<Late, AnswerFault> {
        let questionnaire = self.questionnaire(settings)?;
        let Gathered { replies, faults } = self.gather(&questionnaire);
        let calls: Vec<String> = self.calls().into_iter().map(str::to_owned).collect();
        let passed = calls.iter().filter(|call| is_passed(call)).cloned().collect();
        let origins = self.questions().iter().map(|question| question.field("call").text().to_owned()).collect();
        let besides =
            // A note without an answer goes with none.
            self.besides(&questionnaire, &|at| {
                faults.binary_search_by_key(&at, |(faulty, _)| *faulty).is_ok() || replies.is_only_note(at)
            });
        let words = self.besides(&questionnaire, &|_| true);
        let file = Some(mark);
        Ok(Late { calls, file, questionnaire, replies, talk: None, faults, besides, words, origins, passed })
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

    /// The same where the file says no more than the answers: they are those to the questions that the session knows, the
    /// latest call of as many.
    ///
    /// # Errors
    ///
    /// As [`Self::questionnaire`].
    pub fn answering(
        &self,
        known: &dyn Fn() -> Vec<Late>,
        mark: String,
        settings: &Settings,
        is_passed: &dyn Fn(&str) -> bool,
    ) -> Result<Late, AnswerFault> {
        let known = if self.session().is_empty() { known() } else { Vec::new() };
        match self.answered_anew(known)? {
            Some((late, file)) => {
                let Gathered { replies, faults } = file.gather(&late.questionnaire);
                let besides = file.besides(&late.questionnaire, &|_| false);
                let words = file.besides(&late.questionnaire, &|_| true);
                Ok(Late { file: Some(mark), replies, faults, besides, words, ..late })
            }
            None => self.late(mark, settings, is_passed),
        }
    }

    /// The same file with `count` entries, of which those that stand in it are at these positions.
    pub(super) fn rearranged(&self, places: &[usize], count: usize) -> Self {
        let mut questions = vec![Value::Null; count];
        let mut raw = vec![RawValue::NULL.to_owned(); count];
        for ((at, question), text) in places.iter().zip(self.questions()).zip(&self.raw) {
            if let (Some(slot), Some(raw)) = (questions.get_mut(*at), raw.get_mut(*at)) {
                (*slot, *raw) = (question.clone(), text.clone());
            }
        }
        let mut json = self.json.clone();
        if let Some(fields) = json.as_object_mut() {
            fields.insert("questions".to_owned(), Value::Array(questions));
        }
        Self { json, raw }
    }

    pub(super) fn questions(&self) -> &[Value] {
        self.json.field("questions").list()
    }
}

/// Fields of the file.
const FILE_FIELDS: [&str; 5] = ["sessionId", "timestamp", "questions", "title", "metadata"];

/// Fields that a question has in the file, beside those that it may have in a call.
const OWN_FIELDS: [&str; 3] = ["call", "answer", "note"];

/// The file without what is said of its questions, for nobody to take that for a part of them.
fn asked(file: &Value) -> Value {
    let mut file = file.clone();
    let questions = file.get_mut("questions").and_then(Value::as_array_mut);
    for question in questions.into_iter().flatten().filter_map(Value::as_object_mut) {
        question.retain(|name, _| !OWN_FIELDS.contains(&name.as_str()));
    }
    file
}

/// What somebody has written into a question beside its answer and the note.
fn besides(question: &Value) -> Map<String, Value> {
    fields(question, &|name| !OWN_FIELDS.contains(&name) && !DECLARED.contains(&name))
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
