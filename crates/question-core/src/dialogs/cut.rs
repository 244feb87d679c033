//! Texts that are too long for their place in a dialog. A dialog knows no columns; what counts rows takes those of most
//! terminals.

use crate::text::{Clean, Wrap, shortened, start_of};
use crate::words::Words;

/// Columns of a text that is named once more, where it stands as a whole already.
const NAMED_COLUMNS: usize = 40;

/// Columns of a terminal, as far as rows of a text are counted, and characters that are gone through for that.
const COLUMNS: usize = 80;
const MAX_CHARS: usize = 100_000;

/// The first rows of a text, and how many more there are.
pub(super) fn excerpt(text: &str, rows: usize, words: &Words) -> String {
    let start = start_of(text, MAX_CHARS);
    let is_whole = start.len() == text.len();
    let laid_out = Clean::text(start);
    let mut wrap = Wrap::new(laid_out.borrowed(), COLUMNS);
    let (mut count, mut end) = (0, laid_out.as_str().len());
    while let Some((start, _)) = wrap.next_with_start() {
        end = if count == rows { start } else { end };
        count += 1;
    }
    let more = count.saturating_sub(rows);
    // The row that says so would take the place of a single one.
    if more <= 1 && is_whole {
        return laid_out.as_str().to_owned();
    }
    let shown = laid_out.as_str().get(..end).unwrap_or_default();
    let more = if is_whole { words.count(words.lines, more) } else { words.many_lines_hidden(more) };
    format!("{}\n… {more}", shown.trim_end())
}

/// A text on one line, as far as it takes to know it again.
pub(super) fn cut(text: &str) -> String {
    shortened(Clean::line(text.trim()), NAMED_COLUMNS).as_str().to_owned()
}
