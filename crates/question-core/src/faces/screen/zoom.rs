//! A text of a question on the whole terminal: its prompt, or an option with its description and preview.

use super::Screen;
use super::allot::Part;
use super::layout::Layout;
use super::scroll::{Area, Scrolled};
use super::stack::{Stack, Text};
use super::viewport;
use crate::faces::frame::{Line, Role};
use crate::form::Form;
use crate::form::entry::Entry;
use crate::form::page::Zoomed;
use crate::form::shown::ShownOption;
use crate::text::Clean;
use crate::view::review::standing_sign;
use crate::words::Words;

fn text_of(form: &Form, (at, zoomed): (usize, Zoomed)) -> Stack<'_> {
    let Some(entry) = form.entry(at) else { return Stack::new([]) };
    let Zoomed::Option(option) = zoomed else {
        let about = form.subagent().map(|subagent| Text::Plain(Role::Muted, subagent.about(form.words())));
        return Stack::of(entry.shown.prompt.whole()).and(about);
    };
    let Some(shown) = entry.shown.option(option) else { return Stack::new([]) };
    let label = Text::Plain(Role::Heading, label(entry, shown, option, form.words()));
    let description = shown.description.as_ref().map(|text| Text::Markdown(Role::Muted, text));
    let preview = shown.preview.as_ref().map(|text| Text::Markdown(Role::Text, text));
    Stack::new([Some(label), description, preview].into_iter().flatten())
}

/// Returns the number and label of an option with its signs.
fn label(entry: &Entry, shown: &ShownOption, option: usize, words: &Words) -> Clean<'static> {
    let recommended = shown.recommended.as_ref().map_or("", Clean::as_str);
    let chosen = standing_sign(entry, entry.sheet().standing_of(option), false, words).unwrap_or(Clean::EMPTY);
    Clean::composed([shown.number.as_str().trim_start(), shown.label.as_str(), recommended, chosen.as_str()].concat())
}

pub(super) fn scrolled<'a>(screen: &'a Screen, layout: &Layout, (at, zoomed): (usize, Zoomed)) -> Scrolled<'a> {
    let area = match zoomed {
        Zoomed::Prompt => Area::Prompt(at),
        Zoomed::Option(option) => Area::ZoomedOption(at, option),
    };
    let text = text_of(&screen.form, (at, zoomed));
    Scrolled::new(screen, area, text, layout.text_columns(), layout.rows(Part::Body))
}

/// Returns the number of the option and of all options.
pub(super) fn tally(form: &Form, (at, zoomed): (usize, Zoomed)) -> Option<Clean<'static>> {
    let Zoomed::Option(option) = zoomed else { return None };
    let options = form.entry(at)?.question.options.len();
    Some(Clean::composed(form.words().some_of(option + 1, options)))
}

/// Draws the visible rows.
pub(super) fn lines<'a>(screen: &'a Screen, layout: &Layout, zoomed: (usize, Zoomed)) -> Vec<Line<'a>> {
    let (shown, words) = (scrolled(screen, layout, zoomed), screen.form.words());
    let lines = shown.lines(|hidden| viewport::counts(words, words.lines, hidden, None, layout.text_columns()));
    lines.into_iter().map(|line| line.indented(layout.margin)).collect()
}
