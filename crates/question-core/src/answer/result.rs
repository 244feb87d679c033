//! Form → result: how a call ended, as the model and the session get it.

use std::rc::Rc;

use crate::answer::content;
use crate::answer::reply::Replies;
use crate::call::questionnaire::{Question, Questionnaire};
use crate::call::refusal::Refusal;
use crate::call::request::Mode;
use crate::form::entry::{Choice, Entry, Given, Typed};
use crate::form::{Ending, Form, Occasion};
use crate::json::Json;

/// What the tool returns.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolResult {
    /// What the model reads.
    pub content: String,
    /// What the session keeps and the transcript is drawn from.
    pub details: Details,
    /// Whether the user has said anything: an answer, a note, a wish to talk.
    pub is_said: bool,
}

/// The structured half of a result.
#[derive(Clone, Debug, PartialEq)]
pub struct Details {
    /// The heading of the form.
    pub title: Option<String>,
    /// The questions as they were asked.
    pub questions: Vec<Rc<Question>>,
    /// The answers in question order.
    pub answers: Vec<Answer>,
    /// True for every outcome but `answered`.
    pub cancelled: bool,
    /// How the call ended.
    pub outcome: Outcome,
    /// The mode of the host that the call ran in.
    pub mode: HostMode,
    /// When it was answered, in milliseconds since 1970, as told by the host.
    pub answered_at: Option<i64>,
    /// What the model sent along, untouched.
    pub metadata: Option<Json>,
    /// What the user would rather say first, or why there is no answer.
    pub message: Option<String>,
    /// The file that the questions wait in, as it is named from the project.
    pub pending_file: Option<String>,
    /// Where answers were changed: the ids of the questions.
    pub changed: Option<Vec<String>>,
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every question has its answer.
    Answered,
    /// The user left the form.
    Cancelled,
    /// The user would rather talk first.
    Discuss,
    /// There is no user interface to ask in.
    Unavailable,
    /// The request could not be asked.
    Invalid,
    /// The questions wait in a file.
    Pending,
    /// The run was aborted or the session closed.
    Aborted,
    /// The program that asked the user went away.
    ConnectionLost,
    /// The form could not go on.
    Failed,
}

impl Outcome {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::Cancelled => "cancelled",
            Self::Discuss => "discuss",
            Self::Unavailable => "unavailable",
            Self::Invalid => "invalid",
            Self::Pending => "pending",
            Self::Aborted => "aborted",
            Self::ConnectionLost => "connection_lost",
            Self::Failed => "failed",
        }
    }
}

/// The answer to one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Id of the question.
    pub id: String,
    /// How it was answered.
    pub mode: Mode,
    /// The question's prompt.
    pub prompt: String,
    /// What it was answered with.
    pub picks: Picks,
    /// What the user has to say about it.
    pub note: Option<String>,
}

/// What a question was answered with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picks {
    /// Exactly one option or text.
    One(Pick),
    /// Any number: options in their order, then texts.
    Many(Vec<Pick>),
}

/// An option or a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pick {
    /// The option's value, or the typed text.
    pub value: String,
    /// The option's label, or the typed text.
    pub label: String,
    /// Position among the options, from 1; `None` for typed text.
    pub index: Option<usize>,
}

impl Pick {
    fn typed(text: &str) -> Self {
        Self { value: text.to_owned(), label: text.to_owned(), index: None }
    }

    /// Whether the user typed it.
    #[must_use]
    pub fn was_custom(&self) -> bool {
        self.index.is_none()
    }
}

impl Picks {
    /// All of them.
    #[must_use]
    pub fn all(&self) -> &[Pick] {
        match self {
            Self::One(pick) => std::slice::from_ref(pick),
            Self::Many(picks) => picks,
        }
    }
}

/// What the host knows about the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Host {
    /// The mode that it runs in.
    pub mode: HostMode,
    /// The time, in milliseconds since 1970.
    pub now: Option<i64>,
}

/// A mode of pi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostMode {
    /// The terminal user interface.
    Tui,
    /// Driven by another program.
    Rpc,
    /// One prompt, text out.
    Print,
    /// One prompt, JSON events out.
    Json,
}

impl HostMode {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tui => "tui",
            Self::Rpc => "rpc",
            Self::Print => "print",
            Self::Json => "json",
        }
    }
}

impl Form {
    /// The result of a form that has ended; `None` while it goes on.
    #[must_use]
    pub fn result(&self, host: Host) -> Option<ToolResult> {
        let ending = self.ending.as_ref()?;
        let said = || Some(self.discussion.trim().to_owned()).filter(|text| !text.is_empty());
        let (outcome, message) = match ending {
            Ending::Answered => (Outcome::Answered, None),
            Ending::Discussed => (Outcome::Discuss, said()),
            // All questions have their answers from before.
            Ending::Cancelled { share: true } if self.is_revision() && self.first_unanswered().is_none() => {
                (Outcome::Answered, None)
            }
            Ending::Cancelled { .. } => (Outcome::Cancelled, None),
            Ending::Aborted => (Outcome::Aborted, None),
            Ending::Disconnected => (Outcome::ConnectionLost, None),
            Ending::Failed(reason) => (Outcome::Failed, Some(reason.clone())),
        };
        let is_final = *ending == Ending::Answered;
        let is_shared = *ending != Ending::Cancelled { share: false };
        // Before the end, only what the user has done counts: a default is no answer of theirs.
        let counts = |entry: &&Entry| is_final || (is_shared && (self.is_revision() || entry.draft.has_input()));
        let told: Vec<Told> = self.entries.iter().filter(counts).map(|entry| entry.tell(is_final)).collect();
        let questions = self.entries.iter().map(|entry| Rc::clone(&entry.question)).collect();
        let answers: Vec<Answer> = told.iter().filter_map(|told| told.answer.clone()).collect();
        let mut result = match &self.occasion {
            // The session keeps all answers, the model is told of those that are new.
            Occasion::Revision(before) if is_shared => {
                let changed = answers.iter().filter(|answer| !before.contains(answer)).cloned().collect();
                let mut result = ToolResult::of(questions, changed, outcome, host, message);
                let changed = std::mem::replace(&mut result.details.answers, answers);
                result.details.changed = Some(changed.into_iter().map(|answer| answer.id).collect());
                result
            }
            _ => ToolResult::of(questions, answers, outcome, host, message),
        };
        result.details.title = self.title.as_ref().map(|title| title.as_str().to_owned());
        result.details.metadata.clone_from(&self.metadata);
        let has_unsent = told.iter().any(|told| !told.unsent.is_empty());
        result.is_said |= is_shared && (has_unsent || said().is_some());
        content::head(&mut result, &self.occasion);
        for Told { prompt, unsent, .. } in &told {
            for text in unsent {
                content::push_unsent(&mut result.content, Some(prompt), text);
            }
        }
        // The message of a discussion is its text, that of a failure its reason.
        if let (true, false, Some(said)) = (is_shared, outcome == Outcome::Discuss, said()) {
            content::push_unsent(&mut result.content, None, &said);
        }
        Some(result)
    }

    /// The answers to those questions that have one of these replies.
    pub(crate) fn standing(&self, replies: &Replies) -> Vec<Answer> {
        let entries = self.entries.iter().zip(&replies.0).filter(|(_, reply)| reply.is_some());
        entries.filter_map(|(entry, _)| entry.tell(true).answer).collect()
    }
}

/// What there is to tell of a question.
struct Told<'a> {
    prompt: &'a str,
    answer: Option<Answer>,
    /// Texts that are no part of it.
    unsent: Vec<String>,
}

impl Entry {
    /// The answer. Unless the form was submitted, also what was typed so far, so that no ending loses it: in place of an
    /// answer or beside checked boxes, and as unsent text what has no place there.
    fn tell(&self, is_final: bool) -> Told<'_> {
        let (question, draft) = (&self.question, &self.draft);
        let option = |at: usize| {
            let option = question.options.get(at)?;
            Some(Pick { value: option.value.clone(), label: option.label.clone(), index: Some(at + 1) })
        };
        let typed_so_far = |text: &str| (!is_final && !text.trim().is_empty()).then(|| text.to_owned());
        let text = typed_so_far(&draft.text);
        let mut unsent: Vec<String> = Vec::new();
        let picks = match &draft.given {
            Given::Single(Some(Choice::Option(at))) => {
                unsent.extend(text);
                option(*at).map(Picks::One)
            }
            Given::Single(Some(Choice::Typed(given))) | Given::Input(Some(given)) => {
                // What was typed last is what is meant.
                let text = text.unwrap_or_else(|| given.clone());
                let is_own = text != *given && question.default_value.as_ref() != Some(given);
                unsent.extend(is_own.then(|| given.clone()));
                Some(Picks::One(Pick::typed(&text)))
            }
            Given::Single(None) | Given::Input(None) => text.map(|text| Picks::One(Pick::typed(&text))),
            given @ Given::Multi { typed, .. } => {
                // A text that is being typed once more is there already.
                let text = text.filter(|text| !typed.iter().any(|typed| typed.is_checked && typed.text == *text));
                let is_there = given.has_checked() || text.is_some() || draft.is_answered();
                let is_unsent = |typed: &&Typed| !is_final && !typed.is_checked && text.as_ref() != Some(&typed.text);
                let unchecked = typed.iter().filter(is_unsent);
                unsent.extend(unchecked.map(|typed| typed.text.clone()));
                let checked = given.checked().filter_map(option);
                let typed = typed.iter().filter(|typed| typed.is_checked).map(|typed| Pick::typed(&typed.text));
                let all = checked.chain(typed).chain(text.as_deref().map(Pick::typed));
                is_there.then(|| Picks::Many(all.collect()))
            }
        };
        let mut notes: Vec<String> = draft.note.iter().cloned().collect();
        notes.extend(typed_so_far(&draft.note_text).filter(|note| draft.note.as_ref() != Some(note)));
        let (id, mode, prompt) = (question.id.clone(), question.mode, question.prompt.clone());
        let Some(picks) = picks else {
            unsent.extend(notes);
            return Told { prompt: &question.prompt, answer: None, unsent };
        };
        let note = (!notes.is_empty()).then(|| notes.join("; "));
        let answer = Some(Answer { id, mode, prompt, picks, note });
        Told { prompt: &question.prompt, answer, unsent }
    }
}

impl Refusal {
    /// The result of a request that cannot be asked.
    #[must_use]
    pub fn result(&self, host: Host) -> ToolResult {
        ToolResult::of(Vec::new(), Vec::new(), Outcome::Invalid, host, Some(self.text()))
    }
}

impl Questionnaire {
    /// The result where there is no user interface to ask in, and `reason` is why the questions cannot wait either.
    #[must_use]
    pub fn unavailable(&self, host: Host, reason: Option<String>) -> ToolResult {
        self.unasked(Outcome::Unavailable, host, reason, None)
    }

    /// The result where the questions wait in a file; `remark` is what went wrong before.
    #[must_use]
    pub fn pending(&self, host: Host, file: String, remark: Option<String>) -> ToolResult {
        self.unasked(Outcome::Pending, host, remark, Some(file))
    }

    fn unasked(&self, outcome: Outcome, host: Host, message: Option<String>, file: Option<String>) -> ToolResult {
        let mut result = ToolResult::of(self.questions().to_vec(), Vec::new(), outcome, host, message);
        result.details.title.clone_from(&self.title);
        result.details.metadata.clone_from(&self.metadata);
        result.details.pending_file = file;
        result.content = content::of(&result.details);
        result
    }
}

impl ToolResult {
    fn of(
        questions: Vec<Rc<Question>>,
        answers: Vec<Answer>,
        outcome: Outcome,
        host: Host,
        message: Option<String>,
    ) -> Self {
        let details = Details {
            title: None,
            questions,
            answers,
            cancelled: outcome != Outcome::Answered,
            outcome,
            mode: host.mode,
            answered_at: host.now.filter(|_| outcome == Outcome::Answered),
            metadata: None,
            message,
            pending_file: None,
            changed: None,
        };
        let is_said = matches!(outcome, Outcome::Answered | Outcome::Discuss) || !details.answers.is_empty();
        Self { content: content::of(&details), details, is_said }
    }
}
