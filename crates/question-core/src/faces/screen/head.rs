//! The head of a page: the prompt of a question, or a heading.
//!
//! A prompt that does not fit is split. Its question stays visible, and the rest, its context, scrolls above the
//! question, or below it if the prompt begins with the question. If the question is in the middle, or its paragraph
//! does not fit, the whole prompt scrolls above the sentence that asks. In too few rows for that, the question stands
//! alone.

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
use crate::form::prompt::{Passages, Prompt};
use crate::text::{Clean, Wrap};
use crate::view;

/// Minimum rows of a context that scrolls: one of text, and its counts.
const MIN_CONTEXT_ROWS: usize = 2;
/// Minimum rows of a head in which a context scrolls beside the question.
pub(super) const MIN_SPLIT_ROWS: usize = MIN_CONTEXT_ROWS + 1;

/// Text at the head of a page.
pub(super) enum Head<'a> {
    /// The prompt of a question.
    Prompt(&'a Prompt),
    /// A heading of the form's own.
    Heading(Clean<'a>),
}

/// How the head uses its rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum HeadRows {
    /// All of the text is visible.
    #[default]
    Whole,
    /// The question of a prompt alone, in too few rows for anything else.
    Question,
    /// Part of the prompt scrolls in some rows, and part of it stays in place in others. `is_whole` says whether the
    /// whole prompt scrolls and a sentence stays in place, rather than the context and the question.
    Split { scrolling: usize, fixed: usize, is_whole: bool },
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

    /// Returns the number of rows at a width of `columns`, at most `limit`.
    pub(super) fn count(&self, columns: usize, limit: usize) -> usize {
        match self {
            Self::Prompt(prompt) => count(prompt.whole(), columns).min(limit),
            Self::Heading(text) => Wrap::new(text.borrowed(), columns).take(limit).count(),
        }
    }

    /// Returns the rows in which the question is whole, beside a context that scrolls.
    pub(super) fn count_split(&self, columns: usize) -> usize {
        let Self::Prompt(prompt) = self else { return 0 };
        let pinned = if prompt.has_context_on_one_side() { prompt.lasting() } else { prompt.sentence() };
        count(pinned, columns) + MIN_CONTEXT_ROWS
    }

    /// Divides `rows` rows of `columns` columns between context and question.
    pub(super) fn share(&self, columns: usize, rows: usize) -> HeadRows {
        let Self::Prompt(prompt) = self else { return HeadRows::Whole };
        let all = count(prompt.whole(), columns);
        if all <= rows {
            return HeadRows::Whole;
        }
        if rows < MIN_SPLIT_ROWS {
            return HeadRows::Question;
        }
        let most = rows - MIN_CONTEXT_ROWS;
        let question = count(prompt.lasting(), columns);
        if question <= most && prompt.has_context_on_one_side() {
            return HeadRows::Split { scrolling: rows - question, fixed: question, is_whole: false };
        }
        let fixed = match count(prompt.sentence(), columns) {
            // A sentence that is most of the prompt begins it, and is visible without being repeated.
            sentence if 2 * sentence > all && count(prompt.context(), columns) == 0 => 0,
            sentence if sentence <= most => sentence,
            sentence => sentence.min(rows / 2),
        };
        HeadRows::Split { scrolling: rows - fixed, fixed, is_whole: true }
    }
}

/// Returns the part of a prompt that scrolls, and the part that stays in place.
fn split(prompt: &Prompt, is_whole: bool) -> [Passages<'_>; 2] {
    if is_whole { [prompt.whole(), prompt.sentence()] } else { [prompt.context(), prompt.lasting()] }
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
            (Head::Prompt(prompt), HeadRows::Whole) => Stack::of(prompt.whole()).lines(columns, 0..rows),
            (Head::Prompt(prompt), HeadRows::Question) => {
                let all = [prompt.lasting(), prompt.sentence()].map(Stack::of);
                let text = all.into_iter().find(|text| (1..=rows).contains(&text.count(columns)));
                let mut asked = text.unwrap_or(Stack::of(prompt.whole())).lines(columns, 0..rows);
                // There is more of the prompt.
                if let Some(last) = asked.last_mut() {
                    *last = std::mem::take(last).cut(columns);
                }
                asked
            }
            (Head::Prompt(prompt), HeadRows::Split { fixed, is_whole, .. }) => {
                let [_, question] = split(prompt, is_whole);
                let mut asked = Stack::of(question).lines(columns, 0..fixed + 1);
                cut_rows(0, fixed, columns, &mut asked);
                let context = self.scrolling_head(screen).map_or_else(Vec::new, |shown| self.context(screen, &shown));
                let is_first = prompt.is_question_first() && !is_whole;
                if is_first { [asked, context].concat() } else { [context, asked].concat() }
            }
        };
        lines.into_iter().map(|line| line.indented(self.margin)).collect()
    }

    /// Draws the visible rows of the scrolling part of a prompt, with the counts of the hidden ones.
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
            viewport::counts(words, words.lines, hidden, Some((key, words.to_read)), self.text_columns())
        })
    }

    pub(super) fn scrolling_head<'a>(&self, screen: &'a Screen) -> Option<Scrolled<'a>> {
        let HeadRows::Split { scrolling, is_whole, .. } = self.head else { return None };
        let at = question_of(screen.form.page())?;
        let [text, _] = split(&screen.form.entry(at)?.shown.prompt, is_whole);
        Some(Scrolled::new(screen, Area::Prompt(at), Stack::of(text), self.text_columns(), scrolling))
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
