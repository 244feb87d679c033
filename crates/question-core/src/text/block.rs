//! A text that stays the same while it is drawn again and again: it remembers the rows that it was last broken into.
//!
//! Breaking texts is most of what a frame costs, and from one frame to the next neither a text nor the width of its place is
//! likely to change. Texts of several blocks are kept by [`super::markdown::Markdown`].

use std::cell::RefCell;

use super::clean::Clean;
use super::markdown::emphasis::{StyledRow, Styles};
use super::wrap::{Row, Wrap};

/// A text and its rows.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    text: Clean<'static>,
    styles: Styles,
    broken: RefCell<Broken>,
}

/// The rows of a text, as far as they were asked for.
#[derive(Clone, Debug, Default)]
struct Broken {
    columns: usize,
    rows: Vec<Row>,
    /// Where the next row starts; `None` once all rows are known.
    next: Option<usize>,
}

impl Block {
    pub(crate) fn new(text: Clean<'static>) -> Self {
        Self { text, styles: Styles::default(), broken: RefCell::default() }
    }

    /// A text with bold and code, told by their style in place of their marks.
    pub(crate) fn marked(text: Clean<'static>) -> Self {
        let (text, styles) = Styles::read(text);
        Self { text, styles, broken: RefCell::default() }
    }

    /// The text.
    pub(crate) fn text(&self) -> &Clean<'static> {
        &self.text
    }

    /// How many rows of at most `columns` the text takes, counted up to `limit`.
    pub(crate) fn count(&self, columns: usize, limit: usize) -> usize {
        if self.text.fits(columns) {
            return limit.min(1);
        }
        let mut broken = self.broken.borrow_mut();
        broken.know(limit, columns, &self.text);
        broken.rows.len().min(limit)
    }

    /// At most `count` of the rows, from row `skip` on.
    pub(crate) fn rows(&self, columns: usize, skip: usize, count: usize) -> Vec<StyledRow<'_>> {
        let row = |start, text| StyledRow { text, start, styles: &self.styles };
        if self.text.fits(columns) {
            return std::iter::once(row(0, self.text.borrowed())).skip(skip).take(count).collect();
        }
        let mut broken = self.broken.borrow_mut();
        broken.know(skip.saturating_add(count), columns, &self.text);
        let rows = broken.rows.iter().skip(skip).take(count);
        rows.map(|found| row(found.start, self.text.borrowed().row(*found))).collect()
    }
}

impl Broken {
    /// Breaks the text until `count` rows are known.
    fn know(&mut self, count: usize, columns: usize, text: &Clean<'static>) {
        if self.columns != columns.max(1) {
            *self = Self { columns: columns.max(1), rows: Vec::new(), next: Some(0) };
        }
        while self.rows.len() < count
            && let Some(start) = self.next
        {
            let mut wrap = Wrap::from(text.borrowed(), start, columns);
            self.rows.extend(wrap.next_row());
            self.next = wrap.rest();
        }
    }
}
