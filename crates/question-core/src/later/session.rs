//! The late questions of a session, and what the host has to do about them.
//!
//! Only the log decides which questions are open. Forms, messages and files are the host's.

use std::collections::HashSet;

use crate::answer::fault::NOT_ASKED;
use crate::answer::replies::Replies;
use crate::answer::result::{Details, Outcome};
use crate::call::questionnaire::Questionnaire;
use crate::call::settings::Settings;
use crate::later::inbox::{Found, Inbox, Place, SessionFacts};
use crate::later::log::{Call, Log};
use crate::later::open::OpenQuestions;
use crate::later::pending::CLEAR;
use crate::later::plan::{Delivery, Effects, Ended, Event, Plan, REVISION, Removal, Said};

/// Command that opens the forms of open questions.
pub(super) const ANSWER: &str = "/questions answer";
/// Command that changes answers that were sent.
const REVISE: &str = "/questions revise";
const UNSENT: &str = "it holds text that was not sent";

/// The questions of a session at one moment.
#[derive(Clone, Debug)]
pub struct Session {
    pub(super) log: Log,
    pub(super) inbox: Inbox,
    pub(super) settings: Settings,
    /// The open questions of each call, oldest first.
    pub(super) open: Vec<OpenQuestions>,
}

impl Session {
    /// Reads pi's entries of the current branch, a JSON list, oldest first. Entries that cannot be read are skipped.
    #[must_use]
    pub fn read(entries: &str, facts: SessionFacts, settings: &Settings) -> Self {
        let log = Log::read(entries, &facts.kind, settings);
        let is_running = facts.is_running;
        let inbox = Inbox::read(facts, &log);
        // A run answers for the calls that it makes.
        let is_late = |at: &usize| !is_running || log.calls.get(*at).is_some_and(Call::is_late_in_run);
        let late = (0..log.calls.len()).filter(is_late);
        let open = late.filter_map(|at| OpenQuestions::of_call(at, &log, &inbox)).collect();
        Self { log, inbox, settings: settings.clone(), open }
    }

    /// Returns what the host has to do about an event.
    #[must_use]
    pub fn plan(&self, event: &Event) -> Plan {
        match event {
            Event::Start(beginning) => self.start(beginning),
            Event::Answer(mode) => self.answer(mode.has_ui()),
            Event::Revise(mode) => self.revise(mode.has_ui()),
            Event::Clear => self.clear(),
            Event::Prompted => self.prompted(),
            Event::Delivered => Plan { remove: self.finished(), ..Plan::default() },
            Event::Left => self.left(),
            Event::Unheard => self.unheard(),
            Event::Ended(ended) => self.ended(ended),
        }
    }

    /// Returns where the questions of a call are to be written.
    ///
    /// # Errors
    ///
    /// Fails if nothing can be written, with the reason.
    pub fn place(&self) -> Result<Place, String> {
        self.inbox.place.clone()
    }

    /// Returns the open questions of those calls that are in the pending file.
    pub(super) fn open_in_file(&self) -> impl Iterator<Item = &OpenQuestions> {
        self.open.iter().filter(|open| open.is_in_file())
    }

    /// Returns the open questions of a call by its name, to be asked in a form, or `None` if it is closed.
    #[must_use]
    pub fn open_call(&self, name: &str) -> Option<OpenQuestions> {
        let call = self.log.calls.get(self.log.find(name)?)?;
        let open = self.open.iter().find(|open| open.call == call.name)?;
        Some(open.clone().with_entered(&self.log))
    }

    /// Returns the questions of the calls that were answered last, the answers that the model counts with, and what was
    /// entered since then. Questions without an answer are left out, because they still wait or were left by the user.
    #[must_use]
    pub fn revision(&self) -> Option<(Questionnaire, Replies, Replies)> {
        let last = self.log.last_answers()?;
        let mut questionnaire = last.questionnaire()?;
        let has_answer = |id: &str| last.answers.iter().any(|answer| answer.id == id) || last.takes_back(id);
        questionnaire.questions.retain(|asked| has_answer(&asked.id));
        let (answers, begun) = (last.replies(&questionnaire), self.entered(&questionnaire).0);
        Some((questionnaire, answers, begun))
    }

    /// Returns what was entered and not sent when these questions were asked before, with the message about the call.
    #[must_use]
    pub fn entered(&self, questionnaire: &Questionnaire) -> (Replies, Option<String>) {
        self.log.entered(questionnaire)
    }

    /// Divides answers of the command line, a JSON text, between a tool call and the calls that follow it in its message,
    /// unless they are for the call alone. Returns those for the call, and the rest.
    #[must_use]
    pub fn divide(&self, id: &str, answers: &str) -> (String, Option<String>) {
        let all = self.log.from(id);
        let whole = (answers.to_owned(), None);
        let [own, _, ..] = all.as_slice() else { return whole };
        if Replies::parse(answers, own).is_ok() {
            return whole;
        }
        let joined = OpenQuestions::joined_of(all.iter().copied());
        let divided = joined.and_then(|joined| Replies::divide(answers, &joined, own.questions().len()));
        divided.map_or(whole, |(own, rest)| (own, Some(rest)))
    }

    /// Returns the texts that the user typed as answers, oldest first.
    #[must_use]
    pub fn typed(&self) -> Vec<String> {
        self.log.typed()
    }

    fn answer(&self, has_ui: bool) -> Plan {
        let broken = if let Found::Broken(fault) = &self.inbox.file { Some(fault.clone()) } else { None };
        let faults = broken.into_iter().chain(self.open.iter().filter_map(OpenQuestions::fault));
        let mut say: Vec<Said> = faults.map(|fault| Said::warning(self.of_file(&fault.in_english()))).collect();
        if self.open.is_empty() && say.is_empty() {
            say.push(Said::info("No questions are pending."));
        } else if !self.open.is_empty() && !has_ui {
            say.push(Said::warning(if self.open_in_file().next().is_some() {
                format!("Nobody can be asked here. Answer the questions in {}.", self.inbox.name)
            } else {
                "Nobody can be asked here. Answer with: pi -c -p --answers '[…]'".to_owned()
            }));
        }
        let ask = if has_ui { self.open.iter().map(|open| open.call.clone()).collect() } else { Vec::new() };
        Plan { say, ask, ..Plan::default() }
    }

    fn revise(&self, has_ui: bool) -> Plan {
        if self.revision().is_none() {
            Plan::say(Said::info("No answers in this session yet."))
        } else if has_ui {
            Plan { ask: vec![REVISION.to_owned()], ..Plan::default() }
        } else {
            Plan::say(Said::warning("Nobody can be asked here."))
        }
    }

    fn clear(&self) -> Plan {
        let remove = Removal { doubt: self.doubt(), ..self.removal() };
        Plan { remove: Some(remove).filter(|_| !matches!(self.inbox.file, Found::Nothing)), ..Plan::default() }
    }

    /// Handles a prompt with the whole file in it, which answers the open questions of the file. The file is removed if
    /// this branch has asked all of its questions, or if it belongs to another session that exists. Otherwise it stays,
    /// and the user is told why.
    fn prompted(&self) -> Plan {
        let closes = self.open_in_file().map(|open| open.call.clone()).collect();
        let effects = Effects { closes, words: self.inbox.unsent(), ..Effects::default() };
        let why = match &self.inbox.file {
            Found::Nothing => return Plan::default(),
            Found::Other(_, Some(true)) => None,
            Found::Own(_) => self.not_asked(),
            _ => self.doubt(),
        };
        Plan {
            note: Some(effects).filter(|effects| *effects != Effects::default()),
            remove: why.is_none().then(|| self.removal()),
            say: why.map(|why| Said::warning(self.of_file(&why))).into_iter().collect(),
            ..Plan::default()
        }
    }

    fn removal(&self) -> Removal {
        Removal { name: self.inbox.name.clone(), ..Removal::default() }
    }

    /// Returns the removal of the pending file, if nothing in it is open or unsent.
    pub(super) fn finished(&self) -> Option<Removal> {
        self.inbox.is_finished().then(|| self.removal())
    }

    /// Handles the end of a form. What the user sends is sent, and the rest stays open; a call without open questions
    /// is closed. An interrupted call is also closed if the user sends anything, or leaves a form that opened by
    /// itself. A form that ends without the user sends nothing, and the next form begins with what was entered.
    fn ended(&self, ended: &Ended) -> Plan {
        let Ended { ask, record, is_said, goes_on, is_requested } = ended;
        let Some(record) = Details::read(record) else { return Plan::default() };
        let open = self.open_call(ask);
        let is_by_user = record.outcome.is_by_user();
        let is_left = !is_said && open.as_ref().is_none_or(|open| !open.is_interrupted || *is_requested);
        if !is_by_user || (is_left && !goes_on) {
            let is_entered = record.unsent.is_some() || record.unsent_answers.is_some() || *is_said;
            // An empty record says that the user has discarded what was entered before.
            let is_discarded = is_by_user && record.questionnaire().is_some_and(|asked| self.log.has_entered(&asked));
            let nothing = Said::info("Nothing was changed.");
            return Plan {
                note: (is_entered || is_discarded).then(Effects::default),
                say: Some(nothing).filter(|_| record.outcome == Outcome::Answered).into_iter().collect(),
                ..Plan::default()
            };
        }
        let goes_on = *goes_on;
        let Some(open) = open else {
            return Plan { delivery: Some(Delivery { goes_on, ..Delivery::default() }), ..Plan::default() };
        };
        let answered: HashSet<&String> = record.answers.iter().map(|answer| &answer.id).collect();
        let noted = record.unsent.iter().flatten().filter(|unsent| unsent.kept.is_some());
        let sent: HashSet<&String> =
            noted.filter_map(|unsent| unsent.id.as_ref()).chain(answered.iter().copied()).collect();
        let questions = open.questionnaire.questions();
        let is_sent = |at: usize| questions.get(at).is_some_and(|question| sent.contains(&question.id));
        // Whoever submits the form has also decided on the questions that they leave open.
        let is_closed = record.outcome == Outcome::Answered
            || questions.iter().all(|question| answered.contains(&question.id))
            || (open.is_interrupted && !is_left);
        let entries = open.entries().filter(|(at, ..)| is_closed || is_sent(*at));
        let entries = entries.map(|(at, entry, is_valid)| (entry, is_valid && is_sent(at)));
        let (more, words) = self.words(entries);
        let calls = vec![open.call.clone()];
        let [closes, part] = if is_closed { [calls, Vec::new()] } else { [Vec::new(), calls] };
        let effects = Effects { closes, part, words };
        Plan { delivery: Some(Delivery { more, effects, goes_on, ..Delivery::default() }), ..Plan::default() }
    }

    /// Returns why the user should be asked before the pending file is removed: it holds something unsent, or does not
    /// belong to this branch.
    fn doubt(&self) -> Option<String> {
        match &self.inbox.file {
            Found::Nothing => None,
            Found::Broken(fault) => Some(fault.in_english()),
            Found::Other(file, Some(false)) => Some(file.named("no session of this folder has asked its questions")),
            Found::Other(file, _) => Some(file.named("it holds the questions of another session")),
            Found::Own(_) if self.inbox.has_late_words() => Some(format!("{UNSENT} ({REVISE})")),
            Found::Own(_) if !self.inbox.unsent().is_empty() => Some(UNSENT.to_owned()),
            Found::Own(_) => self.not_asked(),
        }
    }

    /// Says that the branch has not asked some of the questions in the pending file.
    fn not_asked(&self) -> Option<String> {
        let answered = self.inbox.not_asked().map(|fault| fault.in_english());
        answered.or_else(|| self.inbox.has_not_asked().then(|| NOT_ASKED.to_owned()))
    }

    /// Says why the pending file, or a text in it, is of no use here, and how to remove it if its session is not known.
    pub(super) fn about_file(&self) -> Option<String> {
        let why = match &self.inbox.file {
            Found::Other(_, Some(false)) => self.doubt().map(|why| format!("{why}. Remove the file with: {CLEAR}")),
            Found::Own(_) => {
                let is_of_use = self.open_in_file().next().is_some();
                let not_asked = self.inbox.not_asked().map(|fault| fault.in_english());
                not_asked.or_else(|| self.doubt().filter(|_| !is_of_use))
            }
            _ => self.doubt(),
        };
        why.map(|why| self.of_file(&why))
    }

    /// Returns what a person has written into these entries of the file and outside all entries: as text to append to a
    /// message, and as the words that the message brings. Each index of an entry comes with whether the message already
    /// holds the answer in the entry, which is then not repeated.
    pub(super) fn words(&self, entries: impl IntoIterator<Item = (usize, bool)>) -> (String, Vec<String>) {
        let (mut lines, mut words) = (Vec::new(), Vec::new());
        let mut is_any = false;
        for (at, is_told) in entries {
            is_any = true;
            if let Some(entry) = self.inbox.entries().get(at).filter(|entry| entry.unsent.is_some()) {
                lines.extend(entry.words(is_told));
                words.extend(entry.unsent.clone());
            }
        }
        for (line, key) in self.inbox.rest.iter().filter(|_| is_any) {
            lines.push(line.clone());
            words.push(key.clone());
        }
        let about = format!("The user has also written into {}", self.inbox.name);
        let more = if lines.is_empty() { String::new() } else { format!("\n\n{about}:\n  {}", lines.join("\n  ")) };
        (more, words)
    }

    /// Puts the name of the pending file in front of a text.
    pub(super) fn of_file(&self, text: &str) -> String {
        format!("{}: {text}", self.inbox.name)
    }
}
