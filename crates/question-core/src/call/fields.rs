//! Values of any shape, looked at with the names of [`super::names`].
//!
//! What looks is called from so many places that the module would be a twentieth larger, were it put into each of them.

use std::borrow::Cow;

use serde_json::Value;

use crate::call::names::{self, Names};
use crate::call::types::Type;
use crate::json::nearly;
use crate::json::{self, Lenient};

/// What is said of one thing: in its own object, and where that says nothing, in what stands beside it.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a> {
    pub(super) own: &'a Value,
    /// What is said of all questions of a call.
    pub(super) beside: &'a Value,
    /// Whether all of that is said of this thing, because it is the only one.
    pub(super) is_alone: bool,
}

impl<'a> Fields<'a> {
    pub(super) fn of(own: &'a Value) -> Self {
        Self { own, beside: &Value::Null, is_alone: false }
    }

    #[inline(never)]
    pub(super) fn all(self, names: Names, has_beside: bool) -> Vec<&'a Value> {
        let mut found = all(self.own, names);
        if has_beside {
            found.append(&mut all(self.beside, names));
        }
        found
    }

    /// The first of the fields that holds something, else the first that is there, else null.
    #[inline(never)]
    pub(super) fn first(self, names: Names) -> &'a Value {
        let all = self.all(names, self.is_alone);
        let filled = all.iter().find(|value| !is_empty(value));
        filled.or_else(|| all.first()).copied().unwrap_or(&Value::Null)
    }

    /// The first of the fields that is a text and not blank, else the first that is one.
    #[inline(never)]
    pub(super) fn text(self, names: Names) -> Option<String> {
        let mut blank = None;
        for value in self.all(names, self.is_alone) {
            match own_text(value) {
                Some(text) if text.trim().is_empty() => blank = blank.or(Some(text)),
                None => {}
                text => return text,
            }
        }
        blank
    }

    /// The first of the fields that is a boolean, or a word for one.
    #[inline(never)]
    pub(super) fn flag(self, names: Names) -> Option<bool> {
        self.all(names, true).into_iter().find_map(flag)
    }

    /// All types that are named.
    #[inline(never)]
    pub(super) fn types(self) -> Vec<Type> {
        let mut types = Vec::new();
        for (at, value) in self.all(names::MODE, true).into_iter().enumerate() {
            // A JSON Schema may name several, of which one is null.
            let named = if value.is_array() { value.list() } else { std::slice::from_ref(value) };
            let named = named.iter().find_map(|value| Type::meant(value.text()));
            let is_of_all = || at >= all(self.own, names::MODE).len() && !self.is_alone;
            types.extend(named.filter(|kind| *kind == Type::Multi || !is_of_all()));
        }
        types
    }

    /// Whether all questions are said to be for yes or no, and this one nothing else.
    pub(super) fn is_beside_yes_no(self) -> bool {
        let said = all(self.beside, names::MODE).into_iter().find_map(|value| Type::meant(value.text()));
        let own = all(self.own, names::MODE).into_iter().any(|value| !value.text().trim().is_empty());
        matches!(said, Some(Type::YesNo | Type::Boolean)) && !own
    }
}

/// The fields of an object that have one of the names and are not null, in the order of the names.
#[inline(never)]
pub(super) fn all(object: &Value, names: Names) -> Vec<&Value> {
    let mut found = Vec::new();
    if let Value::Object(fields) = object {
        for name in names {
            for (sent, value) in fields {
                if names::is_named(sent, name) && !value.is_null() {
                    found.push(value);
                }
            }
        }
    }
    found
}

/// The first of the fields that holds something, else the first that is there, else null.
#[inline(never)]
pub(super) fn first(object: &Value, names: Names) -> &Value {
    Fields::of(object).first(names)
}

/// Whether one of the fields holds something.
#[inline(never)]
pub(super) fn has(object: &Value, names: Names) -> bool {
    !is_empty(first(object, names))
}

/// The first of the fields that is a text and not blank, else the first that is one.
#[inline(never)]
pub(super) fn text(object: &Value, names: Names) -> Option<String> {
    Fields::of(object).text(names)
}

/// All that the fields have to say: each text once, those of a list line by line.
#[inline(never)]
pub(super) fn texts(object: &Value, names: Names, said: &mut Vec<String>) {
    for value in all(object, names) {
        let text = match value {
            // No text for people.
            Value::Bool(_) => continue,
            value => held_text(value).unwrap_or_default(),
        };
        let text = text.trim();
        if !text.is_empty() && !said.iter().any(|said| said.trim() == text) {
            said.push(text.to_owned());
        }
    }
}

/// What a value has to say to people: its text, or all that it holds, line by line. What has no name of its own for texts
/// is told with the name that it has.
pub(super) fn held_text(value: &Value) -> Option<String> {
    let lines: Vec<String> = match value {
        Value::Array(items) => items.iter().filter_map(held_text).collect(),
        Value::Object(held) => {
            let of = |names| all(value, names).into_iter().find(|value| value.is_string());
            let own = of(names::OPTION_LABEL).or_else(|| of(names::BELOW));
            let is_own = |value: &&Value| own.is_some_and(|own| std::ptr::eq(own, *value));
            let is_type =
                |name: &str| own.is_some() && (names::is_any(name, names::MODE) || names::is_any(name, names::SILENT));
            let line = |(name, value): (&String, &Value)| {
                let text = held_text(value)?;
                let is_bare =
                    value.is_string() && [names::OPTION_LABEL, names::BELOW].iter().any(|of| names::is_any(name, of));
                let joint = if text.contains('\n') { ":\n" } else { ": " };
                Some(if is_bare { text } else { [name, joint, &text].concat() })
            };
            let others = held.iter().filter(|(name, value)| !is_own(value) && !is_type(name));
            own.into_iter().filter_map(own_text).chain(others.filter_map(line)).collect()
        }
        value => return own_text(value),
    };
    Some(lines.join("\n")).filter(|text| !text.trim().is_empty())
}

/// A boolean, or a word for one, or an object that has one.
#[inline(never)]
pub(super) fn flag(value: &Value) -> Option<bool> {
    let value = if value.is_object() { first(value, names::ENABLED) } else { value };
    let word = own_text(value)?;
    let word = word.trim();
    let is = |names: Names| names.iter().any(|name| word.eq_ignore_ascii_case(name));
    if is(names::YES) { Some(true) } else { is(names::NO).then_some(false) }
}

/// A number from 0.
#[inline(never)]
pub(super) fn number(value: &Value) -> Option<usize> {
    own_text(value)?.trim().parse().ok()
}

/// Whether a value holds nothing.
pub(super) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// A text. Numbers and booleans count as the text they are written as, which is how models send ports and flags.
#[inline(never)]
pub(crate) fn own_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(if *flag { "true" } else { "false" }.to_owned()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Whether a text holds parts of a question in JSON: brackets, and in quotes a name that questions have. Nobody shall have
/// to read that.
#[inline(never)]
pub(super) fn holds_question(text: &str) -> bool {
    let is_quoted = |name: &&str| {
        let after = |(at, _)| text.get(at + name.len()..).unwrap_or_default().trim_start_matches('\\');
        text.match_indices(*name).map(after).any(|after: &str| after.starts_with(['"', '\'']))
    };
    text.contains(['[', ']', '{', '}']) && ["question", "questions", "prompt", "options", "label"].iter().any(is_quoted)
}

/// A value, or what it says where it is JSON in a string.
pub(super) struct Unpacked<'a> {
    pub(super) value: Cow<'a, Value>,
    /// How many lists and objects broke off, where that harmed nothing within them.
    pub(super) open: usize,
}

/// How often a text may be packed into a string.
const LAYERS: usize = 4;

/// The value, or what it says where it is JSON in a string, or nearly that. A text for people stays one.
///
/// # Errors
///
/// What is wrong with a text that is meant to be JSON, to be read behind the name of the field.
#[inline(never)]
pub(super) fn unpacked(value: &Value) -> Result<Unpacked<'_>, String> {
    let (mut value, mut open) = (Cow::Borrowed(value), 0);
    for _ in 0..LAYERS {
        let Value::String(text) = &*value else { break };
        let is_quoted = text.trim_start().starts_with('"');
        if !is_quoted && !nearly::is_meant(text) && !text.contains(['[', '{']) {
            break;
        }
        value = Cow::Owned(match json::parse(text) {
            Ok(inner @ (Value::String(_) | Value::Array(_) | Value::Object(_))) => inner,
            _ => match nearly::read(text) {
                Ok(read) => {
                    open = read.open;
                    read.value
                }
                Err(wrong) if nearly::is_meant(text) || holds_question(text) => return Err(wrong.text()),
                // Words with a bracket in them.
                Err(_) => break,
            },
        });
    }
    Ok(Unpacked { value, open })
}
