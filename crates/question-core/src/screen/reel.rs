//! How a text is scrolled that rests with its middle left out, and is read in a window of more rows.
//!
//! All is counted in rows of the text, from its first, 0. At rest, some of the first rows are shown, and of the others a
//! tail. While it is read, the window shows rows from a skip on; in the first and the last of them may stand arrows.

use std::ops::Range;

/// How far a text is scrolled.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reading {
    RowUp,
    RowDown,
    HalfUp,
    HalfDown,
    PageUp,
    PageDown,
}

/// Where a text stands that does not rest: how many rows are scrolled off, and from which side the way leads back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    /// Before the tail: back by scrolling down.
    Before(usize),
    /// Behind what is shown at rest: back by scrolling up.
    Behind(usize),
}

impl Spot {
    pub(super) fn skip(self) -> usize {
        match self {
            Self::Before(skip) | Self::Behind(skip) => skip,
        }
    }
}

/// A text and the rows that there are for it.
#[derive(Clone, Debug)]
pub(super) struct Reel {
    /// Rows of the text.
    pub(super) rows: usize,
    /// Rows that are shown while it is read, with those of arrows.
    pub(super) window: usize,
    /// Whether arrows take the first and the last of those.
    pub(super) has_arrows: bool,
    /// How many of the first rows are shown at rest.
    pub(super) first: usize,
    /// The other rows that are shown at rest; empty where those are all.
    pub(super) tail: Range<usize>,
}

impl Reel {
    /// Where the text stands afterwards; `None` at rest.
    pub(super) fn after(&self, reading: Reading, from: Option<Spot>) -> Option<Spot> {
        let page = self.window.saturating_sub(2 * self.arrow()).max(1);
        match reading {
            Reading::RowUp => self.up(from, 1),
            Reading::HalfUp => self.up(from, page.div_ceil(2)),
            Reading::PageUp => self.up(from, page),
            Reading::RowDown => self.down(from, 1),
            Reading::HalfDown => self.down(from, page.div_ceil(2)),
            Reading::PageDown => self.down(from, page),
        }
    }

    fn up(&self, from: Option<Spot>, by: usize) -> Option<Spot> {
        match from {
            None if self.tail.is_empty() => None,
            None => Some(Spot::Before(self.rest().saturating_sub(by).min(self.max_skip()))),
            Some(Spot::Before(skip)) => Some(Spot::Before(skip.saturating_sub(by))),
            // What comes right behind the rest is seen before that.
            Some(Spot::Behind(skip)) if skip > self.behind() => {
                Some(Spot::Behind(skip.saturating_sub(by).max(self.behind())))
            }
            Some(Spot::Behind(skip)) => Some(skip.saturating_sub(by)).filter(|&to| to > self.rest()).map(Spot::Behind),
        }
    }

    fn down(&self, from: Option<Spot>, by: usize) -> Option<Spot> {
        match from {
            None if self.end_of_rest() >= self.rows => None,
            None => Some(Spot::Behind((self.rest() + by).min(self.behind()))),
            Some(Spot::Before(skip)) => {
                let last = self.rest().saturating_sub(1).min(self.max_skip());
                let is_past = skip + by >= self.rest() || skip >= last;
                (!is_past).then(|| Spot::Before((skip + by).min(last)))
            }
            Some(Spot::Behind(skip)) => Some(Spot::Behind((skip + by).min(self.max_skip()))),
        }
    }

    /// Rows of an arrow.
    fn arrow(&self) -> usize {
        usize::from(self.has_arrows)
    }

    fn max_skip(&self) -> usize {
        self.rows.saturating_sub(self.window)
    }

    /// The skip that rest stands for: its tail would be first, below an arrow.
    fn rest(&self) -> usize {
        self.tail.start.saturating_sub(self.arrow())
    }

    /// The row behind those that are shown at rest.
    fn end_of_rest(&self) -> usize {
        self.first.max(self.tail.end)
    }

    /// The largest skip with which the row behind the rest is shown.
    fn behind(&self) -> usize {
        self.end_of_rest().saturating_sub(self.arrow()).min(self.max_skip())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::{Reading, Reel, Spot};

    /// Texts that are cut, with a window of at least as many rows as are shown at rest with the mark.
    fn reel() -> impl Strategy<Value = Reel> {
        (1_usize..10, 0_usize..8, 1_usize..40, 0_usize..40, 0_usize..12, any::<bool>()).prop_map(
            |(first, tail, before, after, more, has_arrows)| {
                // Without a tail, all that is not shown comes behind.
                let tail = if tail == 0 { 0..0 } else { first + before..first + before + tail };
                let rows = tail.end.max(first) + if tail.is_empty() { before } else { after };
                let has_arrows = has_arrows && first + tail.len() >= 3;
                let window = first + tail.len() + usize::from(has_arrows) + more;
                Reel { rows, window: window.min(rows), has_arrows, first, tail }
            },
        )
    }

    impl Reel {
        /// The rows that are shown.
        fn shown(&self, spot: Option<Spot>) -> BTreeSet<usize> {
            let Some(spot) = spot else { return (0..self.first).chain(self.tail.clone()).collect() };
            let skip = spot.skip();
            assert!(skip <= self.max_skip(), "{spot:?} of {self:?}");
            let above = usize::from(self.has_arrows && skip > 0);
            let below = usize::from(self.has_arrows && skip < self.max_skip());
            (skip + above..skip + self.window - below).collect()
        }
    }

    proptest! {
        /// From rest to the start, down to the end and back to the start: each row is seen, and none is jumped over.
        #[test]
        fn no_row_is_left_out(reel in reel()) {
            use Reading::{HalfDown, HalfUp, PageDown, PageUp, RowDown, RowUp};
            for (up, down) in [(RowUp, RowDown), (HalfUp, HalfDown), (PageUp, PageDown)] {
                let mut spot = None;
                let mut rests = 0;
                for (leg, way) in [up, down, up].into_iter().enumerate() {
                    let mut seen = reel.shown(spot);
                    loop {
                        let next = reel.after(way, spot);
                        if next == spot {
                            break;
                        }
                        let shown = reel.shown(next);
                        let (from, to) = if leg == 1 { (seen.last(), shown.first()) } else { (shown.last(), seen.first()) };
                        // At rest both ends of the text may be shown.
                        let is_next = spot.is_none() || next.is_none() || from.zip(to).is_some_and(|(from, to)| *to <= from + 1);
                        prop_assert!(is_next, "{way:?} from {spot:?} to {next:?}");
                        rests += usize::from(leg > 0 && next.is_none());
                        seen.extend(shown);
                        spot = next;
                    }
                    if leg > 0 {
                        prop_assert_eq!(seen.len(), reel.rows, "{:?} ends at {:?}", way, spot);
                    }
                }
                // Up begins where down has ended, which may be at rest.
                prop_assert!(rests > 0 || spot.is_none(), "never at rest by {up:?}");
            }
        }
    }
}
