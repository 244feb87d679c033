//! The choices of a dialog, each with its text and the action that it stands for.

use super::excerpt::cut;
use super::line::narrow;
use super::{DialogStyle, Dialogs};
use crate::answer::sheet::Standing;
use crate::form::action::Action;
use crate::form::command::Command;
use crate::form::page::{Page, Tab};
use crate::text::Clean;
use crate::view::{Aside, PageView, RowKind, RowView};

/// Key of the offer that confirms a list of boxes.
const CONFIRM: &str = "✓";
/// Key of the offer that takes a text of the user's own.
pub(super) const CUSTOM: &str = "0";

/// The commands: the word that follows the colon. Its first letter is enough, and is what dialogs show.
pub(super) const PREVIEW: &str = "preview";
const NOTE: &str = "note";
const TALK: &str = "talk";
const LATER: &str = "later";
const BACK: &str = "back";

/// A choice of a dialog.
pub(super) struct DialogOption {
    /// What to type for the offer: a number, or a colon and a letter.
    pub(super) key: String,
    /// The word of a command; empty for a row.
    pub(super) command: &'static str,
    pub(super) label: String,
    pub(super) action: Action,
}

impl DialogOption {
    pub(super) fn line(&self) -> String {
        let separator = if self.is_command() || self.key == CONFIRM { " " } else { ". " };
        format!("{}{separator}{}", self.key, self.label)
    }

    /// Returns whether a colon begins the key.
    pub(super) fn is_command(&self) -> bool {
        !self.command.is_empty()
    }
}

/// Returns the command that a line means, without its colon, with the text that follows.
pub(super) fn commanded<'a, 'b>(offers: &'a [DialogOption], line: &'b str) -> Option<(&'a DialogOption, &'b str)> {
    let (word, text) = line.split_once([' ', '\u{3000}']).unwrap_or((line, ""));
    let (word, text) = (narrow(word).to_lowercase(), text.trim());
    let is_meant = |offer: &&DialogOption| {
        [offer.command, offer.key.trim_start_matches(':')].contains(&&*word)
            && (text.is_empty() || offer.command != BACK)
    };
    offers.iter().filter(|offer| offer.is_command()).find(is_meant).map(|offer| (offer, text))
}

/// Creates an offer, with its label on one line.
fn offer(key: &str, label: &str, action: Action) -> DialogOption {
    // Clients trim what they show and send back.
    let label = Clean::line(label).as_str().trim().to_owned();
    DialogOption { key: key.to_owned(), command: "", label, action }
}

pub(super) fn command(command: &'static str, label: &str, action: Action) -> DialogOption {
    let key: String = std::iter::once(':').chain(command.chars().take(1)).collect();
    DialogOption { command, ..offer(&key, label, action) }
}

impl Dialogs {
    /// Returns the offers of the page; none in the editor of a text beside options.
    pub(super) fn offers(&self, page: &PageView<'_>) -> Vec<DialogOption> {
        let (form, words) = (&self.form, self.form.words());
        let rows = || page.rows.iter().enumerate().map(|(at, row)| self.row_offer(at, row));
        match form.page() {
            Page::Field(_) => self.input().map_or(Vec::new(), |at| self.commands(at).collect()),
            Page::Confirm(..) => rows().collect(),
            Page::Tab(Tab::Review) => {
                // The heading has the message.
                let (submit, others): (Vec<_>, Vec<_>) = rows().partition(|offer| offer.key == CUSTOM);
                let answers = others.into_iter().take(form.entries().len());
                let talk = command(TALK, words.discuss_first, Action::Do(Command::Discuss));
                let later = command(LATER, words.later, Action::Do(Command::Later));
                submit.into_iter().chain(answers).chain([talk, later]).collect()
            }
            Page::Tab(Tab::Question(_)) | Page::Options(_) | Page::Zoom(..) => {
                let Some((at, entry)) = form.shown_entry() else { return Vec::new() };
                let has_button = self.style == DialogStyle::Select && entry.question.mode.has_boxes();
                let button = has_button.then(|| offer(CONFIRM, words.confirm, Action::ConfirmBoxes));
                rows().chain(button).chain(self.commands(at)).collect()
            }
        }
    }

    fn commands(&self, at: usize) -> impl Iterator<Item = DialogOption> {
        let (form, words) = (&self.form, self.form.words());
        let all = [
            (NOTE, words.note_heading, Command::Note),
            (TALK, words.discuss_first, Command::Discuss),
            (TALK, words.discuss_first, Command::DiscussText),
            (LATER, words.later, Command::Later),
        ];
        let offered = all.into_iter().filter(|(.., does)| form.has_offer(*does));
        let back = at.checked_sub(1).and_then(|at| form.entry(at)).map(|before| {
            let before = before.shown.name.as_str();
            let label = match self.style {
                DialogStyle::Select => format!("← {before}"),
                // Some screen readers do not read an arrow.
                DialogStyle::Numbers => [words.go_back, words.colon, before].concat(),
            };
            command(BACK, &label, Action::Do(Command::PrevTab))
        });
        let previews = form.entry(at).and_then(|entry| self.previews_offer(entry));
        let offered = offered.map(|(word, label, does)| command(word, label, Action::Do(does)));
        previews.into_iter().chain(offered).chain(back)
    }

    /// Creates the offer of the row at index `at`, 0-based: with its box or mark, a sign, or a word if the dialog is read out.
    fn row_offer(&self, at: usize, row: &RowView<'_>) -> DialogOption {
        let (words, is_spoken) = (self.form.words(), self.is_spoken());
        let mut text = match row.is_checked.filter(|_| !is_spoken) {
            Some(true) => "☑ ".to_owned(),
            Some(false) => "☐ ".to_owned(),
            None => String::new(),
        };
        text.push_str(&row.title());
        text.extend(row.description.iter().flat_map(|description| [words.colon, description.as_clean().as_str()]));
        match row.mark(words, true) {
            Some(mark) if !is_spoken => text.push_str(mark.as_str()),
            Some(_) if row.standing == Standing::Proposed => text.extend([" ", words.by_default.trim_end()]),
            _ => {}
        }
        for own in &row.texts {
            text.extend([" ", &if is_spoken { own.spoken(words) } else { own.signed() }]);
        }
        for aside in row.answer.iter().flat_map(|answer| &answer.asides) {
            text.extend([" (", &self.aside(aside), ")"]);
        }
        // The review has them in full.
        for sent in &row.asides {
            text.extend([" (", &cut(&sent.text), ")"]);
        }
        if is_spoken && row.is_checked == Some(true) {
            text.extend([" ", words.is_checked]);
        }
        let key = if let RowKind::Custom | RowKind::Submit = row.kind { 0 } else { at + 1 };
        offer(&key.to_string(), &text, Action::Take(at))
    }

    /// Returns a text beside an answer, without its sign if the dialog is read out.
    pub(super) fn aside(&self, aside: &Aside<'_>) -> String {
        aside.in_one_line(self.is_spoken(), self.form.words())
    }

    fn is_spoken(&self) -> bool {
        self.style == DialogStyle::Numbers
    }
}
