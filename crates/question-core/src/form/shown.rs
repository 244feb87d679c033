//! The texts of a question as they are drawn, made harmless once. Those of an option are made when first needed, because
//! few of ten thousand options are ever seen. Only the labels are compared once, to find options that look alike.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::call::questionnaire::{Question, QuestionOption};
use crate::call::request::Mode;
use crate::form::prompt::Prompt;
use crate::text::Clean;
use crate::text::markdown::{Markdown, Styles};
use crate::words::Words;

/// The texts of a question.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    /// The label of the question, or else the question in its prompt.
    pub(crate) name: Clean<'static>,
    pub(crate) prompt: Prompt,
    /// The placeholder of the answer; blank if it has none.
    pub(crate) placeholder: Clean<'static>,
    /// The label of the row for text: the custom row of a list, or the only row of a question that takes only text.
    pub(crate) custom_label: Clean<'static>,
    pub(crate) has_previews: bool,
    options: Vec<OnceCell<Box<ShownOption>>>,
    /// Indices of options that differ from others only in their values, 0-based.
    twins: OnceCell<HashSet<usize>>,
    question: Rc<Question>,
    words: &'static Words,
}

/// The texts of an option.
#[derive(Clone, Debug)]
pub(crate) struct ShownOption {
    pub(crate) label: Clean<'static>,
    /// Bold and code in the label.
    pub(crate) styles: Styles,
    pub(crate) description: Option<Markdown>,
    pub(crate) preview: Option<Markdown>,
    /// The suffix of a recommended option.
    pub(crate) recommended: Option<Clean<'static>>,
}

impl Shown {
    pub(crate) fn new(question: Rc<Question>, name: Clean<'static>, words: &'static Words) -> Self {
        let label = match question.mode {
            Mode::Input => words.type_your_answer.into(),
            Mode::Single | Mode::Multi => Clean::line(&question.custom_label).into_owned(),
        };
        Self {
            name,
            prompt: Prompt::new(&question, words),
            placeholder: Clean::line(question.placeholder.as_deref().unwrap_or_default()).into_owned(),
            has_previews: question.options.iter().any(|option| option.preview.is_some()),
            options: vec![OnceCell::new(); question.options.len()],
            twins: OnceCell::new(),
            custom_label: label,
            question,
            words,
        }
    }

    pub(crate) fn option(&self, at: usize) -> Option<&ShownOption> {
        let option = self.question.options.get(at)?;
        let shown = self.options.get(at)?.get_or_init(|| {
            let (label, styles) = Styles::read(Clean::line(&option.label).into_owned());
            Box::new(ShownOption {
                label,
                styles,
                description: self.description(at, option),
                preview: option.preview.as_deref().map(|text| Markdown::new(block(text))),
                recommended: option.is_recommended.then(|| Clean::composed(format!(" {}", self.words.recommended))),
            })
        });
        Some(shown)
    }

    fn description(&self, at: usize, option: &QuestionOption) -> Option<Markdown> {
        let own = option.description.as_deref();
        if !self.twins.get_or_init(|| twins(&self.question.options)).contains(&at) {
            return own.map(|text| Markdown::description(block(text)));
        }
        let all = [Some(option.value.as_str()), own].into_iter().flatten().collect::<Vec<_>>();
        Some(Markdown::description(block(&all.join("\n"))))
    }
}

/// Finds the options that look like another one with a different value.
fn twins(options: &[QuestionOption]) -> HashSet<usize> {
    let labels: Vec<Cow<str>> = options.iter().map(|option| Styles::bare(&option.label)).collect();
    let mut seen = HashSet::with_capacity(labels.len());
    let repeated: HashSet<&str> = labels.iter().map(AsRef::as_ref).filter(|label| !seen.insert(*label)).collect();
    let mut alike: HashMap<(&str, Option<&str>), Vec<usize>> = HashMap::new();
    // Compare descriptions, which are long, only if labels are repeated.
    for (at, (label, option)) in
        labels.iter().zip(options).enumerate().filter(|(_, (label, _))| repeated.contains(label.as_ref()))
    {
        alike.entry((label, option.description.as_deref())).or_default().push(at);
    }
    let value = |at: &usize| options.get(*at).map(|option| &option.value);
    let differ = |all: &Vec<usize>| all.iter().any(|at| value(at) != all.first().and_then(value));
    alike.into_values().filter(differ).flatten().collect()
}

/// Cleans a text of several lines, and removes white space at its end.
fn block(text: &str) -> Clean<'static> {
    Clean::text(text.trim_end()).into_owned()
}
