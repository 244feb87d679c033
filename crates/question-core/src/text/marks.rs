//! Emphasis and code inside a text, as Markdown writes them: what is marked how, and the words without the marks.
//!
//! Stands in for pulldown-cmark, which reads whole documents: of a label it would take "1." for a list and "<b>" for
//! HTML, and leave them out. Here all stays as it is written but for pairs of stars, low lines and backticks around words.

use std::collections::BTreeSet;
use std::ops::Range;

use super::clean::Clean;
use super::link::Link;
use super::width::{is_opening, is_sign, is_wide_letter};

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

    /// Whether a byte of the text without its marks stands in code.
    pub(super) fn is_code(&self, at: usize) -> bool {
        let piece = self.0.partition_point(|&(end, _)| end <= at);
        self.0.get(piece).is_some_and(|&(_, style)| style == Style::Code)
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

/// A text without what is taken for a mark in it.
pub(super) fn bare(text: &str, extent: Extent) -> String {
    read(text, extent).map_or_else(|| text.to_owned(), |reader| reader.text)
}

/// What is taken for a mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Extent {
    /// What a form can show as a style.
    #[default]
    Styles,
    /// Links, too.
    All,
}

/// Reads a text; `None` where nothing in it is marked.
fn read(text: &str, extent: Extent) -> Option<Reader> {
    if !text.contains(['*', '_', '`', '[']) {
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
    ends: [usize; MAX_RUN + 5],
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
        let start = from + bytes.get(from..)?.iter().position(|byte| matches!(byte, b'*' | b'_' | b'`' | b'['))?;
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

    /// Within a word these are signs of their own: `2*3`, `snake_case`; so are they between signs: `COUNT(*)`, `./*.ts`.
    fn opens(self, text: &str) -> bool {
        let (before, behind) = (self.before(text), self.behind(text));
        self.mark == b'`'
            || behind.is_some_and(|inside| !self.is_in_word(before, behind) && self.begins(inside, before))
    }

    fn closes(self, text: &str) -> bool {
        let (before, behind) = (self.before(text), self.behind(text));
        let ends = |inside| !self.is_escaped(text) && !self.is_in_word(behind, before) && self.ends(inside, behind);
        self.mark == b'`' || before.is_some_and(ends)
    }

    /// Whether what is marked may begin so. Commands and paths are more than `CommonMark` would leave of them.
    fn begins(self, inside: char, outside: Option<char>) -> bool {
        let is_many = self.mark == b'*' && self.len() > 1;
        match inside {
            _ if inside.is_alphanumeric() => self.is_beside_words(outside, "=$.@&|)]}%^+#"),
            _ if !inside.is_ascii() => !inside.is_whitespace() && (!is_sign(inside) || is_opening(inside)),
            '`' | '[' | '_' | '*' => is_apart(outside) || outside.is_some_and(|char| "([{".contains(char)),
            '.' | '/' => is_many && is_apart(outside),
            _ => "\"'({<$#@~+-!".contains(inside) && is_apart(outside),
        }
    }

    /// Whether what is marked may end so.
    fn ends(self, inside: char, outside: Option<char>) -> bool {
        match inside {
            _ if inside.is_alphanumeric() => self.is_beside_words(outside, "=$@&|[{%^+#"),
            _ if !inside.is_ascii() => !inside.is_whitespace() && !is_opening(inside),
            _ => {
                let goes_on = outside.is_some_and(|char| ",.;:!?)]}".contains(char));
                "\"')]}>`%!?.,:;~+-#_*".contains(inside) && (is_apart(outside) || goes_on)
            }
        }
    }

    /// Whether none of these signs of code is beside marked words. Around two low lines there are blanks.
    fn is_beside_words(self, outside: Option<char>, code: &str) -> bool {
        let is_word = |char: char| match (self.mark, self.len()) {
            (b'_', 2) => ",.;:!?".contains(char),
            (b'*', 2..) => !code.contains(char),
            _ => char != '/' && !code.contains(char),
        };
        is_apart(outside) || outside.is_some_and(is_word)
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
                // The backslashes of a path are no marks.
                if !is_in_path(text, open.start) {
                    self.push(text.get(plain..open.start - 1).unwrap_or_default(), style);
                    plain = open.start;
                }
                at = open.start + 1;
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
                self.read(inner, open.style(), depth + 1);
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

/// Whether a backslash before a byte is one of several in a path: `C:\\a\\_b`.
fn is_in_path(text: &str, at: usize) -> bool {
    /// Characters of a path that are looked at.
    const REACH: usize = 200;
    let before = text.get(..at.saturating_sub(1)).unwrap_or_default();
    let mut last = ' ';
    let mut word = before.chars().rev().take(REACH).take_while(|char| !char.is_whitespace());
    word.any(|char| std::mem::replace(&mut last, char).is_alphanumeric() && char == '\\')
}

/// Whether nothing of ASCII but blanks is beside a mark.
fn is_apart(outside: Option<char>) -> bool {
    outside.is_none_or(|char| char.is_whitespace() || !char.is_ascii())
}

/// A mark that begins something, and the one that ends it; in bytes of a text.
pub(super) struct Pair {
    pub(super) mark: u8,
    pub(super) open: Range<usize>,
    pub(super) close: Range<usize>,
}

/// The marks in a text.
pub(super) fn pairs(text: &str) -> Vec<Pair> {
    let mut found = Vec::new();
    push_pairs(text, 0, 0, &mut found);
    found
}

/// Runs in a line that are none of the marks in it, `pairs`, and whether they can be none, as in commands and names; others
/// may end something of the line before.
pub(super) fn unpaired(line: &str, pairs: &[Pair]) -> Vec<(Range<usize>, bool)> {
    let (code, marks): (Vec<&Pair>, Vec<&Pair>) = pairs.iter().partition(|pair| pair.mark == b'`');
    let marks: BTreeSet<usize> = marks.iter().flat_map(|pair| [pair.open.start, pair.close.start]).collect();
    let is_code = |at: usize| {
        let behind = code.partition_point(|pair| pair.close.end <= at);
        code.get(behind).is_some_and(|pair| pair.open.start <= at)
    };
    let mut unpaired = Vec::new();
    let (mut at, mut word_end, mut is_address) = (0, 0, false);
    while let Some(run) = Run::find(line, at, line.len()) {
        at = run.end;
        if run.start >= word_end {
            let start = line.get(word_end..run.start).and_then(|before| before.rfind(' '));
            let word = line.get(start.map_or(word_end, |blank| word_end + blank + 1)..).unwrap_or_default();
            let word = word.split(' ').next().unwrap_or_default();
            word_end = line.get(run.start..).and_then(|rest| rest.find(' ')).map_or(line.len(), |end| run.start + end);
            is_address = leads_somewhere(word);
        }
        if !matches!(run.mark, b'*' | b'_') || marks.contains(&run.start) || is_code(run.start) || is_address {
            continue;
        }
        if run.is_escaped(line) {
            at = run.start + 1;
            continue;
        }
        let is_letter = |char: Option<char>| char.is_some_and(char::is_alphanumeric);
        let is_inside = run.mark == b'_' && is_letter(run.before(line)) && is_letter(run.behind(line));
        let is_name = run.mark == b'_' && run.len() == 2;
        let is_loose = run.kind().is_some() && (is_name || !(run.opens(line) || run.closes(line)));
        unpaired.extend((!is_inside).then_some((run.start..run.end, is_loose)));
    }
    unpaired
}

/// Whether a word is an address, a formula or HTML: a blank would end it.
fn leads_somewhere(word: &str) -> bool {
    let signs = ["://", "www.", "](", "@", "$", "\\"];
    word.starts_with('<') || signs.iter().any(|sign| word.contains(sign))
}

fn push_pairs(text: &str, base: usize, depth: usize, found: &mut Vec<Pair>) {
    let mut searched = Searched::default();
    let mut at = 0;
    while let Some(open) = Run::find(text, at, text.len()) {
        at = open.end;
        if open.is_escaped(text) {
            at = open.start + 1;
        } else if let Some(close) = closing(text, open, &mut searched) {
            let inner = text.get(open.end..close.start).unwrap_or_default();
            if open.is_of_name(inner) {
                continue;
            }
            let place = |run: Run| base + run.start..base + run.end;
            found.push(Pair { mark: open.mark, open: place(open), close: place(close) });
            if open.mark != b'`' && depth < MAX_DEPTH {
                push_pairs(inner, base + open.end, depth + 1, found);
            }
            at = close.end;
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
    use super::{Clean, Marks, Style};

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
            // commands, paths and formulas
            ("find . -name '*.ts' -o -name '*.js'", "find . -name '*.ts' -o -name '*.js'"),
            ("rm -rf ./*.tmp ./*.log", "rm -rf ./*.tmp ./*.log"),
            ("SELECT COUNT(*), SUM(*)", "SELECT COUNT(*), SUM(*)"),
            ("cp src/*.{ts,js} dst/*.bak", "cp src/*.{ts,js} dst/*.bak"),
            ("chmod **/*.sh && ls **/*.ts", "chmod **/*.sh && ls **/*.ts"),
            ("**/node_modules/** is ignored", "**/node_modules/** is ignored"),
            ("'*' or \"*\", (*)(*), (a)*b*(c)", "'*' or \"*\", (*)(*), (a)*b*(c)"),
            ("/* c */ and /* d */", "/* c */ and /* d */"),
            ("mv {a,b}_* c_*_d /usr/_local_/bin", "mv {a,b}_* c_*_d /usr/_local_/bin"),
            ("(__x, y__) def __a(self, b__)", "(__x, y__) def __a(self, b__)"),
            ("删除*.tmp和*.log文件", "删除*.tmp和*.log文件"),
            ("名前*：必須。住所*：任意、注1*）と注2*）", "名前*：必須。住所*：任意、注1*）と注2*）"),
            (r"C:\proj\_build_, \\server\share\_x_", r"C:\proj\_build_, \\server\share\_x_"),
            // what people write
            ("**Note:** *yes*, **.env**, **C++**!", "SNote:| |Eyes|, |S.env|, |SC++|!"),
            ("(**a**) **b**/**c** \"*d*\", *really?*)", "(|Sa|) |Sb|/|Sc| \"|Ed|\", |Ereally?|)"),
            ("**`a.ts`**, (**`b`**) **[c](d)**. **_e_** **“f”**", "Ca.ts|, (|Cb|) |S[c](d)|. |Ee| |S“f”"),
            ("は**「名」**と**注：**を", "は|S「名」|と|S注：|を"),
            ("これは**重要**です、a**を**b、데이터*를*", "これは|S重要|です、a|Sを|b、데이터|E를"),
            ("ファイル_名_です", "ファイル_名_です"),
            (r"Match \*.ts and \*.js, \_a\_ and \`b\`", "Match *.ts and *.js, _a_ and `b`"),
            (r"*a\* b* \\*c* C:\dir", r"Ea* b| \\|Ec| C:\dir"),
        ] {
            assert_eq!(pieces(text), expected, "{text:?}");
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
