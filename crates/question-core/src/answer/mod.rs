//! Sheets, answers, results and their records, and the text that the model reads.
//!
//! This module owns what a sheet amounts to, how answers from outside the form are read, and what a result holds. It
//! must not know pages, keys or rows of a screen.

mod alike;
pub(crate) mod answers;
pub(crate) mod content;
pub(crate) mod defaults;
pub(crate) mod fault;
mod foreign;
pub(crate) mod given;
pub(crate) mod left;
pub(crate) mod opening;
pub(crate) mod outcome;
pub(crate) mod picks;
pub(crate) mod pictures;
pub(crate) mod read;
pub(crate) mod record;
pub(crate) mod replies;
pub(crate) mod result;
pub(crate) mod sheet;

pub use foreign::{AskUserAnswer, AskUserDetails, AskUserQuestionDetails, DialectDetails, DialectResult};
