//! A form in a terminal, with a person before it. This is the one place where tests touch the core's form: what it has
//! become can be seen through [`Played`] alone.

use question_core::screen::{self, Editor, Preview};
use question_core::{
    Action, Focus, Form, Frame, Host, HostMode, Keys, Questionnaire, Replies, Settings, Step, Target, ToolResult,
    Viewport,
};

/// The call came from the terminal interface, at this time.
pub(crate) const TUI: Host = Host { mode: HostMode::Tui, now: Some(1_700_000_000_000) };
/// The editor of a form that has it open, unless a test wants another.
pub(crate) const EDITOR: Editor = Editor { rows: 3, cursor: 1 };

/// A form that is being filled in.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    form: Form,
}

impl Played {
    pub(crate) fn new(questionnaire: &Questionnaire, settings: &Settings) -> Self {
        Self { form: Form::new(questionnaire.clone(), keys(), settings) }
    }

    /// For a call that is over, with the answers that there are already.
    pub(crate) fn later(self, replies: Replies) -> Self {
        Self { form: self.form.later(replies) }
    }

    /// For answers that were given and may be changed.
    pub(crate) fn revision(self, answers: &Replies) -> Self {
        Self { form: self.form.revision(answers) }
    }

    /// The core's form, for what goes on without a screen.
    pub(crate) fn into_form(self) -> Form {
        self.form
    }

    /// When the last key had come before it opened, and when it opened.
    pub(crate) fn opened(&mut self, last: Option<f64>, now: f64) {
        self.form.opened(last, now);
    }

    pub(crate) fn update(&mut self, action: Action) -> Step {
        self.form.update(action)
    }

    pub(crate) fn update_at(&mut self, action: Action, now: f64) -> Step {
        self.form.update_at(action, now)
    }

    pub(crate) fn resize(&mut self, viewport: Viewport) {
        self.form.resize(viewport);
    }

    /// Resized to a terminal of this size.
    pub(crate) fn sized(mut self, columns: usize, rows: usize) -> Self {
        self.resize(Viewport { columns, rows });
        self
    }

    /// In a terminal in which nothing has to scroll.
    pub(crate) fn unrolled(&self, columns: usize) -> Self {
        self.clone().sized(columns, 1_000_000)
    }

    /// How many rows the host needs for the preview.
    pub(crate) fn set_preview_rows(&mut self, rows: usize) {
        self.form.set_preview_rows(rows);
    }

    pub(crate) fn preview(&self) -> Option<Preview<'_>> {
        screen::preview(&self.form)
    }

    /// What is drawn, with this as the editor, whether one is open or not.
    pub(crate) fn drawn(&self, editor: Editor) -> Frame<'_> {
        screen::form(&self.form, editor)
    }

    /// What is drawn, with this as the editor where one is open.
    pub(crate) fn frame_with(&self, editor: Editor) -> Frame<'_> {
        self.drawn(self.editor(editor))
    }

    pub(crate) fn frame(&self) -> Frame<'_> {
        self.frame_with(EDITOR)
    }

    /// The editor that the form has: the one given while it is editing, else none.
    pub(crate) fn editor(&self, editor: Editor) -> Editor {
        if self.is_editing() { editor } else { Editor::default() }
    }

    /// What a click at a place of the frame means.
    pub(crate) fn target(&self, editor: Editor, row: usize, column: usize) -> Target {
        screen::target(&self.form, editor, row, column)
    }

    pub(crate) fn focus(&self) -> Focus {
        self.form.focus()
    }

    pub(crate) fn is_editing(&self) -> bool {
        self.form.is_editing()
    }

    pub(crate) fn is_ended(&self) -> bool {
        self.form.is_ended()
    }

    pub(crate) fn draft(&self) -> &str {
        self.form.draft()
    }

    /// None before the end.
    pub(crate) fn result(&self, host: Host) -> Option<ToolResult> {
        self.form.result(host)
    }
}

/// The keys of pi and of the form, unless the user has set others.
pub(crate) fn keys() -> Keys {
    Keys::named(&|command| {
        let key = match command {
            "cursorUp" => "up",
            "cursorDown" => "down",
            "prevTab" => "left",
            "nextTab" => "right",
            "confirm" | "submit" => "enter",
            "cancel" => "escape",
            "newLine" => "shift+enter",
            "leaveText" => "tab",
            "toggle" => "space",
            "toggleAll" => "a",
            "note" => "n",
            "filter" => "/",
            "discuss" => "c",
            "undo" => "u",
            "preview" => "p",
            "previewDown" => "ctrl+d",
            "external" => "ctrl+g",
            other => panic!("no key for {other}"),
        };
        key.to_owned()
    })
}
