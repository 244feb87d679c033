//! Reads the fields and items of a JSON text as written, with exact numbers and repeated names. A `Map` of `serde_json`
//! keeps only the last value of a name.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

use super::{bare, parse, parse_as};

/// Fields of an object in order. A name may occur more than once.
#[derive(Clone, Debug)]
pub(crate) struct Fields<T>(pub(crate) Vec<(String, T)>);

impl<T> Default for Fields<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Serialize> Serialize for Fields<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Fields<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Pairs<T> {
            type Value = Fields<T>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Fields<T>, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = object.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(Pairs(PhantomData))
    }
}

/// Returns the fields of an object, or an empty list if the text is not an object.
pub(crate) fn fields(text: &str) -> Vec<(String, Box<RawValue>)> {
    parse_as(bare(text)).map(|Fields(fields)| fields).unwrap_or_default()
}

/// Returns the items of a list, or an empty list if the text is not a list.
pub(crate) fn items(text: &str) -> Vec<Box<RawValue>> {
    parse_as(bare(text)).unwrap_or_default()
}

/// Returns the names of the fields of an object, each with the line on which its value begins, 1-based.
pub(crate) fn field_lines(text: &str) -> Vec<(String, usize)> {
    let Ok(Fields(fields)) = serde_json::from_str::<Fields<&RawValue>>(bare(text)) else { return Vec::new() };
    let line = |value: &RawValue| {
        // The value borrows from the text, so the distance of their addresses is its offset.
        let at = value.get().as_ptr().addr() - text.as_ptr().addr();
        text.get(..at).unwrap_or_default().split('\n').count()
    };
    fields.into_iter().map(|(name, value)| (name, line(value))).collect()
}

/// Depth to which a value is read if it is nested too deeply for `serde_json`.
const MAX_DEPTH: usize = 100;

/// Parses a JSON text. Values that are nested too deeply, or are not JSON, become null.
pub(crate) fn parse_bounded(text: &str) -> Value {
    parse(text).unwrap_or_else(|_| bounded(text, MAX_DEPTH))
}

fn bounded(text: &str, depth: usize) -> Value {
    if depth == 0 {
        return Value::Null;
    }
    match text.trim_start().as_bytes().first() {
        Some(b'{') => {
            fields(text).iter().map(|(name, value)| (name.clone(), bounded(value.get(), depth - 1))).collect()
        }
        Some(b'[') => items(text).iter().map(|value| bounded(value.get(), depth - 1)).collect(),
        _ => parse(text).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::{field_lines, fields, items};

    #[test]
    fn parts_are_as_written() {
        let listed = |text| items(text).iter().map(|part| part.get().to_owned()).collect::<Vec<_>>().join("|");
        assert_eq!(
            listed("\u{feff} [1.0, 1e400 ,\n\"a, ]\\\"\", {\"b\": [2]} ] "),
            "1.0|1e400|\"a, ]\\\"\"|{\"b\": [2]}"
        );
        assert_eq!(listed("[\"\\ud83d\\\\\", [[]]]"), "\"\\ud83d\\\\\"|[[]]");
        assert_eq!(listed("{\"a\": 1}"), "");
        let named =
            |text| fields(text).iter().map(|(name, part)| format!("{name}={part}")).collect::<Vec<_>>().join("|");
        assert_eq!(named("{\"a\" : 1, \"a\":{\"a\": 2}, \"\\u00e9:\": \"}\"}"), "a=1|a={\"a\": 2}|é:=\"}\"");
        assert_eq!(named("[\"a\", 1]"), "");
    }

    #[test]
    fn fields_are_found_on_their_lines() {
        let text = "\u{feff}\n{ \"a\": [\n1,\n2], \"b\":\n\"}\",\n\n\"c\\n\": 1, \"a\": 2\n}\n";
        let found: Vec<String> = field_lines(text).into_iter().map(|(name, line)| format!("{name:?} {line}")).collect();
        assert_eq!(found, ["\"a\" 2", "\"b\" 5", "\"c\\n\" 7", "\"a\" 7"]);
    }
}
