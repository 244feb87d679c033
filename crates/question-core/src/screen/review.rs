//! The review: each answer with its note and unsubmitted texts, then an unsent message, then Submit.

use super::fold::Fold;
use super::list::{Indent, Lead, cut_rows};
use crate::answer::content::listed;
use crate::answer::given::{Choice, Given};
use crate::form::Form;
use crate::form::entry::Entry;
use crate::screen::frame::{Line, Role};
use crate::text::{Clean, start_of};
use crate::words::Words;

/// Separator of a question and its answer on one line. A colon would follow the question mark of many questions.
pub(super) const ARROW: &str = " → ";

/// Sign of a text that is not part of an answer.
pub(crate) const PEN: &str = "✎ ";

/// Width of the sign before an answer, in columns.
const SIGN_COLUMNS: usize = 2;

/// Suffix of an answer on a single row if it has a note or unsubmitted texts, which are then not shown.
const ASIDES: &str = " ✎";
const ASIDES_COLUMNS: usize = 2;

/// Maximum number of rows of a text. The page of its question shows all of it.
pub(crate) const MAX_ROWS: usize = 3;

/// Maximum number of characters of a text that are laid out, so that long texts cost no more.
const MAX_CHARS: usize = 20_000;

/// Appends the rows of an item.
pub(super) fn push_item<'a>(
    form: &'a Form,
    at: usize,
    fold: Fold,
    is_highlighted: bool,
    indent: Indent,
    rows: &mut Vec<Line<'a>>,
) {
    let first = rows.len();
    push_answer(form, at, is_highlighted, indent, rows);
    let Some(entry) = form.entry(at) else {
        if fold == Fold::Label {
            cut_rows(first, 1, indent.columns, rows);
        }
        return;
    };
    if fold != Fold::Label {
        push_asides(entry, fold, form.words(), indent, rows);
        return;
    }
    let has_asides = asides(entry, start, form.words()).next().is_some();
    let room = indent.columns.saturating_sub(if has_asides { ASIDES_COLUMNS } else { 0 });
    cut_rows(first, 1, room, rows);
    if let Some(line) = rows.last_mut().filter(|_| has_asides) {
        *line = std::mem::take(line).fit(room).with(Role::Muted, ASIDES);
    }
}

/// Returns the height of an item in rows: in full, and with one row for each text below its answer.
pub(super) fn height(form: &Form, at: usize, indent: Indent) -> (usize, usize) {
    let mut rows = Vec::new();
    push_answer(form, at, false, indent, &mut rows);
    let answer = rows.len();
    let asides = form.entry(at).map_or(0, |entry| push_asides(entry, Fold::Whole, form.words(), indent, &mut rows));
    (rows.len(), answer + asides)
}

/// Appends a question with its answer, the unsent message, or Submit.
fn push_answer<'a>(form: &'a Form, at: usize, is_highlighted: bool, indent: Indent, rows: &mut Vec<Line<'a>>) {
    let words = form.words();
    let highlight = |role| if is_highlighted { Role::Accent } else { role };
    let first = rows.len();
    let Some(entry) = form.entry(at) else {
        if at < form.submit_row() {
            let talk = form.discussion();
            let text = Clean::text(start(talk)).into_owned();
            let lead = Lead { sign: PEN, sign_columns: SIGN_COLUMNS, ..Lead::default() };
            let not_sent = Clean::composed([words.not_sent, text.as_str()].concat());
            indent.push_item(is_highlighted, lead, highlight(Role::Muted), not_sent, rows);
            return cut((first, MAX_ROWS), is_whole(talk), SIGN_COLUMNS, words, indent, rows);
        }
        let role = if form.first_unanswered().is_none() { Role::Success } else { Role::Dim };
        let text = Clean::text(&shortened(form, at, &start)).into_owned();
        return indent.push_item(is_highlighted, Lead::default(), highlight(role), text, rows);
    };
    let text = Clean::text(&shortened(form, at, &start)).into_owned();
    let is_done = entry.draft().is_answered();
    let (role, sign) = if is_done { (Role::Text, "✓ ") } else { (Role::Warning, "□ ") };
    let lead = Lead { sign, sign_columns: SIGN_COLUMNS, is_done, ..Lead::default() };
    indent.push_item(is_highlighted, lead, highlight(role), text, rows);
    let given = &entry.draft().given;
    let mut typed = given.typed().iter().map(|typed| &typed.text).chain(given.text());
    cut((first, MAX_ROWS), typed.all(|text| is_whole(text)), SIGN_COLUMNS, words, indent, rows);
}

/// Appends the texts below an answer, and returns how many there are.
fn push_asides(entry: &Entry, fold: Fold, words: &Words, indent: Indent, rows: &mut Vec<Line<'_>>) -> usize {
    let mut count = 0;
    for (text, shown) in asides(entry, start, words) {
        count += 1;
        let first = rows.len();
        indent.push_below(SIGN_COLUMNS, Role::Muted, Clean::text(&shown).into_owned(), rows);
        if fold == Fold::Whole {
            cut((first, MAX_ROWS), is_whole(text), SIGN_COLUMNS, words, indent, rows);
        } else {
            cut_rows(first, 1, indent.columns, rows);
        }
    }
    count
}

/// Returns the texts below an answer, each in full and as shown: unsubmitted texts, then the note.
pub(crate) fn asides<'a>(
    entry: &'a Entry,
    shorten: fn(&str) -> &str,
    words: &'a Words,
) -> impl Iterator<Item = (&'a str, String)> {
    let draft = entry.draft();
    let texts = draft.unsent_texts().map(move |text| (text, [PEN, words.not_sent, shorten(text)].concat()));
    let note = draft.unsent_note().map(|note| (note, unsent(words.to_note, shorten(note), words)));
    texts
        .chain(note)
        .chain(entry.draft().note.iter().map(move |note| (note.as_str(), format!("{}{}", words.note, shorten(note)))))
}

/// Formats an unsubmitted text of a kind: a note, or a message.
pub(super) fn unsent(kind: &str, text: &str, words: &Words) -> String {
    [PEN, words.not_sent, "(", kind, ") ", text].concat()
}

/// Shortens a text to what is laid out.
fn start(text: &str) -> &str {
    start_of(text, MAX_CHARS)
}

fn is_whole(text: &str) -> bool {
    start(text).len() == text.len()
}

/// Cuts a text whose rows begin at index `first` to `max` rows, and appends how many more there are. If not all of the
/// text was laid out, that number is a lower bound.
fn cut(
    (first, max): (usize, usize),
    is_whole: bool,
    lead_columns: usize,
    words: &Words,
    indent: Indent,
    rows: &mut Vec<Line<'_>>,
) {
    let more = (rows.len() - first).saturating_sub(max);
    // Stating that one row is hidden would take as much room as the row.
    if more > 1 {
        rows.truncate(first + max);
        let more = if is_whole { words.count(words.lines, more) } else { words.many_lines_hidden(more) };
        let more = format!("… {more}");
        indent.push_below(lead_columns, Role::Dim, Clean::composed(more), rows);
    }
}

/// Returns the label and answer of the question at index `at`, or the label of Submit for an index after the questions.
pub(crate) fn text(form: &Form, at: usize) -> String {
    shortened(form, at, &|text| text)
}

/// Returns the same as [`text`], with each typed text shortened.
pub(super) fn shortened(form: &Form, at: usize, shorten: &dyn Fn(&str) -> &str) -> String {
    let words = form.words();
    if let Some(entry) = form.entry(at) {
        return [entry.shown.label.as_str(), ARROW, &answer(entry, shorten, words)].concat();
    }
    match form.drafts().filter(|draft| !draft.is_answered()).count() {
        0 => words.submit.to_owned(),
        missing => words.count(words.submit_after, missing),
    }
}

/// Formats the answer to a question.
fn answer(entry: &Entry, shorten: &dyn Fn(&str) -> &str, words: &Words) -> String {
    let label = |option: usize| entry.shown.option(option).map_or("", |option| option.label.as_str()).to_owned();
    let wrote = |text: &str| match text.trim() {
        "" => words.blank_answer.to_owned(),
        _ => format!("{}{}", words.wrote, shorten(text)),
    };
    match &entry.draft().given {
        _ if !entry.draft().is_answered() => words.not_answered.to_owned(),
        Given::Single(Some(Choice::Option(option))) => label(*option),
        Given::Single(Some(Choice::Typed(text))) | Given::Input(Some(text)) => wrote(text),
        Given::Single(None) | Given::Input(None) => String::new(),
        Given::Multi(boxes) => {
            let typed = boxes.typed.iter().filter(|typed| typed.is_checked);
            let typed = typed.map(|typed| wrote(&listed(shorten(&typed.text).to_owned())));
            let all: Vec<String> = boxes.checked().map(|option| listed(label(option))).chain(typed).collect();
            if all.is_empty() { words.none.to_owned() } else { all.join(words.comma) }
        }
    }
}
