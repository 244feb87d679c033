//! Which option words name, and which they find: written from the contract alone, and without regard to speed.
//!
//! Where the contract leaves something open, several things are right.

use std::collections::BTreeSet;

/// The words yes and no of each language of the form, by its setting.
pub(crate) const YES_AND_NO: [(&str, &str, &str); 10] = [
    ("en", "yes", "no"),
    ("de", "ja", "nein"),
    ("es", "sí", "no"),
    ("fr", "oui", "non"),
    ("ja", "はい", "いいえ"),
    ("ko", "예", "아니요"),
    ("pt", "sim", "não"),
    ("ru", "да", "нет"),
    ("uk", "так", "ні"),
    ("zh", "是", "否"),
];

/// Signs that are passed over at the end of words, with the comma and the full stop of Chinese and Japanese.
const END: [char; 8] = ['.', ',', ';', ':', '…', '!', '、', '。'];
const QUOTES: [(char, char); 9] =
    [('"', '"'), ('\'', '\''), ('“', '”'), ('„', '“'), ('‘', '’'), ('«', '»'), ('「', '」'), ('『', '』'), ('`', '`')];
/// Letters with an accent, and the letter without it, as far as tests use them.
const ACCENTS: [(&str, char); 19] = [
    ("áàâäãå", 'a'),
    ("éèêë", 'e'),
    ("íìîï", 'i'),
    ("óòôöõ", 'o'),
    ("úùûü", 'u'),
    ("ç", 'c'),
    ("ñ", 'n'),
    ("ά", 'α'),
    ("έ", 'ε'),
    ("ή", 'η'),
    ("ί", 'ι'),
    ("ό", 'ο'),
    ("ύ", 'υ'),
    ("ώ", 'ω'),
    ("ς", 'σ'),
    ("й", 'и'),
    ("ї", 'і'),
    ("أ", 'ا'),
    ("デﾃ", 'テ'),
];
/// Katakana of half width.
const HALF_WIDTH: [(char, char); 4] = [('ﾀ', 'タ'), ('ｰ', 'ー'), ('ﾍ', 'ヘ'), ('ｽ', 'ス')];

/// Returns a text without what is aside: case, accents, width, apostrophes and composition.
pub(crate) fn fold(text: &str) -> String {
    text.chars().flat_map(folded).collect()
}

fn folded(char: char) -> Vec<char> {
    let code = u32::from(char);
    let other = |code: u32| char::from_u32(code).into_iter().collect::<Vec<_>>();
    match code {
        // Full width.
        0x3000 => return vec![' '],
        0xff01..=0xff5e => return other(code - 0xfee0).into_iter().flat_map(folded).collect(),
        // Accents that stand behind their letter.
        0x0300..=0x036f | 0x064b..=0x0655 | 0x3099 | 0x309a | 0xff9e | 0xff9f | 0xfe0f => return Vec::new(),
        // Syllables of Hangul, of two or three letters.
        0xac00..=0xd7a3 => {
            let at = code - 0xac00;
            let letters = [0x1100 + at / 588, 0x1161 + at % 588 / 28, 0x11a7 + at % 28];
            let count = if at % 28 == 0 { 2 } else { 3 };
            return letters.into_iter().take(count).flat_map(other).collect();
        }
        _ => {}
    }
    if is_apostrophe(char) {
        return Vec::new();
    }
    let lower: Vec<char> = char.to_lowercase().collect();
    let bare = |char: char| {
        let half = HALF_WIDTH.iter().find(|(half, _)| *half == char).map(|(_, full)| *full);
        let plain = ACCENTS.iter().find(|(accented, _)| accented.contains(char)).map(|(_, plain)| *plain);
        half.or(plain).unwrap_or(char)
    };
    lower.into_iter().filter(|char| *char != '\u{307}').map(bare).collect()
}

fn is_apostrophe(char: char) -> bool {
    matches!(char, '\'' | '’' | '‘' | 'ʼ' | '`' | '´')
}

/// Returns whether a character is a symbol, an emoji or the like: no letter, no digit and not in ASCII.
fn is_symbol(char: char) -> bool {
    !char.is_ascii() && !char.is_alphanumeric() && !is_apostrophe(char) && !folded(char).is_empty()
}

/// Returns what counts of what is typed: without the signs at its end and the quotes around the whole.
fn said(typed: &str) -> String {
    let mut text = typed.trim();
    loop {
        let before = text;
        text = text.trim_end_matches(|char| END.contains(&char) || fold(&char.to_string()).starts_with(END)).trim();
        for (open, close) in QUOTES {
            if let Some(inner) = text.strip_prefix(open).and_then(|rest| rest.strip_suffix(close)) {
                text = inner.trim();
            }
        }
        if text == before {
            return fold(text);
        }
    }
}

/// A word of a label.
struct Word {
    /// All of it.
    full: String,
    /// Without symbols before it and signs at its end.
    bare: String,
    /// Whether it holds signs of other scripts, which end a word without a blank behind them.
    has_signs: bool,
}

impl Word {
    fn new(text: &str) -> Self {
        let from = text.trim_start_matches(|char| is_symbol(char) || char == '\u{fe0f}');
        Self { full: fold(text), bare: without_end(&fold(from)).to_owned(), has_signs: from.chars().any(is_symbol) }
    }
}

fn without_end(text: &str) -> &str {
    text.trim_end_matches(END)
}

/// How words name a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Names {
    No,
    /// The contract leaves open whether they do.
    Perhaps,
    /// They are its first whole words.
    First,
    /// They are all of it.
    Whole,
}

/// Returns how words that are typed name a label.
fn names(label: &[Word], typed: &[&str]) -> Names {
    let Some((word, words)) = label.split_first() else {
        return if typed.is_empty() { Names::Whole } else { Names::No };
    };
    let Some((own, rest)) = typed.split_first() else {
        return if label.iter().all(|word| word.bare.is_empty()) { Names::Whole } else { Names::First };
    };
    // A symbol that stands alone may be typed, or not.
    let skipped = if word.bare.is_empty() { names(words, typed) } else { Names::No };
    let taken = if rest.is_empty() && !word.bare.is_empty() {
        let is_same = without_end(own) == word.bare || without_end(own) == without_end(&word.full);
        let behind = word.bare.strip_prefix(own).and_then(|rest| rest.chars().next());
        let is_ended = word.has_signs && behind.is_some_and(|sign| !sign.is_alphanumeric());
        match (is_same, is_ended) {
            (true, _) => names(words, rest),
            (false, true) => Names::Perhaps,
            (false, false) => Names::No,
        }
    } else if *own == word.full {
        // A symbol alone is no word.
        if rest.is_empty() { names(words, rest).min(Names::Perhaps) } else { names(words, rest) }
    } else if *own == word.bare && !own.is_empty() {
        // Either a symbol before the word is left out, or a sign behind it.
        let is_sign = word.full.starts_with(&word.bare);
        let rest = names(words, rest);
        if is_sign { rest.min(Names::Perhaps) } else { rest }
    } else {
        Names::No
    };
    skipped.max(taken)
}

/// What may be right: the index of an option, or `None` for none.
pub(crate) type Right = BTreeSet<Option<usize>>;

/// Returns how words name each label.
fn all_names(labels: &[&str], said: &str, language: &str) -> Vec<Names> {
    let words: Vec<&str> = match said {
        "y" => both(language, |(_, yes, _)| yes),
        "n" => both(language, |(_, _, no)| no),
        _ => Vec::new(),
    };
    let folded: Vec<String> = words.iter().map(|word| fold(word)).chain([said.to_owned()]).collect();
    let best = |label: &str| {
        let label: Vec<Word> = label.split_whitespace().map(Word::new).collect();
        let all = folded.iter().map(|words| names(&label, &words.split_whitespace().collect::<Vec<_>>()));
        all.max().unwrap_or(Names::No)
    };
    // Whether a comma of Chinese or Japanese ends a word is left open.
    let perhaps = |label: &str| best(&label.replace(['，', '、', '。'], " ")).min(Names::Perhaps);
    labels.iter().map(|label| best(label).max(perhaps(label))).collect()
}

/// Returns the options whose labels are the words, but for what is aside.
pub(crate) fn named_in_full(labels: &[&str], typed: &str, language: &str) -> Vec<usize> {
    let all = all_names(labels, &said(typed), language);
    (0..all.len()).filter(|at| all.get(*at) == Some(&Names::Whole)).collect()
}

/// Returns which option words name, by the labels of all.
pub(crate) fn named(labels: &[&str], typed: &str, language: &str) -> Right {
    let said = said(typed);
    // A label to the letter.
    let exact = at(labels, |label| label.trim() == typed.trim());
    match exact.as_slice() {
        [] => {}
        [one] => return Right::from([Some(*one)]),
        _ => return Right::from([None]),
    }
    // Signs alone are no words.
    if said.is_empty() {
        return Right::from([None]);
    }
    let all = all_names(labels, &said, language);
    let of =
        |kind: Names| all.iter().enumerate().filter(|(_, own)| **own == kind).map(|(at, _)| at).collect::<Vec<_>>();
    let (whole, first, perhaps) = (of(Names::Whole), of(Names::First), of(Names::Perhaps));
    match (whole.as_slice(), first.as_slice()) {
        ([one], _) if perhaps.is_empty() => return Right::from([Some(*one)]),
        ([one], _) => return Right::from([Some(*one), None]),
        ([], [one]) if perhaps.is_empty() => return Right::from([Some(*one)]),
        ([], _) if perhaps.is_empty() => return Right::from([None]),
        ([], _) => return first.iter().chain(&perhaps).map(|at| Some(*at)).chain([None]).collect(),
        _ => {}
    }
    // Several are the words, but for what is aside. The one that is closer may win, and none may. The letter itself may
    // be closer than the word that it stands for.
    let label = |at: &usize| labels.get(*at).copied().unwrap_or_default().trim();
    let distinct: BTreeSet<&str> = whole.iter().map(label).collect();
    let same = |at: &&usize| whole.iter().filter(|other| label(other) == label(at)).count() > 1;
    let closer = whole.iter().filter(|at| !same(at)).map(|at| Some(*at));
    if distinct.len() == 1 { Right::from([None]) } else { closer.chain([None]).collect() }
}

fn both(language: &str, of: fn((&'static str, &'static str, &'static str)) -> &'static str) -> Vec<&'static str> {
    YES_AND_NO.iter().filter(|(name, ..)| [language, "en"].contains(name)).map(|row| of(*row)).collect()
}

fn at(labels: &[&str], is_wanted: impl Fn(&str) -> bool) -> Vec<usize> {
    labels.iter().enumerate().filter(|(_, label)| is_wanted(label)).map(|(at, _)| at).collect()
}

/// Whether words find an option: each of them begins a word of its label or description. `None`: it is left open.
pub(crate) fn finds(label: &str, description: Option<&str>, typed: &str, language: &str) -> Option<bool> {
    let said = said(typed);
    let texts = [label, description.unwrap_or_default()].map(fold);
    let words: Vec<Word> =
        [label, description.unwrap_or_default()].into_iter().flat_map(str::split_whitespace).map(Word::new).collect();
    let begins = |own: &str| words.iter().any(|word| word.bare.starts_with(own) || word.full.starts_with(own));
    // Behind a sign inside a word, as in a path, and in scripts without blanks, what a word is stays open.
    let is_open = |text: &str, at: usize| {
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let next = text.get(at..).and_then(|text| text.chars().next());
        before.is_none_or(|char| !char.is_alphanumeric()) || next.is_some_and(|char| char >= '\u{1100}')
    };
    let has = |own: &str| {
        let own = own.trim_end_matches(END);
        texts.iter().any(|text| text.match_indices(own).any(|(at, _)| is_open(text, at)))
    };
    let named = named(&[label], typed, language);
    // Whether a comma of Chinese or Japanese ends a word is left open.
    let has_comma = |text: &str| text.contains(['，', '、', '。']);
    if said.is_empty()
        || (has_comma(&said) && texts.iter().any(|text| text.starts_with(|first| said.starts_with(first))))
    {
        return None;
    }
    if said.split_whitespace().all(begins) {
        return Some(true);
    }
    let is_open = said.split_whitespace().all(has) || named.contains(&Some(0));
    if is_open { None } else { Some(false) }
}
