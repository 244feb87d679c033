//! The form folded to one row, so that the transcript can be read.

use super::words::in_language;
use crate::common::any::{Event, event, form};
use crate::common::{Action, Played, after, draft, form_with, frame, json, one, shown, three};
use Action::{Cancel, Confirm, CursorUp, Digit, Fold, Help, Note, Type};
use proptest::prelude::*;
use question_core::{Command, Editor, Focus, Step, Target};

#[test]
fn the_row_says_what_waits_and_which_key_shows_it() {
    let row = |form: Played, columns| frame(&after(form, &[Fold]).sized(columns, 10)).lines[0].text();
    assert_eq!(row(three(), 80), "ctrl+l unfold · The model has a question: DB");
    assert_eq!(row(three(), 40), "ctrl+l unfold · DB");
    assert_eq!(row(three(), 4), "ctr…");
    let bound = three().bound(Command::Fold, &["f9"]);
    assert_eq!(row(bound, 80), "f9 unfold · The model has a question: DB");
    let german = form_with(&json!({"questions": [{"prompt": "Why?"}]}), &in_language("de"));
    assert_eq!(row(german, 80), "ctrl+l ausklappen · Das Modell hat eine Frage: Why?");
}

#[test]
fn a_text_is_opened_again_with_the_form() {
    let mut form = after(one(), &[Digit(0), draft("my own")]);
    assert_eq!(form.update(Fold), Step::Redraw);
    assert_eq!(form.focus(), Focus::Folded);
    assert_eq!(form.update(Fold), Step::Redraw);
    assert_eq!((form.focus(), form.draft()), (Focus::Editor, "my own"));
}

proptest! {
    /// Folding changes nothing, and what shows the form again does nothing else.
    #[test]
    fn a_form_comes_back_as_it_was(
        form in form(),
        events in prop::collection::vec(event(), 0..30),
        key in prop::sample::select(vec![Fold, Confirm, Cancel, CursorUp, Digit(1), Type, Note, Help, Action::Click(Target::Prompt)]),
    ) {
        let mut form = form;
        for event in events {
            match event {
                Event::Act(action) => {
                    form.update(action);
                }
                Event::Resize(size) => form.resize(size),
                Event::Grow(_) => {}
            }
        }
        prop_assume!(!form.is_ended());
        // What a notice told is told.
        form.update(Help);
        form.update(Help);
        let (before, focus) = (shown(&frame(&form)), form.focus());
        form.update(Fold);
        let folded = frame(&form);
        prop_assert_eq!(folded.lines.len(), 1);
        prop_assert!(folded.slot.is_none() && !folded.lines[0].text().is_empty());
        prop_assert_eq!(form.target(Editor::default(), 0, 0), Target::Prompt);
        drop(folded);
        let step = form.update(key);
        prop_assert_eq!(form.focus(), focus);
        // What is typed is for pi's prompt, which a notice says.
        if step != Step::Early {
            prop_assert_eq!((step, shown(&frame(&form))), (Step::Redraw, before));
        }
    }
}
