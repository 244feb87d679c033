//! Makes text harmless for a terminal, and measures it once. A [`Clean`] is the only text that a frame accepts.
//!
//! Stands in for `strip-ansi-escapes`, which drops escape sequences: here the user sees what the text holds.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use super::width::{Graphemes, is_plain, width};
use super::wrap::WrappedRow;

/// A horizontal line of 120 columns, of which narrower frames borrow a part. Most terminals are not wider.
const RULE: &str = concat!(
    "────────────────────────────────────────────────────────────",
    "────────────────────────────────────────────────────────────"
);

/// Replacement of a tab.
const TAB: &str = "    ";

/// Text without anything that a terminal obeys: escape sequences and control characters are replaced by visible signs,
/// bidirectional overrides are removed, and tabs are expanded. Newlines are kept, as `\n`. A text that is harmless
/// already is borrowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clean<'a> {
    text: Cow<'a, str>,
    /// Width in columns, or `None` for a text of several lines.
    columns: Option<usize>,
}

impl<'a> Clean<'a> {
    /// The empty text.
    pub(crate) const EMPTY: Clean<'static> = Clean { text: Cow::Borrowed(""), columns: Some(0) };

    /// Cleans a text, keeping newlines.
    #[must_use]
    pub fn text(raw: &'a str) -> Self {
        if is_plain(raw) {
            return Self { columns: Some(raw.len()), text: Cow::Borrowed(raw) };
        }
        let is_kept = raw.chars().all(is_harmless);
        Self::measured(if is_kept { Cow::Borrowed(raw) } else { Cow::Owned(replaced(raw, TAB, is_harmless)) })
    }

    /// Cleans a text to one line: newlines become spaces.
    #[must_use]
    pub fn line(raw: &'a str) -> Self {
        let text = Self::text(raw);
        match text.columns {
            Some(_) => text,
            None => Self::measured(Cow::Owned(text.text.replace('\n', " "))),
        }
    }

    /// Cleans a text composed of others, to one line.
    #[must_use]
    pub fn composed(raw: String) -> Clean<'static> {
        if is_plain(&raw) {
            return Clean { columns: Some(raw.len()), text: Cow::Owned(raw) };
        }
        Clean::line(&raw).into_owned()
    }

    /// Creates a text from one of the form's own words, whose width is known.
    pub(crate) const fn own(text: &'static str, columns: usize) -> Clean<'static> {
        Clean { text: Cow::Borrowed(text), columns: Some(columns) }
    }

    /// Creates a horizontal line, `columns` wide.
    pub(crate) fn rule(columns: usize) -> Clean<'static> {
        let known = RULE.get(..columns.saturating_mul('─'.len_utf8())).map(Cow::Borrowed);
        Clean { text: known.unwrap_or_else(|| Cow::Owned("─".repeat(columns))), columns: Some(columns) }
    }

    pub(crate) fn blank(columns: usize) -> Clean<'static> {
        Clean { text: Cow::Owned(" ".repeat(columns)), columns: Some(columns) }
    }

    pub(crate) fn graphemes(&self) -> impl Iterator<Item = &str> {
        let mut start = 0;
        Graphemes::of(&self.text).map(move |grapheme| {
            self.text.get(std::mem::replace(&mut start, grapheme.end)..grapheme.end).unwrap_or_default()
        })
    }

    fn measured(text: Cow<'a, str>) -> Self {
        let is_line = !text.contains('\n');
        Self { columns: is_line.then(|| width(&text)), text }
    }

    /// Returns a row of the text. A part of a clean text is clean.
    pub(super) fn row(&self, WrappedRow { start, end, columns }: WrappedRow) -> Self {
        // Stands for a character that is wider than the row.
        if start == end && self.text.get(start..).is_some_and(|rest| !rest.is_empty() && !rest.starts_with('\n')) {
            return Clean::from("\u{fffd}");
        }
        Self { text: self.slice(start..end), columns: Some(columns) }
    }

    /// Returns a range of bytes of a line.
    pub(super) fn part(&self, range: Range<usize>) -> Self {
        Self::measured(self.slice(range))
    }

    fn slice(&self, range: Range<usize>) -> Cow<'a, str> {
        match &self.text {
            Cow::Borrowed(text) => Cow::Borrowed(text.get(range).unwrap_or_default()),
            Cow::Owned(text) => Cow::Owned(text.get(range).unwrap_or_default().to_owned()),
        }
    }

    pub(crate) fn borrowed(&'a self) -> Self {
        Self { text: Cow::Borrowed(&self.text), ..*self }
    }

    pub(crate) fn into_owned(self) -> Clean<'static> {
        Clean { text: Cow::Owned(self.text.into_owned()), columns: self.columns }
    }

    /// Harmless text, which has newlines only if it was cleaned by [`Clean::text`].
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns whether the text is one line of at most `columns` columns.
    pub(crate) fn fits(&self, columns: usize) -> bool {
        self.columns.is_some_and(|own| own <= columns)
    }

    /// Returns the width of the text on one line, in columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns.unwrap_or_else(|| width(&self.text))
    }
}

impl Default for Clean<'_> {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// Conversion of the form's own words, which are literals of this crate: one line, and harmless.
impl From<&'static str> for Clean<'_> {
    fn from(own: &'static str) -> Self {
        Self { columns: Some(width(own)), text: Cow::Borrowed(own) }
    }
}

impl serde::Serialize for Clean<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl fmt::Display for Clean<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

/// Makes a text harmless for other programs to show: like [`Clean::text`], but keeps tabs.
#[must_use]
pub fn harmless(raw: String) -> String {
    if is_harmless_text(&raw) { raw } else { replaced(&raw, "\t", is_harmless) }
}

/// Replaces the control characters in a text that the user enters, as [`harmless`] does, and keeps every other character,
/// because the text is sent. Where it is shown, it is made harmless.
#[must_use]
pub fn without_controls(raw: String) -> String {
    if has_no_controls(&raw) { raw } else { replaced(&raw, "\t", |char| !is_control(char)) }
}

/// Returns whether [`without_controls`] leaves a text as it is.
pub(crate) fn has_no_controls(raw: &str) -> bool {
    !raw.chars().any(is_control)
}

fn is_control(char: char) -> bool {
    char.is_control() && !matches!(char, '\n' | '\t')
}

/// Returns whether [`harmless`] leaves a text as it is.
pub(crate) fn is_harmless_text(raw: &str) -> bool {
    raw.chars().all(|char| char == '\t' || is_harmless(char))
}

/// Returns whether a text is empty or consists of white space.
pub(crate) fn is_blank(text: &str) -> bool {
    match text.bytes().next() {
        None => true,
        // Most texts begin with a letter.
        Some(b'!'..=b'~') => false,
        Some(_) => text.trim().is_empty(),
    }
}

/// Returns whether a text has a visible character: one that is neither white space nor of zero width.
pub(crate) fn is_seen(text: &str) -> bool {
    text.split_whitespace().any(|word| Clean::line(word).columns() > 0)
}

/// Returns the first `characters` characters of a text, without looking at the rest.
pub(crate) fn start_of(text: &str, characters: usize) -> &str {
    text.char_indices().nth(characters).and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

/// Returns whether a character is left as it is.
fn is_harmless(char: char) -> bool {
    match char {
        ' '..='~' | '\n' => true,
        '\0'..='\u{9f}' | '\u{ad}' => false,
        _ => !matches!(char, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'),
    }
}

/// Replaces the characters that are not kept. Those that have no sign are removed.
fn replaced(raw: &str, tab: &str, is_kept: fn(char) -> bool) -> String {
    let mut clean = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(char) = chars.next() {
        clean.push(match char {
            _ if is_kept(char) => char,
            '\r' => {
                chars.next_if_eq(&'\n');
                '\n'
            }
            '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => '\n',
            '\t' => {
                clean.push_str(tab);
                continue;
            }
            // Shown as their Control Pictures, so that a reader sees what the text holds.
            '\0'..='\u{1f}' => char::from_u32(u32::from(char) + 0x2400).unwrap_or(char::REPLACEMENT_CHARACTER),
            '\u{7f}' => '\u{2421}',
            '\u{80}'..='\u{9f}' => char::REPLACEMENT_CHARACTER,
            // Embeddings, overrides and isolates reorder what follows them, past the end of the text. Soft hyphens
            // count as nothing for pi and take a column in many terminals.
            _ => continue,
        });
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::{Clean, without_controls};

    #[test]
    fn no_escape_or_control_character_is_left() {
        for (raw, shown) in [
            ("plain", "plain"),
            ("\u{1b}[31mred\u{1b}[0m", "␛[31mred␛[0m"),
            ("\u{1b}]52;c;aGk=\u{7}", "␛]52;c;aGk=␇"),
            ("a\r\nb\rc\u{2028}d", "a\nb\nc\nd"),
            ("\ta", "    a"),
            ("\u{9b}31m\u{7f}\0", "\u{fffd}31m␡␀"),
            ("abc\u{202e}fed\u{2066}x", "abcfedx"),
            ("日本 ✓ é", "日本 ✓ é"),
        ] {
            assert_eq!(Clean::text(raw).as_str(), shown, "{raw:?}");
            assert_eq!(Clean::line(raw).as_str(), shown.replace('\n', " "));
        }
    }

    #[test]
    fn what_the_user_enters_loses_control_characters_alone() {
        for (raw, kept) in [
            ("plain", "plain"),
            ("\u{1b}[31mred\u{9b}\u{7f}", "␛[31mred\u{fffd}␡"),
            ("a\r\nb\rc\u{c}d\te", "a\nb\nc\nd\te"),
            (
                "co\u{ad}op\u{2028}\u{200e}\u{200d}\u{202e}x\u{2069}",
                "co\u{ad}op\u{2028}\u{200e}\u{200d}\u{202e}x\u{2069}",
            ),
        ] {
            assert_eq!(without_controls(raw.to_owned()), kept, "{raw:?}");
        }
    }
}
