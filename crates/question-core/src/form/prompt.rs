//! The passages of a prompt: its context, its question, and whether its answer is secret.

use std::cell::OnceCell;

use crate::call::questionnaire::Question;
use crate::text::Clean;
use crate::text::markdown::{Markdown, plain};
use crate::text::question::{asking, closing_sentence};
use crate::words::Words;

/// The kind of a passage of a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passage {
    /// The paragraph with the question.
    Question,
    /// Text before or after the question.
    Context,
    /// A line that says that a secret answer is kept.
    Secrecy,
}

/// What stays in sight of a prompt that does not fit, and the paragraph up to the sentence in it.
type Closing = (Vec<(Passage, Markdown)>, Option<[Clean<'static>; 2]>);

/// The prompt of a question.
#[derive(Clone, Debug)]
pub(crate) struct Prompt {
    text: Clean<'static>,
    secrecy: Option<&'static str>,
    /// The whole prompt without Markdown, made when first needed: dialogs need it, screens do not.
    plain: OnceCell<Clean<'static>>,
    passages: Vec<(Passage, Markdown)>,
    /// Made when first needed.
    sentence: OnceCell<Closing>,
}

impl serde::Serialize for Prompt {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.text.serialize(serializer)
    }
}

impl Prompt {
    pub(super) fn new(question: &Question, words: &'static Words) -> Self {
        let text = Clean::text(question.prompt.trim_end()).into_owned();
        let read = |text: &str| Markdown::new(Clean::text(text).into_owned());
        let secrecy = question.secret.map(|_| words.secret);
        let mut passages: Vec<_> =
            passages(text.as_str()).into_iter().map(|(passage, text)| (passage, read(text))).collect();
        let after = passages.iter().position(|(passage, _)| *passage == Passage::Question).map_or(0, |at| at + 1);
        // The line belongs to the question.
        passages.splice(after..after, secrecy.map(|line| (Passage::Secrecy, read(line))));
        Self { text, secrecy, plain: OnceCell::new(), passages, sentence: OnceCell::new() }
    }

    /// Returns the whole prompt without Markdown.
    pub(crate) fn plain(&self) -> &Clean<'static> {
        self.plain.get_or_init(|| {
            let text = plain(self.text.as_str());
            let all: Vec<&str> = std::iter::once(text.as_str()).chain(self.secrecy).collect();
            Clean::text(&all.join("\n\n")).into_owned()
        })
    }

    /// Returns that a secret answer is kept, if the answer is secret.
    pub(crate) fn secrecy(&self) -> Option<&'static str> {
        self.secrecy
    }

    pub(crate) fn passages(&self) -> &[(Passage, Markdown)] {
        &self.passages
    }

    /// Returns what stays in sight of a prompt that does not fit: a sentence of the paragraph with the question, and the line
    /// about secrecy.
    pub(crate) fn sentence(&self) -> &[(Passage, Markdown)] {
        &self.closing().0
    }

    /// Returns the paragraph up to the start of that sentence, with a word of it, and up to its end.
    pub(crate) fn up_to_sentence(&self) -> Option<&[Clean<'static>; 2]> {
        self.closing().1.as_ref()
    }

    fn closing(&self) -> &Closing {
        self.sentence.get_or_init(|| {
            let (sentence, up_to) = closing_sentence(self.text.as_str()).unzip();
            let sentence = sentence.map(|sentence| (Passage::Question, Markdown::new(sentence)));
            let secrecy = self.passages.iter().filter(|(passage, _)| *passage == Passage::Secrecy).cloned();
            (sentence.into_iter().chain(secrecy).collect(), up_to)
        })
    }
}

/// Splits a text into the paragraph with the question and the context before and after it.
pub(crate) fn passages(text: &str) -> Vec<(Passage, &str)> {
    let asking = asking(text);
    let (before, rest) = text.split_at_checked(asking.start).unwrap_or(("", text));
    let (question, after) = rest.split_at_checked(asking.len()).unwrap_or((rest, ""));
    let passages = [(Passage::Context, before), (Passage::Question, question), (Passage::Context, after)];
    let passages = passages.into_iter().map(|(passage, text)| (passage, text.trim_matches('\n')));
    passages.filter(|(passage, text)| *passage == Passage::Question || !text.trim().is_empty()).collect()
}
