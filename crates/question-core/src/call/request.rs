//! The request: a call in the declared shape, which serde reads as it was sent. Whatever does not fit goes through the
//! tolerant reading of `unwrap` and `read`, which ends in the same shape.
//!
//! Reading never fails: what cannot be read stands in the request as a problem, and is refused with all others.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with::skip_serializing_none;
use ts_rs::TS;

use crate::call::called::fold;
use crate::call::declared::DeclaredQuestion;
use crate::call::naming::{RECOMMENDED_MARK, without_mark};
use crate::call::refusal::told;
use crate::call::unwrap::Reading;
use crate::json;

/// Bytes of a call beyond which it is not read: its parts might not fit into the memory of the module.
pub const MAX_CALL: usize = 1 << 24;

/// The arguments in the declared shape, which pi's own validation accepts, and what reading adds to it.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct Request {
    /// Heading of the whole form.
    pub title: Option<String>,
    /// Markdown above the first question.
    pub message: Option<String>,
    /// The questions in the order they are asked.
    pub questions: Vec<QuestionRequest>,
    /// Echoed in the result, never interpreted.
    #[ts(optional, type = "unknown")]
    pub metadata: Option<Value>,
    /// What the model is told about how its call was read, a sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>")]
    pub reading_notes: Vec<String>,
    /// What cannot be read, and what to send instead, a sentence or two each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>")]
    pub problems: Vec<String>,
}

/// One question as the model sent it.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", try_from = "DeclaredQuestion")]
#[ts(optional_fields)]
pub struct QuestionRequest {
    /// Name of the answer.
    pub id: Option<String>,
    /// Short name for tabs and review.
    pub label: Option<String>,
    /// The full question; empty where none was sent.
    pub prompt: String,
    /// What the user can choose from; absent where nothing was sent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<OptionRequest>>")]
    pub options: Vec<OptionRequest>,
    /// Value of the option to recommend.
    pub recommended: Option<String>,
    /// How it is to be answered, where the model said so.
    pub mode: Option<Mode>,
    /// Whether the list ends with a row for free text.
    pub allow_custom: Option<bool>,
    /// What that row is called.
    pub custom_label: Option<String>,
    /// Whether blank text is an answer.
    pub allow_empty: Option<bool>,
    /// What is chosen or typed from the start.
    pub default_value: Option<String>,
    /// What is checked from the start.
    pub default_values: Option<Vec<String>>,
    /// What a typed answer has to be.
    pub kind: Option<Kind>,
    /// Whether the answer is nobody else's business.
    pub secret: Option<bool>,
    /// What stands in an empty text.
    pub placeholder: Option<String>,
}

/// One option as the model sent it.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub struct OptionRequest {
    /// What the model gets back.
    pub value: Option<String>,
    /// What the user reads; empty where none was sent.
    pub label: String,
    /// A line of help below the label.
    pub description: Option<String>,
    /// Markdown that shows what choosing it means.
    pub preview: Option<String>,
}

/// How a question is answered: by one option or typed text, by any number of both, or by typed text alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
// One more is a variant here, of `Given` and of `Picks`: the compiler names the places that have to know it.
pub enum Mode {
    /// By one option, or by typed text.
    Single,
    /// By any number of options, and of typed texts beside them.
    Multi,
    /// By typed text.
    Input,
}

/// What a text has to be. Nobody checks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Any number.
    Number,
    /// A whole number.
    Integer,
    /// A day.
    Date,
    /// A day and a time of day.
    DateTime,
    /// An email address.
    Email,
    /// The address of a page.
    Url,
}

impl Request {
    /// Reads the JSON text of a call's arguments.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        if text.len() > MAX_CALL {
            return Self::too_long();
        }
        if let Some(request) = Self::declared(text) {
            return request;
        }
        match json::parse(text) {
            Ok(arguments) => Reading::of(&arguments),
            // Whatever could be written as JSON can be read but for this.
            Err(_) => Self::refused("The call is nested too deeply (more than 127 levels). Send it flatter."),
        }
    }

    /// Reads the arguments of a tool call, complete or still streaming in.
    #[must_use]
    pub fn read(arguments: &Value) -> Self {
        Self::declared(&arguments.to_string()).unwrap_or_else(|| Reading::of(arguments))
    }

    /// The request of arguments that fit what one of the tools declares, as it was sent; `None` for any others.
    pub(super) fn declared(text: &str) -> Option<Self> {
        json::parse(text).ok().map(Self::noted)
    }

    /// A call that is longer than anybody reads.
    #[must_use]
    pub fn too_long() -> Self {
        Self::refused("The call is too long to be shown. Write long texts into a file, and name it in the prompt.")
    }

    /// A call that JavaScript cannot write as JSON.
    #[must_use]
    pub fn unwritable() -> Self {
        Self::refused("The call is nested too deeply, or holds what JSON cannot say. Send it flatter.")
    }

    fn refused(problem: &str) -> Self {
        Self { problems: vec![problem.to_owned()], ..Self::default() }
    }

    /// The same with a note for each recommendation that names no option. It is told once: reading the request again finds
    /// none.
    pub(super) fn noted(mut self) -> Self {
        for (number, question) in (1..).zip(&mut self.questions) {
            if question.recommended_option().is_some() {
                continue;
            }
            if let Some(wanted) = question.recommended.take().filter(|wanted| !wanted.trim().is_empty()) {
                let note = format!("Question {number}: the recommended \"{wanted}\" is none of its options.");
                self.reading_notes.push(told(&note));
            }
        }
        self.reading_notes = bounded(self.reading_notes);
        self
    }
}

/// Notes that a model is told at most.
const MAX_NOTES: usize = 20;

/// As many notes as are read, and how many more there are.
pub(super) fn bounded(mut notes: Vec<String>) -> Vec<String> {
    // One more is the note that others are left out.
    if notes.len() > MAX_NOTES + 1 {
        let more = notes.split_off(MAX_NOTES).len();
        notes.push(format!("{more} more notes of this kind are left out."));
    }
    notes
}

impl QuestionRequest {
    /// Position of the recommended option, from 0.
    pub(crate) fn recommended_option(&self) -> Option<usize> {
        position(&self.options, self.recommended.as_ref()?)
    }

    /// Recommends the option at a position, from 0: by its name, or, where another one is called the same or recommended
    /// before, by a mark of its own.
    pub(super) fn recommend(&mut self, at: usize) {
        let Some(option) = self.options.get(at) else { return };
        let name = option.name().to_owned();
        if self.recommended.is_none() && position(&self.options, &name) == Some(at) {
            self.recommended = Some(name);
        } else if let Some(option) = self.options.get_mut(at)
            && !without_mark(&option.label).trim().is_empty()
        {
            option.label = [without_mark(&option.label), RECOMMENDED_MARK].concat();
        }
    }
}

impl OptionRequest {
    pub(super) fn labeled(label: &str) -> Self {
        Self { label: label.to_owned(), ..Self::default() }
    }

    /// Its value, or its label.
    pub(super) fn name(&self) -> &str {
        self.value.as_ref().unwrap_or(&self.label)
    }
}

/// The option of this value; where none has it, of this label, and then of either in whatever case.
pub(super) fn position(options: &[OptionRequest], name: &str) -> Option<usize> {
    let name = without_mark(name);
    let by_value = options.iter().position(|option| without_mark(option.name()) == name);
    let by_label = || options.iter().position(|option| without_mark(&option.label) == name);
    let folded = || {
        let name = fold(name);
        options.iter().position(|option| fold(option.name()) == name || fold(&option.label) == name)
    };
    by_value.or_else(by_label).or_else(folded)
}

impl Mode {
    /// Whether there is something to choose from.
    pub(crate) fn has_options(self) -> bool {
        match self {
            Self::Single | Self::Multi => true,
            Self::Input => false,
        }
    }

    /// Whether an answer has any number of parts.
    pub(crate) fn takes_many(self) -> bool {
        match self {
            Self::Multi => true,
            Self::Single | Self::Input => false,
        }
    }
}
