//! Sessions for tests: a builder of branches, pending files, the ways in which pi starts, and checks of plans.

// A wrong entry may stop the test, and short calls count for more here than copies.
#![allow(clippy::indexing_slicing, clippy::needless_pass_by_value)]

use crate::common::json::taken;
use crate::common::{Action, Json, TUI, after, asked, json, kept, played, written};
use question_core::{
    Branch, Effects, Ended, Event, Exit, FileText, FoundFile, Host, HostMode, Plan, REVISION, Replies, Response,
    SessionFacts, SessionStart, Settings, Severity, StartLine, ToolResult,
};

/// Type of the messages and entries that this tool adds to a session.
pub(crate) const KIND: &str = "question-answers";
/// Name of the pending file.
pub(crate) const FILE: &str = ".pi/q.json";
/// Name of the pending file of this session alone.
pub(crate) const OWN_FILE: &str = ".pi/q-s-1.json";
/// Id of the session.
pub(crate) const SESSION: &str = "s-1";
/// Time of a pending file.
pub(crate) const TIMESTAMP: &str = "2026-02-04T22:16:32.000Z";

/// A branch of a session. Each method adds an entry at its end; the entries have the ids `e1`, `e2`, …
///
/// Calls are named by the id of the tool call, which means the last call with that id, or by their name, `e2/call_0`.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    pub(crate) entries: Vec<Json>,
    /// Number of entries ever made, also on other branches.
    made: usize,
    calls: Vec<Call>,
}

#[derive(Clone, Debug)]
struct Call {
    name: String,
    id: String,
    arguments: Json,
}

/// Arguments of a call with one question, to be answered with yes or no.
fn arguments(id: &str, prompt: &str) -> Json {
    json!({"questions": [{"id": id, "prompt": prompt, "options": ["yes", "no"]}]})
}

/// Arguments of a call that asks "a?", as above, and "why?", which has no options and no id.
pub(crate) fn two_questions() -> Json {
    json!({"questions": [{"id": "a", "prompt": "a?", "options": ["yes", "no"]}, {"prompt": "why?"}]})
}

/// After a prompt of the user, a call "a" was left pending.
pub(crate) fn left() -> History {
    History::new().prompt().asks_and_leaves(&["a"])
}

/// The same with two calls in one message.
pub(crate) fn both_left() -> History {
    History::new().prompt().asks_and_leaves(&["a", "b"])
}

impl History {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Any entry.
    pub(crate) fn entry(mut self, mut entry: Json) -> Self {
        self.made += 1;
        entry["id"] = json!(format!("e{}", self.made));
        self.entries.push(entry);
        self
    }

    /// Any message.
    pub(crate) fn message(self, message: Json) -> Self {
        self.entry(json!({"type": "message", "message": message}))
    }

    /// The user sends a prompt.
    pub(crate) fn prompt(self) -> Self {
        self.message(json!({"role": "user"}))
    }

    /// The model replies and ends its turn.
    pub(crate) fn reply(self) -> Self {
        self.message(json!({"role": "assistant", "stopReason": "stop", "content": [{}]}))
    }

    /// A reply of the model is `aborted` or ends in an `error` before it says anything.
    pub(crate) fn breaks_off(self, reason: &str) -> Self {
        self.message(json!({"role": "assistant", "stopReason": reason, "content": []}))
    }

    /// A message of the model has a call for each id; `a` asks "a?", to be answered with yes or no.
    pub(crate) fn asks(self, ids: &[&str]) -> Self {
        self.calls("toolUse", ids.iter().map(|id| (*id, arguments(id, &format!("{id}?")))).collect())
    }

    /// A message of the model has one call, with this prompt.
    pub(crate) fn asks_about(self, id: &str, prompt: &str) -> Self {
        self.asks_with(id, arguments(id, prompt))
    }

    /// A message of the model has one call, with these arguments.
    pub(crate) fn asks_with(self, id: &str, arguments: Json) -> Self {
        self.calls("toolUse", vec![(id, arguments)])
    }

    /// A message of the model with one call ends for another reason than to have it run.
    pub(crate) fn asks_ending_in(self, reason: &str, id: &str) -> Self {
        self.calls(reason, vec![(id, arguments(id, &format!("{id}?")))])
    }

    /// A message of the model has these calls.
    pub(crate) fn calls(mut self, reason: &str, calls: Vec<(&str, Json)>) -> Self {
        let mut parts = Vec::new();
        for (id, arguments) in calls {
            parts.push(json!({"type": "toolCall", "name": "question", "id": id, "arguments": arguments}));
            self.calls.push(Call { name: format!("e{}/{id}", self.made + 1), id: id.to_owned(), arguments });
        }
        self.message(json!({"role": "assistant", "stopReason": reason, "content": parts}))
    }

    fn call(&self, call: &str) -> &Call {
        self.calls.iter().rfind(|own| own.id == call || own.name == call).expect(call)
    }

    /// Returns the name of a call in the session.
    pub(crate) fn name(&self, call: &str) -> String {
        self.call(call).name.clone()
    }

    fn names(&self, calls: &[&str]) -> Vec<String> {
        calls.iter().map(|call| self.name(call)).collect()
    }

    /// A call has a result with these details.
    pub(crate) fn result(self, call: &str, details: Json) -> Self {
        let content = json!([{"type": "text", "text": "told"}]);
        self.message(
            json!({"role": "toolResult", "toolName": "question", "toolCallId": call, "content": content, "details": details}),
        )
    }

    /// A call has a result with these fields in its record.
    pub(crate) fn result_with(self, call: &str, fields: Json) -> Self {
        let details = kept(&self.call(call).arguments, fields);
        self.result(call, details)
    }

    /// The user has answered a call of one question.
    pub(crate) fn answered(self, call: &str, answer: &str) -> Self {
        let details = self.answers(&[call], &[answer]);
        self.result(call, details)
    }

    /// Returns the record of answers to all questions of these calls.
    fn answers(&self, calls: &[&str], answers: &[&str]) -> Json {
        let questions = calls.iter().map(|call| self.call(call).arguments["questions"].as_array().expect("a list"));
        let questionnaire = asked(&json!({"questions": questions.flatten().collect::<Vec<_>>()}));
        let replies = Replies::parse(&json!(answers).to_string(), &questionnaire).expect("they fit");
        let response = Response::answered(replies, &questionnaire).expect("none is missing");
        taken(&played(&questionnaire).responded(response).result(TUI).expect("it has ended").details)
    }

    /// The form of a call has ended after these actions.
    pub(crate) fn ended(self, call: &str, actions: &[Action]) -> Self {
        let details = self.entered(call, &[], actions);
        self.result(call, details)
    }

    /// Returns the record of a form that begins with these answers and ends after these actions.
    fn entered(&self, call: &str, answers: &[&str], actions: &[Action]) -> Json {
        let questionnaire = asked(&self.call(call).arguments);
        let mut form = played(&questionnaire);
        if !answers.is_empty() {
            form = form.again(Replies::parse(&json!(answers).to_string(), &questionnaire).expect("they fit"));
        }
        taken(&after(form, actions).result(TUI).expect("it has ended").details)
    }

    /// pi has closed the form in its terminal, with these answers entered.
    pub(crate) fn aborted(self, call: &str, answers: &[&str]) -> Self {
        let details = self.entered(call, answers, &[Action::Abort]);
        self.result(call, details)
    }

    /// The user has left the form without an answer.
    pub(crate) fn cancelled(self, call: &str) -> Self {
        self.ended(call, &[Action::Cancel])
    }

    /// pi has written a result of its own, as the call had not begun when the run was aborted.
    pub(crate) fn not_begun(self, call: &str) -> Self {
        let content = json!([{"type": "text", "text": "Operation aborted"}]);
        self.message(
            json!({"role": "toolResult", "toolName": "question", "toolCallId": call, "content": content, "details": {}}),
        )
    }

    /// The questions of a call were left pending, with the name of the call as their key.
    pub(crate) fn left(self, call: &str) -> Self {
        let host = Host { mode: HostMode::Print, now: None };
        let asked = asked(&self.call(call).arguments);
        let details = taken(&asked.pending(host, FILE.to_owned(), self.name(call), None).details);
        self.result(call, details)
    }

    /// Each call of one message was left pending, and the model has ended its turn.
    pub(crate) fn asks_and_leaves(self, ids: &[&str]) -> Self {
        ids.iter().fold(self.asks(ids), |history, id| history.left(id)).reply()
    }

    /// A message answers these calls of one question each, and closes them.
    pub(crate) fn told(self, calls: &[&str], answers: &[&str]) -> Self {
        let mut details = self.answers(calls, answers);
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

    /// A prompt with the pending file in it has answered these calls.
    pub(crate) fn answered_in_words(self, calls: &[&str]) -> Self {
        let closes = self.names(calls);
        self.own_entry(json!({"closes": closes}))
    }

    /// A form that was opened later has been closed with these answers entered and not sent.
    pub(crate) fn draft(self, call: &str, answers: &[&str]) -> Self {
        let data = self.entered(call, answers, &[Action::Abort]);
        self.own_entry(data)
    }

    /// The host has written what a plan notes and sends.
    pub(crate) fn after_plan(self, plan: &Plan) -> Self {
        self.carried_out(plan, None)
    }

    /// The same, where the plan is for the end of a form with this result.
    pub(crate) fn after_form(self, plan: &Plan, ended: &ToolResult) -> Self {
        self.carried_out(plan, Some(ended))
    }

    /// The same, for either.
    pub(crate) fn carried_out(mut self, Plan { note, delivery, .. }: &Plan, ended: Option<&ToolResult>) -> Self {
        let with = |result: Option<&ToolResult>, effects: &Effects| -> Json {
            let record = result.map_or(Json::Null, |result| taken(&result.details));
            [record, taken(effects)].iter().filter_map(|object| object.as_object().cloned()).flatten().collect()
        };
        if let Some(effects) = note {
            self = self.own_entry(with(ended, effects));
        }
        if let Some(delivery) = delivery {
            let result = delivery.result.as_ref().map(|sent| &sent.result).or(ended).expect("something is sent");
            self = self.own_message(with(Some(result), &delivery.effects));
            self.entries.last_mut().expect("it is there")["content"] = json!(result.content);
        }
        self
    }

    /// Returns the entries as the host gives them to the core.
    pub(crate) fn entries(&self) -> String {
        // As JavaScript writes them: how the core writes JSON is not tested here.
        Json::Array(self.entries.clone()).to_string()
    }

    /// Returns the text of the entries without blanks, to be searched.
    pub(crate) fn text(&self) -> String {
        written(&Json::Array(self.entries.clone()))
    }

    /// Returns a pending file with entries for questions, `a` for "a?", each with its answer in JSON.
    pub(crate) fn file(&self, answers: &[(&str, &str)]) -> String {
        let mut ids: Vec<String> = Vec::new();
        let entries = answers.iter().map(|(name, answer)| {
            let prompt = json!(format!("{name}?"));
            let found = self.calls.iter().rev().find_map(|call| {
                let questions = call.arguments["questions"].as_array().expect("a list");
                let at = questions.iter().position(|question| question["prompt"] == prompt)?;
                let id = questions[at]["id"].as_str().map_or(format!("q{}", at + 1), str::to_owned);
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

    /// Returns the session with these pending files.
    pub(crate) fn session(&self, files: Vec<FoundFile>) -> Branch {
        self.session_in(facts(files), &Settings::default())
    }

    /// Returns the session with a pending file of this text.
    pub(crate) fn with_file(&self, text: &str) -> Branch {
        self.session(vec![found(text)])
    }

    /// Returns the session without a pending file.
    pub(crate) fn alone(&self) -> Branch {
        self.session(Vec::new())
    }

    /// Returns the session with these facts.
    pub(crate) fn session_in(&self, facts: SessionFacts, settings: &Settings) -> Branch {
        Branch::read(&self.entries(), facts, settings)
    }
}

/// The text of a pending file of a session with these entries.
pub(crate) fn file_of(session: &str, entries: &str) -> String {
    format!(r#"{{"sessionId": "{session}", "timestamp": "{TIMESTAMP}", "questions": [{entries}]}}"#)
}

/// A pending file of this text.
pub(crate) fn found(text: &str) -> FoundFile {
    FoundFile { name: FILE.to_owned(), text: Some(text.to_owned()), problem: None }
}

/// What the host knows of the session, with these files.
pub(crate) fn facts(files: Vec<FoundFile>) -> SessionFacts {
    SessionFacts {
        id: SESSION.to_owned(),
        kind: KIND.to_owned(),
        file: FILE.to_owned(),
        own_file: OWN_FILE.to_owned(),
        files,
        ..SessionFacts::default()
    }
}

fn beginning(mode: HostMode, line: Option<StartLine>) -> SessionStart {
    SessionStart { answers: None, line, host: Host { mode, now: Some(0) } }
}

/// pi starts without a prompt.
pub(crate) fn start(mode: HostMode) -> SessionStart {
    beginning(mode, Some(StartLine::default()))
}

/// pi starts with a prompt.
pub(crate) fn prompted(mode: HostMode) -> SessionStart {
    beginning(mode, Some(StartLine { has_prompt: true, ..StartLine::default() }))
}

/// pi starts with a prompt that includes the pending file and answers it.
pub(crate) fn brought(mode: HostMode) -> SessionStart {
    let files = vec![FileText { name: FILE.to_owned(), text: None }];
    beginning(mode, Some(StartLine { has_prompt: true, files, ..StartLine::default() }))
}

/// pi switches to the session while it runs.
pub(crate) fn turned_to(mode: HostMode) -> SessionStart {
    beginning(mode, None)
}

/// The same with answers of the command line.
pub(crate) fn given(beginning: SessionStart, answers: &str) -> SessionStart {
    SessionStart { answers: Some(answers.to_owned()), ..beginning }
}

/// All ways in which a session can begin.
pub(crate) fn all_beginnings() -> Vec<SessionStart> {
    let modes = [HostMode::Tui, HostMode::Rpc, HostMode::Print, HostMode::Json];
    modes.into_iter().flat_map(|mode| [start(mode), prompted(mode), brought(mode), turned_to(mode)]).collect()
}

/// The plan for the start of a session.
pub(crate) fn begun(session: &Branch, beginning: &SessionStart) -> Plan {
    session.plan(&Event::Start(beginning.clone()))
}

/// The plan for the end of a form that the user had just opened.
pub(crate) fn ended(session: &Branch, call: Option<&str>, result: &ToolResult) -> Plan {
    session.plan(&Event::Ended(Ended {
        ask: call.unwrap_or(REVISION).to_owned(),
        record: taken(&result.details),
        is_said: result.is_said,
        goes_on: result.is_said,
        is_requested: true,
    }))
}

/// The ids of the tool calls in names of calls.
fn ids<'a>(names: impl IntoIterator<Item = &'a String>) -> Vec<&'a str> {
    names.into_iter().map(|name| name.split_once('/').map_or(name.as_str(), |(_, id)| id)).collect()
}

/// The calls that a plan asks, by the ids of the tool calls.
pub(crate) fn asks(plan: &Plan) -> Vec<&str> {
    ids(&plan.ask)
}

/// The calls that a plan closes by what it sends.
pub(crate) fn closes(plan: &Plan) -> Vec<&str> {
    ids(plan.delivery.iter().flat_map(|delivery| &delivery.effects.closes))
}

/// The answers that a plan sends, each with its question: `a = yes`.
pub(crate) fn sends(plan: &Plan) -> Vec<String> {
    let results = plan.delivery.iter().filter_map(|delivery| delivery.result.as_ref());
    let answers = results.flat_map(|sent| &sent.result.details.answers);
    answers.map(|answer| format!("{} = {}", answer.id, answer.picks[0].label)).collect()
}

/// What a plan says to the user.
pub(crate) fn says(plan: &Plan) -> Vec<&str> {
    plan.notices.iter().map(|said| said.text.as_str()).collect()
}

/// The open calls of a session, by the ids of the tool calls; with a star if something was entered.
pub(crate) fn open(session: &Branch) -> Vec<String> {
    let plan = session.plan(&Event::Answer(HostMode::Tui));
    let star = |name: &String| {
        let open = session.open_call(name).expect("it is open");
        format!("{}{}", ids([name])[0], if open.replies().are_none() { "" } else { "*" })
    };
    plan.ask.iter().map(star).collect()
}

/// What a plan comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Does<'a> {
    /// News for the user.
    pub(crate) says: &'a [&'a str],
    /// Warnings for the user.
    pub(crate) warns: &'a [&'a str],
    /// Answers for the model.
    pub(crate) sends: &'a [&'a str],
    /// Calls that these close.
    pub(crate) closes: &'a [&'a str],
    /// Whether they start a run.
    pub(crate) goes_on: bool,
    /// Calls that are asked.
    pub(crate) asks: &'a [&'a str],
    /// Whether the pending file is renamed.
    pub(crate) retires: bool,
    /// Whether the answers of the command line are used.
    pub(crate) is_used: bool,
    pub(crate) exit: Exit,
}

/// A plan that does nothing.
pub(crate) const NOTHING: Does<'_> = Does {
    says: &[],
    warns: &[],
    sends: &[],
    closes: &[],
    goes_on: false,
    asks: &[],
    retires: false,
    is_used: false,
    exit: Exit::Own,
};

/// Checks what a plan comes to.
pub(crate) fn check(why: &str, plan: &Plan, expected: &Does<'_>) {
    let said = |tone: Severity| -> Vec<&str> {
        plan.notices.iter().filter(|said| said.severity == tone).map(|said| said.text.as_str()).collect()
    };
    let sends = sends(plan);
    let actual = Does {
        says: &said(Severity::Info),
        warns: &said(Severity::Warning),
        sends: &sends.iter().map(String::as_str).collect::<Vec<_>>(),
        closes: &closes(plan),
        goes_on: plan.delivery.as_ref().is_some_and(|delivery| delivery.goes_on),
        asks: &asks(plan),
        retires: plan.retire.is_some(),
        is_used: plan.is_used,
        exit: plan.exit,
    };
    assert_eq!(&actual, expected, "{why}");
}
