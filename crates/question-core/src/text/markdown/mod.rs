//! Markdown, read once into blocks and laid out in rows of the width it is shown in.
//!
//! ```text
//! text ─ read ─▶ blocks ─ layout, table ─▶ rows        emphasis, link: bold, code and links inside a block
//! ```
//!
//! Text that may be something other than Markdown stays as written, since the user may be asked to approve it.

pub(crate) mod emphasis;
mod layout;
mod link;
mod nodes;
mod plain;
mod read;
mod table;

use std::cell::{OnceCell, RefCell};
use std::ops::Range;

use crate::text::clean::Clean;
pub(crate) use emphasis::Styles;
use layout::RowSource;
pub(crate) use layout::{Position, Row};
pub use nodes::{WebBlock, WebContent, WebEdge, WebPiece};
use read::{Block, Content, Text};

/// A text with its last layout, which is reused for as long as the width stays the same.
#[derive(Clone, Debug)]
pub(crate) struct Markdown {
    text: Clean<'static>,
    /// Blocks of the text, read when first needed.
    blocks: OnceCell<Vec<Block>>,
    laid_out: RefCell<(usize, Vec<RowSource>)>,
}

impl serde::Serialize for Markdown {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.text.serialize(serializer)
    }
}

impl Markdown {
    pub(crate) fn new(text: Clean<'static>) -> Self {
        Self { text, blocks: OnceCell::new(), laid_out: RefCell::default() }
    }

    /// Creates a text of a single block in which only bold and code are read.
    pub(crate) fn description(text: Clean<'static>) -> Self {
        let (text, styles) = Styles::read(text);
        let blocks = vec![Block::of(Text { text: text.clone(), styles })];
        Self { text, blocks: blocks.into(), laid_out: RefCell::default() }
    }

    /// Returns the text; that of a description has no marks.
    pub(crate) fn as_clean(&self) -> &Clean<'static> {
        &self.text
    }

    fn blocks(&self) -> &[Block] {
        self.blocks.get_or_init(|| read::read(self.text.as_str()))
    }

    /// Counts the rows of the text, each at most `columns` wide.
    pub(crate) fn count(&self, columns: usize) -> usize {
        self.lay_out(columns);
        self.laid_out.borrow().1.len()
    }

    pub(crate) fn rows(&self, columns: usize, skip: usize, count: usize) -> Vec<Row<'_>> {
        let mut rows = Vec::new();
        self.each_row(columns, skip, count, |row| rows.push(row));
        rows
    }

    /// Passes on at most `count` rows from row `skip` on.
    pub(crate) fn each_row<'a>(&'a self, columns: usize, skip: usize, count: usize, each: impl FnMut(Row<'a>)) {
        self.lay_out(columns);
        let laid_out = self.laid_out.borrow();
        let places = laid_out.1.iter().skip(skip).take(count);
        places.map(|place| layout::row(self.blocks(), place, columns.max(1))).for_each(each);
    }

    /// Returns the position of a row in the text; that of the last row for any row behind it.
    pub(crate) fn position(&self, columns: usize, row: usize) -> Position {
        self.lay_out(columns);
        let laid_out = self.laid_out.borrow();
        laid_out.1.get(row).or(laid_out.1.last()).map(RowSource::position).unwrap_or_default()
    }

    pub(crate) fn row(&self, columns: usize, position: Position) -> usize {
        self.lay_out(columns);
        self.laid_out.borrow().1.partition_point(|place| place.position() <= position).saturating_sub(1)
    }

    /// Lays out the text, unless the last layout has this width.
    fn lay_out(&self, columns: usize) {
        let columns = columns.max(1);
        let mut laid_out = self.laid_out.borrow_mut();
        if laid_out.0 != columns {
            *laid_out = (columns, layout::lay_out(self.blocks(), columns));
        }
    }

    /// Returns the blocks of the text, for a page that lays them out itself.
    pub(crate) fn nodes(&self) -> Vec<WebBlock> {
        nodes::nodes(self.blocks())
    }

    /// Returns the text without marks, for plain dialogs and ACP.
    pub(crate) fn plain(&self) -> String {
        plain::text_of(self.blocks())
    }
}

/// Returns a text without marks, for plain dialogs, names and titles.
pub(crate) fn plain(text: &str) -> String {
    plain::text_of(&read::read(Clean::text(text).as_str()))
}

/// Returns a text without marks and without tables, of which a row alone says nothing.
pub(crate) fn prose(text: &str) -> String {
    let mut blocks = read::read(Clean::text(text).as_str());
    blocks.retain(|block| !matches!(block.content, Content::Table(_)));
    plain::text_of(&blocks)
}

/// A paragraph, a heading, or the text of a list item or quote.
pub(crate) struct Paragraph {
    /// Byte range of the paragraph in the text.
    pub(crate) source: Range<usize>,
    pub(crate) text: Clean<'static>,
    pub(crate) styles: Styles,
    /// Whether the paragraph is outside list items and quotes.
    pub(crate) is_top_level: bool,
    pub(crate) is_heading: bool,
    /// Whether this is the last line of a code block without a closing fence.
    pub(crate) is_open_code: bool,
}

/// Returns the paragraphs and headings of a text, those in list items and quotes, and the last line of a code block
/// without a closing fence.
pub(crate) fn paragraphs(text: &str) -> Vec<Paragraph> {
    let paragraph = |Block { source, content, rest, .. }| {
        let written = text.get(source.clone()).unwrap_or_default();
        let is_heading = matches!(content, Content::Heading(_));
        let is_top_level = rest.is_empty();
        match content {
            Content::Text(Text { text, styles }) | Content::Heading(Text { text, styles }) => (!is_fence(written))
                .then_some(Paragraph { source, text, styles, is_top_level, is_heading, is_open_code: false }),
            Content::Code(..) if is_top_level => {
                let line = unclosed(written)?;
                let source = source.end - line.len()..source.end;
                let (text, styles) = (Clean::text(line).into_owned(), Styles::default());
                Some(Paragraph { source, text, styles, is_top_level, is_heading, is_open_code: true })
            }
            _ => None,
        }
    };
    read::read(text).into_iter().filter_map(paragraph).collect()
}

/// Returns whether a block begins with the fence of a code block. Such a text is what follows the fence on its line.
fn is_fence(block: &str) -> bool {
    let line = block.trim_start_matches(' ').lines().next().unwrap_or_default();
    line.starts_with("~~~") || line.starts_with("```") && !line.trim_start_matches('`').contains('`')
}

/// Returns the last line of a fenced code block that is not closed.
fn unclosed(code: &str) -> Option<&str> {
    let (fence, rest) = code.split_once('\n').filter(|_| is_fence(code))?;
    let fence = fence.trim_start_matches(' ');
    let mark = fence.chars().next()?;
    let last = rest.rsplit('\n').next()?.trim();
    let length = |line: &str| line.len() - line.trim_start_matches(mark).len();
    let is_closed = length(last) == last.len() && length(last) >= length(fence);
    (!is_closed).then_some(last)
}

#[cfg(test)]
mod tests {
    use super::{Clean, Markdown, plain};

    fn rows(text: &str, columns: usize) -> Vec<String> {
        let text = Markdown::new(Clean::text(text).into_owned());
        let rows = text.rows(columns, 0, usize::MAX);
        rows.iter().map(|row| row.pieces.iter().map(|piece| piece.text.as_str()).collect()).collect()
    }

    #[test]
    fn texts_are_laid_out() {
        for (text, columns, expected) in [
            ("Which **one**?", 20, &["Which one?"] as &[_]),
            ("one\ntwo  \nthree\\\nfour", 20, &["one", "two", "three\\", "four"]),
            ("one\n\n\n\ntwo", 20, &["one", "", "two"]),
            ("# Plan\nDo it.\n\n## Next ##", 20, &["Plan", "Do it.", "", "Next ##"]),
            ("- a\n- b b b\n  - c\n\n1. x\n2) y", 6, &["- a", "- b b", "  b", " - c", "", "1. x", "2) y"]),
            ("- a\n\n  b\n\n- c", 20, &["- a", "", "  b", "", "- c"]),
            ("- - a\n-\n- b", 20, &["- - a", "- ", "- b"]),
            ("- ```sh\n  ls\n  ```", 20, &["-   ls"]),
            (">", 20, &[">"]),
            ("> a a\n> b\n>\n> > c\n\nd", 6, &["│ a a", "│ b", "│ ", " │ c", "", "d"]),
            (
                "Run:\n```sh\nls -l\n\n  cd a b c d e f\n```\nOk?",
                14,
                &["Run:", "  ls -l", "  ", "    cd a b c d", "    e f", "Ok?"],
            ),
            ("```ts src/a.ts\nx\n```", 20, &["ts src/a.ts", "  x"]),
            ("```{.ts}\nx", 20, &["{.ts}", "  x"]),
            ("Run it?\n\n    rm `x`", 20, &["Run it?", "", "  rm `x`"]),
            ("a\n\n---\n\nb", 4, &["a", "", "────", "", "b"]),
            // text that may be something other than Markdown stays as written
            ("foo()\n=======\nbar()", 20, &["foo()", "=======", "bar()"]),
            ("Which one\n---\nof them?", 20, &["Which one", "---", "of them?"]),
            ("<b>x</b> &amp; <!-- y -->", 30, &["<b>x</b> &amp; <!-- y -->"]),
            ("<div>\n**x**\n</div>", 20, &["<div>", "x", "</div>"]),
            ("  a\n   └─ b", 20, &["  a", "   └─ b"]),
            ("$x_1 * y_2$ and \\*z\\*", 30, &["$x_1 * y_2$ and \\*z\\*"]),
            ("#1 is it, 2026. is not", 30, &["#1 is it, 2026. is not"]),
            ("see [x](http://y), <http://z>, ![i](j.png)", 60, &["see [x](http://y), <http://z>, ![i](j.png)"]),
            ("[a] b\n\n[a]: http://c", 40, &["[a] b", "", "[a]: http://c"]),
            // items, quotes, and signs at the start of lines
            ("Ok?\n\n 1. a\n 2. b", 20, &["Ok?", "", "1. a", "2. b"]),
            ("1. one\n    - four\n>  - q", 20, &["1. one", "   - four", "│ - q"]),
            ("find \\\n\\( -name a \\) \\\n\\! x", 30, &["find \\", "\\( -name a \\) \\", "\\! x"]),
            ("- \\*.ts\n- \\$X", 20, &["- \\*.ts", "- \\$X"]),
            ("- run: |\n    if x:\n      a\n-    old", 20, &["- run: |", "    if x:", "      a", "-    old"]),
            ("> <b>\n> x\n\n> a\n> ---\n> b", 20, &["│ <b>", "│ x", "│ ", "│ a", "│ ---", "│ b"]),
            ("<<<<<<< a\nx\n=======\ny\n>>>>>>> b", 20, &["<<<<<<< a", "x", "=======", "y", ">>>>>>> b"]),
            ("**Run `rm logs** tmp`?** now", 40, &["Run rm logs** tmp? now"]),
            // tables
            ("| a |\n|---|\n| b | rm |", 20, &["| a |", "|---|", "| b | rm |"]),
            ("| a | **b** |\n|---|--:|\n| 1 | 22222 |\n| `x` |", 40, &["a │ b", "──┼──────", "1 │ 22222", "x │ "]),
            ("| a | b |\n|---|---|\n| one two | three |", 12, &["a    │ b", "─────┼─────", "one  │ thre", "two  │ e"]),
            ("| a | b |\n|---|---|\n| one two | three |", 8, &["a | b", "one two", "| three"]),
        ] {
            assert_eq!(rows(text, columns), expected, "{text:?} at {columns}");
        }
    }

    /// Returns the texts that a click opens, by row, and checks that each row of an address opens all of it.
    fn links(text: &str, columns: usize) -> Vec<String> {
        let markdown = Markdown::new(Clean::text(text).into_owned());
        let mut links = Vec::new();
        for row in markdown.rows(columns, 0, usize::MAX) {
            let linked = row.pieces.into_iter().filter_map(|piece| Some((piece.link?, piece.text)));
            links.extend(linked.map(|(address, text)| {
                assert!(address.contains(text.as_str()), "{text} opens {address}");
                text.to_string()
            }));
        }
        links
    }

    #[test]
    fn addresses_are_links_in_prose() {
        for (text, columns, expected) in [
            ("a https://b.example, **c**", 40, &["https://b.example"] as &[_]),
            ("# a https://b.example\n> https://c.example", 40, &["https://b.example", "https://c.example"]),
            ("https://a.example/b/c?", 10, &["https://a.", "example/b/", "c"]),
            ("> - **a https://b.example/c** d", 14, &["https://b.", "example/c"]),
            ("`https://a.example` **https://b.example**", 40, &["https://a.example", "https://b.example"]),
            ("https://a.example/`b`", 40, &["https://a.example/", "b"]),
            ("[https://a.example](https://b.example)", 80, &["https://a.example", "https://b.example"]),
            ("[a]: https://b.example", 40, &["https://b.example"]),
            ("| a | b |\n|-|-|\n| http://c | d |", 40, &["http://c"]),
            ("| a | b |\n|-|-|\n| http://c | d |", 6, &["http:/", "/c"]),
            ("```sh\ncurl https://a.example\n```\n\n    https://b.example", 40, &[]),
        ] {
            assert_eq!(links(text, columns), expected, "{text:?} at {columns}");
        }
    }

    #[test]
    fn texts_without_marks() {
        for (text, expected) in [
            ("# A\n\n> **b** `c`\n> - d\n>   e\n\n---\n\n[f](g.md)", "A\n\nb c\n- d\n  e\n\n---\n\n[f](g.md)"),
            ("```\na\n\n  b\n```", "a\n\n  b"),
            ("|a|b|\n|-|-|\n|1|2|", "a · b\n1 · 2"),
        ] {
            assert_eq!(plain(text), expected, "{text:?}");
        }
    }

    proptest::proptest! {
        /// Shows each word of any Markdown in its order, in rows that are never too wide.
        #[test]
        fn nothing_is_lost(
            text in "([a-c]{1,3}|[ \n]|\n\n|[*_`#>|~\\[\\]()<&;:!=+-]|1\\. |- |    |\n```\n|\\|--\\||\\]\\(|日本){0,40}",
            columns in 8_usize..40,
        ) {
            let letters = |text: &str| text.chars().filter(|char| char.is_alphanumeric()).collect::<String>();
            let shown = rows(&text, 200);
            proptest::prop_assert_eq!(letters(&shown.concat()), letters(&text), "{:?}", shown);
            proptest::prop_assert_eq!(letters(&plain(&text)), letters(&text));
            for row in rows(&text, columns) {
                proptest::prop_assert!(crate::text::width(&row) <= columns, "{:?} in {}", row, columns);
            }
        }
    }
}
