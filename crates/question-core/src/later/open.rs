//! Questions that are open though their call is over, with what was entered for them; and answers to them that come without
//! a form.

use std::rc::Rc;

use crate::answer::fault::AnswerFault;
use crate::answer::read::{Gathered, told};
use crate::answer::replies::{Replies, Response};
use crate::answer::result::{Details, Host, ToolResult};
use crate::call::questionnaire::{Question, Questionnaire, unique_ids};
use crate::call::settings::Settings;
use crate::form::Form;
use crate::form::action::Action;
use crate::json;
use crate::later::inbox::{Found, Inbox};
use crate::later::log::{Log, State, replies_from};

/// The open questions of one call, or of several.
#[derive(Clone, Debug)]
pub struct OpenQuestions {
    pub(crate) questionnaire: Questionnaire,
    /// The calls that have asked them.
    pub(super) calls: Vec<OpenCall>,
    /// For each question, where it comes from.
    origins: Vec<OpenQuestion>,
    /// The answers in the pending file that fit.
    written: Replies,
    /// What is wrong with the others, by the position of the question, from 0, and in that order.
    faults: Vec<(usize, AnswerFault)>,
    /// What was entered in forms that were closed.
    drafts: Replies,
    /// What the user was about to say first.
    talk: Option<String>,
}

/// A call with open questions.
#[derive(Clone, Debug)]
pub(super) struct OpenCall {
    pub(super) name: String,
    /// Whether its form was cut off; if not, it was left for later.
    pub(super) is_cut_off: bool,
    /// Whether it is of the last message of the model.
    pub(super) is_last: bool,
    /// Whether the user has gone on with another prompt since.
    pub(super) is_passed: bool,
}

/// An open question.
#[derive(Clone, Debug, Default)]
struct OpenQuestion {
    /// The position of its call.
    call: usize,
    /// Its number in the pending file, from 1; `None` where a person has deleted it there, or there is no file.
    number: Option<usize>,
    /// What the file says of it beside an answer that fits; empty where that is nothing.
    more: String,
    /// All that the file says of it; empty where that is nothing.
    words: String,
}

impl OpenQuestions {
    /// The questions of the call at a position in the log; `None` where it is closed or cannot be asked.
    pub(super) fn of_call(at: usize, log: &Log, inbox: &Inbox, settings: &Settings) -> Option<Self> {
        let call = log.calls.get(at)?;
        let State::Open { is_left, .. } = call.state else { return None };
        let mut questionnaire = log.questionnaire(call, settings)?;
        let entries = inbox.of_call(at);
        let own = OpenCall {
            name: call.name.clone(),
            is_cut_off: !is_left,
            is_last: log.is_last(call),
            is_passed: call.is_passed,
        };
        // A question is called as it is in the file: that is what its answer is given by on the command line.
        let ids = (0..).zip(questionnaire.questions());
        let ids = ids.map(|(at, question)| {
            entries.get(&at).and_then(|(_, entry)| entry.id()).or_else(|| Some(question.id.clone()))
        });
        let ids = unique_ids(&ids.collect::<Vec<_>>());
        rename(&mut questionnaire, ids);
        let Gathered { replies: mut written, mut faults } = Gathered::default();
        let mut origins = Vec::new();
        for (at, question) in (0..).zip(questionnaire.questions()) {
            let mut read = Gathered::default();
            let mut origin = OpenQuestion::default();
            if let Some((number, entry)) = entries.get(&at) {
                read.push(entry.answer(), question);
                // A note without an answer goes with none.
                let is_refused = !read.faults.is_empty() || read.replies.is_only_note(0);
                origin = OpenQuestion {
                    call: 0,
                    number: Some(*number),
                    more: entry.more(is_refused),
                    words: entry.more(true),
                };
            }
            origins.push(origin);
            written.0.push(read.replies.0.pop().flatten());
            faults.extend(read.faults.pop().map(|(_, what)| (at, what)));
        }
        let mut open =
            Self { origins, questionnaire, calls: vec![own], written, faults, drafts: Replies::default(), talk: None };
        log.drafts_of(call).for_each(|record| open.take_draft(record));
        Some(open)
    }

    /// Questions that another program asks, with the answers that stand.
    #[must_use]
    pub fn of_request(questionnaire: Questionnaire, replies: Replies) -> Self {
        Self {
            questionnaire,
            calls: Vec::new(),
            origins: Vec::new(),
            written: Replies::default(),
            faults: Vec::new(),
            drafts: replies,
            talk: None,
        }
    }

    /// Takes what was entered and not sent, as the record of a result has it.
    fn take_draft(&mut self, record: &Details) {
        self.drafts = replies_from(record, 0, &self.questionnaire).over(&self.drafts);
        self.talk = record.talk().or(self.talk.take());
    }

    /// All of them as one, in their order; `None` where there are none.
    pub(super) fn joined(all: Vec<Self>) -> Option<Self> {
        let is_one = all.len() == 1;
        let mut rest = all.into_iter();
        let mut joined = rest.next()?;
        for Self { questionnaire, calls, origins, written, faults, drafts, .. } in rest {
            let (before, calls_before) = (joined.origins.len(), joined.calls.len());
            for (own, others) in [(&mut joined.written, written), (&mut joined.drafts, drafts)] {
                own.0.resize(before, None);
                own.0.extend(others.0);
            }
            joined.calls.extend(calls);
            let moved = origins.into_iter();
            joined.origins.extend(moved.map(|origin| OpenQuestion { call: calls_before + origin.call, ..origin }));
            joined.faults.extend(faults.into_iter().map(|(at, what)| (before + at, what)));
            joined.questionnaire.questions.extend(questionnaire.questions);
        }
        if !is_one {
            let ids: Vec<_> = joined.questionnaire.questions().iter().map(|asked| Some(asked.id.clone())).collect();
            rename(&mut joined.questionnaire, unique_ids(&ids));
            // What a call says of all its questions is not said of others.
            (joined.questionnaire.title, joined.questionnaire.metadata) = (None, None);
            joined.questionnaire.reading_notes.clear();
            joined.questionnaire.number();
        }
        Some(joined)
    }

    /// The questions.
    #[must_use]
    pub fn questionnaire(&self) -> &Questionnaire {
        &self.questionnaire
    }

    /// The answers that there are: those in the file, and for other questions what was entered.
    #[must_use]
    pub fn replies(&self) -> Replies {
        self.written.clone().over(&self.drafts)
    }

    /// What is wrong with the answers in the file.
    #[must_use]
    pub fn fault(&self) -> Option<AnswerFault> {
        (!self.faults.is_empty()).then(|| self.in_file(&self.faults))
    }

    /// Faults of answers, each with the number that its question has in the file.
    fn in_file(&self, faults: &[(usize, AnswerFault)]) -> AnswerFault {
        let AnswerFault::All(told) = told(faults, &self.questionnaire) else { return AnswerFault::All(Vec::new()) };
        let numbers = faults.iter().map(|(at, _)| self.origins.get(*at).and_then(|origin| origin.number));
        let numbered = told.into_iter().zip(numbers).map(|(fault, number)| match (fault, number) {
            (AnswerFault::Of(_, name, what), Some(number)) => AnswerFault::Of(number, name, what),
            (fault, _) => fault,
        });
        AnswerFault::All(numbered.collect())
    }

    /// Whether the user has entered anything in a form of them.
    pub(super) fn has_drafts(&self) -> bool {
        !self.drafts.are_none() || self.talk.is_some()
    }

    /// The names of the questions.
    pub(super) fn names(&self) -> Vec<String> {
        self.questionnaire.names().iter().map(|name| name.as_str().to_owned()).collect()
    }

    /// Whether the file has an answer that fits to each question that a person has left there.
    pub(super) fn is_answered(&self) -> bool {
        self.faults.is_empty() && !self.written.are_none() && self.unanswered().next().is_none()
    }

    /// The positions of questions that stand in the file without an answer that fits.
    fn unanswered(&self) -> impl Iterator<Item = usize> {
        let asked = (0..).zip(&self.origins);
        asked.filter(|(at, origin)| origin.number.is_some() && !self.written.answers(*at)).map(|(at, _)| at)
    }

    /// What is missing in the file.
    pub(super) fn missing(&self) -> AnswerFault {
        let fault = |at: usize| self.faults.iter().find(|(faulty, _)| *faulty == at).map(|(_, what)| what.clone());
        let faults: Vec<_> = self.unanswered().map(|at| (at, fault(at).unwrap_or(AnswerFault::NoAnswer))).collect();
        self.in_file(&faults)
    }

    /// Whether the form was cut off, and the conversation has not gone on since.
    pub(super) fn is_to_be_asked_again(&self) -> bool {
        self.calls.iter().all(|call| call.is_cut_off && call.is_last)
    }

    /// Whether the pending file has some of the questions.
    pub(super) fn is_in_file(&self) -> bool {
        self.origins.iter().any(|origin| origin.number.is_some())
    }

    /// Whether a person has written anything there for them.
    pub(super) fn has_words(&self) -> bool {
        !self.faults.is_empty() || self.origins.iter().any(|origin| !origin.words.is_empty())
    }

    /// Whether the user has gone on without them.
    pub(super) fn is_passed(&self) -> bool {
        self.calls.iter().all(|call| call.is_passed)
    }

    /// The form, with the answers so far, and beside its question what is wrong with one.
    #[must_use]
    pub fn form(&self, settings: &Settings) -> Form {
        let form = Form::new(self.questionnaire.clone(), settings);
        // What was entered before the call was cut off stands nowhere else; a file keeps what is in it.
        let form = if self.is_in_file() { form.begun(self.replies()) } else { form.with_drafts(self.replies()) };
        let in_words = |(at, what): &(usize, AnswerFault)| (*at, what.in_words(settings.words));
        form.later()
            .faulty(&self.faults.iter().map(in_words).collect::<Vec<_>>())
            .about(self.talk.as_deref().unwrap_or_default())
    }

    /// The result of a form that is answered with what the file says, and what else goes to the model with it.
    pub(super) fn sent(
        &self,
        host: Host,
        log: &Log,
        inbox: &Inbox,
        settings: &Settings,
    ) -> Option<(ToolResult, String)> {
        let mut form = self.form(settings);
        form.update(Action::Respond(Response::of(self.written.clone())));
        let deleted = self.origins.iter().zip(self.questionnaire.names()).filter(|(origin, _)| origin.number.is_none());
        let deleted: Vec<String> = deleted.map(|(_, name)| name.as_str().to_owned()).collect();
        let deleted = match deleted.join(", ") {
            names if names.is_empty() => names,
            names => format!("\n\nThe user has deleted from {}, and not answered: {names}", inbox.name),
        };
        Some((form.result(host)?, deleted + &self.words(log, inbox, &|_| false)))
    }

    /// The questions that answers of the command line, a JSON text, are for: with a list that fits the last call alone, that
    /// call and those that the user has passed over.
    pub(super) fn meant(all: Vec<Self>, answers: &str) -> Option<Self> {
        let questions: usize = all.iter().map(|open| open.origins.len()).sum();
        let last = all.last()?.origins.len();
        let listed = json::items(answers).len();
        if listed != last || listed == questions {
            return Self::joined(all);
        }
        let place = all.len() - 1;
        let is_meant = |(at, open): &(usize, Self)| *at == place || open.calls.iter().all(|call| call.is_passed);
        Self::joined(all.into_iter().enumerate().filter(is_meant).map(|(_, open)| open).collect())
    }

    /// The result of a form that is answered with these answers, a JSON text, over those so far, and what else goes to the
    /// model with it. A list may answer the questions of the last call alone; those that the user has passed over may stay
    /// without an answer.
    ///
    /// # Errors
    ///
    /// What is wrong with the answers.
    pub(super) fn answered(
        &self,
        answers: &str,
        host: Host,
        log: &Log,
        inbox: &Inbox,
        settings: &Settings,
    ) -> Result<(ToolResult, String), AnswerFault> {
        let last_call = self.origins.last().map(|origin| origin.call);
        let last = self.origins.iter().rev().take_while(|origin| Some(origin.call) == last_call).count();
        let given = Replies::parse_tail(answers, &self.questionnaire, last)?;
        let replies = given.clone().over(&self.replies());
        let is_passed = |at: usize| {
            let call = self.origins.get(at).and_then(|origin| self.calls.get(origin.call));
            call.is_some_and(|call| call.is_passed) && !replies.are_none()
        };
        let fault = |at: usize| {
            let faulty = self.faults.iter().find(|(faulty, _)| *faulty == at && !given.answers(at));
            let is_missing = !replies.answers(at) && !is_passed(at);
            let what = faulty.map(|(_, what)| what.clone()).or(is_missing.then_some(AnswerFault::NoAnswer))?;
            Some((at, what))
        };
        let faults: Vec<_> = (0..self.origins.len()).filter_map(fault).collect();
        if !faults.is_empty() {
            return Err(told(&faults, &self.questionnaire));
        }
        let mut form = self.form(settings);
        form.update(Action::Respond(Response::of(replies)));
        let result = form.result(host).ok_or(AnswerFault::NoAnswer)?;
        // They stand in the place of what the file says.
        Ok((result, self.words(log, inbox, &|at| given.answers(at))))
    }

    /// What a person has written into the file that is no answer to these questions, and beside the questions; and for
    /// questions, by their positions, that `is_replaced` means, the answer as well. Empty where that is nothing.
    pub(super) fn words(&self, log: &Log, inbox: &Inbox, is_replaced: &dyn Fn(usize) -> bool) -> String {
        let lines = (0..).zip(&self.origins).zip(self.questionnaire.questions());
        let line = |((at, origin), question): ((usize, &OpenQuestion), &Rc<Question>)| {
            let text = if is_replaced(at) { &origin.words } else { &origin.more };
            (!text.is_empty()).then(|| format!("{}: {text}", question.id))
        };
        let mut lines: Vec<String> = lines.filter_map(line).collect();
        if let Found::Own(file, _) = &inbox.file
            && self.is_in_file()
        {
            lines.extend(file.more().filter(|field| !log.says(field)));
        }
        let lines: Vec<String> = lines.iter().map(|line| line.replace('\n', "\n  ")).collect();
        if lines.is_empty() {
            return String::new();
        }
        format!("\n\nThe user has also written into {}:\n  {}", inbox.name, lines.join("\n  "))
    }
}

/// Gives the questions these ids.
fn rename(questionnaire: &mut Questionnaire, ids: Vec<String>) {
    for (question, id) in questionnaire.questions.iter_mut().zip(ids) {
        if question.id != id {
            Rc::make_mut(question).id = id;
        }
    }
}
