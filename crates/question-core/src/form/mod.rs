//! The state of a call while the user answers it: questions, drafts, the page that is shown, and the highlight. Only
//! `update` changes it. This folder knows neither rows and columns of a screen nor keys.

pub(crate) mod action;
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
use crate::answer::given::Typed;
use crate::answer::replies::Replies;
use crate::answer::result::Occasion;
use crate::call::questionnaire::Questionnaire;
use crate::call::request::Mode;
use crate::call::settings::Settings;
use crate::form::entry::Entry;
use crate::form::guard::Guard;
use crate::form::page::{Base, Ending, Field, LeaveChoice, LongChoice, Notice, Page};
use crate::form::undo::Undo;
use crate::text::markdown::{Markdown, plain};
use crate::text::{Clean, harmless};
use crate::words::Words;
use serde_json::Value;
use ts_rs::TS;

/// The state of one call while the user answers it.
#[derive(Clone, Debug)]
pub struct Form {
    title: Option<Clean<'static>>,
    metadata: Option<Value>,
    /// Notes for the model on how its call was read.
    reading_notes: Vec<String>,
    entries: Vec<Entry>,
    page: Page,
    /// The highlighted row of the review, from 0: the questions, then the message that was not sent, if any, then Submit.
    review_highlight: usize,
    /// The question that was last opened from the review. Answering it leads back there.
    picked: Option<usize>,
    /// The message of a user who wants to talk first; empty if there is none.
    discussion: String,
    notice: Option<Notice>,
    /// Input that the next action may complete.
    unfinished: Option<Unfinished>,
    ending: Option<Ending>,
    undo: Undo,
    guard: Guard,
    words: &'static Words,
    confirm_discard: bool,
    /// Length of the longest text that is accepted without asking, in characters; 0 for no limit.
    soft_limit: usize,
    occasion: Occasion,
}

/// Input that one action begins and the next may complete. Any other action drops it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unfinished {
    /// The number of an option, which may get more digits.
    Number(usize),
    /// The confirmation of boxes none of which is checked.
    None,
}

/// The kind of control that gets the user's keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray, Serialize, TS)]
pub enum Focus {
    /// A list: letters and digits are commands.
    List,
    /// A list of yes and no, which `y` and `n` answer.
    YesNo,
    /// The text editor: only leaving it is a command.
    Editor,
    /// A line of text above a list: keys that type nothing move in the list.
    Line,
    /// A question that is answered with yes or no.
    Confirm,
    /// The page of keys: keys that move scroll it, and any other closes it.
    Help,
}

impl Form {
    /// Creates a form that shows its first question, with the defaults entered.
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

    /// Makes this the form of a call that has ended, and shows its first open question.
    #[must_use]
    pub fn later(mut self) -> Self {
        self.occasion = Occasion::Later;
        // A default alone leaves a question open.
        let is_open = |draft: &Draft| !draft.is_answered() || !(draft.is_touched || draft.is_replied);
        let first = self.drafts().position(is_open).map(Base::Question);
        if let Some(page) = first.or_else(|| self.has_review().then_some(Base::Review)) {
            self.show(page);
        }
        self
    }

    /// Adds faults of answers that were refused, with the position of their question. Each is shown until the question's
    /// draft changes.
    #[must_use]
    pub fn faulty(mut self, faults: &[(usize, String)]) -> Self {
        for (at, fault) in faults {
            if let Some(entry) = self.entries.get_mut(*at) {
                entry.set_fault(fault.clone());
            }
        }
        self
    }

    /// Adds the message of a user who was about to talk first.
    #[must_use]
    pub fn about(mut self, talk: &str) -> Self {
        self.discussion = harmless(talk.to_owned());
        self
    }

    /// Makes this the form in which answers are changed.
    #[must_use]
    pub fn revision(mut self, answers: &Replies) -> Self {
        self.fill(answers.clone().shown(), false);
        let before = self.standing(answers);
        // The answers are read before any is changed.
        let page = if self.has_review() { Page::Base(Base::Review) } else { self.page };
        Self { occasion: Occasion::Revision(before), page, review_highlight: 0, ..self }
    }

    /// Enters answers and texts that the user entered in an earlier form. Nothing else keeps them, so they count as input.
    #[must_use]
    pub fn with_drafts(mut self, drafts: Replies) -> Self {
        self.fill(drafts.shown(), true);
        self
    }

    /// Enters answers and texts that are kept elsewhere.
    #[must_use]
    pub fn begun(mut self, replies: Replies) -> Self {
        self.fill(replies.shown(), false);
        self
    }

    /// Whether the model has the answers already, and they are being changed.
    pub(crate) fn is_revision(&self) -> bool {
        matches!(self.occasion, Occasion::Revision(_))
    }

    /// The heading of the whole form.
    pub(crate) fn title(&self) -> Option<&Clean<'static>> {
        self.title.as_ref()
    }

    /// The questions with what is entered for them. There is at least one.
    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The question at a position, from 0.
    pub(crate) fn entry(&self, at: usize) -> Option<&Entry> {
        self.entries.get(at)
    }

    /// The page that is shown.
    pub(crate) fn page(&self) -> Page {
        self.page
    }

    /// The notice about the last action.
    pub(crate) fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    /// Input that the next action may complete.
    pub(crate) fn unfinished(&self) -> Option<Unfinished> {
        self.unfinished
    }

    /// Whether a notice has to say that the guard is closed.
    pub(crate) fn is_waiting_for_silence(&self) -> bool {
        self.guard.needs_notice()
    }

    /// The words of the form, in its language.
    pub(crate) fn words(&self) -> &'static Words {
        self.words
    }

    /// The message of a user who wants to talk first.
    pub(crate) fn discussion(&self) -> &str {
        &self.discussion
    }

    /// The rows of yes and no, from 0, if these are the only options of a question.
    pub(crate) fn yes_no(&self, at: usize) -> Option<[usize; 2]> {
        let entry = self.entry(at)?;
        if entry.question.mode != Mode::Single || entry.question.options.len() != 2 {
            return None;
        }
        Words::yes_and_no([entry.shown.option(0)?, entry.shown.option(1)?].map(|option| option.label.as_str()))
    }

    /// The focus while the list of a question is shown.
    pub(crate) fn list_focus(&self, at: usize) -> Focus {
        if self.yes_no(at).is_some() { Focus::YesNo } else { Focus::List }
    }

    /// The control that gets the user's keys.
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

    /// The text of the editor or of the filter; empty if neither is open.
    #[must_use]
    pub fn text(&self) -> &str {
        match self.page {
            Page::Field(field) | Page::Long { field, .. } => self.field_text(field),
            Page::Filter(at) => self.entry(at).map_or("", |entry| entry.filter.text()),
            Page::Base(_) | Page::Zoom(..) | Page::Leave { .. } => "",
        }
    }

    /// The placeholder of the editor; blank if it has none.
    #[must_use]
    pub fn placeholder(&self) -> &str {
        match self.page {
            Page::Field(Field::Answer(at)) => self.entry(at).map_or("", |entry| entry.shown.placeholder.as_str()),
            _ => "",
        }
    }

    /// The text of a field, open or not.
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

    /// The question whether to accept the long text of a field.
    pub(crate) fn long(&self, field: Field) -> String {
        let text = if matches!(field, Field::Answer(_)) { self.words.long } else { self.words.long_text };
        self.words.count(text, self.field_text(field).chars().count())
    }

    /// The question that the page is about, with its position; `None` if it is about all of them.
    pub(crate) fn shown_entry(&self) -> Option<(usize, &Entry)> {
        let at = self.page.question()?;
        Some((at, self.entry(at)?))
    }

    /// The question whose whole list is shown, with its position.
    pub(crate) fn listed_entry(&self) -> Option<(usize, &Entry)> {
        let at = self.page.list()?;
        Some((at, self.entry(at)?))
    }

    /// The tab that the page belongs to.
    pub(crate) fn base(&self) -> Base {
        self.page.base()
    }

    /// The highlighted row of the page's list, from 0.
    pub(crate) fn highlight(&self) -> usize {
        match self.page {
            Page::Leave { row, .. } | Page::Long { row, .. } => row,
            Page::Base(_) | Page::Field(_) | Page::Filter(_) | Page::Zoom(..) => match self.base() {
                Base::Question(at) => self.entry(at).map_or(0, Entry::highlight),
                // Undo may have removed the row of the message.
                Base::Review => self.review_highlight.min(self.submit_row()),
            },
        }
    }

    /// Number of rows of the page's list; `None` if there is no list to move in.
    pub(crate) fn rows(&self) -> Option<usize> {
        match self.page {
            Page::Leave { .. } => Some(LeaveChoice::VARIANTS.len()),
            Page::Long { .. } => Some(LongChoice::VARIANTS.len()),
            Page::Base(Base::Review) => Some(self.submit_row() + 1),
            Page::Base(Base::Question(at)) | Page::Filter(at) => self.entry(at).map(Entry::row_count),
            Page::Field(_) | Page::Zoom(..) => None,
        }
    }

    /// Positions of the question that is shown and of its highlighted option.
    pub(crate) fn highlighted(&self) -> Option<(usize, usize)> {
        let (at, entry) = self.shown_entry()?;
        Some((at, entry.highlighted_option()?))
    }

    /// The preview of a question's highlighted option.
    pub(crate) fn preview(&self, at: usize) -> Option<&Markdown> {
        let entry = self.entry(at)?;
        entry.shown.option(entry.highlighted_option()?)?.preview.as_ref()
    }

    /// Whether a question has no page but its editor.
    fn is_only_editor(&self, at: usize) -> bool {
        !self.has_tabs() && self.starts_in_editor(at)
    }

    /// Whether the tab of a question shows its editor rather than a list.
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

    /// Whether the user would lose input if the form closed now.
    fn has_input(&self) -> bool {
        let is_new = |entry: &Entry| match &self.occasion {
            // An answer that is the same as before is no input.
            Occasion::Revision(before) => {
                let is_same = entry.answer().is_some_and(|answer| before.contains(&answer));
                !is_same || entry.draft().has_unsent()
            }
            _ => true,
        };
        let has_drafts = self.entries.iter().any(|entry| entry.draft().has_input() && is_new(entry));
        has_drafts || self.has_talk()
    }

    /// The drafts of all questions.
    pub(crate) fn drafts(&self) -> impl Iterator<Item = &Draft> {
        self.entries.iter().map(Entry::draft)
    }

    /// Position of the first question without an answer.
    pub(crate) fn first_unanswered(&self) -> Option<usize> {
        self.drafts().position(|draft| !draft.is_answered())
    }

    /// Whether a message was typed and not sent. The review has a row for it.
    pub(crate) fn has_talk(&self) -> bool {
        !self.discussion.trim().is_empty()
    }

    /// The row of the review that submits, from 0: the last.
    pub(crate) fn submit_row(&self) -> usize {
        self.entries.len() + usize::from(self.has_talk())
    }
}
