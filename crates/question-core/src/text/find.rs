//! Finding options by words that the user types: which options have words that begin so, and which one the words name.
//!
//! Case, accents, width, apostrophes and composition are ignored on both sides. Of a label, signs and emoji before a word
//! do not count, and neither do marks of a sentence after one. Of what is typed, every sign counts but the marks at its
//! end and the quotes around it: `users.*` is another name than `users`.
//!
//! Stands in for `nucleo-matcher`, which finds letters anywhere in a label, and neither “strasse” in “Straße” nor
//! full-width letters.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use super::fold::{is_letter_mark, letters, narrow};
use super::start_of;

/// Maximum length of a text that finds anything, and of the part of a label or description that is searched, in
/// characters. A longer text names no option.
const MAX_CHARS: usize = 512;

/// How well words name an option: they are its label, exactly, but for quotes around them and marks at
/// their end, or in its simplest form, or the label begins with them.
const EXACT: u8 = 0;
const SPOKEN: u8 = 1;
const LABEL: u8 = 2;
const BEGINNING: u8 = 3;

/// Words as the user has typed them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Typed {
    exact: String,
    /// The words in their simplest form, without the quotes around them and the marks at their end.
    simple: String,
}

impl Typed {
    /// Reads what the user has typed. A text that is too long for a name has no words.
    pub(crate) fn new(text: &str) -> Self {
        let exact = text.trim();
        if exact.chars().nth(MAX_CHARS).is_some() {
            return Self::default();
        }
        let mut simple = String::new();
        for char in spoken(exact).chars() {
            let is_inside = simple.ends_with(|before: char| !before.is_whitespace());
            if is_inside && is_between(char) && is_final(narrow(char)) {
                simple.push(' ');
            } else {
                letters(char).for_each(|letter| simple.push(letter));
            }
        }
        Self { exact: exact.to_owned(), simple }
    }

    fn words(&self) -> impl Iterator<Item = &str> {
        self.simple.split_whitespace()
    }

    /// Returns the words in their simplest form.
    pub(crate) fn simple(&self) -> &str {
        &self.simple
    }

    /// Returns whether the words are a text to the letter, but for the blanks around it.
    pub(crate) fn is_exactly(&self, text: &str) -> bool {
        !self.exact.is_empty() && text.trim() == self.exact
    }

    /// Returns whether the words are a text to the letter, but for quotes around them and marks at their end.
    fn is_spoken(&self, text: &str) -> bool {
        !self.exact.is_empty() && text.trim() == spoken(&self.exact)
    }

    pub(crate) fn is_blank(&self) -> bool {
        self.words().next().is_none()
    }

    /// Returns the words without the symbols before them and the marks after them.
    pub(crate) fn bare(&self) -> String {
        bare_words(&self.simple).collect::<Vec<_>>().join(" ")
    }

    /// Returns whether every option that these words find is among those that the `earlier` ones found.
    pub(crate) fn goes_on_from(&self, earlier: &Self) -> bool {
        !earlier.is_blank() && self.simple.starts_with(&earlier.simple)
    }

    /// Returns the sorted byte offsets of the characters of a text that the words mark.
    pub(crate) fn marks(&self, text: &str) -> Vec<usize> {
        let mut letters = Vec::new();
        each_letter(text, |letter, begins, origin| letters.push((letter, begins, origin)));
        let mut marked = Vec::new();
        for word in self.words() {
            let length = word.chars().count();
            for part in letters.windows(length.max(1)) {
                if part.first().is_some_and(|(_, begins, _)| *begins)
                    && part.iter().map(|(letter, ..)| *letter).eq(word.chars())
                {
                    marked.extend(part.iter().map(|(.., origin)| *origin));
                }
            }
        }
        marked.sort_unstable();
        marked
    }
}

/// Returns what is typed without the quotes around it and the marks at its end, unless nothing else is left.
fn spoken(text: &str) -> &str {
    let mut rest = text;
    loop {
        let shorter = unquoted(rest.trim_end_matches(|char| is_final(narrow(char)))).trim();
        if shorter.len() == rest.len() {
            return rest;
        }
        if shorter.is_empty() {
            return text;
        }
        rest = shorter;
    }
}

fn unquoted(text: &str) -> &str {
    let pairs = [
        ('"', '"'),
        ('\'', '\''),
        ('“', '”'),
        ('„', '“'),
        ('‘', '’'),
        ('‚', '‘'),
        ('«', '»'),
        ('»', '«'),
        ('「', '」'),
        ('『', '』'),
    ];
    let inner = |(start, end): (char, char)| text.strip_prefix(start)?.strip_suffix(end);
    pairs.into_iter().find_map(inner).unwrap_or(text)
}

/// The labels and descriptions of a list in their simplest form.
#[derive(Debug)]
pub(crate) struct Labels {
    /// Label and description of each option in turn, each of which ends in a newline.
    text: String,
    /// Where each of them begins, in bytes, and the end of the last one.
    starts: Vec<usize>,
    /// Where words begin in bytes, in order, as far as the text does not show it: at syllables.
    begins: Vec<usize>,
}

impl Labels {
    /// Reads the label and the description of each option, as they are shown.
    pub(crate) fn new<'a>(options: impl Iterator<Item = (Cow<'a, str>, &'a str)>) -> Self {
        let mut all = Self { text: String::new(), starts: vec![0], begins: Vec::new() };
        for (label, description) in options {
            for text in [&*label, description] {
                all.push(start_of(text, MAX_CHARS));
                all.text.push('\n');
                all.starts.push(all.text.len());
            }
        }
        all
    }

    /// Adds the letters of a text, as `each_letter` passes them on. Those that are in their simplest form but for the case
    /// are added in runs, several times as fast, because the first letter that is typed waits for all labels.
    fn push(&mut self, mut text: &str) {
        let mut before = None;
        loop {
            let (run, rest) = text.split_at(text.find(|char| !is_simple(char)).unwrap_or(text.len()));
            let start = self.text.len();
            self.text.push_str(run);
            self.text.get_mut(start..).into_iter().for_each(str::make_ascii_lowercase);
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
            text = chars.as_str();
        }
    }

    /// Returns the indices of the options in whose label or description each word begins a word, 0-based, in order. No
    /// others than `among` are searched. No words find none.
    pub(crate) fn find(&self, typed: &Typed, among: Option<&[usize]>) -> Vec<usize> {
        let mut words = typed.words();
        let Some(first) = words.next() else { return Vec::new() };
        let mut found = match among {
            Some(among) => among.iter().copied().filter(|at| self.has(*at, first)).collect(),
            None => self.find_word(first),
        };
        for word in words {
            found.retain(|at| self.has(*at, word));
        }
        found
    }

    /// Returns the indices of the options by each beginning of their labels, in bare words.
    pub(crate) fn by_beginning(&self) -> HashMap<String, Vec<usize>> {
        /// Most words of a label that are read for this.
        const MAX_WORDS: usize = 32;
        let mut all: HashMap<String, Vec<usize>> = HashMap::new();
        for at in 0..self.starts.len() / 2 {
            let mut beginning = String::new();
            for word in bare_words(unquoted(self.label(at).trim())).take(MAX_WORDS) {
                beginning.extend([if beginning.is_empty() { "" } else { " " }, word]);
                all.entry(beginning.clone()).or_default().push(at);
            }
        }
        all
    }

    /// Returns the indices of the options that the words name, 0-based: those whose label they are, or else the only one
    /// whose label begins with them. `words` and the words that they stand for are given with the options that may be
    /// meant, and `label` returns a label as it is shown.
    pub(crate) fn named<'a>(&self, words: &[(Typed, Vec<usize>)], label: impl Fn(usize) -> Cow<'a, str>) -> Vec<usize> {
        let mut named = Vec::new();
        for (typed, options) in words {
            for at in options {
                let label = label(*at);
                named.extend(match () {
                    () if typed.is_exactly(&label) => Some((EXACT, *at)),
                    () if typed.is_spoken(&label) => Some((SPOKEN, *at)),
                    () => self.level(*at, typed),
                });
            }
        }
        let level = named.iter().map(|(level, _)| *level).min().unwrap_or(BEGINNING);
        let mut best: Vec<usize> = named.iter().filter(|(own, _)| *own == level).map(|(_, at)| *at).collect();
        best.sort_unstable();
        best.dedup();
        if level == BEGINNING && best.len() > 1 { Vec::new() } else { best }
    }

    /// Returns how well words name an option, with its index.
    fn level(&self, at: usize, typed: &Typed) -> Option<(u8, usize)> {
        let mut label = unquoted(self.label(at).trim());
        for word in typed.words() {
            loop {
                let (token, rest) = first_token(label)?;
                label = rest;
                if is_word(token, word) {
                    break;
                }
                if !token.trim_start_matches(is_symbol).is_empty() {
                    return None;
                }
            }
        }
        let is_whole = label.trim_start_matches(|char: char| char.is_whitespace() || is_symbol(char)).is_empty();
        Some((if is_whole { LABEL } else { BEGINNING }, at))
    }

    /// Returns the label of an option.
    fn label(&self, at: usize) -> &str {
        let range = self.starts.get(at * 2).copied().unwrap_or_default()..self.end(at * 2);
        self.text.get(range).unwrap_or_default()
    }

    /// Returns where a label or a description ends.
    fn end(&self, text: usize) -> usize {
        self.starts.get(text + 1).map_or(0, |end| end.saturating_sub(1))
    }

    /// Returns whether a word of an option begins with `word`.
    fn has(&self, at: usize, word: &str) -> bool {
        let range: Range<usize> = self.starts.get(at * 2).copied().unwrap_or_default()..self.end(at * 2 + 1);
        let text = self.text.as_bytes().get(range.clone()).unwrap_or_default();
        // Preparing a search takes longer than reading a label.
        let is_word = |offset: &usize| text.get(*offset..).is_some_and(|rest| rest.starts_with(word.as_bytes()));
        (0..text.len()).filter(is_word).any(|offset| self.is_begin(range.start + offset))
    }

    fn is_begin(&self, byte: usize) -> bool {
        let (before, after) = self.text.split_at_checked(byte).unwrap_or_default();
        after.starts_with(is_plain)
            || before.chars().next_back().is_none_or(|before| !before.is_alphanumeric() && !is_letter_mark(before))
            || self.begins.binary_search(&byte).is_ok()
    }

    /// Returns the options in which a word begins with `word`.
    fn find_word(&self, word: &str) -> Vec<usize> {
        let mut found = Vec::new();
        let mut at = 0;
        let mut keep = |byte: usize| {
            while self.starts.get(at * 2 + 2).is_some_and(|next| *next <= byte) {
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

/// Splits a text in its simplest form into words without the symbols before them and the marks after them.
fn bare_words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split_whitespace().map(|word| word.trim_start_matches(is_symbol).trim_end_matches(is_final));
    words.filter(|word| !word.is_empty())
}

/// Splits the first word from the rest of a label.
fn first_token(label: &str) -> Option<(&str, &str)> {
    let label = label.trim_start();
    let (token, rest) = label.split_at(label.find(char::is_whitespace).unwrap_or(label.len()));
    (!token.is_empty()).then_some((token, rest))
}

/// Returns whether a word of a label is a typed one, with or without the symbols before it and the marks after it.
fn is_word(token: &str, word: &str) -> bool {
    let bare = token.trim_start_matches(is_symbol);
    [token, bare].into_iter().any(|token| token == word || token.trim_end_matches(is_final) == word)
}

/// Passes on the letters of a text in their simplest form, each with whether it begins a word and the byte offset of its
/// character. A word begins after a mark, and at each character of a script without blanks.
fn each_letter(text: &str, mut each: impl FnMut(char, bool, usize)) {
    let mut before = None;
    for (origin, char) in text.char_indices().take(MAX_CHARS) {
        let mut begins = Some(is_begin(before, char));
        simplify(char, |letter| each(letter, begins.take().unwrap_or(false), origin));
        // A combining accent has no letter.
        if begins.is_none() {
            before = Some(char);
        }
    }
}

/// Passes on the letters of a character of a label in their simplest form. A mark that separates words is a blank.
fn simplify(char: char, mut each: impl FnMut(char)) {
    match char {
        '\'' => {}
        '\0'..='\u{7f}' => each(char.to_ascii_lowercase()),
        _ if is_between(char) => each(' '),
        _ if is_plain(char) => each(char),
        _ => letters(char).for_each(each),
    }
}

/// Returns whether a narrow character is a mark after a word and no part of it: “yes” names “Yes, force-push”.
fn is_final(char: char) -> bool {
    matches!(char, '.' | ',' | ';' | ':' | '…' | '!' | '。' | '、')
}

/// Returns whether a character is a symbol or an emoji, which is no part of the word that follows it.
fn is_symbol(char: char) -> bool {
    !char.is_ascii() && !char.is_alphanumeric() && !is_letter_mark(char)
}

/// Returns whether a character is in its simplest form but for the case.
fn is_simple(char: char) -> bool {
    (char.is_ascii() && char != '\'') || is_plain(char)
}

/// Returns whether a character is of a script without blanks, case, accents and composition, as Chinese is.
fn is_plain(char: char) -> bool {
    matches!(char, '\u{2e80}'..'\u{3040}' | '\u{3100}'..'\u{ac00}' | '\u{d7a4}'..'\u{fb00}') && !is_between(char)
}

/// Returns whether a character is a mark that separates words of a label without a blank. It counts as one.
fn is_between(char: char) -> bool {
    matches!(char, '，' | '、' | '；' | '：' | '！' | '？' | '（' | '）' | '。' | '「' | '」')
}

fn is_begin(before: Option<char>, char: char) -> bool {
    before.is_none_or(|before| {
        let is_syllable = matches!(char, '\u{1100}'..'\u{1160}' | '\u{2e80}'..) && !is_letter_mark(char);
        let is_inside = before.is_alphanumeric() || is_letter_mark(before);
        is_syllable || !is_inside
    })
}

#[cfg(test)]
mod tests {
    use super::{Labels, Typed};

    fn labels_of<'a>(labels: &[&'a str]) -> Labels {
        let split = |label: &'a str| label.split_once(" | ").unwrap_or((label, ""));
        Labels::new(labels.iter().map(|label| split(label)).map(|(label, description)| (label.into(), description)))
    }

    fn found<'a>(text: &str, labels: &[&'a str]) -> Vec<&'a str> {
        labels_of(labels).find(&Typed::new(text), None).into_iter().map(|at| labels[at]).collect()
    }

    fn label_named<'a>(text: &str, labels: &[&'a str]) -> Option<&'a str> {
        let (all, typed) = (labels_of(labels), Typed::new(text));
        let found = all.find(&typed, None);
        let named = all.named(&[(typed, found)], |at| labels[at].into());
        if let [named] = named.as_slice() { Some(labels[*named]) } else { None }
    }

    #[test]
    fn words_find_the_options_that_have_words_which_begin_so() {
        for (text, labels, expected) in [
            ("", vec!["b", "a"], vec![]),
            ("sql", vec!["NoSQL", "SQLite", "postgresql"], vec!["SQLite"]),
            ("data raw", vec!["raw data", "data"], vec!["raw data"]),
            ("дом", vec!["Дом", "том"], vec!["Дом"]),
            ("οδος", vec!["ΟΔΟΣ", "οδός"], vec!["ΟΔΟΣ", "οδός"]),
            ("turk", vec!["Türkiye", "Tu\u{308}rkiye", "Tuvalu"], vec!["Türkiye", "Tu\u{308}rkiye"]),
            ("Łódź", vec!["Lodz", "ŁÓDŹ"], vec!["Lodz", "ŁÓDŹ"]),
            ("strasse", vec!["Straße", "STRASSE", "Strand"], vec!["Straße", "STRASSE"]),
            ("straße", vec!["Strasse"], vec!["Strasse"]),
            ("abc", vec!["ＡＢＣ"], vec!["ＡＢＣ"]),
            ("荐", vec!["再推荐", "开始"], vec!["再推荐"]),
            ("\u{1112}\u{1161}\u{11ab}", vec!["한국", "국한"], vec!["한국", "국한"]),
            ("ｶﾞ", vec!["ガス", "カス"], vec!["ガス"]),
            ("か\u{3099}く", vec!["がく", "かく"], vec!["がく"]),
            ("no, use", vec!["No, use it", "Use no one"], vec!["No, use it"]),
            ("dont", vec!["Don’t know", "Do"], vec!["Don’t know"]),
            ("?", vec!["Why?", "?"], vec!["?"]),
            ("a", vec!["b a", "ba"], vec!["b a"]),
            ("aa", vec!["b aaa"], vec!["b aaa"]),
            ("fast", vec!["SQLite | A fast one", "MySQL | Slow"], vec!["SQLite | A fast one"]),
            ("sql fast", vec!["SQLite | A fast one", "MySQL | Fast"], vec!["SQLite | A fast one"]),
        ] {
            assert_eq!(found(text, &labels), expected, "{text:?}");
        }
    }

    #[test]
    fn a_text_names_one_option_or_none() {
        for (text, labels, expected) in [
            ("sqlite", vec!["PostgreSQL", "SQLite"], Some("SQLite")),
            ("java", vec!["JavaScript", "Rust"], None),
            ("java", vec!["Java", "Java EE", "JavaScript"], Some("Java")),
            ("80", vec!["8080", "9090"], None),
            ("yes", vec!["Yes, force-push", "No"], Some("Yes, force-push")),
            ("yes, force-push", vec!["Yes, force-push", "Yes, all"], Some("Yes, force-push")),
            ("yes force-push", vec!["Yes, force-push", "Yes, all"], Some("Yes, force-push")),
            ("Yes.", vec!["Yes", "No"], Some("Yes")),
            ("\"yes!\"", vec!["Yes", "No"], Some("Yes")),
            ("no, because I am not ready", vec!["Yes", "No"], None),
            ("yes", vec!["Yes, all", "Yes, one"], None),
            ("yes", vec!["Yes", "Yes, and don't ask again"], Some("Yes")),
            ("c", vec!["C", "C++", "C#"], Some("C")),
            ("c++", vec!["C", "C++", "C#"], Some("C++")),
            ("c", vec!["C++", "C#"], None),
            ("c", vec!["C", "c"], Some("c")),
            ("Résumé", vec!["Resume", "Résumé"], Some("Résumé")),
            ("résumé", vec!["Resume", "Résumé"], None),
            ("index.ts", vec!["index.ts", "index.ts"], None),
            ("node", vec!["Node.js", "Deno"], None),
            ("sqlite?", vec!["PostgreSQL", "SQLite"], None),
            ("yes?!", vec!["Yes", "No"], None),
            ("why?", vec!["Why?", "How?"], Some("Why?")),
            ("…", vec!["…", "?"], Some("…")),
            ("force push", vec!["Yes, force push"], None),
            ("是的", vec!["是的，推送", "不"], Some("是的，推送")),
            ("是的。", vec!["是的", "不"], Some("是的")),
            ("为什么", vec!["为什么？"], Some("为什么？")),
            ("yes", vec!["✅ Yes, deploy", "❌ No"], Some("✅ Yes, deploy")),
            ("✅ yes", vec!["✅ Yes, deploy", "Yes"], Some("✅ Yes, deploy")),
            ("approve", vec!["→ Approve", "• Reject"], Some("→ Approve")),
            ("save exit", vec!["Save → exit", "Save"], Some("Save → exit")),
            ("don't know", vec!["Don’t know", "Know"], Some("Don’t know")),
            ("string[]", vec!["string", "number"], None),
            ("!isReady", vec!["isReady", "!isReady"], Some("!isReady")),
            ("！ｉｓＲｅａｄｙ", vec!["isReady", "!isReady"], Some("!isReady")),
            ("isReady", vec!["isReady", "!isReady"], Some("isReady")),
            ("users.*", vec!["users", "orders"], None),
            ("A*", vec!["A", "B"], None),
            (".git", vec!["git", "hg"], None),
            ("foo()", vec!["foo", "bar"], None),
            ("<T>", vec!["T", "U"], None),
            ("resume", vec!["| Resume"], None),
            ("payload", vec!["pay\u{200b}load", "a"], Some("pay\u{200b}load")),
            ("re-run", vec!["re\u{2011}run", "run"], Some("re\u{2011}run")),
            ("שלום", vec!["\u{200f}שלום\u{200e}", "לא"], Some("\u{200f}שלום\u{200e}")),
            ("a", vec!["\u{200b}\u{feff}a b", "c"], Some("\u{200b}\u{feff}a b")),
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
            let found = Typed::new(text).marks(label);
            let mark = |(at, char): (usize, char)| if found.contains(&at) { char.to_ascii_uppercase() } else { char };
            assert_eq!(label.char_indices().map(mark).collect::<String>(), expected, "{text:?} in {label:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn what_is_found_is_marked(label in "[abAB ,é本（😀\u{301}ßが한']{0,8}", text in "[absé本か]{1,3}") {
            let is_found = !found(&text, &[&label]).is_empty();
            proptest::prop_assert_eq!(is_found, !Typed::new(&text).marks(&label).is_empty());
        }

        #[test]
        fn typing_on_narrows_what_is_found(labels in proptest::collection::vec("[a-cA-C ,]{0,12}", 0..8), text in "[a-c '\"!]{1,6}") {
            let all = Labels::new(labels.iter().map(|label| (label.as_str().into(), "")));
            let typed = Typed::new(&text);
            for end in 1..text.len() {
                let earlier = Typed::new(text.get(..end).unwrap_or_default());
                if typed.goes_on_from(&earlier) {
                    let found = all.find(&earlier, None);
                    proptest::prop_assert_eq!(all.find(&typed, Some(&found)), all.find(&typed, None));
                }
            }
        }
    }
}
