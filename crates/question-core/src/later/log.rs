//! The branch of a session, folded into its tool calls, each of them open or closed.
//!
//! This module reads pi's session entries and skips those that it does not know or cannot read. It must not know the
//! pending file.

use std::collections::HashMap;
use std::iter::repeat_with;
use std::rc::Rc;

use serde_json::Value;

use crate::answer::draft::Unsent;
use crate::answer::picks::Answer;
use crate::answer::record::given;
use crate::answer::replies::{Replies, Reply};
use crate::answer::result::{Details, HostMode, Outcome};
use crate::call::dialect::Dialect;
use crate::call::questionnaire::{Question, Questionnaire};
use crate::call::request::Request;
use crate::call::settings::Settings;
use crate::json::{self, Lenient as _};

/// Maximum number of typed texts to offer again.
const MAX_TYPED: usize = 100;

/// The calls of a branch, and what was reported of them.
#[derive(Clone, Debug)]
pub(super) struct Log {
    settings: Settings,
    /// All tool calls, oldest first.
    pub(super) calls: Vec<Call>,
    /// Indices of calls by the id of the tool call, oldest first.
    by_id: HashMap<String, Vec<usize>>,
    reports: Vec<Rc<Report>>,
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
    pub(super) state: State,
    /// Number of its message, 1-based.
    message: usize,
    /// Whether the user has sent another prompt since.
    pub(super) is_passed: bool,
    has_result: bool,
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
    Closed(Closing),
}

/// How a call was closed.
#[derive(Clone, Debug, Default)]
pub(super) struct Closing {
    /// Id of the entry that closed it; empty if that is its own result.
    pub(super) entry: String,
    /// The report with its answers; `None` if it was answered by a prompt, or not at all.
    report: Option<Rc<Report>>,
    /// Indices of the calls whose questions come first in the report.
    before: Vec<usize>,
    /// Mark of the pending file that was sent along.
    pub(super) file: Option<String>,
}

/// A result of a call, or a later message or entry of this tool.
#[derive(Clone, Debug)]
pub(super) struct Report {
    details: Value,
    record: Option<Details>,
    content: String,
}

impl State {
    fn interrupted() -> Self {
        Self::Open { is_pending: false, drafts: Vec::new() }
    }
}

impl Closing {
    /// Returns whether a prompt of the user answered the call.
    pub(super) fn is_by_prompt(&self) -> bool {
        self.report.is_none()
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
                state: if is_run { State::interrupted() } else { State::Closed(Closing::default()) },
                message: self.messages,
                is_passed: false,
                has_result: false,
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
        call.has_result = true;
        if record.is_some_and(|record| !record.questions.is_empty()) {
            call.asked = Asked::Result(Rc::clone(&report));
        }
        call.state = match outcome {
            Some(Outcome::Pending) => State::Open { is_pending: true, drafts: Vec::new() },
            _ if is_interrupted => State::Open { is_pending: false, drafts: vec![report] },
            _ => State::Closed(Closing { report: Some(report), ..Closing::default() }),
        };
        let message = call.message;
        if outcome == Some(Outcome::Answered) {
            self.close_interrupted_before(message);
        }
    }

    /// Reads a message or an entry of this tool, whose fields `closes` and `drafts` name calls.
    fn take_own(&mut self, details: &Value, content: &Value, id: &str) {
        let report = self.report(details, content);
        for at in self.named(details.field("drafts")) {
            if let Some(Call { state: State::Open { drafts, .. }, .. }) = self.calls.get_mut(at) {
                drafts.push(Rc::clone(&report));
            }
        }
        let outcome = report.record.as_ref().map(|record| record.outcome);
        let report = Some(report).filter(|_| outcome.is_some());
        let file = Some(details.field("file").text()).filter(|mark| !mark.is_empty()).map(str::to_owned);
        let (mut last, mut before) = (0, Vec::new());
        for at in self.named(details.field("closes")) {
            if let Some(call) = self.calls.get_mut(at) {
                let (report, before_it) = (report.clone(), before.clone());
                let closing = Closing { entry: id.to_owned(), report, before: before_it, file: file.clone() };
                call.state = State::Closed(closing);
                last = last.max(call.message);
                before.push(at);
            }
        }
        if outcome == Some(Outcome::Answered) {
            self.close_interrupted_before(last);
        }
    }

    /// Closes the interrupted forms of earlier messages, because the user has answered a later one instead.
    fn close_interrupted_before(&mut self, message: usize) {
        for call in self.calls.iter_mut().filter(|call| call.message < message && call.has_result) {
            if let State::Open { is_pending: false, .. } = call.state {
                call.state = State::Closed(Closing::default());
            }
        }
    }

    fn report(&mut self, details: &Value, content: &Value) -> Rc<Report> {
        let record = Details::read(details);
        let report = Rc::new(Report { details: details.clone(), record, content: content_of(content) });
        self.reports.push(Rc::clone(&report));
        report
    }

    fn records(&self) -> impl DoubleEndedIterator<Item = &Details> {
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
    pub(super) fn questionnaire(&self, call: &Call) -> Option<Questionnaire> {
        match &call.asked {
            Asked::Nowhere => None,
            Asked::Arguments(arguments) => Questionnaire::new(Request::read(arguments), &self.settings).ok(),
            Asked::Result(report) => report.record.as_ref()?.questionnaire(),
        }
    }

    /// Returns the answers that closed a call, for its questions.
    pub(super) fn answers(&self, closing: &Closing, questionnaire: &Questionnaire) -> Replies {
        let before = closing.before.iter().filter_map(|at| self.questionnaire(self.calls.get(*at)?));
        let first = before.map(|questionnaire| questionnaire.questions().len()).sum();
        let record = closing.report.as_ref().and_then(|report| report.record.as_ref());
        record.map(|record| replies_from(record, first, questionnaire)).unwrap_or_default()
    }

    /// Returns the last answers that the model counts with, and what was entered since then in an interrupted form for the
    /// same questions. Returns `None` if nothing was answered.
    pub(super) fn revision(&self) -> Option<(&Details, Option<&Details>)> {
        let is_interrupted = |record: &Details| {
            record.changed.is_some() && matches!(record.outcome, Outcome::Aborted | Outcome::ConnectionLost)
        };
        let answered = |record: &&Details| !record.answers.is_empty();
        let last = self.records().rfind(answered)?;
        let settled = self.records().rfind(|record| answered(record) && !is_interrupted(record))?;
        let ids = |record: &Details| record.questions.iter().map(|asked| asked.id.clone()).collect::<Vec<_>>();
        Some((settled, Some(last).filter(|last| is_interrupted(last) && ids(last) == ids(settled))))
    }

    /// Returns the results and messages, oldest first: the details, and the text that the model was sent.
    pub(super) fn results(&self) -> impl Iterator<Item = (&Value, &str)> {
        let is_pending =
            |report: &Report| report.record.as_ref().is_some_and(|record| record.outcome == Outcome::Pending);
        let results = self.reports.iter().filter(move |report| !is_pending(report) && !report.content.is_empty());
        results.map(|report| (&report.details, report.content.as_str()))
    }

    /// Returns whether the model was sent this text, in a result or a message.
    pub(super) fn says(&self, text: &str) -> bool {
        self.reports.iter().any(|report| report.content.contains(text))
    }

    /// Returns what was entered when these questions were asked before, with the same prompts and options: texts that were
    /// not submitted, and the answers of a form that the user left. Each question of a record is restored once, to a question
    /// with the same id if there is one.
    pub(super) fn entered(&self, questionnaire: &Questionnaire) -> Replies {
        let mut open: Vec<(usize, &Rc<Question>)> = questionnaire.questions().iter().enumerate().collect();
        let mut replies = vec![None; open.len()];
        for record in self.records().rev().filter(|record| has_input(record)) {
            let mut recorded: Vec<&Rc<Question>> = record.questions.iter().collect();
            for is_by_id in [true, false] {
                open.retain(|(at, question)| {
                    let is_it = |asked: &&Rc<Question>| {
                        (!is_by_id || asked.id == question.id) && is_same_question(asked, question)
                    };
                    let Some(found) = recorded.iter().position(is_it) else { return true };
                    if let Some(reply) = replies.get_mut(*at) {
                        *reply = entered_in(record, recorded.remove(found), question);
                    }
                    false
                });
            }
            if open.is_empty() {
                break;
            }
        }
        Replies(replies)
    }

    /// Returns the last texts that the user typed as answers, oldest first, without secrets.
    pub(super) fn typed(&self) -> Vec<String> {
        let all: Vec<String> = self.records().flat_map(typed).collect();
        all.into_iter().rev().take(MAX_TYPED).rev().collect()
    }
}

impl State {
    /// Returns what was entered for an open call and not sent, oldest first.
    pub(super) fn drafts(&self) -> impl Iterator<Item = &Details> {
        let drafts = if let Self::Open { drafts, .. } = self { drafts.as_slice() } else { &[] };
        drafts.iter().filter_map(|report| report.record.as_ref())
    }
}

/// Returns the replies in a record whose questions from index `first` on are those of a call, possibly with other ids.
pub(super) fn replies_from(record: &Details, first: usize, questionnaire: &Questionnaire) -> Replies {
    let asked = record.questions.iter().skip(first).map(Some).chain(repeat_with(|| None));
    let is_same = |(asked, question): (Option<&Rc<Question>>, &Rc<Question>)| {
        asked.filter(|asked| asked.prompt == question.prompt).map(|asked| asked.id.clone())
    };
    // No question of a record has an empty id.
    let ids = asked.zip(questionnaire.questions()).map(|pair| is_same(pair).unwrap_or_default()).collect();
    let mut recorded = questionnaire.clone();
    rename(&mut recorded, ids);
    record.replies(&recorded)
}

/// Gives the questions these ids.
pub(super) fn rename(questionnaire: &mut Questionnaire, ids: Vec<String>) {
    for (question, id) in questionnaire.questions.iter_mut().zip(ids) {
        if question.id != id {
            Rc::make_mut(question).id = id;
        }
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

/// Returns whether the user ended the form of a record or entered anything in it. Any other form may not have been shown.
fn has_input(record: &Details) -> bool {
    let is_by_user = matches!(record.outcome, Outcome::Answered | Outcome::Cancelled | Outcome::Discuss);
    is_by_user || !record.answers.is_empty() || record.unsent.is_some()
}

/// Returns whether two questions ask the same, possibly with other ids.
fn is_same_question(one: &Question, other: &Question) -> bool {
    let labels = other.options.iter().map(|option| &option.label);
    one.mode == other.mode
        && one.allow_custom == other.allow_custom
        && one.prompt == other.prompt
        && labels.eq(one.options.iter().map(|option| &option.label))
}

/// Returns what was entered for a question of a record, as a reply to a question that asks the same.
fn entered_in(record: &Details, asked: &Question, question: &Question) -> Option<Reply> {
    let unsent = record.unsent.iter().flatten().find(|unsent| unsent.id.as_ref() == Some(&asked.id));
    let answer = record.answers.iter().find(|answer| answer.id == asked.id);
    // An answer depends on what the options meant. A text does not.
    let is_same = record.outcome != Outcome::Answered && asked.options == question.options;
    let answer = answer.filter(|_| is_same);
    (unsent.is_some() || answer.is_some()).then(|| Reply {
        given: answer.and_then(|answer| given(&answer.picks, question)),
        note: answer.and_then(|answer| answer.note.clone()),
        unsent: unsent.cloned().unwrap_or_default(),
    })
}

/// Returns the texts that the user typed, according to a record; those that were not sent come last.
fn typed(record: &Details) -> Vec<String> {
    let is_secret =
        |id: &str| record.questions.iter().any(|question| question.id == id && question.secret == Some(true));
    let answers = record.answers.iter().filter(|answer| !is_secret(&answer.id));
    let unsent = record.unsent.iter().flatten().filter(|unsent| !unsent.id.as_deref().is_some_and(is_secret));
    let unsent = unsent.cloned().flat_map(Unsent::into_texts);
    answers.flat_map(Answer::typed).map(str::to_owned).chain(unsent).collect()
}

/// Returns the text of a message.
fn content_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        parts => parts.list().iter().map(|part| part.field("text").text()).collect::<Vec<_>>().join("\n"),
    }
}
