//! A text of a question on the whole terminal: its prompt, or an option with its description and preview.

use std::ops::Range;

use super::Screen;
use super::allot::Part;
use super::frame::{Line, Role, Slot};
use super::layout::Layout;
use super::scroll::Area;
use super::viewport::{self, Viewport};
use crate::answer::given::Row;
use crate::form::entry::Entry;
use crate::form::page::Zoomed;
use crate::form::prompt::Passages;
use crate::form::shown::ShownOption;
use crate::text::markdown::Markdown;
use crate::text::{Clean, Wrap};

/// A section of the text. The sections are below each other.
enum Section<'a> {
    Prompt(Passages<'a>),
    Label(Clean<'static>),
    Text(Role, &'a Markdown),
    Blank,
}

impl<'a> Section<'a> {
    /// Returns the number of rows at a width of `columns`.
    fn count(&self, columns: usize) -> usize {
        match self {
            Self::Prompt(text) => text.count(columns),
            Self::Label(text) => Wrap::new(text.borrowed(), columns).count(),
            Self::Text(_, text) => text.count(columns),
            Self::Blank => 1,
        }
    }

    /// Draws a range of rows.
    fn rows(self, columns: usize, range: Range<usize>) -> Vec<Line<'a>> {
        match self {
            Self::Prompt(text) => text.lines(columns, range),
            Self::Label(text) => {
                let rows = Wrap::new(text, columns).skip(range.start).take(range.len());
                rows.map(|row| Line::of(Role::Heading, row)).collect()
            }
            Self::Text(role, text) => {
                let rows = text.rows(columns, range.start, range.len()).into_iter();
                rows.map(|row| Line::of_row(role, row)).collect()
            }
            Self::Blank => vec![Line::default()],
        }
    }
}

/// Returns the sections of the text.
fn sections(screen: &Screen, (at, zoomed): (usize, Zoomed)) -> Vec<Section<'_>> {
    let Some(entry) = screen.form.entry(at) else { return Vec::new() };
    let Zoomed::Option(option) = zoomed else { return vec![Section::Prompt(entry.shown.prompt.whole())] };
    let Some(shown) = entry.shown.option(option) else { return Vec::new() };
    let description = shown.description.as_ref().map(|text| Section::Text(Role::Muted, text));
    let preview = shown.preview.as_ref().map(|text| [Section::Blank, Section::Text(Role::Text, text)]);
    let label = Section::Label(label(entry, shown, option));
    std::iter::once(label).chain(description).chain(preview.into_iter().flatten()).collect()
}

/// Returns the number and label of an option with its signs.
fn label(entry: &Entry, shown: &ShownOption, option: usize) -> Clean<'static> {
    let is_chosen = entry.draft().is_option(option) || entry.is_checked(Row::Option(option));
    let recommended = shown.recommended.as_ref().map_or("", Clean::as_str);
    let chosen = if is_chosen { " ✓" } else { "" };
    Clean::composed([shown.number.as_str().trim_start(), shown.label.as_str(), recommended, chosen].concat())
}

/// Returns the scroll area of the text and its viewport.
pub(super) fn view(screen: &Screen, layout: &Layout, (at, zoomed): (usize, Zoomed)) -> (Area, Viewport) {
    let area = match zoomed {
        Zoomed::Prompt => Area::Prompt(at),
        Zoomed::Option(option) => Area::ZoomedOption(at, option),
    };
    let all = sections(screen, (at, zoomed)).iter().map(|section| section.count(layout.text_columns())).sum();
    (area, Viewport::new(all, layout.rows(Part::Body), screen.offset(area)))
}

/// Returns the number of the option and of all options.
pub(super) fn tally(screen: &Screen, (at, zoomed): (usize, Zoomed)) -> Option<Clean<'static>> {
    let Zoomed::Option(option) = zoomed else { return None };
    let options = screen.form.entry(at)?.question.options.len();
    Some(Clean::composed(screen.form.words().some_of(option + 1, options)))
}

/// Draws the visible rows. Also returns the rows of the text itself, without the counts.
pub(super) fn lines<'a>(screen: &'a Screen, layout: &Layout, zoomed: (usize, Zoomed)) -> (Vec<Line<'a>>, Slot) {
    let columns = layout.text_columns();
    let (_, view) = view(screen, layout, zoomed);
    let Range { start: mut skip, end } = view.text();
    let mut left = end - skip;
    let mut text = Vec::with_capacity(left);
    for section in sections(screen, zoomed) {
        let count = section.count(columns);
        let seen = count.saturating_sub(skip).min(left);
        // Rows outside the viewport are not laid out.
        if seen > 0 {
            text.extend(section.rows(columns, skip..skip + seen));
        }
        skip = skip.saturating_sub(count);
        left -= seen;
    }
    let slot = view.slot();
    let counts = |hidden| viewport::counts(screen.form.words(), screen.form.words().lines, hidden, None, columns);
    let lines = view.lines(text, counts).into_iter().map(|line| line.indented(layout.margin));
    (lines.collect(), slot)
}
