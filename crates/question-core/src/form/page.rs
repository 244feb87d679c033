//! The pages of a form, its notices, and its endings.

use strum::VariantArray;

/// The page that is shown. Questions go by their position, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Page {
    /// The page of a tab. Esc leaves the form.
    Base(Base),
    /// The text editor.
    Field(Field),
    /// A question's list with the filter.
    Filter(usize),
    /// A text of a question over the whole terminal.
    Zoom(usize, Zoomed),
    /// Asks whether to accept a long text. `row` is the highlighted choice.
    Long { field: Field, row: usize },
    /// Asks what becomes of the input when the form is left. `row` is the highlighted choice.
    Leave { from: Base, row: usize },
}

impl Page {
    /// The tab that the page belongs to.
    pub(crate) fn base(self) -> Base {
        match self {
            Self::Base(base) | Self::Leave { from: base, .. } => base,
            Self::Field(field) | Self::Long { field, .. } => field.base(),
            Self::Filter(at) | Self::Zoom(at, _) => Base::Question(at),
        }
    }

    /// The question that the page is about; `None` if it is about all of them.
    pub(crate) fn question(self) -> Option<usize> {
        match self {
            Self::Field(field) | Self::Long { field, .. } => field.question(),
            Self::Base(_) | Self::Filter(_) | Self::Zoom(..) => self.base().question(),
            Self::Leave { .. } => None,
        }
    }

    /// The question whose whole list is shown.
    pub(crate) fn list(self) -> Option<usize> {
        match self {
            Self::Base(base) => base.question(),
            Self::Field(_) | Self::Filter(_) | Self::Zoom(..) | Self::Long { .. } | Self::Leave { .. } => None,
        }
    }
}

/// The text that fills the terminal while it is zoomed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zoomed {
    Prompt,
    /// The option at this position, from 0, with its description and its preview.
    Option(usize),
}

/// A tab.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Base {
    Question(usize),
    Review,
}

impl Base {
    /// The question of the tab; `None` for the review.
    pub(crate) fn question(self) -> Option<usize> {
        match self {
            Self::Question(at) => Some(at),
            Self::Review => None,
        }
    }
}

/// A text that the editor edits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    /// The free text of a question.
    Answer(usize),
    /// A text that was added to a question's boxes, by its position among these texts.
    Added(usize, usize),
    /// The note on a question's answer, and the tab that it was opened from.
    Note(usize, Base),
    /// The message of a user who wants to talk first, and the tab that it was opened from.
    Discussion(Base),
}

impl Field {
    /// The tab that is shown while the text is edited.
    pub(crate) fn base(self) -> Base {
        match self {
            Self::Answer(at) | Self::Added(at, _) | Self::Note(at, _) => Base::Question(at),
            Self::Discussion(from) => from,
        }
    }

    /// The question that the text belongs to.
    pub(crate) fn question(self) -> Option<usize> {
        match self {
            Self::Answer(_) | Self::Added(..) | Self::Note(..) => self.base().question(),
            Self::Discussion(_) => None,
        }
    }
}

/// What can become of the input when the form is left, in the order shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray)]
pub(crate) enum LeaveChoice {
    Keep,
    Send,
    Discard,
}

/// What can become of a long text, in the order shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray)]
pub(crate) enum LongChoice {
    Send,
    Edit,
}

/// A line above the hints that says what the last action came to; the next action removes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Notice {
    BlankText,
    /// The user's own editor has saved something else than text, which is in this file.
    Unreadable(String),
    /// Submit has led here because the question has no answer.
    Unanswered,
    /// No option has this number.
    NoSuchNumber(usize),
    /// Undo has changed the draft of the question at this position; `None` for the message.
    Undone(Option<usize>),
    /// Redo has changed it.
    Redone(Option<usize>),
}

/// How a form ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The user submitted the form.
    Answered,
    /// The user left the form. `share` says whether the answers so far are sent.
    Cancelled {
        /// Whether the answers so far are sent.
        share: bool,
    },
    /// The user left the form without saying what becomes of the answers so far, which are sent.
    Unanswered,
    /// The user wants to talk first.
    Discussed,
    /// The run was aborted, or the session is closing.
    Aborted,
    /// The user stopped the run before the form was shown.
    Stopped,
    /// The program that showed the form went away.
    Disconnected,
    /// The program that shows the form closed it by itself, and nobody was asked.
    Unasked,
    /// The host cannot go on, for this reason.
    Failed(String),
}
