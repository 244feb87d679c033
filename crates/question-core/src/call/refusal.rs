//! Refusals: why a request cannot be asked, with what the model should send instead.

use std::fmt;

use crate::call::questionnaire::default_id;
use crate::text::{Clean, truncate};

/// Maximum number of problems listed.
const MAX_LISTED: usize = 100;

/// Maximum width of a problem or a remark, and of an id in it, in columns. The texts that the model sends have no limit.
const MAX_TOLD: usize = 2_000;
const MAX_ID: usize = 60;

/// End of each refusal.
const NOT_ASKED: &str = "The user was not asked. Send all questions again.";

/// Returns a text for the model on one line, without control characters and limited in width.
pub(super) fn in_one_line(text: &str) -> String {
    truncate(Clean::line(text), MAX_TOLD).as_str().to_owned()
}

/// Returns how a question is named in a problem or a remark: by its number, 1-based, and its id, or that which it gets.
pub(super) fn name_of_question(number: usize, id: Option<&str>) -> String {
    let id = id.filter(|id| !id.trim().is_empty()).map_or_else(|| default_id(number), str::to_owned);
    format!("Question {number} (id \"{}\")", truncate(Clean::line(&id), MAX_ID).as_str())
}

/// Where a field stands in a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Beside the questions.
    Call,
    /// In a question.
    Question,
    /// In an option.
    Option,
}

impl Level {
    /// Returns the fields that the schema has there, and where to put what they cannot say.
    fn fields(self) -> &'static str {
        match self {
            Self::Call => {
                "A call has \"title\", \"message\", \"metadata\" and \"questions\", a list of objects. What these cannot \
             say goes into \"message\", where nothing checks it."
            }
            Self::Question => {
                "A question has \"id\", \"label\", \"prompt\", \"mode\" (\"single\", \"multi\" or \"input\"), \"options\", \
                 \"allowCustom\", \"customLabel\", \"allowEmpty\", \"defaultValue\", \"defaultValues\" and \"recommended\". What \
                 these cannot say goes into \"prompt\", where nothing checks it."
            }
            Self::Option => {
                "An option has \"value\", \"label\", \"description\" and \"preview\"; \"defaultValues\" of a \"multi\" \
                 question names those that are checked at first. What these cannot say goes into \"description\"."
            }
        }
    }
}

/// The refusal of a request, with everything that is wrong with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusal {
    /// Problems with what to send instead, one or two sentences each; empty if the call has no questions.
    pub problems: Vec<String>,
    /// Where unknown fields were sent. The fields that exist there are told once.
    pub exist: Vec<Level>,
}

impl fmt::Display for Refusal {
    /// Writes the text for the model.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problems.as_slice() {
            [] => return formatter.write_str("Error: No questions provided"),
            [problem] if self.exist.is_empty() => return write!(formatter, "Error: {problem} {NOT_ASKED}"),
            [problem] => write!(formatter, "Error: {problem}")?,
            problems => {
                let count = problems.len();
                write!(formatter, "Error: {count} problems:")?;
                problems.iter().take(MAX_LISTED).try_for_each(|problem| write!(formatter, "\n- {problem}"))?;
                if let Some(more) = count.checked_sub(MAX_LISTED + 1) {
                    write!(formatter, "\n- {} more problems", more + 1)?;
                }
            }
        }
        for level in [Level::Call, Level::Question, Level::Option].iter().filter(|level| self.exist.contains(level)) {
            write!(formatter, "\n{}", level.fields())?;
        }
        write!(formatter, "\n{NOT_ASKED}")
    }
}
