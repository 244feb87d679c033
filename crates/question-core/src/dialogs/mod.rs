//! The form as a sequence of plain dialogs, for screen readers, for terminals that cannot redraw, and for hosts that
//! have nothing else. Each reply becomes actions of the form, which keeps the state.

mod excerpt;
mod offer;
mod pages;
mod previews;
mod title;

use excerpt::cut;
use offer::{CUSTOM, Offer, PREVIEWS};
use pages::Pages;

use std::collections::HashMap;

use serde::Serialize;
use ts_rs::TS;

use crate::answer::fault::AnswerFault;
use crate::answer::given::{Choice, Given};
use crate::call::called::{Ambiguous, By, Called};
use crate::form::action::Action;
use crate::form::entry::Entry;
use crate::form::page::{Base, Field, OwnQuestion, Page};
use crate::form::{Focus, Form};
use crate::text::{Clean, fuzzy};
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
    asking: Asking,
    /// Indices of the options whose previews are shown with the question, 0-based.
    previewed: Vec<usize>,
    pages: Pages,
    /// Replies to a list that are none of its choices, by the index of the question. Such a text begins the user's own
    /// answer.
    typed: HashMap<usize, String>,
}

/// How the reply to a text question is read. Any letter and any word can be the answer, so other choices need a sign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Asking {
    /// As the text, unless it is the sign alone.
    #[default]
    OrSign,
    /// As one of the other choices, after the sign.
    Ways,
    /// As the text, even if it is the sign, after the user has chosen to type.
    Text,
}

/// The sign that asks for other choices than a text, in narrow and in wide characters.
const SIGNS: [&str; 2] = [":", "："];

/// The reply that unchecks all boxes or deletes a note. An empty reply keeps them.
const NONE: &str = "-";

impl Dialogs {
    /// Creates the dialogs of a form, beginning at its current page.
    #[must_use]
    pub fn new(form: Form, style: DialogStyle) -> Self {
        let (asking, pages, typed) = (Asking::OrSign, Pages::default(), HashMap::new());
        Self { form, style, trouble: None, asking, previewed: Vec::new(), pages, typed }
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
        let before = self.form.page();
        let had_previews = !self.previewed.is_empty();
        self.trouble = None;
        match reply {
            Some(reply) => self.take_reply(reply),
            None => self.close(),
        }
        // A reply that is not accepted leaves the page of the dialog as it is.
        let is_same = self.form.page() == before && self.previewed.is_empty() && !had_previews;
        if !is_same || self.trouble().is_empty() {
            self.pages.from = 0;
        }
    }

    fn close(&mut self) {
        // Closing previews leads back to the question.
        if !std::mem::take(&mut self.previewed).is_empty() {
            return;
        }
        self.asking = Asking::OrSign;
        // A client that closes every dialog must not lose anything.
        let is_leaving = matches!(self.form.page(), Page::Own(OwnQuestion::Leave(_), _));
        self.form.update(if is_leaving { Action::Leave } else { Action::Cancel });
    }

    fn take_reply(&mut self, reply: &str) {
        let offers = self.offers();
        self.previewed.clear();
        let asking = std::mem::take(&mut self.asking);
        let taken = match self.style {
            _ if asking == Asking::OrSign && SIGNS.contains(&reply.trim()) && self.input().is_some() => {
                self.show_ways();
                Ok(true)
            }
            _ if offers.is_empty() => {
                // An empty reply keeps the text that is there.
                let text = if reply.trim().is_empty() { self.form.text() } else { reply }.to_owned();
                self.submit(text);
                Ok(true)
            }
            DialogStyle::Select => {
                let offer = offers.iter().find(|offer| offer.text() == reply.trim());
                Ok(offer.is_some_and(|offer| self.take(offer, "")))
            }
            DialogStyle::Numbers => self.take_typed(&offers, reply.trim()),
        };
        let words = self.form.words();
        let trouble = match taken {
            Ok(true) => return,
            Ok(false) => {
                self.keep_typed(reply.trim());
                fill(words.not_a_choice, Clean::line(reply.trim()).as_str())
            }
            Err(ambiguous) => AnswerFault::from(ambiguous).in_words(words),
        };
        self.asking = asking;
        self.trouble = Some(trouble);
    }

    /// Keeps a reply that is none of the choices of a list, unless it looks like a mistyped number or letter.
    fn keep_typed(&mut self, reply: &str) {
        let is_text = reply.chars().any(char::is_alphabetic) && reply.chars().nth(1).is_some();
        if let Some((at, _)) = self.form.listed_entry().filter(|(_, entry)| is_text && entry.question.allow_custom) {
            self.typed.insert(at, reply.to_owned());
        }
    }

    /// Handles a typed reply: numbers or names of boxes, the number or name of an option, the key of an offer with an
    /// optional text, or nothing, which keeps the marked answer. Returns `false` if the reply is none of these.
    fn take_typed(&mut self, offers: &[Offer], reply: &str) -> Result<bool, Ambiguous> {
        match (reply, self.boxes()) {
            ("", Some((_, entry))) => {
                let checked = (0..entry.row_count()).filter(|row| entry.is_checked(entry.row(*row)));
                let checked: Vec<usize> = checked.collect();
                self.take_rows(&checked);
                return Ok(true);
            }
            ("", None) => {
                self.keep(offers);
                return Ok(true);
            }
            (NONE, Some((at, _))) => {
                self.take_rows(&[]);
                // The sign for none is also the second confirmation.
                if self.boxes().is_some_and(|(again, _)| again == at) {
                    self.form.update(Action::ConfirmBoxes);
                }
                return Ok(true);
            }
            _ => {}
        }
        let (key, text) = match reply.split_once([' ', '\u{3000}']) {
            Some((key, text)) => (key, text.trim()),
            None => (reply.trim_end_matches('.'), ""),
        };
        let key: String = key.chars().map(fuzzy::narrow).collect();
        if let Some(answer) = self.yes_or_no(&key).filter(|_| text.is_empty()) {
            self.form.update(answer);
            return Ok(true);
        }
        let is_meant = |offer: &&Offer| offer.key.eq_ignore_ascii_case(&key) && (text.is_empty() || offer.takes_text);
        let offer = offers.iter().find(is_meant);
        // A letter alone is a command, whatever the options are called.
        let is_letter = offer.is_some_and(|offer| text.is_empty() && offer.key.parse::<usize>().is_err());
        let named = if is_letter { None } else { self.named(reply)? };
        match (named, offer) {
            (Some(rows), Some(offer)) if offer.key == CUSTOM => {
                let is_named = |offer: &&Offer| rows.iter().any(|row| offer.action == Action::Take(*row));
                let options = offers.iter().filter(is_named).chain([offer]).map(Offer::text).collect();
                Err(Ambiguous { name: reply.to_owned(), options })
            }
            (Some(rows), _) => {
                self.take_rows(&rows);
                Ok(true)
            }
            (None, Some(offer)) => Ok(self.take(offer, text)),
            (None, None) => Ok(false),
        }
    }

    /// Returns the rows of the list that a reply names by number or label: one, or several in a list of boxes.
    fn named(&self, reply: &str) -> Result<Option<Vec<usize>>, Ambiguous> {
        let Some((_, entry)) = self.form.listed_entry() else { return Ok(None) };
        let options = entry.question.options.iter().map(|option| (&*option.value, &*option.label));
        let texts = entry.draft().given.typed().iter().map(|typed| (&*typed.text, &*typed.text));
        let rows = Called::named(options.chain(texts));
        rows.all(reply, entry.question.mode.takes_many(), By::Shown)
    }

    /// Chooses the row; in a list of boxes, checks exactly these rows and confirms them.
    fn take_rows(&mut self, rows: &[usize]) {
        let Some((at, entry)) = self.boxes() else {
            for row in rows {
                self.form.update(Action::Take(*row));
            }
            return;
        };
        for row in 0..entry.row_count() - usize::from(entry.question.allow_custom) {
            let is_checked = self.form.entry(at).is_some_and(|entry| entry.is_checked(entry.row(row)));
            if is_checked != rows.contains(&row) {
                self.form.update(Action::Take(row));
            }
        }
        self.form.update(Action::ConfirmBoxes);
    }

    /// Returns the action of a letter that answers a question of yes and no.
    fn yes_or_no(&self, letter: &str) -> Option<Action> {
        match letter {
            _ if self.form.focus() != Focus::YesNo => None,
            "y" | "Y" => Some(Action::Yes),
            "n" => Some(Action::No),
            _ => None,
        }
    }

    /// Keeps the marked answer, or reports that there is none.
    fn keep(&mut self, offers: &[Offer]) {
        let Some((_, action)) = self.kept(offers) else {
            self.trouble = Some(self.form.words().blank.to_owned());
            return;
        };
        let opens_text = action == Action::Digit(0);
        self.form.update(action);
        if opens_text {
            self.form.update(Action::Submit(self.form.text().to_owned()));
        }
    }

    /// Returns the answer that an empty reply keeps, as text, with the action that chooses the option or opens the
    /// editor.
    fn kept(&self, offers: &[Offer]) -> Option<(String, Action)> {
        let at = match self.form.page() {
            Page::Base(Base::Question(at)) | Page::Filter(at) | Page::Zoom(at, _) => at,
            Page::Base(Base::Review) | Page::Own(..) | Page::Field(_) => {
                return offers.first().map(|offer| (offer.label.clone(), offer.action.clone()));
            }
        };
        let entry = self.form.entry(at)?;
        match &entry.draft().given {
            Given::Single(Some(Choice::Option(option))) => {
                Some((entry.shown.option(*option)?.label.as_str().to_owned(), Action::Take(*option)))
            }
            // The text in the editor may be newer than the answer.
            given => given.text().map(|_| (cut(&entry.draft().text), Action::Digit(0))),
        }
    }

    /// Shows the choices besides a text: on the question's list, or in place of the editor if the form has no other
    /// page.
    fn show_ways(&mut self) {
        if self.form.has_tabs() {
            self.form.update(Action::Cancel);
        } else {
            self.asking = Asking::Ways;
        }
    }

    /// Carries out an offer, and submits `text` to the editor that it opens. An empty editor for the user's own answer
    /// begins with the reply that was kept at the list. Returns `true`.
    fn take(&mut self, offer: &Offer, text: &str) -> bool {
        let listed = self.form.listed_entry().map(|(at, _)| at);
        self.form.update(offer.action.clone());
        if offer.key == CUSTOM
            && text.is_empty()
            && self.form.text().trim().is_empty()
            && let Some(typed) = listed.and_then(|at| self.typed.remove(&at))
        {
            self.form.update(Action::Write(typed));
        }
        if offer.key == PREVIEWS {
            self.show_previews(text);
            return true;
        }
        self.asking = if offer.takes_text && text.is_empty() { Asking::Text } else { Asking::OrSign };
        if !text.is_empty() && self.form.is_editing() {
            self.submit(text.to_owned());
        }
        true
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

    /// Returns the entry whose editor is open, with its index, 0-based, if its question takes only text.
    fn input(&self) -> Option<(usize, &Entry)> {
        let Page::Field(Field::Answer(at)) = self.form.page() else { return None };
        self.form.shown_entry().filter(|_| self.form.starts_in_editor(at))
    }
}
