//! The tab bar: a tab for each question, with a sign for how far its answer is decided, and one for Submit.
//!
//! Labels are cut to the largest width at which all tabs fit. If they do not fit at any width, the bar scrolls around
//! the current tab, and the bottom border names the number of its question. Without a border, the bar has it.

use super::target::Target;
use crate::answer::sheet::Standing;
use crate::faces::frame::{Line, Role};
use crate::form::Form;
use crate::form::page::Tab;
use crate::text::{Clean, cut_inside, truncate};
use crate::view::PROPOSED;
use crate::words::fill;

/// Smallest and largest width that labels are cut to if all tabs fit, in columns.
const MIN_LABEL_COLUMNS: usize = 8;
const MAX_LABEL_COLUMNS: usize = 32;
/// Minimum width of the current label then, in columns.
const CURRENT_COLUMNS: usize = 20;
/// Width that other labels are cut to if the bar scrolls, in columns.
const SCROLLED_COLUMNS: usize = 14;
/// Minimum width of a bar with the number of the current question, in columns.
const MIN_COLUMNS_WITH_PROGRESS: usize = 24;
/// Width of the arrows at both ends with their margins, in columns.
const ARROW_COLUMNS: usize = 5;
/// Width of the left arrow with its margin, in columns.
const LEFT_ARROW_COLUMNS: usize = 3;
/// Width of a tab without its label, in columns: a box, a space, and a bracket or space on each side.
const TAB_COLUMNS: usize = 4;

/// Draws the bar, and returns whether it shows all tabs. `has_border`: a border names the number of the question if not.
pub(super) fn line(form: &Form, columns: usize, has_border: bool) -> (Line<'_>, bool) {
    let tabs = tabs(form, columns, has_border);
    let arrow = |leads_on| if leads_on { Role::Accent } else { Role::Muted };
    let is_seen = |tab: usize| tabs.iter().any(|(at, _)| *at == tab);
    let (is_first_seen, is_last_seen) = (is_seen(0), is_seen(form.entries().len()));
    let line = Line { spans: Vec::with_capacity(4 * tabs.len() + 3), ..Line::default() };
    let line = line.with(arrow(!is_first_seen), " ← ");
    let line = tabs.into_iter().fold(line, |line, (at, label)| push_tab(form, line, at, label));
    let line = line.with(arrow(!is_last_seen), " →");
    let is_whole = is_first_seen && is_last_seen;
    (if is_whole { line } else { line.with(Role::Muted, progress(form, columns, has_border)) }, is_whole)
}

/// Returns the number of the current question and of all questions, in words.
pub(super) fn number(form: &Form) -> Option<String> {
    let number = form.tab().question()? + 1;
    Some(fill(form.words().question_of, &form.words().some_of(number, form.entries().len())))
}

/// Returns the number of the current question for a bar that scrolls without a border, if there is room.
fn progress(form: &Form, columns: usize, has_border: bool) -> Clean<'static> {
    match form.tab() {
        Tab::Question(at) if columns >= MIN_COLUMNS_WITH_PROGRESS && !has_border => {
            Clean::composed(format!("  {}/{}", at + 1, form.entries().len()))
        }
        _ => Clean::EMPTY,
    }
}

/// Returns the tab at a column of the bar, 0-based.
pub(super) fn target(form: &Form, columns: usize, has_border: bool, column: usize) -> Target {
    let mut end = LEFT_ARROW_COLUMNS;
    for (at, label) in tabs(form, columns, has_border) {
        let start = end;
        end += label.columns() + TAB_COLUMNS;
        if (start..end).contains(&column) {
            return Target::Tab(at);
        }
    }
    Target::Nothing
}

/// Returns the sign for how far an answer is decided.
pub(super) const fn sign(standing: Standing) -> &'static str {
    match standing {
        Standing::Decided => "■ ",
        Standing::Proposed => PROPOSED,
        Standing::Open => "□ ",
    }
}

/// Appends a tab. Brackets mark the current one, so that it is visible without color.
fn push_tab<'a>(form: &Form, line: Line<'a>, at: usize, label: Clean<'a>) -> Line<'a> {
    let standing = form.entry(at).map(|entry| entry.sheet().standing());
    let is_done = standing.map_or_else(|| form.first_missing().is_none(), |standing| standing == Standing::Decided);
    let sign = standing.map_or("✓ ", sign);
    let (role, left, right) = match (at == current(form), is_done) {
        (true, _) => (Role::Tab, "[", "]"),
        (false, true) => (Role::Success, " ", " "),
        (false, false) => (Role::Muted, " ", " "),
    };
    let (left, right) = (Clean::own(left, 1), Clean::own(right, 1));
    line.with(role, left).with(role, sign).with(role, label).with(role, right)
}

/// Returns the index of the current tab, 0-based; that of Submit is the number of questions.
fn current(form: &Form) -> usize {
    form.tab().question().unwrap_or(form.entries().len())
}

/// Returns the label of a tab.
fn label(form: &Form, at: usize) -> Clean<'_> {
    form.entry(at).map_or_else(|| form.words().submit.into(), |entry| entry.shown.name.borrowed())
}

/// Returns the width of a tab whose label is cut to `most` columns.
fn width(form: &Form, at: usize, most: usize) -> usize {
    label(form, at).columns().min(most) + TAB_COLUMNS
}

/// Returns the width that a label is cut to if all are cut to `most` columns: the current one has more.
fn cut_to(most: usize, is_current: bool) -> usize {
    if is_current { most.max(CURRENT_COLUMNS) } else { most }
}

/// Returns the largest width of the labels at which all tabs fit, and the columns that they leave.
fn widest(form: &Form, columns: usize) -> Option<(usize, usize)> {
    let (current, end) = (current(form), form.entries().len());
    let room = columns.saturating_sub(ARROW_COLUMNS);
    let used = |most| (0..=end).map(|at| width(form, at, cut_to(most, at == current))).sum::<usize>();
    // Thousands of labels are not measured.
    let can_fit = (end + 1).saturating_mul(TAB_COLUMNS) <= room;
    let mut widths = (MIN_LABEL_COLUMNS..=MAX_LABEL_COLUMNS).rev().filter(|_| can_fit);
    widths.find_map(|most| Some((most, room.checked_sub(used(most))?)))
}

/// Returns the visible tabs with their labels.
fn tabs(form: &Form, columns: usize, has_border: bool) -> Vec<(usize, Clean<'_>)> {
    let (current, end) = (current(form), form.entries().len());
    let (label, width) = (|at| label(form, at), |at, most| width(form, at, most));
    if let Some((most, left)) = widest(form, columns) {
        // Remaining columns go to the current tab.
        let room = |at| cut_to(most, at == current) + if at == current { left } else { 0 };
        return cut(&(0..=end).map(|at| (at, label(at), room(at))).collect::<Vec<_>>());
    }
    let taken = ARROW_COLUMNS + progress(form, columns, has_border).columns();
    let room = columns.saturating_sub(taken);
    let current_columns = room.saturating_sub(TAB_COLUMNS);
    let most = |at| if at == current { current_columns } else { SCROLLED_COLUMNS.min(current_columns) };
    let (mut first, mut last) = (current, current);
    let mut free = room.saturating_sub(width(current, current_columns));
    loop {
        let (right, left) = ((last < end).then_some(last + 1), first.checked_sub(1));
        let is_right_next = last - current <= current - first;
        let mut next = if is_right_next { [right, left] } else { [left, right] }.into_iter().flatten();
        let Some(at) = next.find(|at| width(*at, most(*at)) <= free) else { break };
        free -= width(at, most(at));
        (first, last) = (first.min(at), last.max(at));
    }
    cut(&(first..=last).map(|at| (at, label(at), most(at))).collect::<Vec<_>>())
}

/// Cuts each label to its width: at its end, or in its middle if another one begins like it.
fn cut<'a>(tabs: &[(usize, Clean<'a>, usize)]) -> Vec<(usize, Clean<'a>)> {
    let cut = |(at, label, columns): &(usize, Clean<'a>, usize)| {
        let cut_at_end = truncate(label.clone(), *columns);
        let is_alike = |(other, label, _): &(usize, Clean<'a>, usize)| {
            other != at && truncate(label.borrowed(), *columns).as_str() == cut_at_end.as_str()
        };
        (*at, if tabs.iter().any(is_alike) { cut_inside(label.clone(), *columns) } else { cut_at_end })
    };
    tabs.iter().map(cut).collect()
}
