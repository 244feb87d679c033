//! What waits in a session: the late questions of its branch and of the pending file, and what becomes of them when the
//! user asks for it. What a session begins with is in [`super::resume`].
//!
//! Asking, sending answers on, and the file itself are the host's.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::answer::reply::Replies;
use crate::answer::result::{Host, HostMode, ToolResult};
use crate::call::questionnaire::Questionnaire;
use crate::call::request::Request;
use crate::call::settings::Settings;
use crate::later::branch::Branch;
use crate::later::late::Late;
use crate::later::pending::PendingFile;
use crate::screen;

/// A session as it is now, as far as questions go.
#[derive(Clone, Debug)]
pub struct Session {
    pub(super) branch: Branch,
    /// The questions of the pending file, or what is wrong with it.
    pub(super) pending: Option<Result<Late, String>>,
    /// The file's name, as the user knows it.
    pub(super) file: String,
    pub(super) settings: Settings,
}

/// What the host knows beside the branch.
#[derive(Clone, Debug, Default, Deserialize, TS)]
#[ts(optional_fields)]
pub struct SessionFacts {
    /// The session's id.
    pub id: String,
    /// The type of the messages and entries that bring answers without a call.
    pub answers: String,
    /// The name of the pending file, as the user knows it.
    pub file: String,
    /// The file, where there is one.
    pub pending: Option<ReadFile>,
}

/// The pending file as it was read.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(untagged)]
pub enum ReadFile {
    /// Its text, and what that is known by.
    Text {
        /// The text.
        text: String,
        /// Another text has another mark.
        mark: String,
    },
    /// Why it could not be read.
    Problem {
        /// The reason, to be read behind the file's name.
        problem: String,
    },
}

/// How loud something is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// As it comes.
    Info,
    /// Something is not as the user wants it.
    Warning,
}

/// Something to be said to the user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Said {
    /// What.
    pub text: String,
    /// How loud.
    pub tone: Tone,
}

/// What the host has to do, in this order.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// To remove the pending file: its answers stand in the session.
    pub is_delivered: bool,
    /// To tell the user.
    pub say: Vec<Said>,
    /// To send the model.
    pub delivery: Option<Delivery>,
    /// To ask the user, one after the other.
    pub ask: Vec<Late>,
    /// To ask for other answers than were given last.
    pub revises: bool,
    /// To forget the answers of the command line: they were used, or found wrong.
    pub is_used: bool,
}

/// The answers to late questions.
#[derive(Clone, Debug)]
pub struct Delivery {
    /// What a form would have come to.
    pub result: ToolResult,
    /// The questions.
    pub late: Late,
    /// Whether the model is to act on them at once.
    pub goes_on: bool,
}

impl Said {
    pub(super) fn info(text: impl Into<String>) -> Self {
        Self { text: text.into(), tone: Tone::Info }
    }

    pub(super) fn warning(text: impl Into<String>) -> Self {
        Self { text: text.into(), tone: Tone::Warning }
    }
}

impl Plan {
    fn say(said: Said) -> Self {
        Self { say: vec![said], ..Self::default() }
    }
}

impl Session {
    /// Reads pi's entries of the branch, the oldest first.
    #[must_use]
    pub fn read(entries: &Value, facts: SessionFacts, settings: &Settings) -> Self {
        let branch = Branch::read(entries, settings.dialect.name(), &facts.answers);
        let pending = facts.pending.map(|read| match read {
            ReadFile::Problem { problem } => Err(problem),
            ReadFile::Text { text, mark } => {
                PendingFile::read(&text)?.of_session(&facts.id)?.answering(branch.known(settings), mark, settings)
            }
        });
        Self { branch, pending, file: facts.file, settings: settings.clone() }
    }

    /// What the session holds.
    #[must_use]
    pub fn branch(&self) -> &Branch {
        &self.branch
    }

    /// The questions of the pending file, where there is nothing wrong with it.
    #[must_use]
    pub fn pending(&self) -> Option<&Late> {
        self.pending.as_ref()?.as_ref().ok()
    }

    /// Whether the answers of the pending file, as it stands there, stand in the branch as well.
    #[must_use]
    pub fn is_delivered(&self) -> bool {
        self.pending().and_then(|late| late.file.as_deref()).is_some_and(|mark| self.branch.holds_file(mark))
    }

    /// Why the pending file should not be removed without a question.
    #[must_use]
    pub fn doubt(&self) -> Option<&str> {
        match self.pending.as_ref()? {
            Ok(late) => late.has_answers().then_some("answers stand in it that were not sent"),
            Err(problem) => Some(problem),
        }
    }

    /// All late questions, those of the file first.
    #[must_use]
    pub fn late(&self) -> Vec<Late> {
        let known = self.branch.known(&self.settings);
        self.pending().cloned().into_iter().chain(known).collect()
    }

    /// What was asked and answered, and what waits: plain lines, those of results no wider than `columns`.
    #[must_use]
    pub fn listing(&self, columns: usize) -> String {
        let result = |(details, content)| {
            let frame = screen::result(details, content, &self.settings, true, columns);
            frame.lines.iter().map(screen::frame::Line::text).collect::<Vec<_>>().join("\n")
        };
        let mut blocks: Vec<String> = self.branch.answered().map(result).collect();
        // Those in the file are named with it.
        let is_named = |late: &Late| self.pending().is_some_and(|pending| late.overlaps(pending));
        let known = self.branch.known(&self.settings).into_iter().filter(|late| !is_named(late));
        let prompts: Vec<String> = known.flat_map(|late| late.questionnaire.prompts()).collect();
        if !prompts.is_empty() {
            blocks.push(named("Waiting for answers (/questions answer):", &prompts));
        }
        match &self.pending {
            Some(Err(problem)) => blocks.push(self.fault(problem)),
            Some(Ok(late)) => {
                let head = format!("Waiting in {} (/questions answer):", self.file);
                blocks.push(named(&head, &late.questionnaire.prompts()));
            }
            None => {}
        }
        if blocks.is_empty() { "No questions in this session.".to_owned() } else { blocks.join("\n\n") }
    }

    /// What `/questions answer` comes to: the questions of the file, or without one those that the session still knows.
    #[must_use]
    pub fn answer(&self, has_ui: bool) -> Plan {
        let late = match &self.pending {
            Some(Err(problem)) => return Plan::say(Said::warning(self.fault(problem))),
            Some(Ok(late)) => vec![late.clone()],
            None => self.branch.known(&self.settings),
        };
        if late.is_empty() {
            return Plan::say(Said::info("No questions are pending."));
        }
        if !has_ui {
            let text = format!("Nobody can be asked here. Answer the questions in {}.", self.file);
            return Plan::say(Said::warning(text));
        }
        Plan { ask: late, ..Plan::default() }
    }

    /// What `/questions revise` comes to.
    #[must_use]
    pub fn revise(&self, has_ui: bool) -> Plan {
        let Some(details) = self.branch.last_answered() else {
            return Plan::say(Said::info("No answers in this session yet."));
        };
        if !has_ui {
            return Plan::say(Said::warning("Nobody can be asked here."));
        }
        let Err(refusal) = Questionnaire::new(Request::read(details), &self.settings) else {
            return Plan { revises: true, ..Plan::default() };
        };
        let content = refusal.result(Host { mode: HostMode::Tui, now: None }).content;
        let reason = content.lines().next().unwrap_or_default();
        Plan::say(Said::warning(format!("These answers cannot be opened again. {reason}")))
    }

    /// The questions that were answered last, and their answers.
    #[must_use]
    pub fn revision(&self) -> Option<(Questionnaire, Replies)> {
        let details = self.branch.last_answered()?;
        let questionnaire = Questionnaire::new(Request::read(details), &self.settings).ok()?;
        let replies = Replies::of_result(details, &questionnaire).unwrap_or_default();
        Some((questionnaire, replies))
    }

    pub(super) fn fault(&self, problem: &str) -> String {
        format!("{}: {problem}", self.file)
    }
}

fn named(head: &str, prompts: &[String]) -> String {
    let prompts = prompts.iter().map(|prompt| format!("\n  {prompt}"));
    std::iter::once(head.to_owned()).chain(prompts).collect()
}
