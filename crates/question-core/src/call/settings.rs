//! Settings files → settings: what the user prefers, checked.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use strum::VariantArray;
use ts_rs::TS;

use crate::call::dialect::Dialect;
use crate::json;
use crate::text::Clean;
use crate::words::{Told, Words, fill_all};

/// Characters of an answer above which the form asks whether it is meant.
const SOFT_LIMIT: usize = 2_000;
/// Percent of the terminal's rows that a form may take.
const HEIGHT: usize = 70;
const MIN_HEIGHT: usize = 20;
const MAX_HEIGHT: usize = 100;

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
    /// environment. A file with a fault counts as a whole as not there; the faults come second, a line for each file.
    #[must_use]
    pub fn read(files: &[(String, String)], locale: &str) -> (Self, Vec<String>) {
        let mut settings = Self::default();
        settings.words = Words::of(locale).unwrap_or(settings.words);
        let mut problems = Vec::new();
        for (name, text) in files {
            let Ok(Value::Object(fields)) = json::read(text) else {
                problems.push(format!("{name} is ignored: it is not a JSON object"));
                continue;
            };
            let mut changed = settings.clone();
            let fault = |(name, value): (&String, &Value)| {
                let want = changed.set(name, value).err()?;
                Some(format!("\"{}\" {want}", Clean::line(name).as_str()))
            };
            let faults: Vec<String> = fields.iter().filter_map(fault).collect();
            if faults.is_empty() {
                settings = changed;
            } else {
                problems.push(format!("{name} is ignored: {}", faults.join("; ")));
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
            _ => return Err("is not a setting".to_owned()),
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
