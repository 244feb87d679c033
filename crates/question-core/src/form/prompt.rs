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

/// The prompt of a question.
#[derive(Clone, Debug)]
pub(crate) struct Prompt {
    text: Clean<'static>,
    secrecy: Option<&'static str>,
    /// The whole prompt without Markdown, made when first needed: dialogs need it, screens do not.
    plain: OnceCell<Clean<'static>>,
    passages: Vec<(Passage, Markdown)>,
    /// The passages that stay visible if the paragraph with the question does not fit, made when first needed.
    sentence: OnceCell<Vec<(Passage, Markdown)>>,
}

/// Some passages of a prompt, in order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passages<'a> {
    all: &'a [(Passage, Markdown)],
    is_among: fn(Passage) -> bool,
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
        let passages = passages(text.as_str()).into_iter().chain(secrecy.map(|line| (Passage::Secrecy, line)));
        let passages = passages.map(|(passage, text)| (passage, read(text))).collect();
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

    pub(crate) fn whole(&self) -> Passages<'_> {
        Passages { all: &self.passages, is_among: |_| true }
    }

    /// Returns the context, which scrolls if the prompt does not fit.
    pub(crate) fn context(&self) -> Passages<'_> {
        Passages { all: &self.passages, is_among: |passage| passage == Passage::Context }
    }

    /// Returns the passages that stay visible: all but the context.
    pub(crate) fn lasting(&self) -> Passages<'_> {
        Passages { all: &self.passages, is_among: |passage| passage != Passage::Context }
    }

    /// Returns a sentence of the paragraph with the question instead of all of it, and the line about secrecy.
    pub(crate) fn sentence(&self) -> Passages<'_> {
        let all = self.sentence.get_or_init(|| {
            let sentence = closing_sentence(self.text.as_str());
            let sentence = sentence.map(|sentence| (Passage::Question, Markdown::new(sentence)));
            let secrecy = self.passages.iter().filter(|(passage, _)| *passage == Passage::Secrecy).cloned();
            sentence.into_iter().chain(secrecy).collect()
        });
        Passages { all, is_among: |_| true }
    }

    pub(crate) fn is_question_first(&self) -> bool {
        self.passages.first().is_some_and(|(passage, _)| *passage == Passage::Question)
    }

    /// Returns whether the question has context on one side alone, so that it can stand beside the context without a
    /// change of their order.
    pub(crate) fn has_context_on_one_side(&self) -> bool {
        self.passages.iter().filter(|(passage, _)| *passage == Passage::Context).count() == 1
    }
}

impl<'a> Passages<'a> {
    /// Returns each passage with its kind, and its index among all passages of the prompt, 0-based.
    pub(crate) fn all(self) -> impl Iterator<Item = (usize, &'a (Passage, Markdown))> {
        self.all.iter().enumerate().filter(move |(_, (passage, _))| (self.is_among)(*passage))
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
