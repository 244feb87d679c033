//! From what was entered to a record: questions and sheets, with how they ended → [`Ended`]. Answers that came without a
//! form need none.

use std::collections::HashSet;

use crate::answer::answers;
use crate::answer::opening::Opening;
use crate::answer::picks::Answer;
use crate::answer::pictures::Pictures;
use crate::answer::replies::Replies;
use crate::answer::result::{Host, Occasion, Outcome, Record};
use crate::answer::sheet::{Sheet, Standing, Unsent};
use crate::call::questionnaire::{Question, Questionnaire};
use crate::call::subagent::Subagent;
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
    /// The user answers later. Nothing is sent, and everything is kept for then.
    Later,
    /// The user wants to talk first.
    Discussed,
    /// The run was aborted, or the session is closing.
    Aborted,
    /// The user stopped the run before the form was shown.
    Stopped,
    /// The program that showed the form disconnected.
    Disconnected,
    /// The host has not asked anybody, for this reason, or because the program that shows the form has closed it.
    Unasked(Option<String>),
    /// The host cannot go on, for this reason.
    Failed(String),
    /// The host does not show the form, for this reason. Unless something was entered, there is no result: the questions
    /// are asked in another way.
    Unshown(String),
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
    /// The subagent that asks.
    pub(crate) subagent: Option<&'a Subagent>,
    /// In a revision, the answers that the model has.
    pub(crate) before: &'a [Answer],
}

/// How questions have ended.
pub(crate) struct Ended {
    pub(crate) record: Record,
    pub(crate) circumstances: Circumstances,
    /// Whether the user said anything: an answer, a note, or a message.
    pub(crate) is_said: bool,
}

/// What a record does not say about how questions ended.
#[derive(Clone, Debug, Default)]
pub(crate) struct Circumstances {
    pub(crate) occasion: Occasion,
    /// The user left the form without deciding about the answers so far.
    pub(crate) is_undecided: bool,
    /// A subagent waits for the result. Nobody can talk to it.
    pub(crate) is_of_subagent: bool,
    /// Indices of the questions without an answer of which the model is told, 0-based.
    pub(crate) missing: Vec<usize>,
    /// Whether the model is told of notes without an answer.
    pub(crate) are_notes_sent: bool,
}

impl Opening {
    /// Ends questions like this before their form has opened, after the user has given these answers.
    pub(crate) fn ended(&self, answers: &Replies, questionnaire: &Questionnaire, ending: &Ending, host: Host) -> Ended {
        let mut sheets = self.sheets(questionnaire);
        answers::take(&mut sheets, answers, true);
        let before = self.answers_before(questionnaire);
        let entered = Entered {
            questionnaire,
            sheets: sheets.iter().collect(),
            occasion: self.occasion,
            discussion: self.discussion.as_deref().unwrap_or_default(),
            pictures: &self.pictures,
            subagent: self.subagent.as_ref(),
            before: &before,
        };
        entered.ended(ending, host)
    }
}

impl Entered<'_> {
    /// Ends the questions.
    pub(crate) fn ended(&self, ending: &Ending, host: Host) -> Ended {
        let (outcome, message) = self.outcome(ending);
        let is_put_off = *ending == Ending::Later;
        let is_shared = !is_put_off && *ending != Ending::Cancelled { share: false };
        // The model has the answers of a revision. What they are now counts once it is submitted.
        let is_sent = is_shared && (!self.is_revision() || outcome == Outcome::Answered);
        let own = |is_any: bool| self.sheets().filter(move |(_, sheet)| is_any && is_shared_by(ending, sheet));
        let answers: Vec<Answer> = own(is_sent).filter_map(|(question, sheet)| sheet.answer(question)).collect();
        let mut record = Record::of(self.questionnaire, answers, outcome, host, message);
        let is_kept = is_shared || is_put_off;
        let keeps_answers = is_put_off || (is_shared && !is_sent && self.has_input());
        record.unsent_answers =
            keeps_answers.then(|| own(true).filter_map(|(question, sheet)| sheet.answer(question)).collect());
        record.unsent = Some(self.unsent(ending, outcome)).filter(|unsent| is_kept && !unsent.is_empty());
        let is_of_subagent = self.subagent.is_some() && self.occasion == Occasion::Call;
        record.waits_above = (is_put_off && is_of_subagent).then_some(true);
        record.revised = self.is_revision().then_some(true);
        record.shown = (*ending == Ending::Stopped).then_some(false);
        record.title = self.questionnaire.title_line().map(|title| title.as_str().to_owned());
        if !self.pictures.are_none() {
            let texts: Vec<_> = record.texts().into_iter().map(|(place, text, _)| (place, text)).collect();
            let pictures = self.pictures.used_in(&texts);
            record.pictures = Some(pictures).filter(|pictures| !pictures.is_empty());
        }
        let circumstances = Circumstances {
            occasion: self.occasion,
            is_undecided: *ending == Ending::Undecided,
            is_of_subagent,
            missing: self.missing(&record),
            are_notes_sent: !is_put_off && record.unsent.iter().flatten().any(|unsent| unsent.note.is_some()),
        };
        let is_said = match self.occasion {
            // A revision without changes says nothing to the model, and a note without an answer is an earlier one.
            Occasion::Revision => record.is_said() && (*ending == Ending::Discussed || record.answers != self.before),
            Occasion::Call | Occasion::Later => record.is_said() || circumstances.are_notes_sent,
        };
        Ended { record, circumstances, is_said }
    }

    /// Returns the indices of the questions without an answer of which the model is told, 0-based: in a revision, those whose
    /// answers were erased.
    fn missing(&self, record: &Record) -> Vec<usize> {
        let is_late = self.occasion == Occasion::Later;
        // A message has to say which questions it is about.
        let is_partial = !self.is_revision() && (is_late || !record.answers.is_empty());
        if record.cancelled && !is_partial {
            return Vec::new();
        }
        let answered: HashSet<&str> = record.answers.iter().map(|answer| answer.id.as_str()).collect();
        // An answer in the pending file is not missing, even if it is not sent.
        let is_in_file = |sheet: &Sheet| record.cancelled && is_late && sheet.is_kept_elsewhere;
        let was_answered = |id: &str| self.before.iter().any(|answer| answer.id == id);
        let is_missing = |(question, sheet): (&Question, &Sheet)| {
            let is_asked = !self.is_revision() || was_answered(&question.id);
            is_asked && !answered.contains(question.id.as_str()) && !is_in_file(sheet)
        };
        self.sheets().enumerate().filter(|(_, own)| is_missing(*own)).map(|(at, _)| at).collect()
    }

    fn outcome(&self, ending: &Ending) -> (Outcome, Option<String>) {
        let message = || Some(self.discussion.trim().to_owned()).filter(|text| !text.is_empty());
        match ending {
            Ending::Answered => (Outcome::Answered, None),
            Ending::Discussed => (Outcome::Discuss, message()),
            // Nothing is missing, or the model has the other answers.
            Ending::Cancelled { share: true } if self.is_revision() || self.is_decided() => (Outcome::Answered, None),
            Ending::Cancelled { .. } | Ending::Undecided => (Outcome::Cancelled, None),
            Ending::Later => (Outcome::Pending, None),
            Ending::Aborted | Ending::Stopped => (Outcome::Aborted, None),
            Ending::Disconnected => (Outcome::ConnectionLost, None),
            Ending::Unasked(reason) => {
                (Outcome::Unavailable, Some(reason.clone().unwrap_or_else(|| UNASKED.to_owned())))
            }
            Ending::Failed(reason) | Ending::Unshown(reason) => (Outcome::Failed, Some(reason.clone())),
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
