//! Markdown of wide letters with a line end behind each of its rows.
//!
//! The host's Markdown keeps the line ends of a text, but where it has to break a line by itself it does so before any wide
//! letter: a row of Japanese or Chinese would begin with what closes a sentence, one of Korean inside a word. So rows are
//! broken here, as everywhere in the crate. Only in paragraphs, items and quotes: a heading, a cell and a line of code have
//! but one line, and what may be a link or a formula is the host's.
//!
//! How many columns the marks of items and quotes take is read off `pi-tui/dist/components/markdown.js`.

use std::borrow::Cow;

use super::clean::Clean;
use super::emphasis::{as_host_reads, is_address};
use super::item::Sign;
use super::marks::{Fence, Marks, Style};
use super::prose::begins_block;
use super::table::Table;
use super::width::{is_wide_letter, width};
use super::wrap::Wrap;

/// Columns of what stands before the rows of a quote, and by which the items of an item are indented.
const QUOTE_COLUMNS: usize = 2;
const ITEM_INDENT: usize = 4;
/// Columns below which rows are too narrow to be broken well.
const MIN_COLUMNS: usize = 8;
/// Deeper than this, a line is code or goes on with what is above it.
const MAX_INDENT: usize = 3;

/// The text with its rows ended, for a place of so many columns; the same where it has no wide letters.
pub(super) fn with_line_ends(text: &str, columns: usize) -> Cow<'_, str> {
    if columns < MIN_COLUMNS || !text.contains(is_wide_letter) {
        return Cow::Borrowed(text);
    }
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut ended = String::with_capacity(text.len() + text.len() / 16);
    let mut container = Container::default();
    let mut fence = Fence::default();
    let mut at = 0;
    while let Some(&line) = lines.get(at) {
        let quoted = unquoted(line);
        let is_code = fence.is_open;
        let table = Table::read(lines.get(at..).unwrap_or_default(), str::to_owned).filter(|_| !is_code);
        if let Some((_, count)) = table {
            ended.extend(lines.get(at..at + count).unwrap_or_default().iter().copied());
            container = Container::default();
            at += count;
            continue;
        }
        at += 1;
        let is_fence = fence.passes(quoted.1);
        match container.enter(line, quoted).filter(|_| !is_fence && !is_code) {
            Some(head) => push_rows(&mut ended, line, head, &container, columns),
            None => ended.push_str(line),
        }
    }
    Cow::Owned(ended)
}

/// The marks of quotes that a line begins with, how many and what is behind them.
fn unquoted(line: &str) -> (usize, &str) {
    let (mut quotes, mut rest) = (0, line);
    while let Some(inner) = rest.trim_start_matches(' ').strip_prefix('>').filter(|_| indent_of(rest) <= MAX_INDENT) {
        quotes += 1;
        rest = inner.strip_prefix(' ').unwrap_or(inner);
    }
    (quotes, rest)
}

fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// What a line stands in.
#[derive(Default)]
struct Container {
    quotes: usize,
    /// The items, the outermost first.
    items: Vec<Item>,
    /// Whether a line of a paragraph came last, with which the next goes on.
    is_open: bool,
}

struct Item {
    /// Blanks that lines of the item begin with.
    indent: usize,
    /// Columns of the sign before it.
    columns: usize,
    /// Its number in its list; `None` in one that is not numbered.
    number: Option<usize>,
}

impl Container {
    /// Goes on to a line, of which `rest` stands behind the marks of so many quotes, and says how many of its bytes are marks,
    /// if what is behind them is text that may have line ends.
    fn enter(&mut self, line: &str, (quotes, rest): (usize, &str)) -> Option<usize> {
        let is_behind_text = std::mem::replace(&mut self.is_open, false);
        let sign = Sign::read(rest);
        if quotes != self.quotes && (quotes > 0 || sign.is_some() || !is_behind_text) {
            *self = Self { quotes, ..Self::default() };
        }
        if rest.trim().is_empty() {
            return None;
        }
        let (start, indent) = (line.len() - rest.len(), indent_of(rest));
        let around = self.items.partition_point(|item| item.indent <= indent);
        let Some(sign) = sign else {
            if !is_behind_text {
                self.items.truncate(around);
            }
            let base = self.items.last().map_or(0, |item| item.indent);
            self.is_open = (is_behind_text || indent <= base + MAX_INDENT) && !begins_block(rest);
            let is_quoted_alike = quotes == self.quotes;
            return (self.is_open && is_quoted_alike && may_end(rest)).then_some(start + indent.min(base));
        };
        let before = self.items.get(around).and_then(|item| item.number);
        self.items.truncate(around);
        if indent > self.items.last().map_or(0, |item| item.indent) + MAX_INDENT {
            return None;
        }
        let number = sign.number.map(|number| before.map_or(number, |before| before + 1));
        let columns = number.map_or(2, |number| number.to_string().len() + 2);
        let inner = text_of(rest, &sign);
        let text = rest.get(inner..).unwrap_or_default();
        self.items.push(Item { indent: inner, columns: columns + task_of(text), number });
        self.is_open = !begins_block(text);
        (self.is_open && may_end(text)).then_some(start + inner + task_of(text))
    }

    /// What the rows behind the first of a line begin with.
    fn margin(&self) -> String {
        "> ".repeat(self.quotes) + &" ".repeat(self.items.last().map_or(0, |item| item.indent))
    }

    /// Columns that the host's signs take.
    fn columns(&self) -> usize {
        let items = self.items.last().map_or(0, |item| ITEM_INDENT * (self.items.len() - 1) + item.columns);
        QUOTE_COLUMNS * self.quotes + items
    }
}

/// The byte that the text of an item begins with, behind its sign. Behind more blanks there is code.
fn text_of(line: &str, sign: &Sign) -> usize {
    let blanks = indent_of(line.get(sign.end..).unwrap_or_default());
    sign.end + if blanks > MAX_INDENT + 1 { 1 } else { blanks }
}

/// Columns of the box that an item of things to do begins with.
fn task_of(text: &str) -> usize {
    const BOXES: [&str; 3] = ["[ ] ", "[x] ", "[X] "];
    if BOXES.iter().any(|sign| text.starts_with(sign)) { 4 } else { 0 }
}

/// Whether a text can have a line end anywhere: not where there may be a link, HTML or a formula.
fn may_end(text: &str) -> bool {
    // What stands between backticks is code.
    let plain = || text.split('`').step_by(2);
    let is_formula = plain().map(|part| part.matches('$').count()).sum::<usize>() > 1
        || plain().any(|part| part.contains("\\(") || part.contains("\\["));
    text.contains(is_wide_letter)
        && !is_formula
        && !text.contains("](")
        && !text.trim_start_matches(' ').starts_with(['<', '|'])
}

/// Adds a line of which the first `head` bytes are marks, with an end behind each of its rows.
fn push_rows(ended: &mut String, line: &str, head: usize, container: &Container, columns: usize) {
    let room = columns.saturating_sub(container.columns()).max(1);
    let (marks, text) = line.split_at_checked(head).unwrap_or(("", line));
    ended.push_str(marks);
    let Some(words) = as_host_reads(text.trim_end()) else {
        ended.push_str(text);
        return;
    };
    let mut from = 0;
    if room >= MIN_COLUMNS && width(&words) > room {
        for (end, start) in row_ends(&words, room) {
            ended.push_str(words.get(from..end).unwrap_or_default());
            ended.push('\n');
            ended.push_str(&container.margin());
            from = start;
        }
    }
    ended.push_str(words.get(from..).unwrap_or_default());
    ended.push_str(text.get(text.trim_end().len()..).unwrap_or_default());
}

/// Where rows of a text end, and where the next ones begin, in bytes. Without those at which it would become something else;
/// there the host breaks it.
fn row_ends(text: &str, columns: usize) -> Vec<(usize, usize)> {
    let shown = Shown::of(text);
    // Code stays on one row where it can.
    let solid: String = shown.bare.as_str().char_indices().map(|(at, char)| shown.solid(at, char)).collect();
    let mut wrap = Wrap::new(Clean::text(&solid), columns);
    let mut ends = Vec::new();
    let mut last = wrap.next_row();
    while let (Some(before), Some(after)) = (last, wrap.next_row()) {
        last = Some(after);
        let end = shown.row_end(before.end, after.start);
        ends.extend(end.filter(|&(_, start)| text.get(start..).is_some_and(goes_on)));
    }
    ends
}

/// Whether a row is more of a paragraph, and begins nothing else.
fn goes_on(row: &str) -> bool {
    let words = row.trim_start_matches(['*', '_']);
    let is_rule = words.len() < row.len() && words.trim_start().len() != words.len();
    !is_rule && !words.is_empty() && !begins_block(row) && !row.starts_with(['<', '=', '-', '|', '#'])
}

/// A text as it is shown, without its marks.
struct Shown<'a> {
    text: &'a str,
    bare: Clean<'static>,
    marks: Marks,
    /// For each character that is shown, its byte in what is shown and its byte in the text.
    places: Vec<(usize, usize)>,
}

impl<'a> Shown<'a> {
    fn of(text: &'a str) -> Self {
        let (bare, marks) = Marks::read(Clean::text(text).into_owned());
        // What is shown is the text but for its marks.
        let mut source = text.char_indices();
        let found = bare.as_str().char_indices();
        let places = found.filter_map(|(at, char)| Some((at, source.find(|&(_, other)| other == char)?.0))).collect();
        Self { text, bare, marks, places }
    }

    fn is_code(&self, at: usize) -> bool {
        self.marks.style(at) == Style::Code
    }

    fn solid(&self, at: usize, char: char) -> char {
        if char == ' ' && self.is_code(at) { '_' } else { char }
    }

    /// Where a row ends in the text and the next one begins, by where they do in what is shown.
    fn row_end(&self, end: usize, start: usize) -> Option<(usize, usize)> {
        let before = self.bare.as_str().get(..end)?.chars().next_back()?;
        let after = self.bare.as_str().get(start..)?.chars().next()?;
        let place = |at: usize| {
            let index = self.places.binary_search_by_key(&at, |&(shown, _)| shown).ok()?;
            self.places.get(index).map(|&(_, source)| source)
        };
        let end_in_text = place(end - before.len_utf8())? + before.len_utf8();
        let start_in_text = place(start)?;
        let between = self.text.get(end_in_text..start_in_text)?;
        // Behind it, the end of a row would be shown as another.
        if self.text.get(..end_in_text)?.ends_with('\\') {
            return None;
        }
        let word = self.text.get(..end_in_text)?.rsplit(' ').next().filter(|_| !between.contains(' '));
        if word.is_some_and(is_address) {
            return None;
        }
        let styles = (self.marks.style(end - 1), self.marks.style(start));
        match (between.split_once(' '), between.rsplit_once(' ')) {
            (Some((closing, _)), Some((_, opening))) => {
                let is_inside =
                    (styles.0 == Style::Code && closing.is_empty()) || (styles.1 == Style::Code && opening.is_empty());
                (!is_inside).then_some((end_in_text + closing.len(), start_in_text - opening.len()))
            }
            // Where no letter is beside it any more, it may be a mark.
            _ if before == '_' || after == '_' => None,
            // A word that is wider than its row.
            _ if !is_wide_letter(before) && !is_wide_letter(after) => None,
            _ if between.is_empty() => (styles.0 != Style::Code).then_some((end_in_text, start_in_text)),
            _ if styles.0 == Style::Plain => Some((end_in_text, end_in_text)),
            _ if styles.1 == Style::Plain => Some((start_in_text, start_in_text)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::with_line_ends;

    #[test]
    fn rows_end_as_everywhere_and_stay_what_they_are() {
        for (text, columns, expected) in [
            ("short 日本", 10, "short 日本"),
            ("回答します。次に", 10, "回答しま\nす。次に"),
            ("- 回答します。次に", 12, "- 回答しま\n  す。次に"),
            ("12. 回答します。", 14, "12. 回答しま\n    す。"),
            ("> 回答します。\n> はい", 12, "> 回答しま\n> す。\n> はい"),
            ("- [ ] 回答します。", 16, "- [ ] 回答しま\n  す。"),
            ("- 一\n  - 回答します。", 16, "- 一\n  - 回答しま\n    す。"),
            // marks take no columns, and stay with what they mark
            ("**回答**します。", 10, "**回答**しま\nす。"),
            ("回答しま**す。**", 10, "回答しま\n**す。**"),
            ("**回答：**します。", 10, "**回答**：しま\nす。"),
            ("回答*しま*`す。`", 10, "回答*しま*`す。`"),
            ("回答しま`a b c`です", 12, "回答しま\n`a b c`です"),
            // what has one line, or may be something else
            ("回答 *します。", 10, "回答 *します。"),
            ("$a$回答します。", 10, "$a$回答します。"),
            ("`$A`と`$B`します。", 10, "`$A`と`$B`しま\nす。"),
            ("# 回答します。次に", 10, "# 回答します。次に"),
            ("```\n回答します。次に\n```", 10, "```\n回答します。次に\n```"),
            ("[回答](します)。次に", 10, "[回答](します)。次に"),
            ("|回答します。|\n|-|\n|回答します。次に|", 10, "|回答します。|\n|-|\n|回答します。次に|"),
            ("回答しまし - 次に", 10, "回答しまし - 次に"),
            ("수 있습니다. 다음", 11, "수\n있습니다.\n다음"),
            ("only ASCII in a row", 8, "only ASCII in a row"),
        ] {
            assert_eq!(with_line_ends(text, columns), expected, "{text:?} at {columns}");
        }
    }
}
