//! What the host has to do about late questions, and what there is to say of them.

use serde::Serialize;
use serde_with::skip_serializing_none;
use ts_rs::TS;

use crate::answer::DialectResult;
use crate::answer::result::ToolResult;
use crate::call::dialect::Dialect;
use crate::later::late::Late;

/// How loud something is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// As it comes.
    Info,
    /// Something is not as the user wants it.
    Warning,
}

/// Something to be said to the user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Said {
    /// What.
    pub text: String,
    /// How loud.
    pub tone: Tone,
}

/// What the host has to do, in this order.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields, concrete(Result = DialectResult<'static>))]
pub struct Plan<Result = ToolResult> {
    /// To remove the pending file: its answers stand in the session.
    pub is_delivered: bool,
    /// To tell the user.
    pub say: Vec<Said>,
    /// To note in the session: this one, of which a file is left, is no more.
    pub lost: Option<String>,
    /// To send the model.
    pub delivery: Option<Delivery<Result>>,
    /// To ask the user, one after the other.
    pub ask: Vec<Late>,
    /// To forget the answers of the command line: they were used, or found wrong.
    pub is_used: bool,
    /// How to let a script see what came of its run.
    pub exit: Exit,
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

/// The answers to late questions.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(concrete(Result = DialectResult<'static>))]
pub struct Delivery<Result = ToolResult> {
    /// What a form would have come to.
    pub result: Result,
    /// The questions.
    pub late: Late,
    /// Whether the model is to act on them at once.
    pub goes_on: bool,
}

impl Said {
    pub(super) fn info(text: impl Into<String>) -> Self {
        Self { text: text.into(), tone: Tone::Info }
    }

    pub(super) fn warning(text: impl Into<String>) -> Self {
        Self { text: text.into(), tone: Tone::Warning }
    }
}

impl Default for Plan {
    fn default() -> Self {
        let (say, ask) = (Vec::new(), Vec::new());
        Self { is_delivered: false, say, lost: None, delivery: None, ask, is_used: false, exit: Exit::Own }
    }
}

impl Plan {
    pub(super) fn say(said: Said) -> Self {
        Self { say: vec![said], ..Self::default() }
    }

    /// The same with its result as the tool of a dialect has it.
    #[must_use]
    pub fn in_dialect(&self, dialect: Dialect) -> Plan<DialectResult<'_>> {
        let Self { is_delivered, say, lost, delivery, ask, is_used, exit } = self;
        let delivery = delivery.as_ref().map(|Delivery { result, late, goes_on }| Delivery {
            result: result.in_dialect(dialect),
            late: late.clone(),
            goes_on: *goes_on,
        });
        let (say, lost, ask) = (say.clone(), lost.clone(), ask.clone());
        Plan { is_delivered: *is_delivered, say, lost, delivery, ask, is_used: *is_used, exit: *exit }
    }
}
