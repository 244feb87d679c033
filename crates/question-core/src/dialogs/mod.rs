//! The form as a sequence of plain dialogs, for screen readers, for terminals that cannot redraw, and for hosts that know
//! nothing else. The state is the form's; each reply becomes actions of it.

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
use crate::call::called::Called;
use crate::call::request::Mode;
use crate::form::Form;
use crate::form::action::Action;
use crate::form::entry::Entry;
use crate::form::page::{Base, Field, LeaveChoice, Page};
use crate::text::Clean;
use crate::words::fill;

/// A dialog of the host's. All of it is harmless text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Dialog {
    /// What is asked, on as many lines as it takes.
    pub title: String,
    /// The choices, no two the same; empty for a dialog that asks for a line of text.
    pub options: Vec<String>,
}

/// How choices are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As options of the dialog.
    Select,
    /// As numbered lines of the title; the number is typed.
    Numbers,
}

/// A form that is gone through dialog by dialog.
#[derive(Clone, Debug)]
pub struct Dialogs {
    /// The state, and its end. It may be changed between two dialogs.
    pub form: Form,
    style: Style,
    /// What was wrong with the last reply.
    trouble: Option<String>,
    asking: Asking,
    /// Positions of the options whose previews are shown with the question.
    previewed: Vec<usize>,
    pages: Pages,
}

/// What a reply means where a text is the answer, which any letter and any word may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Asking {
    /// A text, but for one sign alone.
    #[default]
    OrSign,
    /// After that sign: a choice in place of a text.
    Ways,
    /// After that choice: a text, whatever it is.
    Text,
}

/// The sign, in narrow and in wide characters.
const SIGNS: [&str; 2] = [":", "："];

/// The reply that stands for nothing, where an empty one keeps what is there.
const NONE: &str = "-";

impl Dialogs {
    /// Starts with the form's first question.
    #[must_use]
    pub fn new(form: Form, style: Style) -> Self {
        let (asking, pages) = (Asking::OrSign, Pages::default());
        Self { form, style, trouble: None, asking, previewed: Vec::new(), pages }
    }

    /// The dialog to show; `None` once the form has ended.
    #[must_use]
    pub fn dialog(&self) -> Option<Dialog> {
        let (title, options) = self.whole()?;
        Some(Dialog { title: self.pages.page(&title, self.form.words()).0, options })
    }

    /// Takes the reply to the dialog; `None` for one that was closed.
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
        // What is wrong with a reply is said on the page that it was given on.
        let is_same = self.form.page() == before && self.previewed.is_empty() && !had_previews;
        if !is_same || self.trouble().is_empty() {
            self.pages.from = 0;
        }
    }

    fn close(&mut self) {
        // After previews comes the question itself.
        if !std::mem::take(&mut self.previewed).is_empty() {
            return;
        }
        self.asking = Asking::OrSign;
        // A client that closes every dialog leaves in the way that loses nothing.
        let is_leaving = matches!(self.form.page(), Page::Leave { .. });
        let send = Action::Take(LeaveChoice::Send as usize);
        self.form.update(if is_leaving { send } else { Action::Cancel });
    }

    fn take_reply(&mut self, reply: &str) {
        let offers = self.offers();
        self.previewed.clear();
        let asking = std::mem::take(&mut self.asking);
        let is_taken = match self.style {
            _ if asking == Asking::OrSign && SIGNS.contains(&reply.trim()) && self.input().is_some() => {
                self.show_ways();
                true
            }
            _ if offers.is_empty() => {
                // An empty reply keeps the text that is there.
                let text = if reply.trim().is_empty() { self.form.text() } else { reply }.to_owned();
                self.submit(text);
                true
            }
            Style::Select => {
                let offer = offers.iter().find(|offer| offer.text() == reply.trim());
                offer.is_some_and(|offer| self.take(offer, ""))
            }
            Style::Numbers => self.take_typed(&offers, reply.trim()),
        };
        if !is_taken {
            self.asking = asking;
            let words = self.form.words();
            self.trouble = Some(fill(words.not_a_choice, Clean::line(reply.trim()).as_str()));
        }
    }

    /// Takes a reply that was typed: boxes by number or name, an offer by its key, with text behind it where it takes one,
    /// an option by its name, or nothing, which keeps what is marked. Returns whether it was one of these.
    fn take_typed(&mut self, offers: &[Offer], reply: &str) -> bool {
        let narrow: String = reply.chars().map(narrowed).collect();
        if let Some((at, entry)) = self.boxes() {
            let rows = entry.row_count() - usize::from(entry.question.allow_custom);
            let wanted = match reply {
                "" => Some((0..rows).filter(|row| entry.is_checked(entry.row(*row))).collect()),
                NONE => Some(Vec::new()),
                _ => wanted(entry, rows, offers, reply, &narrow),
            };
            if let Some(wanted) = wanted {
                self.check_only(at, rows, &wanted);
                self.form.update(Action::ConfirmBoxes);
                // Whoever types the sign for none is not asked whether none is meant.
                if reply == NONE && self.boxes().is_some_and(|(again, _)| again == at) {
                    self.form.update(Action::ConfirmBoxes);
                }
                return true;
            }
        }
        if reply.is_empty() {
            self.keep(offers);
            return true;
        }
        let key = narrow.split(' ').next().unwrap_or_default();
        // The text stays as it was typed.
        let (_, text) = reply.split_once([' ', '\u{3000}']).unwrap_or_default();
        let is_meant = |offer: &&Offer| offer.key.eq_ignore_ascii_case(key) && (text.is_empty() || offer.takes_text);
        match offers.iter().find(is_meant) {
            Some(offer) => self.take(offer, text.trim()),
            None => self.take_named(reply),
        }
    }

    /// Takes the option of this name, where one can be chosen. Returns whether there is one.
    fn take_named(&mut self, name: &str) -> bool {
        let Some((_, entry)) = self.form.listed_entry() else { return false };
        match (entry.question.mode, Called::of(&entry.question.options).find(name)) {
            (Mode::Single, Ok(Some(option))) => {
                self.form.update(Action::Take(option));
                true
            }
            (Mode::Single | Mode::Multi | Mode::Input, _) => false,
        }
    }

    /// Goes on with what is marked, if anything is.
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

    /// What an empty reply keeps, in words, and the action that takes it; for a text, the action that opens it.
    fn kept(&self, offers: &[Offer]) -> Option<(String, Action)> {
        let at = match self.form.page() {
            Page::Base(Base::Question(at)) | Page::Filter(at) | Page::Zoom(at, _) => at,
            Page::Base(Base::Review) | Page::Leave { .. } | Page::Long { .. } | Page::Field(_) => {
                return offers.first().map(|offer| (offer.label.clone(), offer.action.clone()));
            }
        };
        let entry = self.form.entry(at)?;
        match &entry.draft().given {
            Given::Single(Some(Choice::Option(option))) => {
                Some((entry.shown.option(*option)?.label.as_str().to_owned(), Action::Take(*option)))
            }
            // The text that is shown may be newer than the answer.
            given => given.text().map(|_| (cut(&entry.draft().text), Action::Digit(0))),
        }
    }

    /// Checks the boxes of these rows, and no others.
    fn check_only(&mut self, at: usize, rows: usize, wanted: &[usize]) {
        for row in 0..rows {
            let is_checked = self.form.entry(at).is_some_and(|entry| entry.is_checked(entry.row(row)));
            if is_checked != wanted.contains(&row) {
                self.form.update(Action::Take(row));
            }
        }
    }

    /// Shows what can be chosen in place of a text: the list below the editor, where there is one.
    fn show_ways(&mut self) {
        if self.form.has_tabs() {
            self.form.update(Action::Cancel);
        } else {
            self.asking = Asking::Ways;
        }
    }

    /// Takes an offer, and submits `text` to what it opens. Returns true.
    fn take(&mut self, offer: &Offer, text: &str) -> bool {
        self.form.update(offer.action.clone());
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

    /// Submits a text. The sign for none deletes a note.
    fn submit(&mut self, text: String) {
        let is_note = matches!(self.form.page(), Page::Field(Field::Note(..)));
        let deletes = is_note && text.trim() == NONE && !self.form.text().trim().is_empty();
        self.form.update(Action::Submit(if deletes { String::new() } else { text }));
    }

    /// Whether the choices are a list, unlike those in place of a text.
    fn has_options(&self) -> bool {
        self.form.shown_entry().is_none_or(|(_, entry)| entry.question.mode.has_options())
    }

    /// The list of boxes that is shown.
    fn boxes(&self) -> Option<(usize, &Entry)> {
        self.form.listed_entry().filter(|(_, entry)| entry.question.mode.takes_many())
    }

    /// The question that is answered with a text, while that is asked for.
    fn input(&self) -> Option<(usize, &Entry)> {
        let Page::Field(Field::Answer(at)) = self.form.page() else { return None };
        self.form.shown_entry().filter(|_| self.form.starts_in_editor(at))
    }
}

/// The rows of boxes that a reply means, by their numbers, or by names that are no key of an offer.
fn wanted(entry: &Entry, rows: usize, offers: &[Offer], reply: &str, narrow: &str) -> Option<Vec<usize>> {
    let row =
        |number: &str| number.parse().ok().and_then(|number: usize| number.checked_sub(1)).filter(|at| *at < rows);
    let numbers = narrow.split([',', '、', ' ']).filter(|number| !number.is_empty());
    let numbers: Option<Vec<usize>> = numbers.map(row).collect();
    numbers.filter(|numbers| !numbers.is_empty()).or_else(|| {
        let options = Called::of(&entry.question.options);
        let is_key = offers.iter().any(|offer| offer.key.eq_ignore_ascii_case(reply));
        let names = || options.all(reply).or_else(|| options.all(&reply.replace(['，', '、'], ",")));
        if is_key { None } else { names() }
    })
}

/// The narrow form of a letter, a digit or a sign in wide characters.
fn narrowed(char: char) -> char {
    match char {
        '\u{3000}' => ' ',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(char) - 0xfee0).unwrap_or(char),
        _ => char,
    }
}
