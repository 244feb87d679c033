//! The folded form: one row that says what waits, and which key shows it, so that the transcript can be read.
//!
//! Nothing happens to the form while it is folded, except by the host. Keys and clicks show it again.

use super::draw::waiting;
use super::{Input, Screen};
use crate::faces::frame::{Line, Role};
use crate::form::Focus;
use crate::form::action::{Action, Step};
use crate::form::command::Command;
use crate::text::{Clean, width};

const SEPARATOR: &str = " · ";
/// Minimum width of the name of the question, or of who asks, beside how many others wait, in columns.
const MIN_NAME_COLUMNS: usize = 8;

/// Draws the row: the key first, which has to be visible in a narrow terminal, and in that rather the name of the question and
/// how many others wait than that the model asks.
pub(super) fn line(screen: &Screen) -> Line<'_> {
    let (form, words) = (&screen.form, screen.form.words());
    let columns = screen.size.columns.max(1);
    let key = screen.keys.first(Focus::Folded, Command::Fold).name().borrowed();
    let line =
        Line::of(Role::Key, key).with(Role::Muted, " ").with(Role::Muted, words.to_unfold).with(Role::Muted, SEPARATOR);
    let name = form.shown_entry().map(|(_, entry)| entry.shown.name.borrowed());
    let mut waiting = waiting(screen, Focus::Folded);
    let mut said = vec![match form.subagent() {
        Some(subagent) => (Role::Subagent, subagent.asks(words)),
        None => (Role::Text, words.a_question_waits.into()),
    }];
    said.extend(name.into_iter().flat_map(|name| [(Role::Text, words.colon.into()), (Role::Heading, name)]));
    let room_beside = |waiting: &Option<String>| {
        let beside = waiting.as_deref().map_or(0, |waiting| width(waiting) + width(SEPARATOR));
        columns.saturating_sub(beside)
    };
    if line.width() + said.iter().map(|(_, text)| text.columns()).sum::<usize>() > room_beside(&waiting) {
        // The key is known from the form, and what waits here comes before what else does.
        waiting = waiting.map(|_| words.count(words.more_wait, form.waiting().len()));
        waiting = waiting.filter(|waiting| room_beside(&Some(waiting.clone())) >= line.width() + MIN_NAME_COLUMNS);
        if let Some(subagent) = form.subagent() {
            said.splice(..1, [(Role::Subagent, subagent.asks_briefly(words))]);
        } else if said.len() > 1 {
            said.drain(..2);
        }
    }
    let line = said.into_iter().fold(line, |line, (role, text)| line.with(role, text)).fit(room_beside(&waiting));
    let waiting = waiting.map(|waiting| Clean::composed([SEPARATOR, &waiting].concat()));
    waiting.into_iter().fold(line, |line, waiting| line.with(Role::Muted, waiting)).fit(columns)
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
