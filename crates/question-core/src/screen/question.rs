//! The list of a question: its options, then added texts, then the row for free text.

use super::fold::Fold;
use super::keys::Digits;
use super::list::{Indent, Lead, cut_rows};
use super::preview::MEASURED_OPTIONS;
use super::review::start;
use crate::answer::given::Row;
use crate::form::entry::Entry;
use crate::form::page::Field;
use crate::form::shown::ShownOption;
use crate::screen::frame::{Line, Role};
use crate::text::fuzzy;
use crate::text::markdown::emphasis::PLAIN;
use crate::text::{Clean, truncate};
use crate::words::Words;

/// Width of the check mark of an answered row, in columns.
const SIGN_COLUMNS: usize = 2;
/// Suffix of an option whose preview has no room.
const PREVIEW_SIGN: &str = " ▤";
/// Checkbox of a checked row.
const CHECKED: &str = "[x] ";
/// Checkbox of a row that is not checked.
const UNCHECKED: &str = "[ ] ";
/// Sign in place of a checkbox on the row for free text.
const ADD_BOX: &str = "[+] ";
/// Width of a checkbox, in columns.
const BOX_COLUMNS: usize = 4;

/// The rows of one question.
pub(super) struct Options<'a> {
    pub(super) entry: &'a Entry,
    pub(super) digits: Digits,
    pub(super) indent: Indent,
    /// Field in the open editor.
    pub(super) edited: Option<Field>,
    /// Whether only options that match the filter are shown.
    pub(super) is_filtered: bool,
    /// Whether options with previews have a sign.
    pub(super) has_preview_signs: bool,
    pub(super) words: &'a Words,
}

impl<'a> Options<'a> {
    pub(super) fn len(&self) -> usize {
        if self.is_filtered { self.entry.row_count() } else { self.entry.unfiltered_count() }
    }

    /// Returns the width of the widest option, with the check mark, in columns. Of a long list, only the first options
    /// are measured.
    pub(super) fn columns(&self) -> usize {
        let shown = &self.entry.shown;
        let widest = |option: &ShownOption| {
            let label = option.label.columns() + option.recommended.as_ref().map_or(0, Clean::columns);
            label.max(option.description.as_ref().map_or(0, |text| text.text().columns()))
        };
        let options = (0..MEASURED_OPTIONS).map_while(|at| shown.option(at)).map(widest);
        let widest = options.max().unwrap_or(0).max(shown.custom.label.columns());
        self.indent.lead_columns(self.lead_columns()) + widest + SIGN_COLUMNS
    }

    fn row(&self, at: usize) -> Row {
        if self.is_filtered { self.entry.row(at) } else { self.entry.unfiltered_row(at) }
    }

    /// Appends the rows of an item. The row for free text is not folded.
    pub(super) fn push_item(&self, at: usize, fold: Fold, is_highlighted: bool, rows: &mut Vec<Line<'a>>) {
        let first = rows.len();
        let role = if is_highlighted { Role::Accent } else { Role::Text };
        match self.row(at) {
            Row::Option(option) => {
                if let Some(shown) = self.entry.shown.option(option) {
                    match fold {
                        Fold::Label => self.push_label_in_row(option, shown, rows),
                        Fold::Whole | Fold::Brief => self.push_label(option, shown, is_highlighted, role, rows),
                    }
                    let most = match fold {
                        Fold::Whole => usize::MAX,
                        Fold::Brief => 1,
                        Fold::Label => return,
                    };
                    if let Some(description) = &shown.description {
                        self.indent.push_block(self.lead_columns(), Role::Muted, description, most, rows);
                    }
                }
            }
            Row::Typed(text) => {
                if let Some(typed) = self.entry.draft().given.typed().get(text) {
                    let lead = self.lead(Clean::default(), Some(typed.is_checked));
                    let shown = start(&typed.text);
                    let more = if shown.len() < typed.text.len() { "…" } else { "" };
                    let words = Clean::composed(format!("{}{shown}{more}", self.words.wrote));
                    self.indent.push_item(is_highlighted, lead, role, words, rows);
                    if matches!(self.edited, Some(Field::Added(_, edited)) if edited == text) {
                        self.push_sign(rows, Role::Accent, " ✎".into());
                    }
                    if fold != Fold::Whole {
                        cut_rows(first, 1, self.indent.columns, rows);
                    }
                }
            }
            Row::Custom => self.push_custom(is_highlighted, role, rows),
        }
    }

    /// Returns the height of an item in rows, at most `limit`: in full, and with one row for all text below its label.
    pub(super) fn height(&self, at: usize, limit: usize) -> (usize, usize) {
        let mut rows = Vec::new();
        if let Row::Option(option) = self.row(at)
            && let Some(shown) = self.entry.shown.option(option)
        {
            let label = if self.signs(option, shown).next().is_some() {
                self.push_label(option, shown, false, Role::Text, &mut rows);
                rows.len()
            } else {
                self.indent.height(self.lead_columns(), &shown.label, limit)
            };
            let room = self.indent.room(self.lead_columns());
            let below = shown.description.as_ref().map_or(0, |text| text.count(room).min(limit));
            return (label + below, label + below.min(1));
        }
        self.push_item(at, Fold::Whole, false, &mut rows);
        let whole = rows.len();
        (whole, if let Row::Typed(_) = self.row(at) { 1 } else { whole })
    }

    /// Returns the signs after an option's label: recommended, preview without room, chosen.
    fn signs(&self, option: usize, shown: &'a ShownOption) -> impl Iterator<Item = (Role, Clean<'a>)> + use<'a> {
        let recommended = shown.recommended.as_ref().map(|suffix| (Role::Muted, suffix.borrowed()));
        let preview = (self.has_preview_signs && shown.preview.is_some()).then(|| (Role::Muted, PREVIEW_SIGN.into()));
        let answer = self.entry.draft().is_option(option).then(|| (Role::Success, " ✓".into()));
        [recommended, preview, answer].into_iter().flatten()
    }

    fn is_boxed(&self) -> bool {
        self.entry.question.mode.takes_many()
    }

    fn lead_columns(&self) -> usize {
        self.entry.shown.custom.number.columns() + if self.is_boxed() { BOX_COLUMNS } else { 0 }
    }

    /// Returns the number of a row, or nothing if it cannot be typed.
    fn number(&self, shown: &'a ShownOption, number: usize) -> Clean<'a> {
        if self.digits.can_type(number) { shown.number.borrowed() } else { Clean::default() }
    }

    /// Returns the number and checkbox of a row. A missing number is replaced by blanks.
    fn lead(&self, number: Clean<'a>, is_checked: Option<bool>) -> Lead<'a> {
        let missing = self.entry.shown.custom.number.columns() - number.columns();
        let number = if missing > 0 { Clean::blank(missing) } else { number };
        let sign = match is_checked {
            _ if !self.is_boxed() => return Lead { number, ..Lead::default() },
            Some(true) => CHECKED,
            Some(false) => UNCHECKED,
            None => ADD_BOX,
        };
        Lead { number, sign, sign_columns: BOX_COLUMNS, is_done: is_checked == Some(true) }
    }

    /// Appends all rows of a label and its signs.
    fn push_label(
        &self,
        option: usize,
        shown: &'a ShownOption,
        is_highlighted: bool,
        role: Role,
        rows: &mut Vec<Line<'a>>,
    ) {
        self.push_text(option, shown, is_highlighted, role, self.indent, rows);
        for (role, sign) in self.signs(option, shown) {
            self.push_whole_sign(rows, role, sign);
        }
    }

    /// Appends a label and its signs in one row. The suffix of a recommendation is left out if it takes half of the row
    /// or more.
    fn push_label_in_row(&self, option: usize, shown: &'a ShownOption, rows: &mut Vec<Line<'a>>) {
        let first = rows.len();
        self.push_text(option, shown, false, Role::Text, Indent { rows: 2, ..self.indent }, rows);
        let is_cut = rows.len() > first + 1;
        rows.truncate(first + 1);
        let Some(line) = rows.last_mut() else { return };
        let columns = self.indent.columns;
        let sign_columns =
            |skipped| self.signs(option, shown).skip(skipped).map(|(_, sign)| sign.columns()).sum::<usize>();
        let all = sign_columns(0);
        let has_room = all <= columns / 2 || (!is_cut && line.width() + all <= columns);
        let skipped = usize::from(shown.recommended.is_some() && !has_room);
        let room = columns.saturating_sub(sign_columns(skipped));
        let label = std::mem::take(line);
        let label = if is_cut { label.cut(room) } else { label.fit(room) };
        *line = self.signs(option, shown).skip(skipped).fold(label, |line, (role, sign)| line.with(role, sign));
    }

    fn push_text(
        &self,
        option: usize,
        shown: &'a ShownOption,
        is_highlighted: bool,
        role: Role,
        indent: Indent,
        rows: &mut Vec<Line<'a>>,
    ) {
        let is_checked = self.entry.is_checked(Row::Option(option));
        let first = rows.len();
        let lead = self.lead(self.number(shown, option + 1), Some(is_checked));
        // While the list is filtered, matching characters are highlighted instead.
        let styles = if self.entry.filter.matches().is_some() { &PLAIN } else { &shown.styles };
        indent.push_styled(is_highlighted, lead, role, (shown.label.borrowed(), styles), rows);
        self.highlight_match(shown, first, rows);
    }

    /// Highlights the characters of a label that match the filter, on the rows from index `first` on.
    fn highlight_match(&self, shown: &'a ShownOption, first: usize, rows: &mut [Line<'a>]) {
        if self.entry.filter.matches().is_none() {
            return;
        }
        let matched = fuzzy::positions(self.entry.filter.text(), shown.label.as_str());
        let mut seen = 0;
        for row in rows.iter_mut().skip(first) {
            // The label is the last span of its row.
            if let Some(label) = row.spans.pop() {
                row.spans.extend(label.split_at_matches(&matched, &mut seen));
            }
        }
    }

    fn push_custom(&self, is_highlighted: bool, role: Role, rows: &mut Vec<Line<'a>>) {
        let custom = &self.entry.shown.custom;
        let lead = self.lead(self.number(custom, 0), None);
        self.indent.push_item(is_highlighted, lead, role, custom.label.borrowed(), rows);
        let text = self.entry.draft().text.trim();
        if matches!(self.edited, Some(Field::Answer(_))) {
            return self.push_sign(rows, Role::Accent, " ✎".into());
        }
        let given = self.entry.draft().given.text().map(|given| given.trim());
        if let Some(given) = given {
            self.push_sign(rows, Role::Success, Clean::composed(format!(" ✓ {}", start(given))));
        }
        if !text.is_empty() && given != Some(text) {
            self.push_sign(rows, Role::Muted, Clean::composed(format!(" ✎ {}", start(text))));
        } else if text.is_empty() && self.entry.filter.is_without_match() {
            // Choosing the row takes the filter's text over into the editor.
            let found = self.entry.filter.text().trim();
            self.push_sign(rows, Role::Muted, Clean::composed(format!(" {}", start(found))));
        }
    }

    /// Appends a sign to the last row of a label, or puts it on a new row if it does not fit.
    fn push_whole_sign(&self, rows: &mut Vec<Line<'a>>, role: Role, sign: Clean<'a>) {
        let Some(last) = rows.last_mut() else { return };
        if last.width() + sign.columns() <= self.indent.columns {
            *last = std::mem::take(last).with(role, sign);
        } else {
            let sign = Clean::composed(sign.as_str().trim().to_owned());
            self.indent.push_below(self.lead_columns(), role, sign, rows);
        }
    }

    /// Appends as much of a sign as fits to the last row of a label, or puts it on a new row if nothing fits.
    fn push_sign(&self, rows: &mut Vec<Line<'a>>, role: Role, sign: Clean<'a>) {
        let Some(last) = rows.last_mut() else { return };
        let room = self.indent.columns.saturating_sub(last.width());
        if room >= SIGN_COLUMNS {
            *last = std::mem::take(last).with(role, truncate(sign, room));
        } else {
            rows.push(Line::of(role, truncate(sign, self.indent.columns)));
        }
    }
}
