//! The pending file of a session, and which questions of the branch its items belong to.
//!
//! This module must not decide which questions are open, or take a question from the file: an item only identifies a
//! question, names it, and holds what a person has written.

use std::collections::HashMap;

use serde::Deserialize;
use ts_rs::TS;

use crate::answer::fault::AnswerFault;
use crate::call::questionnaire::Questionnaire;
use crate::later::item::FileItem;
use crate::later::log::Log;
use crate::later::pending::PendingFile;

/// A pending file as the host has read it.
#[derive(Clone, Debug, Default, Deserialize, TS)]
#[ts(optional_fields)]
pub struct FoundFile {
    /// Path of the file, as the user knows it.
    pub name: String,
    /// Its text, unless it could not be read.
    pub text: Option<String>,
    /// Why it could not be read, worded to follow its name.
    pub problem: Option<String>,
}

/// What the host knows about a session besides its branch.
#[derive(Clone, Debug, Default, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct SessionFacts {
    /// Id of the session.
    pub id: String,
    /// Type of the messages and entries that this tool adds to a session.
    pub kind: String,
    /// Path of the pending file of the folder, as the user knows it.
    pub file: String,
    /// Path of a pending file for this session alone.
    pub own_file: String,
    /// Existing files: those of the two names, and others of the folder, in which questions of other sessions may wait.
    pub files: Vec<FoundFile>,
    /// Names of the files of all sessions, each ending in the session's id; absent if they are unknown.
    pub sessions: Option<Vec<String>>,
    /// Whether a run goes on.
    #[serde(default)]
    #[ts(as = "Option<bool>")]
    pub is_running: bool,
}

/// Where the questions of a call are to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetFile {
    /// Path of the file, as the user knows it.
    pub name: String,
    /// Text of the file, to which they are added.
    pub existing: Option<String>,
    /// Notice for the user: what is wrong with a file that is passed over.
    pub notice: Option<String>,
}

/// The pending file that counts for a session.
#[derive(Clone, Debug)]
pub(super) struct Inbox {
    /// Path of the file, as the user knows it.
    pub(super) name: String,
    /// Its text, if it can be read.
    pub(super) text: Option<String>,
    pub(super) file: Found,
    /// Where the questions of a call are to be written, or why they cannot be.
    pub(super) target: Result<TargetFile, String>,
    /// Files of other sessions that exist, each with its name.
    others: Vec<(String, PendingFile)>,
    /// The question of each item; none if the branch has not left it in the file.
    positions: Vec<Option<Position>>,
    /// Indices of items by their questions.
    by_question: HashMap<Position, usize>,
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

/// How much a file matters to a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// It has a question that this branch left there.
    Own,
    Broken,
    /// It has nothing of this branch.
    Other,
}

/// A file that may be the session's.
struct Candidate {
    name: String,
    text: Option<String>,
    rank: Rank,
    file: Found,
}

/// The indices of a call in the log and of a question in the call.
type Position = (usize, usize);

impl TargetFile {
    /// Returns the file that has questions of this branch already, or else the first of the two where nothing is yet.
    fn among(found: &[Candidate], file: &str, own_file: &str) -> Result<Self, String> {
        if let Some(Candidate { name, text, .. }) = found.iter().find(|candidate| candidate.rank == Rank::Own) {
            return Ok(Self { name: name.clone(), existing: text.clone(), notice: None });
        }
        let fault_of = |name: &str| {
            let candidate = found.iter().find(|candidate| candidate.name == name)?;
            Some(if let Found::Broken(fault) = &candidate.file { Some(fault.in_english()) } else { None })
        };
        match (fault_of(file), fault_of(own_file)) {
            (None, _) => Ok(Self { name: file.to_owned(), existing: None, notice: None }),
            (Some(fault), None) => {
                let notice = |fault| format!("{file}: {fault}. It stays as it is; the questions are in {own_file}.");
                Ok(Self { name: own_file.to_owned(), existing: None, notice: fault.map(notice) })
            }
            (Some(_), Some(fault)) => {
                Err(format!("{own_file}: {}", fault.as_deref().unwrap_or("something else of its name is in the way")))
            }
        }
    }
}

impl Inbox {
    /// Chooses among the files: the session's own, else one that cannot be read, else that of another session.
    pub(super) fn read(facts: SessionFacts, log: &Log) -> Self {
        let SessionFacts { id, file, own_file, files, sessions, .. } = facts;
        let candidate = |FoundFile { name, text, problem }| {
            let read = match &text {
                Some(text) => PendingFile::read(text),
                None => Err(AnswerFault::Host(problem.unwrap_or_default())),
            };
            let (rank, file) = match read {
                Ok(file) if file.session() == id => {
                    let is_written = |item: &FileItem| log.with_key(item.key()).is_some();
                    let rank = if file.items.iter().any(is_written) { Rank::Own } else { Rank::Other };
                    (rank, Found::Own(file))
                }
                Err(fault) => (Rank::Broken, Found::Broken(fault)),
                Ok(file) => {
                    let is_its = |name: &String| is_file_of(name, file.session());
                    let exists = sessions.as_ref().map(|names| names.iter().any(is_its));
                    (Rank::Other, Found::Other(file, exists))
                }
            };
            Candidate { name, text, rank, file }
        };
        let found: Vec<Candidate> = files.into_iter().map(candidate).collect();
        let target = TargetFile::among(&found, &file, &own_file);
        let elsewhere = |candidate: &Candidate| match &candidate.file {
            Found::Other(file, Some(true)) => Some((candidate.name.clone(), file.clone())),
            _ => None,
        };
        let others = found.iter().filter_map(elsewhere).collect();
        // One that is damaged, and of another name, may be any session's.
        let may_count = |found: &Candidate| found.rank != Rank::Broken || [&file, &own_file].contains(&&found.name);
        let first = found.into_iter().filter(may_count).min_by_key(|candidate| candidate.rank);
        let nothing = || (file.clone(), None, Found::Nothing);
        let (name, text, file) = first.map_or_else(nothing, |first| (first.name, first.text, first.file));
        let positions = if let Found::Own(file) = &file { positions(file, log) } else { Vec::new() };
        let by_question = positions.iter().zip(0..).filter_map(|(position, at)| Some(((*position)?, at))).collect();
        Self { name, text, file, target, others, positions, by_question }
    }

    /// Returns the files in which questions of other sessions wait that exist, each with its name.
    pub(super) fn elsewhere(&self) -> impl Iterator<Item = (&str, &PendingFile)> {
        self.others.iter().map(|(name, file)| (name.as_str(), file))
    }

    /// Returns the items of the session's own file.
    pub(super) fn items(&self) -> &[FileItem] {
        if let Found::Own(file) = &self.file { &file.items } else { &[] }
    }

    /// Returns the index of the item of a question, 0-based.
    pub(super) fn index_of(&self, call: usize, question: usize) -> Option<usize> {
        self.by_question.get(&(call, question)).copied()
    }

    /// Returns whether the branch has asked all questions of the file, and none of them is open once these calls are closed.
    pub(super) fn is_finished(&self, log: &Log, closes: &[String]) -> bool {
        let is_closed = |position: &Option<Position>| {
            let asked = position.and_then(|(call, nth)| log.question(call, nth));
            asked.is_some_and(|(call, question)| closes.contains(&call.name) || !call.is_open(question))
        };
        matches!(self.file, Found::Own(_)) && self.positions.iter().all(is_closed)
    }

    /// Returns whether the file holds answers, as far as it can be read, which cannot be sent from this branch.
    pub(super) fn has_unusable(&self, log: &Log) -> bool {
        match &self.file {
            Found::Nothing => false,
            Found::Broken(_) => true,
            Found::Other(file, _) => file.is_answered(),
            Found::Own(_) => self.not_asked(log).is_some(),
        }
    }

    /// Returns whether the branch has not asked one of the questions.
    pub(super) fn has_not_asked(&self) -> bool {
        self.positions.contains(&None)
    }

    /// Returns the faults of items in which a person has answered a question that the branch has not left in the file.
    pub(super) fn not_asked(&self, log: &Log) -> Option<AnswerFault> {
        let items = (1..).zip(self.items().iter().zip(&self.positions));
        let unknown = items.filter(|(_, (item, position))| position.is_none() && item.is_answered());
        let fault = |(number, (item, _)): (usize, (&FileItem, _))| {
            let is_asked = item.prompt().is_some_and(|prompt| log.has_asked(prompt));
            let fault = if is_asked { AnswerFault::NotWritten } else { AnswerFault::NotAsked };
            AnswerFault::Of(number, item.name(), Box::new(fault))
        };
        let faults: Vec<AnswerFault> = unknown.map(fault).collect();
        (!faults.is_empty()).then_some(AnswerFault::All(faults))
    }
}

/// Returns whether a session file, by its name, is that of the session with this id.
fn is_file_of(name: &str, session: &str) -> bool {
    let before = name.strip_suffix(".jsonl").and_then(|stem| stem.strip_suffix(session));
    before.is_some_and(|before| before.is_empty() || before.ends_with('_'))
}

/// Returns the question of each item: one with the same prompt, of the call whose key the item has, with the same id
/// if there is one.
fn positions<'a>(file: &'a PendingFile, log: &'a Log) -> Vec<Option<Position>> {
    // Questions without an item so far.
    let mut free: HashMap<(usize, &str), Vec<(usize, &str)>> = HashMap::new();
    for (at, call) in log.calls.iter().enumerate().filter(|(_, call)| call.key.is_some()) {
        for (nth, question) in call.questionnaire.iter().flat_map(Questionnaire::questions).enumerate() {
            free.entry((at, &question.prompt)).or_default().push((nth, &question.id));
        }
    }
    let mut find = |item: &'a FileItem| {
        let call = log.with_key(item.key())?;
        let questions = free.get_mut(&(call, item.prompt()?)).filter(|questions| !questions.is_empty())?;
        let id = item.id();
        let same_id = questions.iter().position(|(_, own)| Some(*own) == id.as_deref());
        Some((call, questions.remove(same_id.unwrap_or(0)).0))
    };
    file.items.iter().map(&mut find).collect()
}
