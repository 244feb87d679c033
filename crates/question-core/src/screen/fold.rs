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

/// Height of one item in the first two steps, in rows. In the last one, every item has one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Height {
    pub(super) whole: usize,
    /// Rows of its label, and one for each text below it.
    pub(super) brief: usize,
}

/// Height of a list in each step, in rows, for any highlighted item.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heights {
    pub(super) whole: usize,
    pub(super) brief: usize,
    /// Rows of the folded labels, with the highlighted item unfolded.
    pub(super) label: usize,
    /// Rows of the folded labels alone: the number of items.
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
        // Pairs of the rows of all folded items and the largest number of rows that unfolding one item adds.
        let [mut whole, mut brief, mut label] = [(0, 0); 3];
        for at in 0..items {
            let height = list.height(at, limit);
            let may_unfold = fixed.is_none_or(|fixed| fixed == at);
            for ((rows, most), own) in [(&mut whole, height.whole), (&mut brief, height.brief), (&mut label, 1)] {
                *rows += own;
                if may_unfold {
                    *most = height.whole.saturating_sub(own).max(*most);
                }
            }
        }
        let unfolded = |(rows, most)| rows + most;
        Self { whole: unfolded(whole), brief: unfolded(brief), label: unfolded(label), labels: items }
    }

    /// Returns the first step in which all items fit into `room` rows. With labels alone, the highlighted item may have
    /// to be cut. Returns `None` if the list has to scroll.
    pub(super) fn fit(&self, room: usize) -> Option<Fold> {
        let steps = [(Fold::Whole, self.whole), (Fold::Brief, self.brief), (Fold::Label, self.labels)];
        steps.into_iter().find(|(_, rows)| *rows <= room).map(|(fold, _)| fold)
    }
}
