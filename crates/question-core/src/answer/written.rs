//! Texts that the user writes: in the editor of an answer, and in that of the note on it.
//!
//! Typing after a text was submitted, or after a choice, begins a new text. Typing after an open text continues it. If
//! nothing but blanks is left of it, what was there before is there again.

use crate::answer::draft::Draft;
use crate::answer::given::Given;
use crate::text::is_blank;

/// The text in the editor of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// The submitted text, or, as long as the user has not submitted another, the model's default.
    Settled,
    /// Typed or erased, and not submitted.
    Open {
        text: String,
        /// Whether it was made from the submitted text, rather than beside it.
        is_edit: bool,
    },
    /// Superseded by a choice. It is there again when the editor is opened.
    Superseded(String),
}

/// A note.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Note {
    /// The submitted note.
    pub(crate) submitted: Option<String>,
    /// Text in its editor that is not submitted.
    open: Option<String>,
}

impl Note {
    pub(crate) fn new(submitted: Option<String>, open: Option<String>) -> Self {
        Self { submitted, open }
    }

    pub(crate) fn editor_text(&self) -> &str {
        self.open.as_ref().or(self.submitted.as_ref()).map_or("", String::as_str)
    }

    /// Stores the text of the editor.
    pub(crate) fn write(&mut self, text: String) {
        self.open = Some(text).filter(|text| self.submitted.as_deref().unwrap_or_default() != text);
    }

    /// Submits a text. A blank one deletes the note, and stays in the editor.
    pub(crate) fn submit(&mut self, text: String) {
        self.submitted = Some(text.clone()).filter(|text| !text.trim().is_empty());
        self.write(text);
    }

    /// Returns whether the text in the editor is what was last submitted.
    pub(crate) fn is_settled(&self) -> bool {
        self.open.is_none()
    }

    /// Returns the unsubmitted text, unless it is blank or differs only in blanks at its ends.
    pub(crate) fn unsent(&self) -> Option<&str> {
        let is_kept = |text: &str| self.submitted.as_ref().is_some_and(|kept| kept.trim() == text.trim());
        self.open.as_deref().filter(|text| !is_blank(text) && !is_kept(text))
    }
}

impl Draft {
    /// Returns the text in the editor of the answer, whether or not it is the answer.
    pub(crate) fn editor_text(&self) -> &str {
        match &self.written {
            Written::Settled => self.settled_text(),
            Written::Open { text, .. } | Written::Superseded(text) => text,
        }
    }

    /// Returns the text that is in the editor unless the user types another.
    fn settled_text(&self) -> &str {
        self.given.typed_answer().unwrap_or(&self.defaults.text)
    }

    /// Stores the text of the editor of the answer.
    pub(crate) fn write(&mut self, text: String) {
        // There is nothing beside the text of a question that takes only text.
        let is_edit = match (&self.written, &self.given) {
            (_, Given::Input(_)) => true,
            (Written::Open { is_edit, .. }, _) => *is_edit,
            (Written::Settled, given) => given.typed_answer().is_some(),
            (Written::Superseded(_), _) => false,
        };
        // What is typed beside a submitted text stays so, even if it is the same.
        let is_settled = text == self.settled_text() && (is_edit || self.given.typed_answer().is_none());
        self.written = if is_settled { Written::Settled } else { Written::Open { text, is_edit } };
    }

    /// Begins to type into the list: beside what was submitted or superseded, if [`Self::begins_anew`], and else at the end
    /// of the text in the editor.
    pub(crate) fn begin(&mut self, text: String) {
        if self.begins_anew() {
            self.written = Written::Open { text, is_edit: false };
        } else {
            self.write([self.editor_text(), &text].concat());
        }
    }

    /// Returns whether a text that is typed into the list begins anew, because the one in the editor was submitted, is a
    /// default, or was superseded. The text of a question that takes only text is typed in its editor.
    pub(crate) fn begins_anew(&self) -> bool {
        !matches!(self.given, Given::Input(_)) && !self.is_open()
    }

    /// Returns whether there is a text in the editor that is neither submitted nor superseded.
    pub(crate) fn is_open(&self) -> bool {
        let Written::Open { text, .. } = &self.written else { return false };
        !is_blank(text) && text.trim() != self.settled_text().trim()
    }

    /// Returns whether the text in the editor is what was last submitted, or the model's default.
    pub(crate) fn is_settled(&self) -> bool {
        self.written == Written::Settled
    }

    /// Returns whether the row of the text shows words: submitted ones, or open ones.
    pub(crate) fn has_words(&self) -> bool {
        !is_blank(self.editor_text()) && (self.given.typed_answer().is_some() || !self.begins_anew())
    }

    /// Returns whether an earlier draft is there again, because what was typed since is gone. If nothing but blanks is left,
    /// a text that was open then is erased itself, and so is a submitted one that was edited.
    pub(crate) fn restores(&self, before: &Self) -> bool {
        let is_edit = matches!(self.written, Written::Open { is_edit: true, .. });
        let is_erased = self.editor_text().trim().is_empty() && !is_edit && !before.is_open();
        is_erased || self.editor_text() == before.editor_text()
    }

    /// Replaces what was given. A text of the user's stays in the editor, superseded, unless it is given itself.
    pub(super) fn supersede(&mut self, given: Given) {
        let is_default = self.is_settled() && self.given.typed_answer().is_none();
        let text = self.editor_text().to_owned();
        self.given = given;
        self.written = match text.trim() {
            _ if is_default || self.given.typed_answer().is_some() => Written::Settled,
            "" => Written::Open { text, is_edit: false },
            _ => Written::Superseded(text),
        };
    }
}
