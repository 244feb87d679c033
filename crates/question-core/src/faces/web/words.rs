//! Words of a page in the user's language.

use serde::Serialize;
use ts_rs::TS;

use crate::words::Words;

/// Words of a page in the user's language.
#[derive(Clone, Copy, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WebWords {
    /// Sends the answers.
    pub submit: &'static str,
    /// Puts the questions off.
    pub later: &'static str,
    /// Leaves the questions.
    pub cancel: &'static str,
    /// Heading of the field for a message to talk first.
    pub discuss: &'static str,
    /// Sends that message.
    pub send: &'static str,
    /// Heading of the field for a note.
    pub note: &'static str,
    /// What the field of an answer in words is called.
    pub answer: &'static str,
    /// Said of an answer that may be blank.
    pub optional: &'static str,
    /// Heading of a preview.
    pub preview: &'static str,
    /// Why an answer without a choice is not sent.
    pub not_answered: &'static str,
    /// Why a blank answer is not sent.
    pub nothing_typed: &'static str,
    /// That no box is checked, which has to be confirmed.
    pub nothing_checked: &'static str,
    /// Why an answer without a checked box is not sent.
    pub check_one: &'static str,
}

impl WebWords {
    pub(super) fn of(words: &Words) -> Self {
        Self {
            submit: words.submit,
            later: words.later,
            cancel: words.cancel,
            discuss: words.discuss_first,
            send: words.send_message,
            note: words.note_heading,
            answer: words.type_your_answer,
            optional: words.optional,
            preview: words.preview.trim_end_matches([':', '：', ' ', '\u{a0}']),
            not_answered: words.choose_answer,
            nothing_typed: words.blank,
            nothing_checked: words.nothing_checked,
            check_one: words.check_one,
        }
    }
}
