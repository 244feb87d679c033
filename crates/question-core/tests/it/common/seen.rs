//! What a person sees of a form, as text.

use std::collections::HashSet;

use super::Action;
use question_core::{
    Answer, Frame, Line, Mode, Outcome, Pick, PickOrigin, Role, Settings, Size, Slot, ToolResult, transcript,
};

use super::{Json, Played, TUI, after, frame};

/// Returns the rows of a form without indentation.
pub(crate) fn rows_of(form: &Played) -> Vec<String> {
    frame(form).lines.iter().map(|line| line.text().trim().to_owned()).collect()
}

/// Returns the line of the highlighted row, after its marker.
pub(crate) fn highlighted(frame: &Frame) -> Option<String> {
    let line = frame.lines.iter().find(|line| has_marker(line))?;
    let text = line.text();
    // The preview beside the list is left out.
    let row = text.split(" │ ").next().unwrap_or_default();
    row.trim().strip_prefix("→ ").map(str::to_owned)
}

/// Returns a result as drawn in the transcript.
pub(crate) fn entry<'a>(details: &'a Json, content: &'a str, is_expanded: bool, columns: usize) -> Frame<'a> {
    transcript::result(details, content, &Settings::default(), is_expanded, columns)
}

/// Returns the rows that a form may take: all but those of others and three of the transcript, or 8 if that is less, but not
/// what the host needs.
pub(crate) fn most(size: Size) -> usize {
    size.rows.saturating_sub(size.taken.max(2) + 3).max(8.min(full(size)))
}

/// Returns the rows that a page on the whole terminal may take: those that the host does not need, but at least 3.
pub(crate) fn full(Size { rows, taken, .. }: Size) -> usize {
    rows.saturating_sub((taken + 1).max(3)).max(rows.min(3))
}

pub(crate) fn has_marker(line: &Line) -> bool {
    // In a scrolled item, the marker may precede the arrow.
    let is_marked =
        |text: &str| text.strip_prefix("→ ").is_some_and(|rest| rest.is_empty() || rest.starts_with(['↑', '↓']));
    line.spans.first().is_some_and(|span| is_marked(span.text.as_str()))
}

/// Returns the part of the tab bar in brackets.
pub(crate) fn tab(frame: &Frame) -> Option<String> {
    let bar = frame.lines.iter().find(|line| line.text().starts_with(" ←"))?.text();
    let (_, rest) = bar.split_once('[')?;
    rest.split_once(']').map(|(tab, _)| format!("[{tab}]"))
}

/// Returns the notice.
pub(crate) fn notice(frame: &Frame) -> Option<String> {
    let is_notice = |line: &&Line| line.spans.len() == 1 && line.spans.iter().all(|span| span.role == Role::Warning);
    frame.lines.iter().find(is_notice).map(|line| line.text().trim().to_owned())
}

/// Returns what a person sees, in brief: the tab, the highlighted row, the text in the editor, the notice; after the
/// end, how it ended and with which answers.
pub(crate) fn seen(form: &Played) -> String {
    if let Some(ToolResult { details, .. }) = form.result(TUI) {
        let outcome = match details.outcome {
            Outcome::Answered => "answered",
            Outcome::Cancelled => "cancelled",
            Outcome::Discuss => "discuss",
            Outcome::Aborted => "aborted",
            Outcome::Pending => "pending",
            Outcome::ConnectionLost => "connection_lost",
            Outcome::Failed => "failed",
            Outcome::Unavailable | Outcome::Invalid => "not asked",
        };
        let answers = details.answers.iter().map(|answer| format!(" {}", given(answer)));
        return std::iter::once(format!("{outcome}:")).chain(answers).collect();
    }
    let frame = frame(form);
    let parts = [
        tab(&frame),
        highlighted(&frame).map(|row| format!("→ {row}")),
        frame.slot.map(|_| format!("editor {:?}", form.draft())),
        notice(&frame).map(|notice| format!("! {notice}")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Checks every row of a table, and lists all that differ.
pub(crate) fn check(new: impl Fn() -> Played, rows: &[(&[Action], &str)]) {
    let wrong: Vec<String> = rows
        .iter()
        .map(|(actions, expected)| (actions, seen(&after(new(), actions)), expected))
        .filter(|(_, actual, expected)| actual != *expected)
        .map(|(actions, actual, expected)| format!("{actions:?}\n  shows {actual}\n  not   {expected}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

pub(crate) fn given(Answer { id, mode, picks, note, .. }: &Answer) -> String {
    let pick = |Pick { value, origin, .. }: &Pick| match origin {
        PickOrigin::Option(index) => format!("{value} ({index})"),
        PickOrigin::Typed => format!("{value:?} (typed)"),
        PickOrigin::Default => format!("{value:?} (default)"),
    };
    let picks = picks.iter().map(pick).collect::<Vec<_>>().join(", ");
    let picks = if *mode == Mode::Multi { format!("[{picks}]") } else { picks };
    let note = note.as_ref().map(|note| format!(" note {note:?}")).unwrap_or_default();
    format!("{id}={picks}{note}")
}

/// Returns a frame as text, with every change of role and the place of the editor.
pub(crate) fn shown(frame: &Frame) -> String {
    let mut text = String::new();
    for line in &frame.lines {
        text.push_str(&" ".repeat(line.indent));
        let mut role = Role::Text;
        for span in line.spans.iter().filter(|span| !span.text.as_str().is_empty()) {
            if span.role != role {
                text.push_str(if role == Role::Text { "" } else { "⟨/⟩" });
                role = span.role;
                let name = &format!("{role:?}").to_lowercase();
                if role != Role::Text {
                    text.extend(["⟨", name, "⟩"]);
                }
            }
            text.push_str(span.text.as_str());
        }
        text.push_str(if role == Role::Text { "" } else { "⟨/⟩" });
        text.push('\n');
    }
    if let Some(Slot { row, first, rows }) = frame.slot {
        let place = format!("editor before line {row}: {rows} rows from {first}\n");
        text.push_str(&place);
    }
    text
}

/// Words that name their place in a text.
pub(crate) fn words(name: &str, count: usize) -> String {
    (0..count).map(|at| format!("{name}{at}")).collect::<Vec<_>>().join(" ")
}

/// All words of a frame.
pub(crate) fn words_of(frame: &Frame) -> HashSet<String> {
    frame.lines.iter().flat_map(|line| tokens(&line.text())).collect()
}

pub(crate) fn tokens(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}
