//! What undo and redo go back and forth over: the drafts of single questions as they were, and what the user would
//! rather say.

use std::collections::VecDeque;

use crate::answer::draft::Draft;
use crate::form::entry::Entry;

/// Bytes of what is kept to be brought back. Beyond them the oldest is forgotten, but for the last change.
const MAX_BYTES: usize = 32_000_000;

/// The changes so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Undo {
    done: Changes,
    undone: Changes,
    /// Whether the last change goes on: the typing of one visit to the editor is one change.
    is_typing: bool,
}

/// Changes, the last of them at the end.
#[derive(Clone, Debug, Default)]
struct Changes {
    all: VecDeque<Change>,
    bytes: usize,
}

/// Something as it was on the other side of a change.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    /// The draft of the question at this position.
    Draft(usize, Draft),
    /// What the user would rather say.
    Discussion(String),
}

/// Where a change was taken back or made again, and what was there before that.
#[derive(Clone, Debug)]
pub(crate) enum Changed {
    /// In the draft of the question at this position.
    Question(usize, Draft),
    /// In what the user would rather say.
    Discussion(String),
}

impl Undo {
    /// Notes what is about to change. What ends the typing belongs to it.
    pub(crate) fn record(&mut self, before: Change) {
        if !self.is_typing {
            self.done.push(before);
            self.undone = Changes::default();
        }
        self.is_typing = false;
    }

    /// Notes what an editor held before it was typed in; until the editor is left, all typing is one change.
    pub(crate) fn record_typing(&mut self, before: impl FnOnce() -> Change) {
        if !self.is_typing {
            self.record(before());
            self.is_typing = true;
        }
    }

    /// An editor was left or opened.
    pub(crate) fn end_typing(&mut self) {
        self.is_typing = false;
    }

    /// Whether there was typed since the editor was opened.
    pub(crate) fn is_typing(&self) -> bool {
        self.is_typing
    }

    /// Takes the last change back; says where it was.
    pub(crate) fn back(&mut self, entries: &mut [Entry], discussion: &mut String) -> Option<Changed> {
        swap(self.done.pop()?, entries, discussion, &mut self.undone)
    }

    /// Makes the last change that was taken back again.
    pub(crate) fn again(&mut self, entries: &mut [Entry], discussion: &mut String) -> Option<Changed> {
        swap(self.undone.pop()?, entries, discussion, &mut self.done)
    }
}

impl Changes {
    fn push(&mut self, change: Change) {
        self.bytes += change.bytes();
        self.all.push_back(change);
        while self.bytes > MAX_BYTES && self.all.len() > 1 {
            let oldest = self.all.pop_front();
            self.bytes -= oldest.as_ref().map_or(0, Change::bytes);
        }
    }

    fn pop(&mut self) -> Option<Change> {
        let last = self.all.pop_back()?;
        self.bytes -= last.bytes();
        Some(last)
    }
}

impl Change {
    fn bytes(&self) -> usize {
        match self {
            Self::Draft(_, draft) => draft.bytes(),
            Self::Discussion(text) => text.len(),
        }
    }
}

fn swap(change: Change, entries: &mut [Entry], discussion: &mut String, other: &mut Changes) -> Option<Changed> {
    match change {
        Change::Draft(at, draft) => {
            let entry = entries.get_mut(at)?;
            let before = entry.edit(|own| std::mem::replace(own, draft));
            other.push(Change::Draft(at, before.clone()));
            Some(Changed::Question(at, before))
        }
        Change::Discussion(text) => {
            let before = std::mem::replace(discussion, text);
            other.push(Change::Discussion(before.clone()));
            Some(Changed::Discussion(before))
        }
    }
}
