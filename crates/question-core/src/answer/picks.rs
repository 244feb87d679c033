//! The answer to one question: its picks, with a variant for each mode.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Value;
use serde_with::skip_serializing_none;
use ts_rs::TS;

use crate::call::request::Mode;
use crate::json::Lenient;

/// The answer to one question.
#[derive(Clone, Debug, PartialEq, Eq, TS)]
#[ts(as = "AnswerShape<'static>")]
pub struct Answer {
    /// Id of the question.
    pub id: String,
    /// Prompt of the question.
    pub prompt: String,
    /// Options and texts that answer the question.
    pub picks: Picks,
    /// The user's note on the answer.
    pub note: Option<String>,
}

/// Options and texts that answer a question, with a variant for each mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picks {
    /// One option or typed text.
    Single(Pick),
    /// Any number: options in option order, then typed texts.
    Multi(Vec<Pick>),
    /// One typed text.
    Input(Pick),
}

/// An option or a typed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pick {
    /// Value of the option, or the typed text.
    pub value: String,
    /// Label of the option, or the typed text.
    pub label: String,
    /// Number of the option, 1-based; `None` for typed text.
    pub index: Option<usize>,
}

impl Pick {
    pub(crate) fn typed(text: &str) -> Self {
        Self { value: text.to_owned(), label: text.to_owned(), index: None }
    }

    /// Returns whether the user typed this text.
    #[must_use]
    pub fn was_custom(&self) -> bool {
        self.index.is_none()
    }
}

impl Picks {
    /// Returns all picks, in order.
    #[must_use]
    pub fn all(&self) -> &[Pick] {
        match self {
            Self::Single(pick) | Self::Input(pick) => std::slice::from_ref(pick),
            Self::Multi(picks) => picks,
        }
    }

    /// Returns the mode of the question.
    #[must_use]
    pub fn mode(&self) -> Mode {
        match self {
            Self::Single(_) => Mode::Single,
            Self::Multi(_) => Mode::Multi,
            Self::Input(_) => Mode::Input,
        }
    }
}

/// An answer as it is serialized in a session.
#[derive(Serialize, TS)]
#[serde(untagged)]
#[ts(rename = "Answer")]
pub enum AnswerShape<'a> {
    /// An answer of one pick.
    Single(SingleAnswer<'a>),
    /// An answer of any number of picks.
    Multi(MultiAnswer<'a>),
}

/// An answer of one pick. `index` is the number of the option, 1-based, and absent for typed text.
#[skip_serializing_none]
#[derive(Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct SingleAnswer<'a> {
    id: &'a str,
    #[ts(type = r#""single" | "input""#)]
    mode: Mode,
    prompt: &'a str,
    value: &'a str,
    label: &'a str,
    was_custom: bool,
    index: Option<usize>,
    note: Option<&'a str>,
}

/// An answer of any number of picks: options in option order, then typed texts. The four arrays have the same length;
/// `index` is null for typed text.
#[skip_serializing_none]
#[derive(Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct MultiAnswer<'a> {
    id: &'a str,
    #[ts(type = r#""multi""#)]
    mode: Mode,
    prompt: &'a str,
    value: Vec<&'a str>,
    label: Vec<&'a str>,
    was_custom: Vec<bool>,
    index: Vec<Option<usize>>,
    note: Option<&'a str>,
}

impl<'a> From<&'a Answer> for AnswerShape<'a> {
    fn from(answer: &'a Answer) -> Self {
        let Answer { id, prompt, picks, note } = answer;
        let (mode, note) = (picks.mode(), note.as_deref());
        match picks {
            Picks::Single(pick) | Picks::Input(pick) => Self::Single(SingleAnswer {
                id,
                mode,
                prompt,
                value: pick.value.as_str(),
                label: pick.label.as_str(),
                was_custom: pick.was_custom(),
                index: pick.index,
                note,
            }),
            Picks::Multi(picks) => Self::Multi(MultiAnswer {
                id,
                mode,
                prompt,
                value: picks.iter().map(|pick| pick.value.as_str()).collect(),
                label: picks.iter().map(|pick| pick.label.as_str()).collect(),
                was_custom: picks.iter().map(Pick::was_custom).collect(),
                index: picks.iter().map(|pick| pick.index).collect(),
                note,
            }),
        }
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        AnswerShape::from(self).serialize(serializer)
    }
}

/// An answer as it is deserialized. Its fields hold single values or lists, depending on `mode`. serde's untagged enums
/// cannot read it, because they do not keep numbers as written.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Kept {
    id: String,
    mode: Mode,
    prompt: String,
    value: Value,
    label: Value,
    was_custom: Value,
    #[serde(default)]
    index: Value,
    note: Option<String>,
}

/// Reads a pick from its value, label, flag for typed text, and option number. Returns `None` if they contradict each
/// other.
fn pick([value, label, was_custom, index]: [&Value; 4]) -> Option<Pick> {
    let index = match index {
        Value::Null => None,
        index => Some(usize::try_from(index.as_u64()?).ok()?),
    };
    let [value, label] = [value, label].map(|text| text.as_str().map(str::to_owned));
    let pick = Pick { value: value?, label: label?, index };
    (was_custom.as_bool() == Some(pick.was_custom())).then_some(pick)
}

impl<'de> Deserialize<'de> for Answer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Kept { id, mode, prompt, value, label, was_custom, index, note } = Kept::deserialize(deserializer)?;
        let fields = [&value, &label, &was_custom, &index];
        let picks = match mode {
            Mode::Single => pick(fields).map(Picks::Single),
            Mode::Input => pick(fields).map(Picks::Input),
            Mode::Multi => {
                let lists = fields.map(Lenient::list);
                let is_even = fields.iter().all(|field| field.list().len() == value.list().len() && field.is_array());
                let nth = |at: usize| pick(lists.map(|list| list.get(at).unwrap_or(&Value::Null)));
                let picks = (0..value.list().len()).map(nth).collect::<Option<Vec<Pick>>>();
                picks.filter(|_| is_even).map(Picks::Multi)
            }
        };
        let picks = picks.ok_or_else(|| de::Error::custom("the fields of an answer contradict each other"))?;
        Ok(Self { id, prompt, picks, note })
    }
}
