//! Request → arguments, as the tool of a dialect declares them and pi validates them; and questions as they are sent on.

use serde_json::Value;

use crate::call::dialect::Dialect;
use crate::call::questionnaire::{Question, QuestionOption};
use crate::call::request::{Mode, OptionRequest, QuestionRequest, Request};
use crate::json::object::{Object, number, texts};

impl Request {
    /// The arguments as the tool of a dialect declares them.
    #[must_use]
    pub fn to_json(&self, dialect: Dialect) -> Value {
        let questions = self.questions.iter().map(|question| match dialect {
            Dialect::Question => question_request(question).json(),
            dialect => foreign_question_request(question, dialect),
        });
        Object::default()
            .some_text("title", self.title.as_ref())
            .with("questions", Value::Array(questions.collect()))
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
        .some("allowCustom", question.allow_custom.map(Value::Bool))
        .some_text("customLabel", question.custom_label.as_ref())
        .some("allowEmpty", question.allow_empty.map(Value::Bool))
        .some_text("defaultValue", question.default_value.as_ref())
        .some("defaultValues", question.default_values.as_ref().map(|values| Value::Array(texts(values))))
}

pub(crate) fn option_request(option: &OptionRequest) -> Value {
    Object::default()
        .some_text("value", option.value.as_ref())
        .text("label", &option.label)
        .some_text("description", option.description.as_ref())
        .some_text("preview", option.preview.as_ref())
        .json()
}

/// A question of the arguments: declared fields under the other tool's names, what its schema does not have under ours.
pub(crate) fn foreign_question_request(question: &QuestionRequest, dialect: Dialect) -> Value {
    let options = question.options.iter().map(option_request).collect();
    let object = Object::default()
        .text("question", &question.prompt)
        .some_text("header", question.label.as_ref())
        .some_text("id", question.id.as_ref());
    let object = if dialect == Dialect::AskUserQuestion {
        // Its options are not optional, and what it recommends is an index.
        let index = question.recommended_option().map(number);
        object.with("options", Value::Array(options)).some("recommended", index)
    } else {
        object.filled("options", options).some_text("recommended", question.recommended.as_ref())
    };
    let object = match (question.mode, dialect) {
        (Some(Mode::Multi), Dialect::AskUserQuestion) => object.flag("multi", true),
        (Some(Mode::Multi), _) => object.flag("multiSelect", true),
        (own, _) => object.some("mode", own.map(mode)),
    };
    answering(object, question).json()
}

pub(crate) fn mode(mode: Mode) -> Value {
    Value::from(match mode {
        Mode::Single => "single",
        Mode::Multi => "multi",
        Mode::Input => "input",
    })
}

pub(crate) fn question(question: &Question) -> Value {
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

fn option(option: &QuestionOption) -> Value {
    Object::default()
        .text("value", &option.value)
        .text("label", &option.label)
        .some_text("description", option.description.as_ref())
        .some_text("preview", option.preview.as_ref())
        .json()
}
