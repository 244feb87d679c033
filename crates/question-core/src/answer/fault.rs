//! Faults in answers from outside the form, and in the pending file.
//!
//! This module alone turns a fault into words. They are English, as are pi's own about files; only a form that asks again
//! speaks the user's language.

use crate::answer::replies::MAX_ANSWER;
use crate::call::called::Ambiguous;
use crate::json::NotJson;
use crate::text::listed;
use crate::text::{Clean, truncate};
use crate::words::{Words, fill_all};

/// Maximum width of a text quoted in a fault, in columns, and maximum number of names listed.
const MAX_COLUMNS: usize = 80;
const MAX_LISTED: usize = 10;
/// Maximum number of faults that are told at once.
const MAX_FAULTS: usize = 20;

pub(crate) const NOT_ASKED: &str = "not asked on this branch of the session";

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
    /// The list is empty, and the question needs at least one option.
    NoneChosen,
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
    // Faults of a message
    /// The message is no response, for this reason.
    NotResponse(String),
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
    /// Returns the fault in English, worded to follow the name of the source.
    #[must_use]
    pub fn in_english(&self) -> String {
        let words = Words::english();
        match self {
            Self::NotJson(line) => format!("it is not JSON (line {line})"),
            Self::NotAnswers => "the answers have to be a list, or an object of question id → answer".to_owned(),
            Self::Count(answers, questions) => {
                format!("answers: {}, questions: {}", words.number(*answers), words.number(*questions))
            }
            Self::NoQuestion(name, known) => {
                format!("\"{}\" is no question; there are: {}", clipped(name).as_str(), list(known, words))
            }
            Self::Twice(name) => format!("\"{}\" is there twice", clipped(name).as_str()),
            Self::NoField(field) => {
                let field = clipped(field);
                format!("\"{}\" is no field of an answer; there are \"answer\" and \"note\"", field.as_str())
            }
            Self::NotText(field) => format!("\"{field}\" has to be a text"),
            Self::NotAnswer => "an answer has to be a text, or for mode multi a list of texts".to_owned(),
            Self::Blank => "the answer is blank".to_owned(),
            Self::NoneChosen => "at least one option has to be chosen".to_owned(),
            Self::NotOne => words.not_one.to_owned(),
            Self::NoOption(text, labels) => {
                format!("\"{}\" is none of its options: {}", clipped(text).as_str(), list(labels, words))
            }
            Self::Ambiguous(name, options) => several(name, options, words),
            Self::TooLong => {
                let most = words.number(MAX_ANSWER);
                format!("holds more than {most} characters. Write them into a file, and answer with its name")
            }
            Self::NoAnswer => words.not_answered.to_owned(),
            Self::Missing(field) => format!("\"{field}\" is missing"),
            Self::NotAsked => NOT_ASKED.to_owned(),
            Self::NotWritten => "the session does not know its \"call\", so it answers nothing".to_owned(),
            Self::NotResponse(reason) | Self::Host(reason) => reason.clone(),
            Self::Of(number, name, what) => format!("question {number} ({name}): {}", what.in_english()),
            Self::All(all) => {
                let more = all.len().saturating_sub(MAX_FAULTS);
                let more = (more > 0).then(|| format!("and {} more", words.number(more)));
                let first = all.iter().take(MAX_FAULTS).map(Self::in_english);
                first.chain(more).collect::<Vec<_>>().join("; ")
            }
        }
    }
}

impl AnswerFault {
    /// Returns the faults of answers, each with the number of its question, 1-based.
    pub(crate) fn of_questions(&self) -> Vec<(usize, &Self)> {
        match self {
            Self::Of(number, _, what) => vec![(*number, what)],
            Self::All(all) => all.iter().flat_map(Self::of_questions).collect(),
            _ => Vec::new(),
        }
    }
}

impl Ambiguous {
    /// Returns the fault in the user's language, for a form that asks again.
    pub(crate) fn in_words(&self, words: &Words) -> String {
        several(&self.name, &self.options, words)
    }
}

fn several(name: &str, options: &[String], words: &Words) -> String {
    fill_all(words.several_options, &[clipped(name).as_str(), &list(options, words)])
}

/// Lists the first of some names.
fn list(names: &[String], words: &Words) -> String {
    let first = names.iter().take(MAX_LISTED).map(|name| listed(clipped(name).as_str().to_owned()));
    let more = (names.len() > MAX_LISTED).then(|| "…".to_owned());
    first.chain(more).collect::<Vec<_>>().join(words.comma)
}

/// Shortens a text that is quoted in a fault.
fn clipped(text: &str) -> Clean<'_> {
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
