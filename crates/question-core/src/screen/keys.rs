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
    /// For each focus, the keys that count there: those of each command, in the order of the commands.
    commands: Vec<Vec<Vec<KeyName>>>,
    /// For each focus, the digits that choose options there.
    digits: Vec<Digits>,
    submit: Vec<KeyName>,
    new_line: Vec<KeyName>,
    external: Vec<KeyName>,
}

/// The keys that things are bound to, in the order in which they are to be named.
#[derive(Clone, Debug, Default, Deserialize, TS)]
#[serde(default, rename_all = "camelCase")]
pub struct BoundKeys {
    /// The keys of each command.
    #[ts(type = "{ [key in Command]?: Array<string> }")]
    pub commands: BTreeMap<Command, Vec<String>>,
    /// Those of them that the user has set. They take precedence over the default keys of other commands.
    #[ts(type = "{ [key in Command]?: Array<string> }")]
    pub own: BTreeMap<Command, Vec<String>>,
    /// The keys that submit the editor's text.
    pub submit: Vec<String>,
    /// The keys that start a new line in the editor.
    pub new_line: Vec<String>,
    /// The keys that open the text in an editor of the user's own.
    pub external: Vec<String>,
}

impl From<BoundKeys> for Keys {
    fn from(bound: BoundKeys) -> Self {
        let (commands, digits) = Focus::VARIANTS.iter().map(|focus| bound.at(*focus)).unzip();
        Self {
            commands,
            digits,
            submit: names(bound.submit.iter()),
            new_line: names(bound.new_line.iter()),
            external: names(bound.external.iter()),
        }
    }
}

impl BoundKeys {
    /// The names of the keys that count in a focus, by command, and the digits that no command takes there.
    fn at(&self, focus: Focus) -> (Vec<Vec<KeyName>>, Digits) {
        let mut takers: Vec<(&str, Command)> = Vec::new();
        for keys in [&self.own, &self.commands] {
            for binding in Command::bindings() {
                for key in keys.get(&binding.command).into_iter().flatten() {
                    if counts(binding, key, focus) && takers.iter().all(|(taken, _)| taken != key) {
                        takers.push((key, binding.command));
                    }
                }
            }
        }
        let keys = Command::VARIANTS.iter().map(|command| {
            let keys = self.commands.get(command).into_iter().flatten();
            names(keys.filter(|key| takers.contains(&(key.as_str(), *command))))
        });
        let digit = |(key, _): &(&str, Command)| key.parse().ok().filter(|_| key.len() == 1);
        (
            keys.collect(),
            Digits { bound: takers.iter().filter_map(digit).fold(0, |bound, digit: u8| bound | 1 << digit) },
        )
    }
}

/// Whether a key of a command counts in a focus. In a text, a key that types something is text.
fn counts(binding: &Binding, key: &str, focus: Focus) -> bool {
    let is_bound_there = binding.focus.contains(&focus);
    match focus {
        Focus::Editor | Focus::Line => !is_text(key) && (is_bound_there || (binding.tabs_in_text && is_tab(key))),
        Focus::List | Focus::YesNo | Focus::Confirm | Focus::Help => is_bound_there,
    }
}

/// The names of keys. pi and the form may have the same key for one thing.
fn names<'a>(keys: impl Iterator<Item = &'a String>) -> Vec<KeyName> {
    let mut named: Vec<&String> = Vec::new();
    for key in keys {
        if !named.contains(&key) {
            named.push(key);
        }
    }
    named.into_iter().map(|key| KeyName::of(key)).collect()
}

/// Whether a key is one of those that move between fields everywhere, and type nothing.
fn is_tab(key: &str) -> bool {
    key == "tab" || key == "shift+tab"
}

/// Whether a key types something.
fn is_text(key: &str) -> bool {
    key == "space" || key.strip_prefix("shift+").unwrap_or(key).chars().nth(1).is_none()
}

/// The digits that choose options by their numbers: those that are bound to no command.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Digits {
    /// A bit for each digit that is bound to a command.
    bound: u16,
}

impl Digits {
    /// Whether a number can be typed. An option whose number cannot be typed is shown without one.
    pub(super) fn can_type(self, mut number: usize) -> bool {
        loop {
            if self.bound & (1 << (number % 10)) != 0 {
                return false;
            }
            number /= 10;
            if number == 0 {
                return true;
            }
        }
    }

    /// The numbers of a range that can be typed, as hints show them: "1-4", or "1, 3-4" where 2 is bound to a command.
    pub(super) fn range(self, first: usize, last: usize) -> Clean<'static> {
        if self.bound == 0 {
            return range(first, last);
        }
        let free: Vec<usize> = (first..=last).filter(|number| self.can_type(*number)).collect();
        let runs = free.chunk_by(|one, next| one + 1 == *next);
        let runs = runs.filter_map(|run| Some(range(*run.first()?, *run.last()?)));
        let runs: Vec<String> = runs.map(|run| run.as_str().to_owned()).collect();
        Clean::composed(runs.join(", "))
    }
}

fn range(first: usize, last: usize) -> Clean<'static> {
    match (first, last) {
        (0, 0) => Clean::own("0", 1),
        _ if first == last => Clean::composed(first.to_string()),
        _ => Clean::composed(format!("{first}-{last}")),
    }
}

impl Keys {
    /// The first key of a command that counts in a focus.
    pub(crate) fn of(&self, focus: Focus, command: Command) -> &KeyName {
        static UNBOUND: KeyName = KeyName { text: Clean::EMPTY, is_word: false };
        self.all(focus, command).first().unwrap_or(&UNBOUND)
    }

    /// The keys of a command that count in a focus.
    pub(super) fn all(&self, focus: Focus, command: Command) -> &[KeyName] {
        let keys = self.commands.get(focus as usize).and_then(|commands| commands.get(command as usize));
        keys.map(Vec::as_slice).unwrap_or_default()
    }

    /// The digits that choose options in a focus.
    pub(super) fn digits(&self, focus: Focus) -> Digits {
        self.digits.get(focus as usize).copied().unwrap_or_default()
    }

    /// The keys that submit the editor's text.
    pub(super) fn submit(&self) -> &[KeyName] {
        &self.submit
    }

    /// The keys that start a new line in the editor.
    pub(super) fn new_line(&self) -> &[KeyName] {
        &self.new_line
    }

    /// The keys that open the text in an editor of the user's own.
    pub(super) fn external(&self) -> &[KeyName] {
        &self.external
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
