//! The state of a page that offers a few fixed choices.

use strum::VariantArray;

use crate::form::action::Action;

/// The choices of a page, in the order shown, with a highlight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choices<Way> {
    highlighted: Way,
}

/// The effect of an action on such a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice<Way> {
    /// Nothing.
    Idle,
    /// The highlight moves.
    Move(Choices<Way>),
    /// A choice is made.
    Pick(Way),
}

impl<Way: VariantArray + Copy + PartialEq> Choices<Way> {
    /// Number of choices.
    pub(crate) const COUNT: usize = Way::VARIANTS.len();

    /// Creates the page with a choice highlighted.
    pub(super) fn on(highlighted: Way) -> Self {
        Self { highlighted }
    }

    /// The highlighted row, from 0.
    pub(crate) fn highlight(self) -> usize {
        Way::VARIANTS.iter().position(|way| *way == self.highlighted).unwrap_or(0)
    }

    /// Applies an action. Esc makes the choice `back`.
    pub(super) fn update(self, action: &Action, back: Way) -> Choice<Way> {
        let way = |row: usize| Way::VARIANTS.get(row).copied();
        let moved = |way: Option<Way>| way.map_or(Choice::Idle, |way| Choice::Move(Self::on(way)));
        match *action {
            Action::Confirm => Choice::Pick(self.highlighted),
            Action::Cancel => Choice::Pick(back),
            Action::Take(row) => way(row).map_or(Choice::Idle, Choice::Pick),
            Action::Digit(digit) => moved(usize::from(digit).checked_sub(1).and_then(way)),
            Action::Point(row) => moved(way(row.min(Self::COUNT - 1))),
            _ => Choice::Idle,
        }
    }
}
