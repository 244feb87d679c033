//! Objects put together field by field.

use crate::json::Json;

/// An object that is put together field by field.
#[derive(Default)]
pub(crate) struct Object(Vec<(String, Json)>);

impl Object {
    pub(crate) fn with(mut self, name: &str, value: Json) -> Self {
        self.0.push((name.to_owned(), value));
        self
    }

    pub(crate) fn text(self, name: &str, text: &str) -> Self {
        self.with(name, Json::from(text))
    }

    pub(crate) fn flag(self, name: &str, flag: bool) -> Self {
        self.with(name, Json::Bool(flag))
    }

    /// The field, where there is a value for it.
    pub(crate) fn some(self, name: &str, value: Option<Json>) -> Self {
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

    /// The list, unless it is empty.
    pub(crate) fn filled(self, name: &str, items: Vec<Json>) -> Self {
        if items.is_empty() { self } else { self.with(name, Json::List(items)) }
    }

    pub(crate) fn json(self) -> Json {
        Json::Object(self.0)
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// A count or a position.
pub(crate) fn number(number: usize) -> Json {
    Json::Number(i64::try_from(number).unwrap_or(i64::MAX))
}

pub(crate) fn texts(texts: &[String]) -> Vec<Json> {
    texts.iter().map(|text| Json::from(text.as_str())).collect()
}
