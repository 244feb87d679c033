//! The list of a question: its options, then the custom row.

use super::list::Indent;
use crate::form::{Entry, Given};
use crate::frame::{Line, Role};
use crate::questionnaire::CUSTOM_LABEL;
use crate::text::{Clean, truncate, width};

/// Options that a digit chooses; the custom row is 0.
pub(super) const DIGITS: usize = 9;

const AFTER_NUMBER: &str = ". ";

/// The rows of one question.
pub(super) struct Options<'a> {
    entry: &'a Entry,
    indent: Indent,
    is_editing: bool,
    /// Columns of the largest number.
    digits: usize,
}

impl<'a> Options<'a> {
    pub(super) fn new(entry: &'a Entry, indent: Indent, is_editing: bool) -> Self {
        let count = entry.question.options.len();
        Self { entry, indent, is_editing, digits: count.checked_ilog10().map_or(1, |log| log as usize + 1) }
    }

    pub(super) fn len(&self) -> usize {
        self.entry.custom_row() + 1
    }

    pub(super) fn item(&self, at: usize, is_highlighted: bool) -> Vec<Line<'a>> {
        let role = if is_highlighted { Role::Accent } else { Role::Text };
        let Some(option) = self.entry.question.options.get(at) else {
            return self.custom(is_highlighted, role);
        };
        let lead = self.lead(at + 1);
        let mut rows = self.indent.item(is_highlighted, &lead, role, Clean::line(&option.label));
        if self.entry.answer == Some(Given::Option(at)) {
            self.mark(&mut rows, Role::Success, Clean::from(" ✓"));
        }
        if let Some(description) = &option.description {
            rows.extend(self.indent.below(&lead, Role::Muted, Clean::text(description.trim_end())));
        }
        rows
    }

    /// How many rows [`Self::item`] makes, found without making them.
    pub(super) fn height(&self, at: usize) -> usize {
        let is_plain = self.entry.answer != Some(Given::Option(at));
        let Some(option) = self.entry.question.options.get(at).filter(|_| is_plain) else {
            return self.item(at, false).len();
        };
        let lead_columns = self.digits + width(AFTER_NUMBER);
        let rows = |text| self.indent.height(lead_columns, text);
        let description = option.description.as_ref();
        rows(Clean::line(&option.label)) + description.map_or(0, |text| rows(Clean::text(text.trim_end())))
    }

    fn custom(&self, is_highlighted: bool, role: Role) -> Vec<Line<'a>> {
        let lead = self.lead(0);
        let mut rows = self.indent.item(is_highlighted, &lead, role, CUSTOM_LABEL.into());
        let typed = match &self.entry.answer {
            Some(Given::Typed(text)) => Some(text),
            _ => None,
        };
        if self.is_editing {
            self.mark(&mut rows, Role::Accent, Clean::from(" ✎"));
        } else if let Some(text) = typed {
            self.mark(&mut rows, Role::Success, Clean::composed(format!(" ✓ {}", text.trim())));
        } else if !self.entry.draft.trim().is_empty() {
            self.mark(&mut rows, Role::Muted, Clean::composed(format!(" ✎ {}", self.entry.draft.trim())));
        }
        rows
    }

    /// The number of a row, right-aligned.
    fn lead(&self, number: usize) -> String {
        format!("{number:>digits$}{AFTER_NUMBER}", digits = self.digits)
    }

    /// Puts a mark behind the last row of a label, as much of it as fits, or on a row of its own where nothing does.
    fn mark(&self, rows: &mut Vec<Line<'a>>, role: Role, mark: Clean<'a>) {
        let Some(last) = rows.last_mut() else { return };
        let room = self.indent.columns.saturating_sub(last.width());
        if room >= width(" ✓") {
            *last = std::mem::take(last).with(role, truncate(mark, room));
        } else {
            rows.push(Line::of(role, truncate(mark, self.indent.columns)));
        }
    }
}
