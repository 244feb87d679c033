//! Answers to what a subagent has asked, after its call. It listens while it works; afterwards the user says whether the
//! model of their session reads them, or nobody.

use serde_json::Value;
use serde_tuple::{Deserialize_tuple, Serialize_tuple};

use super::Desk;
use super::event::{PlaceResult, Scene, Seat};
use super::note::{kept, told};
use super::order::{Order, PlaceOf};
use crate::answer::result::Record;
use crate::later::plan::{Delivery, NOBODY};

const ENDED: &str = "no run goes on";
const UNHEARD: &str = "The subagent has ended before it read your answer. /questions answer asks who is to read it.";

/// An answer that a subagent is being told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize_tuple, Deserialize_tuple)]
pub(super) struct Passing {
    /// Name of the questions in the branch, and the id under which the subagent has asked them.
    pub(super) ask: String,
    pub(super) to: String,
    /// The entry about an answer that it has taken.
    pub(super) noted: Value,
    /// The pending file that is done with then.
    pub(super) retire: Option<String>,
}

/// Answers to a subagent that has ended, which are kept until the user has said who reads them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize_tuple, Deserialize_tuple)]
pub(super) struct Unread {
    /// Id of the message, and its text.
    pub(super) id: String,
    pub(super) content: String,
    /// The entry about the answers, without who has asked.
    pub(super) noted: Value,
    /// The subagent, which the entry names if nobody reads them.
    pub(super) subagent: Value,
    /// The pending file that is done with.
    pub(super) retire: Option<String>,
    pub(super) has_pictures: bool,
}

/// Who reads answers to a subagent that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reader {
    Model,
    Nobody,
    /// The user has not said it. The questions still wait, with what was entered.
    Undecided,
}

impl Reader {
    /// Reads what the user has chosen.
    pub(super) fn of(result: &PlaceResult) -> Self {
        let answers = Record::read(&result.record).map(|record| record.answers).unwrap_or_default();
        let mut chosen = answers.iter().flat_map(|answer| &answer.picks).filter(|pick| pick.number().is_some());
        match chosen.next().map(|pick| pick.value.as_str()) {
            None => Self::Undecided,
            Some(NOBODY) => Self::Nobody,
            Some(_) => Self::Model,
        }
    }
}

impl Desk {
    /// Does what the user wants with answers to a subagent that has ended. `goes_on`: the message starts a run.
    pub(super) fn end_unread(
        &mut self,
        (Unread { id, content, noted, subagent, retire, has_pictures }, reader): (Unread, Reader),
        (result, goes_on): (&PlaceResult, bool),
        scene: &Scene,
        orders: &mut Vec<Order>,
    ) {
        if result.outcome() == "discuss" {
            orders.push(Order::Tell { content: result.content.clone(), how: Self::sending(true, scene) });
        }
        match reader {
            Reader::Model => {
                // A run that is aborted drops what it has not taken in.
                if scene.is_running || has_pictures {
                    orders.push(Order::Note { data: kept(noted, &id, content) });
                }
                self.send((id, goes_on, has_pictures), scene, orders);
            }
            Reader::Nobody => orders.extend([Order::Drop { id }, Order::Note { data: told(noted, subagent) }]),
            Reader::Undecided => return orders.push(Order::Drop { id }),
        }
        orders.extend(retire.map(Order::retire));
        self.recount(orders);
    }

    /// Handles what the person above has answered later: it goes into the run that goes on.
    pub(super) fn hear(&mut self, ticket: u32, has_pictures: bool, scene: &Scene, orders: &mut Vec<Order>) {
        if self.is_listening && scene.is_running {
            self.deliver(Delivery::default(), Some((PlaceOf { ticket, seat: Seat::Own }, has_pictures)), scene, orders);
        } else {
            orders.push(Order::Refuse { ticket, problem: ENDED.to_owned() });
        }
    }

    /// Handles the end of the way of an answer to a subagent. If it has ended before, the questions wait as before, with what
    /// was entered.
    pub(super) fn passed(&mut self, to: &str, is_taken: bool, orders: &mut Vec<Order>) {
        for Passing { noted, retire, .. } in self.passing.extract_if(.., |passing| passing.to == to) {
            if is_taken {
                orders.push(Order::Note { data: noted });
                orders.extend(retire.map(Order::retire));
            } else {
                orders.push(Order::info(UNHEARD));
            }
        }
        self.recount(orders);
    }

    /// Ends the listening, because the run ends.
    pub(super) fn stop_listening(&mut self, orders: &mut Vec<Order>) {
        if std::mem::take(&mut self.is_listening) {
            orders.push(Order::Unlisten);
        }
    }
}
