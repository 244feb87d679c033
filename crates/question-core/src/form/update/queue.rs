//! The page of who waits: the form shows what else is asked, and tells what the user wants with it. It must not know when
//! that opens.

use crate::form::Form;
use crate::form::action::Step;
use crate::form::command::Command;
use crate::form::page::{Confirmation, ConfirmationChoice, Page};
use crate::form::waiter::{QueueAct, Waiter};

impl Form {
    /// Sets what waits at the time `now`. The page that shows it keeps its highlight on the same one, or on the next if that
    /// is gone, and begins a quiet period, because its rows have moved.
    pub fn set_waiting(&mut self, waiting: Vec<Waiter>, now: f64) {
        let (highlighted, before) = (self.highlighted_waiter(), self.waiting.len());
        self.waiting = waiting;
        let Page::Confirm(Confirmation::Queue(from), row) = self.page else { return };
        let last = self.waiting.len();
        let same = self.waiting.iter().position(|waiter| Some(waiter.ticket) == highlighted);
        let row = match (same, row) {
            (Some(at), _) => at + 1,
            (None, row) if row > before => last + 1,
            (None, row) => row.min(last),
        };
        self.page = Page::Confirm(Confirmation::Queue(from), row);
        if last == 0 {
            self.back_to(from);
        }
        self.guard.close_again(now);
    }

    /// Takes what the user wants with questions that wait, after [`Step::Queue`].
    pub fn take_queue_act(&mut self) -> Option<QueueAct> {
        self.queue_act.take()
    }

    /// Returns the ticket of what is highlighted on the page of who waits.
    pub(super) fn highlighted_waiter(&self) -> Option<u32> {
        let Page::Confirm(asked @ Confirmation::Queue(_), row) = self.page else { return None };
        match asked.choice(row, self.waiting.len()) {
            Some(ConfirmationChoice::First(at)) => self.waiting.get(at).map(|waiter| waiter.ticket),
            _ => None,
        }
    }

    /// Returns what a command does to the last row of the page of who waits, which stands for all.
    pub(super) fn act_on_all(&self, command: Command) -> Option<QueueAct> {
        let Page::Confirm(asked @ Confirmation::Queue(_), row) = self.page else { return None };
        let is_all = asked.choice(row, self.waiting.len()) == Some(ConfirmationChoice::LeaveAll);
        is_all.then_some(if command == Command::Later { QueueAct::PutOffAll } else { QueueAct::LeaveAll })
    }

    /// Has the host told what the user wants.
    pub(super) fn tell_queue(&mut self, act: QueueAct) -> Step {
        self.queue_act = Some(act);
        Step::Queue
    }
}
