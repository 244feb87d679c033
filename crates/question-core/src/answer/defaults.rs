//! The defaults of a question: what the model proposes as its answer.
//!
//! A default is not an answer. It becomes one if the user confirms it: by Enter on its question, or by Submit on a
//! review that lists it.

use crate::call::called::{NamesFor, OptionIndex};
use crate::call::questionnaire::Question;
use crate::call::request::Mode;
use crate::text::harmless;

/// What pi's editor makes of a tab.
const TAB: &str = "    ";

/// The defaults of a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Defaults {
    /// Indices of options, 0-based, at most one unless the question takes several.
    pub(crate) options: Vec<usize>,
    /// Text in the editor of the answer; empty if there is none. It is harmless, because the editor shows it.
    pub(crate) text: String,
    /// Texts that were defaults when the question was asked before, and that the user has confirmed.
    pub(crate) earlier: Vec<String>,
}

impl Defaults {
    // Two places need it, and one copy is small.
    #[inline(never)]
    pub(crate) fn of(question: &Question) -> Self {
        let values = match question.mode {
            Mode::Single | Mode::Input => question.default_value.as_slice(),
            Mode::Multi => question.default_values.as_slice(),
        };
        let index = OptionIndex::of(&question.options);
        let (mut options, mut texts) = (Vec::new(), Vec::new());
        for value in values {
            match index.find(value, NamesFor::Models) {
                Ok(Some(option)) => options.push(option),
                Ok(None) | Err(_) => texts.push(value.as_str()),
            }
        }
        let text = harmless(texts.join(", ")).replace('\t', TAB);
        let is_offered = question.allow_custom && !text.trim().is_empty();
        Self { options, text: if is_offered { text } else { String::new() }, earlier: Vec::new() }
    }

    /// Returns whether a text is that of the model, and not of the user.
    pub(crate) fn is_text(&self, text: &str) -> bool {
        let is_it = |own: &String| !own.trim().is_empty() && own.trim() == text.trim();
        is_it(&self.text) || self.earlier.iter().any(is_it)
    }
}
