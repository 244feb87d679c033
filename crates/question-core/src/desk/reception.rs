//! The questions that all sessions without a person bring to the persons of a process: whom they go to, in which order, and
//! how much may wait.
//!
//! The reception is plain data of the process, as the desk is of one copy of the extension, and like it does nothing
//! itself. Times are milliseconds of a clock that never goes back, and may wrap around.

use serde::{Deserialize, Serialize};
use serde_tuple::{Deserialize_tuple, Serialize_tuple};
use ts_rs::TS;

/// Questions that may wait at once.
const MAX_WAITING: usize = 128;
const MIB: usize = 1024 * 1024;
/// Bytes of all requests that wait, at most: four of the longest.
const MAX_BYTES: usize = 64 * MIB;
/// Milliseconds for which questions whose session has ended keep their place.
const ABSENT_MS: u32 = 5000;
/// Milliseconds for which questions that are back wait for those that were before them.
const BACK_MS: u32 = 1000;

const NOBODY: &str = "of the sessions here that have a user, none is in a folder that holds the folder of this one";

/// The questions that wait. The default is that of a process in which nobody has asked.
#[derive(Clone, Debug, Default, PartialEq, Serialize_tuple, Deserialize_tuple)]
pub struct Reception {
    /// Oldest first.
    waiting: Vec<Waiting>,
}

/// Questions of a session without a person.
#[derive(Clone, Debug, PartialEq, Serialize_tuple, Deserialize_tuple)]
struct Waiting {
    id: String,
    ticket: u32,
    /// Length of the request.
    bytes: usize,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
enum Stage {
    /// A person is found, and others have to be asked first. `is_shared`: there are other persons.
    Ready { host: u32, is_shared: bool },
    /// The person of this session is asked.
    Asked(u32),
    /// The session has ended at this time, and the asker is not back.
    Away(u32),
}

/// What has happened. The host has numbered what asks, and the sessions that have a person.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ReceptionEvent {
    /// Questions are brought, or brought again because the session ended that was asked.
    Brought {
        /// The number of what asks.
        ticket: u32,
        /// Differs from the ids of all other questions, and stays the same when they are brought again.
        id: String,
        /// Length of the request.
        bytes: usize,
        /// The sessions that have a person. The one that began a tool call last, or else that began last, comes last.
        persons: Vec<Person>,
    },
    /// A person, or what asks for them, has ended the questions, or their session has.
    Replied {
        /// The number of what asks.
        ticket: u32,
        /// Whether there is a result.
        has_result: bool,
        /// Whether it is one of the person's.
        is_by_user: bool,
        /// Whether the session goes on.
        is_there: bool,
    },
    /// The session with this number has ended.
    Left(u32),
    /// The time has passed that these questions wait for those before them.
    Elapsed(u32),
}

/// A session that has a person.
#[derive(Clone, Copy, Debug, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct Person {
    /// Its number.
    pub host: u32,
    /// How many folders its own is above that of what asks. Absent if it is not above it.
    pub distance: Option<u32>,
    /// Whether a tool call runs in it, which may be what asks.
    pub is_running: bool,
}

/// What the host has to do for questions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ReceptionOrder {
    /// The number of what asks.
    pub ticket: u32,
    /// What to do.
    pub act: ReceptionAct,
}

/// What the host has to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ReceptionAct {
    /// Ask the person of a session, and tell how that has ended.
    Ask {
        /// The session.
        host: u32,
        /// Whether there are other persons, so that the form has to name the folder.
        is_shared: bool,
    },
    /// Tell when this many milliseconds have passed.
    Delay(u32),
    /// End them with this problem.
    Refuse(String),
    /// End them with the result that was told.
    Finish,
    /// Bring them again, unless they were withdrawn.
    Again,
    /// End them without a result: nobody is here, and they keep their place for a while.
    Leave,
}

impl Waiting {
    fn is_away(&self) -> bool {
        matches!(self.stage, Stage::Away(_))
    }

    /// Lets the person be asked, if one is found.
    fn begin(&mut self) -> Option<ReceptionOrder> {
        let Stage::Ready { host, is_shared } = self.stage else { return None };
        self.stage = Stage::Asked(host);
        Some(ReceptionOrder { ticket: self.ticket, act: ReceptionAct::Ask { host, is_shared } })
    }
}

impl Reception {
    /// Handles an event at a time. Returns what follows from it.
    pub fn handle(&mut self, event: ReceptionEvent, now: u32) -> Vec<ReceptionOrder> {
        self.waiting
            .retain(|waiting| !matches!(waiting.stage, Stage::Away(since) if now.wrapping_sub(since) > ABSENT_MS));
        let mut orders = Vec::new();
        match event {
            ReceptionEvent::Brought { ticket, id, bytes, persons } => {
                let problem = self.admit(ticket, id, bytes, now).map(ReceptionAct::Refuse);
                let end = problem.or_else(|| self.end_of(ticket, &persons));
                orders.extend(self.release());
                // The process of those that were before them may have ended.
                let is_held =
                    |waiting: &Waiting| waiting.ticket == ticket && matches!(waiting.stage, Stage::Ready { .. });
                let delay = || self.waiting.iter().any(is_held).then_some(ReceptionAct::Delay(BACK_MS));
                orders.extend(end.or_else(delay).map(|act| ReceptionOrder { ticket, act }));
            }
            ReceptionEvent::Replied { ticket, has_result, is_by_user, is_there } => {
                // What a person has answered counts, even if their session has ended since.
                let act = match (has_result, is_by_user || is_there) {
                    (true, true) => ReceptionAct::Finish,
                    (false, true) => ReceptionAct::Leave,
                    (_, false) => ReceptionAct::Again,
                };
                if act != ReceptionAct::Again {
                    self.waiting.retain(|waiting| waiting.ticket != ticket);
                }
                orders.push(ReceptionOrder { ticket, act });
                orders.extend(self.release());
            }
            ReceptionEvent::Left(host) => {
                for waiting in self.waiting.iter_mut().filter(|waiting| waiting.stage == Stage::Asked(host)) {
                    waiting.stage = Stage::Away(now);
                }
            }
            ReceptionEvent::Elapsed(ticket) => {
                let mut is_before = true;
                self.waiting.retain(|waiting| {
                    is_before &= waiting.ticket != ticket;
                    !(is_before && waiting.is_away())
                });
                orders.extend(self.release());
            }
        }
        orders
    }

    /// Returns what ends questions that were brought: there is no place for them, or no person.
    fn end_of(&mut self, ticket: u32, persons: &[Person]) -> Option<ReceptionAct> {
        let stage = match person_for(persons) {
            Some(Person { host, .. }) => Stage::Ready { host: *host, is_shared: persons.len() > 1 },
            None if persons.is_empty() => return Some(ReceptionAct::Leave),
            None => {
                self.waiting.retain(|waiting| waiting.ticket != ticket);
                return Some(ReceptionAct::Refuse(NOBODY.to_owned()));
            }
        };
        for waiting in self.waiting.iter_mut().filter(|waiting| waiting.ticket == ticket) {
            waiting.stage = stage;
        }
        None
    }

    /// Gives questions the place that they have left, or else the last one. Returns why there is none.
    fn admit(&mut self, ticket: u32, id: String, bytes: usize, now: u32) -> Option<String> {
        let is_own = |waiting: &&mut Waiting| waiting.ticket == ticket || (waiting.id == id && waiting.is_away());
        if let Some(own) = self.waiting.iter_mut().find(is_own) {
            own.ticket = ticket;
            return None;
        }
        if self.waiting.len() >= MAX_WAITING {
            return Some(format!("{MAX_WAITING} questions wait for the user already, and no more can"));
        }
        let room = MAX_BYTES.saturating_sub(self.waiting.iter().map(|waiting| waiting.bytes).sum());
        if bytes > room {
            let [left, own] = [room, bytes].map(in_mib);
            return Some(format!(
                "beside the questions that wait for the user already, there is room for {left}, and these have {own}; \
                 shorter ones can be asked"
            ));
        }
        self.waiting.push(Waiting { id, ticket, bytes, stage: Stage::Away(now) });
        None
    }

    /// Lets all be asked, in their order, before which none is away: the form that the user was typing into has to be the
    /// first again.
    fn release(&mut self) -> Vec<ReceptionOrder> {
        self.waiting.iter_mut().take_while(|waiting| !waiting.is_away()).filter_map(Waiting::begin).collect()
    }
}

/// Returns the person whom questions are for: the only one, or else that of the nearest folder that holds the folder of what
/// asks. Of several there, the last one with a running tool call, or else the last one.
fn person_for(persons: &[Person]) -> Option<&Person> {
    if let [only] = persons {
        return Some(only);
    }
    let nearest = persons.iter().filter_map(|person| person.distance).min()?;
    let all = || persons.iter().rev().filter(|person| person.distance == Some(nearest));
    all().find(|person| person.is_running).or_else(|| all().next())
}

/// Writes a size with one decimal place.
fn in_mib(bytes: usize) -> String {
    let tenths = (bytes * 10 + MIB / 2) / MIB;
    format!("{}.{} MiB", tenths / 10, tenths % 10)
}
