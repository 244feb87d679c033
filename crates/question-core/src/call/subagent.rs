//! The session without a person that questions come from, such as that of a subagent.

use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use ts_rs::TS;

use crate::text::{Clean, is_seen, truncate};
use crate::words::{Words, fill};

/// Width of the beginning of a task in the line that says who asks, in columns.
const TASK_COLUMNS: usize = 28;

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
    /// Returns whether two sessions are the same subagent, or the same one started again. Another process has another id.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        (&self.name, &self.task, &self.cwd) == (&other.name, &other.task, &other.cwd)
    }

    /// Returns a line that says who asks: its name, and the beginning of its task, which tells it from others of the name.
    pub(crate) fn asks(&self, words: &Words) -> Clean<'static> {
        let task = self.task.as_deref().and_then(|task| task.lines().find(|line| is_seen(line)));
        let task = task
            .map_or(String::new(), |task| format!(" ({})", truncate(Clean::line(task.trim()), TASK_COLUMNS).as_str()));
        self.asks_with(&task, words)
    }

    /// Returns a line that says who asks and where, and what it was told to do.
    pub(crate) fn about(&self, words: &Words) -> Clean<'static> {
        let task = self.task.as_deref().unwrap_or_default().trim();
        let line = [self.asks_with("", words).as_str(), " · ", Clean::line(&self.cwd).as_str()].concat();
        Clean::text([line.as_str(), task].join("\n").trim_end()).into_owned()
    }

    fn asks_with(&self, task: &str, words: &Words) -> Clean<'static> {
        let name = self.name.as_deref().filter(|name| is_seen(name)).unwrap_or(words.a_subagent);
        Clean::line(&fill(words.asks, &[name, task].concat())).into_owned()
    }
}
