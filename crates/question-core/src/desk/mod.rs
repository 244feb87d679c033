//! What happens around forms: events of the host go in, orders for it come out.
//!
//! The desk is plain data. The host keeps it as a text and hands it in with each event, so it belongs to no instance of the
//! module. It decides who answers a call, which form is open, what is sent to the model and when, and how pi ends. It must
//! not do anything itself. What the branch of a session holds is decided in `later/`, which gives it plans.

pub(crate) mod asking;
mod closing;
mod commands;
mod deliveries;
pub(crate) mod elsewhere;
pub(crate) mod event;
mod late;
mod note;
pub(crate) mod order;
mod passing;
mod queue;
pub(crate) mod reception;
mod ticket;
mod turns;
mod waiting;

use serde_tuple::{Deserialize_tuple, Serialize_tuple};

use crate::answer::opening::Opening;
use crate::call::questionnaire::Questionnaire;
use crate::later::branch::Branch;
use crate::later::plan::FileText;
use deliveries::Sent;
use event::{DeskEvent, End, Scene};
use late::Sequence;
use order::Order;
use ticket::Ticket;

/// Longest time to wait for the results of open forms, in milliseconds. pi needs about 20 to write them.
const WRITING_MS: u32 = 500;

/// The state of the desk. The default is that of a copy of the extension in which no session has begun.
// Each is a fact of its own.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize_tuple, Deserialize_tuple)]
pub struct Desk {
    /// What is open or waits, oldest first.
    tickets: Vec<Ticket>,
    /// Ids of requests to programs that have ended, so that a late response can be told from a foreign one.
    ended: Vec<String>,
    /// Calls whose questions are to be written into the pending file.
    filing: Vec<asking::Filing>,
    /// Answers of the command line that are not used yet.
    answers: Option<String>,
    /// Whether they are the rest of answers to several calls of one message.
    is_divided: bool,
    /// Pending files that the prompt of the command line includes.
    prompted: Vec<FileText>,
    /// Whether a call has left its questions in the pending file since the last run.
    has_left: bool,
    /// Late questions that are asked one after another.
    sequences: Vec<Sequence>,
    /// Number of the last sequence.
    last_sequence: u32,
    /// Messages that may not be in the session yet.
    sent: Vec<Sent>,
    /// Calls that the last run has not begun.
    not_begun: Vec<String>,
    /// Id of the session that has begun.
    session: Option<String>,
    /// Number of commands of this tool still to run, if pi was started for nothing else.
    commands: u32,
    /// Whether the model has replied since pi was started.
    has_replied: bool,
    /// Whether answers wait for a prompt that the command line seems to bring.
    is_unheard: bool,
    /// How what is asked ends while the session closes.
    closing: Option<End>,
    /// How what is asked ends, since pi ends.
    quitting: Option<End>,
    /// What the host holds until it happens.
    holds: Vec<order::Until>,
    /// The row above the prompt, which says how many questions wait, and whether it may say something else now.
    row: Option<String>,
    is_row_old: bool,
    /// Whether the user has put questions off that are not in the pending file.
    is_put_off: bool,
    /// Answers that subagents are being told.
    passing: Vec<passing::Passing>,
    /// Whether the host listens for what the person above answers later.
    is_listening: bool,
}

/// The questions of a call, and what their form begins with.
#[derive(Clone, Copy, Debug)]
pub struct AskedQuestions<'a> {
    /// The questions.
    pub questionnaire: &'a Questionnaire,
    /// What their form begins with.
    pub opening: &'a Opening,
}

/// What an event is about.
#[derive(Clone, Copy, Debug, Default)]
pub struct About<'a> {
    /// The branch of the session.
    pub branch: Option<&'a Branch>,
    /// The questions of the event's ticket.
    pub asked: Option<AskedQuestions<'a>>,
}

/// The branch is needed to handle an event, and was not given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BranchNeeded;

impl<'a> About<'a> {
    fn branch(&self) -> Result<&'a Branch, BranchNeeded> {
        self.branch.ok_or(BranchNeeded)
    }
}

impl Desk {
    /// Handles an event. Returns the orders that follow from it. One about a ticket that has ended changes nothing.
    ///
    /// # Errors
    ///
    /// Fails if it needs the branch, for which the host has to read the session. The desk is then of no use.
    pub fn handle(&mut self, event: DeskEvent, scene: &Scene, about: About<'_>) -> Result<Vec<Order>, BranchNeeded> {
        let mut orders = Vec::new();
        match event {
            DeskEvent::Begun(begun) => self.begin(begun, scene, about.branch, &mut orders)?,
            DeskEvent::Asked(asking) => self.ask(asking, scene, &about, &mut orders)?,
            DeskEvent::Shown(ticket) => self.set_shown(ticket, scene, &mut orders),
            DeskEvent::Unshown { ticket, reason } => self.open_instead(ticket, reason, scene, &mut orders),
            DeskEvent::Requested { ticket, bytes, is_alone } => self.announce(ticket, bytes, is_alone, &mut orders),
            DeskEvent::Responded(message) => orders.push(self.receive(message)),
            DeskEvent::Refused(problem) => orders.push(queue::refused(&problem)),
            DeskEvent::Replied(replied) => self.take_reply(&replied, scene, about.branch, &mut orders)?,
            DeskEvent::Answered { ticket, result, is_touched, from } => {
                self.take_elsewhere(ticket, (&result, is_touched, &from), scene, about.branch, &mut orders)?;
            }
            DeskEvent::Queued { ticket, act } => self.arrange(ticket, act, &mut orders),
            DeskEvent::Unopened { sequence, problem } => self.drop_sequence(sequence, problem, &mut orders),
            DeskEvent::Failed(ticket) => self.drop_ticket(ticket, &mut orders),
            DeskEvent::Aborted(ticket) => self.abort(ticket, scene, &mut orders),
            DeskEvent::Prepared(ticket) => self.write(ticket, scene, &about, &mut orders)?,
            DeskEvent::Written { ticket, fault } => self.written(ticket, fault, scene, &mut orders),
            DeskEvent::Looked { prompted, is_told } => {
                late::looked(prompted.as_deref(), is_told, about.branch()?, &mut orders);
            }
            DeskEvent::Command(line) => {
                // pi goes on.
                self.close_not_begun(&mut orders);
                self.run_command(&line, scene, about.branch, &mut orders)?;
            }
            DeskEvent::Replying => {
                self.has_replied = true;
                self.show_waiting(scene, about.branch, &mut orders)?;
            }
            DeskEvent::TurnEnded => {
                self.end_turn(&mut orders);
                self.show_waiting(scene, about.branch, &mut orders)?;
                self.is_row_old = false;
            }
            DeskEvent::Recounted => self.show_waiting(scene, about.branch, &mut orders)?,
            DeskEvent::RunEnded(messages) => self.end_run(&messages, about.branch, &mut orders)?,
            DeskEvent::Settled => {
                self.stop_listening(&mut orders);
                self.settle(scene, about.branch, &mut orders)?;
                self.show_waiting(scene, about.branch, &mut orders)?;
            }
            DeskEvent::Moved => {
                self.is_row_old = true;
                self.show_waiting(scene, about.branch, &mut orders)?;
            }
            DeskEvent::Elapsed => self.close_not_begun(&mut orders),
            DeskEvent::Attached(id) => self.send_whole(&id, scene, &mut orders),
            DeskEvent::Heard { ticket, has_pictures } => self.hear(ticket, has_pictures, scene, &mut orders),
            DeskEvent::Passed { to, is_taken } => self.passed(&to, is_taken, &mut orders),
            DeskEvent::Closing(reason) => {
                self.stop_listening(&mut orders);
                self.close(reason, scene, about.branch, &mut orders)?;
            }
            DeskEvent::Closed(reason) => {
                self.closed(reason, scene, about.branch, &mut orders)?;
            }
        }
        self.open_next(&mut orders);
        self.release(order::Until::Unasked, &mut orders);
        Ok(orders)
    }

    /// Lets the host go on that waits for this, if it has happened.
    fn release(&mut self, until: order::Until, orders: &mut Vec<Order>) {
        let has_happened = match until {
            order::Until::Unasked => self.tickets.is_empty(),
            order::Until::Sequence(id) => self.sequences.iter().all(|sequence| sequence.id != id),
            order::Until::Turn | order::Until::Run => true,
        };
        if has_happened && self.holds.contains(&until) {
            self.holds.retain(|held| *held != until);
            orders.push(Order::Release { until });
        }
    }

    fn hold(&mut self, until: order::Until, orders: &mut Vec<Order>) {
        self.holds.push(until);
        let most = matches!(until, order::Until::Turn | order::Until::Unasked).then_some(WRITING_MS);
        orders.push(Order::Hold { until, most });
    }
}
