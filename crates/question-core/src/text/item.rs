//! The sign that an item of a list begins with, as Markdown writes it.

/// The sign of an item, behind blanks.
pub(super) struct Sign {
    /// The byte behind it, at which a blank is.
    pub(super) end: usize,
    /// Its number; `None` of an item that is not numbered.
    pub(super) number: Option<usize>,
}

impl Sign {
    /// The sign that a line begins with, if a text stands behind it. More than three digits are a year.
    pub(super) fn read(line: &str) -> Option<Self> {
        let text = line.trim_start_matches(' ');
        let digits = text.len() - text.trim_start_matches(|char: char| char.is_ascii_digit()).len();
        let rest = match digits {
            0 => text.strip_prefix(['-', '*', '+'])?,
            1..=3 => text.get(digits..)?.strip_prefix(['.', ')'])?,
            _ => return None,
        };
        let number = text.get(..digits).and_then(|digits| digits.parse().ok());
        let is_item = rest.starts_with(' ') && !rest.trim().is_empty();
        is_item.then(|| Self { end: line.len() - rest.len(), number })
    }
}
