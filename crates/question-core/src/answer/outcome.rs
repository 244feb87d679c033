//! From what was entered to a result: questions and sheets, with how they ended → [`ToolResult`]. A form that has ended
//! gives its own; answers that came without a form need none.

use std::cell::LazyCell;
use std::collections::HashSet;

use crate::answer::answers;
use crate::answer::content;
use crate::answer::content::Circumstances;
use crate::answer::fault::AnswerFault;
use crate::answer::opening::Opening;
use crate::answer::picks::Answer;
use crate::answer::pictures::{Pictures, push_paths};
use crate::answer::replies::Replies;
use crate::answer::result::{Host, Occasion, Outcome, ToolResult};
use crate::answer::sheet::{Sheet, Standing, Unsent};
use crate::call::questionnaire::{Question, Questionnaire};
use crate::text::is_blank;

/// Reason why a form ended without being shown.
const UNASKED: &str = "the program that shows pi's questions could not ask this one";

/// How a form ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The user submitted the form.
    Answered,
    /// The user left the form. `share` says whether the answers so far are sent.
    Cancelled {
        /// Whether the answers so far are sent.
        share: bool,
    },
    /// The user left the form without deciding about the answers so far. They are sent.
    Undecided,
    /// The user left the form at once. Nothing is sent, and everything is kept for when the same questions are asked
    /// again.
    Left,
    /// The user wants to talk first.
    Discussed,
    /// The run was aborted, or the session is closing.
    Aborted,
    /// The user stopped the run before the form was shown.
    Stopped,
    /// The program that showed the form disconnected.
    Disconnected,
    /// The program that shows the form closed it without asking anybody.
    Unasked,
    /// The host cannot go on, for this reason.
    Failed(String),
}

/// What was entered for the questions of a call.
pub(crate) struct Entered<'a> {
    pub(crate) questionnaire: &'a Questionnaire,
    /// The sheet of each question.
    pub(crate) sheets: Vec<&'a Sheet>,
    pub(crate) occasion: Occasion,
    /// The message of a user who wants to talk first; blank if there is none.
    pub(crate) discussion: &'a str,
    pub(crate) pictures: &'a Pictures,
    /// Whether the questions come from a subagent.
    pub(crate) is_subagent: bool,
    /// In a revision, the answers that the model has.
    pub(crate) before: &'a [Answer],
}

impl Opening {
    /// Returns the result of questions that end like this before their form has opened.
    #[must_use]
    pub fn result(&self, questionnaire: &Questionnaire, ending: &Ending, host: Host) -> ToolResult {
        self.result_with(&Replies::default(), questionnaire, ending, host)
    }

    /// Returns the same after the user has given these answers.
    pub(crate) fn result_with(
        &self,
        answers: &Replies,
        questionnaire: &Questionnaire,
        ending: &Ending,
        host: Host,
    ) -> ToolResult {
        let mut sheets = self.sheets(questionnaire);
        answers::take(&mut sheets, answers, true);
        let before = self.answers_before(questionnaire);
        let entered = Entered {
            questionnaire,
            sheets: sheets.iter().collect(),
            occasion: self.occasion,
            discussion: self.discussion.as_deref().unwrap_or_default(),
            pictures: &self.pictures,
            is_subagent: self.subagent.is_some(),
            before: &before,
        };
        entered.result(ending, host)
    }

    /// Returns the result of answering all questions with `answers`, a JSON text, and the answers that came with the
    /// questions.
    ///
    /// # Errors
    ///
    /// Fails if an answer has a fault or is missing.
    pub fn answered(
        &self,
        questionnaire: &Questionnaire,
        answers: Option<&str>,
        host: Host,
    ) -> Result<ToolResult, AnswerFault> {
        let new = answers.map(|answers| Replies::parse(answers, questionnaire)).transpose()?;
        let replies = new.unwrap_or_default().or_else_from(&self.known_answers()).complete(questionnaire)?;
        Ok(self.result_with(&replies, questionnaire, &Ending::Answered, host))
    }
}

impl Entered<'_> {
    /// Returns the result of an ending.
    pub(crate) fn result(&self, ending: &Ending, host: Host) -> ToolResult {
        let (outcome, message) = self.outcome(ending);
        let is_left = *ending == Ending::Left;
        let is_shared = !is_left && *ending != Ending::Cancelled { share: false };
        // The model has the answers of a revision. What they are now counts once it is submitted.
        let is_sent = is_shared && (!self.is_revision() || outcome == Outcome::Answered);
        let own = |is_any: bool| self.sheets().filter(move |(_, sheet)| is_any && is_shared_by(ending, sheet));
        let answers: Vec<Answer> = own(is_sent).filter_map(|(question, sheet)| sheet.answer(question)).collect();
        let questions = self.questionnaire.questions.clone();
        let mut result = ToolResult::new(questions, answers, outcome, host, message);
        let (is_undecided, is_subagent) = (*ending == Ending::Undecided, self.is_subagent);
        if is_undecided || is_subagent {
            result.content = content::content_of(&result.details, Circumstances { is_undecided, is_subagent });
        }
        let is_kept = is_shared || is_left;
        let keeps_answers = is_left || (is_shared && !is_sent && self.has_input());
        result.details.unsent_answers =
            keeps_answers.then(|| own(true).filter_map(|(question, sheet)| sheet.answer(question)).collect());
        result.details.unsent = Some(self.unsent(ending, outcome)).filter(|unsent| is_kept && !unsent.is_empty());
        let has_notes = !is_left && result.details.unsent.iter().flatten().any(|unsent| unsent.note.is_some());
        if has_notes && outcome == Outcome::Cancelled && result.details.answers.is_empty() {
            content::NOTES_ALONE.clone_into(&mut result.content);
        }
        result.details.shown = (*ending == Ending::Stopped).then_some(false);
        result.details.title = self.questionnaire.title_line().map(|title| title.as_str().to_owned());
        result.details.metadata.clone_from(&self.questionnaire.metadata);
        // A revision without changes says nothing to the model.
        result.is_said &= !self.is_revision() || *ending == Ending::Discussed || result.details.answers != self.before;
        content::head(&mut result, self.occasion);
        self.push_rest(&mut result, ending);
        if !self.pictures.are_none() {
            let texts = result.details.texts().into_iter().map(|(place, text, _)| (place, text));
            let pictures = self.pictures.used_in(&texts.collect::<Vec<_>>());
            result.details.pictures = Some(pictures).filter(|pictures| !pictures.is_empty());
            push_paths(&mut result.content, &result.details.attachments());
        }
        content::push_remarks(&mut result, &self.questionnaire.remarks);
        result
    }

    fn outcome(&self, ending: &Ending) -> (Outcome, Option<String>) {
        let message = || Some(self.discussion.trim().to_owned()).filter(|text| !text.is_empty());
        match ending {
            Ending::Answered => (Outcome::Answered, None),
            Ending::Discussed => (Outcome::Discuss, message()),
            // Nothing is missing, or the model has the other answers.
            Ending::Cancelled { share: true } if self.is_revision() || self.is_decided() => (Outcome::Answered, None),
            Ending::Cancelled { .. } | Ending::Undecided | Ending::Left => (Outcome::Cancelled, None),
            Ending::Aborted | Ending::Stopped => (Outcome::Aborted, None),
            Ending::Disconnected => (Outcome::ConnectionLost, None),
            Ending::Unasked => (Outcome::Unavailable, Some(UNASKED.to_owned())),
            Ending::Failed(reason) => (Outcome::Failed, Some(reason.clone())),
        }
    }

    /// Appends to the text for the model what is no answer: the questions without one, notes, and the open text of a form
    /// that has failed.
    fn push_rest(&self, result: &mut ToolResult, ending: &Ending) {
        let questions = result.details.questions.clone();
        // Most results need no names.
        let names = LazyCell::new(|| content::names(&questions));
        let answered: HashSet<&str> = result.details.answers.iter().map(|answer| answer.id.as_str()).collect();
        let is_late = self.occasion == Occasion::Later;
        // An answer in the pending file is not missing, even if it is not sent.
        let is_in_file = |sheet: &Sheet| result.details.cancelled && is_late && sheet.is_kept_elsewhere;
        let was_answered = |id: &str| self.before.iter().any(|answer| answer.id == id);
        let is_missing = |(question, sheet): &(&Question, &Sheet)| {
            let is_asked = !self.is_revision() || was_answered(&question.id);
            is_asked && !answered.contains(question.id.as_str()) && !is_in_file(sheet)
        };
        let what = match result.details.outcome {
            _ if self.is_revision() => content::WITHDRAWN,
            Outcome::Answered | Outcome::Cancelled if *ending != Ending::Undecided => content::LEFT_OPEN,
            _ => content::NOT_YET,
        };
        // A message has to say which questions it is about.
        let is_partial = is_late || !result.details.answers.is_empty();
        if !result.details.cancelled || (is_partial && !self.is_revision()) {
            let missing: Vec<&Question> = self.sheets().filter(is_missing).map(|(question, _)| question).collect();
            content::push_unanswered(&mut result.content, what, &missing, &names);
        }
        for Unsent { id, note, .. } in result.details.unsent.iter().flatten() {
            if let Some(note) = note.as_ref().filter(|_| *ending != Ending::Left) {
                let name = id.as_deref().and_then(|id| names.get(id));
                content::push_beside(&mut result.content, "Note", name, note);
                // In a revision, a note without an answer is an earlier one.
                result.is_said |= !self.is_revision();
            }
        }
    }

    pub(super) fn sheets(&self) -> impl Iterator<Item = (&Question, &Sheet)> {
        self.questionnaire.questions.iter().map(|question| &**question).zip(self.sheets.iter().copied())
    }

    fn is_revision(&self) -> bool {
        self.occasion == Occasion::Revision
    }

    fn is_decided(&self) -> bool {
        self.sheets.iter().all(|sheet| sheet.standing() == Standing::Decided)
    }

    /// Returns whether the user would lose input if nothing were kept.
    pub(crate) fn has_input(&self) -> bool {
        let has_input = |(question, sheet): (&Question, &Sheet)| match self.occasion {
            // An unchanged answer is no input, and one that was taken back is.
            Occasion::Revision => self.has_changed(question, sheet) || sheet.draft().is_some(),
            Occasion::Call | Occasion::Later => sheet.has_input(),
        };
        self.sheets().any(has_input) || !is_blank(self.discussion)
    }

    /// Returns whether a question has another answer than before, or none any more.
    fn has_changed(&self, question: &Question, sheet: &Sheet) -> bool {
        let earlier = self.before.iter().find(|answer| answer.id == question.id);
        earlier != sheet.answer(question).as_ref()
    }

    /// Returns the unsent texts, for a later call with the same questions. Those that the user has not touched are kept
    /// elsewhere.
    pub(super) fn unsent(&self, ending: &Ending, outcome: Outcome) -> Vec<Unsent> {
        let sheets = self.sheets().filter(|(_, sheet)| is_shared_by(ending, sheet));
        let unsent = sheets.flat_map(|(question, sheet)| sheet.unsent(&question.id));
        let discussion = Some(self.discussion).filter(|text| !is_blank(text) && outcome != Outcome::Discuss);
        unsent.chain(discussion.map(|text| Unsent { text: Some(text.to_owned()), ..Unsent::default() })).collect()
    }
}

/// Returns whether what the user has decided for a question is sent with this ending. What is kept elsewhere is sent only
/// by a user who submits the form, leaves it by sending the answers, or talks first.
pub(super) fn is_shared_by(ending: &Ending, sheet: &Sheet) -> bool {
    let is_deliberate = matches!(ending, Ending::Answered | Ending::Cancelled { share: true } | Ending::Discussed);
    is_deliberate || !sheet.is_kept_elsewhere
}
