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
