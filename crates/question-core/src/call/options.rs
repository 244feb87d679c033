//! Options of any shape → options.
//!
//! A list of texts or objects, an object of value → label or of name → what explains it, one option alone, a JSON Schema's
//! `enum` or `oneOf`, or any of these as JSON in a string, or a text that `listed` takes for a list. Within a list no text
//! is ever taken apart.

use serde_json::Value;

use crate::call::called::fold;
use crate::call::fields::{self, Fields, own_text, unpacked};
use crate::call::found::is_blank;
use crate::call::listed::parts;
use crate::call::names;
use crate::call::request::OptionRequest;
use crate::call::unnamed;
use crate::json::{Lenient, typed};

/// The options of a question.
#[derive(Default)]
pub(super) struct Options {
    pub(super) all: Vec<OptionRequest>,
    /// Positions of those that are chosen from the start.
    pub(super) defaults: Vec<usize>,
    /// What is wrong with them as JSON.
    pub(super) unread: Option<String>,
    /// Whether there was anything in them; what cannot be read is missed by the model, not the user.
    pub(super) is_sent: bool,
    /// Whether a text was taken apart at its commas.
    pub(super) is_guess: bool,
    /// Names of their fields that a form can do nothing with.
    pub(super) idle: Vec<String>,
    /// What the row for free text is called, where one of them was that row.
    pub(super) custom: Option<String>,
    /// Which one, and the field that said so.
    custom_at: Option<(usize, String)>,
}

impl Options {
    pub(super) fn read(question: Fields<'_>) -> Self {
        // Beside a question, answers may be answers.
        let beside = fields::first(question.beside, names::OPTIONS_WITHIN);
        let beside = if question.is_alone && beside.is_array() { beside } else { &Value::Null };
        let sent = [question.first(names::OPTIONS), fields::first(question.own, names::OPTIONS_WITHIN), beside];
        let sent = sent.into_iter().find(|sent| !fields::is_empty(sent)).unwrap_or(&Value::Null);
        // The items of a JSON Schema's list, where they are of any kind.
        let is_schema = fields::has(sent, &["type"]) && !fields::first(sent, names::OPTIONS).is_array();
        if is_schema && !is_option(sent) {
            return Self::default();
        }
        let mut options = Self { is_sent: !fields::is_empty(sent), ..Self::default() };
        match unpacked(sent) {
            Ok(sent) if sent.open > 0 => options.unread = Some("is not valid JSON: it breaks off".to_owned()),
            Ok(sent) if is_none(&sent.value) => options.is_sent = false,
            Ok(sent) => options.push_all(&sent.value),
            Err(wrong) => options.unread = Some(wrong),
        }
        options.take_custom();
        let texts = question.first(names::OPTION_DESCRIPTIONS).list();
        let labels = question.first(names::OPTION_LABELS).list();
        for (name, list) in [("descriptions", texts), ("labels", labels)] {
            if !list.is_empty() && list.len() != options.all.len() && options.is_sent {
                options.idle.push(["\"", name, "\""].concat());
            }
        }
        if texts.len() == options.all.len() {
            for (option, text) in options.all.iter_mut().zip(texts.iter().map(own_text)) {
                option.description = option.description.take().or(text);
            }
        }
        if labels.len() == options.all.len() {
            for (option, label) in options.all.iter_mut().zip(labels.iter().filter_map(own_text)) {
                option.value.get_or_insert(std::mem::replace(&mut option.label, label));
            }
        }
        options
    }

    fn push_all(&mut self, sent: &Value) {
        match sent {
            Value::Array(options) => {
                // A list in a list.
                if let [only @ Value::Array(_)] = options.as_slice() {
                    return self.push_all(only);
                }
                let is_alone = options.iter().all(is_blank);
                for option in options.iter().filter(|option| is_alone || !is_blank(option)) {
                    self.push(option);
                }
            }
            Value::Object(_) if list_of(sent).is_array() => self.push_all(list_of(sent)),
            Value::Object(pairs) if !is_option(sent) => {
                let is_explained = is_explained(pairs.iter());
                for (value, option) in pairs {
                    match option {
                        Value::Null | Value::Array(_) => {}
                        // {"pg": true, "sqlite": false}
                        Value::Bool(is_default) => {
                            self.defaults.extend(is_default.then_some(self.all.len()));
                            self.all.push(OptionRequest::named(value.clone()));
                        }
                        Value::String(text) if is_explained => {
                            self.all.push(OptionRequest::explained(value.clone(), text.clone()));
                        }
                        option => {
                            self.push(option);
                            if let Some(last) = self.all.last_mut() {
                                last.value = Some(value.clone());
                            }
                        }
                    }
                }
            }
            Value::Object(_) => self.push(sent),
            Value::String(text) => {
                let parts = parts(text);
                self.is_guess = parts.is_guess;
                self.all.extend(parts.all);
                if self.all.is_empty() && !text.trim().is_empty() {
                    self.unread = Some("is one text, not a list".to_owned());
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// Takes what is marked as the row for free text, beside others, for that row: its text would be no answer.
    fn take_custom(&mut self) {
        // Before another, the numbers of those behind it would not be theirs any more.
        match self.custom_at.take() {
            Some((at, _)) if at + 1 == self.all.len() && at > 0 => {
                self.custom = self.all.pop().map(|option| option.label);
                self.defaults.retain(|default| *default != at);
            }
            other => self.push_idle(other),
        }
    }

    /// Tells that an option that stands for free text is one like the others.
    fn push_idle(&mut self, custom: Option<(usize, String)>) {
        self.idle.extend(custom.map(|(_, name)| ["\"", &name, "\""].concat()));
    }

    fn push(&mut self, sent: &Value) {
        // Most are declared: there is nothing to look for.
        if let Ok(option) = typed(sent) {
            return self.all.push(option);
        }
        let is_separator = |kind: &Value| names::is_any(kind.text(), names::SEPARATORS);
        if is_separator(fields::first(sent, names::MODE)) && !is_option(sent) {
            return;
        }
        if let Some(held) = group(sent) {
            let mut name = Vec::new();
            fields::texts(sent, names::OPTION_LABEL, &mut name);
            fields::texts(sent, &["group", "category"], &mut name);
            fields::texts(sent, names::OPTION_BELOW, &mut name);
            let from = self.all.len();
            for option in held {
                self.push(option);
            }
            for option in self.all.iter_mut().skip(from) {
                let group = || Some(name.join(": ")).filter(|name| !name.is_empty());
                option.description = option.description.take().or_else(group);
            }
            return;
        }
        if let Some(name) = unnamed::custom_row(sent) {
            let other = self.custom_at.replace((self.all.len(), name.to_owned()));
            self.push_idle(other);
        }
        let (option, is_default) = OptionRequest::read(sent);
        if is_default {
            self.defaults.push(self.all.len());
        }
        for name in unnamed::idle_of_option(sent) {
            if !self.idle.contains(&name) {
                self.idle.push(name);
            }
        }
        self.all.push(option);
    }
}

/// Whether a value in the place of options says that there are none.
fn is_none(sent: &Value) -> bool {
    fields::is_empty(sent) || names::is_any(sent.text().trim(), names::NONE)
}

/// Whether a name is no bare word in lower case.
fn is_for_people(name: &str) -> bool {
    name.contains(|char: char| char.is_whitespace() || char.is_uppercase())
}

/// Whether options that are listed as one text by another have names to be read, with what explains them: a name that is
/// no bare word in lower case, or a sentence. Else these are values with their labels: either way all is read that people
/// can read.
fn is_explained<'a>(mut pairs: impl Iterator<Item = (&'a String, &'a Value)>) -> bool {
    let is_sentence =
        |text: &str| text.trim_end().ends_with(['.', '!', '。']) || text.split_whitespace().nth(4).is_some();
    pairs.any(|(name, text)| text.as_str().is_some_and(|text| is_for_people(name) || is_sentence(text)))
}

/// The options of a group: what only has a name, and a list of them.
fn group(sent: &Value) -> Option<&[Value]> {
    let held = fields::first(sent, names::OPTIONS).list();
    let is_named = fields::text(sent, names::OPTION_LABEL).is_some();
    let items = fields::first(sent, &["items", "values", "entries"]).list();
    // Beside a label, these may be what is in it.
    let held = if held.is_empty() && !is_named { items } else { held };
    let is_group = sent.is_object() && !held.is_empty() && fields::text(sent, names::OPTION_VALUE).is_none();
    is_group.then_some(held)
}

/// A list in an object, under a name that options have.
fn list_of(sent: &Value) -> &Value {
    let own = fields::first(sent, names::OPTIONS);
    if own.is_array() { own } else { fields::first(sent, names::OPTIONS_WITHIN) }
}

/// Whether an object is one option, rather than many by their values.
fn is_option(sent: &Value) -> bool {
    fields::text(sent, names::OPTION_LABEL).or_else(|| fields::text(sent, names::OPTION_VALUE)).is_some()
}

impl OptionRequest {
    pub(super) fn named(label: String) -> Self {
        Self { label, ..Self::default() }
    }

    fn explained(label: String, description: String) -> Self {
        Self { label, description: Some(description), ..Self::default() }
    }

    /// One option, and whether it is chosen from the start.
    fn read(sent: &Value) -> (Self, bool) {
        if let Some(label) = own_text(sent) {
            return (Self::named(label), false);
        }
        // An option within a field of its own.
        if let Some(inner) = fields::all(sent, names::OPTION_LABEL).into_iter().find(|value| value.is_object())
            && is_option(inner)
        {
            return Self::read(inner);
        }
        // A name that people read stands before what explains it.
        let names: Vec<&str> = fields::all(sent, &["name"]).into_iter().filter_map(Value::as_str).collect();
        let is_labeled = fields::has(sent, &["label", "title"]);
        let name = names.iter().find(|name| is_for_people(name) && !name.trim().is_empty() && !is_labeled);
        let label = name.map(|name| (*name).to_owned()).or_else(|| fields::text(sent, names::OPTION_LABEL));
        let mut label = label.unwrap_or_default();
        let mut value = fields::text(sent, names::OPTION_VALUE);
        // {"pg": "PostgreSQL"}
        if let (true, None, Some(pair)) = (label.is_empty(), &value, sent.as_object())
            && let (1, Some((name, Value::String(text)))) = (pair.len(), pair.iter().next())
            && !names::is_any(name, names::OPTION_BELOW)
            && !names::is_any(name, names::OPTION_PREVIEW)
            && !names::is_any(name, names::OPTION_LABEL)
            && !names::is_any(name, names::MODE)
        {
            if is_explained(pair.iter()) {
                return (Self::explained(name.clone(), text.clone()), false);
            }
            (label, value) = (text.clone(), Some(name.clone()));
        }
        // {"pg": {"label": "PostgreSQL"}}
        if let (true, None, Some(pair)) = (label.is_empty(), &value, sent.as_object())
            && let (1, Some((name, inner))) = (pair.len(), pair.iter().next())
            && inner.is_object()
        {
            let (option, is_default) = Self::read(inner);
            return (Self { value: option.value.or_else(|| Some(name.clone())), ..option }, is_default);
        }
        let description = fields::text(sent, names::OPTION_BELOW);
        let mut below = vec![label.clone()];
        below.extend(description.iter().filter(|text| !text.trim().is_empty()).cloned());
        let known = below.len();
        fields::texts(sent, names::OPTION_BELOW, &mut below);
        let mut more = below.split_off(known);
        let content = fields::text(sent, names::OPTION_PREVIEW_ELSE).filter(|content| *content != label);
        let has_preview = fields::has(sent, names::OPTION_PREVIEW);
        // Of several names, the others.
        for other in fields::all(sent, names::OPTION_LABEL).into_iter().filter_map(Value::as_str) {
            let is_said = fold(other) == fold(&label)
                || value.as_deref() == Some(other)
                // One for programs.
                || (names.contains(&other) && !is_for_people(other))
                || (content.as_deref() == Some(other) && !has_preview)
                || description.iter().chain(&more).any(|text| text.contains(other));
            if !is_said && !other.trim().is_empty() {
                more.push(other.to_owned());
            }
        }
        let own_names = sent.as_object().into_iter().flatten();
        for (name, value) in own_names.filter(|(name, _)| names::is_any(name, names::OPTION_BELOW_NAMED)) {
            let parts = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
            let parts: Vec<String> = parts.iter().filter_map(fields::held_text).collect();
            if !parts.is_empty() {
                more.push([name, ": ", &parts.join("; ")].concat());
            }
        }
        let description = match description {
            description if more.is_empty() => description,
            description => Some(description.into_iter().chain(more).collect::<Vec<_>>().join("\n").trim().to_owned()),
        };
        // With its type, or line by line.
        let held_preview = || {
            let mut previews = Vec::new();
            fields::texts(sent, names::OPTION_PREVIEW, &mut previews);
            previews.into_iter().next()
        };
        let preview = fields::text(sent, names::OPTION_PREVIEW).or_else(held_preview).or(content);
        let flag = |names| Fields::of(sent).flag(names) == Some(true);
        // Why it is, in place of that it is.
        let reason = fields::text(sent, names::OPTION_RECOMMENDED)
            .filter(|why| fields::flag(&Value::from(why.as_str())).is_none());
        let reason = reason.filter(|why| !why.trim().is_empty());
        let description = match (&reason, description) {
            (Some(why), Some(description)) => Some([&description, "\n", why].concat()),
            (why, description) => description.or_else(|| why.clone()),
        };
        if flag(names::OPTION_RECOMMENDED) || reason.is_some() {
            label = marked(&label);
        }
        (Self { value, label, description, preview }, flag(names::OPTION_DEFAULT))
    }

    /// Marks it as recommended.
    pub(super) fn recommend(&mut self) {
        self.label = marked(self.value.as_ref().filter(|_| self.label.is_empty()).unwrap_or(&self.label));
    }

    fn value_or_label(&self) -> &str {
        self.value.as_ref().unwrap_or(&self.label)
    }
}

/// The option of this value; where none has it, of this label, and then of either in whatever case.
pub(super) fn position(options: &[OptionRequest], name: &str) -> Option<usize> {
    let name = without_mark(name);
    let by_value = options.iter().position(|option| without_mark(option.value_or_label()) == name);
    let by_label = || options.iter().position(|option| without_mark(&option.label) == name);
    let folded = || {
        let name = fold(name);
        options.iter().position(|option| fold(option.value_or_label()) == name || fold(&option.label) == name)
    };
    by_value.or_else(by_label).or_else(folded)
}

/// The name of the option at a position: its value, or its label.
pub(super) fn name_of(options: &[OptionRequest], at: usize) -> String {
    options.get(at).map(|option| option.value_or_label().to_owned()).unwrap_or_default()
}

/// Whether one of the options is called by a number, so that a number may mean it or an index.
pub(super) fn are_numbers(options: &[OptionRequest]) -> bool {
    let is_number = |name: &str| without_mark(name).trim().parse::<f64>().is_ok();
    options.iter().any(|option| is_number(&option.label) || is_number(option.value_or_label()))
}

/// How models mark a recommended option where a tool has no field for it.
const RECOMMENDED: [&str; 4] = ["(recommended)", "[recommended]", " - recommended", " – recommended"];
/// The mark of a recommended option as this tool puts it behind a label.
pub(crate) const RECOMMENDED_MARK: &str = " (Recommended)";

fn marked(label: &str) -> String {
    let bare = without_mark(label);
    if bare.trim().is_empty() { label.to_owned() } else { [bare, RECOMMENDED_MARK].concat() }
}

/// The text without "(Recommended)" at its end; all of it where it is nothing else.
pub(crate) fn without_mark(text: &str) -> &str {
    let mut text = text;
    let before = |text: &'_ str, mark: &str| {
        let (rest, end) = text.split_at_checked(text.trim_end().len().checked_sub(mark.len())?)?;
        (end.trim_end().eq_ignore_ascii_case(mark) && !rest.trim().is_empty()).then(|| rest.trim_end().len())
    };
    while let Some(bare) = RECOMMENDED.iter().find_map(|mark| before(text, mark)).and_then(|end| text.get(..end)) {
        text = bare;
    }
    text
}
