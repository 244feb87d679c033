//! What was entered and what came of it: answers, results, and the text that the model reads.

pub(crate) mod content;
pub(crate) mod draft;
pub(crate) mod fault;
mod foreign;
pub(crate) mod given;
pub(crate) mod picks;
pub(crate) mod read;
pub(crate) mod record;
pub(crate) mod replies;
pub(crate) mod result;

pub use foreign::{AskUserAnswer, AskUserDetails, AskUserQuestionDetails, DialectDetails, DialectResult};
