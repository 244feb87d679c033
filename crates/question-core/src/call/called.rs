//! Finds the option that an answer or a default means. No other module compares names of options.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;

use crate::call::naming::without_mark;
use crate::call::questionnaire::QuestionOption;
use crate::text::fuzzy;
use crate::text::markdown::Styles;

/// Index of a question's options by their names, built on first use.
pub(crate) struct Called<'a> {
    /// Value and label of each option.
    options: Vec<(&'a str, &'a str)>,
    exact: OnceCell<Names<'a>>,
    folded: OnceCell<Names<'a>>,
}

/// Indices of options, 0-based, by value and by label.
struct Names<'a> {
    values: HashMap<Cow<'a, str>, Vec<usize>>,
    labels: HashMap<Cow<'a, str>, Vec<usize>>,
}

/// A name that several options with different values share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ambiguous {
    /// The name as it was written.
    pub(crate) label: String,
    /// Values of the options, joined by commas.
    pub(crate) values: String,
}

impl<'a> Names<'a> {
    fn of(options: &[(&'a str, &'a str)], name: impl Fn(&'a str) -> Cow<'a, str>) -> Self {
        let mut names = Self { values: HashMap::new(), labels: HashMap::new() };
        for (at, (value, label)) in options.iter().enumerate() {
            names.values.entry(name(value)).or_default().push(at);
            names.labels.entry(name(label)).or_default().push(at);
        }
        names
    }
}

impl<'a> Called<'a> {
    pub(crate) fn of(options: &'a [QuestionOption]) -> Self {
        Self::named(options.iter().map(|option| (option.value.as_str(), option.label.as_str())))
    }

    /// Indexes options by their values and labels.
    pub(super) fn named(options: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        Self { options: options.collect(), exact: OnceCell::new(), folded: OnceCell::new() }
    }

    /// Returns the index of the option with this value or label, 0-based. A value takes precedence over a label.
    ///
    /// The name is compared exactly, then without the mark of a recommendation, then ignoring case and the marks of
    /// emphasis and code, which are not shown.
    ///
    /// # Errors
    ///
    /// Fails if options with different values share the name.
    pub(crate) fn find(&self, text: &str) -> Result<Option<usize>, Ambiguous> {
        if self.options.is_empty() {
            return Ok(None);
        }
        let exact = self.exact.get_or_init(|| Names::of(&self.options, Cow::Borrowed));
        for name in [text, without_mark(text)] {
            if let Some(at) = self.look_up(exact, name, text)? {
                return Ok(Some(at));
            }
        }
        let folded = self.folded.get_or_init(|| Names::of(&self.options, |name| Cow::Owned(fold(name))));
        self.look_up(folded, &fold(text), text)
    }

    /// Returns the index of the option that [`Self::find`] finds, or else of the option with this number, 1-based.
    ///
    /// # Errors
    ///
    /// Fails as [`Self::find`] does.
    pub(crate) fn find_or_count(&self, text: &str) -> Result<Option<usize>, Ambiguous> {
        let by_number = || {
            let number: usize = text.trim().parse().ok()?;
            number.checked_sub(1).filter(|at| *at < self.options.len())
        };
        Ok(self.find(text)?.or_else(by_number))
    }

    /// Returns the options in a comma-separated list of names, each found by `find`. Returns `None` if there is no
    /// comma, or a name matches no option.
    pub(crate) fn joined(
        &self,
        text: &str,
        find: fn(&Self, &str) -> Result<Option<usize>, Ambiguous>,
    ) -> Option<Vec<usize>> {
        if !text.contains(',') {
            return None;
        }
        text.split(',').map(|part| find(self, part.trim()).ok().flatten()).collect()
    }

    /// Returns the options that a name or a comma-separated list of names means, or `None` if a name matches no option.
    pub(crate) fn all(&self, text: &str) -> Option<Vec<usize>> {
        match self.find(text) {
            Ok(Some(option)) => Some(vec![option]),
            _ => self.joined(text, Self::find_or_count),
        }
    }

    fn look_up(&self, names: &Names<'_>, name: &str, text: &str) -> Result<Option<usize>, Ambiguous> {
        let Some(called) = names.values.get(name).or_else(|| names.labels.get(name)) else { return Ok(None) };
        let values: Vec<&str> = called.iter().filter_map(|at| self.options.get(*at)).map(|(value, _)| *value).collect();
        if values.iter().all(|value| values.first() == Some(value)) {
            return Ok(called.first().copied());
        }
        Err(Ambiguous { label: text.to_owned(), values: values.join(", ") })
    }
}

/// Normalizes a name for comparison: without the marks of a recommendation, emphasis and code, ignoring case.
fn fold(text: &str) -> String {
    without_mark(&Styles::bare(text)).trim().chars().map(fuzzy::fold).collect()
}
