//! Measures how many terminal columns a text takes, never fewer than pi's own `visibleWidth`.
//!
//! pi stops with an error on a line that it measures wider than the screen, so its rules count here, not those of a
//! general crate (`unicode-width` finds fewer columns for hundreds of characters). They are those of
//! `pi-tui/dist/utils.js`; tests/core/width.test.ts compares the two over all of Unicode.

use std::str::Chars;

use unicode_segmentation::UnicodeSegmentation as _;

use super::class::Class;

/// Returns the width of `text` on one line, in columns.
#[must_use]
pub fn width(text: &str) -> usize {
    if is_plain(text) { text.len() } else { Graphemes::of(text).map(|grapheme| grapheme.columns).sum() }
}

/// Returns whether a text consists of printable ASCII, as most do. Then each byte takes one column.
pub(super) fn is_plain(text: &str) -> bool {
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    // Eight bytes at once. Among bytes below 80, no sum carries into the next byte: the first one sets the high bit of a
    // byte that is 7f, and the second one that of each byte from a space on.
    words.iter().all(|word| {
        let bytes = u64::from_le_bytes(*word);
        let ones = u64::MAX / 0xff;
        (bytes | bytes.wrapping_add(ones)) & (0x80 * ones) == 0
            && bytes.wrapping_add(0x60 * ones) & (0x80 * ones) == 0x80 * ones
    }) && rest.iter().all(|byte| matches!(byte, b' '..=b'~'))
}

/// A grapheme of a text.
#[derive(Clone, Copy)]
pub(super) struct Grapheme {
    /// Byte offset of the grapheme's end.
    pub(super) end: usize,
    pub(super) columns: usize,
    pub(super) kind: GraphemeKind,
}

/// Kind of a grapheme for wrapping.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum GraphemeKind {
    Text,
    Space,
    Newline,
}

/// An iterator over the graphemes of a text.
pub(super) struct Graphemes<'a> {
    text: &'a str,
    /// Class of the next character, and the text after that character.
    class: Option<Class>,
    behind: Chars<'a>,
}

impl<'a> Graphemes<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Self::behind(0, text)
    }

    fn behind(start: usize, text: &'a str) -> Self {
        let mut behind = text.get(start..).unwrap_or_default().chars();
        Self { text, class: behind.next().map(Class::of), behind }
    }
}

impl Iterator for Graphemes<'_> {
    type Item = Grapheme;

    #[allow(clippy::inline_always)] // halves the time of the loops over these
    #[inline(always)]
    fn next(&mut self) -> Option<Grapheme> {
        let class = self.class?;
        let end = self.text.len() - self.behind.as_str().len();
        let second = self.behind.next().map(Class::of);
        if class.stands_alone() && second.is_none_or(Class::stands_alone) {
            self.class = second;
            let kind = if class.has(Class::SPACE) { GraphemeKind::Space } else { GraphemeKind::Text };
            return Some(Grapheme { end, columns: class.columns(), kind });
        }
        let cluster = cluster_at(self.text, end);
        *self = Self::behind(cluster.end, self.text);
        Some(cluster)
    }
}

/// Returns the cluster whose first character ends at `first_end`. This takes ten times as long as a character that
/// stands alone, but clusters are rare.
#[cold]
#[inline(never)]
fn cluster_at(text: &str, first_end: usize) -> Grapheme {
    let start = text.get(..first_end).and_then(|before| before.char_indices().next_back()).map_or(0, |(at, _)| at);
    let cluster = text.get(start..).and_then(|rest| rest.graphemes(true).next()).unwrap_or_default();
    let kind = match cluster {
        " " => GraphemeKind::Space,
        "\n" => GraphemeKind::Newline,
        _ => GraphemeKind::Text,
    };
    Grapheme { end: start + cluster.len(), columns: cluster_width(cluster), kind }
}

/// Returns the width of a grapheme cluster in columns. Most take 1 or 2; a cluster with spacing marks can be wider.
fn cluster_width(cluster: &str) -> usize {
    if FOUR_EMOJI.contains(&cluster) {
        return 2;
    }
    let Some((at, base)) = cluster.char_indices().find(|&(_, char)| !Class::of(char).is_nothing()) else {
        return joined_columns(cluster);
    };
    let class = Class::of(base);
    let rest = cluster.get(at + base.len_utf8()..).unwrap_or_default();
    let is_emoji = rest.contains(|char| match char {
        '\u{20e3}' => true,
        '\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}' => class.has(Class::TEXT_EMOJI),
        _ => false,
    });
    // For pi, an emoji sequence takes two columns if Unicode recommends it, and otherwise the columns of its parts. The
    // larger of the two serves for both.
    let least = if is_emoji || is_regional_indicator(base) { 2 } else { 0 };
    let alone = class.columns() + if is_regional_indicator(base) { 0 } else { joined_columns(rest) };
    // A cluster that begins with a mark joins a space at the start of a line, and may be wider there than by itself.
    alone.max(least).max(if at == 0 { 0 } else { joined_columns(cluster) })
}

/// Returns the columns that the further characters of a cluster add to its first.
fn joined_columns(text: &str) -> usize {
    let mut columns = 0;
    let mut follows_mark = false;
    for char in text.chars() {
        let class = Class::of(char);
        if class.has(Class::SPACING) {
            columns += 1;
            // What joins two consonants of Javanese and Balinese. Engines before Unicode 17 end the cluster there.
            follows_mark = true;
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
    use unicode_segmentation::UnicodeSegmentation as _;

    use super::Class;

    /// The table comes from the segmenter of the JavaScript engine, and clusters from a crate.
    #[test]
    fn characters_that_stand_alone_are_in_no_cluster() {
        // Beyond these are only ideographs, private use and unassigned code points.
        for char in ('\0'..'\u{20000}').chain('\u{e0000}'..'\u{e1000}').filter(|&char| Class::of(char).stands_alone()) {
            let text = String::from_iter(['a', char, char, '日', char, '가', char, '👍', char]);
            assert_eq!(text.graphemes(true).count(), 9, "{char:?}");
        }
    }
}
