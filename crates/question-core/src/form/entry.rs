//! A question of a form, with its draft and its list.

use std::rc::Rc;

use crate::answer::draft::{Draft, Standing};
use crate::answer::given::{Choice, Given, Row};
use crate::answer::replies::Reply;
use crate::call::questionnaire::Question;
use crate::call::request::Mode;
use crate::form::page::{Field, Page, Tab};
use crate::form::search::Search;
use crate::form::shown::Shown;
use crate::text::Clean;
use crate::words::Words;

/// A question with its draft and its list.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) question: Rc<Question>,
    pub(crate) shown: Shown,
    search: Search,
    words: &'static Words,
    /// Index of the highlighted row, 0-based. May be past the end after a change.
    highlight: usize,
    draft: Draft,
    /// The fault in an answer from outside the form; cleared by the next change.
    fault: Option<String>,
}

impl Entry {
    pub(super) fn new(question: Rc<Question>, name: Clean<'static>, words: &'static Words) -> Self {
        let mut entry = Self {
            shown: Shown::new(Rc::clone(&question), name, words),
            highlight: 0,
            search: Search::new(&question.options),
            words,
            draft: Draft::new(&question),
            fault: None,
            question,
        };
        entry.highlight = entry.first_row();
        entry
    }

    /// Returns the page of the question at index `at`, 0-based: its list, or its editor if it takes only text.
    pub(super) fn page(&self, at: usize) -> Page {
        match self.question.mode {
            Mode::Single | Mode::Multi => Page::Tab(Tab::Question(at)),
            Mode::Input => Page::Field(Field::Answer(at)),
        }
    }

    pub(crate) fn draft(&self) -> &Draft {
        &self.draft
    }

    /// Changes the draft. All changes pass here.
    pub(super) fn edit<T>(&mut self, change: impl FnOnce(&mut Draft) -> T) -> T {
        self.fault = None;
        change(&mut self.draft)
    }

    pub(crate) fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Sets the fault in an answer from outside the form.
    pub(super) fn set_fault(&mut self, fault: String) {
        self.fault = Some(fault);
    }

    /// Applies a reply from outside the form.
    pub(super) fn reply(&mut self, reply: Reply) {
        self.edit(|draft| draft.take(reply));
        self.search.clear();
        self.highlight = self.first_row();
    }

    /// Returns the index of the row to highlight first: the answer or the default, else the recommended option, else the
    /// first.
    fn first_row(&self) -> usize {
        let options = &self.question.options;
        let recommended = || options.iter().position(|option| option.is_recommended);
        match self.draft.submitted().as_deref() {
            Some(Given::Single(Some(Choice::Option(at)))) => *at,
            Some(Given::Single(Some(Choice::Typed(_)))) => options.len(),
            _ => recommended().unwrap_or(0),
        }
    }

    /// Returns the index of the highlighted row, 0-based.
    pub(crate) fn highlight(&self) -> usize {
        self.highlight.min(self.row_count().saturating_sub(1))
    }

    pub(crate) fn highlighted_option(&self) -> Option<usize> {
        match self.row(self.highlight()) {
            Row::Option(option) => Some(option),
            Row::Typed(_) | Row::Custom => None,
        }
    }

    /// Highlights the row at this index, 0-based.
    pub(super) fn point(&mut self, row: usize) {
        self.highlight = row;
    }

    /// Highlights the added text at index `text`, 0-based, or the last one if there are fewer.
    pub(super) fn point_to_added(&mut self, text: usize) {
        let last = self.position(Row::Custom).saturating_sub(1);
        self.highlight = self.question.options.len().saturating_add(text).min(last);
    }

    /// Highlights the row in which the draft differs from an earlier one. Of several boxes, a highlighted one stays so.
    pub(super) fn show_change(&mut self, earlier: &Draft) {
        let here = self.row(self.highlight);
        let row = match (&self.draft.given, &earlier.given) {
            (Given::Single(own), Given::Single(other)) if own != other => {
                own.as_ref().or(other.as_ref()).map(Choice::row)
            }
            (Given::Multi(own), Given::Multi(other)) if own != other => {
                let mut rows = own.changed(other).peekable();
                let first = rows.peek().copied();
                rows.find(|row| *row == here).or(first)
            }
            _ => (self.draft.editor_text() != earlier.editor_text()).then_some(Row::Custom),
        };
        if let Some(row) = row {
            self.show(row);
        }
    }

    /// Highlights a row.
    pub(super) fn show(&mut self, row: Row) {
        // A list without a custom row has no row for them.
        if row != Row::Custom || self.question.allow_custom || !self.question.mode.has_options() {
            self.highlight = self.position(row);
        }
    }

    /// Highlights the first unsubmitted text, if there is one.
    pub(super) fn show_unsent(&mut self) {
        if let Some(row) = self.draft.unsent_row() {
            self.show(row);
        }
    }

    pub(crate) fn search(&self) -> &Search {
        &self.search
    }

    /// Returns the index of the option that the words in the open text mean, 0-based: the one that they name, or, in a list
    /// without a custom row, the only one that they find.
    pub(crate) fn meant(&self) -> Option<usize> {
        let only = if let [only] = self.search.found() { Some(*only) } else { None };
        self.search.named_option().or(only.filter(|_| !self.question.allow_custom))
    }

    /// Returns the index of the option that a text would name, 0-based, were it typed into the list.
    pub(crate) fn option_named(&self, text: &str) -> Option<usize> {
        self.search.look_for(text, self.words).1
    }

    /// Searches the options for the words in the text of the list, and highlights the one that they name, or else the row
    /// of the text. A question without options has no list, and a text with a picture finds and names nothing.
    pub(super) fn find(&mut self, has_picture: bool) {
        if !self.question.mode.has_options() {
            return;
        }
        self.search.row_before.get_or_insert(self.highlight);
        self.search.search(if has_picture { "" } else { self.draft.editor_text() }, self.words);
        match self.meant() {
            Some(option) => self.show(Row::Option(option)),
            None if self.question.allow_custom => self.show(Row::Custom),
            None => self.highlight = self.search.row_before.unwrap_or(self.highlight),
        }
    }

    /// Returns the highlight to where it was before the search, unless its words stay on their row.
    pub(super) fn leave_search(&mut self) {
        if let Some(from) = self.search.row_before.filter(|_| !self.draft.has_words()) {
            self.highlight = from;
        }
    }

    /// Ends the search, because the text of the list is closed.
    pub(super) fn end_search(&mut self) {
        self.search.clear();
    }

    pub(crate) fn row_count(&self) -> usize {
        match &self.draft.given {
            Given::Single(_) | Given::Multi(_) => self.position(Row::Custom) + usize::from(self.question.allow_custom),
            Given::Input(_) => 1,
        }
    }

    /// Returns the row at index `at`, 0-based; past the end, the custom row.
    pub(crate) fn row(&self, at: usize) -> Row {
        match at.checked_sub(self.question.options.len()) {
            None => Row::Option(at),
            Some(text) if text < self.draft.given.typed().len() => Row::Typed(text),
            Some(_) => Row::Custom,
        }
    }

    pub(crate) fn position(&self, row: Row) -> usize {
        let options = self.question.options.len();
        match row {
            Row::Option(at) => at,
            Row::Typed(at) => options + at,
            Row::Custom => options + self.draft.given.typed().len(),
        }
    }

    /// Returns whether the question needs an answer, and has neither one nor a default to confirm.
    pub(crate) fn is_missing(&self) -> bool {
        self.draft.standing() == Standing::Open && !self.question.allow_empty
    }

    pub(crate) fn is_checked(&self, row: Row) -> bool {
        self.draft.given.boxes().is_some_and(|boxes| boxes.is_checked(row))
    }
}
