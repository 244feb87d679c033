//! Values of any shape, as a model sends them and a session file keeps them: the fields of an object in their order.

/// A JSON value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Json {
    /// `null`, and what is not JSON.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number. The host hands over any other as the text that it is written as.
    Number(i64),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Json>),
    /// An object.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// A field of an object; null where there is none.
    #[must_use]
    pub fn field(&self, name: &str) -> &Self {
        match self {
            Self::Object(fields) => {
                fields.iter().find(|(field, _)| field == name).map_or(&Self::Null, |(_, value)| value)
            }
            _ => &Self::Null,
        }
    }

    /// The items of an array; none where it is something else.
    #[must_use]
    pub fn list(&self) -> &[Self] {
        match self {
            Self::List(items) => items,
            _ => &[],
        }
    }

    /// The text of a string; empty where it is something else.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            _ => "",
        }
    }

    /// A whole number.
    #[must_use]
    pub fn number(&self) -> Option<i64> {
        match *self {
            Self::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Whether it is `true`.
    #[must_use]
    pub fn is_true(&self) -> bool {
        *self == Self::Bool(true)
    }
}
