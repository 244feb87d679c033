//! Settings files → settings: what the user prefers, checked.

use serde_json::Value;

use crate::call::dialect::Dialect;
use crate::json::{self, Lenient};
use crate::text::Clean;
use crate::words::Words;

/// Characters of an answer above which the form asks whether it is meant.
const SOFT_LIMIT: usize = 2_000;
/// Percent of the terminal's rows that a form may take.
const MAX_HEIGHT: usize = 70;
const MIN_HEIGHT: usize = 20;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notify {
    /// Not at all.
    Off,
    /// By the terminal's bell.
    Bell,
    /// By a notification of the terminal's.
    Terminal,
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
            max_height: MAX_HEIGHT,
        }
    }
}

impl Settings {
    /// Reads settings files, each given by its name and its text; what a later one says counts. `locale` is that of the
    /// environment. A file with a fault counts as a whole as not there; the faults come second, a line for each file.
    #[must_use]
    pub fn read(files: &[(String, String)], locale: &str) -> (Self, Vec<String>) {
        let mut settings = Self { words: Words::of(locale).unwrap_or_else(Words::english), ..Self::default() };
        let mut problems = Vec::new();
        for (name, text) in files {
            match settings.with(text) {
                Ok(read) => settings = read,
                Err(faults) => problems.push(format!("{name} is ignored: {}", faults.join("; "))),
            }
        }
        (settings, problems)
    }

    /// What the custom row is called, unless the model says otherwise.
    #[must_use]
    pub fn custom_label(&self) -> &str {
        self.custom_label.as_deref().unwrap_or(self.words.something_else)
    }

    fn with(&self, text: &str) -> Result<Self, Vec<String>> {
        let Ok(Value::Object(fields)) = json::read(text) else {
            return Err(vec!["it is not a JSON object".to_owned()]);
        };
        let mut settings = self.clone();
        let faults: Vec<String> = fields
            .iter()
            .filter_map(|(name, value)| {
                settings.set(name, value).err().map(|want| format!("\"{}\" {want}", Clean::line(name).as_str()))
            })
            .collect();
        if faults.is_empty() { Ok(settings) } else { Err(faults) }
    }

    /// The error says what the setting has to be.
    fn set(&mut self, name: &str, value: &Value) -> Result<(), &'static str> {
        let flag = || match value {
            Value::Bool(flag) => Ok(*flag),
            _ => Err("has to be true or false"),
        };
        let number = || value.as_u64().and_then(|number| usize::try_from(number).ok());
        match name {
            "dialect" => {
                self.dialect = Dialect::named(value.text())
                    .ok_or("has to be \"question\", \"AskUserQuestion\" or \"ask_user\"")?;
            }
            "customLabel" => match value {
                Value::String(label) if !label.trim().is_empty() => self.custom_label = Some(label.clone()),
                _ => return Err("has to be a text"),
            },
            "locale" => {
                self.words =
                    Words::of(value.text()).ok_or("has to be one of en, de, es, fr, pt, ja, zh, ko, ru, uk")?;
            }
            "confirmDiscard" => self.confirm_discard = flag()?,
            "softLimit" => self.soft_limit = number().ok_or("has to be a number of characters")?,
            "maxHeight" => {
                let percent = number().filter(|percent| (MIN_HEIGHT..=100).contains(percent));
                self.max_height = percent.ok_or("has to be a percentage from 20 to 100")?;
            }
            "notify" => {
                self.notify = match (value, value.text()) {
                    (Value::Bool(false), _) | (_, "off") => Notify::Off,
                    (_, "bell") => Notify::Bell,
                    (_, "terminal") => Notify::Terminal,
                    _ => return Err("has to be \"off\", \"bell\" or \"terminal\""),
                };
            }
            "alwaysOfferCustom" => self.always_offer_custom = flag()?,
            "accessible" => self.accessible = flag()?,
            _ => return Err("is not a setting"),
        }
        Ok(())
    }
}
