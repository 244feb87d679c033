//! A question's texts as they are drawn: made harmless and measured once, when the form opens.

use serde_json::{Map, Value};

use crate::call::names::Kind;
use crate::call::questionnaire::{Question, QuestionOption};
use crate::call::request::Mode;
use crate::text::{Block, Clean};
use crate::words::Words;

#[derive(Clone, Debug)]
pub(crate) struct Shown {
    pub(crate) label: Clean<'static>,
    pub(crate) prompt: Block,
    pub(crate) options: Vec<ShownOption>,
    /// What stands in an empty answer; blank where nothing does.
    pub(crate) placeholder: Clean<'static>,
    /// The row that takes free text: of a list the custom row, of an input question the only one.
    pub(crate) custom: ShownOption,
    /// Most lines that a preview of the question has as it was written; 0 where there is none.
    pub(crate) preview_lines: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct ShownOption {
    /// The number before the label, right-aligned among those of its list.
    pub(crate) number: Clean<'static>,
    pub(crate) label: Clean<'static>,
    pub(crate) description: Option<Block>,
    pub(crate) preview: Option<Clean<'static>>,
    /// What stands behind the label in every state.
    pub(crate) mark: Option<Clean<'static>>,
}

impl Shown {
    pub(crate) fn new(question: &Question, words: &Words) -> Self {
        let digits = question.options.len().checked_ilog10().map_or(1, |log| log as usize + 1);
        let number = |number: usize| {
            let number = number.to_string();
            Clean::composed(" ".repeat(digits.saturating_sub(number.len())) + &number + ". ")
        };
        let twins = twins(&question.options);
        let option = |(at, option): (usize, &QuestionOption)| ShownOption {
            number: number(at),
            label: Clean::line(&option.label).into_owned(),
            description: if twins.get(at - 1) == Some(&true) {
                let lines = [Some(option.value.as_str()), option.description.as_deref()];
                Some(Block::new(block(&lines.into_iter().flatten().collect::<Vec<_>>().join("\n"))))
            } else {
                option.description.as_deref().map(|text| Block::new(block(text)))
            },
            preview: option.preview.as_deref().map(block),
            mark: option.is_recommended.then(|| Clean::composed(format!(" {}", words.recommended))),
        };
        let custom = match question.mode {
            Mode::Input => (Clean::default(), words.type_your_answer.into()),
            Mode::Single | Mode::Multi => (number(0), Clean::line(&question.custom_label).into_owned()),
        };
        let options: Vec<ShownOption> = (1..).zip(&question.options).map(option).collect();
        let previews = options.iter().filter_map(|option| option.preview.as_ref());
        Self {
            label: Clean::line(&question.label).into_owned(),
            prompt: Block::new(prompt(question, words)),
            preview_lines: previews.map(|preview| preview.as_str().split('\n').count()).max().unwrap_or(0),
            options,
            placeholder: Clean::line(question.placeholder.as_deref().unwrap_or_default()).into_owned(),
            custom: ShownOption { number: custom.0, label: custom.1, description: None, preview: None, mark: None },
        }
    }
}

/// The prompt, and below it what the answer has to be and what becomes of it.
fn prompt(question: &Question, words: &Words) -> Clean<'static> {
    let kind = question.kind.map(|kind| match kind {
        Kind::Number => words.a_number,
        Kind::Integer => words.a_whole_number,
        Kind::Date => words.a_date,
        Kind::Time => words.a_time,
        Kind::DateTime => words.a_date_and_time,
        Kind::Email => words.an_email,
        Kind::Url => words.a_url,
        Kind::Path => words.a_path,
        Kind::List => words.a_list,
        Kind::Json => "JSON",
    });
    let secret = question.secret.map(|_| words.secret);
    let parts = [Some(question.prompt.trim_end()), kind, secret];
    block(&parts.into_iter().flatten().collect::<Vec<_>>().join("\n\n"))
}

/// Whether each option is one of several that nothing on the screen tells apart.
fn twins(options: &[QuestionOption]) -> Vec<bool> {
    let key =
        |option: &QuestionOption| [&option.label, "\n", option.description.as_deref().unwrap_or_default()].concat();
    let mut values = Map::new();
    for option in options {
        let key = key(option);
        let is_twin = values.get(&key).is_some_and(|value: &Value| value.as_str() != Some(option.value.as_str()));
        let value = if is_twin { Value::Null } else { Value::from(option.value.as_str()) };
        values.insert(key, value);
    }
    options.iter().map(|option| values.get(&key(option)).is_some_and(Value::is_null)).collect()
}

/// A text of several lines, without what is blank at its end.
fn block(text: &str) -> Clean<'static> {
    Clean::text(text.trim_end()).into_owned()
}
