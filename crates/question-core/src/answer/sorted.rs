//! Answers by their questions: which answer is for which, all that fit, and what is wrong with the others.

use std::rc::Rc;

use crate::answer::fault::AnswerFault;
use crate::answer::places::Places;
use crate::answer::reply::{Replies, Reply};
use crate::answer::written::{Written, name_of};
use crate::call::naming::line_of;
use crate::call::questionnaire::{Question, Questionnaire, default_id};
use crate::text::{Clean, shortened};

/// Columns of what a question asks, where something is wrong with its answer.
const MAX_NAME: usize = 60;
/// Characters of an answer beyond which nobody means it.
pub(super) const MAX_ANSWER: usize = 1_000_000;

/// Whether a text is longer than anybody means it.
pub(crate) fn is_too_long(text: &str) -> bool {
    text.len() > MAX_ANSWER && text.chars().nth(MAX_ANSWER).is_some()
}

/// Replies that fit, and what is wrong with the others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gathered {
    pub(crate) replies: Replies,
    /// By the position of the question, from 0.
    pub(crate) faults: Vec<(usize, AnswerFault)>,
}

impl Gathered {
    /// Reads answers that are in the order of the questions.
    pub(crate) fn read(answers: Vec<Option<Written>>, questionnaire: &Questionnaire) -> Self {
        let mut gathered = Self::default();
        for (at, (question, answer)) in questionnaire.questions().iter().zip(answers).enumerate() {
            let (reply, fault) = answer.map(|answer| Reply::read(&answer, question)).unwrap_or_default();
            gathered.replies.0.push(reply);
            gathered.faults.extend(fault.map(|what| (at, what)));
        }
        gathered
    }

    /// The same without what is longer than anybody means it. What the user has sent before may be.
    pub(crate) fn bounded(mut self) -> Self {
        for (at, reply) in self.replies.0.iter_mut().enumerate() {
            if reply.take_if(|reply| reply.is_too_long()).is_some() {
                self.faults.push((at, AnswerFault::TooLong));
            }
        }
        self.faults.sort_by_key(|(at, _)| *at);
        self
    }
}

/// Answers by their questions, before they are looked into.
pub(super) struct Sorted<'a> {
    answers: Vec<Option<Written<'a>>>,
    /// Of names.
    faults: Vec<AnswerFault>,
}

impl Sorted<'_> {
    pub(super) fn gather(self, questionnaire: &Questionnaire) -> Gathered {
        Gathered::read(self.answers, questionnaire)
    }

    /// All of them, or what is wrong.
    pub(super) fn strict(self, questionnaire: &Questionnaire) -> Result<Replies, AnswerFault> {
        let Self { answers, mut faults } = self;
        let gathered = Gathered::read(answers, questionnaire).bounded();
        faults.extend(of_questions(&gathered.faults, questionnaire));
        if faults.is_empty() { Ok(gathered.replies) } else { Err(AnswerFault::All(faults)) }
    }
}

/// Faults, each with its question.
pub(crate) fn told(faults: &[(usize, AnswerFault)], questionnaire: &Questionnaire) -> AnswerFault {
    AnswerFault::All(of_questions(faults, questionnaire).collect())
}

fn of_questions(faults: &[(usize, AnswerFault)], questionnaire: &Questionnaire) -> impl Iterator<Item = AnswerFault> {
    let questions = questionnaire.questions();
    faults.iter().filter_map(|(at, what)| Some(fault(*at, questions.get(*at)?, what.clone())))
}

/// What is wrong with the answer to a question, which is known by its id, or by what it asks where nobody gave it one.
pub(super) fn fault(at: usize, question: &Question, what: AnswerFault) -> AnswerFault {
    let name = if question.id == default_id(at + 1) {
        format!("\"{}\"", shortened(line_of(&question.prompt), MAX_NAME).as_str())
    } else {
        Clean::line(&question.id).as_str().to_owned()
    };
    AnswerFault::Of(at + 1, name, Box::new(what))
}

/// The answers by their questions.
pub(super) fn sort<'a>(named: Vec<(&str, Written<'a>)>, questions: &[Rc<Question>]) -> Sorted<'a> {
    let places = Places::of(questions);
    let mut answers: Vec<Option<Written>> = vec![None; questions.len()];
    let mut faults = Vec::new();
    for (name, answer) in named {
        let place = places.find(name, |at| matches!(answers.get(at), Some(None)));
        match place.and_then(|at| answers.get_mut(at)) {
            Some(slot @ None) => *slot = Some(answer),
            Some(Some(_)) => faults.push(AnswerFault::TwoAnswers(name.to_owned())),
            None => faults.push(places.no_question(name)),
        }
    }
    Sorted { answers, faults }
}

/// Answers that are in the order of the last questions; one that names a question has to be in its place.
pub(super) fn in_order<'a>(items: Vec<Written<'a>>, questions: &[Rc<Question>]) -> Result<Sorted<'a>, AnswerFault> {
    let places = Places::of(questions);
    let before = questions.len().saturating_sub(items.len());
    for ((at, question), item) in (0..).zip(questions).skip(before).zip(&items) {
        if let Some(name) = name_of(item.answer)
            && places.find(name, |place| place == at) != Some(at)
        {
            return Err(fault(at, question, AnswerFault::ForAnother(name.to_owned())));
        }
    }
    let answers = std::iter::repeat_with(|| None).take(before).chain(items.into_iter().map(Some)).collect();
    Ok(Sorted { answers, faults: Vec::new() })
}
