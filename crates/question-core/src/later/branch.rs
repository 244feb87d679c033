//! What the current branch of a session holds of questions: calls, results, and answers that came later.
//!
//! It reads pi's session entries, and of results our record alone: what it does not know, it passes over.
//! Asking, and sending answers on, is the host's.

use std::collections::HashSet;

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
use crate::json::Lenient as _;
use crate::later::late::Late;

/// A branch of a session, as far as questions go.
#[derive(Clone, Debug)]
pub struct Branch {
    told: Vec<Told>,
    messages: Vec<Message>,
    typed: Vec<String>,
    ends_in_answers: bool,
}

/// Something that was asked or answered: the result of a call, or a later message.
#[derive(Clone, Debug, Default)]
struct Told {
    /// The id of a later entry.
    entry: String,
    /// The call that it is the result of; `None` for a later message.
    call: Option<String>,
    /// The name that the tool of the call had.
    tool: String,
    /// For a later message, the calls whose questions it answers.
    answers: Vec<String>,
    /// The calls of which it only holds the answers so far.
    begun: Vec<String>,
    details: Value,
    /// Our record in them; `None` where there is none.
    record: Option<Details>,
    content: String,
}

/// A message of the conversation.
#[derive(Clone, Debug)]
struct Message {
    calls: Vec<Call>,
    /// The ids of all calls in it, of whatever tool.
    ids: Vec<String>,
    /// Whether it says nothing of what came of the calls before it.
    is_passed: bool,
    /// Whether it is a prompt of the user's.
    is_prompt: bool,
}

/// A call that was run.
#[derive(Clone, Debug)]
struct Call {
    id: String,
    arguments: Value,
}

/// Texts that a person is likely to want again.
const MAX_TYPED: usize = 100;

impl Branch {
    /// Reads pi's session entries, the oldest first. `tool` is the name of this tool, `answers` the type of the messages
    /// and entries that bring answers without a call.
    #[must_use]
    pub fn read(entries: &Value, tool: &str, answers: &str) -> Self {
        let entries = entries.list();
        let all: Vec<Told> = entries.iter().filter_map(|entry| told(entry, answers)).collect();
        let messages = entries.iter().filter_map(|entry| message(entry, tool)).collect();
        let all_typed: Vec<String> = all.iter().flat_map(typed).collect();
        let typed = all_typed.iter().skip(all_typed.len().saturating_sub(MAX_TYPED)).cloned().collect();
        let says_something = |entry: &&Value| match entry.field("type").text() {
            "message" => !is_passed(entry.field("message")),
            kind => kind == "custom_message",
        };
        let last = entries.iter().rfind(says_something);
        let ends_in_answers = last.is_some_and(|entry| entry.field("customType").text() == answers);
        let told = all.into_iter().filter(Told::is_ours).collect();
        Self { told, messages, typed, ends_in_answers }
    }

    /// Whether it holds a conversation.
    #[must_use]
    pub fn has_messages(&self) -> bool {
        !self.messages.is_empty()
    }

    /// Questions without answers, as far as they can be asked: those that were left pending, and those of calls that
    /// were interrupted.
    #[must_use]
    pub fn known(&self, settings: &Settings) -> Vec<Late> {
        let is_answered = |call: &String| self.told.iter().any(|told| told.answers.contains(call));
        let pending = self.told.iter().filter(|told| told.outcome() == Some(Outcome::Pending));
        let pending = pending.filter_map(|told| {
            let call = told.call.as_ref().filter(|call| !is_answered(call))?;
            let begun = self.told.iter().filter(|told| told.begun.contains(call));
            Some(self.late(call, told.record.as_ref()?.questionnaire()?, begun))
        });
        pending.chain(self.interrupted(self.messages.iter().flat_map(|message| &message.calls), settings)).collect()
    }

    /// Calls with their questions, as they were asked, the oldest first and those without a result last; `is_meant` says
    /// which calls.
    pub(super) fn asked(&self, is_meant: &dyn Fn(&str) -> bool, settings: &Settings) -> Vec<(String, Questionnaire)> {
        let results = self.told.iter().filter_map(|told| Some((told.call.as_ref()?, told.record.as_ref()?)));
        let results: Vec<_> = results.filter(|(_, record)| !record.questions.is_empty()).collect();
        let has_result = |id: &String| results.iter().any(|(call, _)| *call == id);
        let calls = self.messages.iter().flat_map(|message| &message.calls).filter(|call| !has_result(&call.id));
        let calls = calls.filter(|call| is_meant(&call.id));
        let results = results.iter().filter(|(call, _)| is_meant(call));
        let results = results.filter_map(|(call, record)| Some(((*call).clone(), record.questionnaire()?)));
        results.chain(calls.filter_map(|call| Some((call.id.clone(), call.questionnaire(settings)?)))).collect()
    }

    /// Questions of calls in the last message of the model that were interrupted.
    #[must_use]
    pub fn last_interrupted(&self, settings: &Settings) -> Vec<Late> {
        let last = self.messages.iter().rfind(|message| !message.is_passed);
        self.interrupted(last.iter().flat_map(|message| &message.calls), settings)
    }

    /// Those of the calls that have no result, and those whose form was closed with pi, until the user answers something
    /// else; as far as they can be asked.
    fn interrupted<'a>(&self, calls: impl Iterator<Item = &'a Call>, settings: &Settings) -> Vec<Late> {
        let last_answer = self.told.iter().rposition(|told| told.outcome() == Some(Outcome::Answered));
        // A form that was shown is closed from outside by pi itself, when it ends or turns to another session; and by
        // programs that stop the run, as they may.
        let is_closed_with_pi = |told: &Told| {
            told.record.as_ref().is_some_and(|record| match record.outcome {
                Outcome::Aborted => record.mode == HostMode::Tui && record.shown != Some(false),
                outcome => outcome == Outcome::ConnectionLost,
            })
        };
        let is_over = |id: &String| {
            self.told.iter().enumerate().any(|(at, told)| {
                let is_open = is_closed_with_pi(told) && last_answer.is_none_or(|last| at > last);
                told.answers.contains(id) || (told.call.as_ref() == Some(id) && !is_open)
            })
        };
        let interrupted = calls.filter(|call| !is_over(&call.id)).filter_map(|call| {
            let id = &call.id;
            let begun = self.told.iter().filter(|told| told.call.as_ref() == Some(id) || told.begun.contains(id));
            Some(self.late(id, call.questionnaire(settings)?, begun))
        });
        interrupted.collect()
    }

    /// The record of the last answers, whether of a call or of a later message.
    #[must_use]
    pub fn last_answered(&self) -> Option<&Details> {
        self.records().rfind(|record| !record.answers.is_empty())
    }

    /// The record of the answers that the model was last told to count with, where the last ones are changes to them that
    /// were cut off.
    #[must_use]
    pub fn settled(&self) -> Option<&Details> {
        let last = self.last_answered()?;
        let is_cut_off = |record: &Details| {
            matches!(record.outcome, Outcome::Aborted | Outcome::ConnectionLost) && record.changed.is_some()
        };
        let ids = |record: &Details| record.questions.iter().map(|question| question.id.clone()).collect::<Vec<_>>();
        let is_settled = |record: &&Details| !is_cut_off(record) && ids(record) == ids(last);
        self.records().rfind(is_settled).filter(|_| is_cut_off(last))
    }

    fn records(&self) -> impl DoubleEndedIterator<Item = &Details> {
        self.told.iter().filter_map(|told| told.record.as_ref())
    }

    /// The records of answers to the questions of a file of this mark that were entered, but not sent.
    pub fn begun_of_file<'a>(&'a self, mark: &'a str) -> impl Iterator<Item = &'a Details> {
        let begun = self.told.iter().filter(move |told| told.details.field("begunFile").text() == mark);
        begun.filter_map(|told| told.record.as_ref())
    }

    /// Late questions of a call; `begun` are the results with answers so far, the oldest first.
    fn late<'a>(&self, call: &str, questionnaire: Questionnaire, begun: impl Iterator<Item = &'a Told>) -> Late {
        let begun = begun.filter_map(|told| told.record.as_ref());
        Late::of_call(call, questionnaire, begun, self.is_passed(call))
    }

    /// What was asked and answered, in its order: the details, and what the model was told.
    pub fn answered(&self) -> impl Iterator<Item = (&Value, &str)> {
        let is_pending = |told: &Told| told.outcome() == Some(Outcome::Pending);
        let answered = self.told.iter().filter(move |told| !is_pending(told) && !told.content.is_empty());
        answered.map(|told| (&told.details, told.content.as_str()))
    }

    /// Whether the user has gone on after a call with another prompt.
    pub(super) fn is_passed(&self, call: &str) -> bool {
        let made = self.messages.iter().position(|message| message.ids.iter().any(|id| id == call));
        made.is_some_and(|made| self.messages.iter().skip(made).any(|message| message.is_prompt))
    }

    /// Whether a later message holds the answers to a call that stand in a pending file, which is known by this mark.
    #[must_use]
    pub fn holds_file(&self, mark: &str, call: &str) -> bool {
        let is_for =
            |told: &Told| call.is_empty() || told.answers.is_empty() || told.answers.iter().any(|id| id == call);
        self.told.iter().any(|told| told.details.field("file").text() == mark && is_for(told))
    }

    /// The ids of the entries that answer one of these calls, or bring what stands in a pending file that is known by this
    /// mark.
    pub(super) fn answered_by(&self, calls: &[String], mark: &str) -> Vec<String> {
        let is_for = |told: &&Told| {
            told.details.field("file").text() == mark || told.answers.iter().any(|call| calls.contains(call))
        };
        self.told.iter().filter(is_for).map(|told| told.entry.clone()).collect()
    }

    /// Whether an entry says that another session is lost.
    pub(super) fn knows_lost(&self, session: &str) -> bool {
        self.told.iter().any(|told| told.details.field("lost").text() == session)
    }

    /// What the last message that answers a call holds as answers to these questions, none where it was answered in words;
    /// `None` where there is no such message.
    pub(super) fn answers_to(&self, call: &str, questionnaire: &Questionnaire) -> Option<Replies> {
        let told = self.told.iter().rfind(|told| told.answers.iter().any(|id| id == call))?;
        Some(told.record.as_ref().map(|record| record.replies(questionnaire)).unwrap_or_default())
    }

    /// Whether a later message with this id stands in the session.
    #[must_use]
    pub fn holds_message(&self, id: &str) -> bool {
        self.told.iter().any(|told| told.call.is_none() && told.details.field("id").text() == id)
    }

    /// Whether the branch ends in answers that the model has not acted on.
    #[must_use]
    pub fn ends_in_answers(&self) -> bool {
        self.ends_in_answers
    }

    /// What was entered when these questions were asked before, the same prompts with the same options: what was typed and
    /// not submitted, and the answers of a form that was left.
    #[must_use]
    pub fn drafts(&self, questionnaire: &Questionnaire) -> Replies {
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

    /// The texts that the user has typed as answers, the oldest first.
    #[must_use]
    pub fn typed(&self) -> &[String] {
        &self.typed
    }
}

impl Call {
    /// The questions of the call; `None` where they cannot be asked.
    fn questionnaire(&self, settings: &Settings) -> Option<Questionnaire> {
        Questionnaire::new(Request::read(&self.arguments), settings).ok()
    }
}

impl Told {
    /// Whether it is a later message, or the result of this tool, by any of the names that it can have.
    fn is_ours(&self) -> bool {
        self.call.is_none() || Dialect::named(&self.tool).is_some()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.record.as_ref().map(|record| record.outcome)
    }
}

fn told(entry: &Value, answers: &str) -> Option<Told> {
    let is_ours = entry.field("customType").text() == answers;
    let message = entry.field("message");
    let id = entry.field("id").text().to_owned();
    let told = |details: &Value, content: &Value| Told {
        entry: id,
        call: None,
        tool: String::new(),
        answers: texts(details.field("calls")),
        begun: texts(details.field("begun")),
        details: details.clone(),
        record: Details::read(details),
        content: content_of(content),
    };
    match entry.field("type").text() {
        "custom_message" if is_ours => Some(told(entry.field("details"), entry.field("content"))),
        // Answered in words, stopped before they were asked, or left with texts that were not submitted.
        "custom" if is_ours => Some(told(entry.field("data"), &Value::Null)),
        "message" if message.field("role").text() == "toolResult" => {
            let told = told(message.field("details"), message.field("content"));
            let call = Some(message.field("toolCallId").text().to_owned());
            let tool = message.field("toolName").text().to_owned();
            Some(Told { call, tool, entry: String::new(), answers: Vec::new(), begun: Vec::new(), ..told })
        }
        _ => None,
    }
}

fn message(entry: &Value, tool: &str) -> Option<Message> {
    if entry.field("type").text() != "message" {
        return None;
    }
    let message = entry.field("message");
    // Of a message that broke off, the calls are not run.
    let is_run = message.field("role").text() == "assistant" && message.field("stopReason").text() == "toolUse";
    let parts = message.field("content").list().iter().filter(|_| is_run);
    let own = parts.filter(|part| part.field("type").text() == "toolCall" && part.field("name").text() == tool);
    let call =
        |part: &Value| Call { id: part.field("id").text().to_owned(), arguments: part.field("arguments").clone() };
    let all = message.field("content").list().iter().filter(|part| part.field("type").text() == "toolCall");
    Some(Message {
        calls: own.map(call).collect(),
        ids: all.map(|part| part.field("id").text().to_owned()).collect(),
        is_passed: is_passed(message),
        is_prompt: message.field("role").text() == "user",
    })
}

/// Whether a message says nothing of what came of the calls before it.
fn is_passed(message: &Value) -> bool {
    match message.field("role").text() {
        "assistant" => {
            let is_broken_off = ["aborted", "error"].contains(&message.field("stopReason").text());
            is_broken_off && message.field("content").list().is_empty()
        }
        role => role == "toolResult" || role == "system",
    }
}

/// The question of a result that asks the same.
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

/// What the user has typed, as our record in an entry says it, but for what is secret; last what was not sent.
fn typed(told: &Told) -> Vec<String> {
    let Some(record) = &told.record else { return Vec::new() };
    let secret = record.questions.iter().filter(|question| question.secret == Some(true));
    let secret: HashSet<&str> = secret.map(|question| question.id.as_str()).collect();
    let answers = record.answers.iter().filter(|answer| !secret.contains(answer.id.as_str()));
    let unsent = record.unsent.iter().flatten();
    let unsent = unsent.filter(|unsent| unsent.id.as_deref().is_none_or(|id| !secret.contains(id)));
    answers.flat_map(Answer::typed).map(str::to_owned).chain(unsent.cloned().flat_map(Unsent::into_texts)).collect()
}

fn texts(value: &Value) -> Vec<String> {
    value.list().iter().map(|text| text.text().to_owned()).collect()
}

/// The text of a message, whether it has parts or not.
fn content_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        parts => parts.list().iter().map(|part| part.field("text").text()).collect::<Vec<_>>().join("\n"),
    }
}
