//! A prompt in its parts: what leads up to the question, the question, and what is asked of the answer.

use std::ops::Range;

use crate::call::questionnaire::Question;
use crate::call::request::Kind;
use crate::text::asking::asking_paragraph;
use crate::text::cost::MAX_COST;
use crate::text::prose::{Prose, ProseRow, paragraphs};
use crate::text::unmarked::unmarked;
use crate::text::{Clean, Renderer};
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
    /// The whole of it, without marks.
    plain: Clean<'static>,
    parts: Vec<(Part, Prose)>,
    /// The parts that are kept in sight where not all of it is shown; none where what comes first asks.
    kept: Range<usize>,
}

impl Prompt {
    pub(super) fn new(question: &Question, words: &Words) -> Self {
        let text = Clean::text(question.prompt.trim_end()).into_owned();
        let about: Vec<&str> = about(question, words).collect();
        let parts = parts(text.as_str());
        let kept = match parts.iter().position(|(part, _)| *part == Part::Question) {
            Some(asked) if asked + 1 == parts.len() => asked..parts.len() + about.len(),
            None | Some(0) => 0..0,
            Some(asked) => asked..asked + 1,
        };
        // What the host would take too long for in all is shown as it was sent.
        let mut left = MAX_COST;
        let mut affordable = |text: &str, part| {
            let laid_out = prose(text, part);
            match left.checked_sub(laid_out.cost()) {
                Some(rest) => left = rest,
                None => return Prose::plain(Clean::text(text).into_owned(), part == Part::Question),
            }
            laid_out
        };
        let mut parts: Vec<(Part, Prose)> =
            parts.into_iter().map(|(part, text)| (part, affordable(text, part))).collect();
        parts.extend(about.iter().map(|text| (Part::Context, prose(text, Part::Context))));
        let plain =
            std::iter::once(unmarked(text.as_str()).into_owned()).chain(about.iter().map(|&text| text.to_owned()));
        Self { plain: Clean::text(&plain.collect::<Vec<_>>().join("\n\n")).into_owned(), parts, kept }
    }

    /// All of it, without the marks of Markdown.
    pub(crate) fn plain(&self) -> &Clean<'static> {
        &self.plain
    }

    /// How many rows of `columns` it takes, counted up to `limit`.
    pub(crate) fn count(&self, columns: usize, limit: usize, renderer: &Renderer) -> usize {
        count(&self.parts, columns, limit, renderer)
    }

    /// How many rows are to be kept in sight, counted up to `limit`.
    pub(crate) fn kept_rows(&self, columns: usize, limit: usize, renderer: &Renderer) -> usize {
        count(self.parts.get(self.kept.clone()).unwrap_or_default(), columns, limit, renderer)
    }

    /// The row behind those.
    pub(crate) fn kept_end(&self, columns: usize, renderer: &Renderer) -> usize {
        count(self.parts.get(..self.kept.end).unwrap_or_default(), columns, usize::MAX, renderer)
    }

    /// At most `count` of the rows, from row `skip` on; `None` for a blank one.
    pub(crate) fn rows(
        &self,
        columns: usize,
        mut skip: usize,
        count: usize,
        renderer: &Renderer,
    ) -> Vec<Option<(Part, ProseRow<'_>)>> {
        let mut rows = Vec::new();
        for (at, (part, prose)) in self.parts.iter().enumerate() {
            if at > 0 {
                if skip > 0 {
                    skip -= 1;
                } else if rows.len() < count {
                    rows.push(None);
                }
            }
            let left = count - rows.len();
            if left == 0 {
                break;
            }
            let own = if skip > 0 { prose.count(columns, skip.saturating_add(left), renderer) } else { usize::MAX };
            if own > skip {
                rows.extend(prose.rows(columns, skip, left, renderer).into_iter().map(|row| Some((*part, row))));
                skip = 0;
            } else {
                skip -= own;
            }
        }
        rows
    }
}

/// The parts of a text: the question is its paragraph that asks, else the last.
pub(crate) fn parts(text: &str) -> Vec<(Part, &str)> {
    let all = paragraphs(text);
    let asked = asking_paragraph(&all).unwrap_or(all.len().saturating_sub(1));
    let bytes = |paragraphs: &[&str]| paragraphs.iter().map(|text| text.len()).sum::<usize>();
    let behind = bytes(all.get(asked + 1..).unwrap_or_default());
    let (text, after) = text.split_at_checked(text.len() - behind).unwrap_or((text, ""));
    let own = bytes(all.get(asked..=asked).unwrap_or_default());
    let (before, question) = text.split_at_checked(text.len() - own).unwrap_or(("", text));
    let parts = [(Part::Context, before), (Part::Question, question), (Part::Context, after)];
    let parts = parts.into_iter().map(|(part, text)| (part, text.trim_matches('\n')));
    parts.filter(|(part, text)| *part == Part::Question || !text.trim().is_empty()).collect()
}

fn count(parts: &[(Part, Prose)], columns: usize, limit: usize, renderer: &Renderer) -> usize {
    let mut rows = parts.len().saturating_sub(1);
    for (_, prose) in parts {
        if rows >= limit {
            break;
        }
        rows += prose.count(columns, limit - rows, renderer);
    }
    rows.min(limit)
}

fn prose(text: &str, part: Part) -> Prose {
    Prose::of(Clean::text(text).into_owned(), part == Part::Question)
}

/// What the answer has to be, and what becomes of it.
fn about<'a>(question: &Question, words: &'a Words) -> impl Iterator<Item = &'a str> {
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
