//! The ways out of a form.

use crate::form::Form;
use crate::form::action::Step;
use crate::form::choices::Choices;
use crate::form::page::{Base, Ending, Field, LeaveChoice, Page};

impl Form {
    /// Leaves the form from a tab, or asks first.
    pub(super) fn leave(&mut self, from: Base) -> Step {
        if !self.has_input() {
            return self.end(Ending::Cancelled { share: false });
        }
        if !self.confirm_discard {
            // Without asking, nothing may be lost or made up.
            let is_revision = self.is_revision();
            return self.end(if is_revision { Ending::Cancelled { share: true } } else { Ending::Unanswered });
        }
        self.turn_page(Page::Leave { from, choices: Choices::on(LeaveChoice::Keep) })
    }

    /// Leaves the form from any page, or asks first; if it has asked, sends what there is.
    pub(super) fn leave_anyway(&mut self) -> Step {
        match self.page {
            Page::Leave { from, .. } => return self.take_way_out(from, LeaveChoice::Send),
            Page::Field(Field::Note(_, from)) => return self.leave(from),
            Page::Filter(at) => self.close_filter(at),
            Page::Base(_) | Page::Field(_) | Page::Zoom(..) | Page::Long { .. } => {}
        }
        self.leave(self.base())
    }

    /// Does what the user has chosen.
    pub(super) fn take_way_out(&mut self, from: Base, way: LeaveChoice) -> Step {
        match way {
            LeaveChoice::Keep => self.back_to(from),
            LeaveChoice::Send => self.end(Ending::Cancelled { share: true }),
            LeaveChoice::Discard => self.end(Ending::Cancelled { share: false }),
        }
    }
}
