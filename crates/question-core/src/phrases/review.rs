//! The answers of a form in words: each with its notes and unsubmitted texts.

use crate::answer::content::listed;
use crate::answer::draft::{Draft, Standing};
use crate::answer::picks::{Pick, PickOrigin};
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

/// Returns the texts below an answer: unsubmitted texts, then notes.
pub(crate) fn asides<'a>(
    entry: &'a Entry,
    shorten: fn(&str) -> &str,
    words: &'a Words,
) -> impl Iterator<Item = String> {
    let texts = entry.draft().unsent_texts().map(move |text| [PEN, words.not_sent, shorten(text)].concat());
    let default = entry.draft().unsent_default().map(|text| [PROPOSED, words.not_sent, shorten(text)].concat());
    texts.chain(default).chain(notes(entry.draft(), shorten, words))
}

/// Returns the unsubmitted note, then the note.
pub(crate) fn notes(draft: &Draft, shorten: fn(&str) -> &str, words: &Words) -> impl Iterator<Item = String> {
    let unsent = draft.unsent_note().map(|note| unsent(words.to_note, shorten(note), words));
    unsent.into_iter().chain(draft.note.submitted.as_ref().map(|note| [words.note, shorten(note)].concat()))
}

/// Formats an unsubmitted text of a kind: a note, or a message.
pub(crate) fn unsent(kind: &str, text: &str, words: &Words) -> String {
    [PEN, words.not_sent, "(", kind, ") ", text].concat()
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
    let is_default = entry.draft().standing() == Standing::Proposed && !entry.draft().has_changed_boxes();
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
