//! Breaks text into lines of a width, and cuts it to one.

use unicode_linebreak::linebreaks;

use super::clean::Clean;
use super::width::{Graphemes, Kind, is_opening, is_sign, width};

/// The lines of a text, each at most `columns` wide. They are made one by one, so that a text of any length costs what
/// is looked at. Breaks at spaces, beside wide characters where UAX #14 has it (no line begins with what closes something;
/// Korean, which has spaces, is broken at these), and inside a word only where it alone is wider than a line.
pub(crate) struct Wrap<'a> {
    text: Clean<'a>,
    /// Byte offset of what is not yet laid out; `None` after the last line.
    start: Option<usize>,
    columns: usize,
}

/// One line of a text: its bytes, and the columns that they take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) columns: usize,
}

/// Where a line ends, and where the next one starts; in bytes from the start of the line.
#[derive(Clone, Copy, Default)]
struct Break {
    end: usize,
    /// Columns of the line.
    columns: usize,
    /// `None` behind the last line.
    next: Option<usize>,
}

impl<'a> Wrap<'a> {
    /// `columns` of 0 counts as 1.
    pub(crate) fn new(text: Clean<'a>, columns: usize) -> Self {
        Self::from(text, 0, columns)
    }

    /// The lines from byte `start` on, which begins one.
    pub(super) fn from(text: Clean<'a>, start: usize, columns: usize) -> Self {
        Self { text, start: Some(start), columns: columns.max(1) }
    }

    /// Where the next line starts, in bytes; `None` after the last.
    pub(super) fn rest(&self) -> Option<usize> {
        self.start
    }

    /// The next line. To skip or count lines takes no more than this.
    pub(super) fn next_row(&mut self) -> Option<Row> {
        let start = self.start?;
        let found = self.find_break(self.text.as_str().get(start..).unwrap_or_default());
        self.start = found.next.map(|next| start + next);
        Some(Row { start, end: start + found.end, columns: found.columns })
    }

    /// The next line, and the byte that it starts with.
    pub(crate) fn next_with_start(&mut self) -> Option<(usize, Clean<'a>)> {
        if self.start == Some(0) && self.text.fits(self.columns) {
            return self.next().map(|line| (0, line));
        }
        let row = self.next_row()?;
        Some((row.start, self.text.row(row)))
    }

    fn find_break(&self, rest: &str) -> Break {
        // The line, the character behind it, and what shows whether that is all of a grapheme.
        let window = rest.get(..self.columns.saturating_add(2)).unwrap_or(rest);
        if window.is_ascii() { self.find_ascii_break(rest, window) } else { self.find_any_break(rest) }
    }

    /// The same for a line of ASCII, where every byte takes a column; in a fifth of the time.
    fn find_ascii_break(&self, rest: &str, window: &str) -> Break {
        let at = |end, next| Break { end, columns: end, next: Some(next) };
        let fitting = window.get(..self.columns).unwrap_or(window);
        if let Some(end) = window.find('\n').filter(|&end| end <= self.columns) {
            return at(end, end + 1);
        }
        match window.as_bytes().get(self.columns) {
            None => Break { next: None, ..at(fitting.len(), 0) },
            Some(b' ') => Self::break_at_spaces(rest, at(fitting.trim_end_matches(' ').len(), 0), self.columns),
            Some(_) => {
                let (before, _) = fitting.rsplit_once(' ').unwrap_or_default();
                match before.trim_end_matches(' ').len() {
                    0 => at(self.columns, self.columns),
                    end => at(end, before.len() + 1),
                }
            }
        }
    }

    fn find_any_break(&self, rest: &str) -> Break {
        let (mut at, mut columns) = (0, 0);
        // The last place where the line may end, and where the next one starts then: around spaces, or beside what is wide.
        let (mut fallback, mut next) = (Break::default(), 0);
        let (mut before, mut is_behind_wide) = (0, false);
        let mut last = Break::default();
        for grapheme in Graphemes::of(rest) {
            let here = Break { end: at, columns, next: Some(at) };
            let is_space = grapheme.kind == Kind::Space;
            if grapheme.kind == Kind::Newline {
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
                    // What closes something takes along the end of a word as wide as the row.
                    0 if last.end > 0 && is_wide && !is_behind_wide && !at_wide() => last,
                    0 if at > 0 => here,
                    0 => self.break_inside(rest, rest.get(..grapheme.end).unwrap_or_default()),
                    _ => Break { next: Some(next), ..fallback },
                };
            }
            last = here;
            (before, at, columns) = (at, grapheme.end, columns + grapheme.columns);
            is_behind_wide = is_wide;
            if is_space {
                next = at;
            }
        }
        Break { end: at, columns, next: None }
    }

    /// For a line that spaces from `at` do not fit on: they are not shown, and the next line starts with the word behind
    /// them. Nor are those before `at`, which `line` ends before, unless there is nothing else on the line.
    fn break_at_spaces(rest: &str, line: Break, at: usize) -> Break {
        let (end, columns) = if line.end > 0 { (line.end, line.columns) } else { (at, at) };
        let word = rest.get(at..).unwrap_or_default().trim_start_matches(' ');
        let next = rest.len() - word.len() + usize::from(word.starts_with('\n'));
        Break { end, columns, next: (!word.is_empty()).then_some(next) }
    }

    /// For a grapheme that is wider than a whole line: as many of its characters as fit, none where not even one does.
    fn break_inside(&self, rest: &str, grapheme: &str) -> Break {
        let ends = grapheme.char_indices().map(|(at, char)| at + char.len_utf8());
        let parts = ends.map(|end| (end, grapheme.get(..end).map_or(0, width)));
        let (end, columns) = parts.take_while(|&(_, columns)| columns <= self.columns).last().unwrap_or_default();
        let next = if end > 0 { end } else { grapheme.chars().next().map_or(0, char::len_utf8) };
        Break { end, columns, next: (next < rest.len()).then_some(next) }
    }
}

/// Whether a line may end between two graphemes, of which the one is from `start` to `at` and the other to `end`.
pub(super) fn may_break(text: &str, start: usize, at: usize, end: usize) -> bool {
    let is_korean = |char| matches!(char, '\u{1100}'..='\u{11ff}' | '\u{ac00}'..='\u{d7a3}');
    let pair = text.get(start..end).unwrap_or_default();
    if pair.contains(is_korean) {
        return false;
    }
    // A wide bracket opens what is none of the word before it; the crate takes it for a narrow one (LB30).
    let mut chars = pair.chars();
    if chars.next().is_some_and(char::is_alphanumeric)
        && chars.next().is_some_and(|char| is_sign(char) && is_opening(char))
    {
        return true;
    }
    linebreaks(pair).any(|(found, _)| start + found == at)
}

impl<'a> Iterator for Wrap<'a> {
    type Item = Clean<'a>;

    fn next(&mut self) -> Option<Clean<'a>> {
        if self.start == Some(0) && self.text.fits(self.columns) {
            self.start = None;
            return Some(std::mem::take(&mut self.text));
        }
        let row = self.next_row()?;
        Some(self.text.row(row))
    }

    fn nth(&mut self, count: usize) -> Option<Clean<'a>> {
        for _ in 0..count {
            self.next_row()?;
        }
        self.next()
    }

    fn count(mut self) -> usize {
        std::iter::from_fn(|| self.next_row()).count()
    }
}

/// `text` on one line of at most `columns`, with an ellipsis where something was cut off.
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
        if used >= columns || grapheme.kind == Kind::Newline {
            break;
        }
        end = grapheme.end;
    }
    let kept = text.as_str().get(..end).unwrap_or_default().trim_end_matches(' ');
    Clean::composed(format!("{kept}…"))
}

/// The same, cut behind a word where there is one that is not too short.
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

/// The same with an ellipsis in its middle.
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
            ("abc『本』", 6, vec!["abc", "『本』"]),
            ("日本abc", 6, vec!["日本", "abc"]),
            ("abcdef、日本", 6, vec!["abcde", "f、日", "本"]),
            ("日本5％", 6, vec!["日本", "5％"]),
            ("见（一）", 4, vec!["见", "（一", "）"]),
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

    #[test]
    fn cuts_behind_words_and_inside() {
        for (text, columns, behind, inside) in [
            ("Which database?", 15, "Which database?", "Which database?"),
            ("Which database?", 14, "Which databas…", "Which d…abase?"),
            ("Which one of all?", 12, "Which one…", "Which…all?"),
            ("Which database?", 6, "Which…", "Whi…e?"),
            ("Which database?", 1, "…", "…"),
            ("どのデータベース？", 10, "どのデー…", "どの…ス？"),
            ("a\nb", 9, "a…", "a b"),
        ] {
            assert_eq!(shortened(Clean::text(text), columns).as_str(), behind, "{text:?} at {columns}");
            assert_eq!(cut_inside(Clean::line(text), columns).as_str(), inside, "{text:?} at {columns}");
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
