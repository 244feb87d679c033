//! How far the items of a list are folded, so that all of them are in sight.
//!
//! The highlighted item is always unfolded; where that alone is too much, it is cut. The rows of a list include those that
//! this takes for the tallest item, so that moving the highlight does not change the height of the form.

use super::list::List;

/// The steps of folding, each with fewer rows than the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fold {
    /// All rows of each item.
    Whole,
    /// All rows of each label, and one row of each text below it.
    Brief,
    /// One row of each label.
    Label,
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
    pub(super) whole: usize,
    pub(super) brief: usize,
    /// Rows of the labels with the highlighted item unfolded.
    pub(super) label: usize,
    /// Rows of the labels alone.
    pub(super) labels: usize,
}

impl Heights {
    /// Measures the items of a list that may have fewer than `limit` rows. Of more items than that, none is measured. Where
    /// the highlight does not move, it stays on the item `fixed`.
    pub(super) fn of(list: &List<'_>, limit: usize, fixed: Option<usize>) -> Self {
        let items = list.len();
        if items >= limit.max(1) {
            return Self { whole: usize::MAX, brief: usize::MAX, label: usize::MAX, labels: usize::MAX };
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
        let unfolded = |(rows, most)| rows + most;
        Self { whole: unfolded(whole), brief: unfolded(brief), label: unfolded(label), labels: label.0 }
    }

    /// The first step in which all items fit into `room` rows. With labels alone, the highlighted
    /// item may be cut; where even they do not fit, the list scrolls.
    pub(super) fn fit(&self, room: usize) -> Option<Fold> {
        let steps = [(Fold::Whole, self.whole), (Fold::Brief, self.brief), (Fold::Label, self.labels)];
        steps.into_iter().find(|(_, rows)| *rows <= room).map(|(fold, _)| fold)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Fold, Height, Heights};

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
            let cut = (least <= room).then_some(Fold::Label);
            let expected = first.map(|(fold, _)| fold).or(cut);
            prop_assert_eq!(Heights::sum(heights.into_iter(), fixed).fit(room), expected);
        }
    }
}
