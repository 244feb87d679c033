//! Questions that the user has put off, or that wait in the file: the row above the host's prompt, and the file into which
//! they go when the session is left.
//!
//! The log of the session is their state. What is here is shown or exported from it.

use super::event::{PlaceResult, Scene};
use super::order::Order;
use super::{BranchNeeded, Desk};
use crate::answer::result::HostMode;
use crate::later::branch::Branch;

impl Desk {
    /// Shows how many questions wait, if that may have changed. A terminal alone has a row for it.
    pub(super) fn show_waiting(
        &mut self,
        scene: &Scene,
        branch: Option<&Branch>,
        orders: &mut Vec<Order>,
    ) -> Result<(), BranchNeeded> {
        if !self.is_row_old || scene.host.mode != HostMode::Tui || scene.is_nested {
            return Ok(());
        }
        let text = branch.ok_or(BranchNeeded)?.waiting_row();
        if text != self.row {
            self.row.clone_from(&text);
            orders.push(Order::Row { text });
        }
        Ok(())
    }

    /// Notes that the number of questions that wait changes with what was ordered. It is counted when that is in the session: a
    /// message to the model is there once the model replies.
    pub(super) fn recount(&mut self, orders: &mut Vec<Order>) {
        self.is_row_old = true;
        orders.push(Order::Recount);
    }

    /// Notes that a form has ended, which the user may have put off, or answered for another one.
    pub(super) fn note_put_off(&mut self, result: &PlaceResult) {
        self.is_put_off |= result.is_by_user && result.outcome() == "pending";
        // An answer closes what was put off before, if the same is asked again.
        self.is_row_old |= self.is_put_off || self.row.is_some();
    }

    /// Writes the questions that were put off into the pending file, where another session of the folder finds them, as
    /// this one ends or goes on after a kill.
    pub(super) fn export(
        &mut self,
        scene: &Scene,
        branch: Option<&Branch>,
        orders: &mut Vec<Order>,
    ) -> Result<(), BranchNeeded> {
        if !self.is_put_off || !scene.is_kept || scene.is_nested {
            return Ok(());
        }
        let export = branch.ok_or(BranchNeeded)?.export(&scene.session, &scene.timestamp);
        orders.extend(export.map(|(target, text)| Order::Write {
            ticket: None,
            name: target.name,
            text,
            existing: target.existing,
        }));
        Ok(())
    }
}
