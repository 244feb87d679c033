//! Damage to a text, as by careless edits or an interrupted write.

use proptest::prelude::*;
use proptest::sample::{Index, select};

/// A damage to a text. Indices and lengths are in characters.
#[derive(Clone, Debug)]
pub(crate) enum Damage {
    Delete(Index, usize),
    Insert(Index, String),
    Replace(Index, usize, String),
    /// Repeats this many characters.
    Double(Index, usize),
    Cut(Index),
}

/// Returns a strategy for damage with any text.
pub(crate) fn anything() -> impl Strategy<Value = Vec<Damage>> {
    const ODD: &[&str] = &[
        "{", "}", "[", "]", "\"", ":", ",", "\\", "\\u", "\\ud800", "\n", "\u{0}", "\u{202e}", "\u{feff}", "null",
        "true", "-", "1e9999", "0", "{}", "[[]]", "\"\":", "日👍",
    ];
    damages(prop_oneof![3 => select(ODD).prop_map(str::to_owned), 1 => "[ -~]{1,4}"].boxed())
}

/// Returns a strategy for damage with JSON's punctuation only.
pub(crate) fn structural() -> impl Strategy<Value = Vec<Damage>> {
    const MARKS: [&str; 10] = ["{", "}", "[", "]", ":", ",", "{}", "[]", "null,", "},{"];
    damages(select(MARKS.as_slice()).prop_map(str::to_owned).boxed())
}

fn damages(text: BoxedStrategy<String>) -> impl Strategy<Value = Vec<Damage>> {
    let (place, count) = (any::<Index>, || 1_usize..=6);
    let damage = prop_oneof![
        3 => (place(), count()).prop_map(|(at, count)| Damage::Delete(at, count)),
        4 => (place(), text.clone()).prop_map(|(at, text)| Damage::Insert(at, text)),
        4 => (place(), count(), text).prop_map(|(at, count, text)| Damage::Replace(at, count, text)),
        1 => (place(), 1_usize..=40).prop_map(|(at, count)| Damage::Double(at, count)),
        1 => place().prop_map(Damage::Cut),
    ];
    prop::collection::vec(damage, 1..=3)
}

pub(crate) fn damaged(text: &str, damages: &[Damage]) -> String {
    let mut parts: Vec<String> = text.chars().map(String::from).collect();
    apply(&mut parts, damages);
    parts.concat()
}

/// Damages a text that is given in parts. A part is damaged as a whole or not at all.
pub(crate) fn apply(parts: &mut Vec<String>, damages: &[Damage]) {
    for damage in damages {
        let count = parts.len();
        let place = |at: &Index| at.index(count + 1);
        let (range, by) = match damage {
            Damage::Delete(at, length) => (place(at)..place(at) + length, Vec::new()),
            Damage::Insert(at, text) => (place(at)..place(at), vec![text.clone()]),
            Damage::Replace(at, length, text) => (place(at)..place(at) + length, vec![text.clone()]),
            Damage::Double(at, length) => {
                (place(at)..place(at), parts.iter().skip(place(at)).take(*length).cloned().collect())
            }
            Damage::Cut(at) => (place(at)..count, Vec::new()),
        };
        parts.splice(range.start.min(count)..range.end.min(count), by);
    }
}
