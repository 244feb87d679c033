//! The head of a page: the prompt of a question, or a heading.
//!
//! A prompt that does not fit is split. Its question stays visible, and the rest, its context, scrolls above the
//! question, or below it if the prompt begins with the question. If the question is in the middle, or its paragraph does
//! not fit, the whole prompt scrolls above the sentence that asks.

use std::ops::Range;

use super::Screen;
use super::command::Command;
use super::frame::{Line, Role};
use super::keys::KeyName;
use super::layout::Layout;
use super::list::cut_rows;
use super::scroll::Area;
use super::usage;
use super::viewport::{self, Viewport};
use crate::form::page::{Base, Field, OwnQuestion, Page, Zoomed};
use crate::form::prompt::{Passage, Passages, Prompt};
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct HeadRows {
    /// Rows of the text that scrolls. `None` if the head is not cut.
    scrolling: Option<usize>,
    /// Rows of the text that stays in place.
    fixed: usize,
    /// Whether the whole prompt scrolls and a sentence stays in place, rather than the context and the question.
    is_whole: bool,
}

impl HeadRows {
    /// Returns the rows of a head that does not scroll.
    pub(super) fn fixed(rows: usize) -> Self {
        Self { fixed: rows, ..Self::default() }
    }

    /// Returns whether part of the prompt is hidden.
    pub(super) fn is_cut(self) -> bool {
        self.scrolling.is_some()
    }

    /// Returns whether part of the prompt is hidden, and no row states how much.
    pub(super) fn hides_context(self) -> bool {
        self.scrolling == Some(0)
    }

    /// Returns whether a page of the prompt is at most one row, so that it is better read on the whole terminal.
    pub(super) fn shows_little(self) -> bool {
        self.scrolling.is_some_and(|rows| rows <= 2)
    }

    /// Returns whether the hidden part can be scrolled to. A single row only states how much is hidden.
    pub(super) fn scrolls(self) -> bool {
        self.scrolling.is_some_and(|rows| rows > 1)
    }
}

impl<'a> Head<'a> {
    /// Returns the head of a page.
    pub(super) fn of(screen: &'a Screen) -> Self {
        let (form, words) = (&screen.form, screen.form.words());
        Self::Heading(match form.page() {
            _ if screen.help.is_some() => words.keys.into(),
            Page::Base(Base::Review) => words.review.into(),
            Page::Own(OwnQuestion::Leave(_), _) => words.leave.into(),
            Page::Field(Field::Discussion(Base::Review)) => words.discuss_heading.into(),
            Page::Own(OwnQuestion::Long(field), _) => Clean::composed(long(screen, field)),
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
        let Self::Prompt(prompt) = self else { return HeadRows::fixed(self.count(columns, rows)) };
        let all = prompt.whole().count(columns);
        if all <= rows {
            return HeadRows::fixed(all);
        }
        // With one or two rows, the question takes precedence over its context.
        let most = rows - usize::from(rows > 2);
        let question = prompt.question().count(columns);
        if question <= most && prompt.is_question_at_end() {
            return HeadRows { scrolling: Some(rows - question), fixed: question, is_whole: false };
        }
        let fixed = match prompt.sentence().count(columns) {
            // A sentence that is most of the prompt begins it, and is visible without being repeated.
            sentence if rows > 1 && 2 * sentence > all && prompt.context().count(columns) == 0 => 0,
            sentence if rows <= 2 => sentence.min(rows),
            // A row of the prompt and its mark are visible as well.
            sentence if sentence + 2 <= rows => sentence,
            sentence => sentence.min(rows / 2),
        };
        HeadRows { scrolling: Some(rows - fixed), fixed, is_whole: true }
    }
}

/// Returns the part of a prompt that scrolls, and the part that stays in place.
fn split(prompt: &Prompt, rows: HeadRows) -> [Passages<'_>; 2] {
    if rows.is_whole { [prompt.whole(), prompt.sentence()] } else { [prompt.context(), prompt.question()] }
}

impl Layout {
    /// Draws the prompt or heading.
    pub(super) fn head<'a>(&self, screen: &'a Screen) -> Vec<Line<'a>> {
        let (columns, fixed) = (self.text_columns(), self.head.fixed);
        let lines = match (Head::of(screen), self.head_view(screen)) {
            (Head::Heading(text), _) => {
                Wrap::new(text, columns).take(fixed).map(|row| Line::of(Role::Heading, row)).collect()
            }
            (Head::Prompt(prompt), None) => lines(prompt.whole(), columns, 0..fixed),
            (Head::Prompt(prompt), Some((_, view))) => {
                let [scrolling, question] = split(prompt, self.head);
                let mut asked = if fixed > 0 { lines(question, columns, 0..fixed + 1) } else { Vec::new() };
                let is_cut = asked.len() > fixed;
                cut_rows(0, fixed, columns, &mut asked);
                // Where no row says that there is a context, an ellipsis does.
                if let Some(last) = asked.last_mut().filter(|_| self.head.hides_context() && !is_cut) {
                    *last = std::mem::take(last).cut(columns);
                }
                let context = self.scrolled(screen, view, scrolling);
                let is_first = prompt.is_question_first() && !self.head.is_whole;
                if is_first { [asked, context].concat() } else { [context, asked].concat() }
            }
        };
        lines.into_iter().map(|line| line.indented(self.margin)).collect()
    }

    /// Draws the visible rows of a scrolling text, with marks for the hidden ones.
    fn scrolled<'a>(&self, screen: &'a Screen, view: Viewport, text: Passages<'a>) -> Vec<Line<'a>> {
        let columns = self.text_columns();
        let mark = |hidden| {
            let key = self.key_that_reads(screen, hidden);
            viewport::mark(screen.form.words(), screen.form.words().lines, hidden, key, columns)
        };
        // In a single row, what says how much there is comes before a part of it.
        if self.head.scrolling == Some(1) {
            let (above, below) = view.hidden();
            return vec![mark((above, below + view.text().len()))];
        }
        view.lines(lines(text, columns, view.text()), mark)
    }

    /// Returns the scrolling part of the page's prompt, and its viewport.
    pub(super) fn head_view(&self, screen: &Screen) -> Option<(Area, Viewport)> {
        let rows = self.head.scrolling?;
        let at = question_of(screen.form.page())?;
        let [text, _] = split(&screen.form.entry(at)?.shown.prompt, self.head);
        let area = Area::Prompt(at);
        Some((area, Viewport::new(text.count(self.text_columns()), rows, screen.offset(area))))
    }

    /// Returns the key that scrolls to the hidden part of the prompt, with its description.
    fn key_that_reads<'a>(&self, screen: &'a Screen, (above, below): (usize, usize)) -> Option<(&'a KeyName, &'a str)> {
        let command = match screen.form.page() {
            Page::Field(_) if below > 0 => Command::ReadDown,
            Page::Field(_) => Command::ReadUp,
            Page::Base(_) if !self.head.scrolls() && screen.zoomed() == Zoomed::Prompt => Command::Zoom,
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
        Page::Zoom(..) | Page::Own(..) => None,
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
pub(super) fn lines(text: Passages<'_>, columns: usize, range: Range<usize>) -> Vec<Line<'_>> {
    text.rows(columns, range).into_iter().map(prompt_line).collect()
}

fn prompt_line((passage, row): (Passage, Row<'_>)) -> Line<'_> {
    Line::of_row(if passage == Passage::Question { Role::Prompt } else { Role::Text }, row)
}
