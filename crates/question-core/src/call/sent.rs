//! Assigns the fields of an object to the kinds of an alias table, and converts single values.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::call::aliases::FieldKind;
use crate::call::names::is_empty;
use crate::text::{Clean, truncate};

/// Maximum number of unknown fields named in a problem.
const MAX_UNKNOWN: usize = 5;
/// Maximum width of the name of a field that is shown or named in a problem, in columns.
const MAX_NAME: usize = 40;

/// A field of an object: its name and its value.
pub(super) type Field<'a> = (&'a str, &'a Value);

/// Fields of an object by their kind. Empty values are left out.
#[derive(Default)]
pub(super) struct Sent<'a> {
    /// Fields of each kind, in order of precedence.
    known: BTreeMap<FieldKind, Vec<Field<'a>>>,
    /// Fields that are in no table, other than flags that are not set.
    unknown: Vec<Field<'a>>,
}

/// Finds the order and the kinds of a field in a table.
type Lookup = fn(&str, &Value) -> Option<(usize, &'static [FieldKind])>;

impl<'a> Sent<'a> {
    pub(super) fn of(fields: impl IntoIterator<Item = (&'a String, &'a Value)>, table: Lookup) -> Self {
        let mut known: Vec<(usize, &[FieldKind], Field<'a>)> = Vec::new();
        let mut sent = Self::default();
        for (name, value) in fields.into_iter().filter(|(_, value)| !is_empty(value)) {
            match table(name, value) {
                Some((order, kinds)) => known.push((order, kinds, (name, value))),
                None if *value == Value::Bool(false) => {}
                None => sent.unknown.push((name, value)),
            }
        }
        known.sort_by_key(|(order, ..)| *order);
        for (_, kinds, field) in known {
            let free = kinds.iter().find(|kind| !sent.known.contains_key(kind));
            if let Some(kind) = free.or(kinds.last()) {
                sent.known.entry(*kind).or_default().push(field);
            }
        }
        sent
    }

    /// Returns all fields that the table knows.
    pub(super) fn all(&self) -> impl Iterator<Item = (FieldKind, Field<'a>)> {
        self.known.iter().flat_map(|(kind, fields)| fields.iter().map(|field| (*kind, *field)))
    }

    /// Returns all fields of a kind.
    pub(super) fn all_of(&self, kind: FieldKind) -> &[Field<'a>] {
        self.known.get(&kind).map_or(&[], Vec::as_slice)
    }

    /// Returns the first field of a kind.
    pub(super) fn get(&self, kind: FieldKind) -> Option<Field<'a>> {
        self.all_of(kind).first().copied()
    }

    /// Returns what is wrong with fields that stand for the same and differ, if their kind takes only one value.
    pub(super) fn doubled(&self) -> impl Iterator<Item = String> {
        let single = self.known.iter().filter(|(kind, _)| !kind.has_room());
        let split = single.filter_map(|(_, fields)| fields.split_first());
        split.flat_map(|(first, others)| {
            let differs = others.iter().filter(|(_, value)| *value != first.1);
            differs.map(|(name, _)| {
                format!("{} and {} stand for the same, and differ. Send one of them.", quoted(first.0), quoted(name))
            })
        })
    }

    /// Returns the unknown fields with a text, which are shown.
    pub(super) fn texts(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.unknown.iter().filter_map(|(name, value)| Some((*name, value.as_str()?)))
    }

    /// Returns what is wrong with the unknown fields that are no texts: a list, an object, a number, or a flag that is
    /// set may change what the user can answer. `exist` tells which fields there are.
    pub(super) fn unusable(&self, exist: &str) -> Option<String> {
        let unusable = self.unknown.iter().filter(|(_, value)| !value.is_string()).map(|(name, _)| quoted(name));
        let unusable: Vec<String> = unusable.collect();
        let first = unusable.get(..unusable.len().min(MAX_UNKNOWN))?.join(", ");
        match unusable.len() {
            0 => None,
            1 => Some(format!("{first} is an unknown field. {exist}.")),
            2..=MAX_UNKNOWN => Some(format!("{first} are unknown fields. {exist}.")),
            _ => Some(format!("{first} and others are unknown fields. {exist}.")),
        }
    }

    /// Adds the known fields beside a single question in the call. A second prompt or label becomes text above the
    /// prompt.
    pub(super) fn join(&mut self, beside: &Self) {
        let mut above = Vec::new();
        for (kind, field) in beside.all() {
            match kind {
                FieldKind::Above => above.push(field),
                FieldKind::Prompt | FieldKind::Label if self.known.contains_key(&kind) => above.push(field),
                _ => self.known.entry(kind).or_default().push(field),
            }
        }
        if !above.is_empty() {
            self.known.entry(FieldKind::Above).or_default().splice(0..0, above);
        }
    }
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

/// Returns a value as text. Numbers and booleans count as text, because models send ports and flags that way.
pub(crate) fn own_text(value: &Value) -> Option<String> {
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
pub(super) fn text((name, value): Field<'_>) -> Result<String, String> {
    own_text(value).ok_or_else(|| format!("{} has to be a text.", quoted(name)))
}

/// Returns the flag in a field.
///
/// # Errors
///
/// Returns what is wrong with the field.
pub(super) fn flag_of((name, value): Field<'_>) -> Result<bool, String> {
    flag(value).ok_or_else(|| format!("{} has to be true or false.", quoted(name)))
}

/// Returns a value as an index, 0-based.
pub(super) fn index(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|at| usize::try_from(at).ok())
}

/// Returns a value as a boolean; the words "yes" and "no", 1 and 0 count.
pub(super) fn flag(value: &Value) -> Option<bool> {
    match own_text(value)?.trim().to_ascii_lowercase().as_str() {
        "true" | "yes" | "1" => Some(true),
        "false" | "no" | "0" => Some(false),
        _ => None,
    }
}
