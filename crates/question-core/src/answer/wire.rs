//! Results as JSON: the shapes that a session keeps and that the model's host reads.

use serde_json::Value;

use crate::answer::record;
use crate::answer::result::{Answer, Details, Outcome, Pick, Picks, ToolResult};
use crate::call::declared::{mode, question};
use crate::call::dialect::Dialect;
use crate::json::object::{Object, number, texts};

impl ToolResult {
    /// What the host gets: `content`, which the model reads, `details` in the shape of a dialect, and `isSaid`.
    #[must_use]
    pub fn to_json(&self, dialect: Dialect) -> Value {
        let object = Object::default().text("content", &self.content).with("details", self.details.to_json(dialect));
        object.flag("isSaid", self.is_said).json()
    }
}

impl Details {
    /// What the session keeps.
    #[must_use]
    pub fn to_json(&self, dialect: Dialect) -> Value {
        let answers = match dialect {
            Dialect::Question => Value::Array(self.answers.iter().map(answer).collect()),
            dialect => record::answers(&self.answers, dialect),
        };
        let annotations = match dialect {
            Dialect::AskUserQuestion => record::annotations(&self.answers),
            Dialect::Question | Dialect::AskUser => None,
        };
        let object = match dialect {
            Dialect::AskUser => Object::default().flag("answered", self.outcome == Outcome::Answered),
            Dialect::Question | Dialect::AskUserQuestion => Object::default(),
        };
        object
            .some_text("title", self.title.as_ref())
            .with("questions", Value::Array(self.questions.iter().map(|asked| question(asked)).collect()))
            .with("answers", answers)
            .some("annotations", annotations)
            .flag("cancelled", self.cancelled)
            .text("outcome", self.outcome.name())
            .text("mode", self.mode.name())
            .some("answeredAt", self.answered_at.map(Value::from))
            .some("metadata", self.metadata.clone())
            .some_text("message", self.message.as_ref())
            .some_text("pendingFile", self.pending_file.as_ref())
            .some("changed", self.changed.as_deref().map(|ids| Value::Array(texts(ids))))
            .json()
    }
}

/// An answer; `index` is absent for one typed text, and null for one among several.
pub(crate) fn answer(answer: &Answer) -> Value {
    let object =
        Object::default().text("id", &answer.id).with("mode", mode(answer.mode)).text("prompt", &answer.prompt);
    let object = match &answer.picks {
        Picks::One(pick) => object
            .text("value", &pick.value)
            .text("label", &pick.label)
            .flag("wasCustom", pick.was_custom())
            .some("index", pick.index.map(number)),
        Picks::Many(picks) => {
            let list = |field: fn(&Pick) -> Value| Value::Array(picks.iter().map(field).collect());
            object
                .with("value", list(|pick| Value::from(pick.value.as_str())))
                .with("label", list(|pick| Value::from(pick.label.as_str())))
                .with("wasCustom", list(|pick| Value::Bool(pick.was_custom())))
                .with("index", list(|pick| pick.index.map_or(Value::Null, number)))
        }
    };
    object.some_text("note", answer.note.as_ref()).json()
}
