//! The queue: whose questions are open, whose wait, and how each of them ends.
//!
//! One form is open at a time, because two would cover each other. The person above is asked at once. The first answer
//! counts, whichever place it is from. Each ticket is finished once.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use serde_tuple::{Deserialize_tuple, Serialize_tuple};

use super::event::{Asker, End, PlaceReply, PlaceResult, Scene, Seat};
use super::order::{Finish, Order};
use super::{BranchNeeded, Desk};
use crate::answer::replies::Response;
use crate::answer::result::HostMode;
use crate::faces::program::stray_response;
use crate::form::waiter::{QueueAct, Waiter};
use crate::json::compact;
use crate::later::branch::Branch;
use crate::later::log::ASIDE;

/// Bytes of what is noted about the questions of another session before the user has entered anything, at most.
const MAX_UNENTERED: usize = 64 * 1024;

// Each is a fact of its own.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize_tuple, Deserialize_tuple)]
pub(super) struct Ticket {
    pub(super) id: u32,
    pub(super) asker: Asker,
    is_program: bool,
    is_expected: bool,
    /// Id of the request to a program.
    request: String,
    pub(super) own: Stage,
    /// Whether the person above is being asked.
    pub(super) is_above: bool,
    /// How the own place was told to end.
    ending: Option<End>,
    /// Whose answer counts.
    pub(super) winner: Option<Seat>,
    /// Whether the session has closed since the questions were asked.
    is_left: bool,
    /// The time of day at which they were asked.
    since: String,
    /// The ticket that the user wants to answer first, for which the own place is closing.
    gives_way: Option<u32>,
    /// Whether the own place has given way, so that the next one begins with what was entered in it.
    was_open: bool,
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

    pub(super) fn is_open(&self) -> bool {
        matches!(self.own, Stage::Opens | Stage::Shown)
    }

    /// Returns whether no answer counts yet, and the own place was not told to end.
    pub(super) fn is_undecided(&self) -> bool {
        self.winner.is_none() && self.ending.is_none()
    }

    fn recalls(&self) -> bool {
        !self.is_late() || self.was_open
    }

    /// Describes questions that wait for the form that is open. Returns `None` if they do not.
    fn waiter(&self) -> Option<Waiter> {
        let subagent = match &self.asker {
            Asker::Session { subagent, .. } => serde_json::from_value(subagent.clone()).ok(),
            Asker::Call(_) | Asker::Sequence(_) => None,
        };
        (self.own == Stage::Waits).then(|| Waiter { ticket: self.id, subagent, since: self.since.clone() })
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

impl Desk {
    /// Adds a ticket, whose place opens when its turn comes. `request` is made different from all earlier ones then.
    pub(super) fn enqueue(
        &mut self,
        (id, asker): (u32, Asker),
        request: String,
        (is_expected, is_above): (bool, bool),
        scene: &Scene,
        orders: &mut Vec<Order>,
    ) {
        let mode = scene.host.mode;
        let is_program = mode == HostMode::Rpc;
        let ticket = Ticket {
            id,
            asker,
            is_program,
            is_expected,
            request,
            own: if mode.has_ui() { Stage::Waits } else { Stage::Missing },
            is_above,
            ending: None,
            winner: None,
            is_left: false,
            since: scene.clock.clone(),
            gives_way: None,
            was_open: false,
        };
        // A program may never answer a late request, and a run that asks must not wait for that.
        if is_program && !ticket.is_late() {
            for late in self.ids(Ticket::is_late) {
                self.withdraw(late, End::Abort, End::Abort, scene, orders);
            }
        }
        if is_above {
            let request = ticket.request.clone();
            let seat = Seat::Above;
            let (is_expected, recalls, unseen) = (false, false, None);
            orders.push(Order::Open { ticket: id, seat, request, is_expected, recalls, unseen });
        }
        if ticket.own == Stage::Waits {
            orders.push(Order::Publish { ticket: id });
        }
        self.tickets.push(ticket);
    }

    /// Returns the ids of the tickets that are like this, oldest first.
    fn ids(&self, is_it: impl Fn(&Ticket) -> bool) -> Vec<u32> {
        self.tickets.iter().filter(|ticket| is_it(ticket)).map(|ticket| ticket.id).collect()
    }

    pub(super) fn find(&mut self, id: u32) -> Option<&mut Ticket> {
        self.tickets.iter_mut().find(|ticket| ticket.id == id)
    }

    /// Notes whether the own place of a ticket shows the questions. One that was told to end is told again, or, if it shows
    /// nothing any more, has ended.
    pub(super) fn set_shown(&mut self, id: u32, is_shown: bool, scene: &Scene, orders: &mut Vec<Order>) {
        let Some(ticket) = self.find(id).filter(|ticket| ticket.is_open()) else { return };
        ticket.own = if is_shown { Stage::Shown } else { Stage::Opens };
        ticket.gives_way = None;
        if let Some(how) = ticket.ending.take() {
            self.withdraw(id, how, how, scene, orders);
        }
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
        if std::mem::take(&mut ticket.is_above) {
            orders.push(Order::Close { ticket: id, seat: Seat::Above, how });
        }
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
            QueueAct::Leave(other) => self.end_unseen(other, End::Leave, orders),
            QueueAct::LeaveAll => {
                for other in self.ids(waits) {
                    self.end_unseen(other, End::Leave, orders);
                }
            }
        }
    }

    /// Has questions that wait ended by the user, who has not seen them.
    fn end_unseen(&mut self, id: u32, how: End, orders: &mut Vec<Order>) {
        let Some(ticket) = self.find(id).filter(|ticket| ticket.own == Stage::Waits) else { return };
        ticket.own = Stage::Opens;
        let (seat, recalls) = (Seat::Own, ticket.recalls());
        let unseen = Some(how);
        orders.push(Order::Open { ticket: id, seat, request: String::new(), is_expected: false, recalls, unseen });
    }

    /// Lets the ticket `other` be answered before the ticket `id`, whose place has given way to it. What was entered there is
    /// noted, and comes back with its next form.
    fn step_aside(&mut self, (id, other): (u32, u32), result: Option<&PlaceResult>, orders: &mut Vec<Order>) {
        let Some(ticket) = self.find(id) else { return };
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

    /// Handles the end of a place. What was entered in the own place, while the answer of another counts, is noted.
    pub(super) fn take_reply(
        &mut self,
        replied: &PlaceReply,
        scene: &Scene,
        branch: Option<&Branch>,
        orders: &mut Vec<Order>,
    ) -> Result<(), BranchNeeded> {
        let PlaceReply { ticket: id, seat, result, problem } = replied;
        let Some(ticket) = self.find(*id) else { return Ok(()) };
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
            Seat::Above => ticket.is_above = false,
        }
        let is_first = ticket.winner.is_none();
        if let (Asker::Sequence(sequence), Some(result), true) = (ticket.asker.clone(), result, is_first) {
            if let Some(problem) = problem {
                // The next form begins with what was entered, which the model has not got.
                let mut data = result.record.clone();
                if let Some(fields) = data.as_object_mut() {
                    let failed =
                        [("outcome", json!("failed")), ("cancelled", json!(true)), ("message", json!(problem))];
                    fields.extend(failed.map(|(name, value)| (name.to_owned(), value)));
                }
                orders.push(Order::Note { data });
                self.drop_sequence(sequence, problem.clone(), orders);
            } else {
                self.continue_sequence(sequence, (*id, result), scene, branch.ok_or(BranchNeeded)?, orders);
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
        let Some(ticket) = self.find(*id) else { return };
        if ticket.winner == Some(Seat::Elsewhere) {
            let entered = result.as_ref().filter(|result| result.is_entered);
            orders.extend(entered.and_then(|result| note_by(&ticket.asker, result)));
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
            Some(Seat::Above) if *seat == Seat::Own => {
                let entered = result.as_ref().filter(|result| result.is_entered);
                orders.extend(entered.map(|result| Order::Note { data: result.record.clone() }));
            }
            Some(Seat::Own) if is_above => {
                orders.push(Order::Close { ticket: *id, seat: Seat::Above, how: End::Abort });
            }
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
            (first.own, first.request) = (Stage::Opens, request.clone());
            let (seat, is_expected, recalls) = (Seat::Own, first.is_expected, first.recalls());
            orders.push(Order::Open { ticket: id, seat, request, is_expected, recalls, unseen: None });
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
        let problem = stray_response(&message, &self.ended, &open);
        Order::error(format!("ask_user_response was refused: {problem}"))
    }
}

pub(super) fn is_over(own: Stage) -> bool {
    matches!(own, Stage::Missing | Stage::Replied | Stage::Ended)
}

/// Returns the entry about what was entered at a place whose result does not count.
fn note_by(asker: &Asker, result: &PlaceResult) -> Option<Order> {
    let subagent = if let Asker::Session { subagent, .. } = asker { Some(subagent.clone()) } else { None };
    let mut data = result.record.clone();
    let fields = data.as_object_mut()?;
    fields.insert(ASIDE.to_owned(), Value::Bool(true));
    fields.extend(subagent.map(|subagent| ("subagent".to_owned(), subagent)));
    Some(Order::Note { data })
}

/// Returns the entry about what another session has asked, if there is to be one. What goes on to the next session with
/// nothing entered has no end here. Without anything entered, it is bounded.
pub(super) fn note_of(result: &PlaceResult, subagent: &Value, is_here: bool) -> Option<Order> {
    let PlaceResult { record, is_said, is_entered, .. } = result;
    let is_entered = *is_said || *is_entered;
    if !(is_here || is_entered) || record.get("shown") == Some(&Value::Bool(false)) {
        return None;
    }
    let mut data = record.clone();
    data.as_object_mut()?.insert("subagent".to_owned(), subagent.clone());
    Some(Order::Note { data: if is_entered { data } else { bounded(data) } })
}

/// Returns a note of questions that nobody has answered, without those that are too long to be noted.
fn bounded(note: Value) -> Value {
    let size = |value: &Value| compact(value).len();
    if size(&note) <= MAX_UNENTERED {
        return note;
    }
    let field = |name: &str| note.get(name).cloned().unwrap_or_default();
    let rest = ["answers", "cancelled", "outcome", "mode", "subagent"].map(|name| (name.to_owned(), field(name)));
    let mut rest = Value::from_iter(rest);
    let mut room = MAX_UNENTERED.saturating_sub(size(&rest) + size(&json!({"questions": []})));
    let mut questions = field("questions").as_array().cloned().unwrap_or_default();
    questions.retain(|question| {
        let bytes = size(question) + 1;
        let fits = bytes <= room;
        room -= if fits { bytes } else { 0 };
        fits
    });
    if let Some(fields) = rest.as_object_mut() {
        fields.insert("questions".to_owned(), Value::Array(questions));
    }
    rest
}
