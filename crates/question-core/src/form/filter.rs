//! The filter of a list: its text and the options that match.

use crate::answer::given::Row;
use crate::form::shown::Shown;
use crate::text::fuzzy;

/// A question's filter.
#[derive(Clone, Debug, Default)]
pub(crate) struct Filter {
    /// The text. It is kept when the filter is closed without choosing an option.
    text: String,
    /// Indices of the matching options, 0-based, best first; `None` while the filter is closed.
    matches: Option<Vec<usize>>,
    /// Index of the highlighted row, 0-based, among the matches and the custom row after them.
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

    /// Returns whether the filter is open and not blank.
    pub(crate) fn is_filtering(&self) -> bool {
        self.is_open() && !self.text.trim().is_empty()
    }

    /// Returns whether the filter is open and no option matches.
    pub(crate) fn is_without_match(&self) -> bool {
        self.matches.as_ref().is_some_and(Vec::is_empty)
    }

    /// Opens the filter with its last text. The highlighted row stays highlighted if it matches.
    pub(super) fn open(&mut self, shown: &Shown, highlighted: Row) {
        let text = self.take_text();
        self.set(text, shown);
        let matches = self.matches().unwrap_or_default();
        let at = match highlighted {
            Row::Option(option) => matches.iter().position(|&other| other == option),
            Row::Typed(_) => None,
            Row::Custom => Some(matches.len()),
        };
        self.highlight = at.unwrap_or(0);
    }

    /// Filters by a new text and highlights the best match. If only blanks differ, the matches and the highlight stay.
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

    /// Takes the text out of the filter.
    pub(super) fn take_text(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// Clears the text after a row was chosen. An open filter stays open with all options, and highlights the row.
    pub(super) fn taken(&mut self, shown: &Shown, row: Row) {
        self.text.clear();
        if self.matches.take().is_some() {
            self.open(shown, row);
        }
    }
}
