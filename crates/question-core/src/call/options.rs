//! Options of any shape → options.
//!
//! A list of texts or objects, an object of value → label, one option alone, a JSON Schema's `enum` or `oneOf`, or any of
//! these as JSON in a string. A string that is no JSON is a list where it has several lines, `<suggest>` elements, or
//! parts between `|`, `;` or commas: a list of one option would be no question, so the list wins, and the model is told of
//! commas, which ordinary texts have too. Within a list no text is ever taken apart.

use std::borrow::Cow;

use serde_json::Value;

use crate::call::called::fold;
use crate::call::fields::{self, Fields, own_text, unpacked};
use crate::call::names;
use crate::call::request::OptionRequest;
use crate::call::unnamed;
use crate::json::{Lenient, nearly};

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
}

impl Options {
    pub(super) fn read(question: Fields<'_>) -> Self {
        // Beside a question, answers may be answers.
        let beside = fields::first(question.beside, names::OPTIONS_WITHIN);
        let beside = if question.is_alone && beside.is_array() { beside } else { &Value::Null };
        let sent = [question.first(names::OPTIONS), fields::first(question.own, names::OPTIONS_WITHIN), beside];
        let sent = sent.into_iter().find(|sent| !fields::is_empty(sent)).unwrap_or(&Value::Null);
        // The items of a JSON Schema's list, where they are of any kind.
        let is_schema = sent.get("type").is_some() && !fields::first(sent, names::OPTIONS).is_array();
        if is_schema && !is_option(sent) {
            return Self::default();
        }
        let mut options = Self { is_sent: !fields::is_empty(sent), ..Self::default() };
        match unpacked(sent) {
            Ok(sent) if sent.open > 0 => options.unread = Some("is not valid JSON: it breaks off".to_owned()),
            Ok(sent) => options.push_all(&sent.value),
            Err(wrong) => options.unread = Some(wrong),
        }
        let labels = question.first(names::OPTION_LABELS).list();
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
                // A list in a string, in a list.
                if let [Value::String(text)] = options.as_slice()
                    && nearly::is_meant(text)
                    && let Ok(list) = unpacked(sent.get(0).unwrap_or(&Value::Null))
                    && list.open == 0
                    && list.value.is_array()
                {
                    return self.push_all(&list.value);
                }
                // A list in a list, or a text of `<suggest>` elements.
                if let [only @ Value::Array(_)] = options.as_slice() {
                    return self.push_all(only);
                }
                // Another tool's elements, which are no HTML.
                let is_tagged = options.iter().all(|option| option.text().trim_start().starts_with("<suggest"));
                for option in options {
                    match tagged(option.text()).as_slice() {
                        parts if is_tagged && !parts.is_empty() => {
                            self.all.extend(parts.iter().map(|part| OptionRequest::named((*part).to_owned())));
                        }
                        _ => self.push(option),
                    }
                }
            }
            Value::Object(_) if list_of(sent).is_array() => self.push_all(list_of(sent)),
            Value::Object(pairs) if !is_option(sent) => {
                for (value, option) in pairs {
                    match option {
                        Value::Null | Value::Array(_) => {}
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
                let (parts, is_guess) = parts(text);
                self.is_guess = is_guess;
                self.all.extend(parts.into_iter().map(OptionRequest::named));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn push(&mut self, sent: &Value) {
        let (option, is_default) = OptionRequest::read(sent);
        if is_default {
            self.defaults.push(self.all.len());
        }
        let idle = if OptionRequest::declared(sent).is_some() { Vec::new() } else { unnamed::idle_of_option(sent) };
        for name in idle {
            if !self.idle.contains(&name) {
                self.idle.push(name);
            }
        }
        self.all.push(option);
    }
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
    fn named(label: String) -> Self {
        Self { label, ..Self::default() }
    }

    /// An option whose fields are all declared, as most are: there is nothing to look for.
    fn declared(sent: &Value) -> Option<Self> {
        let mut option = Self::default();
        for (name, value) in sent.as_object()? {
            let text = value.as_str().filter(|text| !text.trim().is_empty())?.to_owned();
            match name.as_str() {
                "label" => option.label = text,
                "value" => option.value = Some(text),
                "description" => option.description = Some(text),
                "preview" => option.preview = Some(text),
                _ => return None,
            }
        }
        (!option.label.is_empty()).then_some(option)
    }

    /// One option, and whether it is chosen from the start.
    fn read(sent: &Value) -> (Self, bool) {
        if let Some(option) = Self::declared(sent) {
            return (option, false);
        }
        let sent = match sent {
            Value::String(text) if nearly::is_meant(text) => match unpacked(sent) {
                Ok(inner) if inner.open == 0 && is_option(&inner.value) => inner.value,
                // A text that looks like it, of some other kind.
                Ok(inner) if inner.open == 0 => Cow::Borrowed(sent),
                Ok(_) | Err(_) => return (Self::default(), false),
            },
            _ => Cow::Borrowed(sent),
        };
        if let Some(label) = own_text(&sent) {
            return (Self::named(label), false);
        }
        // An option within a field of its own.
        if let Some(inner) = fields::all(&sent, names::OPTION_LABEL).into_iter().find(|value| value.is_object())
            && is_option(inner)
        {
            return Self::read(inner);
        }
        let mut label = fields::text(&sent, names::OPTION_LABEL).unwrap_or_default();
        let mut value = fields::text(&sent, names::OPTION_VALUE);
        // {"pg": "PostgreSQL"}
        if let (true, None, Some(pair)) = (label.is_empty(), &value, sent.as_object())
            && let (1, Some((name, Value::String(text)))) = (pair.len(), pair.iter().next())
            && !names::is_any(name, names::OPTION_BELOW)
            && !names::is_any(name, names::OPTION_PREVIEW)
            && !names::is_any(name, names::OPTION_LABEL)
        {
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
        let description = fields::text(&sent, names::OPTION_BELOW);
        let mut below = vec![label.clone()];
        below.extend(description.iter().filter(|text| !text.trim().is_empty()).cloned());
        let known = below.len();
        fields::texts(&sent, names::OPTION_BELOW, &mut below);
        let mut more = below.split_off(known);
        let own_names = sent.as_object().into_iter().flatten();
        for (name, value) in own_names.filter(|(name, _)| names::is_any(name, names::OPTION_BELOW_NAMED)) {
            let parts: Vec<String> = value
                .as_array()
                .map_or(std::slice::from_ref(value), Vec::as_slice)
                .iter()
                .filter_map(own_text)
                .collect();
            if !parts.is_empty() {
                more.push([name, ": ", &parts.join("; ")].concat());
            }
        }
        let description = match description {
            description if more.is_empty() => description,
            description => Some(description.into_iter().chain(more).collect::<Vec<_>>().join("\n").trim().to_owned()),
        };
        let content = || fields::text(&sent, names::OPTION_PREVIEW_ELSE).filter(|content| *content != label);
        let preview = fields::text(&sent, names::OPTION_PREVIEW).or_else(content);
        let flag = |names| Fields::of(&sent).flag(names) == Some(true);
        // Why it is, in place of that it is.
        let reason = fields::text(&sent, names::OPTION_RECOMMENDED)
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

/// The option of this value; where none has it, of this label, then in whatever case, and then the one at this index,
/// from 0.
pub(super) fn position(options: &[OptionRequest], name: &str) -> Option<usize> {
    let name = without_mark(name);
    let by_value = options.iter().position(|option| without_mark(option.value_or_label()) == name);
    let by_label = || options.iter().position(|option| without_mark(&option.label) == name);
    let folded = || {
        let name = fold(name);
        options.iter().position(|option| fold(option.value_or_label()) == name || fold(&option.label) == name)
    };
    let by_index = || name.trim().parse().ok().filter(|&at: &usize| at < options.len());
    by_value.or_else(by_label).or_else(folded).or_else(by_index)
}

/// A name by which the option at a position is found again: its value, its label, or that position.
pub(super) fn name_of(options: &[OptionRequest], at: usize) -> String {
    let Some(option) = options.get(at) else { return String::new() };
    let is_found = |name: &&str| position(options, name) == Some(at);
    let name = [option.value_or_label(), &option.label].into_iter().find(is_found);
    name.map_or_else(|| at.to_string(), str::to_owned)
}

/// The parts of a list that was written as a text, none where it is no list; and whether they are a guess.
fn parts(text: &str) -> (Vec<String>, bool) {
    let owned = |parts: Vec<&str>| parts.into_iter().map(str::to_owned).collect();
    let tagged = tagged(text);
    if !tagged.is_empty() {
        return (owned(tagged), false);
    }
    // Line breaks that were escaped once too often, and no folders.
    let broken = text.replace("\\n", "\n");
    let text = if text.contains('\n') || text.contains(":\\") { text } else { broken.as_str() };
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if lines.len() > 1 {
        // A sign before each line is none of its own.
        let is_listed = lines.iter().all(|line| without_bullet(line).is_some());
        let bare = lines.iter().map(|line| without_bullet(line).filter(|_| is_listed).unwrap_or(line));
        return (owned(bare.collect()), false);
    }
    for separator in ['|', ';'] {
        let parts = split(text, separator);
        if parts.len() > 1 {
            return (owned(parts), false);
        }
    }
    // [Red, Green]
    let inner = text.trim().strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let mut parts = split(inner.unwrap_or(text), ',');
    if parts.len() < 2 {
        return (Vec::new(), false);
    }
    for quote in ['"', '\''] {
        let bare = |part: &&str| part.strip_prefix(quote).and_then(|part| part.strip_suffix(quote)).is_some();
        if parts.iter().all(bare) {
            parts = parts.iter().map(|part| part.trim_matches(quote)).collect();
        }
    }
    if let Some(last) = parts.pop() {
        let word = |word| last.strip_prefix(word).map(str::trim_start);
        parts.push(word("or ").or_else(|| word("and ")).unwrap_or(last));
    }
    (owned(parts), true)
}

/// What stands in elements of a list: `<suggest>a</suggest><suggest>b</suggest>`.
fn tagged(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once('<') {
        rest = after;
        let tag = after.split(|char: char| !char.is_ascii_alphanumeric()).next().unwrap_or_default();
        let inner = names::is_any(tag, names::OPTION_TAGS).then(|| after.split_once('>')).flatten();
        if let Some((inner, after)) = inner.and_then(|(_, inner)| inner.split_once(&["</", tag].concat())) {
            parts.push(inner.trim());
            rest = after;
        }
    }
    parts
}

/// The parts between separators, but for those in brackets or quotes; all of it where a part is empty.
fn split(text: &str, separator: char) -> Vec<&str> {
    let (mut depth, mut quoted) = (0_usize, false);
    let parts = text.split(|char: char| {
        match char {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            '"' => quoted = !quoted,
            _ => {}
        }
        char == separator && depth == 0 && !quoted
    });
    let parts: Vec<&str> = parts.map(str::trim).collect();
    if parts.contains(&"") { vec![text] } else { parts }
}

/// A line without what stands before the items of a list: `- `, `* `, `1. `, `a) `.
fn without_bullet(line: &str) -> Option<&str> {
    let (bullet, rest) = line.split_once(' ')?;
    let number = bullet.strip_suffix(['.', ')']).map(|number| number.trim_start_matches('('));
    let is_number =
        |number: &str| number.chars().all(|char| char.is_ascii_digit()) || (number.len() == 1 && number.is_ascii());
    let is_bullet = matches!(bullet, "-" | "*" | "•" | "–") || number.is_some_and(|it| !it.is_empty() && is_number(it));
    is_bullet.then(|| rest.trim_start())
}

/// How models mark a recommended option where a tool has no field for it.
const RECOMMENDED: &str = "(recommended)";
/// The mark of a recommended option as this tool puts it behind a label.
pub(crate) const RECOMMENDED_MARK: &str = " (Recommended)";

fn marked(label: &str) -> String {
    let bare = without_mark(label);
    if bare.trim().is_empty() { label.to_owned() } else { [bare, RECOMMENDED_MARK].concat() }
}

/// The text without "(Recommended)" at its end; all of it where it is nothing else.
pub(crate) fn without_mark(text: &str) -> &str {
    let mut text = text;
    while let Some((rest, mark)) =
        text.trim_end().len().checked_sub(RECOMMENDED.len()).and_then(|at| text.split_at_checked(at))
        && mark.trim_end().eq_ignore_ascii_case(RECOMMENDED)
        && !rest.trim().is_empty()
    {
        text = rest.trim_end();
    }
    text
}
