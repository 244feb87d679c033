//! Form → frame. Everything here is a pure function of the form, its viewport and the editor's size.

mod hints;
mod layout;
mod leave;
mod list;
mod question;
mod review;
mod scroll;
mod tabs;
mod transcript;
mod window;

use crate::form::{Base, Form, Notice, Page};
use crate::frame::{Frame, Line, Role, Slot};
use crate::text::Clean;
use layout::Layout;

pub(crate) use scroll::{clamp, scroll};
pub use transcript::{call, result};

/// The size of the host's text editor as it would draw itself; all zero where none is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Editor {
    /// Its lines.
    pub rows: usize,
    /// The line with the cursor, from 0.
    pub cursor: usize,
}

/// Draws the form for its viewport. A line is never wider than the viewport, and the frame with the editor never
/// taller than its share of the terminal: 70 % of the rows, at least 8.
#[must_use]
pub fn form<'a>(form: &'a Form, editor: Editor) -> Frame<'a> {
    let layout = Layout::of(form, editor.rows);
    let mut frame = Frame { lines: Vec::with_capacity(form.viewport.rows.min(64)), slot: None };
    if layout.has_borders {
        frame.lines.push(rule(layout.columns));
    }
    let mut push = |line: Line<'a>| frame.lines.push(line.fit(layout.columns));
    if layout.has_tabs {
        push(tabs::line(form, layout.columns));
        if layout.has_gaps {
            push(Line::default());
        }
    }
    layout.head(form).into_iter().for_each(&mut push);
    if layout.has_gaps {
        push(Line::default());
    }
    window::visible(form, &layout).into_iter().for_each(&mut push);
    let slot_row = frame.lines.len();
    frame.slot = (layout.editor_rows > 0).then(|| Slot {
        row: slot_row,
        // Around the cursor, where not all of the editor fits.
        first: (editor.cursor + 1).saturating_sub(layout.editor_rows).min(editor.rows - layout.editor_rows),
        rows: layout.editor_rows,
    });
    let mut push = |line: Line<'a>| frame.lines.push(line.fit(layout.columns));
    let notice = form.notice.map(|notice| notice_line(form, notice).indented(layout.margin));
    match (layout.has_gaps, layout.has_hints, notice) {
        (true, _, notice) => push(notice.unwrap_or_default()),
        (false, true, Some(notice)) => push(notice),
        _ => {}
    }
    if layout.has_hints && (layout.has_gaps || form.notice.is_none()) {
        push(hints::line(form, &layout).indented(layout.margin));
    }
    if layout.has_borders {
        frame.lines.push(rule(layout.columns));
    }
    frame
}

fn rule(columns: usize) -> Line<'static> {
    Line::of(Role::Border, Clean::rule(columns))
}

fn notice_line(form: &Form, notice: Notice) -> Line<'_> {
    let text = match (notice, form.page) {
        (Notice::BlankText, _) => Clean::from("Nothing typed yet."),
        (Notice::Unanswered, Page::Base(Base::Question(at))) => {
            let label = form.entries.get(at).map_or("", |entry| &entry.question.label);
            Clean::composed(format!("Not answered yet: {label}"))
        }
        (Notice::Unanswered, _) => Clean::default(),
    };
    Line::of(Role::Warning, text)
}
