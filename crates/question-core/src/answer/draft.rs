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
use crate::answer::written::{Note, Written};
use crate::call::questionnaire::Question;
use crate::call::request::Mode;
use crate::text::is_blank;

/// The draft of a question. Undo restores whole drafts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Draft {
    /// What the user has decided. Only boxes may also be checked by default.
    pub(crate) given: Given,
    /// Text in the editor of the custom row or of an `input` question.
    pub(super) written: Written,
    pub(crate) note: Note,
    /// Whether all of this is kept elsewhere, such as in the pending file, so that closing the form loses nothing.
    pub(crate) is_kept_elsewhere: bool,
    pub(super) defaults: Rc<Defaults>,
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
    /// Submitted note on a question without an answer. The model reads it, unless the user left the form at once.
    pub kept: Option<String>,
    /// Unchecked texts of a `multi` question, and unsubmitted edits of its added texts.
    pub unchecked: Option<Vec<String>>,
    /// Boxes that the user has changed and not confirmed.
    pub boxes: Option<UnsentBoxes>,
}

/// Boxes of a `multi` question, some of which are checked by default. Options are given by their numbers, 1-based.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct UnsentBoxes {
    /// Options that the user has checked.
    pub checked: Vec<usize>,
    /// Options that are checked by default.
    pub proposed: Vec<usize>,
    /// Added texts that are checked.
    pub texts: Vec<String>,
}

impl Draft {
    pub(crate) fn new(question: &Question) -> Self {
        let defaults = Defaults::of(question);
        let given = match question.mode {
            Mode::Single => Given::Single(None),
            Mode::Multi => Given::Multi(Boxes::proposing(question.options.len(), &defaults.options)),
            Mode::Input => Given::Input(None),
        };
        let defaults = Rc::new(defaults);
        Self { given, written: Written::Settled, note: Note::default(), is_kept_elsewhere: false, defaults }
    }

    /// Applies a reply from outside the form.
    pub(crate) fn take(&mut self, reply: Reply) {
        let Reply { given, note, unsent, defaults } = reply;
        self.is_kept_elsewhere = !self.has_input();
        if !defaults.is_empty() {
            Rc::make_mut(&mut self.defaults).earlier.extend(defaults);
        }
        let earlier = self.note.submitted.take().filter(|_| given.is_none());
        self.note = Note::new(note.or(unsent.kept).or(earlier), unsent.note);
        if let Some(given) = given {
            self.supersede(given);
        }
        if let Some(text) = unsent.replaced {
            self.written = Written::Superseded(text);
        }
        if let Some(text) = unsent.text {
            self.write(text);
        }
        if let Some(boxes) = self.given.boxes_mut() {
            if let Some(UnsentBoxes { checked, proposed, texts }) = unsent.boxes {
                boxes.restore(&checked, &proposed, &self.defaults.options, texts);
            }
            let new = unsent.unchecked.into_iter().flatten();
            let new: Vec<String> = new.filter(|text| boxes.typed.iter().all(|typed| typed.text != *text)).collect();
            boxes.typed.extend(new.into_iter().map(|text| Typed::new(text, false)));
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

    /// Returns whether a default waits for the user. That of a `single` or `input` question waits until the user has
    /// typed something else.
    fn has_proposal(&self) -> bool {
        match &self.given {
            Given::Single(None) if !self.defaults.options.is_empty() => !self.is_open(),
            Given::Single(None) | Given::Input(None) => {
                !is_blank(&self.defaults.text) && self.editor_text().trim() == self.defaults.text.trim()
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

    pub(crate) fn decided(&self) -> Option<&Given> {
        Some(&self.given).filter(|given| given.is_decided())
    }

    /// Returns what Submit on the review sends: what the user has decided, or the default that waits.
    pub(crate) fn submitted(&self) -> Option<Cow<'_, Given>> {
        self.proposed().map(Cow::Owned).or_else(|| self.decided().map(Cow::Borrowed))
    }

    /// Makes the default that waits the answer.
    pub(crate) fn confirm(&mut self) {
        if let Some(given) = self.proposed() {
            self.given = given;
        }
    }

    /// Returns whether the answer is a text that was erased in its editor.
    pub(crate) fn is_erased(&self) -> bool {
        self.editor_text().trim().is_empty() && self.given.typed_answer().is_some_and(|text| !text.trim().is_empty())
    }

    /// Takes the answer to a `single` or `input` question back.
    pub(crate) fn take_back(&mut self) {
        match &mut self.given {
            Given::Single(choice) => *choice = None,
            Given::Input(text) => *text = None,
            Given::Multi(_) => {}
        }
    }

    pub(crate) fn is_default_text(&self, text: &str) -> bool {
        self.defaults.is_text(text)
    }

    /// Returns the texts that would be lost if the question were opened again with its answer alone.
    pub(crate) fn unsent(&self, id: &str) -> Option<Unsent> {
        let own = |text: Option<&str>| text.map(str::to_owned);
        let kept = self.note.submitted.clone().filter(|_| !self.given.is_decided());
        let text = own(self.unsent_text());
        let replaced = match &self.written {
            Written::Superseded(text) if !self.is_untouched_default() && !self.is_added(text) => Some(text.clone()),
            Written::Superseded(_) | Written::Open { .. } | Written::Settled => None,
        };
        let note = own(self.note.unsent());
        let unchecked = self.given.typed().iter().filter(|typed| !typed.is_checked).map(|typed| &typed.text);
        let unchecked: Vec<String> = unchecked.chain(self.edits()).cloned().collect();
        let unchecked = Some(unchecked).filter(|texts| !texts.is_empty());
        let unsent = Unsent { id: None, text, replaced, note, kept, unchecked, boxes: self.unsent_boxes() };
        (unsent != Unsent::default()).then(|| Unsent { id: Some(id.to_owned()), ..unsent })
    }

    /// Returns the boxes that the user has changed, as long as they are no answer.
    fn unsent_boxes(&self) -> Option<UnsentBoxes> {
        let boxes = self.given.boxes().filter(|_| !self.given.is_decided())?;
        let numbers = |state| boxes.options_in(state).map(|option| option + 1).collect();
        let texts = boxes.typed.iter().filter(|typed| typed.is_checked).map(|typed| typed.text.clone()).collect();
        let unsent = UnsentBoxes { checked: numbers(Check::Checked), proposed: numbers(Check::Proposed), texts };
        self.has_changed_boxes().then_some(unsent)
    }

    pub(crate) fn has_changed_boxes(&self) -> bool {
        self.given.boxes().is_some_and(Boxes::has_own) || self.has_unchecked_default()
    }

    fn has_unchecked_default(&self) -> bool {
        let is_unchecked = |boxes: &Boxes, option: &usize| !boxes.is_checked(Row::Option(*option));
        self.given.boxes().is_some_and(|boxes| self.defaults.options.iter().any(|option| is_unchecked(boxes, option)))
    }

    /// Returns whether the text in the editor of the answer is the model's default, as it was at first.
    pub(crate) fn is_untouched_default(&self) -> bool {
        self.is_default_text(self.editor_text()) && !self.is_open()
    }

    /// Returns a default text of a `multi` question, which is not added to its boxes as long as the user does not submit
    /// it.
    pub(crate) fn unsent_default(&self) -> Option<&str> {
        Some(self.editor_text().trim()).filter(|_| self.given.boxes().is_some() && self.is_untouched_default())
    }

    /// Returns all texts of the user's and the model's, without blanks at their ends.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        let added = self.given.typed().iter().flat_map(|typed| std::iter::once(&typed.text).chain(&typed.edit));
        let all = self.given.typed_answer().into_iter().chain(&self.note.submitted).chain(added).map(String::as_str);
        all.chain([self.editor_text(), self.note.editor_text()]).map(str::trim).filter(|text| !text.is_empty())
    }

    /// Returns the unsubmitted texts for the answer.
    pub(crate) fn unsent_texts(&self) -> impl Iterator<Item = &str> {
        self.unsent_text().map(str::trim).into_iter().chain(self.edits().map(|text| text.trim()))
    }

    /// Returns the open text, unless it was added to the boxes.
    fn unsent_text(&self) -> Option<&str> {
        Some(self.editor_text()).filter(|text| self.is_open() && !self.is_added(text))
    }

    /// Returns whether a text is among the checked boxes.
    fn is_added(&self, text: &str) -> bool {
        self.given.typed().iter().any(|typed| typed.is_checked && typed.text.trim() == text.trim())
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

    pub(crate) fn unsent_note(&self) -> Option<&str> {
        self.note.unsent().map(str::trim)
    }

    /// Answers with a text. In a `multi` question the text is added to the list.
    pub(crate) fn answer_with(&mut self, text: String) {
        match &mut self.given {
            Given::Single(_) => self.supersede(Given::Single(Some(Choice::Typed(text)))),
            Given::Input(_) => self.supersede(Given::Input(Some(text))),
            Given::Multi(boxes) => {
                boxes.add(text);
                self.write(String::new());
            }
        }
    }

    /// Changes the boxes of a `multi` question.
    pub(crate) fn change_boxes(&mut self, change: impl FnOnce(&mut Boxes)) {
        if let Some(boxes) = self.given.boxes_mut() {
            change(boxes);
        }
    }

    /// Answers a `single` question with the option at this index, 0-based, in place of any earlier option or text.
    pub(crate) fn choose(&mut self, option: usize) {
        self.supersede(Given::Single(Some(Choice::Option(option))));
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
        let has_text = self.note.submitted.is_some() || self.count_unsent() > 0 || !self.given.typed().is_empty();
        !self.is_kept_elsewhere && (self.given.is_decided() || has_text || self.has_changed_boxes())
    }

    /// Returns the approximate size of the draft in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let Self { given, note, .. } = self;
        let boxes = given.boxes().map_or(0, |boxes| boxes.options.len());
        let typed = given.typed().iter().map(|typed| typed.text.len() + typed.edit.as_ref().map_or(0, String::len));
        let texts = given.typed_answer().into_iter().chain(&note.submitted).map(String::len);
        let texts = texts.chain([self.editor_text().len(), note.editor_text().len()]);
        size_of::<Self>() + boxes + typed.chain(texts).sum::<usize>()
    }
}

impl Unsent {
    /// Returns the number of unsent texts, without the note in `kept`, which the model reads.
    pub(crate) fn count(&self) -> usize {
        [&self.text, &self.note].into_iter().flatten().count() + self.unchecked.as_ref().map_or(0, Vec::len)
    }

    pub(crate) fn into_texts(self) -> impl Iterator<Item = String> {
        let Self { id: _, text, replaced, note, kept, unchecked, boxes } = self;
        let added = boxes.into_iter().flat_map(|boxes| boxes.texts);
        text.into_iter().chain(replaced).chain(note).chain(kept).chain(unchecked.into_iter().flatten()).chain(added)
    }

    /// Returns `self`, or `other` if `self` is empty.
    pub(crate) fn or(self, other: Self) -> Self {
        if self == Self::default() { other } else { self }
    }

    /// Applies a function to every text.
    pub(crate) fn map(self, change: impl Fn(String) -> String) -> Self {
        let Self { id, text, replaced, note, kept, unchecked, boxes } = self;
        let all = |texts: Vec<String>| texts.into_iter().map(&change).collect();
        let unchecked = unchecked.map(all);
        let boxes = boxes.map(|boxes| UnsentBoxes { texts: all(boxes.texts), ..boxes });
        let [text, replaced, note, kept] = [text, replaced, note, kept].map(|text| text.map(&change));
        Self { id, text, replaced, note, kept, unchecked, boxes }
    }
}
