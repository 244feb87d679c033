//! Reads one option with field names of `aliases`.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::call::aliases::{Alias, FieldKind, OPTION, QUESTION, is_named};
use crate::call::naming::{RECOMMENDED_SUFFIX, without_suffix};
use crate::call::request::OptionRequest;
use crate::call::sent::{Field, Sent, flag, own_text};
use crate::call::unwrap::{is_json, joined};
use crate::json::slips;

/// Returns whether an unknown field of an option holds a nested list of options.
pub(super) fn is_group(name: &str, value: &Value) -> bool {
    let takes_options = |(own, kinds, _): &Alias| kinds.contains(&FieldKind::Options) && is_named(name, own);
    value.is_array() && (is_named(name, "items") || QUESTION.iter().any(takes_options))
}

/// Returns the option, parsed if it is an object written as a JSON string.
pub(super) fn unstrung(item: &Value) -> Cow<'_, Value> {
    let read = item.as_str().filter(|text| is_json(text)).and_then(|text| slips::read(text).ok());
    let is_option = |fields: &Map<String, Value>| Sent::of(fields, OPTION).get(FieldKind::Label).is_some();
    match read {
        Some(read) if read.as_object().is_some_and(is_option) => Cow::Owned(read),
        _ => Cow::Borrowed(item),
    }
}

/// Reads an option. Returns it, whether it is chosen by default, and the names of fields that are unknown, repeated or
/// cannot be read.
pub(super) fn read_option(fields: &Map<String, Value>) -> (OptionRequest, bool, Vec<&str>) {
    let sent = Sent::of(fields, OPTION);
    let unknown = sent.unknown.iter().map(|(name, _)| *name);
    let mut left: Vec<&str> = unknown.chain(sent.doubled().map(|(_, _, (name, _))| name)).collect();
    let label = read(sent.get(FieldKind::Label), own_text, &mut left).unwrap_or_default();
    let descriptions = sent.all_of(FieldKind::Description).iter();
    // pi-questionnaire sends a preview as an object with a type.
    let preview = |value: &Value| own_text(value.get("content").unwrap_or(value));
    let option = OptionRequest {
        value: read(sent.get(FieldKind::Value), own_text, &mut left),
        label: match read(sent.get(FieldKind::Recommended), flag, &mut left) {
            Some(true) if !label.trim().is_empty() => [without_suffix(&label), RECOMMENDED_SUFFIX].concat(),
            _ => label,
        },
        description: joined(descriptions.map(|field| read(Some(*field), own_text, &mut left))),
        preview: read(sent.get(FieldKind::Preview), preview, &mut left),
    };
    let is_checked = read(sent.get(FieldKind::Default), flag, &mut left) == Some(true);
    (option, is_checked, left)
}

/// Converts the value of a field. Adds the field's name to `left` if that fails.
fn read<'a, T>(field: Option<Field<'a>>, convert: impl Fn(&Value) -> Option<T>, left: &mut Vec<&'a str>) -> Option<T> {
    let (name, value) = field?;
    let read = convert(value);
    left.extend(read.is_none().then_some(name));
    read
}

pub(super) fn yes_and_no(is_boolean: bool) -> Vec<OptionRequest> {
    let option = |label: &str, value: &str| OptionRequest {
        value: is_boolean.then(|| value.to_owned()),
        ..OptionRequest::labeled(label)
    };
    vec![option("Yes", "true"), option("No", "false")]
}
