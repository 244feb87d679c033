//! The names of the keys, as the user has bound them.

use std::collections::BTreeMap;

use serde::Deserialize;
use strum::VariantArray as _;
use ts_rs::TS;

use crate::form::Focus;
use crate::screen::command::{Binding, Command};
use crate::text::Clean;

/// The keys that hints name, by pi's names for them ("up", "shift+tab"). Of several for one thing, hints show the first.
#[derive(Clone, Debug, Default)]
pub struct Keys {
    /// In the order of the commands.
    commands: Vec<Vec<KeyName>>,
    /// The keys that go to the next question from the text editor of one that takes only text.
    pub(super) leave_text: Vec<KeyName>,
    /// The keys that show all keys from a text.
    pub(super) help_in_text: Vec<KeyName>,
    /// The keys that write a note where the options are yes and no.
    pub(super) note_beside_no: Vec<KeyName>,
    /// The keys that submit the editor's text.
    pub(super) submit: Vec<KeyName>,
    /// The keys that start a new line in the editor.
    pub(super) new_line: Vec<KeyName>,
    /// The keys that open the text in an editor of the user's own.
    pub(super) external: Vec<KeyName>,
    /// The digits that are bound to commands of a list, so that they choose nothing.
    bound_digits: Vec<usize>,
}

/// The keys that things are bound to, in the order in which they are to be named.
#[derive(Clone, Debug, Default, Deserialize, TS)]
#[serde(default, rename_all = "camelCase")]
pub struct BoundKeys {
    /// The keys of each command.
    #[ts(type = "{ [key in Command]?: Array<string> }")]
    pub commands: BTreeMap<Command, Vec<String>>,
    /// The keys that submit the editor's text.
    pub submit: Vec<String>,
    /// The keys that start a new line in the editor.
    pub new_line: Vec<String>,
    /// The keys that open the text in an editor of the user's own.
    pub external: Vec<String>,
}

impl From<BoundKeys> for Keys {
    fn from(bound: BoundKeys) -> Self {
        let names = |keys: &[String]| {
            let mut named: Vec<&String> = Vec::new();
            for key in keys {
                // pi and the form may have the same for it.
                if !named.contains(&key) {
                    named.push(key);
                }
            }
            named.into_iter().map(|key| KeyName::of(key)).collect()
        };
        let keys_of = |command| bound.commands.get(&command).map(Vec::as_slice).unwrap_or_default();
        let only = |command, counts: fn(&str) -> bool| {
            keys_of(command).iter().filter(|key| counts(key)).map(|key| KeyName::of(key)).collect()
        };
        Self {
            // In a text, only a key that types nothing goes on to the next question, or shows the keys.
            leave_text: only(Command::NextTab, is_tab),
            note_beside_no: names(
                &keys_of(Command::Note)
                    .iter()
                    .filter(|key| ![Command::Yes, Command::No].iter().any(|answer| keys_of(*answer).contains(key)))
                    .cloned()
                    .collect::<Vec<_>>(),
            ),
            help_in_text: only(Command::Help, |key| !is_text(key)),
            commands: Command::VARIANTS
                .iter()
                .map(|command| {
                    let counts = |key: &&String| !command.before().any(|other| keys_of(other).contains(key));
                    names(&keys_of(*command).iter().filter(counts).cloned().collect::<Vec<_>>())
                })
                .collect(),
            submit: names(&bound.submit),
            new_line: names(&bound.new_line),
            external: names(&bound.external),
            bound_digits: bound_digits(&bound),
        }
    }
}

/// The digits that are bound to commands of a list.
fn bound_digits(bound: &BoundKeys) -> Vec<usize> {
    let is_of_list = |binding: &&Binding| binding.focus.contains(&Focus::List);
    let commands = Command::bindings().iter().filter(is_of_list).map(|binding| binding.command);
    let keys = commands.filter_map(|command| bound.commands.get(&command)).flatten();
    keys.filter(|key| key.len() == 1).filter_map(|key| key.parse().ok()).collect()
}

/// Whether a key is one of those that move between fields everywhere, and type nothing.
fn is_tab(key: &str) -> bool {
    key == "tab" || key == "shift+tab"
}

/// Whether a key types something.
fn is_text(key: &str) -> bool {
    key == "space" || key.strip_prefix("shift+").unwrap_or(key).chars().nth(1).is_none()
}

fn range(first: usize, last: usize) -> Clean<'static> {
    match (first, last) {
        (0, 0) => Clean::own("0", 1),
        _ if first == last => Clean::composed(first.to_string()),
        _ => Clean::composed(format!("{first}-{last}")),
    }
}

impl Keys {
    /// The first key of a command.
    pub(crate) fn of(&self, command: Command) -> &KeyName {
        static UNBOUND: KeyName = KeyName { text: Clean::EMPTY, is_word: false };
        self.all(command).first().unwrap_or(&UNBOUND)
    }

    /// The keys of a command.
    pub(super) fn all(&self, command: Command) -> &[KeyName] {
        self.commands.get(command as usize).map(Vec::as_slice).unwrap_or_default()
    }

    /// The numbers of a range that digits choose, as hints show them: "1-4", or "1, 3-4" where 2 is bound to a command.
    pub(super) fn numbers(&self, first: usize, last: usize) -> Clean<'static> {
        if self.bound_digits.is_empty() {
            return range(first, last);
        }
        // The digits of a number come one by one.
        let is_bound =
            |number: usize| self.bound_digits.iter().any(|digit| number.to_string().contains(&digit.to_string()));
        let free: Vec<usize> = (first..=last).filter(|number| !is_bound(*number)).collect();
        let runs = free.chunk_by(|one, next| one + 1 == *next);
        let runs = runs.filter_map(|run| Some(range(*run.first()?, *run.last()?)));
        let runs: Vec<String> = runs.map(|run| run.as_str().to_owned()).collect();
        Clean::composed(runs.join(", "))
    }
}

/// A key as people write it; empty where nothing is bound.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyName {
    text: Clean<'static>,
    /// Whether it is a word or a letter, and no sign.
    is_word: bool,
}

impl KeyName {
    fn of(id: &str) -> Self {
        let text: Clean = match id {
            "up" => "↑".into(),
            "down" => "↓".into(),
            "left" => "←".into(),
            "right" => "→".into(),
            "escape" => "esc".into(),
            "return" => "enter".into(),
            "pageUp" => "PgUp".into(),
            "pageDown" => "PgDn".into(),
            other => Clean::line(other).into_owned(),
        };
        let is_word = text.columns() > 1 || text.as_str().chars().all(char::is_alphanumeric);
        Self { text, is_word }
    }

    pub(crate) fn text(&self) -> &Clean<'static> {
        &self.text
    }

    /// Whether it is a word or a letter, and no sign.
    pub(super) fn is_word(&self) -> bool {
        self.is_word
    }
}
