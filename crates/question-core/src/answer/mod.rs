//! What was entered and what came of it: answers, results, and the text that the model reads.

pub(crate) mod content;
pub(crate) mod draft;
pub(crate) mod fault;
pub(crate) mod given;
pub(crate) mod picks;
pub(crate) mod places;
pub(crate) mod record;
pub(crate) mod reply;
pub(crate) mod result;
pub(crate) mod sorted;
pub(crate) mod written;
