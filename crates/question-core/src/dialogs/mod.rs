//! The form as a sequence of plain dialogs, for screen readers, for terminals that cannot redraw, and for hosts that
//! have nothing else. Each reply becomes actions of the form, which keeps the state.

mod excerpt;
mod offer;
mod pages;
mod previews;
mod title;

use excerpt::cut;
use offer::{CUSTOM, Offer, PREVIEW};
use pages::Pages;

use serde::Serialize;
use ts_rs::TS;

use crate::answer::given::{Choice, Given, Row};
use crate::call::called::{self, By, Called};
use crate::form::action::Action;
use crate::form::entry::Entry;
use crate::form::page::{Base, Field, OwnQuestion, Page};
use crate::form::{Form, Unfinished};
use crate::text::find::Labels;
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
    /// As lines of the title, each after what to type for it.
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

/// Begins a command, in narrow and in wide characters. Letters and words can be answers.
const COLONS: [char; 2] = [':', '：'];

/// The reply that unchecks all boxes or deletes a note. An empty reply keeps them.
const NONE: &str = "-";

impl Dialogs {
    /// Creates the dialogs of a form, beginning at its current page.
    #[must_use]
    pub fn new(form: Form, style: DialogStyle) -> Self {
        let mut dialogs = Self { form, style, trouble: None, previewed: Vec::new(), pages: Pages::default() };
        dialogs.open_input();
        dialogs
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
        self.open_input();
    }

    /// Opens the text of a question without options. There is no dialog in which it is closed.
    fn open_input(&mut self) {
        if let Page::Base(Base::Question(at)) = self.form.page()
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
            // A program that closes every dialog must come to an end, and neither send nor lose anything.
            Page::Own(OwnQuestion::Leave(_), _) => Action::Leave,
            _ if self.input().is_some() => Action::Leave,
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
        let line = reply.trim();
        if !self.is_typed() {
            return match offers.iter().find(|offer| offer.text() == line) {
                Some(offer) => self.take(offer, ""),
                None => Err(fill(self.form.words().not_a_choice, Clean::line(line).as_str())),
            };
        }
        // A text of the user's own beside options has no commands, and may begin with a colon.
        match line.strip_prefix(COLONS).filter(|_| offers.iter().any(Offer::is_command)) {
            Some(command) => match (offer::commanded(&offers, command), self.rows(line)?) {
                (Some((offer, text)), _) => self.take(offer, text),
                (None, Some(rows)) => {
                    self.take_rows(&rows);
                    Ok(())
                }
                (None, None) => Err(self.refuse(self.form.words().no_command, line)),
            },
            None if self.form.is_editing() => {
                // An empty reply keeps the text that is there.
                let text = if line.is_empty() { self.form.text() } else { reply };
                // In the form, Enter on nothing confirms the boxes in sight.
                if text.trim().is_empty() && self.adds() {
                    return Err(self.form.words().blank.to_owned());
                }
                self.submit(text.to_owned());
                Ok(())
            }
            None if line.is_empty() => self.keep(&offers),
            None => self.take_line(&offers, line),
        }
    }

    /// Handles a line typed at a list: a number or a name, or several in a list of boxes, or else an answer of the user's
    /// own.
    ///
    /// # Errors
    ///
    /// Returns why the line is not accepted.
    fn take_line(&mut self, offers: &[Offer], line: &str) -> Result<(), String> {
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
        if !takes_text || are_numbers(line) {
            return Err(self.refuse(self.form.words().not_a_choice, line));
        }
        self.form.update(Action::OpenText);
        self.submit(line.to_owned());
        Ok(())
    }

    /// Returns the offer that a line means by its number, or by its name where the rows are no options of a question.
    fn offered<'a>(&self, offers: &'a [Offer], line: &str) -> Option<&'a Offer> {
        let key = narrow(line.strip_suffix('.').unwrap_or(line));
        if self.form.listed_entry().is_some() {
            return offers.iter().find(|offer| offer.key == key && key == CUSTOM);
        }
        let numbered: Vec<&Offer> = offers.iter().filter(|offer| !offer.is_command()).collect();
        let named = || {
            let labels = Labels::new(numbered.iter().map(|offer| &offer.label));
            let named = labels.named(line, &labels.find(line, None));
            named.or_else(|| labels.beginning_with(&self.form.words().meant_by_letter(&narrow(line))))
        };
        let at = numbered.iter().position(|offer| offer.key == key).or_else(named)?;
        numbered.get(at).copied()
    }

    /// Returns the rows of the list that a line names by number or label: one, or several in a list of boxes.
    ///
    /// # Errors
    ///
    /// Returns why a name does not mean a single row.
    fn rows(&self, line: &str) -> Result<Option<Vec<usize>>, String> {
        let Some((_, entry)) = self.form.listed_entry() else { return Ok(None) };
        let options = entry.question.options.iter().map(|option| (&*option.value, &*option.label));
        let texts = entry.draft().given.typed().iter().map(|typed| (&*typed.text, &*typed.text));
        let called = Called::named(options.chain(texts));
        let row = |name: &str| Ok(called.find(name, By::Shown)?.or_else(|| entry.named(&narrow(name))));
        let rows = called::all(line, entry.question.mode.takes_many(), row);
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
        let is_own = |row| match row {
            Row::Typed(text) => {
                entry.draft().given.typed().get(text).is_some_and(|typed| !entry.draft().is_default_text(&typed.text))
            }
            Row::Option(_) | Row::Custom => false,
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

    /// Returns a message that refuses a line, which is kept as a draft: of the user's own answer, or, where there is none,
    /// of the note or the message. A number or a single letter is a mistyped choice.
    fn refuse(&mut self, message: &str, line: &str) -> String {
        if line.chars().nth(1).is_some() && !are_numbers(line) {
            self.keep_draft(line);
        }
        fill(message, Clean::line(line).as_str())
    }

    fn keep_draft(&mut self, line: &str) {
        let takes_text = |at| self.form.entry(at).is_some_and(|entry| entry.question.allow_custom);
        let open = match self.form.page() {
            Page::Base(Base::Review) => Some(Action::Discuss),
            Page::Base(Base::Question(at)) if takes_text(at) => Some(Action::OpenText),
            Page::Base(Base::Question(_)) => Some(Action::Note),
            Page::Field(_) => None,
            Page::Options(_) | Page::Zoom(..) | Page::Own(..) => return,
        };
        let is_list = open.is_some();
        if let Some(open) = open {
            self.form.update(open);
        }
        let draft = self.form.text().trim();
        let is_spent = draft.is_empty() || self.form.page().field().is_none_or(|field| self.form.was_taken(field));
        let text = if is_spent { line.to_owned() } else { [draft, line].join("\n") };
        self.form.update(Action::Write(text));
        if is_list {
            self.form.update(Action::Cancel);
        }
    }

    /// Keeps the marked answer.
    ///
    /// # Errors
    ///
    /// Fails if there is none.
    fn keep(&mut self, offers: &[Offer]) -> Result<(), String> {
        if self.boxes().is_some() {
            self.form.update(Action::ConfirmBoxes);
            return Ok(());
        }
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
        let (_, entry) = self.form.listed_entry()?;
        match entry.draft().submitted()?.as_ref() {
            Given::Single(Some(Choice::Option(option))) => {
                Some((entry.shown.option(*option)?.label.as_str().to_owned(), Action::Take(*option)))
            }
            // The text in the editor may be newer than the answer.
            given => given.text().map(|_| (cut(&entry.draft().text), Action::OpenText)),
        }
    }

    /// Carries out an offer, and submits `text` to the editor that it opens.
    ///
    /// # Errors
    ///
    /// Returns why there is no preview with the name `text`.
    fn take(&mut self, offer: &Offer, text: &str) -> Result<(), String> {
        // Notes are opened from the closed text.
        if offer.action == Action::Note && self.input().is_some() {
            self.form.update(Action::Cancel);
        }
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
        let deletes = is_note && text.trim() == NONE && !self.form.text().trim().is_empty();
        let text = if deletes { String::new() } else { text };
        // What is written into a list may name an option. A blank text would close it.
        if !text.trim().is_empty() {
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
        self.form.listed_entry().filter(|(_, entry)| entry.question.mode.takes_many())
    }

    /// Returns whether the open text will be added to boxes.
    fn adds(&self) -> bool {
        let list = self.form.page().field().and_then(|field| self.form.list_beside(field));
        list.is_some_and(|entry| entry.question.mode.takes_many())
    }

    /// Returns the index of the question whose editor is open, 0-based, if it takes only text.
    fn input(&self) -> Option<usize> {
        match self.form.page() {
            Page::Field(Field::Answer(at)) if self.form.starts_in_editor(at) => Some(at),
            _ => None,
        }
    }
}

/// Returns a text with its wide letters made narrow.
fn narrow(text: &str) -> String {
    text.chars().map(fold::narrow).collect()
}

/// Returns whether a line is a number or a list of numbers, which can only be meant for the rows.
fn are_numbers(line: &str) -> bool {
    let line = line.strip_suffix('.').unwrap_or(line);
    line.chars().any(char::is_numeric)
        && line.chars().all(|char| char.is_numeric() || char.is_whitespace() || called::is_comma(char))
}
