//! Whatever happens around forms, in whatever order: each call has one result, no word of a person's is lost or sent twice,
//! and none that nobody decided is sent.
//!
//! `PROPTEST_CASES=25000 cargo test -p question-core desk` tries a million histories, 40 for each case.

// A shape that is not as expected may stop the test, and a match over all that may happen is long.
#![allow(clippy::indexing_slicing, clippy::too_many_lines)]

use super::host::{Stage, World};
use super::scenes::{run_ended, with_picture};
use crate::common::json::Parts as _;
use crate::common::{Json, json};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use question_core::{Asker, Begun, CloseReason, DeskEvent, Ending, HostMode, QueueAct, Seat, StartLine, ToolResult};

const NAMES: [&str; 3] = ["Which?", "Where?", "Why?"];

/// What may happen. An index picks one of the tickets that it can happen to.
#[derive(Clone, Debug)]
enum Happening {
    Call {
        names: u8,
        has_above: bool,
    },
    Subagent,
    Shown(Index),
    Unshown(Index),
    Answered(Index, Seat),
    /// The answer has a picture, which is read later.
    Pictured(Index),
    Attached(Index),
    NobodyAbove(Index, bool),
    Part(Index),
    Ended(Index, u8),
    Aborted(Index),
    Responded(Index),
    Command(&'static str),
    TurnEnds,
    RunEnds {
        is_done: bool,
    },
    Settled,
    Filled(u8),
    Given,
    /// The user wants something with one that waits.
    Queued(Index, u8),
    /// An answer from elsewhere, for one that is open or waits.
    Elsewhere(Index, u8),
    Closing(CloseReason),
    Killed,
    Prompt,
    /// Subagents whose questions were put off listen, or do so no longer, or end before they take an answer.
    Listen(u8),
}

fn happening() -> impl Strategy<Value = Happening> {
    let index = any::<Index>;
    prop_oneof![
        6 => (any::<u8>(), prop::bool::weighted(0.2)).prop_map(|(names, has_above)| Happening::Call { names, has_above }),
        1 => Just(Happening::Subagent),
        6 => index().prop_map(Happening::Shown),
        1 => index().prop_map(Happening::Unshown),
        5 => (index(), select(vec![Seat::Own, Seat::Own, Seat::Above])).prop_map(|(at, seat)| Happening::Answered(at, seat)),
        1 => index().prop_map(Happening::Pictured),
        1 => index().prop_map(Happening::Attached),
        1 => (index(), any::<bool>()).prop_map(|(at, has_problem)| Happening::NobodyAbove(at, has_problem)),
        1 => index().prop_map(Happening::Part),
        2 => (index(), any::<u8>()).prop_map(|(at, how)| Happening::Ended(at, how)),
        2 => index().prop_map(Happening::Aborted),
        1 => index().prop_map(Happening::Responded),
        3 => select(vec!["answer", "revise", "clear", "off", "on", "", "what"]).prop_map(Happening::Command),
        2 => Just(Happening::TurnEnds),
        2 => any::<bool>().prop_map(|is_done| Happening::RunEnds { is_done }),
        2 => Just(Happening::Settled),
        2 => any::<u8>().prop_map(Happening::Filled),
        1 => Just(Happening::Given),
        2 => select(vec![CloseReason::Quit, CloseReason::Reload, CloseReason::Other]).prop_map(Happening::Closing),
        2 => (index(), any::<u8>()).prop_map(|(at, what)| Happening::Queued(at, what)),
        2 => (index(), any::<u8>()).prop_map(|(at, how)| Happening::Elsewhere(at, how)),
        1 => Just(Happening::Killed),
        1 => Just(Happening::Prompt),
        1 => any::<u8>().prop_map(Happening::Listen),
    ]
}

struct Game {
    world: World,
    /// Number of words so far.
    count: usize,
    /// Words that a person has submitted.
    said: Vec<String>,
    /// Words that a person has written into the file.
    written: Vec<String>,
    /// Calls of the model that wait for their results: tickets, with the ids of the calls.
    calls: Vec<(u32, String)>,
    /// Tickets of other sessions.
    others: Vec<u32>,
}

impl Game {
    fn word(&mut self) -> String {
        self.count += 1;
        format!("w{}x", self.count)
    }

    /// A new word to answer a ticket with, which is noted as said; or, where only options count, one of them.
    fn answer_for(&mut self, ticket: u32) -> String {
        let word = self.word();
        let question = &self.world.tickets[&ticket].questionnaire.questions()[0];
        if question.allow_custom {
            self.said.push(word.clone());
            return word;
        }
        let options = &question.options;
        options[self.count % options.len()].value.clone()
    }

    /// Picks a ticket that has this place in one of these stages.
    fn pick(&self, at: Index, seat: &str, stages: &[Stage]) -> Option<u32> {
        let is_it = |stage: Option<&Stage>| stage.is_some_and(|stage| stages.contains(stage));
        let tickets = self.world.tickets.iter().filter(|(_, ticket)| is_it(ticket.places.get(seat)));
        let tickets: Vec<u32> = tickets.map(|(id, _)| *id).collect();
        (!tickets.is_empty()).then(|| *at.get(&tickets))
    }

    fn reply(&mut self, ticket: u32, seat: Seat, result: &ToolResult) {
        self.world.reply(ticket, seat, Some(result));
    }

    fn play(&mut self, happening: &Happening) {
        match happening {
            Happening::Call { names, has_above } => {
                // pi asks one after another.
                if self.calls.iter().any(|(ticket, _)| self.world.tickets.contains_key(ticket)) {
                    return;
                }
                self.take_results();
                let prompt = |at: u8| json!({"prompt": NAMES[usize::from(at) % NAMES.len()]});
                let arguments = json!({"questions": [(prompt(*names)), (prompt(names.wrapping_add(1)))]});
                let id = "call_0".to_owned();
                let calls = vec![(id.as_str(), arguments.clone())];
                self.world.history = std::mem::take(&mut self.world.history).calls("toolUse", calls);
                self.world.is_running = true;
                let asker = Asker::Call(id.clone());
                let ticket = self.world.ask(asker, &arguments, *has_above);
                self.calls.push((ticket, id));
            }
            Happening::Subagent => {
                if self.world.mode != HostMode::Print {
                    let id = format!("7:{}", self.world.made);
                    let subagent = json!({"name": "scout", "cwd": "/c", "pid": 7, "ask": id});
                    let asker = Asker::Session { subagent, id };
                    let arguments = json!({"questions": [{"prompt": "Other?"}]});
                    let ticket = self.world.ask(asker, &arguments, false);
                    self.others.push(ticket);
                }
            }
            Happening::Shown(at) => {
                if let Some(ticket) = self.pick(*at, "own", &[Stage::Opens]) {
                    self.world.show(ticket);
                }
            }
            Happening::Unshown(at) => {
                if let Some(ticket) = self.pick(*at, "own", &[Stage::Shown, Stage::Closing]) {
                    self.world.unshow(ticket);
                }
            }
            Happening::Answered(at, seat) => {
                if let Some(ticket) =
                    self.pick(*at, super::host::name(*seat), &[Stage::Shown, Stage::Closing, Stage::Opens])
                {
                    let stage = self.world.tickets[&ticket].places[super::host::name(*seat)];
                    if *seat == Seat::Own && stage == Stage::Opens {
                        return;
                    }
                    let word = self.answer_for(ticket);
                    let result = self.world.answered(ticket, &word);
                    self.reply(ticket, *seat, &result);
                }
            }
            Happening::Pictured(at) => {
                let is_free = |ticket: &u32| self.world.tickets[ticket].questionnaire.questions()[0].allow_custom;
                if let Some(ticket) = self.pick(*at, "own", &[Stage::Shown]).filter(is_free) {
                    let word = self.answer_for(ticket);
                    let result = with_picture(&self.world, ticket, &word);
                    self.reply(ticket, Seat::Own, &result);
                }
            }
            Happening::Attached(at) => {
                let reading = &mut self.world.carried.attaching;
                if !reading.is_empty() {
                    let id = reading.remove(at.index(reading.len()));
                    self.world.tell(&DeskEvent::Attached(id));
                }
            }
            Happening::NobodyAbove(at, has_problem) => {
                if let Some(ticket) = self.pick(*at, "above", &[Stage::Opens]) {
                    self.world.nobody_above(ticket, has_problem.then_some("it is gone"));
                }
            }
            Happening::Part(at) => {
                if let Some(ticket) = self.pick(*at, "own", &[Stage::Shown]) {
                    let word = self.answer_for(ticket);
                    let result = self.world.part(ticket, &word);
                    self.reply(ticket, Seat::Own, &result);
                }
            }
            Happening::Ended(at, how) => {
                if let Some(ticket) = self.pick(*at, "own", &[Stage::Shown, Stage::Closing]) {
                    let stage = self.world.tickets[&ticket].places["own"];
                    let ending = match (stage, how % 4) {
                        (Stage::Closing, _) | (_, 0) => Ending::Aborted,
                        (_, 1) => Ending::Cancelled { share: false },
                        (_, 2) => Ending::Later,
                        _ => Ending::Failed("why".to_owned()),
                    };
                    let result = self.world.ended(ticket, &ending);
                    self.reply(ticket, Seat::Own, &result);
                }
            }
            Happening::Aborted(at) => {
                let calls: Vec<u32> = self.calls.iter().map(|(ticket, _)| *ticket).collect();
                if !calls.is_empty() {
                    let ticket = *at.get(&calls);
                    self.world.tell(&DeskEvent::Aborted(ticket));
                }
            }
            Happening::Responded(at) => {
                let requests: Vec<String> = self.world.requests.values().cloned().collect();
                let is_open = !requests.is_empty();
                let id = if is_open { at.get(&requests).clone() } else { "gone".to_owned() };
                let message = json!({"type": "ask_user_response", "requestId": id, "answers": []}).to_string();
                let (notices, done) = (self.world.notices.len(), self.world.done.len());
                self.world.tell(&DeskEvent::Responded(message));
                assert_eq!(self.world.done.len() - done, usize::from(is_open));
                assert_eq!(self.world.notices.len() - notices, usize::from(!is_open));
            }
            Happening::Command(line) => self.world.tell(&DeskEvent::Command((*line).to_owned())),
            Happening::TurnEnds => {
                self.take_results();
                for message in std::mem::take(&mut self.world.steered) {
                    self.world.add(message);
                }
                self.world.tell(&DeskEvent::TurnEnded);
            }
            Happening::RunEnds { is_done } => {
                self.take_results();
                if self.calls.is_empty() {
                    // A run that is aborted drops what it has not taken in.
                    self.world.steered.clear();
                    self.world.is_running = false;
                    self.world.tell(&run_ended(*is_done));
                }
            }
            Happening::Settled => {
                if !self.world.is_running {
                    self.world.tell(&DeskEvent::Settled);
                }
            }
            Happening::Filled(at) => self.fill(*at),
            Happening::Given => {
                self.close(CloseReason::Quit);
                self.world.crash();
                let words = [self.word(), self.word()];
                // They may fit no call, and then they are not used, which is said.
                let begun = Begun { line: Some(StartLine::default()), answers: Some(json!(words).to_string()) };
                self.world.begin(begun);
            }
            Happening::Queued(at, what) => {
                let waiting: Vec<u32> = self.world.carried.waiters.iter().map(|waiter| waiter.ticket).collect();
                if let Some(ticket) = self.pick(*at, "own", &[Stage::Shown])
                    && !waiting.is_empty()
                {
                    let other = *at.get(&waiting);
                    let act = match what % 6 {
                        0 => QueueAct::PutOff(other),
                        1 => QueueAct::Leave(other),
                        2 => QueueAct::LeaveAll,
                        _ => QueueAct::First(other),
                    };
                    self.world.tell(&DeskEvent::Queued { ticket, act });
                }
            }
            Happening::Elsewhere(at, how) => {
                let tickets: Vec<u32> = self.world.tickets.keys().copied().collect();
                if tickets.is_empty() || self.world.mode == HostMode::Print {
                    return;
                }
                let ticket = *at.get(&tickets);
                let before = self.said.len();
                let word = self.answer_for(ticket);
                let result = match how % 4 {
                    0 => self.world.ended(ticket, &Ending::Later),
                    1 => self.world.ended(ticket, &Ending::Cancelled { share: false }),
                    _ => self.world.answered(ticket, &word),
                };
                if !self.world.take_elsewhere(ticket, &result, how % 3 == 0) || how % 4 < 2 {
                    self.said.truncate(before);
                }
            }
            Happening::Closing(reason) => {
                self.close(*reason);
                if *reason != CloseReason::Other {
                    self.world.crash();
                }
                self.world.begin(Begun::default());
            }
            Happening::Killed => {
                self.calls.clear();
                self.others.clear();
                // What a person has answered above is on its way until the form here has ended.
                let all = self.world.text() + &self.told();
                self.said.retain(|word| all.contains(word.as_str()));
                self.world.crash();
                self.world.begin(Begun { line: Some(StartLine::default()), answers: None });
            }
            Happening::Listen(how) => {
                let all = (0..if how % 3 == 0 { 0 } else { self.world.made }).map(|made| format!("7:{made}"));
                (self.world.listening, self.world.is_deaf) = (all.collect(), how % 5 == 0);
            }
            Happening::Prompt => self.world.history = std::mem::take(&mut self.world.history).prompt(),
        }
    }

    /// pi writes the results of calls into the session.
    fn take_results(&mut self) {
        let mut open = Vec::new();
        for (ticket, id) in std::mem::take(&mut self.calls) {
            match self.world.finished.get(&ticket).and_then(|results| results.first()) {
                Some((Some(_), _)) => self.world.take_result(ticket, &id),
                _ => open.push((ticket, id)),
            }
        }
        self.calls = open;
    }

    /// The session closes, and its forms with it.
    fn close(&mut self, reason: CloseReason) {
        self.world.tell(&DeskEvent::Closing(reason));
        for ticket in self.world.tickets.keys().copied().collect::<Vec<_>>() {
            let stage = self.world.tickets.get(&ticket).and_then(|asked| asked.places.get("own"));
            assert_eq!(stage, Some(&Stage::Closing), "{ticket} is left");
            let result = self.world.ended(ticket, &Ending::Aborted);
            self.reply(ticket, Seat::Own, &result);
        }
        assert!(self.world.tickets.is_empty(), "{:?}", self.world.tickets);
        assert!(self.world.holds.iter().all(|held| *held != question_core::Until::Unasked));
        self.take_results();
        self.world.steered.clear();
        self.world.is_running = false;
        self.world.tell(&DeskEvent::Closed(reason));
        assert!(self.world.messages.is_empty(), "{:?} are not in the session", self.world.messages);
        assert!(self.world.holds.is_empty(), "{:?} are waited for", self.world.holds);
    }

    /// A person answers a question in the file.
    fn fill(&mut self, at: u8) {
        let Some(mut file) = self.world.file.as_ref().and_then(|text| serde_json::from_str::<Json>(text).ok()) else {
            return;
        };
        let word = self.word();
        let Some(entries) = file.get_mut("questions").and_then(Json::as_array_mut) else { return };
        let count = entries.len();
        let Some(entry) = entries.get_mut(usize::from(at) % count.max(1)) else { return };
        if entry.at("answer").as_str().is_some_and(|answer| !answer.is_empty()) {
            return;
        }
        entry["answer"] = json!(word);
        self.written.push(word);
        self.world.file = Some(file.to_string());
    }

    /// The results that calls have.
    fn told(&self) -> String {
        let results = self.world.finished.values().flatten().filter_map(|(result, _)| result.as_ref());
        format!("{:?}", results.collect::<Vec<_>>())
    }

    fn check(&self) -> Result<(), TestCaseError> {
        let world = &self.world;
        for (ticket, results) in &world.finished {
            prop_assert!(results.len() == 1, "{ticket} has {} results", results.len());
        }
        let open = world.tickets.values().filter(|ticket| ticket.places.contains_key("own")).count();
        prop_assert!(open <= 1, "{open} forms are open");
        let asked = world.tickets.values().any(|ticket| !ticket.places.is_empty());
        prop_assert!(asked || world.tickets.is_empty(), "something waits for nothing");
        // What was told in a result that pi has not written yet, or in a message that is on its way, counts.
        let all = world.text() + &self.told() + &format!("{:?}", world.tickets) + &format!("{:?}", world.steered);
        for word in &self.said {
            prop_assert!(all.contains(word.as_str()), "{word} is lost");
        }
        let file = world.file.clone().unwrap_or_default() + &world.retired;
        for word in &self.written {
            prop_assert!(all.contains(word.as_str()) || file.contains(word.as_str()), "{word} is lost");
        }
        for word in self.said.iter().chain(&self.written) {
            let is_told = |entry: &&Json| {
                let is_message = entry.at("type").string() == "custom_message";
                is_message && entry.at("content").string().contains(word.as_str())
            };
            let messages: Vec<&Json> = world.history.entries.iter().filter(is_told).collect();
            // What was entered for one call is there again if another one asks the same, and a revision says all once more.
            let is_new = |entry: &&&Json| !entry.at("content").string().contains("revised");
            let mut calls: Vec<String> =
                messages.iter().filter(is_new).map(|entry| entry.at("details").at("closes").to_string()).collect();
            calls.sort();
            let all = calls.len();
            calls.dedup();
            prop_assert!(calls.len() == all, "{word} was sent twice: {messages:?}");
            let is_passed = world.carried.passed.iter().filter(|(_, content)| content.contains(word.as_str())).count();
            prop_assert!(is_passed + messages.len() <= 1 || is_passed == 0, "{word} was told twice: {messages:?}");
        }
        Ok(())
    }
}

proptest! {
    // Ten thousand, unless PROPTEST_CASES asks for others.
    #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases * 40))]

    #[test]
    fn each_call_has_one_result_and_no_word_is_lost_or_sent_twice(
        mode in select(vec![HostMode::Tui, HostMode::Rpc, HostMode::Print]),
        happenings in prop::collection::vec(happening(), 0..40),
    ) {
        let world = World::new(mode);
        let mut game = Game {
            world, count: 0, said: Vec::new(), written: Vec::new(), calls: Vec::new(), others: Vec::new(),
        };
        game.world.begin(Begun { line: Some(StartLine::default()), answers: None });
        for happening in &happenings {
            game.play(happening);
            game.check()?;
        }
        let asked: Vec<u32> = game.calls.iter().map(|(ticket, _)| *ticket).chain(game.others.clone()).collect();
        game.close(CloseReason::Quit);
        game.check()?;
        for ticket in asked {
            prop_assert!(game.world.finished.contains_key(&ticket), "{ticket} has no result");
        }
    }
}
