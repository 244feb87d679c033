//! Breaks text into lines of a width, and cuts it to one.

use super::clean::Clean;
use super::width::{Graphemes, width};

/// The lines of a text, each at most `columns` wide. They are made one by one, so that a text of any length costs what
/// is looked at. Breaks at spaces, beside wide characters, and inside a word only where it alone is wider than a line.
pub(crate) struct Wrap<'a> {
    text: Clean<'a>,
    /// Byte offset of what is not yet laid out; `None` after the last line.
    start: Option<usize>,
    has_clusters: bool,
    columns: usize,
}

/// Where a line ends and the next one starts, in bytes from the start of the line. `None`: there is no next.
struct Break {
    end: usize,
    next: Option<usize>,
    /// A character stands here that is wider than the whole line.
    is_oversized: bool,
}

impl Break {
    fn new(end: usize, next: Option<usize>) -> Self {
        Self { end, next, is_oversized: false }
    }
}

impl<'a> Wrap<'a> {
    /// `columns` of 0 counts as 1.
    pub(crate) fn new(text: Clean<'a>, columns: usize) -> Self {
        let has_clusters = matches!(Graphemes::of(text.as_str()), Graphemes::Clusters(_));
        Self { text, start: Some(0), has_clusters, columns: columns.max(1) }
    }

    fn find_break(&self, start: usize) -> Break {
        let rest = self.text.as_str().get(start..).unwrap_or_default();
        if rest.len() <= self.columns && rest.is_ascii() && !rest.contains('\n') {
            return Break::new(rest.len(), None);
        }
        let graphemes = if self.has_clusters { Graphemes::Clusters(rest) } else { Graphemes::Chars(rest) };
        let mut used = 0;
        let mut at = 0;
        // The last place where the line may end: behind a text, and before what follows the spaces there.
        let mut fallback: Option<(usize, usize)> = None;
        let mut text_end = 0;
        let mut was_space = false;
        for (grapheme, columns) in graphemes.widths() {
            if grapheme == "\n" {
                return Break::new(at, Some(at + 1));
            }
            let is_space = grapheme == " ";
            if !is_space && at > 0 && (was_space || columns > 1) {
                fallback = Some((text_end, at));
            }
            if used + columns > self.columns {
                return match fallback {
                    _ if is_space => Self::break_at_spaces(rest, text_end, at),
                    Some((end, next)) if end > 0 => Break::new(end, Some(next)),
                    _ if at > 0 => Break::new(at, Some(at)),
                    _ => self.break_inside(rest, grapheme),
                };
            }
            used += columns;
            at += grapheme.len();
            was_space = is_space;
            if !is_space {
                text_end = at;
            }
        }
        Break::new(rest.len(), None)
    }

    /// The spaces at a line's end are not shown: the next line starts with the word behind them.
    fn break_at_spaces(rest: &str, text_end: usize, at: usize) -> Break {
        let tail = rest.get(at..).unwrap_or_default();
        let word = tail.trim_start_matches(' ');
        let next = rest.len() - word.len() + usize::from(word.starts_with('\n'));
        Break::new(if text_end > 0 { text_end } else { at }, (!word.is_empty()).then_some(next))
    }

    /// For a grapheme that is wider than a whole line: as many of its characters as fit, none where not even one does.
    fn break_inside(&self, rest: &str, grapheme: &str) -> Break {
        let fits = |end: &usize| grapheme.get(..*end).is_some_and(|part| width(part) <= self.columns);
        let ends = grapheme.char_indices().map(|(at, char)| at + char.len_utf8());
        let end = ends.take_while(fits).last().unwrap_or(0);
        let next = if end > 0 { end } else { grapheme.chars().next().map_or(0, char::len_utf8) };
        Break { end, next: (next < rest.len()).then_some(next), is_oversized: end == 0 }
    }
}

impl<'a> Iterator for Wrap<'a> {
    type Item = Clean<'a>;

    fn next(&mut self) -> Option<Clean<'a>> {
        let start = self.start?;
        let Break { end, next, is_oversized } = self.find_break(start);
        self.start = next.map(|next| start + next);
        Some(if is_oversized { Clean::from("\u{fffd}") } else { self.text.piece(start, start + end) })
    }
}

/// `text` on one line of at most `columns`, with an ellipsis where something was cut off.
pub(crate) fn truncate(text: Clean<'_>, columns: usize) -> Clean<'_> {
    let mut used = 0;
    let mut at = 0;
    // Where the text ends if an ellipsis has to follow it.
    let mut end = 0;
    for (grapheme, grapheme_columns) in Graphemes::of(text.as_str()).widths() {
        used += grapheme_columns;
        if used > columns || grapheme == "\n" {
            let kept = text.as_str().get(..end).unwrap_or_default().trim_end_matches(' ');
            return if columns == 0 { Clean::default() } else { Clean::composed(format!("{kept}…")) };
        }
        at += grapheme.len();
        if used < columns {
            end = at;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Clean, Wrap, truncate, width};

    fn lines(text: &str, columns: usize) -> Vec<String> {
        Wrap::new(Clean::text(text), columns).map(|line| line.to_string()).collect()
    }

    #[test]
    fn breaks_where_a_reader_expects_it() {
        for (text, columns, expected) in [
            ("", 10, vec![""]),
            ("one two three", 7, vec!["one two", "three"]),
            ("one two three", 8, vec!["one two", "three"]),
            ("one  two", 4, vec!["one", "two"]),
            ("  indented", 20, vec!["  indented"]),
            ("abcdefgh", 3, vec!["abc", "def", "gh"]),
            ("ab cdefghij", 4, vec!["ab", "cdef", "ghij"]),
            ("a\n\nb", 5, vec!["a", "", "b"]),
            ("a\n", 5, vec!["a", ""]),
            ("日本語です", 5, vec!["日本", "語で", "す"]),
            ("go 日本", 5, vec!["go 日", "本"]),
            ("trailing   ", 8, vec!["trailing"]),
            ("word   \nnext", 4, vec!["word", "next"]),
            ("日", 1, vec!["\u{fffd}"]),
            ("👩‍👩‍👧 x", 2, vec!["👩‍👩‍👧", "x"]),
        ] {
            assert_eq!(lines(text, columns), expected, "{text:?} at {columns}");
        }
    }

    #[test]
    fn cuts_with_an_ellipsis() {
        for (text, columns, expected) in [
            ("short", 5, "short"),
            ("longer", 5, "long…"),
            ("two words", 5, "two…"),
            ("日本語", 5, "日本…"),
            ("日本語", 6, "日本語"),
            ("日", 1, "…"),
            ("x", 0, ""),
            ("a\nb", 9, "a…"),
        ] {
            assert_eq!(truncate(Clean::text(text), columns).as_str(), expected, "{text:?} at {columns}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_line_is_too_wide_and_no_word_is_lost(text in "(\\PC|[ \n]|[\u{900}-\u{9ff}]){0,60}", columns in 2_usize..30) {
            let all = lines(&text, columns);
            for line in &all {
                proptest::prop_assert!(width(line) <= columns, "{line:?} in {columns}");
            }
            let letters = |text: &str| text.chars().filter(|char| !char.is_whitespace()).collect::<String>();
            proptest::prop_assert_eq!(letters(&all.concat()), letters(Clean::text(&text).as_str()));
        }
    }
}
