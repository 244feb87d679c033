//! Allots the rows of a page to its parts.
//!
//! A page is a column of parts. Parts claim rows in steps, which are granted in order of priority: first what the page
//! cannot do without, last blank rows. If prompt and list do not both fit, each gets half and takes what the other
//! leaves. While a text is edited, the editor and the prompt precede the list.

use strum::VariantArray as _;

use super::allot::{BORDERS, Claim, Part, Rows, all_of, up_to};
use super::fold::{Fold, Heights};
use super::head::{Head, HeadRows, MIN_SPLIT_ROWS};
use super::list::List;
use super::preview::Pane;
use super::{Screen, Size, help, notice};
use crate::form::page::{Base, Field, Page};

/// Rows that a form may use even if they exceed its share of the terminal.
const MIN_CAP_ROWS: usize = 8;
/// Minimum rows reserved for the host: two of its footer, and one of the transcript. If a form took them, the host would
/// cut the form at its top or bottom.
const HOST_ROWS: usize = 3;
/// Rows of the transcript beside what the host is known to need.
const TRANSCRIPT_ROWS: usize = 1;
/// Rows that a form uses even if they are the host's: the question, the highlight and the hints.
const MIN_FORM_ROWS: usize = 3;
/// Rows of the host's editor with one line of text.
const MIN_EDITOR_ROWS: usize = 3;
/// Minimum rows of a list that is easy to use: several options are visible, and the row for free text does not scroll.
/// They take precedence over previews and borders.
const MIN_LIST_ROWS: usize = 6;
/// Minimum rows of a preview below the list, with its rule. A smaller preview would show less than it takes from the
/// list.
const MIN_PREVIEW_ROWS: usize = 4;
/// Rows of a page with a single text that are granted before the borders.
const MIN_TEXT_ROWS: usize = 7;
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
    /// The step of folding in which all items are visible for any highlight; `None` if the list scrolls.
    pub(super) fold: Option<Fold>,
    pub(super) pane: Option<Pane>,
    /// Whether a list that does not fit shows only what the words in its open text find.
    pub(super) is_narrowed: bool,
}

/// Returns the maximum height of a form in rows: the user's share of the terminal, but at least 8 rows, and at most
/// those that the host does not need.
pub(super) fn height_cap(screen: &Screen) -> usize {
    (screen.size.rows * screen.max_height / 100).max(MIN_CAP_ROWS).min(full_height(screen))
}

/// Returns the height in rows of a page on the whole terminal, without what the host needs.
fn full_height(screen: &Screen) -> usize {
    let Size { rows, taken, .. } = screen.size;
    let host = (taken + TRANSCRIPT_ROWS).max(HOST_ROWS);
    rows.saturating_sub(host).max(rows.min(MIN_FORM_ROWS)).max(1)
}

impl Layout {
    /// Lays out what the screen shows, with `editor_rows` as the height of the open editor.
    pub(super) fn shown(screen: &Screen, editor_rows: usize) -> Self {
        if screen.help.is_some() { help::layout(screen) } else { Self::of(screen, editor_rows) }
    }

    /// Lays out a page of the form, without the preview if that has no room.
    pub(super) fn of(screen: &Screen, editor_rows: usize) -> Self {
        if let Page::Zoom(..) = screen.form.page() {
            return Self::of_text(screen, full_height(screen), 0);
        }
        let plain = Self::new(screen);
        let place = |pane| Self { pane, ..plain.clone() }.with_rows(screen, editor_rows);
        let layout = place(Pane::of(screen, &plain));
        let has_no_room = layout.pane.is_some_and(|pane| !pane.is_beside) && layout.rows(Part::Preview) == 0;
        if has_no_room { place(None) } else { layout }
    }

    /// Lays out a page of a single text within `height` rows, with a heading of `heading_rows`.
    pub(super) fn of_text(screen: &Screen, height: usize, heading_rows: usize) -> Self {
        let mut rows = Rows::default();
        rows.grant(
            height,
            &[
                up_to(1, Part::Body),
                up_to(heading_rows, Part::Head),
                up_to(1, Part::Footer),
                up_to(MIN_TEXT_ROWS, Part::Body),
                BORDERS,
                up_to(heading_rows, Part::HeadGap),
                up_to(2, Part::Footer),
                up_to(usize::MAX, Part::Body),
            ],
        );
        Self { rows, ..Self::new(screen) }
    }

    /// Creates a layout without rows.
    fn new(screen: &Screen) -> Self {
        let columns = screen.size.columns.max(1);
        Self {
            columns,
            margin: usize::from(columns >= MIN_COLUMNS_WITH_MARGIN),
            rows: Rows::default(),
            head: HeadRows::Whole,
            fold: None,
            pane: None,
            is_narrowed: false,
        }
    }

    /// Measures the whole list of a page, so that typing does not change the layout.
    fn measure(&self, screen: &Screen, page: Page) -> Heights {
        // Beside a text that is no answer, the highlight cannot move.
        let is_fixed = page.field().is_some_and(|field| screen.form.list_beside(field).is_none());
        let fixed = is_fixed.then(|| screen.form.highlight());
        Heights::of(&List::of(screen, page, self), height_cap(screen) + 1, fixed)
    }

    /// Allots rows to all parts.
    fn with_rows(mut self, screen: &Screen, editor_rows: usize) -> Self {
        let page = screen.form.page();
        let editor_rows = if page.field().is_some() { editor_rows } else { 0 };
        let list = self.measure(screen, page);
        let (head, columns) = (Head::of(screen), self.text_columns());
        let cap = height_cap(screen);
        let head_rows = head.count(columns, cap + 1);
        self.rows = self.allot(screen, page, (head_rows, editor_rows), list);
        self.head = head.share(columns, self.rows(Part::Head));
        let list_rows = self.rows(Part::Body);
        self.fold = list.fit(list_rows);
        let beside = page.field().and_then(|field| screen.form.list_beside(field));
        self.is_narrowed = self.fold.is_none() && beside.is_some_and(|entry| !entry.search().found().is_empty());
        if self.is_narrowed {
            self.fold = Heights::of(&List::of(screen, page, &self), list_rows + 1, None).fit(list_rows);
        }
        self
    }

    /// Allots rows to the parts of a page in order of priority.
    fn allot(&self, screen: &Screen, page: Page, (head, editor): (usize, usize), list: Heights) -> Rows {
        use Part::{Body, Caption, CaptionGap, Editor, Footer, Head, HeadGap, Preview, Tabs, TabsGap};
        let is_editing = editor > 0;
        let tabs = usize::from(screen.form.has_tabs());
        let lasting = 1 + usize::from(notice::is_lasting(screen));
        let is_beside_answer = matches!(page, Page::Field(Field::Note(..) | Field::Discussion(Base::Question(_))));
        let caption = usize::from(is_editing && is_beside_answer);
        let cap = height_cap(screen);
        let half = cap.saturating_sub(2 + tabs + caption + 2) / 2;
        let (beside, below) = match self.pane {
            Some(Pane { rows, is_beside: true, .. }) => (rows, 0),
            Some(Pane { rows, is_beside: false, .. }) => (0, rows + 1),
            None => (0, 0),
        };
        let Heights { whole, brief, label, labels } = list;
        let mut rows = Rows::default();
        // These claims are for the smallest terminals.
        let first = up_to(1, if is_editing { Editor } else { Body });
        rows.grant(cap, &[first, up_to(head.min(1), Head), up_to(1, Footer)]);
        let text = [
            up_to(head.min(MIN_SPLIT_ROWS), Head),
            up_to(caption, Caption),
            up_to(editor.min(MIN_EDITOR_ROWS), Editor),
            up_to(tabs, Tabs),
            BORDERS,
            up_to(2, Footer),
            up_to(head.min(half), Head),
            up_to(editor, Editor),
            up_to(head, Head),
        ];
        let choice = [
            up_to(tabs, Tabs),
            up_to(head.min(2), Head),
            up_to(labels.min(MIN_LIST_ROWS), Body),
            up_to(head.min(MIN_SPLIT_ROWS), Head),
            up_to(lasting, Footer),
            BORDERS,
            up_to(label.min(MIN_LIST_ROWS + 1), Body),
            up_to(self.hint_rows(), Footer),
            up_to(head.min(half), Head),
        ];
        rows.grant(cap, if is_editing { &text } else { &choice });
        let preview = Claim { least: below.min(MIN_PREVIEW_ROWS), ..up_to(below, Preview) };
        // A blank row for notices gives way to descriptions.
        rows.grant(
            cap,
            &[
                up_to(if below > 0 { label.min(half.max(MIN_LIST_ROWS)) } else { label }, Body),
                preview,
                up_to(label, Body),
                all_of(brief, Body),
                all_of(whole, Body),
                up_to(2, Footer),
                up_to(beside.min(half), Body),
                up_to(head, Head),
                up_to(head.min(1), HeadGap),
                up_to(tabs, TabsGap),
                up_to(beside, Body),
                up_to(caption, CaptionGap),
                up_to(1 + self.hint_rows(), Footer),
            ],
        );
        rows
    }

    /// Returns the maximum number of rows for hints.
    pub(super) fn hint_rows(&self) -> usize {
        if (MIN_COLUMNS_WITH_MARGIN..MIN_COLUMNS_WITH_ONE_ROW_OF_HINTS).contains(&self.columns) { 2 } else { 1 }
    }

    /// Returns the rows of a part.
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
        self.fold.is_some()
    }
}
