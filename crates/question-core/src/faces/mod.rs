//! The faces of the tool: views and forms in, lines or messages out. Each prints what `view` words; none adds content.
//!
//! A face must not change a form except by an action.

pub(crate) mod acp;
pub(crate) mod dialogs;
pub(crate) mod frame;
pub(crate) mod model;
pub(crate) mod program;
pub(crate) mod screen;
pub mod transcript;
pub(crate) mod web;
