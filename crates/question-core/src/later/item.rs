//! An item of the pending file: the question that it names, and the answer in it.
//!
//! Only the fields `answer` and `note` are read as a person's. Other fields stay in the file as they are.

use serde_json::Value;
use serde_json::value::RawValue;

use crate::answer::fault::AnswerFault;
use crate::answer::read::{quoted, twice, unknown};
use crate::call::fields::as_text;
use crate::json::{self, Lenient as _};
use crate::text::Clean;

/// A question in a pending file.
#[derive(Clone, Debug)]
pub(super) struct FileItem {
    pub(super) json: Value,
    pub(super) raw: Box<RawValue>,
}

impl FileItem {
    pub(super) fn prompt(&self) -> Option<&str> {
        self.json.field("question").as_str()
    }

    pub(super) fn id(&self) -> Option<String> {
        as_text(self.json.field("id"))
    }

    /// Returns the answer and the note.
    ///
    /// # Errors
    ///
    /// Fails if one of them occurs twice or in other letters, or if the answer has a field that answers do not have.
    pub(super) fn answer(&self) -> Result<(&Value, &Value), AnswerFault> {
        let fields = json::fields(self.raw.get());
        // What a person has meant as one of the two must not be passed over.
        let is_meant =
            |name: &String| ["answer", "note"].iter().any(|own| name != own && name.eq_ignore_ascii_case(own));
        if let Some((name, _)) = fields.iter().find(|(name, value)| is_meant(name) && value.get() != "null") {
            return Err(AnswerFault::NoField(name.clone()));
        }
        let own = fields.into_iter().find(|(name, _)| name == "answer");
        let of_answer = || own.and_then(|(_, answer)| twice(answer.get()).or_else(|| unknown(answer.get())));
        if let Some(fault) = twice(self.raw.get()).or_else(of_answer) {
            return Err(fault);
        }
        let (answer, note) = (self.json.field("answer"), self.json.field("note"));
        match (note, answer.field("note")) {
            (note, inner) if !note.is_null() && !inner.is_null() => Err(AnswerFault::Twice("note".to_owned())),
            (Value::Null, inner) => Ok((answer, inner)),
            (note, _) => Ok((answer, note)),
        }
    }

    /// Returns whether a person has written an answer or a note.
    pub(super) fn is_answered(&self) -> bool {
        !self.json.field("answer").is_null() || !self.json.field("note").is_null()
    }

    /// Returns the key of the call.
    pub(super) fn key(&self) -> &str {
        self.json.field("call").text()
    }

    /// Returns the quoted prompt, or else the quoted id.
    pub(super) fn name(&self) -> String {
        let text = ["question", "id"].iter().find_map(|name| as_text(self.json.field(name))).unwrap_or_default();
        quoted(Clean::line(&text))
    }
}
