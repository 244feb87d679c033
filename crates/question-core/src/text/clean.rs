//! Makes text harmless for a terminal, and measures it once. A [`Clean`] is the only text that a frame accepts.

use std::borrow::Cow;
use std::fmt;

use super::width::{Graphemes, is_plain, width};
use super::wrap::Row;

/// Columns that a tab is expanded to.
const TAB: &str = "    ";

/// Text without anything a terminal would obey: escape sequences, control characters and bidirectional overrides are
/// shown or dropped, tabs expanded. Newlines are kept, in the one form `\n`. Text that is harmless already is borrowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clean<'a> {
    text: Cow<'a, str>,
    /// Columns on one line; `None` for a text of several lines.
    columns: Option<usize>,
}

impl<'a> Clean<'a> {
    /// No text.
    pub(crate) const EMPTY: Clean<'static> = Clean { text: Cow::Borrowed(""), columns: Some(0) };

    /// Text from a model or a user, newlines kept.
    #[must_use]
    pub fn text(raw: &'a str) -> Self {
        if is_plain(raw) {
            return Self { columns: Some(raw.len()), text: Cow::Borrowed(raw) };
        }
        let is_harmless = raw.chars().all(is_harmless);
        Self::measured(if is_harmless { Cow::Borrowed(raw) } else { Cow::Owned(made_harmless(raw, TAB)) })
    }

    /// Text from a model or a user on one line: newlines become spaces.
    #[must_use]
    pub fn line(raw: &'a str) -> Self {
        let text = Self::text(raw);
        match text.columns {
            Some(_) => text,
            None => Self::measured(Cow::Owned(text.text.replace('\n', " "))),
        }
    }

    /// A text put together from others, on one line.
    #[must_use]
    pub fn composed(raw: String) -> Clean<'static> {
        if is_plain(&raw) {
            return Clean { columns: Some(raw.len()), text: Cow::Owned(raw) };
        }
        if raw.chars().all(|char| is_harmless(char) && char != '\n') {
            return Clean { columns: Some(width(&raw)), text: Cow::Owned(raw) };
        }
        Clean::line(&raw).into_owned()
    }

    /// One of the form's own words that is not of ASCII, and its columns.
    pub(crate) const fn own(text: &'static str, columns: usize) -> Clean<'static> {
        Clean { text: Cow::Borrowed(text), columns: Some(columns) }
    }

    /// A line drawn across `columns`.
    pub(crate) fn rule(columns: usize) -> Clean<'static> {
        /// A line across most terminals, of which every frame needs two.
        const RULE: &str = "────────────────────────────────────────────────────────────────────────────────\
                            ────────────────────────────────────────────────────────────────────────────────\
                            ────────────────────────────────────────────────────────────────────────────────";
        let text = match RULE.get(..columns * '─'.len_utf8()) {
            Some(text) => Cow::Borrowed(text),
            None => Cow::Owned("─".repeat(columns)),
        };
        Clean { text, columns: Some(columns) }
    }

    /// Blanks over `columns`.
    pub(crate) fn blank(columns: usize) -> Clean<'static> {
        Clean { text: Cow::Owned(" ".repeat(columns)), columns: Some(columns) }
    }

    /// What a reader takes for its characters.
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

    /// One of the lines of the text. Cutting cannot make a text unclean.
    pub(super) fn row(&self, Row { start, end, columns }: Row) -> Self {
        // Nothing fits of a character that is wider than the line: it is left out, and this says so.
        if start == end && self.text.get(start..).is_some_and(|rest| !rest.is_empty() && !rest.starts_with('\n')) {
            return Clean::from("\u{fffd}");
        }
        let text = match &self.text {
            Cow::Borrowed(text) => Cow::Borrowed(text.get(start..end).unwrap_or_default()),
            Cow::Owned(text) => Cow::Owned(text.get(start..end).unwrap_or_default().to_owned()),
        };
        Self { text, columns: Some(columns) }
    }

    /// A part of a line, between two of its bytes.
    pub(super) fn part(&self, start: usize, end: usize) -> Self {
        let cut = |text: &str| text.get(start..end).unwrap_or_default().to_owned();
        let text = match &self.text {
            Cow::Borrowed(text) => Cow::Borrowed(text.get(start..end).unwrap_or_default()),
            Cow::Owned(text) => Cow::Owned(cut(text)),
        };
        Self::measured(text)
    }

    /// The text, borrowed from this one.
    pub(crate) fn borrowed(&'a self) -> Self {
        Self { text: Cow::Borrowed(&self.text), ..*self }
    }

    /// The text, independent of what it was made from.
    pub(crate) fn into_owned(self) -> Clean<'static> {
        Clean { text: Cow::Owned(self.text.into_owned()), columns: self.columns }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether it is one line of at most `columns`.
    pub(crate) fn fits(&self, columns: usize) -> bool {
        self.columns.is_some_and(|own| own <= columns)
    }

    /// Columns on one line; a text of several lines counts as that of its characters.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns.unwrap_or_else(|| width(&self.text))
    }
}

impl Default for Clean<'_> {
    fn default() -> Self {
        Self::from("")
    }
}

/// The form's own words. They are literals of this crate: one line, and nothing harmful.
impl From<&'static str> for Clean<'_> {
    fn from(own: &'static str) -> Self {
        Self { columns: Some(width(own)), text: Cow::Borrowed(own) }
    }
}

impl fmt::Display for Clean<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

/// A text that is kept, and shown by others: as it is where a terminal obeys nothing of it, else as [`Clean::text`] has
/// it. Tabs stay, they may be meant.
#[must_use]
pub fn harmless(raw: String) -> String {
    if is_kept(&raw) { raw } else { made_harmless(&raw, "\t") }
}

/// Whether [`harmless`] leaves a text as it is.
pub(crate) fn is_kept(raw: &str) -> bool {
    // Every key in an editor asks it of the whole text, and most of it is ASCII.
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    let plain = raw.bytes().position(|byte| !is_plain(byte)).unwrap_or(raw.len());
    raw.get(plain..).is_none_or(|rest| rest.chars().all(|char| char == '\t' || is_harmless(char)))
}

/// The first characters of a text: what is not shown costs nothing.
pub(crate) fn start_of(text: &str, characters: usize) -> &str {
    text.char_indices().nth(characters).and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

/// Whether a character is left as it is.
fn is_harmless(char: char) -> bool {
    match char {
        ' '..='~' | '\n' => true,
        '\0'..='\u{9f}' | '\u{ad}' => false,
        _ => !matches!(char, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'),
    }
}

fn made_harmless(raw: &str, tab: &str) -> String {
    let mut clean = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(char) = chars.next() {
        clean.push(match char {
            _ if is_harmless(char) => char,
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
    use super::Clean;

    #[test]
    fn nothing_that_a_terminal_obeys_is_left() {
        for (raw, shown) in [
            ("plain", "plain"),
            ("\u{1b}[31mred\u{1b}[0m", "␛[31mred␛[0m"),
            ("\u{1b}]52;c;aGk=\u{7}", "␛]52;c;aGk=␇"),
            ("a\r\nb\rc\u{2028}d", "a\nb\nc\nd"),
            ("\ta", "    a"),
            ("\u{9b}31m", "\u{fffd}31m"),
            ("\u{7f}\0", "␡␀"),
            ("abc\u{202e}fed\u{2066}x", "abcfedx"),
            ("日本 ✓ é", "日本 ✓ é"),
        ] {
            assert_eq!(Clean::text(raw).as_str(), shown, "{raw:?}");
        }
    }

    #[test]
    fn a_line_has_no_newline() {
        assert_eq!(Clean::line("a\r\nb\nc").as_str(), "a b c");
    }
}
