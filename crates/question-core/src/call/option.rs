//! Reads one option with field names of `aliases`.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::call::aliases::{Alias, FieldKind, OPTION, QUESTION, is_named};
use crate::call::naming::{RECOMMENDED_SUFFIX, without_suffix};
use crate::call::request::OptionRequest;
use crate::call::sent::{Sent, flag, own_text};
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

/// Returns whether an item of a list is one of Inquirer's separators.
pub(super) fn is_separator(item: &Value) -> bool {
    item.get("type").and_then(Value::as_str) == Some("separator")
}

/// Reads an option. Returns it, whether it is chosen by default, and the names of fields that are unknown or cannot be
/// read.
pub(super) fn read_option(fields: &Map<String, Value>) -> (OptionRequest, bool, Vec<&str>) {
    let sent = Sent::of(fields, OPTION);
    let mut option = OptionRequest::default();
    let mut left: Vec<&str> = sent.unknown().chain(sent.doubled.iter().map(|(_, name, _)| *name)).collect();
    let mut is_checked = false;
    let mut is_recommended = false;
    for (kind, name, value) in sent.fields {
        // pi-questionnaire sends a preview as an object with a type.
        let value = if kind == FieldKind::Preview { value.get("content").unwrap_or(value) } else { value };
        let (text, is_set) = (own_text(value), flag(value));
        let is_read = match kind {
            FieldKind::Recommended | FieldKind::Default => is_set.is_some(),
            FieldKind::Ignored => true,
            _ => text.is_some(),
        };
        if !is_read {
            left.push(name);
        }
        match kind {
            FieldKind::Label => option.label = text.unwrap_or_default(),
            FieldKind::Value => option.value = text,
            FieldKind::Description => option.description = joined([option.description.take(), text]),
            FieldKind::Preview => option.preview = text,
            FieldKind::Recommended => is_recommended = is_set == Some(true),
            FieldKind::Default => is_checked = is_set == Some(true),
            // The table of options has no other kinds.
            _ => {}
        }
    }
    if is_recommended && !option.label.trim().is_empty() {
        option.label = [without_suffix(&option.label), RECOMMENDED_SUFFIX].concat();
    }
    (option, is_checked, left)
}

pub(super) fn yes_and_no(is_boolean: bool) -> Vec<OptionRequest> {
    let option = |label: &str, value: &str| OptionRequest {
        value: is_boolean.then(|| value.to_owned()),
        ..OptionRequest::labeled(label)
    };
    vec![option("Yes", "true"), option("No", "false")]
}
