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

mod answer;
mod call;
mod dialogs;
mod form;
mod json;
mod later;
pub mod screen;
mod text;
mod words;

pub use answer::picks::{Answer, AnswerShape, MultiAnswer, Pick, Picks, SingleAnswer};
pub use answer::record::{ToldDetails, ToldResult};
pub use answer::reply::{Replies, Response};
pub use answer::result::{Details, Host, HostMode, Outcome, ToolResult};
pub use call::declared::Arguments;
pub use call::dialect::Dialect;
pub use call::questionnaire::{Question, QuestionOption, Questionnaire};
pub use call::refusal::{Fault, Refusal};
pub use call::request::{Mode, OptionRequest, QuestionRequest, Request};
pub use call::settings::{Notify, Settings};
pub use dialogs::{Dialog, Dialogs, Style};
pub use form::action::{Action, Step};
pub use form::{Focus, Form};
pub use json::{parse, pretty};
pub use later::exchange::{AskUserRequest, stray_response};
pub use later::pending::{Origin, PendingFile};
pub use later::session::{Late, Session};
pub use screen::command::{Binding, Command};
pub use screen::frame::{Frame, Line, Role, Slot, Span};
pub use screen::keys::{BoundKeys, Keys};
pub use screen::target::Target;
pub use screen::{Editor, Input, Preview, Screen, Viewport};
pub use text::{Clean, width};
pub use words::Words;
