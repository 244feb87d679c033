//! Nearly JSON → value: what models write where a list has to go through a string.
//!
//! The crates that repair JSON were tried; the best of them closes whatever broke off and turns words that stand in the
//! way into fields, without saying so. A question half of which is missing must not be asked, so this reader takes only
//! slips that leave no doubt, tells where a text broke off, and finds fault with anything else.
//!
//! Slips are: a code fence or words around it, blanks of any kind, comments, a comma too many, or none between two lists
//! or objects; single quotes, quotes within quotes, line breaks and odd escapes in strings; names without quotes; the
//! constants of Python and JavaScript; quotes escaped all over; a list that ends behind a whole item.

use serde_json::{Map, Value};

/// What was read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Nearly {
    pub(crate) value: Value,
    /// How many lists and objects were not closed where the text ended; what stands in them is whole.
    pub(crate) open: usize,
}

/// What is wrong, and in which line, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wrong {
    line: usize,
    what: &'static str,
}

impl Wrong {
    /// To be read behind the name of what is wrong.
    pub(crate) fn text(&self) -> String {
        ["is not valid JSON: line ", &self.line.to_string(), ", ", self.what].concat()
    }
}

/// Lists and objects within each other, at most: those that a parser reads.
const MAX_DEPTH: usize = 100;

/// Whether a text is meant to be JSON rather than to be read by people, who may well begin with a bracket.
pub(crate) fn is_meant(text: &str) -> bool {
    let text = text.trim_start_matches(is_blank);
    let Some(inner) = text.strip_prefix(['[', '{']) else {
        return text.starts_with("```") || text.starts_with([']', '}']);
    };
    let inner = inner.trim_start_matches(is_blank);
    match inner.chars().next() {
        None | Some('[' | '{' | ']' | '}' | '"' | '\'' | '“' | '\\') => true,
        // A name without quotes.
        Some(_) => text.starts_with('{') && inner.trim_start_matches(is_bare).trim_start().starts_with(':'),
    }
}

/// Reads a text that is nearly JSON: an object or a list.
pub(crate) fn read(text: &str) -> Result<Nearly, Wrong> {
    let mut reader = Reader { text, rest: text, open: None, depth: 0 };
    // Up to the first bracket may stand words, or the fence of a block of code.
    if !text.trim_start_matches(is_blank).starts_with(['[', '{']) {
        let start = text.char_indices().find(|(at, _)| text.get(*at..).is_some_and(is_start));
        reader.rest = start.and_then(|(at, _)| text.get(at..)).ok_or_else(|| reader.wrong("no list or object"))?;
    }
    let read = reader.value().and_then(|value| reader.end(value));
    match read {
        // All of its quotes may be escaped, as if it were to go into a string once more.
        Err(wrong) if text.contains("\\\"") => match super::parse(&["\"", text.trim(), "\""].concat()) {
            Ok(Value::String(unescaped)) if unescaped != text => self::read(&unescaped).map_err(|_| wrong),
            _ => Err(wrong),
        },
        // Objects behind each other, without a list around them.
        Err(wrong) if wrong.what == MORE && text.trim_start_matches(is_blank).starts_with('{') => {
            self::read(&["[", text.trim_end_matches(is_blank).trim_end_matches(','), "]"].concat()).map_err(|_| wrong)
        }
        read => read,
    }
}

/// What is wrong where one thing ends, and another begins.
const MORE: &str = "more follows where the list should end";

/// What is wrong with a string that nothing closes.
const ENDLESS: &str = "a text without its end, or with quotes in it that are not escaped";

fn is_start(text: &str) -> bool {
    text.starts_with(['[', '{']) && is_meant(text)
}

struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
    /// Set once the text has ended too early.
    open: Option<usize>,
    depth: usize,
}

impl Reader<'_> {
    fn wrong(&self, what: &'static str) -> Wrong {
        let read = self.text.len() - self.rest.len();
        let line = 1 + self.text.bytes().take(read).filter(|byte| *byte == b'\n').count();
        Wrong { line, what }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let char = chars.next();
        self.rest = chars.as_str();
        char
    }

    fn skip(&mut self, wanted: char) -> bool {
        let is_there = self.peek() == Some(wanted);
        if is_there {
            self.bump();
        }
        is_there
    }

    /// Goes over what is between two things: blanks and comments.
    fn skip_blank(&mut self) {
        loop {
            self.rest = self.rest.trim_start_matches(is_blank);
            if self.rest.starts_with("//") {
                self.rest = self.rest.trim_start_matches(|char| char != '\n');
            } else if let Some((_, after)) = self.rest.strip_prefix("/*").and_then(|rest| rest.split_once("*/")) {
                self.rest = after;
            } else {
                return;
            }
        }
    }

    /// What may follow: brackets too many, the end of a fence, and words that are no JSON.
    fn end(&mut self, value: Value) -> Result<Nearly, Wrong> {
        self.rest = self.rest.trim_start_matches(|char| is_blank(char) || matches!(char, ']' | '}' | ',' | ';' | '`'));
        let rest = self.rest;
        // Another list behind words would be lost: a second block of code.
        let has_more = || rest.char_indices().any(|(at, _)| rest.get(at..).is_some_and(is_start));
        if rest.starts_with(['[', '{', '"', ':']) || has_more() {
            return Err(self.wrong(MORE));
        }
        Ok(Nearly { value, open: self.open.unwrap_or(0) })
    }

    fn value(&mut self) -> Result<Value, Wrong> {
        self.skip_blank();
        match self.peek() {
            Some('[') => self.nested(Self::list),
            Some('{') => self.nested(Self::object),
            Some(quote) if closing(quote).is_some() => self.string().map(Value::String),
            Some(_) => self.word(),
            None => Err(self.wrong("it breaks off")),
        }
    }

    fn nested(&mut self, read: fn(&mut Self) -> Result<Value, Wrong>) -> Result<Value, Wrong> {
        self.bump();
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.wrong("too deep"));
        }
        let value = read(self)?;
        self.depth -= 1;
        Ok(value)
    }

    /// Whether a list or object goes on behind one of its parts.
    fn goes_on(&mut self, close: char, last: &Value) -> Result<bool, Wrong> {
        if self.open.is_some() {
            return Ok(false);
        }
        self.skip_blank();
        let has_comma = self.skip(',');
        while has_comma && self.skip(',') {}
        self.skip_blank();
        if self.skip(close) {
            return Ok(false);
        }
        match self.peek() {
            // What was read last is whole only where it has an end of its own.
            None if matches!(last, Value::Array(_) | Value::Object(_)) => {
                self.open = Some(self.depth);
                Ok(false)
            }
            None => Err(self.wrong("it breaks off")),
            Some('[' | '{') if matches!(last, Value::Array(_) | Value::Object(_)) => Ok(true),
            Some(_) if has_comma => Ok(true),
            Some(_) => Err(self.wrong("a comma or a bracket is missing")),
        }
    }

    fn list(&mut self) -> Result<Value, Wrong> {
        let mut items = Vec::new();
        self.skip_blank();
        if !self.skip(']') {
            loop {
                items.push(self.value()?);
                if !self.goes_on(']', items.last().unwrap_or(&Value::Null))? {
                    break;
                }
            }
        }
        Ok(Value::Array(items))
    }

    fn object(&mut self) -> Result<Value, Wrong> {
        let mut fields = Map::new();
        self.skip_blank();
        if !self.skip('}') {
            loop {
                let name = self.name()?;
                self.skip_blank();
                if !self.skip(':') {
                    return Err(self.wrong("a colon is missing"));
                }
                let value = self.value()?;
                let goes_on = self.goes_on('}', &value)?;
                fields.insert(name, value);
                if !goes_on {
                    break;
                }
            }
        }
        Ok(Value::Object(fields))
    }

    fn name(&mut self) -> Result<String, Wrong> {
        self.skip_blank();
        match self.peek() {
            Some(quote) if closing(quote).is_some() => self.quoted_name(),
            Some(first) if is_bare(first) => Ok(self.bare().to_owned()),
            Some(_) => Err(self.wrong("a name is missing")),
            None => Err(self.wrong("it breaks off")),
        }
    }

    /// A name in quotes, none of which stands within it: what follows the next one has to be its colon.
    fn quoted_name(&mut self) -> Result<String, Wrong> {
        let endless = self.wrong(ENDLESS);
        let Some(close) = self.bump().and_then(closing) else { return Err(endless) };
        let mut name = String::new();
        loop {
            match self.bump() {
                None => return Err(endless),
                Some('\\') => self.escape(&mut name)?,
                Some(char) if char == close => return Ok(name),
                Some(char) => name.push(char),
            }
        }
    }

    fn bare(&mut self) -> &str {
        let end = self.rest.find(|char| !is_bare(char)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        self.rest = rest;
        word
    }

    /// A number or a constant.
    fn word(&mut self) -> Result<Value, Wrong> {
        let before = self.rest;
        let value = match self.bare() {
            "true" | "True" | "TRUE" => Some(Value::Bool(true)),
            "false" | "False" | "FALSE" => Some(Value::Bool(false)),
            "null" | "None" | "undefined" | "nil" | "NULL" => Some(Value::Null),
            word => super::parse(word).ok().filter(Value::is_number),
        };
        // The word may go on behind the end of the text.
        if self.rest.is_empty() {
            return Err(self.wrong("it breaks off"));
        }
        value.ok_or_else(|| {
            self.rest = before;
            self.wrong("a text without quotes")
        })
    }

    fn string(&mut self) -> Result<String, Wrong> {
        let endless = self.wrong(ENDLESS);
        let Some(close) = self.bump().and_then(closing) else { return Err(endless) };
        let mut text = String::new();
        let mut inner = 0;
        loop {
            let Some(char) = self.bump() else { return Err(endless) };
            match char {
                '\\' => self.escape(&mut text)?,
                // Quotes within a text come in pairs, on one line without brackets; else one of them may have ended it.
                char if char == close && self.is_end_of_string() => {
                    let is_sure = inner == 0 || (inner % 2 == 0 && !text.contains(['\n', '[', ']', '{', '}']));
                    return if is_sure { Ok(text) } else { Err(endless) };
                }
                '\r' if self.peek() == Some('\n') => {}
                // Two strings without a comma between them.
                char if char == close
                    && inner % 2 == 1
                    && text.rsplit(close).next().is_some_and(|since| since.trim().is_empty()) =>
                {
                    return Err(self.wrong("a comma or a bracket is missing"));
                }
                char => {
                    let is_apostrophe = char == '\'' && text.ends_with(char::is_alphabetic);
                    inner += usize::from(char == close && !is_apostrophe);
                    text.push(char);
                }
            }
        }
    }

    /// Whether a quote is the last of its string: behind it stands what can follow a string.
    fn is_end_of_string(&self) -> bool {
        let rest = self.rest.trim_start_matches(is_blank);
        rest.is_empty() || rest.starts_with([',', ':', ']', '}']) || rest.starts_with("//") || rest.starts_with("/*")
    }

    fn escape(&mut self, text: &mut String) -> Result<(), Wrong> {
        let char = match self.bump() {
            None => return Err(self.wrong("it breaks off")),
            Some('n' | '\n') => '\n',
            Some('t') => '\t',
            Some('r') => '\r',
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('u') => return self.code(text),
            Some(char @ ('"' | '\'' | '\\' | '/' | '`')) => char,
            // A path or a pattern of somebody who forgot that backslashes are doubled.
            Some(char) => {
                text.push('\\');
                char
            }
        };
        text.push(char);
        Ok(())
    }

    /// Four digits, or eight for a character of two halves; a half alone is U+FFFD.
    fn code(&mut self, text: &mut String) -> Result<(), Wrong> {
        let first = self.digits()?;
        let is_half = (0xd800..0xdc00).contains(&first);
        let second = if is_half && self.rest.starts_with("\\u") {
            self.bump();
            self.bump();
            Some(self.digits()?)
        } else {
            None
        };
        let halves = [first].into_iter().chain(second);
        text.extend(char::decode_utf16(halves).map(|char| char.unwrap_or(char::REPLACEMENT_CHARACTER)));
        Ok(())
    }

    fn digits(&mut self) -> Result<u16, Wrong> {
        let (digits, rest) = self.rest.split_at_checked(4).unwrap_or_default();
        let code = u16::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'));
        let code = code.ok_or_else(|| self.wrong("\\u without four digits"))?;
        self.rest = rest;
        Ok(code)
    }
}

/// What closes a string that begins so.
fn closing(quote: char) -> Option<char> {
    match quote {
        '"' | '\'' => Some(quote),
        '“' => Some('”'),
        _ => None,
    }
}

fn is_blank(char: char) -> bool {
    char.is_whitespace() || matches!(char, '\u{feff}' | '\u{200b}')
}

/// Whether it can stand in a name, a number or a constant.
fn is_bare(char: char) -> bool {
    char.is_ascii_alphanumeric() || matches!(char, '_' | '-' | '.' | '+' | '$')
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Wrong, is_meant, read};

    #[test]
    fn slips_that_leave_no_doubt() {
        let two = json!([{"a": "b"}, {"c": true}]);
        for (text, value) in [
            (r#"[{"a": "b"}, {"c": true}]"#, two.clone()),
            (r#"[{"a": "b",}, {"c": true,},]"#, two.clone()),
            (r#"[{"a": "b"} {"c": true}]"#, two.clone()),
            (r"[{'a': 'b'}, {'c': True}]", two.clone()),
            (r#"[{a: "b"}, {c: true}]"#, two.clone()),
            ("```json\n[{\"a\": \"b\"}, {\"c\": true}]\n```", two.clone()),
            ("Here they are: [{\"a\": \"b\"}, {\"c\": true}]. Good?", two.clone()),
            ("[{\"a\": \"b\"}, // first\n /* second */ {\"c\": true}]}", two.clone()),
            (r#"[{\"a\": \"b\"}, {\"c\": true}]"#, two.clone()),
            ("[{\"a\": \"b\nc\"}]", json!([{"a": "b\nc"}])),
            ("[{\"a\": \"b\r\nc\\nd\"}]", json!([{"a": "b\nc\nd"}])),
            (r#"[{"a": "Use "fast" mode?"}]"#, json!([{"a": "Use \"fast\" mode?"}])),
            (r"[{'a': 'It\'s so', 'b': None}]", json!([{"a": "It's so", "b": null}])),
            (r"{'a': 'don't'}", json!({"a": "don't"})),
            (r#"{"a": "\d+ \ud83d\ude00 \ud83d!"}"#, json!({"a": "\\d+ 😀 \u{fffd}!"})),
            (r#"{"z": 1, "a": [], "b": {}}"#, json!({"z": 1, "a": [], "b": {}})),
        ] {
            let read = read(text).map(|read| (read.value, read.open));
            assert_eq!(read, Ok((value, 0)), "{text}");
        }
    }

    #[test]
    fn what_broke_off_behind_something_whole_is_told() {
        for (text, value, open) in [
            (r#"[{"a": "b"}"#, json!([{"a": "b"}]), 1),
            (r#"[{"a": "b"}, "#, json!([{"a": "b"}]), 1),
            (r#"{"q": [{"a": "b"}]"#, json!({"q": [{"a": "b"}]}), 1),
            (r#"{"q": [{"a": "b"}"#, json!({"q": [{"a": "b"}]}), 2),
            (r#"[{"a": ["b"]"#, json!([{"a": ["b"]}]), 2),
        ] {
            let read = read(text).map(|read| (read.value, read.open));
            assert_eq!(read, Ok((value, open)), "{text}");
        }
    }

    #[test]
    fn what_is_in_doubt_is_told_with_its_line() {
        let deep = "[".repeat(100_000);
        let endless = "a text without its end, or with quotes in it that are not escaped";
        for (text, line, what) in [
            ("[{\"a\": \"b\"},\n{\"a\": \"c", 2, endless),
            ("[{\"a\": \"b\"},\n{\"a\": \"c\"", 2, "it breaks off"),
            ("[{\"a\": tr", 1, "it breaks off"),
            ("[{\"a\":\n\"b\" oops}]", 2, endless),
            ("[{\"a\": oops}]", 1, "a text without quotes"),
            ("[{\"a\" 1}]", 1, "a colon is missing"),
            ("[{\"a\"true,\"b\":1}]", 1, "a colon is missing"),
            ("{\"a\": 1 2}", 1, "a comma or a bracket is missing"),
            ("[1, 2] [3]", 1, "more follows where the list should end"),
            ("```\n[[1]]\n```\nand\n```\n[[2]]\n```", 4, "more follows where the list should end"),
            ("{\"a\": \"\\u12\"}", 1, "\\u without four digits"),
            ("Which one?", 1, "no list or object"),
            (&deep, 1, "too deep"),
        ] {
            assert_eq!(read(text), Err(Wrong { line, what }), "{text:.40}");
        }
    }

    #[test]
    fn texts_for_people_are_no_json() {
        for text in ["[Auth] Which one?", "{name} or {id}?", "", "Which one?", "[1] or [2]?", "[x] done"] {
            assert!(!is_meant(text), "{text}");
        }
        for text in ["[{", "{\"a", "[ \"a\"", "{'a'", "{a: 1}", " [", "```json", "[[1]]", "{}"] {
            assert!(is_meant(text), "{text}");
        }
    }
}
