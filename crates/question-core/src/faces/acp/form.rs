//! The form of an `elicitation/create` request, and the values entered in it.
//!
//! Some clients sort the fields by name, some preselect the first option of a required field, and some show all options
//! of a list at once. Therefore the names of fields sort in question order, no field is required, and a long list has a
//! text field for the name of an option. In some, a choice among options can be changed but not taken back. Therefore
//! one of the options stands for the text field beside them.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value, json};

use super::entered::{FieldValues, ReadReply, filled};
use super::{Elicitation, described, options, set};
use crate::answer::fault::AnswerFault;
use crate::answer::sheet::joined;
use crate::call::called::NamesFor;
use crate::call::request::Mode;
use crate::form::entry::Entry;
use crate::json::Lenient;
use crate::text::Clean;
use crate::view::RowView;

/// Maximum number of options in a list without a text field for the name of an option.
const SHORT_LIST: usize = 20;
/// Maximum number of questions with options in a form with fields for notes.
const NOTED: usize = 2;
/// Separator of a question's name and the title of a field. A colon would follow the question mark of many names.
const OF: &str = " · ";

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
        for (at, asked) in self.asked() {
            for (index, (kind, name)) in self.fields(at, asked).into_iter().enumerate() {
                properties.insert(name, self.property(at, asked, kind, index == 0));
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
    fn fields(&self, at: usize, asked: &Entry) -> Vec<(Kind, String)> {
        let digits = self.questions.len().checked_ilog10().map_or(1, |log| log as usize + 1);
        let width = digits.max(2);
        let mut kinds = match (asked.question.mode.has_options(), is_long(asked), asked.question.allow_custom) {
            (false, ..) => vec![(Kind::Text, "")],
            (true, true, _) => vec![(Kind::Text, ""), (Kind::Options, "_list")],
            (true, false, true) => vec![(Kind::Options, ""), (Kind::Text, "_other")],
            (true, false, false) => vec![(Kind::Options, "")],
        };
        let has_options = |asked: &&Entry| asked.question.mode.has_options();
        let has_few = self.questions.iter().filter(has_options).count() <= NOTED;
        let has_notes = has_options(&asked) && has_few && !takes_note_as_text(asked);
        kinds.extend(has_notes.then_some((Kind::Note, "_remark")));
        kinds.into_iter().map(|(kind, end)| (kind, format!("q{:0width$}{end}", at + 1))).collect()
    }

    /// Returns the schema of a field of the question at index `at`, 0-based. The first one has its prompt.
    fn property(&self, at: usize, asked: &Entry, kind: Kind, is_first: bool) -> Value {
        let words = self.words;
        let name = asked.shown.name.as_str();
        let own = match kind {
            _ if is_first => name,
            Kind::Options => words.all_options,
            Kind::Text => asked.shown.custom_label.as_str(),
            Kind::Note => words.note_heading,
        };
        let is_named = !is_first && self.questions.len() > 1;
        let title = if is_named { [name, OF, own].concat() } else { own.to_owned() };
        let mut texts: Vec<String> = Vec::new();
        if is_first {
            let prompt = asked.shown.prompt.plain().as_str();
            texts.extend((title != prompt && !prompt.is_empty()).then(|| prompt.to_owned()));
            texts.extend(self.remarks(at, asked));
            texts.extend(is_long(asked).then(|| words.enter_number.to_owned()));
        }
        texts.extend((kind == Kind::Text && takes_note_as_text(asked)).then(|| words.own_or_note.to_owned()));
        let is_list = kind == Kind::Options && asked.question.mode.is_list();
        let mut property = json!({"type": if is_list { "array" } else { "string" }, "title": title});
        set(&mut property, "description", Some(texts.join("\n\n")).filter(|text| !text.is_empty()));
        match kind {
            Kind::Options if is_list => set(&mut property, "items", Some(json!({"anyOf": self.options(asked)}))),
            Kind::Options => set(&mut property, "oneOf", Some(self.options(asked))),
            Kind::Text | Kind::Note => {}
        }
        property
    }

    fn options(&self, asked: &Entry) -> Vec<Value> {
        let is_long = is_long(asked);
        let option = |(at, (name, row)): (usize, (String, RowView<'_>))| {
            let number = if is_long { format!("{}. ", at + 1) } else { String::new() };
            let mut option = json!({"const": name, "title": number + &row.title()});
            set(&mut option, "description", described(&row));
            option
        };
        let mut names = self.names(asked);
        // The name after those of the options means none of them.
        let none = names.split_off(asked.question.options.len());
        let title = if asked.question.mode.is_list() { self.words.none } else { asked.shown.custom_label.as_str() };
        let none = none.into_iter().map(|name| json!({"const": name, "title": title}));
        names.into_iter().zip(options(asked)).enumerate().map(option).chain(none).collect()
    }

    /// Returns the names of the options in a reply: their values, or their numbers if some values are equal or blank. A
    /// name for none of them follows if the question takes one option or a text, or if it takes several options and was
    /// left blank before.
    fn names(&self, asked: &Entry) -> Vec<String> {
        let options = &asked.question.options;
        let values: HashSet<&str> = options.iter().map(|option| option.value.as_str()).collect();
        let is_clear = values.len() == options.len() && values.iter().all(|value| !value.trim().is_empty());
        let name = |(at, value): (usize, &String)| if is_clear { value.clone() } else { (at + 1).to_string() };
        let mut names: Vec<String> = options.iter().map(|option| &option.value).enumerate().map(name).collect();
        let none = if asked.question.mode.is_list() {
            (self.is_again && !asked.question.at_least_one).then_some("none")
        } else {
            asked.question.allow_custom.then_some("other")
        };
        if let Some(none) = none {
            let mut none = none.to_owned();
            while names.contains(&none) {
                none.push('_');
            }
            names.push(none);
        }
        names
    }

    /// Reads the entered values. Returns false if the user left. A question with a fault in a field has no answer: what
    /// fits is its note.
    pub(super) fn read_form(&self, reply: &Value, reading: &mut ReadReply) -> Result<bool, String> {
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
        for (at, asked) in self.asked() {
            let mut entered = FieldValues::default();
            let faults = reading.faults.len();
            for (kind, name) in self.fields(at, asked) {
                let value = content.remove(&name).unwrap_or_default();
                match kind {
                    Kind::Options => entered.options = reading.fits(self.read_options(&value, &name, asked)),
                    Kind::Text => entered.text = reading.fits(read_text(&value, &name)),
                    Kind::Note => entered.note = reading.fits(read_text(&value, &name)),
                }
            }
            if reading.faults.len() > faults {
                let note = joined(entered.whole(&asked.question).into_iter().chain(entered.note));
                entered = FieldValues { note, ..FieldValues::default() };
            }
            let by = if is_long(asked) { NamesFor::Lists } else { NamesFor::Models };
            reading.keep(at, entered, &asked.question, by, self.words);
        }
        let unknown = content.iter().filter(|(_, value)| **value != Value::Null);
        let unknown = unknown.map(|(name, _)| format!("\"{}\" was not asked for", Clean::line(name).as_str()));
        reading.faults.extend(unknown);
        Ok(true)
    }

    /// Returns the indices of the chosen options, 0-based: an empty list for none of them, or `None` if the field is
    /// blank.
    fn read_options(&self, value: &Value, field: &str, asked: &Entry) -> Result<Option<Vec<usize>>, String> {
        let is_list = asked.question.mode.is_list();
        let chosen = match value {
            Value::Null => return Ok(None),
            Value::Array(chosen) => chosen.as_slice(),
            Value::String(text) if text.is_empty() => return Ok(None),
            one => std::slice::from_ref(one),
        };
        if chosen.len() > 1 && !is_list {
            return Err(format!("\"{field}\" {}", AnswerFault::NotOne.in_english()));
        }
        let names = self.names(asked);
        let indices: HashMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
        let mut options = Vec::new();
        for name in chosen {
            let Some(name) = written(name) else { return Err(format!("\"{field}\" has to hold texts")) };
            let unknown = || format!("\"{field}\": \"{}\" is none of its options", Clean::line(&name).as_str());
            options.push(*indices.get(name.as_ref()).ok_or_else(unknown)?);
        }
        let none = asked.question.options.len();
        // "None of these" adds nothing to other options.
        Ok((!options.is_empty()).then(|| options.into_iter().filter(|at| *at != none).collect()))
    }
}

fn read_text(value: &Value, name: &str) -> Result<Option<String>, String> {
    match value {
        Value::Null => Ok(None),
        value => filled(&written(value).ok_or_else(|| format!("\"{name}\" has to be a text"))?, name),
    }
}

/// Returns the text of a value. Some clients send a number that was typed as a number.
fn written(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::String(text) => Some(Cow::Borrowed(text)),
        Value::Number(number) => Some(Cow::Owned(number.to_string())),
        _ => None,
    }
}

fn is_long(asked: &Entry) -> bool {
    asked.question.options.len() > SHORT_LIST
}

/// Returns whether a text beside the chosen option is a note on it.
fn takes_note_as_text(asked: &Entry) -> bool {
    asked.question.mode == Mode::Single && asked.question.allow_custom
}
