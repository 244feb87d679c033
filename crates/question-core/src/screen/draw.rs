//! Screen → frame. Everything here is a pure function of the screen and the sizes of the host's parts.

use super::command::Command;
use super::frame::{Frame, Line, Role, Slot};
use super::layout::{self, Layout};
use super::viewport;
use super::{Editor, Screen, hints, notice, tabs, tally, window};
use crate::form::Unfinished;
use crate::form::page::{Base, Page};
use crate::text::{Clean, truncate};

/// Draws the form for its viewport.
pub(super) fn frame(screen: &Screen, editor: Editor) -> Frame<'_> {
    let layout = Layout::of(screen, screen.form.page(), editor.rows);
    let mut canvas = Canvas { lines: Vec::with_capacity(screen.size.rows.min(64)), columns: layout.columns };
    if layout.has_borders {
        canvas.push(top_border(screen, layout.columns, tally::checked(&screen.form)));
    }
    if layout.has_tabs {
        canvas.push(tabs::line(&screen.form, layout.columns));
        canvas.push_blank(layout.has_gaps);
    }
    let scrolling = layout.head_rows_that_scroll(screen);
    let prompt = (!scrolling.is_empty()).then(|| Slot {
        row: canvas.lines.len() + scrolling.start,
        first: layout.head_view(screen).map_or(0, |(_, view)| view.text().start),
        rows: scrolling.len(),
    });
    layout.head(screen).into_iter().for_each(|line| canvas.push(line));
    canvas.push_blank(layout.has_gaps);
    let filter = (layout.filter_rows > 0).then_some(Slot { row: canvas.lines.len(), first: 0, rows: 1 });
    let preview = push_body(screen, &layout, &mut canvas);
    canvas.push_blank(layout.has_caption_gap);
    if layout.has_caption {
        canvas.push(Line::of(Role::Muted, layout::caption(screen)).indented(layout.margin));
    }
    let editor = (layout.editor_rows > 0).then(|| Slot {
        row: canvas.lines.len(),
        // Around the cursor, where not all of the editor fits.
        first: (editor.cursor + 1).saturating_sub(layout.editor_rows).min(editor.rows - layout.editor_rows),
        rows: layout.editor_rows,
    });
    let free_rows = kept_height(screen, &layout).saturating_sub(layout.rows());
    let is_told = screen.form.notice().is_some() || screen.form.unfinished() == Some(Unfinished::None);
    let notice = notice::notice(screen).filter(|_| layout.has_notice || (layout.has_hints && is_told));
    let notice_rows = notice.map_or_else(Vec::new, |(role, text)| layout.notice(role, text));
    let has_hints = layout.has_hints && (layout.has_notice || !is_told);
    // A second line of hints stands where there would be a blank one: the one above them only where there is no other.
    let blank_rows = if layout.has_notice { layout.notice_rows.saturating_sub(notice_rows.len()) } else { 0 };
    let max = 1 + usize::from(layout.has_notice && layout.margin > 0 && blank_rows + free_rows > 0);
    let hints = if has_hints { hints::lines(screen, &layout, max) } else { Vec::new() };
    let further = hints.len().saturating_sub(1);
    let blank_rows = blank_rows.saturating_sub(further.saturating_sub(free_rows));
    for _ in further..free_rows {
        canvas.push_blank(true);
    }
    let below = blank_rows.min(usize::from(layout.has_note));
    for _ in below..blank_rows {
        canvas.push_blank(true);
    }
    for line in notice_rows {
        canvas.push(line);
    }
    canvas.push_blank(below > 0);
    for line in hints {
        canvas.push(line.indented(layout.margin));
    }
    if layout.has_borders {
        canvas.push(Line::of(Role::Border, Clean::rule(layout.columns)));
    }
    let tail = filter.and_then(|_| tally::beside_filter(screen));
    Frame { lines: canvas.lines, slot: filter.or(editor), tail, prompt, preview }
}

/// Rows that the frame takes although its parts need fewer, so that it does not jump.
pub(super) fn kept_height(screen: &Screen, layout: &Layout) -> usize {
    let (page, cap) = (screen.form.page(), layout::height_cap(screen));
    if let Page::Filter(at) = page {
        // Typing makes the list shorter and longer.
        let unfiltered = Layout::of(screen, Page::Base(Base::Question(at)), 0).rows();
        return (unfiltered + 1).min(cap);
    }
    // A notice moves nothing, and neither do the hints of another row. The rows for a tall notice are theirs until it comes.
    let notice_rows = layout.notice_rows + layout.spare_rows - usize::from(layout.has_note);
    let has_spare = notice_rows > 1 && notice::expected(screen, page).is_some();
    let has_two = !has_spare && layout.has_notice && layout.margin > 0 && hints::most_rows(screen, layout) > 1;
    (layout.rows() + layout.spare_rows + usize::from(has_two)).min(cap)
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

    /// Puts what is in a line behind what stands in another.
    fn append(&mut self, row: usize, other: Line<'a>) {
        if let Some(line) = self.lines.get_mut(row) {
            line.spans.extend(other.spans);
            line.language = other.language;
        }
    }
}

/// The list, and the preview beside or below it; gives the place of the preview's lines.
fn push_body<'a>(screen: &'a Screen, layout: &Layout, canvas: &mut Canvas<'a>) -> Option<Slot> {
    let list = window::visible(screen, layout).into_iter();
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
        canvas.push(Line::of(Role::Dim, Clean::rule(pane.columns)).indented(layout.margin));
        row = canvas.lines.len();
        (0..pane.rows).for_each(|_| canvas.push(Line::default().indented(layout.margin)));
    }
    let preview = screen.form.page().question().and_then(|at| screen.form.preview(at));
    let (Some(preview), Some((_, view))) = (preview, screen.preview_view(layout)) else {
        canvas.append(row, Line::of(Role::Dim, truncate(screen.form.words().no_preview.into(), pane.columns)));
        return None;
    };
    let text = preview.rows(pane.columns, view.text().start, view.text().len()).into_iter();
    let text: Vec<Line> = text.map(|row| Line::default().with_text(Role::Text, row).fit(pane.columns)).collect();
    let (above, _) = view.hidden();
    let slot = Slot {
        row: row + usize::from(above > 0 && pane.rows >= viewport::MIN_ROWS_WITH_TWO_MARKS),
        first: above,
        rows: text.len(),
    };
    let words = screen.form.words();
    let mark = |hidden: (usize, usize)| {
        let command = if hidden.1 > 0 { Command::PreviewDown } else { Command::PreviewUp };
        viewport::mark(
            words,
            words.lines,
            hidden,
            Some((screen.keys.of(screen.form.focus(), command), words.to_scroll)),
            pane.columns,
        )
    };
    for (at, line) in (row..).zip(view.lines(text, mark)) {
        canvas.append(at, line);
    }
    Some(slot)
}

/// The line above the form, with its title; a question that stands alone has its label there.
pub(super) fn top_border<'a>(screen: &'a Screen, columns: usize, tally: Option<Clean<'a>>) -> Line<'a> {
    /// Columns of the line before and behind the title, with its blanks.
    const SIDES: usize = 4 + 3;
    let own_label = || match screen.form.entries() {
        [entry] if entry.question.has_own_label => Some(&entry.shown.label),
        _ => None,
    };
    // A count stands at the end, with a line and blanks around it.
    let tally = tally.filter(|tally| tally.columns() + 2 * SIDES < columns);
    let tally_columns = tally.as_ref().map_or(0, |tally| tally.columns() + 4);
    let columns = columns - tally_columns;
    let line = match screen.form.title().or_else(own_label) {
        Some(title) if columns > SIDES => {
            let title = truncate(title.borrowed(), columns - SIDES);
            let rest = columns - title.columns() - 5;
            Line::of(Role::Border, Clean::own("── ", 3))
                .with(Role::Heading, title)
                .with(Role::Border, " ")
                .with(Role::Border, Clean::rule(rest + 1))
        }
        _ => Line::of(Role::Border, Clean::rule(columns)),
    };
    match tally {
        Some(tally) => {
            let line = line.with(Role::Border, " ").with(Role::Muted, tally);
            line.with(Role::Border, " ").with(Role::Border, Clean::rule(2))
        }
        None => line,
    }
}
