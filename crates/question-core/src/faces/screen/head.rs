//! The head of a page: the prompt of a question, or a heading.
//!
//! A prompt that does not fit scrolls. While its question is not in sight, the sentence that asks stands below it. What
//! follows the question, such as a command to approve, is in sight before what leads up to it. In too few rows for both,
//! the question stands alone, before a piece of what leads up to it.

use super::Screen;
use super::allot::Part;
use super::item::cut_rows;
use super::layout::Layout;
use super::scroll::{Area, Scrolled};
use super::stack::{Stack, count};
use super::{usage, viewport};
use crate::faces::frame::{Line, Role};
use crate::form::command::Command;
use crate::form::page::{Confirmation, Page};
use crate::form::prompt::{Passage, Prompt};
use crate::text::{Clean, Wrap};
use crate::view;

/// Minimum rows of a context that scrolls: one of text, and its counts.
const MIN_CONTEXT_ROWS: usize = 2;
/// Minimum rows of a head in which a context scrolls beside the question.
pub(super) const MIN_SPLIT_ROWS: usize = MIN_CONTEXT_ROWS + 1;

/// Rows in which a prompt that begins at its question is readable, besides those of the question: a blank one, two of what
/// follows, and the counts.
const MIN_ROWS_BELOW_QUESTION: usize = 4;

/// Rows of the question that come before all labels.
pub(super) const MAX_ASKED_ROWS: usize = 2;

/// Text at the head of a page.
pub(super) enum Head<'a> {
    /// The prompt of a question.
    Prompt(&'a Prompt),
    /// A heading of the form's own.
    Heading(Clean<'a>),
}

/// Heights of a head in rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeadHeights {
    pub(super) all: usize,
    /// Those of the question alone; 0 for a prompt without one.
    pub(super) asked: usize,
    /// Those in which the question is whole, below a prompt that scrolls; 0 for a heading.
    pub(super) split: usize,
}

/// How the head uses its rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum HeadRows {
    /// All of the text is visible.
    #[default]
    Whole,
    /// The question of a prompt, in too few rows for a prompt that scrolls above it.
    Question,
    /// The prompt scrolls in some rows, and the sentence that asks stands below it in `fixed` others, unless it is in sight.
    /// While it stands there, the prompt has the `least` rows.
    Split { scrolling: usize, fixed: usize, least: usize },
}

impl HeadRows {
    pub(super) fn is_cut(self) -> bool {
        self != Self::Whole
    }

    /// Returns whether the hidden part can be scrolled to.
    pub(super) fn scrolls(self) -> bool {
        matches!(self, Self::Split { .. })
    }
}

impl<'a> Head<'a> {
    pub(super) fn of(screen: &'a Screen) -> Self {
        let form = &screen.form;
        match question_of(form.page()).and_then(|at| form.entry(at)) {
            Some(entry) => Self::Prompt(&entry.shown.prompt),
            None => Self::Heading(heading(screen).unwrap_or_default()),
        }
    }

    /// Measures the head at a width of `columns`, up to `limit` rows.
    pub(super) fn heights(&self, columns: usize, limit: usize) -> HeadHeights {
        match self {
            Self::Prompt(prompt) => {
                let all = count(prompt.passages(), columns).min(limit);
                let asked = if all > MAX_ASKED_ROWS { count(prompt.sentence(), columns) } else { all };
                HeadHeights { all, asked, split: asked + MIN_CONTEXT_ROWS }
            }
            Self::Heading(text) => {
                let all = Wrap::new(text.borrowed(), columns).take(limit).count();
                HeadHeights { all, asked: all, split: 0 }
            }
        }
    }

    /// Divides `rows` rows of `columns` columns between the prompt and the sentence that asks.
    pub(super) fn share(&self, screen: &Screen, columns: usize, rows: usize, heights: HeadHeights) -> HeadRows {
        let Self::Prompt(prompt) = self else { return HeadRows::Whole };
        let HeadHeights { all, asked, split } = heights;
        if all <= rows {
            return HeadRows::Whole;
        }
        if rows < MIN_SPLIT_ROWS || ((asked..split).contains(&rows) && !goes_on(prompt)) {
            return HeadRows::Question;
        }
        // A question that is taller than that begins, and the prompt scrolls.
        let pinned = if rows < split { rows / 2 } else { asked };
        let is_in_sight =
            scrolled(screen, rows, columns).is_some_and(|shown| shown.has_in_sight(prompt, asked <= pinned));
        let fixed = if is_in_sight { 0 } else { pinned };
        HeadRows::Split { scrolling: rows - fixed, fixed, least: rows - pinned }
    }
}

/// Returns the rows of the paragraph with the question, and of the line about secrecy.
fn asked_rows(prompt: &Prompt, columns: usize) -> std::ops::Range<usize> {
    let (text, passages) = (Stack::of(prompt.passages()), prompt.passages());
    let is_context = |at: &usize| passages.get(*at).is_none_or(|(passage, _)| *passage == Passage::Context);
    let first = (0..passages.len()).find(|at| !is_context(at)).unwrap_or(0);
    let end = (first..passages.len()).find(is_context).unwrap_or(passages.len());
    text.first_row(columns, first)..text.first_row(columns, end).saturating_sub(1)
}

/// Returns the rows of the sentence that asks, of the paragraph with the question: all of them if it has none, or if a line
/// about secrecy follows.
fn sentence_rows(prompt: &Prompt, columns: usize) -> std::ops::Range<usize> {
    let asked = asked_rows(prompt, columns);
    let Some(up_to) = prompt.up_to_sentence().filter(|_| prompt.secrecy().is_none()) else { return asked };
    let [start, end] = up_to.each_ref().map(|text| Wrap::new(text.borrowed(), columns).count());
    let end = (asked.start + end).min(asked.end);
    (asked.start + start.saturating_sub(1)).min(end.saturating_sub(1))..end
}

/// Returns whether a prompt goes on after its question.
fn goes_on(prompt: &Prompt) -> bool {
    prompt.passages().last().is_some_and(|(passage, _)| *passage == Passage::Context)
}

/// Returns the row that a prompt of the page begins with in `rows` rows, until the user scrolls it: its first one, or that of
/// its question if the prompt goes on after it; in few rows, that of what follows.
pub(super) fn first_row(prompt: &Prompt, rows: usize, columns: usize) -> usize {
    let (asked, sentence) = (asked_rows(prompt, columns), sentence_rows(prompt, columns));
    match goes_on(prompt) {
        true if rows >= sentence.end - asked.start + MIN_ROWS_BELOW_QUESTION => asked.start,
        true if sentence.end < asked.end => sentence.end,
        true => asked.end + 1,
        false => 0,
    }
}

/// Returns the prompt of the page in `rows` rows, with what the user has scrolled to. At first, that is its start, or its
/// question with what follows it; in few rows, what follows it alone, or the sentence that asks.
fn scrolled(screen: &Screen, rows: usize, columns: usize) -> Option<Scrolled<'_>> {
    let at = question_of(screen.form.page())?;
    let prompt = &screen.form.entry(at)?.shown.prompt;
    let asked = count(prompt.sentence(), columns);
    let first = if rows < asked && !goes_on(prompt) {
        asked_rows(prompt, columns).end.saturating_sub(asked)
    } else {
        first_row(prompt, rows, columns)
    };
    Some(Scrolled::beginning(screen, Area::Prompt(at), Stack::of(prompt.passages()), columns, rows, first))
}

impl Scrolled<'_> {
    /// Returns whether the sentence of a prompt that asks is in sight. Of one that has no room below the prompt as a whole, the
    /// start is enough.
    pub(super) fn has_in_sight(&self, prompt: &Prompt, is_whole: bool) -> bool {
        let (visible, sentence) = (self.view.visible_rows(), sentence_rows(prompt, self.columns));
        visible.contains(&sentence.start) && (sentence.end <= visible.end || !is_whole)
    }
}

impl Layout {
    /// Draws the prompt or heading; for the page of keys, its own heading.
    pub(super) fn head<'a>(&self, screen: &'a Screen) -> Vec<Line<'a>> {
        let (columns, rows) = (self.text_columns(), self.rows(Part::Head));
        let keys = screen.help.map(|_| Head::Heading(screen.form.words().keys.into()));
        let lines = match (keys.unwrap_or_else(|| Head::of(screen)), self.head) {
            (Head::Heading(text), _) => {
                Wrap::new(text, columns).take(rows).map(|row| Line::of(Role::Heading, row)).collect()
            }
            (Head::Prompt(prompt), HeadRows::Whole) => Stack::of(prompt.passages()).lines(columns, 0..rows),
            (Head::Prompt(prompt), HeadRows::Question) => {
                let is_at_start = sentence_rows(prompt, columns).end <= rows;
                let asked = Stack::of(prompt.sentence()).lines(columns, 0..if is_at_start { 0 } else { rows + 1 });
                // The start of the prompt has a row that the question leaves. In either of them, an ellipsis stands for the
                // rest.
                let lead = rows.saturating_sub(asked.len());
                let mut lines = Stack::of(prompt.passages()).lines(columns, 0..lead);
                lines.extend(asked.into_iter().take(rows));
                if let Some(last) = lines.get_mut(lead.checked_sub(1).unwrap_or(rows - 1)) {
                    *last = std::mem::take(last).cut(columns);
                }
                lines
            }
            (Head::Prompt(prompt), HeadRows::Split { fixed, .. }) => {
                let mut lines = self.scrolling_head(screen).map_or_else(Vec::new, |shown| self.context(screen, &shown));
                let first = lines.len();
                lines.extend(Stack::of(prompt.sentence()).lines(columns, 0..fixed + 1));
                cut_rows(first, fixed, columns, &mut lines);
                lines
            }
        };
        lines.into_iter().map(|line| line.indented(self.margin)).collect()
    }

    /// Draws the visible rows of a prompt that scrolls, with the counts of the hidden ones.
    fn context<'a>(&self, screen: &'a Screen, shown: &Scrolled<'a>) -> Vec<Line<'a>> {
        let words = screen.form.words();
        shown.lines(|hidden| {
            let command = match (screen.form.page(), hidden.1) {
                (Page::Field(_), 0) => Command::ReadUp,
                (Page::Field(_), _) => Command::ReadDown,
                (_, 0) => Command::PageUp,
                _ => Command::PageDown,
            };
            let key = screen.keys.first(screen.form.focus(), command);
            viewport::counts(words, words.lines, hidden, Some((key, words.to_scroll)), self.text_columns())
        })
    }

    pub(super) fn scrolling_head<'a>(&self, screen: &'a Screen) -> Option<Scrolled<'a>> {
        let HeadRows::Split { scrolling, least, .. } = self.head else { return None };
        let mut shown = scrolled(screen, scrolling, self.text_columns())?;
        shown.view = shown.view.shrinking_to(least);
        Some(shown)
    }
}

/// Returns the index of the question whose prompt heads the page, 0-based.
fn question_of(page: Page) -> Option<usize> {
    match page {
        Page::Tab(_) | Page::Options(_) | Page::Field(_) => page.tab().question(),
        Page::Zoom(..) | Page::Confirm(..) => None,
    }
}

/// Returns what the page itself asks. The question about a long text names its keys only if they are bound as it says.
fn heading(screen: &Screen) -> Option<Clean<'_>> {
    let text = view::caption(&screen.form)?;
    let is_long = matches!(screen.form.page(), Page::Confirm(Confirmation::Long(_), _));
    if !is_long || usage::has_keys_of_long(&screen.keys) {
        return Some(text);
    }
    Some(Clean::composed(text.as_str().trim_end_matches("[Y/n]").trim_end().to_owned()))
}
