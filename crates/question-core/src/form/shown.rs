//! A question's texts as they are drawn: made harmless and measured once, those of an option when they are first needed.
//! Of ten thousand options, few are ever seen.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::call::names::Kind;
use crate::call::questionnaire::{Question, QuestionOption};
use crate::call::request::Mode;
use crate::text::{Block, Clean};
use crate::words::Words;

#[derive(Clone, Debug)]
pub(crate) struct Shown {
    pub(crate) label: Clean<'static>,
    pub(crate) prompt: Block,
    /// What stands in an empty answer; blank where nothing does.
    pub(crate) placeholder: Clean<'static>,
    /// The row that takes free text: of a list the custom row, of an input question the only one.
    pub(crate) custom: ShownOption,
    /// Most lines that a preview of the question has as it was written; 0 where there is none.
    pub(crate) preview_lines: usize,
    options: Vec<OnceCell<Box<ShownOption>>>,
    /// Positions of the options that nothing but their values tells from others.
    twins: OnceCell<HashSet<usize>>,
    question: Rc<Question>,
    words: &'static Words,
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
    pub(crate) fn new(question: Rc<Question>, words: &'static Words) -> Self {
        let custom = match question.mode {
            Mode::Input => (Clean::default(), words.type_your_answer.into()),
            Mode::Single | Mode::Multi => {
                (number(0, question.options.len()), Clean::line(&question.custom_label).into_owned())
            }
        };
        let previews = question.options.iter().filter_map(|option| option.preview.as_deref());
        Self {
            label: Clean::line(&question.label).into_owned(),
            prompt: Block::new(prompt(&question, words)),
            placeholder: Clean::line(question.placeholder.as_deref().unwrap_or_default()).into_owned(),
            preview_lines: previews.map(|preview| block(preview).as_str().split('\n').count()).max().unwrap_or(0),
            options: vec![OnceCell::new(); question.options.len()],
            twins: OnceCell::new(),
            custom: ShownOption { number: custom.0, label: custom.1, description: None, preview: None, mark: None },
            question,
            words,
        }
    }

    /// An option, from 0.
    pub(crate) fn option(&self, at: usize) -> Option<&ShownOption> {
        let option = self.question.options.get(at)?;
        let shown = self.options.get(at)?.get_or_init(|| {
            Box::new(ShownOption {
                number: number(at + 1, self.options.len()),
                label: Clean::line(&option.label).into_owned(),
                description: self.description(at, option).map(|text| Block::new(block(&text))),
                preview: option.preview.as_deref().map(block),
                mark: option.is_recommended.then(|| Clean::composed(format!(" {}", self.words.recommended))),
            })
        });
        Some(shown)
    }

    fn description<'a>(&self, at: usize, option: &'a QuestionOption) -> Option<Cow<'a, str>> {
        let own = option.description.as_deref();
        if !self.twins.get_or_init(|| twins(&self.question.options)).contains(&at) {
            return own.map(Cow::Borrowed);
        }
        Some(Cow::Owned([Some(option.value.as_str()), own].into_iter().flatten().collect::<Vec<_>>().join("\n")))
    }

    /// The labels of all options.
    pub(crate) fn labels(&self) -> impl Iterator<Item = &str> {
        (0..self.options.len()).map(|at| self.option(at).map_or("", |option| option.label.as_str()))
    }
}

/// The number before a label in a list of `options`.
fn number(number: usize, options: usize) -> Clean<'static> {
    let digits = options.checked_ilog10().map_or(1, |log| log as usize + 1);
    let number = number.to_string();
    Clean::composed(" ".repeat(digits.saturating_sub(number.len())) + &number + ". ")
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

/// Positions of the options that nothing on the screen but their values could tell from others.
fn twins(options: &[QuestionOption]) -> HashSet<usize> {
    let mut alike: HashMap<(&str, Option<&str>), Vec<usize>> = HashMap::with_capacity(options.len());
    for (at, option) in options.iter().enumerate() {
        alike.entry((&option.label, option.description.as_deref())).or_default().push(at);
    }
    let value = |at: &usize| options.get(*at).map(|option| &option.value);
    let differ = |all: &Vec<usize>| all.iter().any(|at| value(at) != all.first().and_then(value));
    alike.into_values().filter(differ).flatten().collect()
}

/// A text of several lines, without what is blank at its end.
fn block(text: &str) -> Clean<'static> {
    Clean::text(text.trim_end()).into_owned()
}
