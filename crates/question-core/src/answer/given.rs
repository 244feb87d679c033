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

impl Typed {
    /// Whether it is part of the answer: while it is changed, it may be blank.
    pub(crate) fn counts(&self) -> bool {
        self.is_checked && !self.text.trim().is_empty()
    }
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

    /// A text that was added to a list of boxes, by its position among those.
    pub(crate) fn added(&self, at: usize) -> Option<&Typed> {
        match self {
            Self::Multi { typed, .. } => typed.get(at),
            Self::Single(_) | Self::Input(_) => None,
        }
    }

    /// How many boxes are checked, and how many there are; `None` where there are none.
    pub(crate) fn boxes(&self) -> Option<(usize, usize)> {
        match self {
            Self::Multi { checked, typed, .. } => {
                let texts = typed.iter().filter(|typed| typed.is_checked).count();
                Some((self.checked().count() + texts, checked.len() + typed.len()))
            }
            Self::Single(_) | Self::Input(_) => None,
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

    /// Adds a text to a list of boxes, checked; the same again is no second one.
    pub(crate) fn add(&mut self, text: String) {
        if let Self::Multi { typed, is_none_meant, .. } = self {
            *is_none_meant = false;
            match typed.iter_mut().find(|typed| typed.text == text) {
                Some(typed) => typed.is_checked = true,
                None if text.trim().is_empty() => {}
                None => typed.push(Typed { text, is_checked: true }),
            }
        }
    }

    /// Gives an added text other words.
    pub(crate) fn set_added(&mut self, at: usize, text: String) {
        if let Self::Multi { typed, .. } = self
            && let Some(typed) = typed.get_mut(at)
        {
            typed.text = text;
        }
    }

    /// Removes an added text that is blank; of one that stands there twice, the one that is not checked, else this. Gives
    /// where the text is then.
    pub(crate) fn settle_added(&mut self, at: usize) -> usize {
        let Self::Multi { typed, .. } = self else { return at };
        let Some(own) = typed.get(at).cloned() else { return at };
        let twin = (0..).zip(typed.iter()).find(|(other, typed)| *other != at && typed.text == own.text);
        match twin.map(|(twin, typed)| (twin, typed.is_checked)) {
            _ if own.text.trim().is_empty() => {
                typed.remove(at);
                at
            }
            Some((twin, false)) if own.is_checked => {
                typed.remove(twin);
                at - usize::from(twin < at)
            }
            Some((twin, _)) => {
                typed.remove(at);
                twin - usize::from(at < twin)
            }
            None => at,
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
            Self::Multi { checked, typed, .. } => checked.contains(&true) || typed.iter().any(Typed::counts),
            Self::Single(_) | Self::Input(_) => false,
        }
    }
}
