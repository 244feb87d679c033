//! Why a request cannot be asked, in words that tell the model what to send instead.

use std::fmt;

use crate::call::questionnaire::MAX_QUESTIONS;
use crate::words::{Words, fill, fill_all};

/// A request that cannot be shown to the user, with all that is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The request holds no question.
    NoQuestions,
    /// What was sent cannot be read, and why.
    Unread(String),
    /// The request holds this many questions, more than anybody answers.
    TooMany(usize),
    /// The request is longer than anybody reads, in characters.
    TooLong,
    /// Some questions are incomplete; at least one fault.
    Faults(Vec<Fault>),
}

/// One thing that is wrong with one question. Positions count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Position of the question.
    pub question: usize,
    /// Id of the question, as given or made up.
    pub id: String,
    /// What is wrong.
    pub kind: FaultKind,
}

/// What is wrong with a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The prompt is missing or blank.
    Prompt,
    /// There are no options to choose from.
    Options,
    /// There are no options, and free text is ruled out.
    NoAnswer,
    /// The option at this position has no label and no value.
    OptionLabel(usize),
    /// What was sent cannot be read, and why.
    Unread(String),
}

/// What to do about JSON that cannot be read.
const SEND: &str = "Send lists and objects as they are, not as a string.";

impl Refusal {
    /// What the model is told.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::NoQuestions => "Error: No questions provided".to_owned(),
            Self::Unread(wrong) => ["Error: ", wrong, ". ", SEND].concat(),
            Self::TooMany(_) => [
                "Error: ",
                &self.reason(Words::english()),
                ", and a person answers a few. The user was not asked. Send only the questions that matter most.",
            ]
            .concat(),
            Self::TooLong => {
                "Error: The request is too long to be shown; the user was not asked. Write long texts into \
                              a file, and name it in the prompt."
                    .to_owned()
            }
            Self::Faults(faults) => match faults.as_slice() {
                [fault] => format!("Error: {}", fault.text()),
                faults => {
                    let mut text = [
                        "Error: ",
                        &faults.len().to_string(),
                        " problems; the user was not asked. Send all questions again:",
                    ]
                    .concat();
                    for fault in faults {
                        text.extend(["\n- ", &fault.text()]);
                    }
                    text
                }
            },
        }
    }

    /// What a person is told of questions that they have a hand in, to be read behind the name of their file.
    pub(crate) fn reason(&self, words: &Words) -> String {
        match self {
            Self::NoQuestions => fill(words.missing, "questions"),
            Self::Unread(wrong) => wrong.clone(),
            Self::TooMany(count) => fill_all(words.too_many, &[&count.to_string(), &MAX_QUESTIONS.to_string()]),
            Self::TooLong => words.too_long_to_show.to_owned(),
            Self::Faults(faults) => {
                let reasons: Vec<String> = faults.iter().map(|fault| fault.reason(words)).collect();
                reasons.join(words.semicolon)
            }
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text())
    }
}

impl Fault {
    /// What is wrong, and what the model is to send.
    fn text(&self) -> String {
        let send = match &self.kind {
            FaultKind::Prompt => "Send the full question as \"prompt\".",
            FaultKind::Options => "Send at least one {\"value\", \"label\"}, or \"mode\": \"input\" for free text.",
            FaultKind::NoAnswer => "Send \"options\", or leave \"allowCustom\" out.",
            FaultKind::OptionLabel(_) => "Send each option as {\"value\", \"label\"}.",
            FaultKind::Unread(_) => SEND,
        };
        format!("{}. {send}", self.reason(Words::english()))
    }

    /// What is wrong, and where.
    fn reason(&self, words: &Words) -> String {
        let missing = |field| fill(words.missing, field);
        let what = match &self.kind {
            FaultKind::Prompt => missing("prompt"),
            FaultKind::Options => fill(words.missing_or_empty, "options"),
            FaultKind::NoAnswer => words.no_way_to_answer.to_owned(),
            FaultKind::OptionLabel(option) => {
                fill_all(words.item, &["options", &option.to_string(), &missing("label")])
            }
            FaultKind::Unread(wrong) => wrong.clone(),
        };
        fill_all(words.question_of_id, &[&self.question.to_string(), &self.id, &what])
    }
}
