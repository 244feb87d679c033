//! Lines of a result in the transcript: questions, answers, notes and messages.
//!
//! This module must not decide which parts of a result are shown, or in which order.

use std::collections::HashSet;

use crate::answer::content::listed;
use crate::answer::picks::{Answer, Pick};
use crate::answer::sheet::Unsent;
use crate::call::questionnaire::{Question, QuestionOption};
use crate::faces::frame::{Line, Role};
use crate::form::prompt::{self, Passage};
use crate::text::markdown::Markdown;
use crate::text::markdown::emphasis::Styles;
use crate::text::{Clean, Wrap, shortened};
use crate::view::review::{ARROW, PEN, said};
use crate::words::Words;

/// Indentation of texts about an answer, in columns.
const INDENT: usize = 2;
/// Sign of an answer below its question.
const POINTER: &str = "→ ";
const POINTER_COLUMNS: usize = 2;
/// Fraction of a row that is left to a question beside a long answer: one in this number.
const QUESTION_SHARE: usize = 3;

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
            self.push(Line::of(role, Clean::line(text).into_owned()).indented(indent));
        }
    }

    /// Appends a Markdown text.
    fn push_prose(&mut self, role: Role, text: &str) {
        let room = self.columns.saturating_sub(INDENT);
        for row in Markdown::new(Clean::text(text).into_owned()).rows(room, 0, usize::MAX) {
            self.push(Line::of_row(role, row).into_owned().indented(INDENT));
        }
    }

    /// Puts a sign in place of the indentation of the line at index `at`.
    fn sign(&mut self, at: usize, sign: Line<'a>) {
        if let Some(line) = self.all.get_mut(at) {
            let Line { spans, language, .. } = std::mem::take(line);
            let signed = spans.into_iter().fold(sign, Line::with_span);
            *line = Line { language, ..signed.fit(self.columns) };
        }
    }

    /// Appends the user's message: all of it below its heading if the entry is expanded, otherwise what fits beside it.
    pub(super) fn push_discussion(&mut self, said: &str) {
        let head = Line::of(Role::Warning, self.words.discuss);
        if self.is_expanded || said.is_empty() {
            self.push(head);
            self.push_prose(Role::Text, said);
        } else {
            self.push(head.with(Role::Text, self.words.colon).with(Role::Text, Clean::line(said).into_owned()));
        }
    }

    /// Appends a whole question, beginning with a sign.
    fn push_question(&mut self, question: &Question, sign: Line<'a>) {
        let first = self.all.len();
        for (passage, text) in prompt::passages(question.prompt.trim()) {
            if self.all.len() > first {
                self.push(Line::default());
            }
            let is_asked = passage == Passage::Question;
            self.push_prose(if is_asked { Role::Accent } else { Role::Muted }, text);
        }
        self.sign(first, sign);
    }

    /// Appends a question without an answer, with its options.
    pub(super) fn push_open(&mut self, question: &Question) {
        self.push_question(question, Line::of(Role::Muted, "□ "));
        self.push_options("", &question.options, |_| true);
        self.push_text(INDENT, Role::Muted, self.words.not_answered.into());
    }

    /// Appends a question, in `line` as one line, that the user has left open, or whose answer they have taken back.
    pub(super) fn push_unanswered(&mut self, line: &Clean<'static>) {
        let sign = Line::of(Role::Warning, "□ ");
        let answer = Clean::composed([ARROW, self.words.not_answered].concat());
        let room = self.columns.saturating_sub(sign.width() + answer.columns());
        self.push(sign.with(Role::Accent, shortened(line.clone(), room)).with(Role::Muted, answer));
    }

    /// Appends texts outside the answers, of the question in `line` or of the form: a note without an answer, if the
    /// model has read it, and, if the entry is expanded, unsent texts.
    pub(super) fn push_beside(&mut self, line: Option<&Clean<'static>>, unsent: &Unsent, is_note_sent: bool) {
        let words = self.words;
        let question = line.map(|line| [line.as_str(), ARROW].concat()).unwrap_or_default();
        if let Some(note) = unsent.note.as_ref().filter(|_| is_note_sent) {
            self.push_whole_or_begun(0, Role::Muted, &["• ", &question, words.note, note].concat());
        }
        if !self.is_expanded {
            return;
        }
        let note = unsent.note.as_ref().filter(|_| !is_note_sent);
        for text in unsent.text.iter().cloned().chain(note.map(|note| ["(", words.to_note, ") ", note].concat())) {
            let text = [PEN, &question, words.not_sent, &text].concat();
            self.push_text(0, Role::Muted, Clean::text(&text).into_owned());
        }
    }

    /// Appends the options for which `is_kind` holds, given their number, 1-based.
    fn push_options(&mut self, head: &str, options: &[QuestionOption], is_kind: impl Fn(usize) -> bool) {
        let options = (1..).zip(options).filter(|&(number, _)| is_kind(number));
        let label = |(_, option): (usize, &QuestionOption)| listed(Styles::bare(&option.label).into_owned());
        let labels: Vec<String> = options.map(label).filter(|label| !label.is_empty()).collect();
        if !labels.is_empty() {
            let labels = [head, &labels.join(self.words.comma)].concat();
            self.push_text(INDENT, Role::Muted, Clean::composed(labels));
        }
    }

    /// Appends a question, in `line` as one line, with its answer and note. If the entry is expanded, each pick has
    /// rows of its own, and the options that were not picked follow.
    pub(super) fn push_answer(&mut self, question: &Question, line: &Clean<'static>, answer: &Answer) {
        let words = self.words;
        let sign = Line::of(Role::Success, "✓ ");
        let picks = &answer.picks;
        if self.is_expanded {
            self.push_question(question, sign);
            self.push_picks(picks);
        } else {
            let text = Clean::composed(said(picks, words));
            // The question is cut in favor of its answer, down to a minimum.
            let room = self.columns.saturating_sub(sign.width() + Clean::from(ARROW).columns());
            let question = shortened(line.clone(), room.saturating_sub(text.columns()).max(room / QUESTION_SHARE));
            self.push(sign.with(Role::Accent, question).with(Role::Muted, ARROW).with(Role::Text, text));
        }
        if let Some(note) = answer.note.as_ref().filter(|note| !note.is_empty()) {
            self.push_whole_or_begun(INDENT, Role::Muted, &[words.note, note].concat());
        }
        if self.is_expanded {
            let taken: HashSet<usize> = picks.iter().filter_map(Pick::number).collect();
            self.push_options(words.not_taken, &question.options, |number| !taken.contains(&number));
        }
    }

    /// Appends each pick, with its value if that differs.
    fn push_picks(&mut self, picks: &[Pick]) {
        let texts = picks.iter().map(|pick| said(std::slice::from_ref(pick), self.words));
        let values =
            picks.iter().map(|pick| Some(&pick.value).filter(|value| !value.is_empty() && **value != pick.label));
        let none = picks.is_empty().then(|| (self.words.none.to_owned(), None));
        let all: Vec<(String, Option<&String>)> = texts.zip(values).chain(none).collect();
        for (text, value) in all {
            let (first, indent) = (self.all.len(), INDENT + POINTER_COLUMNS);
            self.push_text(indent, Role::Text, Clean::text(&text).into_owned());
            self.sign(first, Line::of(Role::Text, POINTER).indented(INDENT));
            if let Some(value) = value {
                self.push_text(indent, Role::Muted, Clean::composed([self.words.value, value].concat()));
            }
        }
    }
}
