//! What keys can be bound to: each command once, with its name in `keybindings.json`, its default keys, and where it
//! counts. The host reads raw keys and looks them up in this list; hints and declarations follow from it.

use serde::{Deserialize, Serialize};
use strum::VariantArray;
use ts_rs::TS;

use crate::form::Focus;
use crate::form::action::Action;
use crate::screen::scroll::Scroll;

/// Something that the user's key is bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, VariantArray, Serialize, Deserialize, TS)]
pub enum Command {
    /// Moves the highlight up a row.
    CursorUp,
    /// Moves the highlight down a row.
    CursorDown,
    /// Moves the highlight up a screenful.
    PageUp,
    /// Moves the highlight down a screenful.
    PageDown,
    /// Goes to the question on the left.
    PrevTab,
    /// Goes to the question on the right.
    NextTab,
    /// Takes what is highlighted.
    Confirm,
    /// Steps back; from a list, leaves the form.
    Cancel,
    /// Checks the highlighted box, or unchecks it.
    Toggle,
    /// Checks all boxes, or none where all are.
    ToggleAll,
    /// Opens the editor for a note on the answer.
    Note,
    /// Opens the line that filters the list.
    Filter,
    /// Opens the editor for what the user would rather say first.
    Discuss,
    /// Takes the last change back.
    Undo,
    /// Makes it again.
    Redo,
    /// Shows the preview over the whole form, or ends that.
    Preview,
    /// Scrolls the prompt above a text up, where it does not fit.
    ReadUp,
    /// Scrolls it down.
    ReadDown,
    /// Scrolls the preview up; above an empty text the prompt.
    PreviewUp,
    /// Scrolls the preview down; above an empty text the prompt.
    PreviewDown,
    /// Answers yes.
    Yes,
    /// Answers no.
    No,
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
    /// Whether Tab and Shift+Tab, where they are among the keys, count in the text editor as well.
    pub tabs_in_text: bool,
}

impl Command {
    /// All commands with their keys. Where a key is bound to several that count in one place, the first does.
    pub fn bindings() -> impl Iterator<Item = Binding> {
        Self::VARIANTS.iter().map(|command| command.binding())
    }

    fn binding(self) -> Binding {
        const LIST: &[Focus] = &[Focus::List];
        const LISTS: &[Focus] = &[Focus::List, Focus::Line, Focus::Confirm];
        let of = |id, keys| Binding {
            command: self,
            id,
            keys,
            host: None,
            repeats: false,
            focus: LIST,
            tabs_in_text: false,
        };
        match self {
            Self::CursorUp => Binding {
                host: Some("tui.select.up"),
                repeats: true,
                focus: LISTS,
                ..of("question.cursorUp", &["up", "k"])
            },
            Self::CursorDown => Binding {
                host: Some("tui.select.down"),
                repeats: true,
                focus: LISTS,
                ..of("question.cursorDown", &["down", "j"])
            },
            // pi's fullscreen mode keeps Page Up and Page Down for the transcript, so these have keys beside them.
            Self::PageUp => Binding {
                host: Some("tui.select.pageUp"),
                repeats: true,
                focus: &[Focus::List, Focus::Line],
                ..of("question.pageUp", &["ctrl+b"])
            },
            Self::PageDown => Binding {
                host: Some("tui.select.pageDown"),
                repeats: true,
                focus: &[Focus::List, Focus::Line],
                ..of("question.pageDown", &["ctrl+f"])
            },
            Self::PrevTab => Binding { tabs_in_text: true, ..of("question.prevTab", &["left", "h", "shift+tab"]) },
            Self::NextTab => Binding { tabs_in_text: true, ..of("question.nextTab", &["right", "l", "tab"]) },
            Self::Confirm => Binding { host: Some("tui.select.confirm"), focus: LISTS, ..of("question.confirm", &[]) },
            Self::Cancel => Binding {
                host: Some("tui.select.cancel"),
                focus: &[Focus::List, Focus::Line, Focus::Confirm, Focus::Editor],
                ..of("question.cancel", &[])
            },
            Self::Toggle => of("question.toggle", &["space"]),
            Self::ToggleAll => of("question.toggleAll", &["a"]),
            Self::Note => of("question.note", &["n"]),
            Self::Filter => of("question.filter", &["/"]),
            Self::Discuss => of("question.discuss", &["c"]),
            Self::Undo => of("question.undo", &["u"]),
            Self::Redo => of("question.redo", &["shift+u"]),
            Self::Preview => of("question.preview", &["p"]),
            // In fullscreen mode, again, pi may keep the first of them.
            Self::ReadUp => Binding {
                host: Some("tui.select.pageUp"),
                repeats: true,
                focus: &[Focus::Editor],
                ..of("question.readUp", &["shift+up"])
            },
            Self::ReadDown => Binding {
                host: Some("tui.select.pageDown"),
                repeats: true,
                focus: &[Focus::Editor],
                ..of("question.readDown", &["shift+down"])
            },
            Self::PreviewUp => Binding {
                repeats: true,
                focus: &[Focus::List, Focus::Editor],
                ..of("question.previewUp", &["ctrl+u", "shift+up"])
            },
            Self::PreviewDown => Binding {
                repeats: true,
                focus: &[Focus::List, Focus::Editor],
                ..of("question.previewDown", &["ctrl+d", "shift+down"])
            },
            Self::Yes => Binding { focus: &[Focus::Confirm], ..of("question.yes", &["y", "shift+y"]) },
            Self::No => Binding { focus: &[Focus::Confirm], ..of("question.no", &["n", "shift+n"]) },
        }
    }

    /// What it means to the form, or where it goes on the screen.
    pub(super) fn meaning(self) -> Meaning {
        match self {
            Self::CursorUp => Meaning::Scroll(Scroll::Up),
            Self::CursorDown => Meaning::Scroll(Scroll::Down),
            Self::PageUp => Meaning::Scroll(Scroll::PageUp),
            Self::PageDown => Meaning::Scroll(Scroll::PageDown),
            Self::ReadUp => Meaning::Scroll(Scroll::ReadUp),
            Self::ReadDown => Meaning::Scroll(Scroll::ReadDown),
            Self::PreviewUp => Meaning::Scroll(Scroll::PreviewUp),
            Self::PreviewDown => Meaning::Scroll(Scroll::PreviewDown),
            Self::PrevTab => Meaning::Action(Action::PrevTab),
            Self::NextTab => Meaning::Action(Action::NextTab),
            Self::Confirm => Meaning::Action(Action::Confirm),
            Self::Cancel => Meaning::Action(Action::Cancel),
            Self::Toggle => Meaning::Action(Action::Toggle),
            Self::ToggleAll => Meaning::Action(Action::ToggleAll),
            Self::Note => Meaning::Action(Action::Note),
            Self::Filter => Meaning::Action(Action::Filter),
            Self::Discuss => Meaning::Action(Action::Discuss),
            Self::Undo => Meaning::Action(Action::Undo),
            Self::Redo => Meaning::Action(Action::Redo),
            Self::Preview => Meaning::Action(Action::Preview),
            Self::Yes => Meaning::Action(Action::Yes),
            Self::No => Meaning::Action(Action::No),
        }
    }
}

/// Where a command goes.
pub(super) enum Meaning {
    Action(Action),
    Scroll(Scroll),
}
