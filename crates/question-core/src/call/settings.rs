//! The user's settings, read and validated from settings files.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use strum::VariantArray;
use ts_rs::TS;

use crate::call::dialect::Dialect;
use crate::json::{self, NotJson};
use crate::text::{Clean, truncate};
use crate::words::Words;

/// Default length of an answer, in characters, above which the form asks for confirmation.
const SOFT_LIMIT: usize = 2_000;
/// Default height limit of a form, and the range of that setting, in percent of the terminal's rows.
const HEIGHT: usize = 100;
const MIN_HEIGHT: usize = 20;
const MAX_HEIGHT: usize = 100;

/// Maximum length of the guidance, in characters. It is part of every request.
const MAX_GUIDANCE: usize = 300;

/// Maximum number of problems reported for a file, and maximum width of a name in them, in columns.
const MAX_PROBLEMS: usize = 8;
const NAME_COLUMNS: usize = 40;

/// Settings of the user.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is a setting of its own
pub struct Settings {
    /// Dialect of the tool that is offered to the model.
    pub dialect: Dialect,
    /// How the user is notified of a waiting question.
    pub notify: Notify,
    /// Whether questions are asked in plain numbered dialogs.
    pub accessible: bool,
    /// Whether subagents may ask, by the person of this session or of one above.
    pub subagents: bool,
    /// Whether questions may be answered from other terminals, by a person's own settings.
    pub elsewhere: bool,
    /// What the user tells the model about asking, in one line.
    pub guidance: Option<String>,
    /// Whether every list has a custom row, even if the model sends `allowCustom: false`.
    pub always_offer_custom: bool,
    pub(crate) custom_label: Option<String>,
    pub(crate) words: &'static Words,
    pub(crate) confirm_discard: bool,
    /// Length of an answer above which the form asks for confirmation, in characters.
    pub(crate) soft_limit: usize,
    /// Maximum height of a form, in percent of the terminal's rows.
    pub(crate) max_height: usize,
}

/// How the user is notified of a waiting question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Notify {
    /// No notification.
    Off,
    /// The terminal's bell.
    Bell,
    /// A notification of the terminal.
    Terminal,
}

impl Notify {
    /// Returns the name of the value in settings files.
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
            subagents: true,
            elsewhere: false,
            guidance: None,
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
    /// Reads settings files, each given as its name and text; later files take precedence. `locale` is that of the
    /// environment.
    ///
    /// Returns the settings and the problems, one line for each file. A faulty setting is ignored, and the others in its
    /// file count.
    #[must_use]
    pub fn read(files: &[(String, String)], locale: &str) -> (Self, Vec<String>) {
        Self::read_with_project(files, files.len(), locale)
    }

    /// Reads settings files like [`Self::read`], of which the first `own` are the person's, and the others those of a
    /// project, which may not set everything.
    #[must_use]
    pub fn read_with_project(files: &[(String, String)], own: usize, locale: &str) -> (Self, Vec<String>) {
        let mut settings = Self::default();
        settings.words = Words::of(locale).unwrap_or(settings.words);
        let mut problems = Vec::new();
        for (at, (file, text)) in files.iter().enumerate() {
            let fields = match json::read(text) {
                Ok(Value::Object(fields)) => fields,
                read => {
                    let place = read.map_or_else(|NotJson(line)| format!("line {line}: "), |_| String::new());
                    problems.push([file, " is ignored: ", &place, "it is not a JSON object"].concat());
                    continue;
                }
            };
            let mut faulty = Vec::new();
            for (name, line) in json::field_lines(text) {
                if let Some(want) = fields.get(&name).and_then(|value| settings.set(&name, value, at < own).err()) {
                    let name = truncate(Clean::line(&name), NAME_COLUMNS);
                    faulty.push(format!("line {line}: \"{}\" {want}", name.as_str()));
                }
            }
            if !faulty.is_empty() {
                let more = faulty.len().saturating_sub(MAX_PROBLEMS);
                faulty.truncate(MAX_PROBLEMS);
                let more = if more > 0 { format!("; and {more} more") } else { String::new() };
                problems.push(format!("{file}, {}{more}", faulty.join("; ")));
            }
        }
        (settings, problems)
    }

    /// Sets the setting with this name. `is_persons`: the file is the person's.
    ///
    /// # Errors
    ///
    /// Returns what the value has to be, worded to follow the setting's name.
    fn set(&mut self, name: &str, value: &Value, is_persons: bool) -> Result<(), String> {
        match name {
            // Who clones a project must not open a door by that.
            "elsewhere" if !is_persons && value.as_str() != Some("off") => {
                return Err("can be turned on by your own settings only".to_owned());
            }
            "elsewhere" => self.elsewhere = switch(value, "on")?,
            "dialect" => self.dialect = wanted(value.as_str().and_then(Dialect::with_name), &names::<Dialect>())?,
            "notify" => self.notify = wanted(value.as_str().and_then(json::variant_named), &names::<Notify>())?,
            "accessible" => self.accessible = flag(value)?,
            "subagents" => self.subagents = switch(value, "ask")?,
            "guidance" => {
                let sentence = value.as_str().map(|text| Clean::line(text).as_str().trim().to_owned());
                let sentence = sentence.filter(|text| (1..=MAX_GUIDANCE).contains(&text.chars().count()));
                self.guidance = Some(wanted(sentence, &format!("a text of at most {MAX_GUIDANCE} characters"))?);
            }
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

    /// The texts of the form in the language of the setting `locale`, else of the environment, else English.
    #[must_use]
    pub fn words(&self) -> &'static Words {
        self.words
    }

    /// Label of the custom row of a question without one: that of the settings, else a translated one.
    #[must_use]
    pub fn custom_label(&self) -> &str {
        self.custom_label.as_deref().unwrap_or(self.words.something_else)
    }
}

/// Returns the value that was read, or an error that says what it has to be.
fn wanted<T>(read: Option<T>, want: &str) -> Result<T, String> {
    read.ok_or_else(|| format!("has to be {want}"))
}

fn flag(value: &Value) -> Result<bool, String> {
    wanted(value.as_bool(), "true or false")
}

/// Reads a setting that is either `on` or "off".
fn switch(value: &Value, on: &str) -> Result<bool, String> {
    let is_on = value.as_str().filter(|value| [on, "off"].contains(value)).map(|value| value == on);
    wanted(is_on, &format!("\"{on}\" or \"off\""))
}

fn number(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}

/// Lists the names of all variants: "a", "b" or "c".
fn names<T: VariantArray + Serialize>() -> String {
    let mut names: Vec<String> = T::VARIANTS.iter().map(|variant| format!("\"{}\"", json::name_of(variant))).collect();
    let last = names.pop().unwrap_or_default();
    format!("{} or {last}", names.join(", "))
}
