//! The sentence of a text that asks. Texts may be Markdown, and long; nobody says in which of their sentences they ask.
//!
//! Stands in for the sentences of unicode-segmentation, which end behind "e.g.", and whose tables are large.

use super::clean::Clean;
use super::fence::Fence;
use super::marks::Marks;
use super::prose::{begins_block, paragraphs};
use super::requests::{self, requests};
use super::width::width;

/// Columns below which a single word says little without the sentence before it: "OK?"
const MIN_COLUMNS: usize = 12;
/// Columns below which a line is not broken because it is full.
const FULL_COLUMNS: usize = 50;

/// What a question ends with in most languages.
const MARKS: [char; 3] = ['?', '？', '؟'];

/// What an item of a list of tasks begins with.
const BOXES: [&str; 3] = ["[ ] ", "[x] ", "[X] "];
/// Words whose dot ends no sentence, whatever is behind it: those that names follow, and those that stand inside of one.
const ABBREVIATIONS: &str = "\
    Dr. Mr. Mrs. Ms. Prof. St. vs. approx. incl. Inc. Ltd. \
    bzw. ca. evtl. ggf. inkl. Nr. vgl. Hr. Fr. Str. bspw. max. min. \
    Sr. Sra. Srta. Dra. EE. UU. núm. pág. aprox. Ud. Uds. \
    MM. Mme. Mlle. env. \
    ул. им. рис. стр. см. напр. тыс. вул. див. грн.";

/// The sentence of a text that asks, without marks and in one line, of the paragraph that does; of several in a row it is
/// the first. Where none asks or requests something, the text's first sentence that is none of a list or a table, if there is
/// one.
pub(crate) fn asking(text: &str) -> String {
    let text = Clean::text(text);
    let all: Vec<Vec<Sentence>> = paragraphs(text.as_str()).into_iter().map(sentences).collect();
    let Some((at, wants)) = wanting(&all) else {
        let mut flat = all.iter().flatten();
        let first = flat.clone().find(|sentence| !sentence.is_item).or_else(|| flat.next());
        return first.map_or_else(String::new, |first| bare(&first.text));
    };
    let all = all.get(at).map_or(&[] as &[_], Vec::as_slice);
    let mut at = all.iter().rposition(wants).unwrap_or_default();
    while before(all, at).is_some_and(wants) {
        at -= 1;
    }
    let text = all.get(at).map_or("", |sentence| &sentence.text);
    match before(all, at) {
        Some(before) if width(text) < MIN_COLUMNS && !text.contains(' ') => bare(&[&before.text, " ", text].concat()),
        _ => bare(text),
    }
}

/// Of the paragraphs of a text, the one that asks, or else requests something: the last if it does, else the first.
pub(crate) fn asking_paragraph(all: &[&str]) -> Option<usize> {
    let all: Vec<Vec<Sentence>> = all.iter().map(|paragraph| sentences(paragraph)).collect();
    wanting(&all).map(|(at, _)| at)
}

/// A sentence without its full stop.
fn bare(sentence: &str) -> String {
    sentence.trim_end_matches(['.', ':', '。', '：']).to_owned()
}

type Wants = fn(&Sentence) -> bool;

/// The paragraph that asks, and which of its sentences do. One that ends with a question comes before one that goes on, and
/// what stands in a list, or requests something, after all that asks.
fn wanting(all: &[Vec<Sentence>]) -> Option<(usize, Wants)> {
    let last = all.iter().rposition(|paragraph| !paragraph.is_empty())?;
    let own: Wants = |sentence| sentence.asks && !sentence.is_item;
    let any: Wants = |sentence| sentence.asks;
    let find = |is_at_end: bool, wants: Wants| {
        let is_such = |paragraph: &Vec<Sentence>| match paragraph.last() {
            Some(last) if is_at_end => wants(last),
            _ => paragraph.iter().any(wants),
        };
        let is_last = all.get(last).is_some_and(is_such);
        let at = if is_last { Some(last) } else { all.iter().take(last).position(is_such) };
        at.map(|at| (at, wants))
    };
    find(true, own)
        .or_else(|| find(false, own))
        .or_else(|| find(false, any))
        .or_else(|| find(false, Sentence::requests))
}

/// The sentence before one, in the same part.
fn before(all: &[Sentence], at: usize) -> Option<&Sentence> {
    let before = all.get(at.checked_sub(1)?)?;
    (before.part == all.get(at)?.part).then_some(before)
}

struct Sentence {
    text: String,
    asks: bool,
    /// Whether it stands in an item of a list, in a quote or in a table.
    is_item: bool,
    /// Which part of the paragraph it stands in; a heading is one.
    part: usize,
}

impl Sentence {
    /// Whether it wants something, and says what.
    fn requests(&self) -> bool {
        !self.is_item && width(&self.text) >= MIN_COLUMNS && requests(&self.text)
    }
}

/// Whether a sentence ends as a question does, whatever marks are behind it.
fn asks(sentence: &str) -> bool {
    let text = sentence.trim_end_matches(|char: char| char.is_whitespace() || closes(char) || "。.!！".contains(char));
    text.ends_with(MARKS) || requests::asks(text)
}

/// The sentences of a paragraph, but for blocks of code.
fn sentences(text: &str) -> Vec<Sentence> {
    let mut all = Vec::new();
    let mut fence = Fence::default();
    // What is gone through of a sentence, and what it stands in.
    let (mut begun, mut is_item, mut part, mut last_columns) = (String::new(), false, 0, 0);
    for line in text.lines() {
        let is_code = fence.is_open;
        let is_none = fence.passes(line) || is_code || is_rule(line);
        let (words, is_heading, is_block) = unblocked(line);
        // A line that is short was ended, unless the next one goes on with its sentence.
        let is_ended = last_columns < FULL_COLUMNS && !words.starts_with(char::is_lowercase);
        if is_none || is_block || is_ended {
            push_sentences(&begun, is_item, part, &mut all);
            begun.clear();
            is_item = is_block && !is_heading && !is_none;
        }
        part += usize::from(is_none || is_heading);
        if !is_none {
            begun.push_str(if begun.is_empty() { "" } else { " " });
            begun.push_str(words);
        }
        part += usize::from(is_heading);
        last_columns = if is_block { 0 } else { width(words) };
    }
    push_sentences(&begun, is_item, part, &mut all);
    all
}

/// A line without what makes it an item, a quote, a heading or a row of a table; whether it is a heading, and whether it
/// is any of these.
fn unblocked(line: &str) -> (&str, bool, bool) {
    let text = line.trim();
    if !begins_block(text) && !text.starts_with('|') {
        return (text, false, false);
    }
    let words = text.split_once(' ').map_or(text, |(_, words)| words);
    let words = BOXES.iter().find_map(|mark| words.strip_prefix(mark)).unwrap_or(words);
    (words.trim_matches([' ', '|']), text.starts_with('#'), true)
}

/// Whether a line is blank, or drawn across, or stands below the heading of a table.
fn is_rule(line: &str) -> bool {
    line.chars().all(|char| matches!(char, '-' | '=' | '*' | '_' | '|' | ':' | ' '))
}

fn push_sentences(text: &str, is_item: bool, part: usize, all: &mut Vec<Sentence>) {
    let (text, marks) = Marks::read(Clean::text(text).into_owned());
    let text = text.as_str();
    let (mut rest, mut last) = (text, ' ');
    let mut push = |text: &str| {
        let text = unlinked(text).trim().to_owned();
        if !text.is_empty() {
            all.push(Sentence { asks: asks(&text), text, is_item, part });
        }
    };
    for (at, char) in text.char_indices() {
        // What may end a sentence, and has; a wide mark needs no blank behind it.
        if matches!(char, '.' | '!' | '?' | '؟' | '。' | '！' | '？') && !marks.is_code(at) {
            last = char;
        } else if !closes(char) {
            let end = std::mem::replace(&mut last, ' ');
            let is_apart = if end.is_ascii() { end != ' ' && char.is_whitespace() } else { true };
            let (sentence, behind) = rest.split_at_checked(at + rest.len() - text.len()).unwrap_or((rest, ""));
            if is_apart && !(end == '.' && is_abbreviation(sentence, behind)) {
                push(sentence);
                rest = behind;
            }
        }
    }
    push(rest);
}

/// Whether the dot that a text ends with belongs to its last word: "e.g.", "approx. ten", "Dr. Jones", and "A. Turing", but
/// for a letter that others stand before: "Take plan B. When?"
fn is_abbreviation(text: &str, behind: &str) -> bool {
    let (before, word) = text.trim_start().rsplit_once(' ').unwrap_or(("", text.trim_start()));
    let is_letter = word.chars().filter(|char| char.is_alphanumeric()).count() < 2;
    let is_initial = is_letter && (before.is_empty() || before.ends_with('.') || word.starts_with(char::is_lowercase));
    let has_dots = word.chars().filter(|&char| char == '.').count() > 1;
    let name = word.trim_start_matches(|char: char| !char.is_alphanumeric());
    let is_known = !name.is_empty() && ABBREVIATIONS.split(' ').any(|known| known == name);
    // The third, and the fifth of May.
    let is_ordinal = name.len() < 4 && name.trim_end_matches('.').bytes().all(|byte| byte.is_ascii_digit());
    let goes_on = |char: char| char.is_lowercase() || char.is_ascii_digit();
    is_initial || has_dots || is_known || (is_ordinal && !name.is_empty()) || behind.trim_start().starts_with(goes_on)
}

/// Whether a mark may stand behind the end of a sentence.
fn closes(char: char) -> bool {
    matches!(char, '*' | '_' | '`' | '"' | '\'' | ')' | ']' | '»' | '”' | '』' | '」' | '）')
}

/// A text with what its links are called in their place.
fn unlinked(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    // Where what may be the name of one begins.
    let mut name = None;
    while let Some(char) = chars.next() {
        let link = name.filter(|_| char == ']' && chars.as_str().starts_with('('));
        if let Some(start) = link {
            plain.remove(start);
            chars.find(|&char| char == ')');
            name = None;
        } else {
            name = match char {
                '[' => Some(plain.len()),
                ']' => None,
                _ => name,
            };
            plain.push(char);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::super::prose::paragraphs;
    use super::{asking, asking_paragraph};

    #[test]
    fn the_sentence_that_asks_is_found() {
        for (text, expected) in [
            ("Which database should we use?", "Which database should we use?"),
            ("We need storage. Which database?", "Which database?"),
            ("Which database? It has to be relational.", "Which database?"),
            ("Which database should it be? Any wishes?", "Which database should it be?"),
            ("Why did it fail? Nobody knows. How should I proceed?", "How should I proceed?"),
            ("Deploy the service now (yes/no)?", "Deploy the service now (yes/no)?"),
            ("Is it deployed now? (yes/no)", "Is it deployed now?"),
            ("The tests pass. OK?", "The tests pass. OK?"),
            ("It is ready. Which one?", "Which one?"),
            ("OK?", "OK?"),
            (
                "Use e.g. PostgreSQL, or v1.2 of SQLite vs. another?",
                "Use e.g. PostgreSQL, or v1.2 of SQLite vs. another?",
            ),
            ("Pick a database. It holds all orders.", "Pick a database"),
            ("Name of the service:", "Name of the service"),
            ("# Plan\n\nSome text.\n\n- one\n- two\n\n**How** should I `proceed`?", "How should I proceed?"),
            ("Which way?\n\nIt matters.\n\n- a\n- b", "Which way?"),
            ("Context.\n\nWhich way do we go?\n\n```\na ? b : c\nis it?\n```", "Which way do we go?"),
            ("## Storage\nPick one", "Storage"),
            ("Context: orders\nWhich database should we use?", "Which database should we use?"),
            ("Which database\nshould it be?", "Which database should it be?"),
            (
                "Which of these databases should hold all of the\norders that the shop of the Example company takes?",
                "Which of these databases should hold all of the orders that the shop of the Example company takes?",
            ),
            ("> Shall this quote stay here?", "Shall this quote stay here?"),
            ("| a | b |\n|---|---|\n| 1 | 2 |\n\nWhich row is right?", "Which row is right?"),
            ("See [the docs](https://example.org/?q=1): which one is right?", "See the docs: which one is right?"),
            ("我们需要存储订单。应该使用哪个数据库？请选择。", "应该使用哪个数据库？"),
            ("どのデータベースを使いますか？", "どのデータベースを使いますか？"),
            ("現在の構成を確認しました。どのデータベースを使いますか。", "どのデータベースを使いますか"),
            ("我看了代码。要继续部署到生产环境吗。", "要继续部署到生产环境吗"),
            ("I read the code. Tell me how to proceed.", "Tell me how to proceed"),
            ("I read the code. It is old.", "I read the code"),
            ("1. Do A\n2. Do B\n3. Do C\n\nPick a number", "Pick a number"),
            ("- Choose the old one\n- Give up on it\n\nYour way:", "Your way"),
            ("- one\n- two", "one"),
            ("See [1] and ](x), [a](b: c?", "See [1] and ](x), a"),
            ("Soll ich z. B. PostgreSQL nehmen?", "Soll ich z. B. PostgreSQL nehmen?"),
            ("Gilt Nr. 5 oder Nr. 6?", "Gilt Nr. 5 oder Nr. 6?"),
            ("Sollen wir evtl. Kafka nehmen?", "Sollen wir evtl. Kafka nehmen?"),
            (
                "Es ist fertig. Soll ich sie am 5. Mai bzw. am 6. Mai zeigen?",
                "Soll ich sie am 5. Mai bzw. am 6. Mai zeigen?",
            ),
            ("Can we use Fig. 3 here?", "Can we use Fig. 3 here?"),
            ("¿Vive en EE. UU. o no?", "¿Vive en EE. UU. o no?"),
            ("Это на ул. Ленина или нет?", "Это на ул. Ленина или нет?"),
            ("I found it. Which one should we use?!", "Which one should we use?!"),
            ("代码已读完。用哪个数据库呢。", "用哪个数据库呢"),
            ("The port is 8080. Which one do you want?", "Which one do you want?"),
            ("Is `a ? b : c` right?", "Is a ? b : c right?"),
            ("It is old. Should I use `foo. Bar` here?", "Should I use foo. Bar here?"),
            ("Dr. Jones wants Y. Who wins?", "Who wins?"),
            ("Is it by Mrs. Jones (Prof. Smith) or not?", "Is it by Mrs. Jones (Prof. Smith) or not?"),
            ("A. M. Turing or another?", "A. M. Turing or another?"),
            ("We could use plan B. Which plan is it?", "Which plan is it?"),
            ("- [ ] Which?\n- [x] Done", "Which?"),
            ("```\ncode\n```", ""),
            (" \n ", ""),
        ] {
            assert_eq!(asking(text), expected, "{text:?}");
        }
    }

    #[test]
    fn the_paragraph_that_asks_is_found() {
        for (text, expected) in [
            ("It is old.\n\nWhich way?", Some(1)),
            ("Which way?\n\nIt matters.\n\n- a?\n- b?", Some(0)),
            ("All is done.\n\nHow do I run it?\n```\nx?\n```\n\n```\ncode?\n```", Some(1)),
            ("What now?\n\nWhy? Nobody knows.", Some(0)),
            ("Why did it fail?\n\nNobody knows.\n\nWhat now?", Some(2)),
            ("We need storage.\n\nWhich one? It has to be fast.", Some(1)),
            ("Choose the database.\n\nIt holds all orders.", Some(0)),
            ("構成を確認しました。\n\nデータベースを選択してください。\n\nあとから変更できます。", Some(1)),
            ("It is old.\n\nIt is slow.", None),
            ("```\nis it code?\n```", None),
        ] {
            assert_eq!(asking_paragraph(&paragraphs(text)), expected, "{text:?}");
        }
    }

    #[test]
    fn of_a_long_text_each_character_is_looked_at_but_a_few_times() {
        for part in
            ["[a](", "](", "[", "a. ", "e.g.", "?", "- a\n", "a\n\n", "**", "? ", "。", "Tell me all. ", "A. ", "か"]
        {
            assert!(asking(&part.repeat(100_000)).len() <= 400_000, "{part}");
        }
    }
}
