//! Scrolling: a key or the wheel scrolls a text or moves the highlight.

use super::Screen;
use super::layout::Layout;
use super::list::List;
use super::stack::{Anchor, Stack};
use super::target::Target;
use super::viewport::{Movement, Viewport};
use super::{preview, window, zoom};
use crate::faces::frame::Line;
use crate::form::Unfinished;
use crate::form::action::{Action, Step};
use crate::form::page::{Page, Zoomed};
use crate::view::{Rows, start};

/// A text that scrolls. Its scroll position is kept for as long as the form exists. Indices of questions and options
/// are 0-based.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Area {
    /// The prompt of a question, on its page and on the whole terminal.
    Prompt(usize),
    /// The preview of an option of a question, beside or below the list.
    Preview(usize, usize),
    /// An option of a question on the whole terminal.
    ZoomedOption(usize, usize),
}

/// A text that scrolls, with its visible rows.
pub(super) struct Scrolled<'a> {
    area: Area,
    text: Stack<'a>,
    pub(super) columns: usize,
    pub(super) view: Viewport,
}

impl<'a> Scrolled<'a> {
    /// Shows a text in `rows` rows of `columns` columns, from where the user has scrolled it.
    pub(super) fn new(screen: &Screen, area: Area, text: Stack<'a>, columns: usize, rows: usize) -> Self {
        Self::beginning(screen, area, text, columns, rows, 0)
    }

    /// Shows a text like [`Self::new`], that begins with row `first` until the user scrolls it.
    pub(super) fn beginning(
        screen: &Screen,
        area: Area,
        text: Stack<'a>,
        columns: usize,
        rows: usize,
        first: usize,
    ) -> Self {
        let offset = screen.anchors.get(&area).map_or(first, |anchor| text.row(columns, *anchor));
        let view = Viewport::new(text.count(columns), rows, offset);
        Self { area, text, columns, view }
    }

    /// Draws the visible rows, with the line that `counts` draws for the hidden ones.
    pub(super) fn lines(&self, counts: impl Fn((usize, usize)) -> Line<'a>) -> Vec<Line<'a>> {
        self.view.lines(self.text.lines(self.columns, self.view.visible_rows()), counts)
    }

    /// Returns the place to which a movement scrolls, or `None` if it changes nothing. At the end, that is the last row, so
    /// that the end is visible in fewer rows, too.
    fn after(&self, movement: Movement) -> Option<(Area, Anchor)> {
        let (row, shown) = (self.after_blank(self.view.offset_after(movement)), self.view.visible_rows());
        let is_end = row == self.view.offset_after(Movement::Last);
        let anchor = || self.text.anchor(self.columns, if is_end { row + shown.len() - 1 } else { row });
        (row != shown.start).then(|| (self.area, anchor()))
    }

    /// Returns the row that a movement to this one leads to: where a single row is visible, it passes over blank ones.
    fn after_blank(&self, row: usize) -> usize {
        let (shown, end) = (self.view.visible_rows(), self.view.offset_after(Movement::Last));
        let is_text = |row: &usize| {
            shown.len() > 1 || self.text.lines(self.columns, *row..*row + 1).iter().any(|line| line.width() > 0)
        };
        let passed = if row < shown.start { (0..=row).rev().find(is_text) } else { (row..=end).find(is_text) };
        passed.unwrap_or(row)
    }
}

impl Screen {
    /// Scrolls the text that a key belongs to, or moves the highlight.
    pub(super) fn move_by(&mut self, movement: Movement, now: f64) -> Step {
        if self.form.is_ended() {
            return Step::Idle;
        }
        let after = self.scrolled(Target::Prompt, movement).map(|shown| shown.after(movement));
        // After the first Submit, ↑ leads to the first question that needs an answer.
        let is_submitting = movement == Movement::Up && self.form.unfinished() == Some(Unfinished::Submit);
        let missing = self.form.first_missing().filter(|_| is_submitting);
        let row = if after.is_some() { None } else { missing.or_else(|| self.row_after(movement)) };
        // Every key clears the notice, even one that moves nothing.
        let step = self.form.update_from_user(row.map_or(Action::Stay, Action::Point), now);
        self.anchors.extend(after.flatten());
        // A key that scrolls never belongs to the editor.
        let is_scrolled = after.flatten().is_some() || (after.is_some() && self.form.is_editing());
        if is_scrolled { Step::Redraw } else { step }
    }

    /// Scrolls what is under the mouse wheel: a text, or the list.
    pub(super) fn wheel(&mut self, target: Target, movement: Movement) -> Step {
        if self.form.is_ended() {
            return Step::Idle;
        }
        match (self.scrolled(target, movement).map(|shown| shown.after(movement)), target) {
            (Some(Some((area, anchor))), _) => {
                self.anchors.insert(area, anchor);
                Step::Redraw
            }
            (Some(None), _) | (None, Target::Prompt | Target::Preview) => Step::Idle,
            (None, _) if matches!(self.form.page(), Page::Field(_)) => Step::Idle,
            (None, _) => self.row_after(movement).map_or(Step::Idle, |row| self.form.update(Action::Point(row))),
        }
    }

    /// Returns the text that a movement scrolls, or `None` if it moves the highlight. Keys have the target
    /// [`Target::Prompt`]. While a text is edited, and over a list that is whole, the wheel scrolls the prompt.
    pub(super) fn scrolled(&self, target: Target, movement: Movement) -> Option<Scrolled<'_>> {
        let layout = || Layout::of(self, self.editor_rows);
        let is_wheel = matches!(movement, Movement::WheelUp | Movement::WheelDown);
        match (movement, self.form.page()) {
            (_, Page::Zoom(at, zoomed)) => Some(zoom::scrolled(self, &layout(), (at, zoomed))),
            (Movement::Up | Movement::Down | Movement::First | Movement::Last, _) => None,
            (Movement::PreviewUp | Movement::PreviewDown, _) => preview::scrolled(self, &layout()),
            _ if is_wheel && target == Target::Preview => preview::scrolled(self, &layout()),
            (_, page) => {
                let layout = layout();
                let scrolls_list = is_wheel && target != Target::Prompt && !matches!(page, Page::Field(_));
                let has_focus = layout.is_list_whole() || !scrolls_list;
                let head = layout.scrolling_head(self).filter(|_| has_focus);
                // Above a text, the same keys scroll the preview if the prompt is in sight.
                head.or_else(|| preview::scrolled_by_text(self, &layout))
            }
        }
    }

    /// Returns the row that a movement leads to, 0-based, or `None` if there is no list. It is one of those that are shown. In
    /// a text beside a list, only the arrows lead there. They go round.
    fn row_after(&self, movement: Movement) -> Option<usize> {
        self.form.rows()?;
        if self.form.is_editing() && !matches!(movement, Movement::Up | Movement::Down) {
            return None;
        }
        let rows = Rows::of(&self.form, start).narrowed(self.form.is_narrowing());
        let item = rows.highlight();
        let end = rows.len().checked_sub(1)?;
        let after = match (movement, item) {
            (Movement::First, _) | (Movement::Down, None) => 0,
            (Movement::Last, _) | (_, None) => end,
            (Movement::Up, Some(item)) => item.checked_sub(1).unwrap_or(end),
            (Movement::Down, Some(item)) if item >= end => 0,
            (Movement::WheelUp, Some(item)) => item.saturating_sub(1),
            (Movement::Down | Movement::WheelDown, Some(item)) => item + 1,
            (Movement::PageUp, Some(item)) => item.saturating_sub(self.items_of_page()),
            (Movement::PageDown, Some(item)) => item + self.items_of_page(),
            (Movement::PreviewUp | Movement::PreviewDown, Some(item)) => item,
        };
        Some(rows.row(after.min(end)))
    }

    /// Returns how many items a page key moves by.
    fn items_of_page(&self) -> usize {
        let layout = Layout::of(self, self.editor_rows);
        let list = List::of(self, &layout);
        if layout.is_list_whole() { list.len() } else { window::items_of_page(&list, &layout) }
    }

    /// Returns whether part of the page is hidden, so that page keys belong to the form and not to the host.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        if self.is_folded {
            return false;
        }
        let page = self.form.page();
        let layout = Layout::of(self, self.editor_rows);
        // Any key closes the page of keys.
        self.help.is_some()
            || matches!(page, Page::Zoom(..))
            || layout.head.scrolls()
            || preview::scrolled_by_text(self, &layout).is_some()
            || (!self.form.is_editing() && !layout.is_list_whole())
    }

    /// Sets the height of the host's editor in rows, for the keys that scroll; 0 if none is open. A drawing gets its own.
    pub fn set_editor_rows(&mut self, rows: usize) {
        self.editor_rows = rows;
    }

    /// Returns what the `Zoom` command shows: the highlighted option if it has a preview or is cut, or if it has a description
    /// and the whole prompt is visible; else the prompt.
    pub(super) fn zoomed(&self) -> Zoomed {
        let page = self.form.page();
        let Some((at, option)) = self.form.highlighted().filter(|_| page.list().is_some()) else {
            return Zoomed::Prompt;
        };
        let is_option = self.form.preview(at).is_some() || {
            let layout = Layout::of(self, self.editor_rows);
            let has_more = || self.form.entry(at)?.shown.option(option)?.description.as_ref();
            (!layout.head.is_cut() && has_more().is_some()) || window::is_highlight_cut(self, &layout)
        };
        if is_option { Zoomed::Option(option) } else { Zoomed::Prompt }
    }
}
