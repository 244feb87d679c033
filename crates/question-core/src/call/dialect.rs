//! Speaking as another tool: its arguments as its schema declares them, and its results in its shape.
//!
//! What a model may send is the same in all of them (`request`); so is everything between request and result.

use crate::answer::result::{Answer, Pick, Picks};
use crate::answer::wire::{self, Object, answering, number, option_request};
use crate::call::request::{Mode, QuestionRequest};
use crate::json::Json;

/// The tool that the model is offered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// `question`.
    #[default]
    Question,
    /// `AskUserQuestion`: answers are a record of question text → answer text.
    AskUserQuestion,
    /// `ask_user`: answers name the question, the answer, and the option where it was one.
    AskUser,
}

impl Dialect {
    /// A dialect by the name of its tool.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Question, Self::AskUserQuestion, Self::AskUser].into_iter().find(|dialect| dialect.name() == name)
    }

    /// The name of the tool.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Question => "question",
            Self::AskUserQuestion => "AskUserQuestion",
            Self::AskUser => "ask_user",
        }
    }
}

/// A question of the arguments: declared fields under the other tool's names, what its schema does not have under ours.
pub(crate) fn question_request(question: &QuestionRequest, dialect: Dialect) -> Json {
    let options = question.options.iter().map(option_request).collect();
    let object = Object::default()
        .text("question", &question.prompt)
        .some_text("header", question.label.as_ref())
        .some_text("id", question.id.as_ref());
    let object = if dialect == Dialect::AskUserQuestion {
        // Its options are not optional, and what it recommends is an index.
        let index = question.recommended_option().map(number);
        object.with("options", Json::List(options)).some("recommended", index)
    } else {
        object.filled("options", options).some_text("recommended", question.recommended.as_ref())
    };
    let object = match (question.mode, dialect) {
        (Some(Mode::Multi), Dialect::AskUserQuestion) => object.flag("multi", true),
        (Some(Mode::Multi), _) => object.flag("multiSelect", true),
        (mode, _) => object.some("mode", mode.map(wire::mode)),
    };
    answering(object, question).json()
}

/// What a record of answers has no place for: the notes, under the names that the answers have in it.
pub(crate) fn annotations(answers: &[Answer]) -> Option<Json> {
    let note = |(name, answer): (String, &Answer)| {
        let note = Object::default().text("notes", answer.note.as_ref()?).json();
        Some((name, note))
    };
    let notes: Vec<_> = named(answers).filter_map(note).collect();
    (!notes.is_empty()).then_some(Json::Object(notes))
}

/// The answers with the names that they have in a record: their prompts; of two questions with the same one, the second
/// is told apart by its id.
fn named(answers: &[Answer]) -> impl Iterator<Item = (String, &Answer)> {
    answers.iter().enumerate().map(|(at, answer)| {
        let is_taken = answers.iter().take(at).any(|earlier| earlier.prompt == answer.prompt);
        let name = if is_taken { format!("{} ({})", answer.prompt, answer.id) } else { answer.prompt.clone() };
        (name, answer)
    })
}

/// The answers of a result.
pub(crate) fn answers(answers: &[Answer], dialect: Dialect) -> Json {
    match dialect {
        Dialect::AskUser => Json::List(answers.iter().map(ask_user_answer).collect()),
        Dialect::Question | Dialect::AskUserQuestion => {
            let entry = |(name, answer)| (name, Json::Text(labels(answer).join(", ")));
            Json::Object(named(answers).map(entry).collect())
        }
    }
}

/// The labels that were joined for a record: those of options, in their order, then what was typed.
pub(crate) fn parts<'a>(text: &'a str, labels: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut parts = Vec::new();
    let mut rest = text;
    for label in labels {
        let after = rest.strip_prefix(label).filter(|after| after.is_empty() || after.starts_with(", "));
        if let (Some(after), false) = (after, label.is_empty()) {
            parts.push(label);
            rest = after.strip_prefix(", ").unwrap_or(after);
        }
    }
    parts.extend((!rest.is_empty()).then_some(rest));
    parts
}

fn ask_user_answer(answer: &Answer) -> Json {
    let labels = labels(answer);
    let object = Object::default().text("question", &answer.prompt);
    let object = match &answer.picks {
        Picks::One(pick) => object
            .text("answer", &pick.label)
            .some("selectedOption", pick.index.map(|_| Json::from(pick.label.as_str()))),
        Picks::Many(_) => object.with("answer", Json::List(labels.into_iter().map(Json::from).collect())),
    };
    let was_custom = answer.picks.all().iter().any(Pick::was_custom);
    object.flag("wasCustom", was_custom).some_text("note", answer.note.as_ref()).json()
}

fn labels(answer: &Answer) -> Vec<&str> {
    answer.picks.all().iter().map(|pick| pick.label.as_str()).collect()
}
