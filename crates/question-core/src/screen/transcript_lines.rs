//! Lines of a result in the transcript: questions, answers, notes and messages.
//!
//! This module must not decide which parts of a result are shown, or in which order.

use std::collections::HashSet;

use super::frame::{Line, Role};
use super::review::{ARROW, PEN};
use super::seen::{Seen, own_value};
use crate::answer::content::listed;
use crate::answer::draft::Unsent;
use crate::answer::picks::Pick;
use crate::call::questionnaire::QuestionOption;
use crate::form::prompt::{self, Part};
use crate::text::markdown::emphasis::{StyledRow, Styles};
use crate::text::markdown::{Markdown, plain};
use crate::text::{Clean, Wrap, cut_inside, shortened, truncate};
use crate::words::{Words, fill};

/// Indentation of texts about an answer, in columns.
const INDENT: usize = 2;
/// Sign of an answer below its question.
const POINTER: &str = "→ ";
const POINTER_COLUMNS: usize = 2;
/// Fraction of a row that is left to a question beside a long answer: one in this number.
const QUESTION_SHARE: usize = 3;
/// Minimum width of the start of a pick, in columns. With less room, the number of picks is shown instead.
const MIN_PICK_COLUMNS: usize = 8;

/// Lines of an entry, cut to the width of the transcript.
pub(super) struct Lines<'a, 'w> {
    pub(super) columns: usize,
    pub(super) all: Vec<Line<'a>>,
    pub(super) words: &'w Words,
    pub(super) is_expanded: bool,
}

impl<'a> Lines<'a, '_> {
    pub(super) fn push(&mut self, line: Line<'a>) {
        self.all.push(line.fit(self.columns));
    }

    /// Appends a text on as many lines as it needs; an empty text adds none.
    pub(super) fn push_text(&mut self, indent: usize, role: Role, text: Clean<'a>) {
        if !text.as_str().is_empty() {
            Wrap::new(text, self.columns.saturating_sub(indent))
                .for_each(|row| self.push(Line::of(role, row).indented(indent)));
        }
    }

    /// Appends a text: all of it if the entry is expanded, otherwise what fits on one line.
    pub(super) fn push_whole_or_begun(&mut self, indent: usize, role: Role, text: &str) {
        if self.is_expanded {
            self.push_text(indent, role, Clean::text(text).into_owned());
        } else {
            let begun = truncate(Clean::line(text).into_owned(), self.columns.saturating_sub(indent));
            self.push(Line::of(role, begun).indented(indent));
        }
    }

    /// Replaces the indentation of the line at an index by a mark.
    fn mark(&mut self, at: usize, mark: Line<'a>) {
        if let Some(line) = self.all.get_mut(at) {
            let Line { spans, language, .. } = std::mem::take(line);
            let marked = spans.into_iter().fold(mark, |marked, span| marked.with(span.role, span.text));
            *line = Line { language, ..marked.fit(self.columns) };
        }
    }

    /// Appends a Markdown text.
    fn push_prose(&mut self, role: Role, text: &str) {
        let room = self.columns.saturating_sub(INDENT);
        for row in Markdown::new(Clean::text(text).into_owned()).rows(room, 0, usize::MAX) {
            self.push(Line::of_row(role, row).into_owned().indented(INDENT));
        }
    }

    /// Appends the user's message: beside its heading if it fits, otherwise below, and in full if the entry is
    /// expanded.
    pub(super) fn push_talk(&mut self, said: &str) {
        let head = Line::of(Role::Warning, self.words.discuss);
        if said.is_empty() {
            return self.push(head);
        }
        let (text, styles) = Styles::read(Clean::line(said).into_owned());
        let said_on = |line: Line<'a>| {
            let row = StyledRow { text: text.borrowed(), start: 0, styles: &styles };
            line.with_row(Role::Text, row).into_owned()
        };
        let line = said_on(head.clone().with(Role::Text, self.words.colon));
        if !self.is_expanded && line.width() <= self.columns {
            return self.push(line);
        }
        self.push(head.with(Role::Text, self.words.colon.trim_end()));
        if self.is_expanded {
            self.push_prose(Role::Text, said);
        } else {
            self.push(said_on(Line::default()).indented(INDENT));
        }
    }

    /// Appends a question, beginning with a mark.
    fn push_question(&mut self, asked: &str, mark: Line<'a>) {
        let first = self.all.len();
        for (part, text) in prompt::parts(asked) {
            if self.all.len() > first {
                self.push(Line::default());
            }
            let is_asked = part == Part::Question;
            self.push_prose(if is_asked { Role::Accent } else { Role::Muted }, text);
        }
        self.mark(first, mark);
    }

    /// Appends a question without an answer, with its options.
    pub(super) fn push_open(&mut self, open: &Seen<'_>) {
        let mark = Line::of(Role::Dim, "□ ");
        let room = self.columns.saturating_sub(INDENT);
        let asked = open.asked();
        let question = Clean::text(&plain(&asked)).into_owned();
        let ending = [" — ", self.words.not_answered].concat();
        if open.options.is_empty() && question.fits(room.saturating_sub(Clean::text(&ending).columns())) {
            self.push(mark.with(Role::Accent, question).with(Role::Muted, Clean::composed(ending)));
        } else {
            self.push_question(&asked, mark);
            self.push_options("", open.options, |_| true);
            self.push_text(INDENT, Role::Muted, self.words.not_answered.into());
        }
    }

    /// Appends texts outside the answers, of the question in `line` or of the form: a note without an answer, and, if
    /// the entry is expanded, unsent texts.
    pub(super) fn push_beside(&mut self, line: Option<&Clean<'static>>, unsent: &Unsent) {
        let words = self.words;
        let question = line.map(|line| [line.as_str(), ARROW].concat()).unwrap_or_default();
        if let Some(note) = &unsent.kept {
            self.push_whole_or_begun(0, Role::Muted, &["• ", &question, words.note, note].concat());
        }
        if !self.is_expanded {
            return;
        }
        let texts = unsent.text.iter().chain(unsent.unchecked.iter().flatten()).cloned();
        let notes = unsent.note.iter().map(|note| ["(", words.to_note, ") ", note].concat());
        for text in texts.chain(notes) {
            let text = [PEN, &question, words.not_sent, &text].concat();
            self.push_text(0, Role::Muted, Clean::text(&text).into_owned());
        }
    }

    /// Appends the options for which `is_kind` holds, given their number, 1-based.
    fn push_options(&mut self, head: &str, options: &[QuestionOption], is_kind: impl Fn(usize) -> bool) {
        let options = (1..).zip(options).filter(|&(number, _)| is_kind(number));
        let label = |(_, option): (usize, &QuestionOption)| listed(Styles::bare(&option.label));
        let labels: Vec<String> = options.map(label).filter(|label| !label.is_empty()).collect();
        if !labels.is_empty() {
            let labels = [head, &labels.join(self.words.comma)].concat();
            self.push_text(INDENT, Role::Dim, Clean::composed(labels));
        }
    }

    pub(super) fn push_answer(&mut self, answer: &Seen<'_>, is_final: bool) {
        let words = self.words;
        let (role, mark) = if is_final { (Role::Success, "✓ ") } else { (Role::Dim, "• ") };
        let texts: Vec<String> = answer.picks.iter().map(|pick| self.said(pick, answer.picks.len() > 1)).collect();
        let text = if texts.is_empty() { words.none.to_owned() } else { texts.join(words.comma) };
        let room = self.columns.saturating_sub(Clean::from(mark).columns() + Clean::from(ARROW).columns());
        let (asked, question, text) = if self.is_expanded {
            let asked = answer.asked();
            let question = Clean::text(&plain(&asked)).into_owned();
            (asked, question, Clean::text(&text).into_owned())
        } else {
            let text = Clean::composed(text);
            // The question is cut in favor of its answer, down to a minimum.
            let least = room / QUESTION_SHARE;
            // A cut in the middle keeps both ends, which say nothing if less than half of the text fits.
            let cut = |columns| match answer.line.borrowed() {
                line if 2 * columns < line.columns() => shortened(line, columns),
                line => cut_inside(line, columns),
            };
            let left = room.saturating_sub(cut(room.saturating_sub(text.columns()).max(least)).columns());
            let text = if text.fits(left) { text } else { self.begun(answer, &texts, text, left) };
            let question = cut(room.saturating_sub(text.columns())).into_owned();
            (question.as_str().to_owned(), question, text)
        };
        let has_rows = self.is_expanded
            && texts.len() > 1
            && (answer.picks.iter().any(|pick| own_value(pick).is_some()) || !text.fits(room));
        if !has_rows && text.fits(room) && question.fits(room - text.columns()) {
            let arrow = if question.columns() > 0 { ARROW } else { "" };
            let line = Line::of(role, mark).with(Role::Accent, question).with(Role::Dim, arrow);
            self.push(line.with(Role::Text, text));
        } else {
            self.push_question(&asked, Line::of(role, mark));
            if has_rows {
                let texts: Vec<String> = answer.picks.iter().map(|pick| self.said(pick, false)).collect();
                self.push_picks(answer.picks, &texts);
            } else {
                let first = self.all.len();
                self.push_text(INDENT + POINTER_COLUMNS, Role::Text, text);
                self.mark(first, Line::of(Role::Text, POINTER).indented(INDENT));
            }
        }
        let has_values = self.is_expanded && !has_rows;
        for value in answer.picks.iter().filter(|_| has_values).filter_map(own_value) {
            self.push_text(INDENT, Role::Muted, Clean::composed(format!("{}{value}", words.value)));
        }
        if !answer.note.is_empty() {
            self.push_whole_or_begun(INDENT, Role::Muted, &[words.note, answer.note].concat());
        }
        if !self.is_expanded {
            return;
        }
        let taken: HashSet<usize> = answer.picks.iter().filter_map(|pick| pick.index).collect();
        self.push_options(words.not_taken, answer.options, |number| !taken.contains(&number));
    }

    /// Formats a pick. In a list, it is quoted if it could be taken for several.
    fn said(&self, pick: &Pick, is_listed: bool) -> String {
        // Typed text is shown as the user typed it.
        let text = if pick.was_custom() { pick.label.clone() } else { Styles::bare(&pick.label) };
        let text = if is_listed { listed(text) } else { text };
        match () {
            () if text.trim().is_empty() => self.words.blank_answer.to_owned(),
            () if pick.was_custom() => [self.words.wrote, &text].concat(),
            () => text,
        }
    }

    /// Shortens the picks to `columns` columns: as many whole ones as fit, and the number of the others.
    fn begun(&self, answer: &Seen<'_>, texts: &[String], whole: Clean<'static>, columns: usize) -> Clean<'static> {
        let [first, others @ ..] = texts else { return truncate(whole, columns) };
        if others.is_empty() {
            return truncate(whole, columns);
        }
        let count = answer.picks.len();
        let more = |named: usize| match count.saturating_sub(named) {
            0 => String::new(),
            more => [self.words.comma, &self.words.count(self.words.more, more)].concat(),
        };
        let fitting = |named: usize| {
            let names = texts.get(..named).unwrap_or_default().join(self.words.comma);
            Some(Clean::composed([names, more(named)].concat())).filter(|text| text.fits(columns))
        };
        let named = (1..texts.len()).map_while(fitting).last();
        named.unwrap_or_else(|| {
            let more = Clean::composed(more(1));
            let room = columns.saturating_sub(more.columns());
            if room < MIN_PICK_COLUMNS {
                return truncate(Clean::composed(fill(self.words.checked, &self.words.number(count))), columns);
            }
            // A quoted text that is cut is closed by a quote again.
            let quote = if first.ends_with('"') { "\"" } else { "" };
            let first = truncate(Clean::composed(first.clone()), room - quote.len());
            Clean::composed([first.as_str(), quote, more.as_str()].concat())
        })
    }

    /// Appends a row for each pick, with its value.
    fn push_picks(&mut self, picks: &[Pick], texts: &[String]) {
        let first = self.all.len();
        let indent = INDENT + POINTER_COLUMNS;
        let room = self.columns.saturating_sub(indent);
        for (pick, text) in picks.iter().zip(texts) {
            let text = Clean::text(text).into_owned();
            match own_value(pick).map(|value| Clean::composed([self.words.value, value].concat())) {
                Some(value) if text.fits(room.saturating_sub(value.columns() + " ()".len())) => {
                    let line = Line::of(Role::Text, text).with(Role::Muted, " (");
                    self.push(line.with(Role::Muted, value).with(Role::Muted, ")").indented(indent));
                }
                value => {
                    self.push_text(indent, Role::Text, text);
                    self.push_text(indent, Role::Muted, value.unwrap_or_default());
                }
            }
        }
        self.mark(first, Line::of(Role::Text, POINTER).indented(INDENT));
    }
}
