//! Values → declared shapes, the one way that any is read. What is wrong is told by what was wanted alone: to repeat what
//! stood there takes more code than all the reading. Nothing of it is put into each of the many fields that are read.

use std::fmt;

use serde::de::value::{MapAccessDeserializer, MapDeserializer, SeqDeserializer};
use serde::de::{self, DeserializeOwned, Deserializer, Expected, IntoDeserializer, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value};

/// Reads a value of a declared shape.
///
/// # Errors
///
/// What it has to be.
pub fn typed<T: DeserializeOwned>(value: &Value) -> Result<T, Fault> {
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

    fn unknown_variant(_: &str, wanted: &'static [&'static str]) -> Self {
        Self(["has to be one of ", &wanted.join(", ")].concat())
    }

    fn unknown_field(name: &str, _: &'static [&'static str]) -> Self {
        Self(["has no field ", name].concat())
    }

    fn duplicate_field(name: &'static str) -> Self {
        Self(["has two fields ", name].concat())
    }

    fn invalid_value(_: Unexpected<'_>, wanted: &dyn Expected) -> Self {
        Self(format!("has to be {wanted}"))
    }
}

#[derive(Clone, Copy)]
struct Typed<'a>(&'a Value);

impl<'a> Typed<'a> {
    /// The fields of an object, or the name of a variant that holds nothing.
    fn entries<'de>(
        fields: Vec<(&'a str, Self)>,
    ) -> MapDeserializer<'de, impl Iterator<Item = (&'a str, Self)> + use<'a, 'de>, Fault> {
        MapDeserializer::new(fields.into_iter())
    }

    fn is_not<'de, V: Visitor<'de>>(visitor: &V) -> Result<V::Value, Fault> {
        Err(de::Error::invalid_type(Unexpected::Unit, visitor))
    }
}

#[inline(never)]
fn fields_of(fields: &Map<String, Value>) -> Vec<(&str, Typed<'_>)> {
    fields.iter().map(|(name, value)| (name.as_str(), Typed(value))).collect()
}

/// The name of a variant, and what it holds.
#[inline(never)]
fn variant_of(value: &Value) -> Option<Vec<(&str, Typed<'_>)>> {
    match value {
        Value::String(name) => Some(vec![(name, Typed(&Value::Null))]),
        Value::Object(fields) => Some(fields_of(fields)),
        _ => None,
    }
}

impl IntoDeserializer<'_, Fault> for Typed<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Typed<'_> {
    type Error = Fault;

    #[inline(never)]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(flag) => visitor.visit_bool(*flag),
            Value::Number(number) => match number.as_i64() {
                Some(number) => visitor.visit_i64(number),
                None => Self::is_not(&visitor),
            },
            Value::String(text) => visitor.visit_str(text),
            Value::Array(_) | Value::Object(_) => Self::is_not(&visitor),
        }
    }

    #[inline(never)]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    /// An object is a list of pairs, where one is wanted.
    #[inline(never)]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Array(items) => visitor.visit_seq(SeqDeserializer::new(items.iter().map(Self))),
            Value::Object(fields) => visitor.visit_seq(Self::entries(fields_of(fields))),
            _ => Self::is_not(&visitor),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_seq(visitor)
    }

    #[inline(never)]
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Object(fields) => visitor.visit_map(Self::entries(fields_of(fields))),
            _ => Self::is_not(&visitor),
        }
    }

    #[inline(never)]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_map(visitor)
    }

    #[inline(never)]
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match variant_of(self.0) {
            Some(variant) => visitor.visit_enum(MapAccessDeserializer::new(Self::entries(variant))),
            None => Self::is_not(&visitor),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct identifier
        tuple_struct
    }
}
