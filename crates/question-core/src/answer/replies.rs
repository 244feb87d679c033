//! Replies: answers to the questions of a form from outside it.

use crate::answer::fault::AnswerFault;
use crate::answer::given::Given;
use crate::answer::read::named_faults;
use crate::call::questionnaire::Questionnaire;
use crate::text::without_controls;

/// Maximum length of an answer, in characters.
pub(super) const MAX_ANSWER: usize = 1_000_000;

/// Replies to the questions of a form, in question order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replies(pub(crate) Vec<Option<Reply>>);

/// A reply to one question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reply {
    /// The answer; `None` if there is only a note or a draft.
    pub(crate) given: Option<Given>,
    pub(crate) note: Option<String>,
    /// Text that was typed and not submitted.
    pub(crate) draft: Option<String>,
    /// Texts that were added to the boxes and are not checked.
    pub(crate) unchecked: Vec<String>,
    /// Texts of the answer that were defaults of the model's.
    pub(crate) defaults: Vec<String>,
}

/// A program's response to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// Answers to all questions, unless the user left the form, put it off or asked to talk.
    pub replies: Replies,
    pub(crate) kind: ResponseKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ResponseKind {
    Answered,
    Cancelled,
    /// The user answers later.
    Later,
    /// The user asked to talk first, with this message.
    Discussed(String),
}

impl Replies {
    /// Returns the replies with texts that an editor can hold.
    pub(crate) fn without_controls(self) -> Self {
        Self(self.0.into_iter().map(|reply| reply.map(Reply::without_controls)).collect())
    }

    /// Returns whether no question has a reply.
    #[must_use]
    pub fn are_none(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    /// Merges replies. Each question keeps its reply in `self`, or gets that in `others` if it has none. Unless both
    /// have an answer, what the reply in `self` lacks comes from that in `others`.
    #[must_use]
    pub fn or_else_from(self, others: &Self) -> Self {
        if self.0.is_empty() {
            return others.clone();
        }
        let own = self.0.into_iter().enumerate();
        let merged = own.map(|(at, own)| match (own, others.at(at).cloned()) {
            (Some(own), Some(other)) if own.given.is_none() || other.given.is_none() => Some(Reply {
                given: own.given.or(other.given),
                note: own.note.or(other.note),
                draft: own.draft.or(other.draft),
                unchecked: [own.unchecked, other.unchecked].concat(),
                defaults: [own.defaults, other.defaults].concat(),
            }),
            (own, other) => own.or(other),
        });
        Self(merged.collect())
    }

    /// Returns the replies if every question has an answer.
    ///
    /// # Errors
    ///
    /// Names the questions that have none.
    pub fn complete(self, questionnaire: &Questionnaire) -> Result<Self, AnswerFault> {
        let missing = (0..questionnaire.questions().len()).filter(|at| !self.answers(*at));
        let faults: Vec<_> = missing.map(|at| (at, AnswerFault::NoAnswer)).collect();
        if faults.is_empty() { Ok(self) } else { Err(AnswerFault::All(named_faults(&faults, questionnaire))) }
    }

    /// Returns whether the question at index `at`, 0-based, has an answer.
    pub(crate) fn answers(&self, at: usize) -> bool {
        self.at(at).is_some_and(|reply| reply.given.is_some())
    }

    /// Returns the reply to the question at index `at`, 0-based.
    pub(crate) fn at(&self, at: usize) -> Option<&Reply> {
        self.0.get(at)?.as_ref()
    }
}

impl Response {
    /// Builds a response that answers all questions.
    ///
    /// # Errors
    ///
    /// Names the questions that have no answer.
    pub fn answered(replies: Replies, questionnaire: &Questionnaire) -> Result<Self, AnswerFault> {
        Ok(Self { replies: replies.complete(questionnaire)?, kind: ResponseKind::Answered })
    }
}

impl Reply {
    /// Returns the reply with texts that an editor can hold, so that the user accepts exactly what it shows.
    fn without_controls(self) -> Self {
        let Self { given, note, draft, unchecked, defaults } = self;
        Self {
            given: given.map(|given| given.map_typed(without_controls)),
            note: note.map(without_controls),
            draft: draft.map(without_controls),
            unchecked: unchecked.into_iter().map(without_controls).collect(),
            defaults: defaults.into_iter().map(without_controls).collect(),
        }
    }

    pub(super) fn is_too_long(&self) -> bool {
        let typed = self.given.as_ref().map_or(&[][..], Given::typed);
        let one = self.given.as_ref().and_then(Given::typed_answer);
        let mut texts = typed.iter().map(|typed| &typed.text).chain(one).chain(&self.note);
        texts.any(|text| is_too_long(text))
    }
}

/// Returns whether a text is longer than [`MAX_ANSWER`] characters.
pub(crate) fn is_too_long(text: &str) -> bool {
    text.len() > MAX_ANSWER && text.chars().nth(MAX_ANSWER).is_some()
}
