//! Keeps keys that were meant for pi's prompt from answering a form that opens by itself.
//!
//! Keys that answer, toggle or open something count after a silence since the form was painted and since the last key. The
//! host gives the time of each event, in milliseconds since a fixed moment.

use crate::form::action::Action;

/// Silence after which the user has surely seen the form, in milliseconds.
const SILENCE_MS: f64 = 400.0;
/// Silence if the prompt holds unsent text, in milliseconds: people pause while they write.
const WRITING_SILENCE_MS: f64 = 1_200.0;
/// Time after which plain dialogs open without silence, in milliseconds. Nobody types for that long without a pause.
const LONGEST_MS: f64 = 15_000.0;

/// What the user was doing when a form opened.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Before {
    /// Time of the last key, if any.
    pub last_key: Option<f64>,
    /// Whether the prompt holds unsent text.
    pub is_writing: bool,
}

impl Before {
    fn silence_ms(self) -> f64 {
        if self.is_writing { WRITING_SILENCE_MS } else { SILENCE_MS }
    }

    /// Milliseconds until plain dialogs that were requested at `asked` may open. Dialogs cannot tell text for the prompt from
    /// answers, so they wait for typing to end.
    #[must_use]
    pub fn quiet_in(self, asked: f64, now: f64) -> f64 {
        let remaining = self.last_key.map_or(0.0, |last| last + self.silence_ms() - now);
        remaining.min(asked + LONGEST_MS - now).max(0.0)
    }
}

/// The state of the guard.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Guard {
    /// All keys count.
    #[default]
    Open,
    /// Keys that answer, toggle or open something do not count.
    Closed {
        /// What the user was doing, with the key that began the silence.
        before: Before,
        /// Whether the form was painted.
        is_painted: bool,
        /// Whether a key was withheld from the form.
        has_held: bool,
    },
}

impl Guard {
    /// Closes the guard of a form that opens by itself and is not painted yet. `before` is what the user was doing.
    pub fn close(&mut self, before: Before) {
        *self = Self::Closed { before, is_painted: false, has_held: false };
    }

    /// Begins the silence when the form is painted, at `now`.
    pub fn painted(&mut self, now: f64) {
        if let Self::Closed { before, is_painted, .. } = self
            && !*is_painted
        {
            *is_painted = true;
            note_key(before, now);
        }
    }

    /// Milliseconds of silence until all keys count: 0 if they do, infinite before the form is painted.
    pub fn remaining_ms(&mut self, now: f64) -> f64 {
        let remaining = match *self {
            Self::Open => 0.0,
            Self::Closed { is_painted: false, .. } => f64::INFINITY,
            Self::Closed { before, .. } => before.quiet_in(f64::INFINITY, now),
        };
        if remaining <= 0.0 {
            *self = Self::Open;
        }
        remaining
    }

    /// Whether a notice has to say that keys do not count.
    pub(crate) fn needs_notice(&self) -> bool {
        matches!(*self, Self::Closed { before, has_held, .. } if before.is_writing || has_held)
    }

    /// Notes a key at `now`. Returns whether it is kept from the form: if the guard is closed and the key types something.
    pub fn holds(&mut self, types: bool, now: f64) -> bool {
        self.count_key(types, now) && types
    }

    /// Whether an action at `now` counts. Actions of the host and the mouse, moves, Esc and text always do.
    pub(crate) fn allows(&mut self, action: &Action, now: f64) -> bool {
        let counts = match action {
            Action::End(_)
            | Action::Respond(_)
            | Action::Enter(_)
            | Action::Unreadable(_)
            | Action::Tab(_)
            | Action::Take(_) => return true,
            Action::Write(_)
            | Action::Cancel
            | Action::Leave
            | Action::Point(_)
            | Action::PrevTab
            | Action::NextTab => true,
            _ => false,
        };
        let is_closed = self.count_key(!counts, now);
        counts || !is_closed
    }

    /// Notes a key at `now`; `is_held` says that a closed guard keeps it from the form. Returns whether the guard is closed.
    fn count_key(&mut self, is_held: bool, now: f64) -> bool {
        self.remaining_ms(now);
        match self {
            Self::Open => false,
            Self::Closed { before, has_held, .. } => {
                note_key(before, now);
                *has_held |= is_held;
                true
            }
        }
    }
}

/// Begins the silence at `now`, unless a later key has begun it.
fn note_key(before: &mut Before, now: f64) {
    before.last_key = Some(before.last_key.map_or(now, |last| last.max(now)));
}
