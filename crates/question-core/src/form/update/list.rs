//! The list of a question: rows that are chosen, boxes, and numbers that are typed. It must not search, which `beside`
//! does.

use crate::answer::given::{Boxes, Row};
use crate::call::called::is_comma;
use crate::call::request::Mode;
use crate::form::action::Step;
use crate::form::command::Command;
use crate::form::page::{Field, Notice, Page, Tab, Zoomed};
use crate::form::{Form, Unfinished};
use crate::text::letters::narrow;

impl Form {
    /// Carries out a command on the list of a question.
    pub(super) fn do_in_list(&mut self, at: usize, command: Command, unfinished: Option<Unfinished>) -> Step {
        match (command, self.highlight()) {
            (Command::Cancel, _) if self.leaves(unfinished) => self.leave(Tab::Question(at)),
            (Command::Cancel, _) => Step::Redraw,
            (Command::Confirm, Some(row)) => self.confirm(at, row, unfinished),
            (Command::Toggle, Some(row)) => self.toggle(at, row),
            (Command::ToggleAll, Some(_)) => self.change_boxes(at, Boxes::toggle_all),
            (Command::Edit, Some(row)) => self.edit_row(at, row, unfinished),
            _ => Step::Idle,
        }
    }

    /// Confirms a list of boxes, unless a number is unfinished or the custom row holds a text; otherwise, and beside
    /// an open text, chooses the row.
    pub(super) fn confirm(&mut self, at: usize, row: usize, unfinished: Option<Unfinished>) -> Step {
        let Some(entry) = self.entry(at) else { return Step::Idle };
        match (entry.question.mode, entry.row(row), unfinished) {
            (Mode::Multi, row @ (Row::Option(_) | Row::Typed(_)), _) if self.page == Page::Options(at) => {
                self.change_beside_text(at, row, |boxes| boxes.check(row))
            }
            (Mode::Multi, Row::Custom, _) if entry.sheet().has_words() => self.choose(at, row),
            (Mode::Multi, ..) if unfinished.and_then(Unfinished::number).is_none() => {
                self.confirm_boxes(at, unfinished)
            }
            (Mode::Single | Mode::Multi | Mode::Input, ..) => self.choose(at, row),
        }
    }

    /// Returns the rows of the boxes that a piece of several characters consists of, by their numbers. `None` if it is text.
    pub(super) fn boxes_numbered(&self, at: usize, piece: &str) -> Option<Vec<usize>> {
        let entry = self.entry(at).filter(|entry| entry.question.mode.has_boxes())?;
        if entry.highlighted_row() == Some(Row::Custom) {
            return None;
        }
        let piece: String = piece.chars().map(narrow).collect();
        let numbers = piece.split(|char: char| char == ' ' || is_comma(char)).filter(|number| !number.is_empty());
        let row = |number: &str| number.parse::<usize>().ok()?.checked_sub(1);
        let rows: Option<Vec<usize>> = numbers.map(row).collect();
        rows.filter(|rows| !rows.is_empty() && rows.iter().all(|row| *row < entry.question.options.len()))
    }

    /// Adds a digit to the unfinished number, or begins a number. Its option is chosen as soon as no further digit can
    /// follow, and highlighted until then. 0 is the custom row. A number that no option has is text, and so is one on the
    /// row for text.
    pub(super) fn go_on_with_number(&mut self, at: usize, digit: usize, unfinished: Option<Unfinished>) -> Step {
        let Some(entry) = self.entry(at) else { return Step::Idle };
        // A text on the whole terminal takes no words.
        let is_zoomed = matches!(self.page, Page::Zoom(..));
        if entry.highlighted_row() == Some(Row::Custom) && !is_zoomed {
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
            _ if (all == 0 || all > options) && is_zoomed => self.notify(Notice::NoSuchNumber(all)),
            _ if all == 0 || all > options => self.type_words(at, unfinished),
            _ if all * 10 <= options => self.await_digit(all),
            _ => self.choose(at, all - 1),
        }
    }

    /// Highlights the row of a number that may get more digits.
    pub(super) fn await_digit(&mut self, number: usize) -> Step {
        self.unfinished = Some(Unfinished::Number(number));
        self.point(number - 1);
        Step::Redraw
    }

    /// Chooses the row at this index, 0-based: answers with an option, toggles a box, or opens the editor of the custom
    /// row.
    pub(super) fn choose(&mut self, at: usize, row: usize) -> Step {
        let Some(entry) = self.entry(at) else { return Step::Idle };
        match (entry.question.mode, entry.row(row)) {
            (Mode::Input, _) => self.open(Field::Answer(at)),
            (Mode::Single | Mode::Multi, Row::Custom) => self.open_custom(at),
            (Mode::Multi, Row::Option(_)) | (_, Row::Typed(_)) => {
                self.point(row);
                self.toggle(at, row)
            }
            (Mode::Single, Row::Option(option)) => self.answer_with(at, option),
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

    /// Toggles a box, and spends the words that have found it. Zooms an option without a box. Opens the custom row, where
    /// the key goes on with words.
    pub(super) fn toggle(&mut self, at: usize, row: usize) -> Step {
        let Some(entry) = self.entry(at) else { return Step::Idle };
        match (entry.row(row), entry.sheet().given.boxes()) {
            (Row::Custom, _) if entry.sheet().has_words() => self.type_words(at, None),
            (Row::Custom, _) => self.open_custom(at),
            (row, Some(_)) if self.page.field() == Some(Field::Answer(at)) => {
                self.change_beside_text(at, row, |boxes| boxes.toggle(row))
            }
            (row, Some(_)) => self.change_boxes(at, |boxes| boxes.toggle(row)),
            (Row::Option(option), None) => self.zoom(at, Zoomed::Option(option)),
            (Row::Typed(_), None) => {
                debug_assert!(false, "an added text has a box");
                Step::Idle
            }
        }
    }

    /// Confirms the boxes. If none is checked, a second confirmation has to follow, unless the question allows an empty
    /// answer. Where at least one has to be checked, it does not help.
    pub(super) fn confirm_boxes(&mut self, at: usize, unfinished: Option<Unfinished>) -> Step {
        let Some(entry) = self.entry(at) else { return Step::Idle };
        let Some(boxes) = entry.sheet().given.boxes() else { return Step::Idle };
        let is_empty = !boxes.has_checked();
        if is_empty && entry.question.at_least_one {
            return self.notify(Notice::NeedsOne);
        }
        if is_empty && !entry.question.allow_empty && unfinished != Some(Unfinished::NoneChecked) {
            self.unfinished = Some(Unfinished::NoneChecked);
            return Step::Redraw;
        }
        self.change_boxes(at, |boxes| boxes.is_decided = true);
        self.go_on(at)
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
