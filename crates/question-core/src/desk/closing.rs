//! Ends: of turns, of runs, of sessions, and of pi.

use super::event::{CloseReason, End, RunMessage, Scene};
use super::late::UNREAD;
use super::order::{Order, Until};
use super::{BranchNeeded, Desk};
use crate::answer::result::HostMode;
use crate::later::branch::Branch;
use crate::later::plan::{Event, Exit};

impl Desk {
    pub(super) fn end_turn(&mut self, orders: &mut Vec<Order>) {
        // The calls that they are for have not been asked.
        if std::mem::take(&mut self.is_divided) {
            self.answers = None;
        }
        self.release(Until::Turn, orders);
    }

    /// Handles the end of a run. The pending files of its prompt are in the session once the model has replied.
    pub(super) fn end_run(
        &mut self,
        messages: &[RunMessage],
        branch: Option<&Branch>,
        orders: &mut Vec<Order>,
    ) -> Result<(), BranchNeeded> {
        let not_begun = calls_not_begun(messages);
        if !not_begun.is_empty() {
            // Another run may have calls with the same ids.
            self.not_begun.extend(branch.ok_or(BranchNeeded)?.names_of(&not_begun));
        }
        if is_done(messages) {
            self.look_at_prompted(true, orders);
            self.prompted.clear();
        }
        Ok(())
    }

    /// Handles the end of a run that no other follows.
    pub(super) fn settle(
        &mut self,
        scene: &Scene,
        branch: Option<&Branch>,
        orders: &mut Vec<Order>,
    ) -> Result<(), BranchNeeded> {
        // In rpc mode, pi keeps them for the next run after an abort.
        let is_any = scene.host.mode != HostMode::Rpc && self.append(false, branch, orders)?;
        if is_any && scene.host.mode == HostMode::Tui {
            orders.push(Order::info(UNREAD));
        }
        if self.has_left {
            let plan = branch.ok_or(BranchNeeded)?.plan(&Event::RunLeftQuestions);
            orders.extend(plan.notices.into_iter().map(Order::from));
            self.has_left = false;
        }
        // Delayed, because pi also aborts the run when it ends, and then the calls have to be asked again.
        if !self.not_begun.is_empty() {
            orders.push(Order::Delay);
        }
        self.release(Until::Run, orders);
        Ok(())
    }

    /// Ends what is asked in a session that is closing.
    pub(super) fn close(
        &mut self,
        reason: CloseReason,
        scene: &Scene,
        branch: Option<&Branch>,
        orders: &mut Vec<Order>,
    ) -> Result<(), BranchNeeded> {
        // At once, because a terminal that is gone takes pi with it.
        if reason != CloseReason::Reload {
            self.export(scene, branch, orders)?;
        }
        let mode = scene.host.mode;
        let is_quit = reason == CloseReason::Quit;
        self.session = None;
        self.not_begun.clear();
        self.passing.clear();
        if let Some(answers) = self.answers.take() {
            if reason == CloseReason::Reload {
                orders.push(Order::Carry { answers });
            } else if is_quit && !mode.has_ui() {
                orders.push(Order::warning("--answers was not used: nothing was asked."));
            }
        }
        let how = if is_quit && mode == HostMode::Rpc { End::Disconnect } else { End::Abort };
        self.quitting = is_quit.then_some(how);
        self.closing = Some(how);
        if self.tickets.is_empty() {
            return Ok(());
        }
        // If pi goes on, the run is not waited for: its next turn would begin. Forms outside a run end without that of a turn.
        if scene.is_running && is_quit {
            self.hold(Until::Turn, orders);
        } else if !scene.is_running {
            self.hold(Until::Unasked, orders);
        }
        self.withdraw_all(how, scene, orders);
        Ok(())
    }

    /// Handles the end of a session, once its forms have ended.
    pub(super) fn closed(
        &mut self,
        reason: CloseReason,
        scene: &Scene,
        branch: Option<&Branch>,
        orders: &mut Vec<Order>,
    ) -> Result<(), BranchNeeded> {
        let is_quit = reason == CloseReason::Quit;
        self.closing = None;
        if reason != CloseReason::Reload {
            self.export(scene, branch, orders)?;
        }
        orders.extend(std::mem::take(&mut self.holds).into_iter().map(|until| Order::Release { until }));
        let is_appended = self.append(true, branch, orders)?;
        // What was piped in may have been blank.
        if is_quit && self.is_unheard && !self.has_replied && !scene.host.mode.has_ui() {
            let plan = branch.ok_or(BranchNeeded)?.plan(&Event::Unheard { is_appended });
            orders.extend(plan.notices.into_iter().map(Order::from));
            if plan.exit != Exit::Own {
                orders.push(Order::Fail);
            }
        }
        Ok(())
    }
}

/// Returns whether the model has replied to the end, so that the prompt is in the session.
fn is_done(messages: &[RunMessage]) -> bool {
    messages.iter().rev().find_map(|message| message.stop_reason.as_deref()) == Some("stop")
}

/// Returns the ids of the calls of this tool that were not begun. Only the last message with calls can have such ones, and
/// calls of several messages may have the same ids.
fn calls_not_begun(messages: &[RunMessage]) -> Vec<String> {
    let mut not_begun = Vec::new();
    for RunMessage { calls, begun, .. } in messages {
        if let Some(calls) = calls {
            not_begun.clone_from(calls);
        }
        not_begun.retain(|id| Some(id) != begun.as_ref());
    }
    not_begun
}
