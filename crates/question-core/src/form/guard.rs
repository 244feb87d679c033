//! Keeps keys that the user was typing into pi's prompt when the form appeared from answering it.
//!
//! It reads no clock: the host says when each key came, in milliseconds since any fixed moment.

use crate::form::action::Action;

/// Silence after which the user is sure to have seen the form.
const SILENCE_MS: f64 = 400.0;

/// Whether keys still count as meant for the prompt.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Guard {
    /// When the last of them came; `None` once there was silence.
    last: Option<f64>,
}

impl Guard {
    /// For a form that opened at `now`, when the last key had come at `last`.
    pub(crate) fn new(last: Option<f64>, now: f64) -> Self {
        Self { last: last.filter(|last| now - last < SILENCE_MS) }
    }

    /// Whether an action at `now` is let through. Esc, moves, text, the mouse and what the host does always are.
    pub(crate) fn lets(&mut self, action: &Action, now: f64) -> bool {
        let Some(last) = self.last else { return true };
        if now - last >= SILENCE_MS {
            self.last = None;
            return true;
        }
        match action {
            Action::Abort
            | Action::Disconnect
            | Action::Respond(_)
            | Action::Fail(_)
            | Action::Tab(_)
            | Action::Take(_) => true,
            Action::Write(_) | Action::Cancel | Action::Point(_) | Action::PrevTab | Action::NextTab => {
                self.last = Some(now);
                true
            }
            _ => {
                self.last = Some(now);
                false
            }
        }
    }
}
