//! A form in a terminal, with a person before it. This is the one place where tests touch the core's form: what it has
//! become can be seen through [`Played`] alone.

use question_core::{
    Action as FormAction, Before, BoundKeys, Command, Editor, Ending, Focus, Form, Frame, Host, HostMode, Input, Keys,
    Questionnaire, Replies, Response, Screen, Settings, Size, Step, Target, ToolResult,
};

/// The call came from the terminal interface, at this time.
pub(crate) const TUI: Host = Host { mode: HostMode::Tui, now: Some(1_700_000_000_000) };
/// The editor of a form that has it open, unless a test wants another.
pub(crate) const EDITOR: Editor = Editor { rows: 3, cursor: 1 };

/// What is done to a form, by a person or by the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    CursorUp,
    CursorDown,
    PageUp,
    PageDown,
    First,
    Last,
    PrevTab,
    NextTab,
    Confirm,
    Cancel,
    Leave,
    Toggle,
    ToggleAll,
    Edit,
    Help,
    Note,
    Filter,
    Discuss,
    DiscussText,
    Undo,
    Redo,
    Zoom,
    PreviewUp,
    PreviewDown,
    ReadUp,
    ReadDown,
    Yes,
    No,
    Digit(u8),
    Draft(String),
    Submit(String),
    Click(Target),
    WheelUp(Target),
    WheelDown(Target),
    Abort,
    Disconnect,
    Fail(String),
}

impl From<Action> for Input {
    fn from(action: Action) -> Self {
        match action {
            Action::Digit(digit) => Self::Digit(digit),
            Action::Draft(text) => Self::Write(text),
            Action::Submit(text) => Self::Submit(text),
            Action::Click(target) => Self::Click(target),
            Action::WheelUp(target) => Self::WheelUp(target),
            Action::WheelDown(target) => Self::WheelDown(target),
            Action::Abort | Action::Disconnect => Self::Abort,
            Action::Fail(reason) => Self::Fail(reason),
            // Any other is named like its command.
            other => {
                let mut commands = Command::bindings().iter().map(|binding| binding.command);
                let is_named = |command: &Command| format!("{command:?}") == format!("{other:?}");
                Self::Press(commands.find(is_named).expect("it is a command"))
            }
        }
    }
}

/// A form that is being filled in.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    screen: Screen,
    settings: Settings,
}

impl Played {
    pub(crate) fn new(questionnaire: &Questionnaire, settings: &Settings) -> Self {
        Self::of(Form::new(questionnaire.clone(), settings), settings.clone())
    }

    /// A form that the core has made, under the default settings.
    pub(crate) fn opened(form: Form) -> Self {
        Self::of(form, Settings::default())
    }

    fn of(form: Form, settings: Settings) -> Self {
        Self { screen: Screen::new(form, keys(), &settings), settings }
    }

    /// For a call that is over, with the answers that there are already.
    pub(crate) fn later(self, replies: Replies) -> Self {
        Self::of(self.to_form().begun(replies).later(), self.settings)
    }

    /// For a call that was cut off, with what had been entered.
    pub(crate) fn again(self, replies: Replies) -> Self {
        Self::of(self.to_form().with_drafts(replies).later(), self.settings)
    }

    /// For answers that were given and may be changed.
    pub(crate) fn revision(self, answers: &Replies) -> Self {
        Self::of(self.to_form().revision(answers), self.settings)
    }

    /// With what was entered before it was cut off.
    pub(crate) fn begun(self, replies: Replies) -> Self {
        Self::of(self.to_form().begun(replies), self.settings)
    }

    /// With what was entered when the same was asked before.
    pub(crate) fn with_drafts(self, drafts: Replies) -> Self {
        Self::of(self.to_form().with_drafts(drafts), self.settings)
    }

    /// After answers that came from elsewhere.
    pub(crate) fn responded(self, response: Response) -> Self {
        let mut form = self.to_form();
        form.update(FormAction::Respond(response));
        Self::of(form, self.settings)
    }

    /// The core's form, for what goes on without a screen.
    pub(crate) fn to_form(&self) -> Form {
        self.screen.form().clone()
    }

    /// Guards it: when the last key had come, and whether pi's prompt holds unsent text.
    pub(crate) fn guard(&mut self, last_key: Option<f64>, is_writing: bool) {
        self.screen.guard().close(Before { last_key, is_writing });
    }

    /// It stands on the screen.
    pub(crate) fn painted(&mut self, now: f64) {
        self.screen.guard().painted(now);
    }

    /// Whether a key is held up.
    pub(crate) fn holds(&mut self, types: bool, now: f64) -> bool {
        self.screen.guard().holds(types, now)
    }

    /// Milliseconds until no key is.
    pub(crate) fn quiet_in(&mut self, now: f64) -> f64 {
        self.screen.guard().remaining_ms(now)
    }

    pub(crate) fn update(&mut self, action: Action) -> Step {
        if action == Action::Disconnect {
            let mut form = self.to_form();
            let step = form.update(FormAction::End(Ending::Disconnected));
            *self = Self::of(form, self.settings.clone());
            return step;
        }
        self.screen.update(action.into())
    }

    pub(crate) fn update_at(&mut self, action: Action, now: f64) -> Step {
        self.screen.update_at(action.into(), now)
    }

    pub(crate) fn resize(&mut self, viewport: Size) {
        self.screen.resize(viewport);
    }

    /// Resized to a terminal of this size.
    pub(crate) fn sized(mut self, columns: usize, rows: usize) -> Self {
        self.resize(Size { columns, rows });
        self
    }

    /// In a terminal in which nothing has to scroll.
    pub(crate) fn unrolled(&self, columns: usize) -> Self {
        self.clone().sized(columns, 1_000_000)
    }

    /// With no key for a command.
    pub(crate) fn without(self, command: Command) -> Self {
        self.bound(command, &[])
    }

    /// With these keys alone for a command.
    pub(crate) fn bound(self, command: Command, keys: &[&str]) -> Self {
        let keys = keys_but(Some((command, keys)));
        Self { screen: Screen::new(self.to_form(), keys, &self.settings), ..self }
    }

    /// How many rows the host's editor takes.
    pub(crate) fn set_editor_rows(&mut self, rows: usize) {
        self.screen.set_editor_rows(rows);
    }

    /// What is drawn, with this as the editor, whether one is open or not.
    pub(crate) fn drawn(&self, editor: Editor) -> Frame<'_> {
        self.screen.frame(editor)
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
        self.screen.target(editor, row, column)
    }

    /// Columns that the editor, or the line that filters, may take.
    pub(crate) fn field_columns(&self) -> usize {
        self.screen.field_columns()
    }

    pub(crate) fn focus(&self) -> Focus {
        self.screen.focus()
    }

    pub(crate) fn is_editing(&self) -> bool {
        self.focus() == Focus::Editor
    }

    pub(crate) fn is_ended(&self) -> bool {
        self.screen.form().is_ended()
    }

    pub(crate) fn draft(&self) -> &str {
        self.screen.form().text()
    }

    /// None before the end.
    pub(crate) fn result(&self, host: Host) -> Option<ToolResult> {
        self.screen.result(host)
    }
}

/// The keys of pi and of the form, unless the user has set others.
pub(crate) fn keys() -> Keys {
    keys_but(None)
}

/// The same with other keys for one command.
fn keys_but(other: Option<(Command, &[&str])>) -> Keys {
    let of = |key: &str| vec![key.to_owned()];
    let host = |id: &str| match id {
        "tui.select.up" => of("up"),
        "tui.select.down" => of("down"),
        "tui.select.confirm" => of("enter"),
        "tui.select.cancel" => of("escape"),
        "tui.select.pageUp" => of("pageUp"),
        "tui.select.pageDown" => of("pageDown"),
        other => panic!("no key for {other}"),
    };
    let bound = Command::bindings().iter().map(|binding| {
        if let Some((_, keys)) = other.filter(|(command, _)| *command == binding.command) {
            return (binding.command, keys.iter().map(|&key| key.to_owned()).collect());
        }
        let own = binding.keys.iter().map(|&key| key.to_owned());
        (binding.command, binding.host.map(host).unwrap_or_default().into_iter().chain(own).collect())
    });
    let own = other.map(|(command, keys)| (command, keys.iter().map(|&key| key.to_owned()).collect()));
    BoundKeys {
        commands: bound.collect(),
        own: own.into_iter().collect(),
        submit: of("enter"),
        new_line: of("shift+enter"),
        external: of("ctrl+g"),
    }
    .into()
}
