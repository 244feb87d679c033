//! Settings files → settings: what the user prefers, checked.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use strum::VariantArray;
use ts_rs::TS;

use crate::call::dialect::Dialect;
use crate::json::{self, NotJson};
use crate::text::{Clean, truncate};
use crate::words::{Told, Words, fill_all};

/// Characters of an answer above which the form asks whether it is meant.
const SOFT_LIMIT: usize = 2_000;
/// Percent of the terminal's rows that a form may take.
const HEIGHT: usize = 70;
const MIN_HEIGHT: usize = 20;
const MAX_HEIGHT: usize = 100;

/// Faults of a file that are told, and columns of a name in them.
const MAX_FAULTS: usize = 8;
const KEY_COLUMNS: usize = 40;

/// The names of all settings, as `Settings::set` takes them.
const KEYS: [&str; 9] = [
    "dialect",
    "notify",
    "accessible",
    "alwaysOfferCustom",
    "customLabel",
    "locale",
    "confirmDiscard",
    "softLimit",
    "maxHeight",
];
/// Letters that a misspelled name has wrong, at most.
const MAX_TYPOS: usize = 2;

/// What the user prefers.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is a setting of its own
pub struct Settings {
    /// The tool that the model is offered.
    pub dialect: Dialect,
    /// How the user is told that a question waits.
    pub notify: Notify,
    /// Whether questions are asked in plain numbered dialogs.
    pub accessible: bool,
    /// Overrides an `allowCustom: false`.
    pub always_offer_custom: bool,
    pub(crate) custom_label: Option<String>,
    pub(crate) words: &'static Words,
    pub(crate) confirm_discard: bool,
    /// In characters.
    pub(crate) soft_limit: usize,
    /// In percent of the terminal's rows.
    pub(crate) max_height: usize,
}

/// How the user is told that a question waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Notify {
    /// Not at all.
    Off,
    /// By the terminal's bell.
    Bell,
    /// By a notification of the terminal's.
    Terminal,
}

impl Notify {
    /// The name of the way.
    #[must_use]
    pub fn name(self) -> &'static str {
        json::name_of(&self)
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            dialect: Dialect::Question,
            notify: Notify::Off,
            accessible: false,
            always_offer_custom: false,
            custom_label: None,
            words: Words::english(),
            confirm_discard: true,
            soft_limit: SOFT_LIMIT,
            max_height: HEIGHT,
        }
    }
}

impl Settings {
    /// What the host says by itself, in the user's language; `values` are the names and reasons in it.
    #[must_use]
    pub fn told(&self, told: Told, values: &[&str]) -> String {
        fill_all(told.of(self.words), values)
    }

    /// Reads settings files, each given by its name and its text; what a later one says counts. `locale` is that of the
    /// environment. What is wrong does not count, and what stands beside it does; all that is wrong comes second, a line for
    /// each file.
    #[must_use]
    pub fn read(files: &[(String, String)], locale: &str) -> (Self, Vec<String>) {
        let mut settings = Self::default();
        settings.words = Words::of(locale).unwrap_or(settings.words);
        let mut problems = Vec::new();
        for (name, text) in files {
            let fields = match json::read(text) {
                Ok(Value::Object(fields)) => fields,
                read => {
                    let place = read.map_or_else(|NotJson(line)| format!("line {line}: "), |_| String::new());
                    problems.push([name, " is ignored: ", &place, "it is not a JSON object"].concat());
                    continue;
                }
            };
            let mut faults = Vec::new();
            for (key, line) in json::lines(text) {
                if let Some(want) = fields.get(&key).and_then(|value| settings.set(&key, value).err()) {
                    let key = truncate(Clean::line(&key), KEY_COLUMNS);
                    faults.push(format!("line {line}: \"{}\" {want}", key.as_str()));
                }
            }
            if !faults.is_empty() {
                let more = faults.len().saturating_sub(MAX_FAULTS);
                faults.truncate(MAX_FAULTS);
                let more = if more > 0 { format!("; and {more} more") } else { String::new() };
                problems.push(format!("{name}, {}{more}", faults.join("; ")));
            }
        }
        (settings, problems)
    }

    /// Takes a setting by its name in the file; the error says what it has to be.
    fn set(&mut self, name: &str, value: &Value) -> Result<(), String> {
        match name {
            "dialect" => self.dialect = wanted(value.as_str().and_then(Dialect::named), &names::<Dialect>())?,
            "notify" => {
                let name = if *value == Value::Bool(false) { Some("off") } else { value.as_str() };
                self.notify = wanted(name.and_then(json::named), &names::<Notify>())?;
            }
            "accessible" => self.accessible = flag(value)?,
            "alwaysOfferCustom" => self.always_offer_custom = flag(value)?,
            "customLabel" => {
                let label = value.as_str().filter(|label| !label.trim().is_empty());
                self.custom_label = Some(wanted(label, "a text")?.to_owned());
            }
            "locale" => {
                let codes: Vec<&str> = Words::all().iter().map(|(code, _)| *code).collect();
                self.words = wanted(value.as_str().and_then(Words::of), &format!("one of {}", codes.join(", ")))?;
            }
            "confirmDiscard" => self.confirm_discard = flag(value)?,
            "softLimit" => self.soft_limit = wanted(number(value), "a number of characters")?,
            "maxHeight" => {
                let percent = number(value).filter(|percent| (MIN_HEIGHT..=MAX_HEIGHT).contains(percent));
                self.max_height = wanted(percent, &format!("a percentage from {MIN_HEIGHT} to {MAX_HEIGHT}"))?;
            }
            _ => {
                let meant = nearest(name).map(|name| format!("; did you mean \"{name}\"?")).unwrap_or_default();
                return Err(format!("is not a setting{meant}"));
            }
        }
        Ok(())
    }

    /// The words of the user's language.
    #[must_use]
    pub fn words(&self) -> &'static Words {
        self.words
    }

    /// What the custom row is called, unless the model says otherwise.
    #[must_use]
    pub fn custom_label(&self) -> &str {
        self.custom_label.as_deref().unwrap_or(self.words.something_else)
    }
}

/// The setting that a name may be a misspelling of.
fn nearest(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    if name.len() > KEY_COLUMNS {
        return None;
    }
    let typos = |key: &'static str| (distance(&name, &key.to_ascii_lowercase()), key);
    let (_, key) = KEYS.into_iter().map(typos).filter(|(typos, _)| *typos <= MAX_TYPOS).min()?;
    Some(key)
}

/// How many letters have to be put in, taken out or changed to get from one word to the other.
fn distance(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (at, letter) in (1..).zip(from.bytes()) {
        let mut next = vec![at];
        let mut left = at;
        for (wanted, (diagonal, above)) in to.bytes().zip(row.iter().zip(row.iter().skip(1))) {
            left = (diagonal + usize::from(letter != wanted)).min(above + 1).min(left + 1);
            next.push(left);
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}

/// What a setting was read as, or what it has to be.
fn wanted<T>(read: Option<T>, want: &str) -> Result<T, String> {
    read.ok_or_else(|| format!("has to be {want}"))
}

fn flag(value: &Value) -> Result<bool, String> {
    wanted(value.as_bool(), "true or false")
}

fn number(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}

/// All names that a value can have: "a", "b" or "c".
fn names<T: VariantArray + Serialize>() -> String {
    let mut names: Vec<String> = T::VARIANTS.iter().map(|variant| format!("\"{}\"", json::name_of(variant))).collect();
    let last = names.pop().unwrap_or_default();
    format!("{} or {last}", names.join(", "))
}
