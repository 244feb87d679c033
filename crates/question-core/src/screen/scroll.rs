//! Scrolling: a key or the wheel scrolls a text or moves the highlight.

use super::Screen;
use super::allot::Part;
use super::layout::Layout;
use super::list::List;
use super::target::Target;
use super::viewport::{Scroll, Viewport};
use super::{window, zoom};
use crate::form::action::{Action, Step};
use crate::form::page::{Page, Zoomed};

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

impl Screen {
    /// Returns the first visible row of a text, 0-based. It may exceed the last row of the text.
    pub(super) fn offset(&self, area: Area) -> usize {
        self.offsets.get(&area).copied().unwrap_or(0)
    }

    /// Scrolls the text that a key belongs to, or moves the highlight.
    pub(super) fn scroll(&mut self, scroll: Scroll, now: f64) -> Step {
        if self.form.is_ended() {
            return Step::Idle;
        }
        let view = self.view(Target::Prompt, scroll);
        let has_moved = view.is_some_and(|(area, view)| self.set_offset(area, view.scrolled(scroll)));
        let row = if view.is_some() { None } else { self.row_after(scroll) };
        // Every key clears the notice, even one that moves nothing, so the form is always updated.
        let row = row.unwrap_or(self.form.highlight());
        let step = self.form.update_at(Action::Point(row), now);
        match self.form.page() {
            // In a text editor, keys that scroll are handled here, and all others belong to the editor.
            Page::Field(_) if view.is_some() => Step::Redraw,
            Page::Field(field) if !self.form.field_text(field).is_empty() => Step::Idle,
            _ if has_moved => Step::Redraw,
            _ => step,
        }
    }

    /// Scrolls what is under the mouse wheel: a text, or the list.
    pub(super) fn wheel(&mut self, target: Target, scroll: Scroll) -> Step {
        if self.form.is_ended() {
            return Step::Idle;
        }
        match (self.view(target, scroll), target) {
            (Some((area, view)), _) if self.set_offset(area, view.scrolled(scroll)) => Step::Redraw,
            (Some(_), _) | (None, Target::Prompt | Target::Preview) => Step::Idle,
            (None, _) if matches!(self.form.page(), Page::Field(_)) => Step::Idle,
            (None, _) => {
                let row = self.row_after(scroll).unwrap_or(self.form.highlight());
                self.form.update(Action::Point(row))
            }
        }
    }

    /// Sets the first visible row of a text, and returns whether that has changed.
    fn set_offset(&mut self, area: Area, row: usize) -> bool {
        self.offsets.insert(area, row).unwrap_or(0) != row
    }

    /// Returns the text that is scrolled by a key, for which the target is the prompt, or by the wheel over a target. While
    /// a text is edited, and over a list that is whole, the wheel scrolls the prompt.
    fn view(&self, target: Target, scroll: Scroll) -> Option<(Area, Viewport)> {
        let layout = || Layout::of(self, self.editor_rows);
        let is_wheel = matches!(scroll, Scroll::WheelUp | Scroll::WheelDown);
        match (scroll, self.form.page()) {
            (_, Page::Zoom(at, zoomed)) => Some(zoom::view(self, &layout(), (at, zoomed))),
            (Scroll::Up | Scroll::Down | Scroll::First | Scroll::Last, _) => None,
            (Scroll::PreviewUp | Scroll::PreviewDown, _) => self.preview_view(&layout()),
            (_, Page::Base(_) | Page::Filter(_)) if is_wheel && target == Target::Preview => {
                self.preview_view(&layout())
            }
            (_, page) => {
                let layout = layout();
                let scrolls_list = is_wheel && target != Target::Prompt && !matches!(page, Page::Field(_));
                let has_focus = layout.is_list_whole() || !scrolls_list;
                layout.head_view(self).filter(|_| has_focus)
            }
        }
    }

    /// Returns the viewport of the visible preview.
    pub(super) fn preview_view(&self, layout: &Layout) -> Option<(Area, Viewport)> {
        let pane = layout.pane?;
        let (at, option) = self.form.highlighted()?;
        let all = self.form.preview(at)?.count(pane.columns);
        let rows = if pane.is_beside { layout.rows(Part::Body) } else { layout.rows(Part::Preview).saturating_sub(1) };
        let area = Area::Preview(at, option);
        Some((area, Viewport::new(all, rows, self.offset(area))))
    }

    /// Returns the row that a movement leads to, 0-based, or `None` if there is no list.
    fn row_after(&self, scroll: Scroll) -> Option<usize> {
        let end = self.form.rows()?.checked_sub(1)?;
        let row = self.form.highlight();
        let after = match scroll {
            Scroll::Up | Scroll::WheelUp => row.saturating_sub(1),
            Scroll::Down | Scroll::WheelDown => row + 1,
            Scroll::PageUp => row.saturating_sub(self.items_of_page()),
            Scroll::PageDown => row + self.items_of_page(),
            Scroll::First => 0,
            Scroll::Last => end,
            Scroll::PreviewUp | Scroll::PreviewDown => row,
        };
        Some(after.min(end))
    }

    /// Returns how many items a page key moves by: those that are certainly visible at once.
    fn items_of_page(&self) -> usize {
        let page = self.form.page();
        let layout = Layout::of(self, self.editor_rows);
        let list = List::of(self, page, &layout);
        if layout.is_list_whole() { list.len() } else { window::sure_items(&list, &layout) }
    }

    /// Returns whether part of the page is hidden, so that page keys belong to the form and not to the host.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        let page = self.form.page();
        let layout = Layout::of(self, self.editor_rows);
        // Any key closes the page of keys.
        self.help.is_some()
            || matches!(page, Page::Zoom(..))
            || layout.head.scrolls()
            || (!self.form.is_editing() && !layout.is_list_whole())
    }

    /// Sets the height of the host's editor in rows; 0 if none is open.
    pub fn set_editor_rows(&mut self, rows: usize) {
        self.editor_rows = rows;
    }

    /// Returns what the `Zoom` command shows: the highlighted option if it has a preview; else a prompt that shows little;
    /// else the option if it is cut, or if the whole prompt is visible; else the prompt.
    pub(super) fn zoomed(&self) -> Zoomed {
        let page = self.form.page();
        let Some((at, option)) = self.form.highlighted().filter(|_| page.list().is_some()) else {
            return Zoomed::Prompt;
        };
        let is_option = self.form.preview(at).is_some() || {
            let layout = Layout::of(self, self.editor_rows);
            !layout.head.is_cut() || (!layout.head.shows_little() && window::is_highlight_cut(self, &layout))
        };
        if is_option { Zoomed::Option(option) } else { Zoomed::Prompt }
    }
}
