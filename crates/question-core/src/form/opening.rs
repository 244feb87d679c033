//! The beginning of a form.

use crate::answer::opening::Opening;
use crate::answer::result::Occasion;
use crate::answer::sheet::Standing;
use crate::call::questionnaire::Questionnaire;
use crate::call::settings::Settings;
use crate::form::Form;
use crate::form::entry::Entry;
use crate::form::guard::Guard;
use crate::form::page::{Notice, Page, Tab};
use crate::form::undo::Undo;
use crate::text::without_controls;

impl Form {
    /// Creates a form with the defaults and what it begins with. It shows its first question, or what is open if anything
    /// was entered before.
    #[must_use]
    pub fn new(questionnaire: Questionnaire, opening: Opening, settings: &Settings) -> Self {
        let (known, before) = (opening.known_answers(), opening.answers_before(&questionnaire));
        let is_restored = opening.occasion != Occasion::Revision && !opening.drafts.are_none();
        let is_again = opening.occasion == Occasion::Later || !opening.drafts.are_none();
        let sheets = opening.sheets(&questionnaire);
        let Opening { occasion, discussion, pictures, subagent, faults, .. } = opening;
        let words = settings.words;
        let entries = Entry::all(&questionnaire, sheets, words);
        let mut form = Self {
            title: questionnaire.title_line(),
            subagent,
            page: entries.first().map_or(Page::Tab(Tab::Question(0)), |entry| entry.page(0)),
            questionnaire,
            entries,
            review_highlight: 0,
            picked: None,
            discussion: without_controls(discussion.unwrap_or_default()),
            pictures,
            notice: is_restored.then_some(Notice::Restored),
            unfinished: None,
            asked_at: f64::NEG_INFINITY,
            numbers_until: f64::NEG_INFINITY,
            host_commands: Vec::new(),
            waiting: Vec::new(),
            queue_act: None,
            ending: None,
            undo: Undo::default(),
            erased: None,
            guard: Guard::default(),
            words,
            confirm_discard: settings.confirm_discard,
            soft_limit: settings.soft_limit,
            occasion,
            known,
            before,
            is_news: true,
        };
        if occasion == Occasion::Revision {
            // The user reads the answers in the review before changing any.
            if form.has_review() {
                form.page = Page::Tab(Tab::Review);
            }
        } else {
            form.review_highlight = form.submit_row();
            if is_again {
                form.show_first_open();
            }
        }
        // Shown until the sheet of its question changes.
        for (at, fault) in faults {
            if let Some(entry) = form.entries.get_mut(at) {
                entry.set_fault(fault);
            }
        }
        form
    }

    /// Names the commands of extensions, without the slash, which the form does not run.
    #[must_use]
    pub fn beside(self, host_commands: Vec<String>) -> Self {
        Self { host_commands, ..self }
    }

    /// Shows the first question with a draft, with that highlighted, or else the first that is not decided, or else the
    /// review.
    fn show_first_open(&mut self) {
        let begun = self.sheets().position(|sheet| sheet.draft().is_some());
        if let Some(entry) = begun.and_then(|at| self.entries.get_mut(at)) {
            entry.show_draft();
        }
        let first = begun.or_else(|| self.sheets().position(|sheet| sheet.standing() != Standing::Decided));
        let has_default = begun.is_none();
        match first.map(Tab::Question).or_else(|| self.has_review().then_some(Tab::Review)) {
            // The editor opens with a default, as it does if the question is the first one.
            Some(page) if has_default => drop(self.show(page)),
            Some(page) => drop(self.show_closed(page)),
            None => {}
        }
    }
}
