//! The meaning of a line that is typed at a list: a number or a name, or several in a list of boxes, or else an answer of
//! the user's own.

use super::offer::{CUSTOM, DialogOption};
use super::{COLONS, Dialogs, NONE};
use crate::answer::given::Row;
use crate::answer::sheet::joined;
use crate::call::called::{NamesFor, OptionIndex, is_comma};
use crate::form::Unfinished;
use crate::form::action::Action;
use crate::form::command::Command;
use crate::form::page::{Page, Tab};
use crate::text::{Clean, letters};
use crate::words::fill;

impl Dialogs {
    /// Handles a line that is no command.
    ///
    /// # Errors
    ///
    /// Returns why the line is not accepted.
    pub(super) fn take_line(&mut self, offers: &[DialogOption], line: &str) -> Result<(), String> {
        if line == NONE && self.boxes().is_some() {
            self.take_rows(&[]);
            // The sign for none is also the second confirmation.
            if self.form.unfinished() == Some(Unfinished::NoneChecked) {
                self.form.update(Action::ConfirmBoxes);
            }
            return Ok(());
        }
        if let Some(offer) = self.offered(offers, line) {
            return self.take(offer, "");
        }
        if let Some(rows) = self.rows(line)? {
            self.take_rows(&rows);
            return Ok(());
        }
        let takes_text = self.form.listed_entry().is_some_and(|(_, entry)| entry.question.allow_custom);
        if !takes_text || are_numbers(line) || line.starts_with(COLONS) {
            return Err(self.refuse(line));
        }
        self.form.update(Action::OpenText);
        self.submit(line.to_owned());
        Ok(())
    }

    /// Returns the offer that a line means by its number, or by its name where the rows are no options of a question.
    fn offered<'a>(&self, offers: &'a [DialogOption], line: &str) -> Option<&'a DialogOption> {
        let key = narrow(line.strip_suffix('.').unwrap_or(line));
        if self.form.listed_entry().is_some() {
            return offers.iter().find(|offer| offer.key == key && key == CUSTOM);
        }
        let rows: Vec<&DialogOption> = offers.iter().filter(|offer| !offer.is_command()).collect();
        let named = || {
            let labels = rows.iter().map(|offer| (offer.label.as_str(), offer.label.as_str()));
            OptionIndex::of_names(labels).in_language(self.form.words()).find(line, NamesFor::Lists).ok()?
        };
        let at = rows.iter().position(|offer| offer.key == key).or_else(named)?;
        rows.get(at).copied()
    }

    /// Returns the rows of the list that a line means by numbers or names: one, or several in a list of boxes.
    ///
    /// # Errors
    ///
    /// Returns why a name does not mean a single row.
    pub(super) fn rows(&self, line: &str) -> Result<Option<Vec<usize>>, String> {
        let Some((_, entry)) = self.form.listed_entry() else { return Ok(None) };
        let options = entry.question.options.iter().map(|option| (&*option.value, &*option.label));
        let texts = entry.sheet().given.typed().iter().map(|typed| (&*typed.text, &*typed.text));
        let called = OptionIndex::of_names(options.chain(texts)).in_language(self.form.words());
        let rows = called.all(line, entry.question.mode.is_list(), NamesFor::Lists);
        rows.map_err(|ambiguous| ambiguous.in_words(self.form.words()))
    }

    /// Chooses the row; in a list of boxes, checks exactly these options and confirms the list. Texts of the user's own
    /// stay checked unless there are no rows.
    fn take_rows(&mut self, rows: &[usize]) {
        let Some((_, entry)) = self.boxes() else {
            for row in rows {
                self.form.update(Action::Take(*row));
            }
            return;
        };
        let is_own = |row| {
            let Row::Typed(text) = row else { return false };
            entry.sheet().given.typed().get(text).is_some_and(|typed| !entry.sheet().is_default_text(&typed.text))
        };
        let is_wrong = |at: &usize| {
            let row = entry.row(*at);
            let is_checked = entry.is_checked(row);
            let stays = is_checked && is_own(row) && !rows.is_empty();
            is_checked != (stays || rows.contains(at))
        };
        for row in (0..entry.row_count()).filter(is_wrong).collect::<Vec<_>>() {
            self.form.update(Action::Take(row));
        }
        self.form.update(Action::ConfirmBoxes);
    }

    /// Returns a message that refuses a line, which is kept as a draft of the answer, or, in the review, of the message. A
    /// number or a single letter is a mistyped choice.
    fn refuse(&mut self, line: &str) -> String {
        let words = self.form.words();
        let message = if line.starts_with(COLONS) { words.no_command } else { words.not_a_choice };
        let message = fill(message, Clean::line(line).as_str());
        let open = match self.form.page() {
            _ if line.chars().nth(1).is_none() || are_numbers(line) => return message,
            Page::Field(_) => Action::Stay,
            Page::Tab(Tab::Review) => Action::Do(Command::Discuss),
            Page::Tab(Tab::Question(_)) => Action::Type(String::new()),
            Page::Options(_) | Page::Zoom(..) | Page::Confirm(..) => return message,
        };
        let draft = match self.form.shown_entry() {
            Some((_, entry)) => entry.sheet().draft(),
            None => Some(self.form.discussion()),
        };
        let text = joined(draft.map(str::trim).into_iter().chain([line]));
        let is_open = self.form.is_editing();
        self.form.update(open);
        self.form.update(Action::Write(text.unwrap_or_default()));
        if !is_open {
            self.form.update(Action::Do(Command::Cancel));
        }
        message
    }
}

/// Returns a text with its wide letters made narrow.
pub(super) fn narrow(text: &str) -> String {
    text.chars().map(letters::narrow).collect()
}

/// Returns whether a line is a number or a list of numbers, which can only be meant for the rows.
fn are_numbers(line: &str) -> bool {
    let line = line.strip_suffix('.').unwrap_or(line);
    line.chars().any(char::is_numeric)
        && line.chars().all(|char| char.is_numeric() || char.is_whitespace() || is_comma(char))
}
