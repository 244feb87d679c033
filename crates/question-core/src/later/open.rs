//! The open questions of calls that have ended, with the answers in the pending file and what was entered so far.

use crate::answer::fault::AnswerFault;
use crate::answer::read::{Gathered, of_question};
use crate::answer::replies::{Replies, Reply};
use crate::call::questionnaire::{Questionnaire, unique_ids};
use crate::call::settings::Settings;
use crate::form::Form;
use crate::later::inbox::Inbox;
use crate::later::log::{Log, State, rename, replies_from};
use crate::later::pending::Entry;

/// The open questions of one call, or of several that are answered together.
#[derive(Clone, Debug)]
pub struct OpenQuestions {
    pub(crate) questionnaire: Questionnaire,
    /// Names of the calls, oldest first.
    pub(super) calls: Vec<String>,
    pub(super) questions: Vec<OpenQuestion>,
    /// A message about the call that the user has not sent.
    talk: Option<String>,
    /// What was entered when other calls asked the same. The form begins with it, and only the form sends it.
    remembered: Replies,
}

/// An open question.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenQuestion {
    /// The entry in the pending file and its number, 1-based; `None` if the file lacks the question.
    pub(super) entry: Option<(usize, Entry)>,
    /// Whether the form of its call was interrupted. Otherwise the call left its questions pending.
    is_interrupted: bool,
    /// Whether its call belongs to the last message.
    is_last: bool,
    /// Whether the user has sent another prompt since.
    pub(super) is_passed: bool,
    /// The answer in the file, as far as it is valid.
    pub(super) in_file: Option<Reply>,
    /// The fault in the answer in the file.
    pub(super) fault: Option<AnswerFault>,
    /// What was entered in interrupted forms.
    entered: Option<Reply>,
}

impl OpenQuestion {
    fn is_answered(&self) -> bool {
        self.in_file.as_ref().is_some_and(|reply| reply.given.is_some())
    }

    /// Returns what a person has written into the entry; may be empty. A valid answer is left out unless `is_replaced`.
    pub(super) fn words(&self, is_replaced: bool) -> String {
        // A note is not sent without an answer.
        let is_refused = self.fault.is_some() || !self.is_answered();
        self.entry.as_ref().map(|(_, entry)| entry.words(is_replaced || is_refused)).unwrap_or_default()
    }
}

impl OpenQuestions {
    /// Returns the questions of a call, or `None` if it is closed or cannot be asked. `at` is its index in the log.
    pub(super) fn of_call(at: usize, log: &Log, inbox: &Inbox) -> Option<Self> {
        let call = log.calls.get(at)?;
        let State::Open { is_pending, .. } = call.state else { return None };
        let mut questionnaire = log.questionnaire(call)?;
        // The command line takes answers by the ids in the file.
        let ids = (0..).zip(questionnaire.questions());
        let ids = ids.map(|(nth, question)| {
            inbox.entry(at, nth).and_then(|(_, entry)| entry.id()).or_else(|| Some(question.id.clone()))
        });
        let ids = unique_ids(&ids.collect::<Vec<_>>());
        rename(&mut questionnaire, ids);
        let questions = (0..).zip(questionnaire.questions()).map(|(nth, question)| {
            let open = OpenQuestion {
                is_interrupted: !is_pending,
                is_last: log.is_last(call),
                is_passed: call.is_passed,
                ..OpenQuestion::default()
            };
            let Some((number, entry)) = inbox.entry(at, nth) else { return open };
            let mut read = Gathered::default();
            read.push(entry.answer(question), question);
            OpenQuestion {
                entry: Some((number, entry.clone())),
                in_file: read.replies.0.pop().flatten(),
                fault: read.faults.pop().map(|(_, fault)| fault),
                ..open
            }
        });
        let questions = questions.collect();
        let calls = vec![call.name.clone()];
        let mut open = Self { questionnaire, calls, questions, talk: None, remembered: Replies::default() };
        for record in call.state.drafts() {
            let entered = replies_from(record, 0, &open.questionnaire).over(&open.entered());
            open.enter(entered);
            open.talk = record.talk().or(open.talk);
        }
        Some(open)
    }

    /// Returns the questions that another program asks, with the answers that they already have.
    #[must_use]
    pub fn of_request(questionnaire: Questionnaire, replies: Replies) -> Self {
        let questions = vec![OpenQuestion::default(); questionnaire.questions().len()];
        let calls = Vec::new();
        let mut open = Self { questionnaire, calls, questions, talk: None, remembered: Replies::default() };
        open.enter(replies);
        open
    }

    /// Lets the form begin with what was entered when other calls asked the same, for questions without a reply.
    pub(super) fn remembering(mut self, log: &Log) -> Self {
        let replies = self.replies();
        let entered = log.entered(&self.questionnaire).0.into_iter().enumerate();
        self.remembered = Replies(entered.map(|(at, reply)| reply.filter(|_| replies.at(at).is_none())).collect());
        self
    }

    fn enter(&mut self, replies: Replies) {
        for (question, reply) in self.questions.iter_mut().zip(replies.0) {
            question.entered = reply;
        }
    }

    /// Joins the questions of several calls, to be answered together. Returns `None` if there are none.
    pub(super) fn joined<'a>(all: impl IntoIterator<Item = &'a Self>) -> Option<Self> {
        let mut all = all.into_iter();
        let mut joined = all.next()?.clone();
        for Self { questionnaire, calls, questions, .. } in all {
            joined.calls.extend_from_slice(calls);
            joined.questions.extend_from_slice(questions);
            joined.questionnaire.questions.extend_from_slice(questionnaire.questions());
        }
        if joined.calls.len() > 1 {
            let ids: Vec<_> = joined.questionnaire.questions().iter().map(|asked| Some(asked.id.clone())).collect();
            rename(&mut joined.questionnaire, unique_ids(&ids));
            // These belong to one of the calls.
            (joined.questionnaire.title, joined.questionnaire.metadata) = (None, None);
            joined.questionnaire.reading_notes.clear();
            joined.questionnaire.number();
        }
        Some(joined)
    }

    /// Returns the questions.
    #[must_use]
    pub fn questionnaire(&self) -> &Questionnaire {
        &self.questionnaire
    }

    /// Returns the answers in the file and, for other questions, what was entered.
    #[must_use]
    pub fn replies(&self) -> Replies {
        self.in_file().over(&self.entered())
    }

    /// Returns the answers in the file.
    pub(super) fn in_file(&self) -> Replies {
        Replies(self.questions.iter().map(|question| question.in_file.clone()).collect())
    }

    fn entered(&self) -> Replies {
        Replies(self.questions.iter().map(|question| question.entered.clone()).collect())
    }

    /// Returns the faults of the answers in the file.
    #[must_use]
    pub fn fault(&self) -> Option<AnswerFault> {
        let faults = self.faults(|question| question.fault.clone());
        (!faults.is_empty()).then_some(AnswerFault::All(faults))
    }

    /// Returns the faults of the answers in the file, and the questions in the file that have no answer.
    pub(super) fn missing(&self) -> Vec<AnswerFault> {
        self.faults(|question| {
            let is_missing = question.entry.is_some() && !question.is_answered();
            question.fault.clone().or(is_missing.then_some(AnswerFault::NoAnswer))
        })
    }

    /// Names the question of each fault, with its number in the file.
    fn faults(&self, fault: impl Fn(&OpenQuestion) -> Option<AnswerFault>) -> Vec<AnswerFault> {
        let asked = self.questions.iter().zip(self.questionnaire.questions());
        let faults = asked.enumerate().filter_map(|(at, (open, question))| {
            match (open.entry.as_ref()?.0, of_question(at, question, fault(open)?)) {
                (number, AnswerFault::Of(_, name, what)) => Some(AnswerFault::Of(number, name, what)),
                (_, fault) => Some(fault),
            }
        });
        faults.collect()
    }

    /// Returns whether the user has entered anything in a form for the questions.
    pub(super) fn has_drafts(&self) -> bool {
        !self.entered().are_none() || self.talk.is_some()
    }

    /// Returns the names of the questions for which `is_meant` holds.
    pub(super) fn names(&self, is_meant: impl Fn(&OpenQuestion) -> bool) -> Vec<String> {
        let named = self.questions.iter().zip(self.questionnaire.names());
        named.filter(|(question, _)| is_meant(question)).map(|(_, name)| name.as_str().to_owned()).collect()
    }

    /// Returns whether each question that the file still has is answered there, and no answer has a fault.
    pub(super) fn is_answered(&self) -> bool {
        !self.in_file().are_none() && self.missing().is_empty()
    }

    /// Returns whether the form was interrupted and the conversation has not continued since.
    pub(super) fn is_to_be_asked_again(&self) -> bool {
        self.questions.iter().all(|question| question.is_interrupted && question.is_last)
    }

    /// Returns whether the form was interrupted.
    pub(super) fn is_interrupted(&self) -> bool {
        self.questions.iter().all(|question| question.is_interrupted)
    }

    /// Returns whether the pending file has any of the questions.
    pub(super) fn is_in_file(&self) -> bool {
        self.questions.iter().any(|question| question.entry.is_some())
    }

    /// Returns whether a person has written anything into the file for the questions.
    pub(super) fn has_words(&self) -> bool {
        self.questions.iter().filter_map(|question| question.entry.as_ref()).any(|(_, entry)| entry.has_words())
    }

    /// Returns whether the user has continued without answering.
    pub(super) fn is_passed(&self) -> bool {
        self.questions.iter().all(|question| question.is_passed)
    }

    /// Returns the form, which begins with the answers so far and shows the fault of each answer next to its question.
    #[must_use]
    pub fn form(&self, settings: &Settings) -> Form {
        let form = Form::new(self.questionnaire.clone(), settings).with_drafts(self.remembered.clone());
        // The file keeps its answers. What was entered is kept nowhere else, so leaving asks what to do with it.
        let form = if self.is_in_file() { form.begun(self.replies()) } else { form.with_drafts(self.replies()) };
        let faults = (0..).zip(&self.questions);
        let faults = faults.filter_map(|(at, question)| Some((at, question.fault.as_ref()?.in_words(settings.words))));
        form.later().faulty(&faults.collect::<Vec<_>>()).about(self.talk.as_deref().unwrap_or_default())
    }
}
