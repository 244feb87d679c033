//! Reads one option with field names of `aliases`.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::call::aliases::FieldKind;
use crate::call::fields::{FieldMap, as_text};
use crate::call::question_fields::FieldReader;
use crate::call::request::OptionRequest;
use crate::call::unwrap::{is_json, joined};
use crate::json::slips;

/// Suffix of a recommended option's label, as models and this tool write it.
pub(crate) const RECOMMENDED_SUFFIX: &str = " (Recommended)";

/// Returns the text without "(Recommended)" at its end, or the whole text if there is nothing else.
pub(crate) fn without_suffix(text: &str) -> &str {
    let suffix = RECOMMENDED_SUFFIX.trim_start();
    let before = |text: &'_ str| {
        let (rest, end) = text.split_at_checked(text.trim_end().len().checked_sub(suffix.len())?)?;
        (end.trim_end().eq_ignore_ascii_case(suffix) && !rest.trim().is_empty()).then(|| rest.trim_end().len())
    };
    let mut text = text;
    while let Some(bare) = before(text).and_then(|end| text.get(..end)) {
        text = bare;
    }
    text
}

/// Reads an option: an object, its JSON in a string, or the label alone. Adds what is wrong with its fields to `wrong`.
/// Returns whether it has unknown fields, too.
pub(super) fn read_option(item: &Value, wrong: &mut Vec<String>) -> (OptionRequest, bool) {
    let item = unstrung(item);
    let Value::Object(fields) = &*item else {
        return (OptionRequest::labeled(&as_text(&item).unwrap_or_default()), false);
    };
    let fields = FieldMap::of_option(fields);
    let mut reader = FieldReader::new(&fields);
    let mut option = OptionRequest {
        value: reader.text(FieldKind::Value),
        label: reader.text(FieldKind::Label).unwrap_or_default(),
        description: joined(reader.texts(FieldKind::Description)),
        preview: reader.text(FieldKind::Preview),
    };
    if reader.flag(FieldKind::Recommended) == Some(true) {
        option.mark();
    }
    wrong.append(&mut reader.problems);
    (option, fields.has_unknown())
}

/// Returns the option, parsed if it is an object written as a JSON string.
fn unstrung(item: &Value) -> Cow<'_, Value> {
    let read = item.as_str().filter(|text| is_json(text)).and_then(|text| slips::read(text).ok());
    let is_option = |fields: &Map<String, Value>| FieldMap::of_option(fields).get(FieldKind::Label).is_some();
    match read {
        Some(read) if read.as_object().is_some_and(is_option) => Cow::Owned(read),
        _ => Cow::Borrowed(item),
    }
}
