//! What the host says by itself, beside the form.

use serde::Deserialize;
use ts_rs::TS;

use super::Words;
use crate::json;

/// A sentence of the host's, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Told {
    /// The questions are open already.
    IsOpen,
    /// Answers were opened and left as they were.
    NothingChanged,
    /// Whether a file is to be removed.
    WhetherToRemove,
    /// No, it is not.
    RemoveNo,
    /// Yes, it is.
    RemoveYes,
    /// A file was removed.
    Removed,
    /// A file could not be removed, and why.
    NotRemoved,
    /// The same of one whose questions are answered.
    AnsweredNotRemoved,
    /// There is no such file.
    NoFile,
    /// What was typed behind a command is none of those that there are.
    UnknownCommand,
    /// To a user who looks elsewhere.
    AQuestionWaits,
    /// An option of the command line was of no use, and why.
    NotUsed,
}

impl Told {
    /// A sentence by its name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        json::named(name)
    }

    pub(crate) fn of(self, words: &Words) -> &'static str {
        match self {
            Self::IsOpen => words.is_open,
            Self::NothingChanged => words.nothing_changed,
            Self::WhetherToRemove => words.whether_to_remove,
            Self::RemoveNo => words.remove_no,
            Self::RemoveYes => words.remove_yes,
            Self::Removed => words.removed,
            Self::NotRemoved => words.not_removed,
            Self::AnsweredNotRemoved => words.answered_not_removed,
            Self::NoFile => words.no_file,
            Self::UnknownCommand => words.unknown_command,
            Self::AQuestionWaits => words.a_question_waits,
            Self::NotUsed => words.not_used,
        }
    }
}
