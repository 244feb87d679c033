//! A text that may be Markdown: in rows of the crate's own where emphasis and code are all there is to it, else in those
//! that the host's Markdown makes of it. Of these only their number is known here.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use super::block::Block;
use super::clean::Clean;
use super::cost::{Cost, MAX_COST};
use super::fence::{Fence, Indented};
use super::item::sign_end;
use super::marks::MarkedRow;
use super::unmarked::is_title_rule;

/// Bytes of a text that may be Markdown above which it is shown as it was sent.
const MAX_BYTES: usize = 16_384;
/// Columns below which the host lays nothing out, and those that are left to what stands in many quotes and items.
const MIN_COLUMNS: usize = 4;
const ROOM: usize = 8;

/// A text as the host's Markdown is to lay it out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Markdown {
    /// The text, made harmless.
    pub text: Rc<str>,
    /// Columns that its lines may take.
    pub columns: usize,
    /// Whether it is what the user is asked.
    pub is_strong: bool,
}

/// Lays Markdown out: the rows that it takes; `None` where it cannot.
type Measure = dyn Fn(&Markdown) -> Option<usize>;

/// The host's Markdown. By default there is none, and texts are shown as they were sent.
#[derive(Clone, Default)]
pub struct Renderer {
    measure: Option<Rc<Measure>>,
}

impl Renderer {
    /// A host that lays texts out in as many rows as `measure` says, always the same for the same text; `None` for what it
    /// cannot lay out.
    #[must_use]
    pub fn new(measure: impl Fn(&Markdown) -> Option<usize> + 'static) -> Self {
        Self { measure: Some(Rc::new(measure)) }
    }
}

impl fmt::Debug for Renderer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.measure.is_some() { "Renderer" } else { "no Renderer" })
    }
}

/// A text and its rows.
#[derive(Clone, Debug)]
pub(crate) struct Prose {
    block: Block,
    is_markdown: bool,
    is_strong: bool,
    /// What it takes the host to lay it out; nothing where it does not.
    cost: Cost,
    /// As the host has laid it out last.
    laid_out: RefCell<Option<LaidOut>>,
}

/// A text at a width, and the rows that the host has made of it; `None` where it cannot.
#[derive(Clone, Debug)]
struct LaidOut {
    markdown: Markdown,
    rows: Option<usize>,
}

/// A row of a text.
pub(crate) enum ProseRow<'a> {
    Own(MarkedRow<'a>),
    /// Of those that the host has made of it, from 0.
    Host(Markdown, usize),
}

impl Prose {
    /// A text that is shown as it was sent but for emphasis and code.
    pub(crate) fn plain(text: Clean<'static>, is_strong: bool) -> Self {
        let block = Block::marked(text);
        Self { block, is_markdown: false, is_strong, cost: Cost::default(), laid_out: RefCell::default() }
    }

    /// A text that is Markdown where it looks like it.
    pub(crate) fn of(text: Clean<'static>, is_strong: bool) -> Self {
        if needs_host(text.as_str()) {
            return Self { is_strong, ..Self::markdown(text) };
        }
        Self::plain(text, is_strong)
    }

    /// A text that is Markdown.
    pub(crate) fn markdown(text: Clean<'static>) -> Self {
        let cost = Cost::of(text.as_str());
        let block = Block::new(text);
        Self { block, is_markdown: true, is_strong: false, cost, laid_out: RefCell::default() }
    }

    /// What it costs the host to lay the text out; nothing where it does not.
    pub(crate) fn cost(&self) -> u64 {
        if self.cost.nanoseconds <= MAX_COST { self.cost.nanoseconds } else { 0 }
    }

    /// The text as it was sent.
    pub(crate) fn text(&self) -> &str {
        self.block.text().as_str()
    }

    /// The rows of `columns` that it takes, counted up to `limit`.
    pub(crate) fn count(&self, columns: usize, limit: usize, renderer: &Renderer) -> usize {
        match self.laid_out(columns, renderer) {
            Some((_, rows)) => rows.min(limit),
            None => self.block.count(columns, limit),
        }
    }

    /// At most `count` of the rows, from row `skip` on.
    pub(crate) fn rows(&self, columns: usize, skip: usize, count: usize, renderer: &Renderer) -> Vec<ProseRow<'_>> {
        match self.laid_out(columns, renderer) {
            Some((markdown, rows)) => {
                let shown = skip..rows.min(skip.saturating_add(count));
                shown.map(|row| ProseRow::Host(markdown.clone(), row)).collect()
            }
            None => self.block.rows(columns, skip, count).into_iter().map(ProseRow::Own).collect(),
        }
    }

    /// Whether it is Markdown that the host does not lay out, so that its marks would be seen.
    pub(crate) fn is_shown_as_sent(&self, columns: usize, renderer: &Renderer) -> bool {
        self.is_markdown && self.laid_out(columns, renderer).is_none()
    }

    /// What the host lays out, and the rows that it makes of it.
    fn laid_out(&self, columns: usize, renderer: &Renderer) -> Option<(Markdown, usize)> {
        let needed = self.cost.columns + self.cost.columns.min(ROOM);
        if !self.is_markdown || self.cost.nanoseconds > MAX_COST || columns < needed.max(MIN_COLUMNS) {
            return None;
        }
        let measure = renderer.measure.as_ref()?;
        let known = self.laid_out.borrow().clone().filter(|last| last.markdown.columns == columns);
        let LaidOut { markdown, rows } = known.unwrap_or_else(|| {
            let markdown = Markdown { text: self.text().into(), columns, is_strong: self.is_strong };
            let rows = measure(&markdown).filter(|&rows| rows > 0);
            let laid_out = LaidOut { markdown, rows };
            self.laid_out.replace(Some(laid_out.clone()));
            laid_out
        });
        rows.map(|rows| (markdown, rows))
    }
}

/// Whether the host's Markdown is wanted for a text: it has lists, code, tables, quotes, headings or links.
fn needs_host(text: &str) -> bool {
    if text.len() > MAX_BYTES {
        return false;
    }
    let mut indented = Indented::default();
    ["](", "~~", "<https://", "<http://"].iter().any(|sign| text.contains(sign))
        || text.lines().any(|line| begins_block(line) || indented.passes(line))
        || has_title_rule(text)
}

/// Whether a line of a text makes a title of the one above it.
fn has_title_rule(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    (0..lines.len()).any(|at| is_title_rule(&lines, at))
}

/// Whether a line is an item, a quote, a heading, or begins a block of code.
pub(super) fn begins_block(line: &str) -> bool {
    let text = line.trim_start_matches(' ');
    if line.len() - text.len() > 3 {
        return false;
    }
    let title = text.trim_start_matches('#');
    match text.chars().next() {
        _ if sign_end(text).is_some() => true,
        Some('-' | ':' | '|') => is_delimiter_row(text),
        // Seven are where two versions of a file are at odds.
        Some('>') => !text.starts_with(">>>>>>> "),
        Some('#') => title.starts_with(' ') && !title.trim().is_empty(),
        Some('`' | '~') => text.starts_with("```") || text.starts_with("~~~"),
        _ => false,
    }
}

/// The row below the heading of a table; or a line across, which is one without columns.
fn is_delimiter_row(text: &str) -> bool {
    text.trim_end().chars().all(|char| matches!(char, '-' | ':' | '|' | ' ')) && text.contains("--")
        || text.contains('-')
            && text.contains('|')
            && text.trim_end().chars().all(|char| matches!(char, '-' | ':' | '|' | ' '))
}

/// The paragraphs of a text, each with the blank lines behind it. A block of code is one.
pub(crate) fn paragraphs(text: &str) -> Vec<&str> {
    let mut fence = Fence::default();
    let mut all = Vec::new();
    let (mut at, mut start, mut is_behind_blank) = (0, 0, false);
    for line in text.split_inclusive('\n') {
        let is_open = fence.is_open;
        fence.passes(line);
        let is_blank = line.trim().is_empty();
        // What is indented goes on with what is above it.
        if is_behind_blank && !is_open && !is_blank && !line.starts_with(' ') {
            all.extend(text.get(start..at).filter(|before| !before.trim().is_empty()));
            start = at;
        }
        is_behind_blank = is_blank && !is_open;
        at += line.len();
    }
    all.extend(text.get(start..));
    all
}

#[cfg(test)]
mod tests {
    use super::{needs_host, paragraphs};

    #[test]
    fn blocks_are_the_hosts() {
        for (text, expected) in [
            ("Which **one**?", false),
            ("a - b", false),
            ("- a\n- b", true),
            ("Pick:\n1. a", true),
            ("In 2026. we", false),
            ("2026. Then", false),
            ("| a | b |\n|---|---|", true),
            ("a | b\n- | -", true),
            ("# Plan", true),
            ("#1 is it", false),
            ("> quoted", true),
            ("```\nx\n```", true),
            ("see [x](y)", true),
            ("Plan\n====", true),
            ("at <https://a.b> now", true),
            ("a == b", false),
            ("PID is $$; kill -9 $$?", false),
            ("<<<<<<< HEAD\nfoo()\n=======\nbar()\n>>>>>>> main\nWhich?", false),
            ("--", true),
            ("-v or -x", false),
            ("    - code", true),
            ("Run it?\n\n    rm `x`", true),
            ("Run it?\n\trm `x`", false),
        ] {
            assert_eq!(needs_host(text), expected, "{text:?}");
        }
        assert!(!needs_host(&"- a\n".repeat(10_000)), "too much for the host");
    }

    #[test]
    fn paragraphs_are_found() {
        for (text, expected) in [
            ("one", &["one"] as &[_]),
            ("one\n\ntwo", &["one\n\n", "two"]),
            ("one\ntwo\n\n\nthree\nfour", &["one\ntwo\n\n\n", "three\nfour"]),
            ("a\n\n```\nb\n\nc\n```\n\nd", &["a\n\n", "```\nb\n\nc\n```\n\n", "d"]),
            ("- a\n\n  b", &["- a\n\n  b"]),
        ] {
            assert_eq!(paragraphs(text), expected, "{text:?}");
        }
    }
}
