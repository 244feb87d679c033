//! Asks the client of an agent over the Agent Client Protocol (ACP), and turns its replies into the response to an
//! `ask_user_request`.
//!
//! No other module knows the protocol. The first way of asking that the client supports is used. Questions that are
//! left blank are asked once more, and again after each reply that brings an answer. Each reply is checked against the
//! request: a reply with a fault is refused, and the answers in it that fit are kept.

mod entered;
mod form;
mod question_request;

use std::borrow::Cow;
use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use ts_rs::TS;

use crate::answer::given::{Boxes, Choice, Given};
use crate::answer::opening::Opening;
use crate::answer::outcome::Ending;
use crate::answer::replies::{self, Replies};
use crate::answer::sheet::joined;
use crate::call::questionnaire::{Question, Questionnaire};
use crate::call::request::Mode;
use crate::call::settings::Settings;
use crate::call::subagent::Subagent;
use crate::faces::acp::entered::{ReadReply, Unclear};
use crate::faces::program::RESPONSE;
use crate::form::Form;
use crate::form::action::Action;
use crate::form::entry::Entry;
use crate::json::{Lenient, compact};
use crate::text::markdown::Markdown;
use crate::text::{Clean, is_blank};
use crate::view::{RowView, said, whole};
use crate::words::{Words, fill};

pub use question_request::{AcpAnswer, AcpQuestion, AcpQuestionRequest, AcpQuestionResponse};

/// Session and tool call of a request.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct AcpScope {
    /// The `requestId` of the `ask_user_request`, which the response repeats.
    pub request_id: String,
    /// Id of the session at the client.
    pub session_id: String,
    /// Id of the tool call, if it still waits for the result.
    pub tool_call_id: Option<String>,
}

/// The next step of the host.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(tag = "step", rename_all = "camelCase")]
pub enum AcpStep {
    /// Send a request to the client, and pass its reply to [`Elicitation::take`].
    Ask {
        /// Method of the request.
        method: &'static str,
        /// Parameters of the request.
        #[ts(type = "Record<string, unknown>")]
        params: Value,
    },
    /// End with a response.
    Respond {
        /// The `ask_user_response`, as a JSON text.
        response: String,
    },
    /// End with a fault in the reply.
    Refuse {
        /// The fault, in English.
        problem: String,
        /// The `ask_user_response` of a user who leaves with the answers so far, as a JSON text.
        response: String,
    },
    /// End without a response, because the request was withdrawn.
    Withdrawn,
    /// Ask in another way than over ACP, because the client supports neither request.
    Unsupported,
}

/// A way of asking the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// By a form, as the protocol defines it.
    Form,
    /// By an extension request that this tool defines.
    QuestionRequest,
}

/// Questions that are asked through an agent's client.
#[derive(Clone, Debug)]
pub struct Elicitation {
    questions: Vec<Entry>,
    title: Option<Clean<'static>>,
    /// The session that the questions come from, if it is another one.
    subagent: Option<Subagent>,
    words: &'static Words,
    scope: AcpScope,
    /// Ways of asking that the client supports and that have not failed. The first one is used.
    ways: VecDeque<Way>,
    /// Answers so far.
    replies: Replies,
    /// Unclear answers so far, the latest last.
    unclear: Vec<Unclear>,
    /// Whether the current request repeats the questions that were left blank.
    is_again: bool,
}

/// Error code of a request that was withdrawn.
const CANCELLED: i64 = -32800;

impl Elicitation {
    /// Creates the elicitation for a client with the given `clientCapabilities`.
    #[must_use]
    pub fn new(
        questionnaire: &Questionnaire,
        opening: &Opening,
        settings: &Settings,
        capabilities: &Value,
        scope: AcpScope,
    ) -> Self {
        let words = settings.words;
        let mut questions = Entry::all(questionnaire, opening.sheets(questionnaire), words);
        // The first fault of a question is told.
        for (at, fault) in opening.faults.iter().rev() {
            questions.get_mut(*at).into_iter().for_each(|entry| entry.set_fault(fault.clone()));
        }
        let (title, subagent) = (questionnaire.title_line(), opening.subagent.clone());
        let own = capabilities.field("_meta").field("pi-question").field("questionRequest");
        let ways = [(Way::Form, capabilities.field("elicitation").field("form")), (Way::QuestionRequest, own)];
        let is_supported = |value: &Value| matches!(value, Value::Object(_) | Value::Bool(true));
        let ways = ways.into_iter().filter_map(|(way, value)| is_supported(value).then_some(way)).collect();
        Self {
            questions,
            title,
            subagent,
            words,
            scope,
            ways,
            replies: Replies::default(),
            unclear: Vec::new(),
            is_again: false,
        }
    }

    /// Returns the request to send to the client next.
    #[must_use]
    pub fn ask(&self) -> AcpStep {
        let (method, params) = match self.ways.front() {
            Some(Way::Form) => ("elicitation/create", self.form_params()),
            Some(Way::QuestionRequest) => ("_pi-question/question_request", json!(self.question_request())),
            None => return AcpStep::Unsupported,
        };
        AcpStep::Ask { method, params }
    }

    /// Handles the client's reply as [`Self::reply`] does, and enters what it says into a form of the same questions. `None`
    /// stands for a client that is gone. If `is_interrupted`, the form is about to end from outside, and only a complete
    /// response ends it before.
    pub fn take(&mut self, form: &mut Form, reply: Option<&Value>, is_interrupted: bool) -> AcpStep {
        let step = reply.map_or(AcpStep::Withdrawn, |reply| self.reply(reply));
        let ending = match &step {
            AcpStep::Respond { response } => form.respond(response).err().map(Ending::Failed),
            AcpStep::Refuse { problem, .. } => {
                Some(Ending::Failed(format!("the client's answer was refused: {problem}")))
            }
            AcpStep::Withdrawn if reply.is_none() => Some(Ending::Disconnected),
            AcpStep::Withdrawn => Some(Ending::Aborted),
            AcpStep::Ask { .. } | AcpStep::Unsupported => None,
        };
        if !matches!(step, AcpStep::Respond { .. }) {
            // However it ends, what was answered so far is kept.
            let entered = form.enter(&self.so_far());
            debug_assert!(entered.is_ok(), "the answers so far fit the request: {entered:?}");
        }
        if let Some(ending) = ending.filter(|_| !is_interrupted || matches!(step, AcpStep::Respond { .. })) {
            form.update(Action::End(ending));
        }
        step
    }

    /// Handles the client's reply: an object with `result` or `error`, or null if the host could not read it.
    pub fn reply(&mut self, reply: &Value) -> AcpStep {
        let (result, error) = (reply.field("result"), reply.field("error"));
        if *error != Value::Null {
            return self.fall_back(error);
        }
        let replies = vec![None; self.questions.len()];
        let mut reading = ReadReply { replies, ..ReadReply::default() };
        let read = match self.ways.front() {
            None => return AcpStep::Unsupported,
            Some(_) if *reply == Value::Null => Err("it is too long, or nested too deeply".to_owned()),
            Some(Way::Form) => self.read_form(result, &mut reading),
            Some(Way::QuestionRequest) => self.read_response(result, &mut reading),
        };
        match read {
            Err(problem) => return self.refuse(problem),
            Ok(false) => return AcpStep::Respond { response: self.so_far() },
            Ok(true) => {}
        }
        let ReadReply { replies, faults, unclear } = reading;
        let answered = self.answered();
        self.replies = Replies(replies).or_else_from(&self.replies);
        if faults.is_empty() {
            self.confirm_blanks(&unclear);
        }
        for Unclear { question, reason, .. } in &unclear {
            if let Some(entry) = self.questions.get_mut(*question) {
                entry.set_fault(reason.clone());
            }
        }
        self.unclear.extend(unclear);
        if !faults.is_empty() {
            return self.refuse(faults.join("; "));
        }
        let was_again = std::mem::replace(&mut self.is_again, true);
        let is_open = self.asked().next().is_some();
        // Some clients submit the form when the user presses Enter in any of its fields.
        if is_open && (!was_again || self.answered() > answered) {
            return self.ask();
        }
        AcpStep::Respond { response: self.response(is_open) }
    }

    fn answered(&self) -> usize {
        (0..self.questions.len()).filter(|at| self.replies.answers(*at)).count()
    }

    /// Answers the questions that were left blank as their form has said.
    fn confirm_blanks(&mut self, unclear: &[Unclear]) {
        let is_unclear = |at: usize| unclear.iter().any(|unclear| unclear.question == at);
        let blanks = self.asked().map(|(at, asked)| {
            let given = self.if_blank(at, asked).filter(|_| !is_unclear(at))?;
            let note = asked.sheet().note().map(str::to_owned);
            Some((at, replies::Reply { given: Some(given), note, ..replies::Reply::default() }))
        });
        let blanks: Vec<_> = blanks.flatten().collect();
        for (at, reply) in blanks {
            if let Some(slot) = self.replies.0.get_mut(at) {
                *slot = Some(reply);
            }
        }
    }

    /// Returns the `ask_user_response` of a user who leaves with the answers so far, as a JSON text.
    fn so_far(&self) -> String {
        self.response(true)
    }

    fn refuse(&self, problem: String) -> AcpStep {
        AcpStep::Refuse { problem, response: self.so_far() }
    }

    /// Handles an error: asks in the next way that the client supports.
    fn fall_back(&mut self, error: &Value) -> AcpStep {
        let code = error.field("code").as_i64();
        if code == Some(CANCELLED) {
            return AcpStep::Withdrawn;
        }
        self.ways.pop_front();
        // Dialogs would follow, which have no access to these answers and would ask for them again.
        if self.ways.is_empty() && !self.replies.are_none() {
            let code = code.unwrap_or_default();
            return self.refuse(format!("what was left blank could not be asked for again (error {code})"));
        }
        self.ask()
    }

    /// Returns the response, as a JSON text. Unless it is that of a user who left, it has to answer every question. A note
    /// without an answer, and a text that was unclear, are sent with a null value.
    fn response(&self, is_left: bool) -> String {
        let answer = |(at, asked): (usize, &Entry)| {
            if self.replies.answers(at) {
                let mut sheet = asked.sheet().clone();
                sheet.take(self.replies.at(at)?.clone());
                return Some(json!(sheet.answer(&asked.question)?));
            }
            let text =
                self.unclear.iter().rfind(|unclear| unclear.question == at).and_then(|unclear| unclear.text.clone());
            let note = self.replies.at(at).and_then(|reply| reply.note.clone());
            let note = joined(text.into_iter().chain(note))?;
            Some(json!({"id": asked.question.id, "value": null, "note": note}))
        };
        let answers: Vec<Value> = self.questions.iter().enumerate().filter_map(answer).collect();
        let mut response = json!({"type": RESPONSE, "requestId": self.scope.request_id, "answers": answers});
        set(&mut response, "cancelled", is_left.then_some(true));
        compact(&response)
    }

    /// Returns the questions to ask with their indices, 0-based: all in the first request, then those without an
    /// answer.
    fn asked(&self) -> impl Iterator<Item = (usize, &Entry)> {
        self.questions.iter().enumerate().filter(|&(at, _)| !self.is_again || !self.replies.answers(at))
    }

    /// Returns the answer that leaving a question blank means: the answer or the default that it has, or else an empty
    /// one if the question allows it. A note alone confirms nothing.
    fn if_blank(&self, at: usize, asked: &Entry) -> Option<Given> {
        if self.replies.at(at).is_some() {
            return None;
        }
        let Question { mode, allow_empty, allow_custom, options, .. } = &*asked.question;
        let empty = match mode {
            Mode::Single => Given::Single(Some(Choice::Typed(String::new()))),
            Mode::Multi => Given::Multi(Boxes::with_choices(options.len(), [])),
            Mode::Input => Given::Input(Some(String::new())),
        };
        let may_be_empty = *allow_empty && (*allow_custom || *mode != Mode::Single);
        asked.sheet().submitted().map(Cow::into_owned).or_else(|| may_be_empty.then_some(empty))
    }

    /// Returns the heading: the title of the form, or the questions that are still unanswered.
    fn message(&self) -> String {
        let words = self.words;
        if self.is_again {
            let names: Vec<&str> = self.asked().map(|(_, asked)| asked.shown.name.as_str()).collect();
            return fill(words.unanswered, &names.join(", "));
        }
        let count = || words.count(words.questions, self.questions.len());
        let title = self.title.as_ref().map_or_else(count, |title| title.as_str().to_owned());
        let asks = self.subagent.as_ref().map(|subagent| subagent.asks(words).as_str().to_owned());
        asks.into_iter().chain([title]).collect::<Vec<_>>().join(" · ")
    }

    /// Returns the remarks below the prompt of the question at index `at`, 0-based: a fault in an earlier answer, the
    /// placeholder, and the meaning of a blank answer.
    fn remarks(&self, at: usize, asked: &Entry) -> Vec<String> {
        let words = self.words;
        let placeholder = Some(asked.shown.placeholder.as_str()).filter(|text| !text.is_empty());
        let blank = self.if_blank(at, asked);
        let blank = blank.and_then(|given| asked.sheet().picks_of(&given, &asked.question, whole));
        let blank = blank.map(|picks| match picks.as_slice() {
            [pick] if is_blank(&pick.label) => words.may_be_empty.to_owned(),
            picks => fill(words.if_blank, &said(picks, words)),
        });
        asked.fault().into_iter().chain(placeholder).map(str::to_owned).chain(blank).collect()
    }
}

/// Returns the options of a question.
fn options(asked: &Entry) -> impl Iterator<Item = RowView<'_>> {
    (0..asked.question.options.len()).filter_map(|at| RowView::option(asked, at))
}

/// Returns the description of an option, followed by its preview as plain text, because clients do not lay out
/// Markdown.
fn described(option: &RowView<'_>) -> Option<String> {
    let description = option.description.map(|text| text.as_clean().as_str().to_owned());
    let texts: Vec<String> = description.into_iter().chain(option.preview.map(Markdown::plain)).collect();
    (!texts.is_empty()).then(|| texts.join("\n\n"))
}

/// Sets a field of an object if there is a value.
fn set(object: &mut Value, name: &str, value: Option<impl Into<Value>>) {
    if let (Some(fields), Some(value)) = (object.as_object_mut(), value) {
        fields.insert(name.to_owned(), value.into());
    }
}
