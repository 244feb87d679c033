//! Form → frame. Everything here is a pure function of the form, its viewport and the sizes of the host's parts.

mod asking;
pub(crate) mod frame;
mod hints;
pub(crate) mod keys;
mod layout;
mod list;
mod question;
mod review;
mod scroll;
mod tabs;
mod transcript;
mod window;

use crate::form::action::Target;
use crate::form::{Base, Form, Notice, Page};
use crate::screen::frame::{Frame, Line, Role, Slot};
use crate::text::{Clean, truncate};
use crate::words::fill;
use layout::{Layout, Pane};

pub(crate) use asking::leaving_text;
pub(crate) use review::text as review_text;
pub(crate) use scroll::{clamp, preview_skip, scroll};
pub use transcript::{call, result};

/// The size of the host's text editor as it would draw itself; all zero where none is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Editor {
    /// Its lines.
    pub rows: usize,
    /// The line with the cursor, from 0.
    pub cursor: usize,
}

/// A preview that the host lays out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preview<'a> {
    /// Its Markdown, made harmless.
    pub markdown: &'a str,
    /// Columns that its lines may take.
    pub columns: usize,
}

/// The preview that is shown beside or below the list, or over the whole form; `None` where there is none.
#[must_use]
pub fn preview(form: &Form) -> Option<Preview<'_>> {
    let at = form.shown_question()?;
    let markdown = form.preview(at)?.as_str();
    let pane = Layout::of(form, form.page, 0).preview.filter(|_| !form.is_editing())?;
    Some(Preview { markdown, columns: pane.columns })
}

/// Rows that all pages with a tab take, so that the form keeps its height while the user moves between them.
pub(crate) fn height(form: &Form) -> usize {
    if !form.has_tabs() {
        return 0;
    }
    let questions = (0..form.entries.len()).map(Base::Question);
    let rows = |base| Layout::at_rest(form, Page::Base(base)).rows();
    questions.chain([Base::Review]).map(rows).max().unwrap_or(0)
}

/// Draws the form for its viewport. A line is never wider than the viewport, and the frame with the editor never
/// taller than its share of the terminal: 70 % of the rows unless the user has set another, at least 8.
#[must_use]
pub fn form(form: &Form, editor: Editor) -> Frame<'_> {
    let layout = Layout::of(form, form.page, editor.rows);
    let mut canvas = Canvas { lines: Vec::with_capacity(form.viewport.rows.min(64)), columns: layout.columns };
    if layout.has_borders {
        canvas.push(top_border(form, &layout));
    }
    if layout.has_tabs {
        canvas.push(tabs::line(form, layout.columns));
        canvas.push_blank(layout.has_gaps);
    }
    layout.head(form).into_iter().for_each(|line| canvas.push(line));
    canvas.push_blank(layout.has_gaps);
    let filter = (layout.filter_rows > 0).then_some(Slot { row: canvas.lines.len(), first: 0, rows: 1 });
    let preview = push_body(form, &layout, &mut canvas);
    if layout.has_caption {
        canvas.push(Line::of(Role::Muted, form.words.note_heading).indented(layout.margin));
    }
    let editor = (layout.editor_rows > 0).then(|| Slot {
        row: canvas.lines.len(),
        // Around the cursor, where not all of the editor fits.
        first: (editor.cursor + 1).saturating_sub(layout.editor_rows).min(editor.rows - layout.editor_rows),
        rows: layout.editor_rows,
    });
    for _ in layout.rows()..kept_height(form) {
        canvas.push_blank(true);
    }
    let is_told = form.notice.is_some();
    let notice = notice(form).filter(|_| layout.has_gaps || (layout.has_hints && is_told));
    let notice_rows = notice.map_or_else(Vec::new, |(role, text)| layout.notice(role, text));
    canvas.push_blank(layout.has_gaps && notice_rows.is_empty());
    for line in notice_rows {
        canvas.push(line);
    }
    if layout.has_hints && (layout.has_gaps || !is_told) {
        canvas.push(hints::line(form, &layout).indented(layout.margin));
    }
    if layout.has_borders {
        canvas.push(Line::of(Role::Border, Clean::rule(layout.columns)));
    }
    Frame { lines: canvas.lines, slot: filter.or(editor), preview }
}

/// Rows that the frame takes although its parts need fewer, so that it does not jump.
fn kept_height(form: &Form) -> usize {
    match form.page {
        // Typing makes the list shorter and longer.
        Page::Filter(at) => {
            let unfiltered = Layout::of(form, Page::Base(Base::Question(at)), 0).rows();
            form.height.max((unfiltered + 1).min(layout::height_cap(form)))
        }
        _ => form.height,
    }
}

/// The lines of a frame in the making, all cut to its columns.
struct Canvas<'a> {
    lines: Vec<Line<'a>>,
    columns: usize,
}

impl<'a> Canvas<'a> {
    fn push(&mut self, line: Line<'a>) {
        self.lines.push(line.fit(self.columns));
    }

    fn push_blank(&mut self, is_wanted: bool) {
        if is_wanted {
            self.lines.push(Line::default());
        }
    }

    /// Puts a text behind what stands in a line.
    fn append(&mut self, row: usize, role: Role, text: Clean<'a>) {
        if let Some(line) = self.lines.get_mut(row) {
            *line = std::mem::take(line).with(role, text);
        }
    }
}

/// The list, and the preview beside or below it; gives the place of the preview's lines.
fn push_body<'a>(form: &'a Form, layout: &Layout, canvas: &mut Canvas<'a>) -> Option<Slot> {
    let list = window::visible(form, layout).into_iter();
    let first_row = canvas.lines.len();
    let beside = layout.preview.filter(|pane| pane.is_beside);
    let rows = beside.map_or(layout.list_rows, |pane| pane.rows.max(layout.list_rows));
    // A list may fill less than it was given, beside a preview and where there is no room for arrows.
    for line in list.chain(std::iter::repeat_with(Line::default)).take(rows) {
        canvas.push(if beside.is_some() { line.beside(layout.list_columns) } else { line });
    }
    let pane = layout.preview?;
    let mut row = first_row;
    if !pane.is_beside {
        if layout.list_rows > 0 {
            canvas.push(Line::of(Role::Dim, Clean::rule(pane.columns)).indented(layout.margin));
        }
        row = canvas.lines.len();
        (0..pane.rows).for_each(|_| canvas.push(Line::default().indented(layout.margin)));
    }
    let is_there = form.shown_question().is_some_and(|at| form.preview(at).is_some());
    if !is_there {
        canvas.append(row, Role::Dim, truncate(form.words.no_preview.into(), pane.columns));
        return None;
    }
    let skip = form.preview_skip.min(form.preview_rows.saturating_sub(pane.rows));
    let hidden = form.preview_rows.saturating_sub(skip + pane.rows);
    // An arrow stands in the row of a line that it counts.
    let above = usize::from(skip > 0 && pane.rows > 2);
    let below = usize::from(hidden > 0 && pane.rows > 1);
    let mut arrow = |row: usize, arrow: &str, count: usize| {
        let more = format!("{arrow} {}", fill(form.words.more, &form.words.number(count)));
        canvas.append(row, Role::Dim, truncate(Clean::composed(more), pane.columns));
    };
    if above > 0 {
        arrow(row, "↑", skip + 1);
    }
    if below > 0 {
        arrow(row + pane.rows - 1, "↓", hidden + 1);
    }
    Some(Slot { row: row + above, first: skip + above, rows: pane.rows - above - below })
}

/// What is at a place of the frame that [`form`] draws, with the editor's rows in their slot; both count from 0.
#[must_use]
pub fn target(form: &Form, editor: Editor, row: usize, column: usize) -> Target {
    let layout = Layout::of(form, form.page, editor.rows);
    let frame = self::form(form, editor);
    let row = match frame.slot {
        Some(slot) if row >= slot.row + slot.rows => row - slot.rows,
        Some(slot) if row >= slot.row => return Target::Nothing,
        _ => row,
    };
    if layout.has_tabs && row == usize::from(layout.has_borders) {
        return tabs::target(form, layout.columns, column);
    }
    let is_preview = |slot: Slot| (slot.row..slot.row + slot.rows).contains(&row);
    let is_beside = layout.preview.is_some_and(|Pane { is_beside, .. }| is_beside);
    if frame.preview.is_some_and(is_preview) && (!is_beside || column >= layout.list_columns) {
        return Target::Preview;
    }
    frame.lines.get(row).and_then(|line| line.item).map_or(Target::Nothing, Target::Item)
}

/// The line above the form, with its title; a question that stands alone has its label there.
fn top_border<'a>(form: &'a Form, layout: &Layout) -> Line<'a> {
    /// Columns of the line before and behind the title, with its blanks.
    const SIDES: usize = 4 + 3;
    let own_label = || match form.entries.as_slice() {
        [entry] if entry.question.has_own_label => Some(&entry.shown.label),
        _ => None,
    };
    match form.title.as_ref().or_else(own_label) {
        Some(title) if layout.columns > SIDES => {
            let title = truncate(title.borrowed(), layout.columns - SIDES);
            let rest = layout.columns - title.columns() - 5;
            Line::of(Role::Border, Clean::own("── ", 3))
                .with(Role::Heading, title)
                .with(Role::Border, " ")
                .with(Role::Border, Clean::rule(rest + 1))
        }
        _ => Line::of(Role::Border, Clean::rule(layout.columns)),
    }
}

/// Why nothing happened.
pub(crate) fn trouble(form: &Form) -> Option<String> {
    let words = &form.words;
    Some(match form.notice? {
        Notice::BlankText => words.blank.to_owned(),
        Notice::NothingChecked => fill(words.nothing_checked, form.keys.confirm.text().as_str()),
        Notice::Unanswered => {
            let entry = form.shown_question().and_then(|at| form.entries.get(at))?;
            fill(words.unanswered, entry.shown.label.as_str())
        }
    })
}

/// The same; else what the filter has come to, or the note on the question that is shown.
fn notice(form: &Form) -> Option<(Role, Clean<'_>)> {
    if let Some(trouble) = trouble(form) {
        return Some((Role::Warning, Clean::composed(trouble)));
    }
    let entry = form.shown_question().and_then(|at| form.entries.get(at))?;
    match form.page {
        Page::Filter(_) if entry.filter.is_without_match() => Some((Role::Muted, form.words.no_match.into())),
        Page::Base(_) => {
            let note = entry.draft.note.as_ref()?;
            Some((Role::Muted, Clean::composed(format!("{}{note}", form.words.note))))
        }
        _ => None,
    }
}
