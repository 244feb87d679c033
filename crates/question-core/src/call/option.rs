//! Reads one option with field names of `aliases`.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::call::aliases::{FieldKind, of_option, of_question};
use crate::call::names::is_named;
use crate::call::naming::{RECOMMENDED_SUFFIX, without_suffix};
use crate::call::request::OptionRequest;
use crate::call::sent::{Field, Sent, by_name, flag_of, own_text, text};
use crate::call::unwrap::{is_json, joined};
use crate::json::slips;

const EXIST: &str = "An option has \"value\", \"label\", \"description\" and \"preview\"";

/// Returns whether a field of an option holds a nested list of options.
pub(super) fn is_group(name: &str, value: &Value) -> bool {
    let takes_options = || of_question(name, value).is_some_and(|(_, kinds)| kinds.contains(&FieldKind::Options));
    value.is_array() && (is_named(name, "items") || takes_options())
}

/// Returns the option, parsed if it is an object written as a JSON string.
pub(super) fn unstrung(item: &Value) -> Cow<'_, Value> {
    let read = item.as_str().filter(|text| is_json(text)).and_then(|text| slips::read(text).ok());
    let is_option = |fields: &Map<String, Value>| Sent::of(fields, of_option).get(FieldKind::Label).is_some();
    match read {
        Some(read) if read.as_object().is_some_and(is_option) => Cow::Owned(read),
        _ => Cow::Borrowed(item),
    }
}

/// Reads an option. Returns it and whether it is chosen by default. Adds to `wrong` what is wrong with its fields.
pub(super) fn read_option(fields: &Map<String, Value>, wrong: &mut Vec<String>) -> (OptionRequest, bool) {
    let sent = Sent::of(fields, of_option);
    wrong.extend(sent.doubled().chain(sent.unusable(EXIST)));
    let label = read(sent.get(FieldKind::Label), text, wrong).unwrap_or_default();
    let descriptions = sent.all_of(FieldKind::Description).iter();
    let mut descriptions: Vec<Option<String>> = descriptions.map(|field| read(Some(*field), text, wrong)).collect();
    descriptions.extend(sent.texts().map(|(name, text)| Some(by_name(name, text))));
    // pi-questionnaire sends a preview as an object with a type.
    let preview = |(name, value): Field<'_>| match value.get("content").and_then(own_text) {
        Some(content) => Ok(content),
        None => text((name, value)),
    };
    let option = OptionRequest {
        value: read(sent.get(FieldKind::Value), text, wrong),
        label: match read(sent.get(FieldKind::Recommended), flag_of, wrong) {
            Some(true) if !label.trim().is_empty() => [without_suffix(&label), RECOMMENDED_SUFFIX].concat(),
            _ => label,
        },
        description: joined(descriptions),
        preview: read(sent.get(FieldKind::Preview), preview, wrong),
    };
    let is_checked = read(sent.get(FieldKind::Default), flag_of, wrong) == Some(true);
    (option, is_checked)
}

/// Converts a field. Adds what is wrong with it to `wrong`.
fn read<'a, T>(
    field: Option<Field<'a>>,
    convert: impl FnOnce(Field<'a>) -> Result<T, String>,
    wrong: &mut Vec<String>,
) -> Option<T> {
    convert(field?).map_err(|what| wrong.push(what)).ok()
}

pub(super) fn yes_and_no(is_boolean: bool) -> Vec<OptionRequest> {
    let option = |label: &str, value: &str| OptionRequest {
        value: is_boolean.then(|| value.to_owned()),
        ..OptionRequest::labeled(label)
    };
    vec![option("Yes", "true"), option("No", "false")]
}
