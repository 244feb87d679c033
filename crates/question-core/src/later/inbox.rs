//! The pending file of a session, and which questions of the branch its entries belong to.
//!
//! This module must not decide which questions are open, or take a question from the file: an entry only identifies a
//! question, names it, and holds what a person has written.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use serde::Deserialize;
use serde_json::Value;
use ts_rs::TS;

use crate::answer::fault::AnswerFault;
use crate::answer::read::Gathered;
use crate::call::questionnaire::Questionnaire;
use crate::json::Lenient as _;
use crate::later::log::{Closing, Log, State};
use crate::later::pending::{Entry, PendingFile};

/// A pending file as the host has read it.
#[derive(Clone, Debug, Default, Deserialize, TS)]
#[ts(optional_fields)]
pub struct FoundFile {
    /// Path of the file, as the user knows it.
    pub name: String,
    /// Its text, unless it could not be read.
    pub text: Option<String>,
    /// Mark of the text. A different text has a different mark.
    pub mark: Option<String>,
    /// Why it could not be read, worded to follow its name.
    pub problem: Option<String>,
}

/// What the host knows about a session besides its branch.
#[derive(Clone, Debug, Default, Deserialize, TS)]
#[ts(optional_fields)]
pub struct SessionFacts {
    /// Id of the session.
    pub id: String,
    /// Type of the messages and entries that this tool adds to a session.
    pub kind: String,
    /// Path of the pending file that the session would write, as the user knows it.
    pub file: String,
    /// Existing files that may belong to the session.
    pub files: Vec<FoundFile>,
    /// Names of the files of all sessions, each ending in the session's id; absent if they are unknown.
    pub sessions: Option<Vec<String>>,
}

/// The pending file that counts for a session.
#[derive(Clone, Debug)]
pub(super) struct Inbox {
    /// Path of the file, as the user knows it.
    pub(super) name: String,
    pub(super) mark: String,
    pub(super) file: Found,
    /// For each entry of the session's own file, the question that it belongs to.
    matches: Vec<Match>,
    /// Indices of entries by the call and the question.
    by_question: BTreeMap<Place, usize>,
    /// Whether the session has all that a person has written outside the entries.
    is_rest_sent: bool,
}

/// The content of a pending file.
#[derive(Clone, Debug)]
pub(super) enum Found {
    /// There is no file.
    Nothing,
    /// The file cannot be read.
    Broken(AnswerFault),
    /// The questions of another session, and whether that session exists, if known.
    Other(PendingFile, Option<bool>),
    /// The questions of this session.
    Own(PendingFile),
}

/// The indices of a call in the log and of a question in the call.
type Place = (usize, usize);

/// What the branch knows about an entry.
#[derive(Clone, Debug)]
enum Match {
    /// The branch has not asked the question.
    NotAsked,
    /// The question waits for an answer.
    Open,
    /// The call was closed by the session entry with this id, which is empty if its own result closed it. `is_sent` is
    /// whether the session has all that a person has written into the entry.
    Closed { by: String, is_sent: bool },
}

impl Inbox {
    /// Chooses among the files: the session's own, else one that cannot be read, else that of another session.
    pub(super) fn read(facts: SessionFacts, log: &Log) -> Self {
        let SessionFacts { id, file, files, sessions, .. } = facts;
        let found = files.into_iter().map(|FoundFile { name, text, mark, problem }| {
            let read = match text {
                Some(text) => PendingFile::read(&text),
                None => Err(AnswerFault::Host(problem.unwrap_or_default())),
            };
            let (rank, file) = match read {
                Ok(file) if file.session() == id => (0, Found::Own(file)),
                Err(fault) => (1, Found::Broken(fault)),
                Ok(file) => {
                    let exists = sessions.as_ref().filter(|_| file.known_session().is_some());
                    let exists = exists.map(|names| names.iter().any(|name| is_file_of(name, file.session())));
                    (2, Found::Other(file, exists))
                }
            };
            (rank, name, mark.unwrap_or_default(), file)
        });
        let found = found.min_by_key(|(rank, ..)| *rank);
        let (_, name, mark, file) = found.unwrap_or((0, file, String::new(), Found::Nothing));
        let (matches, by_question) = (Vec::new(), BTreeMap::new());
        let mut inbox = Self { name, mark, file, matches, by_question, is_rest_sent: true };
        inbox.match_entries(log);
        inbox
    }

    fn match_entries(&mut self, log: &Log) {
        let Found::Own(file) = &mut self.file else { return };
        let places = places(file, log);
        let calls: BTreeSet<usize> = places.iter().flatten().map(|(call, _)| *call).collect();
        let asked = calls.into_iter().filter_map(|at| Some((at, log.questionnaire(log.calls.get(at)?)?)));
        let asked: BTreeMap<usize, Questionnaire> = asked.collect();
        for (entry, place) in file.entries.iter_mut().zip(&places) {
            let question = place.and_then(|(call, at)| asked.get(&call)?.questions().get(at));
            if let Some(question) = question {
                entry.compare(question);
            }
        }
        file.compare(&asked.into_values().collect::<Vec<_>>());
        let closings = places.iter().map(|place| log.calls.get((*place)?.0)?.state.closing());
        let is_by_prompt = |closing: &Closing| closing.is_by_prompt() && closing.file.as_ref() == Some(&self.mark);
        self.is_rest_sent = file.beside().all(|field| log.says(&field)) || closings.clone().flatten().any(is_by_prompt);
        self.by_question = places.iter().zip(0..).filter_map(|(place, at)| Some(((*place)?, at))).collect();
        let matched = file.entries.iter().zip(&places).zip(closings);
        self.matches = matched
            .map(|((entry, place), closing)| match (place, closing) {
                (None, _) => Match::NotAsked,
                (Some(_), None) => Match::Open,
                (Some(place), Some(closing)) => {
                    let is_sent = !entry.has_words()
                        || closing.file.as_ref() == Some(&self.mark)
                        || entry.beside().all(|field| log.says(&field)) && has_answer(entry, *place, closing, log);
                    Match::Closed { by: closing.entry.clone(), is_sent }
                }
            })
            .collect();
    }

    /// Returns the entries of the session's own file.
    fn entries(&self) -> impl Iterator<Item = (&Entry, &Match)> {
        let entries = if let Found::Own(file) = &self.file { file.entries.as_slice() } else { &[] };
        entries.iter().zip(&self.matches)
    }

    /// Returns the entry of a question and its number in the file, 1-based.
    pub(super) fn entry(&self, call: usize, question: usize) -> Option<(usize, &Entry)> {
        let at = *self.by_question.get(&(call, question))?;
        let Found::Own(file) = &self.file else { return None };
        Some((at + 1, file.entries.get(at)?))
    }

    /// Returns whether no question of the file is open, and the session has all that a person has written into it.
    pub(super) fn is_settled(&self) -> bool {
        let is_settled = |one: &Match| matches!(one, Match::Closed { is_sent: true, .. });
        matches!(self.file, Found::Own(_)) && self.is_rest_sent && self.matches.iter().all(is_settled)
    }

    /// Returns whether the session lacks something that a person has written for questions of the branch, or outside the
    /// entries.
    pub(super) fn has_unsent_words(&self) -> bool {
        let is_asked = |one: &Match| !matches!(one, Match::NotAsked);
        let is_unsent = |(entry, one): (&Entry, &Match)| matches!(one, Match::Open) && entry.has_words();
        self.has_late_words()
            || self.entries().any(is_unsent)
            || (!self.is_rest_sent && self.matches.iter().any(is_asked))
    }

    /// Returns whether the session lacks something that a person has written for closed calls.
    pub(super) fn has_late_words(&self) -> bool {
        self.matches.iter().any(|one| matches!(one, Match::Closed { is_sent: false, .. }))
    }

    /// Returns the ids of the session entries that closed the questions of the file, in the order of the calls.
    pub(super) fn closed_by(&self) -> Vec<String> {
        let closings = self.by_question.values().filter_map(|at| match self.matches.get(*at)? {
            Match::Closed { by, .. } if !by.is_empty() => Some(by.clone()),
            _ => None,
        });
        let mut ids: Vec<String> = closings.collect();
        ids.dedup();
        ids
    }

    /// Returns the faults of entries that a person has written into and whose questions the branch has not asked.
    pub(super) fn not_asked(&self) -> Option<AnswerFault> {
        let entries = (1..).zip(self.entries());
        let not_asked = entries.filter(|(_, (entry, one))| matches!(one, Match::NotAsked) && entry.has_words());
        let fault = |(number, (entry, _)): (_, (&Entry, _))| {
            AnswerFault::Of(number, entry.name(), Box::new(AnswerFault::NotAsked))
        };
        let faults: Vec<AnswerFault> = not_asked.map(fault).collect();
        (!faults.is_empty()).then_some(AnswerFault::All(faults))
    }
}

impl State {
    fn closing(&self) -> Option<&Closing> {
        match self {
            Self::Closed(closing) => Some(closing),
            Self::Open { .. } => None,
        }
    }
}

/// Returns whether a session file, by its name, is that of the session with this id.
fn is_file_of(name: &str, session: &str) -> bool {
    let before = name.strip_suffix(".jsonl").and_then(|stem| stem.strip_suffix(session));
    before.is_some_and(|before| before.is_empty() || before.ends_with('_'))
}

/// Returns whether an entry has the same answer that its question was closed with.
fn has_answer(entry: &Entry, (call, at): Place, closing: &Closing, log: &Log) -> bool {
    let Some(questionnaire) = log.calls.get(call).and_then(|call| log.questionnaire(call)) else { return false };
    let Some(question) = questionnaire.questions().get(at) else { return false };
    let mut read = Gathered::default();
    read.push(entry.answer(question), question);
    read.faults.is_empty() && read.replies.at(0) == log.answers(closing, &questionnaire).at(at)
}

/// Returns the question of each entry: one with the same prompt, of the call that the entry names, or else of any call, the
/// last first. Of questions with the same prompt in a call, one with the same id is preferred.
fn places(file: &PendingFile, log: &Log) -> Vec<Option<Place>> {
    let call_of = |entry: &Entry| log.find(entry.json.field("call").text());
    let named: HashSet<usize> = file.entries.iter().filter_map(call_of).collect();
    let is_any_call = file.entries.iter().any(|entry| entry.json.field("call").is_null());
    // Questions without an entry so far, by prompt, those of the last call first.
    let mut free: HashMap<String, Vec<(Place, String)>> = HashMap::new();
    for (at, call) in log.calls.iter().enumerate().rev().filter(|(at, _)| is_any_call || named.contains(at)) {
        let questionnaire = log.questionnaire(call);
        for (nth, question) in questionnaire.iter().flat_map(Questionnaire::questions).enumerate() {
            free.entry(question.prompt.clone()).or_default().push(((at, nth), question.id.clone()));
        }
    }
    let mut find = |entry: &Entry| {
        let questions = free.get_mut(entry.prompt()?)?;
        let call = match entry.json.field("call") {
            Value::Null => questions.first()?.0.0,
            _ => call_of(entry)?,
        };
        let id = entry.id();
        let same_id = questions.iter().position(|((its, _), own)| *its == call && Some(own) == id.as_ref());
        let at = same_id.or_else(|| questions.iter().position(|((its, _), _)| *its == call))?;
        Some(questions.remove(at).0)
    };
    file.entries.iter().map(&mut find).collect()
}
