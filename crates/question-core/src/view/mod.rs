//! What a page of a form and an answer say, as plain data. The faces print it.
//!
//! This is the only place that words content: rows with their signs, notes and drafts, warnings, confirmations. It must
//! not know rows and columns of a screen, or how an answer is given.

mod answer;
mod aside;
mod confirmation;
mod notice;
mod page;
mod row;

pub use answer::AnswerView;
pub use aside::{Aside, AsideKind};
pub use page::PageView;
pub use row::{RowKind, RowView};

pub(crate) use answer::{ARROW, said};
pub(crate) use aside::{PROPOSED, PUT_OFF, UNSENT};
pub(crate) use notice::{beside, notice};
pub(crate) use page::{caption, counts, revising};
pub(crate) use row::Rows;

use crate::text::start_of;

/// Returns a text as a whole.
pub(crate) fn whole(text: &str) -> &str {
    text
}

/// Shortens a text of the user to what a page lays out, so that long texts cost no more. The editor holds all of it.
pub(crate) fn start(text: &str) -> &str {
    /// Maximum number of characters.
    const MAX: usize = 10_000;
    start_of(text, MAX)
}
