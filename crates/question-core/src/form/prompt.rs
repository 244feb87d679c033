//! A prompt in its parts: what leads up to the question, the question, and what is asked of the answer.

use std::cell::OnceCell;
use std::ops::Range;

use crate::call::questionnaire::Question;
use crate::call::request::Kind;
use crate::text::Clean;
use crate::text::markdown::{Markdown, Row, plain};
use crate::text::question::asking;
use crate::words::Words;

/// What a part of a prompt is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// What is asked.
    Question,
    /// What is said beside it.
    Context,
}

/// The prompt of a question. Between its parts is a blank row.
#[derive(Clone, Debug)]
pub(crate) struct Prompt {
    text: Clean<'static>,
    about: Vec<&'static str>,
    /// The whole of it, without marks; made when it is first needed, which on a screen it never is.
    plain: OnceCell<Clean<'static>>,
    parts: Vec<(Part, Markdown)>,
    /// The parts that are kept in sight where not all of it is shown; none where what comes first asks.
    kept: Range<usize>,
}

impl Prompt {
    pub(super) fn new(question: &Question, words: &'static Words) -> Self {
        let text = Clean::text(question.prompt.trim_end()).into_owned();
        let about: Vec<&'static str> = about(question, words).collect();
        let parts = parts(text.as_str());
        let kept = match parts.iter().position(|(part, _)| *part == Part::Question) {
            Some(asked) if asked + 1 == parts.len() => asked..parts.len() + about.len(),
            None | Some(0) => 0..0,
            Some(asked) => asked..asked + 1,
        };
        let read = |text: &str| Markdown::new(Clean::text(text).into_owned());
        let mut parts: Vec<(Part, Markdown)> = parts.into_iter().map(|(part, text)| (part, read(text))).collect();
        parts.extend(about.iter().map(|text| (Part::Context, read(text))));
        Self { text, about, plain: OnceCell::new(), parts, kept }
    }

    /// All of it, without the marks of Markdown.
    pub(crate) fn plain(&self) -> &Clean<'static> {
        self.plain.get_or_init(|| {
            let text = plain(self.text.as_str());
            let all: Vec<&str> = std::iter::once(text.as_str()).chain(self.about.iter().copied()).collect();
            Clean::text(&all.join("\n\n")).into_owned()
        })
    }

    /// How many rows of `columns` it takes, counted up to `limit`.
    pub(crate) fn count(&self, columns: usize, limit: usize) -> usize {
        count(&self.parts, columns).min(limit)
    }

    /// How many rows are to be kept in sight, counted up to `limit`.
    pub(crate) fn kept_rows(&self, columns: usize, limit: usize) -> usize {
        count(self.parts.get(self.kept.clone()).unwrap_or_default(), columns).min(limit)
    }

    /// The row behind those.
    pub(crate) fn kept_end(&self, columns: usize) -> usize {
        count(self.parts.get(..self.kept.end).unwrap_or_default(), columns)
    }

    /// At most `count` of the rows, from row `skip` on.
    pub(crate) fn rows(&self, columns: usize, mut skip: usize, count: usize) -> Vec<(Part, Row<'_>)> {
        let mut rows = Vec::new();
        for (at, (part, text)) in self.parts.iter().enumerate() {
            if at > 0 {
                if skip > 0 {
                    skip -= 1;
                } else if rows.len() < count {
                    rows.push((*part, Row::default()));
                }
            }
            let left = count - rows.len();
            if left == 0 {
                break;
            }
            rows.extend(text.rows(columns, skip, left).into_iter().map(|row| (*part, row)));
            skip = skip.saturating_sub(text.count(columns));
        }
        rows
    }
}

/// The parts of a text: what is before the paragraph that asks, that paragraph, and what is behind it.
pub(crate) fn parts(text: &str) -> Vec<(Part, &str)> {
    let asking = asking(text);
    let (before, rest) = text.split_at_checked(asking.start).unwrap_or(("", text));
    let (question, after) = rest.split_at_checked(asking.len()).unwrap_or((rest, ""));
    let parts = [(Part::Context, before), (Part::Question, question), (Part::Context, after)];
    let parts = parts.into_iter().map(|(part, text)| (part, text.trim_matches('\n')));
    parts.filter(|(part, text)| *part == Part::Question || !text.trim().is_empty()).collect()
}

fn count(parts: &[(Part, Markdown)], columns: usize) -> usize {
    parts.iter().map(|(_, text)| text.count(columns)).sum::<usize>() + parts.len().saturating_sub(1)
}

/// What the answer has to be, and what becomes of it.
fn about(question: &Question, words: &'static Words) -> impl Iterator<Item = &'static str> {
    let kind = question.kind.map(|kind| match kind {
        Kind::Number => words.a_number,
        Kind::Integer => words.a_whole_number,
        Kind::Date => words.a_date,
        Kind::DateTime => words.a_date_and_time,
        Kind::Email => words.an_email,
        Kind::Url => words.a_url,
    });
    let secret = question.secret.map(|_| words.secret);
    [kind, secret].into_iter().flatten()
}
