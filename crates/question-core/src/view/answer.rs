//! An answer in words: what was picked, and the texts beside that. The same for the question of an open form, of a record,
//! and of a call that waits.

use std::borrow::Cow;

use serde::Serialize;

use super::aside::{Aside, AsideKind};
use crate::answer::picks::{Answer, Pick, PickOrigin};
use crate::answer::sheet::{Sheet, Standing};
use crate::call::naming::without_marks;
use crate::call::questionnaire::Question;
use crate::form::entry::Entry;
use crate::text::Clean;
use crate::text::listed;
use crate::words::Words;

/// Separator of a question and its answer on one line. A colon would follow the question mark of many questions.
pub(crate) const ARROW: &str = " → ";

/// The answer to a question.
#[derive(Clone, Debug, Serialize)]
pub struct AnswerView<'a> {
    /// What the question is called.
    pub name: Clean<'a>,
    /// How far the answer is decided.
    pub standing: Standing,
    /// What was picked; none if there is no answer.
    pub picks: Option<Cow<'a, [Pick]>>,
    /// Whether the question may be left blank.
    pub is_optional: bool,
    /// Texts that are not sent, then the note.
    pub asides: Vec<Aside<'a>>,
}

impl<'a> AnswerView<'a> {
    /// Views the question of an open form, with each text shortened.
    pub(crate) fn of(entry: &'a Entry, shorten: fn(&str) -> &str) -> Self {
        Self::of_sheet(entry.shown.name.borrowed(), &entry.question, entry.sheet(), shorten)
    }

    /// Views what was entered for a question, with each text shortened.
    pub(crate) fn of_sheet(name: Clean<'a>, question: &Question, sheet: &'a Sheet, shorten: fn(&str) -> &str) -> Self {
        let unsent = sheet.unsent_texts().map(|text| Aside::new(AsideKind::Unsent, shorten(text.trim())));
        let unused = sheet.unsent_default().map(|text| Aside::new(AsideKind::Unused, shorten(text)));
        let note = sheet.note().map(|note| Aside::new(AsideKind::Note, shorten(note)));
        Self {
            name,
            standing: sheet.standing(),
            picks: sheet.picks(question, shorten).map(Cow::Owned),
            is_optional: question.allow_empty,
            asides: unsent.chain(unused).chain(note).collect(),
        }
    }

    /// Views an answer of a record; without one, a question that was left open.
    #[must_use]
    pub fn of_record(name: Clean<'a>, answer: Option<&'a Answer>) -> Self {
        let note = answer.and_then(|answer| answer.note.as_deref()).filter(|note| !note.is_empty());
        Self {
            name,
            standing: if answer.is_some() { Standing::Decided } else { Standing::Open },
            picks: answer.map(|answer| Cow::Borrowed(answer.picks.as_slice())),
            is_optional: false,
            asides: note.map(|note| Aside::new(AsideKind::Note, note)).into_iter().collect(),
        }
    }

    pub(crate) fn note(&self) -> Option<&Aside<'a>> {
        self.asides.iter().find(|aside| aside.kind == AsideKind::Note)
    }

    /// Returns what was picked, or that nothing was. Of a default that is an option, it does not tell that it is one.
    pub(crate) fn said(&self, words: &Words) -> String {
        match &self.picks {
            Some(picks) => said(picks, words),
            None if self.is_optional => [words.not_answered, " (", words.optional, ")"].concat(),
            None => words.not_answered.to_owned(),
        }
    }

    /// Returns the name of the question and the answer.
    pub(crate) fn line(&self, words: &Words) -> String {
        let is_told = self.picks.iter().flat_map(|picks| picks.iter()).any(|pick| pick.origin == PickOrigin::Default);
        let is_default = self.standing == Standing::Proposed && !is_told;
        [self.name.as_str(), ARROW, if is_default { words.by_default } else { "" }, &self.said(words)].concat()
    }
}

/// Words the picks of an answer. One of several is quoted if it could be taken for several itself.
pub(crate) fn said(picks: &[Pick], words: &Words) -> String {
    let said = |pick: &Pick| {
        let (source, text) = match pick.origin {
            PickOrigin::Option(_) => ("", without_marks(&pick.label).as_str().to_owned()),
            PickOrigin::Typed => (words.wrote, pick.label.clone()),
            PickOrigin::Default => (words.by_default, pick.label.clone()),
        };
        let text = if picks.len() > 1 { listed(text) } else { text };
        if text.trim().is_empty() { words.blank_answer.to_owned() } else { [source, &text].concat() }
    };
    if picks.is_empty() { words.none.to_owned() } else { picks.iter().map(said).collect::<Vec<_>>().join(words.comma) }
}
