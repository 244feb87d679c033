//! How many terminal columns a text takes, never fewer than pi's own `visibleWidth` finds.
//!
//! pi stops with an error on a line that it measures wider than the screen, so its rules count here, not those of a
//! general width crate (the `unicode-width` crate finds fewer columns than pi for hundreds of characters). They were
//! read off `pi-tui/dist/utils.js`; tests/width.test.ts compares the two over all of Unicode.

use super::cluster::Clusters;
use super::tables::{LENGTHS, STARTS};

/// The class bits of a code point, in the order of scripts/width-table.ts.
#[derive(Clone, Copy)]
pub(super) struct Class(u32);

impl Class {
    const WIDE: u32 = 1;
    const MARK: u32 = 1 << 1;
    const SPACING: u32 = 1 << 2;
    const IGNORED: u32 = 1 << 3;
    const FORMAT: u32 = 1 << 4;
    const TEXT_EMOJI: u32 = 1 << 5;
    /// Bits below those that say how a code point joins others.
    const BITS: u32 = 6;

    /// Bits of an entry of [`STARTS`] that hold the code point.
    const CODE_POINT_BITS: u32 = 21;

    pub(super) fn of(char: char) -> Self {
        let code_point = u32::from(char);
        let start_of = |entry: u32| entry & ((1 << Self::CODE_POINT_BITS) - 1);
        let after = STARTS.partition_point(|&entry| start_of(entry) <= code_point);
        let found = after.checked_sub(1).and_then(|at| Some((*STARTS.get(at)?, *LENGTHS.get(at)?)));
        match found {
            Some((entry, length)) if code_point - start_of(entry) < u32::from(length) => {
                Self(entry >> Self::CODE_POINT_BITS)
            }
            _ => Self(0),
        }
    }

    /// What the code point is to its neighbors.
    pub(super) fn join(self) -> u32 {
        self.0 >> Self::BITS
    }

    fn has(self, bits: u32) -> bool {
        self.0 & bits != 0
    }

    /// Whether a character of the class takes no column by itself.
    fn is_nothing(self) -> bool {
        self.has(Self::IGNORED | Self::MARK | Self::FORMAT)
    }

    fn columns(self) -> usize {
        if self.has(Self::WIDE) { 2 } else { 1 }
    }
}

/// The columns that `text` takes on one line.
#[must_use]
pub fn width(text: &str) -> usize {
    width_as(Shape::of(text), text)
}

/// The same for a text whose shape is known.
pub(super) fn width_as(shape: Shape, text: &str) -> usize {
    match shape {
        Shape::Ascii => text.len(),
        shape => shape.graphemes(text).map(|(_, columns)| columns).sum(),
    }
}

/// How a text is taken apart into what takes columns together. Finding clusters is many times slower than the rest, and
/// few texts need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Every byte is a printable character of one column, or a newline.
    Ascii,
    /// Every character stands for itself.
    Chars,
    /// Some characters join others.
    Clusters,
}

impl Shape {
    pub(super) fn of(text: &str) -> Self {
        if text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n')) {
            Self::Ascii
        } else if text.chars().all(stands_alone) {
            Self::Chars
        } else {
            Self::Clusters
        }
    }

    /// The graphemes of a text with their columns.
    pub(super) fn graphemes(self, text: &str) -> Graphemes<'_> {
        match self {
            Self::Clusters => Graphemes::Clusters(Clusters(text)),
            _ => Graphemes::Chars(text),
        }
    }
}

/// The graphemes of a text, one by one.
pub(super) enum Graphemes<'a> {
    /// What is left, where every character is one.
    Chars(&'a str),
    Clusters(Clusters<'a>),
}

impl<'a> Iterator for Graphemes<'a> {
    type Item = (&'a str, usize);

    fn next(&mut self) -> Option<(&'a str, usize)> {
        match self {
            Self::Chars(rest) => {
                let char = rest.chars().next()?;
                let (grapheme, after) = rest.split_at_checked(char.len_utf8())?;
                *rest = after;
                Some((grapheme, if char.is_ascii() { 1 } else { Class::of(char).columns() }))
            }
            Self::Clusters(clusters) => clusters.next().map(|grapheme| (grapheme, grapheme_width(grapheme))),
        }
    }
}

/// Whether a character is a grapheme of its own between any others of its kind: it is in a range of Unicode without
/// marks, joiners, variation selectors, skin tones, flags, conjoining Jamo and what takes no column.
fn stands_alone(char: char) -> bool {
    matches!(char,
        ' '..='~'
        | '\n'
        | '\u{a0}'..='\u{ac}'
        | '\u{ae}'..='\u{2ff}'
        | '\u{370}'..='\u{482}'
        | '\u{48a}'..='\u{58f}'
        | '\u{2010}'..='\u{2027}'
        | '\u{2030}'..='\u{205e}'
        | '\u{20a0}'..='\u{20c0}'
        | '\u{2100}'..='\u{2bff}'
        | '\u{3000}'..='\u{3029}'
        | '\u{3041}'..='\u{3096}'
        | '\u{30a0}'..='\u{3163}'
        | '\u{3190}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{ff01}'..='\u{ff60}')
}

/// The columns of one grapheme cluster. Most take 1 or 2; a cluster with spacing marks can take any number.
fn grapheme_width(grapheme: &str) -> usize {
    if let [byte] = grapheme.as_bytes() {
        return usize::from((0x20..0x7f).contains(byte));
    }
    if FOUR_EMOJI.contains(&grapheme) {
        return 2;
    }
    let Some((at, base)) = grapheme.char_indices().find(|&(_, char)| !Class::of(char).is_nothing()) else {
        return joined_columns(grapheme);
    };
    let class = Class::of(base);
    let rest = grapheme.get(at + base.len_utf8()..).unwrap_or_default();
    let is_emoji = rest.contains(|char| match char {
        '\u{20e3}' => true,
        '\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}' => class.has(Class::TEXT_EMOJI),
        _ => false,
    });
    // An emoji sequence takes two columns for pi where it is one of those that Unicode recommends, and what its parts
    // take where it is not; the larger of the two serves for both.
    let least = if is_emoji || is_regional_indicator(base) { 2 } else { 0 };
    let alone = class.columns() + if is_regional_indicator(base) { 0 } else { joined_columns(rest) };
    // What begins with a mark joins the space that a line begins with, and may then count for more than on its own.
    alone.max(least).max(if at == 0 { 0 } else { joined_columns(grapheme) })
}

/// The columns that characters add to the one that they are joined to.
fn joined_columns(text: &str) -> usize {
    let mut columns = 0;
    let mut follows_mark = false;
    for char in text.chars() {
        let class = Class::of(char);
        if class.has(Class::SPACING) {
            columns += 1;
            follows_mark = false;
        } else if class.has(Class::MARK) {
            follows_mark = true;
        } else if !class.is_nothing() {
            // Consonants after a virama, and half- and full-width forms, are drawn beside their base.
            if follows_mark || matches!(char, '\u{ff00}'..='\u{ffef}') {
                columns += class.columns();
            } else if matches!(char, '\u{e33}' | '\u{eb3}') {
                columns += 1;
            }
            follows_mark = false;
        }
    }
    columns
}

/// Recommended emoji sequences of two columns whose parts would add up to three: ❤️‍🔥 ❤️‍🩹 🏳️‍🌈 ⛓️‍💥.
const FOUR_EMOJI: [&str; 4] = [
    "\u{2764}\u{fe0f}\u{200d}\u{1f525}",
    "\u{2764}\u{fe0f}\u{200d}\u{1fa79}",
    "\u{1f3f3}\u{fe0f}\u{200d}\u{1f308}",
    "\u{26d3}\u{fe0f}\u{200d}\u{1f4a5}",
];

fn is_regional_indicator(char: char) -> bool {
    matches!(char, '\u{1f1e6}'..='\u{1f1ff}')
}

#[cfg(test)]
mod tests {
    use super::width;

    #[test]
    fn columns_of_what_people_write() {
        for (text, columns) in [
            ("", 0),
            ("plain", 5),
            ("é", 1),
            ("e\u{301}", 1),
            ("日本語", 6),
            ("한국어", 6),
            ("👍🏽", 2),
            ("☝🏽", 2),
            ("1️⃣", 2),
            ("©️", 2),
            ("👩‍👩‍👧‍👦", 2),
            ("🇩🇪", 2),
            ("🇩", 2),
            ("नि", 2),
            ("กำ", 2),
            ("ﾀﾞ", 2),
            ("\u{200b}", 0),
        ] {
            assert_eq!(width(text), columns, "{text:?}");
        }
    }
}
