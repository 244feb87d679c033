//! What the words that the user types into a list find: the options whose labels have words that begin so, and the one
//! that they name.

use std::rc::Rc;

use crate::call::questionnaire::QuestionOption;
use crate::text::find::Labels;
use crate::text::start_of;
use crate::words::Words;

/// The search in the list of a question while a text is typed there.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    /// Read before the first letter is typed, which would wait for a long list.
    labels: Rc<Labels>,
    text: String,
    /// Index of the row that was highlighted when the search began, 0-based.
    pub(super) row_before: Option<usize>,
    found: Vec<usize>,
    named: Option<usize>,
}

impl Search {
    pub(super) fn new(options: &[QuestionOption]) -> Self {
        let labels = Rc::new(Labels::new(options.iter().map(|option| option.label.as_str())));
        Self { labels, text: String::new(), row_before: None, found: Vec::new(), named: None }
    }

    /// Returns the indices of the options that the words find, 0-based, in order.
    pub(crate) fn found(&self) -> &[usize] {
        &self.found
    }

    /// Returns whether the words find or name the option at this index, 0-based.
    pub(crate) fn is_match(&self, option: usize) -> bool {
        self.found.binary_search(&option).is_ok() || self.named == Some(option)
    }

    /// Returns the index of the option that the text names, 0-based. `y` and `n` name yes and no.
    pub(crate) fn named_option(&self) -> Option<usize> {
        self.named
    }

    /// Searches for the words in a text.
    pub(super) fn search(&mut self, text: &str, words: &Words) {
        // A longer text finds nothing.
        let text = start_of(text, 1_000);
        (self.found, self.named) = self.look_for(text, words);
        text.clone_into(&mut self.text);
    }

    /// Returns what a text finds, and what it names.
    pub(super) fn look_for(&self, text: &str, words: &Words) -> (Vec<usize>, Option<usize>) {
        let is_longer = !self.found.is_empty() && text.starts_with(&self.text);
        let found = self.labels.find(text, is_longer.then_some(self.found.as_slice()));
        let named = self.labels.index_named(text, &found, &words.meant_by_letter(text));
        (found, named)
    }

    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.row_before = None;
        self.found.clear();
        self.named = None;
    }
}
