//! Sheets, answers and records.
//!
//! This module owns what a sheet amounts to, how answers from outside the form are read, and what a record holds. It
//! must not know pages, keys or rows of a screen.

pub(crate) mod answers;
pub(crate) mod defaults;
pub(crate) mod fault;
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
