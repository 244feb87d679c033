//! Questions that wait for a form to end, as its page of who waits shows them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::call::subagent::Subagent;
use crate::text::Clean;
use crate::words::Words;

/// Questions that wait for the form to end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct Waiter {
    /// Number of their ticket.
    pub ticket: u32,
    /// The session that they come from, if it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subagent: Option<Subagent>,
    /// The time of day at which they were asked, as the host writes it.
    pub since: String,
}

/// What the user wants with questions that wait, by the number of their ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum QueueAct {
    /// Answer them before the form that is open.
    First(u32),
    /// Put them off.
    PutOff(u32),
    /// Leave them.
    Leave(u32),
    /// Leave all that wait.
    LeaveAll,
}

impl Waiter {
    /// Returns a line that says who asks, in which folder, and since when.
    pub(crate) fn line(&self, words: &Words) -> Clean<'static> {
        let asks = match &self.subagent {
            Some(subagent) => Subagent { names_folder: Some(true), ..subagent.clone() }.asks(words),
            None => words.a_question_waits.into(),
        };
        Clean::composed([asks.as_str(), " · ", Clean::line(&self.since).as_str()].concat())
    }
}
