//! The form on a screen of rows and columns: what the user does there becomes actions of the form, and the form becomes
//! frames.
//!
//! It owns the viewport and where scrolling stands. What is drawn is a pure function of it; nothing here knows colors,
//! escape codes or raw keys.

mod allot;
pub(crate) mod command;
mod draw;
mod fold;
pub(crate) mod frame;
mod head;
mod head_rows;
mod help;
mod hints;
pub(crate) mod keys;
mod layout;
mod list;
pub(crate) mod notice;
pub(crate) mod own_questions;
mod question;
mod reel;
pub(crate) mod review;
pub(crate) mod scroll;
mod seen;
mod tabs;
mod tally;
pub(crate) mod target;
mod transcript;
mod transcript_lines;
mod usage;
mod window;

pub use transcript::{call, result};

use crate::answer::result::{Host, ToolResult};
use crate::call::settings::Settings;
use crate::form::action::{Action, Step};
use crate::form::guard::Before;
use crate::form::page::Page;
use crate::form::{Focus, Form};
use command::{Command, Meaning};
use frame::Frame;
use keys::Keys;
use layout::Layout;
use reel::Reading;
use scroll::{Scroll, Scrolled};
use target::Target;

/// One form on the screen.
#[derive(Clone, Debug)]
pub struct Screen {
    form: Form,
    keys: Keys,
    /// Percent of the terminal's rows that the form may take.
    max_height: usize,
    viewport: Viewport,
    scrolled: Scrolled,
    /// The page of keys, while it is shown: how many of its rows are scrolled off.
    help: Option<usize>,
}

/// The size of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewport {
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
            viewport: Viewport { columns: 80, rows: 24 },
            scrolled: Scrolled::default(),
            help: None,
        }
    }

    /// The form.
    #[must_use]
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// See [`Form::guard`].
    pub fn guard(&mut self, before: Before) {
        self.form.guard(before);
    }

    /// See [`Form::painted`].
    pub fn painted(&mut self, now: f64) {
        self.form.painted(now);
    }

    /// See [`Form::holds`].
    pub fn holds(&mut self, types: bool, now: f64) -> bool {
        self.form.holds(types, now)
    }

    /// See [`Form::quiet_in`].
    pub fn quiet_in(&mut self, now: f64) -> f64 {
        self.form.quiet_in(now)
    }

    /// Tells the screen the size of the terminal.
    pub fn resize(&mut self, viewport: Viewport) {
        if self.viewport != viewport {
            self.viewport = viewport;
            self.settle();
        }
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
        let (base, page, highlighted) = (self.form.base(), self.form.page(), self.form.highlighted());
        let step = match input {
            Input::Press(command) => match command.meaning() {
                Meaning::Scroll(scroll) => self.move_by(scroll, update),
                Meaning::Action(Action::Confirm | Action::Toggle) if self.is_reading() => {
                    // The highlight is out of sight while the prompt is read: bring it back instead of answering.
                    self.stop_reading();
                    update(&mut self.form, Action::Point(0));
                    Step::Redraw
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
            // The options are out of sight while the prompt is read.
            Input::Digit(_) if self.is_reading() => {
                let highlight = self.form.highlight();
                update(&mut self.form, Action::Point(highlight))
            }
            Input::Digit(digit) => self.take_row(Action::Digit(digit), update),
            Input::Write(text) => update(&mut self.form, Action::Write(text)),
            Input::Submit(text) => update(&mut self.form, Action::Submit(text)),
            Input::Click(Target::Item(row)) => self.take_row(Action::Take(row), update),
            Input::Aim(Target::Item(row)) => self.take_row(Action::Point(row), update),
            Input::Click(Target::Tab(tab)) | Input::Aim(Target::Tab(tab)) => update(&mut self.form, Action::Tab(tab)),
            Input::Click(Target::Preview | Target::Nothing) | Input::Aim(Target::Preview | Target::Nothing) => {
                Step::Idle
            }
            Input::WheelUp(target) => self.wheel(target, Scroll::PreviewUp, Scroll::Up),
            Input::WheelDown(target) => self.wheel(target, Scroll::PreviewDown, Scroll::Down),
            Input::Unreadable(file) => update(&mut self.form, Action::Unreadable(file)),
            Input::Abort => update(&mut self.form, Action::Abort),
            Input::Fail(reason) => update(&mut self.form, Action::Fail(reason)),
        };
        let now = self.form.page();
        // A page that was left scrolled begins anew.
        if self.form.base() != base || matches!(now, Page::Filter(_)) {
            self.stop_reading();
        }
        let turns_page = now != page && !matches!(now, Page::Preview(_));
        if now != page {
            self.rewind_head();
        }
        if turns_page || self.form.highlighted() != highlighted {
            self.rewind_preview();
        }
        self.settle();
        step
    }

    /// What has to hold after everything that changes what is shown.
    fn settle(&mut self) {
        let page = self.form.page();
        if self.is_reading() && !Layout::of(self, page, 0).is_head_cut {
            self.stop_reading();
        }
        if self.head_spot().is_some() && !Layout::at_rest(self, page, self.editor_rows()).has_mark {
            self.rewind_head();
        }
    }

    /// What takes a row of the list ends the reading of the prompt above it.
    fn take_row(&mut self, action: Action, update: Update<'_>) -> Step {
        let step = update(&mut self.form, action);
        if step != Step::Idle {
            self.stop_reading();
        }
        step
    }

    /// The wheel scrolls the preview under it, else the list, or the prompt above an editor.
    fn wheel(&mut self, target: Target, preview: Scroll, list: Scroll) -> Step {
        match (target, self.form.page()) {
            (_, Page::Field(field)) => {
                let reading = if list == Scroll::Up { Reading::RowUp } else { Reading::RowDown };
                if self.read(field, reading) == Some(true) { Step::Redraw } else { Step::Idle }
            }
            (Target::Preview, Page::Base(_) | Page::Filter(_)) => self.move_by(preview, &mut Form::update),
            _ => self.move_by(list, &mut Form::update),
        }
    }

    fn move_by(&mut self, scroll: Scroll, update: Update<'_>) -> Step {
        if self.form.is_ended() {
            return Step::Idle;
        }
        if let Page::Field(field) = self.form.page() {
            let reading = match scroll {
                Scroll::ReadUp => Reading::PageUp,
                Scroll::ReadDown => Reading::PageDown,
                Scroll::PreviewUp => Reading::HalfUp,
                Scroll::PreviewDown => Reading::HalfDown,
                Scroll::Up | Scroll::Down | Scroll::PageUp | Scroll::PageDown | Scroll::First | Scroll::Last => {
                    let highlight = self.form.highlight();
                    return update(&mut self.form, Action::Point(highlight));
                }
            };
            // At its end, too, a key that scrolls does nothing to the text.
            let is_reading = self.read(field, reading).is_some();
            let highlight = self.form.highlight();
            let told = update(&mut self.form, Action::Point(highlight));
            // A notice that goes is drawn; where there is no text, the key has nothing else to do.
            let is_empty = self.form.field_text(field).is_empty();
            return match is_reading {
                true => Step::Redraw,
                false if is_empty => told,
                false => Step::Idle,
            };
        }
        let (row, has_moved) = self.scroll(scroll);
        // The form hears of every key, even of one that moves nothing: it ends what the form was telling.
        let row = row.unwrap_or(self.form.highlight());
        let step = update(&mut self.form, Action::Point(row));
        if has_moved { Step::Redraw } else { step }
    }

    /// Columns that the text editor, or the line that filters, may take.
    #[must_use]
    pub fn field_columns(&self) -> usize {
        let tail = tally::beside_filter(self).map_or(0, |tail| tail.width());
        self.viewport.columns - tail
    }

    /// Whether there is more on the page than is shown, so that keys which turn over a screenful are the form's.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        let page = self.form.page();
        let layout = Layout::of(self, page, self.editor_rows());
        let is_list_cut = matches!(page, Page::Preview(_)) || !layout.is_list_whole();
        layout.is_head_cut || layout.has_mark || (!self.form.is_editing() && is_list_cut)
    }

    /// Draws the form. A line is never wider than the viewport, and the frame with the editor never taller than its
    /// share of the terminal: 70 % of the rows unless the user has set another, at least 8.
    #[must_use]
    pub fn frame(&self, editor: Editor) -> Frame<'_> {
        self.help.map_or_else(|| draw::frame(self, editor), |skip| help::frame(self, skip))
    }

    /// What is at a place of the frame that was drawn last, with the editor's rows in their slot; both count from 0.
    #[must_use]
    pub fn target(&self, editor: Editor, row: usize, column: usize) -> Target {
        if self.help.is_some() { Target::Nothing } else { target::target(self, editor, row, column) }
    }
}
