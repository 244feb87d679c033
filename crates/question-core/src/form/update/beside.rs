//! The open text of a question and the list of its options: words that find options, and what is chosen while a text is
//! open. It must not decide what a text or a list does alone, which `text` and `list` do.

use crate::answer::given::{Boxes, Row};
use crate::answer::sheet::Sheet;
use crate::form::action::Step;
use crate::form::entry::Entry;
use crate::form::page::{Field, Notice, Page, Tab};
use crate::form::undo::Replaced;
use crate::form::{Form, Unfinished};
use crate::text::is_blank;

impl Form {
    /// Opens the text of a question's list with the digits of an unfinished number. Typing goes on with a draft, and else
    /// begins anew.
    pub(super) fn type_words(&mut self, at: usize, unfinished: Option<Unfinished>) -> Step {
        self.turn_page(Page::Field(Field::Answer(at)));
        let digits = unfinished.and_then(Unfinished::number).map_or(String::new(), |number| number.to_string());
        if let Some(entry) = self.entries.get_mut(at) {
            let before = entry.sheet().clone();
            // Words that only find are on no row.
            let goes_on = entry.question.allow_custom;
            entry.edit(|sheet| if goes_on { sheet.begin(&digits) } else { sheet.write(digits) });
            if entry.sheet().editor_text() != before.editor_text() {
                entry.edit(|sheet| sheet.is_kept_elsewhere = false);
                self.undo.record_typing(|| Replaced::Sheet(at, before));
            }
            self.find(at);
        }
        Step::Type
    }

    /// Goes back from the list to the open text above which it is, to go on with it.
    pub(super) fn go_on_typing(&mut self, at: usize) -> Step {
        self.page = Page::Field(Field::Answer(at));
        self.find(at);
        Step::Type
    }

    /// Searches a question's list for the words in its open text, and highlights what Enter takes.
    pub(super) fn find(&mut self, at: usize) {
        self.search(at);
        self.entries.get_mut(at).into_iter().for_each(Entry::highlight_found);
    }

    /// Searches a question's list for the words in its open text, which keep the highlight until they change.
    pub(super) fn search(&mut self, at: usize) {
        let has_picture = self.has_picture(Field::Answer(at));
        self.entries.get_mut(at).into_iter().for_each(|entry| entry.search_words(has_picture));
    }

    /// Sets whether the list beside the open text is narrowed to what its words find. The highlight stays where it is
    /// still shown. Returns whether the list was narrowed.
    pub(crate) fn set_narrow(&mut self, is_narrow: bool) -> bool {
        let Some(at) = self.list_beside_text() else { return false };
        let Some(entry) = self.entries.get_mut(at) else { return false };
        let was_narrow = entry.set_narrow(is_narrow);
        if !entry.shows_highlight() {
            self.page = Page::Field(Field::Answer(at));
            self.find(at);
        }
        was_narrow
    }

    /// Goes to a row beside the open text of a question: back to the text, or to the options above it. A text without words
    /// is closed.
    pub(super) fn point_beside_text(&mut self, at: usize, row: usize) {
        let Some(entry) = self.entry(at) else { return };
        if entry.row(row) == Row::Custom {
            self.page = Page::Field(Field::Answer(at));
        } else if entry.sheet().editor_text().trim().is_empty() {
            self.turn_page(Page::Tab(Tab::Question(at)));
        } else {
            self.page = Page::Options(at);
        }
    }

    /// Takes what is highlighted beside the open text of a list. Returns `None` if that is the words, as an answer of the
    /// user's own.
    pub(super) fn take_beside_text(&mut self, at: usize) -> Option<Step> {
        let entry = self.entry(at)?;
        let mode = entry.question.mode;
        match entry.highlighted_row() {
            Some(Row::Custom) | None if is_blank(entry.sheet().editor_text()) && mode.has_boxes() => {
                self.turn_page(Page::Tab(Tab::Question(at)));
                self.highlight_row(at, Row::Custom);
                Some(self.confirm_boxes(at, None))
            }
            Some(Row::Custom) => None,
            Some(row) if mode.has_boxes() => Some(self.change_beside_text(at, row, |boxes| boxes.check(row))),
            Some(Row::Option(option)) => Some(self.answer_with(at, option)),
            Some(Row::Typed(_)) | None => {
                self.notice = Some(Notice::NotOne);
                Some(Step::Edit)
            }
        }
    }

    /// Changes the box of a row beside the open text, and closes the text. Words that have found the option are spent,
    /// others stay on their row.
    pub(super) fn change_beside_text(&mut self, at: usize, row: Row, change: impl FnOnce(&mut Boxes)) -> Step {
        self.choose_beside(at, row, |sheet| sheet.change_boxes(change));
        let step = self.turn_page(Page::Tab(Tab::Question(at)));
        self.highlight_row(at, row);
        step
    }

    /// Changes the sheet by what is chosen beside the open text. Words that have found the option are spent.
    pub(super) fn choose_beside(&mut self, at: usize, row: Row, change: impl FnOnce(&mut Sheet)) {
        let is_match = |entry: &Entry| matches!(row, Row::Option(option) if entry.search().is_match(option));
        let is_found = self.entry(at).is_some_and(is_match);
        self.change_by_choice(at, |sheet| {
            sheet.settle();
            if is_found {
                sheet.drop_draft();
            }
            change(sheet);
        });
    }
}
