//! A text of a question on the whole terminal: its prompt, or an option with its description and preview.

use std::ops::Range;

use super::frame::{Line, Slot};
use super::layout::{Layout, Part};
use super::scroll::Area;
use super::viewport::{self, Viewport};
use super::{Screen, head};
use crate::answer::given::Row;
use crate::form::entry::Entry;
use crate::form::page::Zoomed;
use crate::form::shown::ShownOption;
use crate::screen::frame::Role::{Heading, Muted, Text};
use crate::text::{Clean, Wrap};

/// The text that is shown.
enum Sheet<'a> {
    Prompt(&'a Entry),
    Option(&'a Entry, &'a ShownOption, usize),
}

impl<'a> Sheet<'a> {
    fn of(screen: &'a Screen, at: usize, zoomed: Zoomed) -> Option<Self> {
        let entry = screen.form.entry(at)?;
        Some(match zoomed {
            Zoomed::Option(option) => Self::Option(entry, entry.shown.option(option)?, option),
            Zoomed::Prompt => Self::Prompt(entry),
        })
    }

    fn area(&self, at: usize) -> Area {
        match self {
            Self::Prompt(_) => Area::ZoomedPrompt(at),
            Self::Option(_, _, option) => Area::ZoomedOption(at, *option),
        }
    }

    /// Returns the number and label of an option with its marks.
    fn label(entry: &Entry, shown: &ShownOption, option: usize) -> Clean<'static> {
        let is_chosen = entry.draft().is_option(option) || entry.is_checked(Row::Option(option));
        let recommended = shown.mark.as_ref().map_or("", Clean::as_str);
        let chosen = if is_chosen { " ✓" } else { "" };
        Clean::composed([shown.number.as_str().trim_start(), shown.label.as_str(), recommended, chosen].concat())
    }

    /// Returns the number of rows at a width of `columns`.
    fn count(&self, columns: usize) -> usize {
        match self {
            Self::Prompt(entry) => entry.shown.prompt.whole().count(columns),
            Self::Option(entry, shown, option) => {
                let label = Wrap::new(Self::label(entry, shown, *option), columns).count();
                let description = shown.description.as_ref().map_or(0, |text| text.count(columns));
                label + description + shown.preview.as_ref().map_or(0, |preview| 1 + preview.count(columns))
            }
        }
    }

    /// Draws a range of rows.
    fn rows(&self, columns: usize, range: Range<usize>) -> Vec<Line<'a>> {
        let (entry, shown, option) = match self {
            Self::Prompt(entry) => return head::lines(entry.shown.prompt.whole(), columns, range),
            Self::Option(entry, shown, option) => (entry, *shown, *option),
        };
        let label = Wrap::new(Self::label(entry, shown, option), columns);
        let mut rows: Vec<Line> = label.map(|row| Line::of(Heading, row)).collect();
        if let Some(text) = &shown.description {
            let below = text.rows(columns, 0, range.end.saturating_sub(rows.len()));
            rows.extend(below.into_iter().map(|row| Line::of_row(Muted, row)));
        }
        if let Some(preview) = &shown.preview {
            rows.push(Line::default());
            let skip = range.start.saturating_sub(rows.len());
            // Rows above the range are not laid out.
            let above = rows.len() + skip;
            let seen = preview.rows(columns, skip, range.end.saturating_sub(above));
            let start = range.start.min(rows.len());
            rows.drain(..start);
            rows.extend(seen.into_iter().map(|row| Line::of_row(Text, row)));
            rows.truncate(range.len());
            return rows;
        }
        rows.into_iter().skip(range.start).take(range.len()).collect()
    }
}

/// Returns the scroll area of the text and its viewport.
pub(super) fn view(screen: &Screen, layout: &Layout, (at, zoomed): (usize, Zoomed)) -> Option<(Area, Viewport)> {
    let sheet = Sheet::of(screen, at, zoomed)?;
    let area = sheet.area(at);
    Some((area, Viewport::new(sheet.count(layout.text_columns()), layout.rows(Part::Body), screen.offset(area))))
}

/// Returns the number of the option and of all options.
pub(super) fn tally(screen: &Screen, (at, zoomed): (usize, Zoomed)) -> Option<Clean<'static>> {
    let Some(Sheet::Option(entry, _, option)) = Sheet::of(screen, at, zoomed) else { return None };
    let words = screen.form.words();
    Some(Clean::composed(words.some_of(option + 1, entry.question.options.len())))
}

/// Draws the visible rows. Also returns the rows of the text itself, without marks.
pub(super) fn lines<'a>(
    screen: &'a Screen,
    layout: &Layout,
    (at, zoomed): (usize, Zoomed),
) -> (Vec<Line<'a>>, Option<Slot>) {
    let columns = layout.text_columns();
    let Some((_, view)) = view(screen, layout, (at, zoomed)) else { return (Vec::new(), None) };
    let text = Sheet::of(screen, at, zoomed).map_or_else(Vec::new, |sheet| sheet.rows(columns, view.text()));
    let slot = view.slot(text.len());
    let mark = |hidden| viewport::mark(screen.form.words(), screen.form.words().lines, hidden, None, columns);
    let lines = view.lines(text, mark).into_iter().map(|line| line.indented(layout.margin));
    (lines.collect(), Some(slot))
}
