//! A text of a question over the whole terminal: its prompt, or an option with its description and its preview.

use std::ops::Range;

use super::cover::{Content, Cover};
use super::frame::{Frame, Line};
use super::layout::{self, Layout};
use super::scroll::Area;
use super::viewport::Viewport;
use super::{Screen, draw, head, hints};
use crate::answer::given::Row;
use crate::form::entry::Entry;
use crate::form::page::Zoomed;
use crate::form::shown::ShownOption;
use crate::screen::frame::Role::{Heading, Muted, Text};
use crate::text::{Clean, Wrap};

/// What is shown.
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

    /// The number, the label and what stands behind it.
    fn label(entry: &Entry, shown: &ShownOption, option: usize) -> Clean<'static> {
        let is_chosen = entry.draft().is_option(option) || entry.is_checked(Row::Option(option));
        let recommended = shown.mark.as_ref().map_or("", Clean::as_str);
        let chosen = if is_chosen { " ✓" } else { "" };
        Clean::composed([shown.number.as_str().trim_start(), shown.label.as_str(), recommended, chosen].concat())
    }

    /// How many rows of `columns` it takes.
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

    /// Some of the rows.
    fn rows(&self, columns: usize, range: Range<usize>) -> Vec<Line<'a>> {
        let (entry, shown, option) = match self {
            Self::Prompt(entry) => return head::lines(entry.shown.prompt.whole(), columns, range),
            Self::Option(entry, shown, option) => (entry, *shown, *option),
        };
        let label = Wrap::new(Self::label(entry, shown, option), columns);
        let mut rows: Vec<Line> = label.map(|row| Line::of(Heading, row)).collect();
        if let Some(text) = &shown.description {
            let below = text.rows(columns, 0, range.end.saturating_sub(rows.len()));
            rows.extend(below.into_iter().map(|row| Line::default().with_text(Muted, row)));
        }
        if let Some(preview) = &shown.preview {
            rows.push(Line::default());
            let skip = range.start.saturating_sub(rows.len());
            // What is scrolled off is not laid out.
            let above = rows.len() + skip;
            let seen = preview.rows(columns, skip, range.end.saturating_sub(above));
            let start = range.start.min(rows.len());
            rows.drain(..start);
            rows.extend(seen.into_iter().map(|row| Line::default().with_text(Text, row)));
            rows.truncate(range.len());
            return rows;
        }
        rows.into_iter().skip(range.start).take(range.len()).collect()
    }
}

/// What scrolls, and what is in sight of it.
pub(super) fn view(screen: &Screen, at: usize, zoomed: Zoomed) -> Option<(Area, Viewport)> {
    let sheet = Sheet::of(screen, at, zoomed)?;
    let cover = cover(screen);
    let area = sheet.area(at);
    Some((area, Viewport::new(sheet.count(cover.text_columns()), cover.rows, screen.offset(area))))
}

fn cover(screen: &Screen) -> Cover {
    Cover::new(screen, layout::full_height(screen), false)
}

/// Draws the page.
pub(super) fn frame(screen: &Screen, at: usize, zoomed: Zoomed) -> Frame<'_> {
    let cover = cover(screen);
    let (Some(sheet), Some((_, view))) = (Sheet::of(screen, at, zoomed), view(screen, at, zoomed)) else {
        return Frame::default();
    };
    let words = screen.form.words();
    let tally = match sheet {
        Sheet::Option(entry, _, option) => {
            Some(Clean::composed(words.some_of(option + 1, entry.question.options.len())))
        }
        Sheet::Prompt(_) => None,
    };
    let layout = Layout::bare(screen, screen.form.page(), true);
    let content = Content {
        border: draw::top_border(screen, cover.columns, tally),
        heading: None,
        view,
        text: sheet.rows(cover.text_columns(), view.text()),
        hints: hints::lines(screen, &layout, 1).into_iter().next().unwrap_or_default(),
        min_rows: layout::full_height(screen),
    };
    cover.frame(screen, content)
}
