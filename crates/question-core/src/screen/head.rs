//! The head of a page: the prompt of a question, or a heading.
//!
//! A prompt that does not fit is split. Its question stays visible, and the rest, its context, scrolls above the
//! question, or below it if the prompt begins with the question.

use std::ops::Range;

use super::Screen;
use super::command::Command;
use super::frame::{Line, Role, Slot};
use super::keys::KeyName;
use super::layout::Layout;
use super::list::cut_rows;
use super::scroll::Area;
use super::usage;
use super::viewport::{self, Viewport};
use crate::form::page::{Base, Field, Page};
use crate::form::prompt::{Part, Parts, Prompt};
use crate::text::markdown::Row;
use crate::text::{Clean, Wrap};

/// Text at the head of a page.
pub(super) enum Head<'a> {
    /// The prompt of a question.
    Prompt(&'a Prompt),
    /// A heading of the form's own.
    Heading(Clean<'a>),
}

/// How the head uses its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeadRows {
    /// The whole prompt, or the part of a heading that fits.
    Whole(usize),
    /// A prompt without context, which scrolls as a whole.
    Scrolled(usize),
    /// A scrolling context and a fixed question.
    Parted { context: usize, question: usize },
}

impl HeadRows {
    /// Returns the number of rows.
    pub(super) fn count(self) -> usize {
        match self {
            Self::Whole(rows) | Self::Scrolled(rows) => rows,
            Self::Parted { context, question } => context + question,
        }
    }

    /// Returns whether part of the prompt is hidden.
    pub(super) fn is_cut(self) -> bool {
        !matches!(self, Self::Whole(_))
    }

    /// Returns the number of rows that scroll.
    fn scrolling(self) -> Option<usize> {
        match self {
            Self::Whole(_) => None,
            Self::Scrolled(rows) | Self::Parted { context: rows, .. } => Some(rows),
        }
    }

    /// Returns whether the hidden part can be scrolled to. A single row only states how much is hidden.
    pub(super) fn scrolls(self) -> bool {
        self.scrolling().is_some_and(|rows| rows > 1)
    }
}

impl<'a> Head<'a> {
    /// Returns the head of a page.
    pub(super) fn of(screen: &'a Screen, page: Page) -> Self {
        let (form, words) = (&screen.form, screen.form.words());
        Self::Heading(match page {
            _ if screen.help.is_some() => words.keys.into(),
            Page::Base(Base::Review) => words.review.into(),
            Page::Leave { .. } => words.leave.into(),
            Page::Field(Field::Discussion(Base::Review)) => words.discuss_heading.into(),
            Page::Long { field, .. } => Clean::composed(long(screen, field)),
            page => match question_of(page).and_then(|at| form.entry(at)) {
                Some(entry) => return Self::Prompt(&entry.shown.prompt),
                None => Clean::default(),
            },
        })
    }

    /// Returns the number of rows at a width of `columns`, at most `limit`.
    pub(super) fn count(&self, columns: usize, limit: usize) -> usize {
        match self {
            Self::Prompt(prompt) => prompt.whole().count(columns).min(limit),
            Self::Heading(text) => Wrap::new(text.borrowed(), columns).take(limit).count(),
        }
    }

    /// Divides `rows` rows of `columns` columns between context and question.
    pub(super) fn share(&self, columns: usize, rows: usize) -> HeadRows {
        let Self::Prompt(prompt) = self else { return HeadRows::Whole(self.count(columns, rows)) };
        let all = prompt.whole().count(columns);
        if all <= rows {
            return HeadRows::Whole(all);
        }
        if rows > 1 && prompt.context().count(columns) == 0 {
            return HeadRows::Scrolled(rows);
        }
        // With one or two rows, the question takes precedence over its context.
        let least = usize::from(rows > 2);
        let question = prompt.question().count(columns).min(rows - least);
        HeadRows::Parted { context: rows - question, question }
    }
}

impl Layout {
    /// Draws the prompt or heading.
    pub(super) fn head<'a>(&self, screen: &'a Screen) -> Vec<Line<'a>> {
        let (columns, rows) = (self.text_columns(), self.head);
        let mut lines = match (Head::of(screen, screen.form.page()), rows) {
            (Head::Heading(text), _) => {
                Wrap::new(text, columns).take(rows.count()).map(|row| Line::of(Role::Heading, row)).collect()
            }
            (Head::Prompt(prompt), HeadRows::Whole(rows)) => lines(prompt.whole(), columns, 0..rows),
            (Head::Prompt(prompt), HeadRows::Scrolled(_)) => self.scrolled(screen, prompt.whole()),
            (Head::Prompt(prompt), HeadRows::Parted { question, context }) => {
                let mut asked = lines(prompt.question(), columns, 0..question + 1);
                let is_cut = asked.len() > question;
                cut_rows(0, question, columns, &mut asked);
                // Where no row says that there is a context, an ellipsis does.
                if let Some(last) = asked.last_mut().filter(|_| context == 0 && !is_cut) {
                    *last = std::mem::take(last).cut(columns);
                }
                let context = self.scrolled(screen, prompt.context());
                if prompt.is_question_first() { [asked, context].concat() } else { [context, asked].concat() }
            }
        };
        for line in &mut lines {
            line.indent += self.margin;
        }
        lines
    }

    /// Draws the visible rows of a scrolling text, with marks for the hidden ones.
    fn scrolled<'a>(&self, screen: &'a Screen, text: Parts<'a>) -> Vec<Line<'a>> {
        let columns = self.text_columns();
        let Some((_, view)) = self.head_view(screen) else { return Vec::new() };
        let mark = |hidden| {
            let key = self.key_that_reads(screen, hidden);
            viewport::mark(screen.form.words(), screen.form.words().lines, hidden, key, columns)
        };
        // In a single row, what says how much there is comes before a part of it.
        if self.head.scrolling() == Some(1) {
            let (above, below) = view.hidden();
            return vec![mark((above, below + view.text().len()))];
        }
        view.lines(lines(text, columns, view.text()), mark)
    }

    /// Returns the scrolling part of the page's prompt, and its viewport.
    pub(super) fn head_view(&self, screen: &Screen) -> Option<(Area, Viewport)> {
        let rows = self.head.scrolling()?;
        let at = question_of(screen.form.page())?;
        let prompt = &screen.form.entry(at)?.shown.prompt;
        let text = if let HeadRows::Scrolled(_) = self.head { prompt.whole() } else { prompt.context() };
        let area = Area::Prompt(at);
        Some((area, Viewport::new(text.count(self.text_columns()), rows, screen.offset(area))))
    }

    /// Returns which rows of the head scroll.
    pub(super) fn head_slot(&self, screen: &Screen) -> Option<Slot> {
        let (_, view) = self.head_view(screen)?;
        let rows = self.head.scrolling().filter(|rows| *rows > 0)?;
        let row = match (Head::of(screen, screen.form.page()), self.head) {
            (Head::Prompt(prompt), HeadRows::Parted { question, .. }) if prompt.is_question_first() => question,
            _ => 0,
        };
        Some(Slot { row, first: view.text().start, rows })
    }

    /// Returns the key that scrolls to the hidden part of the prompt, with its description.
    fn key_that_reads<'a>(&self, screen: &'a Screen, (above, below): (usize, usize)) -> Option<(&'a KeyName, &'a str)> {
        let command = match screen.form.page() {
            Page::Field(_) if below > 0 => Command::ReadDown,
            Page::Field(_) => Command::ReadUp,
            Page::Base(_) if !self.head.scrolls() => Command::Zoom,
            _ if !self.head.scrolls() => return None,
            _ if below > 0 => Command::PageDown,
            _ if above > 0 => Command::PageUp,
            _ => return None,
        };
        Some((screen.keys.of(screen.form.focus(), command), screen.form.words().to_read))
    }
}

/// Returns the index of the question whose prompt heads the page, 0-based.
fn question_of(page: Page) -> Option<usize> {
    match page {
        Page::Base(_) | Page::Filter(_) | Page::Field(_) => page.base().question(),
        Page::Zoom(..) | Page::Long { .. } | Page::Leave { .. } => None,
    }
}

/// Returns the question about a long text. It names its keys only if they are bound as it says.
fn long(screen: &Screen, field: Field) -> String {
    let asked = screen.form.long(field);
    if usage::has_keys_of_long(&screen.keys) {
        return asked;
    }
    asked.trim_end_matches("[Y/n]").trim_end().to_owned()
}

/// Draws a range of a prompt's rows.
pub(super) fn lines(text: Parts<'_>, columns: usize, range: Range<usize>) -> Vec<Line<'_>> {
    text.rows(columns, range).into_iter().map(prompt_line).collect()
}

fn prompt_line((part, row): (Part, Row<'_>)) -> Line<'_> {
    Line::of_row(if part == Part::Question { Role::Prompt } else { Role::Text }, row)
}
