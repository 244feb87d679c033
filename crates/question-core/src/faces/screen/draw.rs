//! Draws the screen as a frame. Every function here is pure: it reads the screen and the sizes of the host's parts.

use strum::VariantArray as _;

use super::allot::Part;
use super::layout::{Layout, MIN_EDITOR_ROWS};
use super::{Editor, Screen, folded, help, hints, notice, preview, tabs, window, zoom};
use crate::faces::frame::{Frame, Line, Role, Slot};
use crate::form::Focus;
use crate::form::command::Command;
use crate::form::page::{Confirmation, Page};
use crate::text::{Clean, truncate};
use crate::view;

/// Columns of the border before and after the title, with the blanks around it.
const SIDES: usize = 4 + 3;
/// Columns of the blanks around a count in a border, and of the border behind it.
const TALLY_SIDES: usize = 4;

/// Draws the parts of the layout from top to bottom.
pub(super) fn frame(screen: &Screen, editor: Editor) -> Frame<'_> {
    if screen.is_folded {
        return Frame { lines: vec![folded::line(screen)], cursor: Some(0), ..Frame::default() };
    }
    let layout = Layout::shown(screen, editor.rows);
    let has_border = layout.rows(Part::BottomBorder) > 0;
    let mut shows_all_tabs = screen.help.is_some() || !screen.form.has_tabs();
    let mut frame = Frame { lines: Vec::with_capacity(layout.height()), ..Frame::default() };
    for &part in Part::VARIANTS {
        let rows = layout.rows(part);
        if rows == 0 {
            continue;
        }
        let row = frame.lines.len();
        match part {
            Part::TopBorder => frame.lines.push(top_border(screen, layout.columns)),
            Part::Tabs => {
                let (line, is_whole) = tabs::line(&screen.form, layout.columns, has_border);
                frame.lines.push(line);
                shows_all_tabs = is_whole;
            }
            Part::TabsGap | Part::HeadGap | Part::CaptionGap => {}
            Part::Head => frame.lines.extend(layout.head(screen)),
            Part::Body => frame.lines.extend(body(screen, &layout)),
            Part::Preview if layout.pane.is_none() => {
                let lines = zoom::name_lines(screen, &layout).into_iter();
                frame.lines.extend(lines.map(|line| line.indented(layout.margin)));
            }
            Part::Preview => {
                let rule = Line::of(Role::Muted, Clean::rule(layout.text_columns()));
                let lines = [rule].into_iter().chain(preview::lines(screen, &layout));
                frame.lines.extend(lines.map(|line| line.indented(layout.margin)));
            }
            Part::Caption => {
                frame.lines.push(
                    Line::of(Role::Muted, view::caption(&screen.form).unwrap_or_default()).indented(layout.margin),
                );
            }
            Part::Editor => {
                // If the editor is taller than its rows, those around the cursor are shown, and a sign for lines of its text
                // that are hidden. Its first and last rows are rules, which say so of a text that scrolls in the editor.
                let first = |rows: usize| (editor.cursor + 1).saturating_sub(rows).min(editor.rows - rows);
                let scrolls = editor.rows >= host_editor_rows(screen.size.rows) && rows < editor.rows;
                let hides_text = scrolls || first(rows) > 1 || first(rows) + rows + 1 < editor.rows;
                let signs = usize::from(hides_text && rows >= MIN_EDITOR_ROWS);
                let (first, rows) = (first(rows - signs), rows - signs);
                let sign = |text| Line::of(Role::Muted, Clean::own(text, 3)).indented(layout.margin);
                if signs > 0 && first > 0 {
                    frame.lines.push(sign("↑ …"));
                }
                frame.slot = Some(Slot { row: frame.lines.len(), first, rows });
                if signs > 0 && first == 0 {
                    frame.lines.push(sign("↓ …"));
                }
                continue;
            }
            Part::Footer => frame.lines.extend(footer(screen, &layout)),
            Part::BottomBorder => {
                let number = if shows_all_tabs { None } else { tabs::number(&screen.form) };
                frame.lines.push(bottom_border(number, layout.columns));
            }
        }
        // A narrowed or folded list, or one beside a preview, may have fewer rows than its part.
        frame.lines.resize_with(row + rows, Line::default);
    }
    frame.cursor = cursor(screen, &layout, &frame.lines);
    for line in frame.lines.iter_mut().filter(|line| line.width() > layout.columns) {
        *line = std::mem::take(line).fit(layout.columns);
    }
    frame
}

/// Returns the line of the host's cursor, which terminals tell input methods, magnifiers and braille displays: the first one
/// of the highlighted item, or of a text on the whole form. The editor has a cursor of its own while it has the focus.
fn cursor(screen: &Screen, layout: &Layout, lines: &[Line]) -> Option<usize> {
    let highlight = screen.form.highlight();
    let item = || lines.iter().position(|line| line.item.is_some() && line.item == highlight);
    let body = || (0..lines.len()).find(|row| matches!(layout.part_at(*row), Some((Part::Body, _))));
    (screen.focus() != Focus::Editor).then(|| item().or_else(body).unwrap_or(0))
}

/// Returns the rows from which on the text may scroll in the host's editor, by the rows of the terminal: that of pi shows 30
/// percent of them, and at least five, between its rules.
fn host_editor_rows(rows: usize) -> usize {
    (rows * 3 / 10).max(5) + 2
}

/// Draws the list with the preview beside it, or a text on the whole form.
fn body<'a>(screen: &'a Screen, layout: &Layout) -> Vec<Line<'a>> {
    if screen.help.is_some() {
        return help::lines(screen);
    }
    if let Page::Zoom(at, zoomed) = screen.form.page() {
        return zoom::lines(screen, layout, (at, zoomed));
    }
    let list = window::visible(screen, layout);
    if layout.pane.is_none_or(|pane| !pane.is_beside) {
        return list;
    }
    let rows = layout.rows(Part::Body);
    let list = list.into_iter().chain(std::iter::repeat_with(Line::default)).take(rows);
    let mut lines: Vec<Line> = list.map(|line| line.beside(layout.list_columns())).collect();
    for (line, preview) in lines.iter_mut().zip(preview::lines(screen, layout)) {
        line.spans.extend(preview.spans);
        line.language = preview.language;
    }
    lines
}

/// Draws the hints, with the notice above them or a blank row.
fn footer<'a>(screen: &'a Screen, layout: &Layout) -> Vec<Line<'a>> {
    let rows = layout.rows(Part::Footer);
    let (notice, hints) = if screen.help.is_some() {
        (Vec::new(), vec![help::way_back(screen)])
    } else {
        let notice = notice::lines(screen, layout.text_columns(), rows.saturating_sub(1));
        let room = rows.saturating_sub(notice.len()).min(layout.hint_rows());
        (notice, if room > 0 { hints::lines(screen, layout, room) } else { Vec::new() })
    };
    let mut lines = Vec::with_capacity(rows);
    lines.resize_with(rows.saturating_sub(notice.len() + hints.len()), Line::default);
    lines.extend(notice);
    lines.extend(hints);
    for line in &mut lines {
        line.indent += layout.margin;
    }
    lines
}

/// Draws the top border with who asks, if that is another session, and the title. A single question shows its label there,
/// and a revision what it is.
fn top_border(screen: &Screen, columns: usize) -> Line<'_> {
    if screen.help.is_some() {
        return Line::of(Role::Border, Clean::rule(columns));
    }
    // A count is placed at the right end, if there is room for a piece of border on both sides.
    let tally = tally(screen).filter(|tally| tally.columns() + 2 * SIDES < columns);
    let tally_columns = tally.as_ref().map_or(0, |tally| tally.columns() + TALLY_SIDES);
    let columns = columns - tally_columns;
    let own_label = || match screen.form.entries() {
        [entry] if entry.question.own_label().is_some() => Some(entry.shown.name.borrowed()),
        _ => None,
    };
    let title = || screen.form.title().map(Clean::borrowed).or_else(own_label);
    let title = view::revising(&screen.form).map(Clean::from).or_else(title);
    // Who asks has a role of its own, because the title is a text of the model's.
    let asks = screen.form.subagent().map(|subagent| {
        let words = screen.form.words();
        let whole = subagent.asks(words);
        // Its name says more than the start of its task.
        let is_whole = whole.columns() + SIDES <= columns;
        (Role::Subagent, if is_whole { whole } else { subagent.asks_briefly(words) })
    });
    let mut line = Line { spans: Vec::with_capacity(10), ..Line::default() };
    for (role, text) in asks.into_iter().chain(title.map(|title| (Role::Heading, title))) {
        let room = columns.saturating_sub(line.width() + SIDES);
        let sign = if line.width() == 0 { "── " } else { " · " };
        if room > 0 {
            line = line.with(Role::Border, Clean::own(sign, 3)).with(role, truncate(text, room));
        }
    }
    let line = if line.width() > 0 { line.with(Role::Border, Clean::own(" ", 1)) } else { line };
    let missing = columns - line.width();
    let line = line.with(Role::Border, Clean::rule(missing));
    match tally {
        Some(tally) => with_tally(line, tally),
        None => line,
    }
}

/// Draws the bottom border, which ends in the number of the question on a page that does not show all tabs.
fn bottom_border<'a>(number: Option<String>, columns: usize) -> Line<'a> {
    let line = |columns| Line::of(Role::Border, Clean::rule(columns));
    match number.map(Clean::composed).filter(|number| number.columns() + SIDES <= columns) {
        Some(number) => with_tally(line(columns - number.columns() - TALLY_SIDES), number),
        None => line(columns),
    }
}

/// Ends a border in a count.
fn with_tally<'a>(border: Line<'a>, tally: Clean<'static>) -> Line<'a> {
    let line = border.with(Role::Border, Clean::own(" ", 1)).with(Role::Muted, tally);
    line.with(Role::Border, Clean::own(" ", 1)).with(Role::Border, Clean::rule(2))
}

/// Returns the counts of the page, and of the forms that wait.
fn tally(screen: &Screen) -> Option<Clean<'static>> {
    let form = &screen.form;
    // The page of those that wait has their count as its heading.
    let is_elsewhere = |_: &String| !matches!(form.page(), Page::Confirm(Confirmation::Queue(_), _));
    let waiting = waiting(screen, form.focus()).filter(is_elsewhere);
    let mut all = view::counts(form).chain(waiting);
    let first = all.next()?;
    Some(Clean::composed(all.fold(first, |text, next| [&text, " · ", &next].concat())))
}

/// Returns how many forms wait, with the key that shows them in a focus.
pub(super) fn waiting(screen: &Screen, focus: Focus) -> Option<String> {
    let count = screen.form.waiting().len();
    if count == 0 {
        return None; // mostly, and in each frame
    }
    let (words, key) = (screen.form.words(), screen.keys.first(focus, Command::Queue).name());
    Some([&words.count(words.more_wait, count), " ", key.as_str()].concat().trim_end().to_owned())
}
