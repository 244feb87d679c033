//! The allocator of rows: parts of a page claim rows in order of priority, and get them until the page is full.
//!
//! This module must not know what a part shows.

use strum::VariantArray;

/// A part of a page, in order from top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray)]
pub(super) enum Part {
    TopBorder,
    Tabs,
    TabsGap,
    /// The prompt of a question, or the heading of a page.
    Head,
    HeadGap,
    /// The list with the preview beside it, or the text on the whole form.
    Body,
    /// The preview below the list, and the rule above it.
    Preview,
    CaptionGap,
    /// The caption of the editor.
    Caption,
    /// The text editor, which the host draws.
    Editor,
    /// The hints, and a notice or a blank row above them.
    Footer,
    BottomBorder,
}

/// One step of a claim.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claim {
    pub(super) part: Part,
    /// Another part that gets as many rows. Either both parts get all of their rows, or none does.
    pub(super) twin: Option<Part>,
    /// Rows that the part has at most after this step.
    pub(super) rows: usize,
    /// Rows that the part has at least after this step. If so many are not free, the claim is skipped.
    pub(super) least: usize,
}

/// Returns a claim that may be granted in part.
pub(super) const fn up_to(rows: usize, part: Part) -> Claim {
    Claim { part, twin: None, rows, least: 0 }
}

/// Returns a claim that is granted as a whole or not at all.
pub(super) const fn all_of(rows: usize, part: Part) -> Claim {
    Claim { part, twin: None, rows, least: rows }
}

/// The claim of the borders, of which a page has both or none.
pub(super) const BORDERS: Claim = Claim { part: Part::TopBorder, twin: Some(Part::BottomBorder), rows: 1, least: 1 };

/// Number of rows of each part.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rows([usize; Part::VARIANTS.len()]);

impl Rows {
    pub(super) fn of(&self, part: Part) -> usize {
        self.0.get(part as usize).copied().unwrap_or(0)
    }

    /// Sets the rows of a part.
    pub(super) fn set(&mut self, part: Part, rows: usize) {
        if let Some(own) = self.0.get_mut(part as usize) {
            *own = rows;
        }
    }

    /// Grants claims in order, until a page of `height` rows has none left.
    pub(super) fn grant(&mut self, height: usize, claims: &[Claim]) {
        let mut free = height.saturating_sub(self.total());
        for claim in claims {
            // Most claims ask for nothing new.
            if free == 0 || claim.rows <= self.of(claim.part) {
                continue;
            }
            let missing = |part| claim.least.saturating_sub(self.of(part));
            if missing(claim.part) + claim.twin.map_or(0, missing) > free {
                continue;
            }
            let mut give = |part| {
                let own = self.of(part);
                let more = claim.rows.saturating_sub(own).min(free);
                if more > 0 {
                    self.set(part, own + more);
                    free -= more;
                }
            };
            give(claim.part);
            if let Some(twin) = claim.twin {
                give(twin);
            }
        }
    }

    pub(super) fn total(&self) -> usize {
        self.0.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use strum::VariantArray as _;

    use super::{BORDERS, Claim, Part, Rows};

    fn claim() -> impl Strategy<Value = Claim> {
        let part = prop::sample::select(Part::VARIANTS);
        let claim = (part, 0_usize..20, 0_usize..20).prop_map(|(part, rows, least)| Claim {
            part,
            twin: None,
            rows,
            least: least.min(rows),
        });
        prop_oneof![4 => claim, 1 => Just(BORDERS)]
    }

    proptest! {
        /// Never grants more rows than are available or claimed, nor less than a claim needs, and never leaves a row
        /// that a claim could use.
        #[test]
        fn rows_are_granted_as_claimed(claims in prop::collection::vec(claim(), 0..12), height in 0_usize..60) {
            let mut rows = Rows::default();
            rows.grant(height, &claims);
            prop_assert!(rows.total() <= height);
            for (part, rows_of_part) in Part::VARIANTS.iter().zip(rows.0) {
                let own = claims.iter().filter(|claim| claim.part == *part || claim.twin == Some(*part));
                let most = own.clone().map(|claim| claim.rows).max().unwrap_or(0);
                let most_up_to = own.clone().filter(|claim| claim.least == 0).map(|claim| claim.rows).max().unwrap_or(0);
                let least = own.map(|claim| claim.least).min().unwrap_or(0);
                prop_assert!(rows_of_part <= most && (rows_of_part == 0 || rows_of_part >= least));
                prop_assert!(rows.total() == height || rows_of_part >= most_up_to);
            }
        }
    }
}
