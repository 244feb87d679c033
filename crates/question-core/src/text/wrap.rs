//! Wraps text into rows of a width, and cuts it to a single row.
//!
//! Stands in for `textwrap`, which measures by `unicode-width` and wraps a whole text at once.

use unicode_linebreak::linebreaks;

use super::clean::Clean;
use super::width::{GraphemeKind, Graphemes, width};

/// An iterator over the rows of a text, each at most `columns` wide. Rows are made one by one, so that only the visible
/// part of a long text costs time.
///
/// Text is broken at spaces, next to wide characters where UAX #14 allows it (but Korean only at its spaces), and
/// inside a word only if the word is wider than a row.
pub(crate) struct Wrap<'a> {
    text: Clean<'a>,
    /// Byte offset of the next row; `None` after the last.
    start: Option<usize>,
    columns: usize,
}

/// A row of a text: its byte range, and its width in columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct WrappedRow {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) columns: usize,
}

/// End of a row and start of the next one, as byte offsets from the start of the row.
#[derive(Clone, Copy, Default)]
struct Break {
    end: usize,
    columns: usize,
    /// `None` after the last row.
    next: Option<usize>,
}

impl<'a> Wrap<'a> {
    /// Wraps a text; `columns` of 0 count as 1.
    pub(crate) fn new(text: Clean<'a>, columns: usize) -> Self {
        Self::from(text, 0, columns)
    }

    /// Wraps a text from byte `start` on, where a row begins.
    pub(super) fn from(text: Clean<'a>, start: usize, columns: usize) -> Self {
        Self { text, start: Some(start), columns: columns.max(1) }
    }

    /// Returns the byte offset of the next row, or `None` after the last.
    pub(super) fn rest(&self) -> Option<usize> {
        self.start
    }

    pub(super) fn next_row(&mut self) -> Option<WrappedRow> {
        let start = self.start?;
        let found = self.find_break(self.text.as_str().get(start..).unwrap_or_default());
        self.start = found.next.map(|next| start + next);
        Some(WrappedRow { start, end: start + found.end, columns: found.columns })
    }

    /// Returns the next row with its byte offset.
    pub(crate) fn next_with_start(&mut self) -> Option<(usize, Clean<'a>)> {
        if self.start == Some(0) && self.text.fits(self.columns) {
            self.start = None;
            return Some((0, std::mem::take(&mut self.text)));
        }
        let row = self.next_row()?;
        Some((row.start, self.text.row(row)))
    }

    fn find_break(&self, rest: &str) -> Break {
        let (mut at, mut columns) = (0, 0);
        // The last place where the row may end, and the start of the next row then: around spaces, or next to wide
        // characters.
        let (mut fallback, mut next) = (Break::default(), 0);
        let (mut before, mut is_behind_wide) = (0, false);
        for grapheme in Graphemes::of(rest) {
            let here = Break { end: at, columns, next: Some(at) };
            let is_space = grapheme.kind == GraphemeKind::Space;
            if grapheme.kind == GraphemeKind::Newline {
                return Break { next: Some(at + 1), ..here };
            }
            let is_wide = grapheme.columns > 1;
            let at_wide = || (is_wide || is_behind_wide) && may_break(rest, before, at, grapheme.end);
            if next < at && (is_space || at_wide()) {
                (fallback, next) = (here, at);
            }
            if columns + grapheme.columns > self.columns {
                return match fallback.end {
                    _ if is_space => Self::break_at_spaces(rest, fallback, at),
                    0 if at > 0 => here,
                    // A character that is wider than the row is left out.
                    0 => Break { next: Some(grapheme.end).filter(|end| *end < rest.len()), ..Break::default() },
                    _ => Break { next: Some(next), ..fallback },
                };
            }
            (before, at, columns) = (at, grapheme.end, columns + grapheme.columns);
            is_behind_wide = is_wide;
            if is_space {
                next = at;
            }
        }
        Break { end: at, columns, next: None }
    }

    /// Breaks a row at spaces that do not fit, which begin at byte `at`. They are not shown. Spaces before `at` are not
    /// shown either, unless the row has nothing else.
    fn break_at_spaces(rest: &str, line: Break, at: usize) -> Break {
        let (end, columns) = if line.end > 0 { (line.end, line.columns) } else { (at, at) };
        let word = rest.get(at..).unwrap_or_default().trim_start_matches(' ');
        let next = rest.len() - word.len() + usize::from(word.starts_with('\n'));
        Break { end, columns, next: (!word.is_empty()).then_some(next) }
    }
}

/// Returns whether a row may be broken at byte `at`, between a grapheme that begins at `start` and one that ends at
/// `end`.
fn may_break(text: &str, start: usize, at: usize, end: usize) -> bool {
    let is_korean = |char| matches!(char, '\u{1100}'..='\u{11ff}' | '\u{ac00}'..='\u{d7a3}');
    let pair = text.get(start..end).unwrap_or_default();
    !pair.contains(is_korean) && linebreaks(pair).any(|(found, _)| start + found == at)
}

impl<'a> Iterator for Wrap<'a> {
    type Item = Clean<'a>;

    fn next(&mut self) -> Option<Clean<'a>> {
        self.next_with_start().map(|(_, row)| row)
    }
}

/// Cuts a text to one line of at most `columns`, with an ellipsis if anything is cut off.
pub(crate) fn truncate(text: Clean<'_>, columns: usize) -> Clean<'_> {
    if text.fits(columns) {
        return text;
    }
    if columns == 0 {
        return Clean::default();
    }
    let mut used = 0;
    let mut end = 0;
    for grapheme in Graphemes::of(text.as_str()) {
        used += grapheme.columns;
        if used >= columns || grapheme.kind == GraphemeKind::Newline {
            break;
        }
        end = grapheme.end;
    }
    let kept = text.as_str().get(..end).unwrap_or_default().trim_end_matches(' ');
    Clean::composed(format!("{kept}…"))
}

/// Cuts a text like [`truncate`], but at the end of a word if that keeps at least half of the columns.
pub(crate) fn shortened(text: Clean<'_>, columns: usize) -> Clean<'_> {
    if text.fits(columns) {
        return text;
    }
    let cut = truncate(text.borrowed(), columns).into_owned();
    let kept = cut.as_str().strip_suffix('…').unwrap_or_default();
    let is_whole = text.as_str().get(kept.len()..).is_some_and(|rest| rest.starts_with(char::is_whitespace));
    match kept.rsplit_once(' ').filter(|_| !is_whole) {
        Some((words, _)) if width(words) >= columns / 2 => Clean::composed(format!("{}…", words.trim_end())),
        _ => cut,
    }
}

/// Cuts a text to one line of at most `columns`, with an ellipsis in its middle.
pub(crate) fn cut_inside(text: Clean<'_>, columns: usize) -> Clean<'_> {
    if text.fits(columns) {
        return text;
    }
    let end_columns = columns.saturating_sub(1) / 2;
    let (mut left, mut start) = (text.columns(), text.as_str().len());
    for grapheme in Graphemes::of(text.as_str()) {
        left = left.saturating_sub(grapheme.columns);
        if left <= end_columns {
            start = grapheme.end;
            break;
        }
    }
    let begin = truncate(text.borrowed(), columns.saturating_sub(left));
    let end = text.as_str().get(start..).unwrap_or_default().trim_start_matches(' ');
    Clean::composed(format!("{}{end}", begin.as_str()))
}

#[cfg(test)]
mod tests {
    use super::{Clean, Wrap, cut_inside, shortened, truncate, width};

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
            ("回答します。", 10, vec!["回答しま", "す。"]),
            ("「はい」、「いいえ」", 10, vec!["「はい」、", "「いいえ」"]),
            ("日本abc", 6, vec!["日本", "abc"]),
            ("日本5％", 6, vec!["日本", "5％"]),
            ("SQLite는 빠릅니다.", 9, vec!["SQLite는", "빠릅니다."]),
            ("수 있습니다.", 11, vec!["수", "있습니다."]),
            ("수 있습니다a", 11, vec!["수", "있습니다a"]),
            ("。。。。", 4, vec!["。。", "。。"]),
            ("👍👍🇩🇪🇫🇷", 4, vec!["👍👍", "🇩🇪🇫🇷"]),
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
        for (text, columns, end, behind, inside) in [
            ("short", 5, "short", "short", "short"),
            ("longer", 5, "long…", "long…", "lo…er"),
            ("Which database?", 14, "Which databas…", "Which databas…", "Which d…abase?"),
            ("Which one of all?", 12, "Which one o…", "Which one…", "Which…all?"),
            ("Which database?", 6, "Which…", "Which…", "Whi…e?"),
            ("どのデータベース？", 10, "どのデー…", "どのデー…", "どの…ス？"),
            ("日", 1, "…", "…", "…"),
            ("x", 0, "", "", ""),
            ("a\nb", 9, "a…", "a…", "a b"),
        ] {
            assert_eq!(truncate(Clean::text(text), columns).as_str(), end, "{text:?} at {columns}");
            assert_eq!(shortened(Clean::text(text), columns).as_str(), behind, "{text:?} at {columns}");
            assert_eq!(cut_inside(Clean::line(text), columns).as_str(), inside, "{text:?} at {columns}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_line_is_too_wide_and_no_word_is_lost(text in "(\\PC|[ \n]|[\u{900}-\u{9ff}]){0,60}", columns in 8_usize..30) {
            let all = lines(&text, columns);
            for line in &all {
                proptest::prop_assert!(width(line) <= columns, "{line:?} in {columns}");
            }
            let letters = |text: &str| text.chars().filter(|char| !char.is_whitespace()).collect::<String>();
            proptest::prop_assert_eq!(letters(&all.concat()), letters(Clean::text(&text).as_str()));
        }
    }
}
