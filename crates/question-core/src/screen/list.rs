//! Lists: rows that the highlight moves over, laid out item by item, so that hidden items cost nothing.

use super::Screen;
use super::fold::Height;
use super::frame::{Line, Role};
use super::item::{Bounds, Item, Lead};
use super::layout::Layout;
use super::question::Options;
use super::{own_questions, review};
use crate::form::Form;
use crate::form::page::{Base, Field, OwnQuestion, Page};
use crate::text::Clean;

/// The list of a page.
pub(super) struct List<'a> {
    form: &'a Form,
    bounds: Bounds,
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

impl<'a> List<'a> {
    pub(super) fn of(screen: &'a Screen, page: Page, layout: &Layout) -> Self {
        let form = &screen.form;
        let options = |at: usize, edited: Option<Field>| {
            let entry = form.entry(at).filter(|entry| edited.is_none() || entry.question.mode.has_options());
            entry.map_or(Kind::Empty, |entry| {
                Kind::Options(Options {
                    entry,
                    digits: screen.keys.digits(form.list_focus(at)),
                    edited,
                    is_filtered: matches!(page, Page::Filter(_)),
                    has_preview_signs: layout.pane.is_none() && edited.is_none(),
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
        // A text in the review is shown in full on the page of its question.
        let max_rows = if let Kind::Review = kind { review::MAX_ROWS } else { screen.size.rows.max(1) };
        Self { form, bounds: Bounds { margin: layout.margin, columns: layout.list_columns(), max_rows }, kind }
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

    /// Returns whether the last item is the row for free text.
    pub(super) fn ends_in_own_text(&self) -> bool {
        matches!(&self.kind, Kind::Options(options) if options.entry.question.allow_custom)
    }

    fn item(&self, at: usize) -> Item<'a> {
        match &self.kind {
            Kind::Options(options) => options.item(at),
            Kind::Review => review::item(self.form, at),
            Kind::Own(asked) => {
                let label = asked.choices().get(at).map(|choice| own_questions::label(self.form, *asked, *choice));
                Item::new(Lead::default(), Role::Text, Clean::composed(label.unwrap_or_default()))
            }
            Kind::Empty => Item::new(Lead::default(), Role::Text, Clean::EMPTY),
        }
    }

    /// Appends at most `most` rows of an item.
    pub(super) fn push(&self, at: usize, most: usize, is_highlighted: bool, rows: &mut Vec<Line<'a>>) {
        let first = rows.len();
        self.item(at).push(most, is_highlighted, self.bounds, rows);
        rows.iter_mut().skip(first).for_each(|row| row.item = Some(at));
    }

    /// Returns the width of the labels without wrapping, with the margin, and of the texts below them up to `most`, in
    /// columns.
    pub(super) fn columns(&self, most: usize) -> usize {
        if let Kind::Options(options) = &self.kind { options.columns(self.bounds, most) } else { 0 }
    }

    /// Returns the height of an item, at most `limit` rows.
    pub(super) fn height(&self, at: usize, limit: usize) -> Height {
        self.item(at).height(self.bounds, limit)
    }
}
