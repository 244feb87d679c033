//! Events of the late questions of a session, and what is to be done about them.

use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use ts_rs::TS;

use crate::answer::result::{Host, HostMode};
use crate::call::dialect::Dialect;
use crate::faces::model::ToolResult;

/// Stands for the name of a call where the last answers are revised. Names of calls have a slash.
pub const REVISION: &str = "revise";

/// Stands before the name of a call where the user is asked who is to read the answers to it, and the value that means nobody.
pub(crate) const READER: &str = "reader of ";
pub(crate) const NOBODY: &str = "nobody";

/// An event of the late questions of a session.
#[derive(Clone, Debug)]
pub enum Event {
    /// The session starts, continues or is forked.
    Start(SessionStart),
    /// The user runs `/questions answer` in this mode of pi.
    Answer(HostMode),
    /// The user runs `/questions revise` in this mode of pi.
    Revise(HostMode),
    /// The user runs `/questions clear`.
    Clear,
    /// The model was sent a prompt that includes the whole pending file and answers it.
    Prompted,
    /// A run without a user interface that has left questions in the pending file has ended.
    RunLeftQuestions,
    /// pi ends without a run after it has sent answers.
    Unheard {
        /// Whether answers were appended to the session just now.
        is_appended: bool,
    },
    /// A form of late questions has ended.
    Ended(Ended),
}

/// The start of a session.
#[derive(Clone, Debug)]
pub struct SessionStart {
    /// Answers of the command line, a JSON text.
    pub answers: Option<String>,
    /// The command line, if pi was started with this session.
    pub line: Option<StartLine>,
    /// Mode and time of the host.
    pub host: Host,
}

/// What the command line brings.
#[derive(Clone, Debug, Default, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct StartLine {
    /// Whether a prompt follows, which starts a run.
    pub has_prompt: bool,
    /// Number of commands of this tool that follow, which start no run.
    pub commands: u32,
    /// Pending files that the prompt includes beside words that answer them.
    pub files: Vec<FileText>,
}

/// A pending file that a prompt includes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(optional_fields)]
pub struct FileText {
    /// Its path, as the user knows it.
    pub name: String,
    /// Its text; absent if it cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// The end of a form of late questions.
#[derive(Clone, Debug)]
pub struct Ended {
    /// What was asked, as the plan names it.
    pub ask: String,
    /// Record of the result.
    pub record: Value,
    /// Whether the user said anything in the form.
    pub is_said: bool,
    /// Whether the model should continue: no other form follows, and the user said something in one of them.
    pub goes_on: bool,
    /// Whether the user asked for the form with a command. Otherwise it opened by itself.
    pub is_requested: bool,
}

/// What is to be done, of which the desk makes orders.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Add an entry with these effects, and with the record of the form if one has ended. The model does not see it, and later
    /// forms with the same questions begin with what the record holds.
    pub note: Option<Effects>,
    /// Rename this pending file once the message is sent.
    pub retire: Option<String>,
    /// Show these notices to the user.
    pub notices: Vec<HostNotice>,
    /// Tell the model this with the prompt that the user has sent.
    pub told: Option<String>,
    /// Send a message to the model.
    pub delivery: Option<Delivery>,
    /// Ask the questions of these calls, one form after another. [`REVISION`] stands for the last answers.
    pub ask: Vec<String>,
    /// Forget the answers of the command line, which were used or have a fault.
    pub is_used: bool,
    /// How pi ends.
    pub exit: Exit,
}

/// Fields of a message or an entry of this tool, beside the record of a result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
pub struct Effects {
    /// Names of calls that are closed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>", optional)]
    pub closes: Vec<String>,
    /// Names of calls of which only the questions with an answer in the record are closed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>", optional)]
    pub part: Vec<String>,
}

/// A message to the model.
#[derive(Clone, Debug, Default)]
pub struct Delivery {
    /// The result to send; absent if it is that of the form that has just ended.
    pub result: Option<InDialect>,
    /// What stands before its text.
    pub lead: String,
    /// Fields to add to the details of the result.
    pub effects: Effects,
    /// Whether to start a run.
    pub goes_on: bool,
}

/// A result, serialized in a dialect.
#[derive(Clone, Debug)]
pub struct InDialect {
    /// The result.
    pub result: ToolResult,
    /// Dialect of the settings.
    pub dialect: Dialect,
}

impl Serialize for InDialect {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.result.in_dialect(self.dialect).serialize(serializer)
    }
}

/// How much a notice matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// News.
    Info,
    /// A problem.
    Warning,
    /// Something that has failed.
    Error,
}

/// A notice to the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostNotice {
    /// What the user reads.
    pub text: String,
    /// How the host shows it, and whether a command has failed.
    pub severity: Severity,
}

/// How pi ends after a run without a user interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Exit {
    /// Unchanged.
    #[default]
    Own,
    /// With a failure: answers had a fault, or nothing came of the run.
    Failed,
    /// With a failure and at once, because pi has nothing to run and would print the last reply of an earlier run.
    AtOnce,
}

impl HostNotice {
    pub(crate) fn info(text: impl Into<String>) -> Self {
        Self { text: text.into(), severity: Severity::Info }
    }

    pub(crate) fn warning(text: impl Into<String>) -> Self {
        Self { text: text.into(), severity: Severity::Warning }
    }
}

impl Plan {
    pub(super) fn of_notice(said: HostNotice) -> Self {
        Self { notices: vec![said], ..Self::default() }
    }
}
