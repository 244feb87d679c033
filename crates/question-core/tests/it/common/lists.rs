//! Lists of options that are easily mistaken for one another, in many scripts, and words that are typed into them.

use super::naming::{YES_AND_NO, fold};
use super::{Played, settings};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use question_core::{Mode, OptionRequest, QuestionRequest, Questionnaire, Request, Settings};
use std::fmt;

/// Labels, in rows of those that are alike.
const ALIKE: [&[&str]; 19] = [
    &["Java", "JavaScript", "Java EE", "JRuby", "JSON", "YAML"],
    &["Yes", "Yes, force-push", "Yes, and don't ask again", "No", "No, keep it", "No way", "Y", "N/A"],
    &["Ja", "Ja, weiter", "Nein", "Ja, alles löschen", "Nein, nichts", "Oui", "Oui, supprimer", "Non", "Oracle"],
    &["Sí", "Sí, seguir", "No", "Sim", "Sim, apagar", "Não", "Não agora", "SI units", "Non profit"],
    &["はい", "はい、続行", "はい 続行", "いいえ", "是", "是的，继续", "是 继续", "否", "예", "예, 계속", "아니요"],
    &["Да", "Да, удалить", "Нет", "Нет, не надо", "Так", "Так, вперед", "Ні", "Ні, дякую"],
    &["✅ Yes, deploy", "❌ No, stop", "→ Approve", "• Later", "– Skip", "👍", "⚠️ Force push"],
    &["users.*", "users", "users.id", "A*", "A", "string[]", "string", "number[]", "*"],
    &["!isReady", "isReady", ".env", "env", ".git", "git", "foo()", "foo", "-f", "--force", "@me", "#1"],
    &["C++", "C", "c", "C#", "F#", "Go", "go", "GO"],
    &["1", "2", "3", "10", "12", "42", "2 weeks", "3 days", "100"],
    &["Résumé", "Resume", "résumé", "Café", "Cafe au lait", "Ångström", "Señor"],
    &["Don’t know", "Don't know yet", "I don't", "Don’t"],
    &["Москва", "Московская область", "Санкт-Петербург", "Йошкар-Ола", "Київ", "Їжак"],
    &["Αθήνα", "Αθήνα κέντρο", "ΟΔΟΣ", "Θεσσαλονίκη", "Ύδρα"],
    &["東京", "東京都", "東京 駅", "大阪", "データ", "データベース", "数据", "数据库", "数据 备份"],
    &["서울", "서울시", "서울 강남", "부산", "\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}", "한글 문서"],
    &["القاهرة", "القاهرة الجديدة", "دبي", "أسوان"],
    &["inventory 1.ts", "inventory 12.ts", "invoice.ts", "orders.ts", "src/orders.ts", "Order of the day", "in-memory"],
];

/// Words that are typed as they stand.
const TYPED: [&str; 38] = [
    "y",
    "Y",
    "ｙ",
    "n",
    "N",
    "y.",
    "j",
    "o",
    "s",
    "д",
    "yes",
    "no",
    "ja",
    "yes?!",
    "x",
    "xyz",
    "foo bar",
    "in",
    "inv",
    "a",
    "java",
    "2つ",
    "1人",
    "3 days",
    "2 weeks please",
    "1. use redis",
    "１０",
    "...",
    "?!",
    "the",
    "own",
    "*",
    "[]",
    "не",
    "东",
    "データ",
    "서",
    "b c",
];

/// An option of a list.
#[derive(Clone, PartialEq)]
pub(crate) struct Choice {
    pub(crate) label: String,
    pub(crate) description: Option<&'static str>,
    /// Whether the model names it by another value than its label.
    pub(crate) has_value: bool,
}

impl fmt::Debug for Choice {
    fn fmt(&self, form: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.label, form)?;
        self.description.map_or(Ok(()), |text| write!(form, " ({text})"))?;
        if self.has_value { form.write_str(" by value") } else { Ok(()) }
    }
}

/// A question with options.
#[derive(Clone, Debug)]
pub(crate) struct List {
    pub(crate) is_multi: bool,
    pub(crate) takes_words: bool,
    pub(crate) recommended: Option<usize>,
    /// The option that is the default, or a text.
    pub(crate) default: Option<Result<usize, &'static str>>,
    pub(crate) options: Vec<Choice>,
}

impl List {
    pub(crate) fn labels(&self) -> Vec<&str> {
        self.options.iter().map(|option| option.label.as_str()).collect()
    }

    /// Returns the value of the option at an index.
    pub(crate) fn value(&self, at: usize) -> String {
        self.options.get(at).map_or_else(String::new, |option| {
            if option.has_value { format!("value-{at}") } else { option.label.clone() }
        })
    }

    /// Returns whether the model proposes an answer.
    pub(crate) fn has_default(&self) -> bool {
        self.default.is_some_and(|default| default.map_or(self.takes_words, |at| at < self.options.len()))
    }

    fn request(&self, number: usize) -> QuestionRequest {
        let option = |(at, option): (usize, &Choice)| OptionRequest {
            value: option.has_value.then(|| self.value(at)),
            label: option.label.clone(),
            description: option.description.map(str::to_owned),
            ..OptionRequest::default()
        };
        let default = self.default.and_then(|default| match default {
            Ok(at) => (at < self.options.len()).then(|| self.value(at)),
            Err(text) => self.takes_words.then(|| text.to_owned()),
        });
        let (one, several) = if self.is_multi { (None, default.map(|one| vec![one])) } else { (default, None) };
        QuestionRequest {
            label: Some(format!("Q{number}")),
            prompt: "What now?".to_owned(),
            mode: Some(if self.is_multi { Mode::Multi } else { Mode::Single }),
            options: self.options.iter().enumerate().map(option).collect(),
            allow_custom: Some(self.takes_words),
            default_value: one,
            default_values: several,
            recommended: self.recommended.filter(|at| *at < self.options.len()).map(Into::into),
            ..QuestionRequest::default()
        }
    }
}

/// Returns the settings of a language, and what these lists ask.
pub(crate) fn asked(lists: &[List], language: &str) -> (Questionnaire, Settings) {
    let settings = settings(&format!(r#"{{"locale": "{language}"}}"#));
    let questions = (1..).zip(lists).map(|(number, list)| list.request(number)).collect();
    let request = Request { questions, ..Request::default() };
    (Questionnaire::new(request, &settings).expect("it can be asked"), settings)
}

pub(crate) fn opened(lists: &[List], language: &str) -> Played {
    let (questionnaire, settings) = asked(lists, language);
    Played::new(&questionnaire, &settings)
}

pub(crate) fn language() -> impl Strategy<Value = &'static str> {
    select(YES_AND_NO.map(|(language, ..)| language).to_vec())
}

/// Returns a strategy for options of a few rows of labels that are alike, and for some of a few letters.
pub(crate) fn options(count: impl Into<prop::collection::SizeRange>) -> impl Strategy<Value = Vec<Choice>> {
    let row = prop::collection::vec(select(ALIKE.as_slice()), 1..4);
    let letters = prop_oneof![
        3 => "[abc]{1,3}( [abc]{1,3}){0,2}",
        1 => "(file|module|table) [1-9][0-9]?",
        1 => "[a-z]{3,9}( [a-z]{2,9}){3,9}",
    ];
    let label = prop_oneof![4 => (any::<Index>(), any::<Index>()).prop_map(Ok), 1 => letters.prop_map(Err)];
    let description = prop::option::weighted(
        0.25,
        select(vec!["a thing of its own", "in the inventory", "yes of course", "slow, but safe", "2 weeks", "да"]),
    );
    let option = (label, description, prop::bool::weighted(0.15));
    (row, prop::collection::vec(option, count)).prop_map(|(rows, options)| {
        let label = |(row, at): (Index, Index)| {
            let labels: &[&str] = row.get::<&[&str]>(&rows);
            (*at.get(labels)).to_owned()
        };
        let option = |(own, description, has_value): (Result<_, String>, _, _)| Choice {
            label: own.map_or_else(|letters| letters, label),
            description,
            has_value,
        };
        options.into_iter().map(option).collect()
    })
}

pub(crate) fn list() -> impl Strategy<Value = List> {
    let options = prop_oneof![5 => options(2..9), 2 => options(9..25), 1 => options(25..=60)];
    let default = prop_oneof![2 => (0_usize..9).prop_map(Ok), 1 => Just(Err("mine"))];
    let presets = (prop::option::weighted(0.2, 0_usize..9), prop::option::weighted(0.15, default));
    (prop::bool::weighted(0.3), prop::bool::weighted(0.7), presets, options).prop_map(
        |(is_multi, takes_words, (recommended, default), options)| List {
            is_multi,
            takes_words,
            recommended,
            default,
            options,
        },
    )
}

/// Words that are made of a label.
#[derive(Clone, Debug)]
pub(crate) enum Words {
    Of { label: Index, part: Part, as_is: Change },
    Are(&'static str),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    All,
    FirstWords(usize),
    FirstLetters(usize),
    LastWord,
    /// All, and a word behind it.
    More,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Change {
    None,
    Lower,
    Upper,
    WithoutAccents,
    Wide,
    Decomposed,
    Apart(&'static str, &'static str),
}

pub(crate) fn words() -> impl Strategy<Value = Words> {
    let part = prop_oneof![
        4 => Just(Part::All),
        3 => (1_usize..4).prop_map(Part::FirstWords),
        3 => (1_usize..5).prop_map(Part::FirstLetters),
        1 => Just(Part::LastWord),
        1 => Just(Part::More),
    ];
    let around = [
        ("", "."),
        ("", "!"),
        ("", "…"),
        ("", " :"),
        ("\"", "\""),
        ("“", "”"),
        ("«", "»"),
        ("", "?"),
        ("", "*"),
        ("", "()"),
        ("", "?!"),
        ("!", ""),
        ("-", ""),
        ("→ ", ""),
        (" ", "  "),
    ];
    let as_is = prop_oneof![
        4 => Just(Change::None),
        3 => Just(Change::Lower),
        1 => Just(Change::Upper),
        1 => Just(Change::WithoutAccents),
        1 => Just(Change::Wide),
        1 => Just(Change::Decomposed),
        3 => select(around.to_vec()).prop_map(|(before, behind)| Change::Apart(before, behind)),
    ];
    prop_oneof![
        3 => (any::<Index>(), part, as_is).prop_map(|(label, part, as_is)| Words::Of { label, part, as_is }),
        2 => select(TYPED.to_vec()).prop_map(Words::Are),
    ]
}

impl Words {
    /// Returns the text, for a list with these labels.
    pub(crate) fn text(&self, labels: &[&str]) -> String {
        let (label, part, as_is) = match self {
            Self::Of { label, part, as_is } => (label.get(labels), part, as_is),
            Self::Are(text) => return (*text).to_owned(),
        };
        let words: Vec<&str> = label.split(' ').collect();
        let text = match *part {
            Part::All => (*label).to_owned(),
            Part::FirstWords(count) => words.iter().take(count).copied().collect::<Vec<_>>().join(" "),
            Part::FirstLetters(count) => label.chars().take(count).collect(),
            Part::LastWord => words.last().copied().unwrap_or_default().to_owned(),
            Part::More => format!("{label} please"),
        };
        match *as_is {
            Change::None => text,
            Change::Lower => text.to_lowercase(),
            Change::Upper => text.to_uppercase(),
            Change::WithoutAccents => text.chars().map(without_accent).collect(),
            Change::Wide => text.chars().map(wide).collect(),
            Change::Decomposed => text.chars().map(decomposed).collect(),
            Change::Apart(before, behind) => [before, &text, behind].concat(),
        }
    }
}

/// Returns a Latin letter without its accent.
fn without_accent(char: char) -> String {
    let plain = fold(&char.to_string());
    let is_accented = !char.is_ascii() && plain.len() == 1 && char.is_lowercase() && plain.is_ascii();
    if is_accented { plain } else { char.to_string() }
}

fn wide(char: char) -> char {
    let code = u32::from(char);
    if (0x21..0x7f).contains(&code) { char::from_u32(code + 0xfee0).unwrap_or(char) } else { char }
}

/// Returns the letters of a syllable, and a letter before its accent.
fn decomposed(char: char) -> String {
    match char {
        '\u{ac00}'..='\u{d7a3}' => fold(&char.to_string()),
        'é' => "e\u{301}".to_owned(),
        'í' => "i\u{301}".to_owned(),
        'ã' => "a\u{303}".to_owned(),
        'デ' => "テ\u{3099}".to_owned(),
        'й' => "и\u{306}".to_owned(),
        'ή' => "η\u{301}".to_owned(),
        other => other.to_string(),
    }
}
