//! Text → options, where a list was written as a text.
//!
//! It is one where it has several lines, `<suggest>` elements, or parts between `|`, `;`, commas, " / " or " or ": a list of
//! one option would be no question, so the list wins, and the model is told of what ordinary texts have too.

use serde_json::Value;

use crate::call::fields;
use crate::call::names;
use crate::call::request::OptionRequest;

/// The parts of a list that was written as a text, none where it is no list.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) all: Vec<OptionRequest>,
    /// Whether ordinary texts may be written so as well.
    pub(super) is_guess: bool,
}

impl Parts {
    fn of(parts: &[&str], is_guess: bool) -> Self {
        // A sign before each of them is none of its own.
        let is_listed = parts.iter().all(|part| without_bullet(part).is_some());
        let bare = |part: &&str| without_bullet(part).filter(|_| is_listed).unwrap_or(part).to_owned();
        Self { all: parts.iter().map(bare).map(OptionRequest::named).collect(), is_guess }
    }
}

/// Takes a text for a list.
pub(super) fn parts(text: &str) -> Parts {
    let tagged = tagged(text);
    // One that nothing closes broke off.
    if ["<suggest>", "<suggest "].iter().map(|tag| text.matches(tag).count()).sum::<usize>() > tagged.len() {
        return Parts::default();
    }
    if !tagged.is_empty() {
        return Parts::of(&tagged, false);
    }
    // Line breaks that were escaped once too often, and no folders.
    let broken = text.replace("\\n", "\n");
    let text = if text.contains('\n') || text.contains(":\\") { text } else { broken.as_str() };
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    if lines.len() > 1 {
        return items(&lines)
            .unwrap_or_else(|| Parts::of(&lines.iter().map(|line| line.trim()).collect::<Vec<_>>(), false));
    }
    for separator in ['|', ';'] {
        let parts = split(text, separator);
        if parts.len() > 1 {
            return Parts::of(&parts, false);
        }
    }
    // [Red, Green]
    let inner = text.trim().strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let mut parts = split(inner.unwrap_or(text), ',');
    if parts.len() < 2 {
        // Yes/No
        let words: Vec<&str> = text.split('/').map(str::trim).collect();
        if words.len() > 1 && words.iter().all(|word| fields::flag(&Value::from(*word)).is_some()) {
            return Parts::of(&words, false);
        }
        let apart = [" / ", " or "].iter().map(|word| text.split(word).map(str::trim).collect::<Vec<_>>());
        let apart = apart.into_iter().find(|parts| parts.len() > 1 && !parts.contains(&""));
        return apart.map_or_else(Parts::default, |parts| Parts::of(&parts, true));
    }
    for quote in ['"', '\''] {
        let bare = |part: &&str| part.strip_prefix(quote).and_then(|part| part.strip_suffix(quote)).is_some();
        if parts.iter().all(bare) {
            parts = parts.iter().map(|part| part.trim_matches(quote)).collect();
        }
    }
    if let Some(last) = parts.pop() {
        let word = |word| last.strip_prefix(word).map(str::trim_start);
        match word("or ").or_else(|| word("and ")) {
            Some(last) => parts.push(last),
            None => parts.extend(joined(last)),
        }
    }
    Parts::of(&parts, true)
}

/// The last of the parts between commas, or the last two: "Green and Blue" are, "Search and replace it" is one.
fn joined(last: &str) -> Vec<&str> {
    let apart = |word| last.split_once(word).filter(|(one, other)| !one.contains(' ') && !other.contains(' '));
    apart(" or ").or_else(|| apart(" and ")).map_or_else(|| vec![last], |(one, other)| vec![one, other])
}

/// The items of a list that has signs before some of its lines: what has none, or stands further in, belongs to the item
/// above. `None` where all lines are alike.
fn items(lines: &[&str]) -> Option<Parts> {
    let first = lines.first()?;
    let depth = |line: &str| line.len() - line.trim_start().len();
    let has_bullet = |line: &str| without_bullet(line.trim()).is_some();
    let bullets = lines.iter().filter(|line| has_bullet(line)).count();
    let plain = lines.len() - bullets;
    let is_item: &dyn Fn(&str) -> bool = if has_bullet(first) {
        &|line| has_bullet(line) && depth(line) <= depth(first)
    } else if plain > 1 {
        &|line| !has_bullet(line)
    } else {
        &has_bullet
    };
    if bullets < 2 || lines.iter().all(|line| is_item(line)) {
        return None;
    }
    let mut parts = Parts { all: Vec::new(), is_guess: !is_item(first) };
    for line in lines {
        let text = without_bullet(line.trim()).unwrap_or(line.trim());
        match parts.all.last_mut() {
            _ if is_item(line) => parts.all.push(OptionRequest::named(text.to_owned())),
            Some(item) => {
                let said = item.description.take().map_or_else(String::new, |said| said + "\n");
                item.description = Some(said + text);
            }
            // "One of:" is no item; what else stands alone above them may be one.
            None if line.trim_end().ends_with([':', '：']) => {}
            None => return Some(Parts::default()),
        }
    }
    Some(parts)
}

/// What stands in elements of a list: `<suggest>a</suggest><suggest>b</suggest>`.
pub(super) fn tagged(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once('<') {
        rest = after;
        let tag = after.split(|char: char| !char.is_ascii_alphanumeric()).next().unwrap_or_default();
        let inner = names::is_any(tag, names::OPTION_TAGS).then(|| after.split_once('>')).flatten();
        if let Some((inner, after)) = inner.and_then(|(_, inner)| inner.split_once(&["</", tag].concat())) {
            parts.push(inner.trim());
            rest = after;
        }
    }
    parts
}

/// The parts between separators, but for those in brackets or quotes; all of it where a part is empty.
fn split(text: &str, separator: char) -> Vec<&str> {
    let (mut depth, mut quoted) = (0_usize, false);
    let parts = text.split(|char: char| {
        match char {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            '"' => quoted = !quoted,
            _ => {}
        }
        char == separator && depth == 0 && !quoted
    });
    let parts: Vec<&str> = parts.map(str::trim).collect();
    if parts.contains(&"") { vec![text] } else { parts }
}

/// A line without what stands before the items of a list: `- `, `* `, `1. `, `a) `.
fn without_bullet(line: &str) -> Option<&str> {
    let (bullet, rest) = line.split_once(' ')?;
    let number = bullet.strip_suffix(['.', ')']).map(|number| number.trim_start_matches('('));
    let is_number =
        |number: &str| number.chars().all(|char| char.is_ascii_digit()) || (number.len() == 1 && number.is_ascii());
    let is_bullet = matches!(bullet, "-" | "*" | "•" | "–") || number.is_some_and(|it| !it.is_empty() && is_number(it));
    is_bullet.then(|| rest.trim_start())
}
