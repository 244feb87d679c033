//! Markdown → blocks, by `pulldown-cmark`. What the parser passes over without a word, as it does the targets of links, stays as
//! it is written; so do HTML, and lines of `=` and `-` below a text.
//!
//! Never here: rows and columns.

use std::ops::Range;
use std::rc::Rc;

use pulldown_cmark::{Alignment, CodeBlockKind, Event, LinkType, Options, Parser, Tag, TagEnd};

use super::emphasis::Styles;
use super::inline::Inline;
use crate::text::clean::Clean;

/// Bytes above which a text is shown as it is written.
const MAX_BYTES: usize = 1 << 20;
/// Columns of a table above which it is shown as it is written.
const MAX_CELLS: usize = 64;
/// Quotes and items in each other that are drawn; what is deeper stands as deep as these.
const MAX_DEPTH: usize = 8;

/// What stands before the rows of a block, by the quotes and items that it is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    /// The bar of a quote.
    Bar,
    /// The sign of an item, before its first row.
    Sign(Rc<str>),
    /// As many blanks as that sign takes, and one.
    Blank(usize),
}

/// A block of a text.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// Before its first row.
    pub(super) first: Rc<[Edge]>,
    /// Before the others.
    pub(super) rest: Rc<[Edge]>,
    /// Its bytes in the text.
    pub(super) source: Range<usize>,
    /// Whether a blank row stands above it.
    pub(super) is_apart: bool,
    pub(super) content: Content,
}

#[derive(Clone, Debug)]
pub(super) enum Content {
    Text(Text),
    Heading(Text),
    /// Code, a line each, and the name of its language, if any.
    Code(Vec<Clean<'static>>, Option<Rc<str>>),
    Table(Table),
    /// A line across.
    Rule,
}

/// A text without its marks.
#[derive(Clone, Debug, Default)]
pub(super) struct Text {
    pub(super) text: Clean<'static>,
    pub(super) styles: Styles,
}

#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) alignments: Vec<Alignment>,
    /// The heading first. All rows have as many cells.
    pub(super) rows: Vec<Vec<Text>>,
}

/// Reads a text.
pub(super) fn read(text: &str) -> Vec<Block> {
    let mut reader = Reader::new(text);
    if text.len() > MAX_BYTES || text.lines().any(is_none) {
        reader.push(text.len(), as_written(text));
        return reader.blocks;
    }
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        reader.take(event, range);
    }
    reader.end_text();
    reader.pass(text.len());
    reader.blocks
}

/// Whether a line shows that a text is no Markdown: it ends a conflict of git, or begins with more signs than a parser takes
/// in good time.
fn is_none(line: &str) -> bool {
    /// Bytes of signs.
    const MOST: usize = 200;
    let signs = line.bytes().take_while(|byte| b" >-*+.)0123456789".contains(byte));
    line.starts_with(">>>>>>> ") || signs.filter(|byte| *byte != b' ').count() > MOST
}

/// What must not be lost of a text.
pub(super) fn letters(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|char| char.is_alphanumeric())
}

fn as_written(text: &str) -> Content {
    Content::Text(Text {
        text: Clean::text(text.trim_matches('\n').trim_end()).into_owned(),
        styles: Styles::default(),
    })
}

/// What a block stands in.
enum Outer {
    Quote,
    /// An item; whether its sign stands before a block already.
    Item {
        sign: Rc<str>,
        is_signed: bool,
    },
}

/// A block whose end has not come yet.
enum Open {
    Text(Inline, bool),
    /// Its lines so far, and what stands behind the marks that begin it.
    Code(String, String),
    /// A text that stays as it is written.
    Written(usize),
    Table {
        alignments: Vec<Alignment>,
        rows: Vec<Vec<Text>>,
        cell: Inline,
        start: usize,
    },
}

struct Reader<'a> {
    source: &'a str,
    blocks: Vec<Block>,
    outer: Vec<Outer>,
    open: Option<Open>,
    /// Where the block begins that is read.
    begun: usize,
    /// The byte that all before is shown of.
    passed: usize,
}

impl<'a> Reader<'a> {
    fn new(source: &'a str) -> Self {
        Self { source, blocks: Vec::new(), outer: Vec::new(), open: None, begun: 0, passed: 0 }
    }

    fn take(&mut self, event: Event<'a>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag, range),
            Event::Rule => {
                self.end_text();
                self.begin(range.start);
                self.push(range.end, Content::Rule);
                self.passed = range.end;
            }
            Event::SoftBreak | Event::HardBreak => self.inline(|inline, source| {
                // A backslash that ends a line stays.
                let line = source.get(range.clone()).and_then(|end| end.find('\n')).unwrap_or_default();
                inline.end_line(source, range.start + line);
            }),
            Event::Html(_) => {}
            event => {
                if let Some(Open::Code(code, _)) = &mut self.open {
                    if let Event::Text(text) = event {
                        code.push_str(&text);
                    }
                    return;
                }
                self.reach(range);
            }
        }
    }

    fn start(&mut self, tag: Tag<'a>, range: Range<usize>) {
        match tag {
            Tag::Emphasis | Tag::Strong => {
                return self.reach(range.start..range.start);
            }
            Tag::Link { link_type, dest_url, .. } | Tag::Image { link_type, dest_url, .. } => {
                self.reach(range.start..range.start);
                let is_address = matches!(link_type, LinkType::Autolink | LinkType::Email);
                let address = if is_address { "" } else { &dest_url };
                return self.inline(|inline, source| inline.begin_link(source, range.start, address));
            }
            Tag::TableHead | Tag::TableRow => {
                if let Some(Open::Table { rows, .. }) = &mut self.open {
                    rows.push(Vec::new());
                }
                return;
            }
            Tag::TableCell => return,
            _ => self.end_text(),
        }
        let start = self.line_start(range.start);
        match tag {
            Tag::BlockQuote(_) => self.outer.push(Outer::Quote),
            Tag::Item => {
                self.pass(range.start);
                let text = self.source.get(range.start..).unwrap_or_default();
                let indent = text.len() - text.trim_start_matches(' ').len();
                let sign = sign_of(text.get(indent..).unwrap_or_default());
                self.passed = self.passed.max(range.start + indent + sign.len());
                self.outer.push(Outer::Item { sign: sign.into(), is_signed: false });
            }
            Tag::Paragraph => {
                self.begin(range.start);
                self.open = Some(Open::Text(Inline::from(start), false));
            }
            Tag::Heading { .. } => {
                self.begin(range.start);
                let has_sign = self.source.get(range.start..).is_some_and(|text| text.starts_with('#'));
                // A line of `=` or `-` may be more than a rule, as in a conflict of git.
                self.open = Some(if has_sign { Open::Text(Inline::default(), true) } else { Open::Written(start) });
            }
            Tag::CodeBlock(kind) => {
                self.begin(range.start);
                let behind = if let CodeBlockKind::Fenced(behind) = kind { behind.to_string() } else { String::new() };
                self.open = Some(Open::Code(String::new(), behind));
            }
            Tag::HtmlBlock => {
                self.begin(range.start);
                self.open = Some(Open::Written(start));
            }
            Tag::Table(alignments) => {
                self.begin(range.start);
                let cell = Inline::default();
                self.open = Some(Open::Table { alignments, rows: Vec::new(), cell, start });
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd, range: Range<usize>) {
        match tag {
            TagEnd::Emphasis | TagEnd::Strong => {
                return self.reach(range.end..range.end);
            }
            TagEnd::Link | TagEnd::Image => return self.inline(|inline, source| inline.end_link(source, range)),
            TagEnd::TableCell => {
                let source = self.source;
                if let Some(Open::Table { rows, cell, .. }) = &mut self.open
                    && let Some(row) = rows.last_mut()
                {
                    row.push(std::mem::take(cell).end(source));
                }
                return;
            }
            TagEnd::TableHead | TagEnd::TableRow | TagEnd::List(_) => return,
            TagEnd::Item | TagEnd::BlockQuote(_) => {
                self.end_text();
                // An item without anything in it.
                if let Some(Outer::Item { is_signed: false, .. }) = self.outer.last() {
                    self.push(self.passed, Content::Text(Text::default()));
                }
                self.outer.pop();
                return;
            }
            _ => {}
        }
        match self.open.take() {
            Some(Open::Text(inline, is_heading)) => {
                let text = self.text(inline, range.end);
                self.push(range.end, if is_heading { Content::Heading(text) } else { Content::Text(text) });
            }
            Some(Open::Code(code, behind)) => self.push_code(range.end, &code, &behind),
            Some(Open::Written(start)) => {
                let written = self.unquoted(self.source.get(start..range.end).unwrap_or_default());
                self.push(range.end, as_written(&written));
            }
            Some(Open::Table { alignments, rows, start, .. }) => {
                let written = self.source.get(start..range.end).unwrap_or_default();
                // Cells beyond those of the heading are none to the parser.
                let shown: usize = rows.iter().flatten().map(|cell| letters(cell.text.as_str()).count()).sum();
                let is_whole = alignments.len() <= MAX_CELLS && shown >= letters(written).count();
                let written = as_written(&self.unquoted(written));
                self.push(range.end, if is_whole { Content::Table(Table { alignments, rows }) } else { written });
            }
            None => {}
        }
        self.passed = self.passed.max(range.end);
    }

    /// The text of a block that ends before byte `end`: as it is written where a part of it would be lost.
    fn text(&self, inline: Inline, end: usize) -> Text {
        let twice = inline.twice;
        let text = inline.end(self.source);
        let written = self.source.get(self.begun..end).unwrap_or_default();
        if letters(text.text.as_str()).count() + twice == letters(written).count() {
            return text;
        }
        let (text, styles) = Styles::read(Clean::text(self.unquoted(written).trim()).into_owned());
        Text { text, styles }
    }

    /// Lines without the signs of the quotes that they stand in, but for the first, which has none.
    fn unquoted(&self, text: &str) -> String {
        let quotes = self.outer.iter().filter(|outer| matches!(outer, Outer::Quote)).count();
        let unquoted = |line: &str| {
            let mut line = line.to_owned();
            for _ in 0..quotes {
                if let Some(rest) = line.trim_start_matches(' ').strip_prefix('>') {
                    line = rest.strip_prefix(' ').unwrap_or(rest).to_owned();
                }
            }
            line
        };
        let lines = text.split('\n').enumerate();
        let lines: Vec<String> =
            lines.map(|(at, line)| if at == 0 { line.to_owned() } else { unquoted(line) }).collect();
        lines.join("\n")
    }

    /// Code, below the name of its file or what else stands where its language does.
    fn push_code(&mut self, end: usize, code: &str, behind: &str) {
        if code.is_empty() {
            return self.push(end, as_written(behind));
        }
        let language = behind.split(|char: char| char.is_whitespace() || char == ',').next().unwrap_or_default();
        let is_language = language.chars().all(|char| char.is_alphanumeric() || matches!(char, '_' | '+' | '#' | '-'));
        let told = if is_language { behind.strip_prefix(language).unwrap_or_default() } else { behind }.trim();
        if !told.is_empty() {
            self.push(end, as_written(told));
        }
        let lines = code.strip_suffix('\n').unwrap_or(code).split('\n');
        let lines = lines.map(|line| Clean::line(line).into_owned()).collect();
        let language = Some(language).filter(|name| is_language && !name.is_empty()).map(Rc::from);
        self.push(end, Content::Code(lines, language));
        if let Some(block) = self.blocks.last_mut().filter(|_| !told.is_empty()) {
            block.is_apart = false;
        }
    }

    /// Shows what was passed over before byte `to`, if it says anything.
    fn pass(&mut self, to: usize) {
        let between = self.source.get(self.passed..to).unwrap_or_default();
        if between.contains(char::is_alphanumeric) {
            self.begun = to - between.trim_start().len();
            self.push(to, as_written(between));
            self.passed = to;
        }
    }

    fn begin(&mut self, at: usize) {
        self.pass(at);
        self.begun = at;
    }

    /// Reads on to the end of a range.
    fn reach(&mut self, range: Range<usize>) {
        self.begin_text(range.start);
        let own_indent = self.own_indent();
        self.inline(|inline, source| inline.reach(source, range, own_indent));
    }

    /// The text of a tight item begins without a sign of it.
    fn begin_text(&mut self, at: usize) {
        if self.open.is_none() {
            self.begin(at);
            self.open = Some(Open::Text(Inline::from(self.line_start(at)), false));
        }
    }

    fn end_text(&mut self) {
        if let Some(Open::Text(inline, _)) = self.open.take() {
            let end = inline.reached;
            self.passed = self.passed.max(end);
            let text = self.text(inline, end);
            self.push(end, Content::Text(text));
        }
    }

    fn inline(&mut self, act: impl FnOnce(&mut Inline, &'a str)) {
        if let Some(Open::Text(inline, _) | Open::Table { cell: inline, .. }) = &mut self.open {
            act(inline, self.source);
        }
    }

    /// Blanks that lines begin with for the items that they stand in; `None` in quotes.
    fn own_indent(&self) -> Option<usize> {
        self.outer.iter().try_fold(0, |sum, outer| match outer {
            Outer::Item { sign, .. } => Some(sum + sign.len() + 1),
            Outer::Quote => None,
        })
    }

    /// Where the line of a byte begins, if nothing but blanks is before it: in an item, behind its sign and a blank.
    fn line_start(&self, at: usize) -> usize {
        let before = self.source.get(..at).unwrap_or_default();
        let escape = usize::from(before.ends_with('\\'));
        let (at, before) = (at - escape, before.get(..at - escape).unwrap_or_default());
        if let Some(Outer::Item { is_signed: false, .. }) = self.outer.last() {
            let behind = self.source.get(self.passed..at).unwrap_or_default();
            let is_beside = behind.len() > 1 && behind.trim_matches(' ').is_empty();
            return if is_beside { self.passed + 1 } else { at };
        }
        let blank = before.len() - before.trim_end_matches(' ').len();
        let is_first = self.outer.is_empty() && (at == blank || before.trim_end_matches(' ').ends_with('\n'));
        if is_first { at - blank } else { at }
    }

    fn push(&mut self, end: usize, content: Content) {
        let depth = self.outer.len().min(MAX_DEPTH);
        let skip = self.outer.len() - depth;
        let (mut first, mut rest) = (Vec::with_capacity(depth), Vec::with_capacity(depth));
        for outer in self.outer.iter_mut().skip(skip) {
            match outer {
                Outer::Quote => {
                    first.push(Edge::Bar);
                    rest.push(Edge::Bar);
                }
                Outer::Item { sign, is_signed } => {
                    let columns = sign.len() + 1;
                    first.push(if *is_signed { Edge::Blank(columns) } else { Edge::Sign(Rc::clone(sign)) });
                    rest.push(Edge::Blank(columns));
                    *is_signed = true;
                }
            }
        }
        let is_apart = !self.blocks.is_empty() && self.is_behind_blank();
        let text = self.source.get(self.begun..end).unwrap_or_default();
        let source = self.begun..self.begun + text.trim_end().len();
        self.blocks.push(Block { first: first.into(), rest: rest.into(), source, is_apart, content });
    }

    /// Whether a blank line stands above the block.
    fn is_behind_blank(&self) -> bool {
        let before = self.source.get(..self.begun).unwrap_or_default();
        let above = before.rsplit('\n').nth(1);
        above.is_some_and(|line| line.trim_matches([' ', '>']).is_empty())
    }
}

/// The sign of the item that a text begins with: a bullet, or a number and what is behind it.
fn sign_of(text: &str) -> &str {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    text.get(..=digits).unwrap_or_default()
}
