//! Blocks → rows of a width.
//!
//! Never here: what a text says; colors.

use std::rc::Rc;

use super::emphasis::{Style, StyledRow};
use super::read::{Block, Content, Edge, Text};
use super::table;
use crate::text::clean::Clean;
use crate::text::wrap::{Row as Broken, Wrap};

/// Columns that a block of code is indented by.
const CODE_INDENT: usize = 2;
/// Columns that a line of code goes on behind where it begins, if it is too wide.
const HANG: usize = 2;
/// Columns that are left to a text in many quotes and items.
const MIN_COLUMNS: usize = 4;

/// A row of a text: its pieces from the left.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row<'a> {
    pub(crate) pieces: Vec<(Clean<'a>, Style)>,
    /// The language of the code in it.
    pub(crate) language: Option<Rc<str>>,
}

/// Where a row is found.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// A blank row above a block.
    Blank(usize),
    /// A row of a block's text or line of code; whether it is the first of the block, and the columns that it hangs by.
    Text { block: usize, line: usize, row: Broken, is_first: bool, hang: usize },
    /// A row that was made for this width.
    Made { block: usize, pieces: Rc<[(Clean<'static>, Style)]>, is_first: bool },
}

/// The rows of blocks.
pub(super) fn lay_out(blocks: &[Block], columns: usize) -> Vec<Place> {
    let mut places = Vec::new();
    for (at, block) in blocks.iter().enumerate() {
        if block.is_apart {
            places.push(Place::Blank(at));
        }
        let room = columns.saturating_sub(edge_columns(&block.rest, columns)).max(1);
        let first = places.len();
        match &block.content {
            Content::Text(text) | Content::Heading(text) => push_text(&text.text, 0, room, 0, at, &mut places),
            Content::Code(lines, _) => {
                for (line, text) in lines.iter().enumerate() {
                    let indent = CODE_INDENT.min(room.saturating_sub(MIN_COLUMNS));
                    push_text(text, indent, room, line, at, &mut places);
                }
            }
            Content::Table(table) => {
                let made = |pieces: Vec<_>| Place::Made { block: at, pieces: pieces.into(), is_first: false };
                places.extend(table::lay_out(table, room).into_iter().map(made));
            }
            Content::Rule => {
                let pieces = [(Clean::rule(room), Style::Sign)].into();
                places.push(Place::Made { block: at, pieces, is_first: false });
            }
        }
        if let Some(Place::Text { is_first, .. } | Place::Made { is_first, .. }) = places.get_mut(first) {
            *is_first = true;
        }
    }
    places
}

/// The rows of a line of code, or of a text, which is not indented.
fn push_text(text: &Clean<'static>, indent: usize, room: usize, line: usize, block: usize, places: &mut Vec<Place>) {
    let mut wrap = Wrap::new(text.borrowed(), room.saturating_sub(indent).max(1));
    let mut hang = indent;
    while let Some(row) = wrap.next_row() {
        places.push(Place::Text { block, line, row, is_first: false, hang });
        if indent > 0
            && hang == indent
            && let Some(rest) = wrap.rest()
        {
            let own = text.as_str().len() - text.as_str().trim_start_matches(' ').len();
            hang = (indent + own.min(room / 4) + HANG).min(room.saturating_sub(MIN_COLUMNS).max(indent));
            wrap = Wrap::from(text.borrowed(), rest, room.saturating_sub(hang));
        }
    }
}

/// The row at a place.
pub(super) fn row<'a>(blocks: &'a [Block], place: &Place, columns: usize) -> Row<'a> {
    match place {
        Place::Blank(at) => {
            let Some(block) = blocks.get(*at) else { return Row::default() };
            let above = at.checked_sub(1).and_then(|above| blocks.get(above));
            let above = above.map_or(&[] as &[_], |above| &above.rest);
            // The bar of a quote goes on through it.
            let common = above.iter().zip(block.rest.iter()).take_while(|(one, other)| one == other).count();
            let edges = block.rest.get(..common).filter(|edges| edges.contains(&Edge::Bar));
            Row { pieces: edges.map_or_else(Vec::new, |edges| edge_of(edges, columns)), language: None }
        }
        Place::Text { block, line, row, is_first, hang } => {
            let Some(block) = blocks.get(*block) else { return Row::default() };
            let mut pieces = edge_of(if *is_first { &block.first } else { &block.rest }, columns);
            let mut language = None;
            match &block.content {
                Content::Text(text) => {
                    let base = if block.rest.contains(&Edge::Bar) { Style::Quote } else { Style::Plain };
                    pieces.extend(pieces_of(text, row, base));
                }
                Content::Heading(text) => pieces.extend(pieces_of(text, row, Style::Heading)),
                Content::Code(lines, own) => {
                    pieces.push((Clean::blank(*hang), Style::Plain));
                    pieces.extend(lines.get(*line).map(|text| (text.borrowed().row(*row), Style::CodeBlock)));
                    language.clone_from(own);
                }
                Content::Table(_) | Content::Rule => {}
            }
            Row { pieces, language }
        }
        Place::Made { block, pieces: made, is_first } => {
            let edges = blocks.get(*block).map(|block| if *is_first { &block.first } else { &block.rest });
            let mut pieces = edges.map_or_else(Vec::new, |edges| edge_of(edges, columns));
            pieces.extend(made.iter().cloned());
            Row { pieces, language: None }
        }
    }
}

fn pieces_of<'a>(text: &'a Text, row: &Broken, base: Style) -> Vec<(Clean<'a>, Style)> {
    StyledRow { text: text.text.borrowed().row(*row), start: row.start, styles: &text.styles }.pieces_in(base)
}

/// Columns that quotes and items take; a few are left to the text.
fn edge_columns(edges: &[Edge], columns: usize) -> usize {
    edges.iter().map(Edge::columns).sum::<usize>().min((columns / 2).max(columns.saturating_sub(MIN_COLUMNS)))
}

fn edge_of(edges: &[Edge], columns: usize) -> Vec<(Clean<'static>, Style)> {
    if edges.is_empty() {
        return Vec::new();
    }
    // Each character of it takes a column. What it is too wide by is left out of the outermost.
    let text: String = edges.iter().map(Edge::text).collect();
    let skip = text.chars().count().saturating_sub(edge_columns(edges, columns));
    vec![(Clean::composed(text.chars().skip(skip).collect()), Style::Sign)]
}

impl Edge {
    fn columns(&self) -> usize {
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
}
