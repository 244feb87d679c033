//! The draft of a question: everything the user has entered for it until the form is submitted, beside the defaults that
//! the model proposes.

use std::borrow::Cow;
use std::rc::Rc;

use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use ts_rs::TS;

use crate::answer::defaults::Defaults;
use crate::answer::given::{Boxes, Check, Choice, Given, Row, Typed};
use crate::answer::replies::Reply;
use crate::call::questionnaire::Question;
use crate::call::request::Mode;

/// The draft of a question. Undo restores whole drafts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Draft {
    /// What the user has decided. Only boxes may also be checked by default.
    pub(crate) given: Given,
    /// Text in the editor of the custom row or of an `input` question, whether or not it is the answer.
    pub(crate) text: String,
    /// The submitted note.
    pub(crate) note: Option<String>,
    /// Text in the editor of the note.
    pub(crate) note_text: String,
    /// Whether all of this is kept elsewhere, such as in the pending file, so that closing the form loses nothing.
    pub(crate) is_kept: bool,
    /// Editor text that was prefilled or submitted, or replaced by a later choice. It stays in the editor and does not
    /// count as unsubmitted.
    resolved: String,
    defaults: Rc<Defaults>,
}

/// How far an answer is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// There is no answer.
    Open,
    /// A default, or a part of it, waits for the user to confirm it.
    Proposed,
    /// The user has decided on the answer.
    Decided,
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
    /// Numbers of the options, 1-based, that are still checked by default in a `multi` question that the user has
    /// changed.
    pub proposed: Option<Vec<usize>>,
}

impl Draft {
    /// Creates the draft of a question that the user has not answered.
    pub(crate) fn new(question: &Question) -> Self {
        let defaults = Defaults::of(question);
        let given = match question.mode {
            Mode::Single => Given::Single(None),
            Mode::Multi => Given::Multi(Boxes::proposing(question.options.len(), &defaults.options)),
            Mode::Input => Given::Input(None),
        };
        let text = defaults.text.clone();
        let resolved = text.clone();
        let defaults = Rc::new(defaults);
        Self { given, text, note: None, note_text: String::new(), is_kept: false, resolved, defaults }
    }

    /// Applies a reply from outside the form.
    pub(crate) fn take(&mut self, reply: Reply) {
        let Reply { given, note, unsent } = reply;
        self.is_kept = !self.has_input();
        if let Some(given) = given {
            self.text = given.text().cloned().unwrap_or_default();
            self.resolved.clone_from(&self.text);
            self.given = given;
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
            if let Some(numbers) = unsent.proposed {
                let is_proposed = |option: &&usize| numbers.contains(&(**option + 1));
                boxes.propose(&self.defaults.options.iter().filter(is_proposed).copied().collect::<Vec<_>>());
            }
        }
    }

    /// Returns how far the answer is decided.
    pub(crate) fn standing(&self) -> Standing {
        if self.has_proposal() {
            Standing::Proposed
        } else if self.given.is_decided() {
            Standing::Decided
        } else {
            Standing::Open
        }
    }

    /// Returns whether a default waits for the user. That of a `single` or `input` question waits while its text is as
    /// the model wrote it, so that typing over it withdraws it.
    fn has_proposal(&self) -> bool {
        match &self.given {
            Given::Single(None) | Given::Input(None) => {
                let is_any = !self.defaults.options.is_empty() || !self.defaults.text.trim().is_empty();
                is_any && self.text.trim() == self.defaults.text.trim()
            }
            Given::Multi(boxes) => boxes.has_proposed(),
            Given::Single(_) | Given::Input(_) => false,
        }
    }

    /// Returns the default that waits for the user, with what they have decided in the same boxes.
    fn proposed(&self) -> Option<Given> {
        let text = || self.defaults.text.clone();
        self.has_proposal().then(|| match &self.given {
            Given::Single(_) => {
                let option = self.defaults.options.first().map(|option| Choice::Option(*option));
                Given::Single(Some(option.unwrap_or_else(|| Choice::Typed(text()))))
            }
            Given::Input(_) => Given::Input(Some(text())),
            Given::Multi(boxes) => {
                let mut boxes = boxes.clone();
                boxes.confirm();
                Given::Multi(boxes)
            }
        })
    }

    /// Returns what the user has decided, without defaults.
    pub(crate) fn decided(&self) -> Option<Cow<'_, Given>> {
        if !self.given.is_decided() {
            return None;
        }
        Some(match &self.given {
            Given::Multi(boxes) if boxes.has_proposed() => {
                let mut boxes = boxes.clone();
                boxes.drop_proposed();
                Cow::Owned(Given::Multi(boxes))
            }
            given => Cow::Borrowed(given),
        })
    }

    /// Returns what Submit on the review sends: what the user has decided, and the default that waits.
    pub(crate) fn submitted(&self) -> Option<Cow<'_, Given>> {
        self.proposed().map(Cow::Owned).or_else(|| self.decided())
    }

    /// Makes the default that waits the answer.
    pub(crate) fn confirm(&mut self) {
        if let Some(given) = self.proposed() {
            self.given = given;
        }
    }

    /// Returns whether the answer is a text that was erased in its editor.
    pub(crate) fn is_erased(&self) -> bool {
        self.text.trim().is_empty() && self.given.text().is_some_and(|text| !text.trim().is_empty())
    }

    /// Takes the answer to a `single` or `input` question back.
    pub(crate) fn take_back(&mut self) {
        match &mut self.given {
            Given::Single(choice) => *choice = None,
            Given::Input(text) => *text = None,
            Given::Multi(_) => {}
        }
    }

    /// Returns whether a text is that of the model's default.
    pub(crate) fn is_default_text(&self, text: &str) -> bool {
        self.defaults.is_text(text)
    }

    /// Returns the texts that would be lost if the question were opened again with its answer alone.
    pub(crate) fn unsent(&self, id: &str) -> Option<Unsent> {
        let own = |text: Option<&str>| text.map(str::to_owned);
        let kept = self.note.clone().filter(|_| !self.given.is_decided());
        let text = own(self.text_beside());
        let (text, replaced) = if self.unsent_text().is_some() { (text, None) } else { (None, text) };
        let note = own(beside(&self.note_text, self.note.as_ref()));
        let unchecked = self.given.typed().iter().filter(|typed| !typed.is_checked).map(|typed| &typed.text);
        let unchecked: Vec<String> = unchecked.chain(self.edits()).cloned().collect();
        let unchecked = Some(unchecked).filter(|texts| !texts.is_empty());
        let unsent = Unsent { id: None, text, replaced, note, kept, unchecked, proposed: self.proposed_numbers() };
        (unsent != Unsent::default()).then(|| Unsent { id: Some(id.to_owned()), ..unsent })
    }

    /// Returns the numbers of the options, 1-based, that are still checked by default, unless the answer and the
    /// defaults of the question tell them.
    fn proposed_numbers(&self) -> Option<Vec<usize>> {
        let boxes = self.given.boxes()?;
        let has_decided = self.given.is_decided();
        let is_told = if has_decided { !boxes.has_proposed() } else { !self.has_unchecked_default() };
        (!is_told).then(|| boxes.options_in(Check::Proposed).map(|option| option + 1).collect())
    }

    /// Returns whether the user has unchecked an option that was checked by default.
    fn has_unchecked_default(&self) -> bool {
        let is_unchecked = |boxes: &Boxes, option: &usize| !boxes.is_checked(Row::Option(*option));
        self.given.boxes().is_some_and(|boxes| self.defaults.options.iter().any(|option| is_unchecked(boxes, option)))
    }

    /// Returns the text in the editor of the answer, unless it is part of the answer or the model's default.
    fn text_beside(&self) -> Option<&str> {
        let is_added =
            |text: &str| self.given.typed().iter().any(|typed| typed.is_checked && typed.text.trim() == text);
        beside(&self.text, self.given.text()).filter(|text| !is_added(text.trim()) && !self.is_default_text(text))
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

    /// Returns how far the option at this index, 0-based, is decided as the answer or a part of it.
    pub(crate) fn standing_of(&self, option: usize) -> Standing {
        match &self.given {
            Given::Single(Some(Choice::Option(chosen))) if *chosen == option => Standing::Decided,
            Given::Single(None) if self.has_proposal() && self.defaults.options.contains(&option) => Standing::Proposed,
            Given::Multi(boxes) => match boxes.options.get(option) {
                Some(Check::Checked) => Standing::Decided,
                Some(Check::Proposed) => Standing::Proposed,
                Some(Check::Unchecked) | None => Standing::Open,
            },
            Given::Single(_) | Given::Input(_) => Standing::Open,
        }
    }

    /// Returns whether dropping the draft would lose input of the user.
    pub(crate) fn has_input(&self) -> bool {
        let has_text = self.note.is_some() || self.count_unsent() > 0 || !self.given.typed().is_empty();
        !self.is_kept && (self.given.is_decided() || has_text || self.has_unchecked_default())
    }

    /// Returns the approximate size of the draft in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let Self { given, text, note, note_text, resolved, .. } = self;
        let boxes = given.boxes().map_or(0, |boxes| boxes.options.len());
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
        let Self { id: _, text, replaced, note, kept, unchecked, proposed: _ } = self;
        text.into_iter().chain(replaced).chain(note).chain(kept).chain(unchecked.into_iter().flatten())
    }

    /// Returns `self`, or `other` if `self` is empty.
    pub(crate) fn or(self, other: Self) -> Self {
        if self == Self::default() { other } else { self }
    }

    /// Applies a function to every text.
    pub(crate) fn map(self, change: impl Fn(String) -> String) -> Self {
        let Self { id, text, replaced, note, kept, unchecked, proposed } = self;
        let unchecked = unchecked.map(|texts| texts.into_iter().map(&change).collect());
        let [text, replaced, note, kept] = [text, replaced, note, kept].map(|text| text.map(&change));
        Self { id, text, replaced, note, kept, unchecked, proposed }
    }
}

/// Returns a typed text, unless it is blank or equals the text that was kept.
fn beside<'a>(text: &'a str, kept: Option<&String>) -> Option<&'a str> {
    let is_kept = kept.is_some_and(|kept| kept.trim() == text.trim());
    (!is_kept && !text.trim().is_empty()).then_some(text)
}
