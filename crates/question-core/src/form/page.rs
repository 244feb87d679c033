//! What a form shows: its pages, what they ask, and how it ends. Nothing here changes or draws anything.

use strum::VariantArray;

use crate::form::choices::Choices;

/// What is on the screen. Questions are named by their position, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Page {
    /// A page that Esc leaves the form from.
    Base(Base),
    /// The text editor.
    Field(Field),
    /// A question's list with the line that filters it.
    Filter(usize),
    /// A text of a question over the whole terminal.
    Zoom(usize, Zoomed),
    /// A submitted text is long: whether it is meant.
    Long { field: Field, choices: Choices<LongChoice> },
    /// "You have entered something": what becomes of it.
    Leave { from: Base, choices: Choices<LeaveChoice> },
}

impl Page {
    /// The page with a tab that this one belongs to.
    pub(crate) fn base(self) -> Base {
        match self {
            Self::Base(base) | Self::Leave { from: base, .. } => base,
            Self::Field(field) | Self::Long { field, .. } => field.base(),
            Self::Filter(at) | Self::Zoom(at, _) => Base::Question(at),
        }
    }

    /// The question that the page is about; `None` for pages that are about all of them.
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

/// What fills the terminal while it is zoomed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zoomed {
    Prompt,
    /// The option at this position, from 0, with its description and its preview.
    Option(usize),
}

/// A page with a tab of its own.
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

/// What the text editor edits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    /// The free text of a question.
    Answer(usize),
    /// A text that was added to a question's list of boxes, by its position among those.
    Added(usize, usize),
    /// The note on a question's answer; with the page to go back to.
    Note(usize, Base),
    /// What the user would rather say first; with the page to go back to.
    Discussion(Base),
}

impl Field {
    /// The page whose tab is shown while the text is edited.
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

/// The ways out of a form in which something was entered, in the order shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray)]
pub(crate) enum LeaveChoice {
    Keep,
    Send,
    Discard,
}

/// What to do with a long text, in the order shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray)]
pub(crate) enum LongChoice {
    Send,
    Edit,
}

/// A line above the hints that says why nothing happened; gone with the next action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Notice {
    BlankText,
    /// The user's own editor has saved no text in this file.
    Unreadable(String),
    /// Brought here by Submit, because this question has no answer yet.
    Unanswered,
    /// No option has this number.
    NoSuchNumber(usize),
    /// Undo has changed the draft of the question at this position, or else what the user would rather say.
    Undone(Option<usize>),
    /// Redo has done so.
    Redone(Option<usize>),
}

/// How a form ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Answered,
    Cancelled {
        share: bool,
    },
    /// The user has left the rest without an answer.
    Unanswered,
    Discussed,
    Aborted,
    /// The user stopped the run before the form was shown.
    Stopped,
    /// The program that showed the form went away.
    Disconnected,
    /// It closed the form by itself, and nobody was asked.
    Unasked,
    Failed(String),
}
