//! The rows that a highlight moves over, one item at a time: nothing is laid out that nobody looks at.

use super::layout::Layout;
use super::question::Options;
use super::{leave, review};
use crate::form::{Base, Form, LeaveChoice, Page};
use crate::frame::{Line, Role};
use crate::text::{Clean, Wrap};

/// The items of a page.
pub(super) enum List<'a> {
    Options(Options<'a>),
    Review(&'a Form, Indent),
    Leave(&'a Form, Indent),
}

/// Columns of the marker before the highlighted item.
const MARKER_COLUMNS: usize = 2;
/// Columns of a frame below which items have no marker, and below which they have no number.
const MIN_COLUMNS_WITH_MARKER: usize = 4;
const MIN_COLUMNS_WITH_LEAD: usize = 12;

/// The columns left and right of where an item's marker ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Indent {
    pub(super) margin: usize,
    pub(super) columns: usize,
}

impl<'a> List<'a> {
    pub(super) fn of(form: &'a Form, layout: &Layout) -> Self {
        let indent = Indent { margin: layout.margin, columns: layout.columns };
        match form.page {
            Page::Base(Base::Question(at)) | Page::Editor(at) => match form.entries.get(at) {
                Some(entry) => Self::Options(Options::new(entry, indent, form.is_editing())),
                None => Self::Review(form, indent),
            },
            Page::Base(Base::Review) => Self::Review(form, indent),
            Page::Leave { .. } => Self::Leave(form, indent),
        }
    }

    /// How many items there are.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Options(options) => options.len(),
            Self::Review(form, _) => form.entries.len() + 1,
            Self::Leave(..) => LeaveChoice::ALL.len(),
        }
    }

    /// Puts the rows of an item behind `rows`.
    pub(super) fn push_item(&self, at: usize, is_highlighted: bool, rows: &mut Vec<Line<'a>>) {
        match self {
            Self::Options(options) => options.push_item(at, is_highlighted, rows),
            Self::Review(form, indent) => review::push_item(form, at, is_highlighted, *indent, rows),
            Self::Leave(form, indent) => leave::push_item(form, at, is_highlighted, *indent, rows),
        }
    }

    /// How many rows an item takes.
    pub(super) fn height(&self, at: usize) -> usize {
        if let Self::Options(options) = self {
            options.height(at)
        } else {
            let mut rows = Vec::new();
            self.push_item(at, false, &mut rows);
            rows.len()
        }
    }

    /// How many rows the items take, counted up to `limit`.
    pub(super) fn count_rows(&self, limit: usize) -> usize {
        let mut rows = 0;
        for at in 0..self.len() {
            if rows >= limit {
                break;
            }
            rows += self.height(at);
        }
        rows.min(limit)
    }
}

impl Indent {
    /// Puts an item's rows behind `rows`: marker and `lead` before the first, and as many blanks before the others.
    pub(super) fn push_item<'a>(
        self,
        is_highlighted: bool,
        lead: Clean<'a>,
        role: Role,
        text: Clean<'a>,
        rows: &mut Vec<Line<'a>>,
    ) {
        let width = self.lead_columns(lead.columns());
        let mut texts = Wrap::new(text, self.columns.saturating_sub(width));
        // Where there is hardly room for the text, the lead goes first, then the marker.
        let mut first = Line { indent: 0, spans: Vec::with_capacity(4) };
        if self.columns >= MIN_COLUMNS_WITH_MARKER {
            first = first.with(role, if is_highlighted { "> " } else { "  " });
        }
        if self.columns >= MIN_COLUMNS_WITH_LEAD {
            first = first.with(role, lead).indented(self.margin);
        }
        rows.push(first.with(role, texts.next().unwrap_or_default()));
        rows.extend(texts.map(|text| Line::of(role, text).indented(width)));
    }

    /// Puts further rows of an item behind `rows`, below the text of its first.
    pub(super) fn push_below<'a>(self, lead: usize, role: Role, text: Clean<'a>, rows: &mut Vec<Line<'a>>) {
        let width = self.lead_columns(lead);
        let texts = Wrap::new(text, self.columns.saturating_sub(width));
        rows.extend(texts.map(|text| Line::of(role, text).indented(width)));
    }

    /// How many rows a text takes behind a lead of `lead` columns.
    pub(super) fn height(self, lead: usize, text: &Clean<'_>) -> usize {
        let room = self.columns.saturating_sub(self.lead_columns(lead));
        if text.fits(room) { 1 } else { Wrap::new(text.borrowed(), room).count() }
    }

    /// The columns before an item's text, for a lead of `lead` columns.
    fn lead_columns(self, lead: usize) -> usize {
        match self.columns {
            0..MIN_COLUMNS_WITH_MARKER => 0,
            MIN_COLUMNS_WITH_MARKER..MIN_COLUMNS_WITH_LEAD => MARKER_COLUMNS,
            _ => self.margin + MARKER_COLUMNS + lead,
        }
    }
}
