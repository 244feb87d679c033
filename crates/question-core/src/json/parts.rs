//! The parts of a text that has been read before, each as somebody has written it: numbers, and a name as often as it
//! stands there.

use std::str::CharIndices;

use serde_json::value::RawValue;

use super::{Lenient as _, bare, parse};

/// The fields of an object; none where it is something else.
pub(crate) fn fields(text: &str) -> Vec<(String, Box<RawValue>)> {
    let field = |part: &str| {
        let mut chars = part.char_indices();
        chars.next();
        skip_string(&mut chars);
        let (at, _) = chars.find(|(_, char)| *char == ':')?;
        let (name, value) = part.split_at_checked(at)?;
        Some((parse(name).ok()?.text().to_owned(), raw(value.get(1..)?)?))
    };
    split(text, '{').into_iter().filter_map(field).collect()
}

/// The items of a list; none where it is something else.
pub(crate) fn items(text: &str) -> Vec<Box<RawValue>> {
    split(text, '[').into_iter().filter_map(raw).collect()
}

fn raw(part: &str) -> Option<Box<RawValue>> {
    RawValue::from_string(part.to_owned()).ok()
}

/// What stands between the commas of what `bracket` opens.
fn split(text: &str, bracket: char) -> Vec<&str> {
    let text = bare(text);
    let (mut parts, mut start, mut depth) = (Vec::new(), 1, 0);
    if !text.starts_with(bracket) {
        return parts;
    }
    let mut chars = text.char_indices();
    while let Some((at, char)) = chars.next() {
        let is_end = depth == 1 && matches!(char, ',' | '}' | ']');
        if is_end {
            parts.extend(text.get(start..at).map(str::trim).filter(|part| !part.is_empty()));
            start = at + 1;
        }
        match char {
            '"' => skip_string(&mut chars),
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            _ => {}
        }
    }
    parts
}

/// Goes on behind the closing quote, from behind the opening one.
fn skip_string(chars: &mut CharIndices<'_>) {
    while let Some((_, char)) = chars.next() {
        match char {
            '"' => break,
            '\\' => {
                chars.next();
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{fields, items};

    #[test]
    fn parts_are_as_they_were_written() {
        for (text, parts) in [
            ("[]", ""),
            ("{\"a\": 1}", ""),
            ("\"[1, 2]\"", ""),
            (
                "\u{feff} [1.0, 1e400 ,\n\"a, ]\\\"\", {\"b\": [2, 3]}, null ] ",
                "1.0|1e400|\"a, ]\\\"\"|{\"b\": [2, 3]}|null",
            ),
            ("[\"\\ud83d\\\\\", [[]]]", "\"\\ud83d\\\\\"|[[]]"),
        ] {
            let found: Vec<String> = items(text).iter().map(|part| part.get().to_owned()).collect();
            assert_eq!(found.join("|"), parts, "{text}");
        }
        for (text, parts) in [
            ("{ }", ""),
            ("[\"a\", 1]", ""),
            ("{\"a\" : 1, \"a\":{\"a\": 2}, \"\\u00e9:,\\\"\": \"}\"}", "a=1|a={\"a\": 2}|é:,\"=\"}\""),
        ] {
            let found: Vec<String> = fields(text).iter().map(|(name, part)| format!("{name}={}", part.get())).collect();
            assert_eq!(found.join("|"), parts, "{text}");
        }
    }
}
