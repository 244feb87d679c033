//! What holds for what is drawn of any form, with any text, in any terminal, whatever a user does.

use super::rows::check_rows;
use crate::common::any::{Event, event, form};
use crate::common::play::is_preview;
use crate::common::{self, Action, Played, TUI, json, settings};
use proptest::prelude::*;
use question_core::Editor;
use question_core::{Focus, Frame, Size, Step, Target, width};

fn check_lines(frame: &Frame, columns: usize) -> Result<(), TestCaseError> {
    for line in &frame.lines {
        let text = line.text();
        // A keycap on the space before it counts as two columns here, and as the space's one in pi.
        let joined = width(&text.replace('\u{20e3}', ""));
        prop_assert!(line.width() <= columns && joined <= columns, "{text:?} is wider than {columns}");
        let is_harmful =
            |char: char| char.is_control() || matches!(char, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        prop_assert!(!text.contains(is_harmful), "{text:?}");
    }
    Ok(())
}

/// The places that the host fills: the editor, or the filter's line, and the preview.
fn check_slots(form: &Played, frame: &Frame, editor: Editor) -> Result<(), TestCaseError> {
    prop_assert!(frame.slot.is_some() || !form.is_editing());
    prop_assert!(frame.slot.is_none() || matches!(form.focus(), Focus::Editor | Focus::Line));
    if let Some(slot) = frame.slot {
        prop_assert!(slot.row <= frame.lines.len() && slot.rows > 0, "{slot:?}");
        let (rows, cursor) = if form.is_editing() { (editor.rows, editor.cursor) } else { (1, 0) };
        prop_assert!(slot.first + slot.rows <= rows, "{slot:?} {editor:?}");
        prop_assert!((slot.first..slot.first + slot.rows).contains(&cursor), "{slot:?} hides {editor:?}");
    }
    if let Some(slot) = frame.preview {
        prop_assert!(slot.row + slot.rows <= frame.lines.len(), "{slot:?} is below {}", frame.lines.len());
    }
    Ok(())
}

fn check_frame(form: &Played, viewport: Size, editor: Editor) -> Result<(), TestCaseError> {
    let frame = form.frame_with(editor);
    check_lines(&frame, viewport.columns)?;
    check_slots(form, &frame, editor)?;
    if form.is_ended() { Ok(()) } else { check_rows(form, viewport, editor) }
}

/// A click on a row of an item means that item, wherever on the row it is, and the preview's rows mean the preview.
fn check_targets(form: &Played, viewport: Size, editor: Editor) -> Result<(), TestCaseError> {
    let frame = form.frame_with(editor);
    let editor = if form.is_editing() { editor } else { Editor::default() };
    let slot_rows = frame.slot.map_or(0, |slot| slot.rows);
    for (at, line) in frame.lines.iter().enumerate() {
        let row = at + if frame.slot.is_some_and(|slot| at >= slot.row) { slot_rows } else { 0 };
        let target = form.target(editor, row, 0);
        let is_zoomed = is_preview(form);
        let is_preview_row =
            !is_zoomed && frame.preview.is_some_and(|slot| (slot.row..slot.row + slot.rows).contains(&at));
        match line.item {
            Some(item) => prop_assert_eq!(target, Target::Item(item), "{:?}", line.text()),
            None => prop_assert!(!matches!(target, Target::Item(_)), "{target:?} at {:?}", line.text()),
        }
        if is_preview_row && viewport.columns > 0 {
            prop_assert_eq!(form.target(editor, row, viewport.columns - 1), Target::Preview);
        }
    }
    for row in frame.slot.map_or(0..0, |slot| slot.row..slot.row + slot.rows) {
        prop_assert_eq!(form.target(editor, row, 0), Target::Nothing, "row {} of the editor", row);
    }
    let below = frame.lines.len() + slot_rows;
    prop_assert_eq!(form.target(editor, below, 0), Target::Nothing);
    Ok(())
}

proptest! {
    #[test]
    fn every_frame_fits_and_is_harmless(
        form in form(),
        events in prop::collection::vec(event(), 0..30),
    ) {
        let mut form = form;
        let (mut size, mut editor) = (Size { columns: 80, rows: 24 }, Editor { rows: 3, cursor: 2 });
        check_frame(&form, size, editor)?;
        for event in events {
            form.set_editor_rows(editor.rows);
            match event {
                Event::Act(action) => {
                    let before = form.clone();
                    let step = form.update(action.clone());
                    prop_assert_eq!(step == Step::Finish || before.is_ended(), form.is_ended());
                    prop_assert_eq!(form.result(TUI).is_some(), form.is_ended());
                    let is_same = before.frame_with(editor) == form.frame_with(editor) && before.focus() == form.focus();
                    // In a text that has some, keys that scroll nothing are the editor's: the host passes them on, and draws.
                    let is_of_text = matches!(before.focus(), Focus::Editor) && !before.draft().is_empty();
                    if step == Step::Idle && !is_of_text {
                        prop_assert!(is_same && before.draft() == form.draft(), "{action:?} changed something");
                    }
                    // The host puts text into the editor on `Edit` alone.
                    let has_text = matches!(form.focus(), Focus::Editor | Focus::Line);
                    let is_typed = matches!(&action, Action::Draft(text) if text == form.draft());
                    if has_text && step != Step::Edit && !form.is_ended() && !is_typed {
                        prop_assert_eq!((before.focus(), before.draft()), (form.focus(), form.draft()), "{:?}", action);
                    }
                }
                Event::Resize(viewport) => {
                    size = viewport;
                    form.resize(viewport);
                }
                Event::Grow(other) => editor = other,
            }
            check_frame(&form, size, editor)?;
            check_targets(&form, size, editor)?;
        }
    }

    /// The share of the terminal that the user has set is kept as well.
    #[test]
    fn no_form_is_taller_than_the_user_wants(rows in 1_usize..100, percent in 20_usize..=100, taken in 1_usize..40) {
        let settings = settings(&format!(r#"{{"maxHeight": {percent}}}"#));
        let options: Vec<_> = (0..taken).map(|at| json!({"label": (format!("{at}"))})).collect();
        let questionnaire = common::asked(&json!({"questions": [{"prompt": "Which?", "options": options}]}));
        let mut form = Played::new(&questionnaire, &settings);
        form.resize(Size { columns: 80, rows });
        let cap = common::cap(rows, percent);
        prop_assert!(form.frame_with(Editor::default()).lines.len() <= cap);
    }
}
