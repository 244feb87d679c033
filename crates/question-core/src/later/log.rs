//! The branch of a session, folded into the calls that it asked: for each, whether it is open or closed.
//!
//! It reads pi's session entries. What it does not know, and what it cannot read, it passes over. It never looks at the
//! pending file.

use std::collections::HashMap;

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

/// What a branch holds of questions.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    /// All calls of tools, in the order in which they were made.
    pub(super) calls: Vec<Call>,
    /// Results and messages that bring answers, the oldest first.
    told: Vec<Told>,
    /// Positions in `calls` by the id of the tool call, the oldest first.
    by_id: HashMap<String, Vec<usize>>,
    /// Messages that say something, so far.
    messages: usize,
    has_messages: bool,
    /// Whether the branch ends in answers that the model has not acted on.
    pub(super) ends_in_answers: bool,
}

/// A call of a tool.
#[derive(Clone, Debug)]
pub(super) struct Call {
    /// Its name in the session: the id of its entry, a slash, and the id of the tool call, which some providers repeat.
    pub(super) name: String,
    /// What was asked.
    asked: Asked,
    pub(super) state: State,
    /// Which message that says something it belongs to, from 1.
    message: usize,
    /// Whether the user has gone on with another prompt since.
    pub(super) is_passed: bool,
    has_result: bool,
}

/// The questions of a call.
#[derive(Clone, Debug)]
enum Asked {
    /// By another tool, as far as is known.
    Nothing,
    /// The arguments of a call of this tool.
    Arguments(Value),
    /// By the position of its result in `told`.
    Result(usize),
}

/// What became of a call.
#[derive(Clone, Debug)]
pub(super) enum State {
    /// It waits for its answers.
    Open {
        /// Whether it was left for later by its own result; if not, its form was cut off.
        is_left: bool,
        /// Positions in `told` of what was entered so far, the oldest first.
        drafts: Vec<usize>,
    },
    /// It waits for nothing.
    Closed(Closing),
}

/// How a call was closed after its result.
#[derive(Clone, Debug, Default)]
pub(super) struct Closing {
    /// The id of the entry; empty where the result itself closed it.
    pub(super) entry: String,
    /// The position of its answers in `told`; `None` where it was answered in words, or not at all.
    told: Option<usize>,
    /// The calls that were closed before it by the same entry: their questions come first in the record.
    before: Vec<usize>,
    /// The mark of the pending file that was sent along.
    pub(super) file: Option<String>,
}

impl State {
    fn open() -> Self {
        Self::Open { is_left: false, drafts: Vec::new() }
    }
}

impl Closing {
    /// Whether a prompt of the user's has answered it.
    pub(super) fn is_in_words(&self) -> bool {
        self.told.is_none()
    }
}

/// A result, or a message that brings answers.
#[derive(Clone, Debug)]
struct Told {
    details: Value,
    record: Option<Details>,
    content: String,
}

/// Texts that a person is likely to want again.
const MAX_TYPED: usize = 100;

impl Log {
    /// Folds pi's session entries, a JSON list, the oldest first. `tool` is the name of this tool, `kind` the type of the
    /// messages and entries that it adds to a session.
    pub(super) fn read(entries: &str, tool: &str, kind: &str) -> Self {
        let mut log = Self::default();
        for entry in json::items(entries) {
            log.take(&json::parse_bounded(entry.get()), tool, kind);
        }
        log
    }

    fn take(&mut self, entry: &Value, tool: &str, kind: &str) {
        let is_own = entry.field("customType").text() == kind;
        match entry.field("type").text() {
            "message" => self.take_message(entry, tool),
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

    fn take_message(&mut self, entry: &Value, tool: &str) {
        let message = entry.field("message");
        self.has_messages = true;
        if says_nothing(message) {
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
        // The calls of a message that broke off are not run, though pi gives them a result.
        let is_run = !["length", "error", "aborted"].contains(&message.field("stopReason").text());
        let state = || if is_run { State::open() } else { State::Closed(Closing::default()) };
        let parts = message.field("content").list().iter();
        for part in parts.filter(|part| part.field("type").text() == "toolCall") {
            let id = part.field("id").text();
            let is_own = part.field("name").text() == tool;
            self.by_id.entry(id.to_owned()).or_default().push(self.calls.len());
            self.calls.push(Call {
                name: format!("{}/{id}", entry.field("id").text()),
                asked: if is_own { Asked::Arguments(part.field("arguments").clone()) } else { Asked::Nothing },
                state: state(),
                message: self.messages,
                is_passed: false,
                has_result: false,
            });
        }
    }

    /// The result of a call.
    fn take_result(&mut self, message: &Value) {
        let details = message.field("details");
        if Dialect::named(message.field("toolName").text()).is_none() {
            return;
        }
        let at = self.push_told(details, message.field("content"));
        let record = self.record(at);
        let outcome = record.map(|record| record.outcome);
        // pi closes a form when it ends or turns to another session; so does a program that goes away.
        let is_cut_off = record.is_some_and(|record| match record.outcome {
            Outcome::Aborted => record.mode == HostMode::Tui && record.shown != Some(false),
            outcome => outcome == Outcome::ConnectionLost,
        });
        let has_questions = record.is_some_and(|record| !record.questions.is_empty());
        // A result belongs to the last call of its id.
        let places = self.by_id.get(message.field("toolCallId").text()).map_or(&[][..], Vec::as_slice);
        let Some(call) = places.last().and_then(|place| self.calls.get_mut(*place)) else { return };
        call.has_result = true;
        if has_questions {
            call.asked = Asked::Result(at);
        }
        call.state = match outcome {
            Some(Outcome::Pending) => State::Open { is_left: true, drafts: Vec::new() },
            _ if is_cut_off => State::Open { is_left: false, drafts: vec![at] },
            _ => State::Closed(Closing { told: Some(at), ..Closing::default() }),
        };
        let message = call.message;
        if outcome == Some(Outcome::Answered) {
            self.close_cut_off_before(message);
        }
    }

    /// A message or an entry of this tool: `closes` and `drafts` name calls.
    fn take_own(&mut self, details: &Value, content: &Value, id: &str) {
        let at = self.push_told(details, content);
        for place in self.places(details.field("drafts")) {
            if let Some(Call { state: State::Open { drafts, .. }, .. }) = self.calls.get_mut(place) {
                drafts.push(at);
            }
        }
        let told = self.record(at).map(|_| at);
        let file = Some(details.field("file").text()).filter(|mark| !mark.is_empty()).map(str::to_owned);
        let (mut last, mut before) = (0, Vec::new());
        for place in self.places(details.field("closes")) {
            if let Some(call) = self.calls.get_mut(place) {
                let closing = Closing { entry: id.to_owned(), told, before: before.clone(), file: file.clone() };
                call.state = State::Closed(closing);
                last = last.max(call.message);
                before.push(place);
            }
        }
        if self.record(at).is_some_and(|record| record.outcome == Outcome::Answered) {
            self.close_cut_off_before(last);
        }
    }

    /// Closes forms that were cut off before a message, once a form of that is answered: the user has gone on without.
    fn close_cut_off_before(&mut self, message: usize) {
        for call in self.calls.iter_mut().filter(|call| call.message < message && call.has_result) {
            if let State::Open { is_left: false, .. } = call.state {
                call.state = State::Closed(Closing::default());
            }
        }
    }

    fn push_told(&mut self, details: &Value, content: &Value) -> usize {
        let record = Details::read(details);
        self.told.push(Told { details: details.clone(), record, content: content_of(content) });
        self.told.len() - 1
    }

    fn record(&self, at: usize) -> Option<&Details> {
        self.told.get(at)?.record.as_ref()
    }

    fn records(&self) -> impl DoubleEndedIterator<Item = &Details> {
        self.told.iter().filter_map(|told| told.record.as_ref())
    }

    /// The positions of the calls that a list names.
    fn places(&self, names: &Value) -> Vec<usize> {
        names.list().iter().filter_map(|name| self.place(name.text())).collect()
    }

    /// The position of a call, by its name, or by the id of the tool call where it is the last of that.
    pub(super) fn place(&self, name: &str) -> Option<usize> {
        let named = name.split_once('/').and_then(|(_, id)| self.by_id.get(id));
        let is_it = |place: &&usize| self.calls.get(**place).is_some_and(|call| call.name == name);
        let named = named.and_then(|places| places.iter().rfind(is_it));
        named.or_else(|| self.by_id.get(name)?.last()).copied()
    }

    /// Whether the branch holds a conversation.
    pub(super) fn has_messages(&self) -> bool {
        self.has_messages
    }

    /// Whether a call belongs to the last message that says something.
    pub(super) fn is_last(&self, call: &Call) -> bool {
        call.message == self.messages
    }

    /// The questions of a call; `None` where they cannot be asked.
    pub(super) fn questionnaire(&self, call: &Call, settings: &Settings) -> Option<Questionnaire> {
        match &call.asked {
            Asked::Nothing => None,
            Asked::Arguments(arguments) => Questionnaire::new(Request::read(arguments), settings).ok(),
            Asked::Result(at) => self.record(*at)?.questionnaire(),
        }
    }

    /// What was entered for a call and not sent, the oldest first.
    pub(super) fn drafts_of<'a>(&'a self, call: &'a Call) -> impl Iterator<Item = &'a Details> {
        let drafts = if let State::Open { drafts, .. } = &call.state { drafts.as_slice() } else { &[] };
        drafts.iter().filter_map(|at| self.record(*at))
    }

    /// What a call was answered with.
    pub(super) fn answers(&self, closing: &Closing, questionnaire: &Questionnaire, settings: &Settings) -> Replies {
        let before = closing.before.iter().filter_map(|place| self.questionnaire(self.calls.get(*place)?, settings));
        let before = before.map(|questionnaire| questionnaire.questions().len()).sum();
        let record = closing.told.and_then(|at| self.record(at));
        record.map(|record| replies_from(record, before, questionnaire)).unwrap_or_default()
    }

    /// The questions that were answered last, the answers that the model counts with, and what was entered since in a form
    /// of theirs that was cut off; `None` where nothing was answered.
    pub(super) fn revision(&self) -> Option<(&Details, Option<&Details>)> {
        let is_cut_off = |record: &Details| {
            record.changed.is_some() && matches!(record.outcome, Outcome::Aborted | Outcome::ConnectionLost)
        };
        let answered = |record: &&Details| !record.answers.is_empty();
        let last = self.records().rfind(answered)?;
        let settled = self.records().rfind(|record| answered(record) && !is_cut_off(record))?;
        let is_same = last.questions.iter().map(|asked| &asked.id).eq(settled.questions.iter().map(|asked| &asked.id));
        Some((settled, Some(last).filter(|last| is_cut_off(last) && is_same)))
    }

    /// What was asked and answered, in its order: the details, and what the model was told.
    pub(super) fn answered(&self) -> impl Iterator<Item = (&Value, &str)> {
        let is_pending = |told: &Told| told.record.as_ref().is_some_and(|record| record.outcome == Outcome::Pending);
        let answered = self.told.iter().filter(move |told| !is_pending(told) && !told.content.is_empty());
        answered.map(|told| (&told.details, told.content.as_str()))
    }

    /// Whether a message or a result of this tool says something.
    pub(super) fn says(&self, text: &str) -> bool {
        self.told.iter().any(|told| told.content.contains(text))
    }

    /// What was entered when these questions were asked before, the same prompts with the same options: what was typed and
    /// not submitted, and the answers of a form that was left.
    pub(super) fn entered(&self, questionnaire: &Questionnaire) -> Replies {
        let replies = questionnaire.questions().iter().map(|question| {
            let (asked, record) =
                self.records().rev().find_map(|record| Some((asked_in(record, question)?, record)))?;
            let unsent = record.unsent.iter().flatten().find(|unsent| unsent.id.as_ref() == Some(&asked.id));
            let answer = record.answers.iter().find(|answer| answer.id == asked.id);
            // An answer is one to what the options meant; a text is never lost.
            let is_same = record.outcome != Outcome::Answered && asked.options == question.options;
            let answer = answer.filter(|_| is_same);
            (unsent.is_some() || answer.is_some()).then(|| Reply {
                given: answer.and_then(|answer| given(&answer.picks, question)),
                note: answer.and_then(|answer| answer.note.clone()),
                unsent: unsent.cloned().unwrap_or_default(),
            })
        });
        Replies(replies.collect())
    }

    /// The last texts that the user has typed as answers, the oldest first; none that are secret.
    pub(super) fn typed(&self) -> Vec<String> {
        let all: Vec<String> = self.records().flat_map(typed).collect();
        all.into_iter().rev().take(MAX_TYPED).rev().collect()
    }
}

/// The answers in a record whose questions from a position on are those of a call, which may have had other ids then.
pub(super) fn replies_from(record: &Details, first: usize, questionnaire: &Questionnaire) -> Replies {
    let asked = record.questions.iter().skip(first).zip(questionnaire.questions());
    let same = asked.filter(|(then, now)| then.prompt == now.prompt);
    let ids: HashMap<&str, &str> = same.map(|(then, now)| (then.id.as_str(), now.id.as_str())).collect();
    let id_now = |id: &str| ids.get(id).map(|id| (*id).to_owned());
    let answers = record.answers.iter().filter_map(|answer| Some(Answer { id: id_now(&answer.id)?, ..answer.clone() }));
    let unsent = record.unsent.iter().flatten();
    let unsent = unsent.filter_map(|unsent| Some(Unsent { id: Some(id_now(unsent.id.as_ref()?)?), ..unsent.clone() }));
    Replies::of_record(&answers.collect::<Vec<_>>(), &unsent.collect::<Vec<_>>(), questionnaire)
}

/// Whether a message says nothing of what came of the calls before it.
fn says_nothing(message: &Value) -> bool {
    match message.field("role").text() {
        "assistant" => {
            let is_broken_off = ["aborted", "error"].contains(&message.field("stopReason").text());
            is_broken_off && message.field("content").list().is_empty()
        }
        role => role == "toolResult" || role == "system",
    }
}

/// The question of a record that asks the same.
fn asked_in<'a>(record: &'a Details, question: &Question) -> Option<&'a Question> {
    let is_same = |other: &&std::rc::Rc<Question>| {
        let labels = other.options.iter().map(|option| &option.label);
        let takes_the_same = other.mode == question.mode && other.allow_custom == question.allow_custom;
        takes_the_same
            && other.prompt == question.prompt
            && labels.eq(question.options.iter().map(|option| &option.label))
    };
    record.questions.iter().find(is_same).map(std::rc::Rc::as_ref)
}

/// What the user has typed, as a record says it; last what was not sent.
fn typed(record: &Details) -> Vec<String> {
    let is_secret =
        |id: &str| record.questions.iter().any(|question| question.id == id && question.secret == Some(true));
    let answers = record.answers.iter().filter(|answer| !is_secret(&answer.id));
    let unsent = record.unsent.iter().flatten().filter(|unsent| !unsent.id.as_deref().is_some_and(is_secret));
    let unsent = unsent.cloned().flat_map(Unsent::into_texts);
    answers.flat_map(Answer::typed).map(str::to_owned).chain(unsent).collect()
}

/// The text of a message, whether it has parts or not.
fn content_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        parts => parts.list().iter().map(|part| part.field("text").text()).collect::<Vec<_>>().join("\n"),
    }
}
