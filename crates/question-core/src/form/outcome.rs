//! The result of a form that has ended.

use std::cell::LazyCell;
use std::collections::HashSet;

use crate::answer::content;
use crate::answer::content::Circumstances;
use crate::answer::draft::{Draft, Standing, Unsent};
use crate::answer::fault::AnswerFault;
use crate::answer::given::{Choice, Given};
use crate::answer::picks::{Answer, Pick, PickOrigin};
use crate::answer::pictures::push_paths;
use crate::answer::replies::{Replies, Response};
use crate::answer::result::{Host, Occasion, Outcome, ToolResult};
use crate::call::questionnaire::Question;
use crate::form::Form;
use crate::form::action::Action;
use crate::form::entry::Entry;
use crate::form::page::{Ending, Page};

/// Reason why a form ended without being shown.
const UNASKED: &str = "the program that shows pi's questions could not ask this one";

impl Form {
    /// Returns the result of a form that has ended, or `None` before that.
    #[must_use]
    pub fn result(&self, host: Host) -> Option<ToolResult> {
        self.ending.as_ref().map(|ending| self.result_of(ending, host))
    }

    /// Returns the result that the form would have if it ended like this.
    pub(crate) fn result_of(&self, ending: &Ending, host: Host) -> ToolResult {
        let message = || Some(self.discussion.trim().to_owned()).filter(|text| !text.is_empty());
        let (outcome, message) = match ending {
            Ending::Answered => (Outcome::Answered, None),
            Ending::Discussed => (Outcome::Discuss, message()),
            // Nothing is missing, or the model has the other answers.
            Ending::Cancelled { share: true } if self.is_revision() || self.is_decided() => (Outcome::Answered, None),
            Ending::Cancelled { .. } | Ending::Undecided | Ending::Left => (Outcome::Cancelled, None),
            Ending::Aborted | Ending::Stopped => (Outcome::Aborted, None),
            Ending::Disconnected => (Outcome::ConnectionLost, None),
            Ending::Unasked => (Outcome::Unavailable, Some(UNASKED.to_owned())),
            Ending::Failed(reason) => (Outcome::Failed, Some(reason.clone())),
        };
        let is_left = *ending == Ending::Left;
        let is_shared = !is_left && *ending != Ending::Cancelled { share: false };
        let own = |is_any: bool| self.entries.iter().filter(move |entry| is_any && self.shares(entry.draft(), ending));
        let answers: Vec<Answer> = own(is_shared).filter_map(Entry::answer).collect();
        let questions = self.questionnaire.questions.clone();
        let mut result = match self.occasion {
            // The session keeps all answers; the model reads those that have changed.
            Occasion::Revision if is_shared => {
                let changed = answers.iter().filter(|answer| !self.before.contains(answer)).cloned().collect();
                let mut result = ToolResult::new(questions, changed, outcome, host, message);
                let changed = std::mem::replace(&mut result.details.answers, answers);
                let gone: Vec<&Question> = self.taken_back().map(|entry| &*entry.question).collect();
                let ids = gone.iter().map(|question| question.id.clone());
                result.details.changed = Some(changed.into_iter().map(|answer| answer.id).chain(ids).collect());
                content::push_taken_back(&mut result, &gone);
                result.is_said |= !gone.is_empty();
                result
            }
            _ => ToolResult::new(questions, answers, outcome, host, message),
        };
        let (is_undecided, is_subagent) = (*ending == Ending::Undecided, self.subagent.is_some());
        if is_undecided || is_subagent {
            result.content = content::content_of(&result.details, Circumstances { is_undecided, is_subagent });
        }
        // A form that is left without a question has texts that a choice has replaced, at most. They are kept.
        let is_kept = is_shared || is_left || !self.has_input();
        result.details.unsent_answers = is_left.then(|| own(true).filter_map(Entry::answer).collect());
        result.details.unsent = Some(self.unsent(ending, outcome)).filter(|unsent| is_kept && !unsent.is_empty());
        let has_notes = !is_left && result.details.unsent.iter().flatten().any(|unsent| unsent.kept.is_some());
        if has_notes && outcome == Outcome::Cancelled && result.details.answers.is_empty() {
            content::NOTES_ALONE.clone_into(&mut result.content);
        }
        result.details.shown = (*ending == Ending::Stopped).then_some(false);
        result.details.title = self.title.as_ref().map(|title| title.as_str().to_owned());
        result.details.metadata.clone_from(&self.questionnaire.metadata);
        // A revision without changes says nothing to the model.
        let is_same = *ending != Ending::Discussed && result.details.changed.as_ref().is_some_and(Vec::is_empty);
        result.is_said &= !is_same;
        content::head(&mut result, self.occasion);
        let questions = result.details.questions.clone();
        // Most results need no names.
        let names = LazyCell::new(|| content::names(&questions));
        // A message has to say which questions it is about.
        let is_late = self.occasion == Occasion::Later;
        let is_partial = is_late || !result.details.answers.is_empty();
        if (!result.details.cancelled || is_partial) && !self.is_revision() {
            let answered: HashSet<&str> = result.details.answers.iter().map(|answer| answer.id.as_str()).collect();
            // An answer in the pending file is not missing, even if it is not sent.
            let is_in_file = |entry: &Entry| result.details.cancelled && is_late && entry.draft().is_kept_elsewhere;
            let is_missing = |entry: &&Entry| !answered.contains(entry.question.id.as_str()) && !is_in_file(entry);
            let is_final = matches!(outcome, Outcome::Answered | Outcome::Cancelled) && !is_undecided;
            let missing: Vec<&Question> =
                self.entries.iter().filter(is_missing).map(|entry| &*entry.question).collect();
            content::push_unanswered(&mut result.content, &missing, &names, is_final);
        }
        for Unsent { id, kept, .. } in result.details.unsent.iter().flatten() {
            if let Some(note) = kept.as_ref().filter(|_| !is_left) {
                let name = id.as_deref().and_then(|id| names.get(id));
                content::push_beside(&mut result.content, "Note", name, note);
                // In a revision, a note without an answer is an earlier one.
                result.is_said |= !self.is_revision();
            }
        }
        if let (Ending::Failed(_), Page::Field(field)) = (ending, self.page) {
            let name = field.question().and_then(|at| names.get(self.entry(at)?.question.id.as_str()));
            let written = Some(self.field_text(field)).filter(|_| !self.was_taken(field));
            content::push_beside(&mut result.content, "Typed, not submitted", name, written.unwrap_or_default());
        }
        if !self.pictures.are_none() {
            let texts = result.details.texts().into_iter().map(|(place, text, _)| (place, text));
            let pictures = self.pictures.used_in(&texts.collect::<Vec<_>>());
            result.details.pictures = Some(pictures).filter(|pictures| !pictures.is_empty());
            push_paths(&mut result.content, &result.details.attachments());
        }
        content::push_remarks(&mut result, &self.questionnaire.remarks);
        result
    }

    /// Returns the result of answering all questions with `answers`, a JSON text, and the answers that came with the
    /// questions.
    ///
    /// # Errors
    ///
    /// Fails if an answer has a fault or is missing.
    pub fn answered(mut self, answers: Option<&str>, host: Host) -> Result<ToolResult, AnswerFault> {
        let new = answers.map(|answers| Replies::parse(answers, &self.questionnaire)).transpose()?;
        let replies = new.unwrap_or_default().or_else_from(&self.known);
        self.update(Action::Respond(Response::answered(replies, &self.questionnaire)?));
        self.result(host).ok_or(AnswerFault::NoAnswer)
    }

    /// Returns whether what the user has decided for a question is sent with this ending. What is kept elsewhere is sent
    /// only by a user who submits the form, leaves it by sending the answers, or talks first, and by a revision.
    fn shares(&self, draft: &Draft, ending: &Ending) -> bool {
        let is_deliberate = matches!(ending, Ending::Answered | Ending::Cancelled { share: true } | Ending::Discussed);
        is_deliberate || !draft.is_kept_elsewhere || self.is_revision()
    }

    fn is_decided(&self) -> bool {
        self.count(Standing::Decided) == self.entries.len()
    }

    /// Returns the unsent texts, for a later call with the same questions. Those that the user has not touched are kept
    /// elsewhere.
    fn unsent(&self, ending: &Ending, outcome: Outcome) -> Vec<Unsent> {
        let entries = self.entries.iter().filter(|entry| self.shares(entry.draft(), ending));
        let unsent = entries.filter_map(|entry| entry.draft().unsent(&entry.question.id));
        let discussion = Some(&self.discussion).filter(|_| self.has_discussion() && outcome != Outcome::Discuss);
        unsent.chain(discussion.map(|text| Unsent { text: Some(text.clone()), ..Unsent::default() })).collect()
    }

    /// Returns the current answers to the questions that have one of these replies.
    pub(crate) fn answers_to(&self, replies: &Replies) -> Vec<Answer> {
        let entries = self.entries.iter().zip(&replies.0).filter(|(_, reply)| reply.is_some());
        entries.filter_map(|(entry, _)| entry.answer()).collect()
    }
}

impl Entry {
    /// Returns the answer that the user has decided on, or `None` if there is none.
    pub(crate) fn answer(&self) -> Option<Answer> {
        let picks = self.picks_of(self.draft().decided()?, |text| text)?;
        Some(self.answer_of(picks))
    }

    pub(crate) fn answer_of(&self, picks: Vec<Pick>) -> Answer {
        let Question { id, mode, prompt, .. } = &*self.question;
        Answer { id: id.clone(), mode: *mode, prompt: prompt.clone(), picks, note: self.draft().note.submitted.clone() }
    }

    /// Returns the picks that Submit sends, with each text shortened.
    pub(crate) fn picks(&self, shorten: fn(&str) -> &str) -> Option<Vec<Pick>> {
        self.picks_of(&*self.draft().submitted()?, shorten)
    }

    pub(crate) fn picks_of(&self, given: &Given, shorten: fn(&str) -> &str) -> Option<Vec<Pick>> {
        let text = |text: &str| {
            let is_default = self.draft().is_default_text(text);
            let origin = if is_default { PickOrigin::Default } else { PickOrigin::Typed };
            let text = shorten(text);
            Pick { value: text.to_owned(), label: text.to_owned(), origin }
        };
        let option = |at: usize| {
            let option = self.question.options.get(at)?;
            let origin = PickOrigin::Option(at + 1);
            Some(Pick { value: option.value.clone(), label: option.label.clone(), origin })
        };
        Some(match given {
            Given::Single(choice) => vec![match choice.as_ref()? {
                Choice::Option(at) => option(*at)?,
                Choice::Typed(typed) => text(typed),
            }],
            Given::Input(typed) => vec![text(typed.as_ref()?)],
            Given::Multi(boxes) => {
                let added = boxes.typed.iter().filter(|added| added.is_checked);
                boxes.checked().filter_map(option).chain(added.map(|added| text(&added.text))).collect()
            }
        })
    }
}
