//! The notice above the hints: why input had no effect, or the note on the current question.

use super::item::cut_rows;
use crate::faces::frame::{Line, Role};
use crate::form::Form;
use crate::form::page::Notice;
use crate::text::{Clean, Wrap};
use crate::view::notice::trouble;
use crate::view::review::{self, start};
use crate::words::fill;

/// Draws the notice in at most `room` rows beside the hints. If there are none, it takes the row of the hints, unless
/// it can be read in the review.
pub(super) fn lines(form: &Form, columns: usize, room: usize) -> Vec<Line<'static>> {
    let effect = effect(form);
    let room = room.max(usize::from(effect.is_some()));
    let beside = || Some((Role::Muted, beside_answer(form).filter(|_| room > 0)?));
    let Some((role, text)) = effect.or_else(beside) else { return Vec::new() };
    // Only a warning may need more rows.
    let max = if role == Role::Warning { room } else { 1 };
    let rows = Wrap::new(Clean::composed(text), columns).take(max + 1);
    let mut lines = rows.map(|row| Line::of(role, row)).collect();
    cut_rows(0, max, columns, &mut lines);
    lines
}

/// Returns a warning, else that keys apply after a pause, else what was undone.
fn effect(form: &Form) -> Option<(Role, String)> {
    let words = form.words();
    if let Some(trouble) = trouble(form) {
        return Some((Role::Warning, trouble));
    }
    let text = match form.notice() {
        _ if form.asks_to_pause() => words.waiting.to_owned(),
        Some(Notice::Undone(at)) => fill(words.undone, &state_after_undo(form, *at)),
        Some(Notice::TakenBack(text)) => fill(words.taken_back_text, Clean::line(start(text.trim())).as_str()),
        Some(Notice::Redone(at)) => fill(words.redone, &state_after_undo(form, *at)),
        _ => return None,
    };
    Some((Role::Muted, text))
}

/// Describes the state after undo or redo: the answer to the question at index `at` with its notes, or the message
/// about the call.
fn state_after_undo(form: &Form, at: Option<usize>) -> String {
    let words = form.words();
    let text = if let Some((at, entry)) = at.and_then(|at| Some((at, form.entry(at)?))) {
        let answer = review::shortened(form, at, start);
        std::iter::once(answer).chain(review::asides(entry, start, words)).collect::<Vec<_>>().join("  ")
    } else {
        let discussion = if form.has_discussion() { start(form.discussion().trim()) } else { words.blank_answer };
        [words.to_discuss, review::ARROW, discussion].concat()
    };
    Clean::line(start(&text)).as_str().to_owned()
}

/// Returns whether the page has texts that no other row shows, so that the notice keeps its row.
pub(super) fn is_lasting(form: &Form) -> bool {
    beside_answer(form).is_some()
}

/// Returns the texts beside the answer on the page of a question: notes, and an unsubmitted message.
fn beside_answer(form: &Form) -> Option<String> {
    let (_, entry) = form.listed_entry()?;
    let words = form.words();
    let discussion = || [review::PEN, words.not_sent, "(", words.to_discuss, ") ", start(form.discussion())].concat();
    let texts: Vec<String> =
        review::beside(entry, start, words).chain(form.has_discussion().then(discussion)).collect();
    (!texts.is_empty()).then(|| Clean::line(&texts.join("  ")).as_str().to_owned())
}
