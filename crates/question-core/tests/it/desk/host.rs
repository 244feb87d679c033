//! A host of the desk that does what it is told: with a session, a pending file, and places that end when a test says so.

// A shape that is not as expected may stop the test.
#![allow(clippy::indexing_slicing)]
// A match over all orders is long.
#![allow(clippy::too_many_lines, clippy::struct_excessive_bools)]

use super::people::place_result;
use super::scenes::Carried;
use crate::common::json::{Parts as _, taken};
use crate::common::{Json, asked, json};
use crate::later::history::{History, SESSION, TIMESTAMP, facts, found};
use question_core::{
    About, AskedQuestions, Asker, Asking, Begun, Branch, Desk, DeskEvent, Ending, Finish, Host as Facts, HostMode,
    Opening, Order, PlaceOf, Questionnaire, Scene, Seat, SessionFacts, Settings, Shape as _, Subagent, ToolResult,
    Until, Way, WritingFault,
};
use std::collections::BTreeMap;

/// How far a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Opens,
    Shown,
    /// It was told to end, and its result is still to come.
    Closing,
}

#[derive(Clone, Debug)]
pub(super) struct Ticket {
    pub(super) questionnaire: Questionnaire,
    pub(super) opening: Opening,
    /// Places that are open.
    pub(super) places: BTreeMap<&'static str, Stage>,
    pub(super) results: BTreeMap<&'static str, ToolResult>,
    branch: Option<Branch>,
}

#[derive(Clone, Debug)]
pub(super) struct World {
    pub(super) desk: Desk,
    pub(super) mode: HostMode,
    pub(super) history: History,
    pub(super) file: Option<String>,
    /// Texts of files that were renamed.
    pub(super) retired: String,
    pub(super) tickets: BTreeMap<u32, Ticket>,
    pub(super) made: u32,
    pub(super) is_running: bool,
    pub(super) is_gone: bool,
    pub(super) is_nested: bool,
    pub(super) wants_dialogs: bool,
    /// Orders that are not carried out yet.
    orders: Vec<Order>,
    /// The results of calls by ticket.
    pub(super) finished: BTreeMap<u32, Vec<(Option<ToolResult>, bool)>>,
    /// Messages that are kept until they are sent.
    pub(super) messages: BTreeMap<String, Json>,
    /// Messages that a run takes in at its next turn, and those that wait for a prompt.
    pub(super) steered: Vec<Json>,
    pub(super) notices: Vec<String>,
    pub(super) holds: Vec<Until>,
    /// Orders that were carried out, by name.
    pub(super) done: Vec<&'static str>,
    events: u32,
    /// Whether the next writing of the file is overtaken by another process.
    pub(super) is_overtaken: bool,
    /// Whether every writing is.
    pub(super) is_always_overtaken: bool,
    /// The requests of programs, by ticket, and all ids that there were.
    pub(super) requests: BTreeMap<u32, String>,
    pub(super) request_ids: Vec<String>,
    /// What nobody has seen ends like this, in the order of the tickets.
    pub(super) unseen: Vec<(u32, question_core::End)>,
    /// What it was told to do, and how.
    pub(super) carried: Carried,
    /// Whether the session is kept in a file.
    pub(super) is_kept: bool,
    /// What subagents that listen have asked, and whether they end before they take an answer.
    pub(super) listening: Vec<String>,
    pub(super) is_deaf: bool,
    /// Whether the file is prepared and written only when a test says so.
    pub(super) is_slow: bool,
    /// Why the branch cannot be read when a form ends.
    pub(super) problem: Option<String>,
}

impl World {
    pub(super) fn new(mode: HostMode) -> Self {
        Self {
            desk: Desk::default(),
            mode,
            history: History::new().prompt(),
            file: None,
            retired: String::new(),
            tickets: BTreeMap::new(),
            made: 0,
            is_running: false,
            is_gone: false,
            is_nested: false,
            wants_dialogs: false,
            orders: Vec::new(),
            finished: BTreeMap::new(),
            messages: BTreeMap::new(),
            steered: Vec::new(),
            notices: Vec::new(),
            holds: Vec::new(),
            done: Vec::new(),
            events: 0,
            is_overtaken: false,
            is_always_overtaken: false,
            requests: BTreeMap::new(),
            request_ids: Vec::new(),
            unseen: Vec::new(),
            carried: Carried::default(),
            is_kept: true,
            listening: Vec::new(),
            is_deaf: false,
            is_slow: false,
            problem: None,
        }
    }

    pub(super) fn facts(&self) -> Facts {
        Facts { mode: self.mode, now: None }
    }

    pub(super) fn branch(&self) -> Branch {
        let files = self.file.iter().map(|text| found(text)).collect();
        let sessions = Some(vec!["1_t-1.jsonl".to_owned()]);
        let facts = SessionFacts { is_running: self.is_running, sessions, ..facts(files) };
        self.history.session_in(facts, &Settings::default())
    }

    fn scene(&self) -> Scene {
        Scene {
            host: self.facts(),
            timestamp: TIMESTAMP.to_owned(),
            clock: "14:05".to_owned(),
            key: format!("key-{}", self.events),
            session: SESSION.to_owned(),
            is_kept: self.is_kept,
            is_nested: self.is_nested,
            is_running: self.is_running,
            is_gone: self.is_gone,
            wants_dialogs: self.wants_dialogs,
            listening: self.listening.clone(),
        }
    }

    /// Tells the desk what has happened, and carries out what follows.
    pub(super) fn tell(&mut self, event: &DeskEvent) {
        self.tell_in(event, None);
    }

    pub(super) fn tell_in(&mut self, event: &DeskEvent, ticket: Option<u32>) {
        self.events += 1;
        let scene = self.scene();
        let ticket = ticket.and_then(|id| self.tickets.get(&id)).cloned();
        let asked = ticket
            .as_ref()
            .map(|ticket| AskedQuestions { questionnaire: &ticket.questionnaire, opening: &ticket.opening });
        // The host keeps the desk as a text.
        let text = serde_json::to_string(&self.desk).expect("it can be written");
        let mut desk: Desk = serde_json::from_str(&text).expect("it was written");
        assert_eq!(desk, self.desk);
        let orders = desk.handle(event.clone(), &scene, About::default()).or_else(|_| {
            desk = serde_json::from_str(&text).expect("it was written");
            let own = ticket.as_ref().and_then(|ticket| ticket.branch.clone());
            let branch = own.unwrap_or_else(|| self.branch());
            desk.handle(event.clone(), &scene, About { branch: Some(&branch), asked })
        });
        self.desk = desk;
        // What follows from an order is carried out after the others.
        let is_outermost = self.orders.is_empty();
        self.orders.extend(orders.expect("the branch was given"));
        while is_outermost && !self.orders.is_empty() {
            let order = self.orders.first().cloned().expect("there is one");
            self.carry_out(order);
            self.orders.remove(0);
        }
    }

    fn carry_out(&mut self, order: Order) {
        match order {
            Order::Open { ticket, recalls, way: Way::Unseen(how), .. } => {
                self.remind(ticket, recalls);
                let asked = &self.tickets[&ticket];
                let result = asked.opening.result(&asked.questionnaire, &how.into(), self.facts());
                self.reply(ticket, Seat::Own, Some(&result));
            }
            Order::Open { ticket, way, request, is_expected, recalls } => {
                let seat = if matches!(way, Way::Above(_)) { Seat::Above } else { Seat::Own };
                self.carried.opened.push((ticket, is_expected, recalls));
                self.carried.ways.push(way);
                self.remind(ticket, recalls);
                let asked = self.tickets.get_mut(&ticket).expect("it was asked");
                asked.results.remove(name(seat));
                let before = asked.places.insert(name(seat), Stage::Opens);
                assert_eq!(before, None, "{ticket} is open");
                if seat == Seat::Own && self.mode == HostMode::Rpc {
                    assert!(!self.request_ids.contains(&request), "{request} is used again");
                    self.request_ids.push(request.clone());
                    self.requests.insert(ticket, request);
                }
            }
            Order::Close { ticket, seat, how } => {
                self.carried.closed.push((ticket, seat, how));
                let asked = self.tickets.get_mut(&ticket).expect("it is asked");
                let stage = asked.places.get_mut(name(seat)).expect("it is open");
                match (seat, *stage) {
                    (Seat::Own, Stage::Shown) => *stage = Stage::Closing,
                    _ => drop(asked.places.remove(name(seat))),
                }
            }
            Order::Count { ticket, waiting } => {
                assert!(self.tickets[&ticket].places.contains_key("own"), "{ticket} is not open");
                let others = self.tickets.iter().filter(|(id, other)| {
                    **id != ticket && !other.places.contains_key("own")
                });
                assert!(waiting.len() <= others.count());
                self.carried.waiting.insert(ticket, waiting.len());
                self.carried.waiters = waiting;
            }
            Order::Respond { ticket, .. } => {
                assert!(self.tickets[&ticket].places.contains_key("own"), "{ticket} has ended");
                self.done.push("respond");
            }
            Order::Finish { ticket, with, is_last } => {
                let asked = self.tickets.remove(&ticket).expect("it ends once");
                self.requests.remove(&ticket);
                assert!(asked.places.is_empty(), "{ticket} is still open in {:?}", asked.places);
                let result = match with {
                    Finish::Place(seat) => Some(asked.results[name(seat)].clone()),
                    Finish::Gone => None,
                    Finish::Unseen(how) => {
                        self.unseen.push((ticket, how));
                        Some(asked.opening.result(&asked.questionnaire, &Ending::from(how), self.facts()))
                    }
                    with => {
                        let about =
                            AskedQuestions { questionnaire: &asked.questionnaire, opening: &asked.opening };
                        Some(with.result(about, self.facts()).expect("it was checked"))
                    }
                };
                self.finished.entry(ticket).or_default().push((result, is_last));
            }
            Order::Ask { asker, ask, is_at_start } => {
                self.carried.asked_at_start.push(is_at_start);
                let branch = self.branch();
                match (branch.inquiry(&ask), &asker) {
                    (Some((questionnaire, opening)), _) => {
                        self.made += 1;
                        let (places, results) = (BTreeMap::new(), BTreeMap::new());
                        let branch = Some(branch);
                        let asked =
                            Ticket { questionnaire, opening, places, results, branch };
                        self.tickets.insert(self.made, asked);
                        let asking = Asking { ticket: self.made, asker, about: String::new(), asks_above: false, is_child: false };
                        self.tell_in(&DeskEvent::Asked(asking), Some(self.made));
                    }
                    (None, Asker::Sequence(id)) => {
                        self.tell(&DeskEvent::Unopened { sequence: *id, problem: "closed".to_owned() });
                    }
                    (None, _) => panic!("it is late"),
                }
            }
            Order::Prepare { ticket } if self.is_slow => self.carried.to_prepare.push(ticket),
            // The file may be renamed until then.
            Order::Prepare { .. } | Order::Recount if self.orders.iter().any(comes_first) => self.orders.push(order),
            Order::Prepare { ticket } => self.tell_in(&DeskEvent::Prepared(ticket), Some(ticket)),
            Order::Write { ticket: None, text, existing, .. } => {
                assert_eq!(existing, self.file, "nobody has written it meanwhile");
                self.file = Some(text);
            }
            Order::Write { ticket: Some(ticket), text, existing, .. } => {
                self.carried.writings += 1;
                if self.is_slow {
                    self.carried.to_write.push((ticket, text, existing));
                } else {
                    self.write(ticket, text, existing.as_ref());
                }
            }
            Order::Retire { is_at_start, is_required, .. } => {
                self.carried.renamed.push((is_at_start, is_required));
                self.retired.extend(self.file.take());
            }
            Order::Look { text, is_told, .. } => {
                self.carried.looked.push((text.is_some(), is_told));
                let prompted = text.filter(|text| self.text().contains(&json!(text).to_string()));
                if is_told || prompted.is_some() {
                    self.tell(&DeskEvent::Looked { prompted, is_told });
                }
            }
            Order::Say { text, severity, is_at_start } => {
                self.carried.said.push((text.clone(), severity, is_at_start));
                self.notices.push(text);
            }
            Order::Note { data } => self.note(&data),
            Order::Keep { id, result, from, lead, effects, is_noted } => {
                let (content, record) = match (result, from) {
                    (Some(sent), _) => (sent.result.content.clone(), taken(&sent.result.details)),
                    (None, Some(PlaceOf { ticket, seat })) => {
                        let result = &self.tickets[&ticket].results[name(seat)];
                        (result.content.clone(), taken(&result.details))
                    }
                    (None, None) => panic!("it has no result"),
                };
                let content = lead + &content;
                let mut details = record;
                for (name, value) in taken(&effects).fields() {
                    details[name] = value.clone();
                }
                details["id"] = json!(id);
                if is_noted {
                    let mut data = details.clone();
                    data["content"] = json!(content);
                    self.note(&data);
                }
                let message =
                    json!({"type": "custom_message", "customType": "question-answers", "content": content, "details": details});
                self.messages.insert(id, message);
            }
            Order::Send { id, how } => {
                self.carried.sent.push((id.clone(), how));
                let message = self.messages[&id].clone();
                match how {
                    question_core::Sending::Append => self.add(message),
                    _ if self.is_running => self.steered.push(message),
                    question_core::Sending::NextTurn => self.steered.push(message),
                    how => {
                        self.add(message);
                        self.is_running |= how == question_core::Sending::Run;
                    }
                }
            }
            Order::Pass { from: PlaceOf { ticket, seat }, to } => {
                assert!(self.listening.contains(&to), "{to} does not listen");
                let content = self.tickets[&ticket].results[name(seat)].content.clone();
                let is_taken = !self.is_deaf;
                self.carried.passed.extend(is_taken.then(|| (to.clone(), content)));
                self.tell(&DeskEvent::Passed { to, is_taken });
            }
            Order::Listen { ticket } => self.carried.listens = Some(ticket),
            Order::Unlisten => self.carried.listens = None,
            Order::Drop { id } => {
                let is_it = |entry: &Json| entry.at("type") == "custom_message" && entry["details"]["id"] == json!(id);
                let was_sent = self.carried.sent.iter().any(|(sent, _)| *sent == id);
                assert!(!was_sent || self.history.entries.iter().any(is_it), "{id} is not in the session");
                self.messages.remove(&id);
            }
            Order::Resume { content, details } => self.add(
                json!({"type": "custom_message", "customType": "question-answers", "content": content, "details": details}),
            ),
            Order::Hold { until, .. } => {
                self.carried.held.push(until);
                self.holds.push(until);
            }
            Order::Release { until } => {
                assert!(self.holds.contains(&until), "{until:?} is not held");
                self.holds.retain(|held| *held != until);
            }
            Order::Row { text } => self.carried.row = text,
            Order::Recount => self.tell(&DeskEvent::Recounted),
            Order::Prompt { text } => self.carried.prompted.push(text),
            Order::Offer { is_offered } => self.carried.is_offered = Some(is_offered),
            Order::Announce { .. } => self.done.push("announce"),
            Order::Publish { .. } => self.done.push("publish"),
            Order::Refuse { ticket, problem } => self.carried.refused.push((ticket, problem)),
            Order::List => self.done.push("list"),
            Order::Direct => self.done.push("direct"),
            Order::Attach { id } => self.carried.attaching.push(id),
            Order::Tell { content, how } => {
                self.is_running |= how == question_core::Sending::Run;
                self.carried.told.push(how);
                self.notices.push(content);
            }
            Order::Carry { answers } => self.carried.answers = Some(answers),
            Order::Delay => self.done.push("delay"),
            Order::Fail => self.done.push("fail"),
            Order::Exit => self.done.push("exit"),
        }
    }

    /// Writes the file, unless another process has written it meanwhile.
    fn write(&mut self, ticket: u32, text: String, existing: Option<&String>) {
        let overtaken = std::mem::take(&mut self.is_overtaken);
        let fault = (overtaken || self.is_always_overtaken || existing != self.file.as_ref())
            .then(|| WritingFault::Overtaken("another process".to_owned()));
        if fault.is_none() {
            self.file = Some(text);
        }
        self.tell_in(&DeskEvent::Written { ticket, fault }, Some(ticket));
    }

    /// The next of the slow files is prepared, or, if there is none, written. Returns whether there was any.
    pub(super) fn go_on_writing(&mut self) -> bool {
        if !self.carried.to_prepare.is_empty() {
            let ticket = self.carried.to_prepare.remove(0);
            self.tell_in(&DeskEvent::Prepared(ticket), Some(ticket));
        } else if !self.carried.to_write.is_empty() {
            let (ticket, text, existing) = self.carried.to_write.remove(0);
            self.write(ticket, text, existing.as_ref());
        } else {
            return false;
        }
        true
    }

    /// What was entered before is added to what a form begins with.
    fn remind(&mut self, ticket: u32, recalls: bool) {
        let branch = self.branch();
        let asked = self.tickets.get_mut(&ticket).expect("it was asked");
        if recalls {
            let entered = branch.entered(&asked.questionnaire, asked.opening.subagent.as_ref());
            asked.opening = std::mem::take(&mut asked.opening).remembering(entered);
        }
    }

    /// A ticket is answered from elsewhere. Returns whether that counts.
    pub(super) fn take_elsewhere(&mut self, ticket: u32, result: &ToolResult, is_touched: bool) -> bool {
        let refused = self.carried.refused.len();
        let before = self.tickets.get_mut(&ticket).and_then(|asked| asked.results.insert("elsewhere", result.clone()));
        let from = "another terminal".to_owned();
        let result = place_result(result);
        self.tell_in(&DeskEvent::Answered { ticket, result, is_touched, from }, Some(ticket));
        let counts = self.carried.refused.len() == refused;
        if let (false, Some(asked)) = (counts, self.tickets.get_mut(&ticket)) {
            asked.results.remove("elsewhere");
            asked.results.extend(before.map(|before| ("elsewhere", before)));
        }
        counts
    }

    /// pi writes the result of a call into the session.
    pub(super) fn take_result(&mut self, ticket: u32, call: &str) {
        let result = self.finished[&ticket][0].0.clone().expect("it has one");
        let content = json!([{"type": "text", "text": (result.content)}]);
        let details = serde_json::to_value(&result.details).expect("it can be written");
        self.add(json!({"type": "message", "message": {
            "role": "toolResult", "toolName": "question", "toolCallId": call, "content": content, "details": details
        }}));
    }

    pub(super) fn add(&mut self, entry: Json) {
        self.history = std::mem::take(&mut self.history).entry(entry);
    }

    fn note(&mut self, data: &Json) {
        self.add(json!({"type": "custom", "customType": "question-answers", "data": data}));
    }

    /// The entries of the session.
    pub(super) fn text(&self) -> String {
        Json::Array(self.history.entries.clone()).to_string()
    }

    /// Begins a session, after which nothing is left of what this process knew.
    pub(super) fn begin(&mut self, begun: Begun) {
        self.tell(&DeskEvent::Begun(begun));
    }

    /// The process was killed: only the session and the files are left.
    pub(super) fn crash(&mut self) {
        let Self { mode, history, file, retired, made, finished, .. } = self.clone();
        *self = Self { history, file, retired, made, finished, ..Self::new(mode) };
    }

    /// Questions are asked, in a session below another one if it has a person above.
    pub(super) fn ask(&mut self, asker: Asker, arguments: &Json, has_above: bool) -> u32 {
        self.ask_below(asker, arguments, (has_above, has_above))
    }

    pub(super) fn ask_below(&mut self, asker: Asker, arguments: &Json, (asks_above, is_child): (bool, bool)) -> u32 {
        self.made += 1;
        let ticket = self.made;
        let questionnaire = asked(arguments);
        let subagent = match &asker {
            Asker::Session { subagent, .. } => Subagent::of_value(subagent).ok(),
            _ => None,
        };
        let mut opening = self.branch().entered(&questionnaire, subagent.as_ref());
        opening.subagent = subagent;
        let (places, results) = (BTreeMap::new(), BTreeMap::new());
        self.tickets.insert(ticket, Ticket { questionnaire, opening, places, results, branch: None });
        let about = self.tickets[&ticket].questionnaire.about();
        self.tell_in(&DeskEvent::Asked(Asking { ticket, asker, about, asks_above, is_child }), Some(ticket));
        ticket
    }
}

/// Whether an order is carried out before those that wait for all others.
fn comes_first(order: &Order) -> bool {
    !matches!(order, Order::Prepare { .. } | Order::Recount)
}

pub(super) const fn name(seat: Seat) -> &'static str {
    match seat {
        Seat::Own => "own",
        Seat::Above => "above",
        Seat::Elsewhere => "elsewhere",
    }
}
