//! What keys can be bound to: each command once, with its name in `keybindings.json`, its default keys, and where it
//! counts. The host reads raw keys and looks them up in this list; hints and declarations follow from it.

use serde::{Deserialize, Serialize};
use strum::VariantArray;
use ts_rs::TS;

use crate::form::Focus;
use crate::form::action::Action;
use crate::json;
use crate::screen::viewport::Scroll;

/// Something that the user's key is bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, VariantArray, Serialize, Deserialize, TS)]
pub enum Command {
    /// Moves the highlight up a row.
    CursorUp,
    /// Moves the highlight down a row.
    CursorDown,
    /// Scrolls the prompt up a screenful; where all of it is in sight, moves the highlight up one.
    PageUp,
    /// Scrolls the prompt down a screenful; where all of it is in sight, moves the highlight down one.
    PageDown,
    /// Moves the highlight to the first row.
    First,
    /// Moves the highlight to the last row.
    Last,
    /// Goes to the question on the left.
    PrevTab,
    /// Goes to the question on the right.
    NextTab,
    /// Takes what is highlighted.
    Confirm,
    /// Leaves the form from wherever it is: asks first, and the second time does it.
    Leave,
    /// Steps back; from a list, leaves the form.
    Cancel,
    /// Checks the highlighted box, or unchecks it.
    Toggle,
    /// Checks all boxes, or none where all are.
    ToggleAll,
    /// Opens the highlighted text of the user's own again.
    Edit,
    /// Answers yes.
    Yes,
    /// Answers no.
    No,
    /// Opens the editor for a note on the answer.
    Note,
    /// Opens the line that filters the list.
    Filter,
    /// Opens the editor for what the user would rather say first.
    Discuss,
    /// The same from the editor of an answer.
    DiscussText,
    /// Takes the last change back.
    Undo,
    /// Makes it again.
    Redo,
    /// Shows the highlighted option or the prompt over the whole terminal, or ends that.
    Zoom,
    /// Scrolls the prompt above a text up, where it does not fit.
    ReadUp,
    /// Scrolls it down.
    ReadDown,
    /// Scrolls the preview up.
    PreviewUp,
    /// Scrolls the preview down.
    PreviewDown,
    /// Shows all keys of the page.
    Help,
}

/// A command and the keys that it has unless the user has set others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Binding {
    /// What the keys do.
    pub command: Command,
    /// The name of the binding in `keybindings.json`.
    pub id: &'static str,
    /// The default keys, by pi's names for them, beside those of `host`.
    pub keys: &'static [&'static str],
    /// pi's own binding for the same thing, whose keys count as well.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub host: Option<&'static str>,
    /// Whether a key that is held down goes on.
    pub repeats: bool,
    /// Where the keys count.
    pub focus: &'static [Focus],
    /// Whether Tab and Shift+Tab, where they are among the keys, count in a text as well, and ← and → in an empty one.
    pub tabs_in_text: bool,
}

impl Command {
    /// A command by its name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        json::named(name)
    }

    /// All commands with their keys. Of several that a key is bound to in one place, the first counts; but a key that the
    /// user has set goes before all default keys.
    #[must_use]
    pub fn bindings() -> &'static [Binding] {
        &BINDINGS
    }

    /// What it means to the form, or where it goes on the screen.
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
            Self::Filter => Meaning::Action(Action::Filter),
            Self::Discuss => Meaning::Action(Action::Discuss),
            Self::DiscussText => Meaning::Action(Action::DiscussText),
            Self::Undo => Meaning::Action(Action::Undo),
            Self::Redo => Meaning::Action(Action::Redo),
            Self::Zoom => Meaning::Zoom,
            Self::Help => Meaning::Action(Action::Help),
        }
    }
}

const LIST: &[Focus] = &[Focus::List, Focus::YesNo];
const ROWS: &[Focus] = &[Focus::List, Focus::YesNo, Focus::Confirm, Focus::Help];
const YES_NO: &[Focus] = &[Focus::Confirm, Focus::YesNo];
const LISTS: &[Focus] = &[Focus::List, Focus::YesNo, Focus::Line, Focus::Confirm, Focus::Help];
const EVERYWHERE: &[Focus] = &[Focus::List, Focus::YesNo, Focus::Line, Focus::Confirm, Focus::Editor];

/// In the order of the commands.
static BINDINGS: [Binding; Command::VARIANTS.len()] = [
    Binding {
        host: Some("tui.select.up"),
        repeats: true,
        focus: LISTS,
        ..of(Command::CursorUp, "question.cursorUp", &["up", "k"])
    },
    Binding {
        host: Some("tui.select.down"),
        repeats: true,
        focus: LISTS,
        ..of(Command::CursorDown, "question.cursorDown", &["down", "j"])
    },
    // pi's fullscreen mode keeps Page Up and Page Down for the transcript, so these have keys beside them.
    Binding {
        host: Some("tui.select.pageUp"),
        repeats: true,
        focus: LISTS,
        ..of(Command::PageUp, "question.pageUp", &["ctrl+b"])
    },
    Binding {
        host: Some("tui.select.pageDown"),
        repeats: true,
        focus: LISTS,
        ..of(Command::PageDown, "question.pageDown", &["ctrl+f"])
    },
    // In a text they are the editor's.
    Binding { focus: ROWS, ..of(Command::First, "question.first", &["home"]) },
    Binding { focus: ROWS, ..of(Command::Last, "question.last", &["end"]) },
    Binding { tabs_in_text: true, ..of(Command::PrevTab, "question.prevTab", &["left", "h", "shift+tab"]) },
    Binding { tabs_in_text: true, ..of(Command::NextTab, "question.nextTab", &["right", "l", "tab"]) },
    Binding {
        host: Some("tui.select.confirm"),
        focus: &[Focus::List, Focus::YesNo, Focus::Line, Focus::Confirm],
        ..of(Command::Confirm, "question.confirm", &[])
    },
    // Before pi's key for cancelling, which is this one as well.
    Binding { focus: EVERYWHERE, ..of(Command::Leave, "question.leave", &["ctrl+c"]) },
    Binding { host: Some("tui.select.cancel"), focus: EVERYWHERE, ..of(Command::Cancel, "question.cancel", &[]) },
    of(Command::Toggle, "question.toggle", &["space"]),
    of(Command::ToggleAll, "question.toggleAll", &["a"]),
    of(Command::Edit, "question.edit", &["e"]),
    // Where the options are yes and no, the note's first key is that of no.
    Binding { focus: YES_NO, ..of(Command::Yes, "question.yes", &["y", "shift+y"]) },
    Binding { focus: YES_NO, ..of(Command::No, "question.no", &["n"]) },
    of(Command::Note, "question.note", &["n", "shift+n"]),
    of(Command::Filter, "question.filter", &["/"]),
    of(Command::Discuss, "question.discuss", &["c"]),
    Binding { focus: &[Focus::Editor], ..of(Command::DiscussText, "question.discussText", &["ctrl+t"]) },
    of(Command::Undo, "question.undo", &["u"]),
    of(Command::Redo, "question.redo", &["shift+u"]),
    of(Command::Zoom, "question.zoom", &["p"]),
    // In fullscreen mode, again, pi may keep the first of them.
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
    Binding { focus: EVERYWHERE, ..of(Command::Help, "question.help", &["?", "f1"]) },
];

const fn of(command: Command, id: &'static str, keys: &'static [&'static str]) -> Binding {
    Binding { command, id, keys, host: None, repeats: false, focus: LIST, tabs_in_text: false }
}

/// Where a command goes.
pub(super) enum Meaning {
    Action(Action),
    Scroll(Scroll),
    /// Shows a text over the whole terminal: which, the screen knows.
    Zoom,
}
