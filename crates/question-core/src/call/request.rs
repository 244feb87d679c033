//! The request: the arguments of a call in the declared schema, as serde reads them.

use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use ts_rs::TS;

use crate::call::called::OptionIndex;
use crate::call::fields::{as_index, as_text, is_empty};
use crate::call::option::RECOMMENDED_SUFFIX;
use crate::call::option::without_suffix;

/// Arguments in the declared schema, which pi's own validation accepts.
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
    #[ts(optional, type = "object")]
    pub metadata: Option<Map<String, Value>>,
}

/// A question as the model sent it, under the names of any dialect.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct QuestionRequest {
    /// Id of the question.
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
    /// Value of the option to recommend, or its index, 0-based. With `multi`, also a list of values or indices.
    #[serde(alias = "recommendedValue")]
    #[ts(optional, type = "string")]
    pub recommended: Option<Value>,
    /// How the question is answered, if the model said so. Other dialects have a flag for `multi`.
    #[serde(default, alias = "multi", alias = "multiSelect", deserialize_with = "mode_or_flag")]
    pub mode: Option<Mode>,
    /// Whether the list ends with a custom row.
    pub allow_custom: Option<bool>,
    /// Label of the custom row.
    pub custom_label: Option<String>,
    /// Whether blank text is an answer.
    pub allow_empty: Option<bool>,
    /// The default answer of a `single` or `input` question.
    pub default_value: Option<String>,
    /// The default answers of a `multi` question.
    pub default_values: Option<Vec<String>>,
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

/// Reads a mode, or a flag for `multi`.
fn mode_or_flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Mode>, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::Bool(is_multi) => Ok(is_multi.then_some(Mode::Multi)),
        mode => Option::deserialize(&mode).map_err(de::Error::custom),
    }
}

impl QuestionRequest {
    /// Indexes the options by their names. Suffixes of recommendations do not count.
    pub(super) fn option_index(&self) -> OptionIndex<'_> {
        let names = self.options.iter().map(|option| (without_suffix(option.name()), without_suffix(&option.label)));
        OptionIndex::of_names(names)
    }

    /// Returns the index of the option that each recommendation means, 0-based.
    pub(super) fn options_recommended(&self, recommended: &[Value]) -> Vec<Option<usize>> {
        let index = self.option_index();
        let option = |recommended: &Value| match recommended {
            Value::String(name) => index.meant_by_model(name),
            value => as_index(value).filter(|at| *at < self.options.len()),
        };
        recommended.iter().map(option).collect()
    }

    /// Replaces a recommended index by the name of its option, and a list by marks of its options. What names no option
    /// stays, as a text.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the recommendation, and what to send instead.
    pub(super) fn name_recommended(&mut self) -> Result<(), &'static str> {
        let items = match &self.recommended {
            None | Some(Value::String(_)) => return Ok(()),
            Some(Value::Array(items)) => items.clone(),
            Some(one) if is_empty(one) || *one == Value::Bool(false) => Vec::new(),
            Some(one) => vec![one.clone()],
        };
        self.recommended = None;
        if items.len() > 1 && !self.mode.is_some_and(Mode::is_list) {
            return Err("\"recommended\" is a list, but one option can be chosen. Send the value of one option.");
        }
        for (item, option) in items.iter().zip(self.options_recommended(&items)) {
            match option {
                Some(at) if items.len() == 1 => self.recommend(at),
                Some(at) => self.mark(at),
                None => match as_text(item) {
                    Some(text) if !item.is_boolean() => self.recommended = Some(Value::from(text)),
                    _ => return Err("\"recommended\" has to be the value of an option."),
                },
            }
        }
        Ok(())
    }

    /// Recommends the option at index `at`, 0-based, by its name, or, if that means another option, by a mark.
    fn recommend(&mut self, at: usize) {
        let name = self
            .options
            .get(at)
            .map(OptionRequest::name)
            .filter(|name| self.option_index().meant_by_model(name) == Some(at));
        self.recommended = name.map(Value::from);
        if self.recommended.is_none() {
            self.mark(at);
        }
    }

    /// Marks an option as recommended by the suffix of its label.
    fn mark(&mut self, at: usize) {
        if let Some(option) = self.options.get_mut(at) {
            option.mark();
        }
    }
}

impl OptionRequest {
    pub(super) fn labeled(label: &str) -> Self {
        Self { label: label.to_owned(), ..Self::default() }
    }

    /// Marks the option as recommended by the suffix of its label. An option without any text stays as it is.
    pub(super) fn mark(&mut self) {
        let label = if self.label.trim().is_empty() { self.name() } else { &self.label };
        if !label.trim().is_empty() {
            self.label = [without_suffix(label), RECOMMENDED_SUFFIX].concat();
        }
    }

    /// Returns the value, or the label if there is no value.
    pub(super) fn name(&self) -> &str {
        self.value.as_ref().unwrap_or(&self.label)
    }
}

impl Mode {
    pub(crate) fn has_options(self) -> bool {
        match self {
            Self::Single | Self::Multi => true,
            Self::Input => false,
        }
    }

    /// Returns whether an answer is a list of options and texts.
    pub(crate) fn is_list(self) -> bool {
        match self {
            Self::Multi => true,
            Self::Single | Self::Input => false,
        }
    }

    /// Returns whether the rows of the list have boxes, which Enter confirms.
    pub(crate) fn has_boxes(self) -> bool {
        match self {
            Self::Multi => true,
            Self::Single | Self::Input => false,
        }
    }

    /// Returns whether an answer is reviewed before it is submitted, even if it is the only one.
    pub(crate) fn needs_review(self) -> bool {
        match self {
            Self::Multi => true,
            Self::Single | Self::Input => false,
        }
    }
}
