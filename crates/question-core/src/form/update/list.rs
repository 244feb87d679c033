//! What an action does to a question's list, filtered or not, and to the review.

use crate::answer::given::{Choice, Given, Row};
use crate::form::Form;
use crate::form::action::{Action, Step};
use crate::form::entry::Entry;
use crate::form::page::{Base, Ending, Field, Notice, Page};

impl Form {
    pub(super) fn update_question(&mut self, at: usize, action: &Action, notice: Option<Notice>) -> Step {
        let row = self.highlight();
        match *action {
            Action::Confirm => self.confirm(at, row, notice),
            Action::ConfirmBoxes => self.confirm_boxes(at, notice),
            Action::Toggle => self.toggle(at, row),
            Action::ToggleAll => self.toggle_all(at),
            Action::Digit(0) => match self.entry(at) {
                Some(entry) if entry.question.allow_custom => self.open_custom(at),
                _ => Step::Idle,
            },
            Action::Digit(digit) => match self.entry(at) {
                Some(entry) if usize::from(digit) <= entry.question.options.len() => {
                    self.choose(at, usize::from(digit) - 1)
                }
                _ => Step::Idle,
            },
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
        let is_checked = |entry: &Entry| entry.is_multi() && entry.draft().given.is_checked(entry.row(row));
        if self.entry(at).is_some_and(is_checked) { Step::Redraw } else { self.choose(at, row) }
    }

    pub(super) fn update_review(&mut self, action: &Action) -> Step {
        if *action != Action::Confirm {
            return Step::Idle;
        }
        if self.review_highlight < self.entries.len() {
            return self.show(Base::Question(self.review_highlight));
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

    /// Enter on a row: it answers, confirms the boxes, or opens the editor of the custom row.
    fn confirm(&mut self, at: usize, row: usize, notice: Option<Notice>) -> Step {
        match self.entry(at) {
            Some(entry) if entry.is_multi() && entry.row(row) != Row::Custom => self.confirm_boxes(at, notice),
            _ => self.choose(at, row),
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
        self.change(at, |draft| draft.given = Given::Single(Some(Choice::Option(option))));
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
            if let Given::Multi { checked, typed, is_none_meant } = &mut draft.given {
                *is_none_meant = false;
                match row {
                    Row::Option(option) => {
                        if let Some(is_checked) = checked.get_mut(option) {
                            *is_checked = !*is_checked;
                        }
                    }
                    Row::Typed(text) => {
                        if let Some(typed) = typed.get_mut(text) {
                            typed.is_checked = !typed.is_checked;
                        }
                    }
                    Row::Custom => {}
                }
            }
        });
        Step::Redraw
    }

    fn toggle_all(&mut self, at: usize) -> Step {
        let Some(entry) = self.entry(at).filter(|entry| entry.is_multi()) else { return Step::Idle };
        let are_all_checked = entry.draft().given.are_all_checked();
        self.change(at, |draft| {
            if let Given::Multi { checked, typed, is_none_meant } = &mut draft.given {
                *is_none_meant = false;
                checked.fill(!are_all_checked);
                for typed in typed {
                    typed.is_checked = !are_all_checked;
                }
            }
        });
        Step::Redraw
    }

    /// Confirms the boxes. With none checked it asks for a second Enter, unless the model allows an empty answer.
    fn confirm_boxes(&mut self, at: usize, notice: Option<Notice>) -> Step {
        let Some(entry) = self.entry(at).filter(|entry| entry.is_multi()) else { return Step::Idle };
        let is_empty = !entry.draft().given.has_checked();
        if is_empty && !entry.question.allow_empty && notice != Some(Notice::NothingChecked) {
            self.notice = Some(Notice::NothingChecked);
            return Step::Redraw;
        }
        self.change(at, |draft| {
            if let Given::Multi { is_none_meant, .. } = &mut draft.given {
                *is_none_meant = is_empty;
            }
        });
        self.go_on(at)
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
