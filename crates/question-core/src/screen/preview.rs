//! The preview of the highlighted option, beside the list or below it.

use super::Screen;
use super::command::Command;
use super::frame::{Line, Role, Slot};
use super::layout::{Layout, height_cap};
use super::list::List;
use super::viewport;
use crate::form::page::{Base, Page};
use crate::text::truncate;

/// Minimum width of a terminal that shows the preview beside the list, in columns: always, and if the preview does not
/// fit below the list.
const MIN_COLUMNS_BESIDE: usize = 100;
const MIN_COLUMNS_BESIDE_IN_FEW_ROWS: usize = 72;
/// Width of the vertical line between list and preview, with a blank on each side, in columns.
const GUTTER_COLUMNS: usize = 3;
/// Rows reserved for borders, hints and blank rows when a preview is placed, and rows reserved for tabs.
const OTHER_ROWS: usize = 5;
const TABS_ROWS: usize = 2;

/// Position and size of the preview.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pane {
    pub(super) columns: usize,
    /// Height of the question's tallest preview, in rows.
    pub(super) rows: usize,
    pub(super) is_beside: bool,
}

impl Pane {
    /// Places the preview of a page whose list takes `list_rows`. It is beside the list in a wide terminal, or in a
    /// medium one if list, prompt and preview do not fit below each other.
    pub(super) fn of(screen: &Screen, page: Page, layout: &Layout, list_rows: usize) -> Option<Self> {
        let (Page::Base(Base::Question(at)) | Page::Filter(at)) = page else { return None };
        let entry = screen.form.entry(at).filter(|entry| entry.shown.has_previews)?;
        let cap = height_cap(screen);
        let rows = |columns| entry.shown.preview_rows(columns, cap).max(1);
        let below = layout.text_columns();
        let fits_below = || {
            let prompt = entry.shown.prompt.whole().count(below);
            let tabs = if screen.form.has_tabs() { TABS_ROWS } else { 0 };
            list_rows.saturating_add(prompt + 1 + rows(below) + OTHER_ROWS + tabs) <= cap
        };
        let is_beside =
            layout.columns >= MIN_COLUMNS_BESIDE || (layout.columns >= MIN_COLUMNS_BESIDE_IN_FEW_ROWS && !fits_below());
        if !is_beside {
            return Some(Self { columns: below, rows: rows(below), is_beside });
        }
        let list = List::of(screen, page, layout).columns().clamp(layout.columns / 3, layout.columns / 2);
        let columns = Self::columns_of_list(layout.columns, list);
        Some(Self { columns, rows: rows(columns), is_beside })
    }

    /// Returns the width of the list or the preview, given the width of the other one, in columns.
    pub(super) fn columns_of_list(columns: usize, preview: usize) -> usize {
        columns.saturating_sub(preview + GUTTER_COLUMNS)
    }
}

/// Draws the visible rows of the preview. Also returns the rows of the preview's own text.
pub(super) fn lines<'a>(screen: &'a Screen, layout: &Layout) -> (Vec<Line<'a>>, Option<Slot>) {
    let Some(pane) = layout.pane else { return (Vec::new(), None) };
    let words = screen.form.words();
    let preview = screen.form.page().question().and_then(|at| screen.form.preview(at));
    let (Some(preview), Some((_, view))) = (preview, screen.preview_view(layout)) else {
        return (vec![Line::of(Role::Dim, truncate(words.no_preview.into(), pane.columns))], None);
    };
    let text = preview.rows(pane.columns, view.text().start, view.text().len()).into_iter();
    let text: Vec<Line> = text.map(|row| Line::of_row(Role::Text, row).fit(pane.columns)).collect();
    let slot = view.slot(text.len());
    let mark = |hidden: (usize, usize)| {
        let command = if hidden.1 > 0 { Command::PreviewDown } else { Command::PreviewUp };
        viewport::mark(
            words,
            words.lines,
            hidden,
            Some((screen.keys.of(screen.form.focus(), command), words.to_scroll)),
            pane.columns,
        )
    };
    (view.lines(text, mark), Some(slot))
}
