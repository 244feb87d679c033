//! What stands above the list of a page: the prompt of its question, or a heading.
//!
//! A prompt that has too few rows is parted: its question stays in sight, and the rest, its context, scrolls in the rows
//! above that, or below it where the prompt begins with the question.

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

/// The text above a list.
pub(super) enum Head<'a> {
    /// The prompt of a question.
    Prompt(&'a Prompt),
    /// What the form says of a page by itself.
    Heading(Clean<'a>),
}

/// The rows of a head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeadRows {
    /// All of a prompt, or as much of a heading as there is room for.
    Whole(usize),
    /// A prompt that is nothing but its question, and scrolls.
    Scrolled(usize),
    /// A context that scrolls, and the question.
    Parted { context: usize, question: usize },
}

impl HeadRows {
    /// All rows.
    pub(super) fn count(self) -> usize {
        match self {
            Self::Whole(rows) | Self::Scrolled(rows) => rows,
            Self::Parted { context, question } => context + question,
        }
    }

    /// Whether some of a prompt is out of sight.
    pub(super) fn is_cut(self) -> bool {
        !matches!(self, Self::Whole(_))
    }

    /// Rows of what scrolls.
    fn scrolling(self) -> Option<usize> {
        match self {
            Self::Whole(_) => None,
            Self::Scrolled(rows) | Self::Parted { context: rows, .. } => Some(rows),
        }
    }

    /// Whether what is out of sight can be scrolled to: one row only says how much it is.
    pub(super) fn scrolls(self) -> bool {
        self.scrolling().is_some_and(|rows| rows > 1)
    }
}

impl<'a> Head<'a> {
    /// The head of a page.
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

    /// How many rows of `columns` it takes, counted up to `limit`.
    pub(super) fn count(&self, columns: usize, limit: usize) -> usize {
        match self {
            Self::Prompt(prompt) => prompt.whole().count(columns).min(limit),
            Self::Heading(text) => Wrap::new(text.borrowed(), columns).take(limit).count(),
        }
    }

    /// How it uses `rows` of `columns`.
    pub(super) fn share(&self, columns: usize, rows: usize) -> HeadRows {
        let Self::Prompt(prompt) = self else { return HeadRows::Whole(self.count(columns, rows)) };
        let all = prompt.whole().count(columns);
        if all <= rows {
            return HeadRows::Whole(all);
        }
        if rows > 1 && prompt.context().count(columns) == 0 {
            return HeadRows::Scrolled(rows);
        }
        // In one or two rows, what asks comes before what leads up to it.
        let least = usize::from(rows > 2);
        let question = prompt.question().count(columns).min(rows - least);
        HeadRows::Parted { context: rows - question, question }
    }
}

impl Layout {
    /// The rows of the prompt or heading.
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

    /// What is in sight of a text that scrolls, and what says how much is not.
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

    /// What scrolls of the prompt of the page, and what is in sight of it.
    pub(super) fn head_view(&self, screen: &Screen) -> Option<(Area, Viewport)> {
        let rows = self.head.scrolling()?;
        let at = question_of(screen.form.page())?;
        let prompt = &screen.form.entry(at)?.shown.prompt;
        let text = if let HeadRows::Scrolled(_) = self.head { prompt.whole() } else { prompt.context() };
        let area = Area::Prompt(at);
        Some((area, Viewport::new(text.count(self.text_columns()), rows, screen.offset(area))))
    }

    /// Where among the rows of the head the prompt scrolls, if it does.
    pub(super) fn head_slot(&self, screen: &Screen) -> Option<Slot> {
        let (_, view) = self.head_view(screen)?;
        let rows = self.head.scrolling().filter(|rows| *rows > 0)?;
        let row = match (Head::of(screen, screen.form.page()), self.head) {
            (Head::Prompt(prompt), HeadRows::Parted { question, .. }) if prompt.is_question_first() => question,
            _ => 0,
        };
        Some(Slot { row, first: view.text().start, rows })
    }

    /// The key that shows what is hidden of the prompt.
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

/// The question whose prompt heads the page.
fn question_of(page: Page) -> Option<usize> {
    match page {
        Page::Base(_) | Page::Filter(_) | Page::Field(_) => page.base().question(),
        Page::Zoom(..) | Page::Long { .. } | Page::Leave { .. } => None,
    }
}

/// What the form asks of a long text. It names the keys that answer, as long as they are those.
fn long(screen: &Screen, field: Field) -> String {
    let asked = screen.form.long(field);
    if usage::has_keys_of_long(&screen.keys) {
        return asked;
    }
    asked.trim_end_matches("[Y/n]").trim_end().to_owned()
}

/// Rows of a prompt.
pub(super) fn lines(text: Parts<'_>, columns: usize, range: Range<usize>) -> Vec<Line<'_>> {
    text.rows(columns, range).into_iter().map(prompt_line).collect()
}

fn prompt_line((part, row): (Part, Row<'_>)) -> Line<'_> {
    Line::default().with_text(if part == Part::Question { Role::Prompt } else { Role::Text }, row)
}
