//! What the current branch of a session holds of questions: calls, results, and answers that came later.
//!
//! It reads pi's session entries, and details of any version and of any tool: what it does not know, it passes over.
//! Asking, and sending answers on, is the host's.

use serde_json::Value;

use crate::answer::draft::Unsent;
use crate::answer::reply::{Replies, Reply};
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
    /// For a later message, the calls whose questions it answers.
    answers: Vec<String>,
    /// The calls of which it only holds the answers so far.
    begun: Vec<String>,
    details: Value,
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
        let told = entries.iter().filter_map(|entry| told(entry, tool, answers)).collect();
        let messages = entries.iter().filter_map(|entry| message(entry, tool)).collect();
        let all_typed: Vec<String> = entries.iter().flat_map(|entry| typed(entry, answers)).collect();
        let typed = all_typed.iter().skip(all_typed.len().saturating_sub(MAX_TYPED)).cloned().collect();
        let says_something = |entry: &&Value| match entry.field("type").text() {
            "message" => !is_passed(entry.field("message")),
            kind => kind == "custom_message",
        };
        let last = entries.iter().rfind(says_something);
        let ends_in_answers = last.is_some_and(|entry| entry.field("customType").text() == answers);
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
        let pending = self.told.iter().filter(|told| told.details.field("outcome").text() == "pending");
        let pending = pending.filter_map(|told| {
            let call = told.call.as_ref().filter(|call| !is_answered(call))?;
            let begun = self.told.iter().filter(|told| told.begun.contains(call));
            late(call, &told.details, begun.map(|told| &told.details), settings, self.is_passed(call))
        });
        pending.chain(self.interrupted(self.messages.iter().flat_map(|message| &message.calls), settings)).collect()
    }

    /// Calls with their questions, as they were asked, the oldest first and those without a result last; `is_meant` says
    /// which calls.
    pub(super) fn asked(&self, is_meant: &dyn Fn(&str) -> bool, settings: &Settings) -> Vec<(String, Questionnaire)> {
        let results = self.told.iter().filter_map(|told| Some((told.call.as_ref()?, &told.details)));
        let results: Vec<_> = results.filter(|(_, details)| !details.field("questions").list().is_empty()).collect();
        let has_result = |id: &String| results.iter().any(|(call, _)| *call == id);
        let calls = self.messages.iter().flat_map(|message| &message.calls).filter(|call| !has_result(&call.id));
        let all = results.iter().copied().chain(calls.map(|Call { id, arguments }| (id, arguments)));
        let meant = all.filter(|(call, _)| is_meant(call));
        let read = meant
            .filter_map(|(call, asked)| Some((call.clone(), Questionnaire::new(Request::read(asked), settings).ok()?)));
        read.collect()
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
        let outcome = |told: &Told| told.details.field("outcome").text().to_owned();
        let last_answer = self.told.iter().rposition(|told| outcome(told) == "answered");
        // A form that was shown is closed from outside by pi itself, when it ends or turns to another session; and by
        // programs that stop the run, as they may.
        let is_closed_with_pi = |told: &Told| match outcome(told).as_str() {
            "aborted" => {
                told.details.field("mode").text() == "tui" && *told.details.field("shown") != Value::Bool(false)
            }
            "connection_lost" => true,
            _ => false,
        };
        let is_over = |id: &String| {
            self.told.iter().enumerate().any(|(at, told)| {
                let is_open = is_closed_with_pi(told) && last_answer.is_none_or(|last| at > last);
                told.answers.contains(id) || (told.call.as_ref() == Some(id) && !is_open)
            })
        };
        let interrupted = calls.filter(|call| !is_over(&call.id)).filter_map(|Call { id, arguments }| {
            let begun = self.told.iter().filter(|told| told.call.as_ref() == Some(id) || told.begun.contains(id));
            late(id, arguments, begun.map(|told| &told.details), settings, self.is_passed(id))
        });
        interrupted.collect()
    }

    /// The details of the last answers, whether of a call or of a later message.
    #[must_use]
    pub fn last_answered(&self) -> Option<&Value> {
        let has_answers = |told: &&Told| match told.details.field("answers") {
            Value::Array(answers) => !answers.is_empty(),
            Value::Object(answers) => !answers.is_empty(),
            _ => false,
        };
        self.told.iter().rfind(has_answers).map(|told| &told.details)
    }

    /// The details of the answers that the model was last told to count with, where the last ones are changes to them that
    /// were cut off.
    #[must_use]
    pub fn settled(&self) -> Option<&Value> {
        let last = self.last_answered()?;
        let is_cut_off = |details: &Value| {
            let is_begun = ["aborted", "connection_lost"].contains(&details.field("outcome").text());
            is_begun && details.field("changed").is_array()
        };
        let ids = |details: &Value| -> Vec<String> {
            details.field("questions").list().iter().map(|question| question.field("id").text().to_owned()).collect()
        };
        let is_settled = |told: &&Told| !is_cut_off(&told.details) && ids(&told.details) == ids(last);
        self.told.iter().rfind(is_settled).map(|told| &told.details).filter(|_| is_cut_off(last))
    }

    /// The details of answers to the questions of a file of this mark that were entered, but not sent.
    pub fn begun_of_file<'a>(&'a self, mark: &'a str) -> impl Iterator<Item = &'a Value> {
        self.told.iter().map(|told| &told.details).filter(move |details| details.field("begunFile").text() == mark)
    }

    /// What was asked and answered, in its order: the details, and what the model was told.
    pub fn answered(&self) -> impl Iterator<Item = (&Value, &str)> {
        let is_pending = |told: &Told| told.details.field("outcome").text() == "pending";
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

    /// The details of the last message that answers a call; null where it was answered in words. `None` where there is
    /// none.
    pub(super) fn answers_to(&self, call: &str) -> Option<&Value> {
        self.told.iter().rfind(|told| told.answers.iter().any(|id| id == call)).map(|told| &told.details)
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

    /// What was typed and not submitted when these questions were asked before: the same prompts with the same options.
    #[must_use]
    pub fn drafts(&self, questionnaire: &Questionnaire) -> Replies {
        let replies = questionnaire.questions().iter().map(|question| {
            let told =
                self.told.iter().rev().find_map(|told| Some((asked_in(&told.details, question)?, &told.details)));
            let (id, details) = told?;
            let unsent = Unsent::all(details).into_iter().find(|unsent| unsent.id.as_deref() == Some(id))?;
            Some(Reply { unsent, ..Reply::default() })
        });
        Replies(replies.collect())
    }

    /// The texts that the user has typed as answers, to questions of whatever tool; the oldest first.
    #[must_use]
    pub fn typed(&self) -> &[String] {
        &self.typed
    }
}

/// Questions of a call, from its arguments or the details of its result; `begun` are the details of results with answers
/// so far, the oldest first. What cannot be read of those counts as none.
fn late<'a>(
    call: &str,
    asked: &Value,
    begun: impl Iterator<Item = &'a Value>,
    settings: &Settings,
    is_passed: bool,
) -> Option<Late> {
    let questionnaire = Questionnaire::new(Request::read(asked), settings).ok()?;
    Some(Late::of_call(call, questionnaire, begun, is_passed))
}

fn told(entry: &Value, tool: &str, answers: &str) -> Option<Told> {
    let is_ours = entry.field("customType").text() == answers;
    let message = entry.field("message");
    let id = || entry.field("id").text().to_owned();
    // The tool may have had another name when it was asked to leave questions in a file.
    let is_left =
        |details: &Value| details.field("outcome").text() == "pending" && details.field("pendingFile").is_string();
    let is_own = || message.field("toolName").text() == tool || is_left(message.field("details"));
    match entry.field("type").text() {
        "custom_message" if is_ours => {
            let details = entry.field("details");
            Some(Told {
                entry: id(),
                call: None,
                answers: texts(details.field("calls")),
                begun: texts(details.field("begun")),
                details: details.clone(),
                content: content(entry.field("content")),
            })
        }
        // Answered in words, stopped before they were asked, or left with texts that were not submitted.
        "custom" if is_ours => {
            let data = entry.field("data");
            Some(Told {
                entry: id(),
                answers: texts(data.field("calls")),
                begun: texts(data.field("begun")),
                details: data.clone(),
                ..Told::default()
            })
        }
        "message" if message.field("role").text() == "toolResult" && is_own() => Some(Told {
            call: Some(message.field("toolCallId").text().to_owned()),
            details: message.field("details").clone(),
            content: content(message.field("content")),
            ..Told::default()
        }),
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

/// The id that a question has among those of a result, where it was one of them.
fn asked_in<'a>(details: &'a Value, question: &Question) -> Option<&'a str> {
    let is_same = |other: &&Value| {
        let options = other.field("options").list();
        other.field("prompt").text() == question.prompt
            && options.len() == question.options.len()
            && options.iter().zip(&question.options).all(|(other, option)| other.field("label").text() == option.label)
    };
    details.field("questions").list().iter().find(is_same).map(|question| question.field("id").text())
}

/// What the user has typed, as the result of any tool of the kind says it; last what was not sent.
fn typed(entry: &Value, answers: &str) -> Vec<String> {
    let message = entry.field("message");
    let details = match entry.field("type").text() {
        "custom_message" if entry.field("customType").text() == answers => entry.field("details"),
        "custom" if entry.field("customType").text() == answers => entry.field("data"),
        "message" if message.field("role").text() == "toolResult" => message.field("details"),
        _ => return Vec::new(),
    };
    let unsent = Unsent::all(details).into_iter().flat_map(Unsent::into_texts);
    sent(details).into_iter().chain(unsent).collect()
}

/// Of that, what was sent: answers that are no option's.
fn sent(details: &Value) -> Vec<String> {
    let questions = details.field("questions").list();
    let options = || questions.iter().flat_map(|question| question.field("options").list());
    let is_typed = |text: &str| !options().any(|option| option.field("label").as_str() == Some(text));
    match details.field("answers") {
        Value::Array(answers) => {
            let texts = answers.iter().flat_map(|answer| {
                let value = match answer.field("value") {
                    Value::Null => answer.field("answer"),
                    value => value,
                };
                let flags = one_or_many(answer.field("wasCustom"));
                // One flag may stand for several texts.
                let was_custom = move |at: usize| flags.get(at).or(flags.first()).is_some_and(Value::is_true);
                one_or_many(value).iter().enumerate().filter(move |&(at, _)| was_custom(at)).map(|(_, text)| text)
            });
            texts.filter_map(Value::as_str).filter(|text| is_typed(text)).map(str::to_owned).collect()
        }
        Value::Object(record) if !questions.is_empty() => {
            // The answers to a list of boxes are joined.
            let is_multi = |question: &Value| question.field("mode").text() == "multi";
            let is_joined =
                |prompt: &str| questions.iter().any(|one| is_multi(one) && one.field("prompt").text() == prompt);
            let texts = record.iter().filter_map(|(prompt, text)| Some((prompt, text.as_str()?)));
            let own = texts.filter(|(prompt, text)| is_typed(text) && !is_joined(prompt));
            own.map(|(_, text)| text.to_owned()).collect()
        }
        _ => Vec::new(),
    }
}

fn one_or_many(value: &Value) -> &[Value] {
    match value {
        Value::Array(values) => values,
        value => std::slice::from_ref(value),
    }
}

fn texts(value: &Value) -> Vec<String> {
    value.list().iter().map(|text| text.text().to_owned()).collect()
}

/// The text of a message, whether it has parts or not.
fn content(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        parts => parts.list().iter().map(|part| part.field("text").text()).collect::<Vec<_>>().join("\n"),
    }
}
