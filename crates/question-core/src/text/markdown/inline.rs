//! The lines of a block → its text: as they are written, without the signs of quotes and items, and links with their addresses.
//!
//! Never here: where a block begins and ends.

use std::ops::Range;

use super::emphasis::Styles;
use super::read::{Text, letters};
use crate::text::clean::Clean;

/// The text of a block in the making, without the signs of what it stands in.
#[derive(Default)]
pub(super) struct Inline {
    text: String,
    links: Vec<Range<usize>>,
    /// Where the line that is read begins; `None` before its first sign.
    from: Option<usize>,
    /// The byte that it is read to.
    pub(super) reached: usize,
    /// The end of the line before.
    ended: usize,
    /// Where a link begins in `text`, and where it leads.
    link: Option<(usize, String)>,
    /// Letters of addresses that are the names of their links.
    pub(super) twice: usize,
}

impl Inline {
    /// A text that begins at byte `start`.
    pub(super) fn from(start: usize) -> Self {
        Self { from: Some(start), reached: start, ..Self::default() }
    }

    /// Reads to the end of a range. `own_indent` are the blanks before a line that are of what it stands in; `None` for all.
    pub(super) fn reach(&mut self, source: &str, range: Range<usize>, own_indent: Option<usize>) {
        if self.from.is_none() {
            let line = source.get(self.ended..range.start).unwrap_or_default();
            // What a backslash stands before begins there to the parser.
            let escape = line.len() - line.trim_end_matches('\\').len();
            let line = line.get(..line.len() - escape).unwrap_or_default();
            let indent =
                (line.len() - line.trim_end_matches(' ').len()).saturating_sub(own_indent.unwrap_or(usize::MAX));
            self.from = Some(range.start - escape.min(1) - if self.ended > 0 && escape < 2 { indent } else { 0 });
        }
        self.reached = self.reached.max(range.end);
    }

    fn flush(&mut self, source: &str) {
        if let Some(from) = self.from.take() {
            self.text.push_str(source.get(from..self.reached).unwrap_or_default());
        }
    }

    /// Ends a line before byte `at`.
    pub(super) fn end_line(&mut self, source: &str, at: usize) {
        self.reached = self.reached.max(at);
        self.flush(source);
        self.text.truncate(self.text.trim_end_matches(' ').len());
        self.text.push('\n');
        self.ended = at;
    }

    /// Begins a link, but for what may be code: `list[0](x)`, `[a-z](b|c)`.
    pub(super) fn begin_link(&mut self, source: &str, at: usize, address: &str) {
        let before = source.get(..at).and_then(|before| before.chars().next_back());
        let is_code = before.is_some_and(|before| before.is_ascii_alphanumeric() || "_)]^\\.$".contains(before));
        let is_of_address = |char: char| char.is_alphanumeric() || "-._~:/?#@!&%+,;=".contains(char);
        let is_address = address.chars().all(is_of_address) && address.contains(['/', '.', ':', '#']);
        if !is_address || is_code || self.link.is_some() {
            return;
        }
        self.flush(source);
        self.link = Some((self.text.len(), Clean::line(address).as_str().to_owned()));
        // Its name begins with the first sign behind the bracket.
        self.ended = 0;
    }

    /// Ends what may be a link: its name goes before its address.
    pub(super) fn end_link(&mut self, source: &str, range: Range<usize>) {
        if let Some((start, address)) = self.link.take() {
            self.flush(source);
            let name = self.text.get(start..).unwrap_or_default().trim();
            if name.is_empty() {
                self.text.push_str(&address);
            } else if name == address {
                self.twice += letters(name).count();
            } else {
                self.text.extend([" (", &address, ")"]);
            }
            self.links.push(start..self.text.len());
            self.from = Some(range.end);
        }
        self.reached = self.reached.max(range.end);
    }

    /// The text, whose marks are read.
    pub(super) fn end(mut self, source: &str) -> Text {
        self.flush(source);
        let (text, styles) = Styles::read_linked(self.text.trim_end(), &self.links);
        Text { text, styles }
    }
}
