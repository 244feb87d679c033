//! Lists: rows that the highlight moves over, drawn item by item, so that hidden items cost nothing.

use super::Screen;
use super::fold::{Fold, Height};
use super::layout::Layout;
use super::question::Options;
use super::{own_questions, review};
use crate::form::Form;
use crate::form::page::{Base, Field, OwnQuestion, Page};
use crate::screen::frame::{Line, Role};
use crate::text::markdown::Markdown;
use crate::text::markdown::emphasis::{PLAIN, StyledRow, Styles};
use crate::text::{Clean, Wrap};

/// The list of a page.
pub(super) struct List<'a> {
    form: &'a Form,
    indent: Indent,
    kind: Kind<'a>,
}

enum Kind<'a> {
    Options(Options<'a>),
    Review,
    /// Choices of a question that the form itself asks.
    Own(OwnQuestion),
    /// A page without a list.
    Empty,
}

/// Width of the marker before the highlighted item, in columns.
pub(super) const MARKER_COLUMNS: usize = 2;
/// Minimum width of a frame, in columns, in which items have a marker, and in which they have a number.
const MIN_COLUMNS_WITH_MARKER: usize = 4;
const MIN_COLUMNS_WITH_LEAD: usize = 12;

/// Horizontal position of the items of a list, in columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Indent {
    pub(super) margin: usize,
    pub(super) columns: usize,
    /// Maximum rows drawn of one text. For options it is one more than the terminal has, which shows whether the text
    /// is cut.
    pub(super) rows: usize,
}

/// What stands between the marker and the text of an item.
#[derive(Clone, Debug, Default)]
pub(super) struct Lead<'a> {
    /// Number of an option.
    pub(super) number: Clean<'a>,
    /// Sign such as a checkbox or a check mark.
    pub(super) sign: &'static str,
    /// Width of the sign in columns.
    pub(super) sign_columns: usize,
    /// Whether the sign says that the item is checked or answered.
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
        let indent = Indent { margin: layout.margin, columns: layout.list_columns(), rows: usize::MAX };
        let options = |at: usize, edited: Option<Field>| {
            let entry = form.entry(at).filter(|entry| edited.is_none() || entry.question.mode.has_options());
            let is_filtered = matches!(page, Page::Filter(_));
            entry.map_or(Kind::Empty, |entry| {
                let indent = Indent { rows: screen.size.rows + 1, ..indent };
                let has_preview_signs = layout.pane.is_none() && edited.is_none();
                let digits = screen.keys.digits(form.list_focus(at));
                Kind::Options(Options {
                    entry,
                    digits,
                    indent,
                    edited,
                    is_filtered,
                    has_preview_signs,
                    words: form.words(),
                })
            })
        };
        let kind = match page {
            Page::Base(Base::Question(at)) | Page::Filter(at) => options(at, None),
            Page::Field(field) => field.base().question().map_or(Kind::Empty, |at| options(at, Some(field))),
            Page::Base(Base::Review) => Kind::Review,
            Page::Own(asked, _) => Kind::Own(asked),
            Page::Zoom(..) => Kind::Empty,
        };
        Self { form, indent, kind }
    }

    /// Returns the number of items.
    pub(super) fn len(&self) -> usize {
        match &self.kind {
            Kind::Options(options) => options.len(),
            Kind::Review => self.form.submit_row() + 1,
            Kind::Own(asked) => asked.choices().len(),
            Kind::Empty => 0,
        }
    }

    /// Returns the index of the row for free text, which is the last.
    pub(super) fn own_text(&self) -> Option<usize> {
        match &self.kind {
            Kind::Options(options) if options.entry.question.allow_custom => self.len().checked_sub(1),
            _ => None,
        }
    }

    /// Appends the rows of an item.
    pub(super) fn push_item(&self, at: usize, fold: Fold, is_highlighted: bool, rows: &mut Vec<Line<'a>>) {
        let (form, first) = (self.form, rows.len());
        match &self.kind {
            Kind::Options(options) => options.push_item(at, fold, is_highlighted, rows),
            Kind::Review => review::push_item(form, at, fold, is_highlighted, self.indent, rows),
            Kind::Own(asked) => {
                let role = if is_highlighted { Role::Accent } else { Role::Text };
                let choice = asked.choices().get(at);
                let text = choice.map(|choice| own_questions::label(form, *asked, *choice)).unwrap_or_default();
                let text = Clean::composed(text);
                self.indent.push_item(is_highlighted, Lead::default(), role, text, rows);
                if fold == Fold::Label {
                    cut_rows(first, 1, self.indent.columns, rows);
                }
            }
            Kind::Empty => {}
        }
        rows.iter_mut().skip(first).for_each(|row| row.item = Some(at));
    }

    /// Appends at most `most` rows of an item, folded unless it is highlighted, with an ellipsis if there are more. On a single
    /// row of the review, a sign stands for the texts that are not shown.
    pub(super) fn push_cut(&self, at: usize, most: usize, is_highlighted: bool, rows: &mut Vec<Line<'a>>) {
        let first = rows.len();
        let is_brief = !is_highlighted || (most == 1 && matches!(self.kind, Kind::Review));
        self.push_item(at, if is_brief { Fold::Label } else { Fold::Whole }, is_highlighted, rows);
        cut_rows(first, most, self.indent.columns, rows);
    }

    /// Returns the width of the items without wrapping, in columns, with the margin.
    pub(super) fn columns(&self) -> usize {
        if let Kind::Options(options) = &self.kind { options.columns() } else { 0 }
    }

    /// Returns the height of an item in each step of folding, at most `limit` rows.
    pub(super) fn height(&self, at: usize, limit: usize) -> Height {
        let (whole, brief) = match &self.kind {
            Kind::Options(options) => options.height(at, limit),
            Kind::Review => [Fold::Whole, Fold::Brief].map(|fold| self.count_rows(at, fold)).into(),
            Kind::Own(_) | Kind::Empty => [self.count_rows(at, Fold::Whole); 2].into(),
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

impl Indent {
    /// Appends the rows of an item: its marker and lead before the first, indentation before the others.
    pub(super) fn push_item<'a>(
        self,
        is_highlighted: bool,
        lead: Lead<'a>,
        role: Role,
        text: Clean<'a>,
        rows: &mut Vec<Line<'a>>,
    ) {
        self.push_styled(is_highlighted, lead, role, (text, &PLAIN), rows);
    }

    /// Appends the rows of an item like [`Self::push_item`], for a styled text.
    pub(super) fn push_styled<'a>(
        self,
        is_highlighted: bool,
        lead: Lead<'a>,
        role: Role,
        (text, styles): (Clean<'a>, &'a Styles),
        rows: &mut Vec<Line<'a>>,
    ) {
        let width = self.lead_columns(lead.columns());
        let mut texts = Wrap::new(text, self.columns.saturating_sub(width));
        // In very narrow frames the lead is left out first, then the marker.
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

    /// Appends further rows of an item, aligned with its text.
    pub(super) fn push_below<'a>(self, lead: usize, role: Role, text: Clean<'a>, rows: &mut Vec<Line<'a>>) {
        let width = self.lead_columns(lead);
        let texts = Wrap::new(text, self.columns.saturating_sub(width)).take(self.rows);
        rows.extend(texts.map(|text| Line::of(role, text).indented(width)));
    }

    /// Appends at most `most` rows of a Markdown text, aligned with the text of an item.
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
        rows.extend(texts.map(|row| Line::of_row(role, row).indented(width)));
        cut_rows(first, most, self.columns, rows);
    }

    /// Returns the width of an item's text behind a lead, in columns.
    pub(super) fn room(self, lead: usize) -> usize {
        self.columns.saturating_sub(self.lead_columns(lead))
    }

    /// Returns the number of rows that a text takes behind a lead, at most `limit`.
    pub(super) fn height(self, lead: usize, text: &Clean<'_>, limit: usize) -> usize {
        let room = self.room(lead);
        if text.fits(room) { 1 } else { Wrap::new(text.borrowed(), room).take(limit).count() }
    }

    /// Returns the columns before an item's text.
    pub(super) fn lead_columns(self, lead: usize) -> usize {
        match self.columns {
            0..MIN_COLUMNS_WITH_MARKER => 0,
            MIN_COLUMNS_WITH_MARKER..MIN_COLUMNS_WITH_LEAD => MARKER_COLUMNS,
            _ => self.margin + MARKER_COLUMNS + lead,
        }
    }
}
