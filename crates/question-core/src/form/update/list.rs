//! What an action does to a question's list, filtered or not, and to the review.

use crate::answer::given::Row;
use crate::form::Form;
use crate::form::action::{Action, Step};
use crate::form::entry::Entry;
use crate::form::page::{Base, Ending, Field, Notice, Page};

use super::Last;

impl Form {
    pub(super) fn update_question(&mut self, at: usize, action: &Action, last: Last) -> Step {
        let row = self.highlight();
        match *action {
            Action::Confirm => self.confirm(at, row, last),
            Action::ConfirmBoxes => self.confirm_boxes(at, last.notice),
            Action::Toggle => self.toggle(at, row),
            Action::ToggleAll => self.toggle_all(at),
            Action::Digit(digit) => self.go_on_with_number(at, usize::from(digit), last.number),
            Action::Edit => self.open_typed(at, row),
            Action::Note => self.open(Field::Note(at)),
            Action::Filter => self.open_filter(at),
            Action::Preview if self.preview(at).is_some() => {
                self.page = Page::Preview(at);
                Step::Redraw
            }
            _ => Step::Idle,
        }
    }

    pub(super) fn update_preview(&mut self, at: usize, action: &Action) -> Step {
        match action {
            Action::Preview | Action::Cancel => self.turn_page(Page::Base(Base::Question(at))),
            Action::Confirm => {
                self.turn_page(Page::Base(Base::Question(at)));
                self.take_previewed(at)
            }
            _ => Step::Idle,
        }
    }

    /// Takes the option whose preview was read; a box that is checked stays so.
    fn take_previewed(&mut self, at: usize) -> Step {
        let row = self.highlight();
        let is_checked =
            |entry: &Entry| entry.draft().given.boxes().is_some_and(|boxes| boxes.is_checked(entry.row(row)));
        if self.entry(at).is_some_and(is_checked) { Step::Redraw } else { self.choose(at, row) }
    }

    pub(super) fn update_review(&mut self, action: &Action) -> Step {
        if *action != Action::Confirm {
            return Step::Idle;
        }
        let row = self.highlight();
        if let Some(entry) = self.entries.get_mut(row) {
            if let Some(unsent) = entry.draft().unsent_row() {
                entry.show(unsent);
            }
            self.picked = Some(row);
            return self.show(Base::Question(row));
        }
        if row < self.submit_row() {
            return self.open(Field::Discussion(Base::Review));
        }
        match self.first_unanswered() {
            None => self.end(Ending::Answered),
            Some(missing) => {
                let step = self.show(Base::Question(missing));
                self.notice = Some(Notice::Unanswered);
                step
            }
        }
    }

    /// Enter on a row: it answers, confirms the boxes, or opens the editor of the custom row. A number that was begun ends with it.
    fn confirm(&mut self, at: usize, row: usize, last: Last) -> Step {
        match self.entry(at) {
            Some(entry) if entry.is_multi() && last.number.is_none() => match entry.row(row) {
                Row::Option(_) | Row::Typed(_) => self.confirm_boxes(at, last.notice),
                Row::Custom => self.choose(at, row),
            },
            _ => self.choose(at, row),
        }
    }

    /// A digit: of a number that was begun, or the first of one. The number is taken as soon as no digit can follow; until
    /// then its option is highlighted. 0 is the custom row.
    fn go_on_with_number(&mut self, at: usize, digit: usize, begun: Option<usize>) -> Step {
        let Some(entry) = self.entry(at) else { return Step::Idle };
        let options = entry.question.options.len();
        let number = begun.map_or(digit, |begun| begun * 10 + digit);
        match begun {
            Some(begun) if number > options && entry.is_multi() => {
                // It was a number of its own: one box after the other is checked.
                self.choose(at, begun - 1);
                self.go_on_with_number(at, digit, None);
                Step::Redraw
            }
            Some(_) if number > options => {
                self.notice = Some(Notice::NoSuchNumber(number));
                Step::Redraw
            }
            _ if number == 0 && entry.question.allow_custom => self.open_custom(at),
            _ if number == 0 || number > options => Step::Idle,
            _ if number * 10 <= options => {
                self.number = Some(number);
                self.point(number - 1);
                Step::Redraw
            }
            _ => self.choose(at, number - 1),
        }
    }

    /// Takes a row of the list as it is shown: an option answers, a box is checked or unchecked, and the custom row opens
    /// its editor.
    pub(super) fn choose(&mut self, at: usize, row: usize) -> Step {
        let Some(entry) = self.entry(at) else { return Step::Idle };
        match entry.row(row) {
            Row::Custom if entry.is_input() => self.open(Field::Answer(at)),
            Row::Custom if entry.question.allow_custom => self.open_custom(at),
            Row::Option(_) | Row::Typed(_) if entry.is_multi() => {
                self.point(row);
                self.toggle(at, row)
            }
            Row::Option(option) => self.answer(at, option),
            Row::Custom | Row::Typed(_) => Step::Idle,
        }
    }

    fn answer(&mut self, at: usize, option: usize) -> Step {
        if let Some(entry) = self.entries.get_mut(at) {
            entry.show(Row::Option(option));
        }
        self.change(at, |draft| draft.choose(option));
        self.go_on(at)
    }

    /// Checks a box or unchecks it; on the custom row opens the editor.
    fn toggle(&mut self, at: usize, row: usize) -> Step {
        let Some(entry) = self.entry(at).filter(|entry| entry.is_multi()) else { return Step::Idle };
        let row = entry.row(row);
        if row == Row::Custom {
            return if entry.question.allow_custom { self.open_custom(at) } else { Step::Idle };
        }
        self.change(at, |draft| {
            if let Some(boxes) = draft.given.boxes_mut() {
                boxes.toggle(row);
            }
        });
        Step::Redraw
    }

    fn toggle_all(&mut self, at: usize) -> Step {
        if !self.entry(at).is_some_and(Entry::is_multi) {
            return Step::Idle;
        }
        self.change(at, |draft| {
            if let Some(boxes) = draft.given.boxes_mut() {
                boxes.toggle_all();
            }
        });
        Step::Redraw
    }

    /// Confirms the boxes. With none checked it asks for a second Enter, unless the model allows an empty answer.
    fn confirm_boxes(&mut self, at: usize, notice: Option<Notice>) -> Step {
        let Some(entry) = self.entry(at) else { return Step::Idle };
        let Some(boxes) = entry.draft().given.boxes() else { return Step::Idle };
        let is_empty = !boxes.has_checked();
        if is_empty && !entry.question.allow_empty && notice != Some(Notice::NothingChecked) {
            self.notice = Some(Notice::NothingChecked);
            return Step::Redraw;
        }
        self.change(at, |draft| {
            if let Some(boxes) = draft.given.boxes_mut() {
                boxes.is_none_meant = is_empty;
            }
        });
        self.go_on(at)
    }

    /// Opens a row of the user's own text again.
    fn open_typed(&mut self, at: usize, row: usize) -> Step {
        match self.entry(at).map(|entry| entry.row(row)) {
            Some(Row::Typed(text)) => self.open(Field::Added(at, text)),
            Some(Row::Custom) => self.choose(at, row),
            Some(Row::Option(_)) | None => Step::Idle,
        }
    }

    fn open_custom(&mut self, at: usize) -> Step {
        if let Some(entry) = self.entries.get_mut(at) {
            entry.show(Row::Custom);
        }
        self.open(Field::Answer(at))
    }

    fn open_filter(&mut self, at: usize) -> Step {
        let Some(entry) = self.entries.get_mut(at).filter(|entry| !entry.question.options.is_empty()) else {
            return Step::Idle;
        };
        let row = entry.row(entry.highlight());
        entry.filter.open(&entry.shown, row);
        self.turn_page(Page::Filter(at));
        Step::Edit
    }
}
