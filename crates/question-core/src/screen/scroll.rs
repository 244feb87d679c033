//! Where the highlight goes, and where scrolling stands. A list is moved through by whole items.

use super::Screen;
use super::layout::{Layout, Pane};
use super::list::List;
use super::reel::{Reading, Spot};
use super::window;
use crate::form::page::{Base, Field, Page};

/// A way to move on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scroll {
    Up,
    Down,
    PageUp,
    PageDown,
    First,
    Last,
    PreviewUp,
    PreviewDown,
    ReadUp,
    ReadDown,
}

/// What a list shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The rest of a prompt that does not fit, above the list: `skip` rows of it are scrolled off.
    Prompt { skip: usize },
    /// The highlighted row, from 0, and what is around it.
    Row(usize),
}

impl Place {
    /// The highlighted row, or the first while the prompt is being read.
    fn row(self) -> usize {
        match self {
            Self::Prompt { .. } => 0,
            Self::Row(row) => row,
        }
    }
}

/// What is scrolled.
#[derive(Clone, Debug, Default)]
pub(super) struct Scrolled {
    /// The list above which a prompt is read, and the rows of that which are scrolled off. It holds as long as the first
    /// row of the list is highlighted.
    prompt: Option<(ListId, usize)>,
    /// Lines of the preview that are scrolled off.
    preview_skip: usize,
    /// Where the prompt above an editor is read; `None` where it rests.
    head: Option<Spot>,
    /// Rows of the editor, as the host has drawn it last.
    editor_rows: usize,
}

/// A list by its page, and whether it is filtered.
type ListId = (Base, bool);

impl Screen {
    fn list_id(&self) -> ListId {
        (self.form.base(), matches!(self.form.page(), Page::Filter(_)))
    }

    /// What the list of the page shows; the rows of a prompt are not limited to those of the layout, see [`clamped`].
    fn place(&self) -> Place {
        let highlight = self.form.highlight();
        match self.scrolled.prompt {
            Some((list, skip)) if list == self.list_id() && highlight == 0 => Place::Prompt { skip },
            _ => Place::Row(highlight),
        }
    }

    /// Whether the user reads on in the prompt of the question that is shown.
    pub(super) fn is_reading(&self) -> bool {
        matches!(self.place(), Place::Prompt { .. })
    }

    /// Ends that.
    pub(super) fn stop_reading(&mut self) {
        self.scrolled.prompt = None;
    }

    /// Lines of the preview that is shown, in a pane of `columns`.
    pub(super) fn preview_rows(&self, columns: usize) -> usize {
        let preview = self.form.page().question().and_then(|at| self.form.preview(at));
        preview.map_or(0, |preview| preview.count(columns))
    }

    /// Lines of the preview that are scrolled off its pane.
    pub(super) fn preview_skip(&self, Pane { columns, rows, .. }: Pane) -> usize {
        self.scrolled.preview_skip.min(self.preview_rows(columns).saturating_sub(rows))
    }

    /// Shows the preview from its start.
    pub(super) fn rewind_preview(&mut self) {
        self.scrolled.preview_skip = 0;
    }

    /// Tells the screen how many rows the host's editor takes; 0 where none is open.
    pub fn set_editor_rows(&mut self, rows: usize) {
        self.scrolled.editor_rows = rows;
    }

    /// Rows of the host's editor, as it was drawn last.
    pub(super) fn editor_rows(&self) -> usize {
        self.scrolled.editor_rows
    }

    /// Where the prompt above an editor is read; `None` where it rests, or none is open.
    pub(super) fn head_spot(&self) -> Option<Spot> {
        self.scrolled.head.filter(|_| self.form.is_editing())
    }

    /// Ends the reading of the prompt above an editor.
    pub(super) fn rewind_head(&mut self) {
        self.scrolled.head = None;
    }

    /// Scrolls the head above an editor by a row, half a page or a page; whether it has moved. `None` where it fits, and
    /// the key is the text's.
    pub(super) fn read(&mut self, field: Field, reading: Reading) -> Option<bool> {
        let (page, editor_rows) = (Page::Field(field), self.scrolled.editor_rows);
        let at_rest = Layout::at_rest(self, page, editor_rows);
        // To delete is what these keys do in a text; where there is none, nothing is lost.
        let is_of_text =
            matches!(reading, Reading::HalfUp | Reading::HalfDown) && !self.form.field_text(field).is_empty();
        if !at_rest.has_mark || is_of_text {
            return None;
        }
        let reel = at_rest.reel(&Layout::while_reading(self, page, editor_rows), self);
        let before = self.head_spot();
        self.scrolled.head = reel.after(reading, before);
        Some(self.head_spot() != before)
    }

    /// The row to highlight after a move, where there is a list; and whether something else has moved.
    pub(super) fn scroll(&mut self, scroll: Scroll) -> (Option<usize>, bool) {
        let is_line = matches!(scroll, Scroll::Up | Scroll::Down | Scroll::First | Scroll::Last);
        let is_list = is_line || matches!(scroll, Scroll::PageUp | Scroll::PageDown);
        match self.form.page() {
            Page::Base(_) | Page::Filter(_) if is_list => self.scroll_list(scroll),
            Page::Leave { .. } | Page::Long { .. } if is_line => self.scroll_list(scroll),
            Page::Base(Base::Question(_)) | Page::Filter(_) | Page::Preview(_) => (None, self.scroll_preview(scroll)),
            Page::Base(Base::Review) | Page::Leave { .. } | Page::Long { .. } | Page::Field(_) => (None, false),
        }
    }

    fn scroll_list(&mut self, scroll: Scroll) -> (Option<usize>, bool) {
        let layout = Layout::of(self, self.form.page(), 0);
        let before = clamped(self, &layout);
        let after = self.after(scroll, before, &layout).unwrap_or(before);
        self.scrolled.prompt = match after {
            Place::Prompt { skip } => Some((self.list_id(), skip)),
            Place::Row(_) => None,
        };
        (Some(after.row()), after != before)
    }

    /// What a list shows after a move; `None` where that leads nowhere.
    fn after(&self, scroll: Scroll, place: Place, layout: &Layout) -> Option<Place> {
        let list = List::of(self, self.form.page(), layout);
        let end = list.len().checked_sub(1)?;
        let own = window::own_text(&list, layout).map_or(0, |own| own.rows);
        let rows = layout.list_rows - own;
        // What fits is one page.
        let items = if layout.is_list_whole() { list.len() } else { window::sure_rows(rows) };
        let page = window::sure_rows_of_prompt(rows);
        let prompt = |skip| Place::Prompt { skip };
        // Further down in the prompt, or back to the list below it.
        let read_on = |skip| if skip > max_skip_prompt(self) { Place::Row(0) } else { prompt(skip) };
        match (scroll, place) {
            (Scroll::Up, Place::Prompt { skip }) => Some(prompt(skip.checked_sub(1)?)),
            (Scroll::PageUp, Place::Prompt { skip }) => Some(prompt(skip.saturating_sub(page))),
            (Scroll::Down, Place::Prompt { skip }) => Some(read_on(skip + 1)),
            (Scroll::PageDown, Place::Prompt { skip }) => Some(read_on(skip + page)),
            (Scroll::Up | Scroll::PageUp, Place::Row(0)) => layout.is_head_cut.then(|| prompt(max_skip_prompt(self))),
            (Scroll::Up, Place::Row(row)) => Some(Place::Row(row - 1)),
            (Scroll::PageUp, Place::Row(row)) => Some(Place::Row(row.saturating_sub(items))),
            (Scroll::Down, Place::Row(row)) => Some(Place::Row((row + 1).min(end))),
            (Scroll::PageDown, Place::Row(row)) => Some(Place::Row((row + items).min(end))),
            // What is read above the list has its own start.
            (Scroll::First, Place::Prompt { .. }) => Some(prompt(0)),
            (Scroll::First, Place::Row(_)) => Some(Place::Row(0)),
            (Scroll::Last, _) => Some(Place::Row(end)),
            (Scroll::PreviewUp | Scroll::PreviewDown | Scroll::ReadUp | Scroll::ReadDown, _) => None,
        }
    }

    fn scroll_preview(&mut self, scroll: Scroll) -> bool {
        let Some(pane) = Layout::of(self, self.form.page(), 0).preview else { return false };
        let rows = pane.rows;
        let max = self.preview_rows(pane.columns).saturating_sub(rows);
        // Between the arrows, in few rows, are fewer than half of them.
        let by = rows.div_ceil(2).min(rows.saturating_sub(2)).max(1);
        let before = self.preview_skip(pane);
        self.scrolled.preview_skip = match scroll {
            Scroll::Up => before.saturating_sub(1),
            Scroll::Down => (before + 1).min(max),
            Scroll::PageUp | Scroll::PreviewUp => before.saturating_sub(by),
            Scroll::PageDown | Scroll::PreviewDown => (before + by).min(max),
            Scroll::First => 0,
            Scroll::Last => max,
            Scroll::ReadUp | Scroll::ReadDown => before,
        };
        self.scrolled.preview_skip != before
    }
}

/// What the list of the page shows: of a prompt that is read, no rows beyond its end.
pub(super) fn clamped(screen: &Screen, layout: &Layout) -> Place {
    match screen.place() {
        Place::Prompt { .. } if !layout.is_head_cut => Place::Row(0),
        Place::Prompt { skip: 0 } => Place::Prompt { skip: 0 },
        Place::Prompt { skip } => Place::Prompt { skip: skip.min(max_skip_prompt(screen)) },
        place @ Place::Row(_) => place,
    }
}

/// How far the rest of a prompt is scrolled at most: its end stands a row below where it is at rest; where that is not
/// shown, it has all rows but those of the arrows.
fn max_skip_prompt(screen: &Screen) -> usize {
    let at_rest = Layout::at_rest(screen, screen.form.page(), 0);
    let reading = Layout::while_reading(screen, screen.form.page(), 0);
    let shown = if at_rest.has_mark { at_rest.head_rows } else { window::sure_rows_of_prompt(reading.list_rows) };
    reading.rest_rows(screen).saturating_sub(shown)
}
