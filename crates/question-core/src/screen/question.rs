//! The list of a question: its options, the texts that were added to it, then the custom row.

use super::fold::Fold;
use super::keys::Digits;
use super::list::{Indent, Lead, cut_rows};
use crate::answer::given::Row;
use crate::form::entry::Entry;
use crate::form::page::Field;
use crate::form::shown::ShownOption;
use crate::screen::frame::{Line, Role};
use crate::text::fuzzy;
use crate::text::markdown::emphasis::PLAIN;
use crate::text::{Clean, start_of, truncate};
use crate::words::Words;

/// Columns of the mark of an answered row.
const MARK_COLUMNS: usize = 2;
/// Behind an option with a preview that has no room.
const PREVIEW_MARK: &str = " ▤";
/// The boxes of a list that takes several answers.
const CHECKED: &str = "[x] ";
const UNCHECKED: &str = "[ ] ";
/// Of the row that adds to them.
const ADD_BOX: &str = "[+] ";
const BOX_COLUMNS: usize = 4;

/// The rows of one question.
pub(super) struct Options<'a> {
    pub(super) entry: &'a Entry,
    pub(super) digits: Digits,
    pub(super) indent: Indent,
    /// What the open editor edits.
    pub(super) edited: Option<Field>,
    /// Whether only those are shown that match the filter.
    pub(super) is_filtered: bool,
    /// Whether options with previews carry a mark.
    pub(super) marks_previews: bool,
    pub(super) words: &'a Words,
}

impl<'a> Options<'a> {
    pub(super) fn len(&self) -> usize {
        if self.is_filtered { self.entry.row_count() } else { self.entry.unfiltered_count() }
    }

    /// Columns of the widest option, with the mark of one that is answered.
    pub(super) fn columns(&self) -> usize {
        self.indent.lead_columns(self.lead_columns()) + self.entry.shown.columns() + MARK_COLUMNS
    }

    fn row(&self, at: usize) -> Row {
        if self.is_filtered { self.entry.row(at) } else { self.entry.unfiltered_row(at) }
    }

    /// Puts the rows of an item behind `rows`. The custom row is not folded.
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
                    let shown = start_of(&typed.text, MAX_CHARS);
                    let more = if shown.len() < typed.text.len() { "…" } else { "" };
                    let words = Clean::composed(format!("{}{shown}{more}", self.words.wrote));
                    self.indent.push_item(is_highlighted, lead, role, words, rows);
                    if matches!(self.edited, Some(Field::Added(_, edited)) if edited == text) {
                        self.mark(rows, Role::Accent, " ✎".into());
                    }
                    if fold != Fold::Whole {
                        cut_rows(first, 1, self.indent.columns, rows);
                    }
                }
            }
            Row::Custom => self.push_custom(is_highlighted, role, rows),
        }
    }

    /// How many rows an item takes as a whole, and with one row for what stands below its label; counted up to `limit`.
    pub(super) fn height(&self, at: usize, limit: usize) -> (usize, usize) {
        let mut rows = Vec::new();
        if let Row::Option(option) = self.row(at)
            && let Some(shown) = self.entry.shown.option(option)
        {
            let label = if self.has_mark(option) {
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

    /// Whether something stands behind an option's label.
    fn has_mark(&self, option: usize) -> bool {
        let is_recommended = self.entry.shown.option(option).is_some_and(|shown| shown.mark.is_some());
        is_recommended || self.entry.draft().is_option(option) || self.hides_preview(option)
    }

    /// Whether an option has a preview that is not shown.
    fn hides_preview(&self, option: usize) -> bool {
        self.marks_previews && self.entry.shown.option(option).is_some_and(|shown| shown.preview.is_some())
    }

    fn is_boxed(&self) -> bool {
        self.entry.question.mode.takes_many()
    }

    fn lead_columns(&self) -> usize {
        self.entry.shown.custom.number.columns() + if self.is_boxed() { BOX_COLUMNS } else { 0 }
    }

    /// The number of a row, if it can be typed.
    fn number(&self, shown: &'a ShownOption, number: usize) -> Clean<'a> {
        if self.digits.can_type(number) { shown.number.borrowed() } else { Clean::default() }
    }

    /// Number and box; without a number, blanks in its place.
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

    /// Puts all rows of a label, and what stands behind it, behind `rows`.
    fn push_label(
        &self,
        option: usize,
        shown: &'a ShownOption,
        is_highlighted: bool,
        role: Role,
        rows: &mut Vec<Line<'a>>,
    ) {
        self.push_text(option, shown, is_highlighted, role, self.indent, rows);
        if let Some(mark) = &shown.mark {
            self.mark_whole(rows, Role::Muted, mark.borrowed());
        }
        if self.hides_preview(option) {
            self.mark_whole(rows, Role::Muted, PREVIEW_MARK.into());
        }
        if self.entry.draft().is_option(option) {
            self.mark_whole(rows, Role::Success, " ✓".into());
        }
    }

    /// Puts a label in one row, with what stands behind it, behind `rows`. A recommendation that would leave it less than
    /// half of the row is left out.
    fn push_label_in_row(&self, option: usize, shown: &'a ShownOption, rows: &mut Vec<Line<'a>>) {
        let first = rows.len();
        self.push_text(option, shown, false, Role::Text, Indent { rows: 2, ..self.indent }, rows);
        let is_cut = rows.len() > first + 1;
        rows.truncate(first + 1);
        let Some(line) = rows.last_mut() else { return };
        let columns = self.indent.columns;
        let signs = [
            (self.hides_preview(option), Role::Muted, PREVIEW_MARK),
            (self.entry.draft().is_option(option), Role::Success, " ✓"),
        ];
        let signs = signs.into_iter().filter(|(is_there, ..)| *is_there);
        let sign_columns = signs.clone().count() * MARK_COLUMNS;
        let mark = shown.mark.as_ref().filter(|mark| {
            let used = mark.columns() + sign_columns;
            used <= columns / 2 || (!is_cut && line.width() + used <= columns)
        });
        let room = columns.saturating_sub(mark.map_or(0, Clean::columns) + sign_columns);
        let label = std::mem::take(line);
        *line = if is_cut { label.cut(room) } else { label.fit(room) };
        if let Some(mark) = mark {
            *line = std::mem::take(line).with(Role::Muted, mark.borrowed());
        }
        for (_, role, sign) in signs {
            *line = std::mem::take(line).with(role, sign);
        }
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
        // While it is filtered, what matches is marked instead.
        let styles = if self.entry.filter.matches().is_some() { &PLAIN } else { &shown.styles };
        indent.push_marked(is_highlighted, lead, role, (shown.label.borrowed(), styles), rows);
        self.highlight_match(shown, first, rows);
    }

    /// Marks the characters of a label that the filter has matched, on the rows from `first`.
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
        let mut text = self.entry.draft().text.trim();
        if text.is_empty() && self.entry.filter.is_without_match() {
            // Chosen, the row takes it over.
            text = self.entry.filter.text().trim();
        }
        match self.entry.draft().given.text().map(|given| given.trim()) {
            _ if matches!(self.edited, Some(Field::Answer(_))) => self.mark(rows, Role::Accent, " ✎".into()),
            Some(given) if given == text || text.is_empty() => {
                self.mark(rows, Role::Success, Clean::composed(format!(" ✓ {}", start(given))));
            }
            Some(given) => {
                self.mark(rows, Role::Success, Clean::composed(format!(" ✓ {} ✎ {}", start(given), start(text))));
            }
            None if text.is_empty() => {}
            None => self.mark(rows, Role::Muted, Clean::composed(format!(" ✎ {}", start(text)))),
        }
    }

    /// Puts a mark behind the last row of a label, or below it where it does not fit.
    fn mark_whole(&self, rows: &mut Vec<Line<'a>>, role: Role, mark: Clean<'a>) {
        let Some(last) = rows.last_mut() else { return };
        if last.width() + mark.columns() <= self.indent.columns {
            *last = std::mem::take(last).with(role, mark);
        } else {
            let mark = Clean::composed(mark.as_str().trim().to_owned());
            self.indent.push_below(self.lead_columns(), role, mark, rows);
        }
    }

    /// Puts a mark behind the last row of a label, as much of it as fits, or on a row of its own where nothing does.
    fn mark(&self, rows: &mut Vec<Line<'a>>, role: Role, mark: Clean<'a>) {
        let Some(last) = rows.last_mut() else { return };
        let room = self.indent.columns.saturating_sub(last.width());
        if room >= MARK_COLUMNS {
            *last = std::mem::take(last).with(role, truncate(mark, room));
        } else {
            rows.push(Line::of(role, truncate(mark, self.indent.columns)));
        }
    }
}

/// Characters of an added text that are laid out; all of it is in the editor.
const MAX_CHARS: usize = 20_000;

/// As much of a text as a row may show, so that a long one costs no more.
fn start(text: &str) -> &str {
    /// Characters; more than the columns of any terminal.
    const MAX: usize = 4_096;
    start_of(text, MAX)
}
