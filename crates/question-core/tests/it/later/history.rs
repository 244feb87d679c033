//! Sessions as tests tell them: what has happened, one entry after the other; the pending file beside them; and the ways in
//! which pi starts.

// An entry that is not as its test has it may stop the test, and terse calls count for more here than copies.
#![allow(clippy::indexing_slicing, clippy::needless_pass_by_value)]

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::common::json::taken;
use crate::common::{Action, Json, TUI, after, asked, json, kept, played, written};
use question_core::{
    Ask, Beginning, Delivery, Ended, Event, Exit, FoundFile, Host, HostMode, Marks, Plan, Replies, Response, Session,
    SessionFacts, Settings, Start, Tone, ToolResult,
};

/// The type of the messages and entries that this tool adds to a session.
pub(crate) const KIND: &str = "question-answers";
/// The name of the pending file.
pub(crate) const FILE: &str = ".pi/q.json";
/// The id of the session.
pub(crate) const SESSION: &str = "s-1";

/// A branch of a session: each method adds an entry at its end.
///
/// Calls are named by the id of the tool call, which means the last call of that id, as it does in a session; where the
/// id is repeated, an earlier one by its name, `e2/call_0`. Entries have the ids `e1`, `e2`, …
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    entries: Vec<Json>,
    calls: Vec<Call>,
}

#[derive(Clone, Debug)]
struct Call {
    name: String,
    id: String,
    arguments: Json,
}

/// The arguments of a call that asks "a?".
fn arguments(id: &str, prompt: &str) -> Json {
    json!({"questions": [{"id": id, "prompt": prompt, "options": ["yes", "no"]}]})
}

/// The arguments of a call that asks "a?", as above, and "why?", which has no options and no id.
pub(crate) fn two_questions() -> Json {
    json!({"questions": [{"id": "a", "prompt": "a?", "options": ["yes", "no"]}, {"prompt": "why?"}]})
}

/// The user has asked for something, and a call "a" of the model waits in the file.
pub(crate) fn left() -> History {
    History::new().prompt().asks_and_leaves(&["a"])
}

/// The same, with two calls of one message.
pub(crate) fn both_left() -> History {
    History::new().prompt().asks_and_leaves(&["a", "b"])
}

impl History {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Any entry.
    pub(crate) fn entry(mut self, mut entry: Json) -> Self {
        if let Some(fields) = entry.as_object_mut() {
            fields.insert("id".to_owned(), json!(self.next_id()));
        }
        self.entries.push(entry);
        self
    }

    fn next_id(&self) -> String {
        format!("e{}", self.entries.len() + 1)
    }

    fn message(self, message: Json) -> Self {
        self.entry(json!({"type": "message", "message": message}))
    }

    /// The user says something.
    pub(crate) fn prompt(self) -> Self {
        self.message(json!({"role": "user"}))
    }

    /// The model says something, and ends its turn.
    pub(crate) fn reply(self) -> Self {
        self.message(json!({"role": "assistant", "stopReason": "stop", "content": [{}]}))
    }

    /// A message of the model that has ended, for this reason, before it said anything: `aborted` or `error`.
    pub(crate) fn breaks_off(self, reason: &str) -> Self {
        self.message(json!({"role": "assistant", "stopReason": reason, "content": []}))
    }

    /// A message of the model with a call of this tool for each id; `a` asks "a?", to be answered with yes or no.
    pub(crate) fn asks(self, ids: &[&str]) -> Self {
        let calls = ids.iter().map(|id| (*id, arguments(id, &format!("{id}?"))));
        self.calls("toolUse", calls.collect())
    }

    /// A message of the model with one call of this tool, with this prompt.
    pub(crate) fn asks_about(self, id: &str, prompt: &str) -> Self {
        self.asks_with(id, arguments(id, prompt))
    }

    /// A message of the model with one call of this tool, with these arguments.
    pub(crate) fn asks_with(self, id: &str, arguments: Json) -> Self {
        self.calls("toolUse", vec![(id, arguments)])
    }

    /// A message of the model with one call of this tool, which ends for another reason than to have it run.
    pub(crate) fn asks_ending_in(self, reason: &str, id: &str) -> Self {
        self.calls(reason, vec![(id, arguments(id, &format!("{id}?")))])
    }

    fn calls(mut self, reason: &str, calls: Vec<(&str, Json)>) -> Self {
        let part = |(id, arguments): &(&str, Json)| json!({"type": "toolCall", "name": "question", "id": id, "arguments": arguments});
        let parts: Vec<Json> = calls.iter().map(part).collect();
        let entry = self.next_id();
        let made = calls.into_iter().map(|(id, arguments)| Call {
            name: format!("{entry}/{id}"),
            id: id.to_owned(),
            arguments,
        });
        self.calls.extend(made);
        self.message(json!({"role": "assistant", "stopReason": reason, "content": parts}))
    }

    /// Calls of another tool.
    pub(crate) fn runs(self, ids: &[&str]) -> Self {
        let part = |id: &&str| json!({"type": "toolCall", "id": id});
        let parts: Vec<Json> = ids.iter().map(part).collect();
        self.message(json!({"role": "assistant", "stopReason": "toolUse", "content": parts}))
    }

    /// The result of a call of another tool.
    pub(crate) fn ran(self, id: &str) -> Self {
        self.message(json!({"role": "toolResult", "toolName": "bash", "toolCallId": id, "content": "done"}))
    }

    /// A message of another extension.
    pub(crate) fn foreign(self) -> Self {
        self.entry(json!({"type": "custom_message", "customType": "another", "details": {"closes": ["a"]}}))
    }

    fn call(&self, call: &str) -> &Call {
        self.calls.iter().rfind(|own| own.id == call || own.name == call).expect(call)
    }

    /// The name of a call in the session.
    pub(crate) fn name(&self, call: &str) -> String {
        self.call(call).name.clone()
    }

    fn names(&self, calls: &[&str]) -> Vec<String> {
        calls.iter().map(|call| self.name(call)).collect()
    }

    /// The result of a call, as the session keeps it.
    pub(crate) fn result(self, call: &str, details: Json) -> Self {
        let content = json!([{"type": "text", "text": "told"}]);
        self.message(
            json!({"role": "toolResult", "toolName": "question", "toolCallId": call, "content": content, "details": details}),
        )
    }

    /// The user has answered a call of one question.
    pub(crate) fn answered(self, call: &str, answer: &str) -> Self {
        let details = self.answers(&[call], &json!([answer]));
        self.result(call, details)
    }

    /// The record of answers, a list, to all questions of these calls.
    fn answers(&self, calls: &[&str], answers: &Json) -> Json {
        let questions: Vec<Json> = calls
            .iter()
            .flat_map(|call| self.call(call).arguments["questions"].as_array().into_iter().flatten().cloned())
            .collect();
        let questionnaire = asked(&json!({"questions": questions}));
        let replies = Replies::parse(&answers.to_string(), &questionnaire).expect("they fit");
        let response = Response::answered(replies, &questionnaire).expect("none is missing");
        taken(&played(&questionnaire).responded(response).result(TUI).expect("it has ended").details)
    }

    /// The form of a call has ended after these actions.
    pub(crate) fn ended(self, call: &str, actions: &[Action]) -> Self {
        let details = self.entered(call, &[], actions);
        self.result(call, details)
    }

    /// The record of a form that begins with these answers, or with none, and ends by these actions.
    fn entered(&self, call: &str, answers: &[&str], actions: &[Action]) -> Json {
        let questionnaire = asked(&self.call(call).arguments);
        let mut form = played(&questionnaire);
        if !answers.is_empty() {
            form = form.again(Replies::parse(&json!(answers).to_string(), &questionnaire).expect("they fit"));
        }
        taken(&after(form, actions).result(TUI).expect("it has ended").details)
    }

    /// pi has closed the form in its terminal, with these answers entered so far, or none.
    pub(crate) fn aborted(self, call: &str, answers: &[&str]) -> Self {
        let details = self.entered(call, answers, &[Action::Abort]);
        self.result(call, details)
    }

    /// A program has aborted the run in rpc mode.
    pub(crate) fn aborted_in_rpc(self, call: &str) -> Self {
        let details = kept(&self.call(call).arguments, json!({"outcome": "aborted", "mode": "rpc"}));
        self.result(call, details)
    }

    /// The user has stopped the run before the form was shown.
    pub(crate) fn stopped(self, call: &str) -> Self {
        let details = kept(&self.call(call).arguments, json!({"outcome": "aborted", "shown": false}));
        self.result(call, details)
    }

    /// The program that asked has gone away.
    pub(crate) fn connection_lost(self, call: &str) -> Self {
        self.ended(call, &[Action::Disconnect])
    }

    /// The user has left the form without an answer.
    pub(crate) fn cancelled(self, call: &str) -> Self {
        self.ended(call, &[Action::Cancel])
    }

    /// The user would rather talk first.
    pub(crate) fn discussed(self, call: &str) -> Self {
        self.ended(call, &[Action::Discuss, Action::Submit("why?".to_owned())])
    }

    /// The form has stopped working.
    pub(crate) fn failed(self, call: &str) -> Self {
        self.ended(call, &[Action::Fail("trap".to_owned())])
    }

    /// The questions of a call wait in the pending file.
    pub(crate) fn left(self, call: &str) -> Self {
        let host = Host { mode: HostMode::Print, now: None };
        let details = taken(&asked(&self.call(call).arguments).pending(host, FILE.to_owned(), None).details);
        self.result(call, details)
    }

    /// Each of these calls of one message is left for later.
    pub(crate) fn asks_and_leaves(self, ids: &[&str]) -> Self {
        ids.iter().fold(self.asks(ids), |history, id| history.left(id)).reply()
    }

    /// A message with answers, one for each call of one question, that closes the calls.
    pub(crate) fn told(self, calls: &[&str], answers: &[&str]) -> Self {
        let mut details = self.answers(calls, &json!(answers));
        details["closes"] = json!(self.names(calls));
        self.own_message(details)
    }

    /// A message of this tool.
    pub(crate) fn own_message(self, details: Json) -> Self {
        self.entry(json!({"type": "custom_message", "customType": KIND, "content": "told later", "details": details}))
    }

    /// An entry of this tool, which the model does not see.
    pub(crate) fn own_entry(self, data: Json) -> Self {
        self.entry(json!({"type": "custom", "customType": KIND, "data": data}))
    }

    /// A prompt has answered calls in words, and brought all of a pending file.
    pub(crate) fn answered_in_words(self, calls: &[&str], file: &str) -> Self {
        let closes = self.names(calls);
        self.own_entry(json!({"closes": closes, "file": (mark(file))}))
    }

    /// A form that was opened later has been closed with these answers entered, which were not sent.
    pub(crate) fn draft(self, call: &str, answers: &[&str]) -> Self {
        let mut data = self.entered(call, answers, &[Action::Abort]);
        data["drafts"] = json!(self.names(&[call]));
        self.own_entry(data)
    }

    /// What a plan notes and sends stands in the session, as the host writes it.
    pub(crate) fn after_plan(self, plan: &Plan) -> Self {
        self.carried_out(plan, None)
    }

    /// The same, for a form that has ended with this result.
    pub(crate) fn after_form(self, plan: &Plan, ended: &ToolResult) -> Self {
        self.carried_out(plan, Some(ended))
    }

    fn carried_out(self, Plan { note, delivery, .. }: &Plan, ended: Option<&ToolResult>) -> Self {
        let with = |result: Option<&ToolResult>, marks: &Marks| {
            let record = result.map_or(Json::Null, |result| taken(&result.details));
            let fields = [record, taken(marks)].into_iter().filter_map(|object| object.as_object().cloned());
            fields.flatten().collect::<Json>()
        };
        let noted = note.iter().fold(self, |history, marks| history.own_entry(with(ended, marks)));
        let Some(Delivery { result, more, marks, .. }) = delivery else { return noted };
        let result = result.as_ref().or(ended).expect("something is sent");
        let content = format!("{}{more}", result.content);
        let details = with(Some(result), marks);
        noted.entry(json!({"type": "custom_message", "customType": KIND, "content": content, "details": details}))
    }

    /// The entries, as the host gives them to the core.
    pub(crate) fn entries(&self) -> String {
        // As JavaScript writes them: how the core writes JSON is not tested here.
        Json::Array(self.entries.clone()).to_string()
    }

    /// The text of the entries without blanks, to be searched.
    pub(crate) fn text(&self) -> String {
        written(&Json::Array(self.entries.clone()))
    }

    /// The text of a pending file with entries for questions, `a` for "a?", with what a person has written for the answers,
    /// in JSON. They are called there as the tool calls them.
    pub(crate) fn file(&self, answers: &[(&str, &str)]) -> String {
        let mut ids: Vec<String> = Vec::new();
        let entries = answers.iter().map(|(name, answer)| {
            let prompt = json!(format!("{name}?"));
            let questions = |call: &Call| call.arguments["questions"].as_array().cloned().unwrap_or_default();
            let found = self.calls.iter().rev().find_map(|call| {
                let at = questions(call).iter().position(|question| question["prompt"] == prompt)?;
                let id = questions(call)[at]["id"].as_str().map_or(format!("q{}", at + 1), str::to_owned);
                Some((&call.name, id))
            });
            let (call, id) = found.expect(name);
            let id = if ids.contains(&id) { format!("{id}-2") } else { id };
            ids.push(id.clone());
            format!(r#"{{"id": "{id}", "call": "{call}", "question": {prompt}, "answer": {answer}}}"#)
        });
        let entries: Vec<String> = entries.collect();
        file_of(SESSION, &entries.join(", "))
    }

    /// The session, beside these pending files.
    pub(crate) fn session(&self, files: Vec<FoundFile>) -> Session {
        self.session_in(facts(files), &Settings::default())
    }

    /// The session, beside a pending file of this text.
    pub(crate) fn with_file(&self, text: &str) -> Session {
        self.session(vec![found(text)])
    }

    /// The session, without a pending file.
    pub(crate) fn alone(&self) -> Session {
        self.session(Vec::new())
    }

    /// The session, with whatever else the host knows.
    pub(crate) fn session_in(&self, facts: SessionFacts, settings: &Settings) -> Session {
        Session::read(&self.entries(), facts, settings)
    }
}

/// The text of a pending file of a session with these entries.
pub(crate) fn file_of(session: &str, entries: &str) -> String {
    format!(r#"{{"sessionId": "{session}", "timestamp": "t", "questions": [{entries}]}}"#)
}

/// The mark that the host knows a text of a file by.
pub(crate) fn mark(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("{:x}", hasher.finish())
}

/// A pending file of this text.
pub(crate) fn found(text: &str) -> FoundFile {
    FoundFile { name: FILE.to_owned(), text: Some(text.to_owned()), mark: Some(mark(text)), problem: None }
}

/// What the host knows of the session, beside these files.
pub(crate) fn facts(files: Vec<FoundFile>) -> SessionFacts {
    SessionFacts { id: SESSION.to_owned(), kind: KIND.to_owned(), file: FILE.to_owned(), files, sessions: None }
}

/// pi starts in a mode, with no prompt and nothing else.
pub(crate) fn start(mode: HostMode) -> Beginning {
    let has_ui = matches!(mode, HostMode::Rpc | HostMode::Tui);
    Beginning { answers: None, start: Some(Start::default()), has_ui, host: Host { mode, now: Some(0) } }
}

/// pi starts with a prompt, which the model goes on with.
pub(crate) fn prompted(mode: HostMode) -> Beginning {
    Beginning { start: Some(Start { has_prompt: true, ..Start::default() }), ..start(mode) }
}

/// pi starts with a prompt that brings the pending file along, and answers it in words.
pub(crate) fn brought(mode: HostMode) -> Beginning {
    let start_with = Start { has_prompt: true, answers_pending_file: true, ..Start::default() };
    Beginning { start: Some(start_with), ..start(mode) }
}

/// pi turns to the session while it runs.
pub(crate) fn turned_to(mode: HostMode) -> Beginning {
    Beginning { start: None, ..start(mode) }
}

/// The same with answers of the command line.
pub(crate) fn given(beginning: Beginning, answers: &str) -> Beginning {
    Beginning { answers: Some(answers.to_owned()), ..beginning }
}

/// All ways in which a session can begin.
pub(crate) fn all_beginnings() -> Vec<Beginning> {
    let modes = [HostMode::Tui, HostMode::Rpc, HostMode::Print, HostMode::Json];
    modes.into_iter().flat_map(|mode| [start(mode), prompted(mode), brought(mode), turned_to(mode)]).collect()
}

/// What a session begins with.
pub(crate) fn begun(session: &Session, beginning: &Beginning) -> Plan {
    session.plan(&Event::Start(beginning.clone()))
}

/// What becomes of a form of late questions that has ended; the user had just opened it.
pub(crate) fn ended(session: &Session, call: Option<&str>, result: &ToolResult) -> Plan {
    session.plan(&Event::Ended(Ended {
        ask: Ask { call: call.map(str::to_owned) },
        record: taken(&result.details),
        is_said: result.is_said,
        goes_on: result.is_said,
        is_expected: true,
    }))
}

/// The ids of the tool calls in names of calls.
pub(crate) fn ids<'a>(names: impl IntoIterator<Item = &'a String>) -> Vec<&'a str> {
    names.into_iter().map(|name| name.split_once('/').map_or(name.as_str(), |(_, id)| id)).collect()
}

/// The calls that a plan asks, by the ids of the tool calls.
pub(crate) fn asks(plan: &Plan) -> Vec<&str> {
    ids(plan.ask.iter().filter_map(|ask| ask.call.as_ref()))
}

/// The calls that a plan closes by what it sends.
pub(crate) fn closes(plan: &Plan) -> Vec<&str> {
    ids(plan.delivery.iter().flat_map(|delivery| delivery.marks.closes.iter().flatten()))
}

/// The answers that a plan sends, each with its question: `a = yes`.
pub(crate) fn sends(plan: &Plan) -> Vec<String> {
    let results = plan.delivery.iter().filter_map(|delivery| delivery.result.as_ref());
    let answers = results.flat_map(|result| &result.details.answers);
    answers.map(|answer| format!("{} = {}", answer.id, answer.picks.all()[0].label)).collect()
}

/// What a plan says to the user.
pub(crate) fn says(plan: &Plan) -> Vec<&str> {
    plan.say.iter().map(|said| said.text.as_str()).collect()
}

/// The open calls of a session, by the ids of the tool calls; with a star those for which something was entered.
pub(crate) fn open(session: &Session) -> Vec<String> {
    let asks = session.plan(&Event::Answer { has_ui: true }).ask;
    let names: Vec<String> = asks.into_iter().filter_map(|ask| ask.call).collect();
    let star = |name: &String| {
        let open = session.open_call(name).expect("it is open");
        format!("{}{}", ids([name])[0], if open.replies().are_none() { "" } else { "*" })
    };
    names.iter().map(star).collect()
}

/// A plan that comes to nothing.
pub(crate) const NOTHING: Does<'_> = Does {
    says: &[],
    warns: &[],
    sends: &[],
    closes: &[],
    goes_on: false,
    asks: &[],
    removes: false,
    is_used: false,
    exit: Exit::Own,
};

/// What a plan comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Does<'a> {
    /// What the user is told.
    pub(crate) says: &'a [&'a str],
    /// The same, where something is wrong.
    pub(crate) warns: &'a [&'a str],
    /// The answers that the model is sent.
    pub(crate) sends: &'a [&'a str],
    /// The calls that this closes.
    pub(crate) closes: &'a [&'a str],
    /// Whether the model is to act on it at once.
    pub(crate) goes_on: bool,
    /// The calls that are asked.
    pub(crate) asks: &'a [&'a str],
    /// Whether the pending file is removed, without a question.
    pub(crate) removes: bool,
    /// Whether the answers of the command line are used.
    pub(crate) is_used: bool,
    /// How pi ends.
    pub(crate) exit: Exit,
}

/// Checks what a plan comes to.
pub(crate) fn check(why: &str, plan: &Plan, expected: &Does<'_>) {
    let said = |is_meant: &dyn Fn(Tone) -> bool| -> Vec<&str> {
        plan.say.iter().filter(|said| is_meant(said.tone)).map(|said| said.text.as_str()).collect()
    };
    let sends = sends(plan);
    let actual = Does {
        says: &said(&|tone| tone == Tone::Info),
        warns: &said(&|tone| tone == Tone::Warning),
        sends: &sends.iter().map(String::as_str).collect::<Vec<_>>(),
        closes: &closes(plan),
        goes_on: plan.delivery.as_ref().is_some_and(|delivery| delivery.goes_on),
        asks: &asks(plan),
        removes: plan.remove.as_ref().is_some_and(|removal| removal.doubt.is_none()),
        is_used: plan.is_used,
        exit: plan.exit,
    };
    assert_eq!(&actual, expected, "{why}");
}
