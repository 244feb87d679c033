//! Faults in answers from outside the form, and in the pending file.
//!
//! This module alone turns a fault into words: English for the model and for programs, the user's language for the
//! user.

use crate::answer::content::listed;
use crate::answer::replies::MAX_ANSWER;
use crate::call::called::Ambiguous;
use crate::json::NotJson;
use crate::text::{Clean, truncate};
use crate::words::{Words, fill, fill_all};

/// Maximum width of a text quoted in a fault, in columns, and maximum number of names listed.
const MAX_COLUMNS: usize = 80;
const MAX_LISTED: usize = 10;

/// In English alone, as are pi's own messages about files.
const NOT_WRITTEN: &str = "the session does not know its \"call\", so it answers nothing";

/// A fault in one answer, in a set of answers, or in a pending file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerFault {
    // Faults of a set of answers
    /// The text is not JSON from this line on, 1-based.
    NotJson(usize),
    /// The value is neither a list nor an object.
    NotAnswers,
    /// The number of answers differs from the number of questions: answers, questions.
    Count(usize, usize),
    /// A name that matches no question, and the ids of all questions.
    NoQuestion(String, Vec<String>),
    /// A field, or the name of a question, that occurs twice, so that the intended value is unknown.
    Twice(String),
    // Faults of one answer
    /// A field that answers do not have.
    NoField(String),
    /// A field whose value is not a string.
    NotText(&'static str),
    /// The value is neither a string nor a list of strings.
    NotAnswer,
    /// The text is blank, and the question does not allow that.
    Blank,
    /// The answer does not hold exactly one choice, as the question requires.
    NotOne,
    /// A text that matches no option, and the labels of all options.
    NoOption(String, Vec<String>),
    /// A name that can mean several options, and these options.
    Ambiguous(String, Vec<String>),
    /// The answer is longer than `MAX_ANSWER` characters.
    TooLong,
    /// The question has no answer.
    NoAnswer,
    // Faults of a pending file
    /// A required field is missing.
    Missing(&'static str),
    /// A question of the file was not asked on the session's branch.
    NotAsked,
    /// A question of the file was asked, but the tool has not written its entry.
    NotWritten,
    /// An error of the host, in its own words.
    Host(String),
    // Compound faults
    /// A fault in the answer to one question: the question's number, 1-based, its name, and the fault.
    Of(usize, String, Box<Self>),
    /// Several faults.
    All(Vec<Self>),
}

impl AnswerFault {
    /// Returns the fault in the user's language, worded to follow the name of the source.
    #[must_use]
    pub fn in_words(&self, words: &Words) -> String {
        let two =
            |template, name: &str, names: &[String]| fill_all(template, &[begun(name).as_str(), &list(names, words)]);
        let one = |template, name: &str| fill(template, begun(name).as_str());
        match self {
            Self::NotJson(line) => fill(words.not_json, &line.to_string()),
            Self::NotAnswers => words.not_answers.to_owned(),
            Self::Count(answers, questions) => {
                fill_all(words.answers_for, &[&words.number(*answers), &words.number(*questions)])
            }
            Self::NoQuestion(name, known) => two(words.no_question, name, known),
            Self::Twice(name) => one(words.twice, name),
            Self::NoField(field) => one(words.no_field, field),
            Self::NotText(field) => fill(words.not_a_text, field),
            Self::NotAnswer => words.not_an_answer.to_owned(),
            Self::Blank => words.blank_text.to_owned(),
            Self::NotOne => words.not_one.to_owned(),
            Self::NoOption(text, labels) => two(words.no_option, text, labels),
            Self::Ambiguous(name, options) => two(words.several_options, name, options),
            Self::TooLong => fill(words.too_long, &words.number(MAX_ANSWER)),
            Self::NoAnswer => words.not_answered.to_owned(),
            Self::Missing(field) => fill(words.missing, field),
            Self::NotAsked => words.not_asked_here.to_owned(),
            Self::NotWritten => NOT_WRITTEN.to_owned(),
            Self::Host(reason) => reason.clone(),
            Self::Of(number, name, what) => {
                fill_all(words.fault_of, &[&number.to_string(), name, &what.in_words(words)])
            }
            Self::All(all) => {
                let all: Vec<String> = all.iter().map(|fault| fault.in_words(words)).collect();
                all.join("; ")
            }
        }
    }

    /// Returns the fault in English, for the model and for programs.
    #[must_use]
    pub fn in_english(&self) -> String {
        self.in_words(Words::english())
    }
}

/// Lists the first of some names.
fn list(names: &[String], words: &Words) -> String {
    let first = names.iter().take(MAX_LISTED).map(|name| listed(begun(name).as_str().to_owned()));
    let more = (names.len() > MAX_LISTED).then(|| "…".to_owned());
    first.chain(more).collect::<Vec<_>>().join(words.comma)
}

/// Shortens a text that is quoted in a fault.
fn begun(text: &str) -> Clean<'_> {
    truncate(Clean::line(text), MAX_COLUMNS)
}

impl From<NotJson> for AnswerFault {
    fn from(NotJson(line): NotJson) -> Self {
        Self::NotJson(line)
    }
}

impl From<Ambiguous> for AnswerFault {
    fn from(Ambiguous { name, options }: Ambiguous) -> Self {
        Self::Ambiguous(name, options)
    }
}
