//! How the rows of a form are allotted to its parts: the prompt, the list, a preview, the editor.

use super::Screen;
use super::fold::{Fit, Fold, Heights};
use super::head::Head;
use super::head_rows::MIN_ROWS_WITH_ARROWS;
use super::layout::{GUTTER_COLUMNS, Layout, Pane, height_cap, question_of};
use super::list::List;
use super::notice;
use crate::form::page::{Base, Field, Page};
use crate::screen::frame::Role;
use crate::text::Clean;

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
/// Rows that a text keeps while the prompt above it is read: that with the cursor, and its frame.
const MAX_KEPT_EDITOR_ROWS: usize = 3;
/// Rows of a list above a preview below which its own row scrolls away, and few of the options are seen at a time.
const MIN_ROWS_ABOVE_PREVIEW: usize = 6;
/// Rows of a preview below the list, with the line above it, that show more than they take from the list.
const MIN_PREVIEW_ROWS: usize = 4;

/// Limits that one layout takes over from another.
#[derive(Clone, Copy, Debug)]
struct Spacing {
    /// Whether there may be blank rows.
    has_gaps: bool,
    /// Rows that the list may take.
    most_list_rows: usize,
}

impl Spacing {
    /// No limits.
    const ROOMY: Self = Self { has_gaps: true, most_list_rows: usize::MAX };
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

    /// The layout of a page. Blank rows give way before options do: where not all options are whole, it has none, unless that
    /// would not help.
    fn with(screen: &Screen, page: Page, editor_rows: usize, is_reading: bool) -> Self {
        let spaced = |spacing| Self::spaced(screen, page, editor_rows, is_reading, spacing);
        if let Page::Filter(at) = page {
            // Typing changes neither the blank rows nor the height.
            let whole = Self::at_rest(screen, Page::Base(Base::Question(at)), 0);
            return spaced(Spacing { has_gaps: whole.has_gaps, most_list_rows: whole.list_rows });
        }
        if is_reading {
            let at_rest = Self::at_rest(screen, page, editor_rows);
            let layout = spaced(Spacing { has_gaps: at_rest.has_gaps, ..Spacing::ROOMY });
            let is_field = matches!(page, Page::Field(_));
            return if is_field { at_rest.above_text(&layout, screen) } else { layout.reading(&at_rest) };
        }
        let roomy = spaced(Spacing::ROOMY);
        if !roomy.has_gaps || roomy.fit == Fit::Whole(Fold::Whole) {
            return roomy;
        }
        let tight = spaced(Spacing { has_gaps: false, ..Spacing::ROOMY });
        if tight.fit < roomy.fit || tight.list_rows > roomy.list_rows { tight } else { roomy }
    }

    /// The layout of a page within limits.
    fn spaced(screen: &Screen, page: Page, editor_rows: usize, is_reading: bool, spacing: Spacing) -> Self {
        let editor_rows = if matches!(page, Page::Field(_)) { editor_rows } else { 0 };
        let mut layout = Self::bare(screen, page, is_reading, spacing.has_gaps);
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
        let fixed = matches!(page, Page::Field(_)).then(|| screen.form.highlight());
        let heights = Heights::of(&List::of(screen, page, &layout), free + 1, fixed);
        let spare_rows = layout.spare_rows;
        let fit = |room: usize| heights.fit(room.min(spacing.most_list_rows), spare_rows);
        // A list above a preview keeps half of the rows, and is folded for it.
        let above_preview = |room: usize| match preview {
            Some(Pane { rows, is_beside: false, .. }) => {
                room.saturating_sub(rows + 1).max(room / 2).max(MIN_ROWS_ABOVE_PREVIEW).min(room)
            }
            _ => room,
        };
        let least_head = head_rows(head, kept, free, free);
        let (_, list) = fit(above_preview((free - least_head).saturating_sub(editor_rows)));
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
        let has_list = |head_rows: usize| left(head_rows) >= heights.items.min(MIN_LIST_ROWS);
        let has_items = heights.items > 0;
        if layout.has_caption && has_items && head > 2 && !has_list(layout.head_rows) && has_list(2) {
            // What is asked and what there is to choose from matter more here than what leads up to it.
            layout.head_rows = 2;
        }
        let is_list_shown = has_items && (editor_rows == 0 || has_list(layout.head_rows));
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
        let body_rows = free - layout.head_rows;
        layout.editor_rows = editor_rows.min(body_rows);
        if is_list_shown {
            let lead = usize::from(layout.has_lead());
            let body_rows = body_rows - layout.editor_rows;
            layout.preview = preview.and_then(|pane| {
                let list = lead + fit(above_preview(body_rows).saturating_sub(lead)).1;
                let rows = if pane.is_beside {
                    pane.rows.max(list).min(body_rows)
                } else {
                    pane.rows.min(body_rows.saturating_sub(list + 1))
                };
                (pane.is_beside || rows + 1 >= MIN_PREVIEW_ROWS.min(pane.rows + 1)).then_some(Pane { rows, ..pane })
            });
            let below = layout.preview.filter(|pane| !pane.is_beside).map_or(0, |pane| pane.rows + 1);
            let (fit, list_rows) = fit((body_rows - below).saturating_sub(lead));
            layout.fit = fit;
            layout.list_rows = (list_rows + lead).min(body_rows - below);
            let has_room = layout.is_list_whole() && layout.rows() < cap;
            layout.has_caption_gap = layout.has_caption && layout.has_gaps && has_room;
        } else if has_items {
            layout.fit = Fit::Scrolled;
        }
        layout
    }

    /// What the size of the terminal alone decides, and the rows of a notice.
    fn bare(screen: &Screen, page: Page, is_reading: bool, may_have_gaps: bool) -> Self {
        let columns = screen.viewport.columns.max(1);
        let cap = height_cap(screen);
        let has_gaps = may_have_gaps && cap >= MIN_ROWS_WITH_GAPS;
        let mut layout = Self {
            columns,
            margin: usize::from(columns >= 20),
            has_borders: cap >= 8,
            has_gaps,
            has_notice: cap >= MIN_ROWS_WITH_GAPS,
            has_head_gap: has_gaps && (!is_reading || matches!(page, Page::Field(_))),
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
            fit: Fit::Whole(Fold::Whole),
            preview: None,
            has_caption: false,
            has_caption_gap: false,
            notice_rows: 0,
            has_note: false,
            spare_rows: 0,
            editor_rows: 0,
        };
        if layout.has_notice {
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
        let (is_head_cut, fit) = (at_rest.is_head_cut, at_rest.fit);
        Self { head_rows: 0, is_head_cut, has_mark: false, list_rows: rows.max(1), fit, ..self }
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
            fit: Fit::Scrolled,
            preview: None,
            has_caption,
            has_caption_gap: false,
            editor_rows,
            ..self
        }
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
            || (self.columns >= MIN_COLUMNS_BESIDE_IN_FEW_ROWS
                && Heights::of(&list, free + 1, None).unfolded().saturating_add(1 + rows(below)) > free);
        if !is_beside {
            return Some(Pane { columns: below, rows: rows(below), is_beside });
        }
        let list = list.columns().clamp(self.columns / 3, self.columns / 2);
        let columns = self.columns.saturating_sub(list + GUTTER_COLUMNS);
        Some(Pane { columns, rows: rows(columns), is_beside })
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
