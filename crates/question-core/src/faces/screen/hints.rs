//! The line of hints, which names the keys that are needed most, as the user has bound them.
//!
//! Terminals of fewer than 80 columns may use two rows. If the hints do not fit, the last ones are left out, but the
//! one that leads to the page of keys goes last.

use std::ops::Range;

use super::Screen;
use super::layout::Layout;
use super::usage::{self, Trigger, Usage};
use crate::faces::frame::{Line, Role, Span};
use crate::text::Clean;

/// The separator of the host's own lines of hints.
const SEPARATOR: Clean<'static> = Clean::own(" · ", 3);
/// Maximum number of hints.
const MAX_HINTS: usize = 6;
/// Maximum number of spans of a hint, with the separator before it.
const MAX_SPANS: usize = 6;

/// A hint: its spans among those of all hints, and its width in columns.
struct Hint {
    spans: Range<usize>,
    columns: usize,
}

impl Hint {
    /// Creates the hint of the spans from index `start` on.
    fn behind(start: usize, spans: &[Span<'_>]) -> Self {
        let columns = spans.iter().skip(start).map(|span| span.text.columns()).sum();
        Self { spans: start..spans.len(), columns }
    }
}

/// Draws the hints in at most `max` lines.
pub(super) fn lines<'a>(screen: &'a Screen, layout: &Layout, max: usize) -> Vec<Line<'a>> {
    let room = layout.text_columns();
    let mut spans = Vec::with_capacity(MAX_HINTS * MAX_SPANS);
    let mut hints = Vec::with_capacity(2 * MAX_HINTS);
    // The digits of a number so far come first.
    if let Some(number) = screen.form.number_so_far() {
        spans.push(span(Role::Key, Clean::composed(format!("{number}_"))));
        hints.push(Hint::behind(0, &spans));
    }
    for usage in usage::hints(screen, layout) {
        let start = spans.len();
        push_usage(&usage, &mut spans);
        hints.push(Hint::behind(start, &spans));
    }
    if hints.len() > MAX_HINTS {
        hints.drain(MAX_HINTS - 1..hints.len() - 1);
    }
    while hints.len() > 1 && starts_of(&hints, room).count() > max {
        hints.remove((hints.len() - 2).max(1));
    }
    // If no key is bound, the row is blank.
    let mut lines = vec![Line::default()];
    let mut starts = starts_of(&hints, room).peekable();
    let (mut spans, mut next) = (spans.into_iter(), 0);
    for (at, hint) in hints.iter().enumerate() {
        if starts.next_if_eq(&at).is_some() && at > 0 {
            lines.push(Line::default());
        }
        // The hints in between are left out.
        spans.by_ref().take(hint.spans.start - next).for_each(drop);
        next = hint.spans.end;
        if let Some(line) = lines.last_mut() {
            if line.spans.is_empty() {
                line.spans.reserve(MAX_HINTS * MAX_SPANS);
            } else {
                line.spans.push(span(Role::Muted, SEPARATOR));
            }
            line.spans.extend(spans.by_ref().take(hint.spans.len()));
        }
    }
    lines
}

/// Returns the indices of the hints with which a row begins, 0-based.
fn starts_of(hints: &[Hint], room: usize) -> impl Iterator<Item = usize> {
    let mut used = usize::MAX;
    hints.iter().enumerate().filter_map(move |(at, Hint { columns, .. })| {
        let is_start = used.saturating_add(SEPARATOR.columns() + columns) > room;
        used = if is_start { *columns } else { used + SEPARATOR.columns() + columns };
        is_start.then_some(at)
    })
}

/// Appends the spans of a usage: the first key of each command, and what they do.
fn push_usage<'a>(usage: &Usage<'a>, spans: &mut Vec<Span<'a>>) {
    match &usage.trigger {
        Trigger::Typing => return spans.push(span(Role::Muted, usage.does)),
        Trigger::Digits(digits, numbers) => spans.push(span(Role::Key, digits.range(numbers.clone()))),
        Trigger::Keys(commands) => {
            let keys = || commands.iter().filter_map(|keys| keys.first());
            // Symbols such as arrows need no separator.
            let is_word = keys().any(|key| key.is_word);
            for (at, key) in keys().enumerate() {
                if is_word && at > 0 {
                    spans.push(span(Role::Key, Clean::own("/", 1)));
                }
                spans.push(span(Role::Key, key.name().borrowed()));
            }
        }
    }
    spans.extend([span(Role::Muted, Clean::own(" ", 1)), span(Role::Muted, usage.does)]);
}

fn span<'a>(role: Role, text: impl Into<Clean<'a>>) -> Span<'a> {
    Span { text: text.into(), role, link: None }
}
