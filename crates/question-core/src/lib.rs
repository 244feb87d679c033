//! Questions for a person: from a tool call's arguments to a form on the screen and back to structured answers.
//!
//! The way of the data, a module for each arrow:
//!
//! ```text
//! arguments -request-> Request -questionnaire-> Questionnaire -form-> Form
//! Form -update(Action)-> Step            the only way a form changes
//! Form -view-> Frame                     lines of text in roles; the host paints them
//! Form -result-> ToolResult -> view::result -> Frame
//! Form <-walk-> dialogs                  the same form for hosts without a screen
//! Questionnaire <-pending-> the pending file; -exchange-> request, response -exchange-> Response
//! answers of all of them -reply-> Replies -> Form
//! ```
//!
//! The crate does no I/O and reads no clock, so the same inputs always give the same outputs. It knows no escape
//! codes, no colors and no raw keys: those are the host's.

mod action;
mod content;
mod dialect;
mod entry;
mod exchange;
mod filter;
mod form;
mod frame;
mod fuzzy;
mod guard;
mod history;
mod json;
mod json_text;
mod keys;
mod page;
mod pending;
mod questionnaire;
mod refusal;
mod reply;
mod request;
mod result;
mod settings;
mod shown;
mod string;
mod text;
mod update;
pub mod view;
mod walk;
mod wire;
mod words;

pub use action::{Action, Step, Target};
pub use dialect::Dialect;
pub use exchange::{Response, stray_response};
pub use form::{Focus, Form, Viewport};
pub use frame::{Frame, Line, Role, Slot, Span};
pub use json::Json;
pub use keys::{KeyName, Keys};
pub use pending::{Origin, PendingFile};
pub use questionnaire::{Question, QuestionOption, Questionnaire};
pub use refusal::{Fault, Refusal};
pub use reply::Replies;
pub use request::{Mode, OptionRequest, QuestionRequest, Request};
pub use result::{Answer, Details, Host, HostMode, Outcome, Pick, Picks, ToolResult};
pub use settings::{Notify, Settings};
pub use text::{Clean, width};
pub use walk::{Dialog, Style, Walk};
pub use words::Words;
