//! The rows of a list that are on the screen: all of them, folded as far as needed, or labels around the highlight. The row
//! for the user's own text stays below a list that scrolls.

use super::Screen;
use super::fold::{Fit, Fold};
use super::layout::Layout;
use super::list::List;
use super::viewport;
use crate::screen::frame::Line;

/// Rows below which the marks for what is hidden would leave too few for the list itself.
const MIN_ROWS_WITH_MARKS: usize = 3;

/// Rows of a list below which the row for the user's own text scrolls like any other; fewer where that text is open, as the
/// rows are for the others then.
const MIN_ROWS_WITH_OWN_TEXT: usize = 6;
const MIN_ROWS_WITH_OPEN_TEXT: usize = 4;

/// Columns of the marker before an item, below which marks begin.
const MARKER_COLUMNS: usize = 2;

/// The rows of the page's list that are shown.
pub(super) fn visible<'a>(screen: &'a Screen, layout: &Layout) -> Vec<Line<'a>> {
    let list = List::of(screen, screen.form.page(), layout);
    if layout.list_rows == 0 || list.len() == 0 {
        return Vec::new();
    }
    let highlight = screen.form.highlight();
    if layout.is_list_whole() {
        return whole(&list, highlight, layout);
    }
    let window = Window::of(&list, highlight, layout);
    let mut lines = window.lines(&list, layout, screen);
    if let Some(at) = window.own {
        list.push_item(at, Fold::Label, highlight >= at, &mut lines);
    }
    lines
}

/// All items, folded but for the highlighted one, which has the rows that the others leave.
fn whole<'a>(list: &List<'a>, highlight: usize, layout: &Layout) -> Vec<Line<'a>> {
    let fold = layout.fit.fold();
    let mut lines = Vec::with_capacity(layout.list_rows);
    (0..highlight).for_each(|at| list.push_item(at, fold, false, &mut lines));
    let mut below = Vec::new();
    (highlight + 1..list.len()).for_each(|at| list.push_item(at, fold, false, &mut below));
    let room = layout.list_rows.saturating_sub(lines.len() + below.len());
    list.push_cut(highlight, room.max(1), true, &mut lines);
    lines.append(&mut below);
    lines
}

/// Whether some of the highlighted item is out of sight.
pub(super) fn is_highlight_cut(screen: &Screen, layout: &Layout) -> bool {
    if matches!(layout.fit, Fit::Whole(Fold::Whole | Fold::Brief)) || layout.list_rows == 0 {
        return false;
    }
    let list = List::of(screen, screen.form.page(), layout);
    let highlight = screen.form.highlight();
    if highlight >= list.len() {
        return false;
    }
    let (mut rows, mut cut) = (Vec::new(), Vec::new());
    list.push_item(highlight, Fold::Whole, true, &mut rows);
    if layout.is_list_whole() {
        cut.extend(whole(&list, highlight, layout).into_iter().filter(|line| line.item == Some(highlight)));
    } else {
        let window = Window::of(&list, highlight, layout);
        list.push_cut(highlight, window.focus_rows(), true, &mut cut);
    }
    cut.len() < rows.len()
}

/// Items of a list that scrolls which are in sight, however many there are above and below them.
pub(super) fn sure_items(list: &List<'_>, layout: &Layout) -> usize {
    let rows = Window::of(list, 0, layout).rows;
    if rows < MIN_ROWS_WITH_MARKS { rows.max(1) } else { rows - 2 }
}

/// The part of a list that scrolls: an item in focus and the labels around it.
struct Window {
    /// How many of the items scroll, from the first.
    items: usize,
    focus: usize,
    /// Whether the item in focus has the highlight.
    is_highlighted: bool,
    rows: usize,
    /// The row for the user's own text, where it stays below those.
    own: Option<usize>,
}

impl Window {
    fn of(list: &List<'_>, highlight: usize, layout: &Layout) -> Self {
        let min = if list.is_own_text_open() { MIN_ROWS_WITH_OPEN_TEXT } else { MIN_ROWS_WITH_OWN_TEXT };
        let own = list.own_text().filter(|&at| at > 0 && layout.list_rows >= min);
        let own = own.map(|at| (at, list.height(at, layout.list_rows).whole));
        let own = own.filter(|(_, rows)| *rows <= layout.list_rows / 3);
        let items = own.map_or(list.len(), |(at, _)| at);
        Self {
            items,
            focus: highlight.min(items.saturating_sub(1)),
            is_highlighted: highlight < items,
            rows: layout.list_rows - own.map_or(0, |(_, rows)| rows),
            own: own.map(|(at, _)| at),
        }
    }

    /// Rows of the marks above and below the focus.
    fn marks(&self) -> (usize, usize) {
        let mark = |hidden: usize| usize::from(hidden > 0 && self.rows >= MIN_ROWS_WITH_MARKS);
        (mark(self.focus), mark(self.items - self.focus - 1))
    }

    /// Rows that the item in focus may take.
    fn focus_rows(&self) -> usize {
        let (above, below) = self.marks();
        self.rows - above - below
    }

    /// The rows that are shown; only the items they belong to are laid out. The first and the last of them count what is
    /// hidden.
    fn lines<'a>(&self, list: &List<'a>, layout: &Layout, screen: &Screen) -> Vec<Line<'a>> {
        let (all_above, all_below) = (self.focus, self.items - self.focus - 1);
        let (mark_above, mark_below) = self.marks();
        let mut focused = Vec::new();
        list.push_cut(self.focus, self.focus_rows(), self.is_highlighted, &mut focused);
        // The highlight stands in the middle, but for rows that would stay blank.
        let room = self.rows.saturating_sub(focused.len());
        let above = all_above.min((room / 2).max(mark_above));
        let below = all_below.min(room - above);
        let above = all_above.min(room - below);
        let first = if all_above > above { self.focus - (above - mark_above) } else { 0 };
        let end = self.focus + 1 + if all_below > below { below - mark_below } else { below };
        let words = screen.form.words();
        let mark = |hidden| {
            let indent = layout.margin + if layout.margin > 0 { MARKER_COLUMNS } else { 0 };
            let columns = layout.list_columns.saturating_sub(indent);
            viewport::mark(words, words.more, hidden, None, columns).indented(indent)
        };
        let has_marks = self.rows >= MIN_ROWS_WITH_MARKS;
        let mut lines = Vec::with_capacity(self.rows + 1);
        lines.extend((has_marks && first > 0).then(|| mark((first, 0))));
        (first..self.focus).for_each(|at| list.push_cut(at, 1, false, &mut lines));
        lines.append(&mut focused);
        (self.focus + 1..end).for_each(|at| list.push_cut(at, 1, false, &mut lines));
        lines.extend((has_marks && end < self.items).then(|| mark((0, self.items - end))));
        lines
    }
}
