//! The tab bar: every question with a box for its answer, and Submit. The tab that is shown is always visible, and its
//! label whole; a name that is made of a prompt is cut where room is short, there is more of it below. Of many questions,
//! and where not all have room, it says which one that is.

use super::target::Target;
use crate::form::Form;
use crate::form::page::Base;
use crate::screen::frame::{Line, Role};
use crate::text::{Clean, cut_inside, truncate};

/// Columns that the labels are cut to: the first at which all tabs fit.
const LABEL_COLUMNS: [usize; 6] = [32, 20, 16, 12, 10, MIN_LABEL_COLUMNS];
/// Labels get no shorter than this; tabs scroll instead.
const MIN_LABEL_COLUMNS: usize = 8;
/// Columns that a name made of a prompt is cut to where not all tabs fit, in the tab that is shown and in others: many
/// begin alike.
const NAME_COLUMNS: (usize, usize) = (20, 14);
/// Questions that are too many to be counted at a glance.
const MANY_QUESTIONS: usize = 6;
/// Columns from which there is room to say which of them is shown.
const MIN_COLUMNS_WITH_PROGRESS: usize = 24;
/// Columns of the arrows at both ends, with their margin.
const ARROW_COLUMNS: usize = 5;
/// Columns of the left one.
const LEFT_ARROW_COLUMNS: usize = 3;
/// Columns of a tab beside its label: a box, a space, and a bracket or space on each side.
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

/// Which of the questions is shown.
fn progress(form: &Form, columns: usize) -> Option<Clean<'static>> {
    match form.base() {
        Base::Question(at) if columns >= MIN_COLUMNS_WITH_PROGRESS => {
            Some(Clean::composed(format!("  {}/{}", at + 1, form.entries().len())))
        }
        _ => None,
    }
}

/// The tab at a column of the line.
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
    /// The tab of the page that is shown; the number of questions stands for Submit.
    shown: usize,
    /// First and last of the tabs that have room.
    first: usize,
    last: usize,
    /// What stands behind them.
    progress: Option<Clean<'static>>,
    label_columns: usize,
    /// The same for names that are made of prompts.
    name_columns: usize,
    /// The same for the tab that is shown.
    shown_columns: usize,
}

impl<'a> Bar<'a> {
    /// The bar in `columns`.
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
        // A label is whole before it is counted.
        let is_own = form.entry(bar.shown).is_some_and(|entry| entry.question.has_own_label);
        let is_shorter = counted.columns(bar.shown) < bar.columns(bar.shown);
        let is_whole = bar.label(bar.shown).fits(bar.shown_columns);
        if is_shorter && (is_whole || (submit < MANY_QUESTIONS && is_own)) {
            return bar;
        }
        Self { progress, ..counted }
    }

    /// The bar with its labels cut as far as needed for `room`.
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
        // The name of the tab that is shown is whole where enough is left to the others.
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
        // What is left is for the tab that is shown.
        let used: usize = (bar.first..=bar.last).map(|at| bar.columns(at)).sum();
        bar.shown_columns += room.saturating_sub(used);
        bar
    }

    fn label(&self, at: usize) -> Clean<'a> {
        self.form.entry(at).map_or_else(|| self.form.words().submit.into(), |entry| entry.shown.label.borrowed())
    }

    /// Adds a tab. Brackets mark the one that is shown, so that it does not need its color to be found.
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
        // Labels that begin alike are told apart by their ends.
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

    /// Columns that a label may take.
    fn label_columns(&self, at: usize) -> usize {
        match self.form.entry(at) {
            _ if at == self.shown => self.shown_columns,
            Some(entry) if !entry.question.has_own_label => self.name_columns,
            _ => self.label_columns,
        }
    }

    /// First and last of the tabs around the shown one that fit into `room`. No others are measured.
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
