//! Converts the JSON Schema of an MCP elicitation to one question for each property, with field names of `aliases`.
//!
//! The specification (2025-11-25, `requestedSchema`) allows only flat schemas: strings, numbers, booleans, and choices
//! by `enum`, `oneOf` or a list of them.

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::call::aliases::Type;
use crate::call::unwrap::is_known;
use crate::json::Lenient;

/// Returns a question for each property of a schema. `asked` is the message of the elicitation, if that is the prompt
/// of its only question.
pub(super) fn questions<'a>(
    schema: &Value,
    properties: &'a Map<String, Value>,
    asked: Option<&'a str>,
) -> impl Iterator<Item = Map<String, Value>> + use<'a> {
    let required = schema.field("required").as_array();
    let required: Option<HashSet<String>> =
        required.map(|names| names.iter().filter_map(Value::as_str).map(str::to_owned).collect());
    let is_required = move |name: &str| required.as_ref().map(|required| required.contains(name));
    properties.iter().map(move |(name, property)| question(name, property, asked, is_required(name)))
}

fn question(name: &str, property: &Value, asked: Option<&str>, is_required: Option<bool>) -> Map<String, Value> {
    let mut question = Map::new();
    let mut put = |name: &str, value: Value| question.insert(name.to_owned(), value);
    put("id", Value::from(name));
    put("required", Value::from(is_required));
    let (title, description) = (property.field("title"), property.field("description"));
    match (asked, title.text(), description.text()) {
        (Some(asked), ..) => {
            put("prompt", Value::from(asked));
            put("label", title.clone());
            put("description", description.clone())
        }
        (None, "", "") => put("prompt", Value::from(name)),
        (None, "", _) => put("prompt", description.clone()),
        (None, _, "") => put("prompt", title.clone()),
        (None, ..) => {
            put("label", title.clone());
            put("prompt", description.clone())
        }
    };
    // Pydantic writes an optional value as {"anyOf": [{"type": "integer"}, {"type": "null"}]}.
    let [one, null] = property.field("anyOf").list() else { return typed(question, property, property) };
    let kind = if null.field("type").text() == "null" { one } else { property };
    typed(question, property, kind)
}

/// Keywords of a property that are read.
const READ: [&str; 9] = ["title", "description", "type", "format", "enum", "enumNames", "oneOf", "anyOf", "items"];

/// Adds the type and the options to a question. Other keywords of the property are kept under their own names, to be
/// reported as unknown fields.
fn typed(mut question: Map<String, Value>, property: &Value, kind: &Value) -> Map<String, Value> {
    let is_list = kind.field("type").text() == "array";
    let choices = if is_list { kind.field("items") } else { kind };
    let options = choices_of(choices, kind.field("enumNames").list());
    let is_open = options.is_empty();
    let format = kind.field("format");
    let is_format = Type::named(format.text()).is_some();
    let answered = match (is_list, options.is_empty()) {
        (true, false) => Value::from("multi"),
        (true, true) => Value::Null,
        (false, false) => Value::from("single"),
        (false, true) if is_format => format.clone(),
        (false, true) => kind.field("type").clone(),
    };
    question.insert("type".to_owned(), answered);
    question.insert("options".to_owned(), Value::Array(options));
    let is_left = |name: &str| !READ.contains(&name) || (name == "format" && !is_format);
    let others = property.as_object().into_iter().flatten().filter(|(name, _)| is_left(name));
    // A value that is only named in a problem must not be read as options.
    let is_kept = |name: &str, value: &Value| is_known(name) || value.is_string() || value.is_number();
    let reported = |name: &str, value: &Value| if is_kept(name, value) { value.clone() } else { Value::Bool(true) };
    question.extend(others.map(|(name, value)| (name.clone(), reported(name, value))));
    // Choices that cannot be read must not turn the question into free text.
    let choices = ["items", "oneOf", "anyOf", "allOf", "$ref"].into_iter().filter(|_| is_open);
    let choices = choices.map(|name| (name.to_owned(), kind.field(name))).filter(|(_, choices)| !choices.is_null());
    question.extend(choices.map(|(name, choices)| (name, Value::from_iter([choices.clone()]))));
    question
}

/// Returns the options of a schema: from `enum` with the labels of `enumNames`, or from `oneOf` and `anyOf` with
/// `const` and `title`.
fn choices_of(schema: &Value, names: &[Value]) -> Vec<Value> {
    let titled = [schema.field("oneOf").list(), schema.field("anyOf").list()].concat();
    if !titled.is_empty() {
        let are_choices = titled.iter().all(|choice| !choice.field("const").is_null());
        return if are_choices { titled } else { Vec::new() };
    }
    let values = schema.field("enum").list();
    if names.len() != values.len() {
        return values.to_vec();
    }
    let option =
        |(value, label): (&Value, &Value)| Value::from_iter([("value", value.clone()), ("label", label.clone())]);
    values.iter().zip(names).map(option).collect()
}
