//! The answer to one question: the options and texts that the user picked.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with::skip_serializing_none;
use ts_rs::TS;

use crate::call::request::Mode;

/// The answer to one question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(try_from = "AnswerShape", into = "AnswerShape")]
#[ts(as = "AnswerShape")]
pub struct Answer {
    /// Id of the question.
    pub id: String,
    /// Mode of the question.
    pub mode: Mode,
    /// Prompt of the question.
    pub prompt: String,
    /// One option or text, or, if the mode is `multi`, any number: options in option order, then typed texts.
    pub picks: Vec<Pick>,
    /// The user's note on the answer.
    pub note: Option<String>,
}

/// An option or a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pick {
    /// Value of the option, or the text.
    pub value: String,
    /// Label of the option, or the text.
    pub label: String,
    /// Where the pick comes from.
    pub origin: PickOrigin,
}

/// Where a pick comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum PickOrigin {
    /// The option with this number, 1-based.
    Option(usize),
    /// A text that the user typed.
    Typed,
    /// A default text of the model's that the user confirmed unchanged.
    Default,
}

impl Pick {
    /// Tells a text that the user typed from an option, and from a default that they confirmed.
    #[must_use]
    pub fn was_custom(&self) -> bool {
        self.origin == PickOrigin::Typed
    }

    /// Returns the number of the option, 1-based, or `None` for a text.
    #[must_use]
    pub fn number(&self) -> Option<usize> {
        match self.origin {
            PickOrigin::Option(number) => Some(number),
            PickOrigin::Typed | PickOrigin::Default => None,
        }
    }

    /// Reads a pick. Returns `None` if its fields contradict each other.
    fn read(value: &Value, label: &Value, was_custom: &Value, index: &Value) -> Option<Self> {
        let origin = match (was_custom.as_bool()?, index) {
            (true, Value::Null) => PickOrigin::Typed,
            (false, Value::Null) => PickOrigin::Default,
            (false, index) => PickOrigin::Option(usize::try_from(index.as_u64()?).ok()?),
            (true, _) => return None,
        };
        Some(Self { value: value.as_str()?.to_owned(), label: label.as_str()?.to_owned(), origin })
    }
}

/// An answer as it is serialized in a session. If the mode is `multi`, the fields of the picks are lists of the same
/// length.
#[skip_serializing_none]
#[derive(Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "Answer", optional_fields)]
pub struct AnswerShape {
    id: String,
    mode: Mode,
    prompt: String,
    #[ts(type = "string | string[]")]
    value: Value,
    #[ts(type = "string | string[]")]
    label: Value,
    #[ts(type = "boolean | boolean[]")]
    was_custom: Value,
    /// Number of the option, 1-based; absent for a text, and null in a list.
    #[ts(optional, type = "number | (number | null)[]")]
    index: Option<Value>,
    note: Option<String>,
}

impl From<Answer> for AnswerShape {
    fn from(Answer { id, mode, prompt, picks, note }: Answer) -> Self {
        let all = |of: fn(&Pick) -> Value| {
            if mode.is_list() { picks.iter().map(of).collect() } else { picks.first().map(of).unwrap_or_default() }
        };
        Self {
            value: all(|pick| pick.value.as_str().into()),
            label: all(|pick| pick.label.as_str().into()),
            was_custom: all(|pick| pick.was_custom().into()),
            index: Some(all(|pick| pick.number().into())).filter(|index| !index.is_null()),
            id,
            mode,
            prompt,
            note,
        }
    }
}

impl TryFrom<AnswerShape> for Answer {
    type Error = &'static str;

    fn try_from(shape: AnswerShape) -> Result<Self, Self::Error> {
        let AnswerShape { id, mode, prompt, value, label, was_custom, index, note } = shape;
        let index = index.unwrap_or_default();
        let picks = match [&value, &label, &was_custom, &index].map(Value::as_array) {
            [Some(values), Some(labels), Some(were_custom), Some(indices)] if mode.is_list() => {
                let is_even = [labels, were_custom, indices].iter().all(|list| list.len() == values.len());
                let all = values.iter().zip(labels).zip(were_custom.iter().zip(indices));
                let picks =
                    all.map(|((value, label), (was_custom, index))| Pick::read(value, label, was_custom, index));
                picks.collect::<Option<Vec<_>>>().filter(|_| is_even)
            }
            _ if mode.is_list() => None,
            _ => Pick::read(&value, &label, &was_custom, &index).map(|pick| vec![pick]),
        };
        let picks = picks.ok_or("the fields of an answer contradict each other")?;
        Ok(Self { id, mode, prompt, picks, note })
    }
}
