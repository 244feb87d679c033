//! The commands of `/questions`.

use serde_json::json;

use super::event::{Scene, Subcommand};
use super::note::noted;
use super::order::Order;
use super::{BranchNeeded, Desk};
use crate::answer::result::HostMode;
use crate::later::branch::Branch;
use crate::later::log::OFF;
use crate::later::plan::{Event, Plan, Severity};

impl Desk {
    /// Runs `/questions`.
    pub(super) fn run_command(
        &mut self,
        line: &str,
        scene: &Scene,
        branch: Option<&Branch>,
        orders: &mut Vec<Order>,
    ) -> Result<(), BranchNeeded> {
        let command = line.trim();
        let mode = scene.host.mode;
        let subcommand = Subcommand::with_name(command);
        let event = match subcommand {
            Some(Subcommand::Answer) => Some(Event::Answer(mode)),
            Some(Subcommand::Revise) => Some(Event::Revise(mode)),
            Some(Subcommand::Clear) => Some(Event::Clear),
            Some(Subcommand::Ask | Subcommand::Elsewhere | Subcommand::Off | Subcommand::On) | None => None,
        };
        let mut is_done = subcommand.is_some() || command.is_empty();
        if let Some(event) = event {
            let Plan { notices, ask, retire, note, told, .. } = branch.ok_or(BranchNeeded)?.plan(&event);
            is_done = !notices.iter().any(|notice| notice.severity == Severity::Warning);
            orders.extend(notices.into_iter().map(Order::from));
            let is_required = !mode.has_ui() && !scene.is_nested;
            orders.extend(retire.map(|name| Order::Retire { name, is_at_start: false, is_required }));
            let how = Self::sending(false, scene);
            orders.extend(told.map(|content| Order::Tell { content, how }));
            if let Some(effects) = note {
                orders.push(noted(&effects));
                self.recount(orders);
            }
            self.begin_sequence(ask, true, orders);
        } else if subcommand == Some(Subcommand::Elsewhere) {
            orders.push(Order::Direct);
        } else if let Some(subcommand) = subcommand {
            Self::set_asking(subcommand, branch.ok_or(BranchNeeded)?, orders);
        } else if is_done {
            orders.push(Order::List);
        } else {
            let known = Subcommand::ALL.map(Subcommand::name).join(", ");
            orders.push(Order::warning(format!("/questions {command} is not known. There are: {known}.")));
        }
        if mode.has_ui() || scene.is_nested {
            return Ok(());
        }
        if !is_done {
            orders.push(Order::Fail);
        }
        // If no prompt follows the last one, pi would print the last reply of an earlier run.
        if self.commands == 1 && mode == HostMode::Print && !self.has_replied {
            orders.push(Order::Exit);
        }
        self.commands = self.commands.saturating_sub(1);
        Ok(())
    }

    /// Has the model ask what it has written as prose, or takes the tool from it, or gives it back.
    fn set_asking(subcommand: Subcommand, branch: &Branch, orders: &mut Vec<Order>) {
        let tool = branch.tool();
        let is_offered = subcommand != Subcommand::Off;
        if subcommand == Subcommand::Ask {
            let text = format!("Put the questions of your last message to me with the tool `{tool}`.");
            orders.push(Order::Prompt { text });
            if !branch.is_off() {
                return;
            }
        }
        let text = if is_offered {
            format!("The model has the tool {tool} again.")
        } else {
            format!("The model cannot ask with {tool} in this session. /questions on lets it ask again.")
        };
        let data = json!({ OFF: !is_offered });
        // The tool is given back before the prompt.
        orders.splice(0..0, [Order::Offer { is_offered }, Order::Note { data }, Order::info(text)]);
    }
}
