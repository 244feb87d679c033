//! The tab bar: a tab with a check mark for each question, and one for Submit.
//!
//! Labels are cut to the largest width at which all tabs fit; the current one keeps more. If they do not fit at any width,
//! the bar scrolls around the current tab, whose label is shown in full. Then, and if there are many questions, the bar
//! also shows the number of the current question.

use super::target::Target;
use crate::form::Form;
use crate::form::page::Base;
use crate::screen::frame::{Line, Role};
use crate::text::{Clean, cut_inside, truncate};

/// Widths that labels are cut to, in columns. The first at which all tabs fit is used.
const LABEL_COLUMNS: [usize; 6] = [32, 20, 16, 12, 10, 8];
/// Minimum width of the current label, in columns.
const CURRENT_COLUMNS: usize = 20;
/// Width that other labels are cut to if the bar scrolls, in columns.
const SCROLLED_COLUMNS: usize = 14;
/// Number of questions from which the current one is shown as a number.
const MANY_QUESTIONS: usize = 6;
/// Minimum width of a bar with that number, in columns.
const MIN_COLUMNS_WITH_PROGRESS: usize = 24;
/// Width of the arrows at both ends with their margins, in columns.
const ARROW_COLUMNS: usize = 5;
/// Width of the left arrow with its margin, in columns.
const LEFT_ARROW_COLUMNS: usize = 3;
/// Width of a tab without its label, in columns: a box, a space, and a bracket or space on each side.
const TAB_COLUMNS: usize = 4;

pub(super) fn line(form: &Form, columns: usize) -> Line<'_> {
    let bar = Bar::of(form, columns);
    let arrow = |leads_on| if leads_on { Role::Accent } else { Role::Dim };
    let line = Line::of(arrow(bar.first > 0), " ← ");
    let line = (bar.first..=bar.last).fold(line, |line, at| bar.push_tab(line, at));
    let line = line.with(arrow(bar.last < form.entries().len()), " →");
    match bar.progress {
        Some(progress) => line.with(Role::Muted, progress),
        None => line,
    }
}

/// Returns the number of the current question and of all questions, if there is room.
fn progress(form: &Form, columns: usize) -> Option<Clean<'static>> {
    match form.base() {
        Base::Question(at) if columns >= MIN_COLUMNS_WITH_PROGRESS => {
            Some(Clean::composed(format!("  {}/{}", at + 1, form.entries().len())))
        }
        _ => None,
    }
}

/// Returns the tab at a column of the bar, 0-based.
pub(super) fn target(form: &Form, columns: usize, column: usize) -> Target {
    let bar = Bar::of(form, columns);
    let mut end = LEFT_ARROW_COLUMNS;
    for at in bar.first..=bar.last {
        let start = end;
        end += bar.columns(at);
        if (start..end).contains(&column) {
            return Target::Tab(at);
        }
    }
    Target::Nothing
}

struct Bar<'a> {
    form: &'a Form,
    /// Index of the current tab, 0-based; that of Submit is the number of questions.
    current: usize,
    /// Indices of the first and last visible tab.
    first: usize,
    last: usize,
    /// Text after the tabs.
    progress: Option<Clean<'static>>,
    /// Maximum widths of labels in columns: that of the current one, and of the others.
    current_columns: usize,
    label_columns: usize,
}

impl<'a> Bar<'a> {
    /// Fits the bar into `columns` columns.
    fn of(form: &'a Form, columns: usize) -> Self {
        let room = columns.saturating_sub(ARROW_COLUMNS);
        let bar = Self::cut_to(form, room);
        if form.entries().len() < MANY_QUESTIONS && bar.is_whole() {
            return bar;
        }
        let Some(progress) = progress(form, columns) else { return bar };
        let room = room.saturating_sub(progress.columns());
        Self { progress: Some(progress), ..Self::cut_to(form, room) }
    }

    /// Cuts the labels so that as many tabs as possible fit into `room` columns.
    fn cut_to(form: &'a Form, room: usize) -> Self {
        let current = match form.base() {
            Base::Question(at) => at,
            Base::Review => form.entries().len(),
        };
        let most = room.saturating_sub(TAB_COLUMNS);
        let cut = |(label_columns, current_columns): (usize, usize)| {
            let (label_columns, current_columns) = (label_columns.min(most), current_columns.min(most));
            let bar =
                Bar { form, current, first: current, last: current, progress: None, current_columns, label_columns };
            let (first, last) = bar.neighbors(room);
            Bar { first, last, ..bar }
        };
        let widths = LABEL_COLUMNS.map(|columns| (columns, columns.max(CURRENT_COLUMNS)));
        let bar = widths.into_iter().map(cut).find(Bar::is_whole).unwrap_or_else(|| cut((SCROLLED_COLUMNS, most)));
        // Remaining columns go to the current tab.
        let used: usize = (bar.first..=bar.last).map(|at| bar.columns(at)).sum();
        Bar { current_columns: bar.current_columns + room.saturating_sub(used), ..bar }
    }

    fn is_whole(&self) -> bool {
        (self.first, self.last) == (0, self.form.entries().len())
    }

    fn label(&self, at: usize) -> Clean<'a> {
        self.form.entry(at).map_or_else(|| self.form.words().submit.into(), |entry| entry.shown.label.borrowed())
    }

    /// Appends a tab. Brackets mark the current one, so that it is visible without color.
    fn push_tab(&self, line: Line<'a>, at: usize) -> Line<'a> {
        let (is_done, mark) = match self.form.entry(at).map(|entry| entry.draft().is_answered()) {
            Some(true) => (true, "■ "),
            Some(false) => (false, "□ "),
            None => (self.form.first_unanswered().is_none(), "✓ "),
        };
        let (role, left, right) = match (at == self.current, is_done) {
            (true, true) => (Role::Answered, "[", "]"),
            (true, false) => (Role::Tab, "[", "]"),
            (false, true) => (Role::Success, " ", " "),
            (false, false) => (Role::Muted, " ", " "),
        };
        let columns = self.label_columns(at);
        let label = truncate(self.label(at), columns);
        // Labels that begin alike are cut in the middle, so that their ends distinguish them.
        let is_alike = |other: usize| other != at && truncate(self.label(other), columns) == label;
        let label = if !self.label(at).fits(columns) && (self.first..=self.last).any(is_alike) {
            cut_inside(self.label(at), columns)
        } else {
            label
        };
        line.with(role, left).with(role, mark).with(role, label).with(role, right)
    }

    fn columns(&self, at: usize) -> usize {
        self.label(at).columns().min(self.label_columns(at)) + TAB_COLUMNS
    }

    /// Returns the maximum width of a label in columns.
    fn label_columns(&self, at: usize) -> usize {
        if at == self.current { self.current_columns } else { self.label_columns }
    }

    /// Returns the first and last of the tabs around the current one that fit into `room` columns. Only these are
    /// measured.
    fn neighbors(&self, room: usize) -> (usize, usize) {
        let mut used = self.columns(self.current);
        let (mut first, mut last) = (self.current, self.current);
        let end = self.form.entries().len();
        loop {
            let right = (last < end).then(|| self.columns(last + 1)).filter(|right| used + right <= room);
            if let Some(right) = right {
                last += 1;
                used += right;
            }
            let left = (first > 0).then(|| self.columns(first - 1)).filter(|left| used + left <= room);
            if let Some(left) = left {
                first -= 1;
                used += left;
            }
            if right.is_none() && left.is_none() {
                return (first, last);
            }
        }
    }
}
