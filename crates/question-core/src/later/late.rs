//! Questions whose call is over, wherever they are known from, and answers to them that come without a form.

use std::rc::Rc;

use serde::Serialize;
use serde_with::skip_serializing_none;
use ts_rs::TS;

use crate::answer::fault::AnswerFault;
use crate::answer::read::told;
use crate::answer::replies::{Replies, Response};
use crate::answer::result::{Details, Host, ToolResult};
use crate::call::questionnaire::{Questionnaire, unique_ids};
use crate::call::settings::Settings;
use crate::form::Form;
use crate::form::action::Action;
use crate::json;

/// Questions that can be answered though their call is over, or whose answers can be changed.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, TS)]
#[ts(optional_fields)]
pub struct Late {
    /// The ids of the calls that they come from; none where answers are changed.
    pub calls: Vec<String>,
    /// For those of the pending file, what its text is known by.
    pub file: Option<String>,
    /// What somebody has written beside the questions and that is no answer to them, as JSON.
    pub besides: Option<String>,
    /// The questions.
    #[serde(skip)]
    pub questionnaire: Questionnaire,
    /// The answers so far that fit.
    #[serde(skip)]
    pub replies: Replies,
    /// What the user was about to say first.
    #[serde(skip)]
    pub(super) talk: Option<String>,
    /// What is wrong with the others, by the position of the question, from 0, and in that order.
    #[serde(skip)]
    pub faults: Vec<(usize, AnswerFault)>,
    /// All that somebody has written into the file, answers as well, as JSON.
    #[serde(skip)]
    pub(super) words: Option<String>,
    /// For each question, the id of its call; empty where it has none.
    #[serde(skip)]
    pub(super) origins: Vec<String>,
    /// The calls that need no answers any more: the user has gone on without.
    #[serde(skip)]
    pub(super) passed: Vec<String>,
}

impl Late {
    /// Questions of one call; `begun` are the records of results with answers so far, the oldest first.
    pub(super) fn of_call<'a>(
        call: &str,
        questionnaire: Questionnaire,
        begun: impl Iterator<Item = &'a Details>,
        is_passed: bool,
    ) -> Self {
        let calls = vec![call.to_owned()];
        let origins = vec![call.to_owned(); questionnaire.questions().len()];
        let passed = if is_passed { calls.clone() } else { Vec::new() };
        let mut late = Self {
            calls,
            file: None,
            questionnaire,
            replies: Replies::default(),
            talk: None,
            faults: Vec::new(),
            besides: None,
            words: None,
            origins,
            passed,
        };
        begun.for_each(|record| late.take_begun(record));
        late
    }

    /// Questions that another program asks, with the answers that stand.
    #[must_use]
    pub fn of_request(questionnaire: Questionnaire, replies: Replies) -> Self {
        Self { replies, ..Self::of_call("", questionnaire, std::iter::empty(), false) }
    }

    /// The questions that were answered last, to be answered anew.
    pub(super) fn of_revision(questionnaire: Questionnaire) -> Self {
        Self { calls: Vec::new(), ..Self::of_call("", questionnaire, std::iter::empty(), false) }
    }

    /// Takes what was entered and not sent, as the record of a result has it.
    pub(super) fn take_begun(&mut self, record: &Details) {
        self.replies = record.replies(&self.questionnaire).over(&self.replies);
        self.talk = record.talk().or(self.talk.take());
    }

    /// All of them as one, in their order; `None` where there are none.
    pub(super) fn joined(all: Vec<Self>) -> Option<Self> {
        let mut rest = all.into_iter();
        let mut joined = rest.next()?;
        let mut questions = joined.questionnaire.questions.clone();
        let is_one = rest.len() == 0;
        for Self { calls, questionnaire, replies, faults, origins, passed, .. } in rest {
            let before = joined.origins.len();
            joined.calls.extend(calls);
            joined.replies.0.resize(before, None);
            joined.replies.0.extend(replies.0);
            joined.faults.extend(faults.into_iter().map(|(at, what)| (before + at, what)));
            joined.origins.extend(origins);
            joined.passed.extend(passed);
            questions.extend(questionnaire.questions);
        }
        if !is_one {
            let ids: Vec<_> = questions.iter().map(|question| Some(question.id.clone())).collect();
            for (question, id) in questions.iter_mut().zip(unique_ids(&ids)) {
                Rc::make_mut(question).id = id;
            }
            // What a call says of all its questions is not said of others.
            joined.questionnaire = Questionnaire { title: None, questions, metadata: None, reading_notes: Vec::new() };
            joined.questionnaire.number();
        }
        Some(joined)
    }

    /// The same without those questions of which the position, from 0, is not to be kept; `None` where none is.
    pub(super) fn only(self, is_kept: &dyn Fn(usize) -> bool) -> Option<Self> {
        let Self { questionnaire, replies, faults, origins, .. } = self;
        let kept: Vec<usize> = (0..origins.len()).filter(|at| is_kept(*at)).collect();
        if kept.is_empty() {
            return None;
        }
        let pick = |at: &usize| questionnaire.questions.get(*at).cloned();
        let position = |at: usize| kept.binary_search(&at).ok();
        let origins: Vec<String> = kept.iter().filter_map(|at| origins.get(*at).cloned()).collect();
        let calls = self.calls.into_iter().filter(|call| origins.contains(call)).collect();
        let mut questionnaire =
            Questionnaire { questions: kept.iter().filter_map(pick).collect(), ..questionnaire.clone() };
        questionnaire.number();
        Some(Self {
            calls,
            replies: Replies(kept.iter().map(|at| replies.at(*at).cloned()).collect()),
            faults: faults.into_iter().filter_map(|(at, what)| Some((position(at)?, what))).collect(),
            questionnaire,
            origins,
            ..self
        })
    }

    /// What is wrong with the answer to the question at a position, from 0.
    pub(super) fn fault_at(&self, at: usize) -> Option<&AnswerFault> {
        let found = self.faults.binary_search_by_key(&at, |(faulty, _)| *faulty).ok()?;
        self.faults.get(found).map(|(_, what)| what)
    }

    /// Whether an answer stands with the questions, fitting or not.
    #[must_use]
    pub fn has_answers(&self) -> bool {
        !self.replies.are_none() || !self.faults.is_empty()
    }

    /// Whether anything of a person's stands with the questions.
    #[must_use]
    pub fn has_words(&self) -> bool {
        self.has_answers() || self.besides.is_some()
    }

    /// Whether some of the questions are of the same call.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.calls.iter().any(|call| other.calls.contains(call))
    }

    /// What is wrong with the answers so far.
    #[must_use]
    pub fn fault(&self) -> Option<AnswerFault> {
        (!self.faults.is_empty()).then(|| told(&self.faults, &self.questionnaire))
    }

    /// The form, with the answers so far, and beside its question what is wrong with one.
    #[must_use]
    pub fn form(&self, settings: &Settings) -> Form {
        let form = Form::new(self.questionnaire.clone(), settings);
        // What was entered before the call was cut off stands nowhere else; a file keeps what is in it.
        let form =
            if self.file.is_none() { form.again(self.replies.clone()) } else { form.later(self.replies.clone()) };
        let in_words = |(at, what): &(usize, AnswerFault)| (*at, what.in_words(settings.words));
        form.faulty(&self.faults.iter().map(in_words).collect::<Vec<_>>())
            .about(self.talk.as_deref().unwrap_or_default())
    }

    /// The questions that these answers, a JSON text, are for: with a list that fits the last call alone, no others that
    /// need an answer.
    pub(super) fn meant(self, answers: Option<&str>) -> Self {
        let listed = answers.map(|text| json::items(text).len());
        if listed != Some(self.last_call()) || listed == Some(self.origins.len()) {
            return self;
        }
        let last = self.origins.last().cloned();
        let is_meant = |at: usize| {
            let call = self.origins.get(at);
            call == last.as_ref() || call.is_some_and(|call| self.passed.contains(call))
        };
        self.clone().only(&is_meant).unwrap_or(self)
    }

    /// The result of a form that is answered with these answers, a JSON text, and those so far. A list may answer the
    /// questions of the last call alone; those that the user has passed over may stay without an answer.
    ///
    /// # Errors
    ///
    /// What is wrong with the answers.
    pub fn answered(&self, answers: Option<&str>, host: Host, settings: &Settings) -> Result<ToolResult, AnswerFault> {
        let given = match answers {
            Some(answers) => Replies::parse_tail(answers, &self.questionnaire, self.last_call())?,
            None => Replies::default(),
        };
        let is_faulty = |at: usize| !given.answers(at) && self.fault_at(at).is_some();
        let replies = given.clone().over(&self.replies);
        let is_needed = |at: usize, call: &String| {
            is_faulty(at) || (!replies.answers(at) && (replies.are_none() || !self.passed.contains(call)))
        };
        let fault = |(at, call): (usize, &String)| {
            is_needed(at, call).then(|| (at, self.fault_at(at).cloned().unwrap_or(AnswerFault::NoAnswer)))
        };
        let faults: Vec<(usize, AnswerFault)> = self.origins.iter().enumerate().filter_map(fault).collect();
        if !faults.is_empty() {
            return Err(told(&faults, &self.questionnaire));
        }
        let mut form = self.form(settings);
        form.update(Action::Respond(Response::of(replies)));
        form.result(host).ok_or(AnswerFault::NoAnswer)
    }

    /// How many questions the last call has.
    fn last_call(&self) -> usize {
        let last = self.origins.last();
        self.origins.iter().rev().take_while(|call| Some(*call) == last).count()
    }
}
