//! The state of one call while its user answers it, and all that can happen to it. It changes in `update` alone.
//!
//! It knows questions, what is entered for them, the page that is shown, and which row is highlighted. It knows nothing
//! of rows and columns on a screen, nor of keys.

pub(crate) mod action;
pub(crate) mod choices;
pub(crate) mod entry;
pub(crate) mod filter;
pub(crate) mod guard;
pub(crate) mod outcome;
pub(crate) mod page;
pub(crate) mod prompt;
pub(crate) mod shown;
pub(crate) mod undo;
mod update;

use serde::Serialize;
use strum::VariantArray;

use crate::answer::draft::Draft;
use crate::answer::given::{Row, Typed};
use crate::answer::replies::Replies;
use crate::answer::result::Occasion;
use crate::call::questionnaire::Questionnaire;
use crate::call::request::Mode;
use crate::call::settings::Settings;
use crate::form::choices::Choices;
use crate::form::entry::Entry;
use crate::form::guard::Guard;
use crate::form::page::{Base, Ending, Field, LeaveChoice, LongChoice, Notice, Page};
use crate::form::shown::ShownOption;
use crate::form::undo::Undo;
use crate::text::markdown::{Markdown, plain};
use crate::text::{Clean, harmless};
use crate::words::Words;
use serde_json::Value;
use ts_rs::TS;

/// One call of the tool, while its user answers it.
#[derive(Clone, Debug)]
pub struct Form {
    title: Option<Clean<'static>>,
    metadata: Option<Value>,
    /// What the model is told about how its call was read.
    reading_notes: Vec<String>,
    entries: Vec<Entry>,
    page: Page,
    /// The highlighted row of the review, from 0: a question's position; behind those the message that was not sent, where
    /// there is one, and Submit.
    review_highlight: usize,
    /// The question that was picked from the review last: its answer leads back there.
    picked: Option<usize>,
    /// What the user would rather say first.
    discussion: String,
    notice: Option<Notice>,
    /// What the next action may finish.
    unfinished: Option<Unfinished>,
    ending: Option<Ending>,
    undo: Undo,
    guard: Guard,
    words: &'static Words,
    confirm_discard: bool,
    /// Characters of a text above which the form asks whether it is meant; 0 for never.
    soft_limit: usize,
    occasion: Occasion,
}

/// What one action has begun, and the next may finish; any other drops it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unfinished {
    /// The number of an option, whose digits may go on.
    Number(usize),
    /// The confirmation of a list of boxes of which none is checked.
    None,
}

/// What has the user's keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray, Serialize, TS)]
pub enum Focus {
    /// A list: letters and digits are commands.
    List,
    /// A list of yes and no, whose letters are commands as well.
    YesNo,
    /// The text editor: only leaving it is a command.
    Editor,
    /// A line of text above a list: what is not text moves in the list.
    Line,
    /// A question that is answered with yes or no.
    Confirm,
    /// The page of keys: keys that move scroll it, and any other ends it.
    Help,
}

impl Form {
    /// A form with nothing entered but defaults, on its first question.
    #[must_use]
    pub fn new(questionnaire: Questionnaire, settings: &Settings) -> Self {
        let words = settings.words;
        let named = questionnaire.names().into_iter().zip(questionnaire.questions);
        let entries: Vec<Entry> = named.map(|(name, question)| Entry::new(question, name, words)).collect();
        let first = entries.first().map_or(Page::Base(Base::Question(0)), |entry| entry.page(0));
        Self {
            title: questionnaire.title.map(|title| Clean::line(&plain(&title)).into_owned()),
            metadata: questionnaire.metadata,
            reading_notes: questionnaire.reading_notes,
            review_highlight: entries.len(),
            picked: None,
            entries,
            page: first,
            discussion: String::new(),
            notice: None,
            unfinished: None,
            ending: None,
            undo: Undo::default(),
            guard: Guard::default(),
            words,
            confirm_discard: settings.confirm_discard,
            soft_limit: settings.soft_limit,
            occasion: Occasion::Call,
        }
    }

    /// The form for a call that was cut off; `replies` are what the user had entered, and would be lost with it.
    #[must_use]
    pub fn again(mut self, replies: Replies) -> Self {
        self.take_over(&replies);
        self.later(replies)
    }

    /// The form for a call that is over, on its first open question; `replies` are the answers that it has so far, and that
    /// are kept elsewhere.
    #[must_use]
    pub fn later(mut self, replies: Replies) -> Self {
        self.fill(replies.shown());
        self.occasion = Occasion::Later;
        // What has its answer already is not asked first.
        let is_open = |draft: &Draft| !draft.is_answered() || !(draft.is_touched || draft.is_replied);
        let first = self.drafts().position(is_open).map(Base::Question);
        if let Some(page) = first.or_else(|| self.has_review().then_some(Base::Review)) {
            self.show(page);
        }
        self
    }

    /// The same with what is wrong with answers that were not taken, by the position of their question, from 0: it stands
    /// beside it until something is entered there.
    #[must_use]
    pub fn faulty(mut self, faults: &[(usize, String)]) -> Self {
        for (at, fault) in faults {
            if let Some(entry) = self.entries.get_mut(*at) {
                entry.set_fault(fault.clone());
            }
        }
        self
    }

    /// The same with what the user was about to say first.
    #[must_use]
    pub fn about(mut self, talk: &str) -> Self {
        self.discussion = harmless(talk.to_owned());
        self
    }

    /// The form for answers that are to be changed.
    #[must_use]
    pub fn revision(mut self, answers: &Replies) -> Self {
        self.fill(answers.clone().shown());
        let before = self.standing(answers);
        // What was answered is read first, and changed where it has to be.
        let page = if self.has_review() { Page::Base(Base::Review) } else { self.page };
        Self { occasion: Occasion::Revision(before), page, review_highlight: 0, ..self }
    }

    /// The same with texts that were not submitted when it was asked before.
    #[must_use]
    pub fn with_drafts(mut self, drafts: Replies) -> Self {
        self.take_over(&drafts);
        self.fill(drafts.shown());
        self
    }

    /// The same with what was entered before it was cut off.
    #[must_use]
    pub fn begun(mut self, replies: Replies) -> Self {
        self.fill(replies.shown());
        self
    }

    /// Whether the answers are those that the model has already.
    pub(crate) fn is_revision(&self) -> bool {
        matches!(self.occasion, Occasion::Revision(_))
    }

    /// The heading of the whole form.
    pub(crate) fn title(&self) -> Option<&Clean<'static>> {
        self.title.as_ref()
    }

    /// The questions, never none, with what is entered for them.
    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The question at a position, from 0.
    pub(crate) fn entry(&self, at: usize) -> Option<&Entry> {
        self.entries.get(at)
    }

    /// What is shown.
    pub(crate) fn page(&self) -> Page {
        self.page
    }

    /// Why nothing happened.
    pub(crate) fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    /// What the next action may finish.
    pub(crate) fn unfinished(&self) -> Option<Unfinished> {
        self.unfinished
    }

    /// Whether keys do nothing yet, and the user is to be told why.
    pub(crate) fn is_waiting_for_silence(&self) -> bool {
        self.guard.is_told()
    }

    /// The language that the form speaks.
    pub(crate) fn words(&self) -> &'static Words {
        self.words
    }

    /// What the user would rather say first.
    pub(crate) fn discussion(&self) -> &str {
        &self.discussion
    }

    /// The rows of yes and no of a question that has no other options, from 0.
    pub(crate) fn yes_no(&self, at: usize) -> Option<[usize; 2]> {
        let question = &self.entry(at)?.question;
        let [first, second] = question.options.as_slice() else { return None };
        let labels = [first, second].map(|option| option.label.as_str());
        Words::yes_and_no(labels).filter(|_| question.mode == Mode::Single)
    }

    /// What has the user's keys while the list of a question is shown.
    pub(crate) fn list_focus(&self, at: usize) -> Focus {
        if self.yes_no(at).is_some() { Focus::YesNo } else { Focus::List }
    }

    /// What has the user's keys.
    #[must_use]
    pub fn focus(&self) -> Focus {
        match self.page {
            Page::Base(Base::Question(at)) => self.list_focus(at),
            Page::Base(_) | Page::Zoom(..) | Page::Leave { .. } => Focus::List,
            Page::Field(_) => Focus::Editor,
            Page::Filter(_) => Focus::Line,
            Page::Long { .. } => Focus::Confirm,
        }
    }

    /// Whether the text editor has the focus.
    #[must_use]
    pub fn is_editing(&self) -> bool {
        self.focus() == Focus::Editor
    }

    /// Whether the form has ended.
    #[must_use]
    pub fn is_ended(&self) -> bool {
        self.ending.is_some()
    }

    /// The text that belongs into the editor, or into the line that filters; empty where neither is open.
    #[must_use]
    pub fn text(&self) -> &str {
        match self.page {
            Page::Field(field) | Page::Long { field, .. } => self.field_text(field),
            Page::Filter(at) => self.entry(at).map_or("", |entry| entry.filter.text()),
            Page::Base(_) | Page::Zoom(..) | Page::Leave { .. } => "",
        }
    }

    /// What stands in the editor while it is empty; blank where nothing does.
    #[must_use]
    pub fn placeholder(&self) -> &str {
        match self.page {
            Page::Field(Field::Answer(at)) => self.entry(at).map_or("", |entry| entry.shown.placeholder.as_str()),
            _ => "",
        }
    }

    /// The text of a field, whether or not it is open.
    pub(crate) fn field_text(&self, field: Field) -> &str {
        let draft = |at: usize| self.entry(at).map(Entry::draft);
        match field {
            Field::Answer(at) => draft(at).map_or("", |draft| &draft.text),
            Field::Added(at, text) => {
                draft(at).and_then(|draft| draft.given.typed().get(text)).map_or("", Typed::edited)
            }
            Field::Note(at, _) => draft(at).map_or("", |draft| &draft.note_text),
            Field::Discussion(_) => &self.discussion,
        }
    }

    /// Whether a text that is long is meant, and yes, it is.
    pub(crate) fn long(&self, field: Field) -> (String, &'static str) {
        self.words.long(matches!(field, Field::Answer(_)), self.field_text(field).chars().count())
    }

    /// The question that the page is about and its position, from 0; `None` for pages that are about all of them.
    pub(crate) fn shown_entry(&self) -> Option<(usize, &Entry)> {
        let at = self.page.question()?;
        Some((at, self.entry(at)?))
    }

    /// The question whose whole list is shown and its position, from 0.
    pub(crate) fn listed_entry(&self) -> Option<(usize, &Entry)> {
        let at = self.page.list()?;
        Some((at, self.entry(at)?))
    }

    /// The page with a tab that the one that is shown belongs to.
    pub(crate) fn base(&self) -> Base {
        self.page.base()
    }

    /// The highlighted row of the list that is shown, from 0.
    pub(crate) fn highlight(&self) -> usize {
        match self.page {
            Page::Leave { choices, .. } => choices.highlight(),
            Page::Long { choices, .. } => choices.highlight(),
            Page::Base(_) | Page::Field(_) | Page::Filter(_) | Page::Zoom(..) => match self.base() {
                Base::Question(at) => self.entry(at).map_or(0, Entry::highlight),
                // Undo may have taken the row of the message away.
                Base::Review => self.review_highlight.min(self.submit_row()),
            },
        }
    }

    /// How many rows the list of the page has; `None` where it has none to move in.
    pub(crate) fn rows(&self) -> Option<usize> {
        match self.page {
            Page::Leave { .. } => Some(Choices::<LeaveChoice>::COUNT),
            Page::Long { .. } => Some(Choices::<LongChoice>::COUNT),
            Page::Base(Base::Review) => Some(self.submit_row() + 1),
            Page::Base(Base::Question(at)) | Page::Filter(at) => self.entry(at).map(Entry::row_count),
            Page::Field(_) | Page::Zoom(..) => None,
        }
    }

    /// The highlighted option of the question that is shown, and that question; positions from 0.
    pub(crate) fn highlighted(&self) -> Option<(usize, usize)> {
        let (at, entry) = self.shown_entry()?;
        match entry.row(self.highlight()) {
            Row::Option(option) => Some((at, option)),
            Row::Typed(_) | Row::Custom => None,
        }
    }

    /// The highlighted option of a question.
    pub(crate) fn highlighted_option(&self, at: usize) -> Option<&ShownOption> {
        let entry = self.entry(at)?;
        entry.option_at(entry.highlight())
    }

    /// The preview of a question's highlighted option.
    pub(crate) fn preview(&self, at: usize) -> Option<&Markdown> {
        self.highlighted_option(at)?.preview.as_ref()
    }

    /// Whether a question is nothing but its editor: there is no page below that.
    fn is_only_editor(&self, at: usize) -> bool {
        !self.has_tabs() && self.starts_in_editor(at)
    }

    /// Whether the tab of a question shows its editor.
    pub(crate) fn starts_in_editor(&self, at: usize) -> bool {
        self.entry(at).is_some_and(|entry| matches!(entry.page(at), Page::Field(_)))
    }

    /// Whether the questions are shown in tabs.
    pub(crate) fn has_tabs(&self) -> bool {
        self.entries.len() > 1
    }

    /// Whether the form ends in a review.
    pub(crate) fn has_review(&self) -> bool {
        let is_confirmed = |entry: &Entry| match entry.question.mode {
            Mode::Multi => true,
            Mode::Single | Mode::Input => false,
        };
        self.has_tabs() || self.entries.iter().any(is_confirmed)
    }

    /// Whether the user would lose something if the form just closed.
    fn has_input(&self) -> bool {
        let is_new = |entry: &Entry| match &self.occasion {
            // An answer that is what it was is no change.
            Occasion::Revision(before) => {
                let is_same = entry.answer().is_some_and(|answer| before.contains(&answer));
                !is_same || entry.draft().has_unsent()
            }
            _ => true,
        };
        let has_drafts = self.entries.iter().any(|entry| entry.draft().has_input() && is_new(entry));
        has_drafts || self.has_talk()
    }

    /// What is entered for each question.
    pub(crate) fn drafts(&self) -> impl Iterator<Item = &Draft> {
        self.entries.iter().map(Entry::draft)
    }

    /// Position of the first question without an answer.
    pub(crate) fn first_unanswered(&self) -> Option<usize> {
        self.drafts().position(|draft| !draft.is_answered())
    }

    /// Whether a message to talk first was typed and not sent: the review has a row for it.
    pub(crate) fn has_talk(&self) -> bool {
        !self.discussion.trim().is_empty()
    }

    /// The row of the review that submits, from 0: the last.
    pub(crate) fn submit_row(&self) -> usize {
        self.entries.len() + usize::from(self.has_talk())
    }
}
