//! Finding options by words that the user types: which options have words that begin so, and which one the words name.
//!
//! Case, accents, width, apostrophes and composition are ignored on both sides. Of a label, signs and emoji before a word
//! do not count, and neither do marks of a sentence after one. Of what is typed, every sign counts but the marks at its
//! end and the quotes around it: `users.*` is another name than `users`.
//!
//! Stands in for `nucleo-matcher`, which finds letters anywhere in a label, and neither “strasse” in “Straße” nor
//! full-width letters.

mod labels;
mod typed;

use super::letters::{is_letter_mark, letters};

pub(crate) use labels::Labels;
pub(crate) use typed::Typed;

/// Maximum length of a text that finds anything, and of the part of a label or description that is searched, in
/// characters. A longer text names no option.
const MAX_CHARS: usize = 512;

/// Splits a text in its simplest form into words without the symbols before them and the marks after them.
fn bare_words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split_whitespace().map(|word| word.trim_start_matches(is_symbol).trim_end_matches(is_final));
    words.filter(|word| !word.is_empty())
}

/// Returns a text without quotes around it.
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
