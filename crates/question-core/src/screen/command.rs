//! Commands that keys can be bound to. One table lists each with its name in `keybindings.json`, its default keys and
//! its focus.
//!
//! Keys that the host matches, hints, the page of keys and TypeScript's declarations derive from it.

use serde::{Deserialize, Serialize};
use strum::VariantArray;
use ts_rs::TS;

use crate::form::Focus;
use crate::form::action::Action;
use crate::json;
use crate::screen::viewport::Scroll;

/// A command that a key can be bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, VariantArray, Serialize, Deserialize, TS)]
pub enum Command {
    /// Moves the highlight up one row.
    CursorUp,
    /// Moves the highlight down one row.
    CursorDown,
    /// Scrolls the prompt up one page. If the whole prompt is visible, moves the highlight up one page.
    PageUp,
    /// Scrolls the prompt down one page. If the whole prompt is visible, moves the highlight down one page.
    PageDown,
    /// Moves the highlight to the first row.
    First,
    /// Moves the highlight to the last row.
    Last,
    /// Shows the tab to the left.
    PrevTab,
    /// Shows the tab to the right.
    NextTab,
    /// Activates the highlighted row.
    Confirm,
    /// Leaves the form from any page. If anything is entered, asks what becomes of it, unless a setting turns that off. On
    /// the page that asks, leaves at once: nothing is sent, and everything is kept.
    Leave,
    /// Goes back one page; on a list, leaves the form.
    Cancel,
    /// Toggles the checkbox of the highlighted row. Shows an option without one on the whole terminal.
    Toggle,
    /// Checks all boxes, or unchecks all if every box is checked.
    ToggleAll,
    /// Edits the text on the highlighted row from its end.
    Edit,
    /// Accepts a long text.
    Yes,
    /// Goes back to a long text.
    No,
    /// Opens the editor for a note on the answer.
    Note,
    /// Opens the editor for a message to the model in place of answers.
    Discuss,
    /// Does the same as `Discuss`, from the editor of an answer.
    DiscussText,
    /// Undoes the last change.
    Undo,
    /// Redoes the change undone last.
    Redo,
    /// Shows the highlighted option or the prompt on the whole terminal, or goes back from there.
    Zoom,
    /// Scrolls the prompt above a text editor up, if it does not fit.
    ReadUp,
    /// Scrolls the prompt above a text editor down, if it does not fit.
    ReadDown,
    /// Scrolls the preview up.
    PreviewUp,
    /// Scrolls the preview down.
    PreviewDown,
    /// Opens the text of the editor in the user's own editor.
    External,
    /// Shows all keys of the page.
    Help,
    /// Folds the form to one row, or shows it again.
    Fold,
}

/// A command with its default keys. The host reads the ids, to look up the keys that are bound to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Binding {
    /// The command.
    #[serde(skip)]
    #[ts(skip)]
    pub command: Command,
    /// Name of the binding in `keybindings.json`.
    pub id: &'static str,
    /// Default keys by pi's names, in addition to those of `host`.
    #[serde(skip)]
    #[ts(skip)]
    pub keys: &'static [&'static str],
    /// pi's own binding for the same purpose. Its keys also trigger the command.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub host: Option<&'static str>,
    /// Whether the command repeats while its key is held down.
    #[serde(skip)]
    #[ts(skip)]
    pub repeats: bool,
    /// Focus in which the keys apply.
    #[serde(skip)]
    #[ts(skip)]
    pub focus: &'static [Focus],
    /// Where else the keys apply in a text editor.
    #[serde(skip)]
    #[ts(skip)]
    pub text: InText,
}

/// The state of the text in an editor in which a key that moves in the text leaves it instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum InText {
    /// The key never does.
    Never,
    /// The text is empty. Tab always leaves it.
    Empty,
    /// The cursor is in the first row.
    FirstRow,
    /// The cursor is in the last row.
    LastRow,
    /// Whatever the text is.
    Always,
}

impl Command {
    /// Returns the command with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        json::named(name)
    }

    /// Returns all commands with their keys. If several commands share a key in one focus, the first has it. Keys that
    /// the user has set precede all default keys.
    #[must_use]
    pub fn bindings() -> &'static [Binding] {
        &BINDINGS
    }

    /// Returns how the screen carries out the command.
    pub(super) fn meaning(self) -> Meaning {
        match self {
            Self::CursorUp => Meaning::Scroll(Scroll::Up),
            Self::CursorDown => Meaning::Scroll(Scroll::Down),
            Self::PageUp | Self::ReadUp => Meaning::Scroll(Scroll::PageUp),
            Self::PageDown | Self::ReadDown => Meaning::Scroll(Scroll::PageDown),
            Self::First => Meaning::Scroll(Scroll::First),
            Self::Last => Meaning::Scroll(Scroll::Last),
            Self::PreviewUp => Meaning::Scroll(Scroll::PreviewUp),
            Self::PreviewDown => Meaning::Scroll(Scroll::PreviewDown),
            Self::PrevTab => Meaning::Action(Action::PrevTab),
            Self::NextTab => Meaning::Action(Action::NextTab),
            Self::Confirm => Meaning::Action(Action::Confirm),
            Self::Leave => Meaning::Action(Action::Leave),
            Self::Cancel => Meaning::Action(Action::Cancel),
            Self::Toggle => Meaning::Action(Action::Toggle),
            Self::ToggleAll => Meaning::Action(Action::ToggleAll),
            Self::Edit => Meaning::Action(Action::Edit),
            Self::Yes => Meaning::Action(Action::Yes),
            Self::No => Meaning::Action(Action::No),
            Self::Note => Meaning::Action(Action::Note),
            Self::Discuss => Meaning::Action(Action::Discuss),
            Self::DiscussText => Meaning::Action(Action::DiscussText),
            Self::Undo => Meaning::Action(Action::Undo),
            Self::Redo => Meaning::Action(Action::Redo),
            Self::Zoom => Meaning::Zoom,
            Self::External => Meaning::Action(Action::External),
            Self::Help => Meaning::Action(Action::Help),
            Self::Fold => Meaning::Fold,
        }
    }
}

const LIST: &[Focus] = &[Focus::List, Focus::Options];
const ROWS: &[Focus] = &[Focus::List, Focus::Options, Focus::Confirm, Focus::Help];
const EVERYWHERE: &[Focus] = &[Focus::List, Focus::Options, Focus::Confirm, Focus::Editor];
const ALWAYS: &[Focus] = &[Focus::List, Focus::Options, Focus::Confirm, Focus::Editor, Focus::Help, Focus::Folded];

/// All bindings, in the order of the commands.
static BINDINGS: [Binding; Command::VARIANTS.len()] = [
    Binding {
        host: Some("tui.select.up"),
        repeats: true,
        focus: ROWS,
        text: InText::FirstRow,
        ..of(Command::CursorUp, "question.cursorUp", &["up"])
    },
    Binding {
        host: Some("tui.select.down"),
        repeats: true,
        focus: ROWS,
        text: InText::LastRow,
        ..of(Command::CursorDown, "question.cursorDown", &["down"])
    },
    // pi's fullscreen mode uses Page Up and Page Down for the transcript, so paging has further keys.
    Binding {
        host: Some("tui.select.pageUp"),
        repeats: true,
        focus: ROWS,
        ..of(Command::PageUp, "question.pageUp", &["ctrl+b"])
    },
    Binding {
        host: Some("tui.select.pageDown"),
        repeats: true,
        focus: ROWS,
        ..of(Command::PageDown, "question.pageDown", &["ctrl+f"])
    },
    // Home and End move the cursor in a text editor.
    Binding { focus: ROWS, ..of(Command::First, "question.first", &["home"]) },
    Binding { focus: ROWS, ..of(Command::Last, "question.last", &["end"]) },
    Binding { text: InText::Empty, ..of(Command::PrevTab, "question.prevTab", &["left", "shift+tab"]) },
    Binding { text: InText::Empty, ..of(Command::NextTab, "question.nextTab", &["right", "tab"]) },
    Binding {
        host: Some("tui.select.confirm"),
        focus: &[Focus::List, Focus::Options, Focus::Confirm],
        ..of(Command::Confirm, "question.confirm", &[])
    },
    // Listed before `Cancel`, because pi binds Ctrl+C to cancelling as well.
    Binding { focus: ALWAYS, ..of(Command::Leave, "question.leave", &["ctrl+c"]) },
    Binding { host: Some("tui.select.cancel"), focus: EVERYWHERE, ..of(Command::Cancel, "question.cancel", &[]) },
    of(Command::Toggle, "question.toggle", &["space"]),
    of(Command::ToggleAll, "question.toggleAll", &["ctrl+a"]),
    of(Command::Edit, "question.edit", &["backspace"]),
    Binding { focus: &[Focus::Confirm], ..of(Command::Yes, "question.yes", &["y", "shift+y"]) },
    Binding { focus: &[Focus::Confirm], ..of(Command::No, "question.no", &["n", "shift+n"]) },
    of(Command::Note, "question.note", &["ctrl+n"]),
    of(Command::Discuss, "question.discuss", &["ctrl+t"]),
    Binding { focus: &[Focus::Editor], ..of(Command::DiscussText, "question.discussText", &["ctrl+t"]) },
    Binding { host: Some("tui.editor.undo"), ..of(Command::Undo, "question.undo", &[]) },
    of(Command::Redo, "question.redo", &["alt+-"]),
    of(Command::Zoom, "question.zoom", &["ctrl+p"]),
    // pi may use Page Up and Page Down itself in fullscreen mode.
    Binding {
        host: Some("tui.select.pageUp"),
        repeats: true,
        focus: &[Focus::Editor],
        ..of(Command::ReadUp, "question.readUp", &["shift+up"])
    },
    Binding {
        host: Some("tui.select.pageDown"),
        repeats: true,
        focus: &[Focus::Editor],
        ..of(Command::ReadDown, "question.readDown", &["shift+down"])
    },
    Binding { repeats: true, ..of(Command::PreviewUp, "question.previewUp", &["ctrl+u", "shift+up"]) },
    Binding { repeats: true, ..of(Command::PreviewDown, "question.previewDown", &["ctrl+d", "shift+down"]) },
    Binding {
        host: Some("app.editor.external"),
        focus: &[Focus::Editor],
        ..of(Command::External, "question.external", &[])
    },
    Binding { focus: EVERYWHERE, ..of(Command::Help, "question.help", &["?", "f1"]) },
    Binding { focus: ALWAYS, ..of(Command::Fold, "question.fold", &["ctrl+l"]) },
];

const fn of(command: Command, id: &'static str, keys: &'static [&'static str]) -> Binding {
    Binding { command, id, keys, host: None, repeats: false, focus: LIST, text: InText::Never }
}

/// How the screen carries out a command.
pub(super) enum Meaning {
    Action(Action),
    Scroll(Scroll),
    /// Shows a text on the whole terminal. The screen decides which.
    Zoom,
    /// Folds the form.
    Fold,
}
