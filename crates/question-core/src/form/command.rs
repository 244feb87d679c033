//! Commands: what a user can do by a key. One table lists each with what it does, its name in `keybindings.json`,
//! where its keys apply, and its default keys.
//!
//! Keys that the host matches, hints, the page of keys and TypeScript's declarations derive from it.

use serde::{Deserialize, Serialize};
use strum::VariantArray;
use ts_rs::TS;

use crate::form::Focus;
use crate::json;

/// A command with its default keys. The host reads the ids, to look up the keys that are bound to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Binding {
    /// What the keys do.
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

const LIST: &[Focus] = &[Focus::List, Focus::Options];
const LIST_OR_TEXT: &[Focus] = &[Focus::List, Focus::Options, Focus::Editor];
const LISTS: &[Focus] = &[Focus::List, Focus::Options, Focus::Confirm];
const ROWS: &[Focus] = &[Focus::List, Focus::Options, Focus::Confirm, Focus::Help];
const CONFIRM: &[Focus] = &[Focus::Confirm];
const EDITOR: &[Focus] = &[Focus::Editor];
const EVERYWHERE: &[Focus] = &[Focus::List, Focus::Options, Focus::Confirm, Focus::Editor];
const ALWAYS: &[Focus] = &[Focus::List, Focus::Options, Focus::Confirm, Focus::Editor, Focus::Help, Focus::Folded];

/// Declares the commands: what each does, its id, its focus, its default keys, and the other fields of its binding.
macro_rules! commands {
    ($($(#[$doc:meta])+ $name:ident $id:literal $focus:ident $keys:tt $($field:ident = $value:expr)*;)+) => {
        /// A command that a key can be bound to.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, VariantArray, Serialize, Deserialize, TS)]
        pub enum Command {
            $($(#[$doc])+ $name,)+
        }

        static BINDINGS: [Binding; Command::VARIANTS.len()] = [$(Binding {
            $($field: $value,)*
            ..binding(Command::$name, concat!("question.", $id), $focus, &$keys)
        }),+];
    };
}

const fn binding(
    command: Command,
    id: &'static str,
    focus: &'static [Focus],
    keys: &'static [&'static str],
) -> Binding {
    Binding { command, id, keys, host: None, repeats: false, focus, text: InText::Never }
}

// pi's fullscreen mode uses Page Up and Page Down for the transcript, so paging has further keys. Home and End move the
// cursor in a text editor.
commands! {
    /// Moves the highlight up one row.
    CursorUp "cursorUp" ROWS ["up"] host = Some("tui.select.up") repeats = true text = InText::FirstRow;
    /// Moves the highlight down one row.
    CursorDown "cursorDown" ROWS ["down"] host = Some("tui.select.down") repeats = true text = InText::LastRow;
    /// Scrolls the prompt up one page. If the whole prompt is visible, moves the highlight up one page.
    PageUp "pageUp" ROWS ["ctrl+b"] host = Some("tui.select.pageUp") repeats = true;
    /// Scrolls the prompt down one page. If the whole prompt is visible, moves the highlight down one page.
    PageDown "pageDown" ROWS ["ctrl+f"] host = Some("tui.select.pageDown") repeats = true;
    /// Moves the highlight to the first row.
    First "first" ROWS ["home"];
    /// Moves the highlight to the last row.
    Last "last" ROWS ["end"];
    /// Shows the tab on the left, or from the first tab the last; on the whole terminal, the text before.
    PrevTab "prevTab" LIST ["left", "shift+tab"] text = InText::Empty;
    /// Shows the tab on the right, or from the last tab the first; on the whole terminal, the next text.
    NextTab "nextTab" LIST ["right", "tab"] text = InText::Empty;
    /// Chooses the highlighted row; in a list of boxes, confirms the boxes.
    Confirm "confirm" LISTS [] host = Some("tui.select.confirm");
    // Listed before `Cancel`, because pi binds Ctrl+C to cancelling as well.
    /// Leaves the form from any page. If anything is entered, asks what becomes of it, unless a setting turns that off. On
    /// the page that asks, does the same as `Later`.
    Leave "leave" ALWAYS ["ctrl+c"];
    /// Puts the questions off: nothing is sent, everything is kept, and the user answers later.
    Later "later" ALWAYS ["ctrl+r"];
    /// Goes back one page; on a list, leaves the form.
    Cancel "cancel" EVERYWHERE [] host = Some("tui.select.cancel");
    /// Toggles the checkbox of the highlighted row. Shows an option without one on the whole terminal; opens the row for
    /// free text.
    Toggle "toggle" LIST ["space"];
    /// Checks all boxes, or unchecks all if every box is checked.
    ToggleAll "toggleAll" LIST ["ctrl+a"];
    /// Edits the text on the highlighted row from its end.
    Edit "edit" LIST ["backspace"];
    /// Accepts a long text.
    Yes "yes" CONFIRM ["y", "shift+y"];
    /// Goes back to a long text.
    No "no" CONFIRM ["n", "shift+n"];
    /// Opens the editor for a note on the answer. From a text, it keeps that.
    Note "note" LIST_OR_TEXT ["ctrl+n"];
    /// Opens the editor for a message to the model in place of answers.
    Discuss "discuss" LIST ["ctrl+t"];
    /// Does the same as `Discuss`, from the editor of an answer.
    DiscussText "discussText" EDITOR ["ctrl+t"];
    /// Undoes the last change.
    Undo "undo" LIST [] host = Some("tui.editor.undo");
    /// Redoes the change undone last.
    Redo "redo" LIST ["alt+-"];
    /// Shows the highlighted option or the prompt on the whole terminal, or goes back from there. From a text, it shows the
    /// prompt, and keeps the text.
    Zoom "zoom" LIST_OR_TEXT ["ctrl+p"];
    /// Scrolls the prompt above a text editor up, or, if that fits, the preview.
    ReadUp "readUp" EDITOR ["shift+up"] host = Some("tui.select.pageUp") repeats = true;
    /// Scrolls the prompt above a text editor down, or, if that fits, the preview.
    ReadDown "readDown" EDITOR ["shift+down"] host = Some("tui.select.pageDown") repeats = true;
    /// Scrolls the preview up.
    PreviewUp "previewUp" LIST ["ctrl+u", "shift+up"] repeats = true;
    /// Scrolls the preview down.
    PreviewDown "previewDown" LIST ["ctrl+d", "shift+down"] repeats = true;
    /// Opens the text of the editor in the user's own editor.
    External "external" EDITOR [] host = Some("app.editor.external");
    /// Shows who else waits for an answer.
    Queue "queue" ALWAYS ["ctrl+s"];
    /// Shows all keys of the page.
    Help "help" EVERYWHERE ["?", "f1"];
    /// Folds the form to one row, or shows it again.
    Fold "fold" ALWAYS ["ctrl+l"];
}

impl Command {
    /// Finds a command by the name of its variant, as the shim writes it: `CursorUp`.
    #[must_use]
    pub fn with_name(name: &str) -> Option<Self> {
        json::variant_named(name)
    }

    /// Returns all commands with their keys. If several commands share a key in one focus, the first has it. Keys that
    /// the user has set precede all default keys.
    #[must_use]
    pub fn bindings() -> &'static [Binding] {
        &BINDINGS
    }
}
