//! Assigns the fields of an object to the kinds of an alias table, and converts single values.

use serde_json::{Map, Value};

use crate::call::aliases::{Alias, FieldKind, OPTION, QUESTION, Type, is_any, of_family};
use crate::call::names::{is_empty, may_say_several};
use crate::call::request::Mode;
use crate::text::{Clean, truncate};

/// Maximum number of unknown fields named in a problem.
const MAX_UNKNOWN: usize = 5;
/// Maximum width of the name of a field that is shown or named in a problem, in columns.
const MAX_NAME: usize = 40;

/// A field of an object: its name and its value.
pub(super) type Field<'a> = (&'a str, &'a Value);

/// Fields of an object by their kind. Empty values are left out.
#[derive(Default)]
pub(super) struct FieldMap<'a> {
    /// Known fields by their kind, in order of precedence. A list is short enough to search, as there are few kinds.
    known: Vec<(FieldKind, Vec<Field<'a>>)>,
    /// Fields that are in no table, other than flags that are not set.
    unknown: Vec<Field<'a>>,
}

impl<'a> FieldMap<'a> {
    pub(super) fn of_question(fields: &'a Map<String, Value>) -> Self {
        Self::new(fields.iter().map(|(name, value)| (name.as_str(), value)).collect(), QUESTION, of_family)
    }

    pub(super) fn of_option(fields: &'a Map<String, Value>) -> Self {
        Self::new(fields.iter().map(|(name, value)| (name.as_str(), value)).collect(), OPTION, |_, _| None)
    }

    /// Assigns fields by a table, and those that are in none of its rows by a rule.
    pub(super) fn new(
        mut fields: Vec<Field<'a>>,
        table: &[Alias],
        family: fn(&str, &Value) -> Option<FieldKind>,
    ) -> Self {
        let mut map = Self::default();
        fields.retain(|(_, value)| !is_empty(value));
        for (names, kinds, _) in table {
            fields.retain(|field| {
                if !is_any(field.0, names) {
                    return true;
                }
                let free = kinds.iter().find(|kind| map.get(**kind).is_none());
                match free.or(kinds.last()).filter(|kind| kind.takes(field.0, field.1)) {
                    Some(kind) => map.add(*kind, *field),
                    None => return true,
                }
                false
            });
        }
        for field in fields {
            match family(field.0, field.1) {
                Some(kind) => map.add(kind, field),
                None if *field.1 == Value::Bool(false) => {}
                None => map.unknown.push(field),
            }
        }
        map
    }

    pub(super) fn unknown(&self) -> &[Field<'a>] {
        &self.unknown
    }

    pub(super) fn all(&self) -> impl Iterator<Item = (FieldKind, Field<'a>)> {
        self.known.iter().flat_map(|(kind, fields)| fields.iter().map(|field| (*kind, *field)))
    }

    pub(super) fn all_of(&self, kind: FieldKind) -> &[Field<'a>] {
        self.known.iter().find(|(own, _)| *own == kind).map_or(&[], |(_, fields)| fields)
    }

    fn add(&mut self, kind: FieldKind, field: Field<'a>) {
        match self.known.iter_mut().find(|(own, _)| *own == kind) {
            Some((_, fields)) => fields.push(field),
            None => self.known.push((kind, vec![field])),
        }
    }

    /// Returns the first field of a kind.
    pub(super) fn get(&self, kind: FieldKind) -> Option<Field<'a>> {
        self.all_of(kind).first().copied()
    }

    /// Returns the unknown fields with a text, which are shown, each with its name.
    pub(super) fn texts_without_place(&self) -> impl Iterator<Item = String> {
        let texts = self.unknown.iter().filter(|field| is_shown(field));
        texts.filter_map(|(name, value)| Some(by_name(name, value.as_str()?)))
    }

    /// Returns the unknown fields with a text that may ask for several choices.
    pub(super) fn unsure(&self) -> impl Iterator<Item = Field<'a>> {
        let texts = self.unknown.iter().filter(|field| is_shown(field)).copied();
        texts.filter(|(name, value)| value.as_str().is_some_and(|text| may_say_several(name, text)))
    }

    /// Returns what is wrong with the fields: those that stand for the same and differ, and the unknown ones that may
    /// change what the user can answer. `exist` tells which fields there are.
    pub(super) fn problems(&self, exist: &str) -> Vec<String> {
        let mut problems = Vec::new();
        for (_, fields) in self.known.iter().filter(|(kind, _)| !kind.takes_several()) {
            let Some(((first, own), others)) = fields.split_first() else { continue };
            for (name, _) in others.iter().filter(|(_, value)| value != own) {
                let (first, name) = (quoted(first), quoted(name));
                problems.push(format!("{first} and {name} stand for the same, and differ. Send one of them."));
            }
        }
        let unknown = self.unknown.iter().filter(|field| !is_shown(field));
        let names: Vec<String> = unknown.map(|(name, _)| quoted(name)).collect();
        let first = names.get(..MAX_UNKNOWN.min(names.len())).unwrap_or_default().join(", ");
        match names.len() {
            0 => {}
            1 => problems.push(format!("{first} is an unknown field. {exist}.")),
            2..=MAX_UNKNOWN => problems.push(format!("{first} are unknown fields. {exist}.")),
            _ => problems.push(format!("{first} and others are unknown fields. {exist}.")),
        }
        problems
    }

    /// Adds the known fields beside a single question in the call. A second prompt or label becomes text above the
    /// prompt.
    pub(super) fn join(&mut self, beside: &Self) {
        let mut above = Vec::new();
        for (kind, field) in beside.all() {
            match kind {
                FieldKind::Above => above.push(field),
                FieldKind::Prompt | FieldKind::Label if self.get(kind).is_some() => above.push(field),
                kind => self.add(kind, field),
            }
        }
        above.extend(self.all_of(FieldKind::Above));
        self.known.retain(|(kind, _)| *kind != FieldKind::Above);
        self.known.push((FieldKind::Above, above));
    }
}

/// Returns whether an unknown field is shown: it is a text that does not ask for several choices. Anything else may
/// change what the user can answer.
fn is_shown((_, value): &Field<'_>) -> bool {
    value.as_str().is_some_and(|text| Type::with_name(text) != Some(Type::Mode(Mode::Multi)))
}

/// Quotes the name of a field for a problem.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", short(name))
}

/// Returns a text of a field that has no place of its own, with the name of the field. A text of several lines stands
/// below the name.
pub(super) fn by_name(name: &str, text: &str) -> String {
    let text = text.trim_end();
    let joint = if text.contains('\n') { ":\n\n" } else { ": " };
    [&short(name), joint, text].concat()
}

fn short(name: &str) -> String {
    truncate(Clean::line(name), MAX_NAME).as_str().to_owned()
}

/// Returns a value as a text. Numbers and booleans count as text, because models send ports and flags that way.
pub(crate) fn as_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Returns the text of a field.
///
/// # Errors
///
/// Returns what is wrong with the field.
pub(super) fn text_of((name, value): Field<'_>) -> Result<String, String> {
    as_text(value).ok_or_else(|| format!("{} has to be a text.", quoted(name)))
}

/// Returns the flag in a field.
///
/// # Errors
///
/// Returns what is wrong with the field.
pub(super) fn flag_of((name, value): Field<'_>) -> Result<bool, String> {
    as_flag(value).ok_or_else(|| format!("{} has to be true or false.", quoted(name)))
}

/// Returns a value as an index, 0-based.
pub(super) fn as_index(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|at| usize::try_from(at).ok())
}

/// Returns a value as a boolean; the words "yes" and "no", 1 and 0 count.
pub(super) fn as_flag(value: &Value) -> Option<bool> {
    match as_text(value)?.trim().to_ascii_lowercase().as_str() {
        "true" | "yes" | "1" => Some(true),
        "false" | "no" | "0" => Some(false),
        _ => None,
    }
}
