//! Keeps keys that the user was typing into pi's prompt when the form appeared from answering it.
//!
//! It reads no clock: the host says when each key came, in milliseconds since any fixed moment.

use crate::form::action::Action;

/// Silence after which the user is sure to have seen the form.
const SILENCE_MS: f64 = 400.0;
/// The same where they were in the middle of a text: people pause while they write.
const WRITING_SILENCE_MS: f64 = 1_200.0;

/// How long plain dialogs wait for that silence: what never falls silent is no person.
const LONGEST_MS: f64 = 15_000.0;

/// What the user was doing when a form opened.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Before {
    /// When the last key had come, if any.
    pub last_key: Option<f64>,
    /// Whether the prompt holds a text that is not sent.
    pub is_writing: bool,
}

impl Before {
    /// Milliseconds until dialogs that were asked for at `asked` may open: they cannot tell what is meant for the prompt
    /// from answers, so all that is typed has to go there first.
    #[must_use]
    pub fn quiet_in(self, asked: f64, now: f64) -> f64 {
        Guard::new(self, now).rest(now).min(asked + LONGEST_MS - now).max(0.0)
    }
}

/// Whether keys still count as meant for the prompt.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Guard {
    /// When the last of them came; `None` once there was silence.
    last: Option<f64>,
    is_writing: bool,
    /// Whether one of them was kept from the form.
    has_held: bool,
}

impl Guard {
    /// For a form that opens at `now`.
    pub(crate) fn new(before: Before, now: f64) -> Self {
        let mut guard = Self { last: before.last_key, is_writing: before.is_writing, has_held: false };
        guard.rest(now);
        guard
    }

    /// Milliseconds of silence that are still asked for; 0 once there was enough of it, and from then on.
    pub(crate) fn rest(&mut self, now: f64) -> f64 {
        let silence = if self.is_writing { WRITING_SILENCE_MS } else { SILENCE_MS };
        let rest = self.last.map_or(0.0, |last| silence - (now - last)).max(0.0);
        if rest <= 0.0 {
            self.last = None;
        }
        rest
    }

    /// Whether the user is to be told why keys do nothing.
    pub(crate) fn is_told(&self) -> bool {
        self.last.is_some() && (self.is_writing || self.has_held)
    }

    /// Counts a key at `now`, whatever it is to the form. Gives whether it is held up, as all that types something is.
    pub(crate) fn holds(&mut self, types: bool, now: f64) -> bool {
        if self.rest(now) <= 0.0 {
            return false;
        }
        self.last = Some(now);
        self.has_held |= types;
        types
    }

    /// Whether an action at `now` is let through. Esc, moves, text, the mouse and what the host does always are.
    pub(crate) fn lets(&mut self, action: &Action, now: f64) -> bool {
        if self.rest(now) <= 0.0 {
            return true;
        }
        match action {
            Action::Abort
            | Action::Stop
            | Action::Disconnect
            | Action::Unasked
            | Action::Respond(_)
            | Action::Enter(_)
            | Action::Fail(_)
            | Action::Tab(_)
            | Action::Take(_) => true,
            Action::Write(_)
            | Action::Cancel
            | Action::Leave
            | Action::Point(_)
            | Action::PrevTab
            | Action::NextTab => {
                self.last = Some(now);
                true
            }
            _ => {
                self.last = Some(now);
                self.has_held = true;
                false
            }
        }
    }
}
