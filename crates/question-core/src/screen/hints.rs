//! The line of hints, which names the keys needed most, as the user has bound them.
//!
//! It holds at most the hints that fit on one row of 80 columns. Narrower terminals may use two rows for them. If hints
//! do not fit, the least needed ones are left out.

use super::Screen;
use super::layout::{Layout, MIN_COLUMNS_WITH_ONE_ROW_OF_HINTS};
use super::usage::{self, Usage};
use crate::screen::frame::{Line, Role};
use crate::screen::keys::KeyName;
use crate::text::{Clean, width};

const SEPARATOR: &str = " • ";
const SEPARATOR_COLUMNS: usize = 3;
/// Width of the row of hints in a terminal of 80 columns.
const WIDE_COLUMNS: usize = MIN_COLUMNS_WITH_ONE_ROW_OF_HINTS - 1;

/// Maximum number of hints; the page of keys lists all.
const MAX_HINTS: usize = 6;
/// Spans of a hint, with the separator before it.
const SPANS_OF_HINT: usize = 6;

/// One hint: a key or two, and what they do.
struct Hint<'a> {
    need: u8,
    key: Clean<'a>,
    /// The second key, and its separator from the first: a slash, or nothing between two symbols such as arrows.
    other: Option<(&'static str, Clean<'a>)>,
    does: Clean<'static>,
    columns: usize,
}

impl<'a> Hint<'a> {
    fn of(usage: &Usage<'a>) -> Self {
        let first = |keys: &'a [KeyName]| keys.first().filter(|key| key.text().columns() > 0);
        let mut keys = usage.keys.iter().filter_map(|keys| first(keys));
        let key = keys.next();
        let other = key.zip(keys.next()).map(|(key, other)| {
            let slash = if key.is_word() || other.is_word() { "/" } else { "" };
            (slash, other.text().borrowed())
        });
        let key = key.map_or_else(|| usage.digits.clone(), |key| key.text().borrowed());
        let does = usage.does;
        let does = Clean::own(does, if does.is_ascii() { does.len() } else { width(does) });
        let other_columns = other.as_ref().map_or(0, |(slash, other)| slash.len() + other.columns());
        let columns = key.columns() + other_columns + 1 + does.columns();
        Self { need: usage.need, key, other, does, columns }
    }
}

/// Draws the hints in at most `max` lines.
pub(super) fn lines<'a>(screen: &'a Screen, layout: &Layout, max: usize) -> Vec<Line<'a>> {
    let usages = usage::of_hints(screen, layout);
    let mut hints: Vec<Hint> = usages.iter().filter(|usage| usage.need > 0).map(Hint::of).collect();
    let room = layout.text_columns();
    // Two rows must not hold more than the single row of a wider terminal.
    let is_too_much =
        |hints: &[Hint]| hints.len() > MAX_HINTS || rows(hints, room) > max || rows(hints, room.max(WIDE_COLUMNS)) > 1;
    while hints.len() > 1 && is_too_much(&hints) {
        let needs = hints.iter().map(|hint| hint.need);
        let least = (0..).zip(needs).min_by_key(|(_, need)| *need).map_or(0, |(at, _)| at);
        hints.remove(least);
    }
    let mut lines: Vec<Line> = Vec::with_capacity(2);
    let mut used = 0;
    for Hint { key, other, does, columns, .. } in hints {
        let line = match lines.pop() {
            Some(line) if used + SEPARATOR_COLUMNS + columns <= room => {
                used += SEPARATOR_COLUMNS + columns;
                line.with(Role::Dim, Clean::own(SEPARATOR, SEPARATOR_COLUMNS))
            }
            full => {
                lines.extend(full);
                used = columns;
                Line { spans: Vec::with_capacity(MAX_HINTS * SPANS_OF_HINT), ..Line::default() }
            }
        };
        let line = line.with(Role::Key, key);
        let line = match other {
            Some((slash, other)) => line.with(Role::Key, Clean::own(slash, slash.len())).with(Role::Key, other),
            None => line,
        };
        lines.push(line.with(Role::Dim, Clean::own(" ", 1)).with(Role::Dim, does));
    }
    // If no key is bound, the row is blank.
    if lines.is_empty() {
        lines.push(Line::default());
    }
    lines
}

/// Returns the number of rows that the hints take.
fn rows(hints: &[Hint<'_>], room: usize) -> usize {
    let (mut rows, mut used) = (0, room);
    for hint in hints {
        if rows == 0 || used + SEPARATOR_COLUMNS + hint.columns > room {
            rows += 1;
            used = hint.columns;
        } else {
            used += SEPARATOR_COLUMNS + hint.columns;
        }
    }
    rows
}
