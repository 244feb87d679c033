//! Names of keys as the user has bound them.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::Deserialize;
use strum::VariantArray as _;
use ts_rs::TS;

use crate::form::Focus;
use crate::screen::command::{Binding, Command};
use crate::text::Clean;

/// Names of the bound keys by focus and command, in pi's notation ("up", "shift+tab"). Hints show the first of each
/// list.
#[derive(Clone, Debug, Default)]
pub struct Keys {
    /// For each focus, the keys of each command that apply there, in the order of the commands.
    commands: Vec<Vec<Vec<KeyName>>>,
    /// For each focus, the digits that choose options there.
    digits: Vec<Digits>,
    /// Keys that submit the text in the editor.
    pub(super) submit: Vec<KeyName>,
    /// Keys that insert a line break in the editor.
    pub(super) new_line: Vec<KeyName>,
}

/// Bound keys as the host sends them, each list in the order in which keys are to be shown.
#[derive(Clone, Debug, Default, Deserialize, TS)]
#[serde(default, rename_all = "camelCase")]
pub struct BoundKeys {
    /// Keys of each command.
    #[ts(type = "{ [key in Command]?: Array<string> }")]
    pub commands: BTreeMap<Command, Vec<String>>,
    /// Those keys that the user has set. They take precedence over default keys of other commands.
    #[ts(type = "{ [key in Command]?: Array<string> }")]
    pub own: BTreeMap<Command, Vec<String>>,
    /// Keys that submit the text in the editor.
    pub submit: Vec<String>,
    /// Keys that insert a line break in the editor.
    pub new_line: Vec<String>,
}

impl From<BoundKeys> for Keys {
    fn from(bound: BoundKeys) -> Self {
        let names = |keys: &[String]| keys.iter().map(|key| KeyName::of(key)).collect();
        let (commands, digits) = Focus::VARIANTS.iter().map(|focus| bound.at(*focus)).unzip();
        Self { commands, digits, submit: names(&bound.submit), new_line: names(&bound.new_line) }
    }
}

impl BoundKeys {
    /// Returns the names of the keys that apply in a focus, by command, and the digits that no command uses there.
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
            let keys = takers.iter().filter(|(_, taker)| taker == command);
            keys.map(|(key, _)| KeyName::of(key)).collect()
        });
        let digit = |(key, _): &(&str, Command)| key.parse().ok().filter(|_| key.len() == 1);
        (
            keys.collect(),
            Digits { bound: takers.iter().filter_map(digit).fold(0, |bound, digit: u8| bound | 1 << digit) },
        )
    }
}

/// Returns whether a key of a command applies in a focus. In a text editor, a key that types a character does not.
fn counts(binding: &Binding, key: &str, focus: Focus) -> bool {
    let is_bound_there = binding.focus.contains(&focus);
    match focus {
        Focus::Editor | Focus::Line => !is_text(key) && (is_bound_there || (binding.tabs_in_text && is_tab(key))),
        Focus::List | Focus::YesNo | Focus::Confirm | Focus::Help => is_bound_there,
    }
}

/// Returns whether a key moves between fields and types no character.
fn is_tab(key: &str) -> bool {
    key == "tab" || key == "shift+tab"
}

/// Returns whether a key types a character.
fn is_text(key: &str) -> bool {
    key == "space" || key.strip_prefix("shift+").unwrap_or(key).chars().nth(1).is_none()
}

/// Digits that choose options by number: those that are bound to no command.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Digits {
    /// A bit for each digit that is bound to a command.
    bound: u16,
}

impl Digits {
    /// Returns whether a number consists of such digits. An option whose number does not is shown without one.
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

    /// Formats the numbers of a range that can be typed, for a hint: "1-4", or "1, 3-4" if 2 is bound to a command.
    pub(super) fn range(self, numbers: RangeInclusive<usize>) -> Clean<'static> {
        if self.bound == 0 {
            return range(*numbers.start(), *numbers.end());
        }
        let free: Vec<usize> = numbers.filter(|number| self.can_type(*number)).collect();
        let runs = free.chunk_by(|one, next| one + 1 == *next);
        let runs = runs.filter_map(|run| Some(range(*run.first()?, *run.last()?)));
        let runs: Vec<String> = runs.map(|run| run.as_str().to_owned()).collect();
        Clean::composed(runs.join(", "))
    }
}

fn range(first: usize, last: usize) -> Clean<'static> {
    Clean::composed(if first == last { first.to_string() } else { format!("{first}-{last}") })
}

impl Keys {
    /// Returns the first key of a command in a focus.
    pub(crate) fn of(&self, focus: Focus, command: Command) -> &KeyName {
        static UNBOUND: KeyName = KeyName { text: Clean::EMPTY, is_word: false };
        self.all(focus, command).first().unwrap_or(&UNBOUND)
    }

    /// Returns all keys of a command in a focus.
    pub(super) fn all(&self, focus: Focus, command: Command) -> &[KeyName] {
        let keys = self.commands.get(focus as usize).and_then(|commands| commands.get(command as usize));
        keys.map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns the digits that choose options in a focus.
    pub(super) fn digits(&self, focus: Focus) -> Digits {
        self.digits.get(focus as usize).copied().unwrap_or_default()
    }
}

/// Name of a key for display; empty if no key is bound.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyName {
    text: Clean<'static>,
    /// Whether the name is a word or a letter, as opposed to a symbol.
    pub(super) is_word: bool,
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
}
