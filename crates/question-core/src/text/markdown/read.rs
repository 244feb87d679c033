//! Reads Markdown into blocks. `pulldown-cmark` finds the blocks. Their text is taken from the source, without the
//! markers of surrounding quotes and list items, so that nothing is lost which the parser drops, such as the targets of
//! links.
//!
//! This module must not know rows and columns. Marks inside a text are read by `emphasis`.

use std::cell::OnceCell;
use std::ops::Range;
use std::rc::Rc;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::emphasis::Styles;
use crate::text::clean::Clean;

/// Maximum length of a text that is read as Markdown, in bytes.
const MAX_BYTES: usize = 1 << 20;

/// Decoration before the rows of a block, for a surrounding quote or list item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    /// The bar of a quote.
    Bar,
    /// The marker of a list item, before its first row.
    Marker(Rc<str>),
    /// Blanks as wide as that marker, before the other rows.
    Blank(usize),
}

impl Edge {
    pub(super) fn columns(&self) -> usize {
        match self {
            Self::Bar => 2,
            Self::Marker(marker) => marker.len() + 1,
            Self::Blank(columns) => *columns,
        }
    }

    pub(super) fn text(&self) -> String {
        match self {
            Self::Bar => "│ ".to_owned(),
            Self::Marker(marker) => format!("{marker} "),
            Self::Blank(columns) => " ".repeat(*columns),
        }
    }

    /// Returns the decoration of the rows below the first.
    fn below(&self) -> Self {
        if let Self::Bar = self { Self::Bar } else { Self::Blank(self.columns()) }
    }
}

/// A block of a text.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// Decoration of the first row, from the outermost.
    pub(super) first: Rc<[Edge]>,
    /// Decoration of the other rows.
    pub(super) rest: Rc<[Edge]>,
    /// Byte range of the block in the text.
    pub(super) source: Range<usize>,
    /// Whether a blank row precedes the block.
    pub(super) is_apart: bool,
    pub(super) content: Content,
}

#[derive(Clone, Debug)]
pub(super) enum Content {
    Text(Text),
    Heading(Text),
    /// The lines of a code block, and its language.
    Code(Vec<Clean<'static>>, Option<Rc<str>>),
    Table(Table),
    /// A thematic break.
    Rule,
}

/// A table.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// Rows with the same number of cells, the heading first.
    pub(super) rows: Vec<Vec<Text>>,
    lines: OnceCell<Vec<Text>>,
}

impl Table {
    /// Returns each row as one text, for widths that are too narrow for columns.
    pub(super) fn lines(&self) -> &[Text] {
        self.lines.get_or_init(|| {
            let cells = |row: &Vec<Text>| row.iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>().join(" | ");
            self.rows.iter().map(|row| Text::as_written(Clean::composed(cells(row)))).collect()
        })
    }
}

/// A text without its marks.
#[derive(Clone, Debug, Default)]
pub(super) struct Text {
    pub(super) text: Clean<'static>,
    pub(super) styles: Styles,
}

impl Block {
    /// Creates a block outside quotes and list items.
    pub(super) fn of(text: Text) -> Self {
        let edges: Rc<[Edge]> = Rc::default();
        Self { first: Rc::clone(&edges), rest: edges, source: 0..0, is_apart: false, content: Content::Text(text) }
    }
}

impl Text {
    fn read(text: &str) -> Self {
        let (text, styles) = Styles::read_with_links(text);
        Self { text, styles }
    }

    /// Creates a text whose marks are not read.
    fn as_written(text: Clean<'static>) -> Self {
        let styles = Styles::of_links(&text);
        Self { text, styles }
    }
}

pub(super) fn read(text: &str) -> Vec<Block> {
    let mut reader =
        BlockReader { source: text, blocks: Vec::new(), outer: Vec::new(), open: None, start: 0, end: 0, consumed: 0 };
    if text.len() <= MAX_BYTES && !text.lines().any(is_no_markdown) {
        for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
            reader.take(event, range);
        }
        reader.end_text();
        reader.pass(text.len());
    }
    // A text that was not parsed, or of nothing but a marker such as `>`.
    if reader.blocks.is_empty() && !text.trim().is_empty() {
        reader.push(text.len(), as_written(text));
    }
    reader.blocks
}

/// Returns whether a line shows that a text is not Markdown: it ends a merge conflict of git, or begins with so many
/// markers that the parser would be slow.
fn is_no_markdown(line: &str) -> bool {
    const MAX_MARKERS: usize = 200;
    let markers = line.bytes().take_while(|byte| b" >-*+.)0123456789".contains(byte));
    line.starts_with(">>>>>>> ") || markers.filter(|byte| *byte != b' ').count() > MAX_MARKERS
}

fn as_written(text: &str) -> Content {
    Content::Text(Text::as_written(Clean::text(text.trim_matches('\n').trim_end()).into_owned()))
}

/// Counts the letters and digits of a text, none of which may be lost.
fn letters(text: &str) -> usize {
    text.chars().filter(|char| char.is_alphanumeric()).count()
}

/// A block that is being read.
enum Open {
    Text,
    Heading,
    /// Lines so far, and the text after the opening fence.
    Code(String, String),
    /// Rows so far.
    Table(Vec<Vec<Text>>),
}

struct BlockReader<'a> {
    source: &'a str,
    blocks: Vec<Block>,
    /// Surrounding quotes and list items. The marker of an item becomes blanks after its first block.
    outer: Vec<Edge>,
    open: Option<Open>,
    /// Start of the open block.
    start: usize,
    /// End of the part of the open block that was read.
    end: usize,
    /// End of the text that is in `blocks`.
    consumed: usize,
}

impl<'a> BlockReader<'a> {
    fn take(&mut self, event: Event<'a>, range: Range<usize>) {
        match event {
            Event::Start(Tag::TableHead | Tag::TableRow) => {
                if let Some(Open::Table(rows)) = &mut self.open {
                    rows.push(Vec::new());
                }
            }
            Event::Start(Tag::TableCell) => {
                let cell = Text::read(self.source.get(range).unwrap_or_default().trim());
                if let Some(Open::Table(rows)) = &mut self.open
                    && let Some(row) = rows.last_mut()
                {
                    row.push(cell);
                }
            }
            Event::Start(Tag::BlockQuote(_)) => {
                self.end_text();
                self.outer.push(Edge::Bar);
            }
            Event::Start(Tag::Item) => self.start_item(range.start),
            Event::Start(Tag::List(_)) => self.end_text(),
            Event::Start(Tag::Paragraph | Tag::HtmlBlock) => self.open(range.start, Open::Text),
            Event::Start(Tag::Heading { .. }) => {
                // A line of `=` or `-` below a text may be more than a rule, as in a conflict of git.
                let is_heading = self.source.get(range.start..).is_some_and(|text| text.starts_with('#'));
                self.open(range.start, if is_heading { Open::Heading } else { Open::Text });
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                let info = if let CodeBlockKind::Fenced(info) = kind { info.to_string() } else { String::new() };
                self.open(range.start, Open::Code(String::new(), info));
            }
            Event::Start(Tag::Table(_)) => self.open(range.start, Open::Table(Vec::new())),
            Event::Rule => {
                self.open(range.start, Open::Text);
                self.open = None;
                self.push(range.end, Content::Rule);
            }
            Event::End(TagEnd::Item | TagEnd::BlockQuote(_)) => {
                self.end_text();
                // An item without content.
                if let Some(Edge::Marker(_)) = self.outer.last() {
                    self.start = self.consumed;
                    self.push(self.consumed, Content::Text(Text::default()));
                }
                self.outer.pop();
            }
            Event::End(
                TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::HtmlBlock | TagEnd::CodeBlock | TagEnd::Table,
            ) => self.close(range.end),
            Event::Text(text) if matches!(self.open, Some(Open::Code(..))) => {
                if let Some(Open::Code(code, _)) = &mut self.open {
                    code.push_str(&text);
                }
            }
            // Events inside a text. The text of a tight list item has no other start.
            Event::End(_) | Event::Html(_) => {}
            _ => {
                if self.open.is_none() {
                    self.open(range.start, Open::Text);
                }
                self.end = self.end.max(range.end);
            }
        }
    }

    fn start_item(&mut self, at: usize) {
        self.end_text();
        self.pass(at);
        let text = self.source.get(at..).unwrap_or_default();
        let item = text.trim_start_matches(' ');
        let digits = item.bytes().take_while(u8::is_ascii_digit).count();
        let marker = item.get(..=digits).unwrap_or_default();
        self.consumed = self.consumed.max(at + text.len() - item.len() + marker.len());
        self.outer.push(Edge::Marker(marker.into()));
    }

    /// Begins a block whose content is at byte `at`.
    fn open(&mut self, at: usize, open: Open) {
        self.end_text();
        self.pass(at);
        self.start = if matches!(open, Open::Text) { self.start_of_text(at) } else { at };
        self.end = at;
        self.open = Some(open);
    }

    /// Returns the start of a text whose first word the parser found at byte `at`. Includes its indentation and a
    /// backslash before it.
    fn start_of_text(&self, at: usize) -> usize {
        let before = self.source.get(self.consumed..at).unwrap_or_default();
        let line = match before.rsplit_once('\n') {
            None if matches!(self.outer.last(), Some(Edge::Marker(_))) => before.get(1..).unwrap_or_default(),
            None => self.without_markers(before),
            Some((_, line)) => self.without_markers(line),
        };
        if matches!(line.trim_start_matches(' '), "" | "\\") { at - line.len() } else { at }
    }

    /// Returns a line without the markers of surrounding quotes and the indentation of surrounding list items.
    fn without_markers<'b>(&self, line: &'b str) -> &'b str {
        self.outer.iter().fold(line, |line, edge| {
            let bare = line.trim_start_matches(' ');
            match edge {
                Edge::Bar => bare.strip_prefix('>').map_or(line, |rest| rest.strip_prefix(' ').unwrap_or(rest)),
                item => line.get((line.len() - bare.len()).min(item.columns())..).unwrap_or_default(),
            }
        })
    }

    /// Ends the text of a tight list item, for which the parser reports no end.
    fn end_text(&mut self) {
        if self.open.is_some() {
            self.close(self.end);
        }
    }

    /// Ends the open block at byte `end`.
    fn close(&mut self, end: usize) {
        let Some(open) = self.open.take() else { return };
        self.consumed = self.consumed.max(end);
        let mut written = String::new();
        for (at, line) in self.source.get(self.start..end).unwrap_or_default().trim_end().split('\n').enumerate() {
            let line = if at == 0 { line } else { self.without_markers(line) };
            written.extend([if at == 0 { "" } else { "\n" }, line.trim_end_matches(' ')]);
        }
        let content = match open {
            Open::Text => Content::Text(Text::read(&written)),
            Open::Heading => Content::Heading(Text::read(written.trim_start_matches('#').trim_start())),
            Open::Code(code, info) => return self.push_code(end, &code, &info),
            Open::Table(rows) => {
                // The parser drops cells beyond those of the heading.
                let shown: usize = rows.iter().flatten().map(|cell| letters(cell.text.as_str())).sum();
                if shown >= letters(&written) {
                    Content::Table(Table { rows, lines: OnceCell::new() })
                } else {
                    as_written(&written)
                }
            }
        };
        self.push(end, content);
    }

    /// Adds a code block. The text after its opening fence is its language, or else is shown above the code.
    fn push_code(&mut self, end: usize, code: &str, info: &str) {
        let is_language = |char: char| char.is_alphanumeric() || "_+#-".contains(char);
        let language = info.split(|char| !is_language(char)).next().filter(|name| !name.is_empty());
        if !info.is_empty() && (code.is_empty() || language != Some(info)) {
            self.push(end, as_written(info));
        }
        if !code.is_empty() {
            let lines = code.strip_suffix('\n').unwrap_or(code).split('\n');
            let lines = lines.map(|line| Clean::line(line).into_owned()).collect();
            self.push(end, Content::Code(lines, language.map(Rc::from)));
        }
    }

    /// Adds the text before byte `to` that is in no block, as written, unless it is blank.
    fn pass(&mut self, to: usize) {
        let between = self.source.get(self.consumed..to).unwrap_or_default();
        if between.contains(char::is_alphanumeric) {
            self.start = to - between.trim_start().len();
            self.push(to, as_written(between));
        }
    }

    fn push(&mut self, end: usize, content: Content) {
        let first = Rc::from(self.outer.as_slice());
        self.outer.iter_mut().for_each(|edge| *edge = edge.below());
        let rest = Rc::from(self.outer.as_slice());
        let is_apart = self.blocks.last().is_some_and(|above| above.source.start < self.start) && self.is_below_blank();
        let text = self.source.get(self.start..end).unwrap_or_default();
        let source = self.start..self.start + text.trim_end().len();
        self.blocks.push(Block { first, rest, source, is_apart, content });
        self.consumed = self.consumed.max(end);
    }

    /// Returns whether the line above the open block is blank.
    fn is_below_blank(&self) -> bool {
        let before = self.source.get(..self.start).unwrap_or_default();
        let above = before.rsplit('\n').nth(1);
        above.is_some_and(|line| line.trim_matches([' ', '>']).is_empty())
    }
}
