//! Folding: how the items of a list share its rows.
//!
//! Each item has a row. The highlighted one then takes all that it needs, and the others take what is left, from the top:
//! first one row of each text below a label, then all rows. So no row is blank while a text is cut, and moving the
//! highlight does not change the height of the list.

use super::list::List;

/// Height of one item in rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Height {
    pub(super) whole: usize,
    /// Rows of its label, and one for each text below it.
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

    /// Returns the number of items.
    pub(super) fn items(&self) -> usize {
        self.0.len()
    }

    /// Returns the rows of the whole list.
    pub(super) fn whole(&self) -> usize {
        self.0.iter().map(|height| height.whole).sum()
    }

    /// Shares `rows` rows between the items. Returns `None` if there are more items than rows.
    pub(super) fn share(&self, highlight: usize, rows: usize) -> Option<Vec<usize>> {
        let mut free = rows.checked_sub(self.items())?;
        let mut shares = vec![1; self.items()];
        let mut grow = |share: &mut usize, wanted: usize| {
            let more = wanted.saturating_sub(*share).min(free);
            *share += more;
            free -= more;
        };
        if let (Some(share), Some(height)) = (shares.get_mut(highlight), self.0.get(highlight)) {
            grow(share, height.whole);
        }
        for wanted in [|height: &Height| height.brief, |height: &Height| height.whole] {
            shares.iter_mut().zip(&self.0).for_each(|(share, height)| grow(share, wanted(height)));
        }
        Some(shares)
    }
}

#[cfg(test)]
mod tests {
    use super::{Height, Heights};

    #[test]
    fn rows_are_shared() {
        let list = |heights: &[(usize, usize)]| {
            Heights(heights.iter().map(|&(whole, brief)| Height { whole, brief }).collect())
        };
        let three = list(&[(3, 2), (4, 2), (1, 1)]);
        for (highlight, rows, wanted) in [
            (0, 8, Some([3, 4, 1])),
            (0, 9, Some([3, 4, 1])),
            (0, 7, Some([3, 3, 1])),
            (0, 6, Some([3, 2, 1])),
            (1, 6, Some([1, 4, 1])),
            (2, 6, Some([3, 2, 1])),
            (2, 4, Some([2, 1, 1])),
            (1, 3, Some([1, 1, 1])),
            (1, 2, None),
        ] {
            let shares = three.share(highlight, rows);
            assert_eq!(shares, wanted.map(|shares| shares.to_vec()), "{highlight} in {rows} rows");
        }
        assert_eq!(list(&[]).share(0, 0), Some(Vec::new()));
    }
}
