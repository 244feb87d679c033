//! Applies actions to texts in the editor, and to words that are typed into a list.

use crate::answer::given::Row;
use crate::answer::outcome::Ending;
use crate::answer::sheet::Sheet;
use crate::call::called::is_comma;
use crate::call::request::Mode;
use crate::form::action::Step;
use crate::form::entry::Entry;
use crate::form::host_commands::is_command;
use crate::form::page::{Confirmation, Field, Notice, Page, Tab};
use crate::form::undo::Replaced;
use crate::form::{Form, Unfinished};
use crate::text::letters::narrow;
use crate::text::{has_no_controls, is_blank, without_controls};

impl Form {
    /// Stores the text of the editor, and searches the list beside it.
    pub(super) fn write(&mut self, field: Field, text: String) -> Step {
        // If the text is not kept as it is, the user sees what is sent.
        let step = if has_no_controls(&text) { Step::Redraw } else { Step::Edit };
        let is_new = self.type_text(field, without_controls(text));
        if self.list_beside(field).is_some() { self.find_or_close(field, is_new, step) } else { step }
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

    /// Handles what the user types in one piece where the editor does not have the focus: a digit alone is a number, several
    /// characters are text, except for numbers of boxes. A page without a text says so.
    pub(super) fn type_piece(&mut self, page: Page, piece: &str, unfinished: Option<Unfinished>) -> Step {
        let digit = digit(piece);
        match (page, digit) {
            (Page::Tab(Tab::Question(at)), Some(digit)) => self.go_on_with_number(at, digit, unfinished),
            (Page::Tab(Tab::Review), Some(digit)) => self.open_numbered(digit, unfinished),
            (Page::Confirm(asked, _), Some(digit)) => self.choose_confirmation(asked, digit.checked_sub(1)),
            (Page::Zoom(..), Some(_)) | (Page::Field(_), _) => Step::Idle,
            (Page::Tab(Tab::Question(at)), None) => match self.boxes_numbered(at, piece) {
                Some(rows) => {
                    for row in rows {
                        self.choose(at, row);
                    }
                    Step::Redraw
                }
                None => self.type_words(at, unfinished),
            },
            (Page::Options(at), _) => self.go_on_typing(at),
            (Page::Zoom(at, _), None) => self.type_words(at, None),
            (Page::Tab(Tab::Review) | Page::Confirm(..), None) => {
                self.notice = Some(Notice::NoText);
                Step::Redraw
            }
        }
    }

    /// Goes back from the list to the open text above which it is, to go on with it.
    pub(super) fn go_on_typing(&mut self, at: usize) -> Step {
        self.page = Page::Field(Field::Answer(at));
        self.find(at);
        Step::Type
    }

    /// Returns the rows of the boxes that a piece of several characters consists of, by their numbers. `None` if it is text.
    fn boxes_numbered(&self, at: usize, piece: &str) -> Option<Vec<usize>> {
        let entry = self.entry(at).filter(|entry| entry.question.mode.has_boxes())?;
        if entry.highlighted_row() == Some(Row::Custom) {
            return None;
        }
        let piece: String = piece.chars().map(narrow).collect();
        let numbers = piece.split(|char: char| char == ' ' || is_comma(char)).filter(|number| !number.is_empty());
        let row = |number: &str| number.parse::<usize>().ok()?.checked_sub(1);
        let rows: Option<Vec<usize>> = numbers.map(row).collect();
        rows.filter(|rows| !rows.is_empty() && rows.iter().all(|row| *row < entry.question.options.len()))
    }

    /// Opens the text of a question's list with the digits of an unfinished number. Typing goes on with a draft, and else
    /// begins anew.
    pub(super) fn type_words(&mut self, at: usize, unfinished: Option<Unfinished>) -> Step {
        self.turn_page(Page::Field(Field::Answer(at)));
        let digits = unfinished.and_then(Unfinished::number).map_or(String::new(), |number| number.to_string());
        if let Some(entry) = self.entries.get_mut(at) {
            let before = entry.sheet().clone();
            // Words that only find are on no row.
            let goes_on = entry.question.allow_custom;
            entry.edit(|sheet| if goes_on { sheet.begin(&digits) } else { sheet.write(digits) });
            if entry.sheet().editor_text() != before.editor_text() {
                entry.edit(|sheet| sheet.is_kept_elsewhere = false);
                self.undo.record_typing(|| Replaced::Sheet(at, before));
            }
            self.find(at);
        }
        Step::Type
    }

    /// Searches a question's list for the words in its open text, and highlights what Enter takes.
    pub(super) fn find(&mut self, at: usize) {
        self.search(at);
        self.entries.get_mut(at).into_iter().for_each(Entry::highlight_found);
    }

    /// Searches a question's list for the words in its open text, which keep the highlight until they change.
    pub(super) fn search(&mut self, at: usize) {
        let has_picture = self.has_picture(Field::Answer(at));
        self.entries.get_mut(at).into_iter().for_each(|entry| entry.search_words(has_picture));
    }

    /// Sets whether the list beside the open text is narrowed to what its words find. The highlight stays where it is
    /// still shown. Returns whether the list was narrowed.
    pub(crate) fn set_narrow(&mut self, is_narrow: bool) -> bool {
        let Some(at) = self.list_beside_text() else { return false };
        let Some(entry) = self.entries.get_mut(at) else { return false };
        let was_narrow = entry.set_narrow(is_narrow);
        if !entry.shows_highlight() {
            self.page = Page::Field(Field::Answer(at));
            self.find(at);
        }
        was_narrow
    }

    /// Searches the list for the words that were typed beside it, or closes the text if it is empty. Words that are not
    /// new may stay on the row of the text, although they name an option.
    fn find_or_close(&mut self, field: Field, is_new: bool, step: Step) -> Step {
        let Field::Answer(at) = field else { return step };
        if !self.field_text(field).is_empty() {
            if is_new {
                self.find(at);
            }
            return step;
        }
        self.unfinished = Some(Unfinished::Erasing);
        self.turn_page(Page::Tab(Tab::Question(at)))
    }

    /// Restores the answer, the added text or the note that was just erased, because leaving the form says nothing of it.
    pub(super) fn keep_erased(&mut self) {
        let Some(field) = self.page.field().filter(|_| is_blank(self.open_text())) else { return };
        let entry = field.question().and_then(|at| self.entries.get_mut(at));
        if let (Some(entry), Some(before)) = (entry, self.undo.before_typing())
            && (!matches!(field, Field::Answer(_)) || entry.sheet().has_erased_answer(&before))
        {
            entry.edit(|sheet| *sheet = before);
            self.undo.forget_typing();
        }
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
        if self.is_long(text) && self.is_new(field) {
            self.page = Page::Confirm(Confirmation::Long(field), 0);
            return Step::Redraw;
        }
        self.accept(field)
    }

    /// Takes what is highlighted beside the open text of a list. Returns `None` if that is the words, as an answer of the
    /// user's own.
    fn take_beside_text(&mut self, at: usize) -> Option<Step> {
        let entry = self.entry(at)?;
        let mode = entry.question.mode;
        match entry.highlighted_row() {
            Some(Row::Custom) | None if is_blank(entry.sheet().editor_text()) && mode.has_boxes() => {
                self.turn_page(Page::Tab(Tab::Question(at)));
                self.highlight_row(at, Row::Custom);
                Some(self.confirm_boxes(at, None))
            }
            Some(Row::Custom) => None,
            Some(row) if mode.has_boxes() => Some(self.check_beside_text(at, row)),
            Some(Row::Option(option)) => Some(self.answer_with(at, option)),
            Some(Row::Typed(_)) | None => {
                self.notice = Some(Notice::NotOne);
                Some(Step::Edit)
            }
        }
    }

    /// Returns whether the text of the editor is none that counts without being submitted.
    fn is_new(&self, field: Field) -> bool {
        match field {
            Field::Answer(at) => self.entry(at).is_some_and(|entry| !entry.sheet().is_settled()),
            Field::Note(..) | Field::Added(..) => self.undo.is_typing(),
            Field::Discussion(_) => true,
        }
    }

    /// Returns whether a text is longer than the limit; 0 means no limit.
    fn is_long(&self, text: &str) -> bool {
        let limit = self.soft_limit;
        limit > 0 && text.chars().nth(limit).is_some()
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
                match self.entry(at).map(|entry| entry.question.mode) {
                    Some(Mode::Multi) => {
                        let step = self.back_to(Tab::Question(at));
                        self.entries.get_mut(at).into_iter().for_each(|entry| entry.point_to_added(usize::MAX));
                        step
                    }
                    Some(Mode::Single | Mode::Input) | None => {
                        let step = self.go_on(at);
                        self.highlight_row(at, Row::Custom);
                        step
                    }
                }
            }
        }
    }

    /// Goes back from the editor, and keeps its text. If the form has no other page, leaves the form.
    pub(super) fn leave_text(&mut self, field: Field) -> Step {
        match field {
            Field::Answer(at) if self.leaves(None) => self.leave(Tab::Question(at)),
            Field::Answer(at) | Field::Added(at, _) => self.back_to(Tab::Question(at)),
            Field::Note(_, from) => self.back_to(from),
            Field::Discussion(from) => {
                // The review may have gained or lost the row of the message.
                if from == Tab::Review && self.review_highlight >= self.entries.len() {
                    return self.show(from);
                }
                self.back_to(from)
            }
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

/// Returns the digit that a piece consists of, of any width.
fn digit(piece: &str) -> Option<usize> {
    let mut chars = piece.chars();
    let digit = narrow(chars.next()?).to_digit(10)?;
    chars.next().is_none().then_some(digit as usize)
}
