//! Settings files → settings: what the user prefers, checked.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use strum::VariantArray;
use ts_rs::TS;

use crate::call::dialect::Dialect;
use crate::json;
use crate::text::Clean;
use crate::words::Words;

/// Characters of an answer above which the form asks whether it is meant.
const SOFT_LIMIT: usize = 2_000;
/// Percent of the terminal's rows that a form may take.
const HEIGHT: usize = 70;
const MIN_HEIGHT: usize = 20;
const MAX_HEIGHT: usize = 100;
/// The setting that the environment has one for as well.
const LOCALE: &str = "locale";

/// What the user prefers, as the settings file says it.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, rename_all = "camelCase")]
#[allow(clippy::struct_excessive_bools)] // each is a setting of its own
pub struct Settings {
    /// The tool that the model is offered.
    #[serde(deserialize_with = "dialect")]
    pub dialect: Dialect,
    /// How the user is told that a question waits.
    #[serde(deserialize_with = "notify")]
    pub notify: Notify,
    /// Whether questions are asked in plain numbered dialogs.
    #[serde(deserialize_with = "flag")]
    pub accessible: bool,
    /// Overrides an `allowCustom: false`.
    #[serde(deserialize_with = "flag")]
    pub always_offer_custom: bool,
    #[serde(deserialize_with = "label")]
    pub(crate) custom_label: Option<String>,
    #[serde(rename = "locale", deserialize_with = "locale")]
    pub(crate) words: &'static Words,
    #[serde(deserialize_with = "flag")]
    pub(crate) confirm_discard: bool,
    /// In characters.
    #[serde(deserialize_with = "characters")]
    pub(crate) soft_limit: usize,
    /// In percent of the terminal's rows.
    #[serde(deserialize_with = "percentage")]
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
    /// Reads settings files, each given by its name and its text; what a later one says counts. `locale` is that of the
    /// environment. A file with a fault counts as a whole as not there; the faults come second, a line for each file.
    #[must_use]
    pub fn read(files: &[(String, String)], locale: &str) -> (Self, Vec<String>) {
        let mut all = Map::new();
        if Words::of(locale).is_some() {
            all.insert(LOCALE.to_owned(), Value::from(locale));
        }
        let mut problems = Vec::new();
        for (name, text) in files {
            let Ok(Value::Object(fields)) = json::read(text) else {
                problems.push(format!("{name} is ignored: it is not a JSON object"));
                continue;
            };
            let faults = faults(&fields);
            if faults.is_empty() {
                all.extend(fields);
            } else {
                problems.push(format!("{name} is ignored: {}", faults.join("; ")));
            }
        }
        // Each of them has been read before.
        (Self::deserialize(Value::Object(all)).unwrap_or_default(), problems)
    }

    /// What the custom row is called, unless the model says otherwise.
    #[must_use]
    pub fn custom_label(&self) -> &str {
        self.custom_label.as_deref().unwrap_or(self.words.something_else)
    }
}

/// All that is wrong with the settings of a file.
fn faults(fields: &Map<String, Value>) -> Vec<String> {
    let fault = |(name, value): (&String, &Value)| {
        let read = |value: &Value| Settings::deserialize(Value::from_iter([(name.as_str(), value.clone())]));
        let want = match read(value) {
            Err(want) => want.to_string(),
            // No setting can be null: what takes that is none.
            Ok(_) if read(&Value::Null).is_ok() => "is not a setting".to_owned(),
            Ok(_) => return None,
        };
        Some(format!("\"{}\" {want}", Clean::line(name).as_str()))
    };
    fields.iter().filter_map(fault).collect()
}

/// What `read` makes of a value of some type; the error says what the setting has to be.
fn wanted<'de, D: Deserializer<'de>, T: Deserialize<'de>, U>(
    deserializer: D,
    want: &str,
    read: impl FnOnce(T) -> Option<U>,
) -> Result<U, D::Error> {
    let wrong = || D::Error::custom(format_args!("has to be {want}"));
    T::deserialize(deserializer).ok().and_then(read).ok_or_else(wrong)
}

fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    wanted(deserializer, "true or false", Some)
}

fn characters<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    wanted(deserializer, "a number of characters", Some)
}

fn percentage<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    let range = MIN_HEIGHT..=MAX_HEIGHT;
    let want = format!("a percentage from {MIN_HEIGHT} to {MAX_HEIGHT}");
    wanted(deserializer, &want, |percent| Some(percent).filter(|percent| range.contains(percent)))
}

fn label<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    wanted(deserializer, "a text", |label: String| (!label.trim().is_empty()).then_some(Some(label)))
}

fn locale<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'static Words, D::Error> {
    let codes: Vec<&str> = Words::all().iter().map(|(code, _)| *code).collect();
    wanted(deserializer, &format!("one of {}", codes.join(", ")), |locale: String| Words::of(&locale))
}

fn dialect<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Dialect, D::Error> {
    wanted(deserializer, &names::<Dialect>(), Some)
}

fn notify<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Notify, D::Error> {
    wanted(deserializer, &names::<Notify>(), |value| match value {
        Value::Bool(false) => Some(Notify::Off),
        value => Notify::deserialize(value).ok(),
    })
}

/// All names that a value can have: "a", "b" or "c".
fn names<T: VariantArray + Serialize>() -> String {
    let mut names: Vec<String> = T::VARIANTS.iter().map(|variant| format!("\"{}\"", json::name_of(variant))).collect();
    let last = names.pop().unwrap_or_default();
    format!("{} or {last}", names.join(", "))
}
