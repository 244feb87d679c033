//! The frame: a drawing as lines of spans, each with a role that the host gives a color. It holds no escape codes.

use std::rc::Rc;

use serde::{Deserialize, Serialize};
use strum::VariantArray;
use ts_rs::TS;

use crate::json;
use crate::text::markdown::Row;
use crate::text::markdown::emphasis::{Piece, Style, Styles};
use crate::text::{Clean, truncate};

/// A drawing of a form or of a transcript entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame<'a> {
    /// Lines from top to bottom, without those of the host's editor.
    pub lines: Vec<Line<'a>>,
    /// Rows for the host's text editor, if one is open.
    pub slot: Option<Slot>,
    /// Index of the line at whose first span the host's cursor stands, 0-based. `None` while the host's editor has it.
    pub cursor: Option<usize>,
}

/// Rows of a frame that a scrolling or host-drawn part occupies. Rows are 0-based.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Slot {
    /// Row of the frame before which the part's lines are inserted.
    pub row: usize,
    /// First visible line of the part.
    pub first: usize,
    /// Maximum number of visible lines.
    pub rows: usize,
}

/// One line, never wider than its frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line<'a> {
    /// Blank columns before the first span.
    pub indent: usize,
    /// Spans from left to right.
    pub spans: Vec<Span<'a>>,
    /// Index of the list item that the line belongs to, 0-based.
    pub item: Option<usize>,
    /// Language of the code in the line, for highlighting by the host.
    pub language: Option<Rc<str>>,
}

/// A piece of text with one role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span<'a> {
    /// The text.
    pub text: Clean<'a>,
    /// The role of the text.
    pub role: Role,
    /// The address that a click on the text opens: http, https or mailto, in printable ASCII without blanks.
    pub link: Option<Rc<str>>,
}

/// Role of a text, for its color. No information may be conveyed by the role alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default, VariantArray, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Ordinary text.
    #[default]
    Text,
    /// The question.
    Prompt,
    /// Bold text.
    Strong,
    /// Inline code.
    Code,
    /// A line of a code block.
    CodeBlock,
    /// A heading in Markdown.
    Title,
    /// The name and address of a link.
    Link,
    /// Quoted text.
    Quote,
    /// Bars of quotes, bullets, and lines of tables.
    Sign,
    /// Secondary text, such as descriptions, hints and counts. It has to be read as well as any other.
    Muted,
    /// A key in a hint.
    Key,
    /// Highlighted text.
    Accent,
    /// Characters that typed words find.
    Match,
    /// A heading of a page.
    Heading,
    /// A finished or confirmed item.
    Success,
    /// Something that needs the user's attention.
    Warning,
    /// An error.
    Error,
    /// Borders of the form.
    Border,
    /// The current tab.
    Tab,
    /// The name of the tool in the transcript.
    Tool,
    /// The session that questions come from, if it is another one.
    Subagent,
}

impl Role {
    pub(crate) fn styled(self, style: Style) -> Self {
        match (style, self) {
            (Style::Match, _) => Self::Match,
            // Otherwise, all of a highlighted text has one role. The question is bold in any case.
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

    /// Returns the name of the role in the host's palette.
    #[must_use]
    pub fn name(self) -> &'static str {
        json::name_of(&self)
    }

    /// All roles, in the order of their discriminants.
    pub const ALL: &'static [Self] = Self::VARIANTS;
}

impl<'a> Span<'a> {
    fn of(role: Role, Piece { text, style, link }: Piece<'a>) -> Self {
        Self { text, role: role.styled(style), link }
    }
}

impl<'a> Line<'a> {
    pub(crate) fn of(role: Role, text: impl Into<Clean<'a>>) -> Self {
        Self { spans: vec![Span { text: text.into(), role, link: None }], ..Self::default() }
    }

    /// Appends a span.
    pub(crate) fn with(self, role: Role, text: impl Into<Clean<'a>>) -> Self {
        self.with_span(Span { text: text.into(), role, link: None })
    }

    /// Appends a row of a styled text, which starts at byte `start` of that.
    pub(crate) fn with_row(self, role: Role, row: Clean<'a>, start: usize, styles: &Styles) -> Self {
        if styles.is_plain() {
            return self.with(role, row);
        }
        styles.pieces(start, row).into_iter().fold(self, |line, piece| line.with_span(Span::of(role, piece)))
    }

    pub(crate) fn of_row(role: Role, row: Row<'a>) -> Self {
        let spans = row.pieces.into_iter().map(|piece| Span::of(role, piece));
        Self { spans: spans.collect(), language: row.language, ..Self::default() }
    }

    pub(crate) fn into_owned(self) -> Line<'static> {
        let owned = |span: Span<'a>| Span { text: span.text.into_owned(), role: span.role, link: span.link };
        Line {
            spans: self.spans.into_iter().map(owned).collect(),
            indent: self.indent,
            item: self.item,
            language: self.language,
        }
    }

    /// Appends a span.
    pub(crate) fn with_span(mut self, span: Span<'a>) -> Self {
        self.spans.push(span);
        self
    }

    /// Indents the line by `columns`.
    pub(crate) fn indented(mut self, columns: usize) -> Self {
        self.indent += columns;
        self
    }

    /// Pads the line to `columns` and appends a vertical line.
    pub(crate) fn beside(self, columns: usize) -> Self {
        let line = self.fit(columns);
        let missing = columns.saturating_sub(line.width());
        line.with(Role::Text, Clean::blank(missing)).with(Role::Muted, Clean::own(" │ ", 3))
    }

    /// Returns the width in columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.indent + self.spans.iter().map(|span| span.text.columns()).sum::<usize>()
    }

    /// Cuts the line to `columns`, with an ellipsis if it is wider. Every line of a frame that may be too wide passes
    /// through here.
    pub(crate) fn fit(self, columns: usize) -> Self {
        if self.width() > columns { self.cut(columns) } else { self }
    }

    /// Appends an ellipsis and cuts the line to `columns`. A letter that fills a single column stays.
    pub(crate) fn cut(mut self, columns: usize) -> Self {
        self.indent = self.indent.min(columns);
        let last = self.spans.pop();
        let room = columns.saturating_sub(self.width());
        let Some(mut last) = last else { return self.with(Role::Text, truncate("…".into(), room)) };
        if room == 0 && !self.spans.is_empty() {
            return self.cut(columns);
        }
        last.text = truncate(if columns > 1 { Clean::composed(format!("{}…", last.text)) } else { last.text }, room);
        self.with_span(last)
    }

    /// Returns the text of the line without roles.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = " ".repeat(self.indent);
        text.extend(self.spans.iter().map(|span| span.text.as_str()));
        text
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
        assert_eq!(Line::default().indented(2).cut(1).text(), " ");
    }
}
