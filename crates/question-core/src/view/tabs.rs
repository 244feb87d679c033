//! The tab bar: every question with a box for its answer, and Submit. The tab that is shown is always visible.

use crate::form::{Base, Form, Page};
use crate::frame::{Line, Role};
use crate::text::{Clean, truncate, width};

/// Columns that the labels are cut to: the first at which all tabs fit.
const LABEL_COLUMNS: [usize; 4] = [32, 20, 12, MIN_LABEL_COLUMNS];
/// Labels get no shorter than this; tabs scroll instead.
const MIN_LABEL_COLUMNS: usize = 8;
/// Columns of the arrows at both ends, with their margin.
const ARROW_COLUMNS: usize = 4;

pub(super) fn line<'a>(form: &Form, columns: usize) -> Line<'a> {
    let submit = form.entries.len();
    let shown = match form.page {
        Page::Base(Base::Question(at)) | Page::Editor(at) | Page::Leave { from: Base::Question(at), .. } => at,
        Page::Base(Base::Review) | Page::Leave { from: Base::Review, .. } => submit,
    };
    let room = columns.saturating_sub(ARROW_COLUMNS);
    let bar = |label_columns| Bar { form, shown, label_columns };
    let fits = |label_columns: &usize| bar(*label_columns).neighbors(room) == (0, submit);
    let bar = bar(LABEL_COLUMNS.into_iter().find(fits).unwrap_or(MIN_LABEL_COLUMNS));
    let (first, last) = bar.neighbors(room);
    let arrow = |leads_on| if leads_on { Role::Accent } else { Role::Dim };
    let mut line = Line::of(arrow(first > 0), " ←");
    for at in first..=last {
        let (role, text) = bar.tab(at);
        line = line.with(role, truncate(text, room));
    }
    line.with(arrow(last < submit), "→")
}

struct Bar<'a> {
    form: &'a Form,
    /// The tab of the page that is shown; the number of questions stands for Submit.
    shown: usize,
    label_columns: usize,
}

impl Bar<'_> {
    /// The tab's text. Brackets mark the one that is shown, so that it does not need its color to be found.
    fn tab<'b>(&self, at: usize) -> (Role, Clean<'b>) {
        let (is_done, mark, label) = match self.form.entries.get(at) {
            Some(entry) => {
                let label = truncate(Clean::line(&entry.question.label), self.label_columns).to_string();
                let is_done = entry.answer.is_some();
                (is_done, if is_done { "■" } else { "□" }, label)
            }
            None => (self.form.first_unanswered().is_none(), "✓", "Submit".to_owned()),
        };
        if at == self.shown {
            return (Role::Tab, Clean::composed(format!("[{mark} {label}]")));
        }
        (if is_done { Role::Success } else { Role::Muted }, Clean::composed(format!(" {mark} {label} ")))
    }

    /// First and last of the tabs around the shown one that fit into `room`. No others are measured.
    fn neighbors(&self, room: usize) -> (usize, usize) {
        let columns = |at| width(self.tab(at).1.as_str());
        let mut used = columns(self.shown);
        let (mut first, mut last) = (self.shown, self.shown);
        let end = self.form.entries.len();
        loop {
            let right = (last < end).then(|| columns(last + 1)).filter(|right| used + right <= room);
            if let Some(right) = right {
                last += 1;
                used += right;
            }
            let left = (first > 0).then(|| columns(first - 1)).filter(|left| used + left <= room);
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
