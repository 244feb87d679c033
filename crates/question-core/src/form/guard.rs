//! Keeps keys that were meant for pi's prompt from answering a form that opens by itself.
//!
//! Keys that answer, toggle or open something count once there was silence since the form was first painted and since the
//! last key. It reads no clock: the host says when each thing happened, in milliseconds since any fixed moment.

use crate::form::action::Action;

/// Milliseconds of silence after which the user is sure to have seen the form.
const SILENCE_MS: f64 = 400.0;
/// The same where the prompt holds unsent text: people pause while they write.
const WRITING_SILENCE_MS: f64 = 1_200.0;
/// Milliseconds after which plain dialogs open without it: what never falls silent is no person.
const LONGEST_MS: f64 = 15_000.0;

/// What the user was doing when a form opened.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Before {
    /// When the last key had come, if any.
    pub last_key: Option<f64>,
    /// Whether the prompt holds unsent text.
    pub is_writing: bool,
}

impl Before {
    fn silence_ms(self) -> f64 {
        if self.is_writing { WRITING_SILENCE_MS } else { SILENCE_MS }
    }

    /// Milliseconds until plain dialogs that were asked for at `asked` may open: they cannot tell text for the prompt from
    /// answers, so what is being typed goes there first.
    #[must_use]
    pub fn quiet_in(self, asked: f64, now: f64) -> f64 {
        let remaining = self.last_key.map_or(0.0, |last| last + self.silence_ms() - now);
        remaining.min(asked + LONGEST_MS - now).max(0.0)
    }
}

/// Whether keys count.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Guard {
    /// All keys count.
    #[default]
    Open,
    /// Keys that answer, toggle or open something do not count yet.
    Closed {
        before: Before,
        is_painted: bool,
        /// Whether a key was kept from the form.
        has_held: bool,
    },
}

impl Guard {
    /// The guard of a form that has not been painted.
    pub(crate) fn new(before: Before) -> Self {
        Self::Closed { before, is_painted: false, has_held: false }
    }

    /// Notes that the form stands on the screen since `now`.
    pub(crate) fn painted(&mut self, now: f64) {
        if let Self::Closed { before, is_painted, .. } = self
            && !*is_painted
        {
            *is_painted = true;
            note_key(before, now);
        }
    }

    /// Milliseconds of silence until all keys count: 0 once they do, infinite until the form is painted.
    pub(crate) fn remaining_ms(&mut self, now: f64) -> f64 {
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

    /// Whether the user is to be told why keys do nothing.
    pub(crate) fn is_told(&self) -> bool {
        matches!(*self, Self::Closed { before, has_held, .. } if before.is_writing || has_held)
    }

    /// Counts a key at `now`. Returns whether it is kept from the form, as each is that types something.
    pub(crate) fn holds(&mut self, types: bool, now: f64) -> bool {
        self.count_key(types, now) && types
    }

    /// Whether an action at `now` counts. What the host does, the mouse, moves, Esc and text always do.
    pub(crate) fn allows(&mut self, action: &Action, now: f64) -> bool {
        let counts = match action {
            Action::Abort
            | Action::Stop
            | Action::Disconnect
            | Action::Unasked
            | Action::Respond(_)
            | Action::Enter(_)
            | Action::Unreadable(_)
            | Action::Fail(_)
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

    /// Counts a key at `now`; `is_held`: it is to be kept from the form. Returns whether the guard is closed.
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

/// Has the silence begin at `now`, unless a later key has begun it.
fn note_key(before: &mut Before, now: f64) {
    before.last_key = Some(before.last_key.map_or(now, |last| last.max(now)));
}
