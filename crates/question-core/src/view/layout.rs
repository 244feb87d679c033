//! What a form shows in the rows it has: which parts, and how many rows for each.

use super::list::List;
use crate::form::{Base, Form, Page};
use crate::frame::{Line, Role};
use crate::text::{Clean, Wrap};

/// Rows that a form may use even where they are more than its share of the terminal.
const MIN_ROWS: usize = 8;

/// Rows of a list beside an editor below which it would show little more than its arrows.
const MIN_LIST_ROWS: usize = 3;

/// The parts of a frame and their rows.
#[allow(clippy::struct_excessive_bools)] // parts come and go independently of each other
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) columns: usize,
    /// Blank columns on the left.
    pub(super) margin: usize,
    pub(super) has_borders: bool,
    pub(super) has_gaps: bool,
    pub(super) has_tabs: bool,
    pub(super) has_hints: bool,
    /// Rows of the prompt, or of the page's heading, that stay put.
    pub(super) head_rows: usize,
    /// Whether the prompt goes on below those.
    pub(super) is_head_cut: bool,
    /// Rows of the list; it scrolls where they are too few.
    pub(super) list_rows: usize,
    /// Whether those are all that the list has.
    pub(super) is_list_whole: bool,
    pub(super) editor_rows: usize,
}

/// Rows that a form may take of a terminal with `rows`: 70 %, at least 8 where there are so many.
fn height_cap(rows: usize) -> usize {
    (rows * 7 / 10).max(rows.min(MIN_ROWS)).max(1)
}

/// The rows of a head that wants `head` of `free`, beside a body that wants `body`, and `arrow` more where the head is
/// cut. The body gets what it wants, but the head keeps a third, and each keeps a row while there are two.
fn head_rows(head: usize, body: usize, arrow: usize, free: usize) -> usize {
    if head + body <= free {
        return head;
    }
    head.min((free / 3).max(free.saturating_sub(body + arrow)).max(1)).min(free - 1)
}

impl Layout {
    /// The layout for the form's viewport, with an editor that wants `editor_rows`.
    pub(super) fn of(form: &Form, editor_rows: usize) -> Self {
        let columns = form.viewport.columns.max(1);
        let cap = height_cap(form.viewport.rows);
        let mut layout = Self {
            columns,
            margin: usize::from(columns >= 20),
            has_borders: cap >= 8,
            has_gaps: cap >= 12,
            has_tabs: form.has_review() && cap >= 4,
            has_hints: cap >= 3,
            head_rows: 0,
            is_head_cut: false,
            list_rows: 0,
            is_list_whole: false,
            editor_rows: 0,
        };
        let gap = usize::from(layout.has_gaps);
        let fixed = 2 * usize::from(layout.has_borders)
            + usize::from(layout.has_tabs) * (1 + gap)
            + usize::from(layout.has_hints) * (1 + gap)
            + gap;
        let free = cap.saturating_sub(fixed).max(1);
        let head = layout.head_lines(form, 0, free + 1).len();
        let list = List::of(form, &layout).count_rows(free + 1);
        let beside = |head_rows: usize| (free - head_rows).saturating_sub(editor_rows);
        // With a row for the arrow to the rest of the prompt, where it is cut.
        layout.head_rows = head_rows(head, list + editor_rows, 1, free);
        let is_list_shown = editor_rows == 0 || beside(layout.head_rows) >= list.min(MIN_LIST_ROWS);
        if !is_list_shown {
            layout.head_rows = head_rows(head, editor_rows, 0, free);
        }
        // A heading says nothing that needs reading on.
        layout.is_head_cut =
            layout.head_rows < head && matches!(form.page, Page::Base(Base::Question(_)) | Page::Editor(_));
        let body_rows = free - layout.head_rows;
        layout.editor_rows = editor_rows.min(body_rows);
        if is_list_shown {
            let arrow = usize::from(layout.is_head_cut);
            layout.list_rows = (body_rows - layout.editor_rows).min(list + arrow);
            layout.is_list_whole = layout.list_rows == list + arrow;
        }
        layout
    }

    /// The rows of the prompt or heading that stay put.
    pub(super) fn head<'a>(&self, form: &'a Form) -> Vec<Line<'a>> {
        self.head_lines(form, 0, self.head_rows)
    }

    /// The rows of the prompt below the head, where it is cut.
    pub(super) fn rest<'a>(&self, form: &'a Form) -> Vec<Line<'a>> {
        if self.is_head_cut { self.head_lines(form, self.head_rows, usize::MAX) } else { Vec::new() }
    }

    /// How many those are; all of the prompt has to be gone through for it.
    pub(super) fn rest_rows(&self, form: &Form) -> usize {
        if !self.is_head_cut {
            return 0;
        }
        Wrap::new(head_text(form).1, self.columns - self.margin).skip(self.head_rows).count()
    }

    /// At most `count` rows of the prompt or heading from row `skip`; no more are laid out.
    fn head_lines<'a>(&self, form: &'a Form, skip: usize, count: usize) -> Vec<Line<'a>> {
        let (role, text) = head_text(form);
        Wrap::new(text, self.columns - self.margin)
            .skip(skip)
            .take(count)
            .map(|row| Line::of(role, row).indented(self.margin))
            .collect()
    }
}

fn head_text(form: &Form) -> (Role, Clean<'_>) {
    match form.page {
        Page::Base(Base::Question(at)) | Page::Editor(at) => {
            (Role::Text, form.entries.get(at).map(|entry| entry.shown.prompt.borrowed()).unwrap_or_default())
        }
        Page::Base(Base::Review) => (Role::Heading, "Review your answers".into()),
        Page::Leave { .. } => (Role::Heading, "Leave without answering?".into()),
    }
}
