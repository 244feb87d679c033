//! The answer to one question: what was picked, by the kind of question that it answers.

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
    /// The question's prompt.
    pub prompt: String,
    /// What it was answered with.
    pub picks: Picks,
    /// What the user has to say about it.
    pub note: Option<String>,
}

/// What a question was answered with: a variant for each kind of question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picks {
    /// One option, or a text.
    Single(Pick),
    /// Any number: options in their order, then texts.
    Multi(Vec<Pick>),
    /// A text.
    Input(Pick),
}

/// An option or a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pick {
    /// The option's value, or the typed text.
    pub value: String,
    /// The option's label, or the typed text.
    pub label: String,
    /// Position among the options, from 1; `None` for typed text.
    pub index: Option<usize>,
}

impl Pick {
    pub(crate) fn typed(text: &str) -> Self {
        Self { value: text.to_owned(), label: text.to_owned(), index: None }
    }

    /// Whether the user typed it.
    #[must_use]
    pub fn was_custom(&self) -> bool {
        self.index.is_none()
    }
}

impl Picks {
    /// All of them.
    #[must_use]
    pub fn all(&self) -> &[Pick] {
        match self {
            Self::Single(pick) | Self::Input(pick) => std::slice::from_ref(pick),
            Self::Multi(picks) => picks,
        }
    }

    /// How the question was answered.
    #[must_use]
    pub fn mode(&self) -> Mode {
        match self {
            Self::Single(_) => Mode::Single,
            Self::Multi(_) => Mode::Multi,
            Self::Input(_) => Mode::Input,
        }
    }
}

/// An answer as the session keeps it.
#[derive(Serialize, TS)]
#[serde(untagged)]
#[ts(rename = "Answer")]
pub enum AnswerShape<'a> {
    /// With one part.
    Single(SingleAnswer<'a>),
    /// With any number of parts.
    Multi(MultiAnswer<'a>),
}

/// `index` counts the predefined options from 1 and is absent for typed text.
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

/// The four arrays have one length: options in their order, then typed texts, whose `index` is null.
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

/// An answer as it is read again. What is said of its parts once or in a list is taken apart by its mode: serde's own choice
/// of a variant knows no numbers as they are written.
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

/// A pick of its value, its label, whether it was typed, and the number of its option.
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
        let picks = picks.ok_or_else(|| de::Error::custom("what was picked does not fit together"))?;
        Ok(Self { id, prompt, picks, note })
    }
}
