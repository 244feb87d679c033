//! The queue: whose questions are open, whose wait, and how each of them ends.
//!
//! One form is open at a time, because two would cover each other. The person above is asked at once. The first answer
//! counts, whichever place it is from. Each ticket is finished once.

use serde_json::json;

use super::event::{Asker, End, PlaceReply, Scene, Seat};
use super::note::{MAX_UNENTERED, not_sent, note_by, note_of};
use super::order::{Finish, Order, PlaceOf, Way};
use super::ticket::{Stage, Ticket, is_over};
use super::{BranchNeeded, Desk};
use crate::answer::replies::Response;
use crate::answer::result::HostMode;
use crate::faces::program::stray_response;
use crate::later::branch::Branch;

/// Questions that come to the desk.
#[derive(Debug)]
pub(super) struct Arrival {
    pub(super) ticket: u32,
    pub(super) asker: Asker,
    /// Id of the request to a program, which is made different from all earlier ones when the place opens.
    pub(super) request: String,
    /// What they are about, in one line.
    pub(super) about: String,
    /// What names them in the branch if they are late, unless it may name others the next time.
    pub(super) call: Option<String>,
    /// Whether the user has just asked for them.
    pub(super) is_expected: bool,
    /// Whether the person above is asked as well.
    pub(super) is_above: bool,
}

impl Desk {
    /// Adds a ticket, whose place opens when its turn comes.
    pub(super) fn enqueue(&mut self, arrival: Arrival, scene: &Scene, orders: &mut Vec<Order>) {
        let Arrival { ticket: id, asker, request, about, call, is_expected, is_above } = arrival;
        let mode = scene.host.mode;
        let is_program = mode == HostMode::Rpc;
        let ticket = Ticket {
            id,
            asker,
            is_program,
            has_dialogs: scene.wants_dialogs,
            is_expected,
            request,
            own: if mode.has_ui() { Stage::Waits } else { Stage::Missing },
            is_above,
            ending: None,
            winner: None,
            is_left: false,
            about,
            since: scene.clock.clone(),
            gives_way: None,
            was_open: false,
        };
        // A program may never answer a late request, and a run that asks must not wait for that.
        if ticket.is_program && !ticket.is_late() {
            for late in self.ids(Ticket::is_late) {
                self.withdraw(late, End::Abort, End::Abort, scene, orders);
            }
        }
        if is_above {
            orders.push(ticket.open(Way::Above(!mode.has_ui())));
        }
        if ticket.own == Stage::Waits {
            orders.push(Order::Publish { ticket: id, call });
        }
        self.tickets.push(ticket);
    }

    /// Returns the ids of the tickets that are like this, oldest first.
    pub(super) fn ids(&self, is_it: impl Fn(&Ticket) -> bool) -> Vec<u32> {
        self.tickets.iter().filter(|ticket| is_it(ticket)).map(|ticket| ticket.id).collect()
    }

    pub(super) fn find(&mut self, id: u32) -> Option<&mut Ticket> {
        self.tickets.iter_mut().find(|ticket| ticket.id == id)
    }

    /// Notes that the own place of a ticket shows the questions. One that was told to end is told again.
    pub(super) fn set_shown(&mut self, id: u32, scene: &Scene, orders: &mut Vec<Order>) {
        let Some(ticket) = self.find(id).filter(|ticket| ticket.is_open()) else { return };
        ticket.own = Stage::Shown;
        ticket.gives_way = None;
        if let Some(how) = ticket.ending.take() {
            self.withdraw(id, how, how, scene, orders);
        }
    }

    /// Opens dialogs in place of a form that the host does not show. One that was told to end has ended.
    pub(super) fn open_instead(&mut self, id: u32, reason: String, scene: &Scene, orders: &mut Vec<Order>) {
        let is_form = |ticket: &&mut Ticket| ticket.is_open() && ticket.own_way() == Way::Form;
        let Some(ticket) = self.find(id).filter(is_form) else { return };
        ticket.gives_way = None;
        if let Some(how) = ticket.ending.take() {
            ticket.own = Stage::Ended;
            return self.withdraw(id, how, how, scene, orders);
        }
        (ticket.own, ticket.has_dialogs) = (Stage::Opens, true);
        orders.push(ticket.open(Way::Dialogs(Some(reason))));
    }

    /// Hands a program its request. One for another session is noted only if it is short, or if the program needs it.
    pub(super) fn announce(&mut self, id: u32, bytes: usize, is_alone: bool, orders: &mut Vec<Order>) {
        let Some(ticket) = self.find(id) else { return };
        if !matches!(ticket.asker, Asker::Session { .. }) || bytes <= MAX_UNENTERED || is_alone {
            orders.push(Order::Announce { ticket: id });
        }
    }

    /// Handles the abort of the run that waits for a ticket.
    pub(super) fn abort(&mut self, id: u32, scene: &Scene, orders: &mut Vec<Order>) {
        let is_gone = scene.is_gone;
        let is_disconnected = is_gone && self.find(id).is_some_and(|ticket| ticket.is_program);
        let how = if is_disconnected { End::Disconnect } else { End::Abort };
        let is_closing = self.closing.is_some() || self.quitting.is_some();
        let is_by_user = scene.host.mode.has_ui() && !is_gone && !is_closing;
        let unseen = if is_by_user { End::Stop } else { how };
        if self.filing.extract_if(.., |filing| filing.ticket == id).next().is_some() {
            self.finish(id, Finish::Unseen(unseen), scene, orders);
        }
        self.withdraw(id, how, unseen, scene, orders);
    }

    /// Ends all that is asked.
    pub(super) fn withdraw_all(&mut self, how: End, scene: &Scene, orders: &mut Vec<Order>) {
        for ticket in &mut self.tickets {
            ticket.is_left = true;
        }
        for id in self.ids(|_| true) {
            self.withdraw(id, how, how, scene, orders);
        }
    }

    /// Ends a ticket from outside: its form like `how`, or, if nobody has seen that, the questions like `unseen`.
    fn withdraw(&mut self, id: u32, how: End, unseen: End, scene: &Scene, orders: &mut Vec<Order>) {
        let Some(ticket) = self.find(id) else { return };
        ticket.close_above(how, orders);
        ticket.close_own(how, orders);
        match (ticket.own, ticket.winner) {
            (Stage::Shown, _) => {}
            (_, Some(seat)) => self.finish(id, Finish::Place(seat), scene, orders),
            (Stage::Replied, None) => self.finish(id, Finish::Place(Seat::Own), scene, orders),
            (..) => self.finish(id, Finish::Unseen(unseen), scene, orders),
        }
    }

    /// Gives the one who asks the result of a ticket, which ends.
    pub(super) fn finish(&mut self, id: u32, with: Finish, scene: &Scene, orders: &mut Vec<Order>) {
        let asker = self.find(id).map(|ticket| ticket.asker.clone());
        let is_call = !matches!(asker, Some(Asker::Session { .. } | Asker::Sequence(_)));
        let is_ending = self.quitting.is_some() || (scene.host.mode == HostMode::Rpc && scene.is_gone);
        let is_last = is_call && is_ending && scene.host.mode.has_ui();
        let ended = self.tickets.extract_if(.., |ticket| ticket.id == id);
        let requests = ended.filter(|ticket| ticket.is_program);
        self.ended.extend(requests.map(|ticket| ticket.request));
        if let (Some(Asker::Sequence(id)), Finish::Unseen(_)) = (asker, &with) {
            self.end_sequence(id, orders);
        }
        orders.push(Order::Finish { ticket: id, with, is_last });
    }

    /// Handles the end of a place. What was entered in the own place, while the answer of another counts, is noted.
    pub(super) fn take_reply(
        &mut self,
        replied: &PlaceReply,
        scene: &Scene,
        branch: Option<&Branch>,
        orders: &mut Vec<Order>,
    ) -> Result<(), BranchNeeded> {
        let PlaceReply { ticket: id, seat, result, problem } = replied;
        let Some(ticket) = self.tickets.iter_mut().find(|ticket| ticket.id == *id) else { return Ok(()) };
        let is_by_user = result.as_ref().is_some_and(|result| result.is_by_user);
        match seat {
            Seat::Own => {
                let goes_on = !is_by_user && ticket.is_undecided();
                if let Some(other) = ticket.gives_way.take().filter(|_| goes_on) {
                    self.step_aside((*id, other), result.as_ref(), orders);
                    return Ok(());
                }
                ticket.own = Stage::Replied;
            }
            // What comes from elsewhere is told by an event of its own.
            Seat::Elsewhere => return Ok(()),
            Seat::Above if !ticket.is_above => return Ok(()),
            Seat::Above => {
                ticket.is_above = false;
                let waits_above = result.as_ref().and_then(|result| result.record.get("waitsAbove"));
                if waits_above == Some(&json!(true)) {
                    orders.push(Order::Listen { ticket: *id });
                    self.is_listening = true;
                }
            }
        }
        let is_first = ticket.winner.is_none();
        if let (Asker::Sequence(sequence), Some(result), true) = (ticket.asker.clone(), result, is_first) {
            if let Some(problem) = problem {
                orders.push(Order::Note { data: not_sent(&result.record, problem) });
                self.drop_sequence(sequence, problem.clone(), orders);
            } else {
                let from = PlaceOf { ticket: *id, seat: *seat };
                self.continue_sequence(sequence, (from, result), scene, branch.ok_or(BranchNeeded)?, orders);
            }
        }
        if let Some(result) = result.as_ref().filter(|_| is_first) {
            self.note_put_off(result);
        }
        self.count_answer(replied, scene, orders);
        Ok(())
    }

    /// Finishes the ticket of a place that has ended, if its answer counts, and once no other place is open.
    fn count_answer(&mut self, replied: &PlaceReply, scene: &Scene, orders: &mut Vec<Order>) {
        let PlaceReply { ticket: id, seat, result, problem } = replied;
        let Some(ticket) = self.find(*id) else { return debug_assert!(false, "what has ended is at the desk") };
        let note = |asker: &Asker| {
            let entered = result.as_ref().filter(|result| result.is_entered);
            entered.and_then(|result| note_by(asker, result))
        };
        if ticket.winner == Some(Seat::Elsewhere) {
            orders.extend(note(&ticket.asker));
            return self.finish(*id, Finish::Place(Seat::Elsewhere), scene, orders);
        }
        let is_answer = result.as_ref().is_some_and(|result| result.is_by_user || *seat == Seat::Above);
        if is_answer && ticket.winner.is_none() {
            ticket.winner = Some(*seat);
        }
        let (winner, is_above, is_left, asker) = (ticket.winner, ticket.is_above, ticket.is_left, ticket.asker.clone());
        match winner {
            Some(Seat::Above) if !is_over(ticket.own) => {
                ticket.close_own(End::Taken, orders);
                if !is_over(ticket.own) {
                    return; // its result is still to come
                }
            }
            Some(Seat::Above) if *seat == Seat::Own => orders.extend(note(&asker)),
            Some(Seat::Own) => ticket.close_above(End::Abort, orders),
            None if !is_over(ticket.own) || is_above => return,
            None if ticket.own == Stage::Missing => {
                if let Some(why) = problem {
                    self.finish(*id, Finish::Inside(Some(why.clone())), scene, orders);
                } else {
                    self.tickets.retain(|ticket| ticket.id != *id);
                    self.leave_unasked(*id, None, scene, orders);
                }
                return;
            }
            Some(_) | None => {}
        }
        let mut with = Finish::Place(winner.unwrap_or(Seat::Own));
        if let (Asker::Session { subagent, .. }, Some(result)) = (&asker, result) {
            orders.extend(note_of(result, subagent, !is_left));
            if self.is_put_off {
                self.recount(orders);
            }
            if is_left {
                with = Finish::Gone;
            }
        }
        self.finish(*id, with, scene, orders);
    }

    /// Drops a ticket that the host has finished by itself, because the core has failed.
    pub(super) fn drop_ticket(&mut self, id: u32, orders: &mut Vec<Order>) {
        let sequence = self.find(id).map(|ticket| ticket.asker.clone());
        self.tickets.retain(|ticket| ticket.id != id);
        self.filing.retain(|filing| filing.ticket != id);
        if let Some(Asker::Sequence(id)) = sequence {
            self.end_sequence(id, orders);
        }
    }

    /// Opens the oldest ticket, or counts those that wait for it if it is open.
    pub(super) fn open_next(&mut self, orders: &mut Vec<Order>) {
        let mut waiting = self.tickets.iter().filter(|ticket| !is_over(ticket.own));
        let Some(first) = waiting.next() else { return };
        let waiting = waiting.filter_map(Ticket::waiter).collect();
        let (id, is_open) = (first.id, first.is_open());
        let request = if is_open { String::new() } else { self.unused(&first.request) };
        if !is_open && let Some(first) = self.find(id) {
            (first.own, first.request) = (Stage::Opens, request);
            orders.push(first.open(first.own_way()));
        }
        orders.push(Order::Count { ticket: id, waiting });
    }

    /// Makes the id of a request different from all earlier ones.
    fn unused(&self, id: &str) -> String {
        let others = (2..).map(|count| format!("{id}:{count}"));
        std::iter::once(id.to_owned()).chain(others).find(|id| !self.ended.contains(id)).unwrap_or_default()
    }

    /// Finds the request that a program's response answers.
    pub(super) fn receive(&self, message: String) -> Order {
        let open = self.tickets.iter().filter(|ticket| ticket.is_open() && ticket.is_program);
        let id = Response::request_id(&message).ok();
        if let Some(ticket) = open.clone().find(|ticket| Some(&ticket.request) == id.as_ref()) {
            return Order::Respond { ticket: ticket.id, message };
        }
        let open: Vec<String> = open.map(|ticket| ticket.request.clone()).collect();
        refused(&stray_response(&message, &self.ended, &open))
    }
}

/// Tells that a program's response does not count.
pub(super) fn refused(problem: &str) -> Order {
    Order::error(format!("ask_user_response was refused: {problem}"))
}
