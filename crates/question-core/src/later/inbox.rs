//! The pending file of a session, matched with what the session has asked.
//!
//! It never decides what is open, and takes no question from the file: of a question, the file says only which one it is,
//! what it is called, and what a person has written there.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use serde::Deserialize;
use serde_json::Value;
use ts_rs::TS;

use crate::answer::fault::AnswerFault;
use crate::answer::read::Gathered;
use crate::call::questionnaire::Questionnaire;
use crate::call::settings::Settings;
use crate::json::Lenient as _;
use crate::later::log::{Closing, Log, State};
use crate::later::pending::{Entry, PendingFile};

/// A pending file as it was read from the disk.
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

/// The pending file that counts for a session.
#[derive(Clone, Debug)]
pub(super) struct Inbox {
    /// Its name, as the user knows it.
    pub(super) name: String,
    pub(super) mark: String,
    pub(super) file: Found,
}

/// What is in it.
#[derive(Clone, Debug)]
pub(super) enum Found {
    /// There is no file.
    Nothing,
    /// Nobody knows, because of this.
    Broken(AnswerFault),
    /// The questions of another session.
    Other(PendingFile),
    /// The session's own questions: for each entry, the call and the question, by their positions; `None` where the
    /// branch has not asked it.
    Own(PendingFile, Vec<Option<Place>>),
}

/// A question of a call.
pub(super) type Place = (usize, usize);

impl Inbox {
    /// Takes, of the files that there are, the session's own; else one that cannot be read; else that of another session.
    /// `name` is what its own would be called.
    pub(super) fn read(name: String, files: Vec<FoundFile>, session: &str, log: &Log, settings: &Settings) -> Self {
        let (mut rank, mut inbox) = (0, Self { name, mark: String::new(), file: Found::Nothing });
        for FoundFile { name, text, mark, problem } in files {
            let (own, file) = match text
                .map_or(Err(AnswerFault::Host(problem.unwrap_or_default())), |text| PendingFile::read(&text))
            {
                Ok(file) if file.session() == session => (3, Found::Own(file, Vec::new())),
                Err(fault) => (2, Found::Broken(fault)),
                Ok(file) => (1, Found::Other(file)),
            };
            if own > rank {
                rank = own;
                inbox = Self { name, mark: mark.unwrap_or_default(), file };
            }
        }
        if let Found::Own(file, places) = &mut inbox.file {
            *places = found(file, log, settings);
        }
        inbox
    }

    /// The entries of the session's own file, each with its place.
    pub(super) fn entries(&self) -> impl Iterator<Item = (&Entry, Option<Place>)> {
        let own = if let Found::Own(file, places) = &self.file { Some((file, places)) } else { None };
        own.into_iter().flat_map(|(file, places)| file.entries.iter().zip(places.iter().copied()))
    }

    /// The entries for the questions of a call, by the position of the question, each with its number in the file, from 1.
    pub(super) fn of_call(&self, call: usize) -> HashMap<usize, (usize, &Entry)> {
        let entries = (1..).zip(self.entries());
        let own = entries.filter_map(|(number, (entry, place))| Some((place?, (number, entry))));
        own.filter(|((its, _), _)| *its == call).map(|((_, at), entry)| (at, entry)).collect()
    }

    /// Whether all that a person has written into the file stands in the session, and no question of it is open.
    pub(super) fn is_settled(&self, log: &Log, settings: &Settings) -> bool {
        let Found::Own(file, _) = &self.file else { return false };
        let is_closed = |place: Option<Place>| closing(log, place).is_some();
        self.entries().all(|(entry, place)| is_closed(place) && self.is_entry_settled(entry, place, log, settings))
            && self.is_rest_settled(file, log)
    }

    /// Whether a person has written something into the file, for what the branch has asked or beside the questions, that does
    /// not stand in the session.
    pub(super) fn has_unsent_words(&self, log: &Log, settings: &Settings) -> bool {
        let Found::Own(file, _) = &self.file else { return false };
        let mut asked = self.entries().filter(|(_, place)| place.is_some()).peekable();
        let is_for_this = asked.peek().is_some();
        asked.any(|(entry, place)| !self.is_entry_settled(entry, place, log, settings))
            || (is_for_this && !self.is_rest_settled(file, log))
    }

    /// Whether a closed call has what a person has written into this entry and that does not stand in the session.
    pub(super) fn has_late_words(&self, log: &Log, settings: &Settings) -> bool {
        let late = self.entries().filter(|(_, place)| closing(log, *place).is_some());
        late.into_iter().any(|(entry, place)| !self.is_entry_settled(entry, place, log, settings))
    }

    /// Whether all that a person has written into an entry stands in the session.
    fn is_entry_settled(&self, entry: &Entry, place: Option<Place>, log: &Log, settings: &Settings) -> bool {
        if !entry.has_words() {
            return true;
        }
        let (Some(closing), Some((call, at))) = (closing(log, place), place) else { return false };
        let is_said = || entry.fields_beside().all(|field| log.says(&field));
        closing.file.as_ref() == Some(&self.mark) || (is_said() && says(entry, call, closing, at, log, settings))
    }

    /// Whether what a person has written beside the questions stands in the session: as text, or in a prompt.
    fn is_rest_settled(&self, file: &PendingFile, log: &Log) -> bool {
        let is_in_words = |place: Option<Place>| {
            let closing = closing(log, place).filter(|closing| closing.is_in_words());
            closing.is_some_and(|closing| closing.file.as_ref() == Some(&self.mark))
        };
        file.more().all(|field| log.says(&field)) || self.entries().any(|(_, place)| is_in_words(place))
    }

    /// The ids of the entries of the session that have closed the questions of the file, in the order of the calls.
    pub(super) fn closed_by(&self, log: &Log) -> Vec<String> {
        let calls: BTreeSet<usize> = self.entries().filter_map(|(_, place)| Some(place?.0)).collect();
        let mut ids: Vec<String> = Vec::new();
        for call in calls {
            let id = closing(log, Some((call, 0))).map(|closing| &closing.entry).filter(|id| !id.is_empty());
            ids.extend(id.filter(|id| !ids.contains(id)).cloned());
        }
        ids
    }

    /// What stands in the file and was not asked on this branch; only what a person has written something for.
    pub(super) fn unasked(&self) -> Vec<AnswerFault> {
        let entries = (1..).zip(self.entries());
        let unasked = entries.filter(|(_, (entry, place))| place.is_none() && entry.has_words());
        let fault =
            |(number, (entry, _)): (usize, (&Entry, _))| (number, entry.name(), Box::new(AnswerFault::NotAsked));
        unasked.map(fault).map(|(number, name, what)| AnswerFault::Of(number, name, what)).collect()
    }
}

/// How the call at a place was closed; `None` while it is open.
fn closing(log: &Log, place: Option<Place>) -> Option<&Closing> {
    match &log.calls.get(place?.0)?.state {
        State::Closed(closing) => Some(closing),
        State::Open { .. } => None,
    }
}

/// Whether an entry says what its question was answered with.
fn says(entry: &Entry, call: usize, closing: &Closing, at: usize, log: &Log, settings: &Settings) -> bool {
    let Some(questionnaire) = log.calls.get(call).and_then(|call| log.questionnaire(call, settings)) else {
        return false;
    };
    let Some(question) = questionnaire.questions().get(at) else { return false };
    let mut read = Gathered::default();
    read.push(entry.answer(), question);
    read.faults.is_empty() && read.replies.at(0) == log.answers(closing, &questionnaire, settings).at(at)
}

/// For each entry of a file, the call and the question that it belongs to: by the prompt, and by the call where it names
/// one; else of all calls, of which a later one comes first. Of two questions of a call that have one prompt, that of the
/// same id comes first.
fn found(file: &PendingFile, log: &Log, settings: &Settings) -> Vec<Option<Place>> {
    let named: HashSet<usize> =
        file.entries.iter().filter_map(|entry| log.place(entry.json.field("call").text())).collect();
    let is_any = file.entries.iter().any(|entry| entry.json.field("call").is_null());
    let mut free: HashMap<(usize, String), VecDeque<(usize, String)>> = HashMap::new();
    let mut calls = Vec::new();
    for (place, call) in log.calls.iter().enumerate().rev() {
        let questionnaire: Option<Questionnaire> =
            (is_any || named.contains(&place)).then(|| log.questionnaire(call, settings)).flatten();
        for (at, question) in questionnaire.iter().flat_map(Questionnaire::questions).enumerate() {
            free.entry((place, question.prompt.clone())).or_default().push_back((at, question.id.clone()));
        }
        calls.extend(questionnaire.map(|_| place));
    }
    let find = |entry: &Entry| {
        let (prompt, id) = (entry.prompt()?, entry.id());
        let mut take = |call: usize| {
            let places = free.get_mut(&(call, prompt.to_owned()))?;
            let own = places.iter().position(|(_, own)| Some(own) == id.as_ref());
            Some((call, places.remove(own.unwrap_or(0))?.0))
        };
        match entry.json.field("call") {
            Value::Null => calls.iter().find_map(|call| take(*call)),
            call => take(log.place(call.text())?),
        }
    };
    file.entries.iter().map(find).collect()
}
