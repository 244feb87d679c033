//! The branch of a session, folded into its tool calls, each of them open or closed.
//!
//! This module reads pi's session entries and skips those that it does not know or cannot read. It must not know the
//! pending file.

use std::collections::{HashMap, HashSet};

use serde::Deserialize as _;
use serde_json::Value;

use crate::answer::result::{HostMode, Outcome, Record};
use crate::call::dialect::Dialect;
use crate::call::questionnaire::{Question, Questionnaire};
use crate::call::reading::Reading;
use crate::call::settings::Settings;
use crate::call::subagent::Subagent;
use crate::json::{self, Lenient as _};

/// Field of the entry by which the user takes the tool from the model, or gives it back.
pub(crate) const OFF: &str = "off";
/// Field of an entry that keeps what was entered at a place whose result does not count. Nobody is shown it.
pub(crate) const ASIDE: &str = "isAside";

/// Text of the result that pi 1.6 and later write for a call that had not begun when the run was aborted. If it was the
/// user who did that, an entry closes the call; otherwise pi or its program has ended.
const NOT_BEGUN: &str = "Operation aborted";

/// The calls of a branch, and what was reported of them.
#[derive(Clone, Debug)]
pub(super) struct Log {
    /// Dialect of the tool, whose name its calls have.
    dialect: Dialect,
    /// All tool calls, oldest first.
    pub(super) calls: Vec<Call>,
    /// Index of the last call with each id of a tool call.
    by_id: HashMap<String, usize>,
    reports: Vec<Report>,
    /// Number of messages so far. Results, and replies that broke off before they said anything, do not count.
    messages: usize,
    /// Whether the branch ends in answers that the model has not acted on.
    pub(super) ends_in_answers: bool,
    answered: Vec<Answered>,
    /// Data of the entries that stand for messages until a run has taken them in.
    pub(super) kept: Vec<Value>,
    /// Ids of the messages of this tool.
    pub(super) arrived: HashSet<String>,
    /// Whether the user has taken the tool from the model.
    pub(super) is_off: bool,
}

/// The questions of a form that the user has answered.
#[derive(Clone, Debug)]
pub(super) struct Answered {
    /// Number of the message that asked them, or, for a late form, of the next one.
    message: usize,
    prompts: HashSet<String>,
}

/// A tool call.
#[derive(Clone, Debug)]
pub(super) struct Call {
    /// Name of the call: the id of its entry, a slash, and the id of the tool call, which some providers repeat.
    pub(super) name: String,
    /// Arguments of a call of this tool whose result holds no questions.
    arguments: Option<Value>,
    /// Its questions; `None` if they cannot be asked, or if it is a call of another tool.
    pub(super) questionnaire: Option<Questionnaire>,
    pub(super) state: State,
    /// Key of its questions in the pending file: the random one in its result, or the name of a call that the user has put off.
    pub(super) key: Option<String>,
    /// Ids of questions whose answers were sent while the others stayed open.
    sent: HashSet<String>,
    /// Number of its message, 1-based.
    message: usize,
    /// Whether the user has sent another prompt since.
    pub(super) is_superseded: bool,
    /// Whether the user has put its questions off, and not left them in the pending file.
    was_put_off: bool,
    /// The subagent that has asked, if its questions were put off. They are no tool call of this session.
    pub(super) subagent: Option<Subagent>,
}

/// Whether a call still waits for answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Its result left the questions pending, or the user answers later.
    Pending,
    /// Its form was interrupted.
    Interrupted,
    Closed,
}

/// A result of a call, or a later message or entry of this tool.
#[derive(Clone, Debug)]
pub(super) struct Report {
    details: Value,
    record: Option<Record>,
    /// The session without a person that asked, if it was another one.
    subagent: Option<Subagent>,
    /// Text that the model was sent; empty for an entry that it does not see.
    content: String,
}

impl Log {
    /// Reads pi's session entries, a JSON list, oldest first. `kind` is the type of the messages and entries of this
    /// tool.
    pub(super) fn read(entries: &str, kind: &str, settings: &Settings) -> Self {
        let mut log = Self {
            dialect: settings.dialect,
            calls: Vec::new(),
            by_id: HashMap::new(),
            reports: Vec::new(),
            messages: 0,
            ends_in_answers: false,
            answered: Vec::new(),
            kept: Vec::new(),
            arrived: HashSet::new(),
            is_off: false,
        };
        for entry in json::items(entries) {
            log.take(&json::parse_bounded(entry.get()), kind);
        }
        for call in &mut log.calls {
            let asked = call.arguments.take().map(|arguments| Questionnaire::new(Reading::of(&arguments), settings));
            call.questionnaire = call.questionnaire.take().or(asked.and_then(Result::ok));
        }
        log.close_asked_again();
        // What is to be sent still comes last.
        let mut kept = log.kept.iter().filter(|data| !log.arrived.contains(data.field("id").text()));
        log.ends_in_answers |= kept.any(|data| Record::read(data).is_some_and(|record| record.has_answers()));
        log
    }

    fn take(&mut self, entry: &Value, kind: &str) {
        let is_own = entry.field("customType").text() == kind;
        match entry.field("type").text() {
            "message" => self.take_message(entry),
            "custom_message" => {
                self.ends_in_answers = false;
                if is_own {
                    self.arrived.insert(entry.field("details").field("id").text().to_owned());
                    self.take_own(entry.field("id").text(), entry.field("details"), entry.field("content"));
                    let sent = self.reports.last().and_then(|report| report.record.as_ref());
                    self.ends_in_answers = sent.is_some_and(Record::has_answers);
                }
            }
            "custom" if is_own => {
                let data = entry.field("data");
                self.is_off = data.field(OFF).as_bool().unwrap_or(self.is_off);
                if data.field("id").is_string() && data.field("content").is_string() {
                    self.kept.push(data.clone());
                }
                self.take_own(entry.field("id").text(), data, data.field("content"));
            }
            _ => {}
        }
    }

    fn take_message(&mut self, entry: &Value) {
        let message = entry.field("message");
        let stop = message.field("stopReason").text();
        match message.field("role").text() {
            "toolResult" => return self.take_result(message),
            "system" => return,
            "assistant" if ["aborted", "error"].contains(&stop) && message.field("content").list().is_empty() => return,
            "user" => self.calls.iter_mut().for_each(|call| call.is_superseded = true),
            _ => {}
        }
        self.messages += 1;
        // A reply that broke off has acted on nothing.
        self.ends_in_answers &= ["aborted", "error"].contains(&stop);
        // pi does not run the calls of a message that broke off, though it adds results for them.
        let is_run = !["length", "error", "aborted"].contains(&stop);
        let parts = message.field("content").list().iter();
        for part in parts.filter(|part| part.field("type").text() == "toolCall") {
            let id = part.field("id").text();
            let is_own = part.field("name").text() == self.dialect.name();
            self.by_id.insert(id.to_owned(), self.calls.len());
            self.calls.push(Call {
                name: format!("{}/{id}", entry.field("id").text()),
                arguments: is_own.then(|| part.field("arguments").clone()),
                questionnaire: None,
                state: if is_run { State::Interrupted } else { State::Closed },
                key: None,
                sent: HashSet::new(),
                message: self.messages,
                is_superseded: false,
                was_put_off: false,
                subagent: None,
            });
        }
    }

    fn take_result(&mut self, message: &Value) {
        if Dialect::with_name(message.field("toolName").text()).is_none() {
            return;
        }
        let at = self.by_id.get(message.field("toolCallId").text()).copied();
        let report = Report::read(message.field("details"), message.field("content"));
        if let Some(call) = at.and_then(|at| self.calls.get_mut(at)) {
            call.state = State::Closed;
            if report.record.is_none() && report.content == NOT_BEGUN {
                call.state = State::Interrupted;
            }
            if let Some(record) = &report.record {
                let is_put_off = record.is_put_off() && record.waits_above.is_none();
                call.state = match record.outcome {
                    _ if is_put_off => State::Pending,
                    Outcome::Pending if record.pending_file.is_some() => State::Pending,
                    // pi closes forms when it ends or switches sessions, and so do programs that disconnect.
                    Outcome::Aborted if record.mode == HostMode::Tui && record.shown != Some(false) => {
                        State::Interrupted
                    }
                    Outcome::ConnectionLost => State::Interrupted,
                    _ => State::Closed,
                };
                // Its questions are written into the file only when the session is left.
                call.was_put_off = is_put_off;
                let put_off = call.was_put_off.then(|| call.name.clone());
                call.key = record.pending_key.clone().or(put_off);
                if !record.questions.is_empty() {
                    (call.questionnaire, call.arguments) = (record.questionnaire(), None);
                }
                let message = call.message;
                self.answered.extend(Answered::of(record, message));
            }
        }
        self.reports.push(report);
    }

    /// Reads a message or an entry of this tool. The field `closes` names calls that it closes, the field `part` calls
    /// of which it sent the answers in its record. A message replaces the entry with the same `id`, which has kept it
    /// until a run could take it in.
    fn take_own(&mut self, entry: &str, details: &Value, content: &Value) {
        let id = details.field("id").text();
        self.reports.retain(|report| id.is_empty() || report.details.field("id").text() != id);
        let (part, closed) = (self.calls_named(details.field("part")), self.calls_named(details.field("closes")));
        let is_late = !closed.is_empty();
        let is_passed = is_late || !part.is_empty();
        let is_other = details.field("subagent").is_object();
        let mut report = Report::read(details, if is_other { &Value::Null } else { content });
        for at in part {
            let (Some(call), Some(record)) = (self.calls.get_mut(at), &mut report.record) else { continue };
            call.sent.extend(record.answers.iter().map(|answer| answer.id.clone()));
            // The model has the notes, so they are not entered again.
            record.unsent.iter_mut().flatten().for_each(|unsent| unsent.note = None);
        }
        for at in closed {
            if let Some(call) = self.calls.get_mut(at) {
                call.state = State::Closed;
            }
        }
        if is_other && is_passed {
            return self.reports.push(report); // an answer that a subagent was told
        }
        if is_other {
            return self.take_other(entry, report);
        }
        // It answers whatever has asked the same before it.
        let until = if is_late { self.messages + 1 } else { 0 };
        self.answered.extend(report.record.as_ref().and_then(|record| Answered::of(record, until)));
        self.reports.push(report);
    }

    /// Reads the entry with this id about what a subagent has asked. It waits here if the user has put it off.
    fn take_other(&mut self, entry: &str, report: Report) {
        if let (Some(record), Some(subagent)) = (&report.record, &report.subagent) {
            let is_its = |call: &&mut Call| call.subagent.as_ref().is_some_and(|other| other.is_same(subagent));
            let answered = Answered::of(record, usize::MAX);
            let is_again = |call: &&mut Call| {
                let is_same = || record.questionnaire().is_some_and(|asked| call.asks_the_same(&asked));
                answered.as_ref().is_some_and(|answered| answered.answers(call)) || is_same()
            };
            self.calls.iter_mut().filter(is_its).filter(is_again).for_each(|call| call.state = State::Closed);
            // An extension does not wait for what comes later.
            if record.is_put_off() && subagent.is_extension != Some(true) {
                let name = format!("{entry}/{}", subagent.pid);
                self.calls.push(Call {
                    arguments: None,
                    questionnaire: record.questionnaire(),
                    state: State::Pending,
                    key: Some(name.clone()),
                    sent: HashSet::new(),
                    message: self.messages,
                    is_superseded: false,
                    was_put_off: true,
                    subagent: Some(subagent.clone()),
                    name,
                });
            }
        }
        self.reports.push(report);
    }

    /// Closes the calls that were interrupted or put off, and whose questions the user has answered since.
    fn close_asked_again(&mut self) {
        for call in self.calls.iter_mut().filter(|call| call.state == State::Interrupted || call.is_put_off()) {
            if self.answered.iter().any(|later| later.answers(call)) {
                call.state = State::Closed;
            }
        }
    }

    /// Returns the records of results, messages and entries, oldest first.
    pub(super) fn records(&self) -> impl DoubleEndedIterator<Item = &Record> {
        self.reports.iter().filter_map(|report| report.record.as_ref())
    }

    /// Returns the records of what subagents have asked, or, for none, the session itself, oldest first.
    pub(super) fn records_of(&self, askers: &[Option<&Subagent>]) -> impl DoubleEndedIterator<Item = &Record> {
        let is_by = move |report: &&Report| {
            askers.iter().any(|asker| match (&report.subagent, asker) {
                (None, None) => true,
                (Some(one), Some(other)) => one.is_same(other),
                _ => false,
            })
        };
        self.reports.iter().filter(is_by).filter_map(|report| report.record.as_ref())
    }

    /// Returns the record of the last form whose answers the model was sent.
    pub(super) fn last_answers(&self) -> Option<&Record> {
        let sent = self.reports.iter().rev().filter(|report| !report.content.is_empty());
        sent.filter_map(|report| report.record.as_ref()).find(|record| record.has_answers())
    }

    fn calls_named(&self, names: &Value) -> Vec<usize> {
        names.list().iter().filter_map(|name| self.find(name.text())).collect()
    }

    /// Returns the index of a call by its name. The id of a tool call alone means the last call with that id.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        let named = self.calls.iter().rposition(|call| call.name == name);
        named.or_else(|| self.by_id.get(name).copied())
    }

    /// Returns the index of the call that left its questions in the pending file under this key.
    pub(super) fn with_key(&self, key: &str) -> Option<usize> {
        self.calls.iter().position(|call| call.key.as_deref().is_some_and(|own| own == key && !key.is_empty()))
    }

    /// Returns the questions of the last call with this id of a tool call, and those of the calls that follow it in its
    /// message.
    pub(super) fn questionnaires_from(&self, id: &str) -> Vec<&Questionnaire> {
        let first = self.by_id.get(id).and_then(|at| self.calls.get(*at..)).unwrap_or_default();
        let message = first.first().map(|call| call.message);
        let is_own = |call: &&Call| Some(call.message) == message && call.subagent.is_none();
        let calls = first.iter().take_while(is_own);
        calls.filter_map(|call| call.questionnaire.as_ref()).collect()
    }

    pub(super) fn has_asked(&self, prompt: &str) -> bool {
        let mut questions =
            self.calls.iter().filter_map(|call| call.questionnaire.as_ref()).flat_map(Questionnaire::questions);
        questions.any(|question| question.prompt == prompt)
    }

    /// Returns a question of a call by their indices, 0-based.
    pub(super) fn question(&self, call: usize, question: usize) -> Option<(&Call, &Question)> {
        let call = self.calls.get(call)?;
        Some((call, call.questionnaire.as_ref()?.questions().get(question)?))
    }

    pub(super) fn has_messages(&self) -> bool {
        self.messages > 0
    }

    /// Returns what the model was sent, and what was asked for other sessions, oldest first: the details and the text of
    /// each result and message, without results that left their questions pending.
    pub(super) fn results(&self) -> impl Iterator<Item = (&Value, &str)> {
        // What waits is listed apart, and what was refused was asked nobody.
        let is_other = |record: &Record| matches!(record.outcome, Outcome::Pending | Outcome::Invalid);
        let is_other = move |report: &Report| report.record.as_ref().is_some_and(is_other);
        let is_shown = |report: &Report| {
            !report.content.is_empty() || (report.subagent.is_some() && report.details.field(ASIDE).is_null())
        };
        let results = self.reports.iter().filter(move |report| !is_other(report) && is_shown(report));
        results.map(|report| (&report.details, report.content.as_str()))
    }
}

impl Answered {
    /// Returns whether these are answers to all questions of a call that has asked them before.
    pub(super) fn answers(&self, call: &Call) -> bool {
        let mut prompts = call.questionnaire.iter().flat_map(Questionnaire::questions).map(|question| &question.prompt);
        call.questionnaire.is_some()
            && self.message > call.message
            && prompts.all(|prompt| self.prompts.contains(prompt))
    }

    pub(super) fn of(record: &Record, message: usize) -> Option<Self> {
        let prompts = || record.questions.iter().map(|question| question.prompt.clone()).collect();
        (record.outcome == Outcome::Answered).then(|| Self { message, prompts: prompts() })
    }
}

impl Call {
    /// Returns whether the call is over while a run goes on, which may be running any that no prompt has followed.
    pub(super) fn is_late_in_run(&self) -> bool {
        self.is_superseded || self.state != State::Interrupted
    }

    /// Returns whether other questions have the same prompts.
    fn asks_the_same(&self, others: &Questionnaire) -> bool {
        let prompts = |of: &Questionnaire| of.questions().iter().map(|asked| asked.prompt.clone()).collect::<Vec<_>>();
        self.questionnaire.as_ref().is_some_and(|own| prompts(own) == prompts(others))
    }

    /// Returns whether the user answers later.
    pub(super) fn is_put_off(&self) -> bool {
        self.was_put_off && self.state == State::Pending
    }

    pub(super) fn is_open(&self, question: &Question) -> bool {
        self.state != State::Closed && !self.sent.contains(&question.id)
    }
}

impl Report {
    fn read(details: &Value, content: &Value) -> Self {
        let asked = Some(details.field("subagent")).filter(|subagent| subagent.is_object());
        let subagent = asked.map(|subagent| Subagent::deserialize(subagent).unwrap_or_default());
        Self { details: details.clone(), record: Record::read(details), subagent, content: content_of(content) }
    }
}

fn content_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        parts => {
            let texts = parts.list().iter().filter(|part| part.field("type").text() == "text");
            texts.map(|part| part.field("text").text()).collect::<Vec<_>>().join("\n")
        }
    }
}
