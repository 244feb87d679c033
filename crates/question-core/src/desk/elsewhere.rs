//! Answers from elsewhere: from another terminal, a page, another extension. An agent must not answer its own questions. The
//! first answer counts. Who is answering at the own place is not stopped by anything else than answers.

use super::event::{Asker, End, PlaceResult, Scene, Seat};
use super::note::note_of;
use super::order::{Finish, Order, PlaceOf};
use super::ticket::is_over;
use super::{BranchNeeded, Desk};
use crate::later::branch::Branch;
use crate::text::Clean;

const LATE: &str = "it was answered or withdrawn before";
const KEPT: &str = " What you had entered is kept, and is there if the same is asked again.";
const TOUCHED: &str = "it is being answered at the terminal of pi; answers end that, and nothing else";

const UNKNOWN: &str = "the answer does not say which process it comes from";
const OF_AGENT: &str = "it comes from a process below the pi that asks, and an agent must not answer its own questions";

/// Returns where an answer is given, as the user reads it: by another extension of the session, or, if `kind` says who has
/// entered it there, by a process. `name` is what the extension calls the place, or the terminal of the process.
///
/// # Errors
///
/// Fails with the reason if the answer must not count: one of a process that is, or may be, below the pi that asks. `fault`
/// says why that is unknown; without it, the process did not say which one it is.
pub fn answered_from(
    kind: Option<&str>,
    name: Option<String>,
    is_below: Option<bool>,
    fault: Option<&str>,
) -> Result<String, String> {
    let Some(kind) = kind else { return Ok(name.unwrap_or_else(|| "another extension".to_owned())) };
    match (is_below, fault) {
        (Some(false), _) => {}
        (Some(true), _) => return Err(OF_AGENT.to_owned()),
        (None, Some(fault)) => return Err([fault, "; answer in pi"].concat()),
        (None, None) => return Err(UNKNOWN.to_owned()),
    }
    let place = match kind {
        "page" => return Ok("the page".to_owned()), // wherever its server runs
        "script" => "a command",
        _ => "another terminal",
    };
    Ok(name.map_or_else(|| place.to_owned(), |terminal| [place, ", ", &terminal].concat()))
}

impl Desk {
    /// Handles a result from elsewhere for the ticket `id`, with whether the user has entered anything at the own place, and
    /// where the result is from.
    pub(super) fn take_elsewhere(
        &mut self,
        id: u32,
        (result, is_touched, from): (&PlaceResult, bool, &str),
        scene: &Scene,
        branch: Option<&Branch>,
        orders: &mut Vec<Order>,
    ) -> Result<(), BranchNeeded> {
        let refuse = |problem: &str| Order::Refuse { ticket: id, problem: problem.to_owned() };
        let is_free = self.find(id).filter(|ticket| !is_over(ticket.own) && ticket.is_undecided());
        let Some(ticket) = is_free else {
            orders.push(refuse(LATE));
            return Ok(());
        };
        if is_touched && result.outcome() != "answered" {
            orders.push(refuse(TOUCHED));
            return Ok(());
        }
        let was_open = ticket.is_open() || ticket.was_open;
        let is_kept = is_touched || ticket.was_open;
        let asker = ticket.asker.clone();
        ticket.winner = Some(Seat::Elsewhere);
        ticket.close_own(End::Taken, orders);
        ticket.close_above(End::Abort, orders);
        let is_closed = is_over(ticket.own);
        if was_open {
            let ended = match result.outcome() {
                "pending" => "Put off",
                "cancelled" => "Cancelled",
                "discuss" => "Answered with a message",
                _ => "Answered",
            };
            let kept = if is_kept { KEPT } else { "" };
            orders.push(Order::info(format!("{ended} from {}.{kept}", Clean::line(from).as_str())));
        }
        self.note_put_off(result);
        match &asker {
            Asker::Sequence(sequence) => {
                let from = PlaceOf { ticket: id, seat: Seat::Elsewhere };
                self.continue_sequence(*sequence, (from, result), scene, branch.ok_or(BranchNeeded)?, orders);
            }
            Asker::Session { subagent, .. } => {
                orders.extend(note_of(result, subagent, true));
                self.recount(orders);
            }
            Asker::Call(_) => {}
        }
        if is_closed {
            self.finish(id, Finish::Place(Seat::Elsewhere), scene, orders);
        }
        Ok(())
    }
}
