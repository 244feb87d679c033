//! The filter of a list: its text, and which options match, best first.

use crate::answer::given::Row;
use crate::form::Cursor;
use crate::form::shown::ShownOption;
use crate::text::fuzzy;

/// A question's filter.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    /// Kept while the filter is closed.
    text: String,
    /// Positions of the options that match; `None` while the filter is closed.
    matches: Option<Vec<usize>>,
    /// The highlight among those, and behind them the custom row.
    cursor: Cursor,
}

impl Default for Filter {
    fn default() -> Self {
        Self { text: String::new(), matches: None, cursor: Cursor::at(0) }
    }
}

impl Filter {
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn matches(&self) -> Option<&[usize]> {
        self.matches.as_deref()
    }

    pub(crate) fn cursor(&self) -> Cursor {
        self.cursor
    }

    pub(crate) fn cursor_mut(&mut self) -> &mut Cursor {
        &mut self.cursor
    }

    /// Whether something was typed that no option matches.
    pub(crate) fn is_without_match(&self) -> bool {
        self.matches.as_ref().is_some_and(Vec::is_empty)
    }

    /// Opens the filter with the text that it was closed with. The highlight stays on its row, if that matches.
    pub(crate) fn open(&mut self, options: &[ShownOption], highlighted: Row) {
        let text = std::mem::take(&mut self.text);
        self.set(text, options);
        let matches = self.matches().unwrap_or_default();
        let at = match highlighted {
            Row::Option(option) => matches.iter().position(|&other| other == option),
            Row::Typed(_) => None,
            Row::Custom => Some(matches.len()),
        };
        self.cursor = Cursor::at(at.unwrap_or(0));
    }

    /// Filters by another text, and highlights the best match.
    pub(crate) fn set(&mut self, text: String, options: &[ShownOption]) {
        self.matches = Some(fuzzy::rank(&text, options.iter().map(|option| option.label.as_str())));
        self.text = text;
        self.cursor = Cursor::at(0);
    }

    /// Shows the whole list again.
    pub(crate) fn close(&mut self) {
        self.matches = None;
    }
}
