//! Shapes that only the boundary has. The build script declares them to TypeScript with those of the core.

use std::collections::BTreeMap;

use question_core::{DialectResult, Frame, Markdown, Part, Role, Slot};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A text to be written, or why not.
#[derive(Serialize, TS)]
#[serde(untagged)]
pub(crate) enum Outgoing {
    Text {
        text: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "undefined")]
        problem: Option<()>,
    },
    Problem {
        problem: String,
    },
}

/// The result of answers that came from elsewhere, or what is wrong with them.
#[derive(Serialize, TS)]
#[serde(untagged)]
pub(crate) enum Incoming<'a> {
    Result {
        result: DialectResult<'a>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "undefined")]
        problem: Option<()>,
    },
    Problem {
        /// For the model.
        problem: String,
        /// The same for the user.
        told: String,
    },
}

/// What goes before and after a text of each role.
#[derive(Deserialize, TS)]
#[ts(type = "Record<Role, readonly [open: string, close: string]>")]
pub(crate) struct Colors(pub(crate) BTreeMap<Role, (String, String)>);

/// What is drawn once.
#[derive(Serialize, TS)]
pub(crate) struct Drawing {
    /// The painted lines, joined by newlines.
    pub(crate) view: String,
    /// The lines of Markdown in it, behind the text of its lines.
    pub(crate) parts: Vec<MarkdownPart>,
}

/// Lines of Markdown in a drawing.
#[derive(Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MarkdownPart {
    /// The text that is laid out, made harmless.
    text: String,
    /// Columns that its lines may take.
    columns: usize,
    /// Whether it is what the user is asked.
    is_strong: bool,
    /// Where its lines go.
    slot: Slot,
}

impl From<Part> for MarkdownPart {
    fn from(Part { markdown: Markdown { text, columns, is_strong }, slot }: Part) -> Self {
        Self { text: text.to_string(), columns, is_strong, slot }
    }
}

/// What the host lays out of a frame.
pub(crate) fn parts(frame: &Frame<'_>) -> Vec<MarkdownPart> {
    frame.parts().into_iter().map(MarkdownPart::from).collect()
}
