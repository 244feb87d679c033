//! The late questions of a session, and what the host has to do about them.
//!
//! Only the log decides which questions are open. Forms, messages and files are the host's.

use std::cell::OnceCell;

use crate::answer::replies::Replies;
use crate::answer::result::{Details, Outcome};
use crate::call::questionnaire::Questionnaire;
use crate::call::settings::Settings;
use crate::later::inbox::{Found, Inbox, SessionFacts};
use crate::later::log::Log;
use crate::later::open::OpenQuestions;
use crate::later::pending::CLEAR;
use crate::later::plan::{Ask, Delivery, Ended, Event, Marks, Plan, Removal, Said};
use crate::screen;
use crate::words::fill;

/// Command that opens the forms of open questions.
pub(super) const ANSWER: &str = "/questions answer";
/// Command that changes answers that were sent.
const REVISE: &str = "/questions revise";
/// Indentation below a heading.
const INDENT: &str = "  ";

/// The questions of a session at one moment.
#[derive(Clone, Debug)]
pub struct Session {
    pub(super) log: Log,
    pub(super) inbox: Inbox,
    pub(super) settings: Settings,
    open: OnceCell<Vec<OpenQuestions>>,
}

impl Session {
    /// Reads pi's entries of the current branch, a JSON list, oldest first. Entries that cannot be read are skipped.
    #[must_use]
    pub fn read(entries: &str, facts: SessionFacts, settings: &Settings) -> Self {
        let log = Log::read(entries, &facts.kind, settings);
        let inbox = Inbox::read(facts, &log);
        Self { log, inbox, settings: settings.clone(), open: OnceCell::new() }
    }

    /// Returns what the host has to do about an event.
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

    /// Returns the open questions of each call, oldest first.
    pub(super) fn open(&self) -> &[OpenQuestions] {
        self.open.get_or_init(|| {
            let calls = 0..self.log.calls.len();
            calls.filter_map(|at| OpenQuestions::of_call(at, &self.log, &self.inbox)).collect()
        })
    }

    /// Returns the open questions of those calls that are in the pending file.
    pub(super) fn open_in_file(&self) -> impl Iterator<Item = &OpenQuestions> {
        self.open().iter().filter(|open| open.is_in_file())
    }

    /// Returns the open questions of a call by its name, to be asked in a form, or `None` if it is closed.
    #[must_use]
    pub fn open_call(&self, name: &str) -> Option<OpenQuestions> {
        let open = OpenQuestions::of_call(self.log.find(name)?, &self.log, &self.inbox)?;
        Some(open.remembering(&self.log))
    }

    /// Returns the questions that were answered last, the answers that the model counts with, and what was entered since
    /// then.
    #[must_use]
    pub fn revision(&self) -> Option<(Questionnaire, Replies, Replies)> {
        let settled = self.log.settled()?;
        let questionnaire = settled.questionnaire()?;
        let (settled, begun) = (settled.replies(&questionnaire), self.log.entered(&questionnaire));
        Some((questionnaire, settled, begun))
    }

    /// Returns what was entered and not sent when these questions were asked before.
    #[must_use]
    pub fn entered(&self, questionnaire: &Questionnaire) -> Replies {
        self.log.entered(questionnaire)
    }

    /// Returns the texts that the user typed as answers, oldest first.
    #[must_use]
    pub fn typed(&self) -> Vec<String> {
        self.log.typed()
    }

    /// Returns the results and the open questions as text. Lines of results and options are at most `columns` wide.
    #[must_use]
    pub fn listing(&self, columns: usize) -> String {
        let words = self.settings.words;
        let result = |(details, content)| {
            let frame = screen::result(details, content, &self.settings, true, columns);
            frame.lines.iter().map(screen::frame::Line::text).collect::<Vec<_>>().join("\n")
        };
        let mut blocks: Vec<String> = self.log.results().map(result).collect();
        if !blocks.is_empty() {
            blocks.insert(0, words.session_questions.to_owned());
        }
        let room = columns.saturating_sub(INDENT.len());
        for (is_in_file, how) in [(false, ANSWER.to_owned()), (true, format!("{}, {ANSWER}", self.inbox.name))] {
            let open = self.open().iter().filter(|open| open.is_in_file() == is_in_file);
            let lines = open.flat_map(|open| open.questionnaire.listed(room, words));
            let lines: String = lines.map(|line| ["\n", INDENT, &line].concat()).collect();
            if !lines.is_empty() {
                blocks.push(format!("{} ({how}){}{lines}", words.pending, words.colon.trim_end()));
            }
        }
        blocks.extend(match &self.inbox.file {
            Found::Other(..) => self.elsewhere(),
            Found::Broken(fault) => Some(self.of_file(&fault.in_words(words))),
            Found::Nothing | Found::Own(_) => self.inbox.not_asked().map(|fault| self.of_file(&fault.in_words(words))),
        });
        if blocks.is_empty() { words.no_questions.to_owned() } else { blocks.join("\n\n") }
    }

    fn answer(&self, has_ui: bool) -> Plan {
        let words = self.settings.words;
        let broken = if let Found::Broken(fault) = &self.inbox.file { Some(fault.clone()) } else { None };
        let faults = broken.into_iter().chain(self.open().iter().filter_map(OpenQuestions::fault));
        let mut say: Vec<Said> = faults.map(|fault| Said::warning(self.of_file(&fault.in_words(words)))).collect();
        if self.open().is_empty() && say.is_empty() {
            say.push(Said::info(words.none_pending));
        } else if !self.open().is_empty() && !has_ui {
            say.push(Said::warning(if self.open_in_file().next().is_some() {
                format!("Nobody can be asked here. Answer the questions in {}.", self.inbox.name)
            } else {
                "Nobody can be asked here. Answer with: pi -c -p --answers '[…]'".to_owned()
            }));
        }
        let ask = if has_ui { self.open().iter().flat_map(asks).collect() } else { Vec::new() };
        Plan { say, ask, ..Plan::default() }
    }

    fn revise(&self, has_ui: bool) -> Plan {
        let words = self.settings.words;
        if self.log.settled().is_none() {
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
        let remove = Removal { doubt: self.doubt(), ..self.removal() };
        Plan { remove: Some(remove).filter(|_| !matches!(self.inbox.file, Found::Nothing)), ..Plan::default() }
    }

    /// Handles a prompt with the whole file in it, which answers the questions of the file. So it does those of another
    /// session that exists. Any other file stays, and the user is told why.
    fn prompted(&self) -> Plan {
        if let Found::Other(_, Some(true)) = self.inbox.file {
            return Plan { remove: Some(self.removal()), ..Plan::default() };
        }
        let closes: Vec<String> = self.open_in_file().flat_map(|open| open.calls.clone()).collect();
        if !closes.is_empty() || self.inbox.has_unsent_words() {
            let marks = Marks { closes, words: self.inbox.marks(), ..Marks::default() };
            return Plan { note: Some(marks), ..Plan::default() };
        }
        let remove = self.settled();
        let doubt = if remove.is_none() { self.doubt() } else { None };
        let say = doubt.map(|doubt| Said::warning(self.of_file(&doubt))).into_iter().collect();
        Plan { remove, say, ..Plan::default() }
    }

    fn removal(&self) -> Removal {
        Removal { name: self.inbox.name.clone(), ..Removal::default() }
    }

    /// Returns the removal of the pending file, if nothing in it is open or unsent.
    pub(super) fn settled(&self) -> Option<Removal> {
        self.inbox.is_settled().then(|| Removal { after: self.inbox.closed_by(), ..self.removal() })
    }

    /// Handles the end of a form. An interrupted form can be opened again with what was entered. Pending questions wait
    /// until they are answered. Any other call is closed once the user has said anything or has left a form that opened by
    /// itself.
    fn ended(&self, ended: &Ended) -> Plan {
        let Ended { ask, record, is_said, goes_on, is_expected } = ended;
        let Some(record) = Details::read(record) else { return Plan::default() };
        let is_interrupted = matches!(record.outcome, Outcome::Aborted | Outcome::ConnectionLost);
        let open = ask.call.as_ref().and_then(|name| self.open_call(name));
        let was_interrupted = open.as_ref().is_some_and(|open| open.is_interrupted);
        let calls: Vec<String> = ask.call.iter().cloned().collect();
        let is_answered = record.outcome == Outcome::Answered;
        let is_closed =
            (is_answered && !calls.is_empty()) || (!is_interrupted && was_interrupted && (*is_said || !is_expected));
        let goes_on = *goes_on && !is_interrupted;
        if is_closed {
            let (more, words) = open.map(|open| self.words_of(&open, &Replies::default())).unwrap_or_default();
            let marks = Marks { closes: calls, words, ..Marks::default() };
            return Plan { delivery: Some(Delivery { result: None, more, marks, goes_on }), ..Plan::default() };
        }
        let marks = Marks { drafts: calls, ..Marks::default() };
        if *is_said || goes_on {
            let delivery = Delivery { result: None, more: String::new(), marks, goes_on };
            return Plan { delivery: Some(delivery), ..Plan::default() };
        }
        let say = is_answered.then(|| Said::info(self.settings.words.nothing_changed));
        Plan { note: record.unsent.map(|_| marks), say: say.into_iter().collect(), ..Plan::default() }
    }

    /// Returns why the user should be asked before the pending file is removed: it holds something unsent, or does not
    /// belong to this branch.
    fn doubt(&self) -> Option<String> {
        let words = self.settings.words;
        match &self.inbox.file {
            Found::Nothing => None,
            Found::Broken(fault) => Some(fault.in_words(words)),
            Found::Other(_, Some(false)) => Some(words.session_gone.to_owned()),
            Found::Other(file, _) => Some(file.elsewhere(words)),
            Found::Own(_) if self.inbox.has_late_words() => Some(format!("{} ({REVISE})", words.unsent_in_file)),
            Found::Own(_) if self.inbox.has_unsent_words() => Some(words.unsent_in_file.to_owned()),
            Found::Own(_) => {
                let not_asked = self.inbox.not_asked().map(|fault| fault.in_words(words));
                not_asked.or_else(|| self.inbox.has_not_asked().then(|| words.not_asked_here.to_owned()))
            }
        }
    }

    /// Returns why answers in the pending file cannot be used here, or, if `is_over`, why the file is of no use. Returns
    /// `None` if the user is told anyway.
    pub(super) fn unused(&self, is_over: bool) -> Option<String> {
        let words = self.settings.words;
        let doubt = match &self.inbox.file {
            Found::Nothing | Found::Broken(_) | Found::Other(_, Some(false)) => None,
            Found::Other(file, _) => self.doubt().filter(|_| is_over || file.has_words()),
            Found::Own(_) => {
                let is_of_use = self.open_in_file().next().is_some();
                let doubt = self.doubt().filter(|_| !is_of_use && (is_over || self.inbox.has_unsent_words()));
                self.inbox.not_asked().map(|fault| fault.in_words(words)).or(doubt)
            }
        };
        doubt.map(|doubt| self.of_file(&doubt))
    }

    /// Says that the pending file belongs to another session, and what to do with it.
    pub(super) fn elsewhere(&self) -> Option<String> {
        let (words, name) = (self.settings.words, &self.inbox.name);
        let what = match &self.inbox.file {
            Found::Other(_, Some(false)) => format!("{} (pi -p @{name} \"your answers\")", words.session_gone),
            Found::Other(file, _) => file.elsewhere(words),
            _ => return None,
        };
        Some(self.of_file(&(what + &fill(words.remove_file, CLEAR))))
    }

    /// Returns what a person has written into the file for these questions and outside the entries: a paragraph for the
    /// model, without valid answers that `given` does not replace and lines that the model was sent before, and the marks
    /// of all of it.
    pub(super) fn words_of(&self, open: &OpenQuestions, given: &Replies) -> (String, Vec<String>) {
        if !open.is_in_file() {
            return (String::new(), Vec::new());
        }
        let beside = open.entries().filter_map(|(at, entry, is_valid)| {
            if is_valid && !given.answers(at) { entry.words_beside() } else { entry.words() }
        });
        let beside: Vec<String> = beside.chain(self.inbox.rest.iter().cloned()).collect();
        let about = format!("The user has also written into {}", self.inbox.name);
        let more = if beside.is_empty() { String::new() } else { format!("\n\n{about}:\n  {}", beside.join("\n  ")) };
        let marks = open.entries().filter_map(|(_, entry, _)| entry.mark.clone()).chain(self.inbox.rest_marks());
        (more, marks.collect())
    }

    /// Puts the name of the pending file in front of a text.
    pub(super) fn of_file(&self, text: &str) -> String {
        [&self.inbox.name, self.settings.words.colon, text].concat()
    }
}

/// Returns the forms of open questions, one for each call.
pub(super) fn asks(open: &OpenQuestions) -> impl Iterator<Item = Ask> {
    open.calls.iter().map(|call| Ask { call: Some(call.clone()) })
}
