//! What a person can read from any form, and do with it.

use super::Action;
use question_core::{Focus, Frame, Line, ToolResult};

use super::{Played, frame, given, has_marker, result, tab};

pub(crate) fn shows(frame: &Frame, text: &str) -> bool {
    frame.lines.iter().any(|line| line.text().contains(text))
}

/// Returns whether the page about leaving the form is shown.
pub(crate) fn is_leaving(form: &Played) -> bool {
    shows(&frame(&form.unrolled(200)), "Leave the form?")
}

/// Returns whether the review is shown.
pub(crate) fn is_review(form: &Played) -> bool {
    shows(&frame(&form.unrolled(200)), "Review your answers")
}

/// Returns whether a preview is zoomed.
pub(crate) fn is_preview(form: &Played) -> bool {
    let frame = frame(form);
    frame.lines.iter().all(|line| line.item.is_none()) && form.focus() == Focus::List
}

/// Presses Esc until the form is on a page with a tab. A form that has none stays in its editor.
pub(crate) fn to_tab(form: &Played) -> Played {
    let mut form = form.clone();
    if form.focus() == Focus::Help {
        form.update(Action::Cancel);
    }
    for _ in 0..3 {
        let is_list = form.focus() == Focus::List && !is_leaving(&form);
        if !is_list || is_preview(&form.unrolled(200)) {
            let before = form.clone();
            form.update(Action::Cancel);
            if form.is_ended() || is_leaving(&form) {
                return before;
            }
        }
    }
    form
}

/// Returns the index of the shown question, 0-based, or `None` if none is shown.
pub(crate) fn shown_question(form: &Played) -> Option<usize> {
    question_in(&frame(&form.unrolled(200)))
}

fn question_in(frame: &Frame) -> Option<usize> {
    match tab(frame) {
        Some(tab) => tab.trim_end_matches(']').split_once("No. ")?.1.parse::<usize>().ok()?.checked_sub(1),
        None if shows(frame, "Review your answers") => None,
        None => Some(0),
    }
}

/// Returns the form on the page of a question, which may be an editor.
pub(crate) fn on_question(form: &Played, question: usize) -> Played {
    let mut form = to_tab(form);
    for _ in 0..100 {
        if shown_question(&form) == Some(question) {
            return form;
        }
        form.update(Action::NextTab);
    }
    panic!("no way to question {question}")
}

/// An editor of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Place {
    Answer(usize),
    Note(usize),
    Discussion,
}

/// Returns what the open editor edits.
pub(crate) fn place(form: &Played) -> Option<Place> {
    form.is_editing().then(|| place_in(&frame(form)))?
}

/// Returns what the editor in a frame edits.
fn place_in(frame: &Frame) -> Option<Place> {
    if shows(frame, "Discuss it first") {
        return Some(Place::Discussion);
    }
    // The editor of an added text is on the row of that text.
    let is_marked = |line: &Line| line.text().contains("(wrote)") && line.text().ends_with('✎');
    if frame.lines.iter().any(is_marked) {
        return None;
    }
    let question = question_in(frame)?;
    Some(if shows(frame, "A note on your answer") { Place::Note(question) } else { Place::Answer(question) })
}

/// What the screen of a form shows, read from one frame.
#[derive(Clone, Debug)]
pub(crate) struct Sight {
    pub(crate) is_leaving: bool,
    pub(crate) is_review: bool,
    pub(crate) is_preview: bool,
    pub(crate) question: Option<usize>,
    pub(crate) place: Option<Place>,
    /// Index of the item of the highlighted row.
    pub(crate) row: Option<usize>,
}

impl Sight {
    /// Returns what a form shows; an ended one, what it showed last.
    pub(crate) fn of(form: &Played) -> Self {
        let unrolled = form.unrolled(200);
        let frame = frame(&unrolled);
        Self {
            is_leaving: shows(&frame, "Leave the form?"),
            is_review: shows(&frame, "Review your answers"),
            is_preview: form.focus() == Focus::List && frame.lines.iter().all(|line| line.item.is_none()),
            question: question_in(&frame),
            place: form.is_editing().then(|| place_in(&frame)).flatten(),
            row: frame.lines.iter().find(|line| has_marker(line)).and_then(|line| line.item),
        }
    }
}

/// Returns the text of an editor after opening it, or `None` if there is no such editor.
pub(crate) fn text_in(form: &Played, place: Place) -> Option<String> {
    let (mut form, action) = match place {
        Place::Answer(question) => (on_question(form, question), Action::Digit(0)),
        Place::Note(question) => (on_question(form, question), Action::Note),
        Place::Discussion => (to_tab(form), Action::Discuss),
    };
    if form.is_editing() && action != Action::Digit(0) {
        form.update(Action::Cancel);
    }
    if form.is_ended() {
        return None;
    }
    if !form.is_editing() {
        // On the row for words, a digit would be text.
        form.update(Action::First);
        form.update(action);
    }
    (form.is_editing() && self::place(&form.unrolled(200)) == Some(place)).then(|| form.draft().to_owned())
}

pub(crate) fn abort(form: &Played) -> ToolResult {
    let mut form = form.clone();
    form.update(Action::Abort);
    result(&form)
}

/// Returns everything that a result keeps: the text for the model, and the unsent texts.
pub(crate) fn kept(result: &ToolResult) -> String {
    let unsent = result.details.unsent.iter().flatten();
    let unsent = unsent.flat_map(|unsent| unsent.text.iter().chain(&unsent.note).cloned());
    let answers = result.details.unsent_answers.iter().flatten();
    let texts = answers.flat_map(|answer| answer.picks.iter().map(|pick| &pick.value).chain(&answer.note));
    let texts = texts.cloned().chain(unsent);
    // The lines of a text are indented below its first one.
    std::iter::once(result.content.replace("\n  ", "\n")).chain(texts).collect::<Vec<_>>().join("\n")
}

/// Returns the result of each way to end the form early without discarding.
pub(crate) fn early_ends(form: &Played) -> Vec<(&'static str, ToolResult)> {
    let end = |actions: &[Action]| {
        let mut form = to_tab(form);
        for action in actions {
            form.update(action.clone());
        }
        form.is_ended().then(|| result(&form))
    };
    [
        ("aborted", end(&[Action::Abort])),
        ("failed", end(&[Action::Fail("trap".to_owned())])),
        ("sent", end(&[Action::Cancel, Action::CursorDown, Action::Confirm])),
    ]
    .into_iter()
    .filter_map(|(way, result)| Some((way, result?)))
    .collect()
}

/// Returns the answers so far, in brief.
pub(crate) fn answers(form: &Played) -> Vec<String> {
    abort(form).details.answers.iter().map(given).collect()
}

/// Returns everything that was entered: the answers and the texts of all editors.
pub(crate) fn entered(form: &Played, questions: usize) -> Vec<String> {
    let places = (0..questions).flat_map(|at| [Place::Answer(at), Place::Note(at)]).chain([Place::Discussion]);
    let texts = places.map(|place| format!("{place:?}: {:?}", text_in(form, place).unwrap_or_default()));
    answers(form).into_iter().chain(texts).collect()
}

/// Returns the highlighted item, by the row with the marker.
pub(crate) fn highlighted_item(frame: &Frame) -> Option<usize> {
    frame.lines.iter().find(|line| has_marker(line)).and_then(|line: &Line| line.item)
}
