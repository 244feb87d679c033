//! What was asked: a tool call's arguments, read, completed, or refused; and what the user prefers.
//!
//! ```text
//! arguments ─ fit what is declared? ─ yes ─────────────────────────▶ Request ─▶ Questionnaire, or a refusal
//!      └ no ─▶ unwrap ─▶ aliases (a table of names) ─▶ read (types) ─▶ Request, notes and problems
//! ```

mod aliases;
pub(crate) mod called;
pub(crate) mod declared;
pub(crate) mod dialect;
mod mcp;
pub(crate) mod naming;
mod option;
pub(crate) mod questionnaire;
mod read;
pub(crate) mod refusal;
pub(crate) mod request;
pub(crate) mod sent;
pub(crate) mod settings;
mod unwrap;
