//! A link, as Markdown writes it. How it is shown is told elsewhere.

use std::collections::BTreeSet;

use super::item::is_of_signs;
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

/// The lines of a text that say where links lead: `[name]: address`. They are not shown, but may be meant as words.
pub(super) struct Definitions {
    /// What stands between brackets elsewhere, in small letters.
    names: BTreeSet<String>,
}

impl Definitions {
    pub(super) fn of(text: &str) -> Self {
        let mut names = BTreeSet::new();
        let defined = |behind: &str| behind.starts_with("]:");
        for part in text.split('[').skip(1) {
            let name = part.find(']').and_then(|end| part.split_at_checked(end)).filter(|(_, behind)| !defined(behind));
            names.extend(name.map(|(name, _)| name.to_lowercase()));
        }
        Self { names }
    }

    /// The byte at which such a line begins behind the signs of items and quotes, if no link has its name.
    pub(super) fn unused(&self, line: &str) -> Option<usize> {
        let text = line.trim_start_matches(is_of_signs);
        let name = text.strip_prefix('[')?.split_once("]:")?.0;
        let is_used = name.contains(['[', ']']) || self.names.contains(&name.to_lowercase());
        (!is_used).then_some(line.len() - text.len())
    }
}
