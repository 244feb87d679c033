//! The names of the keys that the hints show, as the user has bound them.

use crate::text::Clean;

/// The keys of the commands that hints name.
#[derive(Clone, Debug, Default)]
pub struct Keys {
    /// Move up.
    pub cursor_up: KeyName,
    /// Move down.
    pub cursor_down: KeyName,
    /// Question on the left.
    pub prev_tab: KeyName,
    /// Question on the right.
    pub next_tab: KeyName,
    /// Take what is highlighted.
    pub confirm: KeyName,
    /// Step back.
    pub cancel: KeyName,
    /// Submit the editor's text.
    pub submit: KeyName,
    /// Start a new line in the editor.
    pub new_line: KeyName,
    /// Go to the next question from the text editor of one that takes only text.
    pub leave_text: KeyName,
    /// Check or uncheck a box.
    pub toggle: KeyName,
    /// Check all boxes, or none.
    pub toggle_all: KeyName,
    /// Write a note.
    pub note: KeyName,
    /// Filter the list.
    pub filter: KeyName,
    /// Talk first.
    pub discuss: KeyName,
    /// Take the last change back.
    pub undo: KeyName,
    /// Show the preview over the whole form.
    pub preview: KeyName,
    /// Scroll the preview down.
    pub preview_down: KeyName,
    /// Open the text in an editor of the user's own.
    pub external: KeyName,
}

impl Keys {
    /// Calls `name` with the name of each command, and takes what it gives as the id of its key.
    pub fn named(name: &dyn Fn(&'static str) -> String) -> Self {
        fn key_of(name: &dyn Fn(&'static str) -> String, command: &'static str) -> KeyName {
            KeyName::of(&name(command))
        }
        let key = |command| key_of(name, command);
        Self {
            cursor_up: key("cursorUp"),
            cursor_down: key("cursorDown"),
            prev_tab: key("prevTab"),
            next_tab: key("nextTab"),
            confirm: key("confirm"),
            cancel: key("cancel"),
            submit: key("submit"),
            new_line: key("newLine"),
            leave_text: key("leaveText"),
            toggle: key("toggle"),
            toggle_all: key("toggleAll"),
            note: key("note"),
            filter: key("filter"),
            discuss: key("discuss"),
            undo: key("undo"),
            preview: key("preview"),
            preview_down: key("previewDown"),
            external: key("external"),
        }
    }
}

/// A key as people write it; empty where the command is bound to none.
#[derive(Clone, Debug, Default)]
pub struct KeyName(Clean<'static>);

impl KeyName {
    /// The name of a key with an id of pi's: "up", "shift+tab".
    #[must_use]
    pub fn of(id: &str) -> Self {
        Self(match id {
            "up" => "↑".into(),
            "down" => "↓".into(),
            "left" => "←".into(),
            "right" => "→".into(),
            "escape" => "esc".into(),
            "return" => "enter".into(),
            other => Clean::line(other).into_owned(),
        })
    }

    pub(crate) fn text(&self) -> &Clean<'static> {
        &self.0
    }
}
