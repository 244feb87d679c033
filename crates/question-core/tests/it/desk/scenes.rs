//! Scenes for the rules of the desk: what is asked, what has happened before, and what came of it.

// A shape that is not as expected may stop the test.
#![allow(clippy::indexing_slicing)]

use super::host::World;
use crate::common::json::{Parts as _, taken};
use crate::common::{Json, json};
use crate::later::history::History;
use question_core::{
    Asker, Begun, CloseReason, DeskEvent, End, Ending, HostMode, Outcome, RunMessage, Seat, Sending, Severity,
    StartLine, ToolResult, Until, Waiter, Way,
};
use std::collections::BTreeMap;

/// What the host was told to do, and how.
#[derive(Clone, Debug, Default)]
pub(super) struct Carried {
    /// Ids of messages, and how each was sent.
    pub(super) sent: Vec<(String, Sending)>,
    /// Messages whose pictures are to be read.
    pub(super) attaching: Vec<String>,
    /// How texts were sent that go with the prompt.
    pub(super) told: Vec<Sending>,
    /// Notices, with how much each matters, and whether it waits until pi has drawn the conversation.
    pub(super) said: Vec<(String, Severity, bool)>,
    /// Places that were opened: the ticket, whether the user expects the form, and whether it begins with earlier input.
    pub(super) opened: Vec<(u32, bool, bool)>,
    /// The ways in which they were opened.
    pub(super) ways: Vec<Way>,
    /// Places that were told to end, and how.
    pub(super) closed: Vec<(u32, Seat, End)>,
    /// How many others wait for the form of a ticket.
    pub(super) waiting: BTreeMap<u32, usize>,
    /// What waits for the form that was counted last.
    pub(super) waiters: Vec<Waiter>,
    /// Tickets whose answers from elsewhere do not count, and why.
    pub(super) refused: Vec<(u32, String)>,
    /// All that was ever waited for.
    pub(super) held: Vec<Until>,
    /// For each late form, whether the session had just begun.
    pub(super) asked_at_start: Vec<bool>,
    /// For each file that was renamed, whether notices wait for the conversation, and whether the run fails without that.
    pub(super) renamed: Vec<(bool, bool)>,
    /// For each search for a file in the prompts, whether it could be read, and whether the user is told of it.
    pub(super) looked: Vec<(bool, bool)>,
    /// Answers of the command line that pi keeps while it reloads the extension.
    pub(super) answers: Option<String>,
    /// What subagents were told after their calls, by what they had asked.
    pub(super) passed: Vec<(String, String)>,
    /// The ticket for whose answers from above the host listens.
    pub(super) listens: Option<u32>,
    /// The row above the prompt.
    pub(super) row: Option<String>,
    /// Prompts of the user's that were sent.
    pub(super) prompted: Vec<String>,
    /// Whether the model has the tool, if that was ordered.
    pub(super) is_offered: Option<bool>,
    /// Number of attempts to write the file.
    pub(super) writings: usize,
    /// Tickets whose questions are to be written into the file.
    pub(super) to_prepare: Vec<u32>,
    /// Texts that are to be written, each with the one that the file should have until then.
    pub(super) to_write: Vec<(u32, String, Option<String>)>,
}

pub(super) fn call() -> Asker {
    Asker::Call("call".to_owned())
}

/// Another session, whose request has this id.
pub(super) fn scout(id: &str) -> Asker {
    Asker::Session { subagent: json!({"name": "scout", "pid": 7, "ask": id}), id: id.to_owned() }
}

pub(super) fn one() -> Json {
    json!({"questions": [{"prompt": "Which?", "options": ["yes", "no"]}]})
}

pub(super) fn two() -> Json {
    json!({"questions": [{"prompt": "Which?"}, {"prompt": "Why?"}]})
}

/// A question that is answered with a text.
pub(super) fn about(prompt: &str) -> Json {
    json!({"questions": [{"prompt": prompt}]})
}

/// A world in which the model has made these calls.
pub(super) fn world(mode: HostMode, calls: &[(&str, Json)]) -> World {
    let mut world = World::new(mode);
    world.history = std::mem::take(&mut world.history).calls("toolUse", calls.to_vec());
    world.is_running = true;
    world
}

/// A world whose session has this history.
pub(super) fn with_history(mode: HostMode, history: History) -> World {
    let mut world = World::new(mode);
    world.history = history;
    world
}

/// The end of a run, whose last message has a call of the tool without a result.
pub(super) fn run_without_result(call: &str) -> DeskEvent {
    let calls = Some(vec![call.to_owned()]);
    DeskEvent::RunEnded(vec![RunMessage { stop_reason: Some("aborted".to_owned()), calls, begun: None }])
}

/// The end of a run without calls, in which the model may have replied to the end.
pub(super) fn run_ended(is_done: bool) -> DeskEvent {
    let stop_reason = Some(if is_done { "stop" } else { "aborted" }.to_owned());
    DeskEvent::RunEnded(vec![RunMessage { stop_reason, ..RunMessage::default() }])
}

/// A world in which the forms of these calls of one message were interrupted, and open again.
pub(super) fn interrupted(mode: HostMode, prompts: &[&str]) -> World {
    let calls: Vec<(&str, Json)> = prompts.iter().map(|prompt| (*prompt, about(prompt))).collect();
    let mut world = world(mode, &calls);
    world.is_running = false;
    world.begin(Begun::default());
    world
}

/// pi starts with this session, a prompt or none, and these answers.
pub(super) fn start(world: &mut World, has_prompt: bool, answers: Option<&str>) {
    let line = Some(StartLine { has_prompt, ..StartLine::default() });
    world.begin(Begun { line, answers: answers.map(str::to_owned) });
}

pub(super) fn close(world: &mut World, reason: CloseReason) {
    world.tell(&DeskEvent::Closing(reason));
    world.tell(&DeskEvent::Closed(reason));
}

/// The ticket whose form is open.
pub(super) fn open(world: &World) -> u32 {
    let open: Vec<u32> =
        world.tickets.iter().filter(|(_, ticket)| ticket.places.contains_key("own")).map(|(id, _)| *id).collect();
    assert_eq!(open.len(), 1, "{open:?} are open");
    open[0]
}

/// The open form is shown. The person answers all questions with a text. Returns the ticket.
pub(super) fn answer(world: &mut World, text: &str) -> u32 {
    let ticket = open(world);
    world.show(ticket);
    let answered = world.answered(ticket, text);
    world.reply(ticket, Seat::Own, Some(&answered));
    ticket
}

/// The open form is shown, and ends in this way with nothing entered. Returns the ticket.
pub(super) fn end(world: &mut World, ending: &Ending) -> u32 {
    let ticket = open(world);
    world.show(ticket);
    let ended = world.ended(ticket, ending);
    world.reply(ticket, Seat::Own, Some(&ended));
    ticket
}

pub(super) const LEFT: Ending = Ending::Cancelled { share: false };

/// The result with this text typed and not sent for the first question.
pub(super) fn with_unsent(result: &ToolResult, text: &str) -> ToolResult {
    let mut record = taken(&result.details);
    record["unsent"] = json!([{"id": (record["questions"][0]["id"].clone()), "text": text}]);
    ToolResult { details: serde_json::from_value(record).expect("it is one"), ..result.clone() }
}

/// The result of a person who has answered all questions of a ticket with a picture and a text.
pub(super) fn with_picture(world: &World, ticket: u32, text: &str) -> ToolResult {
    let result = world.answered(ticket, &format!("[picture 1: a.png] {text}"));
    let mut record = taken(&result.details);
    let places: Vec<String> =
        record["questions"].items().iter().map(|question| format!("answer {}", question["id"].string())).collect();
    record["pictures"] = json!([{"number": 1, "path": "/a.png", "in": places}]);
    ToolResult { details: serde_json::from_value(record).expect("it is one"), ..result }
}

pub(super) fn outcome(world: &World, ticket: u32) -> (Option<Outcome>, bool) {
    let (result, is_last) = &world.finished[&ticket][0];
    (result.as_ref().map(|result| result.details.outcome), *is_last)
}

pub(super) fn content(world: &World, ticket: u32) -> String {
    world.finished[&ticket][0].0.as_ref().map(|result: &ToolResult| result.content.clone()).unwrap_or_default()
}

/// The texts of the messages of this tool in the session.
pub(super) fn messages(world: &World) -> Vec<&str> {
    let entries = world.history.entries.iter().filter(|entry| entry["type"] == "custom_message");
    entries.map(|entry| entry["content"].string()).collect()
}

/// The data of the entries of this tool that the model does not see.
pub(super) fn notes(world: &World) -> Vec<&Json> {
    world.history.entries.iter().filter(|entry| entry["type"] == "custom").map(|entry| &entry["data"]).collect()
}

/// How the messages were sent, in order.
pub(super) fn sendings(world: &World) -> Vec<Sending> {
    world.carried.sent.iter().map(|(_, how)| *how).collect()
}

/// Whether the user has seen a notice with this text.
pub(super) fn says(world: &World, text: &str) -> bool {
    world.notices.iter().any(|notice| notice.contains(text))
}
