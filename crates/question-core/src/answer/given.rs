//! The current answer of a sheet, with a variant for each mode.

use std::collections::HashSet;

use crate::text::is_blank;

/// The answer in a sheet, which may still be incomplete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Given {
    /// Answer of a `single` question: one option or text, or none.
    Single(Option<Choice>),
    /// Answer of a `multi` question.
    Multi(Boxes),
    /// Answer of an `input` question: the submitted text, or none.
    Input(Option<String>),
}

/// Checkboxes of a `multi` question: one for each option and each added text. They are one set, which is the model's
/// proposal until the user touches it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Boxes {
    /// Whether each option is checked, in option order.
    pub(crate) options: Vec<bool>,
    pub(crate) typed: Vec<Typed>,
    /// Whether the set is the user's answer. One without a checked box is only if it was confirmed.
    pub(crate) is_decided: bool,
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
    /// The text, which is blank only while it is edited. A blank one is not checked.
    pub(crate) text: String,
    is_checked: bool,
}

impl Typed {
    pub(crate) fn is_checked(&self) -> bool {
        self.is_checked && !is_blank(&self.text)
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

impl Given {
    /// Returns the typed text that answers a `single` or `input` question.
    pub(crate) fn typed_answer(&self) -> Option<&String> {
        match self {
            Self::Single(Some(Choice::Typed(text))) | Self::Input(Some(text)) => Some(text),
            Self::Single(_) | Self::Input(None) | Self::Multi(_) => None,
        }
    }

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

    /// Returns whether the user has decided on an answer.
    pub(crate) fn is_decided(&self) -> bool {
        match self {
            Self::Single(choice) => choice.is_some(),
            Self::Multi(boxes) => boxes.is_decided,
            Self::Input(text) => text.is_some(),
        }
    }

    /// Returns the words of the answer: the submitted text, or the checked texts.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        let added = self.typed().iter().filter(|typed| typed.is_checked()).map(|typed| typed.text.as_str());
        self.typed_answer().map(String::as_str).into_iter().chain(added)
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
        let mut boxes = Self::proposing(options, &[]);
        let mut seen = HashSet::new();
        for choice in choices {
            match choice {
                Choice::Option(option) => boxes.options.get_mut(option).into_iter().for_each(|own| *own = true),
                Choice::Typed(text) if !is_blank(&text) && seen.insert(text.clone()) => {
                    boxes.typed.push(Typed { text, is_checked: true });
                }
                Choice::Typed(_) => {}
            }
        }
        Self { is_decided: true, ..boxes }
    }

    /// Creates the boxes of a question with this number of options, with these options checked by default, 0-based.
    pub(crate) fn proposing(options: usize, defaults: &[usize]) -> Self {
        let mut boxes = Self { options: vec![false; options], typed: Vec::new(), is_decided: false };
        for option in defaults {
            boxes.options.get_mut(*option).into_iter().for_each(|own| *own = true);
        }
        boxes
    }

    /// Returns whether a row is checked, by the user or by default. The custom row has no box.
    pub(crate) fn is_checked(&self, row: Row) -> bool {
        match row {
            Row::Option(option) => self.options.get(option).is_some_and(|is_checked| *is_checked),
            Row::Typed(text) => self.typed.get(text).is_some_and(Typed::is_checked),
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

    /// Returns the indices of the checked options, 0-based, in order.
    pub(crate) fn checked(&self) -> impl Iterator<Item = usize> {
        (0..).zip(&self.options).filter_map(|(at, is_checked)| is_checked.then_some(at))
    }

    /// Returns whether any option or added text is checked, by the user or by default.
    pub(crate) fn has_checked(&self) -> bool {
        self.options.contains(&true) || self.typed.iter().any(Typed::is_checked)
    }

    /// Changes whether the box of a row is checked. So the set is the user's, unless nothing is checked.
    fn set(&mut self, row: Row, change: impl Fn(bool) -> bool) {
        let own = match row {
            Row::Option(option) => self.options.get_mut(option),
            Row::Typed(text) => self.typed.get_mut(text).map(|typed| &mut typed.is_checked),
            Row::Custom => None,
        };
        if let Some(is_checked) = own {
            *is_checked = change(*is_checked);
            self.is_decided = self.has_checked();
        }
    }

    pub(crate) fn toggle(&mut self, row: Row) {
        self.set(row, |is_checked| !is_checked);
    }

    pub(crate) fn check(&mut self, row: Row) {
        self.set(row, |_| true);
    }

    /// Checks every box, or unchecks every box if all are checked.
    pub(crate) fn toggle_all(&mut self) {
        let own = self.typed.iter_mut().map(|typed| &mut typed.is_checked);
        let all: Vec<&mut bool> = self.options.iter_mut().chain(own).collect();
        let is_checked = all.iter().any(|is_checked| !**is_checked);
        for own in all {
            *own = is_checked;
        }
        self.is_decided = is_checked;
    }

    /// Adds a checked text. If the text was added before, checks that one instead; blank text is ignored.
    pub(crate) fn add(&mut self, text: String) {
        if is_blank(&text) {
            return;
        }
        match self.typed.iter_mut().find(|typed| typed.text == text) {
            Some(typed) => typed.is_checked = true,
            None => self.typed.push(Typed { text, is_checked: true }),
        }
        self.is_decided = true;
    }

    /// Adds a text that is not checked, unless the text was added before.
    pub(super) fn add_unchecked(&mut self, text: String) {
        if !is_blank(&text) && self.typed.iter().all(|typed| typed.text != text) {
            self.typed.push(Typed { text, is_checked: false });
        }
    }

    /// Returns the number of checked boxes and the number of all boxes.
    pub(crate) fn tally(&self) -> (usize, usize) {
        let texts = self.typed.iter().filter(|typed| typed.is_checked()).count();
        (self.checked().count() + texts, self.options.len() + self.typed.len())
    }

    /// Changes the added text at index `at`, 0-based.
    pub(crate) fn write(&mut self, at: usize, text: String) {
        if let Some(typed) = self.typed.get_mut(at) {
            typed.text = text;
            if typed.is_checked {
                self.is_decided = self.has_checked();
            }
        }
    }

    /// Drops blank texts, and of equal ones all but the first, which is checked if any was.
    pub(super) fn settle(&mut self) {
        let mut kept: Vec<Typed> = Vec::new();
        for typed in self.typed.drain(..).filter(|typed| !is_blank(&typed.text)) {
            match kept.iter_mut().find(|own| own.text == typed.text) {
                Some(own) => own.is_checked |= typed.is_checked,
                None => kept.push(typed),
            }
        }
        self.typed = kept;
    }
}
