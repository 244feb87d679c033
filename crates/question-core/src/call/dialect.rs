//! The name and schema under which the tool is offered to the model.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use strum::VariantArray;
use ts_rs::TS;

use crate::call::request::{Mode, QuestionRequest, Request};
use crate::json;

/// The name and schema under which the tool is offered to the model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, VariantArray, Serialize, Deserialize, TS)]
pub enum Dialect {
    /// The names and the schema of this tool.
    #[default]
    #[serde(rename = "question")]
    Question,
    /// `AskUserQuestion`: options are recommended by index, and answers come as a map from question text.
    AskUserQuestion,
    /// `ask_user`: each answer comes with the question, the answer, and the chosen option, if any.
    #[serde(rename = "ask_user")]
    AskUser,
}

impl Dialect {
    /// Finds the dialect by the exact name of its tool, or `None` for any other tool.
    #[must_use]
    pub fn with_name(name: &str) -> Option<Self> {
        json::variant_named(name)
    }

    /// Returns the name of the dialect's tool.
    #[must_use]
    pub fn name(self) -> &'static str {
        json::name_of(&self)
    }
}

impl Request {
    /// Returns the arguments in the schema of a dialect.
    ///
    /// The dialects differ in the names of some fields of a question. A field that the schema of another dialect does
    /// not have keeps the name of this tool, so that none is lost when the arguments are read again.
    #[must_use]
    pub fn in_dialect(&self, dialect: Dialect) -> Value {
        // Serialization fails only for map keys that are not strings, which a request does not have.
        let mut arguments = serde_json::to_value(self).unwrap_or_default();
        let questions = arguments.get_mut("questions").and_then(Value::as_array_mut).into_iter().flatten();
        for (question, fields) in self.questions.iter().zip(questions.filter_map(Value::as_object_mut)) {
            question.rename(fields, dialect);
        }
        arguments
    }
}

impl QuestionRequest {
    /// Gives the fields of the question the names and types that they have in a dialect.
    fn rename(&self, fields: &mut Map<String, Value>, dialect: Dialect) {
        let flag = match dialect {
            Dialect::Question => return,
            Dialect::AskUserQuestion => "multi",
            Dialect::AskUser => "multiSelect",
        };
        for (own, name) in [("prompt", "question"), ("label", "header")] {
            if let Some(value) = fields.remove(own) {
                fields.insert(name.to_owned(), value);
            }
        }
        if self.mode == Some(Mode::Multi) {
            fields.remove("mode");
            fields.insert(flag.to_owned(), Value::Bool(true));
        }
        if let Some(recommended) = &self.recommended {
            if let [Some(at)] = self.options_recommended(std::slice::from_ref(recommended)).as_slice() {
                fields.insert("recommended".to_owned(), Value::from(*at));
            } else if dialect == Dialect::AskUserQuestion {
                // There, `recommended` is an index.
                fields.remove("recommended");
                fields.insert("recommendedValue".to_owned(), recommended.clone());
            }
        }
        if dialect == Dialect::AskUserQuestion {
            fields.entry("options").or_insert_with(|| Value::Array(Vec::new()));
        }
    }
}
