//! Reads marks inside a text: bold in pairs of two stars, code in pairs of one backtick. Links stay as written, with a
//! style of their own, and addresses in a text can be opened. Everything else is plain text.
//!
//! Replaces the inline rules of `CommonMark`, which drop the stars and underscores of `rm ./*.tmp ./*.log`, `2*3*4` and
//! `__init__`: a command that the user is asked to approve has to be shown as it is.

use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;

use super::link::{self, Link};
use crate::text::clean::{Clean, is_harmless_text};
use crate::text::width::is_plain;

/// The style of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Plain,
    Strong,
    Code,
    /// A link, with its brackets and address.
    Link,
    Heading,
    /// A line of a code block.
    CodeBlock,
    /// Text in a quote.
    Quote,
    /// Decoration: bars of quotes, markers of list items, rules of tables.
    Sign,
    /// What typed words find.
    Match,
}

/// A piece of a row.
#[derive(Clone, Debug)]
pub(crate) struct Piece<'a> {
    pub(crate) text: Clean<'a>,
    pub(crate) style: Style,
    /// The address that a click on the piece opens.
    pub(crate) link: Option<Rc<str>>,
}

impl<'a> Piece<'a> {
    pub(super) fn new(text: Clean<'a>, style: Style) -> Self {
        Self { text, style, link: None }
    }

    pub(super) fn into_owned(self) -> Piece<'static> {
        Piece { text: self.text.into_owned(), style: self.style, link: self.link }
    }
}

/// Styles and links of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Styles {
    /// Consecutive pieces, each with the byte offset of its end. Empty if all of the text is plain.
    pieces: Vec<(usize, Style)>,
    links: Vec<Link>,
}

impl Styles {
    /// Creates the styles of a label with the characters that typed words find, by their sorted byte offsets.
    pub(crate) fn of_matches(label: &Clean<'_>, matched: &[usize]) -> Self {
        let mut pieces: Vec<(usize, Style)> = Vec::new();
        let mut end = 0;
        for grapheme in label.graphemes() {
            let start = end;
            end += grapheme.len();
            let first = matched.partition_point(|at| *at < start);
            let is_match = matched.get(first).is_some_and(|at| *at < end);
            push_piece(&mut pieces, end, if is_match { Style::Match } else { Style::Plain });
        }
        Self { pieces, links: Vec::new() }
    }

    /// Finds the links of a text without marks.
    pub(super) fn of_links(text: &Clean<'_>) -> Self {
        Self { pieces: Vec::new(), links: link::find_all(text.as_str()) }
    }

    pub(crate) fn is_plain(&self) -> bool {
        self.pieces.is_empty() && self.links.is_empty()
    }

    /// Reads bold and code, as in labels and descriptions. Returns the text without their marks.
    pub(crate) fn read(text: Clean<'static>) -> (Clean<'static>, Self) {
        if has_marks(text.as_str()) { Marked::read_all(text.as_str(), &['*', '`']) } else { (text, Self::default()) }
    }

    /// Reads bold, code and links.
    pub(super) fn read_with_links(text: &str) -> (Clean<'static>, Self) {
        let (text, styles) = Marked::read_all(text, &['*', '`', '[']);
        let links = link::find_all(text.as_str());
        (text, Self { links, ..styles })
    }

    /// Returns a label or description without its marks.
    pub(crate) fn bare(text: &str) -> Cow<'_, str> {
        // Most have none, and are ASCII.
        if !has_marks(text) && (is_plain(text) || (!text.contains('\t') && is_harmless_text(text))) {
            return Cow::Borrowed(text);
        }
        Cow::Owned(Marked::read_all(text, &['*', '`']).0.as_str().to_owned())
    }

    /// Returns whether a byte of the text is in code.
    pub(crate) fn is_code(&self, at: usize) -> bool {
        let piece = self.pieces.partition_point(|&(end, _)| end <= at);
        self.pieces.get(piece).is_some_and(|&(_, style)| style == Style::Code)
    }

    /// Splits a row that starts at byte `start` of the text into its pieces, with `base` as the style of plain ones.
    pub(super) fn pieces_in<'a>(&self, base: Style, start: usize, row: Clean<'a>) -> Vec<Piece<'a>> {
        if self.is_plain() {
            return vec![Piece::new(row, base)];
        }
        let mut pieces = self.pieces(start, row);
        pieces.iter_mut().filter(|piece| piece.style == Style::Plain).for_each(|piece| piece.style = base);
        pieces
    }

    /// Splits a row that starts at byte `start` of the text into its pieces.
    pub(crate) fn pieces<'a>(&self, start: usize, row: Clean<'a>) -> Vec<Piece<'a>> {
        let end = start + row.as_str().len();
        let mut styles = self.pieces.iter().skip(self.pieces.partition_point(|&(end, _)| end <= start)).peekable();
        let mut links = self.links.iter().skip(self.links.partition_point(|link| link.range.end <= start)).peekable();
        let mut pieces = Vec::with_capacity(1);
        let mut at = start;
        loop {
            while styles.next_if(|&&(end, _)| end <= at).is_some() {}
            while links.next_if(|link| link.range.end <= at).is_some() {}
            let (style_end, style) = styles.peek().map_or((end, Style::Plain), |&&(end, style)| (end, style));
            let (link_end, link) = match links.peek() {
                Some(link) if link.range.start <= at => (link.range.end, Some(Rc::clone(&link.address))),
                Some(link) => (link.range.start, None),
                None => (end, None),
            };
            let piece_end = style_end.min(link_end).min(end);
            if at == start && piece_end == end {
                return vec![Piece { text: row, style, link }];
            }
            pieces.push(Piece { text: row.part(at - start..piece_end - start), style, link });
            at = piece_end;
            if at == end {
                return pieces;
            }
        }
    }
}

/// A text while its marks are read.
struct Marked<'a> {
    source: &'a str,
    /// First characters of the marks to look for.
    marks: &'a [char],
    /// The text so far, without marks.
    text: String,
    pieces: Vec<(usize, Style)>,
}

impl Marked<'_> {
    fn read_all(text: &str, marks: &[char]) -> (Clean<'static>, Styles) {
        let mut reader = Marked { source: text, marks, text: String::with_capacity(text.len()), pieces: Vec::new() };
        let mut start = 0;
        for paragraph in text.split_inclusive("\n\n") {
            reader.read(start..start + paragraph.len(), Style::Plain);
            start += paragraph.len();
        }
        let Marked { text, mut pieces, .. } = reader;
        if pieces.iter().all(|(_, style)| *style == Style::Plain) {
            pieces.clear();
        }
        (Clean::text(&text).into_owned(), Styles { pieces, links: Vec::new() })
    }

    fn read(&mut self, range: Range<usize>, style: Style) {
        let mut plain = range.start;
        let mut at = range.start;
        // If one mark has no end, later marks of its kind have none either.
        let (mut has_code, mut has_strong) = (true, style != Style::Strong);
        while let Some(open) = Mark::find(self.source, at..range.end, self.marks) {
            at = open.end;
            let (inner, end) = if open.char == '[' {
                let Some(end) = open.link(self.source, range.end) else { continue };
                (open.start..end, end)
            } else {
                let has_end = if open.is_stars() { &mut has_strong } else { &mut has_code };
                if !*has_end || !open.opens(self.source) {
                    continue;
                }
                let Some(close) = open.closing(self.source, range.end) else {
                    *has_end = false;
                    continue;
                };
                (open.end..close.start, close.end)
            };
            self.push(plain..open.start, style);
            match open.char {
                '*' => self.read(inner, Style::Strong),
                '`' => self.push(inner, Style::Code),
                _ => self.push(inner, if style == Style::Plain { Style::Link } else { style }),
            }
            (at, plain) = (end, end);
        }
        self.push(plain..range.end, style);
    }

    fn push(&mut self, range: Range<usize>, style: Style) {
        let Some(text) = self.source.get(range).filter(|text| !text.is_empty()) else { return };
        self.text.push_str(text);
        push_piece(&mut self.pieces, self.text.len(), style);
    }
}

/// Returns whether a text has characters that may mark bold or code.
fn has_marks(text: &str) -> bool {
    // Counting them needs no branch for each byte.
    let marks = text.bytes().map(|byte| usize::from(byte == b'*') + usize::from(byte == b'`'));
    marks.sum::<usize>() > 0
}

/// Appends a piece that ends at byte `end`, or extends the last one if that has the same style.
fn push_piece(pieces: &mut Vec<(usize, Style)>, end: usize, style: Style) {
    match pieces.last_mut() {
        Some((last, other)) if *other == style => *last = end,
        _ => pieces.push((end, style)),
    }
}

/// A run of equal stars, backticks or brackets, in bytes of a text.
#[derive(Clone, Copy)]
struct Mark {
    char: char,
    start: usize,
    end: usize,
}

impl Mark {
    /// Finds the first mark in a range of a text.
    fn find(text: &str, range: Range<usize>, marks: &[char]) -> Option<Self> {
        let from = range.start;
        let rest = text.get(range)?;
        let start = rest.find(marks)?;
        let run = rest.get(start..)?;
        let char = run.chars().next()?;
        Some(Self { char, start: from + start, end: from + rest.len() - run.trim_start_matches(char).len() })
    }

    fn is_stars(self) -> bool {
        self.char == '*'
    }

    /// Returns whether the run is two stars or one backtick. Other runs delimit nothing.
    fn is_delimiter(self) -> bool {
        self.end - self.start == if self.is_stars() { 2 } else { 1 }
    }

    fn before(self, text: &str) -> Option<char> {
        text.get(..self.start)?.chars().next_back()
    }

    fn behind(self, text: &str) -> Option<char> {
        text.get(self.end..)?.chars().next()
    }

    /// Returns whether code or bold can begin here. Bold can begin before a word, unless another word ends right before
    /// the stars, and between a blank and a sign that can begin a word.
    fn opens(self, text: &str) -> bool {
        let outer = self.before(text);
        let is_free = outer.is_none_or(|outer| outer.is_whitespace() || "([{\"'".contains(outer));
        let before_word =
            |inner: char| is_word(inner) && are_apart(outer, inner) || is_free && "\"'(<[{$#@~+-!.`".contains(inner);
        self.is_delimiter()
            && if self.is_stars() { self.behind(text).is_some_and(before_word) } else { outer != Some('\\') }
    }

    /// Returns whether bold can end here: after a word or a sign that can end one, unless a word begins right after the
    /// stars.
    fn closes(self, text: &str) -> bool {
        self.before(text).is_some_and(|inner| {
            (is_word(inner) || "\"')]}>%!?.,:;~+-#_`".contains(inner)) && are_apart(self.behind(text), inner)
        })
    }

    /// Finds the mark that closes this one, before byte `limit`.
    fn closing(self, text: &str, limit: usize) -> Option<Self> {
        let mut from = self.end;
        while let Some(mark) = Self::find(text, from..limit, &['*', '`']) {
            if mark.char == self.char && mark.is_delimiter() && (!self.is_stars() || mark.closes(text)) {
                return Some(mark);
            }
            // Stars in code do not end bold.
            let code = Some(mark).filter(|mark| self.is_stars() && !mark.is_stars() && mark.is_delimiter());
            from = code.and_then(|code| code.closing(text, limit)).unwrap_or(mark).end;
        }
        None
    }

    /// Finds the end of the link that begins with this bracket. An address contains no blanks and no brackets.
    fn link(self, text: &str, limit: usize) -> Option<usize> {
        let inside = text.get(self.end..limit)?;
        let address = inside.get(inside.find(['[', ']'])?..)?.strip_prefix("](")?;
        let behind = address.trim_start_matches(|char: char| !char.is_whitespace() && !"[]()".contains(char));
        (behind.len() < address.len() && behind.starts_with(')')).then(|| limit - behind.len() + 1)
    }
}

/// Returns whether a word can begin or end with a character.
fn is_word(char: char) -> bool {
    char.is_alphanumeric() || (!char.is_ascii() && !char.is_whitespace())
}

/// Returns whether the character outside a mark does not continue the word inside it. Only ASCII characters continue a
/// word, because some languages have no blanks between words.
fn are_apart(outer: Option<char>, inner: char) -> bool {
    outer.is_none_or(|outer| !outer.is_ascii_alphanumeric() || !inner.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::{Clean, Style, Styles};

    /// Formats the pieces of a text, each with a sign for its style.
    fn pieces(text: &str) -> String {
        let (text, styles) = Styles::read(Clean::text(text).into_owned());
        let pieces = styles.pieces(0, text.borrowed());
        let sign = |style| match style {
            Style::Strong => "S",
            Style::Code => "C",
            _ => "",
        };
        pieces.iter().map(|piece| format!("{}{}", sign(piece.style), piece.text)).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn bold_and_code_are_read_and_signs_are_left() {
        for (text, expected) in [
            ("plain", "plain"),
            ("**bold** move", "Sbold| move"),
            ("use `npm ci`, **please**", "use |Cnpm ci|, |Splease"),
            ("**the `id` of it**", "Sthe |Cid|S of it"),
            ("`` a`b `` and ```c```", "`` a`b `` and ```c```"),
            ("**Note:** **.env**, **C++**!", "SNote:| |S.env|, |SC++|!"),
            ("(**a**) **b**/**c** **really?**)", "(|Sa|) |Sb|/|Sc| |Sreally?|)"),
            ("**`a.ts`**, (**`b`**). **“f”**", "Ca.ts|, (|Cb|). |S“f”"),
            ("は**「名」**と**注：**を", "は|S「名」|と|S注：|を"),
            ("これは**重要**です、a**を**b", "これは|S重要|です、a|Sを|b"),
            ("`one\n\ntwo` **one\n\ntwo**", "`one\n\ntwo` **one\n\ntwo**"),
            // one star, underscores and backslashes are plain text
            ("*please* and _this_, ***both***", "*please* and _this_, ***both***"),
            ("snake_case_name and __init__", "snake_case_name and __init__"),
            ("2*3*4 and 5 * 6 * 7, 2**3**4, a ** b ** c", "2*3*4 and 5 * 6 * 7, 2**3**4, a ** b ** c"),
            ("src/**/*.ts, **/node_modules/** is ignored", "src/**/*.ts, **/node_modules/** is ignored"),
            ("chmod **/*.sh && ls **/*.ts", "chmod **/*.sh && ls **/*.ts"),
            ("rm -rf ./*.tmp ./*.log", "rm -rf ./*.tmp ./*.log"),
            ("f(**kwargs), g(**more)", "f(**kwargs), g(**more)"),
            ("删除**.tmp和**.log文件", "删除**.tmp和**.log文件"),
            (r"Match \*.ts, C:\proj\_build_ and \`b\`", r"Match \*.ts, C:\proj\_build_ and \`b\`"),
            ("a ` alone, ** too", "a ` alone, ** too"),
            ("1. <b> # x", "1. <b> # x"),
        ] {
            assert_eq!(pieces(text), expected, "{text:?}");
        }
    }
}
