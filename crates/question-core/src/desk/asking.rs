//! Who answers a call: the command line, a person, or, later, whoever finds its questions in the pending file.

use serde_tuple::{Deserialize_tuple, Serialize_tuple};

use super::event::{Asker, Asking, End, Scene, WritingFault};
use super::order::{Finish, Order};
use super::queue::Arrival;
use super::{About, BranchNeeded, Desk};
use crate::answer::result::HostMode;
use crate::later::pending::Origin;
use crate::later::plan::REVISION;

/// Number of attempts to write a file that other processes also write.
const TRIES: u32 = 5;

const NO_SESSION: &str = "pi runs without a session (--no-session) that could go on with the answers";

/// A call whose questions are to be written into the pending file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize_tuple, Deserialize_tuple)]
pub(super) struct Filing {
    pub(super) ticket: u32,
    /// The key of the questions. The session alone knows it, so nothing that anybody has written before answers the call.
    key: String,
    /// Path of the file.
    name: String,
    /// What is wrong with the answers of the command line.
    remark: Option<String>,
    /// What the user is told once the file is written.
    notice: Option<String>,
    tries: u32,
}

/// Whether the command line has answered a call; if not, what is wrong with its answers.
enum Answered {
    Yes,
    No(Option<String>),
}

/// Tells the model why the person above has not answered: their session is gone, or deaf, its reply is unreadable, or the
/// questions are too large for it.
#[must_use]
pub fn unanswered(how: &str) -> &'static str {
    match how {
        "gone" => "the session of the person who could be asked has ended",
        "deaf" => "the session of the person who could be asked does not respond",
        "unreadable" => "the session of the person who could be asked has replied something else",
        _ => "the questions are too large to be passed on; shorter ones, of at most 16 MiB, can be asked",
    }
}

impl Desk {
    pub(super) fn ask(
        &mut self,
        Asking { ticket, asker, about: what, asks_above, is_child }: Asking,
        scene: &Scene,
        about: &About<'_>,
        orders: &mut Vec<Order>,
    ) -> Result<(), BranchNeeded> {
        let mut arrival = Arrival {
            request: match &asker {
                Asker::Call(id) | Asker::Session { id, .. } => format!("{}:{id}", scene.session),
                Asker::Sequence(_) => String::new(),
            },
            ticket,
            asker,
            about: what,
            call: None,
            is_expected: false,
            is_above: false,
        };
        match &arrival.asker {
            Asker::Call(id) => {
                let remark = match self.answer(ticket, id, scene, about, orders)? {
                    Answered::Yes => return Ok(()),
                    Answered::No(remark) => remark,
                };
                let mode = scene.host.mode;
                let has_person = mode.has_ui() && !scene.is_nested;
                let lets_above = match mode {
                    // The terminal of a child is its user's.
                    HostMode::Tui => false,
                    // The program that drives the pi of a child may drop its dialogs.
                    HostMode::Rpc => is_child,
                    HostMode::Print | HostMode::Json => true,
                };
                // What a script has meant to answer is not asked.
                arrival.is_above = lets_above && asks_above && remark.is_none();
                if let Some(how) = self.end_of_all(scene).filter(|_| has_person) {
                    self.finish(ticket, Finish::Unseen(how), scene, orders);
                } else if has_person || (arrival.is_above && !mode.has_ui()) {
                    self.enqueue(arrival, scene, orders);
                } else {
                    self.leave_unasked(ticket, remark, scene, orders);
                }
            }
            Asker::Session { .. } => self.enqueue(arrival, scene, orders),
            Asker::Sequence(id) => {
                let Some((ask, is_expected)) = self.next_of(*id, ticket) else { return Ok(()) };
                arrival.request = format!("{}:{ask}", scene.session);
                arrival.is_expected = is_expected;
                // The name of a revision stands for other answers the next time.
                arrival.call = Some(ask).filter(|ask| ask != REVISION);
                self.enqueue(arrival, scene, orders);
            }
        }
        Ok(())
    }

    /// Returns how all that is asked ends at once, if pi ends.
    fn end_of_all(&self, scene: &Scene) -> Option<End> {
        let is_gone = scene.host.mode == HostMode::Rpc && scene.is_gone;
        self.quitting.or(is_gone.then_some(End::Disconnect))
    }

    /// Answers a call with the answers of the command line, if there are any.
    fn answer(
        &mut self,
        ticket: u32,
        call: &str,
        scene: &Scene,
        about: &About<'_>,
        orders: &mut Vec<Order>,
    ) -> Result<Answered, BranchNeeded> {
        let Some(answers) = self.answers.clone() else { return Ok(Answered::No(None)) };
        let (own, rest) = about.branch()?.divide(call, &answers);
        self.is_divided = rest.is_some();
        self.answers = rest;
        let given = about.asked.map(|asked| asked.opening.answered(asked.questionnaire, Some(&own), scene.host));
        let Some(Err(fault)) = given else {
            self.finish(ticket, Finish::Answers(own), scene, orders);
            return Ok(Answered::Yes);
        };
        let text = format!("--answers was not used: {}.", fault.in_english());
        orders.push(Order::warning(&text));
        Ok(Answered::No(Some(text)))
    }

    /// Leaves the questions of a call that nobody can be asked in the file; inside another session, in the model's reply.
    /// `remark` is what is wrong with the answers of the command line.
    pub(super) fn leave_unasked(
        &mut self,
        ticket: u32,
        remark: Option<String>,
        scene: &Scene,
        orders: &mut Vec<Order>,
    ) {
        if scene.is_nested {
            return self.finish(ticket, Finish::Inside(None), scene, orders);
        }
        if remark.is_some() {
            orders.push(Order::Fail);
        }
        self.look_at_prompted(false, orders);
        self.has_left = true;
        let (key, name) = (scene.key.clone(), String::new());
        self.filing.push(Filing { ticket, key, name, remark, notice: None, tries: 0 });
        orders.push(Order::Prepare { ticket });
    }

    /// Looks for the pending files that the prompt of the command line includes.
    pub(super) fn look_at_prompted(&self, is_told: bool, orders: &mut Vec<Order>) {
        orders.extend(self.prompted.iter().filter(|file| is_told || file.text.is_some()).map(|file| Order::Look {
            name: file.name.clone(),
            text: file.text.clone(),
            is_told,
        }));
    }

    /// Writes the questions of a call into the pending file.
    pub(super) fn write(
        &mut self,
        ticket: u32,
        scene: &Scene,
        about: &About<'_>,
        orders: &mut Vec<Order>,
    ) -> Result<(), BranchNeeded> {
        let branch = about.branch()?;
        let filing = self.filing.iter_mut().find(|filing| filing.ticket == ticket);
        // Without one, the call was aborted.
        let Some(filing) = filing else { return Ok(()) };
        let Some(asked) = about.asked else {
            debug_assert!(false, "the questions come with the event");
            return Ok(());
        };
        filing.tries += 1;
        let origin =
            Origin { session: scene.session.clone(), key: filing.key.clone(), timestamp: scene.timestamp.clone() };
        let made = if scene.is_kept {
            branch.pending_text(asked.questionnaire, &origin)
        } else {
            // Nobody expects the questions to wait.
            self.filing.retain(|filing| filing.ticket != ticket);
            self.finish(ticket, Finish::Unavailable(Some(NO_SESSION.to_owned())), scene, orders);
            return Ok(());
        };
        match made {
            Ok((target, text)) => {
                filing.name.clone_from(&target.name);
                filing.notice = target.notice;
                orders.push(Order::Write { ticket: Some(ticket), name: target.name, text, existing: target.existing });
            }
            Err(reason) => self.leave(ticket, reason, scene, orders),
        }
        Ok(())
    }

    pub(super) fn written(&mut self, ticket: u32, fault: Option<WritingFault>, scene: &Scene, orders: &mut Vec<Order>) {
        let Some(filing) = self.filing.iter().find(|filing| filing.ticket == ticket).cloned() else { return };
        match fault {
            Some(WritingFault::Overtaken(_)) if filing.tries < TRIES => orders.push(Order::Prepare { ticket }),
            Some(WritingFault::Overtaken(reason) | WritingFault::Failed(reason)) => {
                self.leave(ticket, format!("{}: {reason}", filing.name), scene, orders);
            }
            None => {
                self.filing.retain(|filing| filing.ticket != ticket);
                let Filing { key, name: file, remark, notice, .. } = filing;
                orders.extend(notice.map(Order::warning));
                self.finish(ticket, Finish::Pending { file, key, remark }, scene, orders);
            }
        }
    }

    /// Ends a call whose questions cannot be written.
    fn leave(&mut self, ticket: u32, reason: String, scene: &Scene, orders: &mut Vec<Order>) {
        self.filing.retain(|filing| filing.ticket != ticket);
        orders.push(Order::warning(format!("The questions cannot wait for answers: {reason}.")));
        self.finish(ticket, Finish::Unavailable(Some(reason)), scene, orders);
    }
}
