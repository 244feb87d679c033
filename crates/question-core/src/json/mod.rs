//! Reads and writes JSON as people, models and JavaScript write it, beyond what `serde_json` accepts.
//!
//! This module owns syntax and layout. It must not know the shape of a call, an answer or a file.

mod pretty;
mod raw;
pub(crate) mod slips;

use std::borrow::Cow;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde::de::value::{Error, StrDeserializer};
use serde_json::Value;

pub use pretty::pretty;
pub(crate) use raw::{Fields, field_lines, fields, items, parse_bounded};

/// Reads parts of a JSON value of unknown shape. A part of the wrong type counts as missing.
pub(crate) trait Lenient {
    /// Returns a field of an object, or null.
    fn field(&self, name: &str) -> &Value;
    /// Returns the items of an array, or none.
    fn list(&self) -> &[Value];
    /// Returns the text of a string, or an empty string.
    fn text(&self) -> &str;
}

impl Lenient for Value {
    fn field(&self, name: &str) -> &Value {
        self.get(name).unwrap_or(&Value::Null)
    }

    fn list(&self) -> &[Value] {
        self.as_array().map_or(&[], Vec::as_slice)
    }

    fn text(&self) -> &str {
        self.as_str().unwrap_or_default()
    }
}

/// A syntax error in a JSON text, with the line that it begins on, 1-based.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotJson(pub(crate) usize);

/// Parses a text that a person has written, with or without a byte order mark.
///
/// # Errors
///
/// Fails if the text is not JSON.
pub(crate) fn read(text: &str) -> Result<Value, NotJson> {
    // `serde_json` reports an error at the end of a line as column 0 of the next one.
    parse(bare(text)).map_err(|fault| NotJson((fault.line() - usize::from(fault.column() == 0)).max(1)))
}

/// Returns the text without a byte order mark and trailing white space.
fn bare(text: &str) -> &str {
    text.trim_start_matches('\u{feff}').trim_end()
}

/// Parses a JSON text. Lone halves of surrogate pairs, which JavaScript can write, become U+FFFD.
///
/// # Errors
///
/// Fails if the text is not JSON.
pub fn parse(text: &str) -> serde_json::Result<Value> {
    parse_as(text)
}

/// Parses a JSON text as [`parse`] does, without a value in between.
///
/// # Errors
///
/// Fails if the text is not JSON, or does not fit `T`.
pub(crate) fn parse_as<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    serde_json::from_str(text).or_else(|fault| match whole(text) {
        Cow::Owned(text) => serde_json::from_str(&text),
        Cow::Borrowed(_) => Err(fault),
    })
}

/// A shape that the host hands over.
///
/// It is read by way of a value, which takes longer than from the text and half of the code. A generic function would be
/// compiled again in each crate that calls it.
pub trait Shape: Sized {
    /// Reads the shape from a value.
    ///
    /// # Errors
    ///
    /// Fails if the value is another shape.
    fn of_value(value: &Value) -> serde_json::Result<Self>;
}

/// Reads the named types with their `Deserialize`.
macro_rules! shapes {
    ($($shape:ty),* $(,)?) => {
        $(impl $crate::json::Shape for $shape {
            fn of_value(value: &serde_json::Value) -> serde_json::Result<Self> {
                serde::Deserialize::deserialize(value)
            }
        })*
    };
}
pub(crate) use shapes;

/// Writes a value. Its `Display` does so by code of its own, which nothing else needs.
pub(crate) fn compact(value: &Value) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Replaces escapes of lone surrogates by U+FFFD.
///
/// JavaScript writes them for strings that were cut inside a character, and `serde_json` refuses them.
fn whole(text: &str) -> Cow<'_, str> {
    if !text.contains("\\ud") && !text.contains("\\uD") {
        return Cow::Borrowed(text);
    }
    let mut whole = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, escape)) = rest.find('\\').and_then(|at| rest.split_at_checked(at)) {
        whole.push_str(before);
        let next = escape.get(ESCAPE..).and_then(surrogate);
        let (is_kept, length) = match surrogate(escape) {
            None => (true, escape.chars().take(2).map(char::len_utf8).sum()),
            Some(0xd800..0xdc00) if matches!(next, Some(0xdc00..)) => (true, 2 * ESCAPE),
            Some(_) => (false, ESCAPE),
        };
        let (escape, after) = escape.split_at_checked(length).unwrap_or((escape, ""));
        whole.push_str(if is_kept { escape } else { "\u{fffd}" });
        rest = after;
    }
    whole.push_str(rest);
    Cow::Owned(whole)
}

/// Length of an escape such as `\ud83d`, in bytes.
const ESCAPE: usize = 6;

/// Returns the code unit of a `\u` escape at the start of the text, if it is half of a surrogate pair.
fn surrogate(escape: &str) -> Option<u16> {
    let digits = escape.strip_prefix("\\u")?.get(..4)?;
    // `from_str_radix` also accepts a sign.
    let code = if digits.starts_with('+') { None } else { u16::from_str_radix(digits, 16).ok() };
    code.filter(|code| (0xd800..0xe000).contains(code))
}

/// Returns the serialized name of an enum variant.
pub(crate) fn name_of(variant: &impl Serialize) -> &'static str {
    serde_variant::to_variant_name(variant).unwrap_or_default()
}

pub(crate) fn variant_named<T: DeserializeOwned>(name: &str) -> Option<T> {
    T::deserialize(StrDeserializer::<Error>::new(name)).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::{NotJson, parse, read};

    #[test]
    fn lone_surrogates_are_read() {
        for (written, text) in [
            (r#""a\"\\\/\n\t\u00e9 \ud83d\ude00 \ud83d!""#, "a\"\\/\n\té 😀 \u{fffd}!"),
            (r#""\ud83d\ud83d\ude00""#, "\u{fffd}😀"),
            (r#""\\ud83d \\\ud83d""#, "\\ud83d \\\u{fffd}"),
            (r#""\ud83d\n\u00e9\ud83dé""#, "\u{fffd}\né\u{fffd}é"),
        ] {
            assert_eq!(parse(written).ok(), Some(Value::from(text)), "{written}");
        }
    }

    #[test]
    fn faults_have_their_line() {
        let deep = "[".repeat(100_000);
        for (written, line) in [
            ("", 1),
            (&deep, 1),
            ("{\n\"a\": 01}", 2),
            ("{\n\"a\": \"b\n\"}", 2),
            ("[1,\n2\n3]", 3),
            ("[\n1,\n\n", 2),
            ("\u{feff}\n\n {\n\"a\" 1}\n", 4),
        ] {
            assert_eq!(read(written), Err(NotJson(line)), "{written:.40}");
        }
        assert_eq!(read("\u{feff}\n{}\n"), Ok(Value::Object(serde_json::Map::new())));
    }
}
