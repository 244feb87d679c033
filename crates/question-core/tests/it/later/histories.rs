//! Whatever happens to a session and its pending file, in whatever order: no word of a person's is lost, none is told twice,
//! and none of somebody else's is told at all.
//!
//! `PROPTEST_CASES=25000 cargo test -p question-core histories` tries a million histories, 40 for each case.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use crate::common::json::{Parts as _, taken};
use crate::common::{Json, TUI, json, sent};
use proptest::prelude::*;
use question_core::{
    Action, Beginning, Delivery, Ended, Ending, Event, FoundFile, Host, HostMode, Origin, Plan, Replies, Request,
    Response, Session, SessionFacts, Settings, Start, ToolResult,
};

const KIND: &str = "question-answers";
const NAMES: [&str; 3] = ["Which?", "Where?", "Why?"];

/// A session with its pending file, and what there is to remember of it.
#[derive(Default)]
struct World {
    /// The entries of the current branch, and of all branches.
    branch: Vec<Json>,
    all: Vec<Json>,
    file: Option<String>,
    /// Whether the folder has the file of another session, too.
    has_other: bool,
    /// How many words and entries there were.
    count: usize,
    /// What the user has written into the file.
    written: Vec<String>,
    /// What was entered in forms that were cut off, by the names of the calls.
    begun: Vec<(String, String)>,
    /// Pieces of what somebody else has put into a file.
    planted: Vec<String>,
}

impl World {
    fn word(&mut self) -> String {
        self.count += 1;
        format!("w{}x", self.count)
    }

    fn push(&mut self, mut entry: Json) -> String {
        self.count += 1;
        let id = format!("e{}", self.count);
        if let Some(fields) = entry.as_object_mut() {
            fields.insert("id".to_owned(), json!(id));
        }
        self.branch.push(entry.clone());
        self.all.push(entry);
        id
    }

    fn session(&self) -> Session {
        let found = |name: &str, text: &str| {
            let mut hasher = DefaultHasher::new();
            text.hash(&mut hasher);
            let mark = Some(format!("{:x}", hasher.finish()));
            FoundFile { name: name.to_owned(), text: Some(text.to_owned()), mark, problem: None }
        };
        let other = self.has_other.then(|| {
            let questions = json!([{"question": NAMES[0], "answer": "planted-other"}]);
            found("F", &json!({"sessionId": "t", "questions": questions}).to_string())
        });
        let own = self.file.as_ref().map(|text| found("G", text));
        let facts = SessionFacts {
            id: "s".to_owned(),
            kind: KIND.to_owned(),
            file: "F".to_owned(),
            files: other.into_iter().chain(own).collect(),
            sessions: Some(vec!["1_s.jsonl".to_owned(), "1_t.jsonl".to_owned()]),
        };
        Session::read(&json!(self.branch).to_string(), facts, &Settings::default())
    }

    /// The model asks something in one or two calls, whose ids are the same in each message; `ways` says what becomes of
    /// each.
    fn ask(&mut self, calls: usize, ways: u8) {
        let arguments = |nth: usize| {
            let prompt = |at: usize| json!({"prompt": NAMES.iter().cycle().nth(nth + at + usize::from(ways))});
            json!({"questions": [(prompt(0)), (prompt(1))]})
        };
        let part = |nth: usize| json!({"type": "toolCall", "name": "question", "id": format!("call_{nth}"), "arguments": (arguments(nth))});
        let parts: Vec<Json> = (0..calls).map(part).collect();
        let message = json!({"role": "assistant", "stopReason": "toolUse", "content": parts});
        let entry = self.push(json!({"type": "message", "message": message}));
        for nth in 0..calls {
            let call = format!("{entry}/call_{nth}");
            let Ok(questionnaire) =
                question_core::Questionnaire::new(Request::read(&arguments(nth)), &Settings::default())
            else {
                continue;
            };
            let host = Host { mode: HostMode::Print, now: None };
            let result = match (ways >> (2 * nth)) % 4 {
                0 => {
                    let origin = Origin { session: "s".to_owned(), call, timestamp: "t".to_owned() };
                    match questionnaire.pending_text(self.file.as_deref(), &origin) {
                        Ok(text) => {
                            self.file = Some(text);
                            questionnaire.pending(host, "F".to_owned(), None)
                        }
                        Err(problem) => questionnaire.unavailable(host, Some(problem)),
                    }
                }
                1 => {
                    let word = self.word();
                    let mut form = question_core::Form::new(questionnaire, &Settings::default());
                    form.update(Action::Submit(word.clone()));
                    form.update(Action::End(Ending::Aborted));
                    self.begun.push((call, word));
                    form.result(TUI).expect("it has ended")
                }
                2 => {
                    let answers = json!([(self.word()), (self.word())]).to_string();
                    let replies = Replies::parse(&answers, &questionnaire).expect("they fit");
                    let response = Response::answered(replies, &questionnaire).expect("all are answered");
                    let mut form = question_core::Form::new(questionnaire, &Settings::default());
                    form.update(Action::Respond(response));
                    form.result(TUI).expect("it has ended")
                }
                // pi was killed.
                _ => return,
            };
            let content = json!([{"type": "text", "text": (result.content)}]);
            let message = json!({"role": "toolResult", "toolName": "question", "toolCallId": format!("call_{nth}"),
                "content": content, "details": (taken(&result.details))});
            self.push(json!({"type": "message", "message": message}));
        }
    }

    /// A person writes something into the file, or somebody else does.
    fn edit(&mut self, at: usize, way: u8) {
        let Some(mut file) = self.file.as_deref().map(sent) else { return };
        let word = self.word();
        let Some(entries) = file.get_mut("questions").and_then(Json::as_array_mut) else { return };
        let (at, count) = (at % entries.len().max(1), entries.len());
        let Some(entry) = entries.get_mut(at) else { return };
        let had_words = entry.to_string().contains('w');
        match way % 7 {
            0 | 1 if !had_words => put(entry, "answer", json!(word)),
            2 if !had_words => put(entry, "answer", json!([word, (format!("{word}-too"))])),
            3 => put(entry, &format!("my {word}"), json!(word)),
            // Nothing of theirs is in it.
            4 if !had_words && count > 1 => {
                entries.remove(at);
                self.file = Some(file.to_string());
                return;
            }
            5 => {
                entries.push(json!({"question": "May I push?", "answer": (format!("planted-{word}"))}));
                self.planted.push(format!("planted-{word}"));
                self.file = Some(file.to_string());
                return;
            }
            6 => put(&mut file, &format!("todo {word}"), json!(word)),
            _ => return,
        }
        self.written.push(word);
        self.file = Some(file.to_string());
    }

    /// The calls that are open and whose answers in the file are complete.
    fn complete(&self, session: &Session) -> Vec<String> {
        let Some(file) = self.file.as_deref().map(sent) else { return Vec::new() };
        let entries = file.at("questions").items().to_vec();
        let open: Vec<String> = calls_of(&entries);
        let own = open.into_iter().filter(|call| {
            let mut own = entries.iter().filter(|entry| entry.at("call") == &json!(call));
            session.open_call(call).is_some() && own.all(|entry| entry.at("answer").is_string() && is_plain(entry))
        });
        own.collect()
    }

    fn start(&mut self, answers: Option<String>, has_prompt: bool, crash: u8) -> Result<(), TestCaseError> {
        let session = self.session();
        let complete = self.complete(&session);
        let start = Start { has_prompt, ..Start::default() };
        let host = Host { mode: HostMode::Print, now: Some(0) };
        let is_given = answers.is_some();
        let plan = session.plan(&Event::Start(Beginning { answers, start: Some(start), has_ui: false, host }));
        let closes = plan.delivery.as_ref().and_then(|delivery| delivery.marks.closes.clone()).unwrap_or_default();
        for call in complete.iter().filter(|_| !is_given) {
            prop_assert!(closes.contains(call), "{call} is complete, and was not sent: {:?} {:?}", plan, self.file);
        }
        self.apply(&plan, None, crash)
    }

    /// The user opens what waits, and ends the first form in some way.
    fn answer(&mut self, way: u8, crash: u8) -> Result<(), TestCaseError> {
        let session = self.session();
        let plan = session.plan(&Event::Answer { has_ui: true });
        for ask in &plan.ask {
            let name = ask.call.clone().unwrap_or_default();
            prop_assert!(session.open_call(&name).is_some(), "{name} is closed, and was asked");
        }
        let Some(ask) = plan.ask.first().cloned() else { return Ok(()) };
        let name = ask.call.clone().unwrap_or_default();
        let open = session.open_call(&name).expect("it is open");
        let mut form = open.form(&Settings::default());
        let word = self.word();
        match way % 3 {
            0 => {
                let replies = Replies::parse(&json!([word, word]).to_string(), open.questionnaire()).expect("they fit");
                let response = Response::answered(replies, open.questionnaire()).expect("all are answered");
                form.update(Action::Respond(response));
            }
            1 => {
                form.update(Action::Submit(word.clone()));
                form.update(Action::End(Ending::Aborted));
                if !form.result(TUI).is_some_and(|result| result.details.answers.is_empty()) {
                    self.begun.push((name, word));
                }
            }
            _ => {
                form.update(Action::Cancel);
                form.update(Action::End(Ending::Aborted));
            }
        }
        let result = form.result(TUI).expect("it has ended");
        let ended = Ended {
            ask,
            record: taken(&result.details),
            is_said: result.is_said,
            goes_on: result.is_said,
            is_expected: true,
        };
        self.apply(&session.plan(&Event::Ended(ended)), Some(&result), crash)
    }

    /// Does what a plan says, unless pi is killed first.
    fn apply(&mut self, plan: &Plan, ended: Option<&ToolResult>, crash: u8) -> Result<(), TestCaseError> {
        let with = |record: Option<&ToolResult>, marks: Json| -> Json {
            let record = record.map_or_else(|| json!({}), |result| taken(&result.details));
            [record, marks].iter().filter_map(|object| object.as_object().cloned()).flatten().collect()
        };
        if let Some(note) = &plan.note {
            let data = with(ended, taken(note));
            self.push(json!({"type": "custom", "customType": KIND, "data": data}));
        }
        if let Some(remove) = &plan.remove {
            prop_assert!(remove.after.iter().all(|id| self.branch.iter().any(|entry| entry["id"] == json!(id))));
            self.file = None;
        }
        if let Some(Delivery { result, more, marks, .. }) = &plan.delivery {
            let result = result.as_ref().or(ended).expect("there is something to send");
            if crash.is_multiple_of(4) {
                return Ok(());
            }
            let details = with(Some(result), taken(marks));
            let content = format!("{}{more}", result.content);
            self.push(json!({"type": "custom_message", "customType": KIND, "content": content, "details": details}));
        }
        if crash % 4 != 1 && self.session().plan(&Event::Settled).remove.is_some() {
            self.file = None;
        }
        Ok(())
    }

    fn check(&self) -> Result<(), TestCaseError> {
        let all = json!(self.all).to_string();
        let file = self.file.clone().unwrap_or_default();
        for word in &self.written {
            prop_assert!(all.contains(word) || file.contains(word), "{word} is lost");
            let told = |entry: &&Json| entry["content"].as_str().is_some_and(|content| content.contains(word.as_str()));
            let count = self.branch.iter().filter(told).count();
            prop_assert!(count <= 1, "{word} was told {count} times");
        }
        prop_assert!(!all.contains("planted"), "what somebody else has written was told");
        let closed_by = |entry: &Json| {
            let details = if entry["type"] == json!("custom") { &entry["data"] } else { &entry["details"] };
            details["closes"].as_array().cloned().unwrap_or_default()
        };
        let mut closed: Vec<Json> = self.branch.iter().flat_map(closed_by).collect();
        let count = closed.len();
        closed.sort_by_key(Json::to_string);
        closed.dedup();
        prop_assert_eq!(closed.len(), count, "a call was answered twice");
        let session = self.session();
        for (call, word) in &self.begun {
            if let Some(open) = session.open_call(call) {
                prop_assert!(
                    format!("{:?}", open.replies()).contains(word.as_str()) || self.is_replaced(call, word),
                    "{word} is gone"
                );
            }
        }
        Ok(())
    }

    /// Whether something else was entered for the question, in a later form or in the file.
    fn is_replaced(&self, call: &str, word: &str) -> bool {
        let last = self.begun.iter().rfind(|(own, _)| own == call);
        let in_file = self.file.as_deref().is_some_and(|file| file.contains(call));
        let is_asked = self.branch.iter().any(|entry| entry.to_string().contains(word));
        last.is_some_and(|(_, last)| last != word) || in_file || !is_asked
    }
}

fn put(object: &mut Json, name: &str, value: Json) {
    if let Some(fields) = object.as_object_mut() {
        fields.insert(name.to_owned(), value);
    }
}

/// The calls that entries of a file name.
fn calls_of(entries: &[Json]) -> Vec<String> {
    let mut calls: Vec<String> = entries.iter().filter_map(|entry| Some(entry["call"].as_str()?.to_owned())).collect();
    calls.dedup();
    calls
}

/// Whether a person has written nothing beside the answer.
fn is_plain(entry: &Json) -> bool {
    entry.as_object().is_some_and(|fields| fields.keys().all(|name| !name.starts_with("my ")))
}

proptest! {
    // Ten thousand, unless PROPTEST_CASES asks for others.
    #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases * 40))]

    #[test]
    fn no_word_is_lost_or_told_twice(
        first: u8,
        steps in prop::collection::vec((0_u8..10, any::<u8>(), any::<u8>()), 1..20),
    ) {
        let mut world = World::default();
        world.push(json!({"type": "message", "message": {"role": "user"}}));
        world.ask(2, first);
        for (kind, a, b) in steps {
            match kind {
                0 => drop(world.push(json!({"type": "message", "message": {"role": "user"}}))),
                1 | 2 => world.ask(1 + usize::from(a % 2), b),
                3 | 4 => world.edit(usize::from(a), b),
                5 => world.start(None, a % 2 == 0, b)?,
                6 => {
                    let answers = json!([(world.word()), (world.word())]).to_string();
                    world.start(Some(answers), a % 2 == 0, b)?;
                }
                7 => world.answer(a, b)?,
                8 => {
                    let kept = 1 + usize::from(a) % world.branch.len();
                    world.branch.truncate(kept);
                }
                _ => {
                    world.has_other = a % 2 == 0;
                    drop(world.push(json!({"type": "compaction", "summary": "so far"})));
                }
            }
            world.check()?;
        }
    }
}
