//! The sentence of a text that asks. Texts may be Markdown, and long; nobody says in which of their sentences they ask.
//!
//! Stands in for the sentences of unicode-segmentation, which end behind "e.g.", and whose tables are large.

use super::clean::Clean;
use super::marks::{Fence, unmarked};
use super::width::width;

/// Columns below which a single word says little without the sentence before it: "OK?"
const MIN_COLUMNS: usize = 12;
/// Columns below which a line is not broken because it is full.
const FULL_COLUMNS: usize = 50;

/// Whether a text ends as a question does, whatever marks are around it.
pub(crate) fn asks(text: &str) -> bool {
    let last = text.chars().rev().find(|&char| !char.is_whitespace() && !closes(char));
    matches!(last, Some('?' | '？' | '؟'))
}

/// The sentence of a text that asks, without marks and in one line: in its last paragraph, else in its first, else in
/// another. Of several in a row it is the first. Where none asks, the text's first sentence.
pub(crate) fn asking(text: &str) -> String {
    let paragraphs = paragraphs(Clean::text(text).as_str());
    let by_rank = paragraphs.last().into_iter().chain(paragraphs.first()).chain(paragraphs.iter().rev());
    let asked = by_rank.map(|paragraph| sentences(paragraph)).find_map(|sentences| asked_of(&sentences));
    let first = || Some(sentences(paragraphs.first()?).first()?.trim_end_matches(['.', ':', '。', '：']).to_owned());
    asked.or_else(first).unwrap_or_default()
}

/// The paragraphs, each a list of texts of which none goes on in the next one; but for blocks of code.
fn paragraphs(text: &str) -> Vec<Vec<String>> {
    let mut all: Vec<Vec<String>> = Vec::new();
    let mut fence = Fence::default();
    let (mut is_new, mut is_cut, mut last_columns) = (true, true, 0);
    for line in text.lines() {
        let is_code = fence.is_open;
        if fence.passes(line) || is_code || line.trim().is_empty() || is_rule(line) {
            is_new = true;
            continue;
        }
        let (words, is_heading, is_block) = unblocked(line);
        if words.is_empty() {
            continue;
        }
        if is_new || is_heading {
            all.push(Vec::new());
        }
        // A line that is short was ended, unless the next one goes on with its sentence.
        let is_ended = last_columns < FULL_COLUMNS && !words.starts_with(char::is_lowercase);
        if let Some(paragraph) = all.last_mut() {
            match paragraph.last_mut().filter(|_| !is_new && !is_cut && !is_block && !is_ended) {
                Some(before) => before.extend([" ", words]),
                None => paragraph.push(words.to_owned()),
            }
        }
        (is_new, is_cut, last_columns) = (is_heading, line.trim_start().starts_with('|'), width(words));
    }
    all
}

/// A line without what makes it an item, a quote, a heading or a row of a table; whether it is a heading, and whether it
/// is any of these.
fn unblocked(line: &str) -> (&str, bool, bool) {
    let text = line.trim();
    let hashes = text.len() - text.trim_start_matches('#').len();
    let is_heading = (1..=6).contains(&hashes) && text.get(hashes..).is_some_and(|rest| rest.starts_with(' '));
    let number = text.trim_start_matches(|char: char| char.is_ascii_digit());
    let item = match text.chars().next() {
        Some('#') if is_heading => text.get(hashes..),
        Some('-' | '*' | '+' | '>') => text.get(1..).filter(|rest| rest.starts_with(' ')),
        Some('|') => Some(text.trim_matches('|')),
        Some('0'..='9') if text.len() - number.len() <= 3 => {
            number.strip_prefix(['.', ')']).filter(|rest| rest.starts_with(' '))
        }
        _ => None,
    };
    (item.unwrap_or(text).trim(), is_heading, item.is_some())
}

/// Whether a line is drawn across, or stands below the heading of a table.
fn is_rule(line: &str) -> bool {
    line.trim().chars().all(|char| matches!(char, '-' | '=' | '*' | '_' | '|' | ':' | ' '))
}

/// The sentences of a paragraph.
fn sentences(paragraph: &[String]) -> Vec<String> {
    let mut all = Vec::new();
    for text in paragraph {
        let text = unlinked(&unmarked(text));
        let mut sentence = String::new();
        let mut chars = text.chars().peekable();
        while let Some(char) = chars.next() {
            sentence.push(char);
            if !ends(char) {
                continue;
            }
            let is_abbreviation = char == '.' && is_abbreviation(&sentence, chars.clone());
            while let Some(char) = chars.next_if(|&char| closes(char) || ends(char)) {
                sentence.push(char);
            }
            let is_apart = !char.is_ascii() || chars.peek().is_none_or(|char| char.is_whitespace());
            if is_apart && !is_abbreviation {
                all.push(std::mem::take(&mut sentence));
            }
        }
        all.push(sentence);
    }
    all.iter().map(|sentence| sentence.trim().to_owned()).filter(|sentence| !sentence.is_empty()).collect()
}

fn ends(char: char) -> bool {
    matches!(char, '.' | '!' | '?' | '؟' | '。' | '！' | '？')
}

/// Whether a dot belongs to the word before it: "e.g.", "A. Turing", "approx. ten".
fn is_abbreviation(before: &str, mut behind: impl Iterator<Item = char>) -> bool {
    let word = before.rsplit(' ').next().unwrap_or_default();
    let is_letter = word.chars().filter(|char| char.is_alphanumeric()).count() < 2;
    let has_dots = word.chars().filter(|&char| char == '.').count() > 1;
    is_letter || has_dots || behind.find(|&char| char != ' ').is_some_and(char::is_lowercase)
}

/// The first of the last sentences in a row that ask.
fn asked_of(sentences: &[String]) -> Option<String> {
    let last = sentences.iter().rposition(|sentence| asks(sentence))?;
    let before = sentences.get(..last)?.iter().rposition(|sentence| !asks(sentence));
    let first = sentences.get(before.map_or(0, |at| at + 1))?;
    Some(match before.and_then(|at| sentences.get(at)) {
        Some(before) if width(first) < MIN_COLUMNS && !first.contains(' ') => format!("{before} {first}"),
        _ => first.clone(),
    })
}

fn closes(char: char) -> bool {
    matches!(char, '*' | '_' | '`' | '"' | '\'' | ')' | ']' | '»' | '”' | '』' | '」' | '）')
}

/// A text with what its links are called in their place.
fn unlinked(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        let name = plain.rfind('[').filter(|_| char == ']' && chars.as_str().starts_with('('));
        match name {
            Some(name) => {
                plain.remove(name);
                chars.find(|&char| char == ')');
            }
            None => plain.push(char),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::asking;

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
            ("```\ncode\n```", ""),
            (" \n ", ""),
        ] {
            assert_eq!(asking(text), expected, "{text:?}");
        }
    }
}
