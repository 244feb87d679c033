//! Classes of characters that decide how many columns a text takes.

use super::tables::RUNS;

/// Code points of a block.
const BLOCK: usize = 64;
/// First of the code points that are too rare for a block.
const END: usize = 0x20000;

/// The runs below [`END`], decoded: two look-ups find a class, whatever the character. Most blocks are equal to others, and
/// each is kept once.
struct Table {
    /// Index of each block of code points in `blocks`.
    pages: [u8; END / BLOCK],
    blocks: [[u8; BLOCK]; 256],
    /// The runs behind the blocks, as in [`RUNS`], of which nothing else gets into the module.
    rare: [u32; 16],
}

static TABLE: Table = Table::decode();

impl Table {
    #[allow(clippy::indexing_slicing)] // runs while compiling, where an index out of bounds is an error
    const fn decode() -> Self {
        let mut table = Self { pages: [0; END / BLOCK], blocks: [[0; BLOCK]; 256], rare: [u32::MAX; 16] };
        let (mut run, mut page, mut known) = (0, 0, 0);
        while page < table.pages.len() {
            let mut at = 0;
            while at < BLOCK {
                while run + 1 < RUNS.len() && (RUNS[run + 1] >> 8) as usize <= page * BLOCK + at {
                    run += 1;
                }
                table.blocks[known][at] = bits(RUNS[run]);
                at += 1;
            }
            let mut same = 0;
            while !are_equal(&table.blocks[same], &table.blocks[known]) {
                same += 1;
            }
            table.pages[page] = same.to_le_bytes()[0];
            if same == known {
                known += 1;
            }
            page += 1;
        }
        let mut rare = 0;
        while run + rare < RUNS.len() {
            table.rare[rare] = RUNS[run + rare];
            rare += 1;
        }
        table
    }
}

/// Class bits of a run.
const fn bits(run: u32) -> u8 {
    run.to_le_bytes()[0]
}

#[allow(clippy::indexing_slicing)] // runs while compiling
const fn are_equal(one: &[u8; BLOCK], other: &[u8; BLOCK]) -> bool {
    let mut at = 0;
    while at < BLOCK && one[at] == other[at] {
        at += 1;
    }
    at == BLOCK
}

/// The class bits of a code point, in the order of scripts/width-table.ts. Most have none: they take one column, and make
/// no cluster with others.
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
        let code_point = u32::from(char) as usize;
        let Some(&page) = TABLE.pages.get(code_point / BLOCK) else { return Self::of_rare(char) };
        let block = TABLE.blocks.get(usize::from(page));
        Self(block.and_then(|block| block.get(code_point % BLOCK)).copied().unwrap_or_default())
    }

    /// Class of a character that is in no block. Behind those are a few long runs.
    #[cold]
    fn of_rare(char: char) -> Self {
        let run = TABLE.rare.iter().rfind(|&&run| run >> 8 <= u32::from(char));
        Self(run.copied().map(bits).unwrap_or_default())
    }

    pub(super) fn has(self, bits: u8) -> bool {
        self.0 & bits != 0
    }

    /// Whether a character of the class takes no column by itself.
    pub(super) fn is_nothing(self) -> bool {
        self.has(Self::IGNORED | Self::MARK | Self::FORMAT)
    }

    /// Whether a character of the class is a grapheme by itself between any others of which that holds.
    pub(super) fn stands_alone(self) -> bool {
        !self.has(Self::IGNORED | Self::MARK | Self::SPACING | Self::FORMAT | Self::JOINS)
    }

    pub(super) fn columns(self) -> usize {
        if self.has(Self::WIDE) { 2 } else { 1 }
    }
}
