//! The preview of the highlighted option, beside the list or below it.

use super::Screen;
use super::allot::Part;
use super::layout::{Layout, max_height};
use super::list::List;
use super::scroll::{Area, Scrolled};
use super::stack::{Stack, Text};
use super::viewport;
use crate::faces::frame::{Line, Role};
use crate::form::command::Command;
use crate::form::page::Page;
use crate::text::markdown::Markdown;
use crate::text::truncate;

/// Width of the vertical line between list and preview, with a blank on each side, in columns.
const GUTTER_COLUMNS: usize = 3;

/// Minimum width of a terminal that shows the preview beside the list, in columns.
const MIN_COLUMNS_BESIDE: usize = 80;
/// Number of options that are measured, so that ten thousand cost no more.
pub(super) const MEASURED_OPTIONS: usize = 50;
/// Length in bytes from which a preview counts as filling the form, without being laid out.
const TALL_BYTES: usize = 8_192;

/// Position and size of the preview.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pane {
    pub(super) columns: usize,
    /// Rows that the preview has for any option, if the list beside it needs no more.
    pub(super) rows: usize,
    /// Whether a preview is taller than that.
    pub(super) is_cut: bool,
    pub(super) is_beside: bool,
}

impl Pane {
    /// Places the preview: in a wide terminal beside the list, which takes at most half of the width, in others below
    /// it. It has the rows of the tallest preview, so that moving the highlight does not change the height. Returns `None`
    /// if the page has no previews.
    pub(super) fn of(screen: &Screen, layout: &Layout) -> Option<Self> {
        // What is written about an option stays in sight.
        let at = match screen.form.page() {
            Page::Tab(tab) => tab.question()?,
            Page::Options(at) => at,
            Page::Field(field) => field.tab().question()?,
            Page::Zoom(..) | Page::Confirm(..) => return None,
        };
        let shown = &screen.form.entry(at)?.shown;
        if !shown.has_previews {
            return None;
        }
        let is_beside = layout.columns >= MIN_COLUMNS_BESIDE;
        let columns = if is_beside {
            let list = List::of(screen, layout).columns(layout.columns * 2 / 5);
            Self::other_columns(layout.columns, list.min(layout.columns / 2))
        } else {
            layout.text_columns()
        };
        let cap = max_height(screen);
        let rows = |text: &Markdown| {
            if text.as_clean().as_str().len() > TALL_BYTES { usize::MAX } else { text.count(columns) }
        };
        let options = (0..MEASURED_OPTIONS).map_while(|at| shown.option(at));
        let tallest = options.filter_map(|option| option.preview.as_ref()).map(rows).max().unwrap_or(1);
        let rows = tallest.min(cap);
        Some(Self { columns, rows, is_cut: rows < tallest, is_beside })
    }

    /// Returns the width of the list or the preview, given the width of the other one, in columns.
    pub(super) fn other_columns(columns: usize, one: usize) -> usize {
        columns.saturating_sub(one + GUTTER_COLUMNS)
    }
}

pub(super) fn scrolled<'a>(screen: &'a Screen, layout: &Layout) -> Option<Scrolled<'a>> {
    let pane = layout.pane?;
    let (at, option) = screen.form.previewed()?;
    let text = Stack::new([Text::Markdown(Role::Text, screen.form.preview(at)?)]);
    let rows = if pane.is_beside { layout.rows(Part::Body) } else { layout.rows(Part::Preview).saturating_sub(1) };
    Some(Scrolled::new(screen, Area::Preview(at, option), text, pane.columns, rows))
}

/// Returns the preview if the keys that read on in an open text scroll it: it is cut, and the prompt is in sight.
pub(super) fn scrolled_by_text<'a>(screen: &'a Screen, layout: &Layout) -> Option<Scrolled<'a>> {
    let is_read = screen.form.is_editing() && !layout.head.scrolls();
    scrolled(screen, layout).filter(|shown| is_read && shown.view.is_cut())
}

/// Draws the visible rows of the preview.
pub(super) fn lines<'a>(screen: &'a Screen, layout: &Layout) -> Vec<Line<'a>> {
    let Some(pane) = layout.pane else { return Vec::new() };
    let words = screen.form.words();
    // The custom row is no option.
    if screen.form.previewed().is_none() {
        return Vec::new();
    }
    let Some(shown) = scrolled(screen, layout) else {
        return vec![Line::of(Role::Muted, truncate(words.no_preview.into(), pane.columns))];
    };
    let counts = |hidden: (usize, usize)| {
        let command = match (screen.form.is_editing(), hidden.1 > 0) {
            (false, true) => Command::PreviewDown,
            (false, false) => Command::PreviewUp,
            (true, true) => Command::ReadDown,
            (true, false) => Command::ReadUp,
        };
        let key = screen.keys.first(screen.form.focus(), command);
        // Above a text, these keys scroll a prompt that does not fit.
        let key = (!screen.form.is_editing() || !layout.head.scrolls()).then_some((key, words.to_scroll));
        viewport::counts(words, words.lines, hidden, key, pane.columns)
    };
    shown.lines(counts).into_iter().map(|line| line.fit(pane.columns)).collect()
}
