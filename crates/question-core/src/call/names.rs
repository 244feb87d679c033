//! Compares names of fields, and reads those families of names that no table lists: "several", and limits.

use serde_json::Value;

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

/// A limit: a field whose name begins with "min" or "max" and whose value is a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Limit {
    pub(super) is_max: bool,
    /// Whether the name speaks of choices, as `maxSelections` does, or of nothing else, as `max`.
    pub(super) is_of_choices: bool,
    pub(super) number: f64,
}

impl Limit {
    /// Returns the limit, or `None` if the field is none.
    pub(super) fn read(name: &str, value: &Value) -> Option<Self> {
        const CHOICES: [&str; 14] = [
            "",
            "choice",
            "choices",
            "select",
            "selected",
            "selectable",
            "selection",
            "selections",
            "item",
            "items",
            "option",
            "options",
            "answers",
            "picks",
        ];
        let plain = plain(name);
        let is_max = plain.starts_with("max");
        let rest = plain.strip_prefix(if is_max { "max" } else { "min" })?;
        let rest = rest.strip_prefix("imum").unwrap_or(rest);
        let is_of_choices = CHOICES.contains(&rest);
        // "minutes" and "maxim" are other words.
        let begins_word =
            name.chars().nth(3).is_none_or(|next| !next.is_ascii_lowercase()) || plain.len() > rest.len() + 3;
        let number = match value {
            Value::String(text) => text.trim().parse().ok().filter(|number: &f64| number.is_finite()),
            value => value.as_f64(),
        };
        (is_of_choices || begins_word).then_some(Self { is_max, is_of_choices, number: number? })
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
