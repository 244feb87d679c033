//! The state of a call while the user answers it: questions, sheets, the page that is shown, and the highlight.
//! `update` changes it, and two functions by which it is told a fact: `set_narrow`, that a list is narrowed to its matches, and
//! `set_waiting`, who else waits. This module must not know rows and columns of a screen, or which keys are bound.

pub(crate) mod action;
pub(crate) mod closed;
pub(crate) mod command;
pub(crate) mod entry;
pub(crate) mod focus;
pub(crate) mod guard;
mod host_commands;
pub(crate) mod offers;
pub(crate) mod opening;
pub(crate) mod page;
mod pictures;
pub(crate) mod prompt;
pub(crate) mod search;
pub(crate) mod shown;
pub(crate) mod undo;
mod update;
pub(crate) mod waiter;

use crate::answer::left::{Asked, Left};
use crate::answer::outcome::{Ending, Entered};
use crate::answer::picks::Answer;
use crate::answer::pictures::Pictures;
use crate::answer::replies::Replies;
use crate::answer::result::{Host, Occasion};
use crate::answer::sheet::{Sheet, Standing};
use crate::call::dialect::Dialect;
use crate::call::questionnaire::Questionnaire;
use crate::call::subagent::Subagent;
use crate::form::entry::Entry;
pub use crate::form::focus::Focus;
use crate::form::guard::Guard;
use crate::form::page::{Confirmation, Field, Notice, Page, Tab};
use crate::form::undo::Undo;
use crate::form::waiter::{QueueAct, Waiter};
use crate::text::markdown::Markdown;
use crate::text::{Clean, is_blank};
use crate::words::Words;

/// The state of one call while the user answers it.
#[derive(Clone, Debug)]
pub struct Form {
    questionnaire: Questionnaire,
    title: Option<Clean<'static>>,
    /// The session that the questions come from, if it is another one.
    subagent: Option<Subagent>,
    entries: Vec<Entry>,
    page: Page,
    /// Index of the highlighted row in the review, 0-based: the questions, the unsent message if there is one, Submit.
    review_highlight: usize,
    /// Index of the question that was last opened from the review, 0-based. Answering it leads back to the review.
    picked: Option<usize>,
    /// The message of a user who wants to talk first; empty if there is none.
    discussion: String,
    /// Pictures of the session, with the texts of the form that they were put into.
    pictures: Pictures,
    notice: Option<Notice>,
    /// Input that the next action may complete.
    unfinished: Option<Unfinished>,
    /// Time of the last Enter that has to be repeated, in milliseconds.
    asked_at: f64,
    /// Time until which a comma or a blank separates numbers of boxes, in milliseconds.
    numbers_until: f64,
    /// Names of the commands of extensions, which a form does not run.
    host_commands: Vec<String>,
    /// Questions that wait for the form to end, and what the user wants with them.
    waiting: Vec<Waiter>,
    queue_act: Option<QueueAct>,
    ending: Option<Ending>,
    undo: Undo,
    /// The sheet before what is being erased in the text of a list.
    erased: Option<Sheet>,
    guard: Guard,
    words: &'static Words,
    confirm_discard: bool,
    /// Length of a text, in characters, above which the form asks for confirmation; 0 for no limit.
    soft_limit: usize,
    occasion: Occasion,
    /// The answers that came with the questions.
    known: Replies,
    /// In a revision, the answers that the model has.
    before: Vec<Answer>,
    /// Whether what the form would leave has changed otherwise than by the sheets of its entries.
    is_news: bool,
}

/// Input that one action begins and the next may complete. Any other action drops it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unfinished {
    /// The number of an option, which may get more digits.
    Number(usize),
    /// The confirmation of a list without checked boxes, which has to be repeated.
    NoneChecked,
    /// Submit without an answer to each question, which has to be repeated.
    Submit,
    /// Submitting a text that is a command of the host, which has to be repeated.
    HostCommand,
    /// Erasing a text, which has closed it. The key may still be held, and erases no other text.
    Erasing,
}

impl Unfinished {
    pub(crate) fn number(self) -> Option<usize> {
        match self {
            Self::Number(number) => Some(number),
            Self::NoneChecked | Self::Submit | Self::HostCommand | Self::Erasing => None,
        }
    }

    /// Returns whether Enter has to be pressed twice.
    fn has_to_be_repeated(self) -> bool {
        matches!(self, Self::Submit | Self::NoneChecked | Self::HostCommand)
    }

    /// Returns the number that one more digit makes of the input so far.
    pub(crate) fn number_with(unfinished: Option<Self>, digit: usize) -> usize {
        unfinished.and_then(Self::number).map_or(digit, |number| number * 10 + digit)
    }
}

impl Form {
    pub(crate) fn is_revision(&self) -> bool {
        self.occasion == Occasion::Revision
    }

    pub(crate) fn questionnaire(&self) -> &Questionnaire {
        &self.questionnaire
    }

    pub(crate) fn known(&self) -> &Replies {
        &self.known
    }

    pub(crate) fn title(&self) -> Option<&Clean<'static>> {
        self.title.as_ref()
    }

    pub(crate) fn subagent(&self) -> Option<&Subagent> {
        self.subagent.as_ref()
    }

    /// Returns the questions with their sheets. There is at least one.
    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(crate) fn entry(&self, at: usize) -> Option<&Entry> {
        self.entries.get(at)
    }

    pub(crate) fn page(&self) -> Page {
        self.page
    }

    pub(crate) fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    pub(crate) fn unfinished(&self) -> Option<Unfinished> {
        self.unfinished
    }

    pub(crate) fn asks_to_pause(&self) -> bool {
        self.guard.needs_notice()
    }

    pub(crate) fn words(&self) -> &'static Words {
        self.words
    }

    pub(crate) fn discussion(&self) -> &str {
        &self.discussion
    }

    /// Tells that an ending is decided: [`Form::result`] gives a result, and no action changes the form.
    #[must_use]
    pub fn is_ended(&self) -> bool {
        self.ending.is_some()
    }

    /// Returns the text of the open editor; empty if none is open.
    #[must_use]
    pub fn open_text(&self) -> &str {
        match self.page {
            Page::Confirm(Confirmation::Long(field), _) => self.field_text(field),
            page => page.field().map_or("", |field| self.field_text(field)),
        }
    }

    /// Returns the placeholder of the editor; blank if it has none.
    #[must_use]
    pub fn placeholder(&self) -> &str {
        match self.page.field() {
            Some(Field::Answer(at)) => self.entry(at).map_or("", |entry| entry.shown.placeholder.as_str()),
            _ => "",
        }
    }

    /// Returns the text of a field, open or not.
    pub(crate) fn field_text(&self, field: Field) -> &str {
        let sheet = |at: usize| self.entry(at).map(Entry::sheet);
        match field {
            Field::Answer(at) => sheet(at).map_or("", Sheet::editor_text),
            Field::Added(at, text) => {
                sheet(at).and_then(|sheet| sheet.given.typed().get(text)).map_or("", |typed| typed.text.as_str())
            }
            Field::Note(at, _) => sheet(at).map_or("", Sheet::note_text),
            Field::Discussion(_) => &self.discussion,
        }
    }

    /// Returns the entry that the page is about, with its index, 0-based, or `None` if the page is about no single
    /// question.
    pub(crate) fn shown_entry(&self) -> Option<(usize, &Entry)> {
        let at = self.page.question()?;
        Some((at, self.entry(at)?))
    }

    /// Returns the entry whose list has the focus, with its index, 0-based.
    pub(crate) fn listed_entry(&self) -> Option<(usize, &Entry)> {
        let at = self.page.list()?;
        Some((at, self.entry(at)?))
    }

    /// Returns the entry whose list is used together with the text in a field: that of the user's own answer beside the
    /// options.
    pub(crate) fn list_beside(&self, field: Field) -> Option<&Entry> {
        let Field::Answer(at) = field else { return None };
        self.entry(at).filter(|entry| entry.question.mode.has_options())
    }

    /// Returns the index of the question whose list stands beside the open text, 0-based.
    pub(crate) fn list_beside_text(&self) -> Option<usize> {
        let field = self.page.field()?;
        self.list_beside(field).and(field.question())
    }

    /// Returns whether the list beside the open text shows only the options that its words find.
    pub(crate) fn is_narrowing(&self) -> bool {
        let list = self.page.field().and_then(|field| self.list_beside(field));
        list.is_some_and(|entry| entry.search().is_narrowing())
    }

    pub(crate) fn tab(&self) -> Tab {
        self.page.tab()
    }

    /// Returns the index of the highlighted row in the page's list, 0-based, or `None` if no row is highlighted.
    pub(crate) fn highlight(&self) -> Option<usize> {
        match self.page {
            Page::Confirm(_, row) => Some(row),
            Page::Tab(_) | Page::Field(_) | Page::Options(_) | Page::Zoom(..) => match self.tab() {
                Tab::Question(at) => self.entry(at)?.highlight(),
                // Undo may have removed the row of the message.
                Tab::Review => Some(self.review_highlight.min(self.submit_row())),
            },
        }
    }

    /// Returns the number of rows of the page's list, or `None` if the page has no list.
    pub(crate) fn rows(&self) -> Option<usize> {
        match self.page {
            Page::Confirm(asked, _) => Some(asked.count(self.waiting.len())),
            Page::Tab(Tab::Review) => Some(self.submit_row() + 1),
            Page::Tab(Tab::Question(at)) | Page::Options(at) => self.entry(at).map(Entry::row_count),
            Page::Field(field) => self.list_beside(field).map(Entry::row_count),
            Page::Zoom(..) => None,
        }
    }

    /// Returns the indices of the shown question and of its highlighted option, 0-based.
    pub(crate) fn highlighted(&self) -> Option<(usize, usize)> {
        let (at, entry) = self.shown_entry()?;
        Some((at, entry.highlighted_option()?))
    }

    /// Returns the indices of the shown question and of the option whose preview stands beside its list, 0-based: the
    /// highlighted one, or, on the row for words and in a text, also in a message to talk first, the one that was highlighted
    /// last.
    pub(crate) fn previewed(&self) -> Option<(usize, usize)> {
        let at = self.tab().question()?;
        Some((at, self.entry(at)?.last_option()?))
    }

    /// Returns the preview that stands beside the list of a question.
    pub(crate) fn preview(&self, at: usize) -> Option<&Markdown> {
        let entry = self.entry(at)?;
        entry.shown.option(self.previewed()?.1)?.preview.as_ref()
    }

    /// Returns whether the editor is the only page of a question.
    fn is_only_editor(&self, at: usize) -> bool {
        !self.has_tabs() && self.starts_in_editor(at)
    }

    /// Returns whether the tab of a question shows its editor rather than a list.
    pub(crate) fn starts_in_editor(&self, at: usize) -> bool {
        self.entry(at).is_some_and(|entry| matches!(entry.page(at), Page::Field(_)))
    }

    /// Returns whether Esc leaves the form, given the input that is unfinished. It does not while a number is typed,
    /// which it takes back, after a text was erased, which it ends, or in a review without tabs, from which it goes back to
    /// the list.
    pub(crate) fn leaves(&self, unfinished: Option<Unfinished>) -> bool {
        match self.page {
            Page::Tab(tab) => {
                !matches!(unfinished, Some(Unfinished::Number(_) | Unfinished::Erasing))
                    && (tab != Tab::Review || self.has_tabs())
            }
            Page::Field(Field::Answer(at)) => self.is_only_editor(at),
            Page::Field(_) | Page::Options(_) | Page::Zoom(..) | Page::Confirm(..) => false,
        }
    }

    /// Returns what waits for the form to end, oldest first.
    pub(crate) fn waiting(&self) -> &[Waiter] {
        &self.waiting
    }

    pub(crate) fn has_tabs(&self) -> bool {
        self.entries.len() > 1
    }

    pub(crate) fn has_review(&self) -> bool {
        self.has_tabs() || self.entries.iter().any(|entry| entry.question.mode.needs_review())
    }

    /// Returns what was entered.
    pub(crate) fn entered(&self) -> Entered<'_> {
        Entered {
            questionnaire: &self.questionnaire,
            sheets: self.sheets().collect(),
            occasion: self.occasion,
            discussion: &self.discussion,
            pictures: &self.pictures,
            subagent: self.subagent.as_ref(),
            before: &self.before,
        }
    }

    /// Returns what stays the same of what the form would leave.
    #[must_use]
    pub fn asked(&self, dialect: Dialect, host: Host) -> Asked {
        self.entered().asked(dialect, host)
    }

    /// Returns what the form would leave if it failed now, or `None` if that is the same as when this was called last.
    pub fn left(&mut self) -> Option<Left> {
        let is_news = self.entries.iter_mut().map(Entry::take_news).fold(self.is_news, |is_news, own| is_news | own);
        self.is_news = false;
        is_news.then(|| self.entered().left())
    }

    pub(crate) fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// Returns whether the user would lose input if the form closed now.
    #[must_use]
    pub fn has_input(&self) -> bool {
        self.entered().has_input()
    }

    pub(crate) fn sheets(&self) -> impl Iterator<Item = &Sheet> {
        self.entries.iter().map(Entry::sheet)
    }

    /// Returns the questions that need an answer and have none, with their indices, 0-based.
    pub(crate) fn missing(&self) -> impl Iterator<Item = (usize, &Entry)> {
        self.entries.iter().enumerate().filter(|(_, entry)| entry.is_missing())
    }

    pub(crate) fn first_missing(&self) -> Option<usize> {
        self.missing().next().map(|(at, _)| at)
    }

    /// Returns the number of questions whose answers are decided this far.
    pub(crate) fn count(&self, standing: Standing) -> usize {
        self.sheets().filter(|sheet| sheet.standing() == standing).count()
    }

    /// Returns whether there is an unsent message, for which the review has a row.
    pub(crate) fn has_discussion(&self) -> bool {
        !is_blank(&self.discussion)
    }

    /// Returns the index of the row of the review that submits, 0-based. It is the last row.
    pub(crate) fn submit_row(&self) -> usize {
        self.entries.len() + usize::from(self.has_discussion())
    }
}
