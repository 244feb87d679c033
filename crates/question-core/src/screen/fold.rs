//! Folding: how far the items of a list are shortened so that all items are visible.
//!
//! The highlighted item is always unfolded, and cut if it is too tall. Rows are reserved for the tallest item to be
//! unfolded, so that moving the highlight does not change the height of the form.

use super::list::List;

/// Steps of folding, from the most rows to the fewest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fold {
    /// All rows of every item.
    Whole,
    /// All rows of every label, and one row of each text below it.
    Brief,
    /// One row of every label.
    Label,
}

/// Height of one item in each step, in rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Height {
    pub(super) whole: usize,
    /// Rows of its label, and one for each text below it.
    pub(super) brief: usize,
    /// Rows of its folded label; 1 except for the row for free text.
    pub(super) label: usize,
}

/// Height of a list in each step, in rows, for any highlighted item.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heights {
    pub(super) whole: usize,
    pub(super) brief: usize,
    /// Rows of the folded labels, with the highlighted item unfolded.
    pub(super) label: usize,
    /// Rows of the folded labels alone.
    pub(super) labels: usize,
}

impl Heights {
    /// Measures the items of a list. A list of `limit` items or more is taken as too tall without measuring. If only
    /// the item `fixed` can be highlighted, no other is counted as unfolded.
    pub(super) fn of(list: &List<'_>, limit: usize, fixed: Option<usize>) -> Self {
        let items = list.len();
        if items >= limit.max(1) {
            return Self { whole: usize::MAX, brief: usize::MAX, label: usize::MAX, labels: usize::MAX };
        }
        Self::sum((0..items).map(|at| list.height(at, limit)), fixed)
    }

    fn sum(heights: impl Iterator<Item = Height>, fixed: Option<usize>) -> Self {
        // Pairs of the rows of all folded items and the largest number of rows that unfolding one item adds.
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

    /// Returns the first step in which all items fit into `room` rows. With labels alone, the highlighted item may have
    /// to be cut. Returns `None` if the list has to scroll.
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
        // The row for free text is not folded.
        let own = |rows| Height { whole: rows, brief: rows, label: rows };
        prop_oneof![(1_usize..5, 0_usize..6).prop_map(option), (1_usize..4).prop_map(own)]
    }

    /// Computes the rows of a step by trying every highlight.
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
