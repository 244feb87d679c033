//! The title of a dialog: its subject, its choices if they are typed, and how to reply.

use super::excerpt::excerpt;
use super::offer::DialogOption;
use super::pages::Title;
use super::{DialogStyle, Dialogs};
use crate::form::page::{Confirmation, Field, Page};
use crate::text::Clean;
use crate::text::listed;
use crate::view::{AsideKind, PageView, RowKind};
use crate::words::{Words, fill};

/// Maximum number of rows of a text that an earlier dialog showed in full.
const KNOWN_ROWS: usize = 3;

impl Dialogs {
    /// Returns the whole title and the options, or `None` once the form has ended.
    pub(super) fn whole(&self) -> Option<(Title, Vec<String>)> {
        if self.form.is_ended() {
            return None;
        }
        let page = PageView::of(&self.form);
        let offers = self.offers(&page);
        let mut options: Vec<String> = offers.iter().map(DialogOption::line).collect();
        let mut lines = self.heading(&page);
        let previews = self.previews();
        // A screen reader reads the whole title, so the question comes last; above a list of options it comes first.
        if self.is_typed() {
            lines.splice(0..0, previews.into_iter().map(|preview| preview + "\n"));
            if let Some(first) = offers.iter().position(DialogOption::is_command) {
                options.insert(first, self.form.words().commands.to_owned());
            }
            lines.append(&mut options);
        } else {
            lines.extend(previews.iter().map(|preview| ["\n", preview].concat()));
        }
        let of_form = page.notice.filter(|notice| notice.kind != AsideKind::News).map(|notice| self.aside(&notice));
        lines.splice(0..0, self.trouble.iter().cloned().chain(of_form));
        let (how, last) = self.how(&offers);
        let on_pages = how.join("\n");
        lines.extend(how.into_iter().chain(last));
        Some((Title { text: lines.join("\n"), how: on_pages }, options))
    }

    /// Returns the lines that say what the dialog is about.
    fn heading(&self, page: &PageView<'_>) -> Vec<String> {
        let (form, words) = (&self.form, self.form.words());
        let heads = [page.asks.as_ref().map(Clean::as_str), page.revising, page.title.as_ref().map(Clean::as_str)];
        let mut lines: Vec<String> = heads.into_iter().flatten().map(str::to_owned).collect();
        let is_known = self.is_about_known();
        let shown = |text: &str| if is_known { excerpt(text, KNOWN_ROWS, words) } else { text.to_owned() };
        if let (Some(prompt), Some(name)) = (page.prompt, &page.name) {
            // A prompt may have no visible text.
            let prompt = Some(prompt.plain()).filter(|prompt| prompt.columns() > 0).unwrap_or(name);
            let mut text = shown(prompt.as_str().trim_end());
            // Several lines may be a list, so a blank line separates them from the choices.
            if self.style == DialogStyle::Numbers && text.trim().contains('\n') {
                text.push('\n');
            }
            match page.number {
                Some((at, of)) if page.is_named => lines.extend([format!("{at}/{of} {}", name.as_str()), text]),
                Some((at, of)) => lines.push(format!("{at}/{of} {text}")),
                None => lines.push(text),
            }
        }
        if let Page::Field(Field::Discussion(_)) = form.page() {
            lines.extend(labels(page, words));
        }
        if !is_known {
            lines.extend(page.beside.iter().map(|aside| self.aside(aside)));
        }
        lines.extend(page.caption.as_ref().map(|caption| caption.as_str().to_owned()));
        let message = page.rows.iter().find(|row| row.kind == RowKind::Discussion);
        lines.extend(message.map(|row| excerpt(row.label.as_str(), KNOWN_ROWS, words)));
        match form.page() {
            Page::Field(Field::Note(..)) if !form.open_text().trim().is_empty() => {
                lines.push([words.note, &shown(Clean::text(form.open_text()).as_str())].concat());
            }
            Page::Field(_) if form.open_text().trim().is_empty() && !form.placeholder().is_empty() => {
                // Some programs send the placeholder of a dialog back as the answer, so it is part of the title.
                lines.push(format!("({})", form.placeholder()));
            }
            _ => {}
        }
        lines
    }

    /// Returns whether the dialog asks for a text about a question that an earlier dialog showed.
    fn is_about_known(&self) -> bool {
        matches!(self.form.page(), Page::Field(_)) && self.input().is_none()
    }

    /// Returns how to reply, and the last line, which says what an empty reply does.
    fn how(&self, offers: &[DialogOption]) -> (Vec<String>, Option<String>) {
        let (form, words) = (&self.form, self.form.words());
        let takes_text = form.listed_entry().is_some_and(|(_, entry)| entry.question.allow_custom);
        let how = match form.page() {
            Page::Field(field) => return self.how_to_type(field),
            _ if self.style == DialogStyle::Select => return (Vec::new(), None),
            _ if self.boxes().is_some() => {
                let how = if takes_text { words.enter_numbers_or_text } else { words.enter_numbers };
                return (vec![how.to_owned()], Some(words.empty_keeps_checked.to_owned()));
            }
            _ if takes_text => words.enter_number_or_text,
            _ => words.enter_number,
        };
        let mut how = vec![how.to_owned()];
        if let Page::Confirm(Confirmation::Leave(_), _) = form.page() {
            how.push(fill(words.if_cancelled, words.later));
        }
        (how, self.kept(offers).map(|(kept, _)| fill(words.if_blank, &kept)))
    }

    fn how_to_type(&self, field: Field) -> (Vec<String>, Option<String>) {
        let (form, words) = (&self.form, self.form.words());
        let is_answer = matches!(field, Field::Answer(_) | Field::Added(..));
        let how = is_answer.then(|| words.enter_text.to_owned()).into_iter().collect();
        let entry = field.question().and_then(|at| form.entry(at));
        let if_empty = match field {
            _ if form.open_text().trim().is_empty() => {
                let may_be_empty = match field {
                    // In sight of the boxes, the form confirms them.
                    Field::Answer(_)
                        if form.list_beside(field).is_some_and(|entry| entry.question.mode.has_boxes()) =>
                    {
                        return (how, Some(words.empty_keeps_checked.to_owned()));
                    }
                    Field::Answer(_) => entry.is_some_and(|entry| entry.question.allow_empty),
                    // The heading says so.
                    Field::Discussion(_) => false,
                    Field::Note(..) | Field::Added(..) => true,
                };
                may_be_empty.then(|| words.may_be_empty.to_owned())
            }
            Field::Note(..) => Some(words.keep_or_delete_note.to_owned()),
            Field::Answer(_) | Field::Added(..) | Field::Discussion(_) => {
                let is_default = entry.is_some_and(|entry| entry.sheet().shows_default());
                let text = Clean::text(form.open_text());
                let text = if self.is_about_known() {
                    excerpt(text.as_str(), KNOWN_ROWS, words)
                } else {
                    text.as_str().to_owned()
                };
                Some(fill(words.if_blank, &[if is_default { words.by_default } else { "" }, &text].concat()))
            }
        };
        (how, if_empty)
    }
}

/// Returns what a message is about, without the numbers, which cannot be typed in it: the labels of the options, or the
/// answers of the review.
fn labels(page: &PageView<'_>, words: &Words) -> Option<String> {
    let of_kind = |kind| page.rows.iter().filter(move |row| row.kind == kind).map(|row| row.label.as_str().to_owned());
    let options: Vec<String> = of_kind(RowKind::Option).map(listed).collect();
    let answers: Vec<String> = of_kind(RowKind::Answer).collect();
    let text = [options.join(words.comma), answers.join("\n")].concat();
    (!text.is_empty()).then(|| excerpt(&text, KNOWN_ROWS, words))
}
