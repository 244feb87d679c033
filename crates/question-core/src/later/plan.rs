//! What happens to the late questions of a session, and what the host has to do about it.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with::skip_serializing_none;
use ts_rs::TS;

use crate::answer::DialectResult;
use crate::answer::result::{Host, ToolResult};
use crate::call::dialect::Dialect;

/// Something that happens to the late questions of a session.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Event {
    /// The session begins, goes on or is forked.
    Start(Beginning),
    /// The user wants to answer what is open: `/questions answer`.
    Answer {
        /// Whether the user can be asked.
        #[serde(rename = "hasUI")]
        #[ts(rename = "hasUI")]
        has_ui: bool,
    },
    /// The user wants to change the last answers: `/questions revise`.
    Revise {
        /// Whether the user can be asked.
        #[serde(rename = "hasUI")]
        #[ts(rename = "hasUI")]
        has_ui: bool,
    },
    /// The user wants to be rid of the pending file: `/questions clear`.
    Clear,
    /// The model has had a prompt with the whole pending file in it, and with words that answer it.
    Prompted,
    /// Something has come into the session: what was sent may stand there now.
    Settled,
    /// A form of late questions has ended.
    Ended(Ended),
}

/// How a session begins.
#[derive(Clone, Debug, Deserialize, TS)]
#[ts(optional_fields)]
pub struct Beginning {
    /// The answers of the command line, a JSON text.
    pub answers: Option<String>,
    /// What pi was started with, where this is its start.
    pub start: Option<Start>,
    /// Whether the user can be asked.
    #[serde(rename = "hasUI")]
    #[ts(rename = "hasUI")]
    pub has_ui: bool,
    /// The mode, and the time.
    pub host: Host,
}

/// What pi was started with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Start {
    /// Whether a prompt comes next, which has the model go on.
    pub has_prompt: bool,
    /// Whether a command of this tool comes next, which starts no run.
    pub has_command: bool,
    /// Whether the prompt brings the pending file along, and words that answer it.
    pub answers_pending_file: bool,
}

/// How a form of late questions has ended.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct Ended {
    /// What was asked.
    pub ask: Ask,
    /// The record of the result.
    #[ts(type = "Details")]
    pub record: Value,
    /// Whether the user has said anything in it.
    pub is_said: bool,
    /// Whether the model is to go on: no other form is opened next, and the user has said something in one of them.
    pub goes_on: bool,
    /// Whether the user had just asked for it.
    pub is_expected: bool,
}

/// Questions to be asked.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(optional_fields)]
pub struct Ask {
    /// The call that they come from, by its name in the session; absent where the last answers are to be changed.
    pub call: Option<String>,
}

/// What the host has to do, in this order.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields, concrete(Result = DialectResult<'static>))]
pub struct Plan<Result = ToolResult> {
    /// To note in the session: an entry that the model does not see, with the record of the form that has ended.
    pub note: Option<Marks>,
    /// To remove the pending file.
    pub remove: Option<Removal>,
    /// To tell the user.
    pub say: Vec<Said>,
    /// To send the model a message.
    pub delivery: Option<Delivery<Result>>,
    /// To ask the user, one after the other.
    pub ask: Vec<Ask>,
    /// To forget the answers of the command line: they were used, or found wrong.
    pub is_used: bool,
    /// How to let a script see what came of its run.
    pub exit: Exit,
}

/// What a message or an entry of this tool says of calls, beside the record of a result.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[ts(optional_fields)]
pub struct Marks {
    /// The calls that wait for nothing any more.
    pub closes: Option<Vec<String>>,
    /// The calls that stay open, and whose forms begin with what the record holds.
    pub drafts: Option<Vec<String>>,
    /// The mark of the pending file, where all of it that belongs to the calls stands in the message or in the prompt.
    pub file: Option<String>,
}

/// A pending file to be removed.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[ts(optional_fields)]
pub struct Removal {
    /// Its name, as the user knows it.
    pub name: String,
    /// Not before these entries of the session stand on the disk.
    pub after: Vec<String>,
    /// Not before the user has agreed, knowing this.
    pub doubt: Option<String>,
}

/// A message that brings answers to the model.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields, concrete(Result = DialectResult<'static>))]
pub struct Delivery<Result = ToolResult> {
    /// What a form would have come to; absent where a form has just ended with it.
    pub result: Option<Result>,
    /// To be put behind the content of the result; may be empty.
    pub more: String,
    /// What the message says of calls.
    pub marks: Marks,
    /// Whether the model is to act on it at once.
    pub goes_on: bool,
}

/// How loud something is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// News.
    Info,
    /// Something is not as the user wants it.
    Warning,
}

/// Something to be said to the user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Said {
    /// The text.
    pub text: String,
    /// How loud.
    pub tone: Tone,
}

/// How a run ends that nobody watches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Exit {
    /// As it would.
    #[default]
    Own,
    /// As one in which something was wrong: answers were given and not taken, or nothing came of it.
    Failed,
    /// The same, and at once: there is nothing to run, and pi would print the last reply of an earlier run.
    AtOnce,
}

impl Said {
    pub(super) fn info(text: impl Into<String>) -> Self {
        Self { text: text.into(), tone: Tone::Info }
    }

    pub(super) fn warning(text: impl Into<String>) -> Self {
        Self { text: text.into(), tone: Tone::Warning }
    }
}

impl<Result> Default for Plan<Result> {
    fn default() -> Self {
        let (say, ask) = (Vec::new(), Vec::new());
        Self { note: None, remove: None, say, delivery: None, ask, is_used: false, exit: Exit::Own }
    }
}

impl Plan {
    pub(super) fn say(said: Said) -> Self {
        Self { say: vec![said], ..Self::default() }
    }

    /// The same with its result as the tool of a dialect has it.
    #[must_use]
    pub fn in_dialect(&self, dialect: Dialect) -> Plan<DialectResult<'_>> {
        let delivery = self.delivery.as_ref().map(|Delivery { result, more, marks, goes_on }| Delivery {
            result: result.as_ref().map(|result| result.in_dialect(dialect)),
            more: more.clone(),
            marks: marks.clone(),
            goes_on: *goes_on,
        });
        let Self { note, remove, say, ask, is_used, exit, .. } = self.clone();
        Plan { note, remove, say, delivery, ask, is_used, exit }
    }
}
