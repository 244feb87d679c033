//! The form as a row of plain dialogs, one after the other: for screen readers and dumb terminals, and for hosts that
//! know nothing else. The state is the form's; every reply becomes actions of it.

use crate::action::{Action, Target};
use crate::entry::{Entry, Given, Row};
use crate::form::{Base, Field, Form, LeaveChoice, LongChoice, Page};
use crate::result::{Host, ToolResult};
use crate::text::Clean;
use crate::view;
use crate::words::fill;

/// A dialog of the host's. All of it is harmless text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dialog {
    /// What is asked, on as many lines as it takes.
    pub title: String,
    /// What can be chosen, no two the same; empty where a line of text is wanted.
    pub options: Vec<String>,
}

/// How choices are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As options of the dialog.
    Select,
    /// As numbered lines of the title, to be answered by typing.
    Numbers,
}

/// A form that is gone through dialog by dialog.
#[derive(Clone, Debug)]
pub struct Walk {
    form: Form,
    style: Style,
    /// What was wrong with the last reply.
    trouble: Option<String>,
}

/// Something that can be chosen in a dialog.
struct Offer {
    /// What is typed for it: a number, or a letter.
    key: String,
    label: String,
    action: Action,
}

impl Walk {
    /// Starts with the form's first question.
    #[must_use]
    pub fn new(form: Form, style: Style) -> Self {
        Self { form, style, trouble: None }
    }

    /// The dialog to show; `None` once the form has ended.
    #[must_use]
    pub fn dialog(&self) -> Option<Dialog> {
        if self.form.is_ended() {
            return None;
        }
        let mut lines: Vec<String> = self.trouble.iter().cloned().chain(view::trouble(&self.form)).collect();
        lines.extend(self.heading());
        let offers = self.offers();
        if offers.is_empty() {
            lines.push(self.form.words.enter_text.to_owned());
            return Some(Dialog { title: lines.join("\n"), options: Vec::new() });
        }
        let texts = offers.iter().map(|offer| format!("{}. {}", offer.key, offer.label));
        if self.style == Style::Select {
            return Some(Dialog { title: lines.join("\n"), options: texts.collect() });
        }
        lines.extend(texts);
        if matches!(self.form.page, Page::Base(Base::Question(_))) {
            let words = self.form.words;
            lines.push(if self.multi().is_some() { words.enter_numbers } else { words.enter_number }.to_owned());
        }
        Some(Dialog { title: lines.join("\n"), options: Vec::new() })
    }

    /// Takes the reply to the dialog; `None` where it was closed without one.
    pub fn reply(&mut self, reply: Option<&str>) {
        self.trouble = None;
        let Some(reply) = reply else {
            self.form.update(Action::Cancel);
            return;
        };
        let offers = self.offers();
        if offers.is_empty() {
            // Nothing keeps what is there, as it keeps the marked boxes of a list.
            let text = if reply.trim().is_empty() { self.form.draft().to_owned() } else { reply.to_owned() };
            self.form.update(Action::Submit(text));
            return;
        }
        let taken = match self.style {
            Style::Select => {
                let is_meant = |offer: &&Offer| format!("{}. {}", offer.key, offer.label) == reply;
                offers.iter().find(is_meant).map(|offer| self.take(offer, ""))
            }
            Style::Numbers => self.reply_by_number(&offers, reply.trim()),
        };
        if taken.is_none() {
            let shown = Clean::line(reply);
            self.trouble = Some(fill(self.form.words.not_a_choice, shown.as_str()));
        }
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

    /// A key, with text behind it where it opens a text; or the numbers of the boxes to check; or nothing, which
    /// confirms what is marked. `None` where it is none of these.
    fn reply_by_number(&mut self, offers: &[Offer], reply: &str) -> Option<()> {
        let (key, text) = reply.split_once(' ').unwrap_or((reply, ""));
        if let Some((at, entry)) = self.multi()
            && !offers
                .iter()
                .any(|offer| offer.key == key && offer.key.parse::<usize>().map_or(true, |number| number == 0))
        {
            let rows = entry.row_count();
            let numbers = reply.split([',', ' ']).filter(|number| !number.is_empty());
            let wanted: Vec<usize> = numbers.map(|number| number.parse().ok()).collect::<Option<_>>()?;
            if wanted.iter().any(|&number| number == 0 || number >= rows + usize::from(!entry.question.allow_custom)) {
                return None;
            }
            if !wanted.is_empty() {
                let is_checked: Vec<bool> = (0..rows).map(|row| is_checked(entry, entry.row(row))).collect();
                for (row, is_checked) in is_checked.into_iter().enumerate() {
                    if is_checked != wanted.contains(&(row + 1)) && self.entry_row(at, row) != Some(Row::Custom) {
                        self.form.update(Action::Click(Target::Item(row)));
                    }
                }
            }
            self.confirm(at);
            return Some(());
        }
        if key.is_empty() {
            let row = self.form.cursor().row();
            self.form.update(Action::Click(Target::Item(row)));
            return Some(());
        }
        let offer = offers.iter().find(|offer| offer.key == key)?;
        self.take(offer, text.trim());
        Some(())
    }

    fn entry_row(&self, at: usize, row: usize) -> Option<Row> {
        self.form.entries.get(at).map(|entry| entry.row(row))
    }

    /// Does what is offered; `text` goes into the text that it opens.
    fn take(&mut self, offer: &Offer, text: &str) {
        let was_editing = self.form.is_editing();
        self.form.update(offer.action.clone());
        if !text.is_empty() && !was_editing && self.form.is_editing() {
            self.form.update(Action::Submit(text.to_owned()));
        }
    }

    /// Enter on a list of boxes, wherever the highlight is.
    fn confirm(&mut self, at: usize) {
        if let Some(entry) = self.form.entries.get_mut(at) {
            entry.cursor = crate::form::Cursor::at(0);
        }
        self.form.update(Action::Confirm);
    }

    /// The list of boxes that is shown.
    fn multi(&self) -> Option<(usize, &Entry)> {
        match self.form.page {
            Page::Base(Base::Question(at)) => {
                self.form.entries.get(at).filter(|entry| entry.is_multi()).map(|entry| (at, entry))
            }
            _ => None,
        }
    }

    /// What the dialog is about.
    fn heading(&self) -> Vec<String> {
        let (form, words) = (&self.form, self.form.words);
        let mut lines: Vec<String> = Vec::new();
        lines.extend(form.title.iter().map(|title| title.as_str().to_owned()));
        let about = |at: usize, lines: &mut Vec<String>| {
            if let Some(entry) = form.entries.get(at) {
                if form.has_tabs() {
                    lines.push(format!("{}/{} {}", at + 1, form.entries.len(), entry.shown.label));
                }
                lines.push(entry.shown.prompt.as_str().to_owned());
            }
        };
        match form.page {
            Page::Base(Base::Review) => lines.push(words.review.to_owned()),
            Page::Leave { .. } => lines.push(words.leave.to_owned()),
            Page::Long { field, .. } => {
                lines.push(fill(words.long, &words.number(form.field_text(field).chars().count())));
            }
            Page::Field(Field::Discussion(_)) => lines.push(words.discuss_heading.to_owned()),
            Page::Field(Field::Note(at)) => {
                about(at, &mut lines);
                lines.push(words.note_heading.to_owned());
            }
            Page::Base(Base::Question(at)) | Page::Field(Field::Answer(at)) | Page::Filter(at) | Page::Preview(at) => {
                about(at, &mut lines);
            }
        }
        let draft = Clean::text(form.draft());
        if form.is_editing() && !draft.as_str().trim().is_empty() {
            lines.push(format!("✎ {draft}"));
        }
        lines
    }

    /// What can be chosen; nothing where text is wanted.
    fn offers(&self) -> Vec<Offer> {
        let (form, words) = (&self.form, self.form.words);
        match form.page {
            Page::Field(_) => Vec::new(),
            Page::Leave { .. } => {
                let texts = (0..LeaveChoice::ALL.len()).map(|at| view::leaving_text(form, at));
                texts.enumerate().map(|(at, text)| offer(at, text)).collect()
            }
            Page::Long { .. } => {
                let texts = [words.long_yes, words.long_no].into_iter().take(LongChoice::ALL.len());
                texts.enumerate().map(|(at, text)| offer(at, text.to_owned())).collect()
            }
            Page::Base(Base::Review) => {
                let count = form.entries.len();
                let submit = Offer { key: "0".to_owned(), ..offer(count, view::review_text(form, count)) };
                let answers = (0..count).map(|at| offer(at, view::review_text(form, at)));
                std::iter::once(submit).chain(answers).collect()
            }
            Page::Base(Base::Question(at)) | Page::Filter(at) | Page::Preview(at) => {
                form.entries.get(at).map_or_else(Vec::new, |entry| self.question_offers(at, entry))
            }
        }
    }

    fn question_offers(&self, at: usize, entry: &Entry) -> Vec<Offer> {
        let words = self.form.words;
        let mut offers: Vec<Offer> = (0..entry.row_count()).map(|row| row_offer(entry, row, words.wrote)).collect();
        if self.style == Style::Select && entry.is_multi() {
            let label = format!("✓ {}", words.to_confirm);
            offers.push(Offer { key: "✓".to_owned(), label, action: Action::Confirm });
        }
        offers.push(letter("n", words.note_heading, Action::Note));
        offers.push(letter("c", words.to_discuss, Action::Discuss));
        if let Some(before) = at.checked_sub(1).and_then(|at| self.form.entries.get(at)) {
            offers.push(letter("b", &format!("← {}", before.shown.label), Action::PrevTab));
        }
        offers
    }
}

fn is_checked(entry: &Entry, row: Row) -> bool {
    match (&entry.draft.given, row) {
        (Given::Multi { checked, .. }, Row::Option(option)) => checked.get(option) == Some(&true),
        (Given::Multi { typed, .. }, Row::Typed(text)) => typed.get(text).is_some_and(|typed| typed.is_checked),
        _ => false,
    }
}

#[inline(never)]
fn letter(key: &str, label: &str, action: Action) -> Offer {
    Offer { key: key.to_owned(), label: label.to_owned(), action }
}

#[inline(never)]
fn offer(at: usize, label: String) -> Offer {
    Offer { key: (at + 1).to_string(), label, action: Action::Click(Target::Item(at)) }
}

/// A row of a question's list, with all that its marks say.
fn row_offer(entry: &Entry, at: usize, wrote: &str) -> Offer {
    let row = entry.row(at);
    let mut label = String::new();
    if entry.is_multi() && row != Row::Custom {
        label.push_str(if is_checked(entry, row) { "☑ " } else { "☐ " });
    }
    match row {
        Row::Option(option) => {
            if let Some(shown) = entry.shown.options.get(option) {
                label.push_str(shown.label.as_str());
                label.push_str(shown.mark.as_ref().map_or("", Clean::as_str));
                if let Some(description) = &shown.description {
                    label.push_str(": ");
                    label.push_str(Clean::line(description.as_str()).as_str());
                }
            }
            if entry.draft.is_option(option) {
                label.push_str(" ✓");
            }
        }
        Row::Typed(text) => {
            label.push_str(wrote);
            if let Given::Multi { typed, .. } = &entry.draft.given {
                label.push_str(Clean::line(typed.get(text).map_or("", |typed| &typed.text)).as_str());
            }
        }
        Row::Custom => {
            label.push_str(entry.shown.custom.label.as_str());
            let text = Clean::line(entry.draft.text.trim());
            if !text.as_str().is_empty() {
                label.push_str(" ✎ ");
                label.push_str(text.as_str());
            }
        }
    }
    let key = if row == Row::Custom { 0 } else { at + 1 };
    Offer { key: key.to_string(), label, action: Action::Click(Target::Item(at)) }
}
