//! The questions that the form itself asks: whether to leave, and whether a long text is meant.

use crate::form::action::{Action, Step};
use crate::form::{Base, Ending, Field, Form, LeaveChoice, LongChoice, Page};

impl Form {
    /// Esc on a page with a tab.
    pub(super) fn leave(&mut self, page: Base) -> Step {
        if !self.has_input() {
            return self.end(Ending::Cancelled { share: false });
        }
        if !self.preferences.confirm_discard {
            // Asked for no question, the form takes the way on which nothing is lost.
            return self.end(Ending::Cancelled { share: true });
        }
        self.page = Page::Leave { from: page, choice: LeaveChoice::Keep };
        self.settle()
    }

    pub(super) fn update_leave(&mut self, from: Base, choice: LeaveChoice, action: &Action) -> Step {
        let last = LeaveChoice::ALL.len() - 1;
        match (action, choice as usize) {
            (Action::Cancel, _) => self.back_to(from),
            (Action::Confirm, at) => self.choose_leaving(from, at),
            (Action::CursorDown, at) if at < last => self.point_leaving(from, at + 1),
            (Action::CursorUp, at) if at > 0 => self.point_leaving(from, at - 1),
            (Action::Digit(digit), _) => match usize::from(*digit).checked_sub(1) {
                Some(at) if at <= last => self.point_leaving(from, at),
                _ => Step::Idle,
            },
            _ => Step::Idle,
        }
    }

    fn point_leaving(&mut self, from: Base, at: usize) -> Step {
        match LeaveChoice::ALL.get(at) {
            Some(&choice) => {
                self.page = Page::Leave { from, choice };
                Step::Redraw
            }
            None => Step::Idle,
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
            Action::CursorDown if choice == LongChoice::Send => self.point_long(field, LongChoice::Edit),
            Action::CursorUp if choice == LongChoice::Edit => self.point_long(field, LongChoice::Send),
            _ => Step::Idle,
        }
    }

    fn point_long(&mut self, field: Field, choice: LongChoice) -> Step {
        self.page = Page::Long { field, choice };
        Step::Redraw
    }

    pub(super) fn choose_long(&mut self, field: Field, at: usize) -> Step {
        match LongChoice::ALL.get(at) {
            Some(LongChoice::Send) => self.take_text(field),
            Some(LongChoice::Edit) => self.open(field),
            None => Step::Idle,
        }
    }
}
