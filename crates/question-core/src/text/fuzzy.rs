//! Fuzzy matching for the filter. Each word of the filter must match, in any order. Case and accents are ignored.
//!
//! A word ranks an option by its best match: the label begins with the word, another word of the label begins with it,
//! the label contains it, the label has its letters in order (the closer together, the better), or only the description
//! contains it. An option counts by the worst of its ranks.
//!
//! Stands in for `nucleo-matcher`, which maps each character to a single one, and so finds neither “strasse” in
//! “Straße” nor full-width letters.

/// Maximum number of characters of a label that are searched.
const MAX_LABEL: usize = 512;
/// Maximum number of characters of a description that are searched.
const MAX_DESCRIPTION: usize = 2_000;
/// Maximum number of characters of a word, and of words of a filter, that are searched for: a long text may have been
/// pasted by mistake.
const MAX_WORD: usize = 64;
const MAX_WORDS: usize = 32;

/// Rank of a match, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Begins,
    BeginsWord,
    Inside,
    /// The letters are in order, spread over this many characters.
    Scattered(usize),
    Description,
}

/// Returns the indices of the matching options, the best first; equal matches keep their order. An option is a label
/// with its description. An empty filter matches all.
pub(crate) fn rank<'a>(text: &str, options: impl Iterator<Item = (&'a str, Option<&'a str>)>) -> Vec<usize> {
    let words = words(text);
    let mut ranked = Vec::new();
    for (at, (label, description)) in options.enumerate() {
        let label = Label::new(label);
        let in_description = |word: &Vec<char>| {
            let letters: Vec<char> = bare_letters(description?).take(MAX_DESCRIPTION).collect();
            letters.windows(word.len().max(1)).any(|part| part == word).then_some(Rank::Description)
        };
        let of_word = |word: &Vec<char>| label.find(word).map(|(rank, _)| rank).or_else(|| in_description(word));
        // The worst of the words decides first.
        let ranks: Option<Vec<Rank>> = words.iter().map(of_word).collect();
        ranked.extend(ranks.map(|mut ranks| {
            ranks.sort_by(|one, other| other.cmp(one));
            (ranks, at)
        }));
    }
    ranked.sort();
    ranked.into_iter().map(|(_, at)| at).collect()
}

/// Returns the sorted byte offsets of the characters of a label that match.
pub(crate) fn matched(text: &str, label: &str) -> Vec<usize> {
    let found = Label::new(label);
    let letters = words(text).iter().filter_map(|word| found.find(word)).flat_map(|(_, at)| at).collect::<Vec<_>>();
    let mut matched: Vec<usize> = letters.into_iter().filter_map(|at| found.origins.get(at).copied()).collect();
    matched.sort_unstable();
    matched
}

fn words(text: &str) -> Vec<Vec<char>> {
    let words = text.split_whitespace().map(|word| bare_letters(word).take(MAX_WORD).collect());
    words.filter(|word: &Vec<char>| !word.is_empty()).take(MAX_WORDS).collect()
}

/// Returns the letters of a text in their simplest form: without case, accents, ligatures and width.
fn bare_letters(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|char| !is_accent(*char)).flat_map(spelled)
}

/// Returns whether a character is a combining accent.
fn is_accent(char: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&char)
}

/// The letters of a label in their simplest form.
#[derive(Default)]
struct Label {
    letters: Vec<char>,
    /// Whether the letter begins a word.
    begins: Vec<bool>,
    /// Byte offset of the letter's character in the label.
    origins: Vec<usize>,
}

impl Label {
    fn new(label: &str) -> Self {
        let mut before = None;
        let mut all = Self::default();
        for (at, char) in label.char_indices().take(MAX_LABEL).filter(|(_, char)| !is_accent(*char)) {
            let begins = before.replace(char).is_none_or(|before: char| {
                (char.is_alphanumeric() && !before.is_alphanumeric()) || (char.is_uppercase() && !before.is_uppercase())
            });
            for (number, letter) in spelled(char).enumerate() {
                all.letters.push(letter);
                all.begins.push(begins && number == 0);
                all.origins.push(at);
            }
        }
        all
    }

    /// Returns the rank of the best match of a word, and the positions of its letters.
    fn find(&self, word: &[char]) -> Option<(Rank, Vec<usize>)> {
        let whole = |is_such: &dyn Fn(usize) -> bool| {
            let mut parts = self.letters.windows(word.len().max(1)).enumerate();
            parts.find(|&(at, part)| part == word && is_such(at)).map(|(at, _)| at)
        };
        let begins_word = |at: usize| self.begins.get(at) == Some(&true);
        if let Some(at) = whole(&begins_word).or_else(|| whole(&|_| true)) {
            let rank = match at {
                0 => Rank::Begins,
                at if begins_word(at) => Rank::BeginsWord,
                _ => Rank::Inside,
            };
            return Some((rank, (at..at + word.len()).collect()));
        }
        let mut letters = (0..).zip(&self.letters);
        let last = word.iter().map(|char| letters.find(|(_, other)| *other == char).map(|(at, _)| at)).last()??;
        // From its end backwards the same letters are closest together.
        let mut letters = (0..=last).rev().zip(self.letters.get(..=last)?.iter().rev());
        let mut found: Vec<usize> =
            word.iter().rev().filter_map(|char| letters.find(|(_, other)| *other == char).map(|(at, _)| at)).collect();
        found.reverse();
        Some((Rank::Scattered(last - found.first()?), found))
    }
}

/// Returns the letters that people type for a character that keyboards lack: those of a ligature, or a narrow letter
/// for a full-width one.
fn spelled(char: char) -> impl Iterator<Item = char> {
    let letters = match char {
        'ß' | 'ẞ' => "ss",
        'æ' | 'Æ' => "ae",
        'œ' | 'Œ' => "oe",
        'ĳ' | 'Ĳ' => "ij",
        'ﬀ' => "ff",
        'ﬁ' => "fi",
        'ﬂ' => "fl",
        'ﬃ' => "ffi",
        'ﬄ' => "ffl",
        'ﬅ' | 'ﬆ' => "st",
        _ => "",
    };
    letters.chars().chain(letters.is_empty().then(|| bare(char)))
}

/// Maps a wide ASCII character or space to its narrow form.
pub(crate) fn narrow(char: char) -> char {
    match char {
        '\u{3000}' => ' ',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(char) - 0xfee0).unwrap_or(char),
        _ => char,
    }
}

/// Maps characters that differ only in case, accents or width to the same character.
fn bare(char: char) -> char {
    let folded = fold(narrow(char));
    if folded.is_ascii() {
        return folded;
    }
    match folded {
        // The ranges hold capitals as well, which are folded already.
        'à'..='å' | 'ā'..='ą' | 'ạ'..='ặ' => 'a',
        'ç' | 'ć'..='č' => 'c',
        'ď'..='đ' => 'd',
        'è'..='ë' | 'ē'..='ě' | 'ẹ'..='ệ' => 'e',
        'ĝ'..='ģ' => 'g',
        'ĥ'..='ħ' => 'h',
        'ì'..='ï' | 'ĩ'..='ı' | 'ỉ'..='ị' => 'i',
        'ĵ' => 'j',
        'ķ' => 'k',
        'ĺ'..='ł' => 'l',
        'ñ' | 'ń'..='ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō'..='ő' | 'ơ' | 'ọ'..='ợ' => 'o',
        'ŕ'..='ř' => 'r',
        'ś'..='š' | 'ș' => 's',
        'ţ'..='ŧ' | 'ț' => 't',
        'ù'..='ü' | 'ũ'..='ų' | 'ư' | 'ụ'..='ự' => 'u',
        'ŵ' => 'w',
        'ý' | 'ÿ' | 'ŷ' | 'ỳ'..='ỹ' => 'y',
        'ź'..='ž' => 'z',
        'ё' => 'е',
        'й' => 'и',
        'ї' => 'і',
        _ => folded,
    }
}

/// Maps characters that differ only in case to the same character.
pub(crate) fn fold(char: char) -> char {
    match char {
        '\0'..='\u{7f}' => char.to_ascii_lowercase(),
        // The sigma at the end of a word is a small letter of its own.
        'ς' => 'σ',
        // Only the dotted İ has a second one, its dot.
        _ => char.to_lowercase().next().unwrap_or(char),
    }
}

#[cfg(test)]
mod tests {
    use super::{matched, rank};

    fn marked(text: &str, label: &str) -> String {
        let found = matched(text, label);
        let mark = |(at, char): (usize, char)| if found.contains(&at) { char.to_ascii_uppercase() } else { char };
        label.char_indices().map(mark).collect()
    }

    #[test]
    fn the_better_match_comes_first() {
        for (text, labels, expected) in [
            ("", vec!["b", "a"], vec!["b", "a"]),
            ("pg", vec!["page", "PostgreSQL", "plug"], vec!["page", "plug", "PostgreSQL"]),
            ("sql", vec!["NoSQL", "SQLite", "squirrel"], vec!["SQLite", "NoSQL", "squirrel"]),
            ("rd", vec!["hard", "red", "raw data"], vec!["hard", "red", "raw data"]),
            ("data raw", vec!["raw data", "data"], vec!["raw data"]),
            ("дом", vec!["Дом", "том"], vec!["Дом"]),
            ("οδος", vec!["ΟΔΟΣ"], vec!["ΟΔΟΣ"]),
            ("turk", vec!["Türkiye", "Tu\u{308}rkiye", "Tuvalu"], vec!["Türkiye", "Tu\u{308}rkiye"]),
            ("Łódź", vec!["Lodz", "ŁÓDŹ"], vec!["Lodz", "ŁÓDŹ"]),
            ("e\u{301}te", vec!["Été"], vec!["Été"]),
            ("bang", vec!["Đà Nẵng", "Băng"], vec!["Băng"]),
            ("strasse", vec!["Straße", "STRASSE", "Strand"], vec!["Straße", "STRASSE"]),
            ("straße", vec!["Strasse"], vec!["Strasse"]),
            ("fine", vec!["ﬁne"], vec!["ﬁne"]),
            ("abc", vec!["ＡＢＣ"], vec!["ＡＢＣ"]),
            ("ａｂｃ", vec!["abc"], vec!["abc"]),
            ("推", vec!["再推荐", "开始（推荐）"], vec!["开始（推荐）", "再推荐"]),
            ("zz", vec!["z"], vec![]),
        ] {
            let ranked: Vec<&str> =
                rank(text, labels.iter().map(|label| (*label, None))).into_iter().map(|at| labels[at]).collect();
            assert_eq!(ranked, expected, "{text:?}");
        }
    }

    #[test]
    fn matched_letters_are_found() {
        for (text, label, expected) in [
            ("postgres", "postgres Server", "POSTGRES Server"),
            ("sql", "postgresql", "postgreSQL"),
            ("rd", "raw data", "Raw Data"),
            ("da ra", "raw data", "RAw DAta"),
            ("ab", "a xab", "a xAB"),
            ("x", "abc", "abc"),
            ("asse", "straße x", "strAßE x"),
            ("ork", "Tu\u{308}rkiye ork", "Tu\u{308}rkiye ORK"),
            ("rk", "tu\u{308}rkiye", "tu\u{308}RKiye"),
        ] {
            assert_eq!(marked(text, label), expected, "{text:?} in {label:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn what_contains_the_text_matches_and_all_of_it_is_found(before in "[a-c ]{0,9}", text in "[a-c]{1,5}", after in "[a-c ]{0,9}") {
            let label = format!("{before}{text}{after}");
            proptest::prop_assert_eq!(rank(&text, [(label.as_str(), None)].into_iter()), vec![0]);
            let found: String = matched(&text, &label).iter().map(|&at| char::from(label.as_bytes()[at])).collect();
            proptest::prop_assert_eq!(found, text);
        }
    }
}
