//! The ways out of a form.

use crate::form::Form;
use crate::form::action::Step;
use crate::form::choices::Choices;
use crate::form::page::{Base, Ending, Field, LeaveChoice, Page};

impl Form {
    /// Esc on a page with a tab.
    pub(super) fn leave(&mut self, from: Base) -> Step {
        if !self.has_input() {
            return self.end(Ending::Cancelled { share: false });
        }
        if !self.confirm_discard {
            // Asked for no question, the form takes the way on which nothing is lost and nothing made up.
            let is_revision = self.is_revision();
            return self.end(if is_revision { Ending::Cancelled { share: true } } else { Ending::Unanswered });
        }
        self.turn_page(Page::Leave { from, choices: Choices::on(LeaveChoice::Keep) })
    }

    /// Asks whether to leave, from any page; asked again, leaves with what there is. Where nothing is entered, it leaves.
    pub(super) fn leave_anyway(&mut self) -> Step {
        match self.page {
            Page::Leave { from, .. } => return self.take_way_out(from, LeaveChoice::Send),
            Page::Field(Field::Note(_, from)) => return self.leave(from),
            Page::Filter(at) => self.close_filter(at),
            Page::Base(_) | Page::Field(_) | Page::Zoom(..) | Page::Long { .. } => {}
        }
        self.leave(self.base())
    }

    pub(super) fn take_way_out(&mut self, from: Base, way: LeaveChoice) -> Step {
        match way {
            LeaveChoice::Keep => self.back_to(from),
            LeaveChoice::Send => self.end(Ending::Cancelled { share: true }),
            LeaveChoice::Discard => self.end(Ending::Cancelled { share: false }),
        }
    }
}
