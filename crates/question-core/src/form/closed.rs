//! Keys that were meant for a form that has just closed, and that would now act on the host's prompt.

use crate::form::guard::dialogs_open_in;
use crate::text::is_blank;

/// A form that has closed. For a moment, keys are meant for it that would send or clear the text that the prompt has held since
/// then; if it was closed under the user's hands, any key until there is a pause.
#[derive(Clone, Debug)]
pub struct ClosedForm {
    /// Time at which it has closed, in milliseconds.
    closed: f64,
    /// Time of the last key before a pause.
    last_key: f64,
    /// What the prompt held then.
    prompt: String,
    /// Whether an answer from elsewhere has closed it while it had the keys.
    was_taken: bool,
}

impl ClosedForm {
    /// Creates a form that has closed at `now`, in milliseconds, in front of a prompt with this text.
    #[must_use]
    pub fn new(prompt: String, now: f64) -> Self {
        Self { closed: now, last_key: now, prompt, was_taken: false }
    }

    /// Records that an answer from elsewhere has closed it while it had the keys.
    pub fn set_taken(&mut self) {
        self.was_taken = true;
    }

    /// Returns whether a key at `now` was meant for it; `None` once no key is. `empties` says that it would send or clear
    /// the prompt, which holds `prompt`. Who presses keys for longer than plain dialogs wait for a pause means what is
    /// there now.
    pub fn withholds(&mut self, empties: bool, prompt: &str, now: f64) -> Option<bool> {
        if dialogs_open_in(Some(self.last_key), false, false, self.closed, now) <= 0.0 {
            return None;
        }
        let is_held = self.was_taken || (empties && !is_blank(prompt) && prompt == self.prompt);
        // Who goes on typing has not seen yet that the form is gone.
        if self.was_taken {
            self.last_key = now;
        }
        Some(is_held)
    }
}
