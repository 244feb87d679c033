//! The start of a session: answers of the command line and the pending file are sent, interrupted forms are opened again,
//! and the user is told what waits.
//!
//! Texts that only appear without a user interface are for the author of a script. They are in English, as pi's are.

use crate::answer::fault::AnswerFault;
use crate::answer::read::told;
use crate::answer::replies::{Replies, Response};
use crate::answer::result::HostMode;
use crate::form::action::Action;
use crate::json;
use crate::later::inbox::Found;
use crate::later::open::{OpenQuestion, OpenQuestions};
use crate::later::plan::{Beginning, Delivery, Exit, InDialect, Marks, Plan, Said, Start};
use crate::later::session::{ANSWER, Session, asks};
use crate::words::{Words, fill};

const UNUSED: &str = "--answers was not used: no question waits here. Continue the session that has asked with pi -c or pi \
                      --session";
const CUT_OFF: &str = "A question was cut off. pi -c asks it again; --answers answers it on the command line.";
const UNHEARD: &str = "The model has not acted on the answers that it was sent. Go on with: pi -c -p \"go on\"";

impl Session {
    /// Handles the start of a session. Answers of the command line take precedence over those in the pending file.
    pub(super) fn start(&self, beginning: &Beginning) -> Plan {
        let Beginning { ref answers, start, has_ui, .. } = *beginning;
        let Start { has_prompt, answers_pending_file, .. } = start.unwrap_or_default();
        let mut plan = Plan::default();
        if let Found::Other(_, Some(false)) = self.inbox.file
            && start.is_some()
            && !answers_pending_file
        {
            plan.say.push(Said::info(self.lost_advice()));
        }
        if !self.log.has_messages() {
            if answers.is_some() && !has_prompt && !has_ui {
                refuse_answers(beginning, &mut plan);
            }
            return plan;
        }
        // With a prompt, the conversation goes on with that. A prompt with the pending file in it answers the file.
        let is_asked_again = |open: &OpenQuestions| !has_prompt && open.is_to_be_asked_again();
        let is_left_alone = answers.is_none() && answers_pending_file;
        if !is_left_alone {
            if let Found::Broken(fault) = &self.inbox.file {
                plan.say.push(Said::warning(self.of_file(&fault.in_words(self.settings.words))));
            }
            plan.remove = self.settled();
        }
        match answers {
            Some(answers) if !self.open().is_empty() => self.take_answers(answers, beginning, &mut plan),
            None if !is_left_alone && !self.take_file(beginning, &mut plan) && plan.remove.is_none() => {
                let waiting = self.open().iter().filter(|open| !is_asked_again(open));
                plan.say.extend(self.waiting(&waiting.collect::<Vec<_>>(), beginning));
            }
            _ => {}
        }
        let closed = plan.delivery.as_ref().and_then(|delivery| delivery.marks.closes.as_deref()).unwrap_or_default();
        let is_open = |open: &&OpenQuestions| open.calls.iter().all(|call| !closed.contains(call));
        let ask: Vec<&OpenQuestions> = self.open().iter().filter(|open| is_asked_again(open)).filter(is_open).collect();
        if let Some(delivery) = &mut plan.delivery {
            // In rpc mode, only the program starts runs.
            delivery.goes_on = beginning.host.mode != HostMode::Rpc && !has_prompt && (ask.is_empty() || !has_ui);
        }
        if has_ui {
            plan.ask = ask.into_iter().flat_map(asks).collect();
        } else if !has_prompt {
            self.end(beginning, !ask.is_empty(), &mut plan);
        }
        let unused = self.unused_words().map(Said::warning);
        plan.say.extend(unused.filter(|said| !answers_pending_file && !plan.say.contains(said)));
        plan
    }

    /// Sends the answers of the command line, or reports their fault.
    fn take_answers(&self, answers: &str, beginning: &Beginning, plan: &mut Plan) {
        plan.is_used = true;
        if is_silent(beginning) {
            plan.say.push(silent("--answers"));
            return;
        }
        match self.answered(answers, beginning) {
            Ok(delivery) => plan.delivery = delivery,
            Err(fault) => {
                if !beginning.has_ui && beginning.start.is_some() {
                    plan.exit = Exit::Failed;
                }
                let fault = fault.in_words(self.settings.words);
                plan.say.push(Said::warning(["--answers", self.settings.words.colon, &fault].concat()));
            }
        }
    }

    /// Answers the open questions with these answers, a JSON text, and for other questions with what there is so far. A list
    /// may be for the last call alone. Questions that the user has passed over need no answer.
    fn answered(&self, answers: &str, beginning: &Beginning) -> Result<Option<Delivery>, AnswerFault> {
        let Some((last, earlier)) = self.open().split_last() else { return Ok(None) };
        let (listed, last_count) = (json::items(answers).len(), last.questions.len());
        let count = last_count + earlier.iter().map(|open| open.questions.len()).sum::<usize>();
        let is_for_last = listed == last_count && listed != count;
        let meant = earlier.iter().filter(|open| !is_for_last || open.is_passed()).chain([last]);
        let Some(open) = OpenQuestions::joined(meant) else { return Ok(None) };
        let given = Replies::parse_tail(answers, &open.questionnaire, last_count)?;
        let replies = given.clone().over(&open.replies());
        let fault = |(at, question): (usize, &OpenQuestion)| {
            let is_needed = !question.is_passed || replies.are_none();
            let missing = (is_needed && !replies.answers(at)).then_some(AnswerFault::NoAnswer);
            Some((at, question.fault.clone().filter(|_| !given.answers(at)).or(missing)?))
        };
        let faults: Vec<_> = open.questions.iter().enumerate().filter_map(fault).collect();
        if !faults.is_empty() {
            return Err(told(&faults, &open.questionnaire));
        }
        let more = self.words_in_file(&open, &given);
        Ok(self.delivery(&open, replies, more, open.calls.clone(), beginning))
    }

    /// Sends the answers in the pending file of each call that is complete there, and reports what is missing for those that
    /// a person has begun to answer. Returns whether there are any of either.
    fn take_file(&self, beginning: &Beginning, plan: &mut Plan) -> bool {
        let is_begun = |open: &&OpenQuestions| open.has_words();
        let (complete, partial): (Vec<_>, Vec<_>) =
            self.open().iter().filter(is_begun).partition(|open| open.is_answered());
        if let Some(open) = OpenQuestions::joined(complete.iter().copied()) {
            if is_silent(beginning) {
                plan.say.push(silent(&self.inbox.name));
            } else {
                // Calls that the user has passed over without a word are closed, too.
                let is_over = |open: &&OpenQuestions| open.is_passed() && !open.has_words() && !open.has_drafts();
                let passed: Vec<&OpenQuestions> = self.open().iter().filter(is_over).collect();
                let closes = open.calls.iter().chain(passed.iter().flat_map(|open| &open.calls)).cloned().collect();
                let passed: Vec<String> = passed.iter().flat_map(|open| open.names(|_| true)).collect();
                let deleted = open.names(|question| question.entry.is_none());
                let more = [
                    paragraph("Not answered, as the user has gone on without", &passed),
                    paragraph(&format!("The user has deleted from {}, and not answered", self.inbox.name), &deleted),
                    self.words_in_file(&open, &Replies::default()),
                ];
                plan.delivery = self.delivery(&open, open.in_file(), more.concat(), closes, beginning);
            }
        }
        if !partial.is_empty() {
            let next = if beginning.has_ui { fill(self.settings.words.opens, ANSWER) } else { String::new() };
            let missing = AnswerFault::All(partial.iter().flat_map(|open| open.missing()).collect());
            plan.say.push(Said::warning(self.of_file(&missing.in_words(self.settings.words)) + &next));
        }
        !complete.is_empty() || !partial.is_empty()
    }

    /// Returns the message that answers open questions.
    fn delivery(
        &self,
        open: &OpenQuestions,
        replies: Replies,
        more: String,
        closes: Vec<String>,
        beginning: &Beginning,
    ) -> Option<Delivery> {
        let mut form = open.form(&self.settings);
        form.update(Action::Respond(Response::of(replies)));
        let result = InDialect { result: form.result(beginning.host)?, dialect: self.settings.dialect };
        let file = open.is_in_file().then(|| self.inbox.mark.clone());
        let marks = Marks { closes: Some(closes), drafts: None, file };
        Some(Delivery { result: Some(result), more, marks, goes_on: false })
    }

    /// Says how many questions wait and how to answer them: those in the pending file, or if there are none, those that the
    /// user has not passed over.
    fn waiting(&self, open: &[&OpenQuestions], beginning: &Beginning) -> Option<Said> {
        let words = if beginning.has_ui { self.settings.words } else { Words::english() };
        let count = |is_meant: &dyn Fn(&OpenQuestions) -> bool| -> usize {
            open.iter().filter(|open| is_meant(open)).map(|open| open.questions.len()).sum()
        };
        let in_file = count(&|open| open.is_in_file());
        let elsewhere = count(&|open| !open.is_in_file() && !open.is_passed());
        let has_prompt = beginning.start.is_some_and(|start| start.has_prompt);
        let (waits, how) = if in_file > 0 {
            (format!("{} ({})", words.count(words.waits, in_file), self.inbox.name), "None has an answer yet.")
        } else if elsewhere > 0 && !has_prompt {
            (words.count(words.waits, elsewhere), "Answer with: pi -c -p --answers '[…]'")
        } else {
            return None;
        };
        Some(Said::info(if beginning.has_ui { waits + &fill(words.opens, ANSWER) } else { format!("{waits}. {how}") }))
    }

    /// Ends a run without a prompt and a user interface, so that a script sees that nothing came of it.
    fn end(&self, beginning: &Beginning, is_interrupted: bool, plan: &mut Plan) {
        if plan.delivery.is_some() {
            return;
        }
        let is_told = plan.say.iter().any(|said| said.text.contains(&self.inbox.name));
        if is_interrupted {
            plan.say.push(Said::info(CUT_OFF));
        } else if self.log.ends_in_answers && !is_told {
            plan.say.push(Said::info(UNHEARD));
        } else if !is_told {
            plan.say.extend(self.is_no_use().map(|doubt| Said::warning(self.of_file(&doubt))));
        }
        if plan.say.is_empty() && beginning.answers.is_some() {
            refuse_answers(beginning, plan);
        } else if !plan.say.is_empty() {
            plan.exit = exit_without_run(beginning);
        }
    }

    /// Names the answers in the pending file that cannot be used here.
    fn unused_words(&self) -> Option<String> {
        let words = self.settings.words;
        let has_words = match &self.inbox.file {
            Found::Other(file, _) => file.has_words(),
            _ => self.inbox.has_unsent_words(),
        };
        let not_asked = self.inbox.not_asked().map(|fault| fault.in_words(words));
        not_asked.or_else(|| self.is_no_use().filter(|_| has_words)).map(|problem| self.of_file(&problem))
    }
}

/// Returns names in a paragraph of their own, or nothing if there are none.
fn paragraph(about: &str, names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!("\n\n{about}: {}", names.join(", ")) }
}

/// Refuses answers of the command line, because no question is open and no prompt follows.
fn refuse_answers(beginning: &Beginning, plan: &mut Plan) {
    plan.say.push(Said::warning(UNUSED));
    plan.is_used = true;
    plan.exit = exit_without_run(beginning);
}

/// Returns whether pi would show nothing of the run that answers start.
fn is_silent(Beginning { start, host, .. }: &Beginning) -> bool {
    host.mode == HostMode::Json && start.is_some_and(|start| !start.has_prompt)
}

fn silent(source: &str) -> Said {
    Said::info(format!(
        "{source}: json mode shows nothing of a run without a prompt. Add one: pi --mode json -c \"go on\""
    ))
}

/// Returns how pi ends if it has nothing to run. A command of this tool that follows reports by itself.
fn exit_without_run(Beginning { start, host, .. }: &Beginning) -> Exit {
    match start {
        Some(Start { has_command: false, .. }) if host.mode == HostMode::Print => Exit::AtOnce,
        Some(Start { has_command: false, .. }) => Exit::Failed,
        _ => Exit::Own,
    }
}
