//! Answers to what a subagent has asked, after its call. It listens while it works; afterwards the user says whether the
//! model of their session reads them, or nobody.

use serde_json::Value;
use serde_tuple::{Deserialize_tuple, Serialize_tuple};

use super::Desk;
use super::event::{PlaceResult, Scene};
use super::late::with_effects;
use super::order::{Order, Sending};
use crate::answer::picks::Answer;
use crate::answer::result::{HostMode, Record};
use crate::call::subagent::Subagent;
use crate::later::plan::{Delivery, Effects, NOBODY};

const ENDED: &str = "no run goes on";
const UNHEARD: &str = "The subagent has ended before it read your answer, so your own model reads it.";

/// Answers to a subagent that has ended, which are kept until the user has said who reads them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize_tuple, Deserialize_tuple)]
pub(super) struct Unread {
    /// Id of the message.
    pub(super) id: String,
    /// The entry about answers that nobody reads.
    pub(super) noted: Value,
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
    /// Reads what the user has answered.
    pub(super) fn of(result: &PlaceResult) -> Self {
        match answer_of(result) {
            None => Self::Undecided,
            Some(answer) if answer.picks.iter().any(|pick| pick.value == NOBODY) => Self::Nobody,
            Some(_) => Self::Model,
        }
    }
}

fn answer_of(result: &PlaceResult) -> Option<Answer> {
    Record::read(&result.record)?.answers.into_iter().next()
}

/// Returns whether the user has written anything, which the model is told.
fn has_words(result: &PlaceResult) -> bool {
    let is_typed = |answer: Answer| answer.note.is_some() || answer.picks.iter().any(|pick| pick.number().is_none());
    result.outcome() == "discuss" || answer_of(result).is_some_and(is_typed)
}

impl Desk {
    /// Does what the user wants with answers to a subagent that has ended. `goes_on`: the message starts a run.
    pub(super) fn end_unread(
        &mut self,
        (Unread { id, noted, retire, has_pictures }, reader): (Unread, Reader),
        (result, goes_on): (&PlaceResult, bool),
        scene: &Scene,
        orders: &mut Vec<Order>,
    ) {
        if has_words(result) {
            orders.push(Order::Tell { content: result.content.clone(), how: Self::sending(false, scene) });
        }
        match reader {
            Reader::Model => self.send((id, goes_on, has_pictures), scene, orders),
            Reader::Nobody => orders.extend([Order::Drop { id }, Order::Note { data: noted }]),
            Reader::Undecided => return orders.push(Order::Drop { id }),
        }
        orders.extend(retire.map(|name| Order::Retire { name, is_at_start: false, is_required: false }));
        self.recount(orders);
    }

    /// Handles what the person above has answered later: it goes into the run that goes on.
    pub(super) fn hear(&mut self, ticket: u32, has_pictures: bool, scene: &Scene, orders: &mut Vec<Order>) {
        if self.is_listening && scene.is_running {
            self.deliver(Delivery::default(), Some((ticket, has_pictures)), scene, orders);
        } else {
            orders.push(Order::Refuse { ticket, problem: ENDED.to_owned() });
        }
    }

    /// Gives the own model an answer that a subagent has not taken.
    pub(super) fn take_back(content: String, scene: &Scene, orders: &mut Vec<Order>) {
        let how = if scene.host.mode == HostMode::Rpc { Sending::Steer } else { Sending::Run };
        orders.extend([Order::info(UNHEARD), Order::Tell { content, how }]);
    }

    /// Ends the listening, because the run ends.
    pub(super) fn stop_listening(&mut self, orders: &mut Vec<Order>) {
        if std::mem::take(&mut self.is_listening) {
            orders.push(Order::Unlisten);
        }
    }
}

/// Returns the entry about answers that the own model does not read.
pub(super) fn told(record: &Value, effects: &Effects, subagent: &Subagent) -> Value {
    let mut data = with_effects(record, effects);
    let fields = data.as_object_mut().zip(serde_json::to_value(subagent).ok());
    fields.map(|(fields, subagent)| fields.insert("subagent".to_owned(), subagent));
    data
}
