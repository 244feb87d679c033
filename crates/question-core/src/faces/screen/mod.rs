//! The form on a screen of rows and columns. Input of the user becomes actions of the form, and the form becomes
//! frames.
//!
//! This module owns the size of the terminal and the scroll position of each text. It changes the form only by actions,
//! and knows no colors, escape codes or raw keys.

mod allot;
mod draw;
mod folded;
mod head;
mod heights;
mod help;
mod hints;
mod item;
pub(crate) mod keys;
mod layout;
mod list;
mod notice;
mod preview;
mod scroll;
mod stack;
mod tabs;
pub(crate) mod target;
mod usage;
pub(crate) mod viewport;
mod window;
mod zoom;

use std::collections::BTreeMap;

use crate::answer::left::Left;
use crate::answer::result::Host;
use crate::call::settings::Settings;
use crate::faces::frame::Frame;
use crate::faces::model::ToolResult;
use crate::form::action::{Action, Step};
use crate::form::command::Command;
use crate::form::guard::{Guard, ItemClick};
use crate::form::page::Page;
use crate::form::waiter::{QueueAct, Waiter};
use crate::form::{Focus, Form};
use keys::Keys;
use layout::Layout;
use scroll::Area;
use stack::Anchor;
use target::Target;
use viewport::Movement;

/// A form on the screen.
#[derive(Clone, Debug)]
pub struct Screen {
    form: Form,
    keys: Keys,
    /// Maximum height of the form, in percent of the terminal's rows.
    max_height: usize,
    size: Size,
    /// The place of the first visible row of each text that was scrolled.
    anchors: BTreeMap<Area, Anchor>,
    /// Height of the host's editor as drawn last, in rows; 0 if none is open.
    editor_rows: usize,
    /// First visible row of the page of keys, 0-based, while that is shown.
    help: Option<usize>,
    is_folded: bool,
    /// Whether the form was drawn since it has changed.
    is_drawn: bool,
    /// Whether any row of the form is on the screen.
    is_seen: bool,
}

/// Size of the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Maximum width of a line, in columns.
    pub columns: usize,
    /// Rows of the whole terminal, of which a form takes only a part.
    pub rows: usize,
    /// Rows of the terminal that everything else than the transcript and the form takes; 0 if that is unknown.
    pub taken: usize,
}

/// Size of the host's text editor as the host draws it; all zero if none is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Editor {
    /// Number of lines.
    pub rows: usize,
    /// Line of the cursor, 0-based.
    pub cursor: usize,
}

/// Input of the user on the screen, or an event from the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Something happened that has no place on the screen: a key, a change of the text, the end of the call.
    Act(Action),
    /// The mouse was clicked on this target.
    Click(Target),
    /// The mouse wheel was turned up over this target.
    WheelUp(Target),
    /// The mouse wheel was turned down over this target.
    WheelDown(Target),
}

impl Screen {
    /// Creates a screen of 80 columns and 24 rows.
    #[must_use]
    pub fn new(form: Form, keys: Keys, settings: &Settings) -> Self {
        Self {
            form,
            keys,
            max_height: settings.max_height,
            size: Size { columns: 80, rows: 24, taken: 0 },
            anchors: BTreeMap::new(),
            editor_rows: 0,
            help: None,
            is_folded: false,
            is_drawn: true,
            is_seen: true,
        }
    }

    /// The form, to be read. Actions go through [`Self::update`].
    #[must_use]
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// Returns what the form would leave; see [`Form::left`].
    pub fn left(&mut self) -> Option<Left> {
        self.form.left()
    }

    /// Returns the guard; see [`Form::guard`].
    pub fn guard(&mut self) -> &mut Guard {
        self.form.guard()
    }

    /// Sets the size of the terminal at the time `now`. If that changes whether a list is narrowed to what the words beside
    /// it find, a quiet period begins.
    pub fn resize(&mut self, size: Size, now: f64) {
        let is_terminal_same = (self.size.columns, self.size.rows) == (size.columns, size.rows);
        self.size = size;
        if !is_terminal_same && self.help.is_none() {
            self.decide_narrow_again(now);
        }
    }

    /// Records at the time `now` whether any row of the form is on the screen. A quiet period begins when it appears.
    pub fn show(&mut self, is_seen: bool, now: f64) {
        if is_seen && !self.is_seen {
            self.guard().close_again(now);
        }
        self.is_seen = is_seen;
    }

    /// Records that the form was drawn.
    pub fn drawn(&mut self) {
        self.is_drawn = true;
        self.guard().drawn();
    }

    /// Decides about the list beside the open text once more, because the room has changed. A quiet period begins if that
    /// changes what is shown.
    fn decide_narrow_again(&mut self, now: f64) {
        if self.form.list_beside_text().is_some() && self.decide_narrow() {
            self.guard().close_again(now);
        }
    }

    /// Decides whether the list beside the open text is narrowed to what its words find: if not each of its items has a row
    /// of its own beside a text of one line. Returns whether that has changed.
    fn decide_narrow(&mut self) -> bool {
        let is_narrow = !Layout::fits_list_and_text(self);
        self.form.set_narrow(is_narrow) != is_narrow
    }

    /// Sets what waits for the form to end; see [`Form::set_waiting`].
    pub fn set_waiting(&mut self, waiting: Vec<Waiter>, now: f64) {
        self.form.set_waiting(waiting, now);
    }

    /// Takes what the user wants with it; see [`Form::take_queue_act`].
    pub fn take_queue_act(&mut self) -> Option<QueueAct> {
        self.form.take_queue_act()
    }

    /// The form's focus, unless the page of keys or the fold covers it.
    #[must_use]
    pub fn focus(&self) -> Focus {
        match self.help {
            _ if self.is_folded => Focus::Folded,
            Some(_) => Focus::Help,
            None => self.form.focus(),
        }
    }

    /// Returns the result of a form that has ended, or `None` before that.
    #[must_use]
    pub fn result(&self, host: Host) -> Option<ToolResult> {
        self.form.result(host)
    }

    /// Handles input at the time `now`, and returns what the host has to do. The guard may hold the input back; see
    /// [`Self::guard`].
    pub fn update(&mut self, input: Input, now: f64) -> Step {
        let (before, was_covered) = (self.form.list_beside_text(), self.help.is_some());
        let step = self.pass_on(input, now);
        self.is_drawn &= step == Step::Idle;
        let after = self.form.list_beside_text();
        if after.is_some() && after != before {
            self.decide_narrow();
        } else if was_covered && self.help.is_none() {
            self.decide_narrow_again(now);
        }
        step
    }

    /// Handles a key at the time `now`: one of a command, or one without a meaning in the form. A letter that the user has bound
    /// to a command types nothing; a blank, which is bound as well, goes on with a text. Completions in the open editor
    /// (`is_completing`) take all but the key that leaves the form.
    pub fn press(&mut self, command: Option<Command>, typed: &str, is_completing: bool, now: f64) -> Step {
        let is_completing = is_completing && command != Some(Command::Leave);
        match self.pass_to_text(command.map_or(Action::Key, Action::Do), is_completing, now) {
            Step::Type if !matches!(typed, "" | " ") => Step::Edit,
            step => step,
        }
    }

    /// Handles at the time `now` what is typed in one piece by keys without a command, or pasted; see [`Action::Type`].
    pub fn type_piece(&mut self, piece: String, is_completing: bool, now: f64) -> Step {
        self.pass_to_text(Action::Type(piece), is_completing, now)
    }

    /// Handles input. That of which the form has no use is the editor's, if that has the focus; that of completions at once,
    /// because who has opened them has seen the form. Keys there count for its quiet period nevertheless.
    fn pass_to_text(&mut self, action: Action, is_completing: bool, now: f64) -> Step {
        let is_text = is_completing && self.is_seen;
        let step = self.update(Input::Act(if is_text { Action::Key } else { action }), now);
        if is_text || (step == Step::Idle && self.focus() == Focus::Editor) { Step::Text } else { step }
    }

    fn pass_on(&mut self, input: Input, now: f64) -> Step {
        if !self.form.is_ended()
            && let Some(step) = self
                .update_unseen(&input)
                .or_else(|| self.update_fold(&input, now))
                .or_else(|| self.update_help(&input))
        {
            return step;
        }
        let is_zoomed = matches!(self.form.page(), Page::Zoom(..));
        let action = match input {
            // In a pager, Space turns the page, and types nothing.
            Input::Act(Action::Do(Command::Toggle)) if is_zoomed => return self.move_by(Movement::PageDown, now),
            Input::Act(Action::Do(Command::Zoom)) if !is_zoomed => Action::Zoom(self.zoomed()),
            Input::Act(Action::Do(command)) if let Some(movement) = Movement::by(command) => {
                return self.move_by(movement, now);
            }
            Input::Act(action) => action,
            // What stands there now was not on the screen.
            Input::Click(_) if !self.is_drawn => return Step::Redraw,
            Input::Click(Target::Item(row)) => match self.guard().click(row, now) {
                ItemClick::Chooses => Action::Take(row),
                ItemClick::Highlights => Action::Point(row),
                ItemClick::Repeats => Action::Stay,
            },
            Input::Click(Target::Tab(tab)) => Action::Tab(tab),
            Input::Click(_) => return Step::Idle,
            Input::WheelUp(target) => return self.wheel(target, Movement::WheelUp),
            Input::WheelDown(target) => return self.wheel(target, Movement::WheelDown),
        };
        let is_help = action == Action::Do(Command::Help);
        let step = self.form.update_from_user(action, now);
        // The form decides whether the key was meant for it. A form that has ended keeps its last frame.
        if is_help && step == Step::Redraw && !self.form.asks_to_pause() {
            self.help = Some(0);
        }
        step
    }

    /// Handles input of the user while no row of the form is on the screen: it can be left, and nothing else happens to it.
    fn update_unseen(&self, input: &Input) -> Option<Step> {
        match input {
            _ if self.is_seen => None,
            Input::Act(Action::Type(_) | Action::Key) => Some(Step::Early),
            Input::Act(Action::Do(command)) if !matches!(command, Command::Cancel | Command::Leave) => {
                Some(Step::Early)
            }
            Input::Click(_) | Input::WheelUp(_) | Input::WheelDown(_) => Some(Step::Idle),
            Input::Act(_) => None,
        }
    }

    /// Draws the form. No line is wider than the terminal. A text that is zoomed takes all rows but the host's and one of
    /// the transcript. Any other page, with the editor, takes the rows that it needs, at most all but the host's and three
    /// of the transcript, or the share of the terminal that the user has set.
    #[must_use]
    pub fn frame(&self, editor: Editor) -> Frame<'_> {
        draw::frame(self, editor)
    }

    /// Returns the target at a row and column of the last frame, with the editor's rows in their slot. Both are
    /// 0-based.
    #[must_use]
    pub fn target(&self, editor: Editor, row: usize, column: usize) -> Target {
        target::target(self, editor, row, column)
    }
}
