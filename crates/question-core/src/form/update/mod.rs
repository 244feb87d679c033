//! (Form, action) → step: the only place where a form changes.
//!
//! Here an action finds the page that it belongs to, and here are the ways from page to page; what an action does to a
//! list is in `list`, to a text in `text`, to the questions that the form itself asks in `own_questions`.

mod list;
mod own_questions;
mod text;
mod undone;

use crate::answer::draft::Draft;
use crate::answer::replies::{Replies, Response, ResponseKind};
use crate::form::Form;
use crate::form::action::{Action, Step};
use crate::form::guard::{Before, Guard};
use crate::form::page::{Base, Ending, Field, Notice, Page};
use crate::form::undo::Change;
use crate::text::harmless;

impl Form {
    /// Guards a form that opens by itself, after what the user was doing `before`: keys that answer, toggle or open
    /// something count once there was silence since it was painted. Without this, all keys count.
    pub fn guard(&mut self, before: Before) {
        self.guard = Guard::new(before);
    }

    /// Notes that the form stands on the screen since `now`; times are in milliseconds since the same moment.
    pub fn painted(&mut self, now: f64) {
        self.guard.painted(now);
    }

    /// Counts a key that comes at `now`, whatever it is to the form, and returns whether it is still meant for what the
    /// user was doing before. `types`: it is a text, or ends one.
    pub fn holds(&mut self, types: bool, now: f64) -> bool {
        self.guard.holds(types, now)
    }

    /// Milliseconds of silence until all keys count: 0 once they do, infinite until the form is painted.
    pub fn quiet_in(&mut self, now: f64) -> f64 {
        self.guard.remaining_ms(now)
    }

    /// Applies an action that comes at `now`, unless the guard holds it up; see [`Self::guard`].
    pub fn update_at(&mut self, action: Action, now: f64) -> Step {
        match action {
            action if self.is_ended() || self.guard.allows(&action, now) => self.update(action),
            Action::Submit(text) => {
                // The editor has dropped the text that it submitted.
                self.update(Action::Write(text));
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
            // Typing goes on below a notice that it does not answer.
            Action::Write(ref text) if self.notice != Some(Notice::BlankText) || text.trim().is_empty() => None,
            _ => self.notice.take(),
        };
        let last = Last { notice, number: self.number.take() };
        let step = self.apply(action, last);
        match step {
            Step::Idle if last.notice.is_some() || last.number.is_some() => Step::Redraw,
            step => step,
        }
    }

    fn apply(&mut self, action: Action, last: Last) -> Step {
        match (self.page, action) {
            (_, Action::Abort) => self.end(Ending::Aborted),
            (_, Action::Stop) => self.end(Ending::Stopped),
            (_, Action::Disconnect) => self.end(Ending::Disconnected),
            (_, Action::Unasked) => self.end(Ending::Unasked),
            (_, Action::Respond(response)) => self.respond(response),
            (_, Action::Enter(replies)) => {
                self.take_over(&replies);
                self.fill(replies);
                Step::Redraw
            }
            (_, Action::Fail(reason)) => self.end(Ending::Failed(reason)),
            (page, Action::Tab(tab)) => self.turn_to(page, tab),
            (_, Action::Point(row)) => self.point(row),
            (_, Action::Take(row)) => self.take(row, last),
            (_, Action::Leave) => self.leave_anyway(),
            (_, Action::Help) => Step::Redraw,
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
                let changed = self.undo.back(&mut self.entries, &mut self.discussion);
                self.show_change(changed, Notice::Undone)
            }
            (Page::Base(_), Action::Redo) => {
                let changed = self.undo.again(&mut self.entries, &mut self.discussion);
                self.show_change(changed, Notice::Redone)
            }
            (Page::Base(Base::Question(at)), action) => self.update_question(at, &action, last),
            (Page::Base(Base::Review), action) => self.update_review(&action),
        }
    }

    /// Takes what another program says for the whole form.
    fn respond(&mut self, Response { replies, kind }: Response) -> Step {
        self.take_over(&replies);
        self.fill(replies);
        match kind {
            ResponseKind::Answered => self.end(Ending::Answered),
            ResponseKind::Cancelled if self.is_revision() || !self.has_input() => {
                self.end(Ending::Cancelled { share: self.has_input() })
            }
            ResponseKind::Cancelled | ResponseKind::Unanswered => self.end(Ending::Unanswered),
            ResponseKind::Discussed(said) => {
                self.discussion = harmless(said);
                self.end(Ending::Discussed)
            }
        }
    }

    /// Counts questions with an answer from elsewhere as answered by the user.
    pub(super) fn take_over(&mut self, replies: &Replies) {
        for (entry, reply) in self.entries.iter_mut().zip(&replies.0) {
            entry.edit(|draft| draft.is_touched |= reply.is_some());
        }
    }

    /// Enters answers that came from elsewhere; what has none stays as it is.
    pub(super) fn fill(&mut self, replies: Replies) {
        for (entry, reply) in self.entries.iter_mut().zip(replies.0) {
            if let Some(reply) = reply {
                entry.reply(reply);
            }
        }
    }

    /// Takes a row of the list that is shown, as Enter on it does; but a box is only checked.
    fn take(&mut self, row: usize, last: Last) -> Step {
        let is_row = |at: usize| self.entry(at).is_some_and(|entry| row < entry.row_count());
        match self.page {
            Page::Base(Base::Question(at)) if is_row(at) => {
                self.point(row);
                self.choose(at, row)
            }
            Page::Filter(at) if is_row(at) => {
                self.point(row);
                self.apply(Action::Confirm, last)
            }
            Page::Base(Base::Review) if row <= self.submit_row() => {
                self.review_highlight = row;
                self.apply(Action::Confirm, last)
            }
            Page::Leave { from, .. } => self.choose_leaving(from, row),
            Page::Long { field, .. } => self.choose_long(field, row),
            Page::Base(_) | Page::Filter(_) | Page::Field(_) | Page::Preview(_) => Step::Idle,
        }
    }

    /// Goes to a tab from a page that can be left for it.
    fn turn_to(&mut self, page: Page, tab: usize) -> Step {
        if !self.has_tabs() || tab > self.entries.len() {
            return Step::Idle;
        }
        match page {
            Page::Base(_) => {}
            Page::Field(Field::Answer(at)) if self.is_input(at) => self.take_along(at),
            _ => return Step::Idle,
        }
        self.show(self.tab(tab))
    }

    /// Changes the draft of a question; undo brings back what it was.
    fn change(&mut self, at: usize, change: impl FnOnce(&mut Draft)) {
        if let Some(entry) = self.entries.get_mut(at) {
            let before = entry.draft().clone();
            entry.edit(|draft| {
                change(draft);
                draft.is_touched = true;
            });
            if *entry.draft() != before {
                self.undo.record(Change::Draft(at, before));
            }
        }
    }

    /// Goes on after an answer: to the next question, after the last to the review, and without one to the end. One that was
    /// picked from the review leads back there.
    fn go_on(&mut self, at: usize) -> Step {
        if !self.has_review() {
            return self.end(Ending::Answered);
        }
        let is_picked = self.picked.take() == Some(at);
        self.show(if is_picked || self.is_revision() { Base::Review } else { self.tab(at + 1) })
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
    pub(super) fn show(&mut self, page: Base) -> Step {
        match page {
            Base::Question(at) if self.is_input(at) => return self.open(Field::Answer(at)),
            Base::Review => self.review_highlight = self.submit_row(),
            Base::Question(_) => {}
        }
        self.turn_page(Page::Base(page))
    }

    /// Goes back to the page that this one was opened from, as it was left.
    fn back_to(&mut self, page: Base) -> Step {
        match page {
            Base::Question(at) if self.is_lone_input(at) => self.open(Field::Answer(at)),
            page => self.turn_page(Page::Base(page)),
        }
    }

    /// Opens the text editor.
    fn open(&mut self, field: Field) -> Step {
        self.turn_page(Page::Field(field));
        Step::Edit
    }

    fn turn_page(&mut self, page: Page) -> Step {
        self.undo.end_typing();
        self.page = page;
        Step::Redraw
    }

    /// Moves the highlight of the page that is shown.
    fn point(&mut self, row: usize) -> Step {
        let before = self.highlight();
        match self.page {
            Page::Leave { from, .. } => self.point_leaving(from, row),
            Page::Long { field, .. } => self.point_long(field, row),
            Page::Filter(at) | Page::Base(Base::Question(at)) => {
                if let Some(entry) = self.entries.get_mut(at) {
                    entry.point(row);
                }
            }
            Page::Base(Base::Review) => self.review_highlight = row.min(self.submit_row()),
            Page::Field(_) | Page::Preview(_) => {}
        }
        if self.highlight() == before { Step::Idle } else { Step::Redraw }
    }

    fn end(&mut self, ending: Ending) -> Step {
        self.ending = Some(ending);
        Step::Finish
    }
}

/// What the last action has left for this one.
#[derive(Clone, Copy)]
struct Last {
    /// What the user was told.
    notice: Option<Notice>,
    /// The number that goes on with this digit, if it is one.
    number: Option<usize>,
}

#[derive(Clone, Copy)]
enum Direction {
    Left,
    Right,
}
