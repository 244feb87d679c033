//! Lists: rows of a page that the highlight moves over, laid out item by item, so that hidden items cost nothing.

use super::Screen;
use super::heights::Height;
use super::item::{Bounds, Item, Lead, Sign};
use super::keys::Digits;
use super::layout::Layout;
use super::preview::MEASURED_OPTIONS;
use super::stack::Text;
use crate::answer::sheet::Standing;
use crate::faces::frame::{Line, Role};
use crate::form::shown::ShownOption;
use crate::form::{Focus, Form};
use crate::text::{self, Clean};
use crate::view::{ARROW, Aside, AsideKind, RowKind, RowView, Rows, start};
use crate::words::Words;

/// Width of the check mark of an answered row, in columns.
const SIGN_COLUMNS: usize = 2;
/// Sign of an option whose preview has no room, or stands beside another row.
const PREVIEW: Clean<'static> = Clean::own(" ▤", 2);
/// Sign of a row whose text is being edited, and of an answer whose unsent texts have no row.
const EDITED: Clean<'static> = Clean::own(" ✎", 2);
/// Width of the period and the blank behind a number, in columns.
const NUMBER_END: usize = 2;
/// Width of a checkbox, in columns.
const BOX_COLUMNS: usize = 4;
/// The sign in the place of a checkbox on the custom row.
const ADD_BOX: Clean<'static> = Clean::own("[+] ", BOX_COLUMNS);

/// Returns the checkbox of a row.
pub(super) const fn checkbox(is_checked: bool) -> Clean<'static> {
    Clean::own(if is_checked { "[x] " } else { "[ ] " }, BOX_COLUMNS)
}

/// The list of a page.
pub(super) struct List<'a> {
    form: &'a Form,
    rows: Rows<'a>,
    /// The digits that choose items.
    digits: Digits,
    bounds: Bounds,
    /// Whether previews are shown, and the index of the option whose preview stands beside another row, 0-based.
    has_previews: bool,
    previewed: Option<usize>,
}

impl<'a> List<'a> {
    pub(super) fn of(screen: &'a Screen, layout: &Layout) -> Self {
        let form = &screen.form;
        let rows = Rows::of(form, start).narrowed(layout.is_narrowed);
        let focus = if rows.entry().is_some() || rows.is_review() { Focus::List } else { form.focus() };
        let bounds =
            Bounds { margin: layout.margin, columns: layout.list_columns(), max_rows: screen.size.rows.max(1) };
        let has_previews = layout.pane.is_some();
        let is_other = || rows.entry().is_some_and(|entry| entry.highlighted_option().is_none());
        let previewed = if has_previews && is_other() { form.previewed().map(|(_, option)| option) } else { None };
        Self { form, rows, digits: screen.keys.digits(focus), bounds, has_previews, previewed }
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn ends_in_custom(&self) -> bool {
        self.rows.entry().is_some_and(|entry| entry.question.allow_custom)
    }

    /// Returns the index of the form's row that an item shows, both 0-based.
    pub(super) fn row(&self, item: usize) -> usize {
        self.rows.row(item)
    }

    /// Returns the index of the item that is highlighted, 0-based, or `None` if none is.
    pub(super) fn highlight(&self) -> Option<usize> {
        self.rows.highlight()
    }

    /// Returns the index of the item that a list which scrolls shows: the highlighted one, or, above a message, the one that
    /// was highlighted in the review.
    pub(super) fn focus(&self) -> usize {
        self.rows.focus()
    }

    /// Returns an item, for at most `most` rows; `usize::MAX` measures it with all signs that it may have.
    fn item(&self, at: usize, most: usize) -> Item<'a> {
        let words = self.form.words();
        let Some(row) = self.rows.get(at) else { return Item::default() };
        let lead = Lead { number: self.number(&row), sign: self.sign(&row), is_done: is_done(&row) };
        let mut item = Item {
            lead,
            role: role(&row),
            signs: self.signs(&row, words, most == usize::MAX),
            description: row.description.map(|text| Text::Markdown(Role::Muted, text)),
            asides: Vec::new(),
            below_sign: None,
            label: row.label,
            styles: row.styles,
        };
        let mut asides = row.asides;
        if let Some(answer) = row.answer {
            // Texts that are sent have no sign.
            let is_unsent = answer.asides.iter().any(|aside| !aside.sign().is_empty());
            let text = if is_unsent { EDITED } else { Clean::own(" …", 2) };
            item.below_sign = Some(Sign { role: Role::Muted, text, has_text: false });
            let room = self.bounds.room(&item.lead);
            if most <= 1 && !item.label.fits(room) {
                let said = answer.said(words);
                let said = said.strip_prefix(words.by_default).unwrap_or(&said);
                item.label = in_one_row(answer.name.borrowed(), said, room);
            }
            asides = answer.asides;
        }
        for aside in &asides {
            item.asides.push(Text::Plain(Role::Muted, Clean::text(&aside.line(words)).into_owned()));
        }
        item
    }

    /// Returns the number of an item, right-aligned; blank if it cannot be typed.
    fn number(&self, row: &RowView<'a>) -> Clean<'static> {
        let columns = self.number_columns();
        match row.number.filter(|number| self.digits.can_type(*number)) {
            _ if columns == 0 || matches!(row.kind, RowKind::Discussion | RowKind::Submit) => Clean::EMPTY,
            Some(number) => right_aligned(number, columns),
            None => Clean::blank(columns),
        }
    }

    /// Returns the width of the numbers, in columns; 0 if no item has one.
    fn number_columns(&self) -> usize {
        self.rows.numbered().checked_ilog10().map_or(0, |log| log as usize + 1 + NUMBER_END)
    }

    /// Returns the sign before a label: a checkbox, or how far an answer in the review is decided.
    fn sign(&self, row: &RowView<'a>) -> Clean<'static> {
        match row.is_checked {
            Some(is_checked) => checkbox(is_checked),
            None if self.has_boxes() => ADD_BOX,
            None => row.sign(),
        }
    }

    /// Returns the signs of the first items in one text.
    pub(super) fn all_signs(&self, words: &Words) -> String {
        let rows = (0..self.len().min(MEASURED_OPTIONS)).filter_map(|at| self.rows.get(at));
        let signs = |row: RowView<'a>| {
            let behind = self.signs(&row, words, false).into_iter().map(|sign| sign.text);
            let below = row.answer.iter().flat_map(|answer| &answer.asides).map(Aside::sign);
            let beside = std::iter::once(self.sign(&row)).chain(behind);
            beside.map(|sign| sign.as_str().to_owned()).chain(below.map(str::to_owned)).collect::<String>()
        };
        rows.map(signs).collect()
    }

    fn has_boxes(&self) -> bool {
        self.rows.entry().is_some_and(|entry| entry.question.mode.has_boxes())
    }

    /// Returns the signs behind a label; `is_measured`: also that for a preview which stands beside another row only now and then.
    fn signs(&self, row: &RowView<'a>, words: &Words, is_measured: bool) -> Vec<Sign<'a>> {
        let mut signs = Vec::new();
        let mut sign = |role: Role, text: Clean<'a>| signs.push(Sign { role, text, has_text: false });
        if let Some(suffix) = &row.recommended {
            sign(Role::Muted, suffix.clone());
        }
        let is_previewed = self.previewed.is_some_and(|option| row.number == Some(option + 1));
        if row.preview.is_some() && (is_measured || is_previewed || !self.has_previews) {
            sign(Role::Muted, PREVIEW);
        }
        if let Some(mark) = row.mark(words, true) {
            sign(if row.standing == Standing::Decided { Role::Success } else { Role::Muted }, mark);
        }
        if row.is_edited {
            sign(Role::Accent, EDITED);
        }
        for text in &row.texts {
            let role = if text.kind == AsideKind::Wrote { Role::Success } else { Role::Muted };
            signs.push(Sign { role, text: Clean::composed([" ", &text.signed()].concat()), has_text: true });
        }
        signs
    }

    /// Appends at most `most` rows of an item.
    pub(super) fn push(&self, at: usize, most: usize, is_highlighted: bool, rows: &mut Vec<Line<'a>>) {
        let first = rows.len();
        self.item(at, most).push(most, is_highlighted, self.bounds, rows);
        let row = self.row(at);
        rows.iter_mut().skip(first).for_each(|line| line.item = Some(row));
    }

    pub(super) fn height(&self, at: usize, limit: usize) -> Height {
        self.item(at, usize::MAX).height(self.bounds, limit)
    }

    /// Returns the width of the widest label with its check mark, or of the widest description up to `most`, with the
    /// margin, in columns. Of a long list, only the first options are measured.
    pub(super) fn columns(&self, most: usize) -> usize {
        let Some(entry) = self.rows.entry() else { return 0 };
        let options = || (0..MEASURED_OPTIONS).map_while(|at| entry.shown.option(at));
        let label =
            |option: &ShownOption| option.label.columns() + option.recommended.as_ref().map_or(0, Clean::columns);
        let labels = options().map(label).max().unwrap_or(0).max(entry.shown.custom_label.columns()) + SIGN_COLUMNS;
        let below = options().filter_map(|option| Some(option.description.as_ref()?.as_clean().columns())).max();
        let sign = if self.has_boxes() { ADD_BOX } else { Clean::EMPTY };
        let lead = Lead { number: Clean::blank(self.number_columns()), sign, is_done: false };
        let lead = self.bounds.lead_columns(&lead);
        (lead + labels).max((lead + below.unwrap_or(0)).min(most))
    }
}

/// Returns a number with its end, in so many columns. It is drawn often, and formatting takes ten times as long.
fn right_aligned(number: usize, columns: usize) -> Clean<'static> {
    const SHORT: [&str; 10] = ["0. ", "1. ", "2. ", "3. ", "4. ", "5. ", "6. ", "7. ", "8. ", "9. "];
    match SHORT.get(number) {
        Some(short) if columns == 1 + NUMBER_END => Clean::own(short, columns),
        _ => Clean::composed(format!("{number:>0$}. ", columns - NUMBER_END)),
    }
}

fn is_done(row: &RowView<'_>) -> bool {
    row.is_checked == Some(true) || (row.kind == RowKind::Answer && row.standing == Standing::Decided)
}

/// Returns the role of a label that is not highlighted.
fn role(row: &RowView<'_>) -> Role {
    match (row.kind, row.standing) {
        (RowKind::Answer, Standing::Open) if row.is_missing => Role::Warning,
        (RowKind::Answer, Standing::Open) | (RowKind::Discussion, _) => Role::Muted,
        (RowKind::Submit, _) if row.is_missing => Role::Muted,
        (RowKind::Submit, _) => Role::Success,
        (RowKind::Option | RowKind::Added | RowKind::Custom | RowKind::Answer | RowKind::Choice, _) => Role::Text,
    }
}

/// Returns a question and its answer for a row that is too short for both. The question is cut in favor of the answer, and
/// the sign alone says that it is a default.
fn in_one_row(name: Clean<'_>, said: &str, columns: usize) -> Clean<'static> {
    /// Fraction of the row that is left to the question: one in this number.
    const NAME_SHARE: usize = 3;
    let said = Clean::line(said);
    let room = columns.saturating_sub(Clean::from(ARROW).columns());
    let name = text::shortened(name, room.saturating_sub(said.columns()).max(room / NAME_SHARE));
    Clean::composed([name.as_str(), ARROW, said.as_str()].concat())
}
