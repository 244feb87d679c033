//! What was asked: a tool call's arguments, read, completed, or refused; and what the user prefers.

pub(crate) mod called;
pub(crate) mod declared;
mod defaults;
pub(crate) mod dialect;
pub(crate) mod fields;
mod found;
mod listed;
pub(crate) mod names;
pub(crate) mod naming;
pub(crate) mod options;
mod question;
pub(crate) mod questionnaire;
pub(crate) mod refusal;
pub(crate) mod request;
mod schema;
pub(crate) mod settings;
pub(crate) mod types;
mod unnamed;
mod written;
