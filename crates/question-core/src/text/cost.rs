//! An upper bound on the time that pi's Markdown component takes for a text.
//!
//! `marked` and the wrapping around it are not linear: a star that nothing closes is searched for to the end of its paragraph,
//! each token of a line looks at the rest of its paragraph, and each quote wraps the rows of those inside of it again. The
//! constants are measured on pi 0.87.1 and 1.5.2, in nanoseconds of a slow machine. Where it is not certain that `marked` ends
//! a paragraph, the paragraph goes on here.

use super::item::is_of_signs;

/// The most that a text may cost, in nanoseconds.
pub(crate) const MAX_COST: u64 = 200_000_000;
/// Longer texts cost more than that, whatever they are.
const MAX_BYTES: usize = 300_000;

/// For each byte, each byte of code, which is given colors, each line and item.
const BYTE: u64 = 700;
const BYTE_OF_CODE: u64 = 1_500;
const LINE: u64 = 4_000;
const ITEM: u64 = 6_000;
/// For each mark that begins a token, and for what may be a link, an address or a cell.
const TOKEN: u64 = 2_000;
const LINK: u64 = 10_000;
/// For each byte of a paragraph and each token in it, each mark of emphasis that is not closed nearby, and each brace of a
/// formula.
const BYTE_OF_TOKEN: u64 = 2;
const BYTE_OF_OPEN_MARK: u64 = 100;
const BYTE_OF_BRACE: u64 = 40;
/// For each byte of a word and each byte of it: any may be that of an address.
const BYTE_OF_WORD: u64 = 2;
/// For each byte of a line and each quote, and each item, that begins in it.
const BYTE_OF_QUOTE: u64 = 600;
const BYTE_OF_ITEM: u64 = 120;
/// For each byte of the text and each level of its lists.
const BYTE_OF_LEVEL: u64 = 8;
/// For each byte behind a paragraph, a line that may begin a formula, and a line in fewer or more quotes than the one before.
const BYTE_BEHIND: u64 = 1;
const BYTE_BEHIND_FORMULA: u64 = 15;
const BYTE_BEHIND_QUOTE: u64 = 13;

/// What it takes to lay a text out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cost {
    /// At most; what is above [`MAX_COST`] is too much.
    pub(crate) nanoseconds: u64,
    /// Columns that quotes and items in each other need. Where the host has no room left for the innermost, each row becomes
    /// two in each quote around it, a million in twenty.
    pub(crate) columns: usize,
}

impl Cost {
    pub(crate) fn of(text: &str) -> Self {
        if text.len() > MAX_BYTES {
            return Self { nanoseconds: u64::MAX, columns: 0 };
        }
        let mut walk = Walk { text, ..Walk::default() };
        let mut fences = Fences::default();
        for line in text.split_inclusive('\n') {
            let is_code = fences.passes(line);
            walk.pass(line, is_code);
        }
        walk.end_paragraph();
        walk.add(walk.level, text.len(), BYTE_OF_LEVEL);
        walk.cost
    }
}

fn is_of_quote(char: char) -> bool {
    matches!(char, '>' | ' ')
}

/// Blocks of code between fences, by exactly the rule of `marked`: the marks in them are none.
#[derive(Default)]
struct Fences {
    open: Option<(char, usize)>,
    /// Whether a line may have begun a block in which fences are none, or other ones.
    is_uncertain: bool,
}

impl Fences {
    /// Whether a line is a fence or stands between two.
    fn passes(&mut self, line: &str) -> bool {
        let line = line.trim_end_matches('\n');
        let text = line.trim_start_matches(is_of_signs);
        let indent = line.len() - text.len();
        let mark = text.chars().next().unwrap_or(' ');
        let rest = text.trim_start_matches(mark);
        let length = text.len() - rest.len();
        let is_fence = matches!(mark, '`' | '~') && length >= 3;
        match self.open {
            Some((open, least)) => {
                let is_end = is_fence && mark == open && length >= least;
                let is_indented =
                    indent > 3 || line.get(..indent).is_some_and(|before| before.contains(|char| char != ' '));
                if is_end && !is_indented && rest.trim_start_matches(['`', '~']).trim_matches(' ').is_empty() {
                    self.open = None;
                }
                true
            }
            None if self.is_uncertain => false,
            None if is_fence && indent > 0 => {
                self.is_uncertain = true;
                false
            }
            None if is_fence && (mark == '~' || !rest.contains('`')) => {
                self.open = Some((mark, length));
                true
            }
            None => {
                self.is_uncertain = text.starts_with(['<', '$', '\\']) || line.contains("]:");
                false
            }
        }
    }
}

#[derive(Default)]
struct Walk<'a> {
    text: &'a str,
    at: usize,
    cost: Cost,
    paragraph: Paragraph,
    /// Columns before what stands in the last item, where no blank line came since.
    item: Option<usize>,
    /// The cells of the line before, and whether the line is a row of a table.
    cells: usize,
    is_table: bool,
    /// Quotes that the line before is in.
    quotes: usize,
    /// Levels of lists, at most.
    level: usize,
}

/// What has been counted of a paragraph.
#[derive(Default)]
struct Paragraph {
    bytes: usize,
    tokens: usize,
    /// Marks of emphasis that nothing closes, and the one that may be closed next.
    open_marks: usize,
    open: Option<(char, usize)>,
    braces: usize,
    may_hold_formula: bool,
}

impl Walk<'_> {
    fn add(&mut self, count: usize, bytes: usize, nanoseconds: u64) {
        let wide = |size: usize| u64::try_from(size).unwrap_or(u64::MAX);
        let product = wide(count).saturating_mul(wide(bytes)).saturating_mul(nanoseconds);
        self.cost.nanoseconds = self.cost.nanoseconds.saturating_add(product);
    }

    fn pass(&mut self, line: &str, is_code: bool) {
        self.at += line.len();
        self.add(1, line.len(), if is_code { BYTE_OF_CODE } else { BYTE });
        self.add(1, 1, LINE);
        let text = line.trim_start_matches(is_of_quote);
        let before = line.get(..line.len() - text.len()).unwrap_or_default();
        let behind = self.text.len() - self.at;
        if is_code {
            return self.end_block();
        }
        let quotes = line.chars().take_while(|&char| is_of_signs(char)).filter(|&char| char == '>').count();
        self.add(quotes, line.len(), BYTE_OF_QUOTE);
        if quotes != self.quotes {
            self.add(quotes.max(self.quotes), behind, BYTE_BEHIND_QUOTE);
        }
        self.quotes = quotes;
        if quotes > 0 {
            self.cost.columns = self.cost.columns.max(columns_of(before));
        }
        if text.trim().is_empty() {
            return self.end_block();
        }
        if self.paragraph.bytes == 0 {
            self.add(1, behind, BYTE_BEHIND);
        }
        if text.starts_with(['$', '\\']) {
            self.add(1, behind, BYTE_BEHIND_FORMULA);
        }
        let indent = before.len() - before.rfind('>').map_or(0, |at| at + 1);
        self.enter_row(text, before);
        self.enter_item(text, before, indent);
        let is_heading = indent <= 3 && is_heading(text);
        if is_heading {
            self.end_paragraph();
        }
        self.read(text);
        if is_heading {
            self.end_paragraph();
        }
    }

    /// Ends the paragraph where a line is a row of a table for certain: within no quote and without code by its indent.
    fn enter_row(&mut self, text: &str, before: &str) {
        let cells = if before.len() <= 3 && !before.contains('>') { cells(text) } else { 0 };
        let is_row = self.is_table && cells > 0 && sign(text).is_none() && !text.starts_with(['<', '#', '`', '~']);
        self.is_table = is_row || (cells > 0 && cells == self.cells && is_delimiter_row(text));
        self.cells = cells;
        if self.is_table {
            self.end_paragraph();
        }
    }

    /// Ends the paragraph where a line begins an item for certain.
    fn enter_item(&mut self, text: &str, before: &str, indent: usize) {
        /// Columns that a list in another is indented by.
        const INDENT: usize = 4;
        let mut signs = 0;
        let mut columns = indent;
        let mut needed = columns_of(before);
        let mut rest = text;
        while let Some((end, may_interrupt)) = sign(rest) {
            let is_item = match self.item {
                _ if self.paragraph.bytes == 0 || signs > 0 => true,
                Some(item) => indent < item || (indent <= item + 3 && may_interrupt),
                None => indent <= 3 && may_interrupt,
            };
            if !is_item {
                break;
            }
            if signs == 0 {
                self.end_paragraph();
            }
            let behind = rest.get(end..).unwrap_or_default();
            rest = behind.trim_start_matches(is_of_quote);
            let between = behind.get(..behind.len() - rest.len()).unwrap_or_default();
            needed += end + columns_of(between) + if signs > 0 { INDENT } else { 0 };
            columns += end;
            signs += 1;
        }
        if signs > 0 {
            self.item = Some(columns);
            self.level = self.level.max(columns / 2);
            self.add(signs, text.len(), BYTE_OF_ITEM);
            self.add(signs, 1, ITEM);
        }
        if signs > 0 || self.quotes > 0 {
            self.cost.columns = self.cost.columns.max(needed);
        }
    }

    /// Counts the marks of a line.
    fn read(&mut self, text: &str) {
        self.paragraph.bytes += text.len();
        let (mut last, mut word) = ('\n', 0);
        let mut chars = text.chars().peekable();
        while let Some(char) = chars.next() {
            let mut length = 1;
            match char {
                '*' | '_' | '~' | '`' | '$' => {
                    while chars.next_if_eq(&char).is_some() {
                        length += 1;
                    }
                    let next = chars.peek().copied().unwrap_or('\n');
                    self.token(TOKEN);
                    self.paragraph.mark(char, length, last, next);
                }
                '[' | '@' => self.token(LINK),
                '/' if last == ':' => self.token(LINK),
                '.' if last == 'w' => self.token(LINK),
                '<' | '\\' | '!' | '&' => self.token(TOKEN),
                '|' => self.add(1, 1, LINK / 2),
                '{' => self.paragraph.braces += 1,
                _ => {}
            }
            if matches!(char, '[' | '<' | '\\' | '!' | '@') {
                self.paragraph.open = None;
            }
            self.paragraph.may_hold_formula |= matches!(char, '$' | '\\');
            word = if char.is_ascii_graphic() { word + length } else { self.end_word(word) };
            last = char;
        }
        self.end_word(word);
    }

    fn token(&mut self, nanoseconds: u64) {
        self.paragraph.tokens += 1;
        self.add(1, 1, nanoseconds);
    }

    fn end_word(&mut self, bytes: usize) -> usize {
        self.add(bytes, bytes, BYTE_OF_WORD);
        0
    }

    fn end_block(&mut self) {
        self.end_paragraph();
        (self.item, self.is_table, self.cells) = (None, false, 0);
    }

    fn end_paragraph(&mut self) {
        let Paragraph { bytes, tokens, open_marks, braces, may_hold_formula, .. } = std::mem::take(&mut self.paragraph);
        self.add(tokens, bytes, BYTE_OF_TOKEN);
        self.add(open_marks, bytes, BYTE_OF_OPEN_MARK);
        self.add(if may_hold_formula { braces } else { 0 }, bytes, BYTE_OF_BRACE);
    }
}

impl Paragraph {
    /// A run of marks between two characters.
    fn mark(&mut self, char: char, length: usize, before: char, behind: char) {
        let ends = behind.is_whitespace() || behind.is_ascii_punctuation();
        if !matches!(char, '*' | '_') {
            self.open = None;
        } else if !before.is_whitespace() && before != '\\' && ends && self.open == Some((char, length)) {
            self.open = None;
            self.open_marks -= 1;
        } else if !behind.is_whitespace() && !before.is_alphanumeric() {
            self.open = Some((char, length));
            self.open_marks += 1;
        }
    }
}

/// Columns that quotes, and blanks of lists, take: two for each of them, but none for the blank of a quote.
fn columns_of(before: &str) -> usize {
    2 * (before.len() - before.matches("> ").count())
}

fn is_heading(text: &str) -> bool {
    let title = text.trim_start_matches('#');
    (1..=6).contains(&(text.len() - title.len())) && title.starts_with(' ')
}

/// The byte behind the sign of an item that a text begins with, and the blanks behind that, and whether it can end a
/// paragraph: a bullet, or the number one.
fn sign(text: &str) -> Option<(usize, bool)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (end, may_interrupt) = match digits {
        0 if text.starts_with(['-', '*', '+']) => (1, true),
        1..=9 if text.get(digits..)?.starts_with(['.', ')']) => (digits + 1, text.get(..digits) == Some("1")),
        _ => return None,
    };
    let rest = text.get(end..)?;
    let is_item = rest.starts_with(' ') && !rest.trim().is_empty();
    is_item.then(|| (text.len() - rest.trim_start_matches(' ').len(), may_interrupt))
}

/// How many cells a row has; none where that takes more than counting.
fn cells(text: &str) -> usize {
    let row = text.trim();
    if row.contains('\\') || !row.contains('|') {
        return 0;
    }
    let row = row.strip_prefix('|').unwrap_or(row);
    row.strip_suffix('|').unwrap_or(row).split('|').count()
}

fn is_delimiter_row(text: &str) -> bool {
    let is_cell = |cell: &str| {
        let cell = cell.trim_matches(' ');
        let dashes = cell.strip_prefix(':').unwrap_or(cell);
        let dashes = dashes.strip_suffix(':').unwrap_or(dashes);
        !dashes.is_empty() && dashes.bytes().all(|byte| byte == b'-')
    };
    let row = text.trim();
    let row = row.strip_prefix('|').unwrap_or(row);
    row.strip_suffix('|').unwrap_or(row).split('|').all(is_cell)
}

#[cfg(test)]
mod tests {
    use super::{Cost, MAX_COST};

    fn is_affordable(text: &str) -> bool {
        Cost::of(text).nanoseconds <= MAX_COST
    }

    #[test]
    fn ordinary_texts_are_affordable() {
        let list = "- Item **one** of `many`, as in [the docs](https://example.org/a), with a_name and *so on*\n";
        let paragraph =
            "Some words of **ordinary** text with snake_case_names, and `code` here and there.\n".repeat(9) + "\n";
        let rows = "| a | b | c |\n|---|---|---|\n".to_owned() + &"| **x** | `some words` | 5 * 3 |\n".repeat(1_998);
        let code =
            "```ts\n".to_owned() + &"\tconst value = { a: [1, 2], b: `${c}` } as *T<_x>;\n".repeat(1_998) + "```\n";
        let numbered = |at| format!("{at}. Do **this** to `src/**/*.ts` and __init__.py\n");
        let numbered = (1..2_000).map(numbered).collect::<Vec<_>>().concat();
        let mail =
            "> Quoted words of someone else, as in a mail, on a line.\n".repeat(9) + "\nAnd what is said to it.\n\n";
        for text in
            [list.repeat(1_000), paragraph.repeat(200), rows, code, numbered, mail.repeat(50), "a line\n".repeat(2_000)]
        {
            let cost = Cost::of(&text);
            assert!(cost.nanoseconds <= MAX_COST, "{cost:?} for {} bytes of {:?}", text.len(), text.get(..80));
        }
    }

    #[test]
    fn what_takes_long_is_not() {
        let stars = "*a ".repeat(16_000);
        let text = |before: &str, part: &str, count: usize| [before, &part.repeat(count)].concat();
        for text in [
            stars.clone(),
            text("", "*a\n", 3_000),
            text("", "(*a", 3_000),
            text("", "*a\\* ", 3_000),
            text("", "*a `*` ", 3_000),
            text("", "[a](b", 30_000),
            text("", "`a", 60_000),
            text("", "www.a.", 60_000),
            text("@", "a", 60_000),
            text("", "> a\n>> a\n", 3_000),
            text("", "$a\n", 30_000),
            // what looks like items, rows, and code, and is a paragraph
            text("x\n", "2. *a\n", 3_000),
            text("x\n", "    - *a\n", 3_000),
            text("- x\n", "        - *a\n", 3_000),
            text("- x\n", "  2. *a\n", 3_000),
            text("> x|y\n> -|-\n", "*a|b\n", 3_000),
            text("    x|y\n-|-\n", "*a|b\n", 3_000),
            text("x|y\n-|-|-\n", "*a|b\n", 3_000),
            text("[a]:\n```\n", "*a ", 3_000),
            text("<div>\n```\n\n", "*a ", 3_000),
            text("$$\n```\n$$\n\n", "*a ", 3_000),
            text("~~~ a`b\n~~~\n", "*a ", 3_000),
            text(" ```\n```\n", "*a ", 3_000),
            text("- ```\n*a\n```\n", "*a ", 3_000),
            text("```\n    ```\n```\n", "*a ", 3_000),
        ] {
            assert!(!is_affordable(&text), "{:?}", text.get(..20));
        }
        assert!(is_affordable(&format!("```\n{stars}\n```\n")), "in code, stars are none");
    }

    #[test]
    fn quotes_and_items_need_columns() {
        for (text, columns) in [
            ("a", 0),
            ("    a", 0),
            ("- a", 2),
            ("- - a", 8),
            ("  - a", 6),
            ("> a", 2),
            (">> a", 4),
            ("> - a", 4),
            ("> - > a", 6),
            ("> > >", 6),
        ] {
            assert_eq!(Cost::of(text).columns, columns, "{text:?}");
        }
    }
}
