//! What a question is answered with, so far: a variant for each kind of question.

/// The answer that a draft amounts to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Given {
    /// At most one choice.
    Single(Option<Choice>),
    /// Any number of them.
    Multi {
        /// For each option, whether its box is checked.
        checked: Vec<bool>,
        typed: Vec<Typed>,
        /// Whether the user has said that nothing checked is the answer.
        is_none_meant: bool,
    },
    /// Submitted text.
    Input(Option<String>),
}

/// The choice among options and free text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// The option at this position, from 0.
    Option(usize),
    /// Text of the user's own.
    Typed(String),
}

/// A text that was added to a list of boxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Typed {
    pub(crate) text: String,
    pub(crate) is_checked: bool,
}

/// A row of a question's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    /// The option at this position, from 0.
    Option(usize),
    /// The added text at this position, from 0.
    Typed(usize),
    /// The row that takes free text.
    Custom,
}

impl Given {
    /// The typed text that is the answer, where there can be but one.
    pub(crate) fn text(&self) -> Option<&String> {
        match self {
            Self::Single(Some(Choice::Typed(text))) | Self::Input(Some(text)) => Some(text),
            Self::Single(_) | Self::Input(None) | Self::Multi { .. } => None,
        }
    }

    /// The same with other texts in place of those that were typed.
    pub(crate) fn map_typed(self, change: impl Fn(String) -> String) -> Self {
        match self {
            Self::Single(Some(Choice::Typed(text))) => Self::Single(Some(Choice::Typed(change(text)))),
            Self::Multi { checked, typed, is_none_meant } => {
                let typed = typed.into_iter().map(|typed| Typed { text: change(typed.text), ..typed }).collect();
                Self::Multi { checked, typed, is_none_meant }
            }
            Self::Input(text) => Self::Input(text.map(change)),
            Self::Single(given) => Self::Single(given),
        }
    }

    /// Whether the box of a row is checked.
    pub(crate) fn is_checked(&self, row: Row) -> bool {
        match (self, row) {
            (Self::Multi { checked, .. }, Row::Option(option)) => checked.get(option) == Some(&true),
            (Self::Multi { typed, .. }, Row::Typed(text)) => typed.get(text).is_some_and(|typed| typed.is_checked),
            _ => false,
        }
    }

    /// Positions of the checked options, from 0.
    pub(crate) fn checked(&self) -> impl Iterator<Item = usize> {
        let checked: &[bool] = match self {
            Self::Multi { checked, .. } => checked,
            Self::Single(_) | Self::Input(_) => &[],
        };
        (0..).zip(checked).filter_map(|(at, &is_checked)| is_checked.then_some(at))
    }

    /// Whether every box is checked.
    pub(crate) fn are_all_checked(&self) -> bool {
        match self {
            Self::Multi { checked, typed, .. } => {
                !checked.contains(&false) && typed.iter().all(|typed| typed.is_checked)
            }
            Self::Single(_) | Self::Input(_) => false,
        }
    }

    /// Whether any box is checked.
    pub(crate) fn has_checked(&self) -> bool {
        match self {
            Self::Multi { checked, typed, .. } => checked.contains(&true) || typed.iter().any(|typed| typed.is_checked),
            Self::Single(_) | Self::Input(_) => false,
        }
    }
}
