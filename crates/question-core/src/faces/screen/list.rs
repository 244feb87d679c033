//! Lists: rows that the highlight moves over, laid out item by item, so that hidden items cost nothing.

use super::Screen;
use super::heights::Height;
use super::item::{Bounds, Item, Lead};
use super::keys::Digits;
use super::layout::Layout;
use super::question::Options;
use super::review;
use super::stack::Text;
use crate::faces::frame::{Line, Role};
use crate::form::page::{Confirmation, Field, Page, Tab};
use crate::form::{Focus, Form, shown};
use crate::text::Clean;
use crate::view::confirmation;
use crate::view::review::start;

/// The list of a page.
pub(super) struct List<'a> {
    form: &'a Form,
    /// The digits that choose items of the form's own lists.
    digits: Digits,
    bounds: Bounds,
    kind: Kind<'a>,
}

enum Kind<'a> {
    Options(Options<'a>),
    Review,
    /// Choices of a confirmation.
    Confirmation(Confirmation),
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
                    digits: screen.keys.digits(Focus::List),
                    edited,
                    is_narrowed: layout.is_narrowed,
                    has_preview_signs: layout.pane.is_none(),
                    words: form.words(),
                })
            })
        };
        let kind = match page {
            Page::Tab(Tab::Question(at)) => options(at, None),
            Page::Options(at) => options(at, Some(Field::Answer(at))),
            Page::Field(field) => field.tab().question().map_or(Kind::Empty, |at| options(at, Some(field))),
            Page::Tab(Tab::Review) => Kind::Review,
            Page::Confirm(asked, _) => Kind::Confirmation(asked),
            Page::Zoom(..) => Kind::Empty,
        };
        // A text in the review is shown in full on the page of its question.
        let max_rows = if let Kind::Review = kind { review::MAX_ROWS } else { screen.size.rows.max(1) };
        let digits = screen.keys.digits(form.focus());
        Self { form, digits, bounds: Bounds { margin: layout.margin, columns: layout.list_columns(), max_rows }, kind }
    }

    pub(super) fn len(&self) -> usize {
        match &self.kind {
            Kind::Options(options) => options.len(),
            Kind::Review => self.form.submit_row() + 1,
            Kind::Confirmation(asked) => asked.choices().len(),
            Kind::Empty => 0,
        }
    }

    pub(super) fn ends_in_custom(&self) -> bool {
        matches!(&self.kind, Kind::Options(options) if options.entry.question.allow_custom)
    }

    /// Returns the index of the form's row that an item shows, both 0-based.
    pub(super) fn row(&self, item: usize) -> usize {
        if let Kind::Options(options) = &self.kind { options.row(item) } else { item }
    }

    /// Returns the index of the item that is highlighted, 0-based, or `None` if none is.
    pub(super) fn highlight(&self) -> Option<usize> {
        let row = self.form.highlight()?;
        Some(if let Kind::Options(options) = &self.kind { options.item_of(row) } else { row })
    }

    fn item(&self, at: usize, most: usize) -> Item<'a> {
        match &self.kind {
            Kind::Options(options) => options.item(at),
            Kind::Review => {
                let mut item = review::item(self.form, at);
                let count = self.form.entries().len();
                let number = match at {
                    at if at < count => self.number(at, count),
                    // The message is in line with the answers.
                    at if at < self.form.submit_row() => Clean::blank(shown::number_before(0, count).columns()),
                    _ => Clean::EMPTY,
                };
                item.lead.number = number;
                let room = self.bounds.room(&item.lead);
                if most <= 1 && !item.label.fits(room) {
                    item.label = review::in_one_row(self.form, at, room).unwrap_or(item.label);
                }
                item
            }
            Kind::Confirmation(asked) => {
                let Some(choice) = asked.choices().get(at).copied() else {
                    return Item::new(Lead::default(), Role::Text, Clean::EMPTY);
                };
                let label = Clean::composed(confirmation::label(self.form, *asked, choice));
                let number = self.number(at, asked.choices().len());
                let sent = confirmation::sent(self.form, choice, start);
                Item {
                    asides: sent.map(|text| Text::Plain(Role::Muted, Clean::text(&text).into_owned())).collect(),
                    ..Item::new(Lead { number, ..Lead::default() }, Role::Text, label)
                }
            }
            Kind::Empty => Item::new(Lead::default(), Role::Text, Clean::EMPTY),
        }
    }

    /// Returns the number of an item of the form's own lists; blank if it cannot be typed.
    fn number(&self, at: usize, count: usize) -> Clean<'static> {
        let number = shown::number_before(at + 1, count);
        if self.digits.can_type(at + 1) { number } else { Clean::blank(number.columns()) }
    }

    /// Returns the bounds of an item. In the review, the name of a question takes no rows from its answer.
    fn bounds(&self, at: usize) -> Bounds {
        let entry = if let Kind::Review = self.kind { self.form.entry(at) } else { None };
        let name = entry.map_or(0, |entry| entry.shown.name.columns() / self.bounds.columns.max(1));
        Bounds { max_rows: self.bounds.max_rows + name, ..self.bounds }
    }

    /// Appends at most `most` rows of an item.
    pub(super) fn push(&self, at: usize, most: usize, is_highlighted: bool, rows: &mut Vec<Line<'a>>) {
        let first = rows.len();
        self.item(at, most).push(most, is_highlighted, self.bounds(at), rows);
        let row = self.row(at);
        rows.iter_mut().skip(first).for_each(|line| line.item = Some(row));
    }

    /// Returns the width of the labels without wrapping, with the margin, and of the texts below them up to `most`, in
    /// columns.
    pub(super) fn columns(&self, most: usize) -> usize {
        if let Kind::Options(options) = &self.kind { options.columns(self.bounds, most) } else { 0 }
    }

    pub(super) fn height(&self, at: usize, limit: usize) -> Height {
        self.item(at, usize::MAX).height(self.bounds(at), limit)
    }
}
