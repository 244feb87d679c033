//! The queue: whose questions are open, whose wait, and how each of them ends.
//!
//! One form is open at a time, because two would cover each other. Each ticket ends once: by its place, which has shown the
//! questions, or by an order to finish it, because nobody has seen them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::answer::replies::Response;
use crate::answer::result::HostMode;
use crate::later::exchange::stray_response;

/// The state of the queue. The default is that of a session in which nothing was asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Desk {
    /// What is open or waits, oldest first.
    tickets: Vec<Ticket>,
    /// Ids of requests to programs that have ended, so that a late response can be told from a foreign one.
    ended: Vec<String>,
    /// Whether the session is closing.
    is_closing: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Ticket {
    id: u32,
    mode: HostMode,
    is_late: bool,
    /// Id of the request to a program.
    request: String,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    /// Another one is open.
    Waits,
    /// The host is to open its place, and nobody has seen the questions yet.
    Opens,
    /// Its place shows the questions, or has sent them.
    Shown,
}

/// What has happened.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum DeskEvent {
    /// Questions are to be asked.
    Asked(Asking),
    /// The place of this ticket shows its questions.
    Shown(u32),
    /// The place of this ticket no longer shows its questions, of which nothing was answered, and another place is tried.
    Unshown(u32),
    /// The call of this ticket has its result.
    Ended(u32),
    /// The run that waits for a ticket was aborted.
    Aborted(Abort),
    /// The session closes, and all forms end like this.
    Closing(End),
    /// All results of a session that was closing are delivered.
    Closed,
    /// A program has sent this response.
    Responded(String),
}

/// Questions that are to be asked.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Asking {
    /// Number that the host has given to them alone.
    pub ticket: u32,
    /// Mode of pi.
    pub mode: HostMode,
    /// Whether no call waits for the answers.
    pub is_late: bool,
    /// Id of the request to a program, which is made different from all earlier ones.
    pub request: String,
}

/// The abort of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Abort {
    /// The questions that the run waits for.
    pub ticket: u32,
    /// Whether the program that drives pi has disconnected, or told it to end.
    pub is_gone: bool,
}

/// How a form ends from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum End {
    /// The run was aborted, or the session is closing.
    Abort,
    /// The program that asked the user has disconnected.
    Disconnect,
    /// The user has stopped the run before they saw the questions, which are not asked again.
    Stop,
}

/// What the host has to do with a ticket. Several orders are carried out one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Order {
    /// The questions that it is about; absent for a response that answers none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ticket: Option<u32>,
    /// What to do.
    pub act: Act,
}

/// An act of the host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Act {
    /// Open a place, and send programs a request with this id.
    Open(String),
    /// Close the place, whose form ends like this.
    Close(End),
    /// Finish the call with the result of questions that nobody has seen, and that end like this.
    Finish(End),
    /// Draw the open form again, for which this number of others wait.
    Count(usize),
    /// Hand the response to the place.
    Respond,
    /// Say what is wrong with the response.
    Refuse(String),
}

impl Desk {
    /// Reads a desk that was written as JSON; the empty text is a new one. Returns `None` if the text is another one.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        if text.is_empty() { Some(Self::default()) } else { serde_json::from_str(text).ok() }
    }

    /// Handles an event. Returns the orders that follow from it. One about a ticket that has ended changes nothing.
    pub fn handle(&mut self, event: DeskEvent) -> Vec<Order> {
        let mut orders = Vec::new();
        match event {
            DeskEvent::Asked(Asking { ticket, mode, is_late, request }) => {
                // A program may never answer a late request, and a run that asks must not wait for that.
                if mode == HostMode::Rpc && !is_late {
                    for late in self.ids(|other| other.is_late) {
                        self.withdraw(late, End::Abort, End::Abort, &mut orders);
                    }
                }
                self.tickets.push(Ticket { id: ticket, mode, is_late, request, stage: Stage::Waits });
            }
            DeskEvent::Shown(ticket) => self.set_stage(ticket, Stage::Shown),
            DeskEvent::Unshown(ticket) => self.set_stage(ticket, Stage::Opens),
            DeskEvent::Ended(ticket) => self.remove(ticket),
            DeskEvent::Aborted(Abort { ticket, is_gone }) => {
                let is_rpc = !self.ids(|own| own.id == ticket && own.mode == HostMode::Rpc).is_empty();
                let how = if is_rpc && is_gone { End::Disconnect } else { End::Abort };
                let unseen = if is_gone || self.is_closing { how } else { End::Stop };
                self.withdraw(ticket, how, unseen, &mut orders);
            }
            DeskEvent::Closing(how) => {
                self.is_closing = true;
                for ticket in self.ids(|_| true) {
                    self.withdraw(ticket, how, how, &mut orders);
                }
            }
            DeskEvent::Closed => self.is_closing = false,
            DeskEvent::Responded(message) => orders.push(self.receive(&message)),
        }
        self.open_next(&mut orders);
        orders
    }

    /// Returns the ids of the tickets that are like this, oldest first.
    fn ids(&self, is_it: impl Fn(&Ticket) -> bool) -> Vec<u32> {
        self.tickets.iter().filter(|ticket| is_it(ticket)).map(|ticket| ticket.id).collect()
    }

    fn set_stage(&mut self, id: u32, stage: Stage) {
        self.find(id).into_iter().for_each(|ticket| ticket.stage = stage);
    }

    fn find(&mut self, id: u32) -> Option<&mut Ticket> {
        self.tickets.iter_mut().find(|ticket| ticket.id == id)
    }

    fn remove(&mut self, id: u32) {
        let ended = self.tickets.extract_if(.., |ticket| ticket.id == id);
        let requests = ended.filter(|ticket| ticket.stage != Stage::Waits && ticket.mode != HostMode::Tui);
        self.ended.extend(requests.map(|ticket| ticket.request));
    }

    /// Ends a ticket from outside: its form like `how`, or, if nobody has seen that, the call like `unseen`.
    fn withdraw(&mut self, id: u32, how: End, unseen: End, orders: &mut Vec<Order>) {
        let Some(stage) = self.find(id).map(|ticket| ticket.stage) else { return };
        if stage != Stage::Waits {
            orders.push(Order { ticket: Some(id), act: Act::Close(how) });
        }
        if stage != Stage::Shown {
            orders.push(Order { ticket: Some(id), act: Act::Finish(unseen) });
            self.remove(id);
        }
    }

    /// Opens the oldest ticket, or counts those that wait for it if it is open.
    fn open_next(&mut self, orders: &mut Vec<Order>) {
        let waiting = self.tickets.len().saturating_sub(1);
        let Some(first) = self.tickets.first() else { return };
        let (ticket, is_open) = (Some(first.id), first.stage != Stage::Waits);
        let request = if is_open { String::new() } else { self.unused(&first.request) };
        if !is_open && let Some(first) = self.tickets.first_mut() {
            (first.stage, first.request) = (Stage::Opens, request.clone());
            orders.push(Order { ticket, act: Act::Open(request) });
        }
        orders.push(Order { ticket, act: Act::Count(waiting) });
    }

    /// Makes the id of a request different from all earlier ones.
    fn unused(&self, id: &str) -> String {
        let is_taken = |id: &String| self.ended.contains(id);
        let others = (2..).map(|count| format!("{id}:{count}"));
        std::iter::once(id.to_owned()).chain(others).find(|id| !is_taken(id)).unwrap_or_default()
    }

    /// Finds the request that a response answers.
    fn receive(&self, message: &str) -> Order {
        let is_open = |ticket: &&Ticket| ticket.stage != Stage::Waits && ticket.mode != HostMode::Tui;
        let open = self.tickets.iter().filter(is_open);
        let id = Response::request_id(message).ok();
        if let Some(ticket) = open.clone().find(|ticket| Some(&ticket.request) == id.as_ref()) {
            return Order { ticket: Some(ticket.id), act: Act::Respond };
        }
        let open: Vec<String> = open.map(|ticket| ticket.request.clone()).collect();
        Order { ticket: None, act: Act::Refuse(stray_response(message, &self.ended, &open)) }
    }
}
