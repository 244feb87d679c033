//! JSON as people read and edit it.

use std::fmt::Write;

use serde::Serialize;

/// The text of a value: two spaces a level, a newline at the end, and no character in it that an editor obeys.
///
/// Laid out once it is written: parts that are passed on as they stood, numbers and all, are laid out with the rest.
#[must_use]
pub fn pretty(value: &impl Serialize) -> String {
    // It fails for fields without a name, which no shape has.
    let written = serde_json::to_string(value).unwrap_or_default();
    let mut layout = Layout { text: String::with_capacity(2 * written.len()), depth: 0, is_opened: false };
    let mut chars = written.chars();
    while let Some(char) = chars.next() {
        match char {
            ' ' | '\t' | '\r' | '\n' => {}
            '{' | '[' => layout.open(char),
            '}' | ']' => layout.close(char),
            ',' => layout.next(),
            ':' => layout.text.push_str(": "),
            '"' => layout.string(&mut chars),
            _ => layout.token(char),
        }
    }
    layout.text.push('\n');
    layout.text
}

struct Layout {
    text: String,
    depth: usize,
    /// Whether nothing stands yet in the innermost list or object.
    is_opened: bool,
}

impl Layout {
    fn token(&mut self, char: char) {
        if std::mem::take(&mut self.is_opened) {
            self.line();
        }
        self.text.push(char);
    }

    fn open(&mut self, bracket: char) {
        self.token(bracket);
        self.depth += 1;
        self.is_opened = true;
    }

    fn close(&mut self, bracket: char) {
        self.depth = self.depth.saturating_sub(1);
        if !std::mem::take(&mut self.is_opened) {
            self.line();
        }
        self.text.push(bracket);
    }

    fn next(&mut self) {
        self.text.push(',');
        self.line();
    }

    fn line(&mut self) {
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n("  ", self.depth));
    }

    /// What follows the opening quote, up to the closing one.
    fn string(&mut self, chars: &mut std::str::Chars<'_>) {
        self.token('"');
        while let Some(char) = chars.next() {
            match char {
                // Controls, and what turns the direction of a line.
                '\u{7f}'..='\u{9f}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                    let _ = write!(self.text, "\\u{:04x}", u32::from(char)); // a String takes all
                }
                _ => self.text.push(char),
            }
            match char {
                '"' => break,
                '\\' => self.text.extend(chars.next()),
                _ => {}
            }
        }
    }
}
