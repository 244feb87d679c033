//! What a question is answered with, so far: a variant for each kind of question.

/// The answer that a draft amounts to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Given {
    /// At most one choice.
    Single(Option<Choice>),
    /// Any number of them.
    Multi(Boxes),
    /// Submitted text.
    Input(Option<String>),
}

/// A list of boxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Boxes {
    /// For each option, whether its box is checked.
    pub(crate) checked: Vec<bool>,
    pub(crate) typed: Vec<Typed>,
    /// Whether the user has said that nothing checked is the answer.
    pub(crate) is_none_meant: bool,
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
    /// The text as it was submitted.
    pub(crate) text: String,
    pub(crate) is_checked: bool,
    /// What its editor holds, where that is another text: it counts once it is submitted.
    pub(crate) edit: Option<String>,
}

impl Typed {
    pub(crate) fn new(text: String, is_checked: bool) -> Self {
        Self { text, is_checked, edit: None }
    }

    /// The text that its editor holds.
    pub(crate) fn edited(&self) -> &str {
        self.edit.as_deref().unwrap_or(&self.text)
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
            Self::Single(_) | Self::Input(None) | Self::Multi(_) => None,
        }
    }

    /// The boxes, where it is a list of them.
    pub(crate) fn boxes(&self) -> Option<&Boxes> {
        match self {
            Self::Multi(boxes) => Some(boxes),
            Self::Single(_) | Self::Input(_) => None,
        }
    }

    /// The boxes, to be checked and unchecked.
    pub(crate) fn boxes_mut(&mut self) -> Option<&mut Boxes> {
        match self {
            Self::Multi(boxes) => Some(boxes),
            Self::Single(_) | Self::Input(_) => None,
        }
    }

    /// The texts that were added to the list.
    pub(crate) fn typed(&self) -> &[Typed] {
        self.boxes().map_or(&[], |boxes| &boxes.typed)
    }

    /// The same with other texts in place of those that were typed.
    pub(crate) fn map_typed(self, change: impl Fn(String) -> String) -> Self {
        match self {
            Self::Single(Some(Choice::Typed(text))) => Self::Single(Some(Choice::Typed(change(text)))),
            Self::Multi(boxes) => {
                let typed = boxes.typed.into_iter().map(|typed| Typed { text: change(typed.text), ..typed });
                Self::Multi(Boxes { typed: typed.collect(), ..boxes })
            }
            Self::Input(text) => Self::Input(text.map(change)),
            Self::Single(given) => Self::Single(given),
        }
    }
}

impl Boxes {
    /// Whether the box of a row is checked.
    pub(crate) fn is_checked(&self, row: Row) -> bool {
        match row {
            Row::Option(option) => self.checked.get(option) == Some(&true),
            Row::Typed(text) => self.typed.get(text).is_some_and(|typed| typed.is_checked),
            Row::Custom => false,
        }
    }

    /// Positions of the checked options, from 0.
    pub(crate) fn checked(&self) -> impl Iterator<Item = usize> {
        (0..).zip(&self.checked).filter_map(|(at, &is_checked)| is_checked.then_some(at))
    }

    /// Whether every box is checked.
    pub(crate) fn are_all_checked(&self) -> bool {
        !self.checked.contains(&false) && self.typed.iter().all(|typed| typed.is_checked)
    }

    /// Whether any box is checked.
    pub(crate) fn has_checked(&self) -> bool {
        self.checked.contains(&true) || self.typed.iter().any(|typed| typed.is_checked)
    }

    /// Checks the box of a row, or unchecks it.
    pub(crate) fn toggle(&mut self, row: Row) {
        let is_checked = match row {
            Row::Option(option) => self.checked.get_mut(option),
            Row::Typed(text) => self.typed.get_mut(text).map(|typed| &mut typed.is_checked),
            Row::Custom => None,
        };
        if let Some(is_checked) = is_checked {
            *is_checked = !*is_checked;
            self.is_none_meant = false;
        }
    }

    /// Checks every box; where every one is, unchecks them.
    pub(crate) fn toggle_all(&mut self) {
        let is_checked = !self.are_all_checked();
        self.is_none_meant = false;
        self.checked.fill(is_checked);
        for typed in &mut self.typed {
            typed.is_checked = is_checked;
        }
    }

    /// Adds a text, checked; one that is there already is checked.
    pub(crate) fn add(&mut self, text: String) {
        self.is_none_meant = false;
        match self.typed.iter_mut().find(|typed| typed.text == text) {
            Some(typed) => typed.is_checked = true,
            None if text.trim().is_empty() => {}
            None => self.typed.push(Typed::new(text, true)),
        }
    }

    /// How many boxes are checked, and how many there are.
    pub(crate) fn tally(&self) -> (usize, usize) {
        let texts = self.typed.iter().filter(|typed| typed.is_checked).count();
        (self.checked().count() + texts, self.checked.len() + self.typed.len())
    }

    /// Keeps what the editor of an added text holds.
    pub(crate) fn edit_added(&mut self, at: usize, text: String) {
        if let Some(typed) = self.typed.get_mut(at) {
            typed.edit = (text != typed.text).then_some(text);
        }
    }

    /// Gives an added text the words of its editor. Removes one that is blank then; of one that stands there twice, the one
    /// that is not checked, else this. Returns the position of the text afterwards.
    pub(crate) fn submit_added(&mut self, at: usize) -> usize {
        let Some(own) = self.typed.get_mut(at) else { return at };
        if let Some(text) = own.edit.take() {
            own.text = text;
        }
        let own = own.clone();
        let twin = (0..).zip(self.typed.iter()).find(|(other, typed)| *other != at && typed.text == own.text);
        match twin.map(|(twin, typed)| (twin, typed.is_checked)) {
            _ if own.text.trim().is_empty() => {
                self.typed.remove(at);
                at
            }
            Some((twin, false)) if own.is_checked => {
                self.typed.remove(twin);
                at - usize::from(twin < at)
            }
            Some((twin, _)) => {
                self.typed.remove(at);
                twin - usize::from(at < twin)
            }
            None => at,
        }
    }
}
