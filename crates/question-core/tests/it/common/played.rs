//! A form in a terminal, with a person before it. Tests use the core's form only through [`Played`].

use question_core::{
    Action as FormAction, Asked, BoundKeys, Command, Dialect, Editor, Ending, Focus, Form, Frame, Host, HostMode,
    Input, Keys, Left, Occasion, OpenQuestions, Opening, Questionnaire, QueueAct, Replies, Response, Screen, Settings,
    Size, Step, Target, ToolResult, Waiter,
};

/// A call in the terminal interface, at this time.
pub(crate) const TUI: Host = Host { mode: HostMode::Tui, now: Some(1_700_000_000_000) };
/// The open editor of a form, unless a test needs another size.
pub(crate) const EDITOR: Editor = Editor { rows: 3, cursor: 1 };

/// An action on a form, by a person or by the host.
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
    Later,
    Leave,
    Toggle,
    ToggleAll,
    Edit,
    Help,
    Note,
    Discuss,
    DiscussText,
    Undo,
    Redo,
    Zoom,
    External,
    PreviewUp,
    PreviewDown,
    ReadUp,
    ReadDown,
    Yes,
    No,
    Fold,
    Queue,
    Digit(u8),
    /// A key that types, while the editor does not have the focus.
    Type,
    /// A text that is typed, wherever the focus is. It goes on with the text that is open.
    Typed(String),
    Draft(String),
    Submit(String),
    /// A picture at this path.
    Attach(String),
    Click(Target),
    WheelUp(Target),
    WheelDown(Target),
    Abort,
    Disconnect,
    Fail(String),
}

impl From<Action> for Input {
    fn from(action: Action) -> Self {
        Self::Act(match action {
            Action::Click(target) => return Self::Click(target),
            Action::WheelUp(target) => return Self::WheelUp(target),
            Action::WheelDown(target) => return Self::WheelDown(target),
            Action::Digit(digit) => FormAction::Type(digit.to_string()),
            Action::Type => FormAction::Type(String::new()),
            Action::Typed(text) => FormAction::Type(text),
            Action::Draft(text) => FormAction::Write(text),
            Action::Submit(text) => FormAction::Submit(text),
            Action::Attach(path) => FormAction::Attach(path),
            Action::Abort => FormAction::End(Ending::Aborted),
            Action::Disconnect => FormAction::End(Ending::Disconnected),
            Action::Fail(reason) => FormAction::End(Ending::Failed(reason)),
            // The other actions are named like their commands.
            other => {
                let mut commands = Command::bindings().iter().map(|binding| binding.command);
                let is_named = |command: &Command| format!("{command:?}") == format!("{other:?}");
                FormAction::Do(commands.find(is_named).expect("it is a command"))
            }
        })
    }
}

/// A form that is being filled in.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    questionnaire: Questionnaire,
    screen: Screen,
    settings: Settings,
    /// Time of the next action, in milliseconds. Each comes after a quiet period.
    now: f64,
}

impl Played {
    pub(crate) fn new(questionnaire: &Questionnaire, settings: &Settings) -> Self {
        Self::open((questionnaire.clone(), Opening::default()), settings.clone())
    }

    /// Creates the form of open questions.
    pub(crate) fn of_open(open: &OpenQuestions, settings: &Settings) -> Self {
        Self::open(open.inquiry(), settings.clone())
    }

    fn open((questionnaire, opening): (Questionnaire, Opening), settings: Settings) -> Self {
        let form = Form::new(questionnaire.clone(), opening, &settings);
        Self { screen: Screen::new(form, keys(), &settings), questionnaire, settings, now: 0.0 }
    }

    /// Returns the form that begins with this.
    pub(crate) fn opened(self, opening: Opening) -> Self {
        Self::open((self.questionnaire, opening), self.settings)
    }

    /// Returns the form of a call that has ended, with these answers entered.
    pub(crate) fn later(self, given: Replies) -> Self {
        self.opened(Opening { occasion: Occasion::Later, given, ..Opening::default() })
    }

    /// Returns the form of a call that was interrupted, with these drafts entered.
    pub(crate) fn again(self, drafts: Replies) -> Self {
        self.opened(Opening { occasion: Occasion::Later, drafts, ..Opening::default() })
    }

    /// Returns the form for revising these answers.
    pub(crate) fn revision(self, given: Replies) -> Self {
        self.opened(Opening { occasion: Occasion::Revision, given, ..Opening::default() })
    }

    /// Returns the form with answers that are kept elsewhere.
    pub(crate) fn with_replies(self, given: Replies) -> Self {
        self.opened(Opening { given, ..Opening::default() })
    }

    /// Returns the form with drafts of an earlier form.
    pub(crate) fn with_drafts(self, drafts: Replies) -> Self {
        self.opened(Opening { drafts, ..Opening::default() })
    }

    /// Returns the form after a program's response.
    pub(crate) fn responded(self, response: Response) -> Self {
        let mut form = self.to_form();
        form.update(FormAction::Respond(response));
        self.of(form)
    }

    fn of(&self, form: Form) -> Self {
        Self { screen: Screen::new(form, keys(), &self.settings), now: 0.0, ..self.clone() }
    }

    /// Returns the core's form, for use without a screen.
    pub(crate) fn to_form(&self) -> Form {
        self.screen.form().clone()
    }

    /// Closes the guard. `is_writing`: pi's prompt holds unsent text.
    pub(crate) fn guard(&mut self, is_writing: bool) {
        self.screen.guard().close(is_writing);
    }

    /// Records that the form is painted.
    pub(crate) fn painted(&mut self, now: f64) {
        self.screen.guard().painted(now);
    }

    /// Records that the form is visible again.
    pub(crate) fn appeared(&mut self, now: f64) {
        self.screen.guard().close_again(now);
    }

    /// Records whether the form is on the screen.
    pub(crate) fn show(&mut self, is_seen: bool, now: f64) {
        self.screen.show(is_seen, now);
    }

    /// Returns the milliseconds until all keys apply.
    pub(crate) fn remaining_ms(&mut self, now: f64) -> f64 {
        self.screen.guard().remaining_ms(now)
    }

    /// Returns the milliseconds until the guard needs another drawing.
    pub(crate) fn redraw_ms(&mut self, now: f64) -> f64 {
        self.screen.guard().redraw_ms(now)
    }

    pub(crate) fn update(&mut self, action: Action) -> Step {
        if action == Action::Disconnect {
            return self.end(Ending::Disconnected);
        }
        let now = self.now;
        self.now += 1_000.0;
        let step = self.update_at(action, now);
        self.painted(now);
        step
    }

    /// Updates the form at once after what has happened last.
    pub(crate) fn update_soon(&mut self, action: Action) -> Step {
        let step = self.update_at(action, self.now);
        self.now += 1_000.0;
        step
    }

    /// Has the screen handle input as it comes from keys.
    pub(crate) fn pressed(&mut self, press: impl FnOnce(&mut Screen, f64) -> Step) -> Step {
        self.now += 1_000.0;
        press(&mut self.screen, self.now)
    }

    /// Ends the form as the host does.
    pub(crate) fn end(&mut self, ending: Ending) -> Step {
        let mut form = self.to_form();
        let step = form.update(FormAction::End(ending));
        *self = self.of(form);
        step
    }

    /// Updates the form, and draws it.
    pub(crate) fn update_at(&mut self, action: Action, now: f64) -> Step {
        let step = self.update_undrawn(action, now);
        self.screen.drawn();
        step
    }

    pub(crate) fn update_undrawn(&mut self, action: Action, now: f64) -> Step {
        let Action::Typed(text) = &action else { return self.screen.update(action.into(), now) };
        let step = self.screen.update(action.clone().into(), now);
        if step == Step::Early || !self.is_editing() {
            return step;
        }
        let text = [self.draft(), text].concat();
        self.screen.update(Input::Act(FormAction::Write(text)), now)
    }

    pub(crate) fn resize(&mut self, viewport: Size) {
        self.screen.resize(viewport, 0.0);
    }

    /// Sets how many other forms wait.
    pub(crate) fn set_waiting(&mut self, forms: u32) {
        let waiter = |ticket| Waiter { ticket, subagent: None, about: "Why?".to_owned(), since: "14:05".to_owned() };
        self.screen.set_waiting((1..=forms).map(waiter).collect(), self.now);
    }

    /// Sets what waits, by the numbers of the tickets.
    pub(crate) fn set_waiters(&mut self, tickets: &[u32]) {
        let waiter = |ticket: &u32| Waiter {
            ticket: *ticket,
            subagent: None,
            about: "Why?".to_owned(),
            since: format!("14:0{ticket}"),
        };
        self.screen.set_waiting(tickets.iter().map(waiter).collect(), self.now);
    }

    /// Takes what the user wants with what waits.
    pub(crate) fn queue_act(&mut self) -> Option<QueueAct> {
        self.screen.take_queue_act()
    }

    /// Returns the form in a terminal of this size.
    pub(crate) fn sized(mut self, columns: usize, rows: usize) -> Self {
        self.resize(Size { columns, rows, taken: 0 });
        self
    }

    /// Returns the form in a terminal that is high enough for everything.
    pub(crate) fn unrolled(&self, columns: usize) -> Self {
        self.clone().sized(columns, 20_000)
    }

    /// Returns the form without keys for a command.
    pub(crate) fn without(self, command: Command) -> Self {
        self.bound(command, &[])
    }

    /// Returns the form with only these keys for a command.
    pub(crate) fn bound(self, command: Command, keys: &[&str]) -> Self {
        let keys = keys_but(Some((command, keys)));
        Self { screen: Screen::new(self.to_form(), keys, &self.settings), ..self }
    }

    /// Sets the number of rows of the host's editor.
    pub(crate) fn set_editor_rows(&mut self, rows: usize) {
        self.screen.set_editor_rows(rows);
    }

    /// Returns the frame with this editor, whether one is open or not.
    pub(crate) fn drawn(&self, editor: Editor) -> Frame<'_> {
        self.screen.frame(editor)
    }

    /// Returns the frame with this editor if one is open.
    pub(crate) fn frame_with(&self, editor: Editor) -> Frame<'_> {
        self.drawn(self.editor(editor))
    }

    pub(crate) fn frame(&self) -> Frame<'_> {
        self.frame_with(EDITOR)
    }

    /// Returns the editor if one is open, else an empty one.
    pub(crate) fn editor(&self, editor: Editor) -> Editor {
        if self.has_text() { editor } else { Editor::default() }
    }

    /// Returns whether a text is open and shown, with or without the focus.
    pub(crate) fn has_text(&self) -> bool {
        matches!(self.focus(), Focus::Editor | Focus::Options)
    }

    /// Returns the target at a place of the frame.
    pub(crate) fn target(&self, editor: Editor, row: usize, column: usize) -> Target {
        self.screen.target(editor, row, column)
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
        self.screen.form().open_text()
    }

    /// Returns what stays the same of what the form would leave.
    pub(crate) fn asked(&self, dialect: Dialect, host: Host) -> Asked {
        self.screen.form().asked(dialect, host)
    }

    /// Returns what the form would leave, if it has changed.
    pub(crate) fn left(&mut self) -> Option<Left> {
        self.screen.left()
    }

    /// Returns the result, or `None` before the end.
    pub(crate) fn result(&self, host: Host) -> Option<ToolResult> {
        self.screen.result(host)
    }
}

/// Returns the default keys of pi and of the form.
pub(crate) fn keys() -> Keys {
    keys_but(None)
}

/// Returns the default keys, with other keys for one command.
fn keys_but(other: Option<(Command, &[&str])>) -> Keys {
    let of = |key: &str| vec![key.to_owned()];
    let host = |id: &str| match id {
        "tui.select.up" => of("up"),
        "tui.select.down" => of("down"),
        "tui.select.confirm" | "tui.input.submit" => of("enter"),
        "tui.select.cancel" => of("escape"),
        "tui.select.pageUp" => of("pageUp"),
        "tui.select.pageDown" => of("pageDown"),
        "app.editor.external" => of("ctrl+g"),
        "tui.editor.undo" => of("ctrl+-"),
        "tui.input.newLine" => of("shift+enter"),
        other => panic!("no key for {other}"),
    };
    let ids = Command::bindings().iter().filter_map(|binding| binding.host);
    let id = |command| Command::bindings().iter().find(|binding| binding.command == command).map(|binding| binding.id);
    let user = other.and_then(|(command, keys)| Some((id(command)?, keys)));
    BoundKeys {
        user: user
            .map(|(id, keys)| (id.to_owned(), keys.iter().map(|&key| key.to_owned()).collect()))
            .into_iter()
            .collect(),
        host: ids.chain(["tui.input.submit", "tui.input.newLine"]).map(|id| (id.to_owned(), host(id))).collect(),
    }
    .into()
}
