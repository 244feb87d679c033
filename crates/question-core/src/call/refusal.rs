//! Why a request cannot be asked, in words that tell the model what to send instead.

use std::fmt;

use crate::text::{Clean, truncate};

/// Problems that are listed at most.
const MAX_LISTED: usize = 100;

/// Columns that a problem or a note takes at most, and an id in it: what is sent may be of any length.
const MAX_TOLD: usize = 400;
const MAX_ID: usize = 60;

/// What the model is told, in a line without anything that a terminal would obey.
pub(super) fn told(text: &str) -> String {
    truncate(Clean::line(text), MAX_TOLD).as_str().to_owned()
}

/// What a question is called: by its number, from 1, and its id.
pub(super) fn named(number: usize, id: &str) -> String {
    format!("Question {number} (id \"{}\")", truncate(Clean::line(id), MAX_ID).as_str())
}

/// A request that cannot be shown to the user, with all that is wrong with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusal {
    /// What is wrong and what to send instead, a sentence or two each; none where there is no question at all.
    pub problems: Vec<String>,
}

impl fmt::Display for Refusal {
    /// What the model is told.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problems.as_slice() {
            [] => formatter.write_str("Error: No questions provided"),
            [problem] => write!(formatter, "Error: {problem}"),
            problems => {
                let count = problems.len();
                write!(formatter, "Error: {count} problems; the user was not asked. Send all questions again:")?;
                problems.iter().take(MAX_LISTED).try_for_each(|problem| write!(formatter, "\n- {problem}"))?;
                match count.checked_sub(MAX_LISTED + 1) {
                    Some(more) => write!(formatter, "\n- {} more problems", more + 1),
                    None => Ok(()),
                }
            }
        }
    }
}

/// What is wrong with a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The prompt is missing or blank.
    Prompt,
    /// There are no options to choose from.
    Options,
    /// There are no options, and free text is ruled out.
    NoAnswer,
    /// The option at this position, from 1, has no label and no value.
    OptionLabel(usize),
}

impl Fault {
    /// What is wrong with the question of this number, from 1, and of this id; and what to send.
    pub(super) fn of_question(self, number: usize, id: &str) -> String {
        let what = match self {
            Self::Prompt => "\"prompt\" is missing. Send the full question as \"prompt\".",
            Self::Options => {
                "\"options\" is missing or empty. Send at least one {\"value\", \"label\"}, or \"mode\": \"input\" for free text."
            }
            Self::NoAnswer => {
                "\"allowCustom\" is false and \"options\" is missing, so there is no way to answer. Send \"options\", or leave \
                 \"allowCustom\" out."
            }
            Self::OptionLabel(at) => {
                let missing = "\"label\" is missing. Send each option as {\"value\", \"label\"}.";
                return format!("{}: \"options\", item {at}: {missing}", named(number, id));
            }
        };
        format!("{}: {what}", named(number, id))
    }
}
