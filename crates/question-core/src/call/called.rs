//! Finds the option that an answer or a default means, and the question that an answer names. No other module compares
//! names.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;

use crate::call::naming::{without_marks, without_suffix};
use crate::call::questionnaire::QuestionOption;
use crate::text::fuzzy;
use crate::text::markdown::Styles;

/// Maximum number of options that are listed for an ambiguous name.
const MAX_LISTED: usize = 10;

/// Index of a question's options by their names, built on first use.
pub(crate) struct Called<'a> {
    /// Value and label of each option.
    options: Vec<(&'a str, &'a str)>,
    exact: OnceCell<Names<'a>>,
    folded: OnceCell<Names<'a>>,
}

/// Indices of options, 0-based, by name: those with this value, and those with this label.
type Names<'a> = HashMap<Cow<'a, str>, [Vec<usize>; 2]>;

/// A name that several options with different values share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ambiguous {
    /// The name as it was written.
    pub(crate) name: String,
    /// The options with their numbers, joined by commas.
    pub(crate) options: String,
}

/// A way to find the option that a name means.
pub(crate) type Find<'a> = fn(&Called<'a>, &str) -> Result<Option<usize>, Ambiguous>;

/// Indexes options by their values and labels, each changed by a function.
fn names<'a>(options: &[(&'a str, &'a str)], change: impl Fn(&'a str) -> Cow<'a, str>) -> Names<'a> {
    let mut names = Names::new();
    for (at, (value, label)) in options.iter().enumerate() {
        let [values, _] = names.entry(change(value)).or_default();
        values.push(at);
        let [_, labels] = names.entry(change(label)).or_default();
        labels.push(at);
    }
    names
}

impl<'a> Called<'a> {
    pub(crate) fn of(options: &'a [QuestionOption]) -> Self {
        Self::named(options.iter().map(|option| (option.value.as_str(), option.label.as_str())))
    }

    /// Indexes options by their values and labels.
    pub(crate) fn named(options: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        Self { options: options.collect(), exact: OnceCell::new(), folded: OnceCell::new() }
    }

    /// Returns the index of the option with this value or label, 0-based. A value takes precedence over a label.
    ///
    /// The name is compared exactly, then without the suffix of a recommendation, then ignoring case and the marks of
    /// emphasis and code, which are not shown.
    ///
    /// # Errors
    ///
    /// Fails if options with different values share the name.
    pub(crate) fn find(&self, text: &str) -> Result<Option<usize>, Ambiguous> {
        let called =
            self.called(text, |values, labels| if values.is_empty() { labels.to_vec() } else { values.to_vec() });
        self.only(&called, text)
    }

    /// Returns the index of the option that [`Self::find`] finds, or else of the option with this number, 1-based.
    ///
    /// # Errors
    ///
    /// Fails as [`Self::find`] does.
    pub(crate) fn find_or_count(&self, text: &str) -> Result<Option<usize>, Ambiguous> {
        Ok(self.find(text)?.or_else(|| self.numbered(text)))
    }

    /// Returns the index of the option with this value or label, or else with this number, 1-based. For texts of people
    /// who see values and labels, as in the pending file.
    ///
    /// # Errors
    ///
    /// Fails if options with different values share the name, even if it is the value of one and the label of another.
    pub(crate) fn read(&self, text: &str) -> Result<Option<usize>, Ambiguous> {
        let called = self.called(text, |values, labels| [values, labels].concat());
        Ok(self.only(&called, text)?.or_else(|| self.numbered(text)))
    }

    /// Returns the index of the option with this label or number, 1-based, or else with this value. For texts of people
    /// who see numbers and labels, as in dialogs.
    ///
    /// # Errors
    ///
    /// Fails if options with different values share the name, even if it is the label of one and the number of another.
    pub(crate) fn seen(&self, text: &str) -> Result<Option<usize>, Ambiguous> {
        let text = text.trim();
        let mut called = self.called(text, |_, labels| labels.to_vec());
        called.extend(self.numbered(text));
        if called.is_empty() {
            called = self.called(text, |values, _| values.to_vec());
        }
        self.only(&called, text)
    }

    /// Returns the option that `find` finds, or the options in a list of names if `takes_many`. Names are separated by
    /// commas, numbers also by white space. Returns `None` if a name matches no option.
    ///
    /// # Errors
    ///
    /// Fails as `find` does.
    pub(crate) fn all(&self, text: &str, takes_many: bool, find: Find<'a>) -> Result<Option<Vec<usize>>, Ambiguous> {
        if let Some(option) = find(self, text)? {
            return Ok(Some(vec![option]));
        }
        let is_comma = |char| matches!(char, ',' | '，' | '、');
        let is_numbers = text.chars().all(|char| char.is_numeric() || char.is_whitespace() || is_comma(char));
        let is_separator = |char: char| is_comma(char) || (is_numbers && char.is_whitespace());
        let names = text.split(is_separator).map(str::trim).filter(|name| !name.is_empty() && takes_many);
        let all: Option<Vec<usize>> = names.map(|name| find(self, name)).collect::<Result<_, _>>()?;
        Ok(all.filter(|all| !all.is_empty()))
    }

    /// Returns the option with this number, 1-based, as "2", "2." or "2. Label". The latter two cannot mean a label
    /// "2".
    fn numbered(&self, text: &str) -> Option<usize> {
        let text = text.trim();
        let (number, label) = text.split_once(". ").unwrap_or((text.strip_suffix('.').unwrap_or(text), ""));
        let number: String = number.chars().map(fuzzy::narrow).collect();
        let at = number.parse::<usize>().ok()?.checked_sub(1)?;
        let (_, own) = self.options.get(at)?;
        (label.is_empty() || fold(label) == fold(own)).then_some(at)
    }

    /// Returns the options that a text names. Names are compared in several ways, the strictest first, until `pick`
    /// selects any of the options with that value and those with that label.
    fn called(&self, text: &str, pick: impl Fn(&[usize], &[usize]) -> Vec<usize>) -> Vec<usize> {
        if self.options.is_empty() {
            return Vec::new();
        }
        let exact = self.exact.get_or_init(|| names(&self.options, Cow::Borrowed));
        let folded = || self.folded.get_or_init(|| names(&self.options, |name| Cow::Owned(fold(name))));
        let picked = |names: &Names<'_>, name: &str| {
            let [values, labels] = names.get(name)?;
            Some(pick(values, labels)).filter(|picked| !picked.is_empty())
        };
        let bare = without_suffix(text);
        let unfolded = picked(exact, text).or_else(|| picked(exact, bare));
        unfolded.or_else(|| picked(folded(), &fold(bare))).unwrap_or_default()
    }

    /// Returns the first of the options that a text names.
    ///
    /// # Errors
    ///
    /// Fails if they have different values.
    fn only(&self, called: &[usize], text: &str) -> Result<Option<usize>, Ambiguous> {
        let options = || called.iter().filter_map(|at| Some((*at, *self.options.get(*at)?)));
        let mut values = options().map(|(_, (value, _))| value);
        let first = values.next();
        if values.all(|value| Some(value) == first) {
            return Ok(called.first().copied());
        }
        let mut options: Vec<(usize, (&str, &str))> = options().collect();
        options.sort_unstable();
        options.dedup();
        let numbered =
            |(at, (_, label)): &(usize, (&str, &str))| format!("{}. {}", at + 1, without_marks(label).as_str());
        let more = (options.len() > MAX_LISTED).then(|| "…".to_owned());
        let options: Vec<String> = options.iter().take(MAX_LISTED).map(numbered).chain(more).collect();
        Err(Ambiguous { name: text.to_owned(), options: options.join(", ") })
    }
}

/// Normalizes a name for comparison: without the suffix of a recommendation and the marks of emphasis and code, ignoring
/// case.
fn fold(text: &str) -> String {
    without_suffix(&Styles::bare(text)).trim().chars().map(fuzzy::fold).collect()
}
