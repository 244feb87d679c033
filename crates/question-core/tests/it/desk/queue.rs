//! Random histories of the queue, played against a host that does what it is told.

use std::collections::{BTreeMap, HashSet};

use crate::common::json::taken;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use question_core::{Abort, Act, Asking, Desk, DeskEvent, End, HostMode, Order};
use serde_json::json;

/// What may happen. An index picks one of the tickets that it can happen to.
#[derive(Clone, Debug)]
enum Happening {
    Asked { mode: HostMode, is_late: bool, request: u8 },
    Shown(Index),
    Unshown(Index),
    Ended(Index),
    Aborted(Index, bool),
    Closing(End),
    Closed,
    Responded(Index),
    Stray(u8),
}

fn happening() -> impl Strategy<Value = Happening> {
    let mode = select(vec![HostMode::Tui, HostMode::Rpc]);
    prop_oneof![
        6 => (mode, prop::bool::weighted(0.3), 0..3_u8)
            .prop_map(|(mode, is_late, request)| Happening::Asked { mode, is_late, request }),
        4 => any::<Index>().prop_map(Happening::Shown),
        1 => any::<Index>().prop_map(Happening::Unshown),
        4 => any::<Index>().prop_map(Happening::Ended),
        2 => (any::<Index>(), any::<bool>()).prop_map(|(at, is_gone)| Happening::Aborted(at, is_gone)),
        1 => select(vec![End::Abort, End::Disconnect]).prop_map(Happening::Closing),
        1 => Just(Happening::Closed),
        2 => any::<Index>().prop_map(Happening::Responded),
        1 => (0..3_u8).prop_map(Happening::Stray),
    ]
}

/// What the host knows of a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    None,
    Opening,
    Shown,
    /// Its form was told to end, and its result is still to come.
    Closing,
}

#[derive(Default)]
struct Host {
    desk: Desk,
    places: BTreeMap<u32, Place>,
    asked: u32,
    requests: BTreeMap<u32, String>,
    /// Tickets that are asked by a request.
    programs: HashSet<u32>,
    /// How each ticket has ended, and how often.
    ends: BTreeMap<u32, Vec<String>>,
}

impl Host {
    fn tickets(&self, is_it: impl Fn(Place) -> bool) -> Vec<u32> {
        self.places.iter().filter(|(_, place)| is_it(**place)).map(|(id, _)| *id).collect()
    }

    /// Ends what the host itself knows to be over.
    fn end(&mut self, ticket: u32, how: &str) {
        self.places.remove(&ticket);
        self.ends.entry(ticket).or_default().push(how.to_owned());
    }

    fn tell(&mut self, event: DeskEvent) -> Result<Vec<Order>, TestCaseError> {
        // The host keeps the desk as a text.
        let mut desk: Desk = serde_json::from_value(taken(&self.desk)).expect("it was written");
        prop_assert_eq!(&desk, &self.desk);
        let orders = desk.handle(event);
        self.desk = desk;
        for Order { ticket, act } in &orders {
            let ticket = ticket.unwrap_or_default();
            let place = self.places.get(&ticket).copied();
            match act {
                Act::Open(request) => {
                    prop_assert_eq!(self.tickets(|place| place != Place::None), Vec::<u32>::new(), "one at a time");
                    prop_assert_eq!(self.places.keys().next(), Some(&ticket), "the oldest one");
                    if self.programs.contains(&ticket) {
                        prop_assert!(self.requests.values().all(|other| other != request), "{request} is used again");
                        self.requests.insert(ticket, request.clone());
                    }
                    self.places.insert(ticket, Place::Opening);
                }
                Act::Close(_) => {
                    prop_assert!(place.is_some_and(|place| place != Place::None), "{ticket} is not open");
                    if place == Some(Place::Shown) {
                        self.places.insert(ticket, Place::Closing);
                    }
                }
                Act::Finish(how) => {
                    prop_assert!(matches!(place, Some(Place::None | Place::Opening)), "{place:?} was seen");
                    self.end(ticket, &format!("{how:?}"));
                }
                Act::Count(waiting) => {
                    prop_assert_eq!(*waiting, self.places.len() - 1);
                    prop_assert!(place != Some(Place::None), "{ticket} is not open");
                }
                Act::Respond => prop_assert!(place.is_some(), "{ticket} has ended"),
                Act::Refuse(_) => {}
            }
        }
        Ok(orders)
    }

    fn play(&mut self, happening: Happening) -> Result<(), TestCaseError> {
        let pick = |at: Index, tickets: &[u32]| (!tickets.is_empty()).then(|| *at.get(tickets));
        match happening {
            Happening::Asked { mode, is_late, request } => {
                self.asked += 1;
                self.places.insert(self.asked, Place::None);
                let request = format!("r{request}");
                if mode == HostMode::Rpc {
                    self.programs.insert(self.asked);
                }
                self.tell(DeskEvent::Asked(Asking { ticket: self.asked, mode, is_late, request }))?;
            }
            Happening::Shown(at) => {
                if let Some(ticket) = pick(at, &self.tickets(|place| place == Place::Opening)) {
                    self.places.insert(ticket, Place::Shown);
                    self.tell(DeskEvent::Shown(ticket))?;
                }
            }
            Happening::Unshown(at) => {
                if let Some(ticket) = pick(at, &self.tickets(|place| place == Place::Shown)) {
                    self.places.insert(ticket, Place::Opening);
                    self.tell(DeskEvent::Unshown(ticket))?;
                }
            }
            Happening::Ended(at) => {
                if let Some(ticket) = pick(at, &self.tickets(|place| place != Place::None)) {
                    self.end(ticket, "place");
                    self.tell(DeskEvent::Ended(ticket))?;
                }
            }
            Happening::Aborted(at, is_gone) => {
                // Also of one that has ended.
                let all: Vec<u32> = (1..=self.asked).collect();
                if let Some(ticket) = pick(at, &all) {
                    self.tell(DeskEvent::Aborted(Abort { ticket, is_gone }))?;
                }
            }
            Happening::Closing(how) => {
                self.tell(DeskEvent::Closing(how))?;
                let left = self.tickets(|place| place != Place::Closing);
                prop_assert!(left.is_empty(), "{left:?} are left");
            }
            Happening::Closed => {
                self.tell(DeskEvent::Closed)?;
            }
            Happening::Responded(at) => {
                let requests: Vec<u32> = self.requests.keys().copied().collect();
                if let Some(ticket) = pick(at, &requests) {
                    let message =
                        json!({"type": "ask_user_response", "requestId": self.requests[&ticket], "answers": []});
                    let orders = self.tell(DeskEvent::Responded(message.to_string()))?;
                    let is_passed = orders.contains(&Order { ticket: Some(ticket), act: Act::Respond });
                    let is_refused = orders.iter().any(|order| matches!(order.act, Act::Refuse(_)));
                    prop_assert!(is_passed != is_refused);
                    prop_assert!(!is_passed || self.places.contains_key(&ticket), "{ticket} has ended");
                }
            }
            Happening::Stray(id) => {
                let message = json!({"type": "ask_user_response", "requestId": format!("s{id}"), "answers": []});
                let orders = self.tell(DeskEvent::Responded(message.to_string()))?;
                prop_assert!(matches!(orders.first(), Some(Order { act: Act::Refuse(_), .. })), "{orders:?}");
            }
        }
        Ok(())
    }
}

proptest! {
    /// One form at a time, the oldest first, and one end for each ticket, whatever happens.
    #[test]
    fn each_ticket_ends_once_and_one_is_open_at_a_time(happenings in prop::collection::vec(happening(), 0..60)) {
        let mut host = Host::default();
        for happening in happenings {
            host.play(happening)?;
            let open = host.tickets(|place| place != Place::None);
            prop_assert_eq!(open.is_empty(), host.places.is_empty(), "something waits for nothing");
            prop_assert!(open.len() <= 1, "{open:?}");
        }
        host.tell(DeskEvent::Closing(End::Abort))?;
        for ticket in host.tickets(|_| true) {
            host.end(ticket, "place");
            host.tell(DeskEvent::Ended(ticket))?;
        }
        let ended: HashSet<u32> = host.ends.keys().copied().collect();
        prop_assert_eq!(ended.len(), host.asked as usize, "each has an end");
        prop_assert!(host.ends.values().all(|ends| ends.len() == 1), "{:?}", host.ends);
    }
}

/// What nobody has seen ends by the reason: the user's own stop is not asked again.
#[test]
fn how_questions_end_that_nobody_has_seen() {
    let asked = |mode| DeskEvent::Asked(Asking { ticket: 1, mode, is_late: false, request: "r".to_owned() });
    for (mode, events, how) in [
        (HostMode::Tui, vec![DeskEvent::Aborted(Abort { ticket: 1, is_gone: false })], End::Stop),
        (HostMode::Tui, vec![DeskEvent::Aborted(Abort { ticket: 1, is_gone: true })], End::Abort),
        (HostMode::Rpc, vec![DeskEvent::Aborted(Abort { ticket: 1, is_gone: false })], End::Stop),
        (HostMode::Rpc, vec![DeskEvent::Aborted(Abort { ticket: 1, is_gone: true })], End::Disconnect),
        (HostMode::Tui, vec![DeskEvent::Closing(End::Abort)], End::Abort),
        (HostMode::Rpc, vec![DeskEvent::Closing(End::Disconnect)], End::Disconnect),
    ] {
        let mut desk = Desk::default();
        desk.handle(asked(mode));
        let orders: Vec<Order> = events.into_iter().flat_map(|event| desk.handle(event)).collect();
        assert!(orders.contains(&Order { ticket: Some(1), act: Act::Finish(how) }), "{mode:?}: {orders:?}");
    }
    // A program may never answer a late request, so a call does not wait for it.
    let mut desk = Desk::default();
    desk.handle(DeskEvent::Asked(Asking { ticket: 1, mode: HostMode::Rpc, is_late: true, request: "r".to_owned() }));
    desk.handle(DeskEvent::Shown(1));
    let orders =
        desk.handle(DeskEvent::Asked(Asking { ticket: 2, mode: HostMode::Rpc, is_late: false, request: "q".to_owned() }));
    assert_eq!(orders.first(), Some(&Order { ticket: Some(1), act: Act::Close(End::Abort) }));
    let orders = desk.handle(DeskEvent::Ended(1));
    assert_eq!(orders.first(), Some(&Order { ticket: Some(2), act: Act::Open("q".to_owned()) }));
}
