//! Compares names of fields, and reads those families of names that no table lists: "several", "one", and limits.

use serde_json::Value;

use crate::call::fields::as_text;

/// Maximum length of an id in bytes.
const MAX_ID: usize = 100;
/// Maximum length of a text that is taken for a setting, in bytes.
const MAX_SETTING: usize = 60;

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
    ["multi", "many", "checkbox"].iter().any(|word| name.contains(word)) && !name.contains("line")
}

/// Returns whether a field asks for one choice by its name: one with "single" or the like in it, or a negated
/// "several", such as `noMultiple` and `disallowMultiple`.
pub(super) fn says_one(name: &str) -> bool {
    const ONE: [&str; 6] = ["single", "exclusive", "onlyone", "pickone", "selectone", "chooseone"];
    const NOT: [&str; 9] =
        ["non", "not", "nomulti", "nomany", "nocheckbox", "disallow", "disable", "prevent", "forbid"];
    let plain = plain(name);
    let is_negated = NOT.iter().any(|word| plain.starts_with(word));
    let is_one = ONE.iter().any(|word| plain.contains(word)) && !plain.contains("line");
    is_negated == says_several(name) && (is_negated || is_one)
}

/// Returns whether an unknown text may ask for several choices: one that is short, as settings are, under the name of a
/// limit or with a word for several.
pub(super) fn may_say_several(name: &str, text: &str) -> bool {
    const SEVERAL: [&str; 8] =
        ["multi", "several", "checkbox", "array", "all that apply", "any number", "one or more", "more than one"];
    let text = text.trim().to_lowercase();
    let is_setting = text.len() <= MAX_SETTING && !text.contains('\n');
    is_setting && (Limit::is_name(name) || SEVERAL.iter().any(|word| text.contains(word)))
}

/// Returns whether a value is a flag, a number or an id, and no text to the user: it has no blank, and only ASCII
/// characters.
pub(super) fn is_id(value: &Value) -> bool {
    let is_id = |text: String| text.len() <= MAX_ID && text.bytes().all(|byte| byte.is_ascii_graphic());
    as_text(value).is_some_and(is_id)
}

/// A limit of choices: a number in a field such as `max`, `maxSelections`, `min_choices` or `howMany`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limit {
    pub(super) is_max: bool,
    pub(super) number: i64,
}

impl Limit {
    /// Reads the limit in a field with a name of a limit.
    pub(super) fn read(name: &str, value: &Value) -> Option<Self> {
        let is_max = !plain(name).starts_with("min");
        let number = match as_text(value)?.trim().to_ascii_lowercase().as_str() {
            "all" | "any" | "unlimited" => i64::MAX,
            number => number.parse().ok()?,
        };
        (number > 0 || !is_max).then_some(Self { is_max, number })
    }

    /// Returns whether a name is that of a limit of choices: `max…`, `min…` or `howMany…`, unless it ends in a word for
    /// a length or for time.
    pub(super) fn is_name(name: &str) -> bool {
        const OTHERS: &str = "length chars characters words lines size tokens minutes seconds";
        let name = plain(name);
        let is_limit = ["max", "min", "howmany"].iter().any(|start| name.starts_with(start));
        is_limit && !OTHERS.split(' ').any(|other| name.ends_with(other))
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
