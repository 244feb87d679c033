//! Lays out blocks in rows of a width.
//!
//! This module must not read marks or know colors.

use std::rc::Rc;

use super::emphasis::{Piece, Style};
use super::read::{Block, Content, Edge, Text};
use super::table;
use crate::text::clean::Clean;
use crate::text::wrap::{Wrap, WrappedRow};

/// Indentation of code, in columns.
const CODE_INDENT: usize = 2;
/// Additional indentation of the second and further rows of a line of code, in columns.
const HANG: usize = 2;
/// Minimum width of a text inside nested quotes and list items, in columns.
const MIN_COLUMNS: usize = 4;

/// A row of a text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row<'a> {
    pub(crate) pieces: Vec<Piece<'a>>,
    /// Language of a row of code.
    pub(crate) language: Option<Rc<str>>,
}

/// Source of a row.
#[derive(Clone, Debug)]
pub(super) enum RowSource {
    /// A row of a block's text, or of a line of its code or table, with its indentation.
    Text { block: usize, line: usize, row: WrappedRow, is_first: bool, indent: usize },
    /// A row composed for this width, with its position.
    Made(Position, Rc<[Piece<'static>]>),
}

/// A position in a text that does not depend on the width: the index of a block, of a line of its code or table, and a
/// byte of that line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Position(usize, usize, usize);

impl Position {
    /// Returns a position in a text that is no Markdown.
    pub(crate) fn at_byte(start: usize) -> Self {
        Self(0, 0, start)
    }
}

impl RowSource {
    pub(super) fn position(&self) -> Position {
        match self {
            Self::Text { block, line, row, .. } => Position(*block, *line, row.start),
            Self::Made(position, _) => *position,
        }
    }
}

/// Lays out blocks.
pub(super) fn lay_out(blocks: &[Block], columns: usize) -> Vec<RowSource> {
    let mut rows = Vec::new();
    let mut above: &[Edge] = &[];
    for (at, block) in blocks.iter().enumerate() {
        if block.is_apart {
            // The bar of a quote continues in the blank row.
            let common = above.iter().zip(block.rest.iter()).take_while(|(one, other)| one == other).count();
            let edges = above.get(..common).filter(|edges| edges.contains(&Edge::Bar)).unwrap_or_default();
            let behind = Position(at.saturating_sub(1), usize::MAX, 0);
            rows.push(RowSource::Made(behind, edge_of(edges, columns).into()));
        }
        above = &block.rest;
        let room = columns.saturating_sub(edge_columns(&block.rest, columns)).max(1);
        let first = rows.len();
        let made = |(line, pieces): (usize, Vec<Piece<'static>>)| {
            let edge = edge_of(if line == 0 { &block.first } else { &block.rest }, columns);
            RowSource::Made(Position(at, line, 0), edge.into_iter().chain(pieces).collect())
        };
        match &block.content {
            Content::Text(text) | Content::Heading(text) => push_text(&text.text, 0, room, 0, at, &mut rows),
            Content::Code(lines, _) => {
                let indent = CODE_INDENT.min(room.saturating_sub(MIN_COLUMNS));
                for (line, text) in lines.iter().enumerate() {
                    push_text(text, indent, room, line, at, &mut rows);
                }
            }
            Content::Table(table) => match table::lay_out(&table.rows, room) {
                Some(table) => rows.extend(table.into_iter().enumerate().map(made)),
                None => {
                    for (line, text) in table.lines().iter().enumerate() {
                        push_text(&text.text, 0, room, line, at, &mut rows);
                    }
                }
            },
            Content::Rule => rows.push(made((0, vec![Piece::new(Clean::rule(room), Style::Sign)]))),
        }
        if let Some(RowSource::Text { is_first, .. }) = rows.get_mut(first) {
            *is_first = true;
        }
    }
    rows
}

/// Wraps a text or a line of code. Code has an indentation.
fn push_text(text: &Clean<'static>, indent: usize, room: usize, line: usize, block: usize, rows: &mut Vec<RowSource>) {
    let mut wrap = Wrap::new(text.borrowed(), room.saturating_sub(indent));
    let mut next_indent = indent;
    while let Some(row) = wrap.next_row() {
        rows.push(RowSource::Text { block, line, row, is_first: false, indent: next_indent });
        if let Some(rest) = wrap.rest().filter(|_| indent > 0 && next_indent == indent) {
            next_indent = (indent + HANG).min(room.saturating_sub(MIN_COLUMNS).max(indent));
            wrap = Wrap::from(text.borrowed(), rest, room.saturating_sub(next_indent));
        }
    }
}

pub(super) fn row<'a>(blocks: &'a [Block], source: &RowSource, columns: usize) -> Row<'a> {
    match source {
        RowSource::Text { block, line, row, is_first, indent } => {
            let Some(block) = blocks.get(*block) else { return Row::default() };
            let mut language = None;
            let mut pieces = match &block.content {
                Content::Text(text) => {
                    let base = if block.rest.contains(&Edge::Bar) { Style::Quote } else { Style::Plain };
                    pieces_of(text, row, base)
                }
                Content::Heading(text) => pieces_of(text, row, Style::Heading),
                Content::Code(lines, own) => {
                    language.clone_from(own);
                    let code = lines.get(*line).map(|text| Piece::new(text.borrowed().row(*row), Style::CodeBlock));
                    [Piece::new(Clean::blank(*indent), Style::Plain)].into_iter().chain(code).collect()
                }
                Content::Table(table) => {
                    let style = if *line == 0 { Style::Strong } else { Style::Plain };
                    table.lines().get(*line).map(|text| pieces_of(text, row, style)).unwrap_or_default()
                }
                Content::Rule => Vec::new(),
            };
            let edge = edge_of(if *is_first { &block.first } else { &block.rest }, columns);
            if !edge.is_empty() {
                pieces.splice(0..0, edge);
            }
            Row { pieces, language }
        }
        RowSource::Made(_, pieces) => Row { pieces: pieces.to_vec(), language: None },
    }
}

fn pieces_of<'a>(text: &'a Text, row: &WrappedRow, base: Style) -> Vec<Piece<'a>> {
    text.styles.pieces_in(base, row.start, text.text.borrowed().row(*row))
}

fn edge_columns(edges: &[Edge], columns: usize) -> usize {
    edges.iter().map(Edge::columns).sum::<usize>().min((columns / 2).max(columns.saturating_sub(MIN_COLUMNS)))
}

fn edge_of(edges: &[Edge], columns: usize) -> Vec<Piece<'static>> {
    if edges.is_empty() {
        return Vec::new();
    }
    // Each character takes a column. If they are too wide, the outermost are cut off.
    let text: String = edges.iter().map(Edge::text).collect();
    let skip = text.chars().count().saturating_sub(edge_columns(edges, columns));
    vec![Piece::new(Clean::composed(text.chars().skip(skip).collect()), Style::Sign)]
}
