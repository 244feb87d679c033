//! What holds for what is drawn of any form, with any text, in any terminal, whatever a user does.

use crate::common::any::{Event, event, form};
use crate::common::play::is_preview;
use crate::common::{self, Action, Json, Played, TUI, after, form as form_of, frame, json, shown};
use proptest::prelude::*;
use question_core::{Editor, Focus, Frame, Line, Role, Size, Step, Target, width};

/// Rows of the frame with the host's parts.
fn height(frame: &Frame) -> usize {
    frame.lines.len() + frame.slot.map_or(0, |slot| slot.rows)
}

/// Columns below which a mark for what is left out is not told from a text.
const MIN_COLUMNS: usize = 4;

/// The first row of the prompt or heading, where there is one, below so many rows of tabs.
fn head<'a>(frame: &'a Frame, tabs: usize) -> Option<&'a Line<'a>> {
    let has_border = frame.lines.first().is_some_and(|line| line.spans.iter().any(|span| span.role == Role::Border));
    frame.lines.get(usize::from(has_border) + tabs)
}

/// Checks what is needed of a page: its hints, the first row of its prompt, its list and its highlight.
fn check_rows(form: &Played, size: Size, editor: Editor) -> Result<(), TestCaseError> {
    if form.focus() == Focus::Help || is_preview(form) {
        let rows = form.frame().lines.len();
        let cap = if form.focus() == Focus::Help { common::most(size) } else { common::full(size) };
        prop_assert!((1..=cap).contains(&rows), "{rows} of {cap}");
        return Ok(());
    }
    let columns = size.columns;
    let own_rows = common::most(size);
    let editor = form.editor(editor);
    let frame = form.drawn(editor);
    let text = shown(&frame);
    prop_assert!((1..=own_rows).contains(&height(&frame)), "{} of {own_rows}:\n{text}", height(&frame));
    // A question's keys, or in few rows why a key did nothing.
    if own_rows >= 3 {
        let is_border = |line: &&Line| line.spans.first().is_some_and(|span| span.role == Role::Border);
        let hints = frame.lines.iter().rev().find(|line| !is_border(line));
        // Or what undo has taken back.
        let is_told = |role| matches!(role, Role::Key | Role::Warning | Role::Muted);
        let is_hint = |line: &Line| line.spans.iter().all(|span| is_told(span.role));
        prop_assert!(hints.is_some_and(|line| is_hint(line) && !line.text().trim().is_empty()), "no hints:\n{text}");
    }
    if own_rows >= 5 && columns >= MIN_COLUMNS {
        let roomy = form.clone().sized(columns, 10_000);
        let wanted = roomy.drawn(editor);
        let has_tabs = common::tab(&form.clone().sized(80, 10_000).drawn(editor)).is_some();
        let row = |line: Option<&Line>| line.map(Line::text);
        let is_heading = |line: &Line| line.spans.iter().all(|span| span.role == Role::Heading);
        // Of a note the heading takes the place of the prompt.
        let is_question = |line: &Line| line.spans.iter().all(|span| span.role == Role::Prompt);
        let first = head(&wanted, if has_tabs { 2 } else { 0 });
        let questions: Vec<String> = wanted.lines.iter().filter(|line| is_question(line)).map(Line::text).collect();
        let (wanted, leads_up) = (row(first), !first.is_some_and(is_question));
        // It may be scrolled: then it is there on the way back.
        let mut back = form.clone();
        back.set_editor_rows(editor.rows);
        while back.update(Action::WheelUp(Target::Prompt)) == Step::Redraw {}
        let start = back.drawn(editor);
        // In few rows tabs give way to what is read, and to what the form itself asks.
        // The blank row below them gives way to options.
        let tabs = if has_tabs { [0, 1, 2].as_slice() } else { &[0] };
        let is_seen = tabs.iter().any(|tabs| {
            let own = head(&start, *tabs);
            // Where one row is left for what leads up to it, it says how much that is.
            let is_left_out = own.is_some_and(|line| line.text().trim_start().starts_with('↓'));
            let is_cut = row(own)
                .zip(wanted.as_ref())
                .is_some_and(|(own, wanted)| own.strip_suffix('…').is_some_and(|start| wanted.starts_with(start)));
            // In the one row that there may be, what asks is seen, not what leads up to it, also in the same paragraph.
            let asks = row(own.filter(|line| is_question(line))).map(|own| own.trim_end_matches('…').to_owned());
            let is_asked = asks.is_some_and(|own| leads_up || questions.iter().any(|line| line.contains(&own)));
            row(own) == wanted
                || is_left_out
                || is_cut
                || is_asked
                || (form.is_editing() && own.is_some_and(is_heading))
        });
        prop_assert!(is_seen, "the first row of the prompt, {wanted:?}, is missing:\n{text}");
    }
    let items: Vec<&Line> = frame.lines.iter().filter(|line| line.item.is_some()).collect();
    if !form.is_editing() {
        let is_empty = is_preview(&form.unrolled(200));
        prop_assert!(!items.is_empty() || own_rows < 5 || is_empty, "no list:\n{text}");
        // In two columns, the first letter may match the filter.
        let is_highlighted = |line: &Line| line.spans.iter().any(|span| span.role == Role::Accent);
        let marked = items.iter().copied().any(is_highlighted);
        prop_assert!(marked || items.is_empty(), "no highlight:\n{text}");
    }
    Ok(())
}

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

/// The place that the host fills: that of the editor.
fn check_slots(form: &Played, frame: &Frame, editor: Editor) -> Result<(), TestCaseError> {
    prop_assert!(frame.slot.is_some() || !form.is_editing());
    prop_assert!(frame.slot.is_none() || form.has_text());
    if let Some(slot) = frame.slot {
        prop_assert!(slot.row <= frame.lines.len() && slot.rows > 0, "{slot:?}");
        let Editor { rows, cursor } = editor;
        prop_assert!(slot.first + slot.rows <= rows, "{slot:?} {editor:?}");
        prop_assert!((slot.first..slot.first + slot.rows).contains(&cursor), "{slot:?} hides {editor:?}");
    }
    Ok(())
}

fn check_frame(form: &Played, viewport: Size, editor: Editor) -> Result<(), TestCaseError> {
    let frame = form.frame_with(editor);
    check_lines(&frame, viewport.columns)?;
    check_slots(form, &frame, editor)?;
    if form.is_ended() { Ok(()) } else { check_rows(form, viewport, editor) }
}

/// A click on a row of an item means that item.
fn check_targets(form: &Played, editor: Editor) -> Result<(), TestCaseError> {
    let frame = form.frame_with(editor);
    let editor = form.editor(editor);
    let slot_rows = frame.slot.map_or(0, |slot| slot.rows);
    for (at, line) in frame.lines.iter().enumerate() {
        let row = at + if frame.slot.is_some_and(|slot| at >= slot.row) { slot_rows } else { 0 };
        let target = form.target(editor, row, 0);
        match line.item {
            Some(item) => prop_assert_eq!(target, Target::Item(item), "{:?}", line.text()),
            None => prop_assert!(!matches!(target, Target::Item(_)), "{target:?} at {:?}", line.text()),
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
        let (mut size, mut editor) = (Size { columns: 80, rows: 24, taken: 0 }, Editor { rows: 3, cursor: 2 });
        check_frame(&form, size, editor)?;
        for event in events {
            form.set_editor_rows(editor.rows);
            match event {
                Event::Act(action) => {
                    let before = form.clone();
                    let step = form.update(action.clone());
                    prop_assert_eq!(step == Step::Finish || before.is_ended(), form.is_ended());
                    prop_assert_eq!(form.result(TUI).is_some(), form.is_ended());
                    prop_assert!(!before.is_ended() || form.result(TUI) == before.result(TUI), "{action:?} after the end");
                    let is_same = before.frame_with(editor) == form.frame_with(editor) && before.focus() == form.focus();
                    // In a text that has some, keys that scroll nothing are the editor's: the host passes them on, and
                    // draws.
                    let is_of_text = matches!(before.focus(), Focus::Editor) && !before.draft().is_empty();
                    if step == Step::Idle && !is_of_text {
                        prop_assert!(is_same && before.draft() == form.draft(), "{action:?} changed something");
                    }
                    // The host puts text into the editor on `Edit` alone.
                    let has_text = form.has_text();
                    let is_typed = matches!(&action, Action::Draft(text) if text == form.draft())
                        || matches!(&action, Action::Typed(_));
                    if has_text && !matches!(step, Step::Edit | Step::Type) && !form.is_ended() && !is_typed {
                        prop_assert_eq!((before.has_text(), before.draft()), (true, form.draft()), "{:?}", action);
                    }
                }
                Event::Resize(viewport) => {
                    size = viewport;
                    form.resize(viewport);
                }
                Event::Grow(other) => editor = other,
            }
            check_frame(&form, size, editor)?;
            check_targets(&form, editor)?;
        }
    }
}

#[test]
fn a_list_keeps_its_height_while_words_are_typed() {
    let options: Vec<Json> = (1..=6).map(|at| json!({"label": (format!("option {at}"))})).collect();
    let form = form_of(&json!({"questions": [{"prompt": "?", "options": options}]})).sized(80, 40);
    let heights = ["o", "option", "3x", "zzz"].map(|text| height(&frame(&after(form.clone(), &[common::typed(text)]))));
    assert!(heights.iter().all(|height| *height == heights[0]), "{heights:?}");
}
