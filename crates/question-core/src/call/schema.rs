//! JSON Schemas of answers, as MCP's elicitation sends them → questions.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::call::fields::{self, Fields, unpacked};
use crate::call::names;
use crate::call::question::Notes;
use crate::call::request::QuestionRequest;
use crate::json::Lenient;

/// A question for each property. `name` is what the schema was sent under, `message` what it was sent with.
pub(super) fn questions(schema: &Value, name: &str, message: Option<&str>, notes: &mut Notes) -> Vec<QuestionRequest> {
    const TEXTS: [names::Names; 3] = [names::PROMPT, names::PROMPT_ELSE, names::LABEL];
    let must = word(schema, "required").as_array();
    let properties = word(schema, "properties").as_object();
    let is_alone = properties.is_some_and(|properties| properties.len() == 1);
    let read = |(id, property): (&String, &Value)| {
        let about = ["`", name, ".", id, "`"].concat();
        let mut property = resolved(property, schema);
        let is_named = TEXTS.iter().any(|names| fields::text(&property, names).is_some());
        if let (false, Value::Object(fields)) = (is_named, property.to_mut()) {
            fields.insert("title".to_owned(), Value::from(id.as_str()));
        }
        let mut question = QuestionRequest::read(Fields::of(&property), &about, notes);
        if let (true, Some(message), false) = (is_alone, message, fields::has(&property, &["description"])) {
            let prompt = std::mem::replace(&mut question.prompt, message.to_owned());
            // What stands below its name stands below what is asked.
            let (title, below) = prompt.split_once("\n\n").unwrap_or((&prompt, ""));
            question.push_below(&[below.to_owned()]);
            question.label = is_named.then(|| title.to_owned());
        }
        question.label = question.label.filter(|label| !label.trim().is_empty());
        if question.prompt.trim().is_empty() {
            question.prompt.clone_from(id);
        }
        if let Some(must) = must {
            question.allow_empty = Some(!must.contains(&Value::from(id.as_str())));
        }
        question.id = Some(id.clone());
        question
    };
    properties.into_iter().flatten().map(read).collect()
}

/// What schemas are combined by.
const COMBINED: names::Names = &["anyof", "oneof", "allof"];

/// What a word of JSON Schema says, in any case.
fn word<'a>(schema: &'a Value, word: &'static str) -> &'a Value {
    let exact = schema.get(word).filter(|value| !value.is_null());
    exact.unwrap_or_else(|| {
        let mut fields = schema.as_object().into_iter().flatten();
        fields
            .find(|(name, value)| names::is_named(name, word) && !value.is_null())
            .map_or(&Value::Null, |(_, value)| value)
    })
}

/// A property as its schema means it: where it refers to a definition, or may be null as well.
fn resolved<'a>(property: &'a Value, schema: &Value) -> Cow<'a, Value> {
    let referred = |part: &Value| {
        let name = word(part, "ref").text().rsplit('/').next().unwrap_or_default();
        ["defs", "definitions"].iter().find_map(|defs| word(schema, defs).get(name)).cloned()
    };
    let is_null = |part: &&Value| word(part, "type").text() == "null";
    let is_schema =
        |part: &Value| word(part, "const").is_null() && !(word(part, "type").is_null() && word(part, "ref").is_null());
    let parts = COMBINED.iter().map(|of| word(property, of).list()).find(|parts| !parts.is_empty()).unwrap_or_default();
    let part = parts.iter().find(|part| !is_null(part)).filter(|_| parts.iter().all(is_schema));
    let Some(inner) = referred(property).or_else(|| referred(part?).or_else(|| part.cloned())) else {
        return Cow::Borrowed(property);
    };
    let mut whole = property.as_object().cloned().unwrap_or_default();
    whole.retain(|name, _| !names::is_any(name, &["ref"]) && !names::is_any(name, COMBINED));
    for (name, value) in inner.as_object().into_iter().flatten() {
        if !whole.contains_key(name) {
            whole.insert(name.clone(), value.clone());
        }
    }
    Cow::Owned(Value::Object(whole))
}

/// The JSON Schema of a call, with the name of its field.
///
/// # Errors
///
/// What is wrong with it, with its name.
pub(super) fn of_call(call: &Map<String, Value>) -> Result<Option<(String, Value)>, String> {
    if call.iter().any(|(name, value)| names::is_named(name, "properties") && value.is_object()) {
        return Ok(Some(("schema".to_owned(), Value::Object(call.clone()))));
    }
    for (name, value) in call.iter().filter(|(name, value)| names::is_any(name, names::SCHEMA) && !value.is_null()) {
        let about = ["\"", name, "\" "].concat();
        let read = unpacked(value).map_err(|wrong| [about.as_str(), &wrong].concat())?;
        if read.open > 0 {
            return Err([&about, "is not valid JSON: it breaks off"].concat());
        }
        if word(&read.value, "properties").is_object() {
            return Ok(Some((name.clone(), read.value.into_owned())));
        }
        // The properties alone.
        let is_property = |value: &Value| !(word(value, "type").is_null() && word(value, "enum").is_null());
        let properties = read.value.as_object().filter(|fields| !fields.is_empty() && fields.values().all(is_property));
        if let Some(properties) = properties {
            let whole = Map::from_iter([("properties".to_owned(), Value::Object(properties.clone()))]);
            return Ok(Some((name.clone(), Value::Object(whole))));
        }
    }
    Ok(None)
}

/// A schema of one answer alone.
pub(super) fn of_answer(call: &Value) -> Option<&Value> {
    fields::all(call, names::SCHEMA).into_iter().find(|schema| {
        let kind = word(schema, "type").text();
        (!kind.is_empty() && kind != "object") || !word(schema, "enum").is_null()
    })
}

/// A question with what the schema of its answer says, where it has one.
pub(super) fn of_question(question: &Value) -> Option<Value> {
    let of_one = |schema: &Value| {
        let mut properties = word(schema, "properties").as_object().into_iter().flatten();
        let (_, property) = properties.next().filter(|_| properties.next().is_none())?;
        Some(resolved(property, schema).into_owned())
    };
    let schema = of_answer(question).cloned();
    let schema = schema.or_else(|| fields::all(question, names::SCHEMA).into_iter().find_map(of_one))?;
    let mut whole = question.as_object()?.clone();
    whole.retain(|name, _| !names::is_any(name, names::SCHEMA));
    for (name, value) in schema.as_object()? {
        if !whole.contains_key(name) {
            whole.insert(name.clone(), value.clone());
        }
    }
    Some(Value::Object(whole))
}
