//! Allots the rows of a page to its parts.
//!
//! A page is a column of parts, which takes the rows that it needs, all but those of the host and three of the transcript.
//! Parts claim rows in steps, which are granted in order of priority: first what the page cannot do without, then all
//! labels, what is typed and the whole question, then the highlighted option, half of the rows to the prompt, and the start
//! of a preview, then the rest of the prompt, then of descriptions, previews and notes, last blank rows.

use strum::VariantArray as _;

use super::allot::{BORDERS, Claim, Part, Rows, all_of, up_to};
use super::head::{Head, HeadHeights, HeadRows, MAX_ASKED_ROWS, MIN_SPLIT_ROWS};
use super::heights::Heights;
use super::list::List;
use super::preview::Pane;
use super::{Screen, Size, help, notice, zoom};
use crate::form::page::{Field, Page, Tab};

/// Rows that a form may use even if fewer rows of the transcript are left, or the user has set fewer.
const MIN_CAP_ROWS: usize = 8;
/// Minimum rows of the host's footer.
const FOOTER_ROWS: usize = 2;
/// Rows of the transcript that a form leaves, and that a text on the whole terminal leaves.
const TRANSCRIPT_ROWS: usize = 3;
const MIN_TRANSCRIPT_ROWS: usize = 1;
/// Rows that a form uses even if they are the host's: the question, the highlight and the hints.
const MIN_FORM_ROWS: usize = 3;
/// Rows of the host's editor with one line of text.
pub(super) const MIN_EDITOR_ROWS: usize = 3;
/// Minimum rows of a list that is easy to use: several options are visible, and the custom row does not scroll.
/// They take precedence over previews and borders.
const MIN_LIST_ROWS: usize = 6;
/// Rows of the highlighted item, besides that of its label, that come before a prompt that scrolls.
const MAX_UNFOLDED_ROWS: usize = 3;
/// Rows of a preview that come before the rest of the prompt, and those that it has at least; below the list, its rule is one
/// of them. A smaller preview would show less than it takes from the list.
const EARLY_PREVIEW_ROWS: usize = 5;
const MIN_PREVIEW_ROWS: usize = 4;
/// Minimum rows of a preview below the list, with its rule, in rows that nothing else needs.
const MIN_SPARE_PREVIEW_ROWS: usize = 3;
/// Rows of a page with a single text that are granted before the borders.
const MIN_TEXT_ROWS: usize = 7;
/// Rows of the names of options, with the question above them, that are granted before more than a row of a text, and before
/// those of a text that does not fit, at most.
const MIN_NAME_ROWS: usize = 2;
const MAX_BRIEF_ROWS: usize = 6;
/// Minimum width of a terminal with a margin of one column, in columns.
const MIN_COLUMNS_WITH_MARGIN: usize = 20;
/// Minimum width of a terminal with a single row of hints, in columns. Narrower ones have two, if they have a margin.
pub(super) const MIN_COLUMNS_WITH_ONE_ROW_OF_HINTS: usize = 80;

/// The layout of a page: its parts and their rows.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) columns: usize,
    /// Blank columns at the left.
    pub(super) margin: usize,
    rows: Rows,
    /// How the head uses its rows.
    pub(super) head: HeadRows,
    /// The rows of each item of the list; `None` if the list scrolls.
    pub(super) shares: Option<Vec<usize>>,
    pub(super) pane: Option<Pane>,
    /// Whether the list shows only what the words in its open text find.
    pub(super) is_narrowed: bool,
    /// Whether the question stands above the names of the options, below a text on the whole terminal, and the rows that the
    /// text has then.
    pub(super) is_asked: bool,
    pub(super) least_body: usize,
}

/// Returns the maximum height of a form in rows: all but those of the host and of the transcript, or the share of the
/// terminal that the user has set.
pub(super) fn max_height(screen: &Screen) -> usize {
    let share = screen.size.rows * screen.max_height / 100;
    rows_beside(screen, TRANSCRIPT_ROWS).min(share).max(MIN_CAP_ROWS.min(full_height(screen)))
}

/// Returns the height in rows of a page on the whole terminal.
pub(super) fn full_height(screen: &Screen) -> usize {
    rows_beside(screen, MIN_TRANSCRIPT_ROWS).max(screen.size.rows.min(MIN_FORM_ROWS)).max(1)
}

/// Returns the rows that the host and so many rows of the transcript leave.
fn rows_beside(screen: &Screen, transcript: usize) -> usize {
    let Size { rows, taken, .. } = screen.size;
    rows.saturating_sub(taken.max(FOOTER_ROWS) + transcript)
}

impl Layout {
    /// Lays out what the screen shows, with `editor_rows` as the height of the open editor.
    pub(super) fn shown(screen: &Screen, editor_rows: usize) -> Self {
        if screen.help.is_some() { help::layout(screen) } else { Self::of(screen, editor_rows) }
    }

    /// Lays out a page of the form, without the preview if that has no room.
    pub(super) fn of(screen: &Screen, editor_rows: usize) -> Self {
        if let Page::Zoom(at, zoomed) = screen.form.page() {
            return zoom::layout(screen, (at, zoomed));
        }
        let plain = Self::new(screen);
        let place = |pane| Self { pane, ..plain.clone() }.with_rows(screen, editor_rows);
        let layout = place(Pane::of(screen, &plain));
        let has_no_room = layout.pane.is_some_and(|pane| !pane.is_beside) && layout.rows(Part::Preview) == 0;
        if has_no_room { place(None) } else { layout }
    }

    /// Returns whether each item of the whole list has a row beside a text of one line.
    pub(super) fn fits_list_and_text(screen: &Screen) -> bool {
        let (layout, page) = (Self::new(screen), screen.form.page());
        let Some(heights) = layout.measure(screen) else { return false };
        let head = Head::of(screen).heights(layout.text_columns(), max_height(screen) + 1);
        let rows = layout.allot(screen, page, head, MIN_EDITOR_ROWS, Some(&heights));
        heights.items() <= rows.of(Part::Body)
    }

    /// Lays out a page of a single text of `text` rows within `height` rows, with a heading of `heading_rows` and `hints` rows
    /// of hints. Below the text stand names of options: `brief` rows of them have room beside a text that does not fit, and
    /// `names` where it does.
    pub(super) fn of_text(
        screen: &Screen,
        height: usize,
        heading_rows: usize,
        text: usize,
        [brief, names]: [usize; 2],
        hints: usize,
    ) -> Self {
        let mut rows = Rows::default();
        rows.grant(
            height,
            &[
                up_to(1, Part::Body),
                up_to(heading_rows, Part::Head),
                up_to(1, Part::Footer),
                up_to(brief.min(MIN_NAME_ROWS), Part::Preview),
                up_to(text.min(MIN_TEXT_ROWS), Part::Body),
                BORDERS,
                up_to(brief.min(MAX_BRIEF_ROWS), Part::Preview),
                up_to(hints, Part::Footer),
                up_to(text, Part::Body),
                up_to(names, Part::Preview),
                up_to(heading_rows, Part::HeadGap),
                up_to(2, Part::Footer),
                up_to(usize::MAX, Part::Body),
            ],
        );
        Self { rows, ..Self::new(screen) }
    }

    /// Creates a layout without rows.
    pub(super) fn new(screen: &Screen) -> Self {
        let columns = screen.size.columns.max(1);
        Self {
            columns,
            margin: usize::from(columns >= MIN_COLUMNS_WITH_MARGIN),
            rows: Rows::default(),
            head: HeadRows::Whole,
            shares: None,
            pane: None,
            is_narrowed: false,
            is_asked: false,
            least_body: usize::MAX,
        }
    }

    /// Measures the list of a page. Returns `None` if it certainly scrolls.
    fn measure(&self, screen: &Screen) -> Option<Heights> {
        Heights::of(&List::of(screen, self), max_height(screen))
    }

    /// Allots rows to all parts.
    fn with_rows(mut self, screen: &Screen, editor_rows: usize) -> Self {
        let page = screen.form.page();
        let editor_rows = if page.field().is_some() { editor_rows } else { 0 };
        // The whole list is measured, so that typing does not change the layout.
        let heights = self.measure(screen);
        let (head, columns) = (Head::of(screen), self.text_columns());
        let measured = head.heights(columns, max_height(screen) + 1);
        self.rows = self.allot(screen, page, measured, editor_rows, heights.as_ref());
        self.head = head.share(screen, columns, self.rows(Part::Head), measured);
        let room = self.rows(Part::Body);
        self.is_narrowed = screen.form.is_narrowing();
        let heights = if self.is_narrowed { self.measure(screen) } else { heights };
        let highlight = List::of(screen, &self).highlight();
        self.shares = heights.and_then(|heights| heights.share(highlight, room));
        self
    }

    /// Allots rows to the parts of a page in order of priority.
    fn allot(&self, screen: &Screen, page: Page, head: HeadHeights, editor: usize, list: Option<&Heights>) -> Rows {
        use Part::{Body, Caption, CaptionGap, Editor, Footer, Head, HeadGap, Preview, Tabs, TabsGap};
        let tabs = usize::from(screen.form.has_tabs());
        let is_beside_answer = matches!(page, Page::Field(Field::Note(..) | Field::Discussion(Tab::Question(_))));
        let caption = usize::from(editor > 0 && is_beside_answer);
        let (items, whole) = list.map_or((usize::MAX, usize::MAX), |list| (list.items(), list.whole()));
        let unfolded = list.map_or(0, |list| list.unfolded(MAX_UNFOLDED_ROWS));
        let most = max_height(screen);
        let texts = notice::lasting_rows(screen, self.text_columns(), most);
        let notice = texts.min(1);
        let half = most.saturating_sub(2 + tabs + caption + 2) / 2;
        let HeadHeights { all: head, asked, split } = head;
        // What is typed comes before a piece of what leads up to the question, and that before an option that may be highlighted.
        let piece = head.min(MIN_SPLIT_ROWS);
        let (piece_first, unfolded_first) = if editor > 0 { (0, 0) } else { (piece, unfolded) };
        let (beside, below) = match self.pane {
            Some(Pane { rows, is_beside: true, .. }) => (rows, 0),
            Some(Pane { rows, is_beside: false, .. }) => (0, rows + 1),
            None => (0, 0),
        };
        let labels = items.min(MIN_LIST_ROWS);
        // Rows are blank only if no text is cut.
        let gap = usize::from(!self.pane.is_some_and(|pane| pane.is_cut));
        let preview = |rows: usize, least| Claim { least: below.min(least), ..up_to(below.min(rows), Preview) };
        let mut rows = Rows::default();
        // The first claims are for the smallest terminals.
        rows.grant(
            most,
            &[
                up_to(editor.min(1), Editor),
                up_to(items.min(1), Body),
                up_to(1, Footer),
                up_to(head.min(1), Head),
                up_to(editor.min(MIN_EDITOR_ROWS), Editor),
                up_to(caption, Caption),
                up_to(tabs, Tabs),
                up_to(asked.min(MAX_ASKED_ROWS), Head),
                up_to(editor.min(half), Editor),
                up_to(labels, Body),
                all_of(piece_first, Head),
                up_to(1 + notice, Footer),
                BORDERS,
                all_of(items, Body),
                up_to(asked.min(half), Head),
                up_to(editor, Editor),
                all_of(unfolded_first, Body),
                all_of(piece, Head),
                up_to(head.min(split).min(half), Head),
                all_of(unfolded, Body),
                up_to(head.min(half), Head),
                up_to(beside.min(EARLY_PREVIEW_ROWS), Body),
                preview(EARLY_PREVIEW_ROWS, MIN_PREVIEW_ROWS),
                // Labels that scroll.
                up_to(items, Body),
                up_to(head, Head),
                up_to(whole, Body),
                up_to(beside, Body),
                preview(below, MIN_PREVIEW_ROWS),
                up_to(1 + texts, Footer),
                preview(below, MIN_SPARE_PREVIEW_ROWS),
                // The second row of hints or that for notices, then blank rows.
                up_to(1 + texts + gap, Footer),
                up_to(head.min(gap), HeadGap),
                up_to(tabs.min(gap), TabsGap),
                up_to(caption.min(gap).min(items), CaptionGap),
                up_to(gap + texts + self.hint_rows(), Footer),
            ],
        );
        // What is said about the last input takes blank rows, and changes no height.
        let missing = (1 + notice::rows(screen, self.text_columns())).saturating_sub(rows.of(Footer));
        let gaps = [HeadGap, TabsGap, CaptionGap].into_iter().filter(|gap| rows.of(*gap) > 0);
        for gap in gaps.take(missing).collect::<Vec<_>>() {
            rows.set(gap, rows.of(gap) - 1);
            rows.set(Footer, rows.of(Footer) + 1);
        }
        rows
    }

    /// Returns the maximum number of rows for hints.
    pub(super) fn hint_rows(&self) -> usize {
        if (MIN_COLUMNS_WITH_MARGIN..MIN_COLUMNS_WITH_ONE_ROW_OF_HINTS).contains(&self.columns) { 2 } else { 1 }
    }

    pub(super) fn rows(&self, part: Part) -> usize {
        self.rows.of(part)
    }

    /// Sets the rows of the body, and so the height of the page.
    pub(super) fn with_body(mut self, rows: usize) -> Self {
        self.rows.set(Part::Body, rows);
        self
    }

    /// Returns the height of the page in rows, with the host's parts.
    pub(super) fn height(&self) -> usize {
        self.rows.total()
    }

    /// Returns the part at a row of the page, and the row within the part, both 0-based.
    pub(super) fn part_at(&self, row: usize) -> Option<(Part, usize)> {
        let mut first = 0;
        Part::VARIANTS.iter().find_map(|&part| {
            let at = row.checked_sub(first)?;
            first += self.rows(part);
            (at < self.rows(part)).then_some((part, at))
        })
    }

    /// Returns the width of the page without its margin, in columns.
    pub(super) fn text_columns(&self) -> usize {
        self.columns - self.margin
    }

    /// Returns the width of the list with the margin, in columns.
    pub(super) fn list_columns(&self) -> usize {
        match self.pane {
            Some(Pane { columns, is_beside: true, .. }) => Pane::other_columns(self.columns, columns),
            _ => self.columns,
        }
    }

    /// Returns whether all items of the list are visible.
    pub(super) fn is_list_whole(&self) -> bool {
        self.shares.is_some()
    }
}
