//! What is drawn: lines of text spans, each with the role that the host gives a color. No escape codes.

use crate::text::{Clean, truncate};

/// One drawing of a form or of a transcript entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame<'a> {
    /// The lines from the top, without those of the editor.
    pub lines: Vec<Line<'a>>,
    /// Where the host puts the text editor, while one is open.
    pub slot: Option<Slot>,
}

/// The place of the text editor in a frame. Rows count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The editor's lines go before this line of the frame.
    pub row: usize,
    /// First line of the editor that is shown.
    pub first: usize,
    /// How many of its lines are shown.
    pub rows: usize,
}

/// One line, never wider than the frame it is in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line<'a> {
    /// Blank columns before the first piece.
    pub indent: usize,
    /// The pieces from the left.
    pub spans: Vec<Span<'a>>,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Role {
    /// Ordinary text.
    Text,
    /// Text of second rank: descriptions.
    Muted,
    /// Text of third rank: hints, what cannot be chosen now.
    Dim,
    /// What is highlighted.
    Accent,
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
    /// All roles with the names that the host's palette has for them, in the order of their discriminants.
    pub const ALL: [(Self, &'static str); 11] = [
        (Self::Text, "text"),
        (Self::Muted, "muted"),
        (Self::Dim, "dim"),
        (Self::Accent, "accent"),
        (Self::Heading, "heading"),
        (Self::Success, "success"),
        (Self::Warning, "warning"),
        (Self::Error, "error"),
        (Self::Border, "border"),
        (Self::Tab, "tab"),
        (Self::Tool, "tool"),
    ];
}

impl<'a> Line<'a> {
    /// A line of one span.
    pub(crate) fn of(role: Role, text: impl Into<Clean<'a>>) -> Self {
        Self { indent: 0, spans: vec![Span { text: text.into(), role }] }
    }

    /// The line with a further span at its end.
    pub(crate) fn with(self, role: Role, text: impl Into<Clean<'a>>) -> Self {
        self.with_span(Span { text: text.into(), role })
    }

    #[inline(never)] // called from everywhere; a copy at each place costs kilobytes
    fn with_span(mut self, span: Span<'a>) -> Self {
        self.spans.push(span);
        self
    }

    /// The line behind `columns` blank ones.
    pub(crate) fn indented(mut self, columns: usize) -> Self {
        self.indent += columns;
        self
    }

    /// Columns that the line takes.
    #[must_use]
    pub fn width(&self) -> usize {
        self.indent + self.spans.iter().map(|span| span.text.columns()).sum::<usize>()
    }

    /// The line cut to `columns`. Every line of a frame has passed through here, so none is ever too wide.
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

    /// The text of the line, without its roles.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = " ".repeat(self.indent);
        text.extend(self.spans.iter().map(|span| span.text.as_str()));
        text
    }
}
