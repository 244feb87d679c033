//! The form as a sequence of plain dialogs, for screen readers, for terminals that cannot redraw, and for hosts that
//! have nothing else. Each reply becomes actions of the form, which keeps the state.

mod excerpt;
mod offer;
mod pages;
mod previews;
mod title;

use excerpt::cut;
use offer::{Offer, PREVIEWS};
use pages::Pages;

use serde::Serialize;
use ts_rs::TS;

use crate::answer::given::{Choice, Given};
use crate::call::called::{By, Called};
use crate::form::action::Action;
use crate::form::entry::Entry;
use crate::form::page::{Base, Field, OwnQuestion, Page};
use crate::form::{Form, Unfinished};
use crate::text::{Clean, fold};
use crate::words::fill;

/// A dialog that the host shows. All texts are harmless.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Dialog {
    /// What is asked, in one or more lines.
    pub title: String,
    /// The choices, no two the same; empty for a dialog that asks for a line of text.
    pub options: Vec<String>,
}

/// How choices are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DialogStyle {
    /// As options of the dialog.
    Select,
    /// As lines of the title, each after the number or letter to type for it.
    Numbers,
}

/// A form that is filled in dialog by dialog.
#[derive(Clone, Debug)]
pub struct Dialogs {
    /// The form. Other programs may change it between two dialogs.
    pub form: Form,
    style: DialogStyle,
    /// Why the last reply was not accepted.
    trouble: Option<String>,
    /// Indices of the options whose previews are shown with the question, 0-based.
    previewed: Vec<usize>,
    pages: Pages,
}

/// The reply to a text question that leads to its other choices, in narrow and in wide characters. Any letter and any
/// word can be the answer.
const SIGNS: [&str; 2] = [":", "："];

/// The reply that unchecks all boxes or deletes a note. An empty reply keeps them.
const NONE: &str = "-";

impl Dialogs {
    /// Creates the dialogs of a form, beginning at its current page.
    #[must_use]
    pub fn new(form: Form, style: DialogStyle) -> Self {
        Self { form, style, trouble: None, previewed: Vec::new(), pages: Pages::default() }
    }

    /// Returns the dialog to show, or `None` once the form has ended.
    #[must_use]
    pub fn dialog(&self) -> Option<Dialog> {
        let (title, options) = self.whole()?;
        Some(Dialog { title: self.pages.page(&title, self.form.words()).0, options })
    }

    /// Handles the reply to the dialog; `None` if the dialog was closed.
    pub fn reply(&mut self, reply: Option<&str>) {
        if self.turns_page(reply) {
            return;
        }
        self.pages.from = 0;
        self.trouble = None;
        match reply {
            Some(reply) => self.trouble = self.take_reply(reply).err(),
            None => self.close(),
        }
    }

    fn close(&mut self) {
        // Closing previews leads back to the question.
        if !std::mem::take(&mut self.previewed).is_empty() {
            return;
        }
        self.form.update(match self.form.page() {
            // A program that closes every dialog must come to an end, and neither send nor lose anything.
            Page::Own(OwnQuestion::Leave(_), _) => Action::Leave,
            _ => Action::Cancel,
        });
    }

    /// Handles a reply.
    ///
    /// # Errors
    ///
    /// Returns why the reply is not accepted.
    fn take_reply(&mut self, reply: &str) -> Result<(), String> {
        let offers = self.offers();
        self.previewed.clear();
        let trimmed = reply.trim();
        if offers.is_empty() {
            if SIGNS.contains(&trimmed) && self.input().is_some() {
                self.leave_input();
            } else {
                // An empty reply keeps the text that is there.
                let text = if trimmed.is_empty() { self.form.text() } else { reply };
                self.submit(text.to_owned());
            }
            return Ok(());
        }
        match self.style {
            DialogStyle::Select => match offers.iter().find(|offer| offer.text() == trimmed) {
                Some(offer) => self.take(offer, ""),
                None => Err(self.refuse(trimmed)),
            },
            DialogStyle::Numbers => self.take_typed(&offers, trimmed),
        }
    }

    /// Returns why a reply that is none of the choices is not accepted. A text is kept as a draft.
    fn refuse(&mut self, reply: &str) -> String {
        self.keep_text(reply);
        fill(self.form.words().not_a_choice, Clean::line(reply).as_str())
    }

    /// Adds a text typed at a list to the draft of the user's own answer, or of the note if the list has no own answers.
    /// Fewer than two letters are a mistyped number or command.
    fn keep_text(&mut self, text: &str) {
        let is_text = text.chars().filter(|char| char.is_alphabetic()).nth(1).is_some();
        let Some((_, entry)) = self.form.listed_entry().filter(|_| is_text) else { return };
        let (open, draft) = if entry.question.allow_custom {
            (Action::OpenText, entry.draft().text.trim())
        } else {
            (Action::Note, entry.draft().note_text.trim())
        };
        let text = if draft.is_empty() || entry.draft().is_default_text(draft) {
            text.to_owned()
        } else {
            [draft, text].join("\n")
        };
        let has_options = entry.question.mode.has_options();
        self.form.update(open);
        self.form.update(Action::Write(text));
        // Without options, the user can only go on with the text.
        if has_options {
            self.form.update(Action::Cancel);
        }
    }

    /// Handles a typed reply: numbers or names of boxes, the number or name of an option, the key of an offer with an
    /// optional text, or nothing, which keeps the marked answer.
    ///
    /// # Errors
    ///
    /// Returns why the reply is not accepted.
    fn take_typed(&mut self, offers: &[Offer], reply: &str) -> Result<(), String> {
        match reply {
            "" if self.boxes().is_some() => {
                self.form.update(Action::ConfirmBoxes);
                return Ok(());
            }
            "" => return self.keep(offers),
            NONE if self.boxes().is_some() => {
                self.take_rows(&[]);
                // The sign for none is also the second confirmation.
                if self.form.unfinished() == Some(Unfinished::NoneChecked) {
                    self.form.update(Action::ConfirmBoxes);
                }
                return Ok(());
            }
            _ => {}
        }
        let (key, text) = match reply.split_once([' ', '\u{3000}']) {
            Some((key, text)) => (key, text.trim()),
            None => (reply.trim_end_matches('.'), ""),
        };
        let key: String = key.chars().map(fold::narrow).collect();
        let is_meant = |offer: &&Offer| offer.key.eq_ignore_ascii_case(&key) && (text.is_empty() || offer.takes_text);
        let offer = offers.iter().find(is_meant);
        // 0 or a letter alone is a command, whatever the options are called.
        let is_command = offer.is_some_and(|offer| text.is_empty() && !offer.is_numbered());
        let named = if is_command { None } else { self.named(reply)? };
        match (named, offer) {
            (Some(rows), _) => {
                self.take_rows(&rows);
                Ok(())
            }
            (None, Some(offer)) => self.take(offer, text),
            (None, None) => Err(self.refuse(reply)),
        }
    }

    /// Returns the rows of the list that a reply names by number or label: one, or several in a list of boxes.
    ///
    /// # Errors
    ///
    /// Returns why a name does not mean a single row.
    fn named(&self, reply: &str) -> Result<Option<Vec<usize>>, String> {
        let Some((_, entry)) = self.form.listed_entry() else { return Ok(None) };
        let options = entry.question.options.iter().map(|option| (&*option.value, &*option.label));
        let texts = entry.draft().given.typed().iter().map(|typed| (&*typed.text, &*typed.text));
        let rows = Called::named(options.chain(texts)).all(reply, entry.question.mode.takes_many(), By::Shown);
        rows.map_err(|ambiguous| ambiguous.in_words(self.form.words()))
    }

    /// Chooses the row; in a list of boxes, checks exactly these rows and confirms them.
    fn take_rows(&mut self, rows: &[usize]) {
        let Some((_, entry)) = self.boxes() else {
            for row in rows {
                self.form.update(Action::Take(*row));
            }
            return;
        };
        let is_wrong = |row: &usize| entry.is_checked(entry.row(*row)) != rows.contains(row);
        for row in (0..entry.row_count()).filter(is_wrong).collect::<Vec<_>>() {
            self.form.update(Action::Take(row));
        }
        self.form.update(Action::ConfirmBoxes);
    }

    /// Keeps the marked answer.
    ///
    /// # Errors
    ///
    /// Fails if there is none.
    fn keep(&mut self, offers: &[Offer]) -> Result<(), String> {
        let Some((_, action)) = self.kept(offers) else { return Err(self.form.words().blank.to_owned()) };
        let opens_text = action == Action::OpenText;
        self.form.update(action);
        if opens_text {
            self.form.update(Action::Submit(self.form.text().to_owned()));
        }
        Ok(())
    }

    /// Returns the answer that an empty reply keeps, as text, with the action that chooses the option or opens the
    /// editor.
    fn kept(&self, offers: &[Offer]) -> Option<(String, Action)> {
        if let Page::Base(Base::Review) | Page::Own(..) = self.form.page() {
            return offers.first().map(|offer| (offer.label.clone(), offer.action.clone()));
        }
        let (_, entry) = self.form.shown_entry()?;
        match entry.draft().submitted()?.as_ref() {
            Given::Single(Some(Choice::Option(option))) => {
                Some((entry.shown.option(*option)?.label.as_str().to_owned(), Action::Take(*option)))
            }
            // The text in the editor may be newer than the answer.
            given => given.text().map(|_| (cut(&entry.draft().text), Action::OpenText)),
        }
    }

    /// Shows the choices besides a text on the question's list. If the form has no other question, the only choice is
    /// to talk first.
    fn leave_input(&mut self) {
        self.form.update(if self.form.has_tabs() { Action::Cancel } else { Action::DiscussText });
    }

    /// Carries out an offer, and submits `text` to the editor that it opens.
    ///
    /// # Errors
    ///
    /// Returns why there is no preview with the name `text`.
    fn take(&mut self, offer: &Offer, text: &str) -> Result<(), String> {
        self.form.update(offer.action.clone());
        if offer.key == PREVIEWS {
            return self.show_previews(text);
        }
        if !text.is_empty() {
            self.submit(text.to_owned());
        }
        Ok(())
    }

    /// Submits the text of the editor. The sign for none deletes a note.
    fn submit(&mut self, text: String) {
        let is_note = matches!(self.form.page(), Page::Field(Field::Note(..)));
        let deletes = is_note && text.trim() == NONE && !self.form.text().trim().is_empty();
        self.form.update(Action::Submit(if deletes { String::new() } else { text }));
    }

    /// Returns whether the question has options.
    fn has_options(&self) -> bool {
        self.form.shown_entry().is_none_or(|(_, entry)| entry.question.mode.has_options())
    }

    /// Returns the entry whose boxes are shown, with its index, 0-based.
    fn boxes(&self) -> Option<(usize, &Entry)> {
        self.form.listed_entry().filter(|(_, entry)| entry.question.mode.takes_many())
    }

    /// Returns the index of the question whose editor is open, 0-based, if it takes only text.
    fn input(&self) -> Option<usize> {
        match self.form.page() {
            Page::Field(Field::Answer(at)) if self.form.starts_in_editor(at) => Some(at),
            _ => None,
        }
    }
}
