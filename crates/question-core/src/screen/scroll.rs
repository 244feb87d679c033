//! Where the highlight goes, and where scrolling stands. A text taller than its window is scrolled through before the
//! highlight leaves it.

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

/// Where a list stands: what is highlighted, and how far a text that is taller than its window is scrolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Reading on in a prompt that does not fit: `skip` rows of its rest are scrolled off.
    Prompt { skip: usize },
    /// On a row of the list, from 0; `skip` rows of it are scrolled off.
    Row { row: usize, skip: usize },
}

impl Place {
    fn at(row: usize) -> Self {
        Self::Row { row, skip: 0 }
    }

    /// The highlighted row, or the first while the prompt is being read.
    fn row(self) -> usize {
        match self {
            Self::Prompt { .. } => 0,
            Self::Row { row, .. } => row,
        }
    }
}

/// What is scrolled.
#[derive(Clone, Debug, Default)]
pub(super) struct Scrolled {
    /// The list that was scrolled last, and to where. It holds as long as that row is highlighted.
    list: Option<(ListId, Place)>,
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

    /// Where the list that is shown stands, as far as the layout is not to be asked; see [`Scroller::place`].
    pub(super) fn place(&self) -> Place {
        let highlight = self.form.highlight();
        match self.scrolled.list {
            Some((list, place)) if list == self.list_id() && place.row() == highlight => place,
            _ => Place::at(highlight),
        }
    }

    /// Whether the user reads on in the prompt of the question that is shown.
    pub(super) fn is_reading(&self) -> bool {
        matches!(self.place(), Place::Prompt { .. })
    }

    /// Ends that.
    pub(super) fn stop_reading(&mut self) {
        if let Some((_, Place::Prompt { .. })) = self.scrolled.list {
            self.scrolled.list = None;
        }
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
        let scroller = Scroller::of(self);
        let before = scroller.place();
        let after = scroller.after(scroll, before).unwrap_or(before);
        self.scrolled.list = Some((self.list_id(), after));
        (Some(after.row()), after != before)
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

/// What there is to scroll over, for the viewport of the screen.
pub(super) struct Scroller<'a> {
    screen: &'a Screen,
    list: List<'a>,
    layout: Layout,
    /// Rows that a page action moves over.
    page: usize,
}

impl<'a> Scroller<'a> {
    fn of(screen: &'a Screen) -> Self {
        let layout = Layout::of(screen, screen.form.page(), 0);
        let list = List::of(screen, screen.form.page(), &layout);
        let own = window::own_text(&list, &layout).map_or(0, |own| own.rows);
        let rows = layout.list_rows - own;
        let page = match () {
            () if layout.is_reading => window::sure_rows_of_prompt(rows),
            () if layout.is_list_whole => rows,
            () => window::sure_rows(rows),
        };
        Self { screen, list, layout, page }
    }

    /// Where the list stands in this layout: no further than there is something to scroll.
    fn place(&self) -> Place {
        clamped(self.screen, &self.list, &self.layout)
    }

    fn after(&self, scroll: Scroll, place: Place) -> Option<Place> {
        match (scroll, place) {
            (Scroll::Up, Place::Prompt { skip }) => Some(Place::Prompt { skip: skip.checked_sub(1)? }),
            (Scroll::PageUp, Place::Prompt { skip }) => Some(Place::Prompt { skip: skip.saturating_sub(self.page) }),
            (Scroll::Down, Place::Prompt { skip }) => Some(self.read_on(skip + 1)),
            (Scroll::PageDown, Place::Prompt { skip }) => Some(self.read_on(skip + self.page)),
            (Scroll::Up, Place::Row { row, skip }) => self.up(row, skip, 1),
            (Scroll::PageUp, Place::Row { row, skip }) => self.up(row, skip, self.page),
            (Scroll::Down, Place::Row { row, skip }) => self.down(row, skip, 1),
            (Scroll::PageDown, Place::Row { row, skip }) => self.down(row, skip, self.page),
            // What is read above the list has its own start.
            (Scroll::First, Place::Prompt { .. }) => Some(Place::Prompt { skip: 0 }),
            (Scroll::First, Place::Row { .. }) => Some(Place::at(0)),
            (Scroll::Last, _) => Some(Place::at(self.list.len().checked_sub(1)?)),
            (Scroll::PreviewUp | Scroll::PreviewDown | Scroll::ReadUp | Scroll::ReadDown, _) => None,
        }
    }

    /// Further down in the prompt, or back to the list below it.
    fn read_on(&self, skip: usize) -> Place {
        if skip > max_skip_prompt(self.screen) { Place::at(0) } else { Place::Prompt { skip } }
    }

    fn up(&self, row: usize, skip: usize, rows: usize) -> Option<Place> {
        if skip > 0 {
            return Some(Place::Row { row, skip: skip.saturating_sub(rows) });
        }
        if row == 0 {
            let skip = || max_skip_prompt(self.screen);
            return self.layout.is_head_cut.then(|| Place::Prompt { skip: skip() });
        }
        let mut to = row - 1;
        let mut passed = self.list.height(to);
        while to > 0 && passed + self.list.height(to - 1) <= rows {
            to -= 1;
            passed += self.list.height(to);
        }
        Some(Place::at(to))
    }

    fn down(&self, row: usize, skip: usize, rows: usize) -> Option<Place> {
        let max = max_skip(&self.list, &self.layout, row);
        if skip < max {
            return Some(Place::Row { row, skip: (skip + rows).min(max) });
        }
        let last = self.list.len().checked_sub(1)?;
        if row >= last {
            return None;
        }
        let mut to = row + 1;
        let mut passed = self.list.height(row) + self.list.height(to);
        while to < last && passed <= rows {
            to += 1;
            passed += self.list.height(to);
        }
        Some(Place::at(to))
    }
}

/// Where the list of the page that is shown stands: no further than there is something to scroll.
pub(super) fn clamped(screen: &Screen, list: &List<'_>, layout: &Layout) -> Place {
    match screen.place() {
        Place::Prompt { .. } if !layout.is_head_cut => Place::at(0),
        Place::Prompt { skip: 0 } => Place::Prompt { skip: 0 },
        Place::Prompt { skip } => Place::Prompt { skip: skip.min(max_skip_prompt(screen)) },
        place @ Place::Row { skip: 0, .. } => place,
        Place::Row { row, skip } => Place::Row { row, skip: skip.min(max_skip(list, layout, row)) },
    }
}

/// How far an item can be scrolled off: not at all where all of it is shown.
fn max_skip(list: &List<'_>, layout: &Layout, row: usize) -> usize {
    if layout.is_list_whole {
        return 0;
    }
    let own = window::own_text(list, layout);
    let list_rows = layout.list_rows - own.map_or(0, |own| own.rows);
    // Above the first row of the first item there is no arrow, and none below the last item.
    let has_arrows = list_rows > 2;
    let is_first = row == 0 && !layout.has_lead();
    let is_last = row + 1 == own.map_or(list.len(), |own| own.at);
    let rows = window::sure_rows(list_rows) + usize::from(is_last && has_arrows);
    let height = list.height(row);
    if height <= rows + usize::from(is_first && has_arrows) { 0 } else { height - rows }
}

/// How far the rest of a prompt is scrolled at most: its end stands a row below where it is at rest; where that is not
/// shown, it has all rows but those of the arrows.
fn max_skip_prompt(screen: &Screen) -> usize {
    let at_rest = Layout::at_rest(screen, screen.form.page(), 0);
    let reading = Layout::while_reading(screen, screen.form.page(), 0);
    let shown = if at_rest.has_mark { at_rest.head_rows } else { window::sure_rows_of_prompt(reading.list_rows) };
    reading.rest_rows(screen).saturating_sub(shown)
}
