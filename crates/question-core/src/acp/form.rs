//! The form of an `elicitation/create` request, and the values entered in it.
//!
//! Some clients sort the fields by name, some preselect the first option of a required field, and some show all options
//! of a list at once. Therefore the names of fields sort in question order, no field is required, and a long list has a
//! text field for the name of an option.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value, json};

use super::{ClientAnswer, Elicitation, Reading, described, filled, label, set};
use crate::answer::fault::AnswerFault;
use crate::answer::given::Choice;
use crate::call::called::{By, Called};
use crate::form::entry::Entry;
use crate::json::Lenient;
use crate::text::Clean;
use crate::words::fill;

/// Maximum number of options in a list without a text field for the name of an option.
const SHORT_LIST: usize = 20;
/// Maximum number of questions with options in a form with fields for notes.
const NOTED: usize = 2;

/// Content of a field.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Options,
    Text,
    Note,
}

impl Elicitation {
    pub(super) fn form_params(&self) -> Value {
        let mut properties = Map::new();
        for (at, entry) in self.asked() {
            for (index, (kind, name)) in self.fields(at, entry).into_iter().enumerate() {
                properties.insert(name, self.property(entry, kind, index == 0));
            }
        }
        let schema = json!({"type": "object", "properties": properties, "required": []});
        let mut params = json!({"mode": "form", "sessionId": self.scope.session_id});
        set(&mut params, "toolCallId", self.scope.tool_call_id.clone());
        set(&mut params, "message", Some(self.message()));
        set(&mut params, "requestedSchema", Some(schema));
        params
    }

    /// Returns the fields of the question at index `at`, 0-based. Their names are in alphabetical order.
    fn fields(&self, at: usize, entry: &Entry) -> Vec<(Kind, String)> {
        let digits = self.form.entries().len().checked_ilog10().map_or(1, |log| log as usize + 1);
        let width = digits.max(2);
        let mut kinds = match (entry.question.mode.has_options(), is_long(entry), entry.question.allow_custom) {
            (false, ..) => vec![(Kind::Text, "")],
            (true, true, _) => vec![(Kind::Text, ""), (Kind::Options, "_list")],
            (true, false, true) => vec![(Kind::Options, ""), (Kind::Text, "_other")],
            (true, false, false) => vec![(Kind::Options, "")],
        };
        let has_options = |entry: &&Entry| entry.question.mode.has_options();
        let has_notes = has_options(&entry) && self.form.entries().iter().filter(has_options).count() <= NOTED;
        kinds.extend(has_notes.then_some((Kind::Note, "_remark")));
        kinds.into_iter().map(|(kind, end)| (kind, format!("q{:0width$}{end}", at + 1))).collect()
    }

    /// Returns the schema of a field. The first field of a question has its prompt.
    fn property(&self, entry: &Entry, kind: Kind, is_first: bool) -> Value {
        let words = self.form.words();
        let own = match kind {
            _ if is_first => entry.shown.name.as_str(),
            Kind::Options => words.all_options,
            Kind::Text => entry.shown.custom.label.as_str(),
            Kind::Note => words.note_heading,
        };
        let is_named = !is_first && entry.question.own_label().is_some() && self.form.entries().len() > 1;
        let title = if is_named { format!("{}: {own}", entry.shown.name.as_str()) } else { own.to_owned() };
        let mut texts: Vec<String> = Vec::new();
        if is_first {
            let prompt = entry.shown.prompt.plain().as_str();
            texts.extend((title != prompt && !prompt.is_empty()).then(|| prompt.to_owned()));
            texts.extend(self.remarks(entry));
            texts.extend(is_long(entry).then(|| words.enter_number.to_owned()));
        }
        let is_list = kind == Kind::Options && entry.question.mode.takes_many();
        let mut property = json!({"type": if is_list { "array" } else { "string" }, "title": title});
        set(&mut property, "description", Some(texts.join("\n\n")).filter(|text| !text.is_empty()));
        match kind {
            Kind::Options if is_list => set(&mut property, "items", Some(json!({"anyOf": self.options(entry)}))),
            Kind::Options => set(&mut property, "oneOf", Some(self.options(entry))),
            Kind::Text | Kind::Note => {}
        }
        property
    }

    fn options(&self, entry: &Entry) -> Vec<Value> {
        let is_long = is_long(entry);
        let option = |(at, name): (usize, String)| {
            // The name after those of the options means none of them.
            let Some(shown) = entry.shown.option(at) else {
                return json!({"const": name, "title": self.form.words().none});
            };
            let number = if is_long { format!("{}. ", at + 1) } else { String::new() };
            let mut option = json!({"const": name, "title": number + &label(shown)});
            set(&mut option, "description", described(shown));
            option
        };
        self.names(entry).into_iter().enumerate().map(option).collect()
    }

    /// Returns the names of the options in a reply: their values, or their numbers if some values are equal or blank. A
    /// name for none of them follows if the question takes several options and was left blank before.
    fn names(&self, entry: &Entry) -> Vec<String> {
        let options = &entry.question.options;
        let values: HashSet<&str> = options.iter().map(|option| option.value.as_str()).collect();
        let is_clear = values.len() == options.len() && values.iter().all(|value| !value.trim().is_empty());
        let name = |(at, value): (usize, &String)| if is_clear { value.clone() } else { (at + 1).to_string() };
        let mut names: Vec<String> = options.iter().map(|option| &option.value).enumerate().map(name).collect();
        if self.is_again && entry.question.mode.takes_many() {
            let mut none = "none".to_owned();
            while names.contains(&none) {
                none.push('_');
            }
            names.push(none);
        }
        names
    }

    /// Reads the entered values. Returns false if the user left.
    pub(super) fn read_form(&self, reply: &Value, reading: &mut Reading) -> Result<bool, String> {
        match reply.field("action").text() {
            "decline" | "cancel" => return Ok(false),
            "accept" => {}
            _ => return Err("\"action\" has to be \"accept\", \"decline\" or \"cancel\"".to_owned()),
        }
        let mut content = match reply.field("content") {
            Value::Null => Map::new(),
            Value::Object(content) => content.clone(),
            _ => return Err("\"content\" has to be an object".to_owned()),
        };
        for (at, entry) in self.asked() {
            let (mut options, mut text, mut note) = (None, None, None);
            for (kind, name) in self.fields(at, entry) {
                let value = content.remove(&name).unwrap_or_default();
                match kind {
                    Kind::Options => options = reading.fits(self.read_options(&value, &name, entry)),
                    Kind::Text => text = reading.fits(read_text(&value, &name)),
                    Kind::Note => note = reading.fits(read_text(&value, &name)),
                }
            }
            let choices = self.choices(options, text, entry).unwrap_or_else(|trouble| {
                reading.unclear.push((at, trouble));
                None
            });
            reading.keep(at, ClientAnswer { choices, note }, &entry.question);
        }
        let unknown = content.iter().filter(|(_, value)| **value != Value::Null);
        let unknown = unknown.map(|(name, _)| format!("\"{}\" was not asked for", Clean::line(name).as_str()));
        reading.faults.extend(unknown);
        Ok(true)
    }

    /// Returns the indices of the chosen options, 0-based: an empty list for none of them, or `None` if the field is
    /// blank.
    fn read_options(&self, value: &Value, field: &str, entry: &Entry) -> Result<Option<Vec<usize>>, String> {
        let is_list = entry.question.mode.takes_many();
        let chosen = match value {
            Value::Null => return Ok(None),
            Value::Array(chosen) if is_list => chosen.as_slice(),
            Value::String(text) if !is_list && text.is_empty() => return Ok(None),
            Value::String(_) if !is_list => std::slice::from_ref(value),
            _ if is_list => return Err(format!("\"{field}\" has to be a list of texts")),
            _ => return Err(format!("\"{field}\" has to be a text")),
        };
        let names = self.names(entry);
        let indices: HashMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
        let mut options = Vec::new();
        for name in chosen {
            let Some(name) = name.as_str() else { return Err(format!("\"{field}\" has to hold texts")) };
            let unknown = || format!("\"{field}\": \"{}\" is none of its options", Clean::line(name).as_str());
            options.push(*indices.get(name).ok_or_else(unknown)?);
        }
        let none = entry.question.options.len();
        // "None of these" adds nothing to other options.
        Ok((!options.is_empty()).then(|| options.into_iter().filter(|at| *at != none).collect()))
    }

    /// Returns the chosen options and the typed text, or `None` if both are blank. If the list is long, the text may
    /// name an option, or several if the question takes them.
    ///
    /// # Errors
    ///
    /// Returns why the text is not accepted: it can mean several options, or it names none and the question takes no
    /// other text. The question is then asked again, so that a chosen option does not count either.
    fn choices(
        &self,
        options: Option<Vec<usize>>,
        text: Option<String>,
        entry: &Entry,
    ) -> Result<Option<Vec<Choice>>, String> {
        let (question, words) = (&entry.question, self.form.words());
        let mut choices: Option<Vec<Choice>> = options.map(|all| all.into_iter().map(Choice::Option).collect());
        let Some(text) = text else { return Ok(choices) };
        let named = if is_long(entry) {
            let named = Called::of(&question.options).all(&text, question.mode.takes_many(), By::Shown);
            named.map_err(|ambiguous| AnswerFault::from(ambiguous).in_words(words))?
        } else {
            None
        };
        let typed = match named {
            Some(options) => options.into_iter().map(Choice::Option).collect(),
            None if question.allow_custom => vec![Choice::Typed(text)],
            None => return Err(fill(words.not_a_choice, Clean::line(&text).as_str())),
        };
        choices.get_or_insert_default().extend(typed);
        Ok(choices)
    }
}

fn read_text(value: &Value, name: &str) -> Result<Option<String>, String> {
    match value {
        Value::Null => Ok(None),
        Value::String(text) => filled(text, name),
        _ => Err(format!("\"{name}\" has to be a text")),
    }
}

fn is_long(entry: &Entry) -> bool {
    entry.question.options.len() > SHORT_LIST
}
