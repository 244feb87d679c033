//! (Form, action) → step: the only place where a form changes.

use crate::action::{Action, Step};
use crate::form::{Base, Cursor, Ending, Form, Given, LeaveChoice, Notice, Page};
use crate::view;

impl Form {
    /// Applies an action and says what the host has to do. An action that means nothing where the form is, or that
    /// comes after its end, changes nothing.
    pub fn update(&mut self, action: Action) -> Step {
        if self.is_ended() {
            return Step::Idle;
        }
        let had_notice = match action {
            // Typing goes on below the notice; it says why the last submit did not count.
            Action::Draft(_) => false,
            _ => self.notice.take().is_some(),
        };
        let step = match (self.page, action) {
            (_, Action::Abort) => self.end(Ending::Aborted),
            (_, Action::Fail(reason)) => self.end(Ending::Failed(reason)),
            (Page::Editor(at), action) => self.update_editor(at, action),
            (Page::Leave { from, choice }, action) => self.update_leave(from, choice, &action),
            (Page::Base(page), Action::Cancel) => self.leave(page),
            (Page::Base(page), Action::PrevTab) => self.turn(page, Direction::Left),
            (Page::Base(page), Action::NextTab) => self.turn(page, Direction::Right),
            (Page::Base(Base::Question(at)), action) => self.update_question(at, &action),
            (Page::Base(Base::Review), action) => self.update_review(&action),
        };
        match step {
            Step::Idle if had_notice => Step::Redraw,
            step => step,
        }
    }

    fn update_question(&mut self, at: usize, action: &Action) -> Step {
        match *action {
            Action::Confirm => match self.entries.get(at).map(|entry| entry.cursor) {
                Some(Cursor::Row { row, .. }) => self.choose(at, row),
                // The highlight is out of sight while the prompt is read: bring it back instead of answering.
                Some(Cursor::Prompt { .. }) => self.point(Some(Cursor::at(0))),
                None => Step::Idle,
            },
            Action::Digit(0) => self.open_editor(at),
            Action::Digit(digit) => self.choose_option(at, usize::from(digit) - 1),
            ref action => self.point(view::scroll(self, action)),
        }
    }

    fn update_review(&mut self, action: &Action) -> Step {
        if *action != Action::Confirm {
            return self.point(view::scroll(self, action));
        }
        let row = self.review.row();
        if row < self.entries.len() {
            return self.show(Base::Question(row));
        }
        match self.first_unanswered() {
            None => self.end(Ending::Answered),
            Some(missing) => {
                self.notice = Some(Notice::Unanswered);
                self.show(Base::Question(missing))
            }
        }
    }

    fn update_editor(&mut self, at: usize, action: Action) -> Step {
        let Some(entry) = self.entries.get_mut(at) else {
            return Step::Idle;
        };
        match action {
            Action::Draft(text) => {
                entry.draft = text;
                Step::Redraw
            }
            Action::Cancel => self.show(Base::Question(at)),
            Action::Submit(text) if text.trim().is_empty() => {
                self.notice = Some(Notice::BlankText);
                Step::Edit
            }
            Action::Submit(text) => {
                entry.draft.clone_from(&text);
                self.answer(at, Given::Typed(text))
            }
            _ => Step::Idle,
        }
    }

    fn update_leave(&mut self, from: Base, choice: LeaveChoice, action: &Action) -> Step {
        use LeaveChoice::{Discard, Keep, Send};
        let choice = match (action, choice) {
            (Action::Cancel, _) | (Action::Confirm, Keep) => return self.show(from),
            (Action::Confirm, Send) => return self.end(Ending::Cancelled { share: true }),
            (Action::Confirm, Discard) => return self.end(Ending::Cancelled { share: false }),
            (Action::CursorDown, Keep) | (Action::CursorUp, Discard) => Send,
            (Action::CursorDown, Send) => Discard,
            (Action::CursorUp, Send) => Keep,
            _ => return Step::Idle,
        };
        self.page = Page::Leave { from, choice };
        Step::Redraw
    }

    /// Takes a row of the list: an option answers, the custom row opens its editor.
    fn choose(&mut self, at: usize, row: usize) -> Step {
        match self.entries.get(at) {
            Some(entry) if row == entry.custom_row() => self.open_editor(at),
            _ => self.choose_option(at, row),
        }
    }

    fn choose_option(&mut self, at: usize, option: usize) -> Step {
        match self.entries.get_mut(at) {
            Some(entry) if option < entry.question.options.len() => {
                entry.cursor = Cursor::at(option);
                self.answer(at, Given::Option(option))
            }
            _ => Step::Idle,
        }
    }

    fn open_editor(&mut self, at: usize) -> Step {
        let Some(entry) = self.entries.get_mut(at) else {
            return Step::Idle;
        };
        entry.cursor = Cursor::at(entry.custom_row());
        self.page = Page::Editor(at);
        Step::Edit
    }

    /// Notes an answer and goes on: to the next question, after the last to the review, and with one question to the
    /// end.
    fn answer(&mut self, at: usize, given: Given) -> Step {
        if let Some(entry) = self.entries.get_mut(at) {
            entry.answer = Some(given);
        }
        if !self.has_review() {
            return self.end(Ending::Answered);
        }
        let next = at + 1;
        self.show(if next < self.entries.len() { Base::Question(next) } else { Base::Review })
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
        self.show(if there == review { Base::Review } else { Base::Question(there) })
    }

    fn leave(&mut self, page: Base) -> Step {
        if !self.has_input() {
            return self.end(Ending::Cancelled { share: false });
        }
        self.page = Page::Leave { from: page, choice: LeaveChoice::Keep };
        Step::Redraw
    }

    /// Turns to a page. The review always starts on Submit.
    fn show(&mut self, page: Base) -> Step {
        let is_return = matches!(self.page, Page::Leave { .. });
        if page == Base::Review && !is_return {
            self.review = Cursor::at(self.entries.len());
        }
        self.page = Page::Base(page);
        // The page may have been left scrolled, in a terminal of another size.
        if let Some(cursor) = self.cursor_mut()
            && !is_return
            && matches!(cursor, Cursor::Prompt { .. })
        {
            *cursor = Cursor::at(0);
        }
        view::clamp(self);
        Step::Redraw
    }

    /// Moves the highlight of the page that is shown.
    fn point(&mut self, to: Option<Cursor>) -> Step {
        match (self.cursor_mut(), to) {
            (Some(cursor), Some(to)) if *cursor != to => {
                *cursor = to;
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
