//! The fields of an object as they were sent, each in its place by the tables of `aliases`; and what a single value says as a
//! text, a position or a flag.

use serde_json::{Map, Value};

use crate::call::aliases::{Alias, FLAGS, Place, is_empty, is_named};
use crate::call::unwrap::Reading;

/// Names of unknown fields that are told at once, and how long they may be in characters.
pub(super) const MAX_UNKNOWN: usize = 5;
const MAX_NAME: usize = 40;

/// The fields of an object by their places. What holds nothing is not among them.
pub(super) struct Sent<'a, P> {
    pub(super) fields: Vec<(P, &'a str, &'a Value)>,
    /// The places of the fields, each once: one field may be spelled in any number of ways.
    taken: Vec<P>,
    /// Fields whose place another one has taken.
    pub(super) doubled: Vec<(P, &'a str, &'a Value)>,
    pub(super) unknown: Vec<(&'a str, &'a Value)>,
}

/// A place of a table of aliases.
pub(super) trait HasRoom: Copy + PartialEq {
    /// Whether any number of fields may take it.
    fn has_room(self) -> bool;
}

impl<'a, P: HasRoom> Sent<'a, P> {
    pub(super) fn of(object: &'a Map<String, Value>, aliases: &[Alias<P>]) -> Self {
        let mut known: Vec<(usize, &[P], &str, &Value)> = Vec::new();
        let mut unknown = Vec::new();
        for (name, value) in object.iter().filter(|(_, value)| !is_empty(value)) {
            match aliases.iter().enumerate().find(|(_, (own, ..))| is_named(name, own)) {
                Some((order, (_, places, _))) => known.push((order, places, name, value)),
                None => unknown.push((name.as_str(), value)),
            }
        }
        known.sort_by_key(|(order, ..)| *order);
        let mut sent = Self { fields: Vec::new(), taken: Vec::new(), doubled: Vec::new(), unknown };
        for (_, places, name, value) in known {
            let free = places.iter().find(|place| !sent.taken.contains(place));
            sent.put(free.or(places.last()).copied(), name, value);
        }
        sent
    }

    /// Puts a field into a place, if that is free or has room.
    fn put(&mut self, place: Option<P>, name: &'a str, value: &'a Value) {
        let Some(place) = place else { return };
        let is_taken = self.taken.contains(&place);
        if is_taken && !place.has_room() {
            self.doubled.push((place, name, value));
            return;
        }
        self.fields.push((place, name, value));
        if !is_taken {
            self.taken.push(place);
        }
    }

    /// All fields that a table names.
    pub(super) fn all(&self) -> impl Iterator<Item = (P, &'a str, &'a Value)> {
        self.fields.iter().chain(&self.doubled).copied()
    }

    pub(super) fn all_of(&self, place: P) -> Vec<(&'a str, &'a Value)> {
        let own = self.fields.iter().filter(|(own, ..)| *own == place);
        own.map(|(_, name, value)| (*name, *value)).collect()
    }

    pub(super) fn get(&self, place: P) -> Option<(&'a str, &'a Value)> {
        self.fields.iter().find(|(own, ..)| *own == place).map(|(_, name, value)| (*name, *value))
    }

    /// The names of all fields that no table names.
    pub(super) fn unknown(&self) -> impl Iterator<Item = &'a str> {
        self.unknown.iter().map(|(name, _)| *name)
    }

    /// Tells what no table names.
    pub(super) fn note_unknown(&self, about: &str, reading: &mut Reading) {
        let names: Vec<&str> = self.unknown().collect();
        note_left_out(about, "unknown", &names, reading);
    }
}

impl Sent<'_, Place> {
    /// Adds what stands beside an only question. A second prompt or label is a text above it.
    pub(super) fn join(&mut self, beside: &Self) {
        for (place, name, value) in beside.all() {
            let is_second = [Place::Prompt, Place::Label].contains(&place) && self.taken.contains(&place);
            self.put(Some(if is_second { Place::Above } else { place }), name, value);
        }
        self.unknown.extend(&beside.unknown);
    }
}

/// A name that was sent, as far as it is told.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.chars().take(MAX_NAME).collect::<String>())
}

/// Tells that fields were left out, which are of this `kind`.
pub(super) fn note_left_out(about: &str, kind: &str, names: &[&str], reading: &mut Reading) {
    let first: Vec<String> = names.iter().take(MAX_UNKNOWN).map(|name| quoted(name)).collect();
    let more = if names.len() > MAX_UNKNOWN { " and others" } else { "" };
    match first.as_slice() {
        [] => {}
        [name] => reading.note(&format!("{about}: the {kind} field {name} was left out.")),
        all => reading.note(&format!("{about}: the {kind} fields {}{more} were left out.", all.join(", "))),
    }
}

/// A text. Numbers and booleans count as the text they are written as, which is how models send ports and flags.
pub(crate) fn own_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// A position, from 0.
pub(super) fn index(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|at| usize::try_from(at).ok())
}

/// A boolean, or a word for one.
pub(super) fn flag(value: &Value) -> Option<bool> {
    let word = own_text(value)?;
    FLAGS.iter().find(|(name, _)| word.trim().eq_ignore_ascii_case(name)).map(|(_, flag)| *flag)
}
