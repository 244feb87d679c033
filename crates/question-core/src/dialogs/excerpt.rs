//! Excerpts of texts that are too long for a dialog. The width of a dialog is unknown, so rows are counted as in a
//! terminal of 80 columns.

use crate::text::{Clean, Wrap, shortened, start_of};
use crate::words::Words;

/// Maximum width of a text that is shown in full elsewhere, in columns.
const NAMED_COLUMNS: usize = 40;
/// Width at which rows are counted, in columns.
const COLUMNS: usize = 80;
/// Maximum number of characters whose rows are counted.
const MAX_CHARS: usize = 100_000;

/// Returns the first rows of a text, with the number of rows that are left out.
pub(super) fn excerpt(text: &str, rows: usize, words: &Words) -> String {
    let start = start_of(text, MAX_CHARS);
    let is_whole = start.len() == text.len();
    let text = Clean::text(start);
    let mut wrap = Wrap::new(text.borrowed(), COLUMNS);
    let starts: Vec<usize> = std::iter::from_fn(|| wrap.next_with_start().map(|(start, _)| start)).collect();
    let more = starts.len().saturating_sub(rows);
    // A single row takes no more room than the line that counts it.
    let end = starts.get(rows).filter(|_| more > 1 || !is_whole);
    let Some(shown) = end.and_then(|end| text.as_str().get(..*end)) else { return text.as_str().to_owned() };
    let more = if is_whole { words.count(words.lines, more) } else { words.many_lines_hidden(more) };
    format!("{}\n… {more}", shown.trim_end())
}

/// Returns a text on one line, shortened.
pub(super) fn cut(text: &str) -> String {
    shortened(Clean::line(text.trim()), NAMED_COLUMNS).as_str().to_owned()
}
