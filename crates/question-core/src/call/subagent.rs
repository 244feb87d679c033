//! The session without a person that questions come from, such as that of a subagent.

use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use ts_rs::TS;

use crate::call::naming::is_seen;
use crate::text::Clean;
use crate::words::{Words, fill};

/// A session without a person, whose questions another session asks.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields)]
pub struct Subagent {
    /// Name of the agent.
    pub name: Option<String>,
    /// What it was told to do.
    pub task: Option<String>,
    /// Its folder.
    pub cwd: String,
    /// Id of its process.
    pub pid: u32,
}

impl Subagent {
    /// Returns a line that says who asks.
    pub(crate) fn asks(&self, words: &Words) -> Clean<'static> {
        let name = self.name.as_deref().filter(|name| is_seen(name));
        Clean::line(&fill(words.asks, name.unwrap_or(words.a_subagent))).into_owned()
    }

    /// Returns a line that says who asks and where, and what it was told to do.
    pub(crate) fn about(&self, words: &Words) -> Clean<'static> {
        let task = self.task.as_deref().unwrap_or_default().trim();
        let line = [self.asks(words).as_str(), " · ", Clean::line(&self.cwd).as_str()].concat();
        Clean::text([line.as_str(), task].join("\n").trim_end()).into_owned()
    }
}
