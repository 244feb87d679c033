//! An item of a list: what it shows, in any number of rows.
//!
//! This module must not know questions or answers.

use std::borrow::Cow;

use super::heights::Height;
use super::stack::Text;
use crate::faces::frame::{Line, Role};
use crate::text::markdown::Styles;
use crate::text::{Clean, Wrap, truncate};

/// The marker before the highlighted item: that of the host's own dialogs.
pub(super) const MARKER: &str = "→ ";
/// Width of the marker, in columns.
pub(super) const MARKER_COLUMNS: usize = 2;
/// Minimum width of a list, in columns, in which items have a marker, and in which they have a lead.
const MIN_COLUMNS_WITH_MARKER: usize = 4;
const MIN_COLUMNS_WITH_LEAD: usize = 12;
/// Rows of a label with a sign for the texts below it that come before them.
const MAX_BRIEF_ROWS: usize = 3;
/// Minimum width of a text of the user after a label with its sign, in columns. With less room, or with less than two thirds of
/// a row, it has a row of its own.
const MIN_TEXT_COLUMNS: usize = 12;

/// An item of a list.
#[derive(Clone, Debug, Default)]
pub(super) struct Item<'a> {
    pub(super) lead: Lead<'a>,
    /// Role of the label while the item is not highlighted.
    pub(super) role: Role,
    pub(super) label: Clean<'a>,
    pub(super) styles: Cow<'a, Styles>,
    /// Signs after the label.
    pub(super) signs: Vec<Sign<'a>>,
    /// Text below the label.
    pub(super) description: Option<Text<'a>>,
    /// Further texts below the label.
    pub(super) asides: Vec<Text<'a>>,
    /// Sign in place of the texts below the label, where there is no row for them.
    pub(super) below_sign: Option<Sign<'a>>,
}

/// What stands between the marker and the label of an item.
#[derive(Clone, Debug, Default)]
pub(super) struct Lead<'a> {
    /// Number of an option.
    pub(super) number: Clean<'a>,
    /// Sign such as a checkbox or a check mark.
    pub(super) sign: Clean<'a>,
    /// Whether the sign says that the item is checked or answered.
    pub(super) is_done: bool,
}

/// A sign after a label. Begins with a blank.
#[derive(Clone, Debug)]
pub(super) struct Sign<'a> {
    pub(super) role: Role,
    pub(super) text: Clean<'a>,
    /// Whether a text of the user follows the sign. It is cut to a row unless the item has more.
    pub(super) has_text: bool,
}

/// Position and size of the items of a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// Blank columns before the marker.
    pub(super) margin: usize,
    /// Width of the list with its margin, in columns.
    pub(super) columns: usize,
    /// Maximum rows of a label, and of each text below it.
    pub(super) max_rows: usize,
}

impl<'a> Item<'a> {
    /// Returns the texts below the label.
    fn below(&self) -> impl Iterator<Item = &Text<'a>> {
        self.description.iter().chain(&self.asides)
    }

    /// Appends at most `most` rows of the item. Each text that is cut ends in an ellipsis.
    pub(super) fn push(&self, most: usize, is_highlighted: bool, bounds: Bounds, rows: &mut Vec<Line<'a>>) {
        if most <= 1 {
            return rows.push(self.in_one_row(is_highlighted, bounds));
        }
        let first = rows.len();
        self.push_label(is_highlighted, false, bounds, rows);
        if !self.signs.is_empty() && self.has_text() && rows.len() - first < most {
            rows.truncate(first);
            self.push_label(is_highlighted, true, bounds, rows);
        }
        let (label, below) = (rows.len() - first, self.below().count());
        if most >= self.brief_rows(label) + below {
            cut_rows(first, most - below, bounds.columns, rows);
        }
        let (indent, room) = (bounds.lead_columns(&self.lead), bounds.room(&self.lead));
        // Each text below has a row, and the first ones take the rows that are left.
        let mut left = most.saturating_sub(rows.len() - first + below);
        for below in self.below() {
            let (first, max_rows) = (rows.len(), bounds.max_rows.min(left + 1));
            below.push(room, 0, max_rows + 1, rows);
            rows.iter_mut().skip(first).for_each(|row| row.indent += indent);
            cut_rows(first, max_rows, bounds.columns, rows);
            left -= (rows.len() - first).saturating_sub(1);
        }
        cut_rows(first, most, bounds.columns, rows);
    }

    pub(super) fn height(&self, bounds: Bounds, limit: usize) -> Height {
        let room = bounds.room(&self.lead);
        let counted = |is_whole: bool| {
            let mut rows = Vec::new();
            self.push_label(false, is_whole, bounds, &mut rows);
            rows.len()
        };
        let (whole, label) = match self.signs.as_slice() {
            [] if self.label.fits(room) => (1, 1),
            [] => {
                let rows = Wrap::new(self.label.borrowed(), room).take(limit.min(bounds.max_rows)).count();
                (rows, rows)
            }
            _ => {
                let rows = counted(false);
                (if self.has_text() { counted(true) } else { rows }, rows)
            }
        };
        let below = self.below().map(|below| below.count(room).min(bounds.max_rows));
        let start = (whole, self.brief_rows(label));
        let (whole, brief) = below.fold(start, |(whole, brief), rows| (whole + rows, brief + rows.min(1)));
        Height { whole: whole.min(limit), brief: brief.min(limit) }
    }

    /// Returns the rows of a label of so many that come before the texts below it. A long answer leaves a row to each.
    fn brief_rows(&self, label: usize) -> usize {
        if self.below_sign.is_some() { label.min(MAX_BRIEF_ROWS) } else { label }
    }

    fn has_text(&self) -> bool {
        self.signs.iter().any(|sign| sign.has_text)
    }

    /// Appends the rows of the label and its signs. `is_whole`: a text of the user takes the rows that it needs.
    fn push_label(&self, is_highlighted: bool, is_whole: bool, bounds: Bounds, rows: &mut Vec<Line<'a>>) {
        let first = rows.len();
        self.push_text(is_highlighted, bounds, rows);
        cut_rows(first, bounds.max_rows, bounds.columns, rows);
        for Sign { role, text, has_text } in self.signs.iter().cloned() {
            let Some(last) = rows.last_mut() else { return };
            let (room, indent) = (bounds.columns.saturating_sub(last.width()), bounds.lead_columns(&self.lead));
            let own = bounds.columns.saturating_sub(indent);
            let is_most = room >= MIN_TEXT_COLUMNS && 3 * room >= 2 * own;
            if text.columns() <= room || (has_text && is_most && !is_whole) {
                *last = std::mem::take(last).with(role, truncate(text, room));
                continue;
            }
            let text = Clean::composed(text.as_str().trim_start().to_owned());
            if has_text && is_whole {
                let all = Wrap::new(text, own).take(bounds.max_rows);
                rows.extend(all.map(|row| Line::of(role, row).indented(indent)));
            } else {
                rows.push(Line::of(role, truncate(text, own)).indented(indent));
            }
        }
    }

    /// Appends the rows of the label, at most one more than the bounds allow.
    fn push_text(&self, is_highlighted: bool, bounds: Bounds, rows: &mut Vec<Line<'a>>) {
        let role = if is_highlighted { Role::Accent } else { self.role };
        let mut first = Line { spans: Vec::with_capacity(4), ..Line::default() };
        // In very narrow lists the lead is left out first, then the marker.
        if bounds.columns >= MIN_COLUMNS_WITH_MARKER {
            let marker = if is_highlighted { MARKER } else { "  " };
            first = first.with(role, Clean::own(marker, MARKER_COLUMNS));
        }
        if bounds.columns >= MIN_COLUMNS_WITH_LEAD {
            let Lead { number, sign, is_done } = self.lead.clone();
            first = first.with(role, number).indented(bounds.margin);
            if sign.columns() > 0 {
                first = first.with(if is_done { Role::Success } else { role }, sign);
            }
        }
        let mut texts = Wrap::new(self.label.clone(), bounds.room(&self.lead));
        let mut line = first;
        for _ in 0..=bounds.max_rows {
            let Some((start, text)) = texts.next_with_start() else { break };
            rows.push(line.with_row(role, text, start, &self.styles));
            line = Line::default().indented(bounds.lead_columns(&self.lead));
        }
    }

    /// Returns the item in one row: its label cut in favor of its signs.
    fn in_one_row(&self, is_highlighted: bool, bounds: Bounds) -> Line<'a> {
        let mut rows = Vec::new();
        self.push_text(is_highlighted, Bounds { max_rows: 1, ..bounds }, &mut rows);
        // Of a highlighted item, an ellipsis stands for the texts below it if there is no sign for that.
        let has_below = self.below().next().is_some();
        let hides_below = is_highlighted && self.below_sign.is_none() && has_below;
        let is_cut = rows.len() > 1 || hides_below;
        let label = rows.into_iter().next().unwrap_or_default();
        let below_sign = self.below_sign.iter().filter(|_| has_below);
        let (texts, mut signs): (Vec<&Sign>, Vec<&Sign>) =
            self.signs.iter().chain(below_sign).partition(|sign| sign.has_text);
        // If the signs do not fit and take more than half of the row, the first ones are left out.
        let columns = |signs: &[&Sign]| signs.iter().map(|sign| sign.text.columns()).sum::<usize>();
        let fits = |signs: &[&Sign]| !is_cut && label.width() + columns(signs) <= bounds.columns;
        while columns(&signs) > bounds.columns / 2 && !fits(&signs) {
            signs.remove(0);
        }
        // The user's words are seen, rather than the whole label.
        let said = columns(&texts).min(MIN_TEXT_COLUMNS).min(bounds.columns / 2);
        let room = bounds.columns.saturating_sub(columns(&signs) + said);
        let label = if is_cut { label.cut(room) } else { label.fit(room) };
        signs.into_iter().chain(texts).fold(label, |line, sign| {
            let room = bounds.columns.saturating_sub(line.width());
            line.with(sign.role, truncate(sign.text.clone(), room))
        })
    }
}

impl Lead<'_> {
    fn columns(&self) -> usize {
        self.number.columns() + self.sign.columns()
    }
}

impl Bounds {
    /// Returns the columns before an item's label.
    pub(super) fn lead_columns(self, lead: &Lead<'_>) -> usize {
        match self.columns {
            0..MIN_COLUMNS_WITH_MARKER => 0,
            MIN_COLUMNS_WITH_MARKER..MIN_COLUMNS_WITH_LEAD => MARKER_COLUMNS,
            _ => self.margin + MARKER_COLUMNS + lead.columns(),
        }
    }

    /// Returns the width of an item's label and of the texts below it, in columns.
    pub(super) fn room(self, lead: &Lead<'_>) -> usize {
        self.columns.saturating_sub(self.lead_columns(lead))
    }
}

/// Truncates `rows` to `most` rows from index `first` on, with an ellipsis if rows were removed.
pub(super) fn cut_rows(first: usize, most: usize, columns: usize, rows: &mut Vec<Line<'_>>) {
    if rows.len().saturating_sub(first) <= most {
        return;
    }
    rows.truncate(first + most);
    if let Some(last) = rows.iter_mut().skip(first).last() {
        *last = std::mem::take(last).cut(columns);
    }
}
