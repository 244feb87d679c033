//! The request: the arguments of a call in the declared schema.
//!
//! Arguments that fit the schema are read by serde without a change. Others go through the tolerant reading of `unwrap`
//! and `read`, which results in a request as well. Reading never fails: what cannot be read becomes a problem of the
//! request, and all problems are refused together.

use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::Value;
use serde_with::skip_serializing_none;
use ts_rs::TS;

use crate::call::aliases::is_empty;
use crate::call::called::{By, Called};
use crate::call::naming::{RECOMMENDED_SUFFIX, without_suffix};
use crate::call::refusal::{in_one_line, named};
use crate::call::sent::{index, own_text};
use crate::json;

/// Maximum length of a call in bytes. The parsed parts of a longer one might exceed the module's memory.
pub const MAX_CALL: usize = 1 << 24;

/// Arguments in the declared schema, which pi's own validation accepts, and the results of reading them.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct Request {
    /// Title of the form.
    pub title: Option<String>,
    /// Markdown above the first question.
    pub message: Option<String>,
    /// The questions, in the order in which they are asked.
    pub questions: Vec<QuestionRequest>,
    /// Metadata, returned unchanged in the result.
    #[ts(optional, type = "unknown")]
    pub metadata: Option<Value>,
    /// Notes for the model on how the call was read, one sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>")]
    pub reading_notes: Vec<String>,
    /// Problems that prevent reading the call, with what to send instead, one or two sentences each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>")]
    pub problems: Vec<String>,
}

/// A question as the model sent it, under the names of any dialect.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct QuestionRequest {
    /// Identifier of the answer.
    pub id: Option<String>,
    /// Short name for tabs and review.
    #[serde(alias = "header")]
    pub label: Option<String>,
    /// The full question; empty if none was sent.
    #[serde(alias = "question")]
    pub prompt: String,
    /// Options to choose from; absent if none were sent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<OptionRequest>>")]
    pub options: Vec<OptionRequest>,
    /// Value of the option to recommend, or its index, 0-based.
    #[ts(optional, type = "string")]
    pub recommended: Option<Value>,
    /// How the question is answered, if the model said so. Other dialects have a flag for `multi`.
    #[serde(default, alias = "multi", alias = "multiSelect", deserialize_with = "mode_or_flag")]
    pub mode: Option<Mode>,
    /// Whether the list ends with a row for free text.
    pub allow_custom: Option<bool>,
    /// Label of the row for free text.
    pub custom_label: Option<String>,
    /// Whether blank text is an answer.
    pub allow_empty: Option<bool>,
    /// The default answer of a `single` or `input` question.
    pub default_value: Option<String>,
    /// The default answers of a `multi` question.
    pub default_values: Option<Vec<String>>,
    /// Expected format of a typed answer.
    pub kind: Option<Kind>,
    /// Whether the answer is secret.
    pub secret: Option<bool>,
    /// Text shown in an empty editor.
    pub placeholder: Option<String>,
}

/// An option as the model sent it.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub struct OptionRequest {
    /// Value returned to the model.
    pub value: Option<String>,
    /// Text shown to the user; empty if none was sent.
    pub label: String,
    /// One line of help below the label.
    pub description: Option<String>,
    /// Markdown preview of what choosing the option leads to.
    pub preview: Option<String>,
}

/// How a question is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
// A further mode is a variant here and of `Given`; the compiler then finds the code that has to handle it.
pub enum Mode {
    /// By one option or typed text.
    Single,
    /// By any number of options and typed texts.
    Multi,
    /// By typed text.
    Input,
}

/// Expected format of a typed text; not validated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A number.
    Number,
    /// An integer.
    Integer,
    /// A date.
    Date,
    /// A date and a time.
    DateTime,
    /// An email address.
    Email,
    /// A URL.
    Url,
}

impl Request {
    /// Reads arguments from their JSON text.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        if text.len() > MAX_CALL {
            return Self::too_long();
        }
        if let Ok(request) = json::parse(text) {
            return Self::noted(request);
        }
        match json::parse(text) {
            Ok(arguments) => Self::unwrapped(&arguments),
            // Depth is the only reason why text that was written as JSON cannot be parsed.
            Err(_) => Self::refused("The call is nested too deeply (more than 127 levels). Send it flatter."),
        }
    }

    /// Reads the arguments of a tool call, which may still be incomplete while they are streamed.
    #[must_use]
    pub fn read(arguments: &Value) -> Self {
        Self::deserialize(arguments).map_or_else(|_| Self::unwrapped(arguments), Self::noted)
    }

    /// Returns the refusal of a call that is longer than [`MAX_CALL`].
    #[must_use]
    pub fn too_long() -> Self {
        Self::refused("The call is too long to be shown. Write long texts into a file, and name it in the prompt.")
    }

    /// Returns the refusal of arguments that JavaScript cannot write as JSON.
    #[must_use]
    pub fn unwritable() -> Self {
        Self::refused("The call is nested too deeply, or has a value that JSON does not have. Send it flatter.")
    }

    fn refused(problem: &str) -> Self {
        Self { problems: vec![problem.to_owned()], ..Self::default() }
    }

    /// Replaces each recommended index by a name, and each recommendation that means no option by a note, so that
    /// reading the request again changes nothing.
    pub(super) fn noted(mut self) -> Self {
        for (number, question) in (1..).zip(&mut self.questions) {
            if let Some(at) = question.recommended_option() {
                question.recommend(at);
            } else if let Some(wanted) = question.recommended.take().filter(|wanted| !is_empty(wanted)) {
                let wanted = own_text(&wanted).unwrap_or_else(|| wanted.to_string());
                let name = named(number, question.id.as_deref());
                let note = format!("{name}: the recommended \"{wanted}\" is none of its options.");
                self.reading_notes.push(in_one_line(&note));
            }
        }
        self.reading_notes = bounded(self.reading_notes);
        self
    }
}

/// Reads a mode, or a flag for `multi`.
fn mode_or_flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Mode>, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::Bool(is_multi) => Ok(is_multi.then_some(Mode::Multi)),
        mode => serde_json::from_value(mode).map_err(de::Error::custom),
    }
}

/// Maximum number of notes for the model.
const MAX_NOTES: usize = 20;

/// Limits the notes, and adds how many were left out.
pub(super) fn bounded(mut notes: Vec<String>) -> Vec<String> {
    // A single note beyond the limit takes no more room than saying that it was left out.
    if notes.len() > MAX_NOTES + 1 {
        let more = notes.split_off(MAX_NOTES).len();
        notes.push(format!("{more} more notes of this kind are left out."));
    }
    notes
}

impl QuestionRequest {
    /// Returns the index of the option that a name means, 0-based. Suffixes of recommendations do not count.
    pub(super) fn option_named(&self, name: &str) -> Option<usize> {
        let names = self.options.iter().map(|option| (without_suffix(option.name()), without_suffix(&option.label)));
        Called::named(names).find(name, By::Value).ok().flatten()
    }

    /// Returns the index of the recommended option, 0-based.
    pub(crate) fn recommended_option(&self) -> Option<usize> {
        match self.recommended.as_ref()? {
            Value::String(name) => self.option_named(name),
            value => index(value).filter(|at| *at < self.options.len()),
        }
    }

    /// Recommends the option at index `at`, 0-based, by its name instead of the index. If the name means another
    /// option, recommends it by the suffix of its label.
    fn recommend(&mut self, at: usize) {
        if matches!(self.recommended, Some(Value::String(_))) {
            return;
        }
        let name = self.options.get(at).map(OptionRequest::name).filter(|name| self.option_named(name) == Some(at));
        self.recommended = name.map(Value::from);
        if self.recommended.is_none()
            && let Some(option) = self.options.get_mut(at)
            && !without_suffix(&option.label).trim().is_empty()
        {
            option.label = [without_suffix(&option.label), RECOMMENDED_SUFFIX].concat();
        }
    }
}

impl OptionRequest {
    pub(super) fn labeled(label: &str) -> Self {
        Self { label: label.to_owned(), ..Self::default() }
    }

    /// Returns the value, or the label if there is no value.
    pub(super) fn name(&self) -> &str {
        self.value.as_ref().unwrap_or(&self.label)
    }
}

impl Mode {
    /// Returns whether questions of this mode have options.
    pub(crate) fn has_options(self) -> bool {
        match self {
            Self::Single | Self::Multi => true,
            Self::Input => false,
        }
    }

    /// Returns whether an answer may consist of several options and texts.
    pub(crate) fn takes_many(self) -> bool {
        match self {
            Self::Multi => true,
            Self::Single | Self::Input => false,
        }
    }
}
