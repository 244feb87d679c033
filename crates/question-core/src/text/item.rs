//! The sign that an item of a list begins with, as Markdown writes it.

/// Whether a character may be one of the signs of items and quotes that a line begins with.
pub(super) fn is_of_signs(char: char) -> bool {
    matches!(char, ' ' | '>' | '-' | '*' | '+' | '.' | ')') || char.is_ascii_digit()
}

/// The byte behind the sign that a line begins with, at which a blank is, if a text stands behind it. More than three digits
/// are a year.
pub(super) fn sign_end(line: &str) -> Option<usize> {
    let text = line.trim_start_matches(' ');
    let digits = text.len() - text.trim_start_matches(|char: char| char.is_ascii_digit()).len();
    let rest = match digits {
        0 => text.strip_prefix(['-', '*', '+'])?,
        1..=3 => text.get(digits..)?.strip_prefix(['.', ')'])?,
        _ => return None,
    };
    let is_item = rest.starts_with(' ') && !rest.trim().is_empty();
    is_item.then(|| line.len() - rest.len())
}
