//! The tab bar: a tab with a check mark for each question, and one for Submit.
//!
//! The current tab is always visible. A label that the model gave is shown in full there; a name taken from a prompt
//! may be cut, because the prompt follows below. If there are many questions, or not all tabs fit, the bar also shows
//! the number of the current question.

use super::target::Target;
use crate::form::Form;
use crate::form::page::Base;
use crate::screen::frame::{Line, Role};
use crate::text::{Clean, cut_inside, truncate};

/// Widths that labels are cut to, in columns. The first at which all tabs fit is used.
const LABEL_COLUMNS: [usize; 6] = [32, 20, 16, 12, 10, MIN_LABEL_COLUMNS];
/// Minimum width of a label, in columns. If that is too wide for all tabs, the bar scrolls.
const MIN_LABEL_COLUMNS: usize = 8;
/// Width that a name taken from a prompt is cut to if not all tabs fit: in the current tab and in others, in columns.
/// The current one is wider, because many prompts begin alike.
const NAME_COLUMNS: (usize, usize) = (20, 14);
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
    shown: usize,
    /// Indices of the first and last visible tab.
    first: usize,
    last: usize,
    /// Text after the tabs.
    progress: Option<Clean<'static>>,
    label_columns: usize,
    /// Maximum width of names taken from prompts, in columns.
    name_columns: usize,
    /// Maximum width of the label of the current tab, in columns.
    shown_columns: usize,
}

impl<'a> Bar<'a> {
    /// Fits the bar into `columns` columns.
    fn of(form: &'a Form, columns: usize) -> Self {
        let submit = form.entries().len();
        let room = columns.saturating_sub(ARROW_COLUMNS);
        let bar = Self::cut_to(form, room);
        if submit < MANY_QUESTIONS && (bar.first, bar.last) == (0, submit) {
            return bar;
        }
        let progress = progress(form, columns);
        let beside = progress.as_ref().map_or(0, Clean::columns);
        let counted = Self::cut_to(form, room.saturating_sub(beside));
        // Showing the label in full precedes showing the number.
        let is_own = form.entry(bar.shown).is_some_and(|entry| entry.question.has_own_label);
        let is_shorter = counted.columns(bar.shown) < bar.columns(bar.shown);
        let is_whole = bar.label(bar.shown).fits(bar.shown_columns);
        if is_shorter && (is_whole || (submit < MANY_QUESTIONS && is_own)) {
            return bar;
        }
        Self { progress, ..counted }
    }

    /// Cuts the labels so that as many tabs as possible fit into `room` columns.
    fn cut_to(form: &'a Form, room: usize) -> Self {
        let submit = form.entries().len();
        let shown = match form.base() {
            Base::Question(at) => at,
            Base::Review => submit,
        };
        let room_of_label = room.saturating_sub(TAB_COLUMNS);
        let is_made = form.entry(shown).is_some_and(|entry| !entry.question.has_own_label);
        let shown_columns = if is_made { room_of_label.min(NAME_COLUMNS.0) } else { room_of_label };
        let mut bar = Bar {
            form,
            shown,
            first: shown,
            last: shown,
            progress: None,
            label_columns: MIN_LABEL_COLUMNS.min(room_of_label),
            name_columns: NAME_COLUMNS.1.min(room_of_label),
            shown_columns,
        };
        // The current name is shown in full if that leaves the others enough columns.
        let enough = LABEL_COLUMNS.into_iter().filter(|columns| is_made && *columns >= NAME_COLUMNS.1);
        let all = enough.map(|columns| (columns, room_of_label)).chain(LABEL_COLUMNS.map(|columns| {
            let shown_columns = if is_made { columns.max(shown_columns) } else { room_of_label };
            (columns, shown_columns)
        }));
        for (label_columns, shown_columns) in all {
            let wider = Bar { label_columns, name_columns: label_columns, shown_columns, progress: None, ..bar };
            if wider.neighbors(room) == (0, submit) {
                bar = wider;
                break;
            }
        }
        (bar.first, bar.last) = bar.neighbors(room);
        // Remaining columns go to the current tab.
        let used: usize = (bar.first..=bar.last).map(|at| bar.columns(at)).sum();
        bar.shown_columns += room.saturating_sub(used);
        bar
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
        let (role, left, right) = match (at == self.shown, is_done) {
            (true, _) => (Role::Tab, "[", "]"),
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
        match self.form.entry(at) {
            _ if at == self.shown => self.shown_columns,
            Some(entry) if !entry.question.has_own_label => self.name_columns,
            _ => self.label_columns,
        }
    }

    /// Returns the first and last of the tabs around the current one that fit into `room` columns. Only these are
    /// measured.
    fn neighbors(&self, room: usize) -> (usize, usize) {
        let mut used = self.columns(self.shown);
        let (mut first, mut last) = (self.shown, self.shown);
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
