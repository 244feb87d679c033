//! Request → questionnaire: questions that can be asked, with every default filled in.
//!
//! This is the one place for defaults, for unique ids and for what is refused. A [`Questionnaire`] holds at least one
//! question and every question at least one option; nothing that follows checks for that again.

use std::rc::Rc;

use serde::Serialize;

use crate::refusal::{Fault, FaultKind, Refusal};
use crate::request::{OptionRequest, QuestionRequest, Request};

/// The row that ends every list and takes free text.
pub const CUSTOM_LABEL: &str = "Something else…";

/// Questions that can be asked: one or more. They never change, and a form and its result share them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Questionnaire {
    questions: Vec<Rc<Question>>,
}

/// One question. The custom row is not among its options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Question {
    /// Unique among the questions.
    pub id: String,
    /// Short name for tabs and review.
    pub label: String,
    /// The full question.
    pub prompt: String,
    /// How it is answered.
    pub mode: Mode,
    /// What the user can choose from; at least one.
    pub options: Vec<QuestionOption>,
}

/// How a question is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// By one option, or by typed text.
    Single,
}

/// One predefined option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct QuestionOption {
    /// What the model gets back.
    pub value: String,
    /// What the user reads.
    pub label: String,
    /// Help below the label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

impl Questionnaire {
    /// The questions, never empty.
    #[must_use]
    pub fn questions(&self) -> &[Rc<Question>] {
        &self.questions
    }

    /// The questions by value, never empty.
    #[must_use]
    pub fn into_questions(self) -> Vec<Rc<Question>> {
        self.questions
    }
}

impl TryFrom<Request> for Questionnaire {
    type Error = Refusal;

    /// Fills in what the model left out.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] that lists every question without a prompt or without options, and every option without a label.
    fn try_from(request: Request) -> Result<Self, Refusal> {
        if request.questions.is_empty() {
            return Err(Refusal::NoQuestions);
        }
        let ids = unique_ids(&request.questions);
        let mut faults = Vec::new();
        let mut questions = Vec::with_capacity(ids.len());
        for (at, (question, id)) in request.questions.into_iter().zip(ids).enumerate() {
            let mut fault = |kind| faults.push(Fault { question: at + 1, id: id.clone(), kind });
            if question.prompt.trim().is_empty() {
                fault(FaultKind::Prompt);
            }
            if question.options.is_empty() {
                fault(FaultKind::Options);
            }
            let mut options = Vec::with_capacity(question.options.len());
            for (at, option) in question.options.into_iter().enumerate() {
                match QuestionOption::complete(option) {
                    Some(option) => options.push(option),
                    None => fault(FaultKind::OptionLabel(at + 1)),
                }
            }
            let label = filled(question.label).unwrap_or_else(|| format!("Q{}", at + 1));
            questions.push(Rc::new(Question { id, label, prompt: question.prompt, mode: Mode::Single, options }));
        }
        if faults.is_empty() { Ok(Self { questions }) } else { Err(Refusal::Faults(faults)) }
    }
}

impl QuestionOption {
    /// Label and value stand in for each other; `None` where both are missing.
    fn complete(option: OptionRequest) -> Option<Self> {
        let label = filled(Some(option.label)).or_else(|| filled(option.value.clone()))?;
        let value = option.value.unwrap_or_else(|| label.clone());
        Some(Self { value, label, description: filled(option.description) })
    }
}

/// The ids as given, `q1`, `q2`, … where none is, and `b-2`, `b-3`, … for the second and third `b`. An id that the
/// model wrote itself is never given to another question.
fn unique_ids(questions: &[QuestionRequest]) -> Vec<String> {
    let given: Vec<Option<String>> = questions.iter().map(|question| filled(question.id.clone())).collect();
    let is_given = |id: &String| given.iter().flatten().any(|given| given == id);
    let mut ids: Vec<String> = Vec::with_capacity(given.len());
    for (at, own) in given.iter().enumerate() {
        let wish = own.clone().unwrap_or_else(|| format!("q{}", at + 1));
        let is_free = |id: &String| !is_given(id) && !ids.contains(id);
        let is_first = own.is_some() && !given.iter().take(at).any(|earlier| earlier == own);
        let id = if is_first || is_free(&wish) {
            wish
        } else {
            // The second of its name is number 2. One of as many numbers as there are ids is free.
            let earlier =
                if own.is_some() { given.iter().take(at).filter(|earlier| *earlier == own).count() } else { 1 };
            let numbers = earlier + 1..=earlier + 1 + 2 * given.len();
            numbers.map(|number| format!("{wish}-{number}")).find(is_free).unwrap_or(wish)
        };
        ids.push(id);
    }
    ids
}

/// `None` for text that is blank.
fn filled(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.trim().is_empty())
}
