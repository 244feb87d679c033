//! Finding options by words that the user types: which labels have words that begin so, and which label is named in
//! full. Case, accents and the width of letters are ignored.
//!
//! Stands in for `nucleo-matcher`, which finds letters anywhere in a label, and neither “strasse” in “Straße” nor
//! full-width letters.

use std::ops::Range;

use super::fold::letters;
use super::start_of;

/// Maximum length of a text that finds anything, and of the part of a label that is searched, in characters. A longer
/// text names no option.
const MAX_CHARS: usize = 512;

/// The labels of a list in their simplest form.
#[derive(Debug)]
pub(crate) struct Labels {
    /// All labels, each of which ends in a newline.
    text: String,
    /// Where each label begins, in bytes, and the end of the last one.
    starts: Vec<usize>,
    /// Where words begin in bytes, in order, as far as the text does not show it: at capitals, for example.
    begins: Vec<usize>,
}

impl Labels {
    pub(crate) fn new<'a>(labels: impl Iterator<Item = &'a str> + Clone) -> Self {
        let length = labels.clone().map(|label| label.len() + 1).sum();
        let mut all = Self { text: String::with_capacity(length), starts: vec![0], begins: Vec::new() };
        for label in labels {
            all.push(start_of(label, MAX_CHARS));
            all.text.push('\n');
            all.starts.push(all.text.len());
        }
        all
    }

    /// Adds the letters of a label, as `each_letter` passes them on. Those that are in their simplest form but for the case
    /// are added in runs, several times as fast, because the first letter that is typed waits for all labels.
    fn push(&mut self, mut label: &str) {
        let mut before = None;
        loop {
            let (run, rest) = label.split_at(label.find(|char| !is_simple(char)).unwrap_or(label.len()));
            let start = self.text.len();
            self.text.push_str(run);
            self.text.get_mut(start..).into_iter().for_each(str::make_ascii_lowercase);
            let befores = std::iter::once(before.is_some_and(char::is_uppercase));
            let befores = befores.chain(run.bytes().map(|byte| byte.is_ascii_uppercase()));
            let is_capital = |(byte, is_after_capital): (u8, bool)| byte.is_ascii_uppercase() && !is_after_capital;
            let capitals = run.bytes().zip(befores).map(is_capital).zip(start..);
            self.begins.extend(capitals.filter_map(|(is_capital, at)| is_capital.then_some(at)));
            before = run.chars().next_back().or(before);
            let mut chars = rest.chars();
            let Some(char) = chars.next() else { break };
            let mut is_letter = false;
            simplify(char, |letter| {
                self.begins.extend((!is_letter && is_begin(before, char)).then_some(self.text.len()));
                self.text.push(letter);
                is_letter = true;
            });
            before = Some(char).filter(|_| is_letter).or(before);
            label = chars.as_str();
        }
    }

    /// Returns the indices of the labels in which each word of the text begins a word, 0-based, in order. If `among` are
    /// those that a beginning of the text has found, no others are searched. A blank text finds none.
    pub(crate) fn find(&self, text: &str, among: Option<&[usize]>) -> Vec<usize> {
        let text = simple(text);
        let mut words = words(&text);
        if text.chars().nth(MAX_CHARS).is_some() || text.trim().is_empty() {
            return Vec::new();
        }
        let Some(first) = words.next() else {
            // Marks alone find the labels that they are.
            return self.all().filter(|at| self.is(*at, &text)).collect();
        };
        let mut found = match among {
            Some(among) => among.iter().copied().filter(|at| self.has(*at, first)).collect(),
            None => self.find_word(first),
        };
        for word in words {
            found.retain(|at| self.has(*at, word));
        }
        found
    }

    /// Returns the index of the label that the text names, 0-based: the one that it is, or else the only one that begins
    /// with its words, or with one of `meant`, the words that the text stands for. A question names none by its words.
    /// `found` are the labels that [`Self::find`] finds.
    pub(crate) fn index_named(&self, text: &str, found: &[usize], meant: &[&str]) -> Option<usize> {
        let is_question = text.trim_end().ends_with(['?', '？']);
        let text = simple(text);
        let own: Vec<&str> = words(&text).collect();
        let level = |at: usize| match after(self.label(at), &own)? {
            _ if self.is(at, &text) => Some((0, at)),
            _ if is_question => None,
            rest if rest.trim_start_matches(is_no_word).is_empty() => Some((1, at)),
            _ => Some((2, at)),
        };
        let levels: Vec<(usize, usize)> = found.iter().filter_map(|at| level(*at)).collect();
        let best = levels.iter().map(|(level, _)| level).min();
        let mut named = levels.iter().filter(|(level, _)| Some(level) == best);
        match (named.next(), named.next()) {
            (Some((_, named)), None) => Some(*named),
            _ => self.beginning_with(meant),
        }
    }

    /// Returns the index of the only label whose first word is one of these, 0-based.
    fn beginning_with(&self, first: &[&str]) -> Option<usize> {
        if first.is_empty() {
            return None;
        }
        let first: Vec<String> = first.iter().map(|word| simple(word)).collect();
        let is_such =
            |at: &usize| words(self.label(*at)).next().is_some_and(|word| first.iter().any(|own| own == word));
        let mut such = self.all().filter(is_such);
        such.next().filter(|_| such.next().is_none())
    }

    fn all(&self) -> Range<usize> {
        0..self.starts.len().saturating_sub(1)
    }

    /// Returns whether a label is a text in its simplest form.
    fn is(&self, at: usize, text: &str) -> bool {
        self.label(at).trim() == text.trim()
    }

    fn label(&self, at: usize) -> &str {
        let end = self.starts.get(at + 1).map_or(0, |end| end.saturating_sub(1));
        self.starts.get(at).and_then(|start| self.text.get(*start..end)).unwrap_or_default()
    }

    /// Returns whether a word of a label begins with `word`.
    fn has(&self, at: usize, word: &str) -> bool {
        let start = self.starts.get(at).copied().unwrap_or(0);
        let label = self.label(at).as_bytes();
        // Preparing a search takes longer than reading a label.
        let is_word = |offset: &usize| label.get(*offset..).is_some_and(|rest| rest.starts_with(word.as_bytes()));
        (0..label.len()).filter(is_word).any(|offset| self.is_begin(start + offset))
    }

    fn is_begin(&self, byte: usize) -> bool {
        let (before, after) = self.text.split_at_checked(byte).unwrap_or_default();
        after.starts_with(is_plain)
            || before.chars().next_back().is_none_or(|before| !before.is_alphanumeric())
            || self.begins.binary_search(&byte).is_ok()
    }

    /// Returns the labels in which a word begins with `word`.
    fn find_word(&self, word: &str) -> Vec<usize> {
        let mut found = Vec::new();
        let mut at = 0;
        let mut keep = |byte: usize| {
            while self.starts.get(at + 1).is_some_and(|next| *next <= byte) {
                at += 1;
            }
            if self.is_begin(byte) && found.last() != Some(&at) {
                found.push(at);
            }
        };
        // Occurrences of a word may overlap, those of its first letter do not.
        for (byte, _) in word.chars().next().into_iter().flat_map(|letter| self.text.match_indices(letter)) {
            if self.text.get(byte..).is_some_and(|rest| rest.starts_with(word)) {
                keep(byte);
            }
        }
        found
    }
}

/// Returns the sorted byte offsets of the characters of a label that the words of a text mark.
pub(crate) fn matched(text: &str, label: &str) -> Vec<usize> {
    let text = simple(text);
    let mut letters = Vec::new();
    each_letter(label, |letter, begins, origin| letters.push((letter, begins, origin)));
    let mut matched = Vec::new();
    for word in words(&text) {
        let length = word.chars().count();
        for part in letters.windows(length.max(1)) {
            if part.first().is_some_and(|(_, begins, _)| *begins)
                && part.iter().map(|(letter, ..)| *letter).eq(word.chars())
            {
                matched.extend(part.iter().map(|(.., origin)| *origin));
            }
        }
    }
    matched.sort_unstable();
    matched
}

/// Returns a text in its simplest form.
pub(crate) fn simple(text: &str) -> String {
    let mut simple = String::new();
    text.chars().take(MAX_CHARS + 1).for_each(|char| simplify(char, |letter| simple.push(letter)));
    simple
}

/// Splits a text in its simplest form into words.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().map(|word| word.trim_matches(is_around)).filter(|word| !word.is_empty())
}

/// Returns what follows these words at the beginning of a label, both in their simplest form.
fn after<'a>(label: &'a str, own: &[&str]) -> Option<&'a str> {
    own.iter().try_fold(label, |label, word| {
        let rest = label.trim_start_matches(is_no_word).strip_prefix(word)?.trim_start_matches(is_around);
        (rest.is_empty() || rest.starts_with(char::is_whitespace)).then_some(rest)
    })
}

/// Passes on the letters of a label in their simplest form, each with whether it begins a word and the byte offset of its
/// character. A word begins after a mark, at a capital inside a word, and at each character of a script without blanks.
fn each_letter(label: &str, mut each: impl FnMut(char, bool, usize)) {
    let mut before = None;
    for (origin, char) in label.char_indices().take(MAX_CHARS) {
        let mut begins = Some(is_begin(before, char));
        simplify(char, |letter| each(letter, begins.take().unwrap_or(false), origin));
        // A combining accent has no letter.
        if begins.is_none() {
            before = Some(char);
        }
    }
}

/// Passes on the letters of a character in their simplest form. A mark that separates words is a blank.
fn simplify(char: char, mut each: impl FnMut(char)) {
    match char {
        '\0'..='\u{7f}' => each(char.to_ascii_lowercase()),
        _ if is_between(char) => each(' '),
        _ if is_plain(char) => each(char),
        _ => letters(char).for_each(each),
    }
}

/// Returns whether a character is a mark around a word and no part of it: “yes” names “Yes, force-push”.
fn is_around(char: char) -> bool {
    matches!(char, '.' | ',' | ';' | ':' | '!' | '?' | '"' | '\'' | '(' | ')' | '[' | ']' | '{' | '}' | '*' | '`')
        || matches!(char, '…' | '“' | '”' | '„' | '«' | '»')
}

/// Returns whether a character is in its simplest form but for the case.
fn is_simple(char: char) -> bool {
    char.is_ascii() || is_plain(char)
}

/// Returns whether a character is of a script without blanks, case and accents, as most of Asia are.
fn is_plain(char: char) -> bool {
    ('\u{2e80}'..'\u{fb00}').contains(&char) && !is_between(char)
}

fn is_no_word(char: char) -> bool {
    char.is_whitespace() || is_around(char)
}

/// Returns whether a character is a mark that separates words without a blank. It counts as one.
fn is_between(char: char) -> bool {
    matches!(char, '，' | '、' | '；' | '：' | '！' | '？' | '（' | '）' | '。' | '「' | '」')
}

fn is_begin(before: Option<char>, char: char) -> bool {
    before.is_none_or(|before| {
        char >= '\u{2e80}' || !before.is_alphanumeric() || (char.is_uppercase() && !before.is_uppercase())
    })
}

#[cfg(test)]
mod tests {
    use super::{Labels, matched};

    fn found<'a>(text: &str, labels: &[&'a str]) -> Vec<&'a str> {
        Labels::new(labels.iter().copied()).find(text, None).into_iter().map(|at| labels[at]).collect()
    }

    fn label_named<'a>(text: &str, labels: &[&'a str]) -> Option<&'a str> {
        let all = Labels::new(labels.iter().copied());
        all.index_named(text, &all.find(text, None), &[]).map(|at| labels[at])
    }

    #[test]
    fn words_find_the_labels_that_have_words_which_begin_so() {
        for (text, labels, expected) in [
            ("", vec!["b", "a"], vec![]),
            ("sql", vec!["NoSQL", "SQLite", "postgresql"], vec!["NoSQL", "SQLite"]),
            ("data raw", vec!["raw data", "data"], vec!["raw data"]),
            ("дом", vec!["Дом", "том"], vec!["Дом"]),
            ("οδος", vec!["ΟΔΟΣ"], vec!["ΟΔΟΣ"]),
            ("turk", vec!["Türkiye", "Tu\u{308}rkiye", "Tuvalu"], vec!["Türkiye", "Tu\u{308}rkiye"]),
            ("Łódź", vec!["Lodz", "ŁÓDŹ"], vec!["Lodz", "ŁÓDŹ"]),
            ("strasse", vec!["Straße", "STRASSE", "Strand"], vec!["Straße", "STRASSE"]),
            ("straße", vec!["Strasse"], vec!["Strasse"]),
            ("abc", vec!["ＡＢＣ"], vec!["ＡＢＣ"]),
            ("荐", vec!["再推荐", "开始"], vec!["再推荐"]),
            ("no, use", vec!["No", "Use no one"], vec!["Use no one"]),
            ("?", vec!["Why?", "?"], vec!["?"]),
            ("a", vec!["b a", "ba"], vec!["b a"]),
            ("cc", vec!["acCc"], vec!["acCc"]),
        ] {
            assert_eq!(found(text, &labels), expected, "{text:?}");
        }
    }

    #[test]
    fn a_text_names_one_label_or_none() {
        for (text, labels, expected) in [
            ("sqlite", vec!["PostgreSQL", "SQLite"], Some("SQLite")),
            ("java", vec!["JavaScript", "Rust"], None),
            ("java", vec!["Java", "Java EE", "JavaScript"], Some("Java")),
            ("80", vec!["8080", "9090"], None),
            ("yes", vec!["Yes, force-push", "No"], Some("Yes, force-push")),
            ("Yes.", vec!["Yes", "No"], Some("Yes")),
            ("no, because I am not ready", vec!["Yes", "No"], None),
            ("yes", vec!["Yes, all", "Yes, one"], None),
            ("c", vec!["C", "C++", "C#"], Some("C")),
            ("c++", vec!["C", "C++", "C#"], Some("C++")),
            ("c", vec!["C++", "C#"], None),
            ("index.ts", vec!["index.ts", "index.ts"], None),
            ("node", vec!["Node.js", "Deno"], None),
            ("sqlite?", vec!["PostgreSQL", "SQLite"], None),
            ("why?", vec!["Why?", "How?"], Some("Why?")),
            ("…", vec!["…", "?"], Some("…")),
            ("force push", vec!["Yes, force push"], None),
            ("是的", vec!["是的，推送", "不"], Some("是的，推送")),
        ] {
            assert_eq!(label_named(text, &labels), expected, "{text:?}");
        }
    }

    #[test]
    fn what_words_find_is_marked() {
        for (text, label, expected) in [
            ("postgres", "postgres Server", "POSTGRES Server"),
            ("sql", "postgresql", "postgresql"),
            ("da ra", "raw data", "RAw DAta"),
            ("asse", "straße asse", "straße ASSE"),
            ("stras", "straße", "STRAße"),
            ("rk", "tu\u{308}rkiye rk", "tu\u{308}rkiye RK"),
        ] {
            let found = matched(text, label);
            let mark = |(at, char): (usize, char)| if found.contains(&at) { char.to_ascii_uppercase() } else { char };
            assert_eq!(label.char_indices().map(mark).collect::<String>(), expected, "{text:?} in {label:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn what_is_found_is_marked(label in "[abAB ,é本（😀\u{301}ß]{0,8}", text in "[absé本]{1,3}") {
            let is_found = !found(&text, &[&label]).is_empty();
            proptest::prop_assert_eq!(is_found, !matched(&text, &label).is_empty());
        }

        #[test]
        fn typing_on_narrows_what_is_found(labels in proptest::collection::vec("[a-cA-C ,]{0,12}", 0..8), text in "[a-c ]{1,6}") {
            let all = Labels::new(labels.iter().map(String::as_str));
            for end in 1..text.len() {
                let start = text.get(..end).unwrap_or_default();
                let earlier = all.find(start, None);
                if !start.trim().is_empty() {
                    proptest::prop_assert_eq!(all.find(&text, Some(&earlier)), all.find(&text, None));
                }
            }
        }
    }
}
