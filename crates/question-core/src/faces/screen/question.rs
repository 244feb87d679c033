//! The list of a question: its options, then added texts, then the custom row.

use std::borrow::Cow;

use super::item::{Bounds, Item, Lead, Sign};
use super::keys::Digits;
use super::preview::MEASURED_OPTIONS;
use super::stack::Text;
use crate::answer::given::{Row, Typed};
use crate::answer::sheet::Standing;
use crate::faces::frame::Role;
use crate::form::entry::Entry;
use crate::form::page::Field;
use crate::form::shown::ShownOption;
use crate::text::Clean;
use crate::text::markdown::Styles;
use crate::view::review::{self, CHOSEN, standing_sign, start};
use crate::words::{Words, fill};

/// Width of the check mark of an answered row, in columns.
const SIGN_COLUMNS: usize = 2;
/// Sign of an option whose preview has no room.
const PREVIEW: &str = " ▤";
/// Sign of a row with the text of a default.
const DEFAULT: &str = " ◪";
/// Sign of a row whose text is being edited.
const EDITED: &str = " ✎";
/// Width of a checkbox, in columns.
const BOX_COLUMNS: usize = 4;
/// Checkbox of a checked row, of one that is not checked, and the sign in their place on the custom row.
const CHECKED: Clean<'static> = Clean::own("[x] ", BOX_COLUMNS);
const UNCHECKED: Clean<'static> = Clean::own("[ ] ", BOX_COLUMNS);
const ADD_BOX: Clean<'static> = Clean::own("[+] ", BOX_COLUMNS);

/// The rows of one question.
pub(super) struct Options<'a> {
    pub(super) entry: &'a Entry,
    pub(super) digits: Digits,
    /// Field in the open editor.
    pub(super) edited: Option<Field>,
    /// Whether only the options that the words in the open text find are shown, with the row of the text.
    pub(super) is_narrowed: bool,
    pub(super) has_preview_signs: bool,
    pub(super) words: &'a Words,
}

impl<'a> Options<'a> {
    pub(super) fn len(&self) -> usize {
        if self.is_narrowed {
            self.entry.search().found().len() + usize::from(self.entry.question.allow_custom)
        } else {
            self.entry.row_count()
        }
    }

    /// Returns the index of the row that an item shows, both 0-based.
    pub(super) fn row(&self, item: usize) -> usize {
        let found = self.entry.search().found().get(item).filter(|_| self.is_narrowed);
        found.copied().unwrap_or(if self.is_narrowed { self.entry.position(Row::Custom) } else { item })
    }

    /// Returns the index of the item that shows a row, or of the row for text, both 0-based.
    pub(super) fn item_of(&self, row: usize) -> usize {
        if !self.is_narrowed {
            return row;
        }
        let found = self.entry.search().found();
        found.binary_search(&row).unwrap_or(found.len())
    }

    /// Returns the width of the widest label with its check mark, or of the widest description up to `most`, in columns.
    /// Of a long list, only the first options are measured.
    pub(super) fn columns(&self, bounds: Bounds, most: usize) -> usize {
        let shown = &self.entry.shown;
        let options = || (0..MEASURED_OPTIONS).map_while(|at| shown.option(at));
        let label =
            |option: &ShownOption| option.label.columns() + option.recommended.as_ref().map_or(0, Clean::columns);
        let labels = options().map(label).max().unwrap_or(0).max(shown.custom.label.columns()) + SIGN_COLUMNS;
        let below = options().filter_map(|option| Some(option.description.as_ref()?.as_clean().columns())).max();
        let lead = bounds.lead_columns(&self.lead(Clean::EMPTY, None));
        (lead + labels).max((lead + below.unwrap_or(0)).min(most))
    }

    pub(super) fn item(&self, at: usize) -> Item<'a> {
        match self.entry.row(self.row(at)) {
            Row::Option(option) => self.option(option),
            Row::Typed(text) => self.typed(text),
            Row::Custom => self.custom(),
        }
    }

    fn option(&self, at: usize) -> Item<'a> {
        // Each row of an option has one.
        let shown = self.entry.shown.option(at).unwrap_or(&self.entry.shown.custom);
        let lead = self.lead(self.number(shown, at + 1), Some(self.entry.is_checked(Row::Option(at))));
        // What the words of the open text find is marked instead.
        let styles = if self.entry.search().is_match(at) {
            let marks = self.entry.search().marks(shown.label.as_str());
            Cow::Owned(Styles::of_matches(&shown.label, &marks))
        } else {
            Cow::Borrowed(&shown.styles)
        };
        let recommended = shown.recommended.as_ref().map(|suffix| sign(Role::Muted, suffix.borrowed()));
        let preview = (self.has_preview_signs && shown.preview.is_some()).then(|| sign(Role::Muted, PREVIEW));
        let standing = self.entry.sheet().standing_of(at);
        let role = if standing == Standing::Decided { Role::Success } else { Role::Muted };
        let has_box = self.entry.question.mode.has_boxes();
        let standing = standing_sign(self.entry, standing, has_box, self.words).map(|standing| sign(role, standing));
        let mut signs = Vec::new();
        signs.extend(recommended);
        signs.extend(preview);
        signs.extend(standing);
        let description = shown.description.as_ref().map(|text| Text::Markdown(Role::Muted, text));
        let (role, label, asides, below_sign) = (Role::Text, shown.label.borrowed(), Vec::new(), None);
        Item { lead, role, label, styles, signs, description, asides, below_sign }
    }

    fn typed(&self, at: usize) -> Item<'a> {
        let typed = self.entry.sheet().given.typed().get(at);
        let text = typed.map_or("", |typed| &typed.text);
        let is_edited = matches!(self.edited, Some(Field::Added(_, edited)) if edited == at);
        // The editor shows the text that is edited.
        let shown = if is_edited { "" } else { start(text) };
        let more = if !is_edited && shown.len() < text.len() { "…" } else { "" };
        let source = review::source(self.entry.sheet().is_default_text(text), self.words);
        let label = Clean::composed([source, shown, more].concat().trim_end().to_owned());
        let lead = self.lead(Clean::EMPTY, Some(typed.is_some_and(Typed::is_checked)));
        Item {
            signs: is_edited.then(|| sign(Role::Accent, EDITED)).into_iter().collect(),
            ..Item::new(lead, Role::Text, label)
        }
    }

    fn custom(&self) -> Item<'a> {
        let (custom, sheet) = (&self.entry.shown.custom, self.entry.sheet());
        let lead = self.lead(self.number(custom, 0), None);
        if self.is_narrowed {
            let label = fill(self.words.answer_in_words, start(sheet.editor_text().trim()));
            return Item::new(lead, Role::Text, Clean::line(&label).into_owned());
        }
        let item = Item::new(lead, Role::Text, custom.label.borrowed());
        if matches!(self.edited, Some(Field::Answer(_))) {
            return Item { signs: vec![sign(Role::Accent, EDITED)], ..item };
        }
        let sign = |(standing, text): (Standing, &str)| match standing {
            Standing::Decided => text_sign(Role::Success, CHOSEN.as_str(), text),
            Standing::Open => text_sign(Role::Muted, EDITED, text),
            Standing::Proposed => text_sign(Role::Muted, DEFAULT, text),
        };
        Item { signs: sheet.row_texts().map(sign).collect(), ..item }
    }

    /// Returns the number before a row; empty if it cannot be typed.
    fn number(&self, shown: &'a ShownOption, number: usize) -> Clean<'a> {
        if self.digits.can_type(number) { shown.number.borrowed() } else { Clean::EMPTY }
    }

    /// Returns what stands before a label: its number, or as many blanks, and its checkbox in a list of boxes.
    fn lead(&self, number: Clean<'a>, is_checked: Option<bool>) -> Lead<'a> {
        let missing = self.entry.shown.custom.number.columns() - number.columns();
        let number = if missing > 0 { Clean::blank(missing) } else { number };
        let sign = match is_checked {
            _ if !self.entry.question.mode.has_boxes() => Clean::EMPTY,
            Some(true) => CHECKED,
            Some(false) => UNCHECKED,
            None => ADD_BOX,
        };
        Lead { number, sign, is_done: is_checked == Some(true) }
    }
}

fn sign<'a>(role: Role, text: impl Into<Clean<'a>>) -> Sign<'a> {
    Sign { role, text: text.into(), has_text: false }
}

/// Creates a sign that the start of a text of the user follows.
fn text_sign(role: Role, sign: &str, text: &str) -> Sign<'static> {
    Sign { role, text: Clean::composed([sign, " ", start(text)].concat()), has_text: true }
}
