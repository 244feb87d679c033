//! The draft of a question: everything the user has entered for it until the form is submitted.

use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use ts_rs::TS;

use crate::answer::given::{Boxes, Choice, Given, Row, Typed};
use crate::answer::replies::Reply;
use crate::call::called::{By, Called};
use crate::call::questionnaire::Question;
use crate::call::request::Mode;
use crate::text::harmless;

/// The draft of a question. Undo restores whole drafts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Draft {
    pub(crate) given: Given,
    /// Text in the editor of the custom row or of an `input` question, whether or not it is the answer.
    pub(crate) text: String,
    /// The submitted note.
    pub(crate) note: Option<String>,
    /// Text in the editor of the note.
    pub(crate) note_text: String,
    pub(crate) source: Source,
    /// Editor text that was submitted, or replaced by a later choice. It stays in the editor and does not count as
    /// unsubmitted.
    resolved: String,
}

/// Who has filled in a draft; of several, the last in this order, because nothing else keeps what the user entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Source {
    /// The model, by the defaults of the question.
    Default,
    /// A reply whose answer is kept elsewhere, such as in the pending file.
    Reply,
    /// The user. Nothing else keeps the draft.
    User,
}

/// Texts of a draft besides its answer and the note on it.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(optional_fields)]
pub struct Unsent {
    /// Id of the question; absent for the user's message about the call.
    pub id: Option<String>,
    /// Text in the editor of the answer.
    pub text: Option<String>,
    /// Text in the editor of the answer that a later choice replaced. It is kept to be offered again, and counts as no
    /// unsent text.
    pub replaced: Option<String>,
    /// Text in the editor of the note.
    pub note: Option<String>,
    /// Submitted note on a question without an answer. The model reads it.
    pub kept: Option<String>,
    /// Unchecked texts of a `multi` question, and unsubmitted edits of its added texts.
    pub unchecked: Option<Vec<String>>,
}

impl Draft {
    /// Creates a draft from the defaults of a question. Texts are made harmless, because an editor shows them.
    pub(crate) fn of_defaults(question: &Question) -> Self {
        let options = Called::of(&question.options);
        let custom = |value: &&String| question.allow_custom && !value.trim().is_empty();
        let choice = |value: &String| {
            let typed = || Some(value).filter(custom).cloned().map(harmless).map(Choice::Typed);
            options.find(value, By::Value).ok().flatten().map(Choice::Option).or_else(typed)
        };
        let default = question.default_value.as_ref();
        let given = match question.mode {
            Mode::Single => Given::Single(default.and_then(choice)),
            Mode::Multi => {
                let choices = question.default_values.iter().filter_map(choice);
                Given::Multi(Boxes { is_none_meant: false, ..Boxes::of(question.options.len(), choices) })
            }
            Mode::Input => Given::Input(default.filter(custom).cloned().map(harmless)),
        };
        let text = given.text().cloned().unwrap_or_default();
        Self { resolved: text.clone(), given, text, note: None, note_text: String::new(), source: Source::Default }
    }

    /// Applies a reply from outside the form.
    pub(crate) fn take(&mut self, reply: Reply) {
        let Reply { given, note, unsent } = reply;
        if let Some(given) = given {
            self.text = given.text().cloned().unwrap_or_default();
            self.resolved.clone_from(&self.text);
            self.given = given;
            self.source = self.source.max(Source::Reply);
            self.note = None;
        }
        self.note = note.or(unsent.kept).or_else(|| self.note.take());
        self.note_text = unsent.note.or_else(|| self.note.clone()).unwrap_or_default();
        if let Some(text) = unsent.replaced {
            self.resolved.clone_from(&text);
            self.text = text;
        }
        if let Some(text) = unsent.text {
            self.text = text;
        }
        if let Some(boxes) = self.given.boxes_mut() {
            let new = unsent.unchecked.into_iter().flatten();
            let new: Vec<String> = new.filter(|text| boxes.typed.iter().all(|typed| typed.text != *text)).collect();
            boxes.typed.extend(new.into_iter().map(|text| Typed::new(text, false)));
        }
    }

    /// Returns the texts that would be lost if the question were opened again with its answer alone.
    pub(crate) fn unsent(&self, id: &str) -> Option<Unsent> {
        let own = |text: Option<&str>| text.map(str::to_owned);
        let kept = self.note.clone().filter(|_| !self.is_answered());
        let text = own(self.text_beside());
        let (text, replaced) = if self.unsent_text().is_some() { (text, None) } else { (None, text) };
        let note = own(beside(&self.note_text, self.note.as_ref()));
        let unchecked = self.given.typed().iter().filter(|typed| !typed.is_checked).map(|typed| &typed.text);
        let unchecked: Vec<String> = unchecked.chain(self.edits()).cloned().collect();
        let unchecked = Some(unchecked).filter(|texts| !texts.is_empty());
        let unsent = Unsent { id: None, text, replaced, note, kept, unchecked };
        (unsent != Unsent::default()).then(|| Unsent { id: Some(id.to_owned()), ..unsent })
    }

    /// Returns the text in the editor of the answer, unless it is part of the answer.
    fn text_beside(&self) -> Option<&str> {
        let is_added =
            |text: &str| self.given.typed().iter().any(|typed| typed.is_checked && typed.text.trim() == text);
        beside(&self.text, self.given.text()).filter(|text| !is_added(text.trim()))
    }

    /// Returns whether the draft holds an answer that can be submitted.
    pub(crate) fn is_answered(&self) -> bool {
        match &self.given {
            Given::Single(choice) => choice.is_some(),
            Given::Multi(boxes) => boxes.is_none_meant || boxes.has_checked(),
            Given::Input(text) => text.is_some(),
        }
    }

    /// Returns the unsubmitted texts for the answer.
    pub(crate) fn unsent_texts(&self) -> impl Iterator<Item = &str> {
        self.unsent_text().into_iter().chain(self.edits().map(|text| text.trim()))
    }

    fn unsent_text(&self) -> Option<&str> {
        self.text_beside().map(str::trim).filter(|text| *text != self.resolved.trim())
    }

    /// Returns the number of unsubmitted texts and notes.
    pub(crate) fn count_unsent(&self) -> usize {
        self.unsent_texts().count() + usize::from(self.unsent_note().is_some())
    }

    /// Returns the row of the first unsubmitted text.
    pub(crate) fn unsent_row(&self) -> Option<Row> {
        let edited = self.given.typed().iter().position(|typed| typed.edit.is_some());
        self.unsent_text().map(|_| Row::Custom).or(edited.map(Row::Typed))
    }

    /// Returns the unsubmitted edits of added texts.
    fn edits(&self) -> impl Iterator<Item = &String> {
        self.given.typed().iter().filter_map(|typed| typed.edit.as_ref()).filter(|text| !text.trim().is_empty())
    }

    /// Returns the unsubmitted note.
    pub(crate) fn unsent_note(&self) -> Option<&str> {
        beside(&self.note_text, self.note.as_ref()).map(str::trim)
    }

    /// Answers with a text. In a `multi` question the text is added to the list.
    pub(crate) fn take_text(&mut self, text: String) {
        match &mut self.given {
            Given::Single(choice) => *choice = Some(Choice::Typed(text.clone())),
            Given::Input(given) => *given = Some(text.clone()),
            Given::Multi(boxes) => {
                self.text.clear();
                return boxes.add(text);
            }
        }
        self.resolved = text;
    }

    /// Answers a `single` question with the option at this index, 0-based, in place of any earlier option or text.
    pub(crate) fn choose(&mut self, option: usize) {
        self.given = Given::Single(Some(Choice::Option(option)));
        self.resolved.clone_from(&self.text);
    }

    /// Returns whether a `single` question is answered with the option at this index, 0-based.
    pub(crate) fn is_option(&self, option: usize) -> bool {
        matches!(&self.given, Given::Single(Some(Choice::Option(chosen))) if *chosen == option)
    }

    /// Returns whether dropping the draft would lose input of the user.
    pub(crate) fn has_input(&self) -> bool {
        let is_left =
            self.note.is_some() || self.count_unsent() > 0 || self.given.typed().iter().any(|typed| !typed.is_checked);
        self.source == Source::User && (self.is_answered() || is_left)
    }

    /// Returns the approximate size of the draft in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let Self { given, text, note, note_text, resolved, .. } = self;
        let boxes = given.boxes().map_or(0, |boxes| boxes.checked.len());
        let typed = given.typed().iter().map(|typed| typed.text.len() + typed.edit.as_ref().map_or(0, String::len));
        let texts = given.text().into_iter().chain(note).chain([text, note_text, resolved]).map(String::len);
        size_of::<Self>() + boxes + typed.chain(texts).sum::<usize>()
    }
}

impl Unsent {
    /// Returns the number of unsent texts, without the note in `kept`, which the model reads.
    pub(crate) fn count(&self) -> usize {
        [&self.text, &self.note].into_iter().flatten().count() + self.unchecked.as_ref().map_or(0, Vec::len)
    }

    /// Returns all texts.
    pub(crate) fn into_texts(self) -> impl Iterator<Item = String> {
        let Self { id: _, text, replaced, note, kept, unchecked } = self;
        text.into_iter().chain(replaced).chain(note).chain(kept).chain(unchecked.into_iter().flatten())
    }

    /// Returns `self`, or `other` if `self` is empty.
    pub(crate) fn or(self, other: Self) -> Self {
        if self == Self::default() { other } else { self }
    }

    /// Applies a function to every text.
    pub(crate) fn map(self, change: impl Fn(String) -> String) -> Self {
        let Self { id, text, replaced, note, kept, unchecked } = self;
        let unchecked = unchecked.map(|texts| texts.into_iter().map(&change).collect());
        let [text, replaced, note, kept] = [text, replaced, note, kept].map(|text| text.map(&change));
        Self { id, text, replaced, note, kept, unchecked }
    }
}

/// Returns a typed text, unless it is blank or equals the text that was kept.
fn beside<'a>(text: &'a str, kept: Option<&String>) -> Option<&'a str> {
    let is_kept = kept.is_some_and(|kept| kept.trim() == text.trim());
    (!is_kept && !text.trim().is_empty()).then_some(text)
}
