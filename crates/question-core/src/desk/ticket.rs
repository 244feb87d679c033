//! A ticket: questions at the desk, and how far their places are. It must not decide which opens, or whose answer counts.

use serde::{Deserialize, Serialize};
use serde_tuple::{Deserialize_tuple, Serialize_tuple};

use super::event::{Asker, End, Seat};
use super::order::{Order, Way};
use crate::call::subagent::Subagent;
use crate::form::waiter::Waiter;

/// Questions that have a number at the desk.
// Each is a fact of its own.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize_tuple, Deserialize_tuple)]
pub(super) struct Ticket {
    pub(super) id: u32,
    pub(super) asker: Asker,
    pub(super) is_program: bool,
    /// Whether a terminal gets dialogs, and no form.
    pub(super) has_dialogs: bool,
    pub(super) is_expected: bool,
    /// Id of the request to a program.
    pub(super) request: String,
    pub(super) own: Stage,
    /// Whether the person above is being asked.
    pub(super) is_above: bool,
    /// How the own place was told to end.
    pub(super) ending: Option<End>,
    /// Whose answer counts.
    pub(super) winner: Option<Seat>,
    /// Whether the session has closed since the questions were asked.
    pub(super) is_left: bool,
    /// What they are about, and the time of day at which they were asked.
    pub(super) about: String,
    pub(super) since: String,
    /// The ticket that the user wants to answer first, for which the own place is closing.
    pub(super) gives_way: Option<u32>,
    /// Whether the own place has given way, so that the next one begins with what was entered in it.
    pub(super) was_open: bool,
}

/// How far the own place of a ticket is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Stage {
    /// There is none: the session has no person.
    Missing,
    /// Another one is open.
    Waits,
    /// The host is to open it, and nobody has seen the questions yet.
    Opens,
    /// It shows the questions, or has sent them.
    Shown,
    /// It has ended with a result.
    Replied,
    /// It has ended before anybody saw it.
    Ended,
}

impl Ticket {
    pub(super) fn is_late(&self) -> bool {
        matches!(self.asker, Asker::Sequence(_))
    }

    /// Returns the way in which the own place opens.
    pub(super) fn own_way(&self) -> Way {
        match (self.is_program, self.has_dialogs) {
            (true, _) => Way::Program,
            (false, true) => Way::Dialogs(None),
            (false, false) => Way::Form,
        }
    }

    /// Has the host open a place.
    pub(super) fn open(&self, way: Way) -> Order {
        let (request, is_expected) = (self.request.clone(), self.is_expected);
        Order::Open { ticket: self.id, way, request, is_expected, recalls: self.recalls() }
    }

    pub(super) fn is_open(&self) -> bool {
        matches!(self.own, Stage::Opens | Stage::Shown)
    }

    /// Returns whether no answer counts yet, and the own place was not told to end.
    pub(super) fn is_undecided(&self) -> bool {
        self.winner.is_none() && self.ending.is_none()
    }

    /// Returns whether its form begins with what was entered when the same was asked before.
    pub(super) fn recalls(&self) -> bool {
        !self.is_late() || self.was_open
    }

    /// Describes questions that wait for the form that is open. Returns `None` if they do not.
    pub(super) fn waiter(&self) -> Option<Waiter> {
        let subagent = || match &self.asker {
            Asker::Session { subagent, .. } => Subagent::deserialize(subagent).ok(),
            Asker::Call(_) | Asker::Sequence(_) => None,
        };
        (self.own == Stage::Waits).then(|| Waiter {
            ticket: self.id,
            subagent: subagent(),
            about: self.about.clone(),
            since: self.since.clone(),
        })
    }

    /// Tells the person above that the questions have ended, if they are asked.
    pub(super) fn close_above(&mut self, how: End, orders: &mut Vec<Order>) {
        if std::mem::take(&mut self.is_above) {
            orders.push(Order::Close { ticket: self.id, seat: Seat::Above, how });
        }
    }

    /// Closes the own place. One that shows the questions ends later.
    pub(super) fn close_own(&mut self, how: End, orders: &mut Vec<Order>) {
        if self.is_open() && self.ending.is_none() {
            self.ending = Some(how);
            // One that gives way is closing already.
            if self.gives_way.is_none() {
                orders.push(Order::Close { ticket: self.id, seat: Seat::Own, how });
            }
        }
        if matches!(self.own, Stage::Waits | Stage::Opens) {
            self.own = Stage::Ended;
        }
    }
}

/// Returns whether the own place of a ticket has ended, or never was.
pub(super) fn is_over(own: Stage) -> bool {
    matches!(own, Stage::Missing | Stage::Replied | Stage::Ended)
}
