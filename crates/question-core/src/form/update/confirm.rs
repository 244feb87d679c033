//! Confirmations, the questions of the form itself: what their choices do. One of them is the page of who waits, on which the
//! host is told what the user wants. It must not know when what waits opens, or what leaving sends.

use crate::answer::outcome::Ending;
use crate::form::Form;
use crate::form::action::Step;
use crate::form::command::Command;
use crate::form::page::{Confirmation, ConfirmationChoice, Page};
use crate::form::waiter::{QueueAct, Waiter};

impl Form {
    /// Carries out a command on a confirmation, of which the choice at index `row`, 0-based, is highlighted.
    pub(super) fn do_in_confirmation(&mut self, asked: Confirmation, row: usize, command: Command) -> Step {
        let choice = match command {
            Command::Confirm => asked.choice(row, self.waiting.len()),
            Command::Yes => Some(ConfirmationChoice::Accept),
            Command::Cancel | Command::No => Some(ConfirmationChoice::Back),
            _ => None,
        };
        match (choice, asked) {
            (None, _) => Step::Idle,
            (Some(ConfirmationChoice::First(at)), _) => {
                let ticket = self.waiting.get(at).map(|waiter| waiter.ticket);
                ticket.map_or(Step::Idle, |ticket| self.tell_queue(QueueAct::First(ticket)))
            }
            (Some(ConfirmationChoice::LeaveAll), _) => self.tell_queue(QueueAct::LeaveAll),
            (Some(ConfirmationChoice::Send), _) => self.end(Ending::Cancelled { share: true }),
            (Some(ConfirmationChoice::Later), _) => self.end(Ending::Later),
            (Some(ConfirmationChoice::Discard), _) => self.end(Ending::Cancelled { share: false }),
            (Some(ConfirmationChoice::Accept), Confirmation::Long(field)) => {
                self.page = Page::Field(field);
                self.accept(field)
            }
            (Some(ConfirmationChoice::Back), Confirmation::Long(field)) => {
                self.page = Page::Field(field);
                Step::Edit
            }
            (Some(_), Confirmation::Leave(from) | Confirmation::Queue(from)) => self.back_to(from),
        }
    }

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

    /// Returns the choice that is highlighted on the page of who waits.
    fn queue_choice(&self) -> Option<ConfirmationChoice> {
        let Page::Confirm(asked @ Confirmation::Queue(_), row) = self.page else { return None };
        asked.choice(row, self.waiting.len())
    }

    /// Returns the ticket of what is highlighted on the page of who waits.
    fn highlighted_waiter(&self) -> Option<u32> {
        let Some(ConfirmationChoice::First(at)) = self.queue_choice() else { return None };
        Some(self.waiting.get(at)?.ticket)
    }

    /// Returns what leaving, or putting off, does to what is highlighted on the page of who waits: one of them, or all. On its
    /// first row, the commands are the form's own.
    pub(super) fn act_on_waiting(&self, command: Command) -> Option<QueueAct> {
        let puts_off = command == Command::Later;
        if let Some(ticket) = self.highlighted_waiter() {
            return Some(if puts_off { QueueAct::PutOff(ticket) } else { QueueAct::Leave(ticket) });
        }
        let is_all = self.queue_choice() == Some(ConfirmationChoice::LeaveAll);
        is_all.then_some(if puts_off { QueueAct::PutOffAll } else { QueueAct::LeaveAll })
    }

    /// Has the host told what the user wants.
    pub(super) fn tell_queue(&mut self, act: QueueAct) -> Step {
        self.queue_act = Some(act);
        Step::Queue
    }
}
