//! The rows that each part of a frame has.
//!
//! A prompt and a list that have too few rows for both share them in halves, and each takes what the other leaves. While a
//! text is typed, the prompt comes before the list. Blank rows give way before anything else does.

use super::Screen;
use super::fold::{Fit, Fold, Heights};
use super::head::{Head, HeadRows};
use super::list::List;
use super::notice;
use crate::form::page::{Base, Field, Page};
use crate::screen::frame::{Line, Role};
use crate::text::{Clean, Wrap};

/// Rows that a form may use even where they are more than its share of the terminal.
const MIN_ROWS: usize = 8;
/// Rows of a small terminal that the host keeps: its footer, and one of the transcript. It cuts a form that takes them, at
/// its top or at its bottom.
const HOST_ROWS: usize = 2;
/// Rows that the host keeps of a page over the whole terminal: its footer, which has two, and one of the transcript.
const HOST_ROWS_OF_FULL: usize = 3;
/// Rows that a form cannot do without: what asks, the highlight and the keys.
const LEAST_ROWS: usize = 3;
/// Rows of a form from which it has borders.
pub(super) const MIN_ROWS_WITH_BORDERS: usize = 8;
/// Rows of a form from which blank ones part what is in it.
pub(super) const MIN_ROWS_WITH_GAPS: usize = 12;
/// Rows of a form from which it has hints.
pub(super) const MIN_ROWS_WITH_HINTS: usize = 3;
/// Rows of a form from which it has tabs while they are of no use.
const MIN_ROWS_WITH_IDLE_TABS: usize = 16;
/// Rows of a form from which it has tabs at all; in fewer, what asks and the list would have one each.
const MIN_ROWS_WITH_TABS: usize = 5;
/// Rows of a list that scrolls and says what is hidden.
const MIN_LIST_ROWS: usize = 3;
/// Rows of a prompt above a text that are more important than the text's frame: one that scrolls, its mark, and the question.
const MIN_ROWS_ABOVE_TEXT: usize = 3;
/// Rows of what is asked and a text below which a line that says what the text is for would take too many of them.
const MIN_ROWS_WITH_CAPTION: usize = 4;
/// Columns from which a preview has room beside the list, and from which it is there where both have too few rows else.
const MIN_COLUMNS_BESIDE: usize = 100;
const MIN_COLUMNS_BESIDE_IN_FEW_ROWS: usize = 72;
/// Columns from which the first of them is blank.
const MIN_COLUMNS_WITH_MARGIN: usize = 20;
/// Columns between a list and the preview beside it: a line with a blank on both sides.
const GUTTER_COLUMNS: usize = 3;
/// Rows of a list above a preview below which its own row scrolls away, and few of the options are seen at a time.
const MIN_ROWS_ABOVE_PREVIEW: usize = 6;
/// Rows of a preview below the list, with the line above it, that show more than they take from the list.
const MIN_PREVIEW_ROWS: usize = 4;
/// Rows that a notice may take.
const MAX_NOTICE_ROWS: usize = 3;

/// The parts of a frame and their rows.
#[allow(clippy::struct_excessive_bools)] // parts come and go independently of each other
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) columns: usize,
    /// Blank columns on the left.
    pub(super) margin: usize,
    pub(super) has_borders: bool,
    /// Whether blank rows stand between the parts.
    pub(super) has_gaps: bool,
    pub(super) has_tabs: bool,
    pub(super) has_hints: bool,
    /// Rows of the prompt, or of the page's heading.
    pub(super) head: HeadRows,
    /// Rows of the line that filters the list.
    pub(super) filter_rows: usize,
    /// Rows of the list, whichever of its items is highlighted; 0 where it is not shown.
    pub(super) list_rows: usize,
    /// Columns of the list, with the margin.
    pub(super) list_columns: usize,
    /// How the list fits into those rows.
    pub(super) fit: Fit,
    pub(super) preview: Option<Pane>,
    /// Whether options carry a mark for a preview that has no room.
    pub(super) marks_previews: bool,
    /// Whether a line says what the editor is for, and whether a blank one parts it from the list.
    pub(super) has_caption: bool,
    pub(super) has_caption_gap: bool,
    /// Whether there is a row for notices above the hints.
    pub(super) has_notice: bool,
    /// Rows above the hints that say something or are blank.
    pub(super) notice_rows: usize,
    /// Whether the last of those parts the note on an answer from the hints.
    pub(super) has_note: bool,
    /// Rows reserved for a taller notice.
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

/// What one layout takes over from another.
#[derive(Clone, Copy, Debug)]
struct Limits {
    has_gaps: bool,
    has_preview: bool,
    list_rows: usize,
    /// Rows of the head, where they are known.
    head_rows: Option<usize>,
}

/// Rows that a form may take: the user's share of the terminal's, at least 8 where there are so many beside the host's.
pub(super) fn height_cap(screen: &Screen) -> usize {
    let rows = screen.size.rows;
    (rows * screen.max_height / 100).max(own_rows(rows).min(MIN_ROWS)).max(1)
}

/// Rows that a page over the whole terminal takes.
pub(super) fn full_height(screen: &Screen) -> usize {
    screen.size.rows.saturating_sub(HOST_ROWS_OF_FULL).max(height_cap(screen))
}

/// Blank columns on the left of so many.
pub(super) fn margin(columns: usize) -> usize {
    usize::from(columns >= MIN_COLUMNS_WITH_MARGIN)
}

/// Rows of a terminal without the host's.
fn own_rows(rows: usize) -> usize {
    rows.saturating_sub(HOST_ROWS).max(rows.min(LEAST_ROWS))
}

impl Layout {
    /// The layout of a page in the screen's size, with an editor that wants `editor_rows` where the page has one.
    pub(super) fn of(screen: &Screen, page: Page, editor_rows: usize) -> Self {
        let limits = Limits { has_gaps: true, has_preview: true, list_rows: usize::MAX, head_rows: None };
        if let Page::Filter(at) = page {
            // Typing changes neither the blank rows nor the height.
            let whole = Self::of(screen, Page::Base(Base::Question(at)), 0);
            let limits = Limits {
                has_gaps: whole.has_gaps,
                has_preview: whole.preview.is_some(),
                list_rows: whole.list_rows,
                head_rows: Some(whole.head.count()),
            };
            return Self::within(screen, page, editor_rows, limits);
        }
        let mut layout = Self::within(screen, page, editor_rows, limits);
        if layout.has_gaps && (layout.fit != Fit::Whole(Fold::Whole) || layout.head.is_cut()) {
            let tight = Self::within(screen, page, editor_rows, Limits { has_gaps: false, ..limits });
            let shows_more = tight.fit < layout.fit || tight.list_rows > layout.list_rows;
            if shows_more || tight.head.count() > layout.head.count() {
                layout = tight;
            }
        }
        if layout.preview.is_none() && has_previews(screen, page) {
            return Self::within(
                screen,
                page,
                editor_rows,
                Limits { has_gaps: layout.has_gaps, has_preview: false, ..limits },
            );
        }
        layout
    }

    /// The layout of a page within limits.
    fn within(screen: &Screen, page: Page, editor_rows: usize, limits: Limits) -> Self {
        let editor_rows = if let Page::Field(_) = page { editor_rows } else { 0 };
        let mut layout = Self::bare(screen, page, limits.has_gaps);
        layout.marks_previews = !limits.has_preview && has_previews(screen, page);
        let cap = height_cap(screen);
        let mut free = cap.saturating_sub(layout.fixed_rows()).max(1);
        if matches!(page, Page::Filter(_)) && free > 1 {
            layout.filter_rows = 1;
            free -= 1;
        }
        let is_beside_answer = matches!(page, Page::Field(Field::Note(..) | Field::Discussion(Base::Question(_))));
        if is_beside_answer && editor_rows > 0 && free >= MIN_ROWS_WITH_CAPTION {
            layout.has_caption = true;
            free -= 1;
        }
        let head = Head::of(screen, page);
        let head_columns = layout.columns - layout.margin;
        let all = head.count(head_columns, free + 1);
        // Where there are two rows, one is for what is below.
        let share = |rows: usize| all.min(rows).min(free - 1);
        if editor_rows > 0 {
            let share = share((free / 2).max(MIN_ROWS_ABOVE_TEXT));
            layout.editor_rows = editor_rows.min(free - share);
            let rows = all.min(free - layout.editor_rows);
            layout.head = head.share(head_columns, rows);
            let list = Heights::of(&List::of(screen, page, &layout), free + 1, Some(screen.form.highlight()));
            (layout.fit, layout.list_rows) = list.fit(free - layout.editor_rows - rows, layout.spare_rows);
            layout.has_caption_gap =
                layout.has_caption && layout.has_gaps && layout.is_list_whole() && layout.rows() < cap;
            return layout;
        }
        let share = share((free / 2).min(free.saturating_sub(MIN_LIST_ROWS)).max(1));
        let preview = if limits.has_preview { layout.pane(screen, page, free, free.saturating_sub(all)) } else { None };
        if let Some(Pane { is_beside: true, columns, .. }) = preview {
            layout.list_columns = layout.columns.saturating_sub(columns + GUTTER_COLUMNS);
        }
        let heights = Heights::of(&List::of(screen, page, &layout), free + 1, None);
        let spare_rows = layout.spare_rows;
        let fit = |room: usize| heights.fit(room.min(limits.list_rows), spare_rows);
        // A list above a preview keeps half of the rows, and is folded for it.
        let above_preview = |room: usize| match preview {
            Some(Pane { rows, is_beside: false, .. }) => {
                room.saturating_sub(rows + 1).max(room / 2).max(MIN_ROWS_ABOVE_PREVIEW).min(room)
            }
            _ => room,
        };
        let (_, list) = fit(above_preview(free - share));
        // Below a list, the preview is one part more; beside it, it only makes the body taller.
        let body = match preview {
            Some(Pane { rows, is_beside: false, .. }) => list + rows + 1,
            Some(Pane { rows, is_beside: true, .. }) => list.max(rows.min(free - share)),
            None => list,
        };
        let rows = all.min(free.saturating_sub(body).max(share));
        let rows = limits.head_rows.map_or(rows, |rows| rows.min(free - 1));
        layout.head = head.share(head_columns, rows);
        let room = free - rows;
        layout.preview = preview.and_then(|pane| {
            let (_, list) = fit(above_preview(room));
            let rows = if pane.is_beside {
                pane.rows.max(list).min(room)
            } else {
                pane.rows.min(room.saturating_sub(list + 1))
            };
            let is_worth_it = pane.is_beside || rows + 1 >= MIN_PREVIEW_ROWS.min(pane.rows + 1);
            is_worth_it.then_some(Pane { rows, ..pane })
        });
        let below = layout.preview.filter(|pane| !pane.is_beside).map_or(0, |pane| pane.rows + 1);
        (layout.fit, layout.list_rows) = fit(room - below);
        layout
    }

    /// What the size of the terminal alone decides, and the rows of a notice.
    pub(super) fn bare(screen: &Screen, page: Page, may_have_gaps: bool) -> Self {
        let columns = screen.size.columns.max(1);
        let cap = height_cap(screen);
        let mut layout = Self {
            columns,
            margin: margin(columns),
            has_borders: cap >= MIN_ROWS_WITH_BORDERS,
            has_gaps: may_have_gaps && cap >= MIN_ROWS_WITH_GAPS,
            has_tabs: screen.form.has_tabs()
                && cap >= MIN_ROWS_WITH_TABS
                && (cap >= MIN_ROWS_WITH_IDLE_TABS || !has_idle_tabs(page)),
            has_hints: cap >= MIN_ROWS_WITH_HINTS,
            head: HeadRows::Whole(0),
            filter_rows: 0,
            list_rows: 0,
            list_columns: columns,
            fit: Fit::Whole(Fold::Whole),
            preview: None,
            marks_previews: false,
            has_caption: false,
            has_caption_gap: false,
            has_notice: cap >= MIN_ROWS_WITH_GAPS,
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

    /// What a preview would take: its columns, and the rows that the tallest of the question wants, counted up to `limit`.
    /// Below a list it has to fit into `free` rows with it.
    fn pane(&self, screen: &Screen, page: Page, limit: usize, free: usize) -> Option<Pane> {
        let entry = screen.form.entry(page.question()?).filter(|_| has_previews(screen, page))?;
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

    /// Whether all items of the list are in sight.
    pub(super) fn is_list_whole(&self) -> bool {
        matches!(self.fit, Fit::Whole(_))
    }

    /// Rows of what is neither head nor body.
    fn fixed_rows(&self) -> usize {
        2 * usize::from(self.has_borders)
            + usize::from(self.has_tabs) * (1 + usize::from(self.has_gaps))
            + usize::from(self.has_hints)
            + self.notice_rows
            + usize::from(self.has_gaps)
    }

    /// Rows of the whole frame, with the editor.
    pub(super) fn rows(&self) -> usize {
        let body = match self.preview {
            Some(Pane { rows, is_beside: true, .. }) => self.list_rows.max(rows),
            Some(Pane { rows, is_beside: false, .. }) => self.list_rows + 1 + rows,
            None => self.list_rows,
        };
        let caption = usize::from(self.has_caption) + usize::from(self.has_caption_gap);
        self.fixed_rows() + self.head.count() + self.filter_rows + body + caption + self.editor_rows
    }

    /// The rows of a notice, at most as many as leave the form to itself.
    pub(super) fn notice<'a>(&self, role: Role, text: Clean<'a>) -> Vec<Line<'a>> {
        let room = self.columns - self.margin;
        // Notes and the like are cut: they can be read elsewhere.
        let rows = if role == Role::Warning && self.has_notice { MAX_NOTICE_ROWS } else { 1 };
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

/// The question whose prompt heads the page.
pub(super) fn question_of(page: Page) -> Option<usize> {
    match page {
        Page::Base(_) | Page::Filter(_) | Page::Field(_) => page.base().question(),
        Page::Zoom(..) | Page::Long { .. } | Page::Leave { .. } => None,
    }
}

/// Whether the list of a page has options with previews.
fn has_previews(screen: &Screen, page: Page) -> bool {
    let (Page::Base(Base::Question(at)) | Page::Filter(at)) = page else { return false };
    screen.form.entry(at).is_some_and(|entry| entry.shown.has_previews)
}

/// Whether the page is left before another tab can be shown.
fn has_idle_tabs(page: Page) -> bool {
    match page {
        Page::Leave { .. } | Page::Long { .. } => true,
        Page::Field(field) => matches!(field, Field::Note(..) | Field::Discussion(_)),
        Page::Base(_) | Page::Filter(_) | Page::Zoom(..) => false,
    }
}
