//! The record in the details of a result, whatever the dialect: it is written there, and read back from a session.
//!
//! Only the record is read back, by serde. Fields of other dialects and results of other tools are never read.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use serde::Deserialize as _;
use serde_json::Value;

use crate::answer::defaults::Defaults;
use crate::answer::given::{Boxes, Choice, Given};
use crate::answer::picks::{Answer, Pick, PickOrigin};
use crate::answer::replies::{Replies, Reply};
use crate::answer::result::{Outcome, Record};
use crate::answer::sheet::{Unsent, joined};
use crate::call::questionnaire::{Question, Questionnaire};
use crate::call::request::Mode;
use crate::json::Lenient as _;
use crate::text::is_seen;

impl Record {
    /// Reads the record in the details of a result: the details themselves, or their field `record` in another dialect.
    /// Returns `None` if the details are not of this tool, or contradict themselves.
    #[must_use]
    pub fn read(details: &Value) -> Option<Self> {
        let record = Some(details.field("record")).filter(|record| record.is_object());
        let mut record = Self::of_value(record.unwrap_or(details)).filter(Self::is_sound)?;
        record.place_pictures();
        Some(record)
    }

    // Two places need it, and one copy is small.
    #[inline(never)]
    pub(super) fn of_value(value: &Value) -> Option<Self> {
        Self::deserialize(value).ok()
    }

    /// Returns whether each answer belongs to a question of the record, at most one to each, and picks only options
    /// that the question has.
    fn is_sound(&self) -> bool {
        let questions: HashMap<&str, &Question> =
            self.questions.iter().map(|question| (question.id.as_str(), &**question)).collect();
        let mut answered = HashSet::new();
        self.all_answers().all(|answer| {
            let Some(question) = questions.get(answer.id.as_str()) else { return false };
            let is_option = |pick: &Pick| {
                let option = question.numbered(pick.number(), &pick.value).and_then(|at| question.options.get(at));
                match pick.origin {
                    PickOrigin::Option(_) => option.is_some_and(|option| option.label == pick.label),
                    PickOrigin::Typed => true,
                    PickOrigin::Default => Defaults::of(question).is_text(&pick.value),
                }
            };
            answered.insert(&answer.id) && question.mode == answer.mode && answer.picks.iter().all(is_option)
        })
    }

    /// Returns the answers that were sent, or those that were kept in their place.
    pub(crate) fn all_answers(&self) -> impl Iterator<Item = &Answer> {
        self.answers.iter().chain(self.unsent_answers.iter().flatten())
    }

    /// Returns the questions as they were asked, or `None` if an edit of the session has made them unaskable.
    #[must_use]
    pub fn questionnaire(&self) -> Option<Questionnaire> {
        Questionnaire::of_record(self.title.clone(), self.questions.clone(), self.metadata.clone())
    }

    /// Returns the answers and unsent texts of this record for these questions, matched by id.
    #[must_use]
    pub fn replies(&self, questionnaire: &Questionnaire) -> Replies {
        Replies::of_record(self.all_answers(), self.unsent.as_deref().unwrap_or_default(), questionnaire)
    }

    /// Returns whether the user has submitted the form, or anything was sent without that.
    pub(crate) fn has_answers(&self) -> bool {
        self.outcome == Outcome::Answered || !self.answers.is_empty()
    }

    /// Returns the unsent message of the user about the call.
    pub(crate) fn discussion(&self) -> Option<String> {
        self.unsent.iter().flatten().find(|unsent| unsent.id.is_none())?.text.clone()
    }
}

impl Questionnaire {
    /// Builds a questionnaire from recorded questions. Returns `None` if there are none, two share an id, or one cannot
    /// be asked.
    pub(crate) fn of_record(
        title: Option<String>,
        questions: Vec<Rc<Question>>,
        metadata: Option<Value>,
    ) -> Option<Self> {
        let can_be_asked = |question: &Rc<Question>| {
            is_seen(&question.prompt) && question.mode.has_options() != question.options.is_empty()
        };
        let ids: HashSet<&str> = questions.iter().map(|question| question.id.as_str()).collect();
        let is_sound = ids.len() == questions.len() && !questions.is_empty() && questions.iter().all(can_be_asked);
        is_sound.then_some(Self { title, questions, metadata, remarks: Vec::new() })
    }
}

impl Replies {
    /// Matches recorded answers and unsent texts to questions by id.
    pub(crate) fn of_record<'a>(
        answers: impl Iterator<Item = &'a Answer>,
        unsent: &[Unsent],
        questionnaire: &Questionnaire,
    ) -> Self {
        let questions = questionnaire.questions();
        let indices: HashMap<&str, usize> =
            (0..).zip(questions).map(|(at, question)| (question.id.as_str(), at)).collect();
        let mut replies: Vec<Option<Reply>> = vec![None; questions.len()];
        for answer in answers {
            let at = indices.get(answer.id.as_str());
            if let Some((question, reply)) = at.and_then(|at| questions.get(*at).zip(replies.get_mut(*at))) {
                *reply = Some(Reply::of(answer, question));
            }
        }
        for unsent in unsent {
            let at = unsent.id.as_deref().and_then(|id| indices.get(id));
            if let Some(reply) = at.and_then(|at| replies.get_mut(*at)) {
                *reply = Some(reply.take().unwrap_or_default().with(unsent));
            }
        }
        Self(replies)
    }
}

impl Reply {
    /// Converts a recorded answer to a question that asks the same.
    pub(crate) fn of(answer: &Answer, question: &Question) -> Self {
        let (given, note) = (given_by(answer, question), answer.note.clone());
        Self { given, note, defaults: answer.defaults(), ..Self::default() }
    }

    /// Adds the recorded texts besides an answer. The first text of a question is its draft.
    pub(crate) fn with(mut self, unsent: &Unsent) -> Self {
        self.note = joined(self.note.iter().chain(&unsent.note));
        match (&unsent.text, &self.draft) {
            (Some(text), Some(_)) => self.unchecked.push(text.clone()),
            (text, None) => self.draft.clone_from(text),
            (None, Some(_)) => {}
        }
        self
    }
}

/// Converts a recorded answer to the answer in a sheet. Returns `None` if the mode of the question differs.
fn given_by(answer: &Answer, question: &Question) -> Option<Given> {
    let mut choices = answer.picks.iter().map(|pick| match question.numbered(pick.number(), &pick.value) {
        Some(option) => Choice::Option(option),
        None => Choice::Typed(pick.value.clone()),
    });
    let given = match question.mode {
        Mode::Single => Given::Single(choices.next()),
        Mode::Multi => Given::Multi(Boxes::with_choices(question.options.len(), choices)),
        Mode::Input => Given::Input(answer.picks.first().map(|pick| pick.value.clone())),
    };
    (answer.mode == question.mode).then_some(given)
}

impl Question {
    /// Returns the index of the option with this number, 1-based, if it has this value.
    pub(crate) fn numbered(&self, number: Option<usize>, value: &str) -> Option<usize> {
        let at = number?.checked_sub(1)?;
        (self.options.get(at)?.value == value).then_some(at)
    }
}

impl Answer {
    /// Returns the texts of the answer that were defaults of the model's.
    pub(crate) fn defaults(&self) -> Vec<String> {
        let defaults = self.picks.iter().filter(|pick| pick.origin == PickOrigin::Default);
        defaults.map(|pick| pick.value.clone()).collect()
    }

    pub(crate) fn typed(&self) -> impl Iterator<Item = &str> {
        self.picks.iter().filter(|pick| pick.was_custom()).map(|pick| pick.value.as_str())
    }
}
