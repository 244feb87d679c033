//! The form as a row of plain dialogs, one after the other: for screen readers and dumb terminals, and for hosts that
//! know nothing else. The state is the form's; every reply becomes actions of it.

mod cut;
mod offer;
mod pages;
mod previews;
mod review_note;
mod title;

use cut::cut;
use offer::{NOTE, Offer, PREVIEWS};
use pages::{Pages, Title};
use previews::Previewed;

use serde::Serialize;
use ts_rs::TS;

use crate::answer::given::{Choice, Given};
use crate::answer::picks::Answer;
use crate::answer::replies::Replies;
use crate::answer::replies::Response;
use crate::answer::result::{Host, ToolResult};
use crate::call::called::Called;
use crate::call::request::Mode;
use crate::form::Form;
use crate::form::action::Action;
use crate::form::entry::Entry;
use crate::form::guard::Before;
use crate::form::page::{Base, Field, LeaveChoice, Page};
use crate::screen::notice;
use crate::text::Clean;
use crate::words::fill;

/// A dialog of the host's. All of it is harmless text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Dialog {
    /// What is asked, on as many lines as it takes.
    pub title: String,
    /// What can be chosen, no two the same; empty where a line of text is wanted.
    pub options: Vec<String>,
}

/// How choices are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Choices are options of the dialog.
    Select,
    /// Choices are numbered lines of the title, to be answered by typing.
    Numbers,
}

/// A form that is gone through dialog by dialog.
#[derive(Clone, Debug)]
pub struct Dialogs {
    form: Form,
    style: Style,
    /// What was wrong with the last reply.
    trouble: Option<String>,
    /// What a text that is asked for is asked for as.
    asking: Asking,
    /// The previews that stand above the question.
    previewed: Option<Previewed>,
    /// Whether the note that is written was asked for in the review, which comes next.
    is_noting: bool,
    pages: Pages,
}

/// How a text is asked for where it is the answer, which any letter, and any word, may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Asking {
    /// One sign alone is none.
    #[default]
    OrSign,
    /// The sign was given: what can be chosen in place of a text.
    Ways,
    /// That was chosen from these, and whatever comes is the text.
    Text,
}

/// The sign, as it is written with narrow characters and with wide ones.
const SIGNS: [&str; 2] = [":", "："];

/// What stands for nothing, where no text keeps what is there.
const NONE: &str = "-";

impl Dialogs {
    /// Starts with the form's first question.
    #[must_use]
    pub fn new(form: Form, style: Style) -> Self {
        Self {
            form,
            style,
            trouble: None,
            asking: Asking::OrSign,
            previewed: None,
            is_noting: false,
            pages: Pages::default(),
        }
    }

    /// The dialog to show, or the page of it that is; `None` once the form has ended.
    #[must_use]
    pub fn dialog(&self) -> Option<Dialog> {
        let (title, options) = self.whole()?;
        Some(Dialog { title: self.pages.page(&title, self.form.words()), options })
    }

    /// All of its title, and what can be chosen.
    fn whole(&self) -> Option<(Title, Vec<String>)> {
        if self.form.is_ended() {
            return None;
        }
        // What was wrong with a text is past where something else is chosen.
        let of_form = notice::trouble(&self.form, None).filter(|_| self.asking != Asking::Ways);
        let mut trouble: Vec<String> = self.trouble.iter().cloned().chain(of_form).collect();
        let mut lines: Vec<String> = Vec::new();
        // What is read last is the question: in a title it is what stands above the choices, and goes before all else.
        let previews = self.previews().into_iter();
        match self.style {
            Style::Numbers => {
                if let Some(trouble) = trouble.last_mut().filter(|_| self.is_spaced()) {
                    trouble.push('\n');
                }
                lines.extend(previews.map(|preview| preview + "\n"));
                self.push_heading(&mut lines);
            }
            Style::Select => {
                self.push_heading(&mut lines);
                lines.extend(previews.map(|preview| ["\n", &preview].concat()));
            }
        }
        let offers = self.offers();
        let mut options: Vec<String> = offers.iter().map(Offer::text).collect();
        if self.style == Style::Numbers {
            lines.append(&mut options);
        }
        let heading = lines.len();
        self.push_how(&offers, &mut lines);
        let how = self.how_on_pages(&offers, lines.get(heading..).unwrap_or_default());
        let is_about_known = matches!(self.form.page(), Page::Field(_)) && offers.is_empty() && self.input().is_none();
        let trouble = trouble.into_iter().map(|line| line + "\n").collect();
        Some((Title { trouble, text: lines.join("\n"), how, is_about_known }, options))
    }

    /// Guards dialogs that open by themselves; see [`Form::guard`].
    pub fn guard(&mut self, before: Before) {
        self.form.guard().close(before);
    }

    /// Notes that a dialog stands on the screen since `now`; see [`Form::painted`].
    pub fn painted(&mut self, now: f64) {
        self.form.guard().painted(now);
    }

    /// Counts a key that comes at `now`: silence begins anew.
    pub fn pressed(&mut self, now: f64) {
        self.form.guard().holds(false, now);
    }

    /// Whether a reply that comes at `now` is still meant for what the user was doing before.
    pub fn holds(&mut self, now: f64) -> bool {
        self.form.guard().remaining_ms(now) > 0.0
    }

    /// Takes the reply to the dialog; `None` where it was closed without one.
    pub fn reply(&mut self, reply: Option<&str>) {
        if self.turns_page(reply) {
            return;
        }
        let before = if self.pages.has_begun() { self.whole() } else { None };
        self.take_reply(reply);
        self.go_back_to_review();
        self.begin_pages(before.as_ref().map(|(title, _)| title));
    }

    fn take_reply(&mut self, reply: Option<&str>) {
        self.trouble = None;
        let offers = self.offers();
        let previewed = self.previewed.take();
        let Some(reply) = reply else {
            // Who has read enough goes back to the question.
            if previewed.is_some() {
                return;
            }
            self.asking = Asking::OrSign;
            // A client that closes every dialog is not asked for ever: it leaves on the way on which nothing is lost.
            let is_leaving = matches!(self.form.page(), Page::Leave { .. });
            let send = Action::Take(LeaveChoice::Send as usize);
            self.form.update(if is_leaving { send } else { Action::Cancel });
            return;
        };
        let asking = std::mem::take(&mut self.asking);
        let is_taken = match self.style {
            _ if asking == Asking::OrSign && SIGNS.contains(&reply.trim()) && self.input().is_some() => {
                self.show_ways();
                true
            }
            _ if offers.is_empty() => {
                // Nothing keeps what is there, as it keeps the marked boxes of a list.
                let text = if reply.trim().is_empty() { self.form.text() } else { reply }.to_owned();
                self.submit(text);
                true
            }
            Style::Select => {
                let offer = offers.iter().find(|offer| offer.text() == reply.trim());
                offer.is_some_and(|offer| self.take(offer, ""))
            }
            Style::Numbers => self.reply_by_number(&offers, reply.trim()),
        };
        if !is_taken {
            self.asking = asking;
            let words = self.form.words();
            let wrong = if self.has_options() { words.not_a_choice } else { words.not_offered };
            self.trouble = Some(fill(wrong, Clean::line(self.wrong_number(reply).unwrap_or(reply)).as_str()));
        }
    }

    /// Takes a program's response to the same questions.
    pub fn respond(&mut self, response: Response) {
        self.form.update(Action::Respond(response));
    }

    /// Enters the answers of a program's response, and goes on.
    pub fn enter(&mut self, response: Response) {
        self.form.update(Action::Enter(response.replies));
    }

    /// The answers to those questions that the form began with a reply to.
    #[must_use]
    pub fn standing(&self, replies: &Replies) -> Vec<Answer> {
        self.form.standing(replies)
    }

    /// Ends the form because the program that asked the user went away.
    pub fn disconnect(&mut self) {
        self.form.update(Action::Disconnect);
    }

    /// Ends the form because the program that shows it closed it by itself.
    pub fn unasked(&mut self) {
        self.form.update(Action::Unasked);
    }

    /// Ends the form because the user stopped the run before it was shown.
    pub fn stop(&mut self) {
        self.form.update(Action::Stop);
    }

    /// Ends the form because the run was aborted or the session closes.
    pub fn abort(&mut self) {
        self.form.update(Action::Abort);
    }

    /// Ends the form because the host cannot go on.
    pub fn fail(&mut self, reason: String) {
        self.form.update(Action::Fail(reason));
    }

    /// The result of a form that has ended; `None` while it goes on.
    #[must_use]
    pub fn result(&self, host: Host) -> Option<ToolResult> {
        self.form.result(host)
    }

    /// A key, with text behind it where it opens one; or the numbers of the boxes to check, or their names; or nothing,
    /// which confirms what is marked. Whether it was one of these.
    fn reply_by_number(&mut self, offers: &[Offer], reply: &str) -> bool {
        let narrow: String = reply.chars().map(narrowed).collect();
        if let Some((at, entry)) = self.boxes() {
            let rows = numbered_rows(entry);
            let commas = reply.replace(['，', '、'], ",");
            let numbers = parts(&narrow);
            let box_of = |number: &str| number.parse().ok().filter(|&number: &usize| 0 < number && number <= rows);
            let wanted = numbers.map(box_of).collect::<Option<Vec<usize>>>();
            let wanted = wanted.filter(|wanted| !wanted.is_empty());
            // What is offered by a letter comes before what is called so.
            let is_key = offers.iter().any(|offer| offer.key.eq_ignore_ascii_case(reply));
            let wanted = wanted.or_else(|| {
                let called = Called::of(&entry.question.options);
                let named = called.all(reply).or_else(|| called.all(&commas)).filter(|_| !is_key)?;
                Some(named.into_iter().map(|option| option + 1).collect())
            });
            if let Some(wanted) = wanted.or_else(|| matches!(reply, NONE | "").then(Vec::new)) {
                if !reply.is_empty() {
                    self.check_only(at, rows, &wanted);
                }
                self.form.update(Action::ConfirmBoxes);
                // Said in so many words, "none" is not asked about again.
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
        // A text stays as it was typed.
        let (_, text) = reply.split_once([' ', '\u{3000}']).unwrap_or_default();
        let offer =
            offers.iter().find(|offer| offer.key.eq_ignore_ascii_case(key) && (text.is_empty() || offer.opens_text));
        match offer {
            Some(offer) => self.take(offer, text.trim()),
            None => self.take_named(reply) || self.show_preview(&narrow),
        }
    }

    /// Takes the option of this name, where one can be chosen. Whether there is one.
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

    /// What that is, in words, and what it means; of a text that opens it.
    fn kept(&self, offers: &[Offer]) -> Option<(String, Action)> {
        let at = match self.form.page() {
            Page::Base(Base::Question(at)) | Page::Filter(at) | Page::Zoom(at, _) => return self.kept_answer(at),
            Page::Base(Base::Review) | Page::Leave { .. } | Page::Long { .. } | Page::Field(_) => 0,
        };
        offers.get(at).map(|offer| (offer.label.clone(), offer.action.clone()))
    }

    fn kept_answer(&self, at: usize) -> Option<(String, Action)> {
        let entry = self.form.entry(at)?;
        match &entry.draft().given {
            Given::Single(Some(Choice::Option(option))) => {
                Some((entry.shown.option(*option)?.label.as_str().to_owned(), Action::Take(*option)))
            }
            // The text that is shown, which may be newer than the answer.
            given => given.text().map(|_| (cut(&entry.draft().text), Action::Digit(0))),
        }
    }

    /// Checks these boxes, by number, and no others.
    fn check_only(&mut self, at: usize, rows: usize, wanted: &[usize]) {
        for row in 0..rows {
            let is_checked = |entry: &Entry| entry.is_checked(entry.row(row));
            let is_checked = self.form.entry(at).is_some_and(is_checked);
            if is_checked != wanted.contains(&(row + 1)) {
                self.form.update(Action::Take(row));
            }
        }
    }

    /// Shows what can be chosen in place of a text: the page below, where there is one.
    fn show_ways(&mut self) {
        if self.form.has_tabs() {
            self.form.update(Action::Cancel);
        } else {
            self.asking = Asking::Ways;
        }
    }

    /// Does what is offered; `text` goes into the text that it opens. Says that it was taken.
    fn take(&mut self, offer: &Offer, text: &str) -> bool {
        if offer.key == NOTE && self.form.page() == Page::Base(Base::Review) {
            return self.take_review_note(text);
        }
        self.form.update(offer.action.clone());
        self.previewed = (offer.key == PREVIEWS).then_some(Previewed::All);
        self.asking = if offer.opens_text && text.is_empty() { Asking::Text } else { Asking::OrSign };
        if !text.is_empty() && self.form.is_editing() {
            self.submit(text.to_owned());
        }
        true
    }

    /// Takes a text; the sign for none in place of a note that is there deletes it.
    fn submit(&mut self, text: String) {
        let is_note = matches!(self.form.page(), Page::Field(Field::Note(..)));
        let deletes = is_note && text.trim() == NONE && !self.form.text().trim().is_empty();
        self.form.update(Action::Submit(if deletes { String::new() } else { text }));
    }

    /// Whether what can be chosen is a list: but for a question that is answered with a text, it is.
    fn has_options(&self) -> bool {
        self.form.shown_entry().is_none_or(|(_, entry)| entry.question.mode.has_options())
    }

    /// Of several numbers, the first that is none of the list.
    fn wrong_number<'a>(&self, reply: &'a str) -> Option<&'a str> {
        let (_, entry) = self.boxes()?;
        let rows = numbered_rows(entry);
        let is_number = parts(reply).all(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
        let is_row = |number: &&str| number.parse().is_ok_and(|number: usize| (1..=rows).contains(&number));
        // What 0 stands for is offered, but not among others.
        parts(reply).find(|number| !is_row(number)).filter(|number| is_number && *number != "0")
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

/// How many rows of a list are chosen by their number.
fn numbered_rows(entry: &Entry) -> usize {
    entry.row_count() - usize::from(entry.question.allow_custom)
}

/// The numbers of a reply.
fn parts(reply: &str) -> impl Iterator<Item = &str> {
    reply.split([',', '、', ' ']).filter(|part| !part.is_empty())
}

/// Of a letter, a digit or a sign that is typed with wide characters, the narrow one.
fn narrowed(char: char) -> char {
    match char {
        '\u{3000}' => ' ',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(char) - 0xfee0).unwrap_or(char),
        _ => char,
    }
}
