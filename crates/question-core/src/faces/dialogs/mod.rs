//! The form as a sequence of plain dialogs, for screen readers, for terminals that cannot redraw, and for hosts that
//! have nothing else. Each reply becomes actions of the form, which keeps the state.

mod excerpt;
mod host;
mod line;
mod offer;
mod pages;
mod previews;
mod title;

use excerpt::cut;
use host::HostState;
pub use host::{DialogHost, HostReply};
use offer::{DialogOption, PREVIEW};
use pages::Pages;

use serde::Serialize;
use ts_rs::TS;

use crate::answer::given::{Choice, Given};
use crate::answer::outcome::Ending;
use crate::faces::program::late_response;
use crate::form::Form;
use crate::form::action::Action;
use crate::form::command::Command;
use crate::form::entry::Entry;
use crate::form::page::{Confirmation, Field, Page, Tab};
use crate::text::Clean;
use crate::view::PageView;
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
    /// As lines of the title. Each begins with what to type.
    Numbers,
}

/// A form that is filled in dialog by dialog.
#[derive(Clone, Debug)]
pub struct Dialogs {
    /// The form. Other programs may change it between two dialogs.
    pub form: Form,
    style: DialogStyle,
    /// What ends the form from outside, once the host has closed the open dialog.
    interruption: Option<Action>,
    /// Why the last reply was not accepted.
    trouble: Option<String>,
    /// Indices of the options whose previews are shown with the question, 0-based.
    previewed: Vec<usize>,
    pages: Pages,
    host: HostState,
}

/// Colons that begin a command, in ASCII and in full width. A command needs one because letters and words can be
/// answers.
const COLONS: [char; 2] = [':', '：'];

/// The reply that unchecks all boxes or deletes a note. An empty reply keeps them.
const NONE: &str = "-";

impl Dialogs {
    /// Creates the dialogs of a form, beginning at its current page.
    #[must_use]
    pub fn new(form: Form, style: DialogStyle) -> Self {
        let (interruption, trouble, previewed) = (None, None, Vec::new());
        let (pages, host) = (Pages::default(), HostState::default());
        let mut dialogs = Self { form, style, interruption, trouble, previewed, pages, host };
        dialogs.open_input();
        dialogs
    }

    /// Returns the dialog to show, or `None` once the form has ended.
    #[must_use]
    pub fn dialog(&self) -> Option<Dialog> {
        let (title, options) = self.whole()?;
        Some(Dialog { title: self.pages.page(&title, self.form.words()).0, options })
    }

    /// Takes note that the form is ended from outside, which has the host close the open dialog: the next reply of `None`
    /// ends it. The first to end it counts, and a text that comes as a reply before that.
    pub fn interrupt(&mut self, ending: Ending) {
        if !self.form.is_ended() {
            self.interruption.get_or_insert(Action::End(ending));
        }
    }

    /// Takes a program's response in the same way.
    ///
    /// # Errors
    ///
    /// Fails if the response or any answer has a fault, or if it comes too late.
    pub fn respond(&mut self, message: &str) -> Result<(), String> {
        if self.is_interrupted() || self.form.is_ended() {
            return Err(late_response(message));
        }
        self.interruption = Some(Action::Respond(self.form.response(message)?));
        Ok(())
    }

    /// Returns whether the form is to be ended from outside; after its end, whether that came too late.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.interruption.is_some()
    }

    /// Ends the form: by what interrupts it, or else like this.
    pub fn end(&mut self, ending: Ending) {
        let action = self.interruption.take().unwrap_or(Action::End(ending));
        self.form.update(action);
    }

    /// Handles the reply to the dialog; `None` if the dialog was closed.
    pub fn reply(&mut self, reply: Option<&str>) {
        if let Some(action) = self.interruption.take_if(|_| reply.is_none()) {
            self.form.update(action);
            return;
        }
        if self.turns_page(reply) {
            return;
        }
        self.pages.from = 0;
        self.trouble = None;
        match reply {
            Some(reply) => self.trouble = self.take_reply(reply).err(),
            None => self.close(),
        }
        self.open_input();
    }

    /// Opens the text of a question without options. There is no dialog in which it is closed.
    fn open_input(&mut self) {
        if let Page::Tab(Tab::Question(at)) = self.form.page()
            && self.form.starts_in_editor(at)
        {
            self.form.update(Action::Take(0));
        }
    }

    fn close(&mut self) {
        // Closing previews leads back to the question.
        if !std::mem::take(&mut self.previewed).is_empty() {
            return;
        }
        self.form.update(match self.form.page() {
            // A program that closes every dialog must come to an end, and neither send nor lose anything. It puts them off.
            Page::Confirm(Confirmation::Leave(_), _) => Action::Do(Command::Leave),
            _ if self.input().is_some() => Action::Do(Command::Leave),
            _ => Action::Do(Command::Cancel),
        });
    }

    /// Handles a reply.
    ///
    /// # Errors
    ///
    /// Returns why the reply is not accepted.
    fn take_reply(&mut self, reply: &str) -> Result<(), String> {
        let offers = self.offers(&PageView::of(&self.form));
        self.previewed.clear();
        let line = reply.trim();
        if !self.is_typed() {
            return match offers.iter().find(|offer| offer.line() == line) {
                Some(offer) => self.take(offer, ""),
                None => Err(fill(self.form.words().not_a_choice, Clean::line(line).as_str())),
            };
        }
        let colon = line.strip_prefix(COLONS);
        match colon.and_then(|command| offer::commanded(&offers, command)) {
            Some((offer, text)) => self.take(offer, text),
            // A text of the user's own beside options has no commands, and may begin with a colon.
            None if self.form.is_editing() && (colon.is_none() || offers.is_empty()) => {
                // An empty reply keeps the text that is there.
                let text = if line.is_empty() { self.form.open_text() } else { reply };
                self.submit(text.to_owned());
                Ok(())
            }
            None if line.is_empty() => self.keep(&offers),
            None => self.take_line(&offers, line),
        }
    }

    /// Keeps the marked answer.
    ///
    /// # Errors
    ///
    /// Fails if there is none.
    fn keep(&mut self, offers: &[DialogOption]) -> Result<(), String> {
        if self.boxes().is_some() {
            self.form.update(Action::ConfirmBoxes);
            return Ok(());
        }
        let Some((_, action)) = self.kept(offers) else { return Err(self.form.words().blank.to_owned()) };
        let opens_text = action == Action::OpenText;
        self.form.update(action);
        if opens_text {
            self.form.update(Action::Submit(self.form.open_text().to_owned()));
        }
        Ok(())
    }

    /// Returns the answer that an empty reply keeps, as text, with the action that chooses the option or opens the
    /// editor.
    fn kept(&self, offers: &[DialogOption]) -> Option<(String, Action)> {
        if let Page::Tab(Tab::Review) | Page::Confirm(..) = self.form.page() {
            return offers.first().map(|offer| (offer.label.clone(), offer.action.clone()));
        }
        let (_, entry) = self.form.listed_entry()?;
        match entry.sheet().submitted()?.as_ref() {
            Given::Single(Some(Choice::Option(option))) => {
                Some((entry.shown.option(*option)?.label.as_str().to_owned(), Action::Take(*option)))
            }
            // The text in the editor may be newer than the answer.
            given => given.typed_answer().map(|_| (cut(entry.sheet().editor_text()), Action::OpenText)),
        }
    }

    /// Carries out an offer, and submits `text` to the editor that it opens.
    ///
    /// # Errors
    ///
    /// Returns why there is no preview with the name `text`.
    fn take(&mut self, offer: &DialogOption, text: &str) -> Result<(), String> {
        self.form.update(offer.action.clone());
        if offer.command == PREVIEW {
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
        let deletes = is_note && text.trim() == NONE && !self.form.open_text().trim().is_empty();
        let text = if deletes { String::new() } else { text };
        // What is written into a list may name an option. A blank text would close it, and one that is there again confirms.
        if !text.trim().is_empty() && text != self.form.open_text() {
            self.form.update(Action::Write(text.clone()));
        }
        self.form.update(Action::Submit(text));
    }

    /// Returns whether the reply is a line of text, not an option of the dialog.
    fn is_typed(&self) -> bool {
        self.style == DialogStyle::Numbers || self.form.is_editing()
    }

    /// Returns the entry whose boxes are shown, with its index, 0-based.
    fn boxes(&self) -> Option<(usize, &Entry)> {
        self.form.listed_entry().filter(|(_, entry)| entry.question.mode.has_boxes())
    }

    /// Returns the index of the question whose editor is open, 0-based, if it takes only text.
    fn input(&self) -> Option<usize> {
        match self.form.page() {
            Page::Field(Field::Answer(at)) if self.form.starts_in_editor(at) => Some(at),
            _ => None,
        }
    }
}
