//! JSON as people, models and JavaScript write it, where `serde_json` leaves something open. Knows no shape.

mod pretty;
mod raw;
pub(crate) mod slips;

use std::borrow::Cow;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde::de::value::{Error, StrDeserializer};
use serde_json::Value;

pub use pretty::pretty;
pub(crate) use raw::{Fields, fields, items, lines, parse_bounded};

/// Looks into a value of unknown shape: what is of another type is as good as not there.
pub(crate) trait Lenient {
    /// A field of an object; null where there is none.
    fn field(&self, name: &str) -> &Value;
    /// The items of an array; none where it is something else.
    fn list(&self) -> &[Value];
    /// The text of a string; empty where it is something else.
    fn text(&self) -> &str;
    /// Whether it is `true`.
    fn is_true(&self) -> bool;
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

    fn is_true(&self) -> bool {
        self.as_bool() == Some(true)
    }
}

/// A text that is no JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotJson {
    /// From which line on, from 1.
    pub(crate) line: usize,
    /// From which of its bytes on, from 1; 0 where that is the end of the line.
    pub(crate) column: usize,
}

impl NotJson {
    /// To be read before what is wrong there.
    pub(crate) fn place(self) -> String {
        let column = if self.column == 0 { "end".to_owned() } else { ["column ", &self.column.to_string()].concat() };
        ["line ", &self.line.to_string(), ", ", &column, ": "].concat()
    }
}

/// Reads a text that somebody has written, with a mark of its encoding or not.
///
/// # Errors
///
/// Where it is no JSON.
pub(crate) fn read(text: &str) -> Result<Value, NotJson> {
    parse(bare(text)).map_err(|fault| {
        // Before the first column is the end of the line above.
        let line = if fault.column() == 0 { fault.line().saturating_sub(1).max(1) } else { fault.line() };
        NotJson { line: line + lines_before(text, bare(text)), column: fault.column() }
    })
}

/// How many lines end before a part of a text that stands at its end, but for blanks.
fn lines_before(text: &str, part: &str) -> usize {
    let before = text.trim_end().len().saturating_sub(part.len());
    newlines(text.get(..before).unwrap_or_default())
}

/// How many lines end in a text.
fn newlines(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}

/// The text without a mark of its encoding and blanks around it.
fn bare(text: &str) -> &str {
    text.trim_start_matches('\u{feff}').trim()
}

/// Reads a value of any shape from a JSON text, as JavaScript reads it: halves of surrogate pairs may stand in it.
///
/// # Errors
///
/// Where the text is no JSON, or of another shape.
pub fn parse<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    serde_json::from_str(text).or_else(|fault| match whole(text) {
        Cow::Owned(text) => serde_json::from_str(&text),
        Cow::Borrowed(_) => Err(fault),
    })
}

/// The text with U+FFFD for every escape that is half of a surrogate pair: JavaScript writes strings so that it has cut
/// through a character, and `serde_json` refuses them.
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

/// Bytes of an escape by code: `\ud83d`.
const ESCAPE: usize = 6;

/// The code of an escape for half of a surrogate pair.
fn surrogate(escape: &str) -> Option<u16> {
    let digits = escape.strip_prefix("\\u")?.get(..4)?;
    // Digits alone: a sign would be read as well.
    let code = if digits.starts_with('+') { None } else { u16::from_str_radix(digits, 16).ok() };
    code.filter(|code| (0xd800..0xe000).contains(code))
}

/// The name that a variant of an enum has on the wire.
pub(crate) fn name_of(variant: &impl Serialize) -> &'static str {
    serde_variant::to_variant_name(variant).unwrap_or_default()
}

/// The variant of an enum with this name.
pub(crate) fn named<T: DeserializeOwned>(name: &str) -> Option<T> {
    T::deserialize(StrDeserializer::<Error>::new(name)).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::{NotJson, parse, read};

    #[test]
    fn halves_of_characters_are_read() {
        for (written, text) in [
            (r#""a\"\\\/\n\t\u00e9 \ud83d\ude00 \ud83d!""#, "a\"\\/\n\té 😀 \u{fffd}!"),
            (r#""\uD83D\uDE00\uDE00\ud83d""#, "😀\u{fffd}\u{fffd}"),
            (r#""\ud83d\ud83d\ude00""#, "\u{fffd}😀"),
            (r#""\\ud83d \\\ud83d""#, "\\ud83d \\\u{fffd}"),
            (r#""\ud83d\n\u00e9\ud83dé""#, "\u{fffd}\né\u{fffd}é"),
        ] {
            assert_eq!(parse::<Value>(written).ok(), Some(Value::from(text)), "{written}");
        }
        for written in [r#""\ud83d"#, r#""\ud8""#, r#""\ud83d\x""#, r#""\ud83d\u+d8f""#] {
            assert!(parse::<Value>(written).is_err(), "{written}");
        }
    }

    #[test]
    fn the_line_of_a_fault_is_told() {
        let deep = "[".repeat(100_000);
        for (written, line) in [
            ("", 1),
            (&deep, 1),
            ("nul", 1),
            ("{\n\"a\": 01}", 2),
            ("{\n\"a\"\n:\n}", 4),
            ("{\n\"a\": \"b\n\"}", 2),
            ("[1,\n2\n3]", 3),
            ("[\n1,\n\n", 2),
            ("{} \n {}", 2),
            ("\u{feff}\n\n {\n\"a\" 1}\n", 4),
        ] {
            assert_eq!(read(written).map_err(|fault| fault.line), Err(line), "{written:.40}");
        }
        assert_eq!(read("\n{\"a\":\n  1 2}"), Err(NotJson { line: 3, column: 5 }));
        assert_eq!(read("\u{feff}\n{}\n"), Ok(Value::Object(serde_json::Map::new())));
    }
}
