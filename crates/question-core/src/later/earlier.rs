//! What the user entered in earlier forms of a branch: to restore it, to change it, or to offer it again.

use std::rc::Rc;

use crate::answer::opening::Opening;
use crate::answer::picks::Answer;
use crate::answer::pictures::{Picture, Pictures};
use crate::answer::replies::{Replies, Reply};
use crate::answer::result::{Outcome, Record};
use crate::answer::sheet::Unsent;
use crate::call::questionnaire::{Question, Questionnaire};
use crate::call::subagent::Subagent;
use crate::later::log::Log;

/// Maximum number of typed texts to offer again.
const MAX_TYPED: usize = 100;

impl Log {
    /// Returns what was entered when the same asker, this session or a subagent, asked these questions before, with the
    /// same prompts and options: texts that were not submitted, and the answers of a form that was left or interrupted,
    /// sent or not. Each question of a record is restored once, to one with the same id if there is one. Also returns the
    /// unsent message about the call. `askers` are those whose forms count, this session being none of the subagents.
    pub(super) fn entered(&self, questionnaire: &Questionnaire, askers: &[Option<&Subagent>]) -> Opening {
        let mut open: Vec<(usize, &Rc<Question>)> = questionnaire.questions().iter().enumerate().collect();
        let mut replies = vec![None; open.len()];
        let mut discussion = None;
        for record in self.records_of(askers).rev().filter(|record| has_input(record)) {
            let mut recorded: Vec<&Rc<Question>> = record.questions.iter().collect();
            let count = open.len();
            for is_by_id in [true, false] {
                open.retain(|(at, question)| {
                    let is_it = |asked: &&Rc<Question>| {
                        (!is_by_id || asked.id == question.id) && is_same_question(asked, question)
                    };
                    let Some(found) = recorded.iter().position(is_it) else { return true };
                    if let Some(reply) = replies.get_mut(*at) {
                        *reply = entered_in(record, recorded.remove(found), question);
                    }
                    false
                });
            }
            // Of the last form with any of the questions.
            if count == replies.len() && open.len() < count {
                discussion = record.discussion();
            }
            if open.is_empty() {
                break;
            }
        }
        Opening {
            drafts: Replies(replies),
            discussion,
            pictures: self.pictures_for(questionnaire),
            ..Opening::default()
        }
    }

    /// Returns the pictures that the user has attached in the session, each with the texts of these questions that it was
    /// put into when they were asked before.
    fn pictures_for(&self, questionnaire: &Questionnaire) -> Pictures {
        let mut pictures = Pictures::default();
        for record in self.records() {
            for picture in record.pictures.iter().flatten() {
                let mut places = Vec::new();
                for place in &picture.places {
                    let (_, id) = place.parts();
                    let asked = record.questions.iter().find(|asked| Some(asked.id.as_str()) == id);
                    let is_same = |it: &&Rc<Question>| asked.is_some_and(|asked| is_same_question(asked, it));
                    places.extend(questionnaire.questions().iter().filter(is_same).map(|it| place.at(&it.id)));
                    places.extend(Some(place).filter(|_| id.is_none()).cloned());
                }
                pictures.add(Picture { places, fault: None, ..picture.clone() });
            }
        }
        pictures
    }

    pub(super) fn has_entered(&self, questionnaire: &Questionnaire) -> bool {
        let Opening { drafts, discussion, .. } = self.entered(questionnaire, &[None]);
        !drafts.are_none() || discussion.is_some()
    }

    /// Returns the last texts that the user typed as answers, oldest first, without secrets.
    pub(super) fn typed(&self) -> Vec<String> {
        let all: Vec<String> = self.records().flat_map(typed).collect();
        all.into_iter().rev().take(MAX_TYPED).rev().collect()
    }
}

/// Returns whether the user ended the form of a record or entered anything in it. Any other form may not have been
/// shown, and what was answered elsewhere says nothing of what was entered here.
fn has_input(record: &Record) -> bool {
    let is_from_elsewhere = record.answered_from.is_some() && record.outcome == Outcome::Answered;
    !is_from_elsewhere && (record.is_by_user() || !record.answers.is_empty() || record.unsent.is_some())
}

/// Returns whether two questions ask the same, possibly with other ids.
fn is_same_question(one: &Question, other: &Question) -> bool {
    let labels = other.options.iter().map(|option| &option.label);
    one.mode == other.mode
        && one.allow_custom == other.allow_custom
        && one.prompt == other.prompt
        && labels.eq(one.options.iter().map(|option| &option.label))
}

/// Returns what was entered for a question of a record, as a reply to a question that asks the same.
fn entered_in(record: &Record, asked: &Question, question: &Question) -> Option<Reply> {
    let unsent = record.unsent.iter().flatten().filter(|unsent| unsent.id.as_ref() == Some(&asked.id));
    let answer = record.all_answers().find(|answer| answer.id == asked.id);
    // An answer depends on what the options meant. A text does not.
    let is_same = record.outcome != Outcome::Answered && asked.options == question.options;
    let answer = answer.filter(|_| is_same);
    let reply = answer.map(|answer| Reply::of(answer, question));
    unsent.fold(reply, |reply, unsent| Some(reply.unwrap_or_default().with(unsent)))
}

/// Returns the texts that the user typed, according to a record; those that were not sent come last.
fn typed(record: &Record) -> Vec<String> {
    let is_secret =
        |id: &str| record.questions.iter().any(|question| question.id == id && question.secret == Some(true));
    let answers = record.all_answers().filter(|answer| !is_secret(&answer.id));
    let unsent = record.unsent.iter().flatten().filter(|unsent| !unsent.id.as_deref().is_some_and(is_secret));
    let unsent = unsent.flat_map(|Unsent { text, note, .. }| text.iter().chain(note)).cloned();
    answers.flat_map(Answer::typed).map(str::to_owned).chain(unsent).collect()
}
