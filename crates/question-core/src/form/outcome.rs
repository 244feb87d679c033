//! Form → result: what a form that has ended came to.

use std::cell::LazyCell;
use std::collections::HashSet;
use std::rc::Rc;

use crate::answer::content::{self, Names};
use crate::answer::draft::{Draft, Unsent};
use crate::answer::given::{Choice, Given, Typed};
use crate::answer::picks::{Answer, Pick, Picks};
use crate::answer::reply::Replies;
use crate::answer::result::{Host, Occasion, Outcome, ToolResult};
use crate::call::questionnaire::Question;
use crate::form::entry::Entry;
use crate::form::{Ending, Form};

/// Why a form ended that nobody was shown.
const UNASKED: &str = "the program that shows pi's questions could not ask this one";

impl Form {
    /// The result of a form that has ended; `None` while it goes on.
    #[must_use]
    pub fn result(&self, host: Host) -> Option<ToolResult> {
        let ending = self.ending.as_ref()?;
        let said = || Some(self.discussion.trim().to_owned()).filter(|text| !text.is_empty());
        let (outcome, message) = match ending {
            Ending::Answered => (Outcome::Answered, said().filter(|_| self.is_talk_sent)),
            Ending::Discussed => (Outcome::Discuss, said()),
            // All questions have their answers from before.
            Ending::Cancelled { share: true } if self.is_revision() && self.first_unanswered().is_none() => {
                (Outcome::Answered, None)
            }
            Ending::Cancelled { .. } | Ending::Unanswered => (Outcome::Cancelled, None),
            Ending::Aborted | Ending::Stopped => (Outcome::Aborted, None),
            Ending::Disconnected => (Outcome::ConnectionLost, None),
            Ending::Unasked => (Outcome::Unavailable, Some(UNASKED.to_owned())),
            Ending::Failed(reason) => (Outcome::Failed, Some(reason.clone())),
        };
        let is_final = *ending == Ending::Answered;
        let is_shared = *ending != Ending::Cancelled { share: false };
        let is_left = matches!(ending, Ending::Cancelled { .. } | Ending::Unanswered);
        // Before the end, only what the user has done counts: a default is no answer of theirs.
        let counts = |entry: &&Entry| is_final || (is_shared && self.has_to_share(entry.draft(), is_left));
        let tell = |entry| {
            let mut told = Entry::tell(entry, is_final);
            // A change that was begun is no answer, and not to be dropped without a word either.
            if is_final && self.is_revision() && entry.draft().is_touched {
                told.unsent.extend(entry.draft().unsent_texts().map(str::to_owned));
            }
            told
        };
        let told: Vec<Told> = self.entries.iter().filter(counts).map(tell).collect();
        let questions = self.entries.iter().map(|entry| Rc::clone(&entry.question)).collect();
        let answers: Vec<Answer> = told.iter().filter_map(|told| told.answer.clone()).collect();
        let mut result = match &self.occasion {
            // The session keeps all answers, the model is told of those that are new.
            Occasion::Revision(before) if is_shared => {
                let changed = answers.iter().filter(|answer| !before.contains(answer)).cloned().collect();
                let mut result = ToolResult::of(questions, changed, outcome, host, message);
                let changed = std::mem::replace(&mut result.details.answers, answers);
                result.details.changed = Some(changed.into_iter().map(|answer| answer.id).collect());
                result
            }
            _ => ToolResult::of(questions, answers, outcome, host, message),
        };
        let unsent = self.entries.iter().filter(|_| is_shared && self.omitted.is_empty()).filter_map(Entry::unsent);
        let unsent = unsent.chain(self.omitted.iter().cloned());
        let talk = Some(self.discussion.clone()).filter(|text| is_shared && !text.trim().is_empty());
        let talk = talk
            .filter(|_| outcome != Outcome::Discuss && !self.is_talk_sent)
            .map(|text| Unsent { text: Some(text), ..Unsent::default() });
        let unsent: Vec<Unsent> = unsent.chain(talk).collect();
        result.details.unsent = Some(unsent).filter(|unsent| !unsent.is_empty());
        result.details.shown = (*ending == Ending::Stopped).then_some(false);
        result.details.title = self.title.as_ref().map(|title| title.as_str().to_owned());
        result.details.metadata.clone_from(&self.metadata);
        let has_unsent = told.iter().any(|told| !told.unsent.is_empty());
        // Of a revision in which nothing was changed, the model hears nothing.
        let is_same = is_final && result.details.changed.as_ref().is_some_and(Vec::is_empty);
        // Who submits has thought better of talking first.
        let unsaid = said().filter(|_| is_shared && !is_final && outcome != Outcome::Discuss);
        result.is_said =
            (result.is_said && !is_same) || (is_shared && has_unsent) || unsaid.is_some() || self.is_talk_sent;
        content::head(&mut result, &self.occasion);
        let questions = result.details.questions.clone();
        // Most results need none.
        let names = LazyCell::new(|| Names::of(&questions));
        let is_sent = *ending == Ending::Unanswered || !result.details.answers.is_empty();
        if result.details.cancelled && is_sent && !self.is_revision() {
            let answered: HashSet<&str> = result.details.answers.iter().map(|answer| answer.id.as_str()).collect();
            // An answer that stands in the file may not be told, but it is there.
            let stands = |entry: &Entry| matches!(self.occasion, Occasion::Later) && entry.draft().is_answered();
            let is_missing = |entry: &&Entry| !answered.contains(entry.question.id.as_str()) && !stands(entry);
            let missing: Vec<&Question> =
                self.entries.iter().filter(is_missing).map(|entry| &*entry.question).collect();
            content::push_unanswered(&mut result.content, &missing, &names);
        }
        for Told { id, unsent, .. } in &told {
            for text in unsent {
                content::push_unsent(&mut result.content, names.get(id).as_deref(), text);
            }
        }
        if let Some(said) = result.details.message.as_ref().filter(|_| is_final) {
            content::push_said(&mut result.content, said);
        }
        // The message of a discussion is its text, that of a failure its reason.
        if let Some(said) = unsaid {
            content::push_unsent(&mut result.content, None, &said);
        }
        content::push_reading_notes(&mut result, &self.reading_notes);
        Some(result)
    }

    /// Whether there is something to send of a question without submitting the form; `is_left`: the user sends what
    /// there is.
    pub(crate) fn has_to_share(&self, draft: &Draft, is_left: bool) -> bool {
        let stands = is_left && draft.is_replied && matches!(self.occasion, Occasion::Later);
        self.is_revision() || draft.has_input() || stands
    }

    /// What a question, by its position, is answered with as it stands: by its default, or from before.
    pub(crate) fn preset(&self, at: usize) -> Option<Answer> {
        self.entry(at).and_then(Entry::standing)
    }

    /// The answers to those questions that have one of these replies.
    pub(crate) fn standing(&self, replies: &Replies) -> Vec<Answer> {
        let entries = self.entries.iter().zip(&replies.0).filter(|(_, reply)| reply.is_some());
        entries.filter_map(|(entry, _)| entry.tell(true).answer).collect()
    }
}

/// What there is to tell of a question.
struct Told<'a> {
    id: &'a str,
    answer: Option<Answer>,
    /// Texts that are no part of it.
    unsent: Vec<String>,
}

impl Entry {
    /// What it is answered with as it stands.
    pub(super) fn standing(&self) -> Option<Answer> {
        if self.draft().is_answered() { self.tell(true).answer } else { None }
    }

    /// What was typed for it, and is no part of its answer.
    pub(super) fn unsent(&self) -> Option<Unsent> {
        self.draft().unsent(&self.question.id)
    }

    /// The answer. Unless the form was submitted, also what was typed so far, so that no ending loses it: in place of an
    /// answer or beside checked boxes, and as unsent text what has no place there.
    fn tell(&self, is_final: bool) -> Told<'_> {
        let (question, draft) = (&self.question, self.draft());
        let option = |at: usize| {
            let option = question.options.get(at)?;
            Some(Pick {
                value: option.value.clone(),
                label: option.label.clone(),
                index: Some(at + 1),
                is_submitted: true,
            })
        };
        let typed_so_far = |text: &str| (!is_final && !text.trim().is_empty()).then(|| text.to_owned());
        let text = typed_so_far(&draft.text);
        // What was confirmed is the answer; but a default that was being changed is none.
        let meant = |given: &String, text: Option<String>, unsent: &mut Vec<String>| match text {
            Some(text) if text == *given => Pick::typed(given),
            Some(text) if question.default_value.as_ref() == Some(given) => Pick::unfinished(&text),
            text => {
                unsent.extend(text);
                Pick::typed(given)
            }
        };
        let mut unsent: Vec<String> = Vec::new();
        let picks = match &draft.given {
            Given::Single(Some(Choice::Option(at))) => {
                unsent.extend(text);
                option(*at).map(Picks::Single)
            }
            Given::Single(Some(Choice::Typed(given))) => Some(Picks::Single(meant(given, text, &mut unsent))),
            Given::Single(None) => text.map(|text| Picks::Single(Pick::unfinished(&text))),
            Given::Input(Some(given)) => Some(Picks::Input(meant(given, text, &mut unsent))),
            Given::Input(None) => text.map(|text| Picks::Input(Pick::unfinished(&text))),
            Given::Multi(boxes) => {
                let typed = &boxes.typed;
                // A text that is being typed once more is there already.
                let text = text.filter(|text| !typed.iter().any(|typed| typed.is_checked && typed.text == *text));
                let is_there = boxes.has_checked() || text.is_some() || draft.is_answered();
                let is_unsent = |typed: &&Typed| !is_final && !typed.is_checked && text.as_ref() != Some(&typed.text);
                let unchecked = typed.iter().filter(is_unsent);
                unsent.extend(unchecked.map(|typed| typed.text.clone()));
                let checked = boxes.checked().filter_map(option);
                // One that is being changed may read like another.
                let mut told = HashSet::new();
                let typed = typed.iter().filter(|typed| typed.counts() && told.insert(&typed.text));
                let typed = typed.map(|typed| Pick::typed(&typed.text));
                let all = checked.chain(typed).chain(text.as_deref().map(Pick::unfinished));
                is_there.then(|| Picks::Multi(all.collect()))
            }
        };
        let note = draft.note.clone();
        let note_text = typed_so_far(&draft.note_text).filter(|text| note.as_ref() != Some(text));
        let (id, prompt) = (question.id.clone(), question.prompt.clone());
        let (note, orphan) = if picks.is_some() { (note, None) } else { (None, note) };
        unsent.extend(orphan.into_iter().chain(note_text));
        Told { id: &question.id, answer: picks.map(|picks| Answer { id, prompt, picks, note }), unsent }
    }
}
