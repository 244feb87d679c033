//! Applies actions to texts: in the editor, or in the filter of a list.

use crate::answer::draft::Draft;
use crate::answer::given::Row;
use crate::call::request::Mode;
use crate::form::Form;
use crate::form::action::{Action, Step};
use crate::form::entry::Entry;
use crate::form::page::{Base, Ending, Field, Notice, OwnQuestion, Page};
use crate::form::undo::Change;
use crate::text::{harmless, is_kept};

impl Form {
    /// Applies an action to the text in the editor.
    pub(super) fn update_text(&mut self, field: Field, action: Action) -> Step {
        match (action, field) {
            (Action::Write(text), _) => {
                let (text, step) = written(text);
                self.type_text(field, text);
                step
            }
            (Action::Submit(text), _) => {
                self.type_text(field, harmless(text));
                self.submit(field)
            }
            (Action::External, _) => Step::OpenOutside,
            (Action::Cancel, field) => self.leave_text(field),
            // The text is kept, as by Esc.
            (Action::DiscussText, Field::Answer(at)) => self.open(Field::Discussion(Base::Question(at))),
            _ => Step::Idle,
        }
    }

    /// Stores the text of the editor.
    fn type_text(&mut self, field: Field, text: String) {
        if self.field_text(field) == text {
            return;
        }
        let at = match field {
            Field::Discussion(_) => {
                let before = std::mem::replace(&mut self.discussion, text);
                self.undo.record_typing(|| Change::Discussion(before));
                return;
            }
            Field::Answer(at) | Field::Added(at, _) | Field::Note(at, _) => at,
        };
        if let Some(entry) = self.entries.get_mut(at) {
            self.undo.record_typing(|| Change::Draft(at, entry.draft().clone()));
            entry.edit(|draft| {
                draft.is_kept = false;
                match field {
                    Field::Note(..) => draft.note_text = text,
                    Field::Added(_, added) => {
                        if let Some(boxes) = draft.given.boxes_mut() {
                            boxes.edit_added(added, text);
                        }
                    }
                    Field::Answer(_) | Field::Discussion(_) => draft.text = text,
                }
            });
        }
    }

    /// Submits the text of the editor. Refuses blank text if the field needs text, and asks first if the text is long.
    fn submit(&mut self, field: Field) -> Step {
        let text = self.field_text(field);
        let is_blank = text.trim().is_empty();
        let may_be_blank = match field {
            Field::Answer(at) => self.entry(at).is_some_and(|entry| entry.question.allow_empty),
            Field::Added(..) | Field::Note(..) | Field::Discussion(_) => true,
        };
        if is_blank && !may_be_blank {
            self.notice = Some(Notice::BlankText);
            return Step::Edit;
        }
        if self.is_long(text) && !self.was_taken(field) {
            self.page = Page::Own(OwnQuestion::Long(field), 0);
            return Step::Redraw;
        }
        self.take_text(field)
    }

    /// Returns whether the text of the editor is what was last submitted, or the model's untouched default.
    pub(crate) fn was_taken(&self, field: Field) -> bool {
        let kept = |at: usize| self.entry(at).map(Entry::draft);
        match field {
            Field::Answer(at) => {
                kept(at).is_some_and(|draft| draft.given.text() == Some(&draft.text) || draft.is_untouched_default())
            }
            Field::Note(at, _) => kept(at).is_some_and(|draft| draft.note.as_ref() == Some(&draft.note_text)),
            Field::Added(at, text) => {
                kept(at).and_then(|draft| draft.given.typed().get(text)).is_some_and(|typed| typed.edit.is_none())
            }
            Field::Discussion(_) => false,
        }
    }

    /// Returns whether a text is longer than the limit; 0 means no limit.
    fn is_long(&self, text: &str) -> bool {
        let limit = self.soft_limit;
        limit > 0 && text.chars().nth(limit).is_some()
    }

    /// Accepts the text of the editor without asking.
    pub(super) fn take_text(&mut self, field: Field) -> Step {
        let text = self.field_text(field).to_owned();
        match field {
            Field::Discussion(_) => self.end(Ending::Discussed),
            Field::Added(at, text) => self.submit_added(at, text),
            Field::Note(at, from) => {
                self.change(at, |draft| draft.note = (!text.trim().is_empty()).then_some(text));
                self.back_to(from)
            }
            Field::Answer(at) => {
                self.change(at, |draft| draft.take_text(text));
                match self.entries.get_mut(at).filter(|entry| entry.question.mode == Mode::Multi) {
                    Some(entry) => {
                        entry.point_to_added(usize::MAX);
                        self.back_to(Base::Question(at))
                    }
                    None => self.go_on(at),
                }
            }
        }
    }

    /// Submits an added text and goes back to the list. A blank text or a duplicate is removed.
    fn submit_added(&mut self, at: usize, text: usize) -> Step {
        let Some(mut given) = self.entry(at).map(|entry| entry.draft().given.clone()) else { return Step::Idle };
        let text = given.boxes_mut().map_or(text, |boxes| boxes.submit_added(text));
        // Opening a text without editing it is no change.
        if self.entry(at).is_some_and(|entry| entry.draft().given != given) {
            self.change(at, |draft| draft.given = given);
        }
        if let Some(entry) = self.entries.get_mut(at) {
            entry.point_to_added(text);
        }
        self.back_to(Base::Question(at))
    }

    /// Goes back from the editor, and keeps its text. If the form has no other page, leaves the form.
    fn leave_text(&mut self, field: Field) -> Step {
        self.settle(field);
        match field {
            Field::Answer(at) if self.leaves(None) => self.leave(Base::Question(at)),
            Field::Answer(at) | Field::Added(at, _) => self.back_to(Base::Question(at)),
            Field::Note(_, from) => self.back_to(from),
            Field::Discussion(from) => {
                // The review may have gained or lost the row of the message.
                if from == Base::Review && self.review_highlight >= self.entries.len() {
                    return self.show(from);
                }
                self.back_to(from)
            }
        }
    }

    /// Takes an answer back whose text was erased in the editor that is left.
    pub(super) fn settle(&mut self, field: Field) {
        match field {
            Field::Answer(at) if self.entry(at).is_some_and(|entry| entry.draft().is_erased()) => {
                self.change(at, Draft::take_back);
            }
            Field::Added(at, added) if self.field_text(field).trim().is_empty() => {
                self.change(at, |draft| {
                    if let Some(boxes) = draft.given.boxes_mut() {
                        boxes.submit_added(added);
                    }
                });
            }
            Field::Answer(_) | Field::Added(..) | Field::Note(..) | Field::Discussion(_) => {}
        }
    }

    /// Chooses a row of a filtered list. In a list of boxes, the filter stays open.
    fn choose_found(&mut self, at: usize, row: usize) -> Step {
        let taken = self.entry(at).map(|entry| entry.row(row));
        let step = self.choose(at, row);
        if step == Step::Idle {
            return step;
        }
        if let Some((entry, taken)) = self.entries.get_mut(at).zip(taken) {
            entry.filter.taken(&entry.shown, taken);
        }
        match (step, self.page) {
            // The filter was cleared.
            (Step::Redraw, Page::Filter(_)) => Step::Edit,
            (step, _) => step,
        }
    }

    /// Shows the whole list again, with the same option highlighted. If nothing matches, the highlight returns to its
    /// earlier row.
    pub(super) fn close_filter(&mut self, at: usize) {
        let Some(entry) = self.entries.get_mut(at) else { return };
        if entry.filter.is_without_match() {
            entry.filter.close();
        } else {
            entry.show(entry.row(entry.highlight()));
        }
    }

    /// Applies an action to the filter.
    pub(super) fn update_filter(&mut self, at: usize, action: Action) -> Step {
        let Some(entry) = self.entries.get_mut(at) else { return Step::Idle };
        match action {
            Action::Write(text) => {
                let (text, step) = written(text);
                entry.filter.set(text, &entry.shown);
                step
            }
            Action::Cancel => {
                self.close_filter(at);
                self.back_to(Base::Question(at))
            }
            // A blank filter hides nothing, so Enter goes on as it does in the list of boxes.
            Action::Confirm if entry.question.mode.takes_many() && !entry.filter.is_filtering() => {
                self.close_filter(at);
                self.page = Page::Base(Base::Question(at));
                self.update_question(at, &action, None)
            }
            Action::Confirm => {
                let row = entry.highlight();
                if entry.row(row) != Row::Custom {
                    return self.choose_found(at, row);
                }
                // A text that matches nothing becomes an answer of the user's own, unless there is one. Otherwise the
                // filter keeps it.
                let is_taken = entry.question.allow_custom
                    && entry.filter.is_without_match()
                    && entry.draft().text.trim().is_empty();
                let text = is_taken.then(|| entry.filter.take_text());
                let step = self.choose(at, row);
                if let Some(text) = text.filter(|_| self.is_editing()) {
                    self.type_text(Field::Answer(at), text);
                }
                step
            }
            _ => Step::Idle,
        }
    }
}

/// Makes a text harmless. If that changes the text, the step puts it into the editor, so that the user sees what is
/// sent.
fn written(text: String) -> (String, Step) {
    let step = if is_kept(&text) { Step::Redraw } else { Step::Edit };
    (harmless(text), step)
}
