//! The parts of a text that has been read before, each as somebody has written it: numbers, and a name as often as it
//! stands there.

use std::str::CharIndices;

use serde_json::value::RawValue;

use super::{Lenient as _, bare, lines_before, newlines, parse};

/// The fields of an object; none where it is something else.
pub(crate) fn fields(text: &str) -> Vec<(String, Box<RawValue>)> {
    split(bare(text), '{')
        .into_iter()
        .filter_map(|(_, part)| field(part))
        .filter_map(|(name, value)| Some((name, raw(value)?)))
        .collect()
}

/// The names of the fields of an object, each with the line that it stands in, from 1.
pub(crate) fn lines(text: &str) -> Vec<(String, usize)> {
    let object = bare(text);
    let (mut line, mut read) = (1 + lines_before(text, object), 0);
    let mut lines = Vec::new();
    for (start, part) in split(object, '{') {
        line += newlines(object.get(read..start).unwrap_or_default());
        read = start;
        lines.extend(field(part).map(|(name, _)| (name, line)));
    }
    lines
}

/// The items of a list; none where it is something else.
pub(crate) fn items(text: &str) -> Vec<Box<RawValue>> {
    split(bare(text), '[').into_iter().filter_map(|(_, part)| raw(part)).collect()
}

/// The name of a field, and its value as it is written.
fn field(part: &str) -> Option<(String, &str)> {
    let mut chars = part.char_indices();
    chars.next();
    skip_string(&mut chars);
    let (at, _) = chars.find(|(_, char)| *char == ':')?;
    let (name, value) = part.split_at_checked(at)?;
    Some((parse(name).ok()?.text().to_owned(), value.get(1..)?))
}

fn raw(part: &str) -> Option<Box<RawValue>> {
    RawValue::from_string(part.to_owned()).ok()
}

/// What stands between the commas of what `bracket` opens, and where in the text.
fn split(text: &str, bracket: char) -> Vec<(usize, &str)> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 1, 0);
    if !text.starts_with(bracket) {
        return parts;
    }
    let mut chars = text.char_indices();
    while let Some((at, char)) = chars.next() {
        let is_end = depth == 1 && matches!(char, ',' | '}' | ']');
        if is_end {
            let part = text.get(start..at).unwrap_or_default();
            let blank = part.len() - part.trim_start().len();
            parts.extend(Some((start + blank, part.trim())).filter(|(_, part)| !part.is_empty()));
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
    use super::{fields, items, lines};

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

    #[test]
    fn fields_are_found_in_their_lines() {
        let text = "\u{feff}\n{ \"a\": [\n1,\n2], \"b\":\n\"}\",\n\n\"c\\n\": 1, \"a\": 2\n}\n";
        let found: Vec<String> = lines(text).into_iter().map(|(name, line)| format!("{name:?} {line}")).collect();
        assert_eq!(found, ["\"a\" 2", "\"b\" 4", "\"c\\n\" 7", "\"a\" 7"]);
    }
}
