//! The questions that the form itself asks: whether to leave, and whether a long text is meant.

use crate::form::Form;
use crate::form::action::{Action, Step};
use crate::form::page::{Base, Ending, Field, LeaveChoice, LongChoice, Page};

impl Form {
    /// Esc on a page with a tab.
    pub(super) fn leave(&mut self, page: Base) -> Step {
        if !self.has_input() {
            return self.end(Ending::Cancelled { share: false });
        }
        if !self.confirm_discard {
            // Asked for no question, the form takes the way on which nothing is lost and nothing made up.
            let is_revision = self.is_revision();
            return self.end(if is_revision { Ending::Cancelled { share: true } } else { Ending::Unanswered });
        }
        self.turn_page(Page::Leave { from: page, choice: LeaveChoice::Keep })
    }

    /// Asks whether to leave, from any page; asked again, leaves with what there is. Where nothing is entered, it leaves.
    pub(super) fn leave_anyway(&mut self) -> Step {
        match self.page {
            Page::Leave { .. } => return self.end(Ending::Cancelled { share: true }),
            Page::Field(field @ Field::Added(..)) => {
                self.leave_text(field);
            }
            Page::Filter(at) => {
                self.update_filter(at, Action::Cancel);
            }
            Page::Base(_) | Page::Field(_) | Page::Preview(_) | Page::Long { .. } => {}
        }
        self.leave(self.base())
    }

    pub(super) fn update_leave(&mut self, from: Base, choice: LeaveChoice, action: &Action) -> Step {
        match action {
            Action::Cancel => self.back_to(from),
            Action::Confirm => self.choose_leaving(from, choice as usize),
            Action::Digit(digit) if (1..=LeaveChoice::ALL.len()).contains(&usize::from(*digit)) => {
                self.point(usize::from(*digit) - 1);
                Step::Redraw
            }
            _ => Step::Idle,
        }
    }

    pub(super) fn point_leaving(&mut self, from: Base, row: usize) {
        if let Some(&choice) = LeaveChoice::ALL.get(row) {
            self.page = Page::Leave { from, choice };
        }
    }

    pub(super) fn choose_leaving(&mut self, from: Base, at: usize) -> Step {
        match LeaveChoice::ALL.get(at) {
            Some(LeaveChoice::Keep) => self.back_to(from),
            Some(LeaveChoice::Send) => self.end(Ending::Cancelled { share: true }),
            Some(LeaveChoice::Discard) => self.end(Ending::Cancelled { share: false }),
            None => Step::Idle,
        }
    }

    pub(super) fn update_long(&mut self, field: Field, choice: LongChoice, action: &Action) -> Step {
        match action {
            Action::Yes => self.take_text(field),
            Action::No | Action::Cancel => self.open(field),
            Action::Confirm => self.choose_long(field, choice as usize),
            _ => Step::Idle,
        }
    }

    pub(super) fn point_long(&mut self, field: Field, row: usize) {
        if let Some(&choice) = LongChoice::ALL.get(row) {
            self.page = Page::Long { field, choice };
        }
    }

    pub(super) fn choose_long(&mut self, field: Field, at: usize) -> Step {
        match LongChoice::ALL.get(at) {
            Some(LongChoice::Send) => self.take_text(field),
            Some(LongChoice::Edit) => self.open(field),
            None => Step::Idle,
        }
    }
}
