//! What waits in a session: the late questions of its branch and of the pending file, and what becomes of them when the
//! user asks for it. What a session begins with is in [`super::resume`].
//!
//! Asking, sending answers on, and the file itself are the host's.

use serde::Deserialize;
use serde_json::Value;
use ts_rs::TS;

use crate::answer::fault::AnswerFault;
use crate::answer::replies::Replies;
use crate::call::questionnaire::Questionnaire;
use crate::call::settings::Settings;
use crate::later::branch::Branch;
use crate::later::late::Late;
use crate::later::pending::{PendingFile, Read, Unasked};
use crate::later::plan::{Plan, Said};
use crate::screen;
use crate::words::{Words, fill};

/// A session as it is now, as far as questions go.
#[derive(Clone, Debug)]
pub struct Session {
    pub(super) branch: Branch,
    /// The questions of the pending file that have no answers yet on this branch, or what is wrong with it.
    pub(super) pending: Option<Result<Late, AnswerFault>>,
    /// The name of that file, as the user knows it, whatever there is in it.
    pub(super) file: String,
    /// Why a file that is of this session is of no use here, or not all of it.
    unfit: Option<Unfit>,
    /// A file that belongs to another session.
    pub(super) other: Option<PendingFile>,
    /// Whether that session is no more.
    is_lost: bool,
    /// Whether that session is one of those that there are.
    is_there: bool,
    /// Whether all questions of the file are answered on this branch.
    is_delivered: bool,
    /// The ids of the entries that answer them.
    answered_by: Vec<String>,
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
    /// The name that a pending file of this session would have, as the user knows it.
    pub file: String,
    /// Those files that there are and that may be its own.
    pub files: Vec<FoundFile>,
    /// The names of the files of all sessions, each with its id; absent where nobody knows them.
    pub sessions: Option<Vec<String>>,
}

/// A pending file as it was read.
#[derive(Clone, Debug, Default, Deserialize, TS)]
#[ts(optional_fields)]
pub struct FoundFile {
    /// Its name, as the user knows it.
    pub name: String,
    /// Its text.
    pub text: Option<String>,
    /// What that is known by: another text has another mark.
    pub mark: Option<String>,
    /// Where it could not be read, why, to be read behind its name.
    pub problem: Option<String>,
}

impl Session {
    /// Reads pi's entries of the branch, the oldest first.
    #[must_use]
    pub fn read(entries: &Value, facts: SessionFacts, settings: &Settings) -> Self {
        let branch = Branch::read(entries, settings.dialect.name(), &facts.answers);
        let mut session = Self {
            branch,
            pending: None,
            file: facts.file,
            unfit: None,
            other: None,
            is_lost: false,
            is_there: false,
            is_delivered: false,
            answered_by: Vec::new(),
            settings: settings.clone(),
        };
        // The session's own counts, then one that nobody knows the session of.
        let mut rank = 0;
        for FoundFile { name, text, mark, problem } in facts.files {
            let read = match text {
                Some(text) => PendingFile::read(&text),
                None => Err(AnswerFault::Host(problem.unwrap_or_default())),
            };
            let own = match &read {
                Ok(file) if file.session() == facts.id => 3,
                Err(_) => 2,
                Ok(_) => 1,
            };
            if own <= rank {
                continue;
            }
            rank = own;
            session.file = name;
            (session.pending, session.other) = (None, None);
            match read {
                Ok(file) if own == 3 => session.take(&file, &mark.unwrap_or_default()),
                Ok(file) => session.other = Some(file),
                Err(problem) => session.pending = Some(Err(problem)),
            }
        }
        let sessions = facts.sessions.as_deref();
        let is_its = |id: &str| sessions.is_some_and(|names| names.iter().any(|name| is_named_after(name, id)));
        session.is_there = session.other.as_ref().is_some_and(|file| is_its(file.session()));
        let has_id = session.other.as_ref().is_some_and(|file| file.known_session().is_some());
        session.is_lost = has_id && sessions.is_some() && !session.is_there;
        session
    }

    /// Takes the questions of the session's own file, as far as this branch has asked them and has no answers yet.
    fn take(&mut self, file: &PendingFile, mark: &str) {
        let branch = &self.branch;
        let calls = file.calls();
        let asked = branch.asked(&|call| file.leaves_out_calls() || calls.contains(&call), &self.settings);
        let Read { late, unasked } = file.of_calls(&asked, mark.to_owned(), &|call| branch.is_passed(call));
        let open = late.as_ref().and_then(|late| {
            // There are far fewer calls than questions.
            let calls = late.calls.iter().map(String::as_str);
            let states: Vec<(&str, CallState)> =
                calls.map(|call| (call, CallState::of(call, mark, branch, late))).collect();
            let is_open = |at: usize| {
                let call = late.origins.get(at)?;
                let (_, CallState { is_sent, told }) = states.iter().find(|(own, _)| own == call)?;
                // What was written into the file since then is new.
                let is_new = |told: &Replies| {
                    let own = late.replies.at(at);
                    late.fault_at(at).is_some() || (own.is_some() && told.at(at) != own)
                };
                Some(!is_sent && told.as_ref().is_none_or(is_new))
            };
            late.clone().only(&|at| is_open(at) == Some(true))
        });
        let is_kept = late.as_ref().is_none_or(|late| late.besides.is_none()) || branch.holds_file(mark, "");
        self.is_delivered = open.is_none() && unasked.is_empty() && is_kept;
        let said: Vec<AnswerFault> = unasked.iter().filter(|entry| entry.has_words).map(AnswerFault::from).collect();
        self.unfit = match () {
            () if !said.is_empty() => Some(Unfit::Unasked(AnswerFault::All(said))),
            () if open.is_some() || self.is_delivered => None,
            () if !unasked.is_empty() => Some(Unfit::OtherBranch),
            () => Some(Unfit::Unsent),
        };
        self.answered_by = late.map(|late| branch.answered_by(&late.calls, mark)).unwrap_or_default();
        self.pending = open.map(Ok);
    }

    /// What the session holds.
    #[must_use]
    pub fn branch(&self) -> &Branch {
        &self.branch
    }

    /// The questions of the pending file, where there is nothing wrong with it and they have no answers yet.
    #[must_use]
    pub fn pending(&self) -> Option<&Late> {
        self.pending.as_ref()?.as_ref().ok()
    }

    /// The name of the pending file, as the user knows it.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// That the session of the file is no more, where this one has not been told yet: to be said, and its id.
    pub(super) fn lost(&self) -> Option<(Said, String)> {
        let id = self.other.as_ref().map(PendingFile::session).filter(|_| self.is_lost)?;
        (!self.branch.knows_lost(id)).then(|| (Said::info(self.fault(&self.lost_advice())), id.to_owned()))
    }

    /// That the session of the file is no more, and what to do with it.
    fn lost_advice(&self) -> String {
        let (words, file) = (self.settings.words, &self.file);
        let remove = fill(words.remove_file, CLEAR);
        format!("{} (pi -p @{file} \"your answers\"){remove}", words.session_gone)
    }

    /// What there is to say of a file that is of no use here.
    pub(super) fn useless(&self) -> Option<String> {
        let doubt = if self.is_lost { Some(self.lost_advice()) } else { self.doubt() };
        doubt.filter(|_| self.pending.is_none()).map(|doubt| self.fault(&doubt))
    }

    /// What somebody has written into a file that is of no use here, and was not told of.
    pub(super) fn passed_over(&self) -> Option<Said> {
        let has_words = match (&self.unfit, &self.other) {
            (Some(Unfit::Unasked(unasked)), _) => {
                return Some(Said::warning(self.fault(&unasked.in_words(self.settings.words))));
            }
            (Some(Unfit::Unsent), _) => true,
            (_, Some(file)) => !self.is_lost && file.has_words(),
            _ => false,
        };
        self.useless().filter(|_| has_words).map(Said::warning)
    }

    /// Whether the answers to all questions of the pending file stand in the branch.
    #[must_use]
    pub fn is_delivered(&self) -> bool {
        self.is_delivered
    }

    /// The ids of the session's entries that answer questions of the pending file.
    #[must_use]
    pub fn answered_by(&self) -> &[String] {
        &self.answered_by
    }

    /// Whether the pending file is of another session, and that session is here.
    #[must_use]
    pub fn is_of_known_session(&self) -> bool {
        self.is_there
    }

    /// Why the pending file should not be removed without a question: something of a person's stands in it, or it is
    /// not this session's to remove.
    #[must_use]
    pub fn doubt(&self) -> Option<String> {
        let words = self.settings.words;
        match &self.pending {
            Some(Ok(late)) if late.has_words() => Some(words.unsent_in_file.to_owned()),
            Some(Err(problem)) => Some(problem.in_words(words)),
            _ if self.is_lost => Some(words.session_gone.to_owned()),
            _ => {
                let other = self.other.as_ref().map(|file| file.is_elsewhere(words));
                other.or(self.unfit.as_ref().map(|why| why.told(words)))
            }
        }
    }

    /// All late questions, those of the file first.
    #[must_use]
    pub fn late(&self) -> Vec<Late> {
        let known = self.branch.known(&self.settings);
        self.pending().cloned().into_iter().chain(known).collect()
    }

    /// What was asked and answered, and what waits: plain lines, those of results and options no wider than
    /// `columns`.
    #[must_use]
    pub fn listing(&self, columns: usize) -> String {
        let words = self.settings.words;
        let result = |(details, content)| {
            let frame = screen::result(details, content, &self.settings, true, columns);
            frame.lines.iter().map(screen::frame::Line::text).collect::<Vec<_>>().join("\n")
        };
        let mut blocks: Vec<String> = self.branch.answered().map(result).collect();
        if !blocks.is_empty() {
            blocks.insert(0, words.session_questions.to_owned());
        }
        // Those in the file are named with it.
        let is_named = |late: &Late| self.pending().is_some_and(|pending| late.overlaps(pending));
        let known = self.branch.known(&self.settings).into_iter().filter(|late| !is_named(late));
        let room = columns.saturating_sub(INDENT.len());
        let prompts: Vec<String> = known.flat_map(|late| late.questionnaire.listed(room, words)).collect();
        let waiting = |how: &str| format!("{} ({how}){}", words.pending, words.colon.trim_end());
        if !prompts.is_empty() {
            blocks.push(named(&waiting(ANSWER), &prompts));
        }
        match &self.pending {
            Some(Err(problem)) => blocks.push(self.fault(&problem.in_words(words))),
            Some(Ok(late)) => {
                let head = waiting(&format!("{}, {ANSWER}", self.file));
                blocks.push(named(&head, &late.questionnaire.listed(room, words)));
            }
            None if self.is_lost => blocks.push(self.fault(&self.lost_advice())),
            None => blocks.extend(self.other.as_ref().map(|file| self.fault(&file.elsewhere_advice(words)))),
        }
        if let Some(Unfit::Unasked(unasked)) = &self.unfit {
            blocks.push(self.fault(&unasked.in_words(words)));
        }
        if blocks.is_empty() { words.no_questions.to_owned() } else { blocks.join("\n\n") }
    }

    /// What `/questions answer` comes to: the questions of the file, or without one those that the session still knows.
    #[must_use]
    pub fn answer(&self, has_ui: bool) -> Plan {
        let in_words = |fault: &AnswerFault| Said::warning(self.fault(&fault.in_words(self.settings.words)));
        let mut say: Vec<Said> = Vec::new();
        let late = match &self.pending {
            Some(Ok(late)) => vec![late.clone()],
            broken => {
                say.extend(broken.iter().filter_map(|broken| broken.as_ref().err()).map(in_words));
                self.branch.known(&self.settings)
            }
        };
        if late.is_empty() {
            let none = say.is_empty().then(|| Said::info(self.settings.words.none_pending));
            return Plan { say: say.into_iter().chain(none).collect(), ..Plan::default() };
        }
        if !has_ui {
            say.push(Said::warning(match self.pending() {
                Some(_) => format!("Nobody can be asked here. Answer the questions in {}.", self.file),
                None => "Nobody can be asked here. Answer with: pi -c -p --answers '[…]'".to_owned(),
            }));
            return Plan { say, ..Plan::default() };
        }
        say.extend(late.iter().filter_map(Late::fault).map(|fault| in_words(&fault)));
        Plan { ask: late, say, ..Plan::default() }
    }

    /// What `/questions revise` comes to.
    #[must_use]
    pub fn revise(&self, has_ui: bool) -> Plan {
        if self.branch.last_answered().is_none() {
            return Plan::say(Said::info(self.settings.words.no_answers));
        }
        if !has_ui {
            return Plan::say(Said::warning("Nobody can be asked here."));
        }
        match self.revision() {
            Some((questionnaire, ..)) => Plan { ask: vec![Late::of_revision(questionnaire)], ..Plan::default() },
            None => Plan::say(Said::warning(self.settings.words.not_opened_again)),
        }
    }

    /// The questions that were answered last, the answers that the model counts with, and what was entered since then.
    #[must_use]
    pub fn revision(&self) -> Option<(Questionnaire, Replies, Replies)> {
        let record = self.branch.last_answered()?;
        let questionnaire = record.questionnaire()?;
        let last = record.replies(&questionnaire);
        Some(match self.branch.settled() {
            Some(settled) => {
                let settled = settled.replies(&questionnaire);
                (questionnaire, settled, last)
            }
            None => (questionnaire, last, Replies::default()),
        })
    }

    /// Late questions as they are opened: with what was entered for those of the file, when they were asked before, and
    /// not sent.
    #[must_use]
    pub fn opened(&self, mut late: Late) -> Late {
        if let Some(mark) = late.file.clone() {
            self.branch.begun_of_file(&mark).for_each(|record| late.take_begun(record));
        }
        late
    }

    pub(super) fn fault(&self, problem: &str) -> String {
        [&self.file, self.settings.words.colon, problem].concat()
    }
}

/// Why the questions of a file cannot be opened here, though it is of this session.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Unfit {
    /// They are answered, and other answers stand in the file.
    Unsent,
    /// They were asked on another branch.
    OtherBranch,
    /// This branch has not asked some of them, and something is said of those.
    Unasked(AnswerFault),
}

impl Unfit {
    fn told(&self, words: &Words) -> String {
        match self {
            Self::Unsent => words.unsent_in_file.to_owned(),
            Self::OtherBranch => words.not_asked_here.to_owned(),
            Self::Unasked(unasked) => unasked.in_words(words),
        }
    }
}

impl From<&Unasked> for AnswerFault {
    fn from(Unasked { number, name, .. }: &Unasked) -> Self {
        Self::Of(*number, name.clone(), Box::new(Self::NotAsked))
    }
}

/// Whether a session file of this name is of the session with this id.
fn is_named_after(name: &str, id: &str) -> bool {
    let stem = name.strip_suffix(".jsonl").and_then(|stem| stem.strip_suffix(id));
    !id.is_empty() && stem.is_some_and(|before| before.is_empty() || before.ends_with('_'))
}

/// What opens questions that wait.
pub(super) const ANSWER: &str = "/questions answer";
/// What removes the pending file.
pub(super) const CLEAR: &str = "/questions clear";

/// What the branch has of a call whose questions are in the file.
struct CallState {
    /// Whether what the file says of it was sent.
    is_sent: bool,
    /// What the questions were answered with since; none of them where that was in words.
    told: Option<Replies>,
}

impl CallState {
    fn of(call: &str, mark: &str, branch: &Branch, late: &Late) -> Self {
        Self { is_sent: branch.holds_file(mark, call), told: branch.answers_to(call, &late.questionnaire) }
    }
}

/// Before what stands below a heading.
const INDENT: &str = "  ";

fn named(head: &str, lines: &[String]) -> String {
    let lines = lines.iter().flat_map(|line| ["\n", INDENT, line]);
    std::iter::once(head).chain(lines).collect()
}
