//! Fuzzy matching: which labels hold the characters of a text in order, how well, and where.
//!
//! Written out because the crates for it cost from 18 to 280 KB of the module. The scores are in the manner of fzf: runs
//! and starts of words count, gaps cost. Each word of the text has to match by itself, in any order.

/// Characters of a label, and of a word of the text, that are looked at; what follows does not match.
const MAX_LABEL: usize = 512;
const MAX_WORD: usize = 64;

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
        matcher.set_label(label);
        let score = words.iter().try_fold(0_i32, |sum, word| Some(sum + matcher.score(word)?));
        ranked.extend(score.map(|score| (score, at)));
    }
    best_first(&ranked)
}

/// Sorted by score, equals in their order. Scores are few, so each gets a bucket: a general sort costs 8 KB.
fn best_first(ranked: &[(i32, usize)]) -> Vec<usize> {
    let best = ranked.iter().map(|&(score, _)| score).max().unwrap_or(0);
    let mut buckets: Vec<Vec<usize>> = Vec::new();
    for &(score, at) in ranked {
        let bucket = usize::try_from(best - score).unwrap_or(0);
        if buckets.len() <= bucket {
            buckets.resize_with(bucket + 1, Vec::new);
        }
        if let Some(bucket) = buckets.get_mut(bucket) {
            bucket.push(at);
        }
    }
    buckets.concat()
}

/// Where a label matches: positions among its characters that are not white space, in order.
pub(crate) fn positions(text: &str, label: &str) -> Vec<usize> {
    let mut matcher = Matcher::default();
    matcher.set_label(label);
    let mut is_matched = vec![false; matcher.label.len()];
    for word in words(text) {
        if matcher.score(&word).is_some() {
            for at in matcher.trace(word.len()) {
                is_matched.get_mut(at).into_iter().for_each(|is_matched| *is_matched = true);
            }
        }
    }
    let visible = matcher.label.iter().zip(is_matched).filter(|(char, _)| !char.is_whitespace());
    (0..).zip(visible).filter_map(|(at, (_, is_matched))| is_matched.then_some(at)).collect()
}

fn words(text: &str) -> Vec<Vec<char>> {
    text.split_whitespace().map(|word| word.chars().take(MAX_WORD).map(fold).collect()).collect()
}

/// Small letters for capital ones, in the alphabets where they stand at a fixed distance.
pub(crate) fn fold(char: char) -> char {
    let distance = match char {
        'A'..='Z' | 'À'..='Ö' | 'Ø'..='Þ' | 'Α'..='Ω' | 'А'..='Я' => 32,
        'Ѐ'..='Џ' => 80,
        _ => return char,
    };
    char::from_u32(u32::from(char) + distance).unwrap_or(char)
}

/// A label taken apart, and the table of the word that was scored last.
#[derive(Default)]
struct Matcher {
    label: Vec<char>,
    folded: Vec<char>,
    /// What a match at each character is worth beside the match itself.
    bonus: Vec<i32>,
    /// For each character of the word, and each of the label, the best that ends with this match: its score, and where
    /// the character before it was matched.
    table: Vec<(i32, usize)>,
}

impl Matcher {
    fn set_label(&mut self, label: &str) {
        self.label.clear();
        self.label.extend(label.chars().take(MAX_LABEL));
        self.folded.clear();
        self.folded.extend(self.label.iter().map(|&char| fold(char)));
        self.bonus.clear();
        let mut before = None;
        for (&char, &folded) in self.label.iter().zip(&self.folded) {
            let is_capital = |char: char, folded: char| char != folded;
            self.bonus.push(match before {
                None => AT_START,
                Some((before, _)) if !is_part_of_word(before) && is_part_of_word(char) => AT_WORD,
                Some((before, folded_before)) if is_capital(char, folded) && !is_capital(before, folded_before) => {
                    AT_WORD
                }
                Some(_) => 0,
            });
            before = Some((char, folded));
        }
    }

    /// How well a word matches; `None` where it does not.
    fn score(&mut self, word: &[char]) -> Option<i32> {
        let mut rest = self.folded.iter();
        if !word.iter().all(|char| rest.any(|other| other == char)) {
            return None;
        }
        self.table.clear();
        let mut before: Vec<(i32, usize)> = Vec::new();
        for &char in word {
            let mut row = Vec::with_capacity(self.folded.len());
            // The best match so far of the characters before, with a gap behind it.
            let (mut gapped, mut gapped_at) = (NONE, 0);
            for (at, (&other, &bonus)) in self.folded.iter().zip(&self.bonus).enumerate() {
                let adjacent = at.checked_sub(1).and_then(|at| before.get(at)).map_or(NONE, |&(score, _)| score);
                let (score, from) = if before.is_empty() {
                    (bonus, at)
                } else if adjacent + bonus.max(IN_RUN) >= gapped + bonus {
                    (adjacent + bonus.max(IN_RUN), at.saturating_sub(1))
                } else {
                    (gapped + bonus, gapped_at)
                };
                row.push(if other == char && score > NONE / 2 { (score + MATCH, from) } else { (NONE, 0) });
                gapped += GAP;
                if adjacent + GAP_START > gapped {
                    (gapped, gapped_at) = (adjacent + GAP_START, at.saturating_sub(1));
                }
            }
            self.table.extend(&row);
            before = row;
        }
        before.iter().map(|&(score, _)| score).max().filter(|&score| score > NONE / 2)
    }

    /// Where the characters of the word that was scored last are, from its last.
    fn trace(&self, word: usize) -> Vec<usize> {
        let columns = self.folded.len();
        let cell = |row: usize, at: usize| self.table.get(row * columns + at).copied().unwrap_or((NONE, 0));
        let last = word.saturating_sub(1);
        let Some(mut at) = (0..columns).max_by_key(|&at| (cell(last, at).0, std::cmp::Reverse(at))) else {
            return Vec::new();
        };
        let mut found = Vec::with_capacity(word);
        for row in (0..word).rev() {
            found.push(at);
            at = cell(row, at).1;
        }
        found
    }
}

fn is_part_of_word(char: char) -> bool {
    // Signs of other scripts are rare in labels; taking them for letters costs a bonus at most.
    char.is_ascii_alphanumeric() || !char.is_ascii()
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
