//! The late questions of a session, and what is to be done about them.
//!
//! Only the log decides which questions are open. Forms, messages and files are the host's.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::answer::fault::NOT_ASKED;
use crate::answer::opening::Opening;
use crate::answer::replies::Replies;
use crate::answer::result::{Occasion, Outcome, Record};
use crate::call::questionnaire::Questionnaire;
use crate::call::reading::Reading;
use crate::call::settings::Settings;
use crate::call::subagent::Subagent;
use crate::faces::model::text;
use crate::json::Lenient as _;
use crate::later::inbox::{Found, Inbox, SessionFacts, TargetFile};
use crate::later::log::{Answered, Call, Log};
use crate::later::open::OpenQuestions;
use crate::later::pending::{CLEAR, Origin};
use crate::later::plan::{Delivery, Effects, Ended, Event, HostNotice, NOBODY, Plan, READER, REVISION};
use crate::view::PUT_OFF;
use crate::words::Words;

/// Tells the model that no answers come to what waited.
const DROPPED: &str = "The user has dropped the questions that waited for answers. They are not decided.";

/// Command that opens the forms of open questions.
pub(super) const ANSWER: &str = "/questions answer";

/// The branch of a session at one moment, reduced to its questions, and what was found in its pending files.
#[derive(Clone, Debug)]
pub struct Branch {
    pub(super) log: Log,
    pub(super) inbox: Inbox,
    pub(super) settings: Settings,
    /// The open questions of each call, oldest first.
    pub(super) open: Vec<OpenQuestions>,
}

impl Branch {
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

    /// Returns what is to be done about an event.
    #[must_use]
    pub fn plan(&self, event: &Event) -> Plan {
        match event {
            Event::Start(start) => self.start(start),
            Event::Answer(mode) => self.plan_forms(mode.has_ui()),
            Event::Revise(mode) => self.revise(mode.has_ui()),
            Event::Clear => self.clear(),
            Event::Prompted => self.prompted(),
            Event::RunLeftQuestions => self.run_left_questions(),
            Event::Unheard { is_appended } => self.unheard(*is_appended),
            Event::Ended(ended) => self.ended(ended),
        }
    }

    /// Returns where the questions of a call are to be written, and the text of the file with them.
    ///
    /// # Errors
    ///
    /// Fails if nothing can be written, with the reason.
    pub fn pending_text(&self, questionnaire: &Questionnaire, origin: &Origin) -> Result<(TargetFile, String), String> {
        let target = self.inbox.target.clone()?;
        let text = questionnaire.pending_text(target.existing.as_deref(), origin)?;
        Ok((target, text))
    }

    /// Returns the names of the last calls with these ids of tool calls.
    pub(crate) fn names_of(&self, ids: &[String]) -> impl Iterator<Item = String> {
        ids.iter().filter_map(|id| Some(self.log.calls.get(self.log.find(id)?)?.name.clone()))
    }

    /// Returns the name of the tool.
    pub(crate) fn tool(&self) -> &'static str {
        self.settings.dialect.name()
    }

    /// Returns whether the user has taken the tool from the model.
    pub(crate) fn is_off(&self) -> bool {
        self.log.is_off
    }

    /// Returns the row above the host's prompt: how many questions wait, and the command that opens them. None if none waits,
    /// or if the user has gone on without those that were interrupted.
    pub(crate) fn waiting_row(&self) -> Option<String> {
        let open = self.open.iter().filter(|open| !(open.is_interrupted && open.is_superseded));
        let count: usize = open.map(OpenQuestions::count).sum();
        let words = self.settings.words();
        (count > 0).then(|| [PUT_OFF, &words.count(words.questions_wait, count), " • ", ANSWER].concat())
    }

    /// Returns the file into which the questions that were put off are written when the session is left, with its new text. The
    /// log keeps them all the same. None if they are there already, or if nothing can be written.
    pub(crate) fn export(&self, session: &str, timestamp: &str) -> Option<(TargetFile, String)> {
        let target = self.inbox.target.clone().ok()?;
        let (session, timestamp) = (session.to_owned(), timestamp.to_owned());
        let mut text = None;
        for open in self.open.iter().filter(|open| open.is_put_off && !open.is_in_file()) {
            let key = open.call.clone();
            let origin = Origin { session: session.clone(), key, timestamp: timestamp.clone() };
            let before = text.as_deref().or(target.existing.as_deref());
            text = Some(open.questionnaire.pending_text(before, &origin).ok()?);
        }
        Some((target, text?))
    }

    /// Returns the text of the pending file that counts, or `None` if it is missing or cannot be read.
    pub(crate) fn text_of_file(&self) -> Option<&str> {
        self.inbox.text.as_deref()
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

    /// Returns the subagent that has asked the questions of a call, by its name there.
    pub(crate) fn asker_of(&self, name: &str) -> Option<&Subagent> {
        self.log.calls.get(self.log.find(name)?)?.subagent.as_ref()
    }

    /// Returns the questions that a plan asks, by the name there, and what their form begins with. Returns `None` if there
    /// are none.
    #[must_use]
    pub fn inquiry(&self, ask: &str) -> Option<(Questionnaire, Opening)> {
        match ask.strip_prefix(READER) {
            _ if ask == REVISION => self.revision(),
            Some(call) => Some((self.who_reads(self.asker_of(call)?)?, Opening::default())),
            None => self.open_call(ask).map(|open| open.inquiry()),
        }
    }

    /// Asks who is to read answers to a subagent that has ended.
    fn who_reads(&self, subagent: &Subagent) -> Option<Questionnaire> {
        let words = self.settings.words();
        let options = json!([
            {"value": "model", "label": (words.this_model)},
            {"value": NOBODY, "label": (words.nobody)},
        ]);
        let call = json!({"questions": [{"id": "reader", "prompt": (subagent.has_ended(words)), "options": options, "allowCustom": false}]});
        Questionnaire::new(Reading::of(&call), &self.settings).ok()
    }

    /// Returns the questions of the form that was answered last, with the answers that the model has as the user's, and what
    /// was entered since then. If the form was not submitted, questions without an answer are left out: they may still
    /// wait.
    fn revision(&self) -> Option<(Questionnaire, Opening)> {
        let last = self.log.last_answers()?;
        let mut questionnaire = last.questionnaire()?;
        if last.outcome != Outcome::Answered {
            questionnaire.questions.retain(|asked| last.answers.iter().any(|answer| answer.id == asked.id));
        }
        let given = last.replies(&questionnaire);
        let entered = Opening { discussion: None, ..self.entered(&questionnaire, None) };
        Some((questionnaire, Opening { occasion: Occasion::Revision, given, ..entered }))
    }

    /// Returns what was entered and not sent when the same subagent, or this session itself, asked these questions before,
    /// with the message about the call.
    #[must_use]
    pub fn entered(&self, questionnaire: &Questionnaire, subagent: Option<&Subagent>) -> Opening {
        self.log.entered(questionnaire, &[subagent])
    }

    /// Returns the text and the details of the messages that entries stand for, and that a run has not taken in, oldest
    /// first.
    pub(crate) fn undelivered(&self) -> impl Iterator<Item = (String, Value)> {
        let entries = self.log.kept.iter().filter(|data| !self.has_arrived(data.field("id").text()));
        entries.filter_map(|data| {
            let mut details = data.as_object()?.clone();
            let content = details.remove("content")?.as_str()?.to_owned();
            Some((content, Value::Object(details)))
        })
    }

    /// Returns whether the user has answered the questions of a call in the form of another one that asks the same.
    pub(crate) fn is_answered_by(&self, ask: &str, record: &Value) -> bool {
        let answered = Record::read(record).and_then(|record| Answered::of(&record, usize::MAX));
        let call = self.log.find(ask).and_then(|at| self.log.calls.get(at));
        answered.zip(call).is_some_and(|(answered, call)| answered.answers(call))
    }

    /// Returns whether the message of this tool with this id is in the session.
    pub(crate) fn has_arrived(&self, id: &str) -> bool {
        self.log.arrived.contains(id)
    }

    /// Divides answers of the command line, a JSON text, between a tool call and the calls that follow it in its message,
    /// unless they are for the call alone. Returns those for the call, and the rest.
    #[must_use]
    pub fn divide(&self, id: &str, answers: &str) -> (String, Option<String>) {
        let all = self.log.questionnaires_from(id);
        let whole = (answers.to_owned(), None);
        let [own, _, ..] = all.as_slice() else { return whole };
        if Replies::parse(answers, own).is_ok() {
            return whole;
        }
        let joined = OpenQuestions::joined_of(&all);
        let divided = joined.and_then(|joined| Replies::divide(answers, &joined, own.questions().len()));
        divided.map_or(whole, |(own, rest)| (own, Some(rest)))
    }

    /// Returns the texts that the user typed as answers, oldest first.
    #[must_use]
    pub fn typed(&self) -> Vec<String> {
        self.log.typed()
    }

    fn plan_forms(&self, has_ui: bool) -> Plan {
        let broken = if let Found::Broken(fault) = &self.inbox.file { Some(fault.clone()) } else { None };
        let faults = broken.into_iter().chain(self.open.iter().filter_map(OpenQuestions::fault));
        let mut notices: Vec<HostNotice> =
            faults.map(|fault| HostNotice::warning(self.of_file(&fault.in_english()))).collect();
        if self.open.is_empty() && notices.is_empty() {
            let elsewhere = self.inbox.elsewhere();
            notices.extend(elsewhere.map(|(name, file)| HostNotice::info(file.waits_elsewhere(name))));
            if notices.is_empty() {
                notices.push(HostNotice::info("No questions are pending."));
            }
        } else if !self.open.is_empty() && !has_ui {
            notices.push(HostNotice::warning(if self.open_in_file().next().is_some() {
                format!("Nobody can be asked here. Answer the questions in {}.", self.inbox.name)
            } else {
                "Nobody can be asked here. Answer with: pi -c -p --answers '[…]'".to_owned()
            }));
        }
        let ask = if has_ui { self.open.iter().map(|open| open.call.clone()).collect() } else { Vec::new() };
        Plan { notices, ask, ..Plan::default() }
    }

    fn revise(&self, has_ui: bool) -> Plan {
        if self.revision().is_none() {
            Plan::of_notice(HostNotice::info("No answers to revise in this session yet."))
        } else if has_ui {
            Plan { ask: vec![REVISION.to_owned()], ..Plan::default() }
        } else {
            Plan::of_notice(HostNotice::warning("Nobody can be asked here."))
        }
    }

    fn clear(&self) -> Plan {
        let name = &self.inbox.name;
        let ended: Vec<&OpenQuestions> = self.open.iter().filter(|open| !open.is_interrupted).collect();
        let elsewhere = match &self.inbox.file {
            Found::Other(file, Some(true)) => Some(file.waits_elsewhere(name)),
            _ => None,
        };
        let has_file = elsewhere.is_none() && !matches!(self.inbox.file, Found::Nothing);
        let count = ended.iter().map(|open| open.count()).sum();
        let notice = match ended.is_empty() {
            true if has_file => None,
            true => Some(format!("No questions are pending, and there is no {name}.")),
            false => Some(Words::english().count("{} question waits no longer.|{} questions wait no longer.", count)),
        };
        let closes: Vec<String> = ended.iter().map(|open| open.call.clone()).collect();
        Plan {
            note: (!closes.is_empty()).then(|| Effects { closes, ..Effects::default() }),
            retire: has_file.then(|| name.clone()),
            // It is that session's to drop them.
            notices: match elsewhere {
                Some(why) if ended.is_empty() => vec![HostNotice::warning(why)],
                _ => notice.map(HostNotice::info).into_iter().collect(),
            },
            told: ended.iter().any(|open| open.subagent.is_none()).then(|| DROPPED.to_owned()),
            ..Plan::default()
        }
    }

    /// Handles a prompt with the whole file in it, which answers the open questions of the file. The file is renamed if
    /// this branch has asked all of its questions. Otherwise it stays, and the user is told why.
    fn prompted(&self) -> Plan {
        let closes: Vec<String> = self.open_in_file().map(|open| open.call.clone()).collect();
        let why = match &self.inbox.file {
            Found::Nothing => return Plan::default(),
            Found::Own(_) => self.not_asked(),
            Found::Broken(_) | Found::Other(..) => self.fault_of_file(),
        };
        Plan {
            note: (!closes.is_empty()).then(|| Effects { closes, ..Effects::default() }),
            retire: why.is_none().then(|| self.inbox.name.clone()),
            notices: why.map(|why| HostNotice::warning(self.of_file(&why))).into_iter().collect(),
            ..Plan::default()
        }
    }

    /// Returns the name of the pending file if none of its questions is open once these calls are closed.
    pub(super) fn finished(&self, closes: &[String]) -> Option<String> {
        self.inbox.is_finished(&self.log, closes).then(|| self.inbox.name.clone())
    }

    /// Handles the end of a form. What the user sends is sent, and the rest stays open; a call without open questions
    /// is closed. An interrupted call is also closed if the user sends anything, or leaves a form that opened by
    /// itself. A form that ends without the user sends nothing, and the next form begins with what was entered.
    fn ended(&self, ended: &Ended) -> Plan {
        let Ended { ask, record, is_said, goes_on, is_requested } = ended;
        let Some(record) = Record::read(record) else { return Plan::default() };
        let open = self.open_call(ask);
        let is_by_user = record.outcome.is_by_user();
        let is_left = !is_said && open.as_ref().is_none_or(|open| !open.is_interrupted || *is_requested);
        if !is_by_user || (is_left && !goes_on) {
            let is_entered = record.unsent.is_some() || record.unsent_answers.is_some() || *is_said;
            // An empty record says that the user has discarded what was entered before.
            let is_discarded = is_by_user && record.questionnaire().is_some_and(|asked| self.log.has_entered(&asked));
            let nothing = HostNotice::info("Nothing was changed.");
            return Plan {
                note: (is_entered || is_discarded).then(Effects::default),
                notices: Some(nothing).filter(|_| record.outcome == Outcome::Answered).into_iter().collect(),
                ..Plan::default()
            };
        }
        let goes_on = *goes_on;
        let Some(open) = open else {
            return Plan { delivery: Some(Delivery { goes_on, ..Delivery::default() }), ..Plan::default() };
        };
        let answered: HashSet<&String> = record.answers.iter().map(|answer| &answer.id).collect();
        let questions = open.questionnaire.questions();
        // Whoever submits the form has also decided on the questions that they leave open.
        let is_closed = record.outcome == Outcome::Answered
            || questions.iter().all(|question| answered.contains(&question.id))
            || (open.is_interrupted && !is_left);
        let calls = vec![open.call.clone()];
        let [closes, part] = if is_closed { [calls, Vec::new()] } else { [Vec::new(), calls] };
        let (effects, retire) = (Effects { closes: closes.clone(), part }, self.finished(&closes));
        let lead = open.subagent.map(|subagent| text::of_subagent(subagent.name.as_deref())).unwrap_or_default();
        Plan { delivery: Some(Delivery { lead, effects, goes_on, ..Delivery::default() }), retire, ..Plan::default() }
    }

    /// Says why the pending file, or an answer in it, is of no use here, and how to put it aside if its session is not
    /// known.
    pub(super) fn about_file(&self) -> Option<String> {
        let is_of_use = self.open_in_file().next().is_some();
        let is_told = !is_of_use || self.inbox.has_unusable(&self.log);
        let why = self.fault_of_file().or_else(|| self.not_asked().filter(|_| is_told));
        let is_lost = matches!(self.inbox.file, Found::Other(_, Some(false)));
        let how = if is_lost { format!(". Put the file aside with: {CLEAR}") } else { String::new() };
        why.map(|why| self.of_file(&(why + &how)))
    }

    /// Says why the pending file is not the session's.
    fn fault_of_file(&self) -> Option<String> {
        match &self.inbox.file {
            Found::Nothing | Found::Own(_) => None,
            Found::Broken(fault) => Some(fault.in_english()),
            Found::Other(file, Some(false)) => {
                Some(file.with_command("no session of this folder has asked its questions"))
            }
            Found::Other(file, _) => Some(file.with_command("it holds the questions of another session")),
        }
    }

    /// Says that the branch has not left some of the questions in the pending file there.
    fn not_asked(&self) -> Option<String> {
        let faults = self.inbox.not_asked(&self.log).map(|faults| faults.in_english());
        faults.or_else(|| self.inbox.has_not_asked().then(|| NOT_ASKED.to_owned()))
    }

    /// Puts the name of the pending file in front of a text.
    pub(super) fn of_file(&self, text: &str) -> String {
        format!("{}: {text}", self.inbox.name)
    }
}
