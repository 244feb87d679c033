//! Core of a tool that asks a person questions: from the arguments of a tool call to a form on the screen and back to
//! structured answers.
//!
//! The modules are layers. A module may use only those listed before it:
//!
//! ```text
//! json     JSON beyond serde_json: syntax errors of models, raw values, layout
//! text     harmless text, widths, wrapping
//! words    texts of the form and the host, in each language
//! call     arguments -reading-> Request -questionnaire-> Questionnaire, or a refusal; settings
//! answer   sheets, replies from outside the form, records: Sheet, Replies, Record
//! form     Form -update(Action)-> Step
//! view     what a page and an answer say, as plain data
//! faces    the views on a screen, in dialogs, in the transcript, for the model, a program and a client
//! later    calls that have ended: the log of a session, the pending file
//! desk     what happens around forms: events of the host in, orders out
//! ```
//!
//! The crate does no I/O and reads no clock, so the same inputs always give the same outputs. Escape codes, colors and
//! raw keys belong to the host.

mod answer;
mod call;
mod desk;
mod faces;
mod form;
mod json;
mod later;
mod text;
mod view;
mod words;

pub use answer::fault::AnswerFault;
pub use answer::left::{Asked, Left};
pub use answer::opening::Opening;
pub use answer::outcome::Ending;
pub use answer::picks::{Answer, AnswerShape, Pick, PickOrigin};
pub use answer::pictures::{Attachment, Picture, Pictures, TextOf, attached};
pub use answer::replies::{Replies, Response};
pub use answer::result::{Host, HostMode, Occasion, Outcome, Record};
pub use answer::sheet::{Standing, Unsent};
pub use call::dialect::Dialect;
pub use call::questionnaire::{Question, QuestionOption, Questionnaire};
pub use call::reading::{MAX_CALL, Reading};
pub use call::refusal::Refusal;
pub use call::request::{Mode, OptionRequest, QuestionRequest, Request};
pub use call::settings::{Notify, Settings};
pub use call::subagent::Subagent;
pub use desk::asking::unanswered;
pub use desk::elsewhere::answered_from;
pub use desk::event::{
    Asker, Asking, Begun, CloseReason, DeskEvent, End, PlaceReply, PlaceResult, RunMessage, Scene, Seat, Subcommand,
    WritingFault,
};
pub use desk::order::{Finish, Order, PlaceOf, Sending, Until, Way};
pub use desk::reception::{Person, Reception, ReceptionAct, ReceptionEvent, ReceptionOrder};
pub use desk::{About, AskedQuestions, BranchNeeded, Desk};
pub use faces::acp::{AcpAnswer, AcpQuestion, AcpQuestionRequest, AcpQuestionResponse, AcpScope, AcpStep, Elicitation};
pub use faces::dialogs::{Dialog, DialogHost, DialogStyle, Dialogs, HostReply};
pub use faces::frame::{Frame, Line, Role, Slot, Span};
pub use faces::model::{
    AskUserAnswer, AskUserDetails, AskUserQuestionDetails, DialectDetails, DialectResult, ToolResult,
};
pub use faces::program::{AskUserRequest, Problems, late_response, stray_response};
pub use faces::screen::keys::{BoundKeys, Keys, ResolvedKey};
pub use faces::screen::target::Target;
pub use faces::screen::{Editor, Input, Screen, Size};
pub use faces::transcript;
pub use faces::web::{WebForm, WebOption, WebOwn, WebQuestion, WebWords};
pub use form::action::{Action, Step};
pub use form::closed::ClosedForm;
pub use form::command::{Binding, Command, InText};
pub use form::guard::{Guard, dialogs_open_in, is_for_prompt};
pub use form::waiter::{QueueAct, Waiter};
pub use form::{Focus, Form};
pub use json::{Shape, parse, pretty};
pub use later::branch::Branch;
pub use later::inbox::{FoundFile, SessionFacts, TargetFile};
pub use later::open::OpenQuestions;
pub use later::pending::{Origin, PendingFile};
pub use later::plan::{
    Delivery, Effects, Ended, Event, Exit, FileText, HostNotice, InDialect, Plan, REVISION, SessionStart, Severity,
    StartLine,
};
pub use text::markdown::{WebBlock, WebContent, WebEdge, WebPiece};
pub use text::{Clean, harmless, width, without_controls};
pub use view::{AnswerView, Aside, AsideKind, PageView, RowKind, RowView};
pub use words::Words;

json::shapes!(
    AcpScope,
    BoundKeys,
    Desk,
    DeskEvent,
    Finish,
    Host,
    Reception,
    ReceptionEvent,
    Scene,
    SessionFacts,
    Subagent,
    Target,
    Vec<(String, String)>,
    Vec<Waiter>,
    [String; 3],
);
