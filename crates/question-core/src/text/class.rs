//! Classes of characters, which decide how many columns a text takes.

use std::sync::LazyLock;

use super::tables::RUNS;

/// First code point after those in the table [`CLASSES`]. The others are rare and are looked up in the runs.
const END: u32 = 0x20000;

/// The class bits of each code point below [`END`], from the runs.
static CLASSES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut classes = Vec::with_capacity(END as usize);
    let mut bits = 0;
    for run in RUNS.iter().copied().chain([u32::MAX]) {
        classes.resize((run >> 8).min(END) as usize, bits);
        bits = bits_of(run);
    }
    classes
});

const fn bits_of(run: u32) -> u8 {
    run.to_le_bytes()[0]
}

/// The class bits of a character, in the order of scripts/width-table.ts. Most have none: they take one column, and
/// form no cluster with others.
#[derive(Clone, Copy)]
pub(super) struct Class(u8);

impl Class {
    pub(super) const WIDE: u8 = 1;
    pub(super) const MARK: u8 = 1 << 1;
    pub(super) const SPACING: u8 = 1 << 2;
    pub(super) const IGNORED: u8 = 1 << 3;
    pub(super) const FORMAT: u8 = 1 << 4;
    pub(super) const TEXT_EMOJI: u8 = 1 << 5;
    pub(super) const JOINS: u8 = 1 << 6;
    pub(super) const SPACE: u8 = 1 << 7;

    #[inline]
    pub(super) fn of(char: char) -> Self {
        Self(CLASSES.get(u32::from(char) as usize).copied().unwrap_or_else(|| Self::of_rare(char)))
    }

    #[cold]
    fn of_rare(char: char) -> u8 {
        RUNS.iter().rfind(|&&run| run >> 8 <= u32::from(char)).copied().map_or(0, bits_of)
    }

    pub(super) fn has(self, bits: u8) -> bool {
        self.0 & bits != 0
    }

    /// Returns whether a character takes no column by itself.
    pub(super) fn is_nothing(self) -> bool {
        self.has(Self::IGNORED | Self::MARK | Self::FORMAT)
    }

    /// Returns whether a character is a grapheme by itself, next to characters that stand alone as well.
    pub(super) fn stands_alone(self) -> bool {
        !self.has(Self::IGNORED | Self::MARK | Self::SPACING | Self::FORMAT | Self::JOINS)
    }

    pub(super) fn columns(self) -> usize {
        if self.has(Self::WIDE) { 2 } else { 1 }
    }
}
