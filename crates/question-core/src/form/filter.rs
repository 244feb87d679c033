//! The filter of a list: its text and the options that match.

use crate::answer::given::Row;
use crate::form::shown::Shown;
use crate::text::fuzzy;

/// A question's filter.
#[derive(Clone, Debug, Default)]
pub(crate) struct Filter {
    /// The text, kept when the filter is left without taking an option.
    text: String,
    /// Positions of the options that match, best first; `None` while the filter is closed.
    matches: Option<Vec<usize>>,
    /// The highlighted row, from 0: the matches, then the custom row.
    pub(super) highlight: usize,
}

impl Filter {
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn matches(&self) -> Option<&[usize]> {
        self.matches.as_deref()
    }

    pub(crate) fn is_open(&self) -> bool {
        self.matches.is_some()
    }

    /// Whether something was typed that no option matches.
    pub(crate) fn is_without_match(&self) -> bool {
        self.matches.as_ref().is_some_and(Vec::is_empty)
    }

    /// Opens the filter with the text that it was left with. The highlight stays on its row if that matches.
    pub(super) fn open(&mut self, shown: &Shown, highlighted: Row) {
        let text = std::mem::take(&mut self.text);
        self.set(text, shown);
        let matches = self.matches().unwrap_or_default();
        let at = match highlighted {
            Row::Option(option) => matches.iter().position(|&other| other == option),
            Row::Typed(_) => None,
            Row::Custom => Some(matches.len()),
        };
        self.highlight = at.unwrap_or(0);
    }

    /// Filters by another text and highlights the best match; neither if the texts differ only in blanks.
    pub(super) fn set(&mut self, text: String, shown: &Shown) {
        if self.is_open()
            && text.split_whitespace().flat_map(str::chars).eq(self.text.split_whitespace().flat_map(str::chars))
        {
            self.text = text;
            return;
        }
        self.matches = Some(fuzzy::rank(&text, shown.texts()));
        self.text = text;
        self.highlight = 0;
    }

    /// Shows the whole list again.
    pub(super) fn close(&mut self) {
        self.matches = None;
    }

    /// Clears the text after a row was taken. If the filter is still open, the row is highlighted.
    pub(super) fn taken(&mut self, shown: &Shown, row: Row) {
        self.text.clear();
        if self.matches.take().is_some() {
            self.open(shown, row);
        }
    }
}
