//! What the questions of a form are answered with, before or without the form.

use crate::answer::draft::Unsent;
use crate::answer::fault::AnswerFault;
use crate::answer::given::Given;
use crate::answer::read::of_question;
use crate::call::questionnaire::Questionnaire;
use crate::text::harmless;

/// Characters of an answer beyond which nobody means it.
pub(super) const MAX_ANSWER: usize = 1_000_000;

/// What the questions of a form are answered with, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replies(pub(crate) Vec<Option<Reply>>);

/// What one question is answered with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reply {
    /// `None` where there is only a note.
    pub(crate) given: Option<Given>,
    pub(crate) note: Option<String>,
    /// What was typed and not submitted.
    pub(crate) unsent: Unsent,
}

/// What a program says of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The answers; all of them, unless the user left or would rather talk.
    pub replies: Replies,
    pub(crate) kind: ResponseKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ResponseKind {
    Answered,
    Cancelled,
    /// The user has left the rest without an answer.
    Unanswered,
    /// The user would rather talk first, and says this.
    Discussed(String),
}

impl Replies {
    /// Whether there is but a note on the question at this position, from 0.
    pub(crate) fn is_only_note(&self, at: usize) -> bool {
        self.at(at).is_some_and(|reply| reply.given.is_none())
    }

    /// As they are put into a form that is shown.
    pub(crate) fn shown(self) -> Self {
        Self(self.0.into_iter().map(|reply| reply.map(Reply::shown)).collect())
    }

    /// Whether no question has an answer.
    #[must_use]
    pub fn are_none(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    /// These, and of others those for questions that have none here. A note for which there is no answer stays with the
    /// one that comes.
    #[must_use]
    pub fn over(self, others: &Self) -> Self {
        if self.0.is_empty() {
            return others.clone();
        }
        let own = self.0.into_iter().enumerate();
        let merged = own.map(|(at, own)| match (own, others.0.get(at).cloned().flatten()) {
            (Some(own), Some(other)) if own.given.is_none() => {
                Some(Reply { given: other.given, note: own.note.or(other.note), unsent: own.unsent.or(other.unsent) })
            }
            (Some(own), Some(other)) if other.given.is_none() => {
                Some(Reply { given: own.given, note: own.note.or(other.note), unsent: own.unsent })
            }
            (own, other) => own.or(other),
        });
        Self(merged.collect())
    }

    /// The replies, where every question has one.
    ///
    /// # Errors
    ///
    /// Names those that have none.
    pub fn complete(self, questionnaire: &Questionnaire) -> Result<Self, AnswerFault> {
        let missing = (0..).zip(questionnaire.questions()).filter(|(at, _)| !self.answers(*at));
        let faults: Vec<_> = missing.map(|(at, question)| of_question(at, question, AnswerFault::NoAnswer)).collect();
        if faults.is_empty() { Ok(self) } else { Err(AnswerFault::All(faults)) }
    }

    /// Whether the question at a position, from 0, has an answer.
    pub(crate) fn answers(&self, at: usize) -> bool {
        self.at(at).is_some_and(|reply| reply.given.is_some())
    }

    /// The reply to the question at a position, from 0.
    pub(crate) fn at(&self, at: usize) -> Option<&Reply> {
        self.0.get(at)?.as_ref()
    }
}

impl Response {
    /// The answers to all questions, wherever they come from.
    ///
    /// # Errors
    ///
    /// Names the questions that have none.
    pub fn answered(replies: Replies, questionnaire: &Questionnaire) -> Result<Self, AnswerFault> {
        Ok(Self::of(replies.complete(questionnaire)?))
    }

    /// The answers to all questions that need one.
    pub(crate) fn of(replies: Replies) -> Self {
        Self { replies, kind: ResponseKind::Answered }
    }
}

impl Reply {
    /// As it is put into an editor: what is accepted there is what was seen.
    fn shown(self) -> Self {
        let Self { given, note, unsent } = self;
        Self {
            given: given.map(|given| given.map_typed(harmless)),
            note: note.map(harmless),
            unsent: unsent.map(harmless),
        }
    }

    pub(super) fn is_too_long(&self) -> bool {
        let typed = self.given.as_ref().map_or(&[][..], Given::typed);
        let one = self.given.as_ref().and_then(Given::text);
        let mut texts = typed.iter().map(|typed| &typed.text).chain(one).chain(&self.note);
        texts.any(|text| is_too_long(text))
    }
}

/// Whether a text is longer than anybody means it.
pub(crate) fn is_too_long(text: &str) -> bool {
    text.len() > MAX_ANSWER && text.chars().nth(MAX_ANSWER).is_some()
}
