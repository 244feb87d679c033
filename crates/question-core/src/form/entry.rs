//! A question of a form, with its sheet and its list.

use std::rc::Rc;

use crate::answer::given::{Choice, Given, Row};
use crate::answer::replies::Reply;
use crate::answer::sheet::{Sheet, Standing};
use crate::call::questionnaire::{Question, Questionnaire};
use crate::call::request::Mode;
use crate::form::page::{Field, Page, Tab};
use crate::form::search::Search;
use crate::form::shown::Shown;
use crate::text::Clean;
use crate::words::Words;

/// A question with its sheet and its list.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) question: Rc<Question>,
    pub(crate) shown: Shown,
    search: Search,
    words: &'static Words,
    /// Index of the highlighted row, 0-based, or `None` if no row is. May be past the end after a change.
    highlight: Option<usize>,
    /// Index of the option that was highlighted last, 0-based.
    last_option: usize,
    sheet: Sheet,
    /// The fault in an answer from outside the form; cleared by the next change.
    fault: Option<String>,
    /// Whether the sheet has changed since that was last asked.
    is_news: bool,
}

impl Entry {
    /// Creates an entry for each question, with its name and its sheet.
    pub(crate) fn all(questionnaire: &Questionnaire, sheets: Vec<Sheet>, words: &'static Words) -> Vec<Self> {
        let named = questionnaire.names().into_iter().zip(questionnaire.questions().iter().map(Rc::clone));
        named.zip(sheets).map(|((name, question), sheet)| Self::new(question, sheet, name, words)).collect()
    }

    fn new(question: Rc<Question>, sheet: Sheet, name: Clean<'static>, words: &'static Words) -> Self {
        let mut entry = Self {
            shown: Shown::new(Rc::clone(&question), name, words),
            highlight: None,
            last_option: 0,
            search: Search::default(),
            words,
            sheet,
            fault: None,
            is_news: false,
            question,
        };
        entry.point(entry.first_row());
        entry
    }

    /// Returns the page of the question at index `at`, 0-based: its list, or its editor if it takes only text.
    pub(super) fn page(&self, at: usize) -> Page {
        match self.question.mode {
            Mode::Single | Mode::Multi => Page::Tab(Tab::Question(at)),
            Mode::Input => Page::Field(Field::Answer(at)),
        }
    }

    pub(crate) fn words(&self) -> &'static Words {
        self.words
    }

    pub(crate) fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// Changes the sheet. All changes pass here.
    pub(super) fn edit<T>(&mut self, change: impl FnOnce(&mut Sheet) -> T) -> T {
        (self.is_news, self.fault) = (true, None);
        change(&mut self.sheet)
    }

    /// Returns whether the sheet has changed since this was called last.
    pub(super) fn take_news(&mut self) -> bool {
        std::mem::take(&mut self.is_news)
    }

    pub(crate) fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Sets the fault in an answer from outside the form.
    pub(crate) fn set_fault(&mut self, fault: String) {
        self.fault = Some(fault);
    }

    /// Applies a reply from outside the form.
    pub(super) fn reply(&mut self, reply: Reply) {
        self.edit(|sheet| sheet.take(reply));
        self.search.clear();
        self.point(self.first_row());
    }

    /// Returns the index of the row to highlight first: the answer or the default, else the recommended option, else the
    /// first.
    fn first_row(&self) -> usize {
        let options = &self.question.options;
        let recommended = || options.iter().position(|option| option.is_recommended);
        match self.sheet.submitted().as_deref() {
            Some(Given::Single(Some(Choice::Option(at)))) => *at,
            Some(Given::Single(Some(Choice::Typed(_)))) => options.len(),
            _ => recommended().unwrap_or(0),
        }
    }

    /// Returns the index of the highlighted row, 0-based. `None` while words are typed that can only find options, and mean
    /// no single one.
    pub(crate) fn highlight(&self) -> Option<usize> {
        self.highlight.map(|row| row.min(self.row_count().saturating_sub(1)))
    }

    pub(crate) fn highlighted_row(&self) -> Option<Row> {
        self.highlight().map(|row| self.row(row))
    }

    pub(crate) fn highlighted_option(&self) -> Option<usize> {
        match self.highlighted_row() {
            Some(Row::Option(option)) => Some(option),
            Some(Row::Typed(_) | Row::Custom) | None => None,
        }
    }

    /// Returns the index of the option that is highlighted, or was highlighted last, 0-based.
    pub(crate) fn last_option(&self) -> Option<usize> {
        let last = Some(self.last_option).filter(|option| *option < self.question.options.len());
        self.highlighted_option().or(last)
    }

    /// Highlights the row at this index, 0-based.
    pub(super) fn point(&mut self, row: usize) {
        self.highlight = Some(row);
        if row < self.question.options.len() {
            self.last_option = row;
        }
    }

    /// Highlights the added text at index `text`, 0-based, or the last one if there are fewer.
    pub(super) fn point_to_added(&mut self, text: usize) {
        let last = self.position(Row::Custom).saturating_sub(1);
        self.highlight = Some(self.question.options.len().saturating_add(text).min(last));
    }

    /// Highlights the row in which the sheet differs from an earlier one. Of several boxes, a highlighted one stays so.
    pub(super) fn show_change(&mut self, earlier: &Sheet) {
        let here = self.highlighted_row();
        let row = match (&self.sheet.given, &earlier.given) {
            (Given::Single(own), Given::Single(other)) if own != other => {
                own.as_ref().or(other.as_ref()).map(Choice::row)
            }
            (Given::Multi(own), Given::Multi(other)) if own != other => {
                let mut rows = own.changed(other).peekable();
                let first = rows.peek().copied();
                rows.find(|row| Some(*row) == here).or(first)
            }
            _ => (self.sheet.editor_text() != earlier.editor_text()).then_some(Row::Custom),
        };
        if let Some(row) = row {
            self.show(row);
        }
    }

    /// Highlights a row.
    pub(super) fn show(&mut self, row: Row) {
        // A list without a custom row has no row for them.
        if row != Row::Custom || self.question.allow_custom || !self.question.mode.has_options() {
            self.point(self.position(row));
        }
    }

    /// Highlights the row of the draft, if there is one.
    pub(super) fn show_draft(&mut self) {
        if self.sheet.draft().is_some() {
            self.show(Row::Custom);
        }
    }

    pub(crate) fn search(&self) -> &Search {
        &self.search
    }

    /// Searches the options for the words in the text of the list. A question without options has no list.
    pub(super) fn search_words(&mut self, has_picture: bool) {
        if !self.question.mode.has_options() {
            return;
        }
        self.search.row_before = self.search.row_before.or(self.highlight);
        let text = self.sheet.editor_text();
        self.search.search(text, has_picture, &self.question.options, self.words);
        if !self.question.allow_custom {
            self.highlight_found();
        }
    }

    /// Highlights the row that Enter takes while the words are typed.
    pub(super) fn highlight_found(&mut self) {
        if self.question.mode.has_options() {
            match self.search.row(self.question.allow_custom) {
                Some(row) => self.point(self.position(row)),
                None => self.highlight = None,
            }
        }
    }

    /// Returns whether the highlighted row is among those that are shown.
    pub(super) fn shows_highlight(&self) -> bool {
        !self.search.is_narrowing()
            || match self.highlighted_row() {
                Some(Row::Option(option)) => self.search.is_match(option),
                Some(Row::Custom) => true,
                Some(Row::Typed(_)) | None => false,
            }
    }

    /// Sets whether the list is narrowed to what the words in its open text find. Returns whether it was.
    pub(super) fn set_narrow(&mut self, is_narrow: bool) -> bool {
        std::mem::replace(&mut self.search.is_narrow, is_narrow)
    }

    /// Highlights the row of the words that were typed into the list, or, if none are left, the row where the search began.
    pub(super) fn leave_search(&mut self) {
        if self.question.allow_custom && self.sheet.has_words() {
            self.show(Row::Custom);
        } else if let Some(row) = self.search.row_before {
            self.point(row);
        }
    }

    /// Ends the search, because the text of the list is closed.
    pub(super) fn end_search(&mut self) {
        self.search.clear();
    }

    pub(crate) fn row_count(&self) -> usize {
        match &self.sheet.given {
            Given::Single(_) | Given::Multi(_) => self.position(Row::Custom) + usize::from(self.question.allow_custom),
            Given::Input(_) => 1,
        }
    }

    /// Returns the row at index `at`, 0-based; past the end, the custom row.
    pub(crate) fn row(&self, at: usize) -> Row {
        match at.checked_sub(self.question.options.len()) {
            None => Row::Option(at),
            Some(text) if text < self.sheet.given.typed().len() => Row::Typed(text),
            Some(_) => Row::Custom,
        }
    }

    pub(crate) fn position(&self, row: Row) -> usize {
        let options = self.question.options.len();
        match row {
            Row::Option(at) => at,
            Row::Typed(at) => options + at,
            Row::Custom => options + self.sheet.given.typed().len(),
        }
    }

    /// Returns whether the question needs an answer, and has neither one nor a default to confirm.
    pub(crate) fn is_missing(&self) -> bool {
        self.sheet.standing() == Standing::Open && !self.question.allow_empty
    }

    pub(crate) fn is_checked(&self, row: Row) -> bool {
        self.sheet.given.boxes().is_some_and(|boxes| boxes.is_checked(row))
    }
}
