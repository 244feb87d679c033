//! The rows that a highlight moves over, one item at a time: nothing is laid out that nobody looks at.

use super::Screen;
use super::fold::{Fold, Height};
use super::layout::Layout;
use super::question::Options;
use super::{own_questions, review};
use crate::form::Form;
use crate::form::choices::Choices;
use crate::form::page::{Base, Field, LeaveChoice, LongChoice, Page};
use crate::screen::frame::{Line, Role};
use crate::text::markdown::Markdown;
use crate::text::markdown::emphasis::{PLAIN, StyledRow, Styles};
use crate::text::{Clean, Wrap};

/// The items of a page.
pub(super) enum List<'a> {
    Options(Options<'a>),
    Review(&'a Form, Indent),
    Leave(&'a Form, Indent),
    Long(&'a Form, Indent),
    /// A page without a list.
    Empty,
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
    /// Rows that are laid out of a text: of an option, as many as the terminal has, and one that tells whether it is cut.
    pub(super) rows: usize,
}

/// What stands between the marker and the text of an item.
#[derive(Clone, Debug, Default)]
pub(super) struct Lead<'a> {
    /// Number of an option.
    pub(super) number: Clean<'a>,
    /// A box or a check mark.
    pub(super) sign: &'static str,
    /// Columns of the sign.
    pub(super) sign_columns: usize,
    /// Whether it says that the item is checked or answered.
    pub(super) is_done: bool,
}

impl Lead<'_> {
    pub(super) fn columns(&self) -> usize {
        self.number.columns() + self.sign_columns
    }
}

impl<'a> List<'a> {
    pub(super) fn of(screen: &'a Screen, page: Page, layout: &Layout) -> Self {
        let form = &screen.form;
        let indent = Indent { margin: layout.margin, columns: layout.list_columns, rows: usize::MAX };
        let is_filtered = matches!(page, Page::Filter(_));
        let (at, edited) = match page {
            Page::Base(Base::Question(at)) | Page::Filter(at) => (at, None),
            Page::Field(
                field @ (Field::Answer(at)
                | Field::Added(at, _)
                | Field::Note(at, _)
                | Field::Discussion(Base::Question(at))),
            ) => (at, Some(field)),
            Page::Base(Base::Review) => return Self::Review(form, indent),
            Page::Leave { .. } => return Self::Leave(form, indent),
            Page::Long { .. } => return Self::Long(form, indent),
            Page::Field(Field::Discussion(Base::Review)) | Page::Zoom(..) => return Self::Empty,
        };
        match form.entry(at) {
            Some(entry) if edited.is_none() || entry.question.mode.has_options() => {
                let indent = Indent { rows: screen.size.rows + 1, ..indent };
                let marks_previews = layout.marks_previews;
                let digits = screen.keys.digits(form.list_focus(at));
                Self::Options(Options {
                    entry,
                    digits,
                    indent,
                    edited,
                    is_filtered,
                    marks_previews,
                    words: form.words(),
                })
            }
            _ => Self::Empty,
        }
    }

    /// How many items there are.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Options(options) => options.len(),
            Self::Review(form, _) => form.submit_row() + 1,
            Self::Leave(..) => Choices::<LeaveChoice>::COUNT,
            Self::Long(..) => Choices::<LongChoice>::COUNT,
            Self::Empty => 0,
        }
    }

    /// Position of the row that takes text of the user's own, behind all others.
    pub(super) fn own_text(&self) -> Option<usize> {
        match self {
            Self::Options(options) if options.entry.question.allow_custom => self.len().checked_sub(1),
            _ => None,
        }
    }

    /// Whether that text is in the editor.
    pub(super) fn is_own_text_open(&self) -> bool {
        matches!(self, Self::Options(Options { edited: Some(Field::Answer(_)), .. }))
    }

    /// Puts the rows of an item behind `rows`: folded, unless it is highlighted.
    pub(super) fn push_item(&self, at: usize, fold: Fold, is_highlighted: bool, rows: &mut Vec<Line<'a>>) {
        let first = rows.len();
        let fold = if is_highlighted { Fold::Whole } else { fold };
        match self {
            Self::Options(options) => options.push_item(at, fold, is_highlighted, rows),
            Self::Review(form, indent) => review::push_item(form, at, fold, is_highlighted, *indent, rows),
            Self::Leave(form, indent) => own_questions::push_leaving(form, at, is_highlighted, *indent, rows),
            Self::Long(form, indent) => own_questions::push_long(form, at, is_highlighted, *indent, rows),
            Self::Empty => {}
        }
        if let (Self::Leave(_, indent) | Self::Long(_, indent), Fold::Label) = (self, fold) {
            cut_rows(first, 1, indent.columns, rows);
        }
        rows.iter_mut().skip(first).for_each(|row| row.item = Some(at));
    }

    /// Puts at most `most` rows of an item behind `rows`, with an ellipsis where that is not all of it.
    pub(super) fn push_cut(&self, at: usize, most: usize, is_highlighted: bool, rows: &mut Vec<Line<'a>>) {
        let first = rows.len();
        self.push_item(at, Fold::Label, is_highlighted, rows);
        let (Self::Options(Options { indent, .. })
        | Self::Review(_, indent)
        | Self::Leave(_, indent)
        | Self::Long(_, indent)) = self
        else {
            return;
        };
        cut_rows(first, most, indent.columns, rows);
    }

    /// Columns that the items take where nothing is wrapped, with the margin.
    pub(super) fn columns(&self) -> usize {
        if let Self::Options(options) = self { options.columns() } else { 0 }
    }

    /// How many rows an item takes in each step of folding, counted up to `limit`.
    pub(super) fn height(&self, at: usize, limit: usize) -> Height {
        let (whole, brief) = match self {
            Self::Options(options) => options.height(at, limit),
            Self::Review(form, indent) => review::height(form, at, *indent),
            Self::Leave(..) | Self::Long(..) | Self::Empty => [self.count_rows(at, Fold::Whole); 2].into(),
        };
        let (whole, brief) = (whole.min(limit), brief.min(limit));
        Height { whole, brief, label: if self.own_text() == Some(at) { whole } else { 1 } }
    }

    fn count_rows(&self, at: usize, fold: Fold) -> usize {
        let mut rows = Vec::new();
        self.push_item(at, fold, false, &mut rows);
        rows.len()
    }
}

/// Leaves `most` of the rows from `first` on, with an ellipsis where that is not all.
pub(super) fn cut_rows(first: usize, most: usize, columns: usize, rows: &mut Vec<Line<'_>>) {
    if rows.len().saturating_sub(first) <= most {
        return;
    }
    rows.truncate(first + most);
    if let Some(last) = rows.iter_mut().skip(first).last() {
        *last = std::mem::take(last).cut(columns);
    }
}

impl Indent {
    /// Puts an item's rows behind `rows`: marker and `lead` before the first, and as many blanks before the others.
    pub(super) fn push_item<'a>(
        self,
        is_highlighted: bool,
        lead: Lead<'a>,
        role: Role,
        text: Clean<'a>,
        rows: &mut Vec<Line<'a>>,
    ) {
        self.push_marked(is_highlighted, lead, role, (text, &PLAIN), rows);
    }

    /// The same for a text with styles.
    pub(super) fn push_marked<'a>(
        self,
        is_highlighted: bool,
        lead: Lead<'a>,
        role: Role,
        (text, styles): (Clean<'a>, &'a Styles),
        rows: &mut Vec<Line<'a>>,
    ) {
        let width = self.lead_columns(lead.columns());
        let mut texts = Wrap::new(text, self.columns.saturating_sub(width));
        // Where there is hardly room for the text, the lead goes first, then the marker.
        let mut first = Line { spans: Vec::with_capacity(4), ..Line::default() };
        if self.columns >= MIN_COLUMNS_WITH_MARKER {
            first = first.with(role, if is_highlighted { "> " } else { "  " });
        }
        if self.columns >= MIN_COLUMNS_WITH_LEAD {
            first = first.with(role, lead.number).indented(self.margin);
            if lead.sign_columns > 0 {
                let role = if lead.is_done { Role::Success } else { role };
                first = first.with(role, Clean::own(lead.sign, lead.sign_columns));
            }
        }
        let (start, text) = texts.next_with_start().unwrap_or_default();
        rows.push(first.with_row(role, StyledRow { text, start, styles }));
        for _ in 1..self.rows {
            let Some((start, text)) = texts.next_with_start() else { break };
            rows.push(Line::default().indented(width).with_row(role, StyledRow { text, start, styles }));
        }
    }

    /// Puts further rows of an item behind `rows`, below the text of its first.
    pub(super) fn push_below<'a>(self, lead: usize, role: Role, text: Clean<'a>, rows: &mut Vec<Line<'a>>) {
        let width = self.lead_columns(lead);
        let texts = Wrap::new(text, self.columns.saturating_sub(width)).take(self.rows);
        rows.extend(texts.map(|text| Line::of(role, text).indented(width)));
    }

    /// Puts the rows of a text that stays the same behind `rows`, below the text of an item's first; at most `most`.
    pub(super) fn push_block<'a>(
        self,
        lead: usize,
        role: Role,
        text: &'a Markdown,
        most: usize,
        rows: &mut Vec<Line<'a>>,
    ) {
        let (first, width) = (rows.len(), self.lead_columns(lead));
        let texts = text.rows(self.room(lead), 0, most.min(self.rows).saturating_add(1)).into_iter();
        rows.extend(texts.map(|row| Line::default().indented(width).with_text(role, row)));
        cut_rows(first, most, self.columns, rows);
    }

    /// The columns of an item's text behind a lead of `lead` columns.
    pub(super) fn room(self, lead: usize) -> usize {
        self.columns.saturating_sub(self.lead_columns(lead))
    }

    /// How many rows a text takes behind a lead of `lead` columns, counted up to `limit`.
    pub(super) fn height(self, lead: usize, text: &Clean<'_>, limit: usize) -> usize {
        let room = self.room(lead);
        if text.fits(room) { 1 } else { Wrap::new(text.borrowed(), room).take(limit).count() }
    }

    /// The columns before an item's text, for a lead of `lead` columns.
    pub(super) fn lead_columns(self, lead: usize) -> usize {
        match self.columns {
            0..MIN_COLUMNS_WITH_MARKER => 0,
            MIN_COLUMNS_WITH_MARKER..MIN_COLUMNS_WITH_LEAD => MARKER_COLUMNS,
            _ => self.margin + MARKER_COLUMNS + lead,
        }
    }
}
