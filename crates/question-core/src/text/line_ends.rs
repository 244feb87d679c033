//! Markdown of wide letters with blanks behind each of its rows.
//!
//! The host's Markdown breaks a line before any wide letter: a row of Japanese or Chinese would begin with what closes a
//! sentence, one of Korean inside a word. So rows are broken here, as everywhere in the crate, and told to the host by blanks
//! (`row_ends.rs`), which change nothing in what a text is. In paragraphs, items, quotes and headings: cells of a table would
//! change the widths of its columns, and what may be a formula is the host's. Lines of code get theirs where their columns
//! are known, once the host has read them.
//!
//! How many columns the marks of items and quotes take is read off `pi-tui/dist/components/markdown.js`.

use std::borrow::Cow;
use std::ops::Range;

use super::item::Sign;
use super::marks::Fence;
use super::prose::begins_block;
use super::row_ends::Line;
use super::table::Table;
use super::width::is_wide_letter;

/// Columns of what stands before the rows of a quote, and by which the items of an item are indented.
const QUOTE_COLUMNS: usize = 2;
const ITEM_INDENT: usize = 4;
/// Columns below which rows are too narrow to be broken well.
const MIN_COLUMNS: usize = 8;
/// Deeper than this, a line is code or goes on with what is above it.
const MAX_INDENT: usize = 3;
/// Headings above these levels are shown with their signs.
const BARE_LEVELS: usize = 2;

/// The text with its rows ended, for a place of so many columns; the same where it has no wide letters. Hosts differ in
/// whether they show where a link leads.
pub(super) fn with_line_ends(text: &str, columns: usize, shows_addresses: bool) -> Cow<'_, str> {
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
            Some(head) => {
                let room = columns.saturating_sub(container.columns());
                let (marks, text) = line.split_at_checked(head).unwrap_or(("", line));
                ended.push_str(marks);
                push_rows(&mut ended, text, room, shows_addresses);
            }
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
    /// if what is behind them is text of which rows may be ended.
    fn enter(&mut self, line: &str, (quotes, rest): (usize, &str)) -> Option<usize> {
        let is_behind_text = std::mem::replace(&mut self.is_open, false);
        let sign = Sign::read(rest);
        let is_heading = heading(rest).is_some();
        if quotes != self.quotes && (quotes > 0 || sign.is_some() || is_heading || !is_behind_text) {
            *self = Self { quotes, ..Self::default() };
        }
        if rest.trim().is_empty() {
            return None;
        }
        let (start, indent) = (line.len() - rest.len(), indent_of(rest));
        let around = self.items.partition_point(|item| item.indent <= indent);
        let Some(sign) = sign else {
            if !is_behind_text || is_heading {
                self.items.truncate(around);
            }
            let base = self.items.last().map_or(0, |item| item.indent);
            let is_code = indent > base + MAX_INDENT;
            if is_heading && !is_code {
                return may_end(rest).then_some(start + indent);
            }
            self.is_open = (is_behind_text || !is_code) && !begins_block(rest);
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
        let may_end = (self.is_open || heading(text).is_some()) && may_end(text);
        may_end.then_some(start + inner + task_of(text))
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

/// What the host shows of the heading that a line is, in bytes of it.
fn heading(line: &str) -> Option<Range<usize>> {
    let indent = indent_of(line);
    let text = line.trim_end().get(indent..)?;
    let rest = text.trim_start_matches('#');
    let level = text.len() - rest.len();
    let title = rest.strip_prefix(' ')?.trim_start_matches(' ');
    let open = title.trim_end_matches('#');
    let shown = if open.ends_with(' ') { open.trim_end() } else { title };
    let title_at = line.trim_end().len() - title.len();
    let start = if level > BARE_LEVELS { indent } else { title_at };
    ((1..=6).contains(&level) && !shown.is_empty()).then(|| start..title_at + shown.len())
}

/// Whether rows of a text can be ended: not where there may be HTML or a formula.
fn may_end(text: &str) -> bool {
    // What stands between backticks is code.
    let plain = || text.split('`').step_by(2);
    let is_formula = plain().map(|part| part.matches('$').count()).sum::<usize>() > 1
        || plain().any(|part| part.contains("\\(") || part.contains("\\["));
    text.contains(is_wide_letter) && !is_formula && !text.trim_start_matches(' ').starts_with(['<', '|'])
}

/// Adds a text with an end behind each of its rows.
fn push_rows(ended: &mut String, text: &str, room: usize, shows_addresses: bool) {
    let heading = heading(text);
    let is_heading = heading.is_some();
    let Range { start, end } = heading.unwrap_or(0..text.trim_end().len());
    let words = text.get(start..end).unwrap_or_default();
    // Behind blanks, the signs at the end of a heading are none of it.
    let line = if is_heading && words.ends_with('#') { None } else { Line::read(words, shows_addresses) };
    let rows = match line {
        Some(line) if room >= MIN_COLUMNS => line.with_row_ends(room),
        Some(line) => line.into_text(),
        None => words.to_owned(),
    };
    for part in [text.get(..start).unwrap_or_default(), &rows, text.get(end..).unwrap_or_default()] {
        ended.push_str(part);
    }
}

#[cfg(test)]
mod tests {
    use super::with_line_ends;

    #[test]
    fn rows_end_as_everywhere_and_stay_what_they_are() {
        for (text, columns, expected) in [
            ("short 日本", 10, "short 日本"),
            // two columns are left, and four more blanks
            ("回答します。次に", 10, "回答しま      す。次に"),
            ("- 回答します。次に", 12, "- 回答しま      す。次に"),
            ("12. 回答します。", 14, "12. 回答しま      す。"),
            ("> 回答します。\n> はい", 12, "> 回答しま      す。\n> はい"),
            ("- [ ] 回答します。", 16, "- [ ] 回答しま      す。"),
            ("- 一\n  - 回答します。", 16, "- 一\n  - 回答しま      す。"),
            // signs of headings are shown from the third level on
            ("# 回答します。次に", 10, "# 回答しま      す。次に"),
            ("## 回答します。次に ##", 10, "## 回答しま      す。次に ##"),
            ("### 回答します。次", 14, "### 回答しま      す。次"),
            ("- # 回答します。次に", 12, "- # 回答しま      す。次に"),
            ("> # 回答します。次に", 12, "> # 回答しま      す。次に"),
            ("# 回答します。#", 10, "# 回答します。#"),
            // marks take no columns, and stay with what they mark
            ("**回答**します。", 10, "**回答**しま      す。"),
            ("回答しま**す。**", 10, "回答しま      **す。**"),
            ("**回答：**します。", 10, "**回答**：しま    す。"),
            ("回答*しま*`す。`", 10, "回答*しま*`す。`"),
            ("回答しま`a b c`です", 12, "回答しま    `a b c`です"),
            // behind a mark there are no more blanks than fit
            ("**回答しま**す。次に", 9, "**回答しま** す。次に"),
            // so do those of links
            ("[回答](a)します。", 10, "[回答](a)しま      す。"),
            ("回答し[ます。](a)", 10, "回答し[ま      す。](a)"),
            // what may be something else
            ("回答 *します。", 10, "回答 *します。"),
            ("$a$回答します。", 10, "$a$回答します。"),
            ("`$A`と`$B`します。", 10, "`$A`と`$B`しま    す。"),
            ("```\n回答します。次に\n```", 10, "```\n回答します。次に\n```"),
            ("![回答](します)。次に", 10, "![回答](します)。次に"),
            ("|回答します。|\n|-|\n|回答します。次に|", 10, "|回答します。|\n|-|\n|回答します。次に|"),
            ("수 있습니다. 다음", 11, "수             있습니다.      다음"),
            ("only ASCII in a row", 8, "only ASCII in a row"),
            // behind an end that cannot be told, no row is filled
            ("> 回答react@18.2と回答します。次に", 16, "> 回答react@18.2と回答します。次に"),
            ("回答a/b/c/d/e/f/g/h回答します。次に", 12, "回答        a/b/c/d/e/f/g/h回答します。次に"),
        ] {
            assert_eq!(with_line_ends(text, columns, false), expected, "{text:?} at {columns}");
        }
    }

    #[test]
    fn where_links_lead_takes_columns_if_it_is_shown() {
        for (text, columns, expected) in [
            ("[回答](a.b)します。", 14, "[回答](a.b)しま    す。"),
            ("[a.b](a.b)回答します。", 14, "[a.b](a.b)回答しま       す。"),
            // the host ends the row before an address
            ("回答し[ます](a.b)", 14, "回答し[ます](a.b)"),
            // but not before one that fits without what closes a sentence
            ("回[答する](a.b)。", 15, "回[答す             る](a.b)。"),
            ("回答 [一](#二)", 8, "回答 [一](#二)"),
            ("www.a.b 回答します。", 12, "www.a.b 回答します。"),
        ] {
            assert_eq!(with_line_ends(text, columns, true), expected, "{text:?} at {columns}");
        }
    }
}
