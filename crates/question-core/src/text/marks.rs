//! Emphasis and code inside a text, as Markdown writes them: what is marked how, and the text without the marks.
//!
//! Stands in for pulldown-cmark, which reads whole documents: of a label it would take "1." for a list and "<b>" for
//! HTML, and leave them out. Here all stays as it is written but for pairs of `*`, `**`, `_` and backticks around words, and
//! in texts that are shown alone for what else people know of Markdown.

use std::borrow::Cow;

use super::clean::Clean;
use super::item::sign_end;
use super::link::Link;
use super::table::Table;
use super::width::is_wide_letter;

/// How a piece of a text is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Plain,
    Strong,
    Emphasis,
    Code,
}

/// The pieces of a text: the byte that each ends before, and its style. None where all of it is plain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks(Vec<(usize, Style)>);

/// The marks of a plain text.
pub(crate) static PLAIN: Marks = Marks(Vec::new());

/// A row of a text that may have marks.
#[derive(Clone, Debug)]
pub(crate) struct MarkedRow<'a> {
    pub(crate) text: Clean<'a>,
    /// The byte of the whole text that it begins with.
    pub(crate) start: usize,
    pub(crate) marks: &'a Marks,
}

impl<'a> MarkedRow<'a> {
    /// Its pieces, each with its style; `None` where all of it is plain.
    pub(crate) fn pieces(&self) -> Option<Vec<(Clean<'a>, Style)>> {
        let is_plain = self.marks.0.is_empty();
        (!is_plain).then(|| self.marks.pieces(self.start, self.text.clone()))
    }
}

/// How deep marks in marks are read.
const MAX_DEPTH: usize = 2;
/// Backticks in a row that can begin code.
const MAX_RUN: usize = 4;

impl Marks {
    /// The text without its marks, and what they say.
    pub(crate) fn read(text: Clean<'static>) -> (Clean<'static>, Self) {
        match read(text.as_str(), Extent::Styles) {
            Some(reader) => (Clean::text(&reader.text).into_owned(), Self(reader.pieces)),
            None => (text, Self::default()),
        }
    }

    /// The pieces of a row that begins at byte `start` of the text.
    fn pieces<'a>(&self, start: usize, row: Clean<'a>) -> Vec<(Clean<'a>, Style)> {
        let end = start + row.as_str().len();
        let first = self.0.partition_point(|&(end, _)| end <= start);
        let inside = self.0.get(first..).unwrap_or_default();
        if inside.first().is_none_or(|&(first, _)| first >= end) {
            return vec![(row, inside.first().map_or(Style::Plain, |&(_, style)| style))];
        }
        let mut at = start;
        let mut pieces = Vec::new();
        for &(piece_end, style) in inside {
            let piece_end = piece_end.min(end);
            pieces.push((row.part(at - start, piece_end - start), style));
            at = piece_end;
            if at >= end {
                break;
            }
        }
        pieces
    }
}

/// A text without the marks in it, for what shows texts alone: of headings, quotes, fences and emphasis only the words stay,
/// of links the names with their addresses, and of tables the rows.
pub(crate) fn unmarked(text: &str) -> Cow<'_, str> {
    unmarked_within(text, 0)
}

/// The same for a place of so many columns: the cells of a table that fits in there stand below each other.
pub(crate) fn unmarked_within(text: &str, columns: usize) -> Cow<'_, str> {
    if !text.contains(['*', '_', '`', '#', '~', '|', '[', '>', '-', '=']) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut block = String::new();
    let mut fence = Fence::default();
    let (mut is_fence_quoted, mut is_behind_sign) = (false, false);
    let flush = |block: &mut String, plain: &mut String| {
        plain.push_str(&bare(block, Extent::All));
        block.clear();
    };
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut indented = Indented::default();
    let mut at = 0;
    while let Some(&line) = lines.get(at) {
        let is_indented = indented.passes(line) && !fence.is_open;
        let own = unquoted(line);
        let is_quoted = own.len() < line.len();
        if fence.is_open && is_fence_quoted && !is_quoted {
            fence = Fence::default();
        }
        let is_code = fence.is_open;
        let line = if is_code && !is_fence_quoted { line } else { own };
        at += 1;
        if is_indented {
            flush(&mut block, &mut plain);
            plain.push_str(line);
        } else if fence.passes(line) {
            is_fence_quoted = is_quoted;
            flush(&mut block, &mut plain);
            // The sign of an item stands before its first line of code.
            let sign = line.get(..signs_of(line)).filter(|_| !is_code).unwrap_or_default();
            plain.push_str(sign);
            is_behind_sign = !sign.is_empty();
        } else if is_code {
            plain.push_str(if is_behind_sign { line.trim_start_matches(' ') } else { line });
            is_behind_sign = false;
        } else if let Some((table, count)) =
            Table::read(lines.get(at - 1..).unwrap_or_default(), |cell| bare(cell, Extent::All))
        {
            flush(&mut block, &mut plain);
            plain.extend(table.lines(columns).iter().flat_map(|line| [line.as_str(), "\n"]));
            at += count - 1;
        } else if is_rule(&lines, at - 1) {
            // One of the blank lines around it is enough.
            at += 1;
        } else if !(is_title_rule(line) && block.lines().next_back().is_some_and(|above| !above.trim().is_empty())) {
            block.push_str(without_hashes(line));
        }
    }
    flush(&mut block, &mut plain);
    if !text.ends_with('\n') && plain.ends_with('\n') {
        plain.pop();
    }
    Cow::Owned(plain)
}

/// A label without the marks in it. It has no lines, and so no marks of lines.
pub(crate) fn unmarked_label(label: &str) -> String {
    bare(label, Extent::Styles)
}

/// A piece of a sentence without the marks of emphasis in it.
pub(crate) fn unmarked_words(text: &str) -> String {
    bare(text, Extent::Words)
}

fn bare(text: &str, extent: Extent) -> String {
    read(text, extent).map_or_else(|| text.to_owned(), |reader| reader.text)
}

/// A line without the marks of quotes. More than a number is none.
fn unquoted(line: &str) -> &str {
    let mut text = line;
    while let Some(rest) = text.trim_start_matches(' ').strip_prefix('>') {
        let words = rest.trim_start_matches(' ');
        let is_mark = rest.len() > words.len() || rest.trim().is_empty() || rest.starts_with('>');
        if !is_mark || words.starts_with(|char: char| char.is_ascii_digit()) {
            break;
        }
        text = rest.strip_prefix(' ').unwrap_or(rest);
    }
    text
}

/// Whether the line at a position is drawn across, between blank ones.
fn is_rule(lines: &[&str], at: usize) -> bool {
    let line = lines.get(at).map_or("", |line| line.trim());
    let is_blank = |at: Option<usize>| at.and_then(|at| lines.get(at)).is_some_and(|line| line.trim().is_empty());
    let is_drawn = |mark| line.len() > 2 && line.chars().all(|char| char == mark);
    ['-', '*', '_'].into_iter().any(is_drawn) && is_blank(at.checked_sub(1)) && is_blank(Some(at + 1))
}

/// Whether a line makes a title of the one above it.
pub(super) fn is_title_rule(line: &str) -> bool {
    let line = line.trim();
    line.len() > 2 && line.bytes().all(|byte| byte == b'=')
}

fn without_hashes(line: &str) -> &str {
    let rest = line.trim_start_matches('#');
    if (1..=6).contains(&(line.len() - rest.len())) && rest.starts_with(' ') {
        rest.trim_start_matches(' ')
    } else {
        line
    }
}

/// Whether the lines gone through so far leave a block of code open.
#[derive(Default)]
pub(super) struct Fence {
    pub(super) is_open: bool,
    mark: char,
    length: usize,
}

impl Fence {
    /// Whether a line opens or closes a block of code. One that opens it may stand behind the sign of an item.
    pub(super) fn passes(&mut self, line: &str) -> bool {
        let line = if self.is_open { line } else { line.get(signs_of(line)..).unwrap_or_default() };
        let line = line.trim_start_matches(' ').trim_end();
        let Some(mark) = line.chars().next().filter(|mark| matches!(mark, '`' | '~')) else { return false };
        let rest = line.trim_start_matches(mark);
        let length = line.len() - rest.len();
        let is_fence = if self.is_open {
            mark == self.mark && length >= self.length && rest.is_empty()
        } else {
            length >= 3 && !(mark == '`' && rest.contains('`'))
        };
        if is_fence {
            *self = Self { is_open: !self.is_open, mark, length };
        }
        is_fence
    }
}

/// What tells lines of code by their indent.
#[derive(Default)]
pub(super) struct Indented {
    /// Whether a line of text came last, with which the next goes on.
    is_behind_text: bool,
    /// Blanks that the lines of the item begin with in which these are.
    base: usize,
}

impl Indented {
    /// Blanks behind those of its item that a line of code begins with, at least.
    const BLANKS: usize = 4;

    /// Whether a line is code by its indent.
    pub(super) fn passes(&mut self, line: &str) -> bool {
        let text = line.trim_start_matches([' ', '\t']);
        if text.trim().is_empty() {
            self.is_behind_text = false;
            return false;
        }
        let blanks = line.get(..line.len() - text.len()).unwrap_or_default();
        let indent = blanks.chars().map(|char| if char == '\t' { Self::BLANKS } else { 1 }).sum::<usize>();
        if !self.is_behind_text && indent >= self.base + Self::BLANKS {
            return true;
        }
        self.is_behind_text = true;
        match signs_of(text) {
            0 if indent == 0 => self.base = 0,
            0 => {}
            signs => self.base = indent + signs,
        }
        false
    }
}

/// Bytes of the signs of items that a line begins with, each with a blank.
fn signs_of(line: &str) -> usize {
    let mut end = 0;
    while let Some(sign) = line.get(end..).and_then(sign_end) {
        end += sign + 1;
    }
    end
}

/// What is taken for a mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Extent {
    /// What a form can show as a style.
    #[default]
    Styles,
    /// What strikes through, too.
    Words,
    /// And links.
    All,
}

/// Reads a text; `None` where nothing in it is marked.
fn read(text: &str, extent: Extent) -> Option<Reader> {
    if !text.contains(['*', '_', '`', '~', '[']) {
        return None;
    }
    let mut reader = Reader { extent, ..Reader::default() };
    reader.read(text, Style::Plain, 0);
    let is_marked = reader.pieces.iter().any(|&(_, style)| style != Style::Plain);
    (is_marked || reader.text != text).then_some(reader)
}

/// A text without marks in the making.
#[derive(Default)]
struct Reader {
    text: String,
    pieces: Vec<(usize, Style)>,
    extent: Extent,
}

/// Where it is known that nothing ends what begins before it, by the kind of mark: no text is searched twice for that.
#[derive(Default)]
struct Searched {
    paragraph_end: usize,
    ends: [usize; MAX_RUN + 6],
}

/// Marks that stand side by side.
#[derive(Clone, Copy)]
struct Run {
    mark: u8,
    start: usize,
    end: usize,
}

impl Run {
    fn len(self) -> usize {
        self.end - self.start
    }

    /// The first run in a text from byte `from` on, before byte `limit`.
    fn find(text: &str, from: usize, limit: usize) -> Option<Self> {
        let bytes = text.as_bytes().get(..limit)?;
        let start =
            from + bytes.get(from..)?.iter().position(|byte| matches!(byte, b'*' | b'_' | b'`' | b'~' | b'['))?;
        let mark = *bytes.get(start)?;
        let count = bytes.get(start..)?.iter().take_while(|&&byte| byte == mark).count();
        Some(Self { mark, start, end: start + count })
    }

    /// Where [`Searched`] has it; `None` for what marks nothing.
    fn kind(self) -> Option<usize> {
        match (self.mark, self.len()) {
            (b'`', length @ 1..=MAX_RUN) => Some(length - 1),
            (b'*', length @ 1..=2) => Some(MAX_RUN + length - 1),
            (b'*', 3) => Some(MAX_RUN + 2),
            (b'_', length @ 1..=2) => Some(MAX_RUN + length + 2),
            // One of them is "about".
            (b'~', 2) => Some(MAX_RUN + 5),
            _ => None,
        }
    }

    fn style(self) -> Style {
        match (self.mark, self.len()) {
            (b'`', _) => Style::Code,
            (b'*', 2 | 3) | (b'_', 2) => Style::Strong,
            _ => Style::Emphasis,
        }
    }

    /// Whether two low lines are part of a name, as in `__init__`, and mark nothing.
    fn is_of_name(self, inner: &str) -> bool {
        self.mark == b'_' && self.len() == 2 && !inner.contains(' ')
    }

    fn before(self, text: &str) -> Option<char> {
        text.get(..self.start)?.chars().next_back()
    }

    fn behind(self, text: &str) -> Option<char> {
        text.get(self.end..)?.chars().next()
    }

    /// Whether a backslash says that it is a sign of its own.
    fn is_escaped(self, text: &str) -> bool {
        let before = text.get(..self.start).unwrap_or_default();
        let slashes = before.len() - before.trim_end_matches('\\').len();
        slashes % 2 == 1 && matches!(self.mark, b'*' | b'_' | b'`')
    }

    /// Within a word these are signs of their own: `2*3`, `snake_case`.
    fn opens(self, text: &str) -> bool {
        let (before, behind) = (self.before(text), self.behind(text));
        self.mark == b'`' || (behind.is_some_and(|char| !char.is_whitespace()) && !self.is_in_word(before, behind))
    }

    fn closes(self, text: &str) -> bool {
        let (before, behind) = (self.before(text), self.behind(text));
        let is_sign = self.is_escaped(text) || self.is_in_word(behind, before);
        self.mark == b'`' || (before.is_some_and(|char| !char.is_whitespace()) && !is_sign)
    }

    /// Whether the run goes on with a word to its `outside`. Where words have no blanks between them, stars mark them even so.
    fn is_in_word(self, outside: Option<char>, inside: Option<char>) -> bool {
        let is_wide = |char: Option<char>| self.mark == b'*' && char.is_some_and(is_wide_letter);
        outside.is_some_and(char::is_alphanumeric) && !is_wide(outside) && !is_wide(inside)
    }
}

impl Reader {
    fn read(&mut self, text: &str, style: Style, depth: usize) {
        let mut searched = Searched::default();
        let (mut at, mut plain) = (0, 0);
        while let Some(open) = Run::find(text, at, text.len()) {
            at = open.end;
            if open.is_escaped(text) {
                self.push(text.get(plain..open.start - 1).unwrap_or_default(), style);
                (at, plain) = (open.start + 1, open.start);
                continue;
            }
            if open.mark == b'[' {
                if let Some(link) =
                    Link::read(text, open.end).filter(|_| self.extent == Extent::All && depth < MAX_DEPTH)
                {
                    self.push(text.get(plain..link.start).unwrap_or_default(), style);
                    self.read_link(&link, style, depth);
                    (at, plain) = (link.end, link.end);
                }
                continue;
            }
            if open.mark == b'~' && self.extent == Extent::Styles {
                continue;
            }
            let Some(close) = closing(text, open, &mut searched) else { continue };
            let inner = text.get(open.end..close.start).unwrap_or_default();
            if open.is_of_name(inner) {
                continue;
            }
            self.push(text.get(plain..open.start).unwrap_or_default(), style);
            if open.style() == Style::Code {
                let bare = inner.strip_prefix(' ').and_then(|inner| inner.strip_suffix(' '));
                self.push(bare.filter(|bare| !bare.trim().is_empty()).unwrap_or(inner), Style::Code);
            } else if depth < MAX_DEPTH {
                let inner_style = if open.mark == b'~' { style } else { open.style() };
                self.read(inner, inner_style, depth + 1);
            } else {
                self.push(inner, open.style());
            }
            (at, plain) = (close.end, close.end);
        }
        self.push(text.get(plain..).unwrap_or_default(), style);
    }

    /// The name of a link, and where it leads; of an image, the name is enough.
    fn read_link(&mut self, link: &Link<'_>, style: Style, depth: usize) {
        self.read(link.name, style, depth + 1);
        match link.name.trim() {
            "" => self.push(link.address, style),
            name if link.is_image || name == link.address => {}
            _ => [" (", link.address, ")"].into_iter().for_each(|part| self.push(part, style)),
        }
    }

    fn push(&mut self, text: &str, style: Style) {
        if text.is_empty() {
            return;
        }
        self.text.push_str(text);
        let end = self.text.len();
        match self.pieces.last_mut() {
            Some((last, other)) if *other == style => *last = end,
            _ => self.pieces.push((end, style)),
        }
    }
}

/// What ends what `open` begins, in the same paragraph.
fn closing(text: &str, open: Run, searched: &mut Searched) -> Option<Run> {
    let kind = open.kind().filter(|_| open.opens(text))?;
    if searched.paragraph_end < open.end {
        let rest = text.get(open.end..)?;
        searched.paragraph_end = rest.find("\n\n").map_or(text.len(), |end| open.end + end);
    }
    let limit = searched.paragraph_end;
    if searched.ends.get(kind).is_some_and(|&end| end >= limit) {
        return None;
    }
    let mut from = open.end;
    while let Some(run) = Run::find(text, from, limit) {
        if run.kind() == Some(kind) && run.start > open.end && run.closes(text) {
            return Some(run);
        }
        from = run.end;
    }
    if let Some(end) = searched.ends.get_mut(kind) {
        *end = limit;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Clean, Marks, Style, unmarked, unmarked_label};

    /// The pieces of a text, with a sign for the style of each.
    fn pieces(text: &str) -> String {
        let (text, marks) = Marks::read(Clean::text(text).into_owned());
        let pieces = marks.pieces(0, text.borrowed());
        let sign = |style| match style {
            Style::Plain => "",
            Style::Strong => "S",
            Style::Emphasis => "E",
            Style::Code => "C",
        };
        pieces.iter().map(|(text, style)| format!("{}{text}", sign(*style))).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn marks_are_read_and_signs_are_left() {
        for (text, expected) in [
            ("plain", "plain"),
            ("**bold** move", "Sbold| move"),
            ("use `npm ci`, *please*", "use |Cnpm ci|, |Eplease"),
            ("_this_ one", "Ethis| one"),
            ("**the `id` of it**", "Sthe |Cid|S of it"),
            ("`` a`b ``", "Ca`b"),
            ("**", "**"),
            ("snake_case_name and __init__", "snake_case_name and __init__"),
            ("***Both*** of __these two__, __init__ or __main__", "SBoth| of |Sthese two|, __init__ or __main__"),
            ("2*3*4 and 5 * 6 * 7", "2*3*4 and 5 * 6 * 7"),
            ("src/**/*.ts and *.js", "src/**/*.ts and *.js"),
            ("a ` alone", "a ` alone"),
            ("`one\n\ntwo`", "`one\n\ntwo`"),
            ("1. <b> # x", "1. <b> # x"),
            ("(*é*)", "(|Eé|)"),
            ("これは**重要**です、a**を**b、데이터*를*", "これは|S重要|です、a|Sを|b、데이터|E를"),
            ("ファイル_名_です", "ファイル_名_です"),
            (r"Match \*.ts and \*.js, \_a\_ and \`b\`", "Match *.ts and *.js, _a_ and `b`"),
            (r"*a\* b* \\*c* C:\dir", r"Ea* b| \\|Ec| C:\dir"),
        ] {
            assert_eq!(pieces(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_text_without_marks_has_all_its_words() {
        for (text, expected) in [
            ("Plain, a_b.", "Plain, a_b."),
            ("## Plan\n\nUse **two** `a_b`.", "Plan\n\nUse two a_b."),
            ("Run:\n```sh\n*.ts `x`\n```\nOk?", "Run:\n*.ts `x`\nOk?"),
            ("#1 is *it*", "#1 is it"),
            ("Plan\n====\n\n====\nOk?", "Plan\n\n====\nOk?"),
            ("```\ncode\n```", "code"),
            ("1. ```sh\n   a *b*\n   c\n   ```\n- - ```\n    d\n    ```\n\n*Ok*?", "1. a *b*\n   c\n- - d\n\nOk?"),
            (
                "Ways:\n\n| way | `ms` |\n|---|---:|\n| **one** | 5 |\n\nWhich *one*?",
                "Ways:\n\nway · ms\none · 5\n\nWhich one?",
            ),
            ("| a | b |\n|---|---|\nWhich?", "a · b\nWhich?"),
            ("Run *it*?\n\n    rm `a` *b*\n\n    c_*", "Run it?\n\n    rm `a` *b*\n\n    c_*"),
            ("- a\n\n      rm `a`\n\n    *b*\n\tc", "- a\n\n      rm `a`\n\n    b\n\tc"),
            ("```\n| a | b |\n|---|---|\n```\nOk?", "| a | b |\n|---|---|\nOk?"),
            ("a | b", "a | b"),
            ("~~old~~ **~~b~~** `~~c~~` ~5 ~~ 6 a~~b~~c", "old b ~~c~~ ~5 ~~ 6 a~~b~~c"),
            (
                "See [the *docs*](https://a.b/x_(y)_z?q=1), [`f`](/f).",
                "See the docs (https://a.b/x_(y)_z?q=1), f (/f).",
            ),
            ("詳細は[こちら](/a)を", "詳細はこちら (/a)を"),
            ("![plan](a.png) ![](b.png) [https://a.b](https://a.b)", "plan b.png https://a.b"),
            (
                "[x] a, [ ] b, list[0](1), f()[k](v), [1], [a]( ), `[a](b)`",
                "[x] a, [ ] b, list[0](1), f()[k](v), [1], [a]( ), [a](b)",
            ),
            ("**see [it](u)** [a](b", "see it (u) [a](b"),
            ("One.\n\n---\n\nTwo?\n***\nThree", "One.\n\nTwo?\n***\nThree"),
            ("--- a\n- b -- c", "--- a\n- b -- c"),
            ("> They *say*:\n>\n> > ## no\n\nYes?", "They say:\n\nno\n\nYes?"),
            ("> ```\n> a > b\n> ```\nOk?", "a > b\nOk?"),
            ("> ```\n> a\nAnd *b*?", "a\nAnd b?"),
            ("```\n> a\n\n---\n\n[a](b)\n```", "> a\n\n---\n\n[a](b)"),
            ("a < b > c\n> 5 GB\n>5", "a < b > c\n> 5 GB\n>5"),
        ] {
            assert_eq!(unmarked(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_label_has_no_marks_of_lines() {
        let label = "- not a list\n# no heading\n> no quote\n| a |\n|---|\nbut *this*";
        assert_eq!(unmarked_label(label), label.replace('*', ""));
    }

    #[test]
    fn of_a_long_text_no_character_is_looked_at_often() {
        for part in ["[a](", "[", "](", "![a](b)", "[a]((", "~~a", "> ", "> ```\n", "\n\n---\n", "[a\n\n"] {
            assert!(unmarked(&part.repeat(100_000)).len() <= 1_000_000, "{part}");
        }
    }

    proptest::proptest! {
        #[test]
        fn only_marks_are_lost(text in "([a-z é\n]|[*_`]){0,60}", columns in 1_usize..9) {
            let bare = |text: &str| text.replace(['*', '_', '`'], "").replace([' ', '\n'], "");
            let (plain, marks) = Marks::read(Clean::text(&text).into_owned());
            proptest::prop_assert_eq!(bare(plain.as_str()), bare(&text));
            let mut rows = super::super::Wrap::new(plain.borrowed(), columns);
            while let Some((start, row)) = rows.next_with_start() {
                let pieces = marks.pieces(start, row.borrowed());
                let all: String = pieces.iter().map(|(text, _)| text.to_string()).collect();
                proptest::prop_assert_eq!(all, row.as_str());
            }
        }
    }
}
