//! Finds the option that an answer or a default means, and the question that an answer names. No other module compares
//! names.

use std::cell::OnceCell;
use std::collections::HashMap;

use crate::call::naming::without_marks;
use crate::call::option::without_suffix;
use crate::call::questionnaire::QuestionOption;
use crate::text::fold;
use crate::text::markdown::Styles;

/// Index of a question's options by their names.
pub(crate) struct OptionIndex<'a> {
    /// Value and label of each option.
    options: Vec<(&'a str, &'a str)>,
    /// Indices of options, 0-based, by normalized name: those with this value, and those with this label. Built on
    /// first use.
    names: OnceCell<HashMap<String, [Vec<usize>; 2]>>,
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
    /// By its value or its label, or else by its number: for people and programs that see values and labels.
    Files,
    /// By its label or its number: for people who see a numbered list.
    Lists,
}

impl<'a> OptionIndex<'a> {
    pub(crate) fn of(options: &'a [QuestionOption]) -> Self {
        Self::of_names(options.iter().map(|option| (option.value.as_str(), option.label.as_str())))
    }

    /// Indexes options by their values and labels.
    pub(crate) fn of_names(options: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        Self { options: options.collect(), names: OnceCell::new() }
    }

    /// Returns the index of the option with this name, 0-based.
    ///
    /// Names are compared exactly, then without the suffix of a recommendation, then ignoring case and the marks of
    /// emphasis and code, which are not shown.
    ///
    /// # Errors
    ///
    /// Fails if options with different values share the name.
    pub(crate) fn find(&self, text: &str, by: NamesFor) -> Result<Option<usize>, Ambiguous> {
        let named = |values: Vec<usize>, labels: Vec<usize>| match by {
            NamesFor::Models if !values.is_empty() => values,
            NamesFor::Models | NamesFor::Lists => labels,
            NamesFor::Files => [values, labels].concat(),
        };
        let mut found = self.options_named(text, named);
        if by == NamesFor::Lists || (by == NamesFor::Files && found.is_empty()) {
            found.extend(self.numbered(text));
        }
        self.only_value(found, text)
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
        let number: String = number.chars().map(fold::narrow).collect();
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
    without_suffix(&Styles::bare(without_suffix(text))).trim().chars().map(fold::fold).collect()
}
