//! JSON as tests write it and take it apart: all that they know of how the core holds a value.

pub(crate) use serde_json::{Value as Json, json};

/// An object of fields that are found out.
pub(crate) fn object(fields: Vec<(String, Json)>) -> Json {
    Json::Object(fields.into_iter().collect())
}

/// What a model sent, as it is written.
pub(crate) fn sent(text: &str) -> Json {
    question_core::parse(text).unwrap_or_else(|fault| panic!("no JSON, {fault}: {text}"))
}

/// What the core writes, to be taken apart.
pub(crate) fn taken(shape: &impl serde::Serialize) -> Json {
    serde_json::to_value(shape).expect("it can be written")
}

/// A value as the core writes it into a file or a message.
pub(crate) fn encoded(json: &impl serde::Serialize) -> String {
    question_core::pretty(json)
}

/// A value as it is written without blanks, strings with only what has to be escaped in them.
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

/// How many values stand within a value.
pub(crate) fn places(json: &Json) -> usize {
    let within = |part: &Json| 1 + places(part);
    match json {
        Json::Array(items) => items.iter().map(within).sum(),
        Json::Object(fields) => fields.values().map(within).sum(),
        _ => 0,
    }
}

/// The value with another in the place of this number, or with nothing there.
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

/// How a value is taken apart.
pub(crate) trait Parts {
    /// A field of an object; null where there is none.
    fn at(&self, name: &str) -> &Json;
    /// The fields of an object, in their order.
    fn fields(&self) -> Vec<(&str, &Json)>;
    /// Puts another value into a field that there is.
    fn set(&mut self, name: &str, value: Json);
    /// The items of an array; none where it is something else.
    fn items(&self) -> &[Json];
    /// The same, of a field of an object.
    fn items_mut(&mut self, name: &str) -> &mut [Json];
    fn is_list(&self) -> bool;
    fn is_whole_number(&self) -> bool;
    fn is_yes(&self) -> bool;
    /// The text of a string; empty where it is something else.
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

    fn is_list(&self) -> bool {
        self.is_array()
    }

    fn is_whole_number(&self) -> bool {
        self.is_i64()
    }

    fn is_yes(&self) -> bool {
        *self == Json::Bool(true)
    }

    fn string(&self) -> &str {
        self.as_str().unwrap_or_default()
    }
}
