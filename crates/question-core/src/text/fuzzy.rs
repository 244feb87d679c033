//! Fuzzy matching: which labels hold the characters of a text in order, how well, and where.
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

/// Positions of the labels that match, best first; equals in their order. A blank text matches all.
pub(crate) fn rank<'a>(text: &str, labels: impl Iterator<Item = &'a str>) -> Vec<usize> {
    let words = words(text);
    let mut matcher = Matcher::default();
    let mut ranked: Vec<(i32, usize)> = Vec::new();
    for (at, label) in labels.enumerate() {
        if words.iter().all(|word| is_in(word, label)) {
            matcher.set_label(label);
            ranked.push((words.iter().map(|word| matcher.score(word)).sum(), at));
        }
    }
    ranked.sort_by_key(|&(score, _)| Reverse(score));
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
    let visible = matcher.letters.iter().zip(is_matched).filter(|(letter, _)| !letter.folded.is_whitespace());
    (0..).zip(visible).filter_map(|(at, (_, is_matched))| is_matched.then_some(at)).collect()
}

fn words(text: &str) -> Vec<Vec<char>> {
    text.split_whitespace().take(MAX_WORDS).map(|word| word.chars().take(MAX_WORD).map(fold).collect()).collect()
}

/// Whether a label has the characters of a word in order.
fn is_in(word: &[char], label: &str) -> bool {
    let mut rest = label.chars().take(MAX_LABEL).map(fold);
    word.iter().all(|&char| rest.any(|other| other == char))
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
    folded: char,
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
            self.letters.push(Letter { folded: fold(char), bonus });
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
                let (score, from) = if letter.folded != char {
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
            ("οδος", vec!["ΟΔΟΣ", "οδός"], vec!["ΟΔΟΣ"]),
            ("推", vec!["再推荐", "开始（推荐）"], vec!["开始（推荐）", "再推荐"]),
            ("日", vec!["今日", "日本"], vec!["日本", "今日"]),
            ("zz", vec!["z"], vec![]),
        ] {
            let ranked: Vec<&str> = rank(text, labels.iter().copied()).into_iter().map(|at| labels[at]).collect();
            assert_eq!(ranked, expected, "{text:?}");
        }
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
            proptest::prop_assert_eq!(rank(&text, [label.as_str()].into_iter()), vec![0]);
            let visible: Vec<char> = label.chars().filter(|char| !char.is_whitespace()).collect();
            let found: String = positions(&text, &label).iter().map(|&at| visible[at]).collect();
            proptest::prop_assert_eq!(found, text);
        }
    }
}
