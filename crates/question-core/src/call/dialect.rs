//! The name and schema under which the tool is offered to the model.

use serde::{Deserialize, Serialize};
use strum::VariantArray;
use ts_rs::TS;

use crate::json;

/// The tool that is offered to the model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, VariantArray, Serialize, Deserialize, TS)]
pub enum Dialect {
    /// This tool.
    #[default]
    #[serde(rename = "question")]
    Question,
    /// Answers are a map from question text to answer text.
    AskUserQuestion,
    /// Each answer holds the question, the answer, and the chosen option, if any.
    #[serde(rename = "ask_user")]
    AskUser,
}

impl Dialect {
    /// Returns the dialect whose tool has this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        json::named(name)
    }

    /// Returns the name of the dialect's tool.
    #[must_use]
    pub fn name(self) -> &'static str {
        json::name_of(&self)
    }
}
