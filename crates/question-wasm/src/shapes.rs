//! Shapes that only the boundary has. The build script declares them to TypeScript with those of the core.

use question_core::{Exit, Frame, Markdown, Part, Role, Said, Slot, ToldResult};
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
        result: ToldResult<'a>,
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

/// Questions that can be answered though their call is over, or answers that can be changed.
#[derive(Default, Serialize, TS)]
#[ts(optional_fields)]
pub(crate) struct LateQuestions {
    /// What the session has them under.
    pub(crate) key: String,
    /// The ids of the calls that they come from.
    pub(crate) calls: Vec<String>,
    /// For those of the pending file, what its text is known by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<String>,
    /// What somebody has written into that file and that is no answer, as JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) besides: Option<String>,
}

/// The answers to late questions.
#[derive(Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "Delivery")]
pub(crate) struct DeliveryShape<'a> {
    pub(crate) result: ToldResult<'a>,
    pub(crate) questions: LateQuestions,
    /// Whether the model is to act on them at once.
    pub(crate) goes_on: bool,
}

/// What to do, in this order.
#[derive(Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "Plan", optional_fields)]
pub(crate) struct PlanShape<'a> {
    /// To remove the pending file: its answers stand in the session.
    pub(crate) is_delivered: bool,
    /// To tell the user.
    pub(crate) say: &'a [Said],
    /// To note in the session: this one, of which a file is left, is no more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lost: Option<&'a str>,
    /// To send the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) delivery: Option<DeliveryShape<'a>>,
    /// To ask the user, one after the other.
    pub(crate) ask: Vec<LateQuestions>,
    /// To forget the answers of the command line: they were used, or found wrong.
    pub(crate) is_used: bool,
    /// How to let a script see what came of its run.
    pub(crate) exit: Exit,
}

/// What goes before and after a text of each role.
#[derive(Deserialize, TS)]
#[ts(type = "Record<Role, readonly [open: string, close: string]>")]
pub(crate) struct Colors(pub(crate) Vec<(Role, (String, String))>);

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
