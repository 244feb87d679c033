//! The line of hints, which names the keys that are needed most, as the user has bound them.
//!
//! Terminals of fewer than 80 columns may use two rows. If the hints do not fit, the last ones are left out, but the
//! one that leads to the page of keys goes last.

use super::Screen;
use super::layout::Layout;
use super::usage::{self, Trigger, Usage};
use crate::screen::frame::{Line, Role};
use crate::text::Clean;

const SEPARATOR: Clean<'static> = Clean::own(" • ", 3);
/// Maximum number of hints.
const MAX_HINTS: usize = 6;

/// Draws the hints in at most `max` lines.
pub(super) fn lines<'a>(screen: &'a Screen, layout: &Layout, max: usize) -> Vec<Line<'a>> {
    let room = layout.text_columns();
    // The digits of a number so far come first.
    let number = screen.form.number_so_far().map(|number| Line::of(Role::Key, Clean::composed(format!("{number}_"))));
    let usages = usage::all(screen, layout);
    let mut hints: Vec<Line> =
        number.into_iter().chain(usages.iter().filter(|usage| usage.is_hint).map(hint)).collect();
    if hints.len() > MAX_HINTS {
        hints.drain(MAX_HINTS - 1..hints.len() - 1);
    }
    let mut starts = starts_of(&hints, room);
    while hints.len() > 1 && starts.len() > max {
        hints.remove((hints.len() - 2).max(1));
        starts = starts_of(&hints, room);
    }
    // If no key is bound, the row is blank.
    let mut lines = vec![Line::default()];
    for (at, hint) in hints.into_iter().enumerate() {
        if at > 0 && starts.contains(&at) {
            lines.push(Line::default());
        }
        if let Some(line) = lines.last_mut() {
            if !line.spans.is_empty() {
                *line = std::mem::take(line).with(Role::Muted, SEPARATOR);
            }
            line.spans.extend(hint.spans);
        }
    }
    lines
}

/// Returns the indices of the hints with which a row begins, 0-based.
fn starts_of(hints: &[Line<'_>], room: usize) -> Vec<usize> {
    let mut used = usize::MAX;
    let starts = hints.iter().enumerate().filter_map(|(at, hint)| {
        let columns = hint.width();
        let is_start = used.saturating_add(SEPARATOR.columns() + columns) > room;
        used = if is_start { columns } else { used + SEPARATOR.columns() + columns };
        is_start.then_some(at)
    });
    starts.collect()
}

/// Formats a usage: the first key of each command, and what they do.
fn hint<'a>(usage: &Usage<'a>) -> Line<'a> {
    let mut line = Line { spans: Vec::with_capacity(5), ..Line::default() };
    match &usage.trigger {
        Trigger::Typing => return line.with(Role::Muted, usage.does),
        Trigger::Digits(digits, numbers) => line = line.with(Role::Key, digits.range(numbers.clone())),
        Trigger::Keys(commands) => {
            let keys = || commands.iter().filter_map(|keys| keys.first());
            // Symbols such as arrows need no separator.
            let is_word = keys().any(|key| key.is_word);
            for key in keys() {
                if is_word && !line.spans.is_empty() {
                    line = line.with(Role::Key, "/");
                }
                line = line.with(Role::Key, key.name().borrowed());
            }
        }
    }
    line.with(Role::Muted, " ").with(Role::Muted, usage.does)
}
