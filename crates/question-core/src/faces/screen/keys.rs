//! Keys as the user has bound them: which command a key triggers, and the names that hints show.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use strum::VariantArray as _;
use ts_rs::TS;

use crate::form::Focus;
use crate::form::command::{Binding, Command, InText};
use crate::text::Clean;

/// pi's bindings for submitting the text of an editor and for a line break in it.
const SUBMIT: &str = "tui.input.submit";
const NEW_LINE: &str = "tui.input.newLine";

/// Names of the bound keys by focus and command, as hints show them ("↑", "shift+tab"). Hints show the first of each
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

/// Bound keys as the host sends them, by the ids of their bindings.
#[derive(Clone, Debug, Default, Deserialize, TS)]
#[serde(default)]
pub struct BoundKeys {
    /// Keys that the user has set for the form's own bindings. They take precedence over default keys of other
    /// commands.
    pub user: BTreeMap<String, Vec<String>>,
    /// Keys of pi's bindings.
    pub host: BTreeMap<String, Vec<String>>,
}

/// A key that triggers a command in a focus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ResolvedKey {
    /// Name of the key.
    pub key: String,
    /// The command.
    pub command: Command,
    /// Whether the command repeats while the key is held down.
    pub repeats: bool,
    /// The state of the text in the editor in which the key applies.
    pub when: InText,
}

impl From<BoundKeys> for Keys {
    fn from(bound: BoundKeys) -> Self {
        let names = |id: &str| bound.of_host(id).iter().map(|key| KeyName::of(key)).collect();
        let (commands, digits) = Focus::VARIANTS.iter().map(|focus| bound.names(*focus)).unzip();
        Self { commands, digits, submit: names(SUBMIT), new_line: names(NEW_LINE) }
    }
}

impl BoundKeys {
    /// Returns the keys of each focus, in order of precedence: a key triggers the first command that it matches.
    #[must_use]
    pub fn resolved(&self) -> BTreeMap<Focus, Vec<ResolvedKey>> {
        Focus::VARIANTS.iter().map(|focus| (*focus, self.resolve(*focus))).collect()
    }

    fn resolve(&self, focus: Focus) -> Vec<ResolvedKey> {
        let mut resolved: Vec<ResolvedKey> = Vec::new();
        let own = Command::bindings().iter().map(|binding| (binding, self.of_user(binding).to_vec()));
        let all = Command::bindings().iter().map(|binding| (binding, self.keys_of(binding)));
        for (binding, keys) in own.chain(all) {
            for key in keys {
                if let Some(when) = applies(binding, &key, focus)
                    && resolved.iter().all(|other| other.key != key)
                {
                    let Binding { command, repeats, .. } = *binding;
                    resolved.push(ResolvedKey { key, command, repeats, when });
                }
            }
        }
        resolved
    }

    /// Returns all keys of a command. Hints show the first: one that the user has set for the form, else pi's own, which
    /// pi's lists show as well. A command that the user has given none has none of pi's, either.
    fn keys_of(&self, binding: &Binding) -> Vec<String> {
        let host = binding.host.map_or(&[][..], |host| self.of_host(host)).iter().cloned();
        match self.user.get(binding.id) {
            Some(keys) if keys.is_empty() => Vec::new(),
            Some(keys) => keys.iter().cloned().chain(host).collect(),
            None => host.chain(binding.keys.iter().map(|&key| key.to_owned())).collect(),
        }
    }

    fn of_user(&self, binding: &Binding) -> &[String] {
        self.user.get(binding.id).map(Vec::as_slice).unwrap_or_default()
    }

    fn of_host(&self, id: &str) -> &[String] {
        self.host.get(id).map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns the names of the keys that apply in a focus, by command, and the digits that no command uses there.
    fn names(&self, focus: Focus) -> (Vec<Vec<KeyName>>, Digits) {
        let resolved = self.resolve(focus);
        let keys = Command::VARIANTS.iter().map(|command| {
            let keys = resolved.iter().filter(|key| key.command == *command && key.when != InText::Empty);
            keys.map(|key| KeyName::of(&key.key)).collect()
        });
        let digit = |key: &ResolvedKey| key.key.parse().ok().filter(|_| key.key.len() == 1);
        let bound = resolved.iter().filter_map(digit).fold(0, |bound, digit: u8| bound | 1 << digit);
        (keys.collect(), Digits { bound })
    }
}

/// Returns in which state of the text in the editor a key of a command applies in a focus, or `None` if it never does.
/// Beside an open text, a key that types a character is text.
fn applies(binding: &Binding, key: &str, focus: Focus) -> Option<InText> {
    match (focus, binding.text, key) {
        (Focus::Editor | Focus::Options, ..) if is_text(key) => None,
        _ if binding.focus.contains(&focus) => Some(InText::Always),
        (Focus::Editor, InText::Empty, "tab" | "shift+tab") => Some(InText::Always),
        (Focus::Editor, InText::Empty, "left" | "right") => Some(InText::Empty),
        (Focus::Editor, when @ (InText::FirstRow | InText::LastRow), _) => Some(when),
        _ => None,
    }
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
    pub(crate) fn first(&self, focus: Focus, command: Command) -> &KeyName {
        static UNBOUND: KeyName = KeyName { text: Clean::EMPTY, is_word: false };
        self.all(focus, command).first().unwrap_or(&UNBOUND)
    }

    pub(super) fn all(&self, focus: Focus, command: Command) -> &[KeyName] {
        let keys = self.commands.get(focus as usize).and_then(|commands| commands.get(command as usize));
        keys.map(Vec::as_slice).unwrap_or_default()
    }

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

    pub(crate) fn name(&self) -> &Clean<'static> {
        &self.text
    }
}
