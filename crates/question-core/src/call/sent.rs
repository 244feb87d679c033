//! Assigns the fields of an object to the kinds of an alias table, and converts single values.

use serde_json::Value;

use crate::call::aliases::{Alias, FieldKind, is_empty, is_named};
use crate::call::request::Request;

/// Maximum number of unknown fields named in a note.
pub(super) const MAX_UNKNOWN: usize = 5;
/// Maximum length of the name of an unknown field in a note, in characters.
const MAX_NAME: usize = 40;

/// Fields of an object by their kind. Empty values are left out.
#[derive(Default)]
pub(super) struct Sent<'a> {
    pub(super) fields: Vec<(FieldKind, &'a str, &'a Value)>,
    /// Kinds that are taken, each once. An object may spell one field in thousands of ways.
    taken: Vec<FieldKind>,
    /// Fields whose kind was taken by an earlier field.
    pub(super) doubled: Vec<(FieldKind, &'a str, &'a Value)>,
    pub(super) unknown: Vec<(&'a str, &'a Value)>,
}

impl<'a> Sent<'a> {
    pub(super) fn of(fields: impl IntoIterator<Item = (&'a String, &'a Value)>, aliases: &[Alias]) -> Self {
        let mut known: Vec<(usize, &[FieldKind], &str, &Value)> = Vec::new();
        let mut unknown = Vec::new();
        for (name, value) in fields.into_iter().filter(|(_, value)| !is_empty(value)) {
            match aliases.iter().enumerate().find(|(_, (own, ..))| is_named(name, own)) {
                Some((order, (_, kinds, _))) => known.push((order, kinds, name, value)),
                None => unknown.push((name.as_str(), value)),
            }
        }
        known.sort_by_key(|(order, ..)| *order);
        let mut sent = Self { fields: Vec::new(), taken: Vec::new(), doubled: Vec::new(), unknown };
        for (_, kinds, name, value) in known {
            let free = kinds.iter().find(|kind| !sent.taken.contains(kind));
            sent.put(free.or(kinds.last()).copied(), name, value);
        }
        sent
    }

    /// Assigns a field to a kind, or records it as doubled if the kind is taken.
    fn put(&mut self, kind: Option<FieldKind>, name: &'a str, value: &'a Value) {
        let Some(kind) = kind else { return };
        let is_taken = self.taken.contains(&kind);
        if is_taken && !kind.has_room() {
            self.doubled.push((kind, name, value));
            return;
        }
        self.fields.push((kind, name, value));
        if !is_taken {
            self.taken.push(kind);
        }
    }

    /// Returns all fields that the table knows, doubled ones included.
    pub(super) fn all(&self) -> impl Iterator<Item = (FieldKind, &'a str, &'a Value)> {
        self.fields.iter().chain(&self.doubled).copied()
    }

    pub(super) fn all_of(&self, kind: FieldKind) -> Vec<(&'a str, &'a Value)> {
        let own = self.fields.iter().filter(|(own, ..)| *own == kind);
        own.map(|(_, name, value)| (*name, *value)).collect()
    }

    pub(super) fn get(&self, kind: FieldKind) -> Option<(&'a str, &'a Value)> {
        self.fields.iter().find(|(own, ..)| *own == kind).map(|(_, name, value)| (*name, *value))
    }

    /// Returns the names of the fields that the table does not know.
    pub(super) fn unknown(&self) -> impl Iterator<Item = &'a str> {
        self.unknown.iter().map(|(name, _)| *name)
    }

    /// Adds a note on the unknown fields, if there are any.
    pub(super) fn note_unknown(&self, about: &str, request: &mut Request) {
        let names: Vec<&str> = self.unknown().collect();
        note_left_out(about, "unknown", &names, request);
    }

    /// Adds the fields beside a single question in the call. A second prompt or label becomes text above the prompt.
    pub(super) fn join(&mut self, beside: &Self) {
        for (kind, name, value) in beside.all() {
            let is_second = [FieldKind::Prompt, FieldKind::Label].contains(&kind) && self.taken.contains(&kind);
            self.put(Some(if is_second { FieldKind::Above } else { kind }), name, value);
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
