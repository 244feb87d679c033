//! Assigns the fields of an object to the kinds of an alias table, and converts single values.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::call::aliases::{Alias, FieldKind, is_empty, is_named};
use crate::call::request::Request;

/// Maximum number of unknown fields named in a note.
pub(super) const MAX_UNKNOWN: usize = 5;
/// Maximum length of the name of an unknown field in a note, in characters.
const MAX_NAME: usize = 40;

/// A field of an object: its name and its value.
pub(super) type Field<'a> = (&'a str, &'a Value);

/// Fields of an object by their kind. Empty values are left out.
#[derive(Default)]
pub(super) struct Sent<'a> {
    /// Fields of each kind, in order of precedence.
    known: BTreeMap<FieldKind, Vec<Field<'a>>>,
    pub(super) unknown: Vec<Field<'a>>,
}

impl<'a> Sent<'a> {
    pub(super) fn of(fields: impl IntoIterator<Item = (&'a String, &'a Value)>, aliases: &[Alias]) -> Self {
        let mut known: Vec<(usize, &[FieldKind], Field<'a>)> = Vec::new();
        let mut sent = Self::default();
        for (name, value) in fields.into_iter().filter(|(_, value)| !is_empty(value)) {
            match aliases.iter().enumerate().find(|(_, (own, ..))| is_named(name, own)) {
                Some((order, (_, kinds, _))) => known.push((order, kinds, (name, value))),
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

    /// Returns each field that repeats one of its kind, if the kind takes only one value: the kind, the first field of
    /// that kind, and the repetition.
    pub(super) fn doubled(&self) -> impl Iterator<Item = (FieldKind, Field<'a>, Field<'a>)> {
        let single = self.known.iter().filter(|(kind, _)| !kind.has_room());
        let split = single.filter_map(|(kind, fields)| Some((*kind, fields.split_first()?)));
        split.flat_map(|(kind, (first, others))| others.iter().map(move |other| (kind, *first, *other)))
    }

    /// Adds a note on the unknown fields, if there are any.
    pub(super) fn note_unknown(&self, about: &str, request: &mut Request) {
        let names: Vec<&str> = self.unknown.iter().map(|(name, _)| *name).collect();
        note_left_out(about, "unknown", &names, request);
    }

    /// Adds the fields beside a single question in the call. A second prompt or label becomes text above the prompt.
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
        self.unknown.extend(&beside.unknown);
    }
}

/// Quotes the name of a field for a note, limited in length.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.chars().take(MAX_NAME).collect::<String>())
}

/// Adds a note that fields of this `kind` were left out.
pub(super) fn note_left_out(about: &str, kind: &str, names: &[&str], request: &mut Request) {
    let first: Vec<String> = names.iter().take(MAX_UNKNOWN).map(|name| quoted(name)).collect();
    let more = if names.len() > MAX_UNKNOWN { " and others" } else { "" };
    match first.as_slice() {
        [] => {}
        [name] => request.note(&format!("{about}: the {kind} field {name} was left out.")),
        all => request.note(&format!("{about}: the {kind} fields {}{more} were left out.", all.join(", "))),
    }
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

/// Returns a value as an index, 0-based.
pub(super) fn index(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|at| usize::try_from(at).ok())
}

/// Returns a value as a boolean; the words "yes" and "no" count.
pub(super) fn flag(value: &Value) -> Option<bool> {
    match own_text(value)?.trim().to_ascii_lowercase().as_str() {
        "true" | "yes" => Some(true),
        "false" | "no" => Some(false),
        _ => None,
    }
}
