//! Keeps keys and clicks that were meant for something else from answering a form: keys for pi's prompt when the form
//! opens, keys and clicks for what covered the form, and the second click of a double click.
//!
//! Keys and clicks that answer, toggle or open something apply only after a quiet period since the form was painted and
//! since the last key or click. The form reappearing, and a click that turns a page, each begin another quiet period.
//! The host gives the time of each event, in milliseconds since a fixed moment.

use crate::form::action::Action;
use crate::form::command::Command;

/// Quiet period after which the user has surely seen the form, in milliseconds.
pub(crate) const QUIET_MS: f64 = 400.0;
/// Quiet period if pi's prompt holds unsent text, in milliseconds. It is longer, because people pause while they write.
const WRITING_QUIET_MS: f64 = 1_200.0;
/// Time after which plain dialogs open without a quiet period, in milliseconds. Nobody types for that long without a
/// pause.
const LONGEST_MS: f64 = 15_000.0;

/// What the user was doing when a form opened.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Before {
    /// Time of the last key, if any.
    pub last_key: Option<f64>,
    /// Whether pi's prompt holds unsent text.
    pub is_writing: bool,
}

impl Before {
    fn quiet_ms(self) -> f64 {
        if self.is_writing { WRITING_QUIET_MS } else { QUIET_MS }
    }

    /// Returns the milliseconds until plain dialogs that were requested at `asked` may open. Dialogs cannot tell text
    /// for the prompt from answers, so they wait for typing to end.
    #[must_use]
    pub fn remaining_ms(self, asked: f64, now: f64) -> f64 {
        let remaining = self.last_key.map_or(0.0, |last| last + self.quiet_ms() - now);
        remaining.min(asked + LONGEST_MS - now).max(0.0)
    }
}

/// The state of the guard.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Guard {
    /// All keys apply.
    #[default]
    Open,
    /// Keys that answer, toggle or open something do not apply.
    Closed {
        /// What the user was doing. The time of the last key is when the quiet period began.
        before: Before,
        /// Whether the form was painted.
        is_painted: bool,
        /// Whether a key was withheld from the form.
        has_withheld: bool,
    },
    /// The user may not have seen yet what the form shows now. Holds the time of the last key or click; keys as above do
    /// not apply.
    Again(f64),
}

impl Guard {
    /// Closes the guard of a form that opens by itself and is not painted yet. `before` is what the user was doing.
    pub fn close(&mut self, before: Before) {
        *self = Self::Closed { before, is_painted: false, has_withheld: false };
    }

    /// Begins a quiet period at `now`, because the form has reappeared, or a click has turned its page. Text that the user
    /// types meanwhile is the form's, unless it is a new form.
    pub fn close_again(&mut self, now: f64) {
        match self {
            Self::Closed { before, is_painted, .. } => {
                if *is_painted {
                    note_key(before, now);
                }
            }
            _ => *self = Self::Again(now),
        }
    }

    /// Starts the quiet period when the form is first painted, at `now`.
    pub fn painted(&mut self, now: f64) {
        if let Self::Closed { before, is_painted, .. } = self
            && !*is_painted
        {
            *is_painted = true;
            note_key(before, now);
        }
    }

    /// Opens the guard if its quiet period is over, and returns the milliseconds until then: 0 once all keys apply, infinity
    /// before the form is painted.
    pub fn remaining_ms(&mut self, now: f64) -> f64 {
        let remaining = match *self {
            Self::Open => 0.0,
            Self::Closed { is_painted: false, .. } => f64::INFINITY,
            Self::Closed { before, .. } => before.remaining_ms(f64::INFINITY, now),
            Self::Again(last) => last + QUIET_MS - now,
        };
        if remaining <= 0.0 {
            *self = Self::Open;
        }
        remaining.max(0.0)
    }

    /// Returns whether a reply to a dialog at `now` is still meant for pi's prompt.
    pub fn withholds_reply(&mut self, now: f64) -> bool {
        self.remaining_ms(now) > 0.0
    }

    /// Returns whether a notice has to say that keys do not apply yet.
    pub(crate) fn needs_notice(&self) -> bool {
        matches!(*self, Self::Closed { before, has_withheld, .. } if before.is_writing || has_withheld)
    }

    /// Records a key at `now`. Returns whether the key is meant for pi's prompt: if the form is new and the key types
    /// text. `is_writing` says whether the keys so far have written any, so that the quiet period is longer from then on.
    pub fn withholds_key(&mut self, types: bool, is_writing: bool, now: f64) -> bool {
        self.remaining_ms(now);
        let is_new = matches!(self, Self::Closed { .. });
        if let Self::Closed { before, .. } = self {
            before.is_writing |= is_writing;
        }
        self.record_key(types, now) && types && is_new
    }

    /// Returns whether an action at `now` applies, and restarts the quiet period if the action came from a key or a
    /// click. Actions of the host, moves, Esc, Ctrl+C and text always apply.
    pub(crate) fn allows(&mut self, action: &Action, now: f64) -> bool {
        let always_applies = match action {
            Action::Type(piece) => !piece.chars().any(char::is_numeric),
            Action::End(_) | Action::Respond(_) | Action::Enter(_) | Action::Unreadable(_) => return true,
            Action::Do(Command::Cancel | Command::Leave | Command::PrevTab | Command::NextTab)
            | Action::Write(_)
            | Action::Attach(_)
            | Action::Point(_)
            | Action::Stay
            | Action::Tab(_) => true,
            _ => false,
        };
        let is_closed = self.record_key(!always_applies, now);
        always_applies || !is_closed
    }

    /// Records a key at `now`. `is_withheld` says whether a closed guard keeps the key from the form. Returns whether the
    /// guard is closed.
    fn record_key(&mut self, is_withheld: bool, now: f64) -> bool {
        self.remaining_ms(now);
        match self {
            Self::Open => false,
            Self::Closed { before, has_withheld, .. } => {
                note_key(before, now);
                *has_withheld |= is_withheld;
                true
            }
            Self::Again(last) => {
                *last = last.max(now);
                true
            }
        }
    }
}

/// Starts the quiet period at `now`, unless it started later.
fn note_key(before: &mut Before, now: f64) {
    before.last_key = Some(before.last_key.map_or(now, |last| last.max(now)));
}
