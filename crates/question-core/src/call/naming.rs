//! Names of questions and their one-line forms, for lists, notices and the transcript.
//!
//! A name is the label that the model gave, or else the question in the prompt. Names of a form are distinct. No other
//! module derives names from prompts.

use std::collections::{HashMap, HashSet};

use crate::text::markdown::emphasis::Styles;
use crate::text::markdown::plain;
use crate::text::question::asking_sentence;
use crate::text::{Clean, cut_inside, is_seen, shortened};

/// Maximum width of a name taken from a prompt, in columns.
const NAME_COLUMNS: usize = 60;
/// Maximum width of a question in one line, in columns. A line that is cut again keeps a single ellipsis, in its
/// middle.
const LINE_COLUMNS: usize = 400;

/// Returns a distinct name for each question. `questions` are pairs of a label, if there is one, and a prompt.
pub(crate) fn names<'a>(questions: impl Iterator<Item = (Option<&'a str>, &'a str)>) -> Vec<Clean<'static>> {
    let whole = questions.map(|(label, prompt)| match label {
        Some(label) => (without_marks(label), usize::MAX),
        None => (line_of(prompt), NAME_COLUMNS),
    });
    let cut = whole.map(|(whole, columns)| (shortened(whole.borrowed(), columns).into_owned(), whole, columns));
    let cut: Vec<_> = cut.collect();
    let repeated = repeated(cut.iter().map(|(name, ..)| name.as_str()).collect());
    // Names that begin alike usually differ at the end, so their middle is cut instead.
    let name = |(name, whole, columns): &(Clean<'static>, Clean<'static>, usize)| {
        let is_repeated = repeated.contains(name.as_str());
        let name = if is_repeated { cut_inside(whole.borrowed(), *columns) } else { name.clone() };
        (name.as_str().to_owned(), None)
    };
    let names: Vec<_> = cut.iter().map(name).collect();
    made_distinct(&names).into_iter().map(Clean::composed).collect()
}

/// Returns each question in one line: its prompt, or its label if the prompt shows nothing. Equal lines are told apart
/// by labels, then by numbers.
pub(crate) fn one_line_each<'a>(questions: impl Iterator<Item = (Option<&'a str>, &'a str)>) -> Vec<Clean<'static>> {
    let line = |(label, prompt): (Option<&str>, &str)| {
        let (line, label) = (line_of(prompt), label.map(|label| without_marks(label).as_str().to_owned()));
        match label {
            Some(label) if line.columns() == 0 => (label, None),
            label => (line.as_str().to_owned(), label),
        }
    };
    made_distinct(&questions.map(line).collect::<Vec<_>>()).into_iter().map(Clean::composed).collect()
}

/// Returns a label as one line without marks of emphasis and code.
pub(crate) fn without_marks(label: &str) -> Clean<'static> {
    Styles::read(Clean::line(label).into_owned()).0
}

/// Returns the question in a prompt as one line.
pub(crate) fn line_of(prompt: &str) -> Clean<'static> {
    let asking = asking_sentence(prompt);
    let line = if asking.columns() > 0 { asking } else { first_line(prompt) };
    // A second cut must not add a second ellipsis, so this one is in the middle as well.
    cut_inside(line, LINE_COLUMNS)
}

/// Returns the first line of a text that has no sentences, such as a code block.
fn first_line(prompt: &str) -> Clean<'static> {
    let plain = plain(prompt);
    let first = plain.lines().find(|line| !line.trim().is_empty());
    Clean::line(first.unwrap_or(prompt).trim()).into_owned()
}

fn repeated(texts: Vec<&str>) -> HashSet<&str> {
    let mut met = HashSet::new();
    texts.into_iter().filter(|text| !met.insert(*text)).collect()
}

/// Makes names distinct. Equal names get their suffixes, or numbers if they have none.
pub(crate) fn made_distinct(all: &[(String, Option<String>)]) -> Vec<String> {
    let repeated = repeated(all.iter().map(|(name, _)| name.as_str()).collect());
    let name = |(number, (name, suffix)): (usize, &(String, Option<String>))| match suffix {
        _ if !is_seen(name) => format!("#{number}"),
        Some(suffix) if repeated.contains(name.as_str()) => format!("{name} ({suffix})"),
        _ => name.clone(),
    };
    let names = (1..).zip(all).map(name).map(|name| (name, true)).collect();
    made_unique(names, |name, number| format!("{name} ({number})"))
}

/// Makes names unique by numbers, from 2 on. Each name comes with whether it was given: a given name is kept by the
/// first that has it, even if another comes before.
pub(super) fn made_unique(names: Vec<(String, bool)>, numbered: fn(&str, usize) -> String) -> Vec<String> {
    let given = names.iter().filter(|(_, is_given)| *is_given).map(|(name, _)| name.clone());
    let mut taken: HashSet<String> = given.collect();
    let mut met = HashSet::new();
    // For each repeated name, the next number. Counting from there keeps thousands of equal names linear.
    let mut next: HashMap<String, usize> = HashMap::new();
    let unique = |(name, is_given): (String, bool)| {
        let is_free = if is_given { met.insert(name.clone()) } else { !taken.contains(&name) };
        if is_free {
            return name;
        }
        let number = next.entry(name.clone()).or_insert(2);
        loop {
            let unique = numbered(&name, *number);
            *number += 1;
            if taken.insert(unique.clone()) {
                return unique;
            }
        }
    };
    names.into_iter().map(unique).collect()
}

#[cfg(test)]
mod tests {
    use super::{names, one_line_each};

    type Texts = &'static [(Option<&'static str>, &'static str)];

    #[test]
    fn names_are_distinct() {
        let all: [(Texts, &[&str], &[&str]); 4] = [
            (
                &[(Some("DB"), "Which database?"), (None, "We deploy. Which host?"), (None, "")],
                &["DB", "Which host?", "#3"],
                &["Which database?", "Which host?", "#3"],
            ),
            (
                &[(None, "Which?"), (Some("Which? (2)"), "Why?"), (None, "Which?"), (None, "**Which?**")],
                &["Which?", "Which? (2)", "Which? (3)", "Which? (4)"],
                &["Which?", "Why?", "Which? (2)", "Which? (3)"],
            ),
            (
                &[(Some("`db`"), "Which one?"), (Some("Cache"), "Which one?"), (None, "Which one?")],
                &["db", "Cache", "Which one?"],
                &["Which one? (db)", "Which one? (Cache)", "Which one?"],
            ),
            (
                &[
                    (None, "Should we use the new approach for the database migration to PostgreSQL in production?"),
                    (None, "Should we use the new approach for the database migration to PostgreSQL in staging?"),
                    (None, "Should we use the new approach for the database migration to PostgreSQL locally?"),
                ],
                &[
                    "Should we use the new approach…to PostgreSQL in production?",
                    "Should we use the new approach…ion to PostgreSQL in staging?",
                    "Should we use the new approach…ration to PostgreSQL locally?",
                ],
                &[
                    "Should we use the new approach for the database migration to PostgreSQL in production?",
                    "Should we use the new approach for the database migration to PostgreSQL in staging?",
                    "Should we use the new approach for the database migration to PostgreSQL locally?",
                ],
            ),
        ];
        for (texts, expected_names, expected_lines) in all {
            let plain =
                |all: Vec<super::Clean<'static>>| all.iter().map(|name| name.as_str().to_owned()).collect::<Vec<_>>();
            assert_eq!(plain(names(texts.iter().copied())), expected_names);
            assert_eq!(plain(one_line_each(texts.iter().copied())), expected_lines);
        }
    }
    #[test]
    fn a_long_line_is_cut_once() {
        let line = super::line_of(&"x".repeat(10_000));
        for columns in [500, 400, 399, 80, 20] {
            let cut = super::cut_inside(line.borrowed(), columns);
            assert_eq!(cut.as_str().matches('…').count(), 1, "{cut}");
        }
    }
}
