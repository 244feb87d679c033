//! The texts of the editor: what is typed, submitted and erased. It must not decide what a text does to the list beside
//! it, which `beside` does.

use crate::answer::given::Row;
use crate::answer::outcome::Ending;
use crate::answer::sheet::Sheet;
use crate::form::action::Step;
use crate::form::entry::Entry;
use crate::form::host_commands::is_command;
use crate::form::page::{Confirmation, Field, Notice, Page, Tab};
use crate::form::undo::Replaced;
use crate::form::{Form, Unfinished};
use crate::text::{has_no_controls, is_blank, without_controls};

impl Form {
    /// Stores the text of the editor, and searches the list beside it, or closes the text if it is empty. Words that are
    /// not new may stay on the row of the text, although they name an option.
    pub(super) fn write(&mut self, field: Field, text: String) -> Step {
        // If the text is not kept as it is, the user sees what is sent.
        let step = if has_no_controls(&text) { Step::Redraw } else { Step::Edit };
        let is_new = self.type_text(field, without_controls(text));
        let (Some(_), Field::Answer(at)) = (self.list_beside(field), field) else { return step };
        if self.field_text(field).is_empty() {
            self.unfinished = Some(Unfinished::Erasing);
            return self.turn_page(Page::Tab(Tab::Question(at)));
        }
        if is_new {
            self.find(at);
        }
        step
    }

    /// Stores the text of the editor, and submits it: takes what is highlighted. A text that the user has not seen yet is
    /// only stored, if it changes what that is.
    pub(super) fn submit_text(&mut self, field: Field, text: String, unfinished: Option<Unfinished>) -> Step {
        let is_new = self.field_text(field).trim() != text.trim();
        let before = self.highlight();
        self.type_text(field, without_controls(text));
        if let (true, Field::Answer(at)) = (is_new, field) {
            self.find(at);
            if self.highlight() != before {
                return Step::Edit;
            }
        }
        self.submit(field, unfinished)
    }

    /// Stores the text of the editor. Returns whether it is another one.
    fn type_text(&mut self, field: Field, text: String) -> bool {
        if self.field_text(field) == text {
            return false;
        }
        let at = match field {
            Field::Discussion(_) => {
                let before = std::mem::replace(&mut self.discussion, text);
                self.undo.record_typing(|| Replaced::Discussion(before));
                self.is_news = true;
                return true;
            }
            Field::Answer(at) | Field::Added(at, _) | Field::Note(at, _) => at,
        };
        let is_shorter = text.len() < self.field_text(field).len();
        if let Some(entry) = self.entries.get_mut(at) {
            self.undo.record_typing(|| Replaced::Sheet(at, entry.sheet().clone()));
            match field {
                Field::Answer(_) if is_shorter => drop(self.erased.get_or_insert_with(|| entry.sheet().clone())),
                _ if is_blank(&text) => {}
                _ => self.erased = None,
            }
            entry.edit(|sheet| {
                sheet.is_kept_elsewhere = false;
                match field {
                    Field::Note(..) => sheet.write_note(text),
                    Field::Added(_, added) => sheet.change_boxes(|boxes| boxes.write(added, text)),
                    Field::Answer(_) | Field::Discussion(_) => sheet.write(text),
                }
            });
        }
        true
    }

    /// Submits the text of the editor. Refuses blank text if the field needs text, and asks first if the text is long.
    fn submit(&mut self, field: Field, unfinished: Option<Unfinished>) -> Step {
        if let (Some(_), Field::Answer(at)) = (self.list_beside(field), field)
            && let Some(step) = self.take_beside_text(at)
        {
            return step;
        }
        let text = self.field_text(field);
        let may_be_blank = match field {
            Field::Answer(at) => self.entry(at).is_some_and(|entry| entry.question.allow_empty),
            Field::Added(..) | Field::Note(..) | Field::Discussion(_) => true,
        };
        if is_blank(text) && !may_be_blank {
            self.notice = Some(Notice::BlankText);
            return Step::Edit;
        }
        if is_command(text.trim(), &self.host_commands) && unfinished != Some(Unfinished::HostCommand) {
            self.unfinished = Some(Unfinished::HostCommand);
            return Step::Edit;
        }
        let is_long = self.soft_limit > 0 && text.chars().nth(self.soft_limit).is_some();
        // Another text counts without being submitted.
        let is_new = match field {
            Field::Answer(at) => self.entry(at).is_some_and(|entry| !entry.sheet().is_settled()),
            Field::Note(..) | Field::Added(..) => self.undo.is_typing(),
            Field::Discussion(_) => true,
        };
        if is_long && is_new {
            self.page = Page::Confirm(Confirmation::Long(field), 0);
            return Step::Redraw;
        }
        self.accept(field)
    }

    /// Accepts the text of the editor without asking.
    pub(super) fn accept(&mut self, field: Field) -> Step {
        let text = self.field_text(field).to_owned();
        match field {
            Field::Discussion(_) => self.end(Ending::Discussed),
            Field::Added(at, added) => {
                let step = self.back_to(Tab::Question(at));
                if let Some(entry) = self.entries.get_mut(at) {
                    // An equal one may be left in its place.
                    let row = entry.sheet().given.typed().iter().position(|typed| typed.text == text);
                    entry.point_to_added(row.unwrap_or(added));
                }
                step
            }
            Field::Note(_, from) => self.back_to(from),
            Field::Answer(at) => {
                self.change(at, |sheet| sheet.answer_with(text));
                let has_boxes = self.entry(at).is_some_and(|entry| entry.question.mode.has_boxes());
                let step = if has_boxes { self.back_to(Tab::Question(at)) } else { self.go_on(at) };
                if let Some(entry) = self.entries.get_mut(at) {
                    if has_boxes { entry.point_to_added(usize::MAX) } else { entry.show(Row::Custom) }
                }
                step
            }
        }
    }

    /// Goes back from the editor, and keeps its text. If the form has no other page, leaves the form.
    pub(super) fn leave_text(&mut self, field: Field) -> Step {
        match field {
            Field::Answer(at) if self.leaves(None) => self.leave(Tab::Question(at)),
            Field::Answer(at) | Field::Added(at, _) => self.back_to(Tab::Question(at)),
            // The review may have gained or lost the row of the message.
            Field::Discussion(Tab::Review) if self.review_highlight >= self.entries.len() => self.show(Tab::Review),
            Field::Note(_, from) | Field::Discussion(from) => self.back_to(from),
        }
    }

    /// Settles the texts of a question: drops blank ones, and takes back an answer whose own text was erased. Undo brings
    /// back what was erased, and then what was there before. If that is there again, there is nothing else to undo.
    pub(super) fn settle_texts(&mut self, at: usize) {
        let erased = self.erased.take();
        let (before, Some(entry)) = (self.undo.before_typing(), self.entries.get_mut(at)) else { return };
        let is_erased = is_blank(entry.sheet().editor_text());
        let mut settled = entry.sheet().clone();
        if erased.as_ref().is_some_and(|before| settled.has_erased_answer(before)) {
            settled.take_back();
        }
        settled.settle();
        if settled != *entry.sheet() {
            entry.edit(|sheet| *sheet = settled);
        }
        let Some(before) = before else { return };
        let is_step = |erased: &Sheet| is_erased && erased.draft().is_some() && !erased.is_same(&before);
        let erased = erased.filter(is_step);
        let is_void = entry.sheet().is_same(&before);
        if is_void {
            entry.edit(|sheet| *sheet = before);
        }
        match erased {
            Some(erased) => {
                self.undo.end_typing();
                self.undo.record(Replaced::Sheet(at, erased));
            }
            None if is_void => self.undo.forget_typing(),
            None => self.undo.end_typing(),
        }
    }

    /// Settles the open text before it is left.
    pub(super) fn settle(&mut self) {
        let field = self.page.field();
        if let Some(at) = field.and_then(Field::question) {
            self.settle_texts(at);
        }
        if let Some(Field::Answer(at)) = field {
            self.entries.get_mut(at).into_iter().for_each(Entry::leave_search);
        }
    }
}
