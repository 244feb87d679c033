//! Applies actions to a form: (form, action) → step.
//!
//! This file passes an action of the user's through the guard, and hands it to the page that is shown. Each kind of page
//! has a file, which decides what an action does there: `list` with `beside`, `review`, `text`, `zoom` and `confirm`. None
//! of them may know keys, or rows and columns of a screen.

mod beside;
mod confirm;
mod leave;
mod list;
mod outside;
mod pages;
mod review;
mod text;
mod zoom;

use crate::answer::outcome::Ending;
use crate::answer::sheet::Sheet;
use crate::call::called::is_comma;
use crate::form::action::{Action, Step};
use crate::form::command::Command;
use crate::form::guard::{Guard, QUIET_MS};
use crate::form::page::{Confirmation, Field, Notice, Page, Tab};
use crate::form::undo::Replaced;
use crate::form::{Form, Unfinished};
use crate::text::letters::narrow;

/// Time after the number of a box in which a comma or a blank separates it from the next one, in milliseconds.
const SEPARATOR_MS: f64 = 1_000.0;

/// Returns whether an action separates the numbers of boxes that are typed one by one: a comma, or the key that toggles,
/// which is a blank.
fn is_separator(action: &Action) -> bool {
    match action {
        Action::Do(Command::Toggle) => true,
        Action::Type(piece) => !piece.is_empty() && piece.chars().all(|char| char == ' ' || is_comma(char)),
        _ => false,
    }
}

/// Returns whether two pages are not of one tab, or only one of them asks for a confirmation.
fn is_another(page: Page, other: Page) -> bool {
    let asks = |page| matches!(page, Page::Confirm(..));
    page.tab() != other.tab() || asks(page) != asks(other)
}

impl Form {
    /// Returns the guard. It is open at first.
    pub fn guard(&mut self) -> &mut Guard {
        &mut self.guard
    }

    /// Applies an action at `now`, if the guard allows it. A submitted text is kept in any case. A quiet period begins with
    /// a click that turns a page. An Enter that is held, or pressed twice, does not repeat what has to be confirmed twice.
    pub fn update_from_user(&mut self, action: Action, now: f64) -> Step {
        if !self.is_ended() && self.guard.is_early(&action, now) {
            return Step::Early;
        }
        // The host's editor types, and the form learns of the text that results.
        if action == Action::Key || matches!(action, Action::Type(_)) && self.is_editing() {
            return Step::Idle;
        }
        if now < self.numbers_until && is_separator(&action) {
            self.numbers_until = now + SEPARATOR_MS;
            return self.update(Action::EndNumber);
        }
        let is_click = matches!(action, Action::Take(_) | Action::Tab(_));
        let clicked = if let Action::Take(row) = action { Some(row) } else { None };
        let is_confirm = matches!(action, Action::Do(Command::Confirm) | Action::Submit(_));
        let is_number = matches!(&action, Action::Type(piece) if piece.chars().all(char::is_numeric));
        let types = matches!(action, Action::Type(_) | Action::Write(_));
        let (page, highlight) = (self.page, self.highlight());
        let is_open = self.guard.remaining_ms(now) <= 0.0;
        let asks = self.unfinished.is_some_and(Unfinished::has_to_be_repeated)
            || matches!(page, Page::Confirm(Confirmation::Long(_), _));
        let is_early = asks && now < self.asked_at + QUIET_MS;
        let is_unseen = matches!(page, Page::Confirm(..)) && self.guard.is_turned();
        let step = match action {
            // The number of a choice that was not on the screen was typed for another page.
            Action::Type(_) if is_unseen => Step::Redraw,
            // The editor drops a text that it submits.
            Action::Submit(_) if is_early => Step::Edit,
            _ if is_confirm && is_early => Step::Idle,
            action if self.is_ended() || self.guard.allows(&action, now) => self.update(action),
            Action::Submit(text) => {
                self.update(Action::Write(text));
                Step::Edit
            }
            _ => Step::Redraw,
        };
        if is_confirm {
            self.asked_at = now;
        }
        let has_boxes = self.listed_entry().is_some_and(|(_, entry)| entry.question.mode.has_boxes());
        let goes_on = is_number && is_open && has_boxes && self.page == page && step == Step::Redraw;
        self.numbers_until = if goes_on { now + SEPARATOR_MS } else { f64::NEG_INFINITY };
        match (is_click, self.page) {
            (true, own) if own != page => self.guard.turn_by_click(clicked, now),
            (false, own) if is_another(own, page) => self.guard.turn(),
            // Words are the user's own, whether they have seen them or not.
            (false, own)
                if types
                    && own.field().or(page.field()).is_some()
                    && self.highlight() != highlight
                    && self.highlighted().is_some() =>
            {
                self.guard.find();
            }
            _ => {}
        }
        step
    }

    /// Applies an action past the guard, such as one of the host, of a dialog or of a response. Returns what the host does
    /// next. An action that means nothing on the page, or comes after the end, changes nothing.
    pub fn update(&mut self, action: Action) -> Step {
        if self.is_ended() {
            return Step::Idle;
        }
        debug_assert!(self.page.question().is_none_or(|at| at < self.entries.len()), "there is no such question");
        let notice = match action {
            // Typing removes only a notice about the text, and only once the text is not blank.
            Action::Write(ref text)
                if !matches!(self.notice, Some(Notice::BlankText | Notice::NotOne | Notice::Unreadable(_)))
                    || text.trim().is_empty() =>
            {
                None
            }
            _ => self.notice.take(),
        };
        let unfinished = self.unfinished.take();
        // A marker of a picture is nothing without its path.
        self.is_news |= matches!(action, Action::Attach(_));
        let step = self.apply(action, unfinished);
        match step {
            Step::Idle if notice.is_some() || unfinished.is_some() => Step::Redraw,
            step => step,
        }
    }

    /// Applies an action, which may complete `unfinished`. One that means nothing on the page changes nothing.
    fn apply(&mut self, action: Action, unfinished: Option<Unfinished>) -> Step {
        let list = self.page.list();
        let open = if let Page::Field(field) = self.page { Some(field) } else { None };
        match action {
            Action::Do(command) => self.carry_out(command, unfinished),
            Action::Point(row) => self.point(row),
            Action::Take(row) => self.take(row, unfinished),
            Action::Tab(tab) if self.has_tabs() && tab <= self.entries.len() => self.turn_to(tab),
            Action::Type(piece) => self.type_piece(&piece, unfinished),
            Action::EndNumber if let Page::Tab(Tab::Question(at)) = self.page => {
                unfinished.and_then(Unfinished::number).map_or(Step::Redraw, |number| self.choose(at, number - 1))
            }
            Action::Zoom(zoomed) => {
                let at = list.or_else(|| open?.tab().question());
                at.map_or(Step::Idle, |at| self.zoom(at, zoomed))
            }
            Action::ConfirmBoxes => list.map_or(Step::Idle, |at| self.confirm_boxes(at, unfinished)),
            Action::OpenText => list.map_or(Step::Idle, |at| self.open_custom(at)),
            Action::Write(text) => open.map_or(Step::Idle, |field| self.write(field, text)),
            Action::Submit(text) => open.map_or(Step::Idle, |field| self.submit_text(field, text, unfinished)),
            Action::Attach(path) => open.map_or(Step::Idle, |field| self.attach(field, path)),
            Action::Respond(response) => self.take_response(response),
            Action::Enter(replies) => self.enter_replies(replies),
            Action::Unreadable(file) => self.notify(Notice::Unreadable(file)),
            Action::End(ending) => self.end(ending),
            Action::EndNumber | Action::Tab(_) | Action::Stay | Action::Key => Step::Idle,
        }
    }

    /// Carries out a command that the page offers.
    fn carry_out(&mut self, command: Command, unfinished: Option<Unfinished>) -> Step {
        use Command::{
            Cancel, Confirm, CursorDown, CursorUp, Discuss, DiscussText, Edit, External, First, Fold, Help, Last,
            Later, Leave, NextTab, No, Note, PageDown, PageUp, PrevTab, PreviewDown, PreviewUp, Queue, ReadDown,
            ReadUp, Redo, Toggle, ToggleAll, Undo, Yes, Zoom,
        };
        if !self.has_offer(command) {
            // In a text, the key may be one of the editor's.
            let asks_in_vain = command == Queue && self.waiting.is_empty() && !self.is_editing();
            return if asks_in_vain { self.notify(Notice::NobodyWaits) } else { Step::Idle };
        }
        let page = self.page;
        match command {
            Leave | Later if let Some(act) = self.act_on_waiting(command) => self.tell_queue(act),
            External => Step::OpenOutside,
            Queue => self.turn_page(Page::Confirm(Confirmation::Queue(page.tab()), 0)),
            Leave => self.leave_anyway(),
            Later => self.put_off(),
            Help => Step::Redraw,
            // A text is kept, as by Esc.
            Discuss | DiscussText => self.open(Field::Discussion(page.tab())),
            Note if let Some(at) = page.question() => self.open(Field::Note(at, Tab::Question(at))),
            Undo => {
                let Some(change) = self.undo.undo(&mut self.entries, &mut self.discussion) else { return Step::Idle };
                let at = change.question();
                let text = change.taken_text(&self.entries, &self.discussion).map(str::to_owned);
                self.show_change(at, text.map_or(Notice::Undone(at), Notice::TakenBack))
            }
            Redo => {
                let changed = self.undo.redo(&mut self.entries, &mut self.discussion).map(Replaced::question);
                changed.map_or(Step::Idle, |at| self.show_change(at, Notice::Redone(at)))
            }
            Cancel if let Some(field) = page.field() => self.leave_text(field),
            Note | Cancel | PrevTab | NextTab | Confirm | Yes | No | Edit | Toggle | ToggleAll | Zoom => match page {
                Page::Zoom(at, zoomed) => self.do_in_zoom(at, zoomed, command),
                Page::Confirm(asked, row) => self.do_in_confirmation(asked, row, command),
                _ if command == PrevTab => self.turn(self.entries.len()),
                _ if command == NextTab => self.turn(1),
                Page::Options(at) if command == Edit => self.go_on_typing(at),
                Page::Tab(Tab::Question(at)) | Page::Options(at) => self.do_in_list(at, command, unfinished),
                Page::Tab(Tab::Review) => self.do_in_review(command, unfinished),
                Page::Field(_) => Step::Idle,
            },
            // The screen moves the highlight, scrolls and folds.
            CursorUp | CursorDown | PageUp | PageDown | First | Last | Fold | ReadUp | ReadDown | PreviewUp
            | PreviewDown => Step::Idle,
        }
    }

    /// Chooses a row of the page's list as Enter does, except that a box is toggled and the list is not confirmed.
    fn take(&mut self, row: usize, unfinished: Option<Unfinished>) -> Step {
        if self.rows().is_none_or(|rows| row >= rows) {
            return Step::Idle;
        }
        self.point(row);
        match self.page {
            Page::Tab(Tab::Question(at)) | Page::Options(at) | Page::Field(Field::Answer(at)) => self.choose(at, row),
            _ => self.carry_out(Command::Confirm, unfinished),
        }
    }

    /// Handles what the user types in one piece where the editor does not have the focus: a digit alone is a number, several
    /// characters are text, except for numbers of boxes. A page without a text says so.
    fn type_piece(&mut self, piece: &str, unfinished: Option<Unfinished>) -> Step {
        match (self.page, digit(piece)) {
            (Page::Tab(Tab::Question(at)) | Page::Zoom(at, _), Some(digit)) => {
                self.go_on_with_number(at, digit, unfinished)
            }
            (Page::Tab(Tab::Review), Some(digit)) => self.open_numbered(digit, unfinished),
            (Page::Confirm(asked, _), Some(digit)) => {
                digit.checked_sub(1).map_or(Step::Idle, |row| self.do_in_confirmation(asked, row, Command::Confirm))
            }
            (Page::Field(_), _) => Step::Idle,
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
            (Page::Tab(Tab::Review) | Page::Zoom(..) | Page::Confirm(..), None) => self.notify(Notice::NoText),
        }
    }

    /// Highlights the row at this index of the page's list, 0-based, or the last row if there are fewer.
    fn point(&mut self, row: usize) -> Step {
        let before = self.highlight();
        let Some(last) = self.rows().and_then(|rows| rows.checked_sub(1)) else { return Step::Idle };
        let row = row.min(last);
        let (page, tab) = (self.page, self.tab());
        match (&mut self.page, tab) {
            (Page::Confirm(_, own), _) => *own = row,
            (_, Tab::Review) => self.review_highlight = row,
            (_, Tab::Question(at)) => {
                if page.field() == Some(Field::Answer(at)) {
                    self.point_beside_text(at, row);
                }
                self.entries.get_mut(at).into_iter().for_each(|entry| entry.point(row));
            }
        }
        if Some(row) == before && self.page == page { Step::Idle } else { Step::Redraw }
    }

    /// Changes the sheet of a question by what is chosen in its list, which is undone apart from a text beside it.
    fn change_by_choice(&mut self, at: usize, change: impl FnOnce(&mut Sheet)) {
        if let Page::Options(_) = self.page {
            self.settle_texts(at);
            self.undo.end_typing();
        }
        self.change(at, change);
    }

    /// Changes the sheet of a question, and records the change for undo.
    fn change(&mut self, at: usize, change: impl FnOnce(&mut Sheet)) {
        if let Some(entry) = self.entries.get_mut(at) {
            let before = entry.sheet().clone();
            entry.edit(|sheet| {
                change(sheet);
                sheet.is_kept_elsewhere = false;
            });
            if *entry.sheet() != before {
                self.undo.record(Replaced::Sheet(at, before));
            }
        }
    }

    /// Shows the question whose sheet undo or redo changed. Shows its list rather than its editor, where the keys of
    /// undo and redo are text.
    fn show_change(&mut self, at: Option<usize>, notice: Notice) -> Step {
        let step = at.map_or(Step::Redraw, |at| self.back_to(Tab::Question(at)));
        (self.is_news, self.notice) = (true, Some(notice));
        step
    }

    fn notify(&mut self, notice: Notice) -> Step {
        self.notice = Some(notice);
        Step::Redraw
    }

    fn end(&mut self, ending: Ending) -> Step {
        self.ending = Some(ending);
        Step::Finish
    }
}

/// Returns the digit that a piece consists of, of any width.
fn digit(piece: &str) -> Option<usize> {
    let mut chars = piece.chars();
    let digit = narrow(chars.next()?).to_digit(10)?;
    chars.next().is_none().then_some(digit as usize)
}
