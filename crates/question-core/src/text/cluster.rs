//! Which characters make one grapheme cluster, by the rules of [UAX #29](https://www.unicode.org/reports/tr29/).
//!
//! Written out because the crate for it costs 35 KB of the module, most of it for tables that repeat those here.

use super::width::Class;

/// What a character is to its neighbors, numbered as in scripts/width-table.ts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Join(u32);

impl Join {
    const CONTROL: Self = Self(1);
    const ZWJ: Self = Self(2);
    /// Extends what is before it, as all up to `SPACING` do, and links two consonants.
    const LINKER: Self = Self(3);
    const EXTEND: Self = Self(4);
    const ZWNJ: Self = Self(5);
    const SPACING: Self = Self(6);
    const PREPEND: Self = Self(7);
    const REGIONAL: Self = Self(8);
    // The parts of a Hangul syllable.
    const L: Self = Self(9);
    const V: Self = Self(10);
    const T: Self = Self(11);
    const PICTOGRAPH: Self = Self(12);
    /// Of a script in which consonants are linked.
    const CONSONANT: Self = Self(13);
    // Not in the tables: Hangul syllables without and with a last consonant.
    const LV: Self = Self(14);
    const LVT: Self = Self(15);

    fn of(char: char) -> Self {
        match char {
            ' '..='~' => Self(0),
            '\0'..='\u{7f}' => Self::CONTROL,
            // Every block of 28 begins with the one that has no last consonant.
            '\u{ac00}'..='\u{d7a3}' if (u32::from(char) - 0xac00).is_multiple_of(28) => Self::LV,
            '\u{ac00}'..='\u{d7a3}' => Self::LVT,
            _ => Self(Class::of(char).join()),
        }
    }
}

/// The grapheme clusters of a text that is harmless: it has no carriage returns, which join newlines.
pub(super) struct Clusters<'a>(pub(super) &'a str);

impl<'a> Iterator for Clusters<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let mut chars = self.0.char_indices();
        let mut before = Before::of(Join::of(chars.next()?.1));
        let end = chars.find_map(|(at, char)| (!before.joins(Join::of(char))).then_some(at)).unwrap_or(self.0.len());
        let (cluster, rest) = self.0.split_at_checked(end)?;
        self.0 = rest;
        Some(cluster)
    }
}

/// What has been seen of a cluster.
#[allow(clippy::struct_excessive_bools)] // each rule has its own
struct Before {
    last: Join,
    /// Whether an odd number of regional indicators comes last: two make a flag.
    is_half_flag: bool,
    /// Whether a pictograph, and nothing but what extends it, comes before what is last.
    is_pictograph: bool,
    /// Whether a consonant, and nothing but what extends it, comes last, and whether that links it.
    is_consonant: bool,
    is_linked: bool,
}

impl Before {
    fn of(first: Join) -> Self {
        Self {
            last: first,
            is_half_flag: first == Join::REGIONAL,
            is_pictograph: false,
            is_consonant: first == Join::CONSONANT,
            is_linked: false,
        }
    }

    /// Whether `next` belongs to the cluster; if so, it is now the last of it.
    fn joins(&mut self, next: Join) -> bool {
        let joins = match (self.last, next) {
            (Join::CONTROL, _) | (_, Join::CONTROL) => false,
            (_, Join::ZWJ | Join::LINKER | Join::EXTEND | Join::ZWNJ | Join::SPACING)
            | (Join::PREPEND, _)
            | (Join::L, Join::L | Join::V | Join::LV | Join::LVT)
            | (Join::LV | Join::V, Join::V | Join::T)
            | (Join::LVT | Join::T, Join::T) => true,
            (Join::ZWJ, Join::PICTOGRAPH) => self.is_pictograph,
            (_, Join::CONSONANT) => self.is_linked,
            (Join::REGIONAL, Join::REGIONAL) => self.is_half_flag,
            _ => false,
        };
        let extends = matches!(self.last, Join::LINKER | Join::EXTEND | Join::ZWNJ);
        self.is_pictograph = self.last == Join::PICTOGRAPH || (self.is_pictograph && extends);
        self.is_half_flag = next == Join::REGIONAL && !self.is_half_flag;
        self.is_consonant =
            next == Join::CONSONANT || (self.is_consonant && matches!(next, Join::ZWJ | Join::LINKER | Join::EXTEND));
        self.is_linked = self.is_consonant && next != Join::CONSONANT && (self.is_linked || next == Join::LINKER);
        self.last = next;
        joins
    }
}

#[cfg(test)]
mod tests {
    use unicode_segmentation::UnicodeSegmentation as _;

    use super::Clusters;

    /// One of each kind, and what the rules are about.
    const KINDS: [char; 24] = [
        'a',
        '\n',
        '\u{1}',
        '\u{301}',
        '\u{200c}',
        '\u{200d}',
        '\u{94d}',
        '\u{93c}',
        '\u{915}',
        '\u{937}',
        '\u{903}',
        '\u{600}',
        '\u{1f1e6}',
        '\u{1f1e7}',
        '\u{1100}',
        '\u{1161}',
        '\u{11a8}',
        '\u{ac00}',
        '\u{ac01}',
        '\u{1f468}',
        '\u{2764}',
        '\u{fe0f}',
        '\u{1f3fb}',
        '日',
    ];

    fn assert_same(text: &str) {
        assert!(Clusters(text).eq(text.graphemes(true)), "{text:?}");
    }

    #[test]
    fn every_character_joins_as_the_standard_says() {
        // Between these are ideographs, private use and nothing.
        for char in ('\u{80}'..'\u{3400}')
            .chain('\u{a000}'..'\u{e000}')
            .chain('\u{f900}'..'\u{20000}')
            .chain('\u{e0000}'..'\u{e1100}')
        {
            assert_same(&KINDS.iter().flat_map(|&kind| [kind, char]).collect::<String>());
            assert_same(&String::from_iter(['\u{915}', '\u{94d}', char, '\u{94d}', char, '\u{200d}', char]));
        }
    }

    #[test]
    fn every_sequence_of_kinds_is_cut_as_the_standard_says() {
        for number in 0..KINDS.len().pow(3) {
            let kind = |power: u32| KINDS.get(number / KINDS.len().pow(power) % KINDS.len());
            assert_same(&(0..3).filter_map(kind).collect::<String>());
        }
    }

    proptest::proptest! {
        #[test]
        fn every_text_is_cut_as_the_standard_says(kinds in proptest::collection::vec(proptest::sample::select(&KINDS[..]), 0..30)) {
            assert_same(&kinds.into_iter().collect::<String>());
        }
    }
}
