//! A text of a question on the whole terminal: its prompt, or an option with its description and preview. Its last rows name
//! the options, because a number answers here, too.

use super::allot::Part;
use super::head::{MAX_ASKED_ROWS, first_row};
use super::item::{MARKER, cut_rows};
use super::layout::{Layout, full_height};
use super::list::checkbox;
use super::scroll::{Area, Scrolled};
use super::stack::{Stack, Text};
use super::window::counted;
use super::{Screen, hints, viewport};
use crate::faces::frame::{Line, Role};
use crate::form::Form;
use crate::form::page::{Page, Zoomed};
use crate::form::prompt::Prompt;
use crate::text::question::asking_sentence;
use crate::text::{Clean, Wrap, is_seen, truncate, width};
use crate::view::RowView;

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
    let first = prompt_of(&screen.form, (at, zoomed)).map_or(0, |prompt| first_row(prompt, rows, columns));
    let mut shown = Scrolled::beginning(screen, area, text, columns, rows, first);
    shown.view = shown.view.shrinking_to(layout.least_body);
    shown
}

/// Returns the prompt that is zoomed, if it is one.
fn prompt_of(form: &Form, (at, zoomed): (usize, Zoomed)) -> Option<&Prompt> {
    form.entry(at).filter(|_| zoomed == Zoomed::Prompt).map(|entry| &entry.shown.prompt)
}

/// Draws the visible rows.
pub(super) fn lines<'a>(screen: &'a Screen, layout: &Layout, zoomed: (usize, Zoomed)) -> Vec<Line<'a>> {
    let (shown, words) = (scrolled(screen, layout, zoomed), screen.form.words());
    let lines = shown.lines(|hidden| viewport::counts(words, words.lines, hidden, None, layout.text_columns()));
    lines.into_iter().map(|line| line.indented(layout.margin)).collect()
}

/// Lays out the text with the names of the options in the last rows. The question that they answer stands above them, unless
/// it is in sight in the prompt.
pub(super) fn layout(screen: &Screen, zoomed: (usize, Zoomed)) -> Layout {
    let plain = Layout::new(screen);
    let columns = plain.text_columns();
    let hints = hints::lines(screen, &plain, plain.hint_rows()).len();
    // A blank row stands between the text and the names.
    let text = text_of(&screen.form, zoomed).count(columns) + 1;
    let names = [true, false].map(|is_brief| names(screen, columns, 0, screen.size.rows, is_brief).rows.len());
    let asked = asked(screen, columns).len();
    let place = |is_asked: bool| {
        let [brief, whole] = names;
        let rows = if is_asked { [brief + asked.min(MAX_ASKED_ROWS), whole + asked] } else { names };
        let mut layout = Layout::of_text(screen, full_height(screen), 0, text, rows, hints);
        layout.is_asked = is_asked;
        layout
    };
    let below = place(true);
    let least_body = below.rows(Part::Body);
    let in_sight = prompt_of(&screen.form, zoomed).and_then(|prompt| {
        let layout = place(false);
        scrolled(screen, &layout, zoomed).has_in_sight(prompt, true).then_some(layout)
    });
    let mut layout = in_sight.unwrap_or(below);
    layout.least_body = least_body;
    layout
}

/// Returns the rows of the question above the names of the options.
fn asked(screen: &Screen, columns: usize) -> Vec<Line<'static>> {
    let Some((_, entry)) = screen.form.shown_entry() else { return Vec::new() };
    let asked = Wrap::new(asking_sentence(&entry.question.prompt), columns).filter(|row| is_seen(row.as_str()));
    asked.take(screen.size.rows).map(|row| Line::of(Role::Prompt, row.into_owned())).collect()
}

/// Names of options.
struct Names {
    rows: Vec<Line<'static>>,
    /// Number of options that stand before and after those that are named.
    hidden: (usize, usize),
}

/// Returns the option that is highlighted, 0-based. Of a prompt that is read, none is.
fn highlighted(form: &Form) -> Option<usize> {
    let (_, entry) = form.shown_entry()?;
    entry.highlighted_option().filter(|_| !matches!(form.page(), Page::Zoom(_, Zoomed::Prompt)))
}

/// Returns the numbers and names of the options from index `first` on, in at most `most` rows, with a mark before the
/// highlighted one. A name is broken only if it is wider than a row; `is_brief`: it is cut to one.
fn names(screen: &Screen, columns: usize, first: usize, most: usize, is_brief: bool) -> Names {
    const GAP: Clean<'static> = Clean::own("   ", 3);
    let (form, words) = (&screen.form, screen.form.words());
    let mut names = Names { rows: Vec::new(), hidden: (first, 0) };
    let Some((_, entry)) = form.shown_entry() else { return names };
    let (options, highlighted) = (entry.question.options.len(), highlighted(form));
    let rows = &mut names.rows;
    for (at, row) in (first..options).map_while(|at| Some((at, RowView::option(entry, at)?))) {
        let sign = row.is_checked.map_or(Clean::EMPTY, checkbox);
        let mark = row.mark(words, true).unwrap_or_default();
        let number = format!("{}. ", at + 1);
        let (role, highlight) = if highlighted == Some(at) { (Role::Accent, MARKER) } else { (Role::Text, "") };
        let name = [highlight, &number, sign.as_str(), row.label.as_str(), mark.as_str()].concat();
        let used = rows.len();
        match rows.last_mut() {
            Some(last) if last.width() + GAP.columns() + width(&name) <= columns => {
                *last = std::mem::take(last).with(Role::Text, GAP).with(role, Clean::composed(name));
            }
            _ if used >= most => {
                names.hidden.1 = options - at;
                break;
            }
            _ if is_brief => rows.push(Line::of(role, truncate(Clean::composed(name), columns))),
            _ => {
                let broken = Wrap::new(Clean::composed(name), columns).take(most - used);
                rows.extend(broken.map(|row| Line::of(role, row.into_owned())));
            }
        }
    }
    names
}

/// Returns the names of as many options as have room in so many rows: all from the first on, or those from the highlighted one
/// on, and as many before it as have room then. The last row says how many are hidden.
fn window(screen: &Screen, columns: usize, rows: usize) -> Vec<Line<'static>> {
    let brief = |first| names(screen, columns, first, rows, true);
    let mut named = brief(0);
    if named.hidden.1 > 0 {
        named = brief(highlighted(&screen.form).unwrap_or(0));
    }
    while named.hidden.1 == 0
        && let Some(first) = named.hidden.0.checked_sub(1)
    {
        let earlier = brief(first);
        if earlier.hidden.1 > 0 {
            break;
        }
        named = earlier;
    }
    if let Some(last) = named.rows.last_mut() {
        *last = counted(screen.form.words(), columns, std::mem::take(last), named.hidden);
    }
    named.rows
}

/// Draws the names of the options in their rows, and the question above them in those that they leave, at least in one. Names
/// are cut before any is left out.
pub(super) fn name_lines(screen: &Screen, layout: &Layout) -> Vec<Line<'static>> {
    let (columns, rows) = (layout.text_columns(), layout.rows(Part::Preview));
    let mut lines = if layout.is_asked { asked(screen, columns) } else { Vec::new() };
    let room = rows.saturating_sub(lines.len().min(1)).max(1);
    let mut named = names(screen, columns, 0, room + 1, false).rows;
    if named.len() > room {
        named = window(screen, columns, room);
    }
    cut_rows(0, rows.saturating_sub(named.len()), columns, &mut lines);
    lines.append(&mut named);
    lines
}
