//! The list of a question: its options, then the custom row.

use super::list::Indent;
use crate::form::{Entry, Given};
use crate::frame::{Line, Role};
use crate::text::{Clean, truncate};

/// Options that a digit chooses; the custom row is 0.
pub(super) const DIGITS: usize = 9;
/// Columns of the mark of an answered row.
const MARK_COLUMNS: usize = 2;

/// The rows of one question.
pub(super) struct Options<'a> {
    entry: &'a Entry,
    indent: Indent,
    is_editing: bool,
}

impl<'a> Options<'a> {
    pub(super) fn new(entry: &'a Entry, indent: Indent, is_editing: bool) -> Self {
        Self { entry, indent, is_editing }
    }

    pub(super) fn len(&self) -> usize {
        self.entry.custom_row() + 1
    }

    pub(super) fn push_item(&self, at: usize, is_highlighted: bool, rows: &mut Vec<Line<'a>>) {
        let role = if is_highlighted { Role::Accent } else { Role::Text };
        let Some(option) = self.entry.shown.options.get(at) else {
            return self.push_custom(is_highlighted, role, rows);
        };
        self.indent.push_item(is_highlighted, option.number.borrowed(), role, option.label.borrowed(), rows);
        if self.entry.answer == Some(Given::Option(at)) {
            self.mark(rows, Role::Success, " ✓".into());
        }
        if let Some(description) = &option.description {
            self.indent.push_below(option.number.columns(), Role::Muted, description.borrowed(), rows);
        }
    }

    /// How many rows [`Self::push_item`] makes, found without making them.
    pub(super) fn height(&self, at: usize) -> usize {
        let rows = |text| self.indent.height(self.entry.shown.custom.number.columns(), text);
        match self.entry.shown.options.get(at) {
            _ if self.has_mark(at) => {
                let mut rows = Vec::new();
                self.push_item(at, false, &mut rows);
                rows.len()
            }
            Some(option) => rows(&option.label) + option.description.as_ref().map_or(0, rows),
            None => rows(&self.entry.shown.custom.label),
        }
    }

    /// Whether something stands behind a row's label.
    fn has_mark(&self, at: usize) -> bool {
        match &self.entry.answer {
            Some(Given::Option(option)) if *option == at => true,
            Some(Given::Typed(_)) if at == self.entry.custom_row() => true,
            _ => at == self.entry.custom_row() && (self.is_editing || !self.entry.draft.trim().is_empty()),
        }
    }

    fn push_custom(&self, is_highlighted: bool, role: Role, rows: &mut Vec<Line<'a>>) {
        let custom = &self.entry.shown.custom;
        self.indent.push_item(is_highlighted, custom.number.borrowed(), role, custom.label.borrowed(), rows);
        let draft = self.entry.draft.trim();
        match &self.entry.answer {
            _ if self.is_editing => self.mark(rows, Role::Accent, " ✎".into()),
            Some(Given::Typed(text)) if text.trim() == draft || draft.is_empty() => {
                self.mark(rows, Role::Success, Clean::composed(format!(" ✓ {}", text.trim())));
            }
            Some(Given::Typed(text)) => {
                self.mark(rows, Role::Success, Clean::composed(format!(" ✓ {} ✎ {draft}", text.trim())));
            }
            _ if draft.is_empty() => {}
            _ => self.mark(rows, Role::Muted, Clean::composed(format!(" ✎ {draft}"))),
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
