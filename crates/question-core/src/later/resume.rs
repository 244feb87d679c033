//! What a session begins with: whose answers win, what goes to the model, and what is asked again.
//!
//! What is said only where nobody can be asked is for whoever wrote the script, and in English as pi's own words are.

use serde::Deserialize;
use ts_rs::TS;

use crate::answer::result::{Host, HostMode};
use crate::later::late::Late;
use crate::later::plan::{Delivery, Exit, Plan, Said};
use crate::later::session::{ANSWER, Session};
use crate::words::{Words, fill};

/// How a session begins.
#[derive(Clone, Debug, Deserialize, TS)]
#[ts(optional_fields)]
pub struct Beginning {
    /// The answers of the command line, a JSON text.
    pub answers: Option<String>,
    /// What pi was started with, where this is its start.
    pub start: Option<Start>,
    /// Whether the user can be asked.
    #[serde(rename = "hasUI")]
    #[ts(rename = "hasUI")]
    pub has_ui: bool,
    /// The mode, and the time.
    pub host: Host,
}

/// What pi was started with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Start {
    /// Whether a prompt comes next, which has the model go on.
    pub has_prompt: bool,
    /// Whether a command of this tool comes next, which starts no run.
    pub has_command: bool,
    /// Whether the prompt brings the pending file along, and words that answer it.
    pub answers_pending_file: bool,
}

impl Session {
    /// What to do when the session begins: answers that were given meanwhile go to the model, and a call that was
    /// interrupted is asked again.
    #[must_use]
    pub fn resume(&self, beginning: &Beginning) -> Plan {
        let mut plan = Plan::default();
        let Beginning { ref answers, start, has_ui, .. } = *beginning;
        let Start { has_prompt, answers_pending_file, .. } = start.unwrap_or_default();
        let is_given = answers.is_some();
        if let Some((said, id)) = self.lost().filter(|_| start.is_some() && !answers_pending_file) {
            plan.say.push(said);
            plan.lost = Some(id);
        }
        if !self.branch.has_messages() {
            if is_given && !has_prompt && !has_ui {
                Self::refuse_answers(beginning, &mut plan);
            }
            return plan;
        }
        // What the prompt answers is left to it.
        let pending = if !is_given && answers_pending_file { None } else { self.of_use(&mut plan) };
        // Whoever starts pi with a prompt goes on with that.
        plan.ask = if has_prompt { Vec::new() } else { self.last_interrupted(pending) };
        let known = || Late::joined(self.branch.known(&self.settings));
        let first = pending.cloned().or_else(|| if is_given { known() } else { None });
        match first {
            Some(late) if is_given || late.has_answers() => self.deliver(late, beginning, &mut plan),
            // They are opened as it is.
            Some(late) if has_ui && plan.ask.iter().any(|other| other.file == late.file) => {}
            Some(late) => plan.say.push(self.waiting(&late, has_ui)),
            None if !answers_pending_file && !has_prompt && !plan.is_delivered => {
                plan.say.extend(self.waiting_alone(&plan, has_ui));
            }
            None => {}
        }
        if !has_ui {
            let cut_off = std::mem::take(&mut plan.ask);
            let goes_on = plan.delivery.as_ref().is_some_and(|delivery| delivery.goes_on);
            if !has_prompt && !goes_on {
                let left = self.left(!cut_off.is_empty(), pending.is_some());
                plan.say.extend(left.filter(|_| plan.lost.is_none()));
                if is_given && plan.delivery.is_none() && plan.say.is_empty() {
                    Self::refuse_answers(beginning, &mut plan);
                } else if plan.delivery.is_none() && !plan.say.is_empty() {
                    plan.exit = nothing_to_run(beginning);
                }
            }
        }
        let passed_over = self.passed_over().filter(|said| !answers_pending_file && !plan.say.contains(said));
        plan.say.extend(passed_over);
        plan
    }

    /// Answers of the command line that no question waits for, and no prompt follows.
    fn refuse_answers(beginning: &Beginning, plan: &mut Plan) {
        let advice = "Continue the session that has asked with pi -c or pi --session";
        plan.say.push(Said::warning(format!("--answers was not used: no question waits here. {advice}")));
        plan.is_used = true;
        plan.exit = nothing_to_run(beginning);
    }

    /// The questions of the model's last message that were cut off; with what stands in the file, where they are in it.
    fn last_interrupted(&self, pending: Option<&Late>) -> Vec<Late> {
        let mut asked: Vec<Late> = Vec::new();
        for late in self.branch.last_interrupted(&self.settings) {
            let late = pending.filter(|pending| pending.overlaps(&late)).cloned().unwrap_or(late);
            if late.file.is_none() || asked.iter().all(|other| other.file != late.file) {
                asked.push(late);
            }
        }
        asked
    }

    /// The questions of the pending file, unless it is of no use here: broken, or delivered before pi ended.
    fn of_use(&self, plan: &mut Plan) -> Option<&Late> {
        if let Some(Err(problem)) = &self.pending {
            plan.say.push(Said::warning(self.fault(&problem.in_words(self.settings.words))));
        }
        plan.is_delivered = self.is_delivered();
        self.pending()
    }

    /// Takes the answers of the command line, or else those that came with the questions.
    fn deliver(&self, late: Late, beginning: &Beginning, plan: &mut Plan) {
        let Beginning { ref answers, start, has_ui, host } = *beginning;
        let has_prompt = start.is_some_and(|start| start.has_prompt);
        plan.is_used = answers.is_some();
        let source = if plan.is_used { "--answers" } else { &self.file };
        if host.mode == HostMode::Json && start.is_some() && !has_prompt {
            plan.say.push(Said::info(format!(
                "{source}: json mode shows nothing of a run without a prompt. Add one: pi --mode json -c \"go on\""
            )));
            return;
        }
        let mut late = late.meant(answers.as_deref());
        match late.answered(answers.as_deref(), host, &self.settings) {
            Ok(result) => {
                plan.ask.retain(|other| !other.overlaps(&late));
                let asks_next = has_ui && !plan.ask.is_empty();
                // A prompt that comes next goes on with them; and a program is not surprised by a run that it has not
                // started.
                let goes_on = host.mode != HostMode::Rpc && !has_prompt && !asks_next;
                if plan.is_used {
                    // They may stand in the place of others.
                    late.besides = late.words.take();
                }
                plan.delivery = Some(Delivery { result, late, goes_on });
            }
            Err(problem) => {
                // Whoever gave them on the command line is told by more than words.
                if plan.is_used && !has_ui {
                    plan.exit = Exit::Failed;
                }
                let words = self.settings.words;
                let next = if has_ui && late.file.is_some() { fill(words.opens, ANSWER) } else { String::new() };
                plan.say.push(Said::warning([source, words.colon, &problem.in_words(words), &next].concat()));
            }
        }
    }

    /// What there is to say of questions that wait in the session alone, and that the user has not passed over.
    fn waiting_alone(&self, plan: &Plan, has_ui: bool) -> Option<Said> {
        let known = self.branch.known(&self.settings).into_iter();
        let waiting = known.filter(|late| late.passed.is_empty() && !plan.ask.iter().any(|other| other.overlaps(late)));
        let count = Late::joined(waiting.collect())?.questionnaire.questions().len();
        Some(Said::info(if has_ui {
            self.opens(self.settings.words.count(self.settings.words.waits, count))
        } else {
            let waits = Words::english().count(Words::english().waits, count);
            format!("{waits}. Answer with: pi -c -p --answers '[…]'")
        }))
    }

    fn waiting(&self, late: &Late, has_ui: bool) -> Said {
        let count = late.questionnaire.questions().len();
        let waits = |words: &Words| format!("{} ({})", words.count(words.waits, count), self.file);
        Said::info(if has_ui {
            self.opens(waits(self.settings.words))
        } else {
            format!("{}. None has an answer yet.", waits(Words::english()))
        })
    }

    /// That something waits, and what opens it.
    fn opens(&self, waits: String) -> String {
        waits + &fill(self.settings.words.opens, ANSWER)
    }

    /// What else there is to say where nothing happens.
    fn left(&self, is_cut_off: bool, is_pending: bool) -> Option<Said> {
        if is_cut_off {
            let text = "A question was cut off. pi -c asks it again; --answers answers it on the command line.";
            return Some(Said::info(text));
        }
        let text = "The model has not acted on the answers that it was sent. Go on with: pi -c -p \"go on\"";
        if !is_pending && self.branch.ends_in_answers() {
            return Some(Said::info(text));
        }
        // A file that is of no use here.
        self.useless().map(Said::warning)
    }
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
