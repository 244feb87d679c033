//! What is drawn: lines of text spans, each with the role that the host gives a color. No escape codes.

use std::rc::Rc;

use serde::{Deserialize, Serialize};
use strum::VariantArray;
use ts_rs::TS;

use crate::json;
use crate::text::markdown::Row;
use crate::text::markdown::emphasis::{Style, StyledRow};
use crate::text::{Clean, truncate};

/// One drawing of a form or of a transcript entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame<'a> {
    /// The lines from the top, without those of the editor.
    pub lines: Vec<Line<'a>>,
    /// Where the host puts the text editor, or the line that filters, while one is open.
    pub slot: Option<Slot>,
    /// What stands behind that line, to the end of its row; the line that filters leaves room for it.
    pub tail: Option<Line<'a>>,
    /// Where the prompt scrolls, if it does.
    pub prompt: Option<Slot>,
    /// Where the preview is, or a text over the whole terminal.
    pub preview: Option<Slot>,
}

/// A place in a frame for lines that the host draws. Rows count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Slot {
    /// The lines go before this line of the frame.
    pub row: usize,
    /// First of the host's lines that is shown.
    pub first: usize,
    /// How many of them are shown, as far as there are so many.
    pub rows: usize,
}

impl Slot {
    /// Whether a row of the frame is among those of the place.
    pub(crate) fn holds(self, row: usize) -> bool {
        (self.row..self.row + self.rows).contains(&row)
    }
}

/// One line, never wider than the frame it is in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line<'a> {
    /// Blank columns before the first piece.
    pub indent: usize,
    /// The pieces from the left.
    pub spans: Vec<Span<'a>>,
    /// The item of the list that it belongs to, from 0.
    pub item: Option<usize>,
    /// The language of the code in it, for the host's colors.
    pub language: Option<Rc<str>>,
}

/// A piece of text in one role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span<'a> {
    /// The text.
    pub text: Clean<'a>,
    /// What it is.
    pub role: Role,
}

/// What a text is, for the host to color. Nothing is told by a role alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, VariantArray, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Ordinary text.
    Text,
    /// What the user is asked.
    Prompt,
    /// What a text has in bold.
    Strong,
    /// Code in a text.
    Code,
    /// A line of a block of code.
    CodeBlock,
    /// A heading in a text.
    Title,
    /// The name and the address of a link.
    Link,
    /// Text in a quote.
    Quote,
    /// Bars of quotes, signs of items, and lines of tables.
    Sign,
    /// Text of second rank: descriptions.
    Muted,
    /// Text of third rank: hints, what cannot be chosen now.
    Dim,
    /// A key in a hint.
    Key,
    /// What is highlighted.
    Accent,
    /// What the filter has matched.
    Match,
    /// A heading.
    Heading,
    /// What is done.
    Success,
    /// What needs the user.
    Warning,
    /// What went wrong.
    Error,
    /// Lines that frame the form.
    Border,
    /// The tab that is shown.
    Tab,
    /// The tool's name in the transcript.
    Tool,
}

impl Role {
    /// The role of a piece of a text of this role.
    pub(crate) fn styled(self, style: Style) -> Self {
        match (style, self) {
            // What is highlighted is so as a whole; the question is in bold as a whole.
            (Style::Plain, role) | (_, role @ Self::Accent) | (Style::Strong, role @ Self::Prompt) => role,
            (Style::Strong, _) => Self::Strong,
            (Style::Code, _) => Self::Code,
            (Style::Link, _) => Self::Link,
            (Style::Heading, _) => Self::Title,
            (Style::CodeBlock, _) => Self::CodeBlock,
            (Style::Quote, _) => Self::Quote,
            (Style::Sign, _) => Self::Sign,
        }
    }

    /// The name that the host's palette has for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        json::name_of(&self)
    }

    /// All roles, in the order of their discriminants.
    pub const ALL: &'static [Self] = Self::VARIANTS;
}

impl<'a> Line<'a> {
    /// A line of one span.
    pub(crate) fn of(role: Role, text: impl Into<Clean<'a>>) -> Self {
        Self::default().with(role, text)
    }

    /// The line with a further span at its end.
    pub(crate) fn with(self, role: Role, text: impl Into<Clean<'a>>) -> Self {
        self.with_span(Span { text: text.into(), role })
    }

    /// The line with a row of a text at its end.
    pub(crate) fn with_row(self, role: Role, row: StyledRow<'a>) -> Self {
        match row.pieces() {
            Some(pieces) => pieces.into_iter().fold(self, |line, (text, style)| line.with(role.styled(style), text)),
            None => self.with(role, row.text),
        }
    }

    /// The line with a row of Markdown at its end.
    pub(crate) fn with_text(mut self, role: Role, row: Row<'a>) -> Self {
        self.language = row.language;
        row.pieces.into_iter().fold(self, |line, (text, style)| line.with(role.styled(style), text))
    }

    /// The line, independent of what it was made from.
    pub(crate) fn into_owned(self) -> Line<'static> {
        let owned = |span: Span<'a>| Span { text: span.text.into_owned(), role: span.role };
        Line {
            spans: self.spans.into_iter().map(owned).collect(),
            indent: self.indent,
            item: self.item,
            language: self.language,
        }
    }

    fn with_span(mut self, span: Span<'a>) -> Self {
        self.spans.push(span);
        self
    }

    /// The line behind `columns` blank ones.
    pub(crate) fn indented(mut self, columns: usize) -> Self {
        self.indent += columns;
        self
    }

    /// The line with blanks behind it, so that it takes `columns`, and a line down beside those.
    pub(crate) fn beside(self, columns: usize) -> Self {
        let line = self.fit(columns);
        let missing = columns.saturating_sub(line.width());
        line.with(Role::Text, Clean::blank(missing)).with(Role::Dim, Clean::own(" │ ", 3))
    }

    /// Columns that the line takes.
    #[must_use]
    pub fn width(&self) -> usize {
        self.indent + self.spans.iter().map(|span| span.text.columns()).sum::<usize>()
    }

    /// The line cut to `columns`. Every line of a frame that is too wide passes through here.
    pub(crate) fn fit(mut self, columns: usize) -> Self {
        self.indent = self.indent.min(columns);
        let mut used = self.indent;
        for at in 0..self.spans.len() {
            let Some(span) = self.spans.get_mut(at) else { break };
            if used + span.text.columns() > columns {
                span.text = truncate(std::mem::take(&mut span.text), columns - used);
                self.spans.truncate(at + 1);
                break;
            }
            used += span.text.columns();
        }
        self
    }

    /// The line with an ellipsis at its end, in at most `columns`. A letter that fills a single column stays.
    pub(crate) fn cut(mut self, columns: usize) -> Self {
        if columns < 2 && !self.spans.is_empty() {
            return self.fit(columns);
        }
        while let Some(last) = self.spans.pop() {
            let before = self.width();
            if before < columns || self.spans.is_empty() {
                let text = Clean::composed(format!("{}…", last.text));
                return self.with(last.role, truncate(text, columns.saturating_sub(before))).fit(columns);
            }
        }
        self.with(Role::Text, Clean::own("…", 1)).fit(columns)
    }

    /// The text of the line, without its roles.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = " ".repeat(self.indent);
        text.extend(self.spans.iter().map(|span| span.text.as_str()));
        text
    }
}

impl Span<'_> {
    /// The span in pieces: those of its characters that were matched in a role of their own. `matched` has positions
    /// among the characters that are not white space, in order; `seen` counts those of the spans before.
    pub(crate) fn split_at_matches(self, matched: &[usize], seen: &mut usize) -> Vec<Self> {
        let mut pieces: Vec<(String, Role)> = Vec::new();
        for grapheme in self.text.graphemes() {
            let mut role = self.role;
            for _ in grapheme.chars().filter(|char| !char.is_whitespace()) {
                if matched.binary_search(seen).is_ok() {
                    role = Role::Match;
                }
                *seen += 1;
            }
            match pieces.last_mut() {
                Some((piece, last)) if *last == role => piece.push_str(grapheme),
                _ => pieces.push((grapheme.to_owned(), role)),
            }
        }
        pieces.into_iter().map(|(text, role)| Span { text: Clean::composed(text), role }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, Role};

    /// An ellipsis takes one column; the others show text.
    #[test]
    fn a_line_is_cut() {
        for (spans, columns, expected) in [
            (&["ab", "cd"] as &[_], 5, "abcd…"),
            (&["ab", "cd"], 4, "abc…"),
            (&["ab", "cd"], 3, "ab…"),
            (&["ab", "cd"], 2, "a…"),
            (&["> ", "Yes"], 4, "> Y…"),
            (&["a"], 1, "a"),
            (&["ab"], 1, "…"),
            (&[], 3, "…"),
            (&["日本"], 4, "日…"),
        ] {
            let line = spans.iter().fold(Line::default(), |line, text| line.with(Role::Text, *text));
            assert_eq!(line.cut(columns).text(), expected, "{spans:?} in {columns}");
        }
    }
}
