//! What a result says was answered, from details of any age and of any tool: the questions, and what there is to draw of
//! the answer to each.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use crate::answer::record::parts;
use crate::call::naming::{self, own_label};
use crate::json::Lenient;
use crate::text::Clean;
use crate::text::unmarked::unmarked;

/// An answer of any shape, as far as it can be drawn.
pub(super) struct Seen<'a> {
    /// Position of its question among those that were asked, from 0.
    pub(super) at: Option<usize>,
    /// What was asked, in a line.
    pub(super) line: Clean<'static>,
    prompt: &'a str,
    pub(super) picks: Vec<SeenPick<'a>>,
    pub(super) note: &'a str,
    pub(super) options: &'a [Value],
}

pub(super) struct SeenPick<'a> {
    pub(super) text: &'a str,
    value: &'a str,
    pub(super) was_custom: bool,
    pub(super) index: Option<i64>,
}

/// The questions, and their positions by their ids and their prompts.
pub(super) struct Asked<'a> {
    questions: &'a [Value],
    /// The first of each.
    ids: HashMap<&'a str, usize>,
    /// All of each, in their order.
    prompts: HashMap<&'a str, Vec<usize>>,
    /// What they ask.
    pub(super) lines: Vec<Clean<'static>>,
}

/// The answers that have something to show, of a list of them or of a record of question → answer; of answers that were
/// revised, those that are new.
pub(super) fn answers<'a>(details: &'a Value, asked: &Asked<'a>) -> Vec<Seen<'a>> {
    let mut is_taken = vec![false; asked.questions.len()];
    let mut place = |id: &str, prompt: &str| {
        let at = asked.find(id, prompt, &is_taken);
        if let Some(is_taken) = at.and_then(|at| is_taken.get_mut(at)) {
            *is_taken = true;
        }
        at
    };
    let mut answers: Vec<Seen<'a>> = match details.field("answers") {
        Value::Object(record) => {
            let notes = details.field("annotations");
            let seen = |(prompt, answer): (&'a String, &'a Value)| {
                let at = place("", prompt);
                Seen::of_record(prompt, answer, notes, at, asked)
            };
            record.iter().filter_map(seen).collect()
        }
        answers => {
            let seen = |answer: &'a Value| {
                let at = place(answer.field("id").text(), prompt_of(answer));
                Seen::of(answer, at, asked)
            };
            answers.list().iter().filter_map(seen).collect()
        }
    };
    let changed: HashSet<&str> = details.field("changed").list().iter().map(Lenient::text).collect();
    let is_new = |at| changed.is_empty() || changed.contains(asked.question(at).field("id").text());
    answers.retain(|answer| answer.at.is_none() || is_new(answer.at));
    answers
}

impl<'a> Asked<'a> {
    pub(super) fn of(questions: &'a [Value]) -> Self {
        let mut prompts: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, question) in questions.iter().enumerate() {
            prompts.entry(prompt_of(question)).or_default().push(at);
        }
        let ids = questions.iter().enumerate().rev().map(|(at, question)| (question.field("id").text(), at));
        let texts = (1..).zip(questions).map(|(number, question)| {
            let prompt = prompt_of(question);
            let id = Some(question.field("id").text()).filter(|id| prompt.is_empty() && !id.is_empty());
            (own_label(label_of(question), number).or(id), prompt)
        });
        Self { questions, ids: ids.collect(), prompts, lines: naming::lines(texts) }
    }

    fn question(&self, at: Option<usize>) -> &'a Value {
        at.and_then(|at| self.questions.get(at)).unwrap_or(&Value::Null)
    }

    /// Position of the question of an answer: by its id, else by its prompt, behind which the id may stand. Of several
    /// with the same prompt, the first that is not taken by an answer before.
    fn find(&self, id: &str, prompt: &str, is_taken: &[bool]) -> Option<usize> {
        if !id.is_empty() {
            return self.ids.get(id).copied();
        }
        let Some(all) = self.prompts.get(prompt) else {
            let (prompt, id) = prompt.strip_suffix(')')?.rsplit_once(" (")?;
            let at = self.ids.get(id).copied();
            return at.filter(|&at| prompt_of(self.question(Some(at))) == prompt);
        };
        all.iter().find(|at| is_taken.get(**at) == Some(&false)).or(all.first()).copied()
    }

    /// The questions that have none of these answers, as answers without anything.
    pub(super) fn without(&self, answers: &[Seen<'a>]) -> impl Iterator<Item = Seen<'a>> {
        let answered: HashSet<usize> = answers.iter().filter_map(|answer| answer.at).collect();
        let open = (0..).zip(self.questions).zip(&self.lines).filter(move |((at, _), _)| !answered.contains(at));
        open.map(|((at, question), line)| Seen {
            at: Some(at),
            line: line.clone(),
            prompt: prompt_of(question),
            picks: Vec::new(),
            note: "",
            options: question.field("options").list(),
        })
    }

    /// What the question of this id asks, in a line.
    pub(super) fn find_line(&self, id: &str) -> Option<&Clean<'static>> {
        self.lines.get(*self.ids.get(id)?)
    }

    /// What the question at a position asks; of one that is not known, what an answer says of it.
    fn line(&self, at: Option<usize>, id: &str, prompt: &str) -> Clean<'static> {
        let line = at.and_then(|at| self.lines.get(at)).cloned();
        line.unwrap_or_else(|| naming::line_of(or(prompt, id)))
    }
}

/// The full question, under the names that tools have for it.
pub(super) fn prompt_of(question: &Value) -> &str {
    or(question.field("prompt").text(), question.field("question").text())
}

/// The short name of a question, or of an option, under the names that tools have for it.
pub(super) fn label_of(question: &Value) -> &str {
    or(question.field("label").text(), question.field("header").text())
}

fn or<'a>(text: &'a str, other: &'a str) -> &'a str {
    if text.is_empty() { other } else { text }
}

impl<'a> Seen<'a> {
    /// An answer of this tool, or of `ask_user`.
    fn of(answer: &'a Value, at: Option<usize>, asked: &Asked<'a>) -> Option<Self> {
        let prompt = prompt_of(answer);
        let question = asked.question(at);
        let options = question.field("options").list();
        let indices = indices(options);
        let text = match answer.field("label") {
            Value::Null => answer.field("answer"),
            label => label,
        };
        let pick = |text: &'a str, at: Option<usize>| {
            let nth = |field: &'a Value| at.map_or(field, |at| field.list().get(at).unwrap_or(field));
            let was_custom = nth(answer.field("wasCustom")).is_true();
            let index = nth(answer.field("index")).as_i64().or_else(|| indices.get(text).copied());
            SeenPick {
                text,
                value: nth(answer.field("value")).text(),
                // One flag may stand for several texts.
                was_custom: was_custom && index.is_none(),
                index,
            }
        };
        let picks: Vec<_> = match text {
            Value::Array(texts) => texts.iter().enumerate().map(|(at, text)| pick(text.text(), Some(at))).collect(),
            // Nothing was checked, or what is blank on purpose.
            Value::String(text) if text.is_empty() && question.field("mode").text() == "multi" => Vec::new(),
            Value::String(text) => vec![pick(text, None)],
            _ => return None,
        };
        Some(Self {
            at,
            line: asked.line(at, answer.field("id").text(), prompt),
            prompt: or(prompt, prompt_of(question)),
            picks,
            note: answer.field("note").text(),
            options,
        })
    }

    /// An answer of `AskUserQuestion`.
    fn of_record(
        prompt: &'a str,
        answer: &'a Value,
        notes: &'a Value,
        at: Option<usize>,
        asked: &Asked<'a>,
    ) -> Option<Self> {
        let options = asked.question(at).field("options").list();
        let indices = indices(options);
        let pick = |text: &'a str| {
            let index = indices.get(text).copied();
            SeenPick { text, value: "", was_custom: !options.is_empty() && index.is_none(), index }
        };
        let picks = match answer {
            Value::Array(texts) => texts.iter().map(|text| pick(text.text())).collect(),
            // Nothing was checked, or what is blank on purpose.
            Value::String(text) if text.is_empty() && !options.is_empty() => Vec::new(),
            Value::String(text) if text.is_empty() => vec![pick(text)],
            Value::String(text) => parts(text, options.iter().map(label_of)).into_iter().map(pick).collect(),
            _ => return None,
        };
        let note = notes.field(prompt).field("notes").text();
        Some(Self { at, line: asked.line(at, "", prompt), prompt, picks, note, options })
    }

    /// All that was asked, with what tells it from others.
    pub(super) fn asked(&self) -> String {
        let prompt = self.prompt.trim();
        if Clean::text(&unmarked(prompt)).columns() == 0 {
            return self.line.as_str().to_owned();
        }
        let line = naming::line_of(self.prompt);
        let telling = self.line.as_str().strip_prefix(line.as_str()).unwrap_or_default();
        // At the end of a table or of code it would be a part of it.
        let is_block = prompt.lines().last().is_some_and(|line| line.trim_start().starts_with(['|', '`', '~']));
        if is_block && !telling.is_empty() {
            return [prompt, "\n\n", telling.trim_start()].concat();
        }
        [prompt, telling].concat()
    }
}

impl<'a> SeenPick<'a> {
    /// The value, where it is another text.
    pub(super) fn own_value(&self) -> Option<&'a str> {
        Some(self.value).filter(|value| !value.is_empty() && *value != self.text)
    }
}

/// The number of each option by its label; the first of each.
fn indices(options: &[Value]) -> HashMap<&str, i64> {
    let mut indices = HashMap::new();
    for (index, option) in (1..).zip(options) {
        indices.entry(option.field("label").text()).or_insert(index);
    }
    indices
}
