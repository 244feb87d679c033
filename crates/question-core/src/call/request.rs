//! Arguments → request: reads whatever a model sent into the declared shape.
//!
//! This is the one place that knows other tools' names for things. Reading never fails. What is missing or of another
//! type is left empty here, and `questionnaire` says what is wrong with it; so a model reads one kind of complaint,
//! whatever it got wrong.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with::skip_serializing_none;
use ts_rs::TS;

use crate::json::{self, Lenient};

/// The arguments in the declared shape, which pi's own validation accepts.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[ts(optional_fields)]
pub struct Request {
    /// Heading of the whole form.
    pub title: Option<String>,
    /// The questions in the order they are asked.
    pub questions: Vec<QuestionRequest>,
    /// Echoed in the result, never interpreted.
    #[ts(optional, type = "unknown")]
    pub metadata: Option<Value>,
}

/// One question as the model sent it.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct QuestionRequest {
    /// Name of the answer.
    pub id: Option<String>,
    /// Short name for tabs and review.
    pub label: Option<String>,
    /// The full question; empty where none was sent.
    pub prompt: String,
    /// What the user can choose from; absent where nothing was sent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
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
}

/// How a question is answered: by one option or typed text, by any number of both, or by typed text alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// By one option, or by typed text.
    Single,
    /// By any number of options, and of typed texts beside them.
    Multi,
    /// By typed text.
    Input,
}

/// One option as the model sent it.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
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

/// Names of one thing: the declared one, then those of other tools.
const PROMPT: [&str; 4] = ["prompt", "question", "message", "title"];
const LABEL: [&str; 2] = ["label", "header"];
const MODE: [&str; 2] = ["mode", "type"];
const IS_MULTI: [&str; 4] = ["multi", "multiSelect", "multiple", "allowMultiple"];
const OPTIONS: [&str; 3] = ["options", "suggestions", "choices"];
const OPTION_LABEL: [&str; 2] = ["label", "title"];
const ALLOW_CUSTOM: [&str; 4] = ["allowCustom", "allowOther", "custom", "allowFreeform"];

/// Further fields of a question, each with but one name.
const OTHERS: [&str; 7] =
    ["id", "customLabel", "allowEmpty", "defaultValue", "defaultValues", "recommended", "metadata"];

/// Whether a field of this name says something of a question.
pub(crate) fn is_field(name: &str) -> bool {
    let names: [&[&str]; 7] = [&PROMPT, &LABEL, &MODE, &IS_MULTI, &OPTIONS, &ALLOW_CUSTOM, &OTHERS];
    names.iter().any(|names| names.contains(&name))
}

impl Request {
    /// Reads the arguments of a tool call, complete or still streaming in.
    #[must_use]
    pub fn read(arguments: &Value) -> Self {
        let arguments = unpacked(arguments);
        let questions = unpacked(arguments.field("questions"));
        let metadata = arguments.field("metadata");
        let mut request = Self {
            title: text(&arguments, &["title"]),
            questions: Vec::new(),
            metadata: (*metadata != Value::Null).then(|| metadata.clone()),
        };
        let [own_text @ .., _title] = &PROMPT;
        let is_there = |name: &str| !is_empty(arguments.field(name));
        let is_bare = own_text.iter().chain(&OPTIONS).any(|name| is_there(name));
        match &*questions {
            Value::Array(questions) if !questions.is_empty() => {
                request.questions.extend(questions.iter().map(QuestionRequest::read));
            }
            Value::Null if !arguments.list().is_empty() => {
                request.questions.extend(arguments.list().iter().map(QuestionRequest::read));
            }
            questions if is_empty(questions) && (is_bare || (*questions == Value::Null && request.title.is_some())) => {
                // A title that stands in for the prompt of a bare question is not also the heading.
                request.title = request.title.filter(|_| own_text.iter().any(|name| is_there(name)));
                request.questions.push(QuestionRequest::read(&arguments));
            }
            question @ Value::Object(_) => request.questions.push(QuestionRequest::read(question)),
            question if plain_text(question).is_some() => request.questions.push(QuestionRequest::read(question)),
            _ => {}
        }
        request
    }
}

impl QuestionRequest {
    fn read(question: &Value) -> Self {
        let question = unpacked(question);
        if let Some(prompt) = plain_text(&question) {
            return Self { prompt: prompt.to_owned(), ..Self::default() };
        }
        let sent = unpacked(first(&question, &OPTIONS));
        let options = options(&sent);
        // Options that cannot be read are missed by the model, not the user: the question is not one for free text.
        let has_unread = options.is_empty() && !is_empty(&sent);
        let is_multi = flag(&question, &IS_MULTI) == Some(true);
        let mode = text(&question, &MODE).and_then(|mode| Mode::read(&mode));
        let mode = mode.or(is_multi.then_some(Mode::Multi)).or(has_unread.then_some(Mode::Single));
        let recommended = match question.field("recommended") {
            // An index from 0, as some tools have it.
            Value::Number(at) => {
                let at = at.as_u64().and_then(|at| usize::try_from(at).ok()).filter(|&at| at < options.len());
                at.map_or_else(|| own_text(question.field("recommended")), |at| Some(name_of(&options, at)))
            }
            recommended => own_text(recommended),
        };
        let default = question.field("defaultValue");
        // Only a list of boxes has several; to a text field, JSON is a text like any other.
        let listed = if mode.is_some_and(Mode::takes_many) { unpacked(default) } else { Cow::Borrowed(default) };
        let defaults = match question.field("defaultValues") {
            Value::Null => listed.clone(),
            defaults => unpacked(defaults),
        };
        Self {
            id: text(&question, &["id"]),
            label: text(&question, &LABEL),
            prompt: text(&question, &PROMPT).unwrap_or_default(),
            mode,
            allow_custom: flag(&question, &ALLOW_CUSTOM),
            custom_label: text(&question, &["customLabel"]),
            allow_empty: flag(&question, &["allowEmpty"]),
            default_value: own_text(&listed),
            default_values: match &*defaults {
                Value::Array(defaults) => Some(defaults.iter().filter_map(own_text).collect()),
                // One alone, unless it is the other field's.
                defaults if *question.field("defaultValues") != Value::Null => {
                    own_text(defaults).map(|text| vec![text])
                }
                _ => None,
            },
            recommended,
            options,
        }
    }
}

impl QuestionRequest {
    /// Position of the recommended option.
    pub(crate) fn recommended_option(&self) -> Option<usize> {
        recommended_option(&self.options, self.recommended.as_ref()?)
    }
}

/// The option of this value; where none has it, of this label, and then the one at this index, from 0.
fn recommended_option(options: &[OptionRequest], name: &str) -> Option<usize> {
    let name = without_mark(name);
    let is_named = |text: &String| without_mark(text) == name;
    let by_value = options.iter().position(|option| is_named(option.value.as_ref().unwrap_or(&option.label)));
    let by_label = || options.iter().position(|option| is_named(&option.label));
    let by_index = || name.trim().parse().ok().filter(|&at: &usize| at < options.len());
    by_value.or_else(by_label).or_else(by_index)
}

impl OptionRequest {
    fn read(option: &Value) -> Self {
        if let Some(label) = own_text(option) {
            return Self { label, ..Self::default() };
        }
        Self {
            value: text(option, &["value"]),
            label: text(option, &OPTION_LABEL).unwrap_or_default(),
            description: text(option, &["description"]),
            preview: text(option, &["preview"]),
        }
    }
}

/// How models mark a recommended option where a tool has no field for it.
const RECOMMENDED: &str = "(recommended)";
/// The mark of a recommended option as this tool puts it behind a label.
pub(crate) const RECOMMENDED_MARK: &str = " (Recommended)";

/// The text without "(Recommended)" at its end; all of it where it is nothing else.
pub(crate) fn without_mark(text: &str) -> &str {
    let mut text = text;
    while let Some((rest, mark)) =
        text.trim_end().len().checked_sub(RECOMMENDED.len()).and_then(|at| text.split_at_checked(at))
        && mark.trim_end().eq_ignore_ascii_case(RECOMMENDED)
        && !rest.trim().is_empty()
    {
        text = rest.trim_end();
    }
    text
}

/// A name by which the option at a position is found again: its value, its label, or that position.
fn name_of(options: &[OptionRequest], at: usize) -> String {
    let Some(option) = options.get(at) else { return String::new() };
    let names = [option.value.as_ref().unwrap_or(&option.label), &option.label];
    let is_found = |name: &&String| recommended_option(options, name) == Some(at);
    names.into_iter().find(is_found).cloned().unwrap_or_else(|| at.to_string())
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

    /// A mode by its name here or elsewhere; `None` for any other word, which says nothing.
    fn read(name: &str) -> Option<Self> {
        let letters: String = name.chars().filter(char::is_ascii_alphabetic).collect();
        match letters.to_ascii_lowercase().as_str() {
            "select" | "choice" | "radio" => Some(Self::Single),
            "multiple" | "multiselect" | "checkbox" => Some(Self::Multi),
            "text" | "freeform" | "freetext" => Some(Self::Input),
            own => json::named(own),
        }
    }
}

/// A list of options: of objects or texts, one alone, or an object of value → label.
fn options(options: &Value) -> Vec<OptionRequest> {
    match options {
        Value::Array(options) => options.iter().map(OptionRequest::read).collect(),
        Value::Object(fields) if text(options, &OPTION_LABEL).is_none() && text(options, &["value"]).is_none() => {
            let option = |(value, option): (&String, &Value)| match option {
                Value::Null | Value::Array(_) => None,
                option => Some(OptionRequest { value: Some(value.clone()), ..OptionRequest::read(option) }),
            };
            fields.iter().filter_map(option).collect()
        }
        Value::Object(_) => vec![OptionRequest::read(options)],
        _ => Vec::new(),
    }
}

/// The value, or what it says where it is JSON in a string.
fn unpacked(value: &Value) -> Cow<'_, Value> {
    match value {
        Value::String(text) if text.trim_start().starts_with(['[', '{']) => {
            json::parse(text).map_or(Cow::Borrowed(value), Cow::Owned)
        }
        _ => Cow::Borrowed(value),
    }
}

/// The first of the fields that holds something, else the first that is there.
fn first<'a>(object: &'a Value, names: &[&str]) -> &'a Value {
    let all = || names.iter().map(|name| object.field(name));
    let is_there = |value: &&Value| **value != Value::Null;
    all().find(|value| !is_empty(value)).or_else(|| all().find(is_there)).unwrap_or(&Value::Null)
}

/// The first of the fields that is a text and not blank, else the first that is one.
fn text(object: &Value, names: &[&str]) -> Option<String> {
    let all = || names.iter().filter_map(|name| own_text(object.field(name)));
    all().find(|text| !text.trim().is_empty()).or_else(|| all().next())
}

/// Whether a value holds nothing.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// A text that is meant to be read by people: not blank, and no JSON that broke off.
fn plain_text(value: &Value) -> Option<&str> {
    match value {
        Value::String(text) if !text.trim().is_empty() && !text.trim_start().starts_with(['[', '{']) => Some(text),
        _ => None,
    }
}

/// A text. Numbers and booleans count as the text they are written as, which is how models send ports and flags.
pub(crate) fn own_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(if *flag { "true" } else { "false" }.to_owned()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// The first of the fields that is a boolean, or the word for one.
fn flag(object: &Value, names: &[&str]) -> Option<bool> {
    names.iter().find_map(|name| match object.field(name) {
        Value::Bool(flag) => Some(*flag),
        Value::String(text) if text.eq_ignore_ascii_case("true") => Some(true),
        Value::String(text) if text.eq_ignore_ascii_case("false") => Some(false),
        _ => None,
    })
}
