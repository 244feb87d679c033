//! Words as the user has typed them.

use super::{MAX_CHARS, bare_words, each_letter, is_between, is_final, unquoted};
use crate::text::letters::{letters, narrow};

/// Words as the user has typed them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Typed {
    exact: String,
    /// The words in their simplest form, without the quotes around them and the marks at their end.
    simple: String,
}

impl Typed {
    /// Reads what the user has typed. A text that is too long for a name has no words.
    pub(crate) fn new(text: &str) -> Self {
        let exact = text.trim();
        if exact.chars().nth(MAX_CHARS).is_some() {
            return Self::default();
        }
        let mut simple = String::new();
        for char in spoken(exact).chars() {
            let is_inside = simple.ends_with(|before: char| !before.is_whitespace());
            if is_inside && is_between(char) && is_final(narrow(char)) {
                simple.push(' ');
            } else {
                letters(char).for_each(|letter| simple.push(letter));
            }
        }
        Self { exact: exact.to_owned(), simple }
    }

    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.simple.split_whitespace()
    }

    /// Returns the words in their simplest form.
    pub(crate) fn simple(&self) -> &str {
        &self.simple
    }

    /// Returns whether the words are a text to the letter, but for the blanks around it.
    pub(crate) fn is_exactly(&self, text: &str) -> bool {
        !self.exact.is_empty() && text.trim() == self.exact
    }

    /// Returns whether the words are a text to the letter, but for quotes around them and marks at their end.
    pub(super) fn is_spoken(&self, text: &str) -> bool {
        !self.exact.is_empty() && text.trim() == spoken(&self.exact)
    }

    pub(crate) fn is_blank(&self) -> bool {
        self.words().next().is_none()
    }

    /// Returns the words without the symbols before them and the marks after them.
    pub(crate) fn bare(&self) -> String {
        bare_words(&self.simple).collect::<Vec<_>>().join(" ")
    }

    /// Returns whether every option that these words find is among those that the `earlier` ones found.
    pub(crate) fn goes_on_from(&self, earlier: &Self) -> bool {
        !earlier.is_blank() && self.simple.starts_with(&earlier.simple)
    }

    /// Returns the sorted byte offsets of the characters of a text that the words mark.
    pub(crate) fn marks(&self, text: &str) -> Vec<usize> {
        let mut letters = Vec::new();
        each_letter(text, |letter, begins, origin| letters.push((letter, begins, origin)));
        let mut marked = Vec::new();
        for word in self.words() {
            let length = word.chars().count();
            for part in letters.windows(length.max(1)) {
                if part.first().is_some_and(|(_, begins, _)| *begins)
                    && part.iter().map(|(letter, ..)| *letter).eq(word.chars())
                {
                    marked.extend(part.iter().map(|(.., origin)| *origin));
                }
            }
        }
        marked.sort_unstable();
        marked
    }
}

/// Returns what is typed without the quotes around it and the marks at its end, unless nothing else is left.
fn spoken(text: &str) -> &str {
    let mut rest = text;
    loop {
        let shorter = unquoted(rest.trim_end_matches(|char| is_final(narrow(char)))).trim();
        if shorter.len() == rest.len() {
            return rest;
        }
        if shorter.is_empty() {
            return text;
        }
        rest = shorter;
    }
}
