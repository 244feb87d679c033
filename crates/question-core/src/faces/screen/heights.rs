//! Folding: how the items of a list share its rows.
//!
//! Each item has a row. The highlighted one then takes all that it needs, and the others take what is left, from the top:
//! first a few rows of each label and one of each text below it, then all rows. So no row is blank while a text is cut, and moving the
//! highlight does not change the height of the list.

use super::list::List;

/// Height of one item in rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Height {
    pub(super) whole: usize,
    /// First rows of its label, and one for each text below it.
    pub(super) brief: usize,
}

/// Heights of all items of a list.
#[derive(Clone, Debug)]
pub(super) struct Heights(Vec<Height>);

impl Heights {
    /// Measures the items of a list. Returns `None` for a list that has more items than `limit` rows.
    pub(super) fn of(list: &List<'_>, limit: usize) -> Option<Self> {
        (list.len() <= limit).then(|| Self((0..list.len()).map(|at| list.height(at, limit)).collect()))
    }

    pub(super) fn items(&self) -> usize {
        self.0.len()
    }

    /// Returns the rows of the whole list.
    pub(super) fn whole(&self) -> usize {
        self.0.iter().map(|height| height.whole).sum()
    }

    /// Returns the rows in which each item has a row and any of them `more` others, as far as it needs them.
    pub(super) fn unfolded(&self, more: usize) -> usize {
        let tallest = self.0.iter().map(|height| height.whole).max().unwrap_or(0);
        self.items() + tallest.saturating_sub(1).min(more)
    }

    /// Shares `rows` rows between the items. Returns `None` if there are more items than rows.
    pub(super) fn share(&self, highlight: Option<usize>, rows: usize) -> Option<Vec<usize>> {
        let mut free = rows.checked_sub(self.items())?;
        let mut shares = vec![1; self.items()];
        let mut grow = |share: &mut usize, wanted: usize| {
            let more = wanted.saturating_sub(*share).min(free);
            *share += more;
            free -= more;
        };
        if let Some(highlight) = highlight
            && let (Some(share), Some(height)) = (shares.get_mut(highlight), self.0.get(highlight))
        {
            grow(share, height.whole);
        }
        for wanted in [|height: &Height| height.brief, |height: &Height| height.whole] {
            shares.iter_mut().zip(&self.0).for_each(|(share, height)| grow(share, wanted(height)));
        }
        Some(shares)
    }
}
