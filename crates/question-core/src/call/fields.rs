//! Assigns the fields of an object to the kinds of the table of names, and converts single values.

use serde_json::{Map, Value};

use crate::call::aliases::{Alias, FieldKind, OPTION, QUESTION, is_any};
use crate::text::{Clean, truncate};

/// Maximum number of unknown fields named in a problem.
const MAX_UNKNOWN: usize = 50;
/// Maximum width of the name of a field in a problem, in columns.
const MAX_NAME: usize = 40;
/// Maximum length of an id in bytes.
const MAX_ID: usize = 100;

/// A field of an object: its name and its value.
pub(super) type Field<'a> = (&'a str, &'a Value);

/// Fields of an object by their kind. Empty values are left out.
#[derive(Default)]
pub(super) struct FieldMap<'a> {
    /// Known fields by their kind, in order of precedence. A list is short enough to search, as there are few kinds.
    known: Vec<(FieldKind, Vec<Field<'a>>)>,
    /// Fields that are not in the table.
    unknown: Vec<Field<'a>>,
}

impl<'a> FieldMap<'a> {
    pub(super) fn of_question(fields: impl Iterator<Item = (&'a String, &'a Value)>) -> Self {
        Self::new(fields.map(|(name, value)| (name.as_str(), value)).collect(), QUESTION)
    }

    pub(super) fn of_option(fields: &'a Map<String, Value>) -> Self {
        Self::new(fields.iter().map(|(name, value)| (name.as_str(), value)).collect(), OPTION)
    }

    fn new(mut fields: Vec<Field<'a>>, table: &[Alias]) -> Self {
        let mut map = Self::default();
        fields.retain(|(_, value)| !is_empty(value));
        for (names, kinds, _) in table {
            fields.retain(|field| {
                if !is_any(field.0, names) {
                    return true;
                }
                let free = kinds.iter().find(|kind| map.get(**kind).is_none());
                let taken = free.or(kinds.last()).filter(|kind| kind.takes(field.0, field.1));
                taken.inspect(|kind| map.add(**kind, *field)).is_none()
            });
        }
        map.unknown = fields;
        map
    }

    pub(super) fn has_unknown(&self) -> bool {
        !self.unknown.is_empty()
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

    /// Returns what is wrong with the fields: those that stand for the same and differ, and the unknown ones.
    pub(super) fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        for (kind, fields) in self.known.iter().filter(|(kind, _)| !kind.takes_several()) {
            let Some(((first, own), others)) = fields.split_first() else { continue };
            for (name, _) in others.iter().filter(|(_, value)| value != own) {
                let (first, name) = (quoted(first), quoted(name));
                let send =
                    if *kind == FieldKind::Options { "Send one list of all options." } else { "Send one of them." };
                problems.push(format!("{first} and {name} stand for the same, and differ. {send}"));
            }
        }
        problems.extend(self.problem_of_unknown());
        problems
    }

    /// Returns the problem with the unknown fields, if there are any. The refusal says once which fields exist.
    pub(super) fn problem_of_unknown(&self) -> Option<String> {
        let names: Vec<String> = self.unknown.iter().take(MAX_UNKNOWN).map(|(name, _)| quoted(name)).collect();
        let more = self.unknown.len() - names.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        match names.as_slice() {
            [] => None,
            [name] => Some(format!("unknown field {name}.")),
            names => Some(format!("unknown fields {}{more}.", names.join(", "))),
        }
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

/// Quotes the name of a field for a problem.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", truncate(Clean::line(name), MAX_NAME).as_str())
}

/// Returns whether a sent name equals a name of the table, ignoring case and separators.
pub(super) fn is_named(sent: &str, name: &str) -> bool {
    // Separators only make a name longer, so the length rules out most names.
    if sent.len() <= name.len() {
        return sent.eq_ignore_ascii_case(name);
    }
    let letters = sent.bytes().filter(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii());
    letters.map(|byte| byte.to_ascii_lowercase()).eq(name.bytes())
}

/// Returns whether a value is a flag, a number or an id, and no text to the user: it has no blank, and only ASCII
/// characters.
pub(super) fn is_id(value: &Value) -> bool {
    let is_id = |text: String| text.len() <= MAX_ID && text.bytes().all(|byte| byte.is_ascii_graphic());
    as_text(value).is_some_and(is_id)
}

/// Returns whether a value is equivalent to a missing one.
pub(super) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
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
