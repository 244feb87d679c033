//! The parts of a frame, and the rows that each of them has.

use super::Screen;
use super::fold::Fit;
use super::window;
use crate::form::page::{Field, Page};
use crate::screen::frame::{Line, Role};
use crate::text::{Clean, Wrap};

/// Rows that a form may use even where they are more than its share of the terminal.
const MIN_ROWS: usize = 8;
/// Rows of a small terminal that the host keeps: its footer, and one of the transcript. It cuts a form that takes them, at
/// its top or at its bottom.
const HOST_ROWS: usize = 2;
/// Rows that a form cannot do without: what asks, the highlight and the keys.
const LEAST_ROWS: usize = 3;
/// Columns between a list and the preview beside it: a line with a blank on both sides.
pub(super) const GUTTER_COLUMNS: usize = 3;
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
    /// Whether blank rows stand between the parts. They give way before options are folded.
    pub(super) has_gaps: bool,
    /// Whether there is a row for notices above the hints.
    pub(super) has_notice: bool,
    /// Whether one of the blank rows is below the head.
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
    /// Rows of the list, whichever of its items is highlighted; 0 where it is not shown.
    pub(super) list_rows: usize,
    /// Columns of the list, with the margin.
    pub(super) list_columns: usize,
    /// How the list fits into those rows.
    pub(super) fit: Fit,
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

impl Layout {
    /// Whether all items of the list are in sight.
    pub(super) fn is_list_whole(&self) -> bool {
        matches!(self.fit, Fit::Whole(_))
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
    pub(super) fn fixed_rows(&self) -> usize {
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
        Page::Preview(_) | Page::Long { .. } | Page::Leave { .. } => None,
    }
}
