//! What a form says in words, whether on a screen, in a dialog or in a listing: answers, warnings, and its own questions.
//!
//! This module must not know rows and columns of a screen, or how an answer is given.

pub(crate) mod notice;
pub(crate) mod own_questions;
pub(crate) mod review;
