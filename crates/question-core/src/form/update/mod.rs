//! (Form, action) → step: the only place where a form changes.
//!
//! Here an action finds the page that it belongs to, and here are the ways from page to page; what an action does to a
//! list is in `list`, to a text in `text`, to the questions that the form itself asks in `asking`.

mod asking;
mod list;
mod text;

use crate::answer::draft::Draft;
use crate::answer::reply::Replies;
use crate::answer::reply::{Response, ResponseKind};
use crate::form::action::{Action, Step, Target};
use crate::form::entry::Entry;
use crate::form::guard::Guard;
use crate::form::history::{Change, Changed};
use crate::form::{Base, Cursor, Ending, Field, Form, Notice, Page};
use crate::screen;

impl Form {
    /// Tells the form that it opened at `now`, and that the last key before that had come at `last`; both in
    /// milliseconds since the same moment. Keys that follow shortly are not taken as meant for the form.
    pub fn opened(&mut self, last: Option<f64>, now: f64) {
        self.guard = Guard::new(last, now);
    }

    /// Applies an action that comes at `now`, unless it was hardly meant for the form; see [`Self::opened`].
    pub fn update_at(&mut self, action: Action, now: f64) -> Step {
        match action {
            action if self.is_ended() || self.guard.lets(&action, now) => self.update(action),
            Action::Submit(text) => {
                // The editor has dropped the text that it submitted.
                self.update(Action::Draft(text));
                Step::Edit
            }
            _ => Step::Idle,
        }
    }

    /// Applies an action and says what the host has to do. An action that means nothing where the form is, or that
    /// comes after its end, changes nothing.
    pub fn update(&mut self, action: Action) -> Step {
        if self.is_ended() {
            return Step::Idle;
        }
        let notice = match action {
            // Typing goes on below the notice; it says why the last submit did not count.
            Action::Draft(_) => None,
            _ => self.notice.take(),
        };
        let step = self.apply(action, notice);
        if notice.is_some() || self.notice.is_some() {
            // It takes rows from the list.
            screen::clamp(self);
        }
        match step {
            Step::Idle if notice.is_some() => Step::Redraw,
            step => step,
        }
    }

    /// `notice` is what the user was told before.
    fn apply(&mut self, action: Action, notice: Option<Notice>) -> Step {
        match (self.page, action) {
            (_, Action::Abort) => self.end(Ending::Aborted),
            (_, Action::Disconnect) => self.end(Ending::Disconnected),
            (_, Action::Respond(response)) => self.respond(response),
            (_, Action::Fail(reason)) => self.end(Ending::Failed(reason)),
            (_, Action::Click(target)) => self.click(target, notice),
            (_, Action::WheelUp(target)) => self.wheel(target, Action::PreviewUp, Action::CursorUp, notice),
            (_, Action::WheelDown(target)) => self.wheel(target, Action::PreviewDown, Action::CursorDown, notice),
            (Page::Field(field), action) => self.update_text(field, action),
            (Page::Filter(at), action) => self.update_filter(at, action),
            (Page::Preview(at), action) => self.update_preview(at, &action),
            (Page::Long { field, choice }, action) => self.update_long(field, choice, &action),
            (Page::Leave { from, choice }, action) => self.update_leave(from, choice, &action),
            (Page::Base(page), Action::Cancel) => self.leave(page),
            (Page::Base(page), Action::PrevTab) => self.turn(page, Direction::Left),
            (Page::Base(page), Action::NextTab) => self.turn(page, Direction::Right),
            (Page::Base(page), Action::Discuss) => self.open(Field::Discussion(page)),
            (Page::Base(_), Action::Undo) => {
                let changed = self.history.undo(&mut self.entries, &mut self.discussion);
                self.show_change(changed)
            }
            (Page::Base(_), Action::Redo) => {
                let changed = self.history.redo(&mut self.entries, &mut self.discussion);
                self.show_change(changed)
            }
            (Page::Base(Base::Question(at)), action) => self.update_question(at, &action, notice),
            (Page::Base(Base::Review), action) => self.update_review(&action),
        }
    }

    /// Takes what another program says for the whole form.
    fn respond(&mut self, Response { replies, kind }: Response) -> Step {
        for (entry, reply) in self.entries.iter_mut().zip(&replies.0) {
            entry.draft.is_touched |= reply.is_some();
        }
        self.fill(replies);
        match kind {
            ResponseKind::Answered => self.end(Ending::Answered),
            ResponseKind::Cancelled => self.end(Ending::Cancelled { share: self.has_input() }),
            ResponseKind::Discussed(said) => {
                self.discussion = said;
                self.end(Ending::Discussed)
            }
        }
    }

    /// Enters answers that came from elsewhere; what has none stays as it is.
    pub(crate) fn fill(&mut self, replies: Replies) {
        for (entry, reply) in self.entries.iter_mut().zip(replies.0) {
            if let Some(reply) = reply {
                entry.reply(reply);
            }
        }
        self.height = screen::height(self);
        screen::clamp(self);
    }

    /// A click on an item is what Enter is on it, but a click on a box only checks it.
    fn click(&mut self, target: Target, notice: Option<Notice>) -> Step {
        let review = self.entries.len();
        let is_row = |at: usize, row: usize| self.entry(at).is_some_and(|entry| row < entry.row_count());
        match (target, self.page) {
            (Target::Tab(tab), page) if self.has_tabs() && tab <= review => {
                match page {
                    Page::Base(_) => {}
                    Page::Field(Field::Answer(at)) if self.is_input(at) => self.take_along(at),
                    _ => return Step::Idle,
                }
                self.show(self.tab(tab))
            }
            (Target::Item(row), Page::Base(Base::Question(at))) if is_row(at, row) => {
                self.point(Some(Cursor::at(row)));
                self.choose(at, row)
            }
            (Target::Item(row), Page::Filter(at)) if is_row(at, row) => {
                self.point(Some(Cursor::at(row)));
                self.apply(Action::Confirm, notice)
            }
            (Target::Item(row), Page::Base(Base::Review)) if row <= review => {
                self.review = Cursor::at(row);
                self.apply(Action::Confirm, notice)
            }
            (Target::Item(row), Page::Leave { from, .. }) => self.choose_leaving(from, row),
            (Target::Item(row), Page::Long { field, .. }) => self.choose_long(field, row),
            _ => Step::Idle,
        }
    }

    /// The wheel scrolls the preview under it, else the list.
    fn wheel(&mut self, target: Target, preview: Action, list: Action, notice: Option<Notice>) -> Step {
        match (target, self.page) {
            (_, Page::Field(_)) => Step::Idle,
            (Target::Preview, Page::Base(_) | Page::Filter(_)) => self.apply(preview, notice),
            _ => self.apply(list, notice),
        }
    }

    fn entry(&self, at: usize) -> Option<&Entry> {
        self.entries.get(at)
    }

    /// Changes the draft of a question; undo brings back what it was.
    fn change(&mut self, at: usize, change: impl FnOnce(&mut Draft)) {
        if let Some(entry) = self.entries.get_mut(at) {
            let before = entry.draft.clone();
            change(&mut entry.draft);
            self.changed(at, before);
        }
    }

    fn changed(&mut self, at: usize, before: Draft) {
        if let Some(entry) = self.entries.get_mut(at) {
            entry.draft.is_touched = true;
            if entry.draft != before {
                self.history.record(Change::Draft(at, before));
                // The review has grown.
                self.height = screen::height(self);
            }
        }
    }

    /// Turns to the question whose draft undo or redo has changed; not into its editor, where their keys are text.
    fn show_change(&mut self, changed: Option<Changed>) -> Step {
        match changed {
            Some(Changed::Question(at)) => {
                self.height = screen::height(self);
                self.back_to(Base::Question(at))
            }
            Some(Changed::Discussion) => Step::Redraw,
            None => Step::Idle,
        }
    }

    /// Goes on after an answer: to the next question, after the last to the review, and without one to the end.
    fn go_on(&mut self, at: usize) -> Step {
        if !self.has_review() {
            return self.end(Ending::Answered);
        }
        self.show(self.tab(at + 1))
    }

    /// Goes to the neighbor tab, around the ends.
    fn turn(&mut self, page: Base, direction: Direction) -> Step {
        if !self.has_review() {
            return Step::Idle;
        }
        let review = self.entries.len();
        let here = match page {
            Base::Question(at) => at,
            Base::Review => review,
        };
        let there = match direction {
            Direction::Left => here.checked_sub(1).unwrap_or(review),
            Direction::Right if here == review => 0,
            Direction::Right => here + 1,
        };
        self.show(self.tab(there))
    }

    /// The page of a tab; that of the review comes behind those of the questions.
    fn tab(&self, at: usize) -> Base {
        if at < self.entries.len() { Base::Question(at) } else { Base::Review }
    }

    /// Turns to a page. A question that takes only text shows its editor. The review always starts on Submit.
    fn show(&mut self, page: Base) -> Step {
        match page {
            Base::Question(at) if self.is_input(at) => return self.open(Field::Answer(at)),
            Base::Review => self.review = Cursor::at(self.entries.len()),
            Base::Question(_) => {}
        }
        self.page = Page::Base(page);
        // The page may have been left scrolled, in a terminal of another size.
        if let Some(cursor @ Cursor::Prompt { .. }) = self.cursor_mut() {
            *cursor = Cursor::at(0);
        }
        self.settle()
    }

    /// Goes back to the page that this one was opened from, as it was left.
    fn back_to(&mut self, page: Base) -> Step {
        match page {
            Base::Question(at) if self.is_lone_input(at) => self.open(Field::Answer(at)),
            page => {
                self.page = Page::Base(page);
                self.settle()
            }
        }
    }

    /// Opens the text editor.
    fn open(&mut self, field: Field) -> Step {
        self.page = Page::Field(field);
        self.settle();
        Step::Edit
    }

    /// What has to hold on every new page.
    fn settle(&mut self) -> Step {
        self.history.end_typing();
        self.preview_skip = 0;
        screen::clamp(self);
        Step::Redraw
    }

    /// Moves the highlight of the page that is shown.
    fn point(&mut self, to: Option<Cursor>) -> Step {
        match (self.cursor_mut(), to) {
            (Some(cursor), Some(to)) if *cursor != to => {
                let is_same_row = cursor.row() == to.row();
                *cursor = to;
                if !is_same_row {
                    self.preview_skip = 0;
                }
                Step::Redraw
            }
            _ => Step::Idle,
        }
    }

    fn end(&mut self, ending: Ending) -> Step {
        self.ending = Some(ending);
        Step::Finish
    }
}

#[derive(Clone, Copy)]
enum Direction {
    Left,
    Right,
}
