//! Texts beside an answer, each with a sign, and a word that says the same where nobody sees signs.

use std::borrow::Cow;

use serde::Serialize;

use crate::text::Clean;
use crate::words::Words;

/// Sign of a default that waits for the user.
pub(crate) const PROPOSED: &str = "◪ ";
/// Sign of a text that is not sent.
pub(crate) const UNSENT: &str = "✎ ";
/// Stands before questions that the user answers later.
pub(crate) const PUT_OFF: &str = "◔ ";

/// A text beside an answer, or on its row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Aside<'a> {
    /// What the text is.
    pub kind: AsideKind,
    /// The text, which may have several lines.
    pub text: Cow<'a, str>,
}

/// What a text beside an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum AsideKind {
    /// The answer, in words of the user's.
    Wrote,
    /// A text of the model's that waits for the user as the answer.
    Proposed,
    /// A draft, or an added text that is not checked.
    Unsent,
    /// A text of the model's that is not used.
    Unused,
    /// The message of a user who wants to talk first, not sent yet.
    Discussion,
    /// The note on the answer.
    Note,
    /// A note that is not sent.
    UnsentNote,
    /// The fault in an answer from outside the form.
    Fault,
    /// Why input had no effect.
    Warning,
    /// What has happened.
    News,
    /// An answer that a choice sends.
    Sent,
}

impl<'a> Aside<'a> {
    pub(crate) fn new(kind: AsideKind, text: impl Into<Cow<'a, str>>) -> Self {
        Self { kind, text: text.into() }
    }

    /// Returns the sign before the text, with a blank; empty for a text without a sign.
    pub(crate) fn sign(&self) -> &'static str {
        match self.kind {
            AsideKind::Wrote => "✓ ",
            AsideKind::Proposed | AsideKind::Unused => PROPOSED,
            AsideKind::Unsent | AsideKind::Discussion | AsideKind::UnsentNote => UNSENT,
            AsideKind::Fault => "✗ ",
            AsideKind::Note | AsideKind::Warning | AsideKind::News | AsideKind::Sent => "",
        }
    }

    /// Returns the sign and the text, for a row that shows what the text is.
    pub(crate) fn signed(&self) -> String {
        [self.sign(), &self.text].concat()
    }

    /// Returns a word for what the text is, and the text.
    pub(crate) fn spoken(&self, words: &Words) -> String {
        let text = &*self.text;
        match self.kind {
            AsideKind::Wrote => [words.wrote, text].concat(),
            AsideKind::Proposed => [words.by_default, text].concat(),
            AsideKind::Unsent | AsideKind::Unused => [words.not_sent, text].concat(),
            AsideKind::Discussion => [words.not_sent, "(", words.to_discuss, ") ", text].concat(),
            AsideKind::UnsentNote => [words.not_sent, "(", words.to_note, ") ", text].concat(),
            AsideKind::Note => [words.note, text].concat(),
            AsideKind::Fault | AsideKind::Warning | AsideKind::News | AsideKind::Sent => text.to_owned(),
        }
    }

    /// Returns the sign, a word for what the text is, and the text.
    pub(crate) fn line(&self, words: &Words) -> String {
        [self.sign(), &self.spoken(words)].concat()
    }

    /// Returns [`Self::line`], or [`Self::spoken`] for a face that is read out, in one line.
    pub(crate) fn in_one_line(&self, is_spoken: bool, words: &Words) -> String {
        let text = if is_spoken { self.spoken(words) } else { self.line(words) };
        Clean::line(&text).as_str().to_owned()
    }
}
