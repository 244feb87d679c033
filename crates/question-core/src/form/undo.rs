//! Undo and redo over the whole form: a history of the sheets of single questions, and of the message to talk first.

use std::collections::VecDeque;

use crate::answer::sheet::Sheet;
use crate::form::entry::Entry;

/// Maximum size of the history, in bytes. Beyond it the oldest changes are dropped, but never the last.
const MAX_BYTES: usize = 32_000_000;

/// The history of a form.
#[derive(Clone, Debug, Default)]
pub(crate) struct Undo {
    done: VecDeque<Replaced>,
    undone: VecDeque<Replaced>,
    /// Whether the last change is still being typed. All typing in an editor until it is left is one change.
    is_typing: bool,
}

/// The state before a change: what it has replaced.
#[derive(Clone, Debug)]
pub(crate) enum Replaced {
    /// The sheet of the question at this index, 0-based.
    Sheet(usize, Sheet),
    /// The message to talk first.
    Discussion(String),
}

impl Undo {
    /// Records the state before a change. A change that ends typing is undone together with it.
    pub(crate) fn record(&mut self, before: Replaced) {
        if !self.is_typing {
            self.done.push_back(before);
            self.undone.clear();
            while self.done.len() > 1 && self.done.iter().map(Replaced::bytes).sum::<usize>() > MAX_BYTES {
                self.done.pop_front();
            }
        }
        self.is_typing = false;
    }

    /// Records the state before the first typing in an editor. Further typing adds nothing until [`Self::end_typing`].
    pub(crate) fn record_typing(&mut self, before: impl FnOnce() -> Replaced) {
        if !self.is_typing {
            self.record(before());
            self.is_typing = true;
        }
    }

    /// Returns whether anything was typed since an editor was opened.
    pub(crate) fn is_typing(&self) -> bool {
        self.is_typing
    }

    /// Returns the sheet before the typing in an editor that is still open.
    pub(crate) fn before_typing(&self) -> Option<Sheet> {
        match self.done.back() {
            Some(Replaced::Sheet(_, before)) if self.is_typing => Some(before.clone()),
            _ => None,
        }
    }

    /// Forgets the typing in an editor that is still open.
    pub(crate) fn forget_typing(&mut self) {
        self.done.pop_back();
        self.is_typing = false;
    }

    /// Records that an editor was opened or left.
    pub(crate) fn end_typing(&mut self) {
        self.is_typing = false;
    }

    /// Undoes the last change. Returns the change that redoes it.
    pub(crate) fn undo(&mut self, entries: &mut [Entry], discussion: &mut String) -> Option<&Replaced> {
        self.undone.push_back(self.done.pop_back()?.swapped(entries, discussion));
        self.undone.back()
    }

    /// Redoes the change that was undone last. Returns the change that undoes it.
    pub(crate) fn redo(&mut self, entries: &mut [Entry], discussion: &mut String) -> Option<&Replaced> {
        self.done.push_back(self.undone.pop_back()?.swapped(entries, discussion));
        self.done.back()
    }
}

impl Replaced {
    pub(crate) fn question(&self) -> Option<usize> {
        match self {
            Self::Sheet(at, _) => Some(*at),
            Self::Discussion(_) => None,
        }
    }

    /// Returns the first text that was replaced and that the form has no longer.
    pub(crate) fn taken_text(&self, entries: &[Entry], discussion: &str) -> Option<&str> {
        match self {
            Self::Sheet(at, before) => {
                let after = entries.get(*at)?.sheet();
                before.texts().find(|text| after.texts().all(|own| own != *text))
            }
            Self::Discussion(before) => {
                Some(before.trim()).filter(|text| !text.is_empty() && *text != discussion.trim())
            }
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Sheet(_, sheet) => sheet.bytes(),
            Self::Discussion(text) => text.len(),
        }
    }

    /// Restores the sheet, and highlights the row that changes, or the message. Returns the change that takes that back.
    fn swapped(mut self, entries: &mut [Entry], discussion: &mut String) -> Self {
        match &mut self {
            Self::Sheet(at, sheet) => {
                if let Some(entry) = entries.get_mut(*at) {
                    entry.edit(|own| std::mem::swap(own, sheet));
                    entry.show_change(sheet);
                }
            }
            Self::Discussion(text) => std::mem::swap(discussion, text),
        }
        self
    }
}
