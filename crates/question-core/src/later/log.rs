//! The branch of a session, folded into its tool calls, each of them open or closed.
//!
//! This module reads pi's session entries and skips those that it does not know or cannot read. It must not know the
//! pending file.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use serde_json::Value;

use crate::answer::result::{Details, HostMode, Outcome};
use crate::call::dialect::Dialect;
use crate::call::questionnaire::Questionnaire;
use crate::call::request::Request;
use crate::call::settings::Settings;
use crate::json::{self, Lenient as _};

/// The calls of a branch, and what was reported of them.
#[derive(Clone, Debug)]
pub(super) struct Log {
    settings: Settings,
    /// All tool calls, oldest first.
    pub(super) calls: Vec<Call>,
    /// Indices of calls by the id of the tool call, oldest first.
    by_id: HashMap<String, Vec<usize>>,
    reports: Vec<Rc<Report>>,
    /// What the session has of the pending file: the lines that messages and entries of this tool list as `words`.
    pub(super) words: HashSet<String>,
    /// Number of messages so far, without those that [`is_silent`].
    messages: usize,
    /// Whether the branch ends in answers that the model has not acted on.
    pub(super) ends_in_answers: bool,
}

/// A tool call.
#[derive(Clone, Debug)]
pub(super) struct Call {
    /// Name of the call: the id of its entry, a slash, and the id of the tool call, which some providers repeat.
    pub(super) name: String,
    asked: Asked,
    questionnaire: OnceCell<Option<Questionnaire>>,
    pub(super) state: State,
    /// Number of its message, 1-based.
    message: usize,
    /// Whether the user has sent another prompt since.
    pub(super) is_passed: bool,
}

/// Where the questions of a call are.
#[derive(Clone, Debug)]
enum Asked {
    /// Nowhere: it is a call of another tool.
    Nowhere,
    /// In the arguments of the call.
    Arguments(Value),
    /// In its result.
    Result(Rc<Report>),
}

/// Whether a call still waits for answers.
#[derive(Clone, Debug)]
pub(super) enum State {
    Open {
        /// Whether its result left the questions pending. Otherwise its form was interrupted.
        is_pending: bool,
        /// Reports of what was entered so far, oldest first.
        drafts: Vec<Rc<Report>>,
    },
    Closed {
        /// Id of the entry that closed the call; empty if that is its own result.
        by: String,
    },
}

/// A result of a call, or a later message or entry of this tool.
#[derive(Clone, Debug)]
pub(super) struct Report {
    details: Value,
    record: Option<Details>,
    content: String,
}

impl State {
    fn interrupted(drafts: Vec<Rc<Report>>) -> Self {
        Self::Open { is_pending: false, drafts }
    }

    fn closed() -> Self {
        Self::Closed { by: String::new() }
    }

    /// Returns what was entered for an open call and not sent, oldest first.
    pub(super) fn drafts(&self) -> impl Iterator<Item = &Details> {
        let drafts = if let Self::Open { drafts, .. } = self { drafts.as_slice() } else { &[] };
        drafts.iter().filter_map(|report| report.record.as_ref())
    }
}

impl Log {
    /// Reads pi's session entries, a JSON list, oldest first. `kind` is the type of the messages and entries of this tool.
    pub(super) fn read(entries: &str, kind: &str, settings: &Settings) -> Self {
        let mut log = Self {
            settings: settings.clone(),
            calls: Vec::new(),
            by_id: HashMap::new(),
            reports: Vec::new(),
            words: HashSet::new(),
            messages: 0,
            ends_in_answers: false,
        };
        for entry in json::items(entries) {
            log.take(&json::parse_bounded(entry.get()), kind);
        }
        log
    }

    fn take(&mut self, entry: &Value, kind: &str) {
        let is_own = entry.field("customType").text() == kind;
        match entry.field("type").text() {
            "message" => self.take_message(entry),
            "custom_message" => {
                self.ends_in_answers = is_own;
                if is_own {
                    self.take_own(entry.field("details"), entry.field("content"), entry.field("id").text());
                }
            }
            "custom" if is_own => self.take_own(entry.field("data"), &Value::Null, entry.field("id").text()),
            _ => {}
        }
    }

    fn take_message(&mut self, entry: &Value) {
        let message = entry.field("message");
        if is_silent(message) {
            if message.field("role").text() == "toolResult" {
                self.take_result(message);
            }
            return;
        }
        self.messages += 1;
        self.ends_in_answers = false;
        if message.field("role").text() == "user" {
            self.calls.iter_mut().for_each(|call| call.is_passed = true);
        }
        // pi does not run the calls of a message that broke off, though it adds results for them.
        let is_run = !["length", "error", "aborted"].contains(&message.field("stopReason").text());
        let parts = message.field("content").list().iter();
        for part in parts.filter(|part| part.field("type").text() == "toolCall") {
            let id = part.field("id").text();
            let is_own = part.field("name").text() == self.settings.dialect.name();
            self.by_id.entry(id.to_owned()).or_default().push(self.calls.len());
            self.calls.push(Call {
                name: format!("{}/{id}", entry.field("id").text()),
                asked: if is_own { Asked::Arguments(part.field("arguments").clone()) } else { Asked::Nowhere },
                questionnaire: OnceCell::new(),
                state: if is_run { State::interrupted(Vec::new()) } else { State::closed() },
                message: self.messages,
                is_passed: false,
            });
        }
    }

    fn take_result(&mut self, message: &Value) {
        if Dialect::named(message.field("toolName").text()).is_none() {
            return;
        }
        let report = self.report(message.field("details"), message.field("content"));
        let record = report.record.as_ref();
        let outcome = record.map(|record| record.outcome);
        // pi closes forms when it ends or switches sessions, and so do programs that disconnect.
        let is_interrupted = record.is_some_and(|record| match record.outcome {
            Outcome::Aborted => record.mode == HostMode::Tui && record.shown != Some(false),
            outcome => outcome == Outcome::ConnectionLost,
        });
        let last = self.by_id.get(message.field("toolCallId").text()).and_then(|calls| calls.last());
        let Some(call) = last.and_then(|at| self.calls.get_mut(*at)) else { return };
        if record.is_some_and(|record| !record.questions.is_empty()) {
            call.asked = Asked::Result(Rc::clone(&report));
        }
        call.state = match outcome {
            Some(Outcome::Pending) => State::Open { is_pending: true, drafts: Vec::new() },
            _ if is_interrupted => State::interrupted(vec![report]),
            _ => State::closed(),
        };
        let message = call.message;
        if outcome == Some(Outcome::Answered) {
            self.close_interrupted_before(message);
        }
    }

    /// Reads a message or an entry of this tool, whose fields `closes` and `drafts` name calls.
    fn take_own(&mut self, details: &Value, content: &Value, id: &str) {
        let report = self.report(details, content);
        self.words.extend(details.field("words").list().iter().map(|word| word.text().to_owned()));
        for at in self.named(details.field("drafts")) {
            if let Some(Call { state: State::Open { drafts, .. }, .. }) = self.calls.get_mut(at) {
                drafts.push(Rc::clone(&report));
            }
        }
        let mut last = 0;
        for at in self.named(details.field("closes")) {
            if let Some(call) = self.calls.get_mut(at) {
                call.state = State::Closed { by: id.to_owned() };
                last = last.max(call.message);
            }
        }
        if report.record.as_ref().is_some_and(|record| record.outcome == Outcome::Answered) {
            self.close_interrupted_before(last);
        }
    }

    /// Closes the interrupted forms of earlier messages, because the user has answered a later one instead.
    fn close_interrupted_before(&mut self, message: usize) {
        for call in self.calls.iter_mut().filter(|call| call.message < message) {
            if let State::Open { is_pending: false, .. } = call.state {
                call.state = State::closed();
            }
        }
    }

    fn report(&mut self, details: &Value, content: &Value) -> Rc<Report> {
        let record = Details::read(details);
        let report = Rc::new(Report { details: details.clone(), record, content: content_of(content) });
        self.reports.push(Rc::clone(&report));
        report
    }

    /// Returns the records of results and messages, oldest first.
    pub(super) fn records(&self) -> impl DoubleEndedIterator<Item = &Details> {
        self.reports.iter().filter_map(|report| report.record.as_ref())
    }

    /// Returns the indices of the calls that a list names.
    fn named(&self, names: &Value) -> Vec<usize> {
        names.list().iter().filter_map(|name| self.find(name.text())).collect()
    }

    /// Returns the index of a call by its name. The id of a tool call alone means the last call with that id.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        let same_id = name.split_once('/').and_then(|(_, id)| self.by_id.get(id));
        let is_it = |at: &&usize| self.calls.get(**at).is_some_and(|call| call.name == name);
        let named = same_id.and_then(|calls| calls.iter().rfind(is_it));
        named.or_else(|| self.by_id.get(name)?.last()).copied()
    }

    /// Returns whether the branch holds a conversation.
    pub(super) fn has_messages(&self) -> bool {
        self.messages > 0
    }

    /// Returns whether a call belongs to the last message that is not silent.
    pub(super) fn is_last(&self, call: &Call) -> bool {
        call.message == self.messages
    }

    /// Returns the questions of a call, or `None` if they cannot be asked.
    pub(super) fn questionnaire(&self, call: usize) -> Option<&Questionnaire> {
        let Call { asked, questionnaire, .. } = self.calls.get(call)?;
        let read = || match asked {
            Asked::Nowhere => None,
            Asked::Arguments(arguments) => Questionnaire::new(Request::read(arguments), &self.settings).ok(),
            Asked::Result(report) => report.record.as_ref()?.questionnaire(),
        };
        questionnaire.get_or_init(read).as_ref()
    }

    /// Returns the results and messages, oldest first: the details, and the text that the model was sent.
    pub(super) fn results(&self) -> impl Iterator<Item = (&Value, &str)> {
        let is_pending =
            |report: &Report| report.record.as_ref().is_some_and(|record| record.outcome == Outcome::Pending);
        let results = self.reports.iter().filter(move |report| !is_pending(report) && !report.content.is_empty());
        results.map(|report| (&report.details, report.content.as_str()))
    }
}

/// Returns whether a message says nothing about what became of the calls before it.
fn is_silent(message: &Value) -> bool {
    match message.field("role").text() {
        "assistant" => {
            let is_broken_off = ["aborted", "error"].contains(&message.field("stopReason").text());
            is_broken_off && message.field("content").list().is_empty()
        }
        role => role == "toolResult" || role == "system",
    }
}

/// Returns the text of a message.
fn content_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        parts => parts.list().iter().map(|part| part.field("text").text()).collect::<Vec<_>>().join("\n"),
    }
}
