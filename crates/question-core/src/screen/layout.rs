//! What a form shows in the rows it has: which parts, and how many rows for each.

use super::Screen;
use super::head::Head;
use super::head_rows::MIN_ROWS_WITH_ARROWS;
use super::list::List;
use super::{notice, window};
use crate::form::page::{Base, Field, Page};
use crate::screen::frame::{Line, Role};
use crate::text::{Clean, Wrap};

/// Rows that a form may use even where they are more than its share of the terminal.
const MIN_ROWS: usize = 8;
/// Rows of a small terminal that the host keeps: its footer, and one of the transcript. It cuts a form that takes them, at
/// its top or at its bottom.
const HOST_ROWS: usize = 2;
/// Rows that a form cannot do without: what asks, the highlight and the keys.
const LEAST_ROWS: usize = 3;
/// Rows of a form from which blank ones part what is in it.
const MIN_ROWS_WITH_GAPS: usize = 12;
/// Rows of a form from which it has tabs while they are of no use: what is read, or asked by the form, has their rows.
const MIN_ROWS_WITH_IDLE_TABS: usize = 16;
/// Rows of a form from which it has tabs at all; in fewer, what asks and the list would have one each.
const MIN_ROWS_WITH_TABS: usize = 5;
/// Rows of a list beside an editor below which it would show little more than its arrows.
const MIN_LIST_ROWS: usize = 3;
/// Rows of what is asked and a text below which a line that says what the text is for would take too many of them.
const MIN_ROWS_WITH_CAPTION: usize = 4;
/// Columns from which a preview has room beside the list, and from which it is there where both have too few rows else.
const MIN_COLUMNS_BESIDE: usize = 100;
const MIN_COLUMNS_BESIDE_IN_FEW_ROWS: usize = 72;
/// Columns between a list and the preview beside it: a line with a blank on both sides.
pub(super) const GUTTER_COLUMNS: usize = 3;
/// Rows that a text keeps while the prompt above it is read: that with the cursor, and its frame.
const MAX_KEPT_EDITOR_ROWS: usize = 3;
/// Rows that a notice may take.
const MAX_NOTICE_ROWS: usize = 3;
/// Rows of a list above a preview below which its own row scrolls away, and few of the options are seen at a time.
const MIN_ROWS_ABOVE_PREVIEW: usize = 6;
/// Rows of a preview below the list, with the line above it, that show more than they take from the list.
const MIN_PREVIEW_ROWS: usize = 4;

/// The parts of a frame and their rows.
#[allow(clippy::struct_excessive_bools)] // parts come and go independently of each other
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) columns: usize,
    /// Blank columns on the left.
    pub(super) margin: usize,
    pub(super) has_borders: bool,
    pub(super) has_gaps: bool,
    /// Whether one of them is below the head.
    pub(super) has_head_gap: bool,
    pub(super) has_tabs: bool,
    pub(super) has_hints: bool,
    /// Rows of the prompt, or of the page's heading, that stay put.
    pub(super) head_rows: usize,
    /// Whether the prompt of a list has more rows than those.
    pub(super) is_head_cut: bool,
    /// Whether one of those says how many more there are.
    pub(super) has_mark: bool,
    /// Whether the user reads on in the prompt: it goes on in the rows of the list.
    pub(super) is_reading: bool,
    /// Rows of the line that filters the list.
    pub(super) filter_rows: usize,
    /// Rows of the list; it scrolls where they are too few.
    pub(super) list_rows: usize,
    /// Columns of the list, with the margin.
    pub(super) list_columns: usize,
    /// Whether those rows are all that the list has.
    pub(super) is_list_whole: bool,
    pub(super) preview: Option<Pane>,
    /// Whether a line says what the editor is for, and whether a blank one parts it from the list.
    pub(super) has_caption: bool,
    pub(super) has_caption_gap: bool,
    /// Rows above the hints that say something or are blank.
    pub(super) notice_rows: usize,
    /// Whether the last of those parts the note on an answer from the hints.
    pub(super) has_note: bool,
    /// Rows that one may need which comes, where there are so many.
    pub(super) spare_rows: usize,
    pub(super) editor_rows: usize,
}

/// The place of a preview.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pane {
    pub(super) columns: usize,
    pub(super) rows: usize,
    pub(super) is_beside: bool,
}

/// Rows that a form may take: the user's share of the terminal's, at least 8 where there are so many beside the host's.
pub(super) fn height_cap(screen: &Screen) -> usize {
    let rows = screen.viewport.rows;
    let own = rows.saturating_sub(HOST_ROWS).max(rows.min(LEAST_ROWS));
    (rows * screen.max_height / 100).max(own.min(MIN_ROWS)).max(1)
}

/// The rows of a head that wants `head` of `free`, beside a body that wants `body`. The body gets what it wants, but the
/// head keeps a third or `kept` rows, and each keeps a row while there are two.
fn head_rows(head: usize, kept: impl Fn() -> usize, body: usize, free: usize) -> usize {
    if head + body <= free {
        return head;
    }
    head.min((free / 3).max(free.saturating_sub(body)).max(kept()).max(1)).min(free - 1)
}

impl Layout {
    /// The layout of a page in the screen's viewport, with an editor that wants `editor_rows` where the page has one.
    pub(super) fn of(screen: &Screen, page: Page, editor_rows: usize) -> Self {
        let is_read = if let Page::Field(_) = page {
            screen.head_spot().is_some()
        } else {
            is_readable(page) && screen.is_reading()
        };
        Self::with(screen, page, editor_rows, is_read && page == screen.form.page())
    }

    /// The layout of a page as it is while nobody reads on in its prompt.
    pub(super) fn at_rest(screen: &Screen, page: Page, editor_rows: usize) -> Self {
        Self::with(screen, page, editor_rows, false)
    }

    /// The layout of a page as it is while somebody does.
    pub(super) fn while_reading(screen: &Screen, page: Page, editor_rows: usize) -> Self {
        Self::with(screen, page, editor_rows, true)
    }

    fn with(screen: &Screen, page: Page, editor_rows: usize, is_reading: bool) -> Self {
        let editor_rows = if matches!(page, Page::Field(_)) { editor_rows } else { 0 };
        let mut layout = Self::bare(screen, page, is_reading);
        let (columns, cap) = (layout.columns, height_cap(screen));
        let mut free = cap.saturating_sub(layout.fixed_rows()).max(1);
        if matches!(page, Page::Filter(_)) && free > 1 {
            layout.filter_rows = 1;
            free -= 1;
        }
        if matches!(page, Page::Field(Field::Note(_) | Field::Discussion(Base::Question(_))))
            && editor_rows > 0
            && free >= MIN_ROWS_WITH_CAPTION
        {
            layout.has_caption = true;
            free -= 1;
        }
        let text = Head::of(screen, page);
        let head = text.count(columns - layout.margin, free + 1);
        // With the first row and the mark, up to a half.
        let kept = || {
            let max = (free / 2).min(free.saturating_sub(MIN_LIST_ROWS));
            (text.kept_rows(columns - layout.margin, free) + 2).min(max)
        };
        if let Page::Preview(at) = page {
            layout.head_rows = head.min(free - 1);
            let (columns, room) = (columns - layout.margin, free - layout.head_rows);
            let wanted = screen.form.entry(at).map(|entry| entry.shown.preview_rows(columns, room));
            let rows = wanted.unwrap_or(room).clamp(1, room);
            layout.preview = Some(Pane { columns, rows, is_beside: false });
            return layout;
        }
        // A long prompt is read in all columns.
        let preview =
            layout.pane(screen, page, free, free.saturating_sub(head)).filter(|_| editor_rows == 0 && !is_reading);
        if let Some(Pane { is_beside: true, columns: preview, .. }) = preview {
            layout.list_columns = columns.saturating_sub(preview + GUTTER_COLUMNS);
        }
        let list = List::of(screen, page, &layout).count_rows(free + 1);
        // Below a list, the preview is one part more; beside it, it only makes the body taller.
        let (below, beside) = match preview {
            Some(Pane { rows, is_beside: false, .. }) => (rows + 1, 0),
            // Rows stay blank below the list where the preview is taller: of those, a prompt that is cut has what it needs.
            Some(Pane { rows, is_beside: true, .. }) => {
                (0, rows.min(list.max(free / 3).max(free.saturating_sub(head))))
            }
            None => (0, 0),
        };
        let left = |head_rows: usize| (free - head_rows).saturating_sub(editor_rows);
        let is_field = matches!(page, Page::Field(_));
        layout.head_rows = head_rows(head, kept, list.max(beside) + below + editor_rows, free);
        let has_list = |head_rows: usize| left(head_rows) >= list.min(MIN_LIST_ROWS);
        if layout.has_caption && list > 0 && head > 2 && !has_list(layout.head_rows) && has_list(2) {
            // What is asked and what there is to choose from matter more here than what leads up to it.
            layout.head_rows = 2;
        }
        let is_list_shown = list > 0 && (editor_rows == 0 || has_list(layout.head_rows));
        if !is_list_shown {
            layout.head_rows = head_rows(head, kept, editor_rows, free);
        }
        if is_field && layout.head_rows < head && free > 1 {
            // A row of text and the mark; the text that is typed needs one more.
            layout.head_rows = layout.head_rows.max(2).min(free - 1);
        }
        // A heading says nothing that needs reading on.
        let all = || text.count(columns - layout.margin, layout.head_rows + 1);
        layout.is_head_cut = is_readable(page) && !is_field && layout.head_rows < all();
        layout.has_mark = (layout.is_head_cut || (is_field && layout.head_rows < head)) && layout.head_rows > 1;
        if is_reading {
            let at_rest = Self::at_rest(screen, page, editor_rows);
            return if is_field { at_rest.above_text(&layout, screen) } else { layout.reading(&at_rest) };
        }
        let body_rows = free - layout.head_rows;
        layout.editor_rows = editor_rows.min(body_rows);
        if is_list_shown {
            let list = list + usize::from(layout.has_lead());
            let body_rows = body_rows - layout.editor_rows;
            layout.preview = preview.and_then(|pane| {
                let rows = if pane.is_beside {
                    pane.rows.max(list).min(body_rows)
                } else {
                    pane.rows.min(body_rows.saturating_sub(list.min((body_rows / 2).max(MIN_ROWS_ABOVE_PREVIEW)) + 1))
                };
                (pane.is_beside || rows + 1 >= MIN_PREVIEW_ROWS.min(pane.rows + 1)).then_some(Pane { rows, ..pane })
            });
            let below = layout.preview.filter(|pane| !pane.is_beside).map_or(0, |pane| pane.rows + 1);
            layout.list_rows = (body_rows - below).min(list);
            layout.is_list_whole = layout.list_rows == list;
            let has_room = layout.is_list_whole && layout.rows() < cap;
            layout.has_caption_gap = layout.has_caption && layout.has_gaps && has_room;
        }
        layout
    }

    /// What the size of the terminal alone decides, and the rows of a notice.
    fn bare(screen: &Screen, page: Page, is_reading: bool) -> Self {
        let columns = screen.viewport.columns.max(1);
        let cap = height_cap(screen);
        let mut layout = Self {
            columns,
            margin: usize::from(columns >= 20),
            has_borders: cap >= 8,
            has_gaps: cap >= MIN_ROWS_WITH_GAPS,
            has_head_gap: cap >= MIN_ROWS_WITH_GAPS && (!is_reading || matches!(page, Page::Field(_))),
            has_tabs: screen.form.has_tabs()
                && cap >= MIN_ROWS_WITH_TABS
                && (cap >= MIN_ROWS_WITH_IDLE_TABS || !(is_reading || is_asked_by_form(page))),
            has_hints: cap >= 3,
            head_rows: 0,
            is_head_cut: false,
            has_mark: false,
            is_reading,
            filter_rows: 0,
            list_rows: 0,
            list_columns: columns,
            is_list_whole: false,
            preview: None,
            has_caption: false,
            has_caption_gap: false,
            notice_rows: 0,
            has_note: false,
            spare_rows: 0,
            editor_rows: 0,
        };
        if layout.has_gaps {
            let told = notice::trouble_with_keys(screen);
            let rows = |text| layout.notice(Role::Warning, Clean::composed(text)).len();
            let expected = notice::expected(screen, page).map_or(1, rows);
            layout.notice_rows = told.map_or(1, rows);
            layout.spare_rows = expected.saturating_sub(layout.notice_rows);
            layout.has_note = notice::has_note(screen, page);
            layout.notice_rows += usize::from(layout.has_note);
        }
        layout
    }

    /// The layout while the user reads on in the prompt, which has the rows of the head and the list: what stays of it would
    /// tear its sentences.
    fn reading(self, at_rest: &Self) -> Self {
        let rows = at_rest.rows().saturating_sub(self.fixed_rows() + at_rest.filter_rows);
        Self { head_rows: 0, is_head_cut: at_rest.is_head_cut, has_mark: false, list_rows: rows.max(1), ..self }
    }

    /// The layout of a text while the user reads on in the prompt above it, which has the rows of the list, too, and those of
    /// the tabs where `reading` has none. Where they are few, the text keeps the row with the cursor and its frame, or what
    /// there is room for of that.
    fn above_text(self, reading: &Self, screen: &Screen) -> Self {
        if !self.has_mark {
            return self;
        }
        let head = self.all_head_rows(screen);
        let fixed = Self { has_tabs: reading.has_tabs, ..self.clone() }.fixed_rows();
        let all = self.rows().saturating_sub(fixed);
        let kept = (all / 2).clamp(1, MAX_KEPT_EDITOR_ROWS);
        let editor_rows = all.saturating_sub(head.min(MIN_ROWS_WITH_ARROWS)).max(kept).min(self.editor_rows);
        let rows = all - editor_rows;
        let has_caption = self.has_caption && rows >= MIN_ROWS_WITH_ARROWS;
        let rows = rows - usize::from(has_caption);
        let head_rows = head.min(rows);
        Self {
            has_tabs: reading.has_tabs,
            head_rows,
            is_reading: true,
            list_rows: rows - head_rows,
            is_list_whole: false,
            preview: None,
            has_caption,
            has_caption_gap: false,
            editor_rows,
            ..self
        }
    }

    /// Whether a row above the list stands for what is missing of the prompt, because there is none for it in the head.
    pub(super) fn has_lead(&self) -> bool {
        self.is_head_cut && !self.has_mark && !self.is_reading
    }

    /// Whether not even that row has room, so that nothing on the page says that the prompt is cut.
    pub(super) fn is_lead_untold(&self) -> bool {
        self.has_lead() && self.list_rows < window::MIN_ROWS_WITH_ARROWS
    }

    /// Rows of what is neither head nor body.
    fn fixed_rows(&self) -> usize {
        2 * usize::from(self.has_borders)
            + usize::from(self.has_tabs) * (1 + usize::from(self.has_gaps))
            + usize::from(self.has_hints)
            + self.notice_rows
            + usize::from(self.has_head_gap)
    }

    /// Rows of the whole frame, with the editor.
    pub(super) fn rows(&self) -> usize {
        let body = match self.preview {
            Some(Pane { rows, is_beside: true, .. }) => self.list_rows.max(rows),
            Some(Pane { rows, is_beside: false, .. }) if self.list_rows > 0 => self.list_rows + 1 + rows,
            Some(Pane { rows, .. }) => rows,
            None => self.list_rows,
        };
        let caption = usize::from(self.has_caption) + usize::from(self.has_caption_gap);
        self.fixed_rows() + self.head_rows + self.filter_rows + body + caption + self.editor_rows
    }

    /// What a preview would take: its columns, and the rows that the tallest of the question wants, counted up to `limit`.
    /// Below a list it has to fit into `free` rows with it.
    fn pane(&self, screen: &Screen, page: Page, limit: usize, free: usize) -> Option<Pane> {
        let entry = screen.form.entry(question_of(page)?)?;
        if !entry.shown.has_previews {
            return None;
        }
        let list = List::of(screen, page, self);
        let rows = |columns| entry.shown.preview_rows(columns, limit).max(1);
        let below = self.columns - self.margin;
        let is_beside = self.columns >= MIN_COLUMNS_BESIDE
            || (self.columns >= MIN_COLUMNS_BESIDE_IN_FEW_ROWS && list.count_rows(free + 1) + 1 + rows(below) > free);
        if !is_beside {
            return Some(Pane { columns: below, rows: rows(below), is_beside });
        }
        let list = list.columns().clamp(self.columns / 3, self.columns / 2);
        let columns = self.columns.saturating_sub(list + GUTTER_COLUMNS);
        Some(Pane { columns, rows: rows(columns), is_beside })
    }

    /// The rows of a notice, at most as many as leave the form to itself.
    pub(super) fn notice<'a>(&self, role: Role, text: Clean<'a>) -> Vec<Line<'a>> {
        let room = self.columns - self.margin;
        // Notes and the like are cut: they can be read elsewhere.
        let rows = if role == Role::Warning && self.has_gaps { MAX_NOTICE_ROWS } else { 1 };
        let line = |row| Line::of(role, row).indented(self.margin);
        if rows == 1 { vec![line(text)] } else { Wrap::new(text, room).take(rows).map(line).collect() }
    }
}

/// What the editor below a list is for.
pub(super) fn caption(screen: &Screen) -> &'static str {
    let words = screen.form.words();
    if matches!(screen.form.page(), Page::Field(Field::Discussion(_))) {
        words.discuss_heading
    } else {
        words.note_heading
    }
}

/// Whether what heads the page can be read on: a heading says nothing that needs it.
fn is_readable(page: Page) -> bool {
    question_of(page).is_some()
}

/// Whether the form itself asks something, which is answered before another tab is shown.
fn is_asked_by_form(page: Page) -> bool {
    matches!(page, Page::Leave { .. } | Page::Long { .. })
}

/// The question whose prompt heads the page.
pub(super) fn question_of(page: Page) -> Option<usize> {
    match page {
        Page::Base(_) | Page::Filter(_) | Page::Field(_) => page.base().question(),
        Page::Preview(_) | Page::Long { .. } | Page::Leave { .. } => None,
    }
}
