//! JSON as tests write it and take it apart: all that they know of how the core holds a value.

pub(crate) use question_core::Json;

/// A [`Json`] as it is written: `json!({"questions": [{"prompt": "Why?", "options": ["no object"]}]})`.
macro_rules! json {
    (null) => { $crate::common::json::Json::Null };
    ([$($item:tt),* $(,)?]) => { $crate::common::json::Json::List(vec![$(json!($item)),*]) };
    ({$($name:literal: $value:tt),* $(,)?}) => {
        $crate::common::json::Json::Object(vec![$(($name.to_owned(), json!($value))),*])
    };
    ($value:expr) => { $crate::common::json::IntoJson::into_json($value) };
}
pub(crate) use json;

/// What [`json!`] takes as a value.
pub(crate) trait IntoJson {
    fn into_json(self) -> Json;
}

impl IntoJson for &str {
    fn into_json(self) -> Json {
        Json::Text(self.to_owned())
    }
}

impl IntoJson for String {
    fn into_json(self) -> Json {
        Json::Text(self)
    }
}

impl IntoJson for bool {
    fn into_json(self) -> Json {
        Json::Bool(self)
    }
}

impl IntoJson for i64 {
    fn into_json(self) -> Json {
        Json::Number(self)
    }
}

impl IntoJson for Vec<Json> {
    fn into_json(self) -> Json {
        Json::List(self)
    }
}

impl IntoJson for Json {
    fn into_json(self) -> Json {
        self
    }
}

/// An object of fields that are found out.
pub(crate) fn object(fields: Vec<(String, Json)>) -> Json {
    Json::Object(fields)
}

/// What a model sent, as it is written.
pub(crate) fn sent(text: &str) -> Json {
    Json::parse(text).unwrap_or_else(|line| panic!("no JSON, line {line}: {text}"))
}

/// A value as the core writes it into a file or a message.
pub(crate) fn encoded(json: &Json) -> String {
    json.to_text()
}

/// A value as it is written without blanks, strings with only what has to be escaped in them.
pub(crate) fn written(json: &Json) -> String {
    let list = |items: &[Json]| items.iter().map(written).collect::<Vec<_>>().join(",");
    match json {
        Json::Null => "null".to_owned(),
        Json::Bool(flag) => flag.to_string(),
        Json::Number(number) => number.to_string(),
        Json::Decimal(_, text) => text.clone(),
        Json::Text(text) => format!("{text:?}"),
        Json::List(items) => format!("[{}]", list(items)),
        Json::Object(fields) => {
            let field = |(name, value): &(String, Json)| format!("{name:?}:{}", written(value));
            format!("{{{}}}", fields.iter().map(field).collect::<Vec<_>>().join(","))
        }
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
        self.field(name)
    }

    fn fields(&self) -> Vec<(&str, &Json)> {
        let Self::Object(fields) = self else { return Vec::new() };
        fields.iter().map(|(name, value)| (name.as_str(), value)).collect()
    }

    fn set(&mut self, name: &str, value: Json) {
        let Self::Object(fields) = self else { panic!("no object: {self:?}") };
        fields.iter_mut().filter(|(own, _)| own == name).for_each(|(_, own)| *own = value.clone());
    }

    fn items(&self) -> &[Json] {
        self.list()
    }

    fn items_mut(&mut self, name: &str) -> &mut [Json] {
        let Self::Object(fields) = self else { return &mut [] };
        match fields.iter_mut().find(|(own, _)| own == name) {
            Some((_, Self::List(items))) => items,
            _ => &mut [],
        }
    }

    fn is_list(&self) -> bool {
        matches!(self, Self::List(_))
    }

    fn is_whole_number(&self) -> bool {
        self.number().is_some()
    }

    fn is_yes(&self) -> bool {
        self.is_true()
    }

    fn string(&self) -> &str {
        self.text()
    }
}
