//! The line of hints, which names the keys that are needed most, as the user has bound them.
//!
//! Terminals of fewer than 80 columns may use two rows. If the hints do not fit, the last ones are left out, but the
//! one that leads to the page of keys goes last.

use super::Screen;
use super::layout::Layout;
use super::usage::{self, Usage};
use crate::screen::frame::{Line, Role, Span};
use crate::screen::keys::KeyName;
use crate::text::Clean;

const SEPARATOR: &str = " • ";
const SEPARATOR_COLUMNS: usize = 3;
/// Maximum number of hints; the page of keys lists all.
const MAX_HINTS: usize = 6;

/// The spans of one hint: a key or two, and what they do.
type Hint<'a> = [Span<'a>; 5];

/// Draws the hints in at most `max` lines.
pub(super) fn lines<'a>(screen: &'a Screen, layout: &Layout, max: usize) -> Vec<Line<'a>> {
    let room = layout.text_columns();
    let mut needed = usage::hints(screen, layout);
    if needed.len() > MAX_HINTS {
        needed.drain(MAX_HINTS - 1..needed.len() - 1);
    }
    let mut hints: Vec<Hint> = needed.iter().map(hint).collect();
    let mut all = rows(&hints, room);
    while hints.len() > 1 && all.len() > max {
        hints.remove((hints.len() - 2).max(1));
        all = rows(&hints, room);
    }
    // If no key is bound, the row is blank.
    let mut lines = vec![Line::default(); usize::from(hints.is_empty())];
    for row in all {
        let mut line = Line::default();
        for hint in row {
            if !line.spans.is_empty() {
                line = line.with(Role::Dim, Clean::own(SEPARATOR, SEPARATOR_COLUMNS));
            }
            line.spans.extend(hint.iter().filter(|span| span.text.columns() > 0).cloned());
        }
        lines.push(line);
    }
    lines
}

/// Splits the hints into the rows that they take.
fn rows<'h, 'a>(mut hints: &'h [Hint<'a>], room: usize) -> Vec<&'h [Hint<'a>]> {
    let mut rows = Vec::new();
    while !hints.is_empty() {
        let mut used = 0;
        let fits = |hint: &&Hint| {
            used += hint.iter().map(|span| span.text.columns()).sum::<usize>() + SEPARATOR_COLUMNS;
            used <= room + SEPARATOR_COLUMNS
        };
        let fitting = hints.iter().take_while(fits).count().max(1);
        let (row, rest) = hints.split_at_checked(fitting).unwrap_or((hints, &[]));
        rows.push(row);
        hints = rest;
    }
    rows
}

/// Formats a usage: the first key of each command, and what they do.
fn hint<'a>(usage: &Usage<'a>) -> Hint<'a> {
    let mut keys = usage.keys.iter().filter_map(|keys| keys.first());
    let (key, other) = (keys.next(), keys.next());
    // Symbols such as arrows need no separator.
    let is_word = [key, other].iter().flatten().any(|key| key.is_word);
    let slash = if other.is_some() && is_word { "/" } else { "" };
    let text = |key: &'a KeyName| key.text().borrowed();
    [
        Span { role: Role::Key, text: key.map_or_else(|| usage.digits.clone(), text) },
        Span { role: Role::Key, text: slash.into() },
        Span { role: Role::Key, text: other.map(text).unwrap_or_default() },
        Span { role: Role::Dim, text: if usage.does.is_empty() { "" } else { " " }.into() },
        Span { role: Role::Dim, text: usage.does.into() },
    ]
}
