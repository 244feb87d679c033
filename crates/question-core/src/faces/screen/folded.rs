//! The folded form: one row that says what waits, and which key shows it, so that the transcript can be read.
//!
//! Nothing happens to the form while it is folded, except by the host. Keys and clicks show it again.

use super::draw::waiting;
use super::{Input, Screen};
use crate::faces::frame::{Line, Role};
use crate::form::Focus;
use crate::form::action::{Action, Step};
use crate::form::command::Command;
use crate::text::Clean;

/// Draws the row: the key first, which has to be visible in a narrow terminal.
pub(super) fn line(screen: &Screen) -> Line<'_> {
    let (form, words) = (&screen.form, screen.form.words());
    let key = screen.keys.first(Focus::Folded, Command::Fold).name().borrowed();
    let line =
        Line::of(Role::Key, key).with(Role::Muted, " ").with(Role::Muted, words.to_unfold).with(Role::Muted, " · ");
    let line = match form.subagent() {
        Some(subagent) => line.with(Role::Subagent, subagent.asks(words)),
        None => line.with(Role::Text, words.a_question_waits),
    };
    let line = match form.shown_entry() {
        Some((_, entry)) => line.with(Role::Text, words.colon).with(Role::Heading, entry.shown.name.borrowed()),
        None => line,
    };
    let line = match waiting(screen, Focus::Folded) {
        Some(waiting) => line.with(Role::Muted, " · ").with(Role::Muted, Clean::composed(waiting)),
        None => line,
    };
    line.fit(screen.size.columns.max(1))
}

impl Screen {
    /// Folds the form, or shows it again. Returns `None` if the form has to handle the input.
    pub(super) fn update_fold(&mut self, input: &Input, now: f64) -> Option<Step> {
        match input {
            Input::Act(
                Action::End(_) | Action::Write(_) | Action::Submit(_) | Action::Attach(_) | Action::Unreadable(_),
            ) => None,
            Input::Act(Action::Do(Command::Fold)) if !self.is_folded => {
                self.is_folded = true;
                // As any key does, it drops what the next key could have completed.
                self.form.update(Action::Stay);
                Some(Step::Redraw)
            }
            _ if !self.is_folded => None,
            Input::WheelUp(_) | Input::WheelDown(_) => Some(Step::Idle),
            Input::Act(Action::Do(Command::Leave | Command::Later | Command::Queue)) => {
                self.is_folded = false;
                None
            }
            _ => {
                self.is_folded = false;
                // The user has not seen yet what the next key would do.
                let guard = self.form.guard();
                guard.close(false);
                let is_text = matches!(input, Input::Act(action @ Action::Type(_)) if guard.is_early(action, now));
                Some(if is_text { Step::Early } else { Step::Redraw })
            }
        }
    }
}
