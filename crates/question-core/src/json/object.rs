//! Objects put together field by field.

use serde_json::{Map, Value};

#[derive(Default)]
pub(crate) struct Object(Map<String, Value>);

impl Object {
    pub(crate) fn with(mut self, name: &str, value: Value) -> Self {
        self.0.insert(name.to_owned(), value);
        self
    }

    pub(crate) fn text(self, name: &str, text: &str) -> Self {
        self.with(name, Value::from(text))
    }

    pub(crate) fn flag(self, name: &str, flag: bool) -> Self {
        self.with(name, Value::Bool(flag))
    }

    pub(crate) fn some(self, name: &str, value: Option<Value>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    pub(crate) fn some_text(self, name: &str, text: Option<&String>) -> Self {
        match text {
            Some(text) => self.text(name, text),
            None => self,
        }
    }

    pub(crate) fn filled(self, name: &str, items: Vec<Value>) -> Self {
        if items.is_empty() { self } else { self.with(name, Value::Array(items)) }
    }

    pub(crate) fn json(self) -> Value {
        Value::Object(self.0)
    }
}

pub(crate) fn number(number: usize) -> Value {
    Value::from(number)
}

pub(crate) fn texts(texts: &[String]) -> Vec<Value> {
    texts.iter().map(|text| Value::from(text.as_str())).collect()
}
