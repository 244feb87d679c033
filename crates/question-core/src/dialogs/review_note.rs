//! A note on an answer from the review, by the answer's number behind the letter; the review comes next again.

use super::{Asking, Dialogs, narrowed};
use crate::form::action::Action;
use crate::form::page::{Base, Field, Page};
use crate::text::Clean;
use crate::words::fill;

impl Dialogs {
    /// Opens the note on an answer, which `meant` begins with the number of, or takes the text behind that. Of a single answer
    /// the number may be left out. Says that it was taken.
    pub(super) fn take_review_note(&mut self, meant: &str) -> bool {
        let count = self.form.entries().len();
        let (number, text) = meant.split_once([' ', '\u{3000}']).unwrap_or((meant, ""));
        let narrow: String = number.chars().map(narrowed).collect();
        let told = narrow.parse().ok().filter(|&number: &usize| (1..=count).contains(&number));
        let (at, text) = match told {
            Some(number) => (number - 1, text.trim()),
            None if count == 1 => (0, meant),
            None => {
                let words = self.form.words();
                self.trouble = Some(match number {
                    "" => fill(words.write_note_on, "1"),
                    number => fill(words.not_a_choice, Clean::line(number).as_str()),
                });
                return true;
            }
        };
        self.form.update(Action::Take(at));
        // A question that is answered with a text has it open.
        if self.form.is_editing() {
            self.form.update(Action::Cancel);
        }
        self.form.update(Action::Note);
        self.is_noting = true;
        self.asking = Asking::Text;
        if !text.is_empty() {
            self.submit(text.to_owned());
        }
        true
    }

    /// Shows the review again once the note that was asked for there is written, or left.
    pub(super) fn go_back_to_review(&mut self) {
        if matches!(self.form.page(), Page::Field(Field::Note(..)) | Page::Long { .. }) {
            return;
        }
        if std::mem::take(&mut self.is_noting) && matches!(self.form.page(), Page::Base(Base::Question(_))) {
            self.form.update(Action::Tab(self.form.entries().len()));
            // Boxes alone have a review and no tabs; that none is checked has been confirmed before.
            for _ in 0..2 {
                if self.boxes().is_some() {
                    self.form.update(Action::ConfirmBoxes);
                }
            }
        }
    }
}
