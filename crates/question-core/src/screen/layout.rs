//! Allots the rows of a page to its parts.
//!
//! A page is a column of parts. Parts claim rows in steps, which are granted in order of priority: first what the page
//! cannot do without, last blank rows. If prompt and list do not both fit, each gets half and takes what the other
//! leaves. While a text is edited, the editor and the prompt precede the list.

use strum::VariantArray;

use super::Screen;
use super::fold::{Fold, Heights};
use super::head::{Head, HeadRows};
use super::list::List;
use super::preview::Pane;
use super::{help, notice};
use crate::form::page::{Base, Field, Page};

/// Rows that a form may use even if they exceed its share of the terminal.
const MIN_ROWS: usize = 8;
/// Rows reserved for the host in a small terminal: its footer, and one row of the transcript. If a form took them, the
/// host would cut the form at its top or bottom.
const HOST_ROWS: usize = 2;
/// Rows reserved for the host beside a page on the whole terminal: two of its footer, and one of the transcript.
const HOST_ROWS_OF_FULL: usize = 3;
/// Minimum number of rows of a form: the question, the highlight and the hints.
const LEAST_ROWS: usize = 3;
/// Rows of a prompt that precede the borders of a text editor: one of its context, its mark, and the question.
const MIN_HEAD_ROWS: usize = 3;
/// Rows of the host's editor with one line of text.
const MIN_EDITOR_ROWS: usize = 3;
/// Minimum rows of a list that is easy to use: several options are visible, and the row for free text does not scroll.
/// They take precedence over previews and borders.
const MIN_LIST_ROWS: usize = 6;
/// Minimum rows of a preview below the list, with its rule. A smaller preview would show less than it takes from the
/// list.
const MIN_PREVIEW_ROWS: usize = 4;
/// Minimum width of a terminal with a margin of one column, in columns.
const MIN_COLUMNS_WITH_MARGIN: usize = 20;
/// Minimum width of a terminal with a single row of hints, in columns. Narrower ones have two.
pub(super) const MIN_COLUMNS_WITH_ONE_ROW_OF_HINTS: usize = 80;

/// A part of a page, in order from top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray)]
pub(super) enum Part {
    TopBorder,
    Tabs,
    TabsGap,
    /// The prompt of a question, or the heading of a page.
    Head,
    HeadGap,
    /// The filter input, which the host draws.
    Filter,
    /// The list with the preview beside it, or the text on the whole form.
    Body,
    /// The preview below the list, and the rule above it.
    Preview,
    CaptionGap,
    /// The caption of the editor.
    Caption,
    /// The text editor, which the host draws.
    Editor,
    /// The hints, and a notice or a blank row above them.
    Footer,
    BottomBorder,
}

/// Number of rows of each part.
#[derive(Clone, Copy, Debug, Default)]
struct Rows([usize; Part::VARIANTS.len()]);

impl Rows {
    fn of(&self, part: Part) -> usize {
        self.0.get(part as usize).copied().unwrap_or(0)
    }

    fn set(&mut self, part: Part, rows: usize) {
        if let Some(own) = self.0.get_mut(part as usize) {
            *own = rows;
        }
    }
}

/// One step of a claim: up to `rows` rows for each of the parts.
#[derive(Clone, Copy, Debug)]
struct Claim {
    parts: &'static [Part],
    rows: usize,
    /// Minimum rows of each part; if they are not free, the claim is skipped.
    least: usize,
}

/// Returns a claim that may be granted in part.
const fn up_to(rows: usize, parts: &'static [Part]) -> Claim {
    Claim { parts, rows, least: 0 }
}

/// Returns a claim that is granted as a whole or not at all.
const fn all_of(rows: usize, parts: &'static [Part]) -> Claim {
    Claim { parts, rows, least: rows }
}

/// Rows granted to parts, and rows that are free.
#[derive(Clone, Copy, Debug)]
struct Allotment {
    granted: Rows,
    free: usize,
}

impl Allotment {
    fn new(rows: usize) -> Self {
        Self { granted: Rows::default(), free: rows }
    }

    /// Grants claims in order.
    fn grant(&mut self, claims: &[Claim]) {
        for &Claim { parts, rows, least } in claims {
            let missing = |granted: &Rows, part: Part, rows: usize| rows.saturating_sub(granted.of(part));
            let least =
                parts.iter().fold(0_usize, |all, part| all.saturating_add(missing(&self.granted, *part, least)));
            if least > self.free {
                continue;
            }
            for &part in parts {
                let more = missing(&self.granted, part, rows).min(self.free);
                self.granted.set(part, self.granted.of(part) + more);
                self.free -= more;
            }
        }
    }
}

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
    /// Whether options are marked as having a preview, because the preview has no room.
    pub(super) marks_previews: bool,
}

/// Returns the maximum height of a form in rows: the user's share of the terminal, but at least 8 rows if so many
/// remain beside the host's.
pub(super) fn height_cap(screen: &Screen) -> usize {
    let rows = screen.size.rows;
    let own = rows.saturating_sub(HOST_ROWS).max(rows.min(LEAST_ROWS));
    (rows * screen.max_height / 100).max(own.min(MIN_ROWS)).max(1)
}

/// Returns the height in rows of a page on the whole terminal.
fn full_height(screen: &Screen) -> usize {
    screen.size.rows.saturating_sub(HOST_ROWS_OF_FULL).max(height_cap(screen))
}

impl Layout {
    /// Lays out what the screen shows, with `editor_rows` as the height of the open editor.
    pub(super) fn shown(screen: &Screen, editor_rows: usize) -> Self {
        if screen.help.is_some() { help::layout(screen) } else { Self::of(screen, screen.form.page(), editor_rows) }
    }

    /// Lays out a page of the form.
    pub(super) fn of(screen: &Screen, page: Page, editor_rows: usize) -> Self {
        if let Page::Zoom(..) = page {
            return Self::of_text(screen, full_height(screen), 0);
        }
        let editor_rows = if let Page::Field(_) = page { editor_rows } else { 0 };
        let layout = Self::new(screen);
        let list = layout.measure(screen, page, editor_rows);
        let Some(place) = Pane::of(screen, page, &layout, list.whole) else {
            return layout.with_rows(screen, page, editor_rows, list);
        };
        let layout = Self { pane: Some(place), ..layout };
        let list = if place.is_beside { layout.measure(screen, page, editor_rows) } else { list };
        let layout = layout.with_rows(screen, page, editor_rows, list);
        if place.is_beside || layout.rows(Part::Preview) > 0 {
            return layout;
        }
        let layout = Self { marks_previews: true, ..Self::new(screen) };
        let list = layout.measure(screen, page, editor_rows);
        layout.with_rows(screen, page, editor_rows, list)
    }

    /// Lays out a page of a single text within `height` rows, with a heading of `heading_rows`.
    pub(super) fn of_text(screen: &Screen, height: usize, heading_rows: usize) -> Self {
        let claims = [
            up_to(1, &[Part::Body]),
            up_to(heading_rows, &[Part::Head]),
            up_to(1, &[Part::Footer]),
            up_to(5 - heading_rows, &[Part::Body]),
            all_of(1, &[Part::TopBorder, Part::BottomBorder]),
            up_to(8 - heading_rows, &[Part::Body]),
            up_to(heading_rows, &[Part::HeadGap]),
            up_to(2, &[Part::Footer]),
            up_to(usize::MAX, &[Part::Body]),
        ];
        let mut allotment = Allotment::new(height);
        allotment.grant(&claims);
        let rows = allotment.granted;
        Self { rows, head: HeadRows::Whole(rows.of(Part::Head)), ..Self::new(screen) }
    }

    /// Creates a layout without rows.
    fn new(screen: &Screen) -> Self {
        let columns = screen.size.columns.max(1);
        Self {
            columns,
            margin: usize::from(columns >= MIN_COLUMNS_WITH_MARGIN),
            rows: Rows::default(),
            head: HeadRows::Whole(0),
            fold: None,
            pane: None,
            marks_previews: false,
        }
    }

    /// Measures the list of a page. A filtered list counts as if it were not filtered, so that typing does not change
    /// the layout.
    fn measure(&self, screen: &Screen, page: Page, editor_rows: usize) -> Heights {
        let page = if let Page::Filter(at) = page { Page::Base(Base::Question(at)) } else { page };
        // While a text is edited, the highlight cannot move.
        let fixed = (editor_rows > 0).then(|| screen.form.highlight());
        Heights::of(&List::of(screen, page, self), height_cap(screen) + 1, fixed)
    }

    /// Allots rows to all parts.
    fn with_rows(mut self, screen: &Screen, page: Page, editor_rows: usize, list: Heights) -> Self {
        let (head, columns) = (Head::of(screen, page), self.text_columns());
        let cap = height_cap(screen);
        let head_rows = head.count(columns, cap + 1);
        self.rows = self.allot(screen, page, (head_rows, editor_rows), list);
        self.head = head.share(columns, self.rows(Part::Head));
        let list_rows = self.rows(Part::Body);
        self.fold = match page {
            Page::Filter(_) => Heights::of(&List::of(screen, page, &self), list_rows + 1, None).fit(list_rows),
            _ => list.fit(list_rows),
        };
        self
    }

    /// Allots rows to the parts of a page in order of priority.
    fn allot(&self, screen: &Screen, page: Page, (head, editor): (usize, usize), list: Heights) -> Rows {
        use Part::{
            Body, BottomBorder, Caption, CaptionGap, Editor, Filter, Footer, HeadGap, Preview, Tabs, TabsGap, TopBorder,
        };
        const HEAD: &[Part] = &[Part::Head];
        let is_editing = editor > 0;
        let has_idle_tabs = has_idle_tabs(page);
        let tabs = usize::from(screen.form.has_tabs());
        let (tabs, idle_tabs) = if has_idle_tabs { (0, tabs) } else { (tabs, 0) };
        let filter = usize::from(matches!(page, Page::Filter(_)));
        let footer = if notice::is_lasting(screen) { 2 } else { self.hint_rows() };
        let is_beside_answer = matches!(page, Page::Field(Field::Note(..) | Field::Discussion(Base::Question(_))));
        let caption = usize::from(is_editing && is_beside_answer);
        let cap = height_cap(screen);
        let half = cap.saturating_sub(2 + tabs + filter + caption + 2) / 2;
        let (beside, below) = match self.pane {
            Some(Pane { rows, is_beside: true, .. }) => (rows, 0),
            Some(Pane { rows, is_beside: false, .. }) => (0, rows + 1),
            None => (0, 0),
        };
        let first = up_to(1, if is_editing { &[Editor] } else { &[Body] });
        // These claims are for the smallest terminals.
        let least = [first, up_to(filter, &[Filter]), up_to(head.min(1), HEAD), up_to(1, &[Footer])];
        let mut rows = Allotment::new(cap);
        rows.grant(&least);
        let text = || {
            [
                up_to(tabs, &[Tabs]),
                up_to(head.min(MIN_HEAD_ROWS), HEAD),
                up_to(caption, &[Caption]),
                up_to(editor.min(MIN_EDITOR_ROWS), &[Editor]),
                all_of(1, &[TopBorder, BottomBorder]),
                up_to(2, &[Footer]),
                up_to(head.min(half), HEAD),
                up_to(editor, &[Editor]),
                up_to(idle_tabs, &[Tabs]),
                up_to(head, HEAD),
            ]
        };
        if is_editing {
            rows.grant(&text());
        }
        let within = |limit: usize, rows: usize| if rows > limit { 0 } else { rows };
        let Heights { whole, brief, label, labels } = list;
        let choice = || {
            [
                up_to(label.min(2), &[Body]),
                up_to(tabs, &[Tabs]),
                up_to(label.min(3), &[Body]),
                up_to(head.min(2), HEAD),
                up_to(labels.min(MIN_LIST_ROWS), &[Body]),
                up_to(head.min(MIN_HEAD_ROWS), HEAD),
                all_of(1, &[TopBorder, BottomBorder]),
                up_to(label.min(MIN_LIST_ROWS + 1), &[Body]),
                up_to(footer, &[Footer]),
                up_to(head.min(half), HEAD),
            ]
        };
        if !is_editing {
            rows.grant(&choice());
        }
        let above_preview = half.max(MIN_LIST_ROWS);
        let preview = || {
            [
                up_to(label.min(above_preview), &[Body]),
                all_of(within(above_preview, brief), &[Body]),
                all_of(within(above_preview, whole), &[Body]),
                Claim { parts: &[Preview], rows: below, least: below.min(MIN_PREVIEW_ROWS) },
            ]
        };
        if below > 0 {
            rows.grant(&preview());
        }
        // A blank row for notices gives way to descriptions.
        let items = [up_to(label, &[Body]), all_of(brief, &[Body]), all_of(whole, &[Body])];
        let rest = [
            up_to(2, &[Footer]),
            up_to(beside.min(half), &[Body]),
            up_to(head, HEAD),
            up_to(tabs + idle_tabs, &[Tabs]),
            all_of(usize::from(head > 0), if tabs + idle_tabs > 0 { &[HeadGap, TabsGap] } else { &[HeadGap] }),
            up_to(beside, &[Body]),
            up_to(caption, &[CaptionGap]),
            up_to(1 + self.hint_rows(), &[Footer]),
        ];
        rows.grant(&items);
        rows.grant(&rest);
        rows.granted
    }

    /// Returns the maximum number of rows for hints.
    pub(super) fn hint_rows(&self) -> usize {
        if (MIN_COLUMNS_WITH_MARGIN..MIN_COLUMNS_WITH_ONE_ROW_OF_HINTS).contains(&self.columns) { 2 } else { 1 }
    }

    /// Returns the rows of a part.
    pub(super) fn rows(&self, part: Part) -> usize {
        self.rows.of(part)
    }

    /// Replaces the rows of the body.
    pub(super) fn with_body(mut self, rows: usize) -> Self {
        self.rows.set(Part::Body, rows);
        self
    }

    /// Returns the height of the page in rows, with the host's parts.
    pub(super) fn height(&self) -> usize {
        self.rows.0.iter().sum()
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
            Some(Pane { columns, is_beside: true, .. }) => Pane::columns_of_list(self.columns, columns),
            _ => self.columns,
        }
    }

    /// Returns whether all items of the list are visible.
    pub(super) fn is_list_whole(&self) -> bool {
        self.fold.is_some()
    }
}

/// Returns whether the tabs cannot be used until the page is left.
fn has_idle_tabs(page: Page) -> bool {
    match page {
        Page::Leave { .. } | Page::Long { .. } => true,
        Page::Field(field) => matches!(field, Field::Note(..) | Field::Discussion(_)),
        Page::Base(_) | Page::Filter(_) | Page::Zoom(..) => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use strum::VariantArray as _;

    use super::{Allotment, Claim, Part, all_of, up_to};

    /// Generates claims on one or two parts.
    fn claim() -> impl Strategy<Value = Claim> {
        let parts = (0..Part::VARIANTS.len(), 1_usize..3).prop_map(|(first, count)| {
            Part::VARIANTS.get(first..).map_or(&[][..], |rest| &rest[..count.min(rest.len())])
        });
        (parts, 0_usize..20, 0_usize..20).prop_map(|(parts, rows, least)| Claim { parts, rows, least: least.min(rows) })
    }

    #[test]
    fn what_comes_first_has_its_rows_first() {
        let claims = [
            up_to(2, &[Part::Body]),
            all_of(1, &[Part::TopBorder, Part::BottomBorder]),
            up_to(9, &[Part::Body]),
            all_of(3, &[Part::Head]),
        ];
        let granted = |rows| {
            let mut allotment = Allotment::new(rows);
            allotment.grant(&claims);
            let granted = allotment.granted;
            [Part::TopBorder, Part::Head, Part::Body, Part::BottomBorder].map(|part| granted.of(part))
        };
        assert_eq!(granted(1), [0, 0, 1, 0]);
        assert_eq!(granted(3), [0, 0, 3, 0], "half of the borders is none");
        assert_eq!(granted(4), [1, 0, 2, 1]);
        assert_eq!(granted(13), [1, 0, 9, 1]);
        assert_eq!(granted(14), [1, 3, 9, 1]);
    }

    proptest! {
        /// Never grants more rows than are available or claimed, and never leaves a row that a partial claim could use.
        #[test]
        fn rows_are_granted_as_claimed(claims in prop::collection::vec(claim(), 0..12), rows in 0_usize..60) {
            let mut allotment = Allotment::new(rows);
            allotment.grant(&claims);
            let granted = allotment.granted;
            let all: usize = Part::VARIANTS.iter().map(|part| granted.of(*part)).sum();
            prop_assert!(all <= rows);
            for part in Part::VARIANTS {
                let own = claims.iter().filter(|claim| claim.parts.contains(part));
                let most = own.clone().map(|claim| claim.rows).max().unwrap_or(0);
                let most_up_to = own.filter(|claim| claim.least == 0).map(|claim| claim.rows).max().unwrap_or(0);
                prop_assert!(granted.of(*part) <= most && (all == rows || granted.of(*part) >= most_up_to));
            }
        }
    }
}
