//! Forms that are filled in and submitted, in any way that a user can.

use super::Action;
use proptest::prelude::*;
use proptest::sample::select;
use question_core::{Focus, Mode, OptionRequest, QuestionRequest, Target};

use super::any::{nasty, question};
use super::play::{is_leaving, is_preview, is_review};
use super::{Played, frame, notice};

/// Names that are hard to tell apart, or look like notation.
const NAMES: [&str; 9] = ["a", "A", "b", "a, b", "b (Recommended)", " a", "\"a\"", "a → b", "a\nb"];

/// Returns a strategy for questions of any mode with options of these names.
pub(crate) fn alike() -> impl Strategy<Value = QuestionRequest> {
    let name = || select(NAMES.as_slice()).prop_map(str::to_owned);
    let option = (name(), prop::option::of(name())).prop_map(|(label, value)| OptionRequest {
        label,
        value,
        ..OptionRequest::default()
    });
    (question(), prop::collection::vec(option, 1..8)).prop_map(|(question, options)| QuestionRequest {
        options: if question.mode == Some(Mode::Input) { Vec::new() } else { options },
        ..question
    })
}

/// What a user enters on the page of a question.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    note: Option<String>,
    rows: Vec<usize>,
    texts: Vec<String>,
}

pub(crate) fn plan() -> impl Strategy<Value = Plan> {
    let note = prop::option::weighted(0.4, nasty());
    let text = prop_oneof![3 => nasty(), 1 => select(NAMES.as_slice()).prop_map(str::to_owned)];
    (note, prop::collection::vec(0_usize..22, 0..4), prop::collection::vec(text, 0..3))
        .prop_map(|(note, rows, texts)| Plan { note, rows, texts })
}

/// Fills in a form with this number of questions by these plans, and submits it.
pub(crate) fn filled(form: Played, questions: usize, plans: &[Plan]) -> Played {
    let mut form = form;
    for Plan { note, rows, texts } in plans.iter().take(questions) {
        if let Some(note) = note {
            // A single question for a text has no list, where a note could be opened.
            if form.is_editing() && questions > 1 {
                form.update(Action::Cancel);
            }
            form.update(Action::Note);
            submit(&mut form, note);
        }
        for text in texts {
            form.update(Action::Digit(0));
            submit(&mut form, text);
        }
        for &row in rows {
            form.update(Action::Click(Target::Item(row)));
        }
    }
    confirmed(form, questions)
}

fn submit(form: &mut Played, text: &str) {
    if form.is_editing() {
        form.update(Action::Submit(text.to_owned()));
        // A list without own answers takes no text.
        if !form.is_ended() && notice(&frame(form)).is_some_and(|notice| notice.contains("no single option")) {
            form.update(Action::Cancel);
        }
    }
}

/// Presses Enter on every page until the form ends, and fills in missing answers.
pub(crate) fn confirmed(form: Played, questions: usize) -> Played {
    let mut form = form;
    for _ in 0..200 {
        if form.is_ended() {
            return form;
        }
        match form.focus() {
            Focus::Confirm => form.update(Action::Yes),
            Focus::Options | Focus::Help | Focus::Folded => form.update(Action::Cancel),
            Focus::Editor if notice(&frame(&form)).is_some_and(|notice| notice.contains("no single option")) => {
                form.update(Action::Cancel)
            }
            Focus::Editor if notice(&frame(&form)).is_some() => form.update(super::submit("own words")),
            Focus::Editor => form.update(Action::Submit(form.draft().to_owned())),
            Focus::List if is_leaving(&form) || is_preview(&form) => form.update(Action::Cancel),
            Focus::List if is_review(&form) => form.update(Action::Click(Target::Item(questions))),
            // Options come first, and one of them has to be checked.
            Focus::List if notice(&frame(&form)).is_some_and(|notice| notice.contains("at least one")) => {
                form.update(Action::Click(Target::Item(0)))
            }
            Focus::List => form.update(Action::Confirm),
        };
    }
    panic!("the form does not end:\n{}", super::shown(&frame(&form)))
}
