//! Reads the arguments of a tool call into questions that can be asked, or a refusal; reads the user's settings.
//!
//! This module owns the schema, the aliases of other tools, and the defaults of a question. It must not know sheets or
//! answers.
//!
//! ```text
//! arguments ─ fit a declared schema? ─ yes ────────────────────────▶ Request ─▶ Questionnaire, or a refusal
//!      └ no ─▶ unwrap ─▶ aliases (a table of names) ─▶ question_fields (types) ─▶ Request and problems
//! ```

mod aliases;
pub(crate) mod called;
pub(crate) mod dialect;
pub(crate) mod fields;
pub(crate) mod naming;
pub(crate) mod option;
mod preset;
mod question_fields;
pub(crate) mod questionnaire;
pub(crate) mod reading;
pub(crate) mod refusal;
pub(crate) mod request;
pub(crate) mod settings;
pub(crate) mod subagent;
mod unwrap;
