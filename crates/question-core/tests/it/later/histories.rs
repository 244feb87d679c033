//! Whatever happens to a session and its pending file, in whatever order: no word of a person's is lost, as the session,
//! the file or a renamed file has it; none is told twice; and none of somebody else's is told at all.
//!
//! `PROPTEST_CASES=25000 cargo test -p question-core histories` tries a million histories, 40 for each case.

// A shape that is not as expected may stop the test.
#![allow(clippy::indexing_slicing)]

use super::history::{FILE, History, SESSION, TIMESTAMP, begun, ended, facts, found, given, prompted, start};
use crate::common::json::{Parts as _, taken};
use crate::common::{Action, Json, Played, after, asked, json, played, result, sent, submit};
use proptest::prelude::*;
use question_core::{
    Branch, Event, FoundFile, Host, HostMode, OpenQuestions, Origin, Outcome, Plan, Questionnaire, Replies, Response,
    SessionFacts, Settings, TargetFile, ToolResult,
};
use std::collections::{BTreeMap, HashMap};

const NAMES: [&str; 3] = ["Which?", "Where?", "Why?"];

/// A session with its pending file, and what there is to remember of it.
#[derive(Default)]
struct World {
    history: History,
    /// The entries of branches that the user has left.
    left: String,
    /// The files that the session has written, by name.
    files: BTreeMap<String, String>,
    /// The texts of all files that were renamed.
    retired: String,
    /// Whether the folder has the file of another session, too.
    has_other: bool,
    /// How many words there were.
    count: usize,
    /// What the user has written into the file.
    written: Vec<String>,
    /// What the user has sent from forms, each with the name of its call.
    sent: Vec<(String, String)>,
}

/// All questions are answered with the same word.
fn response(word: &str, questionnaire: &Questionnaire) -> Response {
    let words = vec![word; questionnaire.questions().len()];
    let replies = Replies::parse(&json!(words).to_string(), questionnaire).expect("they fit");
    Response::answered(replies, questionnaire).expect("all are answered")
}

/// One question is answered with a word, and the user leaves with that.
fn part(word: &str, id: &str, questionnaire: &Questionnaire) -> Response {
    let message = json!({"type": "ask_user_response", "requestId": "r", "cancelled": true, "answers": {id: word}});
    Response::read(&message.to_string(), questionnaire, &Replies::default()).expect("it is one")
}

impl World {
    fn word(&mut self) -> String {
        self.count += 1;
        format!("w{}x", self.count)
    }

    fn add(&mut self, add: impl FnOnce(History) -> History) {
        self.history = add(std::mem::take(&mut self.history));
    }

    /// The file that the session reads.
    fn file(&self) -> Option<&String> {
        self.files.get(&self.session().plan(&Event::Clear).retire?)
    }

    fn session(&self) -> Branch {
        let other = (self.has_other && !self.files.contains_key(FILE)).then(|| {
            let questions = json!([{"question": NAMES[0], "answer": "planted-other"}]);
            found(&json!({"sessionId": "t", "questions": questions}).to_string())
        });
        let own = self.files.iter().map(|(name, text)| FoundFile { name: name.clone(), ..found(text) });
        let sessions = Some([SESSION, "t"].map(|id| format!("1_{id}.jsonl")).to_vec());
        let facts = SessionFacts { sessions, ..facts(other.into_iter().chain(own).collect()) };
        self.history.session_in(facts, &Settings::default())
    }

    /// The model asks something in one or two calls, whose ids are the same in each message; `ways` says what becomes
    /// of each.
    fn ask(&mut self, calls: usize, ways: u8) {
        let prompt = |at: usize| json!({"prompt": NAMES[(at + usize::from(ways)) % NAMES.len()]});
        let arguments = |nth: usize| json!({"questions": [(prompt(nth)), (prompt(nth + 1))]});
        let calls: Vec<_> = ["call_0", "call_1"].into_iter().take(calls).zip((0..).map(arguments)).collect();
        self.add(|history| history.calls("toolUse", calls.clone()));
        for (nth, (id, arguments)) in calls.into_iter().enumerate() {
            let call = self.history.name(id);
            let questionnaire = asked(&arguments);
            let host = Host { mode: HostMode::Print, now: None };
            let result = match (ways >> (2 * nth)) % 4 {
                0 => {
                    let origin =
                        Origin { session: SESSION.to_owned(), key: call.clone(), timestamp: TIMESTAMP.to_owned() };
                    match self.session().pending_text(&questionnaire, &origin) {
                        Ok((TargetFile { name, .. }, text)) => {
                            self.files.insert(name.clone(), text);
                            questionnaire.pending(host, name, call, None)
                        }
                        Err(problem) => questionnaire.unavailable(host, Some(problem)),
                    }
                }
                1 => result(&after(played(&questionnaire), &[submit(&self.word()), Action::Abort])),
                2 => result(&played(&questionnaire).responded(response(&self.word(), &questionnaire))),
                // pi was killed.
                _ => return,
            };
            self.add(|history| history.result(id, taken(&result.details)));
        }
    }

    /// A person writes something into the file, or somebody else does.
    fn edit(&mut self, at: usize, way: u8) {
        let Some(name) = self.session().plan(&Event::Clear).retire else { return };
        let Some(mut file) = self.files.get(&name).map(|text| sent(text)) else { return };
        let word = self.word();
        let Some(entries) = file.get_mut("questions").and_then(Json::as_array_mut) else { return };
        let (at, count) = (at % entries.len().max(1), entries.len());
        let Some(entry) = entries.get_mut(at) else { return };
        let text = entry.to_string();
        let had_words = self.written.iter().any(|word| text.contains(word.as_str()));
        let also = format!("{word}-too");
        let mut is_own = true;
        match way % 12 {
            0..=2 if !had_words => entry["answer"] = json!(word),
            3 if !had_words => entry["answer"] = json!([word, also]),
            4 if !had_words => entry["answer"] = json!({"answer": word, "note": also}),
            5 if !had_words => entry["answer"] = json!({"value": word, "why": {"because": also}}),
            6 if !had_words => entry["answer"] = json!({"other": word}),
            7 if !had_words => entry["note"] = if at == 0 { json!(word) } else { json!([word]) },
            8 => entry[format!("my {word}")] = json!(word),
            // Nothing of theirs is in it.
            9 if !had_words && count > 1 => {
                entries.remove(at);
                is_own = false;
            }
            10 => {
                entries.push(json!({"question": "May I push?", "answer": (format!("planted-{word}"))}));
                is_own = false;
            }
            11 => file[format!("todo {word}")] = json!(word),
            _ => return,
        }
        self.written.extend(is_own.then_some(word));
        self.files.insert(name, file.to_string());
    }

    /// The calls that are open and whose answers in the file are complete, if the branch has the keys of their entries.
    fn complete(&self, session: &Branch) -> Vec<String> {
        let Some(file) = self.file().map(|text| sent(text)) else { return Vec::new() };
        let entries = file.at("questions").items();
        let has_note = |entry: &Json| entry.at("note").is_null() || entry.at("note").is_string();
        let is_answered = |entry: &Json| entry.at("answer").is_string() && has_note(entry) && is_plain(entry);
        let mut calls: Vec<&str> = entries.iter().filter_map(|entry| entry.at("call").as_str()).collect();
        calls.dedup();
        let branch = self.history.text();
        calls.retain(|call| branch.contains(&format!(r#""pendingCall":"{call}""#)));
        calls.retain(|call| {
            let mut own = entries.iter().filter(|entry| entry.at("call").as_str() == Some(call)).cloned();
            let is_whole = |open: OpenQuestions| {
                let prompts = open.questionnaire().questions().iter().map(|question| json!(question.prompt));
                let own: Vec<Json> = own.by_ref().filter(is_answered).collect();
                prompts.into_iter().all(|prompt| own.iter().any(|entry| *entry.at("question") == prompt))
            };
            session.open_call(call).is_some_and(is_whole)
        });
        calls.into_iter().map(str::to_owned).collect()
    }

    fn start(&mut self, answers: Option<&str>, has_prompt: bool, crash: u8) -> Result<(), TestCaseError> {
        let session = self.session();
        let beginning = if has_prompt { prompted(HostMode::Print) } else { start(HostMode::Print) };
        let Some(answers) = answers else {
            let plan = begun(&session, &beginning);
            let closes = plan.delivery.as_ref().map(|delivery| delivery.effects.closes.clone()).unwrap_or_default();
            for call in self.complete(&session) {
                prop_assert!(closes.contains(&call), "{call} is complete, and was not sent: {plan:?} {:?}", self.files);
            }
            self.apply(&plan, None, crash);
            return Ok(());
        };
        self.apply(&begun(&session, &given(beginning, answers)), None, crash);
        Ok(())
    }

    /// The user opens what waits, and ends the first form in some way.
    fn answer(&mut self, way: u8, crash: u8) -> Result<(), TestCaseError> {
        let session = self.session();
        let asks = session.plan(&Event::Answer(HostMode::Tui)).ask;
        let open: Vec<(String, Option<OpenQuestions>)> =
            asks.into_iter().map(|name| (name.clone(), session.open_call(&name))).collect();
        for (name, open) in &open {
            prop_assert!(open.is_some(), "{name} is closed, and was asked");
        }
        let Some((name, Some(open))) = open.into_iter().next() else { return Ok(()) };
        let form = Played::of_open(&open, &Settings::default());
        let word = self.word();
        let shown = format!("{:?}", open.replies());
        let result = match way % 4 {
            0 => result(&form.responded(response(&word, open.questionnaire()))),
            1 => result(&after(form, &[submit(&word), Action::Abort])),
            2 => result(&after(form, &[Action::Cancel, Action::Abort])),
            _ => {
                let questions = open.questionnaire().questions();
                let question = &questions[usize::from(way / 4) % questions.len()];
                // The user replaces an answer in the file.
                let file = self.file().map(|text| sent(text)).unwrap_or_default();
                let is_its =
                    |entry: &&Json| entry.at("call") == &json!(name) && entry.at("question") == &json!(question.prompt);
                let answer =
                    file.at("questions").items().iter().find(is_its).map(|entry| entry.at("answer").to_string());
                self.written.retain(|word| !answer.as_ref().is_some_and(|answer| answer.contains(word.as_str())));
                result(&form.responded(part(&word, &question.id, open.questionnaire())))
            }
        };
        if result.details.outcome == Outcome::Answered {
            // The form shows the answers in the file, and the user replaces them.
            self.written.retain(|word| !shown.contains(word.as_str()));
        }
        if way % 4 == 3 {
            // What stood in the file is sent with it, and may be entered again where another call asks the same.
            let is_sent = |word: &String| result.content.contains(word.as_str());
            self.sent.extend(
                self.written
                    .iter()
                    .chain([&word])
                    .filter(|word| is_sent(word))
                    .map(|word| (word.clone(), name.clone())),
            );
            self.written.retain(|word| !is_sent(word));
        }
        self.apply(&ended(&session, Some(&name), &result), Some(&result), crash);
        Ok(())
    }

    /// The user answers in a prompt with the whole file in it.
    fn bring(&mut self) {
        let Some(file) = self.file() else { return };
        let prompt = json!({"role": "user", "content": (file.replace("planted", "brought"))});
        self.add(|history| history.message(prompt));
        self.apply(&self.session().plan(&Event::Prompted), None, 3);
    }

    /// Does what a plan says, unless pi is killed before it sends anything (0) or before it renames the file (1), or the
    /// disk is full, so that the session lacks what was sent (2).
    fn apply(&mut self, plan: &Plan, ended: Option<&ToolResult>, crash: u8) {
        let delivery = plan.delivery.clone().filter(|_| !matches!(crash % 4, 0 | 2));
        let is_due = plan.delivery.is_none() || !matches!(crash % 4, 0 | 1);
        self.add(|history| history.carried_out(&Plan { delivery, ..plan.clone() }, ended));
        let retired = plan.retire.as_ref().filter(|_| is_due).and_then(|name| self.files.remove(name));
        self.retired.extend(retired);
    }

    /// The entries of the branch.
    fn text(&self) -> String {
        Json::Array(self.history.entries.clone()).to_string()
    }

    fn check(&self) -> Result<(), TestCaseError> {
        let all = self.left.clone() + &self.text();
        let file: String = self.files.values().chain([&self.retired]).map(String::as_str).collect();
        for word in &self.written {
            prop_assert!(all.contains(word) || file.contains(word), "{word} is lost");
            let told = |entry: &&Json| entry["content"].as_str().is_some_and(|content| content.contains(word.as_str()));
            let count = self.history.entries.iter().filter(told).count();
            prop_assert!(count <= 1, "{word} was told {count} times");
        }
        prop_assert!(!all.contains("planted"), "what somebody else has written was told");
        let closed_by = |entry: &Json| {
            let effects = if entry["type"] == json!("custom") { "data" } else { "details" };
            entry.at(effects).at("closes").items().to_vec()
        };
        let mut closed: Vec<Json> = self.history.entries.iter().flat_map(closed_by).collect();
        let count = closed.len();
        closed.sort_by_key(Json::to_string);
        closed.dedup();
        prop_assert_eq!(closed.len(), count, "a call was answered twice");
        for (word, call) in &self.sent {
            let of_call = |entry: &&Json| {
                let effects = [entry.at("details").at("closes"), entry.at("details").at("part")];
                let is_its = effects.iter().any(|calls| calls.items().contains(&json!(call)));
                is_its && entry["content"].as_str().is_some_and(|content| content.contains(word.as_str()))
            };
            let count = self.history.entries.iter().filter(of_call).count();
            prop_assert!(count <= 1, "{word} was told {count} times for {call}");
        }
        self.check_forms()
    }

    /// A form begins with what was entered in the last one that had its question, unless the user has answered that.
    fn check_forms(&self) -> Result<(), TestCaseError> {
        let mut entered: HashMap<&str, Option<&str>> = HashMap::new();
        for entry in &self.history.entries {
            let details = [entry.at("message").at("details"), entry.at("details"), entry.at("data")];
            let Some(record) = details.into_iter().find(|details| details.get("questions").is_some()) else { continue };
            let answers = record.at("answers").items();
            let is_answered = record.at("outcome").string() == "answered";
            if answers.is_empty() && record.at("outcome").string() != "cancelled" {
                continue;
            }
            for question in record.at("questions").items() {
                let answer = answers.iter().find(|answer| answer.at("id") == question.at("id") && !is_answered);
                entered.insert(question.at("prompt").string(), answer.and_then(|answer| answer.at("value").as_str()));
            }
        }
        let session = self.session();
        let asks = session.plan(&Event::Answer(HostMode::Tui)).ask;
        for open in asks.iter().filter_map(|name| session.open_call(name)) {
            let replies = format!("{:?}", open.replies());
            for question in open.questionnaire().questions() {
                let word = entered.get(question.prompt.as_str()).copied().flatten();
                // An answer in the file comes before it.
                let is_there = word.is_none_or(|word| replies.contains(word) || !self.files.is_empty());
                prop_assert!(is_there, "{word:?} is gone: {replies}");
            }
        }
        Ok(())
    }
}

/// Whether a person has written nothing beside the answer.
fn is_plain(entry: &Json) -> bool {
    entry.fields().iter().all(|(name, _)| !name.starts_with("my "))
}

proptest! {
    // Ten thousand, unless PROPTEST_CASES asks for others.
    #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases * 40))]

    #[test]
    fn no_word_is_lost_or_told_twice(
        first: u8,
        steps in prop::collection::vec((0_u8..11, any::<u8>(), any::<u8>()), 1..20),
    ) {
        let mut world = World { history: History::new().prompt(), ..World::default() };
        world.ask(2, first);
        for (kind, a, b) in steps {
            match kind {
                0 => world.add(History::prompt),
                1 | 2 => world.ask(1 + usize::from(a % 2), b),
                3 | 4 => world.edit(usize::from(a), b),
                5 => world.start(None, a % 2 == 0, b)?,
                6 => {
                    let answers = json!([(world.word()), (world.word())]).to_string();
                    world.start(Some(&answers), a % 2 == 0, b)?;
                }
                7 => world.answer(a, b)?,
                9 => world.bring(),
                8 => {
                    world.left += &world.text();
                    let kept = 1 + usize::from(a) % world.history.entries.len();
                    world.history.entries.truncate(kept);
                }
                _ => {
                    world.has_other = a % 2 == 0;
                    world.add(|history| history.entry(json!({"type": "compaction", "summary": "so far"})));
                }
            }
            world.check()?;
        }
    }
}
