//! What is open in a session, and what to do about it: the log and the inbox together.
//!
//! The log alone decides what is open. Asking, sending answers on, and the file itself are the host's.

use serde::Deserialize;
use ts_rs::TS;

use crate::answer::fault::AnswerFault;
use crate::answer::replies::Replies;
use crate::answer::result::{Details, Outcome};
use crate::call::questionnaire::Questionnaire;
use crate::call::settings::Settings;
use crate::later::inbox::{Found, FoundFile, Inbox};
use crate::later::log::Log;
use crate::later::open::OpenQuestions;
use crate::later::pending::CLEAR;
use crate::later::plan::{Ask, Delivery, Ended, Event, Marks, Plan, Removal, Said};
use crate::screen;
use crate::words::fill;

/// What opens questions that wait.
pub(super) const ANSWER: &str = "/questions answer";
/// What changes answers that were sent.
const REVISE: &str = "/questions revise";
/// Blanks before what stands below a heading.
const INDENT: &str = "  ";

/// A session at one moment, as far as questions go.
#[derive(Clone, Debug)]
pub struct Session {
    pub(super) log: Log,
    pub(super) inbox: Inbox,
    /// For the file of another session, whether that is one of those that there are; `None` where nobody knows.
    is_there: Option<bool>,
    pub(super) settings: Settings,
}

/// What the host knows beside the branch.
#[derive(Clone, Debug, Default, Deserialize, TS)]
#[ts(optional_fields)]
pub struct SessionFacts {
    /// The session's id.
    pub id: String,
    /// The type of the messages and entries that this tool adds to a session.
    pub kind: String,
    /// The name that a pending file of this session would have, as the user knows it.
    pub file: String,
    /// Those files that there are and that may be its own.
    pub files: Vec<FoundFile>,
    /// The names of the files of all sessions, each with its id; absent where nobody knows them.
    pub sessions: Option<Vec<String>>,
}

impl Session {
    /// Reads pi's entries of the branch, a JSON list, the oldest first. An entry that cannot be read is passed over.
    #[must_use]
    pub fn read(entries: &str, facts: SessionFacts, settings: &Settings) -> Self {
        let log = Log::read(entries, settings.dialect.name(), &facts.kind);
        let inbox = Inbox::read(facts.file, facts.files, &facts.id, &log, settings);
        let is_its = |name: &String, id: &str| {
            let stem = name.strip_suffix(".jsonl").and_then(|stem| stem.strip_suffix(id));
            stem.is_some_and(|before| before.is_empty() || before.ends_with('_'))
        };
        let is_there = match (&inbox.file, facts.sessions) {
            (Found::Other(file), Some(names)) => {
                Some(names.iter().any(|name| is_its(name, file.session()))).filter(|_| file.known_session().is_some())
            }
            _ => None,
        };
        Self { log, inbox, is_there, settings: settings.clone() }
    }

    /// What the host has to do about something that happens.
    #[must_use]
    pub fn plan(&self, event: &Event) -> Plan {
        match event {
            Event::Start(beginning) => self.start(beginning),
            Event::Answer { has_ui } => self.answer(*has_ui),
            Event::Revise { has_ui } => self.revise(*has_ui),
            Event::Clear => self.clear(),
            Event::Prompted => self.prompted(),
            Event::Settled => Plan { remove: self.settled(), ..Plan::default() },
            Event::Ended(ended) => self.ended(ended),
        }
    }

    /// The open questions of each call, the oldest first.
    #[must_use]
    pub fn open(&self) -> Vec<OpenQuestions> {
        self.open_if(&|_| true)
    }

    pub(super) fn open_if(&self, is_meant: &dyn Fn(&OpenQuestions) -> bool) -> Vec<OpenQuestions> {
        let all = (0..self.log.calls.len())
            .filter_map(|at| OpenQuestions::of_call(at, &self.log, &self.inbox, &self.settings));
        all.filter(is_meant).collect()
    }

    /// The open questions of a call, by its name; `None` where it is closed.
    #[must_use]
    pub fn open_call(&self, name: &str) -> Option<OpenQuestions> {
        OpenQuestions::of_call(self.log.place(name)?, &self.log, &self.inbox, &self.settings)
    }

    /// The questions that were answered last, the answers that the model counts with, and what was entered since then.
    #[must_use]
    pub fn revision(&self) -> Option<(Questionnaire, Replies, Replies)> {
        let (settled, begun) = self.log.revision()?;
        let questionnaire = settled.questionnaire()?;
        let begun = begun.map(|record| record.replies(&questionnaire)).unwrap_or_default();
        let settled = settled.replies(&questionnaire);
        Some((questionnaire, settled, begun))
    }

    /// What was entered when these questions were asked before, and not sent.
    #[must_use]
    pub fn entered(&self, questionnaire: &Questionnaire) -> Replies {
        self.log.entered(questionnaire)
    }

    /// The texts that the user has typed as answers, the oldest first.
    #[must_use]
    pub fn typed(&self) -> Vec<String> {
        self.log.typed()
    }

    /// What was asked and answered, and what waits: plain lines, those of results and options no wider than `columns`.
    #[must_use]
    pub fn listing(&self, columns: usize) -> String {
        let words = self.settings.words;
        let result = |(details, content)| {
            let frame = screen::result(details, content, &self.settings, true, columns);
            frame.lines.iter().map(screen::frame::Line::text).collect::<Vec<_>>().join("\n")
        };
        let mut blocks: Vec<String> = self.log.answered().map(result).collect();
        if !blocks.is_empty() {
            blocks.insert(0, words.session_questions.to_owned());
        }
        let room = columns.saturating_sub(INDENT.len());
        let head = |how: &str| format!("{} ({how}){}", words.pending, words.colon.trim_end());
        let heads = [head(ANSWER), head(&format!("{}, {ANSWER}", self.inbox.name))];
        for (is_in_file, head) in [false, true].into_iter().zip(heads) {
            let open = self.open_if(&|open| open.is_in_file() == is_in_file);
            let lines = open.iter().flat_map(|open| open.questionnaire.listed(room, words));
            let lines: String = lines.map(|line| ["\n", INDENT, &line].concat()).collect();
            blocks.extend((!lines.is_empty()).then_some(head + &lines));
        }
        blocks.extend(match &self.inbox.file {
            Found::Other(file) if !self.is_lost() => Some(self.fault(&file.elsewhere_advice(words))),
            Found::Nothing | Found::Own(..) => self.unasked().map(|fault| self.fault(&fault.in_words(words))),
            Found::Other(_) => Some(self.fault(&self.lost_advice())),
            Found::Broken(fault) => Some(self.fault(&fault.in_words(words))),
        });
        if blocks.is_empty() { words.no_questions.to_owned() } else { blocks.join("\n\n") }
    }

    fn answer(&self, has_ui: bool) -> Plan {
        let open = self.open();
        let fault = |fault: AnswerFault| Said::warning(self.fault(&fault.in_words(self.settings.words)));
        let broken = if let Found::Broken(what) = &self.inbox.file { Some(fault(what.clone())) } else { None };
        let mut say: Vec<Said> =
            broken.into_iter().chain(open.iter().filter_map(|open| open.fault().map(fault))).collect();
        if open.is_empty() {
            let none = say.is_empty().then(|| Said::info(self.settings.words.none_pending));
            return Plan { say: say.into_iter().chain(none).collect(), ..Plan::default() };
        }
        if !has_ui {
            let is_in_file = open.iter().any(OpenQuestions::is_in_file);
            say.push(Said::warning(if is_in_file {
                format!("Nobody can be asked here. Answer the questions in {}.", self.inbox.name)
            } else {
                "Nobody can be asked here. Answer with: pi -c -p --answers '[…]'".to_owned()
            }));
            return Plan { say, ..Plan::default() };
        }
        Plan { ask: open.iter().flat_map(asks).collect(), say, ..Plan::default() }
    }

    fn revise(&self, has_ui: bool) -> Plan {
        let words = self.settings.words;
        if self.log.revision().is_none() {
            return Plan::say(Said::info(words.no_answers));
        }
        if !has_ui {
            return Plan::say(Said::warning("Nobody can be asked here."));
        }
        match self.revision() {
            Some(_) => Plan { ask: vec![Ask::default()], ..Plan::default() },
            None => Plan::say(Said::warning(words.not_opened_again)),
        }
    }

    fn clear(&self) -> Plan {
        let remove = Removal { name: self.inbox.name.clone(), after: Vec::new(), doubt: self.doubt() };
        Plan { remove: Some(remove).filter(|_| !matches!(self.inbox.file, Found::Nothing)), ..Plan::default() }
    }

    /// All of the file stands in a prompt: what it asks is answered in words. So is what another session has asked that is
    /// here; any other file stays, and why is said.
    fn prompted(&self) -> Plan {
        if self.is_there == Some(true) {
            let remove = Removal { name: self.inbox.name.clone(), ..Removal::default() };
            return Plan { remove: Some(remove), ..Plan::default() };
        }
        let open = self.open_if(&OpenQuestions::is_in_file);
        let closes: Vec<String> = open.iter().flat_map(names).collect();
        if closes.is_empty() {
            let stays = if self.settled().is_none() { self.doubt() } else { None };
            let say = stays.map(|doubt| Said::warning(self.fault(&doubt))).into_iter().collect();
            return Plan { say, remove: self.settled(), ..Plan::default() };
        }
        let marks = Marks { closes: Some(closes), drafts: None, file: Some(self.inbox.mark.clone()) };
        Plan { note: Some(marks), ..Plan::default() }
    }

    /// The pending file, once it may go.
    pub(super) fn settled(&self) -> Option<Removal> {
        self.inbox.is_settled(&self.log, &self.settings).then(|| Removal {
            name: self.inbox.name.clone(),
            after: self.inbox.closed_by(&self.log),
            doubt: None,
        })
    }

    /// A form that was cut off again, or left without a word, waits on with what was entered. Questions that were left for
    /// later wait until they are answered; others are over once the user has had their say.
    fn ended(&self, ended: &Ended) -> Plan {
        let Ended { ask, record, is_said, goes_on, is_expected } = ended;
        let Some(record) = Details::read(record) else { return Plan::default() };
        let goes_on = *goes_on;
        let open = ask.call.as_ref().and_then(|name| self.open_call(name));
        let calls = ask.call.iter().cloned().collect::<Vec<_>>();
        let drafts = || Marks { drafts: Some(calls.clone()), ..Marks::default() };
        let send = |marks: Marks, goes_on: bool| {
            let open = open.as_ref().filter(|open| marks.closes.is_some() && open.is_in_file());
            let more = open.map(|open| open.words(&self.log, &self.inbox, &|_| false)).unwrap_or_default();
            let file = open.map(|_| self.inbox.mark.clone());
            let delivery = Delivery { result: None, more, marks: Marks { file, ..marks }, goes_on };
            Plan { delivery: Some(delivery), ..Plan::default() }
        };
        let is_cut_off = open.as_ref().is_some_and(|open| open.calls.iter().all(|call| call.is_cut_off));
        match record.outcome {
            Outcome::Aborted | Outcome::ConnectionLost if *is_said => send(drafts(), false),
            Outcome::Aborted | Outcome::ConnectionLost => {
                Plan { note: record.unsent.map(|_| drafts()), ..Plan::default() }
            }
            Outcome::Answered if !calls.is_empty() => send(Marks { closes: Some(calls), ..Marks::default() }, goes_on),
            _ if is_cut_off && (*is_said || !is_expected) => {
                send(Marks { closes: Some(calls), ..Marks::default() }, goes_on)
            }
            _ if *is_said || goes_on => send(drafts(), goes_on),
            outcome => {
                let is_same = outcome == Outcome::Answered;
                let say = is_same.then(|| Said::info(self.settings.words.nothing_changed));
                Plan { note: record.unsent.map(|_| drafts()), say: say.into_iter().collect(), ..Plan::default() }
            }
        }
    }

    /// Whether the file is that of a session which is no more.
    pub(super) fn is_lost(&self) -> bool {
        self.is_there == Some(false)
    }

    /// That the session of the file is no more, and what to do with it.
    pub(super) fn lost_advice(&self) -> String {
        let (words, file) = (self.settings.words, &self.inbox.name);
        let remove = fill(words.remove_file, CLEAR);
        format!("{} (pi -p @{file} \"your answers\"){remove}", words.session_gone)
    }

    /// Why the pending file should not be removed without a question: something of a person's stands in it, or it is not
    /// this session's to remove.
    pub(super) fn doubt(&self) -> Option<String> {
        let words = self.settings.words;
        match &self.inbox.file {
            Found::Nothing => None,
            Found::Broken(fault) => Some(fault.in_words(words)),
            Found::Other(_) if self.is_lost() => Some(words.session_gone.to_owned()),
            Found::Other(file) => Some(file.is_elsewhere(words)),
            Found::Own(..) if self.inbox.has_unsent_words(&self.log, &self.settings) => Some(self.unsent()),
            Found::Own(..) => {
                let unasked = self.unasked().map(|fault| fault.in_words(words));
                let is_of_use = self.settled().is_some() || !self.open_if(&OpenQuestions::is_in_file).is_empty();
                unasked.or_else(|| (!is_of_use).then(|| words.not_asked_here.to_owned()))
            }
        }
    }

    /// That answers in the file were not sent, and how others are changed that were.
    fn unsent(&self) -> String {
        let unsent = self.settings.words.unsent_in_file;
        if self.inbox.has_late_words(&self.log, &self.settings) {
            format!("{unsent} ({REVISE})")
        } else {
            unsent.to_owned()
        }
    }

    /// What a person has written for questions that were not asked on this branch.
    pub(super) fn unasked(&self) -> Option<AnswerFault> {
        Some(self.inbox.unasked()).filter(|faults| !faults.is_empty()).map(AnswerFault::All)
    }

    pub(super) fn fault(&self, problem: &str) -> String {
        [&self.inbox.name, self.settings.words.colon, problem].concat()
    }
}

/// The names of the calls of open questions.
pub(super) fn names(open: &OpenQuestions) -> impl Iterator<Item = String> {
    open.calls.iter().map(|call| call.name.clone())
}

/// What asks open questions.
pub(super) fn asks(open: &OpenQuestions) -> impl Iterator<Item = Ask> {
    names(open).map(|call| Ask { call: Some(call) })
}
