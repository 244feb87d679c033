//! The choices of a dialog, each with its text and the action that it stands for.

use super::{DialogStyle, Dialogs};
use crate::answer::given::Row;
use crate::form::action::Action;
use crate::form::entry::Entry;
use crate::form::page::{Base, OwnChoice, OwnQuestion, Page};
use crate::screen::{own_questions, review};
use crate::text::Clean;
use crate::words::Words;

/// Key of the offer that confirms a list of boxes.
const CONFIRM: &str = "✓";
/// Key of the offer that takes a text of the user's own.
const CUSTOM: &str = "0";
/// Key of the offer that shows previews.
pub(super) const PREVIEWS: &str = "p";

/// A choice of a dialog.
pub(super) struct Offer {
    /// The number or letter to type for the offer.
    pub(super) key: String,
    pub(super) label: String,
    pub(super) action: Action,
    /// Whether a text can follow the key.
    pub(super) takes_text: bool,
}

impl Offer {
    /// Returns the line that shows the offer.
    pub(super) fn text(&self) -> String {
        let separator = if self.key == CONFIRM { " " } else { ". " };
        format!("{}{separator}{}", self.key, self.label)
    }

    /// Returns whether the key is the number of an item, 1-based.
    pub(super) fn is_numbered(&self) -> bool {
        self.key.parse().is_ok_and(|number: usize| number > 0)
    }
}

/// Creates an offer, with its label on one line.
fn offer(key: &str, label: &str, action: Action) -> Offer {
    // Clients trim what they show and send back.
    let label = Clean::line(label).as_str().trim().to_owned();
    Offer { key: key.to_owned(), label, action, takes_text: false }
}

/// Creates an offer that takes a text.
pub(super) fn opening(key: &str, label: &str, action: Action) -> Offer {
    Offer { takes_text: true, ..offer(key, label, action) }
}

/// Creates the offer of the list item at index `at`, 0-based, which is numbered from 1.
fn item(at: usize, label: &str) -> Offer {
    offer(&(at + 1).to_string(), label, Action::Take(at))
}

/// Creates the offer of a row of a question's list, with its box or check mark.
fn row_offer(entry: &Entry, at: usize, words: &Words) -> Offer {
    let colon = words.colon;
    let row = entry.row(at);
    let has_box = entry.question.mode.takes_many();
    let standing: Clean<'_>;
    let mut parts: Vec<&str> = Vec::new();
    if has_box && row != Row::Custom {
        parts.push(if entry.is_checked(row) { "☑ " } else { "☐ " });
    }
    match row {
        Row::Option(option) => {
            if let Some(shown) = entry.shown.option(option) {
                parts.push(shown.label.as_str());
                parts.extend(shown.recommended.as_ref().map(Clean::as_str));
                parts.extend(shown.description.iter().flat_map(|description| [colon, description.text().as_str()]));
            }
            let own = entry.draft().standing_of(option);
            standing = review::standing_sign(entry, own, has_box, words).unwrap_or(Clean::EMPTY);
            parts.push(standing.as_str());
        }
        Row::Typed(text) => {
            let text = entry.draft().given.typed().get(text).map_or("", |typed| &typed.text);
            parts.extend([review::source(entry.draft().is_default_text(text), words), text]);
        }
        Row::Custom => {
            parts.push(entry.shown.custom.label.as_str());
            let text = entry.draft().text.trim();
            if !text.is_empty() {
                let sign = match &entry.draft().given {
                    given if given.text().is_some() => " ✓ ",
                    _ if entry.draft().is_default_text(text) => " ◪ ",
                    _ => " ✎ ",
                };
                parts.extend([sign, text]);
            }
            return Offer { key: CUSTOM.to_owned(), takes_text: true, ..item(at, &parts.concat()) };
        }
    }
    item(at, &parts.concat())
}

impl Dialogs {
    /// Returns the offers of the page; none if a text is asked for.
    pub(super) fn offers(&self) -> Vec<Offer> {
        let (form, words) = (&self.form, self.form.words());
        match form.page() {
            Page::Field(_) => Vec::new(),
            Page::Own(asked, _) => {
                let own = |(at, choice): (usize, &OwnChoice)| {
                    let number = (at + 1).to_string();
                    let key = match (asked, choice) {
                        // The question names these keys.
                        (OwnQuestion::Long(_), OwnChoice::Accept) => "y",
                        (OwnQuestion::Long(_), _) => "n",
                        (OwnQuestion::Leave(_), _) => &number,
                    };
                    offer(key, &own_questions::label(form, asked, *choice), Action::Take(at))
                };
                asked.choices().iter().enumerate().map(own).collect()
            }
            Page::Base(Base::Review) => {
                let count = form.entries().len();
                let submit = offer("0", &review::text(form, count), Action::Take(form.submit_row()));
                let answers = (0..count).map(|at| item(at, &self.review_text(at)));
                let discuss = opening("c", words.discuss_first, Action::Discuss);
                std::iter::once(submit).chain(answers).chain([discuss]).collect()
            }
            Page::Base(Base::Question(_)) | Page::Options(_) | Page::Zoom(..) => self.question_offers(),
        }
    }

    /// Returns the answer to a question, with its note and its unsent texts.
    fn review_text(&self, at: usize) -> String {
        let mut text = review::text(&self.form, at);
        if let Some(entry) = self.form.entry(at) {
            for aside in review::asides(entry, |text| text, self.form.words()) {
                text.extend([" (", &aside, ")"]);
            }
        }
        text
    }

    fn question_offers(&self) -> Vec<Offer> {
        let words = self.form.words();
        let Some((at, entry)) = self.form.shown_entry() else { return Vec::new() };
        let mut offers: Vec<Offer> = (0..entry.row_count()).map(|row| row_offer(entry, row, words)).collect();
        if self.style == DialogStyle::Select && entry.question.mode.takes_many() {
            offers.push(offer(CONFIRM, words.confirm, Action::ConfirmBoxes));
        }
        offers.extend(self.previews_offer(entry));
        offers.push(opening("n", words.note_heading, Action::Note));
        offers.push(opening("c", words.discuss_first, Action::Discuss));
        if let Some(before) = at.checked_sub(1).and_then(|at| self.form.entry(at)) {
            let before = before.shown.name.as_str();
            let label = match self.style {
                DialogStyle::Select => format!("← {before}"),
                // Some screen readers do not read an arrow.
                DialogStyle::Numbers => [words.go_back, words.colon, before].concat(),
            };
            offers.push(offer("b", &label, Action::PrevTab));
        }
        offers
    }
}
