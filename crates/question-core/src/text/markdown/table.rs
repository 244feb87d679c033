//! Lays out a table in aligned columns, with a rule below the heading. If the table is too wide, its widest columns
//! wrap.

use super::emphasis::{Piece, Style};
use super::read::Text;
use crate::text::clean::Clean;
use crate::text::wrap::Wrap;

/// Separator of two cells, and of their rules below the heading.
const BETWEEN: &str = " │ ";
const CROSS: &str = "─┼─";
const BETWEEN_COLUMNS: usize = 3;
/// Minimum width of a column that wraps. A table with less room is shown as text.
const MIN_CELL: usize = 4;

type Pieces = Vec<Piece<'static>>;

/// Lays out a table in at most `columns`, or returns `None` if its cells would be too narrow.
pub(super) fn lay_out(table: &[Vec<Text>], columns: usize) -> Option<Vec<Pieces>> {
    let widths = widths(table, columns)?;
    let mut rows = Vec::new();
    for (at, cells) in table.iter().enumerate() {
        let base = if at == 0 { Style::Strong } else { Style::Plain };
        let wrapped: Vec<Vec<Pieces>> =
            cells.iter().zip(&widths).map(|(cell, columns)| wrapped(cell, *columns, base)).collect();
        let height = wrapped.iter().map(Vec::len).max().unwrap_or_default();
        for line in 0..height {
            let mut row = Pieces::new();
            for (number, (lines, columns)) in wrapped.iter().zip(&widths).enumerate() {
                if number > 0 {
                    row.push(Piece::new(Clean::own(BETWEEN, BETWEEN_COLUMNS), Style::Sign));
                }
                let own = lines.get(line).cloned().unwrap_or_default();
                let missing = columns.saturating_sub(own.iter().map(|piece| piece.text.columns()).sum());
                row.extend(own);
                if missing > 0 && number + 1 < widths.len() {
                    row.push(Piece::new(Clean::blank(missing), Style::Plain));
                }
            }
            rows.push(row);
        }
        if at == 0 {
            let lines: Vec<String> = widths.iter().map(|columns| "─".repeat(*columns)).collect();
            rows.push(vec![Piece::new(Clean::composed(lines.join(CROSS)), Style::Sign)]);
        }
    }
    Some(rows)
}

/// Returns the width of each column, or `None` if they would be too narrow.
fn widths(table: &[Vec<Text>], columns: usize) -> Option<Vec<usize>> {
    let count = table.first().map_or(0, Vec::len);
    let mut natural = vec![1; count];
    for row in table {
        for (own, cell) in natural.iter_mut().zip(row) {
            *own = cell.text.columns().max(*own);
        }
    }
    let room = columns.checked_sub(BETWEEN_COLUMNS * count.saturating_sub(1))?;
    // The widest columns shrink to the same width.
    let cut = |most: usize| natural.iter().map(move |own| most.min(*own));
    let most = (MIN_CELL..=room).rev().find(|&most| cut(most).sum::<usize>() <= room)?;
    Some(cut(most).collect())
}

/// Wraps a cell.
fn wrapped(cell: &Text, columns: usize, base: Style) -> Vec<Pieces> {
    let mut wrap = Wrap::new(cell.text.borrowed(), columns);
    let mut lines = Vec::new();
    while let Some((start, text)) = wrap.next_with_start() {
        let pieces = cell.styles.pieces_in(base, start, text);
        lines.push(pieces.into_iter().map(Piece::into_owned).collect());
    }
    lines
}
