//! Fuzzy matching: which labels hold the characters of a text in order, how well, and where. Case and accents do not count.
//!
//! The scores are in the manner of fzf: runs and starts of words count, gaps cost. Each word of the text has to match by
//! itself, in any order. Ten thousand labels take 0.4 to 2.6 ms per character that is typed.
//!
//! It stands in for these crates:
//! - `frizbee` 0.13, given such scores, ranks as the tests below ask for, and needs 0.1 to 0.6 ms with SIMD, else as long
//!   as this. It adds 145 KB to the module with SIMD, 320 KB without, of the 420 KB that all of it may have.
//! - `nucleo-matcher` 0.3 has fixed scores, with which `squirrel` comes before `PostgreSQL` for `sql`.
//! - `fuzzy-matcher` 0.3 tells capital from small letters outside of ASCII.
//! - `code-fuzzy-match` 0.2 has `plug` before `page` for `pg`, and does not say where it matched.
//! - `sublime_fuzzy` 0.7 has `PostgreSQL` before `SQLite` for `sql`, and needs ten times as long.

use std::cmp::Reverse;

/// Characters of a label, and of a word of the text, that are looked at; what follows does not match.
const MAX_LABEL: usize = 512;
/// Characters of a description that are looked at.
const MAX_DESCRIPTION: usize = 2_000;
const MAX_WORD: usize = 64;
/// Words of the text that are looked at; what was pasted by mistake may have many.
const MAX_WORDS: usize = 32;

const MATCH: i32 = 16;
const AT_START: i32 = 10;
const AT_WORD: i32 = 8;
const IN_RUN: i32 = 6;
const GAP_START: i32 = -5;
const GAP: i32 = -1;
/// Less than any score.
const NONE: i32 = i32::MIN / 2;

/// Positions of the options that match, each a label and its description; equals in their order, and a blank text matches
/// all. Labels that match come first, the best at their head; behind them, where the description has what the label has not.
pub(crate) fn rank<'a>(text: &str, options: impl Iterator<Item = (&'a str, Option<&'a str>)>) -> Vec<usize> {
    let words = words(text);
    let mut matcher = Matcher::default();
    let mut ranked: Vec<(Reverse<i32>, usize)> = Vec::new();
    for (at, (label, description)) in options.enumerate() {
        if words.iter().all(|word| is_in(word, label)) {
            matcher.set_label(label);
            ranked.push((Reverse(words.iter().map(|word| matcher.score(word)).sum()), at));
        } else if let Some(description) = description
            && words.iter().all(|word| is_in(word, label) || is_part(word, description))
        {
            ranked.push((Reverse(NONE), at));
        }
    }
    ranked.sort();
    ranked.into_iter().map(|(_, at)| at).collect()
}

/// Where a label matches: positions among its characters that are not white space, in order.
pub(crate) fn positions(text: &str, label: &str) -> Vec<usize> {
    let mut matcher = Matcher::default();
    matcher.set_label(label);
    let mut is_matched = vec![false; matcher.letters.len()];
    for word in words(text).iter().filter(|word| is_in(word, label)) {
        matcher.score(word);
        for at in matcher.trace() {
            is_matched.get_mut(at).into_iter().for_each(|is_matched| *is_matched = true);
        }
    }
    let visible = matcher.letters.iter().zip(is_matched).filter(|(letter, _)| !letter.bare.is_whitespace());
    (0..).zip(visible).filter_map(|(at, (_, is_matched))| is_matched.then_some(at)).collect()
}

fn words(text: &str) -> Vec<Vec<char>> {
    let letters = |word: &str| word.chars().filter(|char| !is_accent(*char)).take(MAX_WORD).map(bare).collect();
    text.split_whitespace().take(MAX_WORDS).map(letters).collect()
}

/// Whether a label has the characters of a word in order.
fn is_in(word: &[char], label: &str) -> bool {
    let mut rest = label.chars().take(MAX_LABEL).map(bare);
    word.iter().all(|&char| rest.any(|other| other == char))
}

/// Whether a description has the characters of a word one behind the other.
fn is_part(word: &[char], description: &str) -> bool {
    let letters = description.chars().filter(|char| !is_accent(*char)).take(MAX_DESCRIPTION);
    let letters: Vec<char> = letters.map(bare).collect();
    word.is_empty() || letters.windows(word.len()).any(|part| part == word)
}

/// Whether a character is an accent on the one before it.
fn is_accent(char: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&char)
}

/// A character for all that differ in case or accents only.
fn bare(char: char) -> char {
    let folded = fold(char);
    if folded.is_ascii() {
        return folded;
    }
    match folded {
        // Ranges hold capitals as well, which are small by now.
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
        'ά' => 'α',
        'έ' => 'ε',
        'ή' => 'η',
        'ί' | 'ϊ' | 'ΐ' => 'ι',
        'ό' => 'ο',
        'ύ' | 'ϋ' | 'ΰ' => 'υ',
        'ώ' => 'ω',
        'ё' => 'е',
        'й' => 'и',
        'ї' => 'і',
        _ => folded,
    }
}

/// A character for all that differ in case only.
pub(crate) fn fold(char: char) -> char {
    match char {
        '\0'..='\u{7f}' => char.to_ascii_lowercase(),
        // The sigma that ends words is a small letter of its own.
        'ς' => 'σ',
        // Only the dotted İ has a second one, its dot.
        _ => char.to_lowercase().next().unwrap_or(char),
    }
}

/// A character of a label.
struct Letter {
    bare: char,
    /// What a match here is worth beside the match itself.
    bonus: i32,
}

/// A label taken apart, and what came out for the word that was scored last.
#[derive(Default)]
struct Matcher {
    letters: Vec<Letter>,
    /// For each character of the label, the best score of what ends with a match of the word's last character here.
    scores: Vec<i32>,
    before: Vec<i32>,
    /// For each character of the word, and each of the label, where the character before it was matched then.
    from: Vec<usize>,
}

impl Matcher {
    fn set_label(&mut self, label: &str) {
        self.letters.clear();
        // Whether what is before can be part of a word, and whether it is a capital letter.
        let mut before = None;
        for char in label.chars().take(MAX_LABEL) {
            let (is_word, is_capital) = (char.is_alphanumeric(), char.is_uppercase());
            let bonus = match before.replace((is_word, is_capital)) {
                None => AT_START,
                Some((false, _)) if is_word => AT_WORD,
                Some((_, false)) if is_capital => AT_WORD,
                Some(_) => 0,
            };
            self.letters.push(Letter { bare: bare(char), bonus });
        }
    }

    /// How well a word matches that is in the label.
    fn score(&mut self, word: &[char]) -> i32 {
        self.from.clear();
        for (row, &char) in word.iter().enumerate() {
            std::mem::swap(&mut self.scores, &mut self.before);
            self.scores.clear();
            // The best match so far of the characters before, with a gap behind it.
            let (mut gapped, mut gapped_at) = (NONE, 0);
            let mut adjacent = NONE;
            for (at, letter) in self.letters.iter().enumerate() {
                let last = at.saturating_sub(1);
                let (score, from) = if letter.bare != char {
                    (NONE, 0)
                } else if row == 0 {
                    (MATCH + letter.bonus, at)
                } else if adjacent + letter.bonus.max(IN_RUN) >= gapped + letter.bonus {
                    (MATCH + adjacent + letter.bonus.max(IN_RUN), last)
                } else {
                    (MATCH + gapped + letter.bonus, gapped_at)
                };
                self.scores.push(score.max(NONE));
                self.from.push(from);
                gapped += GAP;
                if adjacent + GAP_START > gapped {
                    (gapped, gapped_at) = (adjacent + GAP_START, last);
                }
                if row > 0 {
                    adjacent = self.before.get(at).copied().unwrap_or(NONE);
                }
            }
        }
        self.scores.iter().copied().max().unwrap_or(NONE)
    }

    /// Where the characters of the word that was scored last are, from its last.
    fn trace(&self) -> Vec<usize> {
        let best = (0..).zip(&self.scores).max_by_key(|&(at, score)| (score, Reverse(at)));
        let mut at = best.map_or(0, |(at, _)| at);
        let mut found = Vec::new();
        for row in self.from.chunks(self.letters.len().max(1)).rev() {
            found.push(at);
            at = row.get(at).copied().unwrap_or(0);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::{positions, rank};

    fn marked(text: &str, label: &str) -> String {
        let found = positions(text, label);
        let mark = |(at, char): (usize, char)| if found.contains(&at) { char.to_ascii_uppercase() } else { char };
        label.chars().filter(|char| !char.is_whitespace()).enumerate().map(mark).collect()
    }

    #[test]
    fn the_better_match_comes_first() {
        for (text, labels, expected) in [
            ("", vec!["b", "a"], vec!["b", "a"]),
            ("pg", vec!["page", "PostgreSQL", "plug"], vec!["page", "plug", "PostgreSQL"]),
            (
                "sql",
                vec!["PostgreSQL", "SQLite", "NoSQL", "squirrel"],
                vec!["SQLite", "PostgreSQL", "NoSQL", "squirrel"],
            ),
            ("rd", vec!["hard", "red", "raw data"], vec!["raw data", "hard", "red"]),
            ("data raw", vec!["raw data", "data"], vec!["raw data"]),
            ("äß", vec!["Ärger", "ÄRß"], vec!["ÄRß"]),
            ("дом", vec!["Дом", "том"], vec!["Дом"]),
            ("őz", vec!["Őz"], vec!["Őz"]),
            ("οδος", vec!["ΟΔΟΣ", "οδός"], vec!["ΟΔΟΣ", "οδός"]),
            ("turk", vec!["Türkiye", "Tu\u{308}rkiye", "Tuvalu"], vec!["Türkiye", "Tu\u{308}rkiye"]),
            ("Łódź", vec!["Lodz", "ŁÓDŹ"], vec!["Lodz", "ŁÓDŹ"]),
            ("e\u{301}te", vec!["Été"], vec!["Été"]),
            ("bang", vec!["Đà Nẵng", "Băng"], vec!["Băng"]),
            ("推", vec!["再推荐", "开始（推荐）"], vec!["开始（推荐）", "再推荐"]),
            ("日", vec!["今日", "日本"], vec!["日本", "今日"]),
            ("zz", vec!["z"], vec![]),
        ] {
            let ranked: Vec<&str> =
                rank(text, labels.iter().map(|label| (*label, None))).into_iter().map(|at| labels[at]).collect();
            assert_eq!(ranked, expected, "{text:?}");
        }
    }

    #[test]
    fn descriptions_come_after_labels() {
        let options = [("Fast", Some("Needs a café")), ("Cafeteria", None), ("Slow", Some("c a f e")), ("Slow", None)];
        let found = |text: &str| rank(text, options.into_iter());
        assert_eq!(found("cafe"), [1, 0]);
        assert_eq!(found("fast cafe"), [0]);
        assert_eq!(found("NEEDS"), [0]);
        assert_eq!(found(""), [0, 1, 2, 3]);
    }

    #[test]
    fn what_matched_is_found() {
        for (text, label, expected) in [
            ("postgres", "postgres Server", "POSTGRESServer"),
            ("sql", "postgresql", "postgreSQL"),
            ("rd", "raw data", "RawData"),
            ("da ra", "raw data", "RAwDAta"),
            ("ab", "a xab", "axAB"),
            ("x", "abc", "abc"),
            ("", "abc", "abc"),
        ] {
            assert_eq!(marked(text, label), expected, "{text:?} in {label:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn what_contains_the_text_matches_and_all_of_it_is_found(before in "[a-c ]{0,9}", text in "[a-c]{1,5}", after in "[a-c ]{0,9}") {
            let label = format!("{before}{text}{after}");
            proptest::prop_assert_eq!(rank(&text, [(label.as_str(), None)].into_iter()), vec![0]);
            let visible: Vec<char> = label.chars().filter(|char| !char.is_whitespace()).collect();
            let found: String = positions(&text, &label).iter().map(|&at| visible[at]).collect();
            proptest::prop_assert_eq!(found, text);
        }
    }
}
