//! The open questions of calls that have ended, with the answers in the pending file and what was entered so far.

use std::rc::Rc;

use serde_json::Value;

use crate::answer::fault::AnswerFault;
use crate::answer::read::{Gathered, of_question};
use crate::answer::replies::Replies;
use crate::call::questionnaire::{Questionnaire, unique_ids};
use crate::call::settings::Settings;
use crate::form::Form;
use crate::later::entry::Entry;
use crate::later::inbox::Inbox;
use crate::later::log::{Log, State};

/// The open questions of one call, or of several that are answered together.
#[derive(Clone, Debug)]
pub struct OpenQuestions {
    pub(crate) questionnaire: Questionnaire,
    /// Names of the calls, oldest first.
    pub(super) calls: Vec<String>,
    /// For each question, its entry in the pending file and the number of that, 1-based.
    entries: Vec<Option<(usize, Entry)>>,
    /// The answers in the file, as far as they are valid.
    pub(super) in_file: Replies,
    /// Faults of the answers in the file, by the index of the question, 0-based.
    faults: Vec<(usize, AnswerFault)>,
    /// Whether the form was interrupted. Otherwise the call left its questions pending.
    pub(super) is_interrupted: bool,
    /// Whether the call belongs to the last message.
    is_last: bool,
    /// Whether the user has sent another prompt since.
    pub(super) is_passed: bool,
    /// What was entered in interrupted forms of the call. At a start, it is not sent.
    entered: Replies,
    /// What was entered in forms of other calls that asked the same. A form begins with it.
    remembered: Replies,
    /// A message about the call that the user has not sent.
    talk: Option<String>,
}

impl OpenQuestions {
    /// Returns the questions of a call, or `None` if it is closed or cannot be asked. `at` is its index in the log.
    pub(super) fn of_call(at: usize, log: &Log, inbox: &Inbox) -> Option<Self> {
        let call = log.calls.get(at)?;
        let State::Open { is_pending, .. } = call.state else { return None };
        let mut open = Self::of(log.questionnaire(at)?.clone(), Replies::default());
        let (mut entries, mut read) = (Vec::new(), Gathered::default());
        for (nth, question) in open.questionnaire.questions().iter().enumerate() {
            let entry = inbox.entry(at, nth);
            let answer = entry.map_or(Ok((&Value::Null, &Value::Null)), |(_, entry)| entry.answer());
            read.push(answer, question);
            entries.push(entry.map(|(number, entry)| (number, entry.clone())));
        }
        for record in call.state.drafts() {
            open.entered = record.replies(&open.questionnaire).over(&open.entered);
            open.talk = record.talk().or(open.talk);
        }
        Some(Self {
            calls: vec![call.name.clone()],
            entries,
            in_file: read.replies,
            faults: read.faults,
            is_interrupted: !is_pending,
            is_last: log.is_last(call),
            is_passed: call.is_passed,
            ..open
        })
    }

    /// Returns questions of no call, with the answers that they already have.
    pub(super) fn of(questionnaire: Questionnaire, replies: Replies) -> Self {
        Self {
            questionnaire,
            calls: Vec::new(),
            entries: Vec::new(),
            in_file: Replies::default(),
            faults: Vec::new(),
            is_interrupted: false,
            is_last: false,
            is_passed: false,
            entered: replies,
            remembered: Replies::default(),
            talk: None,
        }
    }

    /// Lets the form begin with what was entered when other calls asked the same, for questions without a reply.
    pub(super) fn remembering(mut self, log: &Log) -> Self {
        let replies = self.replies();
        let entered = log.entered(&self.questionnaire).0.into_iter().enumerate();
        self.remembered = Replies(entered.map(|(at, reply)| reply.filter(|_| replies.at(at).is_none())).collect());
        self
    }

    /// Joins the questions of several calls, to be answered together. Returns `None` if there are none.
    pub(super) fn joined<'a>(all: impl IntoIterator<Item = &'a Self>) -> Option<Self> {
        let mut all = all.into_iter();
        let mut joined = all.next()?.clone();
        for open in all {
            let faults = open.faults.iter().map(|(at, fault)| (at + joined.count(), fault.clone()));
            joined.faults.extend(faults.collect::<Vec<_>>());
            joined.calls.extend_from_slice(&open.calls);
            joined.entries.extend_from_slice(&open.entries);
            joined.in_file.0.extend_from_slice(&open.in_file.0);
            joined.questionnaire.questions.extend_from_slice(open.questionnaire.questions());
        }
        if joined.calls.len() > 1 {
            let questionnaire = &mut joined.questionnaire;
            let ids: Vec<_> = questionnaire.questions.iter().map(|asked| Some(asked.id.clone())).collect();
            for (question, id) in questionnaire.questions.iter_mut().zip(unique_ids(&ids)) {
                if question.id != id {
                    Rc::make_mut(question).id = id;
                }
            }
            // These belong to one of the calls.
            (questionnaire.title, questionnaire.metadata) = (None, None);
            questionnaire.reading_notes.clear();
            questionnaire.number();
        }
        Some(joined)
    }

    /// Returns the questions.
    #[must_use]
    pub fn questionnaire(&self) -> &Questionnaire {
        &self.questionnaire
    }

    /// Returns the number of questions.
    pub(super) fn count(&self) -> usize {
        self.questionnaire.questions().len()
    }

    /// Returns the answers in the file and, for other questions, what was entered.
    #[must_use]
    pub fn replies(&self) -> Replies {
        self.in_file.clone().over(&self.entered)
    }

    /// Returns the faults of the answers in the file.
    #[must_use]
    pub fn fault(&self) -> Option<AnswerFault> {
        let faults: Vec<_> = self.faults.iter().filter_map(|(at, fault)| self.numbered(*at, fault.clone())).collect();
        (!faults.is_empty()).then_some(AnswerFault::All(faults))
    }

    /// Returns the faults of the questions that `replies` and the file leave without an answer, by the index of the
    /// question, 0-based.
    pub(super) fn missing(&self, replies: &Replies) -> Vec<(usize, AnswerFault)> {
        let missing = |at: usize| match self.faults.iter().find(|(of, _)| *of == at) {
            _ if replies.answers(at) => None,
            Some(fault) => Some(fault.clone()),
            None => (!self.in_file.answers(at)).then_some((at, AnswerFault::NoAnswer)),
        };
        (0..self.count()).filter_map(missing).collect()
    }

    /// Names the question of a fault, with its number in the file. `at` is its index, 0-based.
    pub(super) fn numbered(&self, at: usize, fault: AnswerFault) -> Option<AnswerFault> {
        let fault = of_question(at, self.questionnaire.questions().get(at)?, fault);
        match (self.entries.get(at).and_then(Option::as_ref), fault) {
            (Some((number, _)), AnswerFault::Of(_, name, what)) => Some(AnswerFault::Of(*number, name, what)),
            (_, fault) => Some(fault),
        }
    }

    /// Returns the entries in the file, each with the index of its question, 0-based, and whether its answer is valid.
    pub(super) fn entries(&self) -> impl Iterator<Item = (usize, &Entry, bool)> {
        let entries = self.entries.iter().enumerate();
        let is_valid = |at| self.in_file.answers(at) && !self.faults.iter().any(|(of, _)| *of == at);
        entries.filter_map(move |(at, entry)| Some((at, &entry.as_ref()?.1, is_valid(at))))
    }

    /// Returns whether the form was interrupted and the conversation has not continued since.
    pub(super) fn is_to_be_asked_again(&self) -> bool {
        self.is_interrupted && self.is_last
    }

    /// Returns whether the pending file has any of the questions.
    pub(super) fn is_in_file(&self) -> bool {
        self.entries.iter().any(Option::is_some)
    }

    /// Returns whether a person has written anything into the file for the questions.
    pub(super) fn has_words(&self) -> bool {
        self.entries().any(|(_, entry, _)| entry.has_words())
    }

    /// Returns the form, which begins with the answers so far and shows the fault of each answer next to its question.
    #[must_use]
    pub fn form(&self, settings: &Settings) -> Form {
        let form = Form::new(self.questionnaire.clone(), settings).with_drafts(self.remembered.clone());
        // The file keeps its answers. What was entered is kept nowhere else, so leaving asks what to do with it.
        let form = if self.is_in_file() { form.begun(self.replies()) } else { form.with_drafts(self.replies()) };
        let faults = self.faults.iter().map(|(at, fault)| (*at, fault.in_words(settings.words)));
        form.later().faulty(&faults.collect::<Vec<_>>()).about(self.talk.as_deref().unwrap_or_default())
    }
}
