//! What the user has entered for a question: an answer, one draft and a note, beside the default that the model proposes.
//!
//! - Typing in the editor of the answer makes the draft, and submitting it makes it the answer. What stands there anyway,
//!   the submitted text or the default, is no draft, and neither are blanks.
//! - A choice leaves the draft. A submitted text that it replaces becomes the draft.
//! - The default stands while there is neither an answer nor a draft.

use std::borrow::Cow;
use std::rc::Rc;

use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use ts_rs::TS;

use crate::answer::defaults::Defaults;
use crate::answer::given::{Boxes, Choice, Given, Row, Typed};
use crate::answer::replies::Reply;
use crate::call::questionnaire::Question;
use crate::call::request::Mode;
use crate::text::is_blank;

/// What the user has entered for a question. Undo restores it as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sheet {
    /// The answer. Boxes that are not decided are those of the default.
    pub(crate) given: Given,
    /// Text in the editor of the answer, if another one is there without it. Blank only while the editor is open.
    text: Option<String>,
    /// Text in the editor of the note.
    note: String,
    /// Whether all of this is kept elsewhere, such as in the pending file, so that closing the form loses nothing.
    pub(crate) is_kept_elsewhere: bool,
    defaults: Rc<Defaults>,
}

/// How far an answer is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Standing {
    /// There is no answer.
    Open,
    /// A default waits for the user to confirm it.
    Proposed,
    /// The user has decided on the answer.
    Decided,
}

/// Texts besides the answers and the notes on them.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(from = "UnsentShape")]
#[ts(optional_fields)]
pub struct Unsent {
    /// Id of the question; absent for the user's message about the call.
    pub id: Option<String>,
    /// The draft, and added texts that are not checked.
    pub text: Option<String>,
    /// Note on a question without an answer. The model reads it, unless the user left the form at once.
    pub note: Option<String>,
}

/// The same with the fields of version 0.3, whose texts are kept.
#[derive(Deserialize)]
struct UnsentShape {
    id: Option<String>,
    text: Option<String>,
    replaced: Option<String>,
    note: Option<String>,
    kept: Option<String>,
    unchecked: Option<Vec<String>>,
    boxes: Option<AddedTexts>,
}

#[derive(Deserialize)]
struct AddedTexts {
    texts: Option<Vec<String>>,
}

impl From<UnsentShape> for Unsent {
    fn from(shape: UnsentShape) -> Self {
        let added = shape.boxes.and_then(|boxes| boxes.texts).into_iter().chain(shape.unchecked).flatten();
        let text = joined(shape.text.into_iter().chain(shape.replaced).chain(added));
        Self { id: shape.id, text, note: joined(shape.kept.into_iter().chain(shape.note)) }
    }
}

/// Joins texts to one, in lines of their own. Returns `None` if there are none.
pub(crate) fn joined<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Option<String> {
    let mut all = String::new();
    for text in texts {
        let text = text.as_ref();
        if !is_blank(text) {
            all.extend([if all.is_empty() { "" } else { "\n" }, text]);
        }
    }
    (!all.is_empty()).then_some(all)
}

impl Sheet {
    pub(crate) fn new(question: &Question) -> Self {
        let defaults = Defaults::of(question);
        let given = match question.mode {
            Mode::Single => Given::Single(None),
            Mode::Multi => Given::Multi(Boxes::proposing(question.options.len(), &defaults.options)),
            Mode::Input => Given::Input(None),
        };
        Self { given, text: None, note: String::new(), is_kept_elsewhere: false, defaults: Rc::new(defaults) }
    }

    /// Applies a reply from outside the form.
    pub(crate) fn take(&mut self, reply: Reply) {
        let Reply { given, note, draft, unchecked, defaults } = reply;
        self.is_kept_elsewhere = !self.has_input();
        if !defaults.is_empty() {
            Rc::make_mut(&mut self.defaults).earlier.extend(defaults);
        }
        if note.is_some() || given.is_some() {
            self.note = note.unwrap_or_default();
        }
        if let Some(given) = given {
            self.replace(given);
        }
        if let Some(text) = draft {
            self.write(text);
            self.settle();
        }
        self.change_boxes(|boxes| unchecked.into_iter().for_each(|text| boxes.add_unchecked(text)));
    }

    /// Returns how far the answer is decided.
    pub(crate) fn standing(&self) -> Standing {
        if self.given.is_decided() {
            Standing::Decided
        } else if self.has_default() {
            Standing::Proposed
        } else {
            Standing::Open
        }
    }

    /// Returns whether a default waits for the user.
    fn has_default(&self) -> bool {
        let is_open = !self.given.is_decided() && self.draft().is_none();
        is_open
            && match &self.given {
                Given::Multi(boxes) => boxes.has_checked(),
                Given::Single(_) | Given::Input(_) => {
                    !self.defaults.options.is_empty() || !is_blank(&self.defaults.text)
                }
            }
    }

    /// Returns the default that waits for the user, as their answer.
    fn proposed(&self) -> Option<Given> {
        let text = || self.defaults.text.clone();
        self.has_default().then(|| match &self.given {
            Given::Multi(boxes) => Given::Multi(Boxes { is_decided: true, ..boxes.clone() }),
            Given::Single(_) => {
                let option = self.defaults.options.first().map(|option| Choice::Option(*option));
                Given::Single(option.or_else(|| Some(Choice::Typed(text()))))
            }
            Given::Input(_) => Given::Input(Some(text())),
        })
    }

    pub(crate) fn decided(&self) -> Option<&Given> {
        Some(&self.given).filter(|given| given.is_decided())
    }

    /// Returns what Submit on the review sends: what the user has decided, or the default that waits.
    pub(crate) fn submitted(&self) -> Option<Cow<'_, Given>> {
        self.decided().map(Cow::Borrowed).or_else(|| self.proposed().map(Cow::Owned))
    }

    /// Makes the default that waits the answer.
    pub(crate) fn confirm(&mut self) {
        if let Some(given) = self.proposed() {
            self.given = given;
        }
    }

    pub(crate) fn is_default_text(&self, text: &str) -> bool {
        self.defaults.is_text(text)
    }

    /// Returns the text in the editor of the answer.
    pub(crate) fn editor_text(&self) -> &str {
        self.text.as_deref().unwrap_or_else(|| self.settled_text())
    }

    /// Returns the text that is in the editor without a draft: the submitted one, or the model's default.
    fn settled_text(&self) -> &str {
        let is_default = match &self.given {
            // Boxes are decided without it, until it is added to them.
            Given::Multi(boxes) => boxes.typed.iter().all(|typed| typed.text.trim() != self.defaults.text.trim()),
            given => !given.is_decided(),
        };
        self.given.typed_answer().map_or(if is_default { &self.defaults.text } else { "" }, String::as_str)
    }

    /// Returns whether the text in the editor is the one that is there without a draft.
    pub(crate) fn is_settled(&self) -> bool {
        self.text.is_none()
    }

    /// Returns the draft: the text in the editor, unless it is blank or differs from the one that is there without it only
    /// in blanks at its ends.
    pub(crate) fn draft(&self) -> Option<&str> {
        let text = self.text.as_deref()?;
        (!is_blank(text) && text.trim() != self.settled_text().trim()).then_some(text)
    }

    /// Stores the text of the editor.
    pub(crate) fn write(&mut self, text: String) {
        self.text = Some(text).filter(|text| text != self.settled_text());
    }

    /// Begins to type into the list: goes on with the draft on its row, or else anew. What is typed over a question without
    /// a list goes on with the text in its editor.
    pub(crate) fn begin(&mut self, text: &str) {
        match self.given {
            Given::Input(_) => self.write([self.editor_text(), text].concat()),
            Given::Single(_) | Given::Multi(_) => self.text = Some([self.draft().unwrap_or_default(), text].concat()),
        }
    }

    pub(crate) fn drop_draft(&mut self) {
        self.text = None;
    }

    /// Drops blank texts, and those that are there anyway.
    pub(crate) fn settle(&mut self) {
        if self.draft().is_none() {
            self.text = None;
        }
        if is_blank(&self.note) {
            self.note.clear();
        }
        self.change_boxes(Boxes::settle);
    }

    /// Returns whether the same was entered.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        (&self.given, &self.text, &self.note) == (&other.given, &other.text, &other.note)
    }

    /// Returns whether the submitted text was erased that was in the editor before.
    pub(crate) fn has_erased_answer(&self, before: &Self) -> bool {
        let had_answer = before.is_settled() && before.given.typed_answer().is_some() && before.given == self.given;
        had_answer && is_blank(self.editor_text()) && !is_blank(before.editor_text())
    }

    /// Returns whether the row of the text shows words of the user's: submitted ones, or a draft.
    pub(crate) fn has_words(&self) -> bool {
        self.draft().is_some() || self.given.typed_answer().is_some_and(|text| !is_blank(text))
    }

    /// Takes the answer to a `single` or `input` question back. There is no default again.
    pub(crate) fn take_back(&mut self) {
        match &mut self.given {
            Given::Single(choice) => *choice = None,
            Given::Input(text) => *text = None,
            Given::Multi(_) => return,
        }
        let defaults = Rc::make_mut(&mut self.defaults);
        defaults.earlier.push(std::mem::take(&mut defaults.text));
        defaults.options.clear();
    }

    /// Replaces the answer, and leaves the draft. A submitted text of the user's becomes the draft if there is none.
    fn replace(&mut self, given: Given) {
        let submitted = self.given.typed_answer().filter(|text| !self.is_default_text(text)).map(String::as_str);
        self.text = self.draft().or(submitted).map(str::to_owned);
        self.given = given;
        self.settle();
    }

    /// Answers a `single` question with the option at this index, 0-based.
    pub(crate) fn choose(&mut self, option: usize) {
        self.replace(Given::Single(Some(Choice::Option(option))));
    }

    /// Answers with a text. In a `multi` question the text is added to the list.
    pub(crate) fn answer_with(&mut self, text: String) {
        self.text = None;
        match &mut self.given {
            Given::Single(choice) => *choice = Some(Choice::Typed(text)),
            Given::Input(answer) => *answer = Some(text),
            Given::Multi(boxes) => boxes.add(text),
        }
    }

    /// Changes the boxes of a `multi` question.
    pub(crate) fn change_boxes(&mut self, change: impl FnOnce(&mut Boxes)) {
        if let Some(boxes) = self.given.boxes_mut() {
            change(boxes);
        }
    }

    pub(crate) fn note(&self) -> Option<&str> {
        Some(self.note.as_str()).filter(|note| !is_blank(note))
    }

    pub(crate) fn note_text(&self) -> &str {
        &self.note
    }

    pub(crate) fn write_note(&mut self, text: String) {
        self.note = text;
    }

    /// Returns the texts that would be lost if the question were opened again with its answer alone: the draft, or else an
    /// unchecked text, beside the note, then other unchecked texts.
    pub(crate) fn unsent(&self, id: &str) -> impl Iterator<Item = Unsent> {
        let mut texts = self.unsent_texts();
        let unsent = |text: Option<&str>, note: Option<&str>| Unsent {
            id: Some(id.to_owned()),
            text: text.map(str::to_owned),
            note: note.map(str::to_owned),
        };
        let first = unsent(texts.next(), self.note().filter(|_| !self.given.is_decided()));
        let first = Some(first).filter(|first| first.text.is_some() || first.note.is_some());
        first.into_iter().chain(texts.map(move |text| unsent(Some(text), None)))
    }

    /// Returns the texts that Submit does not send: the draft, and added texts that are not checked.
    pub(crate) fn unsent_texts(&self) -> impl Iterator<Item = &str> {
        let added = self.given.typed().iter().filter(|typed| !typed.is_checked() && !is_blank(&typed.text));
        self.draft().into_iter().chain(added.map(|typed| typed.text.as_str()))
    }

    /// Returns whether the text in the editor of the answer is the model's default, which waits for the user.
    pub(crate) fn shows_default(&self) -> bool {
        self.draft().is_none() && self.given.typed_answer().is_none() && !is_blank(self.settled_text())
    }

    /// Returns the texts on the row for words, each with how far it is decided: the submitted one, then the draft or the
    /// default.
    pub(crate) fn row_texts(&self) -> impl Iterator<Item = (Standing, &str)> {
        let submitted = self.given.typed_answer().map(|text| (Standing::Decided, text.trim()));
        let default = || self.shows_default().then(|| (Standing::Proposed, self.defaults.text.trim()));
        let draft = self.draft().map(|text| (Standing::Open, text.trim())).or_else(default);
        submitted.into_iter().chain(draft)
    }

    /// Returns a default text of a `multi` question, which is not added to its boxes as long as the user does not submit
    /// it.
    pub(crate) fn unsent_default(&self) -> Option<&str> {
        Some(self.defaults.text.trim()).filter(|_| self.given.boxes().is_some() && self.shows_default())
    }

    /// Returns all texts of the user's, without blanks at their ends.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        let added = self.given.typed().iter().map(|typed| &typed.text);
        let all = self.given.typed_answer().into_iter().chain([&self.note]).chain(added).map(String::as_str);
        all.chain(self.draft()).map(str::trim).filter(|text| !text.is_empty())
    }

    /// Returns how far the option at this index, 0-based, is decided as the answer or a part of it.
    pub(crate) fn standing_of(&self, option: usize) -> Standing {
        let is_picked = match &self.given {
            Given::Multi(boxes) => boxes.is_checked(Row::Option(option)),
            Given::Single(Some(choice)) => *choice == Choice::Option(option),
            Given::Single(None) => self.draft().is_none() && self.defaults.options.first() == Some(&option),
            Given::Input(_) => false,
        };
        match self.given.is_decided() {
            _ if !is_picked => Standing::Open,
            true => Standing::Decided,
            false => Standing::Proposed,
        }
    }

    /// Returns whether dropping all of this would lose input of the user. Boxes that are all unchecked are input if the
    /// model has proposed some.
    pub(crate) fn has_input(&self) -> bool {
        let is_touched = self.given.boxes().is_some_and(|boxes| {
            !boxes.typed.is_empty() || self.defaults.options.iter().any(|at| boxes.options.get(*at) == Some(&false))
        });
        let has_words = self.draft().is_some() || self.note().is_some();
        !self.is_kept_elsewhere && (self.given.is_decided() || is_touched || has_words)
    }

    /// Returns the approximate size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let boxes = self.given.boxes().map_or(0, |boxes| boxes.options.len());
        let texts = self.given.typed_answer().into_iter().chain(&self.text).chain([&self.note]);
        let texts = texts.chain(self.given.typed().iter().map(|Typed { text, .. }| text));
        size_of::<Self>() + boxes + texts.map(String::len).sum::<usize>()
    }
}
