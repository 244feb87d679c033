//! The rows that a highlight moves over, one item at a time: nothing is laid out that nobody looks at.

use super::layout::Layout;
use super::question::Options;
use super::{leave, review};
use crate::form::{Base, Cursor, Entry, Form, LeaveChoice, Page};
use crate::frame::{Line, Role};
use crate::text::{Clean, Wrap, width};

/// The items of a page.
pub(super) enum List<'a> {
    Options(Options<'a>),
    Review(&'a Form, Indent),
    Leave(&'a Form, Indent),
}

/// Columns of the marker before the highlighted item.
const MARKER_COLUMNS: usize = 2;

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

    /// The rows of an item.
    pub(super) fn item(&self, at: usize, is_highlighted: bool) -> Vec<Line<'a>> {
        match self {
            Self::Options(options) => options.item(at, is_highlighted),
            Self::Review(form, indent) => review::item(form, at, is_highlighted, *indent),
            Self::Leave(form, indent) => leave::item(form, at, is_highlighted, *indent),
        }
    }

    /// How many rows an item takes.
    pub(super) fn height(&self, at: usize) -> usize {
        match self {
            Self::Options(options) => options.height(at),
            _ => self.item(at, false).len(),
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
    /// An item's rows: `lead` before its first, and as many blanks before the others.
    pub(super) fn item<'a>(self, is_highlighted: bool, lead: &str, role: Role, text: Clean<'a>) -> Vec<Line<'a>> {
        let width = self.lead_columns(width(lead));
        let room = self.columns.saturating_sub(width).max(1);
        let lead = self.lead(is_highlighted, lead);
        Wrap::new(text, room)
            .enumerate()
            .map(|(at, row)| match at {
                0 => lead.clone().with(role, row),
                _ => Line::of(role, row).indented(width),
            })
            .collect()
    }

    /// Further rows of an item, below the text of its first.
    pub(super) fn below<'a>(self, lead: &str, role: Role, text: Clean<'a>) -> Vec<Line<'a>> {
        let width = self.lead_columns(width(lead));
        let room = self.columns.saturating_sub(width).max(1);
        Wrap::new(text, room).map(|row| Line::of(role, row).indented(width)).collect()
    }

    /// How many rows [`Self::item`] or [`Self::below`] make of a text, behind a lead of `lead_columns`.
    pub(super) fn height(self, lead_columns: usize, text: Clean<'_>) -> usize {
        Wrap::new(text, self.columns.saturating_sub(self.lead_columns(lead_columns)).max(1)).count()
    }

    /// The columns that [`Self::lead`] takes for a lead of `lead_columns`.
    fn lead_columns(self, lead_columns: usize) -> usize {
        match self.columns {
            0..4 => 0,
            4..12 => MARKER_COLUMNS,
            _ => self.margin + MARKER_COLUMNS + lead_columns,
        }
    }

    /// Marker and number of an item. Where there is hardly room for the text, the number goes first, then the marker.
    fn lead<'a>(self, is_highlighted: bool, lead: &str) -> Line<'a> {
        let role = if is_highlighted { Role::Accent } else { Role::Text };
        let marker = if is_highlighted { "> " } else { "  " };
        match self.columns {
            0..4 => Line::default(),
            4..12 => Line::of(role, marker),
            _ => Line::of(role, Clean::composed(format!("{marker}{lead}"))).indented(self.margin),
        }
    }
}

/// The highlight of the page that is shown.
pub(super) fn cursor(form: &Form) -> Cursor {
    match form.page {
        Page::Base(Base::Question(at)) | Page::Editor(at) => {
            form.entries.get(at).map_or(Cursor::at(0), |entry: &Entry| entry.cursor)
        }
        Page::Base(Base::Review) => form.review,
        Page::Leave { choice, .. } => Cursor::at(choice as usize),
    }
}
