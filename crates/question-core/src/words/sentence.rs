//! Sentences that the host shows outside the form.

use serde::Deserialize;
use ts_rs::TS;

use super::Words;
use crate::json;

/// A sentence of the host, named after its field in [`Words`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)] // as in `Words`
pub enum Sentence {
    IsOpen,
    NothingChanged,
    WhetherToRemove,
    RemoveNo,
    RemoveYes,
    Removed,
    NotRemoved,
    NoFile,
    UnknownCommand,
    AQuestionWaits,
    NotUsed,
}

impl Sentence {
    /// Returns the sentence with this name.
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
            Self::NoFile => words.no_file,
            Self::UnknownCommand => words.unknown_command,
            Self::AQuestionWaits => words.a_question_waits,
            Self::NotUsed => words.not_used,
        }
    }
}
