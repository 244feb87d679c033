//! Requests and results as JSON: the shapes that pi validates, that a session keeps and that the model's host reads.
//!
//! The one place that names their fields on the way out. What other tools call them is in `dialect`.

use crate::answer::result::{Answer, Details, Outcome, Pick, Picks, ToolResult};
use crate::call::dialect::{self, Dialect};
use crate::call::questionnaire::{Question, QuestionOption};
use crate::call::request::{Mode, OptionRequest, QuestionRequest, Request};
use crate::json::Json;

/// An object that is put together field by field.
#[derive(Default)]
pub(crate) struct Object(Vec<(String, Json)>);

impl Object {
    pub(crate) fn with(mut self, name: &str, value: Json) -> Self {
        self.0.push((name.to_owned(), value));
        self
    }

    pub(crate) fn text(self, name: &str, text: &str) -> Self {
        self.with(name, Json::from(text))
    }

    pub(crate) fn flag(self, name: &str, flag: bool) -> Self {
        self.with(name, Json::Bool(flag))
    }

    /// The field, where there is a value for it.
    pub(crate) fn some(self, name: &str, value: Option<Json>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    pub(crate) fn some_text(self, name: &str, text: Option<&String>) -> Self {
        match text {
            Some(text) => self.text(name, text),
            None => self,
        }
    }

    /// The list, unless it is empty.
    pub(crate) fn filled(self, name: &str, items: Vec<Json>) -> Self {
        if items.is_empty() { self } else { self.with(name, Json::List(items)) }
    }

    pub(crate) fn json(self) -> Json {
        Json::Object(self.0)
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// A count or a position.
pub(crate) fn number(number: usize) -> Json {
    Json::Number(i64::try_from(number).unwrap_or(i64::MAX))
}

pub(crate) fn texts(texts: &[String]) -> Vec<Json> {
    texts.iter().map(|text| Json::from(text.as_str())).collect()
}

impl Request {
    /// The arguments as the tool of a dialect declares them.
    #[must_use]
    pub fn to_json(&self, dialect: Dialect) -> Json {
        let questions = self.questions.iter().map(|question| match dialect {
            Dialect::Question => question_request(question).json(),
            dialect => dialect::question_request(question, dialect),
        });
        Object::default()
            .some_text("title", self.title.as_ref())
            .with("questions", Json::List(questions.collect()))
            .some("metadata", self.metadata.clone())
            .json()
    }
}

fn question_request(question: &QuestionRequest) -> Object {
    let object = Object::default()
        .some_text("id", question.id.as_ref())
        .some_text("label", question.label.as_ref())
        .text("prompt", &question.prompt)
        .filled("options", question.options.iter().map(option_request).collect())
        .some_text("recommended", question.recommended.as_ref());
    answering(object.some("mode", question.mode.map(mode)), question)
}

/// The fields that only this tool has.
pub(crate) fn answering(object: Object, question: &QuestionRequest) -> Object {
    object
        .some("allowCustom", question.allow_custom.map(Json::Bool))
        .some_text("customLabel", question.custom_label.as_ref())
        .some("allowEmpty", question.allow_empty.map(Json::Bool))
        .some_text("defaultValue", question.default_value.as_ref())
        .some("defaultValues", question.default_values.as_ref().map(|values| Json::List(texts(values))))
}

pub(crate) fn option_request(option: &OptionRequest) -> Json {
    Object::default()
        .some_text("value", option.value.as_ref())
        .text("label", &option.label)
        .some_text("description", option.description.as_ref())
        .some_text("preview", option.preview.as_ref())
        .json()
}

pub(crate) fn mode(mode: Mode) -> Json {
    Json::from(match mode {
        Mode::Single => "single",
        Mode::Multi => "multi",
        Mode::Input => "input",
    })
}

impl ToolResult {
    /// What the host gets: `content`, which the model reads, `details` in the shape of a dialect, and `isSaid`.
    #[must_use]
    pub fn to_json(&self, dialect: Dialect) -> Json {
        let object = Object::default().text("content", &self.content).with("details", self.details.to_json(dialect));
        object.flag("isSaid", self.is_said).json()
    }
}

impl Details {
    /// What the session keeps.
    #[must_use]
    pub fn to_json(&self, dialect: Dialect) -> Json {
        let answers = match dialect {
            Dialect::Question => Json::List(self.answers.iter().map(answer).collect()),
            dialect => dialect::answers(&self.answers, dialect),
        };
        let annotations = match dialect {
            Dialect::AskUserQuestion => dialect::annotations(&self.answers),
            Dialect::Question | Dialect::AskUser => None,
        };
        let object = match dialect {
            Dialect::AskUser => Object::default().flag("answered", self.outcome == Outcome::Answered),
            Dialect::Question | Dialect::AskUserQuestion => Object::default(),
        };
        object
            .some_text("title", self.title.as_ref())
            .with("questions", Json::List(self.questions.iter().map(|asked| question(asked)).collect()))
            .with("answers", answers)
            .some("annotations", annotations)
            .flag("cancelled", self.cancelled)
            .text("outcome", self.outcome.name())
            .text("mode", self.mode.name())
            .some("answeredAt", self.answered_at.map(Json::Number))
            .some("metadata", self.metadata.clone())
            .some_text("message", self.message.as_ref())
            .some_text("pendingFile", self.pending_file.as_ref())
            .some("changed", self.changed.as_deref().map(|ids| Json::List(texts(ids))))
            .json()
    }
}

pub(crate) fn question(question: &Question) -> Json {
    Object::default()
        .text("id", &question.id)
        .text("label", &question.label)
        .text("prompt", &question.prompt)
        .with("mode", mode(question.mode))
        .filled("options", question.options.iter().map(option).collect())
        .flag("allowCustom", question.allow_custom)
        .text("customLabel", &question.custom_label)
        .flag("allowEmpty", question.allow_empty)
        .some_text("defaultValue", question.default_value.as_ref())
        .filled("defaultValues", texts(&question.default_values))
        .some_text("recommended", question.recommended.as_ref())
        .json()
}

fn option(option: &QuestionOption) -> Json {
    Object::default()
        .text("value", &option.value)
        .text("label", &option.label)
        .some_text("description", option.description.as_ref())
        .some_text("preview", option.preview.as_ref())
        .json()
}

/// An answer; `index` is absent for one typed text, and null for one among several.
pub(crate) fn answer(answer: &Answer) -> Json {
    let object =
        Object::default().text("id", &answer.id).with("mode", mode(answer.mode)).text("prompt", &answer.prompt);
    let object = match &answer.picks {
        Picks::One(pick) => object
            .text("value", &pick.value)
            .text("label", &pick.label)
            .flag("wasCustom", pick.was_custom())
            .some("index", pick.index.map(number)),
        Picks::Many(picks) => {
            let list = |field: fn(&Pick) -> Json| Json::List(picks.iter().map(field).collect());
            object
                .with("value", list(|pick| Json::from(pick.value.as_str())))
                .with("label", list(|pick| Json::from(pick.label.as_str())))
                .with("wasCustom", list(|pick| Json::Bool(pick.was_custom())))
                .with("index", list(|pick| pick.index.map_or(Json::Null, number)))
        }
    };
    object.some_text("note", answer.note.as_ref()).json()
}
