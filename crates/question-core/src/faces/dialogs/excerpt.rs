//! Rows of texts, and excerpts of texts that are too long for a dialog.

use crate::text::{Clean, Wrap, shortened};
use crate::words::Words;

/// Maximum width of a text that is shown in full elsewhere, in columns.
const NAMED_COLUMNS: usize = 40;
/// Width at which the rows of an excerpt are counted, in columns. The width of a program's dialog is unknown.
const COLUMNS: usize = 80;

/// Wraps a text into rows, each with its byte offset. A host would break a row before any wide letter.
pub(super) fn rows(text: &str, columns: usize) -> Vec<(usize, String)> {
    let mut wrap = Wrap::new(Clean::text(text), columns);
    std::iter::from_fn(|| wrap.next_with_start().map(|(start, row)| (start, row.as_str().to_owned()))).collect()
}

/// Returns the first `max` rows of a text, with the number of rows that are left out.
pub(super) fn excerpt(text: &str, max: usize, words: &Words) -> String {
    let text = Clean::text(text);
    let rows = rows(text.as_str(), COLUMNS);
    let hidden = rows.len().saturating_sub(max);
    // A single row takes no more room than the line that counts it.
    let end = rows.get(max).filter(|_| hidden > 1);
    match end.and_then(|(end, _)| text.as_str().get(..*end)) {
        Some(shown) => format!("{}\n… {}", shown.trim_end(), words.count(words.lines, hidden)),
        None => text.as_str().to_owned(),
    }
}

/// Returns a text on one line, shortened.
pub(super) fn cut(text: &str) -> String {
    shortened(Clean::line(text.trim()), NAMED_COLUMNS).as_str().to_owned()
}
