//! Text with marks → text in styles: bold between two stars, code between backticks. All else stays as it is written.
//!
//! Stands in for the inline rules of `CommonMark`, which eat the stars and low lines of `rm ./*.tmp ./*.log`, `2*3*4` and
//! `__init__`: a command that the user is to approve has to be read as it is.

use std::ops::Range;

use crate::text::clean::Clean;
use crate::text::width::{is_opening, is_sign, is_wide_letter};

/// How a piece of a text is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Plain,
    Strong,
    Code,
    /// The name and the address of a link.
    Link,
    /// A heading.
    Heading,
    /// A line of a block of code.
    CodeBlock,
    /// Text in a quote.
    Quote,
    /// What is drawn around a text: bars of quotes, signs of items, lines of tables.
    Sign,
}

/// The styles of a text: the byte that each piece ends before. Empty where all of it is plain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Styles(Vec<(usize, Style)>);

/// The styles of a plain text.
pub(crate) static PLAIN: Styles = Styles(Vec::new());

/// A row of a text.
#[derive(Clone, Debug)]
pub(crate) struct StyledRow<'a> {
    pub(crate) text: Clean<'a>,
    /// The byte of the whole text that it begins with.
    pub(crate) start: usize,
    pub(crate) styles: &'a Styles,
}

impl<'a> StyledRow<'a> {
    /// Its pieces, each with its style; `None` where all of it is plain.
    pub(crate) fn pieces(&self) -> Option<Vec<(Clean<'a>, Style)>> {
        let is_plain = self.styles.0.is_empty();
        (!is_plain).then(|| self.styles.pieces(self.start, self.text.clone()))
    }

    /// Its pieces, those that are plain in a style of the block that it stands in.
    pub(super) fn pieces_in(self, base: Style) -> Vec<(Clean<'a>, Style)> {
        let styled = |style| if style == Style::Plain { base } else { style };
        match self.pieces() {
            Some(pieces) => pieces.into_iter().map(|(text, style)| (text, styled(style))).collect(),
            None => vec![(self.text, base)],
        }
    }
}

impl Styles {
    /// A text without its marks, and the styles that they say.
    pub(crate) fn read(text: Clean<'static>) -> (Clean<'static>, Self) {
        if !text.as_str().contains(['*', '`']) {
            return (text, Self::default());
        }
        Self::read_linked(text.as_str(), &[])
    }

    /// The same for a text in which some ranges are links.
    pub(super) fn read_linked(text: &str, links: &[Range<usize>]) -> (Clean<'static>, Self) {
        let mut reader = Reader { source: text, links, text: String::with_capacity(text.len()), pieces: Vec::new() };
        reader.read(0..text.len(), Style::Plain);
        let Reader { text, mut pieces, .. } = reader;
        if pieces.iter().all(|(_, style)| *style == Style::Plain) {
            pieces.clear();
        }
        (Clean::text(&text).into_owned(), Self(pieces))
    }

    /// A text without its marks.
    pub(crate) fn bare(text: &str) -> String {
        Self::read_linked(text, &[]).0.as_str().to_owned()
    }

    /// Whether a byte of the text stands in code.
    pub(crate) fn is_code(&self, at: usize) -> bool {
        let piece = self.0.partition_point(|&(end, _)| end <= at);
        self.0.get(piece).is_some_and(|&(_, style)| style == Style::Code)
    }

    /// The pieces of a row that begins at byte `start` of the text.
    pub(super) fn pieces<'a>(&self, start: usize, row: Clean<'a>) -> Vec<(Clean<'a>, Style)> {
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

/// A text without marks in the making.
struct Reader<'a> {
    source: &'a str,
    links: &'a [Range<usize>],
    text: String,
    pieces: Vec<(usize, Style)>,
}

/// Backticks in a row that can begin code.
const MAX_RUN: usize = 4;

impl Reader<'_> {
    fn read(&mut self, range: Range<usize>, style: Style) {
        // Of each kind of mark, the byte before which none closes what opens: nothing is searched twice.
        let mut searched = [0; MAX_RUN + 1];
        let (mut at, mut plain) = (range.start, range.start);
        // The end of the paragraph.
        let mut limit = 0;
        while let Some(open) = Run::find(self.source, at, range.end) {
            at = open.end;
            let may_open = open
                .kind()
                .filter(|_| open.opens(self.source, range.start) && (!open.is_stars() || style == Style::Plain));
            let Some(seen) = may_open.and_then(|kind| searched.get_mut(kind)) else { continue };
            if open.start < *seen {
                continue;
            }
            if limit < open.end {
                let rest = self.source.get(open.end..range.end).unwrap_or_default();
                limit = rest.find("\n\n").map_or(range.end, |end| open.end + end);
            }
            let Some(close) = open.closing(self.source, limit) else {
                *seen = limit;
                continue;
            };
            self.push(plain..open.start, style);
            let inner = open.end..close.start;
            if open.is_stars() {
                self.read(inner, Style::Strong);
            } else {
                self.push(within(self.source, inner), Style::Code);
            }
            (at, plain) = (close.end, close.end);
        }
        self.push(plain..range.end, style);
    }

    fn push(&mut self, range: Range<usize>, style: Style) {
        let mut at = range.start;
        let first = self.links.partition_point(|link| link.end <= at);
        for link in self.links.get(first..).unwrap_or_default().iter().take_while(|link| link.start < range.end) {
            self.push_piece(at..link.start.max(at), style);
            let linked = if style == Style::Plain { Style::Link } else { style };
            self.push_piece(link.start.max(at)..link.end.min(range.end), linked);
            at = link.end.min(range.end);
        }
        self.push_piece(at..range.end, style);
    }

    fn push_piece(&mut self, range: Range<usize>, style: Style) {
        let Some(text) = self.source.get(range).filter(|text| !text.is_empty()) else { return };
        self.text.push_str(text);
        let end = self.text.len();
        match self.pieces.last_mut() {
            Some((last, other)) if *other == style => *last = end,
            _ => self.pieces.push((end, style)),
        }
    }
}

/// Code without the one blank that may stand at both of its ends.
fn within(text: &str, range: Range<usize>) -> Range<usize> {
    let code = text.get(range.clone()).unwrap_or_default();
    let is_padded = code.len() > 2 && code.starts_with(' ') && code.ends_with(' ') && !code.trim().is_empty();
    if is_padded { range.start + 1..range.end - 1 } else { range }
}

/// Stars or backticks that stand side by side, in bytes of a text.
#[derive(Clone, Copy)]
struct Run {
    mark: u8,
    start: usize,
    end: usize,
}

impl Run {
    /// The first run from byte `from` on, before byte `limit`.
    fn find(text: &str, from: usize, limit: usize) -> Option<Self> {
        let bytes = text.as_bytes().get(from..limit)?;
        let start = bytes.iter().position(|byte| matches!(byte, b'*' | b'`'))?;
        let mark = *bytes.get(start)?;
        let count = bytes.get(start..)?.iter().take_while(|byte| **byte == mark).count();
        Some(Self { mark, start: from + start, end: from + start + count })
    }

    fn is_stars(self) -> bool {
        self.mark == b'*'
    }

    /// Which mark it is, from 0; `None` for what marks nothing: a single star, and many signs in a row.
    fn kind(self) -> Option<usize> {
        match (self.mark, self.end - self.start) {
            (b'`', count @ 1..=MAX_RUN) => Some(count - 1),
            (b'*', 2) => Some(MAX_RUN),
            _ => None,
        }
    }

    fn before(self, text: &str) -> Option<char> {
        text.get(..self.start)?.chars().next_back()
    }

    fn behind(self, text: &str) -> Option<char> {
        text.get(self.end..)?.chars().next()
    }

    /// Whether bold can begin here: behind a blank, what opens something, or beside a wide letter; before a word.
    fn opens(self, text: &str, from: usize) -> bool {
        if !self.is_stars() {
            return self.before(text) != Some('\\');
        }
        let before = self.before(text).filter(|_| self.start > from);
        let Some(behind) = self.behind(text) else { return false };
        let is_word = behind.is_alphanumeric()
            || (is_sign(behind) && is_opening(behind))
            || (!behind.is_ascii() && !behind.is_whitespace() && !is_sign(behind));
        let is_free = |before: char| before.is_whitespace() || is_opening(before) || "([{\"'".contains(before);
        match before.filter(|before| !is_free(*before)) {
            None => is_word || "\"'(<[{$#@~+-!`.".contains(behind),
            Some(before) if is_wide_letter(before) => is_word,
            Some(before) => {
                (is_word && ",.;:!?-/—–→".contains(before)) || (is_wide_letter(behind) && before.is_alphanumeric())
            }
        }
    }

    /// Whether bold can end here: behind a word, before a blank, what closes something, or beside a wide letter.
    fn closes(self, text: &str, limit: usize) -> bool {
        let Some(before) = self.before(text) else { return false };
        let is_word =
            before.is_alphanumeric() || (!before.is_ascii() && !before.is_whitespace() && !is_opening(before));
        let ends = is_word || "\"')]}>%!?.,:;~+-#_`".contains(before);
        match self.behind(text).filter(|_| self.end < limit) {
            None => ends,
            Some(behind) if behind.is_whitespace() || ",.;:!?)]}\"'…".contains(behind) => ends,
            Some(behind) if is_wide_letter(behind) => is_word || "\"')]}>".contains(before),
            Some(behind) => {
                (is_word && "-/—–→".contains(behind)) || (is_wide_letter(before) && behind.is_alphanumeric())
            }
        }
    }

    /// The run that ends what this one begins, before byte `limit`.
    fn closing(self, text: &str, limit: usize) -> Option<Self> {
        let mut from = self.end;
        while let Some(run) = Self::find(text, from, limit) {
            let is_end = run.kind() == self.kind() && run.start > self.end;
            if is_end && (!self.is_stars() || run.closes(text, limit)) {
                return Some(run);
            }
            // Stars in code end nothing.
            let code = Some(run).filter(|run| self.is_stars() && !run.is_stars() && run.kind().is_some());
            from = code.and_then(|code| code.closing(text, limit)).unwrap_or(run).end;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{Clean, Style, Styles};

    /// The pieces of a text, with a sign for the style of each.
    fn pieces(text: &str) -> String {
        let (text, styles) = Styles::read(Clean::text(text).into_owned());
        let pieces = styles.pieces(0, text.borrowed());
        let sign = |style| match style {
            Style::Strong => "S",
            Style::Code => "C",
            _ => "",
        };
        pieces.iter().map(|(text, style)| format!("{}{text}", sign(*style))).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn bold_and_code_are_read_and_signs_are_left() {
        for (text, expected) in [
            ("plain", "plain"),
            ("**bold** move", "Sbold| move"),
            ("use `npm ci`, **please**", "use |Cnpm ci|, |Splease"),
            ("**the `id` of it**", "Sthe |Cid|S of it"),
            ("`` a`b ``", "Ca`b"),
            ("**Note:** **.env**, **C++**!", "SNote:| |S.env|, |SC++|!"),
            ("(**a**) **b**/**c** **really?**)", "(|Sa|) |Sb|/|Sc| |Sreally?|)"),
            ("**`a.ts`**, (**`b`**). **“f”**", "Ca.ts|, (|Cb|). |S“f”"),
            ("は**「名」**と**注：**を", "は|S「名」|と|S注：|を"),
            ("これは**重要**です、a**を**b", "これは|S重要|です、a|Sを|b"),
            ("`one\n\ntwo` **one\n\ntwo**", "`one\n\ntwo` **one\n\ntwo**"),
            // one star, low lines and backslashes are signs of their own
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

    proptest::proptest! {
        #[test]
        fn only_marks_are_lost(text in "([a-z é\n]|[*_`]){0,60}", columns in 1_usize..9) {
            let bare = |text: &str| text.replace(['*', '`'], "").replace([' ', '\n'], "");
            let (plain, styles) = Styles::read(Clean::text(&text).into_owned());
            proptest::prop_assert_eq!(bare(plain.as_str()), bare(&text));
            let mut rows = crate::text::Wrap::new(plain.borrowed(), columns);
            while let Some((start, row)) = rows.next_with_start() {
                let pieces = styles.pieces(start, row.borrowed());
                let all: String = pieces.iter().map(|(text, _)| text.to_string()).collect();
                proptest::prop_assert_eq!(all, row.as_str());
            }
        }
    }
}
