//! Where the highlight goes. A text taller than its window is scrolled through before the highlight leaves it.

use super::layout::Layout;
use super::list::List;
use super::window;
use crate::form::action::Action;
use crate::form::{Cursor, Form};

/// The highlight after a cursor action; `None` where it stays.
pub(crate) fn scroll(form: &Form, action: &Action) -> Option<Cursor> {
    Scroll::of(form).after(action, form.cursor())
}

/// Brings the highlight back into what a new viewport shows.
pub(crate) fn clamp(form: &mut Form) {
    let scroll = Scroll::of(form);
    let last = scroll.list.len().saturating_sub(1);
    let clamped = match form.cursor() {
        // A page without a list keeps the highlight for the one that comes back.
        cursor if scroll.list.len() == 0 => cursor,
        Cursor::Prompt { .. } if !scroll.layout.is_head_cut => Cursor::at(0),
        Cursor::Prompt { skip } => Cursor::Prompt { skip: skip.min(scroll.max_skip_prompt()) },
        Cursor::Row { row, .. } if row > last => Cursor::at(last),
        Cursor::Row { row, skip } => Cursor::Row { row, skip: skip.min(scroll.max_skip(row)) },
    };
    if let Some(cursor) = form.cursor_mut() {
        *cursor = clamped;
    }
}

/// How far the preview is scrolled off after an action.
pub(crate) fn preview_skip(form: &Form, action: &Action) -> usize {
    let rows = Layout::of(form, form.page, 0).preview.map_or(0, |pane| pane.rows);
    let max = form.preview_rows.saturating_sub(rows);
    let skip = form.preview_skip.min(max);
    match action {
        Action::CursorUp => skip.saturating_sub(1),
        Action::CursorDown => (skip + 1).min(max),
        Action::PreviewUp | Action::PageUp => skip.saturating_sub(rows.div_ceil(2)),
        Action::PreviewDown | Action::PageDown => (skip + rows.div_ceil(2)).min(max),
        _ => skip,
    }
}

/// What there is to scroll over, for the viewport of the form.
struct Scroll<'a> {
    form: &'a Form,
    list: List<'a>,
    layout: Layout,
    /// Rows that a page action moves over.
    page: usize,
}

impl<'a> Scroll<'a> {
    fn of(form: &'a Form) -> Self {
        let layout = Layout::of(form, form.page, 0);
        let list = List::of(form, form.page, &layout);
        Self {
            form,
            page: if layout.is_list_whole { layout.list_rows } else { window::sure_rows(layout.list_rows) },
            list,
            layout,
        }
    }

    fn after(&self, action: &Action, cursor: Cursor) -> Option<Cursor> {
        match (action, cursor) {
            (Action::CursorUp, Cursor::Prompt { skip }) => Some(Cursor::Prompt { skip: skip.checked_sub(1)? }),
            (Action::PageUp, Cursor::Prompt { skip }) => Some(Cursor::Prompt { skip: skip.saturating_sub(self.page) }),
            (Action::CursorDown, Cursor::Prompt { skip }) => Some(self.read_on(skip + 1)),
            (Action::PageDown, Cursor::Prompt { skip }) => Some(self.read_on(skip + self.page)),
            (Action::CursorUp, Cursor::Row { row, skip }) => self.up(row, skip, 1),
            (Action::PageUp, Cursor::Row { row, skip }) => self.up(row, skip, self.page),
            (Action::CursorDown, Cursor::Row { row, skip }) => self.down(row, skip, 1),
            (Action::PageDown, Cursor::Row { row, skip }) => self.down(row, skip, self.page),
            _ => None,
        }
    }

    /// Further down in the prompt, or back to the list below it.
    fn read_on(&self, skip: usize) -> Cursor {
        if skip > self.max_skip_prompt() { Cursor::at(0) } else { Cursor::Prompt { skip } }
    }

    fn up(&self, row: usize, skip: usize, rows: usize) -> Option<Cursor> {
        if skip > 0 {
            return Some(Cursor::Row { row, skip: skip.saturating_sub(rows) });
        }
        if row == 0 {
            return self.layout.is_head_cut.then(|| Cursor::Prompt { skip: self.max_skip_prompt() });
        }
        let mut to = row - 1;
        let mut passed = self.height(to);
        while to > 0 && passed + self.height(to - 1) <= rows {
            to -= 1;
            passed += self.height(to);
        }
        Some(Cursor::at(to))
    }

    fn down(&self, row: usize, skip: usize, rows: usize) -> Option<Cursor> {
        let max = self.max_skip(row);
        if skip < max {
            return Some(Cursor::Row { row, skip: (skip + rows).min(max) });
        }
        let last = self.list.len().checked_sub(1)?;
        if row >= last {
            return None;
        }
        let mut to = row + 1;
        let mut passed = self.height(row) + self.height(to);
        while to < last && passed <= rows {
            to += 1;
            passed += self.height(to);
        }
        Some(Cursor::at(to))
    }

    fn height(&self, row: usize) -> usize {
        self.list.height(row)
    }

    /// How far an item can be scrolled off: not at all where all of it is shown.
    fn max_skip(&self, row: usize) -> usize {
        if self.layout.is_list_whole {
            return 0;
        }
        // Below the last item there is no arrow.
        let is_last = row + 1 == self.list.len();
        let rows = window::sure_rows(self.layout.list_rows) + usize::from(is_last && self.layout.list_rows > 2);
        self.height(row).saturating_sub(rows)
    }

    fn max_skip_prompt(&self) -> usize {
        self.layout.rest_rows(self.form).saturating_sub(window::sure_rows(self.layout.list_rows))
    }
}
