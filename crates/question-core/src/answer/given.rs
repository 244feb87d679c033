//! The current answer of a draft, with a variant for each mode.

use std::collections::HashSet;

/// The answer in a draft, which may still be incomplete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Given {
    /// Answer of a `single` question: one option or text, or none.
    Single(Option<Choice>),
    /// Answer of a `multi` question.
    Multi(Boxes),
    /// Answer of an `input` question: the submitted text, or none.
    Input(Option<String>),
}

/// Checkboxes of a `multi` question: one for each option and each added text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Boxes {
    /// The box of each option, in option order.
    pub(crate) options: Vec<Check>,
    pub(crate) typed: Vec<Typed>,
    /// Whether the user confirmed an answer without any checked box.
    pub(crate) is_none_meant: bool,
}

/// The state of an option's box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Check {
    Unchecked,
    /// Checked by a default that the user has not confirmed.
    Proposed,
    /// Checked by the user, or confirmed.
    Checked,
}

/// An option or a typed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// Index of an option, 0-based.
    Option(usize),
    /// Text that the user typed.
    Typed(String),
}

/// A text that the user added to a `multi` question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Typed {
    /// The text as last submitted.
    pub(crate) text: String,
    pub(crate) is_checked: bool,
    /// Unsubmitted text in its editor, if it differs from `text`.
    pub(crate) edit: Option<String>,
}

impl Typed {
    pub(crate) fn new(text: String, is_checked: bool) -> Self {
        Self { text, is_checked, edit: None }
    }

    /// Returns the text in its editor.
    pub(crate) fn edited(&self) -> &str {
        self.edit.as_deref().unwrap_or(&self.text)
    }
}

/// A row of a question's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    /// The option at this index, 0-based.
    Option(usize),
    /// The added text at this index, 0-based.
    Typed(usize),
    /// The custom row.
    Custom,
}

impl Choice {
    pub(crate) fn row(&self) -> Row {
        match self {
            Self::Option(option) => Row::Option(*option),
            Self::Typed(_) => Row::Custom,
        }
    }
}

impl Check {
    fn is_checked(self) -> bool {
        match self {
            Self::Proposed | Self::Checked => true,
            Self::Unchecked => false,
        }
    }
}

impl Given {
    /// Returns the typed text that answers a `single` or `input` question.
    pub(crate) fn typed_answer(&self) -> Option<&String> {
        match self {
            Self::Single(Some(Choice::Typed(text))) | Self::Input(Some(text)) => Some(text),
            Self::Single(_) | Self::Input(None) | Self::Multi(_) => None,
        }
    }

    /// Returns the checkboxes of a `multi` question.
    pub(crate) fn boxes(&self) -> Option<&Boxes> {
        match self {
            Self::Multi(boxes) => Some(boxes),
            Self::Single(_) | Self::Input(_) => None,
        }
    }

    pub(crate) fn boxes_mut(&mut self) -> Option<&mut Boxes> {
        match self {
            Self::Multi(boxes) => Some(boxes),
            Self::Single(_) | Self::Input(_) => None,
        }
    }

    /// Returns the texts added to a `multi` question, in order.
    pub(crate) fn typed(&self) -> &[Typed] {
        self.boxes().map_or(&[], |boxes| &boxes.typed)
    }

    /// Returns whether the user has decided on an answer. Boxes are an answer as a whole, so that none may be checked by
    /// default alone.
    pub(crate) fn is_decided(&self) -> bool {
        match self {
            Self::Single(choice) => choice.is_some(),
            Self::Multi(boxes) => boxes.is_none_meant || (boxes.has_own() && !boxes.has_proposed()),
            Self::Input(text) => text.is_some(),
        }
    }

    /// Applies a function to every typed text.
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
    /// Creates the boxes of a question with this number of options, with these choices checked by the user.
    pub(crate) fn with_choices(options: usize, choices: impl IntoIterator<Item = Choice>) -> Self {
        let mut boxes = Self { options: vec![Check::Unchecked; options], typed: Vec::new(), is_none_meant: false };
        let mut seen = HashSet::new();
        for choice in choices {
            match choice {
                Choice::Option(option) => boxes.set(option, Check::Checked),
                Choice::Typed(text) if !text.trim().is_empty() && seen.insert(text.clone()) => {
                    boxes.typed.push(Typed::new(text, true));
                }
                Choice::Typed(_) => {}
            }
        }
        Self { is_none_meant: !boxes.has_checked(), ..boxes }
    }

    /// Creates the boxes of a question with this number of options, with these options checked by default, 0-based.
    pub(crate) fn proposing(options: usize, defaults: &[usize]) -> Self {
        let mut boxes = Self { is_none_meant: false, ..Self::with_choices(options, []) };
        for option in defaults {
            boxes.set(*option, Check::Proposed);
        }
        boxes
    }

    fn set(&mut self, option: usize, check: Check) {
        self.options.get_mut(option).into_iter().for_each(|own| *own = check);
    }

    /// Returns whether a row is checked, by the user or by default.
    pub(crate) fn is_checked(&self, row: Row) -> bool {
        match row {
            Row::Option(option) => self.options.get(option).is_some_and(|check| check.is_checked()),
            Row::Typed(text) => self.typed.get(text).is_some_and(|typed| typed.is_checked),
            Row::Custom => false,
        }
    }

    /// Returns the rows that differ from those of other boxes of the same question.
    pub(crate) fn changed(&self, other: &Self) -> impl Iterator<Item = Row> {
        let pairs = (0..).zip(self.options.iter().zip(&other.options));
        let options = pairs.filter(|(_, (own, other))| own != other).map(|(at, _)| Row::Option(at));
        let texts = 0..self.typed.len().max(other.typed.len());
        options.chain(texts.filter(|at| self.typed.get(*at) != other.typed.get(*at)).map(Row::Typed))
    }

    /// Returns the indices of the options whose boxes are in this state, 0-based, in order.
    pub(crate) fn options_in(&self, state: Check) -> impl Iterator<Item = usize> {
        (0..).zip(&self.options).filter_map(move |(at, &check)| (check == state).then_some(at))
    }

    /// Returns the indices of the checked options, 0-based, in order.
    pub(crate) fn checked(&self) -> impl Iterator<Item = usize> {
        (0..).zip(&self.options).filter_map(|(at, check)| check.is_checked().then_some(at))
    }

    /// Returns whether every option and every added text is checked.
    pub(crate) fn are_all_checked(&self) -> bool {
        !self.options.contains(&Check::Unchecked) && self.typed.iter().all(|typed| typed.is_checked)
    }

    /// Returns whether any option or added text is checked, by the user or by default.
    pub(crate) fn has_checked(&self) -> bool {
        self.has_proposed() || self.has_own()
    }

    pub(crate) fn has_proposed(&self) -> bool {
        self.options.contains(&Check::Proposed)
    }

    /// Returns whether the user has checked any option or added text.
    pub(crate) fn has_own(&self) -> bool {
        self.options.contains(&Check::Checked) || self.typed.iter().any(|typed| typed.is_checked)
    }

    /// Makes the checked boxes the user's, also if there are none.
    pub(crate) fn confirm(&mut self) {
        self.change(|check| if check.is_checked() { Check::Checked } else { check });
        self.is_none_meant = !self.has_checked();
    }

    /// Unchecks the options that are checked only by default.
    pub(crate) fn drop_proposed(&mut self) {
        self.change(|check| if check == Check::Proposed { Check::Unchecked } else { check });
    }

    /// Restores boxes that were changed and not confirmed: checks the options of these numbers, 1-based, and the texts,
    /// and leaves only those of the `proposed` options checked by default that are defaults, 0-based.
    pub(crate) fn restore(&mut self, checked: &[usize], proposed: &[usize], defaults: &[usize], texts: Vec<String>) {
        self.drop_proposed();
        let defaults: HashSet<usize> = defaults.iter().copied().collect();
        let numbered = |number: &usize| number.checked_sub(1);
        for option in proposed.iter().filter_map(numbered).filter(|option| defaults.contains(option)) {
            self.set(option, Check::Proposed);
        }
        for option in checked.iter().filter_map(numbered) {
            self.set(option, Check::Checked);
        }
        for text in texts {
            self.add(text);
        }
    }

    fn change(&mut self, change: impl Fn(Check) -> Check) {
        self.options.iter_mut().for_each(|check| *check = change(*check));
    }

    /// Toggles the checkbox of a row. The custom row has none.
    pub(crate) fn toggle(&mut self, row: Row) {
        match row {
            Row::Option(option) => {
                let Some(check) = self.options.get_mut(option) else { return };
                *check = if check.is_checked() { Check::Unchecked } else { Check::Checked };
            }
            Row::Typed(text) => {
                let Some(typed) = self.typed.get_mut(text) else { return };
                typed.is_checked = !typed.is_checked;
            }
            Row::Custom => return,
        }
        self.is_none_meant = false;
    }

    /// Checks the box of a row. The custom row has none.
    pub(crate) fn check(&mut self, row: Row) {
        match row {
            Row::Option(option) => self.set(option, Check::Checked),
            Row::Typed(text) => self.typed.get_mut(text).into_iter().for_each(|typed| typed.is_checked = true),
            Row::Custom => return,
        }
        self.is_none_meant = false;
    }

    /// Checks every box, or unchecks every box if all are checked.
    pub(crate) fn toggle_all(&mut self) {
        let is_checked = !self.are_all_checked();
        self.is_none_meant = false;
        self.options.fill(if is_checked { Check::Checked } else { Check::Unchecked });
        for typed in &mut self.typed {
            typed.is_checked = is_checked;
        }
    }

    /// Adds a checked text. If the text was added before, checks that one instead; blank text is ignored.
    pub(crate) fn add(&mut self, text: String) {
        self.is_none_meant = false;
        match self.typed.iter_mut().find(|typed| typed.text == text) {
            Some(typed) => typed.is_checked = true,
            None if text.trim().is_empty() => {}
            None => self.typed.push(Typed::new(text, true)),
        }
    }

    /// Returns the number of checked boxes and the number of all boxes.
    pub(crate) fn tally(&self) -> (usize, usize) {
        let texts = self.typed.iter().filter(|typed| typed.is_checked).count();
        (self.checked().count() + texts, self.options.len() + self.typed.len())
    }

    /// Stores the editor's text of the added text at index `at`, 0-based.
    pub(crate) fn edit_added(&mut self, at: usize, text: String) {
        if let Some(typed) = self.typed.get_mut(at) {
            typed.edit = (text != typed.text).then_some(text);
        }
    }

    /// Submits the editor's text of the added text at index `at`, 0-based, and returns its index afterwards.
    ///
    /// Blank text is removed. If the text was added before, that one is kept instead, and checked if either was.
    pub(crate) fn submit_added(&mut self, at: usize) -> usize {
        let Some(own) = self.typed.get_mut(at) else { return at };
        if let Some(text) = own.edit.take() {
            own.text = text;
        }
        let own = own.clone();
        if own.text.trim().is_empty() {
            self.typed.remove(at);
            return at;
        }
        let is_twin = |(other, typed): (usize, &Typed)| (other != at && typed.text == own.text).then_some(other);
        let Some(twin) = self.typed.iter().enumerate().find_map(is_twin) else { return at };
        self.typed.remove(at);
        let twin = twin - usize::from(at < twin);
        if let Some(typed) = self.typed.get_mut(twin) {
            typed.is_checked |= own.is_checked;
        }
        twin
    }
}
