//! A reader of frames, who sees the lines of a screen alone, knows what was asked, and says what Enter does.

use super::lists::List;
use super::{Played, frame};
use question_core::{Frame, Line};

/// The place of the host's editor in the lines.
pub(crate) const EDITOR_ROW: &str = "⟦editor⟧";

/// What Enter does, by what is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Enter {
    /// It takes the option of this index.
    Takes(usize),
    /// It takes the words in the editor, or opens the editor if it is closed.
    Words,
    /// Words that were added before are highlighted. If the editor has them, it takes those in the editor in their place.
    Added,
    /// It takes nothing, because nothing is highlighted.
    Nothing,
}

/// What is read of a frame.
#[derive(Clone, Debug)]
pub(crate) struct Read {
    /// Indices of the questions that this may be the list of; none if the page is another one.
    pub(crate) questions: Vec<usize>,
    pub(crate) enter: Enter,
    pub(crate) has_editor: bool,
    /// Indices of the options in sight, and whether their boxes are checked.
    pub(crate) boxes: Vec<(usize, bool)>,
    /// Whether the label alone would not tell the option.
    pub(crate) is_ambiguous: bool,
}

/// A row of a list.
#[derive(Debug)]
struct Row {
    /// Index of its first line.
    line: usize,
    is_marked: bool,
    number: Option<usize>,
    /// Whether it is checked, if it has a box.
    is_checked: Option<bool>,
    /// What follows the number and the box.
    text: String,
}

/// Returns the lines of a form as text, with a line for the host's editor.
pub(crate) fn lines(form: &Played) -> Vec<String> {
    lines_of(&frame(form))
}

fn lines_of(frame: &Frame) -> Vec<String> {
    let mut lines: Vec<String> = frame.lines.iter().map(Line::text).collect();
    if let Some(slot) = frame.slot {
        lines.insert(slot.row.min(lines.len()), EDITOR_ROW.to_owned());
    }
    lines
}

/// Reads lines. Returns what is wrong with them by themselves, if anything is.
pub(crate) fn read(lines: &[String], asked: &[List]) -> Result<Read, String> {
    let rows: Vec<Row> = lines.iter().enumerate().filter_map(|(at, line)| row(at, line)).collect();
    let marked: Vec<&Row> = rows.iter().filter(|row| row.is_marked).collect();
    let has_editor = lines.iter().any(|line| line == EDITOR_ROW);
    let numbered = || rows.iter().filter(|row| row.number.is_some());
    let tab = tab(lines);
    let is_of = |list: &List| {
        numbered().count() > 0
            && numbered().all(|row| match row.number {
                Some(0) => list.takes_words && row.is_checked.is_some() == list.is_multi,
                number => row.is_checked.is_some() == list.is_multi && shows(lines, row, list, number).is_some(),
            })
    };
    let questions: Vec<usize> = asked
        .iter()
        .enumerate()
        .filter(|(at, list)| is_of(list) && tab.as_ref().is_none_or(|tab| tab.contains(&format!("Q{}", at + 1))))
        .map(|(at, _)| at)
        .collect();
    let enter = match marked.as_slice() {
        [] => Enter::Nothing,
        [row] => match row.number {
            Some(0) => Enter::Words,
            Some(number) => Enter::Takes(number - 1),
            None => Enter::Added,
        },
        rows => return Err(format!("{} rows are highlighted", rows.len())),
    };
    // A list whose only row in sight cannot be read is a list nevertheless.
    if let [row] = marked.as_slice()
        && questions.is_empty()
        && row.number.is_some()
        && asked.iter().any(|list| list.takes_words && numbered().all(|row| row.number == Some(0)))
    {
        return Err("the highlighted row has no label".to_owned());
    }
    let is_ambiguous = match (&enter, marked.as_slice()) {
        (Enter::Takes(_), [row]) => questions.iter().filter_map(|at| asked.get(*at)).any(|list| {
            let look_alike = (1..=list.options.len()).filter(|at| shows(lines, row, list, Some(*at)).is_some());
            look_alike.count() > 1
        }),
        _ => false,
    };
    let boxes = rows.iter().filter_map(|row| Some((row.number?.checked_sub(1)?, row.is_checked?))).collect();
    Ok(Read { questions, enter, has_editor, boxes, is_ambiguous })
}

fn row(at: usize, line: &str) -> Option<Row> {
    let rest = line.strip_prefix(' ').unwrap_or(line);
    let (is_marked, rest) = match rest.strip_prefix("→ ") {
        Some(rest) => (true, rest),
        None => (false, rest.strip_prefix("  ")?),
    };
    // Numbers are flush right in two columns. Further in stands what goes on from the row above.
    let is_first = rest.len() - rest.trim_start().len() <= 1;
    let rest = rest.trim_start();
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let numbered = rest.strip_prefix(&digits).and_then(|rest| rest.strip_prefix(". "));
    let numbered = numbered.filter(|_| is_first);
    let number = numbered.and(digits.parse().ok());
    let rest = numbered.unwrap_or(rest);
    let boxed = ["[ ] ", "[x] ", "[+] "].iter().find_map(|start| rest.strip_prefix(start));
    let is_row = is_marked || number.is_some();
    is_row.then(|| Row {
        line: at,
        is_marked,
        number,
        is_checked: boxed.map(|_| rest.starts_with("[x]")),
        text: without_count(boxed.unwrap_or(rest)).to_owned(),
    })
}

/// Returns a row without the count of rows above or below at its end.
fn without_count(text: &str) -> &str {
    let at = text.rfind(['↑', '↓']).filter(|at| text.get(*at..).is_some_and(|rest| rest.contains(char::is_numeric)));
    at.and_then(|at| text.get(..at)).unwrap_or(text).trim_end()
}

/// How a row shows a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    Whole,
    Cut,
}

/// Returns whether a row shows the label of the option with a number.
fn shows(lines: &[String], row: &Row, list: &List, number: Option<usize>) -> Option<Shown> {
    let option = list.options.get(number?.checked_sub(1)?)?;
    let wanted: Vec<char> = option.label.chars().filter(|char| !char.is_whitespace()).collect();
    let mut wanted = wanted.as_slice();
    let below = lines.get(row.line + 1..).unwrap_or_default().iter().map(String::as_str);
    for line in std::iter::once(row.text.as_str()).chain(below) {
        let mut chars = line.chars().filter(|char| !char.is_whitespace());
        let mut taken = 0;
        while let Some((first, rest)) = wanted.split_first() {
            let Some(char) = chars.next() else { break };
            if char != *first {
                // What is left out is marked.
                return (char == '…').then_some(Shown::Cut);
            }
            wanted = rest;
            taken += 1;
        }
        if wanted.is_empty() {
            // Signs are apart from the label.
            let mut left = taken;
            let mut behind = line.chars().skip_while(|char| {
                let is_label = left > 0;
                left -= usize::from(is_label && !char.is_whitespace());
                is_label
            });
            // A text below it that has no row is marked as well.
            return behind.next().is_none_or(|sign| sign.is_whitespace() || sign == '…').then_some(Shown::Whole);
        }
    }
    None
}

/// Returns the part of the tab bar in brackets, if it names a question.
fn tab(lines: &[String]) -> Option<String> {
    let bar = lines.iter().find(|line| line.starts_with(" ←") && line.contains('['))?;
    let (_, rest) = bar.split_once('[')?;
    rest.split_once(']').map(|(tab, _)| tab.to_owned()).filter(|tab| tab.contains('Q'))
}
