//! The pages of a form, and its notices.

/// The page that is shown. Numbers are indices of questions, 0-based. The page of keys is the screen's, which covers
/// this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Page {
    /// The page of a tab. Esc leaves the form.
    Tab(Tab),
    /// The text editor.
    Field(Field),
    /// The list of a question above its open text.
    Options(usize),
    /// A text of a question on the whole terminal.
    Zoom(usize, Zoomed),
    /// A confirmation, and the index of the highlighted choice, 0-based.
    Confirm(Confirmation, usize),
}

impl Page {
    pub(crate) fn tab(self) -> Tab {
        match self {
            Self::Tab(tab) | Self::Confirm(Confirmation::Leave(tab) | Confirmation::Queue(tab), _) => tab,
            Self::Field(field) | Self::Confirm(Confirmation::Long(field), _) => field.tab(),
            Self::Options(at) | Self::Zoom(at, _) => Tab::Question(at),
        }
    }

    pub(crate) fn question(self) -> Option<usize> {
        match self {
            Self::Field(field) | Self::Confirm(Confirmation::Long(field), _) => field.question(),
            Self::Tab(_) | Self::Options(_) | Self::Zoom(..) => self.tab().question(),
            Self::Confirm(Confirmation::Leave(_) | Confirmation::Queue(_), _) => None,
        }
    }

    /// Returns the index of the question whose list has the focus.
    pub(crate) fn list(self) -> Option<usize> {
        match self {
            Self::Tab(tab) => tab.question(),
            Self::Options(at) => Some(at),
            Self::Field(_) | Self::Zoom(..) | Self::Confirm(..) => None,
        }
    }

    /// Returns the open text.
    pub(crate) fn field(self) -> Option<Field> {
        match self {
            Self::Field(field) => Some(field),
            Self::Options(at) => Some(Field::Answer(at)),
            Self::Tab(_) | Self::Zoom(..) | Self::Confirm(..) => None,
        }
    }
}

/// The text that fills the terminal while it is zoomed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zoomed {
    Prompt,
    /// The option at this index, 0-based, with its description and its preview.
    Option(usize),
}

/// A tab.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tab {
    Question(usize),
    Review,
}

impl Tab {
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
    /// An added text of a `multi` question, by the indices of the question and of the text.
    Added(usize, usize),
    /// The note on a question's answer, and the tab that it was opened from.
    Note(usize, Tab),
    /// The message of a user who wants to talk first, and the tab that it was opened from.
    Discussion(Tab),
}

impl Field {
    /// Returns the tab that is shown while the text is edited.
    pub(crate) fn tab(self) -> Tab {
        match self {
            Self::Answer(at) | Self::Added(at, _) | Self::Note(at, _) => Tab::Question(at),
            Self::Discussion(from) => from,
        }
    }

    pub(crate) fn question(self) -> Option<usize> {
        match self {
            Self::Answer(_) | Self::Added(..) | Self::Note(..) => self.tab().question(),
            Self::Discussion(_) => None,
        }
    }
}

/// A question of the form itself: what to do with what the user has entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Confirmation {
    /// Asks what becomes of the answers when the form is left from this tab.
    Leave(Tab),
    /// Asks whether to accept the long text of this field.
    Long(Field),
    /// Shows who else waits, called from this tab, and asks who is answered first.
    Queue(Tab),
}

/// A choice of a confirmation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConfirmationChoice {
    /// Goes back to where the user was.
    Back,
    /// Leaves the form with the answers so far.
    Send,
    /// Leaves the form, to be answered later.
    Later,
    /// Leaves the form without answers.
    Discard,
    /// Accepts the long text.
    Accept,
    /// Answers what waits at this index first, 0-based, and this form after it.
    First(usize),
    /// Leaves all that waits.
    LeaveAll,
}

impl Confirmation {
    /// Returns the number of choices while `waiting` others wait.
    pub(crate) fn count(self, waiting: usize) -> usize {
        match self {
            Self::Leave(_) => LEAVE.len(),
            Self::Long(_) => LONG.len(),
            Self::Queue(_) => waiting + 2,
        }
    }

    /// Returns the choice at index `at`, 0-based, while `waiting` others wait. The first is highlighted at first.
    pub(crate) fn choice(self, at: usize, waiting: usize) -> Option<ConfirmationChoice> {
        match (self, at) {
            (Self::Leave(_), _) => LEAVE.get(at).copied(),
            (Self::Long(_), _) => LONG.get(at).copied(),
            (Self::Queue(_), 0) => Some(ConfirmationChoice::Back),
            (Self::Queue(_), at) if at <= waiting => Some(ConfirmationChoice::First(at - 1)),
            (Self::Queue(_), at) => (at == waiting + 1).then_some(ConfirmationChoice::LeaveAll),
        }
    }
}

const LEAVE: [ConfirmationChoice; 4] =
    [ConfirmationChoice::Back, ConfirmationChoice::Send, ConfirmationChoice::Later, ConfirmationChoice::Discard];
const LONG: [ConfirmationChoice; 2] = [ConfirmationChoice::Accept, ConfirmationChoice::Back];

/// A notice about the last action, on a line above the hints. The next action removes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Notice {
    BlankText,
    /// Nothing is checked, and at least one option has to be.
    NeedsOne,
    /// The external editor saved invalid text in this file.
    Unreadable(String),
    /// Nothing can be typed on this page.
    NoText,
    /// No other questions wait.
    NobodyWaits,
    /// A text typed at a list without a custom row means no single option.
    NotOne,
    /// No answer in the review has this number.
    NoSuchNumber(usize),
    /// Undo changed the sheet of the question at this index, 0-based, or the message if `None`.
    Undone(Option<usize>),
    /// Undo took this text back.
    TakenBack(String),
    /// The form begins with what was entered before.
    Restored,
    /// Redo changed the sheet of the question at this index, 0-based, or the message if `None`.
    Redone(Option<usize>),
}
