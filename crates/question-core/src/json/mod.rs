//! Values of any shape, as a model sends them and files keep them: the fields of an object in their order.
//!
//! Reading text is written out because the crates for it cost from 14 to 80 KB of the module.

pub(crate) mod object;
mod text;

/// A JSON value.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Json {
    /// `null`, and what is not JSON.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Number(i64),
    /// Any other number, and the text that it is written as.
    Decimal(f64, String),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Json>),
    /// An object.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads a JSON text. Of fields with one name, all are kept and the first is found.
    ///
    /// # Errors
    ///
    /// The line, from 1, from which on it is none.
    pub fn parse(text: &str) -> Result<Self, usize> {
        let mut parser = Parser { rest: text };
        let value = parser.value(MAX_DEPTH);
        parser.skip_blanks();
        match value {
            Some(value) if parser.rest.is_empty() => Ok(value),
            _ => {
                let read = text.strip_suffix(parser.rest).unwrap_or(text);
                Err(read.matches('\n').count() + 1)
            }
        }
    }

    /// A field of an object; null where there is none.
    #[must_use]
    pub fn field(&self, name: &str) -> &Self {
        match self {
            Self::Object(fields) => {
                fields.iter().find(|(field, _)| field == name).map_or(&Self::Null, |(_, value)| value)
            }
            _ => &Self::Null,
        }
    }

    /// The items of an array; none where it is something else.
    #[must_use]
    pub fn list(&self) -> &[Self] {
        match self {
            Self::List(items) => items,
            _ => &[],
        }
    }

    /// The text of a string; empty where it is something else.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            _ => "",
        }
    }

    /// A whole number.
    #[must_use]
    pub fn number(&self) -> Option<i64> {
        match *self {
            Self::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Whether it is `true`.
    #[must_use]
    pub fn is_true(&self) -> bool {
        *self == Self::Bool(true)
    }
}

/// Levels of a text that are read; a deeper one is none that a model or a person has written.
const MAX_DEPTH: usize = 64;

struct Parser<'a> {
    rest: &'a str,
}

impl<'a> Parser<'a> {
    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
    }

    /// Goes past `token`, if it comes next.
    fn take(&mut self, token: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(token)?;
        Some(())
    }

    /// Goes past the characters that `belongs` says yes to.
    fn take_while(&mut self, belongs: fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|char| !belongs(char)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        self.rest = rest;
        taken
    }

    fn value(&mut self, depth: usize) -> Option<Json> {
        self.skip_blanks();
        let depth = depth.checked_sub(1)?;
        match self.rest.chars().next()? {
            '"' => self.string().map(Json::Text),
            '[' => self.list(depth),
            '{' => self.object(depth),
            't' => self.take("true").map(|()| Json::Bool(true)),
            'f' => self.take("false").map(|()| Json::Bool(false)),
            'n' => self.take("null").map(|()| Json::Null),
            _ => self.number(),
        }
    }

    fn list(&mut self, depth: usize) -> Option<Json> {
        self.take("[")?;
        let mut items = Vec::new();
        self.skip_blanks();
        if self.take("]").is_some() {
            return Some(Json::List(items));
        }
        loop {
            items.push(self.value(depth)?);
            self.skip_blanks();
            if self.take("]").is_some() {
                return Some(Json::List(items));
            }
            self.take(",")?;
        }
    }

    fn object(&mut self, depth: usize) -> Option<Json> {
        self.take("{")?;
        let mut fields = Vec::new();
        self.skip_blanks();
        if self.take("}").is_some() {
            return Some(Json::Object(fields));
        }
        loop {
            self.skip_blanks();
            let name = self.string()?;
            self.skip_blanks();
            self.take(":")?;
            fields.push((name, self.value(depth)?));
            self.skip_blanks();
            if self.take("}").is_some() {
                return Some(Json::Object(fields));
            }
            self.take(",")?;
        }
    }

    fn string(&mut self) -> Option<String> {
        self.take("\"")?;
        let mut text = String::new();
        loop {
            text.push_str(self.take_while(|char| char != '"' && char != '\\' && char >= ' '));
            if self.take("\"").is_some() {
                return Some(text);
            }
            self.take("\\")?;
            let mut chars = self.rest.chars();
            let escape = chars.next()?;
            self.rest = chars.as_str();
            text.push(match escape {
                '"' | '\\' | '/' => escape,
                'b' => '\u{8}',
                'f' => '\u{c}',
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'u' => self.escaped()?,
                _ => return None,
            });
        }
    }

    /// The character of a `\u` escape, or of two that are a pair; a half of a pair alone stands for no character.
    fn escaped(&mut self) -> Option<char> {
        let high = self.hex()?;
        if (0xd800..0xdc00).contains(&high) {
            let after = self.rest;
            if self.take("\\u").is_some()
                && let Some(low) = self.hex()
                && (0xdc00..0xe000).contains(&low)
            {
                return char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00));
            }
            self.rest = after;
        }
        Some(char::from_u32(high).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn hex(&mut self) -> Option<u32> {
        let (digits, rest) = self.rest.split_at_checked(4)?;
        self.rest = rest;
        digits.chars().try_fold(0, |number, digit| Some(number * 16 + digit.to_digit(16)?))
    }

    fn number(&mut self) -> Option<Json> {
        let start = self.rest;
        let is_negative = self.take("-").is_some();
        let whole = self.take_while(|char| char.is_ascii_digit());
        if whole.is_empty() || (whole.len() > 1 && whole.starts_with('0')) {
            return None;
        }
        let mut fraction = "";
        if self.take(".").is_some() {
            fraction = self.take_while(|char| char.is_ascii_digit());
            if fraction.is_empty() {
                return None;
            }
        }
        let mut exponent = 0_i32;
        if self.take("e").or_else(|| self.take("E")).is_some() {
            let sign = if self.take("-").is_some() { -1 } else { 1 };
            if sign == 1 {
                let _ = self.take("+");
            }
            let digits = self.take_while(|char| char.is_ascii_digit());
            // What does not fit is as good as infinite, or nothing.
            exponent = sign * if digits.is_empty() { return None } else { digits.parse().unwrap_or(9_999) };
        }
        let text = start.strip_suffix(self.rest).unwrap_or_default();
        if let (Ok(number), true) = (text.parse::<i64>(), fraction.is_empty())
            && number.unsigned_abs() <= MAX_EXACT
        {
            return Some(Json::Number(number));
        }
        let digits = whole.chars().chain(fraction.chars()).filter_map(|digit| digit.to_digit(10));
        let mantissa = digits.fold(0.0, |number, digit| number * 10.0 + f64::from(digit));
        let exponent = exponent.saturating_sub(i32::try_from(fraction.len()).unwrap_or(i32::MAX));
        // Exact for up to 15 digits and powers up to 22, as all that people write.
        let value = match exponent {
            _ if mantissa == 0.0 => mantissa, // times infinity, it would be no number
            ..0 => mantissa / power(-exponent),
            _ => mantissa * power(exponent),
        };
        Some(Json::Decimal(if is_negative { -value } else { value }, text.to_owned()))
    }
}

/// Largest whole number that JavaScript holds exactly.
const MAX_EXACT: u64 = 9_007_199_254_740_991;

fn power(exponent: i32) -> f64 {
    10_f64.powi(exponent)
}

#[cfg(test)]
mod tests {
    use super::Json;

    #[test]
    fn reads_what_is_json() {
        let text = |text: &str| Json::Text(text.to_owned());
        for (written, value) in [
            (" null ", Json::Null),
            ("true", Json::Bool(true)),
            ("-12", Json::Number(-12)),
            ("0.5", Json::Decimal(0.5, "0.5".to_owned())),
            ("-1.25e2", Json::Decimal(-125.0, "-1.25e2".to_owned())),
            ("0e999", Json::Decimal(0.0, "0e999".to_owned())),
            ("1E3", Json::Decimal(1000.0, "1E3".to_owned())),
            ("9007199254740993", Json::Decimal(9_007_199_254_740_992.0, "9007199254740993".to_owned())),
            (r#""a\"\\\/\n\t\u00e9 \ud83d\ude00 \ud83d!""#, text("a\"\\/\n\té 😀 \u{fffd}!")),
            ("[]", Json::List(vec![])),
            ("[1, [2]]", Json::List(vec![Json::Number(1), Json::List(vec![Json::Number(2)])])),
            (
                r#"{ "b" : 1 , "a":{} }"#,
                Json::Object(vec![("b".into(), Json::Number(1)), ("a".into(), Json::Object(vec![]))]),
            ),
        ] {
            assert_eq!(Json::parse(written), Ok(value), "{written}");
        }
    }

    #[test]
    fn refuses_what_is_not() {
        let deep = "[".repeat(100_000);
        for written in [
            "",
            " ",
            "nul",
            "tru",
            "01",
            "1.",
            ".5",
            "1e",
            "+1",
            "--1",
            "\"",
            "\"\\x\"",
            "\"\\u12\"",
            "\"a\nb\"",
            "[1,]",
            "[1 2]",
            "{\"a\"}",
            "{a:1}",
            "{\"a\":1,}",
            "1 2",
            "[",
            "{",
            "'a'",
            &deep,
        ] {
            assert!(Json::parse(written).is_err(), "{written:.40}");
        }
    }
}
