//! Values → declared shapes, the one way that any is read. What is wrong is told by what was wanted alone: to repeat what
//! stood there takes more code than all the reading.

use std::fmt;

use serde::de::value::{MapAccessDeserializer, MapDeserializer, SeqDeserializer};
use serde::de::{self, DeserializeOwned, Deserializer, Expected, IntoDeserializer, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::Value;

/// Reads a value of a declared shape.
///
/// # Errors
///
/// What it has to be.
pub fn typed<T: DeserializeOwned>(value: Value) -> Result<T, Fault> {
    T::deserialize(Typed(value))
}

/// What a value has to be, to be read behind the name of the shape.
#[derive(Debug, PartialEq, Eq)]
pub struct Fault(String);

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for Fault {}

impl de::Error for Fault {
    fn custom<T: fmt::Display>(what: T) -> Self {
        Self(what.to_string())
    }

    fn invalid_type(_: Unexpected<'_>, wanted: &dyn Expected) -> Self {
        Self(format!("has to be {wanted}"))
    }

    fn invalid_value(_: Unexpected<'_>, wanted: &dyn Expected) -> Self {
        Self(format!("has to be {wanted}"))
    }
}

struct Typed(Value);

impl Typed {
    /// What a list or an object holds: the latter's names are values like any others.
    fn entries<'de>(fields: Vec<(String, Value)>) -> MapDeserializer<'de, impl Iterator<Item = (Self, Self)>, Fault> {
        MapDeserializer::new(fields.into_iter().map(|(name, value)| (Self(Value::String(name)), Self(value))))
    }

    fn is_not<'de, V: Visitor<'de>>(visitor: &V) -> Result<V::Value, Fault> {
        Err(de::Error::invalid_type(Unexpected::Unit, visitor))
    }
}

impl IntoDeserializer<'_, Fault> for Typed {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Typed {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(flag) => visitor.visit_bool(flag),
            Value::Number(number) => match number.as_i64() {
                Some(number) => visitor.visit_i64(number),
                None => Self::is_not(&visitor),
            },
            Value::String(text) => visitor.visit_string(text),
            Value::Array(_) | Value::Object(_) => Self::is_not(&visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if self.0 == Value::Null { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    /// An object is a list of pairs, where one is wanted.
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let pair = |(name, value)| Value::Array(vec![Value::String(name), value]);
        let items = match self.0 {
            Value::Array(items) => items,
            Value::Object(fields) => fields.into_iter().map(pair).collect(),
            _ => return Self::is_not(&visitor),
        };
        visitor.visit_seq(SeqDeserializer::new(items.into_iter().map(Self)))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Object(fields) => visitor.visit_map(Self::entries(fields.into_iter().collect())),
            _ => Self::is_not(&visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let fields = match self.0 {
            Value::String(name) => vec![(name, Value::Null)],
            Value::Object(fields) => fields.into_iter().collect(),
            _ => return Self::is_not(&visitor),
        };
        visitor.visit_enum(MapAccessDeserializer::new(Self::entries(fields)))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct identifier
        tuple_struct
    }
}
