//! Fields that no table names. What they say by the parts of their names is read as if it stood under the name that is
//! declared; what they do not say so is told to the model, which else believes that it was asked.

use serde_json::{Map, Value};

use crate::call::fields;
use crate::call::names::{self, Names};
use crate::call::types::Type;

/// All that is known of a call, its questions and its options, wherever it stands.
const KNOWN: [Names; 37] = [
    names::QUESTIONS,
    names::WRAPPERS,
    names::SCHEMA,
    names::TITLE,
    names::OF_RESULTS,
    names::NOTES,
    names::UNREAD,
    names::SILENT,
    names::ID,
    names::PROMPT,
    names::PROMPT_ELSE,
    names::LABEL,
    names::LABEL_ELSE,
    names::BELOW,
    names::PLACEHOLDER,
    names::MODE,
    names::IS_MULTI,
    names::MOST,
    names::OPTIONS,
    names::OPTIONS_WITHIN,
    names::OPTION_LABELS,
    names::OPTION_DESCRIPTIONS,
    names::RECOMMENDED,
    names::RECOMMENDED_INDEX,
    names::ALLOW_CUSTOM,
    names::NO_CUSTOM,
    names::CUSTOM_LABEL,
    names::ALLOW_EMPTY,
    names::REQUIRED,
    names::IS_SECRET,
    names::DEFAULT,
    names::DEFAULTS,
    names::DEFAULT_INDEX,
    names::YES_LABEL,
    names::NO_LABEL,
    names::NO_EFFECT,
    names::FIELDS,
];

/// All that is known of an option.
const OF_OPTIONS: [Names; 9] = [
    names::OPTION_LABEL,
    names::OPTION_VALUE,
    names::OPTION_BELOW,
    names::OPTION_BELOW_NAMED,
    names::OPTION_PREVIEW,
    names::OPTION_RECOMMENDED,
    names::OPTION_DEFAULT,
    names::SILENT,
    names::MODE,
];

/// What a field says that no table names.
enum Meaning<'a> {
    /// What the first of these fields says.
    Field(Names, Value),
    /// One item of the list in the first of these fields.
    Item(Names),
    /// What its own fields say.
    Inner(&'a Map<String, Value>),
}

impl<'a> Meaning<'a> {
    fn of(name: &str, value: &'a Value) -> Option<Self> {
        // Settings may have any name that questions have not; what a name that is known holds is read where it is.
        if let Value::Object(inner) = value
            && (names::is_any(name, names::SETTINGS) || names::is_any(name, names::OPTIONS))
        {
            let is_setting = |(name, _): (&String, &Value)| {
                [names::IS_MULTI, names::MODE, names::ALLOW_CUSTOM, names::OPTIONS]
                    .iter()
                    .any(|of| names::is_any(name, of))
            };
            let has_list = || names::is_any(name, names::SETTINGS) || inner.values().any(Value::is_array);
            return (has_list() && inner.iter().any(is_setting)).then_some(Self::Inner(inner));
        }
        if names::is_any(name, names::MODE) && value.is_object() {
            let kind = fields::first(value, names::MODE);
            return Type::named(kind.as_str()?).map(|_| Self::Field(names::MODE, kind.clone()));
        }
        if is_known(name) {
            return None;
        }
        let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
        let has = |parts: Names| parts.iter().any(|part| name.contains(part));
        let flag = fields::flag(value);
        if let Some(flag) = flag.filter(|_| has(names::PARTS_OF_MULTI) && !has(names::PARTS_OF_OTHERS)) {
            return Some(Self::Field(names::IS_MULTI, Value::Bool(flag)));
        }
        if let Some(flag) = flag.filter(|_| has(names::PARTS_OF_CUSTOM) && !name.contains("customer")) {
            let is_ruled_out = names::PARTS_OF_NO.iter().any(|part| name.starts_with(part));
            return Some(Self::Field(names::ALLOW_CUSTOM, Value::Bool(flag != is_ruled_out)));
        }
        if flag == Some(false) && has(names::PARTS_OF_ONE) && !has(names::PARTS_OF_OTHERS) {
            return Some(Self::Field(names::IS_MULTI, Value::Bool(true)));
        }
        // {"confirm": true}, {"selection": "multiple"}
        let word = if flag == Some(true) { name.trim_start_matches("is") } else { value.as_str().unwrap_or_default() };
        match Type::named(word) {
            Some(Type::Multi) => return Some(Self::Field(names::IS_MULTI, Value::Bool(true))),
            Some(Type::YesNo | Type::Boolean | Type::Secret) => {
                return Some(Self::Field(names::MODE, Value::from(word)));
            }
            _ => {}
        }
        let is_index = ["index", "indices", "indexes"].iter().any(|end| name.ends_with(end));
        if is_of_options(&name, names::PARTS_OF_DEFAULT) && !value.is_object() {
            return Some(Self::Field(if is_index { names::DEFAULT_INDEX } else { names::DEFAULT }, value.clone()));
        }
        if is_of_options(&name, &["recommend"]) {
            let names = if is_index { names::RECOMMENDED_INDEX } else { names::RECOMMENDED };
            return Some(Self::Field(names, value.clone()));
        }
        if value.is_array() && has(names::PARTS_OF_OPTIONS) {
            return Some(Self::Field(names::OPTIONS, value.clone()));
        }
        if name.contains("placeholder") {
            return Some(Self::Field(names::PLACEHOLDER, value.clone()));
        }
        // option1, option_a; question2
        let is_item = value.is_object() || value.is_string();
        let stem = name.trim_end_matches(|char: char| char.is_ascii_digit());
        let is_of = |stems: Names, stem: &str| is_item && stem != name && stems.contains(&stem);
        let letter = name.get(..name.len().saturating_sub(1)).unwrap_or_default();
        if is_of(&["option", "choice", "suggestion"], stem) || is_of(&["option", "choice"], letter) {
            return Some(Self::Item(names::OPTIONS));
        }
        is_of(&["question", "q"], stem).then_some(Self::Item(names::QUESTIONS))
    }
}

impl<'a> Meaning<'a> {
    /// The same, unless what it says is said under a name that is known.
    fn beside((own, value): (&String, &'a Value), sent: &Map<String, Value>) -> Option<Self> {
        let meaning = Self::of(own, value)?;
        let is_said = |names: Names| {
            sent.iter().any(|(name, value)| name != own && names::is_any(name, names) && !fields::is_empty(value))
        };
        // A second question beside one is no list of one.
        let is_said = |names| is_said(names) || (names == names::QUESTIONS && is_said(names::PROMPT));
        match &meaning {
            Self::Field(names, _) | Self::Item(names) => (!is_said(names)).then_some(meaning),
            Self::Inner(_) => Some(meaning),
        }
    }
}

/// Whether a name begins so, and has words for options or answers behind that, or none.
#[inline(never)]
fn is_of_options(name: &str, starts: Names) -> bool {
    let Some(mut rest) = starts.iter().find_map(|start| name.strip_prefix(start)) else { return false };
    while let Some(shorter) = names::PARTS_OF_NAMED.iter().find_map(|part| rest.strip_prefix(part)) {
        rest = shorter;
    }
    rest.is_empty()
}

fn is_known(name: &str) -> bool {
    // Most have the names that the tools declare.
    names::DECLARED.contains(&name) || KNOWN.iter().any(|names| names::is_any(name, names))
}

/// A call or a question with what its fields say that no table names, under names that are known; `None` where they say
/// nothing. What is said under such a name counts alone; the other is then told as what is asked nowhere.
pub(super) fn understood(sent: &Value) -> Option<Value> {
    let sent = sent.as_object()?;
    let meaning = |field| Meaning::beside(field, sent);
    if !sent.iter().any(|field| meaning(field).is_some()) {
        return None;
    }
    let mut read = Map::new();
    for field in sent {
        let Some(meaning) = meaning(field) else {
            read.insert(field.0.clone(), field.1.clone());
            continue;
        };
        let (Meaning::Field(names, _) | Meaning::Item(names)) = &meaning else { continue };
        let name = names.first().copied().unwrap_or_default().to_owned();
        let said = read.entry(name).or_insert(Value::Null);
        match (meaning, said) {
            (Meaning::Item(_), Value::Array(items)) => items.push(field.1.clone()),
            (Meaning::Item(_), said) => *said = Value::Array(vec![field.1.clone()]),
            (Meaning::Field(_, value), said) => *said = value,
            (Meaning::Inner(_), _) => {}
        }
    }
    for field in sent {
        if let Some(Meaning::Inner(fields)) = meaning(field) {
            for (name, value) in fields {
                if !read.contains_key(name) {
                    read.insert(name.clone(), value.clone());
                }
            }
        }
    }
    Some(Value::Object(read))
}

/// The names of the fields of a table that hold words for people, as they were sent.
#[inline(never)]
pub(super) fn sent_texts(sent: &Value, names: Names) -> Vec<String> {
    told(sent, |name, value| names::is_any(name, names) && value.is_string() && fields::flag(value).is_none())
}

/// How many names are told at once, and how long they may be.
const MOST_TOLD: usize = 5;
const LONGEST_TOLD: usize = 40;

/// The names of those fields of a call or a question that are asked nowhere, as they were sent.
pub(super) fn idle(sent: &Value) -> Vec<String> {
    const FLAGS: [Names; 6] =
        [names::IS_MULTI, names::ALLOW_EMPTY, names::REQUIRED, names::IS_SECRET, names::NO_CUSTOM, names::ALLOW_CUSTOM];
    let list = fields::first(sent, names::OPTIONS);
    told(sent, |name, value| {
        let is_of = |names| names::is_any(name, names);
        let is_type = || value.as_str().is_some_and(|word| Type::named(word).is_some());
        let is_label = || is_of(names::ALLOW_CUSTOM) && custom_label(name, value).is_some();
        // JSON Schema's list of what is required.
        let is_flag =
            || fields::flag(value).is_some() || is_type() || is_label() || value.is_array() && is_of(names::REQUIRED);
        let is_several = || fields::number(value).is_some_and(|count| count > 1) && is_of(names::IS_MULTI);
        !is_known(name)
            || is_of(names::NO_EFFECT)
            || is_of(names::SCHEMA)
            || (is_of(names::WRAPPERS) && !is_of(names::BELOW) && (value.is_object() || value.is_array()))
            || (is_of(names::MODE) && value.as_str().is_some_and(|word| Type::meant(word).is_none()))
            || (FLAGS.into_iter().any(is_of) && !is_flag() && !is_several())
            || (value.is_array() && value != list && is_of(names::OPTIONS))
    })
}

/// What the row for free text is called, in the place of whether there is one.
#[inline(never)]
pub(super) fn custom_label(name: &str, value: &Value) -> Option<String> {
    let label = match value {
        Value::Object(_) => fields::text(value, names::OPTION_LABEL),
        value if names::is_any(name, names::CUSTOM_OR_LABEL) => value.as_str().map(str::to_owned),
        _ => None,
    };
    label.filter(|label| !label.trim().is_empty() && fields::flag(&Value::from(label.as_str())).is_none())
}

/// The name of the field by which an option says that it stands for free text, as it was sent.
#[inline(never)]
pub(super) fn custom_row(option: &Value) -> Option<&str> {
    let says = |(sent, value): &(&String, &Value)| {
        let name: String = sent.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
        let has = |parts: Names| parts.iter().any(|part| name.contains(part));
        let is_part = has(names::PARTS_OF_CUSTOM) && !name.contains("customer");
        (is_part || names::is_any(&name, names::ALLOW_CUSTOM)) && fields::flag(value) == Some(true)
    };
    option.as_object().into_iter().flatten().find(says).map(|(name, _)| name.as_str())
}

/// The same of an option.
pub(super) fn idle_of_option(option: &Value) -> Vec<String> {
    // {"pg": "PostgreSQL"}
    if option.as_object().is_some_and(|fields| fields.len() == 1) {
        return Vec::new();
    }
    told(option, |name, value| {
        let is_of = |names| names::is_any(name, names);
        let is_packed = value.is_object() || value.is_array();
        (!OF_OPTIONS.into_iter().any(is_of) && custom_row(option) != Some(name))
            || (is_packed && is_of(names::OPTION_VALUE))
    })
}

fn told(sent: &Value, is_idle: impl Fn(&str, &Value) -> bool) -> Vec<String> {
    let holds = |value: &Value| !fields::is_empty(value) && fields::flag(value) != Some(false);
    let fields = sent.as_object().into_iter().flatten();
    let fields = fields.filter(|(name, value)| name.len() <= LONGEST_TOLD && holds(value) && is_idle(name, value));
    fields.take(MOST_TOLD).map(|(name, _)| format!("\"{name}\"")).collect()
}
