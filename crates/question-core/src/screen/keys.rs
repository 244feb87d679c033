//! The names of the keys that the hints show, as the user has bound them.

use serde::Deserialize;
use strum::VariantArray as _;
use ts_rs::TS;

use crate::screen::command::Command;
use crate::text::Clean;

/// The keys that hints name, by pi's names for them ("up", "shift+tab"). Of several for one thing, the first is shown.
#[derive(Clone, Debug, Default)]
pub struct Keys {
    /// In the order of the commands.
    commands: Vec<KeyName>,
    leave_text: KeyName,
    submit: KeyName,
    new_line: KeyName,
    external: KeyName,
}

/// The keys that things are bound to, in the order in which they are to be named.
#[derive(Clone, Debug, Default, Deserialize, TS)]
#[serde(default, rename_all = "camelCase")]
pub struct BoundKeys {
    /// The keys of each command.
    #[ts(type = "{ [key in Command]?: Array<string> }")]
    pub commands: Vec<(Command, Vec<String>)>,
    /// The keys that submit the editor's text.
    pub submit: Vec<String>,
    /// The keys that start a new line in the editor.
    pub new_line: Vec<String>,
    /// The keys that open the text in an editor of the user's own.
    pub external: Vec<String>,
}

impl From<BoundKeys> for Keys {
    fn from(bound: BoundKeys) -> Self {
        let name = |keys: &[String]| keys.first().map(|key| KeyName::of(key)).unwrap_or_default();
        let keys_of = |command| {
            let keys = bound.commands.iter().find(|(bound, _)| *bound == command);
            keys.map(|(_, keys)| keys.as_slice()).unwrap_or_default()
        };
        Self {
            // In a text, only a key that types nothing goes on to the next question.
            leave_text: keys_of(Command::NextTab)
                .iter()
                .find(|key| is_tab(key))
                .map(|key| KeyName::of(key))
                .unwrap_or_default(),
            commands: Command::VARIANTS.iter().map(|command| name(keys_of(*command))).collect(),
            submit: name(&bound.submit),
            new_line: name(&bound.new_line),
            external: name(&bound.external),
        }
    }
}

/// Whether a key is one of those that move between fields everywhere, and type nothing.
fn is_tab(key: &str) -> bool {
    key == "tab" || key == "shift+tab"
}

impl Keys {
    /// The key of a command.
    pub(crate) fn of(&self, command: Command) -> &KeyName {
        static UNBOUND: KeyName = KeyName(Clean::EMPTY);
        self.commands.get(command as usize).unwrap_or(&UNBOUND)
    }

    /// The key that submits the editor's text.
    pub(super) fn submit(&self) -> &KeyName {
        &self.submit
    }

    /// The key that starts a new line in the editor.
    pub(super) fn new_line(&self) -> &KeyName {
        &self.new_line
    }

    /// The key that goes to the next question from the text editor of one that takes only text.
    pub(super) fn leave_text(&self) -> &KeyName {
        &self.leave_text
    }

    /// The key that opens the text in an editor of the user's own.
    pub(super) fn external(&self) -> &KeyName {
        &self.external
    }
}

/// A key as people write it; empty where nothing is bound.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyName(Clean<'static>);

impl KeyName {
    fn of(id: &str) -> Self {
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
