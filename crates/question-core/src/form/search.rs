//! What the words that the user types into a list find: the options that have words which begin so, and the one that they
//! name. It decides which row such words highlight, and so what Enter takes.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::answer::given::Row;
use crate::call::questionnaire::QuestionOption;
use crate::text::find::{Labels, Typed};
use crate::text::markdown::Styles;
use crate::words::Words;

/// The search in the list of a question while a text is typed there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Search {
    /// Made when the first letter is typed, because most lists are answered without one.
    labels: OnceCell<Rc<Labels>>,
    typed: Typed,
    /// The highlighted row when the search began, 0-based.
    pub(super) row_before: Option<usize>,
    found: Vec<usize>,
    named: Option<usize>,
    /// Whether the list does not fit beside the text, so that only the options that the words find are shown.
    pub(super) is_narrow: bool,
}

impl Search {
    /// Returns the indices of the options that the words find or name, 0-based, in order.
    pub(crate) fn found(&self) -> &[usize] {
        &self.found
    }

    /// Returns whether the words find or name the option at this index, 0-based.
    pub(crate) fn is_match(&self, option: usize) -> bool {
        self.found.binary_search(&option).is_ok()
    }

    /// Returns whether only the options that the words find are shown.
    pub(crate) fn is_narrowing(&self) -> bool {
        self.is_narrow && !self.typed.is_blank()
    }

    /// Returns the sorted byte offsets of the characters of a label that the words mark.
    pub(crate) fn marks(&self, label: &str) -> Vec<usize> {
        self.typed.marks(label)
    }

    /// Returns the row that Enter takes: the option that the words name; else, of a list that does not fit, the first that
    /// they find; else the words, unless `allow_custom` is false. Such a list highlights the only option that is found, or
    /// none.
    pub(super) fn row(&self, allow_custom: bool) -> Option<Row> {
        let first = self.found.first().filter(|_| self.is_narrowing() || (!allow_custom && self.found.len() == 1));
        let option = self.named.as_ref().or(first).map(|option| Row::Option(*option));
        option.or(allow_custom.then_some(Row::Custom))
    }

    /// Searches for the words in a text. One with a picture in it finds nothing.
    pub(super) fn search<'a>(&mut self, text: &str, has_picture: bool, options: &'a [QuestionOption], words: &Words) {
        let label = |at: usize| options.get(at).map_or("", |option| option.label.as_str());
        let labels = self.labels.get_or_init(|| {
            let description = |option: &'a QuestionOption| option.description.as_deref().unwrap_or_default();
            Rc::new(Labels::new(options.iter().map(|option| (Styles::bare(&option.label), description(option)))))
        });
        let typed = if has_picture { Typed::default() } else { Typed::new(text) };
        let is_narrower = typed.goes_on_from(&self.typed) && self.named.is_none();
        let mut found = labels.find(&typed, is_narrower.then_some(self.found.as_slice()));
        if typed.is_blank() {
            // A label may be nothing but an apostrophe.
            found.extend((0..options.len()).filter(|at| typed.is_exactly(&Styles::bare(label(*at)))));
        }
        let meant = words.meant_by_letter(typed.simple()).into_iter().map(Typed::new);
        let meant = meant.map(|typed| (typed.clone(), labels.find(&typed, None)));
        let all: Vec<_> = std::iter::once((typed.clone(), found.clone())).chain(meant).collect();
        let named = labels.named(&all, |at| Styles::bare(label(at)));
        self.named = named.first().copied().filter(|_| named.len() == 1);
        self.found = found;
        if let Some(named) = self.named
            && let Err(at) = self.found.binary_search(&named)
        {
            self.found.insert(at, named);
        }
        self.typed = typed;
    }

    /// Ends the search, because the text is closed.
    pub(super) fn clear(&mut self) {
        *self = Self { labels: std::mem::take(&mut self.labels), ..Self::default() };
    }
}
