//! The names of the keys that the hints show, as the user has bound them.

/// Key ids as pi writes them ("up", "shift+tab"), one for each command; empty where the command is bound to no key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys {
    /// Move up.
    pub cursor_up: String,
    /// Move down.
    pub cursor_down: String,
    /// Question on the left.
    pub prev_tab: String,
    /// Question on the right.
    pub next_tab: String,
    /// Take what is highlighted.
    pub confirm: String,
    /// Step back.
    pub cancel: String,
    /// Submit the editor's text.
    pub submit: String,
    /// Start a new line in the editor.
    pub new_line: String,
}

impl Default for Keys {
    fn default() -> Self {
        Self {
            cursor_up: "up".into(),
            cursor_down: "down".into(),
            prev_tab: "left".into(),
            next_tab: "right".into(),
            confirm: "enter".into(),
            cancel: "escape".into(),
            submit: "enter".into(),
            new_line: "shift+enter".into(),
        }
    }
}
