//! The rows of a form: how many it takes, and what is in them in every terminal.

use crate::common::play::is_preview;
use crate::common::{self, Action, Json, Played, after, draft, form, frame, json, shown};
use Action::{Filter, NextTab};
use proptest::prelude::*;
use question_core::Editor;
use question_core::{Focus, Frame, Line, Role, Size, Step, Target};

/// Rows of the frame with the host's parts.
fn height(frame: &Frame) -> usize {
    frame.lines.len() + frame.slot.map_or(0, |slot| slot.rows)
}

#[test]
fn a_short_page_is_not_as_tall_as_a_long_one() {
    let lines = (1..=40).map(|line| format!("line {line}")).collect::<Vec<_>>().join("\n");
    let list = json!([{"label": "A", "preview": lines}, {"label": "B"}]);
    let short = json!({"label": "Short", "prompt": "Which?", "options": ["a", "b"]});
    let form = form(&json!({"questions": [{"label": "Long", "prompt": "Which?", "options": list}, short]}));
    for (columns, rows) in [(80, 24), (120, 60)] {
        let mut form = form.clone().sized(columns, rows);
        let mut heights = Vec::new();
        for _ in 0..3 {
            heights.push(height(&frame(&form)));
            form.update(NextTab);
        }
        assert_eq!(heights, [common::cap(rows, 70), 11, 11], "{columns} × {rows}");
    }
}

#[test]
fn a_list_keeps_its_height_while_it_is_filtered() {
    let options: Vec<Json> = (1..=6).map(|at| json!({"label": (format!("option {at}"))})).collect();
    let form = form(&json!({"questions": [{"prompt": "?", "options": options}]})).sized(80, 40);
    let heights = ["", "option", "3", "zzz"].map(|text| height(&frame(&after(form.clone(), &[Filter, draft(text)]))));
    assert!(heights.iter().all(|height| *height == heights[0]), "{heights:?}");
}

/// Columns below which a mark for what is left out is not told from a text.
const MIN_COLUMNS: usize = 4;

/// The first row of the prompt or heading, where there is one, below so many rows of tabs.
fn head<'a>(frame: &'a Frame, tabs: usize) -> Option<&'a Line<'a>> {
    let has_border = frame.lines.first().is_some_and(|line| line.spans.iter().any(|span| span.role == Role::Border));
    frame.lines.get(usize::from(has_border) + tabs)
}

/// Checks what is needed of a page: its hints, the first row of its prompt, its list and its highlight.
pub(super) fn check_rows(form: &Played, size: Size, editor: Editor) -> Result<(), TestCaseError> {
    if form.focus() == Focus::Help || is_preview(form) {
        let rows = form.frame().lines.len();
        let all = if form.focus() == Focus::Help { 0 } else { size.rows.saturating_sub(3) };
        let cap = common::cap(size.rows, 70).max(all);
        prop_assert!((1..=cap).contains(&rows), "{rows} of {cap}");
        return Ok(());
    }
    let Size { columns, rows } = size;
    let editor = form.editor(editor);
    let editor = if form.focus() == Focus::Line { Editor { rows: 1, cursor: 0 } } else { editor };
    let frame = form.drawn(editor);
    let text = shown(&frame);
    prop_assert!(
        (1..=common::cap(rows, 70)).contains(&height(&frame)),
        "{} of {}:\n{text}",
        height(&frame),
        common::cap(rows, 70)
    );
    // A question's keys, or in few rows why a key did nothing. The line of the filter comes before them.
    let own_rows = common::cap(rows, 70);
    if own_rows >= 3 + usize::from(form.focus() == Focus::Line) {
        let is_border =
            |line: &&Line| line.spans.iter().all(|span| span.role == Role::Border) && !line.spans.is_empty();
        let hints = frame.lines.iter().rev().find(|line| !is_border(line));
        // Or what undo has taken back.
        let is_told = |role| matches!(role, Role::Dim | Role::Key | Role::Warning | Role::Muted);
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
            // In the one row that there may be, what asks is seen, not what leads up to it.
            let is_asked = leads_up && own.is_some_and(is_question);
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
        let is_empty = form.focus() == Focus::Line || frame.preview.is_some();
        prop_assert!(!items.is_empty() || own_rows < 5 || is_empty, "no list:\n{text}");
        let is_highlighted = |line: &Line| line.spans.first().is_some_and(|span| span.role == Role::Accent);
        let marked = items.iter().copied().any(is_highlighted);
        prop_assert!(marked || items.is_empty(), "no highlight:\n{text}");
    }
    Ok(())
}
