//! The preview of the highlighted option, beside the list or below it.

use super::Screen;
use super::command::Command;
use super::frame::{Line, Role, Slot};
use super::layout::{Layout, height_cap};
use super::list::List;
use super::viewport;
use crate::form::page::{Base, Page};
use crate::text::truncate;

/// Columns from which a preview has room beside the list, and from which it is there where both have too few rows else.
const MIN_COLUMNS_BESIDE: usize = 100;
const MIN_COLUMNS_BESIDE_IN_FEW_ROWS: usize = 72;
/// Columns between a list and the preview beside it: a line with a blank on both sides.
const GUTTER_COLUMNS: usize = 3;
/// Rows beside prompt, list and preview of a page that has borders, hints and blank rows; and those of its tabs.
const OTHER_ROWS: usize = 5;
const TABS_ROWS: usize = 2;

/// The place of a preview.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pane {
    pub(super) columns: usize,
    /// Rows that the tallest preview of the question takes.
    pub(super) rows: usize,
    pub(super) is_beside: bool,
}

impl Pane {
    /// The place that a page has for previews, whose list takes `list_rows`. It is beside the list in wide terminals, and in
    /// less wide ones where the list, the prompt and the preview do not fit below one another.
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

    /// Columns that one of the two sides leaves to the other.
    pub(super) fn columns_of_list(columns: usize, preview: usize) -> usize {
        columns.saturating_sub(preview + GUTTER_COLUMNS)
    }
}

/// What is in sight of the preview in `rows` rows, and where among them its own rows are.
pub(super) fn lines<'a>(screen: &'a Screen, layout: &Layout) -> (Vec<Line<'a>>, Option<Slot>) {
    let Some(pane) = layout.pane else { return (Vec::new(), None) };
    let words = screen.form.words();
    let preview = screen.form.page().question().and_then(|at| screen.form.preview(at));
    let (Some(preview), Some((_, view))) = (preview, screen.preview_view(layout)) else {
        return (vec![Line::of(Role::Dim, truncate(words.no_preview.into(), pane.columns))], None);
    };
    let text = preview.rows(pane.columns, view.text().start, view.text().len()).into_iter();
    let text: Vec<Line> = text.map(|row| Line::default().with_text(Role::Text, row).fit(pane.columns)).collect();
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
