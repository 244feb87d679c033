//! What a dialog says above its choices, or above the line that is typed: what it is about, and how to reply.

use super::cut::excerpt;
use super::offer::Offer;
use super::{Asking, Dialogs, Style};
use crate::answer::content::listed;
use crate::form::entry::Entry;
use crate::form::page::{Base, Field, LeaveChoice, Page};
use crate::screen::review;
use crate::text::Clean;
use crate::words::{Words, fill};

/// Rows of the options of a question that are only to be known again.
const LABEL_ROWS: usize = 3;

impl Dialogs {
    /// What the dialog is about.
    pub(super) fn push_heading(&self, lines: &mut Vec<String>) {
        let (form, words) = (&self.form, self.form.words());
        lines.extend(form.title().iter().map(|title| title.as_str().to_owned()));
        if let Some((at, entry)) = self.asked() {
            // A prompt may have nothing in it that can be seen.
            let prompt = entry.shown.prompt.plain();
            let text = if prompt.columns() > 0 { prompt } else { &entry.shown.label };
            // One line is told from what follows by its place.
            let end = if self.is_spaced() { "\n" } else { "" };
            let prompt_text = [text.as_str().trim_end(), end].concat();
            let place = form.has_tabs().then(|| format!("{}/{}", at + 1, form.entries().len()));
            match place {
                Some(place) if entry.question.has_own_label => {
                    lines.push(format!("{place} {}", entry.shown.label.as_str()));
                    lines.push(prompt_text);
                }
                // What it is called stands in its prompt.
                Some(place) => lines.push(format!("{place} {prompt_text}")),
                None => lines.push(prompt_text),
            }
            if let Page::Field(Field::Discussion(_)) = form.page() {
                lines.extend(labels(entry, words));
            }
            if let (Some(note), Page::Base(_)) = (&entry.draft().note, form.page()) {
                lines.push(format!("{}{}", words.note, Clean::line(note).as_str()));
            }
        }
        match form.page() {
            Page::Base(Base::Review) => {
                lines.push(words.review.to_owned());
                if form.has_talk() {
                    let talk = [review::PEN, words.not_sent, form.discussion()].concat();
                    lines.push(excerpt(&talk, review::MAX_ROWS, words));
                }
            }
            Page::Leave { .. } if form.is_revision() => lines.push(words.leave_revision.to_owned()),
            Page::Leave { .. } => lines.push(words.leave.to_owned()),
            Page::Long { field, .. } => lines.push(form.long(field).0),
            Page::Field(Field::Discussion(_)) => lines.push(words.discuss_heading.to_owned()),
            Page::Field(Field::Note(..)) => lines.push(words.note_heading.to_owned()),
            Page::Base(Base::Question(_))
            | Page::Field(Field::Answer(_) | Field::Added(..))
            | Page::Filter(_)
            | Page::Zoom(..) => {}
        }
        let draft = Clean::text(form.text());
        if form.is_editing() && !draft.as_str().trim().is_empty() {
            lines.push(format!("✎ {}", draft.as_str()));
        } else if form.is_editing() && !form.placeholder().is_empty() {
            // Not the dialog's own placeholder: there are programs that send that back as the answer.
            lines.push(format!("({})", form.placeholder()));
        }
    }

    /// The question that the dialog is about.
    fn asked(&self) -> Option<(usize, &Entry)> {
        let form = &self.form;
        let at = match form.page() {
            Page::Base(_) | Page::Field(_) | Page::Filter(_) | Page::Zoom(..) => form.base().question()?,
            Page::Long { .. } | Page::Leave { .. } => return None,
        };
        Some((at, form.entry(at)?))
    }

    /// Whether blank lines set the question off: several lines, which may be a list, run into what is read with them.
    pub(super) fn is_spaced(&self) -> bool {
        let is_long = |(_, entry): (usize, &Entry)| entry.shown.prompt.plain().as_str().trim().contains('\n');
        self.style == Style::Numbers && self.asked().is_some_and(is_long)
    }

    /// How to reply: what has to be typed, and what comes of no text, and of closing the dialog, where that is no way out.
    pub(super) fn push_how(&self, offers: &[Offer], lines: &mut Vec<String>) {
        let (form, words) = (&self.form, self.form.words());
        match form.page() {
            Page::Field(field) if offers.is_empty() => return self.push_how_to_type(field, lines),
            _ if self.style == Style::Select => return,
            // Its heading names the keys.
            Page::Long { .. } => {}
            Page::Base(Base::Question(_)) if self.boxes().is_some() => {
                return lines.push(words.enter_numbers.to_owned());
            }
            Page::Base(Base::Question(_)) if self.has_options() => lines.push(words.enter_number.to_owned()),
            Page::Base(Base::Question(_) | Base::Review) | Page::Field(_) => lines.push(words.enter_key.to_owned()),
            _ => lines.push(words.enter_listed_number.to_owned()),
        }
        lines.extend(self.kept(offers).map(|(kept, _)| fill(words.if_blank, &kept)));
        if let (Page::Leave { .. }, Some(send)) = (form.page(), offers.get(LeaveChoice::Send as usize)) {
            lines.push(fill(words.if_cancelled, &send.label));
        }
    }

    /// What each page of a dialog says of that, but what comes of nothing: that turns the page.
    pub(super) fn how_on_pages(&self, offers: &[Offer], how: &[String]) -> String {
        let (form, words) = (&self.form, self.form.words());
        let first = || how.first().cloned().unwrap_or_default();
        // What they are for is said on the last page, but they do it on any.
        let keys = || {
            let keys = offers
                .iter()
                .map(|offer| offer.key.as_str())
                .filter(|key| !matches!(key.as_bytes(), [b'1'..=b'9', ..]));
            keys.collect::<Vec<_>>().join(words.comma)
        };
        match form.page() {
            Page::Field(Field::Discussion(_)) => words.discuss_heading.to_owned(),
            Page::Field(Field::Note(..)) => words.note_heading.to_owned(),
            Page::Leave { .. } => how.iter().take(1).chain(how.last()).cloned().collect::<Vec<_>>().join("\n"),
            Page::Base(Base::Question(_)) if self.has_options() => format!("{} ({})", words.enter_number, keys()),
            // What is typed is the answer, but for the sign.
            Page::Field(Field::Answer(_)) if how.len() > 1 => {
                [first(), how.last().cloned().unwrap_or_default()].join(" ")
            }
            _ => first(),
        }
    }

    fn push_how_to_type(&self, field: Field, lines: &mut Vec<String>) {
        let (form, words) = (&self.form, self.form.words());
        if let Field::Answer(_) | Field::Added(..) = field {
            lines.push(words.enter_text.to_owned());
        }
        let may_be_empty = match field {
            Field::Answer(at) => form.entry(at).is_some_and(|entry| entry.question.allow_empty),
            // A heading says so.
            Field::Discussion(_) => false,
            Field::Note(..) | Field::Added(..) => true,
        };
        if !form.text().trim().is_empty() {
            let is_note = matches!(field, Field::Note(..));
            lines.push(if is_note { words.keep_or_delete_note } else { words.empty_keeps_text }.to_owned());
        } else if may_be_empty {
            lines.push(words.may_be_empty.to_owned());
        }
        if let Some((at, _)) = self.input().filter(|_| self.asking == Asking::OrSign) {
            let note = form.has_tabs().then_some(words.to_note);
            let back = (at > 0).then_some(words.to_go_back);
            let ways: Vec<&str> = note.into_iter().chain([words.to_discuss]).chain(back).collect();
            lines.push(fill(words.colon_for, &ways.join(words.comma)));
        }
    }
}

/// What can be chosen, in short: numbers would look as if one could be typed.
fn labels(entry: &Entry, words: &Words) -> Option<String> {
    let options = (0..entry.question.options.len()).filter_map(|at| entry.shown.option(at));
    let labels: Vec<String> = options.map(|option| listed(option.label.as_str().to_owned())).collect();
    (!labels.is_empty()).then(|| excerpt(&labels.join(words.comma), LABEL_ROWS, words))
}
