//! Refusals: why a request cannot be asked, with what the model should send instead.

use std::fmt;

use crate::text::{Clean, truncate};

/// Maximum number of problems listed.
const MAX_LISTED: usize = 100;

/// Maximum width of a problem or a note, and of an id in it, in columns. The texts that the model sends have no limit.
const MAX_TOLD: usize = 400;
const MAX_ID: usize = 60;

/// Returns a text for the model on one line, without control characters and limited in width.
pub(super) fn in_one_line(text: &str) -> String {
    truncate(Clean::line(text), MAX_TOLD).as_str().to_owned()
}

/// Returns how a question is named in a problem or a note: by its number, 1-based, and its id, if it has one.
pub(super) fn named(number: usize, id: Option<&str>) -> String {
    match id {
        Some(id) => format!("Question {number} (id \"{}\")", truncate(Clean::line(id), MAX_ID).as_str()),
        None => format!("Question {number}"),
    }
}

/// The refusal of a request, with everything that is wrong with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusal {
    /// Problems with what to send instead, one or two sentences each; empty if the call has no questions.
    pub problems: Vec<String>,
}

impl fmt::Display for Refusal {
    /// Writes the text for the model.
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
