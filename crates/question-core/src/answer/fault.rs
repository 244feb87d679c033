//! What is wrong with answers that come from elsewhere, or with the file that they come in. The one place that makes words of
//! it: English ones for the model and for programs, those of the user's language for the user.

use crate::answer::content::listed;
use crate::answer::replies::MAX_ANSWER;
use crate::call::called::Ambiguous;
use crate::json::NotJson;
use crate::text::{Clean, truncate};
use crate::words::{Words, fill, fill_all};

/// Columns of a text that is named in a fault: what is wrong with it comes behind.
const MAX_COLUMNS: usize = 80;

/// What is wrong with an answer, with answers, or with a pending file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerFault {
    // of a text that holds answers
    /// From this line on.
    NotJson(usize),
    /// They are neither a list nor an object.
    NotAnswers,
    /// So many answers for so many questions.
    Count(usize, usize),
    /// A name that means no question, and those that there are.
    NoQuestion(String, String),
    /// A question has two answers, by the name that one of them has for it.
    TwoAnswers(String),
    // of an answer
    /// A field that stands there twice: of two, nobody knows which is meant.
    Twice(&'static str),
    /// A field that is none of an answer.
    NoField(String),
    /// A field that is no text.
    NotText(&'static str),
    /// It is neither a text nor a list of texts.
    NotAnswer,
    /// It is blank, and must not be.
    Blank,
    /// There are several, or none, where one is to be.
    NotOne,
    /// A text that is none of the options, and the labels of those.
    NoOption(String, Vec<String>),
    /// A label that several options have, and their values.
    Ambiguous(Ambiguous),
    /// It names another question.
    ForAnother(String),
    /// It is longer than anybody means it.
    TooLong,
    /// A question has none.
    NoAnswer,
    // of a pending file
    /// It has more bytes than this.
    FileTooLong(usize),
    /// A field that it has to have.
    Missing(&'static str),
    /// A question of it was not asked on the branch of the session.
    NotAsked,
    /// What the host says of it.
    Host(String),
    // what has parts
    /// What is wrong with the answer to a question: its number, from 1, and its name.
    Of(usize, String, Box<Self>),
    /// All that is wrong.
    All(Vec<Self>),
}

impl AnswerFault {
    /// To be read behind the name of where it came from.
    #[must_use]
    pub fn in_words(&self, words: &Words) -> String {
        let two = |template, name: &str, names: &str| {
            fill_all(template, &[begun(name).as_str(), Clean::line(names).as_str()])
        };
        let one = |template, name: &str| fill(template, begun(name).as_str());
        match self {
            Self::NotJson(line) => fill(words.not_json, &line.to_string()),
            Self::NotAnswers => words.not_answers.to_owned(),
            Self::Count(answers, questions) => {
                fill_all(words.answers_for, &[&words.number(*answers), &words.number(*questions)])
            }
            Self::NoQuestion(name, known) => two(words.no_question, name, known),
            Self::TwoAnswers(name) => one(words.twice, name),
            Self::Twice(field) => fill(words.twice, field),
            Self::NoField(field) => one(words.no_field, field),
            Self::NotText(field) => fill(words.not_a_text, field),
            Self::NotAnswer => words.not_an_answer.to_owned(),
            Self::Blank => words.blank_text.to_owned(),
            Self::NotOne => words.not_one.to_owned(),
            Self::NoOption(text, labels) => {
                two(words.no_option, text, &labels.iter().cloned().map(listed).collect::<Vec<_>>().join(words.comma))
            }
            Self::Ambiguous(Ambiguous { label, values }) => two(words.several_options, label, values),
            Self::ForAnother(name) => one(words.for_another, name),
            Self::TooLong => fill(words.too_long, &words.number(MAX_ANSWER)),
            Self::NoAnswer => words.not_answered.to_owned(),
            Self::FileTooLong(bytes) => fill(words.file_too_long, &words.number(*bytes)),
            Self::Missing(field) => fill(words.missing, field),
            Self::NotAsked => words.not_asked_here.to_owned(),
            Self::Host(told) => told.clone(),
            Self::Of(number, name, what) => {
                fill_all(words.fault_of, &[&number.to_string(), name, &what.in_words(words)])
            }
            Self::All(all) => {
                let all: Vec<String> = all.iter().map(|fault| fault.in_words(words)).collect();
                all.join("; ")
            }
        }
    }

    /// As the model and programs read it.
    #[must_use]
    pub fn in_english(&self) -> String {
        self.in_words(Words::english())
    }
}

/// As much of a text as tells which one it is.
fn begun(text: &str) -> Clean<'_> {
    truncate(Clean::line(text), MAX_COLUMNS)
}

impl From<NotJson> for AnswerFault {
    fn from(NotJson(line): NotJson) -> Self {
        Self::NotJson(line)
    }
}

impl From<Ambiguous> for AnswerFault {
    fn from(ambiguous: Ambiguous) -> Self {
        Self::Ambiguous(ambiguous)
    }
}
