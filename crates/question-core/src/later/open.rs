//! The open questions of a call that has ended, with the answers in the pending file and what was entered so far.

use std::rc::Rc;

use serde_json::Value;

use crate::answer::fault::AnswerFault;
use crate::answer::given::Given;
use crate::answer::opening::Opening;
use crate::answer::read::{Gathered, of_question};
use crate::answer::replies::Replies;
use crate::answer::result::Occasion;
use crate::answer::sheet::joined;
use crate::call::questionnaire::{Questionnaire, unique_ids};
use crate::call::subagent::Subagent;
use crate::later::inbox::Inbox;
use crate::later::log::{Log, State};

/// The open questions of a call.
#[derive(Clone, Debug)]
pub struct OpenQuestions {
    pub(crate) questionnaire: Questionnaire,
    /// Name of the call.
    pub(super) call: String,
    /// For each question, the index of its item in the pending file, 0-based.
    items: Vec<Option<usize>>,
    /// The answers in the file, as far as they are valid.
    pub(super) in_file: Replies,
    /// Faults of the answers in the file, by the index of the question, 0-based.
    faults: Vec<(usize, AnswerFault)>,
    /// Whether the form was interrupted. Otherwise the call left its questions pending.
    pub(super) is_interrupted: bool,
    /// Whether the user answers later.
    pub(super) is_put_off: bool,
    /// The subagent that has asked.
    pub(super) subagent: Option<Subagent>,
    /// Whether the user has sent another prompt since.
    pub(super) is_superseded: bool,
    /// What was entered in earlier forms with these questions. The form begins with it. Only a form sends it.
    entered: Opening,
}

impl OpenQuestions {
    /// Returns the open questions of a call, or `None` if there are none. `at` is its index in the log.
    pub(super) fn of_call(at: usize, log: &Log, inbox: &Inbox) -> Option<Self> {
        let call = log.calls.get(at)?;
        let mut questionnaire = call.questionnaire.clone()?;
        let all = std::mem::take(&mut questionnaire.questions);
        let open = all.into_iter().enumerate().filter(|(_, question)| call.is_open(question));
        let (mut items, mut read) = (Vec::new(), Gathered::default());
        for (nth, question) in open {
            let position = inbox.index_of(at, nth);
            let item = position.and_then(|number| inbox.items().get(number));
            read.push(item.map_or(Ok((&Value::Null, &Value::Null)), |item| item.answer()), &question);
            items.push(position);
            questionnaire.questions.push(question);
        }
        let is_any = !questionnaire.questions.is_empty();
        is_any.then(|| Self {
            questionnaire,
            call: call.name.clone(),
            items,
            in_file: read.replies,
            faults: read.faults,
            is_interrupted: call.state == State::Interrupted,
            is_put_off: call.is_put_off(),
            subagent: call.subagent.clone(),
            is_superseded: call.is_superseded,
            entered: Opening::default(),
        })
    }

    /// Adds what was entered in earlier forms with these questions.
    pub(super) fn with_entered(self, log: &Log) -> Self {
        // A late form is this session's own, whoever has asked.
        let askers = [None, self.subagent.as_ref()];
        let askers = if self.subagent.is_some() { &askers[..] } else { &[None] };
        let entered = log.entered(&self.questionnaire, askers);
        Self { entered: Opening { subagent: self.subagent.clone(), ..entered }, ..self }
    }

    /// Joins the questions of several calls, to be answered together. Returns `None` if there are none.
    pub(super) fn joined<'a>(all: impl IntoIterator<Item = &'a Self>) -> Option<Questionnaire> {
        Self::joined_of(&all.into_iter().map(Self::questionnaire).collect::<Vec<_>>())
    }

    /// The same of questionnaires.
    pub(super) fn joined_of(all: &[&Questionnaire]) -> Option<Questionnaire> {
        let (first, others) = all.split_first()?;
        let mut joined = (*first).clone();
        let others = others.iter().flat_map(|one| one.questions()).cloned().collect::<Vec<_>>();
        if !others.is_empty() {
            joined.questions.extend(others);
            let ids: Vec<_> = joined.questions.iter().map(|asked| Some(asked.id.clone())).collect();
            for (question, id) in joined.questions.iter_mut().zip(unique_ids(&ids)) {
                if question.id != id {
                    Rc::make_mut(question).id = id;
                }
            }
            // These belong to one of the calls.
            (joined.title, joined.metadata) = (None, None);
            joined.remarks.clear();
        }
        Some(joined)
    }

    /// The open questions alone, in the order of the call.
    #[must_use]
    pub fn questionnaire(&self) -> &Questionnaire {
        &self.questionnaire
    }

    pub(super) fn count(&self) -> usize {
        self.questionnaire.questions().len()
    }

    /// Returns the answers in the file and, for other questions, what was entered. Words that were entered as another answer
    /// than the one in the file are a draft.
    #[must_use]
    pub fn replies(&self) -> Replies {
        let mut replies = self.in_file.clone().or_else_from(&self.entered.drafts);
        for (reply, entered) in replies.0.iter_mut().zip(&self.entered.drafts.0) {
            if let (Some(reply), Some(entered)) = (reply, entered) {
                let own: Vec<&str> = reply.given.iter().flat_map(Given::words).collect();
                let words = entered.given.iter().flat_map(Given::words).chain(entered.draft.as_deref());
                let draft = joined(words.filter(|text| !own.contains(text)));
                (reply.draft, reply.note) = (draft, reply.note.take().or_else(|| entered.note.clone()));
            }
        }
        replies
    }

    /// Returns the faults of the answers in the file.
    #[must_use]
    pub fn fault(&self) -> Option<AnswerFault> {
        let faults: Vec<_> = self.faults.iter().filter_map(|(at, fault)| self.with_name(*at, fault.clone())).collect();
        (!faults.is_empty()).then_some(AnswerFault::All(faults))
    }

    /// Returns a fault for each question that neither `given` nor the file answers, with the index of the question,
    /// 0-based.
    pub(super) fn missing(&self, given: &Replies) -> Vec<(usize, AnswerFault)> {
        let missing = |at: usize| match self.faults.iter().find(|(of, _)| *of == at) {
            _ if given.answers(at) => None,
            Some(fault) => Some(fault.clone()),
            None => (!self.in_file.answers(at)).then_some((at, AnswerFault::NoAnswer)),
        };
        (0..self.count()).filter_map(missing).collect()
    }

    /// Names the question of a fault, with its number in the file. `at` is its index, 0-based.
    pub(super) fn with_name(&self, at: usize, fault: AnswerFault) -> Option<AnswerFault> {
        let fault = of_question(at, self.questionnaire.questions().get(at)?, fault);
        match (self.items.get(at).copied().flatten(), fault) {
            (Some(item), AnswerFault::Of(_, name, what)) => Some(AnswerFault::Of(item + 1, name, what)),
            (_, fault) => Some(fault),
        }
    }

    /// Returns whether a person has begun to answer the questions in the file.
    pub(super) fn is_begun_in_file(&self) -> bool {
        !self.in_file.are_none() || !self.faults.is_empty()
    }

    pub(super) fn is_in_file(&self) -> bool {
        self.items.iter().any(Option::is_some)
    }

    /// Returns the questions, and what their form begins with: the answers so far, and the fault of each answer.
    #[must_use]
    pub fn inquiry(&self) -> (Questionnaire, Opening) {
        // The file keeps its answers. What was entered is kept nowhere else, so leaving asks what to do with it.
        let faults = self.faults.iter().map(|(at, fault)| (*at, fault.in_english())).collect();
        let (occasion, given) = (Occasion::Later, self.replies());
        (self.questionnaire.clone(), Opening { occasion, given, faults, ..self.entered.clone() })
    }
}
