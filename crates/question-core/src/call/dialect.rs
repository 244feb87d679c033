//! The tool that the model is offered: this one, or one that it knows from elsewhere.

use serde::{Deserialize, Serialize};
use strum::VariantArray;
use ts_rs::TS;

use crate::json;

/// The name of the tool that the model is offered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, VariantArray, Serialize, Deserialize, TS)]
pub enum Dialect {
    /// This tool.
    #[default]
    #[serde(rename = "question")]
    Question,
    /// Answers are a record of question text → answer text.
    AskUserQuestion,
    /// Answers name the question, the answer, and the option where it was one.
    #[serde(rename = "ask_user")]
    AskUser,
}

impl Dialect {
    /// A dialect by the name of its tool.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        json::named(name)
    }

    /// The name of the tool.
    #[must_use]
    pub fn name(self) -> &'static str {
        json::name_of(&self)
    }
}
