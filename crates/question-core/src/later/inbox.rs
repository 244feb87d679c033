//! The pending file of a session, and which questions of the branch its entries belong to.
//!
//! This module must not decide which questions are open, or take a question from the file: an entry only identifies a
//! question, names it, and holds what a person has written.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::Value;
use ts_rs::TS;

use crate::answer::fault::AnswerFault;
use crate::call::questionnaire::Questionnaire;
use crate::json::Lenient as _;
use crate::later::entry::{FileEntry, Known};
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
    pub(super) file: Found,
    /// Indices of entries by their questions.
    by_question: HashMap<Position, usize>,
    /// Lines that a person has written outside the entries and that the model has not been sent, each with its key: the
    /// name of the first call in the file, so that an equal line in another file has another key, and the line.
    pub(super) rest: Vec<(String, String)>,
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
type Position = (usize, usize);

impl Inbox {
    /// Chooses among the files: the session's own, else one that cannot be read, else that of another session.
    pub(super) fn read(facts: SessionFacts, log: &Log) -> Self {
        let SessionFacts { id, file, files, sessions, .. } = facts;
        let found = files.into_iter().map(|FoundFile { name, text, problem }| {
            let read = match text {
                Some(text) => PendingFile::read(&text),
                None => Err(AnswerFault::Host(problem.unwrap_or_default())),
            };
            let (rank, file) = match read {
                Ok(file) if file.session() == id => (0, Found::Own(file)),
                Err(fault) => (1, Found::Broken(fault)),
                Ok(file) => {
                    let is_its = |name: &String| is_file_of(name, file.session());
                    let exists = sessions.as_ref().map(|names| names.iter().any(is_its));
                    (2, Found::Other(file, exists))
                }
            };
            (rank, name, file)
        });
        let (_, name, file) = found.min_by_key(|(rank, ..)| *rank).unwrap_or((0, file, Found::Nothing));
        let mut inbox = Self { name, file, by_question: HashMap::new(), rest: Vec::new() };
        inbox.match_entries(log);
        inbox
    }

    fn match_entries(&mut self, log: &Log) {
        let Found::Own(file) = &mut self.file else { return };
        let positions = positions(file, log);
        let is_unsent = |key: &String| !log.words.contains(key);
        for (at, (entry, position)) in file.entries.iter_mut().zip(&positions).enumerate() {
            let Some((call_at, nth)) = *position else { continue };
            let asked = log
                .calls
                .get(call_at)
                .and_then(|call| Some((call, call.questionnaire.as_ref()?.questions().get(nth)?)));
            let Some((call, question)) = asked else { continue };
            entry.compare(question);
            entry.known = if call.is_open(question) { Known::Open } else { Known::Closed };
            entry.unsent = entry.words(false).map(|words| key_of(&call.name, &words)).filter(is_unsent);
            self.by_question.insert((call_at, nth), at);
        }
        if let Some(first) = positions.iter().find_map(|position| log.calls.get((*position)?.0)) {
            let rest = file.beside().map(|line| (key_of(&first.name, &line), line));
            self.rest = rest.filter(|(key, _)| is_unsent(key)).map(|(key, line)| (line, key)).collect();
        }
    }

    /// Returns the entries of the session's own file.
    pub(super) fn entries(&self) -> &[FileEntry] {
        if let Found::Own(file) = &self.file { &file.entries } else { &[] }
    }

    /// Returns the index of the entry of a question, 0-based.
    pub(super) fn entry(&self, call: usize, question: usize) -> Option<usize> {
        self.by_question.get(&(call, question)).copied()
    }

    /// Returns whether no question of the file is open, and the session has all that a person has written into it.
    pub(super) fn is_finished(&self) -> bool {
        let is_closed = |entry: &FileEntry| entry.known == Known::Closed;
        matches!(self.file, Found::Own(_)) && self.entries().iter().all(is_closed) && self.unsent().is_empty()
    }

    /// Returns the keys of all words in the file that the model has not been sent.
    pub(super) fn unsent(&self) -> Vec<String> {
        let rest = self.rest.iter().map(|(_, key)| key.clone());
        self.entries().iter().filter_map(|entry| entry.unsent.clone()).chain(rest).collect()
    }

    /// Returns whether entries of closed questions hold words that the model has not been sent.
    pub(super) fn has_late_words(&self) -> bool {
        self.entries().iter().any(|entry| entry.unsent.is_some() && entry.known != Known::Open)
    }

    /// Returns whether the file holds anything of a person's that the model has not been sent, as far as it can be
    /// read.
    pub(super) fn has_unsent(&self) -> bool {
        match &self.file {
            Found::Nothing => false,
            Found::Broken(_) => true,
            Found::Other(file, _) => file.has_words(),
            Found::Own(_) => !self.unsent().is_empty() || self.not_asked().is_some(),
        }
    }

    /// Returns whether the branch has not asked one of the questions.
    pub(super) fn has_not_asked(&self) -> bool {
        self.entries().iter().any(|entry| entry.known == Known::NotAsked)
    }

    /// Returns the faults of entries in which a person has written, but whose questions the branch has not asked.
    pub(super) fn not_asked(&self) -> Option<AnswerFault> {
        let entries = (1..).zip(self.entries());
        let not_asked = entries.filter(|(_, entry)| entry.known == Known::NotAsked && entry.has_words());
        let fault =
            |(number, entry): (_, &FileEntry)| AnswerFault::Of(number, entry.name(), Box::new(AnswerFault::NotAsked));
        let faults: Vec<AnswerFault> = not_asked.map(fault).collect();
        (!faults.is_empty()).then_some(AnswerFault::All(faults))
    }
}

/// Returns the key under which a session records words that belong to a call.
fn key_of(call: &str, words: &str) -> String {
    format!("{call} {words}")
}

/// Returns whether a session file, by its name, is that of the session with this id.
fn is_file_of(name: &str, session: &str) -> bool {
    let before = name.strip_suffix(".jsonl").and_then(|stem| stem.strip_suffix(session));
    before.is_some_and(|before| before.is_empty() || before.ends_with('_'))
}

/// Returns the question of each entry: one with the same prompt, of the call that the entry names, or else of any call,
/// the last first. Of questions with the same prompt in a call, one with the same id is preferred.
fn positions(file: &PendingFile, log: &Log) -> Vec<Option<Position>> {
    let call_of = |entry: &FileEntry| log.find(entry.json.field("call").text());
    // Questions without an entry so far, by prompt, those of the last call first.
    let mut free: HashMap<&str, Vec<(Position, &str)>> = HashMap::new();
    for (at, call) in log.calls.iter().enumerate().rev() {
        let questions = call.questionnaire.iter().flat_map(Questionnaire::questions);
        for (nth, question) in questions.enumerate() {
            free.entry(&question.prompt).or_default().push(((at, nth), &question.id));
        }
    }
    let mut find = |entry: &FileEntry| {
        let questions = free.get_mut(entry.prompt()?)?;
        let call = match entry.json.field("call") {
            Value::Null => questions.first()?.0.0,
            _ => call_of(entry)?,
        };
        let id = entry.id();
        let same_id = questions.iter().position(|((its, _), own)| *its == call && Some(*own) == id.as_deref());
        let at = same_id.or_else(|| questions.iter().position(|((its, _), _)| *its == call))?;
        Some(questions.remove(at).0)
    };
    file.entries.iter().map(&mut find).collect()
}
