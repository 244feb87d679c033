//! JSON → replies: answers that come from elsewhere than the form, checked against the questions.
//!
//! From the pending file, the command line, a client's response, and earlier results.

use serde_json::Value;

use crate::answer::draft::Unsent;
use crate::answer::fault::AnswerFault;
use crate::answer::given::Given;
use crate::answer::places::Places;
use crate::answer::record::parts;
use crate::answer::sorted::{fault, in_order, is_too_long, sort};
use crate::answer::written::{Written, name_of, noted};
use crate::call::called::Called;
use crate::call::questionnaire::Questionnaire;
use crate::json::{self, Lenient};
use crate::text::harmless;

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
    pub(crate) replies: Replies,
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
        self.0.get(at).and_then(Option::as_ref).is_some_and(|reply| reply.given.is_none())
    }

    /// As they are put into a form that is shown.
    pub(crate) fn shown(self) -> Self {
        Self(self.0.into_iter().map(|reply| reply.map(Reply::shown)).collect())
    }

    /// Reads a JSON text; see [`Self::read`].
    ///
    /// # Errors
    ///
    /// What is wrong.
    pub fn parse(text: &str, questionnaire: &Questionnaire) -> Result<Self, AnswerFault> {
        Self::parse_tail(text, questionnaire, questionnaire.questions().len())
    }

    /// The same, where a list may also answer only so many of the last questions.
    pub(crate) fn parse_tail(text: &str, questionnaire: &Questionnaire, tail: usize) -> Result<Self, AnswerFault> {
        let answers = json::read(text)?;
        if answers.is_object() {
            // As they are written, so that what stands twice is noticed.
            let fields = json::fields(text);
            let named = fields.iter().map(|(name, raw)| (name.as_str(), Written::of(answers.field(name), raw.get())));
            return sort(named.collect(), questionnaire.questions()).strict(questionnaire);
        }
        let raw = json::items(text);
        let items = answers.list().iter().zip(&raw).map(|(answer, raw)| Written::of(answer, raw.get()));
        Self::read_list(&answers, items.collect(), questionnaire, tail)
    }

    /// Reads a list of answers, in the order of the questions or with their ids, or an object of id → answer.
    ///
    /// An answer is a text, a list of texts where the mode is `multi`, an object with one of them as `value` or
    /// `answer`, or null where there is none. A text stands for the option whose value, label or number it is, in
    /// whatever case; any other is the user's own.
    ///
    /// # Errors
    ///
    /// As [`Self::parse`]; all faults, not only the first.
    pub fn read(answers: &Value, questionnaire: &Questionnaire) -> Result<Self, AnswerFault> {
        let questions = questionnaire.questions();
        if let Value::Object(fields) = answers {
            let named = fields.iter().map(|(name, answer)| (name.as_str(), Written::from(answer)));
            return sort(named.collect(), questions).strict(questionnaire);
        }
        let items = answers.list().iter().map(Written::from).collect();
        Self::read_list(answers, items, questionnaire, questions.len())
    }

    /// `items` are those of the answers.
    fn read_list(
        answers: &Value,
        items: Vec<Written>,
        questionnaire: &Questionnaire,
        tail: usize,
    ) -> Result<Self, AnswerFault> {
        let questions = questionnaire.questions();
        if !answers.is_array() {
            return Err(AnswerFault::NotAnswers);
        }
        match items.iter().map(|item| name_of(item.answer)).collect::<Option<Vec<&str>>>() {
            Some(names) if !names.is_empty() => sort(names.into_iter().zip(items).collect(), questions),
            _ if items.len() == questions.len() || items.len() == tail => in_order(items, questions)?,
            _ => return Err(AnswerFault::Count(items.len(), questions.len())),
        }
        .strict(questionnaire)
    }

    /// Reads the answers of a result, of any version and in any dialect, and what was being written when it ended. What
    /// cannot be read counts as none.
    #[must_use]
    pub fn of_result(details: &Value, questionnaire: &Questionnaire) -> Self {
        let mut replies = Self::answers_of(details, questionnaire);
        let places = Places::of(questionnaire.questions());
        for unsent in Unsent::all(details) {
            let place = unsent.id.as_deref().and_then(|id| places.find(id, |_| true));
            let Some(at) = place else { continue };
            if replies.0.len() <= at {
                replies.0.resize(questionnaire.questions().len(), None);
            }
            if let Some(reply) = replies.0.get_mut(at) {
                *reply = Some(Reply { unsent, ..reply.take().unwrap_or_default() });
            }
        }
        replies
    }

    fn answers_of(details: &Value, questionnaire: &Questionnaire) -> Self {
        let (answers, notes) = (details.field("answers"), details.field("annotations"));
        let questions = questionnaire.questions();
        let Value::Object(record) = answers else {
            let items: Vec<Written> = answers.list().iter().map(Written::from).collect();
            return match items.iter().map(|item| name_of(item.answer)).collect::<Option<Vec<&str>>>() {
                Some(names) => sort(names.into_iter().zip(items).collect(), questions).gather(questionnaire).replies,
                None => Self::read(answers, questionnaire).unwrap_or_default(),
            };
        };
        let places = Places::of(questions);
        let entry = |(name, answer): (&String, &Value)| {
            let asked = places.find(name, |_| true).and_then(|at| questions.get(at));
            let answer = match (asked, answer) {
                (Some(question), Value::String(text)) if question.mode.takes_many() => {
                    let labels = question.options.iter().map(|option| option.label.as_str());
                    parts(text, labels).into_iter().map(Value::from).collect()
                }
                (_, answer) => answer.clone(),
            };
            // What it says is the label of an option, or was typed.
            let is_typed = asked.is_some_and(|question| {
                answer.as_str().is_some_and(|text| !matches!(Called::of(&question.options).find(text), Ok(Some(_))))
            });
            let mut answer = noted(&answer, notes.field(name).field("notes"));
            if let (true, Value::Object(fields)) = (is_typed, &mut answer) {
                fields.insert("wasCustom".to_owned(), Value::Bool(true));
            }
            (name.clone(), answer)
        };
        let entries: Vec<(String, Value)> = record.iter().map(entry).collect();
        let named = entries.iter().map(|(name, answer)| (name.as_str(), Written::from(answer))).collect();
        sort(named, questions).gather(questionnaire).replies
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
        let faults: Vec<_> = missing.map(|(at, question)| fault(at, question, AnswerFault::NoAnswer)).collect();
        if faults.is_empty() { Ok(self) } else { Err(AnswerFault::All(faults)) }
    }

    /// Whether the question at a position, from 0, has an answer.
    pub(crate) fn answers(&self, at: usize) -> bool {
        self.0.get(at).and_then(Option::as_ref).is_some_and(|reply| reply.given.is_some())
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
