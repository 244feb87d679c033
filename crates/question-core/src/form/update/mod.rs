//! Applies actions to a form: (form, action) → step.
//!
//! This file dispatches an action to the page that is shown, turns pages and ends the form. Lists are in `list`, texts
//! in `text`.

mod list;
mod text;

use crate::answer::given::{Boxes, Row};
use crate::answer::outcome::Ending;
use crate::answer::replies::{Replies, Response, ResponseKind};
use crate::answer::sheet::Sheet;
use crate::call::called::is_comma;
use crate::form::action::{Action, Step};
use crate::form::command::Command;
use crate::form::entry::Entry;
use crate::form::guard::{Guard, QUIET_MS};
use crate::form::page::{Confirmation, ConfirmationChoice, Field, Notice, Page, Tab, Zoomed};
use crate::form::undo::Replaced;
use crate::form::{Form, Unfinished};
use crate::text::without_controls;

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
        let is_editors = matches!(action, Action::Type(_)) && self.is_editing();
        if is_editors || action == Action::Key {
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
            action => self.guarded(action, now),
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

    fn guarded(&mut self, action: Action, now: f64) -> Step {
        match action {
            action if self.is_ended() || self.guard.allows(&action, now) => self.update(action),
            Action::Submit(text) => {
                self.update(Action::Write(text));
                Step::Edit
            }
            _ => Step::Redraw,
        }
    }

    /// Applies an action past the guard, such as one of the host, of a dialog or of a response. Returns what the host does
    /// next. An action that means nothing on the page, or comes after the end, changes nothing.
    pub fn update(&mut self, action: Action) -> Step {
        if self.is_ended() {
            return Step::Idle;
        }
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

    /// Applies an action, which may complete `unfinished`.
    fn apply(&mut self, action: Action, unfinished: Option<Unfinished>) -> Step {
        match (action, self.page) {
            (Action::Do(command), page) => self.carry_out(command, page, unfinished),
            (Action::End(ending), _) => self.end(ending),
            (Action::Respond(response), _) => self.take_response(response),
            (Action::Enter(replies), _) => {
                self.fill(replies, true);
                Step::Redraw
            }
            (Action::Attach(path), Page::Field(field)) => self.attach(field, path),
            (Action::Unreadable(file), _) => {
                self.notice = Some(Notice::Unreadable(file));
                Step::Redraw
            }
            (Action::Point(row), _) => self.point(row),
            (Action::Take(row), _) => self.take(row, unfinished),
            (Action::Tab(tab), page) => self.turn_to(page, tab),
            (Action::Type(piece), page) => self.type_piece(page, &piece, unfinished),
            (Action::EndNumber, Page::Tab(Tab::Question(at))) => match unfinished.and_then(Unfinished::number) {
                Some(number) => self.choose(at, number - 1),
                None => Step::Redraw,
            },
            (Action::Write(text), Page::Field(field)) => self.write(field, text),
            (Action::Submit(text), Page::Field(field)) => self.submit_text(field, text, unfinished),
            (Action::Zoom(zoomed), page) if let Some(at) = page.list() => self.zoom(at, zoomed),
            (Action::ConfirmBoxes, page) if let Some(at) = page.list() => self.confirm_boxes(at, unfinished),
            (Action::OpenText, page) if let Some(at) = page.list() => self.open_custom(at),
            _ => Step::Idle,
        }
    }

    /// Carries out a command that the page offers.
    fn carry_out(&mut self, command: Command, page: Page, unfinished: Option<Unfinished>) -> Step {
        if !self.has_offer(command) {
            return Step::Idle;
        }
        let row = self.highlight();
        match (command, page) {
            (Command::External, _) => Step::OpenOutside,
            (Command::Leave, _) => self.leave_anyway(),
            (Command::PrevTab, Page::Zoom(at, zoomed)) => match zoomed {
                Zoomed::Prompt => Step::Idle,
                Zoomed::Option(option) => self.zoom(at, option.checked_sub(1).map_or(Zoomed::Prompt, Zoomed::Option)),
            },
            (Command::NextTab, Page::Zoom(at, zoomed)) => match zoomed {
                Zoomed::Prompt => self.zoom(at, Zoomed::Option(self.highlighted().map_or(0, |(_, option)| option))),
                Zoomed::Option(option) => self.zoom(at, Zoomed::Option(option + 1)),
            },
            (Command::PrevTab, _) => self.turn(page, self.entries.len()),
            (Command::NextTab, _) => self.turn(page, 1),
            (Command::Confirm | Command::Cancel | Command::Zoom, Page::Zoom(at, _)) => {
                self.turn_page(Page::Tab(Tab::Question(at)))
            }
            (Command::Confirm, Page::Confirm(asked, row)) => self.choose_confirmation(asked, Some(row)),
            (Command::Yes, Page::Confirm(asked, _)) => self.confirm_with(asked, ConfirmationChoice::Accept),
            (Command::Cancel | Command::No, Page::Confirm(asked, _)) => {
                self.confirm_with(asked, ConfirmationChoice::Back)
            }
            (Command::Cancel, _) if let Some(field) = page.field() => self.leave_text(field),
            (Command::Cancel, Page::Tab(tab)) if self.leaves(unfinished) => self.leave(tab),
            (Command::Cancel, Page::Tab(Tab::Review)) if !self.has_tabs() => self.show(Tab::Question(0)),
            (Command::Help, _) | (Command::Cancel, Page::Tab(_)) => Step::Redraw,
            // A text is kept, as by Esc.
            (Command::Discuss | Command::DiscussText, _) => self.open(Field::Discussion(page.tab())),
            (Command::Undo, _) => {
                let Some(change) = self.undo.undo(&mut self.entries, &mut self.discussion) else { return Step::Idle };
                let at = change.question();
                self.is_news = true;
                let text = change.taken_text(&self.entries, &self.discussion).map(str::to_owned);
                self.show_change(at, text.map_or(Notice::Undone(at), Notice::TakenBack))
            }
            (Command::Redo, _) => {
                let changed = self.undo.redo(&mut self.entries, &mut self.discussion).map(Replaced::question);
                self.is_news |= changed.is_some();
                changed.map_or(Step::Idle, |at| self.show_change(at, Notice::Redone(at)))
            }
            (Command::Note, Page::Tab(Tab::Review)) => {
                row.map_or(Step::Idle, |row| self.open(Field::Note(row, Tab::Review)))
            }
            (Command::Note, page) => {
                page.question().map_or(Step::Idle, |at| self.open(Field::Note(at, Tab::Question(at))))
            }
            (Command::Confirm, Page::Tab(Tab::Review)) => {
                row.map_or(Step::Idle, |row| self.confirm_review(row, unfinished))
            }
            (Command::Edit, Page::Options(at)) => self.go_on_typing(at),
            _ if let (Some(at), Some(row)) = (page.list(), row) => match command {
                Command::Confirm => self.confirm(at, row, unfinished),
                Command::Toggle => self.toggle(at, row),
                Command::ToggleAll => self.change_boxes(at, Boxes::toggle_all),
                Command::Edit => self.edit_row(at, row, unfinished),
                _ => Step::Idle,
            },
            // The screen scrolls, zooms and folds.
            _ => Step::Idle,
        }
    }

    /// Chooses the choice at index `row`, 0-based, of a confirmation.
    fn choose_confirmation(&mut self, asked: Confirmation, row: Option<usize>) -> Step {
        let choice = row.and_then(|row| asked.choices().get(row));
        choice.map_or(Step::Idle, |choice| self.confirm_with(asked, *choice))
    }

    fn confirm_with(&mut self, asked: Confirmation, choice: ConfirmationChoice) -> Step {
        match (choice, asked) {
            (ConfirmationChoice::Send, _) => self.end(Ending::Cancelled { share: true }),
            (ConfirmationChoice::Discard, _) => self.end(Ending::Cancelled { share: false }),
            (ConfirmationChoice::Accept, Confirmation::Long(field)) => {
                self.page = Page::Field(field);
                self.accept(field)
            }
            (ConfirmationChoice::Back, Confirmation::Long(field)) => {
                self.page = Page::Field(field);
                Step::Edit
            }
            (ConfirmationChoice::Back | ConfirmationChoice::Accept, Confirmation::Leave(from)) => self.back_to(from),
        }
    }

    /// Applies a program's response to the whole form.
    fn take_response(&mut self, Response { replies, kind }: Response) -> Step {
        self.fill(replies, true);
        match kind {
            ResponseKind::Answered => self.end(Ending::Answered),
            ResponseKind::Cancelled if self.is_revision() || !self.has_input() => {
                self.end(Ending::Cancelled { share: self.has_input() })
            }
            ResponseKind::Cancelled => self.end(Ending::Undecided),
            ResponseKind::Discussed(message) => {
                self.discussion = without_controls(message);
                self.end(Ending::Discussed)
            }
        }
    }

    /// Enters answers from outside the form. Questions without a reply stay as they are. `is_input` says whether the
    /// answers count as the user's input.
    pub(super) fn fill(&mut self, replies: Replies, is_input: bool) {
        for (entry, reply) in self.entries.iter_mut().zip(replies.0) {
            if let Some(reply) = reply {
                entry.reply(reply);
                if is_input {
                    entry.edit(|sheet| sheet.is_kept_elsewhere = false);
                }
            }
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
            page => self.carry_out(Command::Confirm, page, unfinished),
        }
    }

    /// Goes to the tab at this index, 0-based, if the page can be left.
    fn turn_to(&mut self, page: Page, tab: usize) -> Step {
        let has_tab = self.has_tabs() && tab <= self.entries.len();
        if has_tab && self.can_leave_tab(page) { self.show_closed(self.tab_at(tab)) } else { Step::Idle }
    }

    /// Returns whether another tab can be shown: not beside a text of a list, as long as it has the keys.
    fn can_leave_tab(&self, page: Page) -> bool {
        match page {
            Page::Tab(_) | Page::Options(_) => true,
            Page::Field(Field::Answer(at)) if self.starts_in_editor(at) => true,
            Page::Field(_) => self.open_text().is_empty(),
            Page::Zoom(..) | Page::Confirm(..) => false,
        }
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
        self.notice = Some(notice);
        step
    }

    /// Continues after an answer with the next question or the review, or ends a form without a review. A question that
    /// was opened from the review leads back to it.
    fn go_on(&mut self, at: usize) -> Step {
        if !self.has_review() {
            return self.end(Ending::Answered);
        }
        let is_picked = self.picked.take() == Some(at);
        self.show(if is_picked || self.is_revision() { Tab::Review } else { self.tab_at(at + 1) })
    }

    /// Goes this many tabs to the right; the first tab follows the last.
    fn turn(&mut self, page: Page, tabs: usize) -> Step {
        if !self.can_leave_tab(page) {
            return Step::Idle;
        }
        let review = self.entries.len();
        let here = page.tab().question().unwrap_or(review);
        self.show_closed(self.tab_at((here + tabs) % (review + 1)))
    }

    /// Returns the tab at this index, 0-based; the review follows the questions.
    fn tab_at(&self, at: usize) -> Tab {
        if at < self.entries.len() { Tab::Question(at) } else { Tab::Review }
    }

    /// Shows a tab. A question that takes only text shows its editor; the review highlights Submit.
    pub(super) fn show(&mut self, tab: Tab) -> Step {
        let page = match tab {
            Tab::Question(at) => self.entry(at).map_or(Page::Tab(tab), |entry| entry.page(at)),
            Tab::Review => {
                self.review_highlight = self.submit_row();
                Page::Tab(tab)
            }
        };
        self.turn_page(page)
    }

    /// Shows a tab that was reached from another. A text stays closed there, so that ← and → go on.
    pub(super) fn show_closed(&mut self, tab: Tab) -> Step {
        self.settle();
        match tab {
            Tab::Question(at) if self.entry(at).is_some_and(|entry| !entry.sheet().editor_text().trim().is_empty()) => {
                self.turn_page(Page::Tab(tab))
            }
            tab => self.show(tab),
        }
    }

    /// Shows a tab as it was left.
    fn back_to(&mut self, tab: Tab) -> Step {
        match tab {
            Tab::Question(at) if self.is_only_editor(at) => self.open(Field::Answer(at)),
            tab => self.turn_page(Page::Tab(tab)),
        }
    }

    /// Opens the text editor.
    fn open(&mut self, field: Field) -> Step {
        self.turn_page(Page::Field(field))
    }

    /// Shows a page. A text that is open on another one is settled.
    fn turn_page(&mut self, page: Page) -> Step {
        let open = self.page.field();
        let is_same = page.field() == open;
        if !is_same {
            self.settle();
        }
        self.undo.end_typing();
        self.page = page;
        if is_same {
            return Step::Redraw;
        }
        if let Some(Field::Answer(at)) = open {
            self.entries.get_mut(at).into_iter().for_each(Entry::end_search);
        }
        if let Some(Field::Answer(at)) = page.field() {
            self.search(at);
        }
        if page.field().is_some() { Step::Edit } else { Step::Redraw }
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

    /// Goes to a row beside the open text of a question: back to the text, or to the options above it. A text without words
    /// is closed.
    fn point_beside_text(&mut self, at: usize, row: usize) {
        let Some(entry) = self.entry(at) else { return };
        let is_text = entry.row(row) == Row::Custom;
        if is_text {
            self.page = Page::Field(Field::Answer(at));
        } else if entry.sheet().editor_text().trim().is_empty() {
            self.turn_page(Page::Tab(Tab::Question(at)));
        } else {
            self.page = Page::Options(at);
        }
    }

    /// Leaves the form from a tab. If anything is entered, asks first, or sends the answers if the setting
    /// `confirmDiscard` is off.
    fn leave(&mut self, from: Tab) -> Step {
        self.settle();
        if !self.has_input() {
            return self.end(Ending::Cancelled { share: false });
        }
        if self.confirm_discard {
            return self.turn_page(Page::Confirm(Confirmation::Leave(from), 0));
        }
        self.end(self.undecided_ending())
    }

    /// Returns the ending of a form that the user leaves without saying what becomes of the answers: they are sent.
    pub(crate) fn undecided_ending(&self) -> Ending {
        if self.is_revision() { Ending::Cancelled { share: true } } else { Ending::Undecided }
    }

    /// Leaves the form from any page, as [`Self::leave`] does from a tab. From the page that asks, leaves at once and keeps
    /// everything, because a key that is pressed twice out of habit must not decide what is sent or dropped.
    fn leave_anyway(&mut self) -> Step {
        self.keep_erased();
        match self.page {
            Page::Confirm(Confirmation::Leave(_), _) => self.end(Ending::Left),
            Page::Field(Field::Note(_, from)) => self.leave(from),
            page => self.leave(page.tab()),
        }
    }

    /// Submits the form: confirms each default that the review lists. Questions without either stay unanswered.
    fn submit_form(&mut self) -> Step {
        for entry in &mut self.entries {
            entry.edit(Sheet::confirm);
        }
        self.end(Ending::Answered)
    }

    fn end(&mut self, ending: Ending) -> Step {
        self.ending = Some(ending);
        Step::Finish
    }
}
