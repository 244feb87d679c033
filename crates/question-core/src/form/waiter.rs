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
    /// What they are about, in one line.
    pub about: String,
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
    /// Leave them. If something was entered for them, answer them first, and their form asks what becomes of that.
    Leave(u32),
    /// Leave all that wait.
    LeaveAll,
    /// Put all off that wait.
    PutOffAll,
}

impl Waiter {
    /// Returns a line that says who asks, in which folder, what, and since when.
    pub(crate) fn line(&self, words: &Words) -> Clean<'static> {
        let asks = match &self.subagent {
            Some(subagent) => {
                let is_elsewhere = subagent.is_extension != Some(true);
                Subagent { names_folder: Some(is_elsewhere), ..subagent.clone() }.asks(words)
            }
            None => words.a_question_waits.into(),
        };
        let [about, since] = [&self.about, &self.since].map(|text| Clean::line(text));
        Clean::composed([asks.as_str(), " · ", about.as_str(), " · ", since.as_str()].concat())
    }
}
