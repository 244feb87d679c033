//! The end of a form by its user: what becomes of the answers. It must not decide what a result holds.

use crate::answer::outcome::Ending;
use crate::form::Form;
use crate::form::action::Step;
use crate::form::page::{Confirmation, Field, Page, Tab};
use crate::text::is_blank;

impl Form {
    /// Leaves the form from a tab. If anything is entered, asks first, or sends the answers if the setting
    /// `confirmDiscard` is off.
    pub(super) fn leave(&mut self, from: Tab) -> Step {
        self.settle();
        if !self.has_input() {
            return self.end(Ending::Cancelled { share: false });
        }
        if self.confirm_discard {
            return self.turn_page(Page::Confirm(Confirmation::Leave(from), 0));
        }
        // Nobody has said what becomes of the answers: they are sent.
        self.end(if self.is_revision() { Ending::Cancelled { share: true } } else { Ending::Undecided })
    }

    /// Leaves the form from any page, as [`Self::leave`] does from a tab. On the page that asks, puts the questions off,
    /// because a key that is pressed twice out of habit must not decide what is sent or dropped.
    pub(super) fn leave_anyway(&mut self) -> Step {
        self.keep_erased();
        match self.page {
            Page::Confirm(Confirmation::Leave(_), _) => self.end(Ending::Later),
            Page::Field(Field::Note(_, from)) => self.leave(from),
            page => self.leave(page.tab()),
        }
    }

    /// Ends the form from any page, to be answered later.
    pub(super) fn put_off(&mut self) -> Step {
        self.keep_erased();
        self.settle();
        self.end(Ending::Later)
    }

    /// Restores the answer, the added text or the note that was just erased, because leaving the form says nothing of it.
    fn keep_erased(&mut self) {
        let Some(field) = self.page.field().filter(|_| is_blank(self.open_text())) else { return };
        let entry = field.question().and_then(|at| self.entries.get_mut(at));
        if let (Some(entry), Some(before)) = (entry, self.undo.before_typing())
            && (!matches!(field, Field::Answer(_)) || entry.sheet().has_erased_answer(&before))
        {
            entry.edit(|sheet| *sheet = before);
            self.undo.forget_typing();
        }
    }
}
