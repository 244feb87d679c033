//! What a form begins with, and its beginning.

use crate::answer::draft::{Draft, Standing};
use crate::answer::pictures::Pictures;
use crate::answer::replies::Replies;
use crate::answer::result::Occasion;
use crate::call::questionnaire::Questionnaire;
use crate::call::settings::Settings;
use crate::call::subagent::Subagent;
use crate::form::Form;
use crate::form::entry::Entry;
use crate::form::guard::Guard;
use crate::form::page::{Page, Tab};
use crate::form::undo::Undo;
use crate::text::markdown::plain;
use crate::text::{Clean, without_controls};

/// What a form begins with. The default is a call for which nothing was entered before.
#[derive(Clone, Debug, Default)]
pub struct Opening {
    /// Why the form is shown.
    pub occasion: Occasion,
    /// Answers that are kept elsewhere, so that they are no input of the user's; in a revision, those that the model has.
    pub given: Replies,
    /// Answers and texts from earlier forms. They count as the user's input, because nothing else keeps them.
    pub drafts: Replies,
    /// An unsent message to talk first.
    pub discussion: Option<String>,
    /// Pictures that were attached earlier in the session.
    pub pictures: Pictures,
    /// The session that the questions come from, if it is another one.
    pub subagent: Option<Subagent>,
    /// Faults of refused answers, each with the index of its question, 0-based.
    pub faults: Vec<(usize, String)>,
}

impl Opening {
    /// Says in the user's language that questions wait, and who asks if that is another session.
    #[must_use]
    pub fn asks(&self, settings: &Settings) -> String {
        let words = settings.words();
        let by = self.subagent.as_ref().map(|subagent| subagent.asks(words).as_str().to_owned());
        by.unwrap_or_else(|| words.a_question_waits.to_owned())
    }

    /// Returns the answers that came with the questions.
    fn known_answers(&self) -> Replies {
        match self.occasion {
            Occasion::Call | Occasion::Later => self.given.clone(),
            Occasion::Revision => self.drafts.clone().or_else_from(&self.given),
        }
    }
}

impl Form {
    /// Creates a form with the defaults and what it begins with. It shows its first question, or what is open if anything
    /// was entered before.
    #[must_use]
    pub fn new(questionnaire: Questionnaire, opening: Opening, settings: &Settings) -> Self {
        let known = opening.known_answers();
        let Opening { occasion, given, drafts, discussion, pictures, subagent, faults } = opening;
        let words = settings.words;
        let named = questionnaire.names().into_iter().zip(questionnaire.questions.iter().cloned());
        let entries: Vec<Entry> = named.map(|(name, question)| Entry::new(question, name, words)).collect();
        let mut form = Self {
            title: questionnaire.title.as_deref().map(|title| Clean::line(&plain(title)).into_owned()),
            subagent,
            page: entries.first().map_or(Page::Tab(Tab::Question(0)), |entry| entry.page(0)),
            questionnaire,
            entries,
            review_highlight: 0,
            picked: None,
            discussion: without_controls(discussion.unwrap_or_default()),
            pictures,
            notice: None,
            unfinished: None,
            asked_at: f64::NEG_INFINITY,
            numbers_until: f64::NEG_INFINITY,
            host_commands: Vec::new(),
            ending: None,
            undo: Undo::default(),
            erased: None,
            guard: Guard::default(),
            words,
            confirm_discard: settings.confirm_discard,
            soft_limit: settings.soft_limit,
            occasion,
            known,
            before: Vec::new(),
        };
        if occasion == Occasion::Revision {
            // The drafts change what the model has.
            form.fill(given.clone().without_controls(), true);
            for entry in &mut form.entries {
                entry.edit(Draft::withdraw_default);
            }
            form.before = form.answers_to(&given);
            form.fill(drafts.without_controls(), true);
            // The user reads the answers in the review before changing any.
            if form.has_review() {
                form.page = Page::Tab(Tab::Review);
            }
        } else {
            let is_again = occasion == Occasion::Later || !drafts.are_none();
            form.review_highlight = form.submit_row();
            // An answer that is kept elsewhere counts before a draft, which stays the user's input all the same.
            form.fill(drafts.without_controls(), true);
            form.fill(given.without_controls(), false);
            if is_again {
                form.show_first_open();
            }
        }
        form.set_faults(faults);
        form
    }

    /// Names the commands of extensions, without the slash, which the form does not run.
    #[must_use]
    pub fn beside(self, host_commands: Vec<String>) -> Self {
        Self { host_commands, ..self }
    }

    /// Shows the first question with an unsubmitted text, with that highlighted, or else the first that is not decided, or
    /// else the review.
    fn show_first_open(&mut self) {
        let unsent = self.drafts().position(|draft| draft.count_unsent() > 0);
        if let Some(entry) = unsent.and_then(|at| self.entries.get_mut(at)) {
            entry.show_unsent();
        }
        let first = unsent.or_else(|| self.drafts().position(|draft| draft.standing() != Standing::Decided));
        let has_default = first.and_then(|at| self.entry(at)).is_some_and(|entry| entry.draft().count_unsent() == 0);
        match first.map(Tab::Question).or_else(|| self.has_review().then_some(Tab::Review)) {
            // The editor opens with a default, as it does if the question is the first one.
            Some(page) if has_default => drop(self.show(page)),
            Some(page) => drop(self.show_closed(page)),
            None => {}
        }
    }

    /// Adds the faults of refused answers, each with the index of its question, 0-based. A fault is shown until the
    /// draft of its question changes.
    pub(crate) fn set_faults(&mut self, faults: impl IntoIterator<Item = (usize, String)>) {
        for (at, fault) in faults {
            if let Some(entry) = self.entries.get_mut(at) {
                entry.set_fault(fault);
            }
        }
    }
}
