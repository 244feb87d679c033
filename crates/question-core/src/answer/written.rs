//! Texts that the user writes beside an answer: in the editor of the answer, and in that of the note on it.

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
    pub(crate) kept: Option<String>,
    /// Text in its editor that is not submitted.
    open: Option<String>,
}

impl Note {
    pub(crate) fn new(kept: Option<String>, open: Option<String>) -> Self {
        Self { kept, open }
    }

    /// Returns the text in the editor.
    pub(crate) fn text(&self) -> &str {
        self.open.as_ref().or(self.kept.as_ref()).map_or("", String::as_str)
    }

    /// Stores the text of the editor.
    pub(crate) fn write(&mut self, text: String) {
        self.open = Some(text).filter(|text| self.kept.as_deref().unwrap_or_default() != text);
    }

    /// Submits a text. A blank one deletes the note, and stays in the editor.
    pub(crate) fn keep(&mut self, text: String) {
        self.kept = Some(text.clone()).filter(|text| !text.trim().is_empty());
        self.write(text);
    }

    /// Returns whether the text in the editor is what was last submitted.
    pub(crate) fn is_kept(&self) -> bool {
        self.open.is_none()
    }

    /// Returns the unsubmitted text, unless it is blank or differs only in blanks at its ends.
    pub(crate) fn unsent(&self) -> Option<&str> {
        let is_kept = |text: &str| self.kept.as_ref().is_some_and(|kept| kept.trim() == text.trim());
        self.open.as_deref().filter(|text| !text.trim().is_empty() && !is_kept(text))
    }
}
