//! Text → option: which option an answer or a default means. The one place that knows.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;

use crate::call::naming::without_mark;
use crate::call::questionnaire::QuestionOption;
use crate::text::fuzzy;
use crate::text::markdown::Styles;

/// Options, to be found by what they are called; sorted when the first is looked for.
pub(crate) struct Called<'a> {
    options: &'a [QuestionOption],
    exact: OnceCell<Names<'a>>,
    folded: OnceCell<Names<'a>>,
    /// As they are read on a screen, without the marks of emphasis and code.
    shown: OnceCell<Names<'a>>,
}

/// Positions, from 0, by name.
struct Names<'a> {
    values: HashMap<Cow<'a, str>, Vec<usize>>,
    labels: HashMap<Cow<'a, str>, Vec<usize>>,
}

/// A name that several options have, and so means none of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ambiguous {
    /// As it was written.
    pub label: String,
    /// The values that tell the options apart, joined by commas.
    pub values: String,
}

impl<'a> Names<'a> {
    fn of(options: &'a [QuestionOption], name: impl Fn(&'a str) -> Cow<'a, str>) -> Self {
        let mut names = Self { values: HashMap::new(), labels: HashMap::new() };
        for (at, option) in options.iter().enumerate() {
            names.values.entry(name(&option.value)).or_default().push(at);
            names.labels.entry(name(&option.label)).or_default().push(at);
        }
        names
    }
}

impl<'a> Called<'a> {
    pub(crate) fn of(options: &'a [QuestionOption]) -> Self {
        Self { options, exact: OnceCell::new(), folded: OnceCell::new(), shown: OnceCell::new() }
    }

    /// The option of this value, else of this label; then the same without a mark, in whatever case, and as it is shown.
    ///
    /// # Errors
    ///
    /// A name that several of different values have means none of them: tells their values.
    pub(crate) fn find(&self, text: &str) -> Result<Option<usize>, Ambiguous> {
        if self.options.is_empty() {
            return Ok(None);
        }
        let exact = self.exact.get_or_init(|| Names::of(self.options, Cow::Borrowed));
        for name in [text, without_mark(text)] {
            if let Some(at) = self.named(exact, name, text)? {
                return Ok(Some(at));
            }
        }
        let folded = self.folded.get_or_init(|| Names::of(self.options, |name| Cow::Owned(fold(name))));
        if let Some(at) = self.named(folded, &fold(text), text)? {
            return Ok(Some(at));
        }
        let shown = self.shown.get_or_init(|| Names::of(self.options, |name| Cow::Owned(fold(&Styles::bare(name)))));
        self.named(shown, &fold(text), text)
    }

    /// The same, or else the option of this number, as the key is in the form.
    ///
    /// # Errors
    ///
    /// As [`Self::find`].
    pub(crate) fn find_or_count(&self, text: &str) -> Result<Option<usize>, Ambiguous> {
        let by_number = || {
            let number: usize = text.trim().parse().ok()?;
            number.checked_sub(1).filter(|at| *at < self.options.len())
        };
        Ok(self.find(text)?.or_else(by_number))
    }

    /// The options whose names are joined by commas, each found by `find`; `None` where one of them is none.
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

    /// The options of one name, or of names joined by commas; `None` where one of them is none.
    pub(crate) fn all(&self, text: &str) -> Option<Vec<usize>> {
        match self.find(text) {
            Ok(Some(option)) => Some(vec![option]),
            _ => self.joined(text, Self::find_or_count),
        }
    }

    fn named(&self, names: &Names<'_>, name: &str, text: &str) -> Result<Option<usize>, Ambiguous> {
        let Some(called) = names.values.get(name).or_else(|| names.labels.get(name)) else { return Ok(None) };
        let values: Vec<&str> =
            called.iter().filter_map(|at| self.options.get(*at)).map(|option| option.value.as_str()).collect();
        if values.iter().all(|value| values.first() == Some(value)) {
            return Ok(called.first().copied());
        }
        Err(Ambiguous { label: text.to_owned(), values: values.join(", ") })
    }
}

/// A name as it is compared in whatever case.
pub(super) fn fold(text: &str) -> String {
    without_mark(text).trim().chars().map(fuzzy::fold).collect()
}
