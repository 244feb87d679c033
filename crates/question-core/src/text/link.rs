//! A link, as Markdown writes it. How it is shown is told elsewhere.

use super::width::is_wide_letter;

/// A link or an image in a text.
pub(super) struct Link<'a> {
    /// Its bytes.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) name: &'a str,
    pub(super) address: &'a str,
    pub(super) is_image: bool,
}

impl<'a> Link<'a> {
    /// The link of which the name begins at a byte, behind a bracket. None begins within a word: `list[0](1)`. What is gone
    /// through is so up to the next bracket alone, and no byte more than twice.
    pub(super) fn read(text: &'a str, start: usize) -> Option<Self> {
        let open = start.checked_sub(1)?;
        let (before, behind) = (text.get(..open)?, text.get(start..)?);
        let is_image = before.ends_with('!');
        let is_of_word =
            |char: char| char.is_alphanumeric() && !is_wide_letter(char) || matches!(char, ')' | ']' | '_');
        if !is_image && before.ends_with(is_of_word) {
            return None;
        }
        let name = behind.get(..behind.find(['[', ']'])?)?;
        let rest = behind.get(name.len()..)?.strip_prefix("](")?;
        let mut depth = 0_usize;
        let end = rest.find(|char: char| match char {
            '\n' | '[' => true,
            ')' if depth == 0 => true,
            ')' => {
                depth -= 1;
                false
            }
            '(' => {
                depth += 1;
                false
            }
            _ => false,
        })?;
        let address = rest.get(..end).filter(|address| !address.trim().is_empty())?;
        let is_one = rest.get(end..)?.starts_with(')') && !name.contains("\n\n");
        is_one.then(|| Self {
            start: open - usize::from(is_image),
            name,
            address: address.trim(),
            is_image,
            end: start + name.len() + "](".len() + end + 1,
        })
    }
}
