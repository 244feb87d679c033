//! Finds the option that an answer or a default means, and the question that an answer names. No other module compares
//! names.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;

use crate::call::naming::without_marks;
use crate::call::option::without_suffix;
use crate::call::questionnaire::{Question, QuestionOption};
use crate::text::find::{Labels, Typed};
use crate::text::letters;
use crate::text::markdown::Styles;
use crate::words::Words;

/// Index of a question's options by their names.
pub(crate) struct OptionIndex<'a> {
    /// Value and label of each option.
    options: Vec<(&'a str, &'a str)>,
    /// Indices of options, 0-based, by normalized name: those with this value, and those with this label. Built on
    /// first use.
    names: OnceCell<HashMap<String, [Vec<usize>; 2]>>,
    /// The labels as people name them, and their options by each beginning of them. Read at first use.
    labels: OnceCell<(Labels, HashMap<String, Vec<usize>>)>,
    /// The language of the words that `y` and `n` stand for, beside English.
    words: &'static Words,
}

/// A name that several options with different values share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ambiguous {
    /// The name as it was written.
    pub(crate) name: String,
    /// The options with their numbers.
    pub(crate) options: Vec<String>,
}

/// How an option may be named. Numbers are 1-based.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NamesFor {
    /// By its value, or else by its label: for models, which write values.
    Models,
    /// By its exact value, or else by its label as in a form, or else by its number: for people and programs that see
    /// values and labels.
    Files,
    /// By its label as in a form, or by its number: for people who see a numbered list.
    Lists,
}

impl<'a> OptionIndex<'a> {
    pub(crate) fn of(options: &'a [QuestionOption]) -> Self {
        Self::of_names(options.iter().map(|option| (option.value.as_str(), option.label.as_str())))
    }

    /// Indexes options by their values and labels.
    pub(crate) fn of_names(options: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        let (names, labels) = (OnceCell::new(), OnceCell::new());
        Self { options: options.collect(), names, labels, words: Words::english() }
    }

    /// Indexes the options of a question for people, for whom `y` and `n` also stand for the words of their language.
    pub(crate) fn for_people(question: &'a Question) -> Self {
        Self::of(&question.options).in_language(question.language.0)
    }

    /// Lets `y` and `n` also stand for the words of a language.
    pub(crate) fn in_language(self, words: &'static Words) -> Self {
        Self { words, ..self }
    }

    /// Returns the index of the option with this name, 0-based.
    ///
    /// Names that models write are compared exactly, then without the suffix of a recommendation, then ignoring case and
    /// the marks of emphasis and code, which are not shown. People name a label as in a form.
    ///
    /// # Errors
    ///
    /// Fails if options with different values share the name.
    pub(crate) fn find(&self, text: &str, by: NamesFor) -> Result<Option<usize>, Ambiguous> {
        // "2." is a number, although a name may end in a period.
        let listed = self.numbered(text).filter(|_| by != NamesFor::Models && text.contains('.'));
        let found = match by {
            _ if let Some(at) = listed => vec![at],
            NamesFor::Models => self.all_meant_by_model(text),
            NamesFor::Lists => self.named_by_person(text).into_iter().chain(self.numbered(text)).collect(),
            NamesFor::Files => {
                let mut found = self.options_exactly(text, |(value, _)| value);
                if found.is_empty() {
                    found = self.named_by_person(text);
                }
                if found.is_empty() {
                    found.extend(self.numbered(text));
                }
                found
            }
        };
        self.only_value(found, text)
    }

    /// Returns the options with exactly this value or label.
    fn options_exactly(&self, text: &str, name: fn(&(&'a str, &'a str)) -> &'a str) -> Vec<usize> {
        let [values, labels] = self.names.get_or_init(|| self.names()).get(&fold(text)).cloned().unwrap_or_default();
        let is_it = |at: &usize| self.options.get(*at).is_some_and(|option| name(option).trim() == text.trim());
        let mut found: Vec<usize> = values.into_iter().chain(labels).filter(is_it).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns the options that the words of a person name, as in a form.
    fn named_by_person(&self, text: &str) -> Vec<usize> {
        let label = |at: usize| self.options.get(at).map_or(Cow::Borrowed(""), |(_, label)| Styles::bare(label));
        let (labels, beginnings) = self.labels.get_or_init(|| {
            let labels = Labels::new((0..self.options.len()).map(|at| (label(at), "")));
            let beginnings = labels.by_beginning();
            (labels, beginnings)
        });
        let with_options = |words: &str| {
            let typed = Typed::new(words);
            let options = beginnings.get(&typed.bare()).cloned().unwrap_or_default();
            (typed, options)
        };
        let meant = |text: &str| self.words.meant_by_letter(Typed::new(text).simple());
        for text in [text, without_suffix(text)] {
            // Most answers are labels as they are.
            let mut found = self.options_exactly(text, |(_, label)| label);
            if found.is_empty() {
                let all: Vec<_> = std::iter::once(text).chain(meant(text)).map(with_options).collect();
                found = labels.named(&all, label);
            }
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    /// Returns the index of the one option that a model means by a value or else a label, 0-based.
    pub(super) fn meant_by_model(&self, text: &str) -> Option<usize> {
        self.find(text, NamesFor::Models).ok().flatten()
    }

    /// Returns all options that share a name of the kind that models write: a value, or else a label.
    pub(super) fn all_meant_by_model(&self, text: &str) -> Vec<usize> {
        self.options_named(text, |values, labels| if values.is_empty() { labels } else { values })
    }

    /// Returns the option with this name, or the options in a list of names; see [`all`].
    ///
    /// # Errors
    ///
    /// Fails as [`Self::find`] does.
    pub(crate) fn all(&self, text: &str, is_list: bool, by: NamesFor) -> Result<Option<Vec<usize>>, Ambiguous> {
        all(text, is_list, |name| self.find(name, by))
    }

    /// Returns the option with this number, 1-based, as "2", "2." or "2. Label". The latter two cannot mean a label
    /// "2".
    fn numbered(&self, text: &str) -> Option<usize> {
        let text = text.trim();
        let (number, label) = text.split_once(". ").unwrap_or((text.strip_suffix('.').unwrap_or(text), ""));
        let number: String = number.chars().map(letters::narrow).collect();
        let at = number.parse::<usize>().ok()?.checked_sub(1)?;
        let (_, own) = self.options.get(at)?;
        (label.is_empty() || fold(label) == fold(own)).then_some(at)
    }

    /// Returns the options that a text names. Names are compared in several ways, the strictest first, until `pick`
    /// selects any of the options with that value and those with that label.
    fn options_named(&self, text: &str, pick: impl Fn(Vec<usize>, Vec<usize>) -> Vec<usize>) -> Vec<usize> {
        if self.is_empty() {
            return Vec::new();
        }
        let names = self.names.get_or_init(|| self.names());
        let Some([values, labels]) = names.get(&fold(text)) else { return Vec::new() };
        let bare = without_suffix(text);
        let ways: [&dyn Fn(&str) -> bool; 3] = [&|name| name == text, &|name| name == bare, &|_| true];
        let found = ways.into_iter().map(|is_equal| {
            let options = |all: &[usize], name: fn(&(&'a str, &'a str)) -> &'a str| {
                let is_it = |at: &usize| self.options.get(*at).is_some_and(|option| is_equal(name(option)));
                all.iter().copied().filter(is_it).collect()
            };
            pick(options(values, |(value, _)| value), options(labels, |(_, label)| label))
        });
        found.into_iter().find(|found: &Vec<usize>| !found.is_empty()).unwrap_or_default()
    }

    /// Indexes the options by their normalized values and labels.
    fn names(&self) -> HashMap<String, [Vec<usize>; 2]> {
        let mut names: HashMap<String, [Vec<usize>; 2]> = HashMap::new();
        for (at, (value, label)) in self.options.iter().enumerate() {
            let [values, _] = names.entry(fold(value)).or_default();
            values.push(at);
            let [_, labels] = names.entry(fold(label)).or_default();
            labels.push(at);
        }
        names
    }

    /// Returns the first of the options that a text names.
    ///
    /// # Errors
    ///
    /// Fails if they have different values.
    fn only_value(&self, mut found: Vec<usize>, text: &str) -> Result<Option<usize>, Ambiguous> {
        let value = |at: &usize| self.options.get(*at).map(|(value, _)| *value);
        if found.windows(2).all(|pair| pair.first().and_then(value) == pair.last().and_then(value)) {
            return Ok(found.first().copied());
        }
        found.sort_unstable();
        found.dedup();
        let numbered = |at: &usize| {
            let (_, label) = self.options.get(*at)?;
            Some(format!("{}. {}", at + 1, without_marks(label).as_str()))
        };
        Err(Ambiguous { name: text.to_owned(), options: found.iter().filter_map(numbered).collect() })
    }
}

/// Returns the option with this name, or the options in a list of names if `is_list`, each as `find` finds it. Names
/// are separated by commas, numbers also by white space. Returns `None` if a name matches no option.
///
/// # Errors
///
/// Fails as `find` does.
pub(crate) fn all(
    text: &str,
    is_list: bool,
    find: impl Fn(&str) -> Result<Option<usize>, Ambiguous>,
) -> Result<Option<Vec<usize>>, Ambiguous> {
    if let Some(option) = find(text)? {
        return Ok(Some(vec![option]));
    }
    let is_numbers = text.chars().all(|char| char.is_numeric() || char.is_whitespace() || is_comma(char));
    let is_separator = |char: char| is_comma(char) || (is_numbers && char.is_whitespace());
    let names = text.split(is_separator).map(str::trim).filter(|name| !name.is_empty() && is_list);
    let all: Option<Vec<usize>> = names.map(find).collect::<Result<_, _>>()?;
    Ok(all.filter(|all| !all.is_empty()))
}

/// Returns whether a character separates names.
pub(crate) fn is_comma(char: char) -> bool {
    matches!(char, ',' | '，' | '、')
}

/// Normalizes a name for comparison: without the suffix of a recommendation and the marks of emphasis and code,
/// ignoring case.
fn fold(text: &str) -> String {
    // The suffix may be inside the marks or after them.
    without_suffix(&Styles::bare(without_suffix(text))).trim().chars().map(letters::fold).collect()
}
