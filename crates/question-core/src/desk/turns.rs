//! Turns: which of those that wait the user answers first, puts off or leaves.

use super::Desk;
use super::event::{End, PlaceResult, Seat};
use super::note::note_by;
use super::order::{Order, Way};
use super::ticket::{Stage, Ticket};
use crate::form::waiter::QueueAct;

impl Desk {
    /// Does what the user wants with questions that wait for the form of the ticket `id`.
    pub(super) fn arrange(&mut self, id: u32, act: QueueAct, orders: &mut Vec<Order>) {
        let waits = |ticket: &Ticket| ticket.own == Stage::Waits;
        match act {
            QueueAct::First(other) => {
                let is_waiting = self.find(other).is_some_and(|other| waits(other));
                let is_free = |ticket: &&mut Ticket| is_waiting && ticket.own == Stage::Shown && ticket.is_undecided();
                let Some(ticket) = self.find(id).filter(is_free) else { return };
                // What is entered in its form comes with its end.
                ticket.gives_way = Some(other);
                orders.push(Order::Close { ticket: id, seat: Seat::Own, how: End::Abort });
            }
            QueueAct::PutOff(other) => self.end_unseen(other, End::Later, orders),
            QueueAct::PutOffAll => {
                for other in self.ids(waits) {
                    self.end_unseen(other, End::Later, orders);
                }
            }
            // Where something was entered, its form asks what becomes of that.
            QueueAct::Leave(other) if self.find(other).is_some_and(|other| other.was_open) => {
                self.arrange(id, QueueAct::First(other), orders);
            }
            QueueAct::Leave(other) => self.end_unseen(other, End::Leave, orders),
            QueueAct::LeaveAll => {
                for other in self.ids(|ticket| waits(ticket) && !ticket.was_open) {
                    self.end_unseen(other, End::Leave, orders);
                }
            }
        }
    }

    /// Has questions that wait ended by the user, who has not seen them.
    fn end_unseen(&mut self, id: u32, how: End, orders: &mut Vec<Order>) {
        let Some(ticket) = self.find(id).filter(|ticket| ticket.own == Stage::Waits) else { return };
        ticket.own = Stage::Opens;
        orders.push(ticket.open(Way::Unseen(how)));
    }

    /// Lets the ticket `other` be answered before the ticket `id`, whose place has given way to it. What was entered there is
    /// noted, and comes back with its next form.
    pub(super) fn step_aside(
        &mut self,
        (id, other): (u32, u32),
        result: Option<&PlaceResult>,
        orders: &mut Vec<Order>,
    ) {
        let Some(ticket) = self.find(id) else { return debug_assert!(false, "a ticket that gives way is at the desk") };
        (ticket.own, ticket.was_open, ticket.is_expected) = (Stage::Waits, true, false);
        // The next place makes a request of its own.
        let ended = ticket.is_program.then(|| ticket.request.clone());
        let entered = result.filter(|result| result.is_entered);
        orders.extend(entered.and_then(|result| note_by(&ticket.asker, result)));
        self.ended.extend(ended);
        let place_of = |id: u32| self.tickets.iter().position(|ticket| ticket.id == id && ticket.own == Stage::Waits);
        if let (Some(own), Some(other)) = (place_of(id), place_of(other)) {
            let other = self.tickets.remove(other);
            self.tickets.insert(own, Ticket { is_expected: true, ..other });
        }
    }
}
