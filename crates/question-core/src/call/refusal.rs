//! Why a request cannot be asked, in words that tell the model what to send instead.

use std::fmt;

/// Problems that are listed at most.
const MAX_LISTED: usize = 100;

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
                return format!("Question {number} (id \"{id}\"): \"options\", item {at}: {missing}");
            }
        };
        format!("Question {number} (id \"{id}\"): {what}")
    }
}
