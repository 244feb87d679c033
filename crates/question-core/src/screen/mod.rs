//! The form on a screen of rows and columns: what the user does there becomes actions of the form, and the form becomes
//! frames.
//!
//! It owns the size of the terminal and how far each text is scrolled. What is drawn is a pure function of it; nothing here knows colors,
//! escape codes or raw keys.

pub(crate) mod command;
mod cover;
mod draw;
mod fold;
pub(crate) mod frame;
mod head;
mod help;
mod hints;
pub(crate) mod keys;
mod layout;
mod list;
pub(crate) mod notice;
pub(crate) mod own_questions;
mod question;
pub(crate) mod review;
mod scroll;
mod seen;
mod tabs;
mod tally;
pub(crate) mod target;
mod transcript;
mod transcript_lines;
mod usage;
pub(crate) mod viewport;
mod window;
mod zoom;

pub use transcript::{call, result};

use std::collections::BTreeMap;

use crate::answer::result::{Host, ToolResult};
use crate::call::settings::Settings;
use crate::form::action::{Action, Step};
use crate::form::guard::Guard;
use crate::form::page::Page;
use crate::form::{Focus, Form};
use command::{Command, Meaning};
use frame::Frame;
use keys::Keys;
use scroll::Area;
use target::Target;
use viewport::Scroll;

/// One form on the screen.
#[derive(Clone, Debug)]
pub struct Screen {
    form: Form,
    keys: Keys,
    /// Percent of the terminal's rows that the form may take.
    max_height: usize,
    size: Size,
    /// The first row in sight of each text that was scrolled.
    offsets: BTreeMap<Area, usize>,
    /// Rows of the host's editor, as it was drawn last; 0 where none is open.
    editor_rows: usize,
    /// The page of keys, while it is shown: the first of its rows in sight.
    help: Option<usize>,
}

/// The size of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Columns that a line may take.
    pub columns: usize,
    /// Rows of the whole terminal, of which a form takes only a part.
    pub rows: usize,
}

/// The size of the host's text editor as it would draw itself; all zero where none is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Editor {
    /// Lines of the editor.
    pub rows: usize,
    /// The line with the cursor, from 0.
    pub cursor: usize,
}

/// Something that the user did on the screen, or that the host tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A key was pressed that is bound to this command.
    Press(Command),
    /// A digit was pressed.
    Digit(u8),
    /// The editor, or the line that filters, holds this text now.
    Write(String),
    /// The editor was asked to submit this text.
    Submit(String),
    /// The mouse was clicked on something, to take it.
    Click(Target),
    /// The mouse was clicked on something while the form had no keys: that it gets them says nothing yet.
    Aim(Target),
    /// The mouse's wheel was turned up over something.
    WheelUp(Target),
    /// The mouse's wheel was turned down over something.
    WheelDown(Target),
    /// What the user's own editor has saved is no text; the file that holds it.
    Unreadable(String),
    /// The host ends the call: the run was aborted or the session is closing.
    Abort,
    /// The host cannot go on, for the reason given.
    Fail(String),
}

/// How the form takes an action: at a time, or as surely meant for it.
type Update<'a> = &'a mut dyn FnMut(&mut Form, Action) -> Step;

impl Screen {
    /// The form in a terminal of 80 columns and 24 rows, until that is told otherwise.
    #[must_use]
    pub fn new(form: Form, keys: Keys, settings: &Settings) -> Self {
        Self {
            form,
            keys,
            max_height: settings.max_height,
            size: Size { columns: 80, rows: 24 },
            offsets: BTreeMap::new(),
            editor_rows: 0,
            help: None,
        }
    }

    /// The form.
    #[must_use]
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// See [`Form::guard`].
    pub fn guard(&mut self) -> &mut Guard {
        self.form.guard()
    }

    /// Tells the screen the size of the terminal.
    pub fn resize(&mut self, size: Size) {
        self.size = size;
    }

    /// What has the user's keys.
    #[must_use]
    pub fn focus(&self) -> Focus {
        if self.help.is_some() { Focus::Help } else { self.form.focus() }
    }

    /// The result of a form that has ended; `None` while it goes on.
    #[must_use]
    pub fn result(&self, host: Host) -> Option<ToolResult> {
        self.form.result(host)
    }

    /// Takes what comes at `now`, unless the guard holds it up; see [`Self::guard`].
    pub fn update_at(&mut self, input: Input, now: f64) -> Step {
        self.take(input, &mut |form, action| form.update_at(action, now))
    }

    /// Takes what was surely meant for the form, and says what the host has to do.
    pub fn update(&mut self, input: Input) -> Step {
        self.take(input, &mut Form::update)
    }

    fn take(&mut self, input: Input, update: Update<'_>) -> Step {
        if !self.form.is_ended()
            && let Some(step) = self.update_help(&input)
        {
            return step;
        }
        match input {
            Input::Press(command) => match command.meaning() {
                Meaning::Scroll(scroll) => self.scroll(scroll, update),
                Meaning::Zoom => {
                    let zoomed = self.zoomed();
                    update(&mut self.form, Action::Zoom(zoomed))
                }
                Meaning::Action(Action::Help) => {
                    let step = update(&mut self.form, Action::Help);
                    // The form says whether the key was meant for it; one that has ended is drawn as it was.
                    if step == Step::Redraw {
                        self.help = Some(0);
                    }
                    step
                }
                Meaning::Action(action) => update(&mut self.form, action),
            },
            Input::Digit(digit) => update(&mut self.form, Action::Digit(digit)),
            Input::Write(text) => update(&mut self.form, Action::Write(text)),
            Input::Submit(text) => update(&mut self.form, Action::Submit(text)),
            Input::Click(Target::Item(row)) => update(&mut self.form, Action::Take(row)),
            Input::Aim(Target::Item(row)) => update(&mut self.form, Action::Point(row)),
            Input::Click(Target::Tab(tab)) | Input::Aim(Target::Tab(tab)) => update(&mut self.form, Action::Tab(tab)),
            Input::Click(Target::Prompt | Target::Preview | Target::Nothing)
            | Input::Aim(Target::Prompt | Target::Preview | Target::Nothing) => Step::Idle,
            Input::WheelUp(target) => self.wheel(target, Scroll::WheelUp),
            Input::WheelDown(target) => self.wheel(target, Scroll::WheelDown),
            Input::Unreadable(file) => update(&mut self.form, Action::Unreadable(file)),
            Input::Abort => update(&mut self.form, Action::Abort),
            Input::Fail(reason) => update(&mut self.form, Action::Fail(reason)),
        }
    }

    /// Columns that the text editor, or the line that filters, may take.
    #[must_use]
    pub fn field_columns(&self) -> usize {
        let tail = tally::beside_filter(self).map_or(0, |tail| tail.width());
        self.size.columns - tail
    }

    /// Draws the form. A line is never wider than the viewport, and the frame with the editor never taller than its
    /// share of the terminal: 70 % of the rows unless the user has set another, at least 8.
    #[must_use]
    pub fn frame(&self, editor: Editor) -> Frame<'_> {
        match (self.help, self.form.page()) {
            (Some(offset), _) => help::frame(self, offset),
            (None, Page::Zoom(at, zoomed)) => zoom::frame(self, at, zoomed),
            (None, _) => draw::frame(self, editor),
        }
    }

    /// What is at a place of the frame that was drawn last, with the editor's rows in their slot; both count from 0.
    #[must_use]
    pub fn target(&self, editor: Editor, row: usize, column: usize) -> Target {
        match (self.help, self.form.page()) {
            (Some(_), _) | (None, Page::Zoom(..)) => Target::Nothing,
            (None, _) => target::target(self, editor, row, column),
        }
    }
}
