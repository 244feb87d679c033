//! A text of a question on the whole terminal: its prompt, or an option with its description and preview. Its last rows name
//! the options, because a number answers here, too.

use super::Screen;
use super::allot::Part;
use super::head::first_row;
use super::item::{MARKER, cut_rows};
use super::layout::Layout;
use super::list::checkbox;
use super::preview::MEASURED_OPTIONS;
use super::scroll::{Area, Scrolled};
use super::stack::{Stack, Text};
use super::viewport;
use crate::faces::frame::{Line, Role};
use crate::form::Form;
use crate::form::page::{Page, Zoomed};
use crate::text::question::asking_sentence;
use crate::text::{Clean, Wrap, is_seen, truncate, width};
use crate::view::RowView;

/// Maximum rows of the question above the names of the options.
const MAX_QUESTION_ROWS: usize = 3;

fn text_of(form: &Form, (at, zoomed): (usize, Zoomed)) -> Stack<'_> {
    let Some(entry) = form.entry(at) else { return Stack::new([]) };
    let words = form.words();
    let Zoomed::Option(option) = zoomed else {
        let about = form.subagent().map(|subagent| Text::Plain(Role::Muted, subagent.about(words)));
        return Stack::of(entry.shown.prompt.passages()).and(about);
    };
    let Some(row) = RowView::option(entry, option) else { return Stack::new([]) };
    let mark = row.mark(words, false).unwrap_or_default();
    let label = [&format!("{}. ", option + 1), &*row.title(), mark.as_str()].concat();
    let label = Text::Plain(Role::Heading, Clean::composed(label));
    let description = row.description.map(|text| Text::Markdown(Role::Muted, text));
    let preview = row.preview.map(|text| Text::Markdown(Role::Text, text));
    Stack::new([Some(label), description, preview].into_iter().flatten())
}

pub(super) fn scrolled<'a>(screen: &'a Screen, layout: &Layout, (at, zoomed): (usize, Zoomed)) -> Scrolled<'a> {
    let area = match zoomed {
        Zoomed::Prompt => Area::Prompt(at),
        Zoomed::Option(option) => Area::ZoomedOption(at, option),
    };
    let (text, columns, rows) = (text_of(&screen.form, (at, zoomed)), layout.text_columns(), layout.rows(Part::Body));
    let prompt = screen.form.entry(at).filter(|_| zoomed == Zoomed::Prompt).map(|entry| &entry.shown.prompt);
    let first = prompt.map_or(0, |prompt| first_row(prompt, rows, columns));
    Scrolled::beginning(screen, area, text, columns, rows, first)
}

/// Draws the visible rows.
pub(super) fn lines<'a>(screen: &'a Screen, layout: &Layout, zoomed: (usize, Zoomed)) -> Vec<Line<'a>> {
    let (shown, words) = (scrolled(screen, layout, zoomed), screen.form.words());
    let lines = shown.lines(|hidden| viewport::counts(words, words.lines, hidden, None, layout.text_columns()));
    lines.into_iter().map(|line| line.indented(layout.margin)).collect()
}

/// Returns the rows of the text that is zoomed.
pub(super) fn count(screen: &Screen, columns: usize, zoomed: (usize, Zoomed)) -> usize {
    text_of(&screen.form, zoomed).count(columns)
}

/// Returns the numbers and names of the options, as many rows as may be seen, with a mark before the highlighted one. A name
/// is broken only if it is wider than a row; `is_brief`: it is cut to one. Beside an option, the question that they answer
/// stands above them.
pub(super) fn names(screen: &Screen, columns: usize, is_brief: bool) -> Vec<Line<'static>> {
    const GAP: Clean<'static> = Clean::own("   ", 3);
    let (form, words) = (&screen.form, screen.form.words());
    let Some((_, entry)) = form.shown_entry() else { return Vec::new() };
    let options = entry.question.options.len();
    // Of a prompt that is read, none is.
    let is_prompt = matches!(form.page(), Page::Zoom(_, Zoomed::Prompt));
    let highlighted = entry.highlighted_option().filter(|_| !is_prompt);
    // Of a long list, those from the highlighted one on are named.
    let first = if options <= MEASURED_OPTIONS { 0 } else { highlighted.unwrap_or(0) };
    let room = screen.size.rows + 1;
    let mut rows: Vec<Line> = Vec::new();
    for row in (first..options).map_while(|at| RowView::option(entry, at)) {
        let sign = row.is_checked.map_or(Clean::EMPTY, checkbox);
        let is_highlighted = row.number.is_some_and(|number| highlighted == number.checked_sub(1));
        let mark = row.mark(words, true).unwrap_or_default();
        let number = format!("{}. ", row.number.unwrap_or(0));
        let (role, highlight) = if is_highlighted { (Role::Accent, MARKER) } else { (Role::Text, "") };
        let name = [highlight, &number, sign.as_str(), row.label.as_str(), mark.as_str()].concat();
        match rows.last_mut() {
            Some(last) if last.width() + GAP.columns() + width(&name) <= columns => {
                *last = std::mem::take(last).with(Role::Text, GAP).with(role, Clean::composed(name));
            }
            _ if is_brief => rows.push(Line::of(role, truncate(Clean::composed(name), columns))),
            _ => {
                let broken = Wrap::new(Clean::composed(name), columns).take(room - rows.len());
                rows.extend(broken.map(|row| Line::of(role, row.into_owned())));
            }
        }
        if rows.len() >= room {
            break;
        }
    }
    if !is_prompt && !rows.is_empty() {
        let most = if is_brief { 1 } else { MAX_QUESTION_ROWS };
        let asked = Wrap::new(asking_sentence(&entry.question.prompt), columns).filter(|row| is_seen(row.as_str()));
        let mut asked: Vec<Line> = asked.take(most + 1).map(|row| Line::of(Role::Prompt, row.into_owned())).collect();
        cut_rows(0, most, columns, &mut asked);
        rows.splice(0..0, asked);
    }
    rows
}

/// Draws the names of the options in so many rows, and the question above them if there is room for all. Names are cut before
/// any is left out.
pub(super) fn name_lines(screen: &Screen, layout: &Layout) -> Vec<Line<'static>> {
    let (columns, rows) = (layout.text_columns(), layout.rows(Part::Preview));
    let mut lines = names(screen, columns, false);
    if lines.len() > rows {
        lines = names(screen, columns, true);
    }
    if lines.len() > rows {
        lines.retain(|line| line.spans.iter().any(|span| span.role != Role::Prompt));
    }
    cut_rows(0, rows, columns, &mut lines);
    lines
}
