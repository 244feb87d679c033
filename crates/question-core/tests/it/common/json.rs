//! JSON as tests write and read it.

pub(crate) use serde_json::{Value as Json, json};

/// Returns an object with these fields.
pub(crate) fn object(fields: Vec<(String, Json)>) -> Json {
    Json::Object(fields.into_iter().collect())
}

/// Parses the arguments that a model sent.
pub(crate) fn sent(text: &str) -> Json {
    question_core::parse(text).unwrap_or_else(|fault| panic!("no JSON, {fault}: {text}"))
}

/// Converts a shape of the core to a JSON value.
pub(crate) fn taken(shape: &impl serde::Serialize) -> Json {
    serde_json::to_value(shape).expect("it can be written")
}

/// Returns a value as the core writes it into a file.
pub(crate) fn encoded(json: &impl serde::Serialize) -> String {
    question_core::pretty(json)
}

/// Returns a value as text without blanks. Strings are escaped as in Rust.
pub(crate) fn written(json: &Json) -> String {
    let list = |items: &[Json]| items.iter().map(written).collect::<Vec<_>>().join(",");
    match json {
        Json::Null => "null".to_owned(),
        Json::Bool(flag) => flag.to_string(),
        Json::Number(number) => number.to_string(),
        Json::String(text) => format!("{text:?}"),
        Json::Array(items) => format!("[{}]", list(items)),
        Json::Object(fields) => {
            let field = |(name, value): (&String, &Json)| format!("{name:?}:{}", written(value));
            format!("{{{}}}", fields.iter().map(field).collect::<Vec<_>>().join(","))
        }
    }
}

/// Counts the values within a value, at any depth.
pub(crate) fn places(json: &Json) -> usize {
    let within = |part: &Json| 1 + places(part);
    match json {
        Json::Array(items) => items.iter().map(within).sum(),
        Json::Object(fields) => fields.values().map(within).sum(),
        _ => 0,
    }
}

/// Returns the value with the value at index `at` within it replaced, or removed if `by` is `None`.
pub(crate) fn changed(json: &Json, at: usize, by: Option<&Json>) -> Json {
    let mut here = 0;
    let mut part = |part: &Json| {
        let (own, within) = (here, places(part));
        here += 1 + within;
        if own == at {
            by.cloned()
        } else if (own + 1..here).contains(&at) {
            Some(changed(part, at - own - 1, by))
        } else {
            Some(part.clone())
        }
    };
    match json {
        Json::Array(items) => Json::Array(items.iter().filter_map(part).collect()),
        Json::Object(fields) => {
            object(fields.iter().filter_map(|(name, value)| Some((name.clone(), part(value)?))).collect())
        }
        other => other.clone(),
    }
}

/// Reads parts of a value.
pub(crate) trait Parts {
    /// Returns a field of an object, or null.
    fn at(&self, name: &str) -> &Json;
    /// Returns the fields of an object, in order.
    fn fields(&self) -> Vec<(&str, &Json)>;
    /// Replaces the value of an existing field.
    fn set(&mut self, name: &str, value: Json);
    /// Returns the items of an array; none for another value.
    fn items(&self) -> &[Json];
    /// Returns the items of an array in a field of an object.
    fn items_mut(&mut self, name: &str) -> &mut [Json];
    /// Returns the text of a string; empty for another value.
    fn string(&self) -> &str;
}

impl Parts for Json {
    fn at(&self, name: &str) -> &Json {
        self.get(name).unwrap_or(&Json::Null)
    }

    fn fields(&self) -> Vec<(&str, &Json)> {
        self.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value)).collect()
    }

    fn set(&mut self, name: &str, value: Json) {
        if let Some(own) = self.get_mut(name) {
            *own = value;
        }
    }

    fn items(&self) -> &[Json] {
        self.as_array().map_or(&[], Vec::as_slice)
    }

    fn items_mut(&mut self, name: &str) -> &mut [Json] {
        self.get_mut(name).and_then(Json::as_array_mut).map_or(&mut [], Vec::as_mut_slice)
    }

    fn string(&self) -> &str {
        self.as_str().unwrap_or_default()
    }
}
