//! The title of a dialog: its subject, its choices if they are typed, and how to reply.

use super::excerpt::excerpt;
use super::offer::Offer;
use super::pages::Title;
use super::{DialogStyle, Dialogs};
use crate::answer::content::listed;
use crate::answer::draft::Standing;
use crate::form::entry::Entry;
use crate::form::page::{Base, Field, OwnQuestion, Page};
use crate::screen::{notice, review};
use crate::text::Clean;
use crate::words::{Words, fill};

/// Maximum number of rows of a text that an earlier dialog showed in full.
const KNOWN_ROWS: usize = 3;

impl Dialogs {
    /// Returns the whole title and the options, or `None` once the form has ended.
    pub(super) fn whole(&self) -> Option<(Title, Vec<String>)> {
        if self.form.is_ended() {
            return None;
        }
        let is_typed = self.style == DialogStyle::Numbers;
        let offers = self.offers();
        let mut options: Vec<String> = offers.iter().map(Offer::text).collect();
        let mut lines = self.heading();
        let previews = self.previews();
        // A screen reader reads the whole title, so the question comes last; above a list of options it comes first.
        if is_typed {
            lines.splice(0..0, previews.into_iter().map(|preview| preview + "\n"));
            lines.append(&mut options);
        } else {
            lines.extend(previews.iter().map(|preview| ["\n", preview].concat()));
        }
        let trouble = self.trouble.iter().cloned().chain(notice::trouble(&self.form));
        lines.splice(0..0, trouble);
        let (how, last) = self.how(&offers);
        let on_pages = how.join("\n");
        lines.extend(how.into_iter().chain(last));
        Some((Title { text: lines.join("\n"), how: on_pages }, options))
    }

    /// Returns the lines that say what the dialog is about.
    fn heading(&self) -> Vec<String> {
        let (form, words) = (&self.form, self.form.words());
        let mut lines: Vec<String> = form.title().map(|title| title.as_str().to_owned()).into_iter().collect();
        let is_known = self.is_about_known();
        let shown = |text: &str| if is_known { excerpt(text, KNOWN_ROWS, words) } else { text.to_owned() };
        if let Some((at, entry)) = self.asked() {
            // A prompt may have no visible text.
            let prompt = entry.shown.prompt.plain();
            let text = if prompt.columns() > 0 { prompt } else { &entry.shown.name };
            let mut text = shown(text.as_str().trim_end());
            // Several lines may be a list, so a blank line separates them from the choices.
            if self.style == DialogStyle::Numbers && text.trim().contains('\n') {
                text.push('\n');
            }
            let number = form.has_tabs().then(|| format!("{}/{}", at + 1, form.entries().len()));
            match number {
                Some(number) if entry.question.own_label().is_some() => {
                    lines.push(format!("{number} {}", entry.shown.name.as_str()));
                    lines.push(text);
                }
                Some(number) => lines.push(format!("{number} {text}")),
                None => lines.push(text),
            }
            if let Page::Field(Field::Discussion(_)) = form.page() {
                lines.extend(labels(entry, words));
            }
            if let Page::Base(_) = form.page() {
                let notes = review::notes(entry, |text| text, words);
                lines.extend(notes.map(|note| Clean::line(&note).as_str().to_owned()));
            }
        }
        match form.page() {
            Page::Base(Base::Review) => {
                lines.push(words.review.to_owned());
                if form.has_discussion() {
                    let discussion = [review::PEN, words.not_sent, form.discussion()].concat();
                    lines.push(excerpt(&discussion, KNOWN_ROWS, words));
                }
            }
            Page::Own(OwnQuestion::Leave(_), _) => lines.push(words.leave.to_owned()),
            Page::Own(OwnQuestion::Long(field), _) => lines.push(form.long(field)),
            Page::Field(Field::Discussion(_)) => lines.push(words.discuss_heading.to_owned()),
            Page::Field(Field::Note(..)) => lines.push(words.note_heading.to_owned()),
            Page::Base(Base::Question(_))
            | Page::Field(Field::Answer(_) | Field::Added(..))
            | Page::Options(_)
            | Page::Zoom(..) => {}
        }
        let draft = Clean::text(form.text());
        if form.is_editing() && !draft.as_str().trim().is_empty() {
            let is_default = self
                .input()
                .and_then(|at| form.entry(at))
                .is_some_and(|entry| entry.draft().standing() == Standing::Proposed);
            let sign = if is_default { review::PROPOSED } else { review::PEN };
            lines.push([sign, shown(draft.as_str()).as_str()].concat());
        } else if form.is_editing() && !form.placeholder().is_empty() {
            // Some programs send the placeholder of a dialog back as the answer, so it is part of the title.
            lines.push(format!("({})", form.placeholder()));
        }
        lines
    }

    /// Returns whether the dialog asks for a text about a question that an earlier dialog showed.
    fn is_about_known(&self) -> bool {
        matches!(self.form.page(), Page::Field(_)) && self.input().is_none()
    }

    /// Returns the entry that the dialog is about, with its index, 0-based.
    fn asked(&self) -> Option<(usize, &Entry)> {
        let form = &self.form;
        let at = match form.page() {
            Page::Base(_) | Page::Field(_) | Page::Options(_) | Page::Zoom(..) => form.base().question()?,
            Page::Own(..) => return None,
        };
        Some((at, form.entry(at)?))
    }

    /// Returns how to reply, and the last line, which says what an empty reply does.
    fn how(&self, offers: &[Offer]) -> (Vec<String>, Option<String>) {
        let (form, words) = (&self.form, self.form.words());
        let how = match form.page() {
            Page::Field(field) => return self.how_to_type(field),
            _ if self.style == DialogStyle::Select => return (Vec::new(), None),
            // The heading names the keys, or the choices are numbered.
            Page::Own(..) | Page::Options(_) | Page::Zoom(..) => None,
            Page::Base(Base::Question(_)) if self.boxes().is_some() => {
                return (Vec::new(), Some(words.enter_numbers.to_owned()));
            }
            Page::Base(Base::Question(_)) if self.has_options() => Some(words.enter_number),
            Page::Base(_) => Some(words.enter_key),
        };
        let mut how: Vec<String> = how.map(str::to_owned).into_iter().collect();
        if let Page::Own(OwnQuestion::Leave(_), _) = form.page() {
            how.push(fill(words.if_cancelled, words.send_nothing));
        }
        (how, self.kept(offers).map(|(kept, _)| fill(words.if_blank, &kept)))
    }

    fn how_to_type(&self, field: Field) -> (Vec<String>, Option<String>) {
        let (form, words) = (&self.form, self.form.words());
        let mut how = Vec::new();
        if let Field::Answer(_) | Field::Added(..) = field {
            how.push(words.enter_text.to_owned());
        }
        if let Some(at) = self.input() {
            let note = form.has_tabs().then_some(words.to_note);
            let back = (at > 0).then_some(words.to_go_back);
            let ways: Vec<&str> = note.into_iter().chain([words.to_discuss]).chain(back).collect();
            how.push(fill(words.colon_for, &ways.join(words.comma)));
        }
        let may_be_empty = match field {
            Field::Answer(at) => form.entry(at).is_some_and(|entry| entry.question.allow_empty),
            // The heading says so.
            Field::Discussion(_) => false,
            Field::Note(..) | Field::Added(..) => true,
        };
        let if_empty = match field {
            Field::Note(..) if !form.text().trim().is_empty() => Some(words.keep_or_delete_note),
            _ if !form.text().trim().is_empty() => Some(words.empty_keeps_text),
            _ => may_be_empty.then_some(words.may_be_empty),
        };
        (how, if_empty.map(str::to_owned))
    }
}

/// Returns the labels of the options, without the numbers, which cannot be typed in a message.
fn labels(entry: &Entry, words: &Words) -> Option<String> {
    let options = (0..entry.question.options.len()).filter_map(|at| entry.shown.option(at));
    let labels: Vec<String> = options.map(|option| listed(option.label.as_str().to_owned())).collect();
    (!labels.is_empty()).then(|| excerpt(&labels.join(words.comma), KNOWN_ROWS, words))
}
