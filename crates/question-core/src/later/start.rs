//! The start of a session: answers of the command line and the pending file are sent, interrupted forms are opened
//! again, and the user is told what waits.

use crate::answer::fault::AnswerFault;
use crate::answer::opening::Opening;
use crate::answer::outcome::Ending;
use crate::answer::read::named_faults;
use crate::answer::replies::Replies;
use crate::answer::result::{HostMode, Occasion};
use crate::call::questionnaire::Question;
use crate::faces::model::text;
use crate::later::branch::{ANSWER, Branch};
use crate::later::inbox::Found;
use crate::later::open::OpenQuestions;
use crate::later::pending::waits;
use crate::later::plan::{Delivery, Effects, Exit, HostNotice, InDialect, Plan, SessionStart, StartLine};

/// Source of the answers of the command line.
const ANSWERS: &str = "--answers";
const UNUSED: &str = "--answers was not used: no question waits here. Continue the session that has asked with pi -c or pi \
                      --session";
const CUT_OFF: &str = "A question was cut off. pi -c asks it again; --answers answers it on the command line.";
/// Follows what is missing or wrong in the pending file, for a script.
const CORRECT: &str = ". The call still waits; correct the file, then run: pi -c -p";
const UNHEARD: &str = "The model has not acted on the answers that it was sent. Go on with: pi -c -p \"go on\"";

impl Branch {
    /// Handles the start of a session. Answers of the command line take precedence over those in the pending file.
    pub(super) fn start(&self, start: &SessionStart) -> Plan {
        let SessionStart { answers, line, host } = start;
        let has_ui = host.mode.has_ui();
        let has_prompt = line.as_ref().is_some_and(|line| line.has_prompt);
        let mut plan = Plan::default();
        // The prompt includes the pending file and answers it.
        if answers.is_none() && line.as_ref().is_some_and(|line| !line.files.is_empty()) {
            return plan;
        }
        if self.log.has_messages() {
            plan.retire = self.finished(&[]);
            self.take_answers(start, &mut plan);
        }
        let is_over = !has_ui && !has_prompt && plan.delivery.is_none();
        // In a session that goes on, they are for what waits. What the model asks next may be anything.
        if answers.is_some() && !plan.is_used && (is_over || (self.log.has_messages() && line.is_some())) {
            plan.notices.push(HostNotice::warning(UNUSED));
            refuse(None, start, &mut plan);
            plan.is_used = true;
        }
        let closed = plan.delivery.as_ref().map_or(&[][..], |delivery| &delivery.effects.closes);
        let open = self.open.iter().filter(|open| !closed.contains(&open.call));
        // With a prompt, the conversation goes on with that.
        let (ask, waiting): (Vec<_>, Vec<_>) =
            open.partition(|open| !has_prompt && open.is_interrupted && !open.is_superseded);
        plan.told = self.begun(closed).filter(|_| has_prompt);
        if let Some(delivery) = &mut plan.delivery {
            // In rpc mode, only the program starts runs.
            delivery.goes_on = host.mode != HostMode::Rpc && !has_prompt && (ask.is_empty() || !has_ui);
        }
        // A script has nothing else that tells it what still waits.
        let tells_waiting = plan.notices.is_empty()
            && (!has_ui || (answers.is_none() && plan.retire.is_none() && plan.delivery.is_none()));
        plan.notices.extend(self.file_notice(line.is_some(), is_over));
        // Who begins a new session may look for one that has asked.
        let elsewhere = self.inbox.elsewhere().filter(|_| has_ui && !self.log.has_messages());
        plan.notices.extend(elsewhere.map(|(name, file)| HostNotice::info(file.waits_elsewhere(name))));
        if tells_waiting {
            plan.notices.extend(self.waiting(&waiting, has_ui, has_prompt));
        }
        if has_ui {
            plan.ask = ask.into_iter().map(|open| open.call.clone()).collect();
        } else if is_over {
            self.end(start, !ask.is_empty(), &mut plan);
        } else if tells_waiting && !ask.is_empty() {
            plan.notices.push(HostNotice::info(CUT_OFF));
        }
        plan
    }

    /// Sends the answers of each call that has all of them, on the command line or in the file, and reports what is
    /// missing for calls that have some.
    fn take_answers(&self, start: &SessionStart, plan: &mut Plan) {
        let (Some(all), Some(last)) = (OpenQuestions::joined(&self.open), self.open.last()) else { return };
        let has_answers = start.answers.is_some();
        plan.is_used = has_answers;
        // A list may be for the last call alone. The answers in the file are in each `OpenQuestions` already.
        let answers = start.answers.as_deref().unwrap_or("{}");
        let given = match Replies::parse_tail(answers, &all, last.count()) {
            Ok(given) => given,
            Err(fault) => return refuse(Some(&fault), start, plan),
        };
        let names_no_question = given.are_none();
        let mut rest = given.0.into_iter();
        let (mut complete, mut of_answers, mut of_file) = (Vec::new(), Vec::new(), Vec::new());
        let mut is_refused = false;
        let mut before = 0;
        for open in &self.open {
            let given = Replies(rest.by_ref().take(open.count()).collect());
            let faults = open.missing(&given);
            let is_meant = has_answers && (names_no_question || !given.are_none());
            if faults.is_empty() {
                complete.push((open, given));
            } else if is_meant || open.is_begun_in_file() {
                is_refused |= is_meant;
                for (at, fault) in faults {
                    if is_meant && fault == AnswerFault::NoAnswer {
                        of_answers.push((before + at, fault));
                    } else {
                        of_file.extend(open.with_name(at, fault));
                    }
                }
            }
            before += open.count();
        }
        if !complete.is_empty() && is_silent(start) {
            plan.notices.push(silent(if has_answers { ANSWERS } else { &self.inbox.name }));
        } else {
            plan.delivery = self.delivery(complete, start);
            let closes = plan.delivery.as_ref().map_or(&[][..], |delivery| &delivery.effects.closes);
            plan.retire = self.finished(closes);
        }
        if !of_file.is_empty() {
            let next = if start.host.mode.has_ui() { opens() } else { CORRECT.to_owned() };
            let missing = AnswerFault::All(of_file).in_english();
            plan.notices.push(HostNotice::warning(self.of_file(&missing) + &next));
        }
        if is_refused {
            let fault = AnswerFault::All(named_faults(&of_answers, &all));
            refuse(Some(&fault).filter(|_| !of_answers.is_empty()), start, plan);
        }
    }

    /// Tells the model which questions still wait, for which the user has begun to write answers into the file. They are
    /// not final. `closed` names the calls that are answered.
    fn begun(&self, closed: &[String]) -> Option<String> {
        let begun = || self.open.iter().filter(|open| open.is_begun_in_file() && !closed.contains(&open.call));
        let all = OpenQuestions::joined(begun())?;
        let name = &self.inbox.name;
        let mut text =
            format!("About the pending questions: the user has begun to answer them in {name}. They still wait.");
        let is_written = begun().flat_map(|open| (0..open.count()).map(|at| open.in_file.answers(at)));
        let questions = all.questions().iter().zip(is_written).filter(|(_, is_written)| !is_written);
        let questions: Vec<&Question> = questions.map(|(question, _)| &**question).collect();
        text::push_unanswered(&mut text, text::NOT_YET, &questions, &text::names(all.questions()));
        Some(text)
    }

    /// Returns the message that answers the open questions of these calls: with the replies beside each call, or else with
    /// the file. Returns `None` if there are no calls.
    fn delivery(&self, calls: Vec<(&OpenQuestions, Replies)>, start: &SessionStart) -> Option<Delivery> {
        let questionnaire = OpenQuestions::joined(calls.iter().map(|(open, _)| *open))?;
        let closes = calls.iter().map(|(open, _)| open.call.clone()).collect();
        let drafts = Replies(calls.into_iter().flat_map(|(open, given)| given.or_else_from(&open.in_file).0).collect());
        let opening = Opening { occasion: Occasion::Later, drafts, ..Opening::default() };
        let result = opening.result(&questionnaire, &Ending::Answered, start.host);
        let result = InDialect { result, dialect: self.settings.dialect };
        let effects = Effects { closes, ..Effects::default() };
        Some(Delivery { result: Some(result), effects, ..Delivery::default() })
    }

    /// Tells the author of a script, at the end of a run, which of its questions wait.
    pub(super) fn run_left_questions(&self) -> Plan {
        let open: Vec<&OpenQuestions> = self.open.iter().collect();
        Plan { notices: self.waiting(&open, false, true).into_iter().collect(), ..Plan::default() }
    }

    /// Tells the author of a script that pi ends without a run that would act on the answers.
    pub(super) fn unheard(&self, is_appended: bool) -> Plan {
        let said = (is_appended || self.log.ends_in_answers).then(|| HostNotice::info(UNHEARD));
        Plan {
            exit: said.as_ref().map_or(Exit::Own, |_| Exit::Failed),
            notices: said.into_iter().collect(),
            ..Plan::default()
        }
    }

    /// Says how many questions wait and how to answer them: those in the pending file, or if there are none, those that
    /// the user has put off, or has not sent another prompt after.
    fn waiting(&self, open: &[&OpenQuestions], has_ui: bool, has_prompt: bool) -> Option<HostNotice> {
        let count = |is_meant: &dyn Fn(&OpenQuestions) -> bool| -> usize {
            open.iter().filter(|open| is_meant(open)).map(|open| open.count()).sum()
        };
        let in_file = count(&|open| open.is_in_file());
        let elsewhere = count(&|open| !open.is_in_file() && (open.is_put_off || !open.is_superseded));
        let (waiting, how) = if in_file > 0 {
            (
                format!("{} ({})", waits(in_file), self.inbox.name),
                "Write the answers into it, or answer with: pi -c -p --answers '[…]'",
            )
        } else if elsewhere > 0 && !has_prompt {
            (waits(elsewhere), "Answer with: pi -c -p --answers '[…]'")
        } else {
            return None;
        };
        Some(HostNotice::info(if has_ui { waiting + &opens() } else { format!("{waiting}. {how}") }))
    }

    /// Says why the pending file is of no use here. A file without answers is only named if `is_over`, when
    /// nothing else comes of the run. A file whose session is gone is named at each start of pi.
    fn file_notice(&self, is_start: bool, is_over: bool) -> Option<HostNotice> {
        let text = self.about_file()?;
        match &self.inbox.file {
            Found::Other(_, Some(false)) => is_start.then(|| HostNotice::info(text)),
            _ => (self.log.has_messages() && (is_over || self.inbox.has_unusable(&self.log)))
                .then(|| HostNotice::warning(text)),
        }
    }

    /// Ends a run that has nothing to send, so that a script sees that nothing came of it.
    fn end(&self, start: &SessionStart, is_interrupted: bool, plan: &mut Plan) {
        if is_interrupted {
            plan.notices.push(HostNotice::info(CUT_OFF));
        } else if self.log.ends_in_answers {
            plan.notices.push(HostNotice::info(UNHEARD));
        }
        if !plan.notices.is_empty() {
            plan.exit = exit_without_run(start);
        }
    }
}

/// Reports a fault in the answers of the command line, which are not used.
fn refuse(fault: Option<&AnswerFault>, start: &SessionStart, plan: &mut Plan) {
    if !start.host.mode.has_ui() && start.line.is_some() {
        plan.exit = Exit::Failed;
    }
    let said = fault.map(|fault| HostNotice::warning(format!("{ANSWERS}: {}", fault.in_english())));
    plan.notices.extend(said);
}

/// Says, after another sentence, how to answer.
fn opens() -> String {
    format!(". {ANSWER} opens the form.")
}

/// Returns whether pi would show nothing of the run that answers start.
fn is_silent(SessionStart { line, host, .. }: &SessionStart) -> bool {
    host.mode == HostMode::Json && line.as_ref().is_some_and(|line| !line.has_prompt)
}

fn silent(source: &str) -> HostNotice {
    HostNotice::info(format!(
        "{source}: json mode shows nothing of a run without a prompt. Add one: pi --mode json -c \"go on\""
    ))
}

/// Returns how pi ends if it has nothing to run. A command of this tool that follows reports by itself.
fn exit_without_run(SessionStart { line, host, .. }: &SessionStart) -> Exit {
    match line {
        Some(StartLine { commands: 0, .. }) if host.mode == HostMode::Print => Exit::AtOnce,
        Some(StartLine { commands: 0, .. }) => Exit::Failed,
        _ => Exit::Own,
    }
}
