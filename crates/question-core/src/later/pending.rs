//! Questionnaire ↔ the pending file: questions that wait for their answers where nobody can be asked.
//!
//! The shape of the file, in both directions. Where it is and how it is written is the host's business. What a person
//! has written into it is never changed here: questions are added behind those that are there.

use std::rc::Rc;

use serde_json::Value;

use crate::answer::reply::Replies;
use crate::call::declared;
use crate::call::questionnaire::{Question, QuestionOption, Questionnaire, unique_ids};
use crate::call::refusal::Refusal;
use crate::call::request::{RECOMMENDED_MARK, Request, own_text};
use crate::call::settings::Settings;
use crate::json::object::{self, Object};
use crate::json::{self, Lenient};
use crate::text::Clean;

/// A pending file that has been read.
#[derive(Clone, Debug)]
pub struct PendingFile {
    json: Value,
}

/// The call that questions come from.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// The session of the call.
    pub session: &'a str,
    /// The id of the tool call.
    pub call: &'a str,
    /// When it was made, as the host writes times.
    pub timestamp: &'a str,
}

impl PendingFile {
    /// Reads the text of the file.
    ///
    /// # Errors
    ///
    /// What is wrong with it, to be read behind its name.
    pub fn read(text: &str) -> Result<Self, String> {
        let json: Value = json::read(text)?;
        if json.field("sessionId").text().is_empty() {
            return Err("\"sessionId\" is missing".to_owned());
        }
        if json.field("questions").list().is_empty() {
            return Err("\"questions\" is missing".to_owned());
        }
        Ok(Self { json })
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
        if self.session() == session {
            return Ok(self);
        }
        let other = Clean::line(self.session()).into_owned();
        Err([
            "it holds the questions of another session. Continue that one with: pi --session ",
            other.as_str(),
            ". Or remove the file with: /questions clear",
        ]
        .concat())
    }

    /// The ids of the calls that the questions come from.
    #[must_use]
    pub fn calls(&self) -> Vec<&str> {
        let mut calls = Vec::new();
        for call in self.questions().iter().map(|question| question.field("call").text()) {
            if !call.is_empty() && !calls.contains(&call) {
                calls.push(call);
            }
        }
        calls
    }

    /// The questions of the file, as they can be asked.
    ///
    /// # Errors
    ///
    /// What is wrong with them, to be read behind the file's name.
    pub fn questionnaire(&self, settings: &Settings) -> Result<Questionnaire, String> {
        Questionnaire::new(Request::read(&self.json), settings).map_err(|refusal| match refusal {
            Refusal::NoQuestions => "\"questions\" is missing".to_owned(),
            faults @ Refusal::Faults(_) => faults.text(),
        })
    }

    /// The answers that stand in the file.
    ///
    /// # Errors
    ///
    /// As [`Self::questionnaire`].
    pub fn replies(&self, questionnaire: &Questionnaire) -> Result<Replies, String> {
        // By position: a question's text may stand twice.
        let answer = |question: &Value| {
            let field = |name| question.field(name).clone();
            Object::default().with("answer", field("answer")).with("note", field("note")).json()
        };
        Replies::read(&Value::Array(self.questions().iter().map(answer).collect()), questionnaire)
    }

    fn questions(&self) -> &[Value] {
        self.json.field("questions").list()
    }
}

impl Questionnaire {
    /// The text of a pending file with these questions behind those of the file that is there, if any.
    ///
    /// # Errors
    ///
    /// Why the file that is there cannot take them; it is then left as it is.
    pub fn pending_text(&self, existing: Option<&str>, origin: Origin) -> Result<String, String> {
        let file = existing.map(|text| PendingFile::read(text)?.of_session(origin.session)).transpose()?;
        let earlier = file.as_ref().map(PendingFile::questions).unwrap_or_default();
        // An id stands for one question of the whole file.
        let ids = earlier.iter().map(|question| own_text(question.field("id")));
        let own = self.questions().iter().map(|question| Some(question.id.clone()));
        let ids = unique_ids(&ids.chain(own).collect::<Vec<_>>());
        let own = self.questions().iter().zip(ids.iter().skip(earlier.len()));
        let added = own.map(|(question, id)| entry(question, id, origin.call));
        let questions = Value::Array(earlier.iter().cloned().chain(added).collect());
        let mut object = Object::default().text("sessionId", origin.session).text("timestamp", origin.timestamp);
        if file.is_none() {
            // What a call says of all its questions has room for one call.
            object = object.some_text("title", self.title.as_ref()).some("metadata", self.metadata.clone());
        }
        if let Some(PendingFile { json: Value::Object(fields) }) = &file {
            // What a person has added stays.
            let is_known = |name: &str| ["sessionId", "timestamp", "questions"].contains(&name);
            for (name, value) in fields.iter().filter(|(name, _)| !is_known(name)) {
                object = object.with(name, value.clone());
            }
        }
        Ok(json::pretty(&object.with("questions", questions).json()))
    }
}

/// A question as it stands in the file, without an answer.
fn entry(question: &Rc<Question>, id: &str, call: &str) -> Value {
    let object = Object::default()
        .text("id", id)
        .text("call", call)
        .some_text("header", question.has_own_label.then_some(&question.label))
        .text("question", &question.prompt)
        .with("mode", declared::mode(question.mode))
        .filled("options", question.options.iter().map(option).collect());
    let object = if question.allow_custom { object } else { object.flag("allowCustom", false) };
    let object = if question.allow_empty { object.flag("allowEmpty", true) } else { object };
    object
        .some_text("defaultValue", question.default_value.as_ref())
        .filled("defaultValues", object::texts(&question.default_values))
        .with("answer", Value::Null)
        .json()
}

/// An option, marked as people know it.
fn option(option: &QuestionOption) -> Value {
    let mark = if option.is_recommended { RECOMMENDED_MARK } else { "" };
    Object::default()
        .text("label", &format!("{}{mark}", option.label))
        .text("value", &option.value)
        .some_text("description", option.description.as_ref())
        .some_text("preview", option.preview.as_ref())
        .json()
}
