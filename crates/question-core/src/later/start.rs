//! What a session begins with: whose answers win, what goes to the model, and what is asked again.
//!
//! What is said only where nobody can be asked is for whoever wrote the script, and in English as pi's own words are.

use crate::answer::result::{HostMode, ToolResult};
use crate::later::inbox::Found;
use crate::later::open::OpenQuestions;
use crate::later::plan::{Beginning, Delivery, Exit, Marks, Plan, Said, Start};
use crate::later::session::{ANSWER, Session, asks, names};
use crate::words::{Words, fill};

const UNUSED: &str = "--answers was not used: no question waits here. Continue the session that has asked with pi -c or pi \
                      --session";
const CUT_OFF: &str = "A question was cut off. pi -c asks it again; --answers answers it on the command line.";
const UNHEARD: &str = "The model has not acted on the answers that it was sent. Go on with: pi -c -p \"go on\"";

impl Session {
    /// The answers that stand: those of the command line over those of the pending file. What is complete goes to the
    /// model; a form that was cut off is asked again; of the rest, it is said that it waits.
    pub(super) fn start(&self, beginning: &Beginning) -> Plan {
        let Beginning { ref answers, start, has_ui, .. } = *beginning;
        let Start { has_prompt, answers_pending_file, .. } = start.unwrap_or_default();
        let mut plan = Plan::default();
        if self.is_lost() && start.is_some() && !answers_pending_file {
            plan.say.push(Said::info(self.fault(&self.lost_advice())));
        }
        if !self.log.has_messages() {
            if answers.is_some() && !has_prompt && !has_ui {
                refuse_answers(beginning, &mut plan);
            }
            return plan;
        }
        let open = self.open();
        // Whoever starts pi with a prompt goes on with that, and what the prompt answers is left to it.
        let mut ask: Vec<&OpenQuestions> =
            open.iter().filter(|open| open.is_to_be_asked_again() && !has_prompt).collect();
        let is_left_alone = answers.is_none() && answers_pending_file;
        if !is_left_alone {
            if let Found::Broken(fault) = &self.inbox.file {
                plan.say.push(Said::warning(self.fault(&fault.in_words(self.settings.words))));
            }
            plan.remove = self.settled();
        }
        match answers {
            Some(answers) if !open.is_empty() => self.take_answers(&open, answers, beginning, &mut plan),
            None if !is_left_alone && !self.take_file(&open, beginning, &mut plan) && plan.remove.is_none() => {
                let waiting = open.iter().filter(|open| has_prompt || !open.is_to_be_asked_again());
                plan.say.extend(self.waiting(&waiting.collect::<Vec<_>>(), beginning));
            }
            _ => {}
        }
        let closed = plan.delivery.iter().flat_map(|delivery| delivery.marks.closes.iter().flatten());
        let closed: Vec<String> = closed.cloned().collect();
        ask.retain(|open| names(open).all(|name| !closed.contains(&name)));
        if let Some(delivery) = &mut plan.delivery {
            // A program is not surprised by a run that it has not started.
            delivery.goes_on = beginning.host.mode != HostMode::Rpc && !has_prompt && (ask.is_empty() || !has_ui);
        }
        if has_ui {
            plan.ask = ask.into_iter().flat_map(asks).collect();
        } else if !has_prompt {
            self.end(beginning, !ask.is_empty(), &mut plan);
        }
        let useless = self.passed_over().filter(|said| !answers_pending_file && !plan.say.contains(said));
        plan.say.extend(useless);
        plan
    }

    /// Sends the answers of the command line, or says what is wrong with them.
    fn take_answers(&self, open: &[OpenQuestions], answers: &str, beginning: &Beginning, plan: &mut Plan) {
        let Beginning { start, has_ui, host, .. } = *beginning;
        plan.is_used = true;
        if is_silent(beginning) {
            plan.say.push(silent("--answers"));
            return;
        }
        let Some(meant) = OpenQuestions::meant(open.to_vec(), answers) else { return };
        match meant.answered(answers, host, &self.log, &self.inbox, &self.settings) {
            Ok(sent) => plan.delivery = Some(self.delivery(&meant, sent, &[])),
            Err(problem) => {
                // Whoever gave them on the command line is told by more than words.
                if !has_ui && start.is_some() {
                    plan.exit = Exit::Failed;
                }
                let problem = problem.in_words(self.settings.words);
                plan.say.push(Said::warning(["--answers", self.settings.words.colon, &problem].concat()));
            }
        }
    }

    /// Sends the answers in the pending file of the calls that are complete there, and says what is missing for others that
    /// a person has begun with. Returns whether it has done either.
    fn take_file(&self, open: &[OpenQuestions], beginning: &Beginning, plan: &mut Plan) -> bool {
        let is_begun = |open: &&OpenQuestions| open.has_words();
        let (complete, partial): (Vec<_>, Vec<_>) = open.iter().filter(is_begun).partition(|open| open.is_answered());
        let is_done = !complete.is_empty() || !partial.is_empty();
        if let Some(complete) = OpenQuestions::joined(complete.into_iter().cloned().collect()) {
            if is_silent(beginning) {
                plan.say.push(silent(&self.inbox.name));
            } else if let Some(sent) = complete.sent(beginning.host, &self.log, &self.inbox, &self.settings) {
                // What the user has passed over, and has entered nothing for, waits no longer.
                let is_over = |open: &&OpenQuestions| open.is_passed() && !open.has_words() && !open.has_drafts();
                let passed: Vec<&OpenQuestions> = open.iter().filter(is_over).collect();
                plan.delivery = Some(self.delivery(&complete, sent, &passed));
            }
        }
        if let Some(partial) = OpenQuestions::joined(partial.into_iter().cloned().collect()) {
            let next = if beginning.has_ui { fill(self.settings.words.opens, ANSWER) } else { String::new() };
            let missing = partial.missing().in_words(self.settings.words);
            plan.say.push(Said::warning(self.fault(&missing) + &next));
        }
        is_done
    }

    /// How many questions wait and how they are answered; those in the pending file, or else those that stand in the session
    /// alone and that the user has not passed over.
    fn waiting(&self, open: &[&OpenQuestions], beginning: &Beginning) -> Option<Said> {
        let words = if beginning.has_ui { self.settings.words } else { Words::english() };
        let is_new = |open: &&&OpenQuestions| !open.is_passed();
        let (in_file, alone): (Vec<&OpenQuestions>, Vec<_>) = open.iter().copied().partition(|open| open.is_in_file());
        let count = |open: &OpenQuestions| open.questionnaire.questions().len();
        let (in_file, alone): (usize, usize) =
            (in_file.into_iter().map(count).sum(), alone.iter().filter(is_new).map(|open| count(open)).sum());
        let has_prompt = beginning.start.is_some_and(|start| start.has_prompt);
        let (waits, how) = if in_file > 0 {
            (format!("{} ({})", words.count(words.waits, in_file), self.inbox.name), "None has an answer yet.")
        } else if alone > 0 && !has_prompt {
            (words.count(words.waits, alone), "Answer with: pi -c -p --answers '[…]'")
        } else {
            return None;
        };
        Some(Said::info(if beginning.has_ui { waits + &fill(words.opens, ANSWER) } else { format!("{waits}. {how}") }))
    }

    /// The message with a result that closes these questions, and those `also`.
    fn delivery(
        &self,
        open: &OpenQuestions,
        (result, more): (ToolResult, String),
        also: &[&OpenQuestions],
    ) -> Delivery {
        let passed: Vec<String> = also.iter().flat_map(|open| open.names()).collect();
        let passed = match passed.join(", ") {
            names if names.is_empty() => names,
            names => format!("\n\nNot answered, as the user has gone on without: {names}"),
        };
        let marks = Marks {
            closes: Some(names(open).chain(also.iter().flat_map(|open| names(open))).collect()),
            drafts: None,
            file: open.is_in_file().then(|| self.inbox.mark.clone()),
        };
        Delivery { result: Some(result), more: passed + &more, marks, goes_on: false }
    }

    /// How a run without a prompt ends where nobody can be asked: a script sees that nothing came of it.
    fn end(&self, beginning: &Beginning, is_cut_off: bool, plan: &mut Plan) {
        if plan.delivery.is_some() {
            return;
        }
        let is_waiting = plan.say.iter().any(|said| said.text.contains(&self.inbox.name));
        if is_cut_off {
            plan.say.push(Said::info(CUT_OFF));
        } else if self.log.ends_in_answers && !is_waiting {
            plan.say.push(Said::info(UNHEARD));
        } else if !is_waiting && !matches!(self.inbox.file, Found::Nothing) && plan.remove.is_none() {
            plan.say.extend(self.is_no_use().map(Said::warning));
        }
        if plan.say.is_empty() && beginning.answers.is_some() {
            refuse_answers(beginning, plan);
        } else if !plan.say.is_empty() {
            plan.exit = nothing_to_run(beginning);
        }
    }

    /// What there is to say of a file in which nothing is open.
    fn is_no_use(&self) -> Option<String> {
        let words = self.settings.words;
        match &self.inbox.file {
            Found::Nothing | Found::Broken(_) => None,
            Found::Other(_) if self.is_lost() => Some(self.fault(&self.lost_advice())),
            Found::Other(file) => Some(self.fault(&file.is_elsewhere(words))),
            Found::Own(..) => {
                let is_open = !self.open_if(&|open| open.is_in_file()).is_empty();
                (!is_open && self.settled().is_none()).then(|| self.doubt()).flatten().map(|doubt| self.fault(&doubt))
            }
        }
    }

    /// What somebody has written into a file that is of no use here, and was not told of.
    fn passed_over(&self) -> Option<Said> {
        let has_words = match &self.inbox.file {
            Found::Other(file) => !self.is_lost() && file.has_words(),
            Found::Own(..) => {
                if let Some(fault) = self.unasked() {
                    return Some(Said::warning(self.fault(&fault.in_words(self.settings.words))));
                }
                self.inbox.has_unsent_words(&self.log, &self.settings)
            }
            Found::Nothing | Found::Broken(_) => false,
        };
        self.is_no_use().filter(|_| has_words).map(Said::warning)
    }
}

/// Says that answers of the command line were not used: no question waits, and no prompt follows.
fn refuse_answers(beginning: &Beginning, plan: &mut Plan) {
    plan.say.push(Said::warning(UNUSED));
    plan.is_used = true;
    plan.exit = nothing_to_run(beginning);
}

/// Whether pi shows nothing of the run that answers would start.
fn is_silent(Beginning { start, host, .. }: &Beginning) -> bool {
    host.mode == HostMode::Json && start.is_some_and(|start| !start.has_prompt)
}

fn silent(source: &str) -> Said {
    Said::info(format!(
        "{source}: json mode shows nothing of a run without a prompt. Add one: pi --mode json -c \"go on\""
    ))
}

/// How pi ends where it has nothing to run, for a script to see that nothing came of it; a command of this tool that comes
/// next has its own say.
fn nothing_to_run(Beginning { start, host, .. }: &Beginning) -> Exit {
    match start {
        Some(Start { has_command: false, .. }) if host.mode == HostMode::Print => Exit::AtOnce,
        Some(Start { has_command: false, .. }) => Exit::Failed,
        _ => Exit::Own,
    }
}
