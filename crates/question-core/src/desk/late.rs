//! Late questions: what is asked one after another, and what the plans of `later/` order.

use serde_json::json;
use serde_tuple::{Deserialize_tuple, Serialize_tuple};

use super::event::{Asker, Begun, PlaceResult, Scene};
use super::note::{not_sent, noted, told, with_effects};
use super::order::{Order, PlaceOf, Sending, Until};
use super::passing::{Passing, Reader, Unread};
use super::{BranchNeeded, Desk};
use crate::later::branch::Branch;
use crate::later::plan::{Effects, Ended, Event, Exit, Plan, READER, SessionStart, Severity, StartLine};

/// Tells the model to go on if the last form of a sequence has brought nothing, after others have.
const GO_ON: &str =
    "The user has answered as the messages above say. Go on with these answers: what else was asked may still wait.";

/// Why answers to a subagent were not sent.
const NO_READER: &str = "the user has not said who reads the answers";

/// Tells the user of answers that were submitted before pi ended.
pub(super) const UNREAD: &str = "The model has not read the answers above yet. It reads them with your next message.";

/// Late questions that are asked one after another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize_tuple, Deserialize_tuple)]
pub(super) struct Sequence {
    pub(super) id: u32,
    /// What is asked and still to be asked, as plans name it.
    asks: Vec<String>,
    /// Ticket of what is asked.
    ticket: Option<u32>,
    /// Whether the user has asked for it with a command.
    is_requested: bool,
    /// Whether anything was asked before.
    has_begun: bool,
    /// Whether the user has said anything in one of the forms, and no run was started for it.
    was_said: bool,
    /// Answers of which the user is asked who reads them.
    unread: Option<Unread>,
}

impl Desk {
    /// Begins or continues a session.
    pub(super) fn begin(
        &mut self,
        Begun { line, answers }: Begun,
        scene: &Scene,
        branch: Option<&Branch>,
        orders: &mut Vec<Order>,
    ) -> Result<(), BranchNeeded> {
        // In rpc mode, pi sends the event twice when it switches to another session.
        if self.session.as_ref() == Some(&scene.session) {
            return Ok(());
        }
        let branch = branch.ok_or(BranchNeeded)?;
        let is_start = line.is_some();
        self.session = Some(scene.session.clone());
        self.closing = None;
        if let Some(StartLine { has_prompt, commands, files }) = &line {
            self.commands = if *has_prompt { 0 } else { *commands };
            self.prompted.clone_from(files);
        }
        let before = orders.len();
        orders.extend(branch.undelivered().map(|(content, details)| Order::Resume { content, details }));
        if orders.len() > before && scene.host.mode.has_ui() {
            orders.push(Order::Say { text: UNREAD.to_owned(), severity: Severity::Warning, is_at_start: is_start });
        }
        let plan = branch.plan(&Event::Start(SessionStart { answers: answers.clone(), line, host: scene.host }));
        self.answers = answers.filter(|_| !plan.is_used);
        if branch.is_off() {
            orders.push(Order::Offer { is_offered: false });
        }
        let Plan { notices, delivery, told, retire, ask, exit, .. } = plan;
        for notice in notices {
            // When pi switches sessions, its own notice replaces the last one that is not a warning.
            let severity = if is_start { notice.severity } else { Severity::Warning };
            orders.push(Order::Say { text: notice.text, severity, is_at_start: is_start });
        }
        self.is_unheard = delivery.as_ref().is_some_and(|delivery| !delivery.goes_on);
        let goes_on = delivery.as_ref().is_some_and(|delivery| delivery.goes_on);
        if let Some(delivery) = delivery {
            self.deliver(delivery, None, scene, orders);
        }
        orders.extend(told.map(|content| Order::Tell { content, how: Self::sending(false, scene) }));
        orders.extend(retire.map(|name| Order::Retire { name, is_at_start: is_start, is_required: false }));
        self.begin_sequence(ask, false, orders);
        self.is_row_old = true;
        self.show_waiting(scene, Some(branch), orders)?;
        self.is_put_off = true;
        if is_start {
            // A process that was killed has left none.
            self.export(scene, Some(branch), orders)?;
            self.is_put_off = false;
        }
        match exit {
            Exit::Own => {}
            Exit::Failed => orders.push(Order::Fail),
            Exit::AtOnce => orders.extend([Order::Fail, Order::Exit]),
        }
        // pi would end before the model has received the answers.
        if goes_on && !scene.host.mode.has_ui() {
            self.hold(Until::Run, orders);
        }
        Ok(())
    }

    /// Begins to ask the questions of these calls, but for those that are asked already.
    pub(super) fn begin_sequence(&mut self, asks: Vec<String>, is_requested: bool, orders: &mut Vec<Order>) {
        if asks.is_empty() {
            return;
        }
        let is_asked = |ask: &String| {
            let mut open = self.sequences.iter().flat_map(|sequence| &sequence.asks);
            open.any(|other| other == ask) || self.passing.iter().any(|passing| passing.ask == *ask)
        };
        let asks: Vec<String> = asks.into_iter().filter(|ask| !is_asked(ask)).collect();
        let Some(first) = asks.first().cloned() else {
            return orders.push(Order::info("These questions are open already."));
        };
        self.last_sequence += 1;
        let id = self.last_sequence;
        let (ticket, has_begun, was_said) = (None, false, false);
        self.sequences.push(Sequence { id, asks, ticket, is_requested, has_begun, was_said, unread: None });
        orders.push(Order::Ask { asker: Asker::Sequence(id), ask: first, is_at_start: !is_requested });
        if is_requested {
            self.hold(Until::Sequence(id), orders);
        }
    }

    /// Notes the ticket of what a sequence asks. Returns the name of that, and whether the user expects its form: the
    /// others open by themselves.
    pub(super) fn next_of(&mut self, id: u32, ticket: u32) -> Option<(String, bool)> {
        let sequence = self.sequences.iter_mut().find(|sequence| sequence.id == id)?;
        sequence.ticket = Some(ticket);
        let is_expected = sequence.is_requested && !std::mem::replace(&mut sequence.has_begun, true);
        Some((sequence.asks.first()?.clone(), is_expected))
    }

    /// Does what follows from the end of a form of a sequence, and asks what comes next in it.
    pub(super) fn continue_sequence(
        &mut self,
        id: u32,
        (from, result): (PlaceOf, &PlaceResult),
        scene: &Scene,
        branch: &Branch,
        orders: &mut Vec<Order>,
    ) {
        let Some(sequence) = self.sequences.iter_mut().find(|sequence| sequence.id == id) else { return };
        let PlaceResult { record, content, is_said, has_pictures, .. } = result;
        let outcome = result.outcome();
        if outcome == "failed" {
            orders.push(Order::error(content));
        }
        let ask = sequence.asks.remove(0);
        sequence.asks.retain(|ask| !branch.is_answered_by(ask, record));
        // Nobody but the own model can talk with the user.
        let subagent = branch.asker_of(&ask).filter(|_| *is_said && outcome != "discuss");
        let listener = subagent.and_then(|asker| asker.ask.clone()).filter(|ask| scene.listening.contains(ask));
        let mut next = sequence.asks.first().cloned();
        if let Some(unread) = sequence.unread.take() {
            let reader = Reader::of(result);
            sequence.was_said |= reader == Reader::Model;
            let goes_on = sequence.was_said && next.is_none();
            sequence.was_said &= !goes_on;
            self.end_unread((unread, reader), (result, goes_on), scene, orders);
            return self.ask_next(id, next, outcome, orders);
        }
        // A run starts only after the last form, and not for what another session has asked, unless the user wants that.
        sequence.was_said |= *is_said && subagent.is_none();
        let goes_on = sequence.was_said && sequence.asks.is_empty();
        let is_requested = sequence.is_requested;
        let ended = Ended { ask: ask.clone(), record: record.clone(), is_said: *is_said, goes_on, is_requested };
        let Plan { notices, note, delivery, mut retire, .. } = branch.plan(&Event::Ended(ended));
        orders.extend(notices.into_iter().map(Order::from));
        orders.extend(note.map(|effects| Order::Note { data: with_effects(record, &effects) }));
        match (subagent, delivery) {
            (Some(subagent), Some(delivery)) => {
                let (noted, retire) = (with_effects(record, &delivery.effects), retire.take());
                let subagent = json!(subagent);
                // What was entered comes back if the subagent has ended, and the user does not say who else reads it.
                orders.push(Order::Note { data: not_sent(record, NO_READER) });
                if let Some(to) = listener {
                    orders.push(Order::Pass { from, to: to.clone() });
                    self.passing.push(Passing { ask, to, noted: told(noted, subagent), retire });
                } else {
                    let content = [delivery.lead.as_str(), content].concat();
                    let id = Self::keep(delivery, Some(from), false, scene, orders);
                    let has_pictures = *has_pictures;
                    sequence.unread = Some(Unread { id, content, noted, subagent, retire, has_pictures });
                    next = Some([READER, &ask].concat());
                    sequence.asks.splice(0..0, next.clone());
                }
            }
            (None, Some(delivery)) => {
                sequence.was_said &= !delivery.goes_on;
                self.deliver(delivery, Some((from, *has_pictures)), scene, orders);
            }
            (_, None) => {}
        }
        orders.extend(retire.map(Order::retire));
        self.recount(orders);
        self.ask_next(id, next, outcome, orders);
    }

    /// Asks what comes next in a sequence, whose form before has ended like this, or ends it.
    fn ask_next(&mut self, id: u32, next: Option<String>, outcome: &str, orders: &mut Vec<Order>) {
        // Forms closed from outside are asked again the next time, as are those after them.
        match next {
            Some(ask) if !["aborted", "connection_lost"].contains(&outcome) => {
                orders.push(Order::Ask { asker: Asker::Sequence(id), ask, is_at_start: false });
            }
            _ => self.end_sequence(id, orders),
        }
    }

    /// Ends a sequence whose questions cannot be asked or read.
    pub(super) fn drop_sequence(&mut self, id: u32, problem: String, orders: &mut Vec<Order>) {
        orders.push(Order::error(problem));
        self.end_sequence(id, orders);
    }

    pub(super) fn end_sequence(&mut self, id: u32, orders: &mut Vec<Order>) {
        let ended: Vec<Sequence> = self.sequences.extract_if(.., |sequence| sequence.id == id).collect();
        let is_unheard = ended.iter().any(|sequence| sequence.was_said) && self.closing.is_none();
        orders.extend(ended.into_iter().filter_map(|sequence| Some(Order::Drop { id: sequence.unread?.id })));
        if is_unheard {
            orders.push(Order::Tell { content: GO_ON.to_owned(), how: Sending::Run });
        }
        self.release(Until::Sequence(id), orders);
    }

    /// Closes the calls that the last run has not begun, because the user has aborted it.
    pub(super) fn close_not_begun(&mut self, orders: &mut Vec<Order>) {
        let closes = std::mem::take(&mut self.not_begun);
        if !closes.is_empty() {
            let effects = Effects { closes, ..Effects::default() };
            orders.push(noted(&effects));
        }
    }
}

/// Handles what was found of a pending file in the prompts of the session. A file that was renamed or changed meanwhile,
/// or whose questions this branch has not asked, stays.
pub(super) fn looked(prompted: Option<&str>, is_told: bool, branch: &Branch, orders: &mut Vec<Order>) {
    // It was renamed or changed meanwhile.
    if prompted.is_some() && branch.text_of_file() != prompted {
        return;
    }
    let Plan { note, retire, notices, .. } = branch.plan(&Event::Prompted);
    if is_told {
        orders.extend(notices.into_iter().map(Order::from));
    }
    if prompted.is_none() {
        return;
    }
    orders.extend(note.as_ref().map(noted));
    orders.extend(retire.map(Order::retire));
}
