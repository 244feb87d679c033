//! Compares names of fields, and reads those families of names that no table lists: "several", and limits.

use serde_json::Value;

use crate::call::fields::own_text;

/// Returns whether a sent name equals a name of the tables, ignoring case and separators.
pub(super) fn is_named(sent: &str, name: &str) -> bool {
    // Separators only make a name longer, so the length rules out most names.
    if sent.len() <= name.len() {
        return sent.eq_ignore_ascii_case(name);
    }
    letters(sent).eq(name.bytes())
}

/// Returns a name in lower case and without separators.
fn letters(name: &str) -> impl Iterator<Item = u8> {
    let letters = name.bytes().filter(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii());
    letters.map(|byte| byte.to_ascii_lowercase())
}

fn plain(name: &str) -> String {
    String::from_utf8(letters(name).collect()).unwrap_or_default()
}

/// Returns whether a field asks for several choices by its name: one with "multi", "many" or "checkbox" in it, such as
/// `multiSelect`, `allow_multiple`, `canPickMany` and `checkboxes`.
pub(super) fn says_several(name: &str) -> bool {
    let name = plain(name);
    ["multi", "many", "checkbox"].iter().any(|word| name.contains(word))
}

/// A limit of choices: a number in a field such as `max`, `maxSelections` or `min_choices`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limit {
    pub(super) is_max: bool,
    pub(super) number: i64,
}

impl Limit {
    /// Returns the limit, or `None` if the field is none.
    pub(super) fn read(name: &str, value: &Value) -> Option<Self> {
        const CHOICES: &str = "choice choices select selected selectable selection selections item items option options \
                               answer answers pick picks";
        let name = plain(name);
        let is_max = name.starts_with("max");
        let of = name.strip_prefix(if is_max { "max" } else { "min" })?;
        let of = of.strip_prefix("imum").unwrap_or(of);
        if !of.is_empty() && !CHOICES.split(' ').any(|choices| choices == of) {
            return None;
        }
        let number = own_text(value)?.trim().parse().ok()?;
        (number > 0 || !is_max).then_some(Self { is_max, number })
    }
}

/// Returns whether a value is equivalent to a missing one.
pub(super) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}
