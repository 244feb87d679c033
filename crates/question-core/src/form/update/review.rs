//! The review: opens the question of a row, and submits the form. It must not change an answer, but for confirming defaults.

use crate::answer::outcome::Ending;
use crate::answer::sheet::Sheet;
use crate::form::action::Step;
use crate::form::command::Command;
use crate::form::page::{Field, Notice, Tab};
use crate::form::{Form, Unfinished};

impl Form {
    /// Carries out a command on the review.
    pub(super) fn do_in_review(&mut self, command: Command, unfinished: Option<Unfinished>) -> Step {
        match (command, self.highlight()) {
            (Command::Cancel, _) if self.leaves(unfinished) => self.leave(Tab::Review),
            (Command::Cancel, _) if !self.has_tabs() => self.show(Tab::Question(0)),
            (Command::Cancel, _) => Step::Redraw,
            (Command::Confirm, Some(row)) => self.confirm_review(row, unfinished),
            (Command::Note, Some(row)) => self.open(Field::Note(row, Tab::Review)),
            _ => Step::Idle,
        }
    }

    /// Adds a digit to the unfinished number of an answer, or begins a number. The question opens as soon as no further
    /// digit can follow, and is highlighted until then.
    pub(super) fn open_numbered(&mut self, digit: usize, unfinished: Option<Unfinished>) -> Step {
        let number = Unfinished::number_with(unfinished, digit);
        let Some(row) = number.checked_sub(1) else { return Step::Idle };
        if row >= self.entries.len() {
            let is_typed = unfinished.and_then(Unfinished::number).is_some();
            return if is_typed { self.notify(Notice::NoSuchNumber(number)) } else { Step::Idle };
        }
        if number * 10 <= self.entries.len() {
            return self.await_digit(number);
        }
        self.point(row);
        self.confirm_review(row, None)
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
        // Each default that the review lists is confirmed. Questions without either stay unanswered.
        for entry in &mut self.entries {
            entry.edit(Sheet::confirm);
        }
        self.end(Ending::Answered)
    }
}
