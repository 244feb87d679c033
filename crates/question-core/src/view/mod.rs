//! What a form says in words, whether on a screen, in a dialog or in a listing: answers, warnings, and confirmations.
//!
//! This module must not know rows and columns of a screen, or how an answer is given.

pub(crate) mod confirmation;
pub(crate) mod notice;
pub(crate) mod review;
