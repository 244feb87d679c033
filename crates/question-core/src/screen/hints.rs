//! The line that names the keys needed most, as the user has bound them. Where it does not fit, the least needed go first; in
//! a narrow terminal there may be a second line.

use std::borrow::Borrow;

use super::Screen;
use super::layout::Layout;
use super::list::List;
use super::usage::{self, NEEDED, Usage};
use crate::screen::frame::{Line, Role};
use crate::screen::keys::KeyName;
use crate::text::{Clean, width};

const SEPARATOR: &str = " • ";
const SEPARATOR_COLUMNS: usize = 3;
/// Columns of which two lines hold what is told in wider terminals, too, be it in one line or in two.
const NARROW_COLUMNS: usize = 39;
/// Columns of a line that holds about as much, behind the margin of a terminal of 80.
const WIDE_COLUMNS: usize = 79;

/// Hints that are shown at most; all keys stand on the page of keys.
const MAX_HINTS: usize = 6;
/// Pieces of a hint, with the separator before it.
const SPANS_OF_HINT: usize = 6;

/// What a key or two do.
struct Hint<'a> {
    need: u8,
    key: Clean<'a>,
    /// A slash, unless both keys are signs like arrows, and the second key.
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

/// The lines, at most `max` of them. Where there is a second, it is filled.
pub(super) fn lines<'a>(screen: &'a Screen, layout: &Layout, max: usize) -> Vec<Line<'a>> {
    let usages = usage::at(screen, layout, screen.form.highlight());
    let mut hints = needed(&usages);
    let room = layout.columns - layout.margin;
    let rows = wanted_rows(&hints, room).min(max);
    fit(&mut hints, room, rows);
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
    // Where no key is bound, the row is blank.
    if lines.is_empty() {
        lines.push(Line::default());
    }
    lines
}

/// The hints that are needed most, in the order of the page.
fn needed<'a>(usages: &[Usage<'a>]) -> Vec<Hint<'a>> {
    let mut hints: Vec<Hint> = usages.iter().filter(|usage| usage.need > 0).map(Hint::of).collect();
    while hints.len() > MAX_HINTS {
        leave_out_least(&mut hints);
    }
    hints
}

fn leave_out_least<'a, H: Borrow<Hint<'a>>>(hints: &mut Vec<H>) {
    if let Some(least) = (0..hints.len()).min_by_key(|&at| hints.get(at).map(|hint| hint.borrow().need)) {
        hints.remove(least);
    }
}

/// How many lines there are where there is room, whichever row of the page is highlighted.
pub(super) fn most_rows(screen: &Screen, layout: &Layout) -> usize {
    let room = layout.columns - layout.margin;
    if room >= WIDE_COLUMNS {
        return 1;
    }
    let last = List::of(screen, screen.form.page(), layout).len().saturating_sub(1);
    let rows = |highlight| {
        let usages = usage::at(screen, layout, highlight);
        wanted_rows(&needed(&usages), room)
    };
    let (typed, preview, no_preview) = kinds(screen);
    // One of each kind.
    let all = [Some(0), Some(last), Some(screen.form.highlight()), typed, preview, no_preview];
    all.into_iter().flatten().map(rows).max().unwrap_or(1)
}

/// The first row of what the user wrote into a list of boxes; where some options have previews, the first with and the first
/// without one.
fn kinds(screen: &Screen) -> (Option<usize>, Option<usize>, Option<usize>) {
    let Some((_, entry)) = screen.form.shown_entry() else { return (None, None, None) };
    let options = &entry.question.options;
    let is_typed = !entry.draft().given.typed().is_empty();
    // Of many options without any, none is looked at.
    let all = if entry.shown.has_previews { options.as_slice() } else { &[] };
    let with = |has| all.iter().position(|option| option.preview.is_some() == has);
    (Some(options.len()).filter(|_| is_typed), with(true), with(false))
}

/// Rows for what acts on the page, and for all that two rows of a narrow terminal hold.
fn wanted_rows(hints: &[Hint<'_>], room: usize) -> usize {
    let needed = rows(hints.iter().filter(|hint| hint.need >= NEEDED), room).clamp(1, 2);
    if needed == 2 || room >= WIDE_COLUMNS {
        return needed;
    }
    let mut narrow: Vec<&Hint> = hints.iter().collect();
    fit(&mut narrow, room.min(NARROW_COLUMNS), 2);
    rows(narrow.into_iter(), room).min(2)
}

/// Leaves out the least needed, until the others fit.
fn fit<'a, H: Borrow<Hint<'a>>>(hints: &mut Vec<H>, room: usize, max: usize) {
    while hints.len() > 1 && rows(hints.iter().map(Borrow::borrow), room) > max {
        leave_out_least(hints);
    }
}

/// Rows that hints take, none of them cut.
fn rows<'h, 'a: 'h>(hints: impl Iterator<Item = &'h Hint<'a>>, room: usize) -> usize {
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
