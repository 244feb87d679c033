//! The choices of a dialog, each with its text and the action that it stands for.

use super::line::narrow;
use super::{DialogStyle, Dialogs};
use crate::answer::given::Row;
use crate::answer::sheet::Standing;
use crate::form::action::Action;
use crate::form::command::Command;
use crate::form::entry::Entry;
use crate::form::page::{Page, Tab};
use crate::text::Clean;
use crate::view::{confirmation, review};

/// Key of the offer that confirms a list of boxes.
const CONFIRM: &str = "✓";
/// Key of the offer that takes a text of the user's own.
pub(super) const CUSTOM: &str = "0";

/// The commands: the word that follows the colon. Its first letter is enough, and is what dialogs show.
pub(super) const PREVIEW: &str = "preview";
const NOTE: &str = "note";
const TALK: &str = "talk";
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

/// Creates the offer of the list item at index `at`, 0-based, which is numbered from 1.
fn item(at: usize, label: &str) -> DialogOption {
    offer(&(at + 1).to_string(), label, Action::Take(at))
}

impl Dialogs {
    /// Returns the offers of the page; none in the editor of a text beside options.
    pub(super) fn offers(&self) -> Vec<DialogOption> {
        let (form, words) = (&self.form, self.form.words());
        match form.page() {
            Page::Field(_) => self.input().map_or(Vec::new(), |at| self.commands(at).collect()),
            Page::Confirm(asked, _) => {
                let own = |(at, choice)| item(at, &confirmation::label(form, asked, choice));
                asked.choices().iter().copied().enumerate().map(own).collect()
            }
            Page::Tab(Tab::Review) => {
                let count = form.entries().len();
                let submit = offer(CUSTOM, &review::answer_text(form, count), Action::Take(form.submit_row()));
                let answers = (0..count).map(|at| item(at, &self.review_text(at)));
                let talk = command(TALK, words.discuss_first, Action::Do(Command::Discuss));
                std::iter::once(submit).chain(answers).chain([talk]).collect()
            }
            Page::Tab(Tab::Question(_)) | Page::Options(_) | Page::Zoom(..) => {
                let Some((at, entry)) = form.shown_entry() else { return Vec::new() };
                let rows = (0..entry.row_count()).map(|row| self.row_offer(entry, row));
                let has_button = self.style == DialogStyle::Select && entry.question.mode.has_boxes();
                let button = has_button.then(|| offer(CONFIRM, words.confirm, Action::ConfirmBoxes));
                rows.chain(button).chain(self.commands(at)).collect()
            }
        }
    }

    /// Returns the answer to a question, with its note and its unsent texts.
    fn review_text(&self, at: usize) -> String {
        let mut text = review::answer_text(&self.form, at);
        if let Some(entry) = self.form.entry(at) {
            for aside in review::asides(entry, |text| text, self.form.words()) {
                text.extend([" (", self.spoken(&aside), ")"]);
            }
        }
        text
    }

    fn commands(&self, at: usize) -> impl Iterator<Item = DialogOption> {
        let (form, words) = (&self.form, self.form.words());
        let all = [
            (NOTE, words.note_heading, Command::Note),
            (TALK, words.discuss_first, Command::Discuss),
            (TALK, words.discuss_first, Command::DiscussText),
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

    /// Creates the offer of a row of a question's list, with its box or mark: a sign, or a word if the dialog is read out.
    fn row_offer(&self, entry: &Entry, at: usize) -> DialogOption {
        let words = self.form.words();
        let is_spoken = self.style == DialogStyle::Numbers;
        let row = entry.row(at);
        let has_box = entry.question.mode.has_boxes() && row != Row::Custom;
        let standing: Clean<'_>;
        let mut parts: Vec<&str> = Vec::new();
        match (has_box, entry.is_checked(row)) {
            (true, true) if !is_spoken => parts.push("☑ "),
            (true, false) if !is_spoken => parts.push("☐ "),
            _ => {}
        }
        match row {
            Row::Option(option) => {
                if let Some(shown) = entry.shown.option(option) {
                    parts.push(shown.label.as_str());
                    parts.extend(shown.recommended.as_ref().map(Clean::as_str));
                    parts.extend(
                        shown.description.iter().flat_map(|description| [words.colon, description.as_clean().as_str()]),
                    );
                }
                let own = entry.sheet().standing_of(option);
                standing = review::standing_sign(entry, own, has_box, words).unwrap_or(Clean::EMPTY);
                if !is_spoken {
                    parts.push(standing.as_str());
                } else if own == Standing::Proposed {
                    parts.extend([" ", words.by_default.trim_end()]);
                }
            }
            Row::Typed(text) => {
                let text = entry.sheet().given.typed().get(text).map_or("", |typed| &typed.text);
                parts.extend([review::source(entry.sheet().is_default_text(text), words), text]);
            }
            Row::Custom => {
                parts.push(entry.shown.custom.label.as_str());
                for (standing, text) in entry.sheet().row_texts() {
                    let [sign, word] = match standing {
                        Standing::Decided => ["✓ ", words.wrote],
                        Standing::Proposed => [review::PROPOSED, words.by_default],
                        Standing::Open => [review::PEN, words.not_sent],
                    };
                    parts.extend([" ", if is_spoken { word } else { sign }, text]);
                }
                return DialogOption { key: CUSTOM.to_owned(), ..item(at, &parts.concat()) };
            }
        }
        if is_spoken && has_box && entry.is_checked(row) {
            parts.extend([" ", words.is_checked]);
        }
        item(at, &parts.concat())
    }

    /// Returns a text without the sign before it, if the dialog is read out and words say the same.
    pub(super) fn spoken<'a>(&self, text: &'a str) -> &'a str {
        match self.style {
            DialogStyle::Select => text,
            DialogStyle::Numbers => text.trim_start_matches(['✎', '◪', '✗', ' ']),
        }
    }
}
