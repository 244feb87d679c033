//! Lines of a result in the transcript: questions, answers, notes and messages.
//!
//! This module must not decide which parts of a result are shown, or in which order.

use std::collections::HashSet;

use crate::answer::picks::Pick;
use crate::answer::sheet::Unsent;
use crate::call::questionnaire::{Question, QuestionOption};
use crate::faces::frame::{Line, Role};
use crate::form::prompt::{self, Passage};
use crate::text::listed;
use crate::text::markdown::emphasis::Styles;
use crate::text::markdown::{Markdown, prose};
use crate::text::question::asking_sentence;
use crate::text::{Clean, Wrap, cut_inside, is_seen, shortened, truncate, width};
use crate::view::{ARROW, AnswerView, Aside, AsideKind, UNSENT, said};
use crate::words::Words;

/// Indentation of texts about an answer, in columns.
const INDENT: usize = 2;
/// Sign of an answer below its question.
const POINTER: &str = "→ ";
const POINTER_COLUMNS: usize = 2;
/// Maximum rows of a question, and of what an answer has decided on.
const MAX_DECIDED_ROWS: usize = 2;
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

    /// Appends texts outside the answers, of the question in `line` or of the form: a note without an answer, if the
    /// model has read it, and, if the entry is expanded, unsent texts.
    pub(super) fn push_beside(&mut self, line: Option<&Clean<'static>>, unsent: &Unsent, is_note_sent: bool) {
        let words = self.words;
        let question = line.map(|line| [line.as_str(), ARROW].concat()).unwrap_or_default();
        if let Some(note) = unsent.note.as_ref().filter(|_| is_note_sent) {
            let note = Aside::new(AsideKind::Note, note).spoken(words);
            // The question is cut in favor of the note, down to a minimum.
            let room =
                self.columns.saturating_sub(width(&note) + width(ARROW) + INDENT).max(self.columns / QUESTION_SHARE);
            let begun = line.filter(|_| !self.is_expanded).map(|line| shortened(line.borrowed(), room));
            let question = begun.map_or(question.clone(), |line| [line.as_str(), ARROW].concat());
            self.push_signed("• ", &[&question, &*note].concat());
        }
        if !self.is_expanded {
            return;
        }
        let text = unsent.text.as_ref().map(|text| Aside::new(AsideKind::Unsent, text));
        let note = unsent.note.as_ref().filter(|_| !is_note_sent).map(|note| Aside::new(AsideKind::UnsentNote, note));
        for aside in text.into_iter().chain(note) {
            self.push_signed(UNSENT, &[&question, &*aside.spoken(words)].concat());
        }
    }

    /// Appends a text like [`Self::push_whole_or_begun`], with a sign before it.
    fn push_signed(&mut self, sign: &'static str, text: &str) {
        let first = self.all.len();
        self.push_whole_or_begun(INDENT, Role::Muted, text);
        self.sign(first, Line::of(Role::Muted, sign));
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

    /// Appends a question with its answer and note, or that it was left open. If the entry is expanded, each pick has rows of
    /// its own, and the options that were not picked follow.
    pub(super) fn push_answer(&mut self, question: &Question, answer: &AnswerView<'_>) {
        let words = self.words;
        let (sign, role) = match answer.picks {
            Some(_) => (Line::of(Role::Success, "✓ "), Role::Text),
            None => (Line::of(if self.is_expanded { Role::Muted } else { Role::Warning }, "□ "), Role::Muted),
        };
        if self.is_expanded {
            self.push_question(question, sign);
            if let Some(picks) = &answer.picks {
                self.push_picks(picks);
            } else {
                self.push_options("", &question.options, |_| true);
                self.push_text(INDENT, role, Clean::composed(answer.said(words)));
            }
        } else {
            let first = self.all.len();
            self.push_named(&answer.name, role, Clean::composed(answer.said(words)));
            let named = self.all.len() - first;
            self.sign(first, sign);
            if answer.picks.is_some() {
                self.push_decided(question, named == 1);
            }
        }
        for aside in &answer.asides {
            self.push_whole_or_begun(INDENT, Role::Muted, &aside.line(words));
        }
        if let Some(picks) = answer.picks.as_ref().filter(|_| self.is_expanded) {
            let taken: HashSet<usize> = picks.iter().filter_map(Pick::number).collect();
            self.push_options(words.not_taken, &question.options, |number| !taken.contains(&number));
        }
    }

    /// Appends a question with an answer that the user has entered and not sent.
    pub(super) fn push_kept(&mut self, question: &Question, answer: &AnswerView<'_>) {
        self.push_question(question, Line::of(Role::Muted, UNSENT));
        let said = [self.words.not_sent, &answer.said(self.words)].concat();
        self.push_text(INDENT, Role::Muted, Clean::text(&said).into_owned());
        for aside in &answer.asides {
            self.push_whole_or_begun(INDENT, Role::Muted, &aside.line(self.words));
        }
    }

    /// Appends a question, in two rows at most, and its answer: beside it, if no more than a part of the answer is cut by that,
    /// or else below it.
    fn push_named(&mut self, name: &Clean<'_>, role: Role, said: Clean<'static>) {
        let columns = self.columns.saturating_sub(INDENT);
        let room = columns.saturating_sub(Clean::from(ARROW).columns());
        let beside = room.saturating_sub(said.columns()).max(room / QUESTION_SHARE);
        let wrapped = |name: Clean<'_>| -> Vec<Line> {
            let rows = Wrap::new(name, columns.max(1)).take(MAX_DECIDED_ROWS + 1);
            rows.map(|row| Line::of(Role::Accent, row.into_owned())).collect()
        };
        let mut lines = wrapped(name.borrowed());
        if lines.len() > MAX_DECIDED_ROWS {
            // The end of a long sentence asks. Words that are broken leave a part of the rows.
            lines = wrapped(cut_inside(name.borrowed(), columns * MAX_DECIDED_ROWS * 7 / 8));
        }
        if lines.len() > MAX_DECIDED_ROWS {
            lines.truncate(MAX_DECIDED_ROWS);
            let last = lines.pop().unwrap_or_default();
            lines.push(last.cut(columns));
        }
        let ends_beside = lines.last().is_some_and(|last| {
            let is_whole = last.width() + said.columns() <= room;
            is_whole || (lines.len() == 1 && last.width() <= beside)
        });
        match lines.pop() {
            Some(last) if ends_beside => lines.push(last.with(Role::Muted, ARROW).with(role, said)),
            last => {
                lines.extend(last);
                lines.push(Line::of(Role::Muted, POINTER).with(role, said));
            }
        }
        for line in lines {
            self.push(line.indented(INDENT));
        }
    }

    /// Appends what an answer has decided on, in two rows at most: the text that follows the question, or else, `in_short`, the
    /// start and the end of what stands before it.
    fn push_decided(&mut self, question: &Question, in_short: bool) {
        let columns = self.columns.saturating_sub(INDENT).max(1);
        let (text, follows) = beside_question(question.prompt.trim());
        if !follows && !in_short {
            return;
        }
        let text = Clean::text(&text).into_owned();
        let mut rows: Vec<Clean> =
            Wrap::new(text.borrowed(), columns).filter(|row| row.columns() > 0).take(MAX_DECIDED_ROWS + 1).collect();
        if rows.len() > MAX_DECIDED_ROWS {
            let last = text.as_str().lines().skip(1).last().filter(|_| !follows);
            rows.truncate(if last.is_none() { MAX_DECIDED_ROWS } else { 1 });
            if let Some(row) = rows.last_mut() {
                *row = truncate(Clean::composed([row.as_str(), " …"].concat()), columns);
            }
            rows.extend(last.map(|last| shortened(Clean::line(last).into_owned(), columns)));
        }
        for row in rows {
            self.push(Line::of(Role::Muted, row.into_owned()).indented(INDENT));
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

/// Returns the text next to the question of a prompt, without Markdown and tables, and whether it follows the question.
/// Otherwise it stands before it.
fn beside_question(prompt: &str) -> (String, bool) {
    let passages = prompt::passages(prompt);
    let asked = passages.iter().position(|(passage, _)| *passage == Passage::Question).unwrap_or(0);
    let text = |at: Option<usize>| passages.get(at?).map(|(_, text)| prose(text).trim().to_owned());
    let sentence = asking_sentence(prompt);
    let paragraph = text(Some(asked)).unwrap_or_default().replace('\n', " ");
    let Some((first, rest)) = paragraph.split_once(sentence.as_str()).filter(|_| sentence.columns() > 0) else {
        return (String::new(), false);
    };
    let after = text(Some(asked + 1)).or_else(|| Some(rest.trim().to_owned())).filter(|rest| is_seen(rest));
    let before = text(asked.checked_sub(1)).into_iter().chain([first.trim().to_owned()]).filter(|text| is_seen(text));
    match after {
        Some(after) => (after, true),
        None => (before.collect::<Vec<_>>().join("\n"), false),
    }
}
