//! Questions → the one form of an `elicitation/create` request, and what was entered there → what was said.
//!
//! Clients differ in how they show a form. There are those that sort the fields by their names, that choose the first
//! option of a field that is required, and that show all options of a list, whatever lies below them.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::{Elicitation, Reply, Said, described, filled, object};
use crate::call::called::Called;
use crate::call::request::Mode;
use crate::form::entry::Entry;
use crate::json::Lenient;
use crate::text::Clean;

/// Options up to which a list is short enough to be looked through. Of a longer one, the user may name an option as well.
const SHORT_LIST: usize = 20;
/// Questions with options beside which there is room for a note on each answer.
const NOTED: usize = 2;
/// Characters of a prompt that can be the title of a field.
const TITLE_LIMIT: usize = 120;

/// The fields of one question. Sorted by their names, they stand in this order.
struct Fields {
    /// Options; of a long list below the text that may name one.
    options: String,
    text: String,
    note: String,
}

impl Fields {
    /// `width`: digits of the number of the last question.
    fn of(at: usize, width: usize, entry: &Entry) -> Self {
        let first = format!("q{:0width$}", at + 1);
        let [second, note] = ["_other", "_remark"].map(|end| format!("{first}{end}"));
        if is_long(entry) {
            Self { options: format!("{first}_list"), text: first, note }
        } else if entry.question.mode.has_options() {
            Self { options: first, text: second, note }
        } else {
            Self { options: String::new(), text: first, note }
        }
    }
}

impl Elicitation {
    pub(super) fn form_params(&self) -> Value {
        let mut properties = Map::new();
        for (at, entry) in self.asked() {
            self.push_fields(&mut properties, at, entry);
        }
        object([
            ("mode", "form".into()),
            ("sessionId", self.scope.session_id.as_str().into()),
            ("toolCallId", self.scope.tool_call_id.as_deref().into()),
            ("message", self.message().into()),
            (
                "requestedSchema",
                object([
                    ("type", "object".into()),
                    ("properties", properties.into()),
                    ("required", Value::Array(Vec::new())),
                ]),
            ),
        ])
    }

    fn push_fields(&self, properties: &mut Map<String, Value>, at: usize, entry: &Entry) {
        let (question, words) = (&entry.question, self.form.words());
        let fields = self.fields(at, entry);
        let prompt = entry.shown.prompt.plain().as_str();
        let title = title(entry);
        let mut texts: Vec<String> = Vec::new();
        texts.extend((title != prompt && !prompt.is_empty()).then(|| prompt.to_owned()));
        texts.extend(self.remarks(at, entry));
        let is_named = has_label(entry) && self.form.entries().len() > 1;
        let below = |title: &str| {
            if is_named { format!("{}: {title}", entry.shown.label.as_str()) } else { title.to_owned() }
        };
        let mut push = |name: &str, kind: &str, (key, list): (&str, Value), title: &str, texts: &[String]| {
            let description = if texts.is_empty() { Value::Null } else { texts.join("\n\n").into() };
            let property =
                object([("type", kind.into()), ("title", title.into()), ("description", description), (key, list)]);
            properties.insert(name.to_owned(), property);
        };
        let no_list = || ("", Value::Null);
        if !question.mode.has_options() {
            return push(&fields.text, "string", no_list(), title, &texts);
        }
        let options = self.options(entry);
        let (kind, list) = match question.mode {
            Mode::Multi => ("array", ("items", object([("anyOf", options.into())]))),
            Mode::Single | Mode::Input => ("string", ("oneOf", options.into())),
        };
        let custom = entry.shown.custom.label.as_str();
        if is_long(entry) {
            texts.push(words.enter_number.to_owned());
            push(&fields.text, "string", no_list(), title, &texts);
            push(&fields.options, kind, list, &below(words.all_options), &[]);
        } else {
            push(&fields.options, kind, list, title, &texts);
            if question.allow_custom {
                push(&fields.text, "string", no_list(), &below(custom), &[]);
            }
        }
        if self.has_notes() {
            push(&fields.note, "string", no_list(), &below(words.note_heading), &[]);
        }
    }

    fn options(&self, entry: &Entry) -> Vec<Value> {
        let names = names(entry);
        let is_long = is_long(entry);
        let option = |(at, name): (usize, &String)| {
            let shown = entry.shown.option(at)?;
            let number = if is_long { format!("{}. ", at + 1) } else { String::new() };
            let mark = shown.mark.as_ref().map_or("", Clean::as_str);
            let title = format!("{number}{}{mark}", shown.label.as_str());
            let description = described(shown).map_or(Value::Null, Value::from);
            Some(object([("const", name.as_str().into()), ("title", title.into()), ("description", description)]))
        };
        let all = names.iter().enumerate().filter_map(option);
        let none = self.none_of(&names, entry);
        all.chain(none.map(|name| object([("const", name.into()), ("title", self.form.words().none.into())]))).collect()
    }

    /// The name of an option for none of them: where a list of boxes was left blank, and it is asked whether that is meant.
    fn none_of(&self, names: &[String], entry: &Entry) -> Option<String> {
        let is_free = |name: &String| !names.contains(name);
        let is_offered = self.is_again && entry.question.mode.takes_many();
        is_offered.then(|| (0..=names.len()).map(|at| format!("none{}", "_".repeat(at))).find(is_free)).flatten()
    }

    fn has_notes(&self) -> bool {
        let has_options = |entry: &&Entry| entry.question.mode.has_options();
        self.form.entries().iter().filter(has_options).count() <= NOTED
    }

    fn fields(&self, at: usize, entry: &Entry) -> Fields {
        let digits = self.form.entries().len().checked_ilog10().map_or(1, |log| log as usize + 1);
        Fields::of(at, digits.max(2), entry)
    }

    /// What the user has said; `None` where they left.
    pub(super) fn read_form(&self, reply: &Value) -> Result<Option<Reply>, String> {
        match reply.field("action").text() {
            "decline" | "cancel" => return Ok(None),
            "accept" => {}
            _ => return Err("\"action\" has to be \"accept\", \"decline\" or \"cancel\"".to_owned()),
        }
        let empty = Map::new();
        let content = match reply.field("content") {
            Value::Null => &empty,
            Value::Object(content) => content,
            _ => return Err("\"content\" has to be an object".to_owned()),
        };
        let asked: Vec<(usize, &Entry, Fields)> =
            self.asked().map(|(at, entry)| (at, entry, self.fields(at, entry))).collect();
        let known: HashSet<&str> = asked.iter().flat_map(|(_, entry, fields)| self.names_of(entry, fields)).collect();
        let is_unknown = |(name, value): &(&String, &Value)| **value != Value::Null && !known.contains(name.as_str());
        let unknown = content.iter().filter(is_unknown);
        let mut all = Reply {
            faults: unknown.map(|(name, _)| format!("\"{}\" was not asked for", Clean::line(name).as_str())).collect(),
            ..Reply::default()
        };
        for (at, entry, fields) in &asked {
            let value = |name: &str| content.get(name).filter(|_| known.contains(name)).unwrap_or(&Value::Null);
            let mut said = Said { note: all.fits(filled(value(&fields.note), &fields.note)), ..Said::default() };
            let options = self.read_options(value(&fields.options), &fields.options, entry);
            (said.options, said.is_none) = all.fits(options);
            read_text(all.fits(filled(value(&fields.text), &fields.text)), entry, &mut said);
            all.said.push((*at, said));
        }
        Ok(Some(all))
    }

    /// The names of those fields that a question has.
    fn names_of<'a>(&self, entry: &Entry, fields: &'a Fields) -> impl Iterator<Item = &'a str> {
        let has_options = entry.question.mode.has_options();
        let has_text = !has_options || is_long(entry) || entry.question.allow_custom;
        let all =
            [(&fields.options, has_options), (&fields.text, has_text), (&fields.note, has_options && self.has_notes())];
        all.into_iter().filter_map(|(name, is_there)| is_there.then_some(name.as_str()))
    }

    /// Positions of options, and whether none of them is the answer.
    fn read_options(&self, value: &Value, field: &str, entry: &Entry) -> Result<(Vec<usize>, bool), String> {
        let chosen: Vec<&Value> = match (value, entry.question.mode) {
            (Value::Null, _) => Vec::new(),
            (Value::Array(chosen), Mode::Multi) => chosen.iter().collect(),
            (Value::String(text), Mode::Single) if text.is_empty() => Vec::new(),
            (Value::String(_), Mode::Single) => vec![value],
            (_, Mode::Multi) => return Err(format!("\"{field}\" has to be a list of texts")),
            _ => return Err(format!("\"{field}\" has to be a text")),
        };
        let names = names(entry);
        let none = self.none_of(&names, entry);
        let places: HashMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
        let (mut options, mut is_none) = (Vec::new(), false);
        for name in chosen {
            let Some(name) = name.as_str() else { return Err(format!("\"{field}\" has to hold texts")) };
            match places.get(name) {
                Some(at) => options.push(*at),
                None if none.as_deref() == Some(name) => is_none = true,
                None => return Err(format!("\"{field}\": \"{}\" is none of its options", Clean::line(name).as_str())),
            }
        }
        // Both at once is no answer.
        Ok(if is_none && !options.is_empty() { (Vec::new(), false) } else { (options, is_none) })
    }
}

/// The user's own text. Beside a long list, it may name one of the options.
fn read_text(text: Option<String>, entry: &Entry, said: &mut Said) {
    let Some(text) = text else { return };
    let question = &entry.question;
    let named = || Called::of(&question.options).find_or_count(text.trim()).ok().flatten();
    match is_long(entry).then(named).flatten() {
        Some(at) if question.mode.takes_many() => said.options.push(at),
        Some(at) => said.options = vec![at],
        None if question.allow_custom => said.text = Some(text),
        // What names nothing is asked for again, whatever was chosen below it.
        None => said.options.clear(),
    }
}

/// What a question is called: by its label, else by its prompt, if that is short.
pub(super) fn title(entry: &Entry) -> &str {
    let prompt = entry.shown.prompt.plain().as_str();
    let is_short = !prompt.is_empty() && !prompt.contains('\n') && prompt.chars().nth(TITLE_LIMIT).is_none();
    if is_short && !has_label(entry) { prompt } else { entry.shown.label.as_str() }
}

/// Whether the model has named it.
fn has_label(entry: &Entry) -> bool {
    entry.question.has_own_label
}

fn is_long(entry: &Entry) -> bool {
    entry.question.options.len() > SHORT_LIST
}

/// What the options are called in a reply: by their values, where those can be told apart.
fn names(entry: &Entry) -> Vec<String> {
    let options = &entry.question.options;
    let values: HashSet<&str> = options.iter().map(|option| option.value.as_str()).collect();
    let is_clear = values.len() == options.len() && values.iter().all(|value| !value.trim().is_empty());
    let name = |(at, value): (usize, &String)| if is_clear { value.clone() } else { (at + 1).to_string() };
    options.iter().map(|option| &option.value).enumerate().map(name).collect()
}
