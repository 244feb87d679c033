//! An entry of the pending file: the answer in it, and what else a person has written there.

use serde_json::Value;
use serde_json::value::RawValue;

use crate::answer::fault::AnswerFault;
use crate::answer::read::{quoted, twice, unknown};
use crate::call::fields::own_text;
use crate::call::questionnaire::Question;
use crate::json::{self, Lenient as _};
use crate::later::pending::written;
use crate::text::{Clean, harmless};

/// A field as it is written.
pub(super) type RawField = (String, Box<RawValue>);

/// A question in a pending file, with what a person has written.
#[derive(Clone, Debug)]
pub(super) struct FileEntry {
    pub(super) json: Value,
    pub(super) raw: Box<RawValue>,
    /// Fields that a person has written: the answer, the note, and what differs from the question. A field may occur
    /// twice.
    fields: Vec<RawField>,
    pub(super) known: Known,
    /// Key of the words that a person has written into the entry, if the model has not been sent them: the name of the
    /// call, so that equal words in another file have another key, and the words. `None` if the branch has not asked
    /// the question.
    pub(super) unsent: Option<String>,
}

/// What the branch of a session knows about an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// The branch has not asked the question.
    NotAsked,
    /// The branch has asked the question, but the tool has not written this entry for it.
    NotWritten,
    /// The question waits for an answer.
    Open,
    /// The question is closed.
    Closed,
}

impl FileEntry {
    /// Reads an entry. Until it is compared with its question, only the answer and the note count as a person's.
    pub(super) fn new(json: Value, raw: Box<RawValue>) -> Self {
        let mut fields = json::fields(raw.get());
        fields.retain(|(name, value)| is_answer(name) && value.get() != "null");
        Self { json, raw, fields, known: Known::NotAsked, unsent: None }
    }

    /// Counts fields as a person's if the tool would not write them so for this question.
    pub(super) fn compare(&mut self, question: &Question) {
        let all = written(question, "", "");
        let mut fields = json::fields(self.raw.get());
        fields.retain(|(name, value)| {
            let written = match name.as_str() {
                // The entry was found by its call. Its id may have a suffix, to be unique in the file.
                "call" if self.json.field("call").is_string() => self.json.field("call"),
                "id" if self.id().is_some_and(|id| is_id_of(&id, question)) => self.json.field("id"),
                name => all.field(name),
            };
            value.get() != "null" && json::parse_bounded(value.get()) != *written
        });
        self.fields = fields;
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
    /// Fails if one of them occurs twice, or if the answer may have been written into another field.
    pub(super) fn answer(&self) -> Result<(&Value, &Value), AnswerFault> {
        let own = self.fields.iter().find(|(name, _)| name == "answer");
        let of_answer = || own.and_then(|(_, answer)| twice(answer.get()).or_else(|| unknown(answer.get())));
        if let Some(fault) = twice(self.raw.get()).or_else(of_answer) {
            return Err(fault);
        }
        let (answer, note) = (self.json.field("answer"), self.json.field("note"));
        let other = self.fields.iter().find(|(name, _)| !is_answer(name));
        if let (None, Some((name, _))) = (own, other) {
            return Err(AnswerFault::NoField(name.clone()));
        }
        match (note, answer.field("note")) {
            (note, inner) if !note.is_null() && !inner.is_null() => Err(AnswerFault::Twice("note".to_owned())),
            (Value::Null, inner) => Ok((answer, inner)),
            (note, _) => Ok((answer, note)),
        }
    }

    /// Returns whether a person has written anything into the entry.
    pub(super) fn has_words(&self) -> bool {
        !self.fields.is_empty()
    }

    /// Returns what a person has written into the entry, in one line, or `None` if that is nothing. If `is_told`, an
    /// answer that says no more than a choice and a note is left out.
    pub(super) fn words(&self, is_told: bool) -> Option<String> {
        let answer = self.json.field("answer").as_object().into_iter().flatten();
        let is_more = answer.filter(|(name, value)| *name != "note" && !value.is_null()).count() > 1;
        let fields = self.fields.iter().filter(|(name, _)| !is_told || is_more || !is_answer(name));
        let fields: Vec<String> = fields.map(shown).collect();
        let name = self.id().map_or_else(|| self.name(), |id| Clean::line(&id).as_str().to_owned());
        (!fields.is_empty()).then(|| format!("{name}: {}", fields.join(", ")))
    }

    /// Returns the key of the call.
    pub(super) fn call(&self) -> &str {
        self.json.field("call").text()
    }

    /// Returns the quoted prompt, or else the quoted id.
    pub(super) fn name(&self) -> String {
        let text = ["question", "id"].iter().find_map(|name| own_text(self.json.field(name))).unwrap_or_default();
        quoted(Clean::line(&text))
    }
}

/// Returns whether a field is one that a person fills in.
fn is_answer(name: &str) -> bool {
    ["answer", "note"].contains(&name)
}

/// Returns whether an id in the file is that of the question, possibly with a number to be unique.
fn is_id_of(id: &str, question: &Question) -> bool {
    let suffix = id.strip_prefix(&question.id);
    let is_number = |suffix: &str| suffix.strip_prefix('-').is_some_and(|number| number.parse::<usize>().is_ok());
    suffix.is_some_and(|suffix| suffix.is_empty() || is_number(suffix))
}

/// Returns a field in one line that is safe to show, and is the same however the value is laid out.
pub(super) fn shown((name, value): &RawField) -> String {
    let value = json::pretty(value);
    let lines: Vec<&str> = value.lines().map(str::trim).collect();
    harmless(format!("{}: {}", Value::from(name.as_str()), lines.join(" ")))
}
