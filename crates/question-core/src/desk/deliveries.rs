//! Messages that bring answers to the model after the call is over.
//!
//! A run takes a message in only when its tools have ended, and one that is aborted drops those that it has not taken in.
//! Until then an entry of the session stands for the message, and the host keeps it.

use serde_tuple::{Deserialize_tuple, Serialize_tuple};

use super::event::Scene;
use super::order::{Order, PlaceOf, Sending};
use super::{BranchNeeded, Desk};
use crate::answer::result::HostMode;
use crate::later::branch::Branch;
use crate::later::plan::{Delivery, InDialect};

/// Tells the user that answers are on their way into a run.
const IN_RUN: &str = "The model reads your answers as soon as what it is doing has ended.";

/// A message that may not be in the session yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize_tuple, Deserialize_tuple)]
pub(super) struct Sent {
    id: String,
    /// Whether it starts a run.
    goes_on: bool,
    /// Whether its pictures are being read.
    is_incomplete: bool,
}

impl Desk {
    /// Sends a delivery: its result, or that of this place, of which the second item says whether pictures are to be read.
    pub(super) fn deliver(
        &mut self,
        delivery: Delivery,
        of: Option<(PlaceOf, bool)>,
        scene: &Scene,
        orders: &mut Vec<Order>,
    ) {
        let has_pictures = match (&delivery.result, of) {
            (Some(InDialect { result, .. }), _) => !result.pictures().is_empty(),
            (None, Some((_, has_pictures))) => has_pictures,
            (None, None) => return debug_assert!(false, "a delivery without a result follows a form"),
        };
        let (from, goes_on) = (of.map(|(from, _)| from), delivery.goes_on);
        let id = Self::keep(delivery, from, has_pictures || scene.is_running, scene, orders);
        self.send((id, goes_on, has_pictures), scene, orders);
    }

    /// Keeps the message of a delivery. Returns its id.
    pub(super) fn keep(
        Delivery { result, lead, effects, .. }: Delivery,
        from: Option<PlaceOf>,
        is_noted: bool,
        scene: &Scene,
        orders: &mut Vec<Order>,
    ) -> String {
        let id = scene.key.clone();
        orders.push(Order::Keep { id: id.clone(), result: result.map(Box::new), from, lead, effects, is_noted });
        id
    }

    /// Sends the message with this id, which is kept, once its pictures are read if it has any.
    pub(super) fn send(
        &mut self,
        (id, goes_on, is_incomplete): (String, bool, bool),
        scene: &Scene,
        orders: &mut Vec<Order>,
    ) {
        let how = Self::sending(goes_on, scene);
        // Until its tools have ended, nothing of the message is on the screen.
        if scene.is_running && scene.host.mode == HostMode::Tui {
            orders.push(Order::info(IN_RUN));
        }
        if is_incomplete {
            orders.push(Order::Attach { id: id.clone() });
        } else {
            orders.push(Order::Send { id: id.clone(), how });
        }
        if !is_incomplete && !scene.is_running && how == Sending::Steer {
            orders.push(Order::Drop { id }); // it is in the session already
        } else {
            self.sent.push(Sent { id, goes_on, is_incomplete });
        }
    }

    /// Returns how a message is sent.
    pub(super) fn sending(goes_on: bool, scene: &Scene) -> Sending {
        match scene.host.mode {
            _ if goes_on => Sending::Run,
            // Messages before the first run are missing from the stream, so this one is sent with the prompt.
            HostMode::Json if !scene.is_running => Sending::NextTurn,
            _ => Sending::Steer,
        }
    }

    /// Sends a message with its pictures, unless the session has closed meanwhile and got it without them.
    pub(super) fn send_whole(&mut self, id: &str, scene: &Scene, orders: &mut Vec<Order>) {
        if let Some(sent) = self.sent.iter_mut().find(|sent| sent.id == id) {
            sent.is_incomplete = false;
            orders.push(Order::Send { id: id.to_owned(), how: Self::sending(sent.goes_on, scene) });
        }
    }

    /// Appends the messages that are not in the session yet: all of them, or those with their pictures. Returns whether there
    /// are any.
    pub(super) fn append(
        &mut self,
        is_all: bool,
        branch: Option<&Branch>,
        orders: &mut Vec<Order>,
    ) -> Result<bool, BranchNeeded> {
        // Mostly there is nothing to look for.
        if self.sent.is_empty() {
            return Ok(false);
        }
        let before = orders.len();
        let branch = branch.ok_or(BranchNeeded)?;
        for sent in self.sent.extract_if(.., |sent| is_all || !sent.is_incomplete || branch.has_arrived(&sent.id)) {
            if !branch.has_arrived(&sent.id) {
                orders.push(Order::Send { id: sent.id.clone(), how: Sending::Append });
            }
            orders.push(Order::Drop { id: sent.id });
        }
        Ok(orders.iter().skip(before).any(|order| matches!(order, Order::Send { .. })))
    }
}
