//! The effects of actions on the list of a question, to the zoom, and to the review.

use crate::answer::given::{Boxes, Row};
use crate::answer::sheet::Sheet;
use crate::call::request::Mode;
use crate::form::action::Step;
use crate::form::entry::Entry;
use crate::form::page::{Field, Notice, Page, Tab, Zoomed};
use crate::form::{Form, Unfinished};

impl Form {
    /// Zooms a text of a question. An option is also highlighted.
    pub(super) fn zoom(&mut self, at: usize, zoomed: Zoomed) -> Step {
        let Some(entry) = self.entry(at) else { return Step::Idle };
        let Zoomed::Option(option) = zoomed else { return self.turn_page(Page::Zoom(at, zoomed)) };
        if option >= entry.question.options.len() {
            return Step::Idle;
        }
        let step = self.turn_page(Page::Zoom(at, zoomed));
        self.highlight_row(at, Row::Option(option));
        step
    }

    /// Adds a digit to the unfinished number of an answer, or begins a number. The question opens as soon as no further
    /// digit can follow, and is highlighted until then.
    pub(super) fn open_numbered(&mut self, digit: usize, unfinished: Option<Unfinished>) -> Step {
        let number = Unfinished::number_with(unfinished, digit);
        let Some(row) = number.checked_sub(1) else { return Step::Idle };
        if row >= self.entries.len() {
            let is_typed = unfinished.and_then(Unfinished::number).is_some();
            self.notice = is_typed.then_some(Notice::NoSuchNumber(number));
            return if is_typed { Step::Redraw } else { Step::Idle };
        }
        if number * 10 <= self.entries.len() {
            return self.await_digit(number);
        }
        self.point(row);
        self.confirm_review(row, None)
    }

    /// Highlights the row of a number that may get more digits.
    fn await_digit(&mut self, number: usize) -> Step {
        self.unfinished = Some(Unfinished::Number(number));
        self.point(number - 1);
        Step::Redraw
    }

    /// Opens the question or the message of a row, or submits the form: at once, or if questions that need an answer have
    /// none, by a second confirmation.
    pub(super) fn confirm_review(&mut self, row: usize, unfinished: Option<Unfinished>) -> Step {
        if let Some(entry) = self.entries.get_mut(row) {
            entry.show_draft();
            self.picked = Some(row);
            return self.show(Tab::Question(row));
        }
        if row < self.submit_row() {
            return self.open(Field::Discussion(Tab::Review));
        }
        if unfinished != Some(Unfinished::Submit) && self.first_missing().is_some() {
            self.unfinished = Some(Unfinished::Submit);
            return Step::Redraw;
        }
        self.submit_form()
    }

    /// Confirms a list of boxes, unless a number is unfinished or the custom row holds a text; otherwise, and beside
    /// an open text, chooses the row.
    pub(super) fn confirm(&mut self, at: usize, row: usize, unfinished: Option<Unfinished>) -> Step {
        let Some(entry) = self.entry(at) else { return Step::Idle };
        match (entry.question.mode, entry.row(row), unfinished) {
            (Mode::Multi, row @ (Row::Option(_) | Row::Typed(_)), _) if self.page == Page::Options(at) => {
                self.check_beside_text(at, row)
            }
            (Mode::Multi, Row::Custom, _) if entry.sheet().has_words() => self.choose(at, row),
            (Mode::Multi, ..) if unfinished.and_then(Unfinished::number).is_none() => {
                self.confirm_boxes(at, unfinished)
            }
            (Mode::Single | Mode::Multi | Mode::Input, ..) => self.choose(at, row),
        }
    }

    /// Adds a digit to the unfinished number, or begins a number. Its option is chosen as soon as no further digit can
    /// follow, and highlighted until then. 0 is the custom row. A number that no option has is text, and so is one on the
    /// row for text.
    pub(super) fn go_on_with_number(&mut self, at: usize, digit: usize, unfinished: Option<Unfinished>) -> Step {
        let Some(entry) = self.entry(at) else { return Step::Idle };
        if entry.highlighted_row() == Some(Row::Custom) {
            return self.type_words(at, unfinished);
        }
        let options = entry.question.options.len();
        let number = unfinished.and_then(Unfinished::number);
        let all = Unfinished::number_with(unfinished, digit);
        match (number, entry.question.mode) {
            (Some(number), Mode::Multi) if all > options => {
                // The number was complete: toggle its box, and begin another.
                self.choose(at, number - 1);
                self.go_on_with_number(at, digit, None);
                Step::Redraw
            }
            (None, _) if all == 0 && entry.question.allow_custom => self.open_custom(at),
            _ if all == 0 || all > options => self.type_words(at, unfinished),
            _ if all * 10 <= options => self.await_digit(all),
            _ => self.choose(at, all - 1),
        }
    }

    /// Chooses the row at this index, 0-based: answers with an option, toggles a box, or opens the editor of the custom
    /// row.
    pub(super) fn choose(&mut self, at: usize, row: usize) -> Step {
        let Some(entry) = self.entry(at) else { return Step::Idle };
        match (entry.question.mode, entry.row(row)) {
            (Mode::Input, _) => self.open(Field::Answer(at)),
            (Mode::Single | Mode::Multi, Row::Custom) => self.open_custom(at),
            (Mode::Multi, Row::Option(_) | Row::Typed(_)) => {
                self.point(row);
                self.toggle(at, row)
            }
            (Mode::Single, Row::Option(option)) => self.answer_with(at, option),
            (Mode::Single, Row::Typed(_)) => Step::Idle,
        }
    }

    /// Answers with an option. Words that have found it are spent; another text stays, replaced by the choice.
    pub(super) fn answer_with(&mut self, at: usize, option: usize) -> Step {
        self.choose_beside(at, Row::Option(option), |sheet| sheet.choose(option));
        let step = self.go_on(at);
        self.highlight_row(at, Row::Option(option));
        step
    }

    /// Highlights a row of a question's list, after an open text was left.
    pub(super) fn highlight_row(&mut self, at: usize, row: Row) {
        self.entries.get_mut(at).into_iter().for_each(|entry| entry.show(row));
    }

    /// Changes the sheet by what is chosen beside the open text. Words that have found the option are spent.
    fn choose_beside(&mut self, at: usize, row: Row, change: impl FnOnce(&mut Sheet)) {
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

    /// Toggles a box, and spends the words that have found it. Zooms an option without a box. Opens the custom row, where
    /// the key goes on with words.
    pub(super) fn toggle(&mut self, at: usize, row: usize) -> Step {
        let Some(entry) = self.entry(at) else { return Step::Idle };
        match (entry.row(row), entry.sheet().given.boxes()) {
            (row @ (Row::Option(_) | Row::Typed(_)), Some(_)) if self.page.field() == Some(Field::Answer(at)) => {
                self.change_beside_text(at, row, |boxes| boxes.toggle(row))
            }
            (row @ (Row::Option(_) | Row::Typed(_)), Some(_)) => self.change_boxes(at, |boxes| boxes.toggle(row)),
            (Row::Option(option), None) => self.zoom(at, Zoomed::Option(option)),
            (Row::Typed(_), None) => Step::Idle,
            (Row::Custom, _) if entry.sheet().has_words() => self.type_words(at, None),
            (Row::Custom, _) => self.open_custom(at),
        }
    }

    /// Checks the box of a row beside the open text.
    pub(super) fn check_beside_text(&mut self, at: usize, row: Row) -> Step {
        self.change_beside_text(at, row, |boxes| boxes.check(row))
    }

    /// Changes the box of a row beside the open text, and closes the text. Words that have found the option are spent,
    /// others stay on their row.
    fn change_beside_text(&mut self, at: usize, row: Row, change: impl FnOnce(&mut Boxes)) -> Step {
        self.choose_beside(at, row, |sheet| sheet.change_boxes(change));
        let step = self.turn_page(Page::Tab(Tab::Question(at)));
        self.highlight_row(at, row);
        step
    }

    /// Confirms the boxes. If none is checked, a second confirmation has to follow, unless the question allows an empty
    /// answer. Where at least one has to be checked, it does not help.
    pub(super) fn confirm_boxes(&mut self, at: usize, unfinished: Option<Unfinished>) -> Step {
        let (Some(entry), Some(boxes)) = (self.entry(at), self.boxes(at)) else { return Step::Idle };
        let is_empty = !boxes.has_checked();
        if is_empty && entry.question.at_least_one {
            self.notice = Some(Notice::NeedsOne);
            return Step::Redraw;
        }
        if is_empty && !entry.question.allow_empty && unfinished != Some(Unfinished::NoneChecked) {
            self.unfinished = Some(Unfinished::NoneChecked);
            return Step::Redraw;
        }
        self.change_boxes(at, |boxes| boxes.is_decided = true);
        self.go_on(at)
    }

    pub(super) fn boxes(&self, at: usize) -> Option<&Boxes> {
        self.entry(at)?.sheet().given.boxes()
    }

    /// Changes the boxes of a question.
    pub(super) fn change_boxes(&mut self, at: usize, change: impl FnOnce(&mut Boxes)) -> Step {
        self.change_by_choice(at, |sheet| sheet.change_boxes(change));
        Step::Redraw
    }

    /// Edits the text on a row from its end: an added text, or that of the custom row.
    pub(super) fn edit_row(&mut self, at: usize, row: usize, unfinished: Option<Unfinished>) -> Step {
        if unfinished == Some(Unfinished::Erasing) {
            self.unfinished = unfinished;
            return Step::Idle;
        }
        let Some(entry) = self.entry(at) else { return Step::Idle };
        match entry.row(row) {
            Row::Typed(text) => self.open(Field::Added(at, text)),
            Row::Custom if entry.sheet().has_words() => self.open_custom(at),
            Row::Custom | Row::Option(_) => return Step::Idle,
        };
        Step::Type
    }

    /// Opens the editor of the custom row, if there is one.
    pub(super) fn open_custom(&mut self, at: usize) -> Step {
        match self.entries.get_mut(at) {
            Some(entry) if entry.question.allow_custom => entry.show(Row::Custom),
            _ => return Step::Idle,
        }
        if self.page.field() == Some(Field::Answer(at)) {
            self.page = Page::Field(Field::Answer(at));
            return Step::Redraw;
        }
        self.open(Field::Answer(at))
    }
}
