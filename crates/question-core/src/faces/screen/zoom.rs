//! A text of a question on the whole terminal: its prompt, or an option with its description and preview.

use super::Screen;
use super::allot::Part;
use super::layout::Layout;
use super::scroll::{Area, Scrolled};
use super::stack::{Stack, Text};
use super::viewport;
use crate::faces::frame::{Line, Role};
use crate::form::Form;
use crate::form::page::Zoomed;
use crate::text::Clean;
use crate::view::RowView;

fn text_of(form: &Form, (at, zoomed): (usize, Zoomed)) -> Stack<'_> {
    let Some(entry) = form.entry(at) else { return Stack::new([]) };
    let words = form.words();
    let Zoomed::Option(option) = zoomed else {
        let about = form.subagent().map(|subagent| Text::Plain(Role::Muted, subagent.about(words)));
        return Stack::of(entry.shown.prompt.whole()).and(about);
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
    let text = text_of(&screen.form, (at, zoomed));
    Scrolled::new(screen, area, text, layout.text_columns(), layout.rows(Part::Body))
}

/// Draws the visible rows.
pub(super) fn lines<'a>(screen: &'a Screen, layout: &Layout, zoomed: (usize, Zoomed)) -> Vec<Line<'a>> {
    let (shown, words) = (scrolled(screen, layout, zoomed), screen.form.words());
    let lines = shown.lines(|hidden| viewport::counts(words, words.lines, hidden, None, layout.text_columns()));
    lines.into_iter().map(|line| line.indented(layout.margin)).collect()
}
