//! The answers of a record as the transcript shows them.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::answer::picks::{Answer, Pick};
use crate::answer::result::Details;
use crate::call::naming;
use crate::call::questionnaire::{Question, QuestionOption};
use crate::text::Clean;
use crate::text::markdown::plain;

/// An answer with its question.
pub(super) struct Seen<'a> {
    /// Index of the question in the record, 0-based.
    pub(super) at: Option<usize>,
    /// The question in one line.
    pub(super) line: Clean<'static>,
    prompt: &'a str,
    pub(super) picks: &'a [Pick],
    pub(super) note: &'a str,
    pub(super) options: &'a [QuestionOption],
}

/// The questions of a record, by id.
pub(super) struct Asked<'a> {
    questions: &'a [Rc<Question>],
    ids: HashMap<&'a str, usize>,
    /// Each question in one line.
    pub(super) lines: Vec<Clean<'static>>,
}

/// Returns the answers of a record. For a revision, these are only the changed answers.
pub(super) fn answers<'a>(record: &'a Details, asked: &Asked<'a>) -> Vec<Seen<'a>> {
    let changed = record.changed.as_deref().unwrap_or_default();
    let changed: HashSet<&str> = changed.iter().map(String::as_str).collect();
    let new = record.answers.iter().filter(|answer| changed.is_empty() || changed.contains(answer.id.as_str()));
    new.map(|answer| Seen::of(answer, asked)).collect()
}

impl<'a> Asked<'a> {
    pub(super) fn of(questions: &'a [Rc<Question>]) -> Self {
        let ids = (0..).zip(questions).map(|(at, question)| (question.id.as_str(), at)).collect();
        let texts = questions.iter().map(|question| (question.own_label(), question.prompt.as_str()));
        Self { questions, ids, lines: naming::lines(texts) }
    }

    /// Returns the questions without an answer among `answers`, each as an empty answer.
    pub(super) fn without(&self, answers: &[Seen<'a>]) -> impl Iterator<Item = Seen<'a>> {
        let answered: HashSet<usize> = answers.iter().filter_map(|answer| answer.at).collect();
        let open = (0..).zip(self.questions).zip(&self.lines).filter(move |((at, _), _)| !answered.contains(at));
        open.map(|((at, question), line)| Seen {
            at: Some(at),
            line: line.clone(),
            prompt: &question.prompt,
            picks: &[],
            note: "",
            options: &question.options,
        })
    }

    /// Returns the question of this id in one line.
    pub(super) fn find_line(&self, id: &str) -> Option<&Clean<'static>> {
        self.lines.get(*self.ids.get(id)?)
    }
}

impl<'a> Seen<'a> {
    fn of(answer: &'a Answer, asked: &Asked<'a>) -> Self {
        let at = asked.ids.get(answer.id.as_str()).copied();
        let line = at.and_then(|at| asked.lines.get(at)).cloned();
        Self {
            at,
            line: line.unwrap_or_else(|| naming::line_of(&answer.prompt)),
            prompt: &answer.prompt,
            picks: answer.picks.all(),
            note: answer.note.as_deref().unwrap_or_default(),
            options: at.and_then(|at| asked.questions.get(at)).map_or(&[], |question| &question.options),
        }
    }

    /// Returns the whole prompt, with what distinguishes the question from others.
    pub(super) fn asked(&self) -> String {
        let prompt = self.prompt.trim();
        if Clean::text(&plain(prompt)).columns() == 0 {
            return self.line.as_str().to_owned();
        }
        let line = naming::line_of(self.prompt);
        let telling = self.line.as_str().strip_prefix(line.as_str()).unwrap_or_default();
        // Text appended to a table or a code block would become part of it.
        let is_block = prompt.lines().last().is_some_and(|line| line.trim_start().starts_with(['|', '`', '~']));
        if is_block && !telling.is_empty() {
            return [prompt, "\n\n", telling.trim_start()].concat();
        }
        [prompt, telling].concat()
    }
}

/// Returns the value of a pick if it differs from the text shown.
pub(super) fn own_value(pick: &Pick) -> Option<&str> {
    Some(pick.value.as_str()).filter(|value| !value.is_empty() && *value != pick.label)
}
