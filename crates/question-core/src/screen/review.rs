//! The review: each answer with its note and unsubmitted texts, then an unsent message, then Submit.

use super::fold::Fold;
use super::list::{Indent, Lead, cut_rows};
use crate::answer::content::listed;
use crate::answer::picks::Pick;
use crate::call::naming::without_marks;
use crate::form::Form;
use crate::form::entry::Entry;
use crate::screen::frame::{Line, Role};
use crate::text::{Clean, start_of};
use crate::words::Words;

/// Separator of a question and its answer on one line. A colon would follow the question mark of many questions.
pub(crate) const ARROW: &str = " → ";

/// Sign of a text that is not part of an answer.
pub(crate) const PEN: &str = "✎ ";

/// Width of the sign before an answer, in columns.
const SIGN_COLUMNS: usize = 2;

/// Suffix of an answer on a single row if it has a note or unsubmitted texts, which are then not shown.
const ASIDES: &str = " ✎";
/// Width of [`ASIDES`], in columns.
const ASIDES_COLUMNS: usize = 2;

/// Maximum number of rows of a text. The page of its question shows all of it.
const MAX_ROWS: usize = 3;

/// Appends the rows of an item: a question with its answer and the texts beside that, the unsent message, or Submit.
pub(super) fn push_item(
    form: &Form,
    at: usize,
    fold: Fold,
    is_highlighted: bool,
    indent: Indent,
    rows: &mut Vec<Line<'_>>,
) {
    let words = form.words();
    let entry = form.entry(at);
    let is_done = entry.is_some_and(|entry| entry.draft().is_answered());
    let (sign, role) = match entry {
        Some(_) if is_done => ("✓ ", Role::Text),
        Some(_) => ("□ ", Role::Warning),
        None if at < form.submit_row() => (PEN, Role::Muted),
        None if form.first_unanswered().is_none() => ("", Role::Success),
        None => ("", Role::Dim),
    };
    let text =
        if sign == PEN { [words.not_sent, start(form.discussion())].concat() } else { shortened(form, at, start) };
    let lead = Lead { sign, sign_columns: if sign.is_empty() { 0 } else { SIGN_COLUMNS }, is_done, ..Lead::default() };
    let role = if is_highlighted { Role::Accent } else { role };
    let first = rows.len();
    indent.push_item(is_highlighted, lead, role, Clean::text(&text).into_owned(), rows);
    let mut asides = entry.into_iter().flat_map(|entry| asides(entry, start, words)).peekable();
    if fold == Fold::Label {
        let has_asides = asides.peek().is_some();
        let room = indent.columns.saturating_sub(if has_asides { ASIDES_COLUMNS } else { 0 });
        cut_rows(first, 1, room, rows);
        if let Some(line) = rows.last_mut().filter(|_| has_asides) {
            *line = std::mem::take(line).fit(room).with(Role::Muted, ASIDES);
        }
        return;
    }
    cut_rows(first, MAX_ROWS, indent.columns, rows);
    for text in asides {
        let first = rows.len();
        indent.push_below(SIGN_COLUMNS, Role::Muted, Clean::text(&text).into_owned(), rows);
        cut_rows(first, if fold == Fold::Whole { MAX_ROWS } else { 1 }, indent.columns, rows);
    }
}

/// Returns the texts below an answer: unsubmitted texts, then notes.
pub(crate) fn asides<'a>(
    entry: &'a Entry,
    shorten: fn(&str) -> &str,
    words: &'a Words,
) -> impl Iterator<Item = String> {
    let texts = entry.draft().unsent_texts().map(move |text| [PEN, words.not_sent, shorten(text)].concat());
    texts.chain(notes(entry, shorten, words))
}

/// Returns the unsubmitted note, then the note.
pub(crate) fn notes(entry: &Entry, shorten: fn(&str) -> &str, words: &Words) -> impl Iterator<Item = String> {
    let draft = entry.draft();
    let unsent = draft.unsent_note().map(|note| unsent(words.to_note, shorten(note), words));
    unsent.into_iter().chain(draft.note.as_ref().map(|note| [words.note, shorten(note)].concat()))
}

/// Formats an unsubmitted text of a kind: a note, or a message.
pub(super) fn unsent(kind: &str, text: &str, words: &Words) -> String {
    [PEN, words.not_sent, "(", kind, ") ", text].concat()
}

/// Shortens a text of the user to what a form lays out, so that long texts cost no more. The editor holds all of it.
pub(crate) fn start(text: &str) -> &str {
    /// Maximum number of characters.
    const MAX: usize = 10_000;
    start_of(text, MAX)
}

/// Returns the label and answer of the question at index `at`, or the label of Submit for an index after the questions.
pub(crate) fn text(form: &Form, at: usize) -> String {
    shortened(form, at, |text| text)
}

/// Returns the same as [`text`], with each typed text shortened.
pub(super) fn shortened(form: &Form, at: usize, shorten: fn(&str) -> &str) -> String {
    let words = form.words();
    if let Some(entry) = form.entry(at) {
        let picks = entry.picks(shorten);
        let said = picks.map_or(words.not_answered.to_owned(), |picks| said(&picks, words));
        return [entry.shown.name.as_str(), ARROW, &said].concat();
    }
    match form.drafts().filter(|draft| !draft.is_answered()).count() {
        0 => words.submit.to_owned(),
        missing => words.count(words.submit_after, missing),
    }
}

/// Formats the picks of an answer. One of several is quoted if it could be taken for several itself.
pub(crate) fn said(picks: &[Pick], words: &Words) -> String {
    let said = |pick: &Pick| {
        let label = || without_marks(&pick.label).as_str().to_owned();
        let text = if pick.was_custom() { pick.label.clone() } else { label() };
        let text = if picks.len() > 1 { listed(text) } else { text };
        match () {
            () if text.trim().is_empty() => words.blank_answer.to_owned(),
            () if pick.was_custom() => [words.wrote, &text].concat(),
            () => text,
        }
    };
    if picks.is_empty() { words.none.to_owned() } else { picks.iter().map(said).collect::<Vec<_>>().join(words.comma) }
}
