//! The answers of a form in words: each with its notes and unsubmitted texts.

use crate::answer::content::listed;
use crate::answer::picks::{Pick, PickOrigin};
use crate::answer::sheet::{Sheet, Standing};
use crate::call::naming::without_marks;
use crate::form::Form;
use crate::form::entry::Entry;
use crate::text::{Clean, start_of};
use crate::words::Words;

/// Separator of a question and its answer on one line. A colon would follow the question mark of many questions.
pub(crate) const ARROW: &str = " → ";

/// Sign of a text that is not part of an answer.
pub(crate) const PEN: &str = "✎ ";

/// Sign of a default that waits for the user.
pub(crate) const PROPOSED: &str = "◪ ";

/// Sign behind an option that is the answer.
pub(crate) const CHOSEN: Clean<'static> = Clean::own(" ✓", 2);

/// Returns the sign behind an option of this standing: that of an answer, or that of a default, with a word for it if it
/// is the only one. `has_box` is whether a box in the same row shows that the option is checked.
pub(crate) fn standing_sign(entry: &Entry, standing: Standing, has_box: bool, words: &Words) -> Option<Clean<'static>> {
    match standing {
        Standing::Proposed => {
            let word = if entry.question.mode.is_list() { "" } else { words.by_default };
            Some(Clean::composed([" ", PROPOSED, word].concat().trim_end().to_owned()))
        }
        Standing::Decided => (!has_box).then_some(CHOSEN),
        Standing::Open => None,
    }
}

/// Returns the texts below an answer: those that are not sent, a default that is not used, the note.
pub(crate) fn asides<'a>(
    entry: &'a Entry,
    shorten: fn(&str) -> &str,
    words: &'a Words,
) -> impl Iterator<Item = String> {
    let unsent = entry.sheet().unsent_texts();
    let unsent = unsent.map(move |text| [PEN, words.not_sent, shorten(text.trim())].concat());
    let default = entry.sheet().unsent_default().map(|text| [PROPOSED, words.not_sent, shorten(text)].concat());
    unsent.chain(default).chain(note(entry.sheet(), shorten, words))
}

/// Returns the texts beside an answer that its list does not show: words that were typed where there is no row for them,
/// and the note.
pub(crate) fn beside(entry: &Entry, shorten: fn(&str) -> &str, words: &Words) -> impl Iterator<Item = String> {
    let left = entry.sheet().draft().filter(|_| !entry.question.allow_custom && entry.question.mode.has_options());
    let left = left.map(|text| [PEN, words.not_sent, shorten(text.trim())].concat());
    left.into_iter().chain(note(entry.sheet(), shorten, words))
}

pub(crate) fn note(sheet: &Sheet, shorten: fn(&str) -> &str, words: &Words) -> Option<String> {
    sheet.note().map(|note| [words.note, shorten(note)].concat())
}

/// Shortens a text of the user to what a form lays out, so that long texts cost no more. The editor holds all of it.
pub(crate) fn start(text: &str) -> &str {
    /// Maximum number of characters.
    const MAX: usize = 10_000;
    start_of(text, MAX)
}

/// Returns the label and answer of the question at index `at`, or the label of Submit for an index after the questions.
pub(crate) fn answer_text(form: &Form, at: usize) -> String {
    shortened(form, at, |text| text)
}

/// Returns the same as [`answer_text`], with each typed text shortened.
pub(crate) fn shortened(form: &Form, at: usize, shorten: fn(&str) -> &str) -> String {
    let words = form.words();
    if let Some(entry) = form.entry(at) {
        return [entry.shown.name.as_str(), ARROW, &answer(entry, shorten, words)].concat();
    }
    match form.missing().count() {
        0 => words.submit.to_owned(),
        missing => words.count(words.submit_unanswered, missing),
    }
}

/// Returns the answer to a question, or that it has none.
pub(crate) fn answer(entry: &Entry, shorten: fn(&str) -> &str, words: &Words) -> String {
    let Some(picks) = entry.picks(shorten) else {
        let optional = if entry.question.allow_empty { [" (", words.optional, ")"].concat() } else { String::new() };
        return [words.not_answered, &optional].concat();
    };
    let is_told = picks.iter().any(|pick| pick.origin == PickOrigin::Default);
    let is_default = entry.sheet().standing() == Standing::Proposed;
    [if is_default && !is_told { words.by_default } else { "" }, &said(&picks, words)].concat()
}

/// Returns the prefix of a text, which says whether the user wrote it or the model, as a default.
pub(crate) fn source(is_default: bool, words: &Words) -> &'static str {
    if is_default { words.by_default } else { words.wrote }
}

/// Formats the picks of an answer. One of several is quoted if it could be taken for several itself.
pub(crate) fn said(picks: &[Pick], words: &Words) -> String {
    let said = |pick: &Pick| {
        let (source, text) = match pick.origin {
            PickOrigin::Option(_) => ("", without_marks(&pick.label).as_str().to_owned()),
            PickOrigin::Typed | PickOrigin::Default => {
                (source(pick.origin == PickOrigin::Default, words), pick.label.clone())
            }
        };
        let text = if picks.len() > 1 { listed(text) } else { text };
        if text.trim().is_empty() { words.blank_answer.to_owned() } else { [source, &text].concat() }
    };
    if picks.is_empty() { words.none.to_owned() } else { picks.iter().map(said).collect::<Vec<_>>().join(words.comma) }
}
