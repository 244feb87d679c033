//! How far the items of a list are folded, so that all of them are in sight.
//!
//! The highlighted item is always unfolded; where that alone is too much, it is cut. The rows of a list include those that
//! this takes for the tallest item, so that moving the highlight does not change the height of the form.

use super::list::List;

/// The steps of folding, each with fewer rows than the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fold {
    /// All rows of each item.
    Whole,
    /// All rows of each label, and one row of each text below it.
    Brief,
    /// One row of each label.
    Label,
}

/// How a list fits into the rows that it may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// All items are in sight.
    Whole(Fold),
    /// Even with labels alone there are too few rows.
    Scrolled,
}

impl Fit {
    /// How far the items are folded.
    pub(super) fn fold(self) -> Fold {
        match self {
            Self::Whole(fold) => fold,
            Self::Scrolled => Fold::Label,
        }
    }
}

/// The rows of one item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Height {
    pub(super) whole: usize,
    /// Rows of its label, and one of each text below it.
    pub(super) brief: usize,
    /// Rows of its label in the last step.
    pub(super) label: usize,
}

/// Rows that a list takes in each step, whichever of its items is highlighted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heights {
    steps: [(Fold, usize); 3],
    /// Rows of the labels alone.
    least: usize,
}

impl Heights {
    /// Measures the items of a list that may have fewer than `limit` rows. Of more items than that, none is measured. Where
    /// the highlight does not move, it stays on the item `fixed`.
    pub(super) fn of(list: &List<'_>, limit: usize, fixed: Option<usize>) -> Self {
        let items = list.len();
        if items >= limit.max(1) {
            let steps = [Fold::Whole, Fold::Brief, Fold::Label].map(|fold| (fold, usize::MAX));
            return Self { steps, least: usize::MAX };
        }
        Self::sum((0..items).map(|at| list.height(at, limit)), fixed)
    }

    fn sum(heights: impl Iterator<Item = Height>, fixed: Option<usize>) -> Self {
        // Rows of the folded items, and the most that unfolding one of them adds.
        let [mut whole, mut brief, mut label] = [(0, 0); 3];
        for (at, height) in heights.enumerate() {
            let may_unfold = fixed.is_none_or(|fixed| fixed == at);
            for ((rows, most), own) in
                [(&mut whole, height.whole), (&mut brief, height.brief), (&mut label, height.label)]
            {
                *rows += own;
                if may_unfold {
                    *most = height.whole.saturating_sub(own).max(*most);
                }
            }
        }
        let steps = [(Fold::Whole, whole), (Fold::Brief, brief), (Fold::Label, label)];
        let least = label.0;
        Self { steps: steps.map(|(fold, (rows, most))| (fold, rows + most)), least }
    }

    /// Rows of the list where nothing is folded.
    pub(super) fn unfolded(&self) -> usize {
        let [whole, ..] = self.steps();
        whole
    }

    /// Rows of the list in each step, from the whole items to their labels.
    pub(super) fn steps(&self) -> [usize; 3] {
        self.steps.map(|(_, rows)| rows)
    }

    /// Rows of the labels alone, of which none is unfolded.
    pub(super) fn labels(&self) -> usize {
        self.least
    }

    /// The first step in which all items fit into `room` rows. With labels alone, the highlighted item may be cut.
    pub(super) fn fit(&self, room: usize) -> Fit {
        match self.steps.iter().find(|(_, rows)| *rows <= room) {
            Some(&(fold, _)) => Fit::Whole(fold),
            None if self.least <= room => Fit::Whole(Fold::Label),
            None => Fit::Scrolled,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Fit, Fold, Height, Heights};

    fn height() -> impl Strategy<Value = Height> {
        let option =
            |(label, below): (usize, usize)| Height { whole: label + below, brief: label + below.min(1), label: 1 };
        // The row for the user's own text is not folded.
        let own = |rows| Height { whole: rows, brief: rows, label: rows };
        prop_oneof![(1_usize..5, 0_usize..6).prop_map(option), (1_usize..4).prop_map(own)]
    }

    /// Rows of a step, the slow way: the most of all highlights.
    fn rows(heights: &[Height], fixed: Option<usize>, folded: impl Fn(&Height) -> usize) -> usize {
        let with = |highlight: usize| {
            let rows = heights.iter().enumerate();
            rows.map(|(at, height)| if at == highlight { height.whole } else { folded(height) }).sum()
        };
        let highlights = (0..heights.len()).filter(|at| fixed.is_none_or(|fixed| fixed == *at));
        highlights.map(with).max().unwrap_or_default()
    }

    proptest! {
        #[test]
        fn the_step_is_the_first_that_fits(
            heights in prop::collection::vec(height(), 1..12),
            fixed in prop::option::of(any::<prop::sample::Index>()),
            room in 0_usize..60,
        ) {
            let fixed = fixed.map(|fixed| fixed.index(heights.len()));
            let wanted = [
                (Fold::Whole, rows(&heights, fixed, |height| height.whole)),
                (Fold::Brief, rows(&heights, fixed, |height| height.brief)),
                (Fold::Label, rows(&heights, fixed, |height| height.label)),
            ];
            let least = heights.iter().map(|height| height.label).sum::<usize>();
            let first = wanted.into_iter().find(|(_, rows)| *rows <= room);
            let cut = (least <= room).then_some(Fit::Whole(Fold::Label));
            let expected = first.map(|(fold, _)| Fit::Whole(fold)).or(cut).unwrap_or(Fit::Scrolled);
            prop_assert_eq!(Heights::sum(heights.into_iter(), fixed).fit(room), expected);
        }
    }
}
