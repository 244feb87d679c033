//! Where the questions of a call are: in lists, by their ids, in sections, in wrappers of any name.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::call::fields::{self, Unpacked, unpacked};
use crate::call::names;
use crate::call::question::is_question;
use crate::json::{Lenient, nearly};

/// One question as it was found.
pub(super) struct Found<'a> {
    pub(super) own: Cow<'a, Value>,
    /// What it was found by.
    pub(super) id: Option<String>,
    /// What leads up to it and those behind it.
    pub(super) below: Vec<String>,
    /// Whether it has options that stood beside the list.
    pub(super) is_shared: bool,
}

impl<'a> Found<'a> {
    fn of(own: Cow<'a, Value>, id: Option<&String>) -> Self {
        Self { own, id: id.cloned(), below: Vec::new(), is_shared: false }
    }
}

/// How many lists may stand in each other.
pub(super) const LISTS: usize = 4;

/// Collects questions: those of a list and of the lists in it, one, or those of an object with an id for each.
pub(super) fn collect<'a>(value: &'a Value, lists: usize, found: &mut Vec<Found<'a>>) {
    match value {
        Value::Array(list) if lists > 0 => {
            let is_alone = list.iter().all(is_blank);
            for item in list.iter().filter(|item| is_alone || !is_blank(item)) {
                // Lists in strings, in the list.
                let is_list = nearly::is_meant(item.text()) && fields::holds_question(item.text());
                let inner = if is_list { unpacked(item).ok() } else { None };
                let inner = inner.filter(|read| read.open == 0).map(|read| read.value.into_owned());
                if let Some(Value::Array(list)) = inner {
                    found.extend(list.into_iter().map(|item| Found::of(Cow::Owned(item), None)));
                } else if item.is_array() {
                    collect(item, lists - 1, found);
                } else {
                    collect_item(item, lists, found);
                }
            }
        }
        Value::Object(fields) if is_by_id(fields) => {
            for (key, item) in fields {
                let asked = by_key(key, item);
                // What asks something is the question, and no name of it.
                let id = Some(key).filter(|_| matches!(asked, Cow::Borrowed(_)));
                found.push(Found::of(asked, id));
            }
        }
        Value::Object(_) => collect_item(value, lists, found),
        Value::String(text) if !text.trim().is_empty() => found.push(Found::of(Cow::Borrowed(value), None)),
        _ => {}
    }
}

/// Whether an item of a list is none: beside others, nobody misses it.
pub(super) fn is_blank(item: &Value) -> bool {
    matches!(item, Value::Null | Value::String(_)) && fields::is_empty(item)
}

/// A question, or the questions of a section.
fn collect_item<'a>(item: &'a Value, lists: usize, found: &mut Vec<Found<'a>>) {
    let listed = fields::first(item, names::QUESTIONS);
    let is_several = |value: &&Value| (value.is_array() && asks(value)) || value.as_object().is_some_and(is_by_id);
    let of_form = fields::all(item, names::FIELDS).into_iter().filter(|value| value.is_array());
    let mut others = fields::all(item, names::PROMPT).into_iter().filter(is_several).chain(of_form);
    let held = if fields::is_empty(listed) { others.next().unwrap_or(listed) } else { listed };
    if fields::is_empty(held) || is_question(item) || lists == 0 {
        return found.push(Found::of(Cow::Borrowed(item), None));
    }
    let from = found.len();
    match unpacked(held) {
        Ok(Unpacked { value: Cow::Borrowed(held), .. }) => collect(held, lists - 1, found),
        Ok(Unpacked { value: Cow::Owned(held), open: 0 }) if held.is_array() => {
            found.extend(held.list().iter().map(|question| Found::of(Cow::Owned(question.clone()), None)));
        }
        // What cannot be read is told by who reads it as a question.
        _ => found.push(Found::of(Cow::Borrowed(held), None)),
    }
    let settings = item.as_object();
    for question in found.iter_mut().skip(from) {
        if let (Cow::Owned(whole), Some(_)) = (with_settings(&question.own, settings), settings) {
            question.own = Cow::Owned(whole);
        }
    }
    if let Some(first) = found.get_mut(from) {
        fields::texts(item, names::TITLE, &mut first.below);
        fields::texts(item, names::BELOW, &mut first.below);
    }
}

/// Whether an object holds questions by their ids, or by what they ask: each of them something that asks, or has options.
pub(super) fn is_by_id(sent: &Map<String, Value>) -> bool {
    const KNOWN: [names::Names; 9] = [
        names::QUESTIONS,
        names::PROMPT,
        names::PROMPT_ELSE,
        names::LABEL,
        names::ID,
        names::OPTIONS,
        names::MODE,
        names::BELOW,
        names::DEFAULT,
    ];
    let is_asking = |value: &Value| is_question(value) || fields::has(value, names::PROMPT_ELSE);
    let has_list = |value: &Value| fields::has(value, names::OPTIONS);
    let is_known = |name: &String| KNOWN.iter().any(|names| names::is_any(name, names));
    let is_one = |(name, value): (&String, &Value)| match value {
        Value::Object(_) => is_asking(value) || has_list(value) || asks_itself(name),
        Value::String(text) => !text.trim().is_empty() && !is_known(name),
        Value::Array(_) => asks_itself(name),
        _ => false,
    };
    let asks_any = |(name, value): (&String, &Value)| asks_itself(name) || !value.is_object() || is_asking(value);
    !sent.is_empty() && sent.iter().all(is_one) && sent.iter().any(asks_any)
}

/// Whether a name is what is asked.
fn asks_itself(name: &str) -> bool {
    name.trim_end().ends_with(['?', '？'])
}

/// A question that was found by a key: where the key asks, with that as its prompt.
fn by_key<'a>(key: &str, item: &'a Value) -> Cow<'a, Value> {
    let asked = |name: &str| {
        let mut question = Map::from_iter([("prompt".to_owned(), Value::from(key))]);
        question.insert(name.to_owned(), item.clone());
        Cow::Owned(Value::Object(question))
    };
    match item {
        Value::Array(_) => asked("options"),
        Value::String(text) if asks_itself(key) && !asks_itself(text) => asked("description"),
        Value::Object(fields) if asks_itself(key) && !is_question(item) => {
            let mut question = fields.clone();
            question.insert("prompt".to_owned(), Value::from(key));
            Cow::Owned(Value::Object(question))
        }
        _ => Cow::Borrowed(item),
    }
}

/// Gives each of several questions its own of as many lists of options that stand beside them.
pub(super) fn share_options(beside: &Value, questions: &mut [Found<'_>]) {
    let Ok(read) = unpacked(fields::first(beside, names::OPTIONS)) else { return };
    let lists = read.value.list();
    if questions.len() < 2 || lists.len() != questions.len() || !lists.iter().all(Value::is_array) {
        return;
    }
    for (question, options) in questions.iter_mut().zip(lists) {
        let mut own = match &*question.own {
            Value::Object(fields) => fields.clone(),
            text => Map::from_iter([("prompt".to_owned(), text.clone())]),
        };
        if !fields::has(&question.own, names::OPTIONS) {
            own.insert("options".to_owned(), options.clone());
            question.own = Cow::Owned(Value::Object(own));
            question.is_shared = true;
        }
    }
}

/// A list of questions under a name that options have, with that name.
pub(super) fn list_under_name_of_options(call: &Map<String, Value>) -> Option<(&String, &Value)> {
    let is_asking =
        |item: &Value| fields::text(item, &["question", "prompt"]).is_some_and(|text| !text.trim().is_empty());
    let is_list = |value: &Value| !value.list().is_empty() && value.list().iter().all(is_asking);
    call.iter().find(|(name, value)| names::is_any(name, names::OPTIONS_WITHIN) && is_list(value))
}

/// The call that a list of one holds, where that is no mere question.
pub(super) fn only_call(list: &Value) -> Option<&Value> {
    let [only] = list.list() else { return None };
    let is_question = is_question(only) || fields::has(only, names::OPTIONS);
    let is_call = [names::QUESTIONS, names::SCHEMA].iter().any(|names| fields::has(only, names));
    let asks_within = || only.as_object().into_iter().flatten().any(|(_, value)| asks(value));
    (is_call || (!is_question && (fields::has(only, names::WRAPPERS) || asks_within()))).then_some(only)
}

/// Whether something asks, whatever its name: a question or a call, or a list of them.
pub(super) fn asks(value: &Value) -> bool {
    let is_asking = |value: &Value| value.is_object() && (fields::has(value, names::QUESTIONS) || is_question(value));
    is_asking(value) || (!value.list().is_empty() && value.list().iter().all(is_asking))
}

/// A call that is several questions, each under its name, with a list of them instead.
pub(super) fn with_named(call: &Map<String, Value>) -> Option<Map<String, Value>> {
    const OTHERS: [names::Names; 3] = [names::BELOW, names::SILENT, names::SETTINGS];
    let is_named = |(name, value): &(&String, &Value)| {
        value.is_object() && is_question(value) && !OTHERS.iter().any(|names| names::is_any(name, names))
    };
    let is_wrapped = |(name, _): (&String, &Value)| names::is_any(name, names::WRAPPERS);
    let named = || call.iter().filter(is_named);
    if named().count() < 2 || named().all(is_wrapped) {
        return None;
    }
    let questions: Map<String, Value> = named().map(|(name, value)| (name.clone(), value.clone())).collect();
    let others = call.iter().filter(|field| !is_named(field)).map(|(name, value)| (name.clone(), value.clone()));
    Some(others.chain([("questions".to_owned(), Value::Object(questions))]).collect())
}

/// A text in the place of a wrapped call, with its name, where it is one for people.
pub(super) fn plain_text(call: &Map<String, Value>) -> Option<(&String, &str)> {
    let is_plain = |text: &str| {
        let is_words = text.trim().contains(char::is_whitespace) || asks_itself(text);
        is_words && !nearly::is_meant(text) && !fields::holds_question(text)
    };
    let mut wrapped = call.iter().filter(|(name, _)| names::is_any(name, names::WRAPPERS));
    wrapped.find_map(|(name, value)| Some((name, value.as_str().filter(|text| is_plain(text))?)))
}

/// Whether a call holds more than texts and flags.
pub(super) fn holds_more(call: &Map<String, Value>) -> bool {
    let is_more = |value: &Value| (value.is_object() || value.is_array()) && !fields::is_empty(value);
    call.iter().any(|(name, value)| is_more(value) && !names::is_any(name, names::SILENT))
}

/// A call within another, with what the outer one says of how it is answered.
pub(super) fn with_settings<'a>(inner: &'a Value, outer: Option<&Map<String, Value>>) -> Cow<'a, Value> {
    const SETTINGS: [names::Names; 7] = [
        names::IS_MULTI,
        names::ALLOW_CUSTOM,
        names::NO_CUSTOM,
        names::ALLOW_EMPTY,
        names::IS_SECRET,
        names::PLACEHOLDER,
        names::OPTIONS,
    ];
    let is_setting = |name: &String| SETTINGS.iter().any(|names| names::is_any(name, names));
    let mut whole = Cow::Borrowed(inner);
    let settings = outer.into_iter().flatten().filter(|(name, value)| is_setting(name) && *value != inner);
    for (name, value) in settings {
        if whole.is_object()
            && let Value::Object(fields) = whole.to_mut()
            && !fields.contains_key(name)
        {
            fields.insert(name.clone(), value.clone());
        }
    }
    whole
}
